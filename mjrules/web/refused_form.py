"""A form of an evening that was refused: why, in its visitor's words, and for which of its fields."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from ..errors import MjrulesError
from ..ledger.checks import NAME_SHOWN
from ..shown.speech import Speech
from . import booking_faults as faults
from .requests import FormFields

AMOUNT: Final = "a."
"""What stands before the wind of a player, whose amount a form has."""
POT: Final = "p."
"""What stands before the name of a pot, for which a form says what goes into it."""
SAT: Final = "sat"
"""The field that names who sat at the table when a form was made, from East on."""
NOTHING_TYPED: Final = FormFields(())
_NAMES: Final = ("player.", "seat.")
"""What stands before the wind for which a form names a player."""


class RefusedForm(NamedTuple):
    """A form that was refused: why, what was typed, what else was written down since, and the fields that are wrong."""

    text: str = ""
    typed: FormFields = NOTHING_TYPED
    changed: tuple[str, ...] = ()
    wrong: frozenset[str] = frozenset()

    @property
    def act(self) -> str:
        """What the form was to write down."""
        return self.typed.get("act")


NOT_REFUSED: Final = RefusedForm()


def refused_for(error: MjrulesError, fields: FormFields, say: Speech) -> RefusedForm:
    """A form that was refused for an error: told without the names by which the books call what they have."""
    message = text = error.args[0] if error.args and isinstance(error.args[0], str) else str(error)
    values = _values(message)
    if "kind" in values and isinstance(values.get("problem"), str):
        text = values["problem"]
        values = _values(text)
        told = say.told(text).removeprefix(f"{values.get('where')}: ")
    else:
        told = say.told(text)
    return RefusedForm(told, fields, wrong=frozenset(_wrong(text, values, fields)))


def _values(text: str) -> dict[str, Any]:
    """What a sentence is made of; nothing of any other text."""
    return dict(getattr(text, "values", {}))


def _wrong(text: str, values: dict[str, Any], fields: FormFields) -> Iterator[str]:
    """The names of the fields of which an error speaks, as far as that is known."""
    amounts = [name for name, _ in fields.pairs if name.startswith(AMOUNT)]
    spoken_of = {values.get("said"), values.get("player")} - {None, ""}
    yield from (name for name, value in fields.pairs if value.strip()[:NAME_SHOWN] in spoken_of)
    whose = {values.get("player"), values.get("where")}
    yield from (name for name, player in zip(amounts, fields.all(SAT), strict=False) if player in whose)
    if "sum" in values or text == faults.NOBODY_PAYS():
        yield from amounts
    if "where" in values:
        yield values["where"]
    if text == faults.NAMES_OF_PLAYERS(number=values.get("number")):
        yield from (name for name, value in fields.pairs if name.startswith(_NAMES) and not value.strip())

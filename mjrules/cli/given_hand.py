"""A hand that a command is given, as text or as JSON: what was guessed of it, and why it is refused."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ..errors import HandError
from ..hands.text import read_with_remarks
from ..hands.text_faults import NOTE
from ..records import Rulesets, read_json
from ..ruleset.ruleset import Ruleset
from ..scoring.show import Style
from ..text_tables import folded
from .arguments import UsageError
from .chosen import no_ruleset

if TYPE_CHECKING:
    from ..replies import HandGiven


def refuse_empty(text: str) -> None:
    """Refuse an empty hand with a hint. Raises UsageError."""
    if not text.strip():
        raise UsageError('the hand is empty: expected something like "123m456p789s111z2z +2z"')


def text_or_record(text: str) -> HandGiven:
    """The hand text as it is, or the record that it is as JSON. Raises HandError for what is not JSON."""
    given: HandGiven = read_json(text) if text.lstrip().startswith("{") else text
    return given


def read_given(text: str, rulesets: Rulesets) -> HandGiven:
    """The hand text as it is, or the record that it is as JSON.

    Raises HandError for what is not JSON, and RulesetError where nobody chooses a ruleset.
    """
    given = text_or_record(text)
    if rulesets.name is None and (isinstance(given, str) or given.get("ruleset") is None):
        raise no_ruleset()
    return given


def ruleset_for(given: HandGiven, rulesets: Rulesets) -> Ruleset:
    """The ruleset that a record chooses, or the one chosen for all. Raises HandError where it cannot be used."""
    return rulesets.for_record({} if isinstance(given, str) else given)


def left_open(given: HandGiven, ruleset: Ruleset) -> tuple[Sequence[str], Sequence[str]]:
    """What was guessed in a hand text, in sentences, and what it does not say of the seat and the round; nothing of a
    record.
    """
    if not isinstance(given, str):
        return (), ()
    record, guessed = read_with_remarks(given, ruleset.names, ruleset.book.flags, size=ruleset.tiles_to_win)
    return guessed, [key for key in ("seat", "round") if key not in record]


def guesses(told: Iterable[str], tell: Callable[[str], str] = str) -> str:
    """What was guessed in a hand text, as lines with a blank one after them.

    `tell` says a text of the engine in another language than English.
    """
    lines = "".join(f"{folded(tell(NOTE(remark=remark)), 6)}\n" for remark in told)
    return lines and f"{lines}\n"


@contextmanager
def explained(
    given: HandGiven, ruleset: Ruleset, style: Style, tell: Callable[[str], str] | None = None
) -> Iterator[None]:
    """Within it, the refusal of a hand is explained, in another language where something tells it so."""
    try:
        yield
    except HandError as error:
        from .show_refused import show  # most hands are not refused

        error.whose = "" if isinstance(given, str) else None
        show(error, given, error.field, ruleset, style, tell)
        raise

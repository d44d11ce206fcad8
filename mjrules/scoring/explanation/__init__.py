"""Why a hand scores what it scores: each part of the explanation is worked out when it is read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any, TypeVar

from ...errors import PluginError
from ...shapes.nearest import exchange_text
from ...tables import columns, html_table
from ..item import Item
from ..policy import Step, Value
from ..scorer import Best
from ..sheet import Sheet
from ..show import PLAIN, Style, in_words
from .explainer import Explainer
from .parts import Finished, NotCounted, OtherReading

__all__ = ["Explainer", "Explanation", "Finished", "NotCounted", "OtherReading"]

T = TypeVar("T")


class Explanation:
    """Everything behind a score; what is worked out is kept. To pickle or compare it works everything out.

    `items` are what counts, and `payments_need` what must be known to settle the win and its record does not say:
    the `hands` of all players, the `discarder`.
    """

    sheet: Sheet
    items: tuple[Item, ...]
    payments_need: tuple[str, ...]
    _explainer: Explainer
    _best: Best

    def __init__(
        self, explainer: Explainer, best: Best, items: tuple[Item, ...], payments_need: tuple[str, ...]
    ) -> None:
        self.sheet, self.items, self.payments_need = explainer.sheet, items, payments_need
        self._explainer, self._best = explainer, best

    def __repr__(self) -> str:
        told = f"{len(self.not_counted)} not counted, {len(self.other_readings)} other readings"
        return f"<Explanation of {self.total}: {told}>"

    def __getstate__(self) -> dict[str, Any]:
        lazy = [name for name, own in vars(Explanation).items() if isinstance(own, cached_property)]
        return {name: getattr(self, name) for name in ("sheet", "items", "payments_need", *lazy)}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Explanation) and self.__getstate__() == other.__getstate__()

    def __hash__(self) -> int:
        return hash((self.sheet, self.items))

    def _found(self, part: Callable[[Best], T]) -> T:
        """A part, worked out. Raises PluginError, naming the ruleset and the hand, where a plugin fails."""
        try:
            return part(self._best)
        except PluginError as error:
            raise self.sheet.failure(error, self._best.hand) from error

    @cached_property
    def hash(self) -> str:
        """The hash of the ruleset."""
        return self._explainer.hash()

    @cached_property
    def conditions(self) -> tuple[str, ...]:
        """What each of the items asks for, in words."""
        return self._explainer.conditions(self._best)

    @cached_property
    def not_counted(self) -> tuple[NotCounted, ...]:
        """The rules that hold or nearly hold, and do not count."""
        return self._found(self._explainer.not_counted)

    @cached_property
    def names(self) -> dict[str, str]:
        """The names of the rules by which others are not counted, by id."""
        return self._explainer.names({id for item in self.not_counted for id in item.by})

    @cached_property
    def policy(self) -> str:
        """Which combinations of sets the ruleset counts, in words."""
        return self._explainer.policy

    @cached_property
    def other_readings(self) -> tuple[OtherReading, ...]:
        """The readings that lost, the most valuable first."""
        return self._found(self._explainer.other_readings)

    @cached_property
    def unread_flags(self) -> tuple[str, ...]:
        """The flags of the hand that nothing in the ruleset reads."""
        return self._explainer.unread_flags(self._best)

    @cached_property
    def total(self) -> int:
        """The total, rebuilt from what counts by the scoring method."""
        return self._value.total

    @cached_property
    def cut(self) -> int:
        """What a limit took away from what the items come to; 0 for nothing."""
        return self._value.cut

    @property
    def _value(self) -> Value:
        return self._found(self._explainer.value)

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """How the items come to the total, where the scoring method says so."""
        return self._found(self._explainer.steps)

    @cached_property
    def instead(self) -> tuple[Step, ...]:
        """The steps of what does not count, because what counts takes its place."""
        return self._found(self._explainer.instead)

    @cached_property
    def nearest(self) -> tuple[NotCounted, ...]:
        """The hands of a shape of their own that were nearly made, and what they would need."""
        told = {item.id for item in self.not_counted}
        least = max((one.total for one in self.finished), default=0)
        found = self._found(lambda best: self._explainer.nearest(best, least))
        return tuple(item for item in found if item.id not in told)

    @cached_property
    def finished(self) -> tuple[Finished, ...]:
        """What a hand that did not win would have been worth with each tile that completes it, the highest first."""
        return self._found(self._explainer.finished)

    def to_record(self) -> dict[str, Any]:
        """The explanation for a score record; of what may be empty, only what is there."""
        return {
            **({"cut": self.cut} if self.cut else {}),
            **({"steps": [step._asdict() for step in self.steps]} if self.steps else {}),
            **({"finished": [item.to_record() for item in self.finished]} if self.finished else {}),
            "not_counted": [item.to_record() for item in (*self.not_counted, *self.nearest)],
            "other_readings": [other.to_record() for other in self.other_readings],
            "unread_flags": list(self.unread_flags),
            **({"payments_need": list(self.payments_need)} if self.payments_need else {}),
        }

    def __str__(self) -> str:
        return self.text()

    def text(self, style: Style = PLAIN) -> str:
        """Why each item counts, what was not counted and why, and the readings that lost."""
        parts = ["Why these points:", columns(list(self._reasons()))]
        if self.finished:
            parts += [
                "",
                "Had it been finished by drawing:",
                columns([one.row(style) for one in self.finished], right=[1]),
            ]
        parts += self._sections(style)
        if self.other_readings:
            rows = [[str(other.total), other.text, in_words(other.steps)] for other in self.other_readings]
            parts += ["", "Other ways to read the hand:", columns(rows, right=[0])]
        if self.unread_flags:
            parts += ["", f"No rule reads these flags: {', '.join(self.unread_flags)}"]
        return "\n".join([*parts, "", f"Ruleset {self.sheet.id}, hash {self.hash[:12]}"])

    def _reasons(self) -> Iterator[list[str]]:
        for item, condition in zip(self.items, self.conditions, strict=True):
            yield [item.name, condition]
            if item.source:
                yield ["", f"({item.source})"]

    def _sections(self, style: Style) -> Iterator[str]:
        """What was not counted, section by section."""
        every = [*self.not_counted, *self.nearest]
        for title, holds in _SECTIONS:
            rows = [[item.name, item.tiles, self._why_not(item, style)] for item in every if holds(item)]
            if rows:
                yield from ("", title, columns(rows))
            if rows and holds is _in_place and self.instead:
                yield f"  They would come to {in_words(self.instead)}."

    def _why_not(self, item: NotCounted, style: Style) -> str:
        """Why a rule does not count."""
        by = [self.names.get(id, id) for id in item.by]
        if item.because == "excluded":
            return f"excluded by {', '.join(by)}"
        if item.because == "limit":
            return f"{by[0]} counts alone" if len(by) == 1 else "the others are worth more"
        if item.because == "policy":
            return self.policy
        exchange = exchange_text(item.exchanges)
        return "would need " + item.needs.replace(exchange, exchange_text(item.exchanges, style.tiles))

    def _repr_html_(self) -> str:
        rows = [("counted", item.name, condition) for item, condition in zip(self.items, self.conditions, strict=True)]
        rows += [("not counted", item.name, self._why_not(item, PLAIN)) for item in (*self.not_counted, *self.nearest)]
        rows += [("other reading", other.text, str(other.total)) for other in self.other_readings]
        return html_table(f"Why {self.total}", rows)


def _in_place(item: NotCounted) -> bool:
    """Whether something else takes the place of what does not count."""
    return item.because == "limit"


_SECTIONS: tuple[tuple[str, Callable[[NotCounted], bool]], ...] = (
    ("Not counted, because another item includes or forbids it:", lambda item: item.because == "excluded"),
    ("Not counted, because something else counts in its place:", _in_place),
    ("Not counted, because the sets are used up:", lambda item: item.because == "policy"),
    ("Missed by one condition:", lambda item: item.because == "near_miss" and not item.exchanges),
    ("Missed by tiles:", lambda item: bool(item.exchanges)),
)
"""The sections of what was not counted, each with what belongs in it."""

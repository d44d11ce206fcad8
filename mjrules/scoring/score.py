"""What a hand scores: the total, every item, who pays whom, and, when read, why."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import FrozenInstanceError
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ..budget import Question
from ..errors import PluginError
from ..hands.hand import Hand
from ..settlement_method import Transfer, net_amounts
from ..shapes.readings import UNFINISHED, Reading
from ..text_tables import columns, folded, html_table, listed
from . import payers
from .explanation.explainer import Explainer, Explanation
from .item import Item, items_of, printed
from .record_texts import RecordTexts
from .score_heading import Sheet
from .scorer import Best
from .shares import waited_for
from .show import PLAIN, SEAT_NAMES, Style, hand_text

if TYPE_CHECKING:
    from .explanation.parts import OtherReading

WIDTH = 80
"""How many letters of the ids of rules the `repr` of a score has."""
_SAID = (
    "sheet", "hand", "reading", "items", "total", "counted", "minimum_met", "cut", "totals", "transfers", "payments",
    "unknown",
)  # fmt: skip
"""What a score says."""
_UNKNOWN = {
    "hands": "Who pays whom depends on the hands of all players: see `mjrules settle`.\n",
    "discarder": "Who pays? Say who discarded the tile: from=left, from=across or from=right.\n",
}
"""What is said where it is not known who pays."""


class Score:
    """The score of one hand under one ruleset; the best reading decides.

    `counted` is what the minimum was tested on; `cut` what a limit took away. A score is a value: it is compared by
    what it says, and cannot be changed. What takes time and few callers read is worked out when it is read (it
    raises PluginError where a plugin fails then), all of it where the score is compared or pickled.
    """

    sheet: Sheet
    hand: Hand
    reading: Reading
    total: int
    counted: int
    minimum_met: bool
    cut: int
    given: Hand
    """The hand as it was given: tiles that are jokers in it are what they are."""
    _best: Best
    _explainer: Explainer

    def __init__(self, best: Best, explainer: Explainer, given: Hand | None = None) -> None:
        hand, reading, selection, minimum_met, _ = best
        total, counted, _, _, _, cut = selection.value
        self.__dict__.update(
            sheet=explainer.sheet, hand=hand, reading=reading, total=total, counted=counted, minimum_met=minimum_met,
            cut=cut, given=hand if given is None else given, _best=best, _explainer=explainer,
        )  # fmt: skip

    @property
    def items(self) -> tuple[Item, ...]:
        """The rules that count, with their sets, values, names and sources."""
        known = self.__dict__
        if "items" not in known:  # a cached property takes a lock before Python 3.12
            known["items"] = items_of(self.reading, self._best.selection.counting)
        return known["items"]  # type: ignore[no-any-return]

    @cached_property
    def totals(self) -> Mapping[str, Any]:
        """Further figures of the scoring method."""
        return {name: figure_of(figure) for name, figure in self._best.selection.value.totals.items()}

    @cached_property
    def unknown(self) -> tuple[str, ...]:
        """What must be known to settle the win, and the record does not say: `hands` of all, the `discarder`."""
        return payers.unknown(self.hand, self._explainer.scorer.book) if self.minimum_met else ()

    @cached_property
    def transfers(self) -> tuple[Transfer, ...] | None:
        """Who pays whom; None where the record says too little to settle, or the minimum is not met."""
        if not self.minimum_met or self.unknown:
            return None
        try:
            with Question():
                return payers.transfers(self.hand, self._best.selection, self._explainer.scorer.book)
        except PluginError as error:
            raise self.sheet.failure(error, self.hand) from error

    @cached_property
    def payments(self) -> Mapping[str, int] | None:
        """What each seat gains or loses; None where the hand cannot be settled."""
        return None if self.transfers is None else net_amounts(self.transfers, self._explainer.scorer.book.seats)

    @cached_property
    def explanation(self) -> Explanation:
        """Why the hand scores what it scores."""
        return Explanation(self._explainer, self._best, self.items, self.unknown)

    def _said(self) -> tuple[object, ...]:
        """What it says, without the explanation."""
        return tuple([getattr(self, name) for name in _SAID])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Score) and self._said() == other._said()

    def __hash__(self) -> int:
        return hash((self.sheet, self.hand, self.reading, self.total))

    def __getstate__(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in (*_SAID, "given", "explanation")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)

    def __setattr__(self, name: str, value: object) -> None:
        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    def __repr__(self) -> str:
        rules = ", ".join(item.id for item in self.items)
        return f"<Score {self.total}: {rules if len(rules) <= WIDTH else f'{rules[:WIDTH]}...'}>"

    @property
    def special(self) -> bool:
        """Whether a special hand decides the value, as the scoring method says under `special` in its totals."""
        return bool(self.totals.get("special"))

    @property
    def alike(self) -> tuple[OtherReading, ...]:
        """The other readings of the hand that are worth the same."""
        return tuple(other for other in self.explanation.other_readings if other.total == self.total)

    def to_record(self) -> dict[str, Any]:
        """The part of a score record that this score knows."""
        record: dict[str, Any] = {
            "total": self.total,
            "minimum_met": self.minimum_met,
            "items": [item.to_record() for item in self.items],
            "reading": self.reading.to_record(),
            **self.totals,
        }
        if self.payments is not None:
            record["payments"] = dict(self.payments)
        return record

    def written(self, texts: RecordTexts, id: Any) -> str:
        """The score record of an id as text: what is encoded where `to_record` comes behind the id and the head."""
        reading, counting = self.reading, self._best.selection.counting
        start = texts.beginning(self.total, minimum_met=self.minimum_met) + texts.items(counting, reading.pieces)
        start += texts.reading(reading.shape, reading.wait, reading.pieces)
        return texts.record(id, start, self.totals, self.payments)

    def __str__(self) -> str:
        return self.text()

    def text(self, style: Style = PLAIN, assumed: Collection[str] = ()) -> str:
        """The score as people read it: the hand, the sets as read, the items, the way to the total, and the payments.

        `assumed` are those of `seat` and `round` that nobody said.
        """
        hand = hand_text(self.given, style, assumed, complete=self.reading.shape != UNFINISHED)
        found = f"{self.sheet.heading}\n\n{hand}\n{self.played(style)}"
        paid = f"{self._minimum()}{self._payments()}".rstrip("\n")
        return f"{found}\n{paid}" if paid else found

    def played(self, style: Style = PLAIN) -> str:
        """The sets as read, the items and the way to the total: what is not known already of a hand that was played."""
        read = f"Read   {style.pieces(self.reading.pieces)}"
        stood = self.hand.stood_for
        jokers = f"Jokers for {style.tiles(stood)}\n" if stood else ""
        table = columns([*self._items(style), *self._total()], right=[0], most=style.most)
        return f"{folded(read, 7) if style.most else read}\n{jokers}{self._fished(style)}\n{table}"

    def _items(self, style: Style) -> list[list[str]]:
        """A row for each item; where rules have several units, each with its unit, and units stay together."""
        units = self.sheet.units
        rows = []
        for item in sorted(self.items, key=lambda item: units.index(item.unit)):
            times = f" ({item.count} x {item.each})" if item.count > 1 else ""
            unit, sets = self.sheet.words_for(item.value, item.unit), style.sets(item, self.reading.pieces)
            rows.append([str(item.value), *unit, item.name + times, sets])
        return rows

    def _total(self) -> Iterator[list[str]]:
        """The steps from the items to the total, what a limit cut, and the total."""
        blank, steps = [""] * (len(self.sheet.units) > 1), self.explanation.steps
        for step in steps:
            yield ["=", *blank, f"{step.text} = {printed(step.value)}", ""]
        if self.cut and not steps:
            yield [str(-self.cut), *blank, "Cut by the limit", ""]
        yield [str(self.total), *blank, "Total " + self.sheet.unit, ""]

    def _fished(self, style: Style) -> str:
        """What a player fishes for who did not win, where the hand is scored with it."""
        tiles = waited_for(self.hand, self.reading)
        return f"Fishing for {style.tiles(tiles)}\n" if tiles else ""

    def _minimum(self) -> str:
        """Whether the minimum is met."""
        least = self.sheet.minimum
        if not least or not self.hand.winner:
            return ""
        if self.minimum_met:
            return f"\nThe minimum of {least} is met ({self.counted}).\n"
        aside = self.explanation.aside
        without = f"Not counted towards it: {listed(aside)}. " if aside else ""
        said = f"Below the minimum: {self.counted} of {least}. {without}This hand may not be declared."
        return f"\n{folded(said, 0)}\n"

    def _payments(self) -> str:
        """Who pays whom how much."""
        if self.transfers is None:
            return "".join(_UNKNOWN[need] for need in self.unknown)
        winner = self.hand.seat
        rows = [
            [_party(item.payer), "pays", _party(item.payee), str(item.amount), item.reason] for item in self.transfers
        ]
        return f"{columns(rows, right=[3])}\n  {SEAT_NAMES[winner]} receives {(self.payments or {}).get(winner, 0)}.\n"

    def _repr_html_(self) -> str:
        rows: list[tuple[object, ...]] = [
            (item.value, item.unit, item.name, ", ".join(item.tiles)) for item in self.items
        ]
        rows.append((self.total, self.sheet.unit, "Total", self.hand.to_text()))
        rows += [(amount, "", f"{SEAT_NAMES[seat]} receives", "") for seat, amount in (self.payments or {}).items()]
        return html_table(self.sheet.heading, rows)


def _party(name: str) -> str:
    """The name of a seat, or of a pot."""
    return SEAT_NAMES.get(name) or name.replace("_", " ").capitalize()


def figure_of(value: Any) -> Any:
    """A figure of a scoring method for a record, exact amounts as numbers."""
    return value if isinstance(value, bool) or not hasattr(value, "denominator") else printed(value)

"""What a hand scores: the total, every item, who pays whom, and, when read, why."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..hands.hand import Hand
from ..shapes.readings import Reading
from ..tables import columns, html_table
from ..transfers import Transfer, net_amounts
from . import payments
from .explanation import Explainer, Explanation, OtherReading
from .item import Item, items_of, printed
from .scorer import Best
from .shares import waited_for
from .sheet import Sheet
from .show import PLAIN, SEATS, Style, hand_text

WIDTH = 80
"""How many letters of the ids of rules the `repr` of a score has."""
UNKNOWN = {
    "hands": "Who pays whom depends on the hands of all players: see `mjrules settle`.\n",
    "discarder": "Who pays? Say who discarded the tile: from=left, from=across or from=right.\n",
}
"""What is said where it is not known who pays."""


@dataclass(frozen=True, repr=False)
class Score:
    """The score of one hand under one ruleset; the best reading decides.

    `counted` is what the minimum was tested on; `cut` what a limit took away; `totals` are further figures of the
    scoring method. `transfers` say who pays whom, and `payments` what each seat gains or loses: None where the record
    says too little to settle or the minimum is not met. `unknown` is what must be known to settle the win, and the
    record does not say: `hands` of all, the `discarder`. A score is a plain value; only its explanation is worked
    out when it is read.
    """

    sheet: Sheet
    hand: Hand
    reading: Reading
    items: tuple[Item, ...]
    total: int
    counted: int
    minimum_met: bool
    cut: int
    totals: Mapping[str, Any] = field(hash=False)
    transfers: tuple[Transfer, ...] | None
    payments: Mapping[str, int] | None = field(hash=False)
    unknown: tuple[str, ...]
    explanation: Explanation = field(compare=False)

    @classmethod
    def of(cls, best: Best, explainer: Explainer) -> Score:
        """The score of the best reading of a hand. Raises PluginError where a plugin fails."""
        hand, book, selection = best.hand, explainer.scorer.book, best.selection
        value, items = selection.value, items_of(best.reading, selection.counting)
        unknown = payments.unknown(hand, book) if best.minimum_met else ()
        transfers = payments.transfers(hand, value, book) if best.minimum_met and not unknown else None
        return cls(
            explainer.sheet,
            hand,
            best.reading,
            items,
            value.total,
            value.counted,
            best.minimum_met,
            value.cut,
            {name: _figure(figure) for name, figure in value.totals.items()},
            transfers,
            None if transfers is None else net_amounts(transfers, book.seats),
            unknown,
            Explanation(explainer, best, items, unknown),
        )

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

    def __str__(self) -> str:
        return self.text()

    def text(self, style: Style = PLAIN, assumed: Collection[str] = ()) -> str:
        """The score as people read it: the hand, the sets as read, the items, the way to the total, and the payments.

        `assumed` are those of `seat` and `round` that nobody said.
        """
        hand, pieces = hand_text(self.hand, style, assumed), style.pieces(self.reading.pieces)
        table = columns([*self._items(style), *self._total()], right=[0])
        paid = f"{self._minimum()}{self._payments()}".rstrip("\n")
        found = f"{self.sheet.heading}\n\n{hand}\nRead   {pieces}\n{self._fished(style)}\n{table}"
        return f"{found}\n{paid}" if paid else found

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
        return f"\nBelow the minimum: {self.counted} of {least}. This hand may not be declared.\n"

    def _payments(self) -> str:
        """Who pays whom how much."""
        if self.transfers is None:
            return "".join(UNKNOWN[need] for need in self.unknown)
        winner = self.hand.seat
        rows = [
            [SEATS[item.payer], "pays", SEATS[item.payee], str(item.amount), f"({item.because})"]
            for item in self.transfers
        ]
        return f"{columns(rows, right=[3])}\n  {SEATS[winner]} receives {(self.payments or {}).get(winner, 0)}.\n"

    def _repr_html_(self) -> str:
        rows: list[tuple[object, ...]] = [
            (item.value, item.unit, item.name, ", ".join(item.tiles)) for item in self.items
        ]
        rows.append((self.total, self.sheet.unit, "Total", self.hand.to_text()))
        rows += [(amount, "", f"{SEATS[seat]} receives", "") for seat, amount in (self.payments or {}).items()]
        return html_table(self.sheet.heading, rows)


def _figure(value: Any) -> Any:
    """A figure of a scoring method for a record, exact amounts as numbers."""
    return value if isinstance(value, bool) or not hasattr(value, "denominator") else printed(value)

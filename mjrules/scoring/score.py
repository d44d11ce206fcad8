"""What a hand scores: the total, every item, who pays whom, and, when read, why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

from ..hands.hand import Hand
from ..hands.pieces import named_by, tiles_in
from ..shapes.readings import Reading
from ..tiles.tile import format_tiles
from ..transfers import Transfer
from .explanation import Explanation
from .policy import Award
from .select import Selection, Weighed


@dataclass(frozen=True)
class Item:
    """A rule that counts. `value` is `count` times `each`; `tiles` are the sets it was found on."""

    id: str
    name: str
    number: str | None
    count: int
    each: int | float
    value: int | float
    unit: str
    tiles: tuple[str, ...]
    source: str | None

    def to_record(self) -> dict[str, Any]:
        """The item for a score record."""
        return {**self.__dict__, "tiles": list(self.tiles)}


def printed(amount: Any) -> int | float:
    """An exact amount as a number of a record: whole, or a decimal fraction."""
    return int(amount) if amount == int(amount) else float(amount)


def _figure(value: Any) -> Any:
    """A figure of a scoring method for a record, exact amounts as numbers."""
    return value if isinstance(value, bool) or not hasattr(value, "denominator") else printed(value)


WIDTH = 80
"""How many letters of the ids of rules the `repr` of a score has."""
Candidate = tuple[Hand, Reading, Weighed]
"""A reading of the hand, or of one that it may stand for, with the best choice for it."""


class Answering(Protocol):
    """Whoever scored a hand answers what is asked of the score later."""

    def settle(self, score: Score) -> tuple[Transfer, ...] | None:
        """Who pays whom."""

    def unknown(self, score: Score) -> tuple[str, ...]:
        """What must be known to settle, and is not."""

    def net(self, transfers: Sequence[Transfer]) -> Mapping[str, int]:
        """What each seat gains or loses."""

    def explain(self, score: Score) -> Explanation:
        """Why the hand scores what it scores."""

    def alike(self, score: Score) -> Iterator[Score]:
        """The scores of other readings that are worth the same."""


@dataclass(frozen=True, init=False, repr=False)
class Score:
    """The score of one hand under one ruleset; the best reading decides.

    `counted` is what the minimum was tested on. `transfers` is None where the record says too
    little to settle or the minimum is not met. `explanation` is computed when it is read.
    """

    hand: Hand
    reading: Reading
    selection: Selection
    minimum_met: bool
    _scorer: Answering
    _candidates: Sequence[Candidate] = ()

    def __init__(
        self,
        hand: Hand,
        reading: Reading,
        selection: Selection,
        minimum_met: bool,
        scorer: Answering,
        candidates: Sequence[Candidate] = (),
    ) -> None:
        # A frozen dataclass sets its fields one by one, which takes four times as long.
        self.__dict__.update(
            hand=hand,
            reading=reading,
            selection=selection,
            minimum_met=minimum_met,
            _scorer=scorer,
            _candidates=candidates,
        )

    def __repr__(self) -> str:
        rules = ", ".join(award.rule.id for award in self.awards)
        return f"<Score {self.total}: {rules if len(rules) <= WIDTH else f'{rules[:WIDTH]}...'}>"

    @property
    def total(self) -> int:
        """The value of the hand."""
        return self.selection.value.total

    @property
    def counted(self) -> int:
        """What the minimum is tested on."""
        return self.selection.value.counted

    @property
    def special(self) -> bool:
        """Whether a special hand decides the value, as the scoring method says under `special` in its totals."""
        return bool(self.selection.value.totals.get("special"))

    @property
    def awards(self) -> tuple[Award, ...]:
        """The rules that count, the most valuable first."""
        kept = self.selection.value.kept
        awards = self.selection.awards
        return awards if kept is None else tuple(awards[index] for index in kept)

    @cached_property
    def items(self) -> tuple[Item, ...]:
        """The rules that count, with their sets, values, names and sources."""
        return tuple(self._item(award) for award in self.awards)

    @cached_property
    def transfers(self) -> tuple[Transfer, ...] | None:
        """Who pays whom how much and why."""
        return self._scorer.settle(self)

    @cached_property
    def payments(self) -> Mapping[str, int] | None:
        """What each seat gains or loses; None where the hand cannot be settled."""
        return None if self.transfers is None else self._scorer.net(self.transfers)

    @property
    def unknown(self) -> tuple[str, ...]:
        """What must be known to settle the win, and the record does not say: `hands` of all, the `discarder`."""
        return self._scorer.unknown(self)

    @cached_property
    def explanation(self) -> Explanation:
        """What was not counted and why, other readings, and the total rebuilt step by step."""
        return self._scorer.explain(self)

    @property
    def rivals(self) -> Iterator[Candidate]:
        """The readings of this hand that were not chosen, each with the best choice for it."""
        return (one for one in self._candidates if one[1] != self.reading and one[0] == self.hand)

    @property
    def alike(self) -> Iterator[Score]:
        """The scores of other readings of the hand that are worth the same."""
        return self._scorer.alike(self)

    def _item(self, award: Award) -> Item:
        rule = award.rule
        return Item(
            rule.id,
            rule.name,
            rule.number,
            award.times,
            printed(award.each),
            printed(award.value),
            rule.unit,
            tuple(sets_text(self.reading, mask) for mask in award.masks if mask),
            rule.source,
        )

    def to_record(self) -> dict[str, Any]:
        """The part of a score record that this score knows."""
        record: dict[str, Any] = {
            "total": self.total,
            "minimum_met": self.minimum_met,
            "items": [item.to_record() for item in self.items],
            "reading": self.reading.to_record(),
            **{name: _figure(value) for name, value in self.selection.value.totals.items()},
        }
        if self.payments is not None:
            record["payments"] = dict(self.payments)
        return record


def sets_text(reading: Reading, mask: int) -> str:
    """The tiles of the pieces that a mask names, set by set: `123m 456m`."""
    return " ".join(format_tiles(tiles_in(piece)) for piece in named_by(mask, reading.pieces))

"""What an explanation says: what counts, what does not and why, and the readings that lost."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from ..hands.pieces import short
from ..shapes.nearest import Exchange
from ..shapes.readings import Reading
from ..tiles.tile import TEXT, Tile, format_tiles
from .policy import Award, Step, Value


class NotCounted(NamedTuple):
    """A rule, or a match of it, that gives no points.

    `because` is `excluded` (by the accepted rules `by`), `limit` (what counts takes its place: one rule
    that reaches a limit and counts alone, or rules that are worth more), `policy` (the combination policy left
    it out; `by` names the policy) or `near_miss` (little is missing; `by` names the condition that fails, `hand`
    for tiles, and `needs` says what it asks for). `tiles` are the sets of the match. `exchanges` are the tiles
    that would make the hand, and those that are in their way.
    """

    id: str
    name: str
    because: str
    by: tuple[str, ...]
    tiles: str = ""
    needs: str = ""
    exchanges: tuple[Exchange, ...] = ()

    def to_record(self) -> dict[str, Any]:
        """The entry for a score record."""
        record: dict[str, Any] = {"id": self.id, "name": self.name, "because": self.because, "by": list(self.by)}
        if self.tiles:
            record["tiles"] = self.tiles
        if self.needs:
            record["needs"] = self.needs
        if self.exchanges:
            record["exchanges"] = [
                {"missing": format_tiles(one.missing), "too_much": format_tiles(one.too_much)}
                for one in self.exchanges[:MOST_TOLD]
            ]
        return record


MOST_TOLD = 10
"""How many exchanges a record lists."""


class OtherReading(NamedTuple):
    """A reading that lost, and what it would have been worth; `steps` show how."""

    reading: Reading
    total: int
    steps: tuple[Step, ...] = ()

    @property
    def text(self) -> str:
        """The pieces of the reading, one after the other."""
        return " ".join(short(piece) for piece in self.reading.pieces)


class Finished(NamedTuple):
    """What a hand would have been worth that did not win, had its player drawn one of these tiles.

    `awards` are the rules that would have counted, the most valuable first.
    """

    tiles: tuple[Tile, ...]
    total: int
    reading: Reading
    awards: tuple[Award, ...]

    def to_record(self) -> dict[str, Any]:
        """The entry for a score record."""
        return {
            "tiles": [TEXT[tile] for tile in self.tiles],
            "total": self.total,
            "items": [award.rule.id for award in self.awards],
        }


class Later(NamedTuple):
    """What is worked out only when it is asked for, for it takes longer than the rest."""

    nearest: Callable[[], Iterable[NotCounted]]
    finished: Callable[[], Iterable[Finished]]


@dataclass(frozen=True, repr=False)
class Explanation:
    """Everything behind a score.

    `awards` are what counts; `value` computed from them gives the total again, and `steps` show how, where the
    scoring method says so. `instead` are the steps of what does not count, because what counts takes its
    place. `unread_flags` are flags of the hand that nothing in the ruleset reads. `payments_need` is what
    must be known to settle the win and its record does not say: the `hands` of all players, the `discarder`.
    """

    awards: tuple[Award, ...]
    not_counted: tuple[NotCounted, ...]
    other_readings: tuple[OtherReading, ...]
    unread_flags: tuple[str, ...]
    payments_need: tuple[str, ...]
    _value: Value
    steps: tuple[Step, ...]
    instead: tuple[Step, ...]
    _later: Later

    def __repr__(self) -> str:
        told = f"{len(self.not_counted)} not counted, {len(self.other_readings)} other readings"
        return f"<Explanation of {self.total}: {told}>"

    @property
    def total(self) -> int:
        """The total, rebuilt from the awards by the scoring method."""
        return self._value.total

    @property
    def cut(self) -> int:
        """What a limit took away from what the awards come to; 0 for nothing."""
        return self._value.cut

    @cached_property
    def nearest(self) -> tuple[NotCounted, ...]:
        """The hands of a shape of their own that were nearly made, and what they would need.

        They are searched when this is read for the first time.
        """
        told = {item.id for item in self.not_counted}
        return tuple(item for item in self._later.nearest() if item.id not in told)

    @cached_property
    def finished(self) -> tuple[Finished, ...]:
        """What a hand that did not win would have been worth with each tile that completes it, the highest first.

        It is scored with these tiles when this is read for the first time.
        """
        return tuple(self._later.finished())

    def to_record(self) -> dict[str, Any]:
        """The explanation for a score record; of what may be empty, only what is there."""
        return {
            **({"cut": self.cut} if self.cut else {}),
            **({"steps": [step._asdict() for step in self.steps]} if self.steps else {}),
            **({"finished": [item.to_record() for item in self.finished]} if self.finished else {}),
            "not_counted": [item.to_record() for item in (*self.not_counted, *self.nearest)],
            "other_readings": [
                {"shape": other.reading.shape, "sets": other.text, "total": other.total}
                for other in self.other_readings
            ],
            "unread_flags": list(self.unread_flags),
            **({"payments_need": list(self.payments_need)} if self.payments_need else {}),
        }

"""What an explanation says: what counts, what does not and why, and the readings that lost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from ..pieces import short
from ..readings import Reading
from .policy import Award, Value


class NotCounted(NamedTuple):
    """A rule, or a match of it, that gives no points.

    `because` is `excluded` (by the accepted rules `by`), `limit` (the rules `by` reach a limit and
    count alone), `policy` (the combination policy left it out; `by` names the policy) or
    `near_miss` (one condition fails; `by` names it, `needs` says what it asks for). `tiles` are
    the sets of the match.
    """

    id: str
    name: str
    because: str
    by: tuple[str, ...]
    tiles: str = ""
    needs: str = ""

    def to_record(self) -> dict[str, Any]:
        """The entry for a score record."""
        record: dict[str, Any] = {"id": self.id, "name": self.name, "because": self.because, "by": list(self.by)}
        if self.tiles:
            record["tiles"] = self.tiles
        if self.needs:
            record["needs"] = self.needs
        return record


class OtherReading(NamedTuple):
    """A reading that lost, and what it would have been worth."""

    reading: Reading
    total: int

    @property
    def text(self) -> str:
        """The pieces of the reading, one after the other."""
        return " ".join(short(piece) for piece in self.reading.pieces)


@dataclass(frozen=True)
class Explanation:
    """Everything behind a score.

    `awards` are what counts; `value` computed from them gives the total again. `unread_flags`
    are flags of the hand that no rule of the ruleset reads. `payments_need` is what must be known to
    settle the win and its record does not tell: the `hands` of all players, the `discarder`.
    """

    awards: tuple[Award, ...]
    not_counted: tuple[NotCounted, ...]
    other_readings: tuple[OtherReading, ...]
    unread_flags: tuple[str, ...]
    payments_need: tuple[str, ...]
    _value: Value

    @property
    def total(self) -> int:
        """The total, rebuilt from the awards by the scoring method."""
        return self._value.total

    @property
    def cut(self) -> int:
        """What a limit took away from what the awards come to; 0 for nothing."""
        return self._value.cut

    def to_record(self) -> dict[str, Any]:
        """The explanation for a score record; `cut` and `payments_need` only where there is something to tell."""
        return {
            **({"cut": self.cut} if self.cut else {}),
            "not_counted": [item.to_record() for item in self.not_counted],
            "other_readings": [
                {"shape": other.reading.shape, "sets": other.text, "total": other.total}
                for other in self.other_readings
            ],
            "unread_flags": list(self.unread_flags),
            **({"payments_need": list(self.payments_need)} if self.payments_need else {}),
        }

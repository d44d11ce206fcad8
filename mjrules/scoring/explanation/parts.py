"""What explanations tell: rules that do not count and why, readings that lost, hands that were not finished."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ...hands.pieces import short
from ...shapes.readings import Reading
from ...tiles.tile import TEXT, Tile, format_tiles
from ..item import Item
from ..policy import Step
from ..show import Style

if TYPE_CHECKING:
    from ...shapes.missing_tiles import Exchange


class AskedOf(NamedTuple):
    """What a condition of a ruleset asks of a hand: a word with its value, at a path, and whether that has to hold.

    What no condition of the ruleset says stands at no path, its `word` alone says it.
    """

    word: str
    value: Any
    path: tuple[str, ...]
    wanted: bool


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


class Against(NamedTuple):
    """What does not count for one kind of reason: `excluded`, `limit`, `policy`, or it misses a `condition` or `tiles`.

    `reasons` say for each item why not, `instead` what all would come to, where something else takes their place.
    """

    kind: str
    title: str
    items: tuple[NotCounted, ...]
    reasons: tuple[str, ...]
    instead: str = ""


class OtherReading(NamedTuple):
    """A reading that lost, and what it would have been worth, with what items; `steps` show how."""

    reading: Reading
    total: int
    steps: tuple[Step, ...] = ()
    items: tuple[Item, ...] = ()

    def to_record(self) -> dict[str, Any]:
        """The entry for a score record."""
        return {"shape": self.reading.shape, "sets": self.text, "total": self.total}

    @property
    def text(self) -> str:
        """The pieces of the reading, one after the other."""
        return " ".join(short(piece) for piece in self.reading.pieces)


class Finished(NamedTuple):
    """What a hand would have been worth that did not win, had its player drawn one of these tiles.

    `items` are the rules that would have counted, the most valuable first.
    """

    tiles: tuple[Tile, ...]
    total: int
    reading: Reading
    items: tuple[Item, ...]

    def to_record(self) -> dict[str, Any]:
        """The entry for a score record."""
        return {
            "tiles": [TEXT[tile] for tile in self.tiles],
            "total": self.total,
            "items": [item.id for item in self.items],
        }

    def row(self, style: Style) -> list[str]:
        """The tiles, what the hand is worth with them, and the rules, for a text."""
        tiles = " or ".join(style.tiles([tile]) for tile in self.tiles)
        return [tiles, str(self.total), ", ".join(item.name for item in self.items)]

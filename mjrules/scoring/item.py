"""Items: the rules that count in a score, with the sets on which they were found."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, Final

from ..declared.frozen_class import frozen_class
from ..hands.pieces import SLOTS, Piece, named_by, piece_text
from ..settlement_method import WonItem
from ..shapes.readings import Reading
from .policy import Award
from .select import Selection
from .standing import WHOLE_HAND


@frozen_class()
class Item:
    """A rule that counts. `value` is `count` times `each`; `tiles` are the sets it was found on.

    `masks` says the same by the places of these sets in the reading.
    """

    id: str
    name: str
    number: str | None
    count: int
    each: int | float
    value: int | float
    unit: str
    tiles: tuple[str, ...]
    source: str | None
    masks: tuple[int, ...] = ()

    @property
    def won(self) -> WonItem:
        """The item for a settlement."""
        return WonItem(self.id, self.count, self.each, self.value, self.unit)

    def to_record(self) -> dict[str, Any]:
        """The item for a score record."""
        record = {**self.__dict__, "tiles": list(self.tiles)}
        del record["masks"]
        return record


def items_of(reading: Reading, awards: Iterable[Award]) -> tuple[Item, ...]:
    """What is awarded for a reading, as items."""
    found: list[Item] = []
    pieces = reading.pieces
    places = _places(len(reading.chows), len(reading.pungs), len(reading.pairs), len(reading.loose))
    for award in awards:
        masks = award[3]
        if masks is WHOLE_HAND:
            tiles: tuple[str, ...] = ()
        elif len(masks) == 1 and masks[0] in places:
            tiles = (piece_text(pieces[places[masks[0]]]),)
        else:
            tiles = tuple([_tiles(pieces, places, mask) for mask in masks if mask])
        kept = _MADE.get((id(award), tiles))
        found.append(kept[1] if kept is not None and kept[0] is award else _made(award, tiles))
    return tuple(found)


_KEPT: Final = 1 << 14
_MADE: Final[dict[tuple[int, tuple[str, ...]], tuple[Award, Item]]] = {}
"""Items that were made, each with its award, by what tells that one and by the tiles; hands have much the same."""


def _made(award: Award, tiles: tuple[str, ...]) -> Item:
    """The item of an award that was found on these tiles; kept."""
    rule, count, each, own = award
    masks = tuple([mask for mask in own if mask])
    worth, value = printed(each), printed(count * each)
    item = Item(rule.id, rule.name, rule.number, count, worth, value, rule.unit, tiles, rule.source, masks)
    if len(_MADE) >= _KEPT:
        _MADE.clear()
    _MADE[id(award), tiles] = award, item
    return item


def won_items(selection: Selection) -> Iterator[WonItem]:
    """What counts, the most valuable first, for a settlement; worked out only where it is asked for."""
    for rule, count, each, _ in selection.counting:
        yield WonItem(rule.id, count, printed(each), printed(count * each), rule.unit)


@cache
def _places(*numbers: int) -> Mapping[int, int]:
    """The places of pieces by the bits of their slots, of so many of each form; kept, for there are few layouts."""
    slots = [start + own for start, number in zip(SLOTS, numbers, strict=True) for own in range(number)]
    return {1 << slot: place for place, slot in enumerate(slots)}


def _tiles(pieces: tuple[Piece, ...], places: Mapping[int, int], mask: int) -> str:
    """The tiles of the pieces that a mask names, set by set: `123m 456m`."""
    return " ".join([piece_text(pieces[place]) for bit, place in places.items() if mask & bit])


def printed(amount: Any) -> int | float:
    """An exact amount as a number of a record: whole, or a decimal fraction."""
    if type(amount) is int:
        return amount
    return int(amount) if amount == int(amount) else float(amount)


def sets_text(reading: Reading, mask: int) -> str:
    """The tiles of the pieces that a mask names, set by set: `123m 456m`."""
    return " ".join([piece_text(piece) for piece in named_by(mask, reading.pieces)])

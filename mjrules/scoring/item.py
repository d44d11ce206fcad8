"""Items: the rules that count in a score, with the sets on which they were found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from ..declared.frozen_class import frozen_class
from ..hands.pieces import named_by, piece_text
from ..settlement_method import WonItem
from ..shapes.readings import Reading
from .policy import Award
from .select import Selection


@frozen_class()
class Item:
    """A rule that counts. `value` is `count` times `each`; `tiles` are the sets it was found on.

    `masks` says the same by the places of these sets in the reading. The tiles of an item of a score are told when
    they are first read, as few callers read them.
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

    if not TYPE_CHECKING:  # or no wrong name of a field would be found

        def __getattr__(self, name: str) -> tuple[str, ...]:
            """The tiles, where nobody read them yet."""
            known = self.__dict__
            if name != "tiles" or _READING not in known:
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            known[name] = tiles = tuple([sets_text(known[_READING], mask) for mask in self.masks])
            return tiles

    def __reduce__(self) -> tuple[type[Item], tuple[Any, ...]]:
        return Item, tuple([getattr(self, name) for name in (*_SAID, "masks")])

    def to_record(self) -> dict[str, Any]:
        """The item for a score record."""
        return {name: getattr(self, name) for name in _SAID} | {"tiles": list(self.tiles)}


_SAID: Final = ("id", "name", "number", "count", "each", "value", "unit", "tiles", "source")
"""What a score record says of an item."""
_READING: Final = "_reading"
"""Under this name an item has the reading on whose sets it was found."""


def items_of(reading: Reading, awards: Sequence[Award]) -> tuple[Item, ...]:
    """What is awarded for a reading, as items."""
    found: list[Item] = []
    for award, kept in zip(awards, map(_MADE.get, map(id, awards)), strict=True):
        _, item, said = kept if kept is not None and kept[0] is award else _made(award)
        if said is not None:
            item = _new(Item)
            _set(item, "__dict__", {**said, _READING: reading})
        found.append(item)
    return tuple(found)


_new: Final = object.__new__
_set: Final = object.__setattr__
_KEPT: Final = 1 << 14
_Made = tuple[Award, Item, dict[str, Any] | None]
"""An award and its item; and what that says but for the tiles, where it was found on some."""
_MADE: Final[dict[int, _Made]] = {}
"""What was made of awards, by what tells each."""


def _made(award: Award) -> _Made:
    """What is made of an award; kept."""
    rule, count, each, own = award
    masks = tuple([mask for mask in own if mask])
    worth, value = printed(each), printed(count * each)
    item = Item(rule.id, rule.name, rule.number, count, worth, value, rule.unit, (), rule.source, masks)
    said = {name: told for name, told in item.__dict__.items() if name != "tiles"} if masks else None
    if len(_MADE) >= _KEPT:
        _MADE.clear()
    _MADE[id(award)] = made = award, item, said
    return made


def won_items(selection: Selection) -> Iterator[WonItem]:
    """What counts, the most valuable first, for a settlement; worked out only where it is asked for."""
    for rule, count, each, _ in selection.counting:
        yield WonItem(rule.id, count, printed(each), printed(count * each), rule.unit)


def printed(amount: Any) -> int | float:
    """An exact amount as a number of a record: whole, or a decimal fraction."""
    if type(amount) is int:
        return amount
    return int(amount) if amount == int(amount) else float(amount)


def sets_text(reading: Reading, mask: int) -> str:
    """The tiles of the pieces that a mask names, set by set: `123m 456m`."""
    return " ".join([piece_text(piece) for piece in named_by(mask, reading.pieces)])

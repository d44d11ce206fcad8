"""What an event is: a frozen tuple whose class follows from its fields, and so do its records."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import MISSING
from inspect import get_annotations
from operator import itemgetter
from types import MappingProxyType
from typing import Any, ClassVar, NoReturn, Self, TypeVar, dataclass_transform

from ..declared.fields import NOTHING
from ..tiles.tile import JOKER
from .event_fields import NO_TILE, Field, Seat, fields_of, further_words, tile_text, tiles_text

_new = tuple.__new__
_TWELVE = namedtuple("_TWELVE", "a b c d e f g h i j k l")
_READERS: Sequence[Any] = [vars(_TWELVE)[name] for name in _TWELVE._fields]
"""What reads the value at each place of a tuple: those of named tuples are the quickest that there are."""


class Event(tuple[Any, ...]):
    """What happened. Its class is of one `kind`, has the fields of that kind, and says what it means."""

    __slots__ = ()
    kind: ClassVar[str] = ""
    defaults: ClassVar[Mapping[str, Any]] = NOTHING
    """The fields in their order, each with its default, MISSING for one that has none."""
    _size: ClassVar[int] = 0
    """How many fields there are."""

    def __new__(cls, *values: Any, **named: Any) -> Self:
        """An event with these values, in the order of the fields or by their names. Raises TypeError."""
        if named or len(values) != cls._size:
            values = tuple(cls._filled(values, named))
        return _new(cls, values)

    @classmethod
    def _filled(cls, values: Sequence[Any], named: dict[str, Any]) -> Iterator[Any]:
        """The values of all fields."""
        for place, (name, default) in enumerate(cls.defaults.items()):
            value = values[place] if place < len(values) else named.pop(name, default)
            if value is MISSING:
                raise TypeError(f"{cls.__name__} needs {name}")
            yield value
        if named or len(values) > len(cls.defaults):
            raise TypeError(f"{cls.__name__} has the fields {', '.join(cls.defaults)}, got {(*values, *named)}")

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{name} cannot be changed: an event is what has happened")

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and tuple.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = tuple.__hash__

    def __repr__(self) -> str:
        said = ", ".join(f"{name}={value!r}" for name, value in zip(self.defaults, self, strict=True))
        return f"{type(self).__name__}({said})"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), tuple([_picklable(value) for value in self])

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    @classmethod
    def fields(cls: Any) -> tuple[Field, ...]:
        """The fields of its records, in their order."""
        return fields_of(cls)

    def but(self, **changes: Any) -> Self:
        """The event with other values in some fields."""
        return type(self)(**{**dict(zip(self.defaults, self, strict=True)), **changes})

    def to_record(self, seats: Sequence[str]) -> dict[str, Any]:
        """The event as one JSON object, without what is at its default; `seats` are the winds in the order of play."""
        said = [(item, value) for item, value in zip(self.fields(), self, strict=True) if value != item.default]
        return {"event": self.kind, **{item.form.key: item.form.write(value, seats) for item, value in said}}


def _picklable(value: Any) -> Any:
    """The same value with mappings that can be pickled in it, which those that are only read cannot be."""
    if isinstance(value, (dict, MappingProxyType)):
        return {key: _picklable(item) for key, item in value.items()}
    if type(value) is tuple:
        return tuple([_picklable(item) for item in value])
    return value._make(map(_picklable, value)) if hasattr(value, "_make") else value


E = TypeVar("E", bound=Event)


@dataclass_transform(frozen_default=True)
def event(kind: str) -> Callable[[type[E]], type[E]]:
    """Makes a frozen class of the events of a kind; a house rule makes those of its own kinds with it, too.

    No code is written for a class: a quick start has no time for that.
    """

    def made(own: type[E]) -> type[E]:
        names = [name for name in get_annotations(own) if name != "_"]
        own.kind = kind
        own.defaults = {**own.defaults, **{name: own.__dict__.get(name, MISSING) for name in names}}
        own._size = len(own.defaults)
        for place, name in enumerate(own.defaults):
            setattr(own, name, _READERS[place] if place < len(_READERS) else property(itemgetter(place)))
        return own

    return made


@event("")
class PlayerEvent(Event):
    """What happened to a player, or by one; `seat` is the place at the table in the order of play, 0 for East."""

    __slots__ = ()
    seat: Seat


class Action(PlayerEvent):
    """What a player decides. What was decided is in the log, as the same event; `secret`: nobody else notices it."""

    __slots__ = ()
    secret: ClassVar[bool] = False

    def text(self) -> str:
        """The action in words, without the player: `discard 5m`, `chow 46m`; one of a house rule with all it says."""
        said = {item.form.key: getattr(self, item.name) for item in self.fields()}
        tile, tiles, named = said.get("tile", NO_TILE), said.get("tiles"), said.get("named", NO_TILE)
        parts = [self.kind, str(said.get("word", ""))]
        if tile != NO_TILE and (not tiles or tiles == (JOKER,)):  # a joker alone may go beside several pungs
            parts.append(tile_text(tile))
        if tiles:
            parts.append(tiles_text(tiles))
        if named != NO_TILE:
            parts.append(f"named {tile_text(named)}")
        parts += further_words(self)
        return " ".join(part for part in parts if part)

    def __str__(self) -> str:
        return self.text()

    def decided(self) -> Action:
        """The action as it was made, of which the log may say more."""
        return self

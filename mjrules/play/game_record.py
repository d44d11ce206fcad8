"""Records of games of other programs, read strictly: what a format of logs expects is there, or it says what is not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from ..errors import TileError, described, did_you_mean
from ..tiles.tile import Tile, parse_tiles
from .event_fields import NOBODY
from .events import LogError
from .foreign_log_format import LogLine


class RecordStep(NamedTuple):
    """Something that happened, as a record has it in a list: its `number`, from 1, what, by whom, and more.

    `place` is where it stands, for people.
    """

    number: int
    place: str
    kind: str
    seat: int
    said: tuple[Any, ...]


class GameRecord:
    """The record of a game at a line of a log. Every method raises LogError where something else is there.

    `fields` are the fields of a record with what they say, all of which must be there but those that are `optional`.
    A `place` is where in the record something stands, for people.
    """

    def __init__(
        self, line: LogLine, fields: Mapping[str, str], *, seats: int = 4, optional: tuple[str, ...] = ("id",)
    ) -> None:
        self.line, self.fields = line
        self.seats = seats
        for name in fields:
            if name not in self.fields and name not in optional:
                raise self.error(f"{name}: missing from the record of a game")
        for name in self.fields:
            if name not in fields:
                raise self.error(f'a game has no field "{name}"{did_you_mean(name, fields)}')

    def error(self, reason: str) -> LogError:
        """What is wrong, as an exception to raise."""
        return LogError(self.line, reason)

    def whole(self, place: str, value: Any, least: int | None = None, most: int | None = None) -> int:
        """A whole number, within these bounds."""
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.error(f"{place}: expected a whole number, got {described(value)}")
        if (least is not None and value < least) or (most is not None and value > most):
            bounds = f"{least} to {most}" if least is not None and most is not None else f"{least} or more"
            raise self.error(f"{place}: expected {bounds if least is not None else f'{most} or less'}, got {value}")
        return value

    def seat(self, place: str, value: Any) -> int:
        """A seat by its number, from 0."""
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < self.seats:
            raise self.error(f"{place}: expected a seat, 0 to {self.seats - 1}, got {described(value)}")
        return value

    def tiles(self, place: str, value: Any, number: int | None = None) -> tuple[Tile, ...]:
        """Tiles as text, so many where that is known."""
        if not isinstance(value, str):
            raise self.error(f"{place}: expected tiles as text, got {described(value)}")
        try:
            found = parse_tiles(value)
        except TileError as error:
            raise self.error(f"{place}: {error}") from None
        if number is not None and len(found) != number:
            wanted = "one tile" if number == 1 else f"{number} tiles"
            raise self.error(f"{place}: expected {wanted}, got {len(found)}")
        return found

    def tile(self, place: str, value: Any) -> Tile:
        """One tile as text."""
        return self.tiles(place, value, 1)[0]

    def listed(self, name: str, what: str, number: int | None = None) -> list[Any]:
        """A field that is a list, of so many things where that is known."""
        value = self.fields[name]
        if not isinstance(value, list) or (number is not None and len(value) != number):
            raise self.error(f"{name}: expected a list of {what if number is None else f'{number} {what}'}")
        return value

    def steps(
        self,
        name: str,
        kinds: Mapping[str, str],
        words: Mapping[str, tuple[int, ...]],
        what: str = "event",
        *,
        by_nobody: tuple[str, ...] = (),
    ) -> Iterator[RecordStep]:
        """What happened, each in a list of its kind, the seat and more; `words` has how many words a kind may have.

        The kinds `by_nobody` have no seat.
        """
        article = "an" if what[0] in "aeiou" else "a"
        for number, step in enumerate(self.listed(name, f"{what}s"), 1):
            place = f"{what} {number}"
            kind = step[0] if isinstance(step, list) and step else step
            if kind is step or not isinstance(kind, str) or kind not in kinds:
                raise self.error(f"{place}: {described(kind)} is not {article} {what}{did_you_mean(kind, kinds)}")
            if len(step) not in words[kind]:
                raise self.error(f"{place}: {kind}: expected {kinds[kind]}, got {described(step[1:])}")
            if kind in by_nobody:
                yield RecordStep(number, place, kind, NOBODY, tuple(step[1:]))
            else:
                yield RecordStep(number, place, kind, self.seat(f"{place}: {kind}", step[1]), tuple(step[2:]))

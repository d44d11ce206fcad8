"""Tiles of the wall that are turned up for a win: which are birds, and which of them a winner has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal

from mjrules.hooks import (
    NOBODY,
    NOTHING,
    SEATS,
    TEXT,
    Asks,
    Event,
    Facts,
    HandInPlay,
    Limits,
    Play,
    Sentence,
    WrongValueError,
    class_in_words,
    declared,
    events,
    key,
    parse_tiles,
)

_NO_SEAT = Sentence('expected a seat, one of {seats}, got "{seat}"', "应为门风“{seats:written}”之一，而不是“{seat}”")
Class = Annotated[str, Limits(pattern="^([1-9]+[mpsz])+$")]
"""Tiles, as text."""
WIND_NAMES = {"E": "East", "S": "South", "W": "West", "N": "North"}


@declared
class MoreBirds:
    """How many tiles are turned up where some rules of a hand bring more of them."""

    base: int = key("how many are turned up in any case", ge=0, le=20)
    more: Annotated[Mapping[str, Annotated[int, Limits(ge=1, le=20)]], Limits(min_length=1)] = key(
        "how many more each time that a rule counts for the winner's hand, by the rule"
    )

    def of(self, score: Any) -> int:
        """How many are turned up for a hand of a score (`mjrules.Score`)."""
        return self.base + sum([self.more.get(item.id, 0) * int(item.count) for item in score.items])


@declared
class Turning:
    """How many tiles are turned up, and which of them are birds."""

    number: Annotated[int, Limits(ge=1, le=20)] | MoreBirds = key(
        "how many tiles are turned up, as far as the wall has them; or so many, and more by the rules of the hand",
        default=2,
    )
    tiles: Class = key("the tiles that are birds, whoever wins", default="159m159p159s")
    seats: Mapping[str, Class] = key(
        "the tiles that are birds of a winner, by the seat; for a seat that is not named `tiles` are", default=NOTHING
    )
    wins: Literal["all", "drawn"] = key("for which wins tiles are turned up", default="all")
    field: str = key(
        "the field of a winner's record that says how many are birds, or which tiles",
        default="birds",
        names="number or tiles",
    )

    def __post_init__(self) -> None:
        for seat in self.seats:
            if seat not in SEATS:
                raise WrongValueError(_NO_SEAT(seats=", ".join(SEATS), seat=seat), "seats", seat)

    def of(self, seat: str) -> frozenset[int]:
        """The tiles that are birds of a seat."""
        return frozenset(parse_tiles(self.seats.get(seat, self.tiles)))


class Birds(Play):
    """The tiles that are turned up for the wins of a hand; of those who win with the same tile each has the first so
    many of the same ones."""

    hears = (events.Won,)

    def __init__(self, settings: Turning, state: HandInPlay, asks: Asks) -> None:
        super().__init__(settings, state, asks)
        self.places: tuple[int, ...] = ()
        self.won: tuple[int, ...] = ()
        """When the last win was."""
        self.numbers: dict[int, int] = {}
        """How many tiles each has who won then."""

    def _now(self) -> tuple[int, ...]:
        """What is different at any two wins that are not by the same tile."""
        return self.state.front, self.state.taken, self.state.discards

    def hear(self, event: Event) -> None:
        """Somebody wins: the next tiles of the wall are turned up, unless they are by the same tile."""
        assert isinstance(event, events.Won)
        number = self._number(event)
        if self._now() != self.won:
            self.won, self.places, self.numbers = self._now(), (), {}
        self.numbers[event.seat] = number
        if number > len(self.places):
            up = self.state.turned_up
            coming = self.state.coming(number + len(up))
            own = [place for place in coming if place in self.places or place not in up]
            self.places = tuple(own[:number])

    def _number(self, event: events.Won) -> int:
        """How many tiles are turned up for a winner."""
        number = self.settings.number
        if self.settings.wins == "drawn" and event.other != NOBODY:
            return 0
        return number if isinstance(number, int) else number.of(self.asks.score(event.seat, event.tile, event.how))

    def follows(self, event: Event) -> Sequence[Event]:
        """The tiles that are turned up."""
        return [events.TurnedUp(place) for place in self.places if place not in self.state.turned_up]

    def facts(self, seat: int, how: str) -> Facts | None:
        """Which of them are birds of a winner, in the order in which they were turned up."""
        if not how or self._now() != self.won:  # nobody has won yet, where it is asked what a win would be
            return None
        up, birds = self.state.turned_up, self.settings.of(self.asks.seats[seat])
        own = self.places[: self.numbers.get(seat, 0)]
        found = tuple([TEXT[up[place]] for place in own if up.get(place) in birds])
        return Facts(fields={self.settings.field: found}) if found else None


def told(settings: Turning) -> Iterator[str]:
    """The settings in sentences."""
    number = settings.number
    yield _turned_up(settings.wins, number if isinstance(number, int) else number.base)
    yield from () if isinstance(number, int) else _for_rules(number)
    for seat, tiles in settings.seats.items():
        yield Sentence("birds of {name} are {tiles}", "{seat:wind}家的鸟为{of:class}")(
            name=WIND_NAMES[seat], seat=seat, tiles=class_in_words(tiles), of=tiles
        )
    if settings.seats.keys() < {*SEATS}:
        tiles = settings.tiles
        every = Sentence("birds are {tiles}", "鸟为{of:class}")
        others = Sentence("birds of the others are {tiles}", "其余各家的鸟为{of:class}")
        yield (others if settings.seats else every)(tiles=class_in_words(tiles), of=tiles)


def _turned_up(wins: str, number: int) -> str:
    """How many tiles are turned up for a win."""
    win = Sentence("a drawn win", "自摸")() if wins == "drawn" else Sentence("a win", "和牌")()
    if number == 0:
        return Sentence("for {win} tiles of the wall are turned up by the rules of the hand", "{win}后依番种翻牌墙")(
            win=win
        )
    one = Sentence("for {win} the next tile of the wall is turned up", "{win}后翻牌墙的下一张")
    several = Sentence("for {win} the next {number} tiles of the wall are turned up", "{win}后翻牌墙的下 {number} 张")
    return (one if number == 1 else several)(win=win, number=number)


def _for_rules(number: MoreBirds) -> Iterator[str]:
    """How many more there are by the rules of the hand."""
    for id, more in number.more.items():
        yield Sentence("each time that {name} counts, it is {number} more", "每计一次{ids:rules}，多翻 {number} 张")(
            name=id.replace("_", " "), number=more, ids=(id,)
        )

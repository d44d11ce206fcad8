"""The tile that is turned up before play, and what is forbidden with those that it makes wild."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from mjrules.hooks import (
    KIND,
    Action,
    Asks,
    Event,
    Facts,
    HandInPlay,
    Play,
    Sentence,
    class_in_words,
    declared,
    events,
    key,
    parse_tiles,
    spoken_list,
    tile_text,
)

ALL = "123456789m123456789p123456789s1234567z"
RANKS = 9
HONOURS = 27
DRAGONS = 31
"""The first honour and the first dragon among the kinds: winds and dragons each come round among themselves."""
_CLAIMED = Sentence("a wild tile is not claimed for a set", "百搭牌不可吃碰杠")
_DISCARDED = Sentence("a wild tile is not discarded while there is another", "手中还有别的牌时不可打出百搭牌")


@declared
class Turning:
    """Which tile is turned up, which tiles are wild by it, and what is done with these."""

    place: int = key(
        "the place of the tile, from the end of the wall: -1 is the last; of tiles that are drawn already, the next "
        "before it",
        default=-1,
        le=-1,
    )
    among: str = key(
        "the tiles that may be wild; for any other that is turned up the next before it is turned up too; empty: all "
        "but bonus tiles and jokers",
        default="",
        pattern="^([1-9]+[mpsz])*$",
    )
    wild: tuple[Literal["same", "next"], ...] = key(
        "which tiles are wild: those like the tile turned up (`same`), those that come after it in its suit, among the "
        "winds or the dragons (`next`), or both",
        default=("same",),
    )
    field: str = key("the field of every hand's record that has the wild tiles", default="wild", names="tiles")
    claimed: bool = key("whether a wild tile that is discarded may be claimed for a set", default=True)
    discarded: bool = key("whether a wild tile may be discarded while there is another tile in hand", default=True)

    def of(self, tile: int) -> tuple[int, ...]:
        """The kinds that are wild when a tile is turned up; none where it may not be wild."""
        among = sorted({KIND[own] for own in parse_tiles(self.among or ALL)})
        kind = KIND[tile]
        if kind not in among:
            return ()
        row = [own for own in among if _row(own) == _row(kind)]
        after = row[(row.index(kind) + 1) % len(row)]
        return tuple(dict.fromkeys({"same": kind, "next": after}[which] for which in self.wild))


def _row(kind: int) -> int:
    """In which row a kind stands: a suit, the winds or the dragons."""
    return kind // RANKS if kind < HONOURS else HONOURS + (kind >= DRAGONS)


class WildTiles(Play):
    """The tile that is turned up in a hand, and the kinds that are wild by it."""

    hears = (events.Begin, events.PlayBegins, events.TurnedUp)
    forbids = (events.Discard, events.Chow, events.Pung, events.Kong)

    def __init__(self, settings: Turning, state: HandInPlay, asks: Asks) -> None:
        super().__init__(settings, state, asks)
        self.size = 0
        self.place = 0
        """The place of the tile that is to be turned up next, in the order of drawing; -1 for none."""
        self.due = False
        self.wild: tuple[int, ...] = ()

    def hear(self, event: Event) -> None:
        """The wall is built, play begins, or a tile is turned up."""
        if isinstance(event, events.Begin):
            self.size = len(event.tiles)
        elif isinstance(event, events.PlayBegins):
            self._next(self.size + self.settings.place)
        elif isinstance(event, events.TurnedUp) and self.due and event.place == self.place:
            self.wild = self.settings.of(event.tile)
            self.due = False
            if not self.wild:
                self._next(event.place - 1)

    def _next(self, place: int) -> None:
        """A tile is to be turned up: that at the place, or the nearest before it that nobody has drawn."""
        there = [own for own in self.state.coming(self.size) if own <= place]
        self.due = bool(there)
        self.place = max(there, default=-1)

    def follows(self, event: Event) -> Sequence[Event]:
        """The tile that is turned up."""
        return [events.TurnedUp(self.place)] if self.due else []

    def facts(self, seat: int, how: str) -> Facts | None:
        """The wild tiles, in the record of every hand."""
        return (
            Facts(fields={self.settings.field: tuple([tile_text(kind) for kind in self.wild])}) if self.wild else None
        )

    def binds(self, seat: int) -> bool:
        """Whether anything is forbidden with wild tiles."""
        return bool(self.wild) and not (self.settings.claimed and self.settings.discarded)

    def allows(self, action: Action) -> str:
        """Why a wild tile is not discarded, or not claimed."""
        if isinstance(action, events.Discard):
            if self.settings.discarded or KIND[action.tile] not in self.wild:
                return ""
            return _DISCARDED() if self._has_others(action.seat) else ""
        if self.settings.claimed or self.state.phase != "claims" or KIND[self.state.tile] not in self.wild:
            return ""
        return _CLAIMED()

    def _has_others(self, seat: int) -> bool:
        return any(KIND[tile] not in self.wild for tile in self.state.players[seat].tiles())


def told(settings: Turning) -> Iterator[str]:
    """The settings in sentences."""
    last = Sentence("the last tile of the wall", "牌墙的最后一张")()
    other = Sentence("the tile that is number {number} from the end of the wall", "牌墙的倒数第 {number} 张")
    yield Sentence(
        "before play {tile} is turned up, or where that is drawn already the nearest before it",
        "开打前翻开{tile}，已被摸走则翻其前最近的一张",
    )(tile=last if settings.place == -1 else other(number=-settings.place))
    which = {
        "same": Sentence("the tiles like it", "同样的牌")(),
        "next": Sentence(
            "those that come after it in its suit, among the winds or the dragons", "同类中顺次的下一张"
        )(),
    }
    wild = spoken_list([which[one] for one in settings.wild], " and ", "及")
    yield Sentence(
        "wild are {wild}: they stand for any tile, or for themselves", "{wild}为百搭牌，可代任何牌，也可作本身用"
    )(wild=wild)
    if settings.among:
        yield Sentence(
            "where it is none of {tiles}, the next before it is turned up too", "翻出的不是{of:class}时，再翻其前一张"
        )(tiles=class_in_words(settings.among), of=settings.among)
    if not settings.claimed:
        yield _CLAIMED()
    if not settings.discarded:
        yield _DISCARDED()

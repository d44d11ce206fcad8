"""Tiles of the dead wall that are turned up: one before play, one for each kong, and those under them for a win."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from mjrules.hooks import (
    Asks,
    Event,
    Facts,
    HandError,
    HandInPlay,
    Play,
    Sentence,
    declared,
    events,
    key,
    spoken_list,
    tile_text,
)

STACK = 2
"""So many tiles lie above one another."""
_NOT_KEPT = Sentence(
    "the first tile that is turned up does not lie in the dead wall, which has {dead} tiles",
    "第一张翻开的牌不在王牌内，王牌有 {dead} 张",
)
DUE_WITH = (events.Discard, events.Kong, events.LaidAside)
"""What a player does with a loose tile: then a tile is turned up that was due."""


@declared
class Places:
    """Where the tiles lie, and when they are turned up."""

    place: int = key("the place of the first, from the end of the wall: -1 is the last tile", default=-6, le=-1)
    field: str = key("the field of a winner's record that has the tiles turned up", default="dora", names="tiles")
    at_once: tuple[Literal["concealed", "added", "claimed"], ...] = key(
        "the kongs for which a tile is turned up before another is drawn; for others it is after the next discard, "
        "kong or tile laid aside, before anybody wins by that",
        default=("concealed",),
    )
    under: str | None = key(
        "the field of a winner's record that has the tiles under those, which are turned up for who has declared; "
        "none: they are not",
        default=None,
        names="tiles",
    )
    declared: str = key("what a player must have declared for that", default="riichi", names="flag")


class Indicators(Play):
    """How many tiles are turned up in a hand, and how many are still to be."""

    hears = (
        events.Begin, events.PlayBegins, events.Kong, events.LaidAside, events.Stands, events.Melded, events.Discard,
        events.Won,
    )  # fmt: skip

    def __init__(self, settings: Places, state: HandInPlay, asks: Asks) -> None:
        super().__init__(settings, state, asks)
        if -settings.place > state.dead_wall:
            usual = settings.place == Places().place
            raise HandError("contradiction", _NOT_KEPT(dead=state.dead_wall), "table.dead_wall" if usual else "place")
        self.size = 0
        self.now, self.due = 0, 0
        """How many tiles are turned up after the event that was heard, and how many later."""

    def hear(self, event: Event) -> None:
        """Play begins, there is a kong, or a tile is discarded."""
        if isinstance(event, DUE_WITH):
            self.now, self.due = self.due, 0
            if not self.now:
                self.rest(*DUE_WITH)
            return
        if isinstance(event, events.Begin):
            self.size = len(event.tiles)
        how = ""
        if isinstance(event, events.Stands):
            how = event.how if event.how in ("concealed", "added") else ""
        elif isinstance(event, events.Melded):
            how = "claimed" if event.type == "kong" else ""
        self.now = int(isinstance(event, events.PlayBegins))
        if how:
            at_once = how in self.settings.at_once
            self.now, self.due = int(at_once), int(not at_once)
            self.wake(*DUE_WITH)

    def follows(self, event: Event) -> Sequence[Event]:
        """The tiles that are turned up, of those that nobody has drawn: with many kongs, play comes upon them."""
        if not isinstance(event, events.Won):
            if not self.now:
                return []
            first = len(self._shown())
            return self._turned_up([self._place(first + number) for number in range(self.now)])
        if not self.settings.under or not self._declared(event.seat):
            return []
        places = [self._place(number) + 1 for number in range(len(self._shown()))]
        return self._turned_up([place for place in places if place not in self.state.turned_up])

    def _turned_up(self, places: Sequence[int]) -> Sequence[Event]:
        """The tiles at these places that are still there."""
        there = {*self.state.coming(self.size)}
        return [events.TurnedUp(place) for place in places if place in there]

    def _place(self, number: int) -> int:
        """The place of a tile in the order of drawing."""
        return self.size + int(self.settings.place) - STACK * number

    def _declared(self, seat: int) -> bool:
        return self.settings.declared in self.state.players[seat].flags

    def _shown(self, under: int = 0) -> tuple[str, ...]:
        """The tiles that are turned up, or those under them, in order."""
        up, found = self.state.turned_up, list[str]()
        while (place := self._place(len(found)) + under) in up:
            found.append(tile_text(up[place]))
        return tuple(found)

    def facts(self, seat: int, how: str) -> Facts | None:
        """The tiles in the record of a winner."""
        if not how:
            return None
        fields = {self.settings.field: self._shown()}
        if self.settings.under and self._declared(seat):
            fields[self.settings.under] = self._shown(1)
        return Facts(fields=fields)


def indicators_told(settings: Places) -> Iterator[str]:
    """The settings in sentences."""
    kinds = {
        "concealed": Sentence("concealed", "暗杠")(),
        "added": Sentence("added", "加杠")(),
        "claimed": Sentence("claimed", "明杠")(),
    }
    if settings.at_once:
        now = spoken_list([kinds[kind] for kind in settings.at_once], " or ", "、")
        yield Sentence("a tile is turned up for a {now} kong before another is drawn", "{now}先翻指示牌再补牌")(now=now)
    if len({*settings.at_once}) < len(kinds):
        yield Sentence("for {others} it is after the next discard, or the next kong", "{others}在其后打牌或再开杠时翻")(
            others=Sentence("other kongs", "其余的杠")() if settings.at_once else Sentence("a kong", "开杠")(),
        )
    if settings.under is not None:
        yield Sentence(
            "the tiles under those are turned up for who has declared {name}", "{flag:flag}者和牌时另翻其下的牌"
        )(name=settings.declared.replace("_", " "), flag=settings.declared)

"""Discards that do not win: for who has discarded a tile to win with, or has passed one up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from mjrules.hooks import KIND, Action, Asks, Event, HandInPlay, Play, Sentence, declared, events, key


@declared
class BarredWins:
    """Who wins with no discard."""

    own_discards: bool = key("whether who has discarded any of the tiles that complete the hand does", default=True)
    tiles: Literal["all", "same"] = key(
        "which discards do not win then: all, or those alone that are like the tile discarded or passed up (`same`)",
        default="all",
    )
    passed_until: Literal["never", "draw", "draw_or_claim"] = key(
        "until when who has passed up such a tile does, be it that the hand would not have counted: until the "
        "player's next draw, or claim; never: not at all",
        default="draw",
    )
    declared: str | None = key("the flag of hands for which that holds until the end", default="riichi", names="flag")


CLOSING = (events.Pass, events.Drawn, events.Melded, events.Stands)
"""By which a tile that lay open is passed up."""


class Furiten(Play):
    """What every player has passed up."""

    hears = (
        events.Discard, events.Kong, events.LaidAside, events.Pass, events.Drawn, events.Melded, events.Stands,
    )  # fmt: skip
    forbids = (events.Mahjong,)
    plain_discards = False

    def __init__(self, settings: BarredWins, state: HandInPlay, asks: Asks) -> None:
        super().__init__(settings, state, asks)
        number = len(state.players)
        self.others = [[seat for seat in range(number) if seat != giver] for giver in range(number)]
        self.open: set[int] = set()
        """Whose hands the tile that lies open completes."""
        self.kind = 0
        """The kind of that tile, as a mask."""
        self.passed = [0] * number
        """The kinds that every player has passed up since the last draw, as masks; and those after a declaration."""
        self.for_good = [0] * number
        self.rest(*CLOSING)

    def hear(self, event: Event) -> None:
        """A tile lies open, or nobody can claim it any more."""
        if isinstance(event, events.Pass) or (isinstance(event, events.Kong) and not event.how):
            if self.state.kong == "concealed":
                self.open.add(event.seat)
                self.kind = 1 << KIND[self.state.tile]
            return  # others may still speak
        self._settle()
        if isinstance(event, events.Discard):
            self._opened(event.seat, KIND[event.tile])
        elif isinstance(event, (events.Kong, events.LaidAside)):
            self._robbable(event)
        elif isinstance(event, (events.Drawn, events.Melded, events.Stands)):
            claims = isinstance(event, events.Melded) and self.settings.passed_until == "draw_or_claim"
            if claims or isinstance(event, events.Drawn):
                self.passed[event.seat] = 0
            if not any(self.passed):
                self.rest(*CLOSING)

    def _robbable(self, event: events.Kong | events.LaidAside) -> None:
        """The tile of a kong, or one laid aside, may be won with."""
        if event.how == "added" if isinstance(event, events.Kong) else event.open:
            self._opened(event.seat, KIND[event.tile])
        elif isinstance(event, events.Kong):
            self.wake(*CLOSING)  # who passes it up, could have won

    def _opened(self, giver: int, kind: int) -> None:
        """A tile lies open: whose hands it completes."""
        waits, players = self.asks.waits, self.state.players
        found = [seat for seat in self.others[giver] if waits(seat) >> kind & 1 and not players[seat].out]
        if found:
            self.open, self.kind = {*found}, 1 << kind
            self.wake(*CLOSING)

    def _settle(self) -> None:
        """The tile that lay open was not won with."""
        if not self.open:
            return
        if self.settings.passed_until != "never":
            for seat in self.open:
                declared = self.settings.declared in self.state.players[seat].flags
                (self.for_good if declared else self.passed)[seat] |= self.kind
        self.open = set()

    def binds(self, seat: int) -> bool:
        """Whether the player wins with no discard now."""
        return self.state.claiming(seat) and self._why(seat) != ""

    def _why(self, seat: int) -> str:
        same = self.settings.tiles == "same"
        asked = 1 << KIND[self.state.tile] if same else -1
        if self.for_good[seat] & asked:
            return "a tile to win with was passed up after the hand was declared"
        if self.passed[seat] & asked:
            return "a tile to win with was passed up in this go-round"
        if not self.settings.own_discards:
            return ""
        waits = self.asks.waits(seat) & asked
        if not waits or not any(waits >> KIND[tile] & 1 for tile in self.state.players[seat].pond):
            return ""
        return f"the player has discarded {'such a tile' if same else 'a tile that completes the hand'}"

    def allows(self, action: Action) -> str:
        """Why a discard does not win."""
        claims = isinstance(action, events.Mahjong) and self.state.claiming(action.seat)
        return self._why(action.seat) if claims else ""


def passed_told(settings: BarredWins) -> Iterator[str]:
    """The settings in sentences."""
    same = settings.tiles == "same"
    if settings.own_discards and same:
        yield Sentence(
            "nobody wins with a discard like one of their own discards", "打过之牌，他家再打同样的牌不能和"
        )()
    elif settings.own_discards:
        yield Sentence(
            "who has discarded any tile that completes the hand wins with no discard",
            "打过自己所听之牌者不能和他家打出的牌",
        )()
    until = {
        "draw": Sentence("until the player's next draw", "到下次摸牌为止"),
        "draw_or_claim": Sentence("until the player's next draw or claim", "到下次摸牌或吃碰杠为止"),
    }.get(settings.passed_until)
    if until is not None:
        passed = Sentence(
            "who passes up a tile that completes the hand wins with no discard {until}",
            "放过可和之牌者不能和他家打出的牌，{until}",
        )
        passed_same = Sentence(
            "who passes up a tile that completes the hand wins with no other of its kind {until}",
            "放过可和之牌者不能和他家打出的同样的牌，{until}",
        )
        yield (passed_same if same else passed)(until=until())
        if settings.declared is not None:
            yield Sentence("after {name} that holds to the end of the hand", "{flag:flag}之后放过者到本局结束为止")(
                name=settings.declared.replace("_", " "), flag=settings.declared
            )

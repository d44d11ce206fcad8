"""Wins that were passed up: no discard wins then until the next draw, unless the hand is dearer."""

from __future__ import annotations

from mjrules.hooks import Action, Asks, Event, HandError, HandInPlay, Play, events


class PassedWins(Play):
    """What every player could have won by a discard since the last draw."""

    hears = (events.Pass, events.Pung, events.Kong, events.Chow, events.Drawn)

    def __init__(self, settings: None, state: HandInPlay, asks: Asks) -> None:
        super().__init__(settings, state, asks)
        self.passed: list[int | None] = [None] * len(state.players)

    def hear(self, event: Event) -> None:
        """A player draws, or does something else than to win."""
        if isinstance(event, events.Drawn):
            self.passed[event.seat] = None
        elif isinstance(event, Action) and self._discard_lies_open() and not self.allows(self._win(event.seat)):
            worth = self._worth(event.seat)
            if worth is not None:
                self.passed[event.seat] = worth

    def _discard_lies_open(self) -> bool:
        """Whether it is a discard that may be claimed, and not the tile of a kong."""
        return self.state.phase == "claims" and not self.state.kong

    def _win(self, seat: int) -> events.Mahjong:
        return events.Mahjong(seat, self.state.tile)

    def _worth(self, seat: int) -> int | None:
        """What the hand is worth with the discard; None where it does not win."""
        tile = self.state.tile
        if not self.asks.waits(seat) >> tile & 1:
            return None
        try:
            return int(self.asks.score(seat, tile, "claimed").total)
        except HandError:
            return None

    def binds(self, seat: int) -> bool:
        """Whether the player has passed up a win since the last draw."""
        return self.passed[seat] is not None

    def allows(self, action: Action) -> str:
        """Why a discard does not win."""
        passed = self.passed[action.seat]
        if passed is None or not isinstance(action, events.Mahjong) or not self._discard_lies_open():
            return ""
        worth = self._worth(action.seat)
        return (
            "" if worth is None or worth > passed else "a win that is worth no more was passed up since the last draw"
        )

"""Wins that were passed up: no discard wins then until the next draw, unless the hand is dearer."""

from __future__ import annotations

from mjrules.hooks import Action, Asks, Event, HandInPlay, Play, events


class PassedWins(Play):
    """What every player could have won by a discard since the last draw."""

    hears = (events.Pass, events.Pung, events.Kong, events.Chow, events.Drawn)
    forbids = (events.Mahjong,)

    def __init__(self, settings: None, state: HandInPlay, asks: Asks) -> None:
        super().__init__(settings, state, asks)
        self.passed: list[int | None] = [None] * len(state.players)
        self.rest(events.Drawn, "allows")

    def hear(self, event: Event) -> None:
        """A player draws, or does something else than to win."""
        if isinstance(event, events.Drawn):
            self.passed[event.seat] = None
            if not any(worth is not None for worth in self.passed):
                self.rest(events.Drawn, "allows")
        elif isinstance(event, Action):
            worth, passed = self._worth(event.seat), self.passed[event.seat]
            if worth is not None and (passed is None or worth > passed):
                self.passed[event.seat] = worth
                self.wake()

    def _worth(self, seat: int) -> int | None:
        """What the hand is worth with the discard that lies open; None where none does, or it does not win."""
        open_now = self.state.phase == "claims" and not self.state.kong
        wins = open_now and self.asks.waits(seat) >> self.state.tile & 1
        score = self.asks.win(seat, self.state.tile, "claimed") if wins else None
        return None if score is None else int(score.total)

    def binds(self, seat: int) -> bool:
        """Whether the player has passed up a win since the last draw."""
        return self.passed[seat] is not None

    def allows(self, action: Action) -> str:
        """Why a discard does not win."""
        passed = self.passed[action.seat]
        worth = self._worth(action.seat) if passed is not None and isinstance(action, events.Mahjong) else None
        bound = passed is not None and worth is not None and worth <= passed
        return "a win that is worth no more was passed up since the last draw" if bound else ""

"""Declarations in play: when they are legal, and what they forbid afterwards."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache

from mjrules.hooks import KIND, NO_TILE, NOBODY, Action, Asks, Event, HandInPlay, Play, did_you_mean, events

from .promise import Promise, Promises

_STAYS = "the hand stays as it was declared: the tile drawn is discarded"


class Declarations(Play):
    """What players have declared in one hand; a declaration is followed by the discard."""

    kinds: tuple[type[Action], ...] = (events.Declare,)
    hears: tuple[type[Event], ...] = (events.Declare, events.SetChanged)
    acts: tuple[str, ...] = ("own_turn",)

    def __init__(self, settings: Promises, state: HandInPlay, asks: Asks) -> None:
        super().__init__(settings, state, asks)
        self.known = settings
        self.made: list[Mapping[str, Promise]] = [{} for _ in state.players]
        """What each player has declared, by the words, in this turn too."""
        self.keeping = [False for _ in state.players]
        """Whether each player has declared anything that keeps the hand as it is."""
        self.kept = [False for _ in state.players]
        """Whether each player had so before the turn of the last declaration."""
        self.declared = NOBODY, 0
        """Who was the last to declare something, and how many tiles had been discarded then."""
        self.fresh: tuple[Promise, ...] = ()
        """What that player has declared in that turn."""
        self.to_win = tuple([flag for flag, promise in self.known.items() if promise.to_win])
        promises = self.known.values()
        if all(promise.ready for promise in promises):
            self.acts = tuple([when for when in self.acts if when != "own_turn"])
        self.steady = all(promise.at == "any_turn" and not promise.keeps_hand for promise in promises)
        self._asked: tuple[int, ...] = ()
        self._found = 0
        if not self.to_win:
            self.rest("allows")

    def hear(self, event: Event) -> None:
        """A player has declared something, or has other tiles by a set that was changed."""
        if isinstance(event, events.Declare) and event.word in self.known:
            seat, promise = event.seat, self.known[event.word]
            if self._pending(seat):
                self.fresh = (*self.fresh, promise)
            else:
                self.kept[seat], self.fresh = self.keeping[seat], (promise,)
            self.made[seat] = {**self.made[seat], event.word: promise}
            if promise.claims == "none":
                self.silence(seat)
            self.keeping[seat] = self.keeping[seat] or promise.keeps_hand
            self.declared = seat, self.state.discards
            self.wake("allows")
            if any(self.keeping) or any(own.ready for own in self.fresh):
                self.wake(events.Discard)
            else:
                self.rest(events.Discard)
        elif isinstance(event, events.SetChanged):
            self._asked = ()

    def actions(self, seat: int) -> Sequence[Action]:
        """What a player may declare before the discard, be the hand ready or not."""
        return self._timely(seat, ready=False)

    def ready_actions(self, seat: int) -> Sequence[Action]:
        """What a player may declare before the discard of a hand that waits for one tile then."""
        found = self._timely(seat, ready=True)
        return found if found and self._may_be_ready(seat) else ()

    def _timely(self, seat: int, *, ready: bool) -> Sequence[Action]:
        words = [word for word, own in self.known.items() if own.ready == ready and not self._too_late(seat, word)]
        return _declarations(seat, tuple(words))

    def why_not(self, action: Action) -> str:
        """Why something may not be declared now."""
        state, seat = self.state, action.seat
        if state.phase == "over":
            return "the hand is over"
        if state.players[seat].dead:
            return "the hand is dead: its player stops playing"
        if not isinstance(action, events.Declare):
            return ""
        if action.word not in self.known:
            return f"nothing of that name is declared here{did_you_mean(action.word, self.known)}"
        if state.phase != "turn" or state.turn != seat:
            return "it is declared in the player's own turn, before the discard"
        return self._not_now(seat, action.word)

    def _keeps(self, seat: int) -> bool:
        """Whether a player discards what is drawn, because of a declaration in an earlier turn."""
        return self.keeping[seat] and (self.kept[seat] or not self._pending(seat))

    def _pending(self, seat: int) -> bool:
        """Whether a player has declared something and not discarded yet."""
        return self.declared == (seat, self.state.discards)

    def _not_now(self, seat: int, word: str) -> str:
        """Why a player whose turn it is may not declare something."""
        reason = self._too_late(seat, word)
        if not reason and self.known[word].ready and not self._may_be_ready(seat):
            return "no discard leaves a hand that waits for a tile with which it wins"
        return reason

    def _too_late(self, seat: int, word: str) -> str:
        """Why a player whose turn it is may not declare something, be the hand ready."""
        promise = self.known[word]
        if word in self.made[seat]:
            return "it has already been declared"
        if promise.at == "deal":
            return "it is declared before play, with the hand as dealt"
        if promise.at == "first_discard" and self.state.players[seat].pond:
            return "it is declared with the first discard"
        return ""

    def _may_be_ready(self, seat: int) -> bool:
        """Whether a hand waits for one tile after a discard that its player may make."""
        if not self._keeps(seat):
            return self._ready_after(seat) != 0
        return not self.state.owed and self.state.drawn != NO_TILE and self.asks.ready(seat)

    def _ready_after(self, seat: int) -> int:
        """The tiles after whose discard a hand waits for one with which it wins, asked once in a turn."""
        state = self.state
        now = (seat, state.discards, state.melds, state.front, state.taken)
        if self._asked != now:
            self._asked, self._found = now, self.asks.wins_after(seat)
        return self._found

    def carry_out(self, action: Action) -> Sequence[Event]:
        """All hear what is declared."""
        return _alone(action)

    def binds(self, seat: int) -> bool:
        """Only who must declare something to win is bound, and who has: at once, in claims, or in all that follows."""
        if self.to_win or not self.made[seat]:
            return bool(self.to_win)
        return self._pending(seat) or self.state.claiming(seat) or self._keeps(seat)

    def allows(self, action: Action) -> str:
        """What a player may not do any more who has declared something, or not yet, who has not."""
        seat = action.seat
        made = self.made[seat]
        if self.to_win and isinstance(action, events.Mahjong):
            reason = self._undeclared(seat)
            if reason:
                return reason
        if not made:
            return ""
        if isinstance(action, events.Discard):
            if self._keeps(seat) and self.state.drawn not in (NO_TILE, action.tile):  # none is drawn of 14 dealt
                return _STAYS
            return self._not_ready(action) if self._pending(seat) else ""
        if isinstance(action, (events.Declare, events.Pass, events.Draw)):
            return ""
        if self.state.claiming(seat):
            return _no_claim(action, made.values())
        if self._pending(seat):
            return "a declaration is followed by the discard"
        return _STAYS if self._keeps(seat) and isinstance(action, events.Kong) else ""

    def _undeclared(self, seat: int) -> str:
        """Why a hand does not win that was not declared: who has discarded nothing yet could not do so."""
        player = self.state.players[seat]
        lacking = [flag for flag in self.to_win if flag not in player.flags] if player.pond else []
        return f"only a hand that was declared wins: {', '.join(lacking)}" if lacking else ""

    def _not_ready(self, action: events.Discard) -> str:
        """Why a discard does not keep what was declared right before it."""
        ready = (
            not any(promise.ready for promise in self.fresh) or self._ready_after(action.seat) >> KIND[action.tile] & 1
        )
        return "" if ready else "the hand was declared to wait for one tile, and does not after this discard"


@lru_cache(1024)
def _declarations(seat: int, words: tuple[str, ...]) -> tuple[Action, ...]:
    """The same actions for the same words, so that they are checked once."""
    return tuple([events.Declare(seat, word) for word in words])


@lru_cache(1024)
def _alone(action: Action) -> tuple[Event, ...]:
    """The same events for the same action, so that they are checked once."""
    return (action,)


def _no_claim(action: Action, made: Collection[Promise]) -> str:
    """Why a player may not claim a tile who has declared something."""
    claims = {promise.claims for promise in made}
    if "none" in claims:
        return "whoever declared this hand draws every tile"
    if "win" in claims and not isinstance(action, events.Mahjong):
        return "whoever declared this hand claims no tile but the last"
    return ""

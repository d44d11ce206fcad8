"""Declarations before play: what players say of their hands as dealt."""

from __future__ import annotations

from collections.abc import Sequence

from mjrules.hooks import Action, Asks, Event, HandInPlay, Sentence, events

from .play import Declarations
from .promise import Promises


@events.event(Sentence("forgo", "不宣告")())
class Forgo(Action):
    """A player does not declare what could be declared before play; nobody else notices."""

    secret = True


class DealDeclarations(Declarations):
    """What players have declared in one hand, before play too, when all bonus tiles are replaced."""

    kinds = (events.Declare, Forgo)
    hears = (*Declarations.hears, Forgo)
    acts = ("deal", *Declarations.acts)

    def __init__(self, settings: Promises, state: HandInPlay, asks: Asks) -> None:
        super().__init__(settings, state, asks)
        self.spoken = [False for _ in state.players]
        """Who has said before play what there was to say."""

    def hear(self, event: Event) -> None:
        """A player has declared something, or not, or discarded."""
        if isinstance(event, events.Declare) and event.word in self.known and self.state.phase == "deal":
            promise = self.known[event.word]
            self.made[event.seat] = {**self.made[event.seat], event.word: promise}
            self.kept[event.seat] = self.keeping[event.seat] = self.kept[event.seat] or promise.keeps_hand
            self.wake()
        elif isinstance(event, Forgo):
            self.spoken[event.seat] = True
        else:
            super().hear(event)

    def before_play(self) -> bool:
        """Whether somebody may still declare something."""
        return any(self._on_deal(seat) for seat in range(len(self.spoken)))

    def actions(self, seat: int) -> Sequence[Action]:
        """What a player may declare before play, or before the discard."""
        if self.state.phase != "deal":
            return super().actions(seat)
        found = self._on_deal(seat) if self.state.ready else []
        return [*(events.Declare(seat, word) for word in found), Forgo(seat)] if found else []

    def why_not(self, action: Action) -> str:
        """Why something may not be declared now."""
        if isinstance(action, Forgo):
            return "there is nothing to declare before play"
        on_deal = isinstance(action, events.Declare) and action.word in self.known and self.state.phase == "deal"
        return "the hand does not wait for one tile, or it is too early" if on_deal else super().why_not(action)

    def _too_late(self, seat: int, word: str) -> str:
        """Why a player whose turn it is may not declare something: that the hand is ready is said once."""
        ready = self.known[word].ready and any(own.at == "deal" and own.ready for own in self.made[seat].values())
        return "the hand was declared to wait for one tile already" if ready else super()._too_late(seat, word)

    def _on_deal(self, seat: int) -> list[str]:
        """What a player may still declare with the hand as dealt."""
        if self.spoken[seat]:
            return []
        left = [word for word, own in self.known.items() if own.at == "deal" and word not in self.made[seat]]
        return [word for word in left if not self.known[word].ready or self.asks.ready(seat)]

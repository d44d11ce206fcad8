"""What a hand would be worth that waits at the end of play, and who pays for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from mjrules.hooks import (
    KINDS,
    Asks,
    Event,
    HandError,
    HandInPlay,
    Meld,
    Play,
    Sentence,
    Transfer,
    declared,
    events,
    key,
)

READY = Sentence("Ready", "听牌")()
"""What is paid for."""


@declared
class Dues:
    """What is paid at the end of play."""

    copies: int = key("of a tile of which a player has so many, none is left to wait for", default=4, ge=1)


def dues_told(settings: Dues) -> Iterator[str]:
    """The settings in sentences."""
    yield Sentence("who holds {copies} of a tile does not wait for it", "手中已有 {copies} 张的牌不算所听")(
        copies=settings.copies
    )


def not_won(state: HandInPlay) -> list[int]:
    """The seats of those who have not won, in the order of play: they pay, be it that their hands are dead."""
    return [seat for seat, player in enumerate(state.players) if not player.finished]


def best_payment(state: HandInPlay, asks: Asks, seat: int, copies: int) -> int:
    """What the discarder would pay for the dearest hand that a player waits for; 0 for a player who is not ready.

    Neither kongs count for it nor how the tile would come.
    """
    player = state.players[seat]
    waits = 0 if player.dead else asks.waits(seat)
    if not waits:
        return 0
    own = [tile for meld in player.melds for tile in meld.tiles] + player.tiles()
    melds = tuple(
        Meld("pung", meld.tiles[:3], False, meld.source or "left") if meld.type == "kong" else meld
        for meld in player.melds
    )
    best = 0
    for tile in range(KINDS):
        if waits >> tile & 1 and own.count(tile) < copies:
            hand = asks.hand(seat, tile, "claimed")
            try:
                score = asks.scored(replace(hand, melds=melds, flags=frozenset(), source="left"))
            except HandError:
                continue
            best = max([best, *(item.amount for item in score.transfers or ())])
    return best


class EndOfPlay(Play):
    """Whoever is not ready pays each player who is what that hand would be worth."""

    hears = (events.PlayEnds,)

    def follows(self, event: Event) -> Sequence[Event]:
        """A payment to each player who is ready."""
        worth = {seat: best_payment(self.state, self.asks, seat, self.settings.copies) for seat in not_won(self.state)}
        seats = self.asks.seats
        losers = [seats[seat] for seat, amount in worth.items() if not amount]
        return [
            events.Paid(seat, "ready", READY, tuple([Transfer(loser, seats[seat], amount) for loser in losers]))
            for seat, amount in worth.items()
            if amount and losers
        ]

"""Who first threw a tile since a player's last discard."""

from __future__ import annotations

from collections.abc import Iterator

from mjrules.hooks import KIND, Asks, Event, Facts, HandInPlay, Play, Sentence, declared, events, key


@declared
class Immunity:
    """Where it is said who is responsible for a win."""

    field: str = key(
        "the field of a winner's record that says who first threw the tile since the winner's last discard, if not the "
        "discarder; be it the winner",
        default="responsible",
        names="seat",
    )


class Throwers(Play):
    """Who threw tiles that somebody could claim.

    Who wins with a tile has waited for it since their own last discard, so that nobody else threw one like it unheard.
    """

    hears = (events.Discard,)
    plain_discards = False

    def __init__(self, settings: Immunity, state: HandInPlay, asks: Asks) -> None:
        super().__init__(settings, state, asks)
        self.thrown: list[tuple[int, int, tuple[int, ...]]] = []
        """The kinds of tiles, who threw them, and how many tiles each player had thrown by then."""

    def hear(self, event: Event) -> None:
        """A tile is discarded that somebody may claim."""
        assert isinstance(event, events.Discard)
        self.thrown.append((KIND[event.tile], event.seat, self._numbers()))

    def _numbers(self) -> tuple[int, ...]:
        """How many tiles each player has thrown."""
        return tuple([len(player.pond) for player in self.state.players])

    def _first(self, seat: int, kind: int, giver: int) -> int:
        """Who first threw a tile of a kind since the last discard of a seat, that discard itself among them."""
        own = self.state.players[seat].pond
        if own and KIND[own[-1]] == kind:
            return seat
        since = (thrower for one, thrower, numbers in self.thrown if one == kind and numbers[seat] == len(own))
        return next(since, giver)

    def facts(self, seat: int, how: str) -> Facts | None:
        """Who is responsible in place of the player whose tile is won with."""
        state, giver = self.state, self.state.turn
        if how not in ("claimed", "robbed") or state.phase != "claims" or not state.claiming(seat):
            return None
        kind = KIND[state.tile]
        if not self.asks.waits(seat) >> kind & 1:  # some that it does not wait for were not heard
            return None
        thrower = self._first(seat, kind, giver)
        return None if thrower == giver else Facts(fields={self.settings.field: self.asks.seats[thrower]})


def told(settings: Immunity) -> Iterator[str]:
    """The rule in sentences."""
    yield Sentence(
        "for a win on a discard, or on the tile of a kong, whoever threw such a tile first since the winner's last "
        "discard is responsible; nobody is, where that last discard was such a tile itself",
        "点炮或抢杠时，自和牌者上次打牌以来最先打出同样之牌者负责；若即和牌者自己打出，则无人负责",
    )()

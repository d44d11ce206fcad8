"""Who first threw a tile since a player's last discard."""

from __future__ import annotations

from collections.abc import Iterator

from mjrules.hooks import KIND, NO_TILE, Asks, Event, Facts, HandInPlay, Play, Sentence, declared, events, key


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
    """Who first threw each kind of tile since the last discard of every player, that discard itself among them."""

    hears = (events.Discard,)

    def __init__(self, settings: Immunity, state: HandInPlay, asks: Asks) -> None:
        super().__init__(settings, state, asks)
        self.first: list[dict[int, int]] = [{} for _ in state.players]
        """For every player the seats that threw first, by the kinds of tiles."""

    def hear(self, event: Event) -> None:
        """A tile is discarded."""
        assert isinstance(event, events.Discard)
        kind = KIND[event.tile]
        for seat, first in enumerate(self.first):
            if seat == event.seat:
                first.clear()
            first.setdefault(kind, event.seat)

    def facts(self, seat: int, how: str) -> Facts | None:
        """Who is responsible in place of the player whose tile is won with."""
        tile, giver = self.state.tile, self.state.turn
        if how not in ("claimed", "robbed") or tile == NO_TILE:
            return None
        thrower = self.first[seat].get(KIND[tile], giver)
        return None if thrower == giver else Facts(fields={self.settings.field: self.asks.seats[thrower]})


def told(settings: Immunity) -> Iterator[str]:
    """The rule in sentences."""
    yield Sentence(
        "for a win on a discard, or on the tile of a kong, whoever threw such a tile first since the winner's last "
        "discard is responsible; nobody is, where that last discard was such a tile itself",
        "点炮或抢杠时，自和牌者上次打牌以来最先打出同样之牌者负责；若即和牌者自己打出，则无人负责",
    )()

"""The suit that every player gives up before play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mjrules.hooks import Action, Asks, Event, Facts, HandInPlay, Play, Sentence, declared, events, key, tile_text

from .ready import not_won

FIRST = "the tiles of the suit given up are discarded first"
TILES_HELD = Sentence("Tiles of the suit given up", "花猪")()
"""What is paid for at the end."""


@declared
class Void:
    """What follows from the suit that is given up."""

    suits: str = key("the suits of which one is given up", default="mps", pattern="^[mpsz]+$")
    field: str = key("the field of a hand's record that has the suit", default="void", names="suit")
    after_exchange: bool = key(
        "whether it is named once every player was given tiles, or one has not agreed to exchange any", default=False
    )
    thrown_first: bool = key(
        "whether tiles of the suit are discarded before any other, and before a hand is declared", default=False
    )
    claimed: bool = key("whether tiles of the suit may be claimed for sets", default=True)
    forfeit: int = key("what a player puts into the pot who has tiles of the suit at the end", default=0, ge=0)
    pot: str = key("the pot into which that goes", default="forfeits", names="pot", used="forfeit")


@events.event(Sentence("void", "定缺")())
class GiveUp(Action):
    """A player gives a suit up; the others learn it when all have chosen."""

    secret = True
    suit: events.Said


class VoidSuit(Play):
    """Which suit each player has given up."""

    kinds = (GiveUp,)
    hears = (GiveUp, events.Answer, events.Moved, events.PlayEnds)
    acts = ("deal",)
    forbids = (events.Discard, events.Chow, events.Pung, events.Kong, events.Declare)

    def __init__(self, settings: Void, state: HandInPlay, asks: Asks) -> None:
        super().__init__(settings, state, asks)
        self.chosen: list[str] = [""] * len(state.players)
        self.given: set[int] = set()
        """Who was given tiles in an exchange."""
        self.refused = False
        """Whether a player does not want one."""
        if settings.claimed and not settings.thrown_first:
            self.rest("allows")

    def hear(self, event: Event) -> None:
        """A suit is given up, or tiles are exchanged, or are not."""
        if isinstance(event, GiveUp):
            self.chosen[event.seat] = event.suit
        elif isinstance(event, events.Moved):
            self.given.add(event.other)
        elif isinstance(event, events.Answer):
            self.refused = self.refused or event.word == "no"

    def follows(self, event: Event) -> Sequence[Event]:
        """All learn the suits when the last is chosen; at the end of play, who has tiles of the suit forfeits."""
        if isinstance(event, GiveUp) and "" not in self.chosen:
            return [events.Announced(seat, suit) for seat, suit in enumerate(self.chosen)]
        if not isinstance(event, events.PlayEnds) or not self.settings.forfeit:
            return []
        title, pot, amount = TILES_HELD, self.settings.pot, self.settings.forfeit
        return [
            events.IntoPot(seat, "void_held", title, pot, amount)
            for seat in not_won(self.state)
            if self.held(seat) or any(self.is_void(seat, meld.first) for meld in self.state.players[seat].melds)
        ]

    def is_void(self, seat: int, tile: int) -> bool:
        """Whether a tile is of the suit that a player has given up."""
        return tile_text(tile)[-1] == self.chosen[seat]

    def held(self, seat: int) -> bool:
        """Whether a player has tiles of the suit in hand."""
        return any(self.is_void(seat, tile) for tile in self.state.players[seat].tiles())

    def before_play(self) -> bool:
        """Whether somebody has still to choose."""
        return "" in self.chosen

    def actions(self, seat: int) -> list[Action]:
        """The suits that may be given up, until one is."""
        waits = self.settings.after_exchange and not self.refused and len(self.given) < len(self.chosen)
        if self.chosen[seat] or waits or self.state.phase != "deal" or not self.state.ready:
            return []
        return [GiveUp(seat, suit) for suit in self.settings.suits]

    def why_not(self, action: Action) -> str:
        """Why no suit can be given up, or not this one."""
        if self.chosen[action.seat]:
            return "the player has given up a suit already"
        return f"one of these suits is given up, before play: {', '.join(self.settings.suits)}"

    def carry_out(self, action: Action) -> Sequence[Event]:
        """The decision alone."""
        return [action]

    def binds(self, seat: int) -> bool:
        """Whether tiles of the suit go first, and there are some, or may not be claimed."""
        first = self.settings.thrown_first and (not self.chosen[seat] or self.held(seat))
        return first or not self.settings.claimed

    def _goes_now(self, seat: int) -> bool:
        """Whether a hand has no tiles of the suit, or waits without the last one, which is discarded now."""
        if not self.chosen[seat]:
            return False
        left = [tile for tile in self.state.players[seat].tiles() if self.is_void(seat, tile)]
        last = len(left) == 1 and self.state.phase == "turn"
        return not left or (last and self.asks.waits_without(seat, left[0]) != 0)

    def allows(self, action: Action) -> str:
        """Tiles of the suit may be discarded first, before a hand is declared too, and not claimed."""
        if isinstance(action, events.Discard):
            first = self.settings.thrown_first and not self.is_void(action.seat, action.tile) and self.held(action.seat)
            return FIRST if first else ""
        if isinstance(action, events.Declare):
            return FIRST if self.settings.thrown_first and not self._goes_now(action.seat) else ""
        claims = isinstance(action, (events.Chow, events.Pung, events.Kong)) and self.state.claiming(action.seat)
        no_claim = claims and not self.settings.claimed and self.is_void(action.seat, self.state.tile)
        return "no tiles of the suit given up are claimed" if no_claim else ""

    def facts(self, seat: int, how: str) -> Facts | None:
        """The suit in the record of the hand."""
        return Facts(fields={self.settings.field: self.chosen[seat]}) if self.chosen[seat] else None


def void_told(settings: Void) -> Iterator[str]:
    """The settings in sentences."""
    if settings.after_exchange:
        yield Sentence("the suit is named after the exchange of tiles", "换牌之后定缺")()
    if settings.thrown_first:
        yield Sentence("tiles of the suit are discarded before any other", "须先打完缺门的牌")()
    if not settings.claimed:
        yield Sentence("tiles of the suit are not claimed for sets", "缺门的牌不可碰、杠")()
    if settings.forfeit:
        yield Sentence(
            "who has tiles of the suit at the end pays {amount} into the pot", "终局仍有缺门牌者付 {amount} 入池"
        )(amount=settings.forfeit)

"""The declaration of riichi: when it is legal, what it costs, and what its player may do afterwards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Literal

from mjrules.hooks import (
    KIND,
    KINDS,
    NOBODY,
    Action,
    Asks,
    Event,
    Facts,
    Hand,
    HandInPlay,
    Meld,
    Play,
    Sentence,
    declared,
    events,
    key,
)

SUITS = 27
"""The kinds of suit tiles come first, nine of each suit."""
COPIES = 4
"""So many tiles there are of a kind; whoever is not open has declared no sets but kongs."""
AFTERWARDS = ("follows", events.Melded, events.Stands, events.LaidAside)
"""What matters from a declaration on until the stake is paid, and the player's next discard."""
STAYS = "the hand stays as it was declared: the tile drawn is discarded"
PUT_DOWN = Sentence("{name}", "{flag:flag}")
"""What the stake is called: what its player has declared."""


@declared
class Stake:
    """What riichi costs, and when it may be declared."""

    flag: str = key(
        "the flag of a hand that was declared, which is what its player says",
        default="riichi",
        names="flag",
        used=True,
    )
    first: str | None = key(
        "the flag instead for one declared with the first discard, before any set is; none: the same",
        default=None,
        names="flag",
    )
    fresh: str | None = key(
        "the flag of a win before the player's next discard and any set after the declaration; none: there is no such",
        default=None,
        names="flag",
    )
    stake: int = key("what the player puts into the pot, once nobody wins with the discard", default=1000, ge=0)
    pot: str = key("the pot into which that goes", default="sticks", names="pot", used="stake")
    may_owe: bool = key("whether a player may declare who has less than the stake", default=False)
    tiles_left: int = key("how many tiles at least must be left to draw", default=4, ge=0)
    kongs: Literal["none", "same_waits", "same_sets"] = key(
        "which concealed kongs of the tile drawn may be declared afterwards: none, those after which the hand waits "
        "for the same tiles (`same_waits`), or of these only those of a pung that stands in every way to win "
        "(`same_sets`)",
        default="same_waits",
    )


class Riichi(Play):
    """Who has declared riichi in one hand, and whose stake is still due."""

    kinds = (events.Declare,)
    hears = (events.Declare, events.Discard, events.Melded, events.Stands, events.LaidAside, events.IntoPot)
    answers = (events.Drawn, events.Melded, events.Exhausted)

    def __init__(self, settings: Stake, state: HandInPlay, asks: Asks) -> None:
        super().__init__(settings, state, asks)
        self.declaring = NOBODY
        """Who has declared and not discarded yet."""
        self.due = NOBODY
        """Who has not paid the stake yet."""
        self.first: set[int] = set()
        self.fresh: set[int] = set()
        self.rest("allows", events.Discard, *AFTERWARDS)

    def hear(self, event: Event) -> None:
        """Somebody declares and discards, and the next tile is claimed."""
        if isinstance(event, events.Declare) and event.word == self.settings.flag:
            self.declaring = event.seat
            self.wake()
            laid_down = self.state.melds or any(player.aside for player in self.state.players)
            if not laid_down and not self.state.players[event.seat].pond:
                self.first.add(event.seat)
        elif isinstance(event, events.Discard):
            self.fresh.discard(event.seat)
            if self.declaring == event.seat:
                self.fresh.add(event.seat)
                self.declaring, self.due = NOBODY, event.seat
        elif isinstance(event, events.IntoPot):
            self.due = NOBODY if event.payment == self.settings.flag else self.due
        elif isinstance(event, (events.Melded, events.Stands)) or (
            isinstance(event, events.LaidAside) and not event.open
        ):
            self.fresh.clear()
        if self.declaring == self.due == NOBODY and not self.fresh:
            self.rest(*AFTERWARDS)

    def follows(self, event: Event) -> Sequence[Event]:
        """The stake, once nobody has won with the discard."""
        passed = isinstance(event, (events.Drawn, events.Melded)) or (
            isinstance(event, events.Exhausted) and event.why != "three_winners"
        )
        own = self.settings
        if self.due == NOBODY or not passed or not own.stake:
            return []
        title = PUT_DOWN(name=own.flag.capitalize(), flag=own.flag)
        return [events.IntoPot(self.due, own.flag, title, own.pot, own.stake)]

    def facts(self, seat: int, how: str) -> Facts | None:
        """The flags of a declared hand."""
        own = self.settings
        if own.flag not in self.state.players[seat].flags:
            return None
        first = own.first if seat in self.first and own.first else own.flag
        fresh = (own.fresh,) if own.fresh and how and seat in self.fresh else ()
        return Facts((first, *fresh), () if first == own.flag else (own.flag,))

    # Declaring

    def ready_actions(self, seat: int) -> list[Action]:
        """Riichi, where it may be declared."""
        flag, player = self.settings.flag, self.state.players[seat]
        if flag in player.flags or any(not meld.concealed for meld in player.melds):
            return []
        return [] if self._not_now(seat) else [events.Declare(seat, flag)]

    def why_not(self, action: Action) -> str:
        """Why it may not be declared."""
        if not isinstance(action, events.Declare) or action.word != self.settings.flag:
            return f"only {self.settings.flag} is declared here"
        if self.state.phase != "turn" or self.state.turn != action.seat:
            return "it is declared in the player's own turn, before the discard"
        return self._not_now(action.seat)

    def _not_now(self, seat: int) -> str:
        """Why a player whose turn it is may not declare."""
        state, own, player = self.state, self.settings, self.state.players[seat]
        if own.flag in player.flags:
            return "it has already been declared"
        if any(not meld.concealed for meld in player.melds):
            return "the hand is open"
        if state.owed:
            return "a tile is still to be drawn"
        if state.live() < own.tiles_left:
            return f"fewer than {own.tiles_left} tiles are left to draw"
        if not own.may_owe and state.points[seat] < own.stake:
            return f"the player has less than {own.stake} points"
        return "" if self._keeps(seat) else "no discard leaves a hand that waits for one tile"

    def _keeps(self, seat: int) -> int:
        """The mask of the discards after which a hand waits for a tile of which its player does not have every copy."""
        found, player = self.asks.ready_after(seat), self.state.players[seat]
        if not found:
            return 0
        own = Counter([KIND[tile] for tile in player.tiles()])
        for meld in player.melds:
            own[KIND[meld.first]] += COPIES
        held = sum([1 << kind for kind, number in own.items() if number >= COPIES])
        if not held:
            return found
        for tile in player.tiles():
            others = held & ~(1 << KIND[tile])
            if found >> KIND[tile] & 1 and not self.asks.waits_without(seat, tile) & ~others:
                found &= ~(1 << KIND[tile])
        return found

    def carry_out(self, action: Action) -> Sequence[Event]:
        """All hear it."""
        return [action]

    # Afterwards

    def binds(self, seat: int) -> bool:
        """Whether the player has declared."""
        return self.settings.flag in self.state.players[seat].flags

    def allows(self, action: Action) -> str:
        """After the declaration the hand stays as it is."""
        seat, state = action.seat, self.state
        if not self.binds(seat) or isinstance(action, events.Pass):
            return ""
        if isinstance(action, events.Mahjong):
            return "a declaration is followed by the discard" if self.declaring == seat else ""
        if state.claiming(seat):
            return "whoever declared this hand claims no tile but the last"
        if isinstance(action, events.Discard):
            if self.declaring == seat:
                keeps = self._keeps(seat) >> KIND[action.tile] & 1
                return "" if keeps else "the hand was declared to wait for one tile, and does not after this discard"
            return "" if action.tile == state.drawn else STAYS
        if self.declaring == seat:
            return "a declaration is followed by the discard"
        tile = getattr(action, "tile", None)
        if tile is None:  # such a decision of another rule leaves the hand as it is
            return ""
        if tile < 0 or state.drawn < 0 or KIND[tile] != KIND[state.drawn]:
            return STAYS
        return self._no_kong(action) if isinstance(action, events.Kong) else ""

    def _no_kong(self, action: events.Kong) -> str:
        """Why a concealed kong of the tile drawn is not declared."""
        seat, tile, drawn = action.seat, KIND[action.tile], self.state.drawn
        if self.settings.kongs == "none":
            return "no kong is declared any more"
        waits, hand = self.asks.waits(seat), self.asks.hand(seat, drawn, "drawn")
        held = [KIND[own] for own in hand.concealed]
        left = [own for own in held if own != tile]
        if self._waits(hand, Meld("kong", (tile,) * 4, True), left) != waits:
            return "after the kong the hand would not wait for the same tiles"
        if self.settings.kongs == "same_sets" and any(
            self._in_chow(hand, tile, [*held, own]) for own in range(KINDS) if waits >> own & 1
        ):
            return "the three tiles in hand are no pung in every way to win"
        return ""

    def _waits(self, hand: Hand, meld: Meld, left: Sequence[int]) -> int:
        """What would complete some tiles of a hand beside one more set."""
        own = tuple(sorted(left))
        return self.asks.waits_of(
            replace(
                hand,
                melds=(*hand.melds, meld),
                concealed=own,
                win=None,
                winner=False,
                self_drawn=False,
                flags=frozenset(),
            )
        )

    def _in_chow(self, hand: Hand, tile: int, tiles: Sequence[int]) -> bool:
        """Whether a tile stands in a chow in some way to read a complete hand."""
        for low in range(tile - 2, tile + 1):
            chow = (low, low + 1, low + 2)
            if low // 9 != (low + 2) // 9 or low >= SUITS or not {*chow} <= {*tiles}:
                continue
            left = list(tiles)
            for own in chow:
                left.remove(own)
            if self._waits(hand, Meld("chow", chow, False, "left"), left[1:]) >> left[0] & 1:
                return True
        return False


def told(settings: Stake) -> Iterator[str]:
    """The settings in sentences."""
    if settings.stake:
        yield Sentence("the stake is {stake}", "立直棒 {stake}")(stake=settings.stake)
        if settings.may_owe:
            yield Sentence("who has less may declare too", "不足者亦可立直")()
        else:
            yield Sentence("who has less may not declare", "不足者不可立直")()
    if settings.tiles_left:
        yield Sentence("at least {number} tiles must be left to draw", "牌墙至少尚余 {number} 张可摸")(
            number=settings.tiles_left
        )
    kongs = {
        "none": Sentence("no kong is declared afterwards", "此后不可开杠"),
        "same_waits": Sentence(
            "a concealed kong of the tile drawn may be declared afterwards if the hand then waits for the same tiles",
            "此后以摸到的牌暗杠，须所听不变",
        ),
        "same_sets": Sentence(
            "a concealed kong of the tile drawn may be declared afterwards if the hand then waits for the same tiles, "
            "and its pung stands in every way to win",
            "此后以摸到的牌暗杠，须所听不变，且该刻子在任何和法中都成立",
        ),
    }
    yield kongs[settings.kongs]()

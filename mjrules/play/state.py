"""A hand in play: what has become of the tiles, made by the events alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from ..hands.meld import Meld, stood_for
from ..tiles.tile import BONUS, KINDS, Tile
from . import events
from .events import Action, Event
from .forms import NO_TILE, NOBODY
from .player import UNKNOWN, Player

FIRST_BONUS: Final = KINDS
LAST_BONUS: Final = KINDS + len(BONUS) - 1

DEAL: Final = 0
TURN: Final = 1
CLAIMS: Final = 2
OVER: Final = 3
PHASES: Final = ("deal", "turn", "claims", "over")
"""What the table waits for: what happens before play, the player whose turn it is, claims, or nothing."""

CAN_CHOW: Final = 1
CAN_PUNG: Final = 2
CAN_KONG: Final = 4
CAN_WIN: Final = 8
CAN_DRAW: Final = 16
"""What a player may claim, as bits; or draw the next tile while others may claim."""

FROM_WALL: Final = "wall"
LOOSE: Final = "loose"
FOR_BONUS: Final = "for_bonus"
"""As what a tile is drawn: in turn at the front of the wall, as the loose tile for a kong, or for a bonus tile."""


class State:
    """The state of a hand: `apply` is the only thing that changes it, event by event.

    The wall is in the order of drawing: the next tile at the front is `wall[front]`, and `taken` tiles have
    gone from its end, stack by stack, of each the top tile first. Where each seat has a wall of its own
    (`own`), these are equal parts of `wall` in the order of the seats, and `fronts` has the next tile of each.
    In the turn, `drawn` is the tile that was drawn (NO_TILE after a claim), `loose` says that it was a loose
    tile, `kongs` how many kongs were declared one after another in this turn, `replaced` that the tile stands
    for a bonus tile, and `owed` that a loose tile may still be taken. In the claims, `tile` is what may be
    claimed and `other` who gave it; `open_kong` says that it is the tile of a kong; `may` has what each seat may
    claim, `answers` what the seats said.
    """

    def __init__(self, seats: int, dead_wall: int, *, kept: bool, bonus_from_front: bool, own: bool = False) -> None:
        self.players: list[Player] = [Player() for _ in range(seats)]
        self.dead_wall: int = dead_wall
        self.kept: bool = kept
        self.bonus_from_front: bool = bonus_from_front
        self.own: bool = own
        self.fronts: list[int] = [0] * seats
        self.wall: list[Tile] = []
        self.end: list[int] = []
        """The places of the wall in the order in which tiles are taken from its end."""
        self.front: int = 0
        self.taken: int = 0
        self.phase: int = DEAL
        self.turn: int = 0
        self.ready: int = 0
        """How many seats have replaced their bonus tiles before play."""
        self.drawn: Tile = NO_TILE
        self.has_drawn: bool = False
        self.loose: bool = False
        self.replaced: bool = False
        self.kongs: int = 0
        self.owed: bool = False
        self.last: bool = False
        """Whether the tile drawn is the last that may be drawn."""
        self.tile: Tile = NO_TILE
        self.named: Tile = NO_TILE
        self.other: int = NOBODY
        self.open_kong: str = ""
        self.followed_kong: bool = False
        self.may: list[int] = [0] * seats
        self.answers: list[Action | None] = [None] * seats
        self.late: list[int] = [0] * seats
        """What seats may still claim of the last discard, though the next tile was drawn."""
        self.discards: int = 0
        self.melds: int = 0
        """How many sets were claimed, and kongs declared, by all."""
        self.round: str = ""
        self.paid: dict[tuple[str, int], int] = {}
        """How often each player was paid, or paid, at once, by the id of the payment."""
        self.fold: dict[type[Event], Callable[[Any], None]] = {
            events.Begin: self._begin, events.Dealt: self._deal, events.Bonus: self._bonus,
            events.Drawn: self._drawn, events.Discard: self._discard, events.Pass: self._pass,
            events.Chow: self._call, events.Pung: self._call, events.Mahjong: self._mahjong,
            events.Kong: self._kong, events.Melded: self._meld, events.Robbed: self._robbed,
            events.Moved: self._moved, events.PutBack: self._put_back, events.ClaimLost: self._claim_lost,
            events.Paid: self._paid, events.Ready: self._ready, events.Declare: self._declare,
            events.Dead: self._dead, events.Barred: self._barred, events.End: self._end,
            events.Draw: self._draw, events.PlayBegins: self._play, events.Stands: self._stands,
        }  # fmt: skip

    def apply(self, event: Event) -> None:
        """What an event changes."""
        change = self.fold.get(type(event))
        if change is not None:
            change(event)

    def claiming(self, seat: int) -> bool:
        """Whether a seat would claim the tile that lies open, be it late, and not use one that it drew."""
        return self.phase == CLAIMS or (self.phase == TURN and self.turn != seat)

    def bonus_in_hand(self, seat: int) -> Tile:
        """The first bonus tile that a seat has among the tiles in hand, else NO_TILE."""
        counts = self.players[seat].counts
        for tile in range(FIRST_BONUS, LAST_BONUS + 1):
            if counts[tile]:
                return tile
        return NO_TILE

    def left(self) -> int:
        """How many tiles are in the wall, the dead wall counted."""
        return len(self.wall) - self.front - self.taken

    def live(self) -> int:
        """How many tiles may still be drawn in turn; of own walls those of the player who draws next."""
        if self.own:
            return self._left_of(self.next_to_draw())
        if self.kept:
            return max(self.left() - self.dead_wall, 0)
        return max(self.left() - max(self.dead_wall - self.taken, 0), 0)

    def _left_of(self, seat: int) -> int:
        """How many tiles the own wall of a seat has."""
        return (seat + 1) * (len(self.wall) // len(self.players)) - self.fronts[seat]

    def next_to_draw(self) -> int:
        """Who draws when nobody claims the next discard, or this one."""
        seat = self.other if self.phase == CLAIMS else self.turn
        found = self.alive_after(seat)
        return seat if found == NOBODY else found

    def alive_after(self, seat: int) -> int:
        """The next player in turn whose hand is not dead, be it the same one again; NOBODY where all are dead."""
        number = len(self.players)
        for ahead in range(1, number + 1):
            place = (seat + ahead) % number
            if not self.players[place].dead:
                return place
        return NOBODY

    def spare(self, seat: int) -> bool:
        """Whether there is a tile for a kong of a seat; after the last tile there are no kongs."""
        if self.own:
            return self._left_of(seat) > 0 and self.live() > 0
        if self.kept:
            return self.live() > 0
        return self.taken < self.dead_wall and self.left() > 0

    def from_front(self, word: str) -> bool:
        """Whether a tile is drawn at the front of the wall; for a bonus tile also where the dead wall is used up."""
        if word == FROM_WALL:
            return True
        used_up = not self.kept and self.taken >= self.dead_wall
        return word == FOR_BONUS and (self.bonus_from_front or used_up)

    def has_tile(self, seat: int, word: str) -> bool:
        """Whether there is a tile for a seat to draw, in turn, for a kong or for a bonus tile."""
        if self.own:
            return self._left_of(seat) > 0
        return self.live() > 0 if self.from_front(word) else self.spare(seat)

    def next_tile(self, seat: int, word: str) -> Tile:
        """The tile that a seat draws next, in turn, for a kong or for a bonus tile."""
        if self.own:
            return self.wall[self.fronts[seat]]
        return self.next_front() if self.from_front(word) else self.next_end()

    def next_front(self) -> Tile:
        """The next tile at the front; where of the last stack the top tile is gone, the one below it."""
        place = self.front
        if self.taken and self.end[self.taken - 1] == place:
            place += 1
        return self.wall[place]

    def next_end(self) -> Tile:
        """The next tile at the end; where of the last stack the top tile is gone, the one below it."""
        place = self.end[self.taken]
        return self.wall[place + 1 if place < self.front else place]

    def _begin(self, event: events.Begin) -> None:
        self.wall = list(event.tiles)
        stacks = range(len(self.wall) - 1 & ~1, -1, -2)
        self.fronts = [seat * (len(self.wall) // len(self.players)) for seat in range(len(self.players))]
        self.end = [place for top in stacks for place in (top, top + 1) if place < len(self.wall)]
        self.round = event.round

    def _deal(self, event: events.Dealt) -> None:
        player = self.players[event.seat]
        for tile in event.tiles:
            player.add(tile)
        player.waits = UNKNOWN
        self._from_front(event.seat, len(event.tiles))

    def _from_front(self, seat: int, number: int) -> None:
        """So many tiles are drawn at the front, by a seat."""
        self.front += number
        self.fronts[seat] += number

    def _bonus(self, event: events.Bonus) -> None:
        player = self.players[event.seat]
        waits = player.waits
        player.remove(event.tile)
        player.bonus.append(event.tile)
        if self.phase == TURN:
            player.waits = waits
            self._no_late_calls()

    def _drawn(self, event: events.Drawn) -> None:
        player = self.players[event.seat]
        player.add(event.tile)
        if self.own or self.from_front(event.source):
            self._from_front(event.seat, 1)
        else:
            self.taken += 1
        if self.phase == DEAL:
            player.waits = UNKNOWN
            return
        self.phase, self.turn = TURN, event.seat
        self.drawn, self.has_drawn, self.owed = event.tile, True, False
        self.last = self.live() == 0
        self.replaced = event.source == FOR_BONUS
        if event.source == FROM_WALL:
            self.kongs, self.named = 0, NO_TILE
        if not self.replaced:
            self.loose = event.source == LOOSE
            # Before the first discard East draws the last tile of the deal; others draw only when that hand is dead.
            player.draws += self.discards > 0 or event.seat > 0

    def _play(self, event: events.PlayBegins) -> None:
        self.phase, self.turn, self.has_drawn = TURN, event.seat, True
        self.last = self.live() == 0

    def _stands(self, event: events.Stands) -> None:
        self.phase, self.turn, self.owed = TURN, event.seat, True

    def _discard(self, event: events.Discard) -> None:
        player = self.players[event.seat]
        player.remove(event.tile)
        player.short = player.short or self.owed
        player.pond.append(event.tile)
        player.unclaimed.append(event.tile)
        self.discards += 1
        self.followed_kong = self.kongs > 0
        self._open(event.seat, event.tile)
        self.named = event.named
        self.drawn, self.has_drawn, self.kongs, self.loose, self.owed = NO_TILE, False, 0, False, False

    def _open(self, seat: int, tile: Tile) -> None:
        """A tile may be claimed now."""
        self.phase, self.tile, self.other = CLAIMS, tile, seat
        self.named, self.open_kong = NO_TILE, ""
        for place in range(len(self.players)):
            self.may[place] = 0
            self.late[place] = 0
            self.answers[place] = None

    def _pass(self, event: events.Pass) -> None:
        if self.phase == CLAIMS:
            self.answers[event.seat] = event
        elif self.phase == TURN:
            self.late[event.seat] = 0

    def _call(self, event: events.Chow | events.Pung) -> None:
        self.answers[event.seat] = event

    def _mahjong(self, event: events.Mahjong) -> None:
        if self.phase == CLAIMS:
            self.answers[event.seat] = event

    def _draw(self, event: events.Draw) -> None:
        """The next player does not wait: who has not spoken may still call, late."""
        self.answers[event.seat] = event
        for place in range(len(self.players)):
            if self.answers[place] is None:
                self.late[place] = self.may[place] & ~CAN_DRAW

    def _kong(self, event: events.Kong) -> None:
        if not event.how:
            self.answers[event.seat] = event
            return
        player = self.players[event.seat]
        if event.how == "added":
            used = event.tiles[0] if event.tiles else event.tile
            player.remove(used)
            player.promote(event.tile, used)
        else:
            for tile in event.tiles:
                player.remove(tile)
            player.lay(Meld("kong", stood_for("kong", event.tiles) or event.tiles, True))
        self.melds += 1
        if self.phase == DEAL:
            return
        self.kongs += 1
        self.drawn, self.has_drawn = NO_TILE, False
        self._open(event.seat, event.tiles[0] if event.how == "added" and event.tiles else event.tile)
        self.open_kong = event.how

    def _meld(self, event: events.Melded) -> None:
        player, giver = self.players[event.seat], self.players[event.other]
        own = list(event.tiles)
        own.remove(event.tile)
        for tile in own:
            player.remove(tile)
        giver.unclaimed.pop()
        place = self.side(event.seat, event.other)
        tiles = stood_for(event.type, event.tiles)
        player.lay(Meld(event.type, event.tiles if tiles is None else tiles, False, place))
        player.claims += 1
        self.melds += 1
        self.phase, self.turn = TURN, event.seat
        self.drawn, self.has_drawn, self.loose, self.replaced = NO_TILE, False, False, False
        self.kongs, self.owed = (1, True) if event.type == "kong" else (0, False)
        self.last = self.live() == 0
        self._no_late_calls()

    def _no_late_calls(self) -> None:
        for seat in range(len(self.players)):
            self.late[seat] = 0

    def side(self, seat: int, other: int) -> str | None:
        """Where `other` sits, seen from `seat`: left (the player before), right, across; None elsewhere."""
        number = len(self.players)
        ahead = (other - seat) % number
        if ahead == number - 1:
            return "left"
        if ahead == 1:
            return "right"
        return "across" if number == 4 else None

    def _robbed(self, event: events.Robbed) -> None:
        robbed = self.players[event.other]
        if self.open_kong == "added":
            robbed.demote(event.tile)
        else:
            for place, meld in enumerate(robbed.melds):
                if meld.concealed and meld.first == event.tile:
                    del robbed.melds[place]
                    for tile in meld.tiles[:3]:
                        robbed.add(tile)
                    robbed.pieces = tuple(sorted([own.piece for own in robbed.melds]))
                    break
        robbed.waits = UNKNOWN

    def _moved(self, event: events.Moved) -> None:
        giver, taker = self.players[event.seat], self.players[event.other]
        for tile in event.tiles:
            giver.remove(tile)
            taker.add(tile)
        taker.waits = UNKNOWN

    def _put_back(self, event: events.PutBack) -> None:
        player = self.players[event.seat]
        waits = player.waits
        player.remove(event.tile)
        player.waits = waits
        player.draws -= 1
        self._from_front(event.seat, -1)
        self.drawn, self.has_drawn, self.last = NO_TILE, False, False
        self.phase = CLAIMS

    def _claim_lost(self, event: events.ClaimLost) -> None:
        self.late[event.seat] = 0

    def _paid(self, event: events.Paid) -> None:
        self.paid[event.payment, event.seat] = self.paid.get((event.payment, event.seat), 0) + 1

    def _ready(self, event: events.Ready) -> None:
        self.ready += 1

    def _declare(self, event: events.Declare) -> None:
        self.players[event.seat].flags.append(event.word)

    def _dead(self, event: events.Dead) -> None:
        self.players[event.seat].dead = True
        if self.phase == TURN and event.seat == self.turn:
            self._no_late_calls()
        self.may[event.seat] = self.late[event.seat] = 0
        self.answers[event.seat] = None

    def _barred(self, event: events.Barred) -> None:
        self.players[event.seat].barred = True
        self.may[event.seat] &= ~CAN_WIN
        self.late[event.seat] &= ~CAN_WIN
        answer = self.answers[event.seat]
        if type(answer) is events.Mahjong:
            self.answers[event.seat] = None

    def _end(self, event: events.End) -> None:
        self.phase = OVER

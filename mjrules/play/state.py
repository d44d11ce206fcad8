"""A hand in play: what has become of the tiles, made by the events alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from ..hands.meld import Meld, stood_for
from ..tiles.tile import BONUS, REAL, Tile, mask_of
from . import events
from .event_fields import NO_TILE, NOBODY
from .events import Event
from .phases import ASIDE, CAN_ANYTHING, CAN_DRAW, CAN_WIN, LAID_BONUS, Claims, Deal, Over, Turn, changed
from .seat_state import UNKNOWN, Player
from .wall import FOR_BONUS, FROM_WALL, Wall

ALL_BONUS: Final = mask_of(BONUS)
"""The mask of all bonus tiles."""


class State:
    """The state of a hand, which follows from its events: `CHANGES` says what each changes.

    `phase` is what the table waits for; `turn` is the player who has the turn, or had the last one.
    """

    def __init__(self, winds: tuple[str, ...], wall: Wall, *, bonus_last: bool, plays_on: bool = False) -> None:
        seats = len(winds)
        self.winds: tuple[str, ...] = winds
        self.players: list[Player] = [Player() for _ in range(seats)]
        self.wall: Wall = wall
        self.bonus_last: bool = bonus_last
        self.phase: Deal | Turn | Claims | Over = Deal()
        self.turn: int = 0
        self.tile: Tile = NO_TILE
        """The tile that may be claimed, or that was last."""
        self.discards: int = 0
        self.melds: int = 0
        """How many sets were claimed, and kongs declared, by all."""
        self.round: str = ""
        self.points: list[int] = [0] * seats
        """What every player has: what was there at the start, or 0, and what was paid since."""
        self.pots: dict[str, int] = {}
        """What was put into each pot in this hand."""
        self.paid: dict[tuple[str, int], int] = {}
        """How often each player was paid, or paid, at once, by the id of the payment."""
        self.plays_on: bool = plays_on
        """Whether play goes on after a win."""
        self.exhausted: bool = False
        """Whether no play follows any more, because nobody can win."""
        self.turned_up: dict[int, Tile] = {}
        """The tiles of the wall that were turned up, by their places."""

    @property
    def claims(self) -> Claims | None:
        """The claims that are open, or those that were last."""
        phase = self.phase.before if isinstance(self.phase, Over) else self.phase
        if not isinstance(phase, Turn):
            return phase if isinstance(phase, Claims) else None
        if phase.passed is not None:
            phase.before, phase.passed = Claims(*phase.passed, len(self.players)), None
        return phase.before

    @property
    def drawn(self) -> Tile:
        """The tile that was drawn in the turn that goes on, or that ended the hand; else NO_TILE."""
        phase = self.phase.before if isinstance(self.phase, Over) else self.phase
        return phase.drawn if isinstance(phase, Turn) else NO_TILE

    def late_claims(self, seat: int) -> Claims | None:
        """The claims in which a seat may still say something, though the next tile was drawn; None where it may not."""
        before = self.phase.before if isinstance(self.phase, Turn) else None
        return before if before is not None and before.late[seat] else None

    def late(self, seat: int) -> int:
        """What a seat may still claim, though the next tile was drawn."""
        claims = self.late_claims(seat)
        return 0 if claims is None else claims.late[seat]

    def claiming(self, seat: int) -> bool:
        """Whether a seat would claim the tile that lies open, be it late, and not use one that it drew."""
        return isinstance(self.phase, Claims) or (isinstance(self.phase, Turn) and self.turn != seat)

    def bonus_in_hand(self, seat: int) -> Tile:
        """The first bonus tile that a seat has among the tiles in hand, else NO_TILE."""
        held = self.players[seat].held & ALL_BONUS
        return (held & -held).bit_length() - 1 if held else NO_TILE

    def live(self) -> int:
        """How many tiles may still be drawn in turn; of own walls those of the player who draws next."""
        wall = self.wall
        return wall.live() if not wall.own else wall.left_of(self.next_to_draw())

    def next_to_draw(self) -> int:
        """Who draws when nobody claims the next discard, or this one."""
        phase = self.phase
        seat = phase.seat if isinstance(phase, Claims) else self.turn
        found = self.alive_after(seat)
        return seat if found == NOBODY else found

    def alive_after(self, seat: int) -> int:
        """The next player in turn who is not out, be it the same one again; NOBODY where all are."""
        players = self.players
        number = len(players)
        place = (seat + 1) % number
        if not players[place].out:
            return place
        for ahead in range(2, number + 1):
            place = (seat + ahead) % number
            if not players[place].out:
                return place
        return NOBODY

    def kongs(self) -> int:
        """How many kongs there are, of all players."""
        return sum([meld.type == "kong" for player in self.players for meld in player.melds])

    def spare(self, seat: int) -> bool:
        """Whether there is a tile for a kong of a seat; after the last tile there are no kongs."""
        wall = self.wall
        return wall.spare() if not wall.own else wall.left_of(seat) > 0 and self.live() > 0

    def _begin(self, event: events.Begin) -> None:
        self.wall.build(event.tiles)
        self.round = event.round
        self.points = list(event.points) or self.points

    def _deal(self, event: events.Dealt) -> None:
        player = self.players[event.seat]
        player.take(event.tiles)
        player.forget()
        self.wall.deal(event.seat, len(event.tiles))

    def _bonus(self, event: events.Bonus) -> None:
        player = self.players[event.seat]
        waits, far = player.waits, player.far
        player.remove(event.tile)
        player.bonus.append(event.tile)
        if isinstance(self.phase, Turn):  # the tile was just drawn: the hand is what it was
            player.waits, player.far = waits, far
            self._no_late_calls()
        if event.open:
            self._rob(event.seat, event.tile, LAID_BONUS)

    def _rob(self, seat: int, tile: Tile, what: str) -> None:
        """A tile that was laid down in a turn may be robbed."""
        turn = self._without_tile()
        self._open(Claims(seat, tile, turn, len(self.players), kong=what))

    def _without_tile(self) -> Turn:
        """The turn of a player who has a tile fewer than it takes to discard."""
        turn = self._own_turn()
        turn.drawn, turn.has_drawn = NO_TILE, False
        return turn

    def _laid_aside(self, event: events.LaidAside) -> None:
        player = self.players[event.seat]
        player.remove(event.tile)
        player.aside.append((event.tile, event.field))
        if event.open:
            self._rob(event.seat, event.tile, ASIDE)
        else:
            self._without_tile().owed = True

    def _set_changed(self, event: events.SetChanged) -> None:
        player, owner = self.players[event.seat], self.players[event.other]
        old = owner.melds[event.place]
        left, got = [REAL[tile] for tile in old.tiles], NO_TILE
        for tile in event.tiles:
            if tile in left:
                left.remove(tile)
            else:
                player.remove(tile)
        for tile in left:
            player.add(tile)
            got = tile
        added = event.type == "kong" and not event.concealed and (old.added or old.type == "pung")
        source = None if event.concealed else old.source
        tiles = stood_for(event.type, event.tiles) or event.tiles
        owner.change(event.place, Meld(event.type, tiles, event.concealed, source, added))
        player.forget()
        turn = self._own_turn()
        if len(event.tiles) > len(old.tiles):
            self.melds += 1
            turn.kongs += 1
            self._without_tile().owed = True
        elif turn.has_drawn and turn.drawn != NO_TILE and not player.counts[turn.drawn]:
            turn.drawn = got

    def _drawn(self, event: events.Drawn) -> None:
        seat, tile, source = event
        player = self.players[seat]
        player.add(tile)
        self.wall.draw(seat, source)
        turn = self.phase
        if isinstance(turn, Claims):  # nobody has claimed, as is mostly so
            turn.named = NO_TILE
            self.phase = turn = Turn(turn, tile)
            self.turn = seat
        elif isinstance(turn, Deal):
            player.forget()
            return
        elif isinstance(turn, Turn) and source != FROM_WALL:
            turn.drawn, turn.has_drawn, turn.owed = tile, True, False
        else:
            turn = self._begin_turn(seat, tile)
        turn.last = self.live() == 0
        turn.replaced = source == FOR_BONUS
        # Before the first discard East draws the last tile of the deal; others draw only when that hand is dead.
        if not turn.replaced and (self.discards > 0 or seat > 0):
            player.draws += 1

    def _begin_turn(self, seat: int, drawn: Tile = NO_TILE) -> Turn:
        phase = self.phase
        before = phase if isinstance(phase, Claims) else self.claims
        if before is not None:
            before.named = NO_TILE
        turn = Turn(before, drawn)
        self.phase, self.turn = turn, seat
        return turn

    def _play(self, event: events.PlayBegins) -> None:
        turn = self._begin_turn(event.seat)
        turn.has_drawn, turn.last = True, self.live() == 0

    def _stands(self, event: events.Stands) -> None:
        if isinstance(self.phase, Claims):
            self.phase, self.turn = self.phase.turn, event.seat
            self.phase.owed = True

    def _discard(self, event: events.Discard) -> None:
        seat, tile, named = event
        turn = self._thrown(seat, tile)
        self.phase = Claims(seat, tile, turn, len(self.players), named)

    def _thrown(self, seat: int, tile: Tile) -> Turn:
        """A seat discards a tile; the turn in which it does."""
        player, turn = self.players[seat], self.phase
        assert isinstance(turn, Turn)
        turn.before = turn.passed = None
        waits = player.waits
        player.remove(tile)
        if tile == turn.drawn and waits != UNKNOWN:  # the hand is what it was
            player.waits = waits
        if turn.owed:
            player.short = True
        player.pond.append(tile)
        player.unclaimed.append(tile)
        self.discards += 1
        self.tile = tile
        return turn

    def pass_on(self, seat: int, tile: Tile, after: int) -> Tile:
        """A seat discards a tile, which nobody can claim, and the seat `after` it draws one in turn, of a common wall.

        That is what a discard and a draw come to, one after the other, but for the claims that nobody has. The tile
        that was drawn; NO_TILE where there is none, or it is not known: nothing has happened then.
        """
        wall = self.wall
        drawn = wall.next_in_turn()
        if drawn == NO_TILE:
            return NO_TILE
        turn = Turn(None, drawn)
        turn.passed = seat, tile, self._thrown(seat, tile)
        player = self.players[after]
        player.add(drawn)
        player.draws += 1
        wall.front += 1
        turn.last = wall.front >= wall.bound
        self.phase, self.turn = turn, after
        return drawn

    def _open(self, claims: Claims) -> None:
        self.phase, self.tile = claims, claims.tile

    def _own_turn(self) -> Turn:
        """The turn, in which nobody can call late any more."""
        turn = self.phase
        assert isinstance(turn, Turn)
        turn.before = turn.passed = None
        return turn

    def _pass(self, event: events.Pass) -> None:
        if isinstance(self.phase, Claims):
            self.phase.answered(event.seat, event)
        else:
            self._not_late(event.seat)

    def _not_late(self, seat: int) -> None:
        if self.claims is not None:
            self.claims.late = changed(self.claims.late, seat, 0)

    def _call(self, event: events.Chow | events.Pung | events.Kong | events.Mahjong) -> None:
        if isinstance(self.phase, Claims):
            self.phase.answered(event.seat, event)

    def _called(self, event: events.FalseCall) -> None:
        if isinstance(self.phase, Claims) and self.phase.by_name[event.seat]:
            self.phase.misled += ((event.seat, event.call),)

    def _draw(self, event: events.Draw) -> None:
        """The next player does not wait: who has not spoken may still call, late."""
        claims = self.phase
        assert isinstance(claims, Claims)
        claims.answered(event.seat, event)
        for place, answer in enumerate(claims.answers):
            if answer is None:
                claims.late = changed(claims.late, place, claims.may[place] & ~CAN_DRAW)

    def _kong(self, event: events.Kong) -> None:
        if not event.how:
            self._call(event)
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
        if isinstance(self.phase, Deal):
            return
        turn = self._own_turn()
        turn.kongs += 1
        tile = event.tiles[0] if event.how == "added" and event.tiles else event.tile
        claims = Claims(event.seat, tile, turn, len(self.players), kong=event.how)
        claims.drawn = turn.drawn
        self._without_tile()
        self._open(claims)

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
        turn = self._begin_turn(event.seat)
        if event.type == "kong":
            turn.kongs, turn.owed = 1, True
        turn.last = self.live() == 0
        self._no_late_calls()

    def _no_late_calls(self) -> None:
        if self.claims is not None:
            self.claims.late = (0,) * len(self.players)

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
        kong = self.phase.kong if isinstance(self.phase, Claims) else ""
        if kong == "added":
            robbed.demote(event.tile)
        elif kong == ASIDE:
            robbed.aside.pop()
        elif kong == LAID_BONUS:
            robbed.bonus.pop()
        else:
            for place, meld in enumerate(robbed.melds):
                if meld.concealed and meld.first == event.tile:
                    robbed.take_back(place)
                    for tile in meld.tiles[:3]:
                        robbed.add(tile)
                    break
        robbed.forget()

    def _moved(self, event: events.Moved) -> None:
        giver, taker = self.players[event.seat], self.players[event.other]
        for tile in event.tiles:
            giver.remove(tile)
            taker.add(tile)
        taker.forget()

    def _put_back(self, event: events.PutBack) -> None:
        player = self.players[event.seat]
        waits = player.waits
        player.remove(event.tile)
        player.waits = waits
        player.draws -= 1
        self.wall.deal(event.seat, -1)
        if self.claims is not None:
            self.phase = self.claims

    def _claim_lost(self, event: events.ClaimLost) -> None:
        self._not_late(event.seat)

    def _paid(self, event: events.Paid) -> None:
        self.paid[event.payment, event.seat] = self.paid.get((event.payment, event.seat), 0) + 1
        for item in event.transfers:
            self.points[self.winds.index(item.payer)] -= item.amount
            self.points[self.winds.index(item.payee)] += item.amount

    def _into_pot(self, event: events.IntoPot) -> None:
        self.pots[event.pot] = self.pots.get(event.pot, 0) + event.amount
        self.points[event.seat] -= event.amount

    def _ready(self, event: events.Ready) -> None:
        assert isinstance(self.phase, Deal)
        self.phase.ready += 1

    def _declare(self, event: events.Declare) -> None:
        self.players[event.seat].flags += (event.word,)

    def _dead(self, event: events.Dead) -> None:
        seat, claims = event.seat, self.claims
        self.players[seat].dead = self.players[seat].out = True
        if isinstance(self.phase, Turn) and seat == self.turn:
            self._no_late_calls()
        if claims is not None:
            claims.forbid(seat, CAN_ANYTHING)
            claims.by_name = changed(claims.by_name, seat, 0)
            claims.answered(seat, None)

    def _barred(self, event: events.Barred) -> None:
        seat, claims = event.seat, self.claims
        self.players[seat].barred = True
        if claims is not None:
            claims.forbid(seat, CAN_WIN)
            if isinstance(claims.answers[seat], events.Mahjong):
                claims.answered(seat, None)

    def _won(self, event: events.Won) -> None:
        if self.plays_on:
            player = self.players[event.seat]
            player.finished = player.out = True
            self._no_late_calls()
            if isinstance(self.phase, Turn):
                self.phase.before = self.phase.passed = None

    def _exhausted(self, event: events.Exhausted) -> None:
        self.exhausted = True

    def _turned_up(self, event: events.TurnedUp) -> None:
        self.turned_up[event.place] = event.tile
        for player in self.players:  # it may say what jokers are
            player.waits = UNKNOWN

    def _end(self, event: events.End) -> None:
        assert not isinstance(self.phase, Over)
        self.phase = Over(self.phase)


CHANGES: Final[Mapping[type[Event], Callable[[State, Any], None]]] = {
    events.Begin: State._begin, events.Dealt: State._deal, events.Bonus: State._bonus,
    events.Drawn: State._drawn, events.Discard: State._discard, events.Pass: State._pass,
    events.Chow: State._call, events.Pung: State._call, events.Mahjong: State._call,
    events.Kong: State._kong, events.Melded: State._meld, events.Robbed: State._robbed,
    events.Moved: State._moved, events.PutBack: State._put_back, events.ClaimLost: State._claim_lost,
    events.Paid: State._paid, events.Ready: State._ready, events.Declare: State._declare,
    events.Dead: State._dead, events.Barred: State._barred, events.End: State._end,
    events.Draw: State._draw, events.PlayBegins: State._play, events.Stands: State._stands,
    events.Won: State._won, events.Exhausted: State._exhausted, events.TurnedUp: State._turned_up,
    events.FalseCall: State._called, events.LaidAside: State._laid_aside, events.SetChanged: State._set_changed,
    events.IntoPot: State._into_pot,
}  # fmt: skip
"""What each class of events changes in a state; other events change nothing."""

"""Hands of other programs of which a record tells what was dealt, drawn and done, but not the wall: played again."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from typing import Final, Literal, NamedTuple

from ..match.match import paid_in
from ..play import events
from ..play.event_fields import EAST, NO_TILE, NOBODY, tile_text, tiles_text
from ..play.events import Action
from ..ruleset.ruleset import Ruleset
from ..settlement_method import net_amounts
from ..table.deal import deal_order
from ..tiles.tile import Tile
from .game_replay import GameReplay

MoveKind = Literal[
    "draw", "discard", "chow", "pung", "kong", "concealed_kong", "added_kong", "says", "aside", "turned_up"
]
"""What a record can say of a move; RecordedMove tells each."""


class RecordedMove(NamedTuple):
    """What a seat drew or did, by its number in the record; `where` it stands, for people.

    The kinds are `draw`; `discard`, whose `word` may be `drawn`, for the tile just drawn; `chow`, `pung` and `kong`
    with the `own` tiles and the `giver` of the tile; `concealed_kong` and `added_kong`; `says`, with the `word` of a
    decision that a house rule knows, and `aside`, likewise with a tile that is laid aside; and `turned_up`, a tile of
    the wall that all see. What is drawn after a kong, or for a tile laid aside, is a loose tile.
    """

    where: str
    kind: MoveKind
    seat: int
    tile: Tile = NO_TILE
    own: tuple[Tile, ...] = ()
    giver: int = NOBODY
    word: str = ""


class RecordedEnd(NamedTuple):
    """What a hand came to: who has won, or `why` nobody has; and what all gain. None stands for what is not said.

    What players put into pots while the hand was played is apart; what comes out of them is gained. `put` has the seats
    that have put something in, in order, and `givers` whose tile each winner has won with, the winner's own if drawn.
    Of decisions that end a hand some records do not tell: `says` is the word of the player whose turn it is, and
    `all_claim` that everybody claims to win who can.
    """

    winners: tuple[int, ...]
    why: str | None
    gains: tuple[int, ...] | None
    put: tuple[int, ...] | None = None
    givers: Mapping[int, int] | None = None
    says: str = ""
    all_claim: bool = False


class RecordedHand(NamedTuple):
    """A hand as a record has it, at a line of a file: the seats are numbered from 0, and `east` is East.

    `round` counts the rounds from 0, and `first` says whether a match begins with the hand; `totals` is what the seats
    have before it, and `numbers` what the match has counted, by the fields of the ruleset. `hands` has the tiles that
    each seat was dealt, without the first draw of East; `under` are tiles that lie under those turned up, in order, as
    far as they are known.
    """

    line: int
    name: str
    first: bool
    round: int
    east: int
    totals: tuple[int, ...]
    numbers: Mapping[str, int]
    hands: tuple[tuple[Tile, ...], ...]
    moves: tuple[RecordedMove, ...]
    under: tuple[Tile, ...] = ()


STACK: Final = 2
"""So many tiles lie above one another."""


def wall_of(hand: RecordedHand, ruleset: Ruleset, turned_up: int) -> list[Tile]:
    """The wall that deals and draws the tiles of a record; one that nobody knows is -1.

    `turned_up` is the place, from the end, of the first tile that is turned up; each other is on the stack before.
    Raises ValueError where so many tiles are not in the wall.
    """
    rules, size = ruleset.definition.table, ruleset.book.tiles.size
    shown = [move.tile for move in hand.moves if move.kind == "turned_up"]
    known = {size + turned_up - STACK * number: tile for number, tile in enumerate(shown)}
    known |= {size + turned_up + 1 - STACK * number: tile for number, tile in enumerate(hand.under)}
    front, loose = drawn_by(hand.moves)
    each, number = len(hand.hands[0]), len(hand.hands)
    dealt = [deque(hand.hands[(place + hand.east) % number]) for place in range(number)]
    if front:
        dealt[EAST].append(front.popleft())
    for seat, places in deal_order(range(size), rules, each, late_east=False):
        known.update((place, dealt[seat].popleft()) for place in places if dealt[seat])
    ends = (place for top in range(size - 1 & ~1, -1, -2) for place in (top, top + 1) if place < size)
    taken = dict(zip(ends, loose, strict=False))
    rest = (place for place in range(number * each + 1, size) if place not in taken)
    drawn = dict(zip(rest, front, strict=False))
    if len(drawn) < len(front) or known.keys() & drawn.keys():
        raise ValueError(f"{len(front) + 1} tiles are drawn in turn, more than the wall has")
    known |= taken | drawn
    return [known.get(place, NO_TILE) for place in range(size)]


def drawn_by(moves: Iterable[RecordedMove]) -> tuple[deque[Tile], deque[Tile]]:
    """The tiles that are drawn in turn, and the loose tiles."""
    front, loose, owed = deque[Tile](), deque[Tile](), False
    for move in moves:
        if move.kind == "draw":
            (loose if owed else front).append(move.tile)
        owed = move.kind in _OWED or (owed and move.kind == "turned_up")
    return front, loose


_OWED = ("kong", "concealed_kong", "added_kong", "aside")
"""After what a loose tile is due."""


class HandReplay(GameReplay):
    """A hand that is played again; `table` is set by whoever makes it, and has the wall of `wall_of`."""

    def __init__(self, hand: RecordedHand) -> None:
        super().__init__(hand.line, hand.name, hand.east)
        self.hand = hand
        self._turned_up: list[Tile] = []
        """The tiles turned up of which the record has told."""

    def play(self) -> None:
        """Play all moves. Raises LogError at the first one that is not legal, or not as the table has it."""
        kinds: Mapping[str, Callable[[RecordedMove], None]] = {
            "draw": self._draw, "discard": self._discard, "says": self._says, "aside": self._says,
            "concealed_kong": self._own_kong, "added_kong": self._own_kong, "turned_up": self._shows,
        }  # fmt: skip
        for move in self.hand.moves:
            self.told(move.where, kinds.get(move.kind, self._claim), move)

    def _draw(self, move: RecordedMove) -> None:
        self.pass_all()
        self._check_turned_up()
        if self._dealt is not move:
            self.check_drawn(move.seat, move.tile)

    def _discard(self, move: RecordedMove) -> None:
        self.pass_all()
        drawn = self.table.state.drawn if self._dealt is None or self.table.state.discards else self._dealt.tile
        if move.word == "drawn" and move.tile != drawn:
            raise self.error(f"the tile drawn is {tile_text(drawn)}")
        self.do(events.Discard(self.at(move.seat), move.tile))

    @property
    def _dealt(self) -> RecordedMove | None:
        """The first draw of East, where the table has dealt that tile."""
        draws = (move for move in self.hand.moves if move.kind == "draw")
        return None if self.table.course.late_east() else next(draws, None)

    def _claim(self, move: RecordedMove) -> None:
        self.claim(move.kind, move.seat, move.tile, move.own, move.giver)

    def _own_kong(self, move: RecordedMove) -> None:
        self.pass_all()
        self.own_kong(move.kind, move.seat, move.tile)

    def _says(self, move: RecordedMove) -> None:
        self.pass_all()
        self.says(move.seat, move.word, move.tile)

    def says(self, seat: int, word: str, tile: Tile = NO_TILE) -> None:
        """A seat decides what is called by a word: the kind of the decision, or what it says."""
        self.all_drawn()
        legal = self.table.legal_actions(self.at(seat))
        found = [action for action in legal if word in (action.kind, getattr(action, "word", ""))]
        chosen = [action for action in found if tile in (NO_TILE, getattr(action, "tile", NO_TILE))]
        self.table.do(chosen[0] if chosen else self._asked(self.at(seat), word, tile))

    def _asked(self, place: int, word: str, tile: Tile) -> Action:
        """The decision that is called by a word, be it legal or not; the table knows why not."""
        known = (kind for play in self.table.plays for kind in play.kinds)
        kind = next((kind for kind in known if kind.kind == word), events.Declare)
        said = {"word": word, "tile": tile}
        return kind(place, *(said[name] for name in kind.defaults if name in said))

    def _shows(self, move: RecordedMove) -> None:
        """A tile is turned up: some programs tell it before the discard, others after it."""
        self._turned_up.append(move.tile)

    def _check_turned_up(self) -> None:
        """Before the next draw the table has turned up what the record has told, and nothing else."""
        found: list[Tile] = []
        for event in self.table.log:
            if isinstance(event, events.Won):
                break
            if isinstance(event, events.TurnedUp):
                found.append(event.tile)
        if found != self._turned_up:
            ours, theirs = (tiles_text(tuple(tiles)) or "none" for tiles in (found, self._turned_up))
            raise self.error(f"the tiles turned up are {ours}, not {theirs}")

    def finish(self, end: RecordedEnd) -> None:
        """The hand ends so: these have won, or nobody has, and all gain that."""
        if end.says and not self.table.over:
            self.says(self.seat(self.table.state.turn), end.says)
        while end.all_claim and self.claiming:
            self.do(events.Mahjong(self.table.place(self.table.to_act()[0]), self.table.state.tile))
        if end.winners:
            self.win(*end.winners)
        else:
            self.pass_all()
        self.must_be_over()
        self._check_turned_up()
        self._check_end(end)

    def _check_end(self, end: RecordedEnd) -> None:
        """The table has come to what the record says."""
        log = self.table.log
        won = {event.seat: event.other for event in log if isinstance(event, events.Won)}
        self.same("winners", sorted(map(self.seat, won)), sorted(end.winners))
        for winner, giver in (end.givers or {}).items():
            other = won[self.at(winner)]
            self.same("from", winner if other == NOBODY else self.seat(other), giver)
        if not won and end.why is not None:
            self.same("why", [event.why for event in log if isinstance(event, events.Exhausted)][-1:], [end.why])
        if end.put is not None:
            put = (event for event in log if isinstance(event, events.IntoPot) and event.amount > 0)
            self.same("put into pots", [self.seat(event.seat) for event in put], [*end.put])
        if end.gains is not None:
            self.same("gains", self.gains(), [*end.gains])

    def gains(self) -> list[int]:
        """What every seat of the record gains in the hand, by payments and out of pots."""
        winds, log = self.table.seats, self.table.log
        net = net_amounts(paid_in(self.table), winds)
        for event in log:
            if isinstance(event, events.IntoPot) and event.amount < 0:
                net[winds[event.seat]] -= event.amount
        return [net[winds[self.at(seat)]] for seat in range(len(winds))]

    def put(self) -> list[int]:
        """What every seat of the record puts into pots in the hand, below 0 or 0."""
        put = [0] * len(self.table.seats)
        for event in self.table.happened(events.IntoPot):
            put[self.seat(event.seat)] -= max(event.amount, 0)
        return put

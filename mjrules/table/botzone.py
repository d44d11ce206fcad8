"""Game logs of the server Botzone: every game is played again, and must end as its record says.

A record has the hands and what was drawn, claimed and discarded. It has no passes and no walls: whoever could claim and
is not told to have done so has passed, and the tiles that nobody drew are not known. Each player draws from a wall of
his own, so the wall follows from who drew what, kong tiles too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any, Final, NamedTuple

from ..errors import MjrulesError, TileError, described, did_you_mean
from ..hand import Hand
from ..play.events import NO_TILE, Action, Event, LogError, tile_text
from ..play.state import CLAIMS
from ..record import SEATS
from ..ruleset.load import load
from ..ruleset.ruleset import Ruleset
from ..scoring.score import Score
from ..tiles import TEXT, Tile, parse_tiles
from .errors import TableError
from .log import Line
from .table import Table

FORMAT: Final = "botzone"
"""The name of the format; the ruleset of its games is the bundled one that ends so."""
FIELDS: Mapping[str, str] = {
    "id": "the name of the game",
    "prevalent": "the round wind, from 1",
    "hands": "the tiles that each seat was dealt",
    "events": "what happened, each event a list",
    "end": "who won with what, or that it was a draw, and what everybody gains",
}
"""The fields of a record."""
EVENTS: Mapping[str, str] = {
    "draw": "seat, tile; for a kong too",
    "discard": "seat, tile",
    "chow": "seat, tiles of the set, who discarded, the tile claimed",
    "pung": "seat, tiles of the set, who discarded, the tile claimed",
    "kong": "seat, tiles of the set, who discarded, the tile claimed",
    "concealed_kong": "seat, tiles of the set",
    "added_kong": "seat, tile",
}
"""The kinds of event, with what follows the kind."""
SIZES: Mapping[str, int] = {"chow": 3, "pung": 3, "kong": 4}
BY: Mapping[str, tuple[str, ...]] = {
    "drawn": ("self",),
    "dealt": ("self",),
    "claimed": ("discard",),
    "robbed": ("discard", "kong", "rob", "robbed", "robbing_kong", "added_kong"),
}
"""What a record may call the ways to win."""


class Move(NamedTuple):
    """An event of a record: its number, from 1, and what it says."""

    number: int
    kind: str
    seat: int
    tile: Tile
    tiles: tuple[Tile, ...]
    giver: int | None
    text: str


class Game(NamedTuple):
    """A record that was read; `line` is where it stands."""

    line: int
    id: str
    round: str
    hands: tuple[tuple[Tile, ...], ...]
    moves: tuple[Move, ...]
    end: Mapping[str, Any]


def is_game(record: Mapping[str, Any]) -> bool:
    """Whether a JSON object looks like a game of this format."""
    return "hands" in record and "events" in record and "prevalent" in record


def read_game(line: Line) -> Game:
    """The game that a line records. Raises LogError for what is no such record."""
    number, record = line
    for name in FIELDS:
        if name not in record and name != "id":
            raise LogError(number, f"{name}: missing in the record of a game")
    for name in record:
        if name not in FIELDS:
            raise LogError(number, f'a game has no field "{name}"{did_you_mean(name, FIELDS)}')
    wind, hands, events, end = (record[name] for name in ("prevalent", "hands", "events", "end"))
    if not _whole(wind) or not 1 <= wind <= len(SEATS):
        raise LogError(number, f"prevalent: expected 1 to {len(SEATS)}, got {described(wind)}")
    if not isinstance(hands, list) or len(hands) != len(SEATS):
        raise LogError(number, f"hands: expected a list of {len(SEATS)} hands")
    if not isinstance(events, list) or not isinstance(end, dict):
        raise LogError(number, "expected a list of events, and an object as end")
    dealt = tuple(_tiles(number, f"hands[{seat}]", text) for seat, text in enumerate(hands))
    moves = tuple(_move(number, place, event) for place, event in enumerate(events, 1))
    return Game(number, str(record.get("id", "")), SEATS[wind - 1], dealt, moves, end)


def _move(line: int, number: int, event: Any) -> Move:
    """An event as it is written."""
    place = f"event {number}"
    if not isinstance(event, list) or not event or event[0] not in EVENTS:
        kind = event[0] if isinstance(event, list) and event else event
        raise LogError(line, f"{place}: {described(kind)} is no event{did_you_mean(kind, EVENTS)}")
    kind = event[0]
    if len(event) != 1 + EVENTS[kind].split(";")[0].count(",") + 1:
        raise LogError(line, f"{place}: {kind}: expected {EVENTS[kind]}")
    seat = _seat(line, place, event[1])
    tiles = _tiles(line, place, event[2])
    text = " ".join([kind, str(seat), str(event[2])])
    if kind in SIZES:
        tile = _one(line, place, _tiles(line, place, event[4]))
        own = list(tiles)
        if len(own) != SIZES[kind] or tile not in own:
            raise LogError(line, f"{place}, {text}: the tile claimed, {tile_text(tile)}, makes no {kind} of these")
        own.remove(tile)
        return Move(number, kind, seat, tile, tuple(sorted(own)), _seat(line, place, event[3]), text)
    if kind == "concealed_kong":
        if len(tiles) != SIZES["kong"] or len(set(tiles)) != 1:
            raise LogError(line, f"{place}, {text}: expected four alike")
        return Move(number, kind, seat, tiles[0], (), None, text)
    return Move(number, kind, seat, _one(line, place, tiles), (), None, text)


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _seat(line: int, place: str, value: Any) -> int:
    if not _whole(value) or not 0 <= value < len(SEATS):
        raise LogError(line, f"{place}: expected a seat from 0 to {len(SEATS) - 1}, got {described(value)}")
    return int(value)


def _tiles(line: int, place: str, text: Any) -> tuple[Tile, ...]:
    try:
        if not isinstance(text, str):
            raise TileError(f"expected tiles as text, got {described(text)}")
        return parse_tiles(text)
    except TileError as error:
        raise LogError(line, f"{place}: {error}") from None


def _one(line: int, place: str, tiles: tuple[Tile, ...]) -> Tile:
    if len(tiles) != 1:
        raise LogError(line, f"{place}: expected one tile, got {len(tiles)}")
    return tiles[0]


def ruleset_of_games() -> Ruleset:
    """The bundled ruleset by which the games are played."""
    from ..ruleset.files import bundled_ids

    return load(next(id for id in bundled_ids() if id.split("/")[-1] == FORMAT))


def replay_game(game: Game, ruleset: Ruleset) -> Table:
    """Play a game again; the table at its end. Raises LogError where it is not legal or ends otherwise."""
    return _Replay(game, ruleset).played()


def replay_games(lines: Iterable[Line], ruleset: Ruleset | None = None) -> Iterator[tuple[Game, Table]]:
    """Every game of a file, played again. Raises LogError at the first that is not right."""
    ruleset = ruleset or ruleset_of_games()
    for line in lines:
        game = read_game(line)
        yield game, replay_game(game, ruleset)


class _Replay:
    """A game that is played again."""

    def __init__(self, game: Game, ruleset: Ruleset) -> None:
        self.game, self.ruleset = game, ruleset
        self.where = ""
        self.drawn = 0
        """How many events of the table were looked at for tiles that were drawn."""
        wall = self._wall()
        try:
            self.table = Table(ruleset, round=game.round, wall=wall)
        except MjrulesError as error:
            raise self.error(str(error)) from None

    def error(self, reason: str) -> LogError:
        """The refusal of the game."""
        name = f"game {self.game.id}" if self.game.id else "the game"
        return LogError(self.game.line, ": ".join(filter(None, (name, self.where, reason))))

    def _wall(self) -> list[Tile]:
        """The walls of all seats: what was dealt, what was drawn, and tiles that nobody knows."""
        number = len(self.game.hands)
        each = self.ruleset.book.tiles.size // number
        wall: list[Tile] = []
        for seat, hand in enumerate(self.game.hands):
            drawn = [move.tile for move in self.game.moves if move.kind == "draw" and move.seat == seat]
            if len(hand) != len(self.game.hands[0]):
                raise self.error(f"hands[{seat}]: expected {len(self.game.hands[0])} tiles, got {len(hand)}")
            if len(hand) + len(drawn) > each:
                raise self.error(f"seat {seat} draws {len(drawn)} tiles, its wall has {each - len(hand)}")
            wall += [*hand, *drawn, *[NO_TILE] * (each - len(hand) - len(drawn))]
        return wall

    def played(self) -> Table:
        """The table at the end of the game."""
        moves = self.game.moves
        if not moves or moves[0].kind != "draw" or moves[0].seat != 0:
            raise self.error("expected the first event to be the draw of seat 0")
        for move in moves:
            self.where = f"event {move.number}, {move.text}"
            self._told(partial(self._play, move))
        self.where = "end"
        self._told(self._finish)
        return self.table

    def _told(self, work: Callable[[], None]) -> None:
        """Do something; what the table refuses is told with its place in the record."""
        try:
            work()
        except LogError:
            raise
        except TableError:
            raise self.error("a tile is drawn here of which the record does not tell") from None
        except MjrulesError as error:
            raise self.error(str(error)) from None

    def _play(self, move: Move) -> None:
        table, seat = self.table, move.seat
        if move.kind == "draw":
            self._pass()
            self._check_drawn(move)
            return
        if self._next_drawn() is not None:
            raise self.error(f"expected the draw of seat {self._turn()}")
        if move.kind == "discard":
            table.do(Action("discard", seat, move.tile))
        elif move.giver is None:
            (done, *_) = table.do(Action("kong", seat, move.tile))
            if f"{done.word}_kong" != move.kind:
                raise self.error(f"the kong is {done.word}")
        else:
            self._claim(move, move.giver)

    def _claim(self, move: Move, giver: int) -> None:
        state = self.table.state
        if state.phase == CLAIMS and (giver, move.tile) != (state.other, state.tile):
            raise self.error(f"the tile to claim is {TEXT[state.tile]} of seat {state.other}")
        self.table.do(Action(move.kind, move.seat, move.tile, move.tiles))
        self._pass()

    def _pass(self) -> None:
        """All who could claim the tile that lies open, and have not, pass."""
        table = self.table
        while table.state.phase == CLAIMS:
            for seat in table.to_act():
                table.do(Action("pass", seat))
                break

    def _next_drawn(self) -> Event | None:
        """The next tile drawn that the record has not told yet."""
        while self.drawn < len(self.table.log):
            event = self.table.log[self.drawn]
            if event.kind == "drawn":
                return event
            self.drawn += 1
        return None

    def _turn(self) -> int:
        return self.table.state.turn

    def _check_drawn(self, move: Move) -> None:
        event = self._next_drawn()
        if event is None:
            told = "the game is over: no tile is left" if self.table.over else f"it is the turn of seat {self._turn()}"
            raise self.error(told)
        if (event.seat, event.tile) != (move.seat, move.tile):
            raise self.error(f"expected the draw of seat {event.seat}")
        self.drawn += 1

    # The end

    def _finish(self) -> None:
        end, kinds = self.game.end, {"win": self._won, "draw": self._not_won}
        kind = end.get("type")
        if kind not in kinds:
            raise self.error(f"type: expected win or draw, got {described(kind)}")
        if self._next_drawn() is not None:
            raise self.error(f"expected the draw of seat {self._turn()}")
        kinds[kind]()
        net = (self.table.log[-1].data or {})["net"]
        self._same("delta", [net[seat] for seat in self.table.seats], end.get("delta"))

    def _not_won(self) -> None:
        self._pass()
        if not self.table.over:
            raise self.error(f"nobody has won, but it is the turn of seat {self._turn()}")

    def _won(self) -> None:
        end, table = self.game.end, self.table
        who = end.get("who")
        if not isinstance(who, int) or isinstance(who, bool) or not 0 <= who < len(table.seats):
            raise self.error(f"who: expected a seat, got {described(who)}")
        tile = table.state.tile if table.state.phase == CLAIMS else table.state.drawn
        table.do(Action("mahjong", who, tile))
        self._pass()
        won = next(event for event in table.log if event.kind == "won")
        self._same("who", won.seat, who)
        self._same("tile", tile_text(won.tile), end.get("tile"))
        if end.get("by") not in BY[won.word]:
            raise self.error(f"by: expected {BY[won.word][0]}, found {described(end.get('by'))}")
        self._same("from", won.other if won.other >= 0 else None, end.get("from"))
        self._check_fans(table.seats[won.seat])

    def _check_fans(self, seat: str) -> None:
        """The fans and their total; of several ways to read the hand that are worth the same, each is right."""
        data = self.table.log[-1].data or {}
        theirs = self._told_fans()
        score = self.ruleset.score(Hand.from_record(data["hands"][seat]))
        ours = _fans(score)
        if theirs not in (ours, *map(_fans, score.alike)) and not _chosen_otherwise(score, theirs):
            for id in [*theirs, *ours]:
                if ours.get(id) != theirs.get(id):
                    told, found = (_fan(side.get(id)) for side in (ours, theirs))
                    raise self.error(f"fan: {id}: expected {told}, found {found}")
        self._same("fan_total", data["scores"][seat], self.game.end.get("fan_total"))

    def _told_fans(self) -> dict[str, tuple[int, int]]:
        """The fans of the record by our ids: what each is worth, and how often."""
        fans = self.game.end.get("fan")
        names = {name: rule.id for rule in self.ruleset.book.rules for name in self.ruleset.rule_names(rule.id)}
        found: dict[str, tuple[int, int]] = {}
        for item in fans if isinstance(fans, list) else ():
            if not isinstance(item, list) or len(item) != 3 or not all(map(_whole, item[1:])):
                raise self.error(f"fan: expected a name, a value and a count, got {described(item)}")
            name, value, count = item
            if name not in names:
                raise self.error(f"fan: {described(name)} is no fan{did_you_mean(name, names)}")
            found[names[name]] = value, count
        return found

    def _same(self, field: str, expected: Any, found: Any) -> None:
        if type(expected) is not type(found) or expected != found:
            raise self.error(f"{field}: expected {expected}, found {described(found) if found is not None else 'none'}")


def _fans(score: Score) -> dict[str, tuple[int, int]]:
    """The fans of a score by id: what each is worth, and how often."""
    return {item.id: (int(item.each), item.count) for item in score.items}


def _chosen_otherwise(score: Score, fans: Mapping[str, tuple[int, int]]) -> bool:
    """Whether fans are another choice of the same total among those that the combination policy had to choose from."""
    ours = _fans(score)
    if sum(each * count for each, count in fans.values()) != score.total or not ours:
        return False
    left_out = {item.id for item in score.explanation.not_counted if item.because == "policy"}
    return all(id in left_out for id, fan in fans.items() if ours.get(id) != fan)


def _fan(found: tuple[int, int] | None) -> str:
    return "none" if found is None else f"{found[0]} x {found[1]}"

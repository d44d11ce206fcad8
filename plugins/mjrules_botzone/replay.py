"""Games that are played again on a table, and must end as their records say.

A record has the hands and what was drawn, claimed and discarded. It has no passes and no walls: whoever could claim and
is not said to have done so has passed, and the tiles that nobody drew are not known. Each player draws from a wall of
his own, so the wall follows from who drew what, kong tiles too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any, Final

from mjrules import Item, Ruleset, Score, Table, TableError, load
from mjrules.hooks import (
    NO_TILE,
    LogError,
    LogLine,
    LogStep,
    MjrulesError,
    described,
    did_you_mean,
    events,
    tile_text,
)

from .record import Game, Move, is_whole, read_game

RULESET: Final = "chinese-official/botzone"
"""The ruleset by which the games are played."""
BY: Mapping[str, tuple[str, ...]] = {
    "drawn": ("self",),
    "dealt": ("self",),
    "claimed": ("discard",),
    "robbed": ("discard", "kong", "rob", "robbed", "robbing_kong", "added_kong"),
}
"""What a record may call the ways to win."""
CLAIMED: Mapping[str, type[events.Chow | events.Pung | events.Kong]] = {
    "chow": events.Chow,
    "pung": events.Pung,
    "kong": events.Kong,
}
"""The classes of claims by the names that records have for them."""
Fans = dict[str, tuple[int, int]]
"""Fans by id: what each is worth, and how often."""


def replay(lines: Iterable[LogLine], ruleset: Ruleset | None) -> Iterator[LogStep]:
    """Every event of the games of a file. Raises LogError at the first game that is not right."""
    ruleset = ruleset or load(RULESET)
    for line in lines:
        game = read_game(line)
        table = replay_game(game, ruleset)
        for event in table.log:
            yield game.line, event, table


def replay_game(game: Game, ruleset: Ruleset) -> Table:
    """Play a game again; the table at its end. Raises LogError where it is not legal or ends otherwise."""
    return _Replay(game, ruleset).played()


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

    def _wall(self) -> list[int]:
        """The walls of all seats: what was dealt, what was drawn, and tiles that nobody knows."""
        number = len(self.game.hands)
        each = self.ruleset.book.tiles.size // number
        wall: list[int] = []
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
        """Do something; what the table refuses is reported with its place in the record."""
        try:
            work()
        except LogError:
            raise
        except TableError:
            raise self.error("a tile is drawn here that the record does not mention") from None
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
            table.do(events.Discard(seat, move.tile))
        elif move.giver is None:
            (done, *_) = table.do(events.Kong(seat, move.tile))
            if isinstance(done, events.Kong) and f"{done.how}_kong" != move.kind:
                raise self.error(f"the kong is {done.how}")
        else:
            self._claim(move, move.giver)

    def _claim(self, move: Move, giver: int) -> None:
        open_ = self.table.state.claims
        if self._claiming() and open_ is not None and (giver, move.tile) != (open_.seat, open_.tile):
            raise self.error(f"the tile to claim is {tile_text(open_.tile)} of seat {open_.seat}")
        self.table.do(CLAIMED[move.kind](move.seat, move.tile, move.tiles))
        self._pass()

    def _pass(self) -> None:
        """All who could claim the tile that lies open, and have not, pass."""
        table = self.table
        while self._claiming():
            table.do(events.Pass(table.place(table.to_act()[0])))

    def _claiming(self) -> bool:
        return self.table.state.phase.name == "claims"

    def _next_drawn(self) -> events.Drawn | None:
        """The next tile drawn that the record has not given yet."""
        while self.drawn < len(self.table.log):
            event = self.table.log[self.drawn]
            if isinstance(event, events.Drawn):
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
        if not isinstance(end.kind, str) or end.kind not in kinds:
            raise self.error(f"type: expected win or draw, got {described(end.kind)}")
        if self._next_drawn() is not None:
            raise self.error(f"expected the draw of seat {self._turn()}")
        kinds[end.kind]()
        net = self.table.end.net
        self._same("delta", [net[seat] for seat in self.table.seats], end.delta)

    def _not_won(self) -> None:
        self._pass()
        if not self.table.over:
            raise self.error(f"nobody has won, but it is the turn of seat {self._turn()}")

    def _won(self) -> None:
        end, table = self.game.end, self.table
        who = end.who
        if not is_whole(who) or not 0 <= who < len(table.seats):
            raise self.error(f"who: expected a seat, got {described(who)}")
        tile = table.state.tile if self._claiming() else table.state.drawn
        table.do(events.Mahjong(who, tile))
        self._pass()
        won = next(event for event in table.log if isinstance(event, events.Won))
        self._same("who", won.seat, who)
        self._same("tile", tile_text(won.tile), end.tile)
        if end.by not in BY[won.how]:
            raise self.error(f"by: expected {BY[won.how][0]}, found {described(end.by)}")
        self._same("from", won.other if won.other >= 0 else None, end.giver)
        self._check_fans(table.seats[won.seat])

    def _check_fans(self, seat: str) -> None:
        """The fans and their total; of several ways to read the hand that are worth the same, each is right."""
        ended = self.table.end
        theirs = self._told_fans()
        score = self.ruleset.score(ended.hands[seat])
        ours = _fans(score.items)
        if theirs not in (ours, *(_fans(other.items) for other in score.alike)) and not _chosen_otherwise(
            score, theirs
        ):
            for id in [*theirs, *ours]:
                if ours.get(id) != theirs.get(id):
                    told, found = (_fan(side.get(id)) for side in (ours, theirs))
                    raise self.error(f"fan: {id}: expected {told}, found {found}")
        self._same("fan_total", ended.scores[seat], self.game.end.fan_total)

    def _told_fans(self) -> Fans:
        """The fans of the record by our ids: what each is worth, and how often."""
        fans = self.game.end.fan
        names = {name: rule.id for rule in self.ruleset.book.rules for name in self.ruleset.rule_names(rule.id)}
        found: Fans = {}
        for item in fans if isinstance(fans, list) else ():
            if not isinstance(item, list) or len(item) != 3 or not all(map(is_whole, item[1:])):
                raise self.error(f"fan: expected a name, a value and a count, got {described(item)}")
            name, value, count = item
            if not isinstance(name, str) or name not in names:
                raise self.error(f"fan: {described(name)} is not a fan{did_you_mean(name, names)}")
            found[names[name]] = value, count
        return found

    def _same(self, field: str, expected: Any, found: Any) -> None:
        if type(expected) is not type(found) or expected != found:
            raise self.error(f"{field}: expected {expected}, found {described(found) if found is not None else 'none'}")


def _fans(items: Iterable[Item]) -> Fans:
    """The fans of a score."""
    return {item.id: (int(item.each), item.count) for item in items}


def _chosen_otherwise(score: Score, fans: Fans) -> bool:
    """Whether fans are another choice of the same total among those that the combination policy had to choose from."""
    ours = _fans(score.items)
    if sum(each * count for each, count in fans.values()) != score.total or not ours:
        return False
    left_out = {item.id for item in score.explanation.not_counted if item.because == "policy"}
    return all(id in left_out for id, fan in fans.items() if ours.get(id) != fan)


def _fan(found: tuple[int, int] | None) -> str:
    return "none" if found is None else f"{found[0]} x {found[1]}"

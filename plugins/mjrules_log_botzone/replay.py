"""Games that are played again on a table, and must end as their records say.

A record has the hands and what was drawn, claimed and discarded. It has no passes and no walls: whoever could claim and
is not said to have done so has passed, and the tiles that nobody drew are not known. Each player draws from a wall of
his own, so the wall follows from who drew what, kong tiles too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from mjrules import GameReplay, Item, Ruleset, Score, Table, load
from mjrules.hooks import NO_TILE, LogLine, LogStep, MjrulesError, described, did_you_mean, events, tile_text

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


class _Replay(GameReplay):
    """A game that is played again."""

    def __init__(self, game: Game, ruleset: Ruleset) -> None:
        super().__init__(game.line, f"game {game.id}" if game.id else "the game")
        self.game, self.ruleset = game, ruleset
        wall = self._wall()
        try:
            self.table = Table(ruleset, round=game.round, wall=wall)
        except MjrulesError as error:
            raise self.error(str(error)) from None

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
            self.told(f"event {move.number}, {move.text}", self._play, move)
        self.told("end", self._finish)
        return self.table

    def _play(self, move: Move) -> None:
        if move.kind == "draw":
            self.pass_all()
            self.check_drawn(move.seat, move.tile)
        elif move.kind == "discard":
            self.do(events.Discard(move.seat, move.tile))
        elif move.giver is None:
            self.own_kong(move.kind, move.seat, move.tile)
        else:
            self.claim(move.kind, move.seat, move.tile, move.tiles, move.giver)

    # The end

    def _finish(self) -> None:
        end, kinds = self.game.end, {"win": self._won, "draw": self._not_won}
        if not isinstance(end.kind, str) or end.kind not in kinds:
            raise self.error(f"type: expected win or draw, got {described(end.kind)}")
        self.all_drawn()
        kinds[end.kind]()
        net = self.table.end.net
        self.same("delta", [net[seat] for seat in self.table.seats], end.delta)

    def _not_won(self) -> None:
        self.pass_all()
        self.must_be_over()

    def _won(self) -> None:
        end, table = self.game.end, self.table
        who = end.who
        if not is_whole(who) or not 0 <= who < len(table.seats):
            raise self.error(f"who: expected a seat, got {described(who)}")
        self.win(who)
        won = table.happened(events.Won)[0]
        self.same("who", won.seat, who)
        self.same("tile", tile_text(won.tile), end.tile)
        if end.by not in BY[won.how]:
            raise self.error(f"by: expected {BY[won.how][0]}, found {described(end.by)}")
        self.same("from", won.other if won.other >= 0 else None, end.giver)
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
        self.same("fan_total", ended.scores[seat], self.game.end.fan_total)

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

"""A moment of play, made for a test: a wall laid by hand, and moves told in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..errors import did_you_mean
from ..play.events import EVENT_KINDS, Action, Event
from ..play.phases import Claims
from ..ruleset.play_rules import TableRules
from ..ruleset.ruleset import Ruleset
from ..table.deal import deal_order
from ..table.errors import ActionError, TableError
from ..table.table import Table
from ..tiles.tile import Tile, format_tiles, parse_tiles


def laid_wall(
    ruleset: Ruleset, hands: Mapping[str, str], draws: str = "", loose: str = "", more: int | None = None
) -> list[Tile]:
    """A wall that deals these hands (East's has one tile more), then these tiles, and from its end these.

    What is not said is filled up with the tiles left, bonus tiles last of all in the middle; `more` is how
    many tiles lie between `draws` and `loose`, all that are left where it is not said. Raises TableError where
    that is more of a tile than there is, or more than a hand holds, and TileError for what are no tiles.
    """
    rules = ruleset.definition.table
    held = ruleset.hand_size
    if odd := [seat for seat in hands if seat not in rules.seats]:
        raise TableError(f'there is no seat "{odd[0]}": {", ".join(rules.seats)}')
    left = Counter({tile: copies for tile, copies in enumerate(ruleset.book.tiles.copies) if copies})
    wanted: dict[str, list[Tile]] = {seat: list(parse_tiles(hands.get(seat, ""))) for seat in rules.seats}
    front, end = list(parse_tiles(draws)), list(parse_tiles(loose))
    for tiles in (*wanted.values(), front, end):
        left.subtract(tiles)
    if too_many := [tile for tile, number in left.items() if number < 0]:
        raise TableError(f"there are not so many of {format_tiles(too_many)} in the tile set of {ruleset.id}")
    rest = sorted(left.elements())
    for place, (seat, tiles) in enumerate(wanted.items()):
        size = held + (place == 0)
        while len(tiles) < size:
            tiles.append(_harmless(rest, tiles))
        if len(tiles) > size:
            raise TableError(f"{seat} is dealt {size} tiles, not {len(tiles)}")
    middle = rest if more is None else rest[:more]
    return [*_dealt(rules, wanted, held), *_drawn([*front, *middle], end, sum(map(len, wanted.values())))]


def _drawn(front: Sequence[Tile], end: Sequence[Tile], before: int) -> list[Tile]:
    """The tiles behind so many others, so that `end` are taken from the end; of each stack the top one first."""
    size = before + len(front) + len(end)
    stacks = range((size - 1) // 2 * 2, -1, -2)
    places = [place for top in stacks for place in (top, top + 1) if place < size][: len(end)]
    wall = dict(zip(places, end, strict=True))
    wall.update(zip([place for place in range(before, size) if place not in wall], front, strict=True))
    return [wall[place] for place in range(before, size)]


def _harmless(rest: list[Tile], hand: Sequence[Tile]) -> Tile:
    """A tile that is far from those in hand."""
    best = min(rest, key=lambda tile: (tile >= 34, sum(abs(tile - own) < 3 for own in hand)))
    rest.remove(best)
    return best


def _dealt(rules: TableRules, hands: Mapping[str, Sequence[Tile]], held: int) -> list[Tile]:
    """The tiles in the order of the wall that give each player these."""
    number = sum(map(len, hands.values()))
    wall: list[Tile] = [-1] * number
    left = {seat: list(tiles) for seat, tiles in hands.items()}
    for seat, places in deal_order(range(number), rules, held, late_east=False):
        for place in places:
            wall[place] = left[rules.seats[seat]].pop(0)
    return wall


def laid_table(
    ruleset: Ruleset,
    hands: Mapping[str, str],
    draws: str = "",
    loose: str = "",
    *,
    more: int | None = None,
    **said: Any,
) -> Table:
    """A table with such a wall; what else is said, the table gets. Raises TableError, as `laid_wall` does."""
    return Table(ruleset, 1, wall=laid_wall(ruleset, hands, draws, loose, more), **said)


def play_moves(table: Table, moves: str) -> tuple[Event, ...]:
    """Moves as `E discard 5m; S pung; W mahjong`, one after another; the events from the first to the last.

    A decision that a house rule has of its own is written as the text of its action (`Action.text`): `N lay_aside f1`.
    Before somebody discards, declares a kong, or wins in the turn that comes next, all who are asked pass; after a
    claim that is the last move, too.
    Raises ActionError for a move that is not legal, and TableError for a word that is none; their notes say which move.
    """
    start, claims = len(table.log), False
    for number, move in enumerate(moves.split(";"), 1):
        try:
            claims = _play_move(table, move)
        except (ActionError, TableError) as error:
            error.add_note(f'in the move "{move.strip()}", number {number} of those to play')
            raise
    if claims:
        all_pass(table)
    return tuple(table.log[start:])


def _play_move(table: Table, move: str) -> bool:
    """Play one move; gives back whether it is a claim that others may still beat. Raises ActionError, TableError."""
    seat, kind, *rest = _words(move, table)
    own_kong = kind == "kong" and rest and table.state.phase.name == "claims"
    if kind == "discard" or own_kong or (kind == "mahjong" and _wins_in_turn(table, seat)):
        all_pass(table)
    if kind in _METHODS:
        _METHODS[kind](table, seat, *rest)
    else:
        table.do(_of_house_rule(table, seat, " ".join([kind, *rest])))
    return kind in _CLAIMS and not rest


def _wins_in_turn(table: Table, seat: str) -> bool:
    """Whether a seat that is named as a winner cannot claim the discard that lies open, and has the next turn."""
    state, phase = table.state, table.state.phase
    if not isinstance(phase, Claims) or phase.kong or seat in table.to_act():
        return False
    return table.seats[state.next_to_draw()] == seat


def _of_house_rule(table: Table, seat: str, said: str) -> Action:
    """The decision of a house rule that is said so. Raises TableError where there is none, or several."""
    legal = [action for action in table.legal_actions(seat) if action.kind not in EVENT_KINDS]
    found = [action for action in legal if action.text() == said]
    if len(found) == 1:
        return found[0]
    if found:
        raise TableError(f'{seat}: "{said}" may be any of {len(found)} decisions: do one of the legal actions')
    raise TableError(f'{seat}: "{said}" is no legal decision of a house rule{did_you_mean(said, map(str, legal))}')


def _words(move: str, table: Table) -> list[str]:
    """The words of a move: the seat, what it is, and with what. Raises TableError."""
    words = move.split()
    if len(words) < 2 + (len(words) > 1 and words[1] in _NEEDS_MORE):
        raise TableError(f'"{move.strip()}": expected a seat and a move, such as E discard 5m')
    known = [*_METHODS, *(own.kind for play in table.plays for own in play.kinds)]
    if words[1] not in known:
        raise TableError(f'"{words[1]}" is not a move{did_you_mean(words[1], known)}')
    return words


_NEEDS_MORE = ("discard", "declare", "false", "fault", "answer")
_CLAIMS = ("chow", "pung", "kong", "mahjong")
_METHODS: Mapping[str, Callable[..., Any]] = {
    "discard": Table.discard,
    "chow": Table.chow,
    "pung": Table.pung,
    "kong": Table.kong,
    "mahjong": Table.mahjong,
    "pass": Table.pass_claim,
    "draw": Table.draw,
    "loose": Table.take_loose,
    "declare": Table.declare,
    "give": Table.give,
    "answer": Table.answer,
    "false": Table.call_falsely,
    "fault": Table.fault,
}


def all_pass(table: Table) -> None:
    """All who are asked whether they claim, or declare a kong before play, pass."""
    while table.state.phase.name in ("deal", "claims"):
        table.pass_claim(table.to_act()[0])

"""Claims for one tile: which of them stands."""

from __future__ import annotations

from ..play.events import Event
from ..play.state import State
from ..ruleset.play_rules import TableRules
from ..tiles.tile import TEXT, Tile
from .judge import CLAIMED, ROBBED, Judge


def granted(state: State, rules: TableRules, judge: Judge) -> list[tuple[int, str]]:
    """The seats whose claims stand, with the kind of claim: one set, or winners; empty where nobody claims.

    The first of `claim_order` that somebody claims goes before all others; of claims that rank alike that of
    the player who is next in turn. Several who win are told apart by what the tile completes
    (`mahjong_order`), unless all may win.
    """
    number = len(state.players)
    called: list[tuple[int, str]] = []
    for ahead in range(1, number):
        seat = (state.other + ahead) % number
        answer = state.answers[seat]
        if answer is not None and answer.kind not in ("pass", "draw"):
            called.append((seat, answer.kind))
    for kinds in rules.claim_order if called else ():
        rank: list[tuple[int, str]] = [(seat, kind) for seat, kind in called if kind in kinds]
        if not rank:
            continue
        winners = [(seat, kind) for seat, kind in rank if kind == "mahjong"]
        if len(winners) < 2:
            return rank[:1]
        if rules.winners == "all":
            return winners
        return [_first(winners, state, rules, judge)]
    return called[:1]


def _first(winners: list[tuple[int, str]], state: State, rules: TableRules, judge: Judge) -> tuple[int, str]:
    """Of several who win with one tile the one whose set goes first; else the next in turn."""
    if not rules.mahjong_order:
        return winners[0]
    how = ROBBED if state.open_kong else CLAIMED
    order = rules.mahjong_order

    def place(winner: tuple[int, str]) -> int:
        score = judge.win(winner[0], state.tile, how)
        made = "other" if score is None else judge.completed(score)
        return order.index(made) if made in order else len(order)

    return min(winners, key=place)


def set_of(call: Event) -> tuple[Tile, ...]:
    """The tiles of the set that a call makes, a chow in the order of its places."""
    if call.kind != "chow":
        return (call.tile, *call.tiles)
    return chow_tiles(call)


def chow_tiles(call: Event) -> tuple[Tile, ...]:
    """The tiles of a called chow in their places."""
    if not call.word:
        return tuple(sorted((call.tile, *call.tiles)))
    low = TEXT.index(call.word)
    found = list(call.tiles)
    found.insert(call.tile - low, call.tile)
    return tuple(found)

"""Claims for one tile: which of them stands."""

from __future__ import annotations

from ..play.events import Action, Chow, Draw, Kong, Mahjong, Pass, Pung
from ..play.phases import Claims
from ..ruleset.play_rules import TableRules
from ..tiles.tile import KIND, TEXT, Tile, sort_tiles
from .judge import CLAIMED, ROBBED, Judge


def granted(claims: Claims, rules: TableRules, judge: Judge) -> list[Action]:
    """The claims that stand: one set, or those of winners, be they too many; empty where nobody claims.

    The first of `claim_order` that somebody claims goes before all others; of claims that rank alike that of
    the player who is next in turn. Several who win are told apart by what the tile completes
    (`mahjong_order`), unless several may win.
    """
    number = len(claims.answers)
    called: list[Action] = []
    for ahead in range(1, number):
        answer = claims.answers[(claims.seat + ahead) % number]
        if answer is not None and not isinstance(answer, (Pass, Draw)):
            called.append(answer)
    for kinds in rules.claim_order if called else ():
        rank = [call for call in called if call.kind in kinds]
        if not rank:
            continue
        winners = [call for call in rank if isinstance(call, Mahjong)]
        if len(winners) < 2:
            return rank[:1]
        if rules.winners == "one":
            return [_first(winners, claims, rules, judge)]
        return [*winners[:2]] if rules.winners == "two" else [*winners]
    return called[:1]


def _first(winners: list[Mahjong], claims: Claims, rules: TableRules, judge: Judge) -> Mahjong:
    """Of several who win with one tile the one whose set goes first; else the next in turn."""
    if not rules.mahjong_order:
        return winners[0]
    how = ROBBED if claims.kong else CLAIMED
    order = rules.mahjong_order

    def place(winner: Mahjong) -> int:
        score = judge.win(winner.seat, claims.tile, how)
        made = "other" if score is None else judge.completed(score)
        return order.index(made) if made in order else len(order)

    return min(winners, key=place)


def set_of(call: Action) -> tuple[Tile, ...]:
    """The tiles of the set that a call makes, a chow in the order of its places."""
    assert isinstance(call, (Chow, Pung, Kong))
    if not isinstance(call, Chow):
        return (call.tile, *call.tiles)
    if not call.low:
        return sort_tiles((call.tile, *call.tiles))
    low = TEXT.index(call.low)
    found = list(call.tiles)
    found.insert(KIND[call.tile] - low, call.tile)
    return tuple(found)

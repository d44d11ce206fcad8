"""What players have who did not win and wait for a hand: a share of it, or doubles that it would have."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import mjrules
from tests.kit.rulesets import loaded

Load = Callable[[str], mjrules.Ruleset]

GAME = """
id: fishing-game
extends: root
plugins: [combinations, doubling]
scoring:
  method: doubling
  ordinary: [standard, unfinished]
  fishing: {FISHING}
groups: {big: big hands}
rules:
  pung: {points: 2, for: all, each: true, when: {sets: [pung]}}
  one_dragon: {doubles: 1, for: all, when: {sets: {pung dragon: 1}}}
  two_dragons: {doubles: 3, for: all, when: {sets: {pung dragon: 2}}}
  chowless: {doubles: 1, when: {sets: pung}}
  pairs: {limit: 0.5, group: big, concealed: true, hand: [7 x pair]}
  winds: {limit: 1, group: big, when: {tiles: {winds: 14}}}
"""
PUNGS = "(555z) (222m) 333p66z88s"
PAIRS = "1133557799m11p2s"


@pytest.mark.parametrize(
    ("fishing", "hand", "total"),
    [
        ("{of: big}", PAIRS + " fishing", 500),
        ("{of: big, share: 0.4}", PAIRS + " fishing", 200),
        ("{of: pairs, share: 0.5}", PAIRS + " fishing", 250),
        ("{of: winds}", PAIRS + " fishing", 0),
        ("{of: big}", PAIRS, 0),
        ("{of: big, called: false}", PAIRS, 500),
        ("{of: big}", PAIRS + " fishing dead_hand", 0),
        ("{finished: chowless}", PUNGS + " fishing", 6 * 2 * 2),
        ("{finished: [one_dragon, two_dragons]}", PUNGS + " fishing", 6 * 8),
        ("{finished: [one_dragon, two_dragons, chowless]}", PUNGS + " fishing", 6 * 16),
        ("{finished: [one_dragon, two_dragons, chowless]}", PUNGS, 6 * 2),
        ("{}", PUNGS + " fishing", 6 * 2),
    ],
)
def test_what_a_waiting_player_has(ruleset: Load, fishing: str, hand: str, total: int) -> None:
    """What would hold for the finished hand takes the place of what holds for the hand as it is."""
    game = ruleset(GAME.replace("{FISHING}", fishing))
    assert game.score(mjrules.Hand.parse(hand)).total == total


ONE_WAIT = "222s444s12s66s fishing"
"""It waits for the 3 bamboos."""
WINDS = "333z44z55m seat=E round=S fishing"
"""With sets of East and South: it waits for North, or for the 5 characters."""


@pytest.mark.parametrize(
    ("hand", "concealed", "none", "finished"),
    [
        ("222456m789p34s55z seat=S fishing", 6 * 2, 6, 6 * 2),
        ("222456m789p34s55z seat=S fishing last_tile", 6 * 2, 6, 6 * 2),
        ("222456m789p34s55z seat=S", 6, 6, 6),
        ("(222m) (444m) 5556677m seat=S fishing", 8, 8, 8 * 2**4),
        ("(222m) (444m) 5556679m seat=S fishing", 8, 8, 8 * 2**3),
        ("(222m) (444m) 5556699s seat=S fishing", 8, 8, 8 * 2**1),
        ("(222m) (444m) 5556789s seat=S fishing", 8, 8, 8),
        ("(222m) (444m) 5557899s seat=S fishing", 8, 8, 8),
        ("(222m) (444m) 5556999p seat=S fishing", 16, 16, 16 * 2**1),
        ("(333s) " + ONE_WAIT, 10, 10, 10 * 2**3),
        ("(3333s) " + ONE_WAIT, 16, 16, 16),
        ("(111z) (222z) " + WINDS, 16 * 2**3, 16 * 2**3, 16 * 2**6),
        ("111222333444z5m seat=W round=E fishing", 32 * 2**6, 32 * 2**5, 32 * 2**8),
        ("123456m789p12s44p seat=S flowers=f1 fishing", 4 * 2, 4, 4 * 2**2),
        ("123456m789p12s44p seat=S flowers=f1f2s2 fishing", 12 * 2**2, 12 * 2, 12 * 2**3),
        ("(234s) (666s) 888s66z34s seat=S fishing", 8, 8, 8 * 2**1),
        ("19m19p19s1234567z seat=S round=W fishing", 0, 0, 0),
        ("147m258p369s1234z seat=S fishing", 0, 0, 0),
    ],
)
def test_doubles_of_a_fishing_hand(hand: str, concealed: int, none: int, finished: int) -> None:
    """The doubles of its sets, colours and concealment; its points are those that it has, and it has no limit hand."""
    wanted = {"concealed": concealed, "none": none, "all": finished}
    for choice, total in wanted.items():
        ruleset = loaded("classical", limit=None, fishing_doubles=choice)
        assert ruleset.score(mjrules.Hand.parse(hand)).total == total, choice


@pytest.mark.parametrize(("limit", "total"), [(500, 500), (300, 300), (None, 1024)])
def test_doubles_of_a_fishing_hand_are_cut_like_all(limit: int | None, total: int) -> None:
    ruleset = loaded("classical", limit=limit, fishing_doubles="all")
    assert ruleset.score(mjrules.Hand.parse("(111z) (222z) " + WINDS)).total == total

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
        ("{of: big}", PAIRS + " fishing waits_gone", 0),
        ("{of: big, exhausted: true}", PAIRS + " fishing waits_gone", 500),
        ("{finished: chowless}", PUNGS + " fishing", 6 * 2 * 2),
        ("{finished: chowless}", PUNGS + " fishing waits_gone", 6 * 2 * 2),
        ("{finished: chowless}", PUNGS + " fishing dead_hand", 0),
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


@pytest.mark.parametrize(
    ("limit", "total"),
    [
        ("limit: 1000", 400),
        ("limit: 300", 120),
        ("limit: 300\n  special_over_limit: true", 240),
        ("limit: none", 800),
    ],
)
def test_a_part_is_of_what_the_limit_leaves_of_a_hand(ruleset: Load, limit: str, total: int) -> None:
    """Of a hand of two limits that is paid one, a player who waits for it has the part of one."""
    text = GAME.replace("{FISHING}", "{of: big, share: 0.4}").replace("limit: 0.5", "limit: 2")
    game = ruleset(text.replace("  method: doubling\n", f"  method: doubling\n  {limit}\n"))
    assert game.score(mjrules.Hand.parse(PAIRS + " fishing")).total == total


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


SUMS = """
id: fishing-for-sums
extends: root
plugins: [combinations, sum]
scoring:
  method: sum
  fishing: {FISHING}
terms: {two_dots: {tiles: {dots: 2+}}, called: {flag: fishing}}
rules:
  drawn: {fan: 5, when: {self_drawn: true}}
  pung: {fan: 2, each: true, when: {sets: [pung]}}
  suits_only: {fan: 7, when: {tiles: {honors: 0}}}
  some_dots: {fan: 1, for: all, when: {tiles: {dots: 1+}}, but: {two_dots: 4}}
  winds: {fan: 1, for: all, when: {tiles: {winds: 1+}}, but: {called: 9}}
  extra: {fan: 3, aside: true, when: {self_drawn: true}}
  unready: {fan: 6, when: {none_of: [{flag: fishing}], sets: {chow: 0}}}
"""
DOTS, ONE_DOT, WIND = (f"222m444m{rest} fishing" for rest in ("666p888p9s", "666s888s9p", "666p888s2z"))
"""Four pungs, for which a pair is missing: dots in two of the pungs, or a single one, for which it waits; or a wind."""


@pytest.mark.parametrize(
    ("fishing", "hand", "total"),
    [
        ("{of: drawn}", DOTS, 5 + 3),
        ("{of: unready}", DOTS, 6 + 3),
        ("{of: pung, share: 0.5}", DOTS, 8 * 0.5 + 3),
        ("{of: suits_only}", DOTS, 7 + 3),
        ("{of: [suits_only, pung]}", DOTS, 7 + 8 + 3),
        ("{of: some_dots}", DOTS, 4 + 3),
        ("{of: some_dots, share: 0.5}", DOTS, 4 * 0.5 + 3),
        ("{of: some_dots}", ONE_DOT, 4 + 3),
        ("{finished: drawn}", DOTS, 4 + 5),
        ("{finished: drawn}", ONE_DOT, 1 + 5),
        ("{finished: some_dots}", ONE_DOT, 4),
        ("{finished: [pung, some_dots]}", ONE_DOT, 8 + 4),
        ("{finished: pung}", ONE_DOT, 8 + 1),
        ("{finished: extra}", DOTS, 4 + 3),
        ("{finished: drawn}", WIND, 4 + 9 + 5),
        ("{finished: winds}", WIND, 4 + 9),
        ("{finished: [winds, pung, drawn]}", WIND, 4 + 1 + 8 + 5),
        ("{finished: unready}", DOTS, 4 + 6),
        ("{of: drawn}", "123456m789s555z6z +6z fishing", 2),
    ],
)
def test_a_share_in_the_sum_of_a_drawn_win(ruleset: Load, fishing: str, hand: str, total: float) -> None:
    """The finished hand is a drawn one, with what is worth another amount then; what is set aside is added in full."""
    assert ruleset(SUMS.replace("{FISHING}", fishing)).score(mjrules.Hand.parse(hand)).total == total

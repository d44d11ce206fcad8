"""The scoring method `han_fu`: fu, han, limits and yakuman, and how these come to what is paid."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from mjrules import RulesetError, load
from mjrules.conditions.formula import TRUE
from mjrules.declared.values import typed
from mjrules.hooks import Award, Rule, Value
from mjrules_score_han_fu.points import steps, value
from mjrules_score_han_fu.settings import Settings
from tests.kit.rulesets import loaded

LIMITS = {
    "sanbaiman": {"han": 11, "points": 6000},
    "mangan": {"han": 5, "points": 2000},
    "haneman": {"han": 6, "points": 3000},
    "baiman": {"han": 8, "points": 4000},
    "kazoe": {"han": 13, "points": 8000},
}


def awards(**worths: int) -> list[Award]:
    """Awards by unit; a number behind the unit tells several apart."""
    units = {name: name.rstrip("0123456789") for name in worths}
    rules = {name: Rule(name, units[name], worth, TRUE, aside=name == "han9") for name, worth in worths.items()}
    return [Award(rules[name], 1, worth, (0,)) for name, worth in worths.items()]


def settings(**chosen: Any) -> Settings:
    found: Settings = typed(Settings, {"limits": LIMITS, **chosen})
    return found


def worth(*, east: bool = False, drawn: bool = False, chosen: Mapping[str, Any] = {}, **worths: int) -> Value:
    return value(awards(**worths), settings(**chosen), east, drawn)


@pytest.mark.parametrize(
    ("han", "fu", "paid"),
    [
        *((1, 30, 1000), (2, 25, 1600), (3, 40, 5200), (4, 30, 7700), (3, 70, 8000), (4, 40, 8000), (5, 20, 8000)),
        *((6, 30, 12000), (7, 30, 12000), (8, 30, 16000), (10, 90, 16000), (11, 20, 24000), (13, 30, 32000)),
    ],
)
def test_a_discard(han: int, fu: int, paid: int) -> None:
    """The table of points that players learn."""
    found = worth(han=han, fu=fu)
    assert (found.total, found.totals["pay"]) == (paid, {"discarder": paid})
    assert worth(east=True, han=han, fu=fu).total == -(-found.totals["base"] * 6 // 100) * 100


def test_a_drawn_win() -> None:
    assert worth(drawn=True, han=2, fu=20).totals["pay"] == {"east": 700, "others": 400}
    assert worth(drawn=True, han=2, fu=20).total == 1500
    assert worth(east=True, drawn=True, han=3, fu=30).totals["pay"] == {"each": 2000}
    assert worth(east=True, drawn=True, han=3, fu=30).total == 6000
    assert worth(drawn=True, han=3, fu=30, chosen={"losers": 2}).total == 3000


def test_payments_are_rounded_up_as_the_ruleset_says() -> None:
    fine = {"paid_to": 10}
    assert worth(drawn=True, han=1, fu=30, chosen=fine).totals["pay"] == {"east": 480, "others": 240}
    assert worth(han=2, fu=25, chosen={"paid_to": 1000}).totals["pay"] == {"discarder": 2000}
    assert worth(east=True, han=1, fu=30, chosen=fine).total == 1440


def test_fu_are_rounded_up_where_several_rules_give_them() -> None:
    assert worth(han=1, fu=20, fu1=2).totals["fu"] == 30
    assert worth(han=1, fu=25).totals["fu"] == 25
    assert worth(han=1, fu=20, fu1=10).totals["fu"] == 30
    assert worth(han=1, fu=20, fu1=2, chosen={"fu_to": 5}).totals["fu"] == 25


def test_a_little_less_than_the_lowest_limit() -> None:
    assert worth(han=4, fu=30, chosen={"lowest_from": 1920}).totals["limit"] == "mangan"
    assert worth(han=3, fu=60, chosen={"lowest_from": 1920}).total == 8000
    assert worth(han=4, fu=25, chosen={"lowest_from": 1920}).total == 6400
    assert worth(han=3, fu=70, chosen={"lowest_from": 9999}).total == 8000


def test_without_limits() -> None:
    assert worth(han=6, fu=30, chosen={"limits": {}}).totals["base"] == 30 << 8
    assert worth(han=6, fu=30, chosen={"limits": {}}).totals["limit"] is None


def test_where_a_yakuman_holds_nothing_else_counts() -> None:
    found = worth(han=20, yakuman=1, fu=30, yakuman1=2)
    assert (found.total, found.totals["yakuman"], found.totals["han"], found.totals["fu"]) == (96000, 3, 39, None)
    assert found.kept == (1, 3)
    one = worth(han=20, yakuman=1, fu=30, yakuman1=2, chosen={"most_yakuman": 1})
    assert (one.total, one.totals["yakuman"], one.kept) == (32000, 1, (1, 3))


def test_points_in_place_of_fu_and_han() -> None:
    found = worth(han=1, fu=30, points=2000)
    assert (found.total, found.totals["limit"], found.kept) == (8000, "mangan", (2,))
    more = worth(han=6, fu=30, points=2000)
    assert (more.total, more.totals["limit"], more.kept) == (12000, "haneman", (0, 1))


def test_the_minimum_is_of_han_that_are_not_set_aside() -> None:
    assert worth(han=1, han9=3, fu=30).counted == 1
    assert worth(han9=3, fu=30).counted == 0
    assert worth(han9=3, yakuman=1).counted == 13


def test_what_pays_alike_is_told_apart_by_yakuman_then_han_then_fu() -> None:
    ranks = [worth(han=han, fu=fu).rank for han, fu in ((3, 70), (4, 40), (4, 50), (5, 20))]
    assert ranks == sorted(ranks)
    assert worth(yakuman=1).rank > worth(han=15, fu=30).rank


@pytest.mark.parametrize(
    ("drawn", "worths", "said"),
    [
        (False, {"han": 3, "fu": 20, "fu1": 12}, ["32 fu, rounded up = 40", "40 x 2^(2 + 3) = 1280", "5200"]),
        (False, {"han": 2, "fu": 25}, ["fu = 25", "25 x 2^(2 + 2) = 400", "1600"]),
        (True, {"han": 4, "fu": 40}, ["fu = 40", "40 x 2^(2 + 4) = 2560, mangan = 2000", "8000"]),
        (True, {"han": 9, "fu": 40}, ["fu = 40", "9 han, baiman = 4000", "16000"]),
        (False, {"yakuman": 2}, ["2 x 8000 = 16000", "64000"]),
        (False, {"points": 2000}, ["mangan = 2000", "8000"]),
    ],
)
def test_the_way_to_the_points(drawn: bool, worths: dict[str, int], said: list[str]) -> None:
    told = [*steps(awards(**worths), settings(), False, drawn)]
    assert [f"{step.text} = {step.value}" for step in told[:-1]] == said[:-1]
    assert str(told[-1].value) == said[-1]


def test_the_way_to_the_points_in_a_printed_score() -> None:
    ruleset = loaded("riichi")
    score = ruleset.score(ruleset.parse("(555z) [9999m] 234p34s66s !5s seat=S dora=8m"))
    text = str(score)
    assert "= 58 fu, rounded up = 60" in " ".join(text.split())
    assert "= East pays 2 x 2000 (4000), others 1 x 2000 (2000) = 8000" in " ".join(text.split())
    assert max(map(len, text.splitlines())) <= 80


def test_mistakes_in_settings(tmp_path: Path) -> None:
    path = tmp_path / "club.yaml"
    path.write_text("id: club\nextends: riichi\nscoring: {limits: {mangan: {hans: 4}}}\n", encoding="utf-8")
    with pytest.raises(RulesetError, match=r'scoring.limits.mangan.hans: unknown key .*"han"'):
        load(str(path))

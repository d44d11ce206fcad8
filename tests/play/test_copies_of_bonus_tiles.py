"""Several copies of a bonus tile: each counts, one by one and in columns, and each four of them is paid for once."""

from __future__ import annotations

from pathlib import Path

import pytest

import mjrules
from mjrules import Ruleset
from mjrules.play.events import Paid
from tests.kit.laid import laid

GAME = """
id: club
extends: root
plugins: [base_payment, combinations, sum]
tiles: {f1234: 2, s1234: 2}
scoring: {method: sum}
rules:
  own: {points: 1, each: true, when: {bonus: [own tile]}}
  four: {points: 10, each: true, when: {bonus: [4 flower]}}
  one: {points: 100, when: {bonus: {own flower: 1}}}
settlement: {method: base_payment, base: 1}
bonus_payments: {four_flowers: {title: Four flowers, cause: all_flowers, each: 8}}
"""


@pytest.fixture
def club(tmp_path: Path) -> Ruleset:
    path = tmp_path / "club.yaml"
    path.write_text(GAME, encoding="utf-8")
    return mjrules.load(str(path))


def test_each_copy_counts_one_by_one_and_in_columns(club: Ruleset) -> None:
    totals = {"f1": 101, "f1f1": 2, "f1s1": 102, "f2f2s3": 0, "f1f2f3f4": 111, "f1f1f2f3f4": 12, "f1f1f2f2f3f3f4f4": 22}
    hands = [club.parse(f"123m456p789s111z2z !2z flowers={flowers}") for flowers in totals]
    assert [club.score(hand).total for hand in hands] == list(totals.values())
    assert club.batch().score(hands).total.tolist() == list(totals.values())


FOUR, MORE = "f1f2f3f4", "f1f2f3"


@pytest.mark.parametrize(
    ("flowers", "paid"), [("f1f2f3f1", 0), (FOUR, 1), (f"{FOUR}f4", 1), (f"{FOUR}{MORE}", 1), (f"{FOUR}{FOUR}", 2)]
)
def test_each_four_of_them_is_paid_for_once(club: Ruleset, flowers: str, paid: int) -> None:
    table = laid(club, {"E": flowers}, loose="9p8p7p6p5p4p3p2p")
    assert len(table.happened(Paid)) == paid

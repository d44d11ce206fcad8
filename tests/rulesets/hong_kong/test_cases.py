"""Every hand of the case file of Hong Kong: faan, patterns, the minimum and payments."""

from __future__ import annotations

from typing import Any

import pytest

import mjrules
from tests.kit.cases import case_records, scored
from tests.kit.profile import thinned

CASES = thinned(case_records("hong-kong/hands"), 10)
PAYING = [(spice, who) for spice in ("half", "full") for who in ("full", "half")]
"""How faan become money, and who is responsible for a discard."""


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_score(case: dict[str, Any]) -> None:
    expect, got, declared = case["expect"], scored(case), scored(case, declared=True)
    assert (got["total"], got["raw"]) == (expect["faan"], expect["raw"])
    assert {item["id"]: item["count"] for item in got["items"]} == expect["patterns"]
    assert got["minimum_met"] is (expect["qualifying"] >= 3) is ("error" not in expect)
    assert declared["valid"] is got["minimum_met"]
    assert declared.get("error", {}).get("code") == expect.get("error")


def test_what_the_minimum_is_tested_on() -> None:
    """It is told after the cap, which is above every minimum."""
    ruleset = mjrules.load("hong-kong")
    for case in CASES:
        hand = {key: value for key, value in case.items() if key not in ("id", "ruleset", "expect", "about")}
        found = ruleset.score(mjrules.Hand.from_record(hand)).counted
        assert found == min(case["expect"]["qualifying"], 10), case["id"]


@pytest.mark.parametrize(("spice", "who"), PAYING)
def test_payments(spice: str, who: str) -> None:
    for case in CASES:
        wanted = case["expect"].get("pay", {}).get(f"{spice}_{who}")
        net = scored(case, spice=spice, responsibility=who).get("payments")
        assert (net and [net[seat] for seat in "ESWN"]) == wanted, case["id"]

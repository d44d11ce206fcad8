"""Every hand of the case files of Chinese Official: totals, items, payments, refusals, and what options change."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kit.cases import case_records, scored
from tests.kit.profile import thinned

CASES = case_records("chinese-official/hands")
REFUSED = case_records("chinese-official/refused")
OPTIONS = sorted({name for case in CASES for name in case["expect"].get("total_with", {})})


@pytest.mark.parametrize("case", thinned(CASES, 40), ids=lambda case: case["id"])
def test_score(case: dict[str, Any]) -> None:
    expect, got = case["expect"], scored(case)
    items = {item["id"]: item["value"] for item in got["items"]}
    assert got["valid"] is True
    assert got["total"] == expect["total"]
    assert items in [expect["items"], *expect.get("items_any", [])]
    assert got["minimum_met"] is expect["minimum_met"]
    assert expect["without_flowers"] == got["total"] - items.get("flower_tiles", 0)
    if "delta" in expect:
        assert [got["payments"][seat] for seat in "ESWN"] == expect["delta"]


@pytest.mark.slow
@pytest.mark.parametrize("option", OPTIONS)
def test_score_with_option(option: str) -> None:
    changed = [case for case in CASES if option in case["expect"].get("total_with", {})]
    assert changed
    for case in [*changed, *thinned(CASES, 40)]:
        wanted = case["expect"].get("total_with", {}).get(option, case["expect"]["total"])
        assert scored(case, **{option: True})["total"] == wanted, case["id"]


@pytest.mark.parametrize("case", thinned(REFUSED, 8), ids=lambda case: case["id"])
def test_refused(case: dict[str, Any]) -> None:
    got = scored(case)
    reason = case["expect"]["reason"]
    if reason == "below_minimum":
        assert (got["valid"], got["minimum_met"]) == (True, False)
        assert "payments" not in got
        got = scored(case, declared=True)
    assert got["valid"] is False
    assert got["error"]["code"] == reason
    assert got["error"]["message"]

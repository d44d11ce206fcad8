"""Every hand of the case file of Taiwanese mahjong: tai, patterns, and what is paid with the dealer's tai."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kit.cases import case_records, scored
from tests.kit.profile import thinned


@pytest.mark.parametrize("case", thinned(case_records("taiwanese/hands"), 20), ids=lambda case: case["id"])
def test_score(case: dict[str, Any]) -> None:
    expect, got = case["expect"], scored(case)
    assert got["total"] == expect["tai"]
    assert {item["id"]: item["count"] for item in got["items"]} == expect["patterns"]
    lost = {seat: -expect["pay_tai"].get(seat, 0) for seat in "ESWN"}
    assert got["payments"] == {**lost, case["seat"]: sum(expect["pay_tai"].values())}

"""Every hand of the case file of Sichuan: fan under each cap, patterns, refusals, and what fan cost."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kit.cases import case_records, scored
from tests.kit.profile import thinned

CASES = thinned(case_records("sichuan/hands"), 30)


@pytest.mark.parametrize("cap", [3, 4, 5])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_score(case: dict[str, Any], cap: int) -> None:
    expect, got = case["expect"], scored(case, cap=cap)
    if "error" in expect:
        assert (got["valid"], got["error"]["code"]) == (False, expect["error"])
        return
    assert (got["total"], got["raw"]) == (min(expect["fan"], cap), expect["fan"])
    assert {item["id"]: item["count"] for item in got["items"]} == expect["patterns"]


@pytest.mark.parametrize("cap", [3, 4, 5])
def test_what_is_paid(cap: int) -> None:
    for case in CASES:
        if "error" not in case["expect"]:
            value, drawn = case["expect"]["value"][str(cap)], case["self_drawn"]
            record = case if drawn else {**case, "from": "left"}
            won, lost = (3 * (value + 1), -value - 1) if drawn else (value, 0)
            paid = {"E": won, "S": lost, "W": lost, "N": lost if drawn else -value}
            assert scored(record, cap=cap)["payments"] == paid, case["id"]

"""Every hand of the case file of Zung Jung: totals, patterns and payments."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kit.cases import case_records, scored
from tests.kit.profile import thinned

CASES = case_records("zung-jung/hands")


@pytest.mark.parametrize("case", thinned(CASES, 16), ids=lambda case: case["id"])
def test_score(case: dict[str, Any]) -> None:
    """Where a limit decides, the patterns are not compared: several may reach it, and any of them be named."""
    expect, got = case["expect"], scored(case)
    counts = {item["number"]: item["count"] for item in got["items"] if item["number"]}
    assert got["total"] == expect["points"]
    assert [got["payments"][seat] for seat in "ESWN"] == expect["delta"]
    assert expect["limit"] or counts == expect["patterns"]

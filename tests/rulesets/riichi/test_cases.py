"""Every hand of the case files of riichi, for four players and for three: points, han, fu, yaku, and what is paid."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kit.cases import case_records, scored
from tests.kit.profile import thinned

CASES = [*case_records("riichi/hands"), *case_records("riichi/three_players")]


@pytest.mark.parametrize("case", thinned(CASES, 8), ids=lambda case: case["id"])
def test_score(case: dict[str, Any]) -> None:
    expect, got = case["expect"], scored(case)
    if "error" in expect:
        refused = got["error"]["code"] if expect["error"] == "not_winning" else got["minimum_met"]
        assert refused == ("not_winning" if expect["error"] == "not_winning" else False)
        return
    assert got["minimum_met"]
    if not expect["yakuman"]:
        assert (got["han"], got["fu"]) == (expect["han"], expect["fu"])
    yaku = {item["id"]: item["value"] for item in got["items"] if item["unit"] in ("han", "yakuman")}
    if "north" in yaku:
        yaku["dora"] = yaku.get("dora", 0) + yaku.pop("north")
    counted = 13 if expect["yakuman"] and "points" not in expect else 1
    assert {id: value * counted for id, value in yaku.items()} == expect["yaku"]
    assert _paid(expect["pay"]) == got["pay"]
    if "points" in expect:
        assert got["total"] == expect["points"]
        assert list(got["payments"].values()) == expect.get("liable", expect)["delta"]


def _paid(pay: dict[str, int]) -> dict[str, int]:
    """What each pays, by our names."""
    return {{"ron": "discarder", "dealer": "east", "other": "others"}.get(who, who): paid for who, paid in pay.items()}

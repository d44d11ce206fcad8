"""How a hand of points and doubles is compared with its case."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.kit.cases import case_records, scored
from tests.kit.profile import thinned

Case = dict[str, Any]


def cases_of(id: str) -> Sequence[Case]:
    """The hands of a ruleset: some that show something, and random ones."""
    return thinned([*case_records(f"{id}/hands"), *case_records(f"{id}/random")], 10)


def compare(case: Case) -> None:
    """Points and doubles are compared where no special hand decides, and its name where one does."""
    expect, got = case["expect"], scored(case)
    assert got["valid"] is expect["valid"]
    if not expect["valid"]:
        assert got["error"]["code"] == expect.get("reason", "not_winning")
        return
    assert (got["total"], got["limits"]) == (expect["total"], expect["limits"])
    if expect["limits"]:
        assert got["special"] in expect.get("special_any", [expect.get("special")])
    else:
        assert (got["points"], got["doubles"], got["special"]) == (expect["points"], expect["doubles"], None)


def cases_of_league(id: str) -> Sequence[Case]:
    """The hands of a league, by a program, but those where it slips or has no whole hand."""
    cases = case_records(f"{id}/hands")
    odd = {"partial", "quirk", "unusable"}
    return thinned([case for case in cases if not odd & set(case["about"]) and case["expect"]["total"] is not None], 10)


def compare_total(case: Case) -> None:
    """What a program of a league says is compared in its total alone."""
    expect, got = case["expect"], scored(case)
    assert got["valid"] is expect.get("valid", True)
    assert got.get("total", 0) == expect["total"]

"""Every hand of the case files: totals, items, payments, refusals, and what options change."""

from __future__ import annotations

from typing import Any

import pytest

import mjrules

from .conftest import case_records

OFFICIAL = case_records("mcr.jsonl")
ZUNG_JUNG = case_records("zungjung.jsonl")
DOUBLING = [
    case
    for name in ("western.jsonl", "western_gen.jsonl", "classical.jsonl", "classical_gen.jsonl")
    for case in case_records(name)
]
LEAGUES = [
    case
    for name in ("classical-dmjl.jsonl", "bmja.jsonl")
    for case in case_records(name)
    if not {"partial", "quirk", "unusable"} & set(case["about"]) and case["expect"]["total"] is not None
]
"""The hands of two leagues, by a program, but those where it slips or has no whole hand."""
REFUSED = case_records("mcr_invalid.jsonl")
OPTIONS = sorted({name for case in OFFICIAL for name in case["expect"].get("total_with", {})})


def answers(cases: list[dict[str, Any]], options: dict[str, Any] | None = None) -> list[dict[str, Any]]:
    """The score records of cases."""
    return list(mjrules.score_records(cases, options=options))


@pytest.fixture(scope="module")
def official_answers() -> dict[str, dict[str, Any]]:
    return {record["id"]: record for record in answers(OFFICIAL)}


@pytest.mark.parametrize("case", OFFICIAL, ids=lambda case: case["id"])
def test_score(case: dict[str, Any], official_answers: dict[str, dict[str, Any]]) -> None:
    expect, got = case["expect"], official_answers[case["id"]]
    items = {item["id"]: item["value"] for item in got["items"]}
    assert got["valid"] is True
    assert got["total"] == expect["total"]
    assert items in [expect["items"], *expect.get("items_any", [])]
    assert got["minimum_met"] is expect["minimum_met"]
    assert expect["without_flowers"] == got["total"] - items.get("flower_tiles", 0)
    if "delta" in expect:
        assert [got["payments"][seat] for seat in "ESWN"] == expect["delta"]


@pytest.fixture(scope="module")
def zung_jung_answers() -> dict[str, dict[str, Any]]:
    return {record["id"]: record for record in answers(ZUNG_JUNG)}


@pytest.mark.parametrize("case", ZUNG_JUNG, ids=lambda case: case["id"])
def test_zung_jung(case: dict[str, Any], zung_jung_answers: dict[str, dict[str, Any]]) -> None:
    """Where a limit decides, the patterns are not compared: several may reach it, and any of them be named."""
    expect, got = case["expect"], zung_jung_answers[case["id"]]
    counts = {item["number"]: item["count"] for item in got["items"] if item["number"]}
    assert got["total"] == expect["points"]
    assert [got["payments"][seat] for seat in "ESWN"] == expect["delta"]
    assert expect["limit"] or counts == expect["patterns"]


@pytest.fixture(scope="module")
def doubling_answers() -> dict[str, dict[str, Any]]:
    return {record["id"]: record for record in answers([*DOUBLING, *LEAGUES])}


@pytest.mark.parametrize("case", DOUBLING, ids=lambda case: case["id"])
def test_points_and_doubles(case: dict[str, Any], doubling_answers: dict[str, dict[str, Any]]) -> None:
    """Points and doubles are compared where no special or limit hand decides, and its name where one does."""
    expect, got = case["expect"], doubling_answers[case["id"]]
    assert got["valid"] is expect["valid"]
    if not expect["valid"]:
        assert got["error"]["code"] == expect.get("reason", "not_winning")
        return
    assert (got["total"], got["limits"]) == (expect["total"], expect["limits"])
    if expect["limits"]:
        assert got["special"] in expect.get("special_any", [expect.get("special")])
    else:
        assert (got["points"], got["doubles"], got["special"]) == (expect["points"], expect["doubles"], None)


@pytest.mark.parametrize("case", LEAGUES, ids=lambda case: case["id"])
def test_leagues(case: dict[str, Any], doubling_answers: dict[str, dict[str, Any]]) -> None:
    expect, got = case["expect"], doubling_answers[case["id"]]
    assert got["valid"] is expect.get("valid", True)
    assert got.get("total", 0) == expect["total"]


@pytest.mark.parametrize("option", OPTIONS)
def test_score_with_option(option: str) -> None:
    wanted = {
        case["id"]: case["expect"].get("total_with", {}).get(option, case["expect"]["total"]) for case in OFFICIAL
    }
    got = {record["id"]: record.get("total") for record in answers(OFFICIAL, {option: True})}
    assert got == wanted
    assert any(option in case["expect"].get("total_with", {}) for case in OFFICIAL)


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: case["id"])
def test_refused(case: dict[str, Any]) -> None:
    (got,) = answers([case])
    reason = case["expect"]["reason"]
    if reason == "below_minimum":
        assert (got["valid"], got["minimum_met"]) == (True, False)
        assert "payments" not in got
        (got,) = mjrules.score_records([case], declared=True)
    assert got["valid"] is False
    assert got["error"]["code"] == reason
    assert got["error"]["message"]

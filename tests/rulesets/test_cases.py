"""Every hand of the case files: totals, items, payments, refusals, and what options change."""

from __future__ import annotations

from typing import Any

import pytest

import mjrules
from tests.kit.cases import case_records

OFFICIAL = case_records("chinese-official/hands")
ZUNG_JUNG = case_records("zung-jung/hands")
HONG_KONG = case_records("hong-kong/hands")
PAYING = [(spice, who) for spice in ("half", "full") for who in ("full", "half")]
"""How faan become money, and who is responsible for a discard."""
DOUBLING = [
    case for name in ("western", "classical") for kind in ("hands", "random") for case in case_records(f"{name}/{kind}")
]
LEAGUES = [
    case
    for name in ("classical-dmjl", "bmja")
    for case in case_records(f"{name}/hands")
    if not {"partial", "quirk", "unusable"} & set(case["about"]) and case["expect"]["total"] is not None
]
"""The hands of two leagues, by a program, but those where it slips or has no whole hand."""
REFUSED = case_records("chinese-official/refused")
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
def hong_kong_answers() -> dict[str, tuple[dict[str, Any], dict[str, Any]]]:
    """The records of every hand, the win not declared and declared."""
    declared = mjrules.score_records(HONG_KONG, declared=True)
    return {record["id"]: (record, other) for record, other in zip(answers(HONG_KONG), declared, strict=True)}


@pytest.mark.parametrize("case", HONG_KONG, ids=lambda case: case["id"])
def test_hong_kong(case: dict[str, Any], hong_kong_answers: dict[str, tuple[dict[str, Any], dict[str, Any]]]) -> None:
    expect, (got, declared) = case["expect"], hong_kong_answers[case["id"]]
    assert (got["total"], got["raw"]) == (expect["faan"], expect["raw"])
    assert {item["id"]: item["count"] for item in got["items"]} == expect["patterns"]
    assert got["minimum_met"] is (expect["qualifying"] >= 3) is ("error" not in expect)
    assert declared["valid"] is got["minimum_met"]
    assert declared.get("error", {}).get("code") == expect.get("error")


def test_what_the_minimum_of_hong_kong_is_tested_on() -> None:
    """It is told after the cap, which is above every minimum."""
    ruleset = mjrules.load("hong-kong")
    for case in HONG_KONG:
        hand = {key: value for key, value in case.items() if key not in ("id", "ruleset", "expect", "about")}
        found = ruleset.score(mjrules.Hand.from_record(hand)).counted
        assert found == min(case["expect"]["qualifying"], 10), case["id"]


@pytest.mark.parametrize(("spice", "who"), PAYING)
def test_payments_of_hong_kong(spice: str, who: str) -> None:
    wanted = {case["id"]: case["expect"].get("pay", {}).get(f"{spice}_{who}") for case in HONG_KONG}
    got = answers(HONG_KONG, {"spice": spice, "responsibility": who})
    paid = {record["id"]: record.get("payments") for record in got}
    assert {id: net and [net[seat] for seat in "ESWN"] for id, net in paid.items()} == wanted


@pytest.fixture(scope="module")
def doubling_answers() -> dict[str, dict[str, Any]]:
    return {record["id"]: record for record in answers([*DOUBLING, *LEAGUES])}


@pytest.mark.parametrize("case", DOUBLING, ids=lambda case: case["id"])
def test_points_and_doubles(case: dict[str, Any], doubling_answers: dict[str, dict[str, Any]]) -> None:
    """Points and doubles are compared where no special hand decides, and its name where one does."""
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

"""Settlement records: the cases, hands in place of scores, claims, pots, penalties, counters, and what is refused."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mjrules
from mjrules import Hand, settle_records
from mjrules.cli import main
from mjrules.hands.record_answers import answer
from mjrules.hooks import Award, ScoringMethod, Value, hookimpl
from mjrules.hooks.manager import available_plugins
from mjrules.play.events import Paid
from mjrules.play.record_kinds import BY_SETTLE, BY_TABLE, COMMON, RECORD_KINDS, names_of
from mjrules.records import Rulesets
from mjrules.settlement import settle_bonus, settle_penalty, settle_record, settling
from mjrules.settlement.counters import CounterKind, in_counters, kinds_of
from mjrules.settlement.fields import ANSWERS, OF_KIND
from mjrules.settlement_method import WonHand, net_amounts
from mjrules.tiles.tile import parse_tiles
from tests.kit.cases import CASES_FOLDER, case_records
from tests.kit.laid import laid
from tests.kit.profile import thinned

Record = dict[str, Any]
SEATS = ("E", "S", "W", "N")
FOLDER = CASES_FOLDER / "settlement"
BY_ID = "a record names a ruleset by its id: a path must be allowed by whoever reads the record"
CLASSICAL, WESTERN = str(FOLDER / "classical.yaml"), str(FOLDER / "western.yaml")
CASES = case_records("settlement/records")
SETTLED = (*names_of(RECORD_KINDS, BY_SETTLE), "goulash")
COMPARED = {
    "settle": ("transfers", "net"),
    "goulash": ("pot", "contributions", "paid_to_winner"),
    "bonus": ("net",),
    "penalty": ("net",),
}


@cache
def rulesets(chosen: str) -> Rulesets:
    return Rulesets(chosen, within="/", allow=[CLASSICAL, WESTERN])


def settled(record: Any, ruleset: str = CLASSICAL, *, counters: bool = False) -> Record:
    return answer(record, settling(rulesets(ruleset), counters=counters))


def error(record: Any, ruleset: str = CLASSICAL) -> tuple[str, str, str]:
    found = settled(record, ruleset)
    assert found["valid"] is False, found
    return found["error"]["code"], found["error"]["field"], found["error"]["message"]


def paid(answers: Record) -> list[tuple[str, str, int]]:
    return sorted((item["payer"], item["payee"], item["amount"]) for item in answers["transfers"])


# The cases.


def question(case: Record) -> Record:
    hidden = {"expect", "about", "amount_each", "affected_amount", *COMPARED[case["kind"]]}
    return {key: value for key, value in case.items() if key not in hidden}


@pytest.mark.parametrize(
    "case", thinned([case for case in CASES if case["kind"] in SETTLED], 6), ids=lambda case: case["id"]
)
def test_case(case: Record) -> None:
    [found] = settle_records([question(case)])
    assert found["valid"], found
    for key in COMPARED[case["kind"]]:
        if key == "transfers":
            assert paid(found) == paid(case)
        else:
            assert found[key] == case[key]
    assert found["id"] == case["id"]


@pytest.mark.parametrize(
    "case", thinned([case for case in CASES if case["kind"] in SETTLED], 30), ids=lambda case: case["id"]
)
def test_the_answer_may_be_asked_again(case: Record) -> None:
    [found] = settle_records([question(case)])
    [again] = settle_records([found])
    assert again == found


@pytest.mark.parametrize("kind", names_of(RECORD_KINDS, BY_TABLE))
def test_kinds_of_the_table_are_refused(kind: str) -> None:
    said = f'"{kind}" is a kind that `mjrules table` answers'
    assert error({"kind": kind}, WESTERN) == ("bad_record", "kind", said)


def test_kinds_of_no_ruleset_are_refused() -> None:
    said = '"charleston" is not a kind that western-payment settles (known: settle, bonus, penalty, goulash)'
    assert error({"kind": "charleston"}, WESTERN) == ("bad_record", "kind", said)


# Hands in place of scores.

LOSER: Record = {"concealed": "123m456p789s1234z"}
HANDS: Mapping[str, Record] = {
    "E": {"melds": [{"type": "pung", "tiles": "555z"}], "concealed": "222p444678s1m", "winner": False},
    "S": {"melds": [{"type": "pung", "tiles": "222m"}], "concealed": "456p999s1117z", "win": "7z", "from": "right"},
    "W": {"concealed": "147m258p369s1234z", "winner": False},
    "N": {"concealed": "666z333m12345p77s", "winner": False, "flags": ["dead_hand"]},
}
"""East holds two pungs and dragons (32), South wins with three pungs (32) on a discard of West, North is dead."""
PAID = [("E", "S", 64), ("N", "E", 64), ("N", "S", 32), ("W", "E", 64), ("W", "S", 32)]


def test_hands_are_scored_and_settled() -> None:
    found = settled({"id": 1, "hands": HANDS}, WESTERN)
    assert found["valid"], found
    assert found["scores"] == {"E": 32, "S": 32, "W": 0, "N": 0}
    assert {seat: {item["id"]: item["value"] for item in items} for seat, items in found["items"].items()} == {
        "E": {"dragons": 20, "pungs": 12},
        "S": {"going_out": 20, "pungs": 12},
        "W": {},
        "N": {},
    }
    assert (found["winner"], found["self_drawn"], found["discarder"]) == ("S", False, "W")
    assert (found["dead_hands"], found["specials"]) == (["N"], [])
    assert paid(found) == PAID
    assert found["net"] == {"E": 64, "S": 128, "W": -96, "N": -96}
    assert list(found)[:3] == ["id", "kind", "hands"]
    assert "notes" not in found


def test_the_answer_about_hands_may_be_asked_again() -> None:
    found = settled({"id": 1, "hands": HANDS}, WESTERN)
    assert settled({**found, "ruleset": WESTERN}) == found


def hands(**changes: Any) -> Record:
    """The hands with some fields of some seats changed; None takes a field away."""
    found = {seat: dict(hand) for seat, hand in HANDS.items()}
    for name, value in changes.items():
        seat, _, field = name.partition("_")
        found[seat].pop(field, None)
        if value is not None:
            found[seat][field] = value
    return found


@pytest.mark.parametrize(
    "record",
    [
        {"hands": hands(E_winner=None, W_winner=None, N_winner=None)},
        {"hands": hands(E_winner=None, W_winner=None, N_winner=None), "winner": "S"},
        {"hands": hands(S_from=None), "discarder": "W"},
        {"hands": hands(S_from=None), "discarder": "W", "self_drawn": False, "winner": "S"},
        {"hands": hands(N_flags=None), "dead_hands": ["N"]},
        {"hands": hands(N_flags=None), "dead_hands": ["N"], "specials": ["E"], "scores": {"E": 1}},
        {"hands": hands(E_seat="E", N_seat="N")},
        {"hands": hands(E_id="east", E_about="a note", E_expect={})},
        {"hands": {**hands(), "S": "(222m) 456p999s1117z +7z from=right"}},
        {"hands": {**hands(), "S": "(222m) 456p999s1117z +7z from=right seat=S", "W": "147m258p369s1234z"}},
        {"kind": "settle", "method": "winner_full_differences", "hands": HANDS},
    ],
)
def test_hands_may_be_told_in_several_ways(record: Record) -> None:
    found = settled(record, WESTERN)
    assert found["valid"], found
    assert (paid(found), found["discarder"], found["dead_hands"]) == (PAID, "W", ["N"])


def test_a_hand_as_dealt_wins() -> None:
    dealt = {"E": {"concealed": "111222m456p999s77z"}, **dict.fromkeys("SWN", LOSER)}
    found = settled({"hands": dealt}, WESTERN)
    assert (found["winner"], found["self_drawn"], found["net"]["E"]) == ("E", True, 192)


SEVEN_FLOWERS: Record = {
    "concealed": "1479m1479p147s12z111z",
    "flowers": ["f1", "f2", "f3", "f4", "s1", "s2", "s3"],
    "flags": ["robbing_flower"],
    "winner": True,
}


@pytest.mark.parametrize(
    ("more", "record"),
    [
        ({"from": "right"}, {}),
        ({"from": "right", "self_drawn": False}, {"winner": "E"}),
        ({}, {"discarder": "S"}),
        ({}, {"discarder": "S", "self_drawn": False}),
    ],
)
def test_a_win_without_a_winning_tile_may_be_by_one_of_another(more: Record, record: Record) -> None:
    found = settled({**record, "hands": {"E": {**SEVEN_FLOWERS, **more}}}, "taiwanese")
    assert found["valid"], found
    assert (found["self_drawn"], found["discarder"], found["net"]["E"]) == (False, "S", 9)


def test_a_text_may_say_that_a_hand_without_a_winning_tile_has_won() -> None:
    robbed = "1479m1479p147s12z111z flowers=f1f2f3f4s1s2s3 from=right robbing_flower won"
    found = settled({"hands": {"S": robbed}}, "taiwanese")
    assert found["valid"], found
    assert (found["winner"], found["self_drawn"], found["discarder"]) == ("S", False, "W")


def test_a_drawn_hand_is_not_settled() -> None:
    said = ["nobody has won: a drawn hand is not settled"]
    for record in (
        {"hands": dict.fromkeys(SEATS, LOSER)},
        {"hands": dict.fromkeys(SEATS, LOSER), "winner": None},
        {"scores": dict.fromkeys(SEATS, 40), "winner": None},
    ):
        found = settled(record, WESTERN)
        assert (found["valid"], found["transfers"], found["net"]) == (True, [], dict.fromkeys(SEATS, 0))
        assert found["notes"] == said


def test_what_is_odd_about_the_hands_is_noted() -> None:
    odd = hands(E_melds=[{"type": "pung", "tiles": "111z"}], W_concealed="147m258p369s1134z", E_round="S")
    assert settled({"hands": odd}, WESTERN)["notes"] == [
        "1z comes 8 times in the hands, and the tile set has 4",
        "the hands have different round winds",
    ]


def test_only_what_the_method_reads_must_be_known() -> None:
    alone = {"hands": {"S": HANDS["S"]}, "method": "winner_only_east_double"}
    assert settled(alone, WESTERN)["net"] == {"E": -64, "S": 128, "W": -32, "N": -32}
    scores = {"scores": {"S": 32}, "winner": "S", "method": "winner_only_east_double"}
    assert settled(scores, WESTERN)["net"] == {"E": -64, "S": 128, "W": -32, "N": -32}
    unknown = {"hands": hands(S_from=None)}
    assert settled(unknown, WESTERN)["net"] == {"E": 64, "S": 128, "W": -96, "N": -96}
    assert settled(unknown, WESTERN)["discarder"] is None


def test_other_rulesets_settle_by_their_own_method() -> None:
    record = {"hands": {"E": {"concealed": "123m456p789s111z2z", "win": "2z", "from": "left"}}}
    [found] = settle_records([record], "chinese-official")
    assert found["net"] == {"E": 39, "S": -8, "W": -8, "N": -23}


@pytest.mark.parametrize(
    ("ruleset", "options", "worth", "most", "paid"),
    [
        ("hong-kong", {}, 10, None, 512),
        ("hong-kong", {}, 13, 10, 512),
        ("hong-kong", {"cap_faan": 13}, 13, None, 1536),
        ("hong-kong", {"cap_faan": "none"}, 15, None, 3072),
        ("sichuan", {}, 5, 3, 8),
        ("sichuan", {"cap": 5}, 5, None, 32),
        ("zung-jung", {}, 480, None, 1390),
    ],
)
def test_a_score_above_what_a_hand_can_be_worth_is_cut(
    ruleset: str, options: Record, worth: int, most: int | None, paid: int
) -> None:
    record = {"scores": {"E": worth}, "winner": "E", "discarder": "S", "options": options}
    [found] = settle_records([record], ruleset)
    assert (found["net"]["S"], found["scores"]) == (-paid, {"E": worth})
    noted = [f"E: a hand is worth {most} at most, and so much of {worth} counts"]
    assert found.get("notes", []) == ([] if most is None else noted)


def test_the_settings_are_those_of_the_ruleset_and_its_options() -> None:
    scores = {"scores": {"E": 700, "S": 50, "W": 600, "N": 20}, "winner": "S"}
    by_limit = {limit: settled({**scores, "options": {"limit": limit}})["net"]["N"] for limit in (300, 500, None)}
    assert by_limit == {300: -890, 500: -50 - 2 * 480 - 480, None: -50 - 2 * 680 - 580}
    assert settled({**scores, "options": {"roof_off": True}})["net"]["N"] == -50 - 2 * 680 - 580


class Fixed(Rulesets):
    """One ruleset for every record."""

    def __init__(self, ruleset: mjrules.Ruleset) -> None:
        self.ruleset = ruleset

    def for_record(self, record: Mapping[str, Any]) -> mjrules.Ruleset:
        return self.ruleset


class Limited:
    """A scoring method with a limit of 30, and one special hand, which is worth 100."""

    @hookimpl
    def mj_scoring_methods(self) -> list[ScoringMethod]:
        def value(awards: Sequence[Award], settings: Any) -> Value:
            special = next((award.rule.id for award in awards if award.rule.id == "red_dragons"), None)
            points = 100 if special else int(sum(award.value for award in awards))
            total = points if special else min(points, 30)
            return Value(total, total, (total,), {"special": special}, cut=points - total)

        return [ScoringMethod("limited", "", {"fan": "points"}, "fan", value)]


def limited(tmp_path: Path, settings: str) -> mjrules.Ruleset:
    """The game with that method, by settings of the settlement."""
    path = tmp_path / "limited.yaml"
    path.write_text(
        f"id: limited\nextends: {CLASSICAL}\nplugins: {{add: [odd]}}\n"
        "scoring: {method: limited}\nrules: {red_dragons: {fan: 1, when: {sets: [pung 7z]}}}\n"
        f"settlement: {{{settings}}}\n",
        encoding="utf-8",
    )
    return mjrules.load(str(path), within="/", available={**available_plugins(), "odd": Limited})


def settled_by(ruleset: mjrules.Ruleset, record: Record) -> Record:
    found = answer(record, settling(Fixed(ruleset)))
    assert found["valid"], found
    return found


SPECIAL = {**HANDS["S"], "concealed": "456p999s1177z"}


def test_special_hands_follow_from_the_hands(tmp_path: Path) -> None:
    record = {"hands": {**HANDS, "S": SPECIAL}}
    for more, winner in ((", special_over_limit: true", 100), ("", 30)):
        found = settled_by(limited(tmp_path, f"limit: 30{more}"), record)
        assert (found["specials"], found["scores"]["S"]) == (["S"], 100)
        assert found["net"]["S"] == 4 * winner
    alone = limited(tmp_path, "method: winner_only, limit: 30, special_over_limit: true")
    score = alone.score(alone.parse("(222m) 456p999s1177z +7z from=right"))
    assert score.payments == net(300, -100, -100, -100)


def test_what_the_scoring_cut_counts_where_payments_are_cut(tmp_path: Path) -> None:
    by_payment = limited(tmp_path, "limit: 10, cap: payment")
    found = settled_by(by_payment, {"hands": HANDS})
    assert found["scores"] == {"E": 30, "S": 30, "W": 0, "N": 0}
    assert found["transfers"][0]["because"] == "the winner's 32, at most 10, East x 2"
    claims = settled_by(by_payment, {"hands": HANDS, "claimed": {"E": 5}})
    assert claims["transfers"][3]["because"] == "5 - 0, East x 2"
    alone = limited(tmp_path, "method: winner_only, limit: 40, cap: payment")
    score = alone.score(alone.parse("(222m) 456p999s1117z +7z from=right"))
    assert (score.total, score.payments) == (30, net(96, -32, -32, -32))


def test_what_the_record_leaves_open_of_the_win() -> None:
    drawn = settled({"hands": hands(S_from=None), "self_drawn": True})
    assert (drawn["self_drawn"], drawn["discarder"]) == (True, None)
    assert settled({**SCORES, "discarder": "S"})["self_drawn"] is False
    assert settled(SCORES)["self_drawn"] is None
    assert error({"hands": hands(N_flags=["tired"]), "dead_hands": ["N"]})[1] == "hands.N.flags"


def test_old_answers_are_forgotten() -> None:
    old = {"disputes": [], "notes": ["old"], "error": {}, "items": {}, "hash": "0"}
    assert settled({**SCORES, **old}) == settled(SCORES)


def test_what_is_not_asked_is_not_answered() -> None:
    assert "items" not in settled(SCORES), "only hands have items"
    bonus = {"kind": "bonus", "event": "set_of_flowers", "player": "W"}
    assert not {"then", "affected_amount"} & settled(bonus, WESTERN).keys(), "nobody is at fault"
    replaced = settled({"kind": "penalty", "event": "misnamed_for_mahjong", "player": "N"})
    assert "affected_amount" not in replaced, "the win is settled by another method in its place"


# Claims.


def claimed(ruleset: str, claims: Mapping[str, int], **more: Any) -> Record:
    return settled({"hands": HANDS, "claimed": claims, **more}, ruleset)


def test_claims_are_compared_with_the_hands() -> None:
    for ruleset in (CLASSICAL, WESTERN):
        found = claimed(ruleset, {"E": 32, "S": 40, "W": 0})
        [dispute] = found["disputes"]
        assert {key: dispute[key] for key in ("seat", "claimed", "computed", "counts")} == {
            "seat": "S", "claimed": 40, "computed": 32, "counts": 32,
        }  # fmt: skip
        assert [item["id"] for item in dispute["items"]] == ["going_out", "pungs"]
        assert paid(found) == PAID


def test_a_claim_of_too_little_stands_where_only_the_claimant_corrects() -> None:
    found = claimed(CLASSICAL, {"E": 20})
    assert [item["counts"] for item in found["disputes"]] == [20]
    assert found["scores"]["E"] == 32
    assert paid(found) == [("E", "S", 64), ("N", "E", 40), ("N", "S", 32), ("W", "E", 40), ("W", "S", 32)]
    corrected = claimed(WESTERN, {"E": 20})
    assert ([item["counts"] for item in corrected["disputes"]], paid(corrected)) == ([32], PAID)


def test_who_corrects_another_pays_the_difference() -> None:
    found = claimed(CLASSICAL, {"E": 20}, corrected_by={"E": "W"})
    assert [item["counts"] for item in found["disputes"]] == [32]
    assert paid(found) == sorted([*PAID, ("W", "N", 12), ("W", "S", 12)])
    assert {item["because"] for item in found["transfers"][-2:]} == {"put the claim of E right"}
    assert sum(found["net"].values()) == 0


def test_no_claim_no_dispute() -> None:
    assert "disputes" not in settled({"hands": HANDS})
    assert claimed(CLASSICAL, {"E": 32, "S": 32, "W": 0, "N": 0})["disputes"] == []


# Beside the win.


def net(*amounts: int) -> dict[str, int]:
    return dict(zip(SEATS, amounts, strict=True))


PENALTIES: list[tuple[str, Record, dict[str, int], Record]] = [
    (WESTERN, {"event": "false_mahjong", "player": "S"}, net(1000, -3000, 1000, 1000), {"amount_each": 1000}),
    (WESTERN, {"event": "false_mahjong", "player": ["S"]}, net(1000, -3000, 1000, 1000), {}),
    (WESTERN, {"event": "other_false_call", "player": "E"}, net(-300, 100, 100, 100), {"affected_amount": None}),
    (WESTERN, {"event": "misnamed_discard", "player": "N"}, net(50, 50, 50, -150), {"amount_each": 50}),
    (
        WESTERN,
        {"event": "misnamed_discard", "player": "N", "affected": "W"},
        net(50, 50, 100, -200),
        {"amount_each": 50, "affected_amount": 100},
    ),
    (CLASSICAL, {"event": "misnamed_for_chow", "player": "E", "affected": "S"}, net(-50, 50, 0, 0), {}),
    (CLASSICAL, {"event": "false_mahjong", "player": "E"}, net(-750, 250, 250, 250), {}),
    (CLASSICAL, {"event": "false_mahjong", "player": ["E", "W"]}, net(-500, 500, -500, 500), {"amount_each": 250}),
    (CLASSICAL, {"event": "false_mahjong", "player": ["E", "W", "N"]}, net(-250, 750, -250, -250), {}),
    (
        CLASSICAL,
        {"event": "false_mahjong", "player": "E", "options": {"limit": None}},
        net(-1500, 500, 500, 500),
        {"amount_each": 500},
    ),
    (CLASSICAL, {"event": "false_mahjong", "player": "E", "options": {"limit": 301}}, net(-450, 150, 150, 150), {}),
    (CLASSICAL, {"event": "empty_call", "player": "E"}, net(0, 0, 0, 0), {"then": "warning", "amount_each": 0}),
    (CLASSICAL, {"event": "empty_call", "player": "E", "count": 2}, net(-15, 5, 5, 5), {}),
    (CLASSICAL, {"event": "empty_call", "player": "E", "count": 9}, net(-30, 10, 10, 10), {"amount_each": 10}),
    (
        CLASSICAL,
        {"event": "misnamed_for_mahjong", "player": "N"},
        net(0, 0, 0, 0),
        {"settles_by": {"method": "dangerous_game", "discarder": "N"}},
    ),
    ("chinese-official", {"event": "false_mahjong", "player": "W"}, net(10, 10, -30, 10), {"then": "no_win"}),
    ("chinese-official", {"event": "empty_call", "player": "W", "count": 3}, net(10, 10, -30, 10), {}),
    ("chinese-official", {"event": "other_false_call", "player": "W"}, net(0, 0, 0, 0), {"then": "dead_hand"}),
]


@pytest.mark.parametrize(("ruleset", "record", "expected", "more"), PENALTIES)
def test_penalties(ruleset: str, record: Record, expected: dict[str, int], more: Record) -> None:
    found = settled({"kind": "penalty", **record}, ruleset)
    assert found["valid"], found
    assert found["net"] == expected
    assert {key: found[key] for key in more} == more
    assert all(item["because"] == found["title"] for item in found["transfers"])


@pytest.mark.parametrize(
    ("player", "doubled", "expected"),
    [
        ("W", False, net(-100, -100, 300, -100)),
        ("E", False, net(300, -100, -100, -100)),
        ("W", True, net(-200, -100, 400, -100)),
        ("E", True, net(600, -200, -200, -200)),
    ],
)
def test_bonus_payments(player: str, doubled: bool, expected: dict[str, int]) -> None:
    record = {"kind": "bonus", "event": "pung_of_easts_first_discard", "player": player}
    found = settled({**record, "options": {"east_doubles_bonus": doubled}}, WESTERN)
    assert (found["amount_each"], found["net"]) == (100, expected)


@given(st.integers(0, 10**6), st.integers(0, 20), st.sampled_from([*SEATS, None]))
def test_a_pot_holds_what_all_paid_in(stake: int, draws: int, winner: str | None) -> None:
    found = settled({"kind": "goulash", "stake": stake, "draws_before": draws, "winner": winner})
    assert found["pot"] == -sum(found["contributions"].values()) == 4 * stake * draws
    assert found["paid_to_winner"] == (0 if winner is None else found["pot"])
    if winner is not None:
        own = {seat: found["pot"] if seat == winner else 0 for seat in SEATS}
        assert found["net"] == {seat: own[seat] + found["contributions"][seat] for seat in SEATS}
        each = stake * draws
        assert paid(found) == sorted((seat, winner, each) for seat in SEATS if seat != winner and each)


def test_the_stake_is_the_ruleset_s_where_the_record_tells_none() -> None:
    record = {"kind": "goulash", "draws_before": 2, "winner": "N"}
    assert settled(record, WESTERN)["pot"] == 800
    assert settled({**record, "options": {"stake": 50}}, WESTERN)["pot"] == 400
    assert settled({**record, "stake": 30}, WESTERN)["pot"] == 240


# Settlements as values.


@pytest.mark.parametrize("affected", [None, "W"])
def test_a_penalty_is_settled_from_values_as_from_a_record(affected: str | None) -> None:
    ruleset = rulesets(WESTERN).get(None, ())
    penalty = ruleset.definition.penalties["misnamed_discard"]
    record = {"kind": "penalty", "event": "misnamed_discard", "player": "N", "affected": affected}
    assert settle_penalty(penalty, ruleset, ("N",), () if affected is None else (affected,)) == settle_record(
        record, ruleset
    )


@pytest.mark.parametrize(
    ("options", "player", "found"),
    [
        ({}, "S", {"E": 768, "S": -2304, "W": 768, "N": 768}),
        ({"cap_faan": 8}, "S", {"E": 384, "S": -1152, "W": 384, "N": 384}),
        ({"cap_faan": None, "stake": 1}, "S", {"E": 1152, "S": -3456, "W": 1152, "N": 1152}),
        ({"spice": "full"}, "S", {"E": 6144, "S": -18432, "W": 6144, "N": 6144}),
        ({"double_dealer": True}, "S", {"E": 1536, "S": -3072, "W": 768, "N": 768}),
        ({"double_dealer": True}, "E", {"E": -4608, "S": 1536, "W": 1536, "N": 1536}),
    ],
)
def test_a_false_win_costs_what_a_win_does(options: Record, player: str, found: dict[str, int]) -> None:
    ruleset = mjrules.load("hong-kong", options)
    settlement = settle_record({"kind": "penalty", "event": "false_mahjong", "player": player}, ruleset)
    assert settlement.net == found
    # a table punishes a false call by the same
    table = laid(ruleset, {"E": "1m"})
    if player == "E":
        table.call_falsely("E", "mahjong")
        [paid] = [event for event in table.log if isinstance(event, Paid)]
        assert net_amounts(paid.transfers, SEATS) == found


def test_who_shares_the_guilt_pays_those_who_do_not() -> None:
    ruleset = mjrules.load("hong-kong", {"double_dealer": True})
    shared = replace(ruleset.definition.penalties["false_mahjong"], culprits=2)
    assert settle_penalty(shared, ruleset, ("E", "N"), out=("W",)).net == {"E": -1536, "S": 2304, "W": 0, "N": -768}


def test_a_bonus_payment_is_settled_from_values_as_from_a_record() -> None:
    ruleset = rulesets(WESTERN).get(None, ())
    payment = ruleset.definition.bonus_payments["set_of_flowers"]
    record = {"kind": "bonus", "event": "set_of_flowers", "player": "W"}
    assert settle_bonus(payment, SEATS, "W") == settle_record(record, ruleset)


KONGS = """id: club
extends: hong-kong
bonus_payments:
  claimed: {title: A claimed kong, discarder: 3}
  shared: {title: A shared kong, each: 1, discarder: 2, east_doubles: true}
  concealed: {title: A concealed kong, each: 2}
"""


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ({"event": "claimed", "player": "S", "discarder": "E"}, {"E": -3, "S": 3, "W": 0, "N": 0}),
        ({"event": "shared", "player": "S", "discarder": "W"}, {"E": -2, "S": 5, "W": -2, "N": -1}),
        ({"event": "shared", "player": "S"}, {"E": -2, "S": 4, "W": -1, "N": -1}),
        ({"event": "concealed", "player": "S", "out": ["E", "N"]}, {"E": 0, "S": 2, "W": -2, "N": 0}),
        ({"event": "claimed", "player": "S"}, "discarder: is missing: A claimed kong is paid by one player alone"),
        ({"event": "claimed", "player": "S", "discarder": "S"}, "discarder: S is paid and cannot have discarded"),
        (
            {"event": "concealed", "player": "S", "discarder": "E"},
            "discarder: A concealed kong costs the others the same",
        ),
        ({"event": "claimed", "player": "S", "discarder": "E", "out": ["E"]}, "out: E has left the game"),
        ({"event": "concealed", "player": "S", "out": ["S"]}, "out: S has left the game"),
    ],
)
def test_who_pays_at_once(tmp_path: Path, said: Record, found: dict[str, int] | str) -> None:
    (tmp_path / "club.yaml").write_text(KONGS, encoding="utf-8")
    ruleset = mjrules.load(tmp_path / "club.yaml")
    if isinstance(found, str):
        with pytest.raises(mjrules.HandError) as error:
            settle_record({"kind": "bonus", **said}, ruleset)
        assert f"{error.value.field}: {error.value.message}".startswith(found)
    else:
        assert settle_record({"kind": "bonus", **said}, ruleset).net == found


@pytest.mark.parametrize(
    ("settings", "claimed"),
    [
        ("{back: []}", {"E": -2, "S": 2, "W": 0, "N": 0}),
        ("{claimed: 5}", {"E": -5, "S": 5, "W": 0, "N": 0}),
        ("{claimed: 3, claimed_by: all}", None),
    ],
)
def test_what_a_house_rule_pays_at_once_follows_its_settings(
    tmp_path: Path, settings: str, claimed: dict[str, int] | None
) -> None:
    text = f"id: club\nextends: sichuan\nhouse_rules: {{kong_payments: {settings}}}\n"
    (tmp_path / "club.yaml").write_text(text, encoding="utf-8")
    ruleset = mjrules.load(tmp_path / "club.yaml")
    record = {"kind": "bonus", "event": "kong_claimed", "player": "S"}
    if claimed is None:
        assert settle_record(record, ruleset).net == {"E": -3, "S": 9, "W": -3, "N": -3}
    else:
        assert settle_record({**record, "discarder": "E"}, ruleset).net == claimed


def test_transfers_of_nothing_are_left_out() -> None:
    ruleset = rulesets(CLASSICAL).get(None, ())
    settlement = settle_record({"scores": {"E": 0, "S": 40, "W": 0, "N": 0}, "winner": "S"}, ruleset)
    assert [item.payer for item in settlement.transfers] == ["E", "W", "N"]
    assert settlement.net == net(-80, 160, -40, -40)


def test_of_the_winners_bonus_tiles_only_the_number_may_be_known() -> None:
    one, two = (WonHand(Hand.parse(f"123m456p789s1112z +2z flowers={told}"), {}) for told in ("2", "s3f1"))
    assert (one.bonus, one.bonus_count) == (None, 2)
    assert (two.bonus, two.bonus_count) == ((*parse_tiles("f1s3"),), 2)


# Counters.

KINDS_OF_COUNTERS = [
    CounterKind("five_red", 2, 500),
    CounterKind("one_red", 9, 100),
    CounterKind("ten_black", 8, 10),
    CounterKind("two", 10, 2),
]


@pytest.mark.parametrize(
    ("amount", "expected", "note"),
    [
        (0, {}, ""),
        (2, {"two": 1}, ""),
        (20, {"ten_black": 2}, ""),
        (96, {"ten_black": 8, "two": 8}, ""),
        (364, {"one_red": 3, "ten_black": 6, "two": 2}, ""),
        (2000, {"five_red": 2, "one_red": 9, "ten_black": 8, "two": 10}, ""),
        (4000, {"five_red": 8}, "more than a player starts with"),
        (55, None, "55 cannot be paid exactly with counters of 500, 100, 10, 2"),
        (10**60, {"five_red": 2 * 10**57}, "more than a player starts with"),
        (10**60 + 1, None, f"{10**60 + 1} cannot be paid exactly with counters of 500, 100, 10, 2"),
        (4001, None, "4001 cannot be paid exactly with counters of 500, 100, 10, 2"),
        (1, None, "1 cannot be paid exactly with counters of 500, 100, 10, 2"),
    ],
)
def test_amounts_in_counters(amount: int, expected: dict[str, int] | None, note: str) -> None:
    assert in_counters(amount, KINDS_OF_COUNTERS) == (expected, note)


def test_dear_counters_give_way_where_the_rest_cannot_be_paid() -> None:
    kinds = [CounterKind("seven", 5, 7), CounterKind("five", 5, 5)]
    assert in_counters(20, kinds) == ({"five": 4}, "")
    assert in_counters(24, kinds) == ({"seven": 2, "five": 2}, "")
    assert in_counters(23, kinds) == (None, "23 cannot be paid exactly with counters of 7, 5")
    assert in_counters(50, [CounterKind("seven", 1, 7), CounterKind("five", 9, 5)]) == (
        {"seven": 5, "five": 3},
        "other counters than a player starts with",
    )


counter_sets = st.lists(st.tuples(st.integers(0, 6), st.integers(1, 60)), min_size=1, max_size=4)


@given(st.integers(0, 400), counter_sets)
def test_counters_make_the_amount_wherever_they_can(amount: int, given: list[tuple[int, int]]) -> None:
    kinds = [CounterKind(str(number), *kind) for number, kind in enumerate(sorted(given, key=lambda kind: -kind[1]))]
    start, ever = {0}, {0}
    for kind in kinds:
        start = {total + number * kind.value for total in start for number in range(kind.at_start + 1)}
        ever = {total + n * kind.value for total in ever for n in range((amount - total) // kind.value + 1)}
    found, note = in_counters(amount, kinds)
    assert (found is not None) == (amount in ever)
    assert (note == "") == (amount in start)
    if found is not None:
        assert sum(found.get(kind.id, 0) * kind.value for kind in kinds) == amount
        assert note or all(found.get(kind.id, 0) <= kind.at_start for kind in kinds)


def test_the_dearest_counters_come_first_whatever_they_are_called(tmp_path: Path) -> None:
    (tmp_path / "club.yaml").write_text(
        "id: club\nextends: classical\ncounters:\n"
        "  a: {title: A, count: 1, value: 2}\n  c: {title: C, count: 5, value: 700}\n"
        "  b: {title: B, count: 3, value: 700}\n"
    )
    counters = mjrules.load(tmp_path / "club.yaml").definition.counters
    own = [kind for kind in kinds_of(counters) if kind.id in "abc"]
    assert own == [CounterKind("b", 3, 700), CounterKind("c", 5, 700), CounterKind("a", 1, 2)]


def test_transfers_in_counters() -> None:
    found = settled({"scores": {"E": 200, "S": 400, "W": 50, "N": 105}, "winner": "S"}, counters=True)
    told = [(item["amount"], item["counters"], item.get("note")) for item in found["transfers"]]
    assert told == [
        (800, {"five_red": 1, "one_red": 3}, None),
        (400, {"one_red": 4}, None),
        (400, {"one_red": 4}, None),
        (300, {"one_red": 3}, None),
        (190, {"one_red": 1, "ten_black": 8, "two_black": 5}, None),
        (55, None, "55 cannot be paid exactly with counters of 500, 100, 10, 2"),
    ]
    other = settled({"kind": "penalty", "event": "false_mahjong", "player": "E"}, "chinese-official", counters=True)
    assert {item["note"] for item in other["transfers"]} == {"the ruleset has no counters"}
    open_pot = {"kind": "goulash", "draws_before": 2, "stake": 10, "winner": None}
    assert "transfers" not in settled(open_pot, counters=True)


# What is refused.

SCORES: Record = {"scores": {"E": 1, "S": 2, "W": 3, "N": 4}, "winner": "E"}
REFUSED: list[tuple[Any, str, str, str]] = [
    (7, "bad_record", "", "expected a JSON object, got 7"),
    ({"kind": 7}, "bad_record", "kind", "7 is not a kind that classical-payment settles"),
    ({"kind": None}, "bad_record", "kind", "null is not a kind that classical-payment settles"),
    ({"kind": "setle"}, "bad_record", "kind",
     '"setle" is not a kind that classical-payment settles (did you mean "settle"?)'),
    ({**SCORES, "socres": 1}, "bad_record", "socres", 'unknown field "socres" (did you mean "scores"?)'),
    ({**SCORES, "event": "x"}, "bad_record", "event",
     'unknown field "event" (known: id, kind, ruleset, options, expect, about, scores, hands, winner, self_drawn, '
     "discarder, method, …)"),
    ({**SCORES, "options": {"limt": 3}}, "bad_record", "options.limt",
     'unknown option "limt" (did you mean "limit"?)'),
    ({**SCORES, "ruleset": "nowhere.yaml"}, "bad_record", "ruleset", BY_ID),
    ({}, "bad_record", "scores", "is missing: expected the score of each seat, or the hands"),
    ({"scores": 5, "winner": "E"}, "bad_record", "scores",
     'expected an object with a value for each seat, such as {"E": …}, got 5'),
    ({"scores": SCORES["scores"]}, "bad_record", "winner",
     "is missing: expected one of E, S, W, N, or null for a drawn hand"),
    ({**SCORES, "winner": "X"}, "bad_record", "winner", 'expected one of E, S, W, N, got "X"'),
    ({**SCORES, "winner": ["E"]}, "bad_record", "winner", 'expected one of E, S, W, N, got ["E"]'),
    ({**SCORES, "scores": {"E": 1, "S": 2, "W": 3}}, "bad_record", "scores.N",
     "is missing: winner_full_differences needs the hands of all players"),
    ({**SCORES, "scores": {"S": 2}, "method": "winner_only"}, "bad_record", "scores.E",
     "is missing: winner_only needs the hands of all players"),
    ({**SCORES, "scores": {**SCORES["scores"], "X": 2}}, "bad_record", "scores.X",
     'there is no seat "X": E, S, W, N'),
    ({**SCORES, "scores": {**SCORES["scores"], "S": 2.5}}, "bad_record", "scores.S",
     "expected a whole number, got 2.5"),
    ({**SCORES, "scores": {**SCORES["scores"], "S": True}}, "bad_record", "scores.S",
     "expected a whole number, got true"),
    ({**SCORES, "scores": {**SCORES["scores"], "S": -1}}, "bad_record", "scores.S", "expected 0 or more, got -1"),
    ({**SCORES, "self_drawn": "yes"}, "bad_record", "self_drawn", 'expected true or false, got "yes"'),
    ({**SCORES, "discarder": "E"}, "contradiction", "discarder", "the winner did not discard the winning tile"),
    ({**SCORES, "discarder": "S", "self_drawn": True}, "contradiction", "discarder",
     "a drawn tile was not discarded"),
    ({**SCORES, "dead_hands": "N"}, "bad_record", "dead_hands", 'expected a list of seats such as ["E"], got "N"'),
    ({**SCORES, "dead_hands": ["N", "N"]}, "bad_record", "dead_hands", 'a seat is listed twice: ["N", "N"]'),
    ({**SCORES, "dead_hands": ["E"]}, "contradiction", "dead_hands", "a dead hand cannot win"),
    ({**SCORES, "specials": ["E", 3]}, "bad_record", "specials[1]", "expected one of E, S, W, N, got 3"),
    ({**SCORES, "claimed": {"E": 3}}, "bad_record", "claimed",
     "expected hands too: a claim is compared with what the hand is worth"),
    ({**SCORES, "method": "winner_onli"}, "bad_record", "method",
     '"winner_onli" is not a settlement method of classical-payment (did you mean "winner_only"?)'),
    ({**SCORES, "method": 3}, "bad_record", "method",
     "3 is not a settlement method of classical-payment (known: winner_full_differences, winner_only, "
     "winner_only_east_double, winner_only_difference, all_differences, discarder_pays_all, us_discarder_double, "
     "dangerous_game)"),
    ({**SCORES, "method": "dangerous_game", "self_drawn": True}, "contradiction", "method",
     "dangerous_game does not settle a win on a drawn tile"),
    ({**SCORES, "method": "dangerous_game"}, "bad_record", "discarder",
     "is missing: dangerous_game needs to know who discarded the tile, or that it was drawn"),
    ({**SCORES, "method": "us_discarder_double", "self_drawn": False}, "bad_record", "discarder",
     "is missing: us_discarder_double needs to know who discarded the tile, or that it was drawn"),
    ({**SCORES, "numbers": 2}, "bad_record", "numbers", "expected an object with whole numbers, got 2"),
    ({**SCORES, "numbers": {"streak": 2}}, "bad_record", "numbers.streak",
     '"streak" is not a number of classical-payment'),
    ({"hands": HANDS, "numbers": {}}, "bad_record", "numbers",
     "expected scores: in place of hands, which say these numbers themselves"),
    ({"hands": {"E": 5}}, "bad_record", "hands.E", "expected a hand record or a hand text, got 5"),
    ({"hands": {"E": {"ruleset": "x"}}}, "bad_record", "hands.E.ruleset",
     "the ruleset of a settlement goes beside its hands, not in one of them"),
    ({"hands": {"E": {"seat": "S"}}}, "contradiction", "hands.E.seat",
     'the hand of E says that its seat is "S"'),
    ({"hands": {"E": "123m seat=W"}}, "contradiction", "hands.E.seat", 'the hand of E says that its seat is "W"'),
    ({"hands": {"E": "123m ("}}, "bad_record", "hands.E.text",
     '"(" is not closed: declared sets go in (…), concealed kongs in […]'),
    ({"hands": {"E": {"concealed": "12x"}}}, "bad_record", "hands.E.concealed",
     '"12x" is not a tile: expected numbers followed by m, p, s or z, f1-f4, s1-s4, a1-a4 or J'),
    ({"hands": {"E": {"concealed": "123m", "flags": "x"}}}, "bad_record", "hands.E.flags",
     'expected a list of flags, got "x"'),
    ({"hands": hands(W_concealed="123m")}, "wrong_tile_count", "hands.W.concealed", ""),
    ({"hands": hands(W_winner=None, W_concealed="147m258p369s12345z")}, "wrong_tile_count", "hands.W.concealed",
     "the hand has 14 tiles (a kong counting three), none marked as the winning one: expected 13"),
    ({"hands": hands(S_win=None, S_from=None, S_concealed="456p999s11177z")}, "wrong_tile_count", "hands.S.concealed",
     "the hand has 14 tiles (a kong counting three), none marked as the winning one: expected 13"),
    ({"hands": hands(S_winner=None, S_concealed="456p999s11177z")}, "wrong_tile_count", "hands.S.concealed",
     "the hand has 15 tiles (a kong counting three): expected 14"),
    ({"hands": hands(E_winner=None, E_concealed="222p444678s11m"), "winner": "S"}, "wrong_tile_count",
     "hands.E.concealed", "the hand has 14 tiles (a kong counting three): expected 13"),
    ({"hands": {**hands(), "W": "147m258p369s12345z"}}, "wrong_tile_count", "hands.W.concealed",
     "the hand has 14 tiles (a kong counting three), none marked as the winning one: expected 13"),
    ({"hands": {**hands(S_winner=False), "E": "222p444678s11m555z"}, "winner": None}, "wrong_tile_count",
     "hands.E.concealed", "the hand has 14 tiles (a kong counting three), none marked as the winning one: expected 13"),
    ({"hands": hands(E_winner=True)}, "contradiction", "hands.S.winner",
     'E and S have won: expected "winner": false for a player who did not'),
    ({"hands": hands(S_win="6z")}, "not_winning", "hands.S.win", "the tiles do not make a complete hand"),
    ({"hands": hands(W_flags=["ded_hand"])}, "bad_record", "hands.W.flags",
     'unknown flag "ded_hand" (did you mean "dead_hand"?)'),
    ({"hands": {**hands(), "E": HANDS["S"]}}, "contradiction", "hands.S.winner",
     'E and S have won: expected "winner": false for a player who did not'),
    ({"hands": HANDS, "winner": "E"}, "contradiction", "winner",
     "the record names E, but by the hands S has won"),
    ({"hands": HANDS, "winner": None}, "contradiction", "winner",
     "the record names nobody, but by the hands S has won"),
    ({"hands": HANDS, "dead_hands": ["S"], "winner": "S"}, "contradiction", "winner",
     "the record names S, but by the hands nobody has won"),
    ({"hands": HANDS, "discarder": "E"}, "contradiction", "discarder", "by the hand of S, W discarded its tile"),
    ({"hands": hands(S_self_drawn=True, S_from=None), "discarder": "E"}, "contradiction", "discarder",
     "by the hand of S, nobody discarded its tile"),
    ({"hands": hands(S_self_drawn=False), "self_drawn": True}, "contradiction", "self_drawn",
     "the hand of S says that its tile was claimed"),
    ({"hands": {"E": {"concealed": "111222m456p999s77z"}, **dict.fromkeys("SWN", LOSER)}, "self_drawn": False},
     "contradiction", "self_drawn", "the hand of E says that its tile was drawn"),
    ({"hands": {"S": HANDS["S"]}}, "bad_record", "hands.E",
     "is missing: winner_full_differences needs the hands of all players"),
    ({"hands": HANDS, "claimed": {"E": "much"}}, "bad_record", "claimed.E", 'expected a whole number, got "much"'),
    ({"hands": {"S": HANDS["S"]}, "method": "winner_only", "claimed": {"E": 4}}, "bad_record", "claimed.E",
     "the hand of E is not there"),
    ({"hands": HANDS, "corrected_by": {"E": "W"}}, "bad_record", "claimed",
     'expected an object with a value for each seat, such as {"E": …}, got null'),
    ({"hands": HANDS, "claimed": {"E": 4}, "corrected_by": {"E": "E"}}, "contradiction", "corrected_by.E",
     "expected another player who put a claim of E of too little right"),
    ({"hands": HANDS, "claimed": {"E": 40}, "corrected_by": {"E": "S"}}, "contradiction", "corrected_by.E",
     "expected another player who put a claim of E of too little right"),
    ({"kind": "goulash", "winner": "E", "draws_before": 1}, "bad_record", "stake",
     "is missing: expected a whole number"),
    ({"kind": "goulash", "winner": "E", "stake": 1}, "bad_record", "draws_before",
     "is missing: expected a whole number"),
    ({"kind": "goulash", "winner": "E", "stake": -1, "draws_before": 1}, "bad_record", "stake",
     "expected 0 or more, got -1"),
    ({"kind": "goulash", "scores": {}}, "bad_record", "scores",
     'unknown field "scores" (known: id, kind, ruleset, options, expect, about, stake, draws_before, winner)'),
    ({"kind": "bonus", "event": "set_of_flowers", "player": "E"}, "bad_record", "event",
     '"set_of_flowers" is not a bonus payment of classical-payment: it has none'),
    ({"kind": "penalty", "player": "E"}, "bad_record", "event",
     "is missing: expected penalty of classical-payment (false_mahjong, misnamed_for_chow, misnamed_for_mahjong, "
     "empty_call)"),
    ({"kind": "penalty", "event": "late", "player": "E"}, "bad_record", "event",
     '"late" is not a penalty of classical-payment (known: false_mahjong, misnamed_for_chow, misnamed_for_mahjong, '
     "empty_call)"),
    ({"kind": "penalty", "event": "false_mahjon", "player": "E"}, "bad_record", "event",
     '"false_mahjon" is not a penalty of classical-payment (did you mean "false_mahjong"?)'),
    ({"kind": "penalty", "event": "false_mahjong"}, "bad_record", "player", "is missing: expected one of E, S, W, N"),
    ({"kind": "penalty", "event": "false_mahjong", "player": list(SEATS)}, "bad_record", "player",
     "expected one to 3 seats, got 4"),
    ({"kind": "penalty", "event": "false_mahjong", "player": []}, "bad_record", "player",
     "expected one to 3 seats, got 0"),
    ({"kind": "penalty", "event": "empty_call", "player": ["E", "S"]}, "bad_record", "player",
     "expected one seat, got 2"),
    ({"kind": "penalty", "event": "empty_call", "player": "E", "count": 0}, "bad_record", "count",
     "expected 1 or more, got 0"),
    ({"kind": "penalty", "event": "misnamed_for_chow", "player": "E"}, "bad_record", "affected",
     "is missing: Misnamed for a chow is paid to one player alone, so say to whom"),
    ({"kind": "penalty", "event": "misnamed_for_chow", "player": "E", "affected": "E"}, "contradiction", "affected",
     "E is at fault and cannot be the player concerned too"),
    ({"kind": "penalty", "event": "false_mahjong", "player": "E", "affected": "S"}, "contradiction", "affected",
     "False Mahjong costs the same whomever it concerned: who shares the guilt goes into player, as a list"),
]  # fmt: skip


@pytest.mark.parametrize(("record", "code", "field", "message"), REFUSED)
def test_records_that_are_refused(record: Any, code: str, field: str, message: str) -> None:
    found = error(record)
    assert found[:2] == (code, field), found
    assert not message or found[2] == message


def test_other_rulesets_refuse_what_they_do_not_know() -> None:
    said = '"goulash" is not a kind that chinese-official settles (known: settle, bonus, penalty)'
    assert error({"kind": "goulash"}, "chinese-official") == ("bad_record", "kind", said)
    under = {"hands": HANDS, "claimed": {"E": 4}, "corrected_by": {"E": "S"}}
    said = "the ruleset counts every hand as computed (score_errors), and nobody pays for putting a claim right"
    assert error(under, WESTERN) == ("contradiction", "corrected_by", said)
    low = {"hands": {"E": {"concealed": "2344m567p345678s", "win": "4m", "from": "left"}}}
    said = "the hand is worth 7 towards the minimum of 8"
    assert error(low, "chinese-official") == ("below_minimum", "hands.E.declared", said)


def test_a_ruleset_without_a_settlement(tmp_path: Path) -> None:
    path = tmp_path / "none.yaml"
    path.write_text(f"id: none\nextends: {CLASSICAL}\nsettlement: null\n", encoding="utf-8")
    said = "none does not say who pays whom: it has no settlement"
    assert error(SCORES, str(path)) == ("bad_record", "ruleset", said)
    assert settled({**SCORES, "method": "winner_only"}, str(path))["net"] == net(3, -1, -1, -1)


values = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 2000) | st.floats(allow_nan=False) | st.sampled_from(
        [*SEATS, *SETTLED, "winner_only", "false_mahjong", "123m456p789s11122z", "!2z", ""]
    ),
    lambda inside: st.lists(inside, max_size=4) | st.dictionaries(
        st.sampled_from([*SEATS, "concealed", "win", "flags", "winner"]), inside, max_size=4
    ),
    max_leaves=12,
)  # fmt: skip
fields = sorted({*COMMON, *ANSWERS, *(name for kind in OF_KIND.values() for name in kind)} - {"ruleset"})


@given(st.dictionaries(st.sampled_from(fields), values, max_size=6), st.sampled_from([*SETTLED, None]))
def test_whatever_a_record_says_there_is_an_answer(record: Record, kind: str | None) -> None:
    if kind is not None:
        record["kind"] = kind
    found = settled(record, WESTERN, counters=True)
    assert isinstance(found["valid"], bool)
    json.dumps(found, allow_nan=False)
    if "net" in found and found["valid"]:
        assert sum(found["net"].values()) == 0


# A hand that is scored alone.


def test_a_single_hand_has_no_payments_where_the_others_are_needed(capsys: pytest.CaptureFixture[str]) -> None:
    ruleset = mjrules.load(CLASSICAL)
    score = ruleset.score(mjrules.Hand.parse("111222m456p999s7z !7z"))
    assert score.payments is None
    assert score.unknown == ("hands",)
    assert score.explanation.to_record()["payments_need"] == ["hands"]
    assert main(["explain", "111222m456p999s7z !7z", "--ruleset", CLASSICAL]) == 0
    assert "Who pays whom depends on the hands of all players: see `mjrules settle`.\n" in capsys.readouterr().out


def test_a_single_hand_is_paid_where_the_winner_s_is_enough(tmp_path: Path) -> None:
    def payments(method: str, text: str) -> Mapping[str, int] | None:
        path = tmp_path / f"{method}.yaml"
        child = f"id: child\nextends: {CLASSICAL}\nsettlement: {{method: {method}}}\nset: {{limit: 30}}\n"
        path.write_text(child, encoding="utf-8")
        return mjrules.load(str(path), within="/").score(mjrules.Hand.parse(text)).payments

    assert payments("winner_only", "111222m456p999s7z +7z") == net(90, -30, -30, -30)
    assert payments("us_discarder_double", "111222m456p999s7z +7z") is None
    assert payments("us_discarder_double", "111222m456p999s7z +7z from=left") == net(120, -30, -30, -60)
    assert payments("dangerous_game", "111222m456p999s7z !7z") is None
    assert payments("dangerous_game", "111222m456p999s7z +7z from=left") == net(180, 0, 0, -180)


# The command line.


@pytest.fixture
def out(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    """Runs a command under the Western stub; gives status, output and messages."""
    monkeypatch.chdir(FOLDER)

    def run(*arguments: str, ruleset: str = "western.yaml") -> tuple[int, str, str]:
        status = main(["settle", *arguments, "--ruleset", ruleset])
        return (status, *capsys.readouterr())

    return run


TEXTS = (
    "(555z) 222p444678s1m",
    "(222m) 456p999s1117z +7z from=right",
    "147m258p369s1234z",
    "666z333m12345p77s dead_hand",
)
SAID = """\
Western payment
with limit=1000, special_over_limit=true, stake=100

East  32
      20  fan  Dragons  555z
      12  fan  Pungs    222p 444s 555z

South 32  wins on a discard of West
      20  fan  Going Out
      12  fan  Pungs      222m 999s 111z

West  0

North 0  dead hand

  East   pays  South  64  (the winner's 32, East x 2)
  West   pays  South  32  (the winner's 32)
  North  pays  South  32  (the winner's 32)
  West   pays  East   64  (32 - 0, East x 2)
  North  pays  East   64  (32 - 0, East x 2)

  East    +64
  South  +128
  West    -96
  North   -96
"""


def test_four_hands_on_the_line(out: Any) -> None:
    assert out(*TEXTS) == (0, SAID, "")


def test_a_kong_that_is_robbed_is_no_discard(out: Any) -> None:
    robbed = "(456m) 12m 456p 789s 55p +3m seat=S from=left robbing_kong"
    assert "South 3  wins on a kong of East\n" in out(robbed, "--set", "minimum=1", ruleset="hong-kong")[1]


def test_hands_may_tell_their_seats_or_stand_in_a_file(out: Any, tmp_path: Path) -> None:
    turned = [f"{text} seat={seat}" for seat, text in zip(SEATS, TEXTS, strict=True)][::-1]
    assert out(*turned) == (0, SAID, "")
    path = tmp_path / "hands.txt"
    path.write_text("\n\n".join(TEXTS), encoding="utf-8")
    assert out("--hands", str(path)) == (0, SAID, "")
    records = [json.dumps({**hand, "seat": seat}) for seat, hand in HANDS.items()]
    assert out(*records) == (0, SAID, "")


def test_json_and_files_of_records(out: Any, tmp_path: Path) -> None:
    status, said, _ = out(*TEXTS, "--json", "--method", "winner_only")
    assert (status, json.loads(said)["net"]) == (0, net(-32, 96, -32, -32))
    path = tmp_path / "evening.jsonl"
    lines = [{"id": 1, **SCORES}, {"id": 2, "kind": "rotation"}, {"id": 3, "kind": "goulash", "draws_before": 1,
             "winner": "E"}]  # fmt: skip
    path.write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")
    status, said, _ = out("--jsonl", str(path))
    assert (status, [json.loads(line)["valid"] for line in said.splitlines()]) == (1, [True, False, True])
    status, said, _ = out('{"id": "x", "kind": "bonus"}', "--json")
    assert (status, json.loads(said)["id"], json.loads(said)["error"]["field"]) == (1, "x", "event")


def test_claims_and_counters_are_told(out: Any) -> None:
    status, said, _ = out(*TEXTS, "--claim", "e=20", "--claim", "S=40", "--counters", ruleset="classical.yaml")
    assert status == 0
    assert "East claims 20, the hand is worth 32: 20 counts.\n\nSouth claims 40, the hand is worth 32: 32" in said
    assert "  East   pays  South  64  (the winner's 32, East x 2)\n" in said
    assert "6 x ten black dots, 2 x two black dots\n" in said


@pytest.mark.parametrize(
    ("record", "said"),
    [
        ({"kind": "penalty", "event": "misnamed_for_mahjong", "player": "N"},
         "Misnamed for Mahjong: North\n\nThe win is settled by dangerous_game, with North as discarder.\n\n"),
        ({"kind": "penalty", "event": "empty_call", "player": "E"}, "An empty call: East\n\nThe player is warned."),
        ({"kind": "penalty", "event": "false_mahjong", "player": ["E"]}, "False Mahjong: East\n\n  East  pays  South"),
        ({"kind": "goulash", "draws_before": 2, "winner": None},
         "The goulash\n\nThe pot holds 800: 2 draws, 100 from each player.\n"),
        ({"kind": "bonus", "event": "set_of_flowers", "player": "W"},
         "All four flowers: West\n\n  East   pays  West  1000  (All four flowers)"),
        ({"scores": {}, "winner": None}, "Nobody pays.\n\n  East   0"),
    ],
)  # fmt: skip
def test_other_records_as_people_read_them(out: Any, record: Record, said: str) -> None:
    status, found, _ = out(json.dumps(record))
    assert status == 0
    assert said in found


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        ((), 2, "expected the hands (or one record), --hands with a file, or --jsonl with a file"),
        (("123m", "--jsonl", "x"), 2, "expected the hands (or one record), --hands with a file, or --jsonl"),
        (("--jsonl", "nowhere.jsonl"), 2, 'there is no file "nowhere.jsonl"'),
        (("--hands", "nowhere.txt"), 2, 'there is no file "nowhere.txt"'),
        (("--hands", "."), 2, '"." cannot be read: Is a directory'),
        (("--jsonl", "-", "--method", "x"), 2,
         "--method and --claim are for one settlement; in a file the records say it"),
        ((*TEXTS, "--claim", "E=much"), 2, '--claim "E=much": expected SEAT=NUMBER such as E=64'),
        ((*TEXTS, "--claim", "X=5"), 1, 'claimed.X: there is no seat "X": E, S, W, N'),
        ((" ",), 2, 'the hand is empty: expected something like "123m456p789s111z2z +2z"'),
        (TEXTS[:2], 1, "seat: hand 1 does not say whose it is: seat=E, S, W, N"),
        (("123m seat=E", "123m seat=E"), 1, "seat: hand 2 is the second one of seat E"),
        (("{",), 1, "this is not JSON: "),
        (('{"kind": "settel"}',), 1,
         'kind: "settel" is not a kind that western-payment settles (did you mean "settle"?)'),
        ((*TEXTS, "--method", "winner_onli"), 1,
         'method: "winner_onli" is not a settlement method of western-payment (did you mean "winner_only"?)'),
    ],
)  # fmt: skip
def test_commands_that_cannot_be_carried_out(out: Any, arguments: tuple[str, ...], status: int, said: str) -> None:
    found, printed, message = out(*arguments)
    assert (found, printed) == (status, "")
    assert " ".join(message.split()).startswith(f"mjrules: {said}"), message

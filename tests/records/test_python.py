"""The Python interface: what is taken where a hand or a ruleset is expected, and what results look like."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import mjrules
from mjrules import Hand, HandError, RulesetError
from mjrules.play.events import Discard
from tests.kit.rulesets import loaded

TEXT = "123m456p789s111z2z +2z seat=S from=left"
RECORD = {"concealed": "123m456p789s111z2z", "win": "2z", "seat": "S", "from": "left"}
SETTLED = {"scores": {"N": 20}, "winner": "N", "self_drawn": True}
TABLE = {"kind": "rotation", "players": ["A", "B", "C", "D"], "events": ["A", "draw"]}


@pytest.mark.parametrize("hand", [TEXT, RECORD])
def test_a_hand_may_be_a_text_or_a_record(hand: Any) -> None:
    ruleset = loaded("chinese-official")
    read = ruleset.read(hand)
    assert ruleset.score(hand).to_record() == ruleset.score(read).to_record()
    assert ruleset.score(hand).hand == read == Hand.parse(TEXT)


def test_waits_of_a_text() -> None:
    ruleset = loaded("chinese-official")
    text = "123m456p789s111z2z"
    assert [wait[:2] for wait in ruleset.waits(text)] == [wait[:2] for wait in ruleset.waits(ruleset.parse(text))] != []


@pytest.mark.parametrize(
    ("id", "options", "hand", "wanted"),
    [
        ("hong-kong", {"flower_wins": "win"}, "147m258p369s1234z flowers=f1234s12", [("s3", 3), ("s4", 3)]),
        ("hong-kong", {"flower_wins": "win"}, "147m258p369s1234z flowers=f1234s123", [("s4", 8)]),
        (
            "hong-kong",
            {"flower_wins": "win"},
            "123m456m789m11z99p flowers=f234s123",
            [("9p", 3), ("1z", 5), ("f1", 3), ("s4", 3)],
        ),
        ("hong-kong", {"flower_wins": "win"}, "147m258p369s1234z flowers=f1234", []),
        ("hong-kong", {"flower_wins": "win"}, "147m258p369s1234z flowers=f1234s1234", []),
        ("hong-kong", {}, "147m258p369s1234z flowers=f1234s123", []),
        ("taiwanese", {}, "1479m1479p147s12z111z flowers=f1234s123", [("s4", 8)]),
        ("taiwanese", {}, "1479m1479p147s12z111z flowers=f1234s12", []),
    ],
)
def test_bonus_tiles_that_win_by_themselves_are_waited_for(
    id: str, options: dict[str, Any], hand: str, wanted: list[tuple[str, int]]
) -> None:
    waits = loaded(id, **options).waits(hand)
    assert [(wait.text, wait.drawn and wait.drawn.total) for wait in waits] == wanted
    alone = [wait for wait in waits if wait.text[0] in "fs"]
    assert all(wait.left == 1 and wait.claimed is None for wait in alone)


FAULTY: list[Any] = [28, None, {"id": 7, "concealed": "123m"}, {"concealed": 1}, {**RECORD, "flags": ["robbing_kong"]}]


@pytest.mark.parametrize("record", [RECORD, {**RECORD, "id": "x", "declared": True}, *FAULTY])
@pytest.mark.parametrize("how", [{}, {"declared": True}, {"verbose": True}])
def test_the_score_record_of_a_hand_record(record: Any, how: dict[str, Any]) -> None:
    ruleset = loaded("chinese-official")
    assert [ruleset.score_record(record, **how)] == list(mjrules.score_records([record], ruleset, **how))


def test_the_score_record_of_a_hand() -> None:
    ruleset = loaded("chinese-official")
    assert ruleset.score_record(Hand.parse(TEXT)) == ruleset.score_record(RECORD)


def test_a_hand_is_read_as_it_is() -> None:
    hand = Hand.parse(TEXT)
    assert loaded("chinese-official").read(hand) is hand


def test_words_of_the_ruleset_may_stand_in_it() -> None:
    assert loaded("chinese-official").score("123m456p789s111z South +South").hand.win == 28


@pytest.mark.parametrize("value", [28, None, ["123m"]])
def test_what_is_no_hand(value: Any) -> None:
    with pytest.raises(HandError, match="expected a hand"):
        loaded("chinese-official").score(value)


@pytest.mark.parametrize(
    ("answers", "record"),
    [(mjrules.score_records, RECORD), (mjrules.settle_records, SETTLED), (mjrules.table_records, TABLE)],
)
def test_a_ruleset_or_its_id(answers: Any, record: dict[str, Any]) -> None:
    (expected,) = answers([record], "chinese-official", {"two_concealed_kongs": 8})
    (found,) = answers([record], mjrules.load("chinese-official", {"two_concealed_kongs": 8}))
    (again,) = answers([record], loaded("chinese-official"), {"two_concealed_kongs": 8})
    assert found == again == expected
    assert found["valid"]


def test_a_path_of_any_kind_names_a_ruleset(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even one without a folder, and called as an id is."""
    monkeypatch.chdir(tmp_path)
    path = Path("western")
    path.write_text("id: club\nextends: chinese-official\n", encoding="utf-8")
    scored = {"concealed": "123m456p789s111z2z", "win": "2z"}
    paid = {"scores": {"N": 20}, "winner": "N", "self_drawn": True}
    table = mjrules.Table(path, 1)
    table.save("log.jsonl")
    assert mjrules.load_table("log.jsonl", path, unfinished=True).events == table.events
    assert [*mjrules.replay_log("log.jsonl", path, unfinished=True)][-1].event == table.events[-1]
    answers = [
        *mjrules.score_records([scored], path),
        *mjrules.settle_records([paid], path),
        *mjrules.table_records([{"kind": "wall_break", "dice_east": [1, 2], "dice_owner": [3, 4]}], path),
    ]
    assert [answer["valid"] for answer in answers] == [True, True, True]
    assert {mjrules.load(path).hash, table.ruleset.hash} == {answer["hash"] for answer in answers}


def test_records_that_name_another_ruleset_or_an_option_beside_a_loaded_one() -> None:
    records = [RECORD, {**RECORD, "ruleset": "chinese-basic"}, {**RECORD, "options": {"two_concealed_kongs": 8}}]
    assert list(mjrules.score_records(records, loaded("chinese-official"))) == list(
        mjrules.score_records(records, "chinese-official")
    )


def test_a_table_of_an_id() -> None:
    assert mjrules.Table("western", seed=1).events == mjrules.Table(loaded("western"), seed=1).events
    assert mjrules.Match("western", 3).players == mjrules.Match(loaded("western"), 3).players
    assert list(mjrules.simulate("western", 2)) == list(mjrules.simulate(loaded("western"), 2))
    with pytest.raises(RulesetError, match='did you mean "western"'):
        mjrules.Table("westren")


@pytest.mark.parametrize("made", [mjrules.Table, mjrules.Match, lambda ruleset: mjrules.Match(ruleset, None)])
def test_what_has_no_seed_is_dealt_by_chance_and_writes_down_by_which(made: Any) -> None:
    one, other = made(loaded("western")), made(loaded("western"))
    hands = [getattr(own, "table", own) for own in (one, other)]
    assert hands[0].begin.tiles != hands[1].begin.tiles
    again = type(one)(loaded("western"), one.seed)
    assert getattr(again, "table", again).events == hands[0].events


@pytest.mark.parametrize(
    ("made", "said"),
    [
        (lambda: loaded("hong-kong"), "<Ruleset hong-kong: Hong Kong Old Style, hash {hash}>"),
        (lambda: Hand.parse(TEXT), "<Hand 123m456p789s1112z +2z seat=S round=E from=left>"),
        (
            lambda: loaded("chinese-official").score(TEXT),
            "<Score 13: mixed_straight, prevalent_wind, concealed_hand, single_wait>",
        ),
    ],
)
def test_results_fit_a_line(made: Any, said: str) -> None:
    value = made()
    assert repr(value) == said.format(hash=str(getattr(value, "hash", ""))[:8])


def test_an_explanation_fits_a_line() -> None:
    explanation = loaded("chinese-official").score(TEXT).explanation
    told = f"{len(explanation.not_counted)} not counted, {len(explanation.other_readings)} other readings"
    assert repr(explanation) == f"<Explanation of {explanation.total}: {told}>"


def test_a_long_score_is_cut_to_a_line() -> None:
    score = loaded("chinese-official").score("(789s) [1111z] 2345688p !7p seat=S round=E flowers=2")
    assert len(repr(score)) <= 120


def test_a_table_and_a_match_fit_a_line() -> None:
    table = mjrules.Table(loaded("western"), seed=1)
    assert repr(table) == f"<Table western: {len(table.events)} events, E to act>"
    match = mjrules.Match(loaded("western"), 3)
    assert repr(match) == "<Match western: hand 1, " + ", ".join(f"{name} 0" for name in match.given) + ">"


@pytest.mark.parametrize(
    ("choice", "said"),
    [
        (None, "the choice of E is None: expected one of "),
        ("discard 1m", "the choice of E is 'discard 1m': expected one of "),
        (Discard(0, 33), "the choice of E is discard 7z: "),
    ],
)
def test_a_choice_that_is_not_legal_is_told_with_what_is(choice: Any, said: str) -> None:
    match = mjrules.Match(loaded("western"), 3)
    legal = [action.text() for action in match.table.legal_actions("E")]
    assert "discard 7z" not in legal
    with pytest.raises(mjrules.TableError) as error:
        match.play(lambda *_: choice, 1)
    assert str(error.value).startswith(said)
    where = f"(E, {match.players['E']}, in hand 1 of E, seed '3/1', after {match.table.log[-1].kind})"
    assert str(error.value).endswith(f"the {len(legal)} legal actions: {', '.join(legal)} {where}")
    assert len(match.table.events) == len(mjrules.Match(loaded("western"), 3).table.events)


@pytest.mark.parametrize(("given", "told"), [(None, "null"), ("quick", '"quick"'), ({"E": min}, "a mapping")])
def test_who_chooses_is_a_function(given: Any, told: str) -> None:
    said = f"^expected a function of a view, which gives an action, got {told}$"
    with pytest.raises(mjrules.TableError, match=said):
        mjrules.Match("hong-kong", seed=1).play(given)

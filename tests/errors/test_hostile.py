"""Files and records made to use up a machine: an answer in little work, never a traceback, and the batch goes on."""

from __future__ import annotations

import json
import pickle
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import mjrules
from mjrules import HandError, bounds
from mjrules.budget import KeptAnswers, Question, budget, spend, spent
from mjrules.cli import main
from mjrules.errors import TooComplexError, unfit
from mjrules.examples import unreadable
from mjrules.match.match import play_out
from mjrules.records import lines_of
from mjrules.ruleset.files.chain import read_files
from mjrules.ruleset.load import load
from mjrules.sample_hands.plain_hands import plain_hand
from mjrules.sample_hands.unmet_rules import unmet_rules
from mjrules.settlement import settle_record
from mjrules.settlement.settled import Settlement
from mjrules.shapes.joker_fillings import _FILLED
from mjrules.web.shelf import Shelf
from tests.kit.playing import chooser
from tests.kit.processor_time import ProcessorTime
from tests.kit.profile import thinned
from tests.kit.rulesets import loaded

FOLDER = Path(__file__).parent / "hostile"
HAND = "123m456p789s111z2z +2z from=left"
REFUSED = {
    "copies": "expected 0 to 100 copies, got 999999",
    "dead-wall": "there are only 144 tiles in all",
    "digits": '"11111111111111111111…": more than 200 characters',
    "doubles": "expected 0 to 1000, got 10000000000",
    "doubles-negative": "expected 0 to 1000, got -5",
    "doubles-unlimited": "expected 0 to 1000, got 20000",
    "hand-size": "no shape has 2 tiles: nobody could win with 1 and one more",
    "minimum": "expected -1000000000 to 1000000000, got 999999999999999999",
    "set-parts": "50 sets in one pattern: at most 20 are allowed",
    "terms": "conditions more than 60 deep, named ones included",
}
"""What `check` says of files that it refuses."""
COMBINING = f"trying which combinations go together: r0, r1, {', '.join(f'r{n}' for n in range(10, 20))}, …"
TOO_COMPLEX = {
    "combined-rules": COMBINING,
    "combined-rules-once": COMBINING,
    "loose-pairs": "laying the tiles into the parts of a shape: big",
    "loose-parts": "laying the tiles into the parts of a shape: big",
}
"""What takes too much work to score a hand under files that are sound."""
SOUND = ("numbers",)
"""Files under which a hand is scored; what is hostile is in a record, or in an example."""


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    """The status of a command, and all that it prints."""
    status = main(list(arguments))
    return status, "".join(capsys.readouterr())


def test_every_file_is_tried() -> None:
    assert {path.stem for path in FOLDER.glob("*.yaml")} == {*REFUSED, *TOO_COMPLEX, *SOUND, "slow-example"}


@pytest.mark.parametrize("name", REFUSED)
def test_a_file_that_asks_for_too_much_is_refused(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(FOLDER / f"{name}.yaml")
    status, text = said(capsys, "check", path)
    assert status == 2
    assert REFUSED[name] in text
    assert said(capsys, "score", HAND, "--ruleset", path)[0] == 2


@pytest.mark.slow
@pytest.mark.parametrize("name", TOO_COMPLEX)
def test_a_question_that_takes_too_much_work_is_told_so(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(FOLDER / f"{name}.yaml")
    status, text = said(capsys, "check", path, "--budget", "20000")
    assert (status, "more than 20000 steps" in " ".join(text.split())) == (0, True)
    status, text = said(capsys, "score", HAND, "--ruleset", path, "--budget", "20000")
    assert (status, " ".join(text.split())) == (1, f"mjrules: more than 20000 steps are needed: {TOO_COMPLEX[name]}")
    ruleset = mjrules.load(path)
    with budget(20_000), pytest.raises(HandError) as caught:
        ruleset.score(HAND)
    assert caught.value.code == "too_complex"
    with budget(20_000):
        answers = list(mjrules.score_records([{"concealed": "123m456p789s111z2z", "win": "2z"}] * 2, ruleset))
    assert [answer["error"]["code"] for answer in answers] == ["too_complex"] * 2


@pytest.mark.parametrize("name", TOO_COMPLEX)
def test_whether_rules_have_hands_is_one_question(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(FOLDER / f"{name}.yaml")
    ruleset = mjrules.load(path)
    with budget(20_000), spent() as steps:
        told = list(unmet_rules(ruleset, None))
        assert told[0].startswith("whether there are hands for all rules was not found out: more than 20000 steps")
        assert len(told) == 1
        assert steps() < 100_000
    with budget(20_000):
        assert plain_hand(ruleset, ruleset.book.rules[0].id) is None


@pytest.mark.parametrize("name", ["loose-pairs", "loose-parts"])
def test_so_is_who_asks_what_a_hand_waits_for(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(FOLDER / f"{name}.yaml")
    status, text = said(capsys, "waits", "123m456p789s1112z", "--ruleset", path, "--budget", "20000")
    assert (status, "more than 20000 steps are needed" in text) == (1, True)


def test_so_is_who_plays(tmp_path: Path) -> None:
    text = (FOLDER / "loose-parts.yaml").read_text(encoding="utf-8")
    (tmp_path / "x.yaml").write_text(f"{text}settlement: {{method: base_payment}}\n", encoding="utf-8")
    table = mjrules.Table(mjrules.load(str(tmp_path / "x.yaml")), seed=1)
    with budget(20_000), pytest.raises(TooComplexError):
        play_out(table, chooser(1))


def test_a_hand_that_takes_too_much_work_is_not_one_that_does_not_win() -> None:
    ruleset = loaded("western/us")
    explanation = ruleset.score({"concealed": "2345678m11pJJJJ", "winner": False}).explanation
    with budget(5), pytest.raises(TooComplexError):
        _ = explanation.finished


def test_an_example_that_takes_too_much_work_does_not_hold(capsys: pytest.CaptureFixture[str]) -> None:
    status, text = said(capsys, "test", str(FOLDER / "slow-example.yaml"), "--budget", "5000")
    assert status == 1
    told = "more than 5000 steps are needed: trying what the jokers may stand for: standard, 13 jokers"
    assert told in " ".join(text.split())


def test_all_that_the_examples_of_a_file_settle_is_one_question(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is not read for that `mjrules test` asks; a hundred examples take no more work than one may."""
    text = (FOLDER / "slow-example.yaml").read_text(encoding="utf-8").replace("examples", "# examples")
    hands = "{E: 123m456p789s1112z, S: JJJJJJJJJJJJJ +1m}"
    settled = f"  - {{settle: {{hands: {hands}, winner: S, discarder: E}}, error: below_minimum}}"
    lines = [text, "settlement: {method: base_payment}", "examples:", *[settled] * 100]
    (tmp_path / "x.yaml").write_text("\n".join(lines), encoding="utf-8")
    (file,) = read_files(str(tmp_path / "x.yaml"))[-1:]
    ruleset = load(str(tmp_path / "x.yaml"))
    asked: list[object] = []

    def settled_so(record: dict[str, Any], rules: mjrules.Ruleset) -> Settlement:
        asked.append(record)
        return settle_record(record, rules)

    monkeypatch.setattr("mjrules.examples.settle_record", settled_so)
    with budget(5_000):
        assert [*unreadable(ruleset, [file.node])] == []
    assert len(asked) == 1


CHAINS = """
rules: {a: {points: 1, when: {suits: 3}}, b: {points: 1, when: {suits: 2..3}, excludes: [a]},
  c: {points: 1, when: {suits: 1..3}, excludes: [b]}}
examples:
"""


def test_so_are_the_chains_that_its_examples_meet(tmp_path: Path) -> None:
    text = (FOLDER / "slow-example.yaml").read_text(encoding="utf-8").replace("examples", "# ").replace("rules", "# ")
    lines = [f"  - {{hand: JJJJJJJJJJJJJ +{tile}m seat={seat}, total: 1}}" for tile in range(1, 10) for seat in "ESWN"]
    taken = ProcessorTime()
    brought = taken.of(lambda: Shelf(tmp_path).check("\n".join([text, CHAINS, *lines]).encode()), "examples")
    assert brought.sound is not None
    assert taken.longest < 2, "every example took as much work as all may"


def test_a_file_is_loaded_under_few_sets_of_options_to_read_its_examples(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = [f"  - {{hand: 12q, total: 3, options: {{minimum: {number % 60}}}}}" for number in range(300)]
    text = "\n".join(["id: x", "extends: hong-kong", "examples:", *lines])
    (tmp_path / "x.yaml").write_text(text, encoding="utf-8")
    files, tried = read_files(str(tmp_path / "x.yaml")), list[Any]()
    ruleset = load(str(tmp_path / "x.yaml"))

    def loaded_so(chain: object, options: object) -> mjrules.Ruleset:
        tried.append(options)
        return ruleset

    monkeypatch.setattr("mjrules.examples.load_nodes", loaded_so)
    assert len([*unreadable(ruleset, [file.node for file in files])]) == 5 * bounds.OPTIONS_TRIED
    assert len(tried) == bounds.OPTIONS_TRIED


def test_a_number_of_a_record_is_bounded(capsys: pytest.CaptureFixture[str]) -> None:
    path = str(FOLDER / "numbers.yaml")
    status, text = said(capsys, "score", f"{HAND} dice={bounds.RECORD_NUMBER}", "--ruleset", path)
    assert (status, "10000  Total points" in text) == (0, True)
    status, text = said(capsys, "score", f"{HAND} dice={bounds.RECORD_NUMBER + 1}", "--ruleset", path)
    assert (status, "expected a number up to 10000, got 10001" in text) == (1, True)


def test_a_ruleset_is_as_usable_as_before() -> None:
    ruleset = loaded("western/us")
    hand = ruleset.parse("23456m JJJJJJJJ !2z")
    score = ruleset.score(hand)
    with budget(30), pytest.raises(TooComplexError):
        ruleset.score(hand)
    assert ruleset.score(hand) == score


def test_the_budget_is_that_of_the_outer_question() -> None:
    with budget(10), Question():
        spend(6, "one thing")
        with Question():
            spend(4, "another")
        with pytest.raises(TooComplexError, match="more than 10 steps are needed: the last straw"):
            spend(1, "the last straw")
    spend(1_000_000_000, "nobody asks")
    error = TooComplexError(10, "laying").within("big")
    assert str(pickle.loads(pickle.dumps(error))) == "more than 10 steps are needed: laying: big"


ASKED_BEFORE = {
    "jokers": ("western/us", "1122m33p JJJJJJJ !J"),
    "jokers that wait": ("western/us", "12m99s55z4567pJJJ"),
    "combinations": ("chinese-official", "123456789m123p1s +1s from=left"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", thinned(list(ASKED_BEFORE), 2))
def test_what_was_asked_before_makes_no_question_cheaper(name: str) -> None:
    """So whether it is too complex does not depend on that either."""
    id, text = ASKED_BEFORE[name]
    ruleset = load(id)
    hand = ruleset.parse(text)
    _FILLED.forget()
    steps = []
    for _ in range(3):
        with spent() as so_far:
            _ = ruleset.score(hand) if hand.winner and hand.win is not None else ruleset.waits(hand)
        steps.append(so_far())
    assert steps[0] > 0
    assert steps == [steps[0]] * 3
    ruleset.score("19m19p19s1234567z +1z from=left")
    with budget(steps[0] - 1), pytest.raises(TooComplexError):
        _ = ruleset.score(hand) if hand.winner and hand.win is not None else ruleset.waits(hand)


def test_a_kept_answer_is_paid_for_once_in_each_question() -> None:
    kept: KeptAnswers[str, int] = KeptAnswers("counting", 2)
    for _ in range(2):
        with spent() as steps:
            for key in ("a", "a", "b", "a"):
                if kept.get(key) is None:
                    spend(5, "counting")
                    kept.keep(key, 1, 5)
            assert steps() == 10
    with spent() as steps:
        kept.keep("c", 1, 5, size=2)  # the others go
        assert kept.get("a") is None
        assert steps() == 0
        assert kept.get("c") == 1
        kept.keep("c", 1, 5)  # found once more, it is not paid for once more
        assert steps() == -5
    assert kept.get("c") == 1
    with budget(4), Question(), pytest.raises(TooComplexError, match="more than 4 steps are needed: counting"):
        kept.get("c")


# Records.


def records(*lines: bytes) -> Iterator[bytes]:
    """Lines of a file."""
    yield from lines


RECORD = json.dumps({"concealed": "123m456p789s111z2z", "win": "2z", "from": "left"})


def test_a_line_that_is_too_long_is_an_answer_like_another(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "records.jsonl"
    path.write_text(f"{RECORD}\n{'x' * (bounds.RECORD_BYTES + 1)}\n{RECORD}", encoding="utf-8")
    assert main(["score", "--jsonl", str(path), "--ruleset", "hong-kong"]) == 1
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [answer["valid"] for answer in answers] == [True, False, True]
    assert answers[1]["error"]["message"] == "line 2 is longer than 1000000 bytes"


def test_a_line_without_an_end_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "LINE_SKIPPED", 5_000_000)
    with Path("/dev/zero").open("rb") as zeros:
        assert [len(line) for line in lines_of(zeros)] == [bounds.RECORD_BYTES + 1]


TWICE = {
    "a field": '{"concealed": "1m", "concealed": "2m"}',
    "a field within": '{"options": {"limit": 1, "limit": 2}}',
}


@pytest.mark.parametrize("text", TWICE.values(), ids=list(TWICE))
def test_a_key_is_given_once(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, told = said(capsys, "score", text, "--ruleset", "western")
    assert (status, "is given twice" in told) == (1, True)


LARGE = {
    "text": ("a " * 3_000, "a hand of more than 4000 characters"),
    "tiles": (f"{'1m' * 201} dead_hand", "more than 200 tiles"),
    "a dead hand": ("11111m dead_hand", "5 of 1m: the game has 4"),
}


@pytest.mark.parametrize(("hand", "message"), LARGE.values(), ids=list(LARGE))
def test_a_hand_is_bounded(hand: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, told = said(capsys, "score", hand, "--ruleset", "western")
    assert (status, message in told) == (1, True)
    assert len(told) < 1_000


def test_of_the_rulesets_that_records_choose_the_last_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "RULESETS_KEPT", 3)
    rulesets = mjrules.records.Rulesets("western")
    found = [rulesets.for_record({"options": {"limit": 1000 + limit}}) for limit in range(5)]
    assert len(rulesets._loaded) == 3
    assert rulesets.for_record({"options": {"limit": 1004}}) is found[4]


# What nobody can see.

UNSEEN = ["\\e[2J", "\\a", "\\u202e", "\\u200b", "\\x7f", "\\N"]


@pytest.mark.parametrize("odd", UNSEEN)
@pytest.mark.parametrize("key", ["title", "summary", "edition"])
def test_what_nobody_can_see_is_refused_in_a_ruleset(
    key: str, odd: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "odd.yaml").write_text(f'id: odd\nextends: hong-kong\n{key}: "a{odd}b"\n', encoding="utf-8")
    status, told = said(capsys, "check", str(tmp_path / "odd.yaml"))
    assert (status, "is not allowed: it shows nothing, or changes what is shown" in told) == (2, True)


@pytest.mark.parametrize("name", ["Ann\u001b[2J", "Ann\nBob", "Ann\u202e", "Ann\ud800", "A" * 61, 5, None, ["Ann"]])
def test_a_player_has_a_name_that_can_be_printed(name: Any) -> None:
    with pytest.raises(mjrules.TableError, match="no name that can be printed"):
        mjrules.Match(loaded("hong-kong"), players=[name, "Bob", "Cleo", "Dan"])


@pytest.mark.parametrize(
    ("names", "got"), [(["Ann", "Bob", "Cleo"], "3"), (["Ann", "Bob", "Cleo", "Dan", "Ann"], '5, "Ann" more than once')]
)
def test_players_are_as_many_as_seats_and_different(names: list[str], got: str) -> None:
    with pytest.raises(mjrules.TableError, match=f"^expected 4 different players, got {got}$"):
        mjrules.Match(loaded("hong-kong"), players=names)


def test_a_message_is_short_and_printable(capsys: pytest.CaptureFixture[str]) -> None:
    status, told = said(capsys, "score", "\u001b[2J" + "x" * 3_000, "--ruleset", "hong-kong")
    assert status == 1
    assert "\u001b" not in told
    assert len(told) < bounds.MESSAGE + 100


def test_the_first_hundred_problems_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = "id: x\n" + "".join(f"z{number}: 1\n" for number in range(2_000))
    (tmp_path / "many.yaml").write_text(text, encoding="utf-8")
    status, told = said(capsys, "check", str(tmp_path / "many.yaml"))
    assert (status, told.count("unknown key"), "and 1900 more problems" in told) == (2, 100, True)
    with pytest.raises(mjrules.RulesetError) as caught:
        mjrules.load(str(tmp_path / "many.yaml"))
    assert (len(caught.value.problems), caught.value.more) == (100, 1_900)


def test_characters_that_are_not_seen_are_found_wherever_they_stand() -> None:
    """Of all that there are; most texts are known to have none before they are looked through."""
    unseen = {*range(0x20), *range(0x7F, 0xA0), 0xAD, 0x061C, 0x180E, *range(0x200B, 0x2010), *range(0x2028, 0x202F)}
    unseen |= {*range(0x2060, 0x2070), 0xFEFF, *range(0xFFF9, 0xFFFC), *range(0xD800, 0xE000)}
    found = {code for code in range(sys.maxunicode + 1) if unfit(f"a{chr(code)}b")}
    assert found == unseen
    assert {code for code in unseen if unfit(chr(code), lines=True)} == unseen - {ord("\n"), ord("\t")}

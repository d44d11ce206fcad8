"""Lines that other processes score get the very answers that one process gives, in the same order."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from mjrules.budget import budget
from mjrules.errors import RulesetError
from mjrules.records import Rulesets
from mjrules.scored_lines import lines as scored_lines
from mjrules.scored_lines.lines import AnsweredLine, ScoredLines
from mjrules.scored_lines.lines_elsewhere import LinesAnswered, LinesTask, answer_lot, answers_elsewhere
from mjrules.settlement.settled_lines import SettledLines
from mjrules.simulation.workers import processes
from tests.kit.cases import CASES_FOLDER
from tests.kit.profile import thinned
from tests.kit.rulesets import loaded

from .test_lots import HAND, as_lines, hands
from .test_scored_lines import FILES, PLAIN, RULESETS, UNICODE

LOT = 7
Work = Callable[[LinesTask], LinesAnswered]


@pytest.fixture(autouse=True)
def small_lots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few lines make several lots, and are scored together."""
    monkeypatch.setattr(scored_lines, "LOT", LOT)
    monkeypatch.setattr(scored_lines, "MANY_LINES", 3)


def sent(work: Work, tasks: Iterable[LinesTask]) -> Iterator[LinesAnswered]:
    """What comes of tasks that are pickled, as are their answers."""
    for task in tasks:
        yield pickle.loads(pickle.dumps(pickle.loads(pickle.dumps(work))(pickle.loads(pickle.dumps(task)))))


def same(lines: list[bytes], chosen: Rulesets, **how: Any) -> list[AnsweredLine]:
    """The answers are those of lines one by one."""
    found = list(answers_elsewhere(ScoredLines(chosen, UNICODE, **how), lines, sent))
    assert found == list(ScoredLines(chosen, UNICODE, **how).answers(lines))
    return found


@pytest.mark.parametrize("file", thinned(FILES, 4), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_case_files(file: Path) -> None:
    lines = list(thinned(file.read_bytes().splitlines(keepends=True), 40))
    same(lines, RULESETS)
    same(lines, RULESETS, declared=True)


@pytest.mark.parametrize("verbose", [False, True])
def test_lines_of_all_sorts(verbose: bool) -> None:
    lines = [*hands("hong-kong", 9), b"\n", b"{\n", b"5\n", *as_lines([{**HAND, "ruleset": "western"}, {"id": 7}])]
    lines += [b"\n"] * 2 * LOT + hands("hong-kong", 4, 2) + [b"{"]
    found = same(lines, Rulesets(loaded("hong-kong")), verbose=verbose)
    assert found[-1].error is not None
    assert found[-1].error["message"].startswith(f"line {len(lines)} is not JSON")


def test_rulesets_are_those_that_were_chosen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By name, with options, and from files that records may name."""
    club = tmp_path / "club.yaml"
    club.write_text("id: club\nextends: chinese-official\ntitle: Club\nrules:\n  chicken_hand: {fan: 10}\n")
    monkeypatch.chdir(tmp_path)
    lines = as_lines([HAND, {**HAND, "ruleset": "club.yaml"}, {**HAND, "options": {"mixed_kongs": 6}}])
    assert [answer.error for answer in same(lines, Rulesets("club.yaml", allow=["club.yaml"]))] == [None] * 3
    same(lines, Rulesets("chinese-official", (("mixed_kongs", 6),), (("two_concealed_kongs", 8),), allow=["club.yaml"]))


def test_each_line_may_take_as_many_steps() -> None:
    lines = as_lines([{"concealed": "123m456p789s1zJJJ", "win": "1z", "from": "left"}])
    with budget(5):
        few = same(lines, Rulesets(loaded("western/us")))
    assert few[0].error is not None
    assert few[0].error["code"] == "too_complex"
    assert few != same(lines, Rulesets(loaded("western/us")))


def test_what_cannot_be_answered_elsewhere_is_answered_here(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = hands("chinese-official", 2 * LOT)

    def half(work: Work, tasks: Iterable[LinesTask]) -> Iterator[LinesAnswered]:
        for number, task in enumerate(tasks):
            yield work(task) if number % 2 else None

    scored = ScoredLines(Rulesets(loaded("chinese-official")), PLAIN)
    assert list(answers_elsewhere(scored, lines, half)) == list(scored.answers(lines))


def test_a_ruleset_that_cannot_be_used_is_told_as_by_one_process() -> None:
    """Only play follows from this one, so it scores nothing."""
    scored = ScoredLines(Rulesets("root"), PLAIN)
    assert answer_lot(LinesTask(pickle.dumps(scored), [(1, hands("hong-kong", 1)[0])], 100)) is None
    with pytest.raises(RulesetError) as alone:
        list(scored.answers(hands("hong-kong", 1)))
    with pytest.raises(RulesetError) as elsewhere:
        list(answers_elsewhere(scored, hands("hong-kong", 1), sent))
    assert str(elsewhere.value) == str(alone.value)


@pytest.mark.parametrize("counters", [False, True])
def test_settlements(counters: bool) -> None:
    """Of all kinds, with what is wrong with some; their lots are small too."""
    known = (CASES_FOLDER / "settlement" / "records.jsonl").read_bytes().splitlines(keepends=True)
    lines = [*thinned(known, 4), b"\n", b"{\n", b"5\n", *as_lines([{"hands": {}, "ruleset": "western"}, {"id": 7}])]
    settled = SettledLines(Rulesets("western", allow=()), UNICODE, counters=counters)
    found = list(answers_elsewhere(settled, lines, sent))
    assert found == list(settled.answers(lines))
    assert len(found) == len(lines) - 1
    assert {answer.error is None for answer in found} == {True, False}


def test_what_is_printed_on_the_way_is_no_answer(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answer = ScoredLines.answer

    def loud(self: ScoredLines, value: Any) -> AnsweredLine:
        sys.stdout.write("a plugin says\n")
        return answer(self, value)

    monkeypatch.setattr(ScoredLines, "answer", loud)
    task = LinesTask(pickle.dumps(ScoredLines(Rulesets(loaded("hong-kong")), PLAIN)), [(1, b"5\n")], 100)
    assert answer_lot(task)
    assert capsys.readouterr() == ("", "a plugin says\n")


def test_two_processes(capfd: pytest.CaptureFixture[str]) -> None:
    lines = hands("zung-jung", 3 * LOT)
    scored = ScoredLines(Rulesets(loaded("zung-jung")), PLAIN)
    with processes(2) as workers:
        assert list(answers_elsewhere(scored, lines, workers)) == list(scored.answers(lines))


def test_a_task_says_which_lines_it_is() -> None:
    """As where the processes end before it comes."""
    assert str(LinesTask(b"", [(4097, b""), (4098, b""), (8192, b"")], 100)) == "lines 4,097 to 8,192"

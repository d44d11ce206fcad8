"""Lines that arrive through a pipe are answered as soon as they are there, and many of them together."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator

import pytest

from mjrules import bounds
from mjrules.cli import arriving_lines
from mjrules.cli.arriving_lines import ArrivingLines
from mjrules.records import Rulesets, lines_of
from mjrules.scored_lines import lines as scored_lines
from mjrules.scored_lines.lines import ScoredLines
from tests.kit.rulesets import loaded

LINE = b'{"concealed": "123m456p789s1112z", "win": "2z"}\n'


class Pipe:
    """A pipe, what reads it, and how often that has waited."""

    def __init__(self) -> None:
        end, self.writes = os.pipe()
        self.end, self.waited = end, 0
        self.lines = ArrivingLines(end, self.count)

    def count(self) -> None:
        self.waited += 1

    def send(self, data: bytes) -> None:
        os.write(self.writes, data)

    def close(self) -> None:
        os.close(self.writes)


@pytest.fixture
def pipe() -> Iterator[Pipe]:
    found = Pipe()
    yield found
    os.close(found.end)


def test_lines_are_those_of_a_file(pipe: Pipe) -> None:
    pipe.send(b"one\n\ntwo\r\nlonger than it may be\nlast")
    pipe.close()
    assert [pipe.lines.readline(9) for _ in range(9)] == [
        b"one\n", b"\n", b"two\r\n", b"longer th", b"an it may", b" be\n", b"last", b"", b"",
    ]  # fmt: skip


def test_it_is_told_whether_more_is_there(pipe: Pipe) -> None:
    assert not pipe.lines.is_there(soon=False)
    pipe.send(b"half a")
    assert not pipe.lines.is_there(soon=True)
    pipe.send(b" line\nhalf")
    assert pipe.lines.is_there(soon=False)
    assert pipe.lines.readline(100) == b"half a line\n"
    assert pipe.waited == 0
    pipe.close()
    assert pipe.lines.is_there(soon=False)
    assert (pipe.lines.readline(100), pipe.lines.readline(100)) == (b"half", b"")
    assert pipe.lines.is_there(soon=False)


def test_a_line_without_an_end_is_not_waited_for(pipe: Pipe, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "RECORD_BYTES", 3)
    pipe.send(b"long")
    assert pipe.lines.is_there(soon=False)
    assert (pipe.lines.readline(4), pipe.waited) == (b"long", 0)
    assert not pipe.lines.is_there(soon=False)


def test_where_it_cannot_be_told_nothing_is_there(pipe: Pipe, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(*arguments: object) -> None:
        raise OSError

    monkeypatch.setattr(arriving_lines, "select", failing)
    pipe.send(LINE)
    assert not pipe.lines.is_there(soon=True)
    assert pipe.lines.readline(100) == LINE
    assert pipe.waited == 1
    pipe.close()


def test_answers_do_not_wait_for_more_lines(pipe: Pipe, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scored_lines, "MANY_LINES", 3)
    monkeypatch.setattr(scored_lines, "FEW_LINES", 1)
    many = ScoredLines(Rulesets(loaded("chinese-official")), json.dumps)
    answers = many.answers_in_lots(lines_of(pipe.lines), pipe.lines.is_there)
    wanted = next(ScoredLines(Rulesets(loaded("chinese-official")), json.dumps).answers([LINE]))
    for number in (1, 2, 4, 1):
        pipe.send(LINE * number)
        assert [next(answers) for _ in range(number)] == [wanted] * number
    assert len(many._together) == 1
    pipe.close()
    assert list(answers) == []

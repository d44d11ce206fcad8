"""Functions of plugins, wrapped: which answers are looked at again."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

import pytest

from mjrules.errors import PluginError
from mjrules.hooks import Value
from mjrules.hooks.check_answers import lasting_value
from mjrules.hooks.wrap import Member, Wrapping, never_changes, wrapped

MEMBER = Member("odd", "mj_scoring_methods", 'the method "odd"')
PLAIN = Value(1, 1, (1,))


def looked_at(*answers: Value) -> list[int]:
    """The totals of the answers that were looked at, where these are given one after the other."""
    seen: list[int] = []
    given = iter(answers)

    def note(found: Value, *arguments: Any) -> None:
        seen.append(found.total)

    value = wrapped(MEMBER, lambda: next(given), Value, note, lasting=lasting_value)
    assert [value() for _ in answers] == [*answers]
    return seen


def test_the_same_value_is_looked_at_once() -> None:
    assert looked_at(PLAIN, PLAIN, PLAIN) == [1]
    assert looked_at(PLAIN, PLAIN._replace(total=2), PLAIN) == [1, 2]


@pytest.mark.parametrize(
    "value", [PLAIN._replace(total=-1), PLAIN._replace(kept=(0,)), PLAIN._replace(totals={"raw": 1})]
)
def test_a_value_that_may_be_wrong_another_time_is_looked_at_again(value: Value) -> None:
    assert looked_at(value, value) == [value.total, value.total]


def test_what_was_wrong_is_wrong_again() -> None:
    wrong: Any = Value(1, "1", (1,), MappingProxyType({}))  # type: ignore[arg-type]
    value = wrapped(MEMBER, lambda: wrong, Value, lasting=lasting_value)
    for _ in range(2):
        with pytest.raises(PluginError, match="counted"):
            value()


@pytest.mark.parametrize(
    ("answer", "seen"),
    [
        ((1, 2), [0, 1]),  # once for each question
        ([1, 2], [0, 0, 1, 0]),
        ((1, [2]), [0, 0, 1, 0]),
    ],
)
def test_an_answer_that_never_changes_is_looked_at_once_for_a_question(answer: Any, seen: list[int]) -> None:
    found: list[int] = []

    def note(answered: Any, asked: int) -> None:
        found.append(asked)

    wrapping = Wrapping(MEMBER, tuple[Any, ...], lasting=never_changes, asked=True)
    same = wrapping.of(lambda asked: answer, note)
    for asked in (0, 0, 1, 0):
        assert same(asked) == tuple(answer)
    assert found == seen

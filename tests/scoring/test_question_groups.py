"""Patterns are written out when they can first be found, and looked up where they are; else they are tested."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from mjrules.conditions.formula import Atom
from mjrules.conditions.reader import ConditionReader
from mjrules.conditions.words import WORDS
from mjrules.scoring.question_groups import Group
from mjrules.tiles.classes import Classes

PATTERNS = (["chow", "chow"], ["123a", "789b"], ["3 x chow x"], ["4 x chow"], ["123m"], ["chow a n", "chow b n+1"])
"""Patterns of one to four chows; four of any are more than is written out."""


def atoms() -> list[Atom]:
    """The questions of the patterns."""
    reader = ConditionReader(WORDS, classes=Classes({}))
    found = [reader.read({"sets": pattern}, ()) for pattern in PATTERNS]
    return [atom for atom in found if isinstance(atom, Atom)]


def group_of(questions: Iterable[Atom]) -> Group:
    """A group of questions, each of which opens a way."""
    group = Group(late=False, of_hand=False, few=False)
    for number, atom in enumerate(questions):
        group.demand(number, group.add(number, atom), 0)
    group.finish()
    return group


chows = st.lists(st.sampled_from([0, 1, 6, 9, 10, 15, 18]), max_size=4).map(sorted).map(tuple)
"""The lowest tiles of up to four chows."""


@given(st.lists(chows, min_size=1, max_size=4))
def test_what_is_written_out_late_is_found_as_by_testing(views: Sequence[tuple[int, ...]]) -> None:
    looked_up, tested = group_of(atoms()), group_of([replace(atom, ground=None) for atom in atoms()])
    for view in views:
        (ways, found), (expected, by_tests) = looked_up.answer(view), tested.answer(view)
        assert (ways, sorted(found)) == (expected, sorted((n, tuple(sorted(own)), many) for n, own, many in by_tests))


def test_patterns_of_more_pieces_than_any_view_has_are_not_written_out() -> None:
    written: list[int] = []

    def noting(atom: Atom) -> Atom:
        def ground() -> Iterable[tuple[int, ...]] | None:
            written.append(atom.pieces)
            return None if atom.ground is None else atom.ground()

        return replace(atom, ground=ground)

    group = group_of(map(noting, atoms()))
    group.answer(())
    assert written == []
    group.answer((0, 0))
    assert sorted(written) == [1, 2, 2, 2]
    group.answer((0, 0, 6))
    group.answer((0, 6, 9))
    assert sorted(written) == [1, 2, 2, 2, 3], "each once"

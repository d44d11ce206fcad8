"""Patterns are written out when they can first be found, and looked up where they are; else they are tested."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import combinations, product
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st

from mjrules.conditions.formula import Atom, questions
from mjrules.conditions.reader import ConditionReader
from mjrules.conditions.words import WORDS
from mjrules.scoring.question_groups import Group
from mjrules.shapes.readings import hand_classes
from mjrules.tiles.classes import Classes
from tests.kit.profile import examples

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


WINDS = ("seat_wind", "round_wind")
CLASSES = Classes({"terminals": "19mps", "winds": "1234z", "dragons": "567z"}, dynamic={name: name for name in WINDS})
ASKED_OF_TILES: Sequence[Sequence[Any]] = (
    (["pung seat_wind"], ["pung round_wind"], ["pung seat_wind round_wind"], {"pung seat_wind": "2+"}),
    (["chow a", "pair seat_wind"], ["123a", "pair round_wind"]),
    (["2 x pung dragon", "pair dragon"], ["pung wind", "pair wind"]),
    (["pung 3m", "pung 15m", "pair 1z"], ["pung 5p", "pair 9p"]),
    (["pung x", "pair seat_wind"], ["pung a", "pair seat_wind"]),
)
"""Questions about the tiles of sets, of which many are answered alike; those of a line look at the same."""
set_tiles = st.lists(st.sampled_from([0, 2, 4, 6, 13, *range(27, 34)]), max_size=4).map(sorted)
winds = st.builds(hand_classes, st.sampled_from("ESWN"), st.sampled_from("ESWN"))


def questions_of(conditions: Iterable[Any]) -> list[Atom]:
    """The questions of some conditions of sets."""
    reader = ConditionReader(WORDS, classes=CLASSES)
    found = [question for condition in conditions for question in questions(reader.read({"sets": condition}, ()))]
    assert not reader.problems
    return [question for question in found if isinstance(question, Atom)]


@settings(max_examples=examples(200))
@example(ASKED_OF_TILES[3], [([27], [2, 4], hand_classes("E", "E"))])  # what is looked up must stay in order
@given(st.sampled_from(ASKED_OF_TILES), st.lists(st.tuples(set_tiles, set_tiles, winds), min_size=6, max_size=6))
def test_views_are_looked_up_as_the_first_that_is_answered_alike(
    conditions: Sequence[Any], shown: list[tuple[list[int], list[int], tuple[tuple[str, int], ...]]]
) -> None:
    asked = questions_of(conditions)
    narrow = group_of(asked)
    plain = group_of([replace(atom, ground=None, masks=None, among={}) for atom in asked])
    assert not plain.narrows
    for first, second, prevalent in shown:
        views = {"chows": first, "pungs": second, "pairs": first, "winds": prevalent}
        view = tuple([tuple(views[name]) for name in narrow.names])
        (ways, found), (expected, matches) = narrow.of(view), plain.of(view)
        assert (ways, sorted(found)) == (expected, sorted([(n, tuple(sorted(own)), many) for n, own, many in matches]))


def test_few_views_are_told_apart_of_sets_of_winds() -> None:
    group = group_of(questions_of([["pung seat_wind"], ["pung round_wind"]]))
    for seat, prevalent, tiles in product("ESWN", "ESWN", combinations((0, 5, 27, 28, 29, 30, 33), 2)):
        group.of((tiles, hand_classes(seat, prevalent)))
    assert group.narrows
    assert len(group.answers) == 22, "of 336: there are other tiles, other winds, and one or two of the hand"

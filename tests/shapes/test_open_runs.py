"""Declared chows that stand in the tiles in a row of a shape."""

from __future__ import annotations

from collections.abc import Callable

from mjrules import Ruleset, tile_text
from mjrules.shapes.pattern_grammar import PatternReader, with_declared_chows
from mjrules.shapes.shape import Shape
from mjrules.tiles.classes import Classes

Load = Callable[[str], Ruleset]

CLUB = """
id: snakes
extends: root
plugins: [base_payment, combinations, sum]
scoring: {method: sum}
rules:
  snake: {points: 5, hand: [123456789a, pung b, pair], OPEN}
settlement: {method: base_payment, base: 1}
"""


def shapes(ruleset: Load, hand: str, extra: str = ", open_runs: true") -> set[str]:
    """The shapes in which a hand is read as a win."""
    game = ruleset(CLUB.replace(", OPEN", extra))
    return {reading.shape for reading in game.scorer.readings(game.read(hand))}


def shapes_of(*texts: str) -> list[Shape]:
    reader = PatternReader(Classes({"honors": "1234567z"}))
    parts = tuple(part for text in texts for part in reader.parts(text))
    return [Shape("small", one) for one in with_declared_chows(parts)]


def test_every_choice_of_chows_that_leave_one_another_their_tiles() -> None:
    """Of 123456: 123, 234, 345, 456, and 123 with 456."""
    assert sorted(len(shape.sets) for shape in shapes_of("123456a", "1 of honors", "1 of honors")) == [1, 1, 1, 1, 2]
    assert not shapes_of("147a", "1234z", "pung")


def test_no_concealed_tiles_are_laid_into_a_declared_chow() -> None:
    """Without a declared set only the shape as it is written counts."""
    for shape in shapes_of("123456a", "pair"):
        assert not shape.admits(())


def test_chows_may_be_declared_in_the_run_only_where_it_says_so(ruleset: Load) -> None:
    assert shapes(ruleset, "(123m) (456m) 777p78m11s +9m") == {"snake", "standard"}
    assert shapes(ruleset, "(456m) (777p) 12378m11s +9m") == {"snake", "standard"}
    assert shapes(ruleset, "(123m) (456m) 777p78m11s +9m", "") == {"standard"}
    assert shapes(ruleset, "(123m) (345m) 777p78m11s +9m") == {"standard"}


def test_what_waits_for_the_run_is_told(ruleset: Load) -> None:
    waits = ruleset(CLUB.replace(", OPEN", ", open_runs: true")).waits("(123m) (567m) 777p11s48m")
    assert [tile_text(wait.tile) for wait in waits] == ["9m"]

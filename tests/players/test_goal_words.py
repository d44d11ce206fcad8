"""What a goal is called in advice."""

from __future__ import annotations

import pytest

from mjrules.distance.goals import Goal
from mjrules.distance.suit_costs import WantedPieces
from mjrules.players.goal_words import goal_words
from mjrules.tiles.tile import mask_of, parse_tiles

GOALS = {
    "": ("159m159p159s1z", "1234567m1234567p1234567s"),
    "one suit": ("159p", "1234567p"),
    "one suit and honours": ("159p1z", "1234567p"),
    "pungs": ("159m159p159s1z", ""),
    "pungs of one suit": ("159p", ""),
    "pungs of terminals and honours": ("19m19p19s12z", ""),
    "pungs of terminals": ("19m19p19s", ""),
    "simples": ("28m28p28s", "23456m23456p23456s"),
    "two suits": ("159m159p", "1234567m1234567p"),
    "suit tiles alone": ("159m159p159s", "1234567m1234567p1234567s"),
}
"""By the words, the tiles of pungs and pairs, and the lowest of chows."""


def goal(pungs: str, chows: str, fixed: str = "") -> Goal:
    kinds, lowest = (mask_of(parse_tiles(text) if text else []) for text in (pungs, chows))
    return Goal("standard", parse_tiles(fixed) if fixed else (), [WantedPieces(4, lowest, kinds, kinds, 0)])


@pytest.mark.parametrize("words", GOALS)
def test_what_is_asked_of_sets_and_a_pair_is_said(words: str) -> None:
    assert goal_words(goal(*GOALS[words]), plain=True) == words


def test_tiles_that_a_goal_must_have_are_named() -> None:
    assert goal_words(goal("159m159p159s1z", "1234567m", "777z"), plain=True) == "a hand with 777z"
    assert goal_words(goal("159p", "1234567p", "123p"), plain=True) == "one suit with 123p"


def test_another_shape_has_its_name() -> None:
    assert goal_words(Goal("seven_pairs", (), []), plain=False) == "seven pairs"

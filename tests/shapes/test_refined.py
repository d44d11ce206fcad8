"""Shapes of sets of which more is asked: what is looked at before reading rules out no reading."""

from __future__ import annotations

import pytest

from mjrules import Hand
from mjrules.sample_hands.random_hands import random_hands
from mjrules.shapes.readings import environment
from mjrules.shapes.shape import GENERAL, REFINED, Shape
from mjrules.shapes.splitting import Layout
from tests.kit.profile import amount
from tests.kit.rulesets import loaded


def read(shape: Shape, hand: Hand) -> set[Layout]:
    """What a shape reads a hand as, once its kinds allow it."""
    env = environment(hand.seat, hand.round)
    return set(shape.readings(hand.pieces, hand.hidden, env, hand.held)) if shape.may_hold(hand.present) else set()


def read_generally(shape: Shape, hand: Hand) -> set[Layout]:
    """What the general matcher reads a hand as."""
    shape.way = GENERAL
    try:
        return read(shape, hand)
    finally:
        shape.way = REFINED


@pytest.mark.parametrize("id", ["western", "bmja", "classical"])
def test_the_general_matcher_reads_no_more(id: str) -> None:
    """The kinds and the number of chows rule out only what it does not read either."""
    ruleset, found = loaded(id), 0
    refined = [shape for shape in ruleset.scorer.shapes.every if shape.way == REFINED]
    for hand in random_hands(ruleset, amount(40, 300, 3000), 5):
        for shape in refined:
            if shape.admits(hand.pieces):
                layouts = read(shape, hand)
                assert layouts == read_generally(shape, hand), (shape.name, hand)
                found += len(layouts)
    assert found

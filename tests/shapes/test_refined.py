"""Shapes of sets of which more is asked: what is looked at before reading rules out no reading."""

from __future__ import annotations

from copy import copy

import pytest

from mjrules.shapes.readings import environment
from mjrules.shapes.shape import GENERAL, REFINED
from mjrules.testing.hands import random_hands
from tests.kit.profile import amount
from tests.kit.rulesets import loaded


@pytest.mark.parametrize("id", ["western", "bmja", "classical"])
def test_the_general_matcher_reads_no_more(id: str) -> None:
    """The kinds and the number of chows rule out only what it does not read either."""
    ruleset = loaded(id)
    read = 0
    for hand in random_hands(ruleset, amount(40, 300, 3000), 5):
        env = environment(hand.seat, hand.round)
        for shape in ruleset.scorer.shapes.every:
            if shape.way != REFINED or not shape.admits(hand.pieces):
                continue
            told = hand.pieces, hand.hidden, env, hand.held
            found = set(shape.readings(*told)) if shape.may_hold(hand.present) else set()
            general = copy(shape)
            general.way = GENERAL
            assert found == set(general.readings(*told)), (shape.name, hand)
            read += bool(found)
    assert read

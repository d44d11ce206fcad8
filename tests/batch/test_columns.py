"""Columns give back the hands that were written into them; readings and waits of columns are those of hands."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

import numpy as np
import pytest

from mjrules import Hand
from mjrules.batch.readings import Reader, reading_of
from mjrules.batch.rows import Rows
from mjrules.batch.waiting import WaitCounter
from mjrules.shapes.readings import Reading, unfinished
from mjrules.testing.hands import random_hands
from tests.kit.profile import amount
from tests.kit.rulesets import SCORING, loaded

from .compare import various


@pytest.mark.parametrize("id", SCORING)
def test_columns_give_hands_back(id: str) -> None:
    hands = various(loaded(id), amount(20, 60, 5000), 4)
    columns = loaded(id).batch().columns(hands)
    for row, hand in enumerate(hands):
        back = columns.hand(row)
        said = {name: value for name, value in hand.fields.items() if value != 0}
        assert back == replace(hand, fields=said)


def test_hands_that_columns_cannot_tell_stand_apart() -> None:
    odd = [Hand.parse("(11pJ) 123m +4m"), Hand.parse("123m +4m unheard_of"), Hand.parse("123m +4m honba=3")]
    columns = loaded("chinese-official").batch().columns([*odd, Hand.parse("123m +4m")])
    assert list(columns.apart) == [0, 1, 2]
    assert [columns.hand(row) for row in range(4)] == [*odd, Hand.parse("123m +4m")]
    assert list(columns.part(2, 4).apart) == [0]


@pytest.mark.parametrize("id", SCORING)
def test_readings_and_waits_are_those_of_one_hand(id: str) -> None:
    ruleset = loaded(id)
    scorer, batch = ruleset.scorer, ruleset.batch()
    hands = list(random_hands(ruleset, amount(20, 60, 5000), 6))
    columns = batch.columns(hands)
    told = np.flatnonzero(batch.told(columns))
    rows = Rows(columns.rows(told))
    reader = Reader(ruleset.book.shapes)
    readings = reader.read(rows)
    found = defaultdict[int, list[Reading]](list)
    for row in range(len(readings)):
        hand = int(readings.laid.hand[row])
        found[hand].append(reading_of(readings, row, rows.hand(hand), reader.names))
    waits = WaitCounter(scorer).numbers(rows, np.arange(len(rows)))
    for row, place in enumerate(told.tolist()):
        expected = [one for one in scorer.readings(hands[place]) if one != unfinished(hands[place])]
        assert sorted(found[row]) == sorted(expected)
        assert waits[row] == scorer.waits.before_win(hands[place]).bit_count()

"""The ruleset chinese-basic: a second game that is only data, against a plain reckoning of its table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

import mjrules
from mjrules import Hand
from mjrules.ruleset.field_types import usual_text
from mjrules.ruleset.report import report
from mjrules.sample_hands.random_hands import random_hands

WIND = {"E": 27, "S": 28, "W": 29, "N": 30}
DRAGONS = (31, 32, 33)


@pytest.fixture(scope="module")
def basic() -> mjrules.Ruleset:
    return mjrules.load("chinese-basic")


def splits(tiles: Counter[int]) -> Iterator[tuple[list[int], int]]:
    """Every way to lay tiles into pungs and chows: the tiles of the pungs, and how many chows."""
    left = [tile for tile in sorted(tiles) if tiles[tile]]
    if not left:
        yield [], 0
        return
    lowest = left[0]
    if tiles[lowest] >= 3:
        for pungs, chows in splits(tiles - Counter({lowest: 3})):
            yield [lowest, *pungs], chows
    chow = Counter([lowest, lowest + 1, lowest + 2])
    if lowest < 27 and lowest % 9 <= 6 and chow <= tiles:
        for pungs, chows in splits(tiles - chow):
            yield pungs, chows + 1


def reckoned(hand: Hand) -> int:
    """What the lines of the table come to: the best over all ways to lay the hand out."""
    declared = [meld.first for meld in hand.melds if meld.type != "chow"]
    chows = sum(meld.type == "chow" for meld in hand.melds)
    hidden = Counter(dict(enumerate(hand.hidden)))
    best = -1
    for pair in [tile for tile, number in hidden.items() if number >= 2]:
        for concealed, more in splits(hidden - Counter({pair: 2})):
            pungs = [*declared, *concealed]
            dragons = sum(tile in DRAGONS for tile in pungs)
            points = 2 * (chows + more == 4) + 6 * (len(pungs) == 4)
            points += {0: 0, 1: 2, 2: 6, 3: 8}[dragons]
            points += 2 * sum(tile in (WIND[hand.seat], WIND[hand.round]) for tile in pungs)
            best = max(best, points + hand.bonus_count + hand.self_drawn)
    return best


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_random_hands_come_to_the_sum_of_the_table(basic: mjrules.Ruleset, seed: int) -> None:
    for hand in random_hands(basic, 400, seed):
        score = basic.score(hand)
        assert score.total == reckoned(hand), hand.to_text()
        assert score.minimum_met


@pytest.mark.parametrize("hand", ["(123m) 456p789s555z2m !2m", "(123m) 456p789s555z2m +2m from=across"])
def test_every_loser_pays_the_points(basic: mjrules.Ruleset, hand: str) -> None:
    score = basic.score(basic.parse(f"{hand} seat=N"))
    assert score.total > 0
    assert score.payments == {"E": -score.total, "S": -score.total, "W": -score.total, "N": 3 * score.total}


def test_it_is_only_data(basic: mjrules.Ruleset) -> None:
    assert report(basic).ratio == 1
    assert set(basic.definition.plugins) == set(mjrules.load("chinese-official").definition.plugins)


def test_the_table_is_that_of_the_document(basic: mjrules.Ruleset) -> None:
    table = basic.definition.table
    assert (table.dead_wall, table.east_passes_to, table.concealed_kongs) == (14, "right", "outer_up")


def test_what_is_filled_in_says_so(basic: mjrules.Ruleset) -> None:
    notes = [rule.note or "" for rule in basic.definition.rules.values()]
    assert all(note.startswith("filled in: ") for note in notes if note)
    assert "Filled in" in usual_text(basic.definition.summary)

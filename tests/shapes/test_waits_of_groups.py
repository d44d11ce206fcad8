"""Hands of single tiles that hang together, such as mixed pairs, wait for the tile that was taken out."""

from __future__ import annotations

import random

import pytest

import mjrules
from mjrules.hands.hand import Hand
from mjrules.tiles.tile import tiles_of
from tests.kit.profile import amount, thinned

SUITS = (0, 9, 18)


def crocheting(rng: random.Random) -> list[int]:
    one, two = rng.sample(SUITS, 2)
    return [suit + rank for rank in rng.choices(range(9), k=7) for suit in (one, two)]


def triple_knitting(rng: random.Random) -> list[int]:
    rank, pair = rng.randrange(9), rng.sample(SUITS, 2)
    return [suit + n for n in rng.choices(range(9), k=4) for suit in SUITS] + [suit + rank for suit in pair]


@pytest.mark.parametrize("ruleset", thinned(["western", "bmja"], 2))
@pytest.mark.parametrize("made", [crocheting, triple_knitting])
def test_the_tile_taken_out_is_waited_for(ruleset: str, made: object) -> None:
    scorer, rng = mjrules.load(ruleset).scorer, random.Random(1)
    tried = 0
    while tried < amount(4, 60, 600):
        tiles = made(rng)  # type: ignore[operator]
        if max(map(tiles.count, tiles)) > 4:
            continue
        tried += 1
        for tile in set(tiles):
            rest = list(tiles)
            rest.remove(tile)
            waiting = scorer.waits.counted(Hand(concealed=tuple(sorted(rest)), winner=False))
            assert tile in tiles_of(waiting), (rest, tile)

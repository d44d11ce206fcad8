"""What hands of uncommon shapes wait for: single tiles that hang together, such as mixed pairs, for the one that was
taken out; and those with declared sets."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import mjrules
from mjrules.hands.hand import Hand
from mjrules.sample_hands.random_hands import random_hands
from mjrules.shapes.readings import environment
from mjrules.shapes.shape import GENERAL
from mjrules.tiles.tile import KINDS, format_tiles, mask_of, tiles_of
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


@pytest.mark.parametrize("ruleset", ["classical-dmjl", *thinned(["western", "bmja"], 2)])
def test_beside_declared_sets_what_completes_them_is_waited_for(ruleset: str) -> None:
    book = mjrules.load(ruleset)
    shapes = [shape for shape in book.scorer.shapes.waited if shape.way == GENERAL]
    found = 0
    for hand in random_hands(book, amount(200, 1000, 20_000), 1):
        counts, env = hand.before, environment(hand.seat, hand.round)
        present = mask_of(tile for tile in range(KINDS) if counts[tile])
        for shape in shapes if hand.win is not None else ():
            if sum(counts) + 3 * len(hand.pieces) == shape.size - 1 and shape.admits(hand.pieces):
                more = [(*counts[:tile], counts[tile] + 1, *counts[tile + 1 :]) for tile in range(KINDS)]
                kinds = [n for n in range(KINDS) if shape.readings(hand.pieces, more[n], env, present | 1 << n)]
                assert tiles_of(shape.waits(hand.pieces, counts, env, present)) == tuple(kinds), (shape.name, hand)
                found += bool(kinds and hand.pieces)
    assert found


SMALL = """
id: particular-sets
extends: root
plugins: [combinations, sum]
shapes: {SHAPES}
scoring: {method: sum}
rules: {anything: {points: 1, when: {self_drawn: true}}}
"""
PARTICULAR = [
    "{standard: null, pungs: {parts: [2 x pung, pair]}}",
    "{standard: null, pungs: {parts: [2 x pung, pair]}, chows: {parts: [2 x chow, pair]}}",
    "{standard: {parts: [2 x set, pair], concealed: true}, one_chow: {parts: [pung, chow, pair]}}",
    "{standard: null, chows: {parts: [2 x chow, pair]}, dragons: {parts: [2 x set, pair dragon]}}",
    "{standard: {parts: [2 x set, pair]}, dragons: {parts: [55z, 66z, 77z, pair]}}",
]


@pytest.mark.parametrize("shapes", PARTICULAR)
def test_what_completes_a_hand_of_particular_sets_is_waited_for(tmp_path: Path, shapes: str) -> None:
    """Whether or not other shapes are waited for in the same way: all that can be won by is, and nothing else."""
    path, rng = tmp_path / "small.yaml", random.Random(2)
    path.write_text(SMALL.replace("{SHAPES}", shapes), encoding="utf-8")
    ruleset, found = mjrules.load(str(path)), 0
    sets = ("111m", "222m", "123m", "234m", "555z", "666z", "456m")
    hands = [f"({one}) {two}{pair}" for one in sets for two in sets[::2] if one != two for pair in ("9m", "7z")]
    hands += [f"{one}{two}{pair}" for one in sets for two in sets[1::2] if one != two for pair in ("9m", "7z")]
    hands += [f"({one}) {part}" for one in sets for part in ("99m77z", "2399m")]
    for text in ("9m556677z", "99m55667z", *rng.sample(hands, amount(10, 60, 100))):
        waiting = {wait.tile for wait in ruleset.waits(mjrules.Hand.parse(text))}
        winning = {tile for tile in range(KINDS) if wins(ruleset, f"{text} !{format_tiles([tile])}")}
        assert waiting == winning, text
        found += len(winning)
    assert found


def wins(ruleset: mjrules.Ruleset, text: str) -> bool:
    """Whether a hand wins; one that there cannot be does not."""
    try:
        return ruleset.score(mjrules.Hand.parse(text)).total >= 0
    except mjrules.MjrulesError:
        return False

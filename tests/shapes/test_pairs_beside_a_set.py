"""Any pairs beside one set: read as the general matcher reads them, in one hand and in many."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest

import mjrules
from mjrules import Hand, Meld, Ruleset
from mjrules.batch.batch import Batch
from mjrules.batch.pairs_beside_sets import laid_beside_pairs
from mjrules.batch.readings import Readings, pair_tiles
from mjrules.batch.rows import Rows
from mjrules.batch.suits import chows_in
from mjrules.batch.waiting import WaitTables
from mjrules.errors import HandError
from mjrules.shapes.shape import BESIDE_PAIRS, GENERAL, Shape
from mjrules.tiles.tile import tiles_of
from tests.kit.profile import amount

RULESET = """
id: pairs-beside-a-set
extends: root
plugins: [sum, combinations]
scoring: {{method: sum}}
shapes:
  standard: null
  pairs: {{parts: [{pairs} x pair, {kind}]}}
rules:
  win: {{points: 1}}
  of_pungs: {{points: 2, when: {{sets: [pung]}}}}
  waiting: {{points: 4, when: {{wait: single, waits: 1}}}}
  ends: {{points: 8, when: {{wait: [edge, closed]}}}}
"""
KINDS = ["pung", "chow", "set"]


def ruleset(kind: str, pairs: int, folder: Path) -> Ruleset:
    """A game of so many pairs and a set of a kind."""
    path = folder / "pairs-beside-a-set.yaml"
    path.write_text(RULESET.format(kind=kind, pairs=pairs), encoding="utf-8")
    return mjrules.load(path)


def shape_of(game: Ruleset) -> Shape:
    """Its shape."""
    (shape,) = [shape for shape in game.book.shapes if shape.name == "pairs"]
    return shape


def hand_of(pairs: int, random: Random) -> Hand:
    """Pairs and a set, declared or not, at times with another tile in place of one."""
    while True:
        low = random.randrange(25)
        tiles = random.choice([[low] * 3, [low, low + 1, low + 2]] if low % 9 < 7 else [[low] * 3])
        melds: tuple[Meld, ...] = ()
        if random.random() < 0.3:
            sort = "chow" if tiles[0] != tiles[1] else random.choice(["pung", "kong"])
            own = (*tiles, low) if sort == "kong" else tuple(tiles)
            melds, tiles = (Meld(sort, own, concealed=sort == "kong" and random.random() < 0.5),), []
        near = range(max(0, low - 2), low + 3)  # kinds beside the set make other sets of it
        tiles += [kind for _ in range(pairs) for kind in [random.choice([*near, random.randrange(34)])] for _ in "ab"]
        if random.random() < 0.4:
            tiles[random.randrange(len(tiles))] = random.randrange(34)
        every = [*tiles, *[tile for meld in melds for tile in meld.tiles]]
        if all(every.count(tile) <= 4 for tile in every):
            random.shuffle(tiles)
            return Hand(melds=melds, concealed=tuple(sorted(tiles[1:])), win=tiles[0], source="left")


@pytest.mark.parametrize("pairs", [3, 7])
@pytest.mark.parametrize("kind", KINDS)
def test_it_is_read_as_the_general_matcher_reads_it(kind: str, pairs: int, tmp_path: Path) -> None:
    shape, random = shape_of(ruleset(kind, pairs, tmp_path)), Random(7)
    assert shape.way == BESIDE_PAIRS
    complete = waiting = 0
    for _ in range(amount(60, 400, 4000)):
        hand = hand_of(pairs, random)
        before = hand.held & ~(1 << hand.win_kind) if hand.before[hand.win_kind] == 0 else hand.held
        found: list[object] = []
        for way in (BESIDE_PAIRS, GENERAL):
            shape.way = way
            read = set(shape.readings(hand.pieces, hand.hidden, {}, hand.held))
            waits = shape.waits(hand.pieces, hand.before, {}, before)
            found.append((read, tiles_of(waits)))
            complete, waiting = complete + len(read), waiting + waits.bit_count()
        assert found[0] == found[1], hand
    assert complete
    assert waiting


@pytest.mark.parametrize("pairs", [3, 7])
@pytest.mark.parametrize("kind", KINDS)
def test_many_hands_are_laid_out_and_wait_as_one_hand_does(kind: str, pairs: int, tmp_path: Path) -> None:
    game, random = ruleset(kind, pairs, tmp_path), Random(9)
    shape, hands = shape_of(game), [hand_of(pairs, random) for _ in range(amount(100, 1000, 20000))]
    rows = Rows(Batch(game.explainer).columns(hands))
    sizes = rows.number + 3 * rows.melded == shape.size
    laid = laid_beside_pairs(rows, np.flatnonzero(sizes), shape, 0)
    assert 0 < len(laid.hand) < len(hands)
    chows, pungs = map(chows_in, laid.chows.tolist()), map(tiles_of, laid.pungs.tolist())
    pairs_laid = [pair_tiles(Readings(laid, laid.hand, laid.hand), row) for row in range(len(laid.hand))]
    found = dict(zip(laid.hand.tolist(), zip(chows, pungs, pairs_laid, strict=True), strict=True))
    for row, hand in enumerate(hands):
        ways = shape.readings(hand.pieces, hand.hidden, {}, hand.held)
        assert [way[:3] for way in ways] == ([found[row]] if row in found else []), hand
    sets = laid.number_of_chows + laid.number_of_pungs + rows.melded.take(laid.hand)
    assert set(sets.tolist()) == {1}
    assert set(laid.number_of_pairs.tolist()) == {pairs}
    kinds = WaitTables(game.scorer).kinds(rows, np.arange(len(hands))).tolist()
    assert kinds == [game.scorer.waits.before_win(hand) for hand in hands]


@pytest.mark.parametrize("kind", KINDS)
def test_many_hands_are_worth_what_one_is(kind: str, tmp_path: Path) -> None:
    game, random = ruleset(kind, 7, tmp_path), Random(11)
    hands = [hand_of(7, random) for _ in range(amount(100, 1000, 20000))]
    scores = Batch(game.explainer).score(hands)
    totals = set()
    for row, hand in enumerate(hands):
        try:
            total = game.scorer.score(hand).selection.value.total
        except HandError:
            total = 0
        assert scores.total[row] == total, hand
        totals.add(total)
    assert len(totals) > 2

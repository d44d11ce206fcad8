"""How far hands are, many at once and one at a time, beside the package `mahjong` in the same run.

python -m benchmarks.distance [--hands 100000] [--rounds 5]

Hands are 13 random tiles of riichi, and the distance is that to the nearest of all its shapes. In every round all are
timed in turn, on hands that are new: the peer before and after, on a part of them. Times are processor time; printed
are the medians of hands a second, and of the ratios to the peer of the same round.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from statistics import median
from typing import Any

import numpy as np
from mahjong.shanten import Shanten

import mjrules
from mjrules.shapes.readings import hand_classes
from mjrules.tiles.tile import KINDS

OF_PEER = 2000
"""For how many hands of each round the peer, and one at a time, is asked."""


def timed(work: Callable[[], object]) -> float:
    """The processor time of some work, in seconds."""
    begun = time.process_time()
    work()
    return time.process_time() - begun


def random_rows(hands: int, seed: int) -> Any:
    """Hands of 13 tiles, a row of counts for each."""
    chance = np.random.default_rng(seed)
    tiles = np.repeat(np.arange(KINDS), 4)
    drawn = chance.random((hands, len(tiles))).argpartition(13, axis=1)[:, :13]
    rows = np.zeros((hands, KINDS), np.uint8)
    for place in range(13):
        rows[np.arange(hands), tiles[drawn[:, place]]] += 1
    return rows


def one_round(hands: int, seed: int) -> tuple[float, float, float]:
    """Hands a second: many at once, one at a time, and the peer."""
    ruleset, winds, peer = mjrules.load("riichi"), hand_classes("E", "E"), Shanten()
    distances, columns = ruleset.distances, ruleset.distance_columns()
    columns.missing(random_rows(10, 0))
    rows = random_rows(hands, seed)
    lists = rows[:OF_PEER].tolist()
    before = timed(lambda: [peer.calculate_shanten(own) for own in lists])
    at_once = timed(lambda: columns.missing(rows))
    each = timed(lambda: [distances.of_tiles((), tuple(own), winds) for own in lists])
    after = timed(lambda: [peer.calculate_shanten(own) for own in lists])
    return hands / at_once, OF_PEER / each, 2 * OF_PEER / (before + after)


def main() -> None:
    """Run the rounds and print the medians."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=100_000, help="hands in each round")
    parser.add_argument("--rounds", type=int, default=5, help="rounds")
    args = parser.parse_args()
    rounds = [one_round(args.hands, seed) for seed in range(1, args.rounds + 1)]
    for place, name in enumerate(("many at once", "one at a time", "mahjong")):
        speed = median(own[place] for own in rounds)
        ratio = median(own[place] / own[2] for own in rounds)
        print(f"  {name:15} {speed:12,.0f} hands/s   {ratio:8.2f} of the peer")


if __name__ == "__main__":
    main()

"""Hands of the classical family scored one at a time, beside the package `mahjong` in the same run.

python -m benchmarks.doubling [--ruleset classical-dmjl] [--hands 2000] [--rounds 5]

The peer's `estimate_hand_value` calculates Japanese hands. It gets the same winning hands, four sets and a pair,
without their bonus tiles. It knows no hands of players who did not win: theirs are the winners' without the last
tile, beside the peer's winners. Every round is a process of its own, in which no hand was seen before; `Hand`
objects and the peer's arguments are made before the clock starts. 1 would be as quick as the peer.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from random import randrange
from statistics import median
from typing import Any

from mahjong.constants import EAST, NORTH, SOUTH, WEST
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig
from mahjong.meld import Meld

import mjrules
from mjrules import Hand
from mjrules.scoring import scorer
from mjrules.tiles.tile import parse_tiles
from tests.rulesets.chinese_official.generate import winning_records

from .score import seconds

WINDS = {"E": EAST, "S": SOUTH, "W": WEST, "N": NORTH}
Record = Mapping[str, Any]


def records(ruleset: mjrules.Ruleset, seed: int, number: int) -> Iterator[Record]:
    """So many random winning hands of four sets and a pair."""
    found = 0
    for record in winning_records(seed, 2 * number):
        own = {key: value for key, value in record.items() if key != "ruleset"}
        own["flags"] = []
        own["flowers"] = own["flowers"] if isinstance(own["flowers"], list) else []
        try:
            score = ruleset.score(Hand.from_record(own))
        except mjrules.HandError:
            continue
        if score.reading.shape == "standard":
            found += 1
            yield own
        if found == number:
            return


def without_last(record: Record) -> Record:
    """The hand of a player who did not win."""
    return {**record, "win": None, "winner": False, "self_drawn": False}


def peer_arguments(record: Record) -> dict[str, Any]:
    """A hand as the peer wants it: its tiles among 136, the winning one, the melds and the situation."""
    used = dict.fromkeys(range(34), 0)

    def taken(text: str) -> list[int]:
        found = []
        for tile in parse_tiles(text):
            # The peer's dragons come in another order: white, green, red are 31, 32, 33 for both.
            found.append(4 * tile + used[tile])
            used[tile] += 1
        return found

    melds = []
    for meld in record["melds"]:
        kind = {"chow": Meld.CHI, "pung": Meld.PON, "kong": Meld.KAN}[meld["type"]]
        melds.append(Meld(kind, taken(meld["tiles"]), opened=not meld.get("concealed", False)))
    concealed, [win] = taken(record["concealed"]), taken(record["win"])
    tiles = [*concealed, win, *(tile for meld in melds for tile in meld.tiles)]
    config = HandConfig(
        is_tsumo=record["self_drawn"], player_wind=WINDS[record["seat"]], round_wind=WINDS[record["round"]]
    )
    return {"tiles": tiles, "win_tile": win, "melds": melds, "config": config}


def one_round(ruleset: mjrules.Ruleset, chosen: Sequence[Record]) -> dict[str, tuple[float, float]]:
    """The figures of one process."""
    calculator = HandCalculator()
    arguments = [peer_arguments(record) for record in chosen]
    hands = {
        "winners": [Hand.from_record(record) for record in chosen],
        "players who did not win": [Hand.from_record(without_last(record)) for record in chosen],
    }

    def total(name: str) -> None:
        for hand in hands[name]:
            _ = ruleset.score(hand).total

    def peer() -> None:
        for own in arguments:
            calculator.estimate_hand_value(**own)

    found = {}
    for name in hands:
        before = seconds(peer)
        ours = seconds(lambda name=name: total(name))  # type: ignore[misc]
        found[name] = ours / len(chosen), (before + seconds(peer)) / 2 / ours
    return found


def main() -> None:
    """Run the rounds and print the medians."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ruleset", default="classical-dmjl", help="the ruleset by which the hands are scored")
    parser.add_argument("--hands", type=int, default=2000, help="hands in each line")
    parser.add_argument("--rounds", type=int, default=5, help="processes")
    parser.add_argument("--once", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    ruleset = mjrules.load(args.ruleset)
    if args.once:
        print(json.dumps(one_round(ruleset, json.load(sys.stdin))))
        return
    command = [sys.executable, "-m", "benchmarks.doubling", "--ruleset", args.ruleset, "--once"]
    rounds = []
    for _ in range(args.rounds):
        chosen = json.dumps(list(records(ruleset, randrange(10**6), args.hands)))
        output = subprocess.run(command, input=chosen, stdout=subprocess.PIPE, check=True, text=True)
        rounds.append(json.loads(output.stdout))
    kind = "plain Python" if str(scorer.__file__).endswith(".py") else "compiled"
    print(
        f"mjrules {mjrules.__version__} ({kind}), {args.ruleset}; medians of {args.rounds} rounds of {args.hands} hands"
    )
    for name in rounds[0]:
        each = median(found[name][0] for found in rounds) * 1e6
        print(f"  {name:28} {each:7.1f} us a hand   {median(found[name][1] for found in rounds):.2f} of the peer")


if __name__ == "__main__":
    main()

"""Hands of Chinese Official scored as columns, compared with PyMahjongGB.

python -m tests.rulesets.chinese_official.compare [--hands 1000000] [--seed 1]

Totals must be equal. Where the rules that count differ, the hand is scored by itself, and the peer's rules must be one
of the choices between which the ruleset is free. Prints how many differ, and how large tables and process are by then;
leaves with 1 where something is wrong.
"""

from __future__ import annotations

import argparse
import resource
import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

import mjrules
from mjrules.batch.batch import Batch
from tests.rulesets.chinese_official.generate import winning_records
from tests.rulesets.chinese_official.peer import peer_items
from tests.rulesets.chinese_official.test_peer import differences

LOT = 50_000
"""So many hands are scored together, so that memory does not grow with their number."""


class Compared(NamedTuple):
    """How many hands were compared, how many of them with rules of another choice, and what is wrong."""

    hands: int
    chosen: int
    wrong: tuple[str, ...]


def compared(ruleset: mjrules.Ruleset, batch: Batch, records: Sequence[Mapping[str, Any]]) -> Compared:
    """Hands, by their records, scored as columns and by the peer."""
    scores = batch.score([mjrules.Hand.from_record(record) for record in records])
    chosen, wrong = 0, list[str]()
    for row, record in enumerate(records):
        peers = peer_items(record)
        same = scores.valid[row] and int(scores.total[row]) == sum(peers.values())
        if same and set(scores.items(row)) == peers.keys():
            continue
        chosen += 1
        own = ruleset.score(scores.columns.hand(row))
        if not same or {item.id for item in own.items} != set(scores.items(row)):
            wrong.append(
                f"{own.hand}: {scores.total[row]} {scores.items(row)}, the peer {peers}, by itself {own.total}"
            )
        wrong += map(str, differences(ruleset, [record]))
    return Compared(len(records), chosen, tuple(wrong))


def lots(number: int, seed: int) -> Iterator[list[dict[str, Any]]]:
    """Records of so many hands, lot by lot."""
    records = winning_records(seed, number)
    while lot := list(islice(records, LOT)):
        yield lot


def main() -> int:
    """Compare, and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=1_000_000, help="hands that are compared")
    parser.add_argument("--seed", type=int, default=1, help="seed of the hands")
    args = parser.parse_args()
    ruleset = mjrules.load("chinese-official")
    batch = ruleset.batch()
    hands = chosen = wrong = 0
    for records in lots(args.hands, args.seed):
        found = compared(ruleset, batch, records)
        hands, chosen, wrong = hands + found.hands, chosen + found.chosen, wrong + len(found.wrong)
        sizes, memory = batch.tables, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        told = f"{sizes.rows} rows, {sizes.bytes / 1e6:.0f} MB, filled in {sizes.seconds:.1f} s; memory {memory:.0f} MB"
        print(f"{hands} hands: {wrong} wrong, {chosen} with another choice; {told}", flush=True)
        print(*found.wrong, sep="\n", end="\n" if found.wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

"""Hands scored as columns, beside a peer that knows the rules, and beside hands scored one by one, in the same run.

python -m benchmarks.batch [--ruleset ID] [--hands 50000] [--known 100000] [--rounds 5]

The peers are PyMahjongGB and the package `mahjong`. Columns, hands and the peer's arguments are made before the clock
starts; times are processor time. `--known` hands are scored before, which fill the tables; then the timed hands are
new, and at last they are scored again, and settled. The peer is timed in each round. 1 would be as quick as the peer.
"""

from __future__ import annotations

import argparse
import gc
import resource
from collections.abc import Callable, Iterable, Mapping
from statistics import median
from typing import Any

import mjrules
from mjrules import Hand, Ruleset
from mjrules.sample_hands.random_hands import random_hands
from tests.rulesets.chinese_official.generate import winning_records
from tests.rulesets.chinese_official.peer import peer_arguments
from tests.rulesets.riichi.generate import FOUR, NO_RED, THREE
from tests.rulesets.riichi.generate import records as riichi_records
from tests.rulesets.riichi.peer import RULES, peer_question

from .score import IGNORED, peer, seconds

Peer = Callable[[], object]
ONE_BY_ONE = 2000
"""So many hands are scored one by one, to compare."""


def drawn(ruleset: Ruleset, number: int, seed: int) -> tuple[list[Hand], Peer | None]:
    """Random hands, and the peer's work on them; None where no peer knows the rules."""
    if ruleset.id == "chinese-official":
        records = list(winning_records(seed, number))
        arguments = [peer_arguments(record) for record in records]
        return hands_of(records), lambda: peer(arguments)
    if ruleset.id in RULES:
        red = RULES[ruleset.id].get("has_aka_dora", False)
        game = THREE if ruleset.id.startswith("riichi-sanma") else FOUR if red else NO_RED
        records = list(riichi_records(seed, number, game))
        questions = [peer_question(record, ruleset.id) for record in records]
        return hands_of(records), lambda: [question.answer() for question in questions]
    return list(random_hands(ruleset, number, seed)), None


def hands_of(records: Iterable[Mapping[str, Any]]) -> list[Hand]:
    """The hands of records, without what says how they are scored."""
    bare = ({key: value for key, value in record.items() if key not in IGNORED} for record in records)
    return [Hand.from_record(record) for record in bare]


def one_round(ruleset: Ruleset, number: int, known: int, seed: int) -> dict[str, float]:
    """The figures of one round, with tables that are empty when it begins."""
    batch = ruleset.batch()
    before = batch.columns(drawn(ruleset, known, seed)[0]) if known else None
    hands, peers = drawn(ruleset, number, seed + 1)
    columns = batch.columns(hands)
    gc.collect()
    gc.freeze()  # what was made for measuring is not looked through for garbage while it is measured
    found = {"fill": seconds(lambda: batch.score(before)) / known * 1e6 if before is not None else 0.0}
    other = seconds(peers) if peers else 0.0
    new, again = (seconds(lambda: batch.score(columns)) for _ in range(2))
    if before is not None:
        _ = batch.score(before).payments  # what is paid for worths that were met before is kept, too
    paid = seconds(lambda: batch.score(columns).payments) - again
    alone = seconds(lambda: [ruleset.scorer.score(hand) for hand in winning(ruleset, hands[:ONE_BY_ONE])])
    each = alone / max(1, len(winning(ruleset, hands[:ONE_BY_ONE])))
    sizes = batch.tables
    found |= {"new": new / number * 1e6, "again": again / number * 1e6, "paid": paid / number * 1e6}
    found |= {"rows": float(sizes.rows), "MB": sizes.bytes / 1e6, "filling": sizes.seconds}
    if peers:
        found |= {"new, of the peer": other / new, "again, of the peer": other / again}
    return found | {"new, of one by one": each * number / new, "again, of one by one": each * number / again}


def winning(ruleset: Ruleset, hands: list[Hand]) -> list[Hand]:
    """The hands that are scored."""
    valid = ruleset.batch().score(hands).valid
    return [hand for hand, scored in zip(hands, valid.tolist(), strict=True) if scored]


def main() -> None:
    """Run the rounds and print the medians."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ruleset", default="chinese-official", help="the rules of the hands")
    parser.add_argument("--hands", type=int, default=50_000, help="hands that are timed")
    parser.add_argument("--known", type=int, default=100_000, help="hands scored before, which fill the tables")
    parser.add_argument("--rounds", type=int, default=5, help="rounds, each with tables of its own")
    args = parser.parse_args()
    ruleset = mjrules.load(args.ruleset)
    rounds = [one_round(ruleset, args.hands, args.known, 1000 + 2 * number) for number in range(args.rounds)]
    names = {
        "fill": "µs a hand while tables are filled",
        "new": "µs a hand, new",
        "again": "µs a hand, again",
        "paid": "µs a hand, payments besides",
        "rows": "rows of all tables",
        "MB": "MB of all tables",
        "filling": "seconds of filling tables",
    }
    for name in rounds[0]:
        print(f"{names.get(name, name):34} {median(one[name] for one in rounds):10.2f}")
    print(f"{'peak memory, MB':34} {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:10.0f}")


if __name__ == "__main__":
    main()

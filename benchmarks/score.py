"""Hands of Chinese Official scored one at a time, beside PyMahjongGB in the same run.

python -m benchmarks.score [--hands 4000] [--rounds 5]

Every round is a process of its own, in which no hand was seen before: the hands of the case file and
random ones that are rich in rare patterns, as `Hand` objects and as the peer's arguments, made before
the clock starts. The total and the items with their names come back, as they do from the peer. Times are
processor time; the peer is timed before and after, and the ratio is the peer's time for the same hands
divided by ours: 1 would be as quick. The fourth line is what is left when most parts of hands have been met: random
hands after so many more, none of them seen before. The last line is `mjrules score --jsonl` on a file of these
hands, start and end of the program included.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from random import randrange
from statistics import median
from typing import Any

from MahjongGB import MahjongFanCalculator  # type: ignore[import-not-found]

import mjrules
from mjrules import Hand
from mjrules.scoring import scorer
from tests.kit.cases import case_records as case_file
from tests.rulesets.chinese_official.generate import winning_records
from tests.rulesets.chinese_official.peer import peer_arguments

IGNORED = ("ruleset", "options", "expect", "about")
RULESET = "chinese-official"
KNOWN = 24_000
"""After so many hands few parts of hands are new."""
Record = Mapping[str, Any]


def case_records() -> Iterator[Record]:
    """The winning hands of the case file."""
    for case in case_file("chinese-official/hands"):
        record = {key: value for key, value in case.items() if key not in IGNORED}
        if record.get("win"):
            yield record


def seconds(work: Callable[[], object]) -> float:
    """The processor time that work takes."""
    start = time.process_time()
    work()
    return time.process_time() - start


def ratio(records: list[Record], work: Callable[[list[Hand]], object]) -> tuple[float, float]:
    """Seconds a hand, and the peer's time divided by ours."""
    hands = [Hand.from_record(record) for record in records]
    arguments = [peer_arguments(record) for record in records]
    before = seconds(lambda: peer(arguments))
    ours = seconds(lambda: work(hands))
    return ours / len(hands), (before + seconds(lambda: peer(arguments))) / 2 / ours


def peer(arguments: list[dict[str, Any]]) -> None:
    """The peer's work, with nothing kept of it."""
    for own in arguments:
        MahjongFanCalculator(**own)


def one_round(number: int, seed: int) -> dict[str, tuple[float, float]]:
    """The figures of one process."""
    ruleset = mjrules.load(RULESET)

    def named(hands: list[Hand]) -> None:
        for hand in hands:
            score = ruleset.score(hand)
            _ = score.total, score.items

    def explain(hands: list[Hand]) -> None:
        for hand in hands:
            explanation = ruleset.score(hand).explanation
            _ = explanation.not_counted, explanation.other_readings

    cases = list(case_records())
    found = {
        "the hands of the case file": ratio(cases, named),
        "random hands after them": ratio(list(winning_records(seed, number)), named),
        "the same with explanation": ratio(list(winning_records(seed + 1, number)), explain),
    }
    for record in winning_records(seed + 3, KNOWN):
        named([Hand.from_record(record)])
    found[f"random hands after {KNOWN} more"] = ratio(list(winning_records(seed + 4, number)), named)
    return found | {"mjrules score --jsonl": jsonl([*cases, *winning_records(seed + 2, number)])}


def jsonl(records: list[Record]) -> tuple[float, float]:
    """The command on a file of records, from start to end."""
    arguments = [peer_arguments(record) for record in records]
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl", encoding="utf-8") as file:
        file.writelines(json.dumps(record) + "\n" for record in records)
        file.flush()
        command = [sys.executable, "-m", "mjrules", "score", "--jsonl", file.name, "--ruleset", RULESET]
        start = used()
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
        ours = used() - start
    return ours / len(records), seconds(lambda: peer(arguments)) / ours


def used() -> float:
    """The processor time of all processes that were started and ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def main() -> None:
    """Run the rounds and print the medians."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=4000, help="random hands in each line")
    parser.add_argument("--rounds", type=int, default=5, help="processes")
    parser.add_argument("--once", type=int, metavar="SEED", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.once is not None:
        print(json.dumps(one_round(args.hands, args.once)))
        return
    rounds = []
    for _ in range(args.rounds):
        command = [sys.executable, "-m", "benchmarks.score", "--hands", str(args.hands), "--once"]
        output = subprocess.run([*command, str(randrange(10**6))], stdout=subprocess.PIPE, check=True, text=True)
        rounds.append(json.loads(output.stdout))
    kind = "plain Python" if str(scorer.__file__).endswith(".py") else "compiled"
    print(f"mjrules {mjrules.__version__} ({kind}); medians of {args.rounds} rounds of {args.hands} random hands")
    for name in rounds[0]:
        each = median(found[name][0] for found in rounds) * 1e6
        print(f"  {name:28} {each:7.1f} us a hand   {median(found[name][1] for found in rounds):.3f} of the peer")


if __name__ == "__main__":
    main()

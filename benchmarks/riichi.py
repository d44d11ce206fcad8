"""Hands of riichi scored one at a time, beside the package `mahjong` in the same run.

python -m benchmarks.riichi [--ruleset riichi/tenhou] [--hands 4000] [--rounds 5]

Every round is a process of its own, in which no hand was seen before; `Hand` objects and the peer's arguments are made
before the clock starts. The peer is timed before and after, and the ratio is the peer's time for the same hands divided
by ours: 1 would be as quick.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from random import randrange
from statistics import median

import mjrules
from mjrules import Hand
from mjrules.scoring import scorer
from tests.rulesets.riichi.generate import FOUR, NO_RED, THREE, records
from tests.rulesets.riichi.peer import RULES, peer_question

from .score import seconds


def one_round(rules: str, number: int, seed: int) -> list[tuple[float, float]]:
    """Seconds a hand and the peer's time divided by ours: of the first hands of a process, and of as many more."""
    ruleset = mjrules.load(rules)
    red = RULES[rules].get("has_aka_dora", False)
    game = THREE if rules.startswith("riichi-sanma") else FOUR if red else NO_RED
    found = []
    for part in range(2):
        drawn = list(records(seed + part, number, game))
        hands = [Hand.from_record(record) for record in drawn]
        questions = [peer_question(record, rules) for record in drawn]
        before = seconds(lambda questions=questions: [question.answer() for question in questions])  # type: ignore[misc]
        ours = seconds(lambda hands=hands: [ruleset.score(hand).total for hand in hands])  # type: ignore[misc]
        after = seconds(lambda questions=questions: [question.answer() for question in questions])  # type: ignore[misc]
        found.append((ours / number, (before + after) / 2 / ours))
    return found


def main() -> None:
    """Run the rounds and print the medians."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ruleset", default="riichi/tenhou", choices=RULES, help="the rules of the hands")
    parser.add_argument("--hands", type=int, default=4000, help="random hands in each line")
    parser.add_argument("--rounds", type=int, default=5, help="processes")
    parser.add_argument("--once", type=int, metavar="SEED", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.once is not None:
        print(json.dumps(one_round(args.ruleset, args.hands, args.once)))
        return
    rounds = []
    own = ["--ruleset", args.ruleset, "--hands", str(args.hands)]
    for _ in range(args.rounds):
        command = [sys.executable, "-m", "benchmarks.riichi", *own, "--once", str(randrange(10**6))]
        output = subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True).stdout
        rounds.append(json.loads(output))
    kind = "plain Python" if str(scorer.__file__).endswith(".py") else "compiled"
    print(
        f"mjrules {mjrules.__version__} ({kind}), {args.ruleset}; medians of {args.rounds} rounds of {args.hands} hands"
    )
    for place, name in enumerate(("the first hands of a process", "as many after them")):
        each = median(found[place][0] for found in rounds) * 1e6
        print(f"  {name:30} {each:7.1f} us a hand   {median(found[place][1] for found in rounds):.3f} of the peer")


if __name__ == "__main__":
    main()

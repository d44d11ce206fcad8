"""`mjrules score --jsonl` beside a loop that only parses each line and prints an object of the same size.

python -m benchmarks.jsonl [--ruleset ID] [--hands 50000] [--rounds 5] [--cases]

The lines are random hands that may be scored under the ruleset, none of them seen before, or with `--cases` those of
the case file of chinese-official over and over, each time with other winds and another discarder. Both programs are
processes that begin and end within the clock, and run in turn; times are processor time of one core. The object is the
answer whose length is nearest to the average. The loop is `json.loads(line); print(json.dumps(object))`.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from itertools import cycle, islice
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import mjrules
from mjrules.hands.record import SEATS
from mjrules.sample_hands.random_hands import random_hands

from .score import case_records, used

LOOP = """
import json, sys
found = json.loads(open(sys.argv[1]).read())
for line in open(sys.argv[2], "rb"):
    json.loads(line)
    print(json.dumps(found))
"""


def records(ruleset: str, number: int, seed: int) -> Iterator[dict[str, Any]]:
    """Random hands as records."""
    for place, hand in enumerate(random_hands(mjrules.load(ruleset), number, seed)):
        yield {"id": f"{seed}-{place}", **hand.to_record()}


def repeated(number: int, seed: int) -> Iterator[dict[str, Any]]:
    """The hands of the case file over and over, with other winds and another discarder."""
    random = Random(seed)
    for place, record in enumerate(islice(cycle(list(case_records())), number)):
        told = {"id": f"{seed}-{place}", "seat": record.get("seat", "E"), "round": random.choice(SEATS)}
        if not record.get("flags"):
            told["seat"] = random.choice(SEATS)
        if not record.get("self_drawn"):
            told["from"] = random.choice(("left", "across", "right"))
        yield {**record, **told}


def seconds(command: Sequence[str], output: Path) -> float:
    """The processor time of a process; what it prints goes to a file. It may leave with 1: some hands are refused."""
    start = used()
    with output.open("wb") as file:
        status = subprocess.run(command, stdout=file, check=False).returncode
    assert status in (0, 1), command
    return used() - start


def typical(answers: Path) -> str:
    """The line whose length is nearest to the average."""
    lines = answers.read_text("utf-8").splitlines()
    average = sum(map(len, lines)) / len(lines)
    return min(lines, key=lambda line: abs(len(line) - average))


def one_round(ruleset: str, lines: Path, folder: Path) -> tuple[float, float]:
    """The seconds that the command takes, and those of the loop."""
    answers, found, printed = folder / "answers.jsonl", folder / "object.json", folder / "printed.jsonl"
    ours = seconds([sys.executable, "-m", "mjrules", "score", "--jsonl", str(lines), "--ruleset", ruleset], answers)
    found.write_text(typical(answers), "utf-8")
    return ours, seconds([sys.executable, "-c", LOOP, str(found), str(lines)], printed)


def main() -> None:
    """Run the rounds and print the medians."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ruleset", default="chinese-official", help="the rules of the hands")
    parser.add_argument("--hands", type=int, default=50_000, help="lines of the file")
    parser.add_argument("--rounds", type=int, default=5, help="rounds, each with other hands")
    parser.add_argument("--cases", action="store_true", help="the hands of the case file, again and again")
    args = parser.parse_args()
    rounds = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for seed in range(args.rounds):
            own = repeated(args.hands, seed) if args.cases else records(args.ruleset, args.hands, seed)
            lines = folder / "hands.jsonl"
            lines.write_text("".join(json.dumps(record) + "\n" for record in own), "utf-8")
            rounds.append(one_round(args.ruleset, lines, folder))
    ours, loop = (median(column) / args.hands * 1e6 for column in zip(*rounds, strict=True))
    print(f"{args.ruleset}, {args.hands} lines, medians of {args.rounds} rounds")
    print(f"  mjrules score --jsonl {ours:8.1f} us a line")
    print(f"  parse and print       {loop:8.1f} us a line")
    print(f"  of the loop           {median(own / other for own, other in rounds):8.2f}")


if __name__ == "__main__":
    main()

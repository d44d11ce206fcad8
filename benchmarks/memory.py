"""How much memory a process takes that answers many records under many different options.

python -m benchmarks.memory [--records 1000000] [--sets 10000]

The records of each set of options come one after another, as from one club after another, and none is kept. The
memory of the process (resident, Linux) is told after each tenth.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import mjrules
from mjrules.sample_hands.random_hands import random_hands

RULESET = "western"
HANDS = 2_000
"""How many different hands there are, which come again and again."""


def resident() -> float:
    """The memory of this process, in megabytes."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def records(number: int, sets: int) -> Iterator[dict[str, Any]]:
    """So many hand records, with so many different sets of options."""
    hands = [hand.to_record() for hand in random_hands(mjrules.load(RULESET), HANDS, 1)]
    each = number // sets
    for index in range(number):
        yield {**hands[index % HANDS], "ruleset": RULESET, "options": {"limit": 500 + index // each}}


def growth(number: int, sets: int) -> Iterator[tuple[int, float]]:
    """The memory after each tenth of the records, every one of which must have an answer."""
    for index, answer in enumerate(mjrules.score_records(records(number, sets)), 1):
        assert answer["valid"] or answer["error"]["code"] == "not_winning", answer
        if index % (number // 10) == 0:
            yield index, resident()


def main() -> None:
    """Print the memory after each tenth."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--records", type=int, default=1_000_000)
    parser.add_argument("--sets", type=int, default=10_000)
    args = parser.parse_args()
    start = time.monotonic()
    for number, megabytes in growth(args.records, args.sets):
        print(f"{number:9,} records {megabytes:7.1f} MB {time.monotonic() - start:7.0f} s", flush=True)


if __name__ == "__main__":
    main()

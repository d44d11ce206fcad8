"""How long the command line takes from start to end, as multiples of the start of a bare interpreter.

    python benchmarks/startup.py                 41 rounds
    python benchmarks/startup.py --rounds 101    more, for a busy machine

In every round each command runs once, so that all meet the same machine. What is printed is the
median and the quickest run, each divided by that of `python -c pass`. The cache of rulesets and that
of compiled modules are folders of their own, filled before the first round.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

HAND = "(789s) [1111z] 2345688p !7p seat=S round=E flowers=2"
WAITING = "2345678m 111p 789s"
RULESET = ("--ruleset", "chinese-official")
SCORE = f"import mjrules; mjrules.load('chinese-official').score(mjrules.Hand.parse({HAND!r}))"
BARE = "python -c pass"


def commands() -> dict[str, Sequence[str]]:
    """The commands that are timed, by what is printed of them."""
    script = Path(sys.executable).with_name("mjrules")
    mjrules = [str(script)] if script.is_file() else [sys.executable, "-m", "mjrules"]
    return {
        BARE: [sys.executable, "-c", "pass"],
        "mjrules --help": [*mjrules, "--help"],
        "mjrules score": [*mjrules, "score", HAND, *RULESET],
        "mjrules explain": [*mjrules, "explain", HAND, *RULESET],
        "mjrules waits": [*mjrules, "waits", WAITING, *RULESET],
        "load and score": [sys.executable, "-c", SCORE],
        "mjrules score, no cache": [*mjrules, "score", HAND, *RULESET],
        "mjrules check": [*mjrules, "check", "chinese-official"],
    }


def seconds(command: Sequence[str], environment: Mapping[str, str]) -> float:
    """How long a command takes."""
    start = time.perf_counter()
    subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - start


def main() -> None:
    """Time all commands and print their ratios."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=41, help="how often each command runs")
    rounds = parser.parse_args().rounds
    times: dict[str, list[float]] = {name: [] for name in commands()}
    with TemporaryDirectory() as folder:
        environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
        environment["PYTHONPYCACHEPREFIX"] = str(Path(folder, "compiled"))
        for number in range(rounds + 1):
            for name, command in commands().items():
                cache = "off" if "no cache" in name else str(Path(folder, "cache"))
                taken = seconds(command, {**environment, "MJRULES_CACHE": cache})
                if number:
                    times[name].append(taken)
    print(f"{'':26}{'median':>8}{'quickest':>12}{'of bare':>10}{'':>10}")
    for name, taken_all in times.items():
        low, middle = min(taken_all), median(taken_all)
        ratios = f"{middle / median(times[BARE]):9.1f}x{low / min(times[BARE]):9.1f}x"
        print(f"{name:26}{middle * 1000:5.0f} ms{low * 1000:9.0f} ms{ratios}")


if __name__ == "__main__":
    main()

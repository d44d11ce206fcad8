"""Fuzzing led by coverage: inputs that reach new ways through the code are kept, and others are made of them.

    python -m tests.fuzz                        every kind of input, a minute each
    python -m tests.fuzz --seconds 600 log text
    python -m tests.fuzz --inputs 300 --seed 7  the same inputs in every run

It tells, for each kind, how many inputs were used and how many arcs of the code they reached. Every input that raises
something other than an error of the project, or takes longer than it may, is kept in `build/fuzz` and shown; then the
exit status is 1. `python -m tests.fuzz --again FILE KIND` uses one of them once more.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from types import FrameType

from mjrules.budget import budget
from mjrules.ruleset import resolve
from tests.fuzz.arcs import Arcs
from tests.fuzz.changes import changed
from tests.fuzz.targets import TARGETS
from tests.kit.cases import TESTS
from tests.kit.remembered import remembering

FOUND = TESTS.parent / "build" / "fuzz"
STEPS = 5_000
"""The budget of a question, so that an input takes little time."""
LONGEST = 60
"""After so many seconds of processor time an input hangs."""


class HangError(BaseException):
    """An input that takes too long; nothing may catch it."""


class Fuzzer:
    """Fuzzes one kind of input; the same seed makes the same inputs."""

    def __init__(self, kind: str, seed: int) -> None:
        self.kind, self.target = kind, TARGETS[kind]
        self.words = self.target.words()
        self.chance = random.Random(f"{kind} {seed}")
        self.arcs = Arcs()
        self.kept: list[bytes] = []
        """The inputs that have reached something new."""
        self.inputs = 0
        self.slowest = (0.0, b"")
        """The seconds of the slowest input, and the input."""
        self.faults: dict[str, Path] = {}
        """Where something was raised that is no error of the project, and the first input that did it."""

    def run(self, inputs: int, until: float) -> None:
        """Use so many inputs, or those for which there is time."""
        for data in self._inputs():
            if self.inputs >= inputs or time.monotonic() > until:
                break
            self._use(data)

    def _inputs(self) -> Iterator[bytes]:
        """The first inputs, and without end others made of those kept, more often of the latest."""
        first = self.target.seeds()
        yield from first
        while True:
            kept = self.kept or first
            at = -1 - int(len(kept) * self.chance.random() ** 2)
            yield changed(kept[at], self.chance.choice(kept), self.words, self.target.changes, self.chance)

    def _use(self, data: bytes) -> None:
        self.inputs += 1
        start = time.process_time()
        try:
            with budget(STEPS), stopped_after(LONGEST), self.arcs.looking():
                self.target.use(data)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            self._fault(data, error)
        self.slowest = max(self.slowest, (time.process_time() - start, data))
        if self.arcs.new:
            self.kept.append(data)

    def _fault(self, data: bytes, error: BaseException) -> None:
        """Keep an input that raised something, and show the first from each place."""
        last = traceback.extract_tb(error.__traceback__)[-1]
        place = f"{type(error).__name__} at {last.filename}:{last.lineno}"
        if place not in self.faults:
            path = self.faults[place] = self._save(data)
            print(f"{self.kind}: {path}", *traceback.format_exception(error), sep="\n", flush=True)

    def _save(self, data: bytes) -> Path:
        FOUND.mkdir(parents=True, exist_ok=True)
        path = FOUND / f"{self.kind}-{sha256(data).hexdigest()[:12]}"
        path.write_bytes(data)
        return path

    def told(self) -> str:
        """What it came to, in one line; the slowest input is kept."""
        seconds, data = self.slowest
        kept = f"{len(self.kept)} kept, {seconds:.1f} s for {self._save(data).name}"
        return f"{self.kind:10} {self.inputs:8} inputs {len(self.arcs):7} arcs, {kept}, {len(self.faults)} faults"


@contextmanager
def stopped_after(seconds: int) -> Iterator[None]:
    """What takes more processor time within it, or waits for ten times as long, ends with HangError."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise HangError(f"more than {seconds} seconds")

    before = [signal.signal(number, stop) for number in (signal.SIGPROF, signal.SIGALRM)]
    signal.setitimer(signal.ITIMER_PROF, seconds)
    signal.alarm(10 * seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.alarm(0)
        for number, handler in zip((signal.SIGPROF, signal.SIGALRM), before, strict=True):
            signal.signal(number, handler)


def main() -> int:
    """Fuzz what the command line names."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", nargs="*", help=f"{', '.join(TARGETS)}; by default all")
    parser.add_argument("--seconds", type=float, default=60, help="for each kind")
    parser.add_argument("--inputs", type=int, default=sys.maxsize, help="at most, for each kind")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--again", type=Path, metavar="FILE", help="use only this input")
    args = parser.parse_args()
    if unknown := set(args.kind) - set(TARGETS):
        parser.error(f"unknown kinds: {', '.join(sorted(unknown))}")
    again = None if args.again is None else args.again.read_bytes()
    os.environ["MJRULES_CACHE"] = "off"
    resolve.load_nodes = remembering(resolve.load_nodes)
    faults = 0
    with tempfile.TemporaryDirectory() as folder:
        os.environ["HOME"] = os.environ["XDG_CONFIG_HOME"] = folder
        os.chdir(folder)
        if again is not None:
            with budget(STEPS):
                TARGETS[args.kind[0]].use(again)
            return 0
        for kind in args.kind or TARGETS:
            fuzzer = Fuzzer(kind, args.seed)
            fuzzer.run(args.inputs, time.monotonic() + args.seconds)
            print(fuzzer.told(), flush=True)
            faults += len(fuzzer.faults)
        os.chdir("/")
    return int(faults > 0)


if __name__ == "__main__":
    sys.exit(main())

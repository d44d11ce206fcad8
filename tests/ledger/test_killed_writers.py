"""Two writers that are killed at any moment lose nothing that they were told is written down."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Callable

import pytest

from mjrules.ledger import EveningOpened, Ledger, TableOpened
from tests.kit.cases import TESTS
from tests.kit.profile import amount

FOUR = ("Ann", "Bo", "Cy", "Di")


def opened(where: str) -> None:
    """Books with an evening and a table."""
    with Ledger.open(where) as ledger:
        ledger.append(EveningOpened(club="T", date="2026-11-24", players=FOUR), id="e")
        ledger.append(TableOpened(evening="e", table="1", players=FOUR), id="t")


def started(where: str, name: str) -> subprocess.Popen[str]:
    """A writer, once it has written something down."""
    command = [sys.executable, "-m", "tests.ledger.writer", where, name]
    writer = subprocess.Popen(command, cwd=TESTS.parent, stdout=subprocess.PIPE, text=True)
    assert writer.stdout is not None
    assert writer.stdout.readline() == f"{name}-0\n"
    return writer


def killed_in_turn(where: str, rounds: int, chance: random.Random) -> None:
    """Kill two writers at random moments, again and again; then everything that they said is there."""
    acknowledged: list[str] = []
    for turn in range(rounds):
        writers = [started(where, f"{name}{turn}") for name in "ab"]
        acknowledged += [f"a{turn}-0", f"b{turn}-0"]
        for writer in writers:
            time.sleep(chance.random() / 10)
            writer.kill()
        for writer in writers:
            said = writer.communicate()[0].splitlines(keepends=True)
            acknowledged += [line.strip() for line in said if line.endswith("\n")]
    with Ledger.open(where) as ledger:
        found = {entry.id for entry in ledger.entries()}
        assert set(acknowledged) <= found
        assert len(acknowledged) > 2 * rounds
        assert len(found) - 2 - len(acknowledged) <= 2 * rounds  # what was written and could not be said any more
        assert sum(ledger.evening("e").balances.values()) == 0
        assert len({entry.clock for entry in ledger.entries()}) == len(found)


@pytest.mark.slow
def test_two_writers_that_are_killed_lose_nothing(books: Callable[[], str]) -> None:
    where = books()
    opened(where)
    killed_in_turn(where, amount(quick=1, gate=3, night=60), random.Random(1))

"""The fuzzer finds nothing in a short run that is always the same, and what it would find is seen."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.fuzz.arcs import Arcs
from tests.fuzz.changes import Chance, change_bytes, change_json, change_lines, change_words, changed
from tests.fuzz.targets import TARGETS
from tests.kit.cases import TESTS
from tests.kit.processes import PATIENCE
from tests.kit.profile import amount

INPUTS = amount(40, 40, 80)
"""How many of each kind."""
CHANGES = (change_bytes, change_json, change_lines, change_words)


def fuzzed(*arguments: str) -> subprocess.CompletedProcess[str]:
    """A run of the fuzzer, in which nothing depends on the order of sets."""
    command = [sys.executable, "-m", "tests.fuzz", *arguments]
    environment = {**os.environ, "PYTHONHASHSEED": "0", "PYTHONPATH": str(TESTS.parent)}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=PATIENCE)


@pytest.mark.slow
def test_nothing_raises_what_is_no_error_of_the_project() -> None:
    done = fuzzed("--inputs", str(INPUTS), "--seconds", str(PATIENCE))
    assert done.returncode == 0, done.stdout + done.stderr
    told = re.findall(r"^(\w+) +(\d+) inputs +(\d+) arcs", done.stdout, re.MULTILINE)
    assert [(kind, int(inputs)) for kind, inputs, _ in told] == [(kind, INPUTS) for kind in TARGETS]
    assert all(int(arcs) > 700 for _, _, arcs in told), done.stdout


@pytest.mark.slow
def test_an_input_that_raises_something_else_is_kept_and_shown() -> None:
    path = Path(__file__).with_name("no_input")
    done = fuzzed("--again", str(path), "text")
    assert "FileNotFoundError" in done.stderr


def test_the_same_seed_makes_the_same_inputs() -> None:
    def made(seed: int) -> list[bytes]:
        chance = Chance(seed)
        return [changed(b'{"a": [1, "b"]}\nid: x', b"c", ["d", "e"], CHANGES, chance) for _ in range(200)]

    assert made(1) == made(1) != made(2)
    assert len(set(made(1))) > 100


@pytest.mark.slow
def test_only_what_is_new_counts() -> None:
    arcs, text = Arcs(), TARGETS["text"]
    found = []
    for data in (b"1m", b"1m", b"123m456p789s111z2z +2z from=left"):
        with arcs.looking():
            text.use(data)
        found.append(arcs.new)
    assert found[0] > found[1]
    assert found[2] > 100

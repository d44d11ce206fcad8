"""Many at once and many in a row: threads and processes give the answers of one, and memory does not grow."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest

import mjrules
from mjrules.sample_hands.random_hands import random_hands
from tests.kit.cases import TESTS
from tests.kit.processes import PATIENCE
from tests.kit.profile import amount, thinned
from tests.kit.rulesets import loaded

THREADS, PROCESSES = 8, 20


@pytest.mark.parametrize("id", thinned(["chinese-official", "western/us", "classical"], 3))
def test_threads_give_the_same_answers_as_one(id: str, ruleset: Callable[[str], mjrules.Ruleset]) -> None:
    records = [hand.to_record() for hand in random_hands(loaded(id), amount(20, 300, 3_000), 1)]
    shared, alone = (ruleset(f"id: club\nextends: {id}\n") for _ in range(2))
    with ThreadPoolExecutor(THREADS) as threads:
        many = [record for record in records for _ in range(THREADS)]
        answers = list(threads.map(partial(shared.score_record, verbose=True), many))
    assert answers == [answer for record in records for answer in [alone.score_record(record, verbose=True)] * THREADS]


@pytest.mark.slow
def test_processes_on_a_cold_cache_give_the_same_answers(tmp_path: Path) -> None:
    hands = random_hands(loaded("western/us"), 20, 1)
    path = tmp_path / "records.jsonl"
    path.write_text("".join(json.dumps(hand.to_record()) + "\n" for hand in hands), encoding="utf-8")
    command = [sys.executable, "-m", "mjrules", "score", "--jsonl", str(path), "--ruleset", "western/us"]
    environment = {**os.environ, "MJRULES_CACHE": str(tmp_path / "cache")}
    running = [subprocess.Popen(command, env=environment, stdout=-1, stderr=-1) for _ in range(PROCESSES)]
    said = [process.communicate(timeout=PATIENCE) for process in running]
    assert {errors for _, errors in said} == {b""}
    assert len({answers for answers, _ in said}) == 1
    assert said[0][0].count(b"\n") == 20
    assert len(list((tmp_path / "cache").iterdir())) == 1


@pytest.mark.slow
@pytest.mark.skipif(
    not Path("/proc/self/statm").exists(), reason="the memory of a process is read where Linux tells it"
)
def test_memory_does_not_grow_with_records_and_options() -> None:
    """150 sets of options would take 150 MB, were they kept; 64 are, and fill the memory before the half."""
    script = "from benchmarks.memory import growth; print([megabytes for _, megabytes in growth(10_000, 150)])"
    environment = {**os.environ, "MJRULES_CACHE": "off"}
    command = [sys.executable, "-c", script]
    here = TESTS.parent
    done = subprocess.run(command, env=environment, cwd=here, capture_output=True, check=True, timeout=PATIENCE)
    megabytes = json.loads(done.stdout)
    assert len(megabytes) == 10
    assert megabytes[-1] - megabytes[4] < 30

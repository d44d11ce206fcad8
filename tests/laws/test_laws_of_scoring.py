"""Laws of scoring: what must not matter does not matter, and the sums come out even."""

from __future__ import annotations

import copy
import json
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import permutations
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
import yaml

import mjrules
from mjrules import Hand, Ruleset, Score
from mjrules.declared.values import plain
from mjrules.tiles.tile import format_tiles, parse_tiles
from tests.kit.cases import CASES_FOLDER
from tests.kit.profile import thinned

CASES_FILE = CASES_FOLDER / "chinese-official" / "hands.jsonl"
CASES = thinned([json.loads(line) for line in CASES_FILE.read_text("utf-8").splitlines()], 8)
SAMPLE = CASES[::10]
SAMPLED = frozenset(case["id"] for case in SAMPLE)
VERSIONS: list[dict[str, Any]] = [{}, {"use_twice": True}, {"wmo2006": True}, {"live_waits_only": True}]
with_options = pytest.mark.parametrize("options", VERSIONS, ids=lambda options: next(iter(options), "default"))


def hand_of(case: Mapping[str, Any]) -> Hand:
    return Hand.from_record({key: value for key, value in case.items() if key not in ("ruleset", "options")})


@cache
def official() -> Ruleset:
    return mjrules.load("chinese-official")


def told(score: Score) -> dict[str, Any]:
    """Everything that a score says."""
    return {**score.to_record(), **score.explanation.to_record(), "counted": score.counted}


def is_sampled(case: Mapping[str, Any]) -> bool:
    """Whether a case is one of those of which the explanations, which take longer, are compared too."""
    return case["id"] in SAMPLED


def same(first: Score, second: Score, *, explained: bool) -> bool:
    if explained:
        return told(first) == told(second)
    return first.to_record() == second.to_record() and first.counted == second.counted


@cache
def scores() -> tuple[Score, ...]:
    """All cases scored, each once."""
    return tuple(official().score(hand_of(case)) for case in CASES)


# What must not matter.


def shuffled_record(case: Mapping[str, Any], rng: random.Random) -> dict[str, Any]:
    """The same hand with its tiles, sets, flags and bonus tiles in another order."""

    def shuffled(items: Sequence[Any]) -> list[Any]:
        return rng.sample(list(items), len(items))

    def tiles(text: str) -> str:
        return format_tiles(shuffled(parse_tiles(text)))

    flowers = case["flowers"]
    return {
        **case,
        "concealed": tiles(case["concealed"]),
        "melds": [{**meld, "tiles": tiles(meld["tiles"])} for meld in shuffled(case["melds"])],
        "flags": shuffled(case["flags"]),
        "flowers": shuffled(flowers) if isinstance(flowers, list) else flowers,
    }


@pytest.mark.parametrize("seed", [1, 2])
def test_the_order_of_tiles_and_sets_does_not_matter(seed: int) -> None:
    rng = random.Random(seed)
    for case, score in zip(CASES, scores(), strict=True):
        again = official().score(hand_of(shuffled_record(case, rng)))
        assert same(again, score, explained=is_sampled(case)), case["id"]


def test_the_order_of_hands_does_not_matter() -> None:
    ruleset = mjrules.load("chinese-official")
    for case, score in reversed(list(zip(CASES, scores(), strict=True))):
        assert ruleset.score(hand_of(case)).to_record() == score.to_record(), case["id"]


def test_scoring_twice_gives_the_same() -> None:
    for case, score in zip(CASES, scores(), strict=True):
        hand = hand_of(case)
        first, second = official().score(hand), official().score(hand)
        assert same(first, second, explained=is_sampled(case)), case["id"]
        assert same(first, score, explained=is_sampled(case)), case["id"]


@pytest.mark.slow
def test_a_fresh_ruleset_gives_the_same() -> None:
    for case, score in list(zip(CASES, scores(), strict=True))[::100]:
        assert told(mjrules.load("chinese-official").score(hand_of(case))) == told(score), case["id"]


def test_scoring_changes_neither_the_hand_nor_the_ruleset() -> None:
    data, before = plain(official().definition), official().hash
    for case in CASES:
        record = copy.deepcopy(case)
        hand = hand_of(record)
        as_record, as_hash, as_text = hand.to_record(), hash(hand), repr(hand)
        (told if is_sampled(case) else Score.to_record)(official().score(hand))
        assert record == case
        assert (hand.to_record(), hash(hand), repr(hand)) == (as_record, as_hash, as_text), case["id"]
        assert hand == hand_of(case)
    assert plain(official().definition) == data
    assert mjrules.load("chinese-official").hash == official().hash == before


DIGEST = """
import hashlib, json, sys, mjrules
ruleset = mjrules.load("chinese-official")
records = [json.loads(line) for line in open(sys.argv[1], encoding="utf-8")][:: int(sys.argv[2])]
hands = [mjrules.Hand.from_record({**record, "ruleset": "", "options": {}}) for record in records]
told = [{**score.to_record(), **score.explanation.to_record()} for score in map(ruleset.score, hands)]
print(ruleset.hash, hashlib.sha256(json.dumps(told, default=str).encode()).hexdigest())
"""


@pytest.mark.slow
def test_every_process_says_the_same() -> None:
    """Neither scores nor hashes depend on the order of sets, which differs from process to process."""
    found = set()
    for seed in ("0", "1", "2"):
        command = [sys.executable, "-c", DIGEST, str(CASES_FILE), "3"]
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        found.add(subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout)
    assert len(found) == 1


@pytest.fixture
def restless_threads() -> Iterator[None]:
    """Lets threads take turns as often as can be, so that what they disturb shows."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.slow
@pytest.mark.usefixtures("restless_threads")
@pytest.mark.parametrize("time", range(8))
def test_threads_that_share_a_fresh_ruleset_get_the_same(time: int) -> None:
    ruleset, start = mjrules.load("chinese-official"), Barrier(8)
    cases = list(zip(CASES, scores(), strict=True))[time::8]
    wanted = [[told(score) for _, score in cases[place::80]] for place in range(8)]

    def work(place: int) -> list[dict[str, Any]]:
        start.wait()
        return [told(ruleset.score(hand_of(case))) for case, _ in cases[place::80]]

    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(work, range(8))) == wanted
    again = [[told(ruleset.score(hand_of(case))) for case, _ in cases[place::80]] for place in range(8)]
    assert again == wanted, "what threads left behind is wrong"


def test_what_is_kept_between_hands_does_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mjrules.scoring.question_groups._KEEP", 1)
    monkeypatch.setattr("mjrules.scoring.select._KEEP", 1)
    monkeypatch.setattr("mjrules.scoring.select._KNOWN", 1)
    monkeypatch.setattr("mjrules.scoring.question_groups._TOLD", 1)
    monkeypatch.setattr("mjrules.scoring.compiled_rules._COMBINING", 1)
    monkeypatch.setattr("mjrules.scoring.select._WHOLE", 1)
    monkeypatch.setattr("mjrules.scoring.values._KEEP", 1)
    monkeypatch.setattr("mjrules.scoring.verify._KEPT", 1)
    monkeypatch.setattr("mjrules.conditions.told_fields._KEPT", 1)
    monkeypatch.setattr("mjrules.scoring.scorer._KEPT_CHOICES", 1)
    monkeypatch.setattr("mjrules.scoring.chosen_apart._KEPT", 1)
    monkeypatch.setattr("mjrules.scoring.item._KEPT", 1)
    ruleset = mjrules.load("chinese-official")
    for case, score in list(zip(CASES, scores(), strict=True))[::10]:
        assert told(ruleset.score(hand_of(case))) == told(score), case["id"]


# Sums.


def test_payments_sum_to_zero() -> None:
    settled = 0
    for case, score in zip(CASES, scores(), strict=True):
        if score.payments is None:
            assert not score.minimum_met or not (case["self_drawn"] or case.get("from")), case["id"]
            continue
        settled += 1
        assert sum(score.payments.values()) == 0, case["id"]
        assert set(score.payments) == set("ESWN")
        assert all((amount > 0) is (seat == case["seat"]) for seat, amount in score.payments.items()), case["id"]
        assert sum(transfer.amount for transfer in score.transfers or ()) == score.payments[case["seat"]]
    assert settled > len(CASES) // 3


def test_the_total_is_the_sum_of_the_items() -> None:
    for case, score in zip(CASES, scores(), strict=True):
        assert score.explanation.total == score.total, case["id"]
        assert sum(item.value for item in score.items) == score.total, case["id"]
        assert sum(item.value for item in score.explanation.items) == score.total, case["id"]
        assert all(item.value == item.count * item.each and item.count > 0 for item in score.items), case["id"]
        assert len({item.id for item in score.items}) == len(score.items), case["id"]


def test_what_counts_towards_the_minimum_leaves_out_what_is_set_aside() -> None:
    rules = official().definition.rules
    for case, score in zip(CASES, scores(), strict=True):
        counted = sum(item.value for item in score.items if not rules[item.id].aside)
        assert score.counted == counted, case["id"]
        assert score.minimum_met is (counted >= 8), case["id"]


def test_no_other_reading_is_worth_more() -> None:
    for case, score in zip(CASES, scores(), strict=True):
        assert all(other.total <= score.total for other in score.explanation.other_readings), case["id"]


# The order in which a file says things.


def in_another_order(mapping: Mapping[str, Any], rng: random.Random) -> dict[str, Any]:
    keys = list(mapping)
    return {key: mapping[key] for key in rng.sample(keys, len(keys))}


def shuffled_condition(when: Any, rng: random.Random) -> Any:
    """A condition with its keys and the conditions of any_of, all_of and none_of in another order."""
    if not isinstance(when, dict):
        return when
    found = in_another_order(when, rng)
    for word in ("any_of", "all_of", "none_of"):
        if isinstance(found.get(word), list):
            items = [shuffled_condition(item, rng) for item in found[word]]
            found[word] = rng.sample(items, len(items))
    if isinstance(found.get("sets"), list):
        found["sets"] = rng.sample(found["sets"], len(found["sets"]))
    return found


def shuffled_rule(rule: Mapping[str, Any], rng: random.Random) -> dict[str, Any]:
    found = in_another_order(rule, rng)
    for key in ("excludes", "excluded_by"):
        if key in found:
            found[key] = rng.sample(found[key], len(found[key]))
    if "when" in found:
        found["when"] = shuffled_condition(found["when"], rng)
    return found


def shuffled_data(data: Mapping[str, Any], rng: random.Random) -> dict[str, Any]:
    """A resolved ruleset with its rules, exclusions, conditions, shapes, parts and sections in another order."""
    found = in_another_order(copy.deepcopy(dict(data)), rng)
    for section in ("shapes", "tile_classes", "terms", "tiles"):
        found[section] = in_another_order(found[section], rng)
    for shape in found["shapes"].values():
        shape["parts"] = rng.sample(shape["parts"], len(shape["parts"]))
    found["plugins"] = rng.sample(found["plugins"], len(found["plugins"]))
    found["terms"] = {name: shuffled_condition(term, rng) for name, term in found["terms"].items()}
    found["scoring"] = in_another_order(found["scoring"], rng)
    found["rules"] = {id: shuffled_rule(rule, rng) for id, rule in in_another_order(found["rules"], rng).items()}
    return found


CHOSEN = ("extends", "set", "options", "presets", "examples", "sources_of")
"""What a ruleset does not need whose options are applied and whose defaults are left out."""


def resolved(ruleset: Ruleset) -> dict[str, Any]:
    """A ruleset as plain data, its options applied."""
    data = plain(ruleset.definition)
    return {key: value for key, value in data.items() if key not in CHOSEN}


def written(folder: Path, data: Mapping[str, Any], name: str = "copy.yaml") -> Path:
    path = folder / name
    path.write_text(yaml.safe_dump(dict(data), sort_keys=False, allow_unicode=True), encoding="utf-8")
    return path


@pytest.mark.slow
@with_options
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_order_of_a_file_does_not_matter(tmp_path: Path, options: dict[str, Any], seed: int) -> None:
    ruleset = mjrules.load("chinese-official", options)
    other = mjrules.load(str(written(tmp_path, shuffled_data(resolved(ruleset), random.Random(seed)))))
    assert list(other.book.rules) != list(ruleset.book.rules)
    for case in CASES if not options and seed == 1 else SAMPLE:
        score, again = ruleset.score(hand_of(case)), other.score(hand_of(case))
        assert again.to_record() == score.to_record(), case["id"]
        assert again.counted == score.counted


@pytest.mark.slow
@with_options
def test_a_resolved_ruleset_written_out_is_the_same_ruleset(tmp_path: Path, options: dict[str, Any]) -> None:
    ruleset = mjrules.load("chinese-official", options)
    copied = mjrules.load(str(written(tmp_path, resolved(ruleset))))
    assert copied.hash == ruleset.hash
    for case in SAMPLE:
        assert told(copied.score(hand_of(case))) == told(ruleset.score(hand_of(case))), case["id"]


def test_the_order_of_rules_and_sections_does_not_change_the_hash(tmp_path: Path) -> None:
    data, rng = resolved(official()), random.Random(1)
    scoring, rules = (in_another_order(data[section], rng) for section in ("scoring", "rules"))
    other = in_another_order({**data, "scoring": scoring, "rules": rules}, rng)
    assert mjrules.load(str(written(tmp_path, other))).hash == official().hash


@pytest.mark.parametrize("plugins", thinned([*permutations(["base_payment", "combinations", "sum"])], 5), ids="-".join)
def test_the_order_of_plugins_does_not_matter(tmp_path: Path, plugins: tuple[str, ...]) -> None:
    ruleset = mjrules.load(str(written(tmp_path, {**resolved(official()), "plugins": list(plugins)})))
    assert ruleset.hash == official().hash
    for case, score in list(zip(CASES, scores(), strict=True))[::10]:
        assert told(ruleset.score(hand_of(case))) == told(score), case["id"]


def test_the_order_in_which_plugins_are_installed_does_not_matter() -> None:
    from mjrules.hooks.manager import available_plugins
    from mjrules.ruleset.load import load

    backwards: dict[str, Callable[[], object]] = dict(reversed(available_plugins().items()))
    ruleset = load("chinese-official", available=backwards)
    for case, score in list(zip(CASES, scores(), strict=True))[::10]:
        assert told(ruleset.score(hand_of(case))) == told(score), case["id"]

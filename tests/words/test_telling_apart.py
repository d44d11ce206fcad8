"""Conditions that say the same are the same: where two hold for different hands, their sentences differ too."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

import mjrules
from mjrules import Hand, MjrulesError, Ruleset
from mjrules.teller import teller_of
from tests.kit.profile import amount

ADJECTIVES = ("", "claimed", "declared", "open", "concealed", "taken", "untaken", "completed", "winning")
SIDE_BY_SIDE = (
    ["chow a n", "chow b n"],
    ["chow a n", "chow a n"],
    ["chow n", "chow n"],
    ["chow a n", "chow n"],
    ["chow a n", "chow a n", "chow b n"],
    ["2 x chow x"],
    ["2 x chow x", "2 x chow y"],
    ["chow a n", "chow a n+1"],
    ["chow a n", "chow b n+1"],
    ["chow n", "chow n+1"],
    ["pung a n", "pung b n"],
    ["pung n", "pung n"],
    ["pung a n", "pung a n+1"],
    ["pung a n", "pung b n+1"],
    ["pung n", "pung n+1"],
    ["pung a n", "pair b n"],
    ["pung n", "pair n"],
    ["pung a", "pung b"],
    ["pung a", "pung a"],
    ["pung a n", "chow a n"],
    ["pung a n", "chow b n"],
    ["111a", "999a"],
    ["111a", "999b"],
    ["123a", "789a"],
    ["123a", "789b"],
)


def conditions() -> Iterator[dict[str, Any]]:
    """Conditions of every form: all are so, these are found, so many are so."""
    for adjective in ADJECTIVES:
        for kind in ("chow", "pung", "kong", "set", "pair", "pung wind", "pair dragon"):
            yield from of_sets(f"{adjective} {kind}".strip())
        for kind in ("chow a", "pung a"):
            yield {"sets": f"{adjective} {kind}".strip()}
    for patterns in SIDE_BY_SIDE:
        yield {"sets": patterns}
    for tiles in ("honors", "terminals", "5z", "simples"):
        yield from ({"tiles": {tiles: wanted}} for wanted in (0, 1, 2, 3, "1+", "3+", "0..2"))
    for bonus in ("any", "flower", "own flower", "own tile", "f12", "4 flower", "all own tile"):
        yield {"bonus": [bonus]}
        yield from ({"bonus": {bonus: wanted}} for wanted in (0, 1, 2, "1+", "0..1"))


def of_sets(pattern: str) -> Iterator[dict[str, Any]]:
    """All conditions about one pattern of a set."""
    if "pair" not in pattern:
        yield {"sets": pattern}
    yield {"sets": [pattern]}
    yield {"sets": [f"2 x {pattern}"]}
    yield from ({"sets": {pattern: wanted}} for wanted in (0, 1, 2, "1+", "2+", "0..1", "1..2"))


CONDITIONS = list(conditions())


@pytest.fixture(scope="module")
def ruleset(tmp_path_factory: pytest.TempPathFactory) -> Ruleset:
    """A ruleset with a rule for each of the conditions."""
    rules = {f"r{number}": {"points": 1, "when": when} for number, when in enumerate(CONDITIONS)}
    written = {
        "id": "every-condition",
        "extends": "root",
        "plugins": ["base_payment", "combinations", "sum"],
        "scoring": {"method": "sum"},
        "rules": rules,
        "settlement": {"method": "base_payment", "base": 1},
    }
    path: Path = tmp_path_factory.mktemp("telling") / "every-condition.yaml"
    path.write_text(yaml.safe_dump(written, sort_keys=False), encoding="utf-8")
    return mjrules.load(str(path))


@pytest.fixture(scope="module")
def found(ruleset: Ruleset) -> dict[str, set[int]]:
    """Of each rule the hands, by their number, that have it."""
    rng, scored = random.Random(20), defaultdict[str, set[int]](set)
    number = 0
    while number < amount(300, 1500, 6000):
        try:
            score = ruleset.score(Hand.parse(random_hand(rng)))
        except MjrulesError:  # five of a tile, or such
            continue
        number += 1
        for item in score.items:
            scored[item.id].add(number)
    return scored


def random_hand(rng: random.Random) -> str:
    """Four sets and a pair, some of the sets on the table, with few kinds of tiles, so that much is alike."""
    suits, declared, concealed = rng.sample("mps", rng.choice((1, 2, 3))), [], []
    for _ in range(4):
        if rng.random() < 0.5:
            suit, lowest = rng.choice(suits), rng.choice((1, 2, 4, 7))
            tiles = [f"{lowest + step}{suit}" for step in range(3)]
        else:
            tiles = [_any_tile(rng, suits)] * rng.choice((3, 3, 3, 4))
        text = "".join(tile[0] for tile in tiles) + tiles[0][1]
        if len(tiles) == 4:
            declared.append(rng.choice(("({})", "[{}]")).format(text))
        elif rng.random() < 0.4:
            declared.append(f"({text})")
        else:
            concealed += tiles
    concealed += [_any_tile(rng, suits)] * 2
    last = concealed.pop(rng.randrange(len(concealed)))
    bonus = "".join(sorted(rng.sample(["f1", "f2", "f3", "f4", "s1", "s2", "s3", "s4"], rng.choice((0, 1, 2, 5)))))
    words = f"seat={rng.choice('ESWN')}" + (f" flowers={bonus}" if bonus else "")
    return f"{' '.join(declared)} {''.join(concealed)} {rng.choice('+!')}{last} {words}"


def _any_tile(rng: random.Random, suits: list[str]) -> str:
    return f"{rng.randint(1, 7)}z" if rng.random() < 0.4 else f"{rng.choice((1, 2, 5, 9))}{rng.choice(suits)}"


@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_says_the_same_is_the_same(language: str, ruleset: Ruleset, found: dict[str, set[int]]) -> None:
    tell, said = teller_of(ruleset, language), defaultdict[str, list[int]](list)
    for number, when in enumerate(CONDITIONS):
        said[tell(tell.speaker.condition(when))].append(number)
    differ = {
        text: [CONDITIONS[number] for number in numbers]
        for text, numbers in said.items()
        if len({frozenset(found[f"r{number}"]) for number in numbers}) > 1
    }
    assert differ == {}


def test_the_hands_tell_conditions_apart(found: dict[str, set[int]]) -> None:
    """Most conditions hold for some hands and not for others."""
    held = Counter(bool(hands) for hands in (found[f"r{number}"] for number in range(len(CONDITIONS))))
    assert held[True] > 0.75 * len(CONDITIONS)

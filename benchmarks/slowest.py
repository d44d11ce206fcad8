"""Looks for the slowest questions: hands that take the most steps and the most time, under each ruleset.

python -m benchmarks.slowest [--seconds 60] [--jokers 4] [--rulesets 200] [ID ...]

Under each ruleset that scores (all bundled ones, if none is named) a hand is changed by chance again and again, and the
change is kept where the hand takes more steps (`mjrules.budget`), or as many and more time: its score, its explanation
with the hands that it nearly makes, and what it waits for. Then rulesets are made by chance out of the language, and a
few hands are scored under each. The worst of each are printed, steps first, then processor time; rulesets made by
chance are kept in `build/slowest`.
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import mjrules
from mjrules import Hand, MjrulesError, Ruleset
from mjrules.budget import budget
from mjrules.ruleset.files.find import bundled_ids
from mjrules.sample_hands.random_hands import random_hands
from mjrules.tiles.tile import JOKER, KINDS, Tile
from tests.kit.questions import QUESTIONS, Cost, cost

KEPT = Path(__file__).parents[1] / "build" / "slowest"
HANDS = (
    "123m456p789s111z2z +2z",
    "1122334455667m +7m",
    "19m19p19s123456z7z +7z",
    "2233445566m77p88p +8p",
    "123m456p789s1z23m7p",
)
"""What is scored under rulesets made by chance; the last did not win."""


def climb(ruleset: Ruleset, question: str, seconds: float, jokers: int, chance: random.Random) -> Cost:
    """The worst hand that is found for a question within so much time."""
    ask, until = QUESTIONS[question], time.monotonic() + seconds
    worst, best = Cost(0, 0.0, ""), Cost(0, 0.0, "")
    hand = beginning(ruleset, chance)
    tries = 0
    while time.monotonic() < until:
        other = changed(ruleset, hand, jokers, chance) if tries else hand
        found = cost(other.to_text(), partial(ask, ruleset, other))
        tries += 1
        if found.beats(best):
            hand, best, tries = other, found, 1
        if found.beats(worst):
            worst = found
        if tries > 200:  # from here no change leads up: begin elsewhere
            hand, best, tries = beginning(ruleset, chance), Cost(0, 0.0, ""), 0
    return worst


def beginning(ruleset: Ruleset, chance: random.Random) -> Hand:
    """A complete hand with as few declared sets as can be had."""
    return max(random_hands(ruleset, 20, chance.randrange(10**9)), key=lambda hand: len(hand.concealed))


def changed(ruleset: Ruleset, hand: Hand, jokers: int, chance: random.Random) -> Hand:
    """A hand of which some concealed tiles are others."""
    tiles = list(hand.concealed)
    copies = ruleset.book.tiles.copies
    kinds: list[Tile] = [tile for tile in (*range(KINDS), JOKER) if copies[tile]]
    for _ in range(chance.choice((1, 1, 2, 3))):
        place = chance.randrange(len(tiles))
        tiles[place] = JOKER if copies[JOKER] and chance.random() < 0.4 else chance.choice(kinds)
    win = chance.choice(kinds) if chance.random() < 0.2 else hand.win
    if (*tiles, win).count(JOKER) > jokers:
        return hand
    return replace(hand, concealed=tuple(sorted(tiles)), win=win)


# Rulesets made by chance.

SELECTORS = ("any", "123456789m", "winds", "dragons", "simples", "terminals", "2468s", "any a", "any b", "honors")
POLICIES = ("free", "use_twice", "account_once")


def made(chance: random.Random) -> dict[str, Any]:
    """A ruleset out of the words of the language, which may be refused."""
    terms = {f"t{number}": _condition(chance, 1, number) for number in range(chance.randrange(6))}
    rules = {f"r{number}": _rule(chance, number, len(terms)) for number in range(chance.randrange(1, 30))}
    rules["r0"]["points"] = 2
    return {
        "id": "made",
        "extends": "root",
        "plugins": ["base_payment", "combinations", "sum", "wild"],
        **({"tiles": {"J": chance.randrange(1, 5)}} if chance.random() < 0.3 else {}),
        "scoring": {"method": "sum", "combination": chance.choice(POLICIES)},
        "shapes": {f"s{number}": _shape(chance) for number in range(chance.randrange(1, 4))},
        "terms": terms,
        "rules": rules,
        "options": {"worth": {"of": "rules.r0.points", "values": list(range(2, 9)), "text": "what it is worth"}},
    }


def _shape(chance: random.Random) -> dict[str, Any]:
    kind = chance.randrange(5)
    if kind == 0:
        parts = [f"{number} of {chance.choice(('any', 'any', 'simples', 'terminals'))}" for number in _sum(chance, 14)]
    elif kind == 1:
        parts = [f"{number} x (an bn)" for number in (7,)]
    elif kind == 2:
        parts = [chance.choice(("set", "pung", "chow", "chow n", "pung a n")) for _ in range(4)] + ["pair"]
    elif kind == 3:
        parts = [f"pair {chance.choice(('', 'any', 'simples', 'honors'))}".strip() for _ in range(7)]
    else:
        parts = ["147a", "258b", "369c", "set", "pair"]
    return {"parts": parts, **({"distinct": True} if chance.random() < 0.2 else {})}


def _sum(chance: random.Random, total: int) -> Iterator[int]:
    while total > 0:
        number = min(total, chance.choice((1, 1, 2, 3, 7)))
        total -= number
        yield number


def _rule(chance: random.Random, number: int, terms: int) -> dict[str, Any]:
    refused = [f"r{chance.randrange(number)}" for _ in range(chance.randrange(3)) if number]
    return {
        "points": chance.randrange(1, 9),
        "when": _condition(chance, 2, terms),
        **({"excludes": sorted(set(refused))} if refused else {}),
    }


def _condition(chance: random.Random, depth: int, terms: int) -> Any:
    kind = chance.randrange(8 if depth else 4)
    if kind < 3:
        words = ("set", "chow", "pung", "pair", "chow a n", "pung n", "chow a n+3", "set simples", "triplet any b")
        return {"sets": [chance.choice(words) for _ in range(chance.randrange(1, 6))]}
    if kind == 3:
        return chance.choice(({"suits": 1}, {"wait": ["edge", "closed"]}, {"waits": 1}, {"tiles": "simples"}))
    if kind == 4 and terms:
        return {"is": f"t{chance.randrange(terms)}"}
    word = chance.choice(("any_of", "all_of", "none_of"))
    return {word: [_condition(chance, depth - 1, terms) for _ in range(chance.randrange(1, 5))]}


def worst_made(number: int, steps: int, chance: random.Random) -> tuple[int, dict[str, tuple[Cost, str]]]:
    """Of so many rulesets made by chance how many load, and the worst questions, each with its ruleset."""
    sound, worst = 0, dict.fromkeys(("load", *QUESTIONS), (Cost(0, 0.0, ""), ""))
    with tempfile.TemporaryDirectory() as folder, budget(steps):
        path = Path(folder, "made.yaml")
        for _ in range(number):
            text = json.dumps(made(chance))
            path.write_text(text, encoding="utf-8")
            start = time.process_time()
            ruleset = None
            with suppress(MjrulesError):
                ruleset = mjrules.load(str(path))
                _ = ruleset.scorer
            _keep(worst, "load", Cost(0, time.process_time() - start, ""), text)
            if ruleset is None:
                continue
            sound += 1
            for hand in HANDS:
                own = ruleset.parse(hand)
                for name, ask in QUESTIONS.items():
                    _keep(worst, name, cost(hand, partial(ask, ruleset, own)), text)
    return sound, worst


def _keep(worst: dict[str, tuple[Cost, str]], name: str, found: Cost, text: str) -> None:
    """Keep what took longer; here time counts, for the budget bounds the steps."""
    if found.seconds > worst[name][0].seconds:
        worst[name] = found, text


def main() -> None:
    """Print the worst questions."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("id", nargs="*")
    parser.add_argument("--seconds", type=float, default=60, help="for each ruleset")
    parser.add_argument("--jokers", type=int, default=4, help="at most, in a hand")
    parser.add_argument("--rulesets", type=int, default=200, help="how many are made by chance")
    parser.add_argument("--budget", type=int, default=100_000, help="of a question under these")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    for id in args.id or bundled_ids():
        ruleset = mjrules.load(id)
        if ruleset.definition.scoring is None:
            continue
        for question in QUESTIONS:
            chance = random.Random(f"{args.seed} {id} {question}")
            found = climb(ruleset, question, args.seconds / len(QUESTIONS), args.jokers, chance)
            print(f"{id:28} {question:8} {found.steps:9,} steps {found.seconds:8.3f} s  {found.what}", flush=True)
    sound, worst = worst_made(args.rulesets, args.budget, random.Random(args.seed))
    print(f"{args.rulesets} rulesets made by chance, of which {sound} load; at most {args.budget} steps:")
    for question, (found, text) in worst.items() if sound else ():
        KEPT.mkdir(parents=True, exist_ok=True)
        path = KEPT / f"{question}.yaml"
        path.write_text(text, encoding="utf-8")
        print(f"{question:8} {found.steps:9,} steps {found.seconds:8.3f} s  {found.what}  {path}", flush=True)


if __name__ == "__main__":
    main()

"""Hostile requests, made by chance and by design: to the interface, and as files that are dropped on the page."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, NamedTuple

from tests.fuzz.changes import Change, change_bytes, change_json, change_lines, change_words
from tests.fuzz.targets import (
    hand_words,
    record_seeds,
    ruleset_seeds,
    ruleset_words,
    settlement_seeds,
    settlement_words,
)

CHANGES: Final[Sequence[Change]] = (change_bytes, change_words, change_lines, change_json)
MADE_BY_HAND: Final = Path(__file__).parents[1] / "errors" / "hostile"
JOKERS: Final = (
    "JJJJ JJJJ 123m 45p !J",
    "JJJJ JJJJ JJJJ J !J",
    "JJJJ JJJJ 11z 222z +J",
    "(JJJ) (JJJ) [JJJJ] JJJ 1m +1m",
)
"""Hands of eight jokers and more."""


class HostileInput(NamedTuple):
    """What is sent: `drop`, a file onto the page; or the name of a question of the interface, and its record."""

    to: str
    data: bytes

    @property
    def body(self) -> bytes:
        """The body of a request to the interface."""
        return json.dumps(_record(self.to, self.data)).encode()


def _record(to: str, data: bytes) -> dict[str, Any]:
    text = data.decode("utf-8", "replace")
    if to == "check":
        return {"yaml": text}
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return {"ruleset": "western/us", "text": text}
    return {"ruleset": "western/us", **value} if isinstance(value, dict) else {"hand": value}


@cache
def _kinds() -> dict[str, tuple[list[bytes], list[str]]]:
    """What is changed, and the words that are put into it, by where it is sent."""
    files, hands = ruleset_seeds() + designed_files(), record_seeds() + designed_hands()
    return {
        "drop": (files, [*ruleset_words()]),
        "check": (files, [*ruleset_words()]),
        "score": (hands, [*hand_words()]),
        "explain": (hands, [*hand_words()]),
        "waits": (hands, [*hand_words()]),
        "settle": (settlement_seeds(), [*settlement_words()]),
    }


HOSTILE_KINDS: Final = ("drop", "check", "score", "explain", "waits", "settle")


def hostile_inputs(kind: str, count: int) -> Iterator[HostileInput]:
    """So many requests of a kind: every one that is made by design if there is room, and others changed by chance."""
    seeds, words = _kinds()[kind]
    designed = designed_files() if kind in ("drop", "check") else designed_hands() if kind != "settle" else []
    chance = random.Random(f"hostile {kind}")
    chance.shuffle(designed)
    for data in designed[:count]:
        yield HostileInput(kind, data)
    for _ in range(max(count - len(designed), 0)):
        data = chance.choice(seeds)
        for _ in range(chance.choice((1, 2, 5))):
            data = chance.choice(CHANGES)(data, words, chance)
        yield HostileInput(kind, data)


def designed_hands() -> list[bytes]:
    """Texts of hands that are long, deep, or have many readings."""
    long = ["1m" * 999, "(" * 1_999, "[1111z]" * 280, "f1 " * 660, "a" * 1_990 + "!", "J" * 1_999, "+" * 1_999]
    deep = [json.dumps({"text": "1m", "x": _nested(900)}), "[" * 5_000, '{"a":' * 5_000]
    many = [json.dumps({"hand": "1m", "flags": ["x" * 30] * 4_000}), json.dumps({"melds": [{}] * 4_000})]
    options = [json.dumps({"text": "1m", "options": {f"o{n}": n for n in range(2_000)}})]
    numbers = [json.dumps({"text": JOKERS[0], "dice": 10**40}), '{"text": "1m", "x": 1e999}', f'{{"x": {"9" * 5_000}}}']
    plain = ["1112345678999m 11z", "111222333444m5z +5z", "22334455667788p", "147m258p369s1234567z"]
    return [text.encode() for text in (*JOKERS, *long, *deep, *many, *options, *numbers, *plain)]


def _nested(depth: int) -> Any:
    found: Any = 1
    for _ in range(depth):
        found = [found]
    return found


def designed_files() -> list[bytes]:
    """Ruleset files that are huge, deep, or that ask for patterns which may be laid in very many ways."""
    head = "id: x\nextends: western/us\n"
    letters = "abcdefghijklmnopqrstuvw"
    bomb = "base: &a [x, x]\n" + "".join(f"k{n}: &{b} [*{a}, *{a}]\n" for n, (a, b) in enumerate(pairwise(letters)))
    rules = "rules:\n" + "".join(f"  r{n}: {{points: 1, when: {{suits: 3}}}}\n" for n in range(2_300))
    made = [
        head + bomb,
        head + rules,
        head + "title: " + "x" * 99_900,
        head + "x" * 100_000,
        head + "".join(f"k{n}: 1\n" for n in range(11_000)),
        head + "? " * 40_000,
        "[" * 99_999,
        "{" * 99_999,
        "a: " * 33_000,
        "- " * 49_000,
        "&a " * 30_000,
        "!!python/object/apply:os.system ['true']\n",
        "--- \n" * 19_000,
        "'" + "\\" * 99_000,
        "x: |\n" + " \n" * 49_000,
        "id: " + "\N{COMBINING ACUTE ACCENT}" * 40_000,
    ]
    for section in ("set", "options", "terms", "flags", "shapes", "penalties", "house_rules", "tiles", "sources"):
        made.append(f"{head}{section}:\n" + "".join(f"  k{n}: 1\n" for n in range(8_000)))
        made.append(f"{head}{section}:\n" + "".join(f"  k{n}: {{x: y}}\n" for n in range(5_000)))
        made.append(f"{head}{section}:\n" + "".join(f"- k{n}\n" for n in range(8_000)))
    made.append(f"{head}options:\n" + "".join(f"  k{n}: {{of: k{n}, values: [1, 2]}}\n" for n in range(2_500)))
    made.append(f"{head}terms:\n" + "".join(f"  k{n}: {{suits: 3}}\n" for n in range(4_000)))
    made.append(f"{head}flags:\n" + "".join(f"  k{n}: said\n" for n in range(6_000)))
    return [text.encode() for text in (*made, *_patterns(head))] + [
        path.read_bytes() for path in sorted(MADE_BY_HAND.glob("*.yaml"))
    ]


def _patterns(head: str) -> Iterator[str]:
    """Files whose patterns are as those expressions that take for ever in other programs, such as `(a+)+$`."""
    for text in ("(a+)+$", "(.*)*b", "(an bn cn)+ (an bn cn)+", "a" * 190, "n..n+9 " * 25, "(" * 90 + ")" * 90):
        yield head + f"rules: {{r: {{points: 1, when: {{tiles: '{text}'}}}}}}\n"
        yield head + f"rules: {{r: {{points: 1, when: {{sets: ['{text}']}}}}}}\n"
        yield head + f"shapes: {{big: {{parts: ['{text}']}}}}\n"
    for part in ("1 of any", "pair", "set", "2 of any"):
        yield head + f"shapes: {{big: {{parts: [{', '.join([part] * 14)}]}}}}\n"
        yield head + f"shapes: {{big: {{parts: [{', '.join([part] * 7)}]}}}}\n"
    for of in ("set", "pung", "chow", "any set"):
        own = "".join(f"  r{n}: {{points: {n + 1}, when: {{sets: [{', '.join([of] * 4)}]}}}}\n" for n in range(300))
        yield head + "scoring: {combination: use_twice}\nrules:\n" + own
    jokers = "examples:\n" + "".join("- {hand: JJJJJJJJJJJJJ +J, total: 1}\n" for _ in range(900))
    yield head + "tiles: {J: 14}\n" + jokers
    yield head + "tiles: {J: 14}\n"

"""Coverage-guided fuzzing: `python -m tests.laws.fuzz ruleset|text|record SECONDS`, with the extra `fuzz`.

What must hold is what `test_fuzz.py` says. Inputs that found something new are kept in `build/fuzz`, so that the next
run begins where the last one stopped; an input that makes anything crash or hang is written there too, and shown.
"""

from __future__ import annotations

import json
import os
import random
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import atheris

os.environ["MJRULES_CACHE"] = "off"
with atheris.instrument_imports(include=["mjrules"]):
    from mjrules import Hand, MjrulesError, load
    from mjrules.ruleset.files import SourceFile
    from mjrules.ruleset.resolve import load_nodes
    from mjrules.ruleset.source import read_source
    from tests.kit.cases import TESTS
    from tests.kit.error_cases import error_cases
    from tests.laws.test_fuzz import (
        CHILD,
        FIELDS,
        PARENT,
        PLUGINS,
        RECORDS,
        SCALARS,
        TEXT_TOKENS,
        TOKEN,
        WORDS,
        checked,
        loaded,
        score_or_refuse,
        tried,
    )

    loaded(CHILD.encode())
    BASE = SourceFile(PARENT).node
    RULESETS = (
        load("chinese-official"),
        load_nodes([BASE, read_source(CHILD.encode(), "club.yaml")], available=PLUGINS),
    )

FOLDER = TESTS.parent / "build" / "fuzz"
LONGEST = 6_000
LONGEST_SECONDS = 10
"""What takes longer is a hang."""


def ruleset(data: bytes) -> None:
    """A ruleset file: by itself, and as a child of the small game."""
    node = tried(lambda: read_source(data, "club.yaml"))
    if not isinstance(node, MjrulesError):
        checked([BASE, node])
        checked([node])


def text(data: bytes) -> None:
    """Hand text."""
    written = data.decode("utf-8", "surrogateescape")
    for rules in RULESETS:
        score_or_refuse(rules, lambda rules=rules: rules.parse(written))  # type: ignore[misc]


def record(data: bytes) -> None:
    """A hand record, as JSON."""
    with suppress(ValueError, RecursionError):
        found = json.loads(data)
        for rules in RULESETS:
            score_or_refuse(rules, lambda: Hand.from_record(found))


TARGETS: Mapping[str, Callable[[bytes], None]] = {"ruleset": ruleset, "text": text, "record": record}
HANDS = [Hand.from_record(one) for one in RECORDS]
SEEDS: Mapping[str, list[bytes]] = {
    "ruleset": [CHILD.encode(), *(case.data for case in error_cases())],
    "text": [hand.to_text().encode() for hand in HANDS],
    "record": [json.dumps(one).encode() for one in RECORDS],
}
TOKENS: Mapping[str, list[str]] = {
    "ruleset": [*WORDS, *SCALARS],
    "text": TEXT_TOKENS,
    "record": [*TEXT_TOKENS, *(json.dumps(word) for word in WORDS), "null", "true", "[]", "{}", "1e400", "NaN"],
}


def changed_tokens(text: str, words: list[str], chance: random.Random) -> str:
    """A text with some tokens replaced, taken away, doubled or put elsewhere."""
    tokens = TOKEN.findall(text) or [""]
    for _ in range(chance.randint(1, 4)):
        at, other = sorted((chance.randrange(len(tokens)), chance.randrange(len(tokens))))
        kind = chance.choice(["word", "word", "delete", "copy", "swap"])
        if kind == "word":
            tokens[at] = chance.choice(words)
        elif kind == "delete":
            del tokens[at : at + chance.randint(1, 3)]
        elif kind == "copy":
            tokens[other:other] = tokens[at : at + chance.randint(1, 12)]
        else:
            tokens[at], tokens[other] = tokens[other], tokens[at]
        tokens = tokens or [""]
    return "".join(tokens)


def changed_record(found: dict[str, Any], words: list[str], chance: random.Random) -> dict[str, Any]:
    """A record with a field taken away, set to something else, or changed inside."""
    field = chance.choice([*found, *FIELDS])
    value = found.get(field)
    kind = chance.choice(["drop", "set", "inside", "inside"])
    if kind == "drop":
        return {key: value for key, value in found.items() if key != field}
    if kind == "set":
        value = chance.choice([chance.choice(words), chance.randint(-3, 15), True, False, None, [], {}, [value]])
    elif isinstance(value, dict):
        value = changed_record(value, words, chance)
    elif isinstance(value, list):
        value = [*value, *value, chance.choice(words)][: chance.randint(0, 5)]
    else:
        value = changed_tokens(str(value), words, chance)
    return {**found, field: value}


def changer(words: list[str]) -> Callable[[bytes, int, int], bytes]:
    """Changes an input: a record's fields, or its tokens, so that most of it stays readable, and at times its bytes."""

    def change(data: bytes, most: int, seed: int) -> bytes:
        chance = random.Random(seed)
        how = chance.random()
        if how < 0.3:
            return bytes(atheris.Mutate(data, most))
        with suppress(ValueError, RecursionError):
            found = json.loads(data)
            if how < 0.9 and isinstance(found, dict):
                return json.dumps(changed_record(found, words, chance)).encode()[:most]
        return changed_tokens(data.decode("utf-8", "replace"), words, chance).encode("utf-8", "replace")[:most]

    return change


def main(kind: str, seconds: str) -> None:
    """Fuzz one target for so long."""
    seeds, kept = FOLDER / f"{kind}-seeds", FOLDER / kind
    for folder in (seeds, kept):
        folder.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(SEEDS[kind]):
        Path(seeds, str(number)).write_bytes(seed)
    settings = {
        "max_total_time": int(seconds),
        "timeout": LONGEST_SECONDS,
        "max_len": LONGEST,
        "artifact_prefix": f"{FOLDER}/{kind}-",
        "print_final_stats": 1,
    }
    flags = [f"-{name}={value}" for name, value in settings.items()]
    atheris.Setup([sys.argv[0], *flags, str(kept), str(seeds)], TARGETS[kind], custom_mutator=changer(TOKENS[kind]))
    atheris.Fuzz()


if __name__ == "__main__":
    if len(sys.argv) != 3 or sys.argv[1] not in TARGETS:
        sys.exit(__doc__)
    main(*sys.argv[1:])

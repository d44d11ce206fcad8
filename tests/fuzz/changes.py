"""How an input becomes another: its bytes, its words, its lines, and the values of its JSON are changed by chance."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

TOKEN = re.compile(r"\s+|\w+|[^\w\s]")
LONGEST = 20_000
"""How many bytes an input has at most."""
ODD_VALUES: Sequence[Any] = (
    *(None, True, False, -1, 0, 1, 2, 10**30, -(10**99), 1.5, -0.0, 1e300),
    *("", " ", "\u0000", "\u202e", "\ud800", "9" * 50, "~", "../x.yaml", "🀀", "1m", "E", "\u0661"),
    *([], {}, [[]], [{}], {"": None}, ["E", "E"]),
)
ODD_BYTES: Sequence[bytes] = (b"\0", b"\xff", b"\xef\xbb\xbf", b"\n", b"\r", b"\x1b[2J", b"{", b"[", b'"', b"9" * 20)

Chance = random.Random
Change = Callable[[bytes, Sequence[str], Chance], bytes]


def change_bytes(data: bytes, words: Sequence[str], chance: Chance) -> bytes:
    """Bytes are changed, taken out, doubled, or put in."""
    at = chance.randrange(len(data) + 1)
    to = min(len(data), at + chance.choice((0, 1, 1, 2, 8, 64)))
    put = chance.choice((b"", bytes([chance.randrange(256)]), chance.choice(ODD_BYTES), data[at:to] * 2))
    return data[:at] + put + data[to:]


def change_words(data: bytes, words: Sequence[str], chance: Chance) -> bytes:
    """Words are replaced, taken away, doubled or exchanged."""
    tokens = TOKEN.findall(data.decode("utf-8", "replace")) or [""]
    for _ in range(chance.choice((1, 1, 2, 4))):
        at, other = sorted((chance.randrange(len(tokens)), chance.randrange(len(tokens))))
        kind = chance.choice(("word", "word", "own word", "delete", "copy", "swap"))
        if kind == "word":
            tokens[at] = chance.choice(words)
        elif kind == "own word":
            tokens[at] = tokens[other]
        elif kind == "delete":
            del tokens[at : at + chance.randint(1, 3)]
        elif kind == "copy":
            tokens[other:other] = tokens[at : at + chance.randint(1, 12)]
        else:
            tokens[at], tokens[other] = tokens[other], tokens[at]
        tokens = tokens or [""]
    return "".join(tokens).encode("utf-8", "replace")


def change_lines(data: bytes, words: Sequence[str], chance: Chance) -> bytes:
    """Lines are taken away, doubled, exchanged, cut short, or indented otherwise."""
    lines = data.split(b"\n")
    at, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    kind = chance.choice(("delete", "copy", "swap", "cut", "indent"))
    if kind == "delete":
        del lines[at : at + chance.choice((1, 1, 5))]
    elif kind == "copy":
        lines.insert(other, lines[at])
    elif kind == "swap":
        lines[at], lines[other] = lines[other], lines[at]
    elif kind == "cut":
        lines[at] = lines[at][: chance.randrange(len(lines[at]) + 1)]
    else:
        lines[at] = b"  " + lines[at] if chance.random() < 0.5 else lines[at].removeprefix(b"  ")
    return b"\n".join(lines)


def change_json(data: bytes, words: Sequence[str], chance: Chance) -> bytes:
    """A value of one of the lines is changed, where it is JSON."""
    lines = data.split(b"\n")
    at = chance.randrange(len(lines))
    with suppress(ValueError, RecursionError):
        changed = change_value(json.loads(lines[at]), words, chance)
        lines[at] = json.dumps(changed).encode()
        return b"\n".join(lines)
    return change_words(data, words, chance)


def change_value(value: Any, words: Sequence[str], chance: Chance) -> Any:
    """A value in which something is something else."""
    if chance.random() < 0.2 or not isinstance(value, (dict, list, str, int)):
        return odd_value(words, chance)
    if isinstance(value, dict):
        return _change_object(value, words, chance)
    if isinstance(value, list):
        at = chance.randrange(len(value) + 1)
        kind = chance.choice(("inside", "inside", "inside", "delete", "copy"))
        if kind == "inside" and at < len(value):
            return [*value[:at], change_value(value[at], words, chance), *value[at + 1 :]]
        return [*value[:at], *value[at + 1 :]] if kind == "delete" else [*value[:at], *value[max(0, at - 1) :]]
    if isinstance(value, str):
        return change_words(value.encode("utf-8", "replace"), words, chance).decode("utf-8", "replace")
    return chance.choice((value + 1, value - 1, -value, value * 10, str(value)))


def _change_object(value: dict[str, Any], words: Sequence[str], chance: Chance) -> dict[str, Any]:
    key = chance.choice([*value, chance.choice(words)])
    kind = chance.choice(("inside", "inside", "inside", "drop", "rename"))
    if kind == "inside":
        return {**value, key: change_value(value.get(key), words, chance)}
    rest = {name: found for name, found in value.items() if name != key}
    return rest if kind == "drop" else {**rest, chance.choice(words): value.get(key)}


def odd_value(words: Sequence[str], chance: Chance) -> Any:
    """A value that may be wrong wherever it stands."""
    return chance.choice(words) if chance.random() < 0.5 else chance.choice(ODD_VALUES)


def changed(data: bytes, other: bytes, words: Sequence[str], changes: Sequence[Change], chance: Chance) -> bytes:
    """An input made of one, at times joined with another."""
    if chance.random() < 0.05:
        data = data[: chance.randrange(len(data) + 1)] + other[chance.randrange(len(other) + 1) :]
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        data = chance.choice(changes)(data, words, chance)
    return data[:LONGEST]

"""The condition word `lucky_tile`: suit tiles whose number is in the hand record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mjrules.hooks import Atom, ConditionReader, Formula, Path, Word, hookimpl

MJRULES = ">=0.1,<0.2"
FACETS = ("counts", "numbers")
"""What the word looks at: how many tiles there are of each kind, and the numbers of the record."""


def read_lucky_tile(reader: ConditionReader, value: Any, path: Path) -> Formula:
    """`lucky_tile: dice` finds every suit tile whose number is the number `dice` of the record."""
    number = reader.one_of(value, reader.numbers, "declared number", path) or ""

    def find(counts: tuple[int, ...], numbers: tuple[tuple[str, int], ...]) -> tuple[int, ...]:
        rank = dict(numbers).get(number, 0)
        held = sum(counts[start + rank - 1] for start in (0, 9, 18)) if 1 <= rank <= 9 else 0
        return (0,) * held

    return Atom(f"lucky_tile {number}", FACETS, find, finds=True, word="lucky_tile")


@hookimpl
def mj_condition_words() -> Sequence[Word]:
    """The word `lucky_tile`."""
    about = "suit tiles whose number is this number of the record; each such tile is a match"
    said = ("a suit tile with the number of the {value}", "一张点数与 {value} 相同的序数牌")
    return [Word("lucky_tile", "name of a number", about, FACETS, {"type": "string"}, read_lucky_tile, *said)]

"""Records of games of other programs, read strictly."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from mjrules import LogError
from mjrules.hooks import GameRecord, RecordStep

FIELDS = {"id": "the name", "dealer": "the seat of the dealer", "moves": "what happened"}
KINDS = {"draw": "seat, tile", "pass": "seat"}
WORDS = {"draw": (3, 4), "pass": (2,)}


def record(**changes: Any) -> GameRecord:
    return GameRecord((7, {"dealer": 1, "moves": [["draw", 0, "5m"], ["pass", 3]], **changes}), FIELDS)


def steps(*moves: object) -> list[RecordStep]:
    return list(record(moves=list(moves)).steps("moves", KINDS, WORDS, "move"))


def test_what_a_record_says_is_read() -> None:
    found = record()
    assert found.fields["dealer"] == 1
    assert found.whole("n", 5, 0, 5) == 5
    assert found.seat("dealer", 3) == 3
    assert found.tiles("hand", "12m") == (0, 1)
    assert found.tile("tile", "5m") == 4
    assert steps(["draw", 0, "5m"], ["pass", 3]) == [
        RecordStep(1, "move 1", "draw", 0, ("5m",)), RecordStep(2, "move 2", "pass", 3, ()),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("read", "said"),
    [
        (lambda: GameRecord((7, {"moves": []}), FIELDS), "dealer: missing from the record of a game"),
        (lambda: record(daeler=1), 'a game has no field "daeler" (did you mean "dealer"?)'),
        (lambda: record().whole("n", True), "n: expected a whole number, got true"),
        (lambda: record().whole("n", 5, 1, 4), "n: expected 1 to 4, got 5"),
        (lambda: record().whole("n", 0, 1), "n: expected 1 or more, got 0"),
        (lambda: record().whole("n", 9, most=8), "n: expected 8 or less, got 9"),
        (lambda: record().seat("dealer", 4), "dealer: expected a seat, 0 to 3, got 4"),
        (lambda: record().seat("dealer", "E"), 'dealer: expected a seat, 0 to 3, got "E"'),
        (lambda: record().tiles("hand", 5), "hand: expected tiles as text, got 5"),
        (lambda: record().tiles("hand", "5x"), 'hand: "5x" is not a tile'),
        (lambda: record().tiles("wall", "55m", 3), "wall: expected 3 tiles, got 2"),
        (lambda: record().tile("tile", "55m"), "tile: expected one tile, got 2"),
        (lambda: record(moves={}).listed("moves", "moves"), "moves: expected a list of moves"),
        (lambda: record().listed("moves", "moves", 4), "moves: expected a list of 4 moves"),
        (lambda: steps(["drow", 0, "5m"]), 'move 1: "drow" is not a move (did you mean "draw"?)'),
        (lambda: steps("draw"), 'move 1: "draw" is not a move'),
        (lambda: steps([["draw"]]), "move 1: a list is not a move"),
        (lambda: steps(["draw", 0]), "move 1: draw: expected seat, tile, got a list"),
        (lambda: steps(["draw", 4, "5m"]), "move 1: draw: expected a seat, 0 to 3, got 4"),
    ],
)
def test_what_is_not_so_is_told_with_its_place(read: Callable[[], object], said: str) -> None:
    with pytest.raises(LogError) as error:
        read()
    assert str(error.value).startswith(f"line 7: {said}")

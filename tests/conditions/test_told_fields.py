"""What the further fields of a hand say: kept by their values, and never those of another field."""

from __future__ import annotations

from typing import Any

import pytest

from mjrules import Hand
from mjrules.conditions.told_fields import ToldFields
from mjrules.hands.declared_fields import RecordField
from mjrules.tiles.tile import BY_TEXT, SUIT_KINDS

ONE, RED = BY_TEXT["1m"], BY_TEXT["0p"]
TOLD = ToldFields(
    ["sticks", "honba"],
    [RecordField("dora", "tiles", ""), RecordField("void", "suit", ""), RecordField("dealer", "seat", "")],
)


@pytest.mark.parametrize("again", [1, 2])
@pytest.mark.parametrize(
    ("fields", "numbers", "said", "classes"),
    [
        ({}, (0, 0), (), (0, 0)),
        ({"honba": 2}, (0, 2), (), (0, 0)),
        ({"dora": ("1m", "0p"), "sticks": 3}, (3, 0), (("dora", (ONE, RED)),), (1 << 0 | 1 << 13, 0)),
        ({"dora": ["1m"]}, (0, 0), (("dora", (ONE,)),), (1 << 0, 0)),
        ({"dora": ()}, (0, 0), (("dora", ()),), (0, 0)),
        ({"dealer": "S", "void": "s"}, (0, 0), (("void", "s"), ("dealer", "S")), (0, SUIT_KINDS[2])),
    ],
)
def test_what_fields_say(fields: dict[str, Any], numbers: Any, said: Any, classes: Any, again: int) -> None:
    hand = Hand(fields=fields, seat="W")
    for _ in range(again):
        assert TOLD.numbers(hand) == (("sticks", numbers[0]), ("honba", numbers[1]))
        assert TOLD.fields(hand) == said
        assert TOLD.classes(hand)[:2] == (("seat_wind", 1 << 29), ("round_wind", 1 << 27))
        assert TOLD.classes(hand)[2:] == (("dora", classes[0]), ("void", classes[1]))

"""Hands that are built by their parts are held to the rules of records."""

from dataclasses import replace
from typing import Any

import pytest

from mjrules.errors import HandError
from mjrules.hands.hand import Hand
from mjrules.hands.meld import Meld
from mjrules.tiles.tile import JOKER, STANDING
from tests.kit.rulesets import loaded

WHOLE = Hand.parse("(123m) 456p789s111z2z +2z")


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"source": "behind"}, "from"),
        ({"seat": "X"}, "seat"),
        ({"seat": ["E"]}, "seat"),
        ({"round": "Z"}, "round"),
        ({"concealed": (-1, *range(9))}, "concealed"),
        ({"concealed": (84, *range(9))}, "concealed"),
        ({"concealed": ("1m", *range(9))}, "concealed"),
        ({"concealed": (34, *range(9))}, "concealed"),
        ({"win": -1}, "win"),
        ({"win": 34}, "win"),
        ({"win": "1m"}, "win"),
        ({"winner": False}, "win"),
        ({"bonus": (0,)}, "flowers"),
        ({"bonus": ("f1",)}, "flowers"),
        ({"bonus": (34,), "bonus_count": 2}, "flowers"),
        ({"bonus": (), "bonus_count": 3}, "flowers"),
        ({"bonus": None, "bonus_count": -1}, "flowers"),
        ({"bonus": None, "bonus_count": 99}, "flowers"),
        ({"melds": (Meld("chow", (27, 28, 29)),)}, "melds[0].tiles"),
        ({"melds": (Meld("chow", (7, 8, 9)),)}, "melds[0].tiles"),
        ({"melds": (Meld("chow", (2, 1, 0)),)}, "melds[0].tiles"),
        ({"melds": (Meld("chow", (0, 1)),)}, "melds[0].tiles"),
        ({"melds": (Meld("pung", (0, 0, 1)),)}, "melds[0].tiles"),
        ({"melds": (Meld("pung", (0, 0, 0, 0)),)}, "melds[0].tiles"),
        ({"melds": (Meld("pung", (34, 34, 34)),)}, "melds[0].tiles"),
        ({"melds": (Meld("pung", (-1, -1, -1)),)}, "melds[0].tiles"),
        ({"melds": (Meld("pung", (0, 0, JOKER)),)}, "melds[0].tiles"),
        ({"melds": (Meld("pung", (STANDING,) * 3),)}, "melds[0].tiles"),
        ({"melds": (WHOLE.melds[0], Meld("kong", (0, 0, 0)))}, "melds[1].tiles"),
        ({"melds": (Meld("pung", [0, 0, 0]),)}, "melds[0]"),  # type: ignore[arg-type]
        ({"melds": (Meld("triplet", (0, 0, 0)),)}, "melds[0].type"),
        ({"melds": (Meld("pung", (0, 0, 0), concealed=True),)}, "melds[0].concealed"),
        ({"melds": (Meld("pung", (0, 0, 0), added=True),)}, "melds[0].added"),
        ({"melds": (Meld("kong", (0,) * 4, concealed=True, added=True),)}, "melds[0].added"),
        ({"melds": (Meld("kong", (0,) * 4, concealed=True, source="left"),)}, "melds[0].from"),
        ({"melds": (Meld("pung", (0, 0, 0), source="behind"),)}, "melds[0].from"),
        ({"melds": ("123m",)}, "melds[0]"),
    ],
)
def test_what_no_record_may_say_no_hand_is(change: dict[str, Any], field: str) -> None:
    with pytest.raises(HandError) as refused:
        replace(WHOLE, **change)
    assert (refused.value.code, refused.value.field) == ("bad_record", field)


def test_bonus_tiles_that_are_named_are_counted() -> None:
    assert Hand(bonus=(34, 38)) == Hand(bonus=(34, 38), bonus_count=2)
    assert Hand(bonus=(34, 38)).bonus_count == 2


def test_columns_of_a_loser_with_a_winning_tile_refuse_that_row_alone() -> None:
    ruleset = loaded("chinese-official")
    columns = ruleset.batch().columns([WHOLE, WHOLE])
    winner = columns.winner.copy()
    winner[1] = False
    scores = ruleset.batch().score(replace(columns, winner=winner))
    assert scores.valid.tolist() == [True, False]
    assert (scores.errors[1].code, scores.errors[1].field) == ("bad_record", "win")

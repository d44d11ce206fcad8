"""Columns of arrays that a program has, by their names."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mjrules import Hand
from mjrules.batch.batch import Batch
from mjrules.batch.columns import Columns
from mjrules.batch.named_columns import LISTS, NUMBERS, columns_of_arrays
from mjrules.sample_hands.random_hands import random_hands
from tests.kit.profile import amount
from tests.kit.rulesets import SCORING, loaded


def as_arrays(columns: Columns) -> dict[str, Any]:
    """The arrays of columns, with those of flags and fields under their names."""
    made = {name: getattr(columns, name) for name in (*LISTS, *NUMBERS)}
    for bit, name in enumerate(columns.flag_names):
        made[name] = columns.flags >> np.uint64(bit) & np.uint64(1)
    for place, name in enumerate(columns.field_names):
        numbers, values = columns.further[:, place], columns.values.get(name)
        made[name] = numbers if values is None else [values[number] for number in numbers]
    return made


@pytest.mark.parametrize("id", SCORING[:: amount(6, 2, 1)])
def test_arrays_score_as_the_columns_of_which_they_are(id: str) -> None:
    batch = loaded(id).batch()
    columns = batch.columns(hand for hand in random_hands(loaded(id), 30, 5) if not hand.jokers)
    one, other = batch.score(columns), batch.score(columns_of_arrays(as_arrays(columns), batch))
    assert (one.total == other.total).all()
    assert (one.rules == other.rules).all()
    assert [*map(str, one.errors.values())] == [*map(str, other.errors.values())]


def small(batch: Batch) -> dict[str, Any]:
    """Two hands, with nothing but what must be there."""
    texts = ("123m456p789s1112z +2z", "19m19p19s123456z7z +7z")
    columns = batch.columns(map(Hand.parse, texts))
    return {"tiles": columns.tiles[:, :34].astype(np.int64), "win": columns.win.tolist()}


def test_what_is_missing_says_nothing() -> None:
    """One number is that of all hands; numbers of any type will do, and the kinds alone."""
    batch = loaded("chinese-official").batch()
    columns = columns_of_arrays({**small(batch), "seat": 2, "self_drawn": [0, 1], "last_tile": np.True_}, batch)
    assert [str(columns.hand(row)) for row in (0, 1)] == [
        "<Hand 123m456p789s1112z +2z seat=W round=E last_tile>",
        "<Hand 19m19p19s1234567z !7z seat=W round=E last_tile>",
    ]
    assert columns_of_arrays({"tiles": np.zeros((0, 34), int), "win": np.zeros(0, int)}, batch).win.shape == (0,)


def test_fields_are_numbers_and_texts() -> None:
    batch = loaded("riichi").batch()
    hand = Hand.parse("345m456p678s23m55p +4m discards=9p3z honba=2")
    arrays = {"tiles": batch.columns([hand, hand]).tiles, "win": [hand.win] * 2}
    columns = columns_of_arrays({**arrays, "discards": ["9p3z", None], "honba": [2, 0]}, batch)
    assert [columns.hand(row).fields for row in (0, 1)] == [{"discards": "9p3z", "honba": 2}, {}]
    with pytest.raises(ValueError, match=r"^discards: row 1 has 5, expected a text or None$"):
        columns_of_arrays({**arrays, "discards": ["9p", 5]}, batch)
    with pytest.raises(ValueError, match=r"^discards: expected a text for each hand, got \(\)$"):
        columns_of_arrays({**arrays, "discards": "9p"}, batch)


def test_no_hands_are_columns_too() -> None:
    """Where a filter leaves nothing, a list of no numbers is of no type that says otherwise."""
    batch = loaded("riichi").batch()
    arrays = {"tiles": np.zeros((0, 34), int), "win": [], "last_tile": [], "honba": []}
    assert len(batch.score(columns_of_arrays(arrays, batch)).total) == 0


SEAT = r" \(0 E, 1 S, 2 W, 3 N\)"
WIN = r" \(0 for 1m, 9 1p, 18 1s, 27 to 33 1z to 7z, 255 for no tile\)"


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"win": 3}, r"win: expected a number for each hand, got int64 \(\)"),
        ({"win": [28, 300]}, "win: row 1 has 300, expected 0 to 255" + WIN),
        ({"win": [28, -1]}, "win: row 1 has -1, expected 0 to 255" + WIN),
        ({"win": [28.0, np.nan]}, rf"win: expected whole numbers \(2,\){WIN}, got float64 \(2,\)"),
        ({"seat": ["E", "S"]}, rf"seat: expected whole numbers \(2,\){SEAT}, got <U1 \(2,\)"),
        ({"seat": [0, 1, 2]}, r"seat: expected an array \(2,\), got \(3,\)"),
        (
            {"seat": np.ma.masked_array([0, 1], [False, True])},
            rf"seat: expected whole numbers \(2,\){SEAT}, got masked int64 \(2,\)",
        ),
        ({"seat": 4}, f"seat: row 0 has 4, expected at most 3{SEAT}"),
        ({"round": ["E", "E"]}, rf"round: expected whole numbers \(2,\){SEAT}, got <U1 \(2,\)"),
        (
            {"source": ["left", "left"]},
            r"source: expected whole numbers \(2,\) \(0 for not said, 1 left, 2 across, 3 right\), got <U4 \(2,\)",
        ),
        ({"tiles": [[1, 2], [3]]}, "tiles: expected rows that are equally long"),
        ({"win": [[1, 2], [3]]}, "win: expected rows that are equally long"),
        ({"self_drawn": [0, 2]}, "self_drawn: row 1 has 2, expected 0 to 1"),
        ({"self_drawn": [0.5, 1]}, r"self_drawn: expected truths \(2,\), got float64 \(2,\)"),
        ({"tiles": np.zeros((2, 33), int)}, r"tiles: expected an array \(2, 50\) or \(2, 34\), got \(2, 33\)"),
        ({"tiles": np.zeros((3, 34), int)}, r"tiles: expected an array \(2, 50\) or \(2, 34\), got \(3, 34\)"),
        ({"tiles": np.full((2, 34), np.nan)}, r"tiles: expected whole numbers .*, got float64 \(2, 34\)"),
        ({"seats": [0, 1]}, r'seats: no column of hands \(did you mean "seat"\?\)'),
    ],
)
def test_what_is_no_such_array_is_named(changed: dict[str, Any], said: str) -> None:
    batch = loaded("chinese-official").batch()
    with pytest.raises(ValueError, match=f"^{said}$"):
        columns_of_arrays({**small(batch), **changed}, batch)


def test_what_must_be_there_is_named() -> None:
    batch = loaded("chinese-official").batch()
    with pytest.raises(ValueError, match=r"^win: the column is missing$"):
        columns_of_arrays({"tiles": np.zeros((2, 34), int)}, batch)
    wrong: Any = [1]
    with pytest.raises(ValueError, match=r"^expected a mapping of arrays by their names, got a list$"):
        columns_of_arrays(wrong, batch)

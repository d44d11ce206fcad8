"""Hands in tables of Arrow and in Parquet files."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import mjrules
from mjrules import Hand
from mjrules.batch.arrow import columns_of, hands_table, read_parquet
from mjrules.batch.columns import meaning
from mjrules.sample_hands.random_hands import random_hands
from tests.kit.profile import amount
from tests.kit.rulesets import SCORING, loaded

pyarrow: Any = pytest.importorskip("pyarrow")


@pytest.mark.parametrize("id", SCORING[:: amount(6, 2, 1)])
def test_tables_of_hands_score_as_their_columns(id: str) -> None:
    batch = loaded(id).batch()
    columns = batch.columns(hand for hand in random_hands(loaded(id), 30, 5) if not hand.jokers)
    table = hands_table(columns)
    back = columns_of(pyarrow.concat_tables([table.slice(0, 11), table.slice(11)]), batch)
    one, other = batch.score(columns), batch.score(back)
    assert (one.total == other.total).all()
    assert (one.rules == other.rules).all()
    assert {row: str(error) for row, error in one.errors.items()} == {
        row: str(error) for row, error in other.errors.items()
    }


def some() -> Any:
    batch = loaded("riichi").batch()
    texts = ("345m456p678s23m55p !4m riichi dora=5p", "345m456p678s23m55p +4m discards=9p3z honba=2", "123m +5z")
    return batch, hands_table(batch.columns(Hand.parse(text) for text in texts))


def test_a_parquet_file_is_read(tmp_path: Path) -> None:
    batch, table = some()
    path = str(tmp_path / "hands.parquet")
    pytest.importorskip("pyarrow.parquet").write_table(table, path)
    columns = read_parquet(path, batch)
    assert [str(columns.hand(row)) for row in range(3)] == [str(columns_of(table, batch).hand(row)) for row in range(3)]
    assert columns.hand(1).fields == {"discards": "9p3z", "honba": 2}
    assert batch.score(columns).valid.tolist() == [True, True, False]


@pytest.mark.parametrize(
    ("more", "name"),
    [("fields: {source: which}", "source"), ("fields: {heaven: which}", "heaven"), ("flags: {tiles: some}", "tiles")],
)
def test_a_name_that_would_be_that_of_two_columns_is_refused(more: str, name: str, tmp_path: Path) -> None:
    """Who discarded the tile was read from a field of the ruleset of that name."""
    path = tmp_path / "club.yaml"
    path.write_text(f"id: club\nextends: hong-kong\n{more}\n", encoding="utf-8")
    batch = mjrules.load(str(path)).batch()
    said = f"^{name}: two columns would have this name: that of a flag or field of the ruleset must be another one$"
    with pytest.raises(ValueError, match=said):
        hands_table(batch.columns([Hand.parse("11122233344m55z +4m from=left")]))
    with pytest.raises(ValueError, match=said):
        columns_of(pyarrow.table({"tiles": [[0] * 50], "win": [3]}), batch)


def test_what_a_table_does_not_have_says_nothing() -> None:
    batch, table = some()
    columns = columns_of(table.select(["tiles", "win"]), batch)
    assert columns.hand(0) == Hand.parse("345m456p678s23m55p +4m")
    assert len(columns_of(table.slice(0, 0), batch)) == 0


def test_bonus_tiles_are_counted_where_a_table_does_not_say_how_many() -> None:
    batch = loaded("chinese-official").batch()
    hands = [Hand.parse(f"123m456p789s111z2z +2z {flowers}") for flowers in ("", "flowers=f1s2", "flowers=2")]
    table = hands_table(batch.columns(hands))
    named = columns_of(table.drop_columns(["bonus", "bonus_known"]), batch)
    assert [named.hand(row).bonus_count for row in range(3)] == [0, 2, 0]
    numbered = columns_of(table.drop_columns(["bonus_known"]), batch)
    assert [numbered.hand(row) for row in range(3)] == hands


def replaced(name: str, value: Any) -> Callable[[Any], Any]:
    """What puts another column in the place of one."""
    return lambda table: table.set_column(table.column_names.index(name), name, value)


WRONG: dict[str, Callable[[Any], Any]] = {
    "win: the column is missing": lambda table: table.drop_columns(["win"]),
    'windy: no column of hands (did you mean "win"?)': lambda table: table.append_column("windy", table.column("win")),
    "win: the column is there 2 times": lambda table: table.append_column("win", table.column("win")),
    "seat: row 1 is null": replaced("seat", pyarrow.array([0, None, 1], pyarrow.uint8())),
    "seat: expected a column of uint8 (0 E, 1 S, 2 W, 3 N), got string: row 1: ": replaced(
        "seat", pyarrow.array(["0", "S", "W"])
    ),
    "seat: expected a column of uint8 (0 E, 1 S, 2 W, 3 N), got date32[day]: Unsup": replaced(
        "seat", pyarrow.nulls(3, pyarrow.date32())
    ),
    f"win: expected a column of uint8{meaning('win')}, got int64: row 2: ": replaced("win", pyarrow.array([3, 4, 300])),
    "tiles: expected a column of fixed_size_list<item: uint8>[50], got list<item: int64>: row 0: ": replaced(
        "tiles", pyarrow.array([[1], [2], [3]])
    ),
    "melds: expected a column of fixed_size_list<item: uint16>[5], got list<item: int64>: row 1: ": replaced(
        "melds", pyarrow.array([[0] * 5, [0] * 4 + [-1], [0] * 4])
    ),
    "winner: row 2 has 2, expected at most 1": replaced("winner", pyarrow.array([1, 0, 2])),
    "riichi: expected a column of bool, got double: row 1: ": replaced("riichi", pyarrow.array([1, float("nan"), 0])),
    "melds: row 2 has a null": replaced("melds", pyarrow.array([[0] * 5, [0] * 5, [0] * 4 + [None]])),
    "seat: row 2 has 9": replaced("seat", pyarrow.array([0, 1, 9])),
    "further: honba: row 2 has -1, expected 0 to 2147483647": replaced("honba", pyarrow.array([0, None, -1])),
}


@pytest.mark.parametrize("message", WRONG)
def test_tables_that_are_no_hands_are_refused(message: str) -> None:
    batch, table = some()
    with pytest.raises(ValueError, match=f"^{re.escape(message)}"):
        columns_of(WRONG[message](table), batch)


def test_columns_of_other_types_are_read_where_each_row_can_be() -> None:
    batch, table = some()
    tiles = pyarrow.array(table.column("tiles").to_pylist(), pyarrow.large_list(pyarrow.int64()))
    told = {
        "tiles": tiles,
        "win": pyarrow.array(table.column("win").to_pylist(), pyarrow.float64()),
        "winner": pyarrow.array([1, 1, 1]),
        "riichi": pyarrow.array(["true", "false", "false"]).dictionary_encode(),
        "seat": pyarrow.DictionaryArray.from_arrays([1, 1, 1], ["E", "0"]),  # as where rows were left out
    }
    other = table
    for name, column in told.items():
        other = replaced(name, column)(other)
    other = pyarrow.concat_tables([other.slice(0, 1), other.slice(1)])
    one, again = columns_of(table, batch), columns_of(other, batch)
    assert [again.hand(row) for row in range(3)] == [one.hand(row) for row in range(3)]


@pytest.mark.parametrize("kind", [pyarrow.list_(pyarrow.int64()), pyarrow.list_(pyarrow.uint8(), 34)])
def test_tiles_of_the_34_kinds_will_do(kind: Any) -> None:
    batch, table = some()
    few = [row[:34] for row in table.column("tiles").to_pylist()]
    one, again = columns_of(table, batch), columns_of(replaced("tiles", pyarrow.array(few, kind))(table), batch)
    assert [again.hand(row) for row in range(3)] == [one.hand(row) for row in range(3)]
    uneven = pyarrow.array([few[0], few[1], few[2] + [0]], pyarrow.list_(pyarrow.int64()))
    with pytest.raises(ValueError, match=r"^tiles: expected a column of fixed_size_list<item: uint8>\[34\].* row 2: "):
        columns_of(replaced("tiles", uneven)(table), batch)
    assert len(columns_of(replaced("tiles", pyarrow.array(few, kind))(table).slice(0, 0), batch)) == 0


def test_what_a_slice_leaves_out_is_not_read() -> None:
    batch, table = some()
    tiles = pyarrow.array([*table.column("tiles").to_pylist()[:2], [300] * 50])
    assert len(columns_of(replaced("tiles", tiles)(table).slice(0, 2), batch)) == 2


def test_a_record_batch_is_read_as_a_table() -> None:
    batch, table = some()
    [lot] = table.to_batches()
    assert batch.score(columns_of(lot, batch)).total.tolist() == batch.score(columns_of(table, batch)).total.tolist()
    with pytest.raises(ValueError, match=r'expected a pyarrow\.Table, got "tiles"'):
        columns_of("tiles", batch)


def test_hands_that_columns_cannot_tell_are_not_written() -> None:
    batch = loaded("western/us").batch()
    with pytest.raises(ValueError, match="row 1: columns cannot tell this hand"):
        hands_table(batch.columns([Hand.parse("123m +4m"), Hand.parse("(11pJ) 123m +4m")]))


def test_the_extra_is_named_where_pyarrow_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    batch, table = some()
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ImportError, match=r"mjrules\[parquet\]"):
        columns_of(table, batch)

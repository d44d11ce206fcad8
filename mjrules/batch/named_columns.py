"""Columns by their names, as tables and programs have them: what is missing says nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from ..errors import described, did_you_mean
from ..tiles.tile import KINDS, STANDING
from .batch import Batch
from .columns import BONUS_TILES, MOST_MELDS, Columns, meaning

LISTS: Final = {"tiles": ("uint8", STANDING), "melds": ("uint16", MOST_MELDS)}
"""The columns of lists, with the types and how many numbers there are in each row."""
NUMBERS: Final = {
    "win": "uint8", "winner": "bool", "self_drawn": "bool", "declared": "bool", "source": "uint8", "seat": "uint8",
    "round": "uint8", "bonus": "uint8", "bonus_known": "bool",
}  # fmt: skip
"""The columns of numbers and truths, with their types."""
NEEDED: Final = ("tiles", "win")
FEWER: Final = {"tiles": KINDS}
"""How many numbers do in a row as well: the others are 0."""


class ColumnReader(Protocol):
    """Reads columns by their names as arrays of the types that `Columns` has. All raise ValueError."""

    @property
    def names(self) -> Sequence[str]:
        """The names of the columns that are there."""

    @property
    def rows(self) -> int:
        """How many hands there are."""

    def lists(self, name: str, kind: str, size: int) -> NDArray[Any]:
        """A column of lists of so many numbers, [hands, size]."""

    def numbers(self, name: str, kind: str, *, empty: bool = False) -> NDArray[Any]:
        """A column of numbers or truths; `empty`: what says nothing is 0."""

    def texts(self, name: str) -> tuple[NDArray[Any], tuple[Any, ...]]:
        """A column of texts as numbers from 1 on, 0 where there is none, and the texts by them."""


def check_apart(flags: Iterable[str], fields: Iterable[str]) -> None:
    """Raises ValueError where a flag or field has the name of another column."""
    names = Counter([*LISTS, *NUMBERS, *flags, *fields])
    name, number = names.most_common(1)[0]
    if number > 1:
        raise ValueError(
            f"{name}: two columns would have this name: that of a flag or field of the ruleset must be another one"
        )


def read_columns(reader: ColumnReader, batch: Batch) -> Columns:
    """The columns that a reader has under the ruleset of a batch. Raises ValueError for what is no column of hands."""
    book = batch.book
    flags, fields, numbers = tuple(book.flags), tuple(book.fields), book.numbers
    check_apart(flags, fields)
    _check_names(reader.names, [*LISTS, *NUMBERS, *flags, *fields])
    rows, there = reader.rows, frozenset(reader.names)
    made: dict[str, Any] = {
        name: reader.lists(name, kind, size) if name in there else np.zeros((rows, size), np.dtype(kind))
        for name, (kind, size) in LISTS.items()
    }
    for name, kind in NUMBERS.items():
        missing = np.full(rows, name == "winner", np.dtype(kind))
        made[name] = reader.numbers(name, kind) if name in there else missing
    known = made["tiles"][:, BONUS_TILES].sum(axis=1)
    if "bonus" not in there:
        made["bonus"] = known.astype(np.uint8)
    if "bonus_known" not in there:
        made["bonus_known"] = made["bonus"] == known
    bits = np.zeros(rows, np.uint64)
    for bit, name in enumerate(flags):
        if name in there:
            bits |= reader.numbers(name, "bool").astype(np.uint64) << np.uint64(bit)
    further, values = np.zeros((rows, len(fields)), np.int64), dict[str, tuple[Any, ...]]()
    for place, name in enumerate(fields):
        if name not in numbers:
            values[name] = (None,)
        if name in there and name in numbers:
            further[:, place] = reader.numbers(name, "int64", empty=True)
        elif name in there:
            further[:, place], values[name] = reader.texts(name)
    columns = Columns(
        **made, flags=bits, further=further, flag_names=flags, field_names=fields, values=values, apart={}
    )
    columns.check()
    return columns


def filled_up(found: NDArray[Any], size: int) -> NDArray[Any]:
    """Rows of so many numbers, those that are not there 0."""
    made = np.zeros((len(found), size), found.dtype)
    made[:, : found.shape[1]] = found
    return made


def _check_names(names: Sequence[str], known: Sequence[str]) -> None:
    """Raises ValueError where a column has a name that means nothing, stands twice, or is missing."""
    for name in names:
        if name not in known:
            raise ValueError(f"{name}: no column of hands{did_you_mean(name, known)}")
        if names.count(name) > 1:
            raise ValueError(f"{name}: the column is there {names.count(name)} times")
    for name in NEEDED:
        if name not in names:
            raise ValueError(f"{name}: the column is missing")


def columns_of_arrays(arrays: Mapping[str, Any], batch: Batch) -> Columns:
    """The columns of arrays by their names, under the ruleset of a batch.

    They are called as those of a table of Arrow: as the arrays of `Columns`, as a flag, or as a further field; only
    `tiles` and `win` must be there. `tiles` may have the 34 kinds alone. Whole numbers of any type will do, and one
    number for all hands. What is no such array is a ValueError that names it and the row.
    """
    if not isinstance(arrays, Mapping):
        raise ValueError(f"expected a mapping of arrays by their names, got {described(arrays)}")
    return read_columns(_Arrays(arrays), batch)


class _Arrays:
    """Reads arrays of a program."""

    def __init__(self, arrays: Mapping[str, Any]) -> None:
        self._arrays, self.names = arrays, tuple(arrays)

    @cached_property
    def rows(self) -> int:
        win = _even("win", self._arrays["win"])
        if win.ndim != 1:
            raise ValueError(f"win: expected a number for each hand, got {win.dtype} {win.shape}")
        return len(win)

    def _array(self, name: str, kind: str, shape: tuple[int, ...]) -> NDArray[Any]:
        """An array of a shape as another type, which must hold all its numbers."""
        found, expected = _even(name, self._arrays[name]), " or ".join(_shapes(name, shape))
        if isinstance(found, np.ma.MaskedArray) or found.dtype.kind not in "biu":
            what = "truths" if kind == "bool" else "whole numbers"
            kept = "masked " if isinstance(found, np.ma.MaskedArray) else ""
            raise ValueError(
                f"{name}: expected {what} {expected}{meaning(name)}, got {kept}{found.dtype} {found.shape}"
            )
        if not found.ndim:
            found = np.broadcast_to(found, shape[:1])
        if found.shape != shape and found.shape != (*shape[:1], FEWER.get(name)):
            raise ValueError(f"{name}: expected an array {expected}, got {found.shape}")
        most = 1 if kind == "bool" else np.iinfo(kind).max
        wrong = np.argwhere((found < 0) | (found > most))
        if len(wrong):
            raise ValueError(
                f"{name}: row {wrong[0][0]} has {found[tuple(wrong[0])]}, expected 0 to {most}{meaning(name)}"
            )
        found = np.ascontiguousarray(found, np.dtype(kind))
        return found if found.shape == shape else filled_up(found, shape[1])

    def lists(self, name: str, kind: str, size: int) -> NDArray[Any]:
        return self._array(name, kind, (self.rows, size))

    def numbers(self, name: str, kind: str, *, empty: bool = False) -> NDArray[Any]:
        return self._array(name, kind, (self.rows,))

    def texts(self, name: str) -> tuple[NDArray[Any], tuple[Any, ...]]:
        found = np.asanyarray(self._arrays[name], object)
        if found.shape != (self.rows,):
            raise ValueError(f"{name}: expected a text for each hand, got {found.shape}")
        known: dict[Any, int] = {None: 0}
        for row, value in enumerate(found):
            if value is not None and not isinstance(value, str):
                raise ValueError(f"{name}: row {row} has {described(value)}, expected a text or None")
        return np.array([known.setdefault(value, len(known)) for value in found], np.int64), tuple(known)


def _even(name: str, given: Any) -> NDArray[Any]:
    """What is given as an array. Raises ValueError, which names it, where its rows are not equally long."""
    try:
        found: NDArray[Any] = np.asanyarray(given)
    except ValueError:
        raise ValueError(f"{name}: expected rows that are equally long") from None
    nothing = isinstance(given, (list, tuple)) and not given
    return found.astype(np.uint8) if nothing else found  # of nothing numpy makes floats


def _shapes(name: str, shape: tuple[int, ...]) -> Iterable[str]:
    """The shapes that an array may have, as they are written."""
    yield str(shape)
    if name in FEWER:
        yield str((shape[0], FEWER[name]))

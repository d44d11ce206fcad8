"""Hands in tables of Arrow, and so in Parquet files: read into columns without an object for each, and written.

A table has a column for each array of `Columns`: `tiles` and `melds` as lists of a fixed size, `tiles` of the 34 kinds
alone where there is nothing else, the others of one number or truth for each hand. Every flag is a column of truths
with its name, every further field one of numbers or of texts, null where the record says nothing. What is missing says
nothing: only `tiles` and `win` must be there.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import described
from ..hands.declared_fields import field_text
from .batch import Batch
from .columns import Columns, meaning
from .named_columns import FEWER, LISTS, NUMBERS, check_apart, filled_up, read_columns


def _pyarrow() -> Any:
    """The package pyarrow. Raises ImportError, which names the extra, where it is missing."""
    try:
        return import_module("pyarrow")
    except ImportError as error:
        raise ImportError('tables of Arrow need pyarrow: pip install "mjrules[parquet]"') from error


def read_parquet(path: str, batch: Batch) -> Columns:
    """The columns of a Parquet file. Raises ValueError as `columns_of`, and OSError where it cannot be read."""
    _pyarrow()
    return columns_of(import_module("pyarrow.parquet").read_table(path), batch)


def columns_of(table: Any, batch: Batch) -> Columns:
    """The columns of a `pyarrow.Table` or `RecordBatch` under the ruleset of a batch.

    Raises ValueError for what is no column of hands, and ImportError where pyarrow is missing.
    """
    pyarrow = _pyarrow()
    if isinstance(table, pyarrow.RecordBatch):
        table = pyarrow.Table.from_batches([table])
    if not isinstance(table, pyarrow.Table):
        raise ValueError(f"expected a pyarrow.Table, got {described(table)}")
    return read_columns(_Reader(pyarrow, table), batch)


class _Reader:
    """Reads the columns of a table as arrays."""

    def __init__(self, pyarrow: Any, table: Any) -> None:
        self._pyarrow, self._table = pyarrow, table

    @property
    def names(self) -> Sequence[str]:
        """The names of the columns that are there."""
        names: Sequence[str] = self._table.column_names
        return names

    @property
    def rows(self) -> int:
        """How many hands there are."""
        return len(self._table)

    def _array(self, name: str, kind: Any) -> Any:
        """A column, all in one piece, as another type."""
        types, column = self._pyarrow.types, self._table.column(name)
        told = column.type
        if types.is_dictionary(told):  # it may hold values that no row has
            column = column.cast(told.value_type)
        number = types.is_integer(column.type) or types.is_floating(column.type)
        if types.is_boolean(kind) and number:  # else all but 0 would be true, nan too
            column = self._cast(name, column, "uint8", f"{kind}{meaning(name)}, got {told}")
            wrong = np.flatnonzero(column.fill_null(0).to_numpy() > 1)
            if len(wrong):
                raise ValueError(f"{name}: row {wrong[0]} has {column[wrong[0]]}, expected at most 1")
        column = self._cast(name, column, kind, f"{kind}{meaning(name)}, got {told}")
        return self._pyarrow.concat_arrays(column.chunks) if column.num_chunks else self._pyarrow.array([], kind)

    def _cast(self, name: str, column: Any, kind: Any, expected: str) -> Any:
        """A column as another type. Raises ValueError with what was expected and the first row that is not it."""
        rows = self._pyarrow.array(np.arange(len(column)))

        def cast(number: int) -> Any:
            """The first rows, or what is wrong with them. A slice would have the lists that it leaves out cast, too."""
            try:
                return column.take(rows.slice(0, number)).cast(kind)
            except self._pyarrow.ArrowException as error:
                return error

        try:
            return column.cast(kind)
        except self._pyarrow.ArrowException:
            found = cast(len(rows))
        if not isinstance(found, Exception):
            return found
        first = bisect_left(range(len(rows)), True, key=lambda row: isinstance(cast(row + 1), Exception))
        where = "" if isinstance(cast(0), Exception) else f"row {first}: "
        raise ValueError(f"{name}: expected a column of {expected}: {where}{found}")

    def _full(self, name: str, kind: Any) -> Any:
        array = self._array(name, kind)
        if array.null_count:
            raise ValueError(f"{name}: row {array.is_null().index(True).as_py()} is null")
        return array

    def lists(self, name: str, kind: str, size: int) -> NDArray[Any]:
        """A column of lists of so many numbers, [hands, size]; of fewer, where the first row has as many as do, too."""
        [first] = self._table.column(name).slice(0, 1).to_pylist() or [None]
        own = FEWER[name] if isinstance(first, list) and len(first) == FEWER.get(name) else size
        flat = self._full(name, self._pyarrow.list_(self._pyarrow.type_for_alias(kind), own)).flatten()
        if flat.null_count:
            raise ValueError(f"{name}: row {flat.is_null().index(True).as_py() // own} has a null")
        found = np.ascontiguousarray(flat.to_numpy(zero_copy_only=False)).reshape(len(self._table), own)
        return found if own == size else filled_up(found, size)

    def numbers(self, name: str, kind: str, *, empty: bool = False) -> NDArray[Any]:
        """A column of numbers or truths. `empty`: what is null is 0."""
        type_ = self._pyarrow.type_for_alias(kind)
        array = self._array(name, type_).fill_null(0) if empty else self._full(name, type_)
        return np.ascontiguousarray(array.to_numpy(zero_copy_only=False))

    def texts(self, name: str) -> tuple[NDArray[Any], tuple[Any, ...]]:
        """A column of texts as numbers from 1 on, 0 for null, and the texts by them."""
        coded = self._array(name, self._pyarrow.string()).dictionary_encode()
        numbers = coded.indices.cast("int64").fill_null(-1).to_numpy(zero_copy_only=False) + 1
        return numbers, (None, *coded.dictionary.to_pylist())


def hands_table(columns: Columns) -> Any:
    """Columns as a `pyarrow.Table`, which `columns_of` reads.

    Raises ValueError where a hand stands apart, or two columns would have the same name, and ImportError where pyarrow
    is missing.
    """
    pyarrow = _pyarrow()
    check_apart(columns.flag_names, columns.field_names)
    if columns.apart:
        raise ValueError(f"row {min(columns.apart)}: columns cannot tell this hand")
    made: dict[str, Any] = {}
    for name, (kind, size) in LISTS.items():
        flat = pyarrow.array(getattr(columns, name).ravel(), pyarrow.type_for_alias(kind))
        made[name] = pyarrow.FixedSizeListArray.from_arrays(flat, size)
    made |= {name: getattr(columns, name) for name in NUMBERS}
    for bit, name in enumerate(columns.flag_names):
        made[name] = columns.flags >> np.uint64(bit) & np.uint64(1) != 0
    for place, name in enumerate(columns.field_names):
        own = columns.further[:, place]
        if name in columns.values:
            texts = [None if value is None else field_text(value) for value in columns.values[name]]
            made[name] = pyarrow.array(texts, pyarrow.string()).take(pyarrow.array(own))
        else:
            made[name] = own
    return pyarrow.table(made)

"""A comparison as files: the differences as CSV and as Parquet, and its pictures."""

from __future__ import annotations

import csv
import json
from io import BytesIO
from os import PathLike
from pathlib import Path
from typing import Any, Final

from ..whole_files import written_whole
from .comparison import Comparison
from .comparison_charts import pictures
from .errors import CompareError

COLUMNS_OF_FILES: Final = (
    "kind", "id", "title", "unit", "a", "b", "difference", "low", "high", "verdict", "hands_needed",
)  # fmt: skip
"""The columns, those of a measure; empty where there is no number."""
METADATA: Final = "mjrules_comparison"
"""Under this name a Parquet file says what was compared."""


def write_csv(comparison: Comparison, path: str | PathLike[str]) -> None:
    """Write the differences as CSV, in UTF-8, whole or not at all. Raises OSError."""
    with written_whole(Path(path)) as at, at.open("w", encoding="utf-8", newline="") as file:
        rows = csv.DictWriter(file, COLUMNS_OF_FILES, lineterminator="\n")
        rows.writeheader()
        rows.writerows(own.to_record() for own in comparison.measured)


def write_parquet(comparison: Comparison, path: str | PathLike[str]) -> None:
    """Write the differences as Parquet, whole or not at all; its metadata has what was compared, as JSON.

    Raises OSError, and CompareError where pyarrow is not installed.
    """
    arrow, parquet = parquet_modules()
    kinds = dict.fromkeys(("kind", "id", "title", "unit", "verdict"), arrow.string()) | {"hands_needed": arrow.int64()}
    schema = arrow.schema([(name, kinds.get(name, arrow.float64())) for name in COLUMNS_OF_FILES])
    about = {name: value for name, value in comparison.to_record().items() if name != "measures"}
    table = arrow.Table.from_pylist([own.to_record() for own in comparison.measured], schema=schema)
    made = BytesIO()  # given a name, it would remove what it cannot write, be it a device
    parquet.write_table(table.replace_schema_metadata({METADATA: json.dumps(about)}), made, compression="zstd")
    with written_whole(Path(path)) as at:
        at.write_bytes(made.getbuffer())


def parquet_modules() -> tuple[Any, Any]:
    """What writes Parquet. Raises CompareError where pyarrow is not installed."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise CompareError("Parquet needs pyarrow: install it by pip install 'mjrules[parquet]'") from None
    return pyarrow, pyarrow.parquet


def write_pictures(comparison: Comparison, folder: str | PathLike[str]) -> None:
    """Write the pictures into a folder, which is made where it is not there. Raises OSError."""
    Path(folder).mkdir(parents=True, exist_ok=True)
    for name, picture in pictures(comparison).items():
        with written_whole(Path(folder, f"{name}.svg")) as at:
            at.write_text(picture, encoding="utf-8")

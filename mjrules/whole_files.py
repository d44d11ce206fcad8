"""Files that are written whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def written_whole(path: Path) -> Iterator[Path]:
    """The place where a file is written, which takes the place of what is at `path` when the block has ended.

    Until then, and after an error, what was there stays. Where a link leads is written, and the link stays; a pipe or
    a device is written as it is. Raises OSError, which names `path`.
    """
    real = Path(os.path.realpath(path))
    beside = real.with_name(f".new-{real.name}")
    try:
        if real.exists() and not real.is_file():
            yield path
        else:
            yield from _put_in_place(beside, real)
    except OSError as error:
        if error.filename in (None, str(beside), beside):  # a full disk is told of without a name
            error.filename = str(path)
            error.filename2 = None
        raise


def _put_in_place(beside: Path, real: Path) -> Iterator[Path]:
    try:
        beside.unlink(missing_ok=True)  # what a writer left that was broken off
        yield beside
        os.replace(beside, real)
    finally:
        beside.unlink(missing_ok=True)

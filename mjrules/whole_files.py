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
    if real.exists() and not real.is_file():
        yield path
        return
    beside = real.with_name(f".new-{real.name}")
    try:
        beside.unlink(missing_ok=True)  # what a writer left that was broken off
        yield beside
        os.replace(beside, real)
    except OSError as error:
        if error.filename in (str(beside), beside):
            error.filename = str(path)
            error.filename2 = None
        raise
    finally:
        beside.unlink(missing_ok=True)

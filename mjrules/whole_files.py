"""Files that are written whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock, RLock
from typing import Final
from weakref import WeakValueDictionary

_WRITTEN: Final[WeakValueDictionary[Path, RLock]] = WeakValueDictionary()
"""What the thread holds that writes a file now."""
_LOOKING_UP: Final = Lock()


@contextmanager
def written_whole(path: Path) -> Iterator[Path]:
    """The place where a file is written, which takes the place of what is at `path` when the block has ended.

    Until then, and after an error, what was there stays. Where a link leads is written, and the link stays; a pipe or
    a device is written as it is. Threads that write one file wait for each other. Raises OSError, which names `path`.
    """
    real = Path(os.path.realpath(path))
    beside = real.with_name(f".new-{real.name}")
    try:
        if real.exists() and not real.is_file():
            yield path
        else:
            with _LOOKING_UP:
                writing = _WRITTEN.setdefault(real, RLock())
            with writing:
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

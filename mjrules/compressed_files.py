"""Files that may be compressed (gzip), read as what is in them; only their first bytes say so, not their names."""

from __future__ import annotations

import gzip
import zlib
from io import BufferedReader
from typing import Any, BinaryIO, Final, cast

from .errors import MjrulesError

GZIP: Final = b"\x1f\x8b"
"""How a compressed file begins."""


class BrokenFileError(MjrulesError):
    """A compressed file that ends in the middle, or has other bytes than were written."""


class _Unpacked(gzip.GzipFile):
    """What is in a compressed file, which is closed with it. Raises BrokenFileError."""

    def __init__(self, file: BinaryIO) -> None:
        self._packed = file
        super().__init__(fileobj=file)

    def close(self) -> None:
        """Close the compressed file too."""
        super().close()
        self._packed.close()

    def read(self, size: int | None = -1) -> bytes:
        """So many bytes at most."""
        return self._read(super().read, size)

    def readline(self, size: int | None = -1) -> bytes:
        """The next line, or so many bytes of it."""
        return self._read(super().readline, size)

    @staticmethod
    def _read(own: Any, size: int | None) -> bytes:
        try:
            return cast(bytes, own(size))
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            what = "ends in the middle" if isinstance(error, EOFError) else "is broken"
            raise BrokenFileError(f"the compressed file {what}") from None


def unpacked(file: BufferedReader) -> BinaryIO:
    """A file at its beginning without its compression, if it has one."""
    return cast(BinaryIO, _Unpacked(file)) if file.peek(2)[:2] == GZIP else file

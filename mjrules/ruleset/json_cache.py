"""A cache of JSON values in the user's cache folder. It may be lost at any time.

What is in it is believed as the installed program is, so only what nobody but the user could write is read: plain
files of a bounded size that are the user's own, in a folder that is so too. All else is passed over, with a warning.
"""

from __future__ import annotations

import json
import os
import re
import stat
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Any

from .. import bounds

if TYPE_CHECKING:
    from hashlib import blake2b
else:
    try:  # hashlib loads OpenSSL, which takes longer than all that a start hashes
        from _blake2 import blake2b
    except ImportError:
        from hashlib import blake2b

SWITCH = "MJRULES_CACHE"
"""The variable of the environment that names another folder, or switches the cache `off`."""
_OURS = r"mjrules-[0-9a-f]{64}\.json|mjrules-[a-z0-9_]+\.tmp"
_PYTHON = (".py", ".pyd", ".so")
OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH


def cache_folder() -> str | None:
    """The folder of the entries; None where the cache is switched off, or the user has no folder."""
    chosen = os.environ.get(SWITCH, "").strip()
    if chosen:
        return None if chosen.lower() == "off" else os.path.abspath(os.path.expanduser(chosen))
    home = os.path.expanduser(os.path.join("~", "Library", "Caches") if sys.platform == "darwin" else "~/.cache")
    for base in (os.environ.get("XDG_CACHE_HOME"), os.environ.get("LOCALAPPDATA"), home):
        if base and os.path.isabs(base):
            return os.path.join(base, "mjrules")
    return None


def digest(data: bytes) -> str:
    """The BLAKE2b of data, as 64 hexadecimal digits; SHA-256 would take a start three times as long."""
    return blake2b(data, digest_size=32).hexdigest()


@cache
def stamp(path: str) -> str:
    """What changes with a Python file, or with those of a folder: names, sizes and times. Raises OSError.

    It is taken once in a process, for the process goes on with the modules that it has imported.
    """
    return digest("\n".join(sorted(_stamps(path))).encode("utf-8", "surrogateescape"))


@cache
def stamp_of_files(paths: tuple[str, ...]) -> str:
    """What changes with some files: their names, sizes and times; taken once in a process. Raises OSError."""
    return digest("\n".join([_stamp(path) for path in paths]).encode("utf-8", "surrogateescape"))


def _stamp(path: str) -> str:
    found = os.stat(path)
    return f"{path} {found.st_size} {found.st_mtime_ns}"


def _stamps(path: str) -> Iterator[str]:
    if not os.path.isdir(path):
        yield _stamp(path)
        return
    with os.scandir(path) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                yield from () if entry.name == "__pycache__" else _stamps(entry.path)
            elif entry.name.endswith(_PYTHON):
                found = entry.stat()
                yield f"{entry.path} {found.st_size} {found.st_mtime_ns}"


def _is_own(folder: str) -> bool:
    """Whether a folder is there, and only the user can write in it."""
    try:
        found = os.stat(folder)
    except FileNotFoundError:
        return False
    return stat.S_ISDIR(found.st_mode) and _nobody_else_writes(folder, found)


def _nobody_else_writes(path: str, found: os.stat_result) -> bool:
    """Whether something is the user's own and nobody else may write it; else that is said once."""
    if not hasattr(os, "geteuid") or (found.st_uid == os.geteuid() and not found.st_mode & OTHERS_WRITE):
        return True
    _warn(f"{path} is passed over: others may write it")
    return False


@cache
def _warn(message: str) -> None:
    from logging import getLogger

    getLogger("mjrules").warning(message)


def _bytes_of(path: str) -> bytes | None:
    """The bytes of an entry; None where there is none that could be the user's. To open a pipe could take for ever."""
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    except FileNotFoundError:
        return None
    except OSError as error:
        _warn(f"{path} is passed over: {error.strerror}")
        return None
    with open(handle, "rb") as file:
        found = os.fstat(handle)
        if not stat.S_ISREG(found.st_mode) or found.st_size > bounds.CACHE_BYTES:
            _warn(f"{path} is passed over: it is no entry of the cache")
            return None
        return file.read(bounds.CACHE_BYTES) if _nobody_else_writes(path, found) else None


def _path(folder: str, key: Any) -> str:
    return os.path.join(folder, f"mjrules-{digest(json.dumps(key).encode())}.json")


def read(key: Any) -> Any:
    """What is kept under a key of JSON; None where nothing is.

    Raises OSError, ValueError or LookupError for an entry that is not as it was written.
    """
    folder = cache_folder()
    if folder is None or not _is_own(folder):
        return None
    path = _path(folder, key)
    data = _bytes_of(path)
    if data is None:
        return None
    with suppress(OSError):  # the entry that was used the longest ago goes first
        os.utime(path)
    own, _, body = data.partition(b"\n")
    if own.decode("ascii") != digest(body):
        raise ValueError("an entry that is not as it was written")
    entry = json.loads(body)
    return entry["value"] if entry["key"] == key else None


def write(key: Any, value: Any) -> None:
    """Keep a value of JSON under a key, whole or not at all; one that JSON does not give back is not kept.

    Raises OSError where the folder cannot be written, and TypeError or ValueError for what is not JSON.
    """
    from tempfile import mkstemp

    folder = cache_folder()
    if folder is None:
        return
    entry = {"key": key, "value": value}
    body = json.dumps(entry, separators=(",", ":")).encode()
    if json.loads(body) != entry or len(body) > bounds.CACHE_BYTES // 2:
        return
    os.makedirs(folder, mode=0o700, exist_ok=True)
    if not _is_own(folder):
        return
    handle, temporary = mkstemp(".tmp", "mjrules-", folder)
    try:
        with open(handle, "wb") as file:
            file.write(digest(body).encode() + b"\n" + body)
        os.replace(temporary, _path(folder, key))
    except BaseException:
        with suppress(OSError):
            os.unlink(temporary)
        raise
    _bound(folder)


def _bound(folder: str) -> None:
    """Remove the entries not used for the longest, and what broken off writers left, above the number that is kept."""
    with os.scandir(folder) as entries:
        ours = [entry for entry in entries if re.fullmatch(_OURS, entry.name)]
    if len(ours) <= bounds.CACHE_ENTRIES:
        return
    for _, path in sorted((entry.stat().st_mtime_ns, entry.path) for entry in ours)[: -bounds.CACHE_ENTRIES]:
        with suppress(OSError):
            os.unlink(path)

"""A cache of JSON values in the user's cache folder. It may be lost at any time, and is never trusted unchecked."""

from __future__ import annotations

import hashlib
import json
import os
import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from typing import Any

SWITCH = "MJRULES_CACHE"
"""The variable of the environment that names another folder, or switches the cache `off`."""
MOST = 100
"""How many entries are kept."""
_OURS = re.compile(r"mjrules-[0-9a-f]{64}\.json|mjrules-[a-z0-9_]+\.tmp")
_PYTHON = (".py", ".pyd", ".so")


def cache_folder() -> str | None:
    """The folder of the entries; None where the cache is switched off, or the user has no folder."""
    chosen = os.environ.get(SWITCH)
    if chosen:
        return None if chosen.lower() == "off" else os.path.abspath(os.path.expanduser(chosen))
    home = os.path.expanduser(os.path.join("~", "Library", "Caches") if sys.platform == "darwin" else "~/.cache")
    for base in (os.environ.get("XDG_CACHE_HOME"), os.environ.get("LOCALAPPDATA"), home):
        if base and os.path.isabs(base):
            return os.path.join(base, "mjrules")
    return None


def digest(data: bytes) -> str:
    """The SHA-256 of data, as hexadecimal digits."""
    return hashlib.sha256(data).hexdigest()


@cache
def stamp(path: str) -> str:
    """What changes with a Python file, or with those of a folder: names, sizes and times. Raises OSError.

    It is taken once in a process, for the process goes on with the modules that it has imported.
    """
    return digest("\n".join(sorted(_stamps(path))).encode("utf-8", "surrogateescape"))


def _stamps(path: str) -> Iterator[str]:
    if not os.path.isdir(path):
        found = os.stat(path)
        yield f"{path} {found.st_size} {found.st_mtime_ns}"
        return
    with os.scandir(path) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                yield from () if entry.name == "__pycache__" else _stamps(entry.path)
            elif entry.name.endswith(_PYTHON):
                found = entry.stat()
                yield f"{entry.path} {found.st_size} {found.st_mtime_ns}"


def _path(folder: str, key: Any) -> str:
    return os.path.join(folder, f"mjrules-{digest(json.dumps(key).encode())}.json")


def read(key: Any) -> Any:
    """What is kept under a key of JSON; None where nothing is.

    Raises OSError, ValueError or LookupError for an entry that is not as it was written.
    """
    folder = cache_folder()
    if folder is None:
        return None
    try:
        with open(_path(folder, key), "rb") as file:
            own, _, body = file.read().partition(b"\n")
    except FileNotFoundError:
        return None
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
    if json.loads(body) != entry:
        return
    os.makedirs(folder, mode=0o700, exist_ok=True)
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
    """Remove the oldest entries, and what broken off writers left, above the number that is kept."""
    with os.scandir(folder) as entries:
        ours = [entry for entry in entries if _OURS.fullmatch(entry.name)]
    if len(ours) <= MOST:
        return
    for _, path in sorted((entry.stat().st_mtime_ns, entry.path) for entry in ours)[:-MOST]:
        with suppress(OSError):
            os.unlink(path)

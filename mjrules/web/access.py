"""Who may come in: the club's key, signed sessions, tokens of forms, and how often a visitor may ask."""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import secrets
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Final

from ..errors import MjrulesError, described_path

SESSION: Final = "mjrules"
"""The name of the cookie of a session."""
SESSION_SECONDS: Final = 30 * 24 * 3600
KEY_FILE, SECRET_FILE = "key.json", "secret"
FEWEST_CHARACTERS: Final = 8
"""How long the key of a club must be."""
_COST: Final = {"n": 2**14, "r": 8, "p": 1}
_VISITORS: Final = 10_000


class KeyFileError(MjrulesError):
    """The file with the key of a club cannot be used."""


def hash_key(key: str, salt: bytes) -> str:
    """The scrypt hash of a key, as hexadecimal digits."""
    return hashlib.scrypt(key.encode(), salt=salt, maxmem=64 * 1024 * 1024, dklen=32, **_COST).hex()


def write_private(path: Path, data: bytes) -> None:
    """Write a file that only its owner may read, whole or not at all. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with open(handle, "wb") as file:
        file.write(data)
    draft.replace(path)


def set_key(folder: Path, key: str) -> None:
    """Keep the hash of the club's key in the data folder. Raises ValueError for one that is too short, and OSError."""
    if len(key) < FEWEST_CHARACTERS:
        raise ValueError(f"the key has {len(key)} characters: expected {FEWEST_CHARACTERS} or more")
    salt = secrets.token_bytes(16)
    kept = {"scrypt": hash_key(key, salt), "salt": salt.hex()}
    write_private(folder / KEY_FILE, json.dumps(kept).encode())


def secret_of(folder: Path) -> bytes:
    """The secret with which sessions are signed; made when it is first asked for. Raises OSError."""
    path = folder / SECRET_FILE
    if not path.is_file():
        write_private(path, secrets.token_hex(32).encode())
    return path.read_bytes()


@dataclass(frozen=True)
class Session:
    """A visitor's session: its id, when it ends (seconds since 1970), and whether the visitor knew the key."""

    id: str
    ends: int
    inside: bool


def _kept_key(path: Path) -> Mapping[str, str]:
    """The hash of the key with its salt, as it is kept. Raises OSError, and KeyFileError where it is damaged."""
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
        found = {"scrypt": str(kept["scrypt"]), "salt": bytes.fromhex(kept["salt"]).hex()}
    except (ValueError, KeyError, TypeError, RecursionError):
        fault = "the key in it is damaged: set it again with mjrules serve --set-key"
        raise KeyFileError(f"{described_path(path)}: {fault}") from None
    return found


class Guard:
    """Signs sessions and forms, and knows whether a key is right.

    `kept` is the hash of the club's key with its salt, None where none is set; then `once` is a key for this run, or
    empty, and then nobody but this machine comes in.
    """

    def __init__(self, secret: bytes, kept: Mapping[str, str] | None = None, once: str = "") -> None:
        self._secret, self._kept, self._once = secret, kept, once
        self._right = b""
        """The digest of the key that was found right, so that scrypt is asked once."""

    @classmethod
    def of(cls, folder: Path, once: str = "") -> Guard:
        """The guard of a data folder. Raises OSError, and KeyFileError where the file of the key is damaged."""
        path = folder / KEY_FILE
        kept = _kept_key(path) if path.is_file() else None
        return cls(secret_of(folder), kept, once if kept is None else "")

    @property
    def key_is_set(self) -> bool:
        """Whether the club has set a key."""
        return self._kept is not None

    def is_key(self, key: str) -> bool:
        """Whether this is the key of the club, or of this run."""
        digest = hmac.digest(self._secret, key.encode(), "sha256")
        if self._right and hmac.compare_digest(digest, self._right):
            return True
        if self._kept is not None:
            right = hmac.compare_digest(hash_key(key, bytes.fromhex(self._kept["salt"])), self._kept["scrypt"])
        else:
            right = bool(self._once) and hmac.compare_digest(key.encode(), self._once.encode())
        if right:
            self._right = digest
        return right

    def _signature(self, text: str) -> str:
        return hmac.digest(self._secret, text.encode(), "sha256").hex()

    def new_session(self, at: float, *, inside: bool) -> Session:
        """A new session that begins now."""
        return Session(secrets.token_urlsafe(12), int(at) + SESSION_SECONDS, inside)

    def cookie(self, session: Session) -> str:
        """The value of the cookie of a session."""
        text = f"{session.id}.{session.ends}.{int(session.inside)}"
        return f"{text}.{self._signature(text)}"

    def session(self, cookie: str, at: float) -> Session | None:
        """The session of a cookie; None for one that was not signed here, or has ended."""
        text, _, signature = cookie[:300].rpartition(".")
        if not text or not hmac.compare_digest(signature.encode(), self._signature(text).encode()):
            return None
        id, ends, inside = text.split(".")
        return Session(id, int(ends), inside == "1") if int(ends) > at else None

    def token(self, session: Session) -> str:
        """What a form of a session carries, so that no other page can send it."""
        return self._signature(f"form {session.id}")[:32]

    def is_token(self, session: Session, token: str) -> bool:
        """Whether a form was made for a session."""
        return hmac.compare_digest(self.token(session).encode(), token.encode())


class Rate:
    """How often a visitor may ask: `burst` times at once, and again `per_second`. Remembers a bounded number."""

    def __init__(self, burst: float, per_second: float) -> None:
        self.burst, self.per_second = burst, per_second
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._lock = Lock()

    def allows(self, who: str, at: float) -> bool:
        """Whether this visitor may ask once more now."""
        with self._lock:
            left, before = self._left.pop(who, (self.burst, at))
            left = min(self.burst, left + max(0.0, at - before) * self.per_second)
            allowed = left >= 1
            self._left[who] = (left - 1 if allowed else left, at)
            if len(self._left) > _VISITORS:
                self._left.popitem(last=False)
            return allowed

    def forget(self, who: str) -> None:
        """Let a visitor begin anew."""
        with self._lock:
            self._left.pop(who, None)

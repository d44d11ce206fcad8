"""Requests and replies as plain values: pages are functions from one to the other, and need no server."""

from __future__ import annotations

import hashlib
import re
from base64 import b64encode
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import urlencode

HTML: Final = "text/html; charset=utf-8"
PAGE_POLICY: Final = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
"""What a page may load and send, and where: only what is the server's own, and nothing inline."""
OTHER_HEADERS: Final[Mapping[str, str]] = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
"""What every reply says to browsers beside the policy of its content."""

FormPairs = tuple[tuple[str, str], ...]
"""The fields of a form or of an address, in their order; a name may come several times."""


@dataclass(frozen=True)
class PageRequest:
    """A request: the path, the fields of its address and of its form, files by the names of their fields, cookies.

    `at` is the time in seconds since 1970, `base` the address of the server as its visitor knows it, `languages` what
    the browser prefers, `here` says that it comes from this machine, `who` is the address of who asks.
    """

    path: str
    method: str = "GET"
    query: FormPairs = ()
    form: FormPairs = ()
    files: Mapping[str, tuple[str, bytes]] = field(default_factory=dict)
    cookies: Mapping[str, str] = field(default_factory=dict)
    languages: str = ""
    base: str = ""
    at: float = 0.0
    here: bool = False
    who: str = ""

    @property
    def fields(self) -> FormFields:
        """What is asked: the fields of the form, or those of the address."""
        return FormFields(self.form if self.method == "POST" else self.query)


class FormFields:
    """The fields of a form or of an address."""

    def __init__(self, pairs: Iterable[tuple[str, str]]) -> None:
        self.pairs = tuple(pairs)

    def get(self, name: str, default: str = "") -> str:
        """The last value of a name, without spaces around it."""
        return next((value.strip() for key, value in reversed(self.pairs) if key == name), default)

    def all(self, name: str) -> tuple[str, ...]:
        """All values of a name that are not empty, each once."""
        return tuple(dict.fromkeys(value for key, value in self.pairs if key == name and value))


@dataclass(frozen=True)
class Reply:
    """What is answered: the body, its type, and cookies that are set; `kept` is for how many seconds it may be kept."""

    body: bytes | str
    status: int = 200
    kind: str = HTML
    headers: Mapping[str, str] = field(default_factory=dict)
    cookies: Mapping[str, str] = field(default_factory=dict)
    policy: str = PAGE_POLICY
    kept: int = 0

    @property
    def data(self) -> bytes:
        """The body as bytes."""
        return self.body.encode() if isinstance(self.body, str) else self.body

    @property
    def all_headers(self) -> dict[str, str]:
        """Every header but those that set cookies."""
        cache = f"public, max-age={self.kept}, immutable" if self.kept else "no-store"
        own = {"Content-Type": self.kind, "Cache-Control": cache, "Content-Security-Policy": self.policy}
        return {**OTHER_HEADERS, **own, **self.headers}


def printed_page(body: str, cookies: Mapping[str, str]) -> Reply:
    """A page that is to be printed, whose style is in it: that alone may be used beside the server's own."""
    style = re.search(r"<style>(.*?)</style>", body, re.DOTALL)
    digest = b64encode(hashlib.sha256((style[1] if style else "").encode()).digest()).decode()
    policy = PAGE_POLICY.replace("style-src 'self'", f"style-src 'sha256-{digest}'")
    return Reply(body, policy=policy, cookies=cookies)


def redirect(to: str, cookies: Mapping[str, str] | None = None) -> Reply:
    """Sends the visitor to another page of this server."""
    return Reply("", 303, headers={"Location": to}, cookies=cookies or {})


def address(path: str, pairs: Iterable[tuple[str, str]]) -> str:
    """The address of a page with fields, those that are empty left out."""
    said = urlencode([(name, value) for name, value in pairs if value])
    return f"{path}?{said}" if said else path

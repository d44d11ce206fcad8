"""Runs the application for a club: which address phones find it by, and the code that they read."""

from __future__ import annotations

import io
import secrets
import socket
from collections.abc import Callable
from pathlib import Path

from .extra import of_extra

with of_extra():
    import segno
    import uvicorn

from .access import KEY_FILE
from .app import make_app
from .prompt_headers import PromptHeaders
from .site import Site

_LOOPBACK = ("127.0.0.1", "localhost", "::1")
_EVERYWHERE = ("0.0.0.0", "::", "")

_KEY_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters and digits that nobody takes for others."""
_KEY_LENGTH = 12


def new_key() -> str:
    """A key for one run, which can be typed on a phone."""
    return "".join(secrets.choice(_KEY_LETTERS) for _ in range(_KEY_LENGTH))


def own_address() -> str:
    """The address of this machine in its network, empty where it is in none. Nothing is sent."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
    except OSError:
        return ""


def as_code(link: str) -> str:
    """A link as a code of characters, for the camera of a phone."""
    out = io.StringIO()
    segno.make(link, error="l").terminal(out=out, compact=True, border=2)
    return out.getvalue()


def links(host: str, port: int, key: str) -> tuple[str, str]:
    """The address on this machine, and the one for phones with the key of the run; empty where they cannot reach it."""
    if host in _LOOPBACK:
        return f"http://{host}:{port}/", ""
    outside = own_address() if host in _EVERYWHERE else host
    here = f"http://127.0.0.1:{port}/" if host in _EVERYWHERE else f"http://{host}:{port}/"
    phones = f"http://{outside}:{port}/" if outside else ""
    return here, f"{phones}enter?key={key}" if phones and key else phones


def serve(host: str, port: int, folder: Path, books: str | None, tell: Callable[[str], None]) -> None:
    """Serve the page until somebody stops it; `books` are elsewhere than in the folder, if anywhere.

    Raises OSError where the address or the folder cannot be used, and MjrulesError where the books cannot.
    """
    set_already = (folder / KEY_FILE).is_file()
    once = "" if set_already or host in _LOOPBACK else new_key()
    here, phones = links(host, port, once)
    with _listening(host, port) as listening:
        site = Site.of(folder, once, base=phones.partition("/enter")[0].rstrip("/"), books=books)
        _ = site.books.ledger
        site.shelf.listed()
        tell(f"The page is at {here}")
        if phones:
            tell(f"For phones in the same network: {phones}")
            tell(as_code(phones))
        tell("Stop it with Ctrl-C.")
        config = uvicorn.Config(
            make_app(site),
            http=PromptHeaders,
            log_level="warning",
            access_log=False,
            server_header=False,
            limit_concurrency=300,
            timeout_keep_alive=10,
            h11_max_incomplete_event_size=32_000,
            timeout_graceful_shutdown=3,
        )
        uvicorn.Server(config).run(sockets=[listening])


def _listening(host: str, port: int) -> socket.socket:
    """A socket that listens. Raises OSError, whose `filename` is the address."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(128)
    except OSError as error:
        listening.close()
        error.filename = f"{host}:{port}"
        raise
    return listening

"""Connections that send their headers slowly are closed; others are answered, one request after the other."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from mjrules.web.prompt_headers import PromptHeaders

WHOLE = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"


async def hello(scope: Any, receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"hi"})


class Hasty(PromptHeaders):
    """The same within a moment."""

    seconds = 0.05


async def answers_to(*parts: bytes) -> tuple[bytes, bool]:
    """What comes back to parts that are sent a little apart, and whether the connection was ended."""
    loop, config = asyncio.get_running_loop(), uvicorn.Config(hello, http=Hasty, timeout_keep_alive=1)
    config.load()
    state = ServerState()
    server = await loop.create_server(lambda: Hasty(config, state, {}), "127.0.0.1", 0)
    reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
    found = b""
    for part in (*parts, b""):
        writer.write(part)
        try:
            async with asyncio.timeout(0.02 if part else 0.1):
                found += await reader.read(10_000)
        except (TimeoutError, ConnectionError):
            pass  # nothing comes yet, or nothing will
    ended = reader.at_eof() or reader.exception() is not None
    writer.close()
    server.close()
    return found, ended


@pytest.mark.parametrize(
    ("parts", "answers", "ends"),
    [
        ((), 0, True),
        pytest.param((b"G",), 0, True, marks=pytest.mark.slow),
        pytest.param(tuple(bytes([byte]) for byte in WHOLE[:8]), 0, True, marks=pytest.mark.slow),
        ((WHOLE[:5], WHOLE[5:]), 1, False),
        pytest.param((WHOLE, WHOLE), 2, False, marks=pytest.mark.slow),
        ((WHOLE, b"GET /", b" HT", b"TP/", b"1."), 1, True),
    ],
)
def test_headers_come_soon_or_the_connection_ends(parts: tuple[bytes, ...], answers: int, ends: bool) -> None:
    found, ended = asyncio.run(answers_to(*parts))
    assert (found.count(b"200 OK"), ended) == (answers, ends)

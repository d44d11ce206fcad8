"""Connections that send their headers slowly are closed; others are answered, one request after the other."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from mjrules.web.prompt_headers import HEADER_SECONDS, PromptHeaders

WHOLE = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"
APART = 4
"""The seconds between two parts."""


async def hello(scope: Any, receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"hi"})


class Clock(asyncio.SelectorEventLoop):
    """A loop in which only as much time passes as is said, whatever else the machine does."""

    now = 0.0

    def time(self) -> float:
        return self.now

    async def pass_second(self) -> None:
        """One second passes, and what is due then is done."""
        self.now += 1
        for _ in range(10):
            await asyncio.sleep(0)


class Wire(asyncio.Transport):
    """The server's end of a connection: what it wrote, and when it ended the connection."""

    def __init__(self, loop: Clock, protocol: PromptHeaders) -> None:
        super().__init__()
        self.loop, self.protocol = loop, protocol
        self.written = b""
        self.ended: float | None = None

    def write(self, data: Any) -> None:
        self.written += data

    def close(self) -> None:
        if self.ended is None:
            self.ended = self.loop.now
            self.loop.call_soon(self.protocol.connection_lost, None)

    def is_closing(self) -> bool:
        return self.ended is not None

    def pause_reading(self) -> None:
        pass

    def resume_reading(self) -> None:
        pass


async def answers_to(loop: Clock, parts: tuple[bytes, ...]) -> tuple[int, float | None]:
    """How often parts that are sent a few seconds apart are answered, and when the connection is ended."""
    config = uvicorn.Config(hello, http=PromptHeaders, timeout_keep_alive=1000)
    config.load()
    protocol = PromptHeaders(config, ServerState(), {}, loop)
    wire = Wire(loop, protocol)
    protocol.connection_made(wire)
    for second in range(APART * len(parts) + 2 * int(HEADER_SECONDS)):
        if second % APART == 0 and second // APART < len(parts) and not wire.is_closing():
            protocol.data_received(parts[second // APART])
        await loop.pass_second()
    ended = wire.ended
    protocol.connection_lost(None)
    return wire.written.count(b"200 OK"), ended


@pytest.mark.parametrize(
    ("parts", "answers", "ends"),
    [
        ((), 0, HEADER_SECONDS),
        ((b"G",), 0, HEADER_SECONDS),
        (tuple(bytes([byte]) for byte in WHOLE[:8]), 0, HEADER_SECONDS),
        ((WHOLE[:5], WHOLE[5:]), 1, None),
        ((WHOLE, WHOLE), 2, None),
        ((WHOLE, b"GET /", b" HT", b"TP/", b"1."), 1, APART + HEADER_SECONDS),
    ],
)
def test_headers_come_soon_or_the_connection_ends(parts: tuple[bytes, ...], answers: int, ends: float | None) -> None:
    with asyncio.Runner(loop_factory=Clock) as runner:
        loop = runner.get_loop()
        assert isinstance(loop, Clock)
        assert runner.run(answers_to(loop, parts)) == (answers, ends)

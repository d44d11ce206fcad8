"""Connections whose headers come slowly, byte by byte, are closed: they would keep others out."""

from __future__ import annotations

import asyncio
from typing import Final

from .extra import of_extra

with of_extra():
    import h11
    from uvicorn.protocols.http.h11_impl import H11Protocol


HEADER_SECONDS: Final = 10.0
"""How long the headers of a request may take, from the connection or from their first byte."""


class PromptHeaders(H11Protocol):
    """HTTP as uvicorn speaks it, which waits for the headers of a request no longer than `seconds`."""

    seconds = HEADER_SECONDS
    _waiting: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first request."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Take bytes in; as long as they are no whole headers, the time runs on."""
        super().data_received(data)
        if self.conn.their_state is not h11.IDLE:
            self._wait_no_more()
        elif self._waiting is None:
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more."""
        self._wait_no_more()
        super().connection_lost(exc)

    def _wait(self) -> None:
        self._waiting = self.loop.call_later(self.seconds, self.transport.close)

    def _wait_no_more(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

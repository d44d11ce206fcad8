"""What a server takes in: a body is read whole before anything is done, within a size and a time."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

BODY_BYTES: Final = 250_000
"""Bytes of a body."""
BODY_SECONDS: Final = 15.0
"""How long a body may take to come in."""
_REFUSALS: Final = {
    400: b'{"detail": "the connection ended before the whole body came"}',
    408: b'{"detail": "the body took too long to come in"}',
    413: b'{"detail": "the body is too large"}',
}


class TakenInError(Exception):
    """A body that was not taken in; `status` says why."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class Bounded:
    """Lets an application see only requests whose bodies came whole, soon and are not too large."""

    def __init__(self, app: ASGIApp, most: int = BODY_BYTES, seconds: float = BODY_SECONDS) -> None:
        self.app, self.most, self.seconds = app, most, seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Take one request in."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        try:
            body = await asyncio.wait_for(self._whole(scope, receive), self.seconds)
        except TimeoutError:
            await _refuse(send, 408)
        except TakenInError as error:
            await _refuse(send, error.status)
        else:
            await self.app(scope, _once(body, receive), send)

    async def _whole(self, scope: Scope, receive: Receive) -> bytes:
        length = dict(scope["headers"]).get(b"content-length", b"0")
        if not length.isdigit() or len(length) > 9 or int(length) > self.most:
            raise TakenInError(413)
        parts: list[bytes] = []
        size, more = 0, True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise TakenInError(400)
            parts.append(message.get("body", b""))
            size += len(parts[-1])
            if size > self.most:
                raise TakenInError(413)
            more = message.get("more_body", False)
        return b"".join(parts)


def _once(body: bytes, receive: Receive) -> Receive:
    """Gives the whole body, and then what comes after it."""
    given = False

    async def again() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again


async def _refuse(send: Send, status: int) -> None:
    headers = [(b"content-type", b"application/json"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": _REFUSALS[status]})

"""Those who listen to one table: told that something changed, never what. They fetch it."""

from __future__ import annotations

import asyncio
from collections import deque

from starlette.types import Receive, Send

HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]
PING = b": here\n\n"
PING_EVERY = 15.0
"""Seconds between signs of life; a phone's network forgets a silent connection."""
MOST = 10_000
"""Listeners to one table; more than any hall has phones."""
MOST_SHOUTS = 12
"""Reactions that wait for a slow screen; older ones are gone."""


class Listener:
    """A page that waits for the next hint; hints that it has not taken yet are replaced by the newest."""

    __slots__ = ("_woken", "gone", "message", "shouts")

    def __init__(self, message: bytes, shouts: bool = False) -> None:
        self.message = message
        self.shouts: deque[bytes] | None = deque(maxlen=MOST_SHOUTS) if shouts else None
        self.gone = False
        self._woken = asyncio.Event()
        self._woken.set()

    def wake(self, message: bytes = b"") -> None:
        self.message = message or self.message
        self._woken.set()

    async def next(self) -> bytes:
        await self._woken.wait()
        self._woken.clear()
        message, self.message = self.message, b""
        if self.shouts:
            message += b"".join(self.shouts)
            self.shouts.clear()
        return message or PING


class Listeners:
    """The listeners of a table, and what they were told last."""

    def __init__(self) -> None:
        self.listening: set[Listener] = set()

    def tell(self, version: str) -> None:
        message = hint(version)
        for listener in self.listening:
            listener.wake(message)

    def shout(self, message: bytes) -> None:
        """Tell something to those who want more than hints; it is told once and kept nowhere."""
        for listener in self.listening:
            if listener.shouts is not None:
                listener.shouts.append(message)
                listener.wake()

    def ping(self) -> None:
        for listener in self.listening:
            listener.wake()

    def close(self) -> None:
        for listener in self.listening:
            listener.gone = True
            listener.wake()

    async def listen(self, version: str, receive: Receive, send: Send, shouts: bool = False) -> None:
        """Send hints until the page is gone; the first one says where the table is now."""
        listener = Listener(hint(version), shouts)
        self.listening.add(listener)
        watch = asyncio.create_task(_until_gone(receive, listener))
        try:
            await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
            while not listener.gone:
                message = await listener.next()
                if not listener.gone:
                    await send({"type": "http.response.body", "body": message, "more_body": True})
        except asyncio.CancelledError:
            pass  # the server stops: the page is told goodbye as by a table that closes
        finally:
            self.listening.discard(listener)
            watch.cancel()
        await send({"type": "http.response.body", "body": b""})


async def _until_gone(receive: Receive, listener: Listener) -> None:
    """Without this a phone that leaves is never noticed, and its listener stays for good."""
    while (await receive())["type"] != "http.disconnect":
        pass
    listener.gone = True
    listener.wake()


def hint(version: str) -> bytes:
    return f"data: {version}\n\n".encode()

"""One connection: its requests have to come in time and in bounds, or it is ended."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from pnp.web.serving.budgets import Budgets, who

HEAD_WITHIN, BODY_WITHIN, READ_WITHIN = 10.0, 75.0, 30.0
"""Seconds for the head of a request from its first byte, for its body, and for a guest to go on reading an answer."""
LARGEST_HEAD, MOST_HEADERS, MOST_WAITING = 32_000, 100, 8
"""Bytes and lines of a head; requests that may wait behind one another on a connection."""
TOO_LARGE = b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


class Connection(HttpToolsProtocol):
    """A connection that counts against its address's budget and is ended when it dawdles."""

    budgets: Budgets

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._address = who(self.client[0]) if self.client else ""
        self._due: asyncio.TimerHandle | None = None
        self._unread: asyncio.TimerHandle | None = None
        self._in_head, self._head, self._too_large = True, 0, False
        self._counted = self.budgets.connect(self._address)
        if self._counted:
            self._within(HEAD_WITHIN)
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._within(None)
        self.resume_writing()
        if self._counted:
            self._counted = False
            self.budgets.leave(self._address)
        super().connection_lost(exc)

    def _within(self, seconds: float | None) -> None:
        """End the connection in so many seconds, unless it is said anew."""
        if self._due:
            self._due.cancel()
        self._due = self.loop.call_later(seconds, self.transport.abort) if seconds else None

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if self._in_head:
            self._head += len(data)
            if self._due is None:
                self._within(HEAD_WITHIN)
        super().data_received(data)
        if self._in_head and self._head > LARGEST_HEAD and not self.transport.is_closing():
            self._too_large = True
            self.send_400_response("")

    def on_header(self, name: bytes, value: bytes) -> None:
        super().on_header(name, value)
        if len(self.headers) > MOST_HEADERS:
            self._too_large = True
            raise ValueError("too many headers")

    def on_headers_complete(self) -> None:
        if len(self.url) + sum(len(name) + len(value) + 4 for name, value in self.headers) > LARGEST_HEAD:
            self._too_large = True
            raise ValueError("headers too large")
        self._in_head = False
        self._within(BODY_WITHIN)
        super().on_headers_complete()
        if len(self.pipeline) > MOST_WAITING:
            self.transport.abort()

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._in_head, self._head = True, 0
        self._within(None)

    def send_400_response(self, msg: str) -> None:
        if not self._too_large:
            super().send_400_response(msg)
            return
        self.transport.write(TOO_LARGE)
        self.transport.close()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._unread = self.loop.call_later(READ_WITHIN, self.transport.abort)

    def resume_writing(self) -> None:
        if self._unread:
            self._unread.cancel()
            self._unread = None
        super().resume_writing()


def of(budgets: Budgets) -> type[Connection]:
    """The connections of a server that share their budgets."""
    return type("PartyConnection", (Connection,), {"budgets": budgets})


class NowAndThen(logging.Filter):
    """Each message is let through once, and again after a while: a flood of them would fill the disk."""

    def __init__(self, seconds: float = 60.0, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._seconds, self._clock = seconds, clock
        self._told: dict[str, float] = {}

    def is_due(self, message: str) -> bool:
        now = self._clock()
        if now - self._told.get(message, -self._seconds) < self._seconds:
            return False
        if len(self._told) > 100:
            self._told.clear()
        self._told[message] = now
        return True

    def filter(self, record: logging.LogRecord) -> bool:
        return self.is_due(f"{record.msg}{record.exc_info[1] if record.exc_info else ''}")


def quiet_loop(loop: asyncio.AbstractEventLoop, tell: Callable[[str], None]) -> None:
    """What goes wrong between requests, such as a connection that can't be taken, is told in one line now and then."""
    once = NowAndThen()

    def wrong(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        said = f"{context.get('message', '')}: {error}" if error else str(context.get("message", ""))
        if once.is_due(said):
            tell(said)

    loop.set_exception_handler(wrong)

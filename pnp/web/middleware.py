"""Around requests: who asks too often, where one comes from, how much it brings, what browsers may do with a page."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pnp.web import pages
from pnp.words import LANGUAGE, Said

POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' blob: data:",
        "font-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    ]
)
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-resource-policy", b"same-origin"),
]
LARGEST_BODY = 64_000
LARGEST_PHOTO = 12_000_000
LONGEST_PATH = 500
PATIENCE = 60.0
"""Seconds in which a body has to be here; a phone with a bad connection is slower than one that lies in wait."""


class RequestError(Exception):
    """An answer that ends a request: a status and, as a key with facts, what is said; seconds to wait, if any."""

    def __init__(self, status: int, key: str, wait: int = 0, /, **facts: object) -> None:
        super().__init__(key)
        self.status, self.said, self.wait = status, Said(key, facts), wait


class Guesses:
    """Wrong codes by address: so many in a row, then one every few seconds."""

    def __init__(self, most: int = 20, seconds: float = 6.0, clock: Callable[[], float] = time.monotonic) -> None:
        self._most, self._seconds, self._clock = most, seconds, clock
        self._free_at: dict[str, float] = {}

    def wait(self, address: str) -> int:
        """The seconds that an address has to wait before it may guess again; 0 when it may."""
        ahead = self._free_at.get(address, 0.0) - self._clock() - self._most * self._seconds
        return 0 if ahead <= 0 else int(ahead) + 1

    def wrong(self, address: str) -> None:
        now = self._clock()
        if len(self._free_at) > 10_000:
            self._free_at = {who: at for who, at in self._free_at.items() if at > now}
        self._free_at[address] = max(now, self._free_at.get(address, 0.0)) + self._seconds


def address_of(request: Request) -> str:
    return request.client.host if request.client else ""


def check_origin(request: Request) -> None:
    """Only our own pages may change something: another site can send a request, but not from our address."""
    origin = request.headers.get("origin")
    host = request.headers.get("host", "")
    if origin is not None:
        if origin.lower().partition("://")[2] != host.lower():
            raise RequestError(403, "other-origin")
    elif request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        raise RequestError(403, "other-origin")


async def body_of(request: Request, largest: int) -> bytes:
    """What a request brings, if it is not more than is allowed."""
    told = request.headers.get("content-length", "0")
    too_large = RequestError(413, "too-large.request", kilobytes=largest // 1000)
    if not told.isdecimal() or int(told) > largest:
        raise too_large
    found = bytearray()
    try:
        async with asyncio.timeout(PATIENCE):
            async for chunk in request.stream():
                found += chunk
                if len(found) > largest:
                    raise too_large
    except TimeoutError:
        raise RequestError(408, "too-slow") from None
    except ClientDisconnect:
        raise RequestError(400, "cut-off") from None
    return bytes(found)


class PartyMiddleware:
    """Around the whole app: capitals in printed addresses, and what every answer says about itself."""

    def __init__(self, app: ASGIApp, seen: Callable[[str], None]) -> None:
        self._app, self._seen = app, seen

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        path: str = scope["path"]
        if path[:3] in ("/S/", "/T/", "/H/"):
            scope = {**scope, "path": path[:3].lower() + path[3:]}
        if scope.get("client"):
            self._seen(scope["client"][0])

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *HEADERS]
            await send(message)

        if len(path) > LONGEST_PATH:
            said = {"ok": False, **pages.words_of(LANGUAGE).as_json(Said("too-long"))}
            await JSONResponse(said, 414)(scope, receive, guarded)
            return
        await self._app(scope, receive, guarded)

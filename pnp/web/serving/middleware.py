"""Around requests: who guesses, where one comes from, how much it brings, what browsers may do with a page."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Callable
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pnp.strict import shown
from pnp.web import pages
from pnp.web.serving.budgets import Budgets, who
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
PATIENCE, GRACE, SLOWEST = 60.0, 15.0, 20_000
"""Seconds in which a body has to be here at the latest; those that it gets at once, and the bytes that earn one more:
a phone with a bad connection is slow, and one that lies in wait is slower."""


class RequestError(Exception):
    """An answer that ends a request: a status and, as a key with facts, what is said; seconds to wait, if any."""

    def __init__(self, status: int, key: str, wait: int = 0, /, **facts: object) -> None:
        super().__init__(key)
        self.status, self.said, self.wait = status, Said(key, facts), wait


class Guesses:
    """Wrong codes by address: after so many in a row the answers to wrong ones come late. Right ones always open."""

    def __init__(
        self, most: int = 20, seconds: float = 6.0, clock: Callable[[], float] = time.monotonic, hold: float = 1.0
    ) -> None:
        self._most, self._seconds, self._clock = most, seconds, clock
        self.hold = hold
        """Seconds for which an answer is held back from a guesser."""
        self._free_at: dict[str, float] = {}

    def wait(self, address: str) -> int:
        """The seconds that an address has to wait before it may guess again; 0 when it may."""
        ahead = self._free_at.get(address, 0.0) - self._clock() - self._most * self._seconds
        return 0 if ahead <= 0 else int(ahead) + 1

    def wrong(self, address: str) -> None:
        now = self._clock()
        if len(self._free_at) > 10_000:
            self._free_at = {who: at for who, at in self._free_at.items() if at > now}
        ahead = min(max(now, self._free_at.get(address, 0.0)), now + 2 * self._most * self._seconds)
        self._free_at[address] = ahead + self._seconds


def address_of(request: Request) -> str:
    """Whom a request counts for."""
    return who(request.client.host) if request.client else ""


def is_own_name(host: str, url: str) -> bool:
    """Whether a Host header names this party: by its address, or by a number, which no foreign page can call its own.

    >>> [is_own_name(host, "http://dice.test:80") for host in ("dice.test:80", "192.168.1.7", "[::1]:80", "evil.test")]
    [True, True, True, False]
    """
    name = urlsplit(f"//{host}").hostname or ""
    try:
        ip_address(name.partition("%")[0])
    except ValueError:
        machine = socket.gethostname().lower()
        return name in ("localhost", machine, f"{machine}.local", urlsplit(url).hostname)
    return True


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
        start = asyncio.get_running_loop().time()
        async with asyncio.timeout(min(GRACE, PATIENCE)) as end:
            async for chunk in request.stream():
                found += chunk
                if len(found) > largest:
                    raise too_large
                end.reschedule(start + min(PATIENCE, GRACE + len(found) / SLOWEST))
    except TimeoutError:
        raise RequestError(408, "too-slow") from None
    except ClientDisconnect:
        raise RequestError(400, "cut-off") from None
    return bytes(found)


class PartyMiddleware:
    """Around the whole app: whose turn it is, the party's own name, capitals in printed addresses, headers."""

    def __init__(self, app: ASGIApp, seen: Callable[[str], None], budgets: Budgets, url: Callable[[], str]) -> None:
        self._app, self._seen, self._budgets, self._url = app, seen, budgets, url

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        path: str = scope["path"]
        if path[:3] in ("/S/", "/T/", "/H/", "/E/"):
            scope = {**scope, "path": path[:3].lower() + path[3:]}
        if scope.get("client"):
            self._seen(scope["client"][0])
            if wait := self._budgets.turn(who(scope["client"][0])):
                await asyncio.sleep(wait)

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *HEADERS]
            await send(message)

        if refusal := self._refusal(path, Headers(scope=scope).get("host", "")):
            said = {"ok": False, **pages.words_of(LANGUAGE).as_json(refusal.said)}
            await JSONResponse(said, refusal.status)(scope, receive, guarded)
            return
        await self._app(scope, receive, guarded)

    def _refusal(self, path: str, host: str) -> RequestError | None:
        """Why a request is not even looked at."""
        if len(path) > LONGEST_PATH:
            return RequestError(414, "too-long")
        try:
            own = is_own_name(host, self._url())
        except ValueError:
            own = False
        # A page of a foreign name that leads here would otherwise pass for one of ours, and do what ours may.
        return None if own else RequestError(421, "other-name", name=shown(host), url=self._url())

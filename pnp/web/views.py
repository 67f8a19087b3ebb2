"""States and pictures as answers: with an ETag, made once for each version of a table."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from pnp.web import states
from pnp.web.hosted import Hosted, Seat

FOREVER = "public, max-age=31536000, immutable"
FRESH = "no-cache"


async def state(hosted: Hosted, who: str = "", more: Callable[[], dict[str, Any]] | None = None) -> bytes:
    """What everybody sees, more for somebody, and the server's clock; waits while the table is being written to."""
    known = hosted.cache.get(who)
    if known is None or known[0] != hosted.version:
        async with hosted.lock:
            known = hosted.version, _made(hosted, more)
            hosted.cache[who] = known
    return known[1][:-1] + f',"now":{hosted.party.clock():.3f}}}'.encode()


def _made(hosted: Hosted, more: Callable[[], dict[str, Any]] | None) -> bytes:
    """A state as it is sent; everybody's part is the same for all and made once."""
    shared = hosted.cache.get("")
    if shared is None or shared[0] != hosted.version:
        shared = hosted.cache[""] = hosted.version, _packed(states.public(hosted))
    return shared[1][:-1] + b"," + _packed(more())[1:] if more else shared[1]


def _packed(value: dict[str, Any]) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


async def of_table(hosted: Hosted) -> bytes:
    return await state(hosted)


async def of_seat(seat: Seat) -> bytes:
    hosted = seat.hosted
    return await state(hosted, seat.code, lambda: states.of_seat(hosted, seat.seat, seat.sheet, seat.code))


async def of_host(hosted: Hosted) -> bytes:
    hosted.cache.pop("host", None)  # devices that reach us change it without a new version
    return await state(hosted, "host", lambda: states.of_host(hosted))


def tag_of(state: bytes) -> str:
    """The version of a state, which stands first in it: the one it was made of, whatever has been written since.

    >>> tag_of(b'{"version":"17-ab12","seq":17}')
    '17-ab12'
    """
    begin = len(b'{"version":"')
    return state[begin : state.index(b'"', begin)].decode()


def tagged(request: Request, tag: str, content: bytes, media_type: str = "application/json") -> Response:
    """An answer that is not sent again to whoever has it."""
    headers = {"etag": f'"{tag}"', "cache-control": FRESH}
    if f'"{tag}"' in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(content, media_type=media_type, headers=headers)


def picture(content: str | bytes, media_type: str = "image/svg+xml", cache: str = FOREVER) -> Response:
    return Response(content, media_type=media_type, headers={"cache-control": cache})

"""States and pictures as answers: with an ETag, made once for each version of a table and each language."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from pnp.web import host_states, seat_states, states
from pnp.web.hosted_table import HostedTable, Seat
from pnp.words import Words

FOREVER = "public, max-age=31536000, immutable"
FRESH = "no-cache"
More = Callable[[Words], dict[str, Any]]


async def state(hosted: HostedTable, language: str, who: str = "", more: More | None = None) -> bytes:
    """What everybody sees, more for somebody, and the server's clock; waits while the table is being written to."""
    known = hosted.cache.get((who, language))
    if known is None or known[0] != hosted.version:
        async with hosted.lock:
            known = hosted.version, _made(hosted, language, more)
            hosted.cache[who, language] = known
    return known[1][:-1] + f',"now":{hosted.party.clock():.3f}}}'.encode()


def _made(hosted: HostedTable, language: str, more: More | None) -> bytes:
    """A state as it is sent; everybody's part is the same for all and made once."""
    words, shared = hosted.words(language), hosted.cache.get(("", language))
    if shared is None or shared[0] != hosted.version:
        shared = hosted.cache["", language] = hosted.version, _packed(states.public(hosted, words))
    return shared[1][:-1] + b"," + _packed(more(words))[1:] if more else shared[1]


def _packed(value: dict[str, Any]) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


async def of_table(hosted: HostedTable, language: str) -> bytes:
    return await state(hosted, language)


async def of_seat(seat: Seat, language: str) -> bytes:
    hosted = seat.hosted

    def more(words: Words) -> dict[str, Any]:
        return seat_states.of_seat(hosted, seat.seat, seat.sheet, seat.code, words)

    return await state(hosted, language, seat.code, more)


async def of_host(hosted: HostedTable, language: str) -> bytes:
    hosted.cache.pop(("host", language), None)  # devices that reach us change it without a new version
    return await state(hosted, language, "host", lambda words: host_states.of_host(hosted, words))


def tag_of(state: bytes, language: str) -> str:
    """The version of a state, which stands first in it, with its language: whatever has been written since.

    >>> tag_of(b'{"version":"17-ab12","seq":17}', "pl")
    '17-ab12.pl'
    """
    begin = len(b'{"version":"')
    version = state[begin : state.index(b'"', begin)]
    return f"{version.decode()}.{language}"


def tagged(request: Request, tag: str, content: bytes, media_type: str = "application/json") -> Response:
    """An answer that is not sent again to whoever has it."""
    headers = {"etag": f'"{tag}"', "cache-control": FRESH}
    if f'"{tag}"' in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(content, media_type=media_type, headers=headers)


def picture(content: str | bytes, media_type: str = "image/svg+xml") -> Response:
    """A picture that is looked at anew each time."""
    return Response(content, media_type=media_type, headers={"cache-control": FRESH})


def versioned(request: Request, version: str, content: str | bytes, media_type: str = "image/svg+xml") -> Response:
    """A picture that is kept for good by whoever asked for exactly this version of it."""
    answer = picture(content, media_type)
    if request.query_params.get("v") == version:
        answer.headers["cache-control"] = FOREVER
    return answer

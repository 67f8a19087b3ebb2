"""States and pictures as answers: with an ETag, made once for each version of a table and each language."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from pnp.web import host_states, pages, seat_states, states
from pnp.web.evening import evening_states
from pnp.web.evening.hosted_evening import HostedEvening
from pnp.web.hosted_table import HostedTable, Seat
from pnp.words import Words

FOREVER = "public, max-age=31536000, immutable"
FRESH = "no-cache"
More = Callable[[Words], dict[str, Any]]
Plain = Callable[[], dict[str, Any]]


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
        shared = hosted.cache["", language] = hosted.version, _packed(_public(hosted, words))
    return shared[1][:-1] + b"," + _packed(more(words))[1:] if more else shared[1]


def _public(hosted: HostedTable, words: Words) -> dict[str, Any]:
    return states.public(hosted, words) | evening_states.at_table(hosted.party.evening_of(hosted), hosted)


def _packed(value: dict[str, Any]) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


async def of_table(hosted: HostedTable, language: str) -> bytes:
    return await state(hosted, language)


async def of_seat(seat: Seat, language: str) -> bytes:
    hosted = seat.hosted

    def more(words: Words) -> dict[str, Any]:
        own = seat_states.of_seat(hosted, seat.seat, seat.sheet, seat.code, words)
        return own | evening_states.at_seat(hosted.party.evening_of(hosted), seat)

    return await state(hosted, language, seat.code, more)


async def of_host(hosted: HostedTable, language: str) -> bytes:
    hosted.cache.pop(("host", language), None)  # devices that reach us change it without a new version

    def more(words: Words) -> dict[str, Any]:
        return host_states.of_host(hosted, words) | evening_states.at_host(hosted.party.evening_of(hosted), hosted)

    return await state(hosted, language, "host", more)


async def of_evening(evening: HostedEvening, language: str, who: str = "", more: Plain | None = None) -> bytes:
    """What everybody sees of an evening, and more for a guest or the desk."""
    version = evening.version
    known = evening.cache.get((who, language))
    if known is None or known[0] != version or who == "desk":
        words = pages.words_of(language)
        if not any(cached == version for cached, _ in evening.cache.values()):
            evening.cache.clear()
        shared = evening.cache.get(("", language))
        if shared is None:
            shared = evening.cache["", language] = version, _packed(evening_states.public(evening, words))
        made = shared[1][:-1] + b"," + _packed(more())[1:] if more else shared[1]
        known = evening.cache[who, language] = version, made
    return known[1][:-1] + f',"now":{evening.party.clock():.3f}}}'.encode()


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

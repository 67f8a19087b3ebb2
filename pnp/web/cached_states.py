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

FOREVER = "public, max-age=31536000, immutable"
FRESH = "no-cache"
More = Callable[[], bytes]
Plain = Callable[[], dict[str, Any]]


async def state(hosted: HostedTable, language: str, who: str = "", more: More | None = None) -> bytes:
    """What everybody sees, more for somebody, and the server's clock; waits while the table is being written to."""
    known = hosted.cache.get((who, language))
    if known is None or known[0] != hosted.version:
        async with hosted.lock:
            shared = _public(hosted, language)
            known = hosted.cache[who, language] = hosted.version, _joined(shared, more()) if more else shared
    return _timed(known[1], hosted.party.clock())


def _timed(made: bytes, clock: float) -> bytes:
    """A state with the moment at which it is sent."""
    return made[:-1] + f',"now":{clock:.3f}}}'.encode()


def _public(hosted: HostedTable, language: str) -> bytes:
    """Everybody's part of a state: it is the same for all and made once."""
    known, version = hosted.cache.get(("", language)), hosted.version
    if known is None or known[0] != version:
        shared = states.public(hosted, hosted.words(language))
        shared |= evening_states.at_table(hosted.party.evening_of(hosted), hosted)
        known = hosted.cache["", language] = version, _packed(shared)
    return known[1]


def _own(seat: Seat, language: str) -> bytes:
    """A seat's part of a state: it is made anew only if something has changed that it follows from."""
    hosted, place = seat.hosted, seat.seat
    position = hosted.table.position
    seen = position.state if place is None else hosted.table.play.seen_by(position.state, place)
    of_evening = evening_states.at_seat(hosted.party.evening_of(hosted), seat)
    revocable = None if place is None else hosted.table.revocable_event(place)
    basis = place, position._replace(parent=0, state=seen), {**hosted.meta}, hosted.counted, of_evening, revocable
    known = hosted.own.get((seat.code, language))
    if known is None or known[0] != basis:
        own = seat_states.of_seat(hosted, place, seat.sheet, seat.code, hosted.words(language))
        known = hosted.own[seat.code, language] = basis, _packed(own | of_evening)
    return known[1]


def _packed(value: dict[str, Any]) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def _joined(shared: bytes, more: bytes) -> bytes:
    return shared[:-1] + b"," + more[1:]


async def of_table(hosted: HostedTable, language: str) -> bytes:
    return await state(hosted, language)


async def of_seat(seat: Seat, language: str) -> bytes:
    return await state(seat.hosted, language, seat.code, lambda: _own(seat, language))


async def of_host(hosted: HostedTable, language: str) -> bytes:
    hosted.cache.pop(("host", language), None)  # devices that reach us change it without a new version

    def more() -> bytes:
        made = host_states.of_host(hosted, hosted.words(language))
        return _packed(made | evening_states.at_host(hosted.party.evening_of(hosted), hosted))

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
        made = _joined(shared[1], _packed(more())) if more else shared[1]
        known = evening.cache[who, language] = version, made
    return _timed(known[1], evening.party.clock())


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

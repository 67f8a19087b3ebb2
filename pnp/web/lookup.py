"""From an address to what it opens; wrong codes are counted, and too many of them have to wait."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

from starlette.requests import Request

from pnp.errors import CallError
from pnp.sheets import codes
from pnp.strict import shown
from pnp.web import middleware, pages
from pnp.web.hosted_table import HostedTable, Seat
from pnp.web.middleware import Guesses, RequestError
from pnp.web.party import Party

MOST_UPLOADS = 12
"""Photos that may be on their way at once."""


class Serving(NamedTuple):
    """What every route needs: the party, who guesses too often, and the language it was opened in."""

    party: Party
    guesses: Guesses
    language: str


def serving(request: Request) -> Serving:
    found: Serving = request.app.state.serving
    return found


def patience(request: Request) -> Serving:
    here = serving(request)
    if wait := here.guesses.wait(middleware.address_of(request)):
        raise RequestError(429, "slow-down", wait, seconds=wait)
    return here


def wrong(request: Request, key: str, /, **facts: object) -> RequestError:
    """An answer to a code that opens nothing; it counts against the address it came from."""
    serving(request).guesses.wrong(middleware.address_of(request))
    return RequestError(404, key, **facts)


def language(request: Request) -> str:
    """The language of the page that asks."""
    return pages.language_of(request, serving(request).language)


async def table(request: Request) -> HostedTable:
    here = patience(request)
    hosted = await here.party.table(request.path_params["table"])
    if hosted is None:
        raise wrong(request, "not-found.table")
    return hosted


def seat(request: Request) -> Seat:
    here = patience(request)
    found = here.party.seat(code_in(request))
    if found is None:
        raise wrong(request, "not-found.sheet")
    return found


def host(request: Request) -> HostedTable:
    here = patience(request)
    hosted = here.party.host(request.path_params["key"])
    if hosted is None:
        raise wrong(request, "not-found.host")
    return hosted


@asynccontextmanager
async def upload(request: Request) -> AsyncIterator[bytes]:
    """A photo that is handed in; few at a time are taken, since each is held in memory until it is drawn anew."""
    party = serving(request).party
    if party.uploads >= MOST_UPLOADS:
        raise RequestError(503, "busy", 3)
    party.uploads += 1
    try:
        yield await middleware.body_of(request, middleware.LARGEST_PHOTO)
    finally:
        party.uploads -= 1


def code_in(request: Request) -> str:
    """The sheet code of an address, if it can be one."""
    return parsed_code(request, request.path_params["code"])


def parsed_code(request: Request, text: str) -> str:
    """The sheet code that a text is; one that is none counts as wrong."""
    try:
        return codes.parse(text)
    except CallError:
        misread = len(codes.plain(text)) == codes.LENGTH
        raise wrong(request, "not-found.misread" if misread else "not-found.code", code=shown(text)) from None

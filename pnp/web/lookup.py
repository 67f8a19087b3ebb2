"""From an address to what it opens; wrong codes are counted, and too many of them have to wait."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

from starlette.requests import Request

from pnp.errors import CallError
from pnp.sheets import codes
from pnp.web import guard
from pnp.web.guard import DoorError, Guesses
from pnp.web.hosted import Hosted, Seat
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
    if wait := here.guesses.wait(guard.address_of(request)):
        raise DoorError(429, "slow-down", f"too many wrong codes from here; try again in {wait} seconds", wait)
    return here


def wrong(request: Request, message: str) -> DoorError:
    """An answer to a code that opens nothing; it counts against the address it came from."""
    serving(request).guesses.wrong(guard.address_of(request))
    return DoorError(404, "not-found", message)


async def table(request: Request) -> Hosted:
    here = patience(request)
    hosted = await here.party.table(request.path_params["table"])
    if hosted is None:
        raise wrong(request, "there is no such table here; look at the code on the screen once more")
    return hosted


def seat(request: Request) -> Seat:
    here = patience(request)
    found = here.party.seat(code_in(request))
    if found is None:
        raise wrong(request, "nobody plays with this sheet yet; join with it first")
    return found


def host(request: Request) -> Hosted:
    here = patience(request)
    hosted = here.party.host(request.path_params["key"])
    if hosted is None:
        raise wrong(request, "this opens no table; the host's address is on the terminal that runs the party")
    return hosted


@asynccontextmanager
async def upload(request: Request) -> AsyncIterator[bytes]:
    """A photo that is handed in; few at a time are taken, since each is held in memory until it is drawn anew."""
    party = serving(request).party
    if party.uploads >= MOST_UPLOADS:
        raise DoorError(503, "busy", "many photos are on their way just now; try again in a moment", 3)
    party.uploads += 1
    try:
        yield await guard.body_of(request, guard.LARGEST_PHOTO)
    finally:
        party.uploads -= 1


def code_in(request: Request) -> str:
    """The sheet code of an address, if it can be one."""
    try:
        return codes.parse(request.path_params["code"])
    except CallError as error:
        raise wrong(request, str(error)) from None

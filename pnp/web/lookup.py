"""From an address to what it opens; wrong codes are counted, and whoever sends too many is answered late."""

from __future__ import annotations

import hmac
from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractContextManager, ExitStack, asynccontextmanager, contextmanager, suppress
from math import ceil
from typing import NamedTuple

from starlette.requests import Request

from pnp.bounded_process import TooMuchError
from pnp.errors import CallError
from pnp.play.evening import Guest
from pnp.play.stores.store import StoreError
from pnp.sheets import codes
from pnp.strict import shown
from pnp.web import pages
from pnp.web.evening.hosted_evening import HostedEvening
from pnp.web.hosted_table import HostedTable, Seat
from pnp.web.party import Party
from pnp.web.serving import middleware
from pnp.web.serving.budgets import STREAMS, UPLOADS, Budgets, Full
from pnp.web.serving.middleware import Guesses, RequestError
from pnp.web.serving.threads import in_thread

BARRED = 30.0
"""Seconds for which nobody takes photos from an address that sent one which could not be read in time."""
MOST_UPLOADS = 12
"""Photos that may be on their way at once."""


class Serving(NamedTuple):
    """What every route needs: the party, who guesses too often, what each may have, the language it was opened in."""

    party: Party
    guesses: Guesses
    budgets: Budgets
    language: str


def serving(request: Request) -> Serving:
    found: Serving = request.app.state.serving
    return found


def guessed(request: Request) -> None:
    """A code that opens nothing counts against the address it came from; too many are an error."""
    guesses, address = serving(request).guesses, middleware.address_of(request)
    wait = guesses.wait(address)
    guesses.wrong(address)
    if wait:
        raise RequestError(429, "slow-down", wait, seconds=wait)


def wrong(request: Request, key: str, /, **facts: object) -> RequestError:
    """An answer to a code that opens nothing."""
    guessed(request)
    return RequestError(404, key, **facts)


def language(request: Request) -> str:
    """The language of the page that asks."""
    return pages.language_of(request, serving(request).language)


async def table(request: Request) -> HostedTable:
    hosted = await serving(request).party.table(request.path_params["table"])
    if hosted is None:
        raise wrong(request, "not-found.table")
    await _reach(request, hosted)
    return hosted


async def counted_table(request: Request) -> HostedTable:
    """A table of which somebody wants to have the points, all that are stored; while they are counted nobody has."""
    hosted = await table(request)
    await _be_current(hosted)
    if hosted.count and hosted.counted is not None:
        wait = max(1, ceil(hosted.count.end - hosted.party.clock()))
        raise RequestError(409, "counting", wait, n=wait)
    return hosted


async def opened(hosted: HostedTable) -> HostedTable:
    """A table whose page is opened: with what any program has stored, as long as the store can be asked."""
    with suppress(StoreError):
        await _be_current(hosted)
    return hosted


async def _be_current(hosted: HostedTable) -> None:
    """Know all that is stored of a table, whichever program wrote it and whatever we have heard of it."""
    store = hosted.party.tables.store
    if store.is_shared:
        await hosted.reach(await in_thread(store.last, hosted.table.id))


async def seat(request: Request) -> Seat:
    found = await serving(request).party.seat(code_in(request))
    if found is None:
        raise wrong(request, "not-found.sheet")
    await _reach(request, found.hosted)
    return found


async def host(request: Request) -> HostedTable:
    hosted = await serving(request).party.host(request.path_params["key"])
    if hosted is None:
        raise wrong(request, "not-found.host")
    await _reach(request, hosted)
    return hosted


def evening(request: Request) -> HostedEvening:
    """The evening that is served, by its name in the address."""
    found = serving(request).party.evening
    if found is None or codes.plain(request.path_params["evening"]) != found.id:
        raise wrong(request, "not-found.evening")
    return found


def desk(request: Request) -> HostedEvening | None:
    """The evening that a host's key opens; None where it is a table's key, or nobody's."""
    found, wanted = serving(request).party.evening, request.path_params["key"].upper().encode()
    return found if found and hmac.compare_digest(found.key.encode(), wanted) else None


def guest(request: Request) -> tuple[HostedEvening, Guest] | None:
    """The guest whose code an address has; None for any other code."""
    found = serving(request).party.evening
    known = found.guest(code_in(request)) if found else None
    return (found, known) if found and known else None


async def heard(request: Request) -> None:
    """A page that was told of the evening by another program asks for it here: we shall know no less."""
    _, told, number = request.query_params.get("seen", "").rpartition(".")
    if told and number.isdecimal() and len(number) < 10:
        await serving(request).party.reach_evening(int(number))


async def _reach(request: Request, hosted: HostedTable) -> None:
    """A page that was told of something by another program asks for it here: we shall know no less."""
    seen = request.query_params.get("seen", "").partition("-")[0]
    if seen.isdecimal() and len(seen) < 10:
        await hosted.reach(int(seen))


@asynccontextmanager
async def upload(request: Request) -> AsyncIterator[bytes]:
    """A photo that is handed in; few at a time are taken, since each is held in memory until it is drawn anew."""
    here, address = serving(request), middleware.address_of(request)
    with _held(here, "uploads", address, UPLOADS, RequestError(503, "busy", 3)):
        if here.party.uploads >= MOST_UPLOADS:
            raise RequestError(503, "busy", 3)
        here.party.uploads += 1
        try:
            yield await middleware.body_of(request, middleware.LARGEST_PHOTO)
        except TooMuchError:
            here.budgets.bar("uploads", address, BARRED)  # a picture that does not end is no mishap
            raise
        finally:
            here.party.uploads -= 1


def stream(request: Request) -> AbstractContextManager[None]:
    """A page that listens; one address may have only so many."""
    return _held(serving(request), "streams", middleware.address_of(request), STREAMS, RequestError(503, "full", 10))


@contextmanager
def _held(here: Serving, what: str, address: str, most: int, otherwise: RequestError) -> Iterator[None]:
    with ExitStack() as stack:
        try:
            stack.enter_context(here.budgets.held(what, address, most))
        except Full:
            raise otherwise from None
        yield


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

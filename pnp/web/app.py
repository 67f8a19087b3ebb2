"""The whole counter: routes in one table, errors that leak nothing, fonts and scripts from our own shelf."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pnp.errors import PnpError
from pnp.play.store import NoTable, StoreError
from pnp.web import asking, desk, hub, joining, pages, screens, seats, shelf, takeaway
from pnp.web.guard import Door, DoorError, Guesses
from pnp.web.lookup import Serving
from pnp.web.party import Party

GET, POST = ["GET"], ["POST"]
ROUTES = [
    Route("/", joining.show, methods=GET),
    Route("/find", joining.find, methods=POST),
    Route("/find/photo", joining.find_photo, methods=POST),
    Route("/health", screens.health, methods=GET),
    Route("/t/{table}", joining.show, methods=GET),
    Route("/t/{table}/join", joining.join, methods=POST),
    Route("/t/{table}/claim", joining.claim, methods=POST),
    Route("/t/{table}/state", screens.state, methods=GET),
    Route("/t/{table}/live", screens.live, methods=GET),
    Route("/t/{table}/screen", screens.screen, methods=GET),
    Route("/t/{table}/join.svg", screens.join_code, methods=GET),
    Route("/t/{table}/wifi.svg", screens.wifi_code, methods=GET),
    Route("/t/{table}/sheet/{seat:int}.svg", screens.sheet, methods=GET),
    Route("/t/{table}/photo/{seat:int}", screens.photo, methods=GET),
    Route("/t/{table}/results", screens.results, methods=GET),
    Route("/t/{table}/results.{ending}", takeaway.file, methods=GET),
    Route("/s/{code}/state", seats.state, methods=GET),
    Route("/s/{code}/options", seats.options, methods=GET),
    Route("/s/{code}/say", seats.say, methods=POST),
    Route("/s/{code}/roll", seats.roll, methods=POST),
    Route("/s/{code}/try", seats.attempt, methods=POST),
    Route("/s/{code}/paper", seats.paper, methods=POST),
    Route("/s/{code}/name", seats.name, methods=POST),
    Route("/s/{code}/photo", seats.photo, methods=["POST", "DELETE"]),
    Route("/s/{code}", seats.show, methods=GET),
    Route("/s/{code}/{game}/{sheet}/{version}", seats.show, methods=GET),
    Route("/h/{key}", desk.show, methods=GET),
    Route("/h/{key}/state", desk.state, methods=GET),
    Route("/h/{key}/do", desk.do, methods=POST),
    Route("/h/{key}/seat/{seat:int}.svg", desk.seat_code, methods=GET),
    Route("/art/{game}/{sheet}.{ending}", screens.artwork, methods=GET),
    Route("/favicon.ico", shelf.take, methods=GET),
    Route("/static/{path:path}", shelf.take, methods=GET),
]


async def _door_closed(request: Request, error: Exception) -> Response:
    assert isinstance(error, DoorError)
    answer = asking.refused(error.code, error.message, error.status)
    if error.wait:
        answer.headers["retry-after"] = str(error.wait)
    return await _for_people(request, answer, error.message)


async def _refused(request: Request, error: Exception) -> Response:
    """Bad input is said in its own words; they are one line for people and name no file of this machine."""
    return await _for_people(request, asking.refused("refused", str(error), 422), str(error))


async def _not_stored(request: Request, error: Exception) -> Response:
    """A store that can't write now may do so in a moment: pages keep what they have and try again."""
    assert isinstance(error, StoreError)
    if isinstance(error, NoTable):
        return await _for_people(request, asking.refused("not-found", "this table is gone", 404), "this table is gone")
    said = f"this can't be kept now: {error.reason}"
    answer = asking.refused("not-stored", said, 503)
    answer.headers["retry-after"] = "2"
    return await _for_people(request, answer, said)


async def _unknown(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    said = "there is nothing at this address" if error.status_code == 404 else "that can't be done here"
    return await _for_people(request, asking.refused("not-found", said, error.status_code), said)


async def _broken(request: Request, error: Exception) -> Response:
    del request, error
    return asking.refused("broken", "something went wrong here; what was saved is safe, try again", 500)


async def _for_people(request: Request, answer: Response, said: str) -> Response:
    """Somebody who opened an address sees the way in, not JSON."""
    if request.method != "GET" or "text/html" not in request.headers.get("accept", ""):
        return answer
    language = pages.language_of(request, request.app.state.serving.language)
    shown = pages.page("join", language, "pnp", None, code=None, table=None, tables=[], base="", said=said)
    shown.status_code = answer.status_code
    if "retry-after" in answer.headers:
        shown.headers["retry-after"] = answer.headers["retry-after"]
    return shown


def app(
    party: Party, language: str = "", seen: Callable[[str], None] = lambda _: None, guesses: Guesses | None = None
) -> Starlette:
    """The party as an ASGI app; `seen` is told every address that a request comes from."""

    @asynccontextmanager
    async def alive(_: Starlette) -> AsyncIterator[None]:
        await party.load_all()
        heart = asyncio.create_task(_beat(party))
        try:
            yield
        finally:
            heart.cancel()

    made = Starlette(
        routes=ROUTES,
        lifespan=alive,
        middleware=[Middleware(Door, seen=seen), Middleware(GZipMiddleware, minimum_size=1000, compresslevel=5)],
        exception_handlers={
            DoorError: _door_closed,
            StoreError: _not_stored,
            PnpError: _refused,
            HTTPException: _unknown,
            Exception: _broken,
        },
    )
    made.state.serving = Serving(party, guesses or Guesses(), language)
    return made


async def _beat(party: Party) -> None:
    """A sign of life to every listener now and then."""
    while True:
        await asyncio.sleep(hub.PING_EVERY)
        for hosted in party.tables.values():
            hosted.hub.ping()
        party.spawn(party.look)

"""The whole web app: routes in one table, and errors that leak nothing."""

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
from pnp.play.stores.store import NoTable, StoreError
from pnp.web import (
    coaching_routes,
    correcting_routes,
    download_routes,
    host_routes,
    join_routes,
    listeners,
    lookup,
    pages,
    public_routes,
    review_routes,
    seat_routes,
    static_files,
)
from pnp.web.evening import desk_routes, evening_routes, event_routes
from pnp.web.lookup import Serving
from pnp.web.party import Party
from pnp.web.photos import reading_routes
from pnp.web.serving import requests, watch_routes
from pnp.web.serving.budgets import Budgets
from pnp.web.serving.meters import Meters
from pnp.web.serving.middleware import Guesses, PartyMiddleware, RequestError
from pnp.web.serving.observed import Observed
from pnp.words import Said, say

GET, POST = ["GET"], ["POST"]
ROUTES = [
    Route("/s/{code}/state", seat_routes.state, methods=GET),
    Route("/s/{code}/say", seat_routes.say, methods=POST),
    Route("/s/{code}/back", seat_routes.take_back, methods=POST),
    Route("/s/{code}/confirm", event_routes.confirm, methods=POST),
    Route("/s/{code}/evening", evening_routes.do, methods=POST),
    Route("/s/{code}/options", seat_routes.options, methods=GET),
    Route("/s/{code}/hints", coaching_routes.hint, methods=GET),
    Route("/s/{code}/roll", seat_routes.roll, methods=POST),
    Route("/s/{code}/draft", seat_routes.draft, methods=POST),
    Route("/s/{code}/react", seat_routes.react, methods=POST),
    Route("/s/{code}/try", seat_routes.attempt, methods=POST),
    Route("/s/{code}/paper", seat_routes.paper, methods=POST),
    Route("/s/{code}/name", seat_routes.name, methods=POST),
    Route("/s/{code}/number", seat_routes.number, methods=POST),
    Route("/s/{code}/photo", seat_routes.photo, methods=["POST", "DELETE"]),
    Route("/s/{code}/read", reading_routes.of_seat, methods=POST),
    Route("/s/{code}", seat_routes.show, methods=GET),
    Route("/s/{code}/{game}/{sheet}/{version}", seat_routes.show, methods=GET),
    Route("/", join_routes.show, methods=GET),
    Route("/find", join_routes.find, methods=POST),
    Route("/find/photo", join_routes.find_photo, methods=POST),
    Route("/health", watch_routes.health, methods=GET),
    Route("/ready", watch_routes.ready, methods=GET),
    Route("/metrics", watch_routes.metrics, methods=GET),
    Route("/t/{table}", join_routes.show, methods=GET),
    Route("/t/{table}/join", join_routes.join, methods=POST),
    Route("/t/{table}/claim", join_routes.claim, methods=POST),
    Route("/t/{table}/state", public_routes.state, methods=GET),
    Route("/t/{table}/live", public_routes.live, methods=GET),
    Route("/t/{table}/screen", public_routes.screen, methods=GET),
    Route("/t/{table}/join.svg", public_routes.join_code, methods=GET),
    Route("/t/{table}/wifi.svg", public_routes.wifi_code, methods=GET),
    Route("/t/{table}/sheet/{seat:int}.svg", public_routes.sheet, methods=GET),
    Route("/t/{table}/photo/{seat:int}", public_routes.photo, methods=GET),
    Route("/t/{table}/results", public_routes.results, methods=GET),
    Route("/t/{table}/review", review_routes.show, methods=GET),
    Route("/t/{table}/review.json", review_routes.told, methods=GET),
    Route("/t/{table}/review/{seat:int}.svg", review_routes.best_sheet, methods=GET),
    Route("/t/{table}/review/{seat:int}/{round:int}", review_routes.one_round, methods=GET),
    Route("/t/{table}/audit/{seat:int}", coaching_routes.shown_audit, methods=GET),
    Route("/t/{table}/results.{ending}", download_routes.file, methods=GET),
    Route("/e/{evening}", evening_routes.show, methods=GET),
    Route("/e/{evening}/state", evening_routes.state, methods=GET),
    Route("/e/{evening}/live", evening_routes.live, methods=GET),
    Route("/e/{evening}/screen", evening_routes.screen, methods=GET),
    Route("/e/{evening}/join", evening_routes.join, methods=POST),
    Route("/e/{evening}/join.svg", evening_routes.join_code, methods=GET),
    Route("/e/{evening}/wifi.svg", evening_routes.wifi_code, methods=GET),
    Route("/e/{evening}/games", evening_routes.games, methods=GET),
    Route("/e/{evening}/games/{game}.svg", evening_routes.game_picture, methods=GET),
    Route("/e/{evening}/event", event_routes.state, methods=GET),
    Route("/e/{evening}/standings", event_routes.show_standings, methods=GET),
    Route("/e/{evening}/hall/{screen:int}", event_routes.hall, methods=GET),
    Route("/d/{key}", event_routes.show_desk, methods=GET),
    Route("/d/{key}/state", event_routes.desk_state, methods=GET),
    Route("/d/{key}/sheet/{guest:int}.pdf", event_routes.sheet, methods=GET),
    Route("/d/{key}/do", event_routes.do, methods=POST),
    Route("/h/{key}", host_routes.page, methods=GET),
    Route("/h/{key}/state", host_routes.state, methods=GET),
    Route("/h/{key}/log", host_routes.log, methods=GET),
    Route("/h/{key}/do", host_routes.do, methods=POST),
    Route("/h/{key}/read", reading_routes.of_host, methods=POST),
    Route("/h/{key}/evening", desk_routes.do, methods=POST),
    Route("/h/{key}/guest/{guest:int}.svg", desk_routes.guest_code, methods=GET),
    Route("/h/{key}/correct/{seq:int}", correcting_routes.offered, methods=GET),
    Route("/h/{key}/seat/{seat:int}.svg", host_routes.seat_code, methods=GET),
    Route("/h/{key}/seat/{seat:int}/audit", coaching_routes.audit, methods=GET),
    Route("/art/{game}/picture/{name}.svg", public_routes.picture, methods=GET),
    Route("/art/{game}/{sheet}.{ending}", public_routes.artwork, methods=GET),
    Route("/favicon.ico", static_files.take, methods=GET),
    Route("/static/games/{game}/{name}", static_files.of_game, methods=GET),
    Route("/static/{path:path}", static_files.take, methods=GET),
]


async def _request_ended(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestError)
    if error.status == 429:
        await asyncio.sleep(lookup.serving(request).guesses.hold)
    return _told(request, error.said, error.status, error.wait)


async def _refused(request: Request, error: Exception) -> Response:
    """Bad input is said in its own words; they are one line for people and name no file of this machine."""
    assert isinstance(error, PnpError)
    return _told(request, error, 422)


async def _not_stored(request: Request, error: Exception) -> Response:
    """A store that can't write now may do so in a moment: pages keep what they have and try again."""
    assert isinstance(error, StoreError)
    if isinstance(error, NoTable):
        return _told(request, say("not-found.gone"), 404)
    return _told(request, say("not-stored", reason=error.nameless), 503, wait=2)


async def _unknown(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return _told(request, say("not-found" if error.status_code == 404 else "not-found.method"), error.status_code)


async def _broken(request: Request, error: Exception) -> Response:
    del error
    return requests.refused(say("broken"), pages.words_of(lookup.language(request)), 500)


def _told(request: Request, said: Said | PnpError, status: int, wait: int = 0) -> Response:
    """What is said, as JSON; somebody who opened an address sees the way in, with it."""
    language = lookup.language(request)
    words = pages.words_of(language)
    if request.method == "GET" and "text/html" in request.headers.get("accept", ""):
        text = words.text(said) if isinstance(said, Said) else str(said)
        answer = pages.page("join", language, "pnp", None, code=None, table=None, tables=[], base="", said=text)
        answer.status_code = status
    else:
        answer = requests.refused(said, words, status)
    if wait:
        answer.headers["retry-after"] = str(wait)
    return answer


def app(
    party: Party,
    language: str = "",
    seen: Callable[[str], None] = lambda _: None,
    guesses: Guesses | None = None,
    budgets: Budgets | None = None,
    meters: Meters | None = None,
) -> Starlette:
    """The party as an ASGI app; `seen` is told every address that a request comes from."""

    budgets, figures = budgets or Budgets(), meters or Meters()

    @asynccontextmanager
    async def alive(_: Starlette) -> AsyncIterator[None]:
        await party.load_all()
        party.listen()
        party.reading_codes()
        heart = asyncio.create_task(_beat(party, figures))
        try:
            yield
        finally:
            heart.cancel()

    made = Starlette(
        routes=ROUTES,
        lifespan=alive,
        middleware=[
            Middleware(Observed, meters=figures),
            Middleware(PartyMiddleware, seen=seen, budgets=budgets, url=lambda: party.url),
            Middleware(GZipMiddleware, minimum_size=1000, compresslevel=5),
        ],
        exception_handlers={
            RequestError: _request_ended,
            StoreError: _not_stored,
            PnpError: _refused,
            HTTPException: _unknown,
            Exception: _broken,
        },
    )
    made.state.meters = figures
    made.state.serving = Serving(party, guesses or Guesses(), budgets, language)
    return made


async def _beat(party: Party, meters: Meters) -> None:
    """A sign of life to every listener now and then."""
    while True:
        await watch_routes.measure(party, meters)
        await asyncio.sleep(listeners.PING_EVERY)
        for listening in party.listeners():
            listening.ping()
        party.rest()
        if not party.tables.store.is_shared:  # a store that tells of what is written need not be read
            party.spawn(party.look)

"""What anybody may look at: the big screen, the state of a table, its hints, its pictures."""

from __future__ import annotations

import json
import zlib

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from pnp.errors import PnpError
from pnp.render import qr_svg
from pnp.web import cached_states, game_look, listeners, lookup, pages, states
from pnp.web.photos import kept_photos
from pnp.web.serving.middleware import RequestError


async def screen(request: Request) -> Response:
    return await _page(request, "screen")


async def results(request: Request) -> Response:
    return await _page(request, "results")


async def _page(request: Request, name: str) -> Response:
    hosted, language = await lookup.opened(await lookup.table(request)), lookup.language(request)
    base = f"/t/{hosted.table.id}"
    live = f"{base}/live?reactions" if name == "screen" else f"{base}/live"
    where = {"state": f"{base}/state", "live": live, "base": base, "table": hosted.table.id}
    title = f"{hosted.table.game.TITLE}, {hosted.table.id}"
    return pages.page(name, language, title, await cached_states.of_table(hosted, language), **where)


async def state(request: Request) -> Response:
    hosted, language = await lookup.table(request), lookup.language(request)
    content = await cached_states.of_table(hosted, language)
    return cached_states.tagged(request, cached_states.tag_of(content, language), content)


class _Live:
    """The stream of hints: an app of its own, since it watches for the page that leaves."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope)
        hosted = await lookup.table(request)
        if scope["method"] == "HEAD":
            await Response(media_type="text/event-stream")(scope, receive, send)
            return
        if len(hosted.listeners.listening) >= listeners.MOST:
            raise RequestError(503, "full", 10)
        with lookup.stream(request):
            shouts = "reactions" in request.query_params
            await hosted.listeners.listen(hosted.version, receive, send, shouts)


live = _Live()


async def join_code(request: Request) -> Response:
    hosted = await lookup.table(request)
    return cached_states.picture(qr_svg.svg(f"{hosted.party.url}/t/{hosted.table.id}"))


async def wifi_code(request: Request) -> Response:
    hosted = await lookup.table(request)
    if not hosted.party.wifi:
        raise RequestError(404, "not-found.wifi")
    return cached_states.picture(qr_svg.svg(hosted.party.wifi))


async def sheet(request: Request) -> Response:
    """A player's sheet as far as it is revealed."""
    hosted = await lookup.table(request)
    seat = request.path_params["seat"]
    if seat >= len(hosted.table.people):
        raise RequestError(404, "not-found.seats", seats=len(hosted.table.people))
    async with hosted.lock:
        name, marks = states.shown_sheet(hosted, seat)
    version, block = states.mark_of(name, marks), request.query_params.get("block", "")
    art, game = hosted.party.art, hosted.table.opening.game
    try:
        block = block if block in art.sheet(game, name).blocks else ""
        language = lookup.language(request)
        known = hosted.pictures.get((seat, block, language))
        if known is None or known[0] != version:
            # A drawn house has 30 kB, and a party has many tables: they are kept packed.
            drawn = art.written(game, name, marks, block, language).encode()
            known = hosted.pictures[seat, block, language] = version, zlib.compress(drawn, 1)
    except PnpError:
        raise RequestError(404, "not-found") from None
    return cached_states.versioned(request, version, zlib.decompress(known[1]))


async def photo(request: Request) -> Response:
    hosted = await lookup.table(request)
    seat = request.path_params["seat"]
    person = hosted.table.people[seat].id if seat < len(hosted.table.people) else -1
    content = await kept_photos.shown(hosted, person)
    if content is None:
        raise RequestError(404, "not-found.photo")
    version = hosted.meta.get(f"photo:{person}", "")
    return cached_states.versioned(request, version, content, "image/jpeg")


async def artwork(request: Request) -> Response:
    """The artwork of an empty sheet of a game that is played here, or where its fields lie."""
    party = lookup.serving(request).party
    game, name, ending = (request.path_params[part] for part in ("game", "sheet", "ending"))
    rules = party.game(game)
    if rules is None or name not in party.art.layout(game).sheets:
        raise RequestError(404, "not-found")
    language = lookup.language(request)
    if ending == "svg":
        outlines = "outlines" in request.query_params
        art = party.art
        content = art.written(game, name, {}, "", language) if outlines else art.artwork(game, name, language)
        kind = "image/svg+xml"
    elif ending == "json":
        made = party.art.geometry(game, name, pages.words_for(rules, language))
        content = json.dumps(made, ensure_ascii=False, separators=(",", ":"))
        kind = "application/json"
    else:
        raise RequestError(404, "not-found.artwork")
    return cached_states.tagged(request, f"{zlib.crc32(content.encode()):08x}", content.encode(), kind)


async def picture(request: Request) -> Response:
    """A picture of a game that is played here: its emblem, what the face of a die shows."""
    party = lookup.serving(request).party
    game, name = request.path_params["game"], request.path_params["name"]
    if party.game(game) is None or name not in party.art.look(game)["pictures"]:
        raise RequestError(404, "not-found")
    content = game_look.picture(party.art.layout(game), name).encode()
    return cached_states.tagged(request, f"{zlib.crc32(content):08x}", content, "image/svg+xml")

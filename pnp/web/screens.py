"""What anybody may look at: the big screen, the state of a table, its hints, its pictures."""

from __future__ import annotations

import json
import zlib

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import Receive, Scope, Send

from pnp import __version__
from pnp.errors import PnpError
from pnp.render import qr_svg
from pnp.web import hub, lookup, pages, states, views
from pnp.web.guard import DoorError
from pnp.web.threads import in_thread


async def screen(request: Request) -> Response:
    here, hosted = lookup.serving(request), await lookup.table(request)
    return await _page(request, "screen", here.language, f"{hosted.table.game.TITLE}, {hosted.table.id}")


async def results(request: Request) -> Response:
    here, hosted = lookup.serving(request), await lookup.table(request)
    return await _page(request, "results", here.language, f"{hosted.table.game.TITLE}, {hosted.table.id}")


async def _page(request: Request, name: str, default: str, title: str) -> Response:
    hosted = await lookup.table(request)
    base = f"/t/{hosted.table.id}"
    where = {"state": f"{base}/state", "live": f"{base}/live", "base": base, "table": hosted.table.id}
    language = pages.language_of(request, default)
    return pages.page(name, language, title, await views.of_table(hosted), **where)


async def state(request: Request) -> Response:
    hosted = await lookup.table(request)
    content = await views.of_table(hosted)
    return views.tagged(request, views.tag_of(content), content)


class _Live:
    """The stream of hints: an app of its own, since it watches for the page that leaves."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        hosted = await lookup.table(Request(scope))
        if scope["method"] == "HEAD":
            await Response(media_type="text/event-stream")(scope, receive, send)
            return
        if len(hosted.hub.listeners) >= hub.MOST:
            raise DoorError(503, "full", "too many pages listen to this table; this one looks by itself", 10)
        await hosted.hub.listen(hosted.version, receive, send)


live = _Live()


async def join_code(request: Request) -> Response:
    hosted = await lookup.table(request)
    return views.picture(qr_svg.svg(f"{hosted.party.url}/t/{hosted.table.id}"), cache=views.FRESH)


async def wifi_code(request: Request) -> Response:
    hosted = await lookup.table(request)
    if not hosted.party.wifi:
        raise DoorError(404, "not-found", "the host has named no Wi-Fi")
    return views.picture(qr_svg.svg(hosted.party.wifi), cache=views.FRESH)


async def sheet(request: Request) -> Response:
    """A player's sheet as far as it is revealed."""
    hosted = await lookup.table(request)
    seat = request.path_params["seat"]
    if seat >= len(hosted.table.people):
        raise DoorError(404, "not-found", f"there are {len(hosted.table.people)} seats")
    async with hosted.lock:
        name, marks = states.shown_sheet(hosted, seat)
    block = request.query_params.get("block", "")
    try:
        return views.picture(hosted.party.art.written(hosted.table.opening.game, name, marks, block))
    except PnpError as error:
        raise DoorError(404, "not-found", str(error)) from None


async def photo(request: Request) -> Response:
    hosted = await lookup.table(request)
    seat = request.path_params["seat"]
    person = hosted.table.people[seat].id if seat < len(hosted.table.people) else -1
    content = await in_thread(hosted.party.room.store.file, hosted.table.id, f"photo/{person}")
    if content is None:
        raise DoorError(404, "not-found", "there is no photo of this seat")
    return views.picture(content, "image/jpeg")


async def artwork(request: Request) -> Response:
    """The artwork of an empty sheet, or where its fields lie."""
    art = lookup.serving(request).party.art
    game, name, ending = (request.path_params[part] for part in ("game", "sheet", "ending"))
    try:
        if ending == "svg":
            outlines = "outlines" in request.query_params
            content = art.written(game, name, {}) if outlines else art.artwork(game, name)
            kind = "image/svg+xml"
        elif ending != "json":
            raise DoorError(404, "not-found", "there are .svg and .json of each sheet")
        else:
            content = json.dumps(art.geometry(game, name), ensure_ascii=False, separators=(",", ":"))
            kind = "application/json"
        return views.tagged(request, f"{zlib.crc32(content.encode()):08x}", content.encode(), kind)
    except PnpError as error:
        raise DoorError(404, "not-found", str(error)) from None


async def health(request: Request) -> Response:
    party = lookup.serving(request).party
    listening = sum(len(hosted.hub.listeners) for hosted in party.tables.values())
    count = {"tables": len(party.open_tables()), "listening": listening, "reached": party.reached()}
    return JSONResponse({"ok": True, "pnp": True, "version": __version__, **count})

"""The desk of an evening: which game is next and for whom, who sits where, who comes and goes, the end."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from pnp.extras import install_command
from pnp.play import evening as evenings
from pnp.play.evening import Deed, Guest
from pnp.play.opening import DICE
from pnp.render import qr_svg
from pnp.web import cached_states, lookup, pages
from pnp.web.evening import evening_routes, evening_states, seating
from pnp.web.evening.hosted_evening import HostedEvening, has_ended
from pnp.web.evening.seating import Wish
from pnp.web.hosted_table import HostedTable
from pnp.web.serving import requests
from pnp.web.serving.middleware import RequestError
from pnp.web.serving.requests import PageRequest
from pnp.words import Said, Words, say

OF_A_TABLE = ("again", "play", "resume")
"""What the host of a table may do for that table; whoever hosts the evening may do everything."""
DEEDS = (*OF_A_TABLE, "move", "add", "rename", "leave", "back", "end", "open")


class Asker(NamedTuple):
    """Who asks for something: the evening, and the table whose host it is; None is the desk."""

    evening: HostedEvening
    table: HostedTable | None


async def show(request: Request, evening: HostedEvening) -> Response:
    """The desk's page."""
    language, base = lookup.language(request), f"/h/{evening.key}"
    where = {"state": f"{base}/state", "live": f"/e/{evening.id}/live", "base": base, "evening": evening.id}
    where["install"] = install_command("eye")
    title = pages.strings(language)["desk.title"]
    return pages.page("desk", language, title, await _of_desk(evening, language), **where)


async def _of_desk(evening: HostedEvening, language: str) -> bytes:
    return await cached_states.of_evening(evening, language, "desk", partial(evening_states.of_desk, evening))


async def state(request: Request, evening: HostedEvening) -> Response:
    await lookup.heard(request)
    language = lookup.language(request)
    content = await _of_desk(evening, language)
    tag = f"{cached_states.tag_of(content, language)}.desk{evening.party.reached()}"
    return cached_states.tagged(request, tag, content)


async def guest_code(request: Request) -> Response:
    """The QR code that opens a guest's page, for whoever has lost the way."""
    evening = lookup.desk(request)
    guest = evening.value.guest(request.path_params["guest"]) if evening else None
    if evening is None or guest is None:
        raise lookup.wrong(request, "not-found.host")
    return cached_states.picture(qr_svg.svg(f"{evening.party.url}/s/{evening.code(guest.id)}"))


async def do(request: Request) -> Response:
    """One of the deeds of the desk, or of a table's host for that table."""
    asker, ask = await _asker(request), await requests.asked(request)
    deed, language = ask.text("do"), lookup.language(request)
    evening = asker.evening
    if deed not in (DEEDS if asker.table is None else OF_A_TABLE):
        raise requests.malformed("malformed.deed", deeds=DEEDS if asker.table is None else OF_A_TABLE)
    async with evening.lock:
        await evening.catch_up()
        wanted, known = Deed(ask.key, requests.digest(ask)), evening.value.deed(ask.key)
        if known and known.body != wanted.body:
            return requests.refused(say("key-used"), pages.words_of(language))
        table = known.table if known else await _done(request, asker, ask, wanted)
        if isinstance(table, Said):
            return requests.refused(table, _words(evening, language))
        await evening.change(lambda now: now, wanted._replace(table=table))
    hosted = await lookup.serving(request).party.table(table) if table else None
    return JSONResponse({"ok": True, "url": f"/h/{hosted.key}" if hosted else ""})


def _words(evening: HostedEvening, language: str) -> Words:
    """The words for what may be refused at a desk: those of the party, and of the games that are played."""
    tables = evening.current
    return tables[-1].words(language) if tables else pages.words_of(language)


async def _asker(request: Request) -> Asker:
    if evening := lookup.desk(request):
        return Asker(evening, None)
    hosted = await lookup.host(request)
    found = lookup.serving(request).party.evening_of(hosted)
    if found is None:
        raise RequestError(404, "not-found.evening")
    return Asker(found, hosted)


async def _done(request: Request, asker: Asker, ask: PageRequest, wanted: Deed) -> str | Said:
    """The table at which a page goes on after a deed, none if it stays, or why it was not done."""
    evening, deed = asker.evening, ask.text("do")
    if deed in ("again", "play"):
        return await _next(request, asker, ask)
    if deed == "resume":
        hosted = asker.table or _table(evening, ask)
        if has_ended(hosted):
            return say("closed")
        await seating.go_back(evening, hosted, f"desk.{ask.key}")
        return hosted.table.id
    if deed == "move":
        return await seating.sit_down(evening, _guest(evening, ask), _table(evening, ask), ask.key, wanted) or ""
    if deed == "add":
        name = ask.text("name").strip()
        return await evening.change(partial(evenings.came, name=name, color=ask.text("color", "")), wanted) or ""
    if deed == "rename":
        name = ask.text("name").strip()
        return await evening_routes.renamed(evening, _guest(evening, ask), name, ask.key, wanted) or ""
    if deed == "leave":
        return await evening_routes.leave(evening, _guest(evening, ask), wanted) or ""
    if deed == "back":
        return await evening.change(partial(evenings.bring_back, id=_guest(evening, ask).id), wanted) or ""
    return await evening.change(lambda now: now._replace(ended=deed == "end"), wanted) or ""


def _guest(evening: HostedEvening, ask: PageRequest) -> Guest:
    found = evening.value.guest(ask.whole("guest", 1, evenings.MOST_GUESTS + 1))
    if found is None:
        raise requests.malformed("malformed.guest")
    return found


def _table(evening: HostedEvening, ask: PageRequest) -> HostedTable:
    found = next((one for one in evening.tables if one.table.id == ask.text("table")), None)
    if found is None:
        raise RequestError(404, "not-found.table")
    return found


# ---------------------------------------------------------------------- the next game


async def _next(request: Request, asker: Asker, ask: PageRequest) -> str | Said:
    """The table of the next game. A table that one has followed already leads there."""
    evening = asker.evening
    again = ask.text("do") == "again"
    source = asker.table or (_table(evening, ask) if again else None)
    if source and (then := next((one for one in evening.tables if one.table.id == source.meta.get("then")), None)):
        return then.table.id
    if source:
        await evening.take_in(source)
    wish = _wish(evening, source, again, ask)
    if isinstance(wish, Said):
        return wish
    made = await seating.next_game(evening, wish, lookup.serving(request).party.table)
    return made if isinstance(made, Said) else made.table.id


def _wish(evening: HostedEvening, source: HostedTable | None, again: bool, ask: PageRequest) -> Wish | Said:
    is_open = any(one.meta.get("made") == f"next.{ask.key}" for one in evening.tables)
    if evening.value.ended and not is_open:
        return say("ended.evening")
    if "tables" in ask.body and ask.whole("tables", 0, 10_000) != len(evening.tables) and not is_open:
        return say("stale.evening")
    library = evening.party.tables.library
    game = source.table.opening.game if source and again else ask.text("game")
    dice, sheets = ask.text("dice", ""), ask.text("sheets", "kept" if again else "new")
    if game not in library.names() or dice not in ("", *DICE) or sheets not in ("kept", "new"):
        raise requests.malformed("malformed.game", games=tuple(library.names()))
    after = (source,) if source else () if ask.body.get("beside") is True else tuple(_behind(evening))
    guests = seating.guests_for(evening, after, ask.body.get("guests"), library.load(game).PLAYERS[1])
    if not guests:
        return say("nobody-plays")
    away = [one for one in guests if not one.here or evening.plays(one) not in (None, *after)]
    if away and not is_open:
        return say("plays-elsewhere", name=away[0].name)
    like = source if again else None
    return Wish(f"next.{ask.key}", game, guests, after, like, again and sheets == "kept", dice)


def _behind(evening: HostedEvening) -> list[HostedTable]:
    """The tables that a new game follows that the desk begins: those that have ended, are paused or have not begun."""
    if evening.value.apart:
        return []
    return [one for one in evening.current if has_ended(one) or one.table.pause or not one.table.in_play]

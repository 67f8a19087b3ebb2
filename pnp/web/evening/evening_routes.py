"""The evening for its guests: coming in once, waiting for a game, sitting down, leaving, coming back."""

from __future__ import annotations

import hashlib
from functools import partial

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import Receive, Scope, Send

from pnp.errors import PnpError
from pnp.games.seats import Refusal
from pnp.play import evening as evenings
from pnp.play.evening import COLORS, Deed, Evening, Guest
from pnp.render import qr_svg
from pnp.web import cached_states, emblems, listeners, lookup, pages
from pnp.web.evening import evening_states, seating
from pnp.web.evening.hosted_evening import HostedEvening
from pnp.web.serving import middleware, requests
from pnp.web.serving.middleware import RequestError
from pnp.web.serving.requests import PageRequest
from pnp.web.serving.threads import in_thread
from pnp.words import Said, say

FROM_ONE_ADDRESS = 40
"""So many guests may come in from one address: more than a family behind one router, fewer than a list can bear."""


# ---------------------------------------------------------------------- what anybody may look at


async def show(request: Request) -> Response:
    """The page on which people come in."""
    return await page_of(request, lookup.evening(request), "evening")


async def page_of(request: Request, evening: HostedEvening, name: str) -> Response:
    language, base = lookup.language(request), f"/e/{evening.id}"
    where = {"state": f"{base}/state", "live": f"{base}/live", "base": base, "evening": evening.id}
    title = pages.strings(language)["evening.title"]
    return pages.page(name, language, title, await cached_states.of_evening(evening, language), **where)


async def screen(request: Request) -> Response:
    return await page_of(request, lookup.evening(request), "overview")


async def state(request: Request) -> Response:
    await lookup.heard(request)
    evening, language = lookup.evening(request), lookup.language(request)
    content = await cached_states.of_evening(evening, language)
    return cached_states.tagged(request, cached_states.tag_of(content, language), content)


class _Live:
    """The stream of hints of an evening."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope)
        evening = lookup.evening(request)
        if scope["method"] == "HEAD":
            await Response(media_type="text/event-stream")(scope, receive, send)
            return
        if len(evening.listeners.listening) >= listeners.MOST:
            raise RequestError(503, "full", 10)
        with lookup.stream(request):
            await evening.listeners.listen(evening.version, receive, send)


live = _Live()


async def join_code(request: Request) -> Response:
    evening = lookup.evening(request)
    return cached_states.picture(qr_svg.svg(f"{evening.party.url}/e/{evening.id}"))


async def wifi_code(request: Request) -> Response:
    evening = lookup.evening(request)
    if not evening.party.wifi:
        raise RequestError(404, "not-found.wifi")
    return cached_states.picture(qr_svg.svg(evening.party.wifi))


async def games(request: Request) -> Response:
    """The games that can be played."""
    return JSONResponse({"ok": True, "games": await in_thread(evening_states.games, lookup.evening(request))})


async def game_picture(request: Request) -> Response:
    """The picture of a game, from its layout."""
    party, name = lookup.evening(request).party, request.path_params["game"]
    try:
        if name not in party.tables.library.names():
            raise RequestError(404, "not-found")
        content: str = await in_thread(emblems.emblem, party.art, name, party.tables.library.load(name))
    except PnpError:
        raise RequestError(404, "not-found") from None
    if not content:
        raise RequestError(404, "not-found")
    return cached_states.tagged(request, f"{name}-{party.build}", content.encode(), "image/svg+xml")


# ---------------------------------------------------------------------- coming in


async def join(request: Request) -> Response:
    """Somebody comes in, once for the whole evening; the same wish once more finds the same guest."""
    evening, ask = lookup.evening(request), await requests.asked(request)
    name, color = ask.text("name").strip(), ask.text("color", "")
    # Nobody who finds a key in a log or a database can come in with it as somebody else.
    key = hashlib.sha256(f"{evening.id} {ask.key}".encode()).hexdigest()[:32]
    async with evening.lock:
        guest = next((one for one in evening.value.guests if one.key == key), None)
        if guest is None:
            _check(request, evening)
            refused = await evening.change(partial(evenings.came, name=name, color=color, key=key))
            if refused:
                return requests.refused(refused, pages.words_of(lookup.language(request)))
            guest = evening.value.guests[-1]
            evening.came_from[middleware.address_of(request)] += 1
            await _seat_in_lobby(evening, guest, ask.key)
    return JSONResponse({"ok": True, "url": f"/s/{evening.code(guest.id)}"})


def _check(request: Request, evening: HostedEvening) -> None:
    if evening.value.ended:
        raise RequestError(409, "ended.evening")
    if evening.value.plan:
        raise RequestError(409, "desk-lets-in")
    address, budgets = middleware.address_of(request), lookup.serving(request).budgets
    if evening.came_from[address] >= FROM_ONE_ADDRESS and address not in budgets.own:
        raise RequestError(429, "too-many.guests", 60, most=FROM_ONE_ADDRESS)


async def _seat_in_lobby(evening: HostedEvening, guest: Guest, key: str) -> None:
    """Where one table is all that is played, and it has not begun, whoever comes in sits there at once."""
    tables = [one for one in evening.current if one.table.waiting and not one.table.position.closed]
    if len(tables) == 1 == len(evening.current) and not evening.value.apart:
        await seating.sit_down(evening, guest, tables[0], key)


# ---------------------------------------------------------------------- the guest's own page


async def show_guest(request: Request, evening: HostedEvening, guest: Guest) -> Response:
    """The page of a guest who sits nowhere just now."""
    language, code = lookup.language(request), evening.code(guest.id)
    base = f"/s/{code}"
    where = {"state": f"{base}/state", "live": f"/e/{evening.id}/live", "base": base, "evening": evening.id}
    return pages.page("evening", language, guest.name, await _of_guest(evening, guest, language), **where)


async def _of_guest(evening: HostedEvening, guest: Guest, language: str) -> bytes:
    return await cached_states.of_evening(
        evening, language, f"guest {guest.id}", partial(evening_states.of_guest, evening, guest)
    )


async def guest_state(request: Request, evening: HostedEvening, guest: Guest) -> Response:
    language = lookup.language(request)
    content = await _of_guest(evening, guest, language)
    return cached_states.tagged(request, f"{cached_states.tag_of(content, language)}.g{guest.id}", content)


async def do(request: Request) -> Response:
    """What a guest does of their own: another name or colour, a seat at a table, leaving, coming back."""
    found, ask = lookup.guest(request), await requests.asked(request)
    if found is None:
        raise lookup.wrong(request, "not-found.sheet")
    evening, guest = found
    language = lookup.language(request)
    async with evening.lock:
        guest = evening.value.guest(guest.id) or guest
        refused = await _done(evening, guest, ask)
    if refused:
        return requests.refused(refused, pages.words_of(language))
    if evening.seat(evening.code(guest.id)):
        return JSONResponse({"ok": True, "url": f"/s/{evening.code(guest.id)}"})
    return JSONResponse({"ok": True, "url": ""})


async def _done(evening: HostedEvening, guest: Guest, ask: PageRequest) -> Said | None:
    deed = ask.text("do")
    if deed == "leave":
        return await leave(evening, guest)
    if deed == "back":
        return await evening.change(partial(evenings.bring_back, id=guest.id))
    if deed == "name":
        return await renamed(evening, guest, ask.text("name").strip(), ask.key)
    if deed == "color":
        color = ask.text("color")
        if color not in COLORS:
            raise requests.malformed("malformed.color", colors=COLORS)
        taken = any(one.color == color and one.here and one.id != guest.id for one in evening.value.guests)
        return say("taken.color") if taken else await evening.change(partial(_colored, id=guest.id, color=color))
    if deed == "sit":
        return await _sit(evening, guest, ask)
    raise requests.malformed("malformed.deed", deeds=("leave", "back", "name", "color", "sit"))


def _colored(evening: Evening, id: int, color: str) -> Evening:
    return evenings.changed(evening, id, color=color)


async def _sit(evening: HostedEvening, guest: Guest, ask: PageRequest) -> Said | None:
    """A guest sits down where there is a seat: where tables are apart, the desk says where."""
    hosted = next((one for one in evening.current if one.table.id == ask.text("table")), None)
    if hosted is None or evening.value.apart or evening.value.ended:
        return say("no-seat")
    if evening.plays(guest) not in (None, hosted):
        return say("plays-elsewhere", name=guest.name)
    return await seating.sit_down(evening, guest, hosted, ask.key)


async def leave(evening: HostedEvening, guest: Guest, deed: Deed | None = None) -> Said | None:
    """A guest goes home: before a game the seat is free, in one nobody waits for them where the game allows it."""
    if at := evening.sits(guest):
        await seating.stand_up(*at)
    return await evening.change(partial(evenings.changed, id=guest.id, here=False), deed)


async def renamed(evening: HostedEvening, guest: Guest, name: str, key: str, deed: Deed | None = None) -> Said | None:
    """A guest is called something else from now on, at the table as well."""
    others = [one.name for one in evening.value.guests if one.here and one.id != guest.id]
    if unfit := evenings.unfit(name, others):
        return unfit
    at = evening.sits(guest)
    seat = at[0].seat_of(at[1]) if at else None
    if at and seat is not None and not at[0].table.position.closed:
        async with at[0].lock:
            data = {"seat": seat, "name": name}
            answer = await at[0].write(at[0].table.seq, f"renamed.{key}", [("renamed", data)])
        if not answer.ok:
            return answer.said
    refused: Refusal | None = await evening.change(partial(evenings.changed, id=guest.id, name=name), deed)
    return refused

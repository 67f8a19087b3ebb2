"""The addresses of an event: desks by what each may do, screens of the hall, standings for everybody."""

from __future__ import annotations

import hmac
import json
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from pnp.convention import papers
from pnp.convention.desk import Desk
from pnp.errors import CallError, PnpError
from pnp.play.evening import Deed
from pnp.web import cached_states, lookup, pages
from pnp.web.evening import event_states
from pnp.web.evening.event_states import ROLES
from pnp.web.evening.hosted_evening import HostedEvening
from pnp.web.serving import requests
from pnp.web.serving.middleware import RequestError
from pnp.web.serving.requests import PageRequest
from pnp.web.serving.threads import at_press, in_thread
from pnp.words import Said, of_rooms, say

DeskAction = Callable[[Desk, PageRequest], object]
DEEDS: dict[str, DeskAction] = {
    "tell": lambda desk, ask: desk.tell(_table(ask), _totals(ask)),
    "confirm": lambda desk, ask: desk.confirm(_table(ask), ask.text("person")),
    "come": lambda desk, ask: desk.come(ask.text("name").strip()),
    "leave": lambda desk, ask: desk.leave(ask.text("person")),
    "back": lambda desk, ask: desk.back(ask.text("person")),
    "rename": lambda desk, ask: desk.rename(ask.text("person"), ask.text("name").strip()),
    "seat": lambda desk, _ask: desk.seat(),
    "close": lambda desk, ask: desk.close(ask.body.get("anyway") is True),
    "undo": lambda desk, ask: desk.undo(ask.whole("number", 0, 1_000_000) if "number" in ask.body else None),
    "swap": lambda desk, ask: desk.swap(ask.text("person"), ask.text("other")),
    "move": lambda desk, ask: desk.move(ask.text("person"), _table(ask) or None),
    "screen": lambda desk, ask: desk.screen(ask.whole("screen", 0, 1000), ask.text("show")),
}
"""What a desk can do to an event."""
HELPERS = ("tell", "confirm", "come", "leave", "back")
"""What helpers may do; viewers only look."""


def _table(ask: PageRequest) -> int:
    return ask.whole("table", 0, 10_000)


def _totals(ask: PageRequest) -> dict[str, int]:
    totals = ask.body.get("totals")
    if not isinstance(totals, dict) or any(type(one) is not int or abs(one) > 1_000_000 for one in totals.values()):
        raise requests.malformed("malformed.totals")
    return {str(person): total for person, total in totals.items()}


# ---------------------------------------------------------------------- looking


def _event(request: Request) -> HostedEvening:
    """The evening of an address, if it is an event."""
    evening = lookup.evening(request)
    if not evening.value.plan:
        raise RequestError(404, "not-found.evening")
    return evening


def _desk(request: Request) -> tuple[HostedEvening, str]:
    """The event that a desk's key opens, and what that desk is."""
    evening, wanted = lookup.serving(request).party.evening, request.path_params["key"].upper().encode()
    if evening and evening.value.plan:
        for role in ROLES:
            if hmac.compare_digest(event_states.role_key(evening, role).encode(), wanted):
                return evening, role
    raise lookup.wrong(request, "not-found.host")


async def _state(evening: HostedEvening, language: str, role: str = "") -> bytes:
    """An event as it is told, made once for each version of its evening."""
    version = evening.version
    known = evening.cache.get((f"event {role}", language))
    if known is None or known[0] != version:
        made = {"version": version, "seq": evening.seq, "build": evening.party.build}
        made |= await in_thread(event_states.of_event, evening)
        if role:
            made |= event_states.of_desk(evening, role)
        known = version, json.dumps(made, ensure_ascii=False, separators=(",", ":")).encode()
        evening.cache[f"event {role}", language] = known
    return known[1][:-1] + f',"now":{evening.party.clock():.3f}}}'.encode()


async def _page(
    request: Request, evening: HostedEvening, name: str, state: str, role: str = "", **more: Any
) -> Response:
    language = lookup.language(request)
    where = {"state": state, "live": f"/e/{evening.id}/live", "evening": evening.id, **more}
    title = str(evening.value.plan[0]["name"])
    return pages.page(name, language, title, await _state(evening, language, role), **where)


async def show_desk(request: Request) -> Response:
    evening, role = _desk(request)
    base = f"/d/{event_states.role_key(evening, role)}"
    return await _page(request, evening, "eventdesk", f"{base}/state", role, base=base)


async def desk_state(request: Request) -> Response:
    evening, role = _desk(request)
    return await _told(request, evening, role)


async def _told(request: Request, evening: HostedEvening, role: str = "") -> Response:
    await lookup.heard(request)
    language = lookup.language(request)
    content = await _state(evening, language, role)
    return cached_states.tagged(request, f"{cached_states.tag_of(content, language)}.{role or 'event'}", content)


async def state(request: Request) -> Response:
    return await _told(request, _event(request))


async def show_standings(request: Request) -> Response:
    """What anybody may look at, from any phone."""
    evening = _event(request)
    return await _page(request, evening, "standings", f"/e/{evening.id}/event")


async def hall(request: Request) -> Response:
    """A screen of the hall, which shows what the desk has chosen for it."""
    evening = _event(request)
    return await _page(request, evening, "hall", f"/e/{evening.id}/event", screen=request.path_params["screen"])


# ---------------------------------------------------------------------- doing


async def do(request: Request) -> Response:
    """One of the deeds of a desk."""
    (evening, role), ask = _desk(request), await requests.asked(request)
    deed, language = ask.text("do"), lookup.language(request)
    if deed not in DEEDS:
        raise requests.malformed("malformed.deed", deeds=tuple(DEEDS))
    if role != ROLES[0] and (role != ROLES[1] or deed not in HELPERS):
        return requests.refused(say("not-this-desk"), pages.words_of(language), 403)
    return await _done(request, evening, ask, lambda desk: DEEDS[deed](desk, ask))


async def _done(request: Request, evening: HostedEvening, ask: PageRequest, deed: Callable[[Desk], object]) -> Response:
    """Do something to the event as it is kept, then serve it and its new tables; a wish is done once."""
    async with evening.lock:
        await evening.catch_up()
        wanted, known = Deed(ask.key, requests.digest(ask)), evening.value.deed(ask.key)
        if known not in (None, wanted):
            return requests.refused(say("key-used"), pages.words_of(lookup.language(request)))
        desk = event_states.desk_of(evening)
        try:
            if known:
                await in_thread(desk.settle)
            else:
                desk.deed = wanted
                if "round" in ask.body:
                    desk.still_at(ask.whole("round", 0, 1000))
                await in_thread(deed, desk)
        except PnpError as error:
            return _refused(error, request)
        finally:
            evening.take(desk.evening, desk.seq)
    await lookup.serving(request).party.look()
    await evening.gather()
    return JSONResponse({"ok": True})


def _refused(error: PnpError, request: Request) -> Response:
    said = error.said if isinstance(error.said, Said) else error
    return requests.refused(said, of_rooms(lookup.language(request)))


async def sheet(request: Request) -> Response:
    """The sheet of the round that somebody has lost, to be printed again."""
    evening, role = _desk(request)
    if role == ROLES[-1]:
        raise RequestError(403, "not-this-desk")
    desk, party = event_states.desk_of(evening), evening.party
    paper = "letter" if request.query_params.get("paper") == "letter" else "a4"
    who = str(request.path_params["guest"])
    try:
        made = await at_press(_lost, desk, who, paper, party.url, party.secret, lookup.language(request))
    except CallError as error:
        return requests.refused(
            error.said if isinstance(error.said, Said) else error, of_rooms(lookup.language(request)), 409
        )
    name = quote(f"{desk.event.name(int(who))}.pdf")
    headers = {"content-disposition": f"inline; filename*=utf-8''{name}", "cache-control": "no-store"}
    return Response(made, media_type="application/pdf", headers=headers)


def _lost(desk: Desk, who: str, paper: str, url: str, secret: bytes, language: str) -> bytes:
    from pnp.render.pdf import pdf_bytes

    return pdf_bytes(papers.lost(desk, who, paper, url, secret, language))


async def confirm(request: Request) -> Response:
    """A player says that the result of their table is right."""
    found, ask = lookup.guest(request), await requests.asked(request)
    if found is None or not found[0].value.plan:
        raise lookup.wrong(request, "not-found.sheet")
    evening, guest = found

    def deed(desk: Desk) -> None:
        event = desk.event
        at = event.rounds[event.current].table_of(guest.id) if event.current < len(event.rounds) else None
        desk.confirm(0 if at is None else at + 1, str(guest.id))

    return await _done(request, evening, ask, deed)

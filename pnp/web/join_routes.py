"""Ways in: the join page, a typed code, a photo of a printed code, a seat to take, a name to sit down with."""

from __future__ import annotations

import hashlib
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from pnp.errors import CallError
from pnp.games.seats import Refusal
from pnp.play import people
from pnp.read import qr
from pnp.sheets import codes
from pnp.strict import shown
from pnp.web import cached_states, keys, lookup, pages
from pnp.web.evening import evening_routes
from pnp.web.hosted_table import HostedTable
from pnp.web.serving import middleware, requests
from pnp.web.serving.middleware import RequestError
from pnp.web.serving.requests import PageRequest
from pnp.web.serving.threads import in_darkroom
from pnp.words import say

MOST_SHEETS = 30
"""Sheets that one person may bring along to a table: each is noted for good, and opens the seat."""


async def show(request: Request) -> Response:
    """The join page of a table; without a table's name, of the only one there is."""
    here = lookup.serving(request)
    if "table" in request.path_params:
        hosted: HostedTable | None = await lookup.table(request)
    else:
        hosted = await here.party.only_table()
    language = lookup.language(request)
    if hosted is None and here.party.evening:
        return await evening_routes.page_of(request, here.party.evening, "evening")
    if hosted is None:
        return pages.page("join", language, "pnp", None, code=None, table=None, tables=[], base="")
    id = hosted.table.id
    base: dict[str, Any] = {"base": f"/t/{id}", "state": f"/t/{id}/state", "live": f"/t/{id}/live", "table": id}
    tables = [{"table": id, "title": hosted.table.game.TITLE}]
    first = await cached_states.of_table(hosted, language)
    return pages.page("join", language, hosted.table.game.TITLE, first, code=None, tables=tables, **base)


async def join(request: Request) -> Response:
    """A new seat: for a name and, if there is a sheet in hand, with that sheet."""
    hosted, ask = await lookup.table(request), await requests.asked(request)
    if hosted.of_event:
        raise RequestError(409, "desk-lets-in")
    code, name = _brought(ask), ask.text("name").strip()
    if isinstance(unfit := people.proper(name, ()), Refusal):
        return requests.refused(unfit, hosted.words(lookup.language(request)))
    evening = hosted.party.evening_of(hosted)
    if evening and evening.value.plan:
        raise RequestError(409, "desk-lets-in")
    if evening and (other := evening.awaited(name)):
        return requests.refused(say("taken.guest", name=other), hosted.words(lookup.language(request)))
    # Everybody may read the log in the end: whoever finds a key there must not get the seat that it made.
    key = f"join.{hashlib.sha256(ask.key.encode()).hexdigest()[:32]}"
    async with hosted.lock:
        table = hosted.table
        if code in hosted.codes and not table.written(key):
            lookup.guessed(request)  # whoever sits down with codes of choice learns which are real
            raise RequestError(409, "taken")
        answer = await hosted.write(table.seq, key, [("joined", {"name": name, "id": table.next_id()})])
        if answer.said and not answer.ok:
            return requests.refused(answer.said, hosted.words(lookup.language(request)))
        person = int(table.events[answer.seq - 1].data["id"])
        return await _seated(hosted, person, code, ask.key)


async def claim(request: Request) -> Response:
    """A seat that is there and that nobody has taken."""
    hosted, ask = await lookup.table(request), await requests.asked(request)
    code = _brought(ask)
    async with hosted.alone("claim") as is_alone, hosted.lock:
        if not is_alone:
            raise RequestError(503, "busy.seats", 1)
        await hosted.know_notes()
        seat = ask.seat(hosted)
        assert seat is not None
        if any(event.kind == "left" for event in hosted.table.events[ask.expected :] if ask.expected):
            raise RequestError(409, "stale.left")
        person = hosted.table.people[seat]
        taken = hosted.meta.get(f"claimed:{person.id}", "")
        if taken and taken != ask.key:
            raise RequestError(409, "taken.seat", name=person.name)
        if code in hosted.codes and hosted.codes[code][0] != person.id:
            lookup.guessed(request)
        return await _seated(hosted, person.id, code, ask.key)


def _brought(ask: PageRequest) -> str:
    """The code of the sheet that somebody brings along, if there is one."""
    text = ask.body.get("code")
    if not text:
        return ""
    try:
        return codes.parse(str(text))
    except CallError:
        raise requests.malformed("malformed.code", code=shown(str(text))) from None


async def _seated(hosted: HostedTable, person: int, code: str, key: str) -> Response:
    seat, known = hosted.seat_of(person), hosted.codes.get(code)
    if seat is None:
        raise RequestError(409, "gone")
    if code and known is not None and known[0] != person:
        raise RequestError(409, "taken")
    if code and known is None:
        if sum(one.person == person for one in keys.bound(hosted.meta)) >= MOST_SHEETS:
            raise RequestError(409, "too-many.sheets", most=MOST_SHEETS)
        await hosted.bind(code, person, hosted.main_sheet)
    await hosted.note(f"claimed:{person}", key)
    return JSONResponse({"ok": True, "url": f"/s/{code or hosted.code_of(seat)}"})


async def find(request: Request) -> Response:
    """What a typed code opens."""
    ask = await requests.asked(request, keyed=False)
    return await _found(request, ask.text("code")[:100])


async def find_photo(request: Request) -> Response:
    """What the QR code in a photo opens, whatever address it was printed for."""
    middleware.check_origin(request)
    async with lookup.upload(request) as content:
        texts = await in_darkroom("pnp.web.photos.photo_codes:texts", content)
    code = qr.sheet_code(texts) or qr.table_of(texts)
    if not code:
        raise RequestError(409, "no-code")
    return await _found(request, code)


async def _found(request: Request, text: str) -> Response:
    party = lookup.serving(request).party
    plain = codes.plain(text)
    if len(plain) < codes.LENGTH and (hosted := await party.table(plain)):
        return JSONResponse({"ok": True, "url": f"/t/{hosted.table.id}"})
    if party.evening and plain == party.evening.id:
        return JSONResponse({"ok": True, "url": f"/e/{plain}"})
    code = lookup.parsed_code(request, text)
    if await party.seat(code) is None and not (party.evening and party.evening.guest(code)):
        if not party.index.open():
            raise lookup.wrong(request, "not-found.open")
        lookup.guessed(request)
    return JSONResponse({"ok": True, "url": f"/s/{code}"})

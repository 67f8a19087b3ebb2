"""Ways in: the join page, a typed code, a photo of a printed code, a seat to take, a name to sit down with."""

from __future__ import annotations

import hashlib
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from pnp.errors import CallError
from pnp.read import qr
from pnp.render import photo as pictures
from pnp.sheets import codes
from pnp.web import asking, guard, lookup, pages, views
from pnp.web.asking import Asked
from pnp.web.hosted import Hosted
from pnp.web.threads import in_darkroom

TAKEN = "this sheet is somebody else's at this table; scan your own"


async def show(request: Request) -> Response:
    """The join page of a table; without a table's name, of the only one there is."""
    here = lookup.serving(request)
    if "table" in request.path_params:
        hosted: Hosted | None = await lookup.table(request)
    else:
        there = here.party.open_tables()
        hosted = there[0] if len(there) == 1 else None
    language = pages.language_of(request, here.language)
    if hosted is None:
        return pages.page("join", language, "pnp", None, code=None, table=None, tables=[], base="")
    id = hosted.table.id
    base: dict[str, Any] = {"base": f"/t/{id}", "state": f"/t/{id}/state", "live": f"/t/{id}/live", "table": id}
    tables = [{"table": id, "title": hosted.table.game.TITLE}]
    first = await views.of_table(hosted)
    return pages.page("join", language, hosted.table.game.TITLE, first, code=None, tables=tables, **base)


async def join(request: Request) -> Response:
    """A new seat: for a name and, if there is a sheet in hand, with that sheet."""
    hosted, ask = await lookup.table(request), await asking.asked(request)
    code, name = _brought(ask), ask.text("name").strip()
    # Everybody may read the log in the end: whoever finds a key there must not get the seat that it made.
    key = f"join.{hashlib.sha256(ask.key.encode()).hexdigest()[:32]}"
    async with hosted.lock:
        table = hosted.table
        if code in hosted.codes and not table.written(key):
            return asking.refused("taken", TAKEN)
        answer = await hosted.write(table.seq, key, [("joined", {"name": name, "id": table.next_id()})])
        if not answer.ok:
            return asking.refused(answer.code, answer.message)
        person = int(table.events[answer.seq - 1].data["id"])
        return await _seated(hosted, person, code, ask.key)


async def claim(request: Request) -> Response:
    """A seat that is there and that nobody has taken."""
    hosted, ask = await lookup.table(request), await asking.asked(request)
    code = _brought(ask)
    async with hosted.lock:
        seat = ask.seat(hosted)
        assert seat is not None
        if any(event.kind == "left" for event in hosted.table.events[ask.expected :] if ask.expected):
            return asking.refused("stale", "somebody has left meanwhile; look once more which seat is yours")
        person = hosted.table.people[seat]
        taken = hosted.meta.get(f"claimed:{person.id}", "")
        if taken and taken != ask.key:
            said = f"{person.name}'s seat is taken; scan {person.name}'s sheet, or ask the host to free the seat"
            return asking.refused("taken", said)
        return await _seated(hosted, person.id, code, ask.key)


def _brought(ask: Asked) -> str:
    """The code of the sheet that somebody brings along, if there is one."""
    text = ask.body.get("code")
    if not text:
        return ""
    try:
        return codes.parse(str(text))
    except CallError as error:
        raise asking.malformed(str(error)) from None


async def _seated(hosted: Hosted, person: int, code: str, key: str) -> Response:
    seat, known = hosted.seat_of(person), hosted.codes.get(code)
    if seat is None:
        return asking.refused("gone", "this seat was taken away; join once more")
    if code and known is not None and known[0] != person:
        return asking.refused("taken", TAKEN)
    if code and known is None:
        await hosted.bind(code, person, hosted.main_sheet)
    await hosted.note(f"claimed:{person}", key)
    return JSONResponse({"ok": True, "url": f"/s/{code or hosted.code_of(seat)}"})


async def find(request: Request) -> Response:
    """What a typed code opens."""
    ask = await asking.asked(request, keyed=False)
    lookup.patience(request)
    return await _found(request, ask.text("code")[:100])


async def find_photo(request: Request) -> Response:
    """What the QR code in a photo opens, whatever address it was printed for."""
    guard.check_origin(request)
    lookup.patience(request)
    async with lookup.upload(request) as content:
        width, height, rows = await in_darkroom(pictures.gray, content)
        texts = await in_darkroom(qr.texts, width, height, rows)
    code = qr.sheet_code(texts) or qr.table_of(texts)
    if not code:
        said = "no sheet's QR code is to be seen in this photo; come closer, hold still, or type the code"
        return asking.refused("no-code", said)
    return await _found(request, code)


async def _found(request: Request, text: str) -> Response:
    party = lookup.serving(request).party
    plain = codes.plain(text)
    if len(plain) < codes.LENGTH and (hosted := await party.table(plain)):
        return JSONResponse({"ok": True, "url": f"/t/{hosted.table.id}"})
    try:
        code = codes.parse(text)
    except CallError as error:
        raise lookup.wrong(request, str(error)) from None
    if party.seat(code) is None:
        if not party.open_tables():
            raise lookup.wrong(request, "no table is open here; ask the host")
        lookup.wrong(request, "")
    return JSONResponse({"ok": True, "url": f"/s/{code}"})

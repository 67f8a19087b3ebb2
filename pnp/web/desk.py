"""The host's desk: what only the host may do, by the host's key, and it is logged as done by the host."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from pnp.games.play import Refusal
from pnp.play.engine import Answer
from pnp.render import qr_svg
from pnp.web import asking, lookup, pages, views
from pnp.web.asking import Asked
from pnp.web.guard import DoorError
from pnp.web.hosted import Hosted

Deed = Callable[[Hosted, Asked], Awaitable[Answer]]


async def show(request: Request) -> Response:
    here, hosted = lookup.serving(request), lookup.host(request)
    language = pages.language_of(request, here.language)
    base, table = f"/h/{hosted.key}", hosted.table.id
    where = {"state": f"{base}/state", "live": f"/t/{table}/live", "base": base, "table": table}
    title = f"{hosted.table.game.TITLE}: host"
    return pages.page("host", language, title, await views.of_host(hosted), **where)


async def state(request: Request) -> Response:
    hosted = lookup.host(request)
    content = await views.of_host(hosted)
    return views.tagged(request, f"{views.tag_of(content)}.host{hosted.party.reached()}", content)


async def seat_code(request: Request) -> Response:
    """The QR code that opens a seat, to be scanned from the host's screen."""
    hosted = lookup.host(request)
    seat = request.path_params["seat"]
    if seat >= len(hosted.table.people):
        raise DoorError(404, "not-found", f"there are {len(hosted.table.people)} seats")
    return views.picture(qr_svg.svg(f"{hosted.party.url}/s/{hosted.code_of(seat)}"), cache=views.FRESH)


async def do(request: Request) -> Response:
    """One of the host's deeds."""
    hosted, ask = lookup.host(request), await asking.asked(request)
    deed = DEEDS.get(ask.text("do"))
    if deed is None:
        raise asking.malformed(f"do: one of {', '.join(DEEDS)} is expected")
    async with hosted.lock:
        if ask.key in hosted.deeds:  # what is only noted has no event that would tell so
            answer = Answer(True, hosted.table.seq, "repeated", "this was done already")
        elif (answer := await deed(hosted, ask)).ok:
            hosted.deeds.append(ask.key)
    return asking.told(answer, await views.of_host(hosted))


async def _write(hosted: Hosted, ask: Asked, kind: str, data: Mapping[str, Any]) -> Answer:
    expected = hosted.table.up_to_date(data.get("seat"), ask.expected)
    return await hosted.write(expected, f"host.{ask.key}", [(kind, data)])


async def _beside(hosted: Hosted, ask: Asked, kind: str, data: Mapping[str, Any]) -> Answer:
    """What is no step of the game and never comes too late, unless seats have moved up since."""
    seen = hosted.table.events[ask.expected :] if ask.expected else []
    if data.get("seat") is not None and any(event.kind == "left" for event in seen):
        return await hosted.write(ask.expected, f"host.{ask.key}", [(kind, data)])
    return await hosted.write(hosted.table.seq, f"host.{ask.key}", [(kind, data)])


async def _several(hosted: Hosted, ask: Asked, changes: Any) -> Answer:
    if isinstance(changes, Refusal):
        return Answer(False, hosted.table.seq, changes.code, changes.message)
    return await hosted.write(ask.expected, f"host.{ask.key}", changes)


async def _start(hosted: Hosted, ask: Asked) -> Answer:
    return await _write(hosted, ask, "said", {"seat": None, "words": "start", "by": "host"})


async def _roll(hosted: Hosted, ask: Asked) -> Answer:
    faces, source = ask.body.get("dice"), hosted.table.opening.dice
    if source == "physical" and faces is None:
        return Answer(False, hosted.table.seq, "no-dice", "these dice lie on the table: tap what they show")
    if faces is not None and (not isinstance(faces, list) or len(faces) > 100):
        raise asking.malformed("dice: a list of faces is expected")
    return await _write(hosted, ask, "rolled", {"dice": None if source == "virtual" else faces, "source": source})


async def _say(hosted: Hosted, ask: Asked) -> Answer:
    data = {"seat": ask.seat(hosted, none=True), "words": ask.text("words"), "by": "host"}
    return await _write(hosted, ask, "said", data)


async def _paper(hosted: Hosted, ask: Asked) -> Answer:
    data = {"seat": ask.seat(hosted, none=True), "sheet": ask.text("sheet"), "marks": ask.body.get("marks")}
    return await _beside(hosted, ask, "entered", {**data, "by": "host"})


async def _undo(hosted: Hosted, ask: Asked) -> Answer:
    return await _several(hosted, ask, hosted.table.undone(1, ask.text("reason", "")[:200]))


async def _redo(hosted: Hosted, ask: Asked) -> Answer:
    later = hosted.table.later()
    if not later:
        return Answer(False, hosted.table.seq, "nothing-to-redo", "nothing was undone here")
    return await _several(hosted, ask, [("moved", {"to": later[-1], "reason": ""})])


async def _correct(hosted: Hosted, ask: Asked) -> Answer:
    seq = ask.whole("seq", 1, 2**31)
    changes = hosted.table.corrected(seq, ask.text("words"), ask.text("reason", "")[:200])
    return await _several(hosted, ask, changes)


async def _timer(hosted: Hosted, ask: Asked) -> Answer:
    seconds = ask.whole("seconds", 0, 3600)
    await hosted.note("timer", str(seconds))
    if not seconds or hosted.drawing:
        await hosted.set_deadline(seconds)
    return Answer(True, hosted.table.seq)


async def _deadline(hosted: Hosted, ask: Asked) -> Answer:
    if not hosted.drawing:
        return Answer(False, hosted.table.seq, "no-round", "a deadline is for a round that is being drawn")
    await hosted.set_deadline(ask.whole("seconds", 0, 3600))
    return Answer(True, hosted.table.seq)


async def _join(hosted: Hosted, ask: Asked) -> Answer:
    data = {"name": ask.text("name").strip(), "id": hosted.table.next_id(), "by": "host"}
    return await _beside(hosted, ask, "joined", data)


async def _rename(hosted: Hosted, ask: Asked) -> Answer:
    return await _beside(hosted, ask, "renamed", {"seat": ask.seat(hosted), "name": ask.text("name").strip()})


async def _remove(hosted: Hosted, ask: Asked) -> Answer:
    return await _beside(hosted, ask, "left", {"seat": ask.seat(hosted)})


async def _release(hosted: Hosted, ask: Asked) -> Answer:
    seat = ask.seat(hosted)
    assert seat is not None
    await hosted.note(f"claimed:{hosted.table.people[seat].id}", "")
    return Answer(True, hosted.table.seq)


async def _close(hosted: Hosted, ask: Asked) -> Answer:
    secret = hosted.party.room.store.secret(hosted.table.id)
    answer = await _write(hosted, ask, "closed", {"secret": secret} if secret else {})
    if answer.ok:
        await hosted.note("closed", "yes")
    return answer


DEEDS: Mapping[str, Deed] = {
    "start": _start,
    "roll": _roll,
    "say": _say,
    "paper": _paper,
    "undo": _undo,
    "redo": _redo,
    "correct": _correct,
    "timer": _timer,
    "deadline": _deadline,
    "join": _join,
    "rename": _rename,
    "remove": _remove,
    "release": _release,
    "close": _close,
}

"""The host's page: what only the host may do, by the host's key, and it is logged as done by the host."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from pnp.extras import install_command
from pnp.games.seats import ANYWAY, Refusal, insisted
from pnp.play.engine import INTENTION, Answer
from pnp.play.events import Event
from pnp.play.lobby import START
from pnp.render import qr_svg
from pnp.web import cached_states, coach_states, host_states, lookup, options, pages, show
from pnp.web.evening import desk_routes
from pnp.web.hosted_table import HostedTable
from pnp.web.serving import requests
from pnp.web.serving.middleware import RequestError
from pnp.web.serving.requests import PageRequest
from pnp.words import say

Deed = Callable[[HostedTable, PageRequest], Awaitable[Answer]]


async def page(request: Request) -> Response:
    if evening := lookup.desk(request):
        return await desk_routes.show(request, evening)
    hosted, language = await lookup.opened(await lookup.host(request)), lookup.language(request)
    base, table = f"/h/{hosted.key}", hosted.table.id
    where = {"state": f"{base}/state", "live": f"/t/{table}/live", "base": base, "table": table}
    where["install"] = install_command("eye")
    title = f"{hosted.table.game.TITLE}: {pages.strings(language)['common.host']}"
    return pages.page("host", language, title, await cached_states.of_host(hosted, language), **where)


async def state(request: Request) -> Response:
    if evening := lookup.desk(request):
        return await desk_routes.state(request, evening)
    hosted, language = await lookup.host(request), lookup.language(request)
    content = await cached_states.of_host(hosted, language)
    tag = f"{cached_states.tag_of(content, language)}.host{hosted.party.reached()}"
    return cached_states.tagged(request, tag, content)


async def log(request: Request) -> Response:
    """Everything that happened; the state of the page tells only the newest of it."""
    hosted = await lookup.host(request)
    words = hosted.words(lookup.language(request))
    async with hosted.lock:
        return JSONResponse({"log": host_states.log(hosted, hosted.told.rows(hosted.table), words)})


async def seat_code(request: Request) -> Response:
    """The QR code that opens a seat, to be scanned from the host's screen."""
    hosted = await lookup.host(request)
    seat = request.path_params["seat"]
    if seat >= len(hosted.table.people):
        raise RequestError(404, "not-found.seats", seats=len(hosted.table.people))
    return cached_states.picture(qr_svg.svg(f"{hosted.party.url}/s/{hosted.code_of(seat)}"))


async def do(request: Request) -> Response:
    """One of the host's deeds."""
    hosted, ask = await lookup.host(request), await requests.asked(request)
    deed = DEEDS.get(ask.text("do"))
    if deed is None:
        raise requests.malformed("malformed.deed", deeds=tuple(DEEDS))
    await hosted.reach(ask.expected)
    if deed is _roll:
        await hosted.numbers_in()
    async with hosted.lock:
        wanted = json.dumps(ask.body, sort_keys=True)
        # What is only noted has no event that would tell so; who closes once more notes that again.
        event = None if deed is _close else hosted.table.written(f"host.{ask.key}")
        if (known := hosted.deeds.get(ask.key)) or event:
            same = known == wanted if known else _is_same(event, ask)
            answer = Answer(same, hosted.table.seq, say("repeated") if same else say("key-used"))
        elif (answer := await deed(hosted, ask)).ok:
            hosted.done(ask.key, wanted)
    language = lookup.language(request)
    return requests.told(answer, hosted.words(language), await cached_states.of_host(hosted, language))


def _is_same(event: Event | None, ask: PageRequest) -> bool:
    """Whether an event says what is asked for, as far as both tell."""
    data = event.data if event else {}
    pairs = [(ask.body[name], data[name]) for name in INTENTION if name in ask.body and name in data]
    return all(str(asked).strip() == str(said).strip() for asked, said in pairs)


async def _write(hosted: HostedTable, ask: PageRequest, kind: str, data: Mapping[str, Any]) -> Answer:
    expected = hosted.table.up_to_date(data.get("seat"), ask.expected)
    return await hosted.write(expected, f"host.{ask.key}", [(kind, data)])


async def _beside(hosted: HostedTable, ask: PageRequest, kind: str, data: Mapping[str, Any]) -> Answer:
    """What is no step of the game and never comes too late, unless seats have moved up since."""
    seen = hosted.table.events[ask.expected :] if ask.expected else []
    if data.get("seat") is not None and any(event.kind == "left" for event in seen):
        return await hosted.write(ask.expected, f"host.{ask.key}", [(kind, data)])
    return await hosted.write(hosted.table.seq, f"host.{ask.key}", [(kind, data)])


async def _several(hosted: HostedTable, ask: PageRequest, changes: Any) -> Answer:
    if isinstance(changes, Refusal):
        return Answer(False, hosted.table.seq, changes)
    return await hosted.write(ask.expected, f"host.{ask.key}", changes)


async def _start(hosted: HostedTable, ask: PageRequest) -> Answer:
    return await _write(hosted, ask, "said", {"seat": None, "words": START, "by": "host"})


async def _roll(hosted: HostedTable, ask: PageRequest) -> Answer:
    faces, source = ask.body.get("dice"), hosted.table.opening.dice
    if source == "physical" and faces is None:
        return Answer(False, hosted.table.seq, say("no-dice"))
    if faces is not None and (not isinstance(faces, list) or len(faces) > 100):
        raise requests.malformed("malformed.dice")
    return await _write(hosted, ask, "rolled", {"dice": None if source == "virtual" else faces, "source": source})


async def _say(hosted: HostedTable, ask: PageRequest) -> Answer:
    data = {"seat": ask.seat(hosted, none=True), "words": ask.text("words"), "by": "host"}
    if data["seat"] is None and _reveals(hosted, ask.text("words")):
        if asked := await hosted.ask_for_drafts():
            return Answer(False, hosted.table.seq, say("unconfirmed", seats=asked, n=len(asked)))
        await hosted.enter_drafts()
        if not hosted.drawing:
            return Answer(True, hosted.table.seq)
    return await _write(hosted, ask, "said", data)


def _reveals(hosted: HostedTable, words: str) -> bool:
    """Whether the table's words would end a round for those who have not entered anything."""
    offered = options.legal(hosted.table, None) if hosted.drawing else ()
    return any(one.kind == "reveal" and one.notation == words for one in offered)


async def _paper(hosted: HostedTable, ask: PageRequest) -> Answer:
    data = {"seat": ask.seat(hosted, none=True), "sheet": ask.text("sheet"), "marks": ask.body.get("marks")}
    # What a host confirms stands on the paper.
    sure = {ANYWAY: True} if hosted.table.opening.pad else {}
    return await _beside(hosted, ask, "entered", {**data, "by": "host", **sure})


async def _on_paper(hosted: HostedTable, ask: PageRequest) -> Answer:
    words = hosted.table.to_paper()
    if not words:
        return Answer(False, hosted.table.seq, say("no-paper", game=hosted.table.game.TITLE))
    return await _several(hosted, ask, [("said", {"seat": None, "words": one, "by": "host"}) for one in words])


async def _undo(hosted: HostedTable, ask: PageRequest) -> Answer:
    return await _several(hosted, ask, hosted.table.undone(1, ask.text("reason", "")[:200]))


async def _redo(hosted: HostedTable, ask: PageRequest) -> Answer:
    later = hosted.table.later()
    if not later:
        return Answer(False, hosted.table.seq, say("nothing-to-redo"))
    return await _several(hosted, ask, [("moved", {"to": later[-1], "reason": ""})])


async def _correct(hosted: HostedTable, ask: PageRequest) -> Answer:
    seq = ask.whole("seq", 1, 2**31)
    behind = insisted(ask.text("words"))
    words = ask.text("words") if behind is None else behind
    made = hosted.table.corrected(seq, words, ask.text("reason", "")[:200], behind is not None)
    return await _several(hosted, ask, made if isinstance(made, Refusal) else [("corrected", made)])


async def _timer(hosted: HostedTable, ask: PageRequest) -> Answer:
    seconds = ask.whole("seconds", 0, 3600)
    if seconds and not hosted.table.play.TIMED:
        return Answer(False, hosted.table.seq, say("no-timer", game=hosted.table.game.TITLE))
    await hosted.note("timer", str(seconds))
    if not seconds or hosted.drawing:
        await hosted.set_deadline(seconds)
    return Answer(True, hosted.table.seq)


def _switch(name: str) -> Deed:
    """What the host switches on or off, noted beside the table."""

    async def done(hosted: HostedTable, ask: PageRequest) -> Answer:
        await hosted.note(name, "yes" if ask.body.get("on") is True else "")
        return Answer(True, hosted.table.seq)

    return done


async def _show(hosted: HostedTable, ask: PageRequest) -> Answer:
    name = ask.text("name")
    if name not in show.SWITCHES:
        raise requests.malformed("malformed.switch", switches=tuple(show.SWITCHES))
    await hosted.note(f"show:{name}", "on" if ask.body.get("on") is True else "off")
    return Answer(True, hosted.table.seq)


async def _skip(hosted: HostedTable, _: PageRequest) -> Answer:
    skipped = await hosted.skip()
    return Answer(skipped, hosted.table.seq, None if skipped else say("nothing-to-skip"))


async def _deadline(hosted: HostedTable, ask: PageRequest) -> Answer:
    if not hosted.table.play.TIMED:
        return Answer(False, hosted.table.seq, say("no-timer", game=hosted.table.game.TITLE))
    if not hosted.drawing:
        return Answer(False, hosted.table.seq, say("no-round"))
    await hosted.set_deadline(ask.whole("seconds", 0, 3600))
    return Answer(True, hosted.table.seq)


async def _join(hosted: HostedTable, ask: PageRequest) -> Answer:
    data = {"name": ask.text("name").strip(), "id": hosted.table.next_id(), "by": "host"}
    return await _beside(hosted, ask, "joined", data)


async def _rename(hosted: HostedTable, ask: PageRequest) -> Answer:
    return await _beside(hosted, ask, "renamed", {"seat": ask.seat(hosted), "name": ask.text("name").strip()})


async def _remove(hosted: HostedTable, ask: PageRequest) -> Answer:
    return await _beside(hosted, ask, "left", {"seat": ask.seat(hosted)})


async def _release(hosted: HostedTable, ask: PageRequest) -> Answer:
    seat = ask.seat(hosted)
    assert seat is not None
    await hosted.note(f"claimed:{hosted.table.people[seat].id}", "")
    return Answer(True, hosted.table.seq)


async def _pause(hosted: HostedTable, ask: PageRequest) -> Answer:
    return await hosted.pause(f"host.{ask.key}")


async def _resume(hosted: HostedTable, ask: PageRequest) -> Answer:
    return await hosted.resume(f"host.{ask.key}")


async def _close(hosted: HostedTable, ask: PageRequest) -> Answer:
    # A game that is on is ended whatever was played meanwhile; whether one that is over is closed, is looked at first.
    table = hosted.table
    closing = hosted.party.tables.closing(table, ask.body.get("winner") is True)
    expected = table.seq if "winner" in ask.body and table.in_play else ask.expected
    answer = await hosted.write(expected, f"host.{ask.key}", [("closed", closing)])
    if answer.ok:
        await hosted.note("closed", "yes")
    return answer


DEEDS: Mapping[str, Deed] = {
    "start": _start,
    "roll": _roll,
    "say": _say,
    "paper": _paper,
    "on-paper": _on_paper,
    "undo": _undo,
    "redo": _redo,
    "correct": _correct,
    "timer": _timer,
    "deadline": _deadline,
    **{name: _switch(name) for name in (coach_states.AUDITS, coach_states.HINTS)},
    "show": _show,
    "skip": _skip,
    "join": _join,
    "rename": _rename,
    "remove": _remove,
    "release": _release,
    "pause": _pause,
    "resume": _resume,
    "close": _close,
}

"""The sheet in a player's hands: its page, what the player says, what stands on the paper, a photo of it."""

from __future__ import annotations

import zlib
from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from pnp.games.play import Action, Refusal
from pnp.play.course import LONGEST_WORDS
from pnp.play.engine import Answer
from pnp.render import photo as pictures
from pnp.sheets import codes
from pnp.strict import shown
from pnp.web import asking, guard, lookup, pages, states, views
from pnp.web.asking import Asked
from pnp.web.guard import DoorError
from pnp.web.hosted import Hosted, Seat
from pnp.web.threads import in_darkroom, in_thread


async def show(request: Request) -> Response:
    """The page of a seat; a sheet that nobody plays with yet is offered a seat."""
    here = lookup.patience(request)
    code = lookup.code_in(request)
    language = pages.language_of(request, here.language)
    seat = here.party.seat(code)
    if seat is None:
        return await _join_with(request, code, language)
    hosted, name = seat.hosted, "pad"
    if seat.person is not None:
        await _opened(hosted, seat.person, seat)
        name = hosted.table.players[_own(seat)]
    base, table = f"/s/{code}", hosted.table.id
    title = f"{hosted.table.game.TITLE}: {name}"
    where = {"state": f"{base}/state", "live": f"/t/{table}/live", "base": base, "table": table}
    return pages.page("sheet", language, title, await views.of_seat(seat), **where)


async def _opened(hosted: Hosted, person: int, seat: Seat) -> None:
    """Somebody is there with this sheet; one that was printed for a name is from now on this person's."""
    if not hosted.meta.get(f"claimed:{person}"):
        await hosted.note(f"claimed:{person}", "sheet")
    if seat.code != codes.of_seat(hosted.party.secret, hosted.table.id, seat.sheet, person):
        await hosted.bind(seat.code, person, seat.sheet)


async def _join_with(request: Request, code: str, language: str) -> Response:
    """A sheet that is new here: its holder may sit down with it."""
    here = lookup.serving(request)
    here.guesses.wrong(guard.address_of(request))
    game = str(request.path_params.get("game", "")).lower()
    open_tables = here.party.open_tables(game) or here.party.open_tables()
    hosted = open_tables[0] if len(open_tables) == 1 else None
    tables = [{"table": one.table.id, "title": one.table.game.TITLE} for one in open_tables if hosted]
    base = f"/t/{hosted.table.id}" if hosted else ""
    where = {"state": f"{base}/state", "live": f"{base}/live", "base": base} if hosted else {}
    first = await views.of_table(hosted) if hosted else None
    table = hosted.table.id if hosted else None
    return pages.page("join", language, "pnp", first, code=code, tables=tables, table=table, **where)


async def state(request: Request) -> Response:
    seat = lookup.seat(request)
    content = await views.of_seat(seat)
    return views.tagged(request, f"{views.tag_of(content)}.{seat.code[:4]}", content)


async def say(request: Request) -> Response:
    """The seat says something: a move, a vote."""
    seat, ask = lookup.seat(request), await asking.asked(request)
    words = _words(ask)
    return await _write(seat, ask, "said", lambda: {"seat": _own(seat), "words": words})


async def roll(request: Request) -> Response:
    """The active player rolls, if the dice are virtual; physical ones are tapped in by the host."""
    seat, ask = lookup.seat(request), await asking.asked(request)
    table = seat.hosted.table
    if table.opening.dice != "virtual":
        return asking.refused("wrong-source", "these dice lie on the table: the host taps in what they show")
    if table.play.active(table.state) not in (None, _own(seat)):
        return asking.refused("not-your-turn", "somebody else rolls now")
    return await _write(seat, ask, "rolled", lambda: {"dice": None, "source": "virtual"})


async def attempt(request: Request) -> Response:
    """Whether something would be allowed; nothing is written."""
    seat, ask = lookup.seat(request), await asking.asked(request, keyed=False)
    table = seat.hosted.table
    async with seat.hosted.lock:
        if table.position.closed:
            return JSONResponse({"ok": False, "code": "closed", "message": "the table is closed for good"})
        after = table.play.act(table.state, Action(_own(seat), _words(ask)))
    if isinstance(after, Refusal):
        return JSONResponse({"ok": False, "code": after.code, "message": after.message})
    return JSONResponse({"ok": True, "code": "", "message": ""})


async def options(request: Request) -> Response:
    """Legal actions that begin with some words."""
    seat = lookup.seat(request)
    async with seat.hosted.lock:
        found, _ = states.options_of(seat.hosted.table, _own(seat), request.query_params.get("like", "")[:40])
    return JSONResponse({"options": [option._asdict() for option in found]})


async def paper(request: Request) -> Response:
    """Marks from the paper: on the player's own sheets, and in their own column of a pad."""
    seat, ask = lookup.seat(request), await asking.asked(request)
    name, marks = ask.text("sheet"), ask.body.get("marks")
    sheets = seat.hosted.party.art.layout(seat.hosted.table.opening.game).sheets
    if name not in sheets or not isinstance(marks, dict) or len(marks) > 500:
        raise asking.malformed("sheet and marks: a sheet of the game and a table of its fields are expected")
    if seat.person is None and sheets[name].owner != "table":
        said = "this code is of a pad of the whole table; a player's sheet has its own"
        raise DoorError(409, "not-yours", said)

    def entered() -> dict[str, object]:
        if sheets[name].owner != "table":
            return {"seat": seat.seat, "sheet": name, "marks": marks}
        own = tuple(seat.hosted.party.art.columns(seat.hosted.table.opening.game, name, seat.seat))
        if others := [id for id in marks if not id.startswith(own)]:
            said = f"{shown(others[0])} is not in your column; yours begin with {' or '.join(own)}"
            raise DoorError(409, "not-yours", said)
        return {"seat": None, "sheet": name, "marks": marks}

    return await _write(seat, ask, "entered", entered)


async def name(request: Request) -> Response:
    """Another name for the player."""
    seat, ask = lookup.seat(request), await asking.asked(request)
    name = ask.text("name")
    return await _write(seat, ask, "renamed", lambda: {"seat": _own(seat), "name": name})


async def photo(request: Request) -> Response:
    """A photo of the paper for the gallery: made anew, so that nothing of the phone is left in it."""
    seat = lookup.seat(request)
    guard.check_origin(request)
    _own(seat)
    hosted, person = seat.hosted, seat.person
    store, file = hosted.party.room.store, f"photo/{person}"
    if request.method == "DELETE":
        async with hosted.lock:
            await hosted.note(f"photo:{person}", "")
            await in_thread(store.drop_file, hosted.table.id, file)
    else:
        async with lookup.upload(request) as photo:
            content = await in_darkroom(pictures.reencoded, photo)
        async with hosted.lock:
            await in_thread(store.keep_file, hosted.table.id, file, content)
            await hosted.note(f"photo:{person}", f"{zlib.crc32(content):08x}")
    return asking.told(Answer(True, hosted.table.seq), await views.of_seat(seat))


def _own(seat: Seat) -> int:
    if seat.seat is None:
        raise DoorError(
            409, "not-a-seat", "this code is of a pad of the whole table; a player's sheet speaks for a player"
        )
    return seat.seat


def _words(ask: Asked) -> str:
    words = ask.text("words")
    if len(words) > LONGEST_WORDS:
        raise asking.malformed(f"words: at most {LONGEST_WORDS} characters are allowed")
    return words


async def _write(seat: Seat, ask: Asked, kind: str, make: Callable[[], dict[str, object]]) -> Response:
    """Write what is made when it is this seat's turn: while it waited, seats may have moved up."""
    hosted = seat.hosted
    async with hosted.lock:
        beside = kind in ("entered", "renamed")
        expected = hosted.table.seq if beside else hosted.table.up_to_date(seat.seat, ask.expected)
        answer = await hosted.write(expected, f"{seat.person}.{ask.key}", [(kind, make())])
    return asking.told(answer, await views.of_seat(seat))

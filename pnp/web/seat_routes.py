"""The sheet in a player's hands: its page, what the player says, what stands on the paper, a photo of it."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from pnp.games.play import Action
from pnp.games.seats import Refusal, refuse
from pnp.play import understanding
from pnp.play.engine import Answer
from pnp.play.replay import LONGEST_WORDS
from pnp.sheets import codes
from pnp.strict import shown
from pnp.web import cached_states, lookup, middleware, pages, requests
from pnp.web.hosted_table import HostedTable, Seat
from pnp.web.middleware import RequestError
from pnp.web.options import legal, option
from pnp.web.requests import PageRequest
from pnp.web.threads import in_darkroom, in_thread


async def show(request: Request) -> Response:
    """The page of a seat; a sheet that nobody plays with yet is offered a seat."""
    code = lookup.code_in(request)
    language = lookup.language(request)
    seat = lookup.serving(request).party.seat(code)
    if seat is None:
        return await _join_with(request, code, language)
    hosted, name = seat.hosted, pages.strings(language)["common.pad"]
    if seat.person is not None:
        await _opened(hosted, seat.person, seat)
        name = hosted.table.players[_own(seat)]
    base, table = f"/s/{code}", hosted.table.id
    title = f"{hosted.table.game.TITLE}: {name}"
    where = {"state": f"{base}/state", "live": f"/t/{table}/live", "base": base, "table": table}
    first = await cached_states.of_seat(seat, language)
    return pages.page("sheet", language, title, first, hosted.table.game, **where)


async def _opened(hosted: HostedTable, person: int, seat: Seat) -> None:
    """Somebody is there with this sheet; one that was printed for a name is from now on this person's."""
    if not hosted.meta.get(f"claimed:{person}"):
        await hosted.note(f"claimed:{person}", "sheet")
    if seat.code != codes.of_seat(hosted.party.secret, hosted.table.id, seat.sheet, person):
        await hosted.bind(seat.code, person, seat.sheet)


async def _join_with(request: Request, code: str, language: str) -> Response:
    """A sheet that is new here: its holder may sit down with it."""
    here = lookup.serving(request)
    lookup.guessed(request)
    game = str(request.path_params.get("game", "")).lower()
    open_tables = here.party.open_tables(game) or here.party.open_tables()
    hosted = open_tables[0] if len(open_tables) == 1 else None
    tables = [{"table": one.table.id, "title": one.table.game.TITLE} for one in open_tables if hosted]
    base = f"/t/{hosted.table.id}" if hosted else ""
    where = {"state": f"{base}/state", "live": f"{base}/live", "base": base} if hosted else {}
    first = await cached_states.of_table(hosted, language) if hosted else None
    table = hosted.table.id if hosted else None
    return pages.page("join", language, "pnp", first, code=code, tables=tables, table=table, **where)


async def state(request: Request) -> Response:
    seat, language = lookup.seat(request), lookup.language(request)
    content = await cached_states.of_seat(seat, language)
    return cached_states.tagged(request, f"{cached_states.tag_of(content, language)}.{seat.code[:4]}", content)


async def say(request: Request) -> Response:
    """The seat says something: a move, a vote."""
    seat, ask = lookup.seat(request), await requests.asked(request)
    words = _words(ask)
    return await _write(request, seat, ask, "said", lambda: {"seat": _own(seat), "words": words})


async def roll(request: Request) -> Response:
    """The active player rolls, if the dice are virtual; physical ones are tapped in by the host."""
    seat, ask = lookup.seat(request), await requests.asked(request)
    table = seat.hosted.table
    if table.opening.dice != "virtual":
        raise RequestError(409, "wrong-source.host")
    if table.play.active(table.state) not in (None, _own(seat)):
        raise RequestError(409, "not-your-turn.roll")
    await seat.hosted.numbers_in()
    return await _write(request, seat, ask, "rolled", lambda: {"dice": None, "source": "virtual"})


async def attempt(request: Request) -> Response:
    """Whether something would be allowed; nothing is written."""
    seat, ask = lookup.seat(request), await requests.asked(request, keyed=False)
    table, own = seat.hosted.table, _own(seat)
    async with seat.hosted.lock:
        if table.position.closed:
            after: object = refuse("closed")
        else:
            words = table.play.notation(table.state, own, _wish(ask)) if "wish" in ask.body else _words(ask)
            after = table.play.act(table.state, Action(own, words))
    if isinstance(after, Refusal):
        return requests.refused(after, seat.hosted.words(lookup.language(request)), 200)
    return JSONResponse({"ok": True, "code": "", "message": ""})


async def options(request: Request) -> Response:
    """Legal actions of a kind, with a bonus, or that begin with some words."""
    seat, asked = lookup.seat(request), request.query_params
    bonus, kind, like = (asked.get(name, "")[:40] for name in ("bonus", "kind", "like"))
    words = seat.hosted.words(lookup.language(request))
    async with seat.hosted.lock:
        offered = legal(seat.hosted.table, _own(seat), bonus)
        found = [one for one in offered if kind in ("", one.kind) and one.notation.startswith(like)]
        return JSONResponse({"options": [option(one, words) for one in found]})


async def paper(request: Request) -> Response:
    """Marks from the paper: on the player's own sheets, and in their own column of a pad."""
    seat, ask = lookup.seat(request), await requests.asked(request)
    name, marks = ask.text("sheet"), ask.body.get("marks")
    sheets = seat.hosted.party.art.layout(seat.hosted.table.opening.game).sheets
    if name not in sheets or not isinstance(marks, dict) or len(marks) > 500:
        raise requests.malformed("malformed.marks")
    if seat.person is None and sheets[name].owner != "table":
        raise RequestError(409, "not-yours.pad")

    def entered() -> dict[str, object]:
        if sheets[name].owner != "table":
            return {"seat": seat.seat, "sheet": name, "marks": marks}
        own = tuple(seat.hosted.party.art.columns(seat.hosted.table.opening.game, name, seat.seat))
        if others := [id for id in marks if not id.startswith(own)]:
            raise RequestError(409, "not-yours", field=shown(others[0]), own=own)
        return {"seat": None, "sheet": name, "marks": marks}

    return await _write(request, seat, ask, "entered", entered)


async def name(request: Request) -> Response:
    """Another name for the player."""
    seat, ask = lookup.seat(request), await requests.asked(request)
    name = ask.text("name")
    return await _write(request, seat, ask, "renamed", lambda: {"seat": _own(seat), "name": name})


async def number(request: Request) -> Response:
    """A number that this phone pledges for the dice before the start, and gives after it."""
    seat, ask = lookup.seat(request), await requests.asked(request)
    _own(seat)
    if "hash" in ask.body:
        return await _write(request, seat, ask, "pledged", lambda: {"by": seat.person, "hash": ask.text("hash")})
    return await _write(request, seat, ask, "added", lambda: {"number": ask.text("number")})


async def photo(request: Request) -> Response:
    """A photo of the paper for the gallery: made anew, so that nothing of the phone is left in it."""
    seat = lookup.seat(request)
    middleware.check_origin(request)
    _own(seat)
    hosted, person = seat.hosted, seat.person
    store, file = hosted.party.tables.store, f"photo/{person}"
    if request.method == "DELETE":
        async with hosted.lock:
            await hosted.note(f"photo:{person}", "")
            await in_thread(store.drop_file, hosted.table.id, file)
    else:
        async with lookup.upload(request) as photo:
            content = await in_darkroom("pnp.render.photo:reencoded", photo)
        async with hosted.lock:
            await in_thread(store.keep_file, hosted.table.id, file, content)
            await hosted.note(f"photo:{person}", f"{zlib.crc32(content):08x}")
    return await _answer(request, seat, Answer(True, hosted.table.seq))


def _own(seat: Seat) -> int:
    if seat.seat is None:
        raise RequestError(409, "not-a-seat")
    return seat.seat


def _words(ask: PageRequest) -> str:
    words = ask.text("words")
    if len(words) > LONGEST_WORDS:
        raise requests.malformed("malformed.words", most=LONGEST_WORDS)
    return words


def _wish(ask: PageRequest) -> dict[str, Any]:
    """What somebody has tapped together, of the kinds that an option has."""
    wish = ask.body["wish"]
    if not isinstance(wish, dict) or not all(_is_wished(name, value) for name, value in wish.items()):
        raise requests.malformed("malformed.wish")
    return wish


def _is_wished(name: str, value: Any) -> bool:
    if name == "dice":
        return isinstance(value, dict) and all(type(face) in (int, str) for face in value.values())
    if name == "turned":
        return isinstance(value, list) and len(value) == 2 and all(type(face) in (int, str) for face in value)
    return name in ("kind", "field", "mark", "bonus", "first") and isinstance(value, str) and len(value) < 100


async def _write(
    request: Request, seat: Seat, ask: PageRequest, kind: str, make: Callable[[], dict[str, object]]
) -> Response:
    """Write what is made when it is this seat's turn: while it waited, seats may have moved up."""
    hosted = seat.hosted
    async with hosted.lock:
        beside = kind in ("entered", "renamed", "pledged", "added")
        expected = hosted.table.seq if beside else hosted.table.up_to_date(seat.seat, ask.expected)
        data = make()
        answer = await hosted.write(expected, f"{seat.person}.{ask.key}", [(kind, data)])
        if kind == "said" and not answer.ok:
            words, table = str(data["words"]), hosted.table
            ways = understanding.instead(table, seat.seat, words, answer, lookup.language(request))
            if len(ways) > 1:
                answer = understanding.several(table, words, ways)
            elif ways and ways[0].notation != words:
                meant = {**data, "words": ways[0].notation}
                answer = await hosted.write(expected, f"{seat.person}.{ask.key}", [(kind, meant)])
    return await _answer(request, seat, answer)


async def _answer(request: Request, seat: Seat, answer: Answer) -> Response:
    language = lookup.language(request)
    return requests.told(answer, seat.hosted.words(language), await cached_states.of_seat(seat, language))

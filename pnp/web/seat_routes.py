"""The sheet in a player's hands: its page, what the player says, what stands on the paper, a photo of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from pnp.games.play import Action, Option
from pnp.games.seats import ANYWAY, Refusal
from pnp.play import understanding
from pnp.play.engine import Answer
from pnp.play.replay import LONGEST_WORDS
from pnp.sheets import codes
from pnp.strict import shown
from pnp.web import cached_states, keys, lookup, pages, reactions
from pnp.web.evening import evening_routes
from pnp.web.hosted_table import BESIDE, HostedTable, Seat
from pnp.web.options import legal, option
from pnp.web.photos import kept_photos
from pnp.web.serving import middleware, requests
from pnp.web.serving.middleware import RequestError
from pnp.web.serving.requests import PageRequest
from pnp.web.serving.threads import in_thread
from pnp.web.show import switches


async def show(request: Request) -> Response:
    """The page of a seat; a sheet that nobody plays with yet is offered a seat."""
    code = lookup.code_in(request)
    language = lookup.language(request)
    seat = await lookup.serving(request).party.seat(code)
    if seat is None and (found := lookup.guest(request)):
        return await evening_routes.show_guest(request, *found)
    if seat is None:
        return await _join_with(request, code, language)
    hosted, name = await lookup.opened(seat.hosted), pages.strings(language)["common.pad"]
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
    evening = hosted.party.evening_of(hosted)
    of_guest = evening is not None and evening.guest(seat.code) is not None  # it is theirs at every table
    if not of_guest and seat.code != codes.of_seat(hosted.party.secret, hosted.table.id, seat.sheet, person):
        await hosted.bind(seat.code, person, seat.sheet)


async def _join_with(request: Request, code: str, language: str) -> Response:
    """A sheet that is new here: its holder may sit down with it."""
    here = lookup.serving(request)
    lookup.guessed(request)
    game = str(request.path_params.get("game", "")).lower()
    hosted = await here.party.only_table(game)
    tables = [{"table": hosted.table.id, "title": hosted.table.game.TITLE}] if hosted else []
    base = f"/t/{hosted.table.id}" if hosted else ""
    where = {"state": f"{base}/state", "live": f"{base}/live", "base": base} if hosted else {}
    first = await cached_states.of_table(hosted, language) if hosted else None
    table = hosted.table.id if hosted else None
    name = await in_thread(_printed_for, hosted, code) if hosted else ""
    return pages.page("join", language, "pnp", first, code=code, tables=tables, table=table, name=name, **where)


def _printed_for(hosted: HostedTable, code: str) -> str:
    """The name that a sheet was printed with on this computer: its holder need not be asked for it."""
    party = hosted.party
    layout = party.art.layout(hosted.table.opening.game)
    return keys.printed_for(code, layout, party.secret, party.printed())


async def state(request: Request) -> Response:
    await lookup.heard(request)
    found = lookup.guest(request)
    if found and await lookup.serving(request).party.seat(lookup.code_in(request)) is None:
        return await evening_routes.guest_state(request, *found)
    seat, language = await lookup.seat(request), lookup.language(request)
    content = await cached_states.of_seat(seat, language)
    return cached_states.tagged(request, f"{cached_states.tag_of(content, language)}.{seat.code[:4]}", content)


async def say(request: Request) -> Response:
    """The seat says something: a move, a vote."""
    seat, ask = await lookup.seat(request), await requests.asked(request)
    words = _words(ask)
    return await _write(request, seat, ask, "said", lambda: {"seat": _own(seat), "words": words})


async def roll(request: Request) -> Response:
    """The active player rolls, if the dice are virtual; physical ones are tapped in by the host."""
    seat, ask = await lookup.seat(request), await requests.asked(request)
    table = seat.hosted.table
    if table.opening.dice != "virtual":
        raise RequestError(409, "wrong-source.host")
    if table.play.roller(table.state) not in (None, _own(seat)):
        raise RequestError(409, "not-your-turn.roll")
    await seat.hosted.numbers_in()
    return await _write(request, seat, ask, "rolled", lambda: {"dice": None, "source": "virtual"})


async def take_back(request: Request) -> Response:
    """The seat takes back what it said last, as long as nothing of the game has happened since."""
    seat, ask = await lookup.seat(request), await requests.asked(request)
    hosted, own, seq = seat.hosted, _own(seat), ask.whole("seq", 1, 2**31)
    await hosted.reach(ask.expected)
    async with hosted.lock:
        table, key = hosted.table, f"{seat.person}.{ask.key}"
        before = table.written(key)
        changes = [("moved", before.data)] if before else table.take_back(own, seq)
        if isinstance(changes, Refusal):
            answer = Answer(False, table.seq, changes)
        else:
            answer = await hosted.write(table.seq, key, changes)
    return await _answer(request, seat, answer)


async def attempt(request: Request) -> Response:
    """Whether something would be allowed; nothing is written."""
    seat, ask = await lookup.seat(request), await requests.asked(request, keyed=False)
    table, own = seat.hosted.table, _own(seat)
    async with seat.hosted.lock:
        words = table.play.notation(table.state, own, _wish(ask)) if "wish" in ask.body else _words(ask)
        after = table.refusal("said") or table.play.act(table.state, Action(own, words))
    if isinstance(after, Refusal):
        return requests.refused(after, seat.hosted.words(lookup.language(request)), 200)
    return JSONResponse({"ok": True, "code": "", "message": ""})


async def draft(request: Request) -> Response:
    """What somebody has chosen and not entered, kept in secret; empty words take it back."""
    seat, ask = await lookup.seat(request), await requests.asked(request, keyed=False)
    words, own, hosted = _words(ask), _own(seat), seat.hosted
    async with hosted.lock:
        kept = await hosted.keep_draft(own, words)
        for name in [name for name in hosted.cache if name[0] == seat.code]:
            del hosted.cache[name]
    return JSONResponse({"ok": True, "kept": kept})


async def react(request: Request) -> Response:
    """A face for the screen, where the host allows it and not too often; nothing is written."""
    seat, ask = await lookup.seat(request), await requests.asked(request, keyed=False)
    face, own, hosted = ask.text("face"), _own(seat), seat.hosted
    if face not in reactions.FACES:
        raise requests.malformed("malformed.face", faces=reactions.FACES)
    assert seat.person is not None
    shown = switches(hosted.meta)["reactions"] and hosted.reactions.may(seat.person, hosted.party.clock())
    if shown:
        hosted.listeners.shout(reactions.message(own, face))
    return JSONResponse({"ok": True, "shown": shown})


async def options(request: Request) -> Response:
    """Legal actions of a kind, with a bonus, or that begin with some words."""
    seat, asked = await lookup.seat(request), request.query_params
    bonus, kind, like = (asked.get(name, "")[:40] for name in ("bonus", "kind", "like"))
    words = seat.hosted.words(lookup.language(request))
    async with seat.hosted.lock:
        offered = legal(seat.hosted.table, _own(seat), bonus)
        found = [one for one in offered if kind in ("", one.kind) and one.notation.startswith(like)]
        labels = seat.hosted.labels(words) if found else {}
        return JSONResponse({"options": [option(one, words, labels) for one in found]})


async def paper(request: Request) -> Response:
    """Marks from the paper: on the player's own sheets, and in their own column of a pad."""
    seat, ask = await lookup.seat(request), await requests.asked(request)
    name, marks = ask.text("sheet"), ask.body.get("marks")
    sheets = seat.hosted.party.art.layout(seat.hosted.table.opening.game).sheets
    if name not in sheets or not isinstance(marks, dict) or len(marks) > 500:
        raise requests.malformed("malformed.marks")
    if seat.person is None and sheets[name].owner != "table":
        raise RequestError(409, "not-yours.pad")

    def entered() -> dict[str, object]:
        insisted = {ANYWAY: True} if ask.body.get(ANYWAY) is True else {}
        if sheets[name].owner != "table":
            return {"seat": seat.seat, "sheet": name, "marks": marks, **insisted}
        own = tuple(seat.hosted.party.art.columns(seat.hosted.table.opening.game, name, seat.seat))
        if others := [id for id in marks if not id.startswith(own)]:
            raise RequestError(409, "not-yours", field=shown(others[0]), own=own)
        return {"seat": None, "sheet": name, "marks": marks, **insisted}

    return await _write(request, seat, ask, "entered", entered)


async def name(request: Request) -> Response:
    """Another name for the player."""
    seat, ask = await lookup.seat(request), await requests.asked(request)
    name = ask.text("name")
    return await _write(request, seat, ask, "renamed", lambda: {"seat": _own(seat), "name": name})


async def number(request: Request) -> Response:
    """A number that this phone pledges for the dice before the start, and gives after it."""
    seat, ask = await lookup.seat(request), await requests.asked(request)
    _own(seat)
    if "hash" in ask.body:
        return await _write(request, seat, ask, "pledged", lambda: {"by": seat.person, "hash": ask.text("hash")})
    return await _write(request, seat, ask, "added", lambda: {"number": ask.text("number")})


async def photo(request: Request) -> Response:
    """A photo of the paper for the gallery and the vote."""
    seat = await lookup.seat(request)
    middleware.check_origin(request)
    _own(seat)
    hosted, person = seat.hosted, seat.person
    assert person is not None
    if request.method == "DELETE":
        await kept_photos.drop(hosted, person)
    else:
        async with lookup.upload(request) as photo:
            await kept_photos.keep(hosted, person, photo)
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
    ways: Sequence[Option] = ()
    if ask.body.get("table", hosted.table.id) != hosted.table.id:
        raise RequestError(409, "stale.table")
    await hosted.reach(ask.expected)
    async with hosted.lock:
        beside = kind in BESIDE
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
    return await _answer(request, seat, answer, ways if len(ways) > 1 else ())


async def _answer(request: Request, seat: Seat, answer: Answer, ways: Sequence[Option] = ()) -> Response:
    language = lookup.language(request)
    return requests.told(answer, seat.hosted.words(language), await cached_states.of_seat(seat, language), ways)

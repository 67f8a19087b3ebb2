"""Seating the guests of an evening: a new game for them, a seat at a table that runs, from one table to another."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import NamedTuple

from pnp.coach.bots import levels_of, named
from pnp.coach.seated import drawn, known, names_beside, noted
from pnp.games.play import Option
from pnp.games.seats import refuse
from pnp.play import evening as evenings
from pnp.play.evening import Deed, Guest
from pnp.play.playable import can_be_kept, is_for_pad
from pnp.sheets import codes
from pnp.web import keys
from pnp.web.evening.hosted_evening import HostedEvening, has_ended
from pnp.web.hosted_table import HostedTable
from pnp.web.serving.middleware import RequestError
from pnp.web.serving.threads import in_thread
from pnp.words import Said

CARRIED = ("timer", "hints")
"""What is noted beside a table that holds for the same game again."""
TableOf = Callable[[str], Awaitable[HostedTable | None]]


class Wish(NamedTuple):
    """The next game that somebody wants: which, for whom, after which tables; `like` is one that is played again.

    Where sheets are kept, those in people's hands open their seats at the new table as well.
    """

    key: str
    game: str
    guests: tuple[Guest, ...]
    after: tuple[HostedTable, ...] = ()
    like: HostedTable | None = None
    kept: bool = False
    dice: str = ""


async def next_game(evening: HostedEvening, wish: Wish, table_of: TableOf) -> HostedTable | Said:
    """The table of the next game, which waits for its start, or why not; the same wish once more gets the same table.

    The caller has the evening's lock. What came before is closed if it has ended or never began.
    """
    made = next((one for one in evening.tables if one.meta.get("made") == wish.key), None)
    if made is None:
        found = await _opened(evening, wish)
        if isinstance(found, Said):
            return found
        made = await table_of(found)
        assert made is not None
    await evening.take_in(made)
    await leave_behind(evening, made)
    return made


async def _opened(evening: HostedEvening, wish: Wish) -> str | Said:
    """The name of a new table with the guests of a wish, and with bots where there were some."""
    tables = evening.party.tables
    game = tables.library.load(wish.game)
    most, names = game.PLAYERS[1], [guest.name for guest in wish.guests]
    if not can_be_kept(game):
        return refuse("not-played", game=repr(wish.game))
    if len(names) > most:
        return refuse("table-full", game=game.TITLE, most=most)
    if wish.like:
        was = wish.like.table.opening
        how = dict(was.options), was.dice, was.pad
        levels = [level for level, _ in known(wish.like.meta.get("bots", "")).values()]
    else:
        how = {}, wish.dice or evening.value.dice or "virtual", is_for_pad(game) and not wish.dice
        levels = [] if how[2] else [level for level in named(evening.value.bots) if level in levels_of(game)]
    options, dice, pad = how
    bots = names_beside(names, levels[: most - len(names)])
    notes = _notes(evening, wish, levels[: len(bots)])
    made = await in_thread(tables.open, wish.game, [*names, *bots], options, dice, "", True, "", pad, notes)
    return str(made.id)


def _notes(evening: HostedEvening, wish: Wish, levels: Sequence[str]) -> dict[str, str]:
    """What is noted beside a new table from the first moment: after a kill all of it is there, or none."""
    now = evening.party.tables.now()
    notes = {
        "party": "yes",
        "made": wish.key,
        "after": " ".join(one.table.id for one in wish.after),
        evenings.TABLE: evening.id,
        evenings.SEASON: evening.value.season,
        evenings.NOTED: " ".join(str(guest.id) for guest in wish.guests),
    }
    if wish.like:
        notes |= {name: wish.like.meta[name] for name in CARRIED if wish.like.meta.get(name)}
    elif evening.value.timer:
        notes["timer"] = str(evening.value.timer)
    for number, guest in enumerate(wish.guests):
        # Nobody else can take a seat whose guest has a phone.
        if taken := _phone(evening, guest):
            notes[f"claimed:{number}"] = taken
        if wish.kept:
            sheet = wish.like.main_sheet if wish.like else ""
            notes |= {f"code:{code}": f"{number} {sheet} {now}" for code in codes_of(evening, guest)}
    if levels:
        first = len(wish.guests)
        bots = range(first, first + len(levels))
        notes |= {"bots": noted(drawn(bots, levels)), **{f"claimed:{number}": "bot" for number in bots}}
    return notes


def _phone(evening: HostedEvening, guest: Guest) -> str:
    """Whether a guest has a phone, as it is noted beside a table: by coming in, or by a seat that was taken."""
    at = evening.sits(guest)
    return "evening" if guest.key else at[0].meta.get(f"claimed:{at[1]}", "") if at else ""


def codes_of(evening: HostedEvening, guest: Guest) -> list[str]:
    """The codes of the sheets that a guest has at their table."""
    found = evening.sits(guest)
    if found is None:
        return []
    hosted, person = found
    own = [one.code for one in keys.bound(hosted.meta) if one.person == person]
    own.append(codes.of_seat(evening.party.secret, hosted.table.id, hosted.main_sheet, person))
    return list(dict.fromkeys(own))


async def leave_behind(evening: HostedEvening, made: HostedTable) -> None:
    """The tables that a new one follows know it; those that have ended, or never began, are closed, others paused."""
    for id in made.meta.get("after", "").split():
        hosted = next((one for one in evening.tables if one.table.id == id), None)
        if hosted is None or hosted.meta.get("then"):
            continue
        async with hosted.lock:
            table = hosted.table
            key = f"evening.{made.table.id}"
            if not has_ended(hosted) and table.in_play:
                if not table.pause:
                    await hosted.pause(key)
            elif not table.position.closed:
                closing = evening.party.tables.closing(table)
                if (await hosted.write(table.seq, key, [("closed", closing)])).ok:
                    await hosted.note("closed", "yes")
            await hosted.note("then", made.table.id)


async def go_back(evening: HostedEvening, hosted: HostedTable, key: str) -> None:
    """A table that was left is the one that its people sit at again; the caller has the evening's lock."""
    for person in hosted.table.people:
        if guest := evening.value.of_seat(hosted.table.id, person.id):
            seat = hosted.table.id, person.id
            seats = (*(one for one in guest.seats if one != seat), seat)
            await evening.change(partial(evenings.changed, id=guest.id, seats=seats))
    async with hosted.lock:
        await hosted.note("then", "")
        if hosted.table.pause:
            await hosted.resume(key)
    for other in evening.tables:
        other.look_anew(str(evening.seq))


async def sit_down(
    evening: HostedEvening, guest: Guest, hosted: HostedTable, key: str, deed: Deed | None = None
) -> Said | None:
    """A guest sits down at a table and leaves the one before; the caller has the evening's lock."""
    at = evening.sits(guest)
    if at and at[0] is hosted:
        return None
    phone, held = _phone(evening, guest), codes_of(evening, guest)
    async with hosted.lock:
        table = hosted.table
        joined = {"name": guest.name, "id": table.next_id()}
        answer = await hosted.write(table.seq, f"sits.{key}", [("joined", joined)])
        if not answer.ok and answer.said:
            return answer.said
        person = int(table.events[answer.seq - 1].data["id"])
        for code in held:
            await hosted.bind(code, person, hosted.main_sheet)
        if phone:
            await hosted.note(f"claimed:{person}", phone)
    await evening.change(lambda now: evenings.seated(now, guest.id, table.id, person), deed)
    if at:
        await stand_up(*at)
    return None


async def stand_up(hosted: HostedTable, person: int) -> None:
    """Somebody leaves a table: before the game the seat is gone, later nobody waits for them where the game allows."""
    async with hosted.lock:
        table, seat = hosted.table, hosted.seat_of(person)
        if seat is None or has_ended(hosted):
            return
        if not table.position.begun:
            await hosted.write(table.seq, f"stands.{table.seq}.{person}", [("left", {"seat": seat})])
        elif words := _absence(hosted, seat):
            said = {"seat": None, "words": words.notation, "by": "host"}
            await hosted.write(table.seq, f"stands.{table.seq}.{person}", [("said", said)])


def _absence(hosted: HostedTable, seat: int) -> Option | None:
    """What the table says when somebody is away."""
    options = hosted.table.play.options(hosted.table.state, None)
    return next((one for one in options if one.kind == "absent" and one.mark == seat), None)


def guests_for(evening: HostedEvening, after: Sequence[HostedTable], ids: object, most: int) -> tuple[Guest, ...]:
    """Who plays next: those who are named, otherwise who sat there and is here, then who waits, as many as fit."""
    if ids is not None:
        if not isinstance(ids, list) or len(ids) > 100 or any(type(one) is not int for one in ids):
            raise RequestError(400, "malformed.guests")
        found = [evening.value.guest(one) for one in dict.fromkeys(ids)]
        return tuple(one for one in found if one)
    sat = [evening.value.of_seat(one.table.id, person.id) for one in after for person in one.table.people]
    waiting = evening.waiting()
    everybody = dict.fromkeys([*(one for one in sat if one and one.here), *waiting])
    return tuple(everybody)[:most]

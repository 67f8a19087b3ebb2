"""What is told of an evening: to everybody, to one guest, to the desk; and what its tables tell of it."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from pnp.errors import PnpError
from pnp.play.evening import COLORS, Guest
from pnp.play.opening import DICE
from pnp.play.playable import can_be_kept, is_for_pad
from pnp.play.standing import Best, Record, Standing
from pnp.play.waiting import waits
from pnp.read import installed
from pnp.sheets import codes
from pnp.web import emblems, show
from pnp.web.evening import event_states
from pnp.web.evening.hosted_evening import HostedEvening
from pnp.web.hosted_table import HostedTable, Seat
from pnp.words import Words


def public(evening: HostedEvening, words: Words) -> dict[str, Any]:
    """What everybody may see of an evening."""
    party, value = evening.party, evening.value
    return {
        "version": evening.version,
        "seq": evening.seq,
        "evening": evening.id,
        "season": value.season,
        "build": party.build,
        "ended": value.ended,
        "dice": value.dice or DICE[0],
        "guests": [_guest(evening, one) for one in value.guests],
        "colors": list(COLORS),
        "tables": [_table(evening, one, words) for one in evening.tables],
        "standing": standing(evening.standing(), value.guests),
        "join": {
            "url": f"{party.url}/e/{evening.id}",
            "address": party.url.partition("://")[2],
            "code": evening.id,
        },
        "wifi": bool(party.wifi),
        "notice": words.text(party.said) if party.said else "",
    }


def _guest(evening: HostedEvening, guest: Guest) -> dict[str, Any]:
    plays = evening.plays(guest)
    return {
        "guest": guest.id,
        "name": guest.name,
        "color": guest.color,
        "here": guest.here,
        "table": plays.table.id if plays else None,
    }


def _table(evening: HostedEvening, hosted: HostedTable, words: Words) -> dict[str, Any]:
    table, result = hosted.table, evening.result(hosted)
    number, of = table.play.round(table.state)
    people = []
    for seat, (person, row) in enumerate(zip(table.people, result.players, strict=True)):
        guest = evening.value.of_seat(table.id, person.id)
        status = "idle" if table.ended_early else table.play.status(table.state, seat)
        people.append(
            {
                "seat": seat,
                "name": person.name,
                "guest": guest.id if guest else None,
                "color": guest.color if guest else None,
                "status": status,
                "total": row.total,
                "rank": row.rank,
            }
        )
    return {
        "table": table.id,
        "game": table.opening.game,
        "title": table.game.TITLE,
        "band": emblems.colors(hosted.party.art.layout(table.opening.game))["band"],
        "phase": show.phase(table),
        "round": number,
        "rounds": of,
        "stage": table.game.words(words.language).text(table.play.stage(table.state)),
        "people": people,
        "waits": [{"seat": one.seat, "since": _seconds(one.since)} for one in waits(table)],
        "paper": table.takes_paper,
        "begun": table.position.begun,
        "joinable": table.takes_players and not hosted.of_event and not hosted.meta.get("then"),
        "final": result.final,
        "early": result.early,
        "paused": bool(table.pause),
        "virtual": bool(table.opening.commitment),
        "stopped": words.text(table.view(None).headline) if table.pause or table.ended_early else "",
        "winners": [one.name for one in result.winners],
        "then": hosted.meta.get("then") or None,
    }


def _seconds(at: str) -> float | None:
    try:
        return datetime.fromisoformat(at).timestamp()
    except ValueError:
        return None


def standing(found: Standing, guests: tuple[Guest, ...]) -> dict[str, Any]:
    """A standing as plain values; of a guest also the colour."""
    known = {one.id: one for one in guests}
    rows = []
    for row in found.rows:
        guest = known.get(row.who) if isinstance(row.who, int) else None
        plain = {**row._asdict(), "guest": row.who, "name": guest.name if guest else row.name}
        plain |= {"sheets": [_best(one) for one in row.sheets], "rounds": [_best(one) for one in row.rounds]}
        del plain["who"]
        rows.append({**plain, "places": list(row.places), "color": guest.color if guest else None})
    return {
        "rows": rows,
        "sheets": [_record(one) for one in found.sheets],
        "rounds": [_record(one) for one in found.rounds],
    }


def _best(one: Best) -> dict[str, Any]:
    return {name: value for name, value in one._asdict().items() if value is not None}


def _record(one: Record) -> dict[str, Any]:
    return {**_best(one.best), "names": list(one.names)}


# ---------------------------------------------------------------------- for one guest, for the desk


def of_guest(evening: HostedEvening, guest: Guest) -> dict[str, Any]:
    """What a guest who sits nowhere is told besides."""
    return {
        "me": {
            "guest": guest.id,
            "name": guest.name,
            "color": guest.color,
            "here": guest.here,
            "code": codes.shown(evening.code(guest.id)),
        },
        **_place(evening, guest),
    }


def _place(evening: HostedEvening, guest: Guest) -> dict[str, Any]:
    """Where a guest of an event sits in the round."""
    return {"place": event_states.place_of(evening, guest)} if evening.value.plan else {}


def of_desk(evening: HostedEvening) -> dict[str, Any]:
    """What only whoever hosts the evening is told: everybody's code, the addresses of the tables' hosts."""
    party = evening.party
    guests = [{"guest": one.id, "url": f"{party.url}/s/{evening.code(one.id)}"} for one in evening.value.guests]
    hosts = {one.table.id: f"/h/{one.key}" for one in evening.tables}
    return {
        "desk": {"guests": guests, "hosts": hosts, "reached": party.reached()},
        "reads": installed.there(),
    }


def games(evening: HostedEvening) -> list[dict[str, Any]]:
    """The games that can be played, with the picture and colours of their layouts."""
    library, art = evening.party.tables.library, evening.party.art
    found = []
    for name in library.names():
        try:
            game, layout = library.load(name), art.layout(name)
        except PnpError:
            continue  # a package that is broken, or that has no layout
        if can_be_kept(game):
            about = {"game": name, "title": game.TITLE, "players": list(game.PLAYERS), "pad": is_for_pad(game)}
            turns = game.play is not None
            picture = f"/e/{evening.id}/games/{name}.svg"
            found.append({**about, "turns": turns, "colors": emblems.colors(layout), "picture": picture})
    return found


# ---------------------------------------------------------------------- what a table tells of its evening


def at_table(evening: HostedEvening | None, hosted: HostedTable) -> dict[str, Any]:
    """Of which evening a table is and what has followed it, the colours of who sits there, if a desk seats them."""
    if evening is None:
        return {"evening": None}
    guests = [evening.value.of_seat(hosted.table.id, person.id) for person in hosted.table.people]
    colors = [one.color if one else None for one in guests]
    desk = {"desk": True} if evening.value.plan else {}
    return {"evening": {"id": evening.id, "then": hosted.meta.get("then") or None, "colors": colors, **desk}}


def at_seat(evening: HostedEvening | None, seat: Seat) -> dict[str, Any]:
    """A guest's own address for the evening and, for whoever sits at another table by now, that one to move on to."""
    guest = evening.value.of_seat(seat.hosted.table.id, seat.person) if evening and seat.person is not None else None
    if evening is None or guest is None:
        return {}
    own, at = f"/s/{evening.code(guest.id)}", evening.sits(guest)
    elsewhere = at is not None and at[0] is not seat.hosted and guest.here
    return {"guest": own, **({"moved": own} if elsewhere else {}), **_place(evening, guest)}


def at_host(evening: HostedEvening | None, hosted: HostedTable) -> dict[str, Any]:
    """Where the host of a table goes on, and the desk of the evening, unless tables have hosts of their own."""
    if evening is None:
        return {}
    then = next((one for one in evening.tables if one.table.id == hosted.meta.get("then")), None)
    moved = {"moved": f"/h/{then.key}"} if then else {}
    return {"desk": None if evening.value.apart else f"/h/{evening.key}", **moved}

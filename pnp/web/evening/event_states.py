"""What is told of an event: to everybody, to a desk, to one player."""

from __future__ import annotations

from typing import Any

from pnp.convention import seating
from pnp.convention.desk import Desk
from pnp.convention.event import made, number, undone
from pnp.errors import CallError
from pnp.play.evening import Evening, Guest
from pnp.play.waiting import waits
from pnp.web import keys
from pnp.web.evening.hosted_evening import HostedEvening
from pnp.web.hosted_table import HostedTable

ROLES = ("organiser", "helper", "viewer")


def role_key(evening: HostedEvening, role: str) -> str:
    """The key of a desk; the organiser's is the evening's own."""
    return evening.key if role == ROLES[0] else keys.host_key(evening.party.secret, evening.id, role)


def desk_of(evening: HostedEvening) -> Desk:
    return Desk(evening.party.tables, evening.value, evening.seq)


def of_event(evening: HostedEvening) -> dict[str, Any]:
    """What everybody may see: the round with its tables, and the standings but for points that are still counted."""
    untold = frozenset(one.table.id for one in evening.tables if one.counted is not None)
    desk = Desk(evening.party.tables, evening.value, evening.seq, untold)
    event = desk.event
    settings, planned = event.settings, [one.seats for one in event.rounds]
    return {
        "name": settings.name,
        "game": settings.game,
        "round": min(event.current + 1, settings.rounds),
        "rounds": settings.rounds,
        "over": event.current >= settings.rounds,
        "rule": settings.rule,
        "seats": settings.seats,
        "confirm": settings.confirm,
        "planned": len(planned),
        "repeats": seating.repeats(planned),
        "fewest": seating.fewest_repeats(planned),
        "people": [{"guest": one.id, "name": one.name, "here": one.here} for one in event.people],
        **_round(evening, desk),
        "standings": _standings(desk),
        "screens": {str(number): show for number, show in sorted(event.screens.items())},
    }


def _round(evening: HostedEvening, desk: Desk) -> dict[str, Any]:
    event = desk.event
    if event.current >= len(event.rounds):
        return {"tables": [], "byes": [], "unseated": [], "begun": False}
    now = event.rounds[event.current]
    outcomes = desk.outcomes(event.current)
    present = set(event.here)
    hosted = {one.table.id: one for one in evening.tables}
    rows = []
    for place, people in enumerate(now.seats.tables):
        id = now.tables[place] if now.tables else ""
        came = outcomes[place]
        told = now.told.get(place, {})
        confirmed = now.confirmed.get(place, frozenset())
        seated = [
            {
                "guest": person,
                "name": event.name(person),
                "here": person in present,
                "total": came[person].total if came else told.get(person),
                "rank": came[person].rank if came else None,
                "confirmed": person in confirmed,
            }
            for person in people
        ]
        rows.append(
            {"number": place + 1, "table": id, "people": seated, "done": came is not None, **_played(hosted.get(id))}
        )
    byes = [{"guest": person, "name": event.name(person)} for person in now.seats.byes]
    unseated = [{"guest": person, "name": event.name(person)} for person in event.unseated]
    return {"tables": rows, "byes": byes, "unseated": unseated, "begun": bool(now.tables)}


def _played(hosted: HostedTable | None) -> dict[str, Any]:
    """How far a table has come, and for whom it waits since when."""
    if hosted is None:
        return {"round": 0, "rounds": 0, "waits": [], "ended": False, "events": 0}
    table = hosted.table
    number, of = table.play.round(table.state)
    of = 0 if table.play.stage(table.state) else of
    names = table.players
    late = [{"name": names[one.seat] if one.seat is not None else "", "since": one.since} for one in waits(table)]
    return {"round": number, "rounds": of, "waits": late, "ended": _is_told(hosted), "events": table.seq}


def _is_told(hosted: HostedTable) -> bool:
    """Whether a table has come to an end that everybody may know."""
    return hosted.table.over and hosted.counted is None


def _standings(desk: Desk) -> list[dict[str, Any]]:
    rows = []
    for row in desk.standings():
        plain = {**row._asdict(), "score": float(row.score), "guest": row.person, "name": desk.event.name(row.person)}
        del plain["person"]
        rows.append({**plain, "rounds": [None if one is None else float(one) for one in row.rounds]})
    return rows


def of_desk(evening: HostedEvening, role: str) -> dict[str, Any]:
    """What a desk is told besides: what it may do, and for the organiser the addresses of everybody's page."""
    url = evening.party.url
    told: dict[str, Any] = {
        "role": role,
        "public": f"{url}/e/{evening.id}/standings",
        "hall": f"{url}/e/{evening.id}/hall/",
    }
    if role == ROLES[0]:
        told["desks"] = {other: f"{url}/d/{role_key(evening, other)}" for other in ROLES}
        told["last"] = _last(evening.value)
        told["hosts"] = {one.table.id: f"{url}/h/{one.key}" for one in evening.tables}
    if role != ROLES[-1]:
        told["guests"] = {str(one.id): f"{url}/s/{evening.code(one.id)}" for one in evening.value.guests}
    return {"desk": told}


def _last(evening: Evening) -> dict[str, Any] | None:
    """What would be taken back: what it was, of which table or of whom, and its number."""
    try:
        action = undone(evening)
    except CallError:
        return None
    people = [action["person"]] if "person" in action else action.get("people", ())
    names = [guest.name for one in people if (guest := evening.guest(one))]
    table = action.get("table")
    return {"do": action["do"], "number": number(evening), "names": names, "table": 0 if table is None else table + 1}


def place_of(evening: HostedEvening, guest: Guest) -> dict[str, Any]:
    """Where a player sits in the round, or that they have a bye; and whether they are asked for the result."""
    event = made(evening.value)
    round, last = event.current + 1, {"table": None, "bye": False, "confirm": False}
    if event.current >= len(event.rounds):
        return {"round": round, **last}
    now = event.rounds[event.current]
    at = now.table_of(guest.id)
    if at is None:
        return {"round": round, **last, "bye": guest.id in now.seats.byes}
    ended = any(_is_told(one) for one in evening.tables if now.tables and one.table.id == now.tables[at])
    asked = event.settings.confirm and (ended or at in now.told) and guest.id not in now.confirmed.get(at, ())
    return {"round": round, "table": at + 1, "bye": False, "confirm": asked}

"""What happened at a table, told event by event; what is still secret is not told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pnp.play.engine import Table
from pnp.play.events import Event


class Told(NamedTuple):
    """One event for people: its number, what it was, and for words that are no secret the seat and the words."""

    seq: int
    what: str
    seat: int | None = None
    words: str | None = None


def rows(table: Table) -> list[Told]:
    """What happened on the way to where the table is; an entry that is still secret is not shown."""
    hidden = {one.seat for one in table.play.wanted(table.state) if one.secret}
    rolled = next((seq for seq in reversed(table.path()) if table.events[seq - 1].kind == "rolled"), 1)
    over = table.over

    def secret(seq: int) -> bool:
        # When it is over the moves lie open, and the votes that follow do not.
        return bool(hidden) and seq > rolled and (not over or table.play.over(table.before(seq).state))

    return [_told(table, seq, secret(seq)) for seq in table.path()]


def _told(table: Table, seq: int, secret: bool) -> Told:
    event = table.events[seq - 1]
    if event.kind == "rolled":
        return Told(seq, "dice " + " ".join(map(str, event.data["dice"])))
    if event.kind == "said":
        seat = event.data["seat"]
        who = "table" if seat is None else _name(table, seat)
        by = " (entered by the host)" if event.data.get("by") == "host" and seat is not None else ""
        if secret and seat is not None:
            return Told(seq, f"{who}: (secret){by}", seat)
        return Told(seq, f"{who}: {event.data['words']}{by}", seat, event.data["words"])
    return Told(seq, _other(table, event))


def _other(table: Table, event: Event) -> str:
    data = event.data
    match event.kind:
        case "joined":
            return f"{data['name']} joined"
        case "renamed":
            return f"seat {data['seat'] + 1} is called {data['name']}"
        case "left":
            return f"seat {data['seat'] + 1} left"
        case "entered":
            whose = "the table's" if data["seat"] is None else f"{_name(table, data['seat'])}'s"
            return f"{whose} paper: {len(data['marks'])} marks on {data['sheet']}"
        case "noted":
            return str(data.get("what", ""))
        case _:
            return event.kind


def _name(table: Table, seat: int) -> str:
    return table.players[seat] if seat < len(table.players) else f"seat {seat + 1}"


def last_roll(table: Table) -> Sequence[int | str]:
    """The dice that were rolled last on the way to where the table is."""
    for seq in reversed(table.path()):
        if table.events[seq - 1].kind == "rolled":
            faces: Sequence[int | str] = table.events[seq - 1].data["dice"]
            return faces
    return ()

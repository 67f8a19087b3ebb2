"""What a table waits for: for whom, and since when."""

from __future__ import annotations

from typing import NamedTuple

from pnp.play.replay import Replay

LOOK_BACK = 20
"""So many steps are looked back for the moment since when a seat is waited for: no more than stay at hand."""


class Waited(NamedTuple):
    """A seat that the table waits for, None for the host or whoever rolls, and the time of the event since when."""

    seat: int | None
    since: str


def waits(table: Replay) -> tuple[Waited, ...]:
    """For whom a table waits now; nothing while it is paused, and once it is over or closed."""
    if table.position.closed or table.over or table.pause:
        return ()
    seats = _waited_for(table, table.head)
    path = table.path()[::-1][:LOOK_BACK]
    found = []
    for seat in sorted(seats, key=lambda one: -1 if one is None else one):
        since = table.head
        for at in path:
            if seat not in _waited_for(table, at):
                break
            since = at
        found.append(Waited(seat, table.events[since - 1].at))
    return tuple(found)


def _waited_for(table: Replay, at: int) -> frozenset[int | None]:
    """The seats that had something to do after an event; where nobody in particular must, it is the table."""
    state = table.at(at).state
    if table.play.over(state):
        return frozenset()
    must = {one.seat for one in table.play.wanted(state) if one.must}
    if table.play.dice(state) and (active := table.play.active(state)) is not None:
        return frozenset({active})
    return frozenset(must or {None})

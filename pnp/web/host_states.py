"""What only the host is told of a table: its log, what the table may say, everybody's code."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any

from pnp.games.play import Wanted
from pnp.play import people
from pnp.play.engine import Table
from pnp.play.history import HistoryRow
from pnp.sheets import codes
from pnp.web import coach_states, options
from pnp.web.hosted_table import HostedTable
from pnp.web.states import FOR_THE_HOST
from pnp.web.told_moves import NEWEST
from pnp.words import Said, Words, say


def of_host(hosted: HostedTable, words: Words) -> dict[str, Any]:
    """What the host needs besides what lies open; secret entries are not among it, so that a host can play."""
    table, party = hosted.table, hosted.party
    told = hosted.told.rows(table, NEWEST)
    steps = [one for one in told if one.seq > 1 and table.events[one.seq - 1].kind not in people.BESIDE]
    later = table.later()
    closed = table.position.closed
    wanted = () if closed else table.play.wanted(table.state)
    legal = list(islice(options.questions_once(options.legal(table, None)), options.MOST_OPTIONS))
    host = {
        "notice": words.text(party.said) if party.said and (table.waiting or party.said.key != FOR_THE_HOST) else "",
        "seats": [_host_seat(hosted, seat, wanted, words) for seat in range(len(table.people))],
        "wanted": [options.wanted(one, words) for one in wanted if one.seat is None],
        "options": [options.option(one, words) for one in legal],
        "terms": options.terms(legal, (), words),
        "on_paper": bool(hosted.table.to_paper()),
        "log": log(hosted, told, words),
        "older": len(table.path()) > NEWEST,
        "undo": words.text(steps[-1].what) if steps and not closed else None,
        "redo": words.text(_again(table, later[-1])) if later and not closed else None,
        "addresses": party.addresses_in(words),
        "reached": party.reached(),
        "settings": dict(table.opening.options),
        **coach_states.of_host(hosted),
    }
    return {"host": host}


def log(hosted: HostedTable, rows: Sequence[HistoryRow], words: Words) -> list[dict[str, Any]]:
    """What happened, row by row, and whether the host can correct it."""
    table = hosted.table
    closed = table.position.closed
    return [
        {**one._asdict(), "what": words.text(one.what), "fixable": not closed and _is_fixable(table, one)}
        for one in rows
    ]


def _is_fixable(table: Table, row: HistoryRow) -> bool:
    """Whether the host can correct an event by tapping: a move, dice that were misread, numbers on a pad."""
    event = table.events[row.seq - 1]
    if event.kind == "rolled":
        return table.opening.dice == "physical"
    if event.kind == "entered":
        return table.opening.pad and all(type(mark) is int for mark in event.data["marks"].values())
    return row.words is not None and row.seat is not None


AGAIN = {
    "said": say("again.said"),
    "rolled": say("again.rolled"),
    "entered": say("again.entered"),
    "joined": say("again.joined"),
    "renamed": say("again.renamed"),
    "left": say("again.left"),
}
"""What an event that was taken back is called."""


def _again(table: Table, seq: int) -> Said | str:
    """What going forward would bring back; a seat's words may be secret and are not told."""
    return AGAIN.get(table.events[seq - 1].kind, say("again.noted"))


def _host_seat(hosted: HostedTable, seat: int, wanted: Sequence[Wanted], words: Words) -> dict[str, Any]:
    table, code = hosted.table, hosted.code_of(seat)
    return {
        "seat": seat,
        "name": table.players[seat],
        "code": codes.shown(code),
        "url": f"{hosted.party.url}/s/{code}",
        "wanted": [options.wanted(one, words) for one in wanted if one.seat == seat],
        "entered": bool(table.play.entry(table.state, seat)),
        "audit": coach_states.has_audit(hosted, seat),
    }

"""What only the host is told of a table: its log, what the table may say, everybody's code."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any

from pnp.games.play import Wanted
from pnp.play import history, people
from pnp.play.engine import Table
from pnp.sheets import codes
from pnp.web import options
from pnp.web.hosted_table import HostedTable
from pnp.words import Said, Words, say


def of_host(hosted: HostedTable, words: Words) -> dict[str, Any]:
    """What the host needs besides what lies open; secret entries are not among it, so that a host can play."""
    table, party = hosted.table, hosted.party
    told = history.rows(table)
    steps = [one for one in told[1:] if table.events[one.seq - 1].kind not in people.BESIDE]
    later = table.later()
    closed = table.position.closed
    wanted = table.play.wanted(table.state)
    legal = list(islice(options.legal(table, None), options.MOST_OPTIONS))
    host = {
        "seats": [_host_seat(hosted, seat, wanted, words) for seat in range(len(table.people))],
        "wanted": [options.wanted(one, words) for one in wanted if one.seat is None and not closed],
        "options": [options.option(one, words) for one in legal],
        "terms": options.terms(legal, (), words),
        "on_paper": bool(hosted.to_paper()),
        "log": [
            {**one._asdict(), "what": words.text(one.what), "fixable": one.words is not None and not closed}
            for one in told
        ],
        "undo": words.text(steps[-1].what) if steps and not closed else None,
        "redo": words.text(_again(table, later[-1])) if later and not closed else None,
        "addresses": party.addresses,
        "reached": party.reached(),
        "settings": dict(table.opening.options),
        "hints": bool(hosted.meta.get("hints")),
    }
    return {"host": host}


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
    event = table.events[seq - 1]
    if event.kind == "said" and event.data["seat"] is None:
        return str(event.data["words"])
    return AGAIN.get(event.kind, say("again.noted"))


def _host_seat(hosted: HostedTable, seat: int, wanted: Sequence[Wanted], words: Words) -> dict[str, Any]:
    table, code = hosted.table, hosted.code_of(seat)
    return {
        "seat": seat,
        "name": table.players[seat],
        "code": codes.shown(code),
        "url": f"{hosted.party.url}/s/{code}",
        "wanted": [options.wanted(one, words) for one in wanted if one.seat == seat],
        "entered": bool(table.play.entry(table.state, seat)),
        "audit": has_audit(hosted, seat),
    }


def has_audit(hosted: HostedTable, seat: int) -> bool:
    """Whether a seat has entered paper for a game whose dice are known here."""
    table = hosted.table
    return bool(table.over and table.papers.own[seat] and table.game.coaching and not table.position.on_paper)

"""What the coach tells at the party: hints for a seat where the host allows them, audits of paper for the host."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from pnp.coach.audit import audited
from pnp.coach.seated import hints, is_tie
from pnp.errors import PnpError
from pnp.web import lookup
from pnp.web.host_states import has_audit
from pnp.web.hosted_table import HostedTable
from pnp.web.middleware import RequestError
from pnp.web.threads import in_thread
from pnp.words import say

HINTS = "hints"
"""What is noted beside a table whose host allows hints."""


async def hint(request: Request) -> Response:
    """The best things that a seat could do now."""
    seat = lookup.seat(request)
    table, at = seat.hosted.table, seat.seat
    if not seat.hosted.meta.get(HINTS) or at is None or table.waiting or table.position.closed:
        raise RequestError(409, "no-hints")
    found = await in_thread(hints, table.game, table.edition, table.state, at)
    words = seat.hosted.words(lookup.language(request))
    known = {one.notation: one.means for one in table.play.options(table.state, at, 2000)}
    rows = [
        {
            "words": one.notation,
            "means": words.text(known.get(one.notation, "")),
            "expected": round(one.expected, 1),
            "error": round(one.error, 1),
        }
        for one in found
    ]
    note = words.text(found[0].note) if found and found[0].note else ""
    return JSONResponse({"hints": rows, "tie": is_tie(found), "note": note})


async def audit(request: Request) -> Response:
    """Whether the paper of a seat can have come from the dice that were rolled here; only the host is told."""
    hosted, seat = lookup.host(request), request.path_params["seat"]
    if seat >= len(hosted.table.people) or not has_audit(hosted, seat):
        raise RequestError(404, "no-audit")
    words = hosted.words(lookup.language(request))
    try:
        found = await in_thread(_audited, hosted, seat)
    except PnpError as error:
        return JSONResponse({"possible": None, "message": error.text(words.language), "why": None, "moves": []})
    if found is None:
        raise RequestError(404, "no-audit")
    said = say("audit.possible") if found.possible else say("audit.not")
    why = words.as_json(found.why) if found.why else None
    answer = {"possible": found.possible, "message": words.text(said), "why": why, "moves": list(found.moves)}
    return JSONResponse(answer)


def _audited(hosted: HostedTable, seat: int) -> Any:
    table = hosted.table
    document = table.game.coaching.on_paper(table.state, table.papers, table.edition)
    asked = None if document is None else table.game.coaching.audit(document, table.edition, seat)
    return None if asked is None else audited(asked)

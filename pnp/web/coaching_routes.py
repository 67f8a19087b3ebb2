"""What the coach tells at the party: hints where the host allows them, audits to the host, or to all on request."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from pnp.coach.audit import audited
from pnp.coach.seated import hints, is_tie
from pnp.errors import PnpError
from pnp.web import lookup
from pnp.web.coach_states import AUDITS, HINTS, has_audit
from pnp.web.hosted_table import HostedTable
from pnp.web.serving.middleware import RequestError
from pnp.web.serving.threads import in_thread
from pnp.words import say


async def hint(request: Request) -> Response:
    """The best things that a seat could do now."""
    seat = await lookup.seat(request)
    table, at = seat.hosted.table, seat.seat
    if not seat.hosted.meta.get(HINTS) or at is None or table.waiting or table.position.closed:
        raise RequestError(409, "no-hints")
    found = await in_thread(hints, table.game, table.edition, table.state, at)
    words = seat.hosted.words(lookup.language(request))
    rows = [
        {
            "words": one.notation,
            "means": words.text(one.means),
            "expected": round(one.expected, 1),
            "error": round(one.error, 1),
        }
        for one in found
    ]
    note = words.text(found[0].note) if found and found[0].note else ""
    return JSONResponse({"hints": rows, "tie": is_tie(found), "note": note})


async def audit(request: Request) -> Response:
    """Whether the paper of a seat can have come from the dice that were rolled here, for the host."""
    return await _told(request, await lookup.host(request))


async def shown_audit(request: Request) -> Response:
    """The same for everybody, where the host wants it."""
    hosted = await lookup.table(request)
    if not hosted.meta.get(AUDITS):
        raise RequestError(404, "audit-hidden")
    return await _told(request, hosted)


async def _told(request: Request, hosted: HostedTable) -> Response:
    seat = request.path_params["seat"]
    if seat >= len(hosted.table.people) or not has_audit(hosted, seat):
        raise RequestError(404, "no-audit")
    words = hosted.words(lookup.language(request))
    try:
        found = await in_thread(_audited, hosted, seat)
    except PnpError as error:
        nothing: dict[str, Any] = {"possible": None, "why": None, "moves": [], "means": []}
        return JSONResponse(nothing | {"message": error.text(words.language)})
    if found is None:
        raise RequestError(404, "no-audit")
    said = say("audit.possible") if found.possible else say("audit.not")
    why = words.as_json(found.why) if found.why else None
    told = hosted.table.game.coaching.means(found.moves, hosted.table.edition)
    means = [words.text(one) for one in told] or list(found.moves)
    answer = {"possible": found.possible, "message": words.text(said), "why": why, "moves": list(found.moves)}
    return JSONResponse(answer | {"means": means})


def _audited(hosted: HostedTable, seat: int) -> Any:
    table = hosted.table
    document = table.game.coaching.on_paper(table.state, table.papers, table.edition)
    asked = None if document is None else table.game.coaching.audit(document, table.edition, seat)
    return None if asked is None else audited(asked)

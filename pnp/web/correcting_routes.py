"""Correcting as a player plays: what somebody could have done at an earlier moment, and what another choice changes."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from pnp.games.seats import Refusal
from pnp.play import correcting
from pnp.play.lobby import Waiting
from pnp.play.position import Position
from pnp.web import lookup, options
from pnp.web.hosted_table import HostedTable
from pnp.web.serving import requests
from pnp.web.serving.middleware import RequestError
from pnp.words import Words


async def offered(request: Request) -> Response:
    """What the table offered when an event was written: options, dice, or boxes; with words, what they would change."""
    hosted, seq = await lookup.host(request), request.path_params["seq"]
    words = hosted.words(lookup.language(request))
    asked = request.query_params.get("words", "")[:2000]
    async with hosted.lock:
        before = correcting.before(hosted.table, seq)
        if before is None or isinstance(before.state, Waiting):
            raise RequestError(404, "not-found")
        if asked:
            return _tried(hosted, seq, asked, words)
        return JSONResponse(_then(hosted, seq, before, words))


def _tried(hosted: HostedTable, seq: int, asked: str, words: Words) -> Response:
    """What would no longer fit if an event had said something else."""
    table = hosted.table
    made = table.corrected(seq, asked, "", anyway=True)
    if isinstance(made, Refusal):
        return requests.refused(made, words, 200)
    told = {row.seq: words.text(row.what) for row in hosted.told.rows(table)}
    return JSONResponse({"ok": True, "message": "", "left": [told[one] for one in made["left"] if one in told]})


def _then(hosted: HostedTable, seq: int, before: Position, words: Words) -> dict[str, Any]:
    """The table as whoever acted then had it."""
    table = hosted.table
    event, now = table.events[seq - 1], correcting.effective(table)[seq] or {}
    play, state, seat = table.play, before.state, now.get("seat")
    found = list(options.questions_once(play.options(state, seat, options.MOST_OPTIONS * 10)))
    plain = found if len(found) <= options.MOST_OPTIONS else [one for one in found if one.bonus in ("", one.kind)]
    labels = hosted.labels(words)
    return {
        "kind": event.kind,
        "me": {
            "options": [options.option(one, words, labels) for one in plain[: options.MOST_OPTIONS]],
            "terms": options.terms(plain, (), words),
            "wanted": [],
            "bonuses": [],
        },
        "spread": options.spread(play, state, seat, words),
        "dice": [{"name": words.text(die.name), "faces": list(die.faces)} for die in play.dice(state)],
        "faces": list(now.get("dice") or ()),
        "marks": _boxes(hosted, now, words),
    }


def _boxes(hosted: HostedTable, now: Any, words: Words) -> list[dict[str, Any]]:
    """The boxes that were written, by what they are called."""
    if "marks" not in now:
        return []
    labels = hosted.party.art.labels(hosted.table.opening.game, str(now["sheet"]), words)
    return [{"label": labels.get(id, id), "value": mark} for id, mark in now["marks"].items()]

"""A game looked back at: worked out once for all who ask, beside the table, and kept with it."""

from __future__ import annotations

import asyncio
import json
import zlib
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from pnp import bounded_process
from pnp.coach.par import rulings
from pnp.play.engine import Table
from pnp.play.forgetting import REVIEW
from pnp.web import cached_states, lookup, pages, review_work
from pnp.web.coach_states import has_review
from pnp.web.hosted_table import HostedTable
from pnp.web.result_files import File
from pnp.web.serving.middleware import RequestError
from pnp.web.serving.threads import in_thread
from pnp.web.states import mark_of

SECONDS, MEMORY, NICE = 90.0, 4_000_000_000, 2
"""What looking back at one table may take; a machine that is busy must not keep people waiting for it for minutes."""
REVIEWER = ThreadPoolExecutor(1, "pnp review")
"""The one who waits for it: whoever asks for many has them one after the other."""
PATIENCE = 1.0
"""Seconds after which a page is told what there is so far, and to ask again."""
KIND, WORK = REVIEW, "pnp.web.review_work:looked_back"
MOST_OPTIONS = 2000


async def show(request: Request) -> Response:
    """The page that shows a review; while the points are counted it waits for that."""
    hosted, language = await lookup.opened(await lookup.table(request)), lookup.language(request)
    if not has_review(hosted.table):
        raise RequestError(404, "no-review")
    base = f"/t/{hosted.table.id}"
    title = f"{hosted.table.game.TITLE}, {hosted.table.id}"
    first = await cached_states.of_table(hosted, language)
    return pages.page(KIND, language, title, first, base=base, table=hosted.table.id)


async def told(request: Request) -> Response:
    """What the review says; as long as it is worked out, what it says so far."""
    hosted = await lookup.counted_table(request)
    try:
        # One who leaves takes nothing from the others who wait for the same.
        content = (await asyncio.wait_for(asyncio.shield(_looking(hosted)), PATIENCE)).content
    except TimeoutError:
        so_far = json.dumps({"wait": True, **hosted.looked_back})
        return Response(so_far, 202, media_type="application/json", headers={"cache-control": "no-store"})
    content = await in_thread(_in_language, content, hosted.table, lookup.language(request))
    return cached_states.tagged(request, f"{zlib.crc32(content):08x}", content)


def _in_language(content: bytes, table: Table, language: str) -> bytes:
    """A review with what its numbers rest on, in a language: the rest of it has no words."""
    found = json.loads(content) | {"rulings": rulings(table.game, table.edition, language)}
    return json.dumps(found, ensure_ascii=False, separators=(",", ":")).encode()


async def best_sheet(request: Request) -> Response:
    """The picture of the best sheet of a seat."""
    hosted, seat = await lookup.counted_table(request), request.path_params["seat"]
    players = await _players(hosted, seat)
    if seat >= len(players):
        raise RequestError(404, "not-found.seats", seats=len(players))
    name, marks = players[seat]["marks"]
    game = hosted.table.opening.game
    content = hosted.party.art.written(game, name, marks, hosted.table.game.PICTURE, lookup.language(request))
    return cached_states.versioned(request, mark_of(name, marks), content)


async def one_round(request: Request) -> Response:
    """What a move of a round meant, and what the better one would have."""
    hosted, language = await lookup.counted_table(request), lookup.language(request)
    seat, number = request.path_params["seat"], request.path_params["round"]
    players = await _players(hosted, seat)
    found = [one for player in players[seat : seat + 1] for one in player["rounds"] if one["round"] == number]
    if not found:
        raise RequestError(404, "not-found")
    known = await in_thread(_known, hosted.table, seat, number)
    words = hosted.words(language)
    means = {name: words.text(known.get(found[0][name], "")) for name in ("move", "better")}
    return Response(json.dumps(means), media_type="application/json")


def _known(table: Table, seat: int, number: int) -> dict[str, Any]:
    """What a seat could do in a round, by notation."""
    for seq in reversed(table.path()):
        event = table.events[seq - 1]
        if event.kind == "said" and event.data["seat"] == seat:
            state = table.before(seq).state
            if table.play.round(state)[0] == number:
                return {one.notation: one.means for one in table.play.options(state, seat, MOST_OPTIONS)}
    return {}


async def _players(hosted: HostedTable, seat: int) -> list[dict[str, Any]]:
    """What the review says of the players, as soon as it says something of a seat."""
    looking, so_far = _looking(hosted), hosted.looked_back.get("players", ())
    if seat < len(so_far) and not looking.done():
        return list(so_far)
    players: list[dict[str, Any]] = json.loads((await asyncio.shield(looking)).content)["players"]
    return players


def _looking(hosted: HostedTable) -> asyncio.Future[File]:
    """The review of a table as it is now, which is worked out while the table goes on."""
    if not has_review(hosted.table):
        raise RequestError(404, "no-review")
    table = hosted.table
    asked = [table.play.document(table.state), review_work.plain(table.edition)]
    mark = zlib.crc32(json.dumps(asked).encode())
    known = hosted.files.get((KIND, ""))
    failed = known is not None and known[1].done() and (known[1].cancelled() or known[1].exception() is not None)
    if known is None or known[0] != mark or failed:
        hosted.looked_back = {}
        known = hosted.files[KIND, ""] = mark, asyncio.ensure_future(_worked_out(hosted, mark, asked))
    return known[1]


async def _worked_out(hosted: HostedTable, mark: int, asked: list[Any]) -> File:
    """What was kept of the same moves, or is found now: whatever else is written after the game changes nothing."""
    table, tables = hosted.table, hosted.party.tables
    kept = await in_thread(tables.store.file, table.id, KIND)
    if kept is None or json.loads(kept)["mark"] != mark:
        loop, so_far, rules = asyncio.get_running_loop(), hosted.looked_back, str(tables.library.own or "")

        def heard(news: dict[str, Any]) -> None:
            loop.call_soon_threadsafe(so_far.update, news)

        work = partial(
            bounded_process.call, WORK, *asked, rules, seconds=SECONDS, memory=MEMORY, nice=NICE, heard=heard
        )
        found = await loop.run_in_executor(REVIEWER, work)
        kept = json.dumps({"mark": mark, **found}, ensure_ascii=False, separators=(",", ":")).encode()
        await in_thread(tables.store.keep_file, table.id, KIND, kept)
    return File("application/json", f"{table.opening.game}-{table.id}.review.json", kept)

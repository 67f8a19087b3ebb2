"""Photos of paper that are read: by whoever holds a sheet, and at the host's desk for guests without a phone.

Nothing is written and nothing is kept: what was read goes back to the page, and what people confirm is entered as if
they had tapped it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from pnp.errors import PnpError
from pnp.web import lookup, pages
from pnp.web.evening.hosted_evening import HostedEvening
from pnp.web.hosted_table import HostedTable, Seat
from pnp.web.photos import paper_photos
from pnp.web.photos.readers import READERS
from pnp.web.serving import middleware, requests
from pnp.words import Said, of_rooms, say

Find = Callable[[Mapping[str, Any]], Awaitable[HostedTable | Said]]
"""The table that a sheet in a photo is of, or why it is of none here."""


async def of_seat(request: Request) -> Response:
    """A photo of a player's own sheet, or of their column of a pad."""
    seat = await lookup.seat(request)
    return await _read(request, [seat.hosted], partial(_here, request, seat.hosted), seat)


async def of_host(request: Request) -> Response:
    """One photo of a stack, for the host to confirm: each sheet in it is matched to its seat by its code.

    At the desk of an evening it is matched to its table first.
    """
    if evening := lookup.desk(request):
        return await _read(request, evening.tables, partial(_at_desk, request, evening))
    hosted = await lookup.host(request)
    return await _read(request, [hosted], partial(_here, request, hosted))


async def _read(request: Request, tables: list[HostedTable], find: Find, holder: Seat | None = None) -> Response:
    middleware.check_origin(request)
    language = lookup.language(request)
    words = (tables[-1].words(language) if tables else pages.words_of(language)).then(of_rooms(language))
    try:
        with READERS.place():
            async with lookup.upload(request) as photo:
                read = await READERS.read(photo, _own_layouts(tables))
    except PnpError as error:
        return requests.refused(error, words, 422)
    troubles = [Said(key, facts) for key, facts in read["troubles"]]
    sheets: list[dict[str, Any]] = []
    for sheet in read["sheets"]:
        found = await find(sheet)
        refusal = found if isinstance(found, Said) else paper_photos.refusal(found, holder, sheet)
        if refusal:
            troubles.append(refusal)
        elif isinstance(found, HostedTable):
            own = found.words(language).then(of_rooms(language))
            sheets.append(
                {"table": found.table.id, "seq": found.table.seq, **paper_photos.offer(found, holder, sheet, own)}
            )
    if not sheets:
        return requests.refused(troubles[-1], words)
    return JSONResponse({"ok": True, "sheets": sheets, "troubles": [words.text(one) for one in troubles]})


def _own_layouts(tables: list[HostedTable]) -> tuple[Path, ...]:
    """The layouts of games of one's own: their sheets may be in a photo too."""
    made = (one.party.art.layout(one.table.opening.game) for one in tables)
    return tuple(dict.fromkeys(Path(one.source) for one in made if not one.shipped))


async def _here(request: Request, hosted: HostedTable, sheet: Mapping[str, Any]) -> HostedTable | Said:
    """This table, unless a sheet belongs to another; a code that is nobody's here counts as a guess."""
    code = sheet["code"]
    if code and code not in hosted.codes:
        if await lookup.serving(request).party.seat(code):
            return say("other-paper.table")
        lookup.guessed(request)
    return hosted


async def _at_desk(request: Request, evening: HostedEvening, sheet: Mapping[str, Any]) -> HostedTable | Said:
    """The table of an evening that a sheet is of: by its code, or the only one at which its game is played."""
    if sheet["code"] and (seat := await lookup.serving(request).party.seat(sheet["code"])):
        return seat.hosted if evening.has(seat.hosted) else say("other-paper.evening")
    alike = [one for one in evening.current if one.table.opening.game == sheet["game"]]
    if len(alike) == 1:
        return alike[0]
    if alike:
        return say("other-paper.which", n=len(alike))
    library = evening.party.tables.library
    return say(
        "other-paper.unplayed", game=library.load(sheet["game"]).TITLE if library.has(sheet["game"]) else sheet["game"]
    )

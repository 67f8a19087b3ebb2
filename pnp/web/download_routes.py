"""Files to take home from a table."""

from __future__ import annotations

import asyncio
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import Response

from pnp.web import lookup, result_files
from pnp.web.hosted_table import HostedTable
from pnp.web.result_files import File
from pnp.web.serving.middleware import RequestError
from pnp.web.serving.threads import at_press


async def file(request: Request) -> Response:
    hosted, language = await lookup.counted_table(request), lookup.language(request)
    ending = request.path_params["ending"]
    made = await _made(hosted, ending, language)
    shown = "inline" if made.media_type in ("image/png", "application/pdf") else "attachment"
    headers = {"content-disposition": f"{shown}; filename*=utf-8''{quote(made.name)}", "cache-control": "no-cache"}
    return Response(made.content, media_type=made.media_type, headers=headers)


async def _made(hosted: HostedTable, ending: str, language: str) -> File:
    """A file of the table as it is now, made once for all who ask; the table goes on meanwhile."""
    known = hosted.files.get((ending, language))
    if known is None or known[0] != hosted.table.seq or _failed(known[1]):
        async with hosted.lock:
            table = hosted.table.snapshot()
        found = result_files.files(table, hosted.party.tables.library, language)
        if ending not in found:
            raise RequestError(404, "not-found.file", files=tuple(found))
        known = hosted.files.get((ending, language))
        if known is None or known[0] != table.seq or _failed(known[1]):
            known = table.seq, asyncio.ensure_future(at_press(found[ending]))
            hosted.files[ending, language] = known
    # One who leaves takes nothing from the others who wait for the same file.
    return await asyncio.shield(known[1])


def _failed(made: asyncio.Future[File]) -> bool:
    return made.done() and (made.cancelled() or made.exception() is not None)

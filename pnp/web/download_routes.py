"""Files to take home from a table."""

from __future__ import annotations

from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import Response

from pnp.web import lookup, result_files
from pnp.web.middleware import RequestError
from pnp.web.threads import in_thread


async def file(request: Request) -> Response:
    hosted, language = await lookup.table(request), lookup.language(request)
    ending = request.path_params["ending"]
    async with hosted.lock:
        found = result_files.files(hosted.table, hosted.party.tables.library, language)
        if ending not in found:
            raise RequestError(404, "not-found.file", files=tuple(found))
        known = hosted.files.get((ending, language))
        if known is None or known[0] != hosted.version:
            known = hosted.files[ending, language] = hosted.version, await in_thread(found[ending])
    made = known[1]
    shown = "inline" if made.media_type in ("image/png", "application/pdf") else "attachment"
    headers = {"content-disposition": f"{shown}; filename*=utf-8''{quote(made.name)}", "cache-control": "no-cache"}
    return Response(made.content, media_type=made.media_type, headers=headers)

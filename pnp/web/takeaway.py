"""Files to take home from a table."""

from __future__ import annotations

from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import Response

from pnp.web import lookup, pages, results
from pnp.web.guard import DoorError
from pnp.web.threads import in_thread


async def file(request: Request) -> Response:
    here, hosted = lookup.serving(request), await lookup.table(request)
    language = pages.language_of(request, here.language)
    ending = request.path_params["ending"]
    async with hosted.lock:
        found = results.files(hosted.table, hosted.party.room.library, pages.strings(language))
        if ending not in found:
            raise DoorError(404, "not-found", f"there is no such file; there are {', '.join(found)}")
        known = hosted.files.get((ending, language))
        if known is None or known[0] != hosted.version:
            known = hosted.files[ending, language] = hosted.version, await in_thread(found[ending])
    made = known[1]
    shown = "inline" if made.media_type in ("image/png", "application/pdf") else "attachment"
    headers = {"content-disposition": f"{shown}; filename*=utf-8''{quote(made.name)}", "cache-control": "no-cache"}
    return Response(made.content, media_type=made.media_type, headers=headers)

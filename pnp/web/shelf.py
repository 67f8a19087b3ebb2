"""Scripts, styles and fonts, from our own shelf and no other place."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from pnp.web import views
from pnp.web.guard import DoorError

STATIC = Path(__file__).parent / "static"
FACES = ("display", "text", "strong")
TYPES = {
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "svg": "image/svg+xml",
    "ttf": "font/ttf",
}
LETTERS = [(0x20, 0x17F), (0x1E80, 0x1EF9), (0x370, 0x3FF), (0x400, 0x45F), (0x2010, 0x2044), (0x20AC, 0x20AC)]
"""What our own words and most names need; a phone has fonts of its own for the other scripts."""


async def take(request: Request) -> Response:
    path: str = request.path_params.get("path", "icon.svg")
    folder, _, name = path.rpartition("/")
    stem, _, ending = name.rpartition(".")
    if folder == "fonts" and ending == "ttf" and stem in FACES:
        return views.tagged(request, f"font-{stem}", _font(stem), TYPES["ttf"])
    file = STATIC / name
    if folder or ending not in TYPES or name.startswith(".") or not file.is_file():
        raise DoorError(404, "not-found", "there is nothing at this address")
    content = file.read_bytes()
    return views.tagged(request, f"{name}-{len(content)}-{file.stat().st_mtime_ns}", content, TYPES[ending])


@cache
def _font(stem: str) -> bytes:
    from pnp.render.pdf import subsets

    return subsets({stem: [chr(c) for low, high in LETTERS for c in range(low, high + 1)]})[stem]

"""Scripts, styles and fonts, served by the program itself and from no other place."""

from __future__ import annotations

import re
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from pnp.paths import FONTS
from pnp.web import cached_states, lookup, pages
from pnp.web.serving.middleware import RequestError

STATIC = Path(__file__).parent / "static"
NAME = re.compile(r"\w[\w-]*\.[a-z]+2?", re.ASCII)
COMMENT = re.compile(r"^[ ]*(?://.*|/\*\*(?:.|\n)*?\*/)\n", re.MULTILINE)
INDENTED = re.compile(r"^[ ]+", re.MULTILINE)
JOINED = re.compile(r"([;,{(])\n")
FACES = re.compile(r"(?:display|text|strong)(?:-more)?")
TYPES = {
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "svg": "image/svg+xml",
    "woff2": "font/woff2",
}


async def take(request: Request) -> Response:
    path: str = request.path_params.get("path", "icon.svg")
    folder, _, name = path.rpartition("/")
    stem, _, ending = name.rpartition(".")
    if folder == "fonts" and ending == "woff2" and FACES.fullmatch(stem):
        return _file(request, FONTS / "web", name)
    return _file(request, STATIC, "" if folder else name)


async def of_game(request: Request) -> Response:
    """A file of the page that a game brings along for itself."""
    game = lookup.serving(request).party.game(request.path_params["game"])
    if game is None or not game.PAGE:
        raise RequestError(404, "not-found")
    return _file(request, pages.page_folder(game), request.path_params["name"])


def _file(request: Request, folder: Path, name: str) -> Response:
    """A file that lies in a folder itself, of a kind that pages are made of."""
    ending = name.rpartition(".")[2]
    file = folder / name
    if ending not in TYPES or not NAME.fullmatch(name) or not file.is_file():
        raise RequestError(404, "not-found")
    content = bare(file.read_text(encoding="utf-8")).encode() if ending == "js" else file.read_bytes()
    return cached_states.tagged(request, f"{name}-{len(content)}-{file.stat().st_mtime_ns}", content, TYPES[ending])


def bare(script: str) -> str:
    """A script without what only its readers need: lines of comments, blanks before lines, ends of lines.

    >>> bare("// Why.\\nif (a) {\\n  b();\\n}\\n")
    'if (a) {b();}\\n'
    """
    return JOINED.sub(r"\1", INDENTED.sub("", COMMENT.sub("", script)))

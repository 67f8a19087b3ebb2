"""Pages: a shell of HTML, the words of a language, and the first state, so that nothing has to be waited for."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from functools import cache, lru_cache
from html import escape
from pathlib import Path
from string import Template
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from pnp import words
from pnp.games.game import Game
from pnp.play.engine import Table
from pnp.words import LANGUAGE, Words

HERE = Path(__file__).parent
LANGUAGES = words.languages()
SECTIONS = {
    "sheet": ("common", "sheet", "paper", "table", "evening", "reading"),
    "review": ("common", "looking"),
    "host": ("common", "host", "desk", "paper", "reading"),
    "desk": ("common", "desk", "evening", "paper", "reading"),
    "screen": ("common", "screen", "evening"),
    "overview": ("common", "screen", "evening"),
}
SECTIONS |= {name: ("common", "ranking", name) for name in ("eventdesk", "standings", "hall")}
"""Whose strings a page needs; every other one has the common ones and its own."""


@cache
def strings(language: str) -> Mapping[str, str]:
    """Every sentence of the pages in a language; what it lacks is English."""
    return _whole(HERE, language)


def _whole(folder: Path, language: str) -> dict[str, str]:
    return {**words.catalogue(folder, LANGUAGE), **words.catalogue(folder, language)}


def words_of(language: str) -> Words:
    """The words for what the party itself says."""
    return words.of_folders(language, HERE)


@lru_cache(maxsize=64)
def words_for(game: Game, language: str) -> Words:
    """The words for what a game and the party say."""
    return Words(language, [*game.words(language).catalogues, *words_of(language).catalogues])


def words_at(table: Table, language: str) -> Words:
    """The words for what is said at a table, with the names of those who sit there."""
    return words_for(table.game, language).of(table.players)


def page_folder(game: Game) -> Path:
    """Where a game has the scripts and the words of its own page."""
    return game.folder / "page"


@cache
def build() -> str:
    """A few letters that change with any script or style: an open page of another build loads itself anew."""
    made = 0
    for path in sorted([*(HERE / "static").iterdir(), *words.SHARED.glob("*/page/*")]):
        made = zlib.crc32(path.read_bytes(), made)
    return f"{made:08x}"


def language_of(request: Request, default: str) -> str:
    """The language that somebody asks for with `?lang=`, that the party has, or that the phone prefers."""
    asked = request.query_params.get("lang", "")
    if asked in LANGUAGES:
        return asked
    if default in LANGUAGES:
        return default
    for part in request.headers.get("accept-language", "").split(","):
        if (tag := part.strip()[:2].lower()) in LANGUAGES:
            return tag
    return LANGUAGE


@cache
def _shell(name: str) -> Template:
    """What all pages have around what is this one's own."""
    frame, body = ((HERE / "pages" / f"{part}.html").read_text(encoding="utf-8") for part in ("page", name))
    return Template(Template(frame).safe_substitute(name=name, body=body))


def page(
    name: str, language: str, title: str, first: bytes | None, game: Game | None = None, /, **data: Any
) -> Response:
    """A page with its data, which stands in the page as text that no browser runs, and the words of a game's own."""
    wanted = SECTIONS.get(name, ("common", name))
    told = {key: text for key, text in strings(language).items() if key.partition(".")[0] in wanted}
    if game is not None and game.PAGE:
        told |= {key: text for key, text in _whole(page_folder(game), language).items() if key.startswith("page.")}
    own = {"page": name, "language": language, "strings": told, **data}
    text = json.dumps(own, ensure_ascii=False)[:-1] + ',"first":' + (first or b"null").decode() + "}"
    safe = text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
    html = _shell(name).substitute(title=escape(title), language=language, data=safe)
    # Not no-store: that would keep the page out of the back-forward cache.
    headers = {"cache-control": "no-cache", "vary": "accept-language"}
    return Response(html, media_type="text/html", headers=headers)

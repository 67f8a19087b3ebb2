"""Pages: a shell of HTML, the words of a language, and the first state, so that nothing has to be waited for."""

from __future__ import annotations

import json
import tomllib
import zlib
from functools import cache
from html import escape
from pathlib import Path
from string import Template
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

HERE = Path(__file__).parent
LANGUAGES = ("en", "pl")
SECTIONS = {"sheet": ("common", "sheet", "paper", "table")}
"""Whose strings a page needs; every other one has the common ones and its own."""


@cache
def strings(language: str) -> dict[str, str]:
    """Every string of the pages in a language; what it lacks is English."""
    table = tomllib.loads((HERE / "strings.toml").read_text(encoding="utf-8"))
    return {
        f"{section}.{key}": row.get(language) or row["en"]
        for section, rows in table.items()
        for key, row in rows.items()
    }


@cache
def build() -> str:
    """A few letters that change with any script or style: an open page of another build loads itself anew."""
    made = 0
    for path in sorted((HERE / "static").iterdir()):
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
    return LANGUAGES[0]


@cache
def _shell(name: str) -> Template:
    """What all pages have around what is this one's own."""
    frame, body = ((HERE / "pages" / f"{part}.html").read_text(encoding="utf-8") for part in ("page", name))
    return Template(Template(frame).safe_substitute(name=name, body=body))


def page(name: str, language: str, title: str, first: bytes | None, **data: Any) -> Response:
    """A page with its data; the data stands in the page as text that no browser runs."""
    wanted = SECTIONS.get(name, ("common", name))
    words = {key: text for key, text in strings(language).items() if key.partition(".")[0] in wanted}
    own = {"page": name, "language": language, "strings": words, **data}
    text = json.dumps(own, ensure_ascii=False)[:-1] + ',"first":' + (first or b"null").decode() + "}"
    safe = text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
    html = _shell(name).substitute(title=escape(title), language=language, data=safe)
    # Not no-store: that would keep the page out of the back-forward cache.
    headers = {"cache-control": "no-cache", "vary": "accept-language"}
    return Response(html, media_type="text/html", headers=headers)

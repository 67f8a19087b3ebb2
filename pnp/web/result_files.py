"""Results to take away: numbers, the filled-in sheets, a picture to share, the log, and a link for BG Stats."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any, NamedTuple

from pnp.games.library import Library
from pnp.games.play import SheetMarks
from pnp.play import bg_stats, events, results
from pnp.play.engine import Table
from pnp.play.result import Result, result_of
from pnp.render import filled_sheets
from pnp.render.share_picture import WORDS, Drawing, Share
from pnp.render.standings import Lines, Place
from pnp.sheets import layout
from pnp.sheets.layout import Layout
from pnp.web import pages
from pnp.web.serving.middleware import RequestError
from pnp.words import LANGUAGE, Words

_PRESS = threading.Lock()
"""PDFs are made and drawn one at a time: fonts and the drawing library are shared by all threads."""


class File(NamedTuple):
    """A file to take away: its media type, its name, its bytes."""

    media_type: str
    name: str
    content: bytes


def files(table: Table, library: Library, language: str = LANGUAGE) -> Mapping[str, Callable[[], File]]:
    """The files of a table by their endings, each made when it is asked for, in a language."""
    result, words = result_of(table), table.words(language)
    made: dict[str, tuple[str, Callable[[], bytes]]] = {
        "csv": ("text/csv; charset=utf-8", partial(_csv, results.as_csv, result, words)),
        "lines.csv": ("text/csv; charset=utf-8", partial(_csv, results.lines_as_csv, result, words)),
        "json": ("application/json", partial(_json, table, result, words)),
        "bgsplay": ("application/octet-stream", lambda: _data(bg_stats.as_bgsplay([result]))),
        "bgstats": ("application/json", lambda: _data({"link": bg_stats.link(result)})),
        "pdf": ("application/pdf", partial(_pdf, table, library)),
        "png": ("image/png", partial(_png, table, library, language)),
        "log": ("application/x-ndjson", partial(_log, table)),
    }
    return {ending: partial(_file, table, ending, *one) for ending, one in made.items()}


def _file(table: Table, ending: str, media_type: str, make: Callable[[], bytes]) -> File:
    return File(media_type, f"{table.opening.game}-{table.id}.{ending}", make())


def sheets_of(table: Table) -> list[SheetMarks]:
    """The sheets that something stands on: name, seat or None for the table's pad, marks."""
    return [sheet for sheet in results.sheets(table) if sheet[2]]


def withheld(table: Table) -> str:
    """Why the log is not given out now, as a key; empty where it is."""
    if table.position.closed:
        return ""
    if not table.over:
        return "refused.played"
    vote = table.play.vote(table.state)
    return "refused.voting" if vote is not None and vote.open else ""


def _csv(write: Callable[[Sequence[Result], results.WordsOf], str], result: Result, words: Words) -> bytes:
    # The mark at the start tells a spreadsheet that names are UTF-8.
    return ("\ufeff" + write([result], lambda _: words)).encode()


def _json(table: Table, result: Result, words: Words) -> bytes:
    return _data(results.whole(result, words, table.play.document(table.state)))


def _data(content: Any) -> bytes:
    return json.dumps(content, ensure_ascii=False, indent=1).encode()


def _log(table: Table) -> bytes:
    if reason := withheld(table):
        raise RequestError(422, reason, table=table.id)
    return "".join(events.line(event) + "\n" for event in table.events).encode()


def _pdf(table: Table, library: Library) -> bytes:
    from pnp.render.pdf import pdf_bytes

    made = _layout(table, library)
    sheets = [(name, marks) for name, _, marks in sheets_of(table) if name in made.sheets]
    if not sheets:
        raise RequestError(422, "refused.no-sheets", table=table.id)
    with _PRESS:
        return pdf_bytes(filled_sheets.job(made, sheets, library=_own(made, library)))


def _png(table: Table, library: Library, language: str) -> bytes:
    from pnp.render.share_picture import picture

    with _PRESS:
        return picture(share_of(table, library, language))


def _layout(table: Table, library: Library) -> Layout:
    game = table.opening.game
    return layout.load(layout.find(game, library.beside(game, f"{game}.toml")))


def _own(made: Layout, library: Library) -> Library | None:
    return None if made.shipped else library


# ---------------------------------------------------------------------- the picture to share


def share_of(table: Table, library: Library, language: str = LANGUAGE) -> Share:
    """What the picture tells of a table."""
    words, result = pages.words_at(table, language), result_of(table)
    made = _layout(table, library)
    said = {key: words.sentence(f"results.share-{key}") or text for key, text in WORDS.items()}
    return Share(
        title=made.title,
        date=date_of(table, language),
        rows=tuple(Place(one.rank, one.name, one.total, words.text(one.why)) for one in result.ranking),
        theme=made.theme,
        best=tuple(one.name for one in result.best),
        drawings=tuple(_drawings(table, made, library)),
        lines=_lines(result, words),
        over=result.final,
        early=words.text(table.view(None).headline) if table.ended_early else "",
        words=said,
    )


def _drawings(table: Table, made: Layout, library: Library) -> list[Drawing]:
    found = []
    for name, seat, marks in sheets_of(table):
        if seat is not None and name in made.sheets and made.sheets[name].owner == "player":
            sheet = layout.ready(made, name, library=_own(made, library))
            if table.game.PICTURE in sheet.blocks:
                found.append(Drawing(table.players[seat], sheet, marks, table.game.PICTURE))
    return found


def _lines(result: Result, words: Words) -> Lines:
    """The lines of the score with everybody's points, in the order of the ranking."""
    points = [{line.name: line.points for line in one.lines} for one in result.ranking]
    names = dict.fromkeys(line for own in points for line in own)
    return tuple((results.label(line, words), tuple(own.get(line) for own in points)) for line in names)


def date_of(table: Table, language: str = LANGUAGE) -> str:
    """The day on which the table was opened, where the host is, in words."""
    at = table.events[0].at
    try:
        day = datetime.fromisoformat(at).astimezone()
    except ValueError:
        return at[:10]
    months = pages.strings(language)["results.months"].split()
    return f"{day.day} {months[day.month - 1]} {day.year}"

"""Photos where documents are expected: read, put together as one table for each game, and judged with their doubts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from pnp.cli.read import mark_text, read_all, refusal, warn_of_left_out
from pnp.cli.terminal import warn
from pnp.edition import Edition
from pnp.errors import InputError
from pnp.games.library import Library
from pnp.games.verdict import Verdict
from pnp.read import documents as photographed
from pnp.sheets import documents, layout
from pnp.sheets.labels import label
from pnp.words import LANGUAGE, Said, of_rooms, say

MOST_OTHERS = 3


def verdicts(
    names: Sequence[str], edition: Edition | None, library: Library, language: str
) -> Iterator[tuple[str, Verdict | InputError]]:
    """What the rules say of the tables in some photos: all sheets of a game are one table."""
    words = of_rooms(language or LANGUAGE)
    sheets: list[dict[str, Any]] = []
    for path, made in read_all([Path(name) for name in dict.fromkeys(names)], _layouts(library), words):
        if isinstance(made, InputError):
            yield str(path), refusal(made, path)
            continue
        for problem in made["problems"]:
            warn(f"{path}: {problem['message']}")
        sheets += made["sheets"]
    warn_of_left_out(sheets, words)
    for table in photographed.tables(sheets):
        document = photographed.document(table)
        name = ", ".join(dict.fromkeys(str(sheet["photo"]) for sheet in table))
        _name_players(document, table)
        try:
            verdict = documents.judge(document, name, edition, library)
            yield name, _with_doubts(verdict, table, library, words.language)
        except InputError as error:
            yield name, error


def _name_players(document: dict[str, Any], sheets: photographed.Sheets) -> None:
    """Who photographed a sheet is called as the photo is: nobody reads the name on the paper."""
    rows = photographed.rows(sheets)
    stems = [Path(str(sheet["photo"])).stem for row in rows for sheet in list(row.values())[:1]]
    if len(set(stems)) == len(rows) and all(stem.isprintable() for stem in stems):
        for row, stem in zip(document["sheets"], stems, strict=True):
            row["player"] = stem[:40]


def _layouts(library: Library) -> tuple[Path, ...]:
    """The layouts of games of one's own: their sheets may be in a photo too."""
    found = (library.beside(name, f"{name}.toml") for name in library.names() if name not in layout.names())
    return tuple(path for path in found if path is not None)


def _with_doubts(verdict: Verdict, sheets: photographed.Sheets, library: Library, language: str) -> Verdict:
    """A verdict with what is doubtful among the notes of each sheet."""
    notes: list[list[Said]] = [[] for _ in verdict.sheets]
    labels: dict[str, dict[str, str]] = {}
    for row, name, doubt in photographed.doubts(sheets):
        if name not in labels:
            labels[name] = _labels(verdict.game, name, library, language)
        notes[min(row, len(notes) - 1)].append(_note(labels[name].get(doubt["field"], doubt["field"]), doubt))
    judged = zip(verdict.sheets, notes, strict=True)
    return verdict._replace(sheets=tuple(one._replace(notes=(*one.notes, *more)) for one, more in judged))


def _labels(game: str, name: str, library: Library, language: str) -> dict[str, str]:
    path = library.beside(game, f"{game}.toml") if game not in layout.names() else layout.find(game)
    if path is None:
        return {}
    words = library.load(game).words(language)
    return {field.id: label(field, words) for field in layout.ready(layout.load(path), name).fields}


def _note(name: str, doubt: Mapping[str, Any]) -> Said:
    others = tuple(mark_text(one["mark"]) for one in doubt["others"][:MOST_OTHERS])
    read = mark_text(doubt["read"])
    return say("doubt.note", name=name, field=doubt["field"], read=read, why=doubt["message"], others=others)

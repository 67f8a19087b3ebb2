"""`pnp lint FILE…`: everything that is wrong with a layout, at once."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pnp.cli.language import spoken
from pnp.cli.options import AsJson, Language, RulesFile
from pnp.cli.terminal import answer, painted, show, warn
from pnp.errors import InputError
from pnp.strict import Fault, place_of
from pnp.words import LANGUAGE, Said, Words, facts_of, of_rooms, say

if TYPE_CHECKING:
    from pnp.games.library import Library
    from pnp.sheets.layout import Layout

EDITION = ".edition.toml"


def run(
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="Layout files, or edition data, in TOML.")],
    as_json: AsJson = False,
    rules: RulesFile = None,
    language: Language = "",
) -> None:
    """Judge layout files: unknown keys, overlaps, ink off the page, boxes too small, ids the rules don't know."""
    from pnp.sheets.own_rules import library_of

    library, words = library_of(rules), spoken(language).then(of_rooms(language or LANGUAGE))
    layouts = [path for path in files if not path.name.endswith(EDITION)]
    code = 0
    reports: list[dict[str, Any]] = []
    for path in files:
        try:
            good, found, notes = _judged(path, library, words, layouts)
        except InputError as error:
            warn(error.text(language or LANGUAGE))
            code = 2
            continue
        code = max(code, 1) if found else code
        reports.append({"file": str(path), "legal": not found, "problems": found, "notes": notes})
        for note in notes:
            warn(f"{note['where']}: {note['message']}")
        if as_json:
            continue
        for problem in found:
            show(f"{painted(problem['where'], 'bold')}: {problem['message']}")
        for note in notes:
            show(f"{painted(note['where'], 'bold')}: {words.text(say('only-noted', message=note['message']))}")
        if not found:
            show(f"{path}: {painted(words.text(say('fine')), 'green')}, {words.text(good)}")
    if as_json:
        answer({"files": reports})
    raise typer.Exit(code)


def _judged(
    path: Path, library: Library, words: Words, layouts: Sequence[Path]
) -> tuple[Said, list[dict[str, Any]], list[dict[str, Any]]]:
    """What a file holds, what is wrong with it, and what may go wrong with its print, each with its place.

    Edition data is judged as such, layouts beside those that are shipped and those of the same call.
    """
    if path not in layouts:
        from pnp import edition
        from pnp.sheets.layout_rules import unread_entries

        made, faults = edition.read(path)
        base = library.edition(made.game)
        faults += [Fault(("entries", name), wrong) for name, wrong in edition.misfits(made, base)]
        faults += [] if faults else unread_entries(path, made)
        found = [
            {"where": f"{path}: {place_of(f.path)}", **_told(f, words, "edition"), "key": place_of(f.path)}
            for f in faults
        ]
        return say("entries", n=len(made.entries)), found, []
    from pnp.sheets import contrast, layout, mark_numbers

    sheets = layout.load(path)
    faults, notes = layout.lint(sheets, library)
    problems = _placed(sheets, faults or contrast.faults_of(sheets), words)
    return (
        say("sheets", n=len(sheets.sheets)),
        problems,
        _placed(sheets, [*notes, *mark_numbers.clashes(sheets, layouts)], words),
    )


def _placed(sheets: Layout, faults: Sequence[Fault], words: Words) -> list[dict[str, Any]]:
    """The faults of a layout, each with its place."""
    from pnp.sheets import layout

    return [
        {"where": layout.where(sheets, fault), **_told(fault, words, "layout"), **layout.spot(sheets, fault)}
        for fault in faults
    ]


def _told(fault: Fault, words: Words, kind: str) -> dict[str, Any]:
    """A fault for programs; one that is a finished sentence has the kind of the file for its code."""
    said = fault.message if isinstance(fault.message, Said) else Said(kind, fault.message)
    return {"code": said.code, "message": words.text(said), "facts": facts_of(said)}

"""`pnp lint FILE…`: everything that is wrong with a layout, at once."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pnp.cli.options import AsJson, RulesFile
from pnp.cli.terminal import answer, painted, say, warn
from pnp.errors import InputError
from pnp.strict import place_of

if TYPE_CHECKING:
    from pnp.games.library import Library


def run(
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="Layout files, or edition data, in TOML.")],
    as_json: AsJson = False,
    rules: RulesFile = None,
) -> None:
    """Judge layout files: unknown keys, overlaps, ink off the page, boxes too small, ids the rules don't know."""
    from pnp.games.library import Library

    library = Library(rules)
    code = 0
    reports: list[dict[str, Any]] = []
    for path in files:
        try:
            good, found = _judged(path, library)
        except InputError as error:
            warn(str(error))
            code = 2
            continue
        code = max(code, 1) if found else code
        reports.append({"file": str(path), "legal": not found, "problems": found})
        if as_json:
            continue
        for problem in found:
            say(f"{painted(problem['where'], 'bold')}: {problem['message']}")
        if not found:
            say(f"{path}: {painted('fine', 'green')}, {good}")
    if as_json:
        answer({"files": reports})
    raise typer.Exit(code)


def _judged(path: Path, library: Library) -> tuple[str, list[dict[str, Any]]]:
    """What a file holds, and what is wrong with it, each with its place; edition data is judged as such."""
    if path.name.endswith(".edition.toml"):
        from pnp import edition

        made, faults = edition.read(path)
        found = [
            {"where": f"{path}: {place_of(f.path)}", "message": f.message, "key": place_of(f.path)} for f in faults
        ]
        return _count(len(made.entries), "entry", "entries"), found
    from pnp.sheets import layout

    sheets = layout.load(path)
    return _count(len(sheets.sheets), "sheet", "sheets"), [
        {"where": layout.where(sheets, fault), "message": fault.message, **layout.spot(sheets, fault)}
        for fault in layout.faults_of(sheets, library)
    ]


def _count(number: int, one: str, several: str) -> str:
    return f"{number} {one if number == 1 else several}"

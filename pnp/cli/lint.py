"""`pnp lint FILE…`: everything that is wrong with a layout, at once."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pnp.cli.terminal import answer, painted, say, warn
from pnp.errors import InputError
from pnp.strict import place_of

if TYPE_CHECKING:
    from pnp.games.library import Library


def run(
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="Layout files, or edition data, in TOML.")],
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
    rules: Annotated[Path | None, typer.Option(help="Rules of your own: a Python file.")] = None,
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
        problems = [{"where": where, "message": message} for where, message in found]
        reports.append({"file": str(path), "legal": not found, "problems": problems})
        if as_json:
            continue
        for where, message in found:
            say(f"{painted(where, 'bold')}: {message}")
        if not found:
            say(f"{path}: {painted('fine', 'green')}, {good}")
    if as_json:
        answer({"files": reports})
    raise typer.Exit(code)


def _judged(path: Path, library: Library) -> tuple[str, list[tuple[str, str]]]:
    """What a file holds, and what is wrong with it, each with its place; edition data is judged as such."""
    if path.name.endswith(".edition.toml"):
        from pnp import edition

        made, faults = edition.read(path)
        return f"{len(made.entries)} entries", [(f"{path}: {place_of(fault.path)}", fault.message) for fault in faults]
    from pnp.sheets import layout

    sheets = layout.load(path)
    count = len(sheets.sheets)
    found = [(problem.where, problem.message) for problem in layout.problems(sheets, library)]
    return f"{count} sheet{'s' * (count != 1)}", found

"""`pnp lint FILE…`: everything that is wrong with a layout, at once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from pnp.cli.terminal import answer, painted, say, warn
from pnp.errors import InputError


def run(
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="Layout files in TOML.")],
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
    rules: Annotated[Path | None, typer.Option(help="Rules of your own: a Python file.")] = None,
) -> None:
    """Judge layout files: unknown keys, overlaps, ink off the page, boxes too small, ids the rules don't know."""
    from pnp.games.library import Library
    from pnp.sheets import layout

    code = 0
    reports: list[dict[str, Any]] = []
    for path in files:
        try:
            made = layout.load(path)
        except InputError as error:
            warn(str(error))
            code = 2
            continue
        found = layout.problems(made, Library(rules))
        code = max(code, 1) if found else code
        reports.append(
            {
                "file": str(path),
                "legal": not found,
                "problems": [{"where": p.where, "message": p.message} for p in found],
            }
        )
        if as_json:
            continue
        for problem in found:
            say(f"{painted(problem.where, 'bold')}: {problem.message}")
        if not found:
            say(f"{path}: {painted('fine', 'green')}, {len(made.sheets)} sheets")
    if as_json:
        answer({"files": reports})
    raise typer.Exit(code)

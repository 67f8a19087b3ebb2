"""Options that several verbs have, each said once."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pnp.cli.language import chosen

if TYPE_CHECKING:
    from pnp.batch import Run

Language = Annotated[str, typer.Option("--language", help="en or pl; without it that of your locale.", callback=chosen)]
SheetLanguage = Annotated[
    str,
    typer.Option("--language", help="Sheets in this language, such as pl or de; messages too if they are there."),
]
AsJson = Annotated[bool, typer.Option("--json", help="JSON on standard output, and nothing else there.")]
Documents = Annotated[
    list[str], typer.Argument(metavar="FILE…", help="Sheet documents in TOML or JSON, or photos; - is standard input.")
]
EditionFile = Annotated[Path | None, typer.Option("--edition", help="Your own edition data, over what is shipped.")]
RulesFile = Annotated[
    Path | None, typer.Option("--rules", help="Your own rules: a Python file, or a layout with [rules].")
]
Database = Annotated[
    str, typer.Option("--db", metavar="DATABASE", help="Another database of tables: a file, or postgresql://…")
]
Bots = Annotated[str, typer.Option("--bots", help="Bots at the table: how many, or levels such as easy,hard.")]
Turns = Annotated[bool, typer.Option("--turns", help="Turn by turn, where a game is kept by pad otherwise.")]
Pad = Annotated[bool, typer.Option("--pad", help="By pad, where a game is played turn by turn otherwise.")]
Season = Annotated[str, typer.Option("--season", help="The season that results belong to; without it the year.")]
Dask = Annotated[str, typer.Option("--dask", metavar="ADDRESS", help="A Dask cluster that does it instead.")]


def run_of(jobs: int, dask: str) -> Run:
    """Where pieces of work are done, as a call says it; what is finished is kept until all of it is."""
    from pnp.batch import Run
    from pnp.paths import data_folder

    return Run(jobs, dask, data_folder() / "runs")

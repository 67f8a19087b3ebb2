"""Options that several verbs have, each said once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pnp.cli.language import chosen

Language = Annotated[str, typer.Option("--language", help="en or pl; without it that of your locale.", callback=chosen)]
SheetLanguage = Annotated[
    str,
    typer.Option("--language", help="Sheets in this language, such as pl or de; messages too if they are there."),
]
AsJson = Annotated[bool, typer.Option("--json", help="JSON on standard output, and nothing else there.")]
Documents = Annotated[
    list[str], typer.Argument(metavar="FILE…", help="Sheet documents in TOML or JSON; - is standard input.")
]
EditionFile = Annotated[Path | None, typer.Option("--edition", help="Your own edition data, over what is shipped.")]
RulesFile = Annotated[
    Path | None, typer.Option("--rules", help="Your own rules: a Python file, or a layout with sums.")
]
Database = Annotated[Path | None, typer.Option("--db", help="Another database of tables.")]
Bots = Annotated[str, typer.Option("--bots", help="Bots at the table: how many, or levels such as easy,hard.")]
Turns = Annotated[bool, typer.Option("--turns", help="Turn by turn, where a game is kept by pad otherwise.")]
Pad = Annotated[bool, typer.Option("--pad", help="By pad, where a game is played turn by turn otherwise.")]

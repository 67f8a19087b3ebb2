"""`pnp score`: scores, ranking and tiebreaks, and nothing else."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pnp.cli.check import score_lines, show_ranking
from pnp.cli.documents import verdicts
from pnp.cli.terminal import answer, painted, say, warn
from pnp.errors import InputError
from pnp.games.verdict import ranking_row


def run(
    files: Annotated[
        list[str],
        typer.Argument(metavar="FILE…", help="Sheet documents in TOML or JSON; - is standard input."),
    ],
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document for each file.")] = False,
    edition: Annotated[Path | None, typer.Option(help="Your own edition data, over what is shipped.")] = None,
    rules: Annotated[Path | None, typer.Option(help="Rules of your own: a Python file.")] = None,
) -> None:
    """Score sheets and rank the players; an illegal sheet is scored as drawn."""
    code = 0
    for name, verdict in verdicts(files, edition, rules):
        if isinstance(verdict, InputError):
            warn(str(verdict))
            code = 2
            continue
        code = code if verdict.legal else max(code, 1)
        if as_json:
            sheets = [{"player": sheet.player, "score": sheet.score.as_json()} for sheet in verdict.sheets]
            answer(
                {
                    "game": verdict.game,
                    "sheets": sheets,
                    "ranking": [ranking_row(row) for row in verdict.ranking],
                }
            )
            continue
        say(f"{painted(name, 'bold')}  {verdict.game}")
        for sheet in verdict.sheets:
            say(f"\n  {painted(sheet.player, 'bold')}" + ("" if sheet.legal else "   not legal, scored as drawn"))
            for line in score_lines(sheet):
                say(f"    {line}")
        show_ranking(verdict)
        say()
    raise typer.Exit(code)

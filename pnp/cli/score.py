"""`pnp score`: scores, ranking and tiebreaks, and nothing else."""

from __future__ import annotations

import typer

from pnp.cli.check import score_lines, show_ranking
from pnp.cli.documents import show_each
from pnp.cli.options import AsJson, Documents, EditionFile, RulesFile
from pnp.cli.terminal import answer, painted, say
from pnp.games.verdict import Verdict, ranking_row


def run(
    files: Documents,
    as_json: AsJson = False,
    edition: EditionFile = None,
    rules: RulesFile = None,
) -> None:
    """Score sheets and rank the players; an illegal sheet is scored as drawn."""
    raise typer.Exit(show_each(files, edition, rules, _answer if as_json else _show))


def _answer(name: str, verdict: Verdict) -> None:
    del name
    sheets = [{"player": sheet.player, "score": sheet.score.as_json()} for sheet in verdict.sheets]
    answer({"game": verdict.game, "sheets": sheets, "ranking": [ranking_row(row) for row in verdict.ranking]})


def _show(name: str, verdict: Verdict) -> None:
    say(f"{painted(name, 'bold')}  {verdict.game}")
    for sheet in verdict.sheets:
        say(f"\n  {painted(sheet.player, 'bold')}" + ("" if sheet.legal else "   not legal, scored as drawn"))
        for line in score_lines(sheet):
            say(f"    {line}")
    show_ranking(verdict)
    say()

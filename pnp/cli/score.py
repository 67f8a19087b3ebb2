"""`pnp score`: scores, ranking and tiebreaks, and nothing else."""

from __future__ import annotations

import typer

from pnp.cli.check import score_lines, show_ranking
from pnp.cli.documents import show_each
from pnp.cli.options import AsJson, Documents, EditionFile, Language, RulesFile
from pnp.cli.terminal import answer, painted, show
from pnp.games.verdict import Verdict, ranking_row
from pnp.words import Words, say


def run(
    files: Documents,
    as_json: AsJson = False,
    edition: EditionFile = None,
    rules: RulesFile = None,
    language: Language = "",
) -> None:
    """Score sheets and rank the players; an illegal sheet is scored as drawn."""
    raise typer.Exit(show_each(files, edition, rules, language, _answer if as_json else _show))


def _answer(name: str, verdict: Verdict, words: Words) -> None:
    del name
    sheets = [{"player": sheet.player, "score": sheet.score.as_json()} for sheet in verdict.sheets]
    answer({"game": verdict.game, "sheets": sheets, "ranking": [ranking_row(row, words) for row in verdict.ranking]})


def _show(name: str, verdict: Verdict, words: Words) -> None:
    show(f"{painted(name, 'bold')}  {verdict.game}")
    for sheet in verdict.sheets:
        doubt = "" if sheet.legal else f"   {words.text(say('as-drawn'))}"
        show(f"\n  {painted(sheet.player, 'bold')}{doubt}")
        for line in score_lines(sheet, words):
            show(f"    {line}")
    show_ranking(verdict, words)
    show()

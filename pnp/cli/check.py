"""`pnp check`: is this legal, what is it worth, and where is it wrong."""

from __future__ import annotations

import shutil

import typer

from pnp.cli.documents import show_each
from pnp.cli.options import AsJson, Documents, EditionFile, RulesFile
from pnp.cli.terminal import answer, columns, painted, say
from pnp.games.verdict import Picture, SheetVerdict, Verdict


def run(
    files: Documents,
    as_json: AsJson = False,
    edition: EditionFile = None,
    rules: RulesFile = None,
) -> None:
    """Check drawings and score sheets: legality, problems and scores."""
    raise typer.Exit(show_each(files, edition, rules, _answer if as_json else _show))


def _answer(name: str, verdict: Verdict) -> None:
    del name
    answer(verdict.as_json())


def _show(name: str, verdict: Verdict) -> None:
    word = painted("legal", "green") if verdict.legal else painted("not legal", "red")
    say(f"{painted(name, 'bold')}  {verdict.game}: {word}")
    for sheet in verdict.sheets:
        _show_sheet(sheet, verdict.game)
    for problem in verdict.problems:
        say(f"  {painted('✗', 'red')} {painted(problem.code, 'bold')}  {problem.message}")
    show_ranking(verdict)
    say()


def _show_sheet(sheet: SheetVerdict, game: str) -> None:
    del game
    say()
    mark = painted("✓", "green") if sheet.legal else painted("✗", "red")
    say(f"  {mark} {painted(sheet.player, 'bold')}   {sheet.score.total} points")
    left = picture_lines(sheet.picture) if sheet.picture else []
    right = score_lines(sheet)
    room = max((_bare(line) for line in left), default=0) + 4
    if left and room + max(_bare(line) for line in right) + 4 > shutil.get_terminal_size((120, 40)).columns:
        left, right = [], [*left, "", *right]
    if left:
        for i in range(max(len(left), len(right))):
            drawn = left[i] if i < len(left) else ""
            gap = " " * (room - _bare(drawn))
            say(f"    {drawn}{gap}{right[i] if i < len(right) else ''}".rstrip())
    else:
        for line in right:
            say(f"    {line}")
    for problem in sheet.problems:
        say(f"    {painted('✗', 'red')} {painted(problem.code, 'bold')}  {problem.message}")
    for note in sheet.notes:
        say(f"    {painted('·', 'yellow')} {note.message}")


def _bare(text: str) -> int:
    import re

    from pnp.cli.terminal import width

    return width(re.sub(r"\x1b\[[0-9;]*m", "", text))


def picture_lines(picture: Picture) -> list[str]:
    """A sheet drawn with characters, bad cells in brackets and, on a terminal, in red.

    >>> from pnp.games.verdict import Cell
    >>> picture_lines(Picture((("1", (Cell("F"), Cell("D", True))),), ("1", "2")))
    ['1   F  [D]', '    1   2']
    """
    wide = max((len(cell.text) for _, row in picture.rows for cell in row), default=1)
    label = max((len(name) for name, _ in picture.rows), default=0)
    lines = []
    for name, row in picture.rows:
        cells = []
        for cell in row:
            text = cell.text.center(wide)
            cells.append(painted(f"[{text}]", "bad") if cell.bad else f" {text} ")
        lines.append(f"{name:>{label}}  {' '.join(cells)}".rstrip())
    if picture.columns:
        heads = " ".join(f" {head.center(wide)} " for head in picture.columns)
        lines.append(f"{'':>{label}}  {heads}".rstrip())
    return [*lines, *picture.below]


def score_lines(sheet: SheetVerdict) -> list[str]:
    """The points by line, each with how it comes about."""
    rows = [
        [f"round {number} {line.name}", str(line.points), line.why]
        for number, lines in enumerate(sheet.score.rounds, 1)
        for line in lines
    ]
    rows += [[line.name, str(line.points), line.why] for line in sheet.score.lines]
    rows.append(["total", str(sheet.score.total), ""])
    rows += [[name, str(value), ""] for name, value in sheet.score.facts.items()]
    return columns(rows, right=[1])


def show_ranking(verdict: Verdict) -> None:
    """Who won, where there is more than one sheet."""
    if len(verdict.ranking) < 2:
        return
    say()
    rows = [[f"{row.rank}.", row.player, str(row.total), row.why] for row in verdict.ranking]
    for line in columns(rows, right=[0, 2]):
        say(f"  {line}")

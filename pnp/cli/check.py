"""`pnp check`: is this legal, what is it worth, and where is it wrong."""

from __future__ import annotations

import shutil

import typer

from pnp.cli.documents import show_each
from pnp.cli.options import AsJson, Documents, EditionFile, Language, RulesFile
from pnp.cli.terminal import answer, columns, painted, show
from pnp.games.verdict import Picture, SheetVerdict, Verdict
from pnp.words import Words, say


def run(
    files: Documents,
    as_json: AsJson = False,
    edition: EditionFile = None,
    rules: RulesFile = None,
    language: Language = "",
) -> None:
    """Check drawings and score sheets: legality, problems and scores."""
    raise typer.Exit(show_each(files, edition, rules, language, _answer if as_json else _show))


def _answer(name: str, verdict: Verdict, words: Words) -> None:
    del name
    answer(verdict.as_json(words))


def _show(name: str, verdict: Verdict, words: Words) -> None:
    word = words.text(say("legal") if verdict.legal else say("not-legal"))
    word = painted(word, "green" if verdict.legal else "red")
    show(f"{painted(name, 'bold')}  {verdict.game}: {word}")
    for sheet in verdict.sheets:
        _show_sheet(sheet, words)
    for problem in verdict.problems:
        show(f"  {painted('✗', 'red')} {painted(problem.code, 'bold')}  {words.text(problem)}")
    show_ranking(verdict, words)
    show()


def _show_sheet(sheet: SheetVerdict, words: Words) -> None:
    show()
    mark = painted("✓", "green") if sheet.legal else painted("✗", "red")
    points = words.text(say("points", n=sheet.score.total))
    show(f"  {mark} {painted(sheet.player, 'bold')}   {points}")
    left = picture_lines(sheet.picture, words) if sheet.picture else []
    right = score_lines(sheet, words)
    room = max((_bare(line) for line in left), default=0) + 4
    if left and room + max(_bare(line) for line in right) + 4 > shutil.get_terminal_size((120, 40)).columns:
        left, right = [], [*left, "", *right]
    if left:
        for i in range(max(len(left), len(right))):
            drawn = left[i] if i < len(left) else ""
            gap = " " * (room - _bare(drawn))
            show(f"    {drawn}{gap}{right[i] if i < len(right) else ''}".rstrip())
    else:
        for line in right:
            show(f"    {line}")
    for problem in sheet.problems:
        show(f"    {painted('✗', 'red')} {painted(problem.code, 'bold')}  {words.text(problem)}")
    for note in sheet.notes:
        show(f"    {painted('·', 'yellow')} {words.text(note)}")


def _bare(text: str) -> int:
    import re

    from pnp.cli.terminal import width

    return width(re.sub(r"\x1b\[[0-9;]*m", "", text))


def picture_lines(picture: Picture, words: Words) -> list[str]:
    """A sheet drawn with characters, bad cells in brackets and, on a terminal, in red.

    >>> from pnp.games.verdict import Cell
    >>> picture_lines(Picture((("1", (Cell("F"), Cell("D", True))),), ("1", "2")), Words("en", []))
    ['1   F  [D]', '    1   2']
    """
    wide = max((len(cell.text) for _, row in picture.rows for cell in row), default=1)
    labels = [words.text(name) for name, _ in picture.rows]
    label = max(map(len, labels), default=0)
    lines = []
    for name, (_, row) in zip(labels, picture.rows, strict=True):
        cells = []
        for cell in row:
            text = cell.text.center(wide)
            cells.append(painted(f"[{text}]", "bad") if cell.bad else f" {text} ")
        lines.append(f"{name:>{label}}  {' '.join(cells)}".rstrip())
    if picture.columns:
        heads = " ".join(f" {head.center(wide)} " for head in picture.columns)
        lines.append(f"{'':>{label}}  {heads}".rstrip())
    return [*lines, *map(words.text, picture.below)]


def score_lines(sheet: SheetVerdict, words: Words) -> list[str]:
    """The points by line, each with how it comes about."""
    rows = [
        [words.text(say("round-line", round=number, line=line.name)), str(line.points), words.text(line.why)]
        for number, lines in enumerate(sheet.score.rounds, 1)
        for line in lines
    ]
    rows += [[words.term("line", line.name), str(line.points), words.text(line.why)] for line in sheet.score.lines]
    rows.append([words.term("line", "total"), str(sheet.score.total), ""])
    rows += [[words.term("line", name), str(value), ""] for name, value in sheet.score.facts.items()]
    return columns(rows, right=[1])


def show_ranking(verdict: Verdict, words: Words) -> None:
    """Who won, where there is more than one sheet."""
    if len(verdict.ranking) < 2:
        return
    show()
    rows = [[f"{row.rank}.", row.player, str(row.total), words.text(row.why)] for row in verdict.ranking]
    for line in columns(rows, right=[0, 2]):
        show(f"  {line}")

"""A pad on the screen: a grid of boxes with a column a player, the box that is due, totals, and what can't be."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.cli.screen.cells import Line, column, fitted, line, wrapped
from pnp.cli.screen.panels import FAINT, Look
from pnp.cli.terminal import width
from pnp.play.pad import PadPlay, PadState, Row
from pnp.sheets.pads import Box
from pnp.words import say

WIDEST = 12
"""A player's column has so many cells at the most."""


def body(look: Look, cells: int, rows: int, due: Box | None) -> list[Line]:
    """The pad with its totals; of a long one the part around the box that is due."""
    play, state, words = look.table.play, look.table.state, look.words
    assert isinstance(play, PadPlay)
    found = play.rows(state)
    labels = [words.text(say("pad.box", box=row.box.name)) for row in found]
    players = len(look.table.players)
    label = min(max(map(width, labels), default=0), cells // 2)
    each = max(4, min(WIDEST, (cells - label - 2) // max(players, 1) - 2))
    heads = "".join(f"  {column(name, each, right=True)}" for name in look.table.players)
    totals = "".join(f"  {column(str(score.total), each, right=True)}" for score in play.scores(state))
    told = [one for text in map(words.text, look.view.lines[1:]) for one in wrapped(f" {text}", cells, "fg:ansired")]
    below = [line(f" {column(words.term('line', 'total'), label)}{totals}", "bold"), *told[:3]]
    grid = [_row(state, row, name, label, each, due) for row, name in zip(found, labels, strict=True)]
    shown = _around(grid, found, due, rows - 1 - len(below))
    return [line(f" {' ' * label}{heads}", "bold"), *(fitted(one, cells) for one in shown), *below]


def _row(state: PadState, row: Row, name: str, label: int, each: int, due: Box | None) -> Line:
    """A row of boxes; what follows from others is faint, the box that is due stands out."""
    made: Line = [(FAINT if row.follows else "", f" {column(name, label)}")]
    for box in row.cells:
        text = (box.text(state.marks(box)) or box.text(state.due(box))) if box else ""
        is_due = box is not None and box == due
        style = "reverse" if is_due else FAINT if row.follows or not text else "bold"
        made += [("", "  "), (style, column(text or ("?" if is_due else "·" if box else ""), each, right=True))]
    return made


def _around(grid: Sequence[Line], found: Sequence[Row], due: Box | None, rows: int) -> Sequence[Line]:
    """As many rows as there is room for, those around the box that is due."""
    at = next((n for n, row in enumerate(found) if due is not None and due in row.cells), 0)
    start = max(0, min(at - rows // 2, len(grid) - rows))
    return grid[start : start + max(rows, 1)]

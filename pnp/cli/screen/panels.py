"""The parts of the screen: title, dice, a large sheet, a line for everybody else. They ask the game and know none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pnp.cli.screen.cells import Line, beside, column, cut, fitted, flowing, line, size, wrapped
from pnp.cli.screen.steps import Step
from pnp.cli.table_text import PIPS
from pnp.cli.terminal import width
from pnp.games.paper import is_written
from pnp.games.play import View
from pnp.games.table_dice import Face
from pnp.games.verdict import Line as ScoreLine
from pnp.games.verdict import Picture
from pnp.play.engine import Table
from pnp.words import Said, Words, say

COLORS = {
    "white": "bold",
    "yellow": "fg:ansiyellow",
    "red": "fg:ansired",
    "blue": "fg:ansiblue",
    "green": "fg:ansigreen",
    "black": "fg:ansibrightblack",
}
"""How dice are painted whose names have a fact `color`."""
FAINT = "fg:ansibrightblack"
NARROWEST = 28
"""So many cells at the side of a sheet are worth it."""
STATUS = {"in": "✓", "drawing": "…", "away": "–", "idle": " "}


class Look(NamedTuple):
    """What is looked at: a table, what is asked for, and as which seat; None sees what lies open."""

    table: Table
    words: Words
    step: Step
    seat: int | None = None

    @property
    def view(self) -> View:
        return self.table.view(self.seat)

    @property
    def shown_seat(self) -> int:
        """The seat whose sheet is shown large."""
        active = self.table.play.active(self.table.state)
        seat = self.step.seat if self.step.seat is not None else active
        return min(seat or 0, len(self.table.players) - 1)


def title(look: Look, cells: int) -> Line:
    """The game, where it stands, and the name of the table; a long result stands below and not here."""
    game, table = f" {look.table.game.TITLE} ", f" {look.table.id} "
    headline = "" if look.table.over and not headline_fits(look, cells) else look.words.text(look.view.headline)
    if width(game) + width(headline) + 1 + width(table) > cells:
        game = ""
    room = cells - width(game) - width(table)
    return [("reverse bold", game), ("reverse", column(f" {headline}", room)), ("reverse", table)]


def headline_fits(look: Look, cells: int) -> bool:
    """Return whether the title has room for all of the headline."""
    return width(look.words.text(look.view.headline)) + 1 + width(f" {look.table.id} ") <= cells


# ---------------------------------------------------------------------- dice


def dice(look: Look, cells: int, rows: int) -> list[Line]:
    """The dice that lie there for whoever acts, large where there is room, or those that are to be rolled."""
    table, words = look.table, look.words
    if table.over or table.position.closed:
        return []
    if rolled := table.play.dice(table.state):
        names = tuple(dict.fromkeys(words.text(die.name) for die in rolled))
        plain = all(die.name == say("die") for die in rolled)
        said = say("to-roll", n=len(rolled)) if plain else say("to-roll.named", n=len(rolled), names=names)
        return [line(f" {words.text(said)}", "bold")]
    lying = table.play.lying(table.state)
    if not lying:
        return []
    large = rows >= 5 and all(face in PIPS for _, face in lying) and 10 * len(lying) + 1 <= cells
    return _large(lying, words) if large else _small(lying, words, cells)


def _large(lying: Sequence[tuple[Said | str, Face]], words: Words) -> list[Line]:
    styles = [_color(name) for name, _ in lying]
    drawn = [["┌───────┐", *(f"│ {row} │" for row in PIPS[int(face)]), "└───────┘"] for _, face in lying]
    made = [
        [piece for die, style in zip(drawn, styles, strict=True) for piece in (("", " "), (style, die[row]))]
        for row in range(5)
    ]
    names = [column(cut(words.text(name), 9).center(9), 9) for name, _ in lying]
    if any(name.strip() for name in names):
        made.append([piece for name, style in zip(names, styles, strict=True) for piece in (("", " "), (style, name))])
    return made


def _small(lying: Sequence[tuple[Said | str, Face]], words: Words, cells: int) -> list[Line]:
    made: list[Line] = [[]]
    for name, face in lying:
        named = words.text(name)
        die: Line = [("", " "), (f"{_color(name)} reverse", f" {face} "), (_color(name), f" {named}" if named else "")]
        if size(made[-1]) + size(die) > cells:
            made.append([])
        made[-1] += die
    return made


def _color(name: Said | str) -> str:
    facts = name.facts if isinstance(name, Said) and not isinstance(name.facts, str) else {}
    return COLORS.get(str(facts.get("color", "")), "bold")


# ---------------------------------------------------------------------- sheets


def picture(drawn: Picture, words: Words, cells: int, rows: int) -> list[Line]:
    """A sheet as large as there is room for: with boxes, or without; texts are cut where columns would be too wide."""
    labels = [words.text(name) for name, _ in drawn.rows]
    label = max(map(width, labels), default=0)
    across = max((len(row) for _, row in drawn.rows), default=0)
    wide = [
        max([1, *(width(row[at].text) for _, row in drawn.rows if at < len(row)), *map(width, drawn.columns[at:][:1])])
        for at in range(across)
    ]
    if label + 1 + sum(wide) + across > cells:
        wide = [min(one, max(1, (cells - label - 1) // across - 1)) for one in wide]
    even = across > 1 and all(len(row) == across for _, row in drawn.rows)
    if even and label + 2 + sum(wide) + 3 * across <= cells and 2 * len(drawn.rows) + 2 <= rows:
        return _boxes(drawn, labels, label, wide)
    gap = 2 if label + 1 + sum(wide) + 2 * across <= cells else 1
    return _plain(drawn, labels, label, wide, gap)


def _boxes(drawn: Picture, labels: Sequence[str], label: int, wide: Sequence[int]) -> list[Line]:
    blank = " " * (label + 1)
    bars = ["─" * (one + 2) for one in wide]
    top, between, bottom = (
        line(f"{blank}{left}{cross.join(bars)}{right}", FAINT) for left, cross, right in ("┌┬┐", "├┼┤", "└┴┘")
    )
    made = [top]
    for number, (_, row) in enumerate(drawn.rows):
        one: Line = [("", f"{column(labels[number], label, right=True)} "), (FAINT, "│")]
        for cell, cells in zip(row, wide, strict=True):
            one += [(_ink(cell.text, cell.bad), f" {column(_shown(cell.text), cells)} "), (FAINT, "│")]
        made += [*([between] if number else []), one]
    heads = " ".join(f" {column(head, cells)} " for head, cells in zip(drawn.columns, wide, strict=False))
    return [*made, bottom, *([line(f"{blank} {heads}", FAINT)] if heads else [])]


def _plain(drawn: Picture, labels: Sequence[str], label: int, wide: Sequence[int], gap: int) -> list[Line]:
    made: list[Line] = []
    for name, (_, row) in zip(labels, drawn.rows, strict=True):
        one: Line = line(f"{column(name, label, right=True)} ", FAINT)
        for cell, cells in zip(row, wide, strict=False):
            one += [("", " " * (gap - 1)), (_ink(cell.text, cell.bad), column(_shown(cell.text), cells)), ("", " ")]
        made.append(one)
    heads = "".join(f"{' ' * (gap - 1)}{column(head, n)} " for head, n in zip(drawn.columns, wide, strict=False))
    return [*made, *([line(f"{' ' * label} {heads}", FAINT)] if heads else [])]


def _shown(text: str) -> str:
    return "·" if text == "." else text


def _ink(text: str, bad: bool) -> str:
    return "bold fg:ansired" if bad else FAINT if text in (".", "") else "bold"


def sheet(look: Look, seat: int, cells: int) -> list[Line]:
    """A player's sheet, drawn small, and what it says below."""
    name, drawn, below = look.view.sheets[seat] if seat < len(look.view.sheets) else ("", None, ())
    lines = picture(drawn, look.words, cells, 0) if drawn else []
    return [line(name, "bold"), *lines, *_own_words(look, drawn, below, cells)]


# ---------------------------------------------------------------------- everybody else


def others(look: Look, cells: int, but: int | None) -> list[Line]:
    """A line for each player: whether they are done, whether it is their turn, what they have and what is left."""
    table, play, state = look.table, look.table.play, look.table.state
    totals = {row.player: row.total for row in table.standings()}
    active = play.active(state)
    name_cells = min(max(map(width, table.players), default=0), max(8, cells // 4))
    made = []
    for seat, name in enumerate(table.players):
        if seat == but:
            continue
        mark = STATUS.get(play.status(state, seat), " ")
        brief = look.words.text(play.brief(state, seat)) or _first_words(look, seat)
        one: Line = [("bold", "►" if seat == active else " "), ("", f"{mark} "), ("bold", column(name, name_cells))]
        one += [("", f"{totals.get(name, 0):>4}  "), ("", brief)]
        made.append(fitted(one, cells))
    return made


def _first_words(look: Look, seat: int) -> str:
    """What stands below a sheet, in one line."""
    view = look.table.view(None)
    return "; ".join(map(look.words.text, view.sheets[seat][2])) if seat < len(view.sheets) else ""


def body(look: Look, cells: int, rows: int) -> list[Line]:
    """A player's own sheet at the left, large, and the table at the right; one below the other where that is narrow."""
    seat, words = look.shown_seat, look.words
    name = line(look.table.players[seat], "bold") if look.table.players else []
    _, drawn, below = look.view.sheets[seat] if seat < len(look.view.sheets) else ("", None, ())
    large = picture(drawn, words, cells - 2, rows - 1) if drawn else lines_so_far(look, seat, rows - 1)
    if large:
        left = [name, *large]
        share = max(map(size, left)) + 1
        if share + NARROWEST <= cells:
            room = cells - share - 4
            right = _own_words(look, drawn, below, room) + around(look, seat, room)
            right = [one for one in right if one] if len(right) > rows else right
            return beside([[("", " "), *one] for one in left], right[: max(rows, len(left))], share + 1)
    small = picture(drawn, words, cells - 2, 0) if drawn else []
    under = [name, *small, *_own_words(look, drawn, below, cells - 2), *around(look, seat, cells - 2)]
    return [[("", " "), *one] for one in under]


def lines_so_far(look: Look, seat: int, rows: int) -> list[Line]:
    """The lines of a player's score, for a sheet that nobody has drawn; nothing where they are too many."""
    scores = look.table.play.scores(look.table.state)
    found = scores[seat].lines if seat < len(scores) else ()
    if not found or len(found) > rows:
        return []
    names = [look.words.term("line", one.name) for one in found]
    wide = max(map(width, names))
    return [
        [("", f"{column(name, wide)} "), ("bold" if one.points else FAINT, f"{points_text(one):>4}")]
        for name, one in zip(names, found, strict=True)
    ]


def points_text(line: ScoreLine) -> str:
    """Return the points of a line; nothing where its box is open."""
    return str(line.points) if is_written(line) else ""


def _own_words(look: Look, drawn: Picture | None, below: Sequence[Said | str], cells: int) -> list[Line]:
    """What stands below a sheet: the short texts of its picture in few lines, the others each in its own."""
    short = flowing(map(look.words.text, drawn.below), cells) if drawn else []
    return [*short, *(one for said in below for one in wrapped(look.words.text(said), cells))]


def around(look: Look, seat: int, cells: int) -> list[Line]:
    """The others, and what lies on the table for all."""
    rest = others(look, cells, seat)
    table = [one for text in map(look.words.text, look.view.lines) for one in wrapped(text, cells)]
    return [*([[]] if rest else []), *rest, *([[]] if table else []), *table]

"""A sheet as it is drawn: its value, what is wrong with it and what it is worth as the layout says, and its looks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple

from pnp.errors import Problem
from pnp.games.house_of_dice.parts import EMPTY, PARTS
from pnp.games.house_of_dice.rules import Rules
from pnp.games.rules import document as declared
from pnp.games.rules.boxes import Boxes
from pnp.games.rules.scope import Scope
from pnp.games.rules.verdict import line_of, problems_of_sheet, scopes_of
from pnp.games.rules.verdict import ranked as ranked_by
from pnp.games.verdict import Cell, Line, Picture, Rank, Score
from pnp.words import say

LINES = (*PARTS.values(), "furniture", "bonuses")


class Sheet(NamedTuple):
    """A player's sheet; the house is one letter a cell, row by row from the ground, each from the left."""

    house: str
    cost: int = 0
    turns: int = 0
    furniture: int = 0
    bonuses: tuple[str, ...] = ()


def empty(rules: Rules) -> Sheet:
    """The sheet before the first round."""
    return Sheet(EMPTY * (rules.columns * len(rules.rows)))


# ---------------------------------------------------------------------- as the rules of the layout see it


@lru_cache(maxsize=1024)
def boxes_of(house: str, rules: Rules) -> Boxes:
    """The marks of a house: what `house_of` reads."""
    area = rules.declaration.areas["house"]
    cells = zip(area.boxes, house, strict=True)
    return area.of({name: part for name, part in cells if part != EMPTY})


def house_of(boxes: Boxes) -> str:
    """The house of its marks."""
    return "".join(boxes.get(name, EMPTY) for name in boxes.area.boxes)


def house_text(house: str, rules: Rules) -> str:
    """A house as lines, top row first, as documents have it."""
    return declared.drawing_text(boxes_of(house, rules))


def sheet_of(values: Mapping[str, Any]) -> Sheet:
    """The sheet of the values of its areas."""
    return Sheet(**{**values, "house": house_of(values["house"])})


def values_of(sheet: Sheet, rules: Rules) -> dict[str, Any]:
    """The values of the areas of a sheet: what `sheet_of` reads."""
    return {**sheet._asdict(), "house": boxes_of(sheet.house, rules)}


@lru_cache(maxsize=64)
def scopes_of_table(sheets: tuple[Sheet, ...], players: int, rules: Rules) -> list[list[Scope]]:
    """Sheets as formulas see them, at a table of so many players."""
    rows = tuple(declared.Sheet("", (values_of(sheet, rules),)) for sheet in sheets)
    return scopes_of(rules.declaration, declared.Document(players, rows))


def sheet_problems(sheet: Sheet, players: int, rules: Rules) -> list[Problem]:
    """Everything that is wrong with a sheet as drawn, sorted by code, cells from the ground up."""
    return list(problems_of_sheet(rules.declaration, *scopes_of_table((sheet,), players, rules)))


# ---------------------------------------------------------------------- what it is worth


def score(sheet: Sheet, rules: Rules, table: tuple[Sheet, ...] = ()) -> Score:
    """The score of a sheet as drawn; `table` are all sheets if all are here, as without it nobody has the most.

    >>> from pnp.edition import shipped
    >>> from pnp.games.house_of_dice.rules import rules_of
    >>> rules = rules_of(shipped("house-of-dice"))
    >>> score(Sheet("FFF.FF" + "." * 30, furniture=7), rules).lines[0][:2]
    ('fence', 8)
    """
    lines = [_line_of_part(part, sheet.house.translate(others), rules) for part, others in _OTHERS.items()]
    lines.append(_line_of_furniture(sheet.furniture, rules))
    lines.append(_line_of_bonuses(sheet, table, rules) if sheet.bonuses else _line_of_bonuses(empty(rules), (), rules))
    return Score(tuple(lines), cost=sheet.cost)


_OTHERS = {part: str.maketrans(dict.fromkeys(set(PARTS) - {part}, EMPTY)) for part in PARTS}
"""For each part how a house loses all others: they change nothing in its line of the score."""


@lru_cache(maxsize=8192)
def _line_of_part(part: str, house: str, rules: Rules) -> Line:
    """The line of a part; a game changes one of them in a round, the others are at hand."""
    scope = Scope(rules.declaration, {"house": boxes_of(house, rules)})
    return line_of(rules.declaration, PARTS[part], scope)


@lru_cache(maxsize=1024)
def _line_of_furniture(crossed: int, rules: Rules) -> Line:
    return line_of(rules.declaration, "furniture", Scope(rules.declaration, {"furniture": crossed}))


@lru_cache(maxsize=1024)
def _line_of_bonuses(sheet: Sheet, table: tuple[Sheet, ...], rules: Rules) -> Line:
    scopes = scopes_of_table(table or (sheet,), len(table), rules)
    return line_of(rules.declaration, "bonuses", scopes[table.index(sheet) if table else 0][0])


def ranked(players: Sequence[str], sheets: Sequence[Sheet], scores: Sequence[Score], rules: Rules) -> tuple[Rank, ...]:
    """The ranking of a table."""
    return _ranked(tuple(players), tuple(sheets), tuple(scored.total for scored in scores), rules)


@lru_cache(maxsize=256)
def _ranked(
    players: tuple[str, ...], sheets: tuple[Sheet, ...], totals: tuple[int, ...], rules: Rules
) -> tuple[Rank, ...]:
    scopes = [[Scope(rules.declaration, {"cost": sheet.cost})] for sheet in sheets]
    return ranked_by(rules.declaration, list(zip(players, totals, strict=True)), scopes)


# ---------------------------------------------------------------------- how people see it

# There are few different cells and a picture holds dozens, so they are made once.
_cell = cache(Cell)


@lru_cache(maxsize=1024)
def picture(sheet: Sheet, rounds: int, rules: Rules) -> Picture:
    """The house as people see it, with misplaced parts marked, and the tracks below."""
    wide = rules.columns
    bad = {row * wide + column for column in range(wide) for _, row in rules.faults[sheet.house[column::wide]]}
    cells = [_cell(part, at in bad) for at, part in enumerate(sheet.house)]
    rows = [(str(row), tuple(cells[(row - 1) * wide : row * wide])) for row in range(len(rules.rows), 0, -1)]
    below = (
        say("line-below.cost", cost=sheet.cost, budget=rules.budget),
        say("line-below.turns", turns=sheet.turns, rounds=rounds),
        say("line-below.furniture", crossed=sheet.furniture, spaces=rules.spaces),
        say("line-below.bonuses", bonuses=sheet.bonuses) if sheet.bonuses else say("line-below.no-bonus"),
    )
    return Picture(tuple(rows), tuple(map(str, range(1, wide + 1))), below)

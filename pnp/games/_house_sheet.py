"""House of Dice: a sheet as it is drawn, what is wrong with it and what it scores."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import pairwise
from typing import NamedTuple

from pnp.errors import Problem
from pnp.games._house_rules import CHIMNEY, EMPTY, PARTS, ROOF, Rules
from pnp.games.verdict import Cell, Line, Picture, Rank, Score, ranking
from pnp.strict import as_text, shown

LINES = (*PARTS.values(), "furniture", "bonuses")
_NOUNS = {name: (name, f"{name}s") for name in (*PARTS.values(), "pair", "column", "full row")} | {
    "balcony": ("balcony", "balconies"),
    "garage": ("garage door", "garage doors"),
}


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


def parse_house(value: object, rules: Rules) -> str:
    """The house of a drawing in lines, top row first; blanks between letters and small letters are fine.

    >>> from pnp.edition import shipped
    >>> from pnp.games._house_rules import rules_of
    >>> rules = rules_of(shipped("house-of-dice"))
    >>> parse_house("......\\n......\\n......\\n......\\nd.....\\nF F . . . F", rules)[:12]
    'FF...FD.....'
    """
    lines = [line.strip() for line in as_text(value).strip().splitlines()]
    if len(lines) != len(rules.rows):
        raise ValueError(f"{len(lines)} lines; a house has {len(rules.rows)}, the top row first")
    return "".join(_parse_row(number, line, rules) for number, line in reversed(list(enumerate(lines, 1))))


def _parse_row(number: int, line: str, rules: Rules) -> str:
    cells = "".join(line.split())
    for column, letter in enumerate(cells, 1):
        if letter != EMPTY and letter.upper() not in PARTS:
            allowed = f"{' '.join(PARTS)} and {EMPTY} for an empty cell are allowed"
            raise ValueError(f"line {number} {shown(line)} has {shown(letter)} in column {column}; {allowed}")
    if len(cells) != rules.columns:
        raise ValueError(f"line {number} {shown(line)} has {len(cells)} cells; a row has {rules.columns}")
    return cells.upper()


def house_text(house: str, rules: Rules) -> str:
    """A house as lines, top row first: what `parse_house` reads."""
    wide = rules.columns
    return "\n".join(" ".join(house[at : at + wide]) for at in reversed(range(0, len(house), wide)))


def place(cell: int, rules: Rules) -> str:
    """Where a cell is, for people.

    >>> from pnp.edition import shipped
    >>> from pnp.games._house_rules import rules_of
    >>> place(27, rules_of(shipped("house-of-dice")))
    'row 5, column 4'
    """
    return f"row {cell // rules.columns + 1}, column {cell % rules.columns + 1}"


def misplaced(house: str, rules: Rules) -> list[tuple[str, int]]:
    """Each part that stands where it may not: the code of the broken rule and the cell, ground first."""
    wide = rules.columns
    found: list[tuple[str, int]] = []
    for column in range(wide):
        for code, row in _misplaced_in_column(house[column::wide], rules.rows):
            found.append((code, row * wide + column))
    return sorted(found, key=lambda fault: fault[1])


# What is wrong in a column depends on nothing outside it, and the same few columns come back in every house.
@lru_cache(maxsize=4096)
def _misplaced_in_column(stack: str, rows: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    """The broken rules of a column from the ground, with the row counted from 0."""
    found: list[tuple[str, int]] = []
    for row, part in enumerate(stack):
        if part == EMPTY:
            continue
        if part not in rows[row]:
            found.append(("wrong-row", row))
        if part == CHIMNEY:
            if not row or stack[row - 1] != ROOF:
                found.append(("chimney-without-roof", row))
        elif ROOF in stack[:row]:
            found.append(("above-roof", row))
    return tuple(found)


def sheet_problems(sheet: Sheet, players: int, rules: Rules) -> list[Problem]:
    """Everything that is wrong with a sheet as drawn, sorted by code, cells from the ground up."""
    found = [cell_problem(code, sheet.house, cell, rules) for code, cell in misplaced(sheet.house, rules)]
    found += _count_problems(sheet, rules.rounds(players), rules)
    for bonus in dict.fromkeys(sheet.bonuses):
        if (claims := sheet.bonuses.count(bonus)) > rules.claims_each:
            allowed = f"a player claims a bonus {times(rules.claims_each)}"
            message = f"bonuses: {bonus} claimed {claims} times; {allowed}"
            found.append(Problem("bonus-repeated", "bonuses", message))
    return sorted(found, key=lambda problem: problem.code)


def cell_problem(code: str, house: str, cell: int, rules: Rules) -> Problem:
    """A part in the wrong place as a problem that says what its cell could hold."""
    where = place(cell, rules)
    part = PARTS[house[cell]]
    return Problem(code, where, f"{where}: {placing_message(code, part, cell // rules.columns + 1, rules)}")


def placing_message(code: str, part: str, row: int, rules: Rules) -> str:
    """What is wrong with a part in a row, and what is allowed there."""
    if code == "wrong-row":
        allowed = [PARTS[letter] for letter in rules.rows[row - 1]] if 1 <= row <= len(rules.rows) else []
        takes = f"row {row} takes {_or(allowed)}" if allowed else f"rows are 1 to {len(rules.rows)}"
        return f"a {part} in row {row}; {takes}"
    if code == "above-roof":
        return f"a {part} above a roof; only a chimney may stand higher than the roof of its column"
    return "a chimney without a roof below it; a chimney goes directly on top of a roof"


def _count_problems(sheet: Sheet, rounds: int, rules: Rules) -> list[Problem]:
    found: list[Problem] = []
    if sheet.cost > rules.budget:
        message = f"cost: {sheet.cost} spent; the budget is {rules.budget}"
        found.append(Problem("over-budget", "cost", message))
    if sheet.turns > rounds:
        message = f"turns: {sheet.turns} taken; this game has {rounds} rounds"
        found.append(Problem("too-many-turns", "turns", message))
    if sheet.furniture > rules.spaces:
        message = f"furniture: {sheet.furniture} spaces crossed out; the track has {rules.spaces}"
        found.append(Problem("furniture-overflow", "furniture", message))
    if len(sheet.bonuses) > rules.bonuses:
        message = f"bonuses: {len(sheet.bonuses)} claimed; a player claims at most {rules.bonuses}"
        found.append(Problem("too-many-bonuses", "bonuses", message))
    parts = len(sheet.house) - sheet.house.count(EMPTY)
    furnished = -(-sheet.furniture // rules.faces)
    turns, extra = min(sheet.turns, rounds), sheet.bonuses.count("extra")
    if parts > turns + extra - furnished:
        allowed = f"{turns} turns, {extra} extra and {furnished} rounds of furniture leave room for at most"
        message = f"house: {parts} parts drawn; {allowed} {max(0, turns + extra - furnished)}"
        found.append(Problem("too-many-parts", "house", message))
    return found


def score(sheet: Sheet, rules: Rules, table: Sequence[Sheet] = ()) -> Score:
    """The score of a sheet; `table` is every sheet at the table, without it nobody has the most of anything.

    >>> from pnp.edition import shipped
    >>> from pnp.games._house_rules import rules_of
    >>> rules = rules_of(shipped("house-of-dice"))
    >>> score(Sheet("FFF.FF" + "." * 30, furniture=7), rules).lines[0]
    Line(name='fence', points=8, why='5 fences, 3 pairs')
    """
    pairs = _pairs(sheet.house, rules.columns)
    lines = [_part_line(sheet.house, letter, pairs.count(letter), rules) for letter in PARTS]
    full = min(sheet.furniture // rules.furniture_row, rules.furniture_rows, len(rules.furniture_points))
    why = f"{_count(full, 'full row')}, {sheet.furniture} of {rules.spaces} spaces"
    lines.append(Line("furniture", rules.furniture_points[full - 1] if full else 0, why))
    lines.append(_bonus_line(sheet, rules, table))
    return Score(tuple(lines))


def _pairs(house: str, wide: int) -> list[str]:
    """The letter of every two equal cells side by side.

    >>> _pairs("FFF..F" + "F.WW..", 6)
    ['F', 'F', '.', 'W', '.']
    """
    rows = "|".join([house[at : at + wide] for at in range(0, len(house), wide)])
    return [left for left, right in pairwise(rows) if left == right]


def _part_line(house: str, letter: str, pairs: int, rules: Rules) -> Line:
    name, worth, wide = PARTS[letter], rules.points[letter], rules.columns
    count = house.count(letter)
    points = worth.first + worth.next * (count - 1) if count else 0
    why = _count(count, name)
    if worth.pair and count:
        points += worth.pair * pairs
        why += f", {_count(pairs, 'pair')}"
    if worth.missing:
        missing = len([column for column in range(wide) if letter not in house[column::wide]])
        points += worth.missing * missing
        why += f", {_count(missing, 'column')} without"
    return Line(name, points, why)


def _bonus_line(sheet: Sheet, rules: Rules, table: Sequence[Sheet]) -> Line:
    if not sheet.bonuses:
        return Line("bonuses", 0, "none claimed")
    total, reasons = 0, []
    # A claimer is a claimer: a bonus claimed twice is a problem, not twice the points.
    for bonus in dict.fromkeys(sheet.bonuses):
        award = rules.awards.get(bonus)
        if award is None:
            reasons.append(f"{bonus} 0")
            continue
        count = sheet.house.count(award.part)
        if award.parts:
            earned = count >= award.parts
        else:
            earned = bool(table) and count >= max(other.house.count(award.part) for other in table)
        total += award.points if earned else 0
        reasons.append(f"{bonus} {award.points if earned else 0}")
    return Line("bonuses", total, ", ".join(reasons))


def ranked(players: Sequence[str], sheets: Sequence[Sheet], scores: Sequence[Score]) -> tuple[Rank, ...]:
    """The ranking of a table: the highest total, among equals the lowest cost, and then the place is shared."""
    totals = [(player, scored.total) for player, scored in zip(players, scores, strict=True)]
    return ranking(totals, [(-sheet.cost,) for sheet in sheets], lambda _: "lowest cost wins the tie")


# There are few different cells and a picture holds dozens, so they are made once.
_cell = cache(Cell)


def picture(sheet: Sheet, rounds: int, rules: Rules) -> Picture:
    """The house as people see it, with misplaced parts marked, and the tracks below."""
    wide, bad = rules.columns, {cell for _, cell in misplaced(sheet.house, rules)}
    cells = [_cell(part, at in bad) for at, part in enumerate(sheet.house)]
    rows = [(str(row), tuple(cells[(row - 1) * wide : row * wide])) for row in range(len(rules.rows), 0, -1)]
    below = (
        f"cost {sheet.cost}/{rules.budget}",
        f"turns {sheet.turns}/{rounds}",
        f"furniture {sheet.furniture}/{rules.spaces}",
        f"bonuses {', '.join(sheet.bonuses) or 'none'}",
    )
    return Picture(tuple(rows), tuple(map(str, range(1, wide + 1))), below)


def _count(number: int, name: str) -> str:
    return f"{number} {_NOUNS[name][number != 1]}"


def times(number: int) -> str:
    """How often something is allowed, for people."""
    return "once" if number == 1 else f"at most {number} times"


def _or(words: Sequence[str]) -> str:
    return " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)

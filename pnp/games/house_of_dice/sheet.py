"""A sheet as it is drawn: what is wrong with it, what it is worth, and how people see it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

from pnp.errors import Problem, problem
from pnp.games.house_of_dice.columns import column_faults
from pnp.games.house_of_dice.parts import EMPTY, PARTS
from pnp.games.house_of_dice.rules import Rules
from pnp.games.verdict import Cell, Line, Picture, Rank, Score, ranking
from pnp.strict import as_text, shown, wrong
from pnp.words import Said, say

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


# ---------------------------------------------------------------------- a house as text


def parse_house(value: object, rules: Rules) -> str:
    """The house of a drawing in lines, top row first; blanks between letters and small letters are fine.

    >>> from pnp.edition import shipped
    >>> from pnp.games.house_of_dice.rules import rules_of
    >>> rules = rules_of(shipped("house-of-dice"))
    >>> parse_house("......\\n......\\n......\\n......\\nd.....\\nF F . . . F", rules)[:12]
    'FF...FD.....'
    """
    lines = [line.strip() for line in as_text(value).strip().splitlines()]
    if len(lines) != len(rules.rows):
        wrong("wrong-drawing.lines", n=len(lines), rows=len(rules.rows))
    return "".join(_parse_row(number, line, rules) for number, line in reversed(list(enumerate(lines, 1))))


def _parse_row(number: int, line: str, rules: Rules) -> str:
    cells = "".join(line.split())
    for column, letter in enumerate(cells, 1):
        if letter != EMPTY and letter.upper() not in PARTS:
            facts = {"number": number, "line": shown(line), "letter": shown(letter), "column": column}
            wrong("wrong-drawing.letter", **facts, letters=tuple(PARTS), empty=EMPTY)
    if len(cells) != rules.columns:
        wrong("wrong-drawing.cells", number=number, line=shown(line), n=len(cells), columns=rules.columns)
    return cells.upper()


def house_text(house: str, rules: Rules) -> str:
    """A house as lines, top row first: what `parse_house` reads."""
    wide = rules.columns
    return "\n".join(" ".join(house[at : at + wide]) for at in reversed(range(0, len(house), wide)))


def place(cell: int, rules: Rules) -> Said:
    """Where a cell is.

    >>> from pnp.edition import shipped
    >>> from pnp.games.house_of_dice.rules import rules_of
    >>> place(27, rules_of(shipped("house-of-dice"))).facts
    {'row': 5, 'column': 4}
    """
    return say("place.cell", row=cell // rules.columns + 1, column=cell % rules.columns + 1)


# ---------------------------------------------------------------------- what is wrong


def misplaced(house: str, rules: Rules) -> list[tuple[str, int]]:
    """Each part that stands where it may not: the code of the broken rule and the cell, ground first."""
    wide = rules.columns
    found = [
        (code, row * wide + column)
        for column in range(wide)
        for code, row in column_faults(house[column::wide], rules.rows)
    ]
    return sorted(found, key=lambda fault: fault[1])


def sheet_problems(sheet: Sheet, players: int, rules: Rules) -> list[Problem]:
    """Everything that is wrong with a sheet as drawn, sorted by code, cells from the ground up."""
    found = [_cell_problem(code, sheet.house, cell, rules) for code, cell in misplaced(sheet.house, rules)]
    found += _count_problems(sheet, rules.rounds(players), rules)
    for bonus in dict.fromkeys(sheet.bonuses):
        if (claims := sheet.bonuses.count(bonus)) > rules.claims_each:
            where, facts = _line("bonuses"), {"bonus": bonus, "claims": claims}
            found.append(problem("bonus-repeated", where, **facts, **once(rules.claims_each)))
    return sorted(found, key=lambda one: one.code)


def _line(name: str) -> Said:
    return say("place.line", line=name)


def once(times: int) -> dict[str, Any]:
    """How often something is allowed, as facts: once, or several times."""
    return {"once": times == 1, "several": times if times > 1 else None}


def _cell_problem(code: str, house: str, cell: int, rules: Rules) -> Problem:
    """A part in the wrong place as a problem that says what its cell could hold."""
    where, part, row = place(cell, rules), PARTS[house[cell]], cell // rules.columns + 1
    if code == "wrong-row":
        return problem("wrong-row", where, part=part, row=row, allowed=tuple(PARTS[one] for one in rules.rows[row - 1]))
    if code == "above-roof":
        return problem("above-roof", where, part=part)
    return problem("chimney-without-roof", where)


def _count_problems(sheet: Sheet, rounds: int, rules: Rules) -> Iterator[Problem]:
    if sheet.cost > rules.budget:
        yield problem("over-budget", _line("cost"), spent=sheet.cost, budget=rules.budget)
    if sheet.turns > rounds:
        yield problem("too-many-turns", _line("turns"), turns=sheet.turns, rounds=rounds)
    if sheet.furniture > rules.spaces:
        yield problem("furniture-overflow", _line("furniture"), crossed=sheet.furniture, spaces=rules.spaces)
    if len(sheet.bonuses) > rules.bonuses:
        yield problem("too-many-bonuses", _line("bonuses"), claimed=len(sheet.bonuses), most=rules.bonuses)
    parts = len(sheet.house) - sheet.house.count(EMPTY)
    furnished = -(-sheet.furniture // rules.faces)
    turns, extra = min(sheet.turns, rounds), sheet.bonuses.count("extra")
    if parts > (room := turns + extra - furnished):
        facts = {"turns": turns, "extra": extra, "furnished": furnished, "room": max(0, room)}
        yield problem("too-many-parts", _line("house"), parts=parts, **facts)


# ---------------------------------------------------------------------- what it is worth


def score(sheet: Sheet, rules: Rules, table: Sequence[Sheet] = ()) -> Score:
    """The score of a sheet; `table` is every sheet at the table, without it nobody has the most of anything.

    >>> from pnp.edition import shipped
    >>> from pnp.games.house_of_dice.rules import rules_of
    >>> rules = rules_of(shipped("house-of-dice"))
    >>> score(Sheet("FFF.FF" + "." * 30, furniture=7), rules).lines[0][:2]
    ('fence', 8)
    """
    pairs = _pairs(sheet.house, rules.columns)
    lines = [_part_line(sheet.house, letter, pairs.count(letter), rules) for letter in PARTS]
    full = min(sheet.furniture // rules.furniture_row, rules.furniture_rows, len(rules.furniture_points))
    why = say("why.furniture", n=full, crossed=sheet.furniture, spaces=rules.spaces)
    lines.append(Line("furniture", rules.furniture_points[full - 1] if full else 0, why))
    lines.append(_bonus_line(sheet, rules, table))
    return Score(tuple(lines), cost=sheet.cost)


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
    counted = _COUNTED[letter](count)
    if worth.pair and count:
        points += worth.pair * pairs
    if worth.missing:
        missing = len([column for column in range(wide) if letter not in house[column::wide]])
        return Line(name, points + worth.missing * missing, say("why.missing", parts=counted, n=missing))
    if worth.pair and count:
        return Line(name, points, say("why.pairs", parts=counted, n=pairs))
    return Line(name, points, counted)


_COUNTED: Mapping[str, Callable[[int], Said]] = {
    "F": lambda n: say("count.fence", n=n),
    "D": lambda n: say("count.door", n=n),
    "G": lambda n: say("count.garage", n=n),
    "W": lambda n: say("count.window", n=n),
    "B": lambda n: say("count.balcony", n=n),
    "R": lambda n: say("count.roof", n=n),
    "C": lambda n: say("count.chimney", n=n),
}


def _bonus_line(sheet: Sheet, rules: Rules, table: Sequence[Sheet]) -> Line:
    if not sheet.bonuses:
        return Line("bonuses", 0, say("why.no-bonus"))
    total, reasons = 0, []
    # A claimer is a claimer: a bonus claimed twice is a problem, not twice the points.
    for bonus in dict.fromkeys(sheet.bonuses):
        points = _award(bonus, sheet.house, rules, table)
        total += points
        reasons.append(say("why.bonus", bonus=bonus, points=points))
    return Line("bonuses", total, say("why.bonuses", bonuses=tuple(reasons)))


def _award(bonus: str, house: str, rules: Rules, table: Sequence[Sheet]) -> int:
    """The points of a claimed bonus in the end."""
    award = rules.awards.get(bonus)
    if award is None or (count := house.count(award.part)) < award.parts:
        return 0
    if award.most and (not table or any(other.house.count(award.part) > count for other in table)):
        return 0
    return award.points


def ranked(players: Sequence[str], sheets: Sequence[Sheet], scores: Sequence[Score]) -> tuple[Rank, ...]:
    """The ranking of a table: the highest total, among equals the lowest cost, and then the place is shared."""
    totals = [(player, scored.total) for player, scored in zip(players, scores, strict=True)]
    return ranking(totals, [(-sheet.cost,) for sheet in sheets], lambda _: say("why.cost"))


# ---------------------------------------------------------------------- how people see it

# There are few different cells and a picture holds dozens, so they are made once.
_cell = cache(Cell)


@lru_cache(maxsize=1024)
def picture(sheet: Sheet, rounds: int, rules: Rules) -> Picture:
    """The house as people see it, with misplaced parts marked, and the tracks below."""
    wide, bad = rules.columns, {cell for _, cell in misplaced(sheet.house, rules)}
    cells = [_cell(part, at in bad) for at, part in enumerate(sheet.house)]
    rows = [(str(row), tuple(cells[(row - 1) * wide : row * wide])) for row in range(len(rules.rows), 0, -1)]
    below = (
        say("line-below.cost", cost=sheet.cost, budget=rules.budget),
        say("line-below.turns", turns=sheet.turns, rounds=rounds),
        say("line-below.furniture", crossed=sheet.furniture, spaces=rules.spaces),
        say("line-below.bonuses", bonuses=sheet.bonuses) if sheet.bonuses else say("line-below.no-bonus"),
    )
    return Picture(tuple(rows), tuple(map(str, range(1, wide + 1))), below)

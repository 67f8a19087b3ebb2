"""Formulas as JavaScript: whatever stands on a sheet, a form fills in what the rules count."""

from __future__ import annotations

import json
import random
import re
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from pnp.edition import Edition
from pnp.games.codec import Mark, Marks
from pnp.games.game import Papers
from pnp.games.rules import paper
from pnp.games.rules.boxes import plain
from pnp.games.rules.declaration import Declaration
from pnp.games.rules.formula import FormulaError
from pnp.games.rules.javascript import RUNTIME, sheet_script
from pnp.games.rules.scope import Scope
from pnp.games.rules.shapes import PrintedField, PrintedSheet, declare
from pnp.games.rules.unknown import UnknownError
from pnp.sheets import documents, layout
from pnp.sheets.layout import Layout
from pnp.sheets.rules_check import declaration_of, with_script
from pnp.sheets.sheet import Field, Sheet
from pnp.strict import Table, toml

HEAD = 'game = "{name}"\ntitle = "{name}"\nversion = 1\n[sheets.play]\ntitle = "Sheet"\n'
AREAS = """
[[sheets.play.blocks]]
repeat = [{ row = "red" }, { row = "blue" }]
id = "{row}"
kind = "track"
boxes = 8
left = 2
top = "{10 + 12 * index}"
[[sheets.play.blocks]]
id = "orange"
kind = "track"
field = "number"
boxes = 6
box = 12
left = 2
top = 40
[[sheets.play.blocks]]
id = "yellow"
kind = "hexes"
columns = 4
rows = 4
cell = 12
left = 90
top = 10
[[sheets.play.blocks]]
id = "score"
kind = "scores"
left = 2
width = 80
top = 70
lines = [{ id = "red" }, { id = "blue" }, { id = "orange" }, { id = "yellow" }, { id = "foxes" }, { id = "best" }, { id = "total" }]
[rules.areas.orange]
here = [1, 2, 1, 2, 1, 3]
[rules.areas.yellow]
regions = { diagonal = ["c1r1", "c2r2", "c3r3", "c4r4"] }
[rules.names]
steps = [1, 3, 6, 10]
prizes = { row-four = 7, diagonal = 9 }
[rules.lets]
fox = "whole(yellow, 'r4') + (count(red) == 8) + whole(blue, 7, 8)"
last = "max(box.at for box in each(red))"
[rules.lines]
red = "table(count(red), steps) + last"
blue = "-count(blue) if count(blue) % 2 else count(blue) // 2 * 3"
orange = "sum(box.value * box.here for box in each(orange) if not 3 <= box.value < 5)"
yellow = "prizes.row_four * whole(yellow, 'r4', 'c1') + prizes.diagonal * whole(yellow, 'diagonal')"
foxes = "fox * min(lines.red, lines.blue, lines.orange)"
[rules.boxes]
best = "max(orange.1 if has(orange, 1) else 0, yellow.c1r1, len(sorted(values(orange))))"
"""
AREAS = AREAS.replace("orange.1 if", "min(values(orange)) if")
MAP = """
[pictures.tree]
art = [{ path = "M50 8 L84 70 H16 Z", stroke = "ink", width = 6 }]
[[sheets.play.blocks]]
id = "land"
kind = "hexes"
columns = 5
rows = 5
cell = 14
field = "choice"
choices = { F = "tree", R = "tree", H = "tree" }
left = 4
top = 16
at."c1r1,c5r5".dead = true
[[sheets.play.blocks]]
id = "points"
kind = "table"
columns = [{ id = "points" }]
ids = "{row}.{column}"
left = 4
top = 110
rows = [{ id = "forest" }, { id = "rivers" }, { id = "farms" }, { id = "guide" }, { id = "farmer" }, { id = "regions" }, { id = "twice" }, { id = "total" }]
[rules]
players = [1, 3]
score = "{}.points"
[rules.areas.land]
regions = { north = ["c2r1", "c3r1"], south = ["c1r5", "c2r5", "c3r5"] }
[rules.lines]
forest = "2 * max(groups(land, 'F'))"
rivers = "sum(group for group in groups(land, 'R') if group >= 3)"
farms = "sum(box.touches.R >= 1 and box.touches['F'] <= 1 for box in each(land) if box.value == 'H')"
farmer = "9 * (count(land, 'H') > 2 and leads(count(land, 'H')))"
guide = "6 * leads_alone(count(land, 'R'), 3)"
regions = "4 * whole(land, 'north') + 7 * whole(land, 'south', 'c5r1')"
[rules.boxes]
twice = "2 * lines.guide + known(lines.guide) + lines.forest"
"""
HOUSE = """
[pictures.part]
art = [{ box = [20, 20, 60, 60] }]
[[sheets.play.blocks]]
id = "house"
kind = "grid"
columns = 4
rows = 4
cell = 14
left = 0
top = 12
choices = { F = "part", R = "part", C = "part" }
[[sheets.play.blocks]]
id = "cost"
kind = "track"
field = "tally"
boxes = 6
left = 80
top = 12
[[sheets.play.blocks]]
id = "bonuses"
kind = "track"
field = "choice"
choices = { fence = "part", roof = "part" }
boxes = 3
left = 80
top = 30
[[sheets.play.blocks]]
id = "hero"
kind = "track"
ids = "hero"
field = "choice"
choices = { knight = "part", mage = "part" }
boxes = 1
left = 80
top = 44
[[sheets.play.blocks]]
id = "score"
kind = "scores"
left = 2
width = 80
top = 80
lines = [{ id = "fence" }, { id = "roof" }, { id = "high" }, { id = "bonuses" }, { id = "hero" }, { id = "total" }]
[rules]
sheet = "play"
score = "score.{}"
[rules.areas]
house = { grid = ["FRC", "FRC", "FRC", "FRC"], columns = 4 }
cost = { track = 6, strokes = 2 }
bonuses = { picks = 3, choices = ["fence", "roof"] }
hero = { pick = ["knight", "mage"] }
kept = { things = "dice" }
[rules.lines]
fence = "2 * count(house, 'F') + 3 * pairs(house, 'F')"
roof = "count(house, 'R') - 2 * without(house, 'R')"
high = "sum(box.row for box in each(house) if box.under == 'R' and 'F' in box.below or box.column == 1)"
bonuses = "4 * has(bonuses, 'roof') + count(bonuses, 'fence') - max(cost - 5, 0) + known(len(kept))"
hero = "0 if hero is None else 5 if hero == 'mage' else len(str(cost))"
"""
ROUNDS = """
[[sheets.play.blocks]]
id = "pad"
kind = "table"
left = 0
top = 10
columns = [{ id = "g1" }, { id = "g2" }]
rows = [{ id = "d1" }, { id = "d2" }, { id = "d3" }, { id = "d4" }, { id = "bonus" }, { id = "total" }]
[rules]
sheet = "play"
rounds = { prefix = "g", most = 2 }
[rules.areas.dice]
numbers = ["d1", "d2", "d3", "d4"]
field = "{box}"
[rules.lets]
faces = "values(dice)"
[rules.lines]
pair = "alike(faces, 2) * (kinds(faces) >= (2,) and kinds(faces)[0])"
row = "10 if sorted(faces) == (1, 2, 3, 4) else int('2') if any(face > 5 for face in faces) else 0"
[rules.boxes]
bonus = "dice.d1 in list(faces) and all(face % 2 == 0 for face in faces) or -sum(faces)"
"""
OWN = {"areas": AREAS, "map": MAP, "house": HOUSE, "rounds": ROUNDS}
NODE = """
const input = JSON.parse(require("fs").readFileSync(0, "utf8"));
const pnp = Function(input.runtime + "; return pnp;")();
for (const key in input.sheets) pnp.sheets[key] = Function("pnp", "return " + input.sheets[key])(pnp);
const worth = (sheet, read, prefix, line) => {
  try { return new pnp.Scope(pnp.sheets[sheet], read, prefix).line(line); } catch (error) { return "wrong"; }
};
console.log(JSON.stringify(input.cases.map(([sheet, written, prefix, line]) =>
  (input.bare ? worth : pnp.due)(sheet, id => (id in written ? written[id] : ""), prefix, line))));
"""


def run(sheets: Mapping[str, str], cases: list[Any], bare: bool = False) -> list[Any]:
    """What node makes of (sheet, what is typed, prefix, line), all in one process."""
    given = {"runtime": RUNTIME.read_text(encoding="utf-8"), "sheets": sheets, "cases": cases, "bare": bare}
    done = subprocess.run(["node", "-e", NODE], input=json.dumps(given), capture_output=True, text=True, check=True)
    answers: list[Any] = json.loads(done.stdout)
    return answers


class Case(NamedTuple):
    """A field that a form fills in: by what is typed, and what the rules say."""

    sheet: str
    typed: dict[str, str]
    prefix: str
    line: str
    due: object


def layouts() -> Iterator[Layout]:
    for name in layout.names():
        yield layout.load(layout.find(name))
    for name, text in OWN.items():
        yield layout.parse((HEAD.format(name=name) + text).encode(), f"{name}.toml")
    yield layout.load(layout.LAYOUTS / "examples" / "lantern-walk.toml")
    pad = (layout.LAYOUTS / "new" / "pad.toml").read_text(encoding="utf-8").format(name="pad", title="Pad")
    yield layout.parse(pad.encode(), "pad.toml")


def typed(mark: Mark) -> str:
    return "Yes" if mark is True else str(mark)


def random_mark(chance: random.Random, field: Field | PrintedField) -> Mark:
    match field.kind:
        case "cross":
            return True
        case "number":
            return chance.choice((0, 1, 2, 3, 4, 5, 6, 20))
        case "tally":
            return chance.randint(1, 2)
    return chance.choice([*field.choices, "Ana"][: len(field.choices) or 1])


def blank_dues(declaration: Declaration) -> dict[str, int]:
    scope = Scope(declaration, {area.name: area.empty for area in declaration.areas.values()}, {})
    found = {"total": scope.total}
    for id in (*declaration.lines, *declaration.boxes):
        try:
            found[plain(id)] = int(scope.worth(plain(id)))
        except UnknownError:
            continue
    return found


def cases_of(made: Layout, sheet: Sheet, chance: random.Random) -> Iterator[Case]:
    """Random sheets, each field that is filled in with what the rules count."""
    assert made.rules is not None
    faults: list[Any] = []
    declaration = declaration_of(made.game, made.source, made.rules, [sheet], faults)
    assert not faults, faults
    blank, lines = blank_dues(declaration), {plain(id) for id in declaration.papers[sheet.name].follows}
    follows = declaration.papers[sheet.name].follows
    apart = {id for line, id in follows.items() if line in declaration.comparing}
    for _ in range(12):
        share = chance.choice((0.1, 0.5, 0.9))
        people = tuple(map(str, range(declaration.papers[sheet.name].columns or 2)))
        every: list[dict[str, Mark]] = [
            {
                field.id: random_mark(chance, field)
                for field in sheet.fields
                if field.id not in sheet.follows and chance.random() < share
            }
            for _ in people
        ]
        own = sheet.owner != "table"
        papers = Papers(people, {} if own else {sheet.name: every[0]}, tuple({sheet.name: marks} for marks in every))
        counted = paper.count(declaration, papers)
        due: Marks = (counted.own[0] if own else counted.table).get(sheet.name, {})
        marks = {**every[0], **{id: due[id] for id in apart if id in due}}
        for id, (prefix, line) in sheet.follows.items():
            expected = due.get(id, blank.get(line)) if line in lines else None
            form = {field: typed(mark) for field, mark in marks.items()}
            yield Case(sheet.key, form, prefix, line, (expected, blank.get(line)))


def test_forms_fill_in_what_the_rules_count() -> None:
    """Shipped layouts, examples and four of their own; what compares players is typed in by hand."""
    chance, scripts, cases = random.Random(7), dict[str, str](), list[Case]()
    for made in layouts():
        before = len(cases)
        for name in made.sheets:
            sheet = layout.expand(made, name)[0]
            sheet = with_script(sheet, made.source, made.rules or {})
            if sheet.follows:
                scripts[sheet.key] = sheet.script
                cases += cases_of(made, sheet, chance)
        assert len(cases) - before >= 12, made.game
    answers = run(scripts, [case[:4] for case in cases])
    filled = 0
    for case, answer in zip(cases, answers, strict=True):
        expected, blank = case.due
        assert str(answer) == str(expected) if answer != "" else str(expected) == str(blank), (case, answer)
        filled += answer not in ("", 0)
    assert filled > len(cases) / 3


def lines_from_elsewhere(declaration: Declaration) -> set[str]:
    """What follows from other sheets, or from dice that stand in documents alone."""
    things = any(area.things for area in declaration.areas.values())
    return {plain(id) for id in ((*declaration.lines, *declaration.boxes) if things else declaration.comparing)}


def test_forms_of_every_game_add_up_what_its_rules_say() -> None:
    """Every total of a filled-in example, and as a form adds it up: the same, but nothing stands for 0 of nothing."""
    scripts, cases, expected = dict[str, str](), [], []
    for example in sorted((Path(__file__).parents[1] / "examples").glob("*.toml")):
        data = documents.load(example.read_bytes(), str(example))
        game, document, edition = documents.understand(data, str(example))
        made = layout.load(layout.find(data["game"]))
        before = len(cases)
        for name, marks in game.marks(document, edition):
            sheet = with_script(layout.ready(made, name), made.source, made.rules or {})
            scripts[sheet.key] = sheet.script
            lines = lines_from_elsewhere(declaration_of(made.game, made.source, made.rules or {}, [sheet], []))
            elsewhere = {id for id, (_, line) in sheet.follows.items() if line in lines}
            form = {id: typed(mark) for id, mark in marks.items() if id not in sheet.follows or id in elsewhere}
            due = [id for id in sheet.follows if id in marks and id not in elsewhere]
            cases += [(sheet.key, form, *sheet.follows[id]) for id in due]
            expected += [marks[id] for id in due]
        assert len(cases) > before, example
    assert [answer or 0 for answer in run(scripts, cases)] == expected


def test_scripts_are_for_old_viewers_too() -> None:
    sheet = layout.expand(next(made for made in layouts() if made.game == "map"), "play")[0]
    text = (
        RUNTIME.read_text(encoding="utf-8")
        + with_script(sheet, "map.toml", toml(HEAD.format(name="map") + MAP)["rules"]).script
    )
    code = re.sub(r"//[^\n]*", "", text)
    assert not re.findall(r"=>|`|\b(?:let|const|class|Set|Map|Symbol)\b|\.\.\.", code)


# ---------------------------------------------------------------------- formulas of all kinds

FIELDS = [
    *(PrintedField(f"red.{n}", "cross") for n in range(1, 6)),
    *(PrintedField(f"land.c{c}r{r}", "choice", ("F", "R-1")) for r in (1, 2) for c in (1, 2, 3)),
    *(PrintedField(f"dice.d{n}", "number") for n in (1, 2, 3)),
    PrintedField("coins", "number"),
    PrintedField("hero", "choice", ("mage", "knight")),
]
RULES = {"names": {"steps": [1, 3, 6], "tall": 4}, "areas": {"red": {"here": [2, 0, 3, 1, 5]}}}


class Formulas:
    """Random formulas, by what they come to."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)

    def of(self, rows: list[str], depth: int) -> str:
        kinds = {"N": self.number, "B": self.truth, "L": self.values}
        row = self.chance.choice(rows[: 4 if depth <= 0 else None])
        return re.sub(r"[NBL](?![a-z])", lambda kind: kinds[kind[0]](depth - 1), row)

    def number(self, depth: int = 3) -> str:
        rows = [
            "coins",
            "3",
            "dice.d2",
            "tall",
            "-(N)",
            "(N + N)",
            "(N - N)",
            "N * N",
            "(N // N)",
            "(N % N)",
            "(B + N)",
        ]
        rows += ["count(L)", "count(L, N)", "sum(L)", "len(L)", "min(L)", "max(N, N, N)", "table(N, steps)", "(L)[N]"]
        rows += ["(N if B else N)", "(N and N)", "(N or N)", "alike(L, N)", "int(B)", "known(N)", "pairs(land, 'F')"]
        rows += [
            "without(land, 'F')",
            "sum(box.at * box.here for box in each(red) if B)",
            "len(str(hero))",
            "len(str(N))",
            "(-(N) % 5)",
            "(L)[-1]",
            "groups(land)[-1]",
        ]
        rows += ["sum(one * N for one in L)", "sum(box.touches.R_1 for box in each(land))", "max(groups(land))"]
        return self.of(rows, depth)

    def truth(self, depth: int = 3) -> str:
        rows = [
            "hero is None",
            "hero == 'mage'",
            "red",
            "True",
            "(N < N)",
            "(N <= N != N)",
            "not B",
            "(B and B)",
            "(N in L)",
        ]
        rows += [
            "any(L)",
            "all(L)",
            "has(L, N)",
            "whole(land, 'r1')",
            "whole(red, N, 3)",
            "(B == N)",
            "(L == L)",
            "(L > L)",
            "((1, N) > (1,))",
            "((1, N) < (1, N, 2))",
        ]
        rows += ["(hero in ('mage', 'x'))", "(B or B)", "(hero is not None)", "('F' in values(land))"]
        return self.of(rows, depth)

    def values(self, depth: int = 3) -> str:
        rows = [
            "values(dice)",
            "steps",
            "(1, 2, 3)",
            "values(red)",
            "sorted(L)",
            "(L + L)",
            "kinds(L)",
            "list(L)",
            "(N, N)",
        ]
        rows += ["groups(land, 'F')", "sorted(box.at for box in each(red))", "values(land)"]
        return self.of(rows, depth)


def test_formulas_come_to_the_same_in_both_languages() -> None:
    formulas = Formulas(5)
    texts = [formulas.number() for _ in range(500)]
    chance, faults = random.Random(6), list[Any]()
    rules = {**RULES, "boxes": {f"f{n}": text for n, text in enumerate(texts)}}
    declaration = declare(Table(rules, faults, ()), "any", Edition("any"), [PrintedSheet("play", FIELDS)])
    assert not faults, faults
    ids = {field.id for field in FIELDS}
    script, known = sheet_script(declaration, declaration.papers["play"], ids, "")
    assert len(known) == len(texts)
    cases: list[tuple[str, dict[str, str], str, str]] = []
    expected: list[object] = []
    for name in sorted(known):
        marks = {field.id: random_mark(chance, field) for field in FIELDS if chance.random() < 0.6}
        scope = Scope(declaration, {area.name: area.value(marks) for area in declaration.areas.values()}, {})
        cases.append(("any", {id: typed(mark) for id, mark in marks.items()}, "", name))
        try:
            expected.append(scope.worth(name))
        except FormulaError:
            expected.append("wrong")
    answers = run({"any": script}, cases, bare=True)
    for case, due, answer in zip(cases, expected, answers, strict=True):
        assert answer == (list(due) if isinstance(due, tuple) else due), (rules["boxes"][case[3]], case[1])
    assert sum(due != "wrong" for due in expected) > 300


ELSEWHERE = ["leads(count(red))", "players * coins", "other + 1", "undecided(coins)", "sum(players for coins in steps)"]


@pytest.mark.parametrize("formula", ELSEWHERE)
def test_what_one_sheet_can_not_know_stays_as_it_is_written(formula: str) -> None:
    rules = {**RULES, "areas": {"other": {"things": "dice"}}, "boxes": {"bonus": formula, "twice": "2 * bonus"}}
    rules["boxes"]["maybe"] = f"coins > 3 and {formula}"
    fields = [*FIELDS, *(PrintedField(id, "number") for id in rules["boxes"])]
    declaration = declare(Table(rules, [], ()), "any", Edition("any"), [PrintedSheet("play", fields)])
    script, known = sheet_script(declaration, declaration.papers["play"], {field.id for field in fields}, "")
    assert known == {"twice", "maybe"}
    sheets = [{"bonus": "4", "twice": "1"}, {"coins": "5", "twice": "3", "maybe": "6"}, {"coins": "2", "maybe": "6"}]
    assert run({"any": script}, [("any", typed, "", "twice") for typed in sheets]) == [8, 3, ""]
    assert run({"any": script}, [("any", typed, "", "maybe") for typed in sheets]) == ["", 6, 0]

"""What holds of every declared game, and of games that nobody has written yet."""

from __future__ import annotations

import builtins
import time
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp import games
from pnp.edition import Edition, shipped
from pnp.games.rules.boxes import Area, Boxes
from pnp.games.rules.declaration import Declaration, Line
from pnp.games.rules.document import Document, Sheet, as_document, read_values
from pnp.games.rules.file_game import FileGame
from pnp.games.rules.formula import Formula, FormulaError
from pnp.games.rules.legal_marks import candidates, legal_marks, refusal
from pnp.games.rules.scope import Scope
from pnp.games.rules.shapes import declare
from pnp.games.rules.verdict import judge, scopes_of
from pnp.paths import LAYOUTS
from pnp.sheets.layout_rules import read_game
from pnp.strict import Fault, Table

WALK = LAYOUTS / "examples" / "lantern-walk.toml"
BY_AREA = {"not-in-order", "no-such-value", "may-not"}
"""Codes of what an area itself has against a mark."""
SECONDS = 0.5
"""Ten times what a formula may take, for a busy machine."""


@cache
def shipped_declarations() -> list[Declaration]:
    """Every game that is a file, as it is declared; those that need dice of their own in documents aside."""
    files = [(name, games.load(name)) for name in games.names()]
    found = [game.declare(shipped(name)) for name, game in files if isinstance(game, FileGame) and not game.things]
    return [*found, read_game(WALK)[1].declare(Edition("lantern-walk"))]


# ---------------------------------------------------------------------- little games

MAYS = [
    "at < 4 or count({}) >= 2",
    "value != before",
    "not count({}) or beside",
    "count(other) < 2",
    "count(other) >= 1",
    "here >= 2 or last",
]
WRONGS = ["count(other) > 3", "count(grid, 'F') > count(grid, 'W') + 1", "pairs(grid, 'W') > 1", "sum(numbers) > 14"]


@st.composite
def little_rules(draw: st.DrawFn) -> dict[str, Any]:
    """The rules of a game with a grid, boxes for crosses, numbers, a track and picks, with checks of any sort."""
    grid: dict[str, Any] = {"grid": draw(st.lists(st.sampled_from(["F", "FW", "WR"]), min_size=1, max_size=3))}
    grid["columns"] = draw(st.integers(2, 4))
    numbers: dict[str, Any] = {"numbers": draw(st.integers(2, 6)), "values": [1, draw(st.integers(1, 6))]}
    other: dict[str, Any] = {"grid": ["X"], "columns": draw(st.integers(2, 6))}
    for area, name in ((grid, "grid"), (numbers, "numbers"), (other, "other")):
        if draw(st.booleans()):
            area["may"] = draw(st.sampled_from(MAYS)).replace("{}", name)
    if draw(st.booleans()):
        numbers["order"] = "right"
    track = {"track": draw(st.integers(1, 5)), "strokes": draw(st.integers(1, 3))}
    areas = {"grid": grid, "numbers": numbers, "other": other, "track": track}
    areas["chosen"] = {"picks": draw(st.integers(1, 3)), "choices": ["sun", "moon"]}
    wrong = {f"wrong-{n}": {"when": when} for n, when in enumerate(draw(st.sets(st.sampled_from(WRONGS))))}
    return {"players": [1, 4], "sheet": "play", "areas": areas, "lines": {"marks": "count(other)"}, "wrong": wrong}


def declared(rules: dict[str, Any]) -> Declaration:
    faults: list[Fault] = []
    declaration = declare(Table(rules, faults), "little", Edition("little"))
    assert not faults, faults
    return declaration


anybody = st.one_of(st.builds(declared, little_rules()), st.sampled_from(shipped_declarations()))


def of_area(area: Area) -> st.SearchStrategy[Any]:
    """Values that can stand in an area."""
    marks: dict[str, st.SearchStrategy[Any]] = {
        "cross": st.just(True),
        "number": st.integers(*(area.values or (0, 999))),
        "tally": st.integers(1, max(area.most, 1)),
        "text": st.just("x"),
    }
    choices = sorted({mark for marks in area.choices.values() for mark in marks})
    match area.shape:
        case "boxes":
            of_box = {box: st.sampled_from(sorted(area.choices[box])) for box in area.choices}
            return st.fixed_dictionaries(
                {}, optional={box: of_box.get(box, marks.get(area.kind, st.nothing())) for box in area.boxes}
            ).map(area.of)
        case "count":
            return st.integers(0, len(area.boxes) * max(area.most, 1))
        case "names":
            return st.lists(st.sampled_from(choices), max_size=len(area.boxes)).map(tuple)
        case "choice":
            return st.none() | st.sampled_from(choices)
        case "number":
            return st.integers(0, 999)
    return st.just(area.empty)


def printed_areas(declaration: Declaration) -> list[Area]:
    return [area for area in declaration.areas.values() if area.shape not in ("text", "things")]


def played(draw: st.DrawFn, declaration: Declaration) -> Scope:
    """A sheet on which legal marks were made, one after the other."""
    values = {area.name: area.empty for area in declaration.areas.values() if area.shape != "text"}
    dice = draw(st.tuples(*[st.integers(1, 6)] * declaration.dice.number)) if declaration.dice else ()
    for _ in range(draw(st.integers(0, 12))):
        legal = list(legal_marks(scope_of(declaration, values), dice))
        if not legal:
            break
        move = draw(st.sampled_from(legal))
        name = declaration.areas[move.area].name
        values[name] = values[name].plus(move.box, move.mark)
    return scope_of(declaration, values)


def scope_of(declaration: Declaration, values: dict[str, Any]) -> Scope:
    return scopes_of(declaration, Document(1, (Sheet("Ana", (values,)),)))[0][0]


def codes_of(declaration: Declaration, values: dict[str, Any]) -> set[str]:
    given = {area.name: values[area.name] for area in declaration.areas.values() if area.name in values}
    verdict = judge(declaration, Document(1, (Sheet("Ana", (given,)),)))
    return {f"{found.code} {found.where}" for found in verdict.sheets[0].problems}


# ---------------------------------------------------------------------- what holds


@settings(max_examples=40)
@given(anybody, st.data())
def test_marks_and_documents_say_the_same_as_the_values(declaration: Declaration, data: st.DataObject) -> None:
    values = {area.name: data.draw(of_area(area), label=area.id) for area in printed_areas(declaration)}
    written: dict[str, Any] = {}
    for area in printed_areas(declaration):
        assert area.value(area.marks(values[area.name])) == values[area.name]
        written |= as_document(area, values[area.name])
    row = Table(written, [])
    again = read_values(declaration, row, 2, {})
    row.close()
    assert not row.faults
    assert {name: again[name] for name in values if not declared_full(declaration, name)} == {
        name: value for name, value in values.items() if not declared_full(declaration, name)
    }


def declared_full(declaration: Declaration, name: str) -> bool:
    """Whether a track is filled in by itself where nobody did."""
    return any(area.full for area in declaration.areas.values() if area.name == name)


@settings(max_examples=60)
@given(anybody, st.data())
def test_a_legal_mark_makes_no_problem_and_a_refused_one_says_why(
    declaration: Declaration, data: st.DataObject
) -> None:
    scope = played(data.draw, declaration)
    before = codes_of(declaration, dict(scope.values))
    assert not before
    checks = {check.key for check in declaration.wrong}
    for area in declaration.areas.values():
        for box, mark in list(candidates(scope, area))[:8] if area.shape == "boxes" and area.kind != "text" else ():
            refused = refusal(scope, area, box, mark)
            after = codes_of(declaration, {**scope.values, area.name: scope[area.name].plus(box, mark)})
            if refused is None:
                assert not after, (area.id, box, mark)
            else:
                assert refused.key in BY_AREA | checks
                assert refused.key not in checks or any(code.startswith(refused.key) for code in after)


# ---------------------------------------------------------------------- formulas that nobody should write

LAND = Area("land", "choice", {f"c{c}r{r}": f"land.c{c}r{r}" for c in range(1, 13) for r in range(1, 13)})
BIG = tuple(range(1, 1001))
SQUARES = {"x0": "9", **{f"x{n}": f"x{n - 1} * x{n - 1}" for n in range(1, 40)}}
LETS = {name: Line(name, Formula(text)) for name, text in SQUARES.items()}
MAP = Declaration("map", (1, 4), {"land": LAND}, {}, {}, LETS, entries={"big": BIG})
ATOMS = [
    "1",
    "0",
    "10 ** 9",
    "999999999999",
    "'a'",
    "big",
    "land",
    "x39",
    "x2",
    "gone",
    "land.c1r1",
    "edition.big",
    "None",
]
SHAPES = [
    "({} + {})", "({} * {})", "({} % {})", "({} // {})", "-{}", "not {}", "({} if {} else {})", "({}, {})", "{}[{}]",
    "count({})", "sum({})", "max({})", "groups({})", "each({})", "whole({}, {})", "table({}, {})", "known({})",
    "leads({})", "undecided({})", "str({})", "sorted({})", "sum({} for a in {})", "sum({} for b in {} if b in {})",
    "{} in {}", "{} < {}", "a", "b.value", "b.touches.F", "lambda: {}", "[{}]", "{}.__class__", "{}({})",
]  # fmt: skip


def formulas(depth: int) -> st.SearchStrategy[str]:
    """Texts that look like formulas, as deep as that."""
    if not depth:
        return st.sampled_from(ATOMS)
    inner = formulas(depth - 1)

    def fill(shape: str, parts: list[str]) -> str:
        for part in parts[: shape.count("{}")]:
            shape = shape.replace("{}", part, 1)
        return shape

    return st.builds(fill, st.sampled_from(SHAPES), st.tuples(inner, inner, inner).map(list))


def asked(text: str) -> Any:
    """What a formula comes to on a full map; a FormulaError where it can't be read or takes too long."""
    scope = Scope(MAP, {"land": LAND.of(dict.fromkeys(LAND.boxes, "F")), "players": 4})
    scope.table, scope.complete = [scope] * 4, False
    start = time.process_time()
    try:
        return Formula(text)(scope)
    finally:
        assert time.process_time() - start < SECONDS


@settings(max_examples=300)
@given(st.one_of(formulas(2), formulas(3), st.text(alphabet="()[]{}abx019+-*/%<>=.,'\"# \\\n_:é", max_size=60)))
def test_any_text_ends_in_an_answer_or_a_formula_error(text: str) -> None:
    try:
        answer = asked(text)
    except FormulaError as error:
        assert str(error)
    else:
        assert answer is None or isinstance(answer, int | str | tuple | list | Boxes) or not callable(answer)


HARD = [
    "(" * 800 + "1" + ")" * 800,
    "-" * 1900 + "1",
    "not " * 400 + "1",
    "+".join("1" for _ in range(900)),
    "9" * 1900,
    "x39",
    "sum(sum(b for b in big) for a in big)",
    "sum(sum(b.touches.F for b in each(land)) for a in big)",
    "sum(a in big for a in big)",
    "sum(len(big + big) for a in big)",
    "sum(len(groups(land)) for a in big)",
    "sum(without(land, 'F') for a in big)",
    "sum(leads(sum(b for b in big)) for a in big)",
    "+".join("sum(a for a in big)" for _ in range(60)),
    "'%s' % big",
    "'a' * 999999999",
    "2 ** 2 ** 2 ** 99",
    "len(str(" + "*".join(["999999999999"] * 90) + "))",
]


@pytest.mark.parametrize("text", HARD, ids=range(len(HARD)))
def test_a_formula_that_would_take_long_is_bounded(text: str) -> None:
    with suppress(FormulaError):
        assert isinstance(asked(text), int)


def outside() -> Iterator[str]:
    """Names that lead outside of a sheet where they mean anything."""
    yield from (name for name in dir(builtins) if name not in ("None", "True", "False"))
    yield from ("ast", "functions", "scope", "self", "@scope", "s", "n", "eval", "globals", "__loader__")


@pytest.mark.parametrize(
    "shape", ["{}", "{}(1)", "land.{}", "(1).{}", "'a'.{}", "edition.{}", "str.{}", "{0} in ({0},)"]
)
def test_nothing_reaches_outside(shape: str) -> None:
    for name in outside():
        try:
            answer = asked(shape.format(name))
        except FormulaError:
            continue
        assert isinstance(answer, int | str | tuple), (shape, name, answer)


def test_names_of_loops_hide_nothing_that_formulas_are_made_of() -> None:
    for name in ("s", "n", "times", "dot", "modulo", "compare"):
        assert Formula(f"sum(max({name}, 2) * 3 % 5 for {name} in big)")({"big": (1, 2, 4)}) == 1 + 1 + 2
    with pytest.raises(FormulaError):
        Formula("sum(max for max in big)")

"""Formulas as JavaScript, so that forms fill in by themselves what follows from what is typed.

A sheet knows its own boxes only: what compares players, and what calls functions of a game's own, stays as it is
written. `runtime.js` has the functions of formulas; everything is plain ES5, as viewers of PDF forms have it.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from pnp.games.rules import functions
from pnp.games.rules.boxes import Area, plain
from pnp.games.rules.declaration import Declaration, Paper
from pnp.games.rules.formula import dot

TOTAL = "total"
RUNTIME = Path(__file__).with_name("runtime.js")
_ORDER = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
_EQUAL = {ast.Eq: "", ast.NotEq: "!", ast.Is: "", ast.IsNot: "!", ast.In: "", ast.NotIn: "!"}


class ElsewhereError(Exception):
    """A formula that needs what one sheet can't tell."""


class UnwrittenError(ElsewhereError):
    """A formula that needs what stands on no paper at all: nobody knows it there."""


class Translator:
    """Turns the trees of formulas into expressions of JavaScript, with the names of one sheet.

    `areas` has None for those that are on another sheet.

    >>> from pnp.games.rules.formula import parse
    >>> Translator({"limit": 63}, {}, ("fives",)).text(parse("35 if fives >= limit else 0"))
    '(f.truth((f.order(s.line("fives"),63)>=0))?35:0)'
    """

    def __init__(self, constants: Mapping[str, Any], areas: Mapping[str, Area | None], lines: Collection[str]) -> None:
        self.constants, self.areas, self.lines = constants, areas, lines
        self._bound: tuple[str, ...] = ()

    def text(self, node: ast.AST) -> str:
        """A part of a formula as JavaScript; an ElsewhereError where one sheet can't tell."""
        match node:
            case ast.Expression(body):
                return self.text(body)
            case ast.Constant(value):
                return constant(value)
            case ast.Name(id):
                return self._name(id)
            case ast.Tuple(elts):
                return f"[{self._each(elts)}]"
            case ast.Attribute(value, attr):
                return self._attribute(value, attr)
            case ast.Subscript(value, key):
                return f"f.item({self._each([value, key])})"
            case ast.BinOp() | ast.UnaryOp() | ast.BoolOp() | ast.Compare():
                return self._operator(node)
            case ast.IfExp(test, body, orelse):
                return f"(f.truth({self.text(test)})?{self._later(body)}:{self._later(orelse)})"
            case ast.GeneratorExp(value, [ast.comprehension(ast.Name(id), things, tests)]):
                return self._loop(id, things, tests, value)
            case ast.Call(ast.Name(id), arguments):
                return self._call(id, arguments)
        raise ElsewhereError

    def _later(self, node: ast.expr) -> str:
        """A part that may not be needed: only when it is, the formula needs what the sheet can't tell."""
        try:
            return self.text(node)
        except UnwrittenError:
            return "f.unwritten()"
        except ElsewhereError:
            return "f.elsewhere()"

    def _each(self, nodes: Collection[ast.expr]) -> str:
        return ",".join(map(self.text, nodes))

    def _name(self, id: str) -> str:
        if id in self._bound:
            return f"_{id}"
        if id in self.areas:
            return self._area(id)
        if id in self.lines:
            return f"s.line({json.dumps(id)})"
        if id in self.constants:
            return constant(self.constants[id])
        if id == TOTAL:
            return "s.total()"
        raise ElsewhereError

    def _area(self, id: str) -> str:
        area = self.areas[id]
        if area is None:
            raise ElsewhereError
        if area.shape == "things":
            raise UnwrittenError
        return f"s.area({json.dumps(id)})"

    def _attribute(self, value: ast.expr, attr: str) -> str:
        if isinstance(value, ast.Name) and value.id not in self._bound:
            if value.id == "lines" and attr in self.lines:
                return f"s.line({json.dumps(attr)})"
            area, table = self.areas.get(value.id), self.constants.get(value.id)
            if area is not None and area.shape == "boxes":
                box = attr if attr in area.boxes else attr.replace("_", "-")
                return f"s.box({json.dumps(value.id)},{json.dumps(box)})" if box in area.boxes else "0"
            if isinstance(table, Mapping) and value.id not in self.areas:
                return constant(dot(table, attr))
        return f"f.dot({self.text(value)},{json.dumps(attr)})"

    def _operator(self, node: ast.BinOp | ast.UnaryOp | ast.BoolOp | ast.Compare) -> str:
        match node:
            case ast.BinOp(left, ast.Sub(), right):
                return f"(f.number({self.text(left)})-f.number({self.text(right)}))"
            case ast.BinOp(left, ast.Mult(), right):
                return f"(f.number({self.text(left)})*f.number({self.text(right)}))"
            case ast.BinOp(left, op, right):
                function = {ast.Add: "plus", ast.FloorDiv: "floor"}.get(type(op), "modulo")
                return f"f.{function}({self._each([left, right])})"
            case ast.UnaryOp(ast.Not(), value):
                return f"!f.truth({self.text(value)})"
            case ast.UnaryOp(_, value):
                return f"(-f.number({self.text(value)}))"
            case ast.BoolOp(op, [first, *rest]):
                function, text = "and" if isinstance(op, ast.And) else "or", self.text(first)
                for value in rest:
                    text = f"f.{function}({text},function(){{return {self._later(value)}}})"
                return text
            case ast.Compare(left, ops, rights):
                sides = [self.text(side) for side in (left, *rights)]
                return f"({'&&'.join(map(_compared, sides, ops, sides[1:]))})"
        raise ElsewhereError

    def _loop(self, id: str, things: ast.expr, tests: list[ast.expr], value: ast.expr) -> str:
        over, outer = self.text(things), self._bound
        self._bound = (*outer, id)
        try:
            test = "&&".join(f"f.truth({self.text(test)})" for test in tests) or "true"
            return f"f.loop({over},function(_{id}){{return {test}}},function(_{id}){{return {self.text(value)}}})"
        finally:
            self._bound = outer

    def _call(self, name: str, arguments: list[ast.expr]) -> str:
        if name == "known":
            try:
                return f"f.known(function(){{return {self.text(arguments[0])}}})"
            except UnwrittenError:
                return "0"
        if name in functions.FUNCTIONS:
            return f"f.{name}({self._each(arguments)})"
        raise ElsewhereError


def _compared(left: str, op: ast.cmpop, right: str) -> str:
    if type(op) in _ORDER:
        return f"f.order({left},{right}){_ORDER[type(op)]}0"
    function = {ast.Is: "is", ast.IsNot: "is", ast.In: "within", ast.NotIn: "within"}.get(type(op), "equal")
    return f"{_EQUAL[type(op)]}f.{function}({left},{right})"


def constant(value: Any) -> str:
    """A constant as JavaScript.

    >>> constant((1, "a", {"red": None}))
    '[1,"a",f.dict(["red"],[null])]'
    """
    if isinstance(value, tuple | list):
        return f"[{','.join(map(constant, value))}]"
    if isinstance(value, Mapping):
        return f"f.dict({constant([*value])},{constant([*value.values()])})"
    return json.dumps(value)


# ---------------------------------------------------------------------- sheets


def sheet_script(declaration: Declaration, paper: Paper, fields: Collection[str], prefix: str) -> tuple[str, set[str]]:
    """A sheet for `pnp.sheets`, and the lines that it can work out: areas, fields of lines, what adds up, formulas.

    `fields` are all of the sheet's; those that begin with `prefix` stand for those of other columns and rounds.
    """
    areas: dict[str, Area | None] = {
        area.name: area if all(prefix + id in fields for id in area.boxes.values()) and not area.full else None
        for area in declaration.areas.values()
        if area.shape != "text"
    }
    constants = {**declaration.constants, "edition": declaration.entries}
    translator = Translator(constants, areas, declaration.follows)
    lines: dict[str, str] = {}
    for name, line in declaration.follows.items():
        try:
            lines[name] = translator.text(line.formula.tree)
        except ElsewhereError:
            continue
    script = " ".join(lines.values())
    known = {name: _area(area, script) for name, area in areas.items() if area and f'("{name}"' in script}
    at = {plain(id): field for id, field in paper.follows.items() if prefix + field in fields}
    parts = {"areas": known, "fields": at, "adds": [*map(plain, declaration.lines)]}
    data = [f"{key}:{json.dumps(value, separators=(',', ':'), default=dict)}" for key, value in parts.items()]
    formulas = ",\n".join(f"{json.dumps(name)}:function(s){{return {text}}}" for name, text in lines.items())
    known_lines = {*lines, TOTAL} if declaration.lines else {*lines}
    return f"(function(f){{return {{{','.join(data)},lines:{{\n{formulas}}}}}}})(pnp.f)", known_lines


def _area(area: Area, script: str) -> dict[str, Any]:
    """An area as the runtime knows it, with what the functions need that are called."""
    known: dict[str, Any] = {"kind": area.kind, "shape": area.shape}
    known |= {"names": [*area.boxes], "fields": [*area.boxes.values()]}
    if area.shape != "boxes":
        return {**known, "empty": area.empty}
    more: dict[str, tuple[Any, str]] = {
        "here": (area.here, "each"),
        "beside": (area.around, "each groups"),
        "lines": ({**area.cell_lines, **area.regions}, "whole"),
        "right": (area.right, "pairs"),
        "columns": (area.columns, "without"),
    }
    called = {key: value for key, (value, names) in more.items() if any(f"f.{n}(" in script for n in names.split())}
    return known | called

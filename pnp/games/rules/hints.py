"""What is printed small in a corner of a box that follows from others, so that everybody adds it up the same way."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Any

from pnp.games.rules.declaration import Declaration

SUM = "Σ"


def hint_of(declaration: Declaration, name: str) -> str:
    """The hint of a line or a box, by its name in formulas; that of the total if the lines add up to it."""
    line = declaration.follows.get(name)
    return hint(line.formula.tree, declaration.constants) if line else SUM


def hint(tree: ast.AST, constants: Mapping[str, Any]) -> str:
    """The hint of a formula: a short one or none.

    >>> from pnp.games.rules.formula import parse
    >>> texts = ["sum(coins) - fails", "-5 * count(gusts)", "35 if sum(upper) >= limit else 0", "2 * max(groups(land))"]
    >>> [hint(parse(text), {"limit": 63}) for text in texts]
    ['Σ', 'Σ × −5', '≥ 63: 35', '']
    """
    match tree:
        case ast.Expression(body):
            return hint(body, constants)
        case ast.BinOp(factor, ast.Mult(), what) if _adds(what) and (times := _number(factor, constants)) is not None:
            return f"{SUM} × {times}".replace("-", "−")
        case ast.IfExp(ast.Compare(what, [ast.GtE()], [limit]), gives, ast.Constant(0)) if _adds(what):
            least, worth = _number(limit, constants), _number(gives, constants)
            if least is not None and worth is not None:
                return f"≥ {least}: {worth}"
            return f"≥ {least}" if least is not None and ast.dump(gives) == ast.dump(what) else ""
        case ast.Call(ast.Name("table"), [what, *_]) if _adds(what):
            return SUM
    return SUM if _adds(tree) else ""


def _adds(node: ast.AST) -> bool:
    """Whether boxes are added or counted, and nothing else."""
    match node:
        case ast.BinOp(left, ast.Add() | ast.Sub(), right):
            return _adds(left) and _adds(right)
        case ast.UnaryOp(ast.USub(), value):
            return _adds(value)
        case ast.Call(ast.Name("sum" | "count"), [ast.Name()]) | ast.Name() | ast.Attribute(ast.Name()):
            return True
    return False


def _number(node: ast.AST, constants: Mapping[str, Any]) -> int | None:
    match node:
        case ast.Constant(int(value)):
            return value
        case ast.Name(id) if type(constants.get(id)) is int:
            return int(constants[id])
        case ast.UnaryOp(ast.USub(), value) if (number := _number(value, constants)) is not None:
            return -number
    return None

"""Why a line of the score is what it is: the parts of its formula with what they came to, by their printed names."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from pnp.games.rules.boxes import Area, plain
from pnp.games.rules.declaration import Declaration, Sentence
from pnp.games.rules.formula import Formula, FormulaError
from pnp.games.rules.scope import Inner, Scope, ask
from pnp.words import Said, say

_COUNTED = ("count", "sum", "pairs", "without", "alike", "whole", "groups", "leads", "leads_alone", "share")
"""Functions whose results explain a line."""
MOST_PARTS = 6


def words_of(sentence: Sentence | str, scope: Scope | Inner) -> Said | str:
    """Words with their facts; the name of a line alone is the place of that line."""
    if isinstance(sentence, str):
        return say("place.line", line=sentence) if sentence else ""
    if sentence.when is not None and not ask(sentence.when, scope):
        return words_of(sentence.otherwise or "", scope)
    return Said(sentence.key, {name: fact_of(fact, scope) for name, fact in sentence.facts.items()})


def fact_of(fact: Formula | Sentence, scope: Scope | Inner) -> Any:
    """A fact of a sentence: what its formula comes to, or words again, for each thing of a list if there is one."""
    if not isinstance(fact, Sentence):
        return ask(fact, scope, None)
    if fact.each is None:
        return words_of(fact, scope)
    return tuple(words_of(fact, scope.within({fact.name: thing})) for thing in fact.each(scope))


def reason(declaration: Declaration, line: str, scope: Scope) -> Said | str:
    """The reason of a line: as `why` says it, or else what its parts came to.

    A line that is one number of the sheet needs no reason.
    """
    if line in declaration.why:
        return words_of(declaration.why[line], scope)
    parts: list[Said] = []
    for formula, label in _parts(declaration, line):
        if len(parts) == MOST_PARTS:
            break
        try:
            value = ask(formula, scope, None)
        except FormulaError:
            continue
        if isinstance(value, tuple):
            value = max(value, default=0)
        if isinstance(value, bool):
            parts.append(label if value else say("why.not", what=label))
        elif isinstance(value, int):
            parts.append(say("why.part", n=value, what=label))
    return say("why.parts", parts=tuple(parts)) if parts else ""


@lru_cache(maxsize=1024)
def _parts(declaration: Declaration, line: str) -> tuple[tuple[Formula, Said], ...]:
    """The parts of a line's formula that explain it, outermost first, each with what it is called."""
    node = (declaration.lines.get(line) or declaration.boxes[line]).formula.tree.body
    if isinstance(node, ast.Name | ast.Attribute | ast.Constant):
        return ()
    parts = {ast.unparse(part): part for part in _outermost(declaration, node)}
    return tuple((declaration.formula(text), label_of(declaration, part)) for text, part in parts.items())


def _outermost(declaration: Declaration, node: ast.AST) -> Iterator[ast.expr]:
    if isinstance(node, ast.GeneratorExp):
        return
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _COUNTED:
        if not any(isinstance(inner, ast.GeneratorExp) for inner in ast.walk(node)):
            yield node
        return
    if isinstance(node, ast.Attribute):
        yield node
        return
    if isinstance(node, ast.Name) and _is_number(declaration, node.id):
        yield node
        return
    for child in ast.iter_child_nodes(node):
        yield from _outermost(declaration, child)


def _is_number(declaration: Declaration, name: str) -> bool:
    area = _area(declaration, name)
    return name in declaration.follows if area is None else area.shape in ("number", "count")


def _area(declaration: Declaration, name: str) -> Area | None:
    return next((area for area in declaration.areas.values() if area.name == name), None)


def label_of(declaration: Declaration, node: ast.expr) -> Said:
    """What a part of a formula is called: the area or line that it is about, and the sort of marks in it."""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        area = _area(declaration, node.value.id)
        if area is not None:
            box = next((box for box in area.boxes if plain(box) == node.attr), node.attr)
            return say("why.line", line=f"{area.id}.{box}" if not area.bare else box)
        return say("why.line", line=_id(declaration, node.attr))
    if isinstance(node, ast.Name):
        return say("why.line", line=_id(declaration, node.id))
    assert isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    what = label_of(declaration, node.args[0]) if node.args and _can_be_called(node.args[0]) else None
    marks = tuple(str(argument.value) for argument in node.args[1:] if isinstance(argument, ast.Constant))
    if node.func.id == "pairs":
        return say("why.pairs", area=what, marks=marks)
    if node.func.id == "without":
        return say("why.without", area=what, marks=marks)
    shown = marks if node.func.id not in ("share", "leads", "leads_alone") else ()
    return say("why.marks", area=what, marks=shown, whole=node.func.id == "whole" or None)


def _can_be_called(node: ast.expr) -> bool:
    return isinstance(node, ast.Name | ast.Attribute) or (isinstance(node, ast.Call) and bool(node.args))


def _id(declaration: Declaration, name: str) -> str:
    """The id that a formula writes with `_`."""
    ids = (*declaration.areas, *declaration.lines, *declaration.boxes, *declaration.lets)
    return next((id for id in ids if plain(id) == name), name)

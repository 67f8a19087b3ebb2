"""Formulas that fail: each is worked out on a blank sheet and on one that is full."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from pnp.games.codec import Mark
from pnp.games.rules.boxes import Area
from pnp.games.rules.declaration import Declaration
from pnp.games.rules.formula import FormulaError
from pnp.games.rules.legal_marks import refused_by_area
from pnp.games.rules.problems import problems_of
from pnp.games.rules.scope import Scope, ask
from pnp.games.rules.unknown import UNKNOWN
from pnp.games.rules.verdict import points_of_rolls
from pnp.strict import Fault, Path, near, shown
from pnp.words import say


def failures_of_rules(declaration: Declaration) -> list[Fault]:
    """What fails when formulas are worked out, the first failure of each; and braces that no fact fills."""
    failures: dict[Path, Fault] = {}
    for fault in (*_unknown_facts(declaration), *_failures(declaration)):
        failures.setdefault(fault.path, fault)
    return [*failures.values()]


def _unknown_facts(declaration: Declaration) -> Iterator[Fault]:
    """Braces in a sentence of a problem or note that no fact fills."""
    for key, checks in (("wrong", declaration.wrong), ("notes", declaration.notes), ("together", declaration.together)):
        for check in checks:
            for language, sentences in declaration.words.items():
                for name in set(re.findall(r"\{(\w+)", sentences.get(check.key, ""))) - {"where", *check.facts}:
                    fault = say("rules.no-fact", name=name, near=near(name, check.facts))
                    yield Fault(("rules", key, check.key, "say", language), fault)


def _failures(declaration: Declaration) -> Iterator[Fault]:
    """What fails on a blank sheet, or on one that is full."""
    areas = [area for area in declaration.areas.values() if area.shape != "text"]
    for sheet in ({area.name: area.empty for area in areas}, {area.name: _full(area) for area in areas}):
        scope = Scope(declaration, {**sheet, "players": declaration.players[1], "player": "", "sheets": ()})
        for source in declaration.sources:
            if not source.names:
                try:
                    value = ask(source.formula, scope)
                except FormulaError as error:
                    yield source.fault(error)
                else:
                    if source.path[1] in ("lines", "boxes") and not isinstance(value, int):
                        yield Fault(source.path, say("rules.no-number", value=shown(value)))
        for key, checks in (("wrong", declaration.wrong), ("notes", declaration.notes)):
            for check in checks:
                try:
                    list(problems_of(check, scope))
                except FormulaError as error:
                    yield Fault(("rules", key, check.key, "when"), error.said)
        for area in areas:
            yield from _failures_of_area(declaration, area, scope)


def _failures_of_area(declaration: Declaration, area: Area, scope: Scope) -> Iterator[Fault]:
    if area.dice and declaration.dice is None:
        yield Fault(("rules", "areas", area.id, "dice"), say("rules.no-dice"))
        return
    try:
        word = "dice"
        for text in set(area.dice.values()):
            points_of_rolls(declaration, text)
        word = "may"
        if area.may and area.shape == "boxes":
            dice = (1,) * declaration.dice.number if declaration.dice else ()
            for box, mark in _full(area).items():
                refused_by_area(scope, area, scope[area.name], box, mark, dice)
    except FormulaError as error:
        yield Fault(("rules", "areas", area.id, word), error.said)


def _full(area: Area) -> Any:
    """A value of an area in which something stands in every box."""
    low = area.values[0] if area.values else 1
    match area.shape:
        case "boxes":
            marks = {name: choices[0] for name, choices in area.choices.items() if choices}
            mark: Mark = True if area.kind == "cross" else low if area.kind in ("number", "tally") else ""
            return area.of({name: marks.get(name, mark) for name in area.boxes})
        case "count":
            return len(area.boxes)
        case "number":
            return low
        case "choice" | "names":
            values = tuple(choices[0] for choices in area.choices.values() if choices)
            return values if area.shape == "names" else next(iter(values), None)
    return UNKNOWN

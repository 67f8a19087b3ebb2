"""The one check between paper and rules: a sheet's fields are exactly those its game's rules know."""

from __future__ import annotations

from pnp.games.library import SHIPPED, Library
from pnp.sheets.sheet import Sheet
from pnp.strict import Fault


def mismatches(sheet: Sheet, library: Library = SHIPPED) -> list[Fault]:
    """Fields that only the paper or only the rules have, or that differ in what may be written there."""
    if not library.has(sheet.game):
        return []
    path = ("sheets", sheet.name)
    rules = library.load(sheet.game).fields(library.edition(sheet.game))
    if sheet.name not in rules:
        known = ", ".join(rules)
        return [Fault(path, f"the rules of {sheet.game} know no sheet {sheet.name!r}; there are {known}")]
    wanted = rules[sheet.name]
    there = {made.id: made for made in sheet.fields}
    faults = [
        Fault(path, f"the field {id} of the rules is missing; every one is needed") for id in wanted if id not in there
    ]
    for id, made in there.items():
        if id not in wanted:
            faults.append(Fault(path, f"the rules know no field {id}; every id must be one of theirs"))
            continue
        rule = wanted[id]
        paper = (made.kind, tuple(sorted(made.choices)), made.most)
        law = (rule.kind, tuple(sorted(rule.choices)), rule.most)
        if paper != law:
            faults.append(Fault(path, f"the field {id} is {_said(*paper)}; the rules have {_said(*law)}"))
    return faults


def _said(kind: str, choices: tuple[str, ...], most: int) -> str:
    return kind + (f" of {', '.join(choices)}" if choices else "") + (f" up to {most}" if most else "")

"""The one check between paper and rules: a sheet's fields are exactly those its game's rules know."""

from __future__ import annotations

from pnp.games.library import SHIPPED, Library
from pnp.sheets.sheet import Sheet
from pnp.strict import Fault
from pnp.words import Said, say


def mismatches(sheet: Sheet, library: Library = SHIPPED) -> list[Fault]:
    """Fields that only the paper or only the rules have, or that differ in what may be written there."""
    if not library.has(sheet.game):
        return []
    path = ("sheets", sheet.name)
    rules = library.load(sheet.game).fields(library.edition(sheet.game))
    if sheet.name not in rules:
        said = say("layout.no-such-sheet", game=sheet.game, sheet=repr(sheet.name), sheets=tuple(rules))
        return [Fault(path, said)]
    wanted = rules[sheet.name]
    there = {made.id: made for made in sheet.fields}
    faults = [Fault(path, say("layout.field-missing", field=id)) for id in wanted if id not in there]
    for id, made in there.items():
        if id not in wanted:
            faults.append(Fault(path, say("layout.no-such-field", field=id)))
            continue
        rule = wanted[id]
        paper = (made.kind, tuple(sorted(made.choices)), made.most)
        law = (rule.kind, tuple(sorted(rule.choices)), rule.most)
        if paper != law:
            faults.append(Fault(path, say("layout.other-field", field=id, paper=_said(*paper), rules=_said(*law))))
    return faults


def _said(kind: str, choices: tuple[str, ...], most: int) -> Said:
    return say("layout.field-kind", kind=kind, choices=choices, most=most or None)

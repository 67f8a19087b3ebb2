"""What is wrong with the rules of a game: names that nothing has, and what nobody reads."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.games.rules.boxes import plain
from pnp.games.rules.declaration import EVERYWHERE, Declaration
from pnp.strict import Fault, near, shown
from pnp.words import say


def faults_of_rules(declaration: Declaration) -> Iterator[Fault]:
    """Names in formulas that mean nothing, each with its place and the nearest known one."""
    known = {*EVERYWHERE, *declaration.follows, *declaration.names, *declaration.entries}
    known |= {plain(area.id) for area in declaration.areas.values() if area.shape != "text"}
    for path, formula, more in declaration.formulas():
        for name in sorted(formula.names - known - more):
            fault = say("formula.name", name=shown(name), near=near(name, known | more))
            yield Fault(("rules", *path), fault)

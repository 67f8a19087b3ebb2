"""What was written on paper and entered afterwards: marks by sheet, each checked against what may stand in its box."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pnp.edition import Edition
from pnp.games.codec import Marks
from pnp.games.game import Game, Papers
from pnp.games.paper import MarkCheck
from pnp.games.seats import refuse
from pnp.play.people import Person
from pnp.strict import near, shown

Stacks = Mapping[tuple[str, int | None], Marks]
"""The paper of a table: marks by sheet and by the person whose sheet it is, None for the table's own."""


def papers_of(stacks: Stacks, people: Sequence[Person]) -> Papers:
    """The paper of a table by its seats."""
    own = [{sheet: marks for (sheet, id), marks in stacks.items() if id == one.id} for one in people]
    shared = {sheet: marks for (sheet, id), marks in stacks.items() if id is None}
    return Papers(tuple(one.name for one in people), shared, tuple(own))


def entered(papers: Stacks, game: Game, edition: Edition, whose: int | None, data: Mapping[str, Any]) -> Any:
    """The paper after some marks were entered or, with None in their place, rubbed out; or why they can't be."""
    sheet, marks = data.get("sheet"), data.get("marks")
    known = game.fields(edition)
    if not isinstance(sheet, str) or sheet not in known:
        return refuse("no-such-sheet", sheet=shown(sheet), sheets=tuple(known))
    if not isinstance(marks, Mapping):
        return refuse("no-marks")
    kept, check = dict(papers.get((sheet, whose), {})), MarkCheck(known[sheet])
    for id, mark in marks.items():
        if id not in known[sheet]:
            return refuse("no-such-field", id=shown(id), sheet=sheet, near=near(str(id), known[sheet]))
        if mark is None:
            kept.pop(id, None)
        elif fault := check.fault(id, mark):
            return refuse("no-such-mark", id=id, mark=shown(mark), allowed=fault)
        else:
            kept[id] = mark
    return {**papers, (sheet, whose): kept}

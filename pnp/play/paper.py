"""What was written on paper and entered afterwards: marks by sheet, each checked against what may stand in its box."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pnp.edition import Edition
from pnp.games.codec import FieldRule, Mark, Marks
from pnp.games.game import Game, Papers
from pnp.games.seats import refuse
from pnp.play.people import Person
from pnp.strict import near, shown
from pnp.words import Said, say

Stacks = Mapping[tuple[str, int | None], Marks]
"""The paper of a table: marks by sheet and by the person whose sheet it is, None for the table's own."""
LONGEST_TEXT, LARGEST_NUMBER = 80, 9999


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
    kept, drawn = dict(papers.get((sheet, whose), {})), _drawn(known[sheet])
    for id, mark in marks.items():
        if id not in known[sheet]:
            return refuse("no-such-field", id=shown(id), sheet=sheet, near=near(str(id), known[sheet]))
        if mark is None:
            kept.pop(id, None)
        elif fault := _fault(known[sheet][id], mark, drawn[_block(id)]):
            return refuse("no-such-mark", id=id, mark=shown(mark), allowed=fault)
        else:
            kept[id] = mark
    return {**papers, (sheet, whose): kept}


def _block(id: str) -> str:
    return id.partition(".")[0]


def _drawn(fields: Mapping[str, FieldRule]) -> dict[str, list[str]]:
    """What can be drawn at all in the boxes of each block: people draw in the wrong ones, and the rules say so."""
    found: dict[str, list[str]] = {}
    for id, rule in fields.items():
        there = found.setdefault(_block(id), [])
        there += [value for value in rule.choices if value not in there]
    return found


def _fault(rule: FieldRule, mark: Mark, drawn: list[str]) -> Said | None:
    """What is allowed in a box that a mark does not fit, None where it fits."""
    match rule.kind:
        case "choice":
            return None if mark in drawn else say("mark.choice", choices=tuple(drawn))
        case "cross":
            return None if mark is True else say("mark.cross")
        case "tally":
            most = rule.most or 2
            return None if type(mark) is int and 1 <= mark <= most else say("mark.tally", most=most)
        case "number":
            fits = type(mark) is int and abs(mark) <= LARGEST_NUMBER
            return None if fits else say("mark.number", most=LARGEST_NUMBER)
        case _:
            fits = isinstance(mark, str) and 0 < len(mark) <= LONGEST_TEXT and mark.isprintable()
            return None if fits else say("mark.text", most=LONGEST_TEXT)

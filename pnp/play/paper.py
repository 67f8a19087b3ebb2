"""What was written on paper and entered afterwards: marks by sheet, each checked against what may stand in its box."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pnp.edition import Edition
from pnp.games.game import FieldRule, Game, Mark, Marks
from pnp.games.play import Refusal
from pnp.strict import nearest, shown

Stacks = Mapping[tuple[str, int | None], Marks]
"""The paper of a table: marks by sheet and by the person whose sheet it is, None for the table's own."""
LONGEST_TEXT, LARGEST_NUMBER = 80, 9999


def entered(papers: Stacks, game: Game, edition: Edition, whose: int | None, data: Mapping[str, Any]) -> Any:
    """The paper after some marks were entered or, with None in their place, rubbed out; or why they can't be."""
    sheet, marks = data.get("sheet"), data.get("marks")
    known = game.fields(edition)
    if not isinstance(sheet, str) or sheet not in known:
        return Refusal("no-such-sheet", f"{shown(sheet)} is no sheet; there are {', '.join(known)}")
    if not isinstance(marks, Mapping):
        return Refusal("no-marks", "marks are a table of field ids and what stands there")
    kept, drawn = dict(papers.get((sheet, whose), {})), _drawn(known[sheet])
    for id, mark in marks.items():
        if id not in known[sheet]:
            return Refusal("no-such-field", f"{shown(id)} is no field of {sheet}{nearest(str(id), list(known[sheet]))}")
        if mark is None:
            kept.pop(id, None)
        elif fault := _fault(known[sheet][id], mark, drawn[_block(id)]):
            return Refusal("no-such-mark", f"{id}: {shown(mark)}; {fault}")
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


def _fault(rule: FieldRule, mark: Mark, drawn: list[str]) -> str:
    """What is allowed in a box that a mark does not fit, empty where it fits."""
    match rule.kind:
        case "choice":
            return "" if mark in drawn else f"{', '.join(drawn)} are allowed"
        case "cross":
            return "" if mark is True else "a cross is there or not"
        case "tally":
            most = rule.most or 2
            return "" if type(mark) is int and 1 <= mark <= most else f"1 to {most} strokes are allowed"
        case "number":
            fits = type(mark) is int and abs(mark) <= LARGEST_NUMBER
            return "" if fits else f"a whole number up to {LARGEST_NUMBER} is allowed"
        case _:
            fits = isinstance(mark, str) and 0 < len(mark) <= LONGEST_TEXT and mark.isprintable()
            return "" if fits else f"a text of at most {LONGEST_TEXT} characters is allowed"

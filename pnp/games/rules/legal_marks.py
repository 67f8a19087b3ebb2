"""Which mark may come next, and why another may not.

A mark is legal when its area's `may` holds and it makes nothing wrong that was not wrong before: checking and playing
are one rule.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any, NamedTuple

from pnp.games.codec import Mark
from pnp.games.rules.boxes import Area, Boxes
from pnp.games.rules.problems import problems_of
from pnp.games.rules.scope import Scope, ask
from pnp.games.seats import Refusal
from pnp.words import Said

OF_DICE = frozenset({"die", "dice"})
OF_THE_MOMENT = frozenset({"die", "dice", "last", "before", "beside"})
"""Names of a `may` that depend on when the mark is made."""


class NextMark(NamedTuple):
    """A mark in a box of an area."""

    area: str
    box: str
    mark: Mark


def legal_marks(scope: Scope, dice: tuple[int, ...] = ()) -> Iterator[NextMark]:
    """Every mark that may be made next on a sheet, by the order of the areas; `dice` are those of this turn."""
    for area in scope.declaration.areas.values():
        if area.shape != "boxes" or area.kind == "text":
            continue
        for box, mark in candidates(scope, area, dice):
            if refusal(scope, area, box, mark, dice) is None:
                yield NextMark(area.id, box, mark)


def candidates(scope: Scope, area: Area, dice: tuple[int, ...] = ()) -> Iterator[tuple[str, Mark]]:
    """Marks that could be made in the empty boxes of an area, legal or not; numbers only where it is clear which."""
    there = scope[area.name]
    for box in area.boxes:
        if box in there:
            continue
        if area.kind == "cross":
            yield box, True
        elif area.kind == "choice":
            yield from ((box, mark) for mark in area.choices[box])
        elif area.kind == "tally":
            yield from ((box, strokes) for strokes in range(1, area.most + 1))
        elif box in area.dice:
            if dice:
                yield box, dice_worth(scope, area, box, dice)
        elif area.values:
            yield from ((box, value) for value in range(area.values[0], area.values[1] + 1))


def dice_worth(scope: Scope, area: Area, box: str, dice: tuple[int, ...]) -> int:
    """What dice give in a box."""
    return int(scope.declaration.formula(area.dice[box])(scope.within({"dice": dice})))


def refusal(scope: Scope, area: Area, box: str, mark: Mark, dice: tuple[int, ...] = ()) -> Refusal | None:
    """Why a mark may not be made now; None where it may."""
    there: Boxes = scope[area.name]
    if box not in area.boxes:
        return Refusal("no-such-box", {"box": box, "boxes": tuple(area.boxes)})
    if there.get(box) is True:
        return Refusal("box-taken.marked", {"box": area.line(box)})
    if box in there:
        return Refusal("box-taken", {"box": area.line(box), "points": there[box]})
    return refused_by_area(scope, area, there, box, mark, dice) or _made_wrong(scope, area, there.plus(box, mark))


def refused_by_area(
    scope: Scope, area: Area, there: Boxes, box: str, mark: Mark, dice: tuple[int, ...] = (), blank: Scope | None = None
) -> Refusal | None:
    """What an area itself has against a mark: its order, its values, its dice, its `may`."""
    at = area.places[box]
    if area.order == "right" and at <= there.last:
        return Refusal("not-in-order", {"box": area.line(box), "last": there.last})
    if area.values and type(mark) is int and not area.values[0] <= mark <= area.values[1]:
        return Refusal("no-such-value", {"written": mark, "low": area.values[0], "high": area.values[1]})
    if box in area.dice and dice:
        due = dice_worth(scope, area, box, dice)
        return None if mark == due else Refusal("no-such-score", {"written": mark, "most": due})
    if not area.may:
        return None
    names: dict[str, Any] = {
        "at": at,
        "here": area.here.get(box, 0),
        "value": mark,
        "last": there.last,
        "before": there.by_place.get(at - 1, 0),
        "beside": tuple(name for name in area.beside(box) if name in there),
    }
    rolls: list[dict[str, Any]] = [{**names, "dice": dice, "die": die} for die in dict.fromkeys(dice)] or [names]
    failed = [failed_part(scope, area, roll, blank=blank) for roll in rolls]
    return _may_not(area, box, mark, min(failed, key=len)) if all(failed) else None


def _may_not(area: Area, box: str, mark: Mark, rule: str) -> Refusal:
    """Why a mark may not be made by the `may` of its area: in the words of the area, or by the part that fails."""
    name, written = area.line(box), None if mark is True else mark
    if not area.say:
        return Refusal("may-not", {"box": name, "mark": written, "rule": rule})
    why = Said(area.say.key, {"box": name, "mark": written, "here": area.here.get(box)})
    return Refusal("may-not.why", {"box": name, "mark": written, "why": why})


def failed_part(
    scope: Scope, area: Area, names: Mapping[str, Any], ignored: frozenset[str] = OF_DICE, blank: Scope | None = None
) -> str:
    """The part of an area's `may` that does not hold; what it says of dice that nobody rolled is let be.

    Of marks made long ago nobody knows what else stood there: each part of it holds now, or on a `blank` sheet.
    """
    inner = [each.within(names) for each in (scope, blank) if each is not None]
    left_out = ignored - names.keys()
    for part, used in _conjuncts(area.may):
        if not used & left_out and not any(ask(scope.declaration.formula(part), each, 1) for each in inner):
            return part
    return ""


@lru_cache(maxsize=1024)
def _conjuncts(text: str) -> tuple[tuple[str, frozenset[str]], ...]:
    """The parts of a `may` that all have to hold, each with the names that it asks for."""
    tree = ast.parse(text.strip().replace("\n", " "), mode="eval").body
    parts = tree.values if isinstance(tree, ast.BoolOp) and isinstance(tree.op, ast.And) else [tree]
    return tuple(
        (ast.unparse(part), frozenset(node.id for node in ast.walk(part) if isinstance(node, ast.Name)))
        for part in parts
    )


def _made_wrong(scope: Scope, area: Area, after: Boxes) -> Refusal | None:
    """What would be wrong with a mark that was not wrong without it."""
    checks = scope.declaration.wrong
    if not checks:
        return None
    if scope.problems is None:
        scope.problems = {(found.code, found.where) for check in checks for found in problems_of(check, scope)}
    later = scope.marked(area.name, after)
    for check in checks:
        for found in problems_of(check, later):
            if (found.code, found.where) not in scope.problems:
                facts = found.facts if not isinstance(found.facts, str) else {}
                return Refusal(found.key, {"where": found.where, **facts})
    return None


def replayed(area: Area, scope: Scope) -> Iterator[tuple[str, Refusal]]:
    """Boxes whose marks can't have been made: a row is filled again in its order, other marks are looked at alone.

    What `may` says of the area itself is let be where marks have no order: it looks otherwise once more stands there.
    What it says of marks beside a box has to hold in some order.
    """
    there: Boxes = scope[area.name]
    if not area.may or not there:
        return
    blank = scope.blank()
    if area.order != "right":
        ignored = OF_THE_MOMENT | {area.name}  # the area itself looks otherwise once it is full
        for box, mark in there.items():
            names = {"at": area.places[box], "here": area.here.get(box, 0), "value": mark}
            if failed := failed_part(scope, area, names, ignored, blank):
                yield box, _may_not(area, box, mark, failed)
        orders = (sorted(there, key=partial(_is_lonely, there), reverse=lonely) for lonely in (False, True))
        left, rule = min((_left_over(area, scope, order) for order in orders), key=lambda found: len(found[0]))
        yield from ((box, _may_not(area, box, there[box], rule)) for box in left)
        return
    before = area.of({})
    for box, mark in there.items():
        now = scope.marked(area.name, before)
        if refused_by_area(now, area, before, box, mark) is not None:
            then = blank.marked(area.name, before)
            found = refused_by_area(now, area, before, box, mark, blank=then)
            if found is not None:
                yield box, found
        before = before.plus(box, mark)


def _is_lonely(there: Boxes, box: str) -> bool:
    return not any(near in there for near in there.area.beside(box))


def _left_over(area: Area, scope: Scope, order: Sequence[str]) -> tuple[list[str], str]:
    """The boxes that can't be marked one after the other beside what is marked already, and the part that fails."""
    rules = [
        part for part, used in _conjuncts(area.may) if "beside" in used and not used & (OF_DICE | {"last", "before"})
    ]
    there, now, left = scope[area.name], area.of({}), list(order) if rules else []
    rule = " and ".join(f"({part})" for part in rules)
    while left:
        outer = scope.marked(area.name, now)
        for box in left:
            near = tuple(name for name in area.beside(box) if name in now)
            names = {"at": area.places[box], "here": area.here.get(box, 0), "value": there[box], "beside": near}
            if ask(scope.declaration.formula(rule), outer.within(names), 1):
                break
        else:
            return left, rule
        left.remove(box)
        now = now.plus(box, there[box])
    return [], ""

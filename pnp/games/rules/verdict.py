"""What the rules say of a document: problems, notes, the score with its reasons, the ranking."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement, zip_longest
from typing import Any

from pnp.errors import Problem, problem
from pnp.games.paper import as_written, impossible, is_written, outside
from pnp.games.rules.boxes import Area, Boxes, plain
from pnp.games.rules.declaration import Declaration
from pnp.games.rules.document import Document, Sheet
from pnp.games.rules.legal_marks import replayed
from pnp.games.rules.problems import problems_of
from pnp.games.rules.reasons import reason
from pnp.games.rules.scope import Scope, ask
from pnp.games.rules.unknown import UnknownError
from pnp.games.verdict import Line, Rank, Score, SheetVerdict, Verdict, compare, ranking, wrong_sums
from pnp.words import Said, say

Scopes = Sequence[Sequence[Scope]]
"""For each sheet a scope for each of its rounds; a game without rounds has one."""


def scopes_of(declaration: Declaration, document: Document) -> list[list[Scope]]:
    """The sheets of a document as formulas see them, everybody compared with everybody in the same round."""
    found = []
    for seat, sheet in enumerate(document.sheets):
        numbers = sheet.numbers or (None,) * len(sheet.rounds)
        given = {"players": document.players, "player": sheet.player, "seat": seat}
        found.append(
            [
                Scope(declaration, {**given, **values}, written)
                for values, written in zip(sheet.rounds, numbers, strict=True)
            ]
        )
    for side_by_side in zip_longest(*found):
        there = [scope for scope in side_by_side if scope is not None]
        for seat, scope in enumerate(there):
            scope.table, scope.seat = there, seat
            scope.complete = document.complete and len(there) == len(found)
    return found


def judge(declaration: Declaration, document: Document) -> Verdict:
    """The verdict of a document."""
    scopes = scopes_of(declaration, document)
    verdicts = []
    for sheet, rounds in zip(document.sheets, scopes, strict=True):
        score = score_of(declaration, rounds)
        doubts = doubts_of(declaration, rounds) if not document.complete else {}
        problems = [*problems_of_sheet(declaration, rounds), *wrong_sums(sheet.written, score, doubts)]
        problems += _wrong_boxes(declaration, sheet, rounds)
        notes = tuple(note for scope in rounds for note in _notes(declaration, scope))
        verdicts.append(SheetVerdict(sheet.player, tuple(problems), notes, score))
    return Verdict(
        declaration.game,
        tuple(verdicts),
        tuple(_problems_together(declaration, scopes)),
        ranked(declaration, [(verdict.player, verdict.score.total) for verdict in verdicts], scopes),
    )


# ---------------------------------------------------------------------- the score


def score_of(declaration: Declaration, rounds: Sequence[Scope], reasons: bool = True) -> Score:
    """The lines of a sheet, sums of its rounds where it has some, each with its reason."""
    each = tuple(tuple(line_of(declaration, id, scope, reasons) for id in declaration.lines) for scope in rounds)
    facts = {id: ask(formula, rounds[0], 0) for id, formula in declaration.facts.items()} if rounds else {}
    if declaration.rounds is None:
        return Score(each[0], facts=facts)
    sums = tuple(_sum(id, [lines[at] for lines in each]) for at, id in enumerate(declaration.lines))
    return Score(sums, each if len(each) > 1 else (), facts)


def _sum(id: str, lines: Sequence[Line]) -> Line:
    """A line of several rounds together."""
    return Line(id, sum(line.points for line in lines)) if any(map(is_written, lines)) else as_written(id, None)


def line_of(declaration: Declaration, id: str, scope: Scope, reasons: bool = True) -> Line:
    """A line of the score with its reason; as it is written where it does not follow from what is here."""
    name = plain(id)
    if _is_open_box(declaration, id, scope):
        return as_written(id, None)
    try:
        points = int(scope.worth(name))
    except UnknownError:
        return as_written(id, None)
    if scope.written is not None and not scope.has_followed(name):
        return as_written(id, points)
    return Line(id, points, reason(declaration, id, scope) if reasons else "")


def _is_open_box(declaration: Declaration, id: str, scope: Scope) -> bool:
    """Whether a line is nothing but a box in which nothing stands; one that was struck counts 0."""
    area, _, box = declaration.lines[id].formula.text.strip().partition(".")
    boxes = scope.values.get(area) if box.isidentifier() else None
    return isinstance(boxes, Boxes) and box not in map(plain, boxes)


def doubts_of(declaration: Declaration, rounds: Sequence[Scope]) -> dict[str, list[int]]:
    """The lines that sheets which are missing may change, with everything that they may come to."""
    found = {}
    for id in declaration.comparing:
        possible = [scope.possible(id) for scope in rounds]
        if any(len(values) > 1 for values in possible):
            sums = {0}
            for values in possible:
                sums = {have + value for have in sums for value in values}
            found[id] = sorted(sums)
    return found


def ranked(declaration: Declaration, totals: Sequence[tuple[str, int]], scopes: Scopes) -> tuple[Rank, ...]:
    """The ranking of players by total, then by the formulas of `rank`, the higher the better."""
    sign = 1 if declaration.highest else -1
    rows = [(player, sign * total) for player, total in totals]
    keys = [tuple(sum(ask(formula, scope) for scope in rounds) for formula, _ in declaration.rank) for rounds in scopes]
    places = ranking(rows, keys, lambda at: _step(declaration, at))
    return places if declaration.highest else tuple(row._replace(total=-row.total) for row in places)


def _step(declaration: Declaration, at: int) -> Said | str:
    """What a tiebreak is called."""
    _, sentence = declaration.rank[at]
    return Said(sentence.key, {}) if sentence is not None else say("why.tiebreak", n=at + 1)


# ---------------------------------------------------------------------- what is wrong


def problems_of_sheet(declaration: Declaration, rounds: Sequence[Scope]) -> Iterator[Problem]:
    """What is wrong with a sheet whatever was added up, round by round, sorted by code."""
    several = len(rounds) > 1
    for number, scope in enumerate(rounds, 1):
        for area in declaration.areas.values():
            if area.shape == "boxes":
                yield from _impossible_marks(declaration, area, scope, number if several else 0)
        found = [one for check in declaration.wrong for one in problems_of(check, scope)]
        yield from sorted(found, key=lambda one: one.code)
        if scope.written is not None:
            yield from _impossible_numbers(declaration, scope, number if several else 0)


def _notes(declaration: Declaration, scope: Scope) -> Iterator[Said]:
    for check in declaration.notes:
        for found in problems_of(check, scope):
            yield Said(found.key, found.facts)


def _problems_together(declaration: Declaration, scopes: Scopes) -> Iterator[Problem]:
    """What is wrong between the sheets: `sheets` are all of them."""
    if not scopes or not scopes[0]:
        return
    sheets = tuple(_SheetOfTable(rounds[0]) for rounds in scopes if rounds)
    for check in declaration.together:
        yield from problems_of(check, scopes[0][0].within({"sheets": sheets}))


class _SheetOfTable:
    """Another sheet, as formulas ask for its areas and lines: `sheet.bonuses`."""

    def __init__(self, scope: Scope) -> None:
        self._scope = scope

    def get_named(self, name: str) -> Any:
        """The value of an area or line, or the player's name."""
        return self._scope[name]


def place_of(line: str, number: int) -> Said:
    """The place of a line of the score, in a round if there are several."""
    return say("place.round", line=line, round=number) if number else say("place.line", line=line)


def _impossible_marks(declaration: Declaration, area: Area, scope: Scope, number: int) -> Iterator[Problem]:
    boxes = scope[area.name]
    for box, mark in boxes.items():
        line = box if area.bare else f"{area.id}.{box}"
        if area.values and type(mark) is int and not area.values[0] <= mark <= area.values[1]:
            low, high = area.values
            yield problem("no-such-value", place_of(line, number), written=mark, low=low, high=high)
        elif box in area.dice and not _can_score(declaration, area.dice[box], mark):
            most = max(points_of_rolls(declaration, area.dice[box]))
            yield problem("no-such-score", place_of(line, number), written=mark, most=most)
    for box, refusal in replayed(area, scope):
        if refusal.key == "no-such-value":
            continue
        yield Problem(refusal.key, place_of(f"{area.id}.{box}", number), refusal.facts)


@lru_cache(maxsize=4096)
def _can_score(declaration: Declaration, text: str, points: int) -> bool:
    """Whether dice can give so many points by a formula; 0 stands where they give nothing."""
    return points == 0 or points in points_of_rolls(declaration, text)


def points_of_rolls(declaration: Declaration, text: str) -> Iterator[int]:
    """What every roll of the dice gives by a formula."""
    dice, formula, scope = declaration.dice, declaration.formula(text), Scope(declaration, {})
    assert dice is not None
    for roll in combinations_with_replacement(range(1, dice.faces + 1), dice.number):
        yield int(formula(scope.within({"dice": roll})))


def _impossible_numbers(declaration: Declaration, scope: Scope, number: int) -> Iterator[Problem]:
    """Numbers on paper that nothing on the table can give."""
    for line in (*declaration.lines.values(), *declaration.boxes.values()):
        written = (scope.written or {}).get(line.id)
        if line.can is None or not isinstance(written, int):
            continue
        low, high, step = line.can
        place = place_of(line.id, number)
        wrong = outside(place, written, low, high)
        yield from wrong
        if not wrong and step > 1 and written % step:
            yield impossible(place, written, say("possible.steps", step=step))


def _wrong_boxes(declaration: Declaration, sheet: Sheet, rounds: Sequence[Scope]) -> Iterator[Problem]:
    """Boxes beside the lines that follow from others and say something else."""
    for number, (scope, numbers) in enumerate(zip(rounds, sheet.numbers or (), strict=False), 1):
        for box in declaration.boxes.values():
            if box.id in numbers and scope.has_followed(plain(box.id)):
                place = place_of(box.id, number if len(rounds) > 1 else 0)
                due = int(scope.worth(plain(box.id)))
                yield from compare(place, numbers[box.id], due, reason(declaration, box.id, scope))

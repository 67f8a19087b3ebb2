"""Sheets on paper: what stands on them, what they come to, and what their boxes should say that follow from others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pnp.games.codec import FieldRule, Mark, Marks
from pnp.games.game import Counted, Papers
from pnp.games.paper import columns
from pnp.games.rules.boxes import plain
from pnp.games.rules.declaration import Declaration, Paper
from pnp.games.rules.document import Document, Sheet, with_full_tracks
from pnp.games.rules.scope import Scope
from pnp.games.rules.unknown import UNKNOWN
from pnp.games.rules.verdict import judge, scopes_of
from pnp.words import say

TOTAL = "total"


def fields_of(declaration: Declaration) -> dict[str, dict[str, FieldRule]]:
    """The fields of each sheet, by the areas that the rules give a shape."""
    return {name: _fields(declaration, paper) for name, paper in declaration.papers.items()}


def _fields(declaration: Declaration, paper: Paper) -> dict[str, FieldRule]:
    inner: dict[str, FieldRule] = {}
    for area in declaration.areas.values():
        inner |= area.fields
    inner |= {field: _rule_of(declaration, id) for id, field in paper.follows.items()}
    alone = {"name": FieldRule("text")} if paper.own and paper.named else {}
    return alone | {prefix + id: rule for prefix in every_prefix(declaration, paper) for id, rule in inner.items()}


def every_prefix(declaration: Declaration, paper: Paper) -> list[str]:
    """How the fields of each column and round of a sheet begin."""
    columns = [f"p{seat}." for seat in range(1, paper.columns + 1)] or [""]
    return [column + prefix for column in columns for prefix in prefixes_of(declaration)]


def _rule_of(declaration: Declaration, id: str) -> FieldRule:
    """What may stand in the box of a line, a box that follows, or the total."""
    line = declaration.follows.get(plain(id))
    if line is None or not line.choices:
        return FieldRule("number")
    return FieldRule("choice", tuple(str(number) for number in range(1, line.choices + 1)))


def prefixes_of(declaration: Declaration) -> Sequence[str]:
    """How the fields of each round begin."""
    rounds = declaration.rounds
    return [f"{rounds.prefix}{n}." for n in range(1, rounds.most + 1)] if rounds else [""]


def _within(marks: Marks, prefix: str) -> Marks:
    return {id[len(prefix) :]: mark for id, mark in marks.items() if id.startswith(prefix)} if prefix else marks


# ---------------------------------------------------------------------- from paper


def marks_of_seat(declaration: Declaration, papers: Papers, seat: int) -> dict[str, Mark]:
    """What a seat has written on all of its sheets, by the fields' ids without the column of a pad."""
    found: dict[str, Mark] = {}
    for name, paper in declaration.papers.items():
        if paper.own:
            found |= papers.own[seat].get(name, {}) if seat < len(papers.own) else {}
        elif paper.columns:
            found |= columns(papers, name)[seat]
        else:
            found |= papers.table.get(name, {})
    return found


def sheet_of(declaration: Declaration, player: str, marks: Marks, players: int) -> Sheet:
    """A sheet as it stands on paper."""
    rounds = [_within(marks, prefix) for prefix in prefixes_of(declaration)]
    if declaration.rounds is not None:
        last = max((number for number, there in enumerate(rounds, 1) if there), default=0)
        rounds = rounds[:last]
    numbers = [_numbers(declaration, there) for there in rounds]
    written: dict[str, Any] | None
    if len(rounds) > 1:
        written = {"rounds": [_written(declaration, there) for there in numbers]}
    else:
        written = _written(declaration, numbers[0]) if numbers else None
    values = tuple(_values(declaration, there, players) for there in rounds)
    return Sheet(player, values, written, tuple(numbers))


def read_paper(declaration: Declaration, marks: Marks, players: int) -> tuple[dict[str, Any], dict[str, int]]:
    """The values of the areas on a sheet without rounds, and the lines of its score that were written down."""
    return _values(declaration, marks, players), _written(declaration, _numbers(declaration, marks))


def _values(declaration: Declaration, marks: Marks, players: int) -> dict[str, Any]:
    values = {area.name: area.value(marks) for area in declaration.areas.values() if area.shape != "text"}
    clear = {
        area.id
        for area in declaration.areas.values()
        if area.full and not 0 < (values[area.name] or 0) < len(area.boxes) * max(area.most, 1)
    }
    return with_full_tracks(declaration, values, players, clear)


def _numbers(declaration: Declaration, marks: Marks) -> dict[str, int]:
    """The numbers in boxes of lines, of totals and of what else follows."""
    found: dict[str, int] = {}
    for paper in declaration.papers.values():
        for id, field in paper.follows.items():
            mark = marks.get(field)
            if type(mark) is int or (isinstance(mark, str) and mark in _rule_of(declaration, id).choices):
                found[id] = int(mark)
    return found


def _written(declaration: Declaration, numbers: Mapping[str, int]) -> dict[str, int]:
    return {id: number for id, number in numbers.items() if id in declaration.lines or id == TOTAL}


# ---------------------------------------------------------------------- counted


def document_of(declaration: Declaration, papers: Papers) -> Document:
    """The sheets of a table as they stand on paper."""
    players = len(papers.players)
    low, high = declaration.players
    seats = min(max(players, low), high)
    every = (marks_of_seat(declaration, papers, seat) for seat in range(players))
    sheets = tuple(sheet_of(declaration, *pair, seats) for pair in zip(papers.players, every, strict=True))
    return Document(players, sheets)


def count(declaration: Declaration, papers: Papers) -> Counted:
    """What paper comes to: what follows from what stands there, the rest as it is written."""
    every = [marks_of_seat(declaration, papers, seat) for seat in range(len(papers.players))]
    document = document_of(declaration, papers)
    verdict = judge(declaration, document)
    blank = {seat for seat, marks in enumerate(every) if not any(id != "name" for id in marks)}
    verdicts = tuple(
        found._replace(notes=(say("nothing-written"),)) if seat in blank and declaration.rounds is None else found
        for seat, found in enumerate(verdict.sheets)
    )
    scopes = scopes_of(declaration, document)
    due = {seat: list(map(_due, rounds)) for seat, rounds in enumerate(scopes) if seat not in blank}
    table: dict[str, dict[str, Mark]] = {}
    own: list[dict[str, Marks]] = [{} for _ in papers.players]
    for name, paper in declaration.papers.items():
        for seat, rounds in due.items():
            marks = dict(_placed(declaration, paper, rounds))
            if paper.own:
                own[seat] = {**own[seat], name: marks}
            elif seat < paper.columns or not paper.columns:
                column = f"p{seat + 1}." if paper.columns else ""
                table.setdefault(name, {}).update({column + id: mark for id, mark in marks.items()})
    return Counted(verdict._replace(sheets=verdicts), table, tuple(own))


def _due(scope: Scope) -> dict[str, Mark]:
    """What the boxes should say that follow, in a round of a sheet; nothing in one that was left out."""
    declaration = scope.declaration
    if declaration.rounds is not None and not any(map(scope.values.get, _names(declaration))):
        return {}
    follow = [*declaration.lines.values(), *declaration.boxes.values()]
    found: dict[str, Mark] = {TOTAL: scope.total}
    for line in follow:
        if scope.has_followed(plain(line.id)):
            number = int(scope.worth(plain(line.id)))
            found[line.id] = str(number) if line.choices else number
    return found


def _names(declaration: Declaration) -> list[str]:
    return [area.name for area in declaration.areas.values()]


def _placed(declaration: Declaration, paper: Paper, rounds: Sequence[Mapping[str, Mark]]) -> Iterator[tuple[str, Mark]]:
    for prefix, due in zip(prefixes_of(declaration), rounds, strict=False):
        yield from ((prefix + field, due[id]) for id, field in paper.follows.items() if id in due)


# ---------------------------------------------------------------------- filled in


def filled(declaration: Declaration, document: Document) -> list[tuple[str, Marks]]:
    """Every sheet of a document with its marks and with what follows from them."""
    every = []
    for sheet, rounds in zip(document.sheets, scopes_of(declaration, document), strict=True):
        marks: dict[str, Mark] = {"name": sheet.player}
        for prefix, values, scope in zip(prefixes_of(declaration), sheet.rounds, rounds, strict=False):
            if declaration.rounds is not None and not any(values.values()):
                continue
            marks |= {prefix + id: mark for id, mark in marks_of_values(declaration, values).items()}
            marks |= {prefix + id: mark for id, mark in marks_of_follows(declaration, _due(scope)).items()}
        every.append(marks)
    found: list[tuple[str, Marks]] = []
    for name, paper in declaration.papers.items():
        if paper.own:
            found += [(name, _of_paper(declaration, paper, marks)) for marks in every]
        else:
            pairs = [(f"p{seat}." if paper.columns else "", marks) for seat, marks in enumerate(every, 1)]
            of_table = [
                {column + id: mark for id, mark in _of_paper(declaration, paper, marks).items()}
                for column, marks in pairs
            ]
            found.append((name, {id: mark for marks in of_table for id, mark in marks.items()}))
    return found


def marks_of_values(declaration: Declaration, values: Mapping[str, Any]) -> dict[str, Mark]:
    """What stands in the areas of a sheet."""
    return {
        id: mark
        for area in declaration.areas.values()
        for id, mark in area.marks(values.get(area.name, UNKNOWN)).items()
    }


def marks_of_follows(declaration: Declaration, due: Mapping[str, Mark]) -> dict[str, Mark]:
    """What stands in the boxes that follow from others."""
    fields = {id: field for paper in declaration.papers.values() for id, field in paper.follows.items()}
    return {fields[id]: points for id, points in due.items() if id in fields}


def _of_paper(declaration: Declaration, paper: Paper, marks: Marks) -> dict[str, Mark]:
    """The marks that stand on one of the sheets."""
    known = _fields(declaration, paper._replace(columns=0))
    return {id: mark for id, mark in marks.items() if id in known}

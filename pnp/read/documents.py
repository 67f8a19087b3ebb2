"""Sheets that were read as one document: what `pnp check` takes, for all photos of a table together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from pnp.sheets.labels import seat_of_field

Sheets = Sequence[Mapping[str, Any]]
"""Readings as plain values."""


def tables(sheets: Sheets) -> list[list[Mapping[str, Any]]]:
    """The tables that were photographed, each sheet once: one a game, or several whose pads contradict each other.

    >>> pad = {"game": "g", "sheet": "pad", "owner": "table", "photo": "a.jpg", "doubts": []}
    >>> marks = {"A": {"p1.a": 1}, "B": {"p2.a": 7}, "C": {"p1.a": 3}}
    >>> found = tables([{**pad, "code": code, "marks": written} for code, written in marks.items()])
    >>> [[pad["code"] for pad in table] for table in found]
    [['A', 'B'], ['C']]
    """
    found: list[list[Mapping[str, Any]]] = []
    for game in dict.fromkeys(sheet["game"] for sheet in sheets):
        kept = once([sheet for sheet in sheets if sheet["game"] == game])
        if any(sheet["owner"] == "player" for sheet in kept):
            found.append(kept)
            continue
        here: list[list[Mapping[str, Any]]] = []
        for sheet in kept:
            fitting = (table for table in here if all(_agree(sheet, other) for other in table))
            if (table := next(fitting, None)) is None:
                here.append([sheet])
            else:
                table.append(sheet)
        found += here
    return found


def _agree(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether two pads may be of one table: no field says one thing here and another there."""
    both = one["marks"].keys() & other["marks"].keys() if one["sheet"] == other["sheet"] else ()
    return all(one["marks"][id] == other["marks"][id] for id in both)


def once(sheets: Sheets) -> list[Mapping[str, Any]]:
    """The sheets without those that were photographed twice: of each code the one with fewest doubts.

    Copies of one print have one code, and are told apart where they lie in one photo.

    >>> read = {"sheet": "play", "code": "A"}
    >>> one, two, copy = ({**read, "doubts": ["?"] * n, "photo": photo} for n, photo in ((2, "a"), (1, "b"), (3, "b")))
    >>> [(sheet["photo"], len(sheet["doubts"])) for sheet in once([one, two, copy])]
    [('b', 1), ('b', 3)]
    """
    best: dict[tuple[str, str, int], Mapping[str, Any]] = {}
    there: Counter[tuple[str, str, str]] = Counter()
    for number, sheet in enumerate(sheets):
        name, code, photo = sheet["sheet"], sheet["code"] or f"{number}", sheet["photo"]
        key = name, code, there[name, code, photo]
        there[name, code, photo] += 1
        if key not in best or len(sheet["doubts"]) < len(best[key]["doubts"]):
            best[key] = sheet
    return list(best.values())


def rows(sheets: Sheets) -> list[dict[str, Mapping[str, Any]]]:
    """Everybody's own sheets by name, a row for each player; several sheets of each come in the same order."""
    own: dict[str, list[Mapping[str, Any]]] = {}
    for sheet in sheets:
        if sheet["owner"] == "player":
            own.setdefault(sheet["sheet"], []).append(sheet)
    columns = [seat_of_field(id) for sheet in sheets if sheet["owner"] != "player" for id in sheet["marks"]]
    seats = max([*(len(stack) for stack in own.values()), *((seat or 0) + 1 for seat in columns), 1])
    return [{name: stack[seat] for name, stack in own.items() if seat < len(stack)} for seat in range(seats)]


def doubts(table: Sheets) -> list[tuple[int, str, Mapping[str, Any]]]:
    """What is doubtful in the sheets of a table: the row of its document, the sheet's name, the doubt."""
    found = [
        (seat, name, doubt)
        for seat, row in enumerate(rows(table))
        for name, sheet in row.items()
        for doubt in sheet["doubts"]
    ]
    shared = [sheet for sheet in table if sheet["owner"] != "player"]
    last = len(rows(table)) - 1
    for sheet in shared:
        found += [(min(seat_of_field(one["field"]) or 0, last), sheet["sheet"], one) for one in sheet["doubts"]]
    return found


def document(table: Sheets) -> dict[str, Any]:
    """The sheets of a table as a document: everybody's own, and the pads that they share."""
    shared: dict[str, dict[str, Any]] = {}
    for sheet in table:
        if sheet["owner"] != "player":
            shared.setdefault(sheet["sheet"], {}).update(sheet["marks"])
    made: dict[str, Any] = {"game": table[0]["game"], "sheets": [_row(row) for row in rows(table)]}
    return {**made, "marks": shared} if shared else made if any(made["sheets"]) else {**made, "marks": {}}


def _row(row: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    marks = {name: dict(sheet["marks"]) for name, sheet in row.items() if sheet["marks"]}
    return {"marks": marks} if marks else {}

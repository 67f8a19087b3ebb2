"""Sheets that were read as one document: what `pnp check` takes, for all photos of a table together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pnp.sheets.labels import seat_of_field

Sheets = Sequence[Mapping[str, Any]]
"""Readings as plain values."""


def documents(sheets: Sheets) -> list[dict[str, Any]]:
    """A document for each game that was photographed: everybody's own sheets, and the pads that they share."""
    games = dict.fromkeys(sheet["game"] for sheet in sheets)
    return [_document(game, once([sheet for sheet in sheets if sheet["game"] == game])) for game in games]


def once(sheets: Sheets) -> list[Mapping[str, Any]]:
    """The sheets without those that were photographed twice: of each code the one with fewest doubts.

    >>> one, two = ({"sheet": "play", "code": "A", "doubts": ["?"] * n, "photo": n} for n in (2, 1))
    >>> [sheet["photo"] for sheet in once([one, two])]
    [1]
    """
    best: dict[tuple[str, str], Mapping[str, Any]] = {}
    for number, sheet in enumerate(sheets):
        key = sheet["sheet"], sheet["code"] or f"{number}"
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


def doubts(sheets: Sheets) -> list[tuple[int, str, Mapping[str, Any]]]:
    """What is doubtful in the sheets of one game: the row of the document, the sheet's name, the doubt."""
    kept = once(sheets)
    found = [
        (seat, name, doubt)
        for seat, row in enumerate(rows(kept))
        for name, sheet in row.items()
        for doubt in sheet["doubts"]
    ]
    shared = [sheet for sheet in kept if sheet["owner"] != "player"]
    last = len(rows(kept)) - 1
    for sheet in shared:
        found += [(min(seat_of_field(one["field"]) or 0, last), sheet["sheet"], one) for one in sheet["doubts"]]
    return found


def _document(game: str, sheets: Sheets) -> dict[str, Any]:
    shared: dict[str, dict[str, Any]] = {}
    for sheet in sheets:
        if sheet["owner"] != "player":
            shared.setdefault(sheet["sheet"], {}).update(sheet["marks"])
    made: dict[str, Any] = {"game": game, "sheets": [_row(row) for row in rows(sheets)]}
    return {**made, "marks": shared} if shared else made if any(made["sheets"]) else {**made, "marks": {}}


def _row(row: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    marks = {name: dict(sheet["marks"]) for name, sheet in row.items() if sheet["marks"]}
    return {"marks": marks} if marks else {}

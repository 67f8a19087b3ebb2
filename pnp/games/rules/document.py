"""Documents of declared games: the values of areas that stand under their names, sheet by sheet and round by round."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from pnp.games.document import player_of, players_of, sheets_of, written_of
from pnp.games.rules.boxes import Area, Boxes
from pnp.games.rules.declaration import Declaration
from pnp.games.rules.scope import Scope, ask
from pnp.strict import Table, as_choice, as_text, as_whole, shown, wrong

BLANK = "."
"""An empty cell of a drawing."""
HIGHEST = 9999
"""The highest number that a box can hold."""
Values = Mapping[str, Any]
"""What stands in the areas of a sheet, or of one of its rounds, by the areas' names."""


class Sheet(NamedTuple):
    """What stands on a player's sheet, round by round, and what was added up."""

    player: str
    rounds: tuple[Values, ...]
    written: int | Mapping[str, Any] | None = None
    numbers: tuple[Mapping[str, int], ...] | None = None
    """On paper: the numbers in the boxes that might have followed, round by round; None for a document."""


class Document(NamedTuple):
    """The sheets of a table."""

    players: int
    sheets: tuple[Sheet, ...]

    @property
    def complete(self) -> bool:
        """Whether everybody's sheet is there."""
        return len(self.sheets) == self.players


def read_document(declaration: Declaration, table: Table, things: Mapping[str, Callable[[Any], Any]]) -> Document:
    """Read a document; what can't be understood goes to the table's faults. `things` reads dice, cards and the like,
    and the choices of an area by its id where they have more names."""
    rows = sheets_of(table)
    players = players_of(table, len(rows), *declaration.players)
    sheets = []
    for number, row in enumerate(rows, 1):
        sheets.append(_read_sheet(declaration, row, number, players, things))
    for row in rows:
        if row is not table:
            row.close()
    return Document(players, tuple(sheets))


def _read_sheet(
    declaration: Declaration, row: Table, number: int, players: int, things: Mapping[str, Callable[[Any], Any]]
) -> Sheet:
    lines = [*declaration.lines]
    player = player_of(row, number)
    written = written_of(row, lines, lines if declaration.rounds else ())
    if declaration.rounds is None:
        return Sheet(player, (read_values(declaration, row, players, things),), written)
    rounds = []
    for inner in row.tables("rounds", declaration.rounds.most):
        rounds.append(read_values(declaration, inner, players, things))
        inner.close()
    return Sheet(player, tuple(rounds), written)


def read_values(
    declaration: Declaration, row: Table, players: int, things: Mapping[str, Callable[[Any], Any]]
) -> dict[str, Any]:
    """The values of the areas of a row of a document."""
    values: dict[str, Any] = {}
    for area in declaration.areas.values():
        if area.shape != "text":
            values[area.name] = _read_area(area, row, things)
    return with_full_tracks(declaration, values, players, {id for id in declaration.areas if id not in row.data})


def with_full_tracks(declaration: Declaration, values: dict[str, Any], players: int, blank: set[str]) -> dict[str, Any]:
    """The values, with what tracks count that nobody filled in because it is clear."""
    for area in declaration.areas.values():
        if area.full and area.id in blank:
            full = declaration.formula(area.full)
            values[area.name] = max(ask(full, Scope(declaration, {"players": players})), values[area.name] or 0)
    return values


def _read_area(area: Area, row: Table, things: Mapping[str, Callable[[Any], Any]]) -> Any:
    match area.shape:
        case "number" | "count":
            low = -HIGHEST if area.shape == "number" and not area.values else 0
            if area.unknown and row.raw(area.id, None) is None:
                return None
            return row.whole(area.id, area.empty or 0, low)
        case "choice":
            value = row.raw(area.id, None)
            return row.item(value, None, lambda found: _as_pick(area, found), area.id) if value is not None else None
        case "names":
            choices = next(iter(area.choices.values()), ())
            read = things.get(area.id) or (lambda value: as_choice(value, choices))
            return tuple(row.items(area.id, read, (), 200))
        case "things":
            return tuple(row.items(area.id, things[area.things], (), 1000))
    if area.bare:
        return area.of({name: row.whole(name, 0, 0, 999) for name in area.boxes if name in row})
    return _read_boxes(area, row)


def _as_pick(area: Area, value: Any) -> str | int:
    """One of the choices of an area: a number where all of them are numbers."""
    choices = next(iter(area.choices.values()), ())
    if not area.whole:
        return as_choice(str(value), choices)
    if str(as_whole(value)) not in choices:
        wrong("no-choice", value=value, allowed=choices, near="")
    return int(value)


def _read_boxes(area: Area, row: Table) -> Boxes:
    """Boxes in a document: a drawing, a list of the crossed ones, or a table of what stands in them."""
    value = row.raw(area.id, None)
    if value is None:
        return area.of({})
    if area.kind == "cross":
        names = row.items(area.id, lambda name: as_choice(str(name), [*area.boxes]))
        return area.of(dict.fromkeys(names, True))
    if not isinstance(value, dict) and area.kind == "choice" and area.cells:
        return row.item(value, area.of({}), lambda text: parse_drawing(area, text), area.id)
    table = row.table(area.id)
    found: dict[str, Any] = {}
    for name in area.boxes if table is not None else ():
        assert table is not None
        if name not in table:
            continue
        before, choices = len(table.faults), area.choices.get(name, ())
        mark = (
            table.whole(name, 0, -HIGHEST, HIGHEST)
            if area.kind in ("number", "tally")
            else table.text(name)
            if area.kind == "text"
            else table.choice(name, choices)
        )
        if len(table.faults) == before:
            found[name] = mark
    if table is not None:
        table.close()
    return area.of(found)


# ---------------------------------------------------------------------- drawings


def parse_drawing(area: Area, value: object) -> Boxes:
    """The marks of a drawing in lines, the top row first; blanks between letters and small letters are fine."""
    wide, high = _size(area)
    lines = [line.strip() for line in as_text(value).strip().splitlines()]
    if len(lines) != high:
        wrong("wrong-drawing.lines", n=len(lines), rows=high)
    every = area.letters or (letter for choices in area.choices.values() for letter in choices)
    letters = tuple(dict.fromkeys(every))
    found: dict[str, str] = {}
    for number, line in enumerate(lines, 1):
        cells = "".join(line.split())
        for column, letter in enumerate(cells, 1):
            if letter != BLANK and letter.upper() not in letters:
                facts = {"number": number, "line": shown(line), "letter": shown(letter), "column": column}
                wrong("wrong-drawing.letter", **facts, letters=letters, empty=BLANK)
        if len(cells) != wide:
            wrong("wrong-drawing.cells", number=number, line=shown(line), n=len(cells), columns=wide)
        row = high - number + 1
        found |= {f"c{column}r{row}": letter.upper() for column, letter in enumerate(cells, 1) if letter != BLANK}
    return area.of(found)


def drawing_text(boxes: Boxes) -> str:
    """Marks as a drawing: what `parse_drawing` reads."""
    wide, high = _size(boxes.area)
    rows = ((boxes.get(f"c{column}r{row}", BLANK) for column in range(1, wide + 1)) for row in range(high, 0, -1))
    return "\n".join(" ".join(row) for row in rows)


def _size(area: Area) -> tuple[int, int]:
    cells = area.cells.values()
    return max(column for column, _ in cells), max(row for _, row in cells)


def as_document(area: Area, value: Any) -> dict[str, Any]:
    """The keys that a value has in a document: `read_document` reads them again."""
    if value in (None, area.empty):
        return {}
    if area.bare:
        return dict(value)
    if not isinstance(value, Boxes):
        return {area.id: list(value) if isinstance(value, tuple) else value}
    if area.kind == "cross":
        return {area.id: [*value]}
    wide, high = _size(area) if area.cells else (0, 0)
    drawn = area.kind == "choice" and len(area.cells) == wide * high > 0
    return {area.id: drawing_text(value) if drawn and all(len(mark) == 1 for mark in value.values()) else dict(value)}

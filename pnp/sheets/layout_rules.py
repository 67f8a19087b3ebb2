"""The rules of a layout: its printed sheets as the rules see them, and the game that it is."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from pnp.errors import InputError
from pnp.games.codec import FieldRule
from pnp.games.rules.file_game import FileGame
from pnp.games.rules.shapes import PrintedField, PrintedSheet
from pnp.sheets import layout
from pnp.sheets.labels import seat_of_field, within_column
from pnp.sheets.layout import Layout
from pnp.sheets.sheet import Sheet
from pnp.words import say


@lru_cache(maxsize=32)
def read_game(path: Path) -> tuple[str, FileGame]:
    """The name and the game of a layout file."""
    made = layout.load(path)
    if made.rules is None:
        raise InputError(say("no-layout-rules", name=str(path)))
    if faults := layout.faults_of(made):
        raise InputError(say("fault", place=layout.where(made, faults[0]), message=faults[0].message))
    return made.game, game_of_layout(made)


def game_of_layout(made: Layout) -> FileGame:
    """The game of a layout that has nothing wrong with it."""
    data = {"game": made.game, "title": made.title, "rules": made.rules or {}, "language": made.language}
    return FileGame(made.source, data, printed_sheets(made))


def printed_sheets(made: Layout) -> list[PrintedSheet]:
    """The sheets of a layout as its rules see them."""
    return [printed_sheet(layout.expand(made, name)[0]) for name in made.sheets]


def printed_sheet(sheet: Sheet) -> PrintedSheet:
    """The fields of a sheet, those of a pad in one column for all."""
    columns = 1 + max((seat for field in sheet.fields if (seat := seat_of_field(field.id)) is not None), default=-1)
    fields: dict[str, PrintedField] = {}
    for field in sheet.fields:
        if columns and seat_of_field(field.id) is None:
            continue
        id = within_column(field.id)
        fields.setdefault(id, PrintedField(id, field.kind, tuple(field.choices), field.most, field.label))
    near = {within_column(id): [within_column(one) for one in around] for id, around in sheet.beside.items()}
    rules = {field.id: FieldRule(field.kind, tuple(field.choices), field.most) for field in sheet.fields}
    return PrintedSheet(sheet.name, list(fields.values()), sheet.owner != "table", columns, near, rules)

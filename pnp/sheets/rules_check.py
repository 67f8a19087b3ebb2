"""The sheets of a layout as its rules see them, and what is wrong with the rules, all of it at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from pnp import edition as editions
from pnp.edition import Edition
from pnp.games.codec import FieldRule
from pnp.games.library import EDITION
from pnp.games.rules.lint import Lint
from pnp.games.rules.shapes import PrintedField, PrintedSheet, declare
from pnp.sheets.labels import seat_of_field, within_column
from pnp.sheets.sheet import Sheet
from pnp.strict import Fault, Table


def lint_rules(
    game: str, source: str, rules: Mapping[str, Any], sheets: Iterable[Sheet]
) -> tuple[list[Fault], list[Fault]]:
    """Everything that is wrong with the rules of a layout, and what may be meant so."""
    faults: list[Fault] = []
    edition, pages = edition_beside(source, game), [printed_sheet(sheet) for sheet in sheets]
    lint = Lint(declare(Table(rules, faults, ("rules",)), game, edition, pages))
    faults += lint.faults([fault.path for fault in faults])
    return faults, [] if faults else list(lint.notes())


def edition_beside(source: str, game: str) -> Edition:
    """The edition data of a layout's game: a file beside it, or none."""
    path = Path(source).with_name(f"{game}{EDITION}")
    return editions.load(path) if path.is_file() else Edition(game)


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

"""The sheets of a layout and its rules: how they see each other, what is wrong, and which boxes follow from others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from pnp import edition as editions
from pnp import games
from pnp.edition import Edition
from pnp.games.codec import FieldRule
from pnp.games.library import EDITION
from pnp.games.rules.boxes import plain
from pnp.games.rules.declaration import Declaration, Functions
from pnp.games.rules.dry_run import failures_of_rules
from pnp.games.rules.file_game import FileGame, Things
from pnp.games.rules.hints import hint_of
from pnp.games.rules.javascript import sheet_script
from pnp.games.rules.lint import Lint
from pnp.games.rules.paper import every_prefix
from pnp.games.rules.shapes import PrintedField, PrintedSheet, declare
from pnp.sheets import typefaces
from pnp.sheets.ink import Text
from pnp.sheets.labels import seat_of_field, within_column
from pnp.sheets.pen import SMALLEST_TEXT
from pnp.sheets.sheet import Sheet
from pnp.strict import Fault, Table

SIGN = 2.2
"""How large the hint in the corner of a box is, in millimetres."""


def lint_rules(
    game: str, source: str, rules: Mapping[str, Any], sheets: Iterable[Sheet]
) -> tuple[list[Fault], list[Fault]]:
    """Everything that is wrong with the rules of a layout, and what may be meant so."""
    faults: list[Fault] = []
    declaration = declaration_of(game, source, rules, sheets, faults)
    lint = Lint(declaration)
    faults += lint.faults([fault.path for fault in faults])
    faults = faults or failures_of_rules(declaration)
    return faults, [] if faults else list(lint.notes())


def declaration_of(
    game: str, source: str, rules: Mapping[str, Any], sheets: Iterable[Sheet], faults: list[Fault]
) -> Declaration:
    """The rules of a layout for some of its sheets; what is wrong with them goes to the faults."""
    table = Table(rules, faults, ("rules",))
    functions, _ = python_of(game)
    return declare(table, game, edition_beside(source, game), [printed_sheet(sheet) for sheet in sheets], functions)


def with_hints(sheet: Sheet, source: str, rules: Mapping[str, Any]) -> Sheet:
    """A sheet with the hint of its formula in a corner of each box that follows from others and is large enough.

    Where a sheet is printed so small that nobody could read it, it has none.
    """
    if SIGN * sheet.theme.scale < SMALLEST_TEXT:
        return sheet
    declaration = declaration_of(sheet.game, source, rules, [sheet], [])
    below = typefaces.face("text").cap * SIGN
    ink, signed = [], set()
    for id, (_, line) in follows_on(declaration, sheet).items():
        rect, text = sheet.places[id], hint_of(declaration, line)
        if text and min(rect.w, rect.h) >= 3 * SIGN:
            ink.append(Text(rect.x + 0.9, rect.y + 0.9 + below, text, "text", SIGN, "soft", "left"))
            signed.add(id)
    fields = tuple(field._replace(sign=0.9 + below) if field.id in signed else field for field in sheet.fields)
    return sheet._replace(ink=(*sheet.ink, *ink), fields=fields)


def with_script(sheet: Sheet, source: str, rules: Mapping[str, Any]) -> Sheet:
    """A sheet whose form fills in what follows from others."""
    declaration = declaration_of(sheet.game, source, rules, [sheet], [])
    follows = follows_on(declaration, sheet)
    if not follows:
        return sheet
    prefix = next(prefix for prefix, _ in follows.values())
    script, known = sheet_script(declaration, declaration.papers[sheet.name], sheet.places, prefix)
    return sheet._replace(follows={id: at for id, at in follows.items() if at[1] in known}, script=script)


def follows_on(declaration: Declaration, sheet: Sheet) -> dict[str, tuple[str, str]]:
    """The fields of a sheet that follow from others: how the fields of its column begin, and the line that it is."""
    paper = declaration.papers.get(sheet.name)
    if paper is None:
        return {}
    starts = every_prefix(declaration, paper)
    found = {prefix + field: (prefix, plain(line)) for line, field in paper.follows.items() for prefix in starts}
    return {field.id: found[field.id] for field in sheet.fields if field.id in found}


def python_of(game: str) -> tuple[Functions, Things]:
    """What a shipped game has in Python beside its layout: functions of formulas, and how things are read."""
    shipped = games.load(game) if game in games.names() else None
    return (shipped.functions, shipped.things) if isinstance(shipped, FileGame) else ({}, {})


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
        fields.setdefault(id, PrintedField(id, field.kind, tuple(field.choices), field.most, field.label, field.inside))
    near = {within_column(id): [within_column(one) for one in around] for id, around in sheet.beside.items()}
    rules = {field.id: FieldRule(field.kind, tuple(field.choices), field.most) for field in sheet.fields}
    return PrintedSheet(sheet.name, list(fields.values()), sheet.owner != "table", columns, near, rules)

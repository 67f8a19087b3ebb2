"""How the areas of a game come about: from the fields that its layout prints, or as its rules say themselves."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

from pnp.edition import Edition
from pnp.games.codec import FieldRule
from pnp.games.rules.boxes import NOTHING, Area, plain
from pnp.games.rules.declaration import (
    MOST_PLAYERS,
    TURNS,
    WINS,
    Declaration,
    Functions,
    Line,
    Paper,
    Reader,
    frozen_entries,
)
from pnp.strict import Table, as_text, near
from pnp.words import say

NUMBERED = re.compile(r"[a-z]\d+")
"""A part of an id that counts: `r1`, `g2`."""
SHAPES = ("grid", "track", "picks", "pick", "number", "numbers", "things", "bare")
"""Words of an area that give it a shape; another one gets its shape from the layout's block."""
FOLLOWS = ("score.{}", "{}", "{}.points")
"""Where the box of a line may be, where the rules don't say."""


class PrintedField(NamedTuple):
    """A field of a sheet as the layout prints it, without the column of a pad."""

    id: str
    kind: str
    choices: tuple[str, ...] = ()
    most: int = 0
    label: str = ""
    inside: str = ""
    """What is printed in its box."""


class PrintedSheet(NamedTuple):
    """A sheet of the layout: its fields, whose it is, and which boxes lie beside which."""

    name: str
    fields: Sequence[PrintedField]
    own: bool = True
    columns: int = 0
    near: Mapping[str, Sequence[str]] = NOTHING
    """By the id of a field the ids of those beside it."""
    rules: Mapping[str, FieldRule] = NOTHING
    """All of its fields by id, with the columns of a pad."""


def declare(
    table: Table,
    game: str,
    edition: Edition,
    printed: Sequence[PrintedSheet] = (),
    functions: Functions = NOTHING,
    checked: bool = True,
) -> Declaration:
    """Read the table `rules` of a layout; what is wrong goes to the table's faults.

    Formulas that are not `checked` are read when they are asked: the tests have read those that are shipped.
    """
    reader = Reader(table, frozen_entries(edition), functions, checked)
    lines, boxes, lets = reader.lines("lines"), reader.lines("boxes"), reader.lines("lets")
    areas, papers = _areas_and_papers(reader, {**lines, **boxes}, boxes, printed)
    declaration = Declaration(
        game,
        _players(table, printed),
        areas,
        lines,
        boxes,
        lets,
        wrong=reader.checks("wrong"),
        notes=reader.checks("notes"),
        together=reader.checks("together"),
        rank=_rank(reader),
        highest=table.choice("wins", WINS, WINS[0]) == WINS[0],
        names=reader.names,
        entries=reader.entries,
        why=reader.why(),
        facts=reader.formulas("facts"),
        papers=papers,
        dice=reader.dice(),
        turn=table.choice("turn", TURNS, TURNS[0]),
        ends=reader.formula(table, table.raw("ends"), "ends") if "ends" in table else None,
        may_pass=table.flag("pass"),
        rounds=reader.rounds(),
        optional=tuple(table.items("optional", as_text, [], most=100)),
        sign=table.flag("sign", True),
        words=_words(reader),
        functions=functions,
        sources=reader.sources,
    )
    reader.close()
    return declaration


def _areas_and_papers(
    reader: Reader, follow: Mapping[str, Line], boxes: Mapping[str, Line], printed: Sequence[PrintedSheet]
) -> tuple[dict[str, Area], dict[str, Paper]]:
    """The areas of a game and its sheets: as the rules say if they name the sheet, else as it is printed."""
    table, rows = reader.table, reader.area_rows()
    pattern, sheet = table.text("score", ""), table.text("sheet", "")
    areas = {id: shaped_area(reader, id, row) for id, row in rows.items() if any(word in row.data for word in SHAPES)}
    papers: dict[str, Paper] = {}
    if sheet:
        ids = (*(follow if pattern else boxes), "total")
        papers[sheet] = Paper(sheet, True, 0, {id: (pattern or "{}").format(id) for id in ids})
    unread = {id: row for id, row in rows.items() if id not in areas}
    for page in () if sheet else printed:
        fields = _follow_fields(page, follow, pattern)
        named = page.own and any(field.id == "name" for field in page.fields)
        papers[page.name] = Paper(page.name, page.own, page.columns, fields, named)
        areas |= _printed_areas(reader, page, set(fields.values()), unread, areas)
    for id in [id for id in unread if id not in areas]:
        unread[id].fault(say("rules.no-area", area=repr(id), near=near(id, areas)))
    return areas, papers


def _players(table: Table, printed: Sequence[PrintedSheet]) -> tuple[int, int]:
    columns = max((page.columns for page in printed), default=0)
    most = columns or MOST_PLAYERS
    values = table.items("players", lambda value: int(value) if type(value) is int else 0, [1, most], most=2)
    if len(values) != 2 or not 1 <= values[0] <= values[1] <= 99:
        table.fault(say("rules.players"), "players")
        return 1, most
    return values[0], values[1]


def _rank(reader: Reader) -> tuple[Any, ...]:
    """Tiebreaks: a formula each, or a formula and the key of its words."""
    from pnp.games.rules.declaration import Sentence

    found = []
    for at, value in enumerate(reader.table.raw("rank", []) or []):
        text, key = (value[0], str(value[1])) if isinstance(value, list) and len(value) == 2 else (value, "")
        found.append((reader.formula(reader.table, text, "rank", at), Sentence(key, {}) if key else None))
    return tuple(found)


def _words(reader: Reader) -> dict[str, dict[str, str]]:
    """Sentences and names of the game's own, by language."""
    table = reader.table.table("words")
    for language in table.data if table is not None else ():
        assert table is not None
        inner = table.table(language)
        if inner is not None:
            reader.words.setdefault(language, {}).update({key: inner.text(key, "") for key in inner.data})
    return reader.words


# ---------------------------------------------------------------------- areas that the rules give a shape


def shaped_area(reader: Reader, id: str, row: Table) -> Area:
    """An area that the rules themselves give a shape: `grid`, `track`, `picks`, `pick`, `number`, `numbers`, `things`.

    Other areas get theirs from the fields of the layout's block.
    """
    choices: Mapping[str, Sequence[str]] = NOTHING
    kind, shape, most = "number", "number", 0
    names: list[str] = [""]
    if "grid" in row:
        rows = reader.constant(row, row.raw("grid"), "grid") or ()
        columns = reader.number(row, "columns", 6, 1, 40)
        kind, shape = "choice", "boxes"
        names = [f"c{column}r{number}" for number, column in product(range(1, len(rows) + 1), range(1, columns + 1))]
        choices = {name: tuple(rows[int(name.partition("r")[2]) - 1]) for name in names}
    elif "track" in row:
        boxes = reader.number(row, "track", 0, 0, 200)
        most = reader.number(row, "strokes", 1, 1, 9)
        kind, shape, most = ("tally", "count", most) if most > 1 else ("cross", "count", 0)
        names = [str(n) for n in range(1, boxes + 1)]
    elif "picks" in row or "pick" in row:
        several = "picks" in row
        key = "choices" if several else "pick"
        named = reader.constant(row, row.raw(key), key) or ()
        kind, shape = "choice", "names" if several else "choice"
        names = [str(n) for n in range(1, reader.number(row, "picks", 1, 0, 99) + 1)] if several else [""]
        choices = dict.fromkeys(names, tuple(map(str, named)))
    elif "numbers" in row:
        named = reader.constant(row, row.raw("numbers"), "numbers") or ()
        names = [str(n) for n in range(1, named + 1)] if isinstance(named, int) else list(named)
        shape = "boxes"
    elif "things" in row:
        shape, names = "things", []
    elif "dice" in row:
        names, shape = [name for key in row.data["dice"] for name in key.split(",")], "boxes"
    else:
        row.raw("number", None)
    own = reader.area_words(row, id, names)
    shape = "text" if row.flag("remark") else shape
    own["whole"] = "pick" in row.data and all(type(choice) is int for choice in named)
    own["things"], own["marks"] = row.text("things", ""), row.text("marks", "")
    field = row.text("field", "{box}" if own["bare"] else "{id}.{box}" if names != [""] else "{id}")
    row.close()
    ids = {name: field.format(id=id, box=name) for name in names}
    return Area(id, kind, ids, shape=shape, choices=choices, most=most, own=own)


# ---------------------------------------------------------------------- areas that the layout prints


def _follow_fields(page: PrintedSheet, lines: Mapping[str, Line], pattern: str) -> dict[str, str]:
    """The field of each line, box and total that has one on a sheet.

    Where a formula names itself, the boxes of that name are what it counts, and not its result.
    """
    numbers = {field.id for field in page.fields if field.kind == "number"}
    found = {}
    for id in (*lines, "total"):
        patterns = (pattern,) if pattern else FOLLOWS
        own = id in lines and plain(id) in lines[id].formula.names
        there = (one.format(id) for one in patterns if not (own and one == "{}"))
        field = next((one for one in there if one in numbers), "")
        if field:
            found[id] = field
    return found


def area_and_box(id: str) -> tuple[str, str]:
    """The area and the box of a field by its id.

    >>> area_and_box("red.7"), area_and_box("r2.coins"), area_and_box("fails")
    (('red', '7'), ('coins', 'r2'), ('fails', ''))
    """
    first, _, rest = id.partition(".")
    if rest and NUMBERED.fullmatch(first):
        area, _, more = rest.partition(".")
        return area, f"{first}.{more}" if more else first
    return first, rest


def _printed_areas(
    reader: Reader, page: PrintedSheet, follow: set[str], rows: Mapping[str, Table], known: Mapping[str, Area]
) -> dict[str, Area]:
    groups: dict[str, list[tuple[str, PrintedField]]] = {}
    for field in page.fields:
        if field.id in follow or field.id == "name":
            continue
        area, box = area_and_box(field.id)
        if groups.get(area) and groups[area][0][1].kind != field.kind:
            area, box = field.id.replace(".", "-"), ""
        groups.setdefault(area, []).append((box, field))
    found = {}
    for id, boxes in groups.items():
        if id not in known:
            row = rows.get(id) or Table({}, [])
            found[id] = _printed_area(reader, page, id, boxes, row)
    return found


def _printed_area(
    reader: Reader, page: PrintedSheet, id: str, boxes: Sequence[tuple[str, PrintedField]], row: Table
) -> Area:
    names, first = [name for name, _ in boxes], boxes[0][1]
    own = reader.area_words(row, id, names)
    if here := {name: _constant(field.inside) for name, field in boxes if field.inside and "{" not in field.inside}:
        own.setdefault("here", here)
    counted = row.flag("count")
    row.close()
    by_field = {field.id: name for name, field in boxes}
    near = {name: tuple(by_field[x] for x in page.near.get(field.id, ()) if x in by_field) for name, field in boxes}
    alone = names == [""]
    shape = "boxes"
    if first.kind == "text":
        shape = "text"
    elif first.kind == "tally" or (first.kind == "cross" and (counted or alone)):
        shape = "count"
    elif alone:
        shape = "number" if first.kind == "number" else "choice"
    return Area(
        id,
        first.kind,
        {name: field.id for name, field in boxes},
        shape=shape,
        choices={name: field.choices for name, field in boxes if field.choices},
        most=first.most,
        near={name: around for name, around in near.items() if around},
        own=own,
        label=_label(first, alone, names[0]),
        labels={name: field.label for name, field in boxes},
    )


def _constant(text: str) -> int | str:
    """What is printed in a box, as formulas have it."""
    return int(text) if text.isdecimal() else text


def _label(field: PrintedField, alone: bool, box: str) -> str:
    """What an area is called as it is printed: the label of its first box without what tells that box apart."""
    name = field.label.rpartition(": ")[2]
    ends = "|".join(map(re.escape, filter(None, (box, field.inside))))
    return name if alone else re.sub(rf"[,.]?\s*({ends})$", "", name)

"""Rows of data for cards: a CSV or TOML file beside the layout, or a list in it."""

from __future__ import annotations

import csv
import re
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

from pnp.sheets.filling import NAME
from pnp.sheets.picture_files import beside, content
from pnp.strict import WrongError, said_by, shown, toml, wrong
from pnp.words import say

MOST = 2000
MOST_COPIES = 200


class Row(NamedTuple):
    """The values of one card, and how many of it there are."""

    values: dict[str, Any]
    copies: int


def read(given: Any, folder: Path) -> list[Row]:
    """The rows that a sheet of cards names or lists; ValueError says what is wrong with them."""
    rows = given if isinstance(given, list) else _of_file(beside(folder, given))
    if not 1 <= len(rows) <= MOST:
        wrong("layout.rows-count", n=len(rows), most=MOST)
    return [_row(row, number) for number, row in enumerate(rows, 1)]


def _row(row: Any, number: int) -> Row:
    if not isinstance(row, dict):
        wrong("layout.row-table", row=number, value=shown(row))
    for name in row:
        if not re.fullmatch(NAME, name):
            wrong("layout.row-name", row=number, name=shown(name))
    count = row.get("count", 1)
    if isinstance(count, str) and count.strip().isdecimal():
        count = int(count)
    if isinstance(count, bool) or not isinstance(count, int) or not 0 <= count <= MOST_COPIES:
        wrong("layout.row-count", row=number, value=shown(count), most=MOST_COPIES)
    return Row({"count": count, **row, "row": number}, count)


def _of_file(path: Path) -> list[Any]:
    try:
        text = content(path).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise WrongError(say("layout.not-utf8", file=str(path))) from None
    if path.suffix.lower() == ".toml":
        try:
            rows = toml(text).get("rows")
        except ValueError as error:
            raise WrongError(say("layout.file-fault", file=str(path), why=said_by(error))) from None
        if not isinstance(rows, list):
            wrong("layout.no-rows", file=str(path))
        return rows
    if path.suffix.lower() != ".csv":
        wrong("layout.rows-ending", file=str(path))
    return _of_csv(path, text)


def _of_csv(path: Path, text: str) -> list[Any]:
    mark = max(",;\t", key=text.split("\n", 1)[0].count)
    try:
        lines = [line for line in csv.reader(StringIO(text, newline=None), delimiter=mark) if any(line)]
    except csv.Error as error:
        raise WrongError(say("layout.file-fault", file=str(path), why=str(error))) from None
    if not lines:
        wrong("layout.rows-empty", file=str(path))
    heads = [re.sub(r"[^a-z0-9]", "", head.strip().lower()) for head in lines[0]]
    if len(set(heads)) < len(heads):
        wrong("layout.columns-alike", file=str(path))
    rows = []
    for number, line in enumerate(lines[1:], 2):
        if len(line) > len(heads):
            wrong("layout.row-long", file=str(path), row=number - 1, n=len(line), columns=len(heads))
        cells = [cell.strip().replace("\\n", "\n") for cell in line] + [""] * (len(heads) - len(line))
        rows.append(dict(zip(heads, cells, strict=True)))
    return rows

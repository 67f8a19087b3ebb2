"""Everything that a database keeps, moved row by row to another, whichever engines they have.

What is new in `sql_form` is moved as well: nothing here names a column beside the keys and what tells older from newer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

from pnp.play.stores import sql_form, store_check
from pnp.play.stores.sql_connection import Database
from pnp.play.stores.sql_store import SqlStore, Work
from pnp.play.stores.store import NoTable, Record
from pnp.words import Said, say

Rows = dict[str, list[tuple[Any, ...]]]
"""Rows by the tables of the database that they lie in, without the number that the database gave."""

CHANGED, SEQ = 2, 1
"""Where a table says when something was last noted about it, and a row that stands alone how often it has changed."""


class Copied(NamedTuple):
    """What became of one table or of one kind of row: whether it was there already, and what is wrong with it."""

    id: str
    new: bool
    trouble: Said | None = None


def copy(source: SqlStore, target: SqlStore) -> Iterator[Copied]:
    """Move everything, a table a transaction, and read each again; what is there already is passed over.

    A run that was stopped goes on where it was. A table that went on since is brought up to date.
    """
    for info in source.tables():
        try:
            rows = _read(source, info.id)
        except NoTable:
            continue  # deleted meanwhile
        yield _moved(target, info.id, rows)
    for name in sql_form.standing_alone():
        for row in source.look(partial(_all, statement=f"SELECT * FROM {name} ORDER BY id")):
            yield _moved_alone(target, name, row)


def _moved(target: SqlStore, id: str, rows: Rows) -> Copied:
    records = [Record._make(row) for row in rows["events"]]
    trouble = store_check.wrong_log(id, records)
    try:
        there = _read(target, id)
    except NoTable:
        there = {}
    rows["meta"] = _with_notes_of(there.get("meta", ()), rows["meta"])
    if there == rows:
        return Copied(id, False, trouble)
    if there and not _goes_on(there["events"], rows["events"]):
        return Copied(id, False, say("store.different", table=id))
    is_newer = there and there["tables"][0][CHANGED] > rows["tables"][0][CHANGED]
    if is_newer and there["events"] == rows["events"]:
        return Copied(id, False, say("store.newer", name=id))
    target.do(Work(id, lambda db: _put(db, id, rows)))
    if _read(target, id) != rows:
        return Copied(id, True, say("store.not-the-same", table=id))
    return Copied(id, True, trouble)


def _with_notes_of(there: Sequence[tuple[Any, ...]], notes: Sequence[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """The notes of a table with those that only the target has: a note may have been made there without a time."""
    names = {note[0] for note in notes}
    return sorted([*notes, *(note for note in there if note[0] not in names)])


def _goes_on(before: Sequence[tuple[Any, ...]], now: Sequence[tuple[Any, ...]]) -> bool:
    return list(now[: len(before)]) == list(before)


def _moved_alone(target: SqlStore, name: str, row: tuple[Any, ...]) -> Copied:
    id = str(row[0])
    select = f"SELECT * FROM {name} WHERE id = ?"
    there = target.look(lambda db: _all(db, select, id))
    if there == [row]:
        return Copied(id, False)
    if there and there[0][SEQ] >= row[SEQ]:
        return Copied(id, False, say("store.newer", name=id))

    def do(db: Database) -> None:
        db.execute(f"DELETE FROM {name} WHERE id = ?", (id,))
        db.executemany(_insert(name, len(row)), [row])

    target.do(Work(id, do))
    same = target.look(lambda db: _all(db, select, id)) == [row]
    return Copied(id, True, None if same else say("store.not-the-same", table=id))


def _read(store: SqlStore, id: str) -> Rows:
    """Everything that is kept of a table, as of one moment."""

    def work(db: Database) -> Rows:
        found = _all(db, "SELECT number, id, created, changed, secret FROM tables WHERE id = ?", id)
        if not found:
            raise NoTable(id)
        rows: Rows = {"tables": [found[0][1:]]}
        for name in sql_form.belonging():
            rows[name] = sorted(row[1:] for row in _all(db, f"SELECT * FROM {name} WHERE number = ?", found[0][0]))
        return rows

    rows: Rows = store.look(work, snapshot=True)
    return rows


def _put(db: Database, id: str, rows: Rows) -> None:
    """Put everything of a table into the database, in place of what is there of it."""
    if not _all(db, "SELECT 1 FROM tables WHERE id = ?", id):
        db.execute("INSERT INTO tables (id, created, changed) VALUES (?, '', '')", (id,))
    number = _all(db, "SELECT number FROM tables WHERE id = ?", id)[0][0]
    _, created, changed, secret = rows["tables"][0]
    update = "UPDATE tables SET created = ?, changed = ?, secret = ? WHERE number = ?"
    db.execute(update, (created, changed, secret, number))
    for name in reversed(sql_form.belonging()):
        db.execute(f"DELETE FROM {name} WHERE number = ?", (number,))
    for name in sql_form.belonging():
        if found := rows[name]:
            db.executemany(_insert(name, 1 + len(found[0])), [(number, *row) for row in found])


def _insert(name: str, count: int) -> str:
    return f"INSERT INTO {name} VALUES ({', '.join('?' * count)})"


def _all(db: Database, statement: str, *values: Any) -> list[tuple[Any, ...]]:
    return [tuple(row) for row in db.execute(statement, values).fetchall()]

"""A store in SQL, whichever engine runs it: one thread writes and commits together what many ask for, anybody reads.

What is new in the database is said here once, in SQL that both engines know. An engine says how it connects, how it
makes one transaction of what waits, and what its trouble means.
"""

from __future__ import annotations

import threading
from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from pnp.play.stores import sql_evenings, sql_results, store
from pnp.play.stores.sql_connection import Database
from pnp.play.stores.store import (
    Kept,
    KeptEvening,
    MakeResult,
    Record,
    Request,
    StoreError,
    TableInfo,
    check,
    no_result,
)
from pnp.words import Said, say

MOST_TOGETHER = 500
"""So many writes share one transaction at most: the first of them waits for the last."""
DAMAGED = say("database-is.damaged")


class Work(NamedTuple):
    """A write to a table: what is done within a transaction, and whether it changes what people see of the table."""

    table: str
    do: Callable[[Database], Any]
    seen: bool = True


class Append(NamedTuple):
    """Events that follow the ones of a table, and what came of them."""

    table: str
    expected_seq: int
    records: Sequence[Record]
    now: str
    result: Kept | None
    seen: bool = True

    def do(self, db: Database) -> int:
        number, last, _ = find(db, self.table)
        stored = "SELECT seq, key, body FROM events WHERE number = ? AND key = ?"
        for record in self.records:
            if row := db.execute(stored, (number, record.key)).fetchone():
                raise store.Repeated(Record._make(row))
        if last != self.expected_seq:
            raise store.Stale(last)
        db.executemany("INSERT INTO events VALUES (?, ?, ?, ?)", [(number, *record) for record in self.records])
        _touch(db, number, self.now)
        sql_results.keep(db, number, self.result)
        return last + len(self.records)


class Noted(NamedTuple):
    """Something that is noted about a table, in place of what was noted under this key."""

    table: str
    key: str
    value: str
    now: str
    seen: bool = True

    def do(self, db: Database) -> None:
        number = find(db, self.table)[0]
        statement = "INSERT INTO meta VALUES (?, ?, ?) ON CONFLICT (number, key) DO UPDATE SET value = excluded.value"
        db.execute(statement, (number, self.key, self.value))
        _touch(db, number, self.now)


class SqlStore(store.Store):
    """What any store does, in SQL."""

    name: str
    """What the database is called in messages."""

    def __init__(self) -> None:
        self.writes = 0
        """How many writes were done, and in how many transactions."""
        self.commits = 0
        self._requests = store.Requests()
        self._thread = threading.Thread(target=self._serve, name="pnp store", daemon=True)

    # What an engine says.

    @abstractmethod
    def _read(self, work: Callable[[Database], Any], snapshot: bool = False) -> Any:
        """What is read on a connection of its own; with a snapshot all of it is as it was at one moment."""

    @abstractmethod
    def _transaction(self, batch: list[Request], most: int) -> Exception | None:
        """Do a batch and what comes in meanwhile in one transaction, and say what went wrong if nothing was stored."""

    @abstractmethod
    def _is_common(self, trouble: Exception) -> bool:
        """Whether trouble meets every write alike, so that there is no use in trying them one by one."""

    @abstractmethod
    def _said(self, trouble: Exception) -> StoreError:
        """Trouble as one line for a person."""

    # What moves everything from one database to another works on the database itself.

    def look(self, work: Callable[[Database], Any], snapshot: bool = False) -> Any:
        """What is read of the database itself."""
        return self._read(work, snapshot)

    def do(self, work: Work) -> Any:
        """Change the database itself; nothing of it stays where something goes wrong."""
        return self._write(work)

    # Writing.

    def _write(self, work: Work | Append | Noted) -> Any:
        return self._requests.ask(work)

    def create(
        self,
        table: str,
        meta: Mapping[str, str],
        records: Sequence[Record],
        now: str = "",
        secret: str | None = None,
        result: MakeResult = no_result,
    ) -> None:
        check(0, records)
        made = result()

        def do(db: Database) -> None:
            if db.execute("SELECT 1 FROM tables WHERE id = ?", (table,)).fetchone():
                raise store.TableExists(table)
            row = (table, now, now, secret)
            db.execute("INSERT INTO tables (id, created, changed, secret) VALUES (?, ?, ?, ?)", row)
            number = find(db, table)[0]
            db.executemany("INSERT INTO meta VALUES (?, ?, ?)", [(number, *item) for item in meta.items()])
            db.executemany("INSERT INTO events VALUES (?, ?, ?, ?)", [(number, *record) for record in records])
            sql_results.keep(db, number, made)

        self._write(Work(table, do))

    def append(
        self, table: str, expected_seq: int, records: Sequence[Record], now: str = "", result: MakeResult = no_result
    ) -> int:
        check(expected_seq, records)
        answer: int = self._write(Append(table, expected_seq, records, now, result()))
        return answer

    def keep_result(self, table: str, result: Kept) -> None:
        def do(db: Database) -> None:
            number, last, _ = find(db, table)
            later = db.execute("SELECT 1 FROM results WHERE number = ? AND seq > ?", (number, last)).fetchone()
            if last == result.seq and not later:  # a later result shows that the log was cut
                sql_results.keep(db, number, result)

        self._write(Work(table, do, seen=False))

    def set_meta(self, table: str, key: str, value: str, now: str = "") -> None:
        self._write(Noted(table, key, value, now))

    def keep_file(self, table: str, name: str, content: bytes) -> None:
        statement = "INSERT INTO files (name, content, number) VALUES (?, ?, ?)"
        again = " ON CONFLICT (number, name) DO UPDATE SET content = excluded.content"
        self._change(table, statement + again, name, content)

    def drop_file(self, table: str, name: str) -> None:
        self._change(table, "DELETE FROM files WHERE name = ? AND number = ?", name)

    def delete(self, table: str) -> None:
        self._change(table, "DELETE FROM tables WHERE number = ?")
        self.forget()

    def rewrite(
        self,
        table: str,
        expected_seq: int,
        records: Sequence[Record],
        meta: Mapping[str, str],
        without: Sequence[str] = (),
        result: MakeResult = no_result,
    ) -> None:
        check(0, records)
        made = result()

        def do(db: Database) -> None:
            number, last, _ = find(db, table)
            if last != expected_seq:
                raise store.Stale(last)
            for one in ("events", "meta"):
                db.execute(f"DELETE FROM {one} WHERE number = ?", (number,))
            db.executemany("DELETE FROM files WHERE number = ? AND name = ?", [(number, name) for name in without])
            db.executemany("INSERT INTO meta VALUES (?, ?, ?)", [(number, *item) for item in meta.items()])
            db.executemany("INSERT INTO events VALUES (?, ?, ?, ?)", [(number, *record) for record in records])
            db.execute("DELETE FROM results WHERE number = ?", (number,))
            sql_results.keep(db, number, made)

        self._write(Work(table, do))

    def keep_evening(self, evening: str, expected_seq: int, body: str, now: str = "") -> int:
        def do(db: Database) -> int:
            return sql_evenings.keep(db, evening, expected_seq, body, now)

        answer: int = self._write(Work(evening, do))
        return answer

    def evenings(self) -> list[KeptEvening]:
        found: list[KeptEvening] = self._read(sql_evenings.kept)
        return found

    def _change(self, table: str, statement: str, *values: str | bytes) -> None:
        """Change what is beside the log; the statement's last value is the table's number."""

        def do(db: Database) -> None:
            number = find(db, table)[0]
            db.execute(statement, (*values, number))

        self._write(Work(table, do))

    # Reading.

    def read(self, table: str, after: int = 0) -> list[Record]:
        after = max(0, min(after, 2**63 - 1))
        statement = (
            "SELECT seq, key, body FROM tables LEFT JOIN events ON events.number = tables.number AND seq > ?"
            " WHERE id = ? ORDER BY seq"
        )
        rows = self._read(lambda db: db.execute(statement, (after, table)).fetchall())
        if not rows:
            raise store.NoTable(table)
        records = [Record._make(row) for row in rows if row[0] is not None]
        if any(record.seq != seq for seq, record in enumerate(records, after + 1)):
            raise self._error(DAMAGED)
        return records

    def last(self, table: str) -> int:
        return int(self._read(lambda db: find(db, table)[1]))

    def tables(self) -> list[TableInfo]:
        return self._infos("", ())

    def infos(self, tables: Sequence[str]) -> list[TableInfo]:
        return self._infos(f"WHERE id IN ({', '.join('?' * len(tables))})", tables) if tables else []

    def _infos(self, which: str, values: Sequence[str]) -> list[TableInfo]:
        statement = (
            "SELECT id, (SELECT coalesce(max(seq), 0) FROM events WHERE events.number = tables.number),"
            f" created, changed, key, value FROM tables LEFT JOIN meta USING (number) {which} ORDER BY number, key"
        )
        found: dict[str, TableInfo] = {}
        for table, last, created, changed, key, value in self._read(
            lambda db: db.execute(statement, values).fetchall()
        ):
            info = found.setdefault(table, TableInfo(table, {}, last, created, changed))
            if key is not None:
                info.meta[key] = value
        return list(found.values())

    def results(self, whole: bool = False) -> dict[str, Kept]:
        found: dict[str, Kept] = self._read(lambda db: sql_results.kept(db, whole), snapshot=True)
        return found

    def secret(self, table: str) -> str | None:
        found: str | None = self._read(lambda db: find(db, table)[2])
        return found

    def file(self, table: str, name: str) -> bytes | None:
        statement = "SELECT content FROM files WHERE number = ? AND name = ?"
        row = self._read(lambda db: db.execute(statement, (find(db, table)[0], name)).fetchone())
        return None if row is None else bytes(row[0])

    # The one thread that writes.

    def _serve(self) -> None:
        while first := self._requests.next():
            batch = [first]
            trouble = self._transaction(batch, MOST_TOGETHER)
            if trouble and len(batch) > 1 and not self._is_common(trouble):
                # One of them may be more than the database can take; the others shall not suffer for it.
                for request in batch:
                    self._answer([request], self._transaction([request], 1))
            else:
                self._answer(batch, trouble)

    def _answer(self, batch: list[Request], trouble: Exception | None) -> None:
        for request in batch:
            if trouble:
                request.error = self._said(trouble)
            request.done.set()

    def _done(self, batch: list[Request]) -> None:
        self.commits += 1
        self.writes += len(batch)

    def _attempt(self, db: Database, request: Request, refused: type[Exception]) -> None:
        """Do one write; where it is refused by us and not by the database, nothing of it stays and others go on."""
        db.execute("SAVEPOINT one")
        try:
            request.answer, request.error = request.work.do(db), None
        except refused:
            raise
        except Exception as refusal:
            request.error = refusal
            db.execute("ROLLBACK TO SAVEPOINT one")
        db.execute("RELEASE SAVEPOINT one")

    def _error(self, what: Said) -> StoreError:
        return StoreError(say("database", name=self.name, what=what), say("database.nameless", what=what))


def find(db: Database, table: str) -> tuple[int, int, str | None]:
    """A table's number in the database, the number of its last event, and its secret."""
    last = "SELECT coalesce(max(seq), 0) FROM events WHERE events.number = tables.number"
    row = db.execute(f"SELECT number, ({last}), secret FROM tables WHERE id = ?", (table,)).fetchone()
    if row is None:
        raise store.NoTable(table)
    return row[0], row[1], row[2]


def _touch(db: Database, number: int, now: str) -> None:
    if now:
        db.execute("UPDATE tables SET changed = ? WHERE number = ?", (now, number))

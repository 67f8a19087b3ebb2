"""The store in one SQLite file: one thread writes and commits together what many ask for, anybody reads meanwhile."""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from pnp.errors import one_line
from pnp.play import sqlite_form, sqlite_results, store
from pnp.play.store import Kept, MakeResult, Record, Request, StoreError, TableInfo, check, no_result
from pnp.words import Said, say

MOST_TOGETHER = 500
"""So many writes share one transaction at most: the first of them waits for the last."""
_DAMAGED = say("database-is.damaged")
_SAYINGS = {
    sqlite3.SQLITE_BUSY: say("database-is.busy"),
    sqlite3.SQLITE_READONLY: say("database-is.read-only"),
    sqlite3.SQLITE_CANTOPEN: say("database-is.shut"),
    sqlite3.SQLITE_FULL: say("database-is.full"),
    sqlite3.SQLITE_NOTADB: say("database-is.foreign"),
    **dict.fromkeys((sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CONSTRAINT), _DAMAGED),
}


class SqliteStore(store.Store):
    """A store in one file, safe against being killed at any time and against a second program on the same file."""

    def __init__(self, path: Path, patience: float = 5.0) -> None:
        """Open the file, or make it; `patience` is how many seconds to wait for another program's lock."""
        self.path = path.absolute()
        self.writes = 0
        """How many writes were done, and in how many transactions."""
        self.commits = 0
        self._patience = patience
        self._door = threading.Condition()
        self._idle: list[sqlite3.Connection] = []
        self._reading = 0
        self._requests = store.Requests()
        self._writer = self._open()
        self._file = self.path.stat()
        self._thread = threading.Thread(target=self._serve, name="pnp store", daemon=True)
        self._thread.start()

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

        def work(db: sqlite3.Connection) -> None:
            if db.execute("SELECT 1 FROM tables WHERE id = ?", (table,)).fetchone():
                raise store.TableExists(table)
            row = (table, now, now, secret)
            number = db.execute("INSERT INTO tables (id, created, changed, secret) VALUES (?, ?, ?, ?)", row).lastrowid
            db.executemany("INSERT INTO meta VALUES (?, ?, ?)", [(number, *item) for item in meta.items()])
            db.executemany("INSERT INTO events VALUES (?, ?, ?, ?)", [(number, *record) for record in records])
            sqlite_results.keep(db, int(number or 0), made)

        self._requests.ask(work)

    def append(
        self, table: str, expected_seq: int, records: Sequence[Record], now: str = "", result: MakeResult = no_result
    ) -> int:
        check(expected_seq, records)
        made = result()

        def work(db: sqlite3.Connection) -> int:
            number, last, _ = _find(db, table)
            stored = "SELECT seq, key, body FROM events WHERE number = ? AND key = ?"
            for record in records:
                if row := db.execute(stored, (number, record.key)).fetchone():
                    raise store.Repeated(Record._make(row))
            if last != expected_seq:
                raise store.Stale(last)
            db.executemany("INSERT INTO events VALUES (?, ?, ?, ?)", [(number, *record) for record in records])
            _touch(db, number, now)
            sqlite_results.keep(db, number, made)
            return last + len(records)

        answer: int = self._requests.ask(work)
        return answer

    def read(self, table: str, after: int = 0) -> list[Record]:
        after = max(0, min(after, 2**63 - 1))
        with self._reader() as db:
            rows = db.execute(
                "SELECT seq, key, body FROM tables LEFT JOIN events ON events.number = tables.number AND seq > ?"
                " WHERE id = ? ORDER BY seq",
                (after, table),
            ).fetchall()
        if not rows:
            raise store.NoTable(table)
        records = [Record._make(row) for row in rows if row[0] is not None]
        if any(record.seq != seq for seq, record in enumerate(records, after + 1)):
            raise self._error(_DAMAGED)
        return records

    def last(self, table: str) -> int:
        with self._reader() as db:
            return _find(db, table)[1]

    def tables(self) -> list[TableInfo]:
        with self._reader() as db:
            rows = db.execute(
                "SELECT id, (SELECT coalesce(max(seq), 0) FROM events WHERE events.number = tables.number),"
                " created, changed, key, value FROM tables LEFT JOIN meta USING (number) ORDER BY number, key"
            ).fetchall()
        found: dict[str, TableInfo] = {}
        for table, last, created, changed, key, value in rows:
            info = found.setdefault(table, TableInfo(table, {}, last, created, changed))
            if key is not None:
                info.meta[key] = value
        return list(found.values())

    def keep_result(self, table: str, result: Kept) -> None:
        def work(db: sqlite3.Connection) -> None:
            number, last, _ = _find(db, table)
            if last == result.seq:
                sqlite_results.keep(db, number, result)

        self._requests.ask(work)

    def results(self, whole: bool = False) -> dict[str, Kept]:
        with self._reader() as db:
            return sqlite_results.kept(db, whole)

    def set_meta(self, table: str, key: str, value: str, now: str = "") -> None:
        self._change(table, "INSERT OR REPLACE INTO meta (key, value, number) VALUES (?, ?, ?)", key, value, now=now)

    def secret(self, table: str) -> str | None:
        with self._reader() as db:
            return _find(db, table)[2]

    def keep_secret(self, table: str, text: str) -> None:
        self._change(table, "UPDATE tables SET secret = ? WHERE number = ?", text)

    def keep_file(self, table: str, name: str, content: bytes) -> None:
        self._change(table, "INSERT OR REPLACE INTO files (name, content, number) VALUES (?, ?, ?)", name, content)

    def drop_file(self, table: str, name: str) -> None:
        self._change(table, "DELETE FROM files WHERE name = ? AND number = ?", name)

    def file(self, table: str, name: str) -> bytes | None:
        with self._reader() as db:
            number = _find(db, table)[0]
            row = db.execute("SELECT content FROM files WHERE number = ? AND name = ?", (number, name)).fetchone()
        return None if row is None else bytes(row[0])

    def delete(self, table: str) -> None:
        self._change(table, "DELETE FROM tables WHERE number = ?")
        with self._reader() as db, suppress(sqlite3.OperationalError):
            # What was deleted also stands in the write-ahead log, until that is cut off.
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def close(self) -> None:
        """Answer what waits, let readers finish, and leave one file."""
        self._requests.close()
        self._thread.join()
        with self._door:
            self._door.wait_for(lambda: not self._reading)
            for db in (*self._idle, self._writer):
                with suppress(sqlite3.Error):
                    db.close()
            self._idle.clear()

    # Reading: each read has a connection of its own while it lasts.

    @contextmanager
    def _reader(self) -> Iterator[sqlite3.Connection]:
        with self._door:
            if self._requests.closed:
                raise StoreError(say("store-closed"))
            db = self._idle.pop() if self._idle else None
            self._reading += 1
        try:
            db = db or self._connect("query_only = ON")
            yield db
        except sqlite3.Error as error:
            if db:
                db.close()
                db = None
            raise self._said(error) from error
        finally:
            with self._door:
                self._reading -= 1
                if db:
                    self._idle.append(db)
                self._door.notify_all()

    # Writing: one thread takes all that wait into one transaction.

    def _change(self, table: str, statement: str, *values: str | bytes, now: str = "") -> None:
        """Change what is beside the log; the statement's last value is the table's number."""

        def work(db: sqlite3.Connection) -> None:
            number = _find(db, table)[0]
            db.execute(statement, (*values, number))
            _touch(db, number, now)

        self._requests.ask(work)

    def _serve(self) -> None:
        while first := self._requests.next():
            batch = [first]
            trouble = self._transaction(batch, MOST_TOGETHER)
            if trouble and len(batch) > 1 and _code(trouble) != sqlite3.SQLITE_BUSY:
                # One of them may be more than the database can take; the others shall not suffer for it.
                for request in batch:
                    self._answer([request], self._transaction([request], 1))
            else:
                self._answer(batch, trouble)

    def _transaction(self, batch: list[Request], most: int) -> Exception | None:
        """Do a batch and what comes in meanwhile in one transaction, and say what went wrong if nothing was stored."""
        db = self._writer
        try:
            db.execute("BEGIN IMMEDIATE")
            for request in batch:  # grows on the way
                self._attempt(request)
                if request is batch[-1]:
                    batch += self._requests.waiting(most - len(batch))
            db.execute("COMMIT")
            if not os.path.samestat(self.path.stat(), self._file):
                raise self._error(say("database-is.replaced"))
        except Exception as trouble:
            with suppress(sqlite3.Error):
                db.rollback()
            return trouble
        self.commits += 1
        self.writes += len(batch)
        return None

    def _attempt(self, request: Request) -> None:
        """Do one write; where it is refused, nothing of it stays and the others go on."""
        db = self._writer
        db.execute("SAVEPOINT one")
        try:
            request.answer, request.error = request.work(db), None
        except sqlite3.Error:
            raise
        except Exception as refusal:
            request.error = refusal
            db.execute("ROLLBACK TO one")
        db.execute("RELEASE one")

    def _answer(self, batch: list[Request], trouble: Exception | None) -> None:
        for request in batch:
            if trouble:
                request.error = self._said(trouble)
            request.done.set()

    # The file.

    def _open(self) -> sqlite3.Connection:
        """The connection that writes, to a file that is ours and in the form we know."""
        end = time.monotonic() + self._patience
        while True:
            db = None
            try:
                self._make_place()
                db = self._connect("synchronous = FULL", "fullfsync = ON", "secure_delete = ON")
                self._prepare(db)
                return db
            except (sqlite3.Error, OSError, ValueError, StoreError) as trouble:
                if db:
                    db.close()
                # Two programs that make one new file at once: SQLite does not wait for the other by itself.
                if _code(trouble) != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                    raise self._said(trouble) from trouble
                time.sleep(0.01)

    def _make_place(self) -> None:
        """Make the folder, and an empty file that is nobody else's to read: it will hold secrets."""
        if self.path.is_dir():
            raise self._error(say("database-is.folder"))
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with suppress(FileExistsError):
            os.close(os.open(self.path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))

    def _connect(self, *pragmas: str) -> sqlite3.Connection:
        db = sqlite3.connect(self.path, timeout=self._patience, isolation_level=None, check_same_thread=False)
        for pragma in ("foreign_keys = ON", *pragmas):
            db.execute(f"PRAGMA {pragma}")
        return db

    def _prepare(self, db: sqlite3.Connection) -> None:
        """Make the tables in an empty file; refuse somebody else's file and a newer program's."""
        db.execute("BEGIN")  # one look at the file, which another program may just be making
        self._form(db)
        db.execute("COMMIT")
        if db.execute("PRAGMA journal_mode = WAL").fetchone()[0] != "wal":
            raise self._error(say("database-is.remote"))
        db.execute("BEGIN IMMEDIATE")
        sqlite_form.bring_up(db, self._form(db))
        db.execute("DELETE FROM tables WHERE 0")  # fails where the file may only be read
        db.execute("COMMIT")

    def _form(self, db: sqlite3.Connection) -> int:
        """The form of our tables that the file holds; 0 when it is empty."""
        found = sqlite_form.form(db)
        if isinstance(found, Said):
            raise self._error(found)
        return found

    def _said(self, trouble: Exception) -> StoreError:
        """Trouble as one line for a person."""
        if isinstance(trouble, StoreError):
            return StoreError(trouble.said, trouble.nameless)
        if isinstance(trouble, OSError):
            return self._error(say("database-is.out-of-reach", why=trouble.strerror or str(trouble)))
        known = _SAYINGS.get(_code(trouble))
        return self._error(known or say("database-is.failing", why=one_line(str(trouble))))

    def _error(self, what: Said) -> StoreError:
        return StoreError(say("database", name=str(self.path), what=what), say("database.nameless", what=what))


def _find(db: sqlite3.Connection, table: str) -> tuple[int, int, str | None]:
    """A table's number in the file, the number of its last event, and its secret."""
    last = "SELECT coalesce(max(seq), 0) FROM events WHERE events.number = tables.number"
    row = db.execute(f"SELECT number, ({last}), secret FROM tables WHERE id = ?", (table,)).fetchone()
    if row is None:
        raise store.NoTable(table)
    return row[0], row[1], row[2]


def _touch(db: sqlite3.Connection, number: int, now: str) -> None:
    if now:
        db.execute("UPDATE tables SET changed = ? WHERE number = ?", (now, number))


def _code(trouble: Exception) -> int:
    """SQLite's code for trouble; what it says without one is about data that can't be read."""
    return int(getattr(trouble, "sqlite_errorcode", sqlite3.SQLITE_ERROR)) & 0xFF

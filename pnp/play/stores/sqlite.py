"""The store in one SQLite file: nothing has to be installed or run for it."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from pnp.errors import one_line
from pnp.play.stores import sql_form
from pnp.play.stores.sql_connection import Database, Readers, as_of_one_moment
from pnp.play.stores.sql_store import DAMAGED, SqlStore
from pnp.play.stores.store import Request, StoreError
from pnp.words import Said, say

APPLICATION = 0x706E7020
"""What the file's header says: whose data these are."""
MOST_READERS = 64
_SAYINGS = {
    sqlite3.SQLITE_BUSY: say("database-is.busy"),
    sqlite3.SQLITE_READONLY: say("database-is.read-only"),
    sqlite3.SQLITE_CANTOPEN: say("database-is.shut"),
    sqlite3.SQLITE_FULL: say("database-is.full"),
    sqlite3.SQLITE_NOTADB: say("database-is.foreign"),
    **dict.fromkeys((sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CONSTRAINT), DAMAGED),
}


class SqliteStore(SqlStore):
    """A store in one file, safe against being killed at any time and against a second program on the same file."""

    def __init__(self, path: Path, patience: float = 5.0) -> None:
        """Open the file, or make it; `patience` is how many seconds to wait for another program's lock."""
        super().__init__()
        self.path = path.absolute()
        self.name = str(self.path)
        self._patience = patience
        self._writer = self._open()
        self._readers = Readers(lambda: self._connect("query_only = ON"), _close, MOST_READERS)
        self._file = self.path.stat()
        self._thread.start()

    def forget(self) -> None:
        with self._readers.lent() as db, suppress(sqlite3.OperationalError):
            # What was deleted also stands in the write-ahead log, until that is cut off.
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def close(self) -> None:
        """Answer what waits, let readers finish, and leave one file."""
        self._requests.close()
        self._thread.join()
        self._readers.close()
        _close(self._writer)

    def _read(self, work: Callable[[Database], Any], snapshot: bool = False) -> Any:
        try:
            with self._readers.lent() as db:
                return as_of_one_moment(db, work, "BEGIN") if snapshot else work(db)
        except sqlite3.Error as error:
            raise self._said(error) from error

    def _transaction(self, batch: list[Request], most: int) -> Exception | None:
        db = self._writer
        try:
            db.execute("BEGIN IMMEDIATE")
            for request in batch:  # grows on the way
                self._attempt(db, request, sqlite3.Error)
                if request is batch[-1]:
                    batch += self._requests.waiting(most - len(batch))
            db.execute("COMMIT")
            if not os.path.samestat(self.path.stat(), self._file):
                raise self._error(say("database-is.replaced"))
        except Exception as trouble:
            with suppress(sqlite3.Error):
                db.rollback()
            return trouble
        self._done(batch)
        return None

    def _is_common(self, trouble: Exception) -> bool:
        return _code(trouble) == sqlite3.SQLITE_BUSY

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
        known = self._form(db)
        for statement in sql_form.missing(known):
            db.execute(statement)
        if known < sql_form.VERSION:
            db.execute(f"PRAGMA application_id = {APPLICATION}")
            db.execute(f"PRAGMA user_version = {sql_form.VERSION}")
        db.execute("DELETE FROM tables WHERE 0")  # fails where the file may only be read
        db.execute("COMMIT")

    def _form(self, db: sqlite3.Connection) -> int:
        """The form of our tables that the file holds; 0 when it is empty."""
        found = _form(db)
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


def _form(db: sqlite3.Connection) -> int | Said:
    """The form of our tables that a file holds, 0 when it is empty; or whose it is instead."""
    (whose,), (version,) = (db.execute(f"PRAGMA {n}").fetchone() for n in ("application_id", "user_version"))
    if whose == APPLICATION and version > sql_form.VERSION:
        return say("database-is.newer", version=version, known=sql_form.VERSION)
    if whose == APPLICATION and 1 <= version <= sql_form.VERSION:
        return int(version)
    if whose or version or db.execute("SELECT 1 FROM sqlite_master").fetchone():
        return say("database-is.other")
    return 0


def _close(db: sqlite3.Connection) -> None:
    with suppress(sqlite3.Error):
        db.close()


def _code(trouble: Exception) -> int:
    """SQLite's code for trouble; what it says without one is about data that can't be read."""
    return int(getattr(trouble, "sqlite_errorcode", sqlite3.SQLITE_ERROR)) & 0xFF

"""The store on a PostgreSQL server: any number of programs write to it at once, and hear of one another."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from pnp.play.stores import postgres_append, postgres_connection, sql_form
from pnp.play.stores.postgres_connection import AGAIN, LOST, Connection, Trouble, kind_of
from pnp.play.stores.postgres_listening import Listening
from pnp.play.stores.server_address import shown
from pnp.play.stores.sql_connection import Database, Readers, as_of_one_moment
from pnp.play.stores.sql_store import Append, Noted, SqlStore, Work
from pnp.play.stores.store import Heard, Request, StoreError, told_together
from pnp.words import facts_of, say

MOST_READERS = 8
"""Connections to read on, beside the one that writes and the one that listens: a server has some hundred for all."""
MOST_TRIES = 20
"""How often a batch is tried that met another program's: each time the other has got on."""
LONGEST_NOTICE = 7000
"""Bytes of one notification, which the server allows 8,000 of."""
_SNAPSHOT = "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY"
_LOCK = "SELECT 1 FROM tables WHERE id = ANY(?) ORDER BY number FOR NO KEY UPDATE"
_LOCK_NAMES = (
    "SELECT pg_advisory_xact_lock(hash) FROM"
    " (SELECT DISTINCT hashtextextended(name, 7) AS hash FROM unnest(?::text[]) AS name ORDER BY hash) AS named"
)
"""What has no row to lock, such as a table that is about to be made, is locked by its name."""


class PostgresStore(SqlStore):
    """A store on a server; what is written is safe by the database's own locks and constraints."""

    def __init__(self, url: str, patience: float = 5.0) -> None:
        """Connect, and make the tables where there are none; `patience` is how long a lost server is waited for."""
        super().__init__()
        self.url, self.name = url, shown(url)
        self._patience = patience
        self._lost_since: float | None = None
        self._writer: Connection | None = None
        self._listening: list[Listening] = []
        try:
            self._writer = self._connect()
            self.channel = self._prepare(self._writer)
        except (Trouble, OSError, StoreError) as trouble:
            self._hang_up()
            raise self._said(trouble) from trouble
        self._readers = Readers(self._connect, Connection.close, MOST_READERS)
        self._thread.start()

    def close(self) -> None:
        """Answer what waits, and let readers finish."""
        for one in self._listening:
            one.close()
        self._requests.close()
        self._thread.join()
        self._readers.close()
        self._hang_up()

    @property
    def is_shared(self) -> bool:
        return True

    def listen(self, heard: Heard) -> None:
        self._listening.append(Listening(self._connect, self.channel, heard))

    @contextmanager
    def alone(self, name: str) -> Iterator[bool]:
        try:
            with self._readers.lent() as db:
                db.execute("BEGIN")
                try:
                    (alone,) = db.execute(
                        "SELECT pg_try_advisory_xact_lock(hashtextextended(?, 11))", (name,)
                    ).fetchone()
                    yield bool(alone)
                finally:
                    db.execute("ROLLBACK")
        except Trouble as trouble:
            raise self._said(trouble) from trouble

    def forget(self) -> None:
        with suppress(Trouble), self._readers.lent() as db:
            db.execute("VACUUM tables, meta, events, files, results, places")

    def _connect(self) -> Connection:
        return Connection(self.url, self._patience)

    def _hang_up(self) -> None:
        if self._writer:
            self._writer.close()
            self._writer = None

    def _read(self, work: Callable[[Database], Any], snapshot: bool = False) -> Any:
        while True:
            try:
                with self._readers.lent() as db:
                    found = as_of_one_moment(db, work, _SNAPSHOT) if snapshot else work(db)
                self._lost_since = None
                return found
            except Trouble as trouble:
                if kind_of(trouble) != LOST or not self._is_waited_for():
                    raise self._said(trouble) from trouble
                self._readers.drop()

    def _is_waited_for(self) -> bool:
        """Whether a server that has just been lost is worth another try; waits a little before it."""
        now = time.monotonic()
        self._lost_since = self._lost_since or now
        if now - self._lost_since > self._patience:
            return False
        time.sleep(0.1)
        return True

    # Writing: what waits becomes one transaction.

    def _transaction(self, batch: list[Request], most: int) -> Exception | None:
        batch += self._requests.waiting(most - len(batch))
        commit = ""  # the number of the transaction that is about to be committed
        quick, tries = postgres_append.are_plain([one for one in batch if isinstance(one.work, Append)]), 0
        while True:
            try:
                db = self._writer = self._writer or self._connect()
                if commit and _is_committed(db, commit):
                    break
                commit = self._do(db, batch, quick)
                db.execute("COMMIT")
                break
            except postgres_append.NotQuickError:
                db.execute("ROLLBACK")
                quick = False
            except Trouble as trouble:
                self._hang_up()
                tries += 1
                if kind_of(trouble) == AGAIN and tries < MOST_TRIES:
                    commit = ""
                elif kind_of(trouble) != LOST or not self._is_waited_for():
                    return trouble
            except Exception as trouble:  # whatever it is, whoever waits is answered, and the thread goes on
                self._hang_up()
                return trouble
        self._lost_since = None
        self._done(batch)
        return None

    def _do(self, db: Connection, batch: list[Request], quick: bool) -> str:
        """Do all writes of a batch, and tell who listens of them; the transaction's number."""
        db.execute("BEGIN")
        appends = [request for request in batch if isinstance(request.work, Append)]
        notes = [request for request in batch if isinstance(request.work, Noted)]
        others = [request for request in batch if isinstance(request.work, Work)]
        if quick and not notes and not others:
            told = [(request.work.table, request.work.expected_seq + len(request.work.records)) for request in batch]
            return postgres_append.quickly(db, batch, self.channel, list(_notices(told)))
        # Whoever locks several does so in one order, so that two of us never wait for each other.
        if others:
            db.execute(_LOCK_NAMES, (list({request.work.table for request in others}),))
        db.execute(_LOCK, (list({request.work.table for request in batch}),))
        if appends and quick:
            postgres_append.quickly(db, appends, self.channel, [])
        elif appends:
            postgres_append.carefully(db, appends)
        if notes:
            postgres_append.keep_notes(db, notes)
        for request in others:
            self._attempt(db, request, Trouble)
        return self._tell(db, batch)

    def _tell(self, db: Connection, batch: list[Request]) -> str:
        """Tell who listens of what was written; the transaction's number."""
        told: dict[str, int] = {}
        for request in batch:
            if request.work.seen and not request.error:
                last = request.answer if isinstance(request.work, Append) else 0
                told = told_together(told, {request.work.table: last})
        transaction = ""
        for notice in _notices(told.items()) if told else [""]:
            statement = "SELECT pg_current_xact_id()::text, CASE WHEN ? <> '' THEN pg_notify(?, ?) END"
            transaction = db.execute(statement, (notice, self.channel, notice)).fetchone()[0]
        return transaction

    def _is_common(self, trouble: Exception) -> bool:
        return kind_of(trouble) == LOST

    def _said(self, trouble: Exception) -> StoreError:
        if isinstance(trouble, StoreError):
            return StoreError(trouble.said, trouble.nameless)
        if isinstance(trouble, OSError):
            what = say("database-is.away", why=trouble.strerror or str(trouble))
        else:
            what = postgres_connection.said(trouble, self.url)
        # Why a server does not answer names it, and whoever it knows: that is nothing for a party's guests.
        plain = say("database.nameless", what=say("database-is.silent")) if "why" in facts_of(what) else ""
        error = self._error(what)
        return StoreError(error.said, plain or error.nameless)

    # The form of the database.

    def _prepare(self, db: Connection) -> str:
        """Make what is missing, alone; the channel on which programs that use these tables tell one another."""
        db.execute("BEGIN")
        db.execute("SELECT pg_advisory_xact_lock(hashtext('pnp form'))")
        schema = db.execute("SELECT current_schema()").fetchone()[0]
        if schema is None:
            raise self._error(say("database-is.without-schema"))
        known = self._form(db)
        for statement in sql_form.missing(known):
            db.execute(in_its_way(statement))
        if known < sql_form.VERSION:
            db.execute("DELETE FROM pnp_form")
            db.execute("INSERT INTO pnp_form VALUES (?)", (sql_form.VERSION,))
        db.execute("COMMIT")
        return f"pnp {schema}"

    def _form(self, db: Connection) -> int:
        """The form of our tables that the database holds; 0 when it has none of them."""
        ours, others = db.execute("SELECT to_regclass('pnp_form'), to_regclass('tables')").fetchone()
        if ours is None:
            if others is not None:
                raise self._error(say("database-is.server-other"))
            db.execute("CREATE TABLE pnp_form (version BIGINT NOT NULL)")
            return 0
        version = int((db.execute("SELECT version FROM pnp_form").fetchone() or (0,))[0])
        if version > sql_form.VERSION:
            raise self._error(say("database-is.newer", version=version, known=sql_form.VERSION))
        return version


def in_its_way(statement: str) -> str:
    """A statement that makes a table, as PostgreSQL wants it.

    >>> in_its_way("CREATE TABLE a (number INTEGER PRIMARY KEY, content BLOB) WITHOUT ROWID")
    'CREATE TABLE a (number BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY, content BYTEA)'
    """
    statement = re.sub(r"\s+WITHOUT ROWID", "", statement)
    counted = "BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY"
    statement = re.sub(r"INTEGER PRIMARY KEY(?! REFERENCES)", counted, statement)
    return statement.replace("INTEGER", "BIGINT").replace("BLOB", "BYTEA")


def _is_committed(db: Connection, transaction: str) -> bool:
    """Whether a transaction whose end nobody heard of was committed; one that still runs is waited for."""
    while True:
        (status,) = db.execute("SELECT pg_xact_status(?::xid8)", (transaction,)).fetchone()
        if status != "in progress":
            return bool(status == "committed")
        time.sleep(0.05)


def _notices(told: Iterable[tuple[str, int]]) -> Iterator[str]:
    """Tables and the numbers of their last events, 0 where something else has changed, in as few notices as possible.

    >>> list(_notices([("K7M2PQ", 12), ("B4N8TX", 0)]))
    ['{"K7M2PQ":12,"B4N8TX":0}']
    """
    together: dict[str, int] = {}
    length = 2
    for table, last in told:
        if together and length + len(table) * 6 + 24 > LONGEST_NOTICE:
            yield json.dumps(together, separators=(",", ":"))
            together, length = {}, 2
        together[table] = last
        length += len(table) * 6 + 24
    if together:
        yield json.dumps(together, separators=(",", ":"))

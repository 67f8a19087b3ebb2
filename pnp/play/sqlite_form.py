"""The form of the database: its tables, and how a file of an earlier form gets those that it lacks."""

from __future__ import annotations

import sqlite3

from pnp.words import Said, say

APPLICATION, VERSION = 0x706E7020, 3
"""What the file's header says: whose data these are, and the version of the tables below."""
_FIRST = (
    """CREATE TABLE IF NOT EXISTS tables (
        number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE,
        created TEXT NOT NULL, changed TEXT NOT NULL, secret TEXT)""",
    """CREATE TABLE IF NOT EXISTS meta (
        number INTEGER NOT NULL REFERENCES tables ON DELETE CASCADE, key TEXT NOT NULL, value TEXT NOT NULL,
        PRIMARY KEY (number, key)) WITHOUT ROWID""",
    """CREATE TABLE IF NOT EXISTS events (
        number INTEGER NOT NULL REFERENCES tables ON DELETE CASCADE, seq INTEGER NOT NULL, key TEXT NOT NULL,
        body TEXT NOT NULL, PRIMARY KEY (number, seq), UNIQUE (number, key)) WITHOUT ROWID""",
    f"PRAGMA application_id = {APPLICATION}",
)
_SINCE_2 = (
    """CREATE TABLE IF NOT EXISTS files (
        number INTEGER NOT NULL REFERENCES tables ON DELETE CASCADE, name TEXT NOT NULL, content BLOB NOT NULL,
        PRIMARY KEY (number, name))""",
)
_SINCE_3 = (
    """CREATE TABLE IF NOT EXISTS results (
        number INTEGER PRIMARY KEY REFERENCES tables ON DELETE CASCADE, seq INTEGER NOT NULL, rules TEXT NOT NULL,
        game TEXT NOT NULL, opened TEXT NOT NULL, final INTEGER NOT NULL, minutes INTEGER, body TEXT NOT NULL)""",
    """CREATE TABLE IF NOT EXISTS places (
        number INTEGER NOT NULL REFERENCES results ON DELETE CASCADE, seat INTEGER NOT NULL, player TEXT NOT NULL,
        rank INTEGER, total INTEGER, won INTEGER, body TEXT NOT NULL, PRIMARY KEY (number, seat))
        WITHOUT ROWID""",
)
"""Results are filled in when they are asked for: the log of a table has all that they are made of."""
_FORMS = (_FIRST, _SINCE_2, _SINCE_3)


def form(db: sqlite3.Connection) -> int | Said:
    """The form of our tables that a file holds, 0 when it is empty; or whose it is instead."""
    (whose,), (version,) = (db.execute(f"PRAGMA {n}").fetchone() for n in ("application_id", "user_version"))
    if whose == APPLICATION and version > VERSION:
        return say("database-is.newer", version=version, known=VERSION)
    if whose == APPLICATION and 1 <= version <= VERSION:
        return int(version)
    if whose or version or db.execute("SELECT 1 FROM sqlite_master").fetchone():
        return say("database-is.other")
    return 0


def bring_up(db: sqlite3.Connection, known: int) -> None:
    """Make what a file of a form lacks, within the transaction that is open."""
    for statement in (one for form in _FORMS[known:] for one in form):
        db.execute(statement)
    if known < VERSION:
        db.execute(f"PRAGMA user_version = {VERSION}")

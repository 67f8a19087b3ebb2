"""The form of the database: its tables, and what a database of an earlier form lacks; the same in every engine.

The statements are written in SQLite's way; `postgres` says in PostgreSQL's what differs.
"""

from __future__ import annotations

import re

VERSION = 4
"""The newest form that this program knows."""
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
_SINCE_4 = (
    """CREATE TABLE IF NOT EXISTS evenings (
        id TEXT PRIMARY KEY, seq INTEGER NOT NULL, created TEXT NOT NULL, changed TEXT NOT NULL, body TEXT NOT NULL)""",
)
_FORMS = (_FIRST, _SINCE_2, _SINCE_3, _SINCE_4)


def missing(known: int) -> list[str]:
    """The statements that make what a database of a form lacks; 0 is an empty one."""
    return [statement for form in _FORMS[known:] for statement in form]


def belonging() -> list[str]:
    """The tables of the database whose rows belong to a table at which is played, each after what it refers to.

    >>> belonging()
    ['meta', 'events', 'files', 'results', 'places']
    """
    return [name for name, columns in _made() if name != "tables" and columns.startswith("number ")]


def standing_alone() -> list[str]:
    """The tables of the database whose rows belong to none, each with an id and a number that grows.

    >>> standing_alone()
    ['evenings']
    """
    return [name for name, columns in _made() if columns.startswith("id ")]


def _made() -> list[tuple[str, str]]:
    """The tables of the database by their names, with what their first columns are."""
    made = re.compile(r"CREATE TABLE IF NOT EXISTS (\w+) \(\s*(.*)", re.DOTALL)
    return [(found[1], found[2]) for statement in missing(0) if (found := made.match(statement))]

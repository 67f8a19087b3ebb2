"""Evenings in the database: one row each, put in place of the one before by whoever has seen that one."""

from __future__ import annotations

from pnp.play.stores.sql_connection import Database
from pnp.play.stores.store import KeptEvening, Stale


def keep(db: Database, evening: str, expected: int, body: str, now: str) -> int:
    """Keep an evening as it is now, after the number that was expected; its own number is the next."""
    row = db.execute("SELECT seq FROM evenings WHERE id = ?", (evening,)).fetchone()
    last = row[0] if row else 0
    if last != expected:
        raise Stale(last)
    db.execute(
        "INSERT INTO evenings VALUES (?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET seq = excluded.seq,"
        " changed = excluded.changed, body = excluded.body",
        (evening, last + 1, now, now, body),
    )
    return int(last) + 1


def kept(db: Database) -> list[KeptEvening]:
    """Every evening, the oldest first."""
    rows = db.execute("SELECT id, seq, created, changed, body FROM evenings ORDER BY created, id").fetchall()
    return [KeptEvening._make(row) for row in rows]

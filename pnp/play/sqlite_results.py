"""What tables have come to, in the database beside their logs: one row a table, one row a player."""

from __future__ import annotations

import sqlite3

from pnp.play.store import Kept, KeptPlace


def keep(db: sqlite3.Connection, number: int, result: Kept | None) -> None:
    """Put a result in place of the one before; without one that stays, and is known not to be of the last event."""
    if result is None:
        return
    db.execute(
        "INSERT INTO results VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (number) DO UPDATE SET seq = excluded.seq,"
        " rules = excluded.rules, game = excluded.game, opened = excluded.opened, final = excluded.final,"
        " minutes = excluded.minutes, body = excluded.body",
        (number, *result[:-1]),
    )
    rows = [(number, *place) for place in result.places]
    db.executemany("INSERT OR REPLACE INTO places VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
    db.execute("DELETE FROM places WHERE number = ? AND seat >= ?", (number, len(rows)))


def kept(db: sqlite3.Connection, whole: bool) -> dict[str, Kept]:
    """The results that are of the last event of their tables, by the tables' ids."""
    db.execute("BEGIN")  # both tables as they were at one moment
    rows = db.execute(
        "SELECT number, id, seq, rules, game, opened, final, minutes, body FROM results JOIN tables USING (number)"
        " WHERE seq = (SELECT max(seq) FROM events WHERE events.number = results.number) ORDER BY number"
    ).fetchall()
    body = "body" if whole else "''"
    seats = db.execute(f"SELECT number, seat, player, rank, total, won, {body} FROM places ORDER BY number, seat")
    places: dict[int, list[KeptPlace]] = {}
    for number, seat, player, rank, total, won, text in seats:
        place = KeptPlace(seat, player, rank, total, None if won is None else bool(won), text)
        places.setdefault(number, []).append(place)
    db.execute("COMMIT")
    return {
        id: Kept(seq, rules, game, opened, bool(final), minutes, text, tuple(places.get(number, ())))
        for number, id, seq, rules, game, opened, final, minutes, text in rows
    }

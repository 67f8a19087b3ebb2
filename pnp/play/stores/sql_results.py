"""What tables have come to, in the database beside their logs: one row a table, one row a player."""

from __future__ import annotations

from pnp.play.events import seal_of
from pnp.play.stores.sql_connection import Database
from pnp.play.stores.store import Kept, KeptPlace


def keep(db: Database, number: int, result: Kept | None) -> None:
    """Put a result in place of the one before; without one that stays, and is known not to be of the last event."""
    if result is None:
        return
    db.execute(
        "INSERT INTO results VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (number) DO UPDATE SET seq = excluded.seq,"
        " rules = excluded.rules, game = excluded.game, opened = excluded.opened, final = excluded.final,"
        " minutes = excluded.minutes, body = excluded.body",
        result_row(number, result),
    )
    db.executemany(
        "INSERT INTO places VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (number, seat) DO UPDATE SET"
        " player = excluded.player, rank = excluded.rank, total = excluded.total, won = excluded.won,"
        " body = excluded.body",
        place_rows(number, result),
    )
    db.execute("DELETE FROM places WHERE number = ? AND seat >= ?", (number, len(result.places)))


def result_row(number: int, result: Kept) -> tuple[object, ...]:
    """A result as a row of its table."""
    return (number, *result[:4], int(result.final), result.minutes, result.body)


def place_rows(number: int, result: Kept) -> list[tuple[object, ...]]:
    """The places of a result as rows of their table."""
    return [
        (number, one.seat, one.player, one.rank, one.total, None if one.won is None else int(one.won), one.body)
        for one in result.places
    ]


def kept(db: Database, whole: bool) -> dict[str, Kept]:
    """The results that are of the last event of their tables, by the tables' ids; to be read as of one moment."""
    rows = db.execute(
        "SELECT number, id, seq, rules, game, opened, final, minutes, results.body, events.body"
        " FROM results JOIN tables USING (number) JOIN events USING (number, seq)"
        " WHERE seq = (SELECT max(seq) FROM events WHERE events.number = results.number) ORDER BY number"
    ).fetchall()
    body = "body" if whole else "''"
    seats = db.execute(f"SELECT number, seat, player, rank, total, won, {body} FROM places ORDER BY number, seat")
    places: dict[int, list[KeptPlace]] = {}
    for number, seat, player, rank, total, won, text in seats.fetchall():
        place = KeptPlace(seat, player, rank, total, None if won is None else bool(won), text)
        places.setdefault(number, []).append(place)
    return {
        id: Kept(seq, rules, game, opened, bool(final), minutes, text, tuple(places.get(number, ())), seal_of(event))
        for number, id, seq, rules, game, opened, final, minutes, text, event in rows
    }


def cut_logs(db: Database) -> dict[str, int]:
    """The tables whose results are of an event that their logs don't have, and the number of that event."""
    last = "SELECT coalesce(max(seq), 0) FROM events WHERE events.number = results.number"
    statement = f"SELECT id, seq FROM results JOIN tables USING (number) WHERE seq > ({last})"
    return dict(db.execute(statement).fetchall())

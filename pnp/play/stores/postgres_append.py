"""Many events and notes in a few statements: a batch of them costs a server little more than one."""

from __future__ import annotations

from typing import Any

from pnp.play.stores import sql_results, store
from pnp.play.stores.postgres_connection import Connection, packed
from pnp.play.stores.sql_store import Append, Noted
from pnp.play.stores.store import Kept, KeptPlace, Record, Request

_QUICK = (
    "WITH asked AS (SELECT * FROM json_to_recordset(?)"
    " AS one (id text, expected bigint, seq bigint, key text, body text, now text)),"
    " locked AS MATERIALIZED (SELECT id, number,"
    " (SELECT coalesce(max(seq), 0) FROM events WHERE events.number = tables.number) AS last"
    " FROM tables WHERE id = ANY(ARRAY(SELECT id FROM asked)) ORDER BY number FOR NO KEY UPDATE),"
    " wrote AS (INSERT INTO events SELECT number, seq, key, body FROM asked JOIN locked USING (id)"
    " WHERE expected = last ON CONFLICT DO NOTHING RETURNING 1),"
    " touched AS (UPDATE tables SET changed = asked.now FROM asked JOIN locked USING (id)"
    " WHERE tables.number = locked.number AND asked.now <> '')"
    " SELECT (SELECT count(*) FROM wrote), (SELECT array_agg(id) FROM locked), (SELECT array_agg(number) FROM locked),"
    " pg_current_xact_id()::text, (SELECT count(pg_notify(?, notice)) FROM unnest(?::text[]) AS notice)"
)
"""Lock, store, touch and tell, by one statement.

It sees the tables as they were before it waited for a lock, and that is safe: an event is stored only behind the one
that was expected, and of two with the same number or key the database takes one.
"""
_FOUND = (
    "SELECT id, number, coalesce((SELECT max(seq) FROM events WHERE events.number = tables.number), 0)"
    " FROM tables WHERE id = ANY(?)"
)
_KEYS = (
    "SELECT number, key, seq, events.body FROM json_to_recordset(?) AS asked (number bigint, key text)"
    " JOIN events USING (number, key)"
)
_INSERT = (
    "INSERT INTO events SELECT * FROM json_to_recordset(?) AS one (number bigint, seq bigint, key text, body text)"
)
_TOUCH = (
    "UPDATE tables SET changed = told.now FROM json_to_recordset(?) AS told (number bigint, now text)"
    " WHERE tables.number = told.number"
)
_KEEP = (
    "WITH result AS (INSERT INTO results SELECT * FROM json_to_recordset(?) AS one (number bigint, seq bigint,"
    " rules text, game text, opened text, final bigint, minutes bigint, body text) ON CONFLICT (number) DO UPDATE SET"
    " seq = excluded.seq, rules = excluded.rules, game = excluded.game, opened = excluded.opened,"
    " final = excluded.final, minutes = excluded.minutes, body = excluded.body),"
    " place AS (INSERT INTO places SELECT * FROM json_to_recordset(?) AS one (number bigint, seat bigint, player text,"
    " rank bigint, total bigint, won bigint, body text) ON CONFLICT (number, seat) DO UPDATE SET"
    " player = excluded.player, rank = excluded.rank, total = excluded.total, won = excluded.won,"
    " body = excluded.body)"
    " DELETE FROM places USING json_to_recordset(?) AS told (number bigint, n bigint)"
    " WHERE places.number = told.number AND seat >= n"
)


_NOTE = (
    "WITH noted AS (INSERT INTO meta SELECT number, key, value FROM json_to_recordset(?)"
    " AS one (id text, key text, value text) JOIN tables USING (id)"
    " ON CONFLICT (number, key) DO UPDATE SET value = excluded.value)"
    " UPDATE tables SET changed = CASE WHEN told.now <> '' THEN told.now ELSE changed END"
    " FROM json_to_recordset(?) AS told (id text, now text) WHERE tables.id = told.id RETURNING tables.id"
)


class NotQuickError(Exception):
    """One of many appends is refused: all of them have to be looked at."""


def quickly(db: Connection, requests: list[Request], channel: str, notices: list[str]) -> str:
    """Store the events of all requests and tell of them, where none is refused; the transaction's number."""
    works: list[Append] = [request.work for request in requests]
    names = ("id", "expected", *Record._fields, "now")
    rows = [(one.table, one.expected_seq, *record, one.now) for one in works for record in one.records]
    values = packed(names, rows), channel, notices
    wrote, ids, found, transaction, _ = db.execute(_QUICK, values).fetchone()
    if wrote != len(rows):
        raise NotQuickError
    numbers = dict(zip(ids, found, strict=True))
    for request, one in zip(requests, works, strict=True):
        request.answer, request.error = one.expected_seq + len(one.records), None
    if results := {numbers[one.table]: one.result for one in works if one.result}:
        _keep(db, results)
    return str(transaction)


def are_plain(requests: list[Request]) -> bool:
    """Whether events can be stored by one statement: there are some for each table, and for none twice."""
    works: list[Append] = [request.work for request in requests]
    numbered = all(one.records and 0 <= one.expected_seq < 2**62 for one in works)
    return numbered and len({one.table for one in works}) == len(works)


def carefully(db: Connection, requests: list[Request]) -> None:
    """Store the events of all requests that can have them, within the transaction that holds their tables."""
    works: list[Append] = [request.work for request in requests]
    found = {id: (number, last) for id, number, last in db.execute(_FOUND, ([one.table for one in works],)).fetchall()}
    keys = [(found[one.table][0], record.key) for one in works if one.table in found for record in one.records]
    known = db.execute(_KEYS, (packed(("number", "key"), keys),)).fetchall()
    stored = {row[:2]: Record(row[2], row[1], row[3]) for row in known}
    rows: list[tuple[Any, ...]] = []
    touched: dict[int, str] = {}
    results: dict[int, Kept] = {}
    for request in requests:
        one: Append = request.work
        request.error = _refusal(one, found, stored)
        if request.error:
            continue
        number, last = found[one.table]
        request.answer = last + len(one.records)
        found[one.table] = number, request.answer
        stored |= {(number, record.key): record for record in one.records}
        rows += [(number, *record) for record in one.records]
        if one.now:
            touched[number] = one.now
        if one.result:
            results[number] = one.result
    db.execute(_INSERT, (packed(("number", *Record._fields), rows),))
    if touched:
        db.execute(_TOUCH, (packed(("number", "now"), touched.items()),))
    if results:
        _keep(db, results)


def keep_notes(db: Connection, requests: list[Request]) -> None:
    """Noted what is to be noted, where there is a table for it; of two notes under one key the later one stays."""
    works: list[Noted] = [request.work for request in requests]
    notes = {(one.table, one.key): one.value for one in works}
    times: dict[str, str] = {}
    for one in works:
        times[one.table] = one.now or times.get(one.table, "")
    asked = (packed(("id", "key", "value"), [(*at, value) for at, value in notes.items()]),)
    there = {id for (id,) in db.execute(_NOTE, (*asked, packed(("id", "now"), times.items()))).fetchall()}
    for request in requests:
        table = request.work.table
        request.answer, request.error = None, None if table in there else store.NoTable(table)


def _refusal(one: Append, found: dict[str, tuple[int, int]], stored: dict[Any, Record]) -> Exception | None:
    """Why events can't be stored: as in every store a key that is there is noticed before the number."""
    if one.table not in found:
        return store.NoTable(one.table)
    number, last = found[one.table]
    for record in one.records:
        if before := stored.get((number, record.key)):
            return store.Repeated(before)
    return store.Stale(last) if last != one.expected_seq else None


def _keep(db: Connection, results: dict[int, Kept]) -> None:
    """Put results in place of the ones before."""
    rows = [sql_results.result_row(number, one) for number, one in results.items()]
    places = [row for number, one in results.items() for row in sql_results.place_rows(number, one)]
    left = [(number, len(one.places)) for number, one in results.items()]
    kept = packed(("number", *Kept._fields[:-1]), rows), packed(("number", *KeptPlace._fields), places)
    db.execute(_KEEP, (*kept, packed(("number", "n"), left)))

"""A store that lasts as long as the program: for tests and measurements that keep nothing."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence

from pnp.play.stores.store import (
    Kept,
    KeptEvening,
    MakeResult,
    NoTable,
    Record,
    Repeated,
    Stale,
    Store,
    StoreError,
    TableExists,
    TableInfo,
    check,
    no_result,
)


class _Table:
    def __init__(self, meta: Mapping[str, str], now: str, secret: str | None) -> None:
        self.meta, self.created, self.changed, self.secret = dict(meta), now, now, secret
        self.log: list[Record] = []
        self.keys: dict[str, Record] = {}
        self.files: dict[str, bytes] = {}
        self.result: Kept | None = None

    def extend(self, records: Sequence[Record]) -> None:
        for record in records:
            self.log.append(record)
            self.keys[record.key] = record


class MemoryStore(Store):
    """What any store does, with nothing but the memory of the program."""

    def __init__(self, keeps_results: bool = False) -> None:
        self._keeps_results = keeps_results
        self._tables: dict[str, _Table] = {}
        self._evenings: dict[str, KeptEvening] = {}
        self._lock = threading.Lock()
        self._closed = False

    def _open_tables(self) -> dict[str, _Table]:
        if self._closed:
            raise StoreError("the store is closed")
        return self._tables

    def _table(self, table: str) -> _Table:
        if (found := self._open_tables().get(table)) is None:
            raise NoTable(table)
        return found

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
        with self._lock:
            if table in self._open_tables():
                raise TableExists(table)
            self._tables[table] = new = _Table(meta, now, secret)
            new.extend(records)
            new.result = result() if self._keeps_results else None

    def append(
        self, table: str, expected_seq: int, records: Sequence[Record], now: str = "", result: MakeResult = no_result
    ) -> int:
        check(expected_seq, records)
        with self._lock:
            found = self._table(table)
            for record in records:
                if record.key in found.keys:
                    raise Repeated(found.keys[record.key])
            if len(found.log) != expected_seq:
                raise Stale(len(found.log))
            found.extend(records)
            found.changed = now or found.changed
            if self._keeps_results:
                found.result = result() or found.result
            return len(found.log)

    def keep_result(self, table: str, result: Kept) -> None:
        with self._lock:
            found = self._table(table)
            if len(found.log) == result.seq:
                found.result = result

    def results(self, whole: bool = False) -> dict[str, Kept]:
        with self._lock:
            kept = {name: one.result for name, one in self._open_tables().items() if one.result}
            fresh = {name: one for name, one in kept.items() if one.seq == len(self._tables[name].log)}
            bare = {
                name: one._replace(places=tuple(p._replace(body="") for p in one.places)) for name, one in fresh.items()
            }
            return fresh if whole else bare

    def read(self, table: str, after: int = 0) -> list[Record]:
        with self._lock:
            return self._table(table).log[max(after, 0) :]

    def last(self, table: str) -> int:
        with self._lock:
            return len(self._table(table).log)

    def tables(self) -> list[TableInfo]:
        with self._lock:
            return [
                TableInfo(name, dict(one.meta), len(one.log), one.created, one.changed)
                for name, one in self._open_tables().items()
            ]

    def set_meta(self, table: str, key: str, value: str, now: str = "") -> None:
        with self._lock:
            found = self._table(table)
            found.meta[key] = value
            found.changed = now or found.changed

    def secret(self, table: str) -> str | None:
        with self._lock:
            return self._table(table).secret

    def keep_file(self, table: str, name: str, content: bytes) -> None:
        with self._lock:
            self._table(table).files[name] = content

    def drop_file(self, table: str, name: str) -> None:
        with self._lock:
            self._table(table).files.pop(name, None)

    def file(self, table: str, name: str) -> bytes | None:
        with self._lock:
            return self._table(table).files.get(name)

    def delete(self, table: str) -> None:
        with self._lock:
            self._table(table)
            del self._tables[table]

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
        with self._lock:
            found = self._table(table)
            if len(found.log) != expected_seq:
                raise Stale(len(found.log))
            found.log, found.keys, found.meta = [], {}, dict(meta)
            found.extend(records)
            for name in without:
                found.files.pop(name, None)
            found.result = result() if self._keeps_results else None

    def evenings(self) -> list[KeptEvening]:
        with self._lock:
            return list(self._evenings.values())

    def keep_evening(self, evening: str, expected_seq: int, body: str, now: str = "") -> int:
        with self._lock:
            before = self._evenings.get(evening)
            if (last := before.seq if before else 0) != expected_seq:
                raise Stale(last)
            self._evenings[evening] = KeptEvening(evening, last + 1, before.created if before else now, now, body)
            return last + 1

    def close(self) -> None:
        self._closed = True

"""How many events a second many threads can store: committed together, and each by itself."""

from __future__ import annotations

import tempfile
import threading
import time
from pathlib import Path

from pnp.play.stores import sql_store
from pnp.play.stores.sqlite import SqliteStore
from pnp.play.stores.store import Record

THREADS, EACH = 16, 40
BODY = '{"kind":"written","seat":3,"fields":{"' + "x" * 180 + '":6}}'


def seconds(together: int, each: int = EACH) -> tuple[float, int]:
    """The time that all threads need to store their events one after another, and the transactions it took."""
    before, sql_store.MOST_TOGETHER = sql_store.MOST_TOGETHER, together
    try:
        with tempfile.TemporaryDirectory() as folder, SqliteStore(Path(folder) / "tables.db") as store:
            for number in range(THREADS):
                store.create(f"t{number}", {}, [])
            commits = store.commits
            threads = [threading.Thread(target=_play, args=(store, f"t{n}", each)) for n in range(THREADS)]
            start = time.perf_counter()
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            return time.perf_counter() - start, store.commits - commits
    finally:
        sql_store.MOST_TOGETHER = before


def _play(store: SqliteStore, table: str, each: int) -> None:
    for seq in range(each):
        store.append(table, seq, [Record(seq + 1, f"k{seq}", BODY)], "2024-05-01T20:00:00Z")


def report(each: int = EACH) -> list[str]:
    """Both ways in turn, the best of three of each."""
    rounds = [(seconds(500, each), seconds(1, each)) for _ in range(3)]
    (fast, grouped), (slow, single) = (min(way) for way in zip(*rounds, strict=True))
    events = THREADS * each
    return [
        f"events committed together, {THREADS} threads: {slow / fast:.1f} times as many a second as one by one"
        f" ({events / fast:,.0f} to {events / slow:,.0f}; {grouped} commits to {single})"
    ]


if __name__ == "__main__":
    print("\n".join(report()))

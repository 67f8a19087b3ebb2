"""A convention over PostgreSQL: how fast entries are stored, and what a crowd loses when workers and database die.

Everything is on loopback, on a server of its own in a temporary folder. `PNP_BENCH_TABLES` sets the size of the crowd.
"""

from __future__ import annotations

import asyncio
import json
import os
import queue
import random
import signal
import statistics
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import hints
from party import Served, compared, enough_files, free_port
from phones import HERE, Phone, Wire
from tests_folder import Server

TABLES = int(os.environ.get("PNP_BENCH_TABLES", "200"))
NAMES, SPREAD = ("Ana", "Bo", "Cy", "Di", "Eli"), 10.0
THREADS, EACH, TURNS = 50, 30, 21
Way = Callable[[int, int], object]
"""Stores the next entry of a thread, by its number and that of the entry before."""
BODY = '{"kind":"written","seat":3,"fields":{"' + "x" * 180 + '":6}}'


# ---------------------------------------------------------------------- storing

FORM = (
    "CREATE TABLE named (number bigint PRIMARY KEY)",
    f"INSERT INTO named SELECT generate_series(0, {THREADS})",
    "CREATE TABLE bare (number bigint NOT NULL REFERENCES named, seq bigint NOT NULL, key text NOT NULL,"
    " body text NOT NULL, PRIMARY KEY (number, seq), UNIQUE (number, key))",
)
"""The bare table keeps what makes entries safe: a table that is there, one event a number, one a key."""


@contextmanager
def our_way(url: str) -> Iterator[Way]:
    """Our store: a table for each thread."""
    from pnp.play.stores.postgres import PostgresStore
    from pnp.play.stores.store import Record

    with PostgresStore(url) as store:
        for number in range(THREADS):
            store.create(f"t{number}", {}, [])
        yield lambda number, seq: store.append(
            f"t{number}", seq, [Record(seq + 1, f"k{seq}", BODY)], "2024-05-01T20:00:00Z"
        )


@contextmanager
def bare_way(url: str) -> Iterator[Way]:
    """The least that is durable: one thread that inserts all that waits, with one NOTIFY a batch."""
    import psycopg

    waiting: queue.SimpleQueue[Any] = queue.SimpleQueue()
    insert = "INSERT INTO bare SELECT * FROM unnest(%s::bigint[], %s::bigint[], %s::text[], %s::text[])"

    def write() -> None:
        with psycopg.connect(url, autocommit=True) as db:
            for statement in FORM:
                db.execute(statement)
            while (first := waiting.get()) is not None:
                batch = [first]
                while not waiting.empty() and len(batch) < 500:
                    batch.append(waiting.get())
                with db.transaction():
                    db.execute(insert, [list(column) for column in zip(*(row for row, _ in batch), strict=True)])
                    db.execute("SELECT pg_notify('bare', %s)", [json.dumps({str(row[0]): row[1] for row, _ in batch})])
                for _, done in batch:
                    done.set()

    def add(number: int, seq: int) -> None:
        done = threading.Event()
        waiting.put(((number, seq + 1, f"k{seq}", BODY), done))
        done.wait()

    writer = threading.Thread(target=write)
    writer.start()
    yield add
    waiting.put(None)
    writer.join()


def rate(add: Way, start: int) -> float:
    """Entries a second that many threads store, each one after the other, from a number on."""

    def play(number: int) -> None:
        for seq in range(start, start + EACH):
            add(number, seq)

    threads = [threading.Thread(target=play, args=(number,)) for number in range(THREADS)]
    begun = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return THREADS * EACH / (time.perf_counter() - begun)


def storing(server: Server) -> list[str]:
    """Ours and the bare way in turn, each on a server that has nothing else to do then."""
    with our_way(server.new()) as ours, bare_way(server.new()) as bare:
        rates = [(rate(ours, turn * EACH), rate(bare, turn * EACH)) for turn in range(TURNS)][1:]
    mine, others = (statistics.median(way) for way in zip(*rates, strict=True))
    ratio = statistics.median(one / two for one, two in rates)
    return [
        f"durable entries of {THREADS} threads: {ratio:.2f} times as many a second as a bare grouped insert"
        f" ({mine:,.0f} to {others:,.0f}; medians of {len(rates)} in turn)"
    ]


# ---------------------------------------------------------------------- the crowd


class Twice(Phone):
    """A phone that now and then sends its entry twice, and knows how long it was not served."""

    unserved = 0.0

    async def play(self) -> None:
        await super().play()
        if self._rng.random() < 0.5:
            self.heard = False
            await self._until_answered("/say", self.said)
            self.heard = True

    async def _until_answered(self, path: str, body: dict[str, Any] | None = None) -> Any:
        self.said, failed, tries = body or {}, 0.0, 0
        while True:
            try:
                self.tries += body is not None
                self.sent |= body is not None
                status, answer = await self._wire.ask(self._base + path, body, read=body is None)
            except (OSError, EOFError):
                status, answer, self._wire.after = 0, None, 0
            if status == 200:
                self.unserved = max(self.unserved, time.perf_counter() - failed) if failed else self.unserved
                return answer
            assert status in (0, 503) or answer.get("code") == "stale", answer
            if status == 409:
                body = {**(body or {}), "expected": answer["state"]["seq"]}
                continue
            failed = failed or time.perf_counter()
            await asyncio.sleep(max(min(0.5 * 2**tries, 5.0), self._wire.after))  # as the page does
            tries += 1


def opened(url: str, secret: bytes) -> list[dict[str, Any]]:
    """Tables that have begun and rolled, and the address of every seat."""
    from pnp.play.stores.database import open_store
    from pnp.play.tables import Tables
    from pnp.sheets import codes

    seats = []
    with open_store(url) as store:
        tables = Tables(store, lambda: "2026-01-01T00:00:00+00:00")
        for _ in range(TABLES):
            table = tables.open("house-of-dice", NAMES)
            store.set_meta(table.id, "party", "yes")
            tables.roll(table)
            for seat, person in enumerate(table.people):
                code = codes.of_seat(secret, table.id, "play", person.id)
                seats.append({"table": table.id, "seat": seat, "url": f"/s/{code}"})
    return seats


def workers_of(pid: int) -> list[int]:
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [int(one) for one in children if b"spawn_main" in Path(f"/proc/{one}/cmdline").read_bytes()]


def worked(pids: list[int]) -> float:
    """The seconds that a core has worked for some processes."""
    ticks = [Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13] for pid in pids]
    return sum(int(one) for pair in ticks for one in pair) / os.sysconf("SC_CLK_TCK")


async def crowd(server: Server, folder: Path, trouble: bool) -> list[str]:
    """A round of all tables with two workers; with trouble one of them is killed and the database is started anew."""
    from pnp.sheets import secret_key

    url = server.new()
    secret, _ = secret_key.load(folder)
    seats, port = opened(url, secret), free_port()
    where = ["--listen", HERE, "--port", str(port), "--url", f"http://{HERE}:{port}", "--db", url]
    command = [sys.executable, "-m", "pnp", "party", *where, "--workers", "2", "--evening", "new", "--json"]
    served = Served(command, port, folder)
    try:
        rng = random.Random(1)
        phones = [Twice(port, one["table"], {**one, "url": f":{port}{one['url']}"}, rng, SPREAD) for one in seats]
        start, before = time.perf_counter(), worked(workers_of(served.process.pid))
        playing = asyncio.gather(*(phone.play() for phone in phones))
        if trouble:
            await asyncio.sleep(SPREAD / 3)
            os.kill(workers_of(served.process.pid)[0], signal.SIGKILL)
            await asyncio.sleep(SPREAD / 3)
            await asyncio.to_thread(server.stop)
            await asyncio.to_thread(server.start)
        await asyncio.wait_for(playing, 600)
        took, work = time.perf_counter() - start, worked(workers_of(served.process.pid)) - before
        differ = await _differing(port, url, {one["table"] for one in seats})
    finally:
        served.stop()
    lost, doubled = compared(_entries(url), phones)
    waits = sorted(phone.waited for phone in phones)
    happened = " while a worker is killed and the database started anew" if trouble else ""
    return [
        f"{len(phones):,} phones at {TABLES:,} tables enter a round within {SPREAD:.0f} s, two workers{happened}:"
        f" {lost} lost, {doubled} doubled, {differ} tables with other totals on a page or in the export than in the log",
        f"  no phone that was refused or cut off waited longer than {max(one.unserved for one in phones):.1f} s"
        if trouble
        else f"  {work / len(phones) * 1000:.1f} ms of a core a phone, in both workers together",
        f"  done after {took:.1f} s; half answered within {waits[len(waits) // 2] * 1000:.0f} ms, 99 % within"
        f" {waits[int(len(waits) * 0.99)] * 1000:.0f} ms, the last within {waits[-1]:.1f} s",
    ]


async def _differing(port: int, url: str, ids: set[str]) -> int:
    """How many tables have other totals on their page, whichever worker answers, or in the export than their log."""
    from pnp.play.result import Result
    from pnp.play.stores.database import open_store
    from pnp.play.tables import Tables

    with open_store(url) as store:
        tables = Tables(store, lambda: "")
        logs = {id: {row.player: row.total for row in tables.load(id).standings()} for id in ids}
        told = [one for one in tables.results() if isinstance(one, Result)]
    exported = {one.id: {row.name: row.total for row in one.players} for one in told}
    wrong = {id for id in ids if exported[id] != logs[id]}
    return len(wrong | {id for id in ids if not await _tells(port, id, logs[id])})


async def _tells(port: int, id: str, totals: dict[str, int]) -> bool:
    """Whether a page tells these totals; a worker that has just come back is given as long as a phone would wait."""
    for _ in range(20):
        wire = Wire(port)
        _, state = await wire.ask(f"/t/{id}/state")
        wire.close()
        if {row["player"]: row["total"] for row in state["ranking"]} == totals:
            return True
        await asyncio.sleep(0.5)
    return False


def _entries(url: str) -> Counter[tuple[str, str]]:
    from pnp.play import events
    from pnp.play.stores.database import open_store

    with open_store(url) as store:
        logs = {info.id: store.read(info.id) for info in store.tables()}
    parsed = ((id, events.parse(record.body, id)) for id, log in logs.items() for record in log)
    return Counter((id, one.key) for id, one in parsed if one.data.get("seat") is not None)


def report() -> list[str]:
    server = Server(fsync=True)
    try:
        lines = storing(server)
        with tempfile.TemporaryDirectory() as folder:
            if enough_files(hints.LISTENERS):
                lines += asyncio.run(hints.hints(server, Path(folder)))
            else:
                lines.append(f"too few files may be open here for {hints.LISTENERS:,} pages that listen")
        for trouble in (False, True):
            with tempfile.TemporaryDirectory() as folder:
                lines += asyncio.run(crowd(server, Path(folder), trouble))
    finally:
        server.remove()
    return lines


if __name__ == "__main__":
    sys.stdout.write("\n".join(report()) + "\n")

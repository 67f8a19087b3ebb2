"""A whole evening: many tables whose phones listen and fetch as real ones do, round after round."""

from __future__ import annotations

import asyncio
import random
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from party import NAMES, enough_files, entries, party
from phones import HERE, Host, Wire

TABLES, ROUND, ROUNDS = 200, 30.0, 6
"""So many tables, and the seconds of a round: three minutes in all."""


class Measured:
    """What was measured: waits in seconds, and what went wrong."""

    def __init__(self) -> None:
        self.entered: list[float] = []
        self.rolled: list[float] = []
        self.errors: list[str] = []


class ListeningPhone:
    """A phone whose page listens to its table, fetches what is new, and enters something in its time."""

    def __init__(self, port: int, table: str, url: str, rng: random.Random, found: Measured) -> None:
        self._port, self._table, self._base = port, table, url.partition(f":{port}")[2]
        self._wire, self._rng, self._found = Wire(port), rng, found
        self.state: dict[str, Any] = {}
        self.rolled_at = 0.0
        self._changed = asyncio.Event()

    async def listen(self) -> None:
        reader, writer = await asyncio.open_connection(HERE, self._port)
        writer.write(f"GET /t/{self._table}/live HTTP/1.1\r\nhost: {HERE}:{self._port}\r\n\r\n".encode())
        try:
            while line := await reader.readline():
                if line.startswith(b"data: ") and line[6:].strip().decode() != self.state.get("version"):
                    await self._fetch()
        finally:
            writer.close()

    async def _fetch(self) -> None:
        status, state = await self._wire.ask(f"{self._base}/state")
        if status != 200:
            self._found.errors.append(f"state {status}")
            return
        if state["seq"] >= self.state.get("seq", 0):
            self.state = state
        if self.rolled_at and state["dice"]:
            self._found.rolled.append(time.perf_counter() - self.rolled_at)
            self.rolled_at = 0.0
        self._changed.set()

    async def enter(self, until: float) -> None:
        """Wait for the dice, think, and say something that is allowed."""
        while not (self.state.get("dice") and self.state["me"]["options"] and not self.state["me"]["entry"]):
            self._changed.clear()
            await asyncio.wait_for(self._changed.wait(), ROUND)
        await asyncio.sleep(self._rng.uniform(1, until))
        words = [one["notation"] for one in self.state["me"]["options"] if one["kind"] not in ("reroll", "withdraw")]
        body = {
            "words": self._rng.choice(words),
            "key": f"{self._rng.getrandbits(64):016x}",
            "expected": self.state["seq"],
        }
        start = time.perf_counter()
        wire = Wire(self._port)
        status, answer = await wire.ask(f"{self._base}/say", body)
        wire.close()
        self._found.entered.append(time.perf_counter() - start)
        if status != 200:
            self._found.errors.append(f"say {status} {answer.get('code')}")
        elif answer["state"]["seq"] >= self.state["seq"]:
            self.state = answer["state"]


async def _round(host: Host, phones: list[ListeningPhone], rng: random.Random) -> None:
    begun = time.monotonic()
    await asyncio.sleep(rng.uniform(0, 5))
    await host.look()
    for phone in phones:
        phone.rolled_at = time.perf_counter()
    await host.do("roll")
    await asyncio.gather(*(phone.enter(ROUND / 2) for phone in phones))
    await asyncio.sleep(max(0.0, begun + ROUND - time.monotonic()))


async def evening(folder: Path, tables: int = TABLES, rounds: int = ROUNDS) -> list[str]:
    """Everybody plays; what they waited for, what went wrong, what the server keeps."""
    server = party(folder, "house-of-dice", "--tables", str(tables), "--players", NAMES)
    rng, found, kilobytes = random.Random(3), Measured(), [server.kilobytes()]
    listening: list[asyncio.Task[None]] = []
    try:
        hosts = [Host(server.port, table) for table in server.said["tables"]]
        seats = []
        for host in hosts:
            await host.look()
            urls = [seat["url"] for seat in host.state["host"]["seats"]]
            seats.append([ListeningPhone(server.port, host.table, url, rng, found) for url in urls])
            listening += [asyncio.create_task(phone.listen()) for phone in seats[-1]]
            await host.do("start")
        for _ in range(rounds):
            done = await asyncio.gather(*map(_round, hosts, seats, [rng] * tables), return_exceptions=True)
            found.errors += [repr(one) for one in done if isinstance(one, BaseException)]
            kilobytes.append(server.kilobytes())
        worked = server.worked()
    finally:
        for task in listening:
            task.cancel()
        await asyncio.sleep(0.5)
        server.stop()
    stored = sum(entries(folder, [host.table for host in hosts]).values())
    logs = logged(folder, [host.table for host in hosts])
    return [
        f"{tables} tables of {len(seats[0])} phones that listen, {rounds} rounds of {ROUND:.0f} s:"
        f" {len(found.errors)} errors{' ' + str(found.errors[:3]) if found.errors else ''}, {stored} entries stored of"
        f" {len(found.entered)}; {worked:.0f} s of work for one core",
        f"  entered: {_waits(found.entered)}",
        f"  from the roll to the phone: {_waits(found.rolled)}",
        f"  memory: {_memory(kilobytes, logs, tables)}",
    ]


def _waits(waits: list[float]) -> str:
    found = sorted(waits) or [0.0]
    p50, p99 = (found[int(len(found) * part)] * 1000 for part in (0.5, 0.99))
    return f"half within {p50:.0f} ms, 99 % within {p99:.0f} ms, all within {found[-1] * 1000:.0f} ms"


def logged(folder: Path, tables: list[str]) -> tuple[int, int]:
    """The bytes of all logs after the first minute, which is two rounds, and in the end."""
    from pnp.play import events
    from pnp.play.stores.sqlite import SqliteStore

    after = end = 0
    with SqliteStore(folder / "party.db") as store:
        for table in tables:
            rolls = 0
            for record in store.read(table):
                rolls += events.parse(record.body, table).kind == "rolled"
                after += len(record.body) if rolls <= 2 else 0
                end += len(record.body)
    return after, end


def _memory(kilobytes: list[int], logs: tuple[int, int], tables: int) -> str:
    """How it grows after the first minute, how much of that the logs themselves are, and what a table keeps."""
    begin, after, end = kilobytes[0], kilobytes[min(2, len(kilobytes) - 1)], kilobytes[-1]
    grown, log = (end - after) / tables, (logs[1] - logs[0]) / tables / 1000
    return (
        f"{after / 1000:.1f} MB after a minute, {end / 1000:.1f} MB in the end: {grown:.1f} kB a table more, of which"
        f" {log:.1f} kB are its log; a log is {logs[1] / tables / 1000:.1f} kB then, and all that is kept, what tables"
        f" share included, {(end - begin) / tables:.0f} kB a table"
    )


def report() -> list[str]:
    if not enough_files():
        return ["too few files may be open here for so many phones"]
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(evening(Path(folder)))


if __name__ == "__main__":
    sys.stdout.write("\n".join(report()) + "\n")

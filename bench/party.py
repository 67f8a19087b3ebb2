"""How the party's server bears a crowd: hints to many pages, rounds that arrive at once, and a kill in the middle.

Everything is on loopback. The server is `pnp party` in a process of its own; this process is all the phones, with
plain connections and no HTTP library. The hints are measured against a bare broadcast by the same packages.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import random
import resource
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from phones import AGAIN, HERE, PATIENCE, Crowd, Host, Phone, Wire

LISTENERS, ROLLS = 1000, 25
TABLES, NAMES, SPREAD = 100, "Ana,Bo,Cy,Di,Eli", 5.0
"""So many tables, who sits at each, and the seconds over which all of them enter the same round."""


# ---------------------------------------------------------------------- the servers


class Served:
    """A server in a process of its own, and what it said when it was ready."""

    def __init__(self, command: list[str], port: int, folder: Path) -> None:
        env = {**os.environ, "PNP_DATA": str(folder)}
        self.port = port
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, env=env)
        assert self.process.stdout
        self.said: dict[str, Any] = json.loads(self.process.stdout.readline())

    def kilobytes(self) -> int:
        """The memory that it has now."""
        found = subprocess.run(["ps", "-o", "rss=", "-p", str(self.process.pid)], capture_output=True, check=True)
        return int(found.stdout)

    def worked(self) -> float:
        """The seconds that a core has worked for it, where the system tells."""
        told = Path(f"/proc/{self.process.pid}/stat")
        ticks = told.read_text().rpartition(")")[2].split()[11:13] if told.exists() else ()
        return sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK")

    def stop(self, how: int = signal.SIGTERM) -> None:
        self.process.send_signal(how)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def free_port() -> int:
    with socket.socket() as asked:
        asked.bind((HERE, 0))
        port: int = asked.getsockname()[1]
        return port


def party(folder: Path, *what: str, port: int = 0) -> Served:
    port = port or free_port()
    where = ["--listen", HERE, "--port", str(port), "--url", f"http://{HERE}:{port}", "--db", str(folder / "party.db")]
    return Served([sys.executable, "-m", "pnp", "party", *what, *where, "--json"], port, folder)


def bare(folder: Path) -> Served:
    port = free_port()
    return Served([sys.executable, __file__, "bare", str(port)], port, folder)


def serve_bare(port: int) -> None:
    """The least that tells many pages something: a queue for each, and no game behind it."""
    import uvicorn
    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import JSONResponse, Response, StreamingResponse
    from starlette.routing import Route

    queues: set[asyncio.Queue[bytes]] = set()

    async def live(_: Request) -> Response:
        queue: asyncio.Queue[bytes] = asyncio.Queue()
        queues.add(queue)
        queue.put_nowait(b"data: here\n\n")

        async def hints() -> Any:
            while True:
                yield await queue.get()

        return StreamingResponse(hints(), media_type="text/event-stream")

    async def tell(request: Request) -> Response:
        message = (await request.json())["message"].encode()
        for queue in queues:
            queue.put_nowait(message)
        return JSONResponse({"ok": True})

    gc.set_threshold(10_000, 20, 20)
    app = Starlette(routes=[Route("/live", live), Route("/tell", tell, methods=["POST"])])
    settings: dict[str, Any] = {"access_log": False, "server_header": False, "proxy_headers": False}
    config = uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=1, timeout_keep_alive=30, **settings)
    door = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    door.bind((HERE, port))
    door.listen(2048)
    sys.stdout.write("{}\n")
    sys.stdout.flush()
    uvicorn.Server(config).run(sockets=[door])


# ---------------------------------------------------------------------- the measurements


async def seated(server: Served, rng: random.Random) -> tuple[list[Host], list[Phone]]:
    """Every table begun and rolled by its host, and the phones of all players."""
    hosts = [Host(server.port, table) for table in server.said["tables"]]
    phones: list[Phone] = []
    for host in hosts:
        await host.look()
        await host.do("start")
        await host.do("roll")
        phones += [Phone(server.port, host.table, seat, rng, SPREAD) for seat in host.state["host"]["seats"]]
    return hosts, phones


def entries(folder: Path, tables: Iterable[str]) -> Counter[tuple[str, str]]:
    """What players have entered, by table and key, as it stands in the file."""
    from pnp.play import events
    from pnp.play.stores.sqlite import SqliteStore

    with SqliteStore(folder / "party.db") as store:
        logs = {table: [events.parse(record.body, table) for record in store.read(table)] for table in tables}
    return Counter((table, one.key) for table, log in logs.items() for one in log if one.data.get("seat") is not None)


async def hints(folder: Path) -> list[str]:
    """A roll until every page knows of it, in turn with a bare broadcast of as many bytes to as many pages."""
    ours, other = party(folder, "house-of-dice", "--players", NAMES), bare(folder)
    try:
        host, wire = Host(ours.port, ours.said["tables"][0]), Wire(other.port)
        await host.look()
        before = ours.kilobytes(), other.kilobytes()
        crowd, plain = Crowd(ours.port, f"/t/{host.table}/live"), Crowd(other.port, "/live")
        await crowd.gather(LISTENERS)
        await plain.gather(LISTENERS)
        memory = [
            (now - then) / LISTENERS for now, then in zip((ours.kilobytes(), other.kilobytes()), before, strict=True)
        ]
        crowd.one_more()
        await host.do("start")
        await crowd.all_heard()
        times = []
        for _ in range(ROLLS):
            rolled = await told(crowd, host.do("roll"))
            message = f"data: {host.state['version']}\n\n"
            times.append((rolled, await told(plain, wire.ask("/tell", {"message": message}))))
            await told(crowd, host.do("undo", reason="again"))
        crowd.leave()
        plain.leave()
        await asyncio.sleep(0.5)  # a server that stops does not like to be listened to
    finally:
        ours.stop()
        other.stop()
    mine, bares = (statistics.median(way) for way in zip(*times, strict=True))
    ratio = statistics.median(one / two for one, two in times)
    return [
        f"a roll until {LISTENERS:,} pages know of it: {ratio:.2f} times as long as a bare broadcast"
        f" ({mine * 1000:.0f} ms to {bares * 1000:.0f} ms; medians of {ROLLS} in turn)",
        f"each page that listens: {memory[0]:.1f} kB of the server's memory ({memory[1]:.1f} kB in the bare one)",
    ]


async def told(crowd: Crowd, deed: Any) -> float:
    """The seconds from sending something until the last page has its hint."""
    gc.collect()
    crowd.one_more()
    start = time.perf_counter()
    answer = asyncio.ensure_future(deed)
    heard = await crowd.all_heard()
    await answer
    return heard - start


async def burst(folder: Path) -> list[str]:
    """A whole round of all tables within a few seconds."""
    server = party(folder, "house-of-dice", "--tables", str(TABLES), "--players", NAMES)
    try:
        hosts, phones = await seated(server, random.Random(1))
        before = server.worked()
        await asyncio.wait_for(asyncio.gather(*(phone.play() for phone in phones)), PATIENCE)
        worked = server.worked() - before
        revealed = sum([(await host.look())["round"] == 2 for host in hosts])
    finally:
        server.stop()
    lost, doubled = compared(entries(folder, [host.table for host in hosts]), phones)
    lines = [
        f"{len(phones)} phones at {TABLES} tables enter a round within {SPREAD:.0f} s: {lost} lost, {doubled} doubled,"
        f" {revealed} rounds revealed; {worked:.1f} s of work for one core"
    ]
    for what, waits in (
        ("entered", [phone.waited for phone in phones]),
        ("looked", [phone.looked for phone in phones]),
    ):
        waits.sort()
        p50, p99 = (waits[int(len(waits) * part)] * 1000 for part in (0.5, 0.99))
        soon = sum(wait <= 0.5 for wait in waits) / len(waits)
        lines.append(
            f"  {what}: half answered within {p50:.0f} ms, 99 % within {p99:.0f} ms, all within {waits[-1] * 1000:.0f} ms;"
            f" {soon:.1%} within half a second"
        )
    return lines


async def killed(folder: Path) -> list[str]:
    """The same, and the server is killed in the middle; another one goes on and the phones send again."""
    server = party(folder, "house-of-dice", "--tables", str(TABLES), "--players", NAMES)
    try:
        hosts, phones = await seated(server, random.Random(2))
        tables = [host.table for host in hosts]
        playing = asyncio.gather(*(phone.play() for phone in phones))
        await asyncio.sleep(SPREAD / 2)
        server.stop(signal.SIGKILL)
        await asyncio.sleep(AGAIN)  # answers that were on their way
        there = set(entries(folder, tables))
        heard = {(phone.table, phone.key) for phone in phones if phone.heard}
        sent = {(phone.table, phone.key) for phone in phones if phone.sent}
        server = party(folder, "--table", tables[0], port=server.port)
        await asyncio.wait_for(playing, PATIENCE)
    finally:
        server.stop()
    lost, doubled = compared(entries(folder, tables), phones)
    assert heard <= there <= sent, f"{len(heard - there)} were lost, {len(there - sent)} came from nowhere"
    again = sum(phone.tries > 1 for phone in phones)
    return [
        f"killed in the middle of it: {len(heard)} were answered, {len(there)} stand in the file, the other"
        f" {len(there - heard)} on their way; none answered is missing",
        f"  started again, {again} phones sent theirs once more: {lost} lost, {doubled} doubled of {len(phones)}",
    ]


def compared(found: Counter[tuple[str, str]], phones: list[Phone]) -> tuple[int, int]:
    """How many phones have no entry, and how many entries are one too many."""
    missing = sum(not found[phone.table, phone.key] for phone in phones)
    seats = Counter((table, key.partition(".")[0]) for table, key in found.elements())
    return missing, sum(count - 1 for count in seats.values())


def enough_files(listeners: int = LISTENERS) -> bool:
    """Whether so many connections may be open here and in a server that is started from here."""
    wanted = 2 * listeners + 500
    files, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if files < wanted and (most == resource.RLIM_INFINITY or most >= wanted):
        files = wanted
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
    return files == resource.RLIM_INFINITY or files >= wanted


def report() -> list[str]:
    lines: list[str] = []
    parts = [hints, burst, killed]
    if not enough_files():
        lines.append(f"too few files may be open here for {LISTENERS:,} pages that listen")
        parts.remove(hints)
    for part in parts:
        with tempfile.TemporaryDirectory() as folder:
            lines += asyncio.run(part(Path(folder)))
    return lines


if __name__ == "__main__":
    if sys.argv[1:2] == ["bare"]:
        serve_bare(int(sys.argv[2]))
    else:
        sys.stdout.write("\n".join(report()) + "\n")

"""A roll until thousands of pages know of it, with two workers over PostgreSQL, against a bare broadcast of that size.

The bare one is the same packages and as many processes: LISTEN/NOTIFY, a queue for each page, and no game behind it.
"""

from __future__ import annotations

import asyncio
import gc
import os
import random
import signal
import socket
import statistics
import sys
import threading
import time
from pathlib import Path
from typing import Any

from party import Served, free_port
from phones import HERE, PATIENCE, Host, Wire
from tests_folder import Server

LISTENERS = int(os.environ.get("PNP_BENCH_LISTENERS", "5000"))
ROLLS, NAMES = 20, "Ana,Bo,Cy,Di,Eli"


class Crowd:
    """Pages that listen: how many of them have heard of a number, and when the last one had."""

    def __init__(self, port: int, path: str) -> None:
        self.port, self.path = port, path
        self.pages: list[asyncio.Transport] = []
        self._wanted, self._missing = 0, 0
        self._all = asyncio.Event()
        self.at = 0.0

    async def gather(self, count: int, number: int) -> None:
        """So many pages more, each of which has heard of a number."""
        loop = asyncio.get_running_loop()
        for start in range(0, count, 50):
            there = min(50, count - start)
            self._wanted, self._missing = number, there
            self._all.clear()
            asked = (loop.create_connection(lambda: Page(self), HERE, self.port) for _ in range(there))
            self.pages += [transport for transport, _ in await asyncio.gather(*asked)]
            await asyncio.wait_for(self._all.wait(), PATIENCE)

    async def told(self, number: int, deed: Any) -> float:
        """The seconds from doing something until the last page has heard of the number that it leads to."""
        gc.collect()
        self._wanted, self._missing = number, len(self.pages)
        self._all.clear()
        start = time.perf_counter()
        answer = asyncio.ensure_future(deed)
        await asyncio.wait_for(self._all.wait(), PATIENCE)
        await answer
        return self.at - start

    def heard(self, before: int, now: int) -> None:
        if before < self._wanted <= now:
            self._missing -= 1
            if not self._missing:
                self.at = time.perf_counter()
                self._all.set()

    def leave(self) -> None:
        for page in self.pages:
            page.abort()


class Page(asyncio.Protocol):
    """A page that listens, and the last number it has heard of."""

    def __init__(self, crowd: Crowd) -> None:
        self._crowd, self._last = crowd, -1

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        transport.write(f"GET {self._crowd.path} HTTP/1.1\r\nhost: {HERE}:{self._crowd.port}\r\n\r\n".encode())

    def data_received(self, data: bytes) -> None:
        number = data.rpartition(b"data: ")[2].partition(b"-")[0] if b"data: " in data else b""
        if number:
            before, self._last = self._last, int(number)
            self._crowd.heard(before, self._last)


# ---------------------------------------------------------------------- the bare broadcast


def serve_bare(port: int, url: str) -> None:
    """Two processes on one port that tell all their pages whatever one of them is told."""
    door = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    door.bind((HERE, port))
    door.listen(2048)
    if child := os.fork():
        signal.signal(signal.SIGTERM, lambda *_: (os.kill(child, signal.SIGTERM), sys.exit(0)))
    _serve(door, url, first=bool(child))


def _serve(door: socket.socket, url: str, first: bool) -> None:
    import psycopg
    import uvicorn
    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import JSONResponse, Response, StreamingResponse
    from starlette.routing import Route

    queues: set[asyncio.Queue[bytes]] = set()
    told = [b"data: 0-bare\n\n"]
    writer = psycopg.connect(url, autocommit=True)

    async def live(_: Request) -> Response:
        queue: asyncio.Queue[bytes] = asyncio.Queue()
        queues.add(queue)
        queue.put_nowait(told[0])

        async def hints() -> Any:
            while True:
                yield await queue.get()

        return StreamingResponse(hints(), media_type="text/event-stream")

    async def tell(request: Request) -> Response:
        message = (await request.json())["message"]
        await asyncio.to_thread(writer.execute, "SELECT pg_notify('bare', %s)", [message])
        return JSONResponse({"ok": True})

    def broadcast(message: bytes) -> None:
        told[0] = message
        for queue in queues:
            queue.put_nowait(message)

    def listen(loop: asyncio.AbstractEventLoop) -> None:
        with psycopg.connect(url, autocommit=True) as db:
            db.execute("LISTEN bare")
            for notice in db.notifies():
                loop.call_soon_threadsafe(broadcast, notice.payload.encode())

    async def run() -> None:
        threading.Thread(target=listen, args=(asyncio.get_running_loop(),), daemon=True).start()
        app = Starlette(routes=[Route("/live", live), Route("/tell", tell, methods=["POST"])])
        settings: dict[str, Any] = {"access_log": False, "server_header": False, "proxy_headers": False}
        config = uvicorn.Config(app, log_level="error", timeout_graceful_shutdown=1, timeout_keep_alive=30, **settings)
        if first:
            sys.stdout.write("{}\n")
            sys.stdout.flush()
        await uvicorn.Server(config).serve(sockets=[door])

    gc.set_threshold(10_000, 20, 20)
    asyncio.run(run())


# ---------------------------------------------------------------------- the measurement


async def hints(server: Server, folder: Path) -> list[str]:
    """Rolls until every page knows of them, in turn with the bare broadcast."""
    port, other_port = free_port(), free_port()
    where = ["--listen", HERE, "--port", str(port), "--url", f"http://{HERE}:{port}", "--db", server.new()]
    table = ["house-of-dice", "--players", NAMES, "--workers", "2", "--json"]
    ours = Served([sys.executable, "-m", "pnp", "party", *table, *where], port, folder)
    other = Served([sys.executable, __file__, "bare", str(other_port), server.new()], other_port, folder)
    try:
        times = await _in_turn(ours, other)
    finally:
        ours.stop()
        other.stop()
    mine, bares = (statistics.median(way) for way in zip(*times, strict=True))
    ratio = statistics.median(one / two for one, two in times)
    return [
        f"a roll until {LISTENERS:,} pages with two workers know of it: {ratio:.2f} times as long as a bare broadcast"
        f" with LISTEN/NOTIFY ({mine * 1000:.0f} ms to {bares * 1000:.0f} ms; medians of {len(times)} in turn)"
    ]


async def _in_turn(ours: Served, other: Served) -> list[tuple[float, float]]:
    host, wire = Host(ours.port, ours.said["tables"][0]), Wire(other.port)
    await host.look()
    crowd, plain = Crowd(ours.port, f"/t/{host.table}/live"), Crowd(other.port, "/live")
    await host.do("start")
    await crowd.gather(LISTENERS, host.state["seq"])
    await plain.gather(LISTENERS, 0)

    async def roll(_: int) -> float:
        return await crowd.told(host.state["seq"] + 1, host.do("roll"))

    async def tell(number: int) -> float:
        message = f"data: {number}-{random.randbytes(4).hex()}\n\n"
        return await plain.told(number, wire.ask("/tell", {"message": message}))

    times = []
    for number in range(1, ROLLS + 1):
        ways = [roll, tell] if number % 2 else [tell, roll]
        took = {way: await way(number) for way in ways}
        times.append((took[roll], took[tell]))
        await crowd.told(host.state["seq"] + 1, host.do("undo", reason="again"))
    crowd.leave()
    plain.leave()
    await asyncio.sleep(0.5)  # a server that stops does not like to be listened to
    return times


if __name__ == "__main__":
    serve_bare(int(sys.argv[2]), sys.argv[3])

"""Guests for the party's server: a host, phones that play, pages that listen. Plain connections, no HTTP library."""

from __future__ import annotations

import asyncio
import gzip
import json
import random
import re
import secrets
import time
from typing import Any

HERE = "127.0.0.1"
PATIENCE = 60.0
"""Seconds after which a part of a measurement has failed."""
AGAIN = 0.2
"""Seconds after which a phone that got no answer sends the same again."""


class Wire:
    """A connection that is kept open, as a browser keeps it."""

    def __init__(self, port: int) -> None:
        self.port, self.after = port, 0
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def ask(self, path: str, body: dict[str, Any] | bytes | None = None, read: bool = True) -> tuple[int, Any]:
        """A GET, or with a body a POST: the status and what the answer says; 200 may be all that somebody wants.

        After how many seconds to come again, if it says so, is in `after`.
        """
        kept = self._reader is not None
        if self._reader is None or self._writer is None:
            self._reader, self._writer = await asyncio.open_connection(HERE, self.port)
        sent = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        head = f"{'GET' if body is None else 'POST'} {path} HTTP/1.1\r\nhost: {HERE}:{self.port}\r\n"
        head += f"accept-encoding: gzip\r\ncontent-type: application/json\r\ncontent-length: {len(sent)}\r\n\r\n"
        try:
            self._writer.write(head.encode() + sent)
            told = await self._reader.readuntil(b"\r\n\r\n")
            length = re.search(rb"content-length: (\d+)", told, re.IGNORECASE)
            assert length
            again = re.search(rb"retry-after: (\d+)", told, re.IGNORECASE)
            self.after = int(again[1]) if again else 0
            content = await self._reader.readexactly(int(length[1]))
            if not read and told[9:12] == b"200":
                return 200, None
            return int(told[9:12]), json.loads(gzip.decompress(content) if b"gzip" in told else content)
        except (OSError, EOFError):
            self.close()
            if kept:  # the server had ended a connection that nobody used for long: a browser asks once more
                return await self.ask(path, body, read)
            raise

    def close(self) -> None:
        if self._writer:
            self._writer.close()
        self._reader = self._writer = None


class Crowd:
    """Pages that listen to one address: how many hints all of them have had, and when the last one came."""

    def __init__(self, port: int, path: str) -> None:
        self.port, self.path = port, path
        self.pages: list[asyncio.Transport] = []
        self.hints, self._wanted, self._at = 0, 0, 0.0
        self._enough = asyncio.Event()

    def heard(self, count: int) -> None:
        self.hints += count
        if self.hints >= self._wanted:
            self._at = time.perf_counter()
            self._enough.set()

    def one_more(self) -> None:
        """From now on every page waits for one hint more."""
        self._wanted += len(self.pages)
        self._enough.clear()

    async def all_heard(self) -> float:
        """The moment at which the last page had it."""
        await asyncio.wait_for(self._enough.wait(), PATIENCE)
        assert self.hints == self._wanted, f"{self.hints} hints, not {self._wanted}"
        return self._at

    async def gather(self, count: int) -> None:
        for start in range(0, count, 100):
            there = min(100, count - start)
            self._wanted += there
            self._enough.clear()
            loop = asyncio.get_running_loop()
            made = await asyncio.gather(
                *(loop.create_connection(lambda: Page(self), HERE, self.port) for _ in range(there))
            )
            self.pages += [transport for transport, _ in made]
            await self.all_heard()

    def leave(self) -> None:
        for page in self.pages:
            page.abort()


class Page(asyncio.Protocol):
    def __init__(self, crowd: Crowd) -> None:
        self._crowd = crowd

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        transport.write(f"GET {self._crowd.path} HTTP/1.1\r\nhost: {HERE}:{self._crowd.port}\r\n\r\n".encode())

    def data_received(self, data: bytes) -> None:
        if count := data.count(b"data: "):
            self._crowd.heard(count)


class Host:
    """The host of one table."""

    def __init__(self, port: int, table: dict[str, str]) -> None:
        self.table = table["table"]
        self._base = table["host"].partition(f":{port}")[2]
        self._wire = Wire(port)
        self.state: dict[str, Any] = {}

    async def look(self) -> dict[str, Any]:
        status, self.state = await self._wire.ask(f"{self._base}/state")
        assert status == 200, self.state
        return self.state

    async def do(self, what: str, **more: Any) -> None:
        body = {"do": what, "key": secrets.token_hex(8), "expected": self.state["seq"], **more}
        status, answer = await self._wire.ask(f"{self._base}/do", body)
        assert status == 200, answer
        self.state = answer["state"]


class Phone:
    """A player's phone: at its time it looks, picks something that is allowed, and says it until it was heard."""

    def __init__(self, port: int, table: str, seat: dict[str, Any], rng: random.Random, spread: float) -> None:
        self.table, self.seat = table, seat["seat"]
        self._base = seat["url"].partition(f":{port}")[2]
        self._wire = Wire(port)
        self._rng = rng
        self._at = rng.uniform(0, spread)
        self.key = f"{self.seat}.{secrets.token_hex(8)}"
        self.sent, self.heard, self.tries = False, False, 0
        self.waited, self.looked = 0.0, 0.0

    async def play(self) -> None:
        await asyncio.sleep(self._at)
        start = time.perf_counter()
        state = await self._until_answered("/state")
        self.looked = time.perf_counter() - start
        options = [one["notation"] for one in state["me"]["options"] if one["notation"] != "reroll"]
        words = self._rng.choice(options)
        start = time.perf_counter()
        await self._until_answered("/say", {"words": words, "key": self.key[2:], "expected": state["seq"]})
        self.heard, self.waited = True, time.perf_counter() - start

    async def _until_answered(self, path: str, body: dict[str, Any] | None = None) -> Any:
        while True:
            try:
                self.tries += body is not None
                self.sent |= body is not None
                status, answer = await self._wire.ask(self._base + path, body)
            except (OSError, EOFError):
                await asyncio.sleep(AGAIN)
                continue
            assert status == 200, answer
            return answer

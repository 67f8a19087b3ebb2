"""Pages that listen to a table: told that something changed, only of their own table, and forgotten when they leave."""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from pnp.web import keys, listeners
from pnp.web.listeners import PING, Listeners, hint
from pnp.web.serving import server
from tests.web.conftest import SECRET, Evening

HERE = "127.0.0.1"
PATIENCE = 60.0


class Page:
    """A page without a network: what it was sent, and whether it takes more now."""

    def __init__(self, version: str = "1-a") -> None:
        self.listeners = Listeners()
        self.sent: list[dict[str, Any]] = []
        self.takes = asyncio.Event()
        self.takes.set()
        self.left = asyncio.Event()
        self.task = asyncio.create_task(self.listeners.listen(version, self._receive, self._send))

    async def _receive(self) -> dict[str, Any]:
        await self.left.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Any) -> None:
        await self.takes.wait()
        self.sent.append(message)

    @property
    def heard(self) -> list[bytes]:
        return [message["body"] for message in self.sent if message.get("more_body")]


async def settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


async def ended(page: Page) -> None:
    await asyncio.wait({page.task}, timeout=PATIENCE)
    assert page.task.done() and not page.task.cancelled() and page.task.exception() is None


def run(story: Callable[[Page], Any]) -> None:
    async def told() -> None:
        page = Page()
        await settle()
        await story(page)
        page.task.cancel()
        await ended(page)

    asyncio.run(told())


def test_the_first_hint_says_where_the_table_is() -> None:
    async def story(page: Page) -> None:
        assert page.sent[0]["status"] == 200 and page.heard == [hint("1-a")] == [b"data: 1-a\n\n"]

    run(story)


def test_hints_that_were_not_taken_are_replaced_by_the_newest() -> None:
    async def story(page: Page) -> None:
        page.takes.clear()
        for number in range(2, 9):
            page.listeners.tell(f"{number}-a")
            await settle()
        page.takes.set()
        await settle()
        assert page.heard == [hint("1-a"), hint("2-a"), hint("8-a")]  # the second was on its way

    run(story)


def test_a_sign_of_life_never_takes_the_place_of_a_hint() -> None:
    async def story(page: Page) -> None:
        page.listeners.ping()
        await settle()
        page.listeners.tell("2-a")
        page.listeners.ping()
        await settle()
        assert page.heard == [hint("1-a"), PING, hint("2-a")]

    run(story)


@pytest.mark.parametrize("how", ["leaves", "closed", "cancelled"])
def test_a_page_whose_stream_ends_is_forgotten_and_told_goodbye(how: str) -> None:
    async def story(page: Page) -> None:
        assert len(page.listeners.listening) == 1
        {"leaves": page.left.set, "closed": page.listeners.close, "cancelled": page.task.cancel}[how]()
        await ended(page)
        assert not page.listeners.listening and not page.sent[-1].get("more_body")
        page.listeners.tell("2-a")
        await settle()
        assert page.heard == [hint("1-a")]

    run(story)


# ---------------------------------------------------------------------- on the network


class Ear:
    """A page that listens on the network."""

    def __init__(self, port: int, table: str) -> None:
        self._socket = socket.create_connection((HERE, port), PATIENCE)
        self._socket.sendall(f"GET /t/{table}/live HTTP/1.1\r\nHost: {HERE}:{port}\r\n\r\n".encode())
        self._lines = self._socket.makefile("rb")

    def next(self) -> str:
        """The next hint or sign of life; an empty text when the stream has ended."""
        for line in self._lines:
            if line.startswith((b"data:", b":")):
                return line.decode().strip()
        return ""

    def leave(self) -> None:
        self._lines.close()
        self._socket.close()


def asked(port: int, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
    wire = http.client.HTTPConnection(HERE, port, timeout=PATIENCE)
    content = None if body is None else json.dumps(body)
    wire.request("GET" if body is None else "POST", path, content, {"content-type": "application/json"})
    answer: dict[str, Any] = json.loads(wire.getresponse().read())
    wire.close()
    return answer


@contextmanager
def served(evening: Evening) -> Iterator[int]:
    """The party on a port of its own, in a thread."""
    door = socket.socket()
    door.bind((HERE, 0))
    door.listen(100)
    server = uvicorn.Server(uvicorn.Config(evening.app, log_level="critical", timeout_graceful_shutdown=1))
    thread = threading.Thread(target=server.run, args=([door],))
    thread.start()
    try:
        yield door.getsockname()[1]
    finally:
        server.should_exit = True
        thread.join(PATIENCE)
        assert not thread.is_alive()


def until(wanted: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not wanted():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_a_page_that_leaves_is_forgotten(evening: Evening) -> None:
    table = evening.table()
    with served(evening) as port:
        pages = [Ear(port, table.id) for _ in range(5)]
        assert all(page.next().startswith("data: 1-") for page in pages)
        assert asked(port, "/health")["listening"] == 5
        for page in pages[:3]:
            page.leave()
        until(lambda: asked(port, "/health")["listening"] == 2)
        for page in pages[3:]:
            page.leave()
        until(lambda: asked(port, "/health")["listening"] == 0)


def test_a_sign_of_life_comes_where_nothing_happens(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listeners, "PING_EVERY", 0.1)
    table = evening.table()
    with served(evening) as port:
        page = Ear(port, table.id)
        assert page.next().startswith("data:")
        assert [page.next(), page.next()] == [": here", ": here"]
        page.leave()


def test_tables_never_hear_of_each_other(evening: Evening) -> None:
    tables = [evening.table(), evening.table()]
    changes = {tables[0].id: 4, tables[1].id: 7}
    with served(evening) as port:
        pages = {table.id: [Ear(port, table.id) for _ in range(3)] for table in tables}
        heard = {id: [[page.next()] for page in ears] for id, ears in pages.items()}
        for number in range(max(changes.values())):
            for id, count in changes.items():
                if number < count:
                    rename(port, id, f"Ana {number}")
                    for page, had in zip(pages[id], heard[id], strict=True):
                        had.append(page.next())
        for id, count in changes.items():
            assert asked(port, f"/t/{id}/state")["seq"] == 1 + count
            seqs = [[hint.partition("-")[0] for hint in had] for had in heard[id]]
            assert seqs == [[f"data: {seq}" for seq in range(1, 2 + count)]] * 3
            for page in pages[id]:
                page._socket.settimeout(0.2)
                with pytest.raises(TimeoutError):
                    page.next()  # not one more than its own table's
                page.leave()


def rename(port: int, table: str, name: str) -> None:
    body = {"do": "rename", "seat": 0, "name": name, "key": f"{table}{name}".replace(" ", "."), "expected": 0}
    assert asked(port, f"/h/{keys.host_key(SECRET, table)}/do", body)["ok"]


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_it_stops_soon_although_pages_listen(tmp_path: Path, port: int, how: signal.Signals) -> None:
    where = ["--listen", HERE, "--port", str(port), "--url", f"http://{HERE}:{port}", "--db", str(tmp_path / "t.db")]
    command = [sys.executable, "-m", "pnp", "party", "house-of-dice", "--players", "Ana,Bo", *where, "--json"]
    env = {**os.environ, "PNP_DATA": str(tmp_path)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env) as program:
        try:
            assert program.stdout and program.stderr
            table = json.loads(program.stdout.readline())["tables"][0]["table"]
            pages = [Ear(port, table) for _ in range(20)]
            assert all(page.next().startswith("data: ") for page in pages)
            program.send_signal(how)
            assert [page.next() for page in pages] == [""] * 20
            program.wait(PATIENCE)
            assert program.stderr.read() == b""
        finally:
            program.kill()
        for page in pages:
            page.leave()


def test_small_answers_do_not_wait_for_each_other() -> None:
    with server.listening(HERE, 0) as door, socket.create_connection(door.getsockname()[:2]) as page:
        answers, _ = door.accept()
        with answers:
            assert answers.proto == socket.IPPROTO_TCP  # asyncio asks this before it sends at once
            assert page.getpeername() == door.getsockname()

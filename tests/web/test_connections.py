"""Connections of hostile guests: half open, slow, endless, malformed, too many; on loopback, against the real server."""

from __future__ import annotations

import asyncio
import logging
import re
import resource
import socket
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
import uvicorn

from pnp.web.serving import budgets as budgets_of
from pnp.web.serving import connections, middleware
from pnp.web.serving.budgets import Budgets, Full
from tests.web.conftest import Evening

PATIENCE = 60.0
STRANGER = "127.0.0.66"
"""Another address of loopback, which is not this machine's own."""
GET = b"GET /health HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n"


class Party:
    """The app behind the real protocol, in the loop of the test."""

    def __init__(self, evening: Evening) -> None:
        evening.budgets.own = ("127.0.0.1",)
        self.budgets = evening.budgets
        self._evening = evening

    async def run(self, test: Callable[[Party], Awaitable[None]]) -> None:
        with socket.socket() as door:
            door.bind(("127.0.0.1", 0))
            self.port = door.getsockname()[1]
            config = uvicorn.Config(
                self._evening.app, http=connections.of(self.budgets), ws="none", log_level="error", timeout_keep_alive=1
            )
            server = uvicorn.Server(config)
            task = asyncio.create_task(server.serve(sockets=[door]))
            while not server.started:
                await asyncio.sleep(0.01)
            try:
                await asyncio.wait_for(test(self), PATIENCE)
            finally:
                server.should_exit = True
                await task

    async def open(self, address: str = "127.0.0.1") -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self.port, local_addr=(address, 0))

    async def said(self, *data: bytes, address: str = "127.0.0.1") -> bytes:
        """All that is answered until the server ends the connection."""
        reader, writer = await self.open(address)
        try:
            for one in data:
                writer.write(one)
                await writer.drain()
            return await reader.read()
        except ConnectionError:
            return b""
        finally:
            writer.close()

    async def answered(self, address: str = "127.0.0.1") -> bool:
        reader, writer = await self.open(address)
        writer.write(GET)
        line = await reader.readline()
        writer.close()
        return b"200" in line


Against = Callable[[Callable[[Party], Awaitable[None]]], None]


@pytest.fixture
def against(evening: Evening) -> Against:
    """Run a test against the server."""
    return lambda test: asyncio.run(Party(evening).run(test))


@pytest.mark.parametrize("begin", [b"", b"GET /hea", b"GET /health HTTP/1.1\r\nhost: 127", GET + b"GET /hea"])
def test_a_request_that_never_gets_whole_is_ended(
    begin: bytes, against: Against, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "HEAD_WITHIN", 0.3)

    async def test(party: Party) -> None:
        await party.said(begin)
        monkeypatch.setattr(connections, "HEAD_WITHIN", PATIENCE)
        assert await party.answered() and party.budgets.open <= 1

    against(test)


def test_a_body_that_trickles_is_ended(against: Against, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(middleware, "GRACE", 0.3)
    monkeypatch.setattr(connections, "BODY_WITHIN", 2.0)
    head = b"POST /find/photo HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 900000\r\n\r\n"

    async def test(party: Party) -> None:
        reader, writer = await party.open()
        writer.write(head)
        for _ in range(5):
            writer.write(b"x")
            await asyncio.sleep(0.05)
        assert b"408" in await reader.readline()
        writer.close()
        unread = b"GET /health HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 900000\r\n\r\n"
        assert b"200" in await party.said(unread), "a body that nobody wants is not waited for either"

    against(test)


@pytest.mark.parametrize(
    "head",
    [
        b"GET /health HTTP/1.1\r\nhost: 127.0.0.1\r\n" + b"".join(b"x-%d: y\r\n" % n for n in range(300)) + b"\r\n",
        b"GET /health HTTP/1.1\r\nhost: 127.0.0.1\r\nx: " + b"y" * 60_000 + b"\r\n\r\n",
        b"GET /health HTTP/1.1\r\nhost: 127.0.0.1\r\nx: " + b"y" * 60_000,
        b"GET /" + b"y" * 60_000,
    ],
)
def test_a_head_without_end(head: bytes, against: Against) -> None:
    async def test(party: Party) -> None:
        assert (await party.said(head)).startswith(b"HTTP/1.1 431 ")
        assert await party.answered()

    against(test)


@pytest.mark.parametrize(
    "nonsense",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(200),
        b"GET\r\n\r\n",
        b"GET /health HTTP/9.9\r\n\r\n",
        b"GET /h\xe4alth HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n",
        b"CONNECT evil.test:443 HTTP/1.1\r\nhost: evil.test\r\n\r\n",
        b"POST /find HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: -5\r\n\r\n",
        b"POST /find HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
        b"POST /find HTTP/1.1\r\nhost: 127.0.0.1\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n",
        b"GET /health HTTP/1.1\r\nhost : 127.0.0.1\r\n\r\n",
        b"GET /health HTTP/1.1\r\nhost: 127.0.0.1\r\nx: a\x00b\r\n\r\n",
    ],
)
def test_what_is_no_http_is_refused_in_a_line(nonsense: bytes, against: Against) -> None:
    async def test(party: Party) -> None:
        said = await party.said(nonsense)
        assert re.match(rb"HTTP/1.1 4\d\d ", said) and b"Traceback" not in said
        assert await party.answered()

    against(test)


def test_requests_in_a_row_behind_one_another_are_few(against: Against) -> None:
    async def test(party: Party) -> None:
        assert (await party.said(GET * 500)).count(b"200 OK") <= 1 + connections.MOST_WAITING
        assert await party.answered()

    against(test)


def test_one_address_can_not_take_all_connections(against: Against) -> None:
    async def test(party: Party) -> None:
        held = [await party.open(STRANGER) for _ in range(budgets_of.CONNECTIONS + 40)]
        while party.budgets.open > budgets_of.CONNECTIONS:
            await asyncio.sleep(0.01)
        assert party.budgets.open == budgets_of.CONNECTIONS
        assert await party.answered(), "others come in"
        for _, writer in held:
            writer.close()
        while party.budgets.open:
            await asyncio.sleep(0.01)
        assert await party.answered(STRANGER), "and the address itself, once it has let go"

    against(test)


def test_a_guest_who_never_reads_is_let_go(against: Against, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "READ_WITHIN", 0.3)

    async def test(party: Party) -> None:
        with socket.socket() as deaf:
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            deaf.connect(("127.0.0.1", party.port))
            deaf.setblocking(False)
            font = b"GET /static/fonts/strong-more.woff2 HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n"
            await asyncio.get_running_loop().sock_sendall(deaf, font)
            while not party.budgets.open:
                await asyncio.sleep(0.01)
            async with asyncio.timeout(PATIENCE):
                while party.budgets.open:
                    for _ in range(6):  # answers enough to fill whatever the system keeps for them
                        try:
                            deaf.send(font)
                        except OSError:
                            break
                    await asyncio.sleep(0.05)

    against(test)


# ---------------------------------------------------------------------- names


@pytest.mark.parametrize(
    "host", [b"evil.test", b"evil.test:8000", b"127.0.0.1.evil.test", b"", b"[", b"party.test.evil"]
)
def test_a_foreign_name_gets_nothing(host: bytes, evening: Evening, against: Against) -> None:
    evening.party.wifi = "WIFI:S:Home;;"
    table = evening.table()

    async def test(party: Party) -> None:
        for path in ("/", f"/t/{table.id}/wifi.svg", f"/t/{table.id}/state", "/health", "/static/base.css"):
            asked = b"GET %s HTTP/1.1\r\nconnection: close\r\nhost: %s\r\n\r\n" % (path.encode(), host)
            said = await party.said(asked)
            assert said.startswith(b"HTTP/1.1 421 ") and b"svg" not in said, path

    against(test)


@pytest.mark.parametrize(
    "host", ["party.test:8000", "PARTY.test", "127.0.0.1", "192.168.1.9:8000", "[::1]:8000", "localhost"]
)
def test_the_partys_own_names_are_answered(host: str, evening: Evening, against: Against) -> None:
    async def test(party: Party) -> None:
        said = await party.said(f"GET /health HTTP/1.1\r\nconnection: close\r\nhost: {host}\r\n\r\n".encode())
        assert said.startswith(b"HTTP/1.1 200 ")

    against(test)


# ---------------------------------------------------------------------- budgets


def test_whoever_asks_all_the_time_waits_for_its_turn() -> None:
    now = [100.0]
    budgets = Budgets(clock=lambda: now[0])
    waits = [budgets.turn("a") for _ in range(budgets_of.BURST + 60)]
    assert not any(waits[: budgets_of.BURST]) and 0.9 < waits[-1] < 1.1
    assert budgets.turn("b") == 0 and budgets.turn("127.0.0.1") == 0
    now[0] += 60
    assert budgets.turn("a") == 0


def test_what_is_held_is_given_back() -> None:
    budgets = Budgets()
    with budgets.held("streams", "a", 1):
        with pytest.raises(Full), budgets.held("streams", "a", 1):
            raise AssertionError("not reached")
        with budgets.held("streams", "b", 1), budgets.held("uploads", "a", 1):
            pass
    with budgets.held("streams", "a", 1):
        pass
    assert not budgets._held


def test_the_memory_of_addresses_is_bounded() -> None:
    now = [0.0]
    budgets = Budgets(clock=lambda: now[0])
    for n in range(budgets_of.REMEMBERED + 50):
        budgets.turn(str(n))
        now[0] += 1
    assert len(budgets._free_at) <= budgets_of.REMEMBERED + 1


def test_streams_of_one_address_are_few(evening: Evening, against: Against, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pnp.web.lookup.STREAMS", 3)
    table = evening.table()
    ask = f"GET /t/{table.id}/live HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n".encode()

    async def test(party: Party) -> None:
        pages = [await party.open(STRANGER) for _ in range(4)]
        lines = []
        for reader, writer in pages:
            writer.write(ask)
            lines.append(await reader.readline())
        assert [line[9:12] for line in lines] == [b"200"] * 3 + [b"503"]
        assert b"200" in await party.said(
            ask.replace(b"/live", b"/state").replace(b"host", b"connection: close\r\nhost")
        )
        for _, writer in pages:
            writer.close()

    against(test)


# ---------------------------------------------------------------------- files and what is told


def test_the_file_limit_is_raised() -> None:
    code = (
        "import resource; from pnp.web.serving.budgets import raise_file_limit, MOST_FILES\n"
        "hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]\n"
        "resource.setrlimit(resource.RLIMIT_NOFILE, (200, hard))\n"
        "print(raise_file_limit(), resource.getrlimit(resource.RLIMIT_NOFILE)[0])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=Path(__file__).parents[2]
    )
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    due = budgets_of.MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, budgets_of.MOST_FILES)
    assert done.stdout.split() == [str(due), str(due)]


def test_connections_that_can_not_be_taken_are_told_once() -> None:
    told: list[str] = []

    async def flood() -> None:
        loop = asyncio.get_running_loop()
        connections.quiet_loop(loop, told.append)
        for _ in range(2000):
            loop.call_exception_handler(
                {"message": "socket.accept() out of system resource", "exception": OSError(24, "x")}
            )

    asyncio.run(flood())
    assert len(told) == 1 and "\n" not in told[0]


def test_a_message_comes_once_and_later_again() -> None:
    now = [0.0]
    sieve = connections.NowAndThen(clock=lambda: now[0])
    record = logging.LogRecord("x", 30, "", 0, "Invalid HTTP request received.", None, None)
    assert [sieve.filter(record) for _ in range(5)] == [True] + [False] * 4
    now[0] += 61
    assert sieve.filter(record)

"""A hostile guest at a real party, bounded and on loopback: whatever it tries, an honest table plays on in its time."""

from __future__ import annotations

import http.client
import itertools
import json
import multiprocessing
import os
import signal
import socket
import statistics
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image

from pnp.play.verify import verify
from pnp.sheets import codes
from tests.web.test_hostile_requests import scan_bomb
from tests.web.test_safety import _png

HERE, HONEST, HOSTILE = "127.0.0.1", "127.0.0.7", "127.0.0.66"
"""Loopback has many addresses: the party's own, one of the guests, and one of the hostile guest."""
ROUNDS, PATIENCE = 4, 60.0
NAMES = "Ana,Bo,Cy"
_keys = itertools.count(1)


def ask(
    port: int, path: str, body: Any = None, address: str = HONEST, host: str = "", wait: float = PATIENCE
) -> tuple[int, bytes]:
    """A request from an address: a GET, or with a body a POST."""
    wire = http.client.HTTPConnection(HERE, port, timeout=wait, source_address=(address, 0))
    try:
        content = body if body is None or isinstance(body, bytes) else json.dumps(body)
        headers = {"content-type": "application/json", "host": host or f"{HERE}:{port}"}
        wire.request("GET" if body is None else "POST", path, content, headers)
        answer = wire.getresponse()
        return answer.status, answer.read()
    finally:
        wire.close()


class Honest:
    """A table with its host and its guests."""

    def __init__(self, port: int, table: dict[str, str]) -> None:
        self.port, self.table = port, table["table"]
        self.host = "/h/" + table["host"].rpartition("/")[2]
        self.seats = ["/s/" + one["url"].rpartition("/")[2] for one in self.get(self.host)["host"]["seats"]]

    def get(self, base: str) -> dict[str, Any]:
        status, said = ask(self.port, f"{base}/state")
        assert status == 200, said
        state: dict[str, Any] = json.loads(said)
        return state

    def post(self, path: str, base: str, **body: Any) -> None:
        body |= {"key": f"honest{next(_keys):08d}", "expected": self.get(base)["seq"]}
        status, said = ask(self.port, f"{base}/{path}", body)
        assert status == 200, said

    def round(self) -> float:
        """The seconds that a whole round takes: rolled, entered by everybody, revealed."""
        start, before = time.perf_counter(), self.get(self.host)["round"]
        self.post("do", self.host, do="roll")
        for seat in self.seats:
            self.post("say", seat, words=self.get(seat)["me"]["options"][0]["notation"])
        assert self.get(self.host)["round"] == before + 1
        return time.perf_counter() - start


class Hostile:
    """What one device on the Wi-Fi can try, again and again, until it is told to stop."""

    def __init__(self, port: int, table: str) -> None:
        self.port, self.table = port, table
        self.stop = threading.Event()
        self.said: Counter[str] = Counter()
        self.held: list[socket.socket] = []
        tries = [
            self.half_open,
            self.slow_bodies,
            self.bombs,
            self.nonsense,
            self.rebinding,
            self.guesses,
            self.results,
        ]
        self._threads = [threading.Thread(target=self._again, args=(one,), daemon=True) for one in tries]

    def begin(self) -> None:
        for one in self._threads:
            one.start()

    def end(self) -> None:
        self.stop.set()
        for one in self._threads:
            one.join(PATIENCE)
        for one in self.held:
            one.close()

    def _again(self, deed: Callable[[], None]) -> None:
        for _ in range(2000):
            with suppress(OSError, http.client.HTTPException):
                deed()
                self.said[deed.__name__] += 1
            if self.stop.wait(0.02):
                return

    def _open(self, begin: bytes) -> socket.socket:
        made = socket.create_connection((HERE, self.port), PATIENCE, (HOSTILE, 0))
        self.held.append(made)
        made.sendall(begin)
        return made

    def ask(self, path: str, body: Any = None, host: str = "") -> int:
        return ask(self.port, path, body, HOSTILE, host)[0]

    def half_open(self) -> None:
        if len(self.held) < 400:
            for _ in range(20):
                self._open(b"GET /t/")

    def slow_bodies(self) -> None:
        made = self._open(b"POST /find/photo HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 900000\r\n\r\n")
        for _ in range(20):
            made.sendall(b"x")
            if self.stop.wait(0.05):
                return

    def bombs(self) -> None:
        flat = BytesIO()
        Image.new("1", (3900, 3900)).save(flat, "PNG")
        for bomb in (scan_bomb(3000), _png(60_000, 60_000), flat.getvalue()):
            status = self.ask("/find/photo", bomb)
            assert status in (409, 422, 503), self.leak("bomb", status)

    def nonsense(self) -> None:
        made = self._open(b"\x16\x03\x01" + os.urandom(200))
        made.recv(1000)
        made.close()

    def rebinding(self) -> None:
        status = self.ask(f"/t/{self.table}/wifi.svg", host="evil.test")
        assert status == 421, self.leak("rebinding", status)

    def guesses(self) -> None:
        status = self.ask(f"/s/{codes.make(b'foreign', str(next(_keys)))}/state")
        assert status in (404, 429), self.leak("guess", status)
        status = self.ask("/h/AAAABBBBCCCCDDDDAAAABBBBCCCCDDDD/do", {"do": "close", "key": "12345678"})
        assert status in (404, 429), self.leak("forged", status)

    def results(self) -> None:
        self.ask(f"/t/{self.table}/results.png?lang={'pl' if next(_keys) % 2 else 'en'}")

    def leak(self, what: str, status: int) -> str:
        self.said[f"LEAK {what} {status}"] += 1
        return what


def started(folder: Path, port: int) -> tuple[subprocess.Popen[bytes], dict[str, Any]]:
    where = ["--listen", HERE, "--port", str(port), "--db", str(folder / "t.db"), "--wifi", "Home", "--json"]
    command = [sys.executable, "-m", "pnp", "party", "house-of-dice", "--players", NAMES, *where]
    errors = (folder / "errors").open("wb")
    made = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, env={**os.environ, "PNP_DATA": str(folder)})
    assert made.stdout
    return made, json.loads(made.stdout.readline())


def test_an_honest_table_plays_on_in_its_time(tmp_path: Path, port: int) -> None:
    program, told = started(tmp_path, port)
    try:
        honest = Honest(port, told["tables"][0])
        honest.post("do", honest.host, do="start")
        honest.round()
        quiet = statistics.median(honest.round() for _ in range(ROUNDS))
        besieged, tried = under_siege(honest)
        assert not [name for name in tried if name.startswith("LEAK")], tried
        assert besieged <= 5 * quiet + 0.5, (
            f"{besieged:.2f} s a round, {quiet:.2f} s without the hostile guest: {tried}"
        )
        one_seat(honest)
        played = honest.get(honest.host)["round"]
        honest.post("do", honest.host, do="close")
        status, log = ask(port, f"/t/{honest.table}/results.log")
        report = verify(log.decode().splitlines(), "log")
        assert status == 200 and report.problems == () and report.rolls == played > 2 * ROUNDS
    finally:
        program.send_signal(signal.SIGTERM)
        program.wait(PATIENCE)
    said = (tmp_path / "errors").read_text()
    assert len(said) < 5000 and "Traceback" not in said, said[:2000]


def under_siege(honest: Honest) -> tuple[float, dict[str, int]]:
    """The seconds that a round takes while a hostile guest does all it can, in a process of its own."""
    context = multiprocessing.get_context("spawn")
    begun, stop, said = context.Event(), context.Event(), context.Queue()
    guest = context.Process(target=besiege, args=(honest.port, honest.table, begun, stop, said), daemon=True)
    guest.start()
    try:
        assert begun.wait(PATIENCE)
        took = statistics.median(honest.round() for _ in range(ROUNDS))
        stop.set()
        tried: dict[str, int] = said.get(timeout=3 * PATIENCE)
        guest.join(PATIENCE)
    finally:
        guest.kill()
    return took, tried


def besiege(port: int, table: str, begun: Any, stop: Any, said: Any) -> None:
    """Try everything at least once, then go on until told to stop."""
    hostile = Hostile(port, table)
    hostile.begin()
    while min(hostile.said[name] for name in ("half_open", "nonsense", "guesses", "rebinding", "results")) < 1:
        time.sleep(0.02)
    begun.set()
    stop.wait(PATIENCE)
    hostile.end()
    said.put(dict(hostile.said))


def one_seat(honest: Honest) -> None:
    """Two phones on one seat, and a key that is used for other words: the last word stands, and nothing is lost."""
    honest.post("do", honest.host, do="roll")
    while len((state := honest.get(seat := honest.seats[2]))["me"]["options"]) < 2:  # dice that leave one way only
        for one in honest.seats:
            honest.post("say", one, words=honest.get(one)["me"]["options"][0]["notation"])
        honest.post("do", honest.host, do="roll")
    first, other = (one["notation"] for one in state["me"]["options"][:2])
    body = {"words": first, "key": "replayed", "expected": state["seq"]}
    assert ask(honest.port, f"{seat}/say", body)[0] == 200
    assert ask(honest.port, f"{seat}/say", body)[0] == 200, "the same once more is fine"
    status, said = ask(honest.port, f"{seat}/say", {**body, "words": other}, HOSTILE)
    assert status == 409 and json.loads(said)["code"] == "key-used"
    fresh = {"words": other, "key": "second-phone", "expected": honest.get(seat)["seq"]}
    assert ask(honest.port, f"{seat}/say", fresh, HOSTILE)[0] == 200
    assert honest.get(seat)["me"]["entry"]["notation"] == other

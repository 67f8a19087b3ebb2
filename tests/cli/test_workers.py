"""A party that several processes serve on one port: killed, renewed under load, behind a proxy, watched."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from postgres_server import server

from pnp.play.stores.database import open_store
from tests.cli.conftest import PROGRAM, Run, one_line
from tests.conftest import held_port
from tests.processes import PATIENCE, soon

pytestmark = pytest.mark.xdist_group("postgres")


class Running(NamedTuple):
    """A party in processes of its own."""

    program: subprocess.Popen[bytes]
    port: int
    url: str
    welcome: dict[str, Any]
    log: Path

    def ask(self, path: str, method: str = "GET", body: object = None, **headers: str) -> tuple[int, str]:
        """A request on a connection of its own, as from whichever address is told."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        sent = {"Connection": "close", **{name.replace("_", "-"): value for name, value in headers.items()}}
        content = None if body is None else json.dumps(body)
        line.request(method, path, content, {"Content-Type": "application/json", **sent})
        answer = line.getresponse()
        found = answer.status, answer.read().decode()
        line.close()
        return found

    def workers(self) -> list[int]:
        """The processes that serve; Python's own helper among the children is none."""
        children = Path(f"/proc/{self.program.pid}/task/{self.program.pid}/children").read_text().split()
        return [int(pid) for pid in children if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    tmp_path = tmp_path_factory.mktemp("party")
    with held_port() as port:
        yield from _running(tmp_path, port)


def _running(tmp_path: Path, port: int) -> Iterator[Running]:
    url = server().new()
    words = ["party", "yacht", "--workers", "2", "--db", url, "--port", port, "--listen", "127.0.0.1", "--json"]
    words += ["--behind", "127.0.0.1", "--url", "https://dice.example", "--log-json"]
    log = tmp_path / "log"
    with log.open("wb") as errors:
        program = subprocess.Popen(
            [PROGRAM, *map(str, words)],
            stdout=subprocess.PIPE,
            stderr=errors,
            env={**os.environ, "PNP_DATA": str(tmp_path / "data")},
        )
    assert program.stdout
    try:
        yield Running(program, port, url, json.loads(program.stdout.readline() or log.read_text()), log)
    finally:
        program.send_signal(signal.SIGTERM)
        assert program.wait(PATIENCE) == 0
        program.stdout.close()


class Load(threading.Thread):
    """Somebody who asks all the time, on a new connection each time, and counts what goes wrong."""

    def __init__(self, running: Running) -> None:
        super().__init__()
        self._running, self._path = running, f"/t/{running.welcome['tables'][0]['table']}/state"
        self.wrong: list[object] = []
        self.answered = 0
        self.over = False

    def run(self) -> None:
        while not self.over:
            try:
                status, _ = self._running.ask(self._path)
                self.answered += 1
                self.wrong += [status] if status != 200 else []
            except (OSError, http.client.HTTPException) as error:
                self.wrong.append(repr(error))


def test_a_party_behind_a_proxy_is_watched(running: Running) -> None:
    def reached() -> int:
        return max(int(json.loads(running.ask("/health")[1])["reached"]) for _ in range(6))

    assert running.ask("/ready") == (200, '{"ok":true}')
    assert reached() == 0
    running.ask("/health", X_Forwarded_For="203.0.113.9", X_Forwarded_Proto="https")
    soon(lambda: reached() == 1)  # only the worker that has served it knows it
    status, text = running.ask("/metrics")
    assert status == 200
    assert 'pnp_tables{worker="0"}' in text and 'pnp_requests_total{worker="1"}' in text
    assert 'pnp_request_duration_seconds_bucket{worker="0",le="+Inf"}' in text
    soon(lambda: len(re.findall(r'^pnp_ready{worker="[01]"} 1$', running.ask("/metrics")[1], re.MULTILINE)) == 2)
    host = running.welcome["tables"][0]["host"].removeprefix("https://dice.example")
    assert running.ask(f"{host}/state", Host="dice.example")[0] == 200
    soon(lambda: f"{host.rpartition('/')[0]}/*/state" in running.log.read_text())
    lines = [json.loads(line) for line in running.log.read_text().splitlines()]
    assert {"at", "level", "worker", "said", "method", "path", "status", "ms"} <= lines[0].keys()
    assert host not in running.log.read_text(), "what opens something does not stand in a log"


def test_workers_are_renewed_under_load_and_one_that_is_killed_is_replaced(running: Running) -> None:
    table = running.welcome["tables"][0]["table"]
    before = running.workers()
    assert len(before) == 2
    load = Load(running)
    load.start()
    running.program.send_signal(signal.SIGHUP)
    soon(lambda: len(running.workers()) == 2 and not set(running.workers()) & set(before))
    load.over = True
    load.join()
    assert (load.wrong, load.answered > 3) == ([], True), "nobody noticed that the workers were renewed"
    names = ["Ana", "Bo", "Cy", "Di"]
    for number, name in enumerate(names):
        if number == 2:
            os.kill(running.workers()[0], signal.SIGKILL)
        body = {"name": name, "key": f"join-{name}-0001"}
        for _ in range(2):  # as phones do that got no answer
            try:
                status, said = running.ask(f"/t/{table}/join", "POST", body)
            except (OSError, http.client.HTTPException):
                status, said = running.ask(f"/t/{table}/join", "POST", body)
            assert status == 200, said
    soon(lambda: len(running.workers()) == 2)
    with open_store(running.url) as store:
        joined = [json.loads(one.body)["data"]["name"] for one in store.read(table) if '"joined"' in one.body]
    assert joined == names, "none lost, none twice"


def test_what_workers_and_proxies_need_is_said(call: Run) -> None:
    assert "name a server with --db postgresql://" in one_line(call("party", "yacht", "--workers", "2"))
    assert "is no address" in one_line(call("party", "yacht", "--behind", "proxy", "--url", "https://dice.example"))
    assert "--url" in one_line(call("party", "yacht", "--behind", "127.0.0.1"))

"""The server killed while phones enter a round: what was answered is there, and whoever sends again is there once."""

from __future__ import annotations

import http.client
import json
import os
import random
import select
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pnp.play import events
from pnp.play.stores.sqlite import SqliteStore

HERE = "127.0.0.1"
TABLES, NAMES = 5, "Ana,Bo,Cy"
SPREAD, PATIENCE = 1.5, 120.0
"""Seconds in which all phones enter something, and after which the test has failed."""


def party(folder: Path, port: int, *what: str) -> tuple[subprocess.Popen[bytes], dict[str, Any]]:
    where = ["--listen", HERE, "--port", str(port), "--url", f"http://{HERE}:{port}", "--db", str(folder / "t.db")]
    command = [sys.executable, "-m", "pnp", "party", *what, *where, "--json"]
    program = subprocess.Popen(command, stdout=subprocess.PIPE, env={**os.environ, "PNP_DATA": str(folder)})
    assert program.stdout
    return program, json.loads(program.stdout.readline())


def ask(url: str, body: dict[str, Any] | None = None, deaf: bool = False) -> dict[str, Any]:
    """A GET, or with a body a POST; a deaf one hangs up when the answer comes, and doesn't hear it."""
    address, _, path = url.removeprefix("http://").partition("/")
    wire = http.client.HTTPConnection(address, timeout=PATIENCE)
    try:
        content = None if body is None else json.dumps(body)
        wire.request("GET" if body is None else "POST", f"/{path}", content, {"content-type": "application/json"})
        if deaf:
            select.select([wire.sock], [], [], PATIENCE)
            raise ConnectionError("hung up")
        answer = wire.getresponse()
        found: dict[str, Any] = json.loads(answer.read())
        assert answer.status == 200, found
        return found
    finally:
        wire.close()


class Phone(threading.Thread):
    """It looks, picks a move and says it with one key, again and again, until it is told that it was heard."""

    def __init__(self, table: str, seat: dict[str, Any], chance: random.Random) -> None:
        super().__init__(daemon=True)
        self.table, self.url = table, seat["url"]
        self.key = f"kill{chance.getrandbits(64):016x}"
        self.entry = table, f"{seat['seat']}.{self.key}"
        self.wait, self.choice, self.deaf = chance.uniform(0, SPREAD), chance.random(), False
        self.may = threading.Event()
        self.may.set()
        self.sent = self.heard = False
        self.answer: dict[str, Any] = {}

    def run(self) -> None:
        time.sleep(self.wait)
        self.may.wait(PATIENCE)
        state = self.until_heard(lambda: ask(f"{self.url}/state"))
        moves = [one["notation"] for one in state["me"]["options"] if one["notation"] != "reroll"]
        words = moves[int(self.choice * len(moves))]
        body = {"words": words, "key": self.key, "expected": state["seq"]}
        self.answer = self.until_heard(lambda: self.say(body))
        self.heard = True

    def say(self, body: dict[str, Any]) -> dict[str, Any]:
        deaf, self.deaf, self.sent = self.deaf, False, True
        return ask(f"{self.url}/say", body, deaf)

    def until_heard(self, what: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        end = time.monotonic() + PATIENCE
        while True:
            try:
                return what()
            except (OSError, http.client.HTTPException):
                assert time.monotonic() < end
                time.sleep(0.1)


def seated(host: dict[str, str], chance: random.Random) -> list[Phone]:
    """A table that its host has begun and rolled for, with its phones."""
    state = ask(f"{host['host']}/state")
    for deed in ("start", "roll"):
        body = {"do": deed, "key": f"host.{deed}.{host['table']}", "expected": state["seq"]}
        state = ask(f"{host['host']}/do", body)["state"]
    return [Phone(host["table"], seat, chance) for seat in state["host"]["seats"]]


def entries(folder: Path, tables: list[str]) -> Counter[tuple[str, str]]:
    """What players have entered, by table and key, as it stands in the file."""
    with SqliteStore(folder / "t.db") as store:
        logs = {table: [events.parse(record.body, table) for record in store.read(table)] for table in tables}
    return Counter((table, one.key) for table, log in logs.items() for one in log if one.data.get("seat") is not None)


def test_a_kill_in_the_middle_of_a_round_loses_and_doubles_nothing(tmp_path: Path, port: int) -> None:
    chance = random.Random(5)
    program, said = party(tmp_path, port, "house-of-dice", "--tables", str(TABLES), "--players", NAMES)
    try:
        tables = [row["table"] for row in said["tables"]]
        phones = [phone for row in said["tables"] for phone in seated(row, chance)]
        phones[0].wait, phones[0].deaf = 0.0, True  # its answer is lost, the entry is not
        phones[-1].may.clear()  # it is late, and enters after the kill
        for phone in phones:
            phone.start()
        end = time.monotonic() + PATIENCE
        while not phones[0].heard or sum(phone.heard for phone in phones) < len(phones) // 3:
            assert time.monotonic() < end
            time.sleep(0.005)
        program.kill()
        program.wait(PATIENCE)
        phones[-1].may.set()
        time.sleep(0.2)  # answers that were on their way

        heard = {phone.entry for phone in phones if phone.heard}
        sent = {phone.entry for phone in phones if phone.sent}
        there = entries(tmp_path, tables)
        assert heard <= set(there) <= sent
        assert len(phones) // 3 <= len(heard) < len(phones) and max(there.values()) == 1

        program, again = party(tmp_path, port, "--table", tables[0])
        assert [row["table"] for row in again["tables"]] == tables[:1]
        for phone in phones:
            phone.join(PATIENCE)
            assert phone.heard and phone.answer["ok"]
        assert phones[0].answer["code"] == "repeated"
        assert entries(tmp_path, tables) == Counter(phone.entry for phone in phones)
        for row in said["tables"]:  # every table is served again, and its round was revealed
            state = ask(f"{row['host']}/state")
            assert (state["round"], state["phase"], state["last"]["round"]) == (2, "roll", 1)
    finally:
        program.kill()
        program.wait(PATIENCE)

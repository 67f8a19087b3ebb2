"""`pnp party`: wrong calls, what the terminal shows, the address that guests use and what happens when it changes."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from pnp.play.stores.sqlite import SqliteStore
from pnp.play.stores.store import StoreError
from pnp.play.tables import Tables
from pnp.web import party_memory
from pnp.web.network.interfaces import Interface
from pnp.web.serving import server
from pnp.web.serving.server import Whereabouts
from pnp.words import english

PNP = str(Path(sys.executable).with_name("pnp"))
HOME = [
    Interface("lo", "127.0.0.1"),
    Interface("wlan0", "192.168.1.23", default=True),
    Interface("docker0", "172.17.0.1"),
]
LATER = [Interface("lo", "127.0.0.1"), Interface("wlan0", "192.168.7.5", default=True)]
PATIENCE = 120.0
"""Seconds after which a test has failed, however slow the machine is."""


def run(folder: Path, port: int, *words: str) -> subprocess.CompletedProcess[str]:
    env = {"PNP_DATA": str(folder), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}
    command = [PNP, "party", *words, "--port", str(port)]
    return subprocess.run(command, env=env, capture_output=True, text=True, timeout=PATIENCE, check=False)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--tables", "2", "--turns", "--timer", "60"), "--tables, --turns: only with a game that is named"),
        (("--dice", "loaded"), "--dice 'loaded' is not one of virtual, physical"),
        (("--bots", "easy,hrad"), "--bots 'hrad' is not one of beginner, easy, normal, hard; did you mean 'hard'?"),
        (("--event", "NOSUCH", "--timer", "60"), "--event has the games that were agreed; --timer doesn't go with it"),
        (("--evening", "NOSUCH"), "no evening 'NOSUCH'"),
        (("--season", " "), "no name of a season"),
        (("--players", "Ana,Ana"), "Ana"),
        (("chess",), "chess"),
        (("chess",), "chess"),
        (("house-of-dice", "--players", "Ana,Ana"), "same name"),
        (("house-of-dice", "--players", "A,B,C,D,E,F,G"), "0 to 6"),
        (("house-of-dice", "--language", "xx"), "--language 'xx' is not one of en, pl"),
        (("house-of-dice", "--url", "no address"), "no address"),
        (("house-of-dice", "--wifi", "Home", "--wifi-password", "short"), "8"),
        (("house-of-dice", "--dice", "loaded"), "virtual, physical"),
        (("house-of-dice", "--option", "reveal=never"), "reveal"),
        (("--table", "NOSUCH"), "NOSUCH"),
        (("--table", "last", "--dice", "virtual", "--players", "Ana"), "--players, --dice don't go with it"),
        (("house-of-dice", "--listen", "203.0.113.7"), "can't be had"),
    ],
)
def test_wrong_calls_get_one_line(words: tuple[str, ...], said: str, tmp_path: Path, port: int) -> None:
    done = run(tmp_path, port, *words)
    assert done.returncode == 2 and done.stderr.count("\n") == 1, done.stderr
    assert said in done.stderr


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        done = run(tmp_path, port, "house-of-dice", "--listen", "127.0.0.1")
    assert done.returncode == 2 and f"port {port}" in done.stderr and "--port" in done.stderr


def test_the_terminal_shows_codes_and_addresses_and_ctrl_c_stops(tmp_path: Path, port: int) -> None:
    env = {"PNP_DATA": str(tmp_path), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "COLUMNS": "120"}
    where = ["--listen", "127.0.0.1", "--port", str(port), "--url", "http://party.test:81", "--language", "pl"]
    party_memory.note(tmp_path, "http://elsewhere.test", "2999-01-01")
    words = [PNP, "party", "house-of-dice", *where]
    made = subprocess.Popen(words, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert made.stdout
    shown = ""
    while "Ctrl-C" not in shown:
        line = made.stdout.readline()
        assert line, shown
        shown += line
    made.send_signal(2)
    rest, wrong = made.communicate(timeout=PATIENCE)
    assert "▀" in shown and "http://party.test:81/t/" in shown and "/h/" in shown and "/screen" in shown
    assert "pnp party --table" in rest and "Traceback" not in wrong
    assert "niektóre arkusze wydrukowano dla adresu http://elsewhere.test" in wrong
    assert made.returncode in (0, 130)


# ---------------------------------------------------------------------- where this machine is found


@pytest.fixture
def network(monkeypatch: pytest.MonkeyPatch) -> list[Interface]:
    """The interfaces of this machine, which a test can change."""
    there = list(HOME)
    monkeypatch.setattr(server, "interfaces", lambda: list(there))
    return there


def test_the_best_address_is_taken_unless_one_is_given(network: list[Interface], tmp_path: Path) -> None:
    where = Whereabouts("0.0.0.0", 8000, "", tmp_path)
    assert where.url == "http://192.168.1.23:8000"
    assert english(where.addresses()[0]["label"]) == "Wi-Fi (wlan0)"
    assert Whereabouts("0.0.0.0", 8000, "http://dice.local", tmp_path).url == "http://dice.local"
    assert Whereabouts("127.0.0.1", 8000, "", tmp_path).url == "http://127.0.0.1:8000"
    network.clear()
    assert Whereabouts("0.0.0.0", 8000, "", tmp_path).url == "http://0.0.0.0:8000"


def test_sheets_printed_for_another_address_are_noticed(network: list[Interface], tmp_path: Path) -> None:
    party_memory.note(tmp_path, "http://192.168.1.23:8000", "2999-01-01T00:00:00+00:00")
    assert Whereabouts("0.0.0.0", 8000, "", tmp_path).elsewhere() == []
    party_memory.note(tmp_path, "http://10.0.0.9:8000", "2999-01-01T00:00:00+00:00")
    party_memory.note(tmp_path, "http://10.0.0.8:8000", "2001-01-01T00:00:00+00:00")
    assert Whereabouts("0.0.0.0", 8000, "", tmp_path).elsewhere() == ["http://10.0.0.9:8000"]


def test_printing_for_an_address_is_remembered(tmp_path: Path) -> None:
    env = {"PNP_DATA": str(tmp_path), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}
    words = [PNP, "print", "house-of-dice", "--url", "http://10.0.0.9:8000", "--out", str(tmp_path / "sheet.pdf")]
    subprocess.run(words, env=env, capture_output=True, check=True)
    assert [one.url for one in party_memory.noted(tmp_path)] == ["http://10.0.0.9:8000"]


def test_sheets_of_a_table_where_nobody_sits(tmp_path: Path) -> None:
    with SqliteStore(tmp_path / "tables.db") as store:
        table = Tables(store, lambda: "2026-11-16T20:00:00+00:00").open("house-of-dice", [], lobby=True)
    env = {"PNP_DATA": str(tmp_path), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}
    words = [PNP, "print", "house-of-dice", "--table", table.id, "--out", str(tmp_path / "sheet.pdf")]
    done = subprocess.run(words, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 2 and "nobody sits" in done.stderr and not (tmp_path / "sheet.pdf").exists()


def watched(monkeypatch: pytest.MonkeyPatch, where: Whereabouts) -> list[str]:
    """A list that grows each time the party looks where it is."""
    looks: list[str] = []
    look = where.look

    def noticed() -> None:
        look()
        looks.append(where.url)

    monkeypatch.setattr(where, "look", noticed)
    return looks


@contextmanager
def one_table(folder: Path) -> Iterator[tuple[Tables, str]]:
    """Tables, and the one among them that a party has."""
    with SqliteStore(folder / "tables.db") as store:
        tables = Tables(store, lambda: "2026-11-16T20:00:00+00:00")
        table = tables.open("house-of-dice", ["Ana", "Bo"], lobby=True)
        store.set_meta(table.id, "party", "yes")
        yield tables, table.id


async def until(wanted: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not wanted():
            await asyncio.sleep(0.01)


def test_an_address_that_changes_is_told_while_nothing_can_be_stored(
    network: list[Interface], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disk must not keep guests from the code that leads here now, nor end the looking."""
    monkeypatch.setattr(server, "LOOK_EVERY", 0.01)
    with one_table(tmp_path) as (tables, id):
        where = Whereabouts("0.0.0.0", 8000, "", tmp_path)
        looks = watched(monkeypatch, where)

        def full(*_: object) -> None:
            raise StoreError("the disk is full")

        async def evening() -> None:
            party = server.party_of(tables, b"secret", where, "")
            hosted = await party.table(id)
            assert hosted is not None
            version = hosted.version
            monkeypatch.setattr(tables.store, "append", full)
            watch = asyncio.create_task(server._watch(party, where, lambda _: None))
            network[:] = LATER
            await until(lambda: party.url == "http://192.168.7.5:8000")
            seen = len(looks)
            await until(lambda: watch.done() or len(looks) >= seen + 3)
            assert not watch.done() and hosted.version != version and hosted.table.seq == 1
            watch.cancel()

        asyncio.run(evening())


def test_an_address_that_changes_during_the_party(
    network: list[Interface], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Guests get a new code, the host is told, and the log says so."""
    monkeypatch.setattr(server, "LOOK_EVERY", 0.01)
    with one_table(tmp_path) as (tables, id):
        where = Whereabouts("0.0.0.0", 8000, "", tmp_path)
        told: list[str] = []
        looks = watched(monkeypatch, where)

        async def evening() -> Any:
            party = server.party_of(tables, b"secret", where, "")
            hosted = await party.table(id)
            watch = asyncio.create_task(server._watch(party, where, told.append))
            await until(lambda: len(looks) >= 3)
            assert party.url == "http://192.168.1.23:8000" and told == []
            network[:] = LATER
            await until(lambda: hosted.table.seq == 2)
            seen = len(looks)
            await until(lambda: len(looks) >= seen + 3)  # and looking again says nothing more
            watch.cancel()
            return party, hosted

        party, hosted = asyncio.run(evening())
        assert party.url == "http://192.168.7.5:8000" and "192.168.7.5" in party.notice and len(told) == 1
        assert [event.kind for event in hosted.table.events] == ["opened", "noted"]
        assert "192.168.1.23 is gone" in hosted.table.events[-1].data["what"]

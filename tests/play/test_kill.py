"""Programs that are killed in the middle of writing, that race each other, that run out of disk: nothing is lost."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
import sysconfig
import time
from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest
from postgres_server import server

import pnp
from pnp.play.result import result_of
from pnp.play.stores import kept_results
from pnp.play.stores.database import open_store
from pnp.play.stores.server_address import is_server
from pnp.play.stores.store import Record
from pnp.play.tables import Tables

ROOT = Path(pnp.__file__).parent.parent
BEGIN = """\
import os, sys, threading
from pnp.play.stores.database import open_store
from pnp.play.stores.store import Record, Repeated, Stale, StoreError, TableExists

def say(*words):
    os.write(1, (" ".join(map(str, words)) + "\\n").encode())

def put(store, table, seq, key, body):
    # Until it is stored, by this try or one before; only then is it said.
    while True:
        try:
            return store.append(table, seq, [Record(seq + 1, key, body)])
        except Stale as stale:
            seq = stale.seq
        except Repeated as repeated:
            assert repeated.record.body == body
            return repeated.record.seq

path, *words = sys.argv[1:]
"""
ONE_BY_ONE = """\
number = int(words[0])
store = open_store(path)
try:
    store.create("T", {}, [])
except TableExists:
    pass
seq = store.last("T")
while True:
    seq = put(store, "T", seq, f"k{number}", "x" * (number * 37 % 700))
    say(seq, f"k{number}")
    number += 1
"""
MANY_AT_ONCE = """\
run = words[0]
store = open_store(path)
for table in ("shared", *(f"own{n}" for n in range(5))):
    try:
        store.create(table, {}, [])
    except TableExists:
        pass

def play(thread):
    for number in range(10**9):
        table = "shared" if number % 2 else f"own{thread}"
        key = f"{run}-{thread}-{number}"
        say(table, put(store, table, store.last(table), key, key * 20), key)

for thread in range(5):
    threading.Thread(target=play, args=(thread,)).start()
"""


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.xdist_group("postgres"))])
def new_database(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], str]:
    """Makes a database that nobody has used, of each kind."""
    names = (str(tmp_path / f"tables{number}.db") for number in range(100))
    return server().new if request.param == "postgres" else lambda: next(names)


@pytest.fixture
def path(new_database: Callable[[], str]) -> str:
    return new_database()


def times(path: str, most: int) -> int:
    """How often something is tried: a program takes longer to start with the driver of a server."""
    return most // 5 if is_server(path) else most


def child(program: str, path: str, *words: object) -> subprocess.Popen[bytes]:
    """A program of its own with the store and nothing else in it."""
    command = [sys.executable, "-S", "-c", BEGIN + program, path, *map(str, words)]
    # Without whatever the environment loads at every start; the driver of a server is there all the same.
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), sysconfig.get_path("platlib")])}
    return subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def killed(program: subprocess.Popen[bytes], chance: random.Random, most: int) -> list[list[str]]:
    """What a program has said until it was killed at some moment: while it starts, or after some of its words."""
    assert program.stdout and program.stderr
    said = b""
    for _ in range(chance.randint(0, most)):
        said += program.stdout.readline()
    time.sleep(chance.uniform(0, 0.08 if not said else 0.004))
    program.send_signal(signal.SIGKILL)
    said += program.stdout.read()
    assert program.stderr.read() == b""
    assert program.wait() == -signal.SIGKILL
    program.stdout.close()
    program.stderr.close()
    return [line.split() for line in said.decode().splitlines()]


def intact(path: str) -> bool:
    if is_server(path):
        with psycopg.connect(path) as server:
            torn = "SELECT number FROM events GROUP BY number HAVING max(seq) <> count(*)"
            return server.execute(torn).fetchall() == []
    db = sqlite3.connect(path)
    found = db.execute("PRAGMA integrity_check").fetchall(), db.execute("PRAGMA foreign_key_check").fetchall()
    db.close()
    return found == ([("ok",)], [])


def test_a_program_killed_a_hundred_times_loses_nothing(path: str) -> None:
    chance = random.Random()
    acknowledged: dict[int, str] = {}
    for kill in range(1, times(path, 100) + 1):
        # The next program begins with the first event that nobody confirmed, whether it was stored or not.
        for seq, key in killed(child(ONE_BY_ONE, path, len(acknowledged) + 1), chance, 10):
            assert int(seq) not in acknowledged
            acknowledged[int(seq)] = key
        if kill % 10:
            continue  # what a kill left behind is mostly found by the next program
        assert intact(path)
        with open_store(path) as store:
            log = store.read("T")
        assert [record.seq for record in log] == list(range(1, len(log) + 1))
        assert [record.key for record in log] == [f"k{record.seq}" for record in log], "in order, none twice"
        assert all(len(record.body) == record.seq * 37 % 700 for record in log)
        assert acknowledged.items() <= {record.seq: record.key for record in log}.items()
        assert len(log) <= len(acknowledged) + 1
    assert len(acknowledged) > times(path, 200)


PLAYING = """\
import random
from pnp.play.tables import Tables
chance = random.Random(words[0])
tables = Tables(open_store(path), lambda: "2026-01-01T00:00:00+00:00")
while True:
    table = tables.open("yacht", ["Ana", "Bo"])
    say(table.id, table.seq)
    while not table.over:
        if table.play.dice(table.state):
            tables.roll(table)
        else:
            seat = table.play.active(table.state)
            tables.say(table, seat, chance.choice(table.play.options(table.state, seat)).notation)
        say(table.id, table.seq)
"""


def test_a_program_killed_while_it_plays_leaves_results_of_the_last_events(path: str) -> None:
    chance = random.Random()
    acknowledged: dict[str, int] = {}
    for kill in range(6):
        acknowledged |= {table: int(seq) for table, seq in killed(child(PLAYING, path, kill), chance, 200)}
    assert intact(path) and acknowledged
    with open_store(path) as store:
        tables, found = Tables(store, lambda: ""), store.results(whole=True)
        assert found.keys() == {info.id for info in store.tables()}, "none was stored without its result"
        for id, kept in found.items():
            assert acknowledged.get(id, 0) <= kept.seq <= acknowledged.get(id, 0) + 1
            assert kept_results.load(id, kept) == result_of(tables.load(id))


def test_a_program_killed_while_many_write_at_once_loses_nothing(path: str) -> None:
    chance = random.Random()
    acknowledged: dict[tuple[str, int], str] = {}
    for kill in range(1, times(path, 30) + 1):
        for table, seq, key in killed(child(MANY_AT_ONCE, path, kill), chance, 60):
            assert (table, int(seq)) not in acknowledged
            acknowledged[table, int(seq)] = key
        if kill % 5:
            continue
        assert intact(path)
        with open_store(path) as store:
            logs = {info.id: store.read(info.id) for info in store.tables()}
        stored = {(table, record.seq): record.key for table, log in logs.items() for record in log}
        assert acknowledged.items() <= stored.items()
        assert len(set(stored.values())) == len(stored), "none twice"
        assert all(record.body == record.key * 20 for log in logs.values() for record in log)
        assert len(stored) - len(acknowledged) <= kill * 5, "at most one a thread was stored and not confirmed"
    assert len(acknowledged) > times(path, 100)


def test_of_several_programs_one_wins_each_number(path: str) -> None:
    """Each takes the number it has seen, all at once; a new file is made by whoever comes first."""
    racer = """\
store = open_store(path, 20)
try:
    store.create("T", {}, [])
except TableExists:
    pass
for number in range(60):
    key = f"{words[0]}-{number}"
    try:
        seq = store.last("T")
        say(store.append("T", seq, [Record(seq + 1, key, key)]), key)
    except Stale as stale:
        assert stale.seq > seq
store.close()
"""
    programs = [child(racer, path, name) for name in "abc"]
    said = [program.communicate(timeout=60) for program in programs]
    assert [errors for _, errors in said] == [b""] * 3
    wins = [line.split() for out, _ in said for line in out.decode().splitlines()]
    with open_store(path) as store:
        log = store.read("T")
    assert sorted((int(seq), key) for seq, key in wins) == [(record.seq, record.key) for record in log]
    assert [record.seq for record in log] == list(range(1, len(wins) + 1))
    assert {record.key[0] for record in log} == set("abc")
    assert intact(path)


def test_many_programs_may_make_the_same_new_database(new_database: Callable[[], str]) -> None:
    maker = """\
import time
while time.time() < float(words[1]):
    pass
with open_store(path) as store:
    store.create(words[0], {}, [Record(1, "k", "{}")])
"""
    for _ in range(8):
        path = new_database()
        programs = [child(maker, path, name, time.time() + 0.2) for name in "abc"]
        assert [program.communicate(timeout=60) for program in programs] == [(b"", b"")] * 3
        with open_store(path) as store:
            assert sorted(info.id for info in store.tables()) == list("abc")


def test_a_full_disk_loses_nothing_that_was_confirmed(tmp_path: Path) -> None:
    path = str(tmp_path / "tables.db")
    filler = """\
import resource
resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, 300_000))
store = open_store(path)
store.create("T", {}, [])
refused = 0
for number in range(1, 1000):
    try:
        say(store.append("T", store.last("T"), [Record(store.last("T") + 1, f"k{number}", "x" * 3000)]), f"k{number}")
    except StoreError as error:
        refused += 1
        assert store.read("T")
        if refused == 1:
            say("refused", error)
        if refused == 3:
            break
store.close()
"""
    out, errors = child(filler, path).communicate(timeout=60)
    assert errors == b""
    *lines, said = out.decode().splitlines()
    assert said == f"refused {path}: can't be used: disk I/O error; look whether the disk is full or failing"
    acknowledged = {int(seq): key for seq, key in map(str.split, lines)}
    assert len(acknowledged) > 5
    assert intact(path)
    with open_store(path) as store:
        log = store.read("T")
        assert acknowledged.items() <= {record.seq: record.key for record in log}.items()
        assert len(log) <= len(acknowledged) + 1
        assert store.append("T", len(log), [Record(len(log) + 1, "room again", "{}")]) == len(log) + 1


def test_no_room_for_a_new_file(tmp_path: Path) -> None:
    path = str(tmp_path / "tables.db")
    starter = """\
import resource
resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))
try:
    open_store(path)
except StoreError as error:
    say(error)
"""
    out, errors = child(starter, path).communicate(timeout=60)
    assert errors == b""
    assert out.decode() == f"{path}: can't be used: disk I/O error; look whether the disk is full or failing\n"
    with open_store(path) as store:
        store.create("A", {}, [])


def test_a_program_that_forgets_to_close_ends_all_the_same(path: str) -> None:
    forgetful = "store = open_store(path)\nstore.create('A', {}, [Record(1, 'k', '{}')])\nsay('done')"
    assert child(forgetful, path).communicate(timeout=20) == (b"done\n", b"")
    with open_store(path) as store:
        assert store.read("A") == [Record(1, "k", "{}")]

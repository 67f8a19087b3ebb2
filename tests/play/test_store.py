"""What every store promises, over each of them; and what the file on the disk has to bear."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import stat
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

import pytest
from memory_store import MemoryStore
from postgres_server import server

from pnp.errors import PnpError
from pnp.play.stores.database import named, open_store
from pnp.play.stores.postgres import PostgresStore
from pnp.play.stores.sqlite import SqliteStore
from pnp.play.stores.store import (
    Kept,
    KeptPlace,
    NoTable,
    Record,
    Repeated,
    Stale,
    Store,
    StoreError,
    TableExists,
    TableInfo,
)

ON_A_SERVER = pytest.mark.xdist_group("postgres")
STORES: dict[str, Callable[[Path], Store]] = {
    "memory": lambda _: MemoryStore(keeps_results=True),
    "sqlite": lambda folder: SqliteStore(folder / "tables.db", patience=1),
    "postgres": lambda _: PostgresStore(server().new(), patience=20),
}
RESULT = Kept(
    2,
    "rules 1",
    "yacht",
    "t1",
    True,
    40,
    "{}",
    (KeptPlace(0, "Ana", 1, 30, True, "{}"), KeptPlace(1, "Bo", None, None, None)),
)
FIRST = [Record(1, "k1", '{"kind":"opened"}'), Record(2, "k2", "{}")]


@pytest.fixture(params=["memory", "sqlite", pytest.param("postgres", marks=ON_A_SERVER)])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    with STORES[request.param](tmp_path) as made:
        yield made


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tables.db"


def together(count: int, do: Callable[[int], object]) -> None:
    """Do something in many threads at once and wait for all."""
    threads = [threading.Thread(target=do, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


# What every store promises.


def test_what_is_stored_is_read_in_order(store: Store) -> None:
    store.create("A", {"game": "house-of-dice"}, FIRST, "t1")
    assert store.append("A", 2, [Record(3, "k3", "{}"), Record(4, "k4", "Ωß\n\x00'")], "t2") == 4
    assert store.read("A") == [*FIRST, Record(3, "k3", "{}"), Record(4, "k4", "Ωß\n\x00'")]
    assert store.read("A", 2) == [Record(3, "k3", "{}"), Record(4, "k4", "Ωß\n\x00'")]
    assert store.read("A", 4) == store.read("A", 99) == store.read("A", 10**30) == []
    assert store.read("A", -5) == store.read("A")
    assert store.last("A") == 4
    assert store.tables() == [TableInfo("A", {"game": "house-of-dice"}, 4, "t1", "t2")]


def test_an_empty_table_has_no_event(store: Store) -> None:
    store.create("A", {}, [])
    assert (store.last("A"), store.read("A"), store.append("A", 0, [])) == (0, [], 0)
    assert store.append("A", 0, [Record(1, "k", "{}")]) == 1


def test_tables_are_strangers(store: Store) -> None:
    store.create("B", {"x": "1", "y": "2"}, FIRST, "t1")
    store.create("A", {}, FIRST, "t2")
    store.append("A", 2, [Record(3, "k3", "a")])
    assert [(info.id, info.last, info.changed) for info in store.tables()] == [("B", 2, "t1"), ("A", 3, "t2")]
    assert (store.read("B"), store.tables()[0].meta) == (FIRST, {"x": "1", "y": "2"})


def test_an_id_is_given_once(store: Store) -> None:
    store.create("A", {"x": "1"}, FIRST)
    with pytest.raises(TableExists, match="table 'A': there is one already; choose another id"):
        store.create("A", {"x": "2"}, [])
    assert (store.read("A"), store.tables()[0].meta) == (FIRST, {"x": "1"})


@pytest.mark.parametrize(
    "call",
    [
        lambda store: store.append("Z", 0, [Record(1, "k", "{}")]),
        lambda store: store.read("Z"),
        lambda store: store.last("Z"),
        lambda store: store.set_meta("Z", "k", "v"),
        lambda store: store.secret("Z"),
        lambda store: store.delete("Z"),
    ],
)
def test_a_table_that_is_not_there_is_named(store: Store, call: Callable[[Store], object]) -> None:
    store.create("A", {}, FIRST)
    with pytest.raises(NoTable, match="table 'Z': there is no such table"):
        call(store)
    assert [info.id for info in store.tables()] == ["A"]


@pytest.mark.parametrize("expected", [0, 1, 3, -1, 10**30])
def test_a_write_to_a_table_that_went_on_gets_its_number(store: Store, expected: int) -> None:
    store.create("A", {}, FIRST, "t1")
    with pytest.raises(Stale) as answer:
        store.append("A", expected, [Record(expected + 1, "new", "{}")], "t2")
    assert answer.value.seq == 2
    with pytest.raises(Stale):
        store.append("A", expected, [])
    assert (store.read("A"), store.tables()[0].changed) == (FIRST, "t1")


def test_a_second_try_gets_the_first_ones_event(store: Store) -> None:
    store.create("A", {}, FIRST, "t1")
    for expected in (1, 2, 7):
        with pytest.raises(Repeated) as answer:
            store.append("A", expected, [Record(expected + 1, "k2", "another body")], "t2")
        assert answer.value.record == FIRST[1]
    assert (store.read("A"), store.tables()[0].changed) == (FIRST, "t1")


def test_a_refused_write_leaves_nothing_of_it(store: Store) -> None:
    store.create("A", {}, FIRST)
    with pytest.raises(Repeated) as answer:
        store.append("A", 2, [Record(3, "new", "{}"), Record(4, "k1", "{}")])
    assert answer.value.record == FIRST[0]
    assert store.append("A", 2, [Record(3, "new", "{}")]) == 3


@pytest.mark.parametrize(
    ("records", "said"),
    [
        ([Record(4, "a", "{}")], "event 4 where 3 follows"),
        ([Record(3, "a", "{}"), Record(3, "b", "{}")], "event 3 where 4 follows"),
        ([Record(3, "a", "{}"), Record(4, "a", "{}")], "key 'a' twice"),
        ([Record(3, "a", "\ud800")], "surrogates not allowed"),
    ],
)
def test_records_that_no_log_could_take_are_the_programs_fault(store: Store, records: list[Record], said: str) -> None:
    store.create("A", {}, FIRST)
    with pytest.raises(ValueError, match=said):
        store.append("A", 2, records)
    with pytest.raises(ValueError):
        store.create("B", {}, records)
    assert (store.read("A"), len(store.tables())) == (FIRST, 1)


def test_notes_about_a_table_change(store: Store) -> None:
    store.create("A", {"title": "Evening", "open": "yes"}, [], "t1")
    store.set_meta("A", "title", "Night", "t2")
    store.set_meta("A", "host", "Ana")
    assert store.tables() == [TableInfo("A", {"title": "Night", "open": "yes", "host": "Ana"}, 0, "t1", "t2")]


def test_what_a_list_gives_is_a_copy(store: Store) -> None:
    store.create("A", {"x": "1"}, FIRST)
    store.tables()[0].meta["x"] = "2"
    store.read("A").clear()
    assert (store.tables()[0].meta, store.read("A")) == ({"x": "1"}, FIRST)


def test_a_secret_is_kept_apart(store: Store) -> None:
    store.create("A", {}, FIRST)
    store.create("B", {}, FIRST, "t1", secret="0123abcd")
    assert (store.secret("A"), store.secret("B")) == (None, "0123abcd")
    assert store.read("B") == FIRST
    assert "0123abcd" not in f"{store.tables()}"


def test_a_result_is_kept_with_the_events_that_led_to_it(store: Store) -> None:
    store.create("A", {}, FIRST, "t1", result=lambda: RESULT)
    store.create("B", {}, FIRST, "t1")
    bare = RESULT._replace(places=tuple(place._replace(body="") for place in RESULT.places))
    assert (store.results(whole=True), store.results()) == ({"A": RESULT}, {"A": bare})
    later = RESULT._replace(seq=3, places=RESULT.places[:1])
    store.append("A", 2, [Record(3, "k3", "{}")], "t2", lambda: later)
    assert store.results(whole=True) == {"A": later}
    store.delete("A")
    assert store.results() == {}


def test_a_result_of_earlier_events_is_not_told(store: Store) -> None:
    store.create("A", {}, FIRST, "t1", result=lambda: RESULT)
    store.append("A", 2, [Record(3, "k3", "{}")], "t2")
    assert store.results() == {}
    store.keep_result("A", RESULT)
    assert store.results() == {}, "the table has gone on meanwhile"
    store.keep_result("A", RESULT._replace(seq=3))
    assert store.results(whole=True) == {"A": RESULT._replace(seq=3)}


@pytest.mark.parametrize("again", [Record(3, "k2", "{}"), Record(5, "k5", "{}")])
def test_a_write_that_is_refused_leaves_the_result_as_it_was(store: Store, again: Record) -> None:
    store.create("A", {}, FIRST, "t1", result=lambda: RESULT)
    with pytest.raises((Repeated, Stale)):
        store.append("A", again.seq - 1, [again], "t2", lambda: RESULT._replace(seq=again.seq, final=False))
    assert store.results(whole=True) == {"A": RESULT}


def test_a_deleted_table_is_gone_and_its_id_free(store: Store) -> None:
    store.create("A", {"x": "1"}, FIRST, secret="hidden")
    store.create("B", {}, FIRST)
    store.delete("A")
    assert [info.id for info in store.tables()] == ["B"]
    with pytest.raises(NoTable):
        store.read("A")
    store.create("A", {}, [])
    assert (store.read("A"), store.secret("A"), store.tables()[-1].meta, store.read("B")) == ([], None, {}, FIRST)


def test_a_closed_store_says_so(store: Store) -> None:
    store.create("A", {}, FIRST)
    store.close()
    store.close()
    for call in (lambda: store.read("A"), store.tables, lambda: store.append("A", 2, []), lambda: store.delete("A")):
        with pytest.raises(StoreError, match="closed"):
            call()


def test_answers_are_not_trouble() -> None:
    for answer in (Stale, Repeated):
        assert issubclass(answer, PnpError)
        assert not issubclass(answer, StoreError)


def test_of_many_threads_one_wins_each_number(store: Store) -> None:
    store.create("A", {}, [])
    wins: list[tuple[int, str]] = []

    def play(number: int) -> None:
        for round in range(10):
            seq, key = 0, f"{number}-{round}"
            while True:
                try:
                    wins.append((store.append("A", seq, [Record(seq + 1, key, key)]), key))
                    break
                except Stale as stale:
                    seq = stale.seq

    together(8, play)
    assert sorted(wins) == [(record.seq, record.key) for record in store.read("A")]
    assert [record.seq for record in store.read("A")] == list(range(1, 81))


def test_of_many_tries_with_one_key_one_is_stored(store: Store) -> None:
    store.create("A", {}, [])
    answers: list[object] = []

    def press(_: int) -> None:
        try:
            answers.append(store.append("A", 0, [Record(1, "tap", "{}")]))
        except Repeated as repeated:
            answers.append(repeated.record)

    together(8, press)
    assert sorted(map(str, answers)) == sorted(map(str, [1, *[Record(1, "tap", "{}")] * 7]))


# Where the file lies.


def test_the_place_of_the_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PNP_DATA", str(tmp_path))
    monkeypatch.delenv("PNP_DB", raising=False)
    assert named() == str(tmp_path / "tables.db")
    monkeypatch.setenv("PNP_DB", str(tmp_path / "other.db"))
    assert named() == str(tmp_path / "other.db")
    assert named("given.db") == "given.db"
    with open_store(named()) as store:
        store.create("A", {}, FIRST)
    with SqliteStore(tmp_path / "other.db") as store:
        assert store.read("A") == FIRST


def test_folders_are_made_and_the_file_is_private(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "tables.db"
    with SqliteStore(path) as store:
        store.create("A", {}, FIRST)
        modes = {stat.S_IMODE(file.stat().st_mode) for file in path.parent.iterdir()}
        assert modes == {0o600}
    assert [file.name for file in path.parent.iterdir()] == ["tables.db"], "closing leaves one file"


def test_odd_names_are_names_of_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in (":memory:", "file:x?mode=memory", "a b%20#.db"):
        with SqliteStore(Path(name)) as store:
            store.create("A", {}, FIRST)
        assert Path(name).is_file()
        with SqliteStore(Path(name)) as store:
            assert store.read("A") == FIRST


# How it writes.


def pragma(store: SqliteStore, name: str) -> object:
    return (store._writer.execute(f"PRAGMA {name}").fetchone() or [None])[0]


def test_the_file_is_written_the_careful_way(path: Path) -> None:
    with SqliteStore(path) as store:
        found = {name: pragma(store, name) for name in ("journal_mode", "synchronous", "foreign_keys", "secure_delete")}
        assert found == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "secure_delete": 1}
        assert pragma(store, "busy_timeout") == 5000


def held(path: Path) -> sqlite3.Connection:
    """Another program that is in the middle of writing."""
    other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    return other


def queued(store: SqliteStore, path: Path, works: Sequence[Callable[[], object]]) -> list[object]:
    """Ask for all while another program holds the file, then let go; each one's answer."""
    answers: list[object] = [None] * len(works)

    def ask(number: int) -> None:
        try:
            answers[number] = works[number]()
        except Exception as error:
            answers[number] = error

    other = held(path)
    threads = [threading.Thread(target=ask, args=(number,)) for number in range(len(works))]
    for thread in threads:
        thread.start()
    end = time.monotonic() + 4
    while store._requests._queue.qsize() < len(works) - 1 and time.monotonic() < end:
        time.sleep(0.005)
    other.close()
    for thread in threads:
        thread.join()
    return answers


def test_what_waits_is_committed_together(path: Path) -> None:
    with SqliteStore(path) as store:
        for number in range(16):
            store.create(f"t{number}", {}, [])
        commits, writes = store.commits, store.writes
        works = [partial(store.append, f"t{n}", 0, [Record(1, "k", "{}")]) for n in range(16)]
        assert queued(store, path, works) == [1] * 16
        assert (store.commits - commits, store.writes - writes) == (1, 16)


def test_a_refusal_does_not_touch_its_neighbours(path: Path) -> None:
    with SqliteStore(path) as store:
        store.create("A", {}, FIRST)
        store.create("B", {}, FIRST)
        before = store.commits
        works: list[Callable[[], object]] = [
            lambda: store.append("A", 2, [Record(3, "a", "{}")]),
            lambda: store.append("B", 1, [Record(2, "b", "{}")]),
            lambda: store.append("B", 2, [Record(3, "x", "{}"), Record(4, "k1", "{}")]),
            lambda: store.create("A", {}, []),
            lambda: store.set_meta("Z", "a", "b"),
            lambda: store.keep_file("B", "\ud800", b""),
            lambda: store.create("C", {"a": "b", "c": "\ud800"}, FIRST),
            lambda: store.keep_file("A", "kept", b""),
        ]
        kinds = [type(answer) for answer in queued(store, path, works)]
        unfit = UnicodeEncodeError
        assert kinds == [int, Stale, Repeated, TableExists, NoTable, unfit, unfit, type(None)]
        assert [info.id for info in store.tables()] == ["A", "B"]
        assert store.commits == before + 1
        assert (store.last("A"), store.file("A", "kept"), store.read("B")) == (3, b"", FIRST)


def test_one_that_is_too_much_for_the_disk_does_not_touch_its_neighbours(path: Path) -> None:
    with SqliteStore(path) as store:
        store.create("A", {}, [])
        store.create("B", {}, [])
        pages = int(str(pragma(store, "page_count")))
        pragma(store, f"max_page_count = {pages + 5}")
        works = [
            lambda: store.append("A", 0, [Record(1, "a", "small")]),
            lambda: store.append("B", 0, [Record(1, "b", "large" * 10_000)]),
            lambda: store.set_meta("B", "x", "y"),
        ]
        first, second, third = queued(store, path, works)
        assert (first, third) == (1, None)
        assert str(second) == f"{path}: the disk is full; make room and try again"
        pragma(store, "max_page_count = 1000000")
        assert (store.last("A"), store.last("B"), store.tables()[1].meta) == (1, 0, {"x": "y"})
        assert store.append("B", 0, [Record(1, "b", "large" * 10_000)]) == 1


def test_one_that_the_file_refuses_does_not_touch_its_neighbours(path: Path) -> None:
    with SqliteStore(path) as store:
        for table in "ABC":
            store.create(table, {}, [])
        other = sqlite3.connect(path)
        other.execute(
            "CREATE TRIGGER no BEFORE INSERT ON events WHEN new.key = 'bad' BEGIN SELECT raise(ABORT, 'no'); END"
        )
        other.close()
        keys = {"A": "good", "B": "bad", "C": "good"}
        works = [partial(store.append, table, 0, [Record(1, key, "{}")]) for table, key in keys.items()]
        first, second, third = queued(store, path, works)
        assert (first, type(second), third) == (1, StoreError, 1)
        assert [info.last for info in store.tables()] == [1, 0, 1]
        assert store.append("B", 0, [Record(1, "good", "{}")]) == 1


def test_nobody_who_reads_waits_for_one_who_writes(path: Path) -> None:
    with SqliteStore(path) as store:
        store.create("A", {}, FIRST)
        other = held(path)
        other.execute("DELETE FROM events")
        found: list[object] = []
        together(4, lambda _: found.append(store.read("A")))
        assert found == [FIRST] * 4
        other.close()


def test_closing_answers_those_who_wait(path: Path) -> None:
    store = SqliteStore(path)
    store.create("A", {}, [])
    closer = threading.Thread(target=store.close)
    other = held(path)
    answers: list[object] = []

    def write(number: int) -> None:
        store.set_meta("A", str(number), "x")
        answers.append(number)

    writers = [threading.Thread(target=write, args=(number,)) for number in range(20)]
    for writer in writers:
        writer.start()
    end = time.monotonic() + 2
    while store._requests._queue.qsize() < len(writers) - 1 and time.monotonic() < end:
        time.sleep(0.005)
    closer.start()
    closer.join(0.1)
    assert closer.is_alive(), "closing waits for the one who waits"
    with pytest.raises(StoreError, match="the store is closed"):
        store.append("A", 1, [Record(2, "late", "{}")])
    other.close()
    closer.join()
    for writer in writers:
        writer.join()
    assert len(answers) == 20
    with SqliteStore(path) as again:
        assert len(again.tables()[0].meta) == 20


def test_many_readers_share_few_connections(path: Path) -> None:
    with SqliteStore(path) as store:
        store.create("A", {}, FIRST)
        for _ in range(20):
            together(3, lambda _: store.read("A"))
        assert 1 <= len(store._readers.idle) <= 3


def test_nothing_of_a_deleted_table_stays_on_the_disk(path: Path) -> None:
    with SqliteStore(path) as store:
        record = Record(1, "PRIVATE-key", "PRIVATE-body" * 1000)
        store.create("A", {"x": "PRIVATE-note"}, [record], secret="PRIVATE-secret")
        store.create("B", {}, [])
        assert any(b"PRIVATE" in file.read_bytes() for file in path.parent.iterdir())
    with SqliteStore(path) as store:
        store.delete("A")
        copies = shutil.copytree(path.parent, path.parent.with_name("copies"))
        assert not any(b"PRIVATE" in file.read_bytes() for file in copies.iterdir())


# Trouble: one line each, and nothing lost.


def refused(path: Path, patience: float = 0.05) -> str:
    with pytest.raises(StoreError) as error, SqliteStore(path, patience):
        pass
    return str(error.value)


def filled(path: Path, events: int = 2) -> bytes:
    with SqliteStore(path) as store:
        store.create("A", {"x": "1"}, [Record(n, f"k{n}", f"body {n} " * 20) for n in range(1, events + 1)])
    return path.read_bytes()


def test_a_file_that_another_program_holds(path: Path) -> None:
    filled(path)
    other = held(path)
    said = f"{path}: is in use by another program; close that one, or try again in a moment"
    assert refused(path) == said
    other.close()
    with SqliteStore(path, patience=0.05) as store:
        other = held(path)
        with pytest.raises(StoreError) as error:
            store.append("A", 2, [Record(3, "c", "{}")])
        assert str(error.value) == said
        assert store.last("A") == 2
        other.close()
        assert store.append("A", 2, [Record(3, "c", "{}")]) == 3


def test_a_new_file_that_another_program_looks_at(path: Path) -> None:
    other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN")
    other.execute("SELECT * FROM sqlite_master").fetchall()
    threading.Timer(0.1, other.close).start()
    with SqliteStore(path) as store:
        assert store.tables() == []


def test_a_file_of_a_newer_program_is_left_alone(path: Path) -> None:
    filled(path)
    other = sqlite3.connect(path)
    other.execute("PRAGMA user_version = 9")
    other.close()
    before = path.read_bytes()
    assert refused(path) == f"{path}: was made by a newer pnp (form 9, this one knows 4); update pnp"
    assert path.read_bytes() == before


@pytest.mark.parametrize("made", ["CREATE TABLE birds (name)", "PRAGMA user_version = 3", "PRAGMA application_id = 7"])
def test_a_database_of_another_program_is_left_alone(path: Path, made: str) -> None:
    other = sqlite3.connect(path)
    other.execute(made)
    other.close()
    before = path.read_bytes()
    assert refused(path) == f"{path}: holds another program's data; name another file with PNP_DB"
    assert path.read_bytes() == before


def test_a_file_that_is_no_database_is_left_alone(path: Path) -> None:
    path.write_text("Dear diary, today we played House of Dice. " * 50)
    before = path.read_bytes()
    assert refused(path) == f"{path}: is no database of tables; move it away, or name another file with PNP_DB"
    assert path.read_bytes() == before


def test_a_file_that_was_cut_off(path: Path) -> None:
    whole = filled(path, 100)
    path.write_bytes(whole[: len(whole) // 2])
    assert refused(path) == f"{path}: is damaged; put a copy of it back, or name another file with PNP_DB"
    path.write_bytes(whole)
    with SqliteStore(path) as store:
        assert store.last("A") == 100


def test_a_file_with_bytes_overwritten(path: Path) -> None:
    whole = filled(path, 100)
    path.write_bytes(whole[:4096] + random.Random(1).randbytes(len(whole) - 4096))
    with SqliteStore(path) as store, pytest.raises(StoreError) as error:
        store.read("A")
    assert str(error.value) == f"{path}: is damaged; put a copy of it back, or name another file with PNP_DB"


DAMAGED_CALLS: list[Callable[[Store], object]] = [
    lambda store: store.tables(),
    lambda store: store.read("A"),
    lambda store: store.secret("A"),
    lambda store: store.append("A", store.last("A"), [Record(store.last("A") + 1, "n", "{}")]),
    lambda store: store.delete("A"),
]


@pytest.mark.parametrize("seed", range(4))
def test_a_damaged_file_never_makes_more_than_one_line_of_trouble(path: Path, seed: int) -> None:
    chance = random.Random(seed)
    whole = filled(path, 60)
    for _ in range(30):
        bytes_ = bytearray(whole)
        for _ in range(chance.randint(1, 8)):
            at = chance.randrange(len(bytes_))
            bytes_[at : at + chance.randint(1, 8)] = chance.randbytes(chance.randint(1, 8))
        path.write_bytes(bytes_)
        try:
            with SqliteStore(path, patience=0.05) as store:
                for call in DAMAGED_CALLS:
                    try:
                        call(store)
                    except PnpError as error:
                        assert "\n" not in str(error)
        except StoreError as error:
            assert str(error).startswith(f"{path}: ")


def test_an_event_that_is_missing_is_damage(path: Path) -> None:
    filled(path, 5)
    other = sqlite3.connect(path)
    other.execute("DELETE FROM events WHERE seq = 3")
    other.commit()
    other.close()
    with SqliteStore(path) as store:
        with pytest.raises(StoreError, match="is damaged"):
            store.read("A")
        assert [record.seq for record in store.read("A", 3)] == [4, 5]


def test_a_file_that_is_taken_away_takes_no_event_with_it(path: Path) -> None:
    filled(path)
    with SqliteStore(path) as store:
        path.rename(path.with_name("elsewhere.db"))
        with pytest.raises(StoreError, match="can't be reached: No such file or directory"):
            store.append("A", 2, [Record(3, "c", "{}")])
        path.write_bytes(b"")
        with pytest.raises(StoreError, match="was replaced while in use; put it back and start again"):
            store.append("A", 2, [Record(3, "c", "{}")])


def test_a_folder_in_place_of_the_file(tmp_path: Path) -> None:
    assert refused(tmp_path) == f"{tmp_path}: is a folder; name a file in it, or name another file with PNP_DB"


def test_a_file_in_place_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "notes").write_text("x")
    said = refused(tmp_path / "notes" / "tables.db")
    assert said.startswith(f"{tmp_path}/notes/tables.db: can't be reached: ")
    assert said.endswith("; change that, or name another file with PNP_DB")


def test_a_name_that_no_file_can_have(tmp_path: Path) -> None:
    assert "can't be reached: File name too long" in refused(tmp_path / ("x" * 260))
    assert "\n" not in refused(tmp_path / "a\0b")


READ_ONLY = "may be read but not written; change that for the file and its folder, or name another file with PNP_DB"


def as_nobody(do: Callable[[], str]) -> str:
    """What a child without root's rights says; permissions mean nothing to root."""
    out, into = os.pipe()
    if not (child := os.fork()):
        said = "nothing"
        try:
            if os.getuid() == 0:
                os.setgroups([])
                os.setgid(65534)
                os.setuid(65534)
            said = do()
        except BaseException as error:
            said = f"{type(error).__name__}: {error}"
        finally:
            os.write(into, said.encode())
            os._exit(0)
    os.close(into)
    with open(out, "rb") as pipe:  # noqa: PTH123
        said = pipe.read().decode()
    os.waitpid(child, 0)
    return said


def opened(path: Path) -> str:
    with SqliteStore(path, patience=0.05) as store:
        return f"opened {[info.id for info in store.tables()]}"


@pytest.fixture
def public() -> Iterator[Path]:
    """A folder that everybody may enter."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


def test_a_file_that_may_only_be_read(public: Path) -> None:
    path = public / "tables.db"
    filled(path)
    path.chmod(0o444)
    public.chmod(0o777)
    said = as_nobody(lambda: opened(path))
    assert said == f"StoreError: {path}: {READ_ONLY}"
    path.chmod(0o600)
    with SqliteStore(path) as store:
        assert store.last("A") == 2


def test_a_folder_that_can_not_be_written(public: Path) -> None:
    path = public / "tables.db"
    public.chmod(0o555)
    said = as_nobody(lambda: opened(path))
    assert said == (
        f"StoreError: {path}: can't be reached: Permission denied; change that, or name another file with PNP_DB"
    )
    public.chmod(0o755)
    filled(path)
    path.chmod(0o666)
    public.chmod(0o555)
    said = as_nobody(lambda: opened(path))
    assert said == f"StoreError: {path}: {READ_ONLY}"
    public.chmod(0o000)
    said = as_nobody(lambda: opened(path))
    assert said == (
        f"StoreError: {path}: can't be reached: Permission denied; change that, or name another file with PNP_DB"
    )


def test_a_file_that_becomes_one_for_reading(path: Path) -> None:
    filled(path)
    with SqliteStore(path) as store:
        pragma(store, "query_only = ON")
        with pytest.raises(StoreError) as error:
            store.append("A", 2, [Record(3, "c", "{}")])
        assert str(error.value) == f"{path}: {READ_ONLY}"
        assert store.last("A") == 2


def test_a_file_of_somebody_else(public: Path) -> None:
    path = public / "tables.db"
    filled(path)
    path.chmod(0o000)
    public.chmod(0o777)
    said = as_nobody(lambda: opened(path))
    assert said == (
        f"StoreError: {path}: can't be opened; make the file and its folder writable, or name another file with PNP_DB"
    )


def test_files_belong_to_their_table(store: Store) -> None:
    store.create("A", {}, FIRST)
    store.create("B", {}, FIRST)
    store.keep_file("A", "photo/0", b"\xff\xd8one")
    store.keep_file("A", "photo/0", b"\xff\xd8two")
    assert store.file("A", "photo/0") == b"\xff\xd8two"
    assert store.file("B", "photo/0") is None
    store.drop_file("A", "photo/0")
    store.drop_file("A", "photo/0")
    assert store.file("A", "photo/0") is None
    for ask in (
        partial(store.file, "C", "x"),
        partial(store.keep_file, "C", "x", b""),
        partial(store.drop_file, "C", "x"),
    ):
        with pytest.raises(NoTable):
            ask()


def test_files_are_deleted_with_their_table(path: Path) -> None:
    with SqliteStore(path) as made:
        made.create("A", {}, FIRST)
        made.keep_file("A", "photo/0", b"a picture of somebody")
        made.delete("A")
    with SqliteStore(path) as again:
        again.create("A", {}, FIRST)
        assert again.file("A", "photo/0") is None
    assert b"a picture of somebody" not in path.read_bytes()


LATER = {
    1: ("evenings", "files", "places", "results"),
    2: ("evenings", "places", "results"),
    3: ("evenings",),
}
"""What a file of an earlier form does not have."""


def of_form(form: int, path: Path) -> None:
    """Make a file what a program of an earlier form would have left."""
    old = sqlite3.connect(path)
    for table in LATER[form]:
        old.execute(f"DROP TABLE {table}")
    old.execute(f"PRAGMA user_version = {form}")
    old.commit()
    old.close()


@pytest.mark.parametrize("form", LATER)
def test_a_file_of_an_earlier_form_is_taken_over(path: Path, form: int) -> None:
    with SqliteStore(path) as made:
        made.create("A", {"game": "yacht"}, FIRST)
    of_form(form, path)
    with SqliteStore(path) as again:
        assert again.read("A") == FIRST
        again.keep_file("A", "photo/0", b"new")
        assert again.file("A", "photo/0") == b"new"
        assert again.results() == {}
        again.keep_result("A", RESULT)
        assert again.results(whole=True) == {"A": RESULT}
        assert again.evenings() == [] and again.keep_evening("E", 0, "{}") == 1


def test_an_evening_is_kept_by_whoever_has_seen_the_last_of_it(store: Store) -> None:
    assert store.keep_evening("E", 0, "{}", "t1") == 1
    assert store.keep_evening("F", 0, "[]", "t2") == 1
    assert store.keep_evening("E", 1, '{"a":1}', "t3") == 2
    for seen in (0, 1, 3):
        with pytest.raises(Stale) as late:
            store.keep_evening("E", seen, "too late", "t4")
        assert late.value.seq == 2
    kept = [(one.id, one.seq, one.created, one.changed, one.body) for one in store.evenings()]
    assert kept == [("E", 2, "t1", "t3", '{"a":1}'), ("F", 1, "t2", "t2", "[]")]


def test_a_log_is_put_in_the_place_of_another(store: Store) -> None:
    store.create("A", {"game": "yacht", "players": "Ana"}, FIRST, "t1", "secret", lambda: RESULT)
    store.keep_file("A", "photo/0", b"a picture of somebody")
    store.keep_file("A", "photo/1", b"another")
    other = [Record(1, "k1", '{"kind":"another"}')]
    with pytest.raises(Stale):
        store.rewrite("A", 1, other, {})
    store.rewrite("A", 2, other, {"game": "yacht"}, ["photo/0"])
    assert store.read("A") == other and store.results() == {} and store.secret("A") == "secret"
    assert store.tables()[0].meta == {"game": "yacht"}
    assert (store.file("A", "photo/0"), store.file("A", "photo/1")) == (None, b"another")
    with pytest.raises(Repeated):
        store.append("A", 1, [Record(2, "k1", "{}")])

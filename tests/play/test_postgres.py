"""What a server adds to what every store promises: it goes away and comes back, and others use it too."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial

import psycopg
import pytest
from postgres_server import server

from pnp.play.stores.postgres import PostgresStore, _notices
from pnp.play.stores.postgres_connection import Connection
from pnp.play.stores.store import Record, Stale, StoreError
from pnp.words import english

pytestmark = pytest.mark.xdist_group("postgres")
FIRST = [Record(1, "k1", "{}"), Record(2, "k2", "{}")]


@pytest.fixture
def url() -> str:
    return server().new()


@pytest.fixture
def store(url: str) -> Iterator[PostgresStore]:
    with PostgresStore(url, patience=20) as made:
        yield made


def as_admin(url: str, statement: str) -> list[tuple[object, ...]]:
    with psycopg.connect(url, autocommit=True) as db:
        found = db.execute(statement.encode())
        return found.fetchall() if found.description else []


def refused(url: str) -> str:
    with pytest.raises(StoreError) as error, PostgresStore(url, patience=0.1):
        pass
    return str(error.value)


CUT = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'pnp' AND pid <> pg_backend_pid()"
)


def test_connections_that_are_cut_are_made_anew(url: str, store: PostgresStore) -> None:
    store.create("A", {}, FIRST)
    for seq in range(3, 7):
        as_admin(url, CUT)
        assert store.read("A", seq - 2) == [Record(seq - 1, f"k{seq - 1}", "{}")]
        as_admin(url, CUT)
        assert store.append("A", seq - 1, [Record(seq, f"k{seq}", "{}")]) == seq


@pytest.mark.parametrize("heard", ["before the commit", "after the commit"])
def test_an_answer_that_was_lost_on_the_way_is_asked_for(
    store: PostgresStore, monkeypatch: pytest.MonkeyPatch, heard: str
) -> None:
    """Whether a commit happened that nobody heard of is known by the server, and nothing is written twice."""
    store.create("A", {}, FIRST)
    execute, lost = Connection.execute, []

    def cut(self: Connection, statement: str, values: object = (), /) -> object:
        if statement != "COMMIT" or lost:
            return execute(self, statement, values)  # type: ignore[arg-type]
        lost.append(statement)
        if heard == "after the commit":
            execute(self, statement)
        raise psycopg.OperationalError("the connection is lost")

    monkeypatch.setattr(Connection, "execute", cut)
    assert store.append("A", 2, [Record(3, "k3", "{}")]) == 3
    assert lost and store.read("A", 2) == [Record(3, "k3", "{}")]


def test_a_server_that_is_lost_is_waited_for_and_told_of(store: PostgresStore) -> None:
    store.create("A", {}, FIRST)
    store._patience = 0.5
    server().stop(signal.SIGQUIT)
    try:
        for call in (lambda: store.append("A", 2, [Record(3, "k3", "{}")]), lambda: store.read("A")):
            with pytest.raises(StoreError, match="does not answer: .*; look whether the server runs") as error:
                call()
            assert "postgresql" not in str(error.value.nameless), "guests have no business with the address"
        store._lost_since = None
        store._patience = 120
        answers: list[object] = []
        writer = threading.Thread(target=lambda: answers.append(store.append("A", 2, [Record(3, "k3", "{}")])))
        reader = threading.Thread(target=lambda: answers.append(len(store.read("A", 99))))
        writer.start()
        reader.start()
    finally:
        server().start()
    writer.join(120)
    reader.join(120)
    assert sorted(map(str, answers)) == ["0", "3"]
    assert store.read("A") == [*FIRST, Record(3, "k3", "{}")]


def test_what_nobody_foresaw_is_answered_and_the_next_write_goes_on(
    store: PostgresStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.create("A", {}, FIRST)
    with monkeypatch.context() as broken:
        broken.setattr(PostgresStore, "_do", lambda *_: 1 // 0)
        with pytest.raises(StoreError, match="division"):
            store.append("A", 2, [Record(3, "k3", "{}")])
    assert store.append("A", 2, [Record(3, "k3", "{}")]) == 3


def queued(store: PostgresStore, url: str, works: list[Callable[[], object]]) -> list[object]:
    """Ask for all while somebody holds the tables, then let go; each one's answer."""
    answers: list[object] = [None] * len(works)

    def ask(number: int) -> None:
        try:
            answers[number] = works[number]()
        except Exception as error:
            answers[number] = error

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(len(works))]
    with psycopg.connect(url) as other:
        other.execute("LOCK TABLE tables IN EXCLUSIVE MODE")
        threads[0].start()
        end = time.monotonic() + 60
        while not as_admin(url, "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'"):
            assert time.monotonic() < end
        for thread in threads[1:]:
            thread.start()
        while store._requests._queue.qsize() < len(works) - 1 and time.monotonic() < end:
            time.sleep(0.005)
    for thread in threads:
        thread.join()
    return answers


def test_what_waits_is_committed_together_and_told_once(url: str) -> None:
    with PostgresStore(url) as store:
        for number in range(16):
            store.create(f"t{number}", {}, [])
        commits = store.commits
        ear = Connection(url)
        ear.execute(f'LISTEN "{store.channel}"')
        works = [partial(store.append, f"t{n}", 0, [Record(1, "k", "{}")], "now") for n in range(15)]
        works += [partial(store.set_meta, "t15", "x", "y"), partial(store.append, "t0", 7, [])]
        *answers, noted, stale = queued(store, url, works)
        assert (answers, noted, type(stale).__name__) == ([1] * 15, None, "Stale")
        assert store.commits - commits == 2, "the first, and those that waited for it"
        told = ear.told(1, most=2)
        assert len(told) == 2
        assert told[0] == '{"t0":1}'
        assert told[1].count(":1") == 14 and '"t15":0' in told[1]
        ear.close()


def test_events_and_notes_that_wait_together_cost_a_few_statements(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A reveal is an event and a note a table: a hundred tables that do so at once are no hundred times the work."""
    asked: list[str] = []
    execute = Connection.execute
    monkeypatch.setattr(
        Connection, "execute", lambda self, text, *more: asked.append(text) or execute(self, text, *more)
    )
    with PostgresStore(url) as store:
        for number in range(20):
            store.create(f"t{number}", {}, [])
        works = [partial(store.append, f"t{n}", 0, [Record(1, "k", "\x00é")], "later") for n in range(20)]
        works += [partial(store.set_meta, f"t{n}", "show", f"\x01{n}", "later") for n in range(20)]
        works += [partial(store.set_meta, "nowhere", "show", "x")]
        asked.clear()
        *answers, nowhere = queued(store, url, works)
        assert (answers, type(nowhere).__name__) == ([1] * 20 + [None] * 20, "NoTable")
        assert len(asked) < 15
        found = store.tables()
        assert [(one.last, one.meta, one.changed) for one in found] == [
            (1, {"show": f"\x01{n}"}, "later") for n in range(20)
        ]
        assert store.read("t7") == [Record(1, "k", "\x00é")]


def test_a_notice_is_never_longer_than_a_server_takes() -> None:
    made = list(_notices((f"Ω{number:05}", number) for number in range(1000)))
    assert len(made) > 2
    assert max(len(notice.encode()) for notice in made) < 8000
    assert "".join(made).count("Ω") + "".join(made).count("u03a9") == 1000


def test_one_that_the_server_refuses_does_not_touch_its_neighbours(url: str) -> None:
    with PostgresStore(url) as store:
        for table in "ABC":
            store.create(table, {}, [])
        as_admin(url, "ALTER TABLE events ADD CHECK (key <> 'bad')")
        keys = {"A": "good", "B": "bad", "C": "good"}
        works = [partial(store.append, table, 0, [Record(1, key, "{}")]) for table, key in keys.items()]
        first, second, third = queued(store, url, works)
        assert (first, type(second), third) == (1, StoreError, 1)
        assert [info.last for info in store.tables()] == [1, 0, 1]


def test_of_many_programs_one_keeps_each_number_of_an_evening(url: str) -> None:
    stores = [PostgresStore(url) for _ in range(4)]
    kept: list[int] = []

    def play(store: PostgresStore) -> None:
        for _ in range(10):
            seq = 0
            while True:
                try:
                    kept.append(store.keep_evening("E", seq, "{}"))
                    break
                except Stale as stale:
                    seq = stale.seq

    threads = [threading.Thread(target=play, args=(store,)) for store in stores]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(kept) == list(range(1, 41))
    for store in stores:
        store.close()


def test_a_database_of_another_program_or_of_a_newer_one_is_left_alone(url: str) -> None:
    as_admin(url, "CREATE TABLE tables (legs int)")
    assert refused(url).endswith("holds another program's data; name another database or another schema with PNP_DB")
    as_admin(url, "DROP TABLE tables")
    PostgresStore(url).close()
    as_admin(url, "UPDATE pnp_form SET version = 99")
    assert "was made by a newer pnp (form 99, this one knows" in refused(url)


def test_a_database_that_is_not_there_and_a_server_that_is_not() -> None:
    missing = server().url().replace("/postgres?", "/nowhere?")
    assert "nowhere" in refused(missing) and refused(missing).count("\n") == 0
    nobody = "postgresql://ana:PRIVATE@127.0.0.1:1/party"
    said = refused(nobody)
    assert said.startswith("postgresql://ana@127.0.0.1:1/party: does not answer: ")
    assert "PRIVATE" not in said


@pytest.mark.parametrize("rest", ["ana:s3cret@[::1/party", "ana:s3%ZZcret@db.test/party", "ana@db.test/?pass=s3cret"])
def test_an_address_that_is_no_address_is_told_without_its_password(rest: str) -> None:
    with pytest.raises(StoreError) as told:
        PostgresStore(f"postgresql://{rest}", patience=0.1)
    assert "cret" not in str(told.value) and "ana" in str(told.value)


def test_guests_are_not_told_which_server_does_not_answer() -> None:
    with pytest.raises(StoreError) as told:
        PostgresStore("postgresql://ana@127.0.0.1:1/party", patience=0.1)
    assert "127.0.0.1" in str(told.value)
    assert english(told.value.nameless) == "the database: does not answer just now; try again in a moment"


def test_a_user_who_may_only_read_is_told_so(url: str) -> None:
    PostgresStore(url).close()
    as_admin(url, "DROP ROLE IF EXISTS guest")
    schema = url.rpartition("%3D")[2]
    for statement in ("CREATE ROLE guest LOGIN", f"GRANT USAGE ON SCHEMA {schema} TO guest"):
        as_admin(url, statement)
    as_admin(url, f"GRANT SELECT ON ALL TABLES IN SCHEMA {schema} TO guest")
    with PostgresStore(url.replace("pnp@", "guest@"), patience=0.1) as store, pytest.raises(StoreError) as error:
        store.create("A", {}, [])
    assert "may be read but not written; give this user the right" in str(error.value)

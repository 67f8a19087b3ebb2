"""Everything moved from one database to another, and logs that are not what was written."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from postgres_server import server

from pnp.play.stores import sql_copy, store_check
from pnp.play.stores.database import open_store
from pnp.play.stores.sql_store import SqlStore
from pnp.play.stores.store import Record
from pnp.play.tables import Tables
from pnp.words import english

pytestmark = pytest.mark.xdist_group("postgres")
Open = Callable[[str], SqlStore]


@pytest.fixture(params=["sqlite to postgres", "postgres to sqlite"])
def ways(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, str]:
    file, address = str(tmp_path / "tables.db"), server().new()
    return (file, address) if request.param == "sqlite to postgres" else (address, file)


def played(store: SqlStore, count: int = 3) -> Tables:
    """Some tables with all that a store can keep of them."""
    tables = Tables(store, lambda: "2026-01-01T00:00:00+00:00")
    for number in range(count):
        table = tables.open("yacht", ["Ana", "Bo"])
        tables.roll(table)
        store.set_meta(table.id, "party", f"yes\x00{number}", "2026-01-02T00:00:00+00:00")
        store.keep_file(table.id, "photo/0", bytes(range(256)))
    store.keep_evening("E", 0, '{"tables": []}', "t1")
    return tables


def whole(store: SqlStore) -> object:
    """Everything that can be asked of a store."""
    infos = store.tables()
    parts = [(store.read(info.id), store.secret(info.id), store.file(info.id, "photo/0")) for info in infos]
    return infos, parts, store.results(whole=True), store.evenings()


def test_everything_is_copied_and_a_second_time_nothing(ways: tuple[str, str]) -> None:
    with open_store(ways[0]) as source, open_store(ways[1]) as target:
        tables = played(source)
        assert [(one.new, one.trouble) for one in sql_copy.copy(source, target)] == [(True, None)] * 4
        assert whole(target) == whole(source)
        assert [one.new for one in sql_copy.copy(source, target)] == [False] * 4
        again = Tables(target, tables.now).load(source.tables()[0].id)
        assert again.seq == 2 and Tables(target, tables.now).close(again).ok, "it is played on where it was copied to"


def test_a_run_that_was_stopped_goes_on_and_a_table_that_went_on_is_brought_up(ways: tuple[str, str]) -> None:
    with open_store(ways[0]) as source, open_store(ways[1]) as target:
        tables = played(source, 4)
        running = sql_copy.copy(source, target)
        first = [next(running).id, next(running).id]
        running.close()
        assert [info.id for info in target.tables()] == first
        tables.close(tables.load(first[1]))
        assert [one.new for one in sql_copy.copy(source, target)] == [False, True, True, True, True]
        assert whole(target) == whole(source)


def test_a_note_without_a_time_stays_where_it_was_copied_to(ways: tuple[str, str]) -> None:
    """What a phone has chosen is noted without a time; copying once more, before or after a move, loses none."""
    with open_store(ways[0]) as source, open_store(ways[1]) as target:
        tables = played(source, 1)
        list(sql_copy.copy(source, target))
        id = source.tables()[0].id
        target.set_meta(id, "draft:0", "1.1 W32")
        assert [one[1:] for one in sql_copy.copy(source, target)] == [(False, None), (False, None)]
        source.set_meta(id, "draft:1", "1.1 B22")
        tables.close(tables.load(id))
        assert [one[1:] for one in sql_copy.copy(source, target)] == [(True, None), (False, None)]
        notes = target.tables()[0].meta
        assert (notes["draft:0"], notes["draft:1"], target.last(id)) == ("1.1 W32", "1.1 B22", 3)


def test_another_table_of_the_same_name_is_left_alone(ways: tuple[str, str]) -> None:
    with open_store(ways[0]) as source, open_store(ways[1]) as target:
        played(source, 1)
        id = source.tables()[0].id
        target.create(id, {}, [Record(1, "other", "{}")])
        (found, _) = sql_copy.copy(source, target)
        assert found.trouble and english(found.trouble).startswith(f"table {id}: the other database has another table")
        assert target.read(id) == [Record(1, "other", "{}")]


def test_what_is_newer_where_it_is_copied_to_stays(ways: tuple[str, str]) -> None:
    """Whoever has moved, played on there, and copies once more by mistake loses neither guests nor notes."""
    with open_store(ways[0]) as source, open_store(ways[1]) as target:
        played(source, 1)
        list(sql_copy.copy(source, target))
        id = source.tables()[0].id
        target.keep_evening("E", 1, '{"tables": ["the round that was played since"]}', "t2")
        target.keep_file(id, "photo/0", b"newer")
        target.set_meta(id, "photo:0", "newer", "2026-01-03T00:00:00+00:00")
        before = whole(target)
        found = [(one.new, english(one.trouble) if one.trouble else "") for one in sql_copy.copy(source, target)]
        said = "the other database has something newer of it; delete one of them, and copy again"
        assert found == [(False, f"{id}: {said}"), (False, f"E: {said}")]
        assert whole(target) == before


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("UPDATE events SET body = replace(body, 'Ana', 'Eve') WHERE seq = 1", "seal"),
        (
            """UPDATE events SET body = replace(body, '"dice":', '"dice":[6],"dice":') WHERE seq = 2""",
            "event 2 says 'dice' twice",
        ),
        ("UPDATE events SET key = 'x' WHERE seq = 2", "event 2 is stored under another number or key than its own"),
        ("DELETE FROM events WHERE seq = 1", "is damaged"),
        ("UPDATE events SET body = '' WHERE seq = 2", "an event is empty"),
        ("UPDATE events SET body = 'no event' WHERE seq = 1", "table"),
    ],
)
def test_a_log_that_was_changed_is_found(tmp_path: Path, change: str, said: str) -> None:
    path = tmp_path / "tables.db"
    with open_store(str(path)) as store:
        played(store, 2)
        assert [(one.events, one.trouble, len(one.seal)) for one in store_check.check(store)] == [(2, None, 32)] * 2
        other = sqlite3.connect(path)
        other.execute(f"{change} {'AND' if 'WHERE' in change else 'WHERE'} number = 1")
        other.commit()
        other.close()
        bad, good = store_check.check(store)
        assert bad.trouble and said in english(bad.trouble)
        assert good.trouble is None
        with open_store(str(tmp_path / "copy.db")) as target:
            assert [bool(one.trouble) for one in sql_copy.copy(store, target)] == [True, False, False]

"""Seasons and their standings, and a person who is forgotten: what is deleted, what stays, what can still be checked."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pnp.paths import data_folder
from pnp.play import evening as evenings
from pnp.play import events, forgetting
from pnp.play.evening import Evening
from pnp.play.result import result_of
from pnp.play.stores.sqlite import SqliteStore
from pnp.play.tables import Tables
from pnp.play.verify import Receipt, verify
from pnp.web import party_memory

Run = Callable[..., Any]
AT = "2026-11-18T20:00:00+00:00"


def yacht(tables: Tables, season: str = "", **points: int) -> str:
    """A game of Yacht on paper, by names."""
    table = tables.open("yacht", list(points), dice="physical", notes={"season": season} if season else {})
    for seat, score in enumerate(points.values()):
        marks = {"seat": seat, "sheet": "score", "marks": {"g1.sixes": score}}
        assert tables.write(table, "entered", marks).ok
    assert tables.close(table).ok
    return table.id


@pytest.fixture
def db(tmp_path: Path) -> Path:
    path = tmp_path / "tables.db"
    with SqliteStore(path) as store:
        tables = Tables(store, lambda: AT)
        yacht(tables, "Winter", Ana=30, Bo=24)
        yacht(tables, "Winter", Ana=12, Bo=24, Cy=18)
        yacht(tables, "", Ana=6, Bo=12)
        store.keep_evening("EVNG23", 0, evenings.text(evenings.came(Evening("EVNG23", "2026", AT), "Bo")), AT)
    return path


def test_a_season_counts_wins_places_and_the_best(db: Path, call: Run) -> None:
    shown = call("results", "--season", "Winter", "--db", db)
    assert shown.code == 0, shown.err
    lines = shown.out.splitlines()
    assert lines[0] == "Season Winter: 2 games played to the end"
    assert [line.split()[:3] for line in lines[2:5]] == [["1.", "Bo", "1"], ["2.", "Ana", "1"], ["3.", "Cy", "–"]]
    assert "Yacht, best sheet: Ana with 30" in shown.out and "other seasons: 2026" in shown.out
    whole = json.loads(call("results", "--season", "Winter", "--db", db, "--json").out)
    assert [(row["player"], row["wins"], row["places"], row["games"]) for row in whole["standing"]] == [
        ("Bo", 1, [1, 1, 0], 2),
        ("Ana", 1, [1, 0, 1], 2),
        ("Cy", 0, [0, 1, 0], 1),
    ]
    assert set(whole["seasons"]) == {"Winter", "2026"}
    assert len(whole["tables"]) == 2
    rows = list(csv.DictReader(call("results", "--season", "Winter", "--db", db, "--format", "csv").out.splitlines()))
    assert [(row["player"], row["places"], row["best"]) for row in rows][1] == ("Ana", "1 0 1", "Yacht 30")


def test_the_year_is_the_season_of_whoever_names_none(db: Path, call: Run) -> None:
    whole = json.loads(call("results", "--season", "2026", "--db", db, "--json").out)
    assert [row["player"] for row in whole["standing"]] == ["Bo", "Ana"]
    every = json.loads(call("results", "--season", "all", "--db", db, "--json").out)
    assert sum(row["games"] for row in every["standing"]) == 7
    wrong = call("results", "--season", "Wintr", "--db", db)
    assert wrong.code == 2 and "did you mean" in wrong.err and wrong.err.count("\n") == 1
    assert call("results", "--season", "--format", "log", "--db", db).code == 2


def test_a_table_is_played_for_a_season(tmp_path: Path, pnp: Run) -> None:
    db = tmp_path / "t.db"
    assert pnp("play", "yacht", "--players", "Ana", "--season", "Spring", "--db", db).code == 0
    with SqliteStore(db) as store:
        assert store.tables()[0].meta["season"] == "Spring"


def test_whoever_is_forgotten_is_in_no_file_and_the_others_are_as_they_were(db: Path, call: Run) -> None:
    with SqliteStore(db) as store:
        tables = Tables(store, lambda: AT)
        alone = yacht(tables, "", Bo=6)
        before = {info.id: result_of(tables.load(info.id)) for info in store.tables()}
        seals = {info.id: tables.load(info.id).events[-1].seal for info in store.tables()}
    unsure = call("results", "--forget", "bo", "--db", db)
    assert unsure.code == 2 and "--yes" in unsure.err
    done = json.loads(call("results", "--forget", "bo", "--yes", "--db", db, "--json").out)
    assert done["deleted"] == [alone] and len(done["rewritten"]) == 3 and done["left"] == []
    assert done["evenings"] == ["EVNG23"]
    with SqliteStore(db) as store:
        tables = Tables(store, lambda: AT)
        for info in store.tables():
            after = result_of(tables.load(info.id))
            same = before[info.id]
            assert [(one.rank, one.total) for one in after.players] == [(one.rank, one.total) for one in same.players]
            names = [(one.name, was.name) for one, was in zip(after.players, same.players, strict=True)]
            assert all(now == was or (was == "Bo" and now == "Player 1") for now, was in names)
            log = [events.line(event) for event in tables.load(info.id).events]
            report = verify(log, info.id)
            assert report.problems == () and report.table is not None
            assert verify(log, info.id, receipt=Receipt(seal=seals[info.id])).problems, "the old seal does not fit"
    assert not re.search(rb"\bBo\b", db.read_bytes())
    assert call("results", "--forget", "Bo", "--yes", "--db", db).code == 2


def test_whoever_is_forgotten_is_in_nothing_that_was_made_of_the_log(db: Path, call: Run) -> None:
    """A game that was looked back at names everybody, and so does the list of whom sheets were printed for."""
    with SqliteStore(db) as store:
        played = store.tables()[0].id
        store.keep_file(played, forgetting.REVIEW, b'{"players": [{"player": "Bo"}]}')
        store.keep_file(played, "photo/0", b"what Ana drew")
        guest = evenings.came(Evening("EVNG24", "2026", AT), "Dora")
        store.keep_evening("EVNG24", 0, evenings.text(guest), AT)
    party_memory.note_names(data_folder(), ["Ana", "BO"])
    assert call("results", "--forget", "Bo", "--yes", "--db", db).code == 0
    assert party_memory.printed_names(data_folder()) == ["Ana"]
    with SqliteStore(db) as store:
        assert store.file(played, forgetting.REVIEW) is None and store.file(played, "photo/0")
    assert call("results", "--forget", "dora", "--yes", "--db", db).code == 0, "who came and sat nowhere, too"
    assert b"Dora" not in db.read_bytes()


def test_words_with_a_name_in_them_are_said_with_another(tmp_path: Path) -> None:
    """A vote for somebody is a vote for whoever sits there now, and a table that went on is where it was."""
    with SqliteStore(tmp_path / "t.db") as store:
        tables = Tables(store, lambda: AT)
        table = tables.open("house-of-dice", ["Ana", "Bob"], dice="physical")
        assert tables.roll(table, [3, 4, 6]).ok
        assert tables.say(table, None, "absent bo").ok
        assert tables.say(table, 0, str(table.play.options(table.state, 0)[0].notation)).ok
        round_before, seal = table.play.round(table.state), table.events[-1].seal
        done = forgetting.forget(tables, "Bob")
        assert done.rewritten == (table.id,) and done.left == ()
        again = tables.load(table.id)
        assert again.players == ("Ana", "Player 1") and again.play.round(again.state) == round_before
        assert again.events[-1].seal != seal, "another log has another seal"
        assert store.tables()[0].meta["forgotten"] == AT
        assert again.play.status(again.state, 1) == "away"

"""A table that rests keeps only where it was last; whatever is older is told again by the log."""

from __future__ import annotations

import random

import pytest
from memory_store import MemoryStore

from pnp.games.seats import Refusal
from pnp.play import correcting, engine
from pnp.play.engine import Table
from pnp.play.position import KEPT
from pnp.play.race import Race
from pnp.play.tables import Tables

NOW = "2026-01-01T12:00:00Z"


@pytest.fixture
def tables() -> Tables:
    return Tables(MemoryStore(), lambda: NOW)


def go_on(tables: Tables, table: Table, rng: random.Random, steps: int) -> None:
    for _ in range(steps):
        if table.play.dice(table.state):
            assert tables.roll(table, [rng.randint(1, 6) for _ in table.play.dice(table.state)]).ok
        else:
            seat = next(one.seat for one in table.play.wanted(table.state) if one.must)
            assert tables.say(table, seat, rng.choice(table.play.options(table.state, seat, 40)).notation).ok
        table.rest()


def same(table: Table) -> bool:
    """Whether a table is in every way the one that its log makes."""
    whole = engine.replay(table.events, table.id)
    assert (table.path(), table.later(), table.state) == (whole.path(), whole.later(), whole.state)
    assert Race().totals(table) == Race().totals(whole)
    return table.positions() == whole.positions() and correcting.positions(table) == correcting.positions(whole)


def test_a_table_that_rests_can_go_back_to_anything(tables: Tables) -> None:
    table, rng = tables.open("yacht", ["Ana", "Bo"], dice="physical"), random.Random(5)
    go_on(tables, table, rng, 80)
    assert len(table._positions.at_hand) <= KEPT + 1 < len(table.path())
    assert same(table)
    assert tables.undo(table, 60, "far").ok and same(table)
    table.rest()
    assert same(table) and tables.redo(table).ok and same(table)
    go_on(tables, table, rng, 30)
    said = next(seq for seq in table.path() if table.events[seq - 1].kind == "said")
    others = [one.notation for one in table.play.options(table.before(said).state, 0, 40)]
    made = table.corrected(said, others[-1], "", anyway=True)
    assert not isinstance(made, Refusal)
    assert tables.write(table, "corrected", made).ok
    table.rest()
    assert same(table)


def test_a_write_that_fails_leaves_a_resting_table_as_it_was(tables: Tables) -> None:
    table, rng = tables.open("yacht", ["Ana", "Bo"], dice="physical"), random.Random(6)
    go_on(tables, table, rng, 41)
    before = table.state, table.path(), table.seq
    writes = [engine.Write(table.seq, f"key-{n:04}", "noted", {"what": "x"}) for n in range(40)]
    answer = table.submit_all([*writes, writes[0]._replace(kind="rolled", key="last")], tables.store, NOW)
    assert not answer.ok and (table.state, table.path(), table.seq) == before and same(table)


def test_who_looks_at_the_race_again_and_again_has_nothing_told_twice(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, rng, race = tables.open("yacht", ["Ana", "Bo"], dice="physical"), random.Random(7), Race()
    told = []
    whole = Table._all_positions
    monkeypatch.setattr(Table, "_all_positions", lambda one: told.append(1) or whole(one))
    for _ in range(60):
        go_on(tables, table, rng, 1)
        race.totals(table)
    assert told == [] and race.totals(table) == Race().totals(engine.replay(table.events, table.id))

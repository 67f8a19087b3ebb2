"""What is not taken on trust: keys used twice, seals of stored events, names that nobody sees, numbers of editions."""

from __future__ import annotations

from pathlib import Path

import pytest
from memory_store import MemoryStore

from pnp import edition
from pnp.errors import InputError
from pnp.games.library import Library
from pnp.play.engine import Write
from pnp.play.stores.store import Record
from pnp.play.tables import Tables
from pnp.play.verify import verify


@pytest.fixture
def tables(library: Library) -> Tables:
    return Tables(MemoryStore(), lambda: "2026-11-16T20:00:00+00:00", library)


# ---------------------------------------------------------------------- keys


def test_a_key_used_again_with_other_words_is_refused(tables: Tables) -> None:
    table = tables.open("higher", ["Ana", "Bo"])
    tables.roll(table)
    high = Write(table.seq, "mine", "said", {"seat": 0, "words": "high"})
    assert table.submit(high, tables.store, "now").ok
    again = table.submit(high, tables.store, "now")
    assert (again.ok, again.code) == (True, "repeated")
    other = table.submit(high._replace(data={"seat": 0, "words": "low"}), tables.store, "now")
    assert (other.ok, other.code) == (False, "key-used")
    kind = table.submit(high._replace(kind="closed", data={}), tables.store, "now")
    assert (kind.ok, kind.code) == (False, "key-used") and not table.position.closed


# ---------------------------------------------------------------------- seals


def test_a_stored_event_that_was_altered_is_noticed_when_the_table_is_loaded(tables: Tables) -> None:
    table = tables.open("higher", ["Ana", "Bo"])
    tables.roll(table)
    tables.say(table, 0, "high")
    records = tables.store.read(table.id)
    other = Tables(MemoryStore(), tables.now, tables.library)
    forged = [Record(one.seq, one.key, one.body.replace('"high"', '"low"')) for one in records]
    other.store.create("FORGED", {}, forged)
    with pytest.raises(InputError, match="event 3 is not as it was written"):
        other.load("FORGED")
    other.store.create("HONEST", {}, records)
    assert other.load("HONEST").seq == 3


def test_what_another_program_wrote_is_looked_at_too(tables: Tables) -> None:
    table = tables.open("higher", ["Ana", "Bo"])
    twin = tables.load(table.id)
    tables.roll(twin)
    (new,) = tables.store.read(table.id, 1)
    spoiled = MemoryStore()
    spoiled.create(table.id, {}, [*tables.store.read(table.id)[:1], new._replace(body=new.body.replace("[", "[ 1,"))])
    with pytest.raises(InputError, match="event 2 is not as it was written"):
        table.catch_up(spoiled)


# ---------------------------------------------------------------------- names


@pytest.mark.parametrize("name", ["👩‍🚀", "علی‌رضا", "क्‍ष", "❤️", "🏴󠁧󠁢󠁳󠁣󠁴󠁿 Isla", "Żółw", "桜", "O'Neil"])
def test_names_that_people_have(name: str, tables: Tables) -> None:
    table = tables.open("higher", ["Ana", "Bo"], lobby=True)
    assert tables.write(table, "joined", {"name": name, "id": 5}).ok
    assert tables.load(table.id).players[-1] == name


@pytest.mark.parametrize(
    "name",
    ["\u3164", "A\u3164", "\u2800", "\u200d", "A\u200d", "\u200dA", "A\u200d\u200dB", "\ufe0f", "\u202eanA", "\u200b"],
)
def test_names_that_nobody_sees(name: str, tables: Tables) -> None:
    table = tables.open("higher", ["Ana", "Bo"], lobby=True)
    assert tables.write(table, "joined", {"name": name, "id": 5}).code == "no-name"
    assert tables.write(table, "renamed", {"name": name, "seat": 0}).code == "no-name"


def test_two_names_that_look_alike_are_one(tables: Tables) -> None:
    table = tables.open("higher", ["Ana", "Bo"], lobby=True)
    for name in ("A\u200cna", "ａｎａ", "ANA"):
        assert tables.write(table, "joined", {"name": name, "id": 5}).code == "name-taken", name
    assert tables.write(table, "renamed", {"name": "ANA", "seat": 0}).ok, "one's own name may be written otherwise"


def test_a_log_of_before_with_such_a_name_is_still_read(tables: Tables, library: Library) -> None:
    from pnp.play import events

    table = tables.open("higher", ["Ana", "Bo"], lobby=True)
    old = events.sealed(table.events[0].seal, 2, "joined", {"name": "\u3164", "id": 5}, "old", "then")
    lines = [events.line(table.events[0]), events.line(old)]
    assert verify(lines, "log", library).problems == ()


# ---------------------------------------------------------------------- editions

HEAD = 'game = "house-of-dice"\n[entries.budget]\nkind = "ruling"\ntext = "ours"\nvalue = '


@pytest.mark.parametrize(
    "value",
    ["inf", "-inf", "nan", "1e300", "99999999999", "[1, inf]", "{ a = nan }", "2026-01-01", "-1", "2.5", '"many"'],
)
def test_a_number_that_no_game_can_count_with(value: str, tmp_path: Path) -> None:
    path = tmp_path / "house-of-dice.edition.toml"
    path.write_text(HEAD + value + "\n")
    made, faults = edition.read(path)
    wrong = [*faults, *edition.misfits(made, edition.shipped("house-of-dice"))]
    assert len(wrong) >= 1


def test_a_number_that_it_can(tmp_path: Path) -> None:
    path = tmp_path / "house-of-dice.edition.toml"
    path.write_text(HEAD + "30\n")
    made, faults = edition.read(path)
    assert not faults and not list(edition.misfits(made, edition.shipped("house-of-dice")))

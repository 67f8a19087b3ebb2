"""Dice nobody can choose: what phones add, what `pnp verify` finds out, what old logs can't prove."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest
from memory_store import MemoryStore

from pnp.games.library import Library
from pnp.games.table_dice import Die
from pnp.play import dice, events, history
from pnp.play.engine import Table
from pnp.play.tables import Tables
from pnp.play.verify import Receipt, verify

ANA, BO = "a1" * 32, "b2" * 32
SIX = Die("die", (1, 2, 3, 4, 5, 6))


def pledge(number: str) -> str:
    return hashlib.sha256(bytes.fromhex(number)).hexdigest()


@pytest.fixture
def tables(library: Library) -> Tables:
    return Tables(MemoryStore(), lambda: "2026-11-16T20:00:00+00:00", library)


def told(tables: Tables, table: Table, kind: str, **data: Any) -> str:
    return tables.write(table, kind, data).code


def lobby(tables: Tables, **options: Any) -> Table:
    return tables.open("higher", ["Ana", "Bo"], lobby=True, **options)


def whole(tables: Tables, *numbers: str, close: bool = True) -> Table:
    """A table whose phones pledged and gave numbers, with one round played."""
    table = lobby(tables)
    for person, number in enumerate(numbers):
        assert told(tables, table, "pledged", by=person, hash=pledge(number)) == ""
    tables.say(table, None, "start")
    for number in numbers:
        assert told(tables, table, "added", number=number) == ""
    tables.roll(table)
    tables.say(table, 0, "high")
    tables.say(table, 1, "low")
    if close:
        assert tables.close(table).ok
    return table


def lines(table: Table) -> list[str]:
    return [events.line(event) for event in table.events]


def sealed_anew(log: list[events.Event]) -> list[str]:
    seal, made = events.FIRST_SEAL, []
    for seq, event in enumerate(log, 1):
        event = events.sealed(seal, seq, event.kind, event.data, event.key, event.at)
        seal = event.seal
        made.append(events.line(event))
    return made


def found(log: list[str], library: Library, receipt: Receipt | None = None) -> list[str]:
    return [one.code for one in verify(log, "log", library, None, receipt or Receipt()).problems]


def test_the_numbers_of_phones_are_in_the_dice_and_the_log_is_honest(tables: Tables, library: Library) -> None:
    table = whole(tables, ANA, BO)
    rolled = next(event for event in table.events if event.kind == "rolled").data["dice"]
    secret = bytes.fromhex(table.events[-1].data["secret"])
    assert rolled == list(dice.roll(dice.mixed(secret, [BO, ANA]), 1, [SIX]))
    report = verify(lines(table), "log", library, None, Receipt(table.opening.commitment, table.events[-1].seal))
    assert report.problems == () and [note.code for note in report.notes] == ["numbers"]


def test_one_number_more_is_another_roll_somewhere(tables: Tables) -> None:
    secret = bytes(32)
    with_ana, with_both = (dice.mixed(secret, numbers) for numbers in ([ANA], [ANA, BO]))
    assert [dice.roll(with_ana, n, [SIX]) for n in range(20)] != [dice.roll(with_both, n, [SIX]) for n in range(20)]


def test_numbers_have_their_time(tables: Tables) -> None:
    table = lobby(tables)
    assert told(tables, table, "added", number=ANA) == "no-dice-number", "nothing was pledged"
    assert told(tables, table, "pledged", by=7, hash=pledge(ANA)) == "no-dice-number", "nobody sits there"
    assert told(tables, table, "pledged", by=0, hash="short") == "no-dice-number"
    assert told(tables, table, "pledged", by=0, hash=pledge(ANA)) == ""
    assert told(tables, table, "pledged", by=1, hash=pledge(ANA)) == "no-dice-number", "twice"
    assert told(tables, table, "added", number=ANA) == "no-dice-number", (
        "not before the start: others could still choose"
    )
    tables.say(table, None, "start")
    assert told(tables, table, "pledged", by=1, hash=pledge(BO)) == "no-dice-number", (
        "not after it: numbers are known now"
    )
    assert told(tables, table, "added", number=BO) == "no-dice-number"
    assert told(tables, table, "added", number=ANA) == ""
    assert told(tables, table, "added", number=ANA) == "no-dice-number"
    tables.roll(table)
    assert table.numbers.added == (ANA,)


@pytest.mark.parametrize("named", [False, True])
def test_a_correction_leaves_no_number_out(tables: Tables, library: Library, named: bool) -> None:
    """Logs of before name the numbers as left out: they are read, and nobody is told so."""
    table = whole(tables, ANA, BO, close=False)
    numbers = [event.seq for event in table.events if event.kind in ("pledged", "added")]
    said = next(event.seq for event in table.events if event.data.get("words") == "high")
    assert tables.correct(table, said, "low").ok
    log = list(table.events)
    assert log[-1].data["left"] == []
    if named:
        log[-1] = log[-1]._replace(data={**log[-1].data, "left": numbers})
    report = verify(sealed_anew(log), "log", library)
    assert report.problems == () and report.table is not None
    assert report.table.state == table.state and report.table.numbers == table.numbers
    assert not [row for row in history.rows(report.table) if "left" in report.table.text(row.what)]


def test_a_number_after_the_first_roll_comes_too_late_even_after_an_undo(tables: Tables) -> None:
    table = lobby(tables)
    told(tables, table, "pledged", by=0, hash=pledge(ANA))
    tables.say(table, None, "start")
    tables.roll(table)
    first = table.events[-1].data["dice"]
    tables.undo(table)
    assert told(tables, table, "added", number=ANA) == "no-dice-number"
    tables.undo(table)
    assert told(tables, table, "pledged", by=1, hash=pledge(BO)) == "no-dice-number"
    tables.say(table, None, "start")
    tables.roll(table)
    assert table.events[-1].data["dice"] == first, "going back gives nobody other dice"


def test_phones_of_one_person_are_few(tables: Tables) -> None:
    table = lobby(tables)
    said = [told(tables, table, "pledged", by=0, hash=pledge(f"{n:064x}")) for n in range(6)]
    assert said == [""] * 4 + ["no-dice-number"] * 2


def test_another_table_gets_the_same_dice_once_they_are_settled(tables: Tables) -> None:
    first = lobby(tables)
    with pytest.raises(Exception, match="has not rolled yet"):
        lobby(tables, same_dice_as=first.id)
    first = whole(tables, ANA, close=False)
    second = lobby(tables, same_dice_as=first.id)
    tables.say(second, None, "start")
    tables.roll(second)
    (one,), (two,) = ([e.data["dice"] for e in t.events if e.kind == "rolled"] for t in (first, second))
    assert one == two and told(tables, second, "pledged", by=0, hash=pledge(BO)) == "no-dice-number"


# ---------------------------------------------------------------------- three tricks


def test_a_roll_altered_and_closed_without_its_secret(tables: Tables, library: Library) -> None:
    table = whole(tables, ANA)
    log = [
        event._replace(data={**event.data, "dice": [event.data["dice"][0] % 6 + 1]})
        if event.kind == "rolled"
        else event
        for event in table.events
    ]
    log[-1] = log[-1]._replace(data={})
    assert found(sealed_anew(log), library) == ["no-secret"]


def test_players_swapped_and_the_log_sealed_anew(tables: Tables, library: Library) -> None:
    table = whole(tables, ANA)
    first = table.events[0]._replace(data={**table.events[0].data, "players": ["Bo", "Ana"]})
    log = sealed_anew([first, *table.events[1:]])
    kept = Receipt(seal=table.events[-1].seal)
    assert found(log, library, kept) == ["other-seal"]
    assert found(lines(table), library, kept) == []
    said = {note.code for note in verify(log, "log", library).notes}
    assert "compare-seal" in said, "without a receipt it is told that this can't be known"


def test_a_secret_that_was_tried_until_the_first_roll_pleased(tables: Tables, library: Library) -> None:
    """The host writes the evening anew with a secret of choice, the phones' numbers among it."""
    table = whole(tables, ANA, BO)
    secret = next(
        n.to_bytes(32, "big")
        for n in range(10_000)
        if dice.roll(dice.mixed(n.to_bytes(32, "big"), [ANA, BO]), 1, [SIX]) == (6,)
    )
    log = []
    for event in table.events:
        new = dict(event.data)
        if event.kind == "opened":
            new["commitment"] = dice.commitment(secret)
        if event.kind == "rolled":
            new["dice"] = [6]
        if event.kind == "closed":
            new["secret"] = secret.hex()
        log.append(event._replace(data=new))
    assert found(sealed_anew(log), library, Receipt(promise=table.opening.commitment)) == ["other-promise"]


def test_a_number_of_choice_that_nobody_pledged(tables: Tables, library: Library) -> None:
    """Whoever knows secret and numbers tries a number more until the dice please, and writes it in."""
    table = whole(tables, ANA)
    at = next(n for n, event in enumerate(table.events) if event.kind == "added") + 1
    forged = table.events[at - 1]._replace(data={"number": BO}, key="forged")
    log = sealed_anew([*table.events[:at], forged, *table.events[at:]])
    assert found(log, library) == ["wrong-log"]


def test_what_an_old_log_can_not_prove_is_told(tables: Tables, library: Library) -> None:
    table = whole(tables)
    report = verify(lines(table), "log", library)
    assert report.problems == () and "one-hand" in {note.code for note in report.notes}

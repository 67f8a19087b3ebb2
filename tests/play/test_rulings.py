"""Rulings that changed: what was played and written before is judged as before, a new table by what holds now."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from games.dumps_house_of_dice import dump
from memory_store import MemoryStore

from pnp import edition as editions
from pnp.edition import Edition, Entry
from pnp.errors import InputError
from pnp.play import engine, events, opening
from pnp.play.events import Event
from pnp.play.tables import Tables
from pnp.sheets import documents

GAME = "house-of-dice"
EDITION = editions.shipped(GAME)
RECORD = Path(__file__).parents[1] / "games" / "plays" / f"{GAME}.jsonl"


def log_of(*said: Any, **opened: Any) -> Iterator[Event]:
    """A log as it was written once: the opening, then dice as a list and words as (seat, words)."""
    data = {"game": GAME, "players": ["Ana", "Bo"], "options": {}, "dice": "physical", "commitment": "", **opened}
    written: list[tuple[str, dict[str, Any]]] = [("opened", data)]
    for one in said:
        if isinstance(one, list):
            written.append(("rolled", {"dice": one, "source": "physical"}))
        else:
            written.append(("said", {"seat": one[0], "words": one[1]}))
    seal = events.FIRST_SEAL
    for seq, (kind, body) in enumerate(written, 1):
        event = events.sealed(seal, seq, kind, body, f"key {seq}", "")
        seal = event.seal
        yield event


FULL = [one for _ in range(3) for one in ([2, 6, 6], (0, "+6$2"), (1, "+6$2"))]


def tables(edition: Edition | None = None) -> Tables:
    return Tables(MemoryStore(), lambda: "", edition=edition)


def test_a_new_table_says_its_rulings_where_there_were_others() -> None:
    assert tables().open(GAME, ["Ana", "Bo"]).events[0].data["rulings"] == EDITION.rulings == 2
    assert "rulings" not in tables().open("dice-miner", ["Ana", "Bo"]).events[0].data


def test_a_game_on_record_from_before_replays_to_the_same_state() -> None:
    first, *lines = map(json.loads, RECORD.read_text(encoding="utf-8").splitlines())
    said = [line["dice"] or (line["seat"], line["words"]) for line in lines if "words" in line]
    log = log_of(*said, players=first["open"], options=first["options"])
    table = engine.replay(log, "T")
    digest = hashlib.sha256(json.dumps(dump(table.state), sort_keys=True).encode()).hexdigest()
    assert digest == [line for line in lines if "dump_sha256" in line][-1]["dump_sha256"]
    assert table.edition.rulings == 1 and table.play.document(table.state)["rulings"] == 1
    verdict = documents.judge(table.play.document(table.state))
    assert verdict.legal and verdict.ranking == table.play.standings(table.state)
    assert documents.judge(table.play.document(table.state), edition=table.edition) == verdict


@pytest.mark.parametrize("opened", [{}, {"rulings": 1}])
def test_a_log_from_before_goes_by_the_rulings_before(opened: dict[str, Any]) -> None:
    table = engine.replay(log_of(*FULL, [2, 6, 6], (0, "+6$2"), (1, "+6$2"), **opened), "T")
    assert [len(moves) for moves in table.state.moves] == [4, 4]
    # It goes on so, too.
    assert [one.notation for one in table.play.options(table.play.rolled(table.state, (6, 6, 6)), 0, 1)] == ["+6$6"]
    with pytest.raises(InputError, match="event 4"):
        engine.replay(log_of([3, 3, 5], (1, "W32$5"), (0, "reroll"), **opened), "T")


def test_a_log_from_now_goes_by_the_rulings_of_now() -> None:
    with pytest.raises(InputError, match="its track is full"):
        engine.replay(log_of(*FULL, [2, 6, 6], (0, "+6$2"), rulings=2), "T")
    table = engine.replay(log_of([3, 3, 5], (1, "W32$5"), (0, "reroll"), rulings=2), "T")
    assert table.state.rerolled and table.state.entries == (None, None)
    assert "rulings" not in table.play.document(table.state)


def test_people_who_come_before_the_game_are_seated_by_the_rulings_of_the_log() -> None:
    log = [*log_of()]
    newcomer = events.sealed(log[0].seal, 2, "joined", {"name": "Cy", "id": 2}, "key 2", "")
    table = engine.replay([*log, newcomer], "T")
    assert len(table.players) == 3 and table.state.rules.superseded == 1


@pytest.mark.parametrize("rulings", [3, 0, "2", True, None, 1.5])
def test_rulings_that_nobody_knows_are_refused(rulings: Any) -> None:
    with pytest.raises(InputError, match="event 1"):
        engine.replay(log_of(rulings=rulings), "T")


def test_an_entry_of_ones_own_holds_under_all_rulings() -> None:
    own = Edition(GAME, {"most-least": Entry("most-least", "ruling", "", 2)})
    mine = EDITION.overridden(own)
    assert mine["most-least"] == mine.as_of(1)["most-least"] == 2
    assert mine["reroll-until"] == "reveal" and mine.as_of(1)["reroll-until"] == "entry"
    table = tables(mine).open(GAME, ["Ana", "Bo"])
    kept = {"most-least": {"kind": "ruling", "text": "", "value": 2}}
    assert table.events[0].data["edition"] == kept == opening.own_entries(mine, EDITION)
    assert engine.replay(table.events, "T").state.rules.awards["most-windows"].parts == 2
    assert engine.replay(log_of(edition=kept), "T").state.rules.awards["most-windows"].parts == 2


# --- documents and edition files -------------------------------------------------------------------


def judged(**keys: Any) -> Any:
    return documents.judge({"game": GAME, **keys})


def test_a_document_may_say_by_which_rulings_it_is_judged() -> None:
    moves = ["+6$1"] * 4
    for keys, codes in (({}, ["furniture-overflow"]), ({"rulings": 2}, ["furniture-overflow"]), ({"rulings": 1}, [])):
        assert [problem.code for problem in judged(moves=moves, **keys).sheets[0].problems] == codes
    sheets = [{"moves": ["!most-windows F11$1"]}, {"moves": ["F11$1"]}]
    for keys, points in (({}, 0), ({"rulings": 1}, 3)):
        assert judged(sheets=sheets, **keys).sheets[0].score.lines[-1].points == points


@pytest.mark.parametrize(
    ("game", "rulings", "message"),
    [
        (GAME, 0, "rulings: 0 is too small"),
        (GAME, 3, "rulings: 3 is too large; at most 2"),
        (GAME, "1", "rulings: '1' is not a whole number"),
        ("dice-miner", 2, "rulings: 2 is too large; at most 1"),
    ],
)
def test_rulings_of_a_document_that_there_are_not(game: str, rulings: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        documents.judge({"game": game, "rulings": rulings})


def test_an_entry_that_was_another_needs_a_number_at_the_top() -> None:
    entry = {"kind": "ruling", "text": "x", "value": 1, "was": 2}
    edition, faults = editions.parse({"game": "g", "rulings": 3, "entries": {"a": entry}})
    assert not faults and (edition["a"], edition.as_of(2)["a"], edition.as_of(1)["a"]) == (1, 2, 2)
    assert (edition.rulings, edition.as_of(1).rulings, edition.as_of(1).latest) == (3, 1, 3)
    assert edition.as_of(1) is edition.as_of(1) and edition.as_of(3) is edition
    assert [fault.path for fault in editions.parse({"game": "g", "entries": {"a": entry}})[1]] == [
        ("entries", "a", "was")
    ]
    assert [fault.path for fault in editions.parse({"game": "g", "rulings": 0, "entries": {}})[1]] == [("rulings",)]

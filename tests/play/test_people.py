"""People at a table: who waits, comes, leaves, is called otherwise, and what they enter from paper."""

from __future__ import annotations

import pytest
from memory_store import MemoryStore
from whole_table import told

from pnp.games.library import SHIPPED
from pnp.play.engine import Answer, Table, Write, load
from pnp.play.tables import Tables, new_key

HOUSE = "house-of-dice"


@pytest.fixture
def tables() -> Tables:
    return Tables(MemoryStore(), lambda: "2026-11-16T20:00:00+00:00")


def join(tables: Tables, table: Table, name: str) -> Answer:
    return tables.write(table, "joined", {"name": name, "id": table.next_id()})


def play(tables: Tables, table: Table, rounds: int = 1) -> None:
    for _ in range(rounds):
        assert tables.roll(table).ok
        for seat in range(len(table.players)):
            assert tables.say(table, seat, table.play.options(table.state, seat)[0].notation).ok


def test_a_lobby_waits_until_it_is_started(tables: Tables) -> None:
    table = tables.open(HOUSE, [], lobby=True)
    assert table.waiting and table.players == ()
    assert tables.say(table, None, "start").code == "can't-start"
    refused = tables.roll(table).said
    assert refused and (refused.code, table.text(refused)) == ("no-roll-now", "no dice are to be rolled now")
    for name in ("Ana", "Bo"):
        assert join(tables, table, name).ok
    assert tables.say(table, None, "start").ok
    assert not table.waiting and table.players == ("Ana", "Bo") and not table.position.begun
    play(tables, table)
    assert table.play.round(table.state) == (2, 24)


@pytest.mark.parametrize("game", [name for name in SHIPPED.names() if SHIPPED.load(name).play])
def test_every_lobby_waits_for_the_same(tables: Tables, game: str) -> None:
    table = tables.open(game, [], lobby=True)
    assert [table.text(one.what) for one in table.play.wanted(table.state)] == ["the start, when all are there"]


def test_a_lobby_takes_no_more_than_can_play(tables: Tables) -> None:
    table = tables.open(HOUSE, list("ABCDEF"), lobby=True)
    assert join(tables, table, "G").code == "table-full"


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("ana", "name-taken"),
        ("", "no-name"),
        (" Bo", "no-name"),
        ("B\no", "no-name"),
        (7, "no-name"),
        ("B" * 500, "no-name"),
    ],
)
def test_names_that_nobody_can_have(tables: Tables, name: object, code: str) -> None:
    table = tables.open(HOUSE, ["Ana"], lobby=True)
    assert tables.write(table, "joined", {"name": name, "id": 1}).code == code
    assert table.players == ("Ana",)


def test_who_left_the_lobby_keeps_their_number(tables: Tables) -> None:
    table = tables.open(HOUSE, ["Ana", "Bo", "Cy"], lobby=True)
    assert tables.write(table, "left", {"seat": 1}).ok
    assert [(one.id, one.name) for one in table.people] == [(0, "Ana"), (2, "Cy")]
    assert join(tables, table, "Di").ok
    assert table.people[-1].id == 3


def test_nobody_leaves_a_game_that_has_begun(tables: Tables) -> None:
    table = tables.open(HOUSE, ["Ana", "Bo", "Cy"])
    play(tables, table)
    assert tables.write(table, "left", {"seat": 2}).code == "begun"


def test_a_late_player_joins_the_round_that_is_played(tables: Tables) -> None:
    table = tables.open(HOUSE, ["Ana", "Bo"])
    play(tables, table, 3)
    assert join(tables, table, "Cy").ok
    play(tables, table)
    assert table.players == ("Ana", "Bo", "Cy") and table.play.round(table.state)[0] == 5


def test_other_games_are_laid_for_their_number(tables: Tables) -> None:
    table = tables.open("dice-miner", ["Ana", "Bo"], dice="physical")
    assert join(tables, table, "Cy").ok, "nothing has happened yet"
    assert tables.roll(table, [1, 2, "beer"]).ok
    assert join(tables, table, "Di").code == "too-late"


def test_a_new_name_is_the_name_everywhere(tables: Tables) -> None:
    table = tables.open(HOUSE, ["Ana", "Bo"])
    play(tables, table)
    assert tables.write(table, "renamed", {"seat": 0, "name": "Zoë"}).ok
    assert table.seat_of("Zoë") == 0
    assert [row.player for row in table.standings()].count("Zoë") == 1
    assert tables.write(table, "renamed", {"seat": 0, "name": "bo"}).code == "name-taken"


def test_undo_unseats_nobody(tables: Tables) -> None:
    table = tables.open(HOUSE, ["Ana", "Bo"])
    play(tables, table)
    assert tables.roll(table).ok
    assert join(tables, table, "Cy").ok
    assert tables.write(table, "renamed", {"seat": 0, "name": "Anna"}).ok
    assert tables.undo(table).ok
    assert table.players == ("Anna", "Bo", "Cy")
    assert table.play.dice(table.state), "the roll was taken back"


def test_a_log_with_people_in_it_replays(tables: Tables) -> None:
    table = tables.open(HOUSE, ["Ana"], lobby=True)
    assert join(tables, table, "Bo").ok and tables.say(table, None, "start").ok
    play(tables, table)
    assert join(tables, table, "Cy").ok and tables.write(table, "noted", {"what": "another address"}).ok
    again = load(table.id, tables.store)
    assert again.players == table.players and told(again) == told(table)


# ---------------------------------------------------------------------- what others write meanwhile


def test_a_seat_need_not_look_again_because_others_entered(tables: Tables) -> None:
    table = tables.open(HOUSE, ["Ana", "Bo", "Cy"])
    assert tables.roll(table).ok
    seen = table.seq
    words = [table.play.options(table.state, seat)[0].notation for seat in range(3)]
    assert tables.say(table, 0, words[0]).ok
    assert table.up_to_date(1, seen) == table.seq
    assert table.up_to_date(0, seen) == seen, "its own entry came from another page"
    assert table.submit(
        Write(table.up_to_date(1, seen), new_key(), "said", {"seat": 1, "words": words[1]}), tables.store, ""
    ).ok
    assert tables.say(table, 2, words[2]).ok
    assert table.up_to_date(1, seen) == seen, "the round is another one"


def test_a_roll_or_an_undo_has_to_be_looked_at(tables: Tables) -> None:
    table = tables.open(HOUSE, ["Ana", "Bo"])
    seen = table.seq
    assert tables.roll(table).ok
    assert table.up_to_date(0, seen) == seen
    seen = table.seq
    assert tables.undo(table).ok
    assert table.up_to_date(0, seen) == seen
    after = table.seq
    assert tables.write(table, "renamed", {"seat": 1, "name": "Bob"}).ok
    assert table.up_to_date(0, after) == table.seq


# ---------------------------------------------------------------------- paper


def enter(tables: Tables, table: Table, seat: int | None, sheet: str, **marks: object) -> Answer:
    return tables.write(
        table, "entered", {"seat": seat, "sheet": sheet, "marks": {k.replace("_", "."): v for k, v in marks.items()}}
    )


def test_paper_is_entered_counted_and_rubbed_out(tables: Tables) -> None:
    table = tables.open(HOUSE, ["Ana", "Bo"], lobby=True)
    assert table.takes_paper and table.counted is None
    assert enter(tables, table, 0, "play", house_c1r1="F", turns_1=1, cost_1=1).ok
    assert enter(tables, table, 1, "play", house_c3r2="W").ok
    assert table.counted is not None
    lines = {line.name: line.points for line in table.counted.verdict.sheets[0].score.lines}
    assert lines["fence"] == 1 and table.standings() == table.counted.verdict.ranking
    assert enter(tables, table, 0, "play", house_c1r1=None).ok
    assert "house.c1r1" not in table.papers.own[0]["play"]


@pytest.mark.parametrize(
    ("sheet", "marks", "code"),
    [
        ("nonsense", {}, "no-such-sheet"),
        ("play", {"house_c9r9": "F"}, "no-such-field"),
        ("play", {"house_c1r1": "X"}, "no-such-mark"),
        ("play", {"turns_1": 3}, "no-such-mark"),
        ("play", {"turns_1": True}, "no-such-mark"),
        ("play", {"furniture_1": False}, "no-such-mark"),
        ("play", {"score_fence": "8"}, "no-such-mark"),
        ("play", {"score_fence": 10**9}, "no-such-mark"),
        ("play", {"name": "x" * 81}, "no-such-mark"),
    ],
)
def test_marks_that_fit_no_box(tables: Tables, sheet: str, marks: dict[str, object], code: str) -> None:
    table = tables.open(HOUSE, ["Ana", "Bo"], lobby=True)
    assert enter(tables, table, 0, sheet, **marks).code == code
    assert table.counted is None


def test_paper_waits_while_the_game_is_played_here(tables: Tables) -> None:
    table = tables.open(HOUSE, ["Ana", "Bo"])
    play(tables, table)
    assert enter(tables, table, 0, "play", house_c1r1="F").code == "not-over"


def test_paper_from_before_counts_no_more_once_the_game_is_played_here(tables: Tables) -> None:
    table = tables.open(HOUSE, ["Ana", "Bo"], lobby=True)
    assert enter(tables, table, 0, "play", house_c1r1="F").ok
    assert tables.say(table, None, "start").ok and table.position.on_paper
    play(tables, table)
    assert not table.position.on_paper
    assert table.standings() == table.play.standings(table.state)


def test_a_game_played_on_paper_is_voted_on_and_ranked_by_it(tables: Tables) -> None:
    table = tables.open(HOUSE, ["Ana", "Bo"])
    assert tables.say(table, None, "paper").ok and table.over
    assert enter(tables, table, 1, "play", house_c1r1="F", house_c2r1="F").ok
    assert table.standings()[0].player == "Bo"
    assert tables.say(table, 0, "vote Bo").ok


def test_a_played_game_is_ranked_by_what_was_played(tables: Tables) -> None:
    table = tables.open(HOUSE, ["Ana", "Bo"])
    play(tables, table, 24)
    before = table.standings()
    assert enter(tables, table, 0, "play", house_c1r1="F").ok
    assert table.standings() == before and table.counted is not None


def test_who_comes_between_start_and_the_first_roll_does_not_send_all_back_to_the_lobby(tables: Tables) -> None:
    table = tables.open(HOUSE, ["Ana", "Bo"], lobby=True)
    assert tables.say(table, None, "start").ok
    assert join(tables, table, "Cy").ok
    assert not table.waiting and table.players == ("Ana", "Bo", "Cy")
    play(tables, table)
    assert load(table.id, tables.store).players == table.players

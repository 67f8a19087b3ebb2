"""Games that are layout files at a table: marks in secret, absences, late names, and pads that know which mark may be."""

from __future__ import annotations

import pytest

from pnp.games.library import Library
from pnp.play import history
from pnp.play.engine import Table, replay
from pnp.play.tables import Tables
from pnp.play.verify import verify
from pnp.sheets.layout import LAYOUTS
from pnp.sheets.own_rules import library_of
from tests.memory_store import MemoryStore

ANYWAY = "; if it really was so, say it again with 'anyway' in front"


def own_library(game: str) -> Library:
    return library_of(LAYOUTS / "examples" / f"{game}.toml")


def opened(game: str, *players: str, pad: bool = False) -> tuple[Tables, Table]:
    tables = Tables(MemoryStore(), lambda: "2026-01-01T12:00:00Z", own_library(game))
    return tables, tables.open(game, players, dice="physical", pad=pad)


def do(tables: Tables, table: Table, line: str, language: str = "en") -> str:
    """What a line comes to: `roll 1 2 3`, `undo`, or words behind the name of a player or `table`; "" where it is fine."""
    verb, _, rest = line.partition(" ")
    if verb == "roll":
        answer = tables.roll(table, [int(face) for face in rest.split()])
    elif verb == "undo":
        answer = tables.undo(table)
    elif verb == "join":
        answer = tables.write(table, "joined", {"id": table.next_id(), "name": rest})
    else:
        seat = None if verb in ("table", "pad") else table.players.index(verb)
        answer = tables.say(table, seat, rest)
    return "" if answer.said is None or answer.ok else table.words(language).text(answer.said)


def marks(table: Table, seat: int) -> dict[str, object]:
    """What was marked on a sheet, without names and points."""
    (found,) = (made for _, whose, made in table.play.marks(table.state, seat) if whose == seat)
    return {id: mark for id, mark in found.items() if not (id == "name" or "points" in id or id.startswith("score."))}


def test_marks_are_secret_until_all_are_in_and_may_be_changed_until_then() -> None:
    tables, table = opened("four-rows", "Ana", "Bo")
    for line in ("roll 1 4 6", "Ana red 5", "Ana green 10"):
        assert do(tables, table, line) == ""
    play = table.play
    assert marks(table, 0) == {} and play.entry(table.state, 1) is None
    assert [one.seat for one in play.wanted(table.state) if one.must] == [1]
    assert [play.status(table.state, seat) for seat in (0, 1)] == ["in", "drawing"]
    assert [one.words for one in history.rows(table)] == [None, None, None, None], "the log tells no secret"
    assert do(tables, table, "Bo fails 1") == ""
    assert (marks(table, 0), marks(table, 1)) == ({"green.3": True}, {"fails.1": True})
    last = play.last(table.state)
    assert last and (last.round, last.dice) == (1, (1, 4, 6))
    assert [(seat, one.notation) for seat, one in last.moves] == [(0, "green 10"), (1, "fails 1")]
    assert replay(table.events, table.id, tables.library).state == table.state


def test_what_is_wanted_tells_nobody_what_was_entered() -> None:
    tables, table = opened("four-rows", "Ana", "Bo")
    do(tables, table, "roll 1 4 6")
    wanted = []
    for words in ("Ana red 5", "Ana fails 1"):
        assert do(tables, table, words) == ""
        wanted.append(table.play.wanted(table.state))
    assert wanted[0] == wanted[1]


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        (["Ana red 5"], "3 dice are to be rolled first"),
        (["roll 1 4 6", "Ana red 6"], "red 6: two of the dice have to make 6, and the last number of a row needs"),
        (["roll 1 4 6", "Ana red 14"], "'red 14' is not understood; say keep"),
        (["roll 6 6 6", "Ana red 12"], "red 12: two of the dice have to make 12, and the last number of a row needs"),
        (["roll 1 4 6", "Ana red 10", "Bo fails 1", "roll 1 4 6", "Ana red 5"], "red 5 lies before what is marked"),
        (
            ["roll 1 4 6", "Ana red 10", "Bo fails 1", "roll 1 4 6", "Ana red 10"],
            "red 10 is marked already; another box is needed",
        ),
        (["roll 1 4 6", "Ana pass"], "a mark can be made; nobody passes then"),
        (["roll 1 4 6", "Ana keep 1"], "no dice are kept in this game; now a box is marked"),
        (["roll 1 4 6", "Ana reveal"], "reveal is for the table to say"),
        (["roll 1 4 6", "table reveal"], "nobody has entered anything yet; there is nothing to reveal"),
        (["Ana absent", "Bo absent"], "somebody has to stay: Bo is the last one here"),
        (["roll 1 4 6", "Ana absent", "Ana red 5"], "Ana is away; back comes first, or back Ana by the table"),
    ],
)
def test_a_mark_that_may_not_be_is_refused_with_the_printed_name(lines: list[str], why: str) -> None:
    tables, table = opened("four-rows", "Ana", "Bo")
    assert [do(tables, table, line) for line in lines[:-1]] == [""] * (len(lines) - 1)
    assert do(tables, table, lines[-1]).startswith(why)


def test_who_is_away_passes_and_the_table_ends_a_round_for_those_who_sleep() -> None:
    tables, table = opened("four-rows", "Ana", "Bo", "Cy")
    for line in ("Bo absent", "roll 1 4 6", "Ana red 5", "table reveal"):
        assert do(tables, table, line) == "", line
    assert [marks(table, seat) for seat in range(3)] == [{"red.4": True}, {}, {}]
    last = table.play.last(table.state)
    assert last and [one.kind for _, one in last.moves] == ["mark.red", "missed", "missed"]
    assert table.play.TIMED and table.play.time_out(table.state) == ""
    for line in ("roll 1 4 6", "Ana red 7", "Bo back", "Ana red 10", "Cy red 5", "Bo blue 6", "Bo blue 5"):
        do(tables, table, line)
    assert marks(table, 1) == {"blue.8": True}, "who is back marks what the dice of this round make"
    for line in ("roll 1 1 1", "Ana absent", "Cy red 2", "Cy fails 1", "Bo absent"):
        do(tables, table, line)
    assert marks(table, 2) == {"red.4": True, "fails.1": True}, "the last one who is there ends the round"


def test_somebody_who_comes_late_begins_with_a_blank_sheet() -> None:
    tables, table = opened("four-rows", "Ana")
    for line in ("roll 1 4 6", "Ana red 5", "roll 1 4 6", "join Bo", "Ana red 7", "Ana red 10", "Bo red 5"):
        do(tables, table, line)
    assert [marks(table, seat) for seat in (0, 1)] == [{"red.4": True, "red.9": True}, {"red.4": True}]
    tables, table = opened("five-dice", "Ana")
    do(tables, table, "roll 1 1 1 1 1")
    assert do(tables, table, "join Bo") == "this game takes nobody in once it has begun; Bo can watch"


def test_whoever_is_away_in_turn_is_passed_over() -> None:
    tables, table = opened("five-dice", "Ana", "Bo")
    for line in ("roll 1 1 1 1 1", "Ana ones", "Bo absent", "roll 2 2 2 2 2", "Ana keep 2 2", "roll 3 3 3"):
        assert do(tables, table, line) == "", line
    assert do(tables, table, "Ana full house") == ""
    assert (marks(table, 0), marks(table, 1)) == ({"upper.ones": 5, "lower.full-house": 25}, {})
    assert table.play.active(table.state) == 0
    assert do(tables, table, "Bo back") == "" and table.play.round(table.state)[0] == 3


def test_the_end_is_where_the_file_says_it_is() -> None:
    tables, table = opened("four-rows", "Ana", "Bo")
    for number in (1, 2, 3, 4):
        for line in ("roll 1 1 1", f"Ana fails {number}", "Bo red 2" if number == 1 else f"Bo fails {number - 1}"):
            assert do(tables, table, line) == "", line
    assert table.over and [row.player for row in table.standings()] == ["Bo", "Ana"]
    assert do(tables, table, "undo") == "" and not table.over
    lines = [record.body for record in tables.store.read(table.id)]
    assert verify(lines, "log", tables.library).problems == ()


# ---------------------------------------------------------------------- pads


@pytest.mark.parametrize(
    ("game", "lines", "why"),
    [
        ("lantern-walk", ["Ana rose 4"], ""),
        ("lantern-walk", ["Bo moss 11 10 9"], ""),
        ("lantern-walk", ["Ana gusts 2"], ""),
        ("lantern-walk", ["Ana rose 4", "Ana rose 4 ."], ""),
        ("lantern-walk", ["Ana rose 4", "Ana rose 3"], "rose 3 lies before what is marked there already; marks go"),
        ("lantern-walk", ["Ana rose 12"], "rose 12: five lanterns burn before the last one"),
        ("lantern-walk", ["Ana rose 12", "anyway Ana rose 12"], ""),
        ("lantern-walk", ["Ana rose 13"], "rose has no box '13'; there are 2, 3,"),
        ("lantern-walk", ["rose 7"], "whose rose? Say a name first: Ana or Bo"),
        ("wild-land", ["Ana land c3r3 f", "Ana land c4r3 R"], ""),
        ("wild-land", ["Ana land c3r3 F", "Ana land c6r4 R"], "land c6r4 R: it touches nothing that is drawn already"),
        ("harbour-year", ["Ana fish c3r3 4", "Ana fish c4r3 4"], "fish c3r3: there is a 4 beside it already"),
        ("harbour-year", ["Ana fish 5"], "fish: in which box? There are c2r1, c3r1,"),
        ("harbour-year", ["Ana light 3", "Ana light 5"], ""),
        ("harbour-year", ["Ana light 3", "Ana light 2"], "light 2 2: the next box takes a number that beats the one"),
        ("harbour-year", ["Ana stalls 17", "Ana stalls 9"], ""),
        ("harbour-year", ["Ana ships keel"], "ships keel: no line leads there from what you have"),
    ],
)
def test_a_pad_takes_the_marks_that_may_be_next(game: str, lines: list[str], why: str) -> None:
    tables, table = opened(game, "Ana", "Bo", pad=True)
    *_, last = (do(tables, table, f"pad {line}") for line in lines)
    assert last.startswith(why) if why else last == ""


def test_what_really_stands_there_is_taken_anyway_and_is_a_problem() -> None:
    tables, table = opened("lantern-walk", "Ana", "Bo", pad=True)
    assert ANYWAY in do(tables, table, "pad Ana rose 12")
    assert do(tables, table, "pad anyway Ana rose 12") == ""
    assert table.counted is not None
    (problem,) = table.counted.verdict.sheets[0].problems
    assert problem.code == "may-not" and table.words().text(problem).startswith("rose 12: five lanterns burn")
    (note,) = history.notes(table)
    assert table.words().text(note).startswith("event 2, taken anyway on the word of Ana: rose 12: five lanterns")
    again = replay(table.events, table.id, tables.library)
    assert again.position.doubts == table.position.doubts and again.papers == table.papers


@pytest.mark.parametrize("game", ["lantern-walk", "wild-land", "harbour-year"])
def test_every_mark_that_a_pad_offers_is_taken_as_it_is_written(game: str) -> None:
    tables, table = opened(game, "Ana", "Bo", pad=True)
    for turn in range(24):
        offered = table.play.options(table.state, turn % 2, 400)
        if not offered:
            break
        option = offered[turn * 7 % len(offered)]
        before = dict(table.papers.own[turn % 2].get("play", {}))
        assert do(tables, table, f"{table.players[turn % 2]} {option.notation}") == "", option
        assert table.papers.own[turn % 2]["play"] == {**before, option.field: option.mark}
    assert table.counted is not None and table.counted.verdict.legal
    assert table.over is False and do(tables, table, "pad done") == "" and table.over
    lines = [record.body for record in tables.store.read(table.id)]
    assert verify(lines, "log", tables.library).problems == ()


def test_why_a_mark_may_not_be_is_said_in_polish() -> None:
    tables, table = opened("wild-land", "Ana", pad=True)
    do(tables, table, "pad land c3r3 F")
    told = do(tables, table, "pad land c6r4 R", "pl")
    assert told.startswith("land c6r4 R: nie styka się z niczym, co jest już narysowane")

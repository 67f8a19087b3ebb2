"""Tables that are kept by pad: what is typed becomes marks, the rules count them, any order gives the same."""

from __future__ import annotations

import re
from itertools import takewhile
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pnp.cli.language import spoken
from pnp.cli.table_text import help_lines
from pnp.games.library import SHIPPED
from pnp.play import events
from pnp.play.engine import Table, replay
from pnp.play.pad import PadPlay, PadState
from pnp.play.result import result_of
from pnp.play.tables import Tables
from pnp.sheets import layout
from pnp.sheets.own_rules import library_of
from pnp.words import say
from tests.memory_store import MemoryStore

GAMES = [name for name in SHIPPED.names() if SHIPPED.load(name).count]


def opened(game: str, players: tuple[str, ...] = ("Ana", "Bo")) -> tuple[Tables, Table]:
    tables = Tables(MemoryStore(), lambda: "2026-01-01T12:00:00Z")
    return tables, tables.open(game, players[: SHIPPED.load(game).PLAYERS[1]], pad=True)


def typed(game: str, *lines: str, players: tuple[str, ...] = ("Ana", "Bo")) -> Table:
    tables, table = opened(game, players)
    for line in lines:
        answer = tables.say(table, None, line)
        assert answer.ok, (line, table.words().text(answer.said or ""))
    return table


def refused(game: str, *lines: str, players: tuple[str, ...] = ("Ana", "Bo")) -> str:
    tables, table = opened(game, players)
    answers = [tables.say(table, None, line) for line in lines]
    assert all(answer.ok for answer in answers[:-1]) and not answers[-1].ok
    return table.words().text(answers[-1].said or "")


def marks(table: Table, sheet: str = "score", seat: int | None = None) -> dict[str, Any]:
    papers = table.papers
    return dict((papers.table if seat is None else papers.own[seat]).get(sheet, {}))


def pad_of(table: Table) -> PadPlay:
    assert isinstance(table.play, PadPlay)
    return table.play


@pytest.mark.parametrize(
    ("lines", "written"),
    [
        (["Ana tours 5"], {"p1.r1.tours": 5}),
        (["bo red 2"], {"p2.rooms.red": 2}),
        (["5"], {"p1.r1.tours": 5}),
        (["5 7 3"], {"p1.r1.tours": 5, "p2.r1.tours": 7, "p1.r1.dice": 3}),
        (["Ana tours 5", "Ana tours 9"], {"p1.r1.tours": 5, "p1.r2.tours": 9}),
        (["Ana tours 5 9 11"], {"p1.r1.tours": 5, "p1.r2.tours": 9, "p1.r3.tours": 11}),
        (["Ana tours 5", "ana round 1 tours 7"], {"p1.r1.tours": 7}),
        (["Ana tours 5", "a r1 to -"], {}),
        (["B adv 4"], {"p2.r1.advertising": 4}),
        (["Bo all rooms 9"], {"p2.rooms.all": 9}),
        (["tours 5"], {"p1.r1.tours": 5}),
        (["Bo trasy 5"], {"p2.r1.tours": 5}),
    ],
)
def test_words_become_marks(lines: list[str], written: dict[str, int]) -> None:
    assert marks(typed("dice-manor", *lines)) == written


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        (["Ann torus 5"], "such as Ann tours 5"),
        (["Ann tours"], "what stands in tours?"),
        (["red 2"], "whose red?"),
        (["An tours 1"], "may be Ann or Anton"),
        (["Ann ro 2"], "may be "),
        (["Ann tours 1 2 3 4 5"], "there are 4 boxes"),
        (["Ann tours 1 2 3 4", "Ann tours 5"], "all 4 boxes tours are filled in"),
        (["Ann hero 5 6"], "is not understood"),
        (["go on"], "nobody said that this was all"),
    ],
)
def test_what_is_refused_says_what_helps(lines: list[str], says: str) -> None:
    assert says in refused("dice-manor", *lines, players=("Ann", "Anton"))


def test_a_drawn_sheet_is_typed_by_rows_and_counts() -> None:
    lines = ["ana row 1 F F . F F F", "ana r2 DGG...", "ana cost 17", "ana furniture 12", "ana bonuses free extra"]
    written = marks(typed("house-of-dice", *lines), "play", 0)
    assert [written.get(f"house.c{column}r1") for column in range(1, 7)] == ["F", "F", None, "F", "F", "F"]
    assert sum(written[f"cost.{n}"] for n in range(1, 10)) == 17 and written["cost.9"] == 1
    assert sum(written.get(f"furniture.{n}") is True for n in range(1, 19)) == 12
    assert (written["bonuses.1"], written["bonuses.2"]) == ("free", "extra")


def test_a_count_takes_back_what_was_crossed_out_before() -> None:
    table = typed("house-of-dice", "Bo cost 17", "Bo cost 3")
    assert {id: n for id, n in marks(table, "play", 1).items() if id.startswith("cost")} == {"cost.1": 2, "cost.2": 1}


def test_the_pad_says_what_is_missing_then_who_is_first_and_can_be_gone_on_with() -> None:
    tables, table = opened("dice-miner")
    for number in range(18):
        wanted = [one for one in table.play.wanted(table.state) if one.must]
        assert wanted and not table.over
        assert tables.say(table, None, str(number % 5)).ok
    assert table.over and not table.play.wanted(table.state)
    assert [row.rank for row in table.standings()] == [1, 2]
    assert tables.say(table, 0, "tiebreak 5").ok
    assert marks(table)["p1.tiebreak"] == 5


def test_a_table_is_done_before_everything_is_written_when_it_says_so() -> None:
    table = typed("dice-city", "Ana tokens 9", "done")
    assert table.over and [row.player for row in table.standings()] == ["Ana", "Bo"]


@pytest.mark.parametrize(("lines", "best"), [(["Ana ones 3"], ()), (["Ana ones 3", "Bo ones 2"], ("Ana",))])
def test_nobody_is_called_first_as_long_as_a_sheet_is_missing(lines: list[str], best: tuple[str, ...]) -> None:
    table = typed("yacht", *lines, "done")
    assert table.over and table.play.view(table.state, None).headline == say("pad.over", best=best)


def test_what_can_not_be_is_told_and_not_refused() -> None:
    table = typed("dice-manor", "Ana tours 3", "Ana dice 7")
    view = table.play.view(table.state, None)
    assert any("3 written" in table.words().text(line) for line in view.lines)


def test_undo_redo_and_names_on_a_pad() -> None:
    tables, table = opened("dice-manor")
    tables.say(table, None, "Ana tours 5")
    tables.say(table, None, "Bo tours 7")
    assert tables.undo(table).ok and marks(table) == {"p1.r1.tours": 5}
    assert tables.redo(table).ok and marks(table) == {"p1.r1.tours": 5, "p2.r1.tours": 7}
    assert tables.write(table, "renamed", {"seat": 1, "name": "Bruno"}).ok
    assert tables.say(table, None, "bru dice 6").ok and marks(table)["p2.r1.dice"] == 6
    assert not tables.write(table, "left", {"seat": 0}).ok
    assert tables.write(table, "joined", {"name": "Cy", "id": 7}).ok
    assert tables.say(table, None, "Cy tours 9").ok and marks(table)["p3.r1.tours"] == 9


def test_a_log_holds_marks_and_not_the_names_of_boxes() -> None:
    table = typed("dice-manor", "Ana tours 5", "5 7")
    assert [(event.kind, event.data.get("marks")) for event in table.events[1:]] == [
        ("entered", {"p1.r1.tours": 5}),
        ("entered", {"p2.r1.tours": 5, "p1.r1.dice": 7}),
    ]
    lines = [events.line(event) for event in table.events]
    again = replay((event for _, event in events.read(lines, "log")), table.id)
    assert again.papers == table.papers and again.standings() == table.standings()


def test_nothing_is_written_where_one_of_several_values_is_wrong() -> None:
    tables, table = opened("house-of-dice")
    assert not tables.say(table, None, "Ana row 1 F F F F F Q").ok
    assert table.seq == 1 and not table.papers.own[0]


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_any_order_of_entry_gives_the_same_totals(game: str, data: st.DataObject) -> None:
    tables, first = opened(game, ("Ana", "Bo", "Cy"))
    due = pad_of(first).due(first.state)
    numbers = data.draw(st.lists(st.integers(-5, 40), min_size=len(due), max_size=len(due)))
    writes = [
        {"seat": box.whose, "sheet": box.sheet, "marks": {box.fields[0].id: number}}
        for box, number in zip(due, numbers, strict=True)
    ]
    for write in writes:
        assert tables.write(first, "entered", write).ok
    tables, second = opened(game, ("Ana", "Bo", "Cy"))
    for write in data.draw(st.permutations(writes)):
        assert tables.write(second, "entered", write).ok
    assert second.papers == first.papers
    assert second.standings() == first.standings()
    assert result_of(second) == result_of(first)._replace(id=second.id)
    assert second.over == first.over == bool(due)


@pytest.mark.parametrize("game", GAMES)
def test_marks_and_pad_agree(game: str) -> None:
    """What the pad shows as filled in is what the sheets say, and it walks through every box that people fill in."""
    tables, table = opened(game, ("Ana", "Bo"))
    pad, steps = pad_of(table), 0
    while due := pad.due(table.state):
        steps += 1
        assert tables.say(table, None, "1").ok
        assert due[0].text(table.state.marks(due[0])) == "1" and due[0] not in pad.due(table.state)
    assert isinstance(table.state, PadState) and table.over == bool(steps)
    shown = {(name, seat): made for name, seat, made in pad.marks(table.state, None)}
    for (name, seat), written in shown.items():
        assert marks(table, name, seat).items() <= written.items()


def test_a_pad_without_boxes_that_are_due_says_what_to_do() -> None:
    own = library_of(layout.LAYOUTS / "examples" / "lantern-walk.toml")
    table = Tables(MemoryStore(), lambda: "2026-01-01T12:00:00Z", own).open("lantern-walk", ["Ana", "Bo"], pad=True)
    assert table.words().text(table.play.view(table.state, None).headline) == "Write down what you score"


def printed_words(table: Table) -> list[str]:
    """What the help of a pad says that can be typed."""
    lines = takewhile(bool, help_lines(table, spoken("en", table.words())))
    words = [re.split(" {2,}", part)[0] for line in lines for part in line.split(";  ")]
    example = pad_of(table).example(table.state).removeprefix(f"{table.players[0]} ")
    return [one.replace("\u2026", example) for one in words if one not in ("-", "Enter")]


@pytest.mark.parametrize("game", GAMES)
def test_what_help_and_examples_say_is_taken(game: str) -> None:
    tables, table = opened(game)
    for words in [*printed_words(table), "such as"]:
        answer = tables.say(table, None, words)
        assert answer.ok or words == "such as", (words, answer.said)
    assert tables.say(table, None, answer.said.facts["example"]).ok  # type: ignore[union-attr, index]
    while due := [one for one in table.play.wanted(table.state) if one.seat is not None]:
        words = f"{table.players[due[0].seat or 0]} {due[0].example}"
        assert tables.say(table, None, words).ok, words


@pytest.mark.parametrize(
    ("words", "written"),
    [
        ("Ana ships 5", {"p1.ships": 5}),
        ("Bo bandits 7", {"p2.bandits": 7}),
        ("Bo bandyci 7", {"p2.bandits": 7}),
        ("ends bandits x", {"ends.bandits": True}),
        ("bandit2 1", {"piles.bandit2.1": True}),
    ],
)
def test_a_whole_name_comes_before_the_end_of_another(words: str, written: dict[str, Any]) -> None:
    assert marks(typed("dice-city", words)) == written


@pytest.mark.parametrize("language", ["en", "pl"])
@pytest.mark.parametrize("game", GAMES)
def test_rows_of_a_pad_differ_in_name(game: str, language: str) -> None:
    _, table = opened(game)
    words = table.words(language)
    names = [row.box.name.in_words(words) for row in pad_of(table).rows(table.state)]
    assert len({*names}) == len(names), names
    assert language == "en" or not any(re.search(r"\bVP\b", name) for name in names)

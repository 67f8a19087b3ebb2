"""Lines as people type them, in a pipe: numbers of the list, names, dice, votes, and what a wrong line is told."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from memory_store import MemoryStore

from pnp.cli.typed_lines import TypedLines
from pnp.play.tables import Tables

Run = Callable[..., Any]


@pytest.fixture
def tables() -> Tables:
    return Tables(MemoryStore(), lambda: "2026-01-01T00:00:00+00:00")


def at_table(
    tables: Tables, *lines: str, players: tuple[str, ...] = ("Ana", "Bo"), game: str = "house-of-dice"
) -> TypedLines:
    typed = TypedLines(tables, tables.open(game, players, dice="physical"))
    for line in lines:
        heard = typed.hear(line)
        assert heard.answer.ok, (line, heard)
    return typed


def told(typed: TypedLines, line: str) -> str:
    answer = typed.hear(line).answer
    assert not answer.ok
    return typed.words.text(answer.said or "")


def words_said(typed: TypedLines) -> list[str]:
    return [event.data["words"] for event in typed.table.events if event.kind == "said"]


def test_a_move_by_its_number(tables: Tables) -> None:
    typed = at_table(tables, "1 3 5")
    listed = typed.hear("?").options
    assert listed and [one.notation for one in listed.options][:2] == ["W12$5", "W13$5"]
    assert typed.hear("2").answer.ok and words_said(typed) == ["W13$5"]
    assert typed.hear("Bo: 1").answer.ok and words_said(typed)[-1] == "W12$5"


def test_a_number_means_the_list_that_was_shown(tables: Tables) -> None:
    typed = at_table(tables, "1 3 5")
    free = typed.hear("? 3 For nothing").options
    assert free and {one.bonus for one in free.options} == {"free"}
    assert told(typed, "99") == f"there is no number 99 in the list; it has 1 to {len(free.options)}"
    assert typed.hear("2").answer.ok and words_said(typed) == [free.options[1].notation]


def test_several_ways_are_offered_and_one_is_chosen(tables: Tables) -> None:
    typed = at_table(tables, "1 3 5")
    heard = typed.hear("window 1")
    assert heard.options and [one.notation for one in heard.options.options] == ["W12$5", "W13$5", "W14$5"]
    assert typed.words.text(heard.answer.said or "") == "'window 1' can be done in 3 ways; say which"
    assert typed.hear("3").answer.ok and words_said(typed) == ["W14$5"]


def test_options_are_grouped_and_bonuses_come_one_at_a_time(tables: Tables) -> None:
    typed = at_table(tables, "1 3 5")
    listed = typed.hear("?").options
    assert listed and [group.heading for group in listed.groups] == ["Draw a part", "Furniture", "reroll (Roll again)"]
    assert all(not one.bonus or one.bonus == "reroll" for one in listed.options)
    assert [bonus for bonus, _ in listed.bonuses][:3] == ["nudge", "free", "extra"]
    assert dict(listed.bonuses)["nudge"] == 84
    everything = typed.hear("??").options
    assert everything and not everything.bonuses and len(everything.options) > 300


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("Bob: F31$5", "'Bob' is no player; there are Ana, Anton, Bo"),
        ("An: F31$5", "'An' may be Ana or Anton; a few more letters tell"),
        ("? An", "'An' may be Ana or Anton; a few more letters tell"),
        ("sheet an", "'an' may be Ana or Anton; a few more letters tell"),
        ("peek Zoe", "'Zoe' is no player; there are Ana, Anton, Bo"),
        ("undo -1", "undo takes a number of events, such as undo 3, and then a reason; '-1' is none"),
        ("undo x", "undo takes a number of events, such as undo 3, and then a reason; 'x' is none"),
    ],
)
def test_a_wrong_line_is_told_what_is_wrong(tables: Tables, line: str, said: str) -> None:
    typed = at_table(tables, "1 3 5", players=("Ana", "Anton", "Bo"))
    assert told(typed, line) == said
    assert typed.table.seq == 2


def test_a_box_is_called_as_it_is_printed_in_the_language_of_the_table(tables: Tables) -> None:
    table = tables.open("yacht", ("Ana", "Bo"), dice="physical")
    for language, line in (("pl", "czwórki"), ("pl", "Mały strit"), ("en", "four of a kind"), ("en", "big straight")):
        typed = TypedLines(tables, table, language)
        assert typed.hear("1 2 3 4 5").answer.ok and typed.hear(line).answer.ok, line
    assert words_said(typed) == ["fours", "little-straight", "four of a kind", "big straight"]
    assert typed.hear("1 2 3 4 5").answer.ok
    assert "jedynki, dwójki" in TypedLines(tables, table, "pl").words.text(typed.hear("foo").answer.said or "")


ARMY = ("1 1 1 1 1", "1 1 1 1 1", "yellow use: sword 8", "next")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("attack bandit 3", "the defence of a bandit of 3 VP is not known; write it behind: strength 4"),
        (
            "5",
            "5 leaves open what only the card tells; write it as it is printed there, such as attack bandit 4 strength 1",
        ),
        ("yellow use: wood 2", "the step in which the dice are used is over; what comes later, or end, is allowed"),
    ],
)
def test_what_a_card_says_is_asked_for_and_a_used_die_is_no_player(tables: Tables, line: str, said: str) -> None:
    typed = at_table(tables, *ARMY, game="dice-city")
    assert told(typed, line) == said
    assert typed.hear("attack bandit 4 strength 3").answer.ok and typed.hear("attack bandit 4").answer.ok
    assert typed.table.state.strength == 2 and typed.table.state.seats[0].bandits == (4, 4)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("7 1 1", "die: 7 is no face; it shows 1 to 6"),
        ("711", "die: 7 is no face; it shows 1 to 6"),
        ("1 2", "2 dice; 3 are to be rolled"),
        ("1 2 3 4", "4 dice; 3 are to be rolled"),
    ],
)
def test_wrong_dice_are_told_what_is_right(tables: Tables, line: str, said: str) -> None:
    assert told(at_table(tables), line) == said


def test_free_is_a_bonus_and_nobody_is_sent_elsewhere(tables: Tables) -> None:
    heard = at_table(tables, "1 3 5").hear("free")
    assert heard.options and {one.bonus for one in heard.options.options} == {"free"}
    assert "did you mean" not in told(at_table(tables, "1 3 5"), "freeze")


def test_words_that_only_the_table_or_one_player_can_say(tables: Tables) -> None:
    typed = at_table(tables, "1 3 5", "F3", players=("Ana", "Bo", "Cy"))
    assert typed.turn() == 1 and typed.hear("reroll").answer.ok
    assert typed.table.events[-1].data == {"seat": 0, "words": "reroll"}
    assert typed.hear("1 3 5").answer.ok and typed.hear("absent Cy").answer.ok
    assert typed.table.events[-1].data == {"seat": None, "words": "absent Cy"}


def test_votes_without_a_name_go_from_player_to_player(tables: Tables) -> None:
    typed = at_table(tables, "table: paper", players=("Ana", "Bo", "Cy"))
    for words in ("vote bo", "vote c", "vote Bo"):
        assert typed.hear(words).answer.ok
    vote = typed.table.play.vote(typed.table.state)
    assert vote and vote.given == (1, 2, 1) and typed.turn() is None
    assert typed.hear("close vote").answer.ok
    assert typed.words.text(typed.table.play.view(typed.table.state, None).headline).endswith("Bo, 2 votes")


def test_json_tells_the_roll_and_what_lies_there(pnp: Run) -> None:
    done = pnp(
        "play", "yacht", "--players", "Ana", "--dice", "physical", "--json", input=b"1 2 3 4 6\nkeep 6\n1 1 1 1\n"
    )
    opened, first, kept, second = map(json.loads, done.out.splitlines())
    assert (opened["rolled"], opened["lying"]) == ([], [])
    assert (first["rolled"], [one["face"] for one in first["lying"]]) == ([1, 2, 3, 4, 6], [1, 2, 3, 4, 6])
    assert kept["rolled"] == first["rolled"]
    assert (second["rolled"], sorted(one["face"] for one in second["lying"])) == ([1, 1, 1, 1], [1, 1, 1, 1, 6])
    city = pnp(
        "play", "dice-city", "--players", "Ana,Bo", "--dice", "physical", "--json", input=b"1 2 3 4 5\n6 6 6 6 6\n"
    )
    lying = json.loads(city.out.splitlines()[-1])["lying"]
    assert [(one["name"], one["face"]) for one in lying][:2] == [("white", 1), ("yellow", 2)]


def test_last_means_the_latest_table_everywhere(pnp: Run, tmp_path: Path) -> None:
    assert "there is no table yet" in pnp("results", "last").err
    first = pnp("play", "house-of-dice", "--players", "Ana,Bo", "--json", input=b"roll\n")
    name = json.loads(first.out.splitlines()[0])["table"]
    assert f"table {name}, running" in pnp("results", "last").out
    assert pnp("results", "LAST", "--format", "log").out.count("\n") == 2
    same = pnp("play", "house-of-dice", "--players", "Cy,Di", "--same-dice-as", "last", "--json", input=b"roll\n")
    assert json.loads(same.out.splitlines()[1])["rolled"] == json.loads(first.out.splitlines()[1])["rolled"]
    assert pnp("print", "house-of-dice", "--table", "last", "--out", str(tmp_path / "sheets.pdf")).code == 0
    gone = json.loads(same.out.splitlines()[0])["table"]
    assert gone in pnp("results", "last", "--delete").out


def test_the_hint_to_go_on_has_the_rules_and_the_database(pnp: Run, tmp_path: Path) -> None:
    pnp("new", "lucky-climb", "--play")
    call = ("play", "lucky-climb", "--rules", "lucky_climb.py", "--players", "Ana,Bo", "--db", "my tables.db")
    last = pnp(*call, input=b"roll\n").out.splitlines()[-1]
    hint = last.partition("is saved: ")[2].removesuffix(" goes on")
    assert hint.endswith("--db 'my tables.db' --rules lucky_climb.py")

    assert pnp("play", "--table", "last", "--db", "my tables.db", "--rules", "lucky_climb.py").code == 0

"""`pnp play` as people and programs use it: in a pipe, as JSON, with a database that can't be used."""

from __future__ import annotations

import io
import json
import os
import random
import re
import select
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from memory_store import MemoryStore

from pnp.play.tables import Tables

PROGRAM = Path(sys.executable).parent / "pnp"
HOUSE = ("play", "house-of-dice", "--players", "Ana,Bo", "--dice", "physical")
FIRST_ROUND = ("2 4 6", "Ana: D42$6", "Bo: +2$4")
PATIENCE = 120.0
"""Seconds after which a test has failed, however slow the machine is."""
Run = Callable[..., Any]


class Done(NamedTuple):
    """What a call left behind: its exit code and what it said."""

    code: int
    out: str
    err: str


@pytest.fixture(autouse=True)
def own_database(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PNP_DB", raising=False)
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "data" / "tables.db"


def text(*lines: str) -> bytes:
    return "".join(line + "\n" for line in lines).encode()


@pytest.fixture
def talk(pnp: Run) -> Run:
    """Say some lines to a table; the output and the exit code."""

    def run(args: tuple[str, ...], *lines: str, code: int = 0) -> str:
        done = pnp(*args, input=text(*lines))
        assert (done.code, done.err) == (code, ""), done
        return str(done.out)

    return run


@pytest.fixture
def ask(call: Run, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Say some lines with --json, in this process; one answer for the greeting and for every line."""

    def run(args: tuple[str, ...], *lines: str, code: int = 0) -> list[dict[str, Any]]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text(*lines)), "utf-8"))
        done = call(*args, "--json")
        assert (done.code, done.err) == (code, ""), done
        answers = [json.loads(line) for line in done.out.splitlines()]
        assert len(answers) == 1 + len(lines)
        return answers

    return run


def id_of(out: str) -> str:
    found = re.search(r"table ([0-9A-Z]{6})", out)
    assert found, out
    return found[1]


def where(answer: dict[str, Any]) -> dict[str, Any]:
    """What an answer tells of the table, without what became of the line."""
    return {key: value for key, value in answer.items() if key not in ("ok", "code", "message", "facts")}


# ---------------------------------------------------------------------------------------- in a pipe


def test_rounds_in_a_pipe(talk: Run) -> None:
    out = talk(HOUSE, *FIRST_ROUND, "1 1 5", "score")
    assert out.startswith("House of Dice, table ")
    assert "Round 1 of 24: Ana rolls" in out and "to roll: 3 dice" in out
    assert "Round 1 of 24, Ana is active: dice 2 4 6, waiting for Bo" in out
    assert "Round 2 of 24: Bo rolls" in out
    assert "Round 2 of 24, Bo is active: dice 1 1 5, waiting for Ana and Bo" in out
    assert out.splitlines()[-1] == f"table {id_of(out)} is saved: pnp play --table {id_of(out)} goes on"
    assert "\x1b" not in out and " > " not in out


def test_the_dice_of_whoever_acts_are_shown(talk: Run) -> None:
    """All of them, those that were kept too, and not those that somebody else rolled last."""
    out = talk(("play", "yacht", "--players", "Ana", "--dice", "physical"), "1 2 3 4 6", "keep 6", "6 6 6 6")
    assert out.count("┌───────┐") == 10
    city = ("play", "dice-city", "--players", "Ana,Bo", "--dice", "physical")
    out = talk(city, "1 1 1 1 1", "2 2 2 2 2", "white pass")
    assert "rolled just now: 1 1 1 1 1" in out
    assert [line for line in out.splitlines() if "●" in line] == [
        "│   ●   │ " * 4 + "│   ●   │",
        "│   ●   │ " * 3 + "│   ●   │",
    ]
    assert "  yellow     red       blue     black" in out


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("Ana: W99$9", ""),
        ("Ana: W32$4", ""),
        ("bogus", ""),
        ("Cy: D42$6", ""),
        ("table: D42$6", ""),
        ("1 2 3", ""),
        ("roll", "no-roll-now"),
        ("redo", "nothing-to-redo"),
        ("undo 99", "nothing-to-undo"),
        ("correct 12 D42$6", "no-such-event"),
        ("correct D42$6", "no-such-event"),
        ("correct 2 7 1 1", "wrong-face"),
        ("? Zoe", "no-such-seat"),
        ("sheet Zoe", "no-such-seat"),
        ("Ana: " + "W" * 3000, "no-words"),
    ],
)
def test_a_refused_line_changes_nothing(talk: Run, ask: Run, line: str, code: str) -> None:
    _, before, refused, after = ask(HOUSE, "2 4 6", line, "score", code=1)
    assert (before["ok"], refused["ok"], after["ok"]) == (True, False, True)
    assert refused["message"] and refused["code"] and (not code or refused["code"] == code)
    assert where(before) == where(refused) == where(after)
    out = talk(("play", "--table", before["table"]), line, "log", code=1)
    assert f"✗ {refused['message']}" in out.splitlines()
    assert out.splitlines()[-3:-1] == ["  1  opened", "  2  dice 2 4 6"]


def test_a_refused_line_does_not_end_the_talk(talk: Run) -> None:
    out = talk(HOUSE, "2 4 6", "nonsense", "Ana: D42$6", "Bo: D42$6", "log", code=1)
    assert out.count("✗ ") == 1
    assert "  3  Ana: D42$6" in out and "  4  Bo: D42$6" in out


@pytest.mark.parametrize(
    "lines",
    [
        ("2 4 6", "ana: d42$6", "BO:+2$4"),
        ("  2,4,6  ", "  Ana :  D 42 $6", "bo:  + 2 $ 4 "),
        ("246", "1: D42$6", "2: +2$4"),
        ("ROLL 2 4 6", "a: D42$6", "b: +2$4"),
        ("2;4;6\r", "d42$6\r", "+2$4\r"),
        ("", "2 4 6", "", "D42$6", "+2$4", ""),
    ],
)
def test_case_and_spaces_are_forgiven(ask: Run, lines: tuple[str, ...]) -> None:
    plain, forgiving = ask(HOUSE, *FIRST_ROUND, "sheet")[-1], ask(HOUSE, *lines, "SHEET ")[-1]
    assert forgiving["document"] == plain["document"]
    assert forgiving["document"]["sheets"][0]["moves"] == ["D42$6"]


def test_the_table_reveals(ask: Run) -> None:
    host = (*HOUSE, "--option", "reveal=host")
    *_, all_in, revealed, sheet = ask(host, *FIRST_ROUND, "table: reveal", "sheet")
    assert (all_in["round"], revealed["round"]) == (1, 2)
    assert [one for one in all_in["wanted"] if one["must"]] == [
        {"player": None, "what": "the reveal", "example": "reveal", "must": True, "secret": False}
    ]
    assert [one["moves"] for one in sheet["document"]["sheets"]] == [["D42$6"], ["+2$4"]]
    assert ask(host, *FIRST_ROUND, "TABLE : Reveal")[-1]["round"] == 2
    assert ask(host, *FIRST_ROUND, ": reveal")[-1]["round"] == 2


def test_a_table_is_saved_and_resumed(talk: Run, ask: Run, pnp: Run) -> None:
    first = id_of(talk(HOUSE, *FIRST_ROUND))
    second = id_of(talk(("play", "dice-miner-solo", "--players", "Cy")))
    (there,) = ask(("play", "--table", first))
    assert (there["table"], there["seq"], there["round"], there["ok"]) == (first, 4, 2, True)
    assert ask(("play", "house-of-dice", "--table", first.lower()))[0]["seq"] == 4
    assert ask(("play", "--table", "last"))[0]["table"] == second
    time.sleep(1.1)  # times are told to the second
    talk(("play", "--table", first), "1 1 5")
    assert ask(("play", "--table", "last"))[0]["seq"] == 5
    assert pnp("play", "--table", "last", "--db", "other.db").code == 2


def test_undo_and_redo(ask: Run) -> None:
    answers = ask(
        HOUSE, *FIRST_ROUND, "undo", "redo", "UNDO 2 spilled the coffee", "redo", "redo", "undo 1 a reason", "log"
    )
    assert [answer["round"] for answer in answers] == [1, 1, 1, 2, 1, 2, 1, 1, 2, 1, 1]
    assert [answer["seq"] for answer in answers[3:]] == [4, 5, 6, 7, 8, 9, 10, 10]
    assert answers[-1]["log"] == [
        {"seq": 1, "what": "opened"},
        {"seq": 2, "what": "dice 2 4 6"},
        {"seq": 3, "what": "Ana: (secret)"},
    ]


def test_redo_goes_where_the_table_was_last(ask: Run) -> None:
    *_, log = ask(HOUSE, *FIRST_ROUND, "undo", "Bo: +4$2", "undo", "redo", "log")
    assert log["log"][-1] == {"seq": 6, "what": "Bo: +4$2"}


def test_a_correction(ask: Run, talk: Run) -> None:
    *_, corrected, sheet = ask(HOUSE, *FIRST_ROUND, "1 1 5", "correct 3 +4$2 # misheard", "sheet")
    assert corrected["ok"] and (corrected["round"], corrected["seq"]) == (2, 6)
    assert [one["moves"] for one in sheet["document"]["sheets"]] == [["+4$2"], ["+2$4"]]
    out = talk(("play", "--table", sheet["table"]), "correct 3 W99$9", "correct 2 6 6 6?", "log", code=1)
    assert "✗" in out and "would no longer fit" in out
    assert [line.split() for line in out.splitlines()[-7:-1]] == [
        ["1", "opened"], ["2", "dice", "2", "4", "6"], ["3", "Ana:", "+4$2"], ["4", "Bo:", "+2$4"], ["5", "dice", "1", "1", "5"],
        ["6", "event", "3", "corrected", "(misheard)"],
    ]  # fmt: skip


def test_what_may_be_done(talk: Run, ask: Run) -> None:
    *_, mine, everything, theirs, table = ask(HOUSE, "2 4 6", "?", "??", "? bo", "? table")
    assert {"D42$6", "+2$4", "reroll"} <= {option["words"] for option in mine["options"]}
    assert len(everything["options"]) > len(mine["options"]) == 200
    assert "reroll" not in {option["words"] for option in theirs["options"]}
    assert {option["words"] for option in table["options"]} == {"absent Ana", "absent Bo"}
    out = talk(HOUSE, "2 4 6", "?", "? Bo", "??", "? table")
    assert out.count("Ana may say:") == 2 and out.count("Bo may say:") == 1 and "the table may say:" in out
    assert len(re.findall(r"^ +\d+  D42\$6 ", out, re.MULTILINE)) == 3
    assert "door in column 4, row 2 for 2, 22 left" in out


def test_sheets_ranking_and_help(talk: Run, ask: Run) -> None:
    before, both, mine, score, help = (
        talk(HOUSE, *FIRST_ROUND, line) for line in ("", "sheet", "sheet bo", "score", "HELP")
    )
    picture = "  6   .   .   .   .   .   ."
    assert [out.count(picture) for out in (before, both, mine)] == [0, 2, 1]
    assert "last move +2$4" in mine and "last move D42$6" not in mine
    assert re.search(r"^  1\.  \w+ +-?\d+", score, re.MULTILINE) and "  2.  " in score
    assert "correct 12 WORDS # a reason" in help
    assert "undo, redo" in "\n".join(ask(HOUSE, "help")[-1]["help"])


def test_closing(ask: Run, talk: Run) -> None:
    opened, rolled, closed, refused, undone = ask(
        ("play", "house-of-dice", "--players", "Ana,Bo"), "roll", "close", "Ana: pass", "undo", code=1
    )
    assert re.fullmatch("[0-9a-f]{64}", opened["commitment"]) and "commitment" not in rolled
    assert re.fullmatch("[0-9a-f]{64}", closed["secret"]) and closed["secret"] != opened["commitment"]
    assert (refused["code"], undone["code"]) == ("closed", "closed")
    assert "the secret of the dice: " in talk(("play", "house-of-dice", "--players", "Ana,Bo"), "roll", "close")
    assert "secret of the dice" not in talk(HOUSE, "close")


@pytest.mark.parametrize("word", ["quit", " Q ", "EXIT"])
def test_leaving(talk: Run, word: str) -> None:
    out = talk(HOUSE, "2 4 6", word, "nonsense that nobody hears")
    assert "nonsense" not in out and out.splitlines()[-1].endswith("goes on")


def test_an_answer_comes_before_the_next_line_is_sent(tmp_path: Path) -> None:
    env = {**os.environ, "PNP_DATA": str(tmp_path / "data")}
    with subprocess.Popen(
        [PROGRAM, *HOUSE, "--json"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=env, cwd=tmp_path
    ) as program:
        assert program.stdin and program.stdout
        for line in (None, b"2 4 6\n", b"\n", b"nonsense\n"):
            if line:
                program.stdin.write(line)
                program.stdin.flush()
            assert select.select([program.stdout], [], [], PATIENCE)[0], f"no answer to {line!r}"
            assert json.loads(program.stdout.readline())["ok"] == (line != b"nonsense\n")
        program.stdin.close()
        assert program.wait(PATIENCE) == 1


def test_bytes_that_are_no_text_are_refused(pnp: Run) -> None:
    for encoding in ("utf-8:strict", "ascii"):
        done = pnp(*HOUSE, input=b"2 4 6\nAna: D4\xff$6\nundo \xfe\n? \xff\nlog\n", env={"PYTHONIOENCODING": encoding})
        assert (done.code, done.err) == (1, "")
        assert done.out.splitlines()[-3:-1] == ["  1  opened", "  2  dice 2 4 6"]


def test_duplicate_play_with_the_same_dice(ask: Run, talk: Run) -> None:
    virtual = ("play", "house-of-dice", "--players", "Ana,Bo")
    first = ask(virtual, "roll")[-1]
    logs = [
        ask(("play", "--table", first["table"]), "log")[-1]["log"][1],
        ask((*virtual, "--same-dice-as", first["table"].lower()), "roll", "log")[-1]["log"][1],
    ]
    assert logs[0] == logs[1] and logs[0]["what"].startswith("dice ")


@pytest.mark.parametrize(
    ("game", "rounds"), [("dice-miner-solo", 0), ("dice-city-solo", 15), ("dice-city", 0), ("dice-manor", 4)]
)
def test_other_games_are_played_by_what_they_ask_for(ask: Run, game: str, rounds: int) -> None:
    """Answers tell all that a program needs: it rolls when dice are wanted and says what is offered first."""
    players = "Ana" if game.endswith("solo") else "Ana,Bo"
    answer = ask(("play", game, "--turns", "--players", players))[0]
    resume = ("play", game, "--table", answer["table"])
    for _ in range(3):
        while answer["dice"]:
            answer = ask(resume, "roll")[-1]
        player = next((one["player"] for one in answer["wanted"] if one["must"]), answer["wanted"][0]["player"])
        offered = ask(resume, f"? {player or 'table'}")[-1]["options"]
        before = answer["seq"]
        words = next((one["words"] for one in offered if one["words"] != "end"), "end")
        answer = ask(resume, f"{player or 'table'}: {words}")[-1]
        assert answer["ok"] and answer["seq"] == before + 1
    assert (answer["game"], answer["over"]) == (game, False)
    assert rounds in (0, answer["rounds"])


# ---------------------------------------------------------------------------------------- secrets


def test_nothing_shows_an_entry_before_the_reveal(pnp: Run, call: Run, ask: Run) -> None:
    """Ana's entry is in the input and the database, and nowhere else until Bo has entered."""
    lines = (
        "2 4 6",
        "Ana: G62$4",
        "log",
        "sheet",
        "sheet Ana",
        "score",
        "Bo: W99$9",
        "undo",
        "redo",
        "correct 3 G99$4",
    )
    for kind in ((), ("--json",)):
        done = pnp(*HOUSE, *kind, input=text(*lines))
        assert done.code == 1
        assert "G62$4" not in done.out and done.out.count("Ana: (secret)") == 1
        assert "Ana" in done.out and (kind or "has entered" in done.out)
        id = json.loads(done.out.splitlines()[0])["table"] if kind else id_of(done.out)
        for args in (("results",), ("results", id), ("results", id, "--json"), ("results", "--format", "csv")):
            assert "G62$4" not in call(*args).out
        assert "Ana: G62$4" in pnp("play", "--table", id, *kind, input=text("Bo: +2$4", "log")).out


def test_peeking_is_asked_for(ask: Run, talk: Run) -> None:
    *_, mine, theirs = ask(HOUSE, "2 4 6", "Ana: G62$4", "peek Ana", "peek Bo")
    assert "entered G62$4" in "\n".join(mine["view"]) and "G62$4" not in "\n".join(theirs["view"])
    assert talk(("play", "--table", "last"), "peek ana").count("entered G62$4") == 1
    assert ask(HOUSE, "peek Zoe", code=1)[-1]["code"] == "no-such-seat"


def test_what_is_offered_tells_nothing_of_an_entry(ask: Run) -> None:
    for line in ("? Bo", "?? Bo", "? table"):
        first, second = (ask(HOUSE, "2 4 6", f"Ana: {said}", line)[-1] for said in ("G62$4", "+2$4"))
        assert first["options"] == second["options"] and first["wanted"] == second["wanted"]


def test_votes_are_secret_too(ask: Run) -> None:
    tables = Tables(MemoryStore(), lambda: "")
    table = tables.open("house-of-dice", ["Ana", "Bo"], dice="physical")
    said = []
    while not table.over:
        tables.roll(table, [1 + len(said) % 6, 3, 5])
        said.append(" ".join(map(str, table.events[-1].data["dice"])))
        for seat, name in ((0, "Ana"), (1, "Bo")):
            words = table.play.options(table.state, seat)[0].notation
            assert tables.say(table, seat, words).ok
            said.append(f"{name}: {words}")
    *_, voted, log = ask(HOUSE, *said, "Ana: vote Bo", "log")
    assert (voted["over"], log["log"][-1]["what"]) == (True, "Ana: (secret)")
    assert "vote Bo" in ask(("play", "--table", log["table"]), "close vote", "log")[-1]["log"][-2]["what"]


# ---------------------------------------------------------------------------------------- wrong calls


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ((), "name a game, or a table to go on with: pnp play house-of-dice --players Ana,Bo"),
        (("chess", "--players", "Ana,Bo"), "'chess' is no game that has rules; there are dice-city,"),
        (("hous-of-dice", "--players", "Ana,Bo"), "'hous-of-dice' is no game that has rules"),
        (("chess", "--players", "Ana,Bo"), "'chess' is no game that has rules"),
        (("house-of-dice",), "house-of-dice is for 2 to 6 players; 0 were named"),
        (("house-of-dice", "--players", "Ana"), "house-of-dice is for 2 to 6 players; 1 were named"),
        (("house-of-dice", "--players", "A,B,C,D,E,F,G"), "house-of-dice is for 2 to 6 players; 7 were named"),
        (("dice-city-solo", "--players", "Ana,Bo"), "dice-city-solo is for 1 player; 2 were named"),
        (("house-of-dice", "--players", "Ana,ANA"), "two players have the same name"),
        (("house-of-dice", "--players", "Ana,,Bo"), "a player's name is empty"),
        (("house-of-dice", "--players", "Ana,B\x07o"), "--players: '\\x07' in a name"),
        (("house-of-dice", "--players", "Ana," + "o" * 999), "--players: a name of 999 characters"),
        (("house-of-dice", "--players", "Ana,Bo", "--option", "reveal"), "--option 'reveal': name=value is allowed"),
        (("house-of-dice", "--players", "Ana,Bo", "--option", "speed=9"), "'speed' is no option"),
        (("house-of-dice", "--players", "Ana,Bo", "--option", "reveal=no"), "reveal: 'no' is not one of auto, host"),
        (("house-of-dice", "--players", "Ana,Bo", "--option", "reveal=\udcff"), "half a character"),
        (("house-of-dice", "--players", "Ana,Bo", "--dice", "loaded"), "'loaded' is not one of virtual, physical"),
        (("house-of-dice", "--players", "Ana,Bo", "--same-dice-as", "NOPE11"), "no table of that name with virtual"),
        (("house-of-dice", "--players", "Ana,Bo", "--same-dice-as", "\udcff"), "no table of that name with virtual"),
        (("--table", "last"), "there is no table yet"),
        (("--table", "NOPE11"), "table 'NOPE11': there is no such table"),
        (("--table", "\udcff"), "there is no such table"),
        (("none", "--players", "Ana,Bo", "--rules", "none.py"), "none.py: can't be read"),
        (("house-of-dice", "--players", "Ana,Bo", "--edition", "none.toml"), "none.toml"),
    ],
)
def test_a_wrong_call_is_one_line(call: Run, refusal: Run, args: tuple[str, ...], said: str) -> None:
    assert said in refusal(call("play", *args))
    assert json.loads(call("results", "--json").out) == {"tables": []}


def test_a_wrong_call_about_a_table(talk: Run, pnp: Run, refusal: Run) -> None:
    id = id_of(talk(HOUSE, "2 4 6"))
    assert refusal(pnp("play", "dice-city", "--table", id)) == f"table {id} plays house-of-dice, not dice-city"
    same = pnp("play", "house-of-dice", "--players", "Ana,Bo", "--same-dice-as", id)
    assert "there is no table of that name with virtual dice" in refusal(same)
    for more in (("--players", "Ana,Bo"), ("--option", "reveal=host"), ("--same-dice-as", id)):
        assert "--table goes on with what was agreed" in refusal(pnp("play", "--table", id, *more))
    virtual = id_of(talk(("play", "house-of-dice", "--players", "Ana,Bo")))
    physical = pnp("play", "house-of-dice", "--players", "Ana,Bo", "--dice", "physical", "--same-dice-as", virtual)
    assert "--same-dice-as" in refusal(physical)


# ---------------------------------------------------------------------------------------- a bad database


@pytest.fixture
def saved(talk: Run, database: Path) -> str:
    """A table with four events in the database."""
    return id_of(talk(HOUSE, *FIRST_ROUND))


def calls(table: str) -> list[tuple[str, ...]]:
    return [("play", "--table", table), HOUSE, ("results",), ("results", table, "--delete")]


def test_a_database_in_use_loses_nothing(saved: str, database: Path, tmp_path: Path, ask: Run, refusal: Run) -> None:
    """The program waits for some seconds; so all calls wait at the same time, one in the middle of its talk."""
    env = {**os.environ, "PNP_DATA": str(tmp_path / "data")}

    def start(*args: str) -> subprocess.Popen[bytes]:
        pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
        return subprocess.Popen([PROGRAM, *args], env=env, cwd=tmp_path, **pipes)  # type: ignore[call-overload,no-any-return]

    talking = start("play", "--table", saved, "--json")
    assert talking.stdout and json.loads(talking.stdout.readline())["seq"] == 4
    other = sqlite3.connect(database, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    waiting = [start(*args) for args in calls(saved)]
    out, err = talking.communicate(b"1 1 5\n", 60)
    ended = [Done(talking.returncode, out.decode(), err.decode())]
    for program in waiting:
        out, err = program.communicate(b"", 60)
        ended.append(Done(program.returncode, out.decode(), err.decode()))
    other.execute("ROLLBACK")
    other.close()
    for done in ended:
        assert "tables.db: is in use by another program" in refusal(done)
    (there,) = ask(("play", "--table", saved))
    assert (there["seq"], there["round"]) == (4, 2)
    assert ask(("play", "--table", saved), "1 1 5")[-1]["seq"] == 5


def spoil_with_text(database: Path) -> None:
    database.write_text("These are no tables, but my diary.\n" * 100)


def spoil_pages(database: Path) -> None:
    content = bytearray(database.read_bytes())
    content[100:] = random.Random(1).randbytes(len(content) - 100)
    database.write_bytes(content)


def spoil_header(database: Path) -> None:
    content = bytearray(database.read_bytes())
    content[:16] = b"Not SQLite at al"
    database.write_bytes(content)


def spoil_by_cutting(database: Path) -> None:
    database.write_bytes(database.read_bytes()[:5000])


def make_newer(database: Path) -> None:
    db = sqlite3.connect(database)
    db.execute("PRAGMA user_version = 99")
    db.close()


def make_foreign(database: Path) -> None:
    database.unlink()
    db = sqlite3.connect(database)
    db.execute("CREATE TABLE diary (day TEXT)")
    db.close()


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (spoil_with_text, "is no database of tables"),
        (spoil_header, "is no database of tables"),
        (spoil_pages, "is damaged"),
        (spoil_by_cutting, "is damaged"),
        (make_newer, "was made by a newer pnp (form 99"),
        (make_foreign, "holds another program's data"),
    ],
)
def test_a_database_that_is_not_ours_or_broken(
    saved: str, database: Path, call: Run, refusal: Run, spoil: Callable[[Path], None], said: str
) -> None:
    shutil.copy(database, database.with_suffix(".copy"))
    spoil(database)
    before = database.read_bytes()
    for args in calls(saved):
        message = refusal(call(*args))
        assert message.startswith(f"{database}: ") and said in message
    assert database.read_bytes() == before
    shutil.move(database.with_suffix(".copy"), database)
    assert f"table {saved}" in call("results", saved).out


@pytest.mark.skipif(os.geteuid() == 0, reason="root writes anywhere")
def test_a_folder_that_may_only_be_read(saved: str, database: Path, pnp: Run, refusal: Run) -> None:
    database.chmod(0o400)
    database.parent.chmod(0o500)
    try:
        for args in calls(saved):
            assert "tables.db" in refusal(pnp(*args))
    finally:
        database.parent.chmod(0o700)
        database.chmod(0o600)
    assert f"table {saved}" in pnp("results", saved).out


def test_a_place_that_can_not_be(tmp_path: Path, pnp: Run, refusal: Run) -> None:
    (tmp_path / "file").write_text("mine")
    (tmp_path / "folder").mkdir()
    for place in ("file/deep/tables.db", "/dev/null/tables.db", "folder", "x" * 300, "file/"):
        for args in (HOUSE, ("results",)):
            done = pnp(*args, env={"PNP_DB": place})
            assert refusal(done), place
    assert (tmp_path / "file").read_text() == "mine"
    assert not list((tmp_path / "folder").iterdir())

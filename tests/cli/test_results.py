"""What is left of tables: lists, exports, logs that are verified, sheets that are printed, deleting."""

from __future__ import annotations

import csv
import json
import random
import re
import sqlite3
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from memory_store import MemoryStore

from pnp.convention.desk import Desk
from pnp.convention.event import Settings
from pnp.play import engine, events
from pnp.play.stores.sqlite import SqliteStore
from pnp.play.tables import Tables
from pnp.play.verify import verify

Run = Callable[..., Any]
Refusal = Callable[[Any], str]
LAYOUTS = Path(__file__).parent.parent.parent / "layouts"
HOUSE = ("play", "house-of-dice", "--players", "Ana,Bo")


@pytest.fixture(autouse=True)
def own_database(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PNP_DB", raising=False)


@cache
def script(players: tuple[str, ...], rounds: int = 24) -> str:
    """The lines of a game of House of Dice with physical dice: a script for the program."""
    rng = random.Random(rounds)
    tables = Tables(MemoryStore(), lambda: "")
    table = tables.open("house-of-dice", players, dice="physical")
    lines: list[str] = []
    for _ in range(rounds):
        faces = [rng.randint(1, 6) for _ in range(3)]
        assert tables.roll(table, faces).ok
        lines.append(" ".join(map(str, faces)))
        for seat, name in enumerate(players):
            words = rng.choice(
                [one.notation for one in table.play.options(table.state, seat) if one.notation != "reroll"]
            )
            assert tables.say(table, seat, words).ok
            lines.append(f"{name}: {words}")
    assert table.over == (rounds == 24)
    return "".join(line + "\n" for line in lines)


@pytest.fixture(scope="module")
def event_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with an event of one table, which has come to its end."""
    path, rng = tmp_path_factory.mktemp("event") / "t.db", random.Random(1)
    with SqliteStore(path) as store:
        tables = Tables(store, lambda: "2026-11-18T20:00:00+00:00")
        desk = Desk.open(tables, Settings("Con", "yacht", 2, 1), ("Ana", "Bo"))
        table = tables.load(desk.seat().tables[0])
        while not table.over:
            if table.play.dice(table.state):
                tables.roll(table)
            else:
                seat = table.play.active(table.state)
                tables.say(table, seat, rng.choice(table.play.options(table.state, seat)).notation)
    return path


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("UPDATE places SET total = 999", "the result kept beside the log is not what was written"),
        ("UPDATE places SET total = 'many'", "the result kept beside the log is not what was written"),
        ("UPDATE places SET player = 'Eve' WHERE seat = 0", "the result kept beside the log is not what was written"),
        ("UPDATE places SET body = '{'", "the result kept beside the log is not what was written"),
        ("DELETE FROM places", "the result kept beside the log is not what was written"),
        ("UPDATE results SET body = '{'", "the result kept beside the log is not what was written"),
        ("UPDATE results SET body = x'00'", "the result kept beside the log is not what was written"),
        ("UPDATE results SET final = 0", "the result kept beside the log is not what was written"),
        ("UPDATE results SET game = 'chess'", "the result kept beside the log is not what was written"),
        ("UPDATE tables SET secret = hex(zeroblob(32))", "the secret of its dice is not the one that the log promises"),
        ("UPDATE tables SET secret = 'none'", "the secret of its dice is not the one that the log promises"),
    ],
)
def test_results_and_standings_are_those_of_the_logs_and_what_was_changed_is_named(
    call: Run, event_database: Path, tmp_path: Path, change: str, said: str
) -> None:
    path = tmp_path / "t.db"
    asked = [("results",), ("results", "--season"), ("results", "--format", "csv"), ("event", "standings", "Con")]

    def told() -> list[Any]:
        # Whatever is made anew is kept for the next time, so each begins with the database as it was changed.
        answers = []
        for command in asked:
            path.write_bytes(content)
            answers.append(call(*command, "--db", path, *(() if "csv" in command else ("--json",))))
        return answers

    content = event_database.read_bytes()
    before = told()
    assert [done.code for done in before] == [0] * len(asked)
    assert call("store", "check", path).code == 0
    changed(path, change)
    content = path.read_bytes()
    assert told() == before
    path.write_bytes(content)
    done = call("store", "check", path)
    assert done.code == 1 and said in done.out and done.err == ""


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            "DELETE FROM events WHERE seq > (SELECT max(seq) - 3 FROM events)",
            r"the log ends at event \d+, but event \d+ was written",
        ),
        ("UPDATE evenings SET body = '{'", "is damaged in the database"),
        ("UPDATE evenings SET body = replace(body, '\"seat\"', '\"sat\"')", "is damaged in the database"),
        ("UPDATE evenings SET body = replace(body, '\"guests\"', '\"guest\"')", "is damaged in the database"),
    ],
)
def test_what_was_lost_is_named_also_after_results_were_listed(
    call: Run, event_database: Path, tmp_path: Path, change: str, said: str
) -> None:
    path = tmp_path / "t.db"
    path.write_bytes(event_database.read_bytes())
    changed(path, change)
    for _ in range(2):
        done = call("store", "check", path)
        assert done.code == 1 and re.search(said, done.out)
        assert call("results", "--db", path).code == 0
        done = call("event", "standings", "Con", "--db", path)
        assert done.code == (0 if "events" in change else 2) and done.err.count("\n") <= 1


def changed(path: Path, statement: str) -> None:
    """Change a database by other means than the program."""
    db = sqlite3.connect(path)
    assert db.execute(statement).rowcount > 0
    db.commit()
    db.close()


@pytest.fixture
def play(pnp: Run) -> Run:
    """Play with some lines; the name of the table."""

    def run(*args: str, lines: str = "") -> str:
        done = pnp(*args, "--json", input=lines.encode())
        assert (done.code, done.err) == (0, ""), done
        return str(json.loads(done.out.splitlines()[-1])["table"])

    return run


@pytest.fixture
def ended(play: Run) -> str:
    """A game of Ana and Bo with physical dice, to its end."""
    return str(play(*HOUSE, "--dice", "physical", lines=script(("Ana", "Bo")) + "close\n"))


@pytest.fixture
def running(play: Run) -> str:
    """A table alone with virtual dice, just begun."""
    return str(play("play", "dice-miner-solo", "--turns", "--players", "Cy", lines="roll\n"))


def said(done: Any) -> str:
    assert (done.code, done.err) == (0, ""), done
    return str(done.out)


# ---------------------------------------------------------------------------------------- lists and exports


def test_no_tables_yet(call: Run) -> None:
    assert said(call("results")) == "no tables yet; pnp play GAME --players Ana,Bo opens one\n"
    assert json.loads(said(call("results", "--json"))) == {"tables": []}
    head = said(call("results", "--format", "csv")).strip().split(",")
    assert head[:7] == ["table", "game", "opened", "over", "rank", "player", "total"]
    assert head[7:] == ["won", "why", "cost", "votes", "unknown", "minutes", "dice", "paper"]
    assert json.loads(said(call("results", "--format", "bgsplay")))["plays"] == []


def test_the_list_of_tables(call: Run, ended: str, running: str) -> None:
    head, first, second = said(call("results")).splitlines()
    assert head.split() == ["table", "game", "opened", "round", "players"]
    assert re.fullmatch(rf"{ended}  house-of-dice +\d{{4}}-\d\d-\d\d \d\d:\d\d  ended +\w+ -?\d+, \w+ -?\d+", first)
    assert second.startswith(f"{running}  dice-miner-solo  ") and "ended" not in second and "Cy" in second


@pytest.mark.parametrize("winner", [False, True])
def test_a_game_that_was_ended_early_says_so(winner: bool, call: Run, play: Run, pnp: Run) -> None:
    lines = script(("Ana", "Bo"), 3) + ("pause\nresume\nclose winner\n" if winner else "close\n")
    table = play(*HOUSE, "--dice", "physical", lines=lines)
    shown = [said(call("results", table)), said(pnp("play", "--table", table, input=b""))]
    for text in shown:
        assert "Ended after 3 of 24 rounds" in text and ("1." in text) == winner
    assert "Zakończono po 3 z 24 rund" in said(call("results", table, "--language", "pl"))
    assert "ended after 3 of 24" in said(call("results"))
    (row,) = json.loads(said(call("results", "--json")))["tables"]
    assert (row["early"], row["final"], any(one["won"] for one in row["ranking"])) == (3, winner, winner)


def test_one_table(call: Run, ended: str) -> None:
    out = said(call("results", ended.lower()))
    assert out.startswith(f"House of Dice, table {ended}, ended, 74 events\n")
    assert "The game is over: " in out
    assert out.count("  6   ") == 2, "the sheets of both"
    assert "last move " in out and "1.  " in out


def test_results_as_json(call: Run, ended: str, running: str) -> None:
    first, second = json.loads(said(call("results", "--json")))["tables"]
    assert (first["id"], first["over"], first["closed"], first["round"], first["rounds"]) == (ended, True, True, 24, 24)
    assert (second["id"], second["over"], second["closed"], second["dice"]) == (running, False, False, "virtual")
    assert (first["game"], first["title"], first["players"]) == ("house-of-dice", "House of Dice", ["Ana", "Bo"])
    assert (first["events"], first["dice"]) == (74, "physical")
    assert {row["player"] for row in first["ranking"]} == {"Ana", "Bo"} and first["ranking"][0]["rank"] == 1
    one = json.loads(said(call("results", ended, "--json")))
    assert {key: one[key] for key in first} == first
    assert one["document"]["game"] == "house-of-dice" and len(one["document"]["rolls"]) == 24
    path = Path("table.json")
    path.write_text(json.dumps(one["document"]))
    judged = json.loads(said(call("check", path, "--json")).splitlines()[0])
    assert judged["legal"], "what is exported is a document that pnp check takes"


def test_results_as_csv(call: Run, ended: str, running: str) -> None:
    rows = list(csv.DictReader(said(call("results", "--format", "csv")).splitlines()))
    assert [(row["table"], row["game"], row["over"]) for row in rows] == [
        (ended, "house-of-dice", "yes"),
        (ended, "house-of-dice", "yes"),
        (running, "dice-miner-solo", "no"),
    ]
    ranking = json.loads(said(call("results", ended, "--json")))["ranking"]
    assert [(int(r["rank"]), r["player"], int(r["total"])) for r in rows[:2]] == [
        (row["rank"], row["player"], row["total"]) for row in ranking
    ]


def test_a_spreadsheet_takes_no_name_for_a_formula(call: Run, play: Run) -> None:
    names = ["=1+1", "+cmd|' /C calc'!A0", "-2", "@SUM(1)", 'Q"uo;te']
    play("play", "house-of-dice", "--players", ",".join(names))
    rows = list(csv.DictReader(said(call("results", "--format", "csv")).splitlines()))
    shown = sorted(row["player"] for row in rows)
    assert shown == sorted(["'=1+1", "'+cmd|' /C calc'!A0", "'-2", "'@SUM(1)", 'Q"uo;te'])


def test_the_play_file_of_bg_stats(call: Run, ended: str, running: str, play: Run) -> None:
    three = str(
        play("play", "house-of-dice", "--players", "Bo,Cy,Ana", "--dice", "physical", lines=script(("Bo", "Cy", "Ana")))
    )
    made = json.loads(said(call("results", "--format", "bgsplay")))
    players = {one["id"]: one["name"] for one in made["players"]}
    games = {one["id"]: one["name"] for one in made["games"]}
    assert sorted(players.values()) == ["Ana", "Bo", "Cy"]
    assert sorted(games.values()) == ["Dice Miner (solo)", "House of Dice"] or "House of Dice" in games.values()
    assert len({one["uuid"] for kind in ("players", "games", "plays") for one in made[kind]}) == 3 + 2 + 3
    summaries = {one["id"]: one for one in json.loads(said(call("results", "--json")))["tables"]}
    by_table = {one["comments"].split()[-1]: one for one in made["plays"]}
    assert set(by_table) == {ended, running, three} == set(summaries)
    for id, one in by_table.items():
        about = summaries[id]
        assert games[one["gameRefId"]] == about["title"]
        assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", one["playDate"])
        assert one["ignored"] == (not about["over"])
        assert [players[row["playerRefId"]] for row in one["playerScores"]] == about["players"]
        totals = {row["player"]: row for row in about["ranking"]}
        for seat, row in enumerate(one["playerScores"]):
            its = totals[players[row["playerRefId"]]]
            assert (row["score"], row["rank"], row["seatOrder"]) == (str(its["total"]), its["rank"], seat + 1)
            assert row["winner"] == (about["over"] and its["rank"] == 1)
            assert row["startPlayer"] == (seat == 0)
    assert any(row["winner"] for row in by_table[ended]["playerScores"])
    assert made == json.loads(said(call("results", "--format", "bgsplay"))), "exporting twice makes no doubles"
    assert len(json.loads(said(call("results", ended, "--format", "bgsplay")))["plays"]) == 1


@pytest.mark.parametrize("format", ["csv", "json", "bgsplay", "log", "table"])
def test_an_export_goes_to_a_file(call: Run, running: str, format: str) -> None:
    shown = said(call("results", running, "--format", format))
    assert said(call("results", running, "--format", format, "--out", "new/export.txt")) == "new/export.txt\n"
    assert Path("new/export.txt").read_text().rstrip("\n") == shown.rstrip("\n") != ""
    assert [path.name for path in Path("new").iterdir()] == ["export.txt"]


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("NOPE11",), "table 'NOPE11': there is no such table"),
        (("NOPE11", "--delete"), "table 'NOPE11': there is no such table"),
        (("\udcff",), "there is no such table"),
        (("--format", "cvs"), "--format 'cvs' is not one of table, csv, json, bgsplay, bgstats, log"),
        (("--format", "log"), "name the table: pnp results TABLE --format log"),
        (("--format", "bgstats"), "name the table: pnp results TABLE --format bgstats"),
        (("--lines",), "--lines goes with --format csv"),
        (("last",), "there is no table yet"),
        (("--delete",), "name the table: pnp results TABLE --delete"),
        (("--out", "/dev/null/x"), "/dev/null"),
        (("--out", "."), "."),
    ],
)
def test_a_wrong_call(call: Run, refusal: Refusal, args: tuple[str, ...], message: str) -> None:
    assert message in refusal(call("results", *args))


def test_a_table_whose_rules_are_gone_is_listed_as_it_was_kept(
    call: Run, play: Run, running: str, refusal: Refusal, tmp_path: Path
) -> None:
    rules = tmp_path / "twin.py"
    lines = ["from pnp.games import house_of_dice", "class Twin(house_of_dice.HouseOfDice):"]
    lines += [
        "    def words(self, language='en'):",
        "        return house_of_dice.game.words(language)",
        "game = Twin()",
    ]
    rules.write_text("\n".join(lines))
    shipped = (LAYOUTS / "house-of-dice.edition.toml").read_text()
    (tmp_path / "twin.edition.toml").write_text(shipped.replace('"house-of-dice"', '"twin"'))
    id = str(play("play", "twin", "--players", "Ana,Bo", "--rules", str(rules)))
    assert id in said(call("results", "--rules", rules))
    done = call("results")
    assert done.code == 0 and running in done.out and id in done.out, "what was kept of it is shown"
    assert refusal(call("results", id)).startswith("'twin' is no game")
    assert said(call("results", id, "--delete")) == f"table {id} is deleted for good\n"


def test_deleting_a_table(call: Run, ended: str, running: str, refusal: Refusal, tmp_path: Path) -> None:
    assert said(call("results", running.lower(), "--delete")) == f"table {running} is deleted for good\n"
    assert refusal(call("play", "--table", running)) == f"table '{running}': there is no such table"
    assert refusal(call("results", running)) and refusal(call("results", running, "--delete"))
    assert [one["id"] for one in json.loads(said(call("results", "--json")))["tables"]] == [ended]
    assert json.loads(said(call("results", ended, "--delete", "--json"))) == {"deleted": ended}
    assert b"D42$6" not in (tmp_path / "data" / "tables.db").read_bytes()
    assert said(call("results")).startswith("no tables yet")


# ---------------------------------------------------------------------------------------- verifying


@pytest.fixture
def log(call: Run, play: Run) -> Path:
    """The log of a closed table with virtual dice, exported."""
    id = play(*HOUSE, lines="roll\nclose\n")
    said(call("results", id, "--format", "log", "--out", "game.log"))
    return Path("game.log")


def test_a_log_that_is_fine(call: Run, log: Path) -> None:
    head, unproven = said(call("verify", log)).splitlines()
    assert head == "✓ game.log: 3 events, all by the rules; 1 virtual rolls"
    assert unproven.startswith("· no phone added a number to these dice")
    report = json.loads(said(call("verify", log, "--json")))
    assert (report["legal"], report["events"], report["rolls"], report["problems"]) == (True, 3, 1, [])
    assert [note["code"] for note in report["notes"]] == ["one-hand"]
    assert {row["player"] for row in report["ranking"]} == {"Ana", "Bo"}


def test_a_receipt_is_compared(call: Run, log: Path) -> None:
    report = json.loads(said(call("verify", log, "--json")))
    promise, seal = report["promise"], report["seal"]
    assert len(promise) == 64 and len(seal) == 32
    assert call("verify", log, "--promise", promise, "--seal", f"{seal[:8]} {seal[8:20].upper()}").code == 0
    done = call("verify", log, "--promise", "0" * 64, "--seal", "0" * 32)
    assert done.code == 1 and done.out.count("✗") == 2 and seal in done.out
    for wrong in ("abc", "x" * 32, "0" * 65):
        done = call("verify", log, "--promise", wrong)
        assert done.code == 2 and "16 to 64 hexadecimal digits" in done.err and done.err.count("\n") == 1


@pytest.mark.parametrize("told", [json.loads, str])
def test_who_plays_in_the_terminal_gets_a_receipt(call: Run, pnp: Run, told: Callable[[str], Any]) -> None:
    """What is told at the close and when asked before, to programs and to people, fits the log; other seals don't."""
    as_json = ("--json",) if told is json.loads else ()
    out = said(pnp(*HOUSE, *as_json, input=b"roll\nseal\nclose\n"))
    said(call("results", "last", "--format", "log", "--out", "game.log"))
    if as_json:
        *_, asked, closed = map(told, out.splitlines())
        assert asked["commitment"] == closed["commitment"]
        promise, early, late = closed["commitment"], asked["seal"], closed["seal"]
    else:
        promise = re.findall("promised: ([0-9a-f]{64})$", out, re.MULTILINE)[-1]
        early, late = re.findall("this seal: ([0-9a-f]{32})$", out, re.MULTILINE)
    assert call("verify", "game.log", "--promise", promise, "--seal", late).code == 0
    assert call("verify", "game.log", "--promise", promise, "--seal", early).code == 1


def test_a_whole_game_is_verified(call: Run, ended: str) -> None:
    said(call("results", ended, "--format", "log", "--out", "game.log"))
    assert said(call("verify", "game.log")) == "✓ game.log: 74 events, all by the rules; 0 virtual rolls\n"


def test_a_log_of_a_running_table_tells_what_is_missing(call: Run, running: str) -> None:
    said(call("results", running, "--format", "log", "--out", "game.log"))
    head, dice, end, _ = said(call("verify", "game.log")).splitlines()
    assert head.startswith("✓ game.log: 2 events")
    assert dice == "· the dice can't be checked yet: their secret is shown when the table is closed"
    assert end == "· the log ends before the table was closed"


def resealed(lines: list[str], change: Callable[[dict[str, Any]], None]) -> list[str]:
    """A log in which something was changed, with seals that fit again."""
    seal, made = events.FIRST_SEAL, []
    for line in lines:
        body = json.loads(line)
        change(body)
        event = events.sealed(seal, body["seq"], body["kind"], body["data"], body["key"], body["at"])
        seal = event.seal
        made.append(events.line(event))
    return made


def change_roll(body: dict[str, Any]) -> None:
    if body["kind"] == "rolled":
        body["data"]["dice"][0] = body["data"]["dice"][0] % 6 + 1


def change_secret(body: dict[str, Any]) -> None:
    if body["kind"] == "closed":
        body["data"]["secret"] = "ab" * 32


def change_faces(body: dict[str, Any]) -> None:
    if body["kind"] == "rolled":
        body["data"]["dice"] = [7, 1, 1]


def drop_secret(body: dict[str, Any]) -> None:
    change_roll(body)
    if body["kind"] == "closed":
        body["data"] = {}


BAD = {
    "no secret": (lambda text: resealed(text, drop_secret), "game.log:3: the table was closed without showing the secret"),
    "forged roll": (lambda text: resealed(text, change_roll), "game.log:2: roll 1 says "),
    "forged secret": (lambda text: resealed(text, change_secret), "game.log:1: the secret that was shown is not"),
    "no such face": (lambda text: resealed(text, change_faces), "game.log:2: event 2 is against the rules: "),
    "edited": (lambda text: [text[0].replace('"Bo"', '"Al"'), *text[1:]], "game.log:1: event 1 is not as it was written"),
    "a key twice": (lambda text: [*text[:1], text[1].replace('"dice":', '"dice":[6,6,6],"dice":'), *text[2:]], "game.log:2: event 2 says 'dice' twice"),
    "a key of the envelope twice": (lambda text: [text[0].replace('"seq":', '"seq":7,"seq":'), *text[1:]], "game.log:1: event 1 says 'seq' twice"),
    "a line missing": (lambda text: [text[0], text[2]], "game.log:2: event 3 follows event 1"),
    "cut within a line": (lambda text: [*text[:2], text[2][:50]], "game.log:3: not readable as JSON"),
    "a newer version": (lambda text: [text[0].replace('"v":1', '"v":2'), *text[1:]], "game.log:1: written by a newer version (2)"),
    "empty": (lambda _: [], "game.log: the log is empty"),
    "no log": (lambda _: ["Dear diary"], "game.log:1: not readable as JSON"),
    "half a character": (lambda text: [text[0].replace('"Bo"', '"\\ud800"'), *text[1:]], "game.log:1: event 1 has something in it"),
    "another game": (lambda text: [text[0].replace("house-of-dice", "chess"), *text[1:]], "game.log:1: event 1 is not as"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_a_log_that_is_not_fine(call: Run, log: Path, name: str) -> None:
    spoil, message = BAD[name]
    log.write_text("".join(line + "\n" for line in spoil(log.read_text().splitlines())))
    done = call("verify", log)
    assert (done.code, done.err) == (1, "")
    assert done.out.startswith(f"✗ {message}") and done.out.count("\n") == 1, done.out
    done = call("verify", log, "--json")
    report = json.loads(done.out)
    assert (done.code, report["legal"]) == (1, False)
    (problem,) = report["problems"]
    assert set(problem) == {"code", "where", "message", "facts"}
    assert problem["message"].startswith(message) and problem["code"] and problem["where"].startswith("game.log")


def test_a_log_cut_at_the_end_of_a_line_is_a_log_that_is_not_closed(call: Run, log: Path) -> None:
    log.write_text("\n".join(log.read_text().splitlines()[:2]))
    assert "· the log ends before the table was closed" in said(call("verify", log))


@pytest.mark.parametrize("content", [None, b"\xff\xfe\x00", "folder"])
def test_a_file_that_can_not_be_read(call: Run, refusal: Refusal, content: bytes | str | None) -> None:
    if isinstance(content, bytes):
        Path("game.log").write_bytes(content)
    elif content:
        Path("game.log").mkdir()
    assert refusal(call("verify", "game.log")).startswith("game.log: ")


ODD = (
    None,
    True,
    -1,
    10**30,
    1.5,
    "",
    "x",
    "é\U0001f3b2",
    [],
    {},
    [[]],
    {"a": []},
    ["x"] * 50,
    "1e9",
    [None],
    "a" * 3000,
)


def test_no_forged_log_breaks_the_program() -> None:
    """Whatever a forger writes into the events, with seals that fit, is fine or a problem: never a crash."""
    rng = random.Random(7)
    seen = set()
    for game, players in (
        ("house-of-dice", 2),
        ("dice-miner-solo", 1),
        ("dice-city", 2),
        ("dice-manor", 2),
        ("dice-miner", 2),
    ):
        tables = Tables(MemoryStore(), lambda: "2026-01-01T00:00:00+00:00")
        table = tables.open(game, ["Ana", "Bo"][:players])
        tables.roll(table)
        for _ in range(4):
            wanted = sorted(table.play.wanted(table.state), key=lambda one: not one.must)
            if table.play.dice(table.state):
                assert tables.roll(table).ok
            elif wanted and (offered := table.play.options(table.state, wanted[0].seat)):
                assert tables.say(table, wanted[0].seat, offered[-1].notation).ok
        tables.undo(table)
        tables.close(table)
        lines = [events.line(event) for event in table.events]
        assert verify(lines, "log").problems == ()
        for _ in range(120):
            at, odd = rng.randint(1, len(lines)), rng.choice(ODD)

            def forge(body: dict[str, Any], at: int = at, odd: object = odd) -> None:
                if body["seq"] == at:
                    if rng.random() < 0.2 and at > 1:
                        body["kind"] = rng.choice(events.KINDS)
                    else:
                        body["data"][rng.choice([*body["data"], "extra"])] = odd

            report = verify(resealed(lines, forge), "log")
            assert all(problem and "\n" not in problem for problem in report.problems)
            seen |= {bool(report.problems)}
    assert seen == {True, False}


# ---------------------------------------------------------------------------------------- sheets of a table


def printed(call: Run, *args: object) -> tuple[list[tuple[str, str]], str]:
    """The names and codes of the sheets that are printed, and the text of their pages."""
    from pypdf import PdfReader

    done = call("print", "house-of-dice", "--geometry", "--out", "made/it.pdf", *args)
    assert done.code == 0, done
    pages = json.loads(Path("made/it.geometry.json").read_text())["pages"]
    text = "\n".join(page.extract_text() for page in PdfReader("made/it.pdf").pages)
    return [(sheet["player"], sheet["code"]) for page in pages for sheet in page["sheets"]], text


def test_the_sheets_of_a_table_that_runs(call: Run, play: Run) -> None:
    first, second = (str(play(*HOUSE, lines="roll\n")) for _ in range(2))
    sheets, text = printed(call, "--table", first)
    assert [name for name, _ in sheets] == ["Ana", "Bo"] and "Ana" in text and "Bo" in text
    codes = [code for _, code in sheets]
    assert len(set(codes)) == 2 and all(codes)
    assert printed(call, "--table", first.lower())[0] == sheets, "the same table has the same codes"
    others = {code for _, code in printed(call, "--table", second)[0]}
    assert not others & set(codes), "another table has others"


def test_the_sheets_of_a_table_that_ended(call: Run, ended: str) -> None:
    sheets, text = printed(call, "--table", ended)
    assert [name for name, _ in sheets] == ["Ana", "Bo"]
    ranking = json.loads(said(call("results", ended, "--json")))["ranking"]
    for row in ranking:
        assert re.search(rf"(?<!\d){abs(row['total'])}(?!\d)", text), row
    _, blank = printed(call, "--players", "Ana,Bo")
    assert text != blank


def test_sheets_of_a_table_that_can_not_be(call: Run, refusal: Refusal, running: str) -> None:
    assert "there is no such table" in refusal(call("print", "house-of-dice", "--table", "NOPE11"))
    said_so = refusal(call("print", "house-of-dice", "--table", running))
    assert said_so == f"table {running} plays dice-miner-solo; house-of-dice was asked for"
    with_names = call("print", "dice-miner-solo", "--table", running, "--players", "Ana")
    assert "--table says whose sheets they are" in refusal(with_names)
    assert not Path("output").exists()


def test_the_engine_is_what_the_program_uses(play: Run, call: Run, tmp_path: Path) -> None:
    """The exported log is the log: replayed here, it is the same table."""
    id = play(*HOUSE, "--dice", "physical", lines=script(("Ana", "Bo"), 3))
    lines = said(call("results", id, "--format", "log")).splitlines()
    table = engine.replay((events.parse(line, "log") for line in lines), id)
    one = json.loads(said(call("results", id, "--json")))
    assert one["document"] == json.loads(json.dumps(table.play.document(table.state)))
    assert (one["round"], one["events"]) == (4, 10)

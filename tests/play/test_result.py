"""One result feeds every view and file of a table: all of them agree, and what nobody knows is told by none of them."""

from __future__ import annotations

import csv
import io
import json
import random
import sqlite3
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from memory_store import MemoryStore

from pnp.edition import Edition, Entry
from pnp.games.library import SHIPPED
from pnp.play import bg_stats, results
from pnp.play.engine import Table
from pnp.play.result import LONGEST_BREAK, Result, result_of
from pnp.play.stores import kept_results
from pnp.play.stores.sqlite import SqliteStore
from pnp.play.tables import LeftOut, Tables
from pnp.words import Words

GAMES = [name for name in SHIPPED.names() if SHIPPED.load(name).play is not None]
NAMES = ("Ana", "Bo", "Cy", "Di")
START = datetime.fromisoformat("2026-02-03T19:30:00+00:00")


class Clock:
    """A clock that somebody sets."""

    def __init__(self) -> None:
        self.at = START

    def __call__(self) -> str:
        return self.at.isoformat(timespec="seconds")

    def wait(self, minutes: float) -> None:
        self.at += timedelta(minutes=minutes)


def step(tables: Tables, table: Table, rng: random.Random) -> None:
    """Something that the game offers, by chance."""
    if dice := table.play.dice(table.state):
        assert tables.roll(table, [rng.choice(die.faces) for die in dice]).ok
        return
    wanted = max(table.play.wanted(table.state), key=lambda one: one.must)
    options = table.play.options(table.state, wanted.seat, 40)
    assert tables.say(table, wanted.seat, rng.choice(options).notation if options else wanted.example).ok


@cache
def played(game: str, events: int = 3000) -> Table:
    """A game by chance, to its end or until so many events have happened."""
    rng, tables = random.Random(game), Tables(MemoryStore(), Clock())
    table = tables.open(game, NAMES[: min(4, SHIPPED.load(game).PLAYERS[1])], dice="physical")
    while not table.over and table.seq < events:
        step(tables, table, rng)
    return table


def of_paper(game: str, seats: tuple[int, ...]) -> tuple[Tables, Table]:
    """A game on paper of which the sheets and columns of some seats are entered, as they were played elsewhere."""
    whole, tables = played(game), Tables(MemoryStore(), Clock())
    table = tables.open(game, whole.players, dice="physical")
    missing = tuple(f"p{seat + 1}." for seat in range(len(whole.players)) if seat not in seats)
    for sheet, seat, marks in whole.play.marks(whole.state, None):
        kept = {id: mark for id, mark in marks.items() if not id.startswith(missing)}
        if (seat is None or seat in seats) and kept:
            assert tables.write(table, "entered", {"seat": seat, "sheet": sheet, "marks": kept}).ok
    return tables, table


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def linked(result: Result) -> dict[str, Any]:
    made: dict[str, Any] = json.loads(unquote(bg_stats.link(result).partition("?data=")[2]))
    return made


def number(text: str) -> int | None:
    return int(text) if text else None


def told(result: Result, words: Words) -> dict[str, dict[str, tuple[Any, ...]]]:
    """What each output says of each player: place, points, victory."""
    summary = results.summary(result, words)
    table = rows(results.as_csv([result], lambda _: words))
    file = bg_stats.as_bgsplay([result])
    people = {one["id"]: one["name"] for one in file["players"]}
    scores = {people[one["playerRefId"]]: one for one in file["plays"][0]["playerScores"]}
    yes = {"yes": True, "no": False, "": None}
    return {
        "json": {one["player"]: (one["rank"], one["total"], one["won"]) for one in summary["ranking"]},
        "csv": {one["player"]: (number(one["rank"]), number(one["total"]), yes[one["won"]]) for one in table},
        "bgsplay": {name: (one.get("rank"), number(one["score"]), one["winner"]) for name, one in scores.items()},
        "link": {one["name"]: (one.get("rank"), one.get("score"), one["winner"]) for one in linked(result)["players"]},
    }


# --- one model, every output ------------------------------------------------------------------------


@pytest.mark.parametrize("events", [1, 12, 3000])
@pytest.mark.parametrize("game", GAMES)
def test_every_output_tells_the_same(game: str, events: int) -> None:
    table = played(game, events)
    result, words = result_of(table), table.words()
    assert [(one.rank, one.name, one.total) for one in result.ranking] == [row[:3] for row in table.standings()]
    assert result.over == result.final == table.over and (table.over or events < 3000)
    known = {one.name: (one.rank, one.total, one.won) for one in result.players}
    plain = {name: (rank, total, bool(won)) for name, (rank, total, won) in known.items()}
    outputs = told(result, words)
    assert outputs == {"json": known, "csv": known, "bgsplay": plain, "link": plain}
    assert any(one.won is not None for one in result.players) <= result.final


@pytest.mark.parametrize("game", GAMES)
def test_the_lines_add_up_in_every_output(game: str) -> None:
    table = played(game)
    result, words = result_of(table), table.words("pl")
    each = {one["player"]: one for one in results.scores(result, words)}
    lines = rows(results.lines_as_csv([result], lambda _: words))
    for one in result.players:
        assert sum(line.points or 0 for line in one.lines) == one.total == each[one.name]["total"]
        named = [(line["name"], line["points"], line["why"], line["label"]) for line in each[one.name]["lines"]]
        own = [row for row in lines if row["player"] == one.name]
        assert named == [(row["line"], int(row["points"]), row["why"].lstrip("'"), row["label"]) for row in own] != []


@pytest.mark.parametrize("events", [1, 40, 3000])
@pytest.mark.parametrize("game", GAMES)
def test_what_the_store_keeps_is_the_result(game: str, events: int) -> None:
    table = played(game, events)
    result, found = result_of(table), kept_results.kept(table)
    assert found is not None and kept_results.load(table.id, found) == result
    bare = kept_results.load(
        table.id, found._replace(places=tuple(one._replace(body="") for one in found.places)), False
    )
    assert bare is not None
    assert [one[:5] for one in bare.players] == [one[:5] for one in result.players]


def same_houses() -> Table:
    """A game in which both draw the same, and the second pays more for it wherever that is possible."""
    rng, tables = random.Random(8), Tables(MemoryStore(), Clock())
    table = tables.open("house-of-dice", ["Ana", "Bo"], dice="physical")
    while not table.over:
        step(tables, table, rng)
        ways: list[dict[str, list[str]]] = []
        for seat in range(2):
            offered = [one for one in table.play.options(table.state, seat) if not one.bonus and one.price is not None]
            drawn: dict[str, list[str]] = {}
            for one in sorted(offered, key=lambda one: one.price or 0):
                drawn.setdefault(one.notation.partition("$")[0], []).append(one.notation)
            ways.append(drawn)
        both = [what for what in ways[0] if what in ways[1]]
        what = rng.choice(both) if both else None
        assert tables.say(table, 0, ways[0][what][0] if what else "-").ok
        assert tables.say(table, 1, ways[1][what][-1] if what else "-").ok
    return table


def test_a_tie_is_told_with_its_reason_and_its_cost() -> None:
    table = same_houses()
    result, words = result_of(table), table.words()
    first, second = rows(results.as_csv([result], lambda _: words))
    assert (first["player"], first["total"], first["why"]) == (
        "Ana",
        second["total"],
        words.text(result.players[0].why),
    )
    assert first["why"] and int(first["cost"]) < int(second["cost"])
    play = bg_stats.as_bgsplay([result])["plays"][0]
    assert play["manualWinner"], "points alone would make two winners of them"
    assert [one["winner"] for one in play["playerScores"]].count(True) == 1
    assert not bg_stats.as_bgsplay([result_of(played("dice-city"))])["plays"][0]["manualWinner"]


def test_the_vote_is_told_once_it_is_closed() -> None:
    tables, rng = Tables(MemoryStore(), Clock()), random.Random(1)
    table = tables.open("house-of-dice", NAMES[:3], dice="physical")
    while not table.over:
        step(tables, table, rng)
    assert tables.say(table, 0, "vote Bo").ok and tables.say(table, 1, "vote Ana").ok
    assert results.summary(result_of(table), table.words())["vote"] == {"open": True, "best": [], "given": {}}
    assert tables.say(table, 2, "vote Bo").ok
    if table.play.vote(table.state).open:
        assert tables.say(table, None, "close vote").ok
    result = result_of(table)
    given = {"Ana": "Bo", "Bo": "Ana", "Cy": "Bo"}
    assert results.summary(result, table.words())["vote"] == {"open": False, "best": ["Bo"], "given": given}
    assert [one.votes for one in result.players] == [1, 2, 0]


def test_alone_only_a_goal_can_be_won() -> None:
    reached = result_of(played("dice-city-solo")).players[0]
    assert reached.won is (reached.facts["outcome"] == "won") is (reached.total >= reached.facts["target"])
    alone = result_of(played("dice-miner-solo"))
    assert alone.final and alone.players[0].won is None
    assert not linked(alone)["players"][0]["winner"]


# --- what nobody knows ------------------------------------------------------------------------------


def test_a_game_on_paper_without_sheets_has_no_points_and_no_winner() -> None:
    tables = Tables(MemoryStore(), Clock())
    table = tables.open("house-of-dice", ["Ana", "Bo"], dice="physical")
    assert tables.say(table, None, "paper").ok
    result = result_of(table)
    assert result.over and not result.final and result.unknown == ("Ana", "Bo") and result.minutes is None
    nothing: dict[str, tuple[Any, ...]] = {"Ana": (None, None, None), "Bo": (None, None, None)}
    lost = dict.fromkeys(nothing, (None, None, False))
    assert told(result, table.words()) == {"json": nothing, "csv": nothing, "bgsplay": lost, "link": lost}
    play = bg_stats.as_bgsplay([result])["plays"][0]
    assert play["ignored"] and "durationMin" not in play and "durationMin" not in linked(result)
    assert results.sheets(table) == [], "no empty sheet is printed as if it had been filled in"


@pytest.mark.parametrize("game", [name for name in GAMES if SHIPPED.load(name).PLAYERS[1] > 1])
def test_who_has_entered_no_sheet_has_no_points_and_nobody_has_a_place(game: str) -> None:
    tables, table = of_paper(game, (0,))
    assert tables.close(table).ok
    result = result_of(table)
    ana, *others = result.players
    assert ana.total == table.standings()[0].total and ana.lines
    assert [(one.total, one.lines) for one in others] == [(None, ())] * len(others)
    assert result.unknown == tuple(one.name for one in others) and not result.final
    assert {(one.rank, one.won) for one in result.players} == {(None, None)}
    assert not any(won for output in told(result, table.words()).values() for _, _, won in output.values())


@pytest.mark.parametrize("game", GAMES)
def test_paper_is_final_when_everything_is_entered_and_the_table_closed(game: str) -> None:
    tables, table = of_paper(game, (0, 1, 2, 3))
    assert not result_of(table).final
    assert tables.close(table).ok
    result, other = result_of(table), result_of(played(game))
    assert result.final and result.unknown == ()
    assert [(one.name, one.total, one.won) for one in result.players] == [
        (one.name, one.total, one.won) for one in other.players
    ]


def test_a_box_in_which_nothing_stands_is_empty_and_named() -> None:
    tables, table = of_paper("dice-manor", (0, 1, 2, 3))
    assert tables.write(table, "entered", {"seat": None, "sheet": "score", "marks": {"p1.diversity": None}}).ok
    ana = result_of(table).players[0]
    assert ana.unknown == ("diversity",)
    lines = rows(results.lines_as_csv([result_of(table)], lambda _: table.words()))
    assert [row["points"] for row in lines if (row["player"], row["line"]) == ("Ana", "diversity")] == [""]


def test_before_the_game_nobody_has_points() -> None:
    table = Tables(MemoryStore(), Clock()).open("house-of-dice", ["Ana", "Bo"], lobby=True)
    assert result_of(table).unknown == ("Ana", "Bo")


# --- how long it was played -------------------------------------------------------------------------


def test_pauses_between_sittings_are_no_play() -> None:
    clock, rng = Clock(), random.Random(3)
    tables = Tables(MemoryStore(), clock)
    table = tables.open("yacht", ["Ana"], dice="physical")
    for gap in (2, LONGEST_BREAK, 60 * 24 * 3, 5, LONGEST_BREAK + 1, 1.5):
        clock.wait(gap)
        step(tables, table, rng)
    assert result_of(table).minutes == 2 + LONGEST_BREAK + 5 + 1
    ended = result_of(table).ended
    clock.wait(10)
    assert tables.close(table).ok
    result = result_of(table)
    assert (result.minutes, result.ended) == (2 + LONGEST_BREAK + 5 + 1, ended), "closing a table is no play"
    assert linked(result)["durationMin"] == bg_stats.as_bgsplay([result])["plays"][0]["durationMin"] == result.minutes
    assert linked(result)["playDate"] == ended.replace("T", " ")[:19], "the link tells when it ended"


def test_a_game_that_was_paused_was_not_played_meanwhile() -> None:
    times = iter(datetime(2026, 1, 1, 20) + timedelta(minutes=minute) for minute in (0, 5, 10, 25, 30))
    tables = Tables(MemoryStore(), lambda: next(times).isoformat())
    table = tables.open("house-of-dice", ["Ana", "Bo"])
    assert tables.roll(table).ok
    assert tables.write(table, "paused", {}).ok and tables.write(table, "resumed", {}).ok
    assert tables.say(table, 0, table.play.options(table.state, 0)[0].notation).ok
    assert result_of(table).minutes == 15


@pytest.mark.parametrize("data, early, winners", [({}, 0, False), ({"winner": True}, 0, True)])
def test_a_log_says_whether_a_game_that_was_closed_early_has_a_winner(
    data: dict[str, Any], early: int, winners: bool
) -> None:
    tables = Tables(MemoryStore(), lambda: "")
    table = tables.open("yacht", ["Ana", "Bo"])
    assert tables.roll(table).ok and tables.say(table, 0, table.play.options(table.state, 0)[-1].notation).ok
    assert tables.write(table, "closed", data).ok
    result = result_of(table)
    assert (result.early, bool(result.winners)) == (early, winners)


def test_waiting_for_players_is_no_play() -> None:
    clock = Clock()
    tables = Tables(MemoryStore(), clock)
    table = tables.open("yacht", ["Ana"], dice="physical", lobby=True)
    for name in ("Bo", "Cy"):
        clock.wait(20)
        assert tables.write(table, "joined", {"name": name, "id": table.next_id()}).ok
    assert tables.say(table, None, "start").ok
    clock.wait(4)
    step(tables, table, random.Random(4))
    assert result_of(table).minutes == 4


# --- BG Stats ---------------------------------------------------------------------------------------


def test_the_file_of_bg_stats_has_what_its_readers_need() -> None:
    made = bg_stats.as_bgsplay([result_of(played(game)) for game in GAMES], "Kitchen")
    known = {kind: {one["id"]: one for one in made[kind]} for kind in ("players", "games", "locations")}
    for kind, things in known.items():
        assert all(one["modificationDate"] == "2026-02-03 19:30:00" and one["uuid"] for one in things.values()), kind
    for play in made["plays"]:
        assert known["locations"][play["locationRefId"]]["name"] == "Kitchen"
        assert known["games"][play["gameRefId"]]["highestWins"]
        assert type(play["manualWinner"]) is bool and play["modificationDate"] and play["playDate"]
        for one in play["playerScores"]:
            assert known["players"][one["playerRefId"]] and type(one["score"]) is str
            assert type(one["winner"]) is type(one["startPlayer"]) is bool
    assert not any("bggId" in one for one in made["games"]), "a number that nobody stated is not made up"
    assert bg_stats.as_bgsplay([])["locations"] == []


def test_the_number_at_boardgamegeek_is_told_where_the_edition_states_it() -> None:
    own = Edition("yacht", {"bgg-id": Entry("bgg-id", "fact", "The game at BoardGameGeek.", 4711)})
    table = Tables(MemoryStore(), Clock(), SHIPPED, SHIPPED.edition("yacht").overridden(own)).open("yacht", ["Ana"])
    result = result_of(table)
    assert bg_stats.as_bgsplay([result])["games"][0]["bggId"] == linked(result)["game"]["bggId"] == 4711


def test_fewer_points_win_where_the_places_say_so() -> None:
    result = result_of(played("yacht"))
    upside = tuple(one._replace(total=-(one.total or 0)) for one in result.players)
    golf = result._replace(players=upside)
    assert not bg_stats.as_bgsplay([golf])["games"][0]["highestWins"] and not linked(golf)["game"]["highestWins"]
    assert not bg_stats.as_bgsplay([golf])["plays"][0]["manualWinner"]


# --- the list ---------------------------------------------------------------------------------------


def listed(store: Any, whole: bool = True) -> dict[str, Result]:
    found = list(Tables(store, Clock()).results(whole))
    assert not any(isinstance(one, LeftOut) for one in found)
    return {one.id: one for one in found if isinstance(one, Result)}


@pytest.fixture
def evening(tmp_path: Path) -> tuple[Path, dict[str, Result]]:
    """A database with some tables as playing leaves it, and their results."""
    path, rng = tmp_path / "tables.db", random.Random(5)
    with SqliteStore(path) as store:
        tables = Tables(store, Clock())
        found = {}
        for game in ("yacht", "house-of-dice", "dice-miner"):
            table = tables.open(game, NAMES[:2], dice="physical")
            for _ in range(12):
                step(tables, table, rng)
            found[table.id] = result_of(table)
    return path, found


def test_a_list_plays_nothing_again(evening: tuple[Path, dict[str, Result]], monkeypatch: pytest.MonkeyPatch) -> None:
    path, found = evening
    monkeypatch.setattr(Tables, "load", lambda *_: pytest.fail("a log was read"))
    with SqliteStore(path) as store:
        assert listed(store) == found


def test_a_database_of_the_second_form_is_filled_in_once(
    evening: tuple[Path, dict[str, Result]], monkeypatch: pytest.MonkeyPatch
) -> None:
    path, found = evening
    old = sqlite3.connect(path)
    for statement in ("DROP TABLE places", "DROP TABLE results", "PRAGMA user_version = 2"):
        old.execute(statement)
    old.commit()
    old.close()
    with SqliteStore(path) as store:
        assert listed(store) == found
    monkeypatch.setattr(Tables, "load", lambda *_: pytest.fail("a log was read again"))
    with SqliteStore(path) as store:
        assert listed(store) == found


def test_a_result_by_other_rules_is_made_anew(evening: tuple[Path, dict[str, Result]]) -> None:
    path, found = evening
    with SqliteStore(path) as store:
        for id, kept in store.results(whole=True).items():
            store.keep_result(id, kept._replace(rules="1 pnp 0.0.0", final=True, minutes=99))
        assert listed(store) == found
        assert not any(kept.final for kept in store.results().values())


def test_people_can_be_asked_for_across_tables(evening: tuple[Path, dict[str, Result]]) -> None:
    path, found = evening
    db = sqlite3.connect(path)
    asked = (
        "SELECT player, count(*), sum(total) FROM places JOIN results USING (number) GROUP BY player ORDER BY player"
    )
    sums = {name: sum(one.players[seat].total or 0 for one in found.values()) for seat, name in enumerate(NAMES[:2])}
    assert db.execute(asked).fetchall() == [(name, len(found), total) for name, total in sums.items()]
    db.close()

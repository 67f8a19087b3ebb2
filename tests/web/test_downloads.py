"""What a table leaves behind: files of every kind, for every game, at every point of it."""

from __future__ import annotations

import csv
import io
import json
import random
import threading
import time
from functools import cache
from typing import Any
from urllib.parse import unquote

import pypdf
import pytest
from memory_store import MemoryStore
from PIL import Image

from pnp.games.library import SHIPPED
from pnp.play import bg_stats, events
from pnp.play.engine import Table, replay
from pnp.play.result import result_of
from pnp.play.tables import Tables
from pnp.play.verify import verify
from pnp.render import pdf, share_picture
from pnp.sheets.documents import understand
from pnp.web import result_files
from pnp.web.serving.middleware import RequestError

GAMES = [name for name in SHIPPED.names() if SHIPPED.load(name).play is not None]
AT = "2026-02-03T19:30:00+00:00"
NAMES = ("Ana", "Bo", "Cy", "Di")
ENDINGS = {"csv", "lines.csv", "json", "bgsplay", "bgstats", "pdf", "png", "log"}


def tables() -> Tables:
    return Tables(MemoryStore(), lambda: AT)


@cache
def played_by_chance(game: str, events: int = 3000) -> Table:
    """A game by chance, to its end or until so many events have happened."""
    rng, here = random.Random(game), tables()
    table = here.open(game, NAMES[: min(4, SHIPPED.load(game).PLAYERS[1])], dice="virtual")
    while not table.over and table.seq < events:
        if table.play.dice(table.state):
            assert here.roll(table).ok
            continue
        wanted = max(table.play.wanted(table.state), key=lambda one: one.must)
        options = table.play.options(table.state, wanted.seat)
        assert here.say(table, wanted.seat, rng.choice(options).notation if options else wanted.example).ok
    return table


def house(names: list[str], rounds: int = 24, votes: dict[int, str] | None = None) -> tuple[Tables, Table]:
    """A game of House of Dice in which everybody draws whatever comes, the first with more thought."""
    here, rng = tables(), random.Random(len(names))
    table = here.open("house-of-dice", names, dice="virtual")
    for _ in range(rounds):
        assert here.roll(table).ok
        for seat in range(len(names)):
            options = [one.notation for one in table.play.options(table.state, seat) if one.notation[:1] not in "!-r"]
            assert here.say(table, seat, rng.choice(options[: 1 + 9 * seat] or ["-"])).ok
    for seat, name in (votes or {}).items():
        assert here.say(table, seat, f"vote {name}").ok
    return here, table


def content(table: Table, ending: str) -> bytes:
    return result_files.files(table, SHIPPED)[ending]().content


# --- every game, finished or not -------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_every_game_that_is_over_leaves_every_file(game: str) -> None:
    table = played_by_chance(game)
    assert table.over
    found = result_files.files(table, SHIPPED)
    assert set(found) == ENDINGS
    for ending, make in found.items():
        made = make() if ending != "log" or not result_files.withheld(table) else None
        if made is not None:
            assert made.name == f"{game}-{table.id}.{ending}"
            assert made.content
    assert Image.open(io.BytesIO(content(table, "png"))).size == (1080, 1350)


@pytest.mark.parametrize("events", [1, 12])
@pytest.mark.parametrize("game", GAMES)
def test_a_game_that_is_not_over_leaves_what_lies_open(game: str, events: int) -> None:
    table = played_by_chance(game, events)
    if table.over:
        table = played_by_chance(game, events // 2)
    assert not table.over
    for ending in ("csv", "lines.csv", "json", "bgsplay", "png"):
        assert content(table, ending)
    assert content(table, "pdf")[:5] == b"%PDF-"
    with pytest.raises(RequestError, match="refused.played"):
        content(table, "log")
    assert content(table, "bgstats")


@pytest.mark.parametrize("game", GAMES)
def test_the_sheets_are_those_that_the_rules_fill_in(game: str) -> None:
    """What is printed by `pnp print`, and here perhaps a pad of the table besides."""
    table = played_by_chance(game)
    rules, document, edition = understand(table.play.document(table.state), "table", table.edition)
    here = [(name, dict(marks)) for name, _, marks in result_files.sheets_of(table)]
    for name, marks in rules.marks(document, edition):
        assert (name, dict(marks)) in here


# --- the files -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def finished() -> tuple[Tables, Table]:
    return house(["Ana", "Żółć", "محمد"], votes={0: "Żółć", 1: "Ana", 2: "Żółć"})


def test_the_numbers_are_those_of_the_table(finished: tuple[Tables, Table]) -> None:
    table = finished[1]
    assert content(table, "csv").startswith(b"\xef\xbb\xbftable,game,")
    text = content(table, "csv").decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert {row["player"]: int(row["total"]) for row in rows} == {row.player: row.total for row in table.standings()}
    data = json.loads(content(table, "json"))
    assert [one["player"] for one in data["scores"]] == list(table.players)
    assert all(one["total"] == sum(line["points"] for line in one["lines"]) for one in data["scores"])
    assert data["document"]["game"] == "house-of-dice"
    assert json.loads(content(table, "bgsplay")) == bg_stats.as_bgsplay([result_of(table)])


def test_the_pdf_has_everybodys_sheet(finished: tuple[Tables, Table]) -> None:
    table = finished[1]
    pages = pypdf.PdfReader(io.BytesIO(content(table, "pdf"))).pages
    text = " ".join(page.extract_text() for page in pages)
    assert len(pages) == len(result_files.sheets_of(table))
    assert "Ana" in text
    assert all(str(row.total) in text for row in table.standings())


def test_a_name_that_no_font_has_spoils_nothing() -> None:
    table = house(["Ana 🎲", "🎲"], rounds=1)[1]
    assert content(table, "pdf")[:5] == b"%PDF-"
    assert content(table, "png")


def test_the_log_is_withheld_while_it_holds_secrets() -> None:
    here, table = house(["Ana", "Bo"], rounds=2)
    assert here.roll(table).ok
    with pytest.raises(RequestError, match="refused.played"):
        content(table, "log")


def test_the_log_is_withheld_while_the_vote_is_open() -> None:
    here, table = house(["Ana", "Bo", "Cy"], votes={0: "Bo"})
    with pytest.raises(RequestError, match="refused.voting"):
        content(table, "log")
    assert here.say(table, None, "close vote").ok
    assert content(table, "log")


def test_the_log_of_a_closed_table_is_verified(finished: tuple[Tables, Table]) -> None:
    here, table = house(["Ana", "Bo"], rounds=1)
    assert here.close(table).ok
    lines = content(table, "log").decode().splitlines()
    again = replay((events.parse(line, "log") for line in lines), table.id)
    assert again.state == table.state
    assert verify(lines, "log")
    del finished


# --- BG Stats --------------------------------------------------------------------------------------


def linked(table: Table) -> dict[str, Any]:
    link = bg_stats.link(result_of(table))
    scheme, _, data = link.partition("?data=")
    assert scheme == "bgstats://app.bgstatsapp.com/createPlay.html"
    assert link.isascii()
    assert not set("&#+ \"'<>") & set(data)
    return json.loads(unquote(data))


def test_the_link_holds_the_whole_play(finished: tuple[Tables, Table]) -> None:
    table = finished[1]
    data = linked(table)
    assert data["sourceName"] == "pnp"
    assert data["playDate"] == "2026-02-03 19:30:00"
    assert data["game"] == {
        "name": "House of Dice",
        "sourceGameId": "house-of-dice",
        "highestWins": True,
        "noPoints": False,
    }
    ranks = {row.player: row for row in table.standings()}
    assert [one["name"] for one in data["players"]] == list(table.players)
    for seat, one in enumerate(data["players"]):
        row = ranks[one["name"]]
        assert (one["score"], one["rank"], one["winner"]) == (row.total, row.rank, row.rank == 1)
        assert one["startPlayer"] is (seat == 0)
    assert len({one["sourcePlayerId"] for one in data["players"]}) == 3


def test_the_link_and_the_file_speak_of_the_same_play_and_people(finished: tuple[Tables, Table]) -> None:
    table = finished[1]
    data, file = linked(table), json.loads(content(table, "bgsplay"))
    assert data["sourcePlayId"] == file["plays"][0]["uuid"]
    assert {one["sourcePlayerId"] for one in data["players"]} == {one["uuid"] for one in file["players"]}
    assert data["durationMin"] == file["plays"][0]["durationMin"]


def test_a_page_asks_for_the_link(finished: tuple[Tables, Table]) -> None:
    assert json.loads(content(finished[1], "bgstats")) == {"link": bg_stats.link(result_of(finished[1]))}


def test_nobody_has_won_before_the_end() -> None:
    assert not any(one["winner"] for one in linked(house(["Ana", "Bo"], rounds=2)[1])["players"])


# --- the picture -----------------------------------------------------------------------------------


def test_the_picture_tells_what_the_table_came_to(finished: tuple[Tables, Table]) -> None:
    here, table = finished
    told = result_files.share_of(table, SHIPPED)
    assert [(row.rank, row.name, row.total) for row in told.rows] == [row[:3] for row in table.standings()]
    assert [one.name for one in told.drawings] == list(table.players)
    assert told.over
    assert [name for name, _ in told.lines][:2] == ["Fence", "Door"]
    assert all(sum(points[n] or 0 for _, points in told.lines) == row.total for n, row in enumerate(told.rows))
    del here


def test_the_best_house_is_told_when_the_vote_is_closed() -> None:
    here, table = house(["Ana", "Bo", "Cy"], votes={0: "Bo", 1: "Ana"})
    assert result_files.share_of(table, SHIPPED).best == ()
    assert here.say(table, 2, "vote Bo").ok
    if table.play.vote(table.state).open:
        assert here.say(table, None, "close vote").ok
    assert result_files.share_of(table, SHIPPED).best == ("Bo",)


def test_the_picture_speaks_the_language_of_the_page() -> None:
    table = house(["Ana", "Bo"], rounds=1)[1]
    told = result_files.share_of(table, SHIPPED, "pl")
    assert told.words["leader"] == "Na prowadzeniu"
    assert "lutego 2026" in told.date
    english = result_files.share_of(table, SHIPPED)
    assert english.words == dict(share_picture.WORDS) and "February 2026" in english.date


def test_pictures_may_be_asked_for_by_many_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fonts and the drawing library are shared by all threads, so they work one after the other."""
    table, at_work, most = house(["Ana", "Bo"], rounds=1)[1], [0], [0]

    def slow(_: Any) -> bytes:
        at_work[0] += 1
        most[0] = max(most[0], at_work[0])
        time.sleep(0.02)
        at_work[0] -= 1
        return b"made"

    monkeypatch.setattr(share_picture, "picture", slow)
    monkeypatch.setattr(pdf, "pdf_bytes", slow)
    ways = ["png", "pdf"] * 3
    threads = [threading.Thread(target=content, args=(table, ending)) for ending in ways]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == [1]


# --- paper -----------------------------------------------------------------------------------------


def test_a_game_on_paper_leaves_what_was_entered() -> None:
    here = tables()
    table = here.open("house-of-dice", ["Ana", "Bo"], dice="physical")
    house_of_ana = {"house.c1r1": "F", "house.c2r1": "F", "house.c1r2": "D"}
    for seat, marks in enumerate([house_of_ana, {"house.c1r1": "F"}]):
        assert here.write(table, "entered", {"seat": seat, "sheet": "play", "marks": marks}).ok
    found = {(name, seat): marks for name, seat, marks in result_files.sheets_of(table)}
    assert found["play", 0].items() >= house_of_ana.items()
    told = result_files.share_of(table, SHIPPED)
    assert [one.name for one in told.drawings] == ["Ana", "Bo"]
    assert [row.name for row in told.rows] == ["Ana", "Bo"]
    assert dict(told.lines)["Fence"] == (3, 1)
    assert content(table, "pdf")[:5] == b"%PDF-"


def test_a_table_where_nobody_has_come_yet_refuses_nothing_else() -> None:
    table = tables().open("house-of-dice", ["Ana"], dice="virtual", lobby=True)
    for ending in ENDINGS - {"log", "pdf"}:
        assert content(table, ending)
    with pytest.raises(RequestError, match="refused.no-sheets"):
        content(table, "pdf")

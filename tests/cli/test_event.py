"""`pnp event`: an event from a list of names to exported standings, and the papers of its tables."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pypdfium2
import pytest

from tests.cli.conftest import Run

TELL = ("event", "tell", "Con", "--table", "1", "--totals")
GUESTS = [*(f"Guest {number}" for number in range(1, 8)), "Łukasz", "عدي"]


@pytest.fixture
def people(tmp_path: Path) -> Path:
    path = tmp_path / "people.csv"
    path.write_text("\n".join(["name", *GUESTS]), encoding="utf-8")
    return path


def test_an_event_at_the_desk(call: Run, people: Path, tmp_path: Path) -> None:
    asked = ("--game", "house-of-dice", "--from", people, "--tables-of", 3, "--rounds", 2, "--rule", "points")
    made = json.loads(call("event", "new", "Con", *asked, "--json").out)
    assert (made["people"], len(made["tables"]), made["repeats"], made["fewest_repeats"]) == (9, 3, 0, 0)
    for number in (1, 2):
        seated = json.loads(call("event", "seat", "Con", "--json").out)
        assert seated["round"] == number
        for table in seated["tables"]:
            slip = ",".join(f"{name}={10 * number + GUESTS.index(name)}" for name in table["people"])
            assert call("event", "tell", "Con", "--table", table["table"], "--totals", slip).code == 0
        assert call("event", "close", "Con").code == 0
    rows = json.loads(call("event", "standings", "Con", "--json").out)["standings"]
    assert [row["name"] for row in rows] == list(reversed(GUESTS))
    assert rows[0]["score"] == 46 and rows[0]["rounds"] == [18, 28]
    exported = call("event", "standings", "Con", "--format", "csv").out.splitlines()
    assert exported[0] == "rank,name,score,wins,points,best,round 1,round 2"
    assert exported[1] == "1,عدي,46,2,46,28,18,28"
    printed = tmp_path / call("event", "standings", "Con", "--format", "pdf", "--out", "papers").out.strip()
    [page] = [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(printed)]
    order = [page.index(name) for name in reversed(GUESTS) if name.isascii()]
    assert printed.name == "Con-standings.pdf" and order == sorted(order)
    assert "Standings" in page and "By points in all" in page and "46" in page
    assert "all rounds played" in call("event", "list").out
    assert "Według sumy punktów" in call("event", "standings", "Con", "--language", "pl").out


def test_a_name_that_a_spreadsheet_would_reckon_is_a_name(call: Run, tmp_path: Path) -> None:
    (tmp_path / "people.csv").write_text('name\n"=HYPERLINK(""http://evil.test"")"\n@Bo\nCy\n', encoding="utf-8")
    call("event", "new", "Con", "--game", "house-of-dice", "--from", tmp_path / "people.csv", "--tables-of", 3)
    rows = csv.DictReader(call("event", "standings", "Con", "--format", "csv").out.splitlines())
    assert [row["name"] for row in rows] == ['\'=HYPERLINK("http://evil.test")', "'@Bo", "Cy"]


def test_papers_in_the_order_of_tables(call: Run, people: Path, tmp_path: Path) -> None:
    call("event", "new", "Con", "--game", "house-of-dice", "--from", people, "--tables-of", 3)
    seated = json.loads(call("event", "seat", "Con", "--json").out)
    done = call("event", "print", "Con", "--url", "http://192.168.1.23:8000", "--out", "papers")
    path = tmp_path / done.out.strip()
    pages = [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(path)]
    assert len(pages) == 1 + 3 * (1 + 3) + 1  # a list, for each table a sign and three sheets, a page of badges
    for number, table in enumerate(seated["tables"]):
        sign = pages[1 + 4 * number]
        assert f"Table {number + 1}" in sign and all(name in sign for name in table["people"] if name.isascii())
    lost = call("event", "print", "Con", "--only", "Łukasz", "--out", "papers")
    again = pypdfium2.PdfDocument(tmp_path / lost.out.strip())
    assert len(again) == 1 and "Łukasz" in again[0].get_textpage().get_text_range()
    some = call("event", "print", "Con", "--sheet", "signs,badges", "--paper", "letter", "--out", "papers")
    assert [path.name, some.out.strip()] == ["Con-round-1.pdf", "papers/Con-round-1-signs-badges-letter.pdf"]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("event", "sat", "Con"), "'sat': no such thing to do; "),
        (("event", "show"), "show: which event?"),
        (("event", "show", "Com"), "'Com': no such event; did you mean 'Con'?; there are Con"),
        (("event", "new", "Con", "--game", "yacht"), "a new event needs --game and --from"),
        (("event", "tell", "Con", "--table", "1", "--totals", "Ana"), "'Ana': totals are written as Ana=41,Bo=-3"),
        ((*TELL, "Guest 1=--5"), "'Guest 1=--5': totals are written as"),
        ((*TELL, f"Guest 1={'9' * 5000}"), "…: totals are written as"),
        ((*TELL, "Guest 1=3,Guest 2=4,Guest 1=5"), "'Guest 1': named twice"),
        (("event", "tell", "Con", "--table", "1"), "tell: it needs --totals"),
        (("event", "swap", "Con"), "swap: it needs --player and --with"),
        (("event", "print", "Con", "--sheet", "sings"), "--sheet"),
        (("event", "drop", "Con", "--player", "Gest 1"), "did you mean 'Guest 1'?"),
    ],
)
def test_a_wrong_call_is_one_line(call: Run, people: Path, words: tuple[str, ...], why: str) -> None:
    call("event", "new", "Con", "--game", "yacht", "--from", people)
    done = call(*words)
    assert done.code == 2 and why in done.err and done.err.count("\n") == 1 and len(done.err) < 300


def test_who_came_and_who_left_is_told_until_the_next_seating(call: Run, people: Path) -> None:
    call("event", "new", "Con", "--game", "yacht", "--from", people, "--tables-of", 3)
    call("event", "seat", "Con")
    call("event", "add", "Con", "--player", "Zoë")
    shown = call("event", "drop", "Con", "--player", "Guest 1").out
    assert "in the 3 rounds planned so far: 0" in shown
    assert "no seat in this round: Zoë" in shown and "seated in this round still: Guest 1" in shown
    seated = json.loads(call("event", "seat", "Con", "--json").out)
    assert (seated["unseated"], seated["gone"]) == ([], [])


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ("club\nAna\nBo", "people.csv:1: no column name, player or guest among club"),
        (
            "name\nAna\nBo\n\nana\nCy",
            "people.csv:5: 'ana' stands in people.csv:2 already; each needs a name of their own",
        ),
        (
            "name\nAna\nAna\nAna",
            "people.csv:3: 'Ana' stands in people.csv:2 already; each needs a name of their own (and 1 more line that is wrong)",
        ),
    ],
)
def test_a_list_of_people_that_is_wrong_says_where(call: Run, tmp_path: Path, lines: str, why: str) -> None:
    (tmp_path / "people.csv").write_text(lines, encoding="utf-8")
    done = call("event", "new", "Con", "--game", "yacht", "--from", "people.csv")
    assert done.code != 0 and why in done.err and "skip-bad" not in done.err
    assert "no events yet" in call("event", "list").out


def test_papers_in_the_language_that_is_asked_for(call: Run, people: Path, tmp_path: Path) -> None:
    call("event", "new", "Con", "--game", "house-of-dice", "--from", people, "--tables-of", 3, "--rounds", 8)
    call("event", "seat", "Con")
    call("event", "print", "Con", "--sheet", "sheets", "--language", "pl", "--out", "all.pdf")
    call("event", "print", "Con", "--only", "Guest 1", "--language", "pl", "--out", "one.pdf")
    for name, count in (("all.pdf", 9), ("one.pdf", 1)):
        pages = [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(tmp_path / name)]
        assert len(pages) == count and all("Gracz" in page and "Player" not in page for page in pages)
    call("event", "print", "Con", "--sheet", "badges", "--out", "badges.pdf")
    badges = "".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(tmp_path / "badges.pdf"))
    assert badges.count("8: table ") == 9  # more rounds than stand in one row


def test_a_result_that_is_still_to_be_confirmed_is_told(call: Run, people: Path) -> None:
    call("event", "new", "Con", "--game", "yacht", "--from", people, "--tables-of", 3, "--confirm")
    first, second, third = json.loads(call("event", "seat", "Con", "--json").out)["tables"][0]["people"]
    slip = {first: 30, second: 20, third: 10}
    call("event", "tell", "Con", "--table", 1, "--totals", ",".join(f"{who}={n}" for who, n in slip.items()))
    shown = call("event", "confirm", "Con", "--table", 1, "--player", second).out
    assert f"{third} 10; to be confirmed by two; so far by {second}" in shown
    table = json.loads(call("event", "show", "Con", "--json").out)["tables"][0]
    assert (table["totals"], table["unconfirmed"], table["confirmed"]) == (None, slip, [second])
    call("event", "confirm", "Con", "--table", 1, "--player", first)
    table = json.loads(call("event", "show", "Con", "--json").out)["tables"][0]
    assert (table["totals"], table["unconfirmed"]) == (slip, None)

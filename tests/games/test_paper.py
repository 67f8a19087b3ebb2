"""Paper counted: what stands on sheets and pads, field by field, comes to what the rules say of the same game."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp import edition as editions
from pnp import games
from pnp.edition import Edition, Entry
from pnp.errors import Problem
from pnp.games.codec import FieldRule, Marks
from pnp.games.game import Counted, Papers
from pnp.games.house_of_dice.document import Document, Seat
from pnp.games.house_of_dice.rules import rules_of
from pnp.games.verdict import SheetVerdict, Verdict
from pnp.sheets import documents, layout
from pnp.words import Said

ROOT = Path(__file__).parents[1]
GAMES = games.names()
EXAMPLES = [path.read_text(encoding="utf-8") for path in sorted((ROOT / "examples").glob("*.toml"))]
PAGE = (ROOT.parent / "docs" / "documents.md").read_text(encoding="utf-8")
ON_THE_PAGE = [text for text in re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL) if "entries" not in text]
OWN = [
    # Moves that stop early, a chimney in the wrong place, and a bonus claimed by both though it has one circle.
    """game = "house-of-dice"
    [[sheets]]
    turns = 9
    house = "C.....\\n......\\nW....R\\nW.BB..\\nDGG...\\nFF.F.."
    cost = 7
    bonuses = ["full-fence"]
    [[sheets]]
    turns = 9
    cost = 7
    house = "......\\n......\\n......\\n......\\n......\\nFFFFFF"
    bonuses = ["full-fence", "full-fence"]""",
    # Tied after three rounds, and the tiebreak settled it.
    """game = "dice-miner"
    [[sheets]]
    player = "Ana"
    rounds = [{ tunnel = [1, 2] }, { tunnel = [1, 2, 3] }, { hazard = ["dragon x3"] }]
    tiebreak = [{ hazard = ["dragon x4"] }]
    [[sheets]]
    player = "Bo"
    rounds = [{ tunnel = [1, 2] }, { tunnel = [1, 2, 3] }, { hazard = ["dragon x3"] }]
    tiebreak = [{ hazard = ["dragon x2"] }]""",
    """game = "dice-miner"
    [[sheets]]
    hero = "alchemist"
    rounds = [{ treasure = [3, 3] }, { treasure = [3, 1, 1], tunnel = [1, 1] }]
    [[sheets]]
    hero = "treasurer"
    rounds = [{ treasure = [3] }, { treasure = [3, 1] }]
    [[sheets]]
    rounds = [{}, { hazard = ["cave-in"] }]""",
    """game = "dice-miner-solo"
    tunnel = [1, 2, 3, 4, 5]
    treasure = [3, 3, 2]
    refills = 1
    starting-magic = 0""",
    # Equal totals: Cy has more rooms.
    """game = "dice-manor"
    [[sheets]]
    player = "Ana"
    rounds = [{ tours = [2, 1] }, { tours = [3] }]
    [[sheets]]
    player = "Bo"
    rooms = [{ type = "library", color = "red" }]
    [[sheets]]
    player = "Cy"
    rooms = [{ type = "office", color = "green" }, { type = "office", color = "blue" }]""",
    """game = "dice-city"
    [[sheets]]
    tokens = 5
    ships = [5, 10]
    [sheets.city]
    red = ["Manor", "Forest", "Church=2", ".", "Town Hall", "."]
    [[sheets]]
    tokens = 5
    bandits = [4, 4, 2]
    ships = [5]
    [sheets.city]
    white = ["Manor", "Castle", ".", "Manor=9", "Town Hall", "Church"]""",
    """game = "dice-city-solo"
    mode = "hard"
    turns = 14
    target = 60
    tokens = 60
    ships = [5]""",
    """game = "yacht"
    [[sheets]]
    rounds = [{ fours = 12, yacht = 50 }, { choice = 20 }]
    [[sheets]]
    rounds = [{ ones = 3 }]""",
]
DOCUMENTS = [*EXAMPLES, *ON_THE_PAGE, *OWN]


def named(text: str) -> str:
    return re.search(r'game = "(.*?)"', text)[1]  # type: ignore[index]


a_document = pytest.mark.parametrize("text", DOCUMENTS, ids=named)
a_game = pytest.mark.parametrize("name", GAMES)


@cache
def owners(name: str) -> dict[str, str]:
    return {sheet: made.owner for sheet, made in layout.load(layout.find(name)).sheets.items()}


def papers_of(made: list[tuple[str, Marks]], players: list[str], name: str) -> Papers:
    """The sheets that `marks` filled in, each with whom it belongs to."""
    table = {sheet: marks for sheet, marks in made if owners(name)[sheet] == "table"}
    own: list[dict[str, Marks]] = [{} for _ in players]
    for sheet in {sheet for sheet, _ in made} - table.keys():
        for seat, marks in enumerate(marks for each, marks in made if each == sheet):
            own[seat][sheet] = marks
    return Papers(tuple(players), table, tuple(own))


def both(text: str) -> tuple[str, Any, Papers, Verdict, Counted]:
    """A document as it is judged, and its paper as it is counted."""
    game, document, edition = documents.understand(tomllib.loads(text), "document")
    judged = game.judge(document, edition)
    if edition.game == "house-of-dice":
        document = on_paper(document)
        judged = game.judge(document, edition)
    absent = max(0, getattr(document, "players", 1) - len(judged.sheets)) if edition.game == "house-of-dice" else 0
    players = [*(sheet.player for sheet in judged.sheets), *(f"absent {n}" for n in range(absent))]
    papers = papers_of(game.marks(document, edition), players, edition.game)
    count = game.count(papers, edition)
    return edition.game, document, papers, worded(judged), count._replace(verdict=worded(count.verdict))


def worded(verdict: Verdict) -> Verdict:
    """A verdict with the sentences of its game in place of what was said."""
    text = games.load(verdict.game).words().text

    def problem(one: Problem) -> Problem:
        return Problem(one.key, text(one.where), text(one))

    sheets = [
        sheet._replace(
            problems=tuple(map(problem, sheet.problems)), notes=tuple(Said(n.key, text(n)) for n in sheet.notes)
        )
        for sheet in verdict.sheets
    ]
    ranking = tuple(row._replace(why=text(row.why)) for row in verdict.ranking)
    return verdict._replace(sheets=tuple(sheets), problems=tuple(map(problem, verdict.problems)), ranking=ranking)


def on_paper(document: Document) -> Document:
    """A table as its sheets can say it: no moves, no rolls, no more than there are boxes."""
    rules = rules_of(editions.shipped("house-of-dice"))
    seats = []
    for seat in document.seats:
        sheet = seat.sheet._replace(
            cost=min(seat.sheet.cost, 24),
            turns=min(seat.sheet.turns, 24),
            furniture=min(seat.sheet.furniture, rules.spaces),
            bonuses=seat.sheet.bonuses[: rules.bonuses],
        )
        seats.append(Seat(seat.player, sheet))
    return Document(document.players, tuple(seats))


def counted(name: str, table: dict[str, Marks] | None = None, *own: dict[str, Marks], players: int = 2) -> Counted:
    names = ("Ana", "Bo", "Cy", "Di", "Eve", "Fay")[:players]
    sheets = [*own, *({} for _ in names)][:players]
    made: Counted = games.load(name).count(Papers(names, table or {}, tuple(sheets)), editions.shipped(name))
    return made._replace(verdict=worded(made.verdict))


def pad(name: str, marks: Marks, players: int = 2) -> Counted:
    return counted(name, {"score": marks}, players=players)


def alone(name: str, **sheets: Marks) -> Counted:
    return counted(name, None, sheets, players=1)


def said(sheet: SheetVerdict) -> list[tuple[str, str]]:
    return [(problem.code, problem.where) for problem in sheet.problems]


# ------------------------------------------------------------------------------------------------ the way back


def test_every_game_is_here() -> None:
    assert {named(text) for text in DOCUMENTS} == set(GAMES)


@a_document
def test_paper_comes_to_what_its_document_comes_to(text: str) -> None:
    _, _, _, judged, count = both(text)
    here = len(judged.sheets)
    for before, after in zip(judged.sheets, count.verdict.sheets, strict=False):
        assert [line[:2] for line in after.score.lines] == [line[:2] for line in before.score.lines]
        assert after.score.facts.items() >= {k: v for k, v in before.score.facts.items() if k != "tiebreak-2"}.items()
        assert [[line[:2] for line in row] for row in after.score.rounds] == [
            [line[:2] for line in row] for row in before.score.rounds
        ]
    assert [row[:3] for row in count.verdict.ranking[:here]] == [row[:3] for row in judged.ranking]


@a_document
def test_what_is_due_is_what_marks_would_write(text: str) -> None:
    name, _, papers, judged, count = both(text)
    pairs = [(due, papers.table[sheet]) for sheet, due in count.table.items() if sheet != "bonus"]
    for filled, made in zip(papers.own, count.own, strict=True):
        pairs += [(due, filled[sheet]) for sheet, due in made.items()]
    for due, written in pairs:
        assert due and due.items() <= {**written}.items(), name
    totals = [id for due, _ in pairs for id in due if re.fullmatch(r"([pg]\d+\.|score\.)?total", id)]
    games_each = sum(max(1, len(sheet.score.rounds)) for sheet in judged.sheets) if name == "yacht" else 0
    assert len(totals) == (games_each or len(judged.sheets)), "everybody's total is due"


@a_document
def test_whatever_is_legal_in_a_document_is_legal_on_paper(text: str) -> None:
    _, _, _, judged, count = both(text)
    for before, after in zip(judged.sheets, count.verdict.sheets, strict=False):
        assert set(said(after)) <= set(said(before))
    assert count.verdict.legal or not judged.legal


@a_document
def test_a_total_that_was_added_up_wrongly_is_found(text: str) -> None:
    name, _, papers, judged, count = both(text)
    tried = 0
    for ids, sheets in [(papers.table, count.table), *zip(papers.own, count.own, strict=True)]:
        for sheet, due in sheets.items():
            for id in (id for id in due if re.search(r"(^|\.)(total|running|majority|largest)$", id)):
                wrong = {sheet: {**ids[sheet], id: int(ids[sheet][id]) + 1}}
                table = {**papers.table, **wrong} if ids is papers.table else papers.table
                own = tuple({**each, **wrong} if each is ids else each for each in papers.own)
                again = games.load(name).count(papers._replace(table=table, own=own), editions.shipped(name)).verdict
                assert any("wrong-sum" in dict(said(each)) for each in again.sheets), id
                tried += 1
                assert [each.score.total for each in again.sheets] == [s.score.total for s in count.verdict.sheets]
    assert tried >= len(judged.sheets)


# ------------------------------------------------------------------------------------------------ anything at all


def marks_of(rule: FieldRule) -> st.SearchStrategy[Any]:
    match rule.kind:
        case "choice":
            return st.sampled_from(rule.choices)
        case "cross":
            return st.booleans()
        case "tally":
            return st.integers(0, rule.most)
        case "number":
            return st.integers(-12, 40) | st.integers()
        case _:
            texts = ["Manor", "church", "Cathedral=6", "Forest", "=", "!", "Engineer", "dragon slayer", "."]
            return st.sampled_from(texts) | st.text(st.characters(exclude_categories=["C", "Zl", "Zp"]), max_size=90)


@st.composite
def any_papers(draw: st.DrawFn, name: str) -> Papers:
    known, whose = games.load(name).fields(editions.shipped(name)), owners(name)
    players = draw(st.integers(0, 5))

    def some(sheet: str) -> Marks:
        ids = draw(st.lists(st.sampled_from(sorted(known[sheet])), max_size=30)) if known[sheet] else []
        return {id: draw(marks_of(known[sheet][id])) for id in ids}

    table = {sheet: some(sheet) for sheet, owner in whose.items() if owner == "table"}
    own = [{sheet: some(sheet) for sheet, owner in whose.items() if owner == "player"} for _ in range(players)]
    return Papers(tuple(f"P{n}" for n in range(players)), table, tuple(own))


@a_game
@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_nothing_that_fits_the_fields_is_too_much(name: str, data: st.DataObject) -> None:
    papers = data.draw(any_papers(name))
    edition = editions.shipped(name)
    found = games.load(name).count(papers, edition)
    assert [sheet.player for sheet in found.verdict.sheets] == list(papers.players)
    assert sorted(row.player for row in found.verdict.ranking) == sorted(papers.players)
    assert len(found.own) == len(papers.players)
    known = games.load(name).fields(edition)
    for sheet, due in [*found.table.items(), *(pair for own in found.own for pair in own.items())]:
        # A pad has as many columns as may play; more people than that are only counted.
        assert {id for id in due if not re.match(r"p[5-9]\.", id)} <= known[sheet].keys()
        assert all(mark in known[sheet][id].choices for id, mark in due.items() if isinstance(mark, str))
    found.verdict.as_json(games.load(name).words())
    said = worded(found.verdict)
    problems = [*said.problems, *(p for sheet in said.sheets for p in sheet.problems)]
    assert all(problem.facts.isprintable() for problem in problems)


@a_game
@pytest.mark.parametrize("players", [0, 1, 2, 4])
def test_an_empty_table_has_no_points(name: str, players: int) -> None:
    found = counted(name, players=players)
    assert [sheet.score.total for sheet in found.verdict.sheets] == [0] * players
    assert found.verdict.legal
    assert [row.rank for row in found.verdict.ranking] in ([1] * players, [*range(1, players + 1)])


@a_document
def test_counting_what_is_due_gives_the_same_again(text: str) -> None:
    """First without what follows from other boxes, then with what that count says should stand there."""
    name, _, papers, _, whole = both(text)
    rules, edition = games.load(name), editions.shipped(name)
    bare = papers._replace(
        table=without(papers.table, whole.table),
        own=tuple(without(each, due) for each, due in zip(papers.own, whole.own, strict=True)),
    )
    assert bare != papers, "something was due"
    first = rules.count(bare, edition)
    filled = papers._replace(
        table=joined(bare.table, first.table),
        own=tuple(joined(each, due) for each, due in zip(bare.own, first.own, strict=True)),
    )
    assert filled != bare, "something is due"
    again = rules.count(filled, edition)
    assert again[1:] == first[1:]
    assert [sheet.score for sheet in again.verdict.sheets] == [sheet.score for sheet in first.verdict.sheets]
    assert [sheet.problems for sheet in again.verdict.sheets] == [sheet.problems for sheet in first.verdict.sheets]


def without(sheets: Mapping[str, Marks], due: Mapping[str, Marks]) -> dict[str, Marks]:
    return {
        name: {id: mark for id, mark in marks.items() if id not in due.get(name, {})} for name, marks in sheets.items()
    }


def joined(sheets: Mapping[str, Marks], due: Mapping[str, Marks]) -> dict[str, Marks]:
    return {name: {**sheets.get(name, {}), **due.get(name, {})} for name in {**sheets, **due}}


# ------------------------------------------------------------------------------------------------ House of Dice


@pytest.mark.parametrize(
    ("marks", "line", "points"),
    [
        ({"house.c1r1": "F", "house.c2r1": "F"}, "fence", 3),
        ({"house.c3r3": "R"}, "roof", -3),
        ({f"furniture.{space}": True for space in range(1, 7)}, "furniture", 1),
        ({f"furniture.{space}": space > 1 for space in range(1, 7)}, "furniture", 0),
        ({**{f"house.c{n}r1": "F" for n in range(1, 7)}, "bonuses.2": "full-fence"}, "bonuses", 5),
    ],
)
def test_a_house_is_scored_from_its_cells(marks: Marks, line: str, points: int) -> None:
    found = counted("house-of-dice", None, {"play": marks})
    assert {name: each for name, each, _ in found.verdict.sheets[0].score.lines}[line] == points
    assert found.own[0]["play"][f"score.{line}"] == points
    assert found.own[1] == {}


@pytest.mark.parametrize(
    ("marks", "problems"),
    [
        ({"house.c1r1": "F"}, []),
        ({"house.c1r1": "F", "turns.1": 1}, []),
        ({"house.c1r1": "F", "house.c2r1": "F", "turns.1": 1}, [("too-many-parts", "house")]),
        ({"house.c1r6": "C"}, [("chimney-without-roof", "row 6, column 1")]),
        ({"bonuses.1": "free", "bonuses.3": "free"}, [("bonus-repeated", "bonuses")]),
        ({"house.c1r1": "F", "score.fence": 2}, [("wrong-sum", "fence")]),
        ({"house.c1r1": "F", "score.total": -4}, [("wrong-sum", "total")]),
        ({"house.c1r1": "F", "score.fence": 1, "score.total": -5}, []),
    ],
)
def test_a_house_is_judged_by_its_marks(marks: Marks, problems: list[tuple[str, str]]) -> None:
    assert said(counted("house-of-dice", None, {"play": marks}).verdict.sheets[0]) == problems


@pytest.mark.parametrize(
    ("strokes", "players", "turns"),
    [
        (0, 2, "turns 24/24"),  # nobody entered them
        (1, 2, "turns 1/24"),
        (24, 2, "turns 24/24"),
        (23, 5, "turns 23/25"),
        (24, 5, "turns 25/25"),  # five play a round more than the track has strokes
    ],
)
def test_turns_are_strokes(strokes: int, players: int, turns: str) -> None:
    boxes = {f"turns.{n}": min(2, strokes - 2 * n + 2) for n in range(1, 13) if strokes - 2 * n + 2 > 0}
    found = counted("house-of-dice", None, {"play": {"house.c1r1": "F", **boxes}}, players=players)
    picture = found.verdict.sheets[0].picture
    assert picture is not None and turns in map(games.load("house-of-dice").words().text, picture.below)


def test_a_blank_house_is_a_missing_one_and_comes_last() -> None:
    found = counted("house-of-dice", None, {"play": {"house.c1r2": "W", "bonuses.1": "most-windows"}}).verdict
    assert [note.code for note in found.sheets[0].notes] == ["most-unknown"]
    assert [(row.rank, row.player, row.total) for row in found.ranking] == [(1, "Ana", -5), (2, "Bo", 0)]


CLAIM = {"play": {"house.c1r1": "F", "bonuses.1": "free"}}
NO_CLAIM = {"play": {"house.c1r1": "F"}}


@pytest.mark.parametrize(
    ("sheets", "crossed", "notes"),
    [
        ([CLAIM, NO_CLAIM], [], [[], []]),  # nobody entered the bonus sheet
        ([CLAIM, NO_CLAIM], ["few.free.1"], [[], []]),
        ([CLAIM, NO_CLAIM], ["few.free.1", "few.extra.1"], [["circles-differ"], []]),  # extra: nobody claims it
        ([CLAIM, NO_CLAIM], ["few.extra.1"], [["circles-differ", "circles-differ"], []]),
        ([NO_CLAIM, CLAIM], ["few.extra.1"], [["circles-differ"], ["circles-differ"]]),
        ([CLAIM], ["few.free.1", "few.extra.1"], [[], []]),  # whose sheet is missing may have claimed extra
    ],
)
def test_claims_and_circles_go_together(sheets: list[Any], crossed: list[str], notes: list[list[str]]) -> None:
    found = counted("house-of-dice", {"bonus": dict.fromkeys(crossed, True)}, *sheets)
    codes = [[note.code for note in sheet.notes] for sheet in found.verdict.sheets]
    assert (codes, found.table["bonus"]) == (notes, {"few.free.1": True})
    assert found.verdict.legal


# ------------------------------------------------------------------------------------------------ Dice Miner


@pytest.mark.parametrize(
    ("marks", "totals", "due"),
    [
        ({"p1.r1.tunnel": 6}, [6, 0], {"p1.r1.total": 6, "p1.total": 6}),
        ({"p1.r1.tunnel": 6, "p1.r1.hazard": -4}, [2, 0], {"p1.r1.total": 2}),
        (
            {"p1.r1.tunnel": 6, "p1.r2.tunnel": 3, "p2.r1.tunnel": 5, "p2.r2.tunnel": 9},
            [9, 14],
            {"p1.r2.running": 9, "p2.r2.running": 14, "start.r2": "2", "start.r3": "1"},
        ),
        ({"p1.r1.tunnel": 6, "p2.r1.tunnel": 6}, [6, 6], {}),  # chance decides who starts
        ({"p1.r3.tunnel": 6}, [6, 0], {"p1.r1.total": 0, "p1.r2.running": 0, "p1.r3.total": 6}),
    ],
)
def test_a_miner_s_pad_is_added_up_as_far_as_it_goes(marks: Marks, totals: list[int], due: Marks) -> None:
    found = pad("dice-miner", marks)
    assert [sheet.score.total for sheet in found.verdict.sheets] == totals
    assert found.table["score"].items() >= due.items()
    assert ("start.r2" in found.table["score"]) == ("start.r2" in due)
    assert found.verdict.legal


@pytest.mark.parametrize(
    ("marks", "problems"),
    [
        ({"p1.r1.tunnel": 6, "p1.r1.total": 7}, [("wrong-sum", "total round 1")]),
        ({"p1.r1.tunnel": 6, "p1.total": 7}, [("wrong-sum", "total")]),
        ({"p1.r1.tunnel": 6, "p1.r2.tunnel": 1, "p1.r2.running": 6}, [("wrong-sum", "so far round 2")]),
        ({"p1.r1.tunnel": 81}, [("wrong-sum", "tunnel round 1")]),  # 27 dice and a hero make 80
        ({"p1.r2.treasure": -1}, [("wrong-sum", "treasure round 2")]),
        ({"p1.r2.hazard": -41}, [("wrong-sum", "hazard round 2")]),
        ({"p1.r1.treasure": 7, "p2.r1.treasure": 3}, [("wrong-sum", "treasure round 1")]),  # gems times 2 are even
        ({"p1.r1.treasure": 6, "p2.r1.treasure": 3}, [("wrong-sum", "treasure round 1")]),  # 3 and 3 lead together
        ({"p1.r1.treasure": 6, "p2.r1.treasure": 2}, []),
        ({"p1.r1.treasure": 5, "p2.r1.treasure": 5}, []),  # nobody doubles
        ({"p1.r1.treasure": 5}, []),  # Bo's is still to come
        ({f"p{seat}.r{n}.tunnel": 1 for n in (1, 2, 3) for seat in (1, 2)} | {"p1.tiebreak": 4}, []),
        (
            {f"p{seat}.r{n}.tunnel": seat for n in (1, 2, 3) for seat in (1, 2)} | {"p1.tiebreak": 4},
            [("wrong-tiebreak", "tiebreak 1")],
        ),
    ],
)
def test_what_a_miner_s_pad_can_not_say(marks: Marks, problems: list[tuple[str, str]]) -> None:
    assert said(pad("dice-miner", marks).verdict.sheets[0]) == problems


def test_miners_with_the_same_hero() -> None:
    found = pad("dice-miner", {"p1.hero": "engineer", "p2.hero": "ENGINEER "}).verdict
    assert [problem.code for problem in found.problems] == ["hero-taken"]
    nobody = pad("dice-miner", {"p1.hero": "somebody else"}).verdict
    assert nobody.legal and not nobody.sheets[0].notes


@pytest.mark.parametrize(
    ("tiebreaks", "ranks", "due"),
    [
        ({}, [(1, "Ana"), (1, "Bo"), (3, "Cy")], ["Ana", "Bo"]),
        ({"p1.tiebreak": 3}, [(1, "Ana"), (1, "Bo"), (3, "Cy")], ["Ana", "Bo"]),
        ({"p1.tiebreak": 3, "p2.tiebreak": 5}, [(1, "Bo"), (2, "Ana"), (3, "Cy")], []),
        ({"p1.tiebreak": 5, "p2.tiebreak": 5}, [(1, "Ana"), (1, "Bo"), (3, "Cy")], ["Ana", "Bo"]),
    ],
)
def test_tied_miners_roll_again(tiebreaks: Marks, ranks: list[tuple[int, str]], due: list[str]) -> None:
    rounds = {f"p{seat}.r{n}.tunnel": 6 if seat < 3 else 1 for n in (1, 2, 3) for seat in (1, 2, 3)}
    found = pad("dice-miner", {**rounds, **tiebreaks}, players=3).verdict
    assert [(row.rank, row.player) for row in found.ranking] == ranks
    told = [sheet.player for sheet in found.sheets if "tiebreak-due" in {note.code for note in sheet.notes}]
    assert told == due


@pytest.mark.parametrize(
    ("marks", "total", "band", "problems"),
    [
        ({"refills.1": True}, 0, "1", []),
        ({"tunnel": 25, "cached": 20}, 45, "3", []),
        ({"tunnel": 25, "cached": 20, "hazard": 1, "band": "4", "total": 46}, 46, "4", []),
        ({"tunnel": 25, "band": "3"}, 25, "2", [("wrong-sum", "band")]),
        ({"tunnel": 10, "total": 11}, 10, "1", [("wrong-sum", "total")]),
        ({"tunnel": 12}, 12, "1", [("wrong-sum", "tunnel")]),  # a straight is 5
        ({"cached": 3}, 3, "1", [("wrong-sum", "cached")]),  # a gem in a chest is 2
        ({"treasure": 25}, 25, "2", [("wrong-sum", "treasure")]),  # eight dice show 24 gems
        ({"hazard": -1}, -1, "1", [("wrong-sum", "hazard")]),
        ({"best.1": 80, "refills.1": True, "magic": "2"}, 0, "1", []),
    ],
)
def test_a_miner_alone(marks: Marks, total: int, band: str, problems: list[tuple[str, str]]) -> None:
    found = alone("dice-miner-solo", score=marks)
    assert (found.verdict.sheets[0].score.total, said(found.verdict.sheets[0])) == (total, problems)
    assert found.own[0]["score"] == {"total": total, "band": band}


# ------------------------------------------------------------------------------------------------ Dice Manor


@pytest.mark.parametrize(
    ("marks", "majority", "largest"),
    [
        ({"p1.rooms.red": 3, "p2.rooms.red": 2}, [12, 6], [0, 0]),
        ({"p1.rooms.red": 3, "p2.rooms.red": 3}, [8, 8], [0, 0]),
        ({"p1.rooms.red": 3, "p2.rooms.blue": 1}, [12, 12], [0, 0]),
        ({"p1.rooms.all": 3, "p2.rooms.all": 2}, [0, 0], [12, 6]),
        ({"p1.rooms.all": 3, "p2.rooms.all": 0}, [0, 0], [12, 0]),
        ({"p1.rooms.red": 3, "p1.majority": 12}, [12, 0], [0, 0]),  # Bo's rooms are missing: as written
        ({"p1.rooms.red": 3}, [0, 0], [0, 0]),
    ],
)
def test_majorities_follow_from_everybody_s_rooms(marks: Marks, majority: list[int], largest: list[int]) -> None:
    found = pad("dice-manor", marks)
    lines = [{name: points for name, points, _ in sheet.score.lines} for sheet in found.verdict.sheets]
    assert ([line["majority"] for line in lines], [line["largest"] for line in lines]) == (majority, largest)
    assert [found.table["score"][f"p{seat}.total"] for seat in (1, 2)] == [sum(line.values()) for line in lines]
    assert found.verdict.legal


@pytest.mark.parametrize(
    ("marks", "problems"),
    [
        ({"p1.r1.tours": 5, "p1.r1.dice": 3, "p1.r1.advertising": 9, "p1.total": 17}, []),
        ({"p1.r1.tours": 5, "p1.r1.dice": 3, "p1.total": 9}, [("wrong-sum", "total")]),
        ({"p1.r1.tours": 4, "p1.r1.dice": 3}, [("wrong-sum", "tours round 1")]),  # three dice: 0, 2 or 5
        ({"p1.r1.tours": 4}, []),
        ({"p1.r4.dice": 10}, [("wrong-sum", "dice round 4")]),  # nobody has more than nine
        ({"p1.opening": 27 + 20}, []),  # paths of four and five dice
        ({"p1.opening": 48}, [("wrong-sum", "opening")]),
        ({"p1.rooms.red": 3, "p1.rooms.all": 2}, [("rooms-differ", "rooms red")]),
        ({"p1.rooms.all": 3, "p2.rooms.all": 2, "p1.largest": 6}, [("wrong-sum", "largest")]),
        ({"p1.unhappy": -1}, [("wrong-sum", "unhappy")]),
        ({"p1.diversity": 5}, []),  # the edition does not have what five types give
    ],
)
def test_what_a_manor_s_pad_can_not_say(marks: Marks, problems: list[tuple[str, str]]) -> None:
    assert said(pad("dice-manor", marks).verdict.sheets[0]) == problems


def test_diversity_that_no_types_give_where_all_are_known() -> None:
    rest = Entry("diversity-rest", "fact", "", {"1": 1, "2": 2, "3": 3, "5": 7, "6": 10})
    edition = editions.shipped("dice-manor").overridden(Edition("dice-manor", {rest.name: rest}))
    for written, problems in ((7, []), (5, [("wrong-diversity", "diversity")])):
        papers = Papers(("Ana", "Bo"), {"score": {"p1.diversity": written}}, ({}, {}))
        verdict = worded(games.load("dice-manor").count(papers, edition).verdict)
        assert said(verdict.sheets[0]) == problems


@pytest.mark.parametrize(
    ("tracker", "marks", "due", "problems"),
    [
        ({"tours.r1.1": 3, "tours.r1.2": 1}, {}, {"r1.tours": 5, "r1.dice": 4, "total": 9}, []),
        ({"tours.r1.1": 3}, {"p1.r1.tours": 6}, {"r1.tours": 5, "total": 8}, [("wrong-sum", "tours round 1")]),
        ({"tours.r2.1": 9, "tours.r2.6": 1}, {}, {"r2.tours": 19}, [("too-many-dice", "round 2, tours")]),
        ({"tours.opening.1": 4}, {"p1.unhappy": 3}, {"opening": 21}, []),
        ({"tours.opening.1": 4}, {"p1.unhappy": 1}, {"opening": 21}, [("opening-dice", "opening")]),
        ({"inspiration.1": 2, "inspiration.2": 1, "inspiration.3": 1}, {}, {"inspiration": 1}, []),
        ({"inspiration.1": 1}, {"p1.inspiration": 1}, {"inspiration": 0}, [("wrong-sum", "inspiration")]),
    ],
)
def test_a_tracker_explains_the_pad(tracker: Marks, marks: Marks, due: Marks, problems: list[tuple[str, str]]) -> None:
    found = counted("dice-manor", {"score": marks}, {"tracker": tracker})
    assert said(found.verdict.sheets[0]) == problems
    assert found.table["score"].items() >= {f"p1.{id}": points for id, points in due.items()}.items()


def test_tied_manors_are_ranked_by_rooms_and_guests() -> None:
    marks = {"p1.rooms.all": 2, "p2.rooms.all": 2, "p3.rooms.all": 2, "p1.unhappy": 2, "p2.unhappy": 1, "p3.unhappy": 2}
    found = pad("dice-manor", marks, players=3).verdict
    assert [(row.rank, row.player) for row in found.ranking] == [(1, "Bo"), (2, "Ana"), (2, "Cy")]
    more = pad("dice-manor", {"p1.rooms.all": 2, "p2.rooms.all": 3, "p1.r1.advertising": 6}).verdict.ranking
    assert [row[:4] for row in more] == [(1, "Bo", 12, "tied: most rooms"), (2, "Ana", 12, "tied: most rooms")]

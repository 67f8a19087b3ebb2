"""House of Dice: sheets and tables as the rulebook judges, scores and ranks them."""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from pnp import edition as editions
from pnp.edition import Edition, Entry
from pnp.errors import InputError
from pnp.games.house_of_dice import game
from pnp.games.house_of_dice.parts import BONUSES
from pnp.games.house_of_dice.rules import rules_of
from pnp.games.house_of_dice.sheet import Sheet, house_text
from pnp.games.verdict import Verdict
from pnp.sheets import documents

EXAMPLES = Path(__file__).parents[1] / "examples"
EDITION = editions.shipped("house-of-dice")
RULES = rules_of(EDITION)
TEXT = game.words().text
LEGAL = """
. . . C . .
R R R R . .
W B B W . R
. . W B B .
D G G . W .
F F F . F F
"""


def drawing(**rows: str) -> str:
    """A house of which only some rows are given: r1 is the ground."""
    return "\n".join(rows.get(f"r{row}", "......") for row in range(6, 0, -1))


def read_house(text: str) -> str:
    """The cells of a drawing as its document is read."""
    return str(documents.understand({"game": "house-of-dice", "house": text}, "x")[1].seats[0].sheet.house)


def judged(edition: Edition | None = None, **keys: Any) -> Verdict:
    return documents.judge({"game": "house-of-dice", **keys}, edition=edition)


def codes(verdict: Verdict, seat: int = 0) -> list[str]:
    return [problem.code for problem in verdict.sheets[seat].problems]


def points(verdict: Verdict, seat: int = 0) -> dict[str, int]:
    return verdict.sheets[seat].score.as_json()


# --- the examples ----------------------------------------------------------------------------------


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("house-*.toml")), ids=lambda path: path.stem)
def test_example_gives_what_is_expected(path: Path) -> None:
    expected = json.loads(path.with_suffix(".expected.json").read_text())
    answer = documents.judge(tomllib.loads(path.read_text())).as_json(game.words())
    for key in expected.keys() - {"sheets"}:
        assert answer[key] == expected[key]
    assert len(answer["sheets"]) == len(expected["sheets"])
    for got, wanted in zip(answer["sheets"], expected["sheets"], strict=True):
        for key in wanted.keys() - {"problems"}:
            assert got[key] == wanted[key]
        for problem, known in zip(got["problems"], wanted["problems"], strict=True):
            assert problem.items() >= known.items()


# --- scoring ---------------------------------------------------------------------------------------

SCORED = [
    ("fence", {"r1": "F....."}, 1, "1 fence, 0 pairs"),
    ("fence", {"r1": "FF...."}, 3, "2 fences, 1 pair"),
    ("fence", {"r1": "F.F.F."}, 3, "3 fences, 0 pairs"),
    ("fence", {"r1": "FFF.FF"}, 8, "5 fences, 3 pairs"),
    ("fence", {"r1": "FFFFFF"}, 11, "6 fences, 5 pairs"),
    ("door", {}, 0, "0 doors"),
    ("door", {"r2": "D....."}, 2, "1 door"),
    ("door", {"r2": "DD.D.."}, 2, "3 doors"),
    ("garage", {"r2": "G.G..."}, 0, "2 garage doors, 0 pairs"),
    ("garage", {"r2": ".GG..."}, 3, "2 garage doors, 1 pair"),
    ("garage", {"r2": "GGG..."}, 6, "3 garage doors, 2 pairs"),
    ("garage", {"r2": "GG..GG"}, 6, "4 garage doors, 2 pairs"),
    ("window", {"r2": "W.....", "r3": "WW....", "r4": ".W...."}, 4, "4 windows"),
    ("balcony", {"r3": "B.....", "r4": "B....."}, 2, "2 balconies, 0 pairs"),
    ("balcony", {"r3": ".....B", "r4": "B....."}, 2, "2 balconies, 0 pairs"),
    ("balcony", {"r3": "BBB..."}, 7, "3 balconies, 2 pairs"),
    ("balcony", {"r3": "BB....", "r4": ".BB..."}, 8, "4 balconies, 2 pairs"),
    ("roof", {}, -6, "0 roofs, 6 columns without"),
    ("roof", {"r4": "R.....", "r5": ".R...."}, 0, "2 roofs, 4 columns without"),
    ("roof", {"r5": "RRRRRR"}, 12, "6 roofs, 0 columns without"),
    ("chimney", {"r5": "R.....", "r6": "C....."}, 2, "1 chimney"),
    ("chimney", {"r5": "RRR...", "r6": "CCC..."}, 4, "3 chimneys"),
]


@pytest.mark.parametrize(("line", "rows", "value", "why"), SCORED)
def test_parts_score(line: str, rows: dict[str, str], value: int, why: str) -> None:
    scored = judged(house=drawing(**rows)).sheets[0].score
    assert [(entry.points, TEXT(entry.why)) for entry in scored.lines if entry.name == line] == [(value, why)]


@pytest.mark.parametrize(("spaces", "value"), [(0, 0), (5, 0), (6, 1), (11, 1), (12, 3), (17, 3), (18, 6), (30, 6)])
def test_furniture_scores_by_full_rows(spaces: int, value: int) -> None:
    assert points(judged(house=drawing(), furniture=spaces))["furniture"] == value


@pytest.mark.parametrize(
    ("bonuses", "rows", "value"),
    [
        (["full-roof"], {"r5": "RRRRRR"}, 5),
        (["full-roof"], {"r4": "R.....", "r5": ".RRRRR"}, 5),
        (["full-roof"], {"r5": "RRRRR."}, 0),
        (["full-fence"], {"r1": "FFFFFF"}, 5),
        (["full-fence"], {"r1": "FFFFF."}, 0),
        (["full-fence", "full-roof"], {"r1": "FFFFFF", "r5": "RRRRRR"}, 10),
        ([], {"r1": "FFFFFF", "r5": "RRRRRR"}, 0),
        (["full-fence", "full-fence"], {"r1": "FFFFFF"}, 5),
        (["free", "extra", "nudge"], {"r1": "FFFFFF"}, 0),
        (["most-windows", "most-balconies"], {"r3": "WWWBBB"}, 0),
    ],
)
def test_bonuses_of_one_sheet(bonuses: list[str], rows: dict[str, str], value: int) -> None:
    assert points(judged(house=drawing(**rows), bonuses=bonuses))["bonuses"] == value


def test_the_total_is_the_sum_of_the_lines() -> None:
    scored = points(judged(house=LEGAL, furniture=12))
    assert scored.pop("total") == sum(scored.values()) == 39
    assert list(scored) == [
        "fence",
        "door",
        "garage",
        "window",
        "balcony",
        "roof",
        "chimney",
        "furniture",
        "bonuses",
    ]


# --- what is wrong with a sheet --------------------------------------------------------------------

CELLS = [
    ({"r1": "D....."}, [("wrong-row", "row 1, column 1")]),
    ({"r2": "F....."}, [("wrong-row", "row 2, column 1")]),
    ({"r2": ".....B"}, [("wrong-row", "row 2, column 6")]),
    ({"r3": "G.D..."}, [("wrong-row", "row 3, column 1"), ("wrong-row", "row 3, column 3")]),
    ({"r3": "R....."}, [("wrong-row", "row 3, column 1")]),
    ({"r4": "F....."}, [("wrong-row", "row 4, column 1")]),
    ({"r5": "W....."}, [("wrong-row", "row 5, column 1")]),
    ({"r6": "R....."}, [("wrong-row", "row 6, column 1")]),
    ({"r4": "R.....", "r5": "R....."}, [("above-roof", "row 5, column 1")]),
    ({"r4": "R.....", "r5": "W....."}, [("above-roof", "row 5, column 1"), ("wrong-row", "row 5, column 1")]),
    (
        {"r3": "R.....", "r4": "W.....", "r5": "R....."},
        [
            ("above-roof", "row 4, column 1"),
            ("above-roof", "row 5, column 1"),
            ("wrong-row", "row 3, column 1"),
        ],
    ),
    ({"r4": "R.....", "r5": "C....."}, []),
    ({"r4": "R.....", "r5": "C.....", "r6": "C....."}, [("chimney-without-roof", "row 6, column 1")]),
    ({"r4": "R.....", "r6": "C....."}, [("chimney-without-roof", "row 6, column 1")]),
    ({"r5": ".C...."}, [("chimney-without-roof", "row 5, column 2")]),
    ({"r5": "R.....", "r6": ".C...."}, [("chimney-without-roof", "row 6, column 2")]),
    ({"r1": "C....."}, [("chimney-without-roof", "row 1, column 1"), ("wrong-row", "row 1, column 1")]),
    ({"r5": "R.....", "r6": "C....."}, []),
    ({"r2": "W.....", "r4": "W.....", "r5": ".R...."}, []),  # gaps below a part are fine
    ({"r4": ".R....", "r3": ".W....", "r5": "R.R..."}, []),
]


@pytest.mark.parametrize(("rows", "wrong"), CELLS)
def test_where_parts_may_stand(rows: dict[str, str], wrong: list[tuple[str, str]]) -> None:
    verdict = judged(house=drawing(**rows))
    assert [(problem.code, TEXT(problem.where)) for problem in verdict.sheets[0].problems] == wrong
    assert verdict.legal is not bool(wrong)


COUNTS = [
    ({"cost": 24}, []),
    ({"cost": 25}, ["over-budget"]),
    ({"turns": 24}, []),
    ({"turns": 25}, ["too-many-turns"]),
    ({"players": 5, "turns": 25}, []),
    ({"players": 5, "turns": 26}, ["too-many-turns"]),
    ({"players": 6, "turns": 25}, ["too-many-turns"]),
    ({"furniture": 18}, []),
    ({"furniture": 19}, ["furniture-overflow"]),
    ({"bonuses": ["free", "extra", "nudge"]}, []),
    ({"bonuses": ["free", "extra", "nudge", "reroll"]}, ["too-many-bonuses"]),
    ({"bonuses": ["free", "free"]}, ["bonus-repeated"]),
    ({"bonuses": ["free"] * 4}, ["bonus-repeated", "too-many-bonuses"]),
    ({"written": -6}, []),
    ({"written": 39}, ["wrong-sum"]),
    ({"written": {"roof": -6, "door": 2}}, ["wrong-sum"]),
    ({"turns": 1, "cost": 2}, []),
    ({"turns": 1, "cost": 3}, ["over-budget"]),
    ({"turns": 1, "cost": 25}, ["over-budget"]),
    ({"turns": 0, "cost": 5}, ["over-budget"]),
    ({"turns": 3, "cost": 8, "bonuses": ["extra"]}, []),
    ({"turns": 3, "cost": 5, "bonuses": ["free"]}, ["over-budget"]),
    ({"turns": 1, "bonuses": ["free"]}, []),
    ({"turns": 1, "bonuses": ["free", "nudge", "full-roof"]}, ["too-many-bonuses"]),
    ({"turns": 1, "bonuses": ["free", "nudge", "full-roof", "extra"]}, ["too-many-bonuses"]),
    ({"turns": 4, "players": 4, "bonuses": ["free", "nudge"]}, ["too-many-bonuses"]),
    ({"turns": 5, "players": 4, "bonuses": ["free", "nudge"]}, []),
    ({"turns": 1, "furniture": 7, "bonuses": ["extra"]}, ["too-many-parts"]),
]


@pytest.mark.parametrize(("keys", "wrong"), COUNTS)
def test_what_may_be_counted(keys: dict[str, Any], wrong: list[str]) -> None:
    assert codes(judged(house=drawing(), **keys)) == wrong


PARTS = [
    (6, {"turns": 6}, []),
    (6, {"turns": 5}, ["too-many-parts"]),
    (6, {"turns": 5, "bonuses": ["extra"]}, []),
    (6, {"turns": 5, "bonuses": ["free"]}, ["too-many-parts"]),
    (6, {"turns": 7, "furniture": 1}, []),
    (6, {"turns": 7, "furniture": 6}, []),
    (6, {"turns": 7, "furniture": 7}, ["too-many-parts"]),
    (0, {"turns": 2, "furniture": 18}, ["too-many-parts"]),
    (0, {"turns": 3, "furniture": 18}, []),
]


@pytest.mark.parametrize(("parts", "keys", "wrong"), PARTS)
def test_parts_need_rounds(parts: int, keys: dict[str, Any], wrong: list[str]) -> None:
    assert codes(judged(house=drawing(r1="FFFFFF"[:parts].ljust(6, ".")), **keys)) == wrong


def test_turns_beyond_the_last_round_give_no_room_for_parts() -> None:
    full = "......\nRRRRRR\nWWWWWW\nWWWWWW\nWWWWWW\n"
    assert codes(judged(house=full + "......", turns=30)) == ["too-many-turns"]
    assert codes(judged(house=full + "F.....", turns=30)) == ["too-many-parts", "too-many-turns"]


def test_a_message_says_where_what_and_what_is_allowed() -> None:
    messages = [TEXT(p) for p in judged(house=drawing(r3="F....."), cost=30, turns=0).sheets[0].problems]
    assert messages == [
        "cost: 30 spent; the budget is 24",
        "house: 1 parts drawn; 0 turns, 0 extra and 0 rounds of furniture leave room for at most 0",
        "row 3, column 1: a fence in row 3; row 3 takes window or balcony",
    ]


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ({"turns": 1, "cost": 24}, "cost: 24 spent; 1 turn cost at most 2"),
        (
            {"turns": 1, "bonuses": ["free", "nudge", "extra"]},
            "bonuses: 3 claimed; in 1 turn each of 2 players is active at most 1 time",
        ),
        (
            {"turns": 2, "furniture": 18},
            "furniture: 18 spaces crossed out take 3 rounds at least; there were 2",
        ),
    ],
)
def test_a_message_says_what_so_many_turns_allow(keys: dict[str, Any], message: str) -> None:
    assert [TEXT(problem) for problem in judged(house=drawing(), **keys).sheets[0].problems] == [message]


def test_who_came_late_may_have_been_active_more_often_before() -> None:
    keys = {"house": drawing(), "turns": 5, "bonuses": ["free", "nudge", "extra"]}
    late = {"house": drawing(), "turns": 5, "joined": 5}
    for row, wrong in ((late, []), ({"house": drawing()}, ["too-many-bonuses"])):
        assert codes(judged(players=3, sheets=[keys, row])) == wrong


def test_a_house_that_is_turned_over_gets_a_hint() -> None:
    turned = "\n".join(reversed(LEGAL.strip().splitlines()))
    assert [TEXT(note) for note in judged(house=turned).sheets[0].notes] == [
        "house: every part fits its row if the drawing is turned over; the top line is row 6"
    ]
    assert notes(judged(house=LEGAL)) == notes(judged(house=drawing(r1="C.....", r6="F....F", r2="F....."))) == []


@pytest.mark.parametrize(
    ("claims", "bonuses"),
    [
        ([3, 7], ("free", "full-roof")),
        (["For nothing", "+3 for the most windows"], ("free", "most-windows")),
        (["3 For nothing", "two at once"], ("free", "extra")),
        (["Za darmo", "free"], ("free", "free")),
    ],
)
def test_bonuses_are_read_as_they_are_printed(claims: list[Any], bonuses: tuple[str, ...]) -> None:
    document = documents.understand({"game": "house-of-dice", "house": LEGAL, "bonuses": claims}, "x")[1]
    assert document.seats[0].sheet.bonuses == bonuses


# --- tables ----------------------------------------------------------------------------------------


def sheet(windows: int = 0, balconies: int = 0, **keys: Any) -> dict[str, Any]:
    return {
        "house": drawing(r2="W" * windows + "." * (6 - windows), r3="B" * balconies + "." * (6 - balconies)),
        **keys,
    }


@pytest.mark.parametrize(
    ("windows", "balconies", "claims", "value"),
    [
        ((2, 1), (0, 0), "most-windows", 3),
        ((2, 2), (0, 0), "most-windows", 3),
        ((1, 2), (0, 0), "most-windows", 0),
        ((1, 2), (2, 1), "most-balconies", 3),
        ((2, 1), (1, 2), "most-balconies", 0),
        ((2, 1), (2, 1), "", 0),
    ],
)
def test_most_counts_ties_and_needs_a_claim(
    windows: tuple[int, int], balconies: tuple[int, int], claims: str, value: int
) -> None:
    verdict = judged(
        sheets=[
            sheet(windows[0], balconies[0], bonuses=[claims] if claims else []),
            sheet(windows[1], balconies[1]),
        ]
    )
    assert points(verdict)["bonuses"] == value
    assert verdict.sheets[0].notes == ()


def notes(verdict: Verdict, seat: int = 0) -> list[str]:
    return [note.code for note in verdict.sheets[seat].notes]


def test_a_lone_sheet_cannot_know_the_most() -> None:
    verdict = judged(**sheet(6, 6, bonuses=["most-windows", "most-balconies"]))
    assert (points(verdict)["bonuses"], notes(verdict), verdict.legal) == (0, ["most-unknown"] * 2, True)
    assert notes(judged(**sheet(6))) == []


def test_a_missing_sheet_leaves_the_most_open_unless_somebody_has_more() -> None:
    verdict = judged(players=3, sheets=[sheet(6, 0, bonuses=["most-windows"]), sheet(0, 0, bonuses=["most-balconies"])])
    assert (points(verdict)["bonuses"], notes(verdict)) == (0, ["most-unknown"])
    beaten = judged(players=3, sheets=[sheet(3, 0, bonuses=["most-windows"]), sheet(5, 0)])
    assert (points(beaten)["bonuses"], notes(beaten)) == (0, [])


@pytest.mark.parametrize(
    ("players", "claims", "taken"),
    [
        (2, 1, False),
        (2, 2, True),
        (3, 2, True),
        (4, 2, False),
        (4, 3, True),
        (5, 2, False),
        (6, 2, False),
        (6, 3, True),
    ],
)
def test_circles_run_out(players: int, claims: int, taken: bool) -> None:
    sheets = [sheet(bonuses=["free"] if seat < claims else []) for seat in range(players)]
    verdict = judged(sheets=sheets)
    assert [(p.code, TEXT(p.where)) for p in verdict.problems] == ([("bonus-taken", "free")] if taken else [])
    assert verdict.legal is not taken
    assert all(one.legal for one in verdict.sheets)


def test_the_ranking_goes_by_total_then_cost_then_is_shared() -> None:
    sheets = [
        sheet(2, player="Ana", cost=9),
        sheet(3, player="Bo", cost=12),
        sheet(2, player="Cy", cost=7),
        sheet(2, player="Di", cost=9),
    ]
    table = judged(sheets=sheets).ranking
    assert [(row.rank, row.player) for row in table] == [(1, "Bo"), (2, "Cy"), (3, "Ana"), (3, "Di")]
    assert [TEXT(row.why) for row in table] == [
        "",
        "lowest cost wins the tie",
        *["lowest cost wins the tie, shared"] * 2,
    ]


def test_an_illegal_sheet_is_scored_and_ranked_as_drawn() -> None:
    verdict = judged(sheets=[sheet(1), {"house": drawing(r6="FFFFFF")}])
    assert (points(verdict, 1)["fence"], verdict.ranking[0].player, verdict.legal) == (11, "player 2", False)


# --- reading ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        LEGAL,
        LEGAL.replace(" ", ""),
        LEGAL.lower(),
        "\n\n   " + LEGAL.strip().replace("\n", "   \r\n   ") + "\n   \n",
        LEGAL.replace(" ", "\t"),
    ],
)
def test_blanks_and_small_letters_are_fine(text: str) -> None:
    assert read_house(text) == read_house(LEGAL)


def test_house_text_is_read_again() -> None:
    assert house_text(read_house(LEGAL), RULES) == LEGAL.strip()


FAULTS = [
    (
        {"house": drawing(r4="W.X...")},
        "house: line 3 'W.X...' has 'X' in column 3; F D G W B R C and . for an empty",
    ),
    ({"house": drawing(r6=".....")}, "house: line 1 '.....' has 5 cells; a row has 6"),
    ({"house": drawing(r1=".......")}, "house: line 6 '.......' has 7 cells; a row has 6"),
    ({"house": drawing() + "\n......"}, "house: 7 lines; a house has 6, the top row first"),
    ({"house": ""}, "house: 0 lines; a house has 6"),
    ({"house": 5}, "house: 5 is not a text"),
    ({}, "'house' is missing"),
    ({"house": drawing(), "cost": -1}, "cost: -1 is too small; at least 0 is allowed"),
    ({"house": drawing(), "cost": "much"}, "cost: 'much' is not a whole number"),
    ({"house": drawing(), "bonuses": ["fre"]}, "bonuses 1: 'fre' is not one of reroll, nudge, free"),
    ({"house": drawing(), "bonuses": [9]}, "bonuses 1: 9 is not one of reroll, nudge, free"),
    ({"house": drawing(), "bonuses": [["free"]]}, "bonuses 1: ['free'] is not one of reroll, nudge, free"),
    ({"house": drawing(), "score": 39}, "score: unknown key; did you mean 'written'?"),
    ({"house": drawing(), "hose": 1}, "hose: unknown key; did you mean 'house'?"),
    ({"house": drawing(), "players": 7}, "players: 7 is too large; at most 6 is allowed"),
    ({"house": drawing(), "players": 1}, "players: 1 is too small; at least 2 is allowed"),
    ({"sheets": [{"house": drawing(), "cots": 1}]}, "sheets 1, cots: unknown key; did you mean 'cost'?"),
    ({"sheets": [{"house": drawing()}] * 7}, "sheets: 7 sheets for 6 players"),
    ({"sheets": [{"house": drawing()}] * 3, "players": 2}, "sheets: 3 sheets for 2 players"),
    ({"house": drawing(), "rolls": ["1 2"]}, "rolls 1: '1 2' is no roll; a roll is 3 dice from 1 to 6"),
    ({"house": drawing(), "rolls": ["1 2 7"]}, "rolls 1: '1 2 7' is no roll"),
    ({"house": drawing(), "moves": ["W32"]}, "moves 1: 'W32' is no move; a move looks like W32$5"),
]


@pytest.mark.parametrize(("keys", "message"), FAULTS)
def test_what_cannot_be_read_is_refused_in_one_line(keys: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as refused:
        judged(**keys)
    assert str(refused.value).startswith(f"document: {message}")
    assert "\n" not in str(refused.value)


def test_a_lone_sheet_without_numbers_has_played_all_rounds() -> None:
    document = documents.understand({"game": "house-of-dice", "house": LEGAL, "players": 5}, "x")[1]
    assert document.seats[0].sheet == Sheet(read_house(LEGAL), 0, 25, 0, ())


# --- fields, marks, picture ------------------------------------------------------------------------


def test_fields_of_the_sheets() -> None:
    fields = game.fields(EDITION)
    play = fields["play"]
    assert list(fields) == ["play", "bonus", "summary"]
    assert Counter(name.split(".")[0] for name in play) == {
        "name": 1, "house": 36, "turns": 12, "cost": 12, "furniture": 18, "bonuses": 3, "score": 10
    }  # fmt: skip
    assert [play[f"house.c6r{row}"].choices for row in range(1, 7)] == [
        ("F",), ("D", "G", "W"), ("W", "B"), ("W", "B", "R"), ("R", "C"), ("C",)
    ]  # fmt: skip
    assert (play["turns.12"].kind, play["cost.1"].most, play["furniture.18"].kind) == ("tally", 2, "cross")
    assert play["bonuses.3"].choices == BONUSES
    assert len(fields["bonus"]) == 8 * 3
    assert {"few.free.1", "many.free.1", "many.free.2"} <= fields["bonus"].keys()
    assert fields["summary"] == {}


def marks(**keys: Any) -> dict[str, Any]:
    _, document, edition = documents.understand({"game": "house-of-dice", **keys}, "x")
    ((name, found),) = game.marks(document, edition)
    assert name == "play"
    return dict(found)


def test_marks_fill_the_sheet() -> None:
    found = marks(player="Ana", house=LEGAL, cost=17, turns=3, furniture=2, bonuses=["full-roof", "free"])
    assert (found["name"], found["house.c4r6"], found["house.c1r2"]) == ("Ana", "C", "D")
    assert [found.get(f"cost.{box}") for box in range(1, 13)] == [2] * 8 + [1] + [None] * 3
    assert [found.get(f"turns.{box}") for box in range(1, 4)] == [2, 1, None]
    assert [found.get(f"furniture.{space}") for space in (1, 2, 3)] == [True, True, None]
    assert [found.get(f"bonuses.{claim}") for claim in (1, 2, 3)] == ["full-roof", "free", None]
    assert (found["score.fence"], found["score.bonuses"], found["score.total"]) == (8, 0, 36)


def test_marks_show_a_part_where_it_was_drawn_even_if_it_may_not_stand_there() -> None:
    found = marks(player="Ana", house="......\n......\n......\n......\n......\nC.....")
    assert found["house.c1r1"] == "C"


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("house-*.toml")), ids=lambda path: path.stem)
def test_marks_fit_the_fields(path: Path) -> None:
    _, document, edition = documents.understand(tomllib.loads(path.read_text()), "x")
    fields = game.fields(edition)
    for name, found in game.marks(document, edition):
        for field, value in found.items():
            rule = fields[name][field]
            assert rule.kind != "choice" or value in rule.choices or path.stem == "house-illegal"
            assert rule.kind != "tally" or 1 <= int(value) <= rule.most


def test_the_picture_shows_the_house_and_marks_what_is_wrong() -> None:
    picture = judged(house=drawing(r6="C.....", r1="F....."), cost=3, turns=9, bonuses=["free"]).sheets[0].picture
    assert picture is not None
    label, top = picture.rows[0]
    assert (label, "".join(cell.text for cell in top), [cell.bad for cell in top]) == (
        "6",
        "C.....",
        [True] + [False] * 5,
    )
    assert (picture.rows[5][0], picture.rows[5][1][0].text, picture.rows[5][1][0].bad) == ("1", "F", False)
    assert picture.columns == ("1", "2", "3", "4", "5", "6")
    assert tuple(map(TEXT, picture.below)) == ("cost 3/24", "turns 9/24", "furniture 0/18", "bonuses free")


# --- the edition -----------------------------------------------------------------------------------


def other(**values: Any) -> Edition:
    entries = {name.replace("_", "-"): value for name, value in values.items()}
    return EDITION.overridden(Edition("house-of-dice", {n: Entry(n, "ruling", "", v) for n, v in entries.items()}))


OVERRIDES = [
    ({"budget": 20}, {"cost": 21}, ["over-budget"], {}),
    ({"budget": 30}, {"cost": 30}, [], {}),
    ({"grid": ["F", "F", "", "", "", ""]}, {"house": drawing(r2="F.....")}, [], {}),
    ({"grid": ["F", "D", "", "", "", ""]}, {"house": drawing(r2="W.....")}, ["wrong-row"], {}),
    ({"rounds": dict.fromkeys("23456", 10)}, {"turns": 11}, ["too-many-turns"], {}),
    ({"bonuses": 1}, {"bonuses": ["free", "extra"]}, ["too-many-bonuses"], {}),
    ({"once_each": 2}, {"bonuses": ["free", "free"]}, [], {}),
    (
        {"furniture_track": {"rows": 2, "spaces": 5}},
        {"furniture": 11},
        ["furniture-overflow"],
        {"furniture": 3},
    ),
    ({"score_furniture": [2, 4, 8]}, {"furniture": 18}, [], {"furniture": 8}),
    ({"score_door": {"each": 4}}, {"house": drawing(r2="DD....")}, [], {"door": 8}),
    ({"score_fence": {"first": 3, "next": 1, "pair": 2}}, {"house": drawing(r1="FFF...")}, [], {"fence": 9}),
    (
        {"full_fence": {"points": 7, "parts": 2}},
        {"house": drawing(r1="F.F..."), "bonuses": ["full-fence"]},
        [],
        {"bonuses": 7},
    ),
]


@pytest.mark.parametrize(("values", "keys", "wrong", "lines"), OVERRIDES)
def test_another_edition_is_another_game(
    values: dict[str, Any], keys: dict[str, Any], wrong: list[str], lines: dict[str, int]
) -> None:
    keys = {"house": drawing(), **keys}
    verdict = judged(other(**values), **keys)
    assert codes(verdict) == wrong
    assert points(verdict).items() >= lines.items()
    assert (codes(judged(**keys)), points(judged(**keys))) != (wrong, points(verdict))


def test_another_cost_table_changes_what_moves_cost() -> None:
    data = {"game": "house-of-dice", "moves": ["F11$1", "F21$6"]}
    paid = [documents.understand(data, "x", one)[1].seats[0].sheet.cost for one in (EDITION, other(cost=[3] * 6))]
    assert paid == [2, 6]


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("budget", "much", "entries, budget: 'much' is not a whole number"),
        ("grid", ["F", "X"], "entries, grid 2: 'X' is not a row of letters"),
        ("dice", 3, "entries, dice: 3 is not a table"),
        ("circles", {"few": {"players": [2], "circles": 1}}, "entries, circles: no circles for 3 players"),
    ],
)
def test_edition_data_that_does_not_fit_is_refused(name: str, value: Any, message: str) -> None:
    with pytest.raises(InputError) as refused:
        rules_of(other(**{name: value}))
    assert str(refused.value).startswith(f"house-of-dice edition: {message}")


@pytest.mark.parametrize("name", [one.name for one in EDITION if type(one.value) not in (bool, type(None))])
def test_an_entry_with_a_value_is_read_by_the_rules(name: str) -> None:
    without = Edition("house-of-dice", {one.name: one for one in EDITION if one.name != name})
    with pytest.raises(InputError, match=rf"edition: .*'?{name.replace('-', '.')}"):
        judged(without, house=drawing())


def test_every_entry_has_a_kind_and_one_sentence() -> None:
    assert len(EDITION.entries) >= 35
    for entry in EDITION:
        assert entry.kind in ("rule", "ruling")
        assert entry.text.endswith(".") and "\n" not in entry.text

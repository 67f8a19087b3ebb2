"""Dice City on paper: what stands on pads and cities comes to what the rules say, and fields and values invert."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.edition import shipped
from pnp.games.codec import Marks
from pnp.games.dice_city import game, solo
from pnp.games.dice_city.rules import Place, rules_of
from pnp.games.game import Counted, Papers
from pnp.games.verdict import SheetVerdict

text = game.words().text
SEVERAL, ALONE = shipped("dice-city"), shipped("dice-city-solo")
RULES = rules_of(SEVERAL)


def counted(table: dict[str, Marks] | None = None, *own: dict[str, Marks]) -> Counted:
    return game.count(Papers(("Ana", "Bo"), table or {}, tuple([*own, {}, {}][:2])), SEVERAL)


def alone(**sheets: Marks) -> Counted:
    return solo.game.count(Papers(("Ana",), {}, (sheets,)), ALONE)


def said(sheet: SheetVerdict) -> list[tuple[str, str]]:
    return [(problem.code, text(problem.where)) for problem in sheet.problems]


@pytest.mark.parametrize(
    ("marks", "city", "total", "problems"),
    [
        ({"p1.tokens": 3, "p1.ships": 15, "p1.white": 4}, {}, 22, []),
        ({"p1.tokens": 3, "p1.total": 4}, {}, 3, [("wrong-sum", "total")]),
        ({}, {"city.red.1": "Manor", "city.red.2": "manor"}, 4, []),
        ({"p1.red": 4, "p1.total": 4}, {"city.red.1": "Manor", "city.red.2": "manor"}, 4, []),
        ({"p1.red": 5}, {"city.red.1": "Manor"}, 2, [("wrong-sum", "red")]),
        ({"p1.white": 5}, {"city.red.1": "Manor"}, 2, [("wrong-sum", "white")]),  # nothing stands in the white row
        ({}, {"city.red.1": "Church=2"}, 2, []),
        ({}, {"city.red.1": "Church"}, 0, [("unknown-vp", "red 1")]),
        ({"p1.red": 5}, {"city.red.1": "Church", "city.red.2": "Manor"}, 5, [("unknown-vp", "red 1")]),
        (
            {"p1.red": 1},
            {"city.red.1": "Church", "city.red.2": "Manor"},
            2,
            [("unknown-vp", "red 1"), ("wrong-sum", "red")],
        ),
        ({}, {"city.red.1": "Manor=9"}, 2, [("wrong-vp", "red 1")]),
        ({}, {"city.red.1": "=2"}, 0, [("no-such-card", "red 1")]),
        ({"p1.ships": 7}, {}, 7, [("wrong-sum", "ships")]),
        ({"p1.ships": 65}, {}, 65, [("wrong-sum", "ships")]),  # with two players the piles have 20 + 20 + 20
        ({"p1.bandits": 1}, {}, 1, [("wrong-sum", "bandits")]),
        ({"p1.tokens": -1}, {}, -1, [("wrong-sum", "tokens")]),
    ],
)
def test_a_city_is_counted_by_its_cards(marks: Marks, city: Marks, total: int, problems: list[tuple[str, str]]) -> None:
    found = counted({"score": marks}, {"city": city})
    assert (said(found.verdict.sheets[0]), found.verdict.sheets[0].score.total) == (problems, total)
    assert found.table["score"]["p1.total"] == total


def test_rows_are_due_where_a_city_is_drawn() -> None:
    found = counted({"score": {"p2.red": 3}}, {"city": {"city.red.1": "Manor"}}).table["score"]
    rows = {"white": 0, "yellow": 0, "red": 2, "blue": 0, "black": 0}
    assert found == {**{f"p1.{row}": points for row, points in rows.items()}, "p1.total": 2, "p2.total": 3}
    open_row = counted(None, {"city": {"city.red.1": "Manor", "city.red.2": "Church"}}).table["score"]
    assert "p1.red" not in open_row and "p1.white" in open_row


def test_cards_that_are_off_are_seen() -> None:
    found = counted(None, {"city": {"city.red.6": "Manor", "off.red.6": True, "off.red.1": True}})
    assert found.verdict.sheets[0].picture is not None
    assert "Manor 2!" in str(found.verdict.sheets[0].picture)


def test_piles_tell_the_end_and_what_is_too_much() -> None:
    empty = {f"piles.bandit{vp}.{n}": True for vp in (2, 3, 4) for n in (1, 2, 3, 4)}
    found = counted({"score": empty})
    assert (found.verdict.legal, found.table["score"].get("ends.bandits")) == (True, True)
    more = counted({"score": {**empty, "piles.bandit2.5": True}}).verdict
    assert [(problem.code, text(problem.where)) for problem in more.problems] == [("too-many-cards", "bandits of 2 VP")]


def test_too_many_copies_in_all_cities_together() -> None:
    mines = {f"city.{row}.{n}": "Mine" for row in ("red", "blue") for n in (1, 2, 3, 4)}
    found = counted(None, {"city": mines}, {"city": mines}).verdict
    assert [(problem.code, text(problem.where)) for problem in found.problems] == [("too-many-copies", "Mine")]


MANOR, NOTHING = {"city": {"city.red.1": "Manor"}}, {"city": {"city.red.1": "Forest"}}


@pytest.mark.parametrize(
    ("marks", "cities", "first", "why"),
    [
        ({"p1.tokens": 1}, [], "Ana", ""),
        ({"p2.ships": 5, "p1.tokens": 5}, [], "Bo", "VP from ships and bandits"),
        ({"p1.tokens": 5, "p2.tokens": 3}, [NOTHING, MANOR], "Bo", "location cards"),
        ({"p1.tokens": 5, "p2.tokens": 3, "p1.white": 0}, [{}, MANOR], "Ana", "nearer to the starting player"),
    ],
)
def test_tied_cities(marks: Marks, cities: list[Any], first: str, why: str) -> None:
    winner = counted({"score": marks}, *cities).verdict.ranking[0]
    assert (winner.player, text(winner.why)) == (first, why)


@pytest.mark.parametrize(
    ("marks", "city", "total", "outcome", "after", "problems"),
    [
        ({"tokens": 50}, {}, 50, "won", 55, []),
        ({"tokens": 49}, {}, 49, "lost", 50, []),
        ({"tokens": 50, "target.60": True}, {}, 50, "lost", 60, []),
        ({"tokens": 48, "locations": 2, "total": 50}, {}, 50, "won", 55, []),
        ({"tokens": 48}, {"city.red.1": "Manor"}, 50, "won", 55, []),
        ({"tokens": 48, "locations": 3}, {"city.red.1": "Manor"}, 50, "won", 55, [("wrong-sum", "locations")]),
        ({"total": 60}, {}, 0, "lost", 50, [("wrong-sum", "total")]),
        (
            {"mode": "hard", **{f"turns.{n}": True for n in range(1, 14)}},
            {},
            0,
            "lost",
            50,
            [("too-many-turns", "turns")],
        ),
        ({"ships": 100}, {}, 100, "won", 55, []),  # no pile runs out
        ({"ships": 101}, {}, 101, "won", 55, [("wrong-sum", "ships")]),
    ],
)
def test_a_city_alone(
    marks: Marks, city: Marks, total: int, outcome: str, after: int, problems: list[tuple[str, str]]
) -> None:
    found = alone(score=marks, city=city)
    (sheet,) = found.verdict.sheets
    assert (sheet.score.total, sheet.score.facts["outcome"], sheet.score.facts["next"]) == (total, outcome, after)
    assert said(sheet) == problems
    assert found.own[0]["score"]["total"] == total
    assert ("locations" in found.own[0]["score"]) == bool(city)


def test_turns_that_are_left() -> None:
    (sheet,) = alone(score={"turns.1": True, "turns.2": True}).verdict.sheets
    assert [text(note) for note in sheet.notes] == ["turns: 2 taken of the 15 that the normal mode has"]


# --- fields and values

boxes = st.dictionaries(st.sampled_from(["tokens", "ships", "bandits", *RULES.rows, "total"]), st.integers())
columns = st.fixed_dictionaries({"name": st.text(max_size=5), "numbers": boxes})
piles = {f"{kind} {pile.vp}": pile.size(4) for kind in ("ships", "bandits") for pile in RULES.piles(kind)}
places = st.builds(Place, st.sampled_from(RULES.rows), st.integers(1, RULES.columns))
SHEETS: dict[str, tuple[Any, st.SearchStrategy[Any]]] = {
    "score": (
        game.sheets(SEVERAL)["score"],
        st.fixed_dictionaries(
            {
                "seats": st.tuples(columns, columns, columns, columns),
                "ends": st.frozensets(st.sampled_from(["bandits", "ships", "deck", "rows"])),
                **{pile: st.integers(0, size) for pile, size in piles.items()},
            }
        ),
    ),
    "city": (
        game.sheets(SEVERAL)["city"],
        st.fixed_dictionaries(
            {
                "name": st.text(max_size=5),
                "built": st.dictionaries(places, st.text(min_size=1, max_size=9)),
                "off": st.frozensets(places),
            }
        ),
    ),
    "score alone": (
        solo.game.sheets(ALONE)["score"],
        st.fixed_dictionaries(
            {
                "name": st.text(max_size=5),
                "mode": st.sampled_from(["", "normal", "hard"]),
                "turns": st.integers(0, 15),
                "numbers": st.dictionaries(st.sampled_from(["tokens", "locations", "total"]), st.integers()),
                "targets": st.frozensets(st.sampled_from(range(50, 101, 5))),
            }
        ),
    ),
}


@pytest.mark.parametrize("name", SHEETS)
@given(data=st.data())
@settings(max_examples=50, deadline=None)
def test_what_stands_on_a_sheet_is_read_from_it_again(name: str, data: st.DataObject) -> None:
    codec, values = SHEETS[name]
    value = data.draw(values)
    marks = codec.marks(value)
    assert marks.keys() <= codec.fields.keys()
    assert codec.value(marks) == value

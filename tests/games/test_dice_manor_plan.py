"""Plans of Dice Manor: the notation, the building rules against an oracle of its own, tours, the picture."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.edition import Edition, Entry, shipped
from pnp.errors import InputError
from pnp.games.dice_manor import game
from pnp.games.dice_manor.tiles import TURNS, across, cell_text, in_one_piece, parse_cell, parse_door, turned
from pnp.games.verdict import Verdict
from pnp.sheets import documents

EDITION = shipped("dice-manor")
text = game.words().text
TILES: dict[str, dict[str, Any]] = EDITION["tiles"]


def judge(manor: list[dict[str, Any]], edition: Edition | None = None, **sheet: Any) -> Verdict:
    return documents.judge({"game": "dice-manor", "manor": manor, **sheet}, edition=edition)


def codes(verdict: Verdict) -> list[str]:
    return [problem.code for problem in verdict.sheets[0].problems]


def named(tile: str, x: int, y: int, turn: int = 0, **more: Any) -> dict[str, Any]:
    return {"tile": tile, "at": [x, y], "turned": turn, **more}


def office(doors: str, x: int, y: int, color: str = "red", **more: Any) -> dict[str, Any]:
    return {"type": "office", "color": color, "doors": doors.split(), "at": [x, y], **more}


# The building rules, table by table -------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("manor", "found"),
    [
        ([], []),
        ([office("S", 0, 1)], []),
        ([office("S N", 0, 1)], []),
        ([office("W", 1, 0)], []),
        ([office("S", 1, 0, turned=90)], []),
        ([office("S", 0, 1), office("S", 0, 1)], ["overlap"]),
        ([office("N E S W", 0, 0)], ["overlap", "not-connected"]),
        ([office("N", 0, 1)], ["door-meets-wall", "not-connected"]),
        ([office("W", 0, 1)], ["door-meets-wall", "not-connected"]),
        ([office("S", 3, 3)], ["not-connected"]),
        ([office("S", 0, 1), office("N", 0, 2)], ["not-connected"]),
        ([office("S", 0, 1), office("S", 0, 2)], ["door-meets-wall", "not-connected"]),
        ([office("S N", 0, 1), office("N", 0, 2)], ["door-meets-wall", "not-connected"]),
        ([office("N", 0, -1)], ["front-door-blocked", "not-connected"]),
        ([office("E", 0, -1)], ["front-door-blocked", "not-connected"]),
        ([office("W S", 1, 0), office("N", 1, -1)], []),
        ([office("W S", 1, 0), office("N W", 1, -1)], []),
        ([office("W S", 1, 0), office("N W", 1, -1), office("E", 0, -1)], ["front-door-blocked"]),
        ([office("W", 1, 0), office("S E", 0, 1), office("W S", 1, 1)], ["door-meets-wall"]),
        ([office("W N", 1, 0), office("S E", 0, 1), office("W S", 1, 1)], []),
        ([office("W", 1, 0), office("S", 0, 1), office("N", 1, 1)], ["not-connected"]),
    ],
)
def test_building_rules(manor: list[dict[str, Any]], found: list[str]) -> None:
    assert codes(judge(manor)) == found


def test_messages_say_where_what_and_what_is_allowed() -> None:
    verdict = judge([office("W", 0, 1), named("library-1", 0, -1)])
    assert [(text(problem.where), text(problem)) for problem in verdict.sheets[0].problems][:2] == [
        (
            "tile 2 (library-1)",
            "tile 2 (library-1): it lies on 0,-1, outside the front door; that cell is kept empty",
        ),
        (
            "entrance",
            "entrance: the door at 0,0 N meets a wall of tile 1 (red office); "
            "a door meets a door or opens onto empty ground",
        ),
    ]


@pytest.mark.parametrize(
    ("tile", "says"),
    [
        (
            {"tile": "ofice-1", "at": [0, 1]},
            "manor 1, tile: 'ofice-1' is not a tile of the edition; did you mean",
        ),
        ({"tile": "office-1"}, "manor 1: 'at' is missing; it says where"),
        (
            {"tile": "office-1", "at": [0, 1], "turned": 45},
            "45 is no quarter turn; 0, 90, 180, 270 are allowed",
        ),
        ({"tile": "office-1", "at": [0]}, "manor 1, at: [0] is not a cell; write x,y as in '1,-2'"),
        ({"tile": "office-1", "at": [0, 1], "color": "red"}, "manor 1, color: unknown key"),
        (office("S X", 0, 1), "doors 2: 'X' is not a door; write a cell and a side"),
        (office("S", 0, 1, cells=["0,0", "2,0"]), "manor 1, cells: not in one piece"),
        (office("S", 0, 1, cells=["0,0", "0,0"]), "cells: 0,0 stands twice"),
        (office("S", 0, 1, cells=[["0,0"], ["1,0"]]), "cells: 2 rooms; this tile has 1"),
        (office("S", 0, 1, cells=["1,0"]), "'0,0 S' is not at a cell of the tile"),
        (office("E", 0, 1, cells=["0,0", "1,0"]), "'0,0 E' leads into its own room"),
        (office("S", 0, 1, slots=[1, 2, 3]), "3 slots in a room; 1 to 2 are allowed"),
        (office("S", 0, 1, slots=[7]), "7 is too large; at most 6"),
        (office("S", 0, 1, slots=["3-4"]), "'3-4' is not a slot"),
        (office("S", 0, 1, round=5), "round: 5 is too large; at most 4"),
        (
            office("S", 0, 1) | {"type": "dining-kitchen"},
            "a dining-kitchen has 2 rooms; give the cells of each",
        ),
    ],
)
def test_what_cannot_be_read_is_refused(tile: dict[str, Any], says: str) -> None:
    with pytest.raises(InputError) as refused:
        judge([tile])
    assert says in str(refused.value)


@given(st.integers(-99, 99), st.integers(-99, 99), st.sampled_from("NESW"), st.sampled_from(TURNS))
def test_notation_and_turning_invert(x: int, y: int, side: str, turn: int) -> None:
    assert parse_cell(cell_text((x, y))) == parse_cell([x, y]) == (x, y)
    assert parse_door(f"{x},{y} {side}") == ((x, y), side)
    assert across(across(((x, y), side))) == ((x, y), side)
    assert turned(turned((x, y), turn), (360 - turn) % 360) == (x, y)
    assert turned((x, y), 180) == (-x, -y)


@pytest.mark.parametrize(
    ("cells", "whole"),
    [([(0, 0)], True), ([(0, 0), (1, 1)], False), ([(0, 0), (1, 0), (1, 1)], True), ([], True)],
)
def test_one_piece(cells: list[tuple[int, int]], whole: bool) -> None:
    assert in_one_piece(cells) is whole


# What follows from a plan -----------------------------------------------------------------------------------
def test_a_plan_gives_rooms_colors_and_what_magic_touches() -> None:
    manor = [
        named("library-4", 0, 1),
        office("S", 0, 2, "red"),
        office("E", -1, 1, "green"),
        {
            "type": "dining-kitchen",
            "color": "red",
            "cells": ["0,0", "1,0"],
            "doors": ["W", "E"],
            "at": [1, 1],
        },
    ]
    game, document, edition = documents.understand({"game": "dice-manor", "manor": manor}, "plan")
    assert game.judge(document, edition).legal
    [(_, marks)] = game.marks(document, edition)
    counts = {color: marks[f"p1.rooms.{color}"] for color in ("red", "green", "blue", "all")}
    assert counts == {"red": 1 + 2 + 1, "green": 1 + 1, "blue": 0, "all": 5}


def test_each_room_of_a_magic_tile_touches_its_own_neighbors() -> None:
    tile = {
        "type": "dining-kitchen",
        "color": "magic",
        "cells": [["0,0"], ["1,0"]],
        "doors": ["W", "E", "1,0 E", "N"],
    }
    manor = [{**tile, "at": [1, 0]}, office("W", 3, 0, "red"), office("S", 1, 1, "green")]
    game, document, edition = documents.understand({"game": "dice-manor", "manor": manor}, "plan")
    assert game.judge(document, edition).legal
    [(_, marks)] = game.marks(document, edition)
    assert (marks["p1.rooms.red"], marks["p1.rooms.green"]) == (2, 2)
    three = [{"type": "dining-kitchen", "color": "magic", "touches": [["green"], ["red"]]}]
    listed = [*three, {"type": "office", "color": "red"}, {"type": "office", "color": "green"}]
    assert judge(manor, rooms=listed).legal
    assert codes(judge(manor, rooms=[{**three[0], "touches": ["red"]}, *listed[1:]])) == ["rooms-differ"] * 2


def test_a_list_that_differs_from_the_plan_is_found() -> None:
    manor = [office("S", 0, 1)]
    assert judge(manor, rooms=[{"type": "office", "color": "red"}]).legal
    verdict = judge(manor, rooms=[{"type": "office", "color": "blue"}])
    assert codes(verdict) == ["rooms-differ"] * 2
    assert "0 red office listed and 1 in the plan" in text(verdict.sheets[0].problems[1])
    assert codes(judge(manor, rooms=[])) == ["rooms-differ"]


def test_a_tile_is_built_once_and_of_a_known_type() -> None:
    assert codes(judge([named("office-4", 0, 1), named("office-4", 0, 2)])) == ["too-many-tiles"]
    table = {
        "game": "dice-manor",
        "sheets": [{"manor": [named("office-4", 0, 1)]}, {"manor": [named("office-4", 0, 1)]}],
    }
    assert [problem.code for problem in documents.judge(table).problems] == ["too-many-tiles"]
    assert codes(judge([office("S", 0, 1, "bleu")])) == ["no-such-room"]
    assert codes(judge([office("S", 0, 1) | {"type": "attic"}])) == ["no-such-room"]


def test_another_entrance_changes_the_verdict() -> None:
    value = {"cells": ["0,0", "1,0"], "doors": ["1,0 N"], "front": "1,0 S"}
    edition = EDITION.overridden(Edition("dice-manor", {"entrance": Entry("entrance", "fact", "", value)}))
    assert codes(judge([office("S", 0, 1)])) == []
    assert codes(judge([office("S", 0, 1)], edition)) == ["door-meets-wall", "not-connected"]
    assert codes(judge([office("S", 1, 1)], edition)) == []
    assert "front-door-blocked" in codes(judge([office("N", 1, -1)], edition))
    assert "front-door-blocked" not in codes(judge([office("N", 0, -1)], edition))


# Building against an oracle that thinks in half steps -------------------------------------------------------
STEP = {"N": 1j, "E": 1, "S": -1j, "W": -1}


class Lot:
    """Rooms as sets of complex numbers; a door is a pair of the cell and the point half a step from it."""

    def __init__(self) -> None:
        self.rooms: list[tuple[int, set[complex], set[tuple[complex, complex]]]] = []
        self.add({"cells": ["0,0"], "doors": ["N", "E", "W"], "type": ""}, 0, 0)

    def add(self, tile: dict[str, Any], at: complex, turn: int) -> None:
        number = self.rooms[-1][0] + 1 if self.rooms else 0
        spin = (-1j) ** (turn // 90)
        cells = [complex(*map(int, cell.split(","))) for cell in tile["cells"]]
        doors = set()
        for text in tile["doors"]:
            cell, side = ("0,0 " + text).split()[-2:]
            start = complex(*map(int, cell.split(",")))
            doors.add((start, start + STEP[side] / 2))
            if tile["type"] == "dining-kitchen" and start + STEP[side] in cells:
                doors.add((start + STEP[side], start + STEP[side] / 2))
        for room in [[cell] for cell in cells] if tile["type"] == "dining-kitchen" else [cells]:
            mine = {(cell * spin + at, half * spin + at) for cell, half in doors if cell in room}
            self.rooms.append((number, {cell * spin + at for cell in room}, mine))

    def codes(self) -> set[str]:
        found = set()
        every = [cell for _, cells, _ in self.rooms for cell in cells]
        if len(every) != len(set(every)):
            found.add("overlap")
        if any(-1j in cells for _, cells, _ in self.rooms):
            found.add("front-door-blocked")
        same = {number: number for number, _, _ in self.rooms}
        for i, (tile, _, doors) in enumerate(self.rooms):
            for cell, half in doors:
                beyond = 2 * half - cell
                for j, (other, cells, others) in enumerate(self.rooms):
                    if i == j or beyond not in cells:
                        continue
                    if (beyond, half) in others:
                        merged, gone = same[tile], same[other]
                        same = {key: merged if value == gone else value for key, value in same.items()}
                    elif not (other == 0 and half == -0.5j):
                        found.add("door-meets-wall")
        if len(set(same.values())) > 1:
            found.add("not-connected")
        return found


Placement = tuple[str, int, int, int]


def oracle(manor: list[Placement]) -> set[str]:
    lot = Lot()
    for name, x, y, turn in manor:
        lot.add(TILES[name], complex(x, y), turn)
    return lot.codes()


def verdict_of(manor: list[Placement]) -> set[str]:
    return set(codes(judge([named(*placement) for placement in manor])))


PLACEMENTS = st.tuples(st.sampled_from(sorted(TILES)), st.integers(-2, 2), st.integers(-2, 2), st.sampled_from(TURNS))


@settings(max_examples=200, deadline=None)
@given(st.lists(PLACEMENTS, max_size=4, unique_by=lambda placement: placement[0]))
def test_any_plan_is_judged_as_the_oracle_judges_it(manor: list[Placement]) -> None:
    assert verdict_of(manor) == oracle(manor)


def grown(random: Random, most: int) -> list[Placement]:
    """A legal manor, built tile by tile the way a player would: look for a place that breaks no rule."""
    manor: list[Placement] = []
    for name in random.sample(sorted(TILES), most):
        places = [(name, x, y, turn) for x in range(-3, 4) for y in range(-2, 4) for turn in TURNS]
        random.shuffle(places)
        manor += next(([place] for place in places[:60] if not oracle([*manor, place])), [])
    return manor


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 10**6))
def test_manors_built_tile_by_tile_are_legal_and_broken_ones_are_found(seed: int) -> None:
    random = Random(seed)
    manor = grown(random, 8)
    assert verdict_of(manor) == set()
    mixed = random.sample(manor, len(manor))
    assert verdict_of(mixed) == set()
    for _ in range(4):
        index = random.randrange(len(manor)) if manor else 0
        name, x, y, turn = manor[index] if manor else ("office-1", 0, 1, 90)
        moved = (name, x + random.randint(-1, 1), y + random.randint(-1, 1), (turn + 90) % 360)
        broken = [*manor[:index], moved, *manor[index + 1 :]]
        assert verdict_of(broken) == oracle(broken)


def test_the_grown_manors_are_worth_the_name() -> None:
    sizes = [len(grown(Random(seed), 8)) for seed in range(6)]
    assert max(sizes) >= 4
    assert sum(sizes) >= 12


def legal_places(name: str, *before: Placement) -> Iterator[Placement]:
    for x in range(-2, 3):
        for y in range(-2, 3):
            for turn in TURNS:
                if not verdict_of([*before, (name, x, y, turn)]):
                    yield name, x, y, turn


@pytest.mark.parametrize(
    ("name", "count"), [("library-1", 3 * 4), ("office-1", 3 * 2), ("office-2", 3 * 2), ("office-3", 3 * 3)]
)
def test_first_tiles_fit_as_often_as_they_have_doors(name: str, count: int) -> None:
    """Each of the entrance's three doors takes each door of a tile of one cell."""
    assert len(list(legal_places(name))) == count


# Tours through the plan -------------------------------------------------------------------------------------
HOUSE = [
    office("S N E", 0, 1, slots=[4, 4]),
    office("S", 0, 2, slots=["3/4"]),
    {"type": "library", "color": "blue", "doors": ["W", "E"], "at": [1, 1]},
    {"type": "dining-kitchen", "color": "red", "cells": ["0,0", "1,0"], "doors": ["W", "E"], "at": [2, 1]}
    | {"slots": [4, 5]},
    office("E", -1, 0, slots=[2], round=3),
]


def walk(path: str, die: int = 4, when: int | str = 2) -> dict[str, Any]:
    return {"round": when, "die": die, "path": path.split()}


@pytest.mark.parametrize(
    ("walks", "found"),
    [
        ([walk("0,0 0,1 0,2")], []),
        ([walk("0,0 0,1 1,1 2,1")], []),
        ([walk("0,0 0,1 0,2"), walk("1,1", 3)], []),
        ([walk("0,0 0,1 0,2"), walk("1,1 2,1")], []),
        ([walk("0,0 0,1"), walk("0,2", 3), walk("1,1", 6)], []),
        ([walk("0,0", 6, 1), walk("0,0", 1)], []),
        ([walk("0,0 0,1", 4, "opening"), walk("0,2", 4, "opening")], []),
        ([walk("0,1 0,2")], ["tour-start"]),
        ([walk("0,0"), walk("0,2")], ["tour-start"]),
        ([walk("0,0"), walk("0,1", 4, 3)], ["tour-start"]),
        ([walk("0,0 0,2")], ["tour-no-door"]),
        ([walk("0,0 0,1 2,1")], ["tour-no-door"]),
        ([walk("0,0 0,1 0,2 1,1")], ["tour-no-door"]),
        ([walk("0,0 0,1", 3)], ["tour-slot"]),
        ([walk("0,0 0,1 1,1 2,1 3,1")], ["tour-slot"]),
        ([walk("0,0 0,1"), walk("0,1"), walk("0,2"), walk("0,1")], ["tour-slot"]),
        ([walk("0,0 0,1"), walk("0,2", 3), walk("0,2")], ["tour-slot"]),
        ([walk("0,0"), walk("0,0")], ["tour-start", "tour-slot"]),
        ([walk("0,0 0,1 0,2 0,1")], ["tour-repeats"]),
        ([walk("0,0 7,7")], ["tour-no-room"]),
        ([walk("0,0 0,1", 4, 1)], ["tour-too-early"]),
        ([walk("0,0 -1,0", 2, 3)], ["tour-too-early"]),
        ([walk("0,0 -1,0", 2, 4)], []),
    ],
)
def test_tours(walks: list[dict[str, Any]], found: list[str]) -> None:
    verdict = judge(HOUSE, walks=walks)
    assert codes(verdict) == found
    assert all(text(problem.where).startswith("walk ") for problem in verdict.sheets[0].problems)


def test_walks_are_the_tours_of_their_round() -> None:
    walks = [walk("0,0 0,1 0,2"), walk("1,1", 3), walk("0,0", 1, "opening")]
    rounds = [{}, {"tours": [1, 3]}]
    assert judge(HOUSE, walks=walks, rounds=rounds, opening={"tours": [1]}, unhappy=6).legal
    assert codes(judge(HOUSE, walks=walks, rounds=[{}, {"tours": [4]}])) == ["tours-differ"]
    wrong = judge(HOUSE, walks=walks, rounds=rounds, opening={"tours": [2]}, unhappy=6)
    assert [text(problem.where) for problem in wrong.sheets[0].problems] == ["opening, tours"]


def test_slots_that_nobody_gave_make_a_note() -> None:
    verdict = judge([office("S", 0, 1)], walks=[walk("0,0 0,1")])
    assert verdict.legal
    assert "slots-unknown" in {note.code for note in verdict.sheets[0].notes}
    known = judge([office("S", 0, 1, slots=[4])], walks=[walk("0,0 0,1")])
    assert "slots-unknown" not in {note.code for note in known.sheets[0].notes}


def test_the_edition_may_allow_a_second_visit() -> None:
    again = Edition("dice-manor", {"path-once": Entry("path-once", "ruling", "", False)})
    manor = [office("S N", 0, 1, slots=[4, 4]), office("S", 0, 2, slots=[4])]
    walks = [walk("0,0 0,1 0,2 0,1")]
    assert codes(judge(manor, EDITION.overridden(again), walks=walks)) == []
    assert codes(judge(manor, walks=walks)) == ["tour-repeats"]


# The picture ------------------------------------------------------------------------------------------------
def drawn(verdict: Verdict) -> list[str]:
    picture = verdict.sheets[0].picture
    assert picture is not None
    return ["".join("!" if cell.bad else cell.text for cell in cells).rstrip() for _, cells in picture.rows]


def test_the_plan_is_drawn_with_walls_and_doors() -> None:
    verdict = judge([office("S E", 0, 1), office("W", 1, 1), named("small-bedroom-1", -2, 0)])
    assert verdict.legal
    assert drawn(verdict) == [
        "    #####",
        "    #A+B#",
        "#####+###",
        "+CCC+@+",
        "#####^#",
        "     .",
        "",
    ]
    picture = verdict.sheets[0].picture
    assert picture is not None
    assert [label for label, _ in picture.rows] == ["", "1", "", "0", "", "-1", ""]
    assert picture.columns == ("", "-2", "", "-1", "", "0", "", "1", "")
    assert tuple(map(text, picture.below[:2])) == ("@ entrance", "A tile 1 (red office)")


def test_bad_cells_are_marked_and_a_scattered_plan_is_not_drawn() -> None:
    assert sum(row.count("!") for row in drawn(judge([office("S", 0, 1), office("S", 0, 1)]))) == 1
    assert not any("!" in row for row in drawn(judge([office("S", 0, 1)])))
    assert judge([office("S", 90, 1)]).sheets[0].picture is None
    assert documents.judge({"game": "dice-manor"}).sheets[0].picture is None

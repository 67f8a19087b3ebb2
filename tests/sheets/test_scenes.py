"""What is drawn in cells becomes one picture: parts join their neighbours, walls stand behind them."""

from __future__ import annotations

import pytest

from pnp.sheets import fill_in, layout
from pnp.sheets.ink import Line, bounds
from pnp.sheets.scenes import joined, walled
from pnp.sheets.sheet import Sheet
from pnp.words import english


@pytest.fixture(scope="module")
def sheet() -> Sheet:
    return layout.ready(layout.load(layout.find("house-of-dice")), "play")


def marks(rows: str) -> dict[str, str]:
    """Marks of a drawing whose lowest line is the first row."""
    lines = rows.split()[::-1]
    return {
        f"house.c{column}r{row}": part
        for row, line in enumerate(lines, 1)
        for column, part in enumerate(line, 1)
        if part != "."
    }


def parts(rows: str) -> dict[tuple[int, int], str]:
    return {(int(id[7]), int(id[9])): part for id, part in marks(rows).items()}


@pytest.mark.parametrize(
    ("row", "pictures"), [("R", "a"), ("RR", "fl"), ("RRR", "fml"), ("R.R", "aa"), ("RWR", "aa"), ("RRWRRR", "flfml")]
)
def test_a_part_joins_those_of_its_kind(row: str, pictures: str) -> None:
    there = parts(row)
    names = ("a", "f", "m", "l")
    assert "".join(joined(names, there, cell) for cell in sorted(there) if there[cell] == "R") == pictures


def test_walls_stand_behind_what_is_built_and_below_roofs(sheet: Sheet) -> None:
    (wall,) = sheet.scenes["house"].rules.walls
    assert walled(wall, parts("...... ...... .R.... W..... ...... FFF..F")) == {(1, 2), (1, 3), (2, 2), (2, 3)}
    assert walled(wall, parts("F.....")) == set()


def test_walls_have_edges_where_they_end_and_none_between(sheet: Sheet) -> None:
    scene = sheet.scenes["house"]
    drawn = [
        one
        for one in scene.ink(parts("WW.... ......"), sheet.theme)
        if isinstance(one, Line) and one.paint.width == 0.5
    ]
    assert len(drawn) == 4
    between = scene.rect((2, 2)).x
    assert not any(one.x1 == one.x2 == between for one in drawn)


def test_a_filled_in_sheet_shows_one_house(sheet: Sheet) -> None:
    """Two roofs side by side are drawn otherwise than two roofs apart, and nothing leaves the drawing."""
    near, apart = (
        fill_in.ink_of(sheet, marks(f"...... {row} ...... ...... ...... ......")) for row in ("RR....", "R.R...")
    )
    assert len(near) != len(apart)
    area = sheet.blocks["house"].inset(-3)
    assert all(area.holds(bounds(one)) for one in near)


def test_a_chimney_is_behind_its_roof(sheet: Sheet) -> None:
    order = sheet.scenes["house"].rules.order
    assert order.index("C") < order.index("R")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('joins = { X = ["die-1"] }', "a choice of this grid with one picture, or four"),
        ('joins = { A = ["die-1", "die-2"] }', "a choice of this grid with one picture, or four"),
        ('joins = { A = ["nothing"] }', "is no picture"),
        ('joins = { A = ["die-1"] }\nbehind = [{ picture = "die-2", from = 9 }]', "from"),
        ('joins = { A = ["die-1"] }\norder = ["Q"]', "order"),
        ('backdrop = "nowhere"', "is no picture"),
    ],
)
def test_wrong_rules_of_a_scene_are_said(line: str, said: str) -> None:
    text = f"""game = "a"
title = "A"
version = 1
[sheets.play]
title = "Play"
[[sheets.play.blocks]]
id = "map"
kind = "grid"
columns = 2
rows = 2
cell = 20
choices = {{ A = "die-1" }}
left = 0
top = 0
{line}
"""
    made = layout.parse(text.encode(), "a.toml")
    found = layout.expand(made, "play")[1]
    assert any(said in f"{fault.path} {english(fault.message)}" for fault in found), found

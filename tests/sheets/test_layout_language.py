"""The layout language: repeats, components, parts of blocks, boxes that differ, and what is said when they are wrong."""

from __future__ import annotations

import pytest

from pnp.geometry import Rect
from pnp.sheets import layout
from pnp.sheets.ink import Box, Line, Path, Text, bounds
from pnp.sheets.sheet import Sheet
from pnp.words import english

HEAD = 'game = "trees"\ntitle = "Trees"\nversion = 1\n[sheets.play]\ntitle = "Play"\nwidth = 190\nheight = 200\n'


def sheet(text: str, head: str = HEAD) -> Sheet:
    made = layout.parse((head + text).encode(), "trees.toml")
    assert [f"{p.where}: {english(p)}" for p in layout.problems(made)] == []
    return layout.ready(made, "play")


def complaints(text: str, head: str = HEAD) -> list[str]:
    made = layout.parse((head + text).encode(), "trees.toml")
    return [f"{p.where}: {english(p)}" for p in layout.problems(made)]


def block(keys: str, before: str = "[[sheets.play.blocks]]\n") -> str:
    return before + keys.replace("; ", "\n") + "\n"


def texts(made: Sheet) -> list[str]:
    return [one.text for one in made.ink if isinstance(one, Text)]


# ---------------------------------------------------------------- repeating


@pytest.mark.parametrize(
    ("repeat", "said"),
    [
        ("3", ["1", "2", "3"]),
        ('{ n = "2..4" }', ["2", "3", "4"]),
        ('{ n = "9..3..3" }', ["9", "6", "3"]),
        ('{ a = ["x", "y"], b = "1..2" }', ["x1", "x2", "y1", "y2"]),
        ('[{ tree = "oak", cost = 3 }, { tree = "elm", cost = 4 }]', ["oak 3", "elm 4"]),
        ('["oak", "elm"]', ["oak", "elm"]),
        ('"a..c"', ["a", "b", "c"]),
    ],
)
def test_a_block_is_there_once_for_each_round(repeat: str, said: list[str]) -> None:
    words = {"3": "{index}"}.get(repeat, "{n}" if "n =" in repeat else "{a}{b}" if "a =" in repeat else "{item}")
    words = "{tree} {cost}" if "tree =" in repeat else words
    made = sheet(block(f'repeat = {repeat}; kind = "text"; text = "{words}"; left = 0; top = "{{10 * index}}"'))
    assert texts(made) == said


def test_a_repeat_fills_ids_places_numbers_styles_and_lists() -> None:
    row = block('repeat = [{ tree = "oak", n = 3, many = "2..4" }]; id = "row-{tree}"; kind = "track"; boxes = "{n}"')
    made = sheet(row + 'inside = "{many}"\nfill = "wash"\nleft = "{n * 5 + 0.5}"\ntop = 10\n')
    assert [(field.id, field.rect.x) for field in made.fields] == [
        ("row-oak.1", 15.5),
        ("row-oak.2", 23.5),
        ("row-oak.3", 31.5),
    ]
    assert texts(made) == ["2", "3", "4"]


def test_previous_is_the_block_before_or_the_whole_component() -> None:
    head = HEAD.replace(
        "[sheets",
        '[components.tree]\nwidth = 60\nheight = 20\n[[components.tree.blocks]]\nkind = "text"\ntext = "{id}"\nleft = 3\ntop = 2\n[sheets',
    )
    made = sheet(
        block('repeat = 3; id = "tree{index}"; use = "tree"; left = 1; top = "page.top + {21 * (index - 1)}"')
        + block('id = "last"; kind = "text"; text = "end"; left = "previous.right + 2"; top = "previous.top"'),
        head,
    )
    assert made.blocks["tree2"] == Rect(1, 21, 60, 20)
    assert made.blocks["last"].x == 63 and made.blocks["last"].y == 42
    assert texts(made) == ["tree1", "tree2", "tree3", "end"]


def test_a_group_repeats_all_of_it_and_may_repeat_inside() -> None:
    inner = '{ repeat = { c = "1..2" }, kind = "text", text = "{r}{c}", left = "{20 * c}", top = "{10 * r}" }'
    assert texts(sheet(block('repeat = { r = "1..2" }' + f"; blocks = [{inner}]"))) == ["11", "12", "21", "22"]


def test_a_name_that_no_repeat_knows_is_a_picture() -> None:
    made = sheet(block('repeat = { n = [5] }; kind = "text"; text = "{n}: {die-{n}}"; left = 0; top = 0'))
    assert texts(made) == ["5:"] and any(isinstance(one, Box) for one in made.ink)


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ("repeat = 0", "0 times; 1 to 500 are allowed"),
        ('repeat = "1..9000"', "1..9000 is 9000 values; at most 500 are allowed"),
        ('repeat = "x..3"', "'x..3' is no list and no range such as '1..6' or 'a..f'"),
        ("repeat = true", "True can't be repeated over; a number, a list or { name = list } is allowed"),
        ('repeat = { Tree = ["a"] }', "'Tree' is no name for a value; small letters and digits are allowed"),
        (
            'repeat = { n = ["a"] }; top = "{n * 2}"',
            "{n * 2} can't be worked out; names, numbers, + - * / // % are allowed",
        ),
        (
            'repeat = { n = "1..2" }; id = "{n ** 999}"',
            "{n ** 999} can't be worked out; names, numbers, + - * / // % are allowed",
        ),
        ('use = "tre"', "there is no component 'tre'; did you mean 'tree'?"),
        ('use = "tree"; with = { hight = 3 }', "there is no parameter 'hight'; did you mean 'height'?"),
        ('use = "tree"', "the parameter 'height' is missing"),
        ('use = "tree"; with = { height = 3 }; id = [1]', "[1] is not a text"),
        ('use = "loop"', "more than 8 components inside each other; does one use itself?"),
    ],
)
def test_what_is_wrong_with_a_repeat_or_a_component_is_said_with_its_line(keys: str, said: str) -> None:
    parts = '[components.tree]\nparameters = { height = "required" }\n[[components.tree.blocks]]\nkind = "rule"\n[[components.loop.blocks]]\nuse = "loop"\nleft = 0\ntop = 0\n'
    rest = "" if "use" in keys or "top" in keys else "; left = 0; top = 0"
    found = complaints(
        block(f"{keys}; {'' if 'use' in keys else 'kind = ' + chr(34) + 'rule' + chr(34)}{rest}"),
        HEAD.replace("[sheets", parts + "[sheets"),
    )
    assert [one for one in found if one.endswith(said)], found
    assert all(one.startswith("trees.toml:") for one in found)


def test_two_thousand_blocks_are_enough() -> None:
    many = 'repeat = { a = "1..500", b = "1..500" }; kind = "rule"; left = 0; top = 0'
    assert [one for one in complaints(block(many)) if "at most 500 are allowed" in one or "1 to 500 are allowed" in one]


def test_a_fault_of_a_component_has_the_line_of_the_component_and_the_block_of_the_use() -> None:
    head = HEAD.replace(
        "[sheets",
        '[components.tree]\nwidth = 60\nheight = 20\n[[components.tree.blocks]]\nid = "it"\nkind = "rule"\nleft = 3\ntop = 2\nline = 9\n[sheets',
    )
    (said,) = complaints(block('id = "oak"; use = "tree"; left = 1; top = 1'), head)
    assert said == "trees.toml:12:1: play, block oak-it, line: 9 is too large; at most 3 is allowed"


def test_a_file_that_extends_another_uses_its_components_and_changes_what_they_made(tmp_path) -> None:  # type: ignore[no-untyped-def]
    parts = '[components.tree]\nwidth = 60\nheight = 20\n[[components.tree.blocks]]\nid = "name"\nkind = "text"\ntext = "{id}"\nleft = 3\ntop = 2\n'
    (tmp_path / "base.toml").write_text(
        HEAD.replace("[sheets", parts + "[sheets") + block('id = "oak"; use = "tree"; left = 1; top = 1')
    )
    heir = (
        'game = "more-trees"\ntitle = "More"\nversion = 1\nextends = "base.toml"\n'
        + block('id = "oak-name"; text = "old oak"')
        + block('id = "elm"; use = "tree"; left = 1; top = 30')
    )
    made = layout.parse(heir.encode(), str(tmp_path / "heir.toml"))
    assert layout.problems(made) == []
    assert texts(layout.ready(made, "play")) == ["old oak", "elm"]
    broken = layout.parse(heir.replace('use = "tree"', 'use = "tre"').encode(), str(tmp_path / "heir.toml"))
    assert [english(problem) for problem in layout.problems(broken)] == [
        "there is no component 'tre'; did you mean 'tree'?"
    ]


# ---------------------------------------------------------------- parts, boxes, connectors

PATH = block('id = "path"; kind = "track"; boxes = 6; rows = 2; box = 10; gap = 4; left = 10; top = 10')


@pytest.mark.parametrize(
    ("part", "x", "right"), [("path[2]", 24, 34), ("path[2-3]", 24, 48), ("path[row-2]", 10, 48), ("path[5]", 24, 34)]
)
def test_a_block_leans_on_a_box_or_a_row_of_boxes(part: str, x: float, right: float) -> None:
    made = sheet(PATH + block(f'id = "line"; kind = "rule"; left = "{part}.left"; right = "{part}.right"; top = 40'))
    assert (made.blocks["line"].x, made.blocks["line"].right) == (x, right)


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("path[7].left", "block path has no part '7'; there are 1, 2, 3, 4, 5, 6…"),
        ("pat[1].left", "there is no block 'pat' before this one; did you mean 'path'?"),
        ("page[1].left", "block page has no parts; its edges, such as 'page.right', are allowed"),
    ],
)
def test_a_part_that_is_not_there_is_said(place: str, said: str) -> None:
    (found,) = complaints(PATH + block(f'id = "line"; kind = "rule"; left = "{place}"; top = 40'))
    assert found.endswith(said)


def test_boxes_differ_in_fill_words_shape_and_bonus_and_a_dead_one_is_no_field() -> None:
    plain = sheet(PATH)
    made = sheet(
        PATH
        + 'between = "{arrow}"\nat.1 = { fill = "wash", inside = "a", bonus = "+1" }\nat."2-3".shape = "circle"\nat.5 = { dead = true }\n'
    )
    assert [field.id for field in made.fields] == ["path.1", "path.2", "path.3", "path.4", "path.6"]
    assert [field.round for field in made.fields] == [False, True, True, False, False]
    assert texts(made) == ["a", "+1"]
    fills = [one.paint.fill for one in made.ink if isinstance(one, Box)]
    assert fills.count("wash") == 1
    # The bonus has a line of its own below each row, and between boxes of a row there are arrows, not behind the last.
    assert made.blocks["path"].h > plain.blocks["path"].h
    assert sum(isinstance(one, Path) for one in made.ink) == 4


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ("at.9.dead = true", "there is no box '9'; there are 1 to 6"),
        ('at.2.fill = "grean"', "'grean' is not one of"),
        ("at.2.fil = 3", "unknown key; did you mean 'fill'?"),
        ('between = { 6 = "x" }', "behind box '6' there is no gap; 1 to 5 are allowed"),
        ('between = "x"\ngap = 1', "a gap of 1 mm; at least 2 are needed for what stands between boxes"),
        ('inside = "1..4"', "4 texts for 6 boxes; one for each box is needed"),
    ],
)
def test_a_wrong_box_is_said(keys: str, said: str) -> None:
    path = PATH.replace("gap = 4\n", "") if "gap" in keys else PATH
    assert any(said in found for found in complaints(path + keys + "\n"))


def test_a_connector_goes_from_box_to_box_and_lies_on_anything() -> None:
    panel = block('kind = "panel"; left = 60; top = 5; width = 30; height = 60')
    made = sheet(
        PATH
        + panel
        + block('kind = "connector"; from = "path[3].right"; to = "path[6].right"; route = "curve"; air = 0')
        + block(
            'kind = "connector"; from = "path[1].bottom"; to = "panel-2.left"; route = "down-first"; arrow = "none"; air = 0'
        )
    )
    curve, corner = [one for one in made.ink if isinstance(one, Path) and one.paint.stroke]
    assert curve.steps[0] == ("M", (48, 15))
    assert [point for _, point in corner.steps] == [(15, 20), (15, 35), (60, 35)]
    (said,) = complaints(PATH + block('kind = "connector"; from = "path[3].up"; to = "path.left"'))
    assert said.endswith("'path[3].up' is no end; 'block.right' or 'block[3].top' is allowed")


def test_what_lies_on_another_block_says_so() -> None:
    word = block('id = "word"; kind = "text"; text = "on"; left = "path[1].left"; top = "path[1].top"')
    assert "it overlaps block path" in complaints(PATH + word)[0]
    assert sheet(PATH + word + 'on = ["path"]\n').blocks["word"].x == 10
    assert "there is no block 'pth'" in complaints(PATH + word + 'on = ["pth"]\n')[0]


# ---------------------------------------------------------------- text, hexes, cells, charts


def test_turned_words_stand_upright_in_their_block() -> None:
    flat, made = (
        sheet(block(f'id = "word"; kind = "text"; text = "upright"; left = 20; top = 20; turn = {turn}'))
        for turn in (0, 90)
    )
    assert made.blocks["word"].w == pytest.approx(flat.blocks["word"].h)
    assert made.blocks["word"].h == pytest.approx(flat.blocks["word"].w)
    (text,) = [one for one in made.ink if isinstance(one, Text)]
    assert text.turn == 90 and made.blocks["word"].x < text.x < made.blocks["word"].right
    assert text.y == pytest.approx(20, abs=0.1)


def test_hexagons_are_set_off_row_by_row_and_a_dead_one_is_not_there() -> None:
    made = sheet(
        block(
            'id = "isle"; kind = "hexes"; columns = 3; rows = 2; cell = 14; field = "number"; left = 0; top = 0; at.c2r1.dead = true'
        )
    )
    places = {field.id: field.rect.center for field in made.fields}
    assert set(places) == {"isle.c1r1", "isle.c3r1", "isle.c1r2", "isle.c2r2", "isle.c3r2"}
    assert places["isle.c1r2"][0] - places["isle.c1r1"][0] == pytest.approx(7)
    assert min(field.rect.w for field in made.fields) == pytest.approx(14 / 2**0.5)


def test_free_cells_are_joined_from_border_to_border() -> None:
    cells = 'cells = [{ id = "a", x = 5, y = 10 }, { id = "b", x = 35, y = 10, shape = "diamond", size = 20 }]'
    made = sheet(block(f'id = "map"; kind = "cells"; left = 0; top = 10; {cells}; links = [["a", "b"]]'))
    (line,) = [one for one in made.ink if isinstance(one, Line)]
    assert (line.x1, line.y1, line.x2, line.y2) == (10, 20, 25, 20)
    assert [field.id for field in made.fields] == ["map.a", "map.b"]
    (said,) = complaints(block(f'id = "map"; kind = "cells"; left = 0; top = 10; {cells}; links = [["a", "c"]]'))
    assert said.endswith("there is no cell 'c'")


def test_a_chart_has_as_many_words_in_each_row_and_no_fields() -> None:
    made = sheet(
        block('kind = "chart"; header = ["a", "b"]; rows = [["1", "2"], ["3", "4"]]; left = 0; top = 0; width = 60')
    )
    assert texts(made) == ["a", "b", "1", "2", "3", "4"] and made.fields == ()
    (said,) = complaints(block('kind = "chart"; rows = [["1", "2"], ["3"]]; left = 0; top = 0'))
    assert said == "trees.toml:10:21: play, block chart 1, rows 2: 1 word; 2 are needed, one for each column"


def test_a_link_to_what_is_no_name_is_said() -> None:
    cells = 'cells = [{ id = "a", x = 5, y = 5 }, { id = "b", x = 35, y = 5 }]'
    (said,) = complaints(block(f'id = "map"; kind = "cells"; left = 0; top = 10; {cells}; links = [["a", {{}}]]'))
    assert said.endswith("there is no cell {}")


# ---------------------------------------------------------------- tables of a list, and arrangements


def table(rows: str, columns: str = '[{ id = "a" }]') -> str:
    return block(f'kind = "table"; id = "pad"; left = 0; width = 120; top = 0; columns = {columns}; rows = {rows}')


def test_rows_and_columns_repeat_alone_or_together() -> None:
    rows = (
        '[{ repeat = "1..2", each = [{ id = "r{item}", label = "Round {item}" }, { id = "s{item}" }] }, { id = "end" }]'
    )
    made = sheet(table(rows, '[{ repeat = ["x", "y"], id = "{item}" }]'))
    assert [field.id for field in made.fields] == [f"{c}.{r}" for r in ("r1", "s1", "r2", "s2", "end") for c in "xy"]
    assert "Round 2" in texts(made)


def test_rows_take_the_values_of_their_block_and_an_empty_list_makes_none() -> None:
    rounds = '[{ n = 1, more = [] }, { n = 2, more = ["so far"] }]'
    rows = '[{ id = "r{n}" }, { repeat = "{more}", id = "sum{n}", label = "{item}" }]'
    made = sheet(
        block(f'repeat = {rounds}; kind = "table"; id = "t{{n}}"; left = 0; width = 90; top = "{{40 * n}}"')
        + f'columns = [{{ id = "a" }}]\nrows = {rows}\n'
    )
    assert [field.id for field in made.fields] == ["a.r1", "a.r2", "a.sum2"]


def test_what_is_wrong_in_rows_that_repeat_is_told_with_its_line() -> None:
    rows = '[\n  { id = "first" },\n  { repeat = "1..2", each = [\n    { id = "r{item}" },\n    { id = "s{item}", hnt = "" },\n  ] },\n]'
    (first, second) = complaints(table(rows))
    line = (HEAD + table(rows)).split("\n").index('    { id = "s{item}", hnt = "" },') + 1
    assert first.startswith(f"trees.toml:{line}:23: ") and "did you mean 'hint'?" in first
    assert second.startswith(f"trees.toml:{line}:23: ")
    (said,) = complaints(table('[{ repeat = 2, id = "x", each = [] }]'))
    assert "beside each" in said


ARRANGED = (
    table('[{ id = "total", label = "Total" }]')
    + block('kind = "text"; id = "one"; text = "One"; left = 0; top = 60')
    + block('kind = "text"; id = "two"; text = "Two"; left = 0; top = 80')
    + "[sheets.play.arrangements.half]\nwidth = 120\nheight = 182\nsizes = { body = 2.5, label = 2.4 }\n"
    + 'blocks = [{ repeat = ["one", "two"], id = "{item}", left = "{20 * index}" }]\n'
)


def test_an_arrangement_repeats_its_changes_and_has_sizes_of_its_own() -> None:
    made = layout.parse((HEAD + ARRANGED).encode(), "trees.toml")
    usual, half = (layout.ready(made, "play", layout.View(arrangement=kind)) for kind in ("", "half"))
    assert {one.text: (one.x, one.size) for one in half.ink if isinstance(one, Text)} == {
        "Total": (pytest.approx(1.6, abs=1.5), 2.4),
        "One": (20, 2.5),
        "Two": (40, 2.5),
    }
    assert {one.size for one in usual.ink if isinstance(one, Text)} == {3.5, 3.7}


def test_a_size_of_a_style_that_is_none() -> None:
    (said,) = complaints(ARRANGED.replace("body = 2.5", "bdy = 2.5"))
    assert "did you mean 'body'?" in said


# ---------------------------------------------------------------- tables and codes


def curves(made: Sheet) -> list[int]:
    """How many round corners each box of a sheet has."""
    paths = [sum(op == "C" for op, _ in one.steps) for one in made.ink if isinstance(one, Path)]
    return paths + [4 if one.radius else 0 for one in made.ink if isinstance(one, Box)]


TABLE = 'id = "pad"; kind = "table"; label-width = 0; columns = [{ repeat = 3, id = "{index}" }]; left = 0; top = 0; '


@pytest.mark.parametrize(
    ("size", "round_corners"),
    [
        ("box = 10; width = 30; row-height = 10", [0, 0, 1, 1, 1, 1]),
        ("box = 10; width = 30; row-height = 12", [0, 0, 2, 2, 2, 2]),
        ("box = 10; width = 36; row-height = 12", [4] * 6),
    ],
    ids=["all meet", "those of a row meet", "apart"],
)
def test_boxes_that_meet_are_round_at_the_corners_of_their_group(size: str, round_corners: list[int]) -> None:
    made = sheet(block(TABLE + f'{size}; rows = [{{ id = "a" }}, {{ id = "b" }}]'))
    assert sorted(curves(made)) == round_corners


def test_a_row_of_a_table_says_in_its_boxes_what_they_are_worth() -> None:
    made = sheet(block(TABLE + 'width = 36; row-height = 12; rows = [{ id = "a", inside = "5" }, { id = "b" }]'))
    assert texts(made) == ["5"] * 3
    assert [round(bounds(one).center[0]) for one in made.ink if isinstance(one, Text)] == [6, 18, 30]


def test_a_code_can_be_letters_only() -> None:
    made = sheet(block('kind = "code"; qr = false; identity = false; style = "tiny"; left = 0; top = 0'))
    assert [type(one).__name__ for one in made.personal] == ["Text"]
    assert made.blocks["code-1"].h < 3

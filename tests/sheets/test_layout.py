"""Layouts: a good one prints, a broken one says where it is broken and what is allowed, everything at once."""

from __future__ import annotations

import pathlib
import re
from collections.abc import Callable

import pytest

from pnp import edition, games
from pnp.errors import CallError, InputError
from pnp.sheets import layout
from pnp.sheets.ink import Path, Text, bounds
from pnp.sheets.layout import Layout
from pnp.words import english

Parse = Callable[[str], Layout]


def complaints(paper: Layout) -> list[str]:
    return [f"{problem.where}: {english(problem)}" for problem in layout.problems(paper)]


def test_a_good_layout_has_no_problems(good: str, parsed: Parse) -> None:
    assert complaints(parsed(good)) == []


def test_a_layout_without_rules_prints(good: str, parsed: Parse) -> None:
    assert "tiny" not in games.names()
    sheet = layout.ready(parsed(good), "play")
    assert sheet.key == "tiny/play/1"
    assert {field.id for field in sheet.fields} == {
        "name", *(f"grid.c{c}r{r}" for c in (1, 2, 3) for r in (1, 2)), *(f"turns.{n}" for n in range(1, 7)),
        "points.boats", "points.total", "a.first", "b.first.1", "b.first.2",
    }  # fmt: skip
    assert set(sheet.blocks) == {"title", "name", "grid", "turns", "points", "won", "qr"}


def test_the_label_of_a_score_stands_between_its_picture_and_its_box(good: str, parsed: Parse) -> None:
    text = good.replace('picture = "boat" }', 'picture = "boat", label = "Boats" }')
    sheet = layout.ready(parsed(text), "play")
    label = next(bounds(one) for one in sheet.ink if isinstance(one, Text) and one.text == "Boats")
    line, box = sheet.blocks["points"], next(field.rect for field in sheet.fields if field.id == "points.boats")
    shapes = [bounds(one) for one in sheet.ink if isinstance(one, Path) and line.meets(bounds(one))]
    assert len(shapes) == 1
    assert line.x <= shapes[0].x < shapes[0].right < label.x < label.right < box.x
    assert abs(label.center[1] - box.center[1]) < 1, "in the middle of its line"


IN_A_BLOCK = [
    # what is put in place of what, the block, the key in the file's line, what is said
    ('cell = 20', 'cell = 20\ncellar = 3', "grid", "cellar", "unknown key; did you mean 'cell'?"),
    ('cell = 20', '', "grid", "", "'cell' is missing"),
    ('cell = 20', 'cell = "wide"', "grid", "cell", "'wide' is not a number"),
    ('cell = 20', 'cell = 2', "grid", "cell", "2 is too small; at least 3 is allowed"),
    ('cell = 20', 'cell = 6', "grid", "", "grid.c1r1 is 6.0 mm; a box to write in is at least 7 mm"),
    ('columns = 3', 'columns = 3.0', "grid", "columns", "3.0 is not a whole number"),
    ('columns = 3', 'columns = 30', "grid", "", "leaves the safe area: it lies 0.0 to 600.0 across"),
    ('columns = 3', 'columns = true', "grid", "columns", "True is not a whole number"),
    ('kind = "grid"', 'kind = "gird"', "grid", "kind", "did you mean 'grid'?"),
    ('kind = "grid"', 'kind = 3', "grid", "kind", "3 is not one of area, cells, chart, code,"),
    ('kind = "grid"', '', "grid", "", "'kind' is missing"),
    ('{ F = "boat"', '{ F = "boot"', "grid", "choices", "'boot' is no picture; there are arrow, boat, cross"),
    ('{ F = "boat"', '{ F = 4', "grid", "choices", "4 is not a text"),
    ('cell = 20', 'cell = 20\nallowed = [["F"], ["G"]]', "grid", "allowed", "'G' is none of the choices F, D, X"),
    ('cell = 20', 'cell = 20\nallowed = [["F"]]', "grid", "allowed", "1 entry; 2 are needed, one for each"),
    ('cell = 20', 'cell = 20\ntints = ["pink"]', "grid", "tints", "'pink' is not one of ink, soft, line"),
    ('cell = 20', 'cell = 20\nside = [["die-7"], []]', "grid", "side", "'die-7' is no picture"),
    ('text = "Tiny {die-1} game"', 'text = "{dye-1}"', "title", "text", "'dye-1' is no picture; there are"),
    ('text = "Tiny {die-1} game"', 'text = 5', "title", "text", "5 is not a text"),
    ('text = "Tiny {die-1} game"', 'text = "wide"\nwidth = 3', "title", "", "'wide' is 17.8 mm wide; there are 3.0"),
    ('text = "Tiny {die-1} game"', 'text = "high"\nheight = 3', "title", "", "'high' is 11.2 mm high; there are 3.0"),
    ('text = "Tiny {die-1} game"', 'text = ""\nheight = 3', "title", "", "'' is 11.2 mm high; there are 3.0"),
    ('text = "Tiny {die-1} game"', 'text = "🎲"', "title", "", "no font has 🎲 (U+1F3B2)"),
    ('style = "loud"', 'style = "laud"', "title", "style", "'laud' is not one of title, heading"),
    ('style = "loud"', 'color = "pink"', "title", "color", "'pink' is not one of"),
    ('top = "title.bottom + 2"', 'top = "tittle.bottom"', "name", "top", "no block 'tittle' before this one; did you"),
    ('top = "title.bottom + 2"', 'top = "grid.bottom"', "name", "top", "no block 'grid' before this one"),
    ('top = "title.bottom + 2"', 'top = "title.right"', "name", "top", "right lies in the other direction"),
    ('top = "title.bottom + 2"', 'top = "below"', "name", "top", "'below' is no place; a number of millimetres or"),
    ('top = "title.bottom + 2"', 'top = inf', "name", "top", "inf is off every page; at most 2000 mm are allowed"),
    ('top = "title.bottom + 2"', '', "name", "", "it has no place; top, middle, bottom say where it lies"),
    ('top = "title.bottom + 2"', 'top = -3', "name", "", "it lies 0.0 to 100.0 across, -3.0 to 7.0 down"),
    ('top = "title.bottom + 2"', 'top = "title.top"', "name", "", "it overlaps block title: 0.0 to 100.0 across, 0.0"),
    ('width = 100', 'right = -5', "name", "right", "left is 0 and right is -5; right is at least 0.1 mm on"),
    ('prints = "name"', 'prints = "names"', "name", "prints", "'names' is not one of name, nothing; did you mean"),
    ('id = "turns"', 'id = "Turns"', "Turns", "id", "'Turns' is not an id of small letters, digits and hyphens"),
    ('id = "turns"', 'id = "grid"', "grid", "id", "there is a block 'grid' already; each block has an id of its own"),
    ('id = "turns"', 'id = "page"', "page", "id", "there is a block 'page' already"),
    ('boxes = 6', 'boxes = 7', "turns", "rows", "7 boxes don't fill 2 rows; as many in each row are needed"),
    ('box = 8', 'box = 6.5', "turns", "", "turns.1 is 6.5 mm; a box to write in is at least 7 mm"),
    ('box = 8', 'box = 8\nends = ["+1"]', "turns", "ends", "1 end for 2 rows; one for each row is needed"),
    ('box = 8', 'box = 8\nends = ["+1", "{x}"]', "turns", "ends", "'x' is no picture"),
    ('box = 8', 'box = 8\ninside = ["{x}"]', "turns", "inside", "'x' is no picture"),
    ('field = "tally"', 'field = "choice"', "turns", "", "choices belong to a field of kind choice"),
    ('field = "tally"', 'field = "taly"', "turns", "field", "did you mean 'tally'?"),
    ('{ id = "boats", picture = "boat" }', '{ id = "total" }', "points", "", "total is in block points already"),
    ('{ id = "boats", picture = "boat" }', '{ picture = "boat" }', "points", "", "'id' is missing"),
    ('picture = "boat" }', 'picture = "boat", label = "Longboats" }', "points", "", "'Longboats' is 18.0 mm wide; there are 13.3"),
    ('{ id = "boats", picture = "boat" }', '5', "points", "", "5 is not a table"),
    ('rows = [{ id = "first"', 'ids = "x"\nrows = [{ id = "first"', "won", "", "x is in block won already; ids are unique"),
    ('rows = [{ id = "first", label = "First" }]', '', "won", "", "a table needs rows and columns"),
    ('left = 130', 'left = 130\nwidth = 18', "qr", "", "the QR code is 18.0 mm; at least 20.5 mm are needed"),
    ('left = 130', 'left = 130\nidentity = "yes"', "qr", "identity", "'yes' is neither true nor false"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "block", "key", "said"), IN_A_BLOCK)
def test_a_fault_of_a_block_has_its_file_line_and_block(
    good: str, parsed: Parse, old: str, new: str, block: str, key: str, said: str
) -> None:
    assert good.count(old) == 1
    broken = good.replace(old, new)
    found = complaints(parsed(broken))
    assert any(said in complaint for complaint in found), found
    complaint = next(complaint for complaint in found if said in complaint)
    place = re.match(r"tiny\.toml:(\d+):\d+: play, block ([\w-]+)", complaint)
    assert place, complaint
    assert place[2] == block
    above = broken.split("\n")[: int(place[1])]
    if key:
        assert above[-1].startswith(f"{key} = ")
    header = max(n for n, line in enumerate(above) if line == "[[sheets.play.blocks]]")
    assert broken.split("\n")[header + 1] == f'id = "{block}"'


AT_THE_TOP = [
    ('version = 1', '', "'version' is missing", 0),
    ('version = 1', 'version = 0', "version: 0 is too small; at least 1 is allowed", 3),
    ('version = 1', 'version = "1"', "version: '1' is not a whole number", 3),
    ('game = "tiny"', 'game = "Tiny Game"', "game: 'Tiny Game' is not a name of small letters, digits and hyphens", 1),
    ('game = "tiny"', '', "'game' is missing", 0),
    ('title = "Tiny"', 'title = 5', "title: 5 is not a text", 2),
    ('title = "Tiny"', 'title = "a {boat}"', "title: 'a {boat}' is not a title on one line without braces", 2),
    ('title = "Tiny"', 'title = "Tiny"\nlanguage = "English!"', "language: 'English!' is not a language such as en", 3),
    ('title = "Tiny"', 'titel = "Tiny"', "titel: unknown key; did you mean 'title'?", 2),
    ('ink = "#14324a"', 'ink = "blue"', "colors, ink: 'blue' is not a colour such as #1f2937", 6),
    ('ink = "#14324a"', 'ink = 3', "colors, ink: 3 is not a text", 6),
    ('size = 8', 'size = 800', "styles, loud, size: 800 is too large; at most 60 is allowed", 9),
    ('size = 8', 'face = "gothic"', "styles, loud, face: 'gothic' is not one of display, text, strong", 9),
    ('size = 8', 'color = "pink"', "styles, loud, color: 'pink' is not one of ink, soft", 9),
    ('size = 8', 'sise = 8', "styles, loud, sise: unknown key; did you mean 'size'?", 9),
    ('fill = "ink"', 'fill = "inc"', "pictures, boat: 'inc' is no colour of this layout; there are ink, soft", 11),
    ('"M6 78 H94 L82 94 H20 Z"', '"M6 78 Q94"', "pictures, boat, art 1, path: 'Q' in a path; M L H V C Z and", 12),
    ('[sheets.play]', '[sheets.play]\nowner = "nobody"', "sheets, play, owner: 'nobody' is not one of", 15),
    ('[sheets.play]', '[sheets.play]\nwidth = 5', "sheets, play, width: 5 is too small; at least 20 is allowed", 15),
    ('title = "Play sheet"', '', "sheets, play: 'title' is missing", 14),
    ('title = "Play sheet"', 'title = "Play"\ncolour = 1', "sheets, play, colour: unknown key", 16),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "said", "line"), AT_THE_TOP)
def test_a_fault_outside_the_blocks_has_its_file_and_line(
    good: str, parsed: Parse, old: str, new: str, said: str, line: int
) -> None:
    assert good.count(old) == 1
    found = complaints(parsed(good.replace(old, new)))
    start = rf"tiny\.toml:{line}:\d+: " if line else r"tiny\.toml: "
    assert any(re.match(start + re.escape(said), complaint) for complaint in found), found


@pytest.mark.parametrize(
    ("sheets", "said"),
    [
        ("", "tiny.toml: there is no sheet; at least one [sheets.NAME] is needed"),
        ("sheets = 5", "tiny.toml:4:1: sheets: 5 is not a table"),
        ("[sheets]\nplay = 5", "tiny.toml:5:1: sheets, play: 5 is not a table"),
        ('[sheets.play]\ntitle = "Play"', "tiny.toml:4:1: sheets, play: it has no blocks; at least one [[blocks]]"),
        ('[sheets.play]\ntitle = "Play"\nblocks = 5', "tiny.toml:6:1: sheets, play, blocks: 5 is not a list of tables"),
        ('[sheets.play]\ntitle = "Play"\nblocks = [5]', "tiny.toml:6:11: play, block block 1: 5 is not a table"),
        ('[sheets.Play]\ntitle = "P"\nblocks = [{}]', "tiny.toml:4:1: sheets, Play: a sheet's name has small letters"),
    ],
)
def test_a_layout_without_proper_sheets_is_a_problem_and_no_crash(parsed: Parse, sheets: str, said: str) -> None:
    found = complaints(parsed(f'game = "tiny"\ntitle = "Tiny"\nversion = 1\n{sheets}\n'))
    assert any(complaint.startswith(said) for complaint in found), found
    assert len(set(found)) == len(found)


def test_every_problem_is_reported_at_once(good: str, parsed: Parse) -> None:
    broken = (
        good.replace("version = 1", "version = 0")
        .replace("boxes = 6", 'boxes = "x"\nboxen = 1')
        .replace("cell = 20", "cell = 6")
        .replace("left = 130", "left = 180")
        .replace('ink = "#14324a"', 'ink = "blue"')
    )
    found = complaints(parsed(broken))
    for said in ("version: 0 is", "boxes: 'x'", "boxen: unknown", "grid.c1r1 is 6.0 mm", "qr: it leaves", "'blue'"):
        assert sum(said in complaint for complaint in found) == 1, (said, found)


def test_a_block_that_leans_on_a_broken_one_is_not_blamed_for_it(good: str, parsed: Parse) -> None:
    found = complaints(parsed(good.replace("cell = 20", 'cell = "x"').replace("box = 8", "box = 8\nbax = 1")))
    assert [complaint.split(": ", 1)[1] for complaint in found] == [
        "play, block grid, cell: 'x' is not a number",
        "play, block turns, bax: unknown key; did you mean 'box'?",
    ]


def test_blocks_of_one_panel_may_lie_on_it_and_no_others(good: str, parsed: Parse) -> None:
    panel = '[[sheets.play.blocks]]\nid = "ground"\nkind = "panel"\nleft = 0\ntop = 0\nwidth = 110\nheight = 120\n\n'
    ground = good.replace("[[sheets.play.blocks]]\n", panel + "[[sheets.play.blocks]]\n", 1)
    found = complaints(parsed(ground))
    assert [complaint for complaint in found if "block won: it overlaps block ground" in complaint]
    assert not [complaint for complaint in found if "block grid:" in complaint or "block title:" in complaint]


# ---------------------------------------------------------------------------------- the rules of a game

HOUSE = layout.find("house-of-dice").read_text(encoding="utf-8")
BROKEN_HOUSES = [
    ('boxes = 3\nbox = 17', 'boxes = 2\nbox = 17', "the field bonuses.3 of the rules is missing; every one is needed"),
    ('{ id = "fence", picture = "fence", hint = "{edition.score-fence.each} each,', '{ id = "hedge", picture = "fence", hint = "{edition.score-fence.each} each,', "the field score.fence of the rules is missing"),
    ('{ id = "fence", picture = "fence", hint = "{edition.score-fence.each} each,', '{ id = "hedge", picture = "fence", hint = "{edition.score-fence.each} each,', "the rules know no field score.hedge; every id must be one"),
    ('choices = { F = "fence", D', 'choices = { E = "fence", D', "none of the choices"),
    ('[["F"], ["D", "G", "W"]', '[["F"], ["D", "G"]', "house.c1r2 is choice of D, G; the rules have choice of D, G, W"),
    ('2\nboxes = 12\nrows = 2\nbox = 11\nlabel = "Cost"', '3\nboxes = 12\nrows = 2\nbox = 11\nlabel = "Cost"',
     "the field cost.1 is tally up to 3; the rules have tally up to 2"),
    ('field = "cross"\nboxes = 18', 'field = "number"\nboxes = 18', "the field furniture.1 is number; the rules have"),
    ('[sheets.bonus]', '[sheets.extra]\ntitle = "X"\nblocks = [{ kind = "rule", left = 0, top = 0 }]\n[sheets.bonus]',
     "the rules of house-of-dice know no sheet 'extra'; there are play, bonus"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "said"), BROKEN_HOUSES)
def test_the_ids_of_a_layout_are_those_of_its_rules(old: str, new: str, said: str) -> None:
    assert HOUSE.count(old) == 1
    found = complaints(layout.parse(HOUSE.replace(old, new).encode(), "house.toml"))
    assert any(said in complaint for complaint in found), found
    assert all(complaint.startswith("house.toml:") for complaint in found)


def test_the_rules_and_the_paper_have_the_same_fields() -> None:
    paper = layout.parse(HOUSE.encode(), "house.toml")
    rules = games.load("house-of-dice").fields(edition.shipped("house-of-dice"))
    for name in paper.sheets:
        assert {field.id for field in layout.ready(paper, name).fields} == set(rules[name])


# ---------------------------------------------------------------------------------- files and names


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"game = ", "a.toml: not readable as TOML: Invalid value (at end of document)"),
        (b"game = 1\ngame = 2", "a.toml: not readable as TOML: Cannot overwrite a value"),
        (b"\xff\xfe", "a.toml: byte 0 is not UTF-8; a layout is UTF-8 text"),
        (b"a = " + b"[" * 100_000, "a.toml: nested too deeply; a layout has a few levels"),
        (b"a" + b".b" * 10_000 + b" = 1", "a.toml: not readable as TOML: a key of more than 50 parts"),
        (b"#" * 1_000_001, "a.toml: larger than 1000 kB; a layout is at most that large"),
    ],
    ids=["half", "twice", "bytes", "deep", "long key", "large"],
)
def test_what_is_no_toml_is_one_line(content: bytes, said: str) -> None:
    with pytest.raises(InputError) as wrong:
        layout.parse(content, "a.toml")
    assert str(wrong.value).startswith(said)


def test_a_layout_is_found_by_its_game_or_its_file() -> None:
    assert layout.find("yacht") == layout.LAYOUTS / "yacht.toml"
    assert str(layout.find("my/own.toml")) == "my/own.toml"
    for name in ("yatch", "yacht.edition", "x" * 300):
        with pytest.raises(CallError, match=r"is no game and no layout file; there are .*yacht"):
            layout.find(name)


def test_a_sheet_that_a_layout_does_not_have_is_named_with_the_nearest(good: str, parsed: Parse) -> None:
    with pytest.raises(CallError, match=r"--sheet 'plai' is not in tiny; there are play; did you mean 'play'\?"):
        layout.ready(parsed(good), "plai")


def test_a_broken_sheet_is_not_printed(good: str, parsed: Parse) -> None:
    with pytest.raises(
        InputError, match=r"^tiny.toml:\d+:1: play, block grid: .* 7 mm \(and \d+ more; pnp lint lists them\)$"
    ):
        layout.ready(parsed(good.replace("cell = 20", "cell = 6").replace("box = 8", "box = 5")), "play")


def test_dice_have_colours_of_the_layout(tmp_path: pathlib.Path) -> None:
    made = layout.load(layout.find("dice-city"))
    assert made.theme.colors[made.theme.dice["red"]] == made.theme.colors["ruby"]
    assert layout.load(layout.find("dice-city-solo")).theme.dice == made.theme.dice, "what is extended brings them"
    wrong = tmp_path / "wrong.toml"
    wrong.write_text(layout.find("dice-city").read_text("utf-8").replace('red = "ruby"', 'red = "rubi"'), "utf-8")
    assert [fault.path for fault in layout.load(wrong).faults] == [("dice", "red")]

"""Layouts that extend each other: what is inherited, changed, replaced, added and dropped, and where a fault lies."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from pnp.errors import InputError
from pnp.sheets import layout
from pnp.sheets.layout import Layout
from pnp.sheets.sheet import Sheet
from pnp.words import english

Write = Callable[..., Path]
HEAD = 'game = "solo"\ntitle = "Solo"\nversion = 1\nextends = "base.toml"\n'
TITLE = '[[sheets.play.blocks]]\nid = "title"\n'
BASE = """\
game = "base"
title = "Base"
version = 7
language = "de"

[colors]
ink = "#111111"
sea = "#2222aa"

[styles.loud]
size = 8
color = "sea"

[pictures.boat]
art = [{ path = "M6 78 H94 L82 94 H20 Z", fill = "sea" }]

[sheets.play]
title = "Play sheet"
owner = "table"
height = 200

[[sheets.play.blocks]]
id = "title"
kind = "text"
text = "Base {boat}"
style = "loud"
left = 0
top = 0

[[sheets.play.blocks]]
kind = "track"
boxes = 4
left = 0
top = "title.bottom + 2"

[[sheets.play.blocks]]
id = "bar"
kind = "scale-bar"
left = 0
bottom = "page.bottom"

[sheets.rules]
title = "Rules"

[[sheets.rules.blocks]]
id = "how"
kind = "text"
text = "Roll the dice."
left = 0
top = 0
"""


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Write layout files into an empty folder, and get the last one."""
    monkeypatch.chdir(tmp_path)

    def write(**files: str) -> Path:
        for name, text in files.items():
            Path(f"{name}.toml").write_text(text, encoding="utf-8")
        return Path(f"{name}.toml")

    return write


@pytest.fixture
def extended(write: Write) -> Callable[[str], Layout]:
    """The layout solo.toml, which extends base.toml and says something of its own."""
    return lambda text="", base=BASE: layout.load(write(base=base, solo=HEAD + text))


def said(made: Layout) -> list[str]:
    return [without_column(f"{problem.where}: {english(problem)}") for problem in layout.problems(made)]


def without_column(text: str) -> str:
    """A message with its file and line; the columns are tested where they are counted."""
    return re.sub(r"(\.toml:\d+):\d+", r"\1", text)


def refused(path: Path) -> str:
    with pytest.raises(InputError) as caught:
        layout.load(path)
    return without_column(str(caught.value))


def line(text: str, part: str, after: str = "") -> int:
    """The line of the first place of a text that begins with a part."""
    return text[: text.index(part, text.index(after))].count("\n") + 1


def fields(sheet: Sheet) -> list[str]:
    return [field.id for field in sheet.fields]


# ---------------------------------------------------------------- what a file inherits


def test_a_file_that_says_nothing_has_the_look_and_the_sheets_of_its_base(extended: Callable[..., Layout]) -> None:
    made, base = extended(), layout.load(Path("base.toml"))
    assert said(made) == []
    assert made.theme == base.theme
    for name in base.sheets:
        drawn, model = layout.ready(made, name), layout.ready(base, name)
        assert (drawn.fields, drawn.ink, drawn.blocks) == (model.fields, model.ink, model.blocks)
        assert (drawn.owner, drawn.height, drawn.heading) == (model.owner, model.height, model.heading)


def test_its_name_and_version_are_its_own_and_its_language_is_inherited(extended: Callable[..., Layout]) -> None:
    made = extended()
    assert (made.game, made.title, made.version, made.language) == ("solo", "Solo", 1, "de")
    assert extended('language = "pl"').language == "pl"


def test_the_name_the_title_and_the_version_of_a_base_are_not_taken(write: Write) -> None:
    made = layout.load(write(base=BASE, solo='extends = "base.toml"\n'))
    assert said(made) == [f"solo.toml: {key!r} is missing" for key in ("game", "title", "version")]


def test_the_base_can_be_a_layout_that_comes_with_the_program(write: Write) -> None:
    made = layout.load(write(solo=HEAD.replace("base.toml", "yacht")))
    assert said(made) == []
    assert fields(layout.ready(made, "score")) == fields(layout.ready(layout.load(layout.find("yacht")), "score"))


def test_the_path_of_a_base_begins_at_the_file_that_names_it(write: Write, tmp_path: Path) -> None:
    write(base=BASE)
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "solo.toml").write_text(HEAD.replace("base.toml", "../base.toml"))
    assert said(layout.load(tmp_path / "games" / "solo.toml")) == []
    assert said(layout.load(Path("games/solo.toml"))) == []


# ---------------------------------------------------------------- what it says itself


def test_a_colour_and_a_picture_take_the_place_of_those_with_their_name(extended: Callable[..., Layout]) -> None:
    made = extended('[colors]\nsea = "#00ffff"\nsun = "#ffff00"\n[pictures.boat]\nart = [{ disc = [50, 50, 40] }]\n')
    assert (made.theme.colors["sea"], made.theme.colors["sun"]) == ("#00ffff", "#ffff00")
    assert made.theme.colors["ink"] == "#111111"
    assert len(made.theme.pictures["boat"].art) == 1
    assert made.theme.pictures["boat"] != layout.load(Path("base.toml")).theme.pictures["boat"]


def test_a_style_is_changed_key_by_key(extended: Callable[..., Layout]) -> None:
    style = extended("[styles.loud]\nsize = 5\n").theme.styles["loud"]
    assert (style.size, style.color) == (5, "sea")


def test_a_sheet_is_changed_key_by_key(extended: Callable[..., Layout]) -> None:
    plan = extended('[sheets.play]\nowner = "player"\n').sheets["play"]
    assert (plan.owner, plan.heading, plan.height) == ("player", "Play sheet", 200)


def test_a_block_without_a_kind_changes_the_keys_that_it_names(extended: Callable[..., Layout]) -> None:
    made = extended(TITLE + 'text = "Solo"\nleft = 9\n')
    title = made.sheets["play"].data["blocks"][0]
    assert title == {"id": "title", "kind": "text", "text": "Solo", "style": "loud", "left": 9, "top": 0}
    assert layout.ready(made, "play").blocks["title"].x == 9


def test_a_block_with_a_kind_takes_the_place_of_the_inherited_one(extended: Callable[..., Layout]) -> None:
    made = extended(TITLE + 'kind = "icon"\npicture = "boat"\nleft = 0\ntop = 0\n')
    assert said(made) == []
    assert list(layout.ready(made, "play").blocks) == ["title", "track-2", "bar"]


def test_a_block_with_an_id_of_its_own_is_new_and_comes_last(extended: Callable[..., Layout]) -> None:
    made = extended('[[sheets.play.blocks]]\nid = "map"\nkind = "squares"\nleft = 0\ntop = "track-2.bottom + 2"\n')
    assert said(made) == []
    assert list(layout.ready(made, "play").blocks) == ["title", "track-2", "bar", "map"]


def test_blocks_can_be_put_before_others_that_lean_on_them(extended: Callable[..., Layout]) -> None:
    new = '[[sheets.play.blocks]]\nkind = "rule"\nid = "{}"\nbefore = "track-2"\nleft = 0\ntop = "{}.bottom + 1"\n'
    moved = '[[sheets.play.blocks]]\nid = "track-2"\ntop = "two.bottom + 2"\n'
    made = extended(new.format("one", "title") + new.format("two", "one") + moved)
    assert said(made) == []
    assert list(layout.ready(made, "play").blocks) == ["title", "one", "two", "track-2", "bar"]


def test_an_inherited_block_can_be_put_elsewhere(extended: Callable[..., Layout]) -> None:
    made = extended('[[sheets.play.blocks]]\nid = "bar"\nbefore = "title"\n')
    assert list(layout.ready(made, "play").blocks) == ["bar", "title", "track-2"]


def test_a_block_without_an_id_keeps_the_one_that_it_has_in_its_base(extended: Callable[..., Layout]) -> None:
    new = '[[sheets.play.blocks]]\nkind = "track"\nboxes = 1\nbefore = "title"\nleft = 150\ntop = 50\n'
    made = extended(new + '[sheets.play]\ndrop = ["bar"]\n')
    assert fields(layout.ready(made, "play")) == ["track-4.1", *(f"track-2.{n}" for n in range(1, 5))]


def test_a_sheet_of_its_own_comes_after_the_inherited_ones(extended: Callable[..., Layout]) -> None:
    made = extended('[sheets.map]\ntitle = "Map"\n[[sheets.map.blocks]]\nkind = "squares"\nleft = 0\ntop = 0\n')
    assert list(made.sheets) == ["play", "rules", "map"]
    assert said(made) == []


# ---------------------------------------------------------------- what it drops


def test_a_block_can_be_dropped(extended: Callable[..., Layout]) -> None:
    made = extended('[sheets.play]\ndrop = ["bar", "track-2"]\n')
    assert said(made) == []
    assert list(layout.ready(made, "play").blocks) == ["title"]


def test_a_sheet_can_be_dropped(extended: Callable[..., Layout]) -> None:
    made = extended('drop = ["play"]\n')
    assert said(made) == []
    assert list(made.sheets) == ["rules"]


def test_a_sheet_that_is_dropped_and_written_again_starts_from_nothing_at_its_place(
    extended: Callable[..., Layout],
) -> None:
    made = extended(
        'drop = ["play"]\n[sheets.play]\ntitle = "Mine"\n[[sheets.play.blocks]]\nkind = "squares"\nleft = 0\ntop = 0\n'
    )
    assert said(made) == []
    assert list(made.sheets) == ["play", "rules"]
    assert made.sheets["play"].owner == "player"
    assert list(layout.ready(made, "play").blocks) == ["squares-1"]


def test_what_leans_on_a_dropped_block_is_a_problem_of_the_base_that_says_for_whom(
    extended: Callable[..., Layout],
) -> None:
    made = extended('[sheets.play]\ndrop = ["title"]\n')
    number = line(BASE, 'top = "title.bottom')
    place = f"base.toml:{number}: play, block track-2, top (extended by solo.toml)"
    assert said(made) == [f"{place}: there is no block 'title' before this one"]


# ---------------------------------------------------------------- a chain


MID = (
    'game = "mid"\ntitle = "Mid"\nversion = 2\nextends = "base.toml"\ndrop = ["rules"]\n'
    '[styles.loud]\nsize = 6\n[[sheets.play.blocks]]\nid = "title"\ntext = "Mid"\nleft = 5\n'
)


def test_a_base_can_extend_another_one(write: Write) -> None:
    made = layout.load(write(base=BASE, mid=MID, solo=HEAD.replace("base", "mid") + TITLE + 'text = "Solo"\n'))
    assert said(made) == []
    assert list(made.sheets) == ["play"]
    assert (made.theme.styles["loud"].size, made.theme.styles["loud"].color) == (6, "sea")
    title = made.sheets["play"].data["blocks"][0]
    assert (title["text"], title["left"], title["top"]) == ("Solo", 5, 0)


def test_each_part_of_a_chain_is_blamed_where_it_was_written(write: Write) -> None:
    base = BASE.replace('style = "loud"', 'style = "lout"').replace("size = 8", 'size = 8\nfont = "x"')
    mid = MID.replace("left = 5", "left = 5\nwdth = 3")
    made = layout.load(write(base=base, mid=mid, solo=HEAD.replace("base", "mid") + TITLE + "text = 3\n"))
    assert [problem.split(": ")[0] for problem in said(made)] == [
        f"solo.toml:{line(HEAD + TITLE + 'text', 'text')}",
        f"base.toml:{line(base, 'font')}",
        f"base.toml:{line(base, 'style = ')}",
        f"mid.toml:{line(mid, 'wdth')}",
    ]


# ---------------------------------------------------------------- where a fault lies


@pytest.mark.parametrize(
    ("old", "new", "place", "message"),
    [
        ("#2222aa", "blue", "colors, sea", "'blue' is not a colour such as #1f2937"),
        ("size = 8", "size = 99", "styles, loud, size", "99 is too large; at most 60 is allowed"),
        ('fill = "sea"', "fil = 1", "pictures, boat, art 1, fil", "unknown key; did you mean 'fill'?"),
        ('owner = "table"', 'owner = "me"', "sheets, play, owner", "'me' is not one of player, table, card"),
        ("boxes = 4", "boxes = 0", "play, block track-2, boxes", "0 is too small; at least 1 is allowed"),
        ('language = "de"', "colour = 3", "colour", "unknown key; did you mean 'colors'?"),
        ('text = "Roll', 'txt = 1\ntext = "Roll', "rules, block how, txt", "unknown key; did you mean 'text'?"),
    ],
)
def test_what_is_wrong_in_an_inherited_part_has_the_file_and_the_line_of_the_base(
    extended: Callable[..., Layout], old: str, new: str, place: str, message: str
) -> None:
    base = BASE.replace(old, new)
    number = line(base, new.split("\n")[0])
    assert said(extended(base=base)) == [f"base.toml:{number}: {place} (extended by solo.toml): {message}"]


@pytest.mark.parametrize(
    ("text", "at", "place", "message"),
    [
        ('[colors]\nsea = "blue"\n', 2, "colors, sea", "'blue' is not a colour such as #1f2937"),
        ("[styles.loud]\nsize = 99\n", 2, "styles, loud, size", "99 is too large; at most 60 is allowed"),
        ("[sheets.play]\nheight = 1\n", 2, "sheets, play, height", "1 is too small; at least 20 is allowed"),
        (TITLE + "txt = 3\n", 3, "play, block title, txt", "unknown key; did you mean 'text'?"),
        (TITLE + "left = 180\n", 1, "play, block title", "it leaves the safe area"),
        (
            TITLE.replace("title", "titel") + 'text = "Solo"\n',
            2,
            "play, block titel, id",
            "there is no block 'titel' to change, and a new one needs a kind; did you mean 'title'?",
        ),
        (
            TITLE + 'text = "A"\n' + TITLE + 'text = "B"\n',
            5,
            "play, block title, id",
            "there is a block 'title' already; each block has an id of its own",
        ),
        (TITLE + 'before = "baar"\n', 3, "play, block title, before", "there is no block 'baar' on this sheet"),
        (TITLE + "before = 3\n", 3, "play, block title, before", "there is no block 3 on this sheet"),
        (TITLE + "before = [[]]\n", 3, "play, block title, before", "there is no block [[]] on this sheet"),
        ('drop = ["pla"]\n', 1, "drop 1", "there is no sheet 'pla' to drop; did you mean 'play'?"),
        ('drop = "play"\n', 1, "drop", "'play' is not a list"),
        ("drop = [3]\n", 1, "drop 1", "3 is not a text"),
        (
            '[sheets.play]\ndrop = ["baar"]\n',
            2,
            "sheets, play, drop 1",
            "there is no block 'baar' to drop; did you mean 'bar'?",
        ),
        ("[sheets]\nplay = 3\n", 2, "sheets, play", "3 is not a table"),
        ("[sheets.play]\nblocks = [3]\n", 2, "play, block block 4", "3 is not a table"),
    ],
)
def test_what_is_wrong_in_an_own_part_has_its_own_line(
    extended: Callable[..., Layout], text: str, at: int, place: str, message: str
) -> None:
    found = said(extended(text))
    number = HEAD.count("\n") + at
    assert found[0].startswith(f"solo.toml:{number}: {place}: {message}")
    assert len({problem.split(": ")[1] for problem in found}) == 1


def test_a_sheet_that_only_has_blocks_begins_with_the_first_of_them(extended: Callable[..., Layout]) -> None:
    made = extended('[[sheets.map.blocks]]\nkind = "squares"\nleft = 0\ntop = 0\n')
    assert said(made) == ["solo.toml:5: sheets, map: 'title' is missing"]


def test_what_a_base_may_not_say_is_told_too(extended: Callable[..., Layout]) -> None:
    (problem,) = said(extended(base=BASE.replace("height = 200", 'drop = ["bar"]')))
    number = line(BASE, "height")
    assert problem.startswith(f"base.toml:{number}: sheets, play, drop (extended by solo.toml): unknown key")


def test_a_changed_block_is_blamed_key_by_key(extended: Callable[..., Layout]) -> None:
    base = BASE.replace('style = "loud"', 'style = "lout"')
    found = said(extended(TITLE + "left = true\n", base=base))
    assert [problem.split(": ")[0] for problem in found] == [
        f"solo.toml:{line(HEAD + TITLE + 'left', 'left')}",
        f"base.toml:{line(base, 'style = ')}",
    ]


def test_programs_are_told_the_file_too(extended: Callable[..., Layout]) -> None:
    made = extended(base=BASE.replace("boxes = 4", "boxes = 0"))
    (fault,) = layout.faults_of(made)
    spot = {"file": "base.toml", "line": line(BASE, "boxes"), "column": 1}
    assert layout.spot(made, fault) == {**spot, "sheet": "play", "block": "track-2", "key": "boxes"}


@pytest.mark.parametrize(
    "text", ["colors = 3\n", "sheets = 3\n", "[sheets]\nplay = 3\n", "[sheets.play]\nblocks = 3\n"]
)
def test_a_base_of_the_wrong_shape_is_told_as_any_other(write: Write, text: str) -> None:
    made = layout.load(write(base='game = "base"\ntitle = "Base"\nversion = 1\n' + text, solo=HEAD))
    assert said(made)
    assert any(problem.startswith("base.toml:") for problem in said(made))


# ---------------------------------------------------------------- a base that can't be extended


def test_a_base_that_is_not_there(write: Write) -> None:
    assert refused(write(solo=HEAD)) == "solo.toml:4: extends: base.toml: can't be read: No such file or directory"


@pytest.mark.parametrize("name", ['"yaht"', "3", '""', '"base"', r'"a\u0000.toml"', '["base.toml"]', '"x/\\ny.toml"'])
def test_a_base_that_is_no_layout(write: Write, name: str) -> None:
    message = refused(write(solo=HEAD.replace('"base.toml"', name)))
    assert message.startswith("solo.toml:4: extends: ")
    assert "is no layout; a file such as base.toml or one of dice-city, " in message
    assert ("did you mean 'yacht'?" in message) is (name == '"yaht"')


def test_a_base_that_is_no_toml(write: Write) -> None:
    message = refused(write(base="game = \n", solo=HEAD))
    assert message.startswith("solo.toml:4: extends: base.toml: not readable as TOML: ")
    assert "line 1" in message


def test_a_base_whose_own_base_is_not_there(write: Write) -> None:
    message = refused(write(mid=MID, solo=HEAD.replace("base", "mid")))
    assert message == "mid.toml:4: extends: base.toml: can't be read: No such file or directory"


def test_a_base_that_drops_what_is_not_there(write: Write) -> None:
    mid = MID.replace('drop = ["rules"]', 'drop = ["rule", "plai"]')
    message = refused(write(base=BASE, mid=mid, solo=HEAD.replace("base", "mid")))
    told = "there is no sheet 'rule' to drop; did you mean 'rules'?"
    assert message == f"mid.toml:5: drop 1: {told} (and 1 more; pnp lint mid.toml lists them)"


def test_a_file_that_extends_itself(write: Write) -> None:
    message = "solo.toml:4: extends: solo.toml extends solo.toml; a layout can't extend itself"
    assert refused(write(solo=HEAD.replace("base", "solo"))) == message
    assert refused(write(solo=HEAD.replace("base.toml", "./solo.toml"))) == message


def test_files_that_extend_each_other(write: Write) -> None:
    path = write(mid=MID.replace("base", "solo"), solo=HEAD.replace("base", "mid"))
    told = "solo.toml extends mid.toml extends solo.toml; a layout can't extend itself"
    assert refused(path) == f"mid.toml:4: extends: {told}"


def test_a_chain_that_never_ends(write: Write) -> None:
    path = write(**{f"a{n}": HEAD.replace("base", f"a{n + 1}") for n in range(400)}, solo=HEAD.replace("base", "a0"))
    assert "a chain of more than 10 layouts; at most that many extend each other" in refused(path)


def test_an_own_variant_of_a_shipped_layout_may_have_its_name(write: Write) -> None:
    made = layout.load(write(yacht=HEAD.replace("base.toml", "yacht")))
    assert said(made) == []


# ---------------------------------------------------------------- files that extend nothing


@pytest.mark.parametrize(("old", "key"), [("version = 7", "drop"), ("height = 200", "drop"), ("boxes = 4", "before")])
def test_a_file_without_a_base_has_nothing_to_drop_and_nothing_to_stand_before(
    write: Write, old: str, key: str
) -> None:
    (problem,) = said(layout.load(write(base=BASE.replace(old, f"{old}\n{key} = []"))))
    assert f"{key}: unknown key" in problem


def test_a_slip_in_the_key_is_noticed(write: Write) -> None:
    found = said(layout.load(write(solo=HEAD.replace("extends", "extend"))))
    assert "solo.toml:4: extend: unknown key; did you mean 'extends'?" in found

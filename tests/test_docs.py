"""The documentation says what the program does: examples, pictures, keys, defaults, limits and messages."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from importlib import util
from io import BytesIO
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest
from PIL import Image, ImageChops, ImageStat

from pnp.sheets import blocks, layout
from pnp.sheets.anchors import KEYS
from pnp.sheets.layout import Layout
from pnp.strict import REQUIRED, Table
from pnp.words import english

DOCS = Path(__file__).parent.parent / "docs"
EXAMPLES = sorted((DOCS / "examples").glob("*.toml"))
SHOWN = sorted((DOCS.parent / "layouts" / "examples").glob("*.toml"))
PAGE = (DOCS / "layouts.md").read_text(encoding="utf-8")
PLACE = {"id", "kind", "on", *KEYS}


def _script() -> ModuleType:
    spec = util.spec_from_file_location("docs_pictures", DOCS / "pictures.py")
    assert spec is not None and spec.loader is not None
    module = util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


pictures = _script()


def section(kind: str) -> str:
    """What the page says about a kind of block."""
    found = re.search(rf"^### {kind}\n(.*?)(?=^##? |^### |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    assert found, f"docs/layouts.md has no section {kind}"
    return found[1]


# ---------------------------------------------------------------- examples


@pytest.mark.parametrize("kind", blocks.kinds())
def test_every_kind_has_an_example_a_picture_and_a_section(kind: str) -> None:
    example = layout.load(DOCS / "examples" / f"{kind}.toml")
    assert kind in {block["kind"] for sheet in example.sheets.values() for block in sheet.data["blocks"]}
    assert (DOCS / "pictures" / f"{kind}.png").is_file()
    said = section(kind)
    assert f"(pictures/{kind}.png)" in said
    assert f"<!-- from: {kind}.toml -->" in said
    assert f"<!-- keys: {kind} -->" in said
    assert re.search(r"^Fields?: |Fields: none", said, re.MULTILINE)


@pytest.mark.parametrize("path", [*EXAMPLES, *SHOWN], ids=lambda path: path.stem)
def test_every_example_is_fine_and_prints(path: Path) -> None:
    made = layout.load(path)
    assert layout.problems(made) == []
    for name in made.sheets:
        assert layout.ready(made, name).ink
    if path.stem in blocks.kinds():
        assert made.game == f"example-{path.stem}"


@pytest.mark.parametrize(
    ("name", "most"), [("lantern-walk", 90), ("harbour-year", 300), ("four-rows", 100), ("wild-land", 110)]
)
def test_the_larger_examples_are_short(name: str, most: int) -> None:
    text = (DOCS.parent / "layouts" / "examples" / f"{name}.toml").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= most


def test_what_the_page_takes_from_an_example_stands_there() -> None:
    """A fence below `<!-- from: NAME.toml -->` has whole tables of that example, empty lines between them."""
    fences = re.findall(r"<!-- from: (\S+) -->\n```toml\n(.*?)```", PAGE, re.DOTALL)
    assert len(fences) == PAGE.count("<!-- from: ") >= len(blocks.kinds())
    for name, fence in fences:
        text = (DOCS / "examples" / name).read_text(encoding="utf-8")
        for part in re.split(r"\n\n(?=\[)", fence.strip("\n")):
            assert f"\n{part}\n" in f"\n{text}\n", f"{name} does not have:\n{part}"


def test_every_link_leads_somewhere() -> None:
    headings = {line.lstrip("# ").lower().replace(" ", "-") for line in PAGE.split("\n") if line.startswith("#")}
    for target in re.findall(r"\]\(([^)]+)\)", PAGE):
        if target.startswith("#"):
            assert target[1:] in headings, target
        else:
            assert (DOCS / target).is_file(), target


# ---------------------------------------------------------------- keys


class Asked(NamedTuple):
    """A key that the program asks a table for: what it is when it is missing, and how small and large it may be."""

    default: Any
    limits: tuple[float, float] | None


class Ear:
    """Hears every key that tables are asked for, by the kind of the table."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.heard: dict[str, dict[str, Asked]] = {}
        value, raw, has = Table._value, Table.raw, Table.__contains__
        numbers = {name: getattr(Table, name) for name in ("whole", "number")}

        def hear_value(table: Table, key: str, default: Any, read: Any) -> Any:
            self.note(table, key, default)
            return value(table, key, default, read)

        def hear_raw(table: Table, key: str, default: Any = REQUIRED) -> Any:
            self.note(table, key, default)
            return raw(table, key, default)

        def hear_has(table: Table, key: str) -> bool:
            self.note(table, key, None)
            return has(table, key)

        def hearing(name: str) -> Any:
            def hear(table: Table, key: str, default: Any = REQUIRED, low: float = -1e9, high: float = 1e9) -> Any:
                self.note(table, key, default, (low, high))
                return numbers[name](table, key, default, low, high)

            return hear

        monkeypatch.setattr(Table, "_value", hear_value)
        monkeypatch.setattr(Table, "raw", hear_raw)
        monkeypatch.setattr(Table, "__contains__", hear_has)
        for name in numbers:
            monkeypatch.setattr(Table, name, hearing(name))
        self.layout: Layout | None = None

    def note(self, table: Table, key: str, default: Any, limits: tuple[float, float] | None = None) -> None:
        what, before = self.place(table.path)
        if what:
            known = self.heard.setdefault(what, {})
            name = ".".join((*before, key))
            if name not in known or limits or (known[name].default is None and default is not REQUIRED):
                known[name] = Asked(default, limits)

    def place(self, path: tuple[str | int, ...]) -> tuple[str, list[str]]:
        """The kind of a table, as the page calls it, and what stands before its keys."""
        names = [part for part in path if isinstance(part, str)]
        match names:
            case []:
                return "file", []
            case ["sheets", _]:
                return "sheet", []
            case ["styles", _]:
                return "style", []
            case ["pictures", _]:
                return "picture", []
            case ["pictures", _, "art"]:
                return "shape", []
            case ["fonts", _]:
                return "font", []
            case ["components", _]:
                return "component", []
            case ["sheets", _, "blocks", "at", _]:
                return "box", []
            case ["sheets", _, "blocks", "at" | "between"]:
                return "", []
            case ["sheets", sheet, "blocks", *rest] if self.layout is not None and not {"choices", "joins"} & {*rest}:
                return self.layout.sheets[sheet].data["blocks"][path[3]]["kind"], rest
            case _:
                return "", []


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> dict[str, dict[str, Asked]]:
    """Every key that is asked for while all examples are read, by the name of its table on the page."""
    ear = Ear(monkeypatch)
    for path in (*EXAMPLES, *SHOWN):
        ear.layout = None
        made = layout.load(path)
        ear.layout, keys = made, dict(ear.heard["file"])
        for name in made.sheets:
            layout.expand(made, name)
        ear.heard["file"] = keys  # what is read for hints of rules are no keys of the file
    found = ear.heard
    del found["file"]["sums"]  # asked for only to say that it is rules now
    for key in ("entries", "rulings"):  # of edition data beside a layout
        found["file"].pop(key, None)
    found["sheet"]["rows"] = Asked(None, None)
    found["block"] = {key: asked for key, asked in found["text"].items() if key in PLACE}
    for kind in blocks.kinds():
        found["block"].update({key: asked for key, asked in found[kind].items() if key in ("width", "height")})
        found[kind] = {key: asked for key, asked in found[kind].items() if key not in PLACE}
    return found


def tables() -> Iterator[tuple[str, dict[str, tuple[str, str]]]]:
    """The tables of keys on the page: the default and the meaning of each key."""
    for name, rows in re.findall(r"<!-- keys: (\S+) -->\n\|[^\n]*\n\|[^\n]*\n((?:\|[^\n]*\n)*)", PAGE):
        cells = [[cell.strip() for cell in row.strip("|").split(" | ")] for row in rows.strip().split("\n") if row]
        yield name, {key.strip("` "): (default, meaning.rstrip("| ")) for key, default, meaning in cells}


def test_the_tables_of_keys_have_exactly_the_keys_that_are_asked_for(heard: dict[str, dict[str, Asked]]) -> None:
    said = dict(tables())
    assert set(said) == {
        "file",
        "sheet",
        "style",
        "picture",
        "shape",
        "component",
        "box",
        "font",
        "block",
        *blocks.kinds(),
    }
    for name, keys in said.items():
        assert set(keys) == set(heard.get(name, {})), name


IN_WORDS = {
    ("grid", "allowed"), ("track", "most"), ("table", "header"), ("table", "rows.field"), ("table", "rows.height"),
    ("table", "ids"), ("text", "size"), ("text", "color"), ("shape", "path"), ("shape", "box"), ("shape", "disc"),
    *((kind, "most") for kind in ("hexes", "cells")), *(("box", key) for key in ("fill", "stroke", "style", "shape")),
    *(("cells", f"cells.{key}") for key in ("size", "field", "fill", "stroke", "style", "shape")),
    ("die-net", "faces"), ("picture", "art"), ("picture", "folder"), ("sheet", "width"), ("sheet", "height"),
    *(("style", key) for key in ("face", "size", "color", "leading")), *(("block", key) for key in PLACE),
}  # fmt: skip
"""Keys whose default depends on something else: the page says it in words."""


def test_the_defaults_and_limits_on_the_page_are_those_of_the_program(heard: dict[str, dict[str, Asked]]) -> None:
    for name, keys in tables():
        for key, (default, meaning) in keys.items():
            asked = heard[name][key]
            if (name, key) not in IN_WORDS:
                assert default in _said(asked.default), f"{name}: {key}"
            if asked.limits:
                low, high = asked.limits
                assert f"{low:g} to {high:g}" in meaning, f"{name}: {key}"


def _said(default: Any) -> tuple[str, ...]:
    """The ways in which a default may stand on the page."""
    if default is REQUIRED:
        return ("required",)
    if default is None:
        # A table or a list of tables: whether it may be missing is for its owner to say.
        return ("required", "—")
    if default in ("", [], {}):
        return ("—",)
    if isinstance(default, bool):
        return (f"`{str(default).lower()}`",)
    return (f'`"{default}"`',) if isinstance(default, str) else (f"`{default:g}`",)


def test_the_colours_styles_and_pictures_of_every_layout_are_on_the_page() -> None:
    from pnp.sheets.pictures import own
    from pnp.sheets.theme import COLORS, STYLES

    for name, value in COLORS.items():
        assert f"| `{name}` | `{value}` |" in PAGE
    for name, style in STYLES.items():
        assert f"| `{name}` | {style.face} | {style.size:g} | `{style.color}` |" in PAGE
    assert set(re.findall(r"\{([a-z0-9-]+)\}", section("text"))) >= set(own())


def test_the_sizes_on_the_page_are_those_of_the_press() -> None:
    from pnp.render.imposition import margins, plan

    for paper, up, call in (("a4", 2, "a4 --up 2"), ("a4", 4, "a4 --up 4"), ("a5", 1, "a5"), ("a6", 1, "a6")):
        scale = plan(layout.WIDTH, layout.HEIGHT, paper, up, margins("", paper)).scale
        assert f"| `--paper {call}` | {100 * scale:.0f} % |" in PAGE


# ---------------------------------------------------------------- pictures


@pytest.mark.parametrize("name", pictures.all_pictures())
def test_the_pictures_are_up_to_date(name: str) -> None:
    path = DOCS / "pictures" / f"{name}.png"
    content = pictures.png(pictures.all_pictures()[name]())
    if os.environ.get("PNP_BLESS"):
        path.write_bytes(content)
    assert len(content) <= pictures.LARGEST
    stored = Image.open(path).convert("RGB")
    fresh = Image.open(BytesIO(content)).convert("RGB")
    assert stored.size == fresh.size, f"{path.name} has another size; make docs draws it anew"
    difference = max(ImageStat.Stat(ImageChops.difference(stored, fresh)).mean)
    assert difference < 2, f"{path.name} differs by {difference:.1f}; make docs draws it anew"


def test_there_is_no_picture_of_nothing() -> None:
    known = {*pictures.all_pictures(), *pictures.CONTACTS, *pictures.SCREENSHOTS}
    assert {path.stem for path in (DOCS / "pictures").glob("*.png")} == known


# ---------------------------------------------------------------- messages

BROKEN = [
    # what is put in place of what in examples/first-sheet.toml
    ('hint = "one cross a turn {cross}"', 'hnt = "one cross a turn {cross}"'),
    ("cell = 25\n", ""),
    ("cell = 25", 'cell = "25"'),
    ("version = 1 ", "version = 0 "),
    ('kind = "grid"', 'kind = "gird"'),
    ('game = "berry-patch"', 'game = "Berry Patch"'),
    ('ink = "#2b3a2e"', 'ink = "green"'),
    ('style = "title"', 'style = "titel"'),
    ("{pair}", "{pairs}"),
    ('fill = "blue"', 'fill = "bleu"'),
    ("M14 34 C14 20 86 20 86 34", "M14 34 Q14 20 86 34"),
    (', "die-5", "die-6"]', ', "die-5"]'),
    ("boxes = 24", "boxes = 25"),
    ('"patch.bottom + 6"', '"pach.bottom + 6"'),
    ('"patch.bottom + 6"', '"patch.right + 6"'),
    ('"patch.bottom + 6"', '"below the patch"'),
    ('top = "patch.bottom + 6"\n', ""),
    ('left = "patch.right + 7"\n', 'left = "patch.right + 7"\nwidth = 33\n'),
    ("cell = 25", "cell = 32"),
    ('"patch.bottom + 6"', '"patch.bottom - 6"'),
    ("box-width = 18", "box-width = 40"),
    ('text = "Berry Patch"', 'text = "Berry Patch"\nwidth = 20'),
    ('text = "Berry Patch"', 'text = "Berry Patch"\nheight = 6'),
    ("box = 10", "box = 6"),
    ("width = 36", "width = 18"),
    ('left = "qr.right + 4"\nright', 'left = "page.right - 40"\nright'),
    ('label = "Jam"', 'label = "Jam 🫐"'),
    ('id = "jars"', 'id = "turns"'),
    ('{ id = "blue"', '{ id = "red"'),
    ("version = 1 ", 'version = 1\nextends = "yacht"\ndrop = ["scor"] '),
    ("version = 1 ", 'version = 1\nextends = "yacht"\nsheets.score.blocks = [{ id = "titel" }] '),
    ('game = "berry-patch"', 'game = "house-of-dice"'),
]


def complaints(*changes: tuple[str, str]) -> list[tuple[str, str]]:
    """What lint says of the first sheet with some changes: places and messages."""
    text = (DOCS / "examples" / "first-sheet.toml").read_text(encoding="utf-8")
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return [(p.where, english(p)) for p in layout.problems(layout.parse(text.encode(), "berries.toml"))]


def test_the_messages_on_the_page_are_those_of_the_program() -> None:
    (rows,) = re.findall(r"<!-- lint: messages -->\n\|[^\n]*\n\|[^\n]*\n((?:\|[^\n]*\n)*)", PAGE)
    said = re.findall(r"\| `(.*)` \|$", rows, re.MULTILINE)
    assert len(said) == len(set(said)) == rows.count("\n")
    produced = [{message for _, message in complaints(change)} for change in BROKEN]
    for message in said:
        assert any(message in messages for messages in produced), message
    for change, messages in zip(BROKEN, produced, strict=True):
        assert messages & set(said), f"the page has no message of {change}: {messages}"


SEVERAL = [('ink = "#2b3a2e"', 'ink = "green"'), BROKEN[0], ("width = 36", "width = 18")]


def test_the_output_of_lint_on_the_page_is_real() -> None:
    (shown,) = re.findall(r"<!-- lint: output -->\n```text\n(.*?)```", PAGE, re.DOTALL)
    assert shown.split("\n")[1:-1] == [f"{where}: {message}" for where, message in complaints(*SEVERAL)]
    assert shown.startswith("$ pnp lint berries.toml\n")

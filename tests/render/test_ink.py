"""The three ways to spend ink: what is saved, what may never be lost, and what the program says about it."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from pnp.geometry import Rect
from pnp.paths import LAYOUTS
from pnp.render import rasterize
from pnp.render.colors import DOTS, HAIRLINE, Palette, ink_in
from pnp.sheets import contrast, layout
from pnp.sheets.ink import Box, Code, Paint, Text, bounds, text_bounds
from pnp.sheets.ink import Path as PathInk
from pnp.words import english

Press = Callable[..., Any]
WHITE, BLACK = (1.0, 1.0, 1.0), (0.0, 0.0, 0.0)
COLOURS = ("rg", "RG", "g", "G", "k", "K", "sc", "SC", "scn", "SCN", "cs", "CS", "sh", "gs")


def fills(drawn: list[tuple[list[Any], str]]) -> list[tuple[float, ...]]:
    """The colour of every shape that is filled, in the order they are drawn."""
    found: list[tuple[float, ...]] = []
    colour: tuple[float, ...] = BLACK
    kept: list[tuple[float, ...]] = []
    for operands, operator in drawn:
        if operator in ("rg", "g"):
            colour = tuple(float(part) for part in operands) * (3 if operator == "g" else 1)
        elif operator == "q":
            kept.append(colour)
        elif operator == "Q":
            colour = kept.pop()
        elif operator in ("f", "f*", "B", "B*", "b", "b*", "F"):
            found.append(colour)
    return found


def test_low_ink_fills_only_what_carries_a_meaning(printed: Press, operations: Press, game: str, sheet: str) -> None:
    """Solid shapes, codes, and bands: those as a tint, so that nobody takes them for boxes."""
    made = printed(game, sheet, players="Ana", ink="low")
    this = made.job.copies[0].sheet
    shapes = [one.paint for one in this.ink if not isinstance(one, Text | Code)]
    solid = [one for one in shapes if one.fill and one.solid and this.theme.colors[one.fill].lower() != "#ffffff"]
    bands = [
        one
        for one in shapes
        if one.fill and not one.solid and not one.stroke and ink_in(this.theme.colors[one.fill]) > 0.2
    ]
    codes = [one for one in this.personal if isinstance(one, Code)]
    (page,) = operations(made.reader)
    inked = [colour for colour in fills(page) if colour != WHITE]
    assert len(inked) == len(solid) + len(bands) + len(codes)


@pytest.mark.parametrize("dress", ["play", "photo", "bare"])
def test_low_ink_takes_half_at_the_most(printed: Press, game: str, sheet: str, dress: str) -> None:
    normal, low = (
        rasterize.coverage(printed(game, sheet, players="Ana", dress=dress, ink=ink).pdf)[0]
        for ink in ("normal", "low")
    )
    assert 0.5 < low <= 0.5 * normal < 20


def test_black_ink_is_pure(printed: Press, operations: Press, game: str, sheet: str) -> None:
    """Black is written as black, for printers that make another black of three colours."""
    for page in operations(printed(game, sheet, players="Ana,דנה", ink="black", guides=True).reader):
        colours = [(tuple(map(float, operands)), operator) for operands, operator in page if operator in COLOURS]
        assert {operator for _, operator in colours} <= {"g", "G"}
        assert {colour for colour, _ in colours} <= {(0.0,), (1.0,)}


def test_rows_of_a_colour_are_hatched_in_black(printed: Press) -> None:
    """At arm's length they are told apart by their hatching: no two rows of the city look alike."""
    made = printed("dice-city", "city", ink="black")
    page = made.picture(100)
    rows = [made.block(f"{color}-ground") for color in ("white", "yellow", "red", "blue", "black")]
    strips = [page.at(Rect(row.x + 50, row.bottom - 9, 14, 7))[:26, :54] for row in rows]
    for number, one in enumerate(strips):
        for other in strips[:number]:
            assert np.abs(one.astype(int) - other.astype(int)).mean() > 8


HATCHED = """
game = "islands"
title = "Islands"
version = 1
[colors]
sea = "#a9cfe2"
[hatches]
sea = [45, 0.8]
[sheets.play]
title = "Map"
[[sheets.play.blocks]]
id = "cells"
kind = "cells"
size = 20
fill = "sea"
left = 0
top = 0
cells = [{cells}]
"""


@pytest.mark.parametrize("mode", ["low", "black"])
def test_every_shape_is_hatched_to_its_edge_and_no_further(printed: Press, tmp_path: Path, mode: str) -> None:
    shapes = ("circle", "box", "hex", "diamond")
    cells = [f'{{ id = "{shape}", x = {20 + 30 * n}, y = 20, shape = "{shape}" }}' for n, shape in enumerate(shapes)]
    (tmp_path / "islands.toml").write_text(HATCHED.replace("{cells}", ", ".join(cells)))
    made = printed(str(tmp_path / "islands.toml"), count=1, players="", ink=mode)
    page = made.picture(254)
    place = made.job.page_plan(made.job.copies[0].sheet).slots[0].placement
    for number, shape in enumerate(shapes):
        cell = place.rect(Rect(10 + 30 * number, 10, 20, 20))
        x, y = cell.center
        # Just inside of the edge, half-way between its corners and at them; and just outside where it is round or oblique.
        reach = {"circle": 8.2, "box": 8.2, "hex": 7.2, "diamond": 5}[shape] * 2**-0.5
        for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
            spot = Rect(x + dx * reach - 1.2, y + dy * reach - 1.2, 2.4, 2.4)
            assert 0.05 < (page.at(spot) < 200).mean() < 0.5, (shape, dx, dy)
            corner = Rect(x + dx * 9 - 0.9, y + dy * 9 - 0.9, 1.8, 1.8)
            assert ((page.at(corner) < 250).any()) == (shape == "box"), (shape, dx, dy)


@pytest.mark.parametrize("mode", ["normal", "low", "black"])
def test_lakes_and_boxes_that_bring_more_are_seen_in_every_ink(printed: Press, mode: str) -> None:
    made = printed(str(LAYOUTS / "examples" / "harbour-year.toml"), count=1, players="", ink=mode)
    sheet = made.job.copies[0].sheet
    place = made.job.page_plan(sheet).slots[0].placement
    shapes = [one for one in sheet.ink if isinstance(one, Box | PathInk) and one.paint.stroke == "box"]
    found: dict[str, list[float]] = {"paper": [], "deep": [], "gold": []}
    for shape in shapes:
        inner = place.rect(bounds(shape)).inset(2.5)
        found[shape.paint.fill].append(float((made.picture().at(inner) < 252).mean()))
    assert min(map(len, found.values())) >= 2
    assert min(found["deep"] + found["gold"]) > 0.1
    assert np.median(found["paper"]) == 0


def test_a_band_in_black_is_ruled_and_its_label_white_on_a_tab(printed: Press) -> None:
    """It takes a third of a black band's ink, and nobody takes it for a row to write in."""
    made = printed("yacht", "score", ink="black")
    sheet = made.job.copies[0].sheet
    place = made.job.page_plan(sheet).slots[0].placement
    band = next(one for one in sheet.ink if isinstance(one, Box) and one.paint.fill == "band")
    label = next(one for one in sheet.ink if isinstance(one, Text) and one.color == "reverse")
    page = made.picture(300)
    tab = page.at(place.rect(text_bounds(label)))
    assert (tab < 128).mean() > 0.4 and tab.max() > 200
    ruled = page.at(place.rect(Rect(band.x + band.w / 2, band.y, band.w / 3, band.h)))
    assert 0.1 < (ruled < 128).mean() < 0.3 and (ruled.min(axis=1) < 128).sum() > 6


def test_ink_is_saved_by_lighter_letters(printed: Press) -> None:
    """Weight stands for colour: labels are as heavy as ever, what is grey in colour is light."""
    faces = {
        mode: {font["/BaseFont"].split("-", 1)[1] for font in _fonts(printed("yacht", "score", ink=mode).reader)}
        for mode in ("normal", "low", "black")
    }
    light = {"display-medium", "strong", "light"}
    assert faces == {"normal": {"display", "strong", "text"}, "low": light, "black": light}


@pytest.mark.parametrize("mode", ["low", "black"])
def test_lighter_letters_reach_as_far_as_those_they_stand_for(printed: Press, mode: str) -> None:
    """A picture between words stands right after them, in the PDF and in the SVG."""
    ends = {ink: _right_of("its ", printed("dice-city", "summary", ink=ink).pdf) for ink in ("normal", mode)}
    assert ends[mode] == pytest.approx(ends["normal"], abs=0.4)
    assert 'letter-spacing="0.' in printed("dice-city", "summary", ink=mode).letters


def _right_of(words: str, content: bytes) -> float:
    """Where the first place of some words ends, in points from the left."""
    import pypdfium2

    page = pypdfium2.PdfDocument(content)[0].get_textpage()
    found = page.search(words.strip(), match_whole_word=True).get_next()
    assert found
    return page.get_charbox(found[0] + found[1] - 1)[2]


def test_letters_in_low_ink_can_be_read(printed: Press, game: str, sheet: str) -> None:
    """None has less than half of black's ink, however pale its colour is."""
    theme = printed(game, sheet, players="Ana").job.copies[0].sheet.theme
    texts = [one for one in printed(game, sheet, players="Ana").job.copies[0].sheet.ink if isinstance(one, Text)]
    palette = Palette.of(theme, "low")
    assert all(ink_in(palette.color(one.color)) > 0.5 for one in texts)


EXAMPLES = sorted((*LAYOUTS.glob("examples/*.toml"), *(LAYOUTS.parent / "docs" / "examples").glob("*.toml")))


@pytest.mark.parametrize("name", [*layout.names(), *EXAMPLES], ids=lambda name: Path(name).stem)
def test_text_is_told_from_what_lies_below_it(name: str | Path) -> None:
    made = layout.load(layout.find(name) if isinstance(name, str) else name)
    assert [english(fault.message) for fault in contrast.faults_of(made)] == []


def _fonts(reader: Any) -> list[Any]:
    return [font.get_object() for font in reader.pages[0]["/Resources"]["/Font"].values()]


def test_black_ink_on_paper_has_no_grey_areas(printed: Press, game: str, sheet: str) -> None:
    """Grey is only where the raster cuts an edge: no pixel among grey ones all around."""
    pixels = printed(game, sheet, players="Ana", ink="black").picture(300).pixels
    grey = (pixels > 60) & (pixels < 250)
    inner = grey[1:-1, 1:-1].copy()
    for dy in (0, 1, 2):
        for dx in (0, 1, 2):
            inner &= grey[dy : dy + inner.shape[0], dx : dx + inner.shape[1]]
    assert inner.mean() < 0.0005


def test_cut_marks_are_black_in_every_mode(printed: Press, operations: Press) -> None:
    for mode in ("normal", "low", "black"):
        (page,) = operations(printed("yacht", players="Ana,Bo", up=2, ink=mode).reader)
        assert [sum(operands) for operands, operator in page if operator in ("RG", "G")][-1] == 0


# --- nothing is lost -------------------------------------------------------------------------------


def inked_sides(page: Any, rect: Rect) -> frozenset[str]:
    """The sides of a field that have a line in their middle."""
    x, y = rect.center
    strips = {
        "top": Rect(x - 0.5, rect.y - 0.5, 1, 1),
        "bottom": Rect(x - 0.5, rect.bottom - 0.5, 1, 1),
        "left": Rect(rect.x - 0.5, y - 0.5, 1, 1),
        "right": Rect(rect.right - 0.5, y - 0.5, 1, 1),
    }
    return frozenset(side for side, strip in strips.items() if page.at(strip).min() < 215)


def test_every_field_keeps_its_outline(printed: Press, game: str, sheet: str) -> None:
    outlines = {}
    for mode in ("normal", "low", "black"):
        made = printed(game, sheet, players="Ana", ink=mode)
        this = made.job.copies[0].sheet
        place = made.job.page_plan(this).slots[0].placement
        page = made.picture(254)
        outlines[mode] = {field.id: inked_sides(page, place.rect(field.rect)) for field in this.fields}
    for field in this.fields:
        assert outlines["normal"][field.id] >= {"bottom"}, field.id
        if field.kind != "text":
            assert len(outlines["normal"][field.id]) == 4, field.id
        assert outlines["low"][field.id] >= outlines["normal"][field.id], field.id
        assert outlines["black"][field.id] >= outlines["normal"][field.id], field.id


def test_every_word_is_there_in_every_mode(printed: Press, game: str, sheet: str) -> None:
    words = {mode: printed(game, sheet, players="Ana", ink=mode).text for mode in ("normal", "low", "black")}
    assert words["normal"] == words["low"] == words["black"]


@pytest.mark.parametrize("mode", ["normal", "low", "black"])
def test_every_word_can_be_seen(printed: Press, game: str, sheet: str, mode: str) -> None:
    """No text has the colour of what is behind it, in any mode: ink and white both lie where its letters are."""
    made = printed(game, sheet, players="Ana", ink=mode)
    this = made.job.copies[0].sheet
    place = made.job.page_plan(this).slots[0].placement
    page = made.picture(254)
    for one in this.ink:
        if isinstance(one, Text) and one.text.strip():
            part = page.at(place.rect(text_bounds(one))).astype(int)
            assert np.ptp(part) > 60, one.text


# --- what the program says -------------------------------------------------------------------------


@pytest.mark.parametrize("mode", ["normal", "low", "black"])
def test_the_coverage_is_that_of_another_program(printed: Press, game: str, mode: str, tmp_path: Path) -> None:
    made = printed(game, players="Ana", ink=mode)
    path = tmp_path / "sheet.pdf"
    path.write_bytes(made.pdf)
    drawn = subprocess.run(["pdftoppm", "-r", "150", "-gray", path], capture_output=True, check=True).stdout
    white = np.asarray(Image.open(BytesIO(drawn)), dtype=float).mean() / 255
    assert rasterize.coverage(made.pdf)[0] == pytest.approx(100 * (1 - white), abs=0.5)


def test_coverage_of_known_pages() -> None:
    """A page that is a quarter black and one that is blank."""
    from reportlab.pdfgen.canvas import Canvas

    out = BytesIO()
    canvas = Canvas(out, pagesize=(200, 200))
    canvas.rect(0, 0, 100, 100, stroke=0, fill=1)
    canvas.showPage()
    canvas.showPage()
    canvas.save()
    assert rasterize.coverage(out.getvalue()) == pytest.approx([25, 0], abs=0.01)


def test_only_rules_are_dotted_where_there_is_only_black() -> None:
    """A pale ornament is drawn with thin lines: dots would make it noise."""
    palette = Palette({"faint": "#d5dae1", "eaves": "#d5c8e0", "ink": "#000000"}, "black")
    rule, ornament = (palette.tint(Paint(stroke=name, width=0.2)) for name in ("faint", "eaves"))
    assert rule.dash == DOTS and ornament.dash == () and ornament.width == HAIRLINE

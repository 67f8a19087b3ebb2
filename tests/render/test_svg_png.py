"""SVG and PNG: drawings that can be read in a difference, and pictures of the size they should have."""

from __future__ import annotations

import re
from collections.abc import Callable
from difflib import unified_diff
from io import BytesIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
import zxingcpp
from PIL import Image

from pnp.render import filled_sheets, svg
from pnp.render.rasterize import pages, png_pages
from pnp.sheets import documents, layout
from pnp.sheets.ink import Code, Text

Press = Callable[..., Any]
SVG = "{http://www.w3.org/2000/svg}"
PAPERS = {"a4": (210, 297), "letter": (215.9, 279.4), "universal": (210, 279.4), "a5": (148, 210), "a6": (105, 148)}
PLAYERS = "Ana & <Bo>"
LARGEST_GOLDEN = 150_000
"""Bytes of a golden drawing: what is larger nobody reads in a difference."""
LARGEST_FILE = 150_000
EXAMPLES = Path(__file__).parents[1] / "examples"
WRITTEN = {
    "house-of-dice": "house-table",
    "dice-city": "city-charles",
    "dice-miner": "miner-table",
    "dice-manor": "manor-table",
    "dice-miner-solo": "miner-solo",
    "yacht": "yacht",
}


# --- golden files ----------------------------------------------------------------------------------


def test_the_drawing_is_the_golden_one(printed: Press, game: str, sheet: str, golden: Path, bless: bool) -> None:
    path = golden / f"{game}-{sheet}.svg"
    drawn = printed(game, sheet, players="Ana").letters
    if bless:
        path.write_text(drawn)
    assert path.exists(), f"there is no {path.name} yet; look at the sheet, then run make bless"
    changes = list(unified_diff(path.read_text().splitlines(), drawn.splitlines(), "golden", "drawn", "", "", 1, ""))
    assert not changes, "\n".join([f"{path.name} has changed; if it should, run make bless", *changes[:60]])
    assert len(drawn) <= LARGEST_GOLDEN


def test_there_is_no_golden_drawing_of_nothing(golden: Path) -> None:
    known = {f"{game}-{sheet}" for game in layout.names() for sheet in layout.load(layout.find(game)).sheets}
    assert {path.stem for path in golden.glob("*.svg")} == known


def test_a_change_is_shown_line_by_line(printed: Press, tmp_path: Path) -> None:
    drawn = printed("yacht", "score", players="Ana").letters
    (tmp_path / "yacht-score.svg").write_text(drawn.replace(">Yacht<", ">Jacht<"))
    with pytest.raises(AssertionError, match=r"(?s)make bless.*-<text .*>Jacht<.*\+<text .*>Yacht<"):
        test_the_drawing_is_the_golden_one(printed, "yacht", "score", tmp_path, bless=False)


# --- SVG -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["outlines", "letters"])
def test_the_drawing_is_well_formed(printed: Press, game: str, sheet: str, kind: str) -> None:
    made = printed(game, sheet, players=PLAYERS)
    root = ElementTree.fromstring(getattr(made, kind))
    plan = made.job.page_plan(made.job.copies[0].sheet)
    assert root.tag == f"{SVG}svg"
    assert float(root.get("width").removesuffix("mm")) == pytest.approx(plan.width)
    assert float(root.get("height").removesuffix("mm")) == pytest.approx(plan.height)
    assert [float(part) for part in root.get("viewBox").split()] == pytest.approx([0, 0, plan.width, plan.height])
    assert bool(list(root.iter(f"{SVG}text"))) is (kind == "letters")


def test_every_page_is_a_drawing(job: Press) -> None:
    made = job("yacht", players="Ana,Bo,Cy", up=2, ink="black")
    roots = [ElementTree.fromstring(svg.page(made, number)) for number in range(len(made.pages))]
    titles = [root.find(f"{SVG}title").text for root in roots]
    assert titles == ["Yacht: Score sheet, Ana, Cy", "Yacht: Score sheet, Bo"]
    colours = {one.get(key) for root in roots for one in root.iter() for key in ("fill", "stroke")}
    assert colours - {None} == {"none", "#000000", "#ffffff"}


def test_outlines_need_no_font(printed: Press, game: str, sheet: str) -> None:
    drawn = printed(game, sheet, players=PLAYERS).outlines
    assert "font-family" not in drawn
    assert "<text" not in drawn


def test_blanks_in_a_row_are_kept(printed: Press) -> None:
    """A viewer of SVG makes one of them unless it is told."""
    root = ElementTree.fromstring(printed("dice-city", "summary").letters)
    assert any("   " in (text.text or "") for text in root.iter(f"{SVG}text"))
    assert root.get("{http://www.w3.org/XML/1998/namespace}space") == "preserve"


def test_outlines_say_what_they_stand_for(job: Press) -> None:
    root = ElementTree.fromstring(svg.page(job("yacht", players="Dana דנה"), 0, outlines=True))
    said = {path.get("aria-label") for path in root.iter(f"{SVG}path")}
    assert {"Dana דנה", "Yacht", "Total"} <= said


def test_letters_and_outlines_tell_the_same(printed: Press, game: str, sheet: str) -> None:
    made = printed(game, sheet, players=PLAYERS)
    letters = [one.text for one in ElementTree.fromstring(made.letters).iter(f"{SVG}text")]
    paths = ElementTree.fromstring(made.outlines).iter(f"{SVG}path")
    assert [path.get("aria-label") for path in paths if path.get("aria-label")] == letters


def test_numbers_are_plain(printed: Press, game: str, sheet: str) -> None:
    drawn = printed(game, sheet, players=PLAYERS).outlines
    data = " ".join(re.findall(r'(?:d|transform)="([^"]*)"', drawn))
    assert "nan" not in data
    assert "inf" not in data
    assert not re.search(r"\de-?\d", data)


def test_the_code_in_a_drawing_is_read(job: Press) -> None:
    made = job("yacht", players="Ana")
    data = next(
        path.get("d")
        for path in ElementTree.fromstring(svg.page(made, 0)).iter(f"{SVG}path")
        if re.fullmatch(r"(M\d+ \d+h\d+v\d+h-\d+z)+", path.get("d"))
    )
    squares = [tuple(map(int, found)) for found in re.findall(r"M(\d+) (\d+)h(\d+)v(\d+)", data)]
    side = max(x + w for x, _, w, _ in squares) + 8
    image = np.full((side, side), 255, dtype=np.uint8)
    for x, y, w, h in squares:
        image[y + 4 : y + 4 + h, x + 4 : x + 4 + w] = 0
    (found,) = zxingcpp.read_barcodes(image.repeat(5, axis=0).repeat(5, axis=1))
    assert found.text == made.copies[0].address.payload(made.copies[0].person.code)


def test_a_drawing_made_twice_is_the_same(printed: Press, game: str, sheet: str) -> None:
    made = printed(game, sheet, players=PLAYERS)
    assert svg.page(made.job, 0, outlines=True) == made.outlines
    assert svg.page(made.job, 0) == svg.page(made.job, 0)


def test_a_file_has_real_text_its_fonts_and_each_shape_once(printed: Press, game: str, sheet: str) -> None:
    made = printed(game, sheet, players="Ana,דנה")
    drawn = svg.page(made.job, 0)
    assert len(drawn) < LARGEST_FILE
    root = ElementTree.fromstring(drawn)
    assert [one.text for one in root.iter(f"{SVG}text")] == [
        one.text for one in ElementTree.fromstring(made.letters).iter(f"{SVG}text")
    ]
    ids = [one.get("id") for one in root.iter() if one.get("id")]
    assert len(set(ids)) == len(ids)
    used = {one.get("href")[1:] for one in root.iter(f"{SVG}use")}
    assert used <= set(ids)
    style = "".join(root.find(f"{SVG}style").itertext())
    named = {family for one in root.iter(f"{SVG}text") for family in one.get("font-family").split(", ")}
    assert {family for family in named if f'font-family:"{family}"' in style} == named


def pictures_in(drawn: str) -> tuple[list[str], list[str]]:
    """The pictures that a file has as symbols, by name, and those that it uses."""
    root = ElementTree.fromstring(drawn)
    kept = {one.get("id"): one.get("id").partition("-")[2] for one in root.iter(f"{SVG}symbol")}
    return list(kept.values()), [kept[to] for one in root.iter(f"{SVG}use") if (to := one.get("href")[1:]) in kept]


def test_each_picture_of_a_sheet_is_one_symbol(printed: Press, game: str, sheet: str) -> None:
    made = printed(game, sheet, players="Ana")
    kept, used = pictures_in(svg.page(made.job, 0))
    assert kept and len(set(kept)) == len(kept) and set(used) == set(kept)
    this = made.job.copies[0].sheet
    shapes = sum(not isinstance(one, Text | Code) for one in this.ink)
    in_pictures = sum(len(this.theme.pictures[name].art) for name in used)
    left = ElementTree.fromstring(re.sub("(?s)<defs>.*</defs>", "", svg.page(made.job, 0)))
    plain = [one for one in left.iter() if one.tag.removeprefix(SVG) in ("rect", "circle", "path", "use", "image")]
    around = 2 + sum(isinstance(one, Code) for one in this.personal)
    assert shapes - in_pictures <= len(plain) - len(used) <= shapes - in_pictures + around


@pytest.mark.parametrize("of", WRITTEN)
def test_a_file_with_what_was_written_is_as_small(of: str) -> None:
    path = EXAMPLES / f"{WRITTEN[of]}.toml"
    rules, document, edition = documents.understand(documents.load(path.read_bytes(), path.name), path.name)
    job = filled_sheets.job(layout.load(layout.find(of)), list(rules.marks(document, edition)))
    for number in range(len(job.pages)):
        drawn = svg.page(job, number)
        kept, used = pictures_in(drawn)
        assert len(drawn) < LARGEST_FILE
        assert len(set(kept)) == len(kept) < len(used)


@pytest.mark.parametrize("ink", ["low", "black"])
def test_a_picture_of_another_size_has_lines_of_its_own_where_ink_is_saved(printed: Press, ink: str) -> None:
    """Four sheets on a page in few colours: a die beside a row and a smaller one in a line are two symbols."""
    made = printed("house-of-dice", "play", players="Ana,Bo,Cy,Di", up=4, ink=ink)
    drawn = svg.page(made.job, 0)
    kept, used = pictures_in(drawn)
    assert len(drawn) < LARGEST_FILE
    assert kept.count("die-3") == 2 and used.count("die-3") > 8


# --- PNG -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("dpi", [72, 150])
def test_a_picture_has_the_size_of_the_paper(job: Press, paper: str, dpi: int) -> None:
    (content,) = png_pages(job("yacht", players="Ana", paper=paper), dpi)
    image = Image.open(BytesIO(content))
    assert image.format == "PNG"
    assert image.size == pytest.approx([side * dpi / 25.4 for side in PAPERS[paper]], abs=1)
    assert image.info["dpi"] == pytest.approx((dpi, dpi), abs=0.1)


def test_a_picture_a_page(job: Press) -> None:
    assert len(list(png_pages(job("yacht", players="Ana,Bo,Cy", up=2), 50))) == 2


def test_a_picture_is_the_page_that_is_printed(printed: Press, game: str, sheet: str) -> None:
    """The colours of a picture are few, but none is far from what it was."""
    made = printed(game, sheet, players="Ana")
    (content,) = png_pages(made.job, 100)
    (true,) = pages(made.pdf, 100)
    found, true = (np.asarray(one.convert("RGB"), dtype=int) for one in (Image.open(BytesIO(content)), true))
    assert found.shape == true.shape
    assert np.abs(found - true).mean() < 2
    assert np.abs(found - true).max() < 80

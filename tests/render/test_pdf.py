"""The real file: every sheet of every layout as a PDF that printers, viewers and people get along with."""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pypdf
import pytest

from pnp.geometry import MM
from pnp.paths import PACKAGE
from pnp.render import pdf_tags
from pnp.render.pdf import pdf_bytes
from pnp.sheets.ink import Text

PAPERS = {
    "a4": (210, 297),
    "letter": (215.9, 279.4),
    "universal": (210, 279.4),
    "a5": (148, 210),
    "a6": (105, 148),
}
Press = Callable[..., Any]


def fonts(reader: pypdf.PdfReader) -> Iterator[Any]:
    """Every font of a file, wherever it is named."""
    for number in range(1, len(reader.xref_objStm) + sum(len(part) for part in reader.xref.values()) + 1):
        try:
            found = reader.get_object(number)
        except Exception:
            continue
        if isinstance(found, dict) and found.get("/Type") == "/Font":
            yield found


def forms(reader: pypdf.PdfReader, subtype: str) -> set[int]:
    """The numbers of the XObjects of a kind that the pages draw, those inside forms too."""
    seen: set[int] = set()

    def look(resources: Any) -> Iterator[int]:
        for reference in (resources or {}).get("/XObject", {}).values():
            found = reference.get_object()
            if reference.idnum not in seen:
                seen.add(reference.idnum)
                if found["/Subtype"] == subtype:
                    yield reference.idnum
                yield from look(found.get("/Resources"))

    return {number for page in reader.pages for number in look(page["/Resources"])}


# --- the file --------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, {"fillable": True}, {"up": 2}], ids=["plain", "fillable", "2-up"])
def test_qpdf_finds_nothing_wrong(printed: Press, game: str, sheet: str, options: Any, tmp_path: Path) -> None:
    path = tmp_path / "sheet.pdf"
    path.write_bytes(printed(game, sheet, players="Ana,Bo דנה", **options).pdf)
    checked = subprocess.run(["qpdf", "--check", path], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_one_sheet_is_a_small_file(printed: Press, game: str, sheet: str) -> None:
    assert len(printed(game, sheet, players="Ana").pdf) < 100_000


@pytest.mark.parametrize("paper", PAPERS)
def test_the_page_has_the_size_of_the_paper(printed: Press, game: str, paper: str) -> None:
    size = sorted(PAPERS[paper])
    boxes = [page.mediabox for page in printed(game, players="Ana", paper=paper).reader.pages]
    found = [sorted((float(box.width) / MM, float(box.height) / MM)) for box in boxes]
    assert found == [pytest.approx(size, abs=0.01)]


def test_every_font_is_an_embedded_subset(printed: Press, game: str, sheet: str) -> None:
    found = list(fonts(printed(game, sheet, players="Ana,Łucja,Νίκη").reader))
    assert found
    names = [font["/BaseFont"] for font in found if font["/Subtype"] == "/Type0"]
    assert len({name.partition("+")[2] for name in names}) == len(names), "one object a face"
    for font in found:
        assert re.match(r"/[A-Z]{6}\+", font["/BaseFont"]), font["/BaseFont"]
        inner = font["/DescendantFonts"][0].get_object() if "/DescendantFonts" in font else font
        assert "/FontFile2" in inner["/FontDescriptor"]


def test_everything_is_vectors(printed: Press, operations: Press, game: str, sheet: str) -> None:
    reader = printed(game, sheet, players="Ana").reader
    assert forms(reader, "/Image") == set()
    assert not [operator for page in operations(reader) for _, operator in page if operator in ("BI", "INLINE IMAGE")]


@pytest.mark.parametrize(("most", "further"), [(50, 3500), (0, 1100)], ids=["with tags", "of a very large job"])
def test_a_sheet_is_stored_once(job: Press, monkeypatch: pytest.MonkeyPatch, most: int, further: int) -> None:
    monkeypatch.setattr(pdf_tags, "MOST", most)
    one, fifty = (pdf_bytes(job("house-of-dice", count=count)) for count in (1, 50))
    reader = pypdf.PdfReader(BytesIO(fifty))
    assert len(reader.pages) == 50
    assert len(forms(reader, "/Form")) == 1
    assert (len(fifty) - len(one)) / 49 < further


# --- the same file again ---------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, {"fillable": True}], ids=["plain", "fillable"])
def test_the_file_made_twice_is_the_same(printed: Press, game: str, sheet: str, options: Any) -> None:
    made = printed(game, sheet, players="Ana,Bo דנה", **options)
    assert pdf_bytes(made.job) == made.pdf


MAKE = """
import hashlib, sys
from pnp.cli.print_job import Call, job_of
from pnp.render.pdf import pdf_bytes
for game in sys.argv[1:]:
    made = pdf_bytes(job_of(Call(game, sheets="all", players="Ana,Łucja,דנה,桜", seed="press"))[0])
    print(game, hashlib.sha256(made).hexdigest())
"""


def test_another_process_makes_the_same_file(printed: Press, tmp_path: Path) -> None:
    games = ("yacht", "house-of-dice")
    here = {game: hashlib.sha256(printed(game, "all", players="Ana,Łucja,דנה,桜").pdf).hexdigest() for game in games}
    for seed in ("1", "2"):
        run = subprocess.run(
            [sys.executable, "-c", MAKE, *games],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(PACKAGE.parent)},
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=True,
        )
        assert dict(line.split() for line in run.stdout.splitlines()) == here


# --- what the file says of itself ------------------------------------------------------------------


def test_the_file_says_what_it_is(printed: Press, game: str, sheet: str) -> None:
    made = printed(game, sheet, players="Ana")
    this = made.job.copies[0].sheet
    root, info = made.reader.trailer["/Root"], made.reader.metadata
    assert info.title == f"{this.title}: {this.heading}"
    assert info.author == "pnp"
    assert info.subject == f"{game}, layout version {this.version}"
    assert root["/Lang"] == this.language


def test_the_viewer_is_told_not_to_scale(printed: Press, game: str, sheet: str) -> None:
    wishes = printed(game, sheet).reader.trailer["/Root"]["/ViewerPreferences"]
    assert wishes["/PrintScaling"] == "/None"
    assert str(wishes["/DisplayDocTitle"]).lower() == "true"


def outline(reader: pypdf.PdfReader, entries: list[Any]) -> list[Any]:
    """Bookmarks as titles and page numbers, those below another in a list."""
    return [
        outline(reader, one) if isinstance(one, list) else (one.title, reader.get_destination_page_number(one) + 1)
        for one in entries
    ]


def test_a_bookmark_for_each_player(printed: Press) -> None:
    reader = printed("house-of-dice", "play", players="Ana,Łucja,דנה").reader
    assert outline(reader, reader.outline) == [("Ana", 1), ("Łucja", 2), ("דנה", 3)]


def test_bookmarks_by_kind_of_sheet(printed: Press) -> None:
    reader = printed("house-of-dice", "all", players="Ana,Bo").reader
    assert outline(reader, reader.outline) == [
        ("Play sheet", 1),
        [("Ana", 1), ("Bo", 2)],
        ("Bonus sheet", 3),
        ("Rules summary", 4),
    ]


def test_bookmarks_lead_to_the_page_that_is_cut(printed: Press) -> None:
    reader = printed("yacht", players="Ana,Bo,Cy", up=2).reader
    assert outline(reader, reader.outline) == [("Ana", 1), ("Cy", 1), ("Bo", 2)]


def test_pages_are_labelled_with_their_players(printed: Press) -> None:
    assert printed("house-of-dice", players="Ana,Łucja,דנה").reader.page_labels == ["Ana", "Łucja", "דנה"]


def test_a_sheet_without_a_name_is_labelled_with_its_code(printed: Press) -> None:
    made = printed("yacht", count=2)
    assert made.reader.page_labels == [copy.person.code for copy in made.job.copies]


# --- what a reader finds on it ---------------------------------------------------------------------


def words(text: str) -> str:
    return " ".join(text.split())


def test_the_printed_text_can_be_found(printed: Press, game: str, sheet: str) -> None:
    made = printed(game, sheet, players="Ana")
    found = made.text
    printed_texts = [one.text for one in made.job.copies[0].sheet.ink if isinstance(one, Text)]
    assert printed_texts
    for text in printed_texts:
        assert words(text) in found


def test_a_sheet_tells_itself(printed: Press, game: str, sheet: str) -> None:
    made = printed(game, sheet, players="Ana")
    copy = made.job.copies[0]
    found = made.text
    assert f"{copy.sheet.title} · {copy.sheet.heading} · layout {copy.sheet.version}" in found
    if copy.sheet.owner == "player":
        code = copy.person.code
        assert "Ana" in found
        assert f"{code[:4]}-{code[4:8]}-{code[8:]}" in found


# --- the white border ------------------------------------------------------------------------------

SHADE = 0.2
"""Millimetres of a pixel at 150 dpi, and a little: the shade at the edge of a line."""


def border(made: Any) -> list[float]:
    """The least distance from ink to the page's edge: top, right, bottom, left."""
    page = made.picture(150)
    ink = page.ink()
    height, width = (page.mm(pixels) for pixels in page.pixels.shape)
    return [ink.y, width - ink.right, height - ink.bottom, ink.x]


@pytest.mark.parametrize(
    ("options", "least"),
    [
        ({}, 10),
        ({"paper": "letter"}, 10),
        ({"paper": "universal"}, 10),
        ({"paper": "a5"}, 6),
        ({"paper": "a6"}, 6),
        ({"paper": "a5", "margin": "5"}, 5),
        ({"up": 2}, 5),
        ({"up": 4}, 5),
    ],
    ids=lambda value: "-".join(map(str, value.values())) or "a4" if isinstance(value, dict) else f"{value} mm",
)
def test_the_border_of_the_page_is_white(printed: Press, game: str, sheet: str, options: Any, least: float) -> None:
    assert min(border(printed(game, sheet, players="Ana,Bo,Cy,Di", **options))) >= least - SHADE


def test_four_margins_each_for_its_own_edge(printed: Press) -> None:
    top, right, bottom, left = 30, 12, 8, 25
    found = border(printed("yacht", players="Ana", margin=f"{top},{right},{bottom},{left}"))
    assert all(side >= least - SHADE for side, least in zip(found, (top, right, bottom, left), strict=True))
    assert found[1] == pytest.approx(right, abs=0.3)
    assert found[3] == pytest.approx(left, abs=0.3)

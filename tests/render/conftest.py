"""What the tests of rendering share: jobs, their files, and their pages as pictures measured in millimetres."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pypdf
import pypdfium2
import pypdfium2.raw as pdfium
import pytest
from pypdf.generic import ContentStream

from pnp.cli import print_job
from pnp.errors import PnpError
from pnp.geometry import MM, Rect
from pnp.render import pdf, svg
from pnp.render.job import Job
from pnp.sheets import layout

GOLDEN = Path(__file__).parents[1] / "golden"


@lru_cache
def sheets_of(game: str) -> list[str]:
    """The sheets of a layout; one that can't be read has one unnamed sheet, which then fails in its own tests."""
    try:
        return list(layout.load(layout.find(game)).sheets)
    except PnpError:
        return [""]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Contract tests run over every layout there is (`game`), or over every sheet of each (`game` and `sheet`).

    All tests of a sheet run one after the other, so that what one of them printed is still there for the next.
    """
    if {"game", "sheet"} <= set(metafunc.fixturenames):
        sheets = [(game, sheet) for game in layout.names() for sheet in sheets_of(game)]
        metafunc.parametrize(("game", "sheet"), sheets, ids=["/".join(one) for one in sheets], scope="session")
    elif "game" in metafunc.fixturenames:
        metafunc.parametrize("game", layout.names(), scope="session")


@dataclass(frozen=True)
class Picture:
    """A page in shades of grey, addressed in millimetres from the top left corner."""

    pixels: np.ndarray
    dpi: float

    def mm(self, pixels: float) -> float:
        return pixels * 25.4 / self.dpi

    def px(self, mm: float) -> int:
        return round(mm * self.dpi / 25.4)

    def at(self, rect: Rect) -> np.ndarray:
        """The part of the page inside a rectangle."""
        return self.pixels[self.px(rect.y) : self.px(rect.bottom), self.px(rect.x) : self.px(rect.right)]

    def ink(self, rect: Rect | None = None, darker: int = 240) -> Rect | None:
        """The rectangle around all ink of the page or of a part of it; None where there is none."""
        part = self.pixels if rect is None else self.at(rect)
        rows, columns = np.nonzero((part < darker).any(axis=1))[0], np.nonzero((part < darker).any(axis=0))[0]
        if not len(rows):
            return None
        left, top = (0.0, 0.0) if rect is None else (rect.x, rect.y)
        width, height = columns[-1] + 1 - columns[0], rows[-1] + 1 - rows[0]
        return Rect(left + self.mm(columns[0]), top + self.mm(rows[0]), self.mm(width), self.mm(height))


@lru_cache(maxsize=24)
def drawn(content: bytes, page: int, dpi: float) -> Picture:
    """A page of a PDF as a printer would draw it."""
    document = pypdfium2.PdfDocument(content)
    image = document[page].render(scale=dpi / 72, grayscale=True).to_numpy()
    return Picture(np.ascontiguousarray(image.reshape(image.shape[:2])), dpi)


@dataclass(frozen=True)
class Printed:
    """A job, what its caller was told, and its PDF."""

    job: Job
    warnings: list[str]

    @cached_property
    def _written(self) -> tuple[bytes, list[str]]:
        out = BytesIO()
        shortened = pdf.write(self.job, out)
        return out.getvalue(), shortened

    @property
    def pdf(self) -> bytes:
        return self._written[0]

    @property
    def shortened(self) -> list[str]:
        return self._written[1]

    @property
    def reader(self) -> pypdf.PdfReader:
        return pypdf.PdfReader(BytesIO(self.pdf), strict=True)

    @cached_property
    def text(self) -> str:
        """The words of the first page as a reader finds them, with one space between."""
        return " ".join(self.reader.pages[0].extract_text().split())

    @cached_property
    def outlines(self) -> str:
        """The first page as a drawing whose text is outlines."""
        return svg.page(self.job, 0, outlines=True)

    @cached_property
    def letters(self) -> str:
        """The first page as a drawing whose text is letters."""
        return svg.page(self.job, 0, fonts=False)

    def picture(self, dpi: float = 150, page: int = 0) -> Picture:
        return drawn(self.pdf, page, dpi)

    def block(self, id: str, slot: int = 0) -> Rect:
        """Where a block of the first page's sheet lies on the paper."""
        sheet = self.job.copies[self.job.pages[0][slot]].sheet
        return self.job.page_plan(sheet).slots[slot].placement.rect(sheet.blocks[id])


@lru_cache(maxsize=200)
def _printed(**call: Any) -> Printed:
    return Printed(*print_job.job_of(print_job.Call(**call)))


@pytest.fixture(scope="session")
def printed() -> Callable[..., Printed]:
    """What a call of `pnp print` makes, its codes from a fixed seed: `printed("yacht", players="Ana", paper="a5")`."""

    def make(game: str, sheet: str = "", **options: Any) -> Printed:
        return _printed(game=game, sheets=sheet, **{"seed": "press", **options})

    return make


@pytest.fixture(scope="session")
def job(printed: Callable[..., Printed]) -> Callable[..., Job]:
    """The job of a call of `pnp print`."""
    return lambda *args, **options: printed(*args, **options).job


@pytest.fixture(scope="session")
def viewed() -> Callable[..., Picture]:
    """The first page of a form as a viewer shows it after somebody clicked into fields and typed."""

    def view(content: bytes, typed: Sequence[tuple[Rect, str]] = (), dpi: float = 150) -> Picture:
        document = pypdfium2.PdfDocument(content)
        document.init_forms()
        page, viewer = document[0], document.formenv
        for rect, text in typed:
            x, y = rect.center[0] * MM, page.get_height() - rect.center[1] * MM
            for event in (pdfium.FORM_OnMouseMove, pdfium.FORM_OnLButtonDown, pdfium.FORM_OnLButtonUp):
                event(viewer, page, 0, x, y)
            for char in text:
                pdfium.FORM_OnChar(viewer, page, ord(char), 0)
            pdfium.FORM_ForceToKillFocus(viewer)
        pixels = page.render(scale=dpi / 72, may_draw_forms=True, grayscale=True).to_numpy()
        return Picture(np.ascontiguousarray(pixels.reshape(pixels.shape[:2])), dpi)

    return view


@pytest.fixture(scope="session")
def operations() -> Callable[[pypdf.PdfReader], list[list[tuple[list[Any], str]]]]:
    """Everything that each page of a PDF draws, artwork and page together, as operands and operator."""

    def read(reader: pypdf.PdfReader) -> list[list[tuple[list[Any], str]]]:
        return [list(_drawn(page.get_contents(), page.get("/Resources"), reader)) for page in reader.pages]

    return read


def _drawn(content: Any, resources: Any, reader: pypdf.PdfReader) -> Iterator[tuple[list[Any], str]]:
    objects = resources.get_object().get("/XObject", {}) if resources is not None else {}
    for operands, operator in ContentStream(content, reader).operations:
        yield operands, operator.decode()
        if operator == b"Do":
            form = objects[operands[0]].get_object()
            yield from _drawn(form, form.get("/Resources"), reader)


@pytest.fixture(scope="session")
def bless() -> bool:
    """Whether golden files are to be written anew: `make bless` sets PNP_BLESS=1."""
    return os.environ.get("PNP_BLESS") == "1"


@pytest.fixture(scope="session")
def golden() -> Path:
    """The folder of golden files."""
    return GOLDEN

"""Filled-in sheets as a job: what was written is there, and no code that a party could take for a sheet's."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pypdf
import pytest
import zxingcpp

from pnp.errors import InputError
from pnp.render import filled_sheets
from pnp.render.pdf import pdf_bytes
from pnp.render.rasterize import pages
from pnp.sheets import documents, layout
from pnp.sheets.ink import Code, Text

EXAMPLES = Path(__file__).parents[1] / "examples"
TABLES = {"house-of-dice": "house-table", "dice-miner": "miner-table", "dice-manor": "manor-table"}


def filled(game: str) -> tuple[layout.Layout, list[tuple[str, Any]]]:
    path = EXAMPLES / f"{TABLES[game]}.toml"
    rules, document, edition = documents.understand(documents.load(path.read_bytes(), path.name), path.name)
    return layout.load(layout.find(game)), list(rules.marks(document, edition))


@pytest.mark.parametrize("paper", ["a4", "letter", "a5"])
@pytest.mark.parametrize("of", TABLES)
def test_each_sheet_has_a_page(of: str, paper: str) -> None:
    made, sheets = filled(of)
    job = filled_sheets.job(made, sheets, paper)
    assert [copy.sheet.name for copy in job.copies] == [name for name, _ in sheets]
    assert [copy.person.name for copy in job.copies] == [str(marks.get("name", "")) for _, marks in sheets]
    reader = pypdf.PdfReader(BytesIO(pdf_bytes(job)))
    assert len(reader.pages) == len(sheets)
    assert (job.title.split(":")[0], job.paper) == (made.title, paper)
    numbers = [str(mark) for mark in sheets[0][1].values() if type(mark) is int and mark > 9]
    text = reader.pages[0].extract_text()
    assert numbers
    assert all(number in text for number in numbers)


@pytest.mark.parametrize("of", TABLES)
def test_nobody_can_take_it_for_a_sheet_of_a_party(of: str) -> None:
    made, sheets = filled(of)
    job = filled_sheets.job(made, sheets)
    for copy in job.copies:
        assert not any(isinstance(one, Code) for one in copy.sheet.personal)
        assert not any(isinstance(one, Text) and "{code}" in one.text for one in copy.sheet.personal)
    blank = layout.ready(made, sheets[0][0])
    assert any(isinstance(one, Code) for one in blank.personal)
    for image in pages(pdf_bytes(job), 150):
        assert zxingcpp.read_barcodes(np.asarray(image.convert("L"))) == []


def test_a_name_that_is_none_is_one_line() -> None:
    made, sheets = filled("house-of-dice")
    with pytest.raises(InputError, match="player: .* in a name; control characters are not allowed"):
        filled_sheets.job(made, [("play", {**sheets[0][1], "name": "A\x07"})])

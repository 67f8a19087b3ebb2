"""What a sheet wears, how it is arranged for its paper, and that paper from before can still be read."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from test_geometry import fingerprint

from pnp.errors import CallError
from pnp.paths import LAYOUTS
from pnp.render import filled_sheets, imposition, rasterize
from pnp.render.imposition import size_of
from pnp.sheets import earlier_layouts, layout, translating
from pnp.sheets.ink import Code, Text
from pnp.sheets.inspection import smallest_text

Press = Callable[..., Any]


@pytest.mark.parametrize(("dress", "side", "codes"), [("play", 12, 1), ("photo", 18, 1), ("bare", None, 0)])
def test_marks_and_code_by_dress(printed: Press, dress: str, side: float | None, codes: int) -> None:
    sheet = printed("house-of-dice", "play", players="Ana", dress=dress).job.copies[0].sheet
    assert {mark.rect.w for mark in sheet.reader_marks} == ({side} if side else set())
    assert sum(isinstance(one, Code) for one in sheet.personal) == codes
    said = [one.text for one in sheet.ink if isinstance(one, Text)]
    assert any("mm long" in one for one in said) == (dress != "bare")


def test_a_dress_moves_no_box(game: str, sheet: str) -> None:
    made = layout.load(layout.find(game))
    boxes = [
        {
            field.id: field.rect
            for field in layout.ready(made, sheet, layout.View(dress=dress)).fields
            if field.id != "name"
        }
        for dress in ("play", "photo", "bare")
    ]
    assert boxes[0] == boxes[1] == boxes[2]


def test_a_code_tells_the_arrangement_the_dress_and_the_guides(printed: Press) -> None:
    """A reader knows from the code alone which paper it looks at."""
    calls: list[dict[str, Any]] = [
        {},
        {"paper": "letter"},
        {"paper": "a5"},
        {"paper": "a6"},
        {"guides": True},
        {"dress": "photo"},
    ]
    keys = [printed("house-of-dice", "play", **call).job.copies[0].sheet.key for call in calls]
    version = layout.load(layout.find("house-of-dice")).version
    assert keys == [f"house-of-dice/play/{version}{letters}" for letters in ("t", "", "h", "s", "tg", "tp")]


# --- paper of every size ---------------------------------------------------------------------------


@pytest.mark.parametrize("paper", ["a4", "letter", "a3", "210x290"])
def test_a_sheet_that_is_arranged_fills_its_paper(printed: Press, paper: str) -> None:
    made = printed("house-of-dice", "play", paper=paper).job
    sheet = made.copies[0].sheet
    frame = made.page_plan(sheet).slots[0].placement.rect(sheet.frame)
    width, height = size_of(paper)
    spare = width - 20 - frame.w, height - 20 - frame.h
    assert min(spare) == pytest.approx(0, abs=0.01)
    assert max(spare) < 12


SMALL: list[dict[str, Any]] = [{"paper": "a6"}, {"paper": "110x160"}, {"up": 4}, {"paper": "letter", "up": 4}]


@pytest.mark.parametrize("call", [{"paper": "a5"}, {"up": 2}, *SMALL])
def test_small_paper_is_arranged_not_shrunk(printed: Press, game: str, sheet: str, call: dict[str, Any]) -> None:
    """Every sheet: nothing is smaller than 6 pt, no box than 7 mm, on a quarter of a page than 6."""
    made = printed(game, sheet, players="Ana", **call)
    this = made.job.copies[0].sheet
    scale = made.job.page_plan(this).scale
    assert this.arrangement == ("small" if call in SMALL else "half")
    assert scale > 0.95
    assert smallest_text(this.ink, scale)[0] >= 6
    sides = [min(field.rect.w, field.rect.h) * scale for field in this.fields]
    assert min(sides, default=7) >= (5.95 if this.arrangement == "small" else 6.95)
    said = {one.key: str(one.facts.get("helps")) for one in made.warnings}
    assert said.keys() <= ({"small-boxes", "code-left-out"} if this.arrangement == "small" else set())
    usual = printed(game, sheet, players="Ana").job.copies[0].sheet
    coded = [any(isinstance(one, Code) for one in kind.personal) for kind in (usual, this)]
    assert ("code-left-out" in said) == (coded == [True, False])
    assert all(helps in ("--up 2", "--paper a5 --up 1") for helps in said.values())


def test_two_large_marked_sheets_on_a_page_can_be_read(printed: Press, game: str) -> None:
    """Marks for bad light take room: text is then as large as there is room for, never below 5 pt."""
    for paper in ("a4", "letter"):
        made = printed(game, players="Ana", paper=paper, up=2, dress="photo")
        this = made.job.copies[0].sheet
        assert smallest_text(this.ink, made.job.page_plan(this).scale)[0] >= 5


PAPERS = [("a4", 1), ("a5", 1), ("a6", 1), ("110x160", 1), ("letter", 2), ("a4", 4)]


@pytest.mark.parametrize("language", sorted(path.stem for path in translating.SHARED.glob("*.json")))
def test_other_languages_can_be_read_on_every_paper(game: str, language: str) -> None:
    """Whatever prints in English prints in every language, and no word is smaller than 6 pt."""
    made = layout.load(layout.find(game), language)
    for name, (paper, up) in product(made.sheets, PAPERS):
        onto = filled_sheets.Paper(paper, up, imposition.margins("", paper))
        sheet = filled_sheets.ready(made, name, onto)
        scale = imposition.plan(sheet.width, sheet.height, paper, up, onto.space, sheet.largest).scale
        size, text = smallest_text(sheet.ink, scale)
        assert size > 5.95, (name, paper, up, text)


def test_rows_are_named_in_whole_words_where_there_is_a_whole_page(printed: Press) -> None:
    made = printed("dice-city", "city", players="Ana", language="pl")
    texts = {one.text for one in made.job.copies[0].sheet.ink if isinstance(one, Text)}
    assert {"Biały", "Żółty", "Czerwony", "Niebieski", "Czarny"} <= texts


@pytest.mark.parametrize("paper", ["a4", "a5"])
def test_which_sheet_it_is_can_be_read_below_a_small_code(printed: Press, paper: str) -> None:
    """In fewer words where all of them would be too small."""
    made = printed(str(LAYOUTS / "examples" / "harbour-year.toml"), players="Ana", paper=paper)
    this = made.job.copies[0].sheet
    scale = made.job.page_plan(this).scale
    assert smallest_text(this.ink, scale)[0] >= 4.99
    assert "Harbour Year · layout 1" in {one.text for one in this.ink if isinstance(one, Text)}


def test_half_a_page_has_room_for_large_marks(printed: Press, game: str, sheet: str) -> None:
    """A sheet that has marks keeps them for photos on every paper for which it has any."""
    plain, photo = (printed(game, sheet, players="Ana", paper="a5", dress=dress).job for dress in ("play", "photo"))
    marks = [job.copies[0].sheet.reader_marks for job in (plain, photo)]
    assert len(marks[0]) == len(marks[1])
    scale = photo.page_plan(photo.copies[0].sheet).scale
    assert all(mark.rect.w * scale > 12 for mark in marks[1])


def test_a_quarter_of_a_page_has_a_code_where_there_is_room(printed: Press) -> None:
    """Pads with more boxes than that have none; all others do, and a phone can read it."""
    without = []
    known = [layout.load(layout.find(name)) for name in layout.names()]
    for game, sheet in [(one.game, name) for one in known for name in one.sheets]:
        made = printed(game, sheet, players="Ana", up=4)
        this = made.job.copies[0].sheet
        codes = [one for one in this.personal if isinstance(one, Code)]
        if this.fields and not codes:
            without.append(f"{game}/{sheet}")
        assert all(one.size * made.job.page_plan(this).scale >= 20.5 for one in codes)
    assert without == ["dice-city/score", "dice-miner/score", "yacht/score"]


def test_text_that_is_small_is_said_and_text_too_small_is_refused(printed: Press) -> None:
    with pytest.raises(CallError, match=r"would be set in \d\.\d pt on this paper; at least 5 pt .* helps"):
        printed("dice-city", "summary", paper="70x100")
    (note,) = printed("dice-city", "summary", paper="90x130").warnings[-1:]
    assert note.key == "small-text" and float(note.facts["size"]) < 6


@pytest.mark.parametrize("paper", ["a7", "20x20", "120x9999", "x", "120x"])
def test_a_paper_that_is_none(printed: Press, paper: str) -> None:
    with pytest.raises(CallError, match="is no paper; a3, a4, letter"):
        printed("yacht", paper=paper)


# --- ink -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("call", [{}, {"paper": "a5"}, {"up": 4}], ids=["a4", "a5", "four-up"])
def test_low_ink_saves_half_and_black_takes_no_more(
    printed: Press, game: str, sheet: str, call: dict[str, Any]
) -> None:
    used = {
        mode: rasterize.coverage(printed(game, sheet, players="Ana", ink=mode, **call).pdf)[0]
        for mode in ("normal", "low", "black")
    }
    assert used["low"] < 0.5 * used["normal"]
    assert used["black"] < 1.001 * used["normal"]


# --- paper from before -----------------------------------------------------------------------------


def test_sheets_of_every_version_can_still_be_read(golden: Path) -> None:
    """Each version that was ever printed is there, with its fields and marks where they were."""
    known = json.loads((golden / "versions.json").read_text())
    assert any("1" in versions for versions in known.values())
    for name, versions in known.items():
        game, _, kind = name.partition("/")
        sheet, _, arrangement = kind.partition("@")
        for version, print_ in versions.items():
            made = earlier_layouts.of_version(game, int(version))
            assert fingerprint(layout.ready(made, sheet, layout.View(arrangement=arrangement))) == print_, (
                name,
                version,
            )


def test_a_version_that_never_was() -> None:
    with pytest.raises(CallError, match="there is no version 99"):
        earlier_layouts.of_version("yacht", 99)

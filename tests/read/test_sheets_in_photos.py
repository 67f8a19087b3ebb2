"""Sheets in photos: which they are, what stands on them, and what is said where they can't be read.

The photos are simulated, with seeds that nothing was trained on; `make bench` judges many more.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from simulated import DPI, Page, Shot, printed, shot

from pnp.errors import InputError
from pnp.geometry import Rect
from pnp.paths import LAYOUTS
from pnp.sheets import documents
from pnp.sheets.ink import Code
from pnp.web.photos import sheet_photos

JUDGED = 5_000_000
"""Where the seeds begin that only judge."""


GARDEN = """
game = "garden"
title = "Garden"
version = 1

[pictures.tree]
art = [{ path = "M50 95 V55 M20 40 C20 5 80 5 80 40 C80 60 20 60 20 40 Z", stroke = "ink" }]

[pictures.pond]
art = [{ path = "M10 60 C10 30 90 30 90 60 C90 90 10 90 10 60 Z M30 58 H50 M45 70 H70", stroke = "ink" }]

[pictures.bench]
art = [{ path = "M10 50 H90 M10 62 H90 M20 62 V92 M80 62 V92 M10 30 H90", stroke = "ink" }]

[sheets.play]
title = "Play"
owner = "player"
blocks = [
  { id = "corners", kind = "reader-marks", left = 0, right = "page.right", top = 0, bottom = "page.bottom" },
  { id = "beds", kind = "grid", columns = 6, rows = 6, cell = 24, left = 20, top = 30, choices = { T = "tree", P = "pond", N = "bench" } },
  { id = "qr", kind = "code", width = 34, left = 20, top = 190 },
]
"""


def read(made: Shot) -> list[dict[str, Any]]:
    return sheet_photos.read(made.data)["sheets"]


def wrong_of(sheet: dict[str, Any], truth: Any, kinds: tuple[str, ...]) -> tuple[list[str], list[str]]:
    """The fields of some kinds that were read wrong, and those of them that nobody doubts."""
    doubted = {one["field"] for one in sheet["doubts"]}
    fields = [field.id for field in truth.sheet.fields if field.kind in kinds]
    wrong = [id for id in fields if sheet["marks"].get(id) != truth.marks.get(id)]
    return wrong, [id for id in wrong if id not in doubted]


@pytest.mark.parametrize(("day", "turn"), [("normal", 180.0), ("hard", 0.0)])
def test_a_filled_in_sheet_is_read(day: str, turn: float) -> None:
    made = shot(printed("house-of-dice", "play"), day, JUDGED + 1, turn=turn, long=3200)
    (sheet,) = read(made)
    truth = made.truths[0]
    assert (sheet["game"], sheet["sheet"], sheet["version"]) == ("house-of-dice", "play", truth.sheet.version)
    assert sheet["code"] == truth.code
    assert sheet["found"]["key"] == truth.sheet.key
    ticks, silent = wrong_of(sheet, truth, ("cross", "tally"))
    assert len(ticks) <= (0 if day == "normal" else 2)
    assert silent == []
    parts, silent = wrong_of(sheet, truth, ("choice",))
    assert len(parts) <= 2
    assert silent == []


def test_two_sheets_in_a_picture_are_both_read() -> None:
    made = shot(printed("house-of-dice", "bonus"), "normal", JUDGED + 2, pages=2, long=3600)
    sheets = read(made)
    assert len(sheets) == 2
    for truth in made.truths:
        assert any(wrong_of(sheet, truth, ("cross",))[0] == [] for sheet in sheets)


def test_a_sheet_of_an_earlier_version_is_read_by_its_own_layout() -> None:
    made = shot(printed(str(LAYOUTS / "earlier" / "house-of-dice-1.toml"), "bonus"), "normal", JUDGED + 4, long=2400)
    (sheet,) = read(made)
    assert (sheet["version"], sheet["code"]) == (1, made.truths[0].code)
    assert wrong_of(sheet, made.truths[0], ("cross",))[0] == []


def without_code(page: Page) -> Page:
    """A print whose QR code can't be read."""
    ((sheet, _, placement),) = page.sheets
    code = next(one for one in sheet.personal if isinstance(one, Code))
    lost = placement.rect(Rect(code.x, code.y, code.size, code.size))
    dots = page.dots.copy()
    left, top, right, bottom = (round(one * DPI / 25.4) for one in (lost.x, lost.y, lost.right, lost.bottom))
    dots[top:bottom, left:right] = 255
    return page._replace(dots=dots)


def test_where_the_code_is_lost_the_print_itself_tells_the_sheet(tmp_path: Path) -> None:
    page = without_code(printed("house-of-dice", "play", guides=True))
    made = shot(page, "normal", JUDGED + 5, long=2400, traced=True)
    (found,) = read(made)
    assert (found["found"]["key"], found["code"]) == (page.sheets[0][0].key, "")
    same = tmp_path / "my-house.toml"
    same.write_text(
        f'extends = "{LAYOUTS / "house-of-dice.toml"}"\ngame = "my-house"\ntitle = "My House"\nversion = 1\n'
    )
    with pytest.raises(InputError, match=r"may be (my-house\S+ or house-of-dice|house-of-dice\S+ or my-house)/play"):
        sheet_photos.read(made.data, [str(same)])


@pytest.mark.parametrize(
    ("game", "sheet", "how"),
    [
        ("dice-manor", "score", {"paper": "a5", "language": "pl"}),
        ("dice-miner", "score", {"up": 2, "dress": "photo"}),
        ("yacht", "score", {"ink": "low"}),
        ("house-of-dice", "play", {"ink": "black", "dress": "photo", "guides": True}),
    ],
    ids=lambda one: "-".join(map(str, one.values())) if isinstance(one, dict) else one,
)
def test_a_sheet_is_known_however_it_was_printed(game: str, sheet: str, how: dict[str, Any]) -> None:
    made = shot(printed(game, sheet, **how), "normal", JUDGED + 8, long=3000, traced="guides" in how)
    found = {one["code"]: one for one in read(made)}
    assert set(found) == {truth.code for truth in made.truths}
    for truth in made.truths:
        assert found[truth.code]["found"]["key"] == truth.sheet.key
        assert wrong_of(found[truth.code], truth, ("cross", "tally", "choice"))[1] == []


def luminance(made: Shot) -> np.ndarray:
    return cv2.imdecode(np.frombuffer(made.data, np.uint8), cv2.IMREAD_GRAYSCALE)


def as_file(image: np.ndarray) -> bytes:
    return bytes(cv2.imencode(".png", image)[1])


@pytest.fixture(scope="module")
def plain() -> np.ndarray:
    return luminance(shot(printed("house-of-dice", "bonus"), "normal", JUDGED + 3, long=1800))


def test_what_can_not_be_read_is_refused_with_what_to_do(plain: np.ndarray) -> None:
    half = plain.copy()
    half[: plain.shape[0] // 2] = 90
    refused = {
        "all four corners": half,
        "no sheet": np.full((900, 700), 180, np.uint8),
        "too dark": plain // 12,
        "blurred; hold": cv2.GaussianBlur(plain, (0, 0), 5),
        "photo is blurred": cv2.GaussianBlur(plain, (0, 0), 12),
    }
    for said, image in refused.items():
        with pytest.raises(InputError, match=said):
            sheet_photos.read(as_file(image))


def test_where_the_pen_is_lost_in_noise_every_field_is_a_doubt(plain: np.ndarray) -> None:
    grain = cv2.GaussianBlur(np.random.default_rng(JUDGED).normal(0, 200, plain.shape), (0, 0), 2)
    made = sheet_photos.read(as_file((plain + grain).clip(0, 255).astype(np.uint8)))
    (sheet,) = made["sheets"]
    assert [key for key, _ in made["troubles"]] == ["photo-noisy"]
    fields = {field.id for field in printed("house-of-dice", "bonus").sheets[0][0].fields}
    assert {one["field"] for one in sheet["doubts"]} == fields - set(sheet["texts"])
    assert sheet["settled"] == []


def test_the_command_answers_in_json_and_refuses_in_one_line(tmp_path: Path, plain: np.ndarray) -> None:
    photo, dark = tmp_path / "a.png", tmp_path / "b.png"
    photo.write_bytes(as_file(plain))
    dark.write_bytes(as_file(plain // 12))
    out = tmp_path / "out"
    call = [sys.executable, "-m", "pnp", "read", str(photo), str(dark), "--json", "--jobs", "2", "--out", str(out)]
    call += ["--document", "--show"]
    done = subprocess.run(call, capture_output=True, text=True, timeout=60)
    answer = json.loads(done.stdout)
    (sheet,), (problem,) = answer["sheets"], answer["problems"]
    assert problem.pop("message").startswith("the photo is too dark; ")
    assert problem == {"code": "photo-dark", "where": str(dark), "facts": {}}
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert f"{dark}: the photo is too dark" in done.stderr
    assert (sheet["game"], sheet["sheet"]) == ("house-of-dice", "bonus")
    assert json.loads((out / "a.json").read_text())["sheets"][0]["marks"] == sheet["marks"]
    shown = cv2.imread(str(out / "a-1.png"))
    assert shown.shape[0] > shown.shape[1] > 500
    document = json.loads((out / "house-of-dice-read.json").read_text())
    assert document["marks"] == {"bonus": sheet["marks"]}
    assert documents.judge(document).game == "house-of-dice"


def test_a_layout_of_ones_own_is_read_without_a_line_of_code(tmp_path: Path) -> None:
    """Its drawings are learnt from its pictures when they are first met."""
    path = tmp_path / "garden.toml"
    path.write_text(GARDEN)
    made = shot(printed(str(path), "play"), "normal", JUDGED + 6, long=3000)
    (sheet,) = sheet_photos.read(made.data, [str(path)])["sheets"]
    wrong, silent = wrong_of(sheet, made.truths[0], ("choice",))
    assert len(wrong) <= 1
    assert silent == []
    with pytest.raises(InputError, match="nobody here knows"):
        sheet_photos.read(made.data)


def test_a_sheet_with_the_marks_of_another_is_never_taken_for_it(tmp_path: Path) -> None:
    path = tmp_path / "garden.toml"
    path.write_text(GARDEN)
    made = shot(without_code(printed(str(path), "play")), "normal", JUDGED + 6, long=2000)
    with pytest.raises(InputError, match="is not house-of-dice/play/.*which has the same corner marks"):
        sheet_photos.read(made.data)
    (sheet,) = sheet_photos.read(made.data, [str(path)])["sheets"]
    assert sheet["game"] == "garden"

"""Finished sheets of every game, tapped into a phone as they stand on the paper, and what they come to."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from pnp.sheets import documents, layout
from tests.browser.conftest import PATIENCE, SMALL_PHONE, Devices, Served, picture
from tests.browser.test_house import key

pytestmark = pytest.mark.xdist_group("browser")
MOST_ALIKE = 6
EXAMPLES = Path(__file__).parent.parent / "examples"
CITY_SOLO = """\
game = "dice-city-solo"
player = "Ana"
mode = "normal"
target = 70
turns = 20
"""


def on_paper(text: bytes, name: str) -> tuple[dict[str, Any], Any]:
    """The marks of an example by its sheet, the first of each, and the verdict of the rules."""
    game, document, edition = documents.understand(documents.load(text, name), name)
    sheets: dict[str, Any] = {}
    for sheet, marks in game.marks(document, edition):
        sheets.setdefault(sheet, marks)
    return sheets, game.judge(document, edition)


def some_of(marks: dict[str, Any], sheet: layout.Sheet) -> dict[str, Any]:
    """A few marks of each block and kind, spread over it: each box of a block is tapped alike."""
    alike: dict[tuple[str, str], list[str]] = {}
    for field in sheet.fields:
        if field.id in marks and _own(field.id):
            alike.setdefault((field.block, field.kind), []).append(field.id)
    kept = {id for ids in alike.values() for id in ids[:: max(1, len(ids) // MOST_ALIKE)]}
    return {id: mark for id, mark in marks.items() if id in kept}


def write(page: Page, sheet: layout.Sheet, marks: dict[str, Any], prefix: str) -> None:
    """Tap each mark into its box, in the order of the sheet."""
    brush: str | None = None
    for field in sheet.fields:
        mark = marks.get(field.id)
        if (
            mark is None
            or field.id.endswith("name")
            or (field.id[:1] == "p" and field.id[1:2].isdigit() and not field.id.startswith(prefix))
        ):
            continue
        box = page.locator(f'.box[data-key="{field.id}"]')
        if field.kind == "cross":
            box.tap()
        elif field.kind == "tally":
            for _ in range(int(mark)):
                box.tap()
        elif field.kind == "choice" and field.block == "house":
            if brush is None:
                box.tap()
                key(page, f"pad {mark}").tap()
            else:
                if brush != mark:
                    key(page, f"pad {mark}").tap()
                box.tap()
            brush = str(mark)
        else:
            _with_pad(page, box, field.kind, mark)
    done = key(page, "pad Done")
    if done.count():
        done.first.tap()


def _with_pad(page: Page, box: Any, kind: str, mark: Any) -> None:
    box.tap()
    if kind == "choice":
        key(page, f"pad {mark}").tap()
    elif kind == "text":
        page.locator('[data-key="pad text"]').fill(str(mark))
    else:
        if mark < 0:
            key(page, "pad Minus").tap()
        for digit in str(abs(mark)):
            key(page, f"pad {digit}").tap()


GAMES = {
    "house-of-dice": ("house-table", "play", "Ana,Bo,Cy"),
    "dice-miner": ("miner-table", "score", "Ana,Bo,Cy,Di"),
    "dice-manor": ("manor-table", "score", "Ana,Bo"),
    "dice-city": ("city-charles", "score", "Ana,Bo"),
    "dice-miner-solo": ("miner-solo", "score", "Ana"),
    "dice-city-solo": ("", "score", "Ana"),
}


@pytest.mark.parametrize("game", list(GAMES))
def test_a_sheet_is_entered_by_tapping(game: str, served: Served, devices: Devices) -> None:
    example, name, players = GAMES[game]
    text = (EXAMPLES / f"{example}.toml").read_bytes() if example else CITY_SOLO.encode()
    sheets, _ = on_paper(text, f"{game}.toml")
    served.start(game, "--players", players)
    if served.state(served.table()["join"])["pad"]:
        served.post(served.table()["host"] + "/do", do="start")
    phone = devices.phone(served.seats()[0], viewport=SMALL_PHONE)
    paper = phone.locator('button:not([data-key="photo"])', has_text="paper").first
    sheet_button = key(phone, f"sheet {name}")
    expect(paper.or_(sheet_button).or_(phone.locator(".box")).first).to_be_visible()
    if not phone.locator(".box").count() and not sheet_button.count():
        paper.tap()
    expect(phone.locator(".box").first).to_be_visible()
    if sheet_button.count():
        sheet_button.tap()
    made = layout.ready(layout.load(layout.find(game)), name)
    marks = some_of(sheets[name], made)
    expect(phone.locator(f'.box[data-key="{_first(made, marks)}"]')).to_be_visible()
    write(phone, made, marks, "p1.")
    expect(phone.locator("#saved")).to_contain_text("saved")
    end = time.monotonic() + PATIENCE / 1000
    while True:
        me = served.state(served.seats()[0])["me"]
        there = {id: mark for id, mark in me["paper"].get(name, {}).items() if _own(id)}
        if there == marks or time.monotonic() > end:
            break
        phone.wait_for_timeout(100)
    assert there == marks
    expect(
        phone.get_by_text(f"Points: {me['counted']['total']}")
        .or_(phone.get_by_text(f"{me['counted']['total']} points"))
        .first
    ).to_be_visible()
    picture(phone, f"paper-{game}")


def _own(id: str) -> bool:
    return not id.endswith("name") and (id.startswith("p1.") or not (id[:1] == "p" and id[1:2].isdigit()))


def _first(sheet: layout.Sheet, marks: dict[str, Any]) -> str:
    return next(field.id for field in sheet.fields if field.id in marks and _own(field.id))

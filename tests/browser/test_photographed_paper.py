"""A sheet of paper by its photo: taken on a phone, read, doubts mended, entered; and as a stack at the host's page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hands import Paper
from playwright.sync_api import Page, expect
from simulated import printed, shot

from tests.browser.conftest import SMALL_PHONE, Devices, Served, picture
from tests.browser.test_house import key

pytestmark = pytest.mark.xdist_group("browser")
SCRIBBLED = ("house.c1r3", "score.window", "score.total")


def scribble(sheet: Any, paper: Paper, marks: dict[str, Any], hand: Any, rng: np.random.Generator) -> None:
    """Somebody has changed their mind, with the pen."""
    del marks
    for field in sheet.fields:
        if field.id in SCRIBBLED:
            lines = [[(float(x), float(y)) for x, y in rng.uniform(15, 85, (5, 2))] for _ in range(2)]
            paper.draw(lines, field.rect, hand, rng)


def mend(phone: Page, truth: dict[str, Any]) -> None:
    """Say of each doubtful box what really stands there, by one tap where it is offered."""
    while phone.locator(".doubt.open").count():
        row = phone.locator(".doubt.open").first
        field = str(row.get_attribute("data-field"))
        mark = truth.get(field)
        named = {None: "empty", True: "\u00d7"}.get(mark, str(mark))
        offered = row.locator(f'.chip[aria-label="{named}"]')
        if offered.count():
            offered.tap()
        else:
            key(phone, f"{field} other").tap()
            for sign in [str(mark)] if field.startswith("house.") else str(mark):
                key(phone, f"pad {sign}").tap()
            key(phone, "pad Done").first.tap()
        expect(phone.locator(f'.doubt.open[data-field="{field}"]')).to_have_count(0)


def test_a_photo_is_read_mended_and_entered(served: Served, devices: Devices, tmp_path: Path) -> None:
    made = shot(printed("house-of-dice", "play"), "normal", 5_000_001, long=2400, also=scribble)
    file, wall = tmp_path / "ana.jpg", tmp_path / "wall.jpg"
    file.write_bytes(made.data)
    wall.write_bytes(b"no picture")
    truth, code = made.truths[0].marks, made.truths[0].code
    served.start("house-of-dice", "--players", "Ana,Bo")
    served.post(served.table()["join"] + "/claim", seat=0, code=code)
    served.post(f"/s/{code}/paper", sheet="play", marks={"furniture.18": True})
    phone = devices.phone(f"{served.url}/s/{code}", viewport=SMALL_PHONE)
    key(phone, "menu").tap()
    key(phone, "photo").tap()
    phone.locator(".photo input").first.set_input_files(str(wall))
    expect(phone.get_by_role("alert")).to_contain_text("no picture that can be read")
    phone.locator(".photo input").first.set_input_files(str(file))
    expect(phone.locator(".doubt.open").first).to_be_visible()
    expect(phone.locator(".doubt .crop").first).to_be_visible()
    expect(phone.locator('.doubt[data-field="furniture.18"]')).to_contain_text("entered here before")
    expect(phone.locator(".box.doubtful")).to_have_count(phone.locator(".doubt.open").count())
    expect(key(phone, "enter")).to_have_attribute("aria-disabled", "true")
    picture(phone, "photo-doubts")
    mend(phone, truth)
    expect(phone.locator("#keep-photo")).not_to_be_checked()
    expect(key(phone, "enter")).to_have_attribute("aria-disabled", "false")
    key(phone, "enter").tap()
    expect(phone.locator(".toast")).to_contain_text("Entered from the photo")
    expect(phone.locator('.box[data-key="house.c1r1"]')).to_be_visible()
    state = served.state(f"/s/{code}")
    paper = state["me"]["paper"]["play"]
    assert {id: paper.get(id) for id in SCRIBBLED} == {id: truth.get(id) for id in SCRIBBLED}
    assert "furniture.18" not in paper or truth.get("furniture.18")
    assert sum(paper.get(id) == mark for id, mark in truth.items()) >= 0.95 * len(truth)
    assert state["people"][0]["photo"] is None

    host = devices.phone(f"{served.table()['host']}#more", viewport=SMALL_PHONE)
    host.locator("#photo-stack").set_input_files([str(wall), str(file)])
    expect(host.locator(".stack-row").first).to_contain_text("no picture that can be read")
    expect(host.locator(".stack-row summary")).to_contain_text("Ana")
    expect(host.locator(".doubt.open").first).to_be_visible()
    expect(key(host, "enter all")).to_be_hidden()
    picture(host, "photo-stack")
    mend(host, truth)
    key(host, "enter all").tap()
    expect(host.locator(".stack-row summary")).to_contain_text("entered")
    assert served.state(f"/s/{code}")["me"]["paper"]["play"] == paper

    desk = devices.phone(served.told["evening"]["host"], viewport=SMALL_PHONE)
    desk.locator("#photo-stack").set_input_files([str(file)])
    expect(desk.locator(".stack-row summary")).to_contain_text(f"House of Dice {served.table()['table']}")
    expect(desk.locator(".stack-row summary")).to_contain_text("Ana")
    mend(desk, truth)
    picture(desk, "photo-desk")
    key(desk, "enter all").tap()
    expect(desk.locator(".stack-row summary")).to_contain_text("entered")
    assert served.state(f"/s/{code}")["me"]["paper"]["play"] == paper

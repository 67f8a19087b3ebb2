"""Moments in which a guest or a host was left alone: paper in the lobby, nothing but a pass, a phone on its side."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from pnp.sheets import codes
from tests.browser.conftest import LANDSCAPE, SMALL_PHONE, Devices, Served, picture
from tests.browser.test_house import key, next_thing

pytestmark = pytest.mark.xdist_group("browser")
MOVES = ("draw", "furniture")


def plain(state: dict[str, Any], *kinds: str) -> list[dict[str, Any]]:
    return [one for one in state["me"]["options"] if one["kind"] in kinds]


def until_nothing_fits(served: Served) -> None:
    """Two spend as much as they can, until the first has nothing left but to pass."""
    rng, host, seats = random.Random(1), served.table()["host"] + "/do", served.seats()
    while True:
        served.post(host, do="roll", dice=[rng.randint(1, 6) for _ in range(3)])
        if not plain(served.state(seats[0]), *MOVES):
            return
        for seat in seats:
            state = served.state(seat)
            moves = sorted(plain(state, *MOVES), key=lambda one: -one["price"]) or plain(state, "pass")
            served.post(seat + "/say", words=moves[0]["notation"])


def test_a_printed_sheet_with_a_name_takes_its_seat_without_asking(served: Served, devices: Devices) -> None:
    env = {**os.environ, "PNP_DATA": str(served.folder)}
    program, out = Path(sys.executable).with_name("pnp"), served.folder / "sheets"
    words = ["print", "house-of-dice", "--players", "Zoë", "--url", served.url, "--out", str(out)]
    subprocess.run([str(program), *words], env=env, check=True, capture_output=True)
    code = codes.make((served.folder / "key").read_bytes(), "house-of-dice", "play", "", "Zoë", "1")
    served.start("house-of-dice", "--evening", "new")
    phone = devices.phone(f"{served.url}/s/{code}")
    expect(phone.locator("#who")).to_contain_text("Zoë")


def test_a_wrong_tap_is_answered_in_words_above_the_guide_and_forgotten_with_the_next(
    served: Served, devices: Devices
) -> None:
    served.start("house-of-dice", "--players", "Ana,Bo", "--dice", "physical")
    host = served.table()["host"] + "/do"
    served.post(host, do="start")
    served.post(host, do="roll", dice=[3, 4, 6])
    phone = devices.phone(served.seats()[0])
    guide, toast = phone.locator(".guide"), phone.locator(".toast")
    expect(guide).to_contain_text("Tap a die")
    key(phone, "die-0").tap()
    expect(guide).to_contain_text("it is the column")
    for cell, said in (
        ("house.c5r3", "the dice 3 5 6 are needed for a window in column 5, row 3, paid with a 6; there are 3 4 6"),
        ("house.c4r6", "a window in row 6; row 6 takes chimney"),
    ):
        key(phone, cell).tap()
        expect(toast).to_contain_text(said)
        shown, guided = toast.bounding_box(), guide.bounding_box()
        assert shown and guided and shown["y"] + shown["height"] <= guided["y"], "the guide is not covered"
    picture(phone, "wrong-tap")
    key(phone, "die-1").tap()
    expect(toast).to_have_count(0, timeout=1000)
    expect(guide).to_be_visible()
    desk = devices.phone(served.table()["host"])
    for seat in served.seats():
        served.post(seat + "/say", words=plain(served.state(seat), *MOVES)[0]["notation"])
    expect(key(desk, "skip")).to_be_visible()
    lines = (
        "one => { const all = document.createRange(); all.selectNodeContents(one); return all.getClientRects().length }"
    )
    assert key(desk, "skip").evaluate(lines) == 1, "its word stands in one line"


def test_paper_takes_no_start_away_and_a_pass_is_offered_first(served: Served, devices: Devices) -> None:
    served.start("house-of-dice", "--players", "Ana,Bo", "--dice", "physical")
    host = devices.phone(served.table()["host"], viewport=SMALL_PHONE)
    phone = devices.phone(served.seats()[0], viewport=SMALL_PHONE)
    key(phone, "paper").tap()
    phone.locator('.box[data-key="turns.5"]').tap()
    key(phone, "fill up").tap()
    expect(phone.locator("#saved")).to_contain_text("saved")
    expect(phone.locator('.box[data-key="turns.1"]')).to_have_attribute("aria-label", "Turns 1: 2")
    brush = phone.locator('.box[data-key="house.c1r1"]')
    brush.tap()
    expect(key(phone, "pad F")).to_have_attribute("aria-label", "fence")
    next_thing(host, "Start")
    expect(phone.get_by_text("The dice appear here.")).to_be_visible()
    expect(
        phone.get_by_text("no roof", exact=False).or_(phone.locator("p.small.muted", has_text="−")).first
    ).to_be_visible()
    until_nothing_fits(served)
    pass_ = key(phone, "pass")
    expect(pass_).to_be_in_viewport(ratio=1)
    assert phone.locator("main [data-key]:visible").first.get_attribute("data-key") == "pass"
    for chip in phone.locator(".chip:visible").all():
        box = chip.bounding_box()
        assert box and box["x"] >= 0 and box["x"] + box["width"] <= SMALL_PHONE["width"]
    picture(phone, "only-pass")
    phone.set_viewport_size(LANDSCAPE)
    expect(pass_).to_be_in_viewport(ratio=1)
    expect(phone.locator(".side-by-side .crop")).to_be_in_viewport(ratio=0.95)
    picture(phone, "house-landscape")
    pass_.tap()
    expect(pass_).to_have_count(0)

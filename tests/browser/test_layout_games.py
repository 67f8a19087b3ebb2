"""Games that are layout files at a party: boxes that may be marked are lit and tapped, others say why not."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from pnp.sheets.layout import LAYOUTS
from tests.browser.conftest import SMALL_PHONE, Devices, Served, picture
from tests.browser.test_house import key

pytestmark = pytest.mark.xdist_group("browser")
EXAMPLES = LAYOUTS / "examples"


def test_a_box_is_tapped_that_the_dice_allow_and_another_says_why_not(served: Served, devices: Devices) -> None:
    served.start(str(EXAMPLES / "four-rows.toml"), "--players", "Ana,Bo", "--dice", "physical")
    served.post(served.table()["host"] + "/do", do="start")
    served.post(served.table()["host"] + "/do", do="roll", dice=[1, 4, 6])
    phone = devices.phone(served.seats()[0], viewport=SMALL_PHONE)
    box = phone.locator('.box[data-key="red.4"]')
    expect(box).to_contain_class("legal")
    phone.locator('.box[data-key="red.5"]').tap()
    expect(phone.locator("#words-answer")).to_contain_text("red 6: two of the dice have to make 6")
    picture(phone, "four-rows-phone-refused")
    box.tap()
    expect(phone.locator("#words-answer")).to_have_text("")
    expect(phone.get_by_text("entered: red 5")).to_be_visible()
    picture(phone, "four-rows-phone")
    assert served.state(served.table()["join"])["people"][0]["status"] == "in"


def test_a_pad_refuses_a_mark_until_somebody_insists(served: Served, devices: Devices) -> None:
    served.start(str(EXAMPLES / "wild-land.toml"), "--players", "Ana,Bo")
    served.post(served.table()["host"] + "/do", do="start")
    served.post(served.table()["host"] + "/do", do="say", seat=0, words="land c3r3 F")
    phone = devices.phone(served.seats()[0], viewport=SMALL_PHONE)
    expect(phone.locator('.box[data-key="land.c4r3"]')).to_contain_class("legal")
    far = phone.locator('.box[data-key="land.c6r4"]')
    expect(far).not_to_contain_class("legal")
    far.tap()
    key(phone, "pad R").tap()
    expect(phone.get_by_text("land c6r4 R: it touches nothing")).to_be_visible()
    picture(phone, "wild-land-phone")
    key(phone, "anyway").tap()
    expect(phone.get_by_text("land c6r4 R: it touches nothing").first).to_be_visible()
    state = served.state(served.seats()[0])
    assert state["me"]["paper"]["play"]["land.c6r4"] == "R" and not state["me"]["counted"]["legal"]

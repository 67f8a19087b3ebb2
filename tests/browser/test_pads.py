"""A score pad at a party: the host starts, phones tap their boxes, screen and host follow, the last box ends it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import SMALL_PHONE, Devices, Served, picture
from tests.browser.test_house import key, next_thing

pytestmark = pytest.mark.xdist_group("browser")


def test_a_pad_is_kept_by_two_phones(served: Served, devices: Devices) -> None:
    served.start("dice-miner", "--players", "Ana,Bo")
    table = served.table()
    host, screen = devices.laptop(table["host"]), devices.screen(table["screen"], reduced_motion="reduce")
    phones = [devices.phone(seat, viewport=SMALL_PHONE) for seat in served.seats()]
    next_thing(host, "Start")
    for number, phone in enumerate(phones, 1):
        expect(phone.get_by_text("Round 1 of 3")).to_be_visible()
        due = served.state(served.seats()[number - 1])["me"]["due"]
        expect(phone.locator(".box.wanted")).to_have_attribute("data-key", due)
        expect(key(phone, "due")).to_be_in_viewport(ratio=1)
        box = phone.locator(f'.box[data-key="p{number}.r1.tunnel"]')
        expect(box).to_be_visible()
        box.tap()
        key(phone, f"pad {number + 4}").tap()
        expect(phone.locator("#saved")).to_contain_text("saved")
    expect(screen.locator("body")).to_contain_text("Bo")
    expect(screen.locator(".scene.play .race")).to_have_count(2)
    expect(screen.locator(".board li").first).to_contain_text("Bo")
    picture(phones[0], "pad-phone")
    picture(host, "pad-host")
    picture(screen, "pad-screen")
    state = served.state(table["join"])
    assert [(row["player"], row["total"]) for row in state["ranking"]] == [("Bo", 6), ("Ana", 5)]
    for line in ("Ana treasure 1", "Ana hazard 0", "Ana tunnel 3 4", "Ana treasure 2 2", "Ana hazard 0 0"):
        assert served.post(table["host"] + "/do", do="say", seat=None, words=line)["ok"], line
    for line in ("Bo treasure 1", "Bo hazard 0", "Bo tunnel 3 4", "Bo treasure 3 2", "Bo hazard 0 0"):
        assert served.post(table["host"] + "/do", do="say", seat=None, words=line)["ok"], line
    state = served.state(table["join"])
    assert state["phase"] == "over"
    assert [person["race"] for person in state["people"]] == [[6, 11, 17], [7, 13, 19]]
    picture(phones[0], "pad-phone-end")
    picture(screen, "pad-screen-end")


@pytest.mark.parametrize("game", ["dice-city", "dice-manor"])
def test_the_box_that_is_due_is_offered_whatever_sheets_a_player_has(
    game: str, served: Served, devices: Devices
) -> None:
    served.start(game, "--players", "Ana,Bo")
    served.post(served.table()["host"] + "/do", do="start")
    phone = devices.phone(served.seats()[0], viewport=SMALL_PHONE)
    expect(key(phone, "due")).to_be_in_viewport(ratio=1)
    key(phone, "due").tap()
    key(phone, "pad 4").tap()
    expect(phone.locator("#saved")).to_contain_text("saved")
    picture(phone, f"pad-{game}")

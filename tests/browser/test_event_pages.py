"""A day at the desk of an event: many tables on a laptop, players' phones that follow, a screen of the hall."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from pnp.convention.desk import Desk
from pnp.convention.event import Settings
from pnp.play.stores.sqlite import SqliteStore
from pnp.play.tables import Tables
from tests.browser.conftest import SMALL_PHONE, Devices, Served, picture

pytestmark = pytest.mark.xdist_group("browser")

NAMES = [*(f"Małgorzata Wiśniewska-Brzęczyszczykiewicz {number}" for number in range(1, 205)), "عدي", "Zoë"]


def test_a_desk_leads_everybody_from_one_round_to_the_next(served: Served, devices: Devices) -> None:
    with SqliteStore(served.folder / "tables.db") as store:
        tables = Tables(store, lambda: "2026-01-01T12:00:00Z")
        Desk.open(tables, Settings("Con", "yacht", 4, 2, confirm=True), NAMES).seat()
    served.start("--event", "Con")
    address = served.told["evening"]["host"]
    desk, hall = devices.laptop(address), devices.screen(served.told["evening"]["screen"])
    expect(desk.locator(".event-table")).to_have_count(52)
    picture(desk, "event-desk")
    state = served.state(address)
    table = state["tables"][2]
    phone = devices.phone(
        state["desk"]["guests"][str(table["people"][0]["guest"])], viewport=SMALL_PHONE, locale="pl-PL"
    )
    expect(phone.locator("#place")).to_have_text("Runda 1: siedzisz przy stole 3")
    box = phone.locator("#place").bounding_box()
    assert box and box["width"] > 300 and box["height"] < 60, "it is a line, not a column beside the names"

    # A slip is entered; a player of the table is asked for it on their phone.
    desk.click("[data-key=table-3]")
    for number, field in enumerate(desk.locator("dialog input").all()):
        field.fill(str(90 + number))
    desk.click("[data-key=enter]")
    expect(phone.locator("[data-key=confirm]")).to_be_visible()
    phone.click("[data-key=confirm]")
    expect(phone.locator("[data-key=confirm]")).to_have_count(0)

    # Everybody is in the list of people, however long it is.
    desk.click("[data-key=part-people]")
    desk.click("[data-key=all]")
    expect(desk.locator("[data-key^=person-]")).to_have_count(len(NAMES))
    desk.fill("#new-name", "Late O'Comer")
    desk.click("[data-key=add]")
    expect(desk.locator("[data-key^=person-]")).to_have_count(len(NAMES) + 1)

    # A screen of the hall shows what the desk chooses, and all of it.
    desk.click("[data-key=part-screens]")
    desk.select_option("#screen-1", "tables")
    expect(hall.locator(".card")).to_have_count(8)
    last = hall.locator(".card").last.bounding_box()
    assert last and last["y"] + last["height"] <= 1080
    picture(hall, "event-hall-tables")

    # The next round: the phone goes to its table by itself.
    desk.click("[data-key=close]")
    desk.click("[data-key=yes]")
    desk.click("[data-key=seat]")
    expect(desk.locator("[data-key=close]")).to_contain_text("Close round 2")
    expect(phone.locator("#place")).to_contain_text("Runda 2")
    guest = table["people"][0]["guest"]
    now = next(one for one in served.state(address)["tables"] if guest in [seat["guest"] for seat in one["people"]])
    there = "table => JSON.parse(document.getElementById('page').textContent).first.table === table"
    phone.wait_for_function(there, arg=now["table"])
    picture(phone, "event-phone")

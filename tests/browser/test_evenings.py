"""An evening with phones, a desk and a screen: everybody comes in once, and pages go from game to game by themselves."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import SMALL_PHONE, Devices, Served, picture

pytestmark = pytest.mark.xdist_group("browser")


def come_in(devices: Devices, address: str, name: str, color: str = "", **more: object) -> Page:
    phone = devices.phone(address, viewport=SMALL_PHONE, **more)
    phone.fill("#name", name)
    if color:
        phone.click(f"[data-key=color-{color}]")
    phone.click("button.primary")
    expect(phone).to_have_url(re.compile("/s/"))
    return phone


def to_the_end(served: Served, host: str) -> None:
    """A game of Yacht that was played on paper; who sits first has least."""
    for seat in range(len(served.state(host)["people"])):
        served.post(f"{host}/do", do="paper", seat=seat, sheet="score", marks={"g1.ones": seat + 1})
    served.post(f"{host}/do", do="close")


def fits(page: Page) -> None:
    """Nothing is wider than the page."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), page.url


def test_an_evening_of_two_games_and_a_kill(served: Served, devices: Devices) -> None:
    served.start("--season", "Test")
    evening = served.told["evening"]
    screen = devices.screen(evening["screen"], reduced_motion="reduce")
    expect(screen.locator(".letters").first).to_contain_text(evening["evening"])
    desk = devices.phone(evening["host"], viewport=SMALL_PHONE)
    ana = come_in(devices, evening["join"], "Ana", "teal")
    bo = come_in(devices, evening["join"], "Bożena", locale="pl-PL")
    expect(ana.locator(".people li")).to_have_count(2)
    expect(bo.get_by_role("heading", name="Gospodarz wybiera następną grę")).to_be_visible()
    expect(screen.locator(".arrivals li")).to_have_count(2)
    expect(desk.locator("[data-key^=guest-]")).to_have_count(2)
    for page in (ana, bo, desk):
        fits(page)
    picture(screen, "evening-lobby")
    picture(desk, "evening-desk")

    # The desk picks a game, tapping twice: one table, and everybody is there without a scan.
    desk.click("[data-key=game-yacht]")
    desk.locator("[data-key=go]").dblclick()
    expect(desk.locator("#next")).to_contain_text("Start with 2 players")
    first = served.state(evening["join"])["tables"]
    assert len(first) == 1
    expect(ana.locator("#who")).to_contain_text("Ana")
    expect(bo.locator("#who")).to_contain_text("Bożena")
    expect(screen).to_have_url(re.compile(f"/t/{first[0]['table']}/screen"))

    # It ends: phones and screen show the evening; somebody comes late; Again takes all three.
    to_the_end(served, desk.url)
    expect(ana.locator(".standing .mine")).to_contain_text("Ana")
    expect(bo.locator(".standing tbody tr").first).to_contain_text("Bożena")
    scenes = [one["name"] for one in served.state(f"/t/{first[0]['table']}")["show"]["scenes"]]
    assert scenes[:2] == ["winner", "between"]
    between = devices.screen(evening["screen"], reduced_motion="reduce")
    expect(between.locator(".between .standing tbody tr")).to_have_count(2)
    picture(between, "evening-between")
    assert between.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]") == [
        1920,
        1080,
    ]
    cy = come_in(devices, evening["join"], "Cy")
    expect(cy.locator(".standing tbody tr")).to_have_count(2)
    expect(screen.locator('.scene[data-scene="between"] .standing tbody tr')).to_have_count(2)
    desk.click("#next")
    expect(desk.locator(".game").first).to_be_visible()
    fits(desk)
    desk.click("[data-key=again]")
    expect(desk.locator(".tick", has_text="Cy").locator("input")).to_be_checked()
    desk.locator("[data-key=go]").dblclick()
    expect(desk.locator("#next")).to_contain_text("Start with 3 players")
    expect(cy.locator("#who")).to_contain_text("Cy")
    second = served.state(evening["join"])["tables"]
    assert len(second) == 2
    expect(screen).to_have_url(re.compile(f"/t/{second[1]['table']}/screen"))

    for phone, heading in ((ana, "Keep score"), (bo, "Zapisuj"), (cy, "Keep score")):
        expect(phone.locator("main h2").first).to_contain_text(heading)

    # Killed and started anew with the same words: every page is where it was.
    served.kill()
    served.start("--season", "Test")
    assert served.told["evening"] == evening
    to_the_end(served, desk.url)
    expect(cy.locator(".standing tbody tr").first).to_contain_text("Bożena")
    expect(cy.locator(".standing .mine")).to_contain_text("2.")
    expect(ana.locator(".standing .mine")).to_contain_text("3.")

    # Ana goes home; the next game is without her, and her page says so.
    ana.click("[data-key=leave]")
    expect(ana.locator("[data-key=back]")).to_be_visible()
    desk.click("#next")
    desk.click("[data-key=game-house-of-dice]")
    expect(desk.locator(".tick", has_text="Ana")).to_have_count(0)
    desk.click("[data-key=go]")
    expect(desk.locator("#next")).to_contain_text("Start with 2 players")
    expect(bo.locator("#others")).to_contain_text("Cy")
    expect(ana.locator("[data-key=back]")).to_be_visible()


def test_a_desk_with_two_tables(served: Served, devices: Devices) -> None:
    served.start("house-of-dice", "--tables", "2", "--players", "Ana,Bo")
    evening, one, other = served.told["evening"], served.table(0), served.table(1)
    for table in (one, other):
        served.post(f"{table['host']}/do", do="rename", seat=0, name=f"Ana {table['table'][:2]}")
        served.post(f"{table['host']}/do", do="rename", seat=1, name=f"Bo {table['table'][2:4]}")
    served.post(f"{one['host']}/do", do="start")
    served.post(f"{one['host']}/do", do="roll")
    screen = devices.screen(evening["screen"], reduced_motion="reduce")
    expect(screen.locator(".table")).to_have_count(2)
    expect(screen.locator(".wait").first).to_contain_text(re.compile(r"Waits for Ana .*\d:\d\d"))
    size = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
    assert screen.evaluate(size) == [1920, 1080]
    picture(screen, "evening-overview")
    seats = served.state(other["host"])["host"]["seats"]
    moved = devices.phone(seats[1]["url"], viewport=SMALL_PHONE)
    expect(moved.locator("#who")).to_contain_text("Bo")
    desk = devices.laptop(evening["host"])
    expect(desk.locator(".table")).to_have_count(2)
    fits(desk)
    guest = served.state(evening["join"])["tables"][1]["people"][1]["guest"]
    desk.click(f"[data-key=guest-{guest}]")
    desk.click(f"[data-key=to-{one['table']}]")
    expect(screen.locator(".table").first.locator(".sitting li")).to_have_count(3)
    expect(moved.locator("#others")).to_contain_text(f"Ana {one['table'][:2]}")
    expect(moved.locator(".badge").first).to_contain_text("Round 1")


def test_a_game_is_paused_left_and_ended_from_the_hosts_page_and_the_desk(served: Served, devices: Devices) -> None:
    served.start("house-of-dice", "--players", "Ana,Bo", "--timer", "300")
    table = served.table()
    host, screen = devices.phone(table["host"]), devices.screen(table["screen"], reduced_motion="reduce")
    phone = devices.phone(served.seats()[0])
    for deed in ("start", "roll"):
        served.post(f"{table['host']}/do", do=deed)
    host.click("[data-key=pause]")
    for place in (host.locator(".round"), phone.locator(".stopped"), screen.locator("#stopped .phrase")):
        expect(place).to_contain_text("Paused")
        expect(place).to_be_visible()
    assert phone.evaluate("document.getElementById('main').inert")
    picture(phone, "paused-phone")
    picture(screen, "paused-screen")
    host.click("[data-key=desk]")
    expect(host.locator(".table")).to_contain_text("Paused")
    host.click(f"[data-key=resume-{table['table']}]")
    expect(screen.locator("#stopped")).to_be_hidden()
    expect(host.get_by_text("Everybody here is playing")).to_be_visible()
    expect(host.locator("#main")).not_to_contain_text("more people needed")
    host.click(f"[data-key=end-{table['table']}]")
    host.click("dialog .primary")
    for place in (host.locator(".table"), phone.locator("#main"), screen.locator(".stopped-at")):
        expect(place).to_contain_text("Ended in the first of 24 rounds")
    expect(screen.locator("#rail .done")).to_have_count(0)
    fits(host)
    expect(host.locator(".door")).to_be_visible()
    host.click("[data-key=end]")
    host.click("dialog .primary")
    expect(host.locator(".door")).to_be_hidden()
    results = devices.laptop(f"{served.url}/t/{table['table']}/results")
    expect(results.get_by_text("nobody has won")).to_be_visible()
    expect(results.locator(".winner")).to_have_count(0)

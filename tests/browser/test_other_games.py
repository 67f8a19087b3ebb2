"""Games without a page of their own on a phone: everything is tapped, nothing typed, and dice have their colours."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import SMALL_PHONE, Devices, Served, picture
from tests.browser.test_house import key

pytestmark = pytest.mark.xdist_group("browser")


OUTSIDE = """() => {
  const tray = document.querySelector('.tray').getBoundingClientRect();
  return [...document.querySelectorAll('.tray .place')].map((one) => one.getBoundingClientRect()).filter((one) =>
    one.top < tray.top || one.bottom > tray.bottom || one.left < tray.left || one.right > tray.right);
}"""


def begun(served: Served, game: str, *more: str) -> str:
    """A game of two whose dice are known, and its host's address to do things at."""
    served.start(game, "--players", "Ana,Bo", "--same-dice-as", served.known_dice(game), *more)
    host = served.table()["host"] + "/do"
    served.post(host, do="start")
    return host


def others_go_on(served: Served, phone: Page) -> None:
    """Something that another player does changes what this phone may do: one option less, and a name."""

    before = phone.locator(".choice-grid .option").count()

    def less(route: Route) -> None:
        told = served.state(served.seats()[0])
        told["me"]["options"].remove(next(one for one in told["me"]["options"] if "picks" not in one))
        route.fulfill(json=told)

    phone.route(re.compile(r"/state\b"), less)
    served.post(served.table()["host"] + "/do", do="rename", seat=1, name="Bolek")
    expect(phone.locator("body")).to_contain_text("Bolek")
    expect(phone.locator(".choice-grid .option")).to_have_count(before - 1)
    phone.unroute(re.compile(r"/state\b"))


def test_dice_are_tapped_and_kept(served: Served, devices: Devices) -> None:
    host = begun(served, "yacht")
    for seat in served.seats():
        served.post(host, do="roll")
        served.post(seat + "/say", words="choice")
    desk = devices.phone(served.table()["host"] + "#log", viewport=SMALL_PHONE)
    desk.locator('[data-key^="fix-"]').last.tap()
    key(desk, "say sixes").tap()
    desk.get_by_role("button", name="Correct it").tap()
    expect(desk.locator("dialog")).to_have_count(0)
    expect(desk.locator(".log")).to_contain_text("points in sixes")
    picture(desk, "corrected")
    screen = devices.screen(served.table()["screen"], reduced_motion="reduce")
    totals = [one["total"] for one in served.state(host.removesuffix("/do"))["people"]]
    expect(screen.locator(".race .piece")).to_have_text([f"+{n}" for n in sorted(totals, reverse=True)])
    picture(screen, "race")
    phone = devices.phone(served.seats()[0], viewport=SMALL_PHONE)
    key(phone, "roll").tap()
    dice = phone.locator(".lying[data-key]")
    expect(dice).to_have_count(5)
    first = [str(dice.nth(at).get_attribute("aria-label")) for at in (0, 1)]
    dice.nth(0).tap()
    dice.nth(1).tap()
    keep = phone.locator(".option.primary")
    expect(keep).to_contain_text(f"Keeps {' '.join(first)} and rolls 3 dice again".replace("K", "k", 1))
    picture(phone, "yacht-keep")
    others_go_on(served, phone)
    expect(phone.locator(".lying[aria-pressed=true]")).to_have_count(2)
    expect(keep).to_contain_text(f"eeps {' '.join(first)} and rolls 3 dice again")
    keep.tap()
    key(phone, "roll").tap()
    expect(dice).to_have_count(5)
    expect(phone.locator(".lying[aria-pressed=true]")).to_have_count(0)
    expect(phone.locator("input")).to_have_count(0)
    phone.locator(".choice-grid .option").first.tap()
    expect(phone.locator("h2").first).to_contain_text("Bolek")
    race = served.state(host.removesuffix("/do"))["people"][0]["race"]
    assert len(race) == 2 and race[0] == totals[0] and race[1] >= race[0]


def test_a_box_is_struck_only_when_asked_and_a_move_is_taken_back(served: Served, devices: Devices) -> None:
    host = begun(served, "yacht")
    served.post(host, do="roll")
    phone = devices.phone(served.seats()[0])
    nothing = next(one for one in served.state(served.seats()[0])["me"]["options"] if one.get("mark") == 0)
    box = key(phone, f"say {nothing['notation']}")
    box.tap()
    expect(phone.locator("dialog")).to_contain_text("These dice give nothing here")
    picture(phone, "struck")
    phone.locator("dialog .shut").tap()
    assert served.state(served.seats()[0])["active"] == 0, "nothing was struck"
    box.tap()
    key(phone, "strike").tap()
    expect(phone.locator("dialog")).to_have_count(0)
    back = key(phone, "take-back")
    expect(back).to_be_visible()
    picture(phone, "taken-back")
    back.tap()
    expect(box).to_be_visible()
    expect(back).to_have_count(0)
    phone.locator(".choice-grid .option").first.tap()
    expect(back).to_be_visible()
    served.post(host, do="roll")
    expect(back).to_have_count(0)


def test_a_heap_of_dice_is_tapped(served: Served, devices: Devices) -> None:
    host = begun(served, "dice-miner", "--turns")
    seats = served.seats()
    served.post(host, do="roll")
    for _ in seats:
        wants = next(n for n, url in enumerate(seats) if served.state(url)["me"]["options"])
        served.post(seats[wants] + "/say", words=served.state(seats[wants])["me"]["options"][0]["notation"])
    served.post(host, do="roll")
    served.post(host, do="roll")
    state = served.state(host.removesuffix("/do"))
    phone = devices.phone(seats[state["active"]], viewport=SMALL_PHONE)
    other = devices.phone(seats[1 - state["active"]], viewport=SMALL_PHONE)
    expect(phone.locator(".heap .die")).to_have_count(len(state["spread"]))
    expect(other.locator(".heap .die")).to_have_count(len(state["spread"]))
    screen = devices.screen(served.table()["screen"], reduced_motion="reduce")
    expect(screen.locator(".tray .heap .die")).to_have_count(len(state["spread"]))
    expect(screen.locator(".racer")).to_have_count(2)
    picture(screen, "heap-screen")
    colors = {die.evaluate("one => getComputedStyle(one).fill") for die in phone.locator(".heap .die rect").all()}
    assert len(colors) > 2, "dice of different sorts have different colours"
    free = phone.locator(".heap .lying[data-key]")
    expect(free).to_have_count(sum(die["free"] for die in state["spread"]))
    free.first.tap()
    picture(phone, "heap-taken")
    phone.locator(".option.primary").tap()
    expect(phone.locator(".heap .die")).to_have_count(len(state["spread"]) - 1)


def test_who_rolls_is_the_same_everywhere_and_long_lists_are_asked_step_by_step(
    served: Served, devices: Devices
) -> None:
    begun(served, "dice-city", "--turns")
    phones = [devices.phone(seat, viewport=SMALL_PHONE) for seat in served.seats()]
    screen = devices.screen(served.table()["screen"], reduced_motion="reduce")
    for who, name in ((0, "Ana"), (1, "Bo")):
        expect(phones[who].get_by_text("You roll.")).to_be_visible()
        expect(phones[1 - who].get_by_text(f"{name} rolls.")).to_be_visible()
        expect(phones[1 - who].locator('[data-key="roll"]')).to_have_count(0)
        expect(screen.locator("h1.phrase")).to_contain_text(f"{name} rolls")
        expect(screen.locator(".tray .place")).to_have_count(5)
        assert screen.evaluate(OUTSIDE) == [], "dice that are to be rolled lie in their tray"
        key(phones[who], "roll").tap()
    ana = phones[0]
    expect(ana.locator(".lying[data-key]")).to_have_count(5)
    ana.locator(".lying[data-key]").first.tap()
    key(ana, "kind use").tap()
    ana.locator(".choice-grid .option").first.tap()
    key(ana, "wood 1").tap()
    key(ana, "wood 1").tap()
    key(ana, "vp 1").tap()
    key(ana, "vp 1").tap()
    key(ana, "vp -1").tap()
    picture(ana, "city-asked")
    key(ana, "asked").tap()
    expect(ana.locator(".lying[data-key]")).to_have_count(4)
    log = served.state(served.table()["host"])["host"]["log"]
    assert "wood 2, vp 1" in log[-1]["what"], "what only the board tells is tapped in numbers"
    served.post(served.seats()[0] + "/say", words="next")
    key(ana, "kind build").tap()
    ana.locator('[data-key^="mark "]').first.tap()
    ana.locator('[data-key^="where "]').nth(1).tap()
    picture(ana, "city-build")
    ana.locator(".choice-grid .option").first.tap()
    if ana.locator("dialog").count():
        key(ana, "wood 1").tap()
        key(ana, "asked").tap()
    expect(ana.locator("input")).to_have_count(0)
    expect(key(ana, "say end")).to_be_visible()
    city = served.state(served.seats()[0])["me"]["marks"]["city"]
    assert len([mark for id, mark in city.items() if id.startswith("city.")]) == 1


def test_a_trove_on_the_table_is_tapped_die_by_die_and_a_doubt_is_answered_with_a_tap(
    served: Served, devices: Devices
) -> None:
    served.start("dice-miner", "--players", "Ana,Bo", "--turns", "--dice", "physical")
    host, seats = served.table()["host"] + "/do", served.seats()
    served.post(host, do="start")
    served.post(seats[0] + "/say", words="starts 1")
    for seat in (1, 0):
        served.post(seats[seat] + "/say", words=served.state(seats[seat])["me"]["options"][0]["notation"])
    all_dice = "tunnel 1 1 1 1 1; treasure 1 1 1 1 1; hazard dragon dragon dragon dragon dragon; tool chest chest chest; magic 1 1"
    assert served.post(seats[1] + "/say", words=all_dice)["ok"]
    phone = devices.phone(seats[0], viewport=SMALL_PHONE)
    trove = phone.locator(".option", has_text="…")
    expect(trove).to_have_count(1)
    trove.tap()
    for face in ("tunnel 1", "tunnel 1", "hazard dragon x4", "tunnel beer"):
        key(phone, f"face {face}").tap()
    key(phone, "there 0").tap()
    expect(phone.locator(".lying-there .die")).to_have_count(3)
    picture(phone, "trove-asked")
    key(phone, "asked").tap()
    expect(phone.locator(".refusal")).to_contain_text("20")
    picture(phone, "trove-doubt")
    phone.get_by_role("button", name="It really was so").tap()
    expect(phone.locator(".refusal")).to_have_count(0)
    expect(phone.locator("input")).to_have_count(0)
    entered = [row for row in served.state(served.table()["host"])["host"]["log"] if "3 dice" in row["what"]]
    assert len(entered) == 1, "the trove is in, as it was tapped"

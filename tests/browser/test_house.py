"""A whole game of House of Dice: three phones that tap its beginning, its middle and its end, a host, a big screen."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import SMALL_PHONE, Devices, Served, picture

pytestmark = pytest.mark.xdist_group("browser")
ROUNDS, LOOKED_AT = 24, 14
TAPPED = {1, 2, 12, 13, 14, 23, 24}
"""Rounds that are entered by tapping; in the others the pages only look on while the same words are sent for them."""


def key(page: Page, name: str) -> Any:
    return page.locator(f'[data-key="{name}"]:visible')


def next_thing(host: Page, says: str) -> None:
    """Tap the host's big button, once it says what is expected."""
    button = host.locator("#next")
    expect(button.locator("span").first).to_contain_text(re.compile(says))
    host.wait_for_timeout(650)  # a button that has just become another one takes no tap yet
    button.click()


def draw(page: Page, words: str, dice: list[int], claim: str = "") -> None:
    """Enter a move by tapping: the dice into their places, the cell, the button at the bottom."""
    if claim:
        key(page, f"bonus-{claim}").tap()
    if words == "-":
        key(page, "pass").tap()
    else:
        tap_dice(page, words, dice, claim)
        confirm = key(page, "confirm")
        expect(confirm).to_have_class(re.compile("primary"))
        confirm.tap()
    expect(key(page, "confirm")).to_have_count(0)


def tap_dice(page: Page, words: str, dice: list[int], claim: str = "") -> None:
    left = list(enumerate(dice))

    def tap(face: int) -> None:
        at = next(one for one in left if one[1] == face)
        left.remove(at)
        key(page, f"die-{at[0]}").tap()

    if furniture := re.fullmatch(r"\+(\d)\$(\d)", words):
        key(page, "furniture").tap()
        tap(int(furniture[1]))
        tap(int(furniture[2]))
        return
    move = re.fullmatch(r"([A-Z])(\d)(\d)\$(\d)", words)
    assert move, words
    column, cost = int(move[2]), int(move[4])
    part = list(dice)
    part.remove(column)
    part.remove(cost)
    tap(part[0])
    tap(column)
    cell = key(page, f"house.c{move[2]}r{move[3]}")
    if "chosen" not in (cell.locator(".lit").get_attribute("class") or ""):
        cell.tap()
    # Two parts may fit the same dice and cell: then a chip for each asks which one.
    chip = page.locator(f'.bar [data-key="{f"!{claim} " if claim else ""}{words}"]')
    if chip.count():
        chip.tap()


def test_a_whole_game_with_three_phones_a_host_and_a_screen(served: Served, devices: Devices) -> None:
    served.start("house-of-dice", "--players", "Ana,Bo", "--same-dice-as", served.known_dice("house-of-dice"))
    table = served.table()
    host = devices.laptop(table["host"])
    screen = devices.screen(table["screen"], reduced_motion="reduce")
    picture(screen, "screen-lobby")
    cy = devices.phone(table["join"], viewport=SMALL_PHONE)
    picture(cy, "phone-join")
    cy.get_by_label(re.compile("name", re.IGNORECASE)).last.fill("Cy")
    cy.keyboard.press("Enter")
    cy.wait_for_url("**/s/*")
    expect(screen.get_by_text("Cy", exact=True).first).to_be_visible()
    seats = served.seats()
    phones = [devices.phone(seats[0]), devices.phone(seats[1], color_scheme="dark"), cy]
    picture(phones[0], "phone-lobby")
    picture(host, "host-lobby")
    next_thing(host, "Start")
    chance = random.Random(24)
    claimed = 0
    for number in range(1, ROUNDS + 1):
        order = chance.sample(range(3), 3)
        if number not in TAPPED:
            _sent(served, seats, order, chance)
            continue
        next_thing(host, "[Rr]oll")
        if number == LOOKED_AT:
            screen.clock.fast_forward(9000)  # the round before is looked at first
        for seat in order:
            claimed += _tapped(served, phones[seat], seats[seat], number, chance)
            if number == LOOKED_AT and served.state(seats[seat])["me"]["entry"]:
                picture(phones[seat], "phone-entered")
                picture(host, "host-round")
                picture(screen, "screen-round")
        if number == LOOKED_AT:
            expect(screen.locator("body")).to_contain_text(f"Round {number} revealed")
            screen.clock.fast_forward(1200)
            picture(screen, "screen-reveal")
    state = served.state(table["join"])
    assert state["phase"] == "over" and state["vote"]["open"] and claimed
    _vote(served, host, screen, phones, seats)


def _sent(served: Served, seats: list[str], order: list[int], chance: random.Random) -> None:
    """A round whose words are sent without a page."""
    served.post(served.table()["host"] + "/do", do="roll")
    for seat in order:
        served.post(seats[seat] + "/say", words=chance.choice(_words(served.state(seats[seat]))))


def _tapped(served: Served, phone: Page, address: str, number: int, chance: random.Random) -> bool:
    """A phone enters its move by tapping, with the free bonus where it can; whether it claimed it."""
    expect(phone.get_by_text(f"Round {number} of {ROUNDS}").first).to_be_visible()
    expect(key(phone, "confirm")).to_be_visible()
    state = served.state(address)
    words = _words(state)
    claim = "free" in state["me"]["bonuses"] and number > 12 and state["active"] == state["me"]["seat"]
    if number == LOOKED_AT:
        picture(phone, f"phone-round-{state['me']['seat']}")
    draw(phone, chance.choice(words), state["dice"], "free" if claim and words != ["-"] else "")
    return claim and words != ["-"]


def _words(state: dict[str, Any]) -> list[str]:
    return [one["notation"] for one in state["me"]["options"] if one["notation"] not in ("reroll", "withdraw")]


def _vote(served: Served, host: Page, screen: Page, phones: list[Page], seats: list[str]) -> None:
    """The end: scores, the vote, the closing, what people take home."""
    for phone, choice in ((phones[0], 1), (phones[1], 2), (phones[2], 1)):
        key(phone, f"vote-{choice}").tap()
        expect(key(phone, f"vote-{choice}")).to_have_attribute("aria-pressed", "true")
    key(phones[2], "vote-0").tap()
    expect(key(phones[2], "vote-0")).to_have_attribute("aria-pressed", "true")
    assert served.state(served.table()["join"])["vote"] == {"open": True, "given": 3, "of": 3, "result": None}
    screen.clock.fast_forward(9000)  # the last reveal is looked at first
    picture(screen, "screen-scores")
    picture(phones[0], "phone-vote")
    next_thing(host, "vote")
    expect(host.locator("#next")).to_contain_text(re.compile("Close the table", re.IGNORECASE))
    assert served.state(served.table()["join"])["vote"]["result"] == {
        "seats": [0, 1, 2],
        "votes": 1,
        "counts": [1, 1, 1],
    }
    screen.clock.fast_forward(2500)
    picture(screen, "screen-vote")
    picture(phones[0], "phone-end")
    next_thing(host, "Close the table")
    picture(host, "host-close")
    host.get_by_role("button", name=re.compile("close", re.IGNORECASE)).last.click()
    expect(host.locator("#next")).to_contain_text(re.compile("results", re.IGNORECASE))
    assert served.state(served.table()["join"])["secret"]
    screen.clock.fast_forward(800)
    picture(screen, "screen-closed")
    results = host.context.new_page()
    results.goto(served.table()["join"] + "/results")
    expect(results.get_by_text("Cy").first).to_be_visible()
    picture(results, "results-laptop")
    for ending, begins in (
        ("csv", b"\xef\xbb\xbftable,"),
        ("png", b"\x89PNG"),
        ("pdf", b"%PDF"),
        ("log", b'{"v":1'),
        ("json", b"{"),
    ):
        answer = results.request.get(f"{served.table()['join'].replace('party.test', '127.0.0.1')}/results.{ending}")
        assert answer.ok and answer.body().startswith(begins), ending

"""A whole game of House of Dice: three phones that tap its beginning, its middle and its end, a host, a big screen."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from typing import Any
from urllib.error import HTTPError

import pytest
from playwright.sync_api import FilePayload, Page, Route, expect

from tests.browser.conftest import LANDSCAPE, PHONE, SMALL_PHONE, Devices, Served, picture
from tests.web.test_covered_photos import photographed, sheet

pytestmark = pytest.mark.xdist_group("browser")
ROUNDS, LOOKED_AT = 24, 14
COUNT_SOUNDS = """window.heard = 0;
for (const kind of [OscillatorNode, AudioBufferSourceNode]) {
  const start = kind.prototype.start;
  kind.prototype.start = function (...at) { window.heard += 1; return start.apply(this, at); };
}"""
ASKED = 2
"""The round in which a phone has chosen and not entered when the host reveals."""
BONUS_ANSWERS = re.compile(r"/options\?bonus=|/claims\.js")
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
    if words == "-":
        key(page, "pass").tap()
    else:
        tap_dice(page, words, dice, claim)
        confirm = key(page, "confirm")
        expect(confirm).to_have_class(re.compile("primary"))
        confirm.tap()
    expect(key(page, "confirm")).to_have_count(0)


@contextmanager
def slow_claim(page: Page, claim: str) -> Iterator[None]:
    """Tap a bonus, and hold back what it allows until a die has been tapped: a slow network loses no tap."""
    held: list[Route] = []
    page.route(BONUS_ANSWERS, lambda route: held.append(route))
    key(page, f"bonus-{claim}").tap()
    yield
    with page.expect_response(re.compile("bonus=")):
        for route in held:
            route.continue_()
        page.unroute(BONUS_ANSWERS)


def tap_dice(page: Page, words: str, dice: list[int], claim: str = "") -> None:
    left = list(enumerate(dice))

    def tap(face: int) -> None:
        at = next(one for one in left if one[1] == face)
        left.remove(at)
        key(page, f"die-{at[0]}").tap()

    if furniture := re.fullmatch(r"\+(\d)\$(\d)", words):
        if claim:
            key(page, f"bonus-{claim}").tap()
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
    with slow_claim(page, claim) if claim else nullcontext():
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
    screen.context.add_init_script(COUNT_SOUNDS)
    screen.reload()
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
        expect(host.get_by_text(f"Round {number} of {ROUNDS}").first).to_be_visible()
        next_thing(host, "[Rr]oll")
        if number == ASKED:
            _asked(served, host, phones, seats)
            continue
        if number == 1:
            _guided(phones[0])
            _sideways(phones[0])
            _heard(screen, phones)
        for seat in order:
            claimed += _tapped(served, phones[seat], seats[seat], number, chance)
            if number == LOOKED_AT and served.state(seats[seat])["me"]["entry"]:
                picture(phones[seat], "phone-entered")
                picture(host, "host-round")
                picture(screen, "screen-round")
        if number == LOOKED_AT:
            expect(screen.locator("body")).to_contain_text(f"Round {number} revealed")
            picture(screen, "screen-reveal")
    state = served.state(table["join"])
    assert state["phase"] == "over" and state["vote"]["open"] and claimed
    _count(devices, served, host, screen, phones)
    _vote(served, host, screen, phones, seats)


def test_whoever_had_entered_is_told_of_a_reroll(served: Served, devices: Devices) -> None:
    served.start("house-of-dice", "--players", "Ana,Bo,Cy", "--same-dice-as", served.known_dice("house-of-dice"))
    table, seats = served.table(), served.seats()
    host, screen = devices.laptop(table["host"]), devices.screen(table["screen"], reduced_motion="reduce")
    bo, cy = (devices.phone(seat) for seat in seats[1:])
    next_thing(host, "Start")
    next_thing(host, "Roll")
    expect(key(cy, "confirm")).to_be_visible()
    served.post(seats[1] + "/say", words=_words(served.state(seats[1]))[0])
    expect(bo.get_by_text("Entered in secret")).to_be_visible()
    served.post(seats[0] + "/say", words="reroll")
    void = "The move that you had entered is void: Ana rerolls all dice."
    expect(bo.get_by_text(void)).to_be_visible()
    expect(cy.get_by_text("Ana rolls again, for everybody")).to_be_visible()
    expect(screen.get_by_text("Ana rolls again; what Bo had entered is void")).to_be_visible()
    expect(host.locator("#next")).to_contain_text("Bo had entered is void")
    picture(bo, "phone-voided")
    picture(screen, "screen-voided")
    picture(host, "host-voided")
    next_thing(host, "^Roll again$")
    expect(key(bo, "die-0")).to_be_visible()
    expect(bo.get_by_text(void)).to_be_visible()
    picture(bo, "phone-voided-dice")
    served.post(seats[1] + "/say", words=_words(served.state(seats[1]))[0])
    expect(bo.get_by_text(void)).to_have_count(0)
    expect(cy.get_by_text("had entered is void")).to_have_count(0)


def _guided(phone: Page) -> None:
    """What to tap is said step by step in the first round; `Got it` ends it for good."""
    guide = phone.locator(".guide")
    expect(guide).to_contain_text("Tap a die")
    picture(phone, "phone-guide")
    key(phone, "die-0").tap()
    expect(guide).to_contain_text("it is the column")
    key(phone, "die-0").tap()
    expect(guide).to_contain_text("Tap a die")
    phone.reload()
    expect(guide).to_contain_text("Tap a die")
    key(phone, "guide-off").tap()
    expect(guide).to_be_hidden()
    phone.reload()
    expect(key(phone, "confirm")).to_be_visible()
    assert phone.evaluate("localStorage.getItem('pnp.guided:house-of-dice')") == "yes"


def _sideways(phone: Page) -> None:
    """On a phone on its side the house is seen whole beside what is tapped."""
    phone.set_viewport_size(LANDSCAPE)
    expect(phone.locator(".side-by-side .crop")).to_be_in_viewport(ratio=0.95)
    house, bar = phone.locator(".side-by-side .crop").bounding_box(), phone.locator(".bar").bounding_box()
    assert house and bar and bar["x"] + bar["width"] <= house["x"], "what is confirmed lies over no row of the house"
    picture(phone, "phone-sideways")
    phone.set_viewport_size(PHONE)


def _heard(screen: Page, phones: list[Page]) -> None:
    """The screen sounds once somebody has tapped on it, and has one switch; a phone is silent until it is wanted."""
    switch = screen.locator(".sound")
    expect(switch).to_contain_text("Tap for sound")
    switch.click()
    expect(switch).to_contain_text("Sound on")
    screen.wait_for_function("heard > 0")
    assert phones[0].evaluate("localStorage.getItem('pnp.show:sound')") is None


def _asked(served: Served, host: Page, phones: list[Page], seats: list[str]) -> None:
    """Whoever has chosen a move is asked for it before the host reveals; a page that is loaded anew still has it."""
    served.post(seats[0] + "/say", words=_words(served.state(seats[0]))[0])
    bo, state = phones[1], served.state(seats[1])
    words = _words(state)[0]
    tap_dice(bo, words, state["dice"])
    expect(key(bo, "confirm")).to_have_class(re.compile("primary"))
    bo.wait_for_function("async () => (await (await fetch(`${location.pathname}/state`)).json()).me.draft")
    bo.reload()
    expect(key(bo, "confirm")).to_have_class(re.compile("primary"))
    reroll = key(bo, "bonus-reroll")
    expect(reroll).to_be_visible()
    place = reroll.bounding_box()
    next_thing(host, "Reveal")
    expect(host.locator(".toast")).to_contain_text("Bo has chosen a move")
    expect(bo.get_by_text("Enter your move?")).to_be_visible()
    assert reroll.bounding_box() == place, "it stays where it was"
    picture(bo, "phone-asked")
    ana = phones[0]
    expect(ana.locator(".faces")).to_be_visible()
    expect(ana.locator(".guide")).to_be_hidden()
    bo.get_by_role("button", name="Enter it").tap()
    expect(key(bo, "confirm")).to_have_count(0)
    next_thing(host, "Reveal")
    expect(host.locator("#next")).to_contain_text("roll")
    moves = served.state(served.table()["join"])["last"]["moves"]
    assert [one["notation"] for one in moves if one["seat"] == 1] == [words]


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


def on(page: Page, scene: str) -> Any:
    """The scene that is on."""
    return page.locator(f'.scene[data-scene="{scene}"]:not(.gone)')


def _count(devices: Devices, served: Served, host: Page, screen: Page, phones: list[Page]) -> None:
    """Until the points are counted nobody is told what they come to, whatever page they look at.

    The count goes on by the clock: what was seen is judged where it was still on when all had been looked at.
    """
    results = devices.phone(served.table()["join"] + "/results")
    _skip(served)
    counting = phones[0].get_by_text("The points are being counted")
    expect(counting.or_(key(phones[0], "vote-1")).first).to_be_visible()
    state = served.state(served.table()["join"])
    assert state["ranking"] == [] or not _is_on(state, "count")
    early: list[str] = []
    for page in (*phones, host, results):
        told = page.locator("main").inner_text()
        sums = re.findall(r"\d+", " ".join(page.locator("h2, .total").all_inner_texts()))
        if _is_on(served.state(served.table()["join"]), "count"):
            assert not re.search(r"wins|Winner|1\.", told)
            early += sums
    key(phones[0], "react-heart").tap()
    expect(screen.locator(".reaction")).to_contain_text("Ana")
    for page, name in ((phones[0], "phone-count"), (screen, "screen-count"), (host, "host-count")):
        picture(page, name)
    screen.reload()
    expect(screen.locator(".scene").first).to_be_visible()
    scene = screen.locator(".scene").first.get_attribute("data-scene")
    state = served.state(served.table()["join"])
    assert scene == "count" or not _is_on(state, "count"), "a screen that is loaded anew is where all are"
    _skip(served)
    first = served.state(served.table()["join"])["ranking"][0]
    assert str(first["total"]) not in early
    for page in (*phones, results):
        expect(page.get_by_text("The points are being counted")).to_have_count(0)
        expect(page.get_by_text(first["player"]).first).to_be_visible()
    expect(key(phones[0], "vote-1")).to_be_visible()
    picture(screen, "screen-winner")
    _skip(served)
    expect(on(screen, "vote")).to_be_visible()
    picture(screen, "screen-vote")


def _skip(served: Served) -> None:
    """End the scene that is on for everybody, unless it has just ended by itself and the last ones go round."""
    with suppress(HTTPError):
        served.post(served.table()["host"] + "/do", do="skip")


def _is_on(state: dict[str, Any], scene: str) -> bool:
    return any(one["name"] == scene and one["from"] <= state["now"] < one["to"] for one in state["show"]["scenes"])


def _vote(served: Served, host: Page, screen: Page, phones: list[Page], seats: list[str]) -> None:
    """The end: scores, the vote, the closing, what people take home."""
    taken = FilePayload(name="house.jpg", mimeType="image/jpeg", buffer=photographed(sheet()))
    phones[1].locator("input[type=file]").set_input_files(taken)
    expect(key(phones[0], "vote-1").locator("img")).to_have_attribute("src", re.compile("/photo/1"))
    expect(key(phones[0], "vote-2").locator("img")).to_have_attribute("src", re.compile("/sheet/2"))
    expect(on(screen, "vote").locator(".frame img").nth(1)).to_have_attribute("src", re.compile("/photo/1"))
    picture(screen, "screen-vote-photo")
    for phone, choice in ((phones[0], 1), (phones[1], 2), (phones[2], 1)):
        key(phone, f"vote-{choice}").tap()
        expect(key(phone, f"vote-{choice}")).to_have_attribute("aria-pressed", "true")
    key(phones[2], "vote-0").tap()
    expect(key(phones[2], "vote-0")).to_have_attribute("aria-pressed", "true")
    assert served.state(served.table()["join"])["vote"] == {"open": True, "given": 3, "of": 3, "result": None}
    picture(phones[0], "phone-vote")
    next_thing(host, "vote")
    expect(host.locator("#next")).to_contain_text("What next?")
    assert served.state(served.table()["join"])["vote"]["result"] == {
        "seats": [0, 1, 2],
        "votes": 1,
        "counts": [1, 1, 1],
    }
    expect(on(screen, "best")).to_be_visible()
    picture(screen, "screen-best")
    picture(phones[0], "phone-end")
    host.get_by_role("button", name="Close the table").first.click()
    picture(host, "host-close")
    host.locator("dialog button[type=submit]").click()
    expect(host.locator("dialog")).to_have_count(0)
    assert served.state(served.table()["join"])["secret"]
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

"""Phones sleep, reload, lose the network and change; servers are killed; nothing that was entered is lost or doubled."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import OTHER_NAME, PATIENCE, Devices, Served, picture
from tests.browser.test_house import draw, key, next_thing, tap_dice

pytestmark = pytest.mark.xdist_group("browser")


class Party:
    """A started game with a host and a phone for each of two players."""

    def __init__(self, served: Served, devices: Devices) -> None:
        self.served, self.devices = served, devices
        self.host = devices.phone(served.table()["host"])
        self.seats = served.seats()
        self.phones = [devices.phone(address) for address in self.seats]
        next_thing(self.host, "Start")

    def roll(self) -> None:
        next_thing(self.host, "[Rr]oll")
        expect(key(self.phones[1], "confirm")).to_be_visible()

    def tap(self, seat: int, page: Page | None = None) -> None:
        """Choose a move and tap the button that enters it, whether or not that gets through now."""
        phone = page or self.phones[seat]
        expect(key(phone, "confirm")).to_be_visible()
        state = self.served.state(self.seats[seat])
        moves = [one["notation"] for one in state["me"]["options"] if re.match(r"[A-Z+]", one["notation"])]
        draw(phone, moves[0], state["dice"])

    def round(self) -> int:
        number: int = self.served.state(self.served.table()["join"])["round"]
        return number

    def entries(self) -> list[str]:
        """What was said by players on the way here, as the host's log tells it."""
        log = self.served.state(self.served.table()["host"])["host"]["log"]
        return [one["what"] for one in log if one["seat"] is not None]


@pytest.fixture
def party(served: Served, devices: Devices) -> Party:
    served.start("house-of-dice", "--players", "Ana,Bo")
    return Party(served, devices)


def offline(party: Party) -> Page:
    """The network goes away while somebody enters, and comes back."""
    phone = party.phones[0]
    phone.context.set_offline(True)
    state = party.served.state(party.seats[0])
    move = next(one["notation"] for one in state["me"]["options"] if re.match(r"[A-Z+]", one["notation"]))
    tap_dice(phone, move, state["dice"])
    key(phone, "confirm").tap()
    expect(phone.locator("#saved")).to_contain_text(re.compile("offline", re.IGNORECASE))
    picture(phone, "phone-offline")
    assert party.served.state(party.seats[0])["me"]["entry"] is None
    phone.context.set_offline(False)
    expect(key(phone, "confirm")).to_have_count(0)
    return phone


def frozen(party: Party) -> Page:
    """The phone is put into a pocket: the page is frozen, and thawed after the round has gone on."""
    phone = party.phones[0]
    session = phone.context.new_cdp_session(phone)
    session.send("Page.setWebLifecycleState", {"state": "frozen"})
    phone.wait_for_timeout(500)
    session.send("Page.setWebLifecycleState", {"state": "active"})
    party.tap(0)
    return phone


def back_and_forward(party: Party) -> Page:
    """Somebody follows a link, and comes back by the back button."""
    phone = party.phones[0]
    phone.goto(party.served.table()["join"] + "/results")
    phone.go_back()
    party.tap(0)
    return phone


def new_tab(party: Party) -> Page:
    """The code is scanned again: another tab of the same phone."""
    tab = party.phones[0].context.new_page()
    tab.goto(party.seats[0])
    party.tap(0, tab)
    return tab


def another_phone(party: Party) -> Page:
    """The battery is empty: the sheet is scanned with a friend's phone."""
    party.phones[0].close()
    other = party.devices.phone(party.seats[0])
    party.tap(0, other)
    return other


SLEEPS: list[Callable[[Party], Page]] = [offline, frozen, back_and_forward, new_tab, another_phone]


def test_five_sleeps_without_a_lost_entry(party: Party) -> None:
    for number, sleep in enumerate(SLEEPS, 1):
        party.roll()
        party.phones[0] = sleep(party)
        assert party.served.state(party.seats[0])["me"]["entry"], f"{sleep.__name__} lost an entry"
        party.tap(1)
        expect(party.phones[0].get_by_text(f"Round {number} revealed")).to_be_visible()
        assert party.round() == number + 1
    assert len(party.entries()) == 2 * len(SLEEPS), "each entry once"


def test_an_answer_that_never_arrives_is_asked_for_again_and_counts_once(party: Party) -> None:
    party.roll()
    phone, tries = party.phones[0], []

    def lose_the_answer(route: Route) -> None:
        tries.append(json.loads(route.request.post_data or "{}")["key"])
        if len(tries) < 3:
            route.fetch(url=route.request.url.replace("party.test", "127.0.0.1"), headers=_plain(route))
            route.abort("connectionreset")
        else:
            route.continue_()

    phone.route("**/say?*", lose_the_answer)
    party.tap(0)
    until(phone, lambda: len(tries) == 3)
    assert len(tries) == 3 and len(set(tries)) == 1
    assert len(party.entries()) == 1


def until(page: Page, wanted: Callable[[], bool]) -> None:
    """Let a page go on until something has come about."""
    end = time.monotonic() + PATIENCE / 1000
    while not wanted():
        assert time.monotonic() < end
        page.wait_for_timeout(50)


def _plain(route: Route) -> dict[str, str]:
    return {"content-type": "application/json", "host": route.request.headers.get("host", "")}


def test_requests_that_overtake_each_other_leave_the_last_word(party: Party) -> None:
    """An entry is held up on its way: what was chosen counts, and what arrives after the reveal changes nothing."""
    party.roll()
    phone, held = party.phones[0], []
    phone.route("**/say?*", lambda route: held.append(route))
    state = party.served.state(party.seats[0])
    move = next(one["notation"] for one in state["me"]["options"] if re.match(r"[A-Z+]", one["notation"]))
    tap_dice(phone, move, state["dice"])
    key(phone, "confirm").tap()
    until(phone, lambda: bool(held))
    party.tap(1)
    next_thing(party.host, "Reveal")
    expect(phone.get_by_text("Enter your move?")).to_be_visible()
    next_thing(party.host, "Reveal")
    expect(phone.get_by_text("Round 1 revealed")).to_be_visible()
    with phone.expect_response("**/say?*"):
        held.pop(0).continue_()
    phone.wait_for_timeout(500)
    assert party.round() == 2 and len(party.entries()) == 2
    assert party.served.state(party.seats[0])["me"]["entry"] is None


def test_a_host_reloads_and_another_takes_over(party: Party) -> None:
    party.roll()
    party.host.reload()
    expect(party.host.locator("#next")).to_contain_text("Reveal")
    party.tap(0)
    party.host.close()
    party.host = party.devices.laptop(party.served.table()["host"])
    next_thing(party.host, "Reveal")
    party.roll()
    assert party.round() == 2


def test_the_server_is_killed_in_the_middle_and_the_phones_go_on(party: Party) -> None:
    party.roll()
    party.tap(0)
    table = party.served.table()["table"]
    state = party.served.state(party.seats[1])
    party.served.kill()
    phone = party.phones[1]
    move = next(one["notation"] for one in state["me"]["options"] if re.match(r"[A-Z+]", one["notation"]))
    tap_dice(phone, move, state["dice"])
    key(phone, "confirm").tap()
    phone.wait_for_timeout(800)
    party.served.start("--table", table)
    expect(phone.get_by_text("Round 1 revealed")).to_be_visible()
    expect(party.phones[0].get_by_text("Round 1 revealed")).to_be_visible()
    assert party.round() == 2 and len(party.entries()) == 2
    party.roll()
    party.tap(0)


LISTEN = "(live) => { window.heard = []; new EventSource(live).onmessage = (hint) => heard.push(hint.data); }"


def hears(page: Page, least: int) -> None:
    """Wait until a page has heard so many hints; its policy lets no test put a condition into it."""
    end = time.monotonic() + PATIENCE / 1000
    while page.evaluate("heard.length") < least:
        assert time.monotonic() < end, "no hint came"
        page.wait_for_timeout(50)


def has_heard_all(served: Served, number: int, page: Page) -> bool:
    """Whether a phone has promised a number for the dice of its table, and heard of that and all before."""
    state = served.state(served.table(number)["join"])
    return len(state["numbers"]["pledged"]) == 1 and page.evaluate("heard.at(-1)") == state["version"]


def test_two_tables_never_see_each_others_events(served: Served, devices: Devices) -> None:
    served.start("house-of-dice", "--players", "Ana,Bo", "--tables", "2")
    asked: list[list[str]] = [[], []]
    pages = []
    for number in range(2):
        page = devices.phone(served.seats(number)[0])
        page.on("request", lambda request, n=number: asked[n].append(request.url))
        page.evaluate(LISTEN, served.table(number)["join"] + "/live")
        pages.append(page)
    for page in pages:
        hears(page, 1)  # where the table is
    for number, page in enumerate(pages):
        until(page, partial(has_heard_all, served, number, page))
    heard = pages[1].evaluate("heard.length")
    host = devices.phone(served.table(0)["host"])
    next_thing(host, "Start")
    next_thing(host, "[Rr]oll")
    expect(key(pages[0], "confirm")).to_be_visible()
    hears(pages[0], 3)
    assert any("/state?" in url for url in asked[0]), "a hint leads to a look"
    pages[1].wait_for_timeout(500)
    assert pages[1].evaluate("heard.length") == heard, "a hint of the other table"
    assert not any(served.table(0)["table"] in url for url in asked[1])
    assert served.state(served.seats(1)[0])["phase"] == "lobby"


def test_printed_at_one_name_and_run_at_another(served: Served, devices: Devices, tmp_path: Path) -> None:
    served.start("house-of-dice", "--players", "Ana,Bo")
    printed = tmp_path / "sheets.png"
    program = str(Path(sys.executable).with_name("pnp"))
    words = ["print", "house-of-dice", "--table", served.table()["table"], "--url", f"http://{OTHER_NAME}:9"]
    env: dict[str, Any] = {"PNP_DATA": str(served.folder), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}
    told = subprocess.run(
        [program, *words, "--format", "png", "--out", str(printed), "--json"],
        env=env,
        capture_output=True,
        text=True,
        check=True,
    )
    photo = json.loads(told.stdout)["files"][1]
    phone = devices.phone(served.url + "/")
    field = phone.locator('input[type="file"]')
    if not field.count():
        phone.get_by_text(re.compile("another sheet|code", re.IGNORECASE)).first.tap()
    field.first.set_input_files(photo)
    phone.wait_for_url("**/s/*")
    expect(phone.get_by_text("Bo").first).to_be_visible()
    served.stop()
    served.start("--table", served.table()["table"])
    assert OTHER_NAME in served.told["notice"]

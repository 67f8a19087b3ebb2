"""Dice nobody can choose, as phones see it: each adds a number by itself and keeps a receipt."""

from __future__ import annotations

import hashlib
import json
import time
from pathlib import Path
from urllib.request import urlopen

import pytest
from playwright.sync_api import expect

from pnp.play.verify import Receipt, verify
from tests.browser.conftest import SCREEN, Devices, Served, picture

pytestmark = pytest.mark.xdist_group("receipts")


def until(served: Served, what: str, count: int) -> None:
    end = time.monotonic() + 60
    while len(served.state(served.table()["join"])["numbers"][what]) < count:
        assert time.monotonic() < end, f"{what} never came"
        time.sleep(0.05)


def test_phones_add_their_numbers_and_keep_promise_and_seal(served: Served, devices: Devices, tmp_path: Path) -> None:
    served.start("house-of-dice", "--players", "Ana,Bo")
    table = served.table()
    promise = served.state(table["join"])["commitment"]
    ana, bo = (devices.phone(seat) for seat in served.seats())
    screen = devices.page(devices.context(SCREEN, touch=False), table["screen"])
    expect(screen.get_by_text(promise)).to_be_visible()
    expect(ana.get_by_text(promise)).to_be_visible()
    until(served, "pledged", 2)
    picture(screen, "screen-promise")
    picture(ana, "phone-promise")
    served.post(table["host"] + "/do", do="start")
    until(served, "added", 2)
    served.post(table["host"] + "/do", do="roll")
    numbers = served.state(table["join"])["numbers"]
    served.post(table["host"] + "/do", do="close")
    seal = served.state(table["join"])["seal"]
    for phone in (ana, bo):
        expect(phone.get_by_text(seal)).to_be_visible()
        expect(phone.get_by_text("own number went into the dice")).to_be_visible()
        kept = json.loads(phone.evaluate("Object.entries(localStorage).find(([name]) => name.includes('receipt'))[1]"))
        assert (kept["promise"], kept["seal"]) == (promise, seal)
        assert hashlib.sha256(bytes.fromhex(kept["number"])).hexdigest() == kept["hash"] in numbers["added"]
    expect(screen.locator(".stopped-at")).to_have_text("Ended in the first of 24 rounds")
    expect(screen.locator("code")).to_have_count(0)
    picture(screen, "screen-ended-early")
    with urlopen(f"http://127.0.0.1:{served.port}/t/{table['table']}/results.log", timeout=60) as answer:
        log = answer.read().decode().splitlines()
    assert verify(log, "log", receipt=Receipt(promise, seal)).problems == ()
    ana.evaluate(
        "for (const [name, text] of Object.entries(localStorage)) if (name.includes('receipt'))"
        " localStorage.setItem(name, text.replace(/[0-9a-f]{4}\"/, 'ffff\"'))"
    )
    ana.reload()
    expect(ana.locator(".receipt .refusal")).to_be_visible()

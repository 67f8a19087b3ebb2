"""A real party: the program itself on loopback, and a real browser that takes it for a foreign machine on the network.

The browser maps the invented name party.test to loopback, so that the pages are plain http on a foreign name, as on a
phone: no secure context, and no traffic beyond this machine.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Response, expect, sync_playwright

from pnp.play.dice import SECRET_BYTES
from pnp.play.stores.sqlite import SqliteStore
from pnp.play.tables import Tables

PICTURES = Path(__file__).parent.parent.parent / "output" / "party"
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or ""
NAME, OTHER_NAME = "party.test", "printed.test"
FLAGS = [
    "--no-sandbox",
    f"--host-resolver-rules=MAP {NAME} 127.0.0.1,MAP {OTHER_NAME} 127.0.0.1",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-gpu",
    "--no-first-run",
]
PATIENCE = 60_000
"""Milliseconds that a slow machine may take for what a fast one does at once."""
expect.set_options(timeout=PATIENCE)
PHONE = {"width": 390, "height": 844}
LANDSCAPE = {"width": 740, "height": 360}
SMALL_PHONE = {"width": 360, "height": 740}
SCREEN = {"width": 1920, "height": 1080}


class Served:
    """`pnp party` as somebody starts it, stopped or killed and started again on the same tables."""

    def __init__(self, folder: Path, port: int) -> None:
        self.folder, self.port = folder, port
        self.process: subprocess.Popen[str] | None = None
        self.told: dict[str, Any] = {}

    @property
    def url(self) -> str:
        return f"http://{NAME}:{self.port}"

    def start(self, *words: str) -> Served:
        """Start, and wait until it answers."""
        program = Path(sys.executable).with_name("pnp")
        fixed = ["--listen", "127.0.0.1", "--port", str(self.port), "--url", self.url, "--json"]
        env = {**os.environ, "PNP_DATA": str(self.folder)}
        self.process = subprocess.Popen(
            [str(program), "party", *words, *fixed], env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        assert self.process.stdout and self.process.stderr
        line = self.process.stdout.readline()
        assert line, self.process.stderr.read()
        self.told = json.loads(line)
        end = time.monotonic() + PATIENCE / 1000
        while time.monotonic() < end:
            try:
                with urlopen(f"http://127.0.0.1:{self.port}/health", timeout=PATIENCE / 1000):
                    return self
            except OSError:
                time.sleep(0.05)
        raise AssertionError("the party does not answer")

    def known_dice(self, game: str, secret: bytes = bytes(range(SECRET_BYTES))) -> str:
        """A table that lends its dice: with them every run of a test rolls the same."""
        store = SqliteStore(self.folder / "tables.db")
        with patch("pnp.play.dice.new_secret", return_value=secret):
            lender = Tables(store, lambda: "2026-01-01T12:00:00Z").open(game, ["Ana", "Bo"])
        store.close()
        return lender.id

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        if self.process and self.process.poll() is None:
            self.process.send_signal(how)
            self.process.wait(PATIENCE / 1000)
        if self.process and self.process.stdout and self.process.stderr:
            self.process.stdout.close()
            self.process.stderr.close()
        self.process = None

    def kill(self) -> None:
        self.stop(signal.SIGKILL)

    def table(self, number: int = 0) -> dict[str, str]:
        row: dict[str, str] = self.told["tables"][number]
        return row

    def state(self, address: str) -> dict[str, Any]:
        """A state as any page may fetch it."""
        path = address.removeprefix(self.url)
        with urlopen(f"http://127.0.0.1:{self.port}{path}/state", timeout=PATIENCE / 1000) as answer:
            state: dict[str, Any] = json.load(answer)
            return state

    def post(self, address: str, **body: Any) -> dict[str, Any]:
        """Do something as a page does, to get a table quickly to where a test begins."""
        base = address.removeprefix(self.url)
        body |= {"key": f"quick{time.monotonic_ns()}", "expected": self.state(base.rpartition("/")[0])["seq"]}
        headers = {"Content-Type": "application/json"}
        asked = Request(f"http://127.0.0.1:{self.port}{base}", json.dumps(body).encode(), headers)
        with urlopen(asked, timeout=PATIENCE / 1000) as answer:
            said: dict[str, Any] = json.load(answer)
            return said

    def seats(self, number: int = 0) -> list[str]:
        """The addresses of the players' sheets."""
        return [seat["url"] for seat in self.state(self.table(number)["host"])["host"]["seats"]]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser for a module: while it runs, nothing else in this process can have an event loop."""
    assert CHROMIUM, "chromium is missing: make tools installs it (Debian package chromium)"
    with sync_playwright() as driver:
        made = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield made
        made.close()


@pytest.fixture
def served(tmp_path: Path, port: int) -> Iterator[Served]:
    made = Served(tmp_path, port)
    yield made
    made.stop()


class Devices:
    """Phones, hosts and screens, each with a memory of its own; what goes wrong in one of them fails the test."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self.contexts: list[BrowserContext] = []
        self.wrong: list[str] = []
        self.strangers: list[str] = []

    def context(self, viewport: dict[str, int] = PHONE, touch: bool = True, **more: Any) -> BrowserContext:
        made = self._browser.new_context(viewport=viewport, has_touch=touch, locale=more.pop("locale", "en-GB"), **more)
        made.set_default_timeout(PATIENCE)
        self.contexts.append(made)
        return made

    def page(self, context: BrowserContext, address: str) -> Page:
        page = context.new_page()
        page.on("pageerror", lambda error: self.wrong.append(f"{page.url}: {error}"))
        page.on("console", lambda said: said.type == "error" and self._complain(page, said.text))
        page.on("response", self._look)
        page.goto(address)
        return page

    def _complain(self, page: Page, text: str) -> None:
        # A refusal is an answer with a status, and an offline phone can't fetch: the browser calls both errors.
        if "status of 4" not in text and "net::ERR_" not in text:
            self.wrong.append(f"{page.url}: {text}")

    def _look(self, response: Response) -> None:
        if f"//{NAME}" not in response.url and f"//{OTHER_NAME}" not in response.url and response.url[:5] == "http:":
            self.strangers.append(response.url)

    def phone(self, address: str, **more: Any) -> Page:
        return self.page(self.context(**more), address)

    def laptop(self, address: str, **more: Any) -> Page:
        return self.page(self.context({"width": 1280, "height": 800}, touch=False, **more), address)

    def screen(self, address: str, **more: Any) -> Page:
        return self.page(self.context(SCREEN, touch=False, **more), address)


@pytest.fixture
def devices(browser: Browser) -> Iterator[Devices]:
    made = Devices(browser)
    yield made
    for context in made.contexts:
        context.close()
    assert made.wrong == []
    assert made.strangers == [], "a page asked another machine"


def picture(page: Page, name: str) -> None:
    """Keep what a page looks like, for people to look at."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=PICTURES / f"{name}.png")

"""Every page at its sizes, light and dark: nothing scrolls sideways, targets are large, everything has a name, it is light."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, Response, expect

from tests.browser.conftest import SMALL_PHONE, Devices, Served, picture
from tests.browser.test_house import key
from tests.conftest import held_port

pytestmark = pytest.mark.xdist_group("browser")
WHOLE_PAGE = 60_000
SCRIPTS = 50_000
SMALLEST_TARGET = 44


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A table in its second round, two of three have entered, on a party that goes on for the whole module."""
    with held_port() as port:
        made = Served(tmp_path_factory.mktemp("looks"), port)
        in_the_second_round(made)
        yield made
        made.stop()


def in_the_second_round(made: Served) -> None:
    """Start a party whose table is in its second round."""
    made.start(
        "house-of-dice",
        "--players",
        "Ana,Bo,Cy",
        "--dice",
        "physical",
        "--wifi",
        "Home; sweet",
        "--wifi-password",
        "12345678",
    )
    host = made.table()["host"] + "/do"
    made.post(host, do="start")
    for dice, seats in (([3, 4, 6], (0, 1, 2)), ([2, 5, 6], (0, 1))):
        made.post(host, do="roll", dice=dice)
        for seat in seats:
            options = made.state(made.seats()[seat])["me"]["options"]
            made.post(made.seats()[seat] + "/say", words=options[0]["notation"])


def address_of(evening: Served, page: str) -> str:
    table = evening.table()
    return {
        "join": evening.url + "/",
        "join-table": table["join"],
        "round": evening.seats()[2],
        "entered": evening.seats()[0],
        "host": table["host"],
        "results": table["join"] + "/results",
        "screen": table["screen"],
        "evening": evening.told["evening"]["join"],
        "desk": evening.told["evening"]["host"],
    }[page]


PHONE_PAGES = ("join", "join-table", "round", "entered", "host", "results", "evening", "desk")


def settled(page: Page) -> None:
    expect(page.locator("main").first).to_be_visible()
    page.wait_for_load_state("networkidle")  # everything was fetched; the stream of hints doesn't count


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", [*PHONE_PAGES, "screen"])
def test_a_page_on_a_small_phone(name: str, scheme: str, evening: Served, devices: Devices) -> None:
    page = devices.phone(address_of(evening, name), viewport=SMALL_PHONE, color_scheme=scheme, bypass_csp=True)
    settled(page)
    if name != "screen":
        picture(page, f"small-{name}-{scheme}")
        assert page.evaluate("document.documentElement.scrollWidth") <= SMALL_PHONE["width"], "it scrolls sideways"
        assert too_small(page) == []
    assert out_of_place(page) == []
    assert hard_to_perceive(page) == []


def too_small(page: Page) -> list[str]:
    """What is to be tapped and smaller than a finger."""
    found: list[str] = page.evaluate(
        """(least) => [...document.querySelectorAll('button, a.button, input, select, [role=button], summary')]
            .filter((one) => one.checkVisibility() && !one.closest('.sr') && !one.classList.contains('sr'))
            // a tick is as large as the words beside it, which are tapped as well
            .map((one) => [((one.type === 'checkbox' && one.labels[0]) || one).getBoundingClientRect(), one])
            .filter(([box]) => box.width && box.height && (box.height < least || box.width < least))
            .map(([box, one]) => `${one.outerHTML.slice(0, 80)} ${box.width}x${box.height}`)""",
        SMALLEST_TARGET,
    )
    return found


def out_of_place(page: Page) -> list[str]:
    """What is written though it is not there: a condition that is no condition shows as 0, false or undefined."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll('body *')].flatMap((one) => [...one.childNodes])
            .filter((node) => node.nodeType === 3 && node.parentElement.tagName !== 'SCRIPT')
            .filter((node) => /undefined|NaN|\\[object/.test(node.textContent) ||
                (/^(0|false|true|null)$/.test(node.textContent.trim()) && node.parentElement.childElementCount > 0))
            .map((node) => node.parentElement.outerHTML.slice(0, 120))"""
    )
    return found


def hard_to_perceive(page: Page) -> list[str]:
    """What keeps somebody from using the page who does not see it, or not well."""
    found = Axe().run(page, options={"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21aa"]}})
    return [f"{one['id']}: {node['html'][:120]}" for one in found.response["violations"] for node in one["nodes"]]


@pytest.mark.parametrize("name", [*PHONE_PAGES, "screen"])
def test_what_a_page_weighs(name: str, evening: Served, devices: Devices) -> None:
    context = devices.context()
    answers: list[Response] = []
    page = context.new_page()
    fonts: list[Response] = []
    page.on("response", lambda answer: answers.append(answer) if _counts(answer.url) else None)
    page.on("response", lambda answer: fonts.append(answer) if answer.url.endswith(".woff2") else None)
    page.goto(address_of(evening, name))
    settled(page)
    sent = {answer.url: answer.request.sizes()["responseBodySize"] for answer in answers}
    scripts = {answer.url: len(answer.body()) for answer in answers if answer.url.endswith(".js")}
    if name.startswith("join"):  # the first page that a guest sees, with everything but pictures
        assert fonts and all("-more" not in answer.url for answer in fonts)
        sent |= {answer.url: answer.request.sizes()["responseBodySize"] for answer in fonts}
    assert sum(sent.values()) < WHOLE_PAGE, sent
    assert sum(scripts.values()) < SCRIPTS, scripts


def _counts(url: str) -> bool:
    """What has to be there before the page can be used: not fonts, pictures, later states, receipt, sounds, faces, stacks."""
    later = r"/(receipt|extras|effects|sound|reactions|guide|draft|dialog|host_photos)\.js"
    return not re.search(rf"\.(woff2|svg|json|png)|/state|/live|/photo|/sheet/|{later}", url)


@pytest.mark.parametrize(("width", "height"), [(1920, 1080), (1280, 720)])
def test_the_screen_never_scrolls(width: int, height: int, evening: Served, devices: Devices) -> None:
    context = devices.context({"width": width, "height": height}, touch=False, reduced_motion="reduce")
    page = devices.page(context, evening.table()["screen"])
    settled(page)
    picture(page, f"screen-{width}")
    assert page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]") == [
        width,
        height,
    ]
    moving = page.evaluate("document.getAnimations().filter((one) => one.playState === 'running').length")
    assert moving == 0, "motion is reduced"
    smallest = page.evaluate(
        """() => Math.min(...[...document.querySelectorAll('body *')]
            .filter((one) => one.checkVisibility() && !one.closest('.sr, [hidden]') && !one.classList.contains('sr') &&
                [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim()))
            .map((one) => parseFloat(getComputedStyle(one).fontSize)))"""
    )
    assert smallest >= height * 24 / 1080, f"{smallest} px is not read from five metres"


def test_no_secure_context_is_needed(evening: Served, devices: Devices) -> None:
    page = devices.phone(evening.seats()[0])
    assert page.evaluate("window.isSecureContext") is False
    assert page.evaluate("typeof crypto.randomUUID") == "undefined"


@pytest.mark.parametrize("name", ["join-table", "round", "host", "results", "screen", "evening", "desk"])
def test_polish(name: str, evening: Served, devices: Devices) -> None:
    page = devices.phone(address_of(evening, name), locale="pl-PL")
    settled(page)
    picture(page, f"polish-{name}")
    assert page.locator("html").get_attribute("lang") == "pl"
    text = page.locator("body").inner_text()
    assert not re.search(r"\b(?:common|join|sheet|host|screen|results|paper|table|evening|desk)\.[a-z]", text), (
        "a string is missing"
    )
    assert re.search("[ąćęłńóśźż]", text)


def test_the_keyboard_is_enough_for_a_move(evening: Served, devices: Devices) -> None:
    page = devices.phone(evening.seats()[2])
    state = evening.state(evening.seats()[2])
    words = next(one["notation"] for one in state["me"]["options"] if re.match("[A-Z]", one["notation"]))
    cell = key(page, f"house.c{words[1]}r{words[2]}")
    cell.focus()
    page.keyboard.press("Enter")
    if page.locator(f'.bar [data-key="{words}"]').count():
        page.locator(f'.bar [data-key="{words}"]').focus()
        page.keyboard.press("Enter")
    expect(key(page, "confirm")).to_have_class(re.compile("primary"))
    assert page.evaluate("document.activeElement.dataset.key"), "the focus stays somewhere"


def test_what_is_switched_on_is_seen(evening: Served, devices: Devices) -> None:
    page = devices.phone(evening.table()["host"] + "#more", viewport=SMALL_PHONE)
    expect(key(page, "show-sound")).to_have_attribute("aria-pressed", "true")
    expect(key(page, "show-calm")).to_have_attribute("aria-pressed", "false")
    picture(page, "small-host-more")
    colors = [
        key(page, name).evaluate("one => getComputedStyle(one).backgroundColor") for name in ("show-sound", "show-calm")
    ]
    assert colors[0] != colors[1]
    assert too_small(page) == []

"""Codes in photos: printed sheets as a phone takes them, and what their texts name."""

from __future__ import annotations

import math
from functools import cache
from io import BytesIO

import cv2
import numpy as np
import pytest
from PIL import Image, ImageFilter

from pnp.cli import print_job
from pnp.read import qr
from pnp.render import photo
from pnp.render.rasterize import png_pages
from pnp.sheets import codes

URL = "http://192.168.1.23:8000"
SHEETS = [("house-of-dice", "play"), ("house-of-dice", "bonus"), ("dice-miner", ""), ("yacht", "")]


@cache
def printed(game: str, sheet: str, url: str) -> tuple[Image.Image, str, str]:
    """A printed page as it lies on the table, the code of its sheet, and the text of its QR code."""
    job, _ = print_job.job_of(print_job.Call(game=game, sheets=sheet, players="Ana", url=url, seed="eye"))
    copy = job.copies[0]
    page = Image.open(BytesIO(next(png_pages(job, 170)))).convert("L")
    return page, copy.person.code, copy.address.payload(copy.person.code)


def taken(page: Image.Image, turn: float = 0, tilt: float = 0.0, zoom: float = 1.0) -> Image.Image:
    """The page on a dark table from a phone that is turned, tilted and nearer or farther."""
    width, height = 2016, 2688
    image = np.array(page)
    h, w = image.shape
    corners = np.array([[-w / 2, -h / 2], [w / 2, -h / 2], [w / 2, h / 2], [-w / 2, h / 2]])
    angle = math.radians(turn)
    turned = corners @ np.array([[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]])
    span = max(np.ptp(turned[:, 0]) / width, np.ptp(turned[:, 1]) / height)
    placed = turned * (0.92 * zoom / span)
    placed *= (1 - tilt * placed[:, 1:2] / height) / (1 + tilt / 2)
    placed += [width / 2, height / 2]
    source = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32)
    matrix = cv2.getPerspectiveTransform(source, placed.astype(np.float32))
    return Image.fromarray(cv2.warpPerspective(image, matrix, (width, height), borderValue=70))


def dark(image: Image.Image) -> Image.Image:
    """The evening: a third of the light, a shadow across the page, and the grain of a small lens."""
    pixels = np.array(image, np.float32)
    h, w = pixels.shape
    light = np.linspace(0.18, 0.5, w)[None, :] * np.linspace(1.0, 0.6, h)[:, None]
    grain = np.random.default_rng(7).normal(0, 5, pixels.shape)
    return Image.fromarray(np.clip(pixels * light + 12 + grain, 0, 255).astype(np.uint8))


def seen(image: Image.Image, quality: int = 75) -> list[str]:
    """What is read from the photo as it is uploaded."""
    out = BytesIO()
    image.save(out, "JPEG", quality=quality)
    return qr.texts(*photo.gray(out.getvalue()))


@pytest.mark.parametrize("url", ["", URL], ids=["no address", "address"])
@pytest.mark.parametrize(("game", "sheet"), SHEETS)
def test_a_printed_sheet_is_known_from_a_straight_photo(game: str, sheet: str, url: str) -> None:
    page, code, text = printed(game, sheet, url)
    found = seen(taken(page))
    assert found == [text]
    assert qr.sheet_code(found) == code


TAKEN = {
    "upside down": (180, 0.0, 1.0),
    "sideways": (90, 0.0, 1.0),
    "askew": (23, 0.0, 1.0),
    "from below": (-8, 0.35, 1.0),
    "from above": (12, -0.35, 1.0),
    "from afar": (5, 0.1, 0.6),
}


@pytest.mark.parametrize(("turn", "tilt", "zoom"), TAKEN.values(), ids=TAKEN)
def test_a_phone_may_be_held_as_it_comes(turn: float, tilt: float, zoom: float) -> None:
    page, code, _ = printed("house-of-dice", "play", URL)
    assert qr.sheet_code(seen(taken(page, turn, tilt, zoom))) == code


def test_a_photo_may_be_blurred_and_dark() -> None:
    page, code, _ = printed("house-of-dice", "play", URL)
    image = taken(page, 14, 0.2)
    assert qr.sheet_code(seen(image.filter(ImageFilter.GaussianBlur(2)))) == code
    assert qr.sheet_code(seen(dark(image))) == code
    assert qr.sheet_code(seen(dark(image).filter(ImageFilter.GaussianBlur(1.5)), quality=45)) == code


def test_two_sheets_in_a_photo_are_both_read() -> None:
    one, other = printed("house-of-dice", "play", URL), printed("yacht", "", URL)
    both = Image.new("L", (one[0].width * 2, one[0].height), 70)
    both.paste(one[0], (0, 0))
    both.paste(other[0], (one[0].width, 0))
    assert set(seen(both)) == {one[2], other[2]}


def test_a_photo_without_a_code_says_nothing() -> None:
    noise = Image.effect_noise((900, 700), 90)
    assert seen(noise) == []
    assert qr.texts(1, 1, b"\0") == []
    assert qr.sheet_code([]) is None
    assert qr.table_of([]) is None


CODE = codes.make(b"key", "one")
NAMED = {
    f"HTTP://192.168.1.23:8000/S/{CODE}/HOUSE-OF-DICE/PLAY/1": CODE,
    f"http://party.example/games/s/{CODE}/house-of-dice/play/1": CODE,
    f"https://[fe80::1]:8000/S/{CODE}": CODE,
    f"PNP:{CODE}/YACHT/SCORE/3": CODE,
    f"pnp:{codes.shown(CODE)}": CODE,
    f"HTTP://A/S/{CODE}?x=1": CODE,
    f"HTTP://A/S/{CODE[:-1]}{'0' if CODE[-1] != '0' else '1'}/YACHT/SCORE/3": None,
    f"HTTP://A/T/{CODE}": None,
    f"see HTTP://A/S/{CODE}/YACHT/SCORE/3": None,
    f"PNP:{CODE}{CODE}": None,
    CODE: None,
    "WIFI:S:Home;T:WPA;P:secret;;": None,
    "": None,
}


@pytest.mark.parametrize(("text", "code"), NAMED.items(), ids=lambda one: str(one)[:24])
def test_a_sheet_is_known_whatever_host_it_was_printed_for(text: str, code: str | None) -> None:
    assert qr.sheet_code([text]) == code


def test_the_first_text_that_names_a_sheet_counts() -> None:
    assert qr.sheet_code(["https://example.org", "PNP:AAAAAAAAA/X", f"PNP:{CODE}/X"]) == CODE


@pytest.mark.parametrize(
    ("text", "table"),
    [
        ("http://192.168.1.23:8000/t/K7M2QX", "K7M2QX"),
        ("HTTP://192.168.1.23:8000/T/K7M2QX", "K7M2QX"),
        ("https://party.example/games/t/K7M2QX/screen", "K7M2QX"),
        ("http://192.168.1.23:8000/t/", None),
        ("http://192.168.1.23:8000/s/K7M2QX", None),
        ("/t/K7M2QX", None),
        ("K7M2QX", None),
    ],
)
def test_a_screen_names_its_table(text: str, table: str | None) -> None:
    assert qr.table_of([text]) == table

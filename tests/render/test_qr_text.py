"""QR codes for terminals and for screens: a scanner reads them as they will look."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import numpy as np
import pytest
import zxingcpp
from PIL import Image, ImageDraw

from pnp.errors import CallError
from pnp.render.qr import symbol
from pnp.render.qr_svg import svg
from pnp.render.qr_text import lines

JOIN = "http://192.168.1.23:8000/t/K7M2QX"
PAYLOADS = [JOIN, JOIN.upper(), "http://192.168.100.200:8000/h/K7Q3MX5T6K7Q3MX5T6K7Q3", r"WIFI:T:WPA;S:a\;b;P:dice ü;;"]
CELL = (8, 16)
"""A character cell of a terminal, in pixels: twice as high as wide."""
INK = {" ": (), "▀": ((0, 0.5),), "▄": ((0.5, 1),), "█": ((0, 1),)}


def seen(drawn: list[str], letters: str, background: str) -> Image.Image:
    """The lines on a terminal with these colours of its own; colours in the lines count more."""
    width, height = CELL
    plain = [re.sub(r"\x1b\[[\d;]*m", "", line) for line in drawn]
    # Something stands around the code on a terminal: the quiet zone must be the code's own.
    image = Image.new("L", ((len(plain[0]) + 4) * width, (len(plain) + 2) * height), background)
    brush = ImageDraw.Draw(image)
    brush.rectangle((0, 0, image.width - 1, height // 2), letters)
    for y, line in enumerate(drawn):
        here, below = letters, background
        if colored := re.fullmatch(r"\x1b\[38;5;16;48;5;231m([ ▀▄█]*)\x1b\[0m", line):
            here, below, line = "black", "white", colored[1]
        for x, char in enumerate(line):
            left, top = (x + 2) * width, (y + 1) * height
            brush.rectangle((left, top, left + width - 1, top + height - 1), below)
            for start, end in INK[char]:
                brush.rectangle((left, top + start * height, left + width - 1, top + end * height - 1), here)
    return image


def scanned(image: Image.Image, negative: bool = False) -> list[str]:
    return [found.text for found in zxingcpp.read_barcodes(np.array(image), try_invert=negative)]


@pytest.mark.parametrize("payload", PAYLOADS)
@pytest.mark.parametrize(("letters", "background"), [("white", "black"), ("black", "white"), ("#839496", "#fdf6e3")])
def test_with_colours_a_scanner_reads_it_on_any_terminal(payload: str, letters: str, background: str) -> None:
    assert scanned(seen(lines(payload, colors=True), letters, background)) == [payload]


@pytest.mark.parametrize("payload", PAYLOADS)
def test_without_colours_it_is_right_on_dark_and_a_negative_on_light(payload: str) -> None:
    assert scanned(seen(lines(payload), "#dddddd", "#1e1e1e")) == [payload]
    light = seen(lines(payload), "black", "white")
    assert scanned(light) == []
    assert scanned(light, negative=True) == [payload]


@pytest.mark.parametrize("colors", [True, False])
def test_a_code_to_join_with_fits_any_terminal(colors: bool) -> None:
    for payload in (JOIN, "http://192.168.100.200:18000/t/K7M2QX"):
        plain = [re.sub(r"\x1b\[[\d;]*m", "", line) for line in lines(payload, colors)]
        assert {len(line) for line in plain} == {37}
        assert len(plain) == 19


def test_the_quiet_zone_is_four_modules_wide() -> None:
    drawn = lines(JOIN)
    assert drawn[:2] == ["█" * 37] * 2 and drawn[-2:] == ["█" * 37] * 2
    assert all(line[:4] == line[-4:] == "████" for line in drawn)
    assert drawn[2][4] == " "


def test_too_long_a_payload_is_said() -> None:
    with pytest.raises(CallError, match="too long"):
        lines("x" * 4000)


@pytest.mark.parametrize("payload", PAYLOADS)
def test_a_drawing_has_the_modules_and_the_quiet_zone(payload: str) -> None:
    root = ElementTree.fromstring(svg(payload))
    made = symbol(payload)
    side = made.size + 8
    assert root.get("viewBox") == f"0 0 {side} {side}"
    paper, ink = root
    assert (paper.get("fill"), paper.get("d")) == ("#fff", f"M0 0h{side}v{side}h-{side}z")
    assert ink.get("fill") is None
    modules = np.full((side, side), 255, dtype=np.uint8)
    steps = re.findall(r"M(\d+) (\d+)h(\d+)v(\d+)h-(\d+)z", ink.get("d") or "")
    assert "".join(f"M{x} {y}h{w}v{h}h-{back}z" for x, y, w, h, back in steps) == ink.get("d")
    for x, y, w, h, back in (map(int, step) for step in steps):
        assert w == back
        modules[y : y + h, x : x + w] = 0
    rows = [int("".join("10"[bool(module)] for module in row), 2) for row in modules[4:-4, 4:-4]]
    assert rows == list(made.rows)
    assert scanned(Image.fromarray(modules.repeat(4, axis=0).repeat(4, axis=1))) == [payload]

"""Numbers taken apart: digits that touch, specks, a minus, a broken stroke; by strokes of our own, without a photo."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from pnp.geometry import Rect
from pnp.read import glyphs, numbers, weights
from pnp.read.features import Cut

EDGE = 10
Lines = list[list[tuple[int, int]]]
ONE: Lines = [[(40, 20), (40, 80)]]
SEVEN: Lines = [[(20, 20), (58, 20), (34, 80)]]
FOUR: Lines = [[(40, 18), (18, 56), (60, 56)], [(48, 40), (46, 82)]]
NOUGHT: Lines = [[(round(40 + 20 * np.cos(t)), round(50 + 30 * np.sin(t))) for t in np.linspace(0, 2 * np.pi, 24)]]
MINUS: Lines = [[(20, 50), (48, 50)]]


def field(*digits: tuple[Lines, int], width: int = 200) -> Cut:
    """A field with digits at some places from the left."""
    mask = np.zeros((100 + 2 * EDGE, width + 2 * EDGE), np.uint8)
    for lines, left in digits:
        for line in lines:
            points = np.array([(x + left + EDGE, y + EDGE) for x, y in line], np.int32)
            cv2.polylines(mask, [points], False, 255, 5, cv2.LINE_AA)
    return Cut(mask.astype(np.float32) / 255, 8.0, Rect(EDGE, EDGE, width, 100))


@pytest.mark.parametrize(
    ("value", "digits"),
    [
        (7, [(SEVEN, 40)]),
        (174, [(ONE, 0), (SEVEN, 36), (FOUR, 90)]),
        (-4, [(MINUS, 0), (FOUR, 50)]),
        (70, [(SEVEN, 20), (NOUGHT, 57)]),
        (40, [(FOUR, 20), (NOUGHT, 59)]),
    ],
)
def test_a_number_is_read_apart_or_touching(value: int, digits: list[tuple[Lines, int]]) -> None:
    (guess,) = numbers.read([field(*digits)], weights.load(weights.SHARED)["digits"])
    assert guess.mark == value


def test_a_clear_minus_is_no_doubt_and_a_faint_one_is() -> None:
    digits = weights.load(weights.SHARED)["digits"]
    whole = field((MINUS, 0), (SEVEN, 50))
    faint = whole._replace(ink=np.where(np.arange(whole.ink.shape[1]) < 65, whole.ink * np.float32(0.35), whole.ink))
    beside = whole._replace(ink=np.roll(whole.ink, 30, 0))
    beside.ink[:, 65:] = field((SEVEN, 50)).ink[:, 65:]
    clear, light, low = numbers.read([whole, faint, beside], digits)
    assert clear.mark == -7 and clear.sure > 0.9
    assert light.sure < 0.9 and {mark for mark, _ in light.ways[:2]} == {7, -7}
    assert low.mark == 7 or low.sure < 0.9


def test_an_outline_that_is_darker_than_the_blank_print_is_no_digit() -> None:
    digits = weights.load(weights.SHARED)["digits"]
    frame: Lines = [[(2, 2), (198, 2), (198, 98), (2, 98), (2, 2)]]
    framed, plain = numbers.read([field((frame, 0), (SEVEN, 60)), field((SEVEN, 60))], digits)
    assert (framed.mark, framed.sure) == (plain.mark, plain.sure)
    into: Lines = [[(2, 50), (70, 50)]]
    assert numbers.read([field((frame, 0), (into, 0), (SEVEN, 100))], digits)[0].sure < 0.9


def test_specks_are_no_digits() -> None:
    dots: Lines = [[(100, 34), (101, 35)], [(100, 62), (101, 63)]]
    plain, specked = field((SEVEN, 20)), field((SEVEN, 20), (dots, 0))
    digits = weights.load(weights.SHARED)["digits"]
    assert numbers.read([specked], digits)[0].mark == numbers.read([plain], digits)[0].mark == 7


def test_a_stroke_that_is_broken_is_one_digit_and_what_is_too_much_is_none() -> None:
    broken: Lines = [[(20, 20), (58, 20)], [(54, 32), (34, 80)]]
    best = glyphs.apart(field((broken, 20))).ways[0]
    assert len(best.digits) == 1
    assert not best.minus
    crowd = field(*((ONE, 16 * at - 30) for at in range(1, 12)))
    (guess,) = numbers.read([crowd], weights.load(weights.SHARED)["digits"])
    assert guess.sure < 0.9
    assert numbers.read([field()], weights.load(weights.SHARED)["digits"])[0].ways == ((None, 1.0),)

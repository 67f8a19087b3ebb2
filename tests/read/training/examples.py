"""Examples to learn from: simulated photos read as any other, each field with what really stands in it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

import cv2
import numpy as np
from drawings import SEEN
from hands import Hand, Paper, Scans
from simulated import Truth, printed, shot

from pnp.read import features, field_kinds, glyphs, guesses, known_sheets, page_marks, straightening
from pnp.sheets.sheet import Sheet
from pnp.web.photos.sheet_photos import blank

PADS = (("dice-manor", "score"), ("yacht", "score"), ("dice-miner", "score"), ("dice-city", "score"))
OTHER = "other"


class Example(NamedTuple):
    """A field in numbers, and what it is: which model learns from it, its class, its features."""

    model: str
    name: str
    features: np.ndarray


class Plan(NamedTuple):
    """A photo to learn from."""

    game: str
    sheet: str
    how: dict[str, Any]
    day: str
    seed: int
    traced: bool = False


def plans(count: int, seed: int) -> Iterator[Plan]:
    """So many photos: half of what is drawn on, half of pads; a third on a hard day."""
    for number in range(count):
        day = "hard" if number % 3 == 2 else "normal"
        rng = np.random.default_rng(seed + number)
        ink = str(rng.choice(["normal", "normal", "normal", "black", "low"]))
        dress = str(rng.choice(["play", "play", "photo"]))
        if number % 2:
            game, sheet = PADS[number // 2 % len(PADS)]
            yield Plan(game, sheet, {"ink": ink, "dress": dress}, day, seed + number)
        else:
            traced = number % 8 == 6
            how = {"ink": ink, "dress": dress, "guides": traced}
            yield Plan("house-of-dice", "bonus" if number % 16 == 4 else "play", how, day, seed + number, traced)


def examples(plan: Plan, scans: Scans | None, long: int = 3200) -> list[Example]:
    """What a photo teaches."""
    page = printed(plan.game, plan.sheet, **plan.how)
    blots: dict[str, str] = {}
    made = shot(
        page,
        plan.day,
        plan.seed,
        scans,
        SEEN,
        long=long,
        traced=plan.traced,
        also=lambda *given: blots.update(_blots(*given)),
    )
    photo = cv2.imdecode(np.frombuffer(made.data, np.uint8), cv2.IMREAD_GRAYSCALE)
    whole, _ = page_marks.find(photo, page_marks.resized(photo, page_marks.COARSE))
    return list(_learnt(photo, whole[0], made.truths[0], plan, blots)) if whole else []


def _learnt(photo: Any, group: Any, truth: Truth, plan: Plan, blots: dict[str, str]) -> Iterator[Example]:
    sheet = truth.sheet
    matrix, _ = straightening.projection(sheet, group)
    kind = known_sheets.Kind(sheet, bool(plan.how.get("guides")))
    flat = straightening.flat(photo, matrix, blank(kind, plan.how["ink"]))
    pen = features.pen_of(flat, [field.rect for field in sheet.fields])
    for field in sheet.fields:
        cut = features.cut(flat, field.rect, pen)
        mark, blot = truth.marks.get(field.id), field.id in blots
        if field.kind in ("cross", "tally"):
            yield _example("strokes", OTHER if blot else _tick(field, mark), features.square(cut.ink))
        elif field.kind == "number" or (field.kind == "choice" and _label(field, mark)):
            yield from _digits(cut, OTHER if blot else _label(field, mark))
        elif field.block == "house" and (mark is not None or blot) and guesses.amount(cut) > 2.5:
            yield Example("drawings", OTHER if blot else str(mark), field_kinds.drawing_features(cut))


def _example(model: str, name: str, square: np.ndarray) -> Example:
    return Example(model, name, features.histograms(square[None])[0])


def _tick(field: Any, mark: Any) -> str:
    return "empty" if mark is None else "stroke" if mark == 1 and field.kind == "tally" else "cross"


def _label(field: Any, mark: Any) -> str:
    if mark is None:
        return ""
    return field_kinds.written(field)[mark] if field.kind == "choice" else str(mark)


def _digits(cut: Any, text: str) -> Iterator[Example]:
    """The digits of a number that is clearly apart: in the likeliest way to read it with so many of them."""
    parts = glyphs.apart(cut)
    if text == OTHER:
        chosen = [(number, OTHER) for number in range(len(parts.glyphs))]
    else:
        plain = text.removeprefix("-")
        way = next((one for one in parts.ways if len(one.digits) == len(plain)), None)
        clear = way is not None and way.minus == (text[:1] == "-") and way.likely > 0.5 * parts.ways[0].likely
        chosen = list(zip(way.digits, plain, strict=True)) if way is not None and clear else []
    for number, name in chosen:
        yield _example("digits", name, parts.glyphs[number].picture)


def _blots(sheet: Sheet, paper: Paper, marks: dict[str, Any], hand: Hand, rng: np.random.Generator) -> dict[str, str]:
    """Scribbles and slips in some of the fields that are empty."""
    found = {}
    for field in sheet.fields:
        share = 0.3 if field.kind == "choice" else 0.12
        if field.id not in marks and field.kind != "text" and rng.random() < share:
            paper.draw(scribble(rng), field.rect, hand, rng)
            found[field.id] = OTHER
    return found


def scribble(rng: np.random.Generator) -> list[list[tuple[float, float]]]:
    """Something that is no mark: loops, a zigzag, a blot, a few strokes anywhere."""
    kind = rng.random()
    turns = rng.uniform(1.2, 4)
    steps = np.linspace(0, 1, 40)
    if kind < 0.3:
        angle = 2 * np.pi * turns * steps
        size = rng.uniform(8, 38) * (0.4 + 0.6 * steps)
        return [[(50 + s * np.cos(a), 50 + s * np.sin(a)) for s, a in zip(size, angle, strict=True)]]
    if kind < 0.55:
        count = int(rng.integers(5, 14))
        return [[(15 + 70 * i / count, rng.uniform(15, 35) if i % 2 else rng.uniform(65, 85)) for i in range(count)]]
    if kind < 0.7:
        return [[(x, 20 + 4 * (i % 2)), (x, 80 - 4 * (i % 2))] for i, x in enumerate(np.linspace(20, 80, 14))]
    return [[(rng.uniform(5, 95), rng.uniform(5, 95)) for _ in range(int(rng.integers(2, 5)))] for _ in range(int(rng.integers(2, 5)))]  # fmt: skip

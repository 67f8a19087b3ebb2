"""Sheets as a table fills them in, photographed by a camera that never was, with what really stands on them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from camera import jpeg, photo
from drawings import SEEN, Style
from hands import Hand, Paper, Scans, Stroke, cross, person, stroke, varied, write_number

from pnp.cli import print_job
from pnp.games.game import Papers
from pnp.games.library import SHIPPED
from pnp.geometry import Rect
from pnp.render.pdf import pdf_bytes
from pnp.render.rasterize import pages
from pnp.sheets.sheet import Field, Sheet

Array = np.ndarray
DPI = 300
NAMES = ("Ana", "Bo", "Cy", "Di", "Ed", "Flo")


class Page(NamedTuple):
    """A printed page: its dots, and the sheets on it with their codes and where they lie."""

    dots: Array
    sheets: tuple[tuple[Sheet, str, Any], ...]


class Truth(NamedTuple):
    """What really stands on a sheet of a photo."""

    sheet: Sheet
    code: str
    marks: dict[str, Any]


class Shot(NamedTuple):
    """A photo and what is on it."""

    data: bytes
    truths: tuple[Truth, ...]


@lru_cache(maxsize=40)
def printed(game: str, sheet: str, **how: Any) -> Page:
    """The first page of a print, as the press makes it; each sheet of it with its code and its placement."""
    names = ",".join(NAMES[: how.get("up", 1)])
    job, _ = print_job.job_of(print_job.Call(game=game, sheets=sheet, players=names, seed="eye", **how))
    dots = np.array(next(pages(pdf_bytes(job), DPI)).convert("L"))
    plan = job.page_plan(job.copies[0].sheet)
    members = [job.copies[number] for number in job.pages[0]]
    there = [(copy.sheet, copy.person.code, slot.placement) for copy, slot in zip(members, plan.slots, strict=False)]
    return Page(dots, tuple(there))


def shot(
    page: Page,
    day: str,
    seed: int,
    scans: Scans | None = None,
    styles: Mapping[str, Sequence[Style]] = SEEN,
    pages: int = 1,
    turn: float = 0.0,
    long: int = 4000,
    traced: bool = False,
    also: Callable[..., Any] | None = None,
) -> Shot:
    """A photo of a page, or of several beside each other, filled in by somebody."""
    rng = np.random.default_rng(seed)
    sheets: list[Truth] = []
    dots = []
    for _ in range(pages):
        done = page.dots.copy()
        for sheet, code, placement in page.sheets:
            paper = Paper(done, DPI / 25.4, placement.rect)
            paper.page = done
            hand = person(rng, day == "hard")
            marks = fill_in(sheet, paper, rng, hand, scans, styles, traced)
            sheets.append(Truth(sheet, code, marks))
            if also is not None:
                also(sheet, paper, marks, hand, rng)
        dots.append(done)
    return Shot(jpeg(photo(dots, day, rng, long, turn), day, rng), tuple(sheets))


def fill_in(
    sheet: Sheet,
    paper: Paper,
    rng: np.random.Generator,
    hand: Hand,
    scans: Scans | None = None,
    styles: Mapping[str, Sequence[Style]] = SEEN,
    traced: bool = False,
) -> dict[str, Any]:
    """Write what somebody might write, by hand; what was meant comes back."""
    marks = meant(sheet, rng)
    ways = {value: int(rng.integers(0, 100)) for value in styles}
    for field in sheet.fields:
        if (mark := marks.get(field.id)) is None:
            continue
        if field.kind == "cross":
            paper.draw(varied(cross(rng), rng), field.rect, hand, rng)
        elif field.kind == "tally":
            paper.draw(varied(stroke(rng) if mark == 1 else cross(rng), rng), field.rect, hand, rng)
        elif field.kind == "number":
            write_number(paper, mark, field, hand, rng, scans)
        elif field.kind == "text":
            _scribble(paper, field.rect, hand, rng)
        elif _label(field, mark).isdecimal():
            write_number(paper, int(_label(field, mark)), field, hand, rng, scans)
        else:
            paper.draw(_drawing(sheet, field, mark, styles, ways, traced, rng), field.rect, hand, rng)
    return marks


def _label(field: Field, value: str) -> str:
    """What is written for a choice: digits, or nothing where it is drawn."""
    picture = field.choices[value]
    return picture[1:] if picture[:1] == "=" else picture.removeprefix("written-") if picture[:8] == "written-" else ""


def _drawing(
    sheet: Sheet, field: Field, value: str, styles: Any, ways: Mapping[str, int], traced: bool, rng: np.random.Generator
) -> list[Stroke]:
    """A drawing of a choice in one's own style, or along the strokes that a layout has for it."""
    picture = sheet.theme.pictures[field.choices[value]]
    if traced or value not in styles:
        from pnp.read.imagined import strokes_of

        room = along(sheet, field, value) if traced else None
        lines = [list(line) for line in strokes_of(picture, rng)]
        if room is None:
            return varied(lines, rng)
        x, y, share = room
        return [[(x + (a - 50) * share, y + (b - 50) * share) for a, b in line] for line in lines]
    # Somebody draws a part the same way all evening, mostly.
    way = ways[value] if rng.random() < 0.9 else int(rng.integers(0, 100))
    return varied(styles[value][way % len(styles[value])](rng), rng)


def along(sheet: Sheet, field: Field, value: str) -> tuple[float, float, float] | None:
    """Where the guide of a choice lies in its cell: its middle in hundredths of the cell, and its share of it."""
    from pnp.sheets.blocks.grid import _guide

    drawn = [one for one in field.choices if sheet.theme.pictures[field.choices[one]].guide]
    if value not in drawn:
        return None
    place, _ = _guide(field.rect, drawn.index(value), len(drawn), "photo" if "p" in sheet.variant else "play")
    x, y = place.center
    left, top = field.rect.x, field.rect.y
    return (x - left) / field.rect.w * 100, (y - top) / field.rect.h * 100, place.w / field.rect.w


def _scribble(paper: Paper, rect: Rect, hand: Hand, rng: np.random.Generator) -> None:
    """A word: a line that goes up and down."""
    count = int(rng.integers(6, 14))
    h = rect.h * 0.4
    x = rect.x + rect.w * 0.1
    for _ in range(count):
        if x > rect.right - h:
            break
        points = [(rng.uniform(20, 80), rng.uniform(10, 90)) for _ in range(4)]
        paper.draw([points], Rect(x, rect.y + rect.h * 0.35, h, h), hand, rng)
        x += h * 0.7


# ---------------------------------------------------------------------- what is meant


def meant(sheet: Sheet, rng: np.random.Generator) -> dict[str, Any]:
    """Marks that may stand on a sheet: tracks from the left, choices that are allowed, numbers whose sums are right."""
    marks: dict[str, Any] = {}
    tracks: dict[str, list[Field]] = {}
    full = rng.uniform(0.4, 1.0)
    for field in sheet.fields:
        if field.kind in ("cross", "tally"):
            tracks.setdefault(field.id.rpartition(".")[0], []).append(field)
        elif field.kind == "choice" and rng.random() < 0.75:
            marks[field.id] = str(rng.choice(list(field.choices)))
        elif field.kind == "number" and rng.random() < full:
            marks[field.id] = _number(rng)
        elif field.kind == "text" and not field.id.endswith("name") and rng.random() < 0.6:
            marks[field.id] = "?"
    for track in tracks.values():
        left = int(rng.integers(0, sum(max(1, field.most) for field in track) + 1))
        for field in track:
            take = min(left, max(1, field.most))
            left -= take
            if take:
                marks[field.id] = True if field.kind == "cross" else take
    return {**marks, **due(sheet, marks)}


def _number(rng: np.random.Generator) -> int:
    kind = rng.random()
    value = (
        int(rng.integers(0, 10))
        if kind < 0.5
        else int(rng.integers(10, 60))
        if kind < 0.93
        else int(rng.integers(60, 200))
    )
    return -value if value and rng.random() < 0.02 else value


def due(sheet: Sheet, marks: dict[str, Any]) -> dict[str, int]:
    """What the boxes that follow from others should say."""
    if not SHIPPED.has(sheet.game):
        return {}
    game, edition = SHIPPED.load(sheet.game), SHIPPED.edition(sheet.game)
    if game.count is None:
        return {}
    own = sheet.owner == "player"
    names = NAMES[:1] if own else NAMES[:4]
    papers = Papers(
        names, {} if own else {sheet.name: marks}, ({sheet.name: marks},) if own else tuple({} for _ in names)
    )
    counted = game.count(papers, edition)
    found = counted.own[0].get(sheet.name, {}) if own else counted.table.get(sheet.name, {})
    known = {field.id for field in sheet.fields if field.kind == "number"}
    return {id: value for id, value in found.items() if id in known and isinstance(value, int) and abs(value) < 1000}

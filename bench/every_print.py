"""Every sheet of every game, in every way in which it is printed with marks: printed, filled in, photographed, read.

    python bench/every_print.py [--every 1] [--processes 2]

One normal photo each, simulated. What was not found, or holds a wrong mark that nobody doubts, is listed.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from itertools import product
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT / "tests" / "read"), str(ROOT / "tests" / "read" / "training")]

JUDGED = 8_000_000
PAPERS, UPS, DRESSES, INKS = (
    ("a4", "letter", "universal", "a5", "a6", "a3"),
    (1, 2, 4),
    ("play", "photo"),
    ("low", "black"),
)
_scans: list[Any] = []


class Way(NamedTuple):
    """A way to print a sheet."""

    game: str
    sheet: str
    paper: str = "a4"
    up: int = 1
    dress: str = "play"
    ink: str = "normal"
    guides: bool = False
    language: str = "en"

    def __str__(self) -> str:
        own = (self.paper, f"{self.up} up", self.dress, self.ink, "guides" if self.guides else "", self.language)
        return f"{self.game}/{self.sheet} " + ", ".join(one for one in own if one)


def ways() -> Iterator[Way]:
    """Every paper and number on a page in both dresses, every ink, guides where there are any, another language."""
    from pnp.sheets import layout

    for game in layout.names():
        made = layout.load(layout.find(game))
        for name, plan in made.sheets.items():
            if plan.owner == "card":
                continue
            sheet = layout.ready(made, name)
            yield from (Way(game, name, paper, up, dress) for paper, up, dress in product(PAPERS, UPS, DRESSES))
            yield from (Way(game, name, dress=dress, ink=ink) for dress, ink in product(DRESSES, INKS))
            yield Way(game, name, language="pl")
            if sheet.guides:
                yield from (Way(game, name, dress=dress, guides=True) for dress in DRESSES)


class Found(NamedTuple):
    """What came of the sheets of one photo: how many there are, how many were found and their codes, and the fields."""

    way: Way
    sheets: int = 0
    found: int = 0
    codes: int = 0
    fields: int = 0
    wrong: int = 0
    silent: tuple[str, ...] = ()
    doubts: int = 0
    told: str = ""


def photographed(task: tuple[int, Way]) -> Found:
    """A print, photographed and read; one without marks has no sheets."""
    import cv2
    from simulated import printed, shot

    from pnp.errors import PnpError
    from pnp.web.photos import sheet_photos

    cv2.setNumThreads(1)
    number, way = task
    how = {name: getattr(way, name) for name in ("paper", "up", "dress", "ink", "guides", "language")}
    try:
        page = printed.__wrapped__(way.game, way.sheet, **how)
    except PnpError as error:
        return Found(way, told=f"not printed: {error}")
    if not any(sheet.fields and sheet.reader_marks for sheet, *_ in page.sheets):
        return Found(way)
    made = shot(page, "normal", JUDGED + number, _scans[0], traced=way.guides)
    readings, told = [], ""
    try:
        readings, _ = sheet_photos.readings_of(made.data)
    except PnpError as error:
        told = str(error)
    return _compared(way, made.truths, readings, told)


def _compared(way: Way, truths: Any, readings: list[Any], told: str) -> Found:
    found = codes = fields = wrong = doubts = 0
    silent: list[str] = []
    for truth in truths:
        # By its code where that was read; a sheet that was not found is no field's fault.
        here = [
            one
            for one in readings
            if (one.kind.sheet.game, one.kind.sheet.name) == (truth.sheet.game, truth.sheet.name)
        ]
        best = next((one for one in here if one.code == truth.code), next((one for one in here if not one.code), None))
        if best is None or best.kind.sheet.key != truth.sheet.key:
            told = told or ("not found" if best is None else f"taken for {best.kind.sheet.key}, not {truth.sheet.key}")
            continue
        found, codes = found + 1, codes + (best.code == truth.code)
        doubted = {one.field for one in best.doubts}
        ids = [field.id for field in truth.sheet.fields if field.kind != "text"]
        off = [id for id in ids if best.marks.get(id) != truth.marks.get(id)]
        fields, wrong, doubts = fields + len(ids), wrong + len(off), doubts + len(doubted)
        silent += [f"{id} {best.marks.get(id)} for {truth.marks.get(id)}" for id in off if id not in doubted]
    return Found(way, len(truths), found, codes, fields, wrong, tuple(silent), doubts, told)


def lines(every: int = 1, processes: int = 2) -> Iterator[str]:
    """What is amiss, print by print, and all together."""
    import digits
    from hands import Scans

    _scans[:] = [Scans(digits.scans("t10k"))]
    asked = list(enumerate(ways()))[::every]
    done: list[Found] = []
    with get_context("fork").Pool(processes) as pool:
        for one in pool.imap(photographed, asked):
            done.append(one)
            if one.told or one.found < one.sheets or one.silent:
                yield f"{one.way}: {one.found} of {one.sheets} found {one.told} {'; '.join(one.silent)}".rstrip()
    marked = [one for one in done if one.sheets]
    sheets, found, codes = (sum(one[at] for one in marked) for at in (1, 2, 3))
    fields, wrong, doubts = (sum(one[at] for one in marked) for at in (4, 5, 7))
    silent = sum(len(one.silent) for one in marked)
    yield (
        f"{len(marked)} ways to print with marks, of {len(done)}: {found} of {sheets} sheets found, {codes} codes;"
        f" {fields - wrong} of {fields} fields right, {silent} wrong ones undoubted, {doubts / max(1, found):.1f} doubts a sheet"
    )


def report() -> list[str]:
    """Every ninth of them, for `make bench`; the whole pass takes half an hour."""
    return list(lines(9))


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("--every", type=int, default=1, help="only every so many of them")
    asked.add_argument("--processes", type=int, default=2)
    given = asked.parse_args()
    for line in lines(given.every, given.processes):
        print(line, flush=True)


if __name__ == "__main__":
    main()

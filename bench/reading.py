"""How well photos are read, on simulated ones: the table of docs/reading.md, with 95 % confidence intervals.

    python bench/reading.py [--sheets 40] [--processes 2] [--cell pads-hard] [--only table] [--write]

The seeds judge only, and digits are those of MNIST's test part; nothing was trained on either. How long a photo takes
wants a machine that does nothing else.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from multiprocessing import get_context
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any, NamedTuple

os.environ.setdefault("OMP_NUM_THREADS", "1")
ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT / "tests" / "read"), str(ROOT / "tests" / "read" / "training")]

JUDGED = 7_000_000
DOC = ROOT / "docs" / "reading.md"
PADS = (("dice-manor", "score"), ("yacht", "score"), ("dice-miner", "score"), ("dice-city", "score"))
_scans: list[Any] = []


class Cell(NamedTuple):
    """Photos of one kind: what is on them, which fields count, on which day."""

    name: str
    kinds: tuple[str, ...]
    day: str
    sheets: tuple[tuple[str, str], ...]
    traced: bool = False
    unseen: bool = False


PLAY, BONUS = (("house-of-dice", "play"),), (("house-of-dice", "bonus"),)
EVERYTHING = ("choice", "cross", "tally", "number")
CELLS = {
    f"{name}-{day}": Cell(label, kinds, day, sheets, traced, unseen)
    for name, label, kinds, sheets, traced, unseen in (
        ("play", "House of Dice, free drawing", EVERYTHING, PLAY, False, False),
        ("traced", "House of Dice, traced guides", EVERYTHING, PLAY, True, False),
        ("bonus", "bonus sheet", ("cross",), BONUS, False, False),
        ("pads", "score pads, with sums", ("number",), PADS, False, False),
        ("unseen", "styles never seen in training", EVERYTHING, PLAY, False, True),
    )
    for day in ("normal", "hard")
    if not (unseen and day == "hard")
}


class Judged(NamedTuple):
    """What came of one sheet: found, code right, fields by kind as (all, right, silent, doubts)."""

    found: bool
    code: bool
    fields: dict[str, list[int]]


def judged(task: tuple[str, int]) -> list[Judged]:
    """One photo of a cell: every fourth upside down, every eighth with two sheets."""
    import cv2
    from drawings import SEEN, UNSEEN
    from simulated import printed, shot

    from pnp.errors import InputError
    from pnp.web.photos import sheet_photos

    cv2.setNumThreads(1)
    cell, number = CELLS[task[0]], task[1]
    game, sheet = cell.sheets[number % len(cell.sheets)]
    page = printed(game, sheet, guides=cell.traced)
    turn = 180.0 if number % 4 == 1 and cell.day == "normal" else 0.0
    two = 2 if number % 8 == 6 and cell.day == "normal" else 1
    styles = UNSEEN if cell.unseen else SEEN
    seed = JUDGED + 1000 * list(CELLS).index(task[0]) + number
    made = shot(page, cell.day, seed, _scans[0], styles, pages=two, turn=turn, traced=cell.traced)
    try:
        readings, _ = sheet_photos.readings_of(made.data)
    except InputError:
        readings = []
    return [_judged(truth, readings) for truth in made.truths]


def _judged(truth: Any, readings: list[Any]) -> Judged:
    fitting = [one for one in readings if one.kind.sheet.key == truth.sheet.key]
    if not fitting:
        return Judged(False, False, {})
    # Two sheets of a picture may be read in any order: the one that agrees more is meant.
    best = max(fitting, key=lambda one: sum(one.marks.get(id) == mark for id, mark in truth.marks.items()))
    doubted = {one.field for one in best.doubts}
    fields: dict[str, list[int]] = {}
    for field in truth.sheet.fields:
        if field.kind == "text":
            continue
        right = best.marks.get(field.id) == truth.marks.get(field.id)
        row = fields.setdefault(field.kind, [0, 0, 0, 0])
        for at, one in enumerate((True, right, not right and field.id not in doubted, field.id in doubted)):
            row[at] += bool(one)
    return Judged(True, best.code == truth.code, fields)


def interval(right: int, of: int) -> str:
    """A share in percent with its 95 % interval, by Wilson.

    >>> interval(40, 40)
    '100.0 % (91.2-100.0)'
    """
    if not of:
        return "-"
    share, z = right / of, 1.96
    middle = (share + z * z / (2 * of)) / (1 + z * z / of)
    half = z * (share * (1 - share) / of + z * z / (4 * of * of)) ** 0.5 / (1 + z * z / of)
    return f"{100 * share:.1f} % ({100 * max(0, middle - half):.1f}-{100 * min(1, middle + half):.1f})"


def row(cell: Cell, sheets: list[Judged]) -> str:
    """A line of the table."""
    found = [one for one in sheets if one.found]
    total = [sum(one.fields.get(kind, [0] * 4)[at] for one in found for kind in cell.kinds) for at in range(4)]
    ticks = [sum(one.fields.get(kind, [0] * 4)[at] for one in found for kind in ("cross", "tally")) for at in range(4)]
    whole = sum(all(kind[0] == kind[1] for kind in one.fields.values()) for one in found)
    count = max(1, len(found))
    return (
        f"| {cell.name} | {cell.day} | {len(sheets)} | {interval(len(found), len(sheets))} "
        f"| {interval(sum(one.code for one in found), len(sheets))} | {interval(ticks[1], ticks[0])} "
        f"| {interval(total[1], total[0])} | {total[2] / count:.2f} | {total[3] / count:.1f} | {interval(whole, len(found))} |"
    )


HEAD = """| sheets | photos | n | page found | code right | crosses, strokes | fields right | silent errors a sheet | doubts a sheet | sheet wholly right |
|---|---|---|---|---|---|---|---|---|---|"""


def table(chosen: list[str], count: int, processes: int) -> Iterator[str]:
    """The lines of the table, as they are done."""
    import digits
    from hands import Scans

    _scans[:] = [Scans(digits.scans("t10k"))]
    every: dict[str, list[Judged]] = {}
    yield from HEAD.splitlines()
    with get_context("fork").Pool(processes) as pool:
        for name in chosen:
            sheets = [one for made in pool.imap(judged, [(name, number) for number in range(count)], 2) for one in made]
            every.setdefault(CELLS[name].day, []).extend(sheets)
            yield row(CELLS[name], sheets)
    yield ""
    for day, sheets in every.items():
        found, code = (sum(one[at] for one in sheets) for at in (0, 1))
        told = f"page found {interval(found, len(sheets))}, code right {interval(code, len(sheets))}"
        yield f"- all {day} photos together, {len(sheets)} sheets: {told}"


ALONE = """
import re, sys
from pathlib import Path
from pnp.web.photos import sheet_photos
sheet_photos.read(Path(sys.argv[1]).read_bytes())
print(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1])
"""
"""Kilobytes that a process has held at most; what getrusage says would be no less than what its parent has held."""


def _seconds(work: Callable[[bytes], object], data: bytes) -> float:
    start = time.process_time()
    work(data)
    return time.process_time() - start


def speed(photos: int = 5) -> str:
    """How long the photos of each kind of sheet take in a process that has read others, and the memory of one alone."""
    import digits
    import numpy as np
    from camera import in_colour
    from hands import Scans
    from simulated import printed, shot

    from pnp.web.photos import sheet_photos

    scans = Scans(digits.scans("t10k"))
    seconds, memory = [], []
    for kind, (game, sheet) in enumerate((*PLAY, *BONUS, *PADS)):
        for number in range(photos + 1):
            seed = JUDGED + 900_000 + 100 * kind + number
            made = shot(printed(game, sheet), "normal", seed, scans)
            photo = in_colour(made.data, np.random.default_rng(seed))
            if number:  # the first of its kind also draws the blank sheet
                seconds.append(_seconds(sheet_photos.readings_of, photo))
            else:
                sheet_photos.readings_of(photo)
        with NamedTemporaryFile(suffix=".jpg") as file:
            file.write(photo)
            file.flush()
            done = subprocess.run([sys.executable, "-c", ALONE, file.name], check=True, capture_output=True, text=True)
            memory.append(int(done.stdout) / 1024)
    least, low, middle, high, most = (1000 * one for one in np.quantile(seconds, (0, 0.25, 0.5, 0.75, 1)))
    return (
        f"A colour photo of 12 megapixels takes {middle:.0f} ms of one core in the median ({len(seconds)} photos read once each: half of"
        f" them {low:.0f} to {high:.0f}, all {least:.0f} to {most:.0f}), decoding included, and at most {max(memory):.0f} MB in"
        " a process of its own."
    )


def report() -> list[str]:
    """How long it takes and the whole table, for `make bench`."""
    return [speed(), "", *table(list(CELLS), 40, 2)]


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("--sheets", type=int, default=40)
    asked.add_argument("--processes", type=int, default=2)
    asked.add_argument("--cell", choices=list(CELLS), action="append")
    asked.add_argument("--only", choices=("table", "speed"), help="a part of it")
    asked.add_argument("--write", action="store_true", help="put it into docs/reading.md")
    given = asked.parse_args()
    for part in ("speed", "table"):
        if given.only in (None, part):
            lines = []
            for line in (
                [speed()] if part == "speed" else table(given.cell or list(CELLS), given.sheets, given.processes)
            ):
                print(line, flush=True)
                lines.append(line)
            if given.write:
                _write(part, lines)


def _write(part: str, lines: list[str]) -> None:
    """Put lines between the marks of their part of the page."""
    body = "\n".join([f"<!-- {part} -->", *lines, f"<!-- end of {part} -->"])
    text = re.sub(rf"<!-- {part} -->.*<!-- end of {part} -->", lambda _: body, DOC.read_text("utf-8"), flags=re.DOTALL)
    DOC.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()

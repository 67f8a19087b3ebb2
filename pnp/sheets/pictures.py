"""Pictograms: small drawings in a square of 100 by 100, our own dice and signs and those a layout brings along."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path as Folder
from typing import NamedTuple

from pnp.geometry import Rect
from pnp.sheets import ink, picture_files
from pnp.sheets.ink import Ink, Paint, Path, Step
from pnp.strict import Table, as_number, wrong
from pnp.words import say

_TOKEN = re.compile(r"([MLHVCZmlhvcz])|(-?(?:\d+\.?\d*|\.\d+))|[\s,]+")
MOST_FILES = 500
_ARITY = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Z": 0}


class Picture(NamedTuple):
    """A drawing in a square of 100 by 100, and the few strokes that somebody traces to draw it."""

    art: tuple[Ink, ...]
    guide: tuple[Step, ...] = ()

    def at(self, rect: Rect) -> list[Ink]:
        """The drawing, as large as fits, in the middle of a rectangle."""
        side = min(rect.w, rect.h)
        x, y = rect.center
        return list(_placed(self.art, x - side / 2, y - side / 2, side / 100))

    def guide_at(self, rect: Rect, paint: Paint) -> list[Ink]:
        """The strokes to trace, in the middle of a rectangle, painted as they are told."""
        if not self.guide:
            return []
        side = min(rect.w, rect.h)
        x, y = rect.center
        path = ink.moved(Path(self.guide, Paint()), x - side / 2, y - side / 2, side / 100)
        return [Path(path.steps, paint)] if isinstance(path, Path) else []


@lru_cache(2000)
def _placed(art: tuple[Ink, ...], dx: float, dy: float, scale: float) -> tuple[Ink, ...]:
    """A drawing moved; sheets are laid out often, and most of their pictures lie where they did."""
    return tuple([ink.moved(one, dx, dy, scale) for one in art])


@lru_cache(2000)
def parse_path(text: str) -> tuple[Step, ...]:
    """The steps of a path written as in SVG with M L H V C Z, capital letters absolute, small ones relative.

    >>> parse_path("M10 10 h5 v-5 Z")
    (('M', (10.0, 10.0)), ('L', (15.0, 10.0)), ('L', (15.0, 5.0)), ('Z', ()))
    """
    steps: list[Step] = []
    x = y = 0.0
    for letter, numbers in _commands(text):
        op, relative = letter.upper(), letter.islower()
        if op == "Z":
            steps.append(("Z", ()))
            continue
        for i in range(0, len(numbers), _ARITY[op]):
            part = numbers[i : i + _ARITY[op]]
            if op == "H":
                part = [part[0] + (x if relative else 0), y]
            elif op == "V":
                part = [x, part[0] + (y if relative else 0)]
            elif relative:
                part = [n + (y if k % 2 else x) for k, n in enumerate(part)]
            x, y = part[-2], part[-1]
            drawn = "L" if op in "HV" or (op == "M" and i) else op
            steps.append((drawn, tuple(part)))
    return tuple(steps)


def _commands(text: str) -> list[tuple[str, list[float]]]:
    commands: list[tuple[str, list[float]]] = []
    place = 0
    while place < len(text):
        token = _TOKEN.match(text, place)
        if token is None:
            wrong("layout.path-letter", letter=repr(text[place]))
        place = token.end()
        if token[1]:
            commands.append((token[1], []))
        elif token[2]:
            if not commands:
                wrong("layout.path-start")
            commands[-1][1].append(float(token[2]))
    if not commands or commands[0][0] not in "Mm":
        wrong("layout.path-start")
    for letter, numbers in commands:
        arity = _ARITY[letter.upper()]
        if bool(arity) != bool(numbers) or (arity and len(numbers) % arity):
            wrong("layout.path-numbers", letter=letter, n=len(numbers), takes=arity or None)
    return commands


def read(table: Table, folder: Folder) -> Picture:
    """A picture from a layout: `art`, shapes painted one over the other, or a file, and a `guide` path."""
    if "file" in table:
        art: tuple[Ink, ...] = table.item(table.raw("file"), (), lambda name: picture_files.named(folder, name), "file")
        if "art" in table:
            table.fault(say("layout.art-and-file"), "art")
    else:
        art = tuple(shape for row in table.tables("art") if (shape := _shape(row)) is not None)
    guide: tuple[Step, ...] = ()
    if "guide" in table:
        guide = table.item(table.text("guide"), (), parse_path, "guide")
    table.close()
    return Picture(art, guide)


def in_folder(table: Table, folder: Folder) -> dict[str, Picture]:
    """The pictures of a folder beside a layout, each by the name of its file."""
    place = table.item(table.raw("folder"), None, lambda name: picture_files.beside(folder, name), "folder")
    table.close()
    if place is None:
        return {}
    files = sorted(file for file in place.glob("*") if file.suffix.lower() in (".svg", ".png"))
    if not files or len(files) > MOST_FILES:
        table.fault(say("layout.folder-pictures", folder=str(place), n=len(files), most=MOST_FILES), "folder")
        return {}
    made: dict[str, Picture] = {}
    for file in files:
        name = re.sub(r"[^a-z0-9]+", "-", file.stem.lower()).strip("-")
        made[name] = Picture(table.item(file, (), picture_files.art, "folder"))
    return made


def _shape(row: Table) -> Ink | None:
    paint = Paint(
        fill=row.text("fill", ""),
        stroke=row.text("stroke", ""),
        width=row.number("width", 4, 0.5, 20),
        solid=row.flag("solid"),
        round=True,
    )
    shape: Ink | None = None
    before = len(row.faults)
    if "path" in row:
        steps = row.item(row.text("path"), (), parse_path, "path")
        shape = Path(steps, paint) if steps else None
    elif "box" in row:
        n = row.items("box", as_number)
        shape = ink.Box(n[0], n[1], n[2], n[3], paint, n[4] if len(n) == 5 else 0) if len(n) in (4, 5) else None
    elif "disc" in row:
        n = row.items("disc", as_number)
        shape = ink.Disc(n[0], n[1], n[2], paint) if len(n) == 3 else None
    if shape is None and len(row.faults) == before:
        row.fault(say("layout.no-shape"))
    row.close()
    return shape


_PIPS = {
    1: [(50, 50)],
    2: [(27, 27), (73, 73)],
    3: [(25, 25), (50, 50), (75, 75)],
    4: [(28, 28), (72, 28), (28, 72), (72, 72)],
    5: [(27, 27), (73, 27), (50, 50), (27, 73), (73, 73)],
    6: [(28, 24), (72, 24), (28, 50), (72, 50), (28, 76), (72, 76)],
}


@cache
def own() -> Mapping[str, Picture]:
    """The pictures that every layout has: dice, a pair, a stroke, a cross, a tick."""
    pen = Paint(stroke="ink", width=9, round=True)
    signs = {
        "pair": "M8 50 H92 M26 32 L8 50 L26 68 M74 32 L92 50 L74 68",
        "stroke": "M24 84 L76 16",
        "cross": "M20 20 L80 80 M80 20 L20 80",
        "tick": "M16 54 L40 80 L86 22",
        "arrow": "M8 50 H90 M66 26 L90 50 L66 74",
    }
    pictures = {name: Picture((Path(parse_path(path), pen),)) for name, path in signs.items()}
    return {**pictures, **{f"die-{n}": _die(n) for n in _PIPS}}


def _die(number: int) -> Picture:
    frame = ink.Box(5, 5, 90, 90, Paint(fill="paper", stroke="ink", width=6, solid=True), 20)
    pip = Paint(fill="ink", solid=True)
    return Picture((frame, *(ink.Disc(x, y, 9.5, pip) for x, y in _PIPS[number])))

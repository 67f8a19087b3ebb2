"""Names, places and medals as they are drawn large: any name fits, and none is set in two faces."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pnp.geometry import Rect
from pnp.sheets import typefaces
from pnp.sheets.ink import Disc, Ink, Line, Paint, Path, Text
from pnp.sheets.pictures import Picture, parse_path

COLORS = {"gold": "#f0bf4c", "ground": "#fbf6ec"}
CROWN = Picture(
    (
        Path(
            parse_path("M14 78 L7 32 L31 52 L50 18 L69 52 L93 32 L86 78 Z"),
            Paint("gold", "ink", 5, solid=True, round=True),
        ),
        Line(20, 90, 80, 90, Paint(stroke="gold", width=7, round=True)),
    )
)
ROSETTE = Picture(
    (
        Path(parse_path("M34 54 L24 96 L50 80 L76 96 L66 54 Z"), Paint("accent", "ink", 4.5, solid=True, round=True)),
        Disc(50, 36, 31, Paint("gold", "ink", 4.5, solid=True)),
        Path(
            parse_path(
                "M50 17 L55.5 29.5 L69 30.8 L58.9 39.8 L61.8 53 L50 46.1 L38.2 53 L41.1 39.8 L31 30.8 L44.5 29.5 Z"
            ),
            Paint("paper", "ink", 3, solid=True, round=True),
        ),
    )
)


def names(given: Sequence[str], room: Rect, size: float, color: str, steady: bool = False) -> Iterator[Ink]:
    """Names below one another in the middle of a room, as large as they fit; a long one is broken at a blank.

    A steady one keeps its size beside others, and is shortened.
    """
    lines = [(name, face_of(name)) for name in (typefaces.printable(one) or "?" for one in given)]
    if len(lines) == 1 and " " in lines[0][0] and _fitted(*lines[0], size, room.w) < 0.72 * size:
        name, face = lines[0]
        blanks = [place for place, char in enumerate(name) if char == " "]
        middle = min(blanks, key=lambda place: abs(place - len(name) / 2))
        lines = [(name[:middle], face), (name[middle + 1 :], face)]
    step = room.h / len(lines)
    size = size if steady else max(1.6, min(0.92 * step, *(_fitted(line, face, size, room.w) for line, face in lines)))
    for number, (line, face) in enumerate(lines):
        baseline = room.center[1] + (number - (len(lines) - 1) / 2) * min(step, 1.2 * size) + 0.35 * size
        yield Text(room.x, baseline, line, face, size, color, fit=room.w, floor=size if steady else 1.6)


def _fitted(text: str, face: str, size: float, width: float) -> float:
    """The size at which a text fits a width."""
    return min(size, width / max(0.01, typefaces.width(text, face, 1.0)))


def face_of(name: str) -> str:
    """The face for a name: the round one if it has all letters, so that no name is set in two."""
    round_one = typefaces.face("display")
    return "display" if all(round_one.has(char) for char in typefaces.clean(name)) else "strong"


def badge(rank: int | None, x: float, y: float, r: float) -> Iterator[Ink]:
    """A place in the ranking; the first is of gold, and one that nobody knows a dash."""
    first = rank == 1
    yield Disc(x, y, r, Paint("gold" if first else "wash", "ink" if first else "line", 0.25, solid=True))
    yield Text(x, y + 0.44 * r, "–" if rank is None else str(rank), "display", 1.25 * r, "ink", "center", 1.5 * r, 1)


def signed(number: int | None) -> str:
    """A number with a proper minus, or a dash for one that nobody knows."""
    return "–" if number is None else f"−{-number}" if number < 0 else str(number)

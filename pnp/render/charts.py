"""Charts as ink: how often each number came up, a curve over rounds, a drawing; and pages of ink as PDF or PNG."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import BytesIO

from pnp.geometry import Rect
from pnp.render.imposition import Margins
from pnp.render.job import Copy, Job
from pnp.render.lettering import COLORS
from pnp.render.share_picture import cropped
from pnp.sheets import codes
from pnp.sheets.ink import Box, Disc, Ink, Line, Paint, Path, Text
from pnp.sheets.personal import Person
from pnp.sheets.sheet import Sheet
from pnp.sheets.theme import COLORS as PLAIN
from pnp.sheets.theme import STYLES, Theme
from pnp.sheets.typefaces import width

WIDTH, HEIGHT = 148.0, 210.0
EDGE = 10.0
FORMATS = (".pdf", ".png")


def histogram(title: str, numbers: Mapping[int, int], room: Rect, low: int, high: int) -> Iterator[Ink]:
    """How often each number from `low` to `high` came up, as bars with a few numbers below."""
    yield Text(room.x, room.y + 4.2, title, "strong", 4, "ink", fit=room.w, floor=2)
    ground, top = room.bottom - 5, room.y + 7
    most, wide = max(numbers.values(), default=1), room.w / (high - low + 1)
    for number, times in numbers.items():
        tall = (ground - top) * times / most
        yield Box(room.x + (number - low) * wide, ground - tall, wide * 0.86, tall, Paint("accent"))
    yield Line(room.x, ground, room.right, ground, Paint(stroke="line", width=0.25))
    step = max(1, round((high - low) / 8))
    for number in range(low, high + 1, step):
        yield Text(room.x + (number - low + 0.43) * wide, ground + 3.6, str(number), "text", 2.8, "soft", "center")


def curve(lines: Sequence[tuple[str, Sequence[float]]], room: Rect) -> Iterator[Ink]:
    """Numbers over rounds, a line for each row, with the rounds below and its first and last number."""
    values = [value for _, row in lines for value in row]
    low, high = min(values, default=0), max(values, default=1)
    high = high if high > low else low + 1
    count = max(len(row) for _, row in lines)
    ground, across = room.bottom - 5, (room.w - 12) / max(1, count - 1)

    def at(number: int, value: float) -> tuple[float, float]:
        return room.x + number * across, ground - (value - low) / (high - low) * (ground - room.y - 4)

    for color, row in lines:
        points = [at(number, value) for number, value in enumerate(row)]
        steps = tuple(("M" if number == 0 else "L", point) for number, point in enumerate(points))
        yield Path(steps, Paint(stroke=color, width=0.6, round=True))
        yield Disc(*points[-1], 0.9, Paint(color))
        yield Text(points[-1][0] + 2, points[-1][1] + 1.2, f"{row[-1]:g}", "strong", 3.2, color)
        yield Text(points[0][0], points[0][1] - 1.6, f"{row[0]:g}", "strong", 3.2, color)
    yield Line(room.x, ground, room.x + across * (count - 1), ground, Paint(stroke="line", width=0.25))
    for number in range(0, count, 6):
        yield Text(room.x + number * across, ground + 3.6, str(number), "text", 2.8, "soft", "center")


def drawing(title: str, sheet: Sheet, block: str, rows: Sequence[Sequence[str]], room: Rect) -> Iterator[Ink]:
    """A block of a sheet as it looks filled in by rows of letters, the top row first; a dot is an empty place."""
    yield Text(room.x, room.y + 4, title, "strong", 4, "ink", fit=room.w, floor=2)
    places = sorted((one for one in sheet.fields if one.block == block), key=lambda one: (one.rect.y, one.rect.x))
    letters = [letter for row in rows for letter in row]
    marks = {place.id: letter for place, letter in zip(places, letters, strict=False) if letter != "."}
    yield from cropped(sheet, block, marks, Rect(room.x, room.y + 7, room.w, min(room.w, room.h - 7)))


def paragraph(text: str, x: float, y: float, wide: float, size: float) -> tuple[list[Ink], float]:
    """A text in as many lines as it takes from a baseline on, and the baseline of what comes below it."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".lstrip()
        if lines[-1] and width(longer, "text", size) > wide:
            lines.append(word)
        else:
            lines[-1] = longer
    ink: list[Ink] = [
        Text(x, y + 1.4 * size * number, line, "text", size, "ink", fit=wide, floor=size / 2)
        for number, line in enumerate(lines)
    ]
    return ink, y + 1.4 * size * len(lines) + 0.6 * size


def written(
    pages: Iterable[Iterable[Ink]], title: str, language: str, suffix: str, look: Mapping[str, str] = PLAIN
) -> bytes:
    """Pages of ink as a file, in the colours of a look: a PDF with all of them, or a PNG of the first."""
    from pnp.render.pdf import pdf_bytes
    from pnp.render.rasterize import pages as pictures

    theme = Theme(colors={**look, **COLORS}, styles=STYLES, pictures={})
    copies = []
    for number, ink in enumerate(pages, 1):
        sheet = Sheet("chart", title, f"page-{number}", title, 1, language, "table", WIDTH, HEIGHT, theme)
        person = Person("", "0" * codes.LENGTH)
        copies.append(Copy(sheet._replace(ink=tuple(ink)), person, codes.address(sheet.key)))
    content = pdf_bytes(Job(title, language, tuple(copies), "a5", 1, Margins(0, 0, 0, 0)))
    if suffix == ".pdf":
        return content
    out = BytesIO()
    next(pictures(content, 200)).convert("RGB").save(out, "PNG")
    return out.getvalue()

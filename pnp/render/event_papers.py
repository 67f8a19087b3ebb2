"""The papers of an event besides its sheets: signs for tables with a slip for the result, seating lists, badges."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pnp.geometry import Rect
from pnp.render import imposition
from pnp.render.imposition import Margins, size_of
from pnp.render.job import Copy
from pnp.render.lettering import names
from pnp.render.qr import runs, symbol
from pnp.render.qr_svg import QUIET
from pnp.sheets.codes import Address
from pnp.sheets.ink import Box, Ink, Line, Paint, Path, Step, Text
from pnp.sheets.personal import Person
from pnp.sheets.sheet import Sheet
from pnp.sheets.theme import COLORS, STYLES, Theme
from pnp.sheets.typefaces import printable

CUT = Paint(stroke="line", width=0.2, dash=(2.0, 1.6))
FRAME = Paint("paper", "line", 0.3)
BADGE = (85.0, 54.0)
ROW = 7.2
A_ROW, MOST_PLACES = 6, 18
"""So many tables stand beside each other on a badge, and in all."""


class Place(NamedTuple):
    """A table of a round: what it is called, its id, and who sits there."""

    title: str
    id: str
    people: Sequence[str]


class Badge(NamedTuple):
    """Somebody's badge: the name, their tables round by round, and what its code says."""

    name: str
    places: Sequence[str]
    code: str = ""


class Standing(NamedTuple):
    """Where somebody stands: the rank, the name, the score, what each round gave, and what decided between equals."""

    rank: str
    name: str
    score: str
    rounds: Sequence[str]
    why: str = ""


class Labels(NamedTuple):
    """What stands on the papers, in words: the event, the round, and what is asked for."""

    event: str
    round: str
    slip: str
    total: str
    signed: str
    scan: str
    seating: str
    signs: str
    badges: str
    standings: str


def room(paper: str) -> Rect:
    """What can be printed on within the usual margins."""
    width, height = size_of(paper)
    space = margins(paper)
    return Rect(0, 0, width - space.left - space.right, height - space.top - space.bottom)


def page(name: str, heading: str, paper: str) -> Sheet:
    """An empty page of a paper."""
    theme = Theme(COLORS, STYLES, {})
    return Sheet("event", "Event", name, heading, 1, "en", "table", *room(paper)[2:], theme)


def margins(paper: str) -> Margins:
    return imposition.margins("", paper)


# ---------------------------------------------------------------------- a table's sign and slip


def sign(place: Place, labels: Labels, paper: str, url: str) -> Copy:
    """A page for a table: above, to be folded and stood up, its sign; below, to be cut off, the slip."""
    side, (_, _, width, height) = 46.0, room(paper)
    half = height / 2
    ink = [*_sign(place, labels, Rect(0, 0, width, half - 8), side if url else 0)]
    ink.append(Line(0, half, width, half, CUT))
    ink += _slip(place, labels, Rect(0, half + 8, width, half - 8))
    if url:
        ink.append(_code(f"{url.rstrip('/')}/t/{place.id}", width - side, half - side - 14, side))
    return Copy(page("sign", labels.signs, paper), Person(place.title, ""), Address("", ""), tuple(ink))


def _code(payload: str, x: float, y: float, side: float) -> Ink:
    """A QR code as one shape, its quiet zone inside the square."""
    made = symbol(payload)
    unit = side / (made.size + 2 * QUIET)
    steps: list[Step] = []
    for column, row, w, h in runs(made):
        left, top = x + (column + QUIET) * unit, y + (row + QUIET) * unit
        right, bottom = left + w * unit, top + h * unit
        steps += [("M", (left, top)), ("L", (right, top)), ("L", (right, bottom)), ("L", (left, bottom)), ("Z", ())]
    return Path(tuple(steps), Paint("mark", solid=True))


def _sign(place: Place, labels: Labels, room: Rect, side: float) -> Iterator[Ink]:
    yield Text(room.x, room.y + 5, printable(labels.event), "text", 5, "soft", fit=room.w - 45, floor=3)
    yield Text(room.right, room.y + 5, labels.round, "text", 5, "soft", "right")
    yield Text(room.x, room.y + 38, place.title, "display", 30, "accent", fit=room.w, floor=12)
    left = Rect(room.x, room.y + 46, room.w - (side + 8 if side else 0), room.h - 46)
    step = min(12.0, left.h / max(1, len(place.people)))
    for number, name in enumerate(place.people):
        yield from names([name], Rect(left.x, left.y + number * step, left.w, step), 0.72 * step, "ink")
    if side:
        yield Text(room.right - side / 2, room.bottom - 1, labels.scan, "text", 3.4, "soft", "center", side, 2.2)


def _slip(place: Place, labels: Labels, room: Rect) -> Iterator[Ink]:
    """Name, total and signature of everybody at a table."""
    yield Text(room.x, room.y + 6, f"{labels.slip}: {place.title}", "strong", 6, "ink", fit=room.w - 70, floor=4)
    yield Text(
        room.right, room.y + 6, f"{printable(labels.event)}, {labels.round}", "text", 3.6, "soft", "right", 66, 2
    )
    top, step = room.y + 20, min(17.0, (room.h - 22) / max(1, len(place.people)))
    total, signed = room.x + 0.52 * room.w, room.x + 0.72 * room.w
    yield Text(total, top - 3, labels.total, "text", 3.4, "soft")
    yield Text(signed, top - 3, labels.signed, "text", 3.4, "soft")
    for number, name in enumerate(place.people):
        y = top + number * step
        yield from names([name], Rect(room.x, y, 0.48 * room.w, step - 2), 0.4 * step, "ink")
        yield Box(total, y, 0.17 * room.w, step - 2, FRAME, 1.5)
        yield Line(signed, y + step - 3, room.right, y + step - 3, FRAME)


# ---------------------------------------------------------------------- lists and badges


def seating(rows: Sequence[tuple[str, str]], labels: Labels, paper: str) -> list[Copy]:
    """Everybody by name with their table, in columns, on as many pages as it takes."""
    _, _, width, height = room(paper)
    columns = 1 if len(rows) <= 30 else 2 if len(rows) <= 70 else 3
    across = (width + 6) / columns
    many = int((height - 20) // ROW)
    pages = []
    for start in range(0, len(rows), columns * many):
        ink: list[Ink] = [Text(0, 8, printable(labels.event), "display", 8, "accent", fit=width - 60, floor=4)]
        ink.append(Text(width, 8, labels.round, "text", 5, "soft", "right"))
        for number, (name, table) in enumerate(rows[start : start + columns * many]):
            column, row = divmod(number, many)
            x, y = column * across, 20 + row * ROW
            ink += names([name], Rect(x, y, across - 32, ROW), 4.2, "ink")
            ink.append(Text(x + across - 6, y + 5.1, table, "strong", 4.2, "ink", "right", 24, 2.5))
            ink.append(Line(x, y + ROW, x + across - 6, y + ROW, Paint(stroke="faint", width=0.2)))
        pages.append(_copy(page("seating", labels.seating, paper), tuple(ink)))
    return pages


def standings(rows: Sequence[Standing], rule: str, labels: Labels, paper: str) -> list[Copy]:
    """Everybody in the order of their ranks, a column for each round, on as many pages as it takes."""
    _, _, width, height = room(paper)
    rounds = max((len(row.rounds) for row in rows), default=0)
    total, each = 20.0, min(14.0, 0.4 * width / max(1, rounds))
    first = width - total - rounds * each
    top, many = 30.0, int((height - 30) // ROW)
    pages = []
    for start in range(0, max(1, len(rows)), many):
        ink: list[Ink] = [Text(0, 8, printable(labels.event), "display", 8, "accent", fit=width - 60, floor=4)]
        ink.append(Text(width, 8, labels.standings, "text", 5, "soft", "right", 56, 3))
        ink.append(Text(0, 16, rule, "text", 3.4, "soft", fit=width, floor=2))
        for number in range(rounds):
            ink.append(Text(first + (number + 1) * each, top - 3, str(number + 1), "text", 3.4, "soft", "right"))
        ink.append(Text(width, top - 3, labels.total, "text", 3.4, "soft", "right"))
        for place, row in enumerate(rows[start : start + many]):
            y = top + place * ROW
            ink.append(Text(10, y + 5.1, row.rank, "strong", 4.2, "ink", "right", 10, 2.5))
            told = 0.4 * (first - 14) if row.why else 0.0
            ink += names([row.name], Rect(14, y, first - 16 - told, ROW), 4.2, "ink")
            ink.append(Text(first - 2, y + 5.1, row.why, "text", 2.8, "soft", "right", max(1.0, told), 2))
            for number, score in enumerate(row.rounds):
                ink.append(
                    Text(first + (number + 1) * each, y + 5.1, score, "text", 3.8, "ink", "right", each - 1, 2.2)
                )
            ink.append(Text(width, y + 5.1, row.score, "strong", 4.2, "ink", "right", total - 2, 2.5))
            ink.append(Line(0, y + ROW, width, y + ROW, Paint(stroke="faint", width=0.2)))
        pages.append(_copy(page("standings", labels.standings, paper), tuple(ink)))
    return pages


def badges(people: Sequence[Badge], labels: Labels, paper: str) -> list[Copy]:
    """A badge for everybody: the name large, the event, and the tables round by round."""
    (_, _, width, height), (w, h) = room(paper), BADGE
    columns, rows = int(width // w), int(height // h)
    left, top = (width - columns * w) / 2, (height - rows * h) / 2
    pages = []
    for start in range(0, len(people), columns * rows):
        ink: list[Ink] = []
        for number, badge in enumerate(people[start : start + columns * rows]):
            row, column = divmod(number, columns)
            ink += _badge(badge, labels, Rect(left + column * w, top + row * h, w, h))
        pages.append(_copy(page("badges", labels.badges, paper), tuple(ink)))
    return pages


def _badge(badge: Badge, labels: Labels, room: Rect) -> Iterator[Ink]:
    side = 24.0 if badge.code else 0.0
    yield Box(*room, CUT)
    inner = room.inset(6)
    yield Text(inner.x, inner.y + 3, printable(labels.event), "text", 3.4, "soft", fit=inner.w - side, floor=2)
    yield from names([badge.name], Rect(inner.x, inner.y + 6, inner.w - side, 24), 11, "ink")
    across = min(A_ROW, max(1, len(badge.places)))
    each, rows = inner.w / across, -(-len(badge.places[:MOST_PLACES]) // across)
    for number, place in enumerate(badge.places[:MOST_PLACES]):
        row, column = divmod(number, across)
        y = inner.bottom - 4 * (rows - 1 - row)
        yield Text(inner.x + column * each, y, place, "strong", 4, "accent", fit=each - 2, floor=2)
    if side:
        yield _code(badge.code, inner.right - side + 3, inner.y + 3, side)


def _copy(sheet: Sheet, ink: tuple[Ink, ...]) -> Copy:
    return Copy(sheet, Person("", ""), Address("", ""), ink)

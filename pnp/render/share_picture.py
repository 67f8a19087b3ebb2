"""The picture to share after a game: who won, how everybody did, and what they drew, in the look of the paper."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from io import BytesIO
from types import MappingProxyType
from typing import NamedTuple

from pnp.games.codec import Marks
from pnp.geometry import Rect
from pnp.render.imposition import PAPERS, Margins
from pnp.render.job import Copy, Job
from pnp.render.lettering import COLORS, CROWN, ROSETTE, badge, face_of, names, signed
from pnp.render.standings import Lines, Place, ranking, scores
from pnp.sheets import codes, fill_in, typefaces
from pnp.sheets.ink import Box, Disc, Ink, Line, Paint, Text, bounds, moved
from pnp.sheets.personal import Person
from pnp.sheets.sheet import Sheet
from pnp.sheets.theme import Theme
from pnp.sheets.typefaces import printable

DOTS = 10
"""Dots in a millimetre."""
WIDTH, HEIGHT = 108.0, 135.0
EDGE = 7.0
GAP = 3.0
MOST_DRAWINGS = 6
WORDS = MappingProxyType(
    {
        "winner": "Winner",
        "winners": "Winners",
        "alone": "Well played",
        "leader": "In the lead",
        "points": "points",
        "best": "Best looking",
        "made": "made with pnp",
        "total": "Total",
        "unknown": "Not counted yet",
    }
)


class Drawing(NamedTuple):
    """What a player drew: a block of a sheet, and the sheet's marks."""

    name: str
    sheet: Sheet
    marks: Marks
    block: str


class Share(NamedTuple):
    """What is told in the picture; `lines` are the lines of the score with everybody's points, in the rows' order."""

    title: str
    date: str
    rows: tuple[Place, ...]
    theme: Theme
    best: tuple[str, ...] = ()
    drawings: tuple[Drawing, ...] = ()
    lines: Lines = ()
    over: bool = True
    early: str = ""
    words: Mapping[str, str] = WORDS


def picture(share: Share) -> bytes:
    """The picture as a PNG file of 1080 by 1350 dots."""
    from pnp.render.pdf import pdf_bytes
    from pnp.render.rasterize import pages

    across, down = PAPERS["a5"]
    left, top = round((across - WIDTH) / 2 * DOTS), round((down - HEIGHT) / 2 * DOTS)
    image = next(pages(pdf_bytes(_job(share)), 25.4 * DOTS))
    part = image.convert("RGB").crop((left, top, left + round(WIDTH * DOTS), top + round(HEIGHT * DOTS)))
    out = BytesIO()
    part.save(out, "PNG")
    return out.getvalue()


def _job(share: Share) -> Job:
    """The picture as a sheet in the middle of a page."""
    theme = share.theme._replace(colors={**share.theme.colors, **COLORS})
    sheet = Sheet("share", share.title, "share", share.title, 1, "en", "table", WIDTH, HEIGHT, theme)
    copy = Copy(sheet._replace(ink=tuple(ink_of(share))), Person("", "0" * codes.LENGTH), codes.address(sheet.key))
    return Job(share.title, "en", (copy,), "a5", 1, Margins(0, 0, 0, 0))


def ink_of(share: Share) -> Iterator[Ink]:
    """Everything that is drawn, from the top."""
    yield Box(-1, -1, WIDTH + 2, HEIGHT + 2, Paint("ground"))
    yield from _head(share)
    yield from _winner(share, Rect(EDGE, 22, WIDTH - 2 * EDGE, 27))
    top = 53.0
    if share.best:
        yield from _best(share, Rect(EDGE, top, WIDTH - 2 * EDGE, 7))
        top += 9.0
    room = Rect(EDGE, top, WIDTH - 2 * EDGE, HEIGHT - 9.5 - top)
    if share.drawings:
        yield from _drawings(share, room)
    elif share.lines:
        total = (share.words["total"], tuple(row.total for row in share.rows))
        yield from scores(share.rows, [*share.lines, total], room)
    else:
        yield from ranking(share.rows, room)
    yield Line(EDGE, HEIGHT - 7.2, WIDTH - EDGE, HEIGHT - 7.2, Paint(stroke="line", width=0.2))
    yield Text(WIDTH / 2, HEIGHT - 3, share.words["made"], "text", 2.7, "soft", "center")


def _head(share: Share) -> Iterator[Ink]:
    """The title with the date below it, and the emblem of the game, or three dice."""
    yield Text(EDGE, 12.6, printable(share.title), "display", 9.4, "ink", fit=62, floor=4)
    yield Text(EDGE, 18, printable(share.date), "text", 3.5, "soft", fit=62, floor=2)
    if share.theme.emblem:
        yield from share.theme.pictures[share.theme.emblem].at(Rect(WIDTH - EDGE - 15, 4.4, 15, 15))
        return
    side = 8.4
    for number, name in enumerate(("die-2", "die-4", "die-6")):
        x = WIDTH - EDGE - (3 - number) * side - (2 - number) * 1.4
        y = 5.6 + (1.8 if number == 1 else 0)
        yield from share.theme.pictures[name].at(Rect(x, y, side, side))


def _winner(share: Share, card: Rect) -> Iterator[Ink]:
    """The winner on a dark card: a crown, the name as large as it fits, the points in a disc; a tie shows both."""
    first = [row for row in share.rows if row.rank == 1]
    yield Box(card.x, card.y, card.w, card.h, Paint("band", solid=True), 4.5)
    if not first:
        yield from names(
            [share.early or share.words["unknown"]], Rect(card.x + 5, card.y, card.w - 10, card.h), 8, "reverse"
        )
        return
    disc = 10.2
    x, y = card.right - disc - 4, card.center[1]
    yield Disc(x, y, disc, Paint("paper", "gold", 1.1, solid=True))
    yield Text(x, y + 2.7, signed(first[0].total), "display", 10.2, "ink", "center", 2 * disc - 3.4, 3)
    yield Text(x, y + 6.5, share.words["points"], "text", 2.7, "soft", "center", 2 * disc - 6, 1.5)
    yield from CROWN.at(Rect(card.x + 4.4, card.y + 3.4, 7.4, 7.4))
    several = len(first) > 1
    alone = len(share.rows) == 1
    said = share.words["leader" if not share.over else "alone" if alone else "winners" if several else "winner"]
    if reason := share.early or (first[0].why if not several else ""):
        said += f" · {reason}"
    left, fit = card.x + 5, card.w - 2 * disc - 14
    yield Text(left + 9, card.y + 8.6, printable(said), "strong", 3.7, "gold", fit=fit - 9, floor=2)
    won = [row.name for row in first]
    if len(won) > 3:
        won = [", ".join(won[: len(won) // 2]) + ",", ", ".join(won[len(won) // 2 :])]
    yield from names(won, Rect(left, card.y + 11.4, fit, card.h - 13.2), 12, "reverse")


def _best(share: Share, room: Rect) -> Iterator[Ink]:
    """Whose drawing looks best, on a chip with a rosette."""
    words = printable(f"{share.words['best']}: {', '.join(share.best)}")
    taken = min(room.w - 15, typefaces.width(words, "strong", 3.7))
    chip = Rect(room.center[0] - (taken + 15) / 2, room.y, taken + 15, room.h)
    yield Box(chip.x, chip.y, chip.w, chip.h, Paint("paper", "line", 0.25), chip.h / 2)
    yield from ROSETTE.at(Rect(chip.x + 3, chip.y + 0.6, 5.8, 5.8))
    yield Text(chip.x + 10.5, chip.y + 4.8, words, "strong", 3.7, "ink", fit=taken, floor=2)


def _drawings(share: Share, room: Rect) -> Iterator[Ink]:
    """The drawings in the order of the ranking, each on a card with its player's place, name and points."""
    drawn = {one.name: one for one in share.drawings}
    shown = [row for row in share.rows if row.name in drawn][:MOST_DRAWINGS]
    rest = [row for row in share.rows if row not in shown]
    if rest:
        words = "   ".join(
            f"{row.rank}. {row.name} {signed(row.total)}" if row.rank else f"{row.name} {signed(row.total)}"
            for row in rest
        )
        yield Text(room.center[0], room.bottom - 1, printable(words), "text", 3.3, "ink", "center", room.w, 1.8)
        room = room._replace(h=room.h - 6)
    for row, card in zip(shown, _cards(len(shown), room), strict=True):
        yield from _card(row, drawn[row.name], card, row.name in share.best)


def _cards(count: int, room: Rect) -> list[Rect]:
    """Where the cards of so many drawings lie: three as a large one with two beside it, else in rows."""
    if count == 3:
        high = min(room.h, 66.0)
        wide = high - 6
        small = room.w - wide - GAP
        top = room.y + (room.h - high) / 2
        half = (high - GAP) / 2
        beside = room.right - small
        return [
            Rect(room.x, top, wide, high),
            Rect(beside, top, small, half),
            Rect(beside, top + half + GAP, small, half),
        ]
    columns = {0: 1, 1: 1, 2: 2, 4: 2}.get(count, 3)
    deep = max(1, -(-count // columns))
    wide = min((room.w - GAP * (columns - 1)) / columns, room.h - 5.5)
    high = min((room.h - GAP * (deep - 1)) / deep, wide + 7.5)
    top = room.y + (room.h - deep * high - (deep - 1) * GAP) / 2
    cards = []
    for number in range(count):
        down, across = divmod(number, columns)
        there = min(columns, count - down * columns)
        left = room.center[0] - (there * wide + (there - 1) * GAP) / 2
        cards.append(Rect(left + across * (wide + GAP), top + down * (high + GAP), wide, high))
    return cards


def _card(row: Place, drawing: Drawing, card: Rect, best: bool) -> Iterator[Ink]:
    """A drawing with its player's place, name and points: above it, or beside it where the card is wide."""
    yield Box(card.x, card.y, card.w, card.h, Paint("paper", "line", 0.25), 2.2)
    if card.w > 1.3 * card.h:
        side = min(card.h - 3, card.w - 17)
        frame = Rect(card.x + 1.5, card.center[1] - side / 2, side, side)
        left, fit = frame.right + 2, card.right - frame.right - 3.6
        middle = card.center[1]
        yield from badge(row.rank, left + 2.6, card.y + 5, 2.6)
        yield Text(card.right - 1.8, card.y + 7.2, signed(row.total), "display", 6.4, "accent", "right", fit - 7, 2)
        yield from names([row.name], Rect(left, middle - 4.5, fit, 9), 3.4, "ink", steady=True)
    else:
        label = min(7.6, 0.215 * card.h)
        side = min(card.w - 3, card.h - label - 2.2)
        frame = Rect(card.center[0] - side / 2, card.bottom - 1.4 - side, side, side)
        size, middle = 0.58 * label, card.y + (frame.y - card.y) / 2 + 0.1
        taken = typefaces.width(signed(row.total), "display", size)
        left = card.x + 0.66 * label + 3
        yield from badge(row.rank, card.x + 1.6 + 0.33 * label, middle, 0.33 * label)
        yield Text(card.right - 1.9, middle + 0.35 * size, signed(row.total), "display", size, "accent", "right")
        name, high = printable(row.name) or "?", 0.9 * size
        fit = card.right - 3.6 - taken - left
        # Names side by side have one size; one that is too long is shortened.
        yield Text(left, middle + 0.35 * high, name, face_of(name), high, "ink", fit=fit, floor=high)
    yield from cropped(drawing.sheet, drawing.block, drawing.marks, frame)
    if best:
        # On the lower edge of the card, where it hides nothing that was drawn.
        side = 6.0
        yield from ROSETTE.at(Rect(card.center[0] - side / 2, card.bottom - 0.45 * side, side, side))


def cropped(sheet: Sheet, block: str, marks: Marks, frame: Rect) -> list[Ink]:
    """The fields of a block as they are printed and filled in, as large as fits into a frame."""
    rects = [one.rect for one in sheet.fields if one.block == block]
    x, y = min(rect.x for rect in rects), min(rect.y for rect in rects)
    cells = Rect(x, y, max(rect.right for rect in rects) - x, max(rect.bottom for rect in rects) - y)
    ids = {one.id for one in sheet.fields if one.block == block}
    written = fill_in.ink_of(sheet, {id: mark for id, mark in marks.items() if id in ids})
    inside = [*(one for one in sheet.ink if cells.holds(bounds(one), 0.7)), *written]
    scale = min(frame.w / cells.w, frame.h / cells.h)
    dx = frame.center[0] - cells.center[0] * scale
    dy = frame.center[1] - cells.center[1] * scale
    return [moved(one, dx, dy, scale) for one in inside]

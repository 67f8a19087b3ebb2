"""What is looked at before a sheet is printed: overlaps, ink off the page, boxes too small, ids twice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pnp.errors import InputError
from pnp.geometry import MM, Rect
from pnp.sheets import ink, typefaces
from pnp.sheets.codes import LENGTH, modules
from pnp.sheets.pen import LEAST_TEXT, SMALLEST_TEXT, Pen
from pnp.strict import Fault, Path
from pnp.words import Said, say

SMALLEST_BOX = 7.0
"""Millimetres that a pen or a dry-erase marker needs."""
TIGHTEST_BOX = 6.0
"""What a fine pen can do with, where a sheet is arranged for small paper."""
SMALLEST_MODULE = 0.5
QUIET = 4
UNREADABLE = SMALLEST_TEXT * MM - 0.05
"""Points: text that is smaller is refused, whoever looks at it."""
TYPICAL = "HTTP://192.168.100.100:8000/S/" + "X" * LENGTH
SLACK = 0.6


class Placed(NamedTuple):
    """A block that has been drawn, the rectangles it takes up, and where it stands in its file."""

    id: str
    kind: str
    rect: Rect
    footprint: tuple[Rect, ...]
    pen: Pen
    path: Path
    on: Sequence[str] = ()
    """The blocks that it lies on because it was told to."""

    @property
    def parts(self) -> dict[str, Rect]:
        """What other blocks can lean on: the block, its fields, and whatever else it names."""
        own = {f"{self.id}[{made.id.removeprefix(f'{self.id}.')}]": made.rect for made in self.pen.fields}
        named = {f"{self.id}[{name}]": rect for name, rect in self.pen.parts.items()}
        return {self.id: self.rect, "previous": self.rect, **own, **named}


def inspect(drawn: Sequence[Placed], frame: Rect, least: float = SMALLEST_BOX) -> list[Fault]:
    """Everything that would make a bad print of these blocks."""
    faults: list[Fault] = []
    for one in drawn:
        faults += _on_page(one, frame) or _inside(one)
        faults += _large_enough(one, least)
    faults += _overlaps(drawn)
    faults += _ids(drawn)
    return faults


def smallest_text(inks: Iterable[ink.Ink], scale: float = 1.0) -> tuple[float, str]:
    """The size of the smallest printed text in points on paper, and the text."""
    texts = (one for one in inks if isinstance(one, ink.Text) and one.text.strip())
    sizes = ((ink.fitted_size(one, typefaces.width(one.text, one.face, 1.0)), one.text) for one in texts)
    size, text = min(sizes, default=(LEAST_TEXT, ""))
    return size * scale * MM, text


def unreadable(drawn: Sequence[Placed]) -> list[Fault]:
    """Blocks with text that nobody can read even where the sheet isn't made smaller."""
    faults = []
    for one in drawn:
        points, text = smallest_text(one.pen.ink)
        if points < UNREADABLE:
            facts = {"size": f"{points:.1f}", "least": f"{SMALLEST_TEXT * MM:g}"}
            faults.append(Fault(one.path, say("layout.small-text", text=repr(text), **facts)))
    return faults


def _mm(rect: Rect) -> Said:
    left, right, top, bottom = (f"{at:.1f}" for at in (rect.x, rect.right, rect.y, rect.bottom))
    return say("layout.area", left=left, right=right, top=top, bottom=bottom)


def _on_page(one: Placed, frame: Rect) -> list[Fault]:
    if frame.holds(one.rect, 0.05):
        return []
    left, right, top, bottom = (f"{at:g}" for at in (frame.x, frame.right, frame.y, frame.bottom))
    said = say("layout.off-page", area=_mm(one.rect), left=left, right=right, top=top, bottom=bottom)
    return [Fault(one.path, said)]


def _inside(one: Placed) -> list[Fault]:
    """Ink that leaves its block would lie on other blocks unseen."""
    for shape in (*one.pen.ink, *one.pen.guides):
        try:
            covered = ink.bounds(shape)
        except InputError as error:
            return [Fault(one.path, error.said)]
        if not one.rect.holds(covered, SLACK):
            return [Fault(one.path, say("layout.off-block", area=_mm(covered), block=_mm(one.rect)))]
    return []


def _large_enough(one: Placed, least_box: float) -> list[Fault]:
    for made in one.pen.fields:
        side = min(made.rect.w, made.rect.h)
        if side < least_box - 0.01:
            said = say("layout.small-box", field=made.id, size=f"{side:.1f}", least=f"{least_box:g}")
            return [Fault(one.path, said)]
    for shape in one.pen.personal:
        if isinstance(shape, ink.Code):
            count = modules(TYPICAL + "/" + "X" * 24) + 2 * QUIET
            if shape.size < count * SMALLEST_MODULE:
                least = count * SMALLEST_MODULE
                return [Fault(one.path, say("layout.small-code", size=f"{shape.size:.1f}", least=f"{least:.1f}"))]
    return []


def _overlaps(drawn: Sequence[Placed]) -> list[Fault]:
    faults: list[Fault] = []
    for number, one in enumerate(drawn):
        for other in drawn[:number]:
            if _clash(other, one):
                said = say("layout.overlap", block=other.id, area=_mm(one.rect), other=_mm(other.rect))
                faults.append(Fault(one.path, said))
    return faults


def _clash(first: Placed, second: Placed) -> bool:
    """Whether two blocks lie on each other; only a panel, or one that is named, may have a later block on it."""
    if first.id in second.on or (first.kind == "panel" and first.rect.holds(second.rect)):
        return False
    return any(a.meets(b, 0.05) for a in first.footprint for b in second.footprint)


def _ids(drawn: Sequence[Placed]) -> list[Fault]:
    seen: dict[str, str] = {}
    faults: list[Fault] = []
    for one in drawn:
        for made in one.pen.fields:
            if made.id in seen:
                faults.append(Fault(one.path, say("layout.field-twice", field=made.id, block=seen[made.id])))
            seen[made.id] = one.id
    return faults

"""What becomes too small on a paper: boxes to write in, and text; and which paper would help."""

from __future__ import annotations

from collections.abc import Callable

from pnp.errors import CallError, PnpError
from pnp.geometry import MM
from pnp.render import filled_sheets, imposition
from pnp.render.filled_sheets import Paper
from pnp.render.job import Job
from pnp.sheets.ink import Code
from pnp.sheets.inspection import SMALLEST_BOX, UNREADABLE, smallest_text
from pnp.sheets.layout import Layout
from pnp.sheets.pen import LEAST_TEXT, SMALLEST_TEXT
from pnp.sheets.sheet import Sheet
from pnp.words import Said, say

WARN_BELOW = LEAST_TEXT * MM - 0.05
"""Points: smaller text is hard to read."""
LARGER = ("a6", "a5", "a4", "a3")


def warnings(job: Job, made: Layout) -> list[Said]:
    """A warning for each sheet with small boxes or text, or without its code; text nobody can read is refused."""
    found = []
    for sheet in {copy.sheet.key: copy.sheet for copy in job.copies}.values():
        scale = job.page_plan(sheet).scale
        side = smallest_box(sheet, scale)
        if side < SMALLEST_BOX - 0.05:
            facts = {"size": f"{side:.1f}", "wanted": f"{SMALLEST_BOX:g}", "helps": _helps(job, made, sheet, _roomy)}
            found.append(say("small-boxes", sheet=sheet.name, **facts))
        if sheet.theme.dress != "bare" and _has_code(made, sheet.name) > _has_code(made, sheet.name, sheet.arrangement):
            found.append(say("code-left-out", sheet=sheet.name, helps=_helps(job, made, sheet, _coded)))
        points, text = smallest_text(sheet.ink, scale)
        if points < WARN_BELOW:
            facts = {"text": repr(text), "size": f"{points:.1f}", "helps": _helps(job, made, sheet, _readable)}
            if points < UNREADABLE:
                raise CallError(say("unreadable-text", sheet=sheet.name, least=f"{SMALLEST_TEXT * MM:g}", **facts))
            found.append(say("small-text", sheet=sheet.name, wanted=f"{LEAST_TEXT * MM:g}", **facts))
    return found


def smallest_box(sheet: Sheet, scale: float) -> float:
    """The shortest side of a box to write in, in millimetres on paper."""
    return min((min(field.rect.w, field.rect.h) * scale for field in sheet.fields), default=SMALLEST_BOX)


def _has_code(made: Layout, name: str, arrangement: str = "") -> bool:
    """Whether a sheet is planned with a QR code in one of its arrangements."""
    return any(row.get("kind") == "code" and row.get("qr", True) for row in made.plan(name, arrangement).data["blocks"])


def _roomy(sheet: Sheet, scale: float) -> bool:
    return smallest_box(sheet, scale) >= SMALLEST_BOX - 0.05


def _coded(sheet: Sheet, _: float) -> bool:
    return any(isinstance(one, Code) for one in sheet.personal)


def _readable(sheet: Sheet, scale: float) -> bool:
    return smallest_text(sheet.ink, scale)[0] >= WARN_BELOW


def _helps(job: Job, made: Layout, sheet: Sheet, good: Callable[[Sheet, float], bool]) -> str:
    """The nearest options with which a sheet is good: fewer on a page, or else larger paper."""
    across = imposition.size_of(job.paper)
    larger = [paper for paper in LARGER if min(imposition.size_of(paper)) > min(across)]
    for paper in (job.paper, *larger):
        for up in sorted(imposition.UPS, reverse=True):
            if (paper == job.paper and up >= job.up) or up > job.up:
                continue
            onto = Paper(paper, up, imposition.margins("", paper), sheet.theme.dress)
            try:
                made_there = filled_sheets.ready(made, sheet.name, onto)
            except PnpError:
                continue
            plan = imposition.plan(made_there.width, made_there.height, paper, up, onto.space, made_there.largest)
            if good(made_there, plan.scale):
                return f"--paper {paper} --up {up}" if paper != job.paper else f"--up {up}"
    return ""

"""What becomes too small on a paper: boxes to write in, and text; and which paper would help."""

from __future__ import annotations

from pnp.errors import CallError, PnpError
from pnp.render import filled_sheets, imposition
from pnp.render.filled_sheets import REFUSE_BELOW, WARN_BELOW, Paper, smallest_text
from pnp.render.job import Job
from pnp.sheets.inspection import SMALLEST_BOX
from pnp.sheets.layout import Layout
from pnp.sheets.sheet import Sheet
from pnp.words import Said, say

LARGER = ("a6", "a5", "a4", "a3")


def warnings(job: Job, made: Layout) -> list[Said]:
    """A warning for each sheet with small boxes or small text; text that nobody can read is refused."""
    found = []
    for sheet in {copy.sheet.key: copy.sheet for copy in job.copies}.values():
        scale = job.page_plan(sheet).scale
        side = min((min(field.rect.w, field.rect.h) * scale for field in sheet.fields), default=SMALLEST_BOX)
        if side < SMALLEST_BOX - 0.05:
            found.append(say("small-boxes", sheet=sheet.name, size=f"{side:.1f}", wanted=f"{SMALLEST_BOX:g}"))
        points, text = smallest_text(sheet, scale)
        if points < WARN_BELOW - 0.05:
            facts = {
                "sheet": sheet.name,
                "text": repr(text),
                "size": f"{points:.1f}",
                "helps": _helps(job, made, sheet),
            }
            if points < REFUSE_BELOW - 0.05:
                raise CallError(say("unreadable-text", least=f"{REFUSE_BELOW:g}", **facts))
            found.append(say("small-text", wanted=f"{WARN_BELOW:g}", **facts))
    return found


def _helps(job: Job, made: Layout, sheet: Sheet) -> str:
    """The nearest options with which all text of a sheet can be read: fewer on a page, or else larger paper."""
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
            if smallest_text(made_there, plan.scale)[0] >= WARN_BELOW - 0.05:
                return f"--paper {paper} --up {up}" if paper != job.paper else f"--up {up}"
    return ""

"""Where every field lies on the printed page, in millimetres, for programs that read or cut paper."""

from __future__ import annotations

from typing import Any

from pnp.geometry import Rect
from pnp.render.job import Copy, Job
from pnp.sheets.ink import Code
from pnp.sheets.sheet import Field


def export(job: Job) -> dict[str, Any]:
    """The pages of a job with their sheets, reader marks, codes and fields."""
    return {
        "unit": "mm",
        "origin": "top left of the page",
        "paper": job.paper,
        "up": job.up,
        "pages": [_page(job, number) for number in range(len(job.pages))],
    }


def _page(job: Job, number: int) -> dict[str, Any]:
    copies = [job.copies[member] for member in job.pages[number]]
    plan = job.page_plan(copies[0].sheet)
    sheets = []
    for slot, copy in zip(plan.slots, copies, strict=False):
        place = slot.placement
        sheets.append(
            {
                "game": copy.sheet.game,
                "sheet": copy.sheet.name,
                "version": copy.sheet.version,
                "player": copy.person.name,
                "code": copy.person.code,
                "scale": round(place.scale, 5),
                "piece": _rect(slot.piece),
                "frame": _rect(place.rect(copy.sheet.frame)),
                "marks": [{"id": m.number, **_rect(place.rect(m.rect))} for m in copy.sheet.reader_marks],
                "codes": [_rect(place.rect(Rect(c.x, c.y, c.size, c.size))) for c in _codes(copy)],
                "fields": [_field(field, place.rect(field.rect)) for field in copy.sheet.fields],
            }
        )
    return {"page": number + 1, "width": plan.width, "height": plan.height, "sheets": sheets}


def _codes(copy: Copy) -> list[Code]:
    return [one for one in copy.sheet.personal if isinstance(one, Code)]


def _rect(rect: Rect) -> dict[str, float]:
    return {"x": round(rect.x, 3), "y": round(rect.y, 3), "w": round(rect.w, 3), "h": round(rect.h, 3)}


def _field(field: Field, rect: Rect) -> dict[str, Any]:
    answer: dict[str, Any] = {"id": field.id, "kind": field.kind, "label": field.label, **_rect(rect)}
    if field.choices:
        answer["choices"] = list(field.choices)
    if field.most:
        answer["most"] = field.most
    if field.round:
        answer["round"] = True
    return answer

"""One block of a sheet: from its table to where it lies and what it draws."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pnp.errors import InputError
from pnp.geometry import Rect
from pnp.sheets import blocks
from pnp.sheets.anchors import NOWHERE, Place, rect_of
from pnp.sheets.inspection import Placed
from pnp.sheets.pen import Pen
from pnp.strict import Table, as_text
from pnp.words import say


def block(row: Table, number: int, placed: Mapping[str, Rect], pen: Pen) -> Placed | None:
    """The block of a table, drawn; none where it is broken, which its table then says."""
    kind = row.choice("kind", blocks.kinds())
    id = row.text("id", f"{kind}-{number}", r"[a-z][a-z0-9-]*", say("layout.an-id"))
    if id in placed:
        row.fault(say("layout.block-twice", block=repr(id)), "id")
        return None
    if row.data.get("kind") != kind:
        return None
    before = len(row.faults)
    place = Place(row, placed)
    on = row.items("on", lambda name: _below(name, placed), [])
    made = blocks.load(kind)(row, pen.theme, id)
    broken = len(row.faults) > before or place.nowhere
    # A key that nobody knows is a fault, but what the block does know can still be looked at.
    row.close()
    if broken:
        return None
    before = len(row.faults)
    try:
        rect = _rect(made, place, placed, row)
        if rect is None or len(row.faults) > before:
            return None
        made.draw(rect, pen)
    except InputError as error:
        row.fault(error.said)
        return None
    for message in pen.faults:
        row.fault(message)
    footprint = made.footprint(rect) if hasattr(made, "footprint") else (rect,)
    return Placed(id, kind, rect, tuple(footprint), pen, row.path, on)


def _rect(block: blocks.Drawable, place: Place, placed: Mapping[str, Rect], row: Table) -> Rect | None:
    """Where a block lies: as its place says or, where it joins two others, between them."""
    if not hasattr(block, "joining"):
        return place.rect(*block.size(place.given(across=True), place.given(across=False)))
    joint: Any = block
    ends = [row.item(end, None, lambda one: rect_of(one[0], one[1], placed), key) for key, end in joint.ends]
    if any(rect is None or rect is NOWHERE for rect in ends):
        return None
    joined: Rect = joint.joining(ends)
    return joined


def _below(name: Any, placed: Mapping[str, Rect]) -> str:
    rect_of(as_text(name), "", placed)
    return as_text(name)

"""The sheets of a layout before they are expanded: what they are called, how large they are, and how cards are cut."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from pnp.sheets.theme import STYLES
from pnp.strict import Table, as_choice, near
from pnp.words import say

WIDTH, HEIGHT = 190.0, 259.4
"""The part of a page that A4 and Letter share inside margins of 10 mm: the size a sheet is designed at by default."""
OWNERS = ("player", "table", "card")
CUTS = ("box", "circle", "hex")
TITLE, TITLED = r"[^{}\x00-\x1f]+", say("layout.a-title")


class Cut(NamedTuple):
    """How a card is cut out: what is cut off around it, its shape, its corners, and what its back is."""

    bleed: float = 0.0
    shape: str = "box"
    corners: float = 0.0
    back: str = ""


class SheetPlan(NamedTuple):
    """A sheet of a layout before it is expanded: its blocks are still tables."""

    name: str
    heading: str
    owner: str
    width: float
    height: float
    data: Mapping[str, Any]
    cut: Cut = Cut()
    deck: str = ""
    copies: int = 1
    sizes: Mapping[str, float] = MappingProxyType({})
    """Styles of text that have another size on this sheet."""


def read(name: str, row: Table, styles: Collection[str] = tuple(STYLES)) -> SheetPlan:
    """A sheet from its table."""
    if not re.fullmatch(r"[a-z][a-z0-9-]*(@[a-z]+)?", name):
        row.fault(say("layout.sheet-name"))
    owner = row.choice("owner", OWNERS, "player")
    plan = SheetPlan(
        name,
        row.text("title", pattern=TITLE, allowed=TITLED),
        owner,
        row.number("width", WIDTH, 20 if owner != "card" else 8, 1000),
        row.number("height", HEIGHT, 20 if owner != "card" else 8, 1000),
        row.data,
        _cut(row, owner),
        str(row.raw("deck", "")),
        row.whole("count", 1, 0, 200),
        _sizes(row, styles),
    )
    if not row.tables("blocks", most=2000):
        row.fault(say("layout.no-blocks"))
    row.close()
    return plan


def _sizes(row: Table, styles: Collection[str]) -> dict[str, float]:
    """The sizes of text that the sheet has of its own, by the names of styles."""
    table = row.table("sizes")
    if table is None:
        return {}
    known = [name for name in table.data if table.item(name, "", lambda one: as_choice(one, tuple(styles)), name)]
    return {name: table.number(name, low=1.5, high=60) for name in known}


def _cut(row: Table, owner: str) -> Cut:
    """How it is cut out, where it is a card."""
    if owner != "card":
        for key in ("bleed", "cut", "corners", "back"):
            if key in row:
                row.fault(say("layout.only-cards"), key)
        return Cut()
    return Cut(
        row.number("bleed", 0, 0, 10),
        row.choice("cut", CUTS, "box"),
        row.number("corners", 0, 0, 20),
        row.text("back", ""),
    )


def check_backs(plans: Mapping[str, SheetPlan], sheets: Table) -> None:
    """See that each card's back is a card of the same size."""
    for plan in plans.values():
        back = plans.get(plan.cut.back)
        if plan.cut.back and back is None:
            message = say("layout.no-back", back=repr(plan.cut.back), near=near(plan.cut.back, plans))
        elif back is not None and (back.width, back.height, back.owner) != (plan.width, plan.height, "card"):
            size = f"{back.width:g} × {back.height:g}"
            message = say("layout.back-size", back=repr(plan.cut.back), size=size)
        else:
            continue
        sheets.fault(message, plan.name, "back")

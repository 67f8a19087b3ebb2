"""A print job: which sheets, for whom, on which paper, with how much ink."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from pnp.render.imposition import Margins, Plan, order, plan
from pnp.sheets.codes import Address
from pnp.sheets.ink import Ink
from pnp.sheets.personal import Person
from pnp.sheets.sheet import Sheet

Progress = Callable[[int, int], None]


def silent(done: int, of: int) -> None:
    """No progress is shown."""


@dataclass(frozen=True, slots=True)
class Copy:
    """One sheet to be printed: whose it is, and what is written on it already."""

    sheet: Sheet
    person: Person
    address: Address
    written: tuple[Ink, ...] = ()

    @property
    def label(self) -> str:
        """What the bookmark says: the player, or the sheet where it is nobody's."""
        return self.person.name or (self.sheet.heading if self.sheet.owner == "table" else self.person.code)


@dataclass(frozen=True)
class Job:
    """Copies on paper, and how they are printed."""

    title: str
    language: str
    copies: tuple[Copy, ...]
    paper: str
    up: int
    margins: Margins
    ink: str = "normal"
    guides: bool = False
    fillable: bool = False
    subject: str = ""
    pages: tuple[tuple[int, ...], ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "pages", tuple(order(len(self.copies), self.up)))

    def page_plan(self, sheet: Sheet) -> Plan:
        return plan(sheet.width, sheet.height, self.paper, self.up, self.margins)

"""A print job: which sheets, for whom, on which paper, with how much ink."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import groupby
from types import MappingProxyType
from typing import NamedTuple

from pnp.games.codec import Marks
from pnp.render.imposition import Margins, Plan, order, plan
from pnp.sheets.codes import Address
from pnp.sheets.ink import Ink
from pnp.sheets.personal import Person
from pnp.sheets.sheet import Sheet

Progress = Callable[[int, int], None]


def silent(done: int, of: int) -> None:
    """No progress is shown."""


class Copy(NamedTuple):
    """One sheet to be printed: whose it is, what is written on it already, and what stands in its form fields."""

    sheet: Sheet
    person: Person
    address: Address
    written: tuple[Ink, ...] = ()
    values: Marks = MappingProxyType({})

    @property
    def label(self) -> str:
        """What the bookmark says: the player, or the sheet where it is nobody's."""
        return self.person.name or (self.person.code if self.sheet.owner == "player" else self.sheet.heading)


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
        object.__setattr__(self, "pages", tuple(self._imposed()))

    def _imposed(self) -> Iterator[tuple[int, ...]]:
        """The copies of each page; only sheets of one size share one."""
        start = 0
        for _, group in groupby(
            self.copies, key=lambda copy: (copy.sheet.width, copy.sheet.height, copy.sheet.largest)
        ):
            count = sum(1 for _ in group)
            yield from (tuple(start + number for number in page) for page in order(count, self.up))
            start += count

    def page_plan(self, sheet: Sheet) -> Plan:
        return plan(sheet.width, sheet.height, self.paper, self.up, self.margins, sheet.largest)

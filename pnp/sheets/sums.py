"""The sums that a layout declares: which boxes a total adds, a bonus from a limit on, who wins.

    [sums]
    wins = "highest"                # or "lowest"

    [[sums.boxes]]
    box = "bonus"
    add = ["upper.*"]
    least = 63                      # from this sum on the box is worth ...
    gives = 35                      # ... this

    [[sums.boxes]]
    box = "total"
    add = ["upper.*", "bonus", "-fails.*"]

Boxes are named as on the sheet, on a pad of the table without the player's column. `*` stands for all that begin so, a
minus subtracts. Crosses and strokes count one each.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fnmatch import fnmatchcase
from typing import NamedTuple

from pnp.games.codec import Marks
from pnp.sheets import typefaces
from pnp.sheets.ink import Text
from pnp.sheets.labels import within_column
from pnp.sheets.sheet import Sheet, Total
from pnp.strict import Fault, Table, as_text, as_whole, near, shown
from pnp.words import say

WINS = ("highest", "lowest")
SIGN = 2.2
"""How large the sign in the corner of such a box is, in millimetres."""
COUNTED = ("number", "cross", "tally")
"""The kinds of fields that can be added."""


class Sum(NamedTuple):
    """A box that follows from others: it adds them, then multiplies, looks up or gives what the sum brings."""

    box: str
    add: tuple[str, ...]
    each: int = 1
    points: tuple[int, ...] = ()
    least: int | None = None
    gives: int | None = None
    path: tuple[str | int, ...] = ()

    def worth(self, added: int) -> int:
        """What a sum brings.

        >>> Sum("bonus", ("upper.*",), least=63, gives=35).worth(62), Sum("row", (), points=(0, 1, 3, 6)).worth(9)
        (0, 6)
        """
        if self.least is not None:
            return (added if self.gives is None else self.gives) if added >= self.least else 0
        if self.points:
            return self.points[max(0, min(added, len(self.points) - 1))]
        return added * self.each

    @property
    def printed(self) -> str:
        """What stands in a corner of the box, so that everybody adds it up the same way."""
        if self.least is not None:
            return f"≥ {self.least}" + ("" if self.gives is None else f": {self.gives}")
        return "Σ" if self.each == 1 else f"Σ × {self.each}".replace("-", "−")


class Sums(NamedTuple):
    """The sums of a layout; the last one is what a sheet comes to."""

    wins: str
    boxes: tuple[Sum, ...]
    optional: tuple[str, ...] = ()
    sign: bool = True
    """Whether a corner of each box says how it follows."""

    @property
    def total(self) -> Sum:
        return self.boxes[-1]

    def due(self, marks: Marks) -> dict[str, int]:
        """What the boxes that follow should say, for the marks of a sheet or of a player's column.

        >>> sums = Sums("highest", (Sum("bonus", ("a.*",), least=5, gives=3), Sum("total", ("a.*", "bonus", "-b"))))
        >>> sums.due({"a.1": 2, "a.2": 4, "b": 1})
        {'bonus': 3, 'total': 8}
        """
        known: dict[str, int] = {}
        for one in self.boxes:
            known[one.box] = one.worth(self.added(one.add, marks, known))
        return known

    def added(self, add: Iterable[str], marks: Marks, known: Mapping[str, int]) -> int:
        """The sum of some boxes: what follows as it should be, the rest as it is written."""
        values = {**{id: int(mark) for id, mark in marks.items() if isinstance(mark, int)}, **known}
        follow = {one.box for one in self.boxes}
        total = 0
        for pattern in add:
            sign, name = (-1, pattern[1:]) if pattern[:1] == "-" else (1, pattern)
            total += sign * sum(v for id, v in values.items() if _names(name, id) and (id in known or id not in follow))
        return total


def _names(pattern: str, id: str) -> bool:
    return id == pattern or ("*" in pattern and fnmatchcase(id, pattern))


def read(top: Table) -> Sums | None:
    """The sums of a layout's table, None where it declares none."""
    table = top.table("sums")
    if table is None:
        return None
    wins = table.choice("wins", WINS, WINS[0])
    optional, sign = tuple(table.items("optional", as_text, [], most=100)), table.flag("sign", True)
    found = []
    for row in table.tables("boxes", most=200):
        add = row.items("add", as_text, most=500)
        each, points = row.whole("each", 1, -999, 999), row.items("points", as_whole, [], most=200)
        least, gives = row.raw("least", None), row.raw("gives", None)
        for name, value in (("least", least), ("gives", gives)):
            if value is not None:
                row.item(value, 0, as_whole, name)
        if gives is not None and least is None:
            row.fault(say("sums.gives"), "gives")
        made = Sum(row.text("box"), tuple(add), each, tuple(points), least, gives, row.path)
        found.append(made)
        row.close()
    if not found:
        table.fault(say("sums.none"))
    table.close()
    return Sums(wins, tuple(found), optional, sign) if found else None


def belongs_to(sums: Sums, sheet: Sheet) -> bool:
    """Whether a sheet is the one that is added up: the box of the total is on it."""
    return any(within_column(field.id) == sums.total.box for field in sheet.fields)


def marked(sums: Sums, sheet: Sheet) -> Sheet:
    """A sheet that knows its sums, with what stands small in the corner of each box that follows from others."""
    if not belongs_to(sums, sheet):
        return sheet
    by_box, cap = {one.box: one for one in sums.boxes}, typefaces.face("text").cap * SIGN
    signs, fields = [], []
    for field in sheet.fields:
        box = by_box.get(within_column(field.id))
        if sums.sign and box and min(field.rect.w, field.rect.h) >= 3 * SIGN:
            at = field.rect.x + 0.9, field.rect.y + 0.9 + cap
            signs.append(Text(*at, box.printed, "text", SIGN, "soft", "left"))
            field = field._replace(sign=0.9 + cap)
        fields.append(field)
    return sheet._replace(ink=(*sheet.ink, *signs), fields=tuple(fields), sums=_totals(sums, sheet))


def _totals(sums: Sums, sheet: Sheet) -> dict[str, Total]:
    """The sums of a sheet field by field, each in its own column, none before what it needs."""
    found = {}
    for at, one in enumerate(sums.boxes):
        later = {other.box for other in sums.boxes[at:]}
        plus = [name for name in one.add if name[:1] != "-"]
        minus = [name[1:] for name in one.add if name[:1] == "-"]
        for field in (field for field in sheet.fields if within_column(field.id) == one.box):
            column = field.id.removesuffix(one.box)
            there = [other.id for other in sheet.fields if other.kind in COUNTED]
            there = [id for id in there if column + within_column(id) == id and within_column(id) not in later]
            how = one.each, one.points, one.least, one.gives
            found[field.id] = Total(_met(there, column, plus), _met(there, column, minus), *how)
    return found


def _met(ids: Iterable[str], column: str, patterns: Iterable[str]) -> tuple[str, ...]:
    """The fields of a column that some patterns name, as often as they are named."""
    there = [(id, id.removeprefix(column)) for id in ids]
    return tuple(id for pattern in patterns for id, name in there if _names(pattern, name))


def faults_of(sums: Sums, sheet: Sheet) -> list[Fault]:
    """What is wrong with sums for the fields of their sheet."""
    fields = {within_column(field.id): field.kind for field in sheet.fields}
    faults = []
    earlier: set[str] = set()
    follow = [one.box for one in sums.boxes]
    for at, one in enumerate(sums.boxes):
        if fields.get(one.box) != "number":
            numbers = [id for id, kind in fields.items() if kind == "number"]
            faults.append(
                Fault((*one.path, "box"), say("sums.no-box", box=shown(one.box), near=near(one.box, numbers)))
            )
        elif one.box in follow[:at]:
            faults.append(Fault((*one.path, "box"), say("sums.twice", box=one.box)))
        for n, pattern in enumerate(one.add):
            name = pattern.removeprefix("-")
            met = [id for id, kind in fields.items() if _names(name, id) and kind in COUNTED]
            if not met:
                close = near(name, [id for id, kind in fields.items() if kind in COUNTED])
                faults.append(Fault((*one.path, "add", n), say("sums.no-box.add", box=shown(name), near=close)))
            elif name in follow and name not in earlier:
                faults.append(Fault((*one.path, "add", n), say("sums.order", box=name)))
        earlier.add(one.box)
    return faults

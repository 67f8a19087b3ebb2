"""Areas: the parts of a sheet on which marks stand, their boxes by name, and what stands in them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from types import MappingProxyType
from typing import Any

from pnp.games.codec import FieldRule, Mark, Marks
from pnp.games.rules.unknown import UNKNOWN
from pnp.strict import wrong

CELL = re.compile(r"c(\d+)r(\d+)")
NOTHING: Mapping[str, Any] = MappingProxyType({})


class Area:
    """A part of the sheet: its boxes, the fields that they are on paper, and what lies beside what.

    Its `shape` says what its value is: marks by the name of their `boxes`, how many marks there are (`count`), one
    `number`, one `choice`, choices one after the other (`names`), a `text`, or `things` that stand in documents only.

    >>> area = Area("row", "cross", {"1": "row.1", "2": "row.2"})
    >>> area.value({"row.2": True}), area.marks(area.of({"1": True}))
    ({'2': True}, {'row.1': True})
    """

    def __init__(
        self,
        id: str,
        kind: str,
        boxes: Mapping[str, str],
        *,
        shape: str = "boxes",
        choices: Mapping[str, Sequence[str]] = NOTHING,
        most: int = 0,
        near: Mapping[str, Sequence[str]] = NOTHING,
        own: Mapping[str, Any] = NOTHING,
        label: str = "",
        labels: Mapping[str, str] = NOTHING,
    ) -> None:
        self.id, self.kind, self.shape, self.most = id, kind, shape, most
        self.name = plain(id)
        """What it is called in formulas."""
        self.boxes, self.choices, self.near = dict(boxes), choices, near
        self.label, self._labels = label or id, labels
        self.here: Mapping[str, Any] = own.get("here", NOTHING)
        self.regions: Mapping[str, Sequence[str]] = own.get("regions", NOTHING)
        self.order: str = own.get("order", "")
        self.may: str = own.get("may", "")
        self.say: Any = own.get("say")
        """The sentence that tells what `may` asks for, if there is one."""
        self.values: tuple[int, int] | None = own.get("values")
        self.dice: Mapping[str, str] = own.get("dice", NOTHING)
        self.bare: bool = own.get("bare", False)
        self.full: str = own.get("full", "")
        self.things: str = own.get("things", "")
        self.unknown: bool = own.get("unknown", False)
        self.whole: bool = own.get("whole", False)
        """Whether what is chosen is a number."""
        self.letters: str = own.get("marks", "")
        """What may stand in a drawing, in its right cell or in a wrong one."""

    @property
    def is_ruled(self) -> bool:
        """Whether there are rules for which mark may come next in which box."""
        says = self.order or self.may or self.values or self.kind == "choice"
        return self.shape == "boxes" and self.kind != "text" and bool(says)

    @property
    def empty(self) -> Any:
        """The value of an area on which nothing stands."""
        if self.unknown:
            return None
        none: Mapping[str, Any] = {"count": 0, "number": 0, "choice": None, "text": "", "names": (), "things": ()}
        return self.of({}) if self.shape == "boxes" else none[self.shape]

    def of(self, marks: Mapping[str, Mark]) -> Boxes:
        """Marks by the name of their box, in the order of the boxes."""
        return Boxes(self, marks)

    # ------------------------------------------------------------------ paper

    @cached_property
    def fields(self) -> dict[str, FieldRule]:
        """Its fields by id, and what may stand in each."""
        return {
            field: FieldRule(self.kind, tuple(self.choices.get(name, ())), self.most)
            for name, field in self.boxes.items()
        }

    def value(self, marks: Marks) -> Any:
        """What stands on paper as formulas see it."""
        if self.shape == "things":
            return UNKNOWN
        there = {name: marks[field] for name, field in self.boxes.items() if _fits(self.kind, marks.get(field))}
        match self.shape:
            case "boxes":
                return self.of(there)
            case "count":
                return sum(map(int, there.values())) if there or not self.unknown else None
            case "names":
                return tuple(map(str, there.values()))
        mark = next(iter(there.values()), self.empty)
        return int(mark) if self.whole and mark is not None else mark

    def marks(self, value: Any) -> dict[str, Mark]:
        """What stands on paper for a value: `value` and `marks` undo each other."""
        if value is None or value is UNKNOWN or self.shape == "things":
            return {}
        match self.shape:
            case "boxes":
                return {self.boxes[name]: mark for name, mark in value.items() if name in self.boxes}
            case "names":
                return dict(zip(self.boxes.values(), value, strict=False))
            case "count":
                each = max(self.most, 1)
                left = ((field, value - at * each) for at, field in enumerate(self.boxes.values()))
                written = {field: min(strokes, each) for field, strokes in left if strokes > 0}
                return dict.fromkeys(written, True) if self.kind == "cross" else dict(written)
        (field,) = self.boxes.values()
        return {} if value == "" else {field: str(value) if self.whole else value}

    # ------------------------------------------------------------------ what its boxes are called

    def line(self, name: str) -> str:
        """The name under which the words of a game have a box."""
        return name if self.bare or not name else f"{self.id}.{name}"

    @cached_property
    def printed(self) -> Mapping[str, str]:
        """What is printed in each box, where that tells them apart; else their names."""
        here = {name: str(self.here.get(name, name)) for name in self.boxes}
        return here if len(set(here.values())) == len(here) else {name: name for name in self.boxes}

    def label_of(self, name: str) -> str:
        """What a box is called as it is printed: by the row that it begins, or by its area and what stands in it."""
        own = self._labels.get(name, "").rpartition(": ")[2].removesuffix(" points")
        if own and not own.endswith(f" {name}"):
            return own
        if name in self.cells and type(self.here.get(name)) is int:
            return f"{self.label} {self.here[name]} ({name})"
        return f"{self.label} {self.printed[name]}" if name else self.label

    def boxes_meant(self, text: str) -> list[str]:
        """The boxes that somebody may mean by what is printed in them, or by their name.

        >>> row = Area("row", "cross", {"1": "row.1", "2": "row.2"}, own={"here": {"1": 3, "2": 2}})
        >>> row.boxes_meant("2"), row.boxes_meant("1")
        (['2'], ['1'])
        """
        asked = text.casefold()
        ways: list[Mapping[str, Any]] = [self.printed, {name: name for name in self.boxes}, self.here]
        found = ([name for name in way if str(way[name]).casefold() == asked] for way in ways)
        return next((names for names in found if names), [])

    # ------------------------------------------------------------------ where its boxes lie

    @cached_property
    def places(self) -> dict[str, int]:
        """The place of each box, from 1: its number on the sheet, or how many come before it."""
        return {name: int(name) if name.isdecimal() else at for at, name in enumerate(self.boxes, 1)}

    def boxes_called(self, name: str) -> Sequence[str]:
        """The boxes of a region, of a row `r1` or of a column `c1`; or the box of that name."""
        return self.regions.get(name) or self.cell_lines.get(name) or (name,)

    @cached_property
    def cells(self) -> dict[str, tuple[int, int]]:
        """The column and row of every box that lies in a grid."""
        found = {name: CELL.fullmatch(name) for name in self.boxes}
        return {name: (int(cell[1]), int(cell[2])) for name, cell in found.items() if cell}

    @cached_property
    def cell_lines(self) -> dict[str, tuple[str, ...]]:
        """The boxes of every row `r1` and column `c1` of a grid."""
        lines: dict[str, tuple[str, ...]] = {}
        for name, (column, row) in self.cells.items():
            for line in (f"c{column}", f"r{row}"):
                lines[line] = (*lines.get(line, ()), name)
        return lines

    @cached_property
    def columns(self) -> tuple[tuple[str, ...], ...]:
        """The boxes of each column of a grid."""
        return tuple(boxes for line, boxes in self.cell_lines.items() if line[0] == "c")

    @cached_property
    def right(self) -> Mapping[str, str]:
        """The box at the right of each: in a row of a grid, or the next one."""
        if not self.cells:
            return dict(pairwise(self.boxes))
        pairs = ((name, f"c{column + 1}r{row}") for name, (column, row) in self.cells.items())
        return {name: right for name, right in pairs if right in self.boxes}

    def beside(self, name: str) -> Sequence[str]:
        """The boxes beside one: as the layout joins them, or on four sides of a grid."""
        return self.around.get(name, ())

    @cached_property
    def around(self) -> Mapping[str, Sequence[str]]:
        """What lies beside each box."""
        if self.near or not self.cells:
            return self.near
        four = ((-1, 0), (1, 0), (0, -1), (0, 1))
        around = {name: [f"c{c + x}r{r + y}" for x, y in four] for name, (c, r) in self.cells.items()}
        return {name: [box for box in names if box in self.boxes] for name, names in around.items()}


class Boxes(dict[str, Any]):
    """The marks of an area by the names of their boxes; a box without a mark is not there."""

    def __init__(self, area: Area, marks: Mapping[str, Any]) -> None:
        if len(marks) > 1:
            super().__init__((name, marks[name]) for name in area.boxes if name in marks)
        else:
            super().__init__(marks)
        self.area = area
        self._cells: tuple[Box, ...] | None = None

    def get_named(self, name: str) -> Any:
        """What stands in a box; 0 where nothing does."""
        found = self.get(name)
        return self.get(name.replace("_", "-"), 0) if found is None else found

    @cached_property
    def by_place(self) -> dict[int, Mark]:
        """The marks by the places of their boxes."""
        return {self.area.places[name]: mark for name, mark in self.items()}

    @property
    def last(self) -> int:
        """The highest place with a mark, 0 if there is none."""
        return max(self.by_place, default=0)

    def cells(self) -> tuple[Box, ...]:
        """Its boxes that have a mark."""
        if self._cells is None:
            self._cells = tuple(Box(self, name) for name in self)
        return self._cells

    def plus(self, name: str, mark: Mark) -> Boxes:
        """The same with one more mark."""
        return Boxes(self.area, {**self, name: mark})


class Box:
    """A box of an area, as formulas ask for it."""

    __slots__ = ("_boxes", "name")

    def __init__(self, boxes: Boxes, name: str) -> None:
        self._boxes, self.name = boxes, name

    def get_named(self, name: str) -> Any:
        """What a formula may ask of a box, by its name."""
        boxes, area = self._boxes, self._boxes.area
        match name:
            case "value":
                return boxes.get(self.name)
            case "row" | "column":
                return area.cells.get(self.name, (0, 0))[name == "row"]
            case "here":
                return area.here.get(self.name, 0)
            case "at":
                return area.places[self.name]
            case "name":
                return self.name
            case "touches":
                return Counter(boxes[near] for near in area.beside(self.name) if near in boxes)
            case "below":
                column, row = area.cells.get(self.name, (0, 0))
                return tuple(boxes.get(f"c{column}r{lower}") for lower in range(1, row))
            case "under":
                column, row = area.cells.get(self.name, (0, 0))
                return boxes.get(f"c{column}r{row - 1}")
        return wrong("formula.no-such-part", name=name, known=BOX_NAMES)


BOX_NAMES = ("value", "here", "at", "name", "touches", "row", "column", "below", "under")


def plain(id: str) -> str:
    """An id as formulas write it.

    >>> plain("full-house")
    'full_house'
    """
    return id.replace("-", "_")


def _fits(kind: str, mark: Mark | None) -> bool:
    """Whether a mark is a value of its field; any other reads as nothing."""
    match kind:
        case "cross":
            return mark is True
        case "number" | "tally":
            return type(mark) is int
    return isinstance(mark, str) and mark != ""

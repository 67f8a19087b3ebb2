"""The boxes of a pad: what there is to fill in, in which order, what each is called, and which marks a value makes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from pnp.games.codec import Mark, Marks
from pnp.games.library import Library
from pnp.games.seats import deny
from pnp.sheets import layout
from pnp.sheets.labels import CELL, COLUMN, FieldName, label, within_column
from pnp.sheets.sheet import Field, Sheet
from pnp.strict import shown
from pnp.words import Words, say

NUMBERED = re.compile(r"[a-z](\d+)|(\d+)")
"""A part of an id that counts: a round `r2`, a game `g1`, a box `3`."""
RUB_OUT = (".", "-", "–")
"""What is written for a box in which nothing shall stand."""
WHICH = re.compile(r"[rg]\d{1,3}")
"""A round, a row or a game by its number, as it is typed."""
SHORTEST = 2
"""How many letters the beginning of a name has at the least."""
CROSSED = ("x", "×", "1", "yes")


class Box(NamedTuple):
    """Something to fill in: one field, or a track or a row of cells that is filled in as one.

    `stem` is what it is called without the player's column and without its number; `number` is its round or place.
    `ruled` tells that there are rules for each of its fields, so that they are filled in one by one; `part` is what
    tells one of them from the others.
    """

    sheet: str
    own: bool
    seat: int | None
    stem: tuple[str, ...]
    number: int
    fields: tuple[Field, ...]
    ruled: bool = False
    part: str = ""

    @property
    def kind(self) -> str:
        return self.fields[0].kind if len(self.fields) == 1 else "several"

    @property
    def name(self) -> FieldName:
        return FieldName(self.fields[0], len(self.fields) > 1)

    @property
    def whose(self) -> int | None:
        """The seat that a sheet belongs to, None where it is the table's."""
        return self.seat if self.own else None

    def is_empty(self, marks: Marks) -> bool:
        return not any(field.id in marks for field in self.fields)

    def text(self, marks: Marks) -> str:
        """What stands in it, for people: a number, a count of strokes, letters, crosses."""
        found = [marks.get(field.id) for field in self.fields]
        if self.ruled and self.fields[0].kind != "choice":
            there = [(name, mark) for name, mark in zip(self.parts, found, strict=True) if mark is not None]
            return " ".join(name if mark is True else str(mark) for name, mark in there)
        if self.kind != "several":
            return "" if found[0] is None else "x" if found[0] is True else str(found[0])
        if self.fields[0].kind == "choice":
            return " ".join("." if mark is None else str(mark) for mark in found) if any(found) else ""
        return str(total) if (total := sum(int(mark) for mark in found if mark)) else ""

    @property
    def parts(self) -> list[str]:
        """What tells its fields apart: what is printed in them where that does, else the ends of their ids."""
        ends = [field.id.rpartition(".")[2] for field in self.fields]
        printed = [field.inside if "{" not in field.inside else "" for field in self.fields]
        names = [inside or end for inside, end in zip(printed, ends, strict=True)]
        return names if len(set(names)) == len(ends) and not CELL.fullmatch(ends[0]) else ends

    @property
    def singly(self) -> tuple[Box, ...]:
        """A box for each of its fields, where there are rules for them, else itself."""
        pairs = zip(self.fields, self.parts, strict=True)
        return tuple(self._replace(fields=(field,), part=part) for field, part in pairs) if self.ruled else (self,)


@lru_cache(maxsize=32)
def sheets_of(game: str, library: Library) -> list[Sheet]:
    """The sheets of a game that have more than a name to write, in the order of its layout."""
    made = layout.of_game(game, library)
    ready = [layout.ready(made, name, library=None if made.shipped else library) for name in made.sheets]
    return [sheet for sheet in ready if len(sheet.fields) > 1]


def boxes_of(sheet: Sheet, seats: int, is_ruled: Callable[[str], bool]) -> Iterator[Box]:
    """The boxes of a sheet in the order in which they are read, those of all seats side by side."""
    own = sheet.owner == "player"
    order = {block: at for at, block in enumerate(sheet.blocks)}
    fields = sorted(sheet.fields, key=lambda one: (order.get(one.block, 0), round(one.rect.y, 1), one.rect.x))
    for (_, column), run in _together(fields, is_ruled):
        seat = int(column) - 1 if column else None
        if seat is not None and seat >= seats:
            continue
        stem, number = _stem(run)
        for whose in range(seats) if own else (seat,):
            yield Box(sheet.name, own, whose, stem, number, run, is_ruled(run[0].id))


def _together(
    fields: Sequence[Field], is_ruled: Callable[[str], bool]
) -> Iterator[tuple[tuple[str, str], tuple[Field, ...]]]:
    """Fields that are filled in as one: the boxes of a track, the cells of a row; numbers and texts each alone."""
    runs = {id: run for run in _tracks(fields, is_ruled) for id in run}
    by_id = {field.id: field for field in fields}
    done: set[str] = set()
    for field in fields:
        if field.id in done:
            continue
        run = runs.get(field.id, (field.id,))
        done |= set(run)
        column = COLUMN.match(field.id)
        yield (field.id, column[1] if column else ""), tuple(by_id[id] for id in run)


def _tracks(fields: Iterable[Field], is_ruled: Callable[[str], bool]) -> Iterator[tuple[str, ...]]:
    """Ids of strokes, crosses or choices that are numbered from 1 to the last, of the cells of a row, of an area."""
    runs: dict[tuple[str, str, str], list[tuple[int, str]]] = {}
    areas: dict[str, list[str]] = {}
    for field in fields:
        stem, _, last = field.id.rpartition(".")
        if is_ruled(field.id) and not CELL.fullmatch(last):
            areas.setdefault(stem, []).append(field.id)
            continue
        if cell := CELL.fullmatch(last):
            runs.setdefault((stem, "row", cell[2]), []).append((int(cell[1]), field.id))
        elif last.isdecimal() and field.kind in ("cross", "tally", "choice"):
            runs.setdefault((stem, field.kind, ""), []).append((int(last), field.id))
    for run in runs.values():
        run.sort()
        if is_ruled(run[0][1]) or [number for number, _ in run] == list(range(1, len(run) + 1)):
            yield tuple(id for _, id in run)
    yield from map(tuple, areas.values())


def _stem(run: Sequence[Field]) -> tuple[tuple[str, ...], int]:
    """What a box is called by its id, and its number.

    >>> from pnp.geometry import Rect
    >>> _stem([Field("p2.r3.rooms.red", "number", Rect(0, 0, 1, 1), "")])
    (('rooms', 'red'), 3)
    """
    parts = within_column(run[0].id).split(".")
    if cell := CELL.fullmatch(parts[-1]):
        return tuple(parts[:-1]), int(cell[2])
    if len(run) > 1 and len(parts) > 1:
        parts = parts[:-1]
    numbers = [int(found[1] or found[2]) for part in parts if (found := NUMBERED.fullmatch(part))]
    names = tuple(part for part in parts if not NUMBERED.fullmatch(part))
    return (names, numbers[0] if numbers else 0) if names else (tuple(parts), 0)


# ---------------------------------------------------------------------- what is typed


def called(
    boxes: Sequence[Box], words: Sequence[str], languages: Sequence[Words], main: str, exact: bool
) -> list[list[Box]]:
    """The boxes that words name, those of one name together in the order of their numbers; the main sheet's first.

    A box that is called so as a whole comes before those whose name only ends like this.
    """
    numbers = [int(word[1:]) for word in words if WHICH.fullmatch(word)]
    typed = [word for word in words if not WHICH.fullmatch(word)]
    found: dict[tuple[str, tuple[str, ...]], list[Box]] = {}
    for box in boxes:
        if (not numbers or box.number == numbers[0]) and _fits(box, typed, languages, exact):
            found.setdefault((box.sheet, box.stem), []).append(box)
    found = {name: group for name, group in found.items() if name[1] == (*typed,)} or found
    return [group for (sheet, _), group in found.items() if sheet == main] or list(found.values())


def _fits(box: Box, typed: Sequence[str], languages: Sequence[Words], exact: bool) -> bool:
    known = _vocabulary(box, languages)
    if exact or not typed:
        return not typed or " ".join(typed) in known
    names = {part for name in known for part in re.split(r"[^\w]+", name) if part} | {box.sheet}
    return all(len(word) >= SHORTEST and any(name.startswith(word) for name in names) for word in typed)


def _vocabulary(box: Box, languages: Sequence[Words]) -> set[str]:
    """Everything that a box is called: by its id, and by its label in each language."""
    printed = [label(box.fields[0], words, alone=True).casefold() for words in languages]
    printed.append(box.fields[0].label.rpartition(": ")[2].casefold())
    own = [" ".join(box.stem), " ".join(reversed(box.stem)), box.stem[-1]]
    return {name.replace("-", " ") for name in (*own, *printed)} | set(own)


def areas(boxes: Iterable[Box], words: Sequence[str], languages: Sequence[Words], exact: bool) -> list[list[Box]]:
    """The areas with rules that words name or, if they need not be exact, begin to name: the boxes of each."""
    found: dict[tuple[str, ...], list[Box]] = {}
    for box in boxes:
        said = label(box.fields[0], languages[0], alone=True).casefold().removesuffix(f" {box.part.casefold()}")
        names = {said, *(name.casefold() for name in (" ".join(box.stem), box.stem[-1]))}
        typed = " ".join(words)
        if typed in names or (not exact and len(typed) >= SHORTEST and any(name.startswith(typed) for name in names)):
            found.setdefault(box.stem, []).append(box)
    return list(found.values())


def marks_of(box: Box, values: Sequence[str]) -> dict[str, Mark | None]:
    """The marks that values make in a box, None where something is rubbed out; refused where they don't fit."""
    if box.kind == "several":
        return _several(box, values)
    (field,) = box.fields
    text = " ".join(values)
    if text in RUB_OUT:
        return {field.id: None}
    return {field.id: _mark(field, text)}


def _mark(field: Field, text: str) -> Mark:
    folded = text.casefold()
    match field.kind:
        case "number":
            if not re.fullmatch(r"[-−+]?\d{1,4}", text):
                deny("no-such-mark", id=FieldName(field), mark=shown(text), allowed=say("mark.number", most=9999))
            return int(text.replace("−", "-"))
        case "cross":
            if folded not in CROSSED:
                deny("no-such-mark", id=FieldName(field), mark=shown(text), allowed=say("mark.cross"))
            return True
        case "tally":
            if not text.isdecimal() or len(text) > 3:
                deny("no-such-mark", id=FieldName(field), mark=shown(text), allowed=say("mark.tally", most=field.most))
            return int(text)
        case "choice":
            found = [value for value in field.choices if value.casefold() == folded]
            return found[0] if found else text
        case _:
            return text


def _several(box: Box, values: Sequence[str]) -> dict[str, Mark | None]:
    """A count on a track, from the left; or letters and names in cells, one after the other."""
    if box.fields[0].kind == "choice":
        cells = list(values[0]) if len(values) == 1 and len(values[0]) == len(box.fields) > 1 else list(values)
        if len(cells) > len(box.fields):
            deny("pad.too-many-values", box=box.name, n=len(cells), most=len(box.fields))
        blank: list[str] = ["."] * (len(box.fields) - len(cells))
        pairs = zip(box.fields, [*cells, *blank], strict=True)
        return {field.id: None if cell in RUB_OUT else _mark(field, cell) for field, cell in pairs}
    each = max(box.fields[0].most, 1)
    count = 0 if values[0] in RUB_OUT else int(values[0]) if values[0].isdecimal() and len(values[0]) < 4 else -1
    if len(values) > 1 or not 0 <= count <= each * len(box.fields):
        deny("pad.no-such-count", box=box.name, written=" ".join(values), most=each * len(box.fields))
    left = [min(max(count - at * each, 0), each) for at in range(len(box.fields))]
    crossed = box.fields[0].kind == "cross"
    return {field.id: (True if crossed else n) if n else None for field, n in zip(box.fields, left, strict=True)}

"""What is typed at a pad: `Ana tours 5`, `bo red 2`, numbers for the boxes that are due; it becomes marks in boxes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from pnp.games.codec import Mark, Marks
from pnp.games.seats import deny
from pnp.sheets import pads
from pnp.sheets.pads import Box
from pnp.strict import shown
from pnp.words import Words

NUMBER = re.compile(r"[-−+]?\d{1,4}")
NUMBERED = re.compile(r"\b(?:row|round|game)\s+(\d{1,3})\b", re.IGNORECASE)


class PadWords(NamedTuple):
    """What words may speak of: the boxes that people fill in, all of them, those that are due; what stands where."""

    filled: Sequence[Box]
    boxes: Sequence[Box]
    due: Sequence[Box]
    marks: Callable[[Box], Marks]
    players: Sequence[str]
    languages: Sequence[Words]
    main: str
    ruled: Sequence[Box]
    """Boxes that are marked one by one, as rules say what may come next."""
    offered: Callable[[Box], Sequence[Mark]]
    """The marks that may come next in such a box."""

    @property
    def example(self) -> str:
        """How a box is filled in, by the first that is due, has rules for its marks, or takes a number."""
        if not self.due and self.ruled:
            box = next((box for box in self.ruled if self.offered(box)), self.ruled[0])
            return f"{'' if box.seat is None else self.players[box.seat] + ' '}{notation(box, self.offered(box)[:1])}"
        numbers = [box for box in self.filled if box.kind == "number"]
        tracks = [box for box in self.filled if len(box.fields) >= 5 and box.fields[0].kind != "choice"]
        box = [*self.due, *numbers, *tracks, *self.boxes][0]
        return f"{'' if box.seat is None else self.players[box.seat] + ' '}{box.stem[-1]} 5"

    def entries(self, seat: int | None, words: str) -> list[dict[str, Any]]:
        """The marks that words write, by sheet, as events have them."""
        typed = NUMBERED.sub(r"r\1", words).split()
        if all(is_number(word) for word in typed):
            return _events(self._in_order(seat, typed))
        whose, rest = self._whose(seat, typed)
        return _events(self._ruled(whose, rest) or self._named(whose, rest, words))

    # ------------------------------------------------------------------ boxes with rules

    def _ruled(self, seat: int | None, typed: Sequence[str]) -> list[tuple[Box, str]]:
        """Values for boxes of an area that has rules: `red 7`, `light 3 5`, `land c2r1 f`; none for other words."""
        folded = [word.casefold() for word in typed]
        mine = [box for box in self.ruled if seat is None or box.seat in (seat, None)]
        for exact in (True, False):
            for count in range(len(typed) - 1, 0, -1):
                groups = pads.areas(mine, folded[:count], self.languages, exact)
                if len(groups) == 1:
                    return self._in_area(self._of_one(groups[0], folded[:count]), folded[count:], typed[count:])
        return []

    def _in_area(self, boxes: list[Box], folded: Sequence[str], values: Sequence[str]) -> list[tuple[Box, str]]:
        names = {box.fields[0].id.rpartition(".")[2].casefold(): box for box in boxes}
        names |= {box.part.casefold(): box for box in boxes}
        if boxes[0].kind == "cross":
            out = len(folded) > 1 and folded[-1] in pads.RUB_OUT
            which = folded[:-1] if out else folded
            return [(self._box_of(names, name), "." if out else "x") for name in which]
        if len(folded) > 1:
            return [(self._box_of(names, folded[0]), " ".join(values[1:]))]
        offered = [box for box in boxes if self.offered(box)]
        found = [box for box in offered if folded[0] in (str(mark).casefold() for mark in self.offered(box))]
        # Where only one box is open that is meant, and what speaks against the value is told.
        found = found or (offered if len(offered) == 1 else [])
        if not offered:
            found = [box for box in boxes if box.is_empty(self.marks(box))][:1]
        if len(found) != 1:
            deny("pad.which-box", area=" ".join(boxes[0].stem), boxes=_few(found or boxes))
        return [(found[0], values[0])]

    def _box_of(self, names: Mapping[str, Box], name: str) -> Box:
        if name not in names:
            first = next(iter(names.values()))
            deny("pad.no-such-box", name=shown(name), area=" ".join(first.stem), boxes=_few(names.values()))
        return names[name]

    # ------------------------------------------------------------------ other boxes

    def _in_order(self, seat: int | None, values: Sequence[str]) -> list[tuple[Box, str]]:
        """Numbers alone go into the boxes that are due, one after the other."""
        due = [box for box in self.due if seat is None or box.seat in (seat, None)]
        if len(values) > len(due):
            deny("pad.too-many-numbers", n=len(values), due=len(due))
        return list(zip(due, values, strict=False))

    def _whose(self, seat: int | None, typed: Sequence[str]) -> tuple[int | None, list[str]]:
        """The player that the words begin with, and the rest of them; without a name it is the seat that speaks."""
        names = [name.casefold() for name in self.players]
        for count in range(len(typed) - 1, 0, -1):
            said = " ".join(typed[:count]).casefold()
            found = [n for n, name in enumerate(names) if name == said]
            found = found or [n for n, name in enumerate(names) if name.startswith(said)]
            if found and not self._is_box(said):
                if len(found) > 1:
                    meant = tuple(self.players[n] for n in found)
                    deny("pad.several-players", who=shown(" ".join(typed[:count])), names=meant)
                return found[0], list(typed[count:])
        return seat, list(typed)

    def _is_box(self, said: str) -> bool:
        """Whether words are exactly the name of a box, so that nobody of that name is meant."""
        return any(said in (" ".join(box.stem), box.stem[-1]) for box in (*self.boxes, *self.ruled))

    def _named(self, seat: int | None, typed: Sequence[str], words: str) -> list[tuple[Box, str]]:
        """Values for boxes that are called by name; several numbers go into the boxes of that name one by one."""
        folded = [word.casefold() for word in typed]
        most = next((at for at, word in enumerate(typed) if is_number(word)), len(typed))
        doubts: list[list[Box]] = []
        for exact in (True, False):
            for count in range(min(most, len(typed) - 1), 0, -1):
                groups = self._called(seat, folded[:count], exact)
                if len(groups) == 1 and (pairs := self._values(groups[0], folded[:count], typed[count:])):
                    return pairs
                doubts = doubts or (groups if len(groups) > 1 else [])
        if doubts:
            deny("pad.several-boxes", words=shown(words), names=tuple(" ".join(one[0].stem) for one in doubts[:8]))
        if not self._called(seat, folded, exact=False):
            deny("unclear.pad", words=shown(words), example=self.example)
        return deny("pad.no-value", box=" ".join(typed), example=self.example)

    def _called(self, seat: int | None, name: Sequence[str], exact: bool) -> list[list[Box]]:
        """The boxes of a name: what people fill in before what follows from it."""
        for boxes in (self.filled, self.boxes):
            there = [box for box in boxes if seat is None or box.seat in (seat, None)]
            if found := pads.called(there, name, self.languages, self.main, exact):
                return found
        return []

    def _values(self, found: list[Box], name: Sequence[str], values: Sequence[str]) -> list[tuple[Box, str]]:
        if found[0].kind == "number" and not all(is_number(word) for word in values):
            return []
        found = self._of_one(found, name)
        if found[0].kind != "number":
            return [(self._first(found, name), " ".join(values))]
        numbered = any(pads.WHICH.fullmatch(word) for word in name)
        start = 0 if numbered else found.index(self._first(found, name))
        if len(values) > len(found) - start:
            deny("pad.too-many-values", box=found[0].name, n=len(values), most=len(found) - start)
        return list(zip(found[start:], values, strict=False))

    def _of_one(self, found: list[Box], name: Sequence[str]) -> list[Box]:
        """The boxes of one player: where nobody was named, of whoever is to fill in such a box next."""
        owners = {box.seat for box in found}
        if len(owners) == 1:
            return found
        if not self.due or self.due[0] not in found:
            deny("pad.whose", box=" ".join(name), names=tuple(self.players))
        return [box for box in found if box.seat == self.due[0].seat]

    def _first(self, found: Sequence[Box], name: Sequence[str]) -> Box:
        """The first box of a name in which nothing stands; where there is but one, that one: it may be mended."""
        empty = [box for box in found if box.is_empty(self.marks(box))]
        if not empty and len(found) > 1:
            deny("pad.full", box=" ".join(name), n=len(found), first=f"r{found[0].number} {' '.join(name)}")
        return (empty or list(found))[0]


def notation(box: Box, marks: Sequence[Mark] = ()) -> str:
    """How a mark in a box with rules is written, without the player."""
    written = [str(mark) for mark in marks if mark is not True]
    return " ".join([*box.stem, box.part, *written])


def _few(boxes: Iterable[Box]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(box.part for box in boxes))[:24]


def is_number(word: str) -> bool:
    """Whether a word is what goes into a box of numbers: a number, or that nothing stands there."""
    return bool(NUMBER.fullmatch(word)) or word in pads.RUB_OUT


def _events(pairs: Sequence[tuple[Box, str]]) -> list[dict[str, Any]]:
    """Marks by sheet, as events of paper have them."""
    found: dict[tuple[str, int | None], dict[str, Mark | None]] = {}
    for box, text in pairs:
        found.setdefault((box.sheet, box.whose), {}).update(pads.marks_of(box, text.split()))
    return [{"seat": whose, "sheet": sheet, "marks": marks} for (sheet, whose), marks in found.items()]

"""A sheet: the fields that are written in and the ink that is printed, both in millimetres of the sheet."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from pnp.geometry import Rect
from pnp.sheets.ink import Ink
from pnp.sheets.scenes import Scene
from pnp.sheets.theme import Theme


class Field(NamedTuple):
    """A place to write in: its id, what may stand there, and where it lies.

    `choices` maps each value of a choice to the picture that is drawn for it, or to an empty name for plain text.
    `sign` is how much of it at the top has a sign printed in its corner; `inside` is what is printed in the place.
    """

    id: str
    kind: str
    rect: Rect
    label: str
    choices: Mapping[str, str] = MappingProxyType({})
    most: int = 0
    round: bool = False
    block: str = ""
    sign: float = 0.0
    inside: str = ""

    @property
    def room(self) -> Rect:
        """Where a number stands in it."""
        return Rect(self.rect.x, self.rect.y + self.sign, self.rect.w, self.rect.h - self.sign)


class ReaderMark(NamedTuple):
    """A mark in a corner by which a photo is squared up: its number in the 5 by 5 dictionary, and where it lies."""

    number: int
    rect: Rect


class Sheet(NamedTuple):
    """One sheet of a layout, ready to be printed, filled in or read.

    `instead` is drawn where a sheet has no code; `largest` is how far it may be enlarged to fill its paper.
    `follows` says of each field that follows from others how the fields of its column begin, and which line it is;
    `script` has their formulas for forms. `beside` says which fields lie beside which, where a block knows more than a
    grid does.
    """

    game: str
    title: str
    name: str
    heading: str
    version: int
    language: str
    owner: str
    width: float
    height: float
    theme: Theme
    fields: tuple[Field, ...] = ()
    ink: tuple[Ink, ...] = ()
    personal: tuple[Ink, ...] = ()
    guides: tuple[Ink, ...] = ()
    instead: tuple[Ink, ...] = ()
    reader_marks: tuple[ReaderMark, ...] = ()
    blocks: Mapping[str, Rect] = MappingProxyType({})
    scenes: Mapping[str, Scene] = MappingProxyType({})
    arrangement: str = ""
    largest: float = 1.0
    variant: str = ""
    bleed: float = 0.0
    follows: Mapping[str, tuple[str, str]] = MappingProxyType({})
    script: str = ""
    beside: Mapping[str, list[str]] = MappingProxyType({})
    spans: tuple[tuple[str, int], ...] = ()
    """How much of the ink is each block's, in the order it is drawn."""

    @property
    def bleeding(self) -> Rect:
        """The sheet with what is cut off around it."""
        return self.frame.inset(-self.bleed)

    @property
    def places(self) -> dict[str, Rect]:
        """Where its fields lie."""
        return {field.id: field.rect for field in self.fields}

    @property
    def frame(self) -> Rect:
        return Rect(0, 0, self.width, self.height)

    @property
    def key(self) -> str:
        """Which paper this is: game, sheet, layout version, and letters for its arrangement and other differences."""
        return f"{self.game}/{self.name}/{self.version}{self.arrangement[:1]}{self.variant}"

"""What the fields of a sheet are called: in a language, or as they are printed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pnp.words import Words, say

if TYPE_CHECKING:
    from pnp.sheets.sheet import Field

COLUMN = re.compile(r"p(\d+)\.")
"""How the fields of one player's column of a pad begin."""
ANY_COLUMN = re.compile(r"^[a-z]\d+\.")
"""How the fields of any column begin: a player's, or a round's."""
CELL = re.compile(r"c(\d+)r(\d+)")
"""The place of a field in a grid."""

_PICTURE = re.compile(r"\{([^{}]*)\}")


def within_column(id: str) -> str:
    """The id of a field without the player's column.

    >>> within_column("p2.r1.tours"), within_column("step2.total")
    ('r1.tours', 'step2.total')
    """
    column = COLUMN.match(id)
    return id[column.end() :] if column else id


def seat_of_field(id: str) -> int | None:
    """The seat whose column of a pad a field is in, None where it is in nobody's.

    >>> seat_of_field("p2.r1.tours"), seat_of_field("total")
    (1, None)
    """
    column = COLUMN.match(id)
    return int(column[1]) - 1 if column else None


def label(field: Field, words: Words, alone: bool = False) -> str:
    """What a field is called: by its id, by its id within a column, or by its block and place there; else as printed.

    What stands in a column may be a line of the score, and is called by that. Printed labels of a table are
    `column: row`; the column is left out where only that one is shown.
    """
    own = ANY_COLUMN.sub("", field.id)
    if found := words.sentence(f"field.{field.id}") or words.sentence(f"field.{own}"):
        return found
    track, _, place = own.rpartition(".")
    if place.isdecimal() and (found := words.sentence(f"field.{track}")):
        return f"{found} {place}"
    if block := words.sentence(f"field.{field.block}"):
        place = own.removeprefix(f"{field.block}.")
        if cell := CELL.fullmatch(place):
            return words.text(say("in-cell", what=block, column=cell[1], row=cell[2]))
        return f"{block} {place}" if place != own else block
    head, _, row = field.label.rpartition(": ")
    row = " ".join(_PICTURE.sub("", row).split()) or _PICTURE.sub(lambda found: found[1].rpartition("-")[2], row)
    if own != field.id and (line := words.sentence(f"line.{own}")):
        row = line[:1].upper() + line[1:]
    told = bool(re.search(r"\d", head)) and "{" not in head and not (alone and own != field.id)
    named = f"{row}, {head}" if told else row
    played = re.search(r"\.r(\d+)\.", field.id)
    return named if not played or re.search(r"\d", named) else words.text(say("in-round", round=played[1], what=named))


@dataclass(frozen=True)
class FieldName:
    """The name of a field as a fact, or of the track or row that it begins: told in the language around it."""

    field: Field
    begins: bool = False

    def in_words(self, words: Words) -> str:
        if not self.begins:
            return label(self.field, words, alone=True)
        if cell := CELL.fullmatch(self.field.id.rpartition(".")[2]):
            what = words.sentence(f"field.{self.field.block}") or self.field.block
            return words.text(say("in-row", what=what, row=cell[2]))
        return re.sub(r",? \d+$", "", label(self.field, words, alone=True))

    def __str__(self) -> str:
        return self.field.id

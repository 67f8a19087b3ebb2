"""A layout that declares its sums is a game: its pad is counted, checked and kept without any rules module."""

from __future__ import annotations

from functools import cached_property, lru_cache
from pathlib import Path

from pnp.edition import Edition
from pnp.errors import InputError
from pnp.games.codec import FieldRule, Marks
from pnp.games.game import Counted, Papers
from pnp.games.paper import columns, differing
from pnp.games.verdict import Line, Rank, Score, SheetVerdict, Verdict, ranking
from pnp.sheets import layout
from pnp.sheets.labels import COLUMN, within_column
from pnp.sheets.layout import Layout
from pnp.sheets.marks_documents import MarksGame, Sheets
from pnp.sheets.sheet import Sheet
from pnp.sheets.sums import Sum, Sums, belongs_to
from pnp.words import say

MOST_PLAYERS = 12
"""How many may keep a pad of which everybody has a sheet of their own."""


class LayoutGame(MarksGame):
    """The game of a layout file: what its sums say."""

    PAD = True

    def __init__(self, made: Layout, sums: Sums) -> None:
        self.layout, self.sums = made, sums
        self.TITLE, self.ASIDE = made.title, sums.optional
        self.PLAYERS = (1, self._columns or MOST_PLAYERS)
        self.WORDS = {made.language: self._names()}
        self.__file__ = made.source

    @cached_property
    def _sheets(self) -> dict[str, Sheet]:
        return {name: layout.expand(self.layout, name)[0] for name in self.layout.sheets}

    @property
    def main(self) -> Sheet:
        """The sheet that is added up."""
        return next(sheet for sheet in self._sheets.values() if belongs_to(self.sums, sheet))

    @property
    def _columns(self) -> int:
        """How many players the pad of the table has columns for."""
        found = (COLUMN.match(field.id) for field in self.main.fields)
        return max((int(column[1]) for column in found if column), default=0)

    def _names(self) -> dict[str, str]:
        """What the lines of the score are called: as their boxes are printed."""
        labels = {within_column(field.id): field.label.rpartition(": ")[2] for field in self.main.fields}
        return {f"line.{id}": label for id, label in labels.items() if label}

    def fields(self, edition: Edition) -> Sheets:
        del edition
        return {
            name: {one.id: FieldRule(one.kind, tuple(one.choices), one.most) for one in sheet.fields}
            for name, sheet in self._sheets.items()
        }

    def count(self, papers: Papers, edition: Edition) -> Counted:
        """What the pad comes to: every sum, each written one compared with it, and the ranking."""
        del edition
        name = self.main.name
        shared = columns(papers, name) if self._columns else []
        written = [shared[seat] if shared else own.get(name, {}) for seat, own in enumerate(papers.own)]
        due = [self.sums.due(marks) if marks else {} for marks in written]
        sheets = tuple(map(self._verdict, papers.players, written, due))
        verdict = Verdict(self.layout.game, sheets, (), self._ranked(sheets))
        if not self._columns:
            return Counted(verdict, {}, tuple({name: one} if one else {} for one in due))
        filled = {f"p{seat}.{id}": points for seat, one in enumerate(due, 1) for id, points in one.items()}
        return Counted(verdict, {name: filled}, ({},) * len(due))

    def _verdict(self, player: str, marks: Marks, due: dict[str, int]) -> SheetVerdict:
        sums = [Line(id, points) for id, points in due.items()]
        numbers = {id: int(mark) for id, mark in marks.items() if id in due and type(mark) is int}
        notes = () if marks else (say("nothing-written"),)
        return SheetVerdict(player, tuple(differing(numbers, sums)), notes, Score(self._lines(marks, due)))

    def _lines(self, marks: Marks, due: dict[str, int]) -> tuple[Line, ...]:
        """The lines of the score: what the total adds, or the total alone where it does more than add."""
        total = self.sums.total
        if not due:
            return ()
        if total != Sum(total.box, total.add, path=total.path):
            return (Line(total.box, due[total.box]),)
        # `*.points` means the box of the total as well, which does not add itself.
        known = {id: points for id, points in due.items() if id != total.box}
        return tuple(Line(_line(part), self.sums.added([part], marks, known)) for part in total.add)

    def _ranked(self, sheets: tuple[SheetVerdict, ...]) -> tuple[Rank, ...]:
        sign = -1 if self.sums.wins == "lowest" else 1
        rows = [(sheet.player, sign * sheet.score.total) for sheet in sheets]
        places = ranking(rows, [()] * len(rows), str)
        return tuple(row._replace(total=sign * row.total) for row in places)


def _line(part: str) -> str:
    """The name of the line for a part of a total.

    >>> _line("r*.coins"), _line("-fails.*"), _line("bonus")
    ('coins', 'fails', 'bonus')
    """
    names = [name for name in part.removeprefix("-").split(".") if "*" not in name]
    return ".".join(names) or part.removeprefix("-")


@lru_cache(maxsize=32)
def read(path: Path) -> tuple[str, LayoutGame]:
    """The game of a layout file, by its name."""
    made = layout.load(path)
    if made.sums is None:
        raise InputError(say("no-sums", name=str(path)))
    if found := layout.faults_of(made):
        raise InputError(say("fault", place=layout.where(made, found[0]), message=found[0].message))
    return made.game, LayoutGame(made, made.sums)

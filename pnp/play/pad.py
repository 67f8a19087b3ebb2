"""A table that is kept by pad: people write numbers on their sheets, the rules of the game count them.

The pad knows no game. What there is to fill in comes from the layout, what follows from it from `count` of the rules.
Words such as `Ana tours 5` become marks in fields before they are stored, so that a log does not depend on what a box
is called.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from functools import cached_property, partial
from itertools import chain, islice
from typing import Any, NamedTuple

from pnp.edition import Edition
from pnp.games import seats
from pnp.games.codec import Mark, Marks
from pnp.games.game import Counted, Game, Papers
from pnp.games.paper import anything_written, filled
from pnp.games.play import Option, Play, SheetMarks, View, Wanted
from pnp.games.seats import Refusal, deny
from pnp.games.verdict import Cell, Picture, Rank, Score
from pnp.play.pad_words import PadWords, notation
from pnp.sheets import pads
from pnp.sheets.labels import within_column
from pnp.sheets.pads import Box
from pnp.sheets.sheet import Sheet
from pnp.strict import shown
from pnp.words import Said, Words, languages, say

DONE, GO_ON = "done", "go on"


@dataclass(frozen=True)
class PadState:
    """A pad as it is written: the sheets of everybody, and whether the table said that this is all."""

    game: Game
    edition: Edition
    papers: Papers
    done: bool = False

    @property
    def players(self) -> tuple[str, ...]:
        return self.papers.players

    @cached_property
    def counted(self) -> Counted | None:
        """What the sheets come to by the rules, None where nothing stands on them."""
        written = any(self.papers.table.values()) or any(any(own.values()) for own in self.papers.own)
        made: Counted | None = self.game.count(self.papers, self.edition) if written else None
        return made

    def marks(self, box: Box) -> Marks:
        """What stands on the sheet that a box is on."""
        return _of_sheet(self.papers, box.sheet, box.whose)

    @cached_property
    def offered(self) -> Mapping[int, Mapping[tuple[str, str], Sequence[Mark]]]:
        """The marks that each seat may make next where there are rules for that, by sheet and field."""
        rules, found = self.game.mark_rules(self.edition), {}
        for seat in range(len(self.players)):
            marks: dict[tuple[str, str], list[Mark]] = {}
            for sheet, id, mark in rules.next_marks(self.papers, seat):
                marks.setdefault((sheet, id), []).append(mark)
            found[seat] = marks
        return found

    def due(self, box: Box) -> Marks:
        """What the boxes of the same sheet should say that follow from others."""
        return _of_sheet(self.counted, box.sheet, box.whose) if self.counted else {}


def _of_sheet(papers: Papers | Counted, sheet: str, whose: int | None) -> Marks:
    stacks = papers.table if whose is None else papers.own[whose]
    return stacks.get(sheet, {})


class Row(NamedTuple):
    """A row of the pad: a box of each seat side by side; one that follows from others need not be filled in."""

    box: Box
    cells: tuple[Box | None, ...]
    follows: bool


class PadPlay(Play):
    """The keeping of a pad, for every game whose rules can count paper."""

    def __init__(self, game: Game, sheets: Callable[[], Sequence[Sheet]]) -> None:
        self.game = game
        self._load = sheets
        self._boxes: dict[int, tuple[Box, ...]] = {}
        self._following: dict[int, frozenset[tuple[str, int | None, str]]] = {}

    # ------------------------------------------------------------------ the table

    def open(self, players: Sequence[str], options: Mapping[str, str], edition: Edition) -> PadState:
        seats.check_options(options)
        names = seats.opened_for(players, *self.game.PLAYERS)
        return PadState(self.game, edition, Papers(names, {}, ({},) * len(names)))

    def on_paper(self, state: PadState) -> bool:
        del state
        return True

    def written(self, state: PadState, papers: Papers) -> PadState:
        """The pad after something was written on its sheets."""
        return replace(state, papers=papers)

    def with_names(self, state: PadState, names: tuple[str, ...]) -> PadState:
        return replace(state, papers=state.papers._replace(players=names))

    def seated(self, state: PadState, name: str) -> PadState:
        names = seats.opened_for((*state.players, name), *self.game.PLAYERS)
        return replace(state, papers=Papers(names, state.papers.table, (*state.papers.own, {})))

    def said(self, state: PadState, seat: int | None, words: str) -> PadState:
        del seat
        if _folded(words) not in (DONE, GO_ON):
            deny("unclear.pad", words=shown(words), example=self.example(state))
        done = _folded(words) == DONE
        if state.done == done:
            deny("no-change.pad", done=done)
        return replace(state, done=done)

    # ------------------------------------------------------------------ the boxes

    @cached_property
    def _sheets(self) -> Sequence[Sheet]:
        """The sheets of the game, made ready when somebody looks at them: counting needs no paper."""
        return self._load()

    def boxes(self, state: PadState) -> tuple[Box, ...]:
        """Every box of every sheet, those of the main sheet first."""
        seats = len(state.players)
        if seats not in self._boxes:
            covers = state.game.mark_rules(state.edition).covers
            found = [box for s in self._sheets for box in pads.boxes_of(s, seats, partial(covers, s.name))]
            self._boxes[seats] = tuple(box for box in found if box.stem != ("name",))
        return self._boxes[seats]

    @property
    def main(self) -> str:
        """The sheet that is filled in box by box: the first that has more than a name to write."""
        return self._sheets[0].name

    def _follows(self, state: PadState) -> frozenset[tuple[str, int | None, str]]:
        """The fields that follow once everything else is written: the rules are asked with a full pad."""
        n = len(state.players)
        if n not in self._following:
            table: dict[str, dict[str, Mark]] = {}
            own: list[dict[str, dict[str, Mark]]] = [{} for _ in range(n)]
            for box in self.boxes(state):
                if box.kind == "number":
                    stack = table if box.whose is None else own[box.whose]
                    stack.setdefault(box.sheet, {})[box.fields[0].id] = 0
            full = PadState(state.game, state.edition, Papers(state.players, table, tuple(own)))
            self._following[n] = _fields(full.counted)
        return self._following[n] | _fields(state.counted)

    def due(self, state: PadState) -> list[Box]:
        """The boxes that are still to be filled in, in their order."""
        follows, main = self._follows(state), self.main
        return [
            box
            for box in self.boxes(state)
            if box.sheet == main
            and box.kind == "number"
            and not box.ruled
            and (box.sheet, box.whose, box.fields[0].id) not in follows
            and box.is_empty(state.marks(box))
            and not self._is_aside(box)
        ]

    def _is_aside(self, box: Box) -> bool:
        name = within_column(box.fields[0].id)
        return any(fnmatchcase(name, pattern) for pattern in self.game.ASIDE)

    def over(self, state: PadState) -> bool:
        return state.done or (state.counted is not None and self._has_numbers(state) and not self.due(state))

    def _has_numbers(self, state: PadState) -> bool:
        """Whether there is any number that people write: a sheet that is drawn is finished when they say so."""
        follows = self._follows(state)
        mine = (box for box in self.boxes(state) if box.sheet == self.main and box.kind == "number" and not box.ruled)
        return any((box.sheet, box.whose, box.fields[0].id) not in follows for box in mine)

    def rows(self, state: PadState) -> list[Row]:
        """The main sheet as rows of boxes, with a place for each seat."""
        found: dict[tuple[tuple[str, ...], int], dict[int | None, Box]] = {}
        for box in self.boxes(state):
            if box.sheet == self.main:
                found.setdefault((box.stem, box.number), {})[box.seat] = box
        follows, rows = self._follows(state), []
        for boxes in found.values():
            first = next(iter(boxes.values()))
            cells = tuple(boxes.get(seat) for seat in range(len(state.players))) if None not in boxes else (first,)
            unused = self._is_aside(first) and all(box.is_empty(state.marks(box)) for box in boxes.values())
            if not unused:
                rows.append(Row(first, cells, (first.sheet, first.whose, first.fields[0].id) in follows))
        return rows

    # ------------------------------------------------------------------ what is typed

    def entries(self, state: PadState, seat: int | None, words: str) -> list[dict[str, Any]]:
        """The marks that words write, as events have them; nothing where the words are about the table."""
        if not words.split() or _folded(words) in (DONE, GO_ON):
            return []
        behind = seats.insisted(words)
        found = self._words(state).entries(seat, words if behind is None else behind)
        return found if behind is None else [{**data, seats.ANYWAY: True} for data in found]

    def refusal_of_marks(self, state: PadState, data: Mapping[str, Any]) -> Refusal | None:
        """Why marks may not be written now by the rules, of several in any order; None where they may.

        What is rubbed out is never refused, nor what can't be read: that is told by whoever takes it in.
        """
        rules, seat, sheet, marks = state.game.mark_rules(state.edition), data["seat"], data["sheet"], data["marks"]
        left = [(id, mark) for id, mark in marks.items() if mark is not None and rules.covers(sheet, id)]
        papers = state.papers
        while left:
            refusals = [rules.refusal(papers, seat, sheet, id, mark) for id, mark in left]
            if None not in refusals:
                return refusals[0]
            id, mark = left.pop(refusals.index(None))
            papers = _with_mark(papers, seat, sheet, id, mark)
        return None

    def _words(self, state: PadState) -> PadWords:
        follows = self._follows(state)
        boxes = [box for box in self.boxes(state) if not box.ruled]
        filled = [box for box in boxes if (box.sheet, box.whose, box.fields[0].id) not in follows]
        ruled = [single for box in self.boxes(state) if box.ruled for single in box.singly]
        due, words = self.due(state), self._languages
        return PadWords(
            filled, boxes, due, state.marks, state.players, words, self.main, ruled, partial(self._offered, state)
        )

    def _offered(self, state: PadState, box: Box) -> Sequence[Mark]:
        """The marks that may come next in a box, by the rules."""
        return state.offered[box.seat or 0].get((box.sheet, box.fields[0].id), ())

    @cached_property
    def _languages(self) -> list[Words]:
        return [self.game.words(language) for language in languages()]

    def example(self, state: PadState) -> str:
        """Return words that fill in a box."""
        return self._words(state).example

    # ------------------------------------------------------------------ what is seen

    def wanted(self, state: PadState) -> tuple[Wanted, ...]:
        if self.over(state):
            return ()
        first: dict[int | None, Box] = {}
        for box in self.due(state):
            first.setdefault(box.seat, box)
        asked = [Wanted(seat, say("pad.wanted", box=box.name), f"{box.stem[-1]} 5") for seat, box in first.items()]
        for seat in range(len(state.players)):
            if option := next(self._next(state, seat), None):
                asked.append(Wanted(seat, say("wanted.mark"), option.notation, must=False))
        return (*asked, Wanted(None, say("pad.done"), DONE, must=False))

    def options(self, state: PadState, seat: int | None, most: int = 200) -> Sequence[Option]:
        if seat is not None:
            return list(islice(self._next(state, seat), most))
        if not most or (self.over(state) and not state.done):
            return ()
        words = GO_ON if state.done else DONE
        return (Option(words, say("pad.means", done=not state.done), words.replace(" ", "-")),)

    def _next(self, state: PadState, seat: int) -> Iterator[Option]:
        """The marks that a seat may make next, as far as rules tell them."""
        if state.done:
            return
        boxes = [box for box in self.boxes(state) if box.ruled and box.seat in (seat, None)]
        for box in chain.from_iterable(box.singly for box in boxes):
            for mark in self._offered(state, box):
                means = say("pad.mark", box=box.name, mark=None if mark is True else mark)
                yield Option(notation(box, [mark]), means, f"mark.{'.'.join(box.stem)}", box.fields[0].id, mark)

    def active(self, state: PadState) -> None:
        del state

    def round(self, state: PadState) -> tuple[int, int]:
        boxes = [row.box for row in self.rows(state)]
        most = max((box.number for box in boxes if box.kind == "number" and not self._is_aside(box)), default=0)
        due = self.due(state)
        return (due[0].number or most if due else most), most

    def view(self, state: PadState, seat: int | None) -> View:
        del seat
        known = all(anything_written(state.papers, one) for one in range(len(state.players)))
        best = tuple(row.player for row in self.standings(state) if row.rank == 1 and known)
        number, of = self.round(state)
        if self.over(state):
            headline = say("pad.over", best=best)
        elif left := len(self.due(state)):
            headline = say("pad.headline", left=left, round=number if of > 1 else None)
        else:
            headline = say("pad.free")
        rows = tuple((say("pad.box", box=row.box.name), self._cells(state, row)) for row in self.rows(state))
        totals = tuple((name, None, (say("points", n=score.total),)) for name, score in self._totals(state))
        return View(headline, ((" · ".join(state.players), Picture(rows), ()), *totals), self._told(state))

    def _cells(self, state: PadState, row: Row) -> tuple[Cell, ...]:
        texts = [box and (box.text(state.marks(box)) or box.text(state.due(box))) for box in row.cells]
        return tuple(Cell(text or "·") for text in texts)

    def _totals(self, state: PadState) -> list[tuple[str, Score]]:
        return list(zip(state.players, self.scores(state), strict=True))

    def _told(self, state: PadState) -> tuple[Said, ...]:
        """The totals so far, and what can't be."""
        if state.counted is None:
            return ()
        verdict = state.counted.verdict
        found = [say("pad.problem", player=one.player, problem=p) for one in verdict.sheets for p in one.problems]
        found += [say("pad.problem", problem=p) for p in verdict.problems]
        totals = tuple(f"{name} {score.total}" for name, score in self._totals(state))
        return (say("pad.ranking", totals=totals), *found)

    def scores(self, state: PadState) -> tuple[Score, ...]:
        if state.counted is None:
            return (Score(()),) * len(state.players)
        return tuple(sheet.score for sheet in state.counted.verdict.sheets)

    def standings(self, state: PadState) -> tuple[Rank, ...]:
        return state.counted.verdict.ranking if state.counted else ()

    def marks(self, state: PadState, seat: int | None) -> tuple[SheetMarks, ...]:
        found = filled(state.papers, state.counted) if state.counted else []
        return tuple(one for one in found if seat is None or one[1] in (None, seat))

    def document(self, state: PadState) -> dict[str, Any]:
        """The table as a document of marks, which the rules count like the sheets themselves."""
        sheets = [
            {"player": name, **({"marks": _plain(own)} if any(own.values()) else {})}
            for name, own in zip(state.players, state.papers.own, strict=True)
        ]
        table = {"marks": _plain(state.papers.table)} if any(state.papers.table.values()) else {}
        return {"game": state.edition.game, "players": len(sheets), **table, "sheets": sheets}


def _with_mark(papers: Papers, seat: int | None, sheet: str, id: str, mark: Mark) -> Papers:
    """The papers with one more mark."""
    if seat is None:
        return papers._replace(table={**papers.table, sheet: {**papers.table.get(sheet, {}), id: mark}})
    own = [
        {**sheets, sheet: {**sheets.get(sheet, {}), id: mark}} if at == seat else sheets
        for at, sheets in enumerate(papers.own)
    ]
    return papers._replace(own=tuple(own))


def _folded(words: str) -> str:
    return " ".join(words.casefold().split())


def _plain(stacks: Mapping[str, Marks]) -> dict[str, dict[str, Mark]]:
    return {sheet: dict(marks) for sheet, marks in stacks.items() if marks}


def _fields(counted: Counted | None) -> frozenset[tuple[str, int | None, str]]:
    if counted is None:
        return frozenset()
    shared = {(sheet, None, id) for sheet, marks in counted.table.items() for id in marks}
    own = {(sheet, seat, id) for seat, one in enumerate(counted.own) for sheet, marks in one.items() for id in marks}
    return frozenset(shared | own)

"""What a table asks of a declared game that is played turn by turn; everything follows from the five functions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from pnp.edition import Edition
from pnp.games.codec import Mark, Marks
from pnp.games.forgiving import begun
from pnp.games.play import Last, Option, Play, SheetMarks, View, Wanted, placed
from pnp.games.rules import paper, turns
from pnp.games.rules.boxes import Area, Boxes
from pnp.games.rules.declaration import TURNS, Declaration
from pnp.games.rules.document import as_document
from pnp.games.rules.legal_marks import NextMark, dice_worth
from pnp.games.rules.turns import Keep, Move, Pass, State
from pnp.games.rules.verdict import ranked, scopes_of, score_of
from pnp.games.seats import check_options, deny, opened_for
from pnp.games.table_dice import Die, Face
from pnp.games.verdict import Rank, Score
from pnp.strict import near, shown
from pnp.words import Said, Words, say

KEEP, PASS, REVEAL = "keep", "pass", "reveal"


class TurnsPlay(Play):
    """Turn after turn: roll, keep some and roll the others, make a mark."""

    def __init__(self, declare: Callable[[Edition], Declaration], turn: str = TURNS[0]) -> None:
        self._declare = declare
        self.TIMED = turn == TURNS[1]

    def open(self, players: Sequence[str], options: Mapping[str, str], edition: Edition) -> State:
        check_options(options)
        declaration = self._declare(edition)
        return turns.start(declaration, opened_for(players, *declaration.players))

    # ------------------------------------------------------------------ dice and moves

    def dice(self, state: State) -> tuple[Die, ...]:
        dice = state.declaration.dice
        assert dice is not None
        return (Die(say("die"), tuple(range(1, dice.faces + 1))),) * turns.due(state).dice

    def rolled(self, state: State, faces: tuple[Face, ...]) -> State:
        return turns.after(state, state.seat, tuple(map(int, faces)))

    def said(self, state: State, seat: int | None, words: str) -> State:
        words = " ".join(words.lower().split())
        if state.over:
            deny("game-over")
        if words == REVEAL and state.together:
            return self._revealed(state, seat)
        move = self._parsed(state, seat, words)
        if not state.dice:
            deny("dice-first", n=turns.due(state).dice)
        if seat is None:
            deny("player-only")
        if (refusal := turns.refusal_of(state, seat, move)) is not None:
            deny(refusal.key, **(refusal.facts if not isinstance(refusal.facts, str) else {}))
        return turns.after(state, seat, move)

    def _revealed(self, state: State, seat: int | None) -> State:
        """The round is ended by the table: whoever has entered nothing misses it."""
        if seat is not None:
            deny("table-only.reveal")
        if not self.time_out(state):
            deny("nothing-to-reveal")
        return turns.reveal(state)

    def time_out(self, state: State) -> str:
        entered = any(entry is not None for entry in state.entries)
        return REVEAL if state.together and state.dice and entered else ""

    def gone(self, state: State, seat: int) -> State:
        if all(away for at, away in enumerate(state.away) if at != seat):
            deny("no-absence.last", seat=seat)
        return turns.leave(state, seat)

    def returned(self, state: State, seat: int) -> State:
        return turns.come_back(state, seat)

    def seated(self, state: State, name: str) -> State:
        if state.over or not state.together:
            deny("too-late", name=name)
        opened_for((*state.players, name), *state.declaration.players)
        return turns.join(state, name)

    # ------------------------------------------------------------------ what is said

    def _parsed(self, state: State, seat: int | None, words: str) -> Move:
        """The move that words write: `keep 3 3`, `pass`, `fours`, `green 3 5`."""
        verb, _, rest = words.partition(" ")
        if verb == KEEP:
            faces = rest.replace(" ", "").replace(",", "")
            if not faces.isdecimal() and faces:
                deny("not-in-dice", kept=shown(rest), dice=state.dice)
            return Keep(tuple(sorted(map(int, faces))))
        if words == PASS:
            return Pass()
        field = words.removeprefix(_prefix(state))
        for area in turns.marked_areas(state.declaration):
            if (found := _field_said(area, field) or _boxes_said(area, words)) is not None:
                boxes, value = found
                return self._marked(state, seat, area, boxes, value, words)
        known = [*_box_words(state.declaration)]
        close = near(words.replace(" ", "-"), (KEEP, *known))
        return deny("unclear.box", words=shown(words), boxes=tuple(known[:30]), near=close)

    def _marked(
        self, state: State, seat: int | None, area: Area, boxes: Sequence[str], value: str, words: str
    ) -> NextMark:
        """The mark that is meant: where only one is possible nobody has to say in which box, or what it is."""
        marks = {box: self._value(state, seat, area, box, value) for box in boxes}
        box, mark = next(iter(marks.items()))
        if len(boxes) == 1 and mark is not None:
            return NextMark(area.id, box, mark)
        meant = [
            move
            for move in self._legal(state, seat)
            if isinstance(move, NextMark) and move.area == area.id and move.box in marks
            if marks[move.box] in (None, move.mark)
        ]
        if len(meant) == 1:
            return meant[0]
        if len(boxes) > 1 and len({move.box for move in meant}) != 1:
            deny("unclear.boxes", words=shown(words), boxes=tuple(f"{area.id} {box}" for box in boxes))
        if mark is None:
            deny("unclear.value", words=shown(words), box=area.line(box))
        return NextMark(area.id, box, mark)

    def _value(self, state: State, seat: int | None, area: Area, box: str, value: str) -> Mark | None:
        """What words write into a box, None where they don't say."""
        if area.kind == "cross":
            return True
        if box in area.dice and not value:
            scope = state.scopes[state.seat if seat is None else seat]
            return dice_worth(scope, area, box, state.dice) if state.dice else 0
        if area.kind == "choice":
            return next((choice for choice in area.choices[box] if choice.lower() == value), value or None)
        return int(value) if value.isdecimal() else None

    def _legal(self, state: State, seat: int | None) -> Sequence[Move]:
        return () if seat is None else turns.legal_moves(state, seat)

    # ------------------------------------------------------------------ what may be done

    def options(self, state: State, seat: int | None, most: int = 200) -> Sequence[Option]:
        if seat is None:
            return self._of_table(state)[:most]
        listed = list(islice((self._option(state, move) for move in self._legal(state, seat)), most))
        # What dice give most for comes first.
        boxes = [option for option in listed if option.kind == "box"]
        return [*sorted(boxes, key=lambda option: -int(option.mark)), *(one for one in listed if one.kind != "box")]

    def _of_table(self, state: State) -> list[Option]:
        """What the table may say: the end of the round for those who entered nothing, who goes and who is back."""
        if state.over:
            return []
        found = [Option(REVEAL, say("means.reveal"), REVEAL)] if self.time_out(state) else []
        last = sum(not away for away in state.away) == 1
        for seat, (name, away) in enumerate(zip(state.players, state.away, strict=True)):
            if away:
                found.append(Option(f"back {name}", say("means.back", seat=seat), "back", mark=seat))
            elif not last:
                found.append(Option(f"absent {name}", say("means.absent", seat=seat), "absent", mark=seat))
        return found

    def meant(self, state: State, seat: int | None, typed: str, words: Words) -> Sequence[Option]:
        options = self.options(state, seat)
        boxes = {words.term("line", one.notation): one for one in options if one.kind == "box"}
        named = begun(typed, [one._replace(notation=name) for name, one in boxes.items()])
        return [boxes[one.notation] for one in named] or super().meant(state, seat, typed, words)

    def _option(self, state: State, move: Move) -> Option:
        if isinstance(move, Pass):
            return Option(PASS, say("means.pass"), PASS)
        if isinstance(move, Keep):
            left, picks = list(range(len(state.dice))), []
            for face in move.kept:
                place = next(at for at in left if state.dice[at] == face)
                left.remove(place)
                picks.append(place)
            means = say("means.keep", kept=move.kept, n=len(state.dice) - len(move.kept))
            return Option(" ".join([KEEP, *map(str, move.kept)]), means, KEEP, picks=tuple(picks))
        area = state.declaration.areas[move.area]
        field = _prefix(state) + area.boxes[move.box]
        if move.box in area.dice:
            means = say("means.box", box=area.line(move.box), points=int(move.mark))
            return Option(move.box, means, "box", field, move.mark)
        mark = None if move.mark is True else move.mark
        means = say("means.mark", box=area.line(move.box), mark=mark)
        words = [area.id, area.printed[move.box], *([] if mark is None else [str(mark)])]
        return Option(" ".join(words), means, f"mark.{area.id}", field, move.mark)

    def entry(self, state: State, seat: int) -> Option | None:
        move = state.entries[seat]
        return None if move is None else self._option(state, move)

    def pending(self, state: State, seat: int) -> Marks:
        return {_prefix(state) + id: mark for id, mark in turns.pending_marks(state, seat).items()}

    def seen_by(self, state: State, seat: int) -> State:
        own = tuple(move if at == seat else None for at, move in enumerate(state.entries))
        return replace(state, entries=own)

    def last(self, state: State) -> Last | None:
        if state.last is None:
            return None
        of_seats = enumerate(state.last.moves)
        missed = Option(PASS, say("means.missed"), "missed")
        before = replace(state, dice=state.last.dice)
        moves = tuple((seat, missed if move is None else self._option(before, move)) for seat, move in of_seats)
        return Last(state.round - (not state.over), state.last.dice, moves)

    # ------------------------------------------------------------------ where the game is

    def over(self, state: State) -> bool:
        return state.over

    def active(self, state: State) -> int | None:
        return None if state.over else state.seat

    def status(self, state: State, seat: int) -> str:
        if state.away[seat] and not state.over:
            return "away"
        if not state.together or not state.dice:
            return super().status(state, seat)
        return "drawing" if state.entries[seat] is None else "in"

    def round(self, state: State) -> tuple[int, int]:
        areas = turns.marked_areas(state.declaration)
        of = sum(len(area.boxes) for area in areas) if all(area.dice for area in areas) else 0
        return state.round, of

    def wanted(self, state: State) -> tuple[Wanted, ...]:
        waits, dice = turns.due(state), state.declaration.dice
        assert dice is not None
        if waits.dice:
            example = " ".join(str(1 + at % dice.faces) for at in range(waits.dice))
            return (Wanted(None, say("wanted.roll", seat=state.seat, n=waits.dice), example),)
        again = (dice.rolls - state.rolls or None) if dice.keep and not state.together else None
        fills = any(area.dice for area in turns.marked_areas(state.declaration))
        what = say("wanted.box", again=again) if fills else say("wanted.mark")
        asked = []
        for seat in waits.seats:
            first = self.options(state, seat, 50)[0]
            asked.append(Wanted(seat, what, first.notation, secret=state.together))
        for seat, entry in enumerate(state.entries):
            if entry is not None:
                # What is wanted lies open to all: nothing of it may tell what was entered.
                first = self.options(state, seat, 50)[0]
                asked.append(Wanted(seat, say("wanted.other"), first.notation, must=False, secret=True))
        return tuple(asked)

    def lying(self, state: State) -> tuple[tuple[Said | str, Face], ...]:
        return tuple(("", face) for face in state.dice)

    def roller(self, state: State) -> int | None:
        return state.seat if turns.due(state).dice else None

    def with_names(self, state: State, names: tuple[str, ...]) -> State:
        return replace(state, players=names)

    def view(self, state: State, seat: int | None) -> View:
        rows = []
        for at, (name, score) in enumerate(zip(state.players, self.scores(state), strict=True)):
            entry = self.entry(state, at) if at == seat else None
            own = (say("shown.own-entry", what=entry.means),) if entry else ()
            rows.append((name, None, (say("points", n=score.total), *self._left(state, at), *own)))
        best = tuple(row.player for row in self.standings(state) if row.rank == 1)
        number, of = self.round(state)
        turn = (
            say("headline.round", round=number, of=of or None)
            if state.together
            else say("headline.turn-of", seat=state.seat, round=number, of=of or None)
        )
        return View(say("headline.over", best=best, several=len(best) > 1) if state.over else turn, tuple(rows))

    def _left(self, state: State, seat: int) -> tuple[Said, ...]:
        """How many boxes are left, where every turn fills one."""
        areas = turns.marked_areas(state.declaration)
        if not all(area.dice for area in areas):
            return ()
        filled = sum(len(value) for value in state.sheets[seat].values() if isinstance(value, Boxes))
        return (say("boxes-left", n=sum(len(area.boxes) for area in areas) - filled),)

    # ------------------------------------------------------------------ what stands on the sheets

    def scores(self, state: State) -> tuple[Score, ...]:
        scopes = scopes_of(state.declaration, turns.document_of(state))
        return tuple(score_of(state.declaration, rounds) for rounds in scopes)

    def standings(self, state: State) -> tuple[Rank, ...]:
        scopes = scopes_of(state.declaration, turns.document_of(state))
        scores = [score_of(state.declaration, rounds, reasons=False) for rounds in scopes]
        totals = [(player, score.total) for player, score in zip(state.players, scores, strict=True)]
        return ranked(state.declaration, totals, scopes)

    def marks(self, state: State, seat: int | None) -> tuple[SheetMarks, ...]:
        return placed(paper.filled(state.declaration, turns.document_of(state)), len(state.players), seat)

    def document(self, state: State) -> dict[str, Any]:
        sheets: list[dict[str, Any]] = []
        for player, values in zip(state.players, state.sheets, strict=True):
            written: dict[str, Any] = {}
            for area in state.declaration.areas.values():
                written |= as_document(area, values.get(area.name))
            if state.declaration.rounds is not None:
                written = {"rounds": [written] if written else []}
            sheets.append({"player": player, **written})
        return {"game": state.declaration.game, "players": len(sheets), "sheets": sheets}


def _prefix(state: State) -> str:
    """How the fields of the game begin that is played: in the first of several columns."""
    rounds = state.declaration.rounds
    return f"{rounds.prefix}1." if rounds else ""


def _box_words(declaration: Declaration) -> Iterator[str]:
    """What boxes are called in notation: by their name alone where dice fill them, else with their area."""
    for area in turns.marked_areas(declaration):
        for box in area.boxes:
            yield box if box in area.dice else f"{area.id} {area.printed[box]}"


def _field_said(area: Area, words: str) -> tuple[list[str], str] | None:
    """The box of a field, as pages name it, and what stands behind it."""
    field, _, value = words.partition(" ")
    return next((([box], value) for box, id in area.boxes.items() if id.lower() == field), None)


def _boxes_said(area: Area, words: str) -> tuple[list[str], str] | None:
    """The boxes that words may mean, and what stands behind them."""
    pieces = words.replace(".", " ").split()
    for box in ("-".join(pieces), pieces[0] if pieces else ""):
        if box in area.dice:
            return [box], ""
    for named in ([area.id.lower()], area.id.lower().split("-"), area.label.lower().split()):
        rest = pieces[len(named) :]
        if pieces[: len(named)] == named and rest and (boxes := area.boxes_meant(rest[0])):
            return boxes, " ".join(rest[1:])
    return None

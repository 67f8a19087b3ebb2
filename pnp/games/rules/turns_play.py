"""What a table asks of a declared game that is played turn by turn; everything follows from the five functions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, islice
from typing import Any

from pnp.edition import Edition
from pnp.games.codec import Mark, Marks
from pnp.games.play import Option, Play, SheetMarks, View, Wanted, placed
from pnp.games.rules import paper, turns
from pnp.games.rules.boxes import Area, Boxes
from pnp.games.rules.declaration import Declaration
from pnp.games.rules.document import as_document
from pnp.games.rules.legal_marks import NextMark, dice_worth, legal_marks
from pnp.games.rules.turns import Keep, Move, Pass, State
from pnp.games.rules.verdict import ranked, scopes_of, score_of
from pnp.games.seats import check_options, deny, opened_for
from pnp.games.table_dice import Die, Face
from pnp.games.verdict import Rank, Score
from pnp.strict import near, shown
from pnp.words import Said, say

KEEP, PASS = "keep", "pass"


class TurnsPlay(Play):
    """Turn after turn: roll, keep some and roll the others, make a mark."""

    def __init__(self, declare: Callable[[Edition], Declaration]) -> None:
        self._declare = declare

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
        if self.over(state):
            deny("game-over")
        move = self._parsed(state, seat, " ".join(words.lower().split()))
        if not state.dice:
            deny("dice-first", n=turns.due(state).dice)
        if seat is None:
            deny("player-only")
        if (refusal := turns.refusal_of(state, seat, move)) is not None:
            deny(refusal.key, **(refusal.facts if not isinstance(refusal.facts, str) else {}))
        return turns.after(state, seat, move)

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
        for area in turns.marked_areas(state.declaration):
            if (found := _box_said(area, words)) is not None:
                box, value = found
                return NextMark(area.id, box, self._mark(state, seat, area, box, value, words))
        known = [*_box_words(state.declaration)]
        close = near(words.replace(" ", "-"), (KEEP, *known))
        return deny("unclear.box", words=shown(words), boxes=tuple(known[:30]), near=close)

    def _mark(self, state: State, seat: int | None, area: Area, box: str, value: str, words: str) -> Mark:
        """The mark that stands behind the name of a box; where only one is possible nobody has to say it."""
        if area.kind == "cross":
            return True
        if box in area.dice and not value:
            scope = turns.scopes_at(state)[state.seat if seat is None else seat]
            return dice_worth(scope, area, box, state.dice) if state.dice else 0
        if area.kind == "choice":
            choices = area.choices[box]
            return next((choice for choice in choices if choice.lower() == value), value)
        if value.isdecimal():
            return int(value)
        legal = {move.mark for move in self._legal(state, seat) if isinstance(move, NextMark) and move.box == box}
        if value or len(legal) != 1:
            deny("unclear.value", words=shown(words), box=_line_of(area, box))
        return legal.pop()

    def _legal(self, state: State, seat: int | None) -> Iterator[Move]:
        """The legal moves of a seat that the table waits for."""
        if seat is None or not state.dice or seat not in turns.due(state).seats:
            return
        scope = turns.scopes_at(state)[seat]
        marks = list(legal_marks(scope, state.dice))
        yield from marks
        dice = state.declaration.dice
        assert dice is not None
        if dice.keep and state.rolls < dice.rolls and not state.together:
            places = (some for n in range(len(state.dice) - 1, -1, -1) for some in combinations(state.dice, n))
            yield from map(Keep, dict.fromkeys(places))
        if state.declaration.may_pass or not marks:
            yield Pass()

    def options(self, state: State, seat: int | None, most: int = 200) -> Sequence[Option]:
        found = (self._option(state, move) for move in self._legal(state, seat))
        listed = list(islice(found, most))
        # What dice give most for comes first.
        boxes = [option for option in listed if option.kind == "box"]
        return [*sorted(boxes, key=lambda option: -int(option.mark)), *(one for one in listed if one.kind != "box")]

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
            means = say("means.box", box=_line_of(area, move.box), points=int(move.mark))
            return Option(move.box, means, "box", field, move.mark)
        value = "" if move.mark is True else f" {move.mark}"
        means = say("means.mark", box=_line_of(area, move.box), mark=None if move.mark is True else move.mark)
        return Option(f"{area.id} {move.box}{value}", means, "mark", field, move.mark)

    def entry(self, state: State, seat: int) -> Option | None:
        move = state.entries[seat]
        return None if move is None else self._option(state, move)

    def pending(self, state: State, seat: int) -> Marks:
        return {_prefix(state) + id: mark for id, mark in turns.pending_marks(state, seat).items()}

    # ------------------------------------------------------------------ where the game is

    def over(self, state: State) -> bool:
        return not turns.due(state).seats

    def active(self, state: State) -> int | None:
        return None if self.over(state) else state.seat

    def status(self, state: State, seat: int) -> str:
        if not state.together or not state.dice:
            return super().status(state, seat)
        return "drawing" if state.entries[seat] is None else "in"

    def round(self, state: State) -> tuple[int, int]:
        each = 1 if state.together else len(state.players)
        areas = turns.marked_areas(state.declaration)
        of = sum(len(area.boxes) for area in areas) if all(area.dice for area in areas) else 0
        number = state.turn // each + 1
        return min(number, of) if of else number, of

    def wanted(self, state: State) -> tuple[Wanted, ...]:
        waits, dice = turns.due(state), state.declaration.dice
        assert dice is not None
        if waits.dice:
            example = " ".join(str(1 + at % dice.faces) for at in range(waits.dice))
            return (Wanted(None, say("wanted.roll", seat=state.seat, n=waits.dice), example),)
        again = (dice.rolls - state.rolls or None) if dice.keep and not state.together else None
        asked = []
        for seat in waits.seats:
            first = next(iter(self.options(state, seat, 50)))
            asked.append(Wanted(seat, say("wanted.box", again=again), first.notation, secret=state.together))
        return tuple(asked)

    def lying(self, state: State) -> tuple[tuple[Said | str, Face], ...]:
        return tuple(("", face) for face in state.dice)

    def roller(self, state: State) -> int | None:
        return state.seat if turns.due(state).dice else None

    def with_names(self, state: State, names: tuple[str, ...]) -> State:
        return state._replace(players=names)

    def view(self, state: State, seat: int | None) -> View:
        total = sum(len(area.boxes) for area in turns.marked_areas(state.declaration))
        rows = []
        for name, score, values in zip(state.players, self.scores(state), state.sheets, strict=True):
            left = total - sum(len(value) for value in values.values() if isinstance(value, Boxes))
            rows.append((name, None, (say("points", n=score.total), say("boxes-left", n=left))))
        best = tuple(row.player for row in self.standings(state) if row.rank == 1)
        number, of = self.round(state)
        turn = say("headline.turn-of", seat=state.seat, round=number, of=of or None)
        return View(say("headline.over", best=best, several=len(best) > 1) if self.over(state) else turn, tuple(rows))

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


def _line_of(area: Area, box: str) -> str:
    """The name under which the words of a game have a box."""
    return box if area.bare else f"{area.id}.{box}"


def _box_words(declaration: Declaration) -> Iterator[str]:
    """What boxes are called in notation: by their name alone where dice fill them, else with their area."""
    for area in turns.marked_areas(declaration):
        for box in area.boxes:
            yield box if box in area.dice else f"{area.id} {box}"


def _box_said(area: Area, words: str) -> tuple[str, str] | None:
    """The box that words name, and what stands behind it."""
    pieces = words.replace(".", " ").split()
    if area.dice:
        box = "-".join(pieces)
        if box in area.dice:
            return box, ""
    named = area.id.split("-")
    if pieces[: len(named)] != named and pieces[:1] != [area.id]:
        return None
    rest = pieces[1:] if pieces[:1] == [area.id] else pieces[len(named) :]
    return (rest[0], " ".join(rest[1:])) if rest and rest[0] in area.boxes else None

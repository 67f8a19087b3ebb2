"""Playing a declared game turn by turn: dice are rolled, some may be kept and the others rolled again, a mark is made.

The game is five functions of a frozen state: `start`, `due`, `moves`, `refusal`, `after`. What a table asks besides
follows from them in `TurnsPlay`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from pnp.games.codec import Mark
from pnp.games.rules.boxes import Area
from pnp.games.rules.declaration import TURNS, Declaration
from pnp.games.rules.document import Document, Sheet
from pnp.games.rules.legal_marks import NextMark, candidates, legal_marks, refusal
from pnp.games.rules.scope import Scope, ask
from pnp.games.rules.verdict import scopes_of
from pnp.games.seats import Refusal

Dice = tuple[int, ...]


class Due(NamedTuple):
    """What the table waits for: so many dice, or a move of these seats; neither is the end."""

    seats: tuple[int, ...] = ()
    dice: int = 0


class Keep(NamedTuple):
    """Some dice stay as they are, the others are rolled again."""

    kept: Dice


class Pass(NamedTuple):
    """No mark in this turn."""


Move = NextMark | Keep | Pass


class State(NamedTuple):
    """A table: what stands on each sheet by area, dice that lie there, dice kept, rolls, turns, and secret entries."""

    declaration: Declaration
    players: tuple[str, ...]
    sheets: tuple[Mapping[str, Any], ...]
    dice: Dice = ()
    kept: Dice = ()
    rolls: int = 0
    turn: int = 0
    entries: tuple[Move | None, ...] = ()

    @property
    def seat(self) -> int:
        """The seat whose turn it is."""
        return self.turn % len(self.players)

    @property
    def together(self) -> bool:
        """Whether everybody makes a mark in a turn, in secret until all have."""
        return self.declaration.turn == TURNS[1]


def start(declaration: Declaration, players: Sequence[str]) -> State:
    """The table before the first roll."""
    blank = {area.name: area.empty for area in declaration.areas.values() if area.shape != "text"}
    return State(declaration, tuple(players), (blank,) * len(players), entries=(None,) * len(players))


def due(state: State) -> Due:
    """What the table waits for."""
    dice = state.declaration.dice
    assert dice is not None
    if not state.dice:
        number = 0 if is_over(state) else dice.number - len(state.kept)
        return Due((state.seat,), number) if number else Due()
    if state.together:
        return Due(tuple(seat for seat, entry in enumerate(state.entries) if entry is None))
    return Due((state.seat,))


def is_over(state: State) -> bool:
    """Whether the game has ended: nothing is left to mark, or `ends` holds and all had as many turns."""
    if state.dice or state.kept:
        return False
    scopes = scopes_at(state)
    at_a_rounds_end = state.together or state.seat == 0
    ends = state.declaration.ends
    if ends is not None and at_a_rounds_end and any(ask(ends, scope) for scope in scopes):
        return True
    open_seats = scopes if state.together or at_a_rounds_end else scopes[state.seat :]
    return not any(_has_room(scope) for scope in open_seats)


def _has_room(scope: Scope) -> bool:
    """Whether any dice could still give a mark on a sheet."""
    areas = marked_areas(scope.declaration)
    to_fill = any(box not in scope[area.name] for area in areas for box in area.dice)
    return to_fill or next(legal_marks(scope), None) is not None


def moves(state: State, seat: int) -> Iterator[Move]:
    """Moves that could be made, legal or not."""
    scope = scopes_at(state)[seat]
    for area in marked_areas(state.declaration):
        yield from (NextMark(area.id, box, mark) for box, mark in candidates(scope, area, state.dice))
    yield from map(Keep, dict.fromkeys(kept for n in range(len(state.dice)) for kept in combinations(state.dice, n)))
    yield Pass()


def refusal_of(state: State, seat: int, move: Move) -> Refusal | None:
    """Why a move is not legal; None where it is."""
    dice, waits = state.declaration.dice, due(state)
    assert dice is not None
    if not waits.seats:
        return Refusal("game-over")
    if not state.dice:
        return Refusal("dice-first", {"n": waits.dice})
    if seat not in waits.seats:
        return Refusal("already-entered") if state.together else Refusal("not-your-turn", {"seat": state.seat})
    if isinstance(move, Keep):
        if state.rolls == dice.rolls or not dice.keep or state.together:
            return Refusal("not-now.rolls", {"rolls": state.rolls})
        fits = Counter(move.kept) < Counter(state.dice)
        return None if fits else Refusal("not-in-dice", {"kept": move.kept, "dice": state.dice})
    scope = scopes_at(state)[seat]
    if isinstance(move, Pass):
        may_pass = state.declaration.may_pass or next(legal_marks(scope, state.dice), None) is None
        return None if may_pass else Refusal("must-not-pass.mark")
    area = state.declaration.areas.get(move.area)
    if area is None or area.shape != "boxes":
        return Refusal("no-such-box", {"box": move.area, "boxes": tuple(state.declaration.areas)})
    return refusal(scope, area, move.box, move.mark, state.dice)


def after(state: State, seat: int, move: Move | Dice) -> State:
    """The table after a legal move of a seat, or after dice."""
    if isinstance(move, Keep):
        return state._replace(dice=(), kept=move.kept)
    if not isinstance(move, NextMark | Pass):
        dice = tuple(sorted((*state.kept, *move)))
        return state._replace(dice=dice, kept=(), rolls=state.rolls + 1)
    if not state.together:
        return _next_turn(state, {seat: move})
    entries = tuple(move if at == seat else entry for at, entry in enumerate(state.entries))
    if None in entries:
        return state._replace(entries=entries)
    return _next_turn(state, dict(enumerate(entries)))


def _next_turn(state: State, made: Mapping[int, Move | None]) -> State:
    sheets = list(state.sheets)
    for seat, move in made.items():
        if isinstance(move, NextMark):
            name = state.declaration.areas[move.area].name
            sheets[seat] = {**sheets[seat], name: sheets[seat][name].plus(move.box, move.mark)}
    blank = (None,) * len(state.players)
    return State(state.declaration, state.players, tuple(sheets), turn=state.turn + 1, entries=blank)


# ---------------------------------------------------------------------- what stands on the sheets


def marked_areas(declaration: Declaration) -> list[Area]:
    """The areas that marks are made in."""
    return [area for area in declaration.areas.values() if area.shape == "boxes" and area.kind != "text"]


def document_of(state: State) -> Document:
    """The table as a document."""
    sheets = tuple(Sheet(player, (values,)) for player, values in zip(state.players, state.sheets, strict=True))
    return Document(len(sheets), sheets)


def scopes_at(state: State) -> list[Scope]:
    """Each sheet as formulas see it."""
    return [rounds[0] for rounds in scopes_of(state.declaration, document_of(state))]


def pending_marks(state: State, seat: int) -> dict[str, Mark]:
    """What the secret entry of a seat would write."""
    entry = state.entries[seat] if state.entries else None
    if not isinstance(entry, NextMark):
        return {}
    return {state.declaration.areas[entry.area].boxes[entry.box]: entry.mark}

"""Playing a declared game turn by turn: dice are rolled, some may be kept and the others rolled again, a mark is made.

The game is five functions of a frozen state: `start`, `due`, `moves`, `refusal_of`, `after`. What a table asks besides
follows from them in `TurnsPlay`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
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


class Revealed(NamedTuple):
    """What everybody did in the round that was revealed last, None where somebody missed it."""

    dice: Dice
    moves: tuple[Move | None, ...]


@dataclass(frozen=True)
class State:
    """A table: what stands on each sheet by area, dice that lie there or are kept, rolls and turns, secret entries."""

    declaration: Declaration
    players: tuple[str, ...]
    sheets: tuple[Mapping[str, Any], ...]
    away: tuple[bool, ...]
    entries: tuple[Move | None, ...]
    dice: Dice = ()
    kept: Dice = ()
    rolls: int = 0
    turn: int = 0
    over: bool = False
    last: Revealed | None = None

    @property
    def seat(self) -> int:
        """The seat whose turn it is, or who rolls for all."""
        count = len(self.players)
        seats = [(self.turn + step) % count for step in range(count)]
        return next((seat for seat in seats if not self.away[seat]), seats[0])

    @property
    def together(self) -> bool:
        """Whether everybody makes a mark in a turn, in secret until all have."""
        return self.declaration.turn == TURNS[1]

    @property
    def round(self) -> int:
        """The round that is played, or was the last one, from 1."""
        each = 1 if self.together else len(self.players)
        return (self.turn - self.over) // each + 1

    @cached_property
    def scopes(self) -> list[Scope]:
        """Each sheet as formulas see it."""
        return [rounds[0] for rounds in scopes_of(self.declaration, document_of(self))]

    @cached_property
    def _legal(self) -> dict[int, tuple[Move, ...]]:
        return {}


def start(declaration: Declaration, players: Sequence[str]) -> State:
    """The table before the first roll."""
    count = len(players)
    return State(
        declaration, tuple(players), (blank_sheet(declaration),) * count, (False,) * count, entries=(None,) * count
    )


def blank_sheet(declaration: Declaration) -> Mapping[str, Any]:
    """A sheet on which nothing stands."""
    return {area.name: area.empty for area in declaration.areas.values() if area.shape != "text"}


def due(state: State) -> Due:
    """What the table waits for."""
    dice = state.declaration.dice
    assert dice is not None
    if state.over:
        return Due()
    if not state.dice:
        return Due((state.seat,), dice.number - len(state.kept))
    if state.together:
        return Due(tuple(seat for seat, entry in enumerate(state.entries) if entry is None and not state.away[seat]))
    return Due((state.seat,))


def moves(state: State, seat: int) -> Iterator[Move]:
    """Moves that could be made, legal or not."""
    for area in marked_areas(state.declaration):
        for box, mark in candidates(state.scopes[seat], area, state.dice):
            yield NextMark(area.id, box, mark)
    for number in range(len(state.dice) - 1, -1, -1):
        yield from map(Keep, dict.fromkeys(combinations(state.dice, number)))
    yield Pass()


def refusal_of(state: State, seat: int, move: Move) -> Refusal | None:
    """Why a move is not legal; None where it is. Who has entered something may enter something else."""
    dice = state.declaration.dice
    assert dice is not None
    if state.over:
        return Refusal("game-over")
    if state.away[seat]:
        return Refusal("not-your-turn.away", {"seat": seat})
    if not state.dice:
        return Refusal("dice-first", {"n": due(state).dice})
    if not state.together and seat != state.seat:
        return Refusal("not-your-turn", {"seat": state.seat})
    if isinstance(move, Keep):
        if not dice.keep or state.together:
            return Refusal("not-now.keep")
        if state.rolls == dice.rolls:
            return Refusal("not-now.rolls", {"rolls": state.rolls})
        fits = Counter(move.kept) < Counter(state.dice)
        return None if fits else Refusal("not-in-dice", {"kept": move.kept, "dice": state.dice})
    if isinstance(move, Pass):
        may_pass = state.declaration.may_pass or next(legal_marks(state.scopes[seat], state.dice), None) is None
        return None if may_pass else Refusal("must-not-pass.mark")
    area = state.declaration.areas.get(move.area)
    if area is None or area.shape != "boxes":
        return Refusal("no-such-box", {"box": move.area, "boxes": tuple(state.declaration.areas)})
    return refusal(state.scopes[seat], area, move.box, move.mark, state.dice)


def legal_moves(state: State, seat: int) -> tuple[Move, ...]:
    """The legal moves of a seat, none where the table waits for dice or for somebody else."""
    if not state.dice or not (state.together or seat == state.seat):
        return ()
    if seat not in state._legal:
        state._legal[seat] = tuple(move for move in moves(state, seat) if refusal_of(state, seat, move) is None)
    return state._legal[seat]


def after(state: State, seat: int, move: Move | Dice) -> State:
    """The table after a legal move of a seat, or after dice."""
    if isinstance(move, Keep):
        return replace(state, dice=(), kept=move.kept)
    if not isinstance(move, NextMark | Pass):
        dice = tuple(sorted((*state.kept, *move)))
        return replace(state, dice=dice, kept=(), rolls=state.rolls + 1)
    entries = tuple(move if at == seat else entry for at, entry in enumerate(state.entries))
    entered = replace(state, entries=entries)
    return entered if state.together and due(entered).seats else reveal(entered)


def reveal(state: State) -> State:
    """The table after a turn: what was entered stands on the sheets, and whoever entered nothing has missed it."""
    sheets = list(state.sheets)
    for seat, move in enumerate(state.entries):
        if isinstance(move, NextMark):
            name = state.declaration.areas[move.area].name
            sheets[seat] = {**sheets[seat], name: sheets[seat][name].plus(move.box, move.mark)}
    last = Revealed(state.dice, state.entries) if state.together else None
    blank = (None,) * len(state.players)
    after = replace(state, sheets=tuple(sheets), entries=blank, dice=(), kept=(), rolls=0, last=last)
    return _next_turn(after)


def _next_turn(state: State) -> State:
    """The table at the next turn of somebody who is there and has room for a mark; or at its end.

    It ends when nobody has, or after a round when `ends` holds on any sheet.
    """
    count, ends = len(state.players), state.declaration.ends
    steps = 1 if state.together else count
    for turn in range(state.turn + 1, state.turn + 1 + steps):
        if (state.together or turn % count == 0) and ends and any(ask(ends, scope) for scope in state.scopes):
            return replace(state, turn=turn, over=True)
        seats = range(count) if state.together else (turn % count,)
        if any(not state.away[seat] and _has_room(state.scopes[seat]) for seat in seats):
            return replace(state, turn=turn)
    return replace(state, turn=state.turn + 1, over=True)


def _has_room(scope: Scope) -> bool:
    """Whether any dice could still give a mark on a sheet."""
    areas = marked_areas(scope.declaration)
    to_fill = any(box not in scope[area.name] for area in areas for box in area.dice)
    return to_fill or next(legal_marks(scope), None) is not None


# ---------------------------------------------------------------------- who is there


def leave(state: State, seat: int) -> State:
    """The table while a player is away: whoever is away passes in every turn."""
    away = tuple(gone or at == seat for at, gone in enumerate(state.away))
    after = replace(state, away=away, entries=tuple(None if at == seat else e for at, e in enumerate(state.entries)))
    if state.together:
        return reveal(after) if state.dice and not due(after).seats else after
    return reveal(after) if seat == state.seat else after


def come_back(state: State, seat: int) -> State:
    """The table with a player back."""
    return replace(state, away=tuple(gone and at != seat for at, gone in enumerate(state.away)))


def join(state: State, name: str) -> State:
    """The table with one more player, who begins with a blank sheet."""
    return replace(
        state,
        players=(*state.players, name),
        sheets=(*state.sheets, blank_sheet(state.declaration)),
        away=(*state.away, False),
        entries=(*state.entries, None),
    )


# ---------------------------------------------------------------------- what stands on the sheets


def marked_areas(declaration: Declaration) -> list[Area]:
    """The areas that marks are made in."""
    return [area for area in declaration.areas.values() if area.shape == "boxes" and area.kind != "text"]


def document_of(state: State) -> Document:
    """The table as a document."""
    sheets = tuple(Sheet(player, (values,)) for player, values in zip(state.players, state.sheets, strict=True))
    return Document(len(sheets), sheets)


def pending_marks(state: State, seat: int) -> dict[str, Mark]:
    """What the secret entry of a seat would write."""
    entry = state.entries[seat]
    if not isinstance(entry, NextMark):
        return {}
    return {state.declaration.areas[entry.area].boxes[entry.box]: entry.mark}

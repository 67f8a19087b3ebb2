"""House of Dice: who sits at a running table, who comes late, and what each seat has done and may see of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pnp.games._house_marks import bonus_marks, play_marks
from pnp.games._house_moves import apply
from pnp.games._house_notation import PASS, text
from pnp.games._house_rules import BONUSES, PLAYERS
from pnp.games._house_sheet import Sheet, empty
from pnp.games._house_state import State, check_names
from pnp.games._house_view import best_houses, meaning, scores
from pnp.games.game import Marks
from pnp.games.play import Face, Last, Refusal, SheetMarks, Vote


def renamed(state: State, players: Sequence[str]) -> State | Refusal:
    """The table with other names."""
    if len(players) != len(state.players):
        return Refusal("wrong-names", f"{len(players)} names for {len(state.players)} seats; each seat has one")
    try:
        check_names(players)
    except ValueError as wrong:
        return Refusal("wrong-names", str(wrong))
    return state._replace(players=tuple(players))


def join(state: State, name: str) -> State | Refusal:
    """The table with a late player, who has passed in every round so far, or why nobody can join any more.

    Who comes while dice lie there plays at once, unless the turn would have been theirs: then from the next round.
    """
    try:
        check_names((*state.players, name))
    except ValueError as wrong:
        return Refusal("wrong-names", str(wrong))
    if len(state.players) >= PLAYERS[1]:
        return Refusal("table-full", f"{PLAYERS[1]} can play at most; {name} can watch")
    if state.paper:
        return _closed(state, name) or _seated(state, name, 1)
    if state.over:
        return Refusal("too-late", f"the last round has been revealed; {name} can watch")
    after = _seated(state, name, state.number)
    if (state.roll or state.rerolled) and after.active != state.active:
        after = _seated(state, name, state.number + 1)
    return next(_too_late(after, name), after)


def _closed(state: State, name: str) -> Refusal | None:
    return Refusal("too-late", f"the vote is closed; {name} can watch") if state.closed else None


def _seated(state: State, name: str, first: int) -> State:
    """The table with a seat more, which plays from a round on."""
    sheet = empty(state.rules)
    for _ in state.rolls:
        sheet = apply(sheet, PASS, state.rules)
    return state._replace(
        players=(*state.players, name),
        sheets=(*state.sheets, sheet),
        moves=(*state.moves, (PASS,) * len(state.rolls)),
        missed=(*state.missed, ()),
        away=(*state.away, False),
        entries=(*state.entries, None),
        votes=(*state.votes, None),
        joined=(*state.joined, first),
    )


def _too_late(after: State, name: str) -> Iterator[Refusal]:
    """Why a table could not have a seat more: rounds and circles go by the number of players."""
    count = len(after.players)
    if max(after.joined) > after.rounds:
        played = f"with {count} players the game has {after.rounds} rounds, and no other one is left to join"
        yield Refusal("too-late", f"{played}; {name} can watch")
    for bonus in BONUSES:
        entered = sum(entry is not None and entry.bonus == bonus != "reroll" for entry in after.entries)
        if after.circles_left(bonus) < entered:
            circles = f"with {count} players {bonus} has fewer circles than were claimed"
            yield Refusal("too-few-circles", f"{circles}; {name} can watch")


def lying(state: State) -> tuple[tuple[str, Face], ...]:
    """The dice of the round, once they are rolled."""
    return tuple(("", face) for face in state.roll)


def active(state: State) -> int | None:
    """The active player of the round."""
    return None if state.over else state.active


def status(state: State, seat: int) -> str:
    """Whether a seat has entered its move."""
    if state.over:
        return "idle"
    if state.away[seat]:
        return "away"
    if not state.roll or not state.plays(seat):
        return "idle"
    return "drawing" if state.entries[seat] is None else "in"


def entry(state: State, seat: int) -> str:
    """The move that a seat has entered and that is not revealed."""
    move = state.entries[seat]
    return "" if move is None else text(move)


def vote(state: State) -> Vote | None:
    """The vote for the best looking house."""
    if not state.over:
        return None
    return Vote(False, state.votes, *best_houses(state)) if state.closed else Vote(True, state.votes)


def last(state: State) -> Last | None:
    """The round that was revealed last."""
    if not state.rolls:
        return None
    number = len(state.rolls)
    seats = [seat for seat, first in enumerate(state.joined) if first <= number]
    return Last(number, state.rolls[-1], tuple((seat, *_last_move(state, seat)) for seat in seats))


def _last_move(state: State, seat: int) -> tuple[str, str]:
    *before, move = state.moves[seat]
    if len(state.rolls) in state.missed[seat]:
        return text(move), "missed the round"
    sheet: Sheet = empty(state.rules)
    for earlier in before:
        sheet = apply(sheet, earlier, state.rules)
    return text(move), meaning(move, sheet, state.rules)


def marks(state: State, seat: int | None) -> tuple[SheetMarks, ...]:
    """The play sheets as they were revealed, with their scores in the end, and the bonus sheet."""
    rules = state.rules
    points = scores(state) if state.over and not state.paper else (None,) * len(state.players)
    sheets: list[SheetMarks] = [
        ("play", of, play_marks(state.sheets[of], name, points[of], rules))
        for of, name in enumerate(state.players)
        if seat in (None, of)
    ]
    circles = rules.circles(len(state.players))
    claims = {bonus: circles - state.circles_left(bonus) for bonus in BONUSES}
    return (*sheets, ("bonus", None, bonus_marks(claims, len(state.players), rules)))


def pending(state: State, seat: int) -> Marks:
    """What the move that a seat has entered would add to its play sheet."""
    move, sheet, name = state.entries[seat], state.sheets[seat], state.players[seat]
    if move is None:
        return {}
    before = play_marks(sheet, name, None, state.rules)
    after = play_marks(apply(sheet, move, state.rules), name, None, state.rules)
    return {field: mark for field, mark in after.items() if before.get(field) != mark}

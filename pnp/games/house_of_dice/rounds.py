"""What is done at a running table: moves entered and revealed, rerolls, absences, votes, and players who come late."""

from __future__ import annotations

from typing import TypeVar

from pnp.games.house_of_dice.move_problems import judge_move
from pnp.games.house_of_dice.moves import apply, is_plain
from pnp.games.house_of_dice.notation import PASS, Move
from pnp.games.house_of_dice.parts import BONUSES, PLAYERS
from pnp.games.house_of_dice.sayings import Saying
from pnp.games.house_of_dice.sheet import empty
from pnp.games.house_of_dice.state import State
from pnp.games.seats import deny, deny_for, seat_of
from pnp.words import say

T = TypeVar("T")


def _put(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


def by_table(state: State, saying: Saying) -> State:
    """The table after its own words."""
    match saying.verb:
        case "reveal":
            return reveal(state)
        case "close vote":
            return close(state)
        case _:
            return on_paper(state)


def by_player(state: State, seat: int, saying: Saying) -> State:
    """The table after words of a seat."""
    match saying.verb:
        case "enter":
            return enter(state, seat, saying.move)
        case "reroll":
            return reroll(state, seat)
        case "withdraw":
            return withdraw(state, seat)
        case _:
            return vote(state, seat, saying.who)


# ---------------------------------------------------------------------- a round


def enter(state: State, seat: int, move: Move) -> State:
    """A move in secret; with the last one the round is revealed, unless the table does that."""
    _check_turn(state, seat)
    if state.rerolled and seat == state.active and move.bonus in ("", "reroll"):
        move = move._replace(bonus="reroll")
        check_move(state, seat, move)
    elif move.bonus == "reroll" and seat == state.active:
        deny("reroll-first")
    # A plain move is found faster among those that are legal than it is judged.
    elif not is_plain(move, state.sheets[seat], state.roll, state.rules):
        check_claim(state, seat, move.bonus)
        check_move(state, seat, move)
    entries = _put(state.entries, seat, move)
    if seat in state.voided:
        state = state._replace(voided=tuple(other for other in state.voided if other != seat))
    if state.reveal != "auto" or (None in entries and _is_awaited(state, entries)):
        return state._replace(entries=entries)
    return _revealed(state, entries)


def _is_awaited(state: State, entries: tuple[Move | None, ...]) -> bool:
    """Whether the round waits for the move of somebody."""
    return any(one is None and state.plays(seat) for seat, one in enumerate(entries))


def check_move(state: State, seat: int, move: Move) -> None:
    """Refuse a move for the first rule that it breaks."""
    where = say("place.of-round", round=state.number)
    for one in judge_move(state.sheets[seat], move, state.rules, state.roll, seat == state.active, where):
        deny_for(one)


def check_claim(state: State, seat: int, bonus: str) -> None:
    """Refuse a bonus that the active player can't have any more."""
    if not bonus or seat != state.active:
        return
    if state.rerolled:
        deny("second-bonus", bonus=bonus)
    if state.sheets[seat].bonuses.count(bonus) < state.rules.claims_each and state.circles_left(bonus) < 1:
        takers = tuple(other for other, sheet in enumerate(state.sheets) if bonus in sheet.bonuses)
        deny("bonus-taken.table", bonus=bonus, seats=takers, circles=state.rules.circles(len(state.players)))


def _check_turn(state: State, seat: int) -> None:
    """Refuse a seat whose player is away, or came when the dice of the round lay there; or that has no dice yet."""
    if state.away[seat]:
        deny("away", seat=seat)
    if not state.plays(seat):
        deny("not-yet", seat=seat, first=state.joined[seat], round=state.number)
    check_dice(state)


def check_dice(state: State) -> None:
    if not state.roll:
        deny("dice-first", round=state.number)


def reroll(state: State, seat: int) -> State:
    """The active player claims all dice anew; what was entered for the old ones is void."""
    _check_turn(state, seat)
    check_claim(state, seat, "reroll")
    # Without dice, only the claim itself is judged.
    for one in judge_move(state.sheets[seat], Move((), "reroll"), state.rules, None, seat == state.active):
        deny_for(one)
    entered = tuple(other for other, entry in enumerate(state.entries) if entry is not None)
    if entered and state.rules.reroll_until == "entry":
        deny("too-late.reroll", seats=entered, n=len(entered))
    voided = tuple(other for other in entered if other != seat)
    return state._replace(roll=(), rerolled=True, entries=(None,) * len(state.players), voided=voided)


def withdraw(state: State, seat: int) -> State:
    """A seat takes its entry back."""
    if state.away[seat] or not state.plays(seat):
        _check_turn(state, seat)
    if state.entries[seat] is None:
        deny("no-entry.move", seat=seat, round=state.number)
    return state._replace(entries=_put(state.entries, seat, None))


def reveal(state: State) -> State:
    """All moves are shown; who has entered nothing has missed the round."""
    check_dice(state)
    if all(entry is None for entry in state.entries):
        deny("nobody-entered", round=state.number)
    return _revealed(state, state.entries)


def if_all_in(state: State) -> State:
    """The table, revealed where that comes by itself."""
    return _revealed(state, state.entries) if state.all_in and state.reveal == "auto" else state


def _revealed(state: State, entries: tuple[Move | None, ...]) -> State:
    """The table after the round: moves drawn in seat order, rounds missed noted down."""
    missed = state.missed
    if None in entries:
        claim, active = "reroll" if state.rerolled else "", state.active
        moves = [
            entry if entry is not None else Move((), claim if seat == active else "")
            for seat, entry in enumerate(entries)
        ]
        missed = tuple(
            (*before, state.number) if entry is None and first <= state.number else before
            for before, entry, first in zip(missed, entries, state.joined, strict=True)
        )
    else:
        moves = [entry for entry in entries if entry is not None]
    rules = state.rules
    return state._replace(
        sheets=tuple([apply(sheet, move, rules) for sheet, move in zip(state.sheets, moves, strict=True)]),
        moves=tuple([(*before, move) for before, move in zip(state.moves, moves, strict=True)]),
        missed=missed,
        entries=(None,) * len(entries),
        rolls=(*state.rolls, state.roll),
        roll=(),
        rerolled=False,
        voided=(),
    )


# ---------------------------------------------------------------------- who is there


def gone(state: State, seat: int) -> State:
    """The table while a player is away: each round is a pass."""
    after = state._replace(away=_put(state.away, seat, True))
    if not any(after.plays(other) for other in range(len(after.players))):
        deny("nobody-left", seat=seat)
    return if_all_in(after)


def returned(state: State, seat: int) -> State:
    """The table with a player back."""
    return if_all_in(state._replace(away=_put(state.away, seat, False)))


def seated(state: State, name: str) -> State:
    """The table with a late player, who has passed in every round so far.

    Who comes while dice lie there plays at once, unless the turn would have been theirs: then from the next round.
    """
    if len(state.players) >= PLAYERS[1]:
        deny("table-full.seats", most=PLAYERS[1], name=name)
    if state.paper:
        if state.closed:
            deny("too-late.vote", name=name)
        return _with_seat(state, name, 1)
    if state.over:
        deny("too-late.over", name=name)
    after = _with_seat(state, name, state.number)
    if (state.roll or state.rerolled) and after.active != state.active:
        after = _with_seat(state, name, state.number + 1)
    count = len(after.players)
    if max(after.joined) > after.rounds:
        deny("too-late.rounds", n=count, rounds=after.rounds, name=name)
    for bonus in BONUSES:
        entered = sum(entry is not None and entry.bonus == bonus != "reroll" for entry in after.entries)
        if after.circles_left(bonus) < entered:
            deny("too-few-circles", n=count, bonus=bonus, name=name)
    return after


def _with_seat(state: State, name: str, first: int) -> State:
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


def on_paper(state: State) -> State:
    """The game was played without the table: it is over at once, and the vote is open."""
    if state.rolls or state.roll or state.rerolled:
        deny("begun", round=state.number, rounds=state.rounds)
    return state._replace(paper=True)


# ---------------------------------------------------------------------- the vote


def vote(state: State, seat: int, who: str) -> State:
    """A vote for the best looking house."""
    if state.closed:
        deny("vote-closed")
    whom = seat_of(who, state.players)
    if whom == seat:
        deny("own-house", seat=seat)
    return state._replace(votes=_put(state.votes, seat, whom))


def close(state: State) -> State:
    """The end of the vote."""
    if state.closed:
        deny("vote-closed")
    return state._replace(closed=True)

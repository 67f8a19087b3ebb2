"""House of Dice: what dice and words make of a running table."""

from __future__ import annotations

from typing import TypeVar

from pnp.games._house_moves import apply, judge_move, legal_moves
from pnp.games._house_notation import Move
from pnp.games._house_rules import BONUSES
from pnp.games._house_state import State
from pnp.games._house_words import Said, parse, seat_of
from pnp.games.play import Action, Face, Refusal
from pnp.strict import shown

T = TypeVar("T")


def act(state: State, action: Action) -> State | Refusal:
    """The table after an action, or why it is not allowed now."""
    seat = action.seat
    if seat is not None and not 0 <= seat < len(state.players):
        return Refusal("no-such-seat", f"there is no seat {seat + 1}; seats are 1 to {len(state.players)}")
    if action.dice:
        if action.words:
            return Refusal("unreadable", "dice and words at once; an action is one or the other")
        return _rolled(state, action.dice)
    try:
        said = parse(action.words)
    except ValueError as wrong:
        return Refusal("unreadable", str(wrong))
    if seat is None and said.verb in _SEAT_ONLY:
        return Refusal("seat-only", f"{_name_of(said)} comes from a player, not from the table")
    if seat is not None and said.verb in _TABLE_ONLY:
        return Refusal("table-only", f"{said.verb} is for the table to say, not for a player")
    if state.over:
        if said.verb not in _IN_THE_END:
            return Refusal("game-over", f"{_ended(state)}; only the vote is left")
    elif said.verb in _IN_THE_END:
        return Refusal("not-over", f"this is round {state.number} of {state.rounds}; the vote follows the last one")
    return _by_table(state, said) if seat is None else _by_player(state, seat, said)


def legal(state: State, seat: int, claims: bool = True) -> list[Move]:
    """Every move that a seat may enter for the dice that lie there; after a reroll its claim is not repeated."""
    if not state.roll or not state.plays(seat):
        return []
    claims = claims and seat == state.active and not state.rerolled
    free = [bonus for bonus in BONUSES if bonus != "reroll" and state.circles_left(bonus) > 0]
    return legal_moves(state.sheets[seat], state.roll, state.rules, claims, free)


_SEAT_ONLY = {"enter", "reroll", "withdraw", "vote"}
_TABLE_ONLY = {"reveal", "close vote", "paper"}
_IN_THE_END = {"vote", "close vote"}


def _by_table(state: State, said: Said) -> State | Refusal:
    match said.verb:
        case "reveal":
            return _reveal(state)
        case "close vote":
            return _close(state)
        case "paper":
            return _on_paper(state)
        case _:
            return _absent(state, None, said)


def _by_player(state: State, seat: int, said: Said) -> State | Refusal:
    match said.verb:
        case "enter":
            return _enter(state, seat, said.move)
        case "reroll":
            return _reroll(state, seat)
        case "withdraw":
            return _withdraw(state, seat)
        case "vote":
            return _vote(state, seat, said.who)
        case _:
            return _absent(state, seat, said)


def _name_of(said: Said) -> str:
    return "a move" if said.verb == "enter" else said.verb


def _ended(state: State) -> str:
    return "the game was played on paper" if state.paper else f"the game ended after round {state.rounds}"


def _on_paper(state: State) -> State | Refusal:
    """The game was played without the table: it is over at once, and the vote is open."""
    if state.rolls or state.roll or state.rerolled:
        return Refusal("begun", f"this is round {state.number} of {state.rounds}; paper comes before the first roll")
    return state._replace(paper=True)


def _rolled(state: State, dice: tuple[Face, ...]) -> State | Refusal:
    rules = state.rules
    if state.over:
        return Refusal("game-over", f"{_ended(state)}; there is nothing to roll for")
    if state.roll:
        return Refusal("no-dice-now", f"round {state.number} has its dice; they are rolled again only by a reroll")
    faces = tuple(face for face in dice if type(face) is int and 1 <= face <= rules.faces)
    if len(dice) != rules.dice or len(faces) < len(dice):
        allowed = f"a round has {rules.dice} dice from 1 to {rules.faces}"
        return Refusal("wrong-dice", f"{shown(' '.join(map(str, dice)))} can't have been rolled; {allowed}")
    return state._replace(roll=faces)


def _away(state: State, seat: int) -> Refusal | None:
    """Why a seat can't play: its player is away, or came when the dice of the round lay there."""
    name = state.players[seat]
    if not state.away[seat]:
        said = f"{name} plays from round {state.joined[seat]}; the dice of round {state.number} lay there before"
        return None if state.plays(seat) else Refusal("not-yet", said)
    return Refusal("away", f"{name} is away, so each round is a pass; back comes first, or back {name} by the table")


def _no_dice(state: State) -> Refusal | None:
    if state.roll:
        return None
    return Refusal("roll-first", f"round {state.number} has no dice yet; they are rolled first")


def _reroll(state: State, seat: int) -> State | Refusal:
    """The active player claims all dice anew, before anybody has drawn."""
    if refusal := _away(state, seat) or _no_dice(state):
        return refusal
    if refusal := _claim_refusal(state, seat, Move((), "reroll")):
        return refusal
    # Without dice, only the claim itself is judged.
    if problems := judge_move(state.sheets[seat], Move((), "reroll"), state.rules, None, seat == state.active):
        return Refusal(problems[0].code, problems[0].message)
    entered = [state.players[s] for s, entry in enumerate(state.entries) if entry is not None]
    if entered:
        who = f"{', '.join(entered)} {'has' if len(entered) == 1 else 'have'} drawn"
        return Refusal("too-late", f"{who} already; a reroll comes before anybody draws, or after they withdraw")
    return state._replace(roll=(), rerolled=True)


def _claim_refusal(state: State, seat: int, move: Move) -> Refusal | None:
    """Why a bonus can't be claimed at this table, as far as the player's own sheet does not tell it."""
    if not move.bonus or seat != state.active:
        return None
    if state.rerolled:
        message = f"{move.bonus} after reroll; the active player claims one bonus in a round"
        return Refusal("second-bonus", message)
    unclaimed = state.sheets[seat].bonuses.count(move.bonus) < state.rules.claims_each
    if unclaimed and state.circles_left(move.bonus) < 1:
        circles = state.rules.circles(len(state.players))
        takers = ", ".join(n for n, s in zip(state.players, state.sheets, strict=True) if move.bonus in s.bonuses)
        room = f"its {circles} circle{'' if circles == 1 else 's'}"
        return Refusal("bonus-taken", f"{move.bonus} is used up: {takers} took {room} of the bonus sheet")
    return None


def _enter(state: State, seat: int, move: Move) -> State | Refusal:
    """A player's move of the round, judged at once and shown to nobody."""
    if refusal := _away(state, seat) or _no_dice(state):
        return refusal
    if state.rerolled and seat == state.active and move.bonus in ("", "reroll"):
        move = move._replace(bonus="reroll")
    elif move.bonus == "reroll" and seat == state.active:
        message = "reroll is claimed alone, before anybody draws: say reroll, and enter a move for the new dice"
        return Refusal("reroll-first", message)
    elif refusal := _claim_refusal(state, seat, move):
        return refusal
    where = f"round {state.number}"
    problems = judge_move(state.sheets[seat], move, state.rules, state.roll, seat == state.active, where)
    if problems:
        return Refusal(problems[0].code, problems[0].message)
    return _if_all_in(state._replace(entries=_with(state.entries, seat, move)))


def _withdraw(state: State, seat: int) -> State | Refusal:
    if refusal := _away(state, seat):
        return refusal
    if state.entries[seat] is None:
        return Refusal(
            "no-entry", f"{state.players[seat]} has entered nothing in round {state.number} that could be withdrawn"
        )
    return state._replace(entries=_with(state.entries, seat, None))


def _reveal(state: State) -> State | Refusal:
    """All moves are shown; who has entered nothing has missed the round."""
    if refusal := _no_dice(state):
        return refusal
    if not any(entry is not None for entry in state.entries):
        return Refusal("nobody-entered", f"nobody has entered a move in round {state.number}; one at least is needed")
    return _revealed(state)


def _if_all_in(state: State) -> State:
    return _revealed(state) if state.all_in and state.reveal == "auto" else state


def _revealed(state: State) -> State:
    """The table after the round: moves drawn in seat order, rounds missed noted down."""
    moves = []
    for seat, entry in enumerate(state.entries):
        claim = "reroll" if state.rerolled and seat == state.active else ""
        moves.append(Move((), claim) if entry is None else entry)
    return state._replace(
        sheets=tuple(apply(sheet, move, state.rules) for sheet, move in zip(state.sheets, moves, strict=True)),
        moves=tuple((*before, move) for before, move in zip(state.moves, moves, strict=True)),
        missed=tuple(
            (*missed, state.number) if entry is None and first <= state.number else missed
            for missed, entry, first in zip(state.missed, state.entries, state.joined, strict=True)
        ),
        entries=(None,) * len(state.players),
        rolls=(*state.rolls, state.roll),
        roll=(),
        rerolled=False,
    )


def _absent(state: State, seat: int | None, said: Said) -> State | Refusal:
    """Somebody goes or comes back: without a name, the seat that says it."""
    try:
        whom = seat_of(said.who, state.players) if said.who or seat is None else seat
    except ValueError as wrong:
        return Refusal("no-such-player", f"{said.verb}: {wrong}")
    name, goes = state.players[whom], said.verb == "absent"
    if seat is not None and seat != whom:
        return Refusal("table-only", f"{said.verb} {name} is for the table to say; a player says it for themselves")
    if state.away[whom] == goes:
        return Refusal("no-change", f"{name} is {'away already' if goes else 'not away'}; nothing has to be said")
    after = state._replace(away=_with(state.away, whom, goes))
    if not any(after.plays(other) for other in range(len(after.players))):
        return Refusal("nobody-left", f"{name} is the last one here; at least one player stays")
    return _if_all_in(after)


def _vote(state: State, seat: int, who: str) -> State | Refusal:
    """A vote for the best looking house."""
    if state.closed:
        return Refusal("vote-closed", "the vote is closed; its result stands")
    try:
        whom = seat_of(who, state.players)
    except ValueError as wrong:
        return Refusal("no-such-player", f"vote: {wrong}")
    if whom == seat:
        return Refusal("own-house", f"{state.players[seat]} can't vote for their own house; any other is fine")
    return state._replace(votes=_with(state.votes, seat, whom))


def _close(state: State) -> State | Refusal:
    if state.closed:
        return Refusal("vote-closed", "the vote is closed; its result stands")
    return state._replace(closed=True)


def _with(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    return (*values[:seat], value, *values[seat + 1 :])

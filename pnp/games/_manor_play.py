"""Dice Manor at the table: four rounds of bidding, collecting and building, then the Grand Opening and the end.

Words, with any case and spacing; the first form is how they are best written:

    token 3>4               a token turns one die up or down (6 and 1 are neighbours)
    token reroll 3 3 5      a token rolls these dice again; `token reroll all` rolls every one
    4 b2 t1 a1              all dice that show 4: two on blueprint 4, one on tour, one to advertising;
                            a place without a number takes the rest: `4 b`; also `place 4: blueprint 2, tour 1`
    4 t3+2                  two paths of three and two dice; with a plan the cells: `4 t0,0>0,1+1,0`
    4 t3 u1                 in the Grand Opening: one die finds no slot and is an Unhappy Guest
    build office red        a tile that was won, by its type (or blueprint number) and color
    build library magic red+green           and what magic touches; for each of two rooms `red/blue`, none is `-`
    build office-3 0,1 90   with a plan: where the tile's cell 0,0 lies, and its turn
    touch 2 red+green       what the second tile of the manor, a magic one, touches by now
    leave office            a tile that fits nowhere
    done                    nothing more to build or to say (only needed with magic rooms)
    spaces 4 5              Prestige of the advertising spaces entered, where the table reads the board
    bonus 1                 how many bonus dice the player has claimed, if the board says otherwise
    diversity 5             Prestige for the types of room, where only the player aid has it
    absent, back            the player is away: no dice in a round, tiles unbuilt, guests unhappy

From the table the seat's number comes first: `spaces 2 4 5`, `bonus 2 1`, `diversity 2 5`, `absent 2`, `back 2`.

Options: `tiles` is `table` (the players see to slots and doors) or `stand-in` (the edition's tiles, drawn, laid in
a plan and checked); `track` is `table` (the spaces are told), `stand-in`, or the Prestige of each space;
`diversity` is the player aid's row for 1 to 6 types; `first` is the seat that begins.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from pnp.edition import Edition
from pnp.games import _manor_build, _manor_choices, _manor_rounds, _manor_told, _manor_turns, _manor_view
from pnp.games._manor_state import BID, BUILD, OPENING, OVER, Refused, State, new_state
from pnp.games._manor_view import marks as marks
from pnp.games._manor_view import scores as scores
from pnp.games._manor_words import Build, Done, Leave, Nudge, Place, Reroll, Tell, Touch, Words, parse, text
from pnp.games._plain_play import entry as entry
from pnp.games._plain_play import last as last
from pnp.games._plain_play import named
from pnp.games._plain_play import pending as pending
from pnp.games._plain_play import vote as vote
from pnp.games.play import Action, Die, Face, Option, Refusal, View, Wanted
from pnp.games.verdict import Rank


def open(players: Sequence[str], options: Mapping[str, str], edition: Edition) -> State:
    """The table at the start of the first round; a ValueError says which option is not allowed."""
    return _manor_rounds.new_round(new_state(players, options, edition), 1)


def dice(state: State) -> tuple[Die, ...]:
    """The dice of the player who rolls, or the stacks that a tile is turned up from."""
    return _manor_turns.dice(state)


def act(state: State, action: Action) -> State | Refusal:
    """The table after an action, or why it is not allowed."""
    try:
        if action.seat is not None and not 0 <= action.seat < len(state.players):
            raise Refused("no-such-seat", f"seat {action.seat}; there are {len(state.players)} from 0 on")
        if action.dice:
            if action.words.strip():
                raise Refused("unreadable", "dice and words at once; one of them is allowed")
            return _manor_turns.rolled(state, action.seat, action.dice)
        if state.phase == OVER:
            raise Refused("over", "the game is over; nothing more is done")
        return _said(state, action.seat, _words(action.words))
    except Refused as refused:
        return Refusal(refused.code, refused.message)


def _words(said: str) -> Words:
    try:
        return parse(said)
    except ValueError as wrong:
        raise Refused("unreadable", str(wrong)) from None


def _said(state: State, seat: int | None, words: Words) -> State:
    if isinstance(words, Tell):
        return _manor_told.tell(state, seat, words)
    if seat is None:
        raise Refused("whose", f"{text(words)!r} is said by a player; the table says spaces, bonus, diversity, absent")
    match words:
        case Nudge():
            return _manor_turns.nudge(state, seat, words)
        case Reroll():
            return _manor_turns.reroll(state, seat, words)
        case Place():
            return _manor_turns.place(state, seat, words)
        case Build():
            return _manor_build.build(state, seat, words)
        case Touch():
            return _manor_build.touch(state, seat, words)
        case Leave():
            return _manor_build.leave(state, seat, words)
        case Done():
            return _manor_build.done(state, seat)


def wanted(state: State) -> tuple[Wanted, ...]:
    """What the table waits for; nothing when the game is over."""
    return () if over(state) else _manor_choices.wanted(state)


def options(state: State, seat: int | None, most: int = 200) -> tuple[Option, ...]:
    """Legal words of a seat; where only the board knows a number, guesses at it."""
    return _manor_choices.options(state, seat, most)


def view(state: State, seat: int | None) -> View:  # noqa: ARG001 - every seat sees the same
    """The table as everybody sees it: nothing in this game is secret."""
    return _manor_view.view(state)


def round(state: State) -> tuple[int, int]:
    """The round that is played; the Grand Opening is the one after the last."""
    return state.number, state.box.rounds + 1


def over(state: State) -> bool:
    """Whether the game has ended."""
    return state.phase == OVER


def standings(state: State) -> tuple[Rank, ...]:
    """The ranking as it stands; an opening counts once its player has no dice left."""
    return _manor_view.standings(state)


def document(state: State) -> dict[str, Any]:
    """The table as a sheet document."""
    return _manor_view.document(state)


def dump(state: State) -> dict[str, Any]:
    """The whole state as plain JSON values."""
    return _manor_view.dump(state)


def renamed(state: State, players: Sequence[str]) -> State | Refusal:
    """The table with other names."""
    names = named(players, len(state.players))
    if isinstance(names, Refusal):
        return names
    return replace(state, players=tuple(map(lambda player, name: replace(player, name=name), state.players, names)))


def join(state: State, name: str) -> Refusal:
    """Nobody joins: everybody builds from the first round on."""
    return Refusal("too-late", f"the boards are set up for {len(state.players)} players; {name} can watch")


def lying(state: State) -> tuple[tuple[str, Face], ...]:
    """The dice of whoever places some now."""
    seat = active(state)
    return () if seat is None else tuple(("", face) for face in state.players[seat].faces)


def active(state: State) -> int | None:
    """The seat whose turn it is to bid; in other phases everybody goes at their own pace."""
    return state.turn if state.phase == BID else None


def status(state: State, seat: int) -> str:
    """Whether the table waits for a seat, apart from its dice that are to be rolled."""
    player = state.players[seat]
    if over(state):
        return "idle"
    if player.absent:
        return "away"
    if _manor_choices.waits_for(state, seat):
        return "drawing"
    return "in" if player.done and state.phase in (BUILD, OPENING) else "idle"

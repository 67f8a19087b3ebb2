"""The playing of Dice City: whose turn it is, what may be done, and what comes of it.

The words are those of `_city_words`. At the start everybody rolls; then turns go round from the first seat. A turn has
three steps, `dice`, `attack` and `build`: a word of a later step begins it once all dice are used, `next` begins it
before. Where a card's gain, cost, defence or VP is not known to the edition, the player's word is taken and a note
is kept. VP tokens and cards lie face down: until the end, the table's document and ranking have only what lies open.
A player who is not there takes no action in the turn: the stock is kept as ever and the dice are rolled.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pnp.edition import Edition
from pnp.games import _city_moves as moves
from pnp.games import _city_trade as trade
from pnp.games import _city_turn as turn
from pnp.games._city import location_text, score
from pnp.games._city_gain import left, with_die
from pnp.games._city_moves import Move
from pnp.games._city_options import listed
from pnp.games._city_state import RefusedError, State, changed, deny, ground, opened, rules_of, sheet, sheets
from pnp.games._city_state import dump as dump
from pnp.games._city_state import renamed as renamed
from pnp.games._city_view import looked_at
from pnp.games._city_words import parse
from pnp.games._plain_play import entry as entry
from pnp.games._plain_play import last as last
from pnp.games._plain_play import pending as pending
from pnp.games._plain_play import placed
from pnp.games._plain_play import vote as vote
from pnp.games.dice_city import PLAYERS, CityTable, filled, rank
from pnp.games.play import Action, Die, Face, Option, Refusal, SheetMarks, View, Wanted
from pnp.games.verdict import Rank, Score


def open(players: Sequence[str], options: Mapping[str, str], edition: Edition) -> State:
    """The table before the first roll; the first player begins."""
    if not PLAYERS[0] <= len(players) <= PLAYERS[1]:
        raise ValueError(f"{len(players)} players; {PLAYERS[0]} to {PLAYERS[1]} are allowed")
    if options:
        raise ValueError(f"{next(iter(options))!r} is no option of Dice City; there are none")
    return opened(players, rules_of(edition))


def dice(state: State) -> tuple[Die, ...]:
    """The dice that a player has to roll now, those of one player at a time."""
    box = state.rules.box
    faces = tuple(range(1, box.columns + 1))
    return tuple(Die(f"{state.seats[seat].name}: {row}", faces) for seat, row in _roll(state))


def _roll(state: State) -> tuple[tuple[int, str], ...]:
    return tuple(roll for roll in state.rolls if roll[0] == state.rolls[0][0])


def act(state: State, action: Action) -> State | Refusal:
    """The next state, or why it isn't allowed."""
    try:
        if state.over:
            deny("game-over", "the game is over; nothing more is allowed")
        if action.dice:
            return _rolled(state, action)
        if state.rolls:
            die = dice(state)[0].name
            deny("dice-first", f"dice have to be rolled first ({die}); then words are allowed")
        return _said(state, action)
    except RefusedError as refused:
        return refused.refusal


def _rolled(state: State, action: Action) -> State:
    wanted_now = dice(state)
    if not wanted_now:
        deny("no-dice", "no die is to be rolled now; words are allowed")
    if action.words or action.seat is not None:
        deny("no-words", "dice come from the table and without words")
    if len(action.dice) != len(wanted_now):
        names = ", ".join(die.name for die in wanted_now)
        deny("wrong-dice", f"{len(action.dice)} dice; {len(wanted_now)} are to be rolled: {names}")
    now = _roll(state)
    for (number, row), face, die in zip(now, action.dice, wanted_now, strict=True):
        if not isinstance(face, int) or isinstance(face, bool) or face not in die.faces:
            deny("wrong-face", f"{die.name}: {face!r} is no face; 1 to {die.faces[-1]} are")
        state = changed(state, number, with_die(state.seats[number], row, face, state.rules))
    return state._replace(rolls=state.rolls[len(now) :])


def _said(state: State, action: Action) -> State:
    try:
        move = parse(action.words, ground(state))
    except ValueError as wrong:
        deny("unclear", str(wrong))
    if action.seat is None:
        if not isinstance(move, moves.Absent):
            deny("table-words", "the table says only absent and a seat; the rest is said by a player")
        if move.seat != state.active:
            deny("not-their-turn", f"it is the turn of seat {state.active + 1}; absent {state.active + 1} is allowed")
        return trade.end_turn(state, None, absent=True)
    if not 0 <= action.seat < len(state.seats):
        deny("no-such-seat", f"there is no seat {action.seat + 1}; 1 to {len(state.seats)} are")
    if isinstance(move, moves.Absent):
        deny("table-only", "absent is said by the table; end, or next, is allowed")
    if isinstance(move, moves.Worth):
        return trade.worth(state, action.seat, move)
    if action.seat != state.active:
        deny("not-your-turn", f"it is the turn of {state.seats[state.active].name}; others wait, or say worth")
    return trade.check_end(_done(state, move))


def _done(state: State, move: Move) -> State:  # noqa: C901
    """The table after a move of the active player."""
    match move:
        case moves.Use():
            return turn.use(state, move)
        case moves.Shift():
            return turn.shift(state, move)
        case moves.Reactivate():
            return turn.reactivate(state, move)
        case moves.Refresh():
            return turn.refresh(state, move)
        case moves.PassDie():
            return turn.pass_die(state, move)
        case moves.Tokens():
            return turn.tokens(state, move)
        case moves.Force():
            return turn.force(state, move)
        case moves.AttackBandit():
            return trade.attack_bandit(state, move)
        case moves.AttackLocation():
            return trade.attack_location(state, move)
        case moves.AttackStock():
            return trade.attack_stock(state, move)
        case moves.Build():
            return trade.build(state, move)
        case moves.Ship():
            return trade.ship(state, move)
        case moves.Next():
            return trade.go_on(state)
        case moves.CallEnd():
            return trade.call_end(state)
        case moves.End(keep):
            return trade.end_turn(state, keep)
        case _:
            raise AssertionError(move)


def _attempt(state: State, move: Move) -> State | None:
    try:
        return _done(state, move)
    except RefusedError:
        return None


def wanted(state: State) -> tuple[Wanted, ...]:
    """What the table waits for: dice, or the active player."""
    if state.over:
        return ()
    if state.rolls:
        names = ", ".join(die.name for die in dice(state))
        return (Wanted(None, f"roll {names}", " ".join("3" for _ in dice(state))),)
    if state.step == "dice" and left(state):
        die = left(state)[0]
        return (Wanted(state.active, "use a die, or go on with next", f"{die} use: wood 1"),)
    what = {"dice": "spend pass tokens, attack, build, trade or end", "attack": "attack, build, trade or end"}
    return (Wanted(state.active, what.get(state.step, "build, trade or end the turn"), "end"),)


def options(state: State, seat: int | None, most: int = 200) -> tuple[Option, ...]:
    """Moves that are allowed now; amounts that only the cards tell are filled in with something that is possible."""
    if state.over or state.rolls or most < 1:
        return ()
    if seat is None:
        name = state.seats[state.active].name
        return (Option(f"absent {state.active + 1}", f"ends the turn of {name}, who is not there"),)
    return listed(state, _attempt, most) if seat == state.active else ()


def view(state: State, seat: int | None) -> View:
    """What a seat may see: the VP tokens and cards of others lie face down until the end."""
    return looked_at(state, seat, standings(state))


def round(state: State) -> tuple[int, int]:
    """The round that is played; how many there are is known alone at the table."""
    solo = state.rules.solo
    turns = max(seat.turns for seat in state.seats) if state.over else state.seats[state.active].turns + 1
    return turns, solo.turns if solo is not None else 0


def over(state: State) -> bool:
    """Whether the game has ended."""
    return state.over


def standings(state: State) -> tuple[Rank, ...]:
    """The ranking by what lies open: the locations of the cities, and everything when the game is over."""
    return rank(sheets(state), state.rules.box)


def document(state: State) -> dict[str, Any]:
    """The table as a sheet document: what lies open, and everything when the game is over."""
    shown = [
        {
            "player": one.player,
            "tokens": one.tokens,
            "ships": list(one.ships),
            "bandits": list(one.bandits),
            "city": {row: [location_text(at) for at in spaces] for row, spaces in one.city.items()},
        }
        for one in sheets(state)
    ]
    solo = state.rules.solo
    if solo is None:
        return {"game": "dice-city", "players": len(shown), "sheets": shown}
    about = {"mode": solo.mode, "turns": state.seats[0].turns, "target": solo.target}
    return {"game": "dice-city-solo", "sheets": [{**shown[0], **about}]}


def join(state: State, name: str) -> Refusal:
    """Nobody joins: the piles have as many cards as the players at the start need."""
    return Refusal("too-late", f"the piles are set up for {len(state.seats)} players; {name} can watch")


def lying(state: State) -> tuple[tuple[str, Face], ...]:
    """The dice of whoever's turn it is, by their colours; one that is off the board does not lie there."""
    dice = zip(state.rules.box.rows, state.seats[state.active].dice, strict=True)
    return tuple((color, column) for color, column in dice if column) if not state.over else ()


def active(state: State) -> int | None:
    """The seat whose turn it is."""
    return None if state.over else state.active


def status(state: State, seat: int) -> str:
    """Whether the table waits for a seat."""
    return "drawing" if seat == active(state) and not state.rolls else "idle"


def marks(state: State, seat: int | None) -> tuple[SheetMarks, ...]:
    """The score pad and the cities; a seat sees its own VP tokens and cards too, of others only what is gone."""
    everything = [sheet(one, state.rules) for one in state.seats]
    seen = [own if number == seat else sheets(state)[number] for number, own in enumerate(everything)]
    pad, *cities = filled(CityTable(len(seen), tuple(seen)), state.rules.box)
    whole = filled(CityTable(len(seen), tuple(everything)), state.rules.box)[0][1]
    # How many cards are left in a pile is for all to see.
    piles = {field: mark for field, mark in whole.items() if field.startswith(("piles.", "ends."))}
    return placed([(pad[0], {**pad[1], **piles}), *cities], len(seen), seat)


def scores(state: State) -> tuple[Score, ...]:
    """The VP of each city that lie open."""
    return tuple(score(one, state.rules.box) for one in sheets(state))

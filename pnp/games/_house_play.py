"""House of Dice as it is played: a roll for all, a move of everybody in secret, the reveal; in the end a vote.

What is said is in `_house_words`, what it does in `_house_table`, who sits there in `_house_seats`. A round: dice are
rolled; the active player may say `reroll`, alone and before anybody has entered, and the dice are rolled again;
everybody enters a move, which can be changed until all are revealed, as soon as all are in or, with the option
`reveal` = `host`, when the table says so. Who is away, or has entered nothing when the table says `reveal`, has missed
the round: it is a pass. After the last round everybody may vote for the best looking house of somebody else until the
table says `close vote`. A table that says `paper` before the first roll has played by itself: it is over at once, and
only the vote is left.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from typing import Any

from pnp.edition import shipped
from pnp.games._house_moves import price
from pnp.games._house_notation import Move, text
from pnp.games._house_rules import rules_of
from pnp.games._house_seats import active as active
from pnp.games._house_seats import entry as entry
from pnp.games._house_seats import join as join
from pnp.games._house_seats import last as last
from pnp.games._house_seats import lying as lying
from pnp.games._house_seats import marks as marks
from pnp.games._house_seats import pending as pending
from pnp.games._house_seats import renamed as renamed
from pnp.games._house_seats import status as status
from pnp.games._house_seats import vote as vote
from pnp.games._house_sheet import house_text
from pnp.games._house_state import State
from pnp.games._house_state import open as open
from pnp.games._house_table import act, legal
from pnp.games._house_view import best_houses, dice_text, listed, meaning
from pnp.games._house_view import scores as scores
from pnp.games._house_view import standings as standings
from pnp.games._house_view import view as view
from pnp.games.play import Action, Die, Option, Refusal, Wanted

GAME = "house-of-dice"


def dice(state: State) -> tuple[Die, ...]:
    """The dice of a round, until they lie there."""
    if state.over or state.roll:
        return ()
    return (Die("die", tuple(range(1, state.rules.faces + 1))),) * state.rules.dice


def round(state: State) -> tuple[int, int]:
    """The round that is played, in the end the last one, and how many there are."""
    return state.number, state.rounds


def over(state: State) -> bool:
    """Whether the last round has been revealed; the vote may still be open."""
    return state.over


def wanted(state: State) -> tuple[Wanted, ...]:
    """What may be done now: roll, enter or change a move, claim a reroll, reveal, vote."""
    if state.over:
        return () if state.closed else (*_votes_wanted(state), Wanted(None, "close the vote", "close vote", False))
    if not state.roll:
        again = ", again for everybody" if state.rerolled else ""
        what = f"the {state.rules.dice} dice that {state.players[state.active]} rolls{again}"
        example = dice_text(1 + at % state.rules.faces for at in range(state.rules.dice))
        return (Wanted(None, what, example), *_away_wanted(state))
    found: list[Wanted] = []
    if _may(state, state.active, "reroll"):
        found.append(Wanted(state.active, "the bonus reroll, before anybody draws", "reroll", False))
    for seat, move in enumerate(state.entries):
        if not state.plays(seat):
            continue
        example = text(legal(state, seat, claims=False)[0])
        if move is None:
            found.append(Wanted(seat, f"a move of round {state.number}", example, True, True))
        else:
            found.append(Wanted(seat, "another move in place of the one entered", example, False, True))
    if any(move is not None for move in state.entries):
        late = [state.players[seat] for seat in state.missing]
        what = f"the reveal; {listed(late)} would miss the round" if late else "the reveal"
        found.append(Wanted(None, what, "reveal", state.all_in))
    return (*found, *_away_wanted(state))


def _away_wanted(state: State) -> Iterator[Wanted]:
    for seat, away in enumerate(state.away):
        if away:
            yield Wanted(seat, "to be told when the player is back", "back", False)


def _votes_wanted(state: State) -> Iterator[Wanted]:
    for seat, given in enumerate(state.votes):
        what = "a vote for the best looking house" if given is None else "another vote in place of the one given"
        example = f"vote {state.players[(seat + 1) % len(state.players)]}"
        yield Wanted(seat, what, example, False, True)


def _may(state: State, seat: int | None, words: str) -> bool:
    return not isinstance(act(state, Action(seat, words)), Refusal)


def options(state: State, seat: int | None, most: int = 200) -> tuple[Option, ...]:
    """Legal words of a seat or of the table, with what they do; moves with two parts come last."""
    return tuple(islice(_table_options(state) if seat is None else _seat_options(state, seat), most))


def _seat_options(state: State, seat: int) -> Iterator[Option]:
    if state.over:
        for other, name in enumerate(state.players):
            if other != seat and not state.closed:
                yield Option(f"vote {name}", f"{name}'s house is the best looking one")
        return
    if state.away[seat]:
        yield Option("back", "is back and enters moves again")
        return
    moves = sorted(legal(state, seat), key=lambda move: (bool(move.bonus), move.bonus == "extra"))
    plain = [move for move in moves if not move.bonus]
    yield from (Option(text(move), _means(state, seat, move)) for move in plain)
    if _may(state, seat, "reroll"):
        yield Option("reroll", "claims reroll: all dice are rolled again, for everybody")
    if state.entries[seat] is not None:
        yield Option("withdraw", "takes the move back that was entered")
    yield from (Option(text(move), _means(state, seat, move)) for move in moves[len(plain) :])


def _table_options(state: State) -> Iterator[Option]:
    if state.over:
        if not state.closed:
            yield Option("close vote", "ends the vote and shows its result")
        return
    if _may(state, None, "reveal"):
        late = [state.players[seat] for seat in state.missing]
        yield Option("reveal", f"shows all moves; {listed(late)} missed the round" if late else "shows all moves")
    for seat, name in enumerate(state.players):
        if state.away[seat]:
            yield Option(f"back {name}", f"{name} is back and enters moves again")
        elif state.away.count(False) > 1:
            yield Option(f"absent {name}", f"{name} is away: each round is a pass")
    if _may(state, None, "paper"):
        yield Option("paper", "the game was played on paper: it is over at once, and the vote is open")


def _means(state: State, seat: int, move: Move) -> str:
    """A move for people: what is drawn where, what it costs and what is left.

    >>> from pnp.games._house_notation import Draw
    >>> state = open(["Ana", "Bo"], {}, shipped("house-of-dice"))
    >>> _means(state, 0, Move((Draw("W", 3, 2, 5),)))
    'window in column 3, row 2 for 2, 22 left'
    """
    rules, sheet = state.rules, state.sheets[seat]
    return f"{meaning(move, sheet, rules)}, {rules.budget - sheet.cost - price(move, rules)} left"


def document(state: State) -> dict[str, Any]:
    """The rounds that were revealed as a sheet document: rolls, and the moves of each seat."""
    sheets: list[dict[str, Any]] = []
    for seat, name in enumerate(state.players):
        sheet: dict[str, Any] = {"player": name, "moves": [text(move) for move in state.moves[seat]]}
        if state.joined[seat] > 1:
            sheet["joined"] = state.joined[seat]
        sheets.append({**sheet, "absent": list(state.missed[seat])} if state.missed[seat] else sheet)
    rolls = [dice_text(roll) for roll in state.rolls]
    return {"game": GAME, "players": len(state.players), "rolls": rolls, "sheets": sheets}


def dump(state: State) -> dict[str, Any]:
    """The whole state as plain JSON values; of the rules only what is not as it was shipped."""
    usual = rules_of(shipped(GAME))
    changed = {name: value for name, value in state.rules._asdict().items() if value != getattr(usual, name)}
    best, votes = best_houses(state)
    return {
        **({"paper": True} if state.paper else {}),
        "game": GAME,
        "rules": json.loads(json.dumps(changed)),
        "players": list(state.players),
        "reveal": state.reveal,
        "round": state.number,
        "rounds": state.rounds,
        "over": state.over,
        "rolls": [dice_text(roll) for roll in state.rolls],
        "sheets": [_sheet_dump(state, seat) for seat in range(len(state.players))],
        "dice": list(state.roll),
        "rerolled": state.rerolled,
        "votes": [None if vote is None else vote + 1 for vote in state.votes],
        "vote-closed": state.closed,
        "best-houses": {"seats": [seat + 1 for seat in best], "votes": votes} if state.closed else None,
    }


def _sheet_dump(state: State, seat: int) -> dict[str, Any]:
    sheet, entered = state.sheets[seat], state.entries[seat]
    return {
        **({"joined": state.joined[seat]} if state.joined[seat] > 1 else {}),
        "moves": [text(move) for move in state.moves[seat]],
        "absent": list(state.missed[seat]),
        "away": state.away[seat],
        "entry": None if entered is None else text(entered),
        "house": house_text(sheet.house, state.rules).splitlines(),
        "cost": sheet.cost,
        "turns": sheet.turns,
        "furniture": sheet.furniture,
        "bonuses": list(sheet.bonuses),
    }

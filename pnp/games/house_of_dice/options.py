"""What may be done now: what the table waits for, and every legal action as data."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any

from pnp.games.house_of_dice.moves import (
    Moves,
    apply,
    claimable,
    claimed,
    first_move,
    may_claim,
    moves_with,
    plain_moves,
    price,
)
from pnp.games.house_of_dice.notation import PASS, Action, Draw, Furnish, Move, Roll, parse_move, text
from pnp.games.house_of_dice.parts import BONUSES, PARTS
from pnp.games.house_of_dice.rules import Rules
from pnp.games.house_of_dice.sheet import Sheet
from pnp.games.house_of_dice.state import State
from pnp.games.lazy_options import Options
from pnp.games.play import NO_DICE, Option, Wanted
from pnp.games.table_dice import Face
from pnp.words import Said, say

# ---------------------------------------------------------------------- what is waited for


def wanted(state: State) -> tuple[Wanted, ...]:
    """What may be done now: roll, enter or change a move, claim a reroll, reveal, vote."""
    if state.over:
        return () if state.closed else _votes_wanted(state)
    rules, sheets, roll, active = state.rules, state.sheets, state.roll, state.active
    if not roll:
        example = " ".join(str(1 + at % rules.faces) for at in range(rules.dice))
        return (
            Wanted(None, say("wanted.roll", n=rules.dice, seat=active, again=state.rerolled), example),
            *_away(state),
        )
    found: list[Wanted] = []
    number, late = state.number, []
    if not state.rerolled and state.plays(active) and _reroll_is_left(state, active):
        found.append(_reroll_wanted(active, rules.reroll_until))
    for seat, move in enumerate(state.entries):
        if state.plays(seat):
            example = text(first_move(sheets[seat], roll, rules))
            found.append(_move_wanted(seat, number if move is None else 0, example, seat in state.voided))
            if move is None:
                late.append(seat)
    if state.entries.count(None) < len(state.entries):
        found.append(_reveal_wanted(tuple(late)))
    return (*found, *_away(state)) if True in state.away else tuple(found)


@lru_cache(maxsize=1024)
def _move_wanted(seat: int, number: int, example: str, voided: bool) -> Wanted:
    """A move of a round or, with 0, another one; there are few, and every look at the table asks for some."""
    if number:
        return Wanted(seat, say("wanted.move", round=number, voided=voided), example, True, True)
    return Wanted(seat, say("wanted.other-move"), example, False, True)


@lru_cache(maxsize=256)
def _reroll_wanted(seat: int, until: str) -> Wanted:
    what = say("wanted.reroll") if until == "reveal" else say("wanted.reroll-first")
    return Wanted(seat, what, "reroll", False, only=True)


@lru_cache(maxsize=256)
def _reveal_wanted(late: tuple[int, ...]) -> Wanted:
    return Wanted(None, say("wanted.reveal", seats=late), "reveal", not late, only=True)


def _away(state: State) -> Iterator[Wanted]:
    for seat, away in enumerate(state.away):
        if away:
            yield Wanted(seat, say("wanted.back"), "back", False)


def _votes_wanted(state: State) -> tuple[Wanted, ...]:
    """The votes that are missing, then the end of the vote, then other votes in place of those given."""
    missing, given = list[Wanted](), list[Wanted]()
    for seat, vote in enumerate(state.votes):
        example = f"vote {state.players[(seat + 1) % len(state.players)]}"
        what = say("wanted.vote") if vote is None else say("wanted.other-vote")
        (missing if vote is None else given).append(Wanted(seat, what, example, False, True))
    return (*missing, Wanted(None, say("wanted.close"), "close vote", False, only=True), *given)


# ---------------------------------------------------------------------- options


def may_reroll(state: State, seat: int) -> bool:
    """Whether a seat may claim the reroll now."""
    return _may_claim(state, seat) and _reroll_is_left(state, seat)


def _may_claim(state: State, seat: int) -> bool:
    """Whether a seat may claim anything now: it is active, and the dice lie there as they fell."""
    return bool(state.roll) and not state.rerolled and seat == state.active and state.plays(seat)


def _reroll_is_left(state: State, seat: int) -> bool:
    """Whether a seat that may claim something may claim the reroll."""
    if state.rules.reroll_until == "entry" and any(entry is not None for entry in state.entries):
        return False
    return may_claim(state.sheets[seat], "reroll", state.rules) and state.circles_left("reroll") > 0


def claims(state: State, seat: int) -> list[str]:
    """The bonuses that a seat may claim with its move, as far as circles go; the reroll is claimed without one."""
    return _claims_left(state, seat) if _may_claim(state, seat) else []


def _claims_left(state: State, seat: int) -> list[str]:
    return [one for one in claimable(state.sheets[seat], state.rules, BONUSES[1:]) if state.circles_left(one) > 0]


def bonuses(state: State, seat: int) -> tuple[str, ...]:
    """The bonuses that a seat may claim now."""
    found = ["reroll"] if may_reroll(state, seat) else []
    for one in claims(state, seat):
        if one != "extra" or moves_with(one, state.sheets[seat], state.roll, state.rules):
            found.append(one)
    return tuple(found)


def with_bonus(state: State, seat: int, bonus: str) -> Sequence[Option]:
    """Every action of a seat that claims a bonus."""
    if bonus == "reroll":
        return (_REROLL,) if may_reroll(state, seat) else ()
    if bonus not in claims(state, seat):
        return ()
    return Options(moves_with(bonus, state.sheets[seat], state.roll, state.rules), _maker(state, seat))


_REROLL = Option("reroll", say("means.reroll"), "reroll", bonus="reroll")
_WITHDRAW = Option("withdraw", say("means.withdraw"), "withdraw")


def of_seat(state: State, seat: int, most: int, claims: bool = True) -> Sequence[Option]:
    """Legal words of a seat: plain moves first, and moves with two parts last; claims are made as far as needed."""
    if state.over:
        others = [] if state.closed else [other for other in range(len(state.players)) if other != seat]
        return tuple(
            Option(f"vote {state.players[one]}", say("means.vote", seat=one), "vote", mark=one) for one in others
        )[:most]
    if state.away[seat]:
        return (Option("back", say("means.back"), "back"),)[:most]
    if not state.roll or not state.plays(seat):
        return ()
    sheet, roll, rules = state.sheets[seat], state.roll, state.rules
    plain = plain_moves(sheet, roll, rules)
    found: list[Any] = [*plain]
    may = not state.rerolled and seat == state.active
    if may and _reroll_is_left(state, seat):
        found.append(_REROLL)
    if state.entries[seat] is not None:
        found.append(_WITHDRAW)
    if not (may and claims) or len(found) >= most or not (more := _claims_left(state, seat)):
        return Options(found if len(found) <= most else found[:most], _maker(state, seat))
    more.sort(key="extra".__eq__)
    offered = chain([(found, "", None, ())], claimed(more, plain, sheet, roll, rules))
    return Options(Moves(offered, most), _maker(state, seat))


def of_table(state: State) -> Iterator[Option]:
    """Legal words of the table."""
    if state.over:
        if not state.closed:
            yield Option("close vote", say("means.close"), "close")
        return
    if state.roll and any(entry is not None for entry in state.entries):
        yield Option("reveal", say("means.reveal", seats=state.missing), "reveal")
    for seat, name in enumerate(state.players):
        if state.away[seat]:
            yield Option(f"back {name}", say("means.back-of", seat=seat), "back", mark=seat)
        elif state.away.count(False) > 1:
            yield Option(f"absent {name}", say("means.absent", seat=seat), "absent", mark=seat)
    if not (state.rolls or state.roll or state.rerolled):
        yield Option("paper", say("means.paper"), "paper")


# ---------------------------------------------------------------------- a move as data


def _maker(state: State, seat: int) -> Callable[[Option | Move], Option]:
    sheet, rules = state.sheets[seat], state.rules
    return lambda one: one if isinstance(one, Option) else option_of(one, sheet, rules)


def option_of(move: Move, sheet: Sheet, rules: Rules, done: bool = False) -> Option:
    """A move on a sheet as data; of one that is done nobody is told what it would leave.

    >>> from pnp.edition import shipped
    >>> from pnp.games.house_of_dice.notation import parse_move
    >>> from pnp.games.house_of_dice.rules import rules_of
    >>> rules = rules_of(shipped("house-of-dice"))
    >>> made = option_of(parse_move("!free W32$5"), Sheet("." * 36), rules)
    >>> made.kind, made.field, made.mark, made.dice, made.price, made.left, made.bonus
    ('draw', 'house.c3r2', 'W', {'part': 3, 'column': 3, 'cost': 5}, 0, 24, 'free')
    """
    actions, bonus, nudge = move
    free, room = rules.free if bonus == "free" else None, min(rules.faces, rules.spaces - sheet.furniture)
    did = tuple([_did(one, room if isinstance(one, Furnish) else 0, free, rules) for one in actions]) or _PASSED
    kind, field, mark, dice = _written(actions[-1], rules) if actions else ("pass", "", "", NO_DICE)
    paid = price(move, rules)
    left = rules.budget - sheet.cost - paid
    means = say("means.move", claim=_claim(bonus, nudge), done=did, left=None if done else left)
    first = str(actions[0]) if len(actions) > 1 else ""
    return Option(text(move), means, kind, field, mark, dice, paid, left, bonus, nudge, first)


@lru_cache(maxsize=4096)
def _written(action: Action, rules: Rules) -> tuple[str, str, str, Mapping[str, Face]]:
    """What an action is and writes: its kind, the field, the mark, and which die has which job.

    Actions are few and kept; the moves that are made of them are many, and a server for many tables would fill up.
    """
    if isinstance(action, Draw):
        part, column, row, cost = action
        return "draw", f"house.c{column}r{row}", part, {"part": rules.die_of[part], "column": column, "cost": cost}
    return "furniture", "", "", {"spaces": action.spaces, "cost": action.cost}


def _claim(bonus: str, nudge: tuple[int, int] | None) -> Said | None:
    if nudge:
        return say("claim.nudge", before=nudge[0], after=nudge[1])
    return say("claim", bonus=bonus) if bonus else None


_PASSED = (say("done.pass"),)


@lru_cache(maxsize=4096)
def _did(action: Action, room: int, free: int | None, rules: Rules) -> Said:
    """What an action did; room is what is free for furniture, as far as a die can fill it."""
    paid = rules.effects[action].price if free is None else free
    if isinstance(action, Draw):
        return say("done.draw", part=PARTS[action.part], column=action.column, row=action.row, price=paid)
    fits = min(action.spaces, room)
    return say("done.furniture", n=action.spaces, fits=fits if fits < action.spaces else None, price=paid)


def notation_of(state: State, seat: int, wish: Mapping[str, Any]) -> str:
    """How a wish of a page would be written, legal or not; what it does not say, or not properly, is left out.

    Where the dice alone are given, the part goes where the rules usually take it: into the first row that is free.
    """
    kind, bonus, first = (str(wish.get(name) or "") for name in ("kind", "bonus", "first"))
    if kind in ("reroll", "withdraw", "back"):
        return kind
    if kind == "vote":
        other = wish.get("mark")
        return f"vote {state.players[other]}" if type(other) is int and 0 <= other < len(state.players) else ""
    dice, turned = wish.get("dice"), wish.get("turned")
    faces = {job: face for job, face in dice.items() if type(face) is int} if isinstance(dice, Mapping) else {}
    if kind == "furniture":
        done = f"+{faces.get('spaces', '')}${_paid(state.roll, faces, faces.get('spaces'))}"
    elif kind == "pass":
        done = "-"
    else:
        sheet = apply(state.sheets[seat], _understood(first), state.rules)
        cell = _cell(sheet, wish, faces, state.rules)
        done = f"{cell}${_paid(state.roll, faces, faces.get('part'), int(cell[-2]))}"
    nudge = "{}>{}".format(*turned) if isinstance(turned, list | tuple) and len(turned) == 2 else ""
    return " ".join(word for word in (bonus and f"!{bonus}{nudge}", first, done) if word)


def _paid(roll: Roll, faces: Mapping[str, int], *used: int | None) -> int | str:
    """The cost die of a wish; where it names none, the last of the dice that its other jobs leave."""
    left = list(roll)
    for face in used:
        if face in left:
            left.remove(face)
    return faces.get("cost", left[-1] if left else "")


def _understood(first: str) -> Move:
    try:
        return parse_move(first)
    except ValueError:
        return PASS


def _cell(sheet: Sheet, wish: Mapping[str, Any], faces: Mapping[str, int], rules: Rules) -> str:
    """Part, column and row of a wish, as far as it says them."""
    mark = str(wish.get("mark"))
    letters = mark if mark in PARTS else rules.letters_of.get(faces.get("part", 0), "")
    where = _FIELD.fullmatch(str(wish.get("field")))
    if where:
        column, row = int(where[1]), int(where[2])
        fitting = [part for part in letters if 0 < row <= len(rules.rows) and part in rules.rows[row - 1]]
        return f"{(fitting or [letters[:1]])[0]}{column}{row}"
    column = faces.get("column", 0)
    usual = [(part, row) for part in letters for row, taken in enumerate(rules.rows, 1) if part in taken]
    free: list[tuple[str, int]] = []
    if 1 <= column <= rules.columns:
        places = rules.places[sheet.house[column - 1 :: rules.columns]]
        free = [(part, row) for part in letters for row in places[part]]
    part, row = (free or usual or [(letters[:1], 0)])[0]
    return f"{part}{column}{row}"


_FIELD = re.compile(r"house\.c([0-9])r([0-9])", re.ASCII)

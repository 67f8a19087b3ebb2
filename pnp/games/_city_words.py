"""The words of Dice City at the table: what a player does in a turn, and back.

    red use                            the red die uses its location, where it is known what that gives
    red use: wood 2, vp 1              where it is not known: what it gave
    red use Forest                     the printed space is named
    red use plus sword 1               what another card added to a known gain
    red move blue left                 the red die moves the blue one in its row (left or right)
    red reactivate white 3             red refresh                        red pass
    tokens wood                        two pass tokens for a resource or a sword
    tokens reroll blue                 … all others re-roll blue; or for each: tokens reroll Bea blue, Cy red
    next                               on to the next step, dice that are left stay unused
    attack bandit 3 strength 4         the pile by its VP, the strength where it is not known
    attack Bea red 4 strength 3        a location: deactivated, its VP gained
    attack Bea stock wood 1            resources from a stock
    build Church=2 red 3 cost wood 1   VP and cost where they are not known; alone also `from top` or `from bottom`
    build Grand Statue red 1 cost stone 4: vp 2
    ship 10 cost wood 3 stone 3        the cost where it is not known
    worth red 6 4                      what a location whose VP are not known has come to
    call end                           with enough full rows
    end                                or with what stays in stock: end keep wood 1
    absent 2                           from the table: that player's turn ends

What is gained is listed with commas: `wood 2`, `vp 1`, `sword 1`, `pass 1`, `pay iron 1`, `off` or `off red 3` (it
is deactivated), `reroll blue` (the die is rolled again), `place Regular Army=0 red 3` (a card without cost), `nothing`.
A player can also be called by the seat, `#2`. Capitals and spaces don't matter, and `2 wood` is `wood 2`.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from pnp.games import _city_moves as moves
from pnp.games._city import location_text
from pnp.games._city_box import RESOURCES
from pnp.games._city_items import (
    SPELLED,
    Ground,
    amounts_text,
    card_at,
    effects_text,
    parse_amounts,
    parse_effects,
    parse_place,
    parse_rival,
    rival_text,
)
from pnp.games._city_moves import Move
from pnp.strict import nearest, shown

_VERBS = ("use", "move", "reactivate", "refresh", "pass")
_FIRST = ("tokens", "next", "attack", "build", "ship", "worth", "call end", "end", "absent")


def parse(words: str, ground: Ground) -> Move:
    """A move from words; a ValueError says what is not understood. The inverse of `text`.

    >>> parse("RED  move blue left", Ground(("Ana",), ("red", "blue"), 6))
    Shift(die='red', other='blue', by=-1)
    """
    line = " ".join(words.split())
    first, _, rest = line.partition(" ")
    head = first.casefold().rstrip(":,")
    if head in ground.rows:
        return _die(head, rest, ground)
    readers: dict[str, Callable[[str, Ground], Move]] = {
        "tokens": _tokens,
        "attack": _attack,
        "build": _build,
        "ship": _ship,
        "worth": _worth,
        "end": _end,
        "absent": _absent,
    }
    if head in readers:
        return readers[head](rest, ground)
    if line.casefold() == "next":
        return moves.Next()
    if line.casefold() == "call end":
        return moves.CallEnd()
    hint = nearest(head, [*ground.rows, *_FIRST])
    raise ValueError(f"{shown(line)} is not understood; begin with a die's colour or {', '.join(_FIRST)}{hint}")


def _die(die: str, rest: str, ground: Ground) -> Move:
    verb, _, behind = rest.partition(" ")
    verb = verb.casefold()
    if re.match("use\\b", verb):
        return _use(die, rest[3:], ground)
    if verb == "move":
        parts = behind.casefold().split()
        if len(parts) == 2 and parts[0] in ground.rows and parts[1] in ("left", "right"):
            return moves.Shift(die, parts[0], -1 if parts[1] == "left" else 1)
        raise ValueError(f"{shown(behind)} moves no die; write {die} move COLOUR left, or right")
    if verb == "reactivate":
        return moves.Reactivate(die, parse_place(behind, ground))
    if verb in ("refresh", "pass") and not behind:
        return moves.Refresh(die) if verb == "refresh" else moves.PassDie(die)
    raise ValueError(f"{shown(rest)} is nothing a die does; {', '.join(_VERBS)} are allowed{nearest(verb, _VERBS)}")


def _use(die: str, rest: str, ground: Ground) -> Move:
    head, colon, said = rest.partition(":")
    kept, *more = re.split(r"\bplus\b", said if colon else head, maxsplit=1, flags=re.IGNORECASE)
    gives = parse_effects(kept, ground) if colon else None
    name = " ".join((head if colon else kept).split())
    if any(mark in name for mark in "=!,"):
        raise ValueError(f"{shown(name)} is no name of a location; write {die} use, or {die} use: wood 1")
    return moves.Use(die, name, gives, parse_effects(more[0], ground) if more else ())


def _tokens(rest: str, ground: Ground) -> Move:
    word, _, behind = rest.partition(" ")
    kind = SPELLED.get(word.casefold(), word.casefold())
    if kind in (*RESOURCES, "sword") and not behind:
        return moves.Tokens(kind)
    if kind not in ("reroll", "re-roll"):
        raise ValueError(f"{shown(rest)} is not for tokens; {', '.join(RESOURCES)}, sword and reroll are")
    if behind.casefold() in ground.rows:
        return moves.Force(behind.casefold())
    each = []
    for item in behind.split(","):
        seat, row = parse_rival(item, ground)
        if row.casefold() not in ground.rows:
            raise ValueError(f"{shown(item)} names no die; write tokens reroll blue, or for each: Bea blue, Cy red")
        each.append((seat, row.casefold()))
    return moves.Force("", tuple(sorted(each)))


def _attack(rest: str, ground: Ground) -> Move:
    match = re.fullmatch(r"bandits?\s*([0-9]{1,3})(?:\s+strength\s+([0-9]{1,2}))?", rest, re.IGNORECASE)
    if match:
        return moves.AttackBandit(int(match[1]), int(match[2]) if match[2] else None)
    seat, target = parse_rival(rest, ground)
    if target.casefold().startswith("stock"):
        return moves.AttackStock(seat, parse_amounts(target[5:]))
    match = re.fullmatch(
        r"(.+?)(?:\s+(?:strength|defence)\s+([0-9]{1,2}))?(?:\s+vp\s+([0-9]{1,3}))?", target, re.IGNORECASE
    )
    if match is None:
        raise ValueError(f"{shown(rest)} is no attack; write bandit 3, NAME red 4 or NAME stock wood")
    strength, vp = (int(found) if found else None for found in (match[2], match[3]))
    return moves.AttackLocation(seat, parse_place(match[1], ground), strength, vp)


def _build(rest: str, ground: Ground) -> Move:
    head, colon, said = rest.partition(":")
    match = re.fullmatch(r"(.+?)(?:\s+cost\s+(.+?))?(?:\s+from\s+(top|bottom))?", head.strip(), re.IGNORECASE)
    if match is None:
        raise ValueError("nothing is built; write build Manor red 2 cost wood 1")
    location, place = card_at(match[1], ground)
    cost = parse_amounts(match[2]) if match[2] else None
    return moves.Build(location, place, cost, (match[3] or "").casefold(), parse_effects(said, ground) if colon else ())


def _ship(rest: str, ground: Ground) -> Move:  # noqa: ARG001
    match = re.fullmatch(r"([0-9]{1,3})(?:\s+(?:cost\s+)?(.+))?", rest, re.IGNORECASE)
    if match is None:
        raise ValueError(f"{shown(rest)} is no ship; write its VP, and its cost where it is not known: ship 5")
    return moves.Ship(int(match[1]), parse_amounts(match[2]) if match[2] else None)


def _worth(rest: str, ground: Ground) -> Move:
    match = re.fullmatch(r"(.+?)\s*[\s=]\s*([0-9]{1,3})", rest)
    if match is None:
        raise ValueError(f"{shown(rest)} says no VP of a space; write worth red 6 4")
    return moves.Worth(parse_place(match[1], ground), int(match[2]))


def _end(rest: str, ground: Ground) -> Move:  # noqa: ARG001
    if not rest:
        return moves.End()
    word, _, behind = rest.partition(" ")
    if word.casefold() != "keep":
        raise ValueError(f"{shown(rest)} is not understood behind end; end, or end keep wood 1, is allowed")
    return moves.End(parse_amounts(behind))


def _absent(rest: str, ground: Ground) -> Move:
    number = int(rest) if re.fullmatch("[0-9]{1,2}", rest) else 0
    if not 1 <= number <= len(ground.players):
        raise ValueError(f"{shown(rest)} is no seat; 1 to {len(ground.players)} are")
    return moves.Absent(number - 1)


def text(move: Move, ground: Ground) -> str:  # noqa: C901
    """A move in words; the inverse of `parse`."""
    match move:
        case moves.Use(die, name, gives, plus):
            said = "" if gives is None else f": {effects_text(gives)}"
            return f"{die} use{f' {name}' if name else ''}{said}{f' plus {effects_text(plus)}' if plus else ''}"
        case moves.Shift(die, other, by):
            return f"{die} move {other} {'left' if by < 0 else 'right'}"
        case moves.Reactivate(die, place):
            return f"{die} reactivate {place}"
        case moves.Refresh(die):
            return f"{die} refresh"
        case moves.PassDie(die):
            return f"{die} pass"
        case moves.Tokens(kind):
            return f"tokens {kind}"
        case moves.Force(row, each):
            return f"tokens reroll {row or ', '.join(f'{rival_text(seat, ground)} {die}' for seat, die in each)}"
        case moves.AttackBandit(vp, strength):
            return f"attack bandit {vp}{_behind('strength', strength)}"
        case moves.AttackLocation(seat, place, strength, vp):
            behind = _behind("strength", strength) + _behind("vp", vp)
            return f"attack {rival_text(seat, ground)} {place}{behind}"
        case moves.AttackStock(seat, amounts):
            return f"attack {rival_text(seat, ground)} stock {amounts_text(amounts)}"
        case moves.Build(location, place, cost, source, gives):
            price = "" if cost is None else f" cost {amounts_text(cost)}"
            came = f" from {source}" if source else ""
            return f"build {location_text(location)} {place}{price}{came}{f': {effects_text(gives)}' if gives else ''}"
        case moves.Ship(vp, cost):
            return f"ship {vp}{'' if cost is None else f' cost {amounts_text(cost)}'}"
        case moves.Worth(place, vp):
            return f"worth {place} {vp}"
        case moves.Next():
            return "next"
        case moves.CallEnd():
            return "call end"
        case moves.End(keep):
            return "end" if keep is None else f"end keep {amounts_text(keep)}"
        case moves.Absent(seat):
            return f"absent {seat + 1}"


def _behind(word: str, number: int | None) -> str:
    return "" if number is None else f" {word} {number}"

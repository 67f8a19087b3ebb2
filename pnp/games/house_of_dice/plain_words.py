"""What a player may mean by a move in plain words: `F3`, `fence 3`, `window 3 2`, `3 for nothing, roof 4`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pnp.games.forgiving import bonus_in, plain
from pnp.games.house_of_dice.notation import Action, Draw, Furnish, parse_move
from pnp.games.house_of_dice.options import notation_of, of_seat, with_bonus
from pnp.games.house_of_dice.parts import BONUSES, PARTS
from pnp.games.house_of_dice.state import State
from pnp.games.play import Option
from pnp.words import Words

MOST = 10**6
_NUDGE = re.compile(r"([1-6])\s*(?:>|to\b|→|na\b)\s*([1-6])")
_ENOUGH = 2
"""So many letters of a part's name are enough."""


class Wish(NamedTuple):
    """An action as far as somebody said it: a part's letter or `+`, and numbers, 0 where nothing was said."""

    letter: str
    column: int = 0
    row: int = 0
    cost: int = 0


def meant(state: State, seat: int, typed: str, words: Words) -> Sequence[Option]:
    """The options that plain words leave: a claim as it is printed, parts by their names, numbers as far as given."""
    bonus, rest = bonus_in(typed, BONUSES, words)
    turned = _NUDGE.search(rest) if bonus == "nudge" else None
    if turned:
        rest = f"{rest[: turned.start()]} {rest[turned.end() :]}"
    wishes = _wishes(rest, words)
    if wishes is None or not (bonus or wishes):
        return ()
    nudge = (int(turned[1]), int(turned[2])) if turned else None
    offered = with_bonus(state, seat, bonus) if bonus else _plain_options(state, seat)
    found = [one for one in offered if nudge in (None, one.turned) and _fits(one, wishes)]
    return found or [_as_written(state, seat, bonus, nudge, wishes)]


def _plain_options(state: State, seat: int) -> Iterable[Option]:
    return (one for one in of_seat(state, seat, MOST) if not one.bonus)


def _as_written(state: State, seat: int, bonus: str, nudge: tuple[int, int] | None, wishes: Sequence[Wish]) -> Option:
    """What no option does, written out as far as the dice tell, so that the rules say why not."""
    wish = wishes[0] if wishes else _wish_for(state, seat)
    left = list(state.roll)
    part = 0 if wish.letter == "+" else state.rules.die_of[wish.letter]
    for face in (part, wish.column):
        if face in left:
            left.remove(face)
    cost = wish.cost or (left or state.roll)[0]
    if wish.letter == "+":
        said: dict[str, object] = {"kind": "furniture", "dice": {"spaces": wish.column or left[0], "cost": cost}}
    else:
        dice = {"part": part, "column": wish.column or left[0], "cost": cost}
        field = f"house.c{dice['column']}r{wish.row}" if wish.row else ""
        said = {"kind": "draw", "mark": wish.letter, "field": field, "dice": dice}
    notation = notation_of(state, seat, {**said, "bonus": bonus, "turned": nudge})
    return Option("reroll" if bonus == "reroll" else notation, "")


def _wish_for(state: State, seat: int) -> Wish:
    """Any plain action, to see whether a bonus could be claimed with it."""
    first = next((one for one in parse_move(next(iter(_plain_options(state, seat))).notation).actions), None)
    if isinstance(first, Draw):
        return Wish(first.part, first.column, first.row, first.cost)
    return Wish("+", first.spaces, 0, first.cost) if first else Wish("+")


def _fits(option: Option, wishes: Sequence[Wish]) -> bool:
    """Whether an option does what was said, each action in its order; fewer words leave the rest open."""
    if not wishes:
        return True
    actions = parse_move(option.notation).actions if option.kind in ("draw", "furniture") else ()
    return len(wishes) <= len(actions) and all(map(_is, actions, wishes))


def _is(action: Action, wish: Wish) -> bool:
    if isinstance(action, Furnish):
        return wish.letter == "+" and wish.column in (0, action.spaces) and wish.cost in (0, action.cost)
    same = Draw(wish.letter, wish.column or action.column, wish.row or action.row, wish.cost or action.cost)
    return same == action


# ---------------------------------------------------------------------- reading

_PIECE = re.compile(r"[^\W\d_]+|[+$]|[0-9]")
_BETWEEN = re.compile(r"[\s,.:;()-]*")
_NO_WORD = "?"
_COST = ("$", "for", "cost")
_PLACE = ("in", "column", "row", "and")


def _wishes(text: str, words: Words) -> list[Wish] | None:
    """The actions that a text says; None where it says something else."""
    found: list[list[int | str]] = []
    paying = False
    for piece in _pieces(text):
        if piece.isdecimal():
            if not found or len(found[-1]) > 3 + paying:
                return None
            found[-1].append(f"${piece}" if paying else int(piece))
            paying = False
        elif piece in _COST:
            paying = True
        elif piece not in _PLACE:
            letter = _letter(piece, words)
            if letter is None:
                return None
            found.append([letter])
    return None if paying else [_wish(one) for one in found]


def _pieces(text: str) -> list[str]:
    """Words, digits and signs; a part's letter may touch its numbers."""
    return _PIECE.findall(text) if _BETWEEN.fullmatch(_PIECE.sub(" ", text)) else [_NO_WORD]


def _letter(word: str, words: Words) -> str | None:
    """The letter of the part that a word names, by its letter or the beginning of its name; `+` is furniture."""
    if word == "+" or (len(word) >= _ENOUGH and any(one.startswith(word) for one in _furniture(words))):
        return "+"
    if word.upper() in PARTS:
        return word.upper()
    names = {letter: (plain(name), plain(words.term("part", name))) for letter, name in PARTS.items()}
    found = [
        letter
        for letter, called in names.items()
        if len(word) >= _ENOUGH and any(name.startswith(word) or _stem(word) == _stem(name) for name in called)
    ]
    return found[0] if len(found) == 1 else None


def _furniture(words: Words) -> tuple[str, str]:
    return "furniture", plain(words.term("line", "furniture"))


def _stem(word: str) -> str:
    """A word without the ending of several."""
    return word.removesuffix("s").removesuffix("ie").removesuffix("y")


def _wish(said: Sequence[int | str]) -> Wish:
    letter, *rest = said
    cost = next((int(one[1:]) for one in rest if isinstance(one, str)), 0)
    numbers = [one for one in rest if isinstance(one, int)]
    if letter == "+":
        spaces, *left = numbers or [0]
        return Wish("+", spaces, 0, cost or (left[0] if left else 0))
    column, row, last = (*numbers, 0, 0, 0)[:3]
    return Wish(str(letter), column, row, cost or last)

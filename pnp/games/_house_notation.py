"""House of Dice: what a player does in a round, and how it is written down."""

from __future__ import annotations

import re
from typing import NamedTuple

from pnp.games._house_rules import BONUSES, Rules
from pnp.strict import as_text, nearest, shown

Roll = tuple[int, ...]


class Draw(NamedTuple):
    """A part drawn in a cell, paid with a cost die."""

    part: str
    column: int
    row: int
    cost: int

    def __str__(self) -> str:
        return f"{self.part}{self.column}{self.row}${self.cost}"


class Furnish(NamedTuple):
    """Furniture spaces crossed out, paid with a cost die."""

    spaces: int
    cost: int

    def __str__(self) -> str:
        return f"+{self.spaces}${self.cost}"


Action = Draw | Furnish


class Move(NamedTuple):
    """A player's round: nothing (a pass), one action or, with `extra`, two; and the bonus claimed."""

    actions: tuple[Action, ...] = ()
    bonus: str = ""
    nudge: tuple[int, int] | None = None


PASS = Move()

_ACTION = r"([FDGWBRC])([0-9])([0-9])\$([0-9])|\+([0-9])\$([0-9])"
_FIND_ACTION = re.compile(_ACTION, re.ASCII)
_ACTIONS = re.compile(rf"-|(?:{_ACTION})+", re.ASCII)
_CLAIM = re.compile(rf"!({'|'.join(bonus.upper() for bonus in BONUSES)})")
_FORMS = "a move looks like W32$5, +4$1 or -, after a claimed bonus such as !free or !nudge3>4"


def parse_move(value: object) -> Move:
    """The move that a text says; blanks and the size of letters do not matter.

    >>> parse_move("W32$5")
    Move(actions=(Draw(part='W', column=3, row=2, cost=5),), bonus='', nudge=None)
    >>> text(parse_move("!NUDGE 3 > 4 w42 $5")), parse_move("-") == PASS
    ('!nudge3>4 W42$5', True)
    """
    plain = "".join(as_text(value).upper().split()).replace("–", "-").replace("−", "-")
    bonus, nudge, rest = _parse_claim(plain, value)
    if not _ACTIONS.fullmatch(rest):
        raise ValueError(f"{shown(value)} is no move; {_FORMS}")
    actions = tuple(_action(match) for match in _FIND_ACTION.finditer(rest))
    if bonus == "extra":
        if len(actions) != 2 or not isinstance(actions[1], Draw):
            raise ValueError(f"{shown(value)} draws no second part; !extra takes two, the last one a part")
    elif len(actions) > 1:
        raise ValueError(f"{shown(value)} does {len(actions)} things; a round has one, or two after !extra")
    return Move(actions, bonus, nudge)


def _parse_claim(plain: str, value: object) -> tuple[str, tuple[int, int] | None, str]:
    """The bonus that a move claims, what a nudge does, and the rest of the text."""
    if not plain.startswith("!"):
        return "", None, plain
    claim = _CLAIM.match(plain)
    if not claim:
        word = re.split(r"[\s$>+\d]", str(value).strip()[1:].strip().lower())[0]
        hint = nearest(word, BONUSES)
        raise ValueError(f"{shown(value)} claims an unknown bonus; there are {', '.join(BONUSES)}{hint}")
    bonus, rest = claim[1].lower(), plain[claim.end() :]
    if bonus != "nudge":
        return bonus, None, rest
    if not re.match(r"[0-9]>[0-9]", rest, re.ASCII):
        raise ValueError(f"{shown(value)} does not say which die counts what; !nudge3>4 makes a 3 count 4")
    return bonus, (int(rest[0]), int(rest[2])), rest[3:]


def _action(match: re.Match[str]) -> Action:
    if match[1]:
        return Draw(match[1], int(match[2]), int(match[3]), int(match[4]))
    return Furnish(int(match[5]), int(match[6]))


def text(move: Move) -> str:
    """A move in its canonical form: what `parse_move` reads.

    >>> text(Move((Draw("R", 4, 5, 6),), "free"))
    '!free R45$6'
    """
    words = [str(action) for action in move.actions] or ["-"]
    if move.bonus:
        nudge = f"{move.nudge[0]}>{move.nudge[1]}" if move.nudge else ""
        words.insert(0, f"!{move.bonus}{nudge}")
    return " ".join(words)


def parse_roll(value: object, rules: Rules) -> Roll:
    """The dice that counted in a round, as they are written: `2 4 6`, with or without blanks or commas."""
    digits = re.sub(r"[\s,]", "", as_text(value))
    faces = [int(digit) for digit in digits] if re.fullmatch(r"[0-9]*", digits, re.ASCII) else []
    if len(faces) != rules.dice or not all(1 <= face <= rules.faces for face in faces):
        allowed = f"a roll is {rules.dice} dice from 1 to {rules.faces} such as '2 4 6'"
        raise ValueError(f"{shown(value)} is no roll; {allowed}")
    return tuple(faces)

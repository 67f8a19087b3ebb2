"""What a player does in a round, and how it is written down."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from pnp.games.house_of_dice.parts import BONUSES
from pnp.strict import as_text, near, shown, wrong

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
_NUDGE = re.compile(r"[0-9]>[0-9]", re.ASCII)


def parse_move(value: object) -> Move:
    """The move that a text says; blanks and the size of letters do not matter.

    >>> parse_move("W32$5")
    Move(actions=(Draw(part='W', column=3, row=2, cost=5),), bonus='', nudge=None)
    >>> text(parse_move("!NUDGE 3 > 4 w42 $5")), parse_move("-") == PASS
    ('!nudge3>4 W42$5', True)
    """
    return _parsed(as_text(value))


@lru_cache(maxsize=1024)
def _parsed(written: str) -> Move:
    plain = "".join(written.upper().split()).replace("–", "-").replace("−", "-")
    bonus, nudge, rest = _parse_claim(plain, written)
    if not _ACTIONS.fullmatch(rest):
        wrong("no-move", written=shown(written))
    actions = tuple(_action(match) for match in _FIND_ACTION.finditer(rest))
    if bonus == "extra":
        if len(actions) != 2 or not isinstance(actions[1], Draw):
            wrong("no-move.second", written=shown(written))
    elif len(actions) > 1:
        wrong("no-move.several", written=shown(written), n=len(actions))
    return Move(actions, bonus, nudge)


def _parse_claim(plain: str, written: str) -> tuple[str, tuple[int, int] | None, str]:
    """The bonus that a move claims, what a nudge does, and the rest of the text."""
    if not plain.startswith("!"):
        return "", None, plain
    claim = _CLAIM.match(plain)
    if not claim:
        word = re.split(r"[\s$>+\d]", written.strip()[1:].strip().lower())[0]
        wrong("no-move.bonus", written=shown(written), bonuses=BONUSES, near=near(word, BONUSES))
    bonus, rest = claim[1].lower(), plain[claim.end() :]
    if bonus != "nudge":
        return bonus, None, rest
    if not _NUDGE.match(rest):
        wrong("no-move.nudge", written=shown(written))
    return bonus, (int(rest[0]), int(rest[2])), rest[3:]


def _action(match: re.Match[str]) -> Action:
    if match[1]:
        return Draw(match[1], int(match[2]), int(match[3]), int(match[4]))
    return Furnish(int(match[5]), int(match[6]))


@lru_cache(maxsize=1024)
def text(move: Move) -> str:
    """A move in its canonical form: what `parse_move` reads.

    >>> text(Move((Draw("R", 4, 5, 6),), "free"))
    '!free R45$6'
    """
    done = " ".join([str(action) for action in move.actions]) or "-"
    nudge = f"{move.nudge[0]}>{move.nudge[1]}" if move.nudge else ""
    return f"!{move.bonus}{nudge} {done}" if move.bonus else done


def parse_roll(value: object, dice: int, faces: int) -> Roll:
    """The dice that counted in a round, as they are written: `2 4 6`, with or without blanks or commas.

    >>> parse_roll("2 4,6", 3, 6)
    (2, 4, 6)
    """
    digits = re.sub(r"[\s,]", "", as_text(value))
    found = [int(digit) for digit in digits] if re.fullmatch(r"[0-9]*", digits, re.ASCII) else []
    if len(found) != dice or not all(1 <= face <= faces for face in found):
        wrong("no-roll", written=shown(value), dice=dice, faces=faces)
    return tuple(found)

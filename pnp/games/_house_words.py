"""House of Dice: what is said at a running table.

A seat says a move (`W32$5`, `+4$1`, `-` or `pass`, a claimed bonus first: `!free R45$6`), `reroll` or `!reroll`,
`withdraw` (takes its entry back), `absent`, `back` and, in the end, `vote 2` or `vote Bo`. The table says `reveal`,
`absent 2`, `back 2`, `close vote` and, before the first roll, `paper`. Blanks and the size of letters do not matter;
players are numbered from 1.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from pnp.games._house_notation import PASS, Move, parse_move
from pnp.games._house_notation import text as move_text
from pnp.strict import nearest, shown

ALONE = {word: word for word in ("reroll", "withdraw", "reveal", "paper")} | {"!reroll": "reroll"}
ALONE |= dict.fromkeys(("close", "closevote", "closethevote"), "close vote")
_OF_SOMEBODY = re.compile(r"\s*(vote|absent|back)\b\s*(.*?)\s*", re.IGNORECASE | re.DOTALL)
_VERB = re.compile(r"\s*[a-z]{4,}", re.IGNORECASE)


class Said(NamedTuple):
    """What somebody says: a verb, the player it is about or, for `enter`, the move."""

    verb: str
    who: str = ""
    move: Move = PASS


def parse(words: str) -> Said:
    """What words say; a ValueError tells what could be said.

    >>> [text(parse(words)) for words in ("w 32 $5", "pass", " ! REROLL ", "Vote  Bo", "close the vote")]
    ['W32$5', '-', 'reroll', 'vote Bo', 'close vote']
    """
    plain = "".join(words.lower().split())
    if plain in ALONE:
        return Said(ALONE[plain])
    if somebody := _OF_SOMEBODY.fullmatch(words):
        return Said(somebody[1].lower(), " ".join(somebody[2].split()))
    if plain == "pass":
        return Said("enter")
    if verb := _VERB.match(words):
        verbs = ("reroll", "withdraw", "absent", "back", "vote", "reveal", "close vote", "paper")
        hint = nearest(verb[0].strip().lower(), verbs)
        raise ValueError(
            f"{shown(words)} is not understood; there are moves such as W32$5 and {', '.join(verbs)}{hint}"
        )
    return Said("enter", "", parse_move(words))


def text(said: Said) -> str:
    """Words in their canonical form: what `parse` reads."""
    if said.verb == "enter":
        return move_text(said.move)
    return f"{said.verb} {said.who}".strip()


def known_as(name: str) -> str:
    """A name as it is compared: single blanks, small letters."""
    return " ".join(name.split()).casefold()


def seat_of(who: str, players: Sequence[str]) -> int:
    """The seat, from 0, that a name or a number from 1 means; a ValueError tells who is there.

    >>> seat_of("ANA", ["Ana", "Bo"]), seat_of("2", ["Ana", "Bo"])
    (0, 1)
    """
    names = [known_as(name) for name in players]
    if known_as(who) in names:
        return names.index(known_as(who))
    if who.isascii() and who.isdecimal() and len(who) <= 3 and 1 <= int(who) <= len(players):
        return int(who) - 1
    there = ", ".join(f"{number} {name}" for number, name in enumerate(players, 1))
    raise ValueError(f"{shown(who)} is no player; there are {there}" if who else f"nobody is named; there are {there}")

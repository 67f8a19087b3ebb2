"""What is said at a running table.

A seat says a move (`W32$5`, `+4$1`, `-` or `pass`, a claimed bonus first: `!free R45$6`), `reroll` or `!reroll`,
`withdraw` (takes its entry back), `absent`, `back` and, in the end, `vote 2` or `vote Bo`. The table says `reveal`,
`absent 2`, `back 2`, `close vote` and, before the first roll, `paper`. Blanks and the size of letters do not matter;
players are numbered from 1.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from pnp.games.house_of_dice.notation import PASS, Move, parse_move
from pnp.games.house_of_dice.notation import text as move_text
from pnp.strict import near, shown, wrong

VERBS = ("reroll", "withdraw", "absent", "back", "vote", "reveal", "close vote", "paper")
ALONE = {word: word for word in ("reroll", "withdraw", "reveal", "paper")} | {"!reroll": "reroll"}
ALONE |= dict.fromkeys(("close", "closevote", "closethevote"), "close vote")
_OF_SOMEBODY = re.compile(r"\s*(vote)\b\s*(.*?)\s*", re.IGNORECASE | re.DOTALL)
_VERB = re.compile(r"\s*[a-z]{4,}", re.IGNORECASE)


class Saying(NamedTuple):
    """What somebody says: a verb, the player it is about or, for `enter`, the move."""

    verb: str
    who: str = ""
    move: Move = PASS


@lru_cache(maxsize=1024)
def parse(words: str) -> Saying:
    """What words say; a ValueError tells what could be said.

    >>> [text(parse(words)) for words in ("w 32 $5", "pass", " ! REROLL ", "Vote  Bo", "close the vote")]
    ['W32$5', '-', 'reroll', 'vote Bo', 'close vote']
    """
    plain = "".join(words.lower().split())
    if plain in ALONE:
        return Saying(ALONE[plain])
    if somebody := _OF_SOMEBODY.fullmatch(words):
        return Saying(somebody[1].lower(), " ".join(somebody[2].split()))
    if plain == "pass":
        return Saying("enter")
    if verb := _VERB.match(words):
        wrong("unclear.verb", words=shown(words), verbs=VERBS, near=near(verb[0].strip().lower(), VERBS))
    return Saying("enter", "", parse_move(words))


def text(saying: Saying) -> str:
    """Words in their canonical form: what `parse` reads."""
    if saying.verb == "enter":
        return move_text(saying.move)
    return f"{saying.verb} {saying.who}".strip()

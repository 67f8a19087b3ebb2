"""The levels of bots as tastes: how much each hopes for, and how often it takes what comes to mind."""

from __future__ import annotations

from functools import lru_cache

from pnp.games.house_of_dice.hopes import Hopes
from pnp.games.house_of_dice.parts import PARTS
from pnp.games.house_of_dice.quick import tables_of
from pnp.games.house_of_dice.rules import Rules
from pnp.games.house_of_dice.taste import Taste

BLIND = Hopes(dict.fromkeys(PARTS, 0.0), space=0.0)
HOPEFUL = Hopes(
    {"F": 0.22, "D": 0.37, "G": 0.24, "W": 0.07, "B": 0.13, "R": 0.22, "C": 0.13},
    one=1.4,
    none=0.72,
    price=0.1,
    dear=0.28,
    short=1.0,
    space=0.6,
)
HOPES = {"beginner": BLIND, "easy": BLIND, "normal": HOPEFUL, "hard": HOPEFUL}
SLIPS = {"beginner": 192}
"""How often, of 256 times, a level takes what is best in the column that comes to mind."""
AIM = 0.9
"""Points that each part is worth on top to somebody who is after all of them."""


@lru_cache(maxsize=64)
def taste_of(rules: Rules, level: str, taste: int, rounds: int, aims: tuple[str, ...] = ()) -> Taste:
    """The taste of a bot, after all parts of some kinds if it has aims; its tables are kept for all its games."""
    if aims:
        return taste_of(rules, level, taste, rounds).after(tuple((part, AIM) for part in aims))
    return Taste(tables_of(rules), HOPES[level], rounds, SLIPS.get(level, 0), taste)

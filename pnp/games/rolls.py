"""Whether some faces can be those of exactly the dice that were to be rolled."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.games.seats import deny
from pnp.strict import shown
from pnp.words import Said


def check(dice: Sequence[tuple[Said | str, tuple[int | str, ...]]], faces: Sequence[int | str]) -> None:
    """Refuse faces that some dice, each its name and its faces, can't show: too few, too many, or none of theirs."""
    if len(faces) != len(dice):
        names = tuple(dict.fromkeys(name for name, _ in dice))
        # Dice that are all called the same are not listed.
        deny("wrong-dice", n=len(faces), wanted=len(dice), names=names if len(names) == len(dice) else ())
    for face, (name, sides) in zip(faces, dice, strict=True):
        # True equals 1 and is no face.
        if face not in sides or type(face) is not type(sides[sides.index(face)]):
            known = tuple(dict.fromkeys(sides))
            if known == tuple(range(1, len(known) + 1)):
                deny("wrong-face.range", die=name, face=shown(face), high=len(known))
            deny("wrong-face", die=name, face=shown(face), faces=known)

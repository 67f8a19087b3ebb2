"""What the tables of both modes share: a move as words, refusals of words that are none, faces as they are typed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pnp.games.dice_miner.dice import parse_face, plain
from pnp.games.play import Play
from pnp.games.seats import deny
from pnp.games.table_dice import Face
from pnp.strict import near, shown, wrong
from pnp.words import Said, say


class Move(NamedTuple):
    """A move by the word that it begins with, and what it names: a seat, a hero, a number of dice, dice."""

    kind: str
    what: Any = None


def check_verb(verb: str, words: str, known: Sequence[str]) -> None:
    """Refuse words that begin with none that is known."""
    if verb not in known:
        deny("unclear.verb", words=shown(words), verbs=tuple(known), near=near(verb, known))


def check_alone(verb: str, words: str) -> None:
    """Refuse what follows a word that stands alone."""
    if words:
        wrong("unclear.alone", words=shown(words), verb=repr(verb))


ROLLED_ONLY = ("take", "share", "spend", "done")
"""The words of several miners that are about dice which are rolled here."""
MOUNTAIN, ROLLED, ON_TABLE = "mountain", "rolled", "table"
"""The option that says where the mountain is: rolled here, or on the players' table."""


def is_rolled_here(options: Mapping[str, str]) -> bool:
    """Whether the mountain is rolled here."""
    where = options.get(MOUNTAIN, ON_TABLE).strip().lower()
    if where not in (ROLLED, ON_TABLE):
        wrong("wrong-option", option=MOUNTAIN, why=no_choice(where, (ROLLED, ON_TABLE)))
    return where == ROLLED


def no_choice(value: str, allowed: Sequence[str]) -> Said:
    """Why a value of an option is not allowed."""
    return say("no-choice", value=shown(value), allowed=tuple(allowed), near="")


class EitherModePlay(Play):
    """The playing of either mode: words of its own notation make a move, faces may be written as in documents."""

    def usual_options(self, dice: str) -> Mapping[str, str]:
        return {MOUNTAIN: ROLLED} if dice == "virtual" else {}

    def _check_roll(self, state: Any, faces: tuple[Face, ...]) -> None:
        super()._check_roll(state, tuple(map(_as_rolled, faces)))


def _as_rolled(value: Face) -> Face:
    """A face as dice have it, such as `beer` for `Beer`; what is no face at all stays."""
    try:
        return plain(parse_face(value))
    except ValueError:
        return value

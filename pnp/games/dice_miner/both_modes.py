"""What the tables of both modes share: a move as words, refusals of words that are none, faces as they are typed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from pnp.games.dice_miner.dice import parse_face, plain
from pnp.games.play import Face, Play
from pnp.games.seats import deny
from pnp.strict import near, shown, wrong


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


class EitherModePlay(Play):
    """The playing of either mode: words of its own notation make a move, faces may be written as in documents."""

    def _check_roll(self, state: Any, faces: tuple[Face, ...]) -> None:
        super()._check_roll(state, tuple(map(_as_rolled, faces)))


def _as_rolled(value: Face) -> Face:
    """A face as dice have it, such as `beer` for `Beer`; what is no face at all stays."""
    try:
        return plain(parse_face(value))
    except ValueError:
        return value

"""What somebody says is done as the rules take it or, where they don't, as the one thing that it can mean."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from pnp.games.play import Option
from pnp.play.engine import Answer, Table
from pnp.words import LANGUAGE, say


class Understood(NamedTuple):
    """What became of words; where they may mean several things, nothing, and these are the ways."""

    answer: Answer
    ways: tuple[Option, ...] = ()


def said(
    table: Table, seat: int | None, words: str, write: Callable[[str], Answer], language: str = LANGUAGE
) -> Understood:
    """Write words of a seat or of the table, exactly as they are or, if that is refused, as they are meant."""
    answer = write(words)
    if answer.ok or table.position.closed or answer.code in ("stale", "no-words"):
        return Understood(answer)
    ways = tuple(table.play.meant(table.state, seat, words, table.words(language)))
    if not ways:
        return Understood(answer)
    if len(ways) == 1:
        return Understood(write(ways[0].notation))
    return Understood(Answer(False, table.seq, say("several-ways", words=repr(words), n=len(ways))), ways)

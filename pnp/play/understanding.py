"""What somebody says is done as the rules take it or, where they don't, as the one thing that it can mean."""

from __future__ import annotations

from collections.abc import Callable, Sequence
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
    ways = () if answer.ok else instead(table, seat, words, answer, language)
    if not ways:
        return Understood(answer)
    return Understood(write(ways[0].notation)) if len(ways) == 1 else Understood(several(table, words, ways), ways)


def instead(
    table: Table, seat: int | None, words: str, refused: Answer, language: str = LANGUAGE
) -> tuple[Option, ...]:
    """What words may mean that were refused as they stand."""
    if table.position.closed or refused.code in ("stale", "no-words", "paused"):
        return ()
    ways = tuple(table.play.meant(table.state, seat, words, table.words(language)))
    return () if len(ways) == 1 and leaves_open(ways[0]) else ways


def leaves_open(option: Option) -> bool:
    """Return whether an option needs a number that only somebody at the table can read."""
    return option.asks is not None and option.asks.must


def several(table: Table, words: str, ways: Sequence[Option]) -> Answer:
    """Nothing was done, as words may mean several things."""
    return Answer(False, table.seq, say("several-ways", words=repr(words), n=len(ways)))

"""What may be done now, as pages are told it: what is wanted, and options with everything they say as data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from pnp.games.asks import Asks
from pnp.games.play import Option, Play, Wanted
from pnp.games.table_dice import in_a_row
from pnp.play.engine import Table
from pnp.words import Words

MOST_OPTIONS = 400
NO_LABELS: Mapping[str, str] = MappingProxyType({})


def legal(table: Table, seat: int | None, bonus: str = "") -> Sequence[Option]:
    """The legal actions of a seat or the table; with a bonus, those that claim it."""
    if table.position.closed:
        return ()
    if bonus and seat is not None:
        return table.play.options_with(table.state, seat, bonus)
    return table.play.options(table.state, seat, MOST_OPTIONS * 10)


def option(one: Option, words: Words, labels: Mapping[str, str] = NO_LABELS) -> dict[str, Any]:
    """An option for a page: how it is written, what it does in words, and everything it says as data.

    `labels` are what the fields are called that it may write in.
    """
    data = {**one._asdict(), "dice": dict(one.dice), "means": words.text(one.means), "where": labels.get(one.field)}
    if one.asks:
        data["asks"] = _asks(one.asks, words)
    return {name: value for name, value in data.items() if value not in ("", None, {})}


def _asks(asked: Asks, words: Words) -> dict[str, Any]:
    amounts, dice = ([{**one._asdict(), "what": words.text(one.what)} for one in some] for some in asked[1:4:2])
    return {
        "notation": asked.template,
        "what": words.text(asked.what),
        "amounts": amounts,
        "dice": dice,
        "none": asked.none,
    }


def questions_once(options: Iterable[Option]) -> Iterator[Option]:
    """Options of which those that ask for the same thing are one: they differ only in what stands for the answer."""
    asked: set[str] = set()
    for one in options:
        if one.asks:
            if one.asks.template in asked:
                continue
            asked.add(one.asks.template)
        yield one


def terms(options: Sequence[Option], bonuses: Sequence[str], words: Words) -> dict[str, str]:
    """What kinds of options, the jobs of their dice and bonuses are called, as far as the game has words for them."""
    kinds = dict.fromkeys(f"kind.{one.kind}" for one in options)
    jobs = dict.fromkeys(f"job.{job}" for one in options for job in one.dice)
    asked = [*kinds, *jobs, *(f"bonus.{bonus}" for bonus in bonuses)]
    return {key: found for key in asked if (found := words.sentence(key)) is not None}


def spread(play: Play, state: Any, seat: int | None, words: Words) -> list[dict[str, Any]]:
    """The dice as a page draws them: those of a seat, where each has its own, or those of the table."""
    own = () if seat is None else play.lying_for(state, seat)
    return [{**one._asdict(), "name": words.text(one.name)} for one in (in_a_row(own) if own else play.spread(state))]


def wanted(one: Wanted, words: Words) -> dict[str, Any]:
    return {"what": words.text(one.what), "example": one.example, "must": one.must, "secret": one.secret}

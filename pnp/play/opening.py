"""How a table is opened: the first event of its log, and what it says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pnp.edition import Edition, misfits, parse
from pnp.errors import CallError, InputError
from pnp.play import events, people
from pnp.play.events import Event
from pnp.strict import LONGEST_NAME, as_name, as_whole, said_by, shown
from pnp.words import Said, say

DICE = ("virtual", "physical")


class Opening(NamedTuple):
    """How a table was opened."""

    game: str
    players: tuple[str, ...]
    options: Mapping[str, str]
    dice: str
    commitment: str
    lobby: bool = False
    numbers: bool = False
    """Whether phones add numbers to the dice."""
    rulings: int = 1
    """The number of the rulings that it goes by; a log that does not say it was written before there were others."""
    pad: bool = False
    """Whether it is kept by pad."""


def read(first: Event) -> Opening:
    data = first.data
    if first.kind != "opened":
        raise InputError(say("no-opening.kind", kind=repr(first.kind)))
    try:
        players = tuple(as_name(name) for name in data["players"])
        options = {str(key): str(value) for key, value in data["options"].items()}
        promise = str(data.get("commitment", ""))
        lobby, numbers = data.get("lobby") is True, data.get("numbers") is True
        rulings = as_whole(data.get("rulings", 1), 1)
        flags = (lobby, numbers, rulings, data.get("pad") is True)
        opening = Opening(str(data["game"]), players, options, str(data["dice"]), promise, *flags)
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        why: Said | str = said_by(error) if isinstance(error, ValueError) else str(error)
        raise InputError(say("no-opening", why=why)) from None
    if opening.dice not in DICE:
        raise InputError(say("no-opening.dice", dice=repr(opening.dice), allowed=DICE))
    return opening


def opened(
    game: str,
    players: Sequence[str],
    options: Mapping[str, str],
    dice: str,
    promise: str,
    key: str,
    at: str,
    own: Mapping[str, Any] | None = None,
    lobby: bool = False,
    rulings: int = 1,
    numbers: bool = False,
    pad: bool = False,
) -> Event:
    """The first event of a table; with a lobby it waits for players until it is started."""
    folded = [people.looks(name) for name in players]
    if len(set(folded)) < len(folded):
        raise CallError(say("same-names"))
    if any(name.strip() != name or not name or len(name) > LONGEST_NAME for name in players):
        raise CallError(say("empty-name"))
    if unseen := [name for name in players if not people.is_visible(name)]:
        raise CallError(say("no-name.unseen", name=shown(unseen[0])))
    if wrong := [word for item in options.items() for word in item if not events.is_text(word)]:
        raise CallError(say("no-option.half", option=repr(wrong[0])))
    data: dict[str, Any] = {"game": game, "players": list(players), "options": dict(options)}
    data |= {"dice": dice, "commitment": promise}
    if rulings > 1:
        data["rulings"] = rulings
    if own:
        data["edition"] = dict(own)
    if lobby:
        data["lobby"] = True
    if numbers:
        data["numbers"] = True
    if pad:
        data["pad"] = True
    return events.sealed(events.FIRST_SEAL, 1, "opened", data, key, at)


def own_edition(first: Event) -> Edition:
    """The entries of edition data that a table was opened with, besides those that are shipped."""
    rows, game = first.data.get("edition", {}), str(first.data.get("game", ""))
    own, faults = parse({"game": game, "entries": rows} if isinstance(rows, dict) else {})
    if faults:
        raise InputError(say("no-opening.edition", why=faults[0].said))
    return own


def edition_of(first: Event, base: Edition) -> Edition:
    """The edition that a table is played by: the one that there is, with the entries that it was opened with."""
    own = own_edition(first)
    for name, wrong in misfits(own, base):
        raise InputError(say("no-opening.edition", why=say("fault", place=f"entries, {name}", message=wrong)))
    return base.overridden(own)


def own_entries(edition: Edition | None, base: Edition) -> dict[str, dict[str, Any]]:
    """The entries of an edition that differ from another one's, as a log keeps them."""
    changed = [] if edition is None else [entry for entry in edition if base.entries.get(entry.name) != entry]
    return {
        entry.name: {"kind": entry.kind, "text": entry.text, **({} if entry.value is None else {"value": entry.value})}
        for entry in changed
    }

"""How a table is opened: the first event of its log, and what it says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pnp.edition import Edition, parse
from pnp.errors import CallError, InputError
from pnp.play import events
from pnp.play.events import Event
from pnp.strict import LONGEST_NAME, as_name

DICE = ("virtual", "physical")


class Opening(NamedTuple):
    """How a table was opened."""

    game: str
    players: tuple[str, ...]
    options: Mapping[str, str]
    dice: str
    commitment: str
    lobby: bool = False


def read(first: Event) -> Opening:
    data = first.data
    if first.kind != "opened":
        raise InputError(f"event 1 is {first.kind!r}; a log begins with a table being opened")
    try:
        players = tuple(as_name(name) for name in data["players"])
        options = {str(key): str(value) for key, value in data["options"].items()}
        promise, lobby = str(data.get("commitment", "")), data.get("lobby") is True
        opening = Opening(str(data["game"]), players, options, str(data["dice"]), promise, lobby)
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise InputError(f"event 1 does not say how the table was opened: {error}") from None
    if opening.dice not in DICE:
        raise InputError(f"event 1: dice {opening.dice!r}; {' or '.join(DICE)} are allowed")
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
) -> Event:
    """The first event of a table; with a lobby it waits for players until it is started."""
    folded = [name.casefold() for name in players]
    if len(set(folded)) < len(folded):
        raise CallError("two players have the same name; each needs a name of their own")
    if any(name.strip() != name or not name or len(name) > LONGEST_NAME for name in players):
        raise CallError("a player's name is empty or has blanks around it")
    if wrong := [word for item in options.items() for word in item if not events.is_text(word)]:
        raise CallError(f"--option {wrong[0]!r}: there is half a character in it; whole ones are allowed")
    data: dict[str, Any] = {"game": game, "players": list(players), "options": dict(options)}
    data |= {"dice": dice, "commitment": promise}
    if own:
        data["edition"] = dict(own)
    if lobby:
        data["lobby"] = True
    return events.sealed(events.FIRST_SEAL, 1, "opened", data, key, at)


def own_edition(first: Event) -> Edition:
    """The entries of edition data that a table was opened with, besides those that are shipped."""
    rows, game = first.data.get("edition", {}), str(first.data.get("game", ""))
    own, faults = parse({"game": game, "entries": rows} if isinstance(rows, dict) else {})
    if faults:
        raise InputError(f"event 1: its edition data can't be read: {faults[0]}")
    return own


def own_entries(edition: Edition | None, base: Edition) -> dict[str, dict[str, Any]]:
    """The entries of an edition that differ from another one's, as a log keeps them."""
    changed = [] if edition is None else [entry for entry in edition if base.entries.get(entry.name) != entry]
    return {
        entry.name: {"kind": entry.kind, "text": entry.text, **({} if entry.value is None else {"value": entry.value})}
        for entry in changed
    }

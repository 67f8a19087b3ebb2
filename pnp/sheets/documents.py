"""Filled-in sheet documents: somebody's TOML or JSON, read strictly and judged by its game's rules."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pnp.edition import Edition
from pnp.errors import InputError, one_line
from pnp.games.game import Game
from pnp.games.library import SHIPPED, Library
from pnp.games.verdict import Verdict
from pnp.strict import UNKNOWN_KEY, Fault, Table, nearest, shown, toml

LARGEST = 1_000_000


def read_bytes(path: Path) -> bytes:
    """The bytes of a file that is not too large for a document."""
    try:
        with path.open("rb") as file:
            return file.read(LARGEST + 1)
    except OSError as error:
        raise InputError(f"{path}: can't be read: {error.strerror or error}") from None


def load(content: bytes, name: str) -> dict[str, Any]:
    """The tables of a document in TOML or JSON.

    >>> load(b'game = "yacht"', "a.toml"), load(b'{"game": "yacht"}', "a.json")
    ({'game': 'yacht'}, {'game': 'yacht'})
    """
    if len(content) > LARGEST:
        raise InputError(f"{name}: larger than {LARGEST // 1000} kB; a sheet document is at most that large")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{name}: byte {error.start} is not UTF-8; a document is UTF-8 text in TOML or JSON") from None
    is_json = name.endswith(".json") or (not name.endswith(".toml") and text.lstrip().startswith("{"))
    try:
        data = _json(text) if is_json else toml(text)
    except RecursionError:
        raise InputError(f"{name}: nested too deeply; a sheet document has a few levels") from None
    except ValueError as error:
        kind = "JSON" if is_json else "TOML"
        raise InputError(f"{name}: not readable as {kind}: {one_line(str(error))}") from None
    if not isinstance(data, dict):
        raise InputError(f"{name}: {shown(data)} is not a table; a document has keys such as game and player")
    return data


def _json(text: str) -> Any:
    import json

    return json.loads(text, object_pairs_hook=_once)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A table of JSON in which no key stands twice and none is null: TOML has neither."""
    table = dict(pairs)
    if None in table.values():
        empty = next(key for key, value in pairs if value is None)
        raise ValueError(f"the key {shown(empty)} is null; a key without a value is left out")
    if len(table) < len(pairs):
        keys = [key for key, _ in pairs]
        raise ValueError(f"the key {shown(next(key for key in keys if keys.count(key) > 1))} stands there twice")
    return table


def understand(
    data: dict[str, Any], name: str, edition: Edition | None = None, library: Library = SHIPPED
) -> tuple[Game, Any, Edition]:
    """The game a document is of, its own value for the document, and the edition it is judged by."""
    faults: list[Fault] = []
    table = Table(data, faults)
    wanted = table.text("game")
    if not faults and not library.has(wanted):
        known = library.names()
        table.fault(f"{shown(wanted)} has no rules; there are {', '.join(known)}{nearest(wanted, known)}", "game")
    if "game" not in data:
        # Whoever misspells the first key should read of that, not of what is missing.
        faults += [Fault((key,), f"{UNKNOWN_KEY}{hint}") for key in data if (hint := nearest(key, ["game"]))]
    if faults:
        raise refusal(name, faults)
    if edition is not None and edition.game != wanted:
        raise InputError(f"{name}: it is a document of {wanted}, the edition data is of {edition.game}")
    game = library.load(wanted)
    edition = edition or library.edition(wanted)
    document = game.read(table, edition)
    table.close()
    if faults:
        raise refusal(name, faults)
    return game, document, edition


def refusal(name: str, faults: list[Fault]) -> InputError:
    """One line for everything that is wrong in a document; an unknown key often explains the rest."""
    more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
    first = next((fault for fault in faults if fault.message.startswith(UNKNOWN_KEY)), faults[0])
    return InputError(one_line(f"{name}: {first}{more}"))


def judge(
    data: dict[str, Any], name: str = "document", edition: Edition | None = None, library: Library = SHIPPED
) -> Verdict:
    """What the rules say of a document."""
    game, document, edition = understand(data, name, edition, library)
    return game.judge(document, edition)

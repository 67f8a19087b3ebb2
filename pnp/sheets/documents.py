"""Filled-in sheet documents: somebody's TOML or JSON, read strictly and judged by its game's rules."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pnp.edition import Edition
from pnp.errors import InputError, not_utf8, one_line, unreadable
from pnp.games.game import Game
from pnp.games.library import SHIPPED, Library
from pnp.games.verdict import Verdict
from pnp.sheets import marks_documents
from pnp.strict import Fault, Table, WrongError, near, repeated_key, shown, toml, wrong
from pnp.words import Said, say

LARGEST = 1_000_000


def read_bytes(path: Path) -> bytes:
    """The bytes of a file that is not too large for a document."""
    try:
        with path.open("rb") as file:
            return file.read(LARGEST + 1)
    except OSError as error:
        raise unreadable(path, error) from None


def load(content: bytes, name: str) -> dict[str, Any]:
    """The tables of a document in TOML or JSON.

    >>> load(b'game = "yacht"', "a.toml"), load(b'{"game": "yacht"}', "a.json")
    ({'game': 'yacht'}, {'game': 'yacht'})
    """
    if len(content) > LARGEST:
        raise InputError(say("no-document.large", name=name, most=LARGEST // 1000))
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise not_utf8(name, error, say("no-document.text")) from None
    is_json = name.endswith(".json") or (not name.endswith(".toml") and text.lstrip().startswith("{"))
    try:
        data = _json(text) if is_json else toml(text)
    except RecursionError:
        raise InputError(say("no-document.deep", name=name)) from None
    except ValueError as error:
        why: Said | str = error.said if isinstance(error, WrongError) else one_line(str(error))
        raise InputError(say("no-document", name=name, format="JSON" if is_json else "TOML", why=why)) from None
    if not isinstance(data, dict):
        raise InputError(say("no-document.table", name=name, value=shown(data)))
    return data


def _json(text: str) -> Any:
    import json

    return json.loads(text, object_pairs_hook=_once)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A table of JSON in which no key stands twice and none is null: TOML has neither."""
    table = dict(pairs)
    if None in table.values():
        empty = next(key for key, value in pairs if value is None)
        wrong("null-key", key=shown(empty))
    if len(table) < len(pairs):
        wrong("twice", key=shown(repeated_key(pairs)))
    return table


def understand(
    data: dict[str, Any], name: str, edition: Edition | None = None, library: Library = SHIPPED
) -> tuple[Game, Any, Edition]:
    """The game a document is of, its own value for the document, and the edition it is judged by."""
    faults: list[Fault] = []
    table = Table(data, faults)
    wanted = table.text("game")
    if not faults and not library.has(wanted):
        known = tuple(library.names())
        table.fault(say("no-rules", game=shown(wanted), games=known, near=near(wanted, known)), "game")
    if "game" not in data:
        # Whoever misspells the first key should read of that, not of what is missing.
        faults += [Fault((key,), say("unknown-key", near=hint)) for key in data if (hint := near(key, ["game"]))]
    if faults:
        raise refusal(name, faults)
    if edition is not None and edition.game != wanted:
        raise InputError(say("other-edition", name=name, game=wanted, edition=edition.game))
    game = library.load(wanted)
    if marks_documents.is_one(data) and not isinstance(game, marks_documents.MarksGame):
        game = marks_documents.ByMarks(game)
    edition = edition or library.edition(wanted)
    edition = edition.as_of(table.whole("rulings", edition.rulings, 1, edition.rulings))
    document = game.read(table, edition)
    table.close()
    if faults:
        raise refusal(name, faults, game)
    return game, document, edition


def refusal(name: str, faults: list[Fault], game: Game | None = None) -> InputError:
    """One line for everything that is wrong in a document; an unknown key often explains the rest."""
    first = next((fault for fault in faults if _is_unknown(fault)), faults[0])
    said = say("faults", name=name, first=first.said, more=len(faults) - 1 or None)
    return InputError(said, game.words if game else None)


def _is_unknown(fault: Fault) -> bool:
    return isinstance(fault.message, Said) and fault.message.code == "unknown-key"


def judge(
    data: dict[str, Any], name: str = "document", edition: Edition | None = None, library: Library = SHIPPED
) -> Verdict:
    """What the rules say of a document."""
    game, document, edition = understand(data, name, edition, library)
    return game.judge(document, edition)

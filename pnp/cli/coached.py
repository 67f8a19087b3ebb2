"""What the coach is asked about: documents with dice, exported logs, or a table of this user."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from pnp.cli.documents import own_edition, read, source_of
from pnp.cli.language import spoken
from pnp.edition import Edition
from pnp.errors import CallError, InputError
from pnp.games.game import Game
from pnp.games.library import Library
from pnp.sheets import documents
from pnp.strict import near
from pnp.words import LANGUAGE, Words, of_rooms, say

if TYPE_CHECKING:
    from pnp.coach.decisions import Step
    from pnp.play.engine import Table


class Subject(NamedTuple):
    """A table that was played: its name, its game, the game's own value for it, edition, seats, words, library.

    `steps` is what its seats said and when, where there is a log of it, and `over` whether the game is.
    """

    name: str
    game: Game
    document: Any
    edition: Edition
    players: tuple[str, ...]
    words: Words
    library: Library
    steps: tuple[Step, ...] = ()
    over: bool = True

    def seat(self, player: str) -> int:
        """The seat of a player, by name or by number from 1."""
        known = [name.casefold() for name in self.players]
        if player.strip().casefold() in known:
            return known.index(player.strip().casefold())
        if player.isascii() and player.isdecimal() and 1 <= int(player) <= len(known):
            return int(player) - 1
        raise CallError(say("no-player", who=repr(player), players=self.players, near=near(player, self.players)))


def subjects(
    files: list[str], table: str, db: str, edition: Path | None, rules: Path | None, language: str
) -> Iterator[Subject]:
    """Everything that a call names."""
    if bool(files) == bool(table):
        raise CallError(say("name-one"))
    library = Library(rules)
    own = own_edition(edition, library)
    if table:
        from pnp.cli.play import found
        from pnp.cli.storage import open_tables

        with open_tables(db, edition, rules, new=False) as tables:
            one = found(tables, table, "")
            yield of_table(one, one.id, library, language)
    for name in files:
        yield _of_file(name, own, library, language)


def _of_file(name: str, own: Edition | None, library: Library, language: str) -> Subject:
    if name != "-" and (lines := _log_lines(Path(name))):
        from pnp.play import engine, events

        log = (event for _, event in events.read(lines, name))
        table = engine.replay(log, name, library, own)
        return of_table(table, name, library, language)
    return of_document(read(name, language), source_of(name, language), own, library, language)


def of_table(table: Table, name: str, library: Library, language: str) -> Subject:
    """A table by its log: corrections count as they say by now."""
    from pnp.coach.decisions import Step
    from pnp.play import correcting

    made = of_document(table.play.document(table.state), name, table.edition, library, language)
    said = [(here.state, now) for here, kind, now in correcting.counting(table) if kind == "said"]
    steps = [Step(state, now["seat"], now["words"]) for state, now in said if now["seat"] is not None]
    return made._replace(steps=tuple(steps), over=table.over)


def _log_lines(path: Path) -> list[str]:
    """The lines of an exported log; nothing for any other file."""
    try:
        with path.open(encoding="utf-8") as file:
            first = file.readline(10_000)
            if not first.startswith("{"):
                return []
            opened = json.loads(first)
            return [first, *file] if isinstance(opened, dict) and "seq" in opened else []
    except (OSError, ValueError):
        return []  # the document's own reader says what is wrong with it


def of_document(data: dict[str, Any], name: str, edition: Edition | None, library: Library, language: str) -> Subject:
    """A table by its document."""
    if not data:
        raise InputError(say("no-document-yet", name=name))
    game, document, its = documents.understand(data, name, edition, library)
    players = tuple(sheet.player for sheet in game.judge(document, its).sheets)
    words = spoken(language, game.words(language or LANGUAGE).of(players)).then(of_rooms(language or LANGUAGE))
    return Subject(name, game, document, its, players, words, library)

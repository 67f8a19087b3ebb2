"""A game that is a file: what a layout says under `[rules]`, with its edition and its words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from pnp.edition import Edition
from pnp.errors import InputError
from pnp.games.box_coaching import BoxCoaching, box_game
from pnp.games.codec import FieldRule, Marks
from pnp.games.game import Counted, Game, Papers
from pnp.games.rules import paper
from pnp.games.rules.declaration import Declaration, Functions, read_rules
from pnp.games.rules.document import Document, read_document
from pnp.games.rules.shapes import PrintedSheet, declare
from pnp.games.rules.turns_play import TurnsPlay
from pnp.games.rules.verdict import judge
from pnp.games.verdict import Verdict
from pnp.strict import Fault, Table
from pnp.words import NOTHING, say

Things = Mapping[str, Callable[[Any], Any]]
"""What reads the dice, cards and the like of documents, by the word that `things` has for them."""


class FileGame(Game):
    """The game of a layout file: printed, checked, counted and played without a line of Python.

    `functions` and `things` are for what no formula can say, such as straights and dice with symbols.
    """

    def __init__(
        self,
        source: str,
        data: Mapping[str, Any],
        printed: Sequence[PrintedSheet] = (),
        functions: Functions = NOTHING,
        things: Things = NOTHING,
    ) -> None:
        self.name, self.TITLE = str(data.get("game", "")), str(data.get("title", ""))
        self._data: Mapping[str, Any] = data.get("rules", {})
        self._printed, self._functions, self._things = printed, functions, things
        self._declared: tuple[Edition, Declaration] | None = None
        self.__file__ = source
        plain = self.declare(Edition(self.name)) if printed else None
        players = plain.players if plain else tuple(self._data.get("players", (1, 1)))
        self.PLAYERS = (players[0], players[1])
        self.ASIDE = tuple(self._data.get("optional", ()))
        self.PAD = "dice" not in self._data
        self.play = None if self.PAD else TurnsPlay(self.declare)
        self.WORDS = _words(plain, self._data)
        if not self.PAD and (plain is None or box_game(plain)):
            self.coaching = BoxCoaching(self.declare)

    def declare(self, edition: Edition) -> Declaration:
        """The declaration by the numbers of an edition."""
        if self._declared is None or self._declared[0] is not edition:
            faults: list[Fault] = []
            found = declare(Table(self._data, faults, ("rules",)), self.name, edition, self._printed, self._functions)
            if faults:
                raise InputError(say("fault", place=self.__file__, message=faults[0].said))
            self._declared = edition, found
        return self._declared[1]

    def fields(self, edition: Edition) -> Mapping[str, Mapping[str, FieldRule]]:
        if self._printed:
            return {page.name: page.rules for page in self._printed}
        return paper.fields_of(self.declare(edition))

    def read(self, table: Table, edition: Edition) -> Document:
        return read_document(self.declare(edition), table, self._things)

    def judge(self, document: Document, edition: Edition) -> Verdict:
        return judge(self.declare(edition), document)

    def marks(self, document: Document, edition: Edition) -> list[tuple[str, Marks]]:
        return paper.filled(self.declare(edition), document)

    def count(self, papers: Papers, edition: Edition) -> Counted:
        """What paper comes to."""
        return paper.count(self.declare(edition), papers)


def _words(declaration: Declaration | None, data: Mapping[str, Any]) -> dict[str, dict[str, str]]:
    """What areas and lines are called: by the rules' own words, or as they are printed."""
    words: dict[str, dict[str, str]] = {}
    for language, own in (declaration.words if declaration else data.get("words", {})).items():
        words[language] = dict(own)
    return words


def shipped_game(path: Path) -> FileGame:
    """The game of a layout that comes with the program and gives its areas a shape itself."""
    return FileGame(str(path), read_rules(path))

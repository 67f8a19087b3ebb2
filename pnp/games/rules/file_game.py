"""A game that is a file: what a layout says under `[rules]`, with its edition and its words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from pnp.edition import Edition
from pnp.errors import InputError
from pnp.games.box_coaching import BoxCoaching, box_game
from pnp.games.codec import FieldRule, Marks
from pnp.games.game import Counted, Game, MarkRules, Papers
from pnp.games.rules import paper
from pnp.games.rules.declaration import Declaration, Functions, text_of_rules
from pnp.games.rules.document import Document, read_document
from pnp.games.rules.formula import FormulaError
from pnp.games.rules.mark_rules import FileMarkRules
from pnp.games.rules.shapes import PrintedSheet, declare
from pnp.games.rules.turns_play import TurnsPlay
from pnp.games.rules.verdict import judge
from pnp.games.verdict import Verdict
from pnp.strict import Fault, Table, toml
from pnp.words import LANGUAGE, NOTHING, say

Things = Mapping[str, Callable[[Any], Any]]
"""What reads the dice, cards and the like of documents, by the word that `things` has for them."""

T = TypeVar("T")


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
        edition: Edition | None = None,
    ) -> None:
        self.name, self.TITLE = str(data.get("game", "")), str(data.get("title", ""))
        self._data: Mapping[str, Any] = data.get("rules", {})
        self._printed, self.functions, self.things = printed, functions, things
        self._sheets = tuple(data.get("sheets", {}))
        self._declared: tuple[Edition, Declaration] | None = None
        self.__file__ = source
        plain = self.declare(edition or Edition(self.name)) if printed else None
        players = plain.players if plain else tuple(self._data.get("players", (1, 1)))
        self.PLAYERS = (players[0], players[1])
        self.ASIDE = tuple(self._data.get("optional", ()))
        self.PAD = "dice" not in self._data
        self.WORDS = _words(plain, self._data)
        if not self.PAD:
            self.play = TurnsPlay(self.declare, self._data.get("turn", ""))
            if plain is None or box_game(plain):
                self.coaching = BoxCoaching(self.declare)

    def declare(self, edition: Edition) -> Declaration:
        """The declaration by the numbers of an edition."""
        if self._declared is None or self._declared[0].entries != edition.entries:
            faults: list[Fault] = []
            table, checked = Table(self._data, faults, ("rules",)), bool(self._printed)
            found = declare(table, self.name, edition, self._printed, self.functions, checked)
            if faults:
                raise InputError(say("fault", place=self.__file__, message=faults[0].said))
            self._declared = edition, found
        return self._declared[1]

    def fields(self, edition: Edition) -> Mapping[str, Mapping[str, FieldRule]]:
        if self._printed:
            return {page.name: page.rules for page in self._printed}
        return {**dict.fromkeys(self._sheets, NOTHING), **self._ask(paper.fields_of, edition)}

    def read(self, table: Table, edition: Edition) -> Document:
        return self._ask(read_document, edition, table, self.things)

    def judge(self, document: Document, edition: Edition) -> Verdict:
        return self._ask(judge, edition, document)

    def marks(self, document: Document, edition: Edition) -> list[tuple[str, Marks]]:
        return self._ask(paper.filled, edition, document)

    def mark_rules(self, edition: Edition) -> MarkRules:
        return FileMarkRules(self.declare(edition), self.fields(edition))

    def count(self, papers: Papers, edition: Edition) -> Counted:
        """What paper comes to."""
        return self._ask(paper.count, edition, papers)

    def _ask(self, question: Callable[..., T], edition: Edition, *about: Any) -> T:
        """What the rules say, or one line where a formula can't be worked out with the numbers of an edition."""
        try:
            return question(self.declare(edition), *about)
        except FormulaError as error:
            raise InputError(say("fault", place=self.__file__, message=error.said)) from None


def _words(declaration: Declaration | None, data: Mapping[str, Any]) -> dict[str, dict[str, str]]:
    """What areas, boxes and lines are called: by the rules' own words, or as they are printed."""
    own = declaration.words if declaration else data.get("words", {})
    words: dict[str, dict[str, str]] = {language: dict(sentences) for language, sentences in own.items()}
    if declaration is not None:
        boxes = ((area, box) for area in declaration.areas.values() for box in area.boxes)
        printed = {f"line.{area.line(box)}": area.label_of(box) for area, box in boxes}
        kinds = {f"kind.mark.{area.id}": area.label for area in declaration.areas.values()}
        words[LANGUAGE] = {**printed, **kinds, **words.get(LANGUAGE, {})}
    return words


def shipped_game(path: Path) -> FileGame:
    """The game of a layout that comes with the program and gives its areas a shape itself."""
    return FileGame(str(path), toml(text_of_rules(path.read_text(encoding="utf-8"))))

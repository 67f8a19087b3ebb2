"""What the rules of a game offer to the other rooms: a base class with plain answers, for games to override."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from pnp import words
from pnp.edition import Edition
from pnp.games.codec import Codec, FieldRule, Mark, Marks
from pnp.games.seats import Refusal
from pnp.games.verdict import Verdict
from pnp.strict import Table
from pnp.words import Words


class Papers(NamedTuple):
    """What stands on the paper of a table: its players, the pads they share and each one's own sheets, by name."""

    players: tuple[str, ...]
    table: Mapping[str, Marks]
    own: tuple[Mapping[str, Marks], ...]


class Counted(NamedTuple):
    """What paper comes to: the rules' answer, and what the boxes that follow from others should say, by sheet."""

    verdict: Verdict
    table: Mapping[str, Marks]
    own: tuple[Mapping[str, Marks], ...]


class MarkRules:
    """What the rules of a game say of single marks on paper, as they are written: plainly nothing."""

    def covers(self, sheet: str, id: str) -> bool:
        """Whether there are rules for what may be written next into a field, so that it is filled in by itself."""
        del sheet, id
        return False

    def refusal(self, papers: Papers, seat: int | None, sheet: str, id: str, mark: Mark) -> Refusal | None:
        """Why a mark may not be made now on a sheet of a seat, or with None of the table; None where it may."""
        del papers, seat, sheet, id, mark
        return None

    def next_marks(self, papers: Papers, seat: int) -> Iterator[tuple[str, str, Mark]]:
        """The marks that a seat may make next, by sheet and field, as far as they can be said in advance."""
        del papers, seat
        return iter(())


class Game:
    """The rules of a game: a folder has one in `game`, and so has a module with the whole of a small game."""

    TITLE = ""
    PLAYERS = (1, 6)
    WORDS: Mapping[str, Mapping[str, str]] = {}
    """What its codes say, by language, where a game is one module; a folder has `words.LANGUAGE.json` instead."""
    PICTURE = ""
    """The block of its main sheet that is worth a picture of its own; without one it is the whole sheet."""
    PAD = False
    """Whether a table is kept by pad unless somebody asks for the game turn by turn."""
    ASIDE: tuple[str, ...] = ()
    """Boxes of a pad that need not be filled in: patterns of their ids, without the player's column."""
    PAGE = ""
    """A script beside the rules that shows the round on a phone; without one it is made of what the game offers."""
    __file__ = ""

    def sheets(self, edition: Edition) -> Mapping[str, Codec]:
        """The codec of each sheet, by the sheet's name."""
        del edition
        return {}

    def fields(self, edition: Edition) -> Mapping[str, Mapping[str, FieldRule]]:
        """The fields of each sheet of the game, by the sheet's name and the field's id."""
        return {name: codec.fields for name, codec in self.sheets(edition).items()}

    def read(self, table: Table, edition: Edition) -> Any:
        """The game's own value for a sheet document; what is wrong goes to the table's faults."""
        del edition
        table.fault(words.say("no-documents", game=self.TITLE))

    def judge(self, document: Any, edition: Edition) -> Verdict:
        """What the rules say of a document: problems, scores, ranking."""
        del document
        return Verdict(edition.game, ())

    def marks(self, document: Any, edition: Edition) -> list[tuple[str, Marks]]:
        """The marks of each sheet of a document, filled in with its scores, with the sheet's name."""
        del document, edition
        return []

    def mark_rules(self, edition: Edition) -> MarkRules:
        """What the rules say of single marks, for tables that are kept by pad."""
        del edition
        return MarkRules()

    count: Any = None
    """`count(papers, edition)` gives what the paper of a table comes to, as `Counted`; a game may be without it."""

    play: Any = None
    """The playing of the game, a `Play`; a folder imports it when somebody asks. None: only printed and checked."""

    coaching: Any = None
    """What the game offers to the coach, a `Coaching`; without it bots play by what the table offers."""

    @property
    def folder(self) -> Path:
        """Where the game's own files lie."""
        return Path(self.__file__ or str(sys.modules[type(self).__module__].__file__)).parent

    def words(self, language: str = words.LANGUAGE) -> Words:
        """The words of a language for what this game says."""
        own = words.of_folders(language, self.folder)
        if not self.WORDS:
            return own
        found = [self.WORDS[one] for one in dict.fromkeys((language, words.LANGUAGE)) if one in self.WORDS]
        return Words(language, [*found, *own.catalogues])


_NOT_OFFERED = ("words", "sheets")
"""What these names stand for in a module of functions is its own affair."""


class GameOfModules(Game):
    """A game in a folder whose modules `rules`, `document` and `paper` answer; they take rules, not an edition."""

    rules: Any
    document: Any
    paper: Any

    def sheets(self, edition: Edition) -> Mapping[str, Codec]:
        found: Mapping[str, Codec] = self.paper.sheets(self.rules.rules_of(edition))
        return found

    def read(self, table: Table, edition: Edition) -> Any:
        return self.document.read(table, self.rules.rules_of(edition))

    def judge(self, document: Any, edition: Edition) -> Verdict:
        found: Verdict = self.document.judge(document, self.rules.rules_of(edition))
        return found

    def marks(self, document: Any, edition: Edition) -> list[tuple[str, Marks]]:
        found: list[tuple[str, Marks]] = self.paper.marks(document, self.rules.rules_of(edition))
        return found

    def count(self, papers: Papers, edition: Edition) -> Counted:
        found: Counted = self.paper.count(papers, self.rules.rules_of(edition))
        return found


def as_game(module: Any) -> Game:
    """The game of a module: its `game`, or one made of the names that the module has."""
    made = getattr(module, "game", None)
    if isinstance(made, Game):
        return made
    plain = Game()
    own = {name: value for name, value in vars(module).items() if name[:1] != "_" and name not in _NOT_OFFERED}
    plain.__dict__.update(own)
    plain.__dict__["play"] = getattr(module, "play", None)
    plain.__dict__["__file__"] = getattr(module, "__file__", None) or ""
    return plain

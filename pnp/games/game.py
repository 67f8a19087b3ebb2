"""What a rules module offers to the other rooms."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol

from pnp.edition import Edition
from pnp.games.verdict import Verdict
from pnp.strict import Table

Mark = str | int | bool
Marks = Mapping[str, Mark]
"""What a player has written, by field id: a choice's value, a number, a cross, a tally's count, a text."""

FIELD_KINDS = ("choice", "number", "cross", "tally", "text")


class FieldRule(NamedTuple):
    """What may be written in a field: its kind, the values of a choice, the highest count of a tally."""

    kind: str
    choices: tuple[str, ...] = ()
    most: int = 0


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


class Game(Protocol):
    """A rules module. Its file name is the game's name: `house_of_dice.py` is `house-of-dice`."""

    TITLE: str
    PLAYERS: tuple[int, int]

    def fields(self, edition: Edition) -> Mapping[str, Mapping[str, FieldRule]]:
        """The fields of each sheet of the game, by the sheet's name and the field's id."""
        ...

    def read(self, table: Table, edition: Edition) -> Any:
        """The game's own value for a sheet document; what is wrong goes to the table's faults."""
        ...

    def judge(self, document: Any, edition: Edition) -> Verdict:
        """What the rules say of a document: problems, scores, ranking."""
        ...

    def marks(self, document: Any, edition: Edition) -> list[tuple[str, Marks]]:
        """The marks of each sheet of a document, filled in with its scores, with the sheet's name."""
        ...

    def count(self, papers: Papers, edition: Edition) -> Counted:
        """What the paper of a table comes to, the inverse of `marks`; a game from outside may be without it."""
        ...

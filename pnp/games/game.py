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

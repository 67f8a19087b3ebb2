"""Dice Manor: sheets judged and scored, plans of manors, and the table that plays it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from pnp.edition import Edition
from pnp.games.codec import Codec, Marks
from pnp.games.dice_manor.rules import PLAYERS, rules_of
from pnp.games.game import Counted, Game, Papers
from pnp.games.verdict import Verdict
from pnp.strict import Table

if TYPE_CHECKING:
    from pnp.games.dice_manor.sheet import Document
    from pnp.games.dice_manor.table import DiceManorPlay


class DiceManor(Game):
    """The rules of Dice Manor."""

    TITLE = "Dice Manor"
    PLAYERS = PLAYERS
    PAD = True

    def sheets(self, edition: Edition) -> Mapping[str, Codec]:
        from pnp.games.dice_manor.paper import sheets

        return sheets(rules_of(edition))

    def read(self, table: Table, edition: Edition) -> Document:
        from pnp.games.dice_manor.document import read

        return read(table, rules_of(edition))

    def judge(self, document: Document, edition: Edition) -> Verdict:
        from pnp.games.dice_manor.problems import judge

        return judge(document, rules_of(edition))

    def marks(self, document: Document, edition: Edition) -> list[tuple[str, Marks]]:
        from pnp.games.dice_manor.paper import marks

        return marks(document, rules_of(edition))

    def count(self, papers: Papers, edition: Edition) -> Counted:
        """What the score pad of a table and its trackers come to as they are filled in on paper."""
        from pnp.games.dice_manor.paper import count

        return count(papers, rules_of(edition))

    @cached_property
    def play(self) -> DiceManorPlay:
        """The playing of the game, loaded when somebody plays."""
        from pnp.games.dice_manor.table import DiceManorPlay

        return DiceManorPlay()


game = DiceManor()

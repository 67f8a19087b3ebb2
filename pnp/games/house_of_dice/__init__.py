"""House of Dice: everybody draws a house with the same three dice."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from pnp.edition import Edition
from pnp.games.codec import FieldRule, Marks
from pnp.games.game import Counted, Game, Papers
from pnp.games.verdict import Verdict
from pnp.strict import Table

if TYPE_CHECKING:
    from pnp.games.coaching import Coaching
    from pnp.games.play import Play


class HouseOfDice(Game):
    """The rules of House of Dice, as far as other rooms ask for them."""

    TITLE = "House of Dice"
    PLAYERS = (2, 6)
    PICTURE = "house"
    PAGE = "round.js"

    def fields(self, edition: Edition) -> Mapping[str, Mapping[str, FieldRule]]:
        from pnp.games.house_of_dice.paper import bonus_codec
        from pnp.games.house_of_dice.rules import rules_of
        from pnp.games.rules.paper import fields_of

        rules = rules_of(edition)
        return {**fields_of(rules.declaration), "bonus": bonus_codec(rules).fields, "summary": {}}

    def read(self, table: Table, edition: Edition) -> Any:
        from pnp.games.house_of_dice.document import read
        from pnp.games.house_of_dice.rules import rules_of

        return read(table, rules_of(edition))

    def judge(self, document: Any, edition: Edition) -> Verdict:
        from pnp.games.house_of_dice.judge import judge
        from pnp.games.house_of_dice.rules import rules_of

        return judge(document, rules_of(edition))

    def marks(self, document: Any, edition: Edition) -> list[tuple[str, Marks]]:
        """A play sheet for each seat, filled in and scored, with every part as it was drawn, legal or not."""
        from pnp.games.house_of_dice.paper import play_marks
        from pnp.games.house_of_dice.rules import rules_of

        rules = rules_of(edition)
        seats = zip(document.seats, self.judge(document, edition).sheets, strict=True)
        return [("play", play_marks(seat.sheet, seat.player, judged.score, rules)) for seat, judged in seats]

    def count(self, papers: Papers, edition: Edition) -> Counted:
        """What the sheets of a table come to as they are filled in on paper."""
        from pnp.games.house_of_dice.paper import count
        from pnp.games.house_of_dice.rules import rules_of

        return count(papers, rules_of(edition))

    @cached_property
    def play(self) -> Play:
        """The playing of the game, imported when somebody asks for it: checking a sheet does without."""
        from pnp.games.house_of_dice.table import HouseOfDicePlay

        return HouseOfDicePlay()

    @cached_property
    def coaching(self) -> Coaching:
        """What the game offers to the coach, imported when somebody asks for it."""
        from pnp.games.house_of_dice.coaching import HouseCoaching

        return HouseCoaching()


game = HouseOfDice()

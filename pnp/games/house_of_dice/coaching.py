"""What the game offers to the coach: bots, many games, and questions for the solver."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pnp.edition import Edition
from pnp.games.coaching import LEVELS, Audit, Bot, Coaching, Question, Run, Tally, Thought
from pnp.games.game import Papers
from pnp.games.house_of_dice.rules import rules_of
from pnp.words import Said


class HouseCoaching(Coaching):
    """The coaching of House of Dice."""

    MEANS: Mapping[str, float] = {"beginner": 35.7, "easy": 39.0, "normal": 44.9, "hard": 46.6}
    PAR: Mapping[int, tuple[float, float]] = {24: (51.3, 2.8), 25: (53.2, 3.2)}
    RULINGS = ("garage", "grid", "no-gravity", "furniture-track", "furniture-full", "pass", "circles", "extra", "nudge")

    def bot(self, level: str, taste: int, players: int, edition: Edition) -> Bot | None:
        from pnp.games.house_of_dice.bots import HouseBot

        del players, edition
        return HouseBot(level, taste) if level in LEVELS else None

    def simulate(
        self, bots: Sequence[tuple[str, int]], seed: int, games: range, edition: Edition, run: Run | None = None
    ) -> Tally | None:
        from pnp.games.house_of_dice.many_games import many_games

        return many_games(bots, seed, games, rules_of(edition), run)

    def par(self, document: Any, edition: Edition, seat: int | None, bonuses: bool, after: int = 0) -> Question | None:
        from pnp.games.house_of_dice.questions import par_of

        return par_of(document, rules_of(edition), seat, bonuses, after)

    def rounds(self, document: Any) -> int:
        rolled: int = len(document.rolls)
        return rolled

    def moves(self, document: Any, edition: Edition, seat: int) -> Sequence[str]:
        from pnp.games.house_of_dice.notation import text

        del edition
        return [text(move) for move in (document.seats[seat].moves or ())[: len(document.rolls)]]

    def means(self, moves: Sequence[str], edition: Edition) -> Sequence[Said | str]:
        from pnp.games.house_of_dice.looking_back import meanings

        return meanings(moves, rules_of(edition))

    def thought(self, document: Any, edition: Edition, seat: int, number: int) -> Thought | None:
        from pnp.games.house_of_dice.looking_back import thought_of

        return thought_of(document, rules_of(edition), seat, number)

    def on_paper(self, state: Any, papers: Papers, edition: Edition) -> Any:
        from pnp.games.house_of_dice.audit import on_paper

        return on_paper(state, papers, rules_of(edition))

    def audit(self, document: Any, edition: Edition, seat: int) -> Audit | None:
        from pnp.games.house_of_dice.audit import audit_of

        return audit_of(document, rules_of(edition), seat)

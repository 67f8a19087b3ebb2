"""Bots at the table: a state becomes a scene, the choice becomes words."""

from __future__ import annotations

from pnp.edition import Edition
from pnp.games.coaching import Bot, Hint
from pnp.games.house_of_dice.awards import Prospects
from pnp.games.house_of_dice.levels import taste_of
from pnp.games.house_of_dice.moves import claimable, first_move
from pnp.games.house_of_dice.notation import PASS, Move, text
from pnp.games.house_of_dice.parts import BONUSES, MOST_OF
from pnp.games.house_of_dice.playing_on import Position, chosen
from pnp.games.house_of_dice.quick import tables_of
from pnp.games.house_of_dice.rules import Rules, active, rules_of
from pnp.games.house_of_dice.sheet import Sheet, empty
from pnp.games.house_of_dice.state import State
from pnp.games.house_of_dice.thinking import Scene, Thinker

GAMES = 80
"""The games that the hardest level plays on for each choice, at least."""
HINTS = 80
"""The same for a hint, which is asked for once."""
TOLD = 3
"""The moves that a hint tells of."""
_USUAL = {"W": 1.5, "B": 6.0}
"""How many of a part that bonuses count players have in the end, more or less."""


class HouseBot(Bot):
    """A bot of one level and taste; all that it knows is what everybody at the table may see."""

    def choose(self, state: State, seat: int) -> str:
        if not _is_due(state, seat):
            return ""
        scene = scene_of(state, seat)
        if scene is None:
            return text(first_move(state.sheets[seat], state.roll, state.rules))
        return text(self.move(scene, state.rules, state.rounds))

    def move(self, scene: Scene, rules: Rules, rounds: int) -> Move:
        """What the bot does in a scene."""
        if self.level == "hard":
            return Thinker(rules, rounds, self.taste, GAMES).tried(scene)[0].move
        taste = taste_of(rules, self.level, self.taste, rounds)
        action = chosen(taste, scene.position, scene.roll, scene.number)
        return Move((action,)) if action else PASS

    def prepare(self, players: int, edition: Edition) -> None:
        rules = rules_of(edition)
        start, free = position_of(empty(rules), rules), BONUSES[1:]
        if start is None or self.level != "hard":
            return
        prospects = Prospects((), free, rules.bonuses, rules.rounds(players) // players)
        for roll in range(0, len(tables_of(rules).rolls), 14):
            self.move(Scene(start, roll, 0, prospects, True), rules, rules.rounds(players))

    def hints(self, state: State, seat: int) -> list[Hint]:
        if not _is_due(state, seat, again=True) or (scene := scene_of(state, seat)) is None:
            return []
        tried = Thinker(state.rules, state.rounds, self.taste, HINTS, kept=TOLD).tried(scene)
        most = max(len(one.worth) for one in tried)  # whatever stopped early seems better than it is, or worse
        return sorted((one.hint for one in tried if len(one.worth) == most), key=lambda hint: -hint.expected)


def _is_due(state: State, seat: int, again: bool = False) -> bool:
    return bool(state.roll) and not state.over and state.plays(seat) and (again or state.entries[seat] is None)


def position_of(sheet: Sheet, rules: Rules) -> Position | None:
    """A sheet as it is played on; None for one that no game leads to."""
    tables = tables_of(rules)
    keys = tables.keys(sheet.house)
    return Position(keys, sheet.cost, min(sheet.furniture, rules.spaces), tables.flags(keys)) if keys else None


def scene_of(state: State, seat: int) -> Scene | None:
    """Where a seat chooses; None where its house is none that a game leads to."""
    position = position_of(state.sheets[seat], state.rules)
    if position is None:
        return None
    sheet, rules, players = state.sheets[seat], state.rules, len(state.players)
    free = [one for one in claimable(sheet, rules) if state.circles_left(one) > 0 and one != "reroll"]
    turns = sum(active(number, players, state.joined) == seat for number in range(state.number, state.rounds + 1))
    claims = rules.bonuses - len(sheet.bonuses)
    others = [one for at, one in enumerate(state.sheets) if at != seat]
    prospects = Prospects(sheet.bonuses, tuple(free), claims, turns, most_of(others, state.number - 1, state.rounds))
    roll = tables_of(rules).number[tuple(sorted(state.roll))]
    may_claim = seat == state.active and not state.rerolled
    return Scene(position, roll, state.number - 1, prospects, may_claim)


def most_of(others: list[Sheet], played: int, rounds: int) -> tuple[tuple[str, int], ...]:
    """How many of each part that bonuses count the others may have in the end."""
    left = (rounds - played) / rounds
    return tuple(
        (bonus, max((round(one.house.count(part) + left * _USUAL[part]) for one in others), default=0))
        for bonus, part in MOST_OF.items()
    )

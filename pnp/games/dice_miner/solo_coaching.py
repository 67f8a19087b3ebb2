"""The coaching of a miner alone: bots that draft from a mountain that is rolled here, and what drafts are worth.

What is to be expected rests on how often each face is rolled; where nobody knows that, on the stand-in of the edition.
"""

from __future__ import annotations

import random
from collections.abc import Container, Mapping, Sequence
from math import sqrt
from typing import NamedTuple

import pnp.games.dice_miner.solo_mountain as here
from pnp.edition import Edition
from pnp.games.coaching import Bot, Coaching, Hint, Run, Tally
from pnp.games.dice_miner import solo_moves as moves
from pnp.games.dice_miner.both_modes import MOUNTAIN, ROLLED
from pnp.games.dice_miner.dice import sequences
from pnp.games.dice_miner.mountain import Place, made_up
from pnp.games.dice_miner.solo_moves import MINE, OVER, SoloState, SoloTrove, scope_of
from pnp.games.dice_miner.solo_table import SoloPlay

GAMES, LOOKED_AT = 16, 3
"""The games that are played on for a hint, for so many of the choices that seem best."""


class Hopes(NamedTuple):
    """Shares of the points that may come: of a straight that is begun, a tool without a hazard, the room of a chest."""

    straight: float = 0.0
    tool: float = 0.0
    chest: float = 0.0


HOPES = {"beginner": Hopes(), "easy": Hopes(), "normal": Hopes(0.8, 2.0, 0.4)}


def promise(trove: SoloTrove, state: SoloState, hopes: Hopes) -> float:
    """What a trove is worth with what may come of it."""
    rules = state.rules
    value = float(scope_of(trove, rules).total)
    if hopes.straight:
        length = rules.straight_end - rules.straight_start + 1
        ends = [end for end in sequences(trove.tunnel, rules.straight_start) if end < rules.straight_end]
        begun = sum(((end - rules.straight_start + 1) / length) ** 2 for end in ends)
        value += hopes.straight * rules.straight_points * begun
    free = sum(face.symbol in rules.neutralizes.values() for face in trove.tool) - len(trove.hazard)
    room = trove.chests * rules.chest_room - len(trove.cached)
    return value + hopes.tool * rules.hazard_points * max(0, free) + hopes.chest * rules.cached_points * max(0, room)


def _ranked(state: SoloState, level: str, chance: random.Random) -> list[here.OfPlace]:
    """What may be done, what a level likes best first: drafts, then magic, then another mountain, and the end."""
    found = [*here.drafts(state)] if not state.owed else []
    chance.shuffle(found)
    if level != "beginner":
        worth = {one: promise(_trove_after(state, one), state, HOPES[level]) for one in found}
        found.sort(key=lambda one: -worth[one])
    rest = [one for one in here.legal(state) if one[0].kind != "draft"]
    order = ("recycle", "spend", "refill", "end")
    fitting = {place for _, place in here.drafts(state)} if state.owed else set()
    rest.sort(key=lambda one: (order.index(one[0].kind), _wasteful(one, fitting)))
    return [*found, *rest]


def _trove_after(state: SoloState, move: here.OfPlace) -> SoloTrove:
    return moves.made(state, move[0]).trove


def _wasteful(move: here.OfPlace, fitting: Container[Place | None]) -> int:
    """How much is given away: the least magic first; dice that do not fit, then none, then those that do."""
    (kind, what), place = move
    if kind == "spend":
        return 9 if what.symbol else int(what.number)
    return 1 if place is None else 2 * (place in fitting)


def _is_choice(state: SoloState) -> bool:
    return state.phase == MINE and state.lies is not None and not here.is_rolling(state)


class MinerBot(Bot):
    """A bot of one level: it drafts what fits, the better ones with a view to what may come."""

    def choose(self, state: SoloState, seat: int) -> str:
        del seat
        return here.text(*self._liked(state)[0]) if _is_choice(state) else ""

    def _liked(self, state: SoloState) -> list[here.OfPlace]:
        seed = f"{self.taste} {state.refills} {state.mountain} {state.owed} {len(state.trove.tunnel)}"
        return _ranked(state, self.level, random.Random(seed))

    def hints(self, state: SoloState, seat: int) -> list[Hint]:
        del seat
        if not _is_choice(state):
            return []
        found = []
        for move in self._liked(state)[:LOOKED_AT]:
            words = here.text(*move)
            after = SoloPlay().said(state, 0, words)
            totals = [self.played_on(after, random.Random(f"{self.taste} {game}")) for game in range(GAMES)]
            mean = sum(totals) / GAMES
            error = sqrt(sum((one - mean) ** 2 for one in totals) / (GAMES - 1) / GAMES)
            found.append(Hint(words, mean, error, made_up(state.rules.edition)))
        return sorted(found, key=lambda hint: -hint.expected)

    def played_on(self, state: SoloState, chance: random.Random) -> int:
        """The total of a game that is played to its end."""
        return scope_of(self.ended(state, chance).trove, state.rules).total

    def ended(self, state: SoloState, chance: random.Random) -> SoloState:
        """A game played to its end."""
        play = SoloPlay()
        while state.phase != OVER:
            if dice := play.dice(state):
                state = play.rolled(state, tuple(chance.choice(die.faces) for die in dice))
            else:
                state = play.said(state, 0, self.choose(state, 0))
        return state


class MinerCoaching(Coaching):
    """What a miner alone offers to the coach."""

    MEANS: Mapping[str, float] = {"beginner": 27.8, "easy": 32.3, "normal": 35.8}

    def bot(self, level: str, taste: int, players: int, edition: Edition) -> Bot | None:
        del players, edition
        return MinerBot(level, taste) if level in self.MEANS else None

    def simulate(
        self, bots: Sequence[tuple[str, int]], seed: int, games: range, edition: Edition, run: Run | None = None
    ) -> Tally | None:
        del run
        play, tally = SoloPlay(), Tally(len(bots))
        start = play.open([level for level, _ in bots], {MOUNTAIN: ROLLED}, edition)
        ((level, taste),) = bots
        for game in games:
            state = MinerBot(level, taste + game).ended(start, random.Random(f"{seed} {game}"))
            lines = {line.name: line.points for line in play.scores(state)[0].lines}
            tally.count(play.standings(state), [lines])
        return tally

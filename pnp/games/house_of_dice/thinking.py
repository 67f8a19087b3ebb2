"""Thinking ahead: what comes of each choice when the game is played on many times with the same dice for all."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import sqrt
from typing import NamedTuple

from pnp.games.coaching import Hint
from pnp.games.house_of_dice.awards import Awards, Prospects
from pnp.games.house_of_dice.levels import taste_of
from pnp.games.house_of_dice.moves import nudged
from pnp.games.house_of_dice.notation import PASS, Move, text
from pnp.games.house_of_dice.playing_on import Position, play_on
from pnp.games.house_of_dice.quick import below, mixed, tables_of
from pnp.games.house_of_dice.rules import Rules
from pnp.games.house_of_dice.sheet_program import nudges_of
from pnp.games.house_of_dice.taste import Choice, Taste

LOOKED_AT = 6
"""The choices that are played on, of those that a taste likes best."""
AIMED = 12
"""The games that are played on to find out what to be after."""

MORE = 4
"""How many times as many games are played on at most when they have become short."""
STAGES = ((8, 6), (4, 4), (2, 2), (1, 2))
"""A race of choices: up to which part of the games all that are left are played on, and how many of them go on."""
CLEARLY = 2.5
"""The standard errors by which a choice is worse that is not played on any longer."""

FIRSTS, SECONDS = 2, 2
"""The moves that are tried with a second part, and how many parts with each."""
HURRIED, SAFE = 0.1, 0.95
"""How likely an award has to be that is claimed: while there are no more turns than claims, and before."""


class Scene(NamedTuple):
    """Where a choice is made: the position, the roll by its number, the round from 0, and what bonuses may bring."""

    position: Position
    roll: int
    number: int
    prospects: Prospects = Prospects()
    active: bool = False


class Tried(NamedTuple):
    """A move with the position it leads to, the ends that it was played on to, and what they are worth."""

    move: Move
    position: Position
    ends: Sequence[Position]
    worth: Sequence[float]

    @property
    def mean(self) -> float:
        return sum(self.worth) / len(self.worth)

    @property
    def error(self) -> float:
        """One standard error of the mean."""
        count, mean = len(self.worth), self.mean
        return sqrt(sum((one - mean) ** 2 for one in self.worth) / max(1, count - 1) / count)

    def may_beat(self, best: Tried) -> bool:
        """Whether it is not yet clear that another move, with the same dice, is better."""
        apart = [other - own for own, other in zip(self.worth, best.worth, strict=True)]
        count, mean = len(apart), sum(apart) / len(apart)
        spread = sum([(one - mean) ** 2 for one in apart]) / max(1, count - 1) / count
        return mean * mean <= CLEARLY * CLEARLY * spread

    @property
    def hint(self) -> Hint:
        return Hint(text(self.move), self.mean, self.error)


class Thinker:
    """Somebody who thinks ahead, with a taste, for so many games a choice, and more when they become short.

    So many moves are kept to the end of a race: one is enough to choose, more are told of.
    """

    def __init__(self, rules: Rules, rounds: int, taste: int, games: int, kept: int = 1) -> None:
        self.rules, self.rounds, self.taste, self.games, self.kept = rules, rounds, taste, games, kept
        self.tables = tables_of(rules)
        self._aimed: tuple[Scene, tuple[str, ...]] | None = None

    def tried(self, scene: Scene) -> list[Tried]:
        """Moves with what came of them, the best first; for the active player with what can be claimed."""
        position, roll, number, prospects, active = scene
        taste = self._taste(self._aims(scene))
        later = prospects._replace(turns=prospects.turns - active, later=prospects.turns - active)
        prospects = prospects._replace(later=later.turns)
        rolls = self._rolls(number, self._games(scene))
        firsts = self._choices(position, roll, number, taste)[:LOOKED_AT]
        # Whoever claims nothing with a move may claim an award with it: this round counts among those to come.
        found = self._raced(firsts or [(PASS, position)], rolls, number, taste, prospects)
        if active and prospects.claims:
            claiming = {"extra": self._extras(found, scene, taste), "nudge": self._nudges(scene, taste)}
            for bonus, moves in claiming.items():
                found += self._raced(moves, rolls, number, taste, _claimed(later, bonus)) if moves else []
            found.sort(key=_worse)
            found[0] = self._with_award(found[0], later)
        return found

    def judged(self, move: Move, after: Position, scene: Scene) -> Tried:
        """What comes of a move that was made, played on as the others are in the same scene."""
        _, _, number, prospects, active = scene
        turns = prospects.turns - active
        later = prospects._replace(later=turns)
        if move.bonus:
            later = _claimed(later._replace(turns=turns), move.bonus)
        rolls = self._rolls(number, self._games(scene))
        return self._play_on(move, after, rolls, number, self._taste(self._aims(scene)), later)

    def _raced(
        self, moves: list[tuple[Move, Position]], rolls: list[list[int]], number: int, taste: Taste, later: Prospects
    ) -> list[Tried]:
        """Moves with what came of them, the best first: those that may be the best are played on longest."""
        running, behind, done = [Tried(move, after, (), ()) for move, after in moves], list[Tried](), 0
        for stage, most in STAGES:
            until = len(rolls) // stage
            for at, one in enumerate(running):
                more = self._play_on(one.move, one.position, rolls[done:until], number, taste, later)
                running[at] = one._replace(ends=(*one.ends, *more.ends), worth=(*one.worth, *more.worth))
            running.sort(key=_worse)
            near = [one for one in running if one.may_beat(running[0])][:most]
            near = near if len(near) > self.kept else running[: self.kept]
            behind += [one for one in running if one not in near]
            running, done = near, until
        return running + sorted(behind, key=_worse)

    def _play_on(
        self, move: Move, after: Position, rolls: list[list[int]], number: int, taste: Taste, later: Prospects
    ) -> Tried:
        ends = []
        for dice in rolls:
            end = after.copy()
            play_on(taste, end, dice, number + 1)
            ends.append(end)
        worth, awards = self.tables.worth, Awards(self.tables, later)
        return Tried(move, after, ends, [worth(end.keys, end.crossed) + awards.worth(end.keys) for end in ends])

    def _games(self, scene: Scene) -> int:
        """How many games a choice is played on for: as many rounds in all, and twice where there is nothing to claim.

        It is a number and not a time, so that a bot says the same on every machine.
        """
        left, claims = max(1, self.rounds - scene.number - 1), scene.active and scene.prospects.claims
        return min(MORE * self.games, self.games * self.rounds // left) << (not claims)

    def _rolls(self, number: int, games: int) -> list[list[int]]:
        """Dice for the rounds after one, for so many games."""
        falls, count, left = self.tables.falls, len(self.tables.falls), self.rounds - number - 1
        seed = mixed(self.taste * 64 + number)
        return [
            [falls[below(count, mixed(seed + game * 64 + later))] for later in range(left)] for game in range(games)
        ]

    def _taste(self, aims: tuple[str, ...]) -> Taste:
        return taste_of(self.rules, "hard", self.taste, self.rounds, aims)

    def _aims(self, scene: Scene) -> tuple[str, ...]:
        """What is worth being after in a scene, found once for all that is asked about it."""
        if self._aimed is None or self._aimed[0] is not scene:
            self._aimed = scene, self._best_aims(scene)
        return self._aimed[1]

    def _best_aims(self, scene: Scene) -> tuple[str, ...]:
        """What is worth being after: of the parts that bonuses want all of, those with which playing on brings most."""
        prospects, awards = scene.prospects, self.rules.awards
        prospects = prospects._replace(later=prospects.turns - scene.active)
        open_to = prospects.free if prospects.claims and prospects.turns else ()
        wanted = [one for one in (*prospects.claimed, *open_to) if one in awards and not awards[one].most]
        parts = sorted({awards[one].part for one in wanted})
        sets = [some for size in range(len(parts) + 1) for some in combinations(parts, size)]
        if len(sets) == 1:
            return sets[0]
        rolls = [[scene.roll, *dice] for dice in self._rolls(scene.number, AIMED)]
        before = scene.number - 1
        tried = [self._play_on(PASS, scene.position, rolls, before, self._taste(aims), prospects) for aims in sets]
        return min(zip(tried, sets, strict=True), key=lambda one: _worse(one[0]))[1]

    def _with_award(self, best: Tried, later: Prospects) -> Tried:
        """The best move with an award claimed, where it is all but sure or there are not many chances left."""
        awards = [one for one in later.free if one in self.rules.awards]
        if best.move.bonus or not awards:
            return best
        prizes = {one: Awards(self.tables, later).prize(one) for one in awards}
        sure = {one: sum(prize.won(end.keys) > 0 for end in best.ends) for one, prize in prizes.items()}
        one = max(awards, key=lambda bonus: self.rules.awards[bonus].points * sure[bonus])
        hurry = later.turns < later.claims
        if sure[one] >= len(best.ends) * (HURRIED if hurry else SAFE):
            return best._replace(move=best.move._replace(bonus=one))
        return best

    # ------------------------------------------------------------------ what can be done

    def _choices(self, position: Position, roll: int, number: int, taste: Taste) -> list[tuple[Move, Position]]:
        """Every move without a bonus with the position after it, what a taste likes best first."""
        purse, phase = taste.purse(self.rules.budget - position.spent, number), taste.phase_of[number]
        found = [(0, one) for one in taste.furniture(position.crossed, roll, phase, purse)]
        found += taste.choices(position.keys, position.spent, position.flags, roll, number)
        found.sort(key=lambda one: -one[1].value)
        return [(Move((one.action,)), self._after(position, column, one)) for column, one in found if one.action]

    def _after(self, position: Position, column: int, choice: Choice) -> Position:
        end = position.copy()
        if column:
            end.keys[column] = choice.after
            end.flags |= choice.flags
        end.spent += choice.price
        end.crossed += choice.spaces
        return end

    def _extras(self, found: list[Tried], scene: Scene, taste: Taste) -> list[tuple[Move, Position]]:
        """The best moves, each with a second part with the same dice."""
        pairs = []
        for first in found[:FIRSTS] if "extra" in scene.prospects.free else []:
            seconds = self._choices(first.position, scene.roll, scene.number, taste)
            drawn = [one for one in seconds if one[1].crossed == first.position.crossed and first.move.actions]
            pairs += [(Move((*first.move.actions, *move.actions), "extra"), after) for move, after in drawn[:SECONDS]]
        return pairs

    def _nudges(self, scene: Scene, taste: Taste) -> list[tuple[Move, Position]]:
        """The move that a taste likes best with each die counting otherwise."""
        if "nudge" not in scene.prospects.free:
            return []
        dice, found = self.tables.rolls[scene.roll], []
        for nudge in nudges_of(dice, self.rules):
            other = self.tables.number[tuple(sorted(nudged(dice, nudge)))]
            best = self._choices(scene.position, other, scene.number, taste)[:1]
            found += [(move._replace(bonus="nudge", nudge=nudge), after) for move, after in best]
        return found


def _claimed(later: Prospects, bonus: str) -> Prospects:
    """What a seat may still get once it has claimed a bonus."""
    free = tuple(one for one in later.free if one != bonus)
    return later._replace(claimed=(*later.claimed, bonus), free=free, claims=later.claims - 1)


def _worse(one: Tried) -> float:
    return -one.mean

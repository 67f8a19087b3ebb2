"""Thinking ahead: what comes of each choice when the game is played on many times with the same dice for all."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import sqrt
from typing import NamedTuple

from pnp.games.coaching import Hint
from pnp.games.house_of_dice.levels import taste_of
from pnp.games.house_of_dice.moves import nudged
from pnp.games.house_of_dice.notation import PASS, Move, text
from pnp.games.house_of_dice.playing_on import Position, play_on
from pnp.games.house_of_dice.quick import MASK, mixed, tables_of
from pnp.games.house_of_dice.rules import Rules
from pnp.games.house_of_dice.sheet_program import nudges_of
from pnp.games.house_of_dice.taste import Choice, Taste

LOOKED_AT = 6
"""The choices that are played on, of those that a taste likes best."""
AIMED = 12
"""The games that are played on to find out what to be after."""

LATER = {"extra": 3.0, "nudge": 2.0}
"""What a bonus that changes a round brings when its time comes, in points."""
SURELY = 1.6
"""The points by which a claim has to be better: of several that are tried the best seems better than it is."""


class Prospects(NamedTuple):
    """What a seat may still get from bonuses: those it has, those that are free to claim, claims left, active rounds.

    `most` is for each bonus of the most of a part how many it may take in the end; `last` that the active round that is
    played is the last one, so that a bonus which changes a round is worth nothing later.
    """

    claimed: tuple[str, ...] = ()
    free: tuple[str, ...] = ()
    claims: int = 0
    turns: int = 0
    most: tuple[tuple[str, int], ...] = ()
    last: bool = False


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

    @property
    def hint(self) -> Hint:
        return Hint(text(self.move), self.mean, self.error)


class Thinker:
    """Somebody who thinks ahead, with a taste, for so many games a choice, and more when they become short."""

    def __init__(self, rules: Rules, rounds: int, taste: int, games: int) -> None:
        self.rules, self.rounds, self.taste, self.games = rules, rounds, taste, games
        self.tables = tables_of(rules)

    def tried(self, scene: Scene) -> list[Tried]:
        """Moves with what came of them, the best first; for the active player with what can be claimed."""
        position, roll, number, prospects, active = scene
        taste = self._taste(self._aims(scene))
        later = prospects._replace(turns=prospects.turns - active)
        prospects = prospects._replace(last=not later.turns)
        rolls = self._rolls(number, self.games << min(2, 3 * number // self.rounds))
        firsts = self._choices(position, roll, number, taste)[:LOOKED_AT]
        # Whoever claims nothing with a move may claim an award with it: this round counts among those to come.
        found = [self._play_on(move, after, rolls, number, taste, prospects) for move, after in firsts]
        if not found:
            found = [self._play_on(PASS, position, rolls, number, taste, prospects)]
        found.sort(key=_worse)
        if active and prospects.claims:
            spent = later._replace(claims=later.claims - 1)
            claiming = [*self._extras(found[0], scene, taste), *self._nudges(scene, taste)]
            found += [self._play_on(move, after, rolls, number, taste, spent) for move, after in claiming]
            surely = 0.0 if later.turns < later.claims else SURELY
            found.sort(key=lambda one: _worse(one) + surely * bool(one.move.bonus))
            found[0] = self._with_award(found[0], later)
        return found

    def judged(self, move: Move, after: Position, scene: Scene) -> Tried:
        """What comes of a move that was made, played on as the others are in the same scene."""
        _, _, number, prospects, active = scene
        turns = prospects.turns - active
        if not move.bonus:
            later = prospects._replace(last=not turns)
        else:
            left = prospects.claims - 1
            free = tuple(one for one in prospects.free if one != move.bonus)
            later = prospects._replace(claimed=(*prospects.claimed, move.bonus), free=free, claims=left, turns=turns)
        rolls = self._rolls(number, self.games << min(2, 3 * number // self.rounds))
        return self._play_on(move, after, rolls, number, self._taste(self._aims(scene)), later)

    def _play_on(
        self, move: Move, after: Position, rolls: list[list[int]], number: int, taste: Taste, later: Prospects
    ) -> Tried:
        ends = []
        for dice in rolls:
            end = after.copy()
            play_on(taste, end, dice, number + 1)
            ends.append(end)
        return Tried(
            move, after, ends, [self.tables.worth(end.keys, end.crossed) + self.awarded(end, later) for end in ends]
        )

    def _rolls(self, number: int, games: int) -> list[list[int]]:
        """Dice for the rounds after one, for so many games."""
        falls, count, left = self.tables.falls, len(self.tables.falls), self.rounds - number - 1
        seed = mixed((self.taste * 64 + number) & MASK)
        return [
            [falls[(mixed((seed + game * 64 + later) & MASK) >> 32) * count >> 32] for later in range(left)]
            for game in range(games)
        ]

    def _taste(self, aims: tuple[str, ...]) -> Taste:
        return taste_of(self.rules, "hard", self.taste, self.rounds, aims)

    def _aims(self, scene: Scene) -> tuple[str, ...]:
        """What is worth being after: of the parts that bonuses want all of, those with which playing on brings most."""
        prospects, awards = scene.prospects, self.rules.awards
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

    # ------------------------------------------------------------------ awards in the end

    def awarded(self, end: Position, to_come: Prospects) -> float:
        """The points of awards in the end: those claimed, and the best of those that can still be claimed."""
        claims = min(to_come.claims, to_come.turns)
        got = sum([self._award(end, one, to_come) for one in to_come.claimed])
        if claims <= 0:
            return got
        may_be = [self._award(end, one, to_come) or LATER.get(one, 0.0) * (not to_come.last) for one in to_come.free]
        return got + sum(sorted(may_be, reverse=True)[:claims])

    def _award(self, end: Position, bonus: str, to_come: Prospects) -> int:
        award = self.rules.awards.get(bonus)
        if award is None:
            return 0
        least = max(award.parts, dict(to_come.most).get(bonus, 0) if award.most else 0)
        return award.points if self.tables.count(end.keys, award.part) >= least else 0

    def _with_award(self, best: Tried, later: Prospects) -> Tried:
        """The best move with an award claimed, where it is all but sure or there are not many chances left."""
        awards = [one for one in later.free if one in self.rules.awards]
        if best.move.bonus or not awards:
            return best
        sure = {one: sum(self._award(end, one, later) > 0 for end in best.ends) for one in awards}
        one = max(awards, key=lambda bonus: self.rules.awards[bonus].points * sure[bonus])
        hurry = later.turns < later.claims
        if sure[one] * 10 >= len(best.ends) * (1 if hurry else 8):
            return best._replace(move=best.move._replace(bonus=one))
        return best

    # ------------------------------------------------------------------ what can be done

    def _choices(self, position: Position, roll: int, number: int, taste: Taste) -> list[tuple[Move, Position]]:
        """Every move without a bonus with the position after it, what a taste likes best first."""
        purse, phase = taste.purse(self.rules.budget - position.spent, number), taste.phase_of[number]
        found = [(0, one) for one in taste.furniture(position.crossed, roll, phase, purse)]
        for column, pairs in self.tables.plans[roll].jobs:
            jobs = taste.jobs(pairs, purse)
            found += [(column, one) for one in taste.choices(position.keys, phase, position.flags, column, jobs)]
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

    def _extras(self, best: Tried, scene: Scene, taste: Taste) -> list[tuple[Move, Position]]:
        """The best move and a second part with the same dice."""
        if "extra" not in scene.prospects.free or not best.move.actions:
            return []
        seconds = self._choices(best.position, scene.roll, scene.number, taste)
        found = [
            (Move((*best.move.actions, *move.actions), "extra"), after)
            for move, after in seconds
            if after.crossed == best.position.crossed
        ]
        return found[:2]

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


def _worse(one: Tried) -> float:
    return -one.mean

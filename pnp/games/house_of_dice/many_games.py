"""Many games at once: every seat plays the same dice by its taste; seats that claim bonuses look at each other."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from pnp.games.coaching import SHARES, Run, Tally
from pnp.games.house_of_dice import flat_games
from pnp.games.house_of_dice.awards import Prospects
from pnp.games.house_of_dice.bots import HouseBot, most_of
from pnp.games.house_of_dice.levels import taste_of
from pnp.games.house_of_dice.moves import apply
from pnp.games.house_of_dice.parts import BONUSES, PARTS
from pnp.games.house_of_dice.playing_on import Position, play_on
from pnp.games.house_of_dice.quick import Tables, dice_of, tables_of
from pnp.games.house_of_dice.rules import Rules
from pnp.games.house_of_dice.sheet import Sheet, empty, ranked, score
from pnp.games.house_of_dice.taste import Taste
from pnp.games.house_of_dice.thinking import Scene

Seat = tuple[str, int]
"""The level and the taste of a bot."""
STRETCH = 500
"""The games that one seat plays before the next one does."""
_FIELD = 6
"""Bits for the number of a part in a house."""


def many_games(bots: Sequence[Seat], seed: int, games: range, rules: Rules, run: Run | None = None) -> Tally:
    """What came of games by their numbers; with one bot it plays alone by the rules for the fewest players."""
    if any(level == "hard" for level, _ in bots):
        return _with_claims(bots, seed, games, rules)
    if run is not None and games.step == 1:
        rounds = rounds_of(bots, rules)
        return flat_games.tally(run, [taste_of(rules, *bot, rounds) for bot in bots], seed, games)
    with _nothing_to_collect():
        return _without_claims(bots, seed, games, rules)


@contextmanager
def _nothing_to_collect() -> Iterator[None]:
    """Leave the tables that grow while they are used alone: nothing of them is ever free to be collected."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def rounds_of(bots: Sequence[Seat], rules: Rules) -> int:
    """The rounds of a game with so many bots."""
    return rules.rounds(max(len(bots), min(rules.rounds_by_players)))


def _without_claims(bots: Sequence[Seat], seed: int, games: range, rules: Rules) -> Tally:
    """Seat by seat, a stretch of games at a time: the tables of one taste stay at hand."""
    tables, rounds = tables_of(rules), rounds_of(bots, rules)
    tastes = [taste_of(rules, level, taste, rounds) for level, taste in bots]
    tally, houses = Tally(len(bots)), [Counter[tuple[int, int, int]]() for _ in bots]
    packed = packed_parts(tables)
    for first in range(0, len(games), STRETCH):
        dice = [dice_of(seed, game, rounds, tables) for game in games[first : first + STRETCH]]
        played = [_played(taste, dice, packed, found) for taste, found in zip(tastes, houses, strict=True)]
        for results in zip(*played, strict=True):
            best = max(results)
            share = SHARES // results.count(best)
            for seat, result in enumerate(results):
                tally.totals[seat][result[0]] += 1
                if result == best:
                    tally.shares[seat] += share
    tally.games = len(games)
    for seat, found in enumerate(houses):
        tally.lines[seat] = lines_of(found)
    return tally


def _played(
    taste: Taste, dice: list[list[int]], packed: list[int], houses: Counter[tuple[int, int, int]]
) -> list[tuple[int, int]]:
    """What a taste comes to in games by their dice: the total and the coins spent, taken negative."""
    worth, results = taste.tables.worth, []
    start = taste.tables.keys(empty(taste.tables.rules).house)
    assert start is not None
    for rolls in dice:
        position = Position(start[:])
        play_on(taste, position, rolls)
        keys, crossed, spent = position.keys, position.crossed, position.spent
        results.append((worth(keys, crossed), -spent))
        houses[sum([packed[key] for key in keys[1:-1]]), crossed, spent] += 1
    return results


def packed_parts(tables: Tables) -> list[int]:
    """How many of each part every column has, in one number."""
    return [sum(stack.count(part) << _FIELD * at for at, part in enumerate(PARTS)) for stack in tables.stacks]


def lines_of(houses: Counter[tuple[int, int, int]]) -> dict[str, Counter[int]]:
    """How often each number of parts, of furniture and of coins came up."""
    lines: dict[str, Counter[int]] = {name: Counter() for name in (*PARTS.values(), "furniture", "cost")}
    for (parts, crossed, spent), times in houses.items():
        for at, name in enumerate(PARTS.values()):
            lines[name][parts >> _FIELD * at & (1 << _FIELD) - 1] += times
        lines["furniture"][crossed] += times
        lines["cost"][spent] += times
    return lines


# ---------------------------------------------------------------------- with claims


def _with_claims(bots: Sequence[Seat], seed: int, games: range, rules: Rules) -> Tally:
    tally = Tally(len(bots))
    for game in games:
        sheets = tuple(_game(bots, seed, game, rules))
        scores = tuple(score(sheet, rules, sheets) for sheet in sheets)
        names = tuple(str(seat) for seat in range(len(bots)))
        ranking = sorted(ranked(names, sheets, scores, rules), key=lambda row: int(row.player))
        tally.count(ranking, [_lines(sheet, one.lines[-1].points) for sheet, one in zip(sheets, scores, strict=True)])
    return tally


def _lines(sheet: Sheet, bonuses: int) -> dict[str, int]:
    lines = {name: sheet.house.count(part) for part, name in PARTS.items()}
    lines |= {"furniture": sheet.furniture, "cost": sheet.cost, "bonuses": bonuses}
    return lines | {bonus: sheet.bonuses.count(bonus) for bonus in BONUSES}


def _game(bots: Sequence[Seat], seed: int, game: int, rules: Rules) -> list[Sheet]:
    """The sheets of one game, round by round: what is claimed is gone for the others."""
    tables, rounds, players = tables_of(rules), rounds_of(bots, rules), max(len(bots), min(rules.rounds_by_players))
    sheets = [empty(rules)] * len(bots)
    minds = [HouseBot(level, taste) for level, taste in bots]
    for number, roll in enumerate(dice_of(seed, game, rounds, tables)):
        taken = Counter(bonus for sheet in sheets for bonus in sheet.bonuses)
        moves = []
        for seat, (mind, sheet) in enumerate(zip(minds, sheets, strict=True)):
            keys = tables.keys(sheet.house)
            assert keys is not None
            position = Position(keys, sheet.cost, sheet.furniture, tables.flags(keys))
            free = [one for one in BONUSES[1:] if taken[one] < rules.circles(players)]
            free = [one for one in free if sheet.bonuses.count(one) < rules.claims_each]
            turns = len(range(number + (seat - number) % players, rounds, players))
            others = [one for at, one in enumerate(sheets) if at != seat]
            most = most_of(others, number, rounds)
            prospects = Prospects(sheet.bonuses, tuple(free), rules.bonuses - len(sheet.bonuses), turns, most)
            scene = Scene(position, roll, number, prospects, number % players == seat)
            moves.append(mind.move(scene, rules, rounds))
        sheets = [apply(sheet, move, rules) for sheet, move in zip(sheets, moves, strict=True)]
    return sheets

"""The rules of House of Dice against the same rules as one would write them on the first day."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import house_reference as plain

from pnp.edition import shipped
from pnp.games.house_of_dice.moves import apply, legal_moves, plain_moves
from pnp.games.house_of_dice.notation import text
from pnp.games.house_of_dice.parts import BONUSES
from pnp.games.house_of_dice.rules import rules_of
from pnp.games.house_of_dice.sheet import Sheet, empty

RULES = rules_of(shipped("house-of-dice"))
DICE = range(1, 7)
ROUNDS, POSITIONS, GAMES = 24, 300, 60
Position = tuple[Sheet, plain.House, tuple[int, ...]]


def positions(count: int, seed: int = 1) -> list[Position]:
    """Positions of random games, in both forms, with a roll each; claims were made in some of them."""
    rng = random.Random(seed)
    found: list[Position] = []
    while len(found) < 2 * count:
        sheet, house = empty(RULES), plain.House()
        for _ in range(ROUNDS):
            roll = tuple(rng.choices(DICE, k=3))
            found.append((sheet, house, roll))
            move = rng.choice(legal_moves(sheet, roll, RULES, rng.random() < 0.1))
            same = [one for one in all_plainly(house, roll) if str(one) == text(move)]
            sheet, house = apply(sheet, move, RULES), plain.applied(house, same[0])
    return rng.sample(found, count)


def all_plainly(house: plain.House, roll: tuple[int, ...]) -> list[plain.Move]:
    return plain.legal_moves(house, roll, plain.claimable(house, list(BONUSES)))


def check(found: list[Position]) -> int:
    """How many moves there are in all; both must find the same, and come to the same sheet with each."""
    total = 0
    for sheet, house, roll in found:
        moves = {text(move): move for move in legal_moves(sheet, roll, RULES, True)}
        others = {str(move): move for move in all_plainly(house, roll)}
        assert moves.keys() == others.keys(), (sheet, roll)
        for word, move in moves.items():
            after, other = apply(sheet, move, RULES), plain.applied(house, others[word])
            cells = {(at % 6 + 1, at // 6 + 1): part for at, part in enumerate(after.house) if part != "."}
            assert (cells, after.cost, after.furniture) == (other.cells, other.cost, other.furniture), word
            assert list(after.bonuses) == other.bonuses, word
        total += len(moves)
    return total


def compared(ours: Callable[[], Any], theirs: Callable[[], Any], repeats: int = 5) -> tuple[float, float]:
    """The least seconds of each, taken in turns: whatever else the machine does slows down both."""
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(repeats):
        for work, taken in zip((ours, theirs), times, strict=True):
            start = time.process_time()
            work()
            taken.append(time.process_time() - start)
    return min(times[0]), min(times[1])


def tried(found: list[Position]) -> None:
    """All moves of each position with all claims, and the last one applied."""
    for sheet, _, roll in found:
        apply(sheet, legal_moves(sheet, roll, RULES, True)[-1], RULES)


def tried_plainly(found: list[Position]) -> None:
    for _, house, roll in found:
        plain.applied(house, all_plainly(house, roll)[-1])


def game(seed: int) -> list[Sheet]:
    """A game of two by chance: of all moves with every claim that is left, one is chosen."""
    rng = random.Random(seed)
    sheets, left = [empty(RULES)] * 2, list(BONUSES)
    for number in range(ROUNDS):
        roll = tuple(rng.choices(DICE, k=3))
        for seat in (0, 1):
            move = rng.choice(legal_moves(sheets[seat], roll, RULES, number % 2 == seat, left))
            if move.bonus:
                left.remove(move.bonus)
            sheets[seat] = apply(sheets[seat], move, RULES)
    return sheets


def plain_game(seed: int) -> list[plain.House]:
    """The same with the plain rules."""
    rng = random.Random(seed)
    houses, left = [plain.House(), plain.House()], list(BONUSES)
    for number in range(ROUNDS):
        roll = tuple(rng.choices(DICE, k=3))
        for seat in (0, 1):
            claims = plain.claimable(houses[seat], left) if number % 2 == seat else ()
            move = rng.choice(plain.legal_moves(houses[seat], roll, claims))
            if move.bonus:
                left.remove(move.bonus)
            houses[seat] = plain.applied(houses[seat], move)
    return houses


def played(game: Callable[[int], Any]) -> None:
    for seed in range(GAMES):
        game(seed)


def report() -> list[str]:
    found = positions(POSITIONS)
    total = check(found)
    lines = [f"{total:,} moves of {POSITIONS} random positions are the same by plain rules, and so is what they do"]
    ours, theirs = compared(lambda: tried(found), lambda: tried_plainly(found))
    lines.append(f"legal moves with all claims, and a move applied: {theirs / ours:.1f} times as fast as plain rules")
    ours, theirs = compared(
        lambda: [plain_moves(sheet, roll, RULES) for sheet, _, roll in found],
        lambda: [plain.legal_moves(house, roll) for _, house, roll in found],
    )
    lines.append(f"legal moves without a claim: {theirs / ours:.1f} times as fast")
    ours, theirs = compared(partial(played, game), partial(played, plain_game))
    lines.append(f"whole random games of two: {GAMES / ours:,.0f} a second, {theirs / ours:.1f} times as many")
    return lines


if __name__ == "__main__":
    sys.stdout.write("\n".join(report()) + "\n")

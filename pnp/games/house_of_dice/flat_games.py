"""Many games over rows of whole numbers: nothing here but numbers, so that a compiler can make it quick.

It says the same as `playing_on`, as a test knows. Numbers of 64 bits run over in a compiled loop and do not in Python;
what is taken of them are their low bits, which are the same in both.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from pnp.games.coaching import SHARES, Run, Tally
from pnp.games.house_of_dice.flat_tables import Board, Likes, Row, board_of, likes_of, row, zeros
from pnp.games.house_of_dice.parts import PARTS
from pnp.games.house_of_dice.quick import mixed
from pnp.games.house_of_dice.taste import Taste

NEVER = -(1 << 30)
NONE = NEVER << 32


def tally(run: Run, tastes: Sequence[Taste], seed: int, games: range) -> Tally:
    """What came of games by their numbers, played in loops that are run by what is given."""
    tables = tastes[0].tables
    board, rounds, played = board_of(tables), len(tastes[0].phase_of), row(())
    dice, shares, found = zeros(len(games) * rounds), zeros(len(tastes)), Tally(len(tastes))
    run(roll_all, board, seed, games.start, rounds, dice)
    start = row((tables.wall, *[0] * tables.wide, tables.wall, tables.rules.budget, 0, 0))
    names = (*PARTS.values(), "furniture", "cost")
    room = max(tables.wide * tables.high, tables.rules.spaces, tables.rules.budget) + 1
    for seat, taste in enumerate(tastes):
        likes, totals, lines = likes_of(taste), zeros(2 * len(games)), zeros(len(names) * room)
        houses = start * len(games)
        run(play_all, board, likes, _furniture(run, taste), dice, rounds, houses)
        run(count_all, board, houses, totals, lines)
        found.totals[seat] = Counter(totals[::2])
        for at, name in enumerate(names):
            counts = enumerate(lines[at * room : (at + 1) * room])
            found.lines[seat][name] = Counter({number: times for number, times in counts if times})
        played.extend(totals)
    run(count_wins, played, len(tastes), SHARES, shares)
    found.shares, found.games = list(shares), len(games)
    return found


@lru_cache(maxsize=16)
def _furniture(run: Run, taste: Taste) -> Row:
    tables, stages = taste.tables, (max(taste.phase_of) + 1) * taste.purses
    best = zeros(3 * stages * len(tables.rolls) * len(tables.furniture_worth))
    run(furnish_all, board_of(tables), likes_of(taste), best)
    return best


def roll_all(board: Board, seed: int, first: int, rounds: int, dice: Row) -> None:
    """Fill in the rolls of games from a number on, as `dice_of` gives them."""
    count = len(board.falls)
    for game in range(len(dice) // rounds):
        start = mixed(seed ^ mixed(first + game))
        for number in range(rounds):
            dice[game * rounds + number] = board.falls[(mixed(start + number) & 0xFFFFFFFF) * count >> 32]


def play_all(board: Board, likes: Likes, furniture: Row, dice: Row, rounds: int, houses: Row) -> None:
    """Play games by a taste, all of them a round before the next, so that the tables of a round stay at hand.

    Of each game `houses` has the keys with a wall at each side, coins left, furniture, and which first parts are there.
    """
    wide, budget, count = board.sizes[0], board.sizes[3], len(board.column_starts) - 1
    for number in range(rounds):
        phase = likes.phase_of[number]
        for game in range(len(dice) // rounds):
            at, roll = game * (wide + 5), dice[game * rounds + number]
            left, crossed, flags = houses[at + wide + 2], houses[at + wide + 3], houses[at + wide + 4]
            purse = likes.purse_of[number * (budget + 1) + left]
            where = ((phase * likes.numbers[2] + purse) * count + roll) * len(board.furniture_worth) + crossed
            drawn, least = NONE, furniture[3 * where] << 32
            if likes.numbers[0]:
                begin, end = slipped(board, likes, roll, number, houses, at)
                drawn = best_drawn(board, likes, begin, end, phase, purse, flags, houses, at, NONE)
            if drawn == NONE:
                begin, end = board.column_starts[roll], board.column_starts[roll + 1]
                drawn = best_drawn(board, likes, begin, end, phase, purse, flags, houses, at, least)
            if drawn == least:
                houses[at + wide + 2] = left - furniture[3 * where + 1]
                houses[at + wide + 3] = crossed + furniture[3 * where + 2]
            else:
                code = -drawn & 0xFFFFFFFF
                job, after = code >> 16, board.build_after[code & 0xFFFF]
                houses[at + board.job_column[job]] = after
                houses[at + wide + 2] = left - board.job_price[job]
                houses[at + wide + 4] = flags | board.has_first[after]


def furnish_all(board: Board, likes: Likes, best: Row) -> None:
    """Fill in value, price and spaces of the best furniture, by phase, purse, roll and what is crossed out."""
    spaces, prices, purses, count = (
        len(board.furniture_worth),
        board.sizes[4],
        likes.numbers[2],
        len(board.column_starts),
    )
    for at in range(len(best) // 3):
        page, crossed = at // spaces, at % spaces
        stage, roll = page // (count - 1), page % (count - 1)
        best[3 * at] = NEVER
        if crossed > board.sizes[5]:
            continue
        for one in range(board.furniture_starts[roll], board.furniture_starts[roll + 1]):
            price = board.furniture_price[one]
            after = min(spaces - 1, crossed + board.furniture_spaces[one])
            value = likes.shelf[((stage * prices + price) * spaces + crossed) * spaces + after]
            if price <= stage % purses and value > best[3 * at]:
                best[3 * at], best[3 * at + 1], best[3 * at + 2] = value, price, after - crossed


def slipped(board: Board, likes: Likes, roll: int, number: int, houses: Row, at: int) -> tuple[int, int]:
    """The column that comes to mind, as the stretch of a roll's columns that it is; an empty one where none does."""
    begin, end = board.column_starts[roll], board.column_starts[roll + 1]
    wide = board.sizes[0]
    seen = houses[at + 1] ^ (houses[at + (wide + 2) // 2] << 20) ^ (houses[at + wide] << 40) ^ (number << 8) ^ roll
    chance = mixed(likes.numbers[1] ^ seen)
    if (chance & 255) >= likes.numbers[0] or begin == end:
        return 0, 0
    column = begin + ((chance >> 8) & 0xFFFF) % (end - begin)
    return column, column + 1


def best_drawn(
    board: Board,
    likes: Likes,
    begin: int,
    end: int,
    phase: int,
    purse: int,
    flags: int,
    houses: Row,
    at: int,
    best: int,
) -> int:
    """What is worth most of what can be drawn in some columns, or the least that it has to be worth more than.

    Value, job and what is built are one number, of which the largest is the best, and the first of what is alike.
    """
    wide, stacks, signs = board.sizes[0], board.sizes[1], board.sizes[2]
    for group in range(begin, end):
        column = board.columns[group]
        number, block = houses[at + column], phase * (wide + 1) + column
        lefts = ((block - 1) * signs + board.sign[houses[at + column - 1]]) * signs
        rights = (block * signs + board.sign[houses[at + column + 1]]) * signs
        values, here = ((phase * wide + column - 1) * len(board.firsts_worth) + flags) * stacks, board.sign[number]
        before = likes.values[values + number] + likes.lefts[lefts + here] + likes.rights[rights + here]
        for job in range(board.job_starts[group], board.job_starts[group + 1]):
            if board.job_price[job] <= purse:
                coins = before + likes.coins[purse * board.sizes[4] + board.job_price[job]]
                die = board.job_die[job] * stacks + number
                for build in range(board.build_starts[die], board.build_starts[die + 1]):
                    sign = board.build_sign[build]
                    value = likes.values[values + board.build_after[build]] + likes.lefts[lefts + sign]
                    value += likes.rights[rights + sign] - coins
                    best = max(best, (value << 32) - (job << 16) - build)
    return best


def count_all(board: Board, houses: Row, totals: Row, lines: Row) -> None:
    """Fill in totals and coins spent of games that were played, and how often each number of each line came up."""
    wide, stacks = board.sizes[0], board.sizes[1]
    parts = len(board.counts) // stacks
    room = len(lines) // (parts + 2)
    for game in range(len(totals) // 2):
        at = game * (wide + 5)
        spent, crossed, flags = board.sizes[3] - houses[at + wide + 2], houses[at + wide + 3], houses[at + wide + 4]
        totals[2 * game] = worth(board, houses, at) + board.furniture_worth[crossed] + board.firsts_worth[flags]
        totals[2 * game + 1] = spent
        for part in range(parts):
            count = 0
            for column in range(at + 1, at + wide + 1):
                count += board.counts[part * stacks + houses[column]]
            lines[part * room + count] += 1
        lines[parts * room + crossed] += 1
        lines[(parts + 1) * room + spent] += 1


def worth(board: Board, houses: Row, at: int) -> int:
    """What the columns of a house and their neighbours score."""
    total, signs, beside = 0, board.sizes[2], board.sizes[2] - 1
    for column in range(at + 1, at + board.sizes[0] + 1):
        sign = board.sign[houses[column]]
        total += board.column_worth[houses[column]] + board.pair_worth[beside * signs + sign]
        beside = sign
    return total


def count_wins(totals: Row, seats: int, most: int, shares: Row) -> None:
    """Give the shares of each game's win to those with most points, and of them to those with most coins left.

    `totals` has the totals and coins of all games of each seat, one seat after the other.
    """
    games = len(totals) // seats
    for game in range(0, games, 2):
        best, winners = NEVER, 0
        for seat in range(seats):
            result = (totals[seat * games + game] << 20) - totals[seat * games + game + 1]
            if result > best:
                best, winners = result, 0
            if result == best:
                winners += 1
        for seat in range(seats):
            if (totals[seat * games + game] << 20) - totals[seat * games + game + 1] == best:
                shares[seat] += most // winners

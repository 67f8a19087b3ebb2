"""The rules as tables of numbers say the same as the rules themselves, and tastes play by them."""

from __future__ import annotations

import random

import pytest

from pnp.edition import Edition, Entry, shipped
from pnp.games.house_of_dice.awards import Awards, Prospects
from pnp.games.house_of_dice.bots import position_of
from pnp.games.house_of_dice.levels import taste_of
from pnp.games.house_of_dice.moves import apply, plain_moves
from pnp.games.house_of_dice.notation import Move, Roll
from pnp.games.house_of_dice.playing_on import Position, chosen, play_on
from pnp.games.house_of_dice.quick import dice_of, tables_of
from pnp.games.house_of_dice.rules import Rules, rules_of
from pnp.games.house_of_dice.sheet import Sheet, empty, score

RULES = rules_of(shipped("house-of-dice"))
TABLES = tables_of(RULES)
OTHER = rules_of(
    shipped("house-of-dice").overridden(
        Edition(
            "house-of-dice",
            {
                "score-window": Entry("score-window", "rule", "", {"each": 1, "pair": 2}),
                "budget": Entry("budget", "rule", "", 12),
            },
        )
    )
)


def positions(rules: Rules, games: int) -> list[tuple[Sheet, Roll]]:
    """Sheets of games by chance, each with a roll."""
    rng, found = random.Random(5), []
    for _ in range(games):
        sheet = empty(rules)
        for _ in range(24):
            roll = tuple(sorted(rng.choices(range(1, 7), k=3)))
            found.append((sheet, roll))
            sheet = apply(sheet, rng.choice(plain_moves(sheet, roll, rules)), rules)
    return found


@pytest.mark.parametrize("rules", [RULES, OTHER], ids=["shipped", "another edition"])
def test_tables_know_what_a_house_is_worth_and_what_can_be_drawn(rules: Rules) -> None:
    tables, taste = tables_of(rules), taste_of(rules, "normal", 3, 24)
    for sheet, roll in positions(rules, 12):
        position = position_of(sheet, rules)
        assert position is not None
        assert tables.house(position.keys) == sheet.house
        assert tables.worth(position.keys, sheet.furniture) == score(sheet, rules).total
        purse = taste.purse(rules.budget - sheet.cost, 3)
        number = tables.number[roll]
        found = [one.action for one in taste.furniture(position.crossed, number, 4, purse)]
        drawn = taste.choices(position.keys, sheet.cost, position.flags, number, 3)
        found += [one.action for _, one in drawn]
        moves = {move.actions[0] for move in plain_moves(sheet, roll, rules) if move.actions}
        assert {*found} == moves, (sheet, roll)
        assert len(found) == len(moves)


@pytest.mark.parametrize("level", ["easy", "normal"])
def test_what_a_taste_does_is_worth_most_of_all_that_can_be_done(level: str) -> None:
    taste = taste_of(RULES, level, 5, 24)
    for at, (sheet, roll) in enumerate(positions(RULES, 12)):
        here, round_number, number = position_of(sheet, RULES), at % 24, TABLES.number[roll]
        assert here is not None
        purse, phase = taste.purse(RULES.budget - sheet.cost, round_number), taste.phase_of[round_number]
        found = taste.furniture(here.crossed, number, phase, purse)
        found += [one for _, one in taste.choices(here.keys, sheet.cost, here.flags, number, round_number)]
        action = chosen(taste, here, number, round_number)
        values = {one.action: one.value for one in found}
        assert (values[action] == max(values.values())) if action else not values


@pytest.mark.parametrize("level", ["beginner", "easy", "normal"])
def test_a_game_played_on_is_the_game_played_move_by_move(level: str) -> None:
    taste, start = taste_of(RULES, level, 7, 24), TABLES.keys(empty(RULES).house)
    assert start is not None
    for game in range(15):
        dice = dice_of(1, game, 24, TABLES)
        position, sheet = Position(start[:]), empty(RULES)
        play_on(taste, position, dice)
        for number, roll in enumerate(dice):
            here = position_of(sheet, RULES)
            assert here is not None
            action = chosen(taste, here, roll, number)
            move = Move((action,)) if action else Move()
            assert move in plain_moves(sheet, TABLES.rolls[roll], RULES)
            sheet = apply(sheet, move, RULES)
        assert (TABLES.house(position.keys), position.spent) == (sheet.house, sheet.cost)
        assert position.crossed == sheet.furniture
        assert position.flags == TABLES.flags(position.keys)


def test_dice_are_fair_and_known_by_the_number_of_the_game() -> None:
    rolls = [roll for game in range(3000) for roll in dice_of(9, game, 24, TABLES)]
    ones = sum(TABLES.rolls[roll].count(1) for roll in rolls)
    assert abs(ones / (3 * len(rolls)) - 1 / 6) < 0.004
    assert abs(sum(len(set(TABLES.rolls[roll])) == 1 for roll in rolls) / len(rolls) - 1 / 36) < 0.004
    assert dice_of(9, 17, 24, TABLES) == dice_of(9, 17, 24, TABLES) != dice_of(9, 18, 24, TABLES)


@pytest.mark.parametrize(("level", "mean"), [("beginner", 35.7), ("easy", 39.0), ("normal", 44.9)])
def test_tastes_draw_other_houses_and_do_not_matter_much(level: str, mean: float) -> None:
    houses = []
    for number in range(1, 5):
        taste, drawn, total = taste_of(RULES, level, number, 24), [], 0
        for game in range(60):
            position = Position(TABLES.keys(empty(RULES).house) or [])
            play_on(taste, position, dice_of(2, game, 24, TABLES))
            drawn.append(tuple(position.keys))
            total += TABLES.worth(position.keys, position.crossed)
        assert abs(total / 60 - mean) < 1.5, "sixty games have an error of half a point"
        houses.append(drawn)
    assert all(len({*same_dice}) == 4 for same_dice in zip(*houses, strict=True))


def test_a_bonus_that_changes_a_round_is_worth_more_the_more_rounds_are_to_come() -> None:
    start = TABLES.keys(empty(RULES).house) or []
    for bonus in ("extra", "nudge"):
        to_come = [Prospects((), (bonus,), 3, turns + 1, later=turns) for turns in range(9)]
        worth = [Awards(TABLES, one).worth(start) for one in to_come]
        assert worth[0] == 0 < worth[1] and worth == sorted(worth)
        assert worth[-1] < RULES.awards["most-windows"].points, "an award that is sure comes first"

"""Playing on by a taste: a sheet as numbers, and the rounds that are played with it."""

from __future__ import annotations

from pnp.games.house_of_dice.notation import Action
from pnp.games.house_of_dice.quick import mixed
from pnp.games.house_of_dice.taste import NEVER, Page, Paid, Stage, Taste

Found = tuple[int, int, Paid]
"""What was found to draw: the column, the number that it becomes, and what is paid."""


class Position:
    """A sheet that is played on: keys, coins spent, furniture, which first parts are there."""

    __slots__ = ("crossed", "flags", "keys", "spent")

    def __init__(self, keys: list[int], spent: int = 0, crossed: int = 0, flags: int = 0) -> None:
        self.keys, self.spent, self.crossed, self.flags = keys, spent, crossed, flags

    def copy(self) -> Position:
        return Position(self.keys[:], self.spent, self.crossed, self.flags)


def play_on(taste: Taste, position: Position, rolls: list[int], first: int = 0) -> None:
    """Play the rounds of some rolls, of which the first one is numbered from 0, by a taste."""
    keys, crossed, flags = position.keys, position.crossed, position.flags
    tables, slips, stages, number = taste.tables, taste.slips, taste.stages, first
    sign, count = tables.sign, len(tables.rolls)
    signs = [sign[key] for key in keys]
    left = before = max(0, tables.rules.budget - position.spent)
    for roll in rolls:
        stage = stages[number]
        pages, shelf = stage[3][left]
        page, furniture = pages[flags * count + roll], shelf[crossed * count + roll]
        found = slip(taste, page, keys, signs, number, roll) if slips else None
        if found is None:
            found = liked(page, keys, signs, stage, furniture[0])
        if found:
            column, after, paid = found
            keys[column] = after
            signs[column] = sign[after]
            left -= paid[0]
            flags |= paid[1]
        else:
            left -= furniture[2]
            crossed += furniture[4]
        number += 1
    position.spent += before - left
    position.crossed, position.flags = crossed, flags


def liked(page: Page, keys: list[int], signs: list[int], stage: Stage, least: int) -> Found | None:
    """What is worth most of what can be drawn; None where nothing is worth more than this."""
    found = None
    values, lefts, rights, _ = stage
    for column, jobs in page:
        key = keys[column]
        if options := jobs[key]:
            worth, here = values[column], signs[column]
            left, right = lefts[column][signs[column - 1]], rights[column][signs[column + 1]]
            before = worth[key] + left[here] + right[here]
            least += before
            for after, sign, coins, paid in options:
                value = worth[after] + left[sign] + right[sign] - coins
                if value > least:
                    least = value
                    found = column, after, paid
            least -= before
    return found


def chosen(taste: Taste, position: Position, roll: int, number: int) -> Action | None:
    """What a taste does in one round, as `play_on` does it."""
    keys, stage, count = position.keys, taste.stages[number], len(taste.tables.rolls)
    pages, shelf = stage.purses[max(0, taste.tables.rules.budget - position.spent)]
    page, furniture = pages[position.flags * count + roll], shelf[position.crossed * count + roll]
    signs = [taste.tables.sign[key] for key in keys]
    found = slip(taste, page, keys, signs, number, roll) if taste.slips else None
    found = found or liked(page, keys, signs, stage, furniture.value)
    if not found:
        return furniture.action
    column, after, paid = found
    return taste.action(column, keys[column], after, paid)


def slip(taste: Taste, page: Page, keys: list[int], signs: list[int], number: int, roll: int) -> Found | None:
    """The first thing that comes to mind, now and then, and the same in the same position; None where nothing does."""
    seen = keys[1] ^ keys[len(keys) // 2] << 20 ^ keys[-2] << 40 ^ number << 8 ^ roll
    chance = mixed(taste.mixed_seed ^ seen)
    if chance & 255 >= taste.slips or not page:
        return None
    column = (chance >> 8 & 0xFFFF) % len(page)
    return liked(page[column : column + 1], keys, signs, taste.stages[number], NEVER)

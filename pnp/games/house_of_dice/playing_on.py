"""Playing on by a taste: a sheet as numbers, and the rounds that are played with it."""

from __future__ import annotations

from pnp.games.house_of_dice.notation import Action
from pnp.games.house_of_dice.quick import MASK, mixed
from pnp.games.house_of_dice.taste import NEVER, Columns, Drawn, Taste


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
    tables, pages, slips, all_marks = taste.tables, taste.pages, taste.slips, taste.marks
    sign, count = tables.sign, len(tables.rolls)
    signs = [sign[key] for key in keys]
    left = before = max(0, tables.rules.budget - position.spent)
    number = first
    for roll in rolls:
        columns, shelf = pages[all_marks[number][left] + flags * count + roll]
        furniture = shelf[crossed]
        drawn = slip(taste, columns, keys, signs, number, roll) if slips else None
        if drawn is None:
            drawn = liked(columns, keys, signs, furniture[0])
        if drawn:
            column, after, new, price, _ = drawn
            keys[column] = after
            signs[column] = sign[after]
            flags |= new
            left -= price
        else:
            left -= furniture[2]
            crossed += furniture[4]
        number += 1
    position.spent += before - left
    position.crossed, position.flags = crossed, flags


def liked(columns: Columns, keys: list[int], signs: list[int], least: int) -> Drawn | None:
    """What is worth most of what can be drawn; None where nothing is worth more than this."""
    found = None
    for column, choices in columns:
        most, options = choices[keys[column]]
        if most > least:
            left, right = signs[column - 1], signs[column + 1]
            for value, lefts, rights, drawn in options:
                value += lefts[left] + rights[right]
                if value > least:
                    least = value
                    found = drawn
    return found


def chosen(taste: Taste, position: Position, roll: int, number: int) -> Action | None:
    """What a taste does in one round, as `play_on` does it."""
    columns, shelf = taste.page_of(position.spent, number, position.flags, roll)
    furniture, keys = shelf[position.crossed], position.keys
    signs = [taste.tables.sign[key] for key in keys]
    drawn = slip(taste, columns, keys, signs, number, roll) if taste.slips else None
    drawn = drawn or liked(columns, keys, signs, furniture.value)
    return drawn[-1] if drawn else furniture.action


def slip(taste: Taste, columns: Columns, keys: list[int], signs: list[int], number: int, roll: int) -> Drawn | None:
    """The first thing that comes to mind, now and then, and the same in the same position; None where nothing does."""
    seen = keys[1] ^ keys[len(keys) // 2] << 20 ^ keys[-2] << 40 ^ number << 8 ^ roll
    chance = mixed((taste.mixed_seed ^ seen) & MASK)
    if chance & 255 >= taste.slips or not columns:
        return None
    return liked((columns[(chance >> 8) % len(columns)],), keys, signs, NEVER)

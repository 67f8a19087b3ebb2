"""A round looked back at: what the move was worth when it was made, beside the best that could be seen then."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from pnp.games.coaching import Hint, Thought
from pnp.games.house_of_dice.awards import Prospects
from pnp.games.house_of_dice.bots import most_of, position_of
from pnp.games.house_of_dice.document import Document
from pnp.games.house_of_dice.moves import apply
from pnp.games.house_of_dice.notation import Move, parse_move, text
from pnp.games.house_of_dice.options import option_of
from pnp.games.house_of_dice.parts import BONUSES
from pnp.games.house_of_dice.quick import tables_of
from pnp.games.house_of_dice.rules import Rules, active
from pnp.games.house_of_dice.sheet import Sheet, empty
from pnp.games.house_of_dice.thinking import Scene, Thinker
from pnp.words import Said

TASTE = 1
GAMES = 24
"""The games that are played on for each choice of a round, at least: there are many rounds to look back at."""


def thought_of(document: Document, rules: Rules, seat: int, number: int) -> Thought | None:
    """What a seat's move in a round, counted from 1, was worth at the time; None where there was nothing to choose."""
    moves = document.seats[seat].moves or ()
    one = document.seats[seat]
    if number > len(moves) or number > len(document.rolls) or number in one.absent or number < one.joined:
        return None
    sheets = [_sheet_after(each.moves or (), number - 1, rules) for each in document.seats]
    position, after = (
        position_of(sheets[seat], rules),
        position_of(apply(sheets[seat], moves[number - 1], rules), rules),
    )
    if position is None or after is None:
        return None
    rounds = rules.rounds(document.players)
    roll = tables_of(rules).number[tuple(sorted(document.rolls[number - 1]))]
    prospects = _prospects(document, sheets, seat, number, rules)
    is_active = active(number, document.players, tuple(each.joined for each in document.seats)) == seat
    scene, thinker = Scene(position, roll, number - 1, prospects, is_active), Thinker(rules, rounds, TASTE, GAMES)
    tried = thinker.tried(scene)
    made = thinker.judged(moves[number - 1], after, scene)
    hints = [Hint(text(made.move), made.mean, made.error), *(one.hint for one in tried)]
    best = max(hints, key=lambda hint: hint.expected)
    return Thought(hints[0], best)


def meanings(moves: Sequence[str], rules: Rules) -> list[Said | str]:
    """What moves from the first round on mean in words."""
    sheet, found = empty(rules), []
    for move in map(parse_move, moves):
        found.append(option_of(move, sheet, rules, done=True).means)
        sheet = apply(sheet, move, rules)
    return found


def _sheet_after(moves: Sequence[Move], rounds: int, rules: Rules) -> Sheet:
    sheet = empty(rules)
    for move in moves[:rounds]:
        sheet = apply(sheet, move, rules)
    return sheet


def _prospects(document: Document, sheets: list[Sheet], seat: int, number: int, rules: Rules) -> Prospects:
    """What bonuses could bring a seat in a round, as everybody could see it."""
    own, rounds = sheets[seat], rules.rounds(document.players)
    taken = Counter(bonus for sheet in sheets for bonus in sheet.bonuses)
    free = [one for one in BONUSES[1:] if taken[one] < rules.circles(document.players)]
    free = [one for one in free if own.bonuses.count(one) < rules.claims_each]
    joined = tuple(each.joined for each in document.seats)
    turns = sum(active(later, document.players, joined) == seat for later in range(number, rounds + 1))
    others = [sheet for at, sheet in enumerate(sheets) if at != seat]
    most = most_of(others, number - 1, rounds)
    return Prospects(own.bonuses, tuple(free), rules.bonuses - len(own.bonuses), turns, most)

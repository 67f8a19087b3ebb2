"""A round looked back at: what the move was worth when it was made, beside the best that could be seen then."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from pnp.games.coaching import Hint, Thought
from pnp.games.house_of_dice.bots import HINTS, most_of, position_of
from pnp.games.house_of_dice.document import Document
from pnp.games.house_of_dice.moves import apply
from pnp.games.house_of_dice.notation import Move, text
from pnp.games.house_of_dice.parts import BONUSES
from pnp.games.house_of_dice.quick import tables_of
from pnp.games.house_of_dice.rules import Rules, active
from pnp.games.house_of_dice.sheet import Sheet, empty
from pnp.games.house_of_dice.thinking import Prospects, Scene, Thinker

TASTE = 1


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
    scene = Scene(position, tables_of(rules).number[tuple(sorted(document.rolls[number - 1]))], number - 1)
    prospects = _prospects(document, sheets, seat, number, rules)
    joined = tuple(each.joined for each in document.seats)
    is_active = active(number, document.players, joined) == seat
    thinker = Thinker(rules, rounds, TASTE, HINTS)
    tried = thinker.tried(scene._replace(prospects=prospects, active=is_active))
    made = thinker.judged(moves[number - 1], after, scene._replace(prospects=prospects, active=is_active))
    hints = [Hint(text(made.move), made.mean, made.error), *(one.hint for one in tried)]
    best = max(hints, key=lambda hint: hint.expected)
    return Thought(hints[0], best)


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

"""What people see of a table of Dice City: cities with their dice, stocks, piles, and what is hidden from whom."""

from __future__ import annotations

from pnp.games.dice_city.city import picture
from pnp.games.dice_city.document import rank
from pnp.games.dice_city.moves import told_amounts
from pnp.games.dice_city.rules import RESOURCES, Place
from pnp.games.dice_city.sheet import score
from pnp.games.dice_city.state import Seat, State, sheets
from pnp.games.play import View
from pnp.games.verdict import Cell, Picture
from pnp.words import Said, say

DIE = "●"
NOTES = 6
"""So many of the newest notes are shown."""


def looked_at(state: State, viewer: int | None) -> View:
    """What a seat, or with None everybody, may see."""
    shown = [
        (seat.name, _city(state, seat), _belongings(state, number, state.is_open or number == viewer))
        for number, seat in enumerate(state.seats)
    ]
    return View(_headline(state), tuple(shown), _table(state))


def _headline(state: State) -> Said:
    if state.over:
        ranks = rank(sheets(state), state.rules)
        if state.solo is not None:
            result = state.rules.goal.result(ranks[0].total, state.solo.target)
            won = result["outcome"] == "won"
            return say("headline.won" if won else "headline.lost", total=ranks[0].total, **result)
        first = tuple(row.player for row in ranks if row.rank == 1)
        return say("headline.wins", players=first, several=len(first) > 1, total=ranks[0].total)
    if state.rolls:
        roller = state.rolls[0][0]
        return say("headline.rolls", seat=roller, dice=tuple(row for seat, row in state.rolls if seat == roller))
    return say("headline.turn", seat=state.active, step=state.step, strength=state.strength or None)


def _city(state: State, seat: Seat) -> Picture:
    """The city with the dice on it, and the printed spaces where they are known."""
    rules = state.rules
    plain = picture(seat.city, rules)
    rows = []
    for number, (row, (label, cells)) in enumerate(zip(rules.rows, plain.rows, strict=True)):
        shown = []
        for column, cell in enumerate(cells, 1):
            name = cell.text if cell.text != "." else rules.space(Place(row, column)) or "."
            shown.append(Cell(f"{name} {DIE}" if seat.dice[number] == column else name))
        rows.append((label, tuple(shown)))
    return plain._replace(rows=tuple(rows), below=(*plain.below, say("below.die", sign=DIE)))


def _belongings(state: State, number: int, own: bool) -> tuple[Said, ...]:
    seat = state.seats[number]
    stock = told_amounts((kind, n) for kind, n in zip(RESOURCES, seat.stock, strict=True) if n)
    lines = [say("view.stock", stock=stock, passes=seat.passes, turns=seat.turns)]
    if not own:
        return (*lines, say("view.face-down"))
    result = score(seat.sheet, state.rules)
    points = tuple(say("view.points", line=line.name, points=line.points) for line in result.lines)
    lines.append(say("view.vp", lines=points, total=result.total))
    notes = tuple(note for by, note in state.notes if by == number)
    if notes:
        lines.append(say("view.notes", notes=_several(notes[-NOTES:]), more=max(0, len(notes) - NOTES) or None))
    return tuple(lines)


def _several(parts: tuple[Said, ...]) -> Said:
    """Sentences one after the other."""
    last = parts[-1]
    return last if len(parts) == 1 else say("view.then", first=_several(parts[:-1]), then=last)


def _mine(state: State) -> Said:
    """What the active player has to work with: the stock, and the dice that are not used."""
    stock = told_amounts(zip(RESOURCES, state.mine.stock, strict=True))
    dice = tuple(Place(row, state.column(row)).said for row in state.left)
    return say("view.mine", seat=state.active, stock=stock, passes=state.mine.passes, dice=dice)


def _table(state: State) -> tuple[Said, ...]:
    rules, lines = state.rules, []
    for kind in ("bandits", "ships"):
        counts = ((pile.vp, state.pile_left(kind, pile.vp)) for pile in rules.piles(kind))
        each = tuple(say("pile.always", vp=vp) if n is None else say("pile", vp=vp, n=n) for vp, n in counts)
        lines.append(say("view.piles", kind=kind, piles=each))
    rows = [n for n in state.display if n >= 0]
    lines.append(
        say("view.display", n=rows[0] if rows else 0, above=rows[1] if len(rows) > 1 else None, deck=state.deck)
    )
    stacks = ((card.name, state.copies_left(card)) for card in rules.cards.values() if card.stack)
    lines.append(say("view.stacks", stacks=tuple(f"{name} {n}" for name, n in stacks if n is not None)))
    if state.ending:
        lines.append(say("view.last-round", ends=_several(tuple(say("ending", end=end) for end in state.ending))))
    return tuple(lines) if state.over else (*lines, _mine(state))

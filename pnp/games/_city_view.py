"""What people see of a table of Dice City: cities with their dice, stocks, piles, and what is hidden from whom."""

from __future__ import annotations

from pnp.games._city import score
from pnp.games._city_box import RESOURCES
from pnp.games._city_items import amounts_text
from pnp.games._city_state import Seat, State, pile_left, sheet
from pnp.games._city_verdict import picture
from pnp.games._plain_play import told
from pnp.games.dice_city_solo import outcome
from pnp.games.play import View
from pnp.games.verdict import Cell, Picture, Rank

DIE = "●"
NOTES = 6
"""So many of the newest notes are shown."""
_STEPS = {"dice": "use dice", "attack": "attack", "build": "build and trade"}
ENDS = {
    "bandits": "the bandit piles are empty",
    "ships": "ship piles are empty",
    "deck": "the location deck is empty",
    "rows": "full rows, and their player wants it",
}


def looked_at(state: State, viewer: int | None, ranks: tuple[Rank, ...]) -> View:
    """What a seat, or with None everybody, may see."""
    open_to_all = state.over or state.rules.solo is not None
    shown = []
    for number, seat in enumerate(state.seats):
        own = open_to_all or number == viewer
        shown.append((seat.name, _city(state, seat), _belongings(state, number, own)))
    return View(_headline(state, ranks), tuple(shown), _table(state))


def _headline(state: State, ranks: tuple[Rank, ...]) -> str:
    if state.over:
        solo = state.rules.solo
        if solo is not None:
            result = outcome(ranks[0].total, solo.target)
            after = solo.goal.next_target(solo.target, won=result == "won")
            return f"{result} with {ranks[0].total} VP against {solo.target}; the next target is {after}"
        first = ", ".join(row.player for row in ranks if row.rank == 1)
        return f"{first} wins with {ranks[0].total} VP"
    if state.rolls:
        name = state.seats[state.rolls[0][0]].name
        return f"{name} rolls {', '.join(row for seat, row in state.rolls if seat == state.rolls[0][0])}"
    strength = f", army strength {state.strength}" if state.strength else ""
    return f"{state.seats[state.active].name}: {_STEPS[state.step]}{strength}"


def _city(state: State, seat: Seat) -> Picture:
    """The city with the dice on it, and the printed spaces where they are known."""
    rules = state.rules
    plain = picture(sheet(seat, rules).city, rules.box, ())
    rows = []
    for number, (row, cells) in enumerate(plain.rows):
        names = rules.printed.get(row, ())
        shown = []
        for column, cell in enumerate(cells, 1):
            name = names[column - 1] if names and cell.text == "." else cell.text
            shown.append(Cell(f"{name} {DIE}" if seat.dice[number] == column else name))
        rows.append((row, tuple(shown)))
    return plain._replace(rows=tuple(rows), below=(*plain.below, f"{DIE} a die"))


def _belongings(state: State, number: int, own: bool) -> tuple[str, ...]:
    seat = state.seats[number]
    stock = tuple((kind, count) for kind, count in zip(RESOURCES, seat.stock, strict=True) if count)
    lines = [f"stock: {amounts_text(stock)}; pass tokens: {seat.passes}; turns: {seat.turns}"]
    if own:
        result = score(sheet(seat, state.rules), state.rules.box)
        lines.append(f"VP: {', '.join(f'{line.name} {line.points}' for line in result.lines)}, total {result.total}")
        notes = [told(note, state.players) for by, note in state.notes if by == number]
        if notes:
            more = f" and {len(notes) - NOTES} before" if len(notes) > NOTES else ""
            lines.append(f"on the player's word: {'; '.join(notes[-NOTES:])}{more}")
    else:
        lines.append("VP tokens and cards lie face down")
    return tuple(lines)


def _table(state: State) -> tuple[str, ...]:
    box = state.rules.box
    lines = []
    for kind, piles in (("bandits", box.bandits), ("ships", box.ships)):
        left = {pile.vp: pile_left(state, kind, pile.vp) for pile in piles}
        each = ", ".join(f"{vp} VP: {'always' if count is None else count}" for vp, count in left.items())
        lines.append(f"{kind} left: {each}")
    rows = [n for n in state.display if n >= 0]
    shown = f"{rows[0]}" if state.rules.solo is None else " below ".join(str(n) for n in rows)
    lines.append(f"display: {shown or 0} cards; deck: {state.deck}")
    taken = dict(state.taken)
    stacks = [card for card in box.cards.items() if card[1].stack and card[1].copies is not None]
    lines.append(f"stacks: {', '.join(f'{card.name} {(card.copies or 0) - taken.get(k, 0)}' for k, card in stacks)}")
    if state.ending:
        lines.append(f"the last round: {'; '.join(ENDS[end] for end in state.ending)}")
    return tuple(lines)

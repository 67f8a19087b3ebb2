"""The running table of Dice City: whose turn it is, what may be done, and what comes of it.

The words are those of `notation`. At the start everybody rolls; then turns go round from the first seat. A turn has
three steps, `dice`, `attack` and `build`: a word of a later step begins it once all dice are used, `next` begins it
before. Where a card's gain, cost, defence or VP is not known to the edition, the player's word is taken and a note
is kept. VP tokens and cards lie face down: until the end, the table's document and ranking have only what lies open.
A player who is not there takes no action in the turn: the stock is kept as ever and the dice are rolled.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

import pnp.games.dice_city.dice_step as dice_step
import pnp.games.dice_city.later_steps as trade
import pnp.games.dice_city.moves as moves
from pnp.edition import Edition
from pnp.games.dice_city.city import location_text, rows_of
from pnp.games.dice_city.document import Document, Lone, rank
from pnp.games.dice_city.notation import parse
from pnp.games.dice_city.options import done, listed, of_table
from pnp.games.dice_city.paper import marks
from pnp.games.dice_city.rules import ALONE, SEVERAL, STEPS, Rules, rules_of
from pnp.games.dice_city.sheet import Sheet, score
from pnp.games.dice_city.state import State, opened, sheets
from pnp.games.dice_city.view import looked_at
from pnp.games.play import Option, Play, SheetMarks, View, Wanted, placed
from pnp.games.seats import RefusedError, check_options, deny, seat_by_number
from pnp.games.table_dice import Die, Face
from pnp.games.verdict import Rank, Score
from pnp.strict import said_by
from pnp.words import Said, say

_DONE = {**dice_step.DONE, **trade.DONE}


class CityPlay(Play):
    """The playing of Dice City, by two to four players."""

    TABLE_TELLS_ABSENCE = True
    seat_meant = staticmethod(seat_by_number)

    def open(self, players: Sequence[str], options: Mapping[str, str], edition: Edition) -> State:
        check_options(options)
        return opened(players, rules_of(edition))

    # ------------------------------------------------------------------ what happens

    def rolled(self, state: State, faces: tuple[Face, ...]) -> State:
        now = _roll(state)
        for (number, row), face in zip(now, faces, strict=True):
            state = state.with_die(number, row, int(face))
        return state._replace(rolls=state.rolls[len(now) :])

    def said(self, state: State, seat: int | None, words: str) -> State:
        if state.over:
            return self._late(state, seat, words)
        if said := trade.OF_TABLE.get(" ".join(words.casefold().split())):
            return said(state)
        if state.rolls:
            number, row = state.rolls[0]
            deny("dice-first", die=_die(number, row))
        try:
            move = parse(words, state.ground)
        except RefusedError:
            raise
        except ValueError as error:
            deny("unclear.words", why=said_by(error))
        if seat is None:
            deny("player-only")
        if isinstance(move, moves.Worth):
            return trade.worth(state, seat, move)
        if seat != state.active:
            deny("not-your-turn", seat=state.active)
        return trade.check_end(_DONE[type(move)](state, move))

    def _late(self, state: State, seat: int | None, words: str) -> State:
        """Once it is over, only what a location has come to can still be said."""
        try:
            move = parse(words, state.ground)
        except ValueError:
            deny("game-over")
        if seat is None or not isinstance(move, moves.Worth):
            deny("game-over")
        return trade.worth(state, seat, move)

    def last_words(self, state: State) -> str:
        """What lies face down is turned up."""
        return "" if state.is_open else "reveal"

    def gone(self, state: State, seat: int) -> State:
        """Who is absent takes no action in the turn."""
        if state.rolls:
            deny("dice-first", die=_die(*state.rolls[0]))
        if seat != state.active:
            deny("not-their-turn", seat=state.active, number=state.active + 1)
        return trade.end_turn(state, moves.End(), absent=True)

    # ------------------------------------------------------------------ where the game is

    def dice(self, state: State) -> tuple[Die, ...]:
        """The dice that a player has to roll now, those of one player at a time."""
        faces = tuple(range(1, state.rules.columns + 1))
        return tuple(Die(_die(seat, row), faces) for seat, row in _roll(state))

    def roller(self, state: State) -> int | None:
        """Whose dice they are: at the start, and where others are made to roll again, it is not whose turn it is."""
        return state.rolls[0][0] if state.rolls else state.active

    def wanted(self, state: State) -> tuple[Wanted, ...]:
        if state.over:
            return ()
        if state.rolls:
            dice = self.dice(state)
            return (
                Wanted(None, say("wanted.roll", dice=tuple(die.name for die in dice)), " ".join("3" for _ in dice)),
            )
        if state.step == STEPS[0] and (unused := state.left):
            return (Wanted(state.active, say("wanted.die"), f"{unused[0]} use: wood 1"),)
        return (Wanted(state.active, say("wanted.step", step=state.step), "end"),)

    def options(self, state: State, seat: int | None, most: int = 200) -> Sequence[Option]:
        """Moves that are allowed now; amounts that only the cards tell are filled in with something possible."""
        if state.over or state.rolls or most < 1:
            return ()
        if seat is None:
            return of_table(state)[:most]
        return listed(state, most) if seat == state.active else ()

    def as_option(self, state: State, seat: int | None, words: str) -> Option | None:
        return None if seat is None else done(state, seat, parse(words, state.ground))

    def bonuses(self, state: State, seat: int) -> tuple[str, ...]:
        """There are none; nobody has to look through all options for that."""
        del state, seat
        return ()

    def view(self, state: State, seat: int | None) -> View:
        return looked_at(state, seat)

    def round(self, state: State) -> tuple[int, int]:
        """The round that is played; how many there are is known alone at the table."""
        turns = max(seat.turns for seat in state.seats) if state.over else state.mine.turns + 1
        return turns, state.rules.goal.turns[state.solo.mode] if state.solo else 0

    def over(self, state: State) -> bool:
        return state.over

    def lying(self, state: State) -> tuple[tuple[Said, Face], ...]:
        """The dice of whoever's turn it is, by their colours; one that is off the board does not lie there."""
        dice = zip(state.rules.rows, state.mine.dice, strict=True)
        return tuple((say("die.color", color=row), column) for row, column in dice if column) if not state.over else ()

    # ------------------------------------------------------------------ who sits there

    def with_names(self, state: State, names: tuple[str, ...]) -> State:
        pairs = zip(state.seats, names, strict=True)
        return state._replace(seats=tuple(seat._replace(name=name) for seat, name in pairs))

    def seated(self, state: State, name: str) -> NoReturn:
        """Nobody joins: the piles have as many cards as the players at the start need."""
        deny("too-late.piles", seats=len(state.seats), name=name)

    def active(self, state: State) -> int | None:
        return None if state.over else state.active

    # ------------------------------------------------------------------ what stands on the sheets

    def marks(self, state: State, seat: int | None) -> tuple[SheetMarks, ...]:
        """The score pad and the cities; a seat sees its own VP tokens and cards too, of others only what is gone."""
        return placed(marks(_document(state, seat), state.rules), len(state.seats), seat)

    def scores(self, state: State) -> tuple[Score, ...]:
        """The VP of each city that lie open."""
        return tuple(score(one, state.rules) for one in sheets(state))

    def standings(self, state: State) -> tuple[Rank, ...]:
        """The ranking by what lies open: the locations of the cities, and everything when the game is over."""
        return rank(sheets(state), state.rules)

    def document(self, state: State) -> dict[str, Any]:
        """The table as a sheet document: what lies open, and everything when the game is over."""
        found = _document(state)
        shown = [_sheet_document(one, state.rules) for one in found.sheets]
        if found.lone is not None:
            return {"game": ALONE, "sheets": [{**shown[0], **found.lone._asdict()}]}
        return {"game": SEVERAL, "players": len(shown), "sheets": shown}


def _document(state: State, viewer: int | None = None) -> Document:
    """The table as a seat or, with None, everybody sees it; how many cards are left in a pile is for all to see."""
    ships, bandits = (tuple(vp for seat in state.seats for vp in seat.cards(kind)) for kind in ("ships", "bandits"))
    lone = Lone(state.solo.mode, state.mine.turns, state.solo.target) if state.solo else None
    taken = Sheet("", ships=ships, bandits=bandits)
    return Document(len(state.seats), sheets(state, viewer), taken=taken, lone=lone)


def _sheet_document(sheet: Sheet, rules: Rules) -> dict[str, Any]:
    return {
        "player": sheet.player,
        "tokens": sheet.tokens,
        "ships": list(sheet.ships),
        "bandits": list(sheet.bandits),
        "city": {row: [location_text(at) for at in spaces] for row, spaces in rows_of(sheet.city, rules).items()},
    }


def _roll(state: State) -> tuple[tuple[int, str], ...]:
    """The dice that a player has to roll now."""
    return tuple(roll for roll in state.rolls if roll[0] == state.rolls[0][0])


def _die(seat: int, row: str) -> Said:
    return say("die.of", seat=seat, color=row)

"""A table as a document: how it is read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from pnp.games.document import player_of, players_of, sheets_of, written_of
from pnp.games.forgiving import bonus_in
from pnp.games.house_of_dice.moves import apply
from pnp.games.house_of_dice.notation import Move, Roll, parse_move, parse_roll
from pnp.games.house_of_dice.parts import BONUSES, PLAYERS
from pnp.games.house_of_dice.rules import Rules, of_house
from pnp.games.house_of_dice.sheet import LINES, Sheet, empty, sheet_of
from pnp.games.rules.document import read_values
from pnp.strict import Table, as_choice, as_whole
from pnp.words import languages, say

_MOST_MOVES = 200


class Seat(NamedTuple):
    """One player's part of a document: the sheet as drawn, the moves if known and the sheet they lead to.

    In a round of `absent` the player was away, so that it is a pass whatever the dice allow; so are those before the
    player `joined`.
    """

    player: str
    sheet: Sheet
    written: int | Mapping[str, int] | None = None
    moves: tuple[Move, ...] | None = None
    moved: Sheet | None = None
    absent: tuple[int, ...] = ()
    joined: int = 1


class Document(NamedTuple):
    """A table: how many play, their seats in turn order, the dice of each round."""

    players: int
    seats: tuple[Seat, ...]
    rolls: tuple[Roll, ...] = ()


def read(table: Table, rules: Rules) -> Document:
    """A table from its document; what is wrong goes to the table's faults."""
    sheets = sheets_of(table)
    players = players_of(table, len(sheets), *PLAYERS)
    rolls = table.items("rolls", lambda value: parse_roll(value, rules.dice, rules.faces), (), _MOST_MOVES)
    seats = []
    for number, sheet in enumerate(sheets, 1):
        seats.append(_read_seat(sheet, number, players, rules))
        if sheet is not table:
            sheet.close()
    if len(seats) == players and all(seat.joined > 1 for seat in seats):
        table.fault(say("all-late"), "sheets")
    return Document(players, tuple(seats), tuple(rolls))


def _read_seat(table: Table, number: int, players: int, rules: Rules) -> Seat:
    """One seat; where there are moves, they give whatever the document leaves out."""
    player, written, rounds = player_of(table, number), written_of(table, LINES), rules.rounds(players)
    moves, moved, start = None, None, empty(rules)
    if "moves" in table:
        moves = tuple(table.items("moves", parse_move, (), _MOST_MOVES))
        for move in moves:
            start = apply(start, move, rules)
        moved = start
    if moved is None:
        table.raw("house")
    if "score" in table.data and "score" in table:
        table.fault(say("unknown-key", near="'written'"), "score")
    sheet = sheet_of(read_values(rules.declaration, table, players, {"bonuses": _read_bonus}))
    if moved is not None:
        sheet = sheet._replace(**{name: value for name, value in moved._asdict().items() if name not in table})
        if sheet.turns <= rounds:
            sheet = sheet._replace(turns=moved.turns)
    absent = tuple(table.items("absent", lambda value: as_whole(value, 1, rounds), (), _MOST_MOVES))
    return Seat(player, sheet, written, moves, moved, absent, table.whole("joined", 1, 2, max(2, rounds)))


def _read_bonus(value: Any) -> str:
    """A bonus by its name, by its number on the sheet, or as it is printed there in any language."""
    if value in BONUSES:
        return str(value)
    if type(value) is int and 1 <= value <= len(BONUSES):
        return BONUSES[value - 1]
    for language in languages() if isinstance(value, str) else ():
        bonus, rest = bonus_in(value, BONUSES, of_house(language))
        if bonus and not rest:
            return bonus
    return as_choice(value, BONUSES)

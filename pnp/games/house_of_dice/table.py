"""The running table: a roll for all, a move of everybody in secret, the reveal; in the end a vote.

What is said is in `sayings`, what it does in `rounds`. A round: dice are rolled; everybody enters a move, which can be
changed until all are revealed, as soon as all are in or, with the option `reveal` = `host`, when the table says so.
Until then the active player may say `reroll`, alone: the dice are rolled again, and what was entered for the old ones
is void. Who is away, or has entered nothing when the table says `reveal`, has missed the round: it is a pass. After the
last round everybody may vote for the best looking house of somebody else until the table says `close vote`. A table
that says `paper` before the first roll has played by itself: it is over at once, and only the vote is left.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any

from pnp.edition import Edition
from pnp.games import seats
from pnp.games.codec import Marks
from pnp.games.house_of_dice.moves import apply
from pnp.games.house_of_dice.notation import text
from pnp.games.house_of_dice.options import (
    bonuses,
    notation_of,
    of_seat,
    of_table,
    option_of,
    wanted,
    with_bonus,
)
from pnp.games.house_of_dice.paper import bonus_marks, claims_of, play_marks
from pnp.games.house_of_dice.parts import BONUSES, PLAYERS
from pnp.games.house_of_dice.plain_words import meant
from pnp.games.house_of_dice.rounds import by_player, by_table, check_dice, gone, returned, seated
from pnp.games.house_of_dice.rules import Rules, rules_of
from pnp.games.house_of_dice.sayings import parse
from pnp.games.house_of_dice.sheet import Sheet, empty, ranked, score
from pnp.games.house_of_dice.state import State
from pnp.games.house_of_dice.view import best_houses, brief, view
from pnp.games.play import Last, Option, Play, SheetMarks, View, Vote, Wanted
from pnp.games.seats import RefusedError, deny
from pnp.games.table_dice import Die, Face
from pnp.games.verdict import Rank, Score
from pnp.strict import as_choice, near, said_by, shown, wrong
from pnp.words import Said, Words, say

REVEAL = ("auto", "host")
_SEAT_ONLY = {"enter", "reroll", "withdraw", "vote"}
_TABLE_ONLY = {"reveal", "close vote", "paper"}
_IN_THE_END = {"vote", "close vote"}


@lru_cache(maxsize=16)
def _dice(count: int, faces: int) -> tuple[Die, ...]:
    return (Die(say("die"), tuple(range(1, faces + 1))),) * count


def _check_names(names: tuple[str, ...]) -> tuple[str, ...]:
    """Names that are different with single blanks, too: players are voted for by their names."""
    seats.check_different(map(seats.known_as, names))
    return names


class HouseOfDicePlay(Play):
    """The playing of House of Dice."""

    TIMED = True

    # ------------------------------------------------------------------ what happens

    def open(self, players: Sequence[str], options: Mapping[str, str], edition: Edition) -> State:
        """The table before the first roll; the option `reveal` is `auto`, as soon as all are in, or `host`."""
        low, high = PLAYERS
        if not low <= len(players) <= high:
            wrong("wrong-players", n=len(players), low=low, high=high)
        try:
            names = _check_names(seats.proper_names(players, len(players)))
        except RefusedError as refused:
            wrong("wrong-players.names", wrong=refused.refusal)
        for option in options:
            if option != "reveal":
                wrong("wrong-option", option=shown(option), near=near(option, ["reveal"]))
        try:
            reveal = as_choice(options.get("reveal", REVEAL[0]), REVEAL)
        except ValueError as error:
            wrong("wrong-option.reveal", wrong=said_by(error))
        rules, count = rules_of(edition), len(names)
        nothing: tuple[()] = ()
        return State(
            rules,
            names,
            reveal,
            sheets=(empty(rules),) * count,
            moves=(nothing,) * count,
            missed=(nothing,) * count,
            away=(False,) * count,
            entries=(None,) * count,
            votes=(None,) * count,
            joined=(1,) * count,
        )

    def _check_roll(self, state: State, faces: tuple[Face, ...]) -> None:
        if state.paper:
            deny("game-over.paper-roll")
        if state.roll:
            deny("no-roll-now.lying")
        super()._check_roll(state, faces)

    def rolled(self, state: State, faces: tuple[Any, ...]) -> State:
        return state._replace(roll=faces)

    def said(self, state: State, seat: int | None, words: str) -> State:
        try:
            saying = parse(words)
        except ValueError as error:
            deny("unclear.said", wrong=said_by(error))
        verb = saying.verb
        if seat is None and verb in _SEAT_ONLY:
            if verb == "enter" and not state.over:
                check_dice(state)
            deny("player-only.move") if verb == "enter" else deny("player-only", verb=verb)
        if seat is not None and verb in _TABLE_ONLY:
            deny("table-only", verb=verb)
        if state.over:
            if verb not in _IN_THE_END:
                deny("game-over.paper") if state.paper else deny("game-over.vote", rounds=state.rounds)
        elif verb in _IN_THE_END:
            deny("not-over", round=state.number, rounds=state.rounds)
        return by_table(state, saying) if seat is None else by_player(state, seat, saying)

    def time_out(self, state: State) -> str:
        """The moves are revealed where there are any: who has entered none misses the round."""
        return "reveal" if state.roll and any(entry is not None for entry in state.entries) else ""

    def last_words(self, state: State) -> str:
        """Moves that were entered are revealed, and so are votes."""
        votes = state.over and not state.closed and any(vote is not None for vote in state.votes)
        return "close vote" if votes else self.time_out(state)

    def gone(self, state: State, seat: int) -> State:
        return gone(state, seat)

    def returned(self, state: State, seat: int) -> State:
        return returned(state, seat)

    def with_names(self, state: State, names: tuple[str, ...]) -> State:
        return state._replace(players=_check_names(names))

    def seated(self, state: State, name: str) -> State:
        _check_names((*state.players, name))
        return seated(state, name)

    # ------------------------------------------------------------------ where the game is

    def dice(self, state: State) -> tuple[Die, ...]:
        """The dice of a round, until they lie there."""
        return () if state.roll or state.over else _dice(state.rules.dice, state.rules.faces)

    def round(self, state: State) -> tuple[int, int]:
        """The round that is played, in the end the last one, and how many there are."""
        return state.number, state.rounds

    def over(self, state: State) -> bool:
        """Whether the last round has been revealed; the vote may still be open."""
        return state.over

    def on_paper(self, state: State) -> bool:
        return state.paper

    def wanted(self, state: State) -> tuple[Wanted, ...]:
        return wanted(state)

    def options(self, state: State, seat: int | None, most: int = 200) -> Sequence[Option]:
        return tuple(islice(of_table(state), most)) if seat is None else of_seat(state, seat, most)

    def options_with(self, state: State, seat: int, bonus: str) -> Sequence[Option]:
        return with_bonus(state, seat, bonus) if bonus else of_seat(state, seat, 10**6, claims=False)

    def bonuses(self, state: State, seat: int) -> tuple[str, ...]:
        return bonuses(state, seat)

    def bonuses_left(self, state: State) -> tuple[tuple[str, int], ...]:
        return tuple((bonus, state.circles_left(bonus)) for bonus in BONUSES)

    def meant(self, state: State, seat: int | None, typed: str, words: Words) -> Sequence[Option]:
        if seat is None or not state.roll or state.over:
            return super().meant(state, seat, typed, words)
        return meant(state, seat, typed, words)

    def notation(self, state: State, seat: int, wish: Mapping[str, Any]) -> str:
        return notation_of(state, seat, wish)

    def as_option(self, state: State, seat: int | None, words: str) -> Option | None:
        saying = parse(words)
        if saying.verb == "enter" and seat is not None:
            return option_of(saying.move, state.sheets[seat], state.rules)
        if saying.verb == "vote":
            return Option(words, say("means.vote", seat=self.seat_meant(saying.who, state.players)), "vote")
        return None

    def view(self, state: State, seat: int | None) -> View:
        scores = self.scores(state)
        return view(state, seat, scores, ranked(state.players, state.sheets, scores, state.rules))

    def seen_by(self, state: State, seat: int) -> tuple[State, bool]:
        """The table without the moves that others have entered, and whether any of them ends the reroll."""
        own = tuple(move if one == seat else None for one, move in enumerate(state.entries))
        late = state.rules.reroll_until == "entry" and any(move is not None for move in state.entries)
        return state._replace(entries=own, voided=tuple(one for one in state.voided if one == seat)), late

    def brief(self, state: State, seat: int) -> Said | str:
        return "" if state.over else brief(state, seat)

    def lying(self, state: State) -> tuple[tuple[str, Face], ...]:
        """The dice of the round, once they are rolled."""
        return tuple(("", face) for face in state.roll)

    def last(self, state: State) -> Last | None:
        """The round that was revealed last."""
        if not state.rolls:
            return None
        number = len(state.rolls)
        playing = [seat for seat, first in enumerate(state.joined) if first <= number]
        return Last(number, state.rolls[-1], tuple((seat, self._last_move(state, seat)) for seat in playing))

    def _last_move(self, state: State, seat: int) -> Option:
        sheet = empty(state.rules)
        *before, move = state.moves[seat]
        for earlier in before:
            sheet = apply(sheet, earlier, state.rules)
        made = option_of(move, sheet, state.rules, done=True)
        missed = len(state.rolls) in state.missed[seat]
        return made._replace(means=say("means.missed"), kind="missed") if missed else made

    def vote(self, state: State) -> Vote | None:
        """The vote for the best looking house."""
        if not state.over:
            return None
        return Vote(False, state.votes, *best_houses(state)) if state.closed else Vote(True, state.votes)

    # ------------------------------------------------------------------ who sits there

    def active(self, state: State) -> int | None:
        """The active player of the round."""
        return None if state.over else state.active

    def status(self, state: State, seat: int) -> str:
        """Whether a seat has entered its move."""
        if state.over:
            return "idle"
        if state.away[seat]:
            return "away"
        if not state.roll or not state.plays(seat):
            return "idle"
        return "drawing" if state.entries[seat] is None else "in"

    def entry(self, state: State, seat: int) -> Option | None:
        """The move that a seat has entered and that is not revealed."""
        move = state.entries[seat]
        return None if move is None else option_of(move, state.sheets[seat], state.rules, done=True)

    # ------------------------------------------------------------------ what stands on the sheets, and what it is worth

    def marks(self, state: State, seat: int | None) -> tuple[SheetMarks, ...]:
        """The play sheets as they were revealed, with their scores in the end, and the bonus sheet."""
        points = self.scores(state) if state.over and not state.paper else (None,) * len(state.players)
        sheets: list[SheetMarks] = [
            ("play", of, play_marks(state.sheets[of], name, points[of], state.rules))
            for of, name in enumerate(state.players)
            if seat in (None, of)
        ]
        claims = claims_of(state.sheets)
        claims["reroll"] += state.rerolled
        return (*sheets, ("bonus", None, bonus_marks(claims, len(state.players), state.rules)))

    def rolls_again(self, state: State) -> bool:
        return state.rerolled and not state.roll

    def voided(self, state: State) -> tuple[int, ...]:
        return state.voided

    def pending(self, state: State, seat: int) -> Marks:
        """What the move that a seat has entered would add to its play sheet."""
        move, sheet, rules = state.entries[seat], state.sheets[seat], state.rules
        if move is None:
            return {}
        before, after = (play_marks(one, "", None, rules) for one in (sheet, apply(sheet, move, rules)))
        return {field: mark for field, mark in after.items() if before.get(field) != mark}

    def scores(self, state: State) -> tuple[Score, ...]:
        """The score of each seat by what has been revealed; of sheets that are on paper nothing is known."""
        if state.paper:
            return (Score(()),) * len(state.players)
        return _scores(state.sheets, state.rules)

    def standings(self, state: State) -> tuple[Rank, ...]:
        """The ranking by what has been revealed."""
        return ranked(state.players, state.sheets, self.scores(state), state.rules)

    def document(self, state: State) -> dict[str, Any]:
        """The rounds that were revealed as a sheet document: rolls, and the moves of each seat."""
        sheets: list[dict[str, Any]] = []
        for seat, name in enumerate(state.players):
            sheet: dict[str, Any] = {"player": name, "moves": [text(move) for move in state.moves[seat]]}
            if state.joined[seat] > 1:
                sheet["joined"] = state.joined[seat]
            sheets.append({**sheet, "absent": list(state.missed[seat])} if state.missed[seat] else sheet)
        rolls = [" ".join(map(str, roll)) for roll in state.rolls]
        old = {"rulings": state.rules.superseded} if state.rules.superseded else {}
        return {"game": "house-of-dice", **old, "players": len(state.players), "rolls": rolls, "sheets": sheets}


@lru_cache(maxsize=256)
def _scores(sheets: tuple[Sheet, ...], rules: Rules) -> tuple[Score, ...]:
    """The score of each sheet at a table; sheets change once a round, and every look at the table asks for it."""
    return tuple(score(sheet, rules, sheets) for sheet in sheets)

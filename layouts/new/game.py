"""The rules of {title}: what may stand on a sheet, and what it is worth.

Ten rounds. Each round everybody writes the sum of two dice; a sum higher than the one before earns a coin.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from pnp.edition import Edition
from pnp.errors import Problem, problem
from pnp.games.codec import Codec, Crosses, Marks, Numbers, Text
from pnp.games.document import player_of, players_of, sheets_of, written_of
from pnp.games.game import Counted, Game, Papers
#: play
from pnp.games.play import Play, SheetMarks, View, Wanted, placed
from pnp.games.seats import check_options, opened_for
from pnp.games.table_dice import Die, Face
#: end
from pnp.games.verdict import Line, Rank, Score, SheetVerdict, Verdict, ranking, wrong_sums
from pnp.strict import Table, as_whole
from pnp.words import say

NAME = "{name}"
ROUNDS = 10
LINES = ("coins", "last")


class Sheet(NamedTuple):
    """What a player wrote."""

    player: str
    rolls: tuple[int, ...] = ()
    written: Any = None


def coins(rolls: tuple[int, ...]) -> int:
    """How often a roll is higher than the one before it.

    >>> coins((3, 7, 7, 12))
    2
    """
    return sum(later > earlier for earlier, later in pairwise(rolls))


def score(sheet: Sheet) -> Score:
    """The points by line, each with its reason: a key of WORDS, and the facts that stand in its braces."""
    climbs = coins(sheet.rolls)
    last = sheet.rolls[-1] if len(sheet.rolls) >= ROUNDS else None
    return Score(
        (
            Line("coins", climbs, say("why.coins", n=climbs)),
            Line("last", 5 if last == 12 else 0, say("why.last", roll=last) if last else say("why.later")),
        )
    )


def problems(sheet: Sheet) -> list[Problem]:
    """What is against the rules on a sheet: a code, a place, and facts."""
    found = [
        problem("no-such-roll", say("place.roll", n=n), roll=roll)
        for n, roll in enumerate(sheet.rolls, 1)
        if not 2 <= roll <= 12
    ]
    if len(sheet.rolls) > ROUNDS:
        found.append(problem("too-many-rolls", say("place.rolls"), n=len(sheet.rolls), rounds=ROUNDS))
    return found + wrong_sums(sheet.written, score(sheet))


def ranked(sheets: Sequence[Sheet]) -> tuple[Rank, ...]:
    """Who is first: the most points; equal ones share the place."""
    totals = [(sheet.player, score(sheet).total) for sheet in sheets]
    return ranking(totals, [()] * len(totals), str)


# The paper: which field of the layout holds which part of a sheet. Marks and the way back follow from it.
CODEC = Codec(
    name=Text("name"),
    rolls=Numbers({{f"rolls.{{n}}": str(n) for n in range(1, ROUNDS + 1)}}),
    coins=Crosses(f"coins.{{n}}" for n in range(1, ROUNDS)),
    score=Numbers({{f"score.{{line}}": line for line in (*LINES, "total")}}),
)


def filled(sheets: Sequence[Sheet]) -> list[tuple[str, Marks]]:
    """The sheets filled in, with their points."""
    found: list[tuple[str, Marks]] = []
    for sheet in sheets:
        points = score(sheet)
        numbers = {{**{{line.name: line.points for line in points.lines}}, "total": points.total}}
        rolls = {{str(n): roll for n, roll in enumerate(sheet.rolls, 1)}}
        value = {{"name": sheet.player, "rolls": rolls, "coins": coins(sheet.rolls), "score": numbers}}
        found.append(("play", CODEC.marks(value)))
    return found


#: play
class State(NamedTuple):
    """A running table: the rolls that everybody has written so far, each for themselves."""

    players: tuple[str, ...]
    rolls: tuple[tuple[int, ...], ...]

    @property
    def seat(self) -> int:
        """Whose turn it is to roll."""
        return sum(map(len, self.rolls)) % len(self.players)

    @property
    def sheets(self) -> tuple[Sheet, ...]:
        return tuple(Sheet(name, rolls) for name, rolls in zip(self.players, self.rolls, strict=True))


class {class_name}Play(Play):
    """One after the other rolls two dice and writes the sum down; there is nothing to decide."""

    def open(self, players: Sequence[str], options: Mapping[str, str], edition: Edition) -> State:
        check_options(options)
        return State(opened_for(players, *{class_name}.PLAYERS), ((),) * len(players))

    def over(self, state: State) -> bool:
        return all(len(rolls) == ROUNDS for rolls in state.rolls)

    def round(self, state: State) -> tuple[int, int]:
        return min(len(state.rolls[-1]) + 1, ROUNDS), ROUNDS

    def dice(self, state: State) -> tuple[Die, ...]:
        return () if self.over(state) else (Die(say("die"), (1, 2, 3, 4, 5, 6)),) * 2

    def rolled(self, state: State, faces: tuple[Face, ...]) -> State:
        mine = (*state.rolls[state.seat], sum(map(int, faces)))
        return state._replace(rolls=(*state.rolls[: state.seat], mine, *state.rolls[state.seat + 1 :]))

    def wanted(self, state: State) -> tuple[Wanted, ...]:
        return () if self.over(state) else (Wanted(None, say("wanted.roll", seat=state.seat), "3 4"),)

    def active(self, state: State) -> int | None:
        return None if self.over(state) else state.seat

    def view(self, state: State, seat: int | None) -> View:
        told = [say("so-far", n=score(one).total, rolls=one.rolls) for one in state.sheets]
        sheets = tuple((name, None, (line,)) for name, line in zip(state.players, told, strict=True))
        best = tuple(row.player for row in self.standings(state) if row.rank == 1)
        if self.over(state):
            return View(say("headline.over", best=best, several=len(best) > 1), sheets)
        return View(say("headline.roll", seat=state.seat, round=self.round(state)[0]), sheets)

    def with_names(self, state: State, names: tuple[str, ...]) -> State:
        return state._replace(players=names)

    def scores(self, state: State) -> tuple[Score, ...]:
        return tuple(map(score, state.sheets))

    def standings(self, state: State) -> tuple[Rank, ...]:
        return ranked(state.sheets)

    def marks(self, state: State, seat: int | None) -> tuple[SheetMarks, ...]:
        return placed(filled(state.sheets), len(state.players), seat)

    def document(self, state: State) -> dict[str, Any]:
        sheets = [{{"player": one.player, "rolls": list(one.rolls)}} for one in state.sheets]
        return {{"game": NAME, "players": len(sheets), "sheets": sheets}}


#: end
class {class_name}(Game):
    """The game as the program knows it; pnp/games/game.py has what else it may offer."""

    TITLE = "{title}"
    PLAYERS = (1, 6)
    WORDS: Mapping[str, Mapping[str, str]] = {{
        "en": {{
            "why.coins": "{{n}} {{n:climb|climbs}}",
            "why.last": "the last roll is {{roll}}",
            "why.later": "the last roll is still to come",
            "place.roll": "rolls {{n}}",
            "place.rolls": "rolls",
            "no-such-roll": "{{where}}: {{roll}} can't be rolled; two dice give 2 to 12",
            "too-many-rolls": "{{where}}: {{n}} written; there are {{rounds}} rounds",
            # Names of lines, sheets and fields, for people.
            "line.last": "last roll",
            "sheet.play": "Play sheet",
            "field.rolls": "Rolls",
            "field.coins": "Coins",
#: play
            "wanted.roll": "two dice that {{seat@player}} rolls",
            "headline.roll": "Round {{round}}: {{seat@player}} rolls",
            "so-far": "{{n}} {{n:point|points}}[, rolls {{rolls+}}]",
#: end
        }}
    }}
#: play
    play = {class_name}Play()
#: end

    def sheets(self, edition: Edition) -> Mapping[str, Codec]:
        """The fields of each sheet: the same ids as in the layout."""
        return {{"play": CODEC}}

    def read(self, table: Table, edition: Edition) -> tuple[Sheet, ...]:
        """The sheets of a document; what can't be understood goes to the table's faults."""
        rows = sheets_of(table)
        players_of(table, len(rows), *self.PLAYERS)
        sheets = []
        for number, row in enumerate(rows, 1):
            rolls = row.items("rolls", as_whole, [], most=100)
            sheets.append(Sheet(player_of(row, number), tuple(rolls), written_of(row, LINES)))
            if row is not table:
                row.close()
        return tuple(sheets)

    def judge(self, document: tuple[Sheet, ...], edition: Edition) -> Verdict:
        """What the rules say of a document."""
        verdicts = tuple(SheetVerdict(s.player, tuple(problems(s)), (), score(s)) for s in document)
        return Verdict(NAME, verdicts, (), ranked(document))

    def marks(self, document: tuple[Sheet, ...], edition: Edition) -> list[tuple[str, Marks]]:
        """The sheets filled in, for printing."""
        return filled(document)

    def count(self, papers: Papers, edition: Edition) -> Counted:
        """What sheets on paper come to, and what their score boxes should say."""
        sheets = []
        for player, own in zip(papers.players, papers.own, strict=True):
            value = CODEC.value(own.get("play", {{}}))
            sheets.append(Sheet(player, tuple(value["rolls"].values()), value["score"] or None))
        whole = filled(sheets)
        due = [{{name: {{id: mark for id, mark in marks.items() if id.startswith("score.")}}}} for name, marks in whole]
        return Counted(self.judge(tuple(sheets), edition), {{}}, tuple(due))


game = {class_name}()

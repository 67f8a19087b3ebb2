"""Yacht: five dice, twelve boxes; the whole game in one module, as a model for games of one's own.

A turn: five dice are rolled, then any of them again, twice at the most (`keep 3 3` rolls the others), then an empty box
takes what the dice give there (`fours`). After twelve turns each the highest total wins. A sheet has columns for six
games; a table plays one, a document may have more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import Any, NamedTuple

from pnp.edition import Edition
from pnp.errors import Problem, problem
from pnp.games.box_coaching import BoxCoaching
from pnp.games.codec import Codec, Columns, Marks, Numbers, Text
from pnp.games.document import player_of, players_of, sheets_of, written_of
from pnp.games.forgiving import begun
from pnp.games.game import Counted, Game, Papers
from pnp.games.paper import as_written
from pnp.games.play import Option, Play, SheetMarks, View, Wanted, placed
from pnp.games.seats import check_options, deny, opened_for
from pnp.games.table_dice import Die, Face
from pnp.games.verdict import Line, Rank, Score, SheetVerdict, Verdict, ranking, wrong_sums
from pnp.strict import Table, near, shown
from pnp.words import Said, Words, say

NAME = "yacht"
COLUMNS = tuple(f"g{n}" for n in range(1, 7))
Dice = tuple[int, ...]


# ---------------------------------------------------------------------- the boxes


def of_number(number: int) -> Callable[[Dice], int]:
    return lambda dice: number * dice.count(number)


def full_house(dice: Dice) -> int:
    return sum(dice) if sorted(Counter(dice).values()) == [2, 3] else 0


def four_of_a_kind(dice: Dice) -> int:
    face, count = Counter(dice).most_common(1)[0]
    return 4 * face if count >= 4 else 0


def straight(low: int) -> Callable[[Dice], int]:
    return lambda dice: sorted(dice) == [*range(low, low + len(dice))]


BOXES: Mapping[str, Callable[[Dice], int]] = {
    **{name: of_number(n) for n, name in enumerate(("ones", "twos", "threes", "fours", "fives", "sixes"), 1)},
    "full-house": full_house,
    "four": four_of_a_kind,
    "little-straight": straight(1),
    "big-straight": straight(2),
    "choice": sum,
    "yacht": lambda dice: len(set(dice)) == 1,
}
"""The boxes of a sheet in its order, each with what dice give there, or whether they fit where all give the same."""


class Rules(NamedTuple):
    """The numbers of an edition."""

    dice: int
    rolls: int
    straight: int
    yacht: int

    def worth(self, box: str, dice: Dice) -> int:
        """What dice give in a box.

        >>> Rules(5, 3, 30, 50).worth("full-house", (2, 2, 3, 3, 3)), Rules(5, 3, 30, 50).worth("yacht", (4,) * 5)
        (13, 50)
        """
        points = BOXES[box](dice)
        return points * {"yacht": self.yacht}.get(box, self.straight) if isinstance(points, bool) else points


@cache
def possible(rules: Rules, box: str) -> set[int]:
    """Every number that can stand in a box."""
    return {0, *(rules.worth(box, dice) for dice in combinations_with_replacement(range(1, 7), rules.dice))}


def rules_of(edition: Edition) -> Rules:
    return Rules(*(edition[name] for name in Rules._fields))


# ---------------------------------------------------------------------- a sheet, on paper and in a document


class Sheet(NamedTuple):
    """What a player wrote: the boxes of each game, and the sums if they were written down."""

    player: str
    games: tuple[Mapping[str, int], ...] = ()
    written: Any = None


CODEC = Codec(name=Text("name"), games=Columns(COLUMNS, Codec(boxes=Numbers([*BOXES, "total"]))))


def score(sheet: Sheet) -> Score:
    """The points of every box, and of each game; a box in which nothing stands counts 0."""
    rounds = tuple(_lines([game]) for game in sheet.games)
    return Score(_lines(sheet.games), rounds if len(rounds) > 1 else ())


def _lines(games: Sequence[Mapping[str, int]]) -> tuple[Line, ...]:
    written = {box: [game[box] for game in games if box in game] for box in BOXES}
    return tuple(Line(box, sum(points)) if points else as_written(box, None) for box, points in written.items())


def problems(sheet: Sheet, rules: Rules) -> list[Problem]:
    """Numbers that no five dice give in their box, and sums that are not added up right."""
    found, several = [], len(sheet.games) > 1
    for number, game in enumerate(sheet.games, 1):
        for box, points in game.items():
            where = say("place.round", line=box, round=number) if several else say("place.line", line=box)
            if points not in possible(rules, box):
                found.append(problem("no-such-score", where, written=points, most=max(possible(rules, box))))
    return found + wrong_sums(sheet.written, score(sheet))


def read_sheet(table: Table, number: int) -> Sheet:
    games = []
    for row in table.tables("rounds", len(COLUMNS)):
        games.append({box: row.whole(box, low=0, high=999) for box in BOXES if box in row})
        row.close()
    return Sheet(player_of(table, number), tuple(games), written_of(table, [*BOXES], [*BOXES]))


# ---------------------------------------------------------------------- the running table


class State(NamedTuple):
    """A table: the boxes of each seat; the dice that lie there, those kept for the next roll, and the rolls so far."""

    rules: Rules
    players: tuple[str, ...]
    boxes: tuple[Mapping[str, int], ...]
    dice: Dice = ()
    kept: Dice = ()
    rolls: int = 0

    @property
    def turn(self) -> int:
        """How many turns have been taken."""
        return sum(map(len, self.boxes))

    @property
    def seat(self) -> int:
        return self.turn % len(self.players)

    @property
    def sheets(self) -> tuple[Sheet, ...]:
        return tuple(Sheet(*one) for one in zip(self.players, ((boxes,) for boxes in self.boxes), strict=True))


class YachtPlay(Play):
    """Turn after turn: roll, keep some and roll the others, fill a box."""

    def open(self, players: Sequence[str], options: Mapping[str, str], edition: Edition) -> State:
        check_options(options)
        return State(rules_of(edition), opened_for(players, *Yacht.PLAYERS), ({},) * len(players))

    def over(self, state: State) -> bool:
        return state.turn == len(BOXES) * len(state.players)

    def round(self, state: State) -> tuple[int, int]:
        return min(state.turn // len(state.players) + 1, len(BOXES)), len(BOXES)

    def dice(self, state: State) -> tuple[Die, ...]:
        rolled = 0 if self.over(state) or state.dice else state.rules.dice - len(state.kept)
        return (Die(say("die"), tuple(range(1, 7))),) * rolled

    def rolled(self, state: State, faces: tuple[Face, ...]) -> State:
        return state._replace(dice=tuple(sorted((*state.kept, *map(int, faces)))), kept=(), rolls=state.rolls + 1)

    def said(self, state: State, seat: int | None, words: str) -> State:
        if self.over(state):
            deny("game-over")
        verb, _, rest = " ".join(words.lower().split()).partition(" ")
        box = verb if verb in BOXES else "-".join((verb, *rest.split()))
        if verb != "keep" and box not in BOXES:
            deny("unclear.box", words=shown(words), boxes=tuple(BOXES), near=near(box, ("keep", *BOXES)))
        if not state.dice:
            deny("dice-first", n=len(self.dice(state)))
        if seat is None:
            deny("player-only")
        if seat != state.seat:
            deny("not-your-turn", seat=state.seat)
        return self._keep(state, rest) if verb == "keep" else self._fill(state, seat, box)

    def _keep(self, state: State, faces: str) -> State:
        if state.rolls == state.rules.rolls:
            deny("not-now.rolls", rolls=state.rolls)
        kept = sorted(faces.replace(" ", "").replace(",", ""))
        if not Counter(kept) < Counter(map(str, state.dice)):
            deny("not-in-dice", kept=shown(faces), dice=state.dice)
        return state._replace(dice=(), kept=tuple(map(int, kept)))

    def _fill(self, state: State, seat: int, box: str) -> State:
        if box in state.boxes[seat]:
            deny("box-taken", box=box, points=state.boxes[seat][box])
        filled = {**state.boxes[seat], box: state.rules.worth(box, state.dice)}
        return State(state.rules, state.players, (*state.boxes[:seat], filled, *state.boxes[seat + 1 :]))

    def wanted(self, state: State) -> tuple[Wanted, ...]:
        if self.over(state):
            return ()
        if not state.dice:
            n = len(self.dice(state))
            return (Wanted(None, say("wanted.roll", seat=state.seat, n=n), " ".join(map(str, range(1, n + 1)))),)
        again = state.rules.rolls - state.rolls or None
        return (Wanted(state.seat, say("wanted.box", again=again), self._boxes(state)[0].notation),)

    def options(self, state: State, seat: int | None, most: int = 200) -> Sequence[Option]:
        again = self._keeps(state) if state.dice and state.rolls < state.rules.rolls else ()
        return [*self._boxes(state), *again][:most] if state.dice and seat == state.seat else ()

    def meant(self, state: State, seat: int | None, typed: str, words: Words) -> Sequence[Option]:
        boxes = {words.term("line", one.notation): one for one in self.options(state, seat) if one.kind == "box"}
        named = begun(typed, [one._replace(notation=name) for name, one in boxes.items()])
        return [boxes[one.notation] for one in named] or super().meant(state, seat, typed, words)

    def _boxes(self, state: State) -> list[Option]:
        """The empty boxes, those that give most first."""
        points = {box: state.rules.worth(box, state.dice) for box in BOXES if box not in state.boxes[state.seat]}
        return [
            Option(box, say("means.box", box=box, points=points[box]), "box", f"{COLUMNS[0]}.{box}", points[box])
            for box in sorted(points, key=lambda box: -points[box])
        ]

    def _keeps(self, state: State) -> Iterable[Option]:
        """What may be kept, most dice first."""
        most = len(state.dice)
        places = (some for n in range(most - 1, -1, -1) for some in combinations(range(most), n))
        for kept, picks in {tuple(state.dice[at] for at in some): some for some in places}.items():
            means = say("means.keep", kept=kept, n=most - len(kept))
            yield Option(" ".join(["keep", *map(str, kept)]), means, "keep", picks=picks)

    def lying(self, state: State) -> tuple[tuple[Said | str, Face], ...]:
        return tuple(("", face) for face in state.dice)

    def with_names(self, state: State, names: tuple[str, ...]) -> State:
        return state._replace(players=names)

    def active(self, state: State) -> int | None:
        return None if self.over(state) else state.seat

    def view(self, state: State, seat: int | None) -> View:
        lines = tuple(
            (name, None, (say("points", n=sum(boxes.values())), say("boxes-left", n=len(BOXES) - len(boxes))))
            for name, boxes in zip(state.players, state.boxes, strict=True)
        )
        best = tuple(row.player for row in self.standings(state) if row.rank == 1)
        turn = say("headline.turn", seat=state.seat, round=self.round(state)[0], of=len(BOXES))
        return View(say("headline.over", best=best, several=len(best) > 1) if self.over(state) else turn, lines)

    def scores(self, state: State) -> tuple[Score, ...]:
        return tuple(map(score, state.sheets))

    def standings(self, state: State) -> tuple[Rank, ...]:
        return ranked(state.sheets)

    def marks(self, state: State, seat: int | None) -> tuple[SheetMarks, ...]:
        return placed(filled(state.sheets), len(state.players), seat)

    def document(self, state: State) -> dict[str, Any]:
        sheets = [{"player": one.player, "rounds": [dict(game) for game in one.games if game]} for one in state.sheets]
        return {"game": NAME, "players": len(sheets), "sheets": sheets}


# ---------------------------------------------------------------------- what it says

ENGLISH = {
    "help.yacht": "keep 3 3   keeps these dice, rolls the others\nfours      fills a box: ones to sixes, choice, ...",
    "line.full-house": "full house",
    "line.four": "four of a kind",
    "line.little-straight": "little straight",
    "line.big-straight": "big straight",
    "kind.box": "fill a box",
    "kind.keep": "roll again",
    "boxes-left": "{n} {n:box|boxes} left",
    "no-such-score": "{where}: {written} written; no dice give that, {most} is the most",
    "unclear.box": "{words} is not understood; say keep and which dice, or a box: {boxes}[; did you mean {near}?]",
    "not-now.rolls": "the dice were rolled {rolls} times; now a box has to be filled",
    "not-in-dice": "{kept} can't be kept; the dice are {dice+}, and one of them at least is rolled again",
    "box-taken": "{box@line} has {points} already; an empty box is needed",
    "wanted.roll": "{n} {n:die|dice} that {seat@player} rolls",
    "wanted.box": "a box to fill[, or dice to keep: {again} more {again:roll|rolls}]",
    "means.box": "{points} {points:point|points} in {box@line}",
    "means.keep": "[keeps {kept+} and ]rolls {n} {n:die|dice} again",
    "headline.turn": "Round {round} of {of}: {seat@player}",
    "place.round": "{line@line} game {round}",
    "round-line": "game {round} {line@line}",
}
POLISH = {
    "help.yacht": "keep 3 3   zatrzymuje te kostki, rzuca innymi\nczwórki    zapełnia pole: jedynki, szansa, ...",
    "line.ones": "jedynki",
    "line.twos": "dwójki",
    "line.threes": "trójki",
    "line.fours": "czwórki",
    "line.fives": "piątki",
    "line.sixes": "szóstki",
    "line.full-house": "ful",
    "line.four": "kareta",
    "line.little-straight": "mały strit",
    "line.big-straight": "duży strit",
    "line.choice": "szansa",
    "line.yacht": "jacht",
    "sheet.score": "Arkusz punktów",
    "kind.box": "Wypełnij pole",
    "kind.keep": "Rzuć jeszcze raz",
    "boxes-left": "{n:zostało|zostały|zostało} {n} {n:pole|pola|pól}",
    "no-such-score": "{where}: zapisano {written}; żadne kostki tyle nie dają, najwięcej to {most}",
    "unclear.box": "niezrozumiałe: {words}; pisze się keep i kostki albo pole: {boxes@line}[; może chodziło o {near}?]",
    "not-now.rolls": "rzucono już {rolls} {rolls:raz|razy|razy}; teraz trzeba wypełnić pole",
    "not-in-dice": "nie można zatrzymać {kept}; na kostkach jest {dice+}, a rzuca się co najmniej jedną",
    "box-taken": "pole {box@line} ma już {points}; potrzebne jest puste pole",
    "wanted.roll": "rzut {n} {n:kostką|kostkami|kostkami}: {seat@player}",
    "wanted.box": "pole do wypełnienia[ albo kostki do zatrzymania: jeszcze {again} {again:rzut|rzuty|rzutów}]",
    "means.box": "{points} {points:punkt|punkty|punktów} w polu {box@line}",
    "means.keep": "[zatrzymuje {kept+} i ]rzuca jeszcze raz {n} {n:kostką|kostkami|kostkami}",
    "headline.turn": "Runda {round} z {of}: {seat@player}",
    "place.round": "{line@line}, gra {round}",
    "round-line": "gra {round} {line@line}",
}


# ---------------------------------------------------------------------- the game


def ranked(sheets: Sequence[Sheet]) -> tuple[Rank, ...]:
    totals = [(sheet.player, score(sheet).total) for sheet in sheets]
    return ranking(totals, [()] * len(totals), str)


def filled(sheets: Sequence[Sheet]) -> list[tuple[str, Marks]]:
    """The sheets with their totals."""
    found: list[tuple[str, Marks]] = []
    for sheet in sheets:
        games = [{"boxes": {**game, "total": sum(game.values())} if game else {}} for game in sheet.games]
        found.append(("score", CODEC.marks({"name": sheet.player, "games": games})))
    return found


class Yacht(Game):
    """Yacht, printed, checked, played and at the party."""

    TITLE = "Yacht"
    PLAYERS, ASIDE = (1, 6), ("g[2-6].*",)
    play = YachtPlay()
    coaching = BoxCoaching(tuple(BOXES), rules_of)

    def sheets(self, edition: Edition) -> Mapping[str, Codec]:
        return {"score": CODEC}

    def read(self, table: Table, edition: Edition) -> tuple[Sheet, ...]:
        rows = sheets_of(table)
        players_of(table, len(rows), *self.PLAYERS)
        sheets = tuple(read_sheet(row, number) for number, row in enumerate(rows, 1))
        for row in rows:
            if row is not table:
                row.close()
        return sheets

    def judge(self, document: tuple[Sheet, ...], edition: Edition) -> Verdict:
        rules = rules_of(edition)
        verdicts = tuple(SheetVerdict(one.player, tuple(problems(one, rules)), (), score(one)) for one in document)
        return Verdict(NAME, verdicts, (), ranked(document))

    def marks(self, document: tuple[Sheet, ...], edition: Edition) -> list[tuple[str, Marks]]:
        return filled(document)

    def count(self, papers: Papers, edition: Edition) -> Counted:
        """What sheets on paper come to; the columns from the first to the last that has something in it count."""
        sheets = []
        for player, own in zip(papers.players, papers.own, strict=True):
            columns = [column["boxes"] for column in CODEC.value(own.get("score", {}))["games"]]
            last = max((n for n, boxes in enumerate(columns, 1) if boxes), default=0)
            totals = [{"total": boxes["total"]} if "total" in boxes else {} for boxes in columns[:last]]
            games = tuple({box: boxes[box] for box in BOXES if box in boxes} for boxes in columns[:last])
            sheets.append(Sheet(player, games, {"rounds": totals} if last > 1 else totals[0] if totals else None))
        whole = filled(sheets)
        due = [{name: {id: mark for id, mark in marks.items() if id.endswith(".total")}} for name, marks in whole]
        return Counted(self.judge(tuple(sheets), edition), {}, tuple(due))

    WORDS: Mapping[str, Mapping[str, str]] = {"en": ENGLISH, "pl": POLISH}


game = Yacht()

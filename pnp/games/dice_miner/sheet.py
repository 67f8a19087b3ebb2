"""The sheets of a table of miners: everybody's troves round by round, and what they are worth."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from pnp.games.dice_miner.dice import Trove, numbers, sequences, symbols
from pnp.games.dice_miner.rules import Rules
from pnp.games.verdict import Line, Rank, Score, ranking
from pnp.words import Said, say

LINES = ("tunnel", "treasure", "hazard")


class Sheet(NamedTuple):
    """One player's troves: physical dice only, after each round and after each tiebreak."""

    player: str
    hero: str
    rounds: tuple[Trove, ...]
    tiebreak: tuple[Trove, ...] = ()
    written: int | Mapping[str, Any] | None = None

    def troves(self) -> Iterator[tuple[str, int, Trove]]:
        """Every trove with its place: the round or the tiebreak, by number."""
        yield from (("round", number, trove) for number, trove in enumerate(self.rounds, 1))
        yield from (("tiebreak", number, trove) for number, trove in enumerate(self.tiebreak, 1))


class Document(NamedTuple):
    """The sheets of a table and how many play at it."""

    players: int
    sheets: tuple[Sheet, ...]

    @property
    def complete(self) -> bool:
        return len(self.sheets) == self.players

    @property
    def rounds(self) -> int:
        return max(len(sheet.rounds) for sheet in self.sheets)

    def has_all(self, number: int) -> bool:
        """Whether everybody's trove after a round is here."""
        return self.complete and all(len(sheet.rounds) >= number for sheet in self.sheets)


Named = Sequence[tuple[str, Trove]]
"""Troves with the names of their players."""


class Scored(NamedTuple):
    """A player's lines of one scoring phase, and what doubling adds if no missing sheet forbids it."""

    lines: tuple[Line, Line, Line]
    doubt: int = 0

    @property
    def total(self) -> int:
        return sum(line.points for line in self.lines)

    def doubled(self) -> Scored:
        """The same lines where the doubt was settled in the player's favour."""
        tunnel, treasure, hazard = self.lines
        return Scored((tunnel, treasure._replace(points=treasure.points + self.doubt), hazard))


def gems(trove: Trove) -> int:
    """The gems that a trove shows."""
    return sum(numbers(trove.treasure))


def chests(trove: Trove) -> int:
    """The chests that a trove shows."""
    return symbols(trove.tool, "chest")


def leader(gems_shown: Sequence[int], least: int = 1) -> int | None:
    """The index of the one player with the most gems, or None where the lead is shared or too small.

    >>> leader([3, 4]), leader([4, 4]), leader([0, 0])
    (1, None, None)
    """
    most = max(gems_shown, default=0)
    return gems_shown.index(most) if most >= least and gems_shown.count(most) == 1 else None


def score_phase(troves: Named, rules: Rules, complete: bool = True) -> list[Scored]:
    """The lines of the players who score together, each a name and a trove with its hero's faces.

    `complete` says whether everybody is there whose gems are compared.
    """
    shown = [gems(trove) for _, trove in troves]
    scored = []
    for index, (_, trove) in enumerate(troves):
        leaders = [name for n, (name, _) in enumerate(troves) if shown[n] == max(shown) and n != index]
        treasure, doubt = _treasure(shown[index], max(shown), leaders, rules, complete)
        scored.append(Scored((tunnel_line(trove, rules), treasure, hazard_line(trove, rules)), doubt))
    return scored


def tunnel_line(trove: Trove, rules: Rules) -> Line:
    """Tunnel points: the sum of all sequences from the start number."""
    runs = [range(rules.start, end + 1) for end in sequences(trove.tunnel, rules.start)]
    why = ", ".join("+".join(map(str, run)) for run in runs)
    return Line("tunnel", sum(map(sum, runs)), why or say("why.no-sequence", start=rules.start))


def _treasure(own: int, most: int, leaders: list[str], rules: Rules, complete: bool) -> tuple[Line, int]:
    """Treasure points, and what doubling would add where nobody can tell yet."""
    points, doubt = own, 0
    if own < rules.double_from:
        why = say("why.gems-few", n=own)
    elif own < most:
        why = say("why.gems-behind", n=own, most=most, who=tuple(leaders), leaders=len(leaders))
    elif leaders:
        why = say("why.gems-shared", who=tuple(leaders), leaders=len(leaders))
    elif complete:
        points, why = own * rules.double, say("why.gems-most", n=own, times=rules.double)
    else:
        doubt, why = own * (rules.double - 1), say("why.gems-open", n=own)
    return Line("treasure", points, why), doubt


def hazard_line(trove: Trove, rules: Rules) -> Line:
    """Hazard points: each kind is lost points, or gain times the tools against it."""
    points = 0
    reasons: list[Said] = []
    for hazard, tool in rules.counters.items():
        shown, tools = symbols(trove.hazard, hazard), symbols(trove.tool, tool)
        if not shown:
            continue
        points += shown * tools if tools else shown * rules.hazard_points
        if tools:
            reasons.append(say("why.hazard-times", n=shown, hazard=hazard, tools=tools, tool=tool))
        else:
            reasons.append(say("why.hazard-alone", n=shown, hazard=hazard, tool=tool))
    return Line("hazard", points, say("why.hazards", each=tuple(reasons)) if reasons else say("why.no-hazards"))


def next_starters(totals: Sequence[int]) -> list[int]:
    """The indexes of the players with the fewest points, one of whom starts the next round.

    >>> next_starters([21, 17, 17])
    [1, 2]
    """
    return [index for index, total in enumerate(totals) if total == min(totals)]


class Tie(NamedTuple):
    """How a player's ties were settled: the points of each tiebreak, and who played it or still has to."""

    points: tuple[int, ...] = ()
    rivals: tuple[tuple[str, ...], ...] = ()


Again = Callable[[Sequence[int], int], list[int]]
"""The points of some players, by index, in the tiebreak of a number from 0."""


class Result(NamedTuple):
    """What a table comes to: everybody's scored rounds, and how ties were settled."""

    scored: Sequence[Sequence[Scored]]
    ties: Sequence[Tie]

    @property
    def totals(self) -> list[int]:
        return [sum(row.total for row in rows) for rows in self.scored]

    def scores(self) -> tuple[Score, ...]:
        """The score of each sheet."""
        return tuple(score(rows, tie) for rows, tie in zip(self.scored, self.ties, strict=True))

    def ranking(self, players: Sequence[str]) -> tuple[Rank, ...]:
        """The players by total, then by one tiebreak after the other."""
        longest = max(len(tie.points) for tie in self.ties)
        keys = [(*tie.points, *[0] * (longest - len(tie.points))) for tie in self.ties]
        rows = list(zip(players, self.totals, strict=True))
        return ranking(rows, keys, lambda index: say("why.tiebreak", n=index + 1))


def result_of(document: Document, rules: Rules) -> Result:
    """The scored rounds of each sheet, and the ties."""
    scored: list[list[Scored]] = [[] for _ in document.sheets]
    for number in range(document.rounds):
        here = [index for index, sheet in enumerate(document.sheets) if len(sheet.rounds) > number]
        troves = [_with_hero(document.sheets[index], "rounds", number, rules) for index in here]
        for index, row in zip(here, score_phase(troves, rules, document.has_all(number + 1)), strict=True):
            scored[index].append(row)

    def again(group: Sequence[int], step: int) -> list[int]:
        troves = [_with_hero(document.sheets[index], "tiebreak", step, rules) for index in group]
        return [row.total for row in score_phase(troves, rules)]

    return settled(document, scored, rules, again)


def _with_hero(sheet: Sheet, rows: str, number: int, rules: Rules) -> tuple[str, Trove]:
    """A player and a trove with the faces of the player's hero."""
    trove: Trove = getattr(sheet, rows)[number]
    return sheet.player, trove.and_faces(rules.heroes.get(sheet.hero))


def settled(document: Document, scored: Sequence[Sequence[Scored]], rules: Rules, again: Again) -> Result:
    """The tiebreaks that count: everybody in a tie rolls again, then those who are still tied, and so on."""
    ties = [Tie() for _ in document.sheets]
    finished = all(len(sheet.rounds) == rules.rounds for sheet in document.sheets)
    totals = Result(scored, ties).totals
    groups, step = tied({index: total for index, total in enumerate(totals) if finished}), 0
    while groups:
        following: list[list[int]] = []
        for group in groups:
            for index in group:
                rivals = tuple(document.sheets[other].player for other in group if other != index)
                ties[index] = ties[index]._replace(rivals=(*ties[index].rivals, rivals))
            if any(len(document.sheets[index].tiebreak) <= step for index in group):
                continue
            points = dict(zip(group, again(group, step), strict=True))
            for index in group:
                ties[index] = ties[index]._replace(points=(*ties[index].points, points[index]))
            following += tied(points)
        groups, step = following, step + 1
    return Result(scored, ties)


def tied(points: Mapping[int, int]) -> list[list[int]]:
    """The players of each number of points that more than one has.

    >>> tied({0: 7, 1: 5, 2: 7})
    [[0, 2]]
    """
    groups: dict[int, list[int]] = {}
    for index, each in points.items():
        groups.setdefault(each, []).append(index)
    return [group for group in groups.values() if len(group) > 1]


def added(points: Sequence[int]) -> str:
    """Points as a sum is written.

    >>> added([0, -2, 13])
    '0 - 2 + 13'
    """
    signs = (f" {'-' if one < 0 else '+'} {abs(one)}" for one in points[1:])
    return "".join([*map(str, points[:1]), *signs])


def score(scored: Sequence[Scored], tie: Tie, doubled: Sequence[int] = ()) -> Score:
    """The rounds and their sums; in the rounds that are named the player is taken to double."""
    rounds = tuple((row.doubled() if n in doubled else row).lines for n, row in enumerate(scored))
    sums = []
    for place, name in enumerate(LINES):
        points = [lines[place].points for lines in rounds]
        sums.append(Line(name, sum(points), added(points) or say("why.no-rounds")))
    facts = {f"tiebreak-{number}": points for number, points in enumerate(tie.points, 1)}
    return Score(tuple(sums), rounds, facts)

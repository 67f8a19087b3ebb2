"""A table of Dice Miner: its sheets, the dice that can't lie on it, and how a tie was settled."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from pnp.errors import Problem
from pnp.games._mine import TYPES, counted, listed, problem, too_many, wrong_faces
from pnp.games._mine_score import Rules, Scored, Trove, score_phase


@dataclass(frozen=True, slots=True)
class Sheet:
    """One player's troves: physical dice only, after each round and after each tiebreak."""

    player: str
    hero: str
    rounds: tuple[Trove, ...]
    tiebreak: tuple[Trove, ...] = ()
    written: int | Mapping[str, Any] | None = None

    def troves(self) -> Iterator[tuple[str, Trove]]:
        """Every trove with the name of its place."""
        yield from ((f"round {number}", trove) for number, trove in enumerate(self.rounds, 1))
        yield from ((f"tiebreak {number}", trove) for number, trove in enumerate(self.tiebreak, 1))


@dataclass(frozen=True, slots=True)
class Document:
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


@dataclass(frozen=True, slots=True)
class Tie:
    """How a player's ties were settled: the points of each tiebreak, and who played it or still has to."""

    points: tuple[int, ...] = ()
    rivals: tuple[tuple[str, ...], ...] = ()


def with_hero(sheet: Sheet, trove: Trove, rules: Rules) -> tuple[str, Trove]:
    """A player and a trove with the faces of the player's hero."""
    return sheet.player, trove + rules.heroes.get(sheet.hero, Trove())


def score_rounds(document: Document, rules: Rules) -> list[list[Scored]]:
    """The scored rounds of each sheet."""
    scored: list[list[Scored]] = [[] for _ in document.sheets]
    for number in range(document.rounds):
        here = [index for index, sheet in enumerate(document.sheets) if len(sheet.rounds) > number]
        sheets = [document.sheets[index] for index in here]
        troves = [with_hero(sheet, sheet.rounds[number], rules) for sheet in sheets]
        for index, row in zip(here, score_phase(troves, rules, document.has_all(number + 1)), strict=True):
            scored[index].append(row)
    return scored


def settle(document: Document, totals: Sequence[int], rules: Rules) -> list[Tie]:
    """The tiebreaks that count: everybody in a tie rolls again, then those who are still tied, and so on."""
    ties = [Tie() for _ in document.sheets]
    finished = all(len(sheet.rounds) == rules.rounds for sheet in document.sheets)
    groups, step = _tied({index: total for index, total in enumerate(totals) if finished}), 0
    while groups:
        following: list[list[int]] = []
        for group in groups:
            sheets = [document.sheets[index] for index in group]
            for index in group:
                rivals = tuple(document.sheets[other].player for other in group if other != index)
                ties[index] = Tie(ties[index].points, (*ties[index].rivals, rivals))
            if any(len(sheet.tiebreak) <= step for sheet in sheets):
                continue
            rows = score_phase([with_hero(sheet, sheet.tiebreak[step], rules) for sheet in sheets], rules)
            for index, row in zip(group, rows, strict=True):
                ties[index] = Tie((*ties[index].points, row.total), ties[index].rivals)
            following += _tied({index: row.total for index, row in zip(group, rows, strict=True)})
        groups, step = following, step + 1
    return ties


def _tied(points: Mapping[int, int]) -> list[list[int]]:
    """The players of each number of points that more than one has."""
    groups: dict[int, list[int]] = {}
    for index, each in points.items():
        groups.setdefault(each, []).append(index)
    return [group for group in groups.values() if len(group) > 1]


def wrong_dice(sheet: Sheet, rules: Rules) -> Iterator[Problem]:
    """Faces that no die has, and more dice of a type in one trove than exist."""
    for place, trove in sheet.troves():
        for kind in TYPES:
            dice = trove.dice(kind)
            yield from wrong_faces(f"{place}, {kind}", kind, dice, rules.dice.faces[kind])
            yield from too_many(f"{place}, {kind}", len(dice), rules.dice.counts[kind])


def shrunk(sheet: Sheet, rules: Rules) -> Iterator[Problem]:
    """Rounds that left a trove with fewer dice in all, which shared beer can't explain."""
    for number, (before, after) in enumerate(pairwise(sheet.rounds), 2):
        if rules.troves_never_shrink and len(after) < len(before):
            wrong = f"{counted(len(after), 'die')} in the trove after {len(before)}"
            allowed = "beer is given away only in a turn that takes a die too"
            yield problem("trove-shrank", f"round {number}", wrong, allowed)


def wrong_tiebreaks(sheet: Sheet, tie: Tie, complete: bool) -> Iterator[Problem]:
    """Tiebreaks of a player who isn't tied, or with other dice than the last round's."""
    for number, trove in enumerate(sheet.tiebreak, 1):
        where = f"tiebreak {number}"
        if complete and number > len(tie.rivals):
            wrong = f"nobody is tied with {sheet.player}"
            yield problem("wrong-tiebreak", where, wrong, "only tied players roll again")
        for kind in TYPES:
            now, due = len(trove.dice(kind)), len(sheet.rounds[-1].dice(kind))
            if now != due:
                allowed = f"the whole trove is rolled again, {due} of this type"
                yield problem("wrong-tiebreak", f"{where}, {kind}", counted(now, "die"), allowed)


def table_problems(document: Document, rules: Rules) -> Iterator[Problem]:
    """What is wrong with the troves together though each may be fine by itself."""
    yield from taken_heroes(document, rules)
    held: list[dict[str, int]] = []
    for number in range(1, document.rounds + 1):
        troves = [sheet.rounds[number - 1] for sheet in document.sheets if len(sheet.rounds) >= number]
        where = f"round {number}"
        held.append({kind: sum(len(trove.dice(kind)) for trove in troves) for kind in TYPES})
        for kind, exist in rules.dice.counts.items():
            # A trove that has too many by itself is already a problem of its own sheet.
            if all(len(trove.dice(kind)) <= exist for trove in troves):
                yield from too_many(f"{where}, {kind}", held[-1][kind], exist)
        dice, due = sum(held[-1].values()), number * rules.mountain
        if dice > due or (dice < due and document.has_all(number)):
            wrong = f"{counted(dice, 'die')} in the troves together"
            yield problem("wrong-mountain", where, wrong, f"{due} have been mined by then")
        if number > 1 and document.has_all(number):
            yield from _fewer(where, held[-2], held[-1])


def _fewer(place: str, before: Mapping[str, int], after: Mapping[str, int]) -> Iterator[Problem]:
    for kind in TYPES:
        if after[kind] < before[kind]:
            wrong = f"{counted(after[kind], 'die')} in the troves together after {before[kind]}"
            yield problem("trove-shrank", f"{place}, {kind}", wrong, "no die leaves the table")


def taken_heroes(document: Document, rules: Rules) -> Iterator[Problem]:
    """Heroes that more players have than may."""
    for hero in rules.heroes:
        names = [sheet.player for sheet in document.sheets if sheet.hero == hero]
        if len(names) > rules.same_hero:
            allowed = f"at most {counted(rules.same_hero, 'player')} may have the same hero"
            yield problem("hero-taken", "hero", f"{listed(names)} share {hero!r}", allowed)

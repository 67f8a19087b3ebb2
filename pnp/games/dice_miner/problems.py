"""What is wrong with the troves of a table: wrong faces, too many dice, troves that shrank, ties that are none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from pnp.errors import Problem, problem
from pnp.games.dice_miner.dice import TYPES, Trove, too_many, wrong_faces
from pnp.games.dice_miner.rules import Rules
from pnp.games.dice_miner.sheet import Document, Sheet, Tie
from pnp.words import Said, say

COUNTED = ("wrong-mountain", "trove-shrank", "wrong-tiebreak")
"""The problems that rest on how many dice people counted, and on no rule: a die may lie under the table."""


def place(rows: str, number: int, kind: str = "") -> Said:
    """A trove by its round or tiebreak, or its dice of a type."""
    trove = say("at.round", n=number) if rows == "round" else say("at.tiebreak", n=number)
    return say("at.kind", place=trove, kind=kind) if kind else trove


def wrong_dice(rows: str, number: int, trove: Trove, rules: Rules) -> Iterator[Problem]:
    """Faces that no die has, and more dice of a type in one trove than exist."""
    for kind, dice in trove.by_type():
        at = place(rows, number, kind)
        yield from wrong_faces(at, kind, dice, rules.dice.faces[kind])
        yield from too_many(at, len(dice), rules.dice.counts[kind])


def shrunk(number: int, before: Trove, after: Trove, rules: Rules) -> Iterator[Problem]:
    """A round that left a trove with fewer dice in all, which shared beer can't explain."""
    if rules.troves_never_shrink and after.size < before.size:
        yield problem("trove-shrank", place("round", number), n=after.size, before=before.size)


def wrong_tiebreak(number: int, trove: Trove, last: Trove) -> Iterator[Problem]:
    """A tiebreak with other dice than the last round's."""
    for kind, now, due in zip(TYPES, trove, last, strict=True):
        if len(now) != len(due):
            yield problem("wrong-tiebreak.dice", place("tiebreak", number, kind), n=len(now), due=len(due))


def sheet_problems(sheet: Sheet, tie: Tie, complete: bool, rules: Rules) -> Iterator[Problem]:
    """What is wrong with one player's troves."""
    for rows, number, trove in sheet.troves():
        yield from wrong_dice(rows, number, trove, rules)
    for number, (before, after) in enumerate(pairwise(sheet.rounds), 2):
        yield from shrunk(number, before, after, rules)
    for number, trove in enumerate(sheet.tiebreak, 1):
        if complete and number > len(tie.rivals):
            yield problem("wrong-tiebreak", place("tiebreak", number), player=sheet.player)
        yield from wrong_tiebreak(number, trove, sheet.rounds[-1])


def table_problems(document: Document, rules: Rules) -> Iterator[Problem]:
    """What is wrong with the troves together though each may be fine by itself."""
    yield from taken_heroes(document, rules)
    before: Sequence[Trove] = ()
    for number in range(1, document.rounds + 1):
        troves = [sheet.rounds[number - 1] for sheet in document.sheets if len(sheet.rounds) >= number]
        yield from round_problems(number, troves, before, document.has_all(number), rules)
        before = troves


def round_problems(
    number: int,
    troves: Sequence[Trove],
    before: Sequence[Trove],
    complete: bool,
    rules: Rules,
    mined: int | None = None,
) -> Iterator[Problem]:
    """What is wrong with the troves of a round together, after those of the round before and so many dice mined."""
    held = [sum(map(len, dice)) for dice in zip(Trove(), *troves, strict=True)]
    for kind, now, *each in zip(TYPES, held, *troves, strict=True):
        exist = rules.dice.counts[kind]
        # A trove that has too many by itself is already a problem of its own sheet.
        if now > exist and all(len(dice) <= exist for dice in each):
            yield from too_many(place("round", number, kind), now, exist)
    dice, due = sum(held), number * rules.mountain if mined is None else mined
    if dice > due or (dice < due and complete):
        yield problem("wrong-mountain", place("round", number), n=dice, due=due)
    if before and complete:
        for kind, now, *each in zip(TYPES, held, *before, strict=True):
            if now < sum(map(len, each)):
                at = place("round", number, kind)
                yield problem("trove-shrank.table", at, n=now, before=sum(map(len, each)))


def taken_heroes(document: Document, rules: Rules) -> Iterator[Problem]:
    """Heroes that more players have than may."""
    for hero in rules.heroes:
        names = tuple(sheet.player for sheet in document.sheets if sheet.hero == hero)
        if len(names) > rules.same_hero:
            yield problem("hero-taken", say("at.hero"), who=names, hero=repr(hero), most=rules.same_hero)

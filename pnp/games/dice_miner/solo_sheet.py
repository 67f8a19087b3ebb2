"""The trove of a miner alone: which of its dice can't have been drafted, and what it is worth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from pnp.errors import Problem, problem
from pnp.games.dice_miner.dice import (
    TYPES,
    Face,
    cells,
    numbers,
    plain,
    read_dice,
    sequences,
    symbols,
    too_many,
    wrong_faces,
)
from pnp.games.dice_miner.solo_rules import PLAYERS, SoloRules
from pnp.games.document import player_of, players_of, sheets_of, written_of
from pnp.games.verdict import Line, Picture, Rank, Score, SheetVerdict, Verdict, ranking, wrong_sums
from pnp.strict import Table, as_whole, wrong
from pnp.words import Said, say

PILES = ("tunnel", "hazard", "tool", "treasure", "cached", "magic")
LINES = ("tunnel", "hazard", "treasure", "cached")


class SoloTrove(NamedTuple):
    """The trove at the end, the mountains and magic dice it took, and what the player wrote."""

    player: str
    tunnel: tuple[Face, ...] = ()
    hazard: tuple[Face, ...] = ()
    tool: tuple[Face, ...] = ()
    treasure: tuple[Face, ...] = ()
    cached: tuple[Face, ...] = ()
    magic: tuple[Face, ...] = ()
    refills: int | None = None
    starting_magic: int | None = None
    written: int | Mapping[str, Any] | None = None

    def pile(self, name: str) -> tuple[Face, ...]:
        dice: tuple[Face, ...] = getattr(self, name)
        return dice

    def piles(self) -> Iterator[tuple[str, tuple[Face, ...]]]:
        """The piles in which there are dice, with them."""
        return ((name, dice) for name in PILES if (dice := self.pile(name)))

    def held(self, kind: str) -> int:
        """How many dice of a type there are."""
        return len(self.pile(kind)) + (len(self.cached) if kind == kind_of("cached") else 0)

    @property
    def chests(self) -> int:
        """The chests that it shows.

        >>> SoloTrove("Ana", tool=(Face("chest", 2), Face("shield"))).chests
        2
        """
        return symbols(self.tool, "chest")

    def as_document(self) -> dict[str, Any]:
        """The keys of a solo document."""
        piles = {name: [plain(face) for face in dice] for name, dice in self.piles()}
        return {"player": self.player, **piles, "refills": self.refills, "starting-magic": self.starting_magic}


def kind_of(pile: str) -> str:
    """The type of the dice in a pile: what is cached are treasure dice."""
    return "treasure" if pile == "cached" else pile


def read(table: Table, rules: SoloRules) -> SoloTrove:
    """A miner's trove from its document."""
    sheets = sheets_of(table)
    troves = []
    for number, sheet in enumerate(sheets, 1):
        player = player_of(sheet, number)
        piles = {name: read_dice(sheet, name) for name in PILES}
        refills = sheet.whole("refills", None, low=0)
        value = sheet.raw("starting-magic", None)
        start = sheet.item(value, None, lambda v: _start(v, rules), "starting-magic")
        written = written_of(sheet, LINES)
        troves.append(SoloTrove(player, **piles, refills=refills, starting_magic=start, written=written))
        if sheet is not table:
            sheet.close()
    players_of(table, len(sheets), *PLAYERS)
    return troves[0] if troves else SoloTrove("")


def _start(value: Any, rules: SoloRules) -> int | None:
    if value is not None and as_whole(value) not in rules.starting_magic:
        wrong("no-choice", value=value, allowed=rules.starting_magic, near="")
    return value if value is None else int(value)


def unsupported(tunnel: Sequence[Face], start: int = 1) -> list[int]:
    """The indexes of the tunnel dice that no straight of their own carries.

    >>> unsupported([Face("", n) for n in (1, 2, 3, 2, 5)])
    [3, 4]
    """
    carried = [number for end in sequences(tunnel, start) for number in range(start, end + 1)]
    alone = []
    for index, face in enumerate(tunnel):
        if not face.symbol and face.number in carried:
            carried.remove(face.number)
        elif not face.symbol:
            alone.append(index)
    return alone


def unmatched(hazard: Sequence[Face], tool: Sequence[Face], neutralizes: Mapping[str, str]) -> list[int]:
    """The indexes of the hazard dice that are left without a tool die of their own.

    >>> unmatched([Face("dragon", 4), Face("dragon")], [Face("shield")], {"dragon": "shield"})
    [1]
    """
    free = [face.symbol for face in tool]
    left = []
    for index, face in enumerate(hazard):
        needed = neutralizes.get(face.symbol)
        if needed in free:
            free.remove(needed)
        elif needed:
            left.append(index)
    return left


def at_pile(pile: str, index: int | None = None) -> Said:
    """A pile, or a die in it by its index."""
    place = say("at.pile", pile=pile)
    return place if index is None else say("at.die", place=place, die=index + 1)


def draft_problems(trove: SoloTrove, rules: SoloRules) -> Iterator[Problem]:
    """Everything in a trove that drafting by the rules can't have put there."""
    for kind in TYPES:
        yield from too_many(at_pile(kind), trove.held(kind), rules.dice.counts[kind])
    yield from too_many_refills(trove, rules)
    yield from _undrafted(trove, rules)
    for name, _ in trove.piles():
        yield from pile_problems(trove, name, rules)


def pile_problems(trove: SoloTrove, pile: str, rules: SoloRules) -> Iterator[Problem]:
    """What is wrong with a pile: all that a die that joins it can make wrong."""
    yield from wrong_faces(at_pile(pile), kind_of(pile), trove.pile(pile), rules.dice.faces[kind_of(pile)])
    if pile == "tunnel":
        yield from _without_straight(trove, rules)
    elif pile == "hazard":
        yield from _not_neutralized(trove, rules)
    elif pile == "cached":
        yield from _overfull(trove, rules)


def too_many_refills(trove: SoloTrove, rules: SoloRules) -> Iterator[Problem]:
    """More refills than are allowed."""
    if (trove.refills or 0) > rules.refills:
        yield problem("too-many-refills", at_pile("refills"), n=trove.refills, most=rules.refills)


def _undrafted(trove: SoloTrove, rules: SoloRules) -> Iterator[Problem]:
    """A trove can't hold more dice than lay on its mountains, apart from the magic dice of the start."""
    refills = rules.refills if trove.refills is None else min(trove.refills, rules.refills)
    start = max(rules.starting_magic) if trove.starting_magic is None else trove.starting_magic
    dice = sum(len(trove.pile(name)) for name in PILES) - min(start, len(trove.magic))
    most = (1 + refills) * rules.mountain
    if dice > most:
        yield problem("too-many-dice.mountain", at_pile("trove"), n=dice, most=most, refills=refills)


def _without_straight(trove: SoloTrove, rules: SoloRules) -> Iterator[Problem]:
    for index in unsupported(trove.tunnel, rules.straight_start):
        face = trove.tunnel[index]
        # A number that no tunnel die has is a wrong face; what it lies on says nothing more.
        if face in rules.dice.faces["tunnel"]:
            yield problem("tunnel-without-straight", at_pile("tunnel", index), n=face.number, below=face.number - 1)


def _not_neutralized(trove: SoloTrove, rules: SoloRules) -> Iterator[Problem]:
    for index in unmatched(trove.hazard, trove.tool, rules.neutralizes):
        hazard = trove.hazard[index].symbol
        tool = rules.neutralizes[hazard]
        yield problem("hazard-not-neutralized", at_pile("hazard", index), hazard=hazard, tool=tool)


def _overfull(trove: SoloTrove, rules: SoloRules) -> Iterator[Problem]:
    room = trove.chests * rules.chest_room
    if len(trove.cached) > room:
        yield problem("chest-overfull", at_pile("cached"), n=len(trove.cached), room=room)


def judge(trove: SoloTrove, rules: SoloRules) -> Verdict:
    """What the rules say of a trove: dice that can't have been drafted, the score and its band."""
    score = score_of(trove, rules)
    problems = (*draft_problems(trove, rules), *wrong_sums(trove.written, score))
    sheet = SheetVerdict(trove.player, problems, (band_note(score, rules),), score, picture(trove, rules))
    return Verdict(rules.edition.game, (sheet,), (), place(trove.player, score))


def place(player: str, score: Score) -> tuple[Rank, ...]:
    """The ranking of one."""
    return ranking([(player, score.total)], [()], str)


def score_of(trove: SoloTrove, rules: SoloRules) -> Score:
    """The lines of a trove as it lies there, and its band."""
    straights = sum(end >= rules.straight_end for end in sequences(trove.tunnel, rules.straight_start))
    hazards = sum(symbols(trove.hazard, hazard) for hazard in rules.neutralizes)
    loose, cached = sum(numbers(trove.treasure)), sum(numbers(trove.cached))
    each = (rules.straight_points, rules.hazard_points, rules.treasure_points, rules.cached_points)
    reasons = (
        say("why.straights", n=straights, times=each[0]),
        say("why.symbols", n=hazards, times=each[1]),
        say("why.loose", n=loose, times=each[2]),
        say("why.cached", n=cached, times=each[3]),
    )
    counts = zip(LINES, (straights, hazards, loose, cached), each, reasons, strict=True)
    return banded(tuple(Line(name, count * points, why) for name, count, points, why in counts), rules)


def banded(lines: tuple[Line, ...], rules: SoloRules) -> Score:
    """The score of some lines, with the band that their total falls into."""
    return Score(lines, facts={"band": band(sum(line.points for line in lines), rules)})


def band(total: int, rules: SoloRules) -> int:
    """The number of the result band, 1 for the worst, that a total falls into.

    >>> from pnp.edition import shipped
    >>> from pnp.games.dice_miner.solo_rules import rules_of
    >>> [band(total, rules_of(shipped("dice-miner-solo"))) for total in (14, 15, 45, 46, 60, 71)]
    [1, 2, 3, 4, 4, 6]
    """
    return max(1, sum(total >= start for start, _ in rules.bands))


def band_note(score: Score, rules: SoloRules) -> Said:
    """How good a score is, and what the next band takes."""
    number = int(score.facts["band"])
    more = rules.bands[number][0] if number < len(rules.bands) else None
    return say("band", n=number, bands=len(rules.bands), name=rules.bands[number - 1][1], next=more)


def picture(trove: SoloTrove, rules: SoloRules) -> Picture:
    """The dice of each pile, those marked that can't lie there."""
    bad: dict[str, Sequence[int]] = {
        "tunnel": unsupported(trove.tunnel, rules.straight_start),
        "hazard": unmatched(trove.hazard, trove.tool, rules.neutralizes),
        "cached": range(trove.chests * rules.chest_room, len(trove.cached)),
    }
    return Picture(
        tuple(
            (say("at.pile", pile=name), cells(dice, rules.dice.faces[kind_of(name)], bad.get(name, ())))
            for name, dice in trove.piles()
        )
    )

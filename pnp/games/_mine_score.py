"""The scoring phase of Dice Miner: troves in, lines out, with the reasons a player would give."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields

from pnp.edition import Edition
from pnp.games._mine import (
    Dice,
    Face,
    counted,
    dice_of,
    listed,
    numbers,
    parse_face,
    sequences,
    symbols,
    usable,
)
from pnp.games.verdict import Line


@dataclass(frozen=True, slots=True)
class Trove:
    """A player's dice by type, or the faces on a hero's card."""

    tunnel: tuple[Face, ...] = ()
    treasure: tuple[Face, ...] = ()
    hazard: tuple[Face, ...] = ()
    tool: tuple[Face, ...] = ()
    magic: tuple[Face, ...] = ()

    def dice(self, kind: str) -> tuple[Face, ...]:
        found: tuple[Face, ...] = getattr(self, kind)
        return found

    def __len__(self) -> int:
        return sum(len(self.dice(field.name)) for field in fields(self))

    def __add__(self, other: Trove) -> Trove:
        return Trove(*(self.dice(field.name) + other.dice(field.name) for field in fields(self)))


Named = Sequence[tuple[str, Trove]]
"""Troves with the names of their players."""


@dataclass(frozen=True, slots=True)
class Rules:
    """What an edition says about a table of miners."""

    dice: Dice
    rounds: int
    mountain: int
    heroes: Mapping[str, Trove]
    same_hero: int
    start: int
    double: int
    double_from: int
    hazard_points: int
    counters: Mapping[str, str]
    troves_never_shrink: bool


def rules_of(edition: Edition) -> Rules:
    """The rules that an edition is played by."""
    return usable(edition, _rules)


def _rules(edition: Edition) -> Rules:
    return Rules(
        dice_of(edition),
        int(edition["rounds"]),
        int(edition["mountain"]),
        {
            name: Trove(**{kind: tuple(map(parse_face, shown)) for kind, shown in faces.items()})
            for name, faces in edition["heroes"].items()
        },
        int(edition["hero-once"]),
        int(edition["tunnel-start"]),
        int(edition["treasure-double"]),
        int(edition["double-from"]),
        int(edition["hazard-points"]),
        {str(hazard): str(tool) for hazard, tool in edition["counters"].items()},
        bool(edition["shared-beer"]),
    )


@dataclass(frozen=True, slots=True)
class Scored:
    """A player's lines of one scoring phase, and what doubling adds if no missing sheet forbids it."""

    lines: tuple[Line, Line, Line]
    doubt: int = 0

    @property
    def total(self) -> int:
        return sum(line.points for line in self.lines)

    def doubled(self) -> Scored:
        """The same lines where the doubt was settled in the player's favour."""
        tunnel, treasure, hazard = self.lines
        return Scored((tunnel, Line(treasure.name, treasure.points + self.doubt, treasure.why), hazard))


def gems(trove: Trove) -> int:
    """The gems that a trove shows.

    >>> gems(Trove(treasure=(Face("", 2), Face("beer"), Face("", 3))))
    5
    """
    return sum(numbers(trove.treasure))


def chests(trove: Trove) -> int:
    """The chests that a trove shows.

    >>> chests(Trove(tool=(Face("chest", 2), Face("shield"), Face("chest"))))
    3
    """
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
    scored = []
    for index, (_, trove) in enumerate(troves):
        treasure, doubt = _treasure(index, troves, rules, complete)
        scored.append(Scored((tunnel_line(trove, rules), treasure, hazard_line(trove, rules)), doubt))
    return scored


def tunnel_line(trove: Trove, rules: Rules) -> Line:
    """Tunnel points: the sum of all sequences from the start number."""
    ends = sequences(trove.tunnel, rules.start)
    runs = [[*range(rules.start, end + 1)] for end in ends]
    why = ", ".join("+".join(map(str, run)) for run in runs) or f"no sequence starts with {rules.start}"
    return Line("tunnel", sum(map(sum, runs)), why)


def hazard_line(trove: Trove, rules: Rules) -> Line:
    """Hazard points: each kind is lost points, or gain times the tools against it."""
    points, reasons = 0, []
    for hazard, tool in rules.counters.items():
        shown, tools = symbols(trove.hazard, hazard), symbols(trove.tool, tool)
        if not shown:
            continue
        points += shown * tools if tools else shown * rules.hazard_points
        against = f"times {counted(tools, tool)}" if tools else f"without a {tool}"
        reasons.append(f"{counted(shown, hazard)} {against}")
    return Line("hazard", points, ", ".join(reasons) or "no hazards")


def _treasure(index: int, troves: Named, rules: Rules, complete: bool) -> tuple[Line, int]:
    """Treasure points, and what doubling would add where nobody can tell yet."""
    shown = [gems(trove) for _, trove in troves]
    own, most = shown[index], max(shown)
    leaders = [name for n, (name, _) in enumerate(troves) if shown[n] == most and n != index]
    points, doubt = own, 0
    if own < rules.double_from:
        why = f"{counted(own, 'gem')} can't lead"
    elif own < most:
        why = f"{counted(own, 'gem')}, and {_have(leaders)} more, {most}"
    elif leaders:
        why = f"{_have(leaders)} as many gems, so nobody doubles"
    elif complete:
        points, why = own * rules.double, f"the most gems, {own}, count times {rules.double}"
    else:
        doubt, why = own * (rules.double - 1), f"{counted(own, 'gem')}, not doubled while sheets are missing"
    return Line("treasure", points, why), doubt


def _have(names: Sequence[str]) -> str:
    return f"{listed(names)} {'has' if len(names) == 1 else 'have'}"


def next_starters(totals: Sequence[int]) -> list[int]:
    """The indexes of the players with the fewest points, one of whom starts the next round.

    >>> next_starters([21, 17, 17])
    [1, 2]
    """
    return [index for index, total in enumerate(totals) if total == min(totals)]

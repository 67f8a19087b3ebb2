"""House of Dice: the words of the game, and the numbers of an edition as one value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pnp.edition import Edition
from pnp.errors import InputError
from pnp.strict import Fault, Table, as_text, as_whole

PLAYERS = (2, 6)
PARTS = {"F": "fence", "D": "door", "G": "garage", "W": "window", "B": "balcony", "R": "roof", "C": "chimney"}
EMPTY = "."
ROOF = "R"
CHIMNEY = "C"
GARAGE = "G"
BONUSES = ("reroll", "nudge", "free", "extra", "most-windows", "most-balconies", "full-roof", "full-fence")
MOST = {"most-windows": "W", "most-balconies": "B"}
FULL = {"full-roof": "R", "full-fence": "F"}


class Points(NamedTuple):
    """What a kind of part scores: the first, each next one, each adjacent pair, each column without one."""

    first: int
    next: int
    pair: int
    missing: int


class Award(NamedTuple):
    """What an end bonus gives for a part: points, and the parts needed, or 0 where it takes the most."""

    part: str
    points: int
    parts: int = 0


class CircleGroup(NamedTuple):
    """One column of the bonus sheet: for which numbers of players, and how many circles a bonus has there."""

    name: str
    players: tuple[int, ...]
    circles: int


class Rules(NamedTuple):
    """The numbers and tables of an edition, ready to be played with."""

    rounds_by_players: Mapping[int, int]
    dice: int
    faces: int
    die_of: Mapping[str, int]
    letters_of: Mapping[int, str]
    rows: tuple[str, ...]
    rows_of: Mapping[str, tuple[int, ...]]
    columns: int
    costs: tuple[int, ...]
    budget: int
    boxes: int
    strokes: int
    furniture_rows: int
    furniture_row: int
    furnish_when_full: bool
    bonuses: int
    claims_each: int
    circle_groups: tuple[CircleGroup, ...]
    nudge: int
    free: int
    points: Mapping[str, Points]
    furniture_points: tuple[int, ...]
    awards: Mapping[str, Award]

    @property
    def spaces(self) -> int:
        """All spaces of the furniture track."""
        return self.furniture_rows * self.furniture_row

    def rounds(self, players: int) -> int:
        """The rounds of a game for this number of players."""
        return self.rounds_by_players[players]

    def cost_of(self, die: int) -> int:
        """What a cost die costs; a number that is on no die costs nothing."""
        return self.costs[die - 1] if 1 <= die <= len(self.costs) else 0

    def circles(self, players: int) -> int:
        """The circles of each bonus for this number of players."""
        return next((group.circles for group in self.circle_groups if players in group.players), 0)


def active(round_number: int, players: int, joined: Sequence[int] = ()) -> int:
    """The seat, counted from 0, that is active in a round, counted from 1; `joined` is from which round each one plays.

    The turn goes round the seats in their order and passes over those who have not joined yet.

    >>> [active(round_number, 3) for round_number in (1, 2, 3, 4)]
    [0, 1, 2, 0]
    >>> [active(round_number, 3, (1, 1, 4)) for round_number in (1, 2, 3, 4, 5, 6, 7)]
    [0, 1, 0, 1, 2, 0, 1]
    """
    if all(first == 1 for first in joined):
        return (round_number - 1) % players
    firsts = (*joined, *(1,) * (players - len(joined)))
    seat = -1
    for number in range(1, round_number + 1):
        seat = next((s for s in ((seat + step) % players for step in range(1, players + 1)) if firsts[s] <= number), 0)
    return seat


# An edition holds a mapping and can't be hashed, so its rules are remembered by identity; keeping the edition
# beside them makes sure that its id is not given to another one.
_REMEMBERED: dict[int, tuple[Edition, Rules]] = {}
_MOST_REMEMBERED = 64


def rules_of(edition: Edition) -> Rules:
    """The rules of an edition, worked out once for each.

    >>> from pnp.edition import shipped
    >>> rules = rules_of(shipped("house-of-dice"))
    >>> rules.rounds(5), rules.budget, [rules.cost_of(die) for die in (1, 2, 3, 4, 5, 6)]
    (25, 24, [0, 0, 1, 1, 2, 2])
    """
    remembered = _REMEMBERED.get(id(edition))
    if remembered is not None:
        return remembered[1]
    faults: list[Fault] = []
    rules = _read(Table({entry.name: entry.value for entry in edition}, faults, ("entries",)))
    if faults:
        raise InputError(f"{edition.game} edition: {faults[0]}")
    if len(_REMEMBERED) >= _MOST_REMEMBERED:
        _REMEMBERED.clear()
    _REMEMBERED[id(edition)] = (edition, rules)
    return rules


def _read(top: Table) -> Rules:
    dice, tracks, furniture = (_row(top, name) for name in ("dice", "tracks", "furniture-track"))
    die_of = _die_of(top)
    rows = tuple(top.items("grid", _row_letters))
    return Rules(
        rounds_by_players=_rounds(top),
        dice=dice.whole("count", low=3, high=9),
        faces=dice.whole("faces", low=1, high=9),
        die_of=die_of,
        letters_of={die: "".join(p for p in PARTS if die_of[p] == die) for die in die_of.values()},
        rows=rows,
        rows_of={part: tuple(n for n, row in enumerate(rows, 1) if part in row) for part in PARTS},
        columns=top.whole("columns", low=1, high=9),
        costs=tuple(top.items("cost", lambda value: as_whole(value, 0))),
        budget=top.whole("budget", low=0),
        boxes=tracks.whole("boxes", low=1, high=100),
        strokes=tracks.whole("strokes", low=1, high=9),
        furniture_rows=furniture.whole("rows", low=1, high=20),
        furniture_row=furniture.whole("spaces", low=1, high=20),
        furnish_when_full=top.flag("furniture-full"),
        bonuses=top.whole("bonuses", low=0, high=8),
        claims_each=top.whole("once-each", low=1, high=8),
        circle_groups=_circle_groups(_row(top, "circles")),
        nudge=top.whole("nudge", low=1, high=9),
        free=top.whole("free", low=0),
        points={part: _points(_row(top, f"score-{name}")) for part, name in PARTS.items()},
        furniture_points=tuple(top.items("score-furniture", as_whole)),
        awards=_awards(top),
    )


def _row(top: Table, name: str) -> Table:
    """A table of the edition; one that is not there is read as empty, so its first key is missed by name."""
    return top.table(name) or Table({}, top.faults, (*top.path, name))


def _row_letters(value: object) -> str:
    return as_text(value, f"[{''.join(PARTS)}]*", f"a row of letters among {' '.join(PARTS)}")


def _rounds(top: Table) -> dict[int, int]:
    row = _row(top, "rounds")
    return {players: row.whole(str(players), low=1, high=99) for players in range(PLAYERS[0], PLAYERS[1] + 1)}


def _die_of(top: Table) -> dict[str, int]:
    row = _row(top, "parts")
    found = {part: row.whole(part, low=1, high=9) for part in PARTS if part != GARAGE}
    row.close()
    return {**found, GARAGE: top.whole("garage", low=1, high=9)}


def _circle_groups(groups: Table) -> tuple[CircleGroup, ...]:
    found = []
    for name in groups.data:
        row = _row(groups, name)
        players = tuple(row.items("players", lambda value: as_whole(value, *PLAYERS)))
        found.append(CircleGroup(name, players, row.whole("circles", low=0, high=9)))
    for number in range(PLAYERS[0], PLAYERS[1] + 1):
        if not any(number in group.players for group in found):
            groups.fault(f"no circles for {number} players; each number of players needs a group")
    return tuple(found)


def _points(row: Table) -> Points:
    each = row.whole("each", 0) if "each" in row else None
    first = row.whole("first") if each is None else each
    following = row.whole("next") if each is None else each
    points = Points(first, following, row.whole("pair", 0), row.whole("missing", 0))
    row.close()
    return points


def _awards(top: Table) -> dict[str, Award]:
    awards = {bonus: Award(part, top.whole(bonus)) for bonus, part in MOST.items()}
    for bonus, part in FULL.items():
        row = _row(top, bonus)
        awards[bonus] = Award(part, row.whole("points"), row.whole("parts", low=1))
    return awards

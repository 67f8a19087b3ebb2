"""A player's sheet: what stands on it, the rooms that follow from it, and what it is worth beside the others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from pnp.errors import one_line
from pnp.games.dice_manor.plan import plan_of, touched
from pnp.games.dice_manor.rules import ROUND_LINES, Majority, Rules
from pnp.games.dice_manor.tiles import Placed
from pnp.games.dice_manor.tours import Walk
from pnp.games.verdict import Line, Rank, Score, ranking
from pnp.words import Said, say


class RoomTile(NamedTuple):
    """A tile somebody built: its type and color, and what each room touches (one set stands for all)."""

    type: str
    color: str
    touches: tuple[frozenset[str], ...] = ()


class Round(NamedTuple):
    """What one player did in a round: dice on each path, Prestige of each advertising space."""

    tours: tuple[int, ...] = ()
    advertising: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Sheet:
    """One player's sheet as written; None where something was left out."""

    player: str
    rooms: tuple[RoomTile, ...] | None = None
    rounds: tuple[Round, ...] = ()
    opening: tuple[int, ...] | None = None
    unhappy: int = 0
    inspiration: int = 0
    diversity: int | None = None
    written: int | Mapping[str, Any] | None = None
    manor: tuple[Placed, ...] = ()
    walks: tuple[Walk, ...] = ()

    @property
    def lists_rooms(self) -> bool:
        """Whether the sheet says which rooms there are; one that says nothing may have any."""
        return self.rooms is not None or bool(self.manor)


class Document(NamedTuple):
    """The sheets of a table, and how many play at it."""

    players: int
    sheets: tuple[Sheet, ...]

    @property
    def complete(self) -> bool:
        return len(self.sheets) == self.players


# ---------------------------------------------------------------------- the rooms of a manor

Tiles = tuple[RoomTile, ...]


def built(sheet: Sheet, rules: Rules) -> Tiles:
    """The tiles of a manor: those of its plan where there is one, else those that are listed."""
    if not sheet.manor:
        return sheet.rooms or ()
    beside = touched(plan_of(sheet.manor, rules))
    return tuple(
        RoomTile(placed.tile.type, placed.tile.color, beside[number]) for number, placed in enumerate(sheet.manor, 1)
    )


def rooms_in(tile: RoomTile, rules: Rules) -> int:
    return rules.types[tile.type].rooms if tile.type in rules.types else 1


def count_rooms(tiles: Tiles, rules: Rules) -> int:
    """All rooms of a manor but its entrance."""
    return sum(rooms_in(tile, rules) for tile in tiles)


def count_colors(tiles: Tiles, rules: Rules) -> Counter[str]:
    """Rooms of each color; a magic room counts once for each color it touches, and magic is none of them."""
    counts: Counter[str] = Counter()
    for tile in tiles:
        rooms = rooms_in(tile, rules)
        if tile.color != rules.magic:
            counts[tile.color] += rooms
            continue
        each = tile.touches if len(tile.touches) == rooms else tile.touches[:1] * rooms
        counts.update(color for colors in each for color in colors)
    del counts[rules.magic]
    return Counter({**dict.fromkeys(rules.colors, 0), **counts})


def count_types(tiles: Sequence[RoomTile], rules: Rules) -> int:
    """How many different types of room there are."""
    return len({tile.type for tile in tiles} & set(rules.types))


# ---------------------------------------------------------------------- what a sheet is worth


def scores(document: Document, rules: Rules) -> list[Score]:
    """The score of each sheet; majorities count only where the table is complete."""
    players = [sheet.player for sheet in document.sheets]
    manors = [built(sheet, rules) for sheet in document.sheets]
    if document.complete:
        majorities = majority_lines(players, [count_colors(tiles, rules) for tiles in manors], rules)
        largest = largest_lines(players, [count_rooms(tiles, rules) for tiles in manors], rules)
    else:
        majorities = [Line("majority", 0, say("why.incomplete")) for _ in players]
        largest = [Line("largest", 0, say("why.incomplete")) for _ in players]
    found = []
    for sheet, tiles, majority, most in zip(document.sheets, manors, majorities, largest, strict=True):
        rounds = tuple(round_lines(row, sheet, number, rules) for number, row in enumerate(sheet.rounds))
        diversity = diversity_line(sheet, tiles, rules)
        rest = (opening_line(sheet, rules), majority, diversity, leftovers_line(sheet, rules), most)
        found.append(Score((*sum_lines(rounds), *rest), rounds))
    return found


def rank(document: Document, rooms: Sequence[int], scored: Sequence[Score], rules: Rules) -> tuple[Rank, ...]:
    """The players from first to last: the total, and among equals what the edition says."""
    rows = [(sheet.player, score.total) for sheet, score in zip(document.sheets, scored, strict=True)]
    keys = [
        tuple({"rooms": count, "unhappy": -sheet.unhappy}[name] for name in rules.tiebreak)
        for sheet, count in zip(document.sheets, rooms, strict=True)
    ]
    return ranking(rows, keys, lambda at: say("tie.rooms" if rules.tiebreak[at] == "rooms" else "tie.unhappy"))


def ranked(document: Document, rules: Rules) -> tuple[Rank, ...]:
    """The players of a table from first to last."""
    rooms = [count_rooms(built(sheet, rules), rules) for sheet in document.sheets]
    return rank(document, rooms, scores(document, rules), rules)


def plus(numbers: Sequence[int]) -> str:
    """Numbers as a sum.

    >>> plus([4, 5])
    '4 + 5'
    """
    return " + ".join(map(str, numbers))


def round_lines(row: Round, sheet: Sheet, number: int, rules: Rules) -> tuple[Line, ...]:
    """What one round brings."""
    dice, spaces = sum(row.tours), spaces_gained(sheet, rules)[number]
    return (
        Line("tours", sum(map(rules.tour_prestige, row.tours)), _paths(row.tours, rules)),
        Line("dice", dice * rules.die_in_round, say("why.dice", dice=dice, each=rules.die_in_round)),
        Line("advertising", sum(spaces), say("why.spaces", sum=plus(spaces))),
    )


def sum_lines(rounds: Sequence[Sequence[Line]]) -> list[Line]:
    """The lines of all rounds together."""
    found = []
    for place, name in enumerate(ROUND_LINES):
        each = [lines[place].points for lines in rounds]
        found.append(Line(name, sum(each), say("why.rounds", sum=plus(each))))
    return found


def _paths(tours: Sequence[int], rules: Rules) -> Said:
    each = tuple(say("why.path", prestige=rules.tour_prestige(dice), dice=dice) for dice in tours)
    return say("why.paths", paths=each)


def spaces_gained(sheet: Sheet, rules: Rules) -> list[tuple[int, ...]]:
    """Prestige of the advertising spaces of each round: by the track where it is known, else as written."""
    if rules.track is None:
        return [row.advertising for row in sheet.rounds]
    found, marker = [], 0
    for row in sheet.rounds:
        found.append(rules.track[marker : marker + len(row.advertising)])
        marker += len(row.advertising)
    return found


def opening_line(sheet: Sheet, rules: Rules) -> Line:
    """The Grand Opening: its tours and every die on them."""
    tours = sheet.opening or ()
    dice, each = sum(tours), rules.die_in_opening
    why = say("why.opening", paths=_paths(tours, rules), dice=dice, each=each)
    return Line("opening", sum(map(rules.tour_prestige, tours)) + dice * each, why)


def diversity_line(sheet: Sheet, tiles: Sequence[RoomTile], rules: Rules) -> Line:
    """The types of room: by the edition where it knows, else as the sheet says."""
    types = count_types(tiles, rules)
    if sheet.lists_rooms and types in rules.diversity:
        return Line("diversity", rules.diversity[types], say("why.types", n=types))
    return Line("diversity", sheet.diversity or 0, say("why.types-written", n=types))


def leftovers_line(sheet: Sheet, rules: Rules) -> Line:
    """Inspiration: what the tokens that are left are worth."""
    points = sheet.inspiration // rules.leftover_tokens * rules.leftover_prestige
    each, tokens = rules.leftover_tokens, sheet.inspiration
    return Line("inspiration", points, say("why.tokens", prestige=rules.leftover_prestige, each=each, tokens=tokens))


# ---------------------------------------------------------------------- majorities


class Share(NamedTuple):
    """What somebody gets of one majority, and why; nothing to say where nobody has any."""

    points: int
    why: Said | None


def shares(players: Sequence[str], counts: Sequence[int], prize: Majority) -> list[Share]:
    """What each player gets for the most and the second most.

    >>> twelve = Majority(first=12, second=6, tied_first=8, tied_second=4, least=1)
    >>> [share.points for share in shares("ABC", [3, 2, 2], twelve)]
    [12, 4, 4]
    """
    in_play = sorted({count for count in counts if count >= prize.least}, reverse=True)
    if not in_play:
        return [Share(0, None) for _ in counts]
    firsts = tuple(player for player, count in zip(players, counts, strict=True) if count == in_play[0])
    best = say("share.best", who=firsts, n=len(firsts), count=in_play[0])
    return [_share(index, players, counts, prize, in_play[:2], best) for index in range(len(counts))]


def _share(
    index: int, players: Sequence[str], counts: Sequence[int], prize: Majority, top: Sequence[int], best: Said
) -> Share:
    mine = counts[index]
    tied = tuple(player for other, player in enumerate(players) if other != index and counts[other] == mine)
    if mine == top[0] and tied:
        return Share(prize.tied_first, say("share.first-tied", who=tied))
    if mine == top[0]:
        return Share(prize.first, say("share.first"))
    if mine not in top:
        return Share(0, best)
    if counts.count(top[0]) > 1:
        return Share(0, say("share.no-second", best=best))
    if tied:
        return Share(prize.tied_second, say("share.second-tied", who=tied, best=best))
    return Share(prize.second, say("share.second", best=best))


def majority_lines(players: Sequence[str], counts: Sequence[Counter[str]], rules: Rules) -> list[Line]:
    """What each player gets for the rooms of every color, by how many each has."""
    colors = dict.fromkeys((*rules.colors, *sorted(color for count in counts for color in count)))
    by_color = {color: shares(players, [count[color] for count in counts], rules.majority) for color in colors}
    found = []
    for index in range(len(players)):
        mine = {color: shared[index] for color, shared in by_color.items()}
        each = tuple(
            say("why.color", color=one_line(color, 30), points=share.points, why=share.why)
            for color, share in mine.items()
            if share.why
        )
        points = sum(share.points for share in mine.values())
        found.append(Line("majority", points, say("why.colors", colors=each)))
    return found


def largest_lines(players: Sequence[str], rooms: Sequence[int], rules: Rules) -> list[Line]:
    """What each player gets for the rooms of a whole manor."""
    return [
        Line("largest", share.points, say("why.largest", n=count, why=share.why))
        for share, count in zip(shares(players, rooms, rules.majority), rooms, strict=True)
    ]

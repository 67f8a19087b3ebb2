"""Scores of Dice Manor: what each line is worth, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pnp.errors import one_line
from pnp.games._manor_bids import by_dice
from pnp.games._manor_box import Box, Majority
from pnp.games._manor_sheet import Document, RoomTile, Round, Sheet, count_colors, count_rooms
from pnp.games.verdict import Line, Score

INCOMPLETE = "the table is incomplete"


@dataclass(frozen=True, slots=True)
class Share:
    """What somebody gets of one majority, and why."""

    points: int
    why: str


def shares(players: Sequence[str], counts: Sequence[int], prize: Majority) -> list[Share]:
    """What each player gets for the most and the second most.

    >>> twelve = Majority(first=12, second=6, tied_first=8, tied_second=4, least=1)
    >>> [share.points for share in shares("ABC", [3, 2, 2], twelve)]
    [12, 4, 4]
    """
    in_play = sorted({count for count in counts if count >= prize.least}, reverse=True)
    firsts = [player for player, count in zip(players, counts, strict=True) if in_play and count == in_play[0]]
    best = f"{' and '.join(firsts)} {'has' if len(firsts) == 1 else 'have'} {in_play[0]}" if firsts else ""
    found = []
    for index, count in enumerate(counts):
        place = in_play.index(count) + 1 if count in in_play else 0
        tied = [player for other, player in enumerate(players) if other != index and counts[other] == count]
        if place == 1:
            found.append(_prize(prize.first, prize.tied_first, tied, "first"))
        elif place == 2 and len(firsts) == 1:
            share = _prize(prize.second, prize.tied_second, tied, "second")
            found.append(Share(share.points, f"{share.why}, {best}"))
        else:
            found.append(Share(0, f"{best}, a tie that leaves no second" if place == 2 else best))
    return found


def _prize(alone: int, shared: int, tied: Sequence[str], place: str) -> Share:
    if tied:
        return Share(shared, f"tied {place} with {' and '.join(tied)}")
    return Share(alone, f"{place} alone")


def scores(document: Document, manors: Sequence[tuple[RoomTile, ...]], box: Box) -> list[Score]:
    """The score of each sheet; majorities count only where the table is complete."""
    majorities = _majorities(document, manors, box)
    largest = _largest(document, manors, box)
    found = []
    for index, (sheet, tiles) in enumerate(zip(document.sheets, manors, strict=True)):
        rounds = tuple(round_lines(row, sheet, number, box) for number, row in enumerate(sheet.rounds))
        lines = (
            *sum_lines(rounds),
            opening_line(sheet, box),
            majorities[index],
            _diversity(sheet, tiles, box),
            leftovers_line(sheet, box),
            largest[index],
        )
        found.append(Score(lines, rounds))
    return found


def round_lines(row: Round, sheet: Sheet, number: int, box: Box) -> tuple[Line, ...]:
    """What one round brings."""
    dice = sum(row.tours)
    spaces = spaces_gained(sheet, box)[number]
    return (
        Line("tours", rewards(row.tours, box), _tours_why(row.tours, box)),
        Line("dice", dice * box.die_in_round, f"{dice} dice, {box.die_in_round} each"),
        Line("advertising", sum(spaces), " + ".join(map(str, spaces)) or "no space"),
    )


def sum_lines(rounds: Sequence[Sequence[Line]]) -> list[Line]:
    """The lines of all rounds together."""
    found = []
    for place, name in enumerate(("tours", "dice", "advertising")):
        each = [lines[place].points for lines in rounds]
        found.append(Line(name, sum(each), f"rounds {' + '.join(map(str, each))}" if each else "no round"))
    return found


def rewards(tours: Sequence[int], box: Box) -> int:
    """Prestige for some paths by their dice."""
    return sum(by_dice(dice, box.tour_rewards) for dice in tours)


def _tours_why(tours: Sequence[int], box: Box) -> str:
    return ", ".join(f"{by_dice(dice, box.tour_rewards)} for {dice}" for dice in tours) or "no tour"


def spaces_gained(sheet: Sheet, box: Box) -> list[tuple[int, ...]]:
    """Prestige of the advertising spaces of each round: by the track where it is known, else as written."""
    if box.track is None:
        return [row.advertising for row in sheet.rounds]
    found, marker = [], 0
    for row in sheet.rounds:
        found.append(box.track[marker : marker + len(row.advertising)])
        marker += len(row.advertising)
    return found


def opening_line(sheet: Sheet, box: Box) -> Line:
    """The Grand Opening: its tours and every die on them."""
    tours = sheet.opening or ()
    dice = sum(tours)
    why = f"{_tours_why(tours, box)}; {dice} dice, {box.die_in_opening} each"
    return Line("opening", rewards(tours, box) + dice * box.die_in_opening, why)


def room_types(tiles: Sequence[RoomTile], box: Box) -> int:
    """How many different types of room there are."""
    return len({tile.type for tile in tiles} & set(box.types))


def _diversity(sheet: Sheet, tiles: Sequence[RoomTile], box: Box) -> Line:
    types = room_types(tiles, box)
    if sheet.lists_rooms and types in box.diversity:
        return Line("diversity", box.diversity[types], f"{types} room types")
    return Line("diversity", sheet.diversity or 0, f"{types} room types, as the sheet says")


def leftovers_line(sheet: Sheet, box: Box) -> Line:
    """Inspiration: what the tokens that are left are worth."""
    points = sheet.inspiration // box.leftover_tokens * box.leftover_prestige
    why = f"{box.leftover_prestige} for each {box.leftover_tokens} of {sheet.inspiration} tokens"
    return Line("inspiration", points, why)


def _majorities(document: Document, manors: Sequence[tuple[RoomTile, ...]], box: Box) -> list[Line]:
    players = [sheet.player for sheet in document.sheets]
    if not document.complete:
        return [Line("majority", 0, INCOMPLETE) for _ in players]
    return majority_lines(players, [count_colors(tiles, box) for tiles in manors], box)


def majority_lines(players: Sequence[str], counts: Sequence[Counter[str]], box: Box) -> list[Line]:
    """What each player gets for the rooms of every color, by how many each has."""
    colors = dict.fromkeys((*box.colors, *sorted(color for count in counts for color in count)))
    by_color = {color: shares(players, [count[color] for count in counts], box.majority) for color in colors}
    return [_majority(index, by_color) for index in range(len(players))]


def _majority(index: int, by_color: Mapping[str, Sequence[Share]]) -> Line:
    mine = {color: shared[index] for color, shared in by_color.items()}
    why = ", ".join(f"{one_line(color, 30)} {share.points} ({share.why})" for color, share in mine.items() if share.why)
    return Line("majority", sum(share.points for share in mine.values()), why or "no colored room")


def _largest(document: Document, manors: Sequence[tuple[RoomTile, ...]], box: Box) -> list[Line]:
    players = [sheet.player for sheet in document.sheets]
    if not document.complete:
        return [Line("largest", 0, INCOMPLETE) for _ in players]
    return largest_lines(players, [count_rooms(tiles, box) for tiles in manors], box)


def largest_lines(players: Sequence[str], rooms: Sequence[int], box: Box) -> list[Line]:
    """What each player gets for the rooms of a whole manor."""
    found = shares(players, rooms, box.majority)
    return [
        Line("largest", share.points, f"{count} rooms, {share.why or 'nobody has any'}")
        for share, count in zip(found, rooms, strict=True)
    ]

"""What the rules of Dice Manor find wrong on a sheet and on a table, and what they can't know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from pnp.errors import Note, Problem, one_line
from pnp.games._manor_box import Box
from pnp.games._manor_plan import Flaw, Plan, flaw
from pnp.games._manor_score import room_types, spaces_gained
from pnp.games._manor_sheet import Document, RoomTile, Sheet, count_colors
from pnp.games._manor_walks import round_name, unknown_slots, walk_flaws
from pnp.strict import nearest, shown

Tiles = Sequence[RoomTile]


def problem(code: str, where: str, message: str) -> Problem:
    return Problem(code, where, f"{where}: {message}")


def sheet_problems(sheet: Sheet, tiles: tuple[RoomTile, ...], box: Box) -> list[Problem]:
    """What is wrong on one sheet, its plan and its sums aside."""
    return [
        *_rounds(sheet, box),
        *_advertising(sheet, box),
        *_opening(sheet, box),
        *_no_such_rooms(sheet, box),
        *_diversity(sheet, tiles, box),
        *_tiles_of_a_type(tiles, box),
        *_rooms_differ(sheet, tiles, box),
        *_tours_differ(sheet, box),
    ]


def _rounds(sheet: Sheet, box: Box) -> Iterator[Problem]:
    if len(sheet.rounds) > box.rounds:
        yield problem("too-many-rounds", "rounds", f"{len(sheet.rounds)} rounds; {box.rounds} are played")
    for number, row in enumerate(sheet.rounds, 1):
        if sum(row.tours) > box.all_dice:
            message = f"{sum(row.tours)} dice on tours; a player has at most {box.all_dice}"
            yield problem("too-many-dice", f"round {number}, tours", message)


def _advertising(sheet: Sheet, box: Box) -> Iterator[Problem]:
    most = max(box.ranks, default=0)
    known = spaces_gained(sheet, box)
    for number, (row, spaces) in enumerate(zip(sheet.rounds, known, strict=True), 1):
        where = f"round {number}, advertising"
        if len(row.advertising) > most:
            yield problem("advertising-spaces", where, f"{len(row.advertising)} spaces; at most {most} are gained")
        if row.advertising != spaces:
            written, right = (" + ".join(map(str, values)) or "nothing" for values in (row.advertising, spaces))
            yield problem("wrong-advertising", where, f"{written} written; the track gives {right} there")


def _opening(sheet: Sheet, box: Box) -> Iterator[Problem]:
    if sheet.opening is None and not sheet.unhappy:
        return
    placed = sum(sheet.opening or ())
    if not box.dice <= placed + sheet.unhappy <= box.all_dice:
        dice = f"{placed} dice on tours and {sheet.unhappy} unhappy make {placed + sheet.unhappy}"
        yield problem("opening-dice", "opening", f"{dice}; a player has {box.dice} to {box.all_dice}")


def _no_such_rooms(sheet: Sheet, box: Box) -> Iterator[Problem]:
    listed = [(f"rooms {number}", tile.type, tile.color, tile) for number, tile in enumerate(sheet.rooms or (), 1)]
    drawn = [
        (f"manor {number}", placed.tile.type, placed.tile.color, None) for number, placed in enumerate(sheet.manor, 1)
    ]
    for where, kind, color, tile in [*listed, *drawn]:
        if kind not in box.types:
            known = f"there are {', '.join(box.types)}{nearest(kind, box.types)}"
            yield problem("no-such-room", where, f"{shown(kind)} is no type of room; {known}")
        touched = {name for names in tile.touches for name in names} if tile else set()
        for name in _unlisted({color, *touched}, box):
            # A color that nobody has listed may well be in the box; one that is almost a known one is a slip.
            if slip := nearest(name, (*box.colors, box.magic)):
                yield problem("no-such-room", where, f"{shown(name)} is no color of the edition{slip}")


def _unlisted(colors: Iterable[str], box: Box) -> list[str]:
    return sorted({*colors} - {*box.colors, box.magic})


def _diversity(sheet: Sheet, tiles: Tiles, box: Box) -> Iterator[Problem]:
    right = box.diversity.get(room_types(tiles, box)) if sheet.lists_rooms else None
    if sheet.diversity is not None and right is not None and sheet.diversity != right:
        message = f"{sheet.diversity} written; {room_types(tiles, box)} room types give {right}"
        yield problem("wrong-diversity", "diversity", message)


def _tiles_of_a_type(tiles: Tiles, box: Box) -> Iterator[Problem]:
    for kind, count in sorted(Counter(tile.type for tile in tiles).items()):
        if kind in box.types and count > box.types[kind].tiles:
            yield problem("too-many-tiles", "rooms", f"{count} {kind} tiles; the box has {box.types[kind].tiles}")


def _rooms_differ(sheet: Sheet, tiles: tuple[RoomTile, ...], box: Box) -> Iterator[Problem]:
    if not sheet.manor or sheet.rooms is None:
        return
    listed, drawn = (Counter((tile.color, tile.type) for tile in each) for each in (sheet.rooms, tiles))
    for color, kind in sorted(listed.keys() | drawn.keys()):
        name, left, right = one_line(f"{color} {kind}", 40), listed[color, kind], drawn[color, kind]
        if left != right:
            message = f"{left} {name} listed and {right} in the plan; both show the same tiles"
            yield problem("rooms-differ", "rooms", message)
    if listed == drawn:
        counted, seen = count_colors(sheet.rooms, box), count_colors(tiles, box)
        for color in box.colors:
            if counted[color] != seen[color]:
                both = f"{counted[color]} {color} rooms by what magic touches and {seen[color]} by the plan"
                yield problem("rooms-differ", "rooms", f"{both}; both show the same doors")


def _tours_differ(sheet: Sheet, box: Box) -> Iterator[Problem]:
    """Where walks of a round are given, they are all of that round's tours."""
    written = {number: row.tours for number, row in enumerate(sheet.rounds, 1)}
    if sheet.opening is not None:
        written[box.rounds + 1] = sheet.opening
    for number in sorted({walk.round for walk in sheet.walks} & written.keys()):
        walked = sorted(len(walk.path) for walk in sheet.walks if walk.round == number)
        if walked != sorted(written[number]):
            where = f"{round_name(number, box)}, tours"
            message = f"{list(written[number])} written and {walked} walked; both show the same dice on each path"
            yield problem("tours-differ", where, message)


def plan_problems(sheet: Sheet, plan: Plan, box: Box) -> list[Flaw]:
    """What is wrong with the walks and the named tiles of one plan, the building rules aside."""
    twice = [name for name, count in Counter(tile.name for tile in sheet.manor if tile.name).items() if count > 1]
    again = [flaw("too-many-tiles", "manor", f"{shown(name)} is built twice; there is one of it") for name in twice]
    return [*again, *walk_flaws(plan, sheet.walks, box)]


def table_problems(document: Document, manors: Sequence[tuple[RoomTile, ...]], box: Box) -> list[Problem]:
    """What is wrong between the sheets of a table."""
    return [*_advertising_ranks(document, box), *_tiles_of_the_table(document, manors, box)]


def _advertising_ranks(document: Document, box: Box) -> Iterator[Problem]:
    for number in range(max((len(sheet.rounds) for sheet in document.sheets), default=0)):
        for rank, spaces in enumerate(box.ranks, 1):
            gained = [
                sheet.player
                for sheet in document.sheets
                if number < len(sheet.rounds) and len(sheet.rounds[number].advertising) == spaces
            ]
            if len(gained) > 1:
                both = f"{' and '.join(gained)} each gained {spaces} of the spaces"
                yield problem("advertising-rank", f"round {number + 1}", f"{both}; only bid {rank} does")


def rounds_played(document: Document, box: Box) -> int:
    """How many rounds the table has built in: all, unless the sheets stop earlier and nobody has opened."""
    longest = max((len(sheet.rounds) for sheet in document.sheets), default=0)
    opened = any(sheet.opening is not None or sheet.unhappy for sheet in document.sheets)
    return box.rounds if opened or not longest else min(longest, box.rounds)


def _tiles_of_the_table(document: Document, manors: Sequence[tuple[RoomTile, ...]], box: Box) -> Iterator[Problem]:
    kinds = [Counter(tile.type for tile in tiles) for tiles in manors]
    for kind, room_type in box.types.items():
        each = [count[kind] for count in kinds]
        # A sheet that alone has too many says so itself.
        if sum(each) > room_type.tiles >= max(each, default=0):
            message = f"{sum(each)} {kind} tiles on the table; the box has {room_type.tiles}"
            yield problem("too-many-tiles", "table", message)
    names = Counter(name for sheet in document.sheets for name in {tile.name for tile in sheet.manor if tile.name})
    for name in sorted(name for name, count in names.items() if count > 1):
        yield problem("too-many-tiles", "table", f"{shown(name)} stands in two manors; there is one of it")
    rounds, every = rounds_played(document, box), sum(map(len, manors))
    most = rounds * len(box.types)
    if every > most:
        message = f"{every} tiles in {rounds} rounds; {len(box.types)} blueprints a round give {most}"
        yield problem("too-many-tiles", "table", message)


def sheet_notes(document: Document, sheet: Sheet, tiles: tuple[RoomTile, ...], plan: Plan, box: Box) -> list[Note]:
    """What a reader of a sheet's verdict should know."""
    return [
        *_unverified(document, sheet, tiles, box),
        *_unlikely(document, sheet, tiles, plan, box),
        *_slots_unknown(sheet, plan),
        *_touches_ignored(sheet, box),
    ]


def _unverified(document: Document, sheet: Sheet, tiles: Tiles, box: Box) -> Iterator[Note]:
    if not document.complete:
        have = f"{len(document.sheets)} of {document.players} sheets are here"
        yield Note("incomplete-table", f"majority, largest: {have}; both count 0 until all are")
    if sheet.opening is None and not sheet.unhappy:
        yield Note("no-opening", "opening: nothing is written; it counts 0")
    if unlisted := [
        c for c in _unlisted((tile.color for tile in tiles), box) if not nearest(c, (*box.colors, box.magic))
    ]:
        names = ", ".join(shown(name) for name in unlisted)
        message = f"{names}: not among the colors of the edition data; counted as a color of its own"
        yield Note("unlisted-color", message)
    if not sheet.lists_rooms or room_types(tiles, box) not in box.diversity:
        message = f"could not verify {sheet.diversity or 0} for {room_types(tiles, box)} room types"
        yield Note("diversity-unknown", f"diversity: {message}; only the player aid has it")
    if box.track is None and any(row.advertising for row in sheet.rounds):
        total = sum(sum(row.advertising) for row in sheet.rounds)
        message = f"advertising: could not verify {total}; the track is not in the edition data"
        yield Note("advertising-unknown", message)


def _unlikely(document: Document, sheet: Sheet, tiles: Tiles, plan: Plan, box: Box) -> Iterator[Note]:
    slots = sum(len(room.slots or ()) for room in plan.rooms if room.tile == 0)
    first = sum(sheet.rounds[0].tours) if sheet.rounds else 0
    if first > slots:
        message = f"round 1, tours: {first} dice, but only the entrance stands before anything is built"
        yield Note("early-tour", message)
    rounds = rounds_played(document, box)
    for kind, count in sorted(Counter(tile.type for tile in tiles).items()):
        if kind in box.types and rounds < count <= box.types[kind].tiles:
            message = f"rooms: {count} {kind} tiles in {rounds} rounds, but a blueprint offers one a round"
            yield Note("scarce-blueprint", message)


def _slots_unknown(sheet: Sheet, plan: Plan) -> Iterator[Note]:
    for label in unknown_slots(plan, sheet.walks):
        yield Note("slots-unknown", f"{label}: could not verify the dice there; no slots are given")


def _touches_ignored(sheet: Sheet, box: Box) -> Iterator[Note]:
    for number, tile in enumerate(sheet.rooms or (), 1):
        if tile.color != box.magic and any(tile.touches):
            message = f"rooms {number}: what it touches counts nothing; only a {box.magic} room counts that"
            yield Note("touches-ignored", message)

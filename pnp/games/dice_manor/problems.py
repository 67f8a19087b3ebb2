"""What the rules find wrong on a sheet and on a table, and what they can't know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from pnp.errors import Problem, one_line, problem
from pnp.games.dice_manor.picture import picture_of
from pnp.games.dice_manor.plan import Flaw, Plan, flaws, plan_of
from pnp.games.dice_manor.rules import NAME, Rules
from pnp.games.dice_manor.sheet import (
    Document,
    RoomTile,
    Sheet,
    Tiles,
    built,
    count_colors,
    count_rooms,
    count_types,
    plus,
    rank,
    scores,
    spaces_gained,
)
from pnp.games.dice_manor.tours import round_named, unknown_slots, walk_flaws
from pnp.games.verdict import Score, SheetVerdict, Verdict, wrong_sums
from pnp.strict import near, shown
from pnp.words import Said, say


def judge(document: Document, rules: Rules) -> Verdict:
    """What the rules say of a document: problems, scores, ranking."""
    manors = [built(sheet, rules) for sheet in document.sheets]
    scored = scores(document, rules)
    sheets = tuple(
        _judge_sheet(document, sheet, tiles, score, rules)
        for sheet, tiles, score in zip(document.sheets, manors, scored, strict=True)
    )
    problems = (*_ranks(document, rules), *_tiles_of_the_table(document, manors, rules))
    rooms = [count_rooms(tiles, rules) for tiles in manors]
    return Verdict(NAME, sheets, problems, rank(document, rooms, scored, rules))


def _judge_sheet(document: Document, sheet: Sheet, tiles: Tiles, score: Score, rules: Rules) -> SheetVerdict:
    plan = plan_of(sheet.manor, rules)
    found = [*flaws(plan), *_same_tile_twice(sheet), *walk_flaws(plan, sheet.walks, rules)]
    problems = [
        *sheet_problems(sheet, tiles, rules),
        *(flaw.problem for flaw in found),
        *wrong_sums(sheet.written, score, _doubts(document, tiles, rules)),
    ]
    bad = {cell for flaw in found for cell in flaw.cells}
    picture = picture_of(plan, bad) if sheet.manor or sheet.walks else None
    notes = [*_unverified(document, sheet, tiles, rules), *_unlikely(document, sheet, tiles, plan, rules)]
    return SheetVerdict(sheet.player, tuple(problems), tuple(notes), score, picture)


def _doubts(document: Document, tiles: Tiles, rules: Rules) -> dict[str, list[int]]:
    """What majority and largest may come to when sheets are missing: a prize or none, for each color that is there."""
    if document.complete or not tiles:
        return {}
    prize = rules.majority
    prizes = {0, prize.first, prize.second, prize.tied_first, prize.tied_second}
    sums = {0}
    for color, count in count_colors(tiles, rules).items():
        sums = {total + points for total in sums for points in prizes} if count and color != rules.magic else sums
    return {"majority": sorted(sums), "largest": sorted(prizes)}


# ---------------------------------------------------------------------- one sheet


def sheet_problems(sheet: Sheet, tiles: Tiles, rules: Rules) -> list[Problem]:
    """What is wrong on one sheet, its plan and its sums aside."""
    return [
        *_rounds(sheet, rules),
        *_no_such_rooms(sheet, rules),
        *_built(sheet, tiles, rules),
        *_rooms_differ(sheet, tiles, rules),
        *_tours_differ(sheet, rules),
    ]


def _rounds(sheet: Sheet, rules: Rules) -> Iterator[Problem]:
    """What no round and no opening can have."""
    most = max(rules.ranks, default=0)
    if len(sheet.rounds) > rules.rounds:
        yield problem("too-many-rounds", say("place.rounds"), n=len(sheet.rounds), rounds=rules.rounds)
    for number, (row, spaces) in enumerate(zip(sheet.rounds, spaces_gained(sheet, rules), strict=True), 1):
        if sum(row.tours) > rules.all_dice:
            where = say("place.tours", when=say("place.number", round=number))
            yield problem("too-many-dice", where, dice=sum(row.tours), most=rules.all_dice)
        where = say("place.advertising", round=number)
        if len(row.advertising) > most:
            yield problem("advertising-spaces", where, n=len(row.advertising), most=most)
        if row.advertising != spaces:
            yield problem("wrong-advertising", where, written=plus(row.advertising), right=plus(spaces))
    dice, low, high = sum(sheet.opening or ()), rules.dice, rules.all_dice
    every = dice + sheet.unhappy
    if (sheet.opening is not None or sheet.unhappy) and not low <= every <= high:
        where = say("place.opening")
        yield problem("opening-dice", where, dice=dice, unhappy=sheet.unhappy, all=every, low=low, high=high)


def _no_such_rooms(sheet: Sheet, rules: Rules) -> Iterator[Problem]:
    listed = [(say("place.room", number=n), tile) for n, tile in enumerate(sheet.rooms or (), 1)]
    drawn = [
        (say("place.placed", number=n), RoomTile(placed.tile.type, placed.tile.color))
        for n, placed in enumerate(sheet.manor, 1)
    ]
    for where, tile in [*listed, *drawn]:
        if tile.type not in rules.types:
            hint = near(tile.type, rules.types)
            yield problem("no-such-room", where, type=shown(tile.type), types=tuple(rules.types), near=hint)
        for name in _unlisted({tile.color}.union(*tile.touches), rules):
            # A color that nobody has listed may well be in the box; one that is almost a known one is a slip.
            if slip := near(name, (*rules.colors, rules.magic)):
                yield problem("no-such-room.color", where, color=shown(name), near=slip)


def _unlisted(colors: Iterable[str], rules: Rules) -> list[str]:
    return sorted({*colors} - {*rules.colors, rules.magic})


def _built(sheet: Sheet, tiles: Tiles, rules: Rules) -> Iterator[Problem]:
    """More tiles than there are, and another number for their types than the edition has."""
    types = count_types(tiles, rules)
    right = rules.diversity.get(types) if sheet.lists_rooms else None
    if sheet.diversity is not None and right is not None and sheet.diversity != right:
        where = say("place.line", line="diversity")
        yield problem("wrong-diversity", where, written=sheet.diversity, types=types, right=right)
    for kind, count in sorted(Counter(tile.type for tile in tiles).items()):
        if kind in rules.types and count > rules.types[kind].tiles:
            yield problem("too-many-tiles", say("place.rooms"), n=count, type=kind, most=rules.types[kind].tiles)


def _rooms_differ(sheet: Sheet, tiles: Tiles, rules: Rules) -> Iterator[Problem]:
    if not sheet.manor or sheet.rooms is None:
        return
    where = say("place.rooms")
    listed, drawn = (Counter((tile.color, tile.type) for tile in each) for each in (sheet.rooms, tiles))
    for color, kind in sorted(listed.keys() | drawn.keys()):
        name, left, right = (
            say("room", color=one_line(color, 40), type=one_line(kind, 40)),
            listed[color, kind],
            drawn[color, kind],
        )
        if left != right:
            yield problem("rooms-differ", where, listed=left, drawn=right, room=name)
    if listed == drawn:
        counted, seen = count_colors(sheet.rooms, rules), count_colors(tiles, rules)
        for color in rules.colors:
            if counted[color] != seen[color]:
                yield problem("rooms-differ.magic", where, listed=counted[color], drawn=seen[color], color=color)


def _tours_differ(sheet: Sheet, rules: Rules) -> Iterator[Problem]:
    """Where walks of a round are given, they are all of that round's tours."""
    written = {number: row.tours for number, row in enumerate(sheet.rounds, 1)}
    if sheet.opening is not None:
        written[rules.rounds + 1] = sheet.opening
    for number in sorted({walk.round for walk in sheet.walks} & written.keys()):
        walked = sorted(len(walk.path) for walk in sheet.walks if walk.round == number)
        if walked != sorted(written[number]):
            where = say("place.tours", when=round_named(number, rules))
            yield problem("tours-differ", where, written=str(list(written[number])), walked=str(walked))


def _same_tile_twice(sheet: Sheet) -> Iterator[Flaw]:
    for name, count in Counter(tile.name for tile in sheet.manor if tile.name).items():
        if count > 1:
            yield Flaw(problem("too-many-tiles.twice", say("place.manor"), name=shown(name)), ())


# ---------------------------------------------------------------------- the table


def _ranks(document: Document, rules: Rules) -> Iterator[Problem]:
    """Only one player can have each place on the advertising track in a round."""
    for number in range(max((len(sheet.rounds) for sheet in document.sheets), default=0)):
        begun = [sheet for sheet in document.sheets if number < len(sheet.rounds)]
        for place, spaces in enumerate(rules.ranks, 1):
            who = tuple(sheet.player for sheet in begun if len(sheet.rounds[number].advertising) == spaces)
            if len(who) > 1:
                where = say("place.number", round=number + 1)
                yield problem("advertising-rank", where, who=who, spaces=spaces, place=place)


def _rounds_played(document: Document, rules: Rules) -> int:
    """How many rounds the table has built in: all, unless the sheets stop earlier and nobody has opened."""
    longest = max((len(sheet.rounds) for sheet in document.sheets), default=0)
    opened = any(sheet.opening is not None or sheet.unhappy for sheet in document.sheets)
    return rules.rounds if opened or not longest else min(longest, rules.rounds)


def _tiles_of_the_table(document: Document, manors: Sequence[Tiles], rules: Rules) -> Iterator[Problem]:
    where, kinds = say("place.table"), [Counter(tile.type for tile in tiles) for tiles in manors]
    for kind, room_type in rules.types.items():
        each = [count[kind] for count in kinds]
        # A sheet that alone has too many says so itself.
        if sum(each) > room_type.tiles >= max(each, default=0):
            yield problem("too-many-tiles.table", where, n=sum(each), type=kind, most=room_type.tiles)
    names = Counter(name for sheet in document.sheets for name in {tile.name for tile in sheet.manor if tile.name})
    for name in sorted(name for name, count in names.items() if count > 1):
        yield problem("too-many-tiles.two-manors", where, name=shown(name))
    rounds, every, each_round = _rounds_played(document, rules), sum(map(len, manors)), len(rules.types)
    if every > (most := rounds * each_round):
        yield problem("too-many-tiles.rounds", where, n=every, rounds=rounds, blueprints=each_round, most=most)


# ---------------------------------------------------------------------- what a reader should know


def _unverified(document: Document, sheet: Sheet, tiles: Tiles, rules: Rules) -> Iterator[Said]:
    types = count_types(tiles, rules)
    if not document.complete:
        yield say("incomplete-table", sheets=len(document.sheets), players=document.players)
    if sheet.opening is None and not sheet.unhappy:
        yield say("no-opening")
    unlisted = _unlisted((tile.color for tile in tiles), rules)
    if new := tuple(shown(name) for name in unlisted if not near(name, (*rules.colors, rules.magic))):
        yield say("unlisted-color", colors=new)
    if not sheet.lists_rooms or types not in rules.diversity:
        yield say("diversity-unknown", written=sheet.diversity or 0, types=types)
    if rules.track is None and any(row.advertising for row in sheet.rounds):
        yield say("advertising-unknown", written=sum(sum(row.advertising) for row in sheet.rounds))


def _unlikely(document: Document, sheet: Sheet, tiles: Tiles, plan: Plan, rules: Rules) -> Iterator[Said]:
    first = sum(sheet.rounds[0].tours) if sheet.rounds else 0
    if first > sum(len(room.slots or ()) for room in plan.rooms if room.tile == 0):
        yield say("early-tour", dice=first)
    rounds = _rounds_played(document, rules)
    for kind, count in sorted(Counter(tile.type for tile in tiles).items()):
        if kind in rules.types and rounds < count <= rules.types[kind].tiles:
            yield say("scarce-blueprint", n=count, type=kind, rounds=rounds)
    for label in unknown_slots(plan, sheet.walks):
        yield say("slots-unknown", tile=label)
    for number, tile in enumerate(sheet.rooms or (), 1):
        if tile.color != rules.magic and any(tile.touches):
            yield say("touches-ignored", number=number, magic=rules.magic)

"""What may be done at a table: what it waits for, which moves are legal, and each of them as an option."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, combinations, islice, zip_longest
from typing import TypeVar

from pnp.games.asks import Amount, Asks
from pnp.games.dice_manor.building import spots_at
from pnp.games.dice_manor.moves import Build, Done, Leave, Move, Nudge, Place, Reroll, Tell, Touch, text
from pnp.games.dice_manor.placing import neighbours
from pnp.games.dice_manor.rounds import to_draw
from pnp.games.dice_manor.sheet import plus
from pnp.games.dice_manor.state import Phase, Player, State
from pnp.games.dice_manor.tiles import cell_text
from pnp.games.dice_manor.tours import CountedTours, PlannedTours, dice_on
from pnp.games.lazy_options import Options
from pnp.games.play import Option, Wanted
from pnp.games.table_dice import Face
from pnp.words import Said, say

T = TypeVar("T")
GUESSES = 13
"""So many numbers are listed where only the board or the player aid has the right one."""
MOST_PRESTIGE = 30
"""The most that a space of the track is taken to be worth."""


def wanted(state: State) -> tuple[Wanted, ...]:
    """What the table waits for."""
    if state.phase == Phase.DRAW:
        return (Wanted(None, say("wanted.draw"), " ".join(stack[0] for _, stack in to_draw(state))),)
    if state.asks and state.phase == Phase.COLLECT:
        return (Wanted(None, say("wanted.length"), text(Tell("length", (state.rules.spaces,)))),)
    found = (_wanted_of(state, seat) for seat in range(len(state.players)))
    return tuple(one for one in found if one is not None)


def _wanted_of(state: State, seat: int) -> Wanted | None:
    player = state.players[seat]
    if player.rolling:
        faces = " ".join(str(number % 6 + 1) for number in range(player.rolling))
        return Wanted(seat, say("wanted.roll", seat=seat, dice=player.rolling), faces)
    if player.owed:
        example = text(Tell("spaces", (seat + 1, *range(4, 4 + player.owed))))
        return Wanted(None, say("wanted.spaces", n=player.owed, seat=seat), example)
    if not waits_for(state, seat):
        return None
    if state.phase == Phase.END:
        types = state.types_at(seat)
        return Wanted(seat, say("wanted.diversity", types=types), f"diversity {types}")
    if player.faces:
        what = say("wanted.opening") if state.phase == Phase.OPENING else say("wanted.place")
        return Wanted(seat, what, text(next(_placements(state, seat))))
    if player.won:
        example = text(next(chain(_builds(state, seat), _closing(state, seat))))
        return Wanted(seat, say("wanted.build", tiles=player.won), example)
    return Wanted(seat, say("wanted.done"), "done")


def waits_for(state: State, seat: int) -> bool:
    """Whether it is for a player to decide something, with all of their dice rolled."""
    player = state.players[seat]
    if player.rolling or state.phase in (Phase.BID, Phase.OPENING):
        its_turn = state.phase != Phase.BID or seat == state.turn
        return bool(player.faces) and not player.rolling and its_turn
    if state.phase == Phase.END:
        return not player.absent and state.diversity_at(seat) is None
    return state.phase == Phase.BUILD and not player.done


# ---------------------------------------------------------------------- legal moves


def options(state: State, seat: int | None, most: int) -> Sequence[Option]:
    """Legal moves of a seat or the table, as many as asked for."""
    moves = list(islice(_moves(state, seat, most), most))
    return Options(moves, lambda move: option_of(state, seat, move)) if moves else ()


def _moves(state: State, seat: int | None, most: int) -> Iterable[Move]:
    if seat is None:
        return () if state.phase == Phase.OVER else chain(_lengths(state), _spaces(state, seat), _presence(state))
    player = state.players[seat]
    if state.phase == Phase.COLLECT:
        return _spaces(state, seat)
    if not waits_for(state, seat):
        return ()
    if state.phase == Phase.END:
        return (Tell("diversity", (prestige,)) for prestige in range(GUESSES))
    if state.phase == Phase.BUILD:
        return _in_turn([_builds(state, seat), _closing(state, seat)])
    tokens = list(_tokens(player))
    return chain(islice(_placements(state, seat), max(1, most - len(tokens))), tokens)


def _in_turn(iterators: Iterable[Iterable[T]]) -> Iterator[T]:
    """One of each in turn, until all are used up.

    >>> list(_in_turn(["ab", "c"]))
    ['a', 'c', 'b']
    """
    return (item for row in zip_longest(*iterators) for item in row if item is not None)


def _placements(state: State, seat: int) -> Iterator[Place]:
    """Every way to place all dice of a number, the numbers in turn."""
    faces, tours = state.players[seat].faces, state.tours_at(seat)
    if state.phase == Phase.OPENING:
        # With a plan it is known which guests find no slot.
        return _in_turn([_opening(n, faces.count(n), tours, state.setting.plan) for n in sorted(set(faces))])
    mine = next((bid.number for bid in state.advertising if bid.seat == seat), 0)
    bids = _counted_bids if isinstance(tours, CountedTours) else _bids
    return _in_turn([bids(n, faces.count(n), tours, mine in (0, n)) for n in sorted(set(faces))])


def _bids(number: int, dice: int, tours: CountedTours | PlannedTours, advertise: bool) -> Iterator[Place]:
    for toured in range(tours.room_for(number, dice) + 1):
        for advertised in range(dice - toured + 1 if advertise else 1):
            for paths in tours.splits(number, toured):
                yield Place(number, dice - toured - advertised, paths, advertised)


@lru_cache(maxsize=4096)
def _counted_bids(number: int, dice: int, tours: CountedTours, advertise: bool) -> tuple[Place, ...]:
    return tuple(_bids(number, dice, tours, advertise))


def _opening(number: int, dice: int, tours: CountedTours | PlannedTours, known: bool) -> Iterator[Place]:
    fit = tours.room_for(number, dice)
    for toured in range(fit, fit - 1 if known else -1, -1):
        for paths in tours.splits(number, toured):
            yield Place(number, 0, paths, 0, dice - toured)


def _tokens(player: Player) -> Iterator[Move]:
    if not player.tokens:
        return
    numbers = sorted(set(player.faces))
    yield from (Nudge(old, new) for old in numbers for new in neighbours(old))
    if len(numbers) > 1:
        yield from (Reroll((number,) * player.faces.count(number)) for number in numbers)
    yield Reroll()


def _builds(state: State, seat: int) -> Iterator[Build]:
    rules = state.rules
    for tile in state.players[seat].won:
        if state.setting.plan:
            yield from (Build(tile, at=spot.at, turned=spot.turned) for spot in spots_at(state, seat, tile))
            continue
        yield from (Build(tile, color) for color in rules.colors)
        yield from (Build(tile, rules.magic, (touched,) if touched else ()) for touched in _subsets(rules.colors))


def _closing(state: State, seat: int) -> Iterator[Move]:
    player = state.players[seat]
    for tile in player.won:
        if not (state.setting.plan and spots_at(state, seat, tile)):
            yield Leave(tile)
    if not player.won:
        yield Done()
    for number, room in enumerate(player.rooms, 1):
        if room.color == state.rules.magic:
            # A manor only grows, so a magic room only comes to touch more.
            before = frozenset().union(*room.touches)
            yield from (Touch(number, (touched,)) for touched in _subsets(state.rules.colors) if touched > before)


@lru_cache(maxsize=32)
def _subsets(colors: tuple[str, ...]) -> list[frozenset[str]]:
    return [frozenset(some) for size in range(len(colors) + 1) for some in combinations(colors, size)]


def _spaces(state: State, seat: int | None) -> Iterator[Tell]:
    """Guesses at what the board shows: spaces that follow one another."""
    for number, player in enumerate(state.players, 1):
        if player.owed and seat in (None, number - 1):
            who = (number,) if seat is None else ()
            yield from (Tell("spaces", (*who, *range(n, n + player.owed))) for n in range(1, GUESSES))


def _lengths(state: State) -> Iterator[Tell]:
    """Guesses at how long the track is, while the table is asked."""
    if state.asks and state.phase == Phase.COLLECT:
        yield from (Tell("length", (state.rules.spaces + more,)) for more in range(GUESSES))


def _presence(state: State) -> Iterator[Tell]:
    for number, player in enumerate(state.players, 1):
        yield Tell("back" if player.absent else "absent", (number,))


# ---------------------------------------------------------------------- a move as an option


def option_of(state: State, seat: int | None, move: Move) -> Option:
    """A legal move: how it is written, what it does and costs."""
    notation = text(move)
    if isinstance(move, Tell):
        return _told(state, seat, move, notation)
    assert seat is not None
    match move:
        case Place():
            return Option(notation, _place_means(state, move), "place", dice=_jobs(move))
        case Nudge(old, new):
            left, means = state.players[seat].tokens - 1, say("means.nudge", old=old, new=new)
            return Option(notation, means, "token", dice={"nudge": old}, price=1, left=left, turned=(old, new))
        case Reroll():
            return _reroll(state.players[seat], move, notation)
        case Build():
            return _build(state, move, notation)
        case Touch():
            room, colors = state.players[seat].rooms[move.room - 1], _colors(move.touches)
            return Option(notation, say("means.touch", type=room.type, colors=colors), "touch", mark="+".join(colors))
        case Leave():
            return Option(notation, say("means.leave", tile=move.tile), "leave")
        case Done():
            return Option(notation, say("means.done"), "done")


def _jobs(move: Place) -> dict[str, Face]:
    counts = {"blueprint": move.blueprint, "tour": move.tours, "advertising": move.advertising, "unhappy": move.unhappy}
    return {job: move.number for job, dice in counts.items() if dice}


def _place_means(state: State, move: Place) -> Said:
    parts: list[Said] = []
    if move.blueprint:
        tile = state.offer[move.number - 1]
        parts.append(say("part.blueprint", n=move.blueprint, number=move.number, tile=state.tile_named(tile)))
    for dice in map(dice_on, move.tours):
        prestige, tokens = state.rules.tour_prestige(dice), state.rules.tokens_of_tour(dice)
        if prestige:
            parts.append(say("part.tour", dice=dice, prestige=prestige))
        else:
            parts.append(say("part.tour-token", dice=dice, tokens=tokens))
    if move.advertising:
        parts.append(say("part.advertising", n=move.advertising))
    if move.unhappy:
        parts.append(say("part.unhappy", n=move.unhappy))
    return say("means.place", parts=tuple(parts))


def _reroll(player: Player, move: Reroll, notation: str) -> Option:
    left = player.tokens - 1
    if not move.dice:
        return Option(notation, say("means.reroll-all"), "token", price=1, left=left)
    means = say("means.reroll", numbers=tuple(dict.fromkeys(move.dice)))
    return Option(notation, means, "token", dice={"reroll": move.dice[0]}, price=1, left=left)


def _build(state: State, move: Build, notation: str) -> Option:
    if move.at is not None:
        tile = state.setting.tiles[move.tile]
        named, cell = state.tile_named(move.tile), cell_text(move.at)
        return Option(notation, say("means.lay", tile=named, cell=cell, turned=move.turned), "build", mark=tile.color)
    kind = state.type_of(move.tile)
    if move.color != state.rules.magic:
        return Option(notation, say("means.build", color=move.color, type=kind), "build", mark=move.color)
    colors = _colors(move.touches)
    means = say("means.build-magic", magic=move.color, type=kind, colors=colors)
    return Option(notation, means, "build", mark=move.color)


def _colors(touches: Sequence[frozenset[str]]) -> tuple[str, ...]:
    return tuple(sorted(frozenset().union(*touches)))


def _told(state: State, seat: int | None, move: Tell, notation: str) -> Option:
    numbers = move.numbers
    if move.what == "length":
        return Option(notation, say("means.length", n=numbers[0]), "tell")
    if seat is None or (move.what == "bonus" and len(numbers) > 1):
        seat, numbers = numbers[0] - 1, numbers[1:]
    if move.what == "bonus":
        return Option(notation, say("means.bonus", seat=seat, n=numbers[0]), "tell")
    if move.what == "spaces":
        field = f"p{seat + 1}.r{state.number}.advertising"
        means = say("means.spaces", seat=seat, sum=plus(numbers))
        return Option(
            notation, means, "tell", field=field, mark=sum(numbers), asks=_asks_spaces(seat, numbers, notation)
        )
    if move.what == "diversity":
        means = say("means.diversity", prestige=numbers[0])
        return Option(notation, means, "tell", field=f"p{seat + 1}.diversity", mark=numbers[0])
    if move.what == "back":
        return Option(notation, say("means.back", seat=seat), "back", mark=seat)
    return Option(notation, say("means.absent", seat=seat, number=seat + 1), "absent", mark=seat)


def _asks_spaces(seat: int, numbers: Sequence[int], notation: str) -> Asks:
    """The Prestige of each space that a marker entered: only the board tells it."""
    before = notation.split(" ")[: -len(numbers)]
    names = [f"n{at}" for at in range(len(numbers))]
    amounts = (Amount(name, say("ask.space", n=at), 0, MOST_PRESTIGE) for at, name in enumerate(names, 1))
    template = " ".join([*before, *(f"{{{name}}}" for name in names)])
    return Asks(template, tuple(amounts), say("ask.spaces", seat=seat))

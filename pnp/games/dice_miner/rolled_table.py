"""What is said at a table of miners whose dice are rolled here, and what may be said now.

take c2                       a die of the mountain, by its column and level; a column alone is its top
share tunnel Bo               a die that shows beer is rolled and given to somebody; then two dice are taken
spend 2: tunnel 4, tool chest a magic die, or one of the hero's, rolls as many dice again
done                          no more magic is used
cache tunnel 5, treasure 3    these dice stay in chests; `cache nothing` keeps none
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from pnp.games.dice_miner import excavation, moves
from pnp.games.dice_miner.both_modes import Move, check_alone, check_verb
from pnp.games.dice_miner.dice import (
    NOTHING,
    TYPES,
    Trove,
    die_said,
    die_text,
    face_text,
    parse_die,
    parse_trove,
    plain,
)
from pnp.games.dice_miner.mountain import Columns, MinedDie, Place, parse_place, place_in_spread
from pnp.games.dice_miner.state import HEROES, REPLENISH, ROUND, START, TIEBREAK, State
from pnp.games.play import Option, Wanted
from pnp.games.seats import deny, seat_by_number
from pnp.strict import shown, wrong
from pnp.words import say

WHEN: Mapping[str, tuple[str, ...]] = {
    "starts": (START,),
    "hero": (HEROES,),
    "take": (ROUND,),
    "share": (ROUND,),
    "spend": (ROUND, TIEBREAK),
    "done": (ROUND, TIEBREAK),
    "count": (ROUND, TIEBREAK),
    "score": (ROUND, TIEBREAK),
    "cache": (REPLENISH,),
    "next": (REPLENISH,),
}
OF_A_SEAT = ("hero", "take", "share", "spend", "done", "cache")
DONE = "done"


def split(words: str) -> tuple[str, str]:
    """The kind of a move and the words that say more."""
    verb, _, rest = words.partition(" ")
    verb = verb.lower()
    if verb.rstrip(":,;").removesuffix("s") in TYPES or verb == NOTHING:
        deny("rolled-here")
    check_verb(verb, words, (*WHEN, "absent"))
    return verb, rest.strip()


def text(move: Move) -> str:
    """A move as it is written.

    >>> from pnp.games.dice_miner.dice import Face
    >>> text(Move("spend", (Face("", 2), (MinedDie("tunnel", Face("", 4)), MinedDie("tool", Face("chest"))))))
    'spend 2: tunnel 4, tool chest'
    """
    match move.kind:
        case "share":
            kind, seat = move.what
            return f"share {kind} {seat + 1}"
        case "spend":
            face, chosen = move.what
            return f"spend {face_text(face)}: {_dice_text(chosen)}"
        case "cache":
            return f"cache {_dice_text(move.what)}"
    return moves.text(move)


def _dice_text(dice: Sequence[MinedDie]) -> str:
    return ", ".join(die_text(*die) for die in dice) or NOTHING


def parse(kind: str, words: str, state: State) -> Move:
    """The move of a kind that some more words mean."""
    known = state.rules.dice
    match kind:
        case "take":
            return Move(kind, _parse_place(words, state))
        case "share":
            type_of_die, _, who = words.partition(" ")
            if type_of_die.lower() not in TYPES:
                wrong("unclear.share", words=shown(words), types=TYPES)
            return Move(kind, (type_of_die.lower(), seat_by_number(who.strip(), state.players)))
        case "spend":
            magic, mark, rest = words.lower().removeprefix("magic").partition(":")
            if not mark:
                wrong("unclear.spend", words=shown(words))
            return Move(kind, (parse_die(f"magic {magic}", known)[1], _parse_dice(rest, state)))
        case "cache":
            return Move(kind, _parse_dice(words, state))
        case "done":
            check_alone(kind, words)
            return Move(kind)
    return moves.parse(kind, words, state.rules, state.players)


def _parse_place(words: str, state: State) -> Place:
    """The place of a die; a die by what it shows where only one that can be taken shows it."""
    columns: Columns = excavation.mining_of(state).mountain.columns
    if (place := parse_place(words, columns)) is not None:
        return place
    there = excavation.takeable(state)
    try:
        die = MinedDie(*parse_die(words, state.rules.dice))
    except ValueError:
        deny("no-such-place", words=shown(words), there=tuple(map(str, there)))
    found = [place for place in there if columns[place.column][place.level] == die]
    if len(found) != 1:
        deny("which-place", die=die_said(*die), n=len(found), there=tuple(map(str, found or there)))
    return found[0]


def _parse_dice(words: str, state: State) -> tuple[MinedDie, ...]:
    trove = parse_trove(words, state.rules.dice)
    return tuple(MinedDie(kind, face) for kind, dice in trove.by_type() for face in dice)


def made(state: State, seat: int, move: Move) -> State:
    """The table after a move."""
    match move.kind:
        case "take":
            return excavation.take(state, seat, move.what)
        case "share":
            return excavation.share(state, seat, *move.what)
        case "spend":
            return excavation.spend(state, seat, *move.what)
        case "done":
            return excavation.done(state, seat)
        case "cache":
            chosen = Trove(*(tuple(die.face for die in move.what if die.kind == kind) for kind in TYPES))
            return excavation.keep(state, seat, chosen, moves.chest_room(state, seat))
    if move.kind in ("count", "next") and excavation.is_rolling(state):
        deny("dice-first", n=len(excavation.dice(state)))
    return moves.made(state, seat, move)


# ---------------------------------------------------------------------- what may be said now


def wanted(state: State) -> tuple[Wanted, ...]:
    """What the table waits for, from the first die of the mountain to the last that is cached."""
    mining = excavation.mining_of(state)
    if excavation.is_rolling(state):
        filling = not mining.cup
        what = say("wanted.fill") if filling else say("wanted.roll", n=len(mining.cup))
        return (Wanted(None, what, " ".join(str(die.faces[0]) for die in excavation.dice(state))),)
    if state.phase == REPLENISH:
        return (*_wanted_caches(state), Wanted(None, say("wanted.next"), "next"))
    if mining.magic:
        seat = mining.magic[0]
        example = text(next(_spends(state, seat)))
        spends = Wanted(seat, say("wanted.magic-phase", seat=seat), example, must=False)
        return (spends, Wanted(seat, say("wanted.done"), DONE))
    if state.missing:
        seat, places = mining.turn, excavation.takeable(state)
        takes = Wanted(seat, say("wanted.take", seat=seat, n=mining.takes), f"take {places[0]}")
        beer = [Wanted(seat, say("wanted.share"), text(move), must=False) for move in _shares(state, seat)][:1]
        return (takes, *beer)
    return (Wanted(None, say("wanted.count"), "count"),)


def _wanted_caches(state: State) -> Iterator[Wanted]:
    for seat in state.seats:
        if state.cached[seat] is None and (room := moves.chest_room(state, seat)):
            yield Wanted(seat, say("wanted.cache", seat=seat, n=room), text(next(_caches(state, seat))), must=False)


def legal(state: State, seat: int | None) -> Iterator[Move]:
    """The moves of a seat, or of the table, while dice are mined, magic is used, or dice are cached."""
    mining = excavation.mining_of(state)
    if excavation.is_rolling(state):
        return
    if state.phase == REPLENISH:
        yield Move("next")
        yield from _caches(state, seat) if seat is not None else ()
        return
    acting = mining.magic[0] if mining.magic else mining.turn
    if not state.missing:
        yield Move("count")
    elif seat is None:
        yield Move("absent", acting)
    elif seat == acting and mining.magic:
        yield Move(DONE)
        yield from _spends(state, seat)
    elif seat == acting:
        yield from (Move("take", place) for place in excavation.takeable(state))
        yield from _shares(state, seat)


def _shares(state: State, seat: int) -> Iterator[Move]:
    for kind in excavation.shareable(state, seat):
        yield from (Move("share", (kind, other)) for other in state.seats if other != seat)


def _spends(state: State, seat: int) -> Iterator[Move]:
    """Every magic face with every choice of dice that it can reroll."""
    for face in excavation.usable(state, seat):
        can = excavation.rerollable(state, seat, face)
        for chosen in choices(can, min(face.number, len(can))):
            yield Move("spend", (face, chosen))


def _caches(state: State, seat: int) -> Iterator[Move]:
    """As many dice as the chests hold first."""
    trove = excavation.mining_of(state).troves[seat]
    dice = [MinedDie(kind, face) for kind, faces in trove.by_type() for face in faces]
    for count in range(moves.chest_room(state, seat), -1, -1):
        yield from (Move("cache", chosen) for chosen in choices(dice, count))


def choices(dice: Sequence[MinedDie], count: int) -> Iterator[tuple[MinedDie, ...]]:
    """The different ways to choose so many dice; dice that show the same are the same.

    >>> from pnp.games.dice_miner.dice import BEER
    >>> one, beer = MinedDie("tunnel", BEER._replace(symbol="")), MinedDie("tunnel", BEER)
    >>> len(list(choices([one, one, beer], 2)))
    2
    """
    there = Counter(dice)
    same = [one for die, n in sorted(there.items()) for one in [die] * min(n, count)]
    seen: set[tuple[MinedDie, ...]] = set()
    for chosen in combinations(same, count):
        if chosen not in seen:
            seen.add(chosen)
            yield chosen


def option(state: State, move: Move) -> Option | None:
    """A move of this table as an option; None for those that every table of miners has."""
    words = text(move)
    match move.kind:
        case "take":
            return _take(state, words, move.what)
        case "share":
            kind, seat = move.what
            return Option(words, say("means.share", kind=kind, seat=seat), "share", dice={kind: "beer"}, mark=seat)
        case "spend":
            face, chosen = move.what
            dice = {f"{die.kind}.{n}": plain(die.face) for n, die in enumerate(chosen, 1)}
            means = say("means.reroll", dice=tuple(die_said(*die) for die in chosen))
            return Option(words, means, "spend", dice={"magic": plain(face), **dice}, price=face.number)
        case "done":
            return Option(words, say("means.done"), DONE)
        case "cache":
            dice = {f"{die.kind}.{n}": plain(die.face) for n, die in enumerate(move.what, 1)}
            return Option(words, say("means.cache", n=len(move.what)), "cache", dice=dice, price=len(move.what))
    return None


def _take(state: State, words: str, place: Place) -> Option:
    mining = excavation.mining_of(state)
    kind, face = mining.mountain.at(place)
    top = place.level == len(mining.mountain.columns[place.column]) - 1
    means = say("means.take" if top else "means.take-side", die=die_said(kind, face))
    left = len(mining.mountain.dice) - 1
    picks = place_in_spread(mining.mountain, place)
    return Option(words, means, "take", dice={kind: plain(face)}, left=left, picks=picks)

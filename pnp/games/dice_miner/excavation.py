"""A table of miners whose dice are rolled here: the mountain is mined, beer shared, magic used, dice cached."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from pnp.games.dice_miner import mountain as mountains
from pnp.games.dice_miner.dice import BEER, TYPES, Face, Trove, die_said, face_text
from pnp.games.dice_miner.mountain import MinedDie, Place
from pnp.games.dice_miner.state import REPLENISH, ROUND, TIEBREAK, Mining, State
from pnp.games.seats import deny
from pnp.games.table_dice import Die
from pnp.words import say

NEVER_REROLLED = "hazard"


def opened(state: State) -> State:
    """The table with an empty mountain and empty troves."""
    nothing = ((),) * len(state.players)
    troves = (Trove(),) * len(state.players)
    return state._replace(mining=Mining(mountains.empty(state.rules.shape), troves, nothing, nothing))


def mining_of(state: State) -> Mining:
    """What is mined at a table whose dice are rolled here."""
    assert state.mining is not None
    return state.mining


def _with(state: State, **changes: Any) -> State:
    return state._replace(mining=mining_of(state)._replace(**changes))


def _put(row: tuple[Any, ...], seat: int, value: Any) -> tuple[Any, ...]:
    return (*row[:seat], value, *row[seat + 1 :])


def _with_trove(state: State, seat: int, trove: Trove) -> State:
    return _with(state, troves=_put(mining_of(state).troves, seat, trove))


def added(trove: Trove, kind: str, face: Face) -> Trove:
    """A trove with one die more."""
    dice: dict[str, Any] = {kind: (*trove.dice(kind), face)}
    return trove._replace(**dice)


def removed(trove: Trove, kind: str, face: Face) -> Trove:
    """A trove with one die less."""
    left = list(trove.dice(kind))
    left.remove(face)
    dice: dict[str, Any] = {kind: tuple(left)}
    return trove._replace(**dice)


# ---------------------------------------------------------------------- dice that are rolled


def bag(state: State) -> list[str]:
    """The types of the dice that are in the bag."""
    mining = mining_of(state)
    held = [kind for trove in mining.troves for kind, dice in trove.by_type() for _ in dice]
    rolling = [kind for _, kind in mining.cup]
    return mountains.bag_of(state.rules.dice.counts, [*held, *rolling, *mining.mountain.kinds])


def is_rolling(state: State) -> bool:
    """Whether dice are to be rolled before anything else is done."""
    mining = mining_of(state)
    return bool(mining.cup or mining.mountain.drawing or mining.mountain.cup)


def dice(state: State) -> tuple[Die, ...]:
    """The dice that are to be rolled now: for the mountain, or for somebody's trove."""
    mining, edition = mining_of(state), state.rules.edition
    if mining.cup:
        faces = {kind: mountains.die_of(kind, edition).faces for _, kind in mining.cup}
        return tuple(Die(say("die.whose", seat=seat, kind=kind), faces[kind]) for seat, kind in mining.cup)
    return mountains.dice(mining.mountain, bag(state) if mining.mountain.drawing else (), edition)


def filled(state: State) -> State:
    """The table while its mountain is filled from the bag, at the beginning of a round."""
    mining, turn = mining_of(state), state.starters[-1]
    mountain = mountains.to_fill(mining.mountain, state.rules.mountain, bag(state))
    state = _with(state, mountain=mountain, turn=turn, takes=1, shared=False, spent=_none(state), called=_none(state))
    return state if mountain.drawing else _magic(state, turn)


def _none(state: State) -> tuple[tuple[Face, ...], ...]:
    return ((),) * len(state.players)


def rolled(state: State, faces: Sequence[Face]) -> State:
    """The table after the dice in the cup were rolled, or those of the mountain."""
    mining, rules = mining_of(state), state.rules
    if not mining.cup:
        known = bag(state) if mining.mountain.drawing else ()
        return _with(state, mountain=mountains.rolled(mining.mountain, faces, known, rules.shape, rules.mountain))
    troves = list(mining.troves)
    for (seat, kind), face in zip(mining.cup, faces, strict=True):
        troves[seat] = added(troves[seat], kind, face)
    state = _with(state, troves=tuple(troves), cup=())
    if mining.magic:
        return _next_magic(state)
    return _magic(state, mining.turn) if state.phase == TIEBREAK else state


# ---------------------------------------------------------------------- the Excavation Phase


def takeable(state: State) -> list[Place]:
    """The dice that may be taken now: from the top, and after a shared beer from a side too."""
    mining = mining_of(state)
    return mountains.takeable(mining.mountain.columns, mining.shared) if state.phase == ROUND else []


def _check_turn(state: State, seat: int) -> None:
    """Refuse what is not for this seat to do now."""
    mining = mining_of(state)
    if is_rolling(state):
        deny("dice-first", n=len(dice(state)))
    if not mining.mountain.dice or state.phase != ROUND:
        deny("not-now.mined")
    if seat != mining.turn:
        deny("not-your-turn.mining", seat=mining.turn)


def take(state: State, seat: int, place: Place) -> State:
    """The table after a die of the mountain came to a trove."""
    _check_turn(state, seat)
    mining = mining_of(state)
    if place not in takeable(state):
        there = tuple(map(str, takeable(state)))
        deny("not-on-top.side" if mining.shared else "not-on-top", place=str(place), there=there)
    kind, face = mining.mountain.at(place)
    state = _with_trove(state, seat, added(mining.troves[seat], kind, face))
    state = _with(state, mountain=mining.mountain.without(place), takes=mining.takes - 1)
    mining = mining_of(state)
    return state if mining.takes and mining.mountain.dice else passed_on(state)


def passed_on(state: State) -> State:
    """The table in the turn of the next player, or in the Magic Phase once the mountain is empty."""
    mining = mining_of(state)
    turn = (mining.turn + 1) % len(state.players)
    state = _with(state, turn=turn, takes=1, shared=False)
    return state if mining.mountain.dice else _magic(state, turn)


def shareable(state: State, seat: int) -> list[str]:
    """The types of dice that a player could share now, showing beer."""
    mining = mining_of(state)
    if mining.shared or seat != mining.turn or not takeable(state) or is_rolling(state):
        return []
    return [kind for kind, faces in mining.troves[seat].by_type() if BEER in faces]


def share(state: State, seat: int, kind: str, other: int) -> State:
    """The table while a beer die of one player is rolled for another."""
    _check_turn(state, seat)
    mining = mining_of(state)
    if other == seat:
        deny("beer-for-others")
    if mining.shared:
        deny("beer-once")
    if kind not in shareable(state, seat):
        deny("no-beer", kind=kind, there=tuple(shareable(state, seat)))
    state = _with_trove(state, seat, removed(mining.troves[seat], kind, BEER))
    return _with(state, cup=((other, kind),), shared=True, takes=state.rules.beer_takes)


# ---------------------------------------------------------------------- the Magic Phase


def _magic(state: State, first: int) -> State:
    """The table in the Magic Phase, from a seat on."""
    count = len(state.players)
    order = [seat for step in range(count) if (seat := (first + step) % count) in state.due]
    return _next_magic(_with(state, magic=tuple(order), takes=0))


def _next_magic(state: State) -> State:
    """The table when the first player in line has magic to use; when nobody has, the troves are as they are."""
    mining = mining_of(state)
    waiting = mining.magic
    while waiting and not usable(state, waiting[0]):
        waiting = waiting[1:]
    state = _with(state, magic=waiting)
    if waiting:
        return state
    entries = tuple(trove if seat in state.due else None for seat, trove in enumerate(mining.troves))
    return state._replace(entries=entries)


def _own_magic(state: State, seat: int) -> list[Face]:
    """The magic dice of a trove that are not spent."""
    mining = mining_of(state)
    left = Counter(mining.troves[seat].magic) - Counter(mining.spent[seat])
    return [face for face in left.elements() if not face.symbol]


def _hero_magic(state: State, seat: int) -> list[Face]:
    hero = state.rules.heroes.get(state.heroes[seat], Trove())
    return list((Counter(hero.magic) - Counter(mining_of(state).called[seat])).elements())


def usable(state: State, seat: int) -> list[Face]:
    """The different magic faces that a player may spend now, of dice and of the hero."""
    faces = dict.fromkeys([*_hero_magic(state, seat), *_own_magic(state, seat)])
    return sorted(face for face in faces if rerollable(state, seat, face))


def rerollable(state: State, seat: int, face: Face) -> list[MinedDie]:
    """The dice that a magic face can reroll: no hazards, no magic that was spent, not the die itself."""
    mining = mining_of(state)
    found = []
    for kind, faces in mining.troves[seat].by_type():
        left = Counter(faces)
        if kind == "magic":
            left -= Counter(mining.spent[seat])
            left -= Counter([] if face in _hero_magic(state, seat) else [face])
        found += [MinedDie(kind, one) for one in left.elements() if kind != NEVER_REROLLED]
    return found


def spend(state: State, seat: int, face: Face, chosen: Sequence[MinedDie]) -> State:
    """The table while the dice are rolled again that a magic face was spent for; the hero's is spent before a die."""
    _check_magic(state, seat)
    mining = mining_of(state)
    if face not in usable(state, seat):
        there = tuple(map(face_text, usable(state, seat)))
        deny("no-such-die.magic", face=repr(face_text(face)), there=there)
    can = rerollable(state, seat, face)
    due = min(face.number, len(can))
    if wrong := list((Counter(chosen) - Counter(can)).elements()):
        deny("not-rerollable", die=die_said(*wrong[0]))
    if len(chosen) != due:
        deny("must-reroll", n=len(chosen), due=due)
    if face in _hero_magic(state, seat):
        state = _with(state, called=_put(mining.called, seat, (*mining.called[seat], face)))
    else:
        state = _with(state, spent=_put(mining.spent, seat, (*mining.spent[seat], face)))
    trove = mining.troves[seat]
    for kind, one in chosen:
        trove = removed(trove, kind, one)
    return _with(_with_trove(state, seat, trove), cup=tuple((seat, die.kind) for die in chosen))


def _check_magic(state: State, seat: int) -> None:
    if is_rolling(state):
        deny("dice-first", n=len(dice(state)))
    magic = mining_of(state).magic
    if not magic:
        deny("not-now.magic")
    if seat != magic[0]:
        deny("not-your-turn.magic", seat=magic[0])


def done(state: State, seat: int) -> State:
    """The table after a player wants to use no more magic."""
    _check_magic(state, seat)
    return _next_magic(_with(state, magic=mining_of(state).magic[1:]))


def skipped(state: State, seat: int) -> State:
    """The table without the turn, or the magic, of a player who is absent."""
    if mining_of(state).magic:
        return done(state, seat)
    _check_turn(state, seat)
    return passed_on(state)


# ---------------------------------------------------------------------- the Replenish Phase, and tiebreaks


def keep(state: State, seat: int, chosen: Trove, room: int) -> State:
    """The table after a player put dice into chests."""
    mining = mining_of(state)
    if is_rolling(state):
        deny("dice-first", n=len(dice(state)))
    for kind, kept, has in zip(TYPES, chosen, mining.troves[seat], strict=True):
        if wrong := list((Counter(kept) - Counter(has)).elements()):
            deny("not-in-trove", die=die_said(kind, wrong[0]))
    if chosen.size > room:
        deny("too-many-cached", n=chosen.size, room=room)
    before = mining.kept or (Trove(),) * len(state.players)
    state = _with(state, kept=_put(before, seat, chosen))
    return state._replace(cached=_put(state.cached, seat, chosen.size))


def rerolled(state: State) -> State:
    """The table while everybody's dice are rolled again but for those in chests; in a tiebreak of those tied, all."""
    mining = mining_of(state)
    seats = state.due if state.phase == TIEBREAK else state.seats
    kept = mining.kept if state.phase == REPLENISH and mining.kept else (Trove(),) * len(state.players)
    cup, troves = [], list(mining.troves)
    for seat in seats:
        for kind, has, stays in zip(TYPES, troves[seat], kept[seat], strict=True):
            cup += [(seat, kind)] * (len(has) - len(stays))
        troves[seat] = kept[seat]
    nothing = _none(state)
    return _with(state, cup=tuple(cup), troves=tuple(troves), kept=(), spent=nothing, called=nothing, magic=())

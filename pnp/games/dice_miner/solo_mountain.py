"""The mountain of a miner alone where it is rolled here: what lies on top is all that can be drafted or recycled.

draft c2            the die on that place; `draft tunnel 3` where only one on top shows it
draft c2 as 4       … beer, set to another face; `draft c2 cached` a treasure die, into a chest
recycle c2          a die back to the bag; `recycle 0` leaves the rest
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pnp.games.dice_miner import mountain as mountains
from pnp.games.dice_miner import solo_moves as moves
from pnp.games.dice_miner.both_modes import Move
from pnp.games.dice_miner.dice import TYPES, Face, die_said, die_text, parse_die
from pnp.games.dice_miner.mountain import MinedDie, Mountain, Place
from pnp.games.dice_miner.solo_moves import MINE, SoloState
from pnp.games.seats import deny
from pnp.games.table_dice import Die
from pnp.strict import shown

_FROM_TOP = re.compile(r"(draft|recycle) (.*?)((?: as .*?)?(?: cached)?)")
OfPlace = tuple[Move, Place | None]
"""A move, and the place that its die is taken from, if there is one."""


def opened(state: SoloState) -> SoloState:
    """The game with an empty mountain."""
    return state._replace(lies=mountains.empty(state.rules.shape))


def lies(state: SoloState) -> Mountain:
    """The mountain that is rolled here."""
    assert state.lies is not None
    return state.lies


def bag(state: SoloState) -> list[str]:
    """The types of the dice in the bag."""
    held = [kind for kind in TYPES for _ in range(state.held(kind))]
    return mountains.bag_of(state.rules.dice.counts, [*held, *lies(state).kinds])


def is_rolling(state: SoloState) -> bool:
    """Whether dice are drawn or rolled for the mountain before anything else is done."""
    return state.lies is not None and bool(state.lies.drawing or state.lies.cup)


def dice(state: SoloState) -> tuple[Die, ...]:
    """The dice that are rolled for the mountain now."""
    mountain = lies(state)
    return mountains.dice(mountain, bag(state) if mountain.drawing else (), state.rules.edition)


def filled(state: SoloState) -> SoloState:
    """The game while the mountain is filled up from the bag."""
    return _with(state, mountains.to_fill(lies(state), state.rules.mountain, bag(state)))


def rolled(state: SoloState, faces: Sequence[Face]) -> SoloState:
    """The game after dice were drawn for the mountain, or rolled."""
    mountain, rules = lies(state), state.rules
    known = bag(state) if mountain.drawing else ()
    return _with(state, mountains.rolled(mountain, faces, known, rules.shape, rules.mountain))


def _with(state: SoloState, mountain: Mountain) -> SoloState:
    return state._replace(lies=mountain, mountain=len(mountain.dice))


# ---------------------------------------------------------------------- words


def made(state: SoloState, words: str) -> SoloState:
    """The game after some words: a die that is named must lie on top, and leaves the mountain."""
    if is_rolling(state):
        deny("dice-first", n=len(dice(state)))
    found = _FROM_TOP.fullmatch(words)
    if found is None or re.fullmatch("[0-9]+", found[2]):
        move = moves.parse(words, state.rules)
        if move.kind == "recycle" and move.what:
            deny("which-die", there=tuple(str(place) for place, _ in _tops(state)))
        after = moves.made(state, move)
        return filled(after) if move.kind == "refill" else after
    place = _place(state, found[2])
    mountain = lies(state)
    after = moves.made(state, moves.parse(f"{found[1]} {die_text(*mountain.at(place))}{found[3]}", state.rules))
    return _with(after, mountain.without(place))


def _tops(state: SoloState) -> list[tuple[Place, MinedDie]]:
    """The dice on top of the mountain with their places."""
    mountain = lies(state)
    return [(place, mountain.at(place)) for place in mountains.tops(mountain.columns)]


def _place(state: SoloState, words: str) -> Place:
    """Where the die lies that is meant by its place, or by what it shows if only one on top does."""
    tops = dict(_tops(state))
    there = tuple(map(str, tops))
    if (place := mountains.parse_place(words, lies(state).columns)) is not None:
        if place not in tops:
            deny("not-on-top", place=str(place), there=there)
        return place
    try:
        die = MinedDie(*parse_die(words, state.rules.dice))
    except ValueError:
        deny("no-such-place", words=shown(words), there=there)
    found = [place for place, one in tops.items() if one == die]
    if len(found) != 1:
        deny("which-place", die=die_said(*die), n=len(found), there=tuple(map(str, found)) or there)
    return found[0]


def legal(state: SoloState) -> Iterator[OfPlace]:
    """What may be done with what lies there."""
    if state.phase != MINE or is_rolling(state):
        return
    if state.owed:
        if state.rules.recycle_fewer:
            yield Move("recycle", 0), None
        yield from ((Move("recycle", (die.kind, die.face)), place) for place, die in _tops(state))
    yield Move("end"), None
    if state.owed:
        return
    if state.refills_left > 0:
        yield Move("refill"), None
    yield from ((Move("spend", face), None) for face in dict.fromkeys(state.trove.magic))
    yield from drafts(state)


def drafts(state: SoloState) -> Iterator[OfPlace]:
    """The dice on top that fit the trove."""
    for place, die in _tops(state):
        yield from ((Move("draft", one), place) for one in moves.drafts(state, die.kind, (die.face,)))


def text(move: Move, place: Place | None) -> str:
    """A move as it is written, with the place of its die.

    >>> text(Move("recycle", ("tunnel", Face("", 3))), Place(2, 1))
    'recycle c2'
    """
    words = moves.text(move)
    if place is None:
        return words
    die = move.what if move.kind == "recycle" else (move.what.kind, move.what.face)
    return words.replace(die_text(*die), str(place), 1)

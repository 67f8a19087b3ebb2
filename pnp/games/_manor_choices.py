"""What may be done at a table of Dice Manor: what it waits for, and legal words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, combinations, islice, zip_longest
from typing import TypeVar

from pnp.games import _manor_rounds as rounds
from pnp.games._manor_bids import tour_reward
from pnp.games._manor_build import kind_of, places
from pnp.games._manor_score import room_types
from pnp.games._manor_state import (
    BID,
    BUILD,
    COLLECT,
    DRAW,
    END,
    OPENING,
    OVER,
    Player,
    State,
    dice_text,
    manor_at,
    type_of,
)
from pnp.games._manor_tiles import cell_text
from pnp.games._manor_tours import dice_on, room_for, splits
from pnp.games._manor_turns import neighbours
from pnp.games._manor_words import Build, Done, Leave, Nudge, Path, Place, Reroll, Tell, Touch, Words, text
from pnp.games.play import Option, Wanted

T = TypeVar("T")
GUESSES = 13
"""So many numbers are listed where only the board or the player aid has the right one."""


def wanted(state: State) -> tuple[Wanted, ...]:
    """What the table waits for."""
    if state.phase == DRAW:
        names = " ".join(stack[0] for _, stack in rounds.to_draw(state))
        return (Wanted(None, "turn up a tile for each blueprint", names),)
    if state.phase == COLLECT:
        return tuple(_spaces_wanted(seat, player) for seat, player in enumerate(state.players) if player.owed)
    if state.phase == END:
        return tuple(
            Wanted(seat, f"Prestige for {types} room types, as the player aid says", f"diversity {types}")
            for seat in rounds.waiting_for_diversity(state)
            if not state.players[seat].absent
            for types in [room_types(manor_at(state, seat), state.box)]
        )
    return tuple(found for seat in range(len(state.players)) for found in _of_player(state, seat))


def waits_for(state: State, seat: int) -> bool:
    """Whether it is for a player to decide something, with all of their dice rolled."""
    player = state.players[seat]
    if state.phase == END:
        return seat in rounds.waiting_for_diversity(state)
    return not player.rolling and bool(player.faces or (state.phase == BUILD and (player.won or not player.done)))


def _spaces_wanted(seat: int, player: Player) -> Wanted:
    what = f"Prestige of the {player.owed} advertising spaces that {player.name} entered"
    return Wanted(None, what, text(Tell("spaces", (seat + 1, *range(4, 4 + player.owed)))))


def _of_player(state: State, seat: int) -> Iterator[Wanted]:
    player = state.players[seat]
    if player.rolling:
        faces = " ".join(str(number % 6 + 1) for number in range(player.rolling))
        yield Wanted(seat, f"{player.name} rolls {dice_text(player.rolling)}", faces)
    elif player.faces:
        outside = ", the others stay outside" if state.phase == OPENING else ""
        what = f"choose a number and place all its dice{outside}; or spend a token"
        yield Wanted(seat, what, next(_placements(state, seat)).words)
    elif state.phase == BUILD and player.won:
        example = next(chain(_builds(state, seat), _closing(state, seat))).words
        yield Wanted(seat, f"build {', '.join(player.won)}", example)
    elif state.phase == BUILD and not player.done:
        yield Wanted(seat, "say what magic rooms touch by now, and that you are done", "done")


def options(state: State, seat: int | None, most: int) -> tuple[Option, ...]:
    """Legal words of a seat or the table, as many as asked for."""
    found: Iterable[Option]
    if seat is None:
        found = () if state.phase == OVER else chain(_spaces(state, seat), _presence(state))
    elif state.phase == COLLECT:
        found = _spaces(state, seat)
    elif state.phase == END:
        found = _diversity(state, seat)
    elif state.phase == BUILD:
        found = () if state.players[seat].done else _in_turn([_builds(state, seat), _closing(state, seat)])
    elif state.phase in (BID, OPENING) and state.players[seat].faces and not state.players[seat].rolling:
        tokens = list(_tokens(state.players[seat]))
        found = chain(islice(_placements(state, seat), max(1, most - len(tokens))), tokens)
    else:
        found = ()
    return tuple(islice(found, most))


def _in_turn(iterators: Iterable[Iterable[T]]) -> Iterator[T]:
    """One of each in turn, until all are used up.

    >>> list(_in_turn(["ab", "c"]))
    ['a', 'c', 'b']
    """
    nothing = object()
    for row in zip_longest(*iterators, fillvalue=nothing):
        yield from (item for item in row if item is not nothing)  # type: ignore[misc]


def _option(words: Words, means: str) -> Option:
    return Option(text(words), means)


def _placements(state: State, seat: int) -> Iterator[Option]:
    numbers = sorted(set(state.players[seat].faces))
    each = _opening if state.phase == OPENING else _bids
    for words in _in_turn([each(state, seat, number) for number in numbers]):
        yield _option(words, _meaning(state, words))


def _bids(state: State, seat: int, number: int) -> Iterator[Place]:
    dice = state.players[seat].faces.count(number)
    mine = next((bid.number for bid in state.advertising if bid.player == str(seat)), number)
    fit = room_for(state, seat, number, dice)
    for toured in range(fit + 1):
        for advertised in range(dice - toured + 1 if mine == number else 1):
            for tours in splits(state, seat, number, toured):
                yield Place(number, dice - toured - advertised, tours, advertised)


def _opening(state: State, seat: int, number: int) -> Iterator[Place]:
    dice = state.players[seat].faces.count(number)
    fit = room_for(state, seat, number, dice)
    for toured in range(fit, fit - 1 if state.setting.plan else -1, -1):
        for tours in splits(state, seat, number, toured):
            yield Place(number, 0, tours, 0, dice - toured)


def _meaning(state: State, words: Place) -> str:
    parts = []
    if words.blueprint:
        tile = state.offer[words.number - 1]
        parts.append(f"{words.blueprint} on blueprint {words.number} ({kind_of(state, tile) if tile else 'no tile'})")
    parts += [_reward(state, path) for path in words.tours]
    if words.advertising:
        parts.append(f"{words.advertising} on advertising")
    if words.unhappy:
        parts.append(f"{words.unhappy} Unhappy Guests")
    return ", ".join(parts)


def _reward(state: State, path: Path) -> str:
    reward = tour_reward(dice_on(path), state.setting.edition)
    gain = f"{reward.prestige} Prestige" if reward.prestige else f"{reward.inspiration} token"
    return f"a tour of {dice_on(path)} for {gain}"


def _tokens(player: Player) -> Iterator[Option]:
    if not player.tokens:
        return
    numbers = sorted(set(player.faces))
    for old in numbers:
        for new in neighbours(old):
            yield _option(Nudge(old, new), f"a token makes a {old} a {new}")
    for number in numbers:
        dice = (number,) * player.faces.count(number)
        if len(dice) < len(player.faces):
            yield _option(Reroll(dice), f"a token rolls every {number} again")
    yield _option(Reroll(), "a token rolls all dice again")


def _builds(state: State, seat: int) -> Iterator[Option]:
    player, box = state.players[seat], state.box
    for tile in player.won:
        if state.setting.plan:
            for spot in places(state, seat, tile):
                means = f"{kind_of(state, tile)} at {cell_text(spot.at)}, turned {spot.turned}"
                yield _option(Build(tile, at=spot.at, turned=spot.turned), means)
            continue
        for color in box.colors:
            yield _option(Build(tile, color), f"a {color} {type_of(tile, state)}")
        for touched in _subsets(box.colors):
            means = f"a {box.magic} {type_of(tile, state)} that touches {', '.join(sorted(touched)) or 'nothing'}"
            yield _option(Build(tile, box.magic, (touched,) if touched else ()), means)


def _closing(state: State, seat: int) -> Iterator[Option]:
    player = state.players[seat]
    for tile in player.won:
        if not state.setting.plan or next(places(state, seat, tile), None) is None:
            yield _option(Leave(tile), f"{tile} fits nowhere and is set aside")
    if not player.won:
        yield _option(Done(), "everything is built")
    for number, room in enumerate(player.rooms, 1):
        if room.color == state.box.magic:
            # A manor only grows, so a magic room only comes to touch more.
            before = frozenset().union(*room.touches)
            for touched in _subsets(state.box.colors):
                if touched > before:
                    yield _option(Touch(number, (touched,)), f"the {room.type} touches {', '.join(sorted(touched))}")


def _subsets(colors: tuple[str, ...]) -> Iterator[frozenset[str]]:
    return (frozenset(some) for size in range(len(colors) + 1) for some in combinations(colors, size))


def _spaces(state: State, seat: int | None) -> Iterator[Option]:
    """Guesses at what the board shows: spaces that follow one another."""
    for number, player in enumerate(state.players, 1):
        if player.owed and seat in (None, number - 1):
            for least in range(1, GUESSES):
                prestige = tuple(range(least, least + player.owed))
                who = (number,) if seat is None else ()
                means = f"{player.name} gains {' + '.join(map(str, prestige))} for the spaces entered"
                yield _option(Tell("spaces", (*who, *prestige)), means)


def _presence(state: State) -> Iterator[Option]:
    for number, player in enumerate(state.players, 1):
        if player.absent:
            yield _option(Tell("back", (number,)), f"{player.name} is here again and plays from the next round on")
        else:
            yield _option(Tell("absent", (number,)), f"{player.name} is away, until 'back {number}'")


def _diversity(state: State, seat: int) -> Iterator[Option]:
    if seat in rounds.waiting_for_diversity(state):
        for prestige in range(GUESSES):
            yield _option(Tell("diversity", (prestige,)), f"{prestige} Prestige by the player aid")

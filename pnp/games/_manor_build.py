"""Building in Dice Manor: tiles that were won join the manor, by their color or by their place in the plan."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from pnp.games import _manor_rounds as rounds
from pnp.games._manor_plan import flaws, plan_of
from pnp.games._manor_sheet import MAGIC_TOO, RoomTile
from pnp.games._manor_state import BUILD, Player, Refused, State, plan_at, type_of
from pnp.games._manor_tiles import TURNS, Placed, across, laid_door
from pnp.games._manor_words import Build, Leave, Touch, Touches
from pnp.strict import nearest

SHORTEST_COLOR = 3


def check_builder(state: State, seat: int) -> Player:
    """The player of a seat, who may build now; refused otherwise."""
    player = state.players[seat]
    if state.phase != BUILD:
        raise Refused("not-now", f"nothing is built now; this is the {state.phase} phase")
    if player.done:
        raise Refused("nothing-to-build", f"{player.name} has nothing to build in this round")
    return player


def matching(word: str, known: Collection[str]) -> str:
    """The known word that this is, or the only one that it begins; nothing where there is none or more.

    >>> matching("large", ["large-bedroom", "library"]), matching("l", ["large-bedroom", "library"])
    ('large-bedroom', '')
    """
    if word in known:
        return word
    near = [name for name in known if name.startswith(word)]
    return near[0] if len(near) == 1 else ""


def _won(state: State, seat: int, word: str) -> str:
    """The tile that a player won and names: by itself, its type or its blueprint's number."""
    types = rounds.type_names(state, seat)
    if word in types.values():
        return word
    by_number = {str(state.box.types[kind].blueprint): kind for kind in types}
    kind = by_number.get(word) or matching(word, types)
    if not kind:
        have = ", ".join(types.values()) or "no tile"
        raise Refused("not-won", f"{word!r} is not waiting to be built; {state.players[seat].name} has {have}")
    return types[kind]


def build(state: State, seat: int, words: Build) -> State:
    """The manor with one more tile; a player with nothing left to build or to say is done."""
    player = check_builder(state, seat)
    tile = _won(state, seat, words.tile)
    left = tuple(name for name in player.won if name != tile)
    if state.setting.plan:
        state = state.with_player(seat, won=left, manor=(*player.manor, _laid(state, seat, tile, words)))
    else:
        state = state.with_player(seat, won=left, rooms=(*player.rooms, _listed(state, tile, words)))
    return _perhaps_done(state, seat)


def _laid(state: State, seat: int, tile: str, words: Build) -> Placed:
    if words.at is None:
        raise Refused("place-needed", f"the plan is known; say where {tile} lies and how it is turned, as in '0,1 90'")
    placed = Placed(state.setting.tiles[tile], words.at, words.turned, tile, state.number)
    found = flaws(plan_of((*state.players[seat].manor, placed), state.setting.edition, state.box))
    if found:
        raise Refused(found[0].problem.code, found[0].problem.message)
    return placed


def _listed(state: State, kind: str, words: Build) -> RoomTile:
    box = state.box
    if words.at is not None:
        raise Refused(
            "no-plan", f"no plan of this manor is known; say the color of the {kind}, as in 'build {kind} red'"
        )
    color = _color(words.color, (*box.colors, box.magic))
    if words.touches and color != box.magic:
        raise Refused("not-magic", f"a {color} room counts as {color} only; what it touches matters for {box.magic}")
    return RoomTile(kind, color, _touching(state, kind, words.touches))


def _color(word: str, known: tuple[str, ...]) -> str:
    """The color that a word means: one that is known, or one of the table's own box that nobody has listed."""
    word = MAGIC_TOO.get(word, word)
    found = matching(word, known) if word else ""
    if not found and (len(word) < SHORTEST_COLOR or not word.isalpha() or nearest(word, known)):
        said = repr(word) if word else "no color"
        raise Refused("no-such-color", f"{said}; there are {', '.join(known)}{nearest(word, known)}")
    return found or word


def _touching(state: State, kind: str, touches: Touches) -> Touches:
    box = state.box
    rooms = box.types[kind].rooms
    if len(touches) > rooms:
        raise Refused("too-many-rooms", f"what {len(touches)} rooms touch; a {kind} tile has {rooms}")
    found = []
    for colors in touches:
        found.append(frozenset(_color(color, box.colors) for color in colors))
    return tuple(found)


def touch(state: State, seat: int, words: Touch) -> State:
    """What a magic room is joined to, said again after something was built beside it."""
    player = check_builder(state, seat)
    if state.setting.plan:
        raise Refused("by-the-plan", "the plan shows what a magic room touches; nothing needs to be said")
    if not 1 <= words.room <= len(player.rooms):
        raise Refused("no-such-room", f"there is no room {words.room}; {player.name} has {len(player.rooms)} tiles")
    room = player.rooms[words.room - 1]
    if room.color != state.box.magic:
        raise Refused("not-magic", f"tile {words.room} is {room.color}; only what a magic room touches counts")
    room = replace(room, touches=_touching(state, room.type, words.touches))
    return state.with_player(seat, rooms=(*player.rooms[: words.room - 1], room, *player.rooms[words.room :]))


def leave(state: State, seat: int, words: Leave) -> State:
    """A tile set aside that fits nowhere; with a plan that is checked."""
    player = check_builder(state, seat)
    tile = _won(state, seat, words.tile)
    if state.setting.plan and (where := next(places(state, seat, tile), None)):
        at, turned = where.at, where.turned
        raise Refused("still-fits", f"{tile} fits at {at[0]},{at[1]} turned {turned}; a tile that fits is built")
    return _perhaps_done(state.with_player(seat, won=tuple(name for name in player.won if name != tile)), seat)


def done(state: State, seat: int) -> State:
    """The player has built everything."""
    player = check_builder(state, seat)
    if player.won:
        message = f"{', '.join(player.won)} waits to be built; write 'leave' and its type where it fits nowhere"
        raise Refused("tiles-left", message)
    return rounds.built(state.with_player(seat, done=True))


def _perhaps_done(state: State, seat: int) -> State:
    """Done without saying so, unless a magic room may touch something else by now."""
    player = state.players[seat]
    if player.won or any(room.color == state.box.magic for room in player.rooms):
        return state
    return rounds.built(state.with_player(seat, done=True))


def places(state: State, seat: int, tile: str) -> Iterator[Placed]:
    """Every place where a tile may be built: a door of it meets one that leads outside."""
    player, plan = state.players[seat], plan_at(state, seat)
    taken = {cell for room in plan.rooms for cell in room.cells}
    outside = sorted({across(door) for room in plan.rooms for door in room.doors if across(door)[0] not in taken})
    one, tried = state.setting.tiles[tile], set()
    for (x, y), side in outside:
        for turned in TURNS:
            doors = [laid_door(door, Placed(one, (0, 0), turned)) for door in sorted(one.doors)]
            for (dx, dy), facing in doors:
                spot = ((x - dx, y - dy), turned)
                if facing != side or spot in tried:
                    continue
                tried.add(spot)
                placed = Placed(one, *spot, tile, state.number)
                if not flaws(plan_of((*player.manor, placed), state.setting.edition, state.box)):
                    yield placed


def kind_of(state: State, tile: str) -> str:
    """A tile as people call it: its type, with its color where it is known."""
    if not state.setting.plan:
        return type_of(tile, state)
    return f"{state.setting.tiles[tile].color} {tile}"

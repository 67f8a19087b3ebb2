"""Building: tiles that were won join the manor, by their color or by their place in the plan."""

from __future__ import annotations

from collections.abc import Collection

from pnp.games.dice_manor.moves import Build, Done, Leave, Touch, Touches
from pnp.games.dice_manor.plan import flaws, plan_of, spots
from pnp.games.dice_manor.rounds import built
from pnp.games.dice_manor.rules import MAGIC_TOO
from pnp.games.dice_manor.sheet import RoomTile
from pnp.games.dice_manor.state import Phase, Player, State
from pnp.games.dice_manor.tiles import Placed, cell_text
from pnp.games.seats import deny, deny_for
from pnp.strict import near

SHORTEST_COLOR = 3


def check_builder(state: State, seat: int) -> Player:
    """The player of a seat, who may build now; refused otherwise."""
    if state.phase != Phase.BUILD:
        deny("not-now.building", phase=state.phase)
    if state.players[seat].done:
        deny("nothing-to-build", seat=seat)
    return state.players[seat]


def matching(word: str, known: Collection[str]) -> str:
    """The known word that this is, or the only one that it begins; nothing where there is none or more.

    >>> matching("large", ["large-bedroom", "library"]), matching("l", ["large-bedroom", "library"])
    ('large-bedroom', '')
    """
    if word in known:
        return word
    found = [name for name in known if name.startswith(word)]
    return found[0] if len(found) == 1 else ""


def _won(state: State, seat: int, word: str) -> str:
    """The tile that a player won and names: by itself, its type or its blueprint's number."""
    types = {state.type_of(tile): tile for tile in state.players[seat].won}
    if word in types.values():
        return word
    by_number = {str(state.rules.types[kind].blueprint): kind for kind in types}
    kind = by_number.get(word) or matching(word, types)
    if not kind:
        deny("not-won", word=repr(word), seat=seat, tiles=tuple(types.values()))
    return types[kind]


def build(state: State, seat: int, move: Build) -> State:
    """The manor with one more tile; a player with nothing left to build or to say is done."""
    player = check_builder(state, seat)
    tile = _won(state, seat, move.tile)
    if state.setting.plan:
        state = state.with_player(seat, manor=(*player.manor, _laid(state, seat, tile, move)))
    else:
        state = state.with_player(seat, rooms=(*player.rooms, _listed(state, tile, move)))
    return _without(state, seat, tile)


def _without(state: State, seat: int, tile: str) -> State:
    """The table when a tile no longer waits; who has no other is done, unless a magic room may touch more by now."""
    player = state.players[seat]
    won = tuple(name for name in player.won if name != tile)
    state = state.with_player(seat, won=won)
    if won or any(room.color == state.rules.magic for room in player.rooms):
        return state
    return built(state.with_player(seat, done=True))


def _laid(state: State, seat: int, tile: str, move: Build) -> Placed:
    if move.at is None:
        deny("place-needed", tile=tile)
    placed = Placed(state.setting.tiles[tile], move.at, move.turned, tile, state.number)
    for flaw in flaws(plan_of((*state.players[seat].manor, placed), state.rules)):
        deny_for(flaw.problem)
    return placed


def _listed(state: State, kind: str, move: Build) -> RoomTile:
    rules = state.rules
    if move.at is not None:
        deny("no-plan.building", type=kind)
    color = _color(move.color, (*rules.colors, rules.magic))
    if move.touches and color != rules.magic:
        deny("not-magic", color=color, magic=rules.magic)
    return RoomTile(kind, color, _touching(state, kind, move.touches))


def _color(word: str, known: tuple[str, ...]) -> str:
    """The color that a word means: one that is known, or one of the table's own box that nobody has listed."""
    word = MAGIC_TOO.get(word, word)
    found = matching(word, known) if word else ""
    if not found and (len(word) < SHORTEST_COLOR or not word.isalpha() or near(word, known)):
        deny("no-such-color", word=word and repr(word), colors=known, near=near(word, known))
    return found or word


def _touching(state: State, kind: str, touches: Touches) -> Touches:
    rooms = state.rules.types[kind].rooms
    if len(touches) > rooms:
        deny("too-many-rooms", n=len(touches), type=kind, rooms=rooms)
    return tuple(frozenset(_color(color, state.rules.colors) for color in colors) for colors in touches)


def touch(state: State, seat: int, move: Touch) -> State:
    """What a magic room is joined to, said again after something was built beside it."""
    player = check_builder(state, seat)
    if state.setting.plan:
        deny("by-the-plan")
    if not 1 <= move.room <= len(player.rooms):
        deny("no-such-room.number", number=move.room, seat=seat, n=len(player.rooms))
    room = player.rooms[move.room - 1]
    if room.color != state.rules.magic:
        deny("not-magic.room", number=move.room, color=room.color)
    room = room._replace(touches=_touching(state, room.type, move.touches))
    return state.with_player(seat, rooms=(*player.rooms[: move.room - 1], room, *player.rooms[move.room :]))


def leave(state: State, seat: int, move: Leave) -> State:
    """A tile set aside that fits nowhere; with a plan that is checked."""
    check_builder(state, seat)
    tile = _won(state, seat, move.tile)
    if state.setting.plan and (fit := spots_at(state, seat, tile)):
        deny("still-fits", tile=tile, cell=cell_text(fit[0].at), turned=fit[0].turned)
    return _without(state, seat, tile)


def done(state: State, seat: int, move: Done) -> State:
    """The player has built everything."""
    del move
    player = check_builder(state, seat)
    if player.won:
        deny("tiles-left", tiles=player.won)
    return built(state.with_player(seat, done=True))


def spots_at(state: State, seat: int, tile: str) -> tuple[Placed, ...]:
    """Every place where a player may build a tile of the plan."""
    return spots(state.players[seat].manor, state.setting.tiles[tile], tile, state.number, state.rules)

"""A table of Dice Manor between two actions: the players, the boards, and what the table agreed on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from pnp.edition import Edition, Entry
from pnp.errors import InputError
from pnp.games._manor_bids import Bid, Track, new_track
from pnp.games._manor_box import MOST, Box, open_box
from pnp.games._manor_plan import Plan, plan_of
from pnp.games._manor_score import room_types
from pnp.games._manor_sheet import PLAYERS, RoomTile, Round, Sheet, built
from pnp.games._manor_tiles import DIE, Placed, Tile, read_tile
from pnp.games._manor_walks import Walk
from pnp.games._plain_play import Told
from pnp.strict import Fault, Table, as_name, nearest

DRAW, BID, COLLECT, BUILD, OPENING, END, OVER = "draw", "bid", "collect", "build", "opening", "end", "over"
OPTIONS = ("tiles", "track", "diversity", "first")
STAND_IN, BY_TABLE = "stand-in", "table"


class Refused(Exception):  # noqa: N818 - it never leaves the game: the door makes a Refusal of it
    """An action that is not allowed now."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(code, message)
        self.code, self.message = code, message


@dataclass(frozen=True, slots=True)
class Setting:
    """What holds for the whole game; `track` is None where the table reads the spaces from the board."""

    edition: Edition = field(compare=False, repr=False)
    box: Box = field(compare=False, repr=False)
    tiles: Mapping[str, Tile] = field(compare=False, repr=False)
    plan: bool
    track: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class Player:
    """One player: sheet, dice in hand (`faces` lie, `rolling` are to be rolled), tiles won and not yet built."""

    name: str
    tokens: int
    track: Track
    rounds: tuple[Round, ...] = ()
    rooms: tuple[RoomTile, ...] = ()
    manor: tuple[Placed, ...] = ()
    walks: tuple[Walk, ...] = ()
    won: tuple[str, ...] = ()
    unplaced: int = 0
    rolling: int = 0
    faces: tuple[int, ...] = ()
    owed: int = 0
    opening: tuple[int, ...] = ()
    unhappy: int = 0
    done: bool = False
    absent: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """The table. `offer`, `stacks`, `bottoms` and `blueprints` have one item for each number of a die."""

    setting: Setting
    phase: str
    number: int
    first: int
    turn: int
    players: tuple[Player, ...]
    offer: tuple[str, ...] = ("",) * len(DIE)
    stacks: tuple[tuple[str, ...], ...] = ((),) * len(DIE)
    bottoms: tuple[tuple[str, ...], ...] = ((),) * len(DIE)
    blueprints: tuple[tuple[Bid, ...], ...] = ((),) * len(DIE)
    advertising: tuple[Bid, ...] = ()
    aid: tuple[tuple[int, int], ...] = ()
    news: tuple[Told, ...] = ()

    @property
    def box(self) -> Box:
        return self.setting.box

    def with_player(self, seat: int, **changes: Any) -> State:
        """This table with one player changed."""
        one = replace(self.players[seat], **changes)
        return replace(self, players=(*self.players[:seat], one, *self.players[seat + 1 :]))


def new_state(players: Sequence[str], options: Mapping[str, str], edition: Edition) -> State:
    """The table before the first round; a ValueError says what about players or options is not allowed."""
    low, high = PLAYERS
    if not low <= len(players) <= high:
        raise ValueError(f"{len(players)} players; {low} to {high} are allowed")
    for name in options:
        if name not in OPTIONS:
            raise ValueError(f"{name!r} is no option; there are {', '.join(OPTIONS)}{nearest(name, OPTIONS)}")
    setting, aid = _setting(options, edition)
    first = _number(options.get("first", "1"), "first", 1, len(players)) - 1
    track = new_track(setting.edition)
    seats = tuple(Player(as_name(name), setting.box.inspiration, track) for name in players)
    stacks = tuple(tuple(n for n, tile in setting.tiles.items() if tile.type == type_at(i, setting.box)) for i in DIE)
    return State(setting, DRAW, 0, first, first, seats, stacks=stacks, aid=aid)


def _number(text: str, option: str, low: int, high: int) -> int:
    if not text.strip().isdecimal() or not low <= int(text.strip()[:9]) <= high:
        raise ValueError(f"{option}: {text.strip()[:40]!r} is not a number from {low} to {high}")
    return int(text)


def _numbers(text: str, option: str) -> list[int]:
    return [_number(word, option, 0, MOST) for word in text.replace(",", " ").split()]


def _setting(options: Mapping[str, str], edition: Edition) -> tuple[Setting, tuple[tuple[int, int], ...]]:
    tiles, track = (options.get(name, BY_TABLE).strip().lower() for name in ("tiles", "track"))
    if tiles not in (BY_TABLE, STAND_IN):
        raise ValueError(f"tiles: {tiles[:40]!r} is not one of {BY_TABLE}, {STAND_IN}")
    box = open_box(edition)
    if track not in (BY_TABLE, STAND_IN):
        edition = edition.overridden(Edition(edition.game, {"advertising-stand-in": _own_track(track, box)}))
        box = open_box(edition)
    spaces = box.track if track == BY_TABLE or box.track is not None else box.stand_in_track
    plan = tiles == STAND_IN
    known = tiles_of(edition, box) if plan else {}
    return Setting(edition, box, known, plan, spaces), _player_aid(options.get("diversity", ""), box)


def _own_track(text: str, box: Box) -> Entry:
    if box.track is not None:
        raise ValueError("track: the edition data has the real one; leave the option out")
    spaces, least = _numbers(text, "track"), box.rounds * max(box.ranks, default=0)
    if len(spaces) < max(least, box.bonus_dice + 1):
        allowed = f"at least {least}, one for each space, or {BY_TABLE} or {STAND_IN}"
        raise ValueError(f"track: {len(spaces)} numbers; {allowed} are allowed")
    return Entry("advertising-stand-in", "ruling", "As the table gave it.", spaces)


def _player_aid(text: str, box: Box) -> tuple[tuple[int, int], ...]:
    """Prestige by number of room types as the table copied it from the player aid, from one type up."""
    found = dict(enumerate(_numbers(text, "diversity"), 1))
    if text.strip() and len(found) != len(box.types):
        raise ValueError(f"diversity: {len(found)} numbers; {len(box.types)}, for 1 to {len(box.types)} types")
    for types, prestige in found.items():
        if box.diversity.get(types, prestige) != prestige:
            raise ValueError(f"diversity: {prestige} for {types} types; by the rules it is {box.diversity[types]}")
    return tuple(found.items())


def tiles_of(edition: Edition, box: Box) -> dict[str, Tile]:
    """The tiles that the edition describes, by their names."""
    faults: list[Fault] = []
    value = edition["tiles"]
    rows = Table(value if isinstance(value, dict) else {}, faults, ("tiles",))
    found = {name: read_tile(row, box) for name in rows.data if (row := rows.table(name)) is not None}
    if faults:
        raise InputError(f"{edition.game}: edition data, {faults[0]}")
    return found


def type_at(number: int, box: Box) -> str:
    """The type of room that a number's blueprint offers, or nothing."""
    return next((kind.name for kind in box.types.values() if kind.blueprint == number), "")


def type_of(tile: str, state: State) -> str:
    """The type of a tile on offer or won: with a plan tiles have names of their own."""
    return state.setting.tiles[tile].type if state.setting.plan else tile


@lru_cache(maxsize=64)
def _plan(manor: tuple[Placed, ...], edition: Edition) -> Plan:
    return plan_of(manor, edition, open_box(edition))


def plan_at(state: State, seat: int) -> Plan:
    """The plan of a player's manor; without tiles that are known only its entrance."""
    return _plan(state.players[seat].manor, state.setting.edition)


def manor_at(state: State, seat: int) -> tuple[RoomTile, ...]:
    """The tiles that a player has built."""
    player = state.players[seat]
    return built(Sheet(player.name, player.rooms, manor=player.manor), state.setting.edition, state.box)


def diversity_at(state: State, seat: int) -> int | None:
    """What a player gets for different types of room: as known, as the table said, or None while nobody knows."""
    types = room_types(manor_at(state, seat), state.box)
    return {**dict(state.aid), **state.box.diversity}.get(types)


def dice_text(count: int) -> str:
    return "1 die" if count == 1 else f"{count} dice"


def dice_of(player: Player, box: Box) -> int:
    """How many dice a player rolls in a round."""
    return box.dice + player.track.claimed

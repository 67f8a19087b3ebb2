"""A table of Dice Manor between two actions: the players, the boards, and what the table agreed on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, NamedTuple

from pnp.edition import Edition
from pnp.games.dice_manor.bidding import UNKNOWN, Bid, Track, new_track
from pnp.games.dice_manor.plan import Plan, plan_of
from pnp.games.dice_manor.rules import DIE, MOST, PLAYERS, Rules, rules_of
from pnp.games.dice_manor.sheet import Document, Round, Sheet, Tiles, built, count_rooms, count_types
from pnp.games.dice_manor.tiles import Placed, Tile, tiles_of
from pnp.games.dice_manor.tours import CountedTours, PlannedTours, Walk, counted_tours
from pnp.games.seats import check_options, opened_for
from pnp.strict import wrong
from pnp.words import Said, say

OPTIONS = ("tiles", "track", "length", "diversity", "first", "rolls")
ASK = "ask"
"""In place of the length of the track: the table is asked once it matters."""
STAND_IN, BY_TABLE = "stand-in", "table"
AT_START, AT_END = "start", "end"
"""When a player rolls: at the start of a turn, or at its end for the next one."""
LONGEST_TRACK = 40
NOTHING = ((),) * len(DIE)


class Phase(StrEnum):
    """Where the round is; the opening comes after the last one."""

    DRAW = "draw"
    BID = "bid"
    COLLECT = "collect"
    BUILD = "build"
    OPENING = "opening"
    END = "end"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Setting:
    """What holds for the whole game; `track` is None where the table reads the spaces from the board."""

    rules: Rules = field(compare=False, repr=False)
    tiles: Mapping[str, Tile] = field(compare=False, repr=False)
    plan: bool
    track: tuple[int, ...] | None
    rolls_at_end: bool = False


class Player(NamedTuple):
    """One player: sheet, dice in hand (`faces` lie, `rolling` are to be rolled), tiles won and not yet built."""

    name: str
    tokens: int
    track: Track
    rounds: tuple[Round, ...] = ()
    rooms: Tiles = ()
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


class State(NamedTuple):
    """The table. `offer`, `stacks`, `bottoms` and `blueprints` have one item for each number of a die."""

    setting: Setting
    phase: str
    number: int
    first: int
    turn: int
    players: tuple[Player, ...]
    offer: tuple[str, ...] = ("",) * len(DIE)
    stacks: tuple[tuple[str, ...], ...] = NOTHING
    bottoms: tuple[tuple[str, ...], ...] = NOTHING
    blueprints: tuple[tuple[Bid, ...], ...] = NOTHING
    advertising: tuple[Bid, ...] = ()
    aid: tuple[tuple[int, int], ...] = ()
    """Prestige by number of room types, as far as the table has told it."""
    news: tuple[Said, ...] = ()
    asks: bool = False
    """Whether nobody has told how long the track is."""
    at_once: bool = False
    """Whether corrected bonus dice count in the same round; at older tables only for who has placed none yet."""

    @property
    def rules(self) -> Rules:
        return self.setting.rules

    def with_player(self, seat: int, **changes: Any) -> State:
        """This table with one player changed."""
        one = self.players[seat]._replace(**changes)
        return self._replace(players=(*self.players[:seat], one, *self.players[seat + 1 :]))

    # ------------------------------------------------------------------ what follows from it

    def type_of(self, tile: str) -> str:
        """The type of a tile on offer or won: with a plan tiles have names of their own."""
        return self.setting.tiles[tile].type if self.setting.plan else tile

    def tile_named(self, tile: str) -> Said | None:
        """A tile as people call it: its type, with its color where it is known; nothing for no tile."""
        if not tile:
            return None
        if not self.setting.plan:
            return say("tile", type=tile)
        return say("tile.named", color=self.setting.tiles[tile].color, name=tile)

    def plan_at(self, seat: int) -> Plan:
        """The plan of a player's manor; without tiles that are known only its entrance."""
        return plan_of(self.players[seat].manor, self.rules)

    def manor_at(self, seat: int) -> Tiles:
        """The tiles that a player has built."""
        player = self.players[seat]
        return player.rooms if not player.manor else built(Sheet(player.name, manor=player.manor), self.rules)

    def types_at(self, seat: int) -> int:
        """How many different types of room a player has built."""
        return count_types(self.manor_at(seat), self.rules)

    def diversity_at(self, seat: int) -> int | None:
        """What a player gets for different types of room: as known, as the table said, None while nobody knows."""
        return {**dict(self.aid), **self.rules.diversity}.get(self.types_at(seat))

    def dice_of(self, seat: int) -> int:
        """How many dice a player rolls in a round."""
        return self.rules.dice + self.players[seat].track.claimed

    def tours_at(self, seat: int) -> CountedTours | PlannedTours:
        """The tours that a player's manor has room for in the running round."""
        plan = self.plan_at(seat)
        if self.setting.plan:
            return PlannedTours(self.rules, plan, self.number, self.walked(seat))
        rooms = count_rooms(self.players[seat].rooms, self.rules)
        return counted_tours(self.rules, rooms, len(plan.rooms[0].slots or ()), self.toured(seat))

    def toured(self, seat: int) -> tuple[int, ...]:
        """The dice on each path of the running round."""
        player = self.players[seat]
        return player.opening if self.phase == Phase.OPENING else player.rounds[-1].tours

    def walked(self, seat: int) -> tuple[Walk, ...]:
        """The paths of the running round through the plan, in their order."""
        return tuple(walk for walk in self.players[seat].walks if walk.round == self.number)

    @property
    def sheets(self) -> Document:
        """The sheets of the table; an opening is on a sheet once its player has no dice left."""
        return Document(len(self.players), tuple(map(self._sheet, range(len(self.players)))))

    def _sheet(self, seat: int) -> Sheet:
        player = self.players[seat]
        opened = self.phase in (Phase.END, Phase.OVER) or (self.phase == Phase.OPENING and player.done)
        return Sheet(
            player.name,
            rooms=None if self.setting.plan else player.rooms,
            rounds=player.rounds,
            opening=player.opening if opened else None,
            unhappy=player.unhappy if opened else 0,
            inspiration=player.tokens,
            diversity=self.diversity_at(seat),
            manor=player.manor,
            walks=tuple(walk for walk in player.walks if opened or walk.round <= self.rules.rounds),
        )


# ---------------------------------------------------------------------- the table before the game


def new_state(players: Sequence[str], options: Mapping[str, str], edition: Edition) -> State:
    """The table before the first round; a ValueError says what about players or options is not allowed."""
    names = opened_for(players, *PLAYERS)
    check_options(options, OPTIONS)
    setting = _setting(options, rules_of(edition))
    rules = setting.rules
    first = _number(options.get("first", "1"), "first", 1, len(players)) - 1
    spaces = _length(options.get("length", ""), setting)
    track = new_track(rules, spaces)
    seats = tuple(Player(name, rules.inspiration, track) for name in names)
    stacks = tuple(tuple(n for n, tile in setting.tiles.items() if tile.type == rules.type_at(i)) for i in DIE)
    aid = _player_aid(options.get("diversity", ""), rules)
    return State(
        setting,
        Phase.DRAW,
        0,
        first,
        first,
        seats,
        stacks=stacks,
        aid=aid,
        asks=spaces == UNKNOWN,
        at_once="length" in options,
    )


def _length(text: str, setting: Setting) -> int:
    """How many spaces the track has; a table that was opened before this could be said has as many as the stand-in."""
    if setting.track is not None or not text.strip():
        return setting.rules.spaces
    if text.strip().lower() == ASK:
        return UNKNOWN
    return _number(text, "length", setting.rules.bonus_dice + 1, LONGEST_TRACK)


def _number(text: str, option: str, low: int, high: int) -> int:
    if not text.strip().isdecimal() or not low <= int(text.strip()[:9]) <= high:
        wrong("wrong-option.number", option=option, text=repr(text.strip()[:40]), low=low, high=high)
    return int(text)


def _numbers(text: str, option: str) -> tuple[int, ...]:
    return tuple(_number(word, option, 0, MOST) for word in text.replace(",", " ").split())


def _setting(options: Mapping[str, str], rules: Rules) -> Setting:
    tiles = _choice(options, "tiles", (BY_TABLE, STAND_IN))
    rolls = _choice(options, "rolls", (AT_START, AT_END))
    track = options.get("track", BY_TABLE).strip().lower()
    if track not in (BY_TABLE, STAND_IN):
        rules = replace(rules, stand_in_track=_own_track(track, rules))
    spaces = rules.track if track == BY_TABLE or rules.track is not None else rules.stand_in_track
    plan = tiles == STAND_IN
    return Setting(rules, tiles_of(rules) if plan else {}, plan, spaces, rolls == AT_END)


def _choice(options: Mapping[str, str], name: str, allowed: Sequence[str]) -> str:
    """What an option says, the first choice where it is left out."""
    text = options.get(name, allowed[0]).strip().lower()
    if text not in allowed:
        wrong("wrong-option.choice", option=name, text=repr(text[:40]), allowed=tuple(allowed))
    return text


def _own_track(text: str, rules: Rules) -> tuple[int, ...]:
    if rules.track is not None:
        wrong("wrong-option.track-known")
    spaces, least = _numbers(text, "track"), rules.rounds * max(rules.ranks, default=0)
    if len(spaces) < max(least, rules.bonus_dice + 1):
        wrong("wrong-option.track", n=len(spaces), least=least, others=(BY_TABLE, STAND_IN))
    return spaces


def _player_aid(text: str, rules: Rules) -> tuple[tuple[int, int], ...]:
    """Prestige by number of room types as the table copied it from the player aid, from one type up."""
    found = dict(enumerate(_numbers(text, "diversity"), 1))
    if text.strip() and len(found) != len(rules.types):
        wrong("wrong-option.aid", n=len(found), types=len(rules.types))
    for types, prestige in found.items():
        if (right := rules.diversity.get(types, prestige)) != prestige:
            wrong("wrong-option.diversity", prestige=prestige, types=types, right=right)
    return tuple(found.items())

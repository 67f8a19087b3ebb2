"""A table of Dice Manor as plain values, for recorded games and for telling states apart."""

from __future__ import annotations

from typing import Any

from pnp.games.dice_manor import game
from pnp.games.dice_manor.document import as_placed, as_walk
from pnp.games.dice_manor.state import Player, State


def dump(state: State) -> dict[str, Any]:
    """The whole state; what was told is in English."""
    words = game.words().of([player.name for player in state.players])
    return {
        "plan": state.setting.plan,
        "track": None if state.setting.track is None else list(state.setting.track),
        "phase": state.phase,
        "number": state.number,
        "first": state.first,
        "turn": state.turn,
        "players": [_player(player, state) for player in state.players],
        "offer": list(state.offer),
        "stacks": [list(stack) for stack in state.stacks],
        "bottoms": [list(bottom) for bottom in state.bottoms],
        "blueprints": [[list(bid) for bid in bids] for bids in state.blueprints],
        "advertising": [list(bid) for bid in state.advertising],
        "aid": [list(row) for row in state.aid],
        "news": [words.text(line) for line in state.news],
    }


def _player(player: Player, state: State) -> dict[str, Any]:
    track = player.track
    plain = ("name", "tokens", "unplaced", "rolling", "owed", "unhappy", "done", "absent")
    return {
        **{name: getattr(player, name) for name in plain},
        "track": [track.spaces, track.marker, list(track.dice), track.claimed],
        "rounds": [[list(row.tours), list(row.advertising)] for row in player.rounds],
        "rooms": [[room.type, room.color, [sorted(colors) for colors in room.touches]] for room in player.rooms],
        "manor": [as_placed(placed) for placed in player.manor],
        "walks": [as_walk(walk, state.rules) for walk in player.walks],
        "won": list(player.won),
        "faces": list(player.faces),
        "opening": list(player.opening),
    }

"""A table of Dice Manor for people and for the rules: views, the sheet document, the ranking, the state as data."""

from __future__ import annotations

from typing import Any

from pnp.games import dice_manor
from pnp.games._manor_bids import Bid
from pnp.games._manor_box import Box
from pnp.games._manor_build import kind_of
from pnp.games._manor_picture import letter, picture_of
from pnp.games._manor_sheet import RoomTile
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
    diversity_at,
    manor_at,
    plan_at,
)
from pnp.games._manor_tiles import ANY, DIE, Placed, cell_text
from pnp.games._manor_tours import walked
from pnp.games._manor_walks import OPENING as OPENING_NAME
from pnp.games._manor_walks import Walk
from pnp.games._plain_play import placed, told
from pnp.games.play import SheetMarks, View
from pnp.games.verdict import Rank, Score
from pnp.strict import Fault, Table


def document(state: State) -> dict[str, Any]:
    """The table as a sheet document; an opening is on a sheet once its player has no dice left."""
    sheets = [_sheet(state, seat) for seat in range(len(state.players))]
    return {"game": dice_manor.NAME, "players": len(state.players), "sheets": sheets}


def _sheet(state: State, seat: int) -> dict[str, Any]:
    player = state.players[seat]
    opened = state.phase in (END, OVER) or (state.phase == OPENING and player.done)
    rows = [{"tours": list(row.tours), "advertising": list(row.advertising)} for row in player.rounds]
    sheet: dict[str, Any] = {"player": player.name, "inspiration": player.tokens, "rounds": rows}
    if state.setting.plan:
        walks = [walk for walk in player.walks if opened or walk.round <= state.box.rounds]
        sheet |= {"manor": [_placed(tile) for tile in player.manor], "walks": [_walk(walk, state) for walk in walks]}
    else:
        sheet["rooms"] = [_room(room) for room in player.rooms]
    if opened:
        sheet |= {"opening": {"tours": list(player.opening)}, "unhappy": player.unhappy}
    diversity = diversity_at(state, seat)
    return sheet if diversity is None else {**sheet, "diversity": diversity}


def _placed(placed: Placed) -> dict[str, Any]:
    return {"tile": placed.name, "at": list(placed.at), "turned": placed.turned, "round": placed.built}


def _walk(walk: Walk, state: State) -> dict[str, Any]:
    when = walk.round if walk.round <= state.box.rounds else OPENING_NAME
    return {"round": when, "die": walk.die, "path": [list(cell) for cell in walk.path]}


def _room(room: RoomTile) -> dict[str, Any]:
    touches: list[Any] = [sorted(colors) for colors in room.touches]
    row = {"type": room.type, "color": room.color}
    return {**row, "touches": touches if len(touches) > 1 else touches[0]} if touches else row


def standings(state: State) -> tuple[Rank, ...]:
    """The ranking that the rules give for the document of the table."""
    return dice_manor.judge(_read(state), state.setting.edition).ranking


def scores(state: State) -> tuple[Score, ...]:
    """The scores that the rules give for the document of the table."""
    return tuple(sheet.score for sheet in dice_manor.judge(_read(state), state.setting.edition).sheets)


def marks(state: State, seat: int | None) -> tuple[SheetMarks, ...]:
    """The score pad that the rules fill in for the document of the table."""
    return placed(dice_manor.marks(_read(state), state.setting.edition), len(state.players), seat)


def _read(state: State) -> dice_manor.Document:
    faults: list[Fault] = []
    return dice_manor.read(Table(document(state), faults), state.setting.edition)


def view(state: State) -> View:
    """The table for everybody: nothing in this game is secret."""
    sheets = tuple(
        (
            player.name,
            picture_of(plan_at(state, seat)) if state.setting.plan else None,
            tuple(_player_lines(state, seat)),
        )
        for seat, player in enumerate(state.players)
    )
    return View(_headline(state), sheets, (*_board(state), *_news(state)))


def _news(state: State) -> list[str]:
    names = [player.name for player in state.players]
    return [told(line, names) for line in state.news]


def _headline(state: State) -> str:
    player = state.players[state.turn]
    waiting = ", ".join(one.name for one in state.players if not one.done)
    count = f"round {state.number} of {state.box.rounds}"
    dice = f"{player.name} rolls {dice_text(player.rolling)}" if player.rolling else f"{player.name} places dice"
    owed = ", ".join(one.name for one in state.players if one.owed)
    return {
        DRAW: f"{count}: a tile is turned up for each blueprint",
        BID: f"{count}, bid: {dice}",
        COLLECT: f"{count}, collect: what do the spaces show that were entered by {owed}?",
        BUILD: f"{count}, build: {waiting}",
        OPENING: f"grand opening: {waiting}",
        END: "the end: what does the player aid give for the different rooms?",
        OVER: "the game is over",
    }[state.phase]


def _player_lines(state: State, seat: int) -> list[str]:
    player = state.players[seat]
    track = player.track
    lines = [
        f"{player.tokens} Inspiration tokens, {state.box.dice + track.claimed} dice, {player.unplaced} to place",
        f"advertising: marker on {track.marker} of {track.spaces}, {track.claimed} bonus dice claimed"
        + (f", next die on {track.dice[0]}" if track.dice else ""),
    ]
    if player.faces:
        lines.append(f"rolled: {' '.join(map(str, player.faces))}")
    lines += [
        f"round {number}: {_tours(row.tours)}, advertising {' + '.join(map(str, row.advertising)) or '-'}"
        for number, row in enumerate(player.rounds, 1)
    ]
    if player.opening or player.unhappy:
        lines.append(f"opening: {_tours(player.opening)}, {player.unhappy} Unhappy Guests")
    rooms = [f"{number} {_room_text(room, state.box)}" for number, room in enumerate(manor_at(state, seat), 1)]
    lines.append(f"rooms: {', '.join(rooms) or 'the entrance only'}")
    lines += _slots(state, seat) if state.setting.plan else []
    if player.won:
        lines.append(f"to build: {', '.join(kind_of(state, tile) for tile in player.won)}")
    return [*lines, "away"] if player.absent else lines


def _slots(state: State, seat: int) -> list[str]:
    """The rooms of a plan with the numbers that their slots take and the dice that stand there."""
    walks = walked(state, seat)
    lines = []
    for room in plan_at(state, seat).rooms:
        slots = " and ".join("any" if slot == ANY else "/".join(map(str, sorted(slot))) for slot in room.slots or ())
        dice = " ".join(str(walk.die) for walk in walks for cell in walk.path if cell in room.cells)
        takes = f"{letter(room.tile)} {cell_text(room.cells[0])} takes {slots or 'what its owner knows'}"
        lines.append(takes + (f", holds {dice}" if dice else ""))
    return lines


def _tours(tours: tuple[int, ...]) -> str:
    return f"tours {' + '.join(map(str, tours))}" if tours else "no tour"


def _room_text(room: RoomTile, box: Box) -> str:
    near = "/".join("+".join(sorted(colors & {*box.colors})) or "-" for colors in room.touches)
    return f"{room.color} {room.type}" + (f" ({near})" if near and room.color == box.magic else "")


def _board(state: State) -> list[str]:
    if state.phase not in (BID, COLLECT):
        return []
    lines = []
    for number, tile, bids in zip(DIE, state.offer, state.blueprints, strict=True):
        offer = kind_of(state, tile) if tile else "no tile"
        lines.append(f"blueprint {number}, {offer}: {_bids(state, bids)}")
    return [*lines, f"advertising: {_bids(state, state.advertising)}"]


def _bids(state: State, bids: tuple[Bid, ...]) -> str:
    """Bids from the highest down."""
    return ", ".join(f"{state.players[int(bid.player)].name} {bid.dice} x {bid.number}" for bid in bids) or "-"


def dump(state: State) -> dict[str, Any]:
    """The whole state as plain values."""
    return {
        "plan": state.setting.plan,
        "track": None if state.setting.track is None else list(state.setting.track),
        "phase": state.phase,
        "number": state.number,
        "first": state.first,
        "turn": state.turn,
        "players": [_dump_player(player, state) for player in state.players],
        "offer": list(state.offer),
        "stacks": [list(stack) for stack in state.stacks],
        "bottoms": [list(bottom) for bottom in state.bottoms],
        "blueprints": [[_dump_bid(bid) for bid in bids] for bids in state.blueprints],
        "advertising": [_dump_bid(bid) for bid in state.advertising],
        "aid": [list(row) for row in state.aid],
        "news": _news(state),
    }


def _dump_bid(bid: Bid) -> list[int]:
    return [int(bid.player), bid.dice, bid.number]


def _dump_player(player: Player, state: State) -> dict[str, Any]:
    track = player.track
    plain = ("name", "tokens", "unplaced", "rolling", "owed", "unhappy", "done", "absent")
    return {
        **{name: getattr(player, name) for name in plain},
        "track": [track.spaces, track.marker, list(track.dice), track.claimed],
        "rounds": [[list(row.tours), list(row.advertising)] for row in player.rounds],
        "rooms": [[room.type, room.color, [sorted(colors) for colors in room.touches]] for room in player.rooms],
        "manor": [_placed(placed) for placed in player.manor],
        "walks": [_walk(walk, state) for walk in player.walks],
        "won": list(player.won),
        "faces": list(player.faces),
        "opening": list(player.opening),
    }

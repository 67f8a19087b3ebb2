"""A table of Dice Manor as everybody sees it: nothing in this game is secret."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pnp.games.dice_manor.bidding import Bid
from pnp.games.dice_manor.picture import letter, picture_of
from pnp.games.dice_manor.rules import DIE, Rules
from pnp.games.dice_manor.sheet import RoomTile, plus, ranked
from pnp.games.dice_manor.state import Phase, State
from pnp.games.dice_manor.tiles import ANY, cell_text, slot_text
from pnp.games.play import View
from pnp.words import Said, say


def view(state: State) -> View:
    """The table for everybody."""
    sheets = []
    for seat, player in enumerate(state.players):
        picture = picture_of(state.plan_at(seat)) if state.setting.plan else None
        sheets.append((player.name, picture, tuple(_player_lines(state, seat))))
    return View(_headline(state), tuple(sheets), (*_board(state), *state.news))


def _headline(state: State) -> Said:
    number, rounds = state.number, state.rules.rounds
    dice = state.players[state.turn].rolling
    if state.phase == Phase.DRAW:
        return say("headline.draw", round=number, rounds=rounds)
    if state.phase == Phase.BID and dice:
        return say("headline.roll", round=number, rounds=rounds, seat=state.turn, dice=dice)
    if state.phase == Phase.BID:
        return say("headline.place", round=number, rounds=rounds, seat=state.turn)
    if state.phase == Phase.COLLECT and state.asks:
        return say("headline.length", round=number, rounds=rounds)
    if state.phase == Phase.COLLECT:
        owed = tuple(seat for seat, player in enumerate(state.players) if player.owed)
        return say("headline.collect", round=number, rounds=rounds, seats=owed)
    if state.phase in (Phase.BUILD, Phase.OPENING):
        waiting = tuple(seat for seat, player in enumerate(state.players) if not player.done)
        if state.phase == Phase.OPENING:
            return say("headline.opening", seats=waiting)
        return say("headline.build", round=number, rounds=rounds, seats=waiting)
    if state.phase == Phase.END:
        return say("headline.end")
    best = tuple(row.player for row in ranked(state.sheets, state.rules) if row.rank == 1)
    return say("headline.over", best=best, several=len(best) > 1)


def _player_lines(state: State, seat: int) -> Iterator[Said]:
    player, track = state.players[seat], state.players[seat].track
    yield say("view.dice", tokens=player.tokens, dice=state.dice_of(seat), unplaced=player.unplaced)
    next_die = track.dice[0] if track.dice else None
    if state.asks:
        yield say("view.track-open", claimed=track.claimed)
    else:
        yield say("view.track", marker=track.marker, spaces=track.spaces, claimed=track.claimed, next=next_die)
    if player.faces:
        yield say("view.rolled", faces=player.faces)
    for number, row in enumerate(player.rounds, 1):
        yield say("view.round", round=number, tours=_tours(row.tours), advertising=plus(row.advertising))
    if player.opening or player.unhappy:
        yield say("view.opening", tours=_tours(player.opening), unhappy=player.unhappy)
    rooms = tuple(_room(number, room, state.rules) for number, room in enumerate(state.manor_at(seat), 1))
    yield say("view.rooms", rooms=rooms)
    if state.setting.plan:
        yield from _slots(state, seat)
    if player.won:
        yield say("view.won", tiles=tuple(state.tile_named(tile) for tile in player.won))
    if player.absent:
        yield say("view.away")


def _slots(state: State, seat: int) -> Iterator[Said]:
    """The rooms of a plan with the numbers that their slots take and the dice that stand there."""
    walks = state.walked(seat)
    for room in state.plan_at(seat).rooms:
        slots = tuple(say("any") if slot == ANY else slot_text(slot) for slot in room.slots or ())
        dice = tuple(walk.die for walk in walks for cell in walk.path if cell in room.cells)
        yield say("view.slots", letter=letter(room.tile), cell=cell_text(room.cells[0]), slots=slots, dice=dice)


def _tours(tours: Sequence[int]) -> Said:
    return say("view.tours", sum=plus(tours))


def _room(number: int, room: RoomTile, rules: Rules) -> Said:
    """A room with what it touches of the colors that count, where it is magic."""
    near = (tuple(sorted(colors & {*rules.colors})) for colors in room.touches)
    touches = tuple(say("view.near", colors=colors) for colors in near if colors) if room.color == rules.magic else ()
    return say("view.room", number=number, color=room.color, type=room.type, touches=touches)


def _board(state: State) -> Iterator[Said]:
    if state.phase not in (Phase.BID, Phase.COLLECT):
        return
    for number, tile, bids in zip(DIE, state.offer, state.blueprints, strict=True):
        yield say("view.blueprint", number=number, tile=state.tile_named(tile), bids=_bids(bids))
    yield say("view.advertising", bids=_bids(state.advertising))


def _bids(bids: Sequence[Bid]) -> tuple[Said, ...]:
    """Bids from the highest down."""
    return tuple(say("view.bid", seat=bid.seat, dice=bid.dice, number=bid.number) for bid in bids)

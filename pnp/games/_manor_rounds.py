"""The rounds of Dice Manor: tiles turned up, bids collected, tiles built, the opening, the end."""

from __future__ import annotations

from dataclasses import replace

from pnp.games._manor_bids import advertising_moves, blueprint_rewards, collect_advertising
from pnp.games._manor_sheet import Round
from pnp.games._manor_state import (
    BID,
    BUILD,
    COLLECT,
    DRAW,
    END,
    OPENING,
    OVER,
    State,
    dice_of,
    dice_text,
    diversity_at,
    type_at,
    type_of,
)
from pnp.games._manor_tiles import DIE
from pnp.games._plain_play import Told


def new_round(state: State, number: int) -> State:
    """The table at the start of a round: everybody has all dice, blueprints are empty."""
    players = tuple(
        replace(player, rounds=(*player.rounds, Round()), unplaced=0 if player.absent else dice_of(player, state.box))
        for player in state.players
    )
    empty = ((),) * len(DIE)
    state = replace(state, phase=DRAW, number=number, players=players, blueprints=empty, advertising=())
    return state if to_draw(state) else drawn(state, [])


def to_draw(state: State) -> list[tuple[int, tuple[str, ...]]]:
    """The blueprints for which a tile is drawn, with the tiles that may come up."""
    if not state.setting.plan:
        return []
    return [(number, stack) for number, stack in enumerate(state.stacks, DIE[0]) if len(stack) > 1]


def drawn(state: State, names: list[str]) -> State:
    """The table with a tile under each blueprint: drawn, the last of its stack, or the first one put back below."""
    chosen = dict(zip((number for number, _ in to_draw(state)), names, strict=True))
    offer, stacks, bottoms = [], [], []
    for number, stack, bottom in zip(DIE, state.stacks, state.bottoms, strict=True):
        tile = chosen.get(number) or next(iter((*stack, *bottom)), "")
        offer.append(tile if state.setting.plan else _left(state, number))
        bottoms.append(bottom if tile in stack else bottom[1:])
        stacks.append(tuple(name for name in stack if name != tile))
    state = replace(state, phase=BID, offer=tuple(offer), stacks=tuple(stacks), bottoms=tuple(bottoms))
    return next_turn(state, state.first)


def _left(state: State, number: int) -> str:
    """The type of room that a blueprint offers, where the box still has a tile of it."""
    kind = type_at(number, state.box)
    built = sum(room.type == kind for player in state.players for room in player.rooms)
    return kind if kind and built < state.box.types[kind].tiles else ""


def next_turn(state: State, seat: int) -> State:
    """The turn of the next player from a seat on who has dice; when nobody has any, the bids are collected."""
    count = len(state.players)
    for turn in (place % count for place in range(seat, seat + count)):
        if state.players[turn].unplaced:
            return replace(state, turn=turn).with_player(turn, rolling=state.players[turn].unplaced)
    return _collect(state)


def _collect(state: State) -> State:
    state = replace(state, phase=COLLECT, news=())
    for number in DIE:
        state = _collect_blueprint(state, number)
    return collected(_tour_news(_collect_advertising(state)))


def _collect_blueprint(state: State, number: int) -> State:
    bids, tile = state.blueprints[number - 1], state.offer[number - 1]
    if not bids:
        below = (*state.bottoms[number - 1], tile) if tile and state.setting.plan else state.bottoms[number - 1]
        return replace(state, bottoms=(*state.bottoms[: number - 1], below, *state.bottoms[number:]))
    seat = int(bids[0].player)
    if tile:
        state = state.with_player(seat, won=(*state.players[seat].won, tile))
    line: Told = (f"blueprint {number}: ", seat, f" takes {tile or 'nothing, no tile is left'}")
    for player, reward in blueprint_rewards(bids, state.setting.edition).items():
        other = int(player)
        state = state.with_player(other, tokens=state.players[other].tokens + reward.inspiration)
        line = (*line, ", ", other, " a token")
    return replace(state, news=(*state.news, line))


def _collect_advertising(state: State) -> State:
    moves = advertising_moves(state.advertising, state.setting.edition)
    for bid in state.advertising:
        seat, (spaces, reward) = int(bid.player), moves[bid.player]
        player = state.players[seat]
        track, entered = collect_advertising(player.track, spaces, bid.dice)
        prestige = tuple(state.setting.track[space - 1] for space in entered) if state.setting.track else ()
        gained = replace(player.rounds[-1], advertising=prestige)
        state = state.with_player(
            seat,
            track=track,
            tokens=player.tokens + reward.inspiration,
            rounds=(*player.rounds[:-1], gained),
            owed=0 if state.setting.track else len(entered),
        )
        what = f"moves {spaces}" if spaces else f"takes {reward.inspiration} token"
        what += f" and gains {' + '.join(map(str, prestige))} Prestige" if prestige else ""
        bonus = track.claimed - player.track.claimed
        what += f", claims {bonus} bonus {'die' if bonus == 1 else 'dice'}" if bonus else ""
        state = replace(state, news=(*state.news, ("advertising: ", seat, f" {what}")))
    return state


def _tour_news(state: State) -> State:
    """The dice in the manors are counted on the sheets; here it is only said."""
    lines = [
        ("tours: ", seat, f" gains {dice * state.box.die_in_round} Prestige for {dice_text(dice)} in the manor")
        for seat, player in enumerate(state.players)
        if (dice := sum(player.rounds[-1].tours))
    ]
    return replace(state, news=(*state.news, *lines))


def collected(state: State) -> State:
    """The table in the build phase, once the Prestige of every space is known."""
    if any(player.owed for player in state.players):
        return state
    state = replace(state, phase=BUILD)
    for seat, player in enumerate(state.players):
        won = () if player.absent else player.won
        state = state.with_player(seat, won=won, done=not won)
    return built(state)


def built(state: State) -> State:
    """The table after the reset, once everybody has built: the next round, or the Grand Opening."""
    if not all(player.done for player in state.players):
        return state
    first = (state.first + 1) % len(state.players)
    players = tuple(replace(player, done=False) for player in state.players)
    state = replace(state, players=players, first=first, turn=first)
    if state.number < state.box.rounds:
        return new_round(state, state.number + 1)
    return _open_doors(state)


def _open_doors(state: State) -> State:
    empty = ((),) * len(DIE)
    state = replace(
        state, phase=OPENING, number=state.number + 1, offer=("",) * len(DIE), blueprints=empty, advertising=()
    )
    for seat, player in enumerate(state.players):
        dice = dice_of(player, state.box)
        if player.absent:
            state = state.with_player(seat, unhappy=dice, done=True)
        else:
            state = state.with_player(seat, unplaced=dice, rolling=dice)
    return opened(state)


def opened(state: State) -> State:
    """The table at its end, once everybody has no dice left; over, once the diversity of all is known."""
    if not all(player.done for player in state.players):
        return state
    missing = [seat for seat in waiting_for_diversity(state) if not state.players[seat].absent]
    return replace(state, phase=END if missing else OVER)


def waiting_for_diversity(state: State) -> list[int]:
    return [seat for seat in range(len(state.players)) if diversity_at(state, seat) is None]


def leave(state: State, seat: int) -> State:
    """The table after a player went away: dice in hand are put aside, tiles stay unbuilt, guests go home unhappy."""
    player = state.players[seat]
    state = state.with_player(seat, absent=True, unplaced=0, rolling=0, faces=())
    if state.phase == BID and state.turn == seat:
        return next_turn(state, seat + 1)
    if state.phase == BUILD:
        return built(state.with_player(seat, won=(), done=True))
    if state.phase == OPENING:
        return opened(state.with_player(seat, unhappy=player.unhappy + player.unplaced, done=True))
    return opened(state) if state.phase == END else state


def type_names(state: State, seat: int) -> dict[str, str]:
    """The tiles that a player has won, by their types."""
    return {type_of(tile, state): tile for tile in state.players[seat].won}

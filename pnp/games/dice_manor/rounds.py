"""The rounds of Dice Manor: tiles turned up, bids collected, tiles built, the opening, the end."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.games.dice_manor.bidding import advertising_moves, collect_advertising
from pnp.games.dice_manor.rules import DIE
from pnp.games.dice_manor.sheet import Round, plus
from pnp.games.dice_manor.state import NOTHING, Phase, State
from pnp.words import say


def new_round(state: State, number: int) -> State:
    """The table at the start of a round: everybody has all dice, blueprints are empty."""
    players = tuple(
        player._replace(rounds=(*player.rounds, Round()), unplaced=0 if player.absent else state.dice_of(seat))
        for seat, player in enumerate(state.players)
    )
    state = state._replace(phase=Phase.DRAW, number=number, players=players, blueprints=NOTHING, advertising=())
    return state if to_draw(state) else drawn(state, ())


def to_draw(state: State) -> list[tuple[int, tuple[str, ...]]]:
    """The blueprints for which a tile is drawn, with the tiles that may come up."""
    if not state.setting.plan:
        return []
    return [(number, stack) for number, stack in enumerate(state.stacks, DIE[0]) if len(stack) > 1]


def drawn(state: State, names: Sequence[str]) -> State:
    """The table with a tile under each blueprint: drawn, the last of its stack, or the first one put back below."""
    chosen = dict(zip((number for number, _ in to_draw(state)), names, strict=True))
    offer, stacks, bottoms = [], [], []
    for number, stack, bottom in zip(DIE, state.stacks, state.bottoms, strict=True):
        tile = chosen.get(number) or next(iter((*stack, *bottom)), "")
        offer.append(tile if state.setting.plan else _left(state, number))
        bottoms.append(bottom if tile in stack else bottom[1:])
        stacks.append(tuple(name for name in stack if name != tile))
    state = state._replace(phase=Phase.BID, offer=tuple(offer), stacks=tuple(stacks), bottoms=tuple(bottoms))
    if state.setting.rolls_at_end:
        state = state._replace(players=tuple(player._replace(rolling=player.unplaced) for player in state.players))
    return next_turn(state, state.first)


def _left(state: State, number: int) -> str:
    """The type of room that a blueprint offers, where the box still has a tile of it."""
    kind = state.rules.type_at(number)
    built = sum(room.type == kind for player in state.players for room in player.rooms)
    return kind if kind and built < state.rules.types[kind].tiles else ""


def next_turn(state: State, seat: int) -> State:
    """The turn of the next player from a seat on who has dice; when nobody has any, the bids are collected."""
    count = len(state.players)
    for turn in (place % count for place in range(seat, seat + count)):
        player = state.players[turn]
        if player.unplaced:
            # Dice that lie there were rolled at the end of the turn before.
            rolling = player.rolling if player.faces else player.unplaced
            return state._replace(turn=turn).with_player(turn, rolling=rolling)
    return collect(state)


def collect(state: State) -> State:
    """The bids collected; where a marker moves on a track whose length nobody knows, once that is told."""
    if state.asks and state.advertising:
        return state._replace(phase=Phase.COLLECT, news=())
    state = state._replace(phase=Phase.COLLECT, news=())
    for number in DIE:
        state = _collect_blueprint(state, number)
    return collected(_tour_news(_collect_advertising(state)))


def _collect_blueprint(state: State, number: int) -> State:
    """The first of the bids gets the tile, each of the others tokens; a tile that nobody wants goes below its stack."""
    bids, tile = state.blueprints[number - 1], state.offer[number - 1]
    if not bids:
        below = (*state.bottoms[number - 1], tile) if tile and state.setting.plan else state.bottoms[number - 1]
        return state._replace(bottoms=(*state.bottoms[: number - 1], below, *state.bottoms[number:]))
    first, *others = (bid.seat for bid in bids)
    if tile:
        state = state.with_player(first, won=(*state.players[first].won, tile))
    for seat in others:
        state = state.with_player(seat, tokens=state.players[seat].tokens + state.rules.blueprint_tokens)
    tokens = tuple(say("news.token", seat=seat) for seat in others)
    line = say("news.blueprint", number=number, seat=first, tile=tile, tokens=tokens)
    return state._replace(news=(*state.news, line))


def _collect_advertising(state: State) -> State:
    moves, known = advertising_moves(state.advertising, state.rules), state.setting.track
    for bid in state.advertising:
        spaces, tokens = moves[bid.seat]
        player = state.players[bid.seat]
        track, entered = collect_advertising(player.track, spaces, bid.dice)
        prestige = tuple(known[space - 1] for space in entered) if known else ()
        state = state.with_player(
            bid.seat,
            track=track,
            tokens=player.tokens + tokens,
            rounds=(*player.rounds[:-1], player.rounds[-1]._replace(advertising=prestige)),
            owed=0 if known else len(entered),
        )
        bonus = track.claimed - player.track.claimed or None
        if spaces:
            line = say("news.moves", seat=bid.seat, spaces=spaces, prestige=plus(prestige), bonus=bonus)
        else:
            line = say("news.no-move", seat=bid.seat, tokens=tokens, bonus=bonus)
        state = state._replace(news=(*state.news, line))
    return state


def _tour_news(state: State) -> State:
    """The dice in the manors are counted on the sheets; here it is only said."""
    lines = [
        say("news.tours", seat=seat, prestige=dice * state.rules.die_in_round, dice=dice)
        for seat, player in enumerate(state.players)
        if (dice := sum(player.rounds[-1].tours))
    ]
    return state._replace(news=(*state.news, *lines))


def collected(state: State) -> State:
    """The table in the build phase, once the Prestige of every space is known."""
    if any(player.owed for player in state.players):
        return state
    won = [() if player.absent else player.won for player in state.players]
    players = tuple(p._replace(won=tiles, done=not tiles) for p, tiles in zip(state.players, won, strict=True))
    return built(state._replace(phase=Phase.BUILD, players=players))


def built(state: State) -> State:
    """The table after the reset, once everybody has built: the next round, or the Grand Opening."""
    if not all(player.done for player in state.players):
        return state
    first = (state.first + 1) % len(state.players)
    players = tuple(player._replace(done=False) for player in state.players)
    state = state._replace(players=players, first=first, turn=first)
    if state.number < state.rules.rounds:
        return new_round(state, state.number + 1)
    return _open_doors(state)


def _open_doors(state: State) -> State:
    offer = ("",) * len(DIE)
    state = state._replace(
        phase=Phase.OPENING, number=state.number + 1, offer=offer, blueprints=NOTHING, advertising=()
    )
    for seat, player in enumerate(state.players):
        dice = state.dice_of(seat)
        if player.absent:
            state = state.with_player(seat, unhappy=dice, done=True)
        else:
            state = state.with_player(seat, unplaced=dice, rolling=dice)
    return opened(state)


def opened(state: State) -> State:
    """The table at its end, once everybody has no dice left; over, once the diversity of all is known."""
    if not all(player.done for player in state.players):
        return state
    missing = [not player.absent and state.diversity_at(seat) is None for seat, player in enumerate(state.players)]
    return state._replace(phase=Phase.END if any(missing) else Phase.OVER)


def gone(state: State, seat: int) -> State:
    """The table after a player went away: dice in hand are put aside, tiles stay unbuilt, guests go home unhappy."""
    player = state.players[seat]
    state = state.with_player(seat, absent=True, unplaced=0, rolling=0, faces=())
    if state.phase == Phase.BID and state.turn == seat:
        return next_turn(state, seat + 1)
    if state.phase == Phase.BUILD:
        return built(state.with_player(seat, won=(), done=True))
    if state.phase == Phase.OPENING:
        return opened(state.with_player(seat, unhappy=player.unhappy + player.unplaced, done=True))
    return opened(state) if state.phase == Phase.END else state

"""A player's dice: tokens that change them, and placing all dice of a number; in the opening all players at once."""

from __future__ import annotations

from collections.abc import Iterable

from pnp.games.dice_manor.bidding import Bid, place_bid
from pnp.games.dice_manor.moves import REST, Nudge, Place, Reroll
from pnp.games.dice_manor.rounds import next_turn, opened
from pnp.games.dice_manor.rules import DIE
from pnp.games.dice_manor.state import Phase, Player, State
from pnp.games.dice_manor.tours import Path, dice_on
from pnp.games.seats import deny


def check_turn(state: State, seat: int) -> Player:
    """The player of a seat, who has dice to decide about; refused otherwise."""
    player = state.players[seat]
    if state.phase not in (Phase.BID, Phase.OPENING):
        deny("not-now.placing", phase=state.phase)
    if state.phase == Phase.BID and seat != state.turn:
        deny("not-your-turn", seat=state.turn)
    if player.rolling:
        deny("dice-first", n=player.rolling)
    if not player.faces:
        deny("no-dice-left", seat=seat)
    return player


def _spent(state: State, seat: int, taken: Iterable[int]) -> tuple[int, tuple[int, ...]]:
    """The tokens that are left after changing some dice, and the dice that stay as they lie."""
    player = check_turn(state, seat)
    if not player.tokens:
        deny("no-token", seat=seat)
    left = list(player.faces)
    for face in taken:
        if face not in left:
            deny("no-such-die", face=face, faces=player.faces)
        left.remove(face)
    return player.tokens - 1, tuple(left)


def nudge(state: State, seat: int, move: Nudge) -> State:
    """One die turned up or down by a token; the lowest and the highest number are neighbours."""
    tokens, left = _spent(state, seat, [move.old])
    if move.new not in neighbours(move.old):
        deny("not-a-neighbour", old=move.old, new=move.new, neighbours=neighbours(move.old))
    return state.with_player(seat, tokens=tokens, faces=tuple(sorted((*left, move.new))))


def neighbours(number: int) -> tuple[int, int]:
    """The numbers that a token can make of a die.

    >>> neighbours(6)
    (5, 1)
    """
    lower, higher = ((number - DIE[0] + step) % len(DIE) + DIE[0] for step in (-1, 1))
    return lower, higher


def reroll(state: State, seat: int, move: Reroll) -> State:
    """Dice taken up by a token, to be rolled again at once."""
    taken = move.dice or state.players[seat].faces
    tokens, left = _spent(state, seat, taken)
    return state.with_player(seat, tokens=tokens, faces=left, rolling=len(taken))


def place(state: State, seat: int, move: Place) -> State:
    """All dice of one number placed, and the turn passed on."""
    player = check_turn(state, seat)
    move = complete(player, seat, move)
    if state.phase == Phase.OPENING:
        _check_opening(state, seat, move)
    elif move.unhappy:
        deny("no-guests-yet")
    state = _bid(_tour(state, seat, move), seat, move)
    left = player.unplaced - player.faces.count(move.number)
    state = state.with_player(seat, faces=(), unplaced=left, unhappy=player.unhappy + move.unhappy)
    if state.phase == Phase.OPENING:
        return opened(state.with_player(seat, rolling=left, done=not left))
    if state.setting.rolls_at_end:
        state = state.with_player(seat, rolling=left)
    return next_turn(state, seat + 1)


def complete(player: Player, seat: int, move: Place) -> Place:
    """The placement with every count known; all dice of the number are placed, no more and no fewer."""
    have = player.faces.count(move.number)
    if not have:
        deny("not-rolled", seat=seat, number=move.number, numbers=tuple(sorted(set(player.faces))))
    counts = [move.blueprint, move.advertising, move.unhappy, *map(dice_on, move.tours)]
    given = sum(count for count in counts if count != REST)
    if given > have or (given < have and REST not in counts):
        deny("not-all-dice", placed=given, have=have, number=move.number)
    rest = have - given
    blueprint, advertising, unhappy = (rest if count == REST else count for count in counts[:3])
    tours: tuple[Path, ...] = tuple(rest if path == REST else path for path in move.tours if path != REST or rest)
    return Place(move.number, blueprint, tours, advertising, unhappy)


def _check_opening(state: State, seat: int, move: Place) -> None:
    if move.blueprint or move.advertising:
        deny("only-tours")
    if not state.setting.plan:
        return
    have = sum(map(dice_on, move.tours)) + move.unhappy
    fit = state.tours_at(seat).room_for(move.number, have)
    if move.unhappy > have - fit:
        deny("still-room", unhappy=move.unhappy, fit=fit, have=have)


def _tour(state: State, seat: int, move: Place) -> State:
    """The tours of a placement, with what each path brings at once."""
    if not move.tours:
        return state
    player, walks = state.players[seat], state.tours_at(seat).check(move.number, move.tours)
    lengths = tuple(map(dice_on, move.tours))
    tokens = player.tokens + sum(map(state.rules.tokens_of_tour, lengths))
    state = state.with_player(seat, tokens=tokens, walks=(*player.walks, *walks))
    all_tours = (*state.toured(seat), *lengths)
    if state.phase == Phase.OPENING:
        return state.with_player(seat, opening=all_tours)
    return state.with_player(seat, rounds=(*player.rounds[:-1], player.rounds[-1]._replace(tours=all_tours)))


def _bid(state: State, seat: int, move: Place) -> State:
    rules, at = state.rules, move.number - 1
    if move.blueprint:
        bids = place_bid(state.blueprints[at], Bid(seat, move.blueprint, move.number), rules.blueprint_order)
        state = state._replace(blueprints=(*state.blueprints[:at], bids, *state.blueprints[at + 1 :]))
    if move.advertising:
        bid = Bid(seat, move.advertising, move.number)
        state = state._replace(advertising=place_bid(state.advertising, bid, rules.advertising_order))
    return state

"""A player's turn in Dice Manor: rolling, tokens, placing; in the bidding one by one, in the opening all at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from pnp.games import _manor_rounds as rounds
from pnp.games._manor_bids import Bid, bid_on_advertising, bid_on_blueprint, tour_reward
from pnp.games._manor_state import BID, DRAW, OPENING, OVER, Player, Refused, State, dice_text
from pnp.games._manor_tiles import DIE
from pnp.games._manor_tours import check_tours, dice_on, resolved, room_for, toured
from pnp.games._manor_words import REST, Nudge, Place, Reroll
from pnp.games.play import Die, Face


def roller(state: State) -> int | None:
    """The seat whose dice are to be rolled first."""
    return next((seat for seat, player in enumerate(state.players) if player.rolling), None)


def dice(state: State) -> tuple[Die, ...]:
    """The dice that one player is to roll now, or with tiles of the edition the stacks to turn up a tile from."""
    if state.phase == DRAW:
        return tuple(Die(f"blueprint {number}", stack) for number, stack in rounds.to_draw(state))
    seat = roller(state)
    return () if seat is None else _hand(state.players[seat])


def _hand(player: Player) -> tuple[Die, ...]:
    return tuple(Die(f"{player.name} {number}", tuple(DIE)) for number in range(1, player.rolling + 1))


def rolled(state: State, seat: int | None, faces: Sequence[Face]) -> State:
    """The table after dice were rolled: the first ones that are wanted, or in the opening those of a seat."""
    if state.phase == OVER:
        raise Refused("over", "the game is over; nothing more is rolled")
    roll = roller(state) if seat is None else seat
    hand = () if roll is None else _hand(state.players[roll])
    asked = dice(state) if state.phase == DRAW else hand
    if not asked:
        raise Refused("no-dice-wanted", "no dice are to be rolled now; what lies is placed first")
    if len(faces) != len(asked):
        raise Refused("wrong-dice", f"{len(faces)} dice; {len(asked)} are rolled: {asked[0].name} and so on")
    for face, die in zip(faces, asked, strict=True):
        if face not in die.faces or isinstance(face, bool):
            allowed = f"{die.faces[0]} to {die.faces[-1]}" if state.phase != DRAW else ", ".join(map(str, die.faces))
            raise Refused("wrong-dice", f"{die.name}: it can't show {str(face)[:40]!r}; {allowed} are allowed")
    if state.phase == DRAW:
        return rounds.drawn(state, [str(face) for face in faces])
    assert roll is not None
    lie = sorted([*state.players[roll].faces, *(int(face) for face in faces)])
    return state.with_player(roll, faces=tuple(lie), rolling=0)


def check_turn(state: State, seat: int) -> Player:
    """The player of a seat, who has dice to decide about; refused otherwise."""
    player = state.players[seat]
    if state.phase not in (BID, OPENING):
        raise Refused("not-now", f"no dice are placed now; this is the {state.phase} phase")
    if state.phase == BID and seat != state.turn:
        raise Refused("not-your-turn", f"it is {state.players[state.turn].name}'s turn; bidding goes clockwise")
    if player.rolling:
        raise Refused("dice-first", f"{player.name} rolls {dice_text(player.rolling)} first")
    if not player.faces:
        raise Refused("no-dice-left", f"{player.name} has no dice left to place")
    return player


def _without(faces: Sequence[int], taken: Iterable[int]) -> tuple[int, ...]:
    left = list(faces)
    for face in taken:
        if face not in left:
            raise Refused("no-such-die", f"no {face} is left among {' '.join(map(str, faces))}")
        left.remove(face)
    return tuple(left)


def _token(player: Player) -> int:
    if not player.tokens:
        raise Refused("no-token", f"{player.name} has no Inspiration token; each change of dice costs one")
    return player.tokens - 1


def nudge(state: State, seat: int, words: Nudge) -> State:
    """One die turned up or down by a token; the lowest and the highest number are neighbours."""
    player = check_turn(state, seat)
    tokens, left = _token(player), _without(player.faces, [words.old])
    if (words.new - words.old) % len(DIE) not in (1, len(DIE) - 1):
        near = " or ".join(map(str, neighbours(words.old)))
        raise Refused("not-a-neighbour", f"{words.old} to {words.new}; a token makes a {words.old} a {near}")
    return state.with_player(seat, tokens=tokens, faces=tuple(sorted((*left, words.new))))


def neighbours(number: int) -> tuple[int, int]:
    """The numbers that a token can make of a die.

    >>> neighbours(6)
    (5, 1)
    """
    lower, higher = ((number - DIE[0] + step) % len(DIE) + DIE[0] for step in (-1, 1))
    return lower, higher


def reroll(state: State, seat: int, words: Reroll) -> State:
    """Dice taken up by a token, to be rolled again at once."""
    player = check_turn(state, seat)
    taken = words.dice or player.faces
    tokens, left = _token(player), _without(player.faces, taken)
    return state.with_player(seat, tokens=tokens, faces=left, rolling=len(taken))


def place(state: State, seat: int, words: Place) -> State:
    """All dice of one number placed, and the turn passed on."""
    player = check_turn(state, seat)
    words = _complete(player, words)
    if state.phase == OPENING:
        _check_opening(state, seat, words)
    else:
        _check_bid(state, seat, words)
    state = _tour(state, seat, words)
    if words.blueprint:
        bids = state.blueprints[words.number - 1]
        mine = bid_on_blueprint(bids, Bid(str(seat), words.blueprint, words.number), state.setting.edition)
        after = (*state.blueprints[: words.number - 1], mine, *state.blueprints[words.number :])
        state = replace(state, blueprints=after)
    if words.advertising:
        bid = Bid(str(seat), words.advertising, words.number)
        state = replace(state, advertising=bid_on_advertising(state.advertising, bid, state.setting.edition))
    left = player.unplaced - player.faces.count(words.number)
    unhappy = player.unhappy + words.unhappy
    state = state.with_player(seat, faces=(), unplaced=left, unhappy=unhappy)
    if state.phase == OPENING:
        return rounds.opened(state.with_player(seat, rolling=left, done=not left))
    return rounds.next_turn(state, seat + 1)


def _complete(player: Player, words: Place) -> Place:
    """The placement with every count known; all dice of the number are placed, no more and no fewer."""
    have = player.faces.count(words.number)
    if not have:
        faces = ", ".join(map(str, sorted(set(player.faces))))
        raise Refused("not-rolled", f"{player.name} has no {words.number}; {faces} can be chosen")
    counts = [words.blueprint, words.advertising, words.unhappy, *map(dice_on, words.tours)]
    given = sum(count for count in counts if count != REST)
    if given > have or (given < have and REST not in counts):
        message = f"{given} dice placed; all {have} dice that show {words.number} are placed, wherever they go"
        raise Refused("not-all-dice", message)
    rest = have - given
    blueprint, advertising, unhappy = (rest if count == REST else count for count in counts[:3])
    return Place(words.number, blueprint, resolved(words.tours, rest), advertising, unhappy)


def _check_bid(state: State, seat: int, words: Place) -> None:
    if words.unhappy:
        raise Refused("no-guests-yet", "Unhappy Guests come to the Grand Opening only; b, t and a are allowed")
    mine = next((bid for bid in state.advertising if bid.player == str(seat)), None)
    if words.advertising and mine and mine.number != words.number:
        message = f"{words.number} added to advertising with {mine.number}; only more {mine.number} may join them"
        raise Refused("advertising-number", message)


def _check_opening(state: State, seat: int, words: Place) -> None:
    if words.blueprint or words.advertising:
        raise Refused("only-tours", "in the Grand Opening dice go on tours only, or outside as Unhappy Guests")
    if not state.setting.plan:
        return
    have = sum(map(dice_on, words.tours)) + words.unhappy
    fit = room_for(state, seat, words.number, have)
    if words.unhappy > have - fit:
        message = f"{words.unhappy} Unhappy Guests, but {fit} of {have} dice find a slot; only the others stay outside"
        raise Refused("still-room", message)


def _tour(state: State, seat: int, words: Place) -> State:
    """The tours of a placement, with what each path brings at once."""
    if not words.tours:
        return state
    player, walks = state.players[seat], check_tours(state, seat, words.number, words.tours)
    lengths = tuple(map(dice_on, words.tours))
    tokens = player.tokens + sum(tour_reward(dice, state.setting.edition).inspiration for dice in lengths)
    all_tours = (*toured(state, seat), *lengths)
    if state.phase == OPENING:
        return state.with_player(seat, tokens=tokens, walks=(*player.walks, *walks), opening=all_tours)
    last = replace(player.rounds[-1], tours=all_tours)
    return state.with_player(seat, tokens=tokens, walks=(*player.walks, *walks), rounds=(*player.rounds[:-1], last))

"""What players read from the board and report: the spaces of the track, bonus dice, diversity."""

from __future__ import annotations

from pnp.games.dice_manor.bidding import lengthened, with_claimed
from pnp.games.dice_manor.moves import Tell
from pnp.games.dice_manor.rounds import collect, collected, opened
from pnp.games.dice_manor.rules import MOST
from pnp.games.dice_manor.state import LONGEST_TRACK, Phase, State
from pnp.games.seats import deny, doubt


def tell(state: State, seat: int | None, move: Tell) -> State:
    """The table after a report; one that the table makes begins with the seat's number, counted from 1."""
    what, numbers = move
    if what == "length":
        return _length(state, numbers)
    # A player may say it as the table does, with the seat in front.
    of_table = what == "bonus" and len(numbers) == 2
    if seat is None or of_table:
        if not numbers or not 1 <= numbers[0] <= len(state.players):
            deny("no-such-seat.whose", what=what, seats=len(state.players))
        seat, numbers = numbers[0] - 1, numbers[1:]
    if what == "spaces":
        return _spaces(state, seat, numbers)
    if what == "bonus":
        return _bonus(state, seat, _one(numbers, what, state.rules.bonus_dice))
    return _diversity(state, seat, _one(numbers, what, MOST))


def _one(numbers: tuple[int, ...], what: str, most: int) -> int:
    if len(numbers) != 1 or numbers[0] > most:
        deny("how-many", what=what, numbers=numbers, most=most)
    return numbers[0]


def _spaces(state: State, seat: int, numbers: tuple[int, ...]) -> State:
    player = state.players[seat]
    if state.phase != Phase.COLLECT:
        deny("not-now.spaces", phase=state.phase)
    if not player.owed:
        deny("no-spaces", seat=seat)
    if len(numbers) > player.owed or any(number > MOST for number in numbers):
        deny("how-many.spaces", n=len(numbers), seat=seat, owed=player.owed)
    if len(numbers) < player.owed:
        doubt("how-many.spaces", n=len(numbers), seat=seat, owed=player.owed)
    row = player.rounds[-1]._replace(advertising=numbers)
    return collected(state.with_player(seat, owed=0, rounds=(*player.rounds[:-1], row)))


def _bonus(state: State, seat: int, claimed: int) -> State:
    """The bonus dice that a player has by the board; dice that are still to be rolled are more or fewer at once."""
    if state.setting.track is not None:
        deny("track-known")
    player = state.players[seat]
    more, all_in_hand = claimed - player.track.claimed, player.unplaced == state.dice_of(seat)
    state = state.with_player(seat, track=with_claimed(player.track, claimed, state.rules))
    left = player.unplaced + more
    waits = left > 0 and player.unplaced and state.phase in (Phase.BID, Phase.OPENING)
    if not waits or not (state.at_once or all_in_hand):
        return state
    if not player.faces:
        return state.with_player(seat, unplaced=left, rolling=left if player.rolling else 0)
    if state.setting.rolls_at_end and seat != state.turn and more > 0:
        return state.with_player(seat, unplaced=left, rolling=player.rolling + more)
    return state


def _length(state: State, numbers: tuple[int, ...]) -> State:
    """How many spaces the advertising track has, as the board shows it."""
    least = state.rules.bonus_dice + 1
    if state.setting.track is not None:
        deny("track-known")
    if len(numbers) != 1 or not least <= numbers[0] <= LONGEST_TRACK:
        deny("how-many.length", numbers=numbers, least=least, most=LONGEST_TRACK)
    for seat, player in enumerate(state.players):
        state = state.with_player(seat, track=lengthened(player.track, numbers[0], state.rules))
    waited, state = state.asks and state.phase == Phase.COLLECT, state._replace(asks=False)
    return collect(state) if waited else state


def _diversity(state: State, seat: int, prestige: int) -> State:
    if state.phase != Phase.END:
        deny("not-now.diversity", phase=state.phase)
    if (known := state.diversity_at(seat)) is not None:
        deny("diversity-known", seat=seat, known=known)
    types = state.types_at(seat)
    return opened(state._replace(aid=tuple(sorted((*state.aid, (types, prestige))))))

"""What a table of Dice Manor reads from its board, and who is away."""

from __future__ import annotations

from dataclasses import replace

from pnp.games import _manor_rounds as rounds
from pnp.games._manor_bids import new_track
from pnp.games._manor_box import MOST
from pnp.games._manor_score import room_types
from pnp.games._manor_state import BID, COLLECT, END, OPENING, Player, Refused, State, dice_of, diversity_at, manor_at
from pnp.games._manor_words import Tell


def tell(state: State, seat: int | None, words: Tell) -> State:
    """The table after something was told; from the table the seat's number, counted from 1, comes first."""
    numbers = words.numbers
    if seat is None or (numbers and words.what in ("absent", "back")):
        if not numbers or not 1 <= numbers[0] <= len(state.players):
            who = f"its number comes first, from 1 to {len(state.players)}"
            raise Refused("no-such-seat", f"{words.what}: of which seat? {who}, as in '{words.what} 1'")
        if seat is not None and numbers[0] - 1 != seat:
            raise Refused("not-your-seat", f"only the table, or the player there, says {words.what!r} of a seat")
        seat, numbers = numbers[0] - 1, numbers[1:]
    if words.what == "spaces":
        return _spaces(state, seat, numbers)
    if words.what == "bonus":
        return _bonus(state, seat, _one(numbers, words.what, state.box.bonus_dice))
    if words.what == "diversity":
        return _diversity(state, seat, _one(numbers, words.what, MOST))
    if numbers:
        raise Refused("how-many", f"{words.what}: {len(numbers) + 1} numbers; one seat is named")
    return _absent(state, seat) if words.what == "absent" else _back(state, seat)


def _one(numbers: tuple[int, ...], what: str, most: int) -> int:
    if len(numbers) != 1 or numbers[0] > most:
        said = " ".join(map(str, numbers)) or "nothing"
        raise Refused("how-many", f"{what}: {said}; one number from 0 to {most} is allowed")
    return numbers[0]


def _spaces(state: State, seat: int, numbers: tuple[int, ...]) -> State:
    player = state.players[seat]
    if state.phase != COLLECT:
        raise Refused("not-now", f"no marker has moved just now; this is the {state.phase} phase")
    if not player.owed:
        raise Refused("no-spaces", f"{player.name} entered no space that is still to be told")
    if len(numbers) != player.owed or any(number > MOST for number in numbers):
        message = f"{len(numbers)} spaces; {player.name} entered {player.owed}, the Prestige of each is told"
        raise Refused("how-many", message)
    row = replace(player.rounds[-1], advertising=numbers)
    return rounds.collected(state.with_player(seat, owed=0, rounds=(*player.rounds[:-1], row)))


def _bonus(state: State, seat: int, claimed: int) -> State:
    """The bonus dice that a player has by the board, where the length of its track is not known here."""
    if state.setting.track is not None:
        raise Refused("track-known", "bonus dice are worked out on the track that is known; nothing needs to be said")
    player = state.players[seat]
    track, box = player.track, state.box
    if claimed >= track.claimed:
        left = track.dice[claimed - track.claimed :]
    else:
        home = new_track(state.setting.edition).dice
        left = tuple(max(die, track.marker + 1) for die in home[claimed:])
    track = replace(track, claimed=claimed, dice=left)
    unrolled = _unrolled(state, player)
    state = state.with_player(seat, track=track)
    if not unrolled:
        return state
    dice = box.dice + claimed
    return state.with_player(seat, unplaced=dice, rolling=dice if player.rolling else 0)


def _unrolled(state: State, player: Player) -> bool:
    """Whether a player of the running round still has every die in hand."""
    all_dice = dice_of(player, state.box)
    return (
        state.phase in (BID, OPENING)
        and player.unplaced == all_dice
        and player.rolling in (0, all_dice)
        and (not player.faces)
    )


def _diversity(state: State, seat: int, prestige: int) -> State:
    player = state.players[seat]
    if state.phase != END:
        raise Refused("not-now", f"diversity is counted at the end; this is the {state.phase} phase")
    if (known := diversity_at(state, seat)) is not None:
        raise Refused("diversity-known", f"diversity of {player.name} is {known}; nothing needs to be said")
    types = room_types(manor_at(state, seat), state.box)
    return rounds.opened(replace(state, aid=tuple(sorted((*state.aid, (types, prestige))))))


def _absent(state: State, seat: int) -> State:
    if state.players[seat].absent:
        raise Refused("absent", f"{state.players[seat].name} is away already; write 'back {seat + 1}' at the return")
    return rounds.leave(state, seat)


def _back(state: State, seat: int) -> State:
    if not state.players[seat].absent:
        raise Refused("not-absent", f"{state.players[seat].name} is at the table")
    return state.with_player(seat, absent=False)

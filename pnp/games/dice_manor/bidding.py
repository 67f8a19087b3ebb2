"""Bids under blueprints and under the advertising track, and the markers and bonus dice on the track."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pnp.games.dice_manor.rules import Rules
from pnp.games.seats import deny


class Bid(NamedTuple):
    """The dice of one seat at one place: how many, and the number that all of them show."""

    seat: int
    dice: int
    number: int


class Track(NamedTuple):
    """One player's advertising track: the marker's space (0 is the start), bonus dice, nearest first."""

    spaces: int
    marker: int
    dice: tuple[int, ...]
    claimed: int = 0


def place_bid(bids: Sequence[Bid], new: Bid, order: Sequence[str]) -> tuple[Bid, ...]:
    """The bids from the highest down after dice were added, ordered as the edition says for this place.

    A player's dice join those already there. Only a bid that is truly higher passes another one.

    >>> teal, orange = Bid(0, 2, 3), Bid(1, 2, 3)
    >>> [bid.seat for bid in place_bid([teal], orange, ["dice"])]
    [0, 1]
    """
    if new.dice < 1:
        deny("no-dice-bid", dice=new.dice)
    mine = next((bid for bid in bids if bid.seat == new.seat), None)
    if mine is not None:
        if mine.number != new.number:
            deny("advertising-number", number=new.number, mine=mine.number)
        new = mine._replace(dice=mine.dice + new.dice)
    others = [bid for bid in bids if bid.seat != new.seat]
    ahead = sum(_height(bid, order) >= _height(new, order) for bid in others)
    return (*others[:ahead], new, *others[ahead:])


def _height(bid: Bid, order: Sequence[str]) -> tuple[int, ...]:
    size = {"dice": bid.dice, "number": bid.number}
    return tuple(size[name] for name in order)


def advertising_moves(bids: Sequence[Bid], rules: Rules) -> dict[int, tuple[int, int]]:
    """How far each bidder's marker moves, and the tokens that those who do not move take instead, by seat."""
    moves = {bid.seat: (spaces, 0) for bid, spaces in zip(bids, rules.ranks, strict=False)}
    return {**moves, **{bid.seat: (0, rules.advertising_tokens) for bid in bids[len(rules.ranks) :]}}


UNKNOWN = 0
"""The length of a track that nobody has told yet."""


def new_track(rules: Rules, spaces: int) -> Track:
    """A track before the game: the marker at the start, the bonus dice on the last spaces."""
    return Track(spaces, 0, tuple(range(spaces - rules.bonus_dice + 1, spaces + 1)) if spaces else ())


def lengthened(track: Track, spaces: int, rules: Rules) -> Track:
    """The same track once its length is told: the bonus dice that are left lie as far from its end as they did.

    A die that can't lie behind the marker lies just before it.
    """
    left = new_track(rules, spaces).dice[track.claimed :]
    if track.spaces:
        left = tuple(max(die + spaces - track.spaces, track.marker + 1) for die in track.dice)
    return track._replace(spaces=spaces, dice=left)


def collect_advertising(track: Track, spaces: int, dice: int) -> tuple[Track, tuple[int, ...]]:
    """The track after collecting, and the spaces that its marker entered; it stops at the end.

    First the marker moves. Then the nearest bonus die comes closer, one step for each die of the bid; steps left when
    it is claimed move the next one.

    >>> collect_advertising(Track(8, 2, (4, 8)), 2, 1)
    (Track(spaces=8, marker=4, dice=(7,), claimed=1), (3, 4))
    """
    entered = tuple(range(track.marker + 1, min(track.marker + spaces, track.spaces) + 1))
    track = _claim(track._replace(marker=track.marker + len(entered)))
    for _ in range(dice):
        nearest, others = track.dice[:1], track.dice[1:]
        track = _claim(track._replace(dice=(*(die - 1 for die in nearest), *others)))
    return track, entered


def _claim(track: Track) -> Track:
    """A die on the marker's space is claimed at once, whoever of the two moved."""
    left = tuple(die for die in track.dice if die > track.marker)
    return track._replace(dice=left, claimed=track.claimed + len(track.dice) - len(left))


def with_claimed(track: Track, claimed: int, rules: Rules) -> Track:
    """The track of a player who has so many bonus dice by the board, where its length is not known here."""
    if claimed >= track.claimed:
        left = track.dice[claimed - track.claimed :]
    else:
        left = tuple(max(die, track.marker + 1) for die in new_track(rules, track.spaces).dice[claimed:])
    return track._replace(claimed=claimed, dice=left)

"""The bidding of Dice Manor: order of bids, rewards of tours, markers and dice on the advertising track."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pnp.edition import Edition
from pnp.errors import CallError
from pnp.games._manor_box import open_box


@dataclass(frozen=True, slots=True)
class Bid:
    """The dice of one player at one place: how many, and the number that all of them show."""

    player: str
    dice: int
    number: int


@dataclass(frozen=True, slots=True)
class Reward:
    """What is gained at once."""

    prestige: int = 0
    inspiration: int = 0


@dataclass(frozen=True, slots=True)
class Track:
    """One player's advertising track: the marker's space (0 is the start), bonus dice, nearest first."""

    spaces: int
    marker: int
    dice: tuple[int, ...]
    claimed: int = 0


def tour_reward(dice: int, edition: Edition) -> Reward:
    """What a single path of so many dice brings; a path longer than the table earns its last entry.

    >>> from pnp.edition import shipped
    >>> tour_reward(5, shipped("dice-manor")), tour_reward(1, shipped("dice-manor"))
    (Reward(prestige=11, inspiration=0), Reward(prestige=0, inspiration=1))
    """
    box = open_box(edition)
    return Reward(by_dice(dice, box.tour_rewards), box.tour_tokens[dice - 1] if dice <= len(box.tour_tokens) else 0)


def by_dice(dice: int, rewards: Sequence[int]) -> int:
    """The entry of a table that starts at one die, the last one for more dice than it has.

    >>> by_dice(2, [0, 2, 5]), by_dice(9, [0, 2, 5])
    (2, 5)
    """
    return rewards[min(dice, len(rewards)) - 1] if dice > 0 and rewards else 0


def place_bid(bids: Sequence[Bid], new: Bid, order: Sequence[str]) -> tuple[Bid, ...]:
    """The bids from the highest down after dice were added, ordered as the edition says for this place.

    A player's dice join those already there. Only a bid that is truly higher passes another one.

    >>> teal, orange = Bid("Teal", 2, 3), Bid("Orange", 2, 3)
    >>> [bid.player for bid in place_bid([teal], orange, ["dice"])]
    ['Teal', 'Orange']
    """
    if new.dice < 1:
        raise CallError(f"{new.player}: a bid of {new.dice} dice; at least 1 is allowed")
    mine = next((bid for bid in bids if bid.player == new.player), None)
    if mine is not None:
        if mine.number != new.number:
            raise CallError(
                f"{new.player}: {new.number} added to a bid of {mine.number}; only {mine.number} is allowed"
            )
        new = replace(mine, dice=mine.dice + new.dice)
    others = [bid for bid in bids if bid.player != new.player]
    ahead = sum(_height(bid, order) >= _height(new, order) for bid in others)
    return (*others[:ahead], new, *others[ahead:])


def _height(bid: Bid, order: Sequence[str]) -> tuple[int, ...]:
    size = {"dice": bid.dice, "number": bid.number}
    return tuple(size[name] for name in order if name in size)


def bid_on_blueprint(bids: Sequence[Bid], new: Bid, edition: Edition) -> tuple[Bid, ...]:
    """The bids under a blueprint after one more."""
    return place_bid(bids, new, edition["blueprint-order"])


def bid_on_advertising(bids: Sequence[Bid], new: Bid, edition: Edition) -> tuple[Bid, ...]:
    """The bids under the advertising track after one more."""
    return place_bid(bids, new, edition["advertising-order"])


def blueprint_rewards(bids: Sequence[Bid], edition: Edition) -> dict[str, Reward]:
    """What the bidders who do not get the tile take instead; the first of the bids gets the tile."""
    return {bid.player: Reward(inspiration=edition["blueprint-tokens"]) for bid in bids[1:]}


def advertising_moves(bids: Sequence[Bid], edition: Edition) -> dict[str, tuple[int, Reward]]:
    """How far each bidder's marker moves, and what those who do not move take instead."""
    ranks = open_box(edition).ranks
    token = Reward(inspiration=edition["advertising-tokens"])
    moves = {bid.player: (spaces, Reward()) for bid, spaces in zip(bids, ranks, strict=False)}
    return {**moves, **{bid.player: (0, token) for bid in bids[len(ranks) :]}}


def new_track(edition: Edition) -> Track:
    """A track before the game: the marker at the start, the bonus dice on the last spaces."""
    box = open_box(edition)
    return Track(box.spaces, 0, tuple(range(box.spaces - box.bonus_dice + 1, box.spaces + 1)))


def advance(track: Track, spaces: int) -> tuple[Track, tuple[int, ...]]:
    """The track after the marker moved space by space, and the spaces it entered; it stops at the end.

    >>> advance(Track(8, 2, (4, 8)), 2)
    (Track(spaces=8, marker=4, dice=(8,), claimed=1), (3, 4))
    """
    entered = tuple(range(track.marker + 1, min(track.marker + spaces, track.spaces) + 1))
    for space in entered:
        track = _claim(replace(track, marker=space))
    return track, entered


def move_dice(track: Track, steps: int) -> Track:
    """The track after the nearest bonus die came closer; steps left when it is claimed move the next one.

    >>> move_dice(Track(8, 4, (7, 8)), 5)
    Track(spaces=8, marker=4, dice=(6,), claimed=1)
    """
    for _ in range(steps):
        if not track.dice:
            break
        track = _claim(replace(track, dice=(track.dice[0] - 1, *track.dice[1:])))
    return track


def _claim(track: Track) -> Track:
    """A die on the marker's space is claimed at once, whoever of the two moved."""
    left = tuple(die for die in track.dice if die > track.marker)
    return replace(track, dice=left, claimed=track.claimed + len(track.dice) - len(left))


def collect_advertising(track: Track, spaces: int, dice: int) -> tuple[Track, tuple[int, ...]]:
    """The track after collecting, first the marker and then the dice, and the spaces entered."""
    track, entered = advance(track, spaces)
    return move_dice(track, dice), entered

"""Games in which chance picks among everything that is offered, and recorded games: what tests of several games share."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from pnp.games.play import Action
from pnp.games.seats import Refusal

Offers = list[tuple[int | None, str]]
Facts = Callable[[Any], Mapping[str, Any]]
Choice = Callable[[Any, Offers, random.Random], tuple[int | None, str]]


def sha(dump: Any) -> str:
    """The sum of a state's plain values."""
    return hashlib.sha256(json.dumps(dump, sort_keys=True).encode()).hexdigest()


def by_chance(_: Any, offers: Offers, rng: random.Random) -> tuple[int | None, str]:
    """Any of the words that are offered."""
    return rng.choice(offers)


def driven(play: Any, state: Any, seed: int, most: int, choose: Choice = by_chance) -> tuple[list[Action], list[Any]]:
    """A game to its end: what was done, and the states before and after."""
    rng = random.Random(seed)
    states, actions = [state], list[Action]()
    while not play.over(states[-1]):
        state = states[-1]
        if dice := play.dice(state):
            action = Action(None, "", tuple(rng.choice(die.faces) for die in dice))
        else:
            wanted = {want.seat: None for want in play.wanted(state)}
            assert wanted
            offers = [(seat, option.notation) for seat in wanted for option in play.options(state, seat)]
            action = Action(*choose(state, offers, rng))
        following = play.act(state, action)
        assert not isinstance(following, Refusal), (action, following)
        actions.append(action)
        states.append(following)
        assert len(actions) < most
    return actions, states


def recorded(
    play: Any, game: tuple[list[Action], list[Any]], wrong: Action, every: int, dump: Callable[[Any], Any], facts: Facts
) -> str:
    """A game as lines: what was done, now and then what was refused, and sums and facts of the states in turn."""
    lines: list[Mapping[str, Any]] = []
    actions, states = game
    for number, (action, before, after) in enumerate(zip(actions, states, states[1:], strict=False)):
        refusal = play.act(before, wrong)
        if number % every == 0 and isinstance(refusal, Refusal):
            lines.append({"seat": wrong.seat, "words": wrong.words, "dice": [], "refused": refusal.code})
        lines.append({"seat": action.seat, "words": action.words, "dice": list(action.dice)})
        lines.append({"dump_sha256": sha(dump(after))} if number % 2 else facts(after))
    return "".join(json.dumps(line) + "\n" for line in lines)


def replayed(
    play: Any, state: Any, lines: Iterable[Mapping[str, Any]], dump: Callable[[Any], Any], facts: Facts
) -> Any:
    """The state after the lines of a record, each of which must hold."""
    for line in lines:
        if "dump_sha256" in line:
            assert sha(dump(state)) == line["dump_sha256"]
        elif "words" not in line:
            assert facts(state) == line
        else:
            following = play.act(state, Action(line["seat"], line["words"], tuple(line["dice"])))
            assert isinstance(following, Refusal) == bool(line.get("refused")), line
            if isinstance(following, Refusal):
                assert following.code == line["refused"]
            else:
                state = following
    return state

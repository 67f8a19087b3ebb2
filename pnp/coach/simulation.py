"""Many games by bots: cut into pieces by their numbers, so that however they are cut the result is the same."""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from pnp import __version__
from pnp.batch import Run, in_order
from pnp.coach.bots import bot_of
from pnp.coach.compiled import runner
from pnp.edition import Edition
from pnp.errors import CallError
from pnp.games.coaching import Tally
from pnp.games.game import Game
from pnp.games.library import Library
from pnp.games.play import Action
from pnp.games.seats import Refusal
from pnp.words import say

PIECES = 60
"""A simulation is cut into about so many pieces."""
LONG = 20_000
"""From so many games on, what is finished is kept for a run that is stopped."""
LONGEST = 5000
"""The actions after which a game is taken to have no end."""


class Setting(NamedTuple):
    """What is played: the game, its rules where they are a file of one's own, the edition, the bots, the seed."""

    game: str
    rules: Path | None
    edition: Edition
    bots: tuple[str, ...]
    seed: int


def simulate(setting: Setting, games: int, run: Run, progress: Callable[[int], None]) -> Tally:
    """Play so many games, wherever that is done; `progress` is told how many are done."""
    size = max(1, -(-games // max(PIECES, run.jobs)))
    pieces = [range(at, min(at + size, games)) for at in range(0, games, size)]
    tally = Tally(len(setting.bots))
    whole = games // run.jobs
    name = pickle.dumps((setting, games, size, __version__)) if games >= LONG else b""
    for found in in_order(partial(piece, setting, whole=whole), pieces, run, name):
        tally.add(found)
        progress(tally.games)
    return tally


def piece(setting: Setting, games: range, whole: int = 0) -> Tally:
    """Some of the games, by their numbers, where this process plays so many in the whole."""
    game = Library(setting.rules).load(setting.game)
    bots = [(level, taste(setting.seed, seat)) for seat, level in enumerate(setting.bots)]
    own = game.coaching.simulate(bots, setting.seed, games, setting.edition, runner(whole)) if game.coaching else None
    return own or _at_tables(game, setting, bots, games)


def taste(seed: int, seat: int) -> int:
    """The taste of a bot at a seat: each its own, so that equal bots do not draw equal sheets."""
    return random.Random(f"{seed} {seat}").randrange(1, 1 << 30)


def _at_tables(game: Game, setting: Setting, bots: Sequence[tuple[str, int]], games: range) -> Tally:
    """Games at the game's own table, one action after the other."""
    players = [f"{level} {number}" for number, (level, _) in enumerate(bots, 1)]
    tally = Tally(len(bots))
    for number in games:
        minds = [bot_of(game, level, own + number, len(bots), setting.edition) for level, own in bots]
        state = _game(game, game.play.open(players, {}, setting.edition), minds, f"{setting.seed} {number}")
        order = {name: seat for seat, name in enumerate(players)}
        ranking = sorted(game.play.standings(state), key=lambda row: order[row.player])
        lines = [{line.name: line.points for line in score.lines} for score in game.play.scores(state)]
        tally.count(ranking, lines)
    return tally


def _game(game: Game, state: Any, bots: Sequence[Any], seed: str) -> Any:
    """The state in which a game ends."""
    chance, play = random.Random(seed), game.play
    for _ in range(LONGEST):
        if play.over(state):
            return state
        if dice := play.dice(state):
            after = play.act(state, Action(None, dice=tuple(chance.choice(die.faces) for die in dice)))
        else:
            after = _said(play, state, bots)
        if after is None or isinstance(after, Refusal):
            break
        state = after
    raise CallError(say("no-end", game=game.TITLE))


def _said(play: Any, state: Any, bots: Sequence[Any]) -> Any:
    """The state after what the table waits for: a seat says what its bot chooses, or the table what it may.

    None where nobody has anything to say.
    """
    waited = [one for one in play.wanted(state) if one.must]
    for one in waited:
        words = "" if one.seat is None else bots[one.seat].choose(state, one.seat)
        after = play.act(state, Action(one.seat, words or one.example))
        if not isinstance(after, Refusal):
            return after
    table = play.options(state, None)
    return play.act(state, Action(None, table[0].notation)) if table else None

"""Dice Manor at the table: four rounds of bidding, collecting and building, then the Grand Opening and the end.

Options: `tiles` is `table` (the players see to slots and doors) or `stand-in` (the edition's tiles, drawn, laid in
a plan and checked); `track` is `table` (the spaces are told), `stand-in`, or the Prestige of each space; `length` is
`ask`, or how many spaces the track has; `diversity` is the player aid's row for 1 to 6 types; `first` is
the seat that begins; `rolls` is `start`, or `end` where dice are rolled at the end of a turn for the next one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from pnp.edition import Edition
from pnp.games.dice_manor import options as offered
from pnp.games.dice_manor import paper
from pnp.games.dice_manor.building import build, done, leave, touch
from pnp.games.dice_manor.document import as_document
from pnp.games.dice_manor.moves import Build, Done, Leave, Move, Nudge, Place, Reroll, Tell, Touch, parse
from pnp.games.dice_manor.placing import complete, nudge, place, reroll
from pnp.games.dice_manor.reports import tell
from pnp.games.dice_manor.rounds import drawn, gone, new_round, to_draw
from pnp.games.dice_manor.rules import DIE
from pnp.games.dice_manor.sheet import ranked, scores
from pnp.games.dice_manor.state import ASK, Phase, State, new_state
from pnp.games.dice_manor.view import view
from pnp.games.play import Action, Option, Play, SheetMarks, View, Wanted, placed
from pnp.games.seats import deny, seat_by_number
from pnp.games.table_dice import Die, Face
from pnp.games.verdict import Rank, Score
from pnp.strict import said_by
from pnp.words import Said, say

MOVES: Mapping[type[Move], Callable[..., State]] = {
    Nudge: nudge,
    Reroll: reroll,
    Place: place,
    Build: build,
    Touch: touch,
    Leave: leave,
    Done: done,
}


class DiceManorPlay(Play):
    """The playing of Dice Manor."""

    seat_meant = staticmethod(seat_by_number)

    def open(self, players: Sequence[str], options: Mapping[str, str], edition: Edition) -> State:
        return new_round(new_state(players, options, edition), 1)

    def usual_options(self, dice: str) -> Mapping[str, str]:
        """How long the track is nobody here knows: the table is asked."""
        del dice
        return {"length": ASK}

    def _acted(self, state: State, action: Action) -> State:
        """In the opening everybody rolls at their own pace: dice that come from a seat are its own."""
        if not action.dice or action.seat is None or state.phase == Phase.DRAW:
            found: State = super()._acted(state, action)
            return found
        others = [seat for seat in range(len(state.players)) if seat != action.seat]
        alone = state
        for seat in others:
            alone = alone.with_player(seat, rolling=0)
        after: State = super()._acted(alone, action)
        mine = after.players[action.seat]
        return state.with_player(action.seat, faces=mine.faces, rolling=mine.rolling)

    def rolled(self, state: State, faces: tuple[Face, ...]) -> State:
        if state.phase == Phase.DRAW:
            return drawn(state, [str(face) for face in faces])
        seat = next(seat for seat, player in enumerate(state.players) if player.rolling)
        lie = sorted([*state.players[seat].faces, *(int(face) for face in faces)])
        return state.with_player(seat, faces=tuple(lie), rolling=0)

    def said(self, state: State, seat: int | None, words: str) -> State:
        if state.phase == Phase.OVER:
            deny("game-over")
        try:
            move = parse(words)
        except ValueError as wrong:
            deny("unclear.said", wrong=said_by(wrong))
        if isinstance(move, Tell):
            return tell(state, seat, move)
        if seat is None:
            deny("player-only")
        return MOVES[type(move)](state, seat, move)

    def gone(self, state: State, seat: int) -> State:
        return gone(state, seat)

    def returned(self, state: State, seat: int) -> State:
        return state.with_player(seat, absent=False)

    def dice(self, state: State) -> tuple[Die, ...]:
        """The dice of the first player who rolls, or the stacks that a tile is turned up from."""
        if state.phase == Phase.DRAW:
            return tuple(Die(say("die.blueprint", number=number), stack) for number, stack in to_draw(state))
        player = next((player for player in state.players if player.rolling), None)
        return _hand(player.name, player.rolling) if player and state.phase in (Phase.BID, Phase.OPENING) else ()

    def wanted(self, state: State) -> tuple[Wanted, ...]:
        return () if state.phase == Phase.OVER else offered.wanted(state)

    def options(self, state: State, seat: int | None, most: int = 200) -> Sequence[Option]:
        """Legal moves of a seat; where only the board knows a number, guesses at it."""
        return offered.options(state, seat, most)

    def as_option(self, state: State, seat: int | None, words: str) -> Option | None:
        move = parse(words)
        if isinstance(move, Place) and seat is not None:
            move = complete(state.players[seat], seat, move)
        return offered.option_of(state, seat, move)

    def view(self, state: State, seat: int | None) -> View:
        del seat
        return view(state)

    def round(self, state: State) -> tuple[int, int]:
        """The round that is played; the Grand Opening comes after the last one."""
        return state.number, state.rules.rounds

    def stage(self, state: State) -> Said | str:
        return say("stage.opening") if state.number > state.rules.rounds else ""

    def over(self, state: State) -> bool:
        return state.phase == Phase.OVER

    def lying(self, state: State) -> tuple[tuple[str, Face], ...]:
        """The dice of whoever places some now."""
        seat = self.active(state)
        return () if seat is None else tuple(("", face) for face in state.players[seat].faces)

    def lying_for(self, state: State, seat: int) -> tuple[tuple[str, Face], ...]:
        player = state.players[seat]
        return () if player.rolling else tuple(("", face) for face in player.faces)

    def players(self, state: State) -> tuple[str, ...]:
        return tuple(player.name for player in state.players)

    def with_names(self, state: State, names: tuple[str, ...]) -> State:
        named = (player._replace(name=name) for player, name in zip(state.players, names, strict=True))
        return state._replace(players=tuple(named))

    def seated(self, state: State, name: str) -> State:
        """Nobody joins: everybody builds from the first round on."""
        deny("too-late.boards", n=len(state.players), name=name)

    def active(self, state: State) -> int | None:
        """The seat whose turn it is to bid; in other phases everybody goes at their own pace."""
        return state.turn if state.phase == Phase.BID else None

    def status(self, state: State, seat: int) -> str:
        player = state.players[seat]
        if state.phase == Phase.OVER:
            return "idle"
        if player.absent:
            return "away"
        if offered.waits_for(state, seat):
            return "drawing"
        return "in" if player.done and state.phase in (Phase.BUILD, Phase.OPENING) else "idle"

    def marks(self, state: State, seat: int | None) -> tuple[SheetMarks, ...]:
        return placed(paper.marks(state.sheets, state.rules), len(state.players), seat)

    def scores(self, state: State) -> tuple[Score, ...]:
        """The score of each seat; an opening counts once its player has no dice left."""
        return tuple(scores(state.sheets, state.rules))

    def standings(self, state: State) -> tuple[Rank, ...]:
        return ranked(state.sheets, state.rules)

    def document(self, state: State) -> dict[str, Any]:
        return as_document(state.sheets, state.rules)


@lru_cache(maxsize=64)
def _hand(name: str, dice: int) -> tuple[Die, ...]:
    return tuple(Die(f"{name} {number}", tuple(DIE)) for number in range(1, dice + 1))

"""A table of Dice Miner for people: what is going on, everybody's dice and points."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.games import dice_miner
from pnp.games._mine import TYPES, counted, face_text, listed
from pnp.games._mine_rounds import (
    HEROES,
    OVER,
    REPLENISH,
    START,
    TIEBREAK,
    State,
    chest_room,
    due,
    hero_turn,
    round_of,
    table,
)
from pnp.games._mine_score import Rules
from pnp.games._mine_words import die_text, trove_text
from pnp.games.play import View
from pnp.games.verdict import Rank, Score


def view(state: State, seat: int | None) -> View:  # noqa: ARG001 - troves lie open, so everybody sees the same
    """The table as everybody sees it."""
    verdict = dice_miner.judge(table(state), state.edition)
    pictures = [sheet.picture for sheet in dice_miner.judge(table(state, state.entries), state.edition).sheets]
    sheets = tuple(
        (sheet.player, picture, _lines(state, number, sheet.score))
        for number, (sheet, picture) in enumerate(zip(verdict.sheets, pictures, strict=True))
    )
    rolls = [listed([f"{state.players[seat]} {face_text(face)}" for seat, face in each]) for each in state.rolls]
    places = [_place(rank) for rank in verdict.ranking if state.rounds]
    return View(
        _headline(state, verdict.ranking), sheets, (*(f"rolled for the start: {each}" for each in rolls), *places)
    )


def _place(rank: Rank) -> str:
    return f"{rank.rank}. {rank.player}: {rank.total}{f' ({rank.why})' if rank.why else ''}"


def _headline(state: State, ranking: Sequence[Rank]) -> str:
    number, rounds = round_of(state)
    place = f"round {number} of {rounds}"
    if state.phase == OVER:
        names = [rank.player for rank in ranking if rank.rank == 1]
        return f"the game is over: {listed(names)} {'wins' if len(names) == 1 else 'share the win'}"
    if state.phase == TIEBREAK:
        names = [state.players[seat] for seat in due(state)]
        return f"tiebreak {len(state.ties) + 1}: {listed(names)} roll their whole troves and use magic"
    if state.phase == START:
        return f"{place}: {listed([state.players[seat] for seat in state.candidates], 'or')} starts"
    if state.phase == HEROES:
        return f"{place}: heroes, {state.players[hero_turn(state)]} chooses"
    if state.phase == REPLENISH:
        return f"{place}: scored; cache, roll again, fill the mountain"
    return f"{place}: {state.players[state.starters[-1]]} starts; excavation, magic, then everybody's trove"


def _lines(state: State, seat: int, score: Score) -> tuple[str, ...]:
    """What stands beside a player's dice."""
    lines = []
    for number, row in enumerate(score.rounds, 1):
        parts = ", ".join(f"{line.name} {line.points}" for line in row)
        lines.append(f"round {number}: {counted(sum(line.points for line in row), 'point')} ({parts})")
    lines += [f"{name}: {points} points" for name, points in score.facts.items()]
    if seat in due(state):
        entry = state.entries[seat]
        lines.append("trove to be entered" if entry is None else f"entered: {trove_text(entry)}")
    if state.phase == REPLENISH and (room := chest_room(state, seat)):
        kept = state.cached[seat]
        lines.append(f"may cache {counted(room, 'die')}" if kept is None else f"caches {kept} of {room}")
    return tuple(lines)


def card(rules: Rules, hero: str) -> str:
    """The faces on a hero's card."""
    return ", ".join(die_text(kind, face) for kind in TYPES for face in rules.heroes[hero].dice(kind))

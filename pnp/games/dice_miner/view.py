"""A table of Dice Miner for people: what is going on, everybody's dice and points."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.games.dice_miner import mountain
from pnp.games.dice_miner.dice import face_said, trove_said
from pnp.games.dice_miner.document import picture
from pnp.games.dice_miner.moves import chest_room, hero_turn
from pnp.games.dice_miner.state import HEROES, OVER, REPLENISH, START, TIEBREAK, State, document_of, result
from pnp.games.play import View
from pnp.games.verdict import Rank, Score
from pnp.words import Said, say


def round_of(state: State) -> tuple[int, int]:
    """The round that is played, of how many; how many tiebreaks there will be nobody knows."""
    number = len(state.rounds) + len(state.ties) + (state.phase not in (REPLENISH, OVER))
    return number, 0 if state.phase == TIEBREAK else max(state.rules.rounds, number)


def view(state: State) -> View:
    """The table as everybody sees it."""
    found = result(state)
    ranking, scores = found.ranking(state.players), found.scores()
    mined = state.mining.troves if state.mining and state.due else state.entries
    shown = document_of(state, mined).sheets
    sheets = tuple(
        (sheet.player, picture(sheet, state.rules), _lines(state, seat, scores[seat]))
        for seat, sheet in enumerate(shown)
    )
    rolls = tuple(
        say("told.rolled", rolls=tuple(say("told.roll", seat=seat, face=face_said(face)) for seat, face in each))
        for each in state.rolls
    )
    lies = state.mining.mountain if state.mining and state.phase != OVER else None
    mined_here = mountain.shown(lies, state.rules.edition)
    places = (_place(rank) for rank in ranking if state.rounds)
    return View(_headline(state, ranking), sheets, (*rolls, *mined_here, *places))


def _place(rank: Rank) -> Said:
    return say("told.place", rank=rank.rank, player=rank.player, total=rank.total, why=rank.why)


def _headline(state: State, ranking: Sequence[Rank]) -> Said:
    number, rounds = round_of(state)
    if state.phase == OVER:
        winners = tuple(rank.player for rank in ranking if rank.rank == 1)
        return say("headline.won", who=winners, winners=len(winners))
    if state.phase == TIEBREAK:
        return say("headline.tiebreak", n=len(state.ties) + 1, who=state.due)
    place = say("headline.round", n=number, rounds=rounds)
    if state.phase == START:
        return say("headline.start", place=place, who=state.candidates)
    if state.phase == HEROES:
        return say("headline.heroes", place=place, seat=hero_turn(state))
    if state.phase == REPLENISH:
        return say("headline.replenish", place=place)
    if state.mining is None:
        return say("headline.mine", place=place, seat=state.starters[-1])
    if not state.missing:
        return say("headline.mined", place=place)
    if magic := state.mining.magic:
        return say("headline.magic-phase", place=place, seat=magic[0])
    left = len(state.mining.mountain.dice)
    return say("headline.takes", place=place, seat=state.mining.turn, n=state.mining.takes, left=left)


def _lines(state: State, seat: int, score: Score) -> tuple[Said, ...]:
    """What stands beside a player's dice."""
    lines = []
    for number, row in enumerate(score.rounds, 1):
        parts = tuple(say("told.line", line=line.name, points=line.points) for line in row)
        lines.append(say("told.round", n=number, points=sum(line.points for line in row), parts=parts))
    ties = enumerate(score.facts.values(), 1)
    lines += [say("told.tiebreak", n=number, points=points) for number, points in ties]
    if state.mining is not None:
        if seat in state.due:
            lines.append(say("told.trove", trove=trove_said(state.mining.troves[seat])))
    elif seat in state.due:
        entry = state.entries[seat]
        lines.append(say("told.missing") if entry is None else say("told.entered", trove=trove_said(entry)))
    if state.phase == REPLENISH and (room := chest_room(state, seat)):
        kept = state.cached[seat]
        lines.append(say("told.may-cache", n=room) if kept is None else say("told.caches", n=kept, room=room))
    return tuple(lines)

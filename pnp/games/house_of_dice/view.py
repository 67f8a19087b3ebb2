"""What is to be seen of a running table, by everybody or by one seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from pnp.games.house_of_dice.notation import text
from pnp.games.house_of_dice.parts import BONUSES
from pnp.games.house_of_dice.sheet import picture
from pnp.games.house_of_dice.state import State
from pnp.games.play import View
from pnp.games.verdict import Rank, Score
from pnp.words import Said, say


def best_houses(state: State) -> tuple[tuple[int, ...], int]:
    """The seats whose houses have the most votes, all of them where it is a tie, and how many votes that is."""
    votes = Counter(vote for vote in state.votes if vote is not None)
    most = max(votes.values(), default=0)
    return tuple(seat for seat in sorted(votes) if votes[seat] == most), most


def view(state: State, seat: int | None, scores: Sequence[Score], standings: Sequence[Rank]) -> View:
    """What a seat sees: every sheet as it was revealed, its own entry, whom the round waits for."""
    sheets = tuple(
        (name, picture(state.sheets[s], state.rounds, state.rules), tuple(_sheet_lines(state, s, scores[s], seat)))
        for s, name in enumerate(state.players)
    )
    return View(_headline(state, standings), sheets, tuple(_lines(state, standings)))


def brief(state: State, seat: int) -> Said:
    """What is left of a sheet, for a line among the others."""
    sheet, rules = state.sheets[seat], state.rules
    left = rules.budget - sheet.cost, rules.bonuses - len(sheet.bonuses), rules.spaces - sheet.furniture
    return say("brief", budget=left[0], bonuses=left[1], furniture=left[2])


def _headline(state: State, standings: Sequence[Rank]) -> Said:
    if state.paper:
        return say("headline.paper", best=_best(state)) if state.closed else say("headline.paper-vote")
    if state.over:
        return say("headline.over", winners=_winners(standings), best=_best(state) if state.closed else None)
    facts = {"round": state.number, "rounds": state.rounds, "seat": state.active}
    if not state.roll:
        return say("headline.roll", **facts, again=state.rerolled, voided=state.voided)
    if state.all_in:
        return say("headline.all-in", **facts, dice=state.roll)
    return say("headline.waiting-for", **facts, dice=state.roll, seats=state.missing)


def _winners(standings: Sequence[Rank]) -> Said:
    first = [row for row in standings if row.rank == 1]
    if len(first) > 1:
        return say("winners.shared", players=tuple(row.player for row in first), n=first[0].total)
    return say("winners", player=first[0].player, n=first[0].total, why=first[0].why)


def _best(state: State) -> Said:
    best, votes = best_houses(state)
    if not best:
        return say("best.none")
    return say("best.tie", seats=best, n=votes) if len(best) > 1 else say("best", seats=best, n=votes)


def _sheet_lines(state: State, of: int, scored: Score, seat: int | None) -> Iterator[Said]:
    if not state.paper:
        lines = tuple(say("shown.line", line=line.name, points=line.points) for line in scored.lines if line.points)
        yield say("shown.score", n=scored.total, lines=lines)
    if not state.over:
        yield from _round_lines(state, of)
    if (first := state.joined[of]) > 1:
        yield say("shown.joined", round=first) if first <= state.number else say("shown.joins", round=first)
    if state.missed[of]:
        yield say("shown.missed", n=len(state.missed[of]), rounds=state.missed[of])
    if state.moves[of][state.joined[of] - 1 :]:
        yield say("shown.last", move=text(state.moves[of][-1]))
    entry, vote = state.entries[of], state.votes[of]
    if of == seat and entry is not None:
        yield say("shown.entered", move=text(entry))
    if of == seat and vote is not None and not state.closed:
        yield say("shown.voted", seat=vote)


def _round_lines(state: State, of: int) -> Iterator[Said]:
    """What is left of a sheet, and what its owner does in this round."""
    sheet, rules = state.sheets[of], state.rules
    pending = of == state.active and state.rerolled
    yield say(
        "shown.left",
        budget=rules.budget - sheet.cost,
        bonuses=rules.bonuses - len(sheet.bonuses) - pending,
        furniture=rules.spaces - sheet.furniture,
        rounds=state.rounds - len(state.rolls),
    )
    status = [say("status.active")] if of == state.active else []
    status += [say("status.reroll")] if pending else []
    status += [say("status.away")] if state.away[of] else []
    status += [say("status.entered")] if state.entries[of] is not None else []
    if status:
        yield say("shown.status", status=tuple(status))


def _lines(state: State, standings: Sequence[Rank]) -> Iterator[Said]:
    """What lies on the table: the bonus sheet, the ranking as long as it changes, the vote."""
    if not state.over:
        circles = tuple(say("shown.circle", bonus=bonus, n=state.circles_left(bonus)) for bonus in BONUSES)
        yield say("shown.circles", circles=circles)
        # How a tie is broken is news only in the end.
        rows = tuple(say("shown.rank", rank=row.rank, player=row.player, total=row.total) for row in standings)
        yield say("shown.ranking", rows=rows)
    votes = Counter(vote for vote in state.votes if vote is not None)
    if state.closed and votes:  # that nobody voted is said above
        yield _best(state)
        given = tuple(say("shown.votes-of", seat=seat, n=votes[seat]) for seat in range(len(state.players)))
        yield say("shown.votes", votes=given)
    elif state.over and not state.closed:
        yield say("shown.vote", n=votes.total())

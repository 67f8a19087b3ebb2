"""House of Dice: what is to be seen of a running table, by everybody or by one seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from pnp.games._house_moves import price
from pnp.games._house_notation import Action, Draw, Move, text
from pnp.games._house_rules import BONUSES, PARTS, Rules
from pnp.games._house_sheet import Sheet, picture, ranked, score
from pnp.games._house_state import State
from pnp.games.play import View
from pnp.games.verdict import Rank, Score


def standings(state: State) -> tuple[Rank, ...]:
    """The ranking by what has been revealed."""
    return ranked(state.players, state.sheets, scores(state))


def scores(state: State) -> tuple[Score, ...]:
    """The score of each seat by what has been revealed; of sheets that are on paper nothing is known."""
    if state.paper:
        return (Score(()),) * len(state.players)
    return tuple(score(sheet, state.rules, state.sheets) for sheet in state.sheets)


def best_houses(state: State) -> tuple[tuple[int, ...], int]:
    """The seats whose houses have the most votes, all of them where it is a tie, and how many votes that is."""
    votes = Counter(vote for vote in state.votes if vote is not None)
    most = max(votes.values(), default=0)
    return tuple(seat for seat in sorted(votes) if votes[seat] == most), most


def view(state: State, seat: int | None) -> View:
    """What a seat sees: every sheet as it was revealed, its own entry, whom the round waits for."""
    points = scores(state)
    sheets = tuple(
        (name, picture(state.sheets[s], state.rounds, state.rules), tuple(_sheet_lines(state, s, points[s], seat)))
        for s, name in enumerate(state.players)
    )
    return View(_headline(state), sheets, tuple(_lines(state)))


def _headline(state: State) -> str:
    if state.paper:
        return f"The game was played on paper; {_best(state) if state.closed else 'the vote is open'}"
    if state.over:
        return f"The game is over: {_winners(state)}{'; ' + _best(state) if state.closed else ''}"
    where = f"Round {state.number} of {state.rounds}"
    active = state.players[state.active]
    if not state.roll:
        return f"{where}: {active} rolls{' again, for everybody' if state.rerolled else ''}"
    waits = f"waiting for {listed(state.players[s] for s in state.missing)}" if not state.all_in else "all are in"
    return f"{where}, {active} is active: dice {dice_text(state.roll)}, {waits}"


def _winners(state: State) -> str:
    first = [row for row in standings(state) if row.rank == 1]
    if len(first) > 1:
        return f"{listed(row.player for row in first)} share the victory with {_points(first[0].total)}"
    why = f" ({first[0].why})" if first[0].why else ""
    return f"{first[0].player} wins with {_points(first[0].total)}{why}"


def _best(state: State) -> str:
    best, votes = best_houses(state)
    if not best:
        return "nobody voted for a house"
    names = listed(state.players[seat] for seat in best)
    each = f"{votes} vote{'' if votes == 1 else 's'}"
    tie = len(best) > 1
    return f"best looking houses: a tie of {names}, {each} each" if tie else f"best looking house: {names}, {each}"


def _sheet_lines(state: State, of: int, scored: Score, seat: int | None) -> Iterator[str]:
    sheet, rules = state.sheets[of], state.rules
    if not state.paper:
        parts = ", ".join(f"{line.name} {line.points}" for line in scored.lines if line.points)
        yield f"{_points(scored.total)}{': ' + parts if parts else ''}"
    if not state.over:
        rounds = state.rounds - len(state.rolls)
        pending = of == state.active and state.rerolled
        claims, spaces = rules.bonuses - len(sheet.bonuses) - pending, rules.spaces - sheet.furniture
        yield f"left: budget {rules.budget - sheet.cost}, bonuses {claims}, furniture {spaces}, rounds {rounds}"
        status = ["active"] if of == state.active else []
        status += ["claimed reroll"] if pending else []
        status += ["away"] if state.away[of] else []
        status += ["has entered"] if state.entries[of] is not None else []
        if status:
            yield ", ".join(status)
    if (first := state.joined[of]) > 1:
        yield f"{'joined in' if first <= state.number else 'plays from'} round {first}"
    if state.missed[of]:
        yield f"missed round{'' if len(state.missed[of]) == 1 else 's'} {', '.join(map(str, state.missed[of]))}"
    if state.moves[of][state.joined[of] - 1 :]:
        yield f"last move {text(state.moves[of][-1])}"
    entry, vote = state.entries[of], state.votes[of]
    if of == seat and entry is not None:
        yield f"entered {text(entry)}, shown to nobody else until the reveal"
    if of == seat and vote is not None and not state.closed:
        yield f"voted for {state.players[vote]}, shown to nobody else"


def _lines(state: State) -> Iterator[str]:
    """What lies on the table: the bonus sheet, the ranking, the vote."""
    if not state.over:
        circles = ", ".join(f"{bonus} {state.circles_left(bonus)}" for bonus in BONUSES)
        yield f"circles left on the bonus sheet: {circles}"
    # How a tie is broken is news only in the end.
    rows = [row if state.over else row._replace(why="") for row in standings(state)]
    if not state.paper:
        yield "ranking: " + ", ".join(f"{r.rank}. {r.player} {r.total}{f' ({r.why})' if r.why else ''}" for r in rows)
    if state.closed:
        yield _best(state)
        votes = Counter(vote for vote in state.votes if vote is not None)
        yield "votes: " + ", ".join(f"{name} {votes[seat]}" for seat, name in enumerate(state.players))
    elif state.over:
        given = sum(vote is not None for vote in state.votes)
        yield f"vote for the best looking house: {given} of {len(state.players)} have voted"


def meaning(move: Move, sheet: Sheet, rules: Rules) -> str:
    """A move on a sheet for people: what is claimed, what is drawn where, and what it costs.

    >>> from pnp.edition import shipped
    >>> from pnp.games._house_notation import parse_move
    >>> from pnp.games._house_rules import rules_of
    >>> rules = rules_of(shipped("house-of-dice"))
    >>> meaning(parse_move("!free W32$5"), Sheet("." * 36), rules)
    'free: window in column 3, row 2 for 0'
    """
    claim = f"nudge {move.nudge[0]} to {move.nudge[1]}" if move.nudge else move.bonus
    if not move.actions:
        done = "pass, as nothing is both allowed and affordable"
    else:
        done = " and ".join(_deed_text(deed, sheet, move, rules) for deed in move.actions)
    return f"{claim}: {done}" if claim else done


def _deed_text(deed: Action, sheet: Sheet, move: Move, rules: Rules) -> str:
    cost = price(Move((deed,), move.bonus if move.bonus == "free" else ""), rules)
    if isinstance(deed, Draw):
        return f"{PARTS[deed.part]} in column {deed.column}, row {deed.row} for {cost}"
    fits = min(deed.spaces, rules.spaces - sheet.furniture)
    lost = f" ({fits} left on the track)" if fits < deed.spaces else ""
    return f"{deed.spaces} furniture space{'' if deed.spaces == 1 else 's'}{lost} for {cost}"


def dice_text(faces: Iterable[int]) -> str:
    return " ".join(map(str, faces))


def _points(total: int) -> str:
    return f"{total} point{'' if abs(total) == 1 else 's'}"


def listed(names: Iterable[str]) -> str:
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last

"""The coach: how fast it answers, and how well its bots play, each figure beside what is asked of it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from statistics import mean, median, quantiles

from pnp.coach.audit import audited
from pnp.coach.compiled import runner
from pnp.coach.par import best
from pnp.coach.review import review
from pnp.edition import shipped
from pnp.games import load
from pnp.games.house_of_dice.audit import SheetAudit
from pnp.games.house_of_dice.awards import Prospects
from pnp.games.house_of_dice.bots import GAMES
from pnp.games.house_of_dice.document import Document, Seat
from pnp.games.house_of_dice.many_games import many_games
from pnp.games.house_of_dice.moves import apply
from pnp.games.house_of_dice.parts import BONUSES
from pnp.games.house_of_dice.playing_on import Position
from pnp.games.house_of_dice.questions import SheetQuestion
from pnp.games.house_of_dice.quick import dice_of, tables_of
from pnp.games.house_of_dice.rules import rules_of
from pnp.games.house_of_dice.sheet import Sheet, empty
from pnp.games.house_of_dice.sheet_program import Round, Task
from pnp.games.house_of_dice.thinking import Scene, Thinker

EDITION = shipped("house-of-dice")
RULES = rules_of(EDITION)
TABLES = tables_of(RULES)
SEED, PLAYED, SOLVED = 2026, 200, 40
FREE = BONUSES[1:]


def taken(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def task(game: int, bonuses: bool) -> Task:
    """The rounds of a game; with bonuses for a seat of four, with nobody else to take or to have anything."""
    rolls = [TABLES.rolls[roll] for roll in dice_of(SEED, game, 24, TABLES)]
    rounds = tuple(Round(at + 1, roll, bonuses and at % 4 == 0) for at, roll in enumerate(rolls))
    return Task(RULES, rounds, empty(RULES), FREE if bonuses else ())


def hard(game: int, bonuses: bool, times: list[float]) -> tuple[int, Document]:
    """A game of the hardest bot without opponents, with the seconds of each answer."""
    thinker, sheet, moves = Thinker(RULES, 24, 1, GAMES), empty(RULES), []
    for number, roll in enumerate(dice_of(SEED, game, 24, TABLES)):
        keys = TABLES.keys(sheet.house) or []
        position = Position(keys, sheet.cost, sheet.furniture, TABLES.flags(keys))
        prospects = Prospects()
        if bonuses:
            free = tuple(one for one in FREE if one not in sheet.bonuses)
            prospects = Prospects(
                sheet.bonuses, free, RULES.bonuses - len(sheet.bonuses), len(range(number + -number % 4, 24, 4))
            )
        start = time.process_time()
        move = thinker.tried(Scene(position, roll, number, prospects, bonuses and number % 4 == 0))[0].move
        times.append(time.process_time() - start)
        moves.append(move)
        sheet = apply(sheet, move, RULES)
    from pnp.games.house_of_dice.sheet import score

    rolls = tuple(TABLES.rolls[roll] for roll in dice_of(SEED, game, 24, TABLES))
    seat = Seat("bot", sheet, None, tuple(moves), sheet)
    return score(sheet, RULES, (sheet,)).total, Document(4, (seat,), rolls)


def as_drawn(document: Document) -> Document:
    """The same table with nothing known of the moves."""
    seat: Sheet = document.seats[0].sheet
    return document._replace(seats=(Seat("bot", seat),))


def report() -> Iterator[str]:
    best(SheetQuestion(task(0, False)))  # the solver is loaded once
    pars: list[int] = []
    times = [taken(lambda game=game: pars.append(best(SheetQuestion(task(game, False))).par)) for game in range(PLAYED)]  # type: ignore[union-attr, misc]
    yield f"par without bonuses: median {1000 * median(times):.0f} ms of {PLAYED} (at most 80); mean par {mean(pars):.1f}"
    times = [taken(lambda game=game: best(SheetQuestion(task(game, True)))) for game in range(SOLVED)]  # type: ignore[misc]
    yield f"par with bonuses: median {1000 * median(times):.0f} ms of {SOLVED} (at most 300)"
    yield from _bots(mean(pars))
    bots = [("easy", 1), ("normal", 2), ("normal", 3), ("beginner", 4)]
    first = taken(lambda: many_games(bots, SEED, range(4000), RULES))  # tables are filled while they are used
    seconds = taken(lambda: many_games(bots, SEED, range(4000, 8000), RULES))
    fresh = f"; {4000 / first:,.0f} of the first 4,000"
    yield f"simulation: {4000 / seconds:,.0f} games of four a second of one core (at least 2,000){fresh}"
    compiled = runner(10**6)
    if compiled is not None:
        many_games(bots, SEED, range(1000), RULES, compiled)
        seconds = min(taken(lambda: many_games(bots, SEED, range(20_000), RULES, compiled)) for _ in range(5))
        yield f"simulation, compiled: {20_000 / seconds:,.0f} games of four a second of one core (at least 80,000)"


def _bots(par: float) -> Iterator[str]:
    normal = many_games([("normal", 1)], SEED, range(PLAYED), RULES).totals[0]
    reached = sum(total * times for total, times in normal.items()) / PLAYED
    yield f"normal: {reached:.1f}, {100 * reached / par:.1f} % of par (at least 86)"
    times: list[float] = []
    plain = [hard(game, False, times) for game in range(PLAYED)]
    reached = mean(total for total, _ in plain)
    yield f"hard: {reached:.1f}, {100 * reached / par:.1f} % of par (at least 91); median answer {1000 * median(times):.0f} ms"
    slow: list[float] = []
    claiming = mean(hard(game, True, slow)[0] for game in range(PLAYED))
    late = f"; 95 of 100 answers within {1000 * quantiles(slow, n=20)[-1]:.0f} ms (100)"
    yield f"hard with bonuses, nobody else there: {claiming:.1f}, {claiming - reached:+.1f} (at least +8){late}"
    documents = [as_drawn(document) for _, document in plain[:SOLVED]]
    seconds = [taken(lambda one=one: audited(SheetAudit(one, RULES, 0))) for one in documents]  # type: ignore[misc]
    yield f"audit: median {1000 * median(seconds):.0f} ms of {SOLVED} (at most 50)"
    seats = tuple(plain[0][1].seats[0]._replace(player=f"bot {at}") for at in range(4))
    table = plain[0][1]._replace(seats=seats)
    spent = taken(lambda: review(load("house-of-dice"), table, EDITION, lambda *_: None))
    yield f"review of a table of four: {spent:.1f} s (under 10)"

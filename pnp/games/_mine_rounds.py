"""The course of a table of Dice Miner: who starts, heroes, troves, scoring, replenishing, tiebreaks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pnp.edition import Edition
from pnp.errors import Problem
from pnp.games import dice_miner
from pnp.games._mine import BEER, Face, counted, listed
from pnp.games._mine_score import Rules, Trove, chests, next_starters
from pnp.games._mine_table import (
    Document,
    Sheet,
    score_rounds,
    settle,
    shrunk,
    table_problems,
    with_hero,
    wrong_dice,
    wrong_tiebreaks,
)
from pnp.games._mine_words import plain, plain_trove
from pnp.games.play import Refusal

START, HEROES, ROUND, REPLENISH, TIEBREAK, OVER = "start", "heroes", "round", "replenish", "tiebreak", "over"


@dataclass(frozen=True, slots=True)
class State:
    """A table as it stands; troves and notes are by seat, None where nothing has been said yet."""

    edition: Edition = field(compare=False, repr=False)
    rules: Rules = field(compare=False, repr=False)
    players: tuple[str, ...]
    phase: str = START
    candidates: tuple[int, ...] = ()
    """The seats that may start the coming round, while nobody knows who does."""
    rolls: tuple[tuple[tuple[int, Face], ...], ...] = ()
    """What was rolled for the start of the round, each time by seat."""
    starters: tuple[int, ...] = ()
    heroes: tuple[str, ...] = ()
    chosen: int = 0
    """So many players have taken a hero, or were passed over."""
    rounds: tuple[tuple[Trove, ...], ...] = ()
    ties: tuple[tuple[Trove | None, ...], ...] = ()
    entries: tuple[Trove | None, ...] = ()
    cached: tuple[int | None, ...] = ()

    @property
    def seats(self) -> range:
        return range(len(self.players))


def dumped(state: State) -> dict[str, Any]:
    """A state as plain values."""

    def each(row: Sequence[Trove | None]) -> list[Any]:
        return [None if trove is None else plain_trove(trove) for trove in row]

    return {
        "game": state.edition.game,
        "players": list(state.players),
        "phase": state.phase,
        "candidates": list(state.candidates),
        "rolls": [[[seat, plain(face)] for seat, face in each] for each in state.rolls],
        "starters": list(state.starters),
        "heroes": list(state.heroes),
        "chosen": state.chosen,
        "rounds": [each(row) for row in state.rounds],
        "ties": [each(row) for row in state.ties],
        "entries": each(state.entries),
        "cached": list(state.cached),
    }


def table(state: State, entries: Sequence[Trove | None] = ()) -> Document:
    """The sheets with everything that was scored, and with the entries that are given."""
    sheets = []
    for seat, player in enumerate(state.players):
        rounds = [row[seat] for row in state.rounds]
        ties = [trove for row in state.ties if (trove := row[seat]) is not None]
        if entries and (entry := entries[seat]) is not None:
            (ties if state.phase == TIEBREAK else rounds).append(entry)
        sheets.append(Sheet(player, state.heroes[seat], tuple(rounds), tuple(ties)))
    return Document(len(state.players), tuple(sheets))


def totals(state: State) -> list[int]:
    """The points of everybody in all rounds together."""
    return [sum(row.total for row in rows) for rows in score_rounds(table(state), state.rules)]


def leaders(state: State) -> list[int]:
    """The seats that nobody is ahead of, tiebreaks counted."""
    points = totals(state)
    ties = settle(table(state), points, state.rules)
    keys = [(total, *tie.points) for total, tie in zip(points, ties, strict=True)]
    return [seat for seat in state.seats if keys[seat] == max(keys)]


def due(state: State) -> list[int]:
    """The seats whose troves are scored now."""
    if state.phase == TIEBREAK:
        return leaders(state)
    return list(state.seats) if state.phase == ROUND else []


def missing(state: State) -> list[int]:
    """The seats whose troves are still to be entered."""
    return [seat for seat in due(state) if state.entries[seat] is None]


def chest_room(state: State, seat: int) -> int:
    """How many dice a player may keep unrolled: the chests of the last trove and of the hero, and no more than dice."""
    trove = state.rounds[-1][seat]
    _, shown = with_hero(table(state).sheets[seat], trove, state.rules)
    return min(chests(shown) * int(state.edition["chests"]), len(trove))


def hero_turn(state: State) -> int:
    """The seat that chooses a hero now: counterclockwise, and the starting player last."""
    return (state.starters[0] - 1 - state.chosen) % len(state.players)


def free_heroes(state: State) -> list[str]:
    """The heroes whose card is still on the table."""
    return [hero for hero in state.rules.heroes if state.heroes.count(hero) < state.rules.same_hero]


def round_of(state: State) -> tuple[int, int]:
    """The round that is played, of how many; how many tiebreaks there will be nobody knows."""
    number = len(state.rounds) + len(state.ties) + (state.phase not in (REPLENISH, OVER))
    return number, 0 if state.phase == TIEBREAK else max(state.rules.rounds, number)


def put(row: tuple[Any, ...], seat: int, value: Any) -> tuple[Any, ...]:
    """A row with another value at a seat."""
    return (*row[:seat], value, *row[seat + 1 :])


# ------------------------------------------------------------------------------------------------ who starts


def started(state: State, seat: int) -> State:
    """The table once it is known who starts the coming round."""
    nothing = (None,) * len(state.players)
    phase = ROUND if state.starters or not free_heroes(state) else HEROES
    return replace(state, phase=phase, candidates=(), starters=(*state.starters, seat), entries=nothing)


def rolled(state: State, faces: Sequence[Face]) -> State:
    """The table after the candidates rolled: the highest starts, beer is best, and those who are equal roll again."""
    worth = [(face == BEER, face.count) for face in faces]
    best = [seat for seat, each in zip(state.candidates, worth, strict=True) if each == max(worth)]
    state = replace(state, rolls=(*state.rolls, tuple(zip(state.candidates, faces, strict=True))))
    return started(state, best[0]) if len(best) == 1 else replace(state, candidates=tuple(best))


# ------------------------------------------------------------------------------------------------ heroes


def take_hero(state: State, seat: int, hero: str) -> State | Refusal:
    """The table after a player took a hero, or went without one."""
    turn = hero_turn(state)
    if seat != turn:
        return Refusal("not-your-turn", f"heroes are chosen counterclockwise; it is {state.players[turn]}'s turn")
    free = free_heroes(state)
    if hero and hero not in free:
        return Refusal("hero-taken", f"{hero!r} is taken, and each card is there once; free: {', '.join(free)}")
    following = replace(state, heroes=put(state.heroes, seat, hero), chosen=state.chosen + 1)
    done = following.chosen == len(state.players) or not free_heroes(following)
    return replace(following, phase=ROUND) if done else following


# ------------------------------------------------------------------------------------------------ troves


def enter(state: State, seat: int, trove: Trove) -> State | Refusal:
    """The table with a player's trove, which may be entered again until the round is scored."""
    if seat not in due(state):
        names = listed([state.players[each] for each in due(state)])
        return Refusal("not-tied", f"only the players in the tie roll again: {names}")
    entries = put(state.entries, seat, trove)
    found = next(_entry_problems(state, seat, entries), None)
    return Refusal(found.code, found.message) if found else replace(state, entries=entries)


def _entry_problems(state: State, seat: int, entries: tuple[Trove | None, ...]) -> Iterator[Problem]:
    """What is wrong with an entry by itself, or with those that are in together as far as more dice can't mend it."""
    entered = table(state, entries)
    sheet = entered.sheets[seat]
    yield from wrong_dice(sheet, state.rules)
    if state.phase == TIEBREAK:
        yield from wrong_tiebreaks(sheet, settle(table(state), totals(state), state.rules)[seat], True)
        return
    yield from shrunk(sheet, state.rules)
    # A table on which a sheet is missing may still fall short of dice.
    for each in table_problems(Document(entered.players + 1, entered.sheets), state.rules):
        yield each._replace(message=f"{each.message}; entered so far: {_entered(state, entries)}")


def _entered(state: State, entries: Sequence[Trove | None]) -> str:
    counts = [(state.players[seat], trove) for seat, trove in enumerate(entries) if trove is not None]
    return ", ".join(f"{name} {counted(len(trove), 'die')}" for name, trove in counts)


def unscorable(state: State) -> Refusal | None:
    """Why the troves can't be scored yet."""
    if waiting := missing(state):
        names = listed([state.players[seat] for seat in waiting])
        return Refusal("troves-missing", f"everybody's trove is scored together; missing: {names}")
    if state.phase == ROUND:
        for found in table_problems(table(state, state.entries), state.rules):
            return Refusal(found.code, f"{found.message}; entered: {_entered(state, state.entries)}")
    return None


def scored(state: State) -> State | Refusal:
    """The table after a scoring phase."""
    if refusal := unscorable(state):
        return refusal
    nothing = (None,) * len(state.players)
    if state.phase == TIEBREAK:
        state = replace(state, ties=(*state.ties, state.entries), entries=nothing)
    else:
        troves = tuple(trove for trove in state.entries if trove is not None)
        state = replace(state, rounds=(*state.rounds, troves), entries=nothing)
    if len(state.rounds) < state.rules.rounds:
        return replace(state, phase=REPLENISH, cached=nothing)
    tied = len(leaders(state)) > 1 and len(state.ties) < dice_miner.MOST_TIEBREAKS
    return replace(state, phase=TIEBREAK if tied else OVER)


# ------------------------------------------------------------------------------------------------ replenishing


def keep(state: State, seat: int, count: int) -> State | Refusal:
    """The table after a player said how many dice are kept in chests."""
    room = chest_room(state, seat)
    if not room and count:
        return Refusal("no-chest", f"{state.players[seat]} shows no chest; without one every die is rolled again")
    if count > room:
        return Refusal("too-many-cached", f"{counted(count, 'die')} cached; the chests shown hold at most {room}")
    return replace(state, cached=put(state.cached, seat, count))


def replenished(state: State) -> State:
    """The table when all dice are rolled again: the player with the fewest points starts, or chance decides."""
    state, starters = replace(state, rolls=()), next_starters(totals(state))
    if len(starters) == 1:
        return started(state, starters[0])
    return replace(state, phase=START, candidates=tuple(starters))


# ------------------------------------------------------------------------------------------------ absence


def passed_over(state: State, seat: int) -> State | Refusal:
    """The table without an absent player: no roll, no hero, no new dice, nothing in the chests."""
    if state.phase == START:
        rest = tuple(each for each in state.candidates if each != seat)
        if rest == state.candidates:
            return Refusal("not-now", f"{state.players[seat]} has nothing to roll for; only those who are tied roll")
        return started(state, rest[0]) if len(rest) == 1 else replace(state, candidates=rest)
    if state.phase == HEROES:
        return take_hero(state, seat, "")
    if state.phase == REPLENISH:
        return keep(state, seat, 0)
    sheet = table(state).sheets[seat]
    lying = (Trove(), *sheet.rounds, *sheet.tiebreak)[-1]
    return enter(state, seat, lying)

"""What can be done at a table of miners: who starts, heroes, troves, scoring, replenishing, tiebreaks; and its words.

starts 2        who starts, by seat from 1: in round 1 anybody, later one of those with the fewest points; or they roll
hero engineer   the player whose turn it is takes a hero; the beginning of its name is enough
tunnel 1 2 beer; hazard dragon x4
                the trove after the Magic Phase, again as often as needed until the round is scored; `nothing` if empty
count           everybody's trove is in: the Scoring Phase; `score` is the same
cache 2         dice kept in chests in the Replenish Phase
next            the dice are rolled again and the mountain is full
absent 2        from the table: no roll, no hero, no new dice, the trove as it lay, nothing cached

Case and spaces don't matter.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from pnp.errors import Problem
from pnp.games.dice_miner import excavation
from pnp.games.dice_miner.both_modes import ROLLED_ONLY, Move, check_alone, check_verb
from pnp.games.dice_miner.dice import BEER, NOTHING, TYPES, Face, Trove, parse_trove, trove_text
from pnp.games.dice_miner.problems import COUNTED, round_problems, shrunk, wrong_dice, wrong_tiebreak
from pnp.games.dice_miner.rules import MOST_TIEBREAKS, Rules
from pnp.games.dice_miner.sheet import chests, next_starters
from pnp.games.dice_miner.state import HEROES, OVER, REPLENISH, ROUND, START, TIEBREAK, State, lying, result
from pnp.games.seats import Refusal, deny, deny_for, doubt_for, doubted, refuse, refuse_for, seat_by_number
from pnp.strict import near, shown, wrong
from pnp.words import Said, say

WHEN: Mapping[str, tuple[str, ...]] = {
    "starts": (START,),
    "hero": (HEROES,),
    "trove": (ROUND, TIEBREAK),
    "count": (ROUND, TIEBREAK),
    "score": (ROUND, TIEBREAK),
    "cache": (REPLENISH,),
    "next": (REPLENISH,),
}
"""The words that moves begin with, and the phases that they are for."""
OF_A_SEAT = ("hero", "trove", "cache")


def text(move: Move) -> str:
    """A move as it is written.

    >>> text(Move("starts", 1)), text(Move("hero", "engineer")), text(Move("trove", Trove(magic=(BEER,))))
    ('starts 2', 'hero engineer', 'magic beer')
    """
    if move.kind == "trove":
        return trove_text(move.what)
    if move.kind in ("starts", "absent"):
        return f"{move.kind} {move.what + 1}"
    return move.kind if move.what is None else f"{move.kind} {move.what}"


def split(words: str) -> tuple[str, str]:
    """The kind of a move and the words that say more; a trove begins with a type of dice."""
    verb, _, rest = words.partition(" ")
    verb = verb.lower().rstrip(":,;")
    if verb.removesuffix("s") in TYPES or verb == NOTHING:
        return "trove", words
    if verb in ROLLED_ONLY:
        deny("not-rolled", word=repr(verb))
    check_verb(verb, words, (*WHEN, "absent", *TYPES))
    return verb, rest.strip()


def parse(kind: str, words: str, rules: Rules, players: Sequence[str]) -> Move:
    """The move of a kind that some more words mean."""
    if kind == "starts":
        return Move(kind, seat_by_number(words, players))
    if kind == "hero":
        return Move(kind, _parse_hero(words, list(rules.heroes)))
    if kind == "trove":
        return Move(kind, parse_trove(words, rules.dice))
    if kind == "cache":
        if re.fullmatch("[0-9]{1,4}", words):
            return Move(kind, int(words))
        if not words.lower().startswith((*TYPES, NOTHING)):
            wrong("unclear.number", words=shown(words))
        return Move(kind, parse_trove(words, rules.dice).size)
    kind = "count" if kind == "score" else kind
    check_alone(kind, words)
    return Move(kind)


def _parse_hero(words: str, known: Sequence[str]) -> str:
    name = "-".join(words.lower().replace("-", " ").split())
    found = [hero for hero in known if hero == name] or [hero for hero in known if name and hero.startswith(name)]
    if len(found) != 1:
        deny("no-such-hero", words=shown(words), heroes=tuple(known), near=near(name, known))
    return found[0]


def made(state: State, seat: int, move: Move) -> State:
    """The table after a move of a seat, or of the table where the move is of no seat."""
    match move.kind:
        case "starts":
            if move.what not in state.candidates:
                deny("not-tied.start", seat=move.what, who=state.candidates)
            return started(state, move.what)
        case "hero":
            return take_hero(state, seat, move.what)
        case "trove":
            return enter(state, seat, move.what)
        case "cache":
            return keep(state, seat, move.what)
    return scored(state) if move.kind == "count" else replenished(state)


def started(state: State, seat: int) -> State:
    """The table once it is known who starts the coming round."""
    state = state._replace(candidates=(), starters=(*state.starters, seat), entries=(None,) * len(state.players))
    if len(state.starters) > 1 or not free_heroes(state):
        return _mining(state)
    return state._replace(phase=HEROES)


def _mining(state: State) -> State:
    state = state._replace(phase=ROUND, due=tuple(state.seats))
    return excavation.filled(state) if state.mining else state


def rolled(state: State, faces: Sequence[Face]) -> State:
    """The table after a roll: for the start, or with dice that are rolled here for mountain and troves."""
    if state.candidates:
        return _rolled_for_start(state, faces)
    state = excavation.rolled(state, faces)
    return _next_round(state) if state.phase == REPLENISH else state


def _rolled_for_start(state: State, faces: Sequence[Face]) -> State:
    """The highest starts, beer is best, and those who are equal roll again."""
    worth = [(face == BEER, face.number) for face in faces]
    best = [seat for seat, each in zip(state.candidates, worth, strict=True) if each == max(worth)]
    state = state._replace(rolls=(*state.rolls, tuple(zip(state.candidates, faces, strict=True))))
    return started(state, best[0]) if len(best) == 1 else state._replace(candidates=tuple(best))


def hero_turn(state: State) -> int:
    """The seat that chooses a hero now: counterclockwise, and the starting player last."""
    return (state.starters[0] - 1 - state.chosen) % len(state.players)


def free_heroes(state: State) -> list[str]:
    """The heroes whose card is still on the table."""
    return [hero for hero in state.rules.heroes if state.heroes.count(hero) < state.rules.same_hero]


def take_hero(state: State, seat: int, hero: str) -> State:
    """The table after a player took a hero, or went without one."""
    if seat != hero_turn(state):
        deny("not-your-turn", seat=hero_turn(state))
    free = free_heroes(state)
    if hero and hero not in free:
        deny("hero-taken.card", hero=repr(hero), free=tuple(free))
    following = state._replace(heroes=_put(state.heroes, seat, hero), chosen=state.chosen + 1)
    done = following.chosen == len(state.players) or not free_heroes(following)
    return _mining(following) if done else following


def _put(row: tuple[Any, ...], seat: int, value: Any) -> tuple[Any, ...]:
    """A row with another value at a seat."""
    return (*row[:seat], value, *row[seat + 1 :])


def enter(state: State, seat: int, trove: Trove) -> State:
    """The table with a player's trove, which may be entered again until the round is scored."""
    if seat not in state.due:
        deny("not-tied", who=state.due)
    entries = _put(state.entries, seat, trove)
    _check(_entry_problems(state, seat, trove))
    if state.phase == ROUND:
        _check(_together(state, entries, False), so_far=_entered(entries))
    return state._replace(entries=entries)


def _check(problems: Iterable[Problem], **more: object) -> None:
    """Refuse what is wrong; how many dice there are is only in doubt."""
    for found in sorted(problems, key=_is_counted):
        doubt_for(found, **more) if _is_counted(found) else deny_for(found, **more)


def _is_counted(found: Problem) -> bool:
    return found.code in COUNTED


def _entry_problems(state: State, seat: int, trove: Trove) -> Iterator[Problem]:
    """What is wrong with an entry by itself."""
    if state.phase == TIEBREAK:
        number = 1 + sum(row[seat] is not None for row in state.ties)
        yield from wrong_dice("tiebreak", number, trove, state.rules)
        yield from wrong_tiebreak(number, trove, state.rounds[-1][seat])
        return
    yield from wrong_dice("round", len(state.rounds) + 1, trove, state.rules)
    if state.rounds:
        yield from shrunk(len(state.rounds) + 1, state.rounds[-1][seat], trove, state.rules)


def _together(state: State, entries: Sequence[Trove | None], complete: bool) -> Iterator[Problem]:
    """What is wrong with the entries together; while some are missing, as far as more dice can't mend it."""
    troves = [trove for trove in entries if trove is not None]
    before = state.rounds[-1] if state.rounds else ()
    # Dice that were missing in a round are missing in the next one too.
    mined = sum(trove.size for trove in before) + state.rules.mountain
    return round_problems(len(state.rounds) + 1, troves, before, complete, state.rules, mined)


def _entered(entries: Sequence[Trove | None]) -> tuple[Said, ...]:
    return tuple(say("entered", seat=seat, n=each.size) for seat, each in enumerate(entries) if each is not None)


def unscorable(state: State) -> Refusal | None:
    """Why the troves can't be scored yet."""
    if waiting := state.missing:
        return refuse("troves-missing", who=tuple(waiting))
    found = sorted(_together(state, state.entries, True), key=_is_counted) if state.phase == ROUND else ()
    if not found:
        return None
    refusal = refuse_for(found[0], entered=_entered(state.entries))
    return doubted(refusal) if _is_counted(found[0]) else refusal


def scored(state: State) -> State:
    """The table after a scoring phase."""
    if waiting := state.missing:
        deny("troves-missing", who=tuple(waiting))
    if state.phase == ROUND:
        _check(_together(state, state.entries, True), entered=_entered(state.entries))
    nothing = (None,) * len(state.players)
    if state.phase == TIEBREAK:
        state = state._replace(ties=(*state.ties, state.entries))
    else:
        state = state._replace(rounds=(*state.rounds, tuple(trove for trove in state.entries if trove is not None)))
    state = state._replace(entries=nothing, due=())
    if len(state.rounds) < state.rules.rounds:
        return state._replace(phase=REPLENISH, cached=nothing)
    best = _leaders(state)
    if len(best) > 1 and len(state.ties) < MOST_TIEBREAKS:
        state = state._replace(phase=TIEBREAK, due=best)
        return excavation.rerolled(state) if state.mining else state
    return state._replace(phase=OVER)


def _leaders(state: State) -> tuple[int, ...]:
    """The seats that nobody is ahead of, tiebreaks counted."""
    found = result(state)
    keys = [(total, *tie.points) for total, tie in zip(found.totals, found.ties, strict=True)]
    return tuple(seat for seat in state.seats if keys[seat] == max(keys))


def chest_room(state: State, seat: int) -> int:
    """How many dice a player may keep unrolled: the chests of the last trove and of the hero, and no more than dice."""
    trove = state.rounds[-1][seat]
    shown_faces = trove.and_faces(state.rules.heroes.get(state.heroes[seat]))
    return min(chests(shown_faces) * state.rules.chest_room, trove.size)


def keep(state: State, seat: int, count: int) -> State:
    """The table after a player said how many dice are kept in chests."""
    room = chest_room(state, seat)
    if not room and count:
        deny("no-chest", seat=seat)
    if count > room:
        deny("too-many-cached", n=count, room=room)
    return state._replace(cached=_put(state.cached, seat, count))


def replenished(state: State) -> State:
    """The table when all dice are rolled again; where that is done here, they are rolled now."""
    if state.mining:
        state = excavation.rerolled(state)
        if excavation.is_rolling(state):
            return state
    return _next_round(state)


def _next_round(state: State) -> State:
    """The player with the fewest points starts, or chance decides."""
    state, starters = state._replace(rolls=()), next_starters(result(state).totals)
    if len(starters) == 1:
        return started(state, starters[0])
    return state._replace(phase=START, candidates=tuple(starters))


def passed_over(state: State, seat: int) -> State:
    """The table without an absent player: no roll, no hero, no new dice, nothing in the chests."""
    if state.phase == START:
        rest = tuple(each for each in state.candidates if each != seat)
        if rest == state.candidates:
            deny("not-now.roll", seat=seat)
        return started(state, rest[0]) if len(rest) == 1 else state._replace(candidates=rest)
    if state.phase == HEROES:
        return take_hero(state, seat, "")
    if state.phase == REPLENISH:
        return excavation.keep(state, seat, Trove(), 0) if state.mining else keep(state, seat, 0)
    if state.mining:
        return excavation.skipped(state, seat)
    return enter(state, seat, lying(state, seat))

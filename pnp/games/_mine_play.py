"""The playing of Dice Miner for two to four; mountain, beer and magic are on the table, troves come in as words.

starts 2        who starts, by seat from 1: in round 1 anybody, later one of those with the fewest points; or they roll
hero engineer   the player whose turn it is takes a hero; the beginning of its name is enough
tunnel 1 2 beer; hazard dragon x4
                the trove after the Magic Phase, again as often as needed until the round is scored; `nothing` if empty
count           everybody's trove is in: the Scoring Phase; `score` is the same
cache 2         dice kept in chests in the Replenish Phase
next            the dice are rolled again and the mountain is full
absent 2        from the table: no roll, no hero, no new dice, the trove as it lay, nothing cached
2: WORDS        from the table: the words of a player in whose place somebody else types

Case and spaces don't matter. Nothing here is secret: troves lie open. The option `starts` says who starts round 1.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pnp.edition import Edition
from pnp.games import _mine_rounds as course
from pnp.games import dice_miner
from pnp.games._mine import TYPES, counted, listed, rolled_faces
from pnp.games._mine_rounds import HEROES, OVER, REPLENISH, ROUND, START, TIEBREAK, State
from pnp.games._mine_sample import samples
from pnp.games._mine_score import rules_of
from pnp.games._mine_seats import active as active
from pnp.games._mine_seats import join as join
from pnp.games._mine_seats import marks as marks
from pnp.games._mine_seats import renamed as renamed
from pnp.games._mine_seats import scores as scores
from pnp.games._mine_seats import status as status
from pnp.games._mine_view import card
from pnp.games._mine_view import view as view
from pnp.games._mine_words import NOTHING, parse_trove, plain, plain_trove, read_face, trove_text, wrong_roll
from pnp.games._plain_play import entry as entry
from pnp.games._plain_play import last as last
from pnp.games._plain_play import lying as lying
from pnp.games._plain_play import pending as pending
from pnp.games._plain_play import vote as vote
from pnp.games.play import Action, Die, Option, Refusal, Wanted
from pnp.games.verdict import Rank
from pnp.strict import as_name, nearest, shown

Handler = Callable[[State, int | None, str], State | Refusal]


def open(players: Sequence[str], options: Mapping[str, str], edition: Edition) -> State:
    """The table before anybody has rolled for the start."""
    low, high = dice_miner.PLAYERS
    if not low <= len(players) <= high:
        raise ValueError(f"{counted(len(players), 'player')}; {low} to {high} can play")
    unknown = [name for name in options if name != "starts"]
    if unknown:
        raise ValueError(f"{shown(unknown[0])} is no option; there is 'starts', the seat that starts round 1")
    names = tuple(map(as_name, players))
    seats = tuple(range(len(names)))
    state = State(edition, rules_of(edition), names, candidates=seats, heroes=("",) * len(names))
    if "starts" in options:
        following = _starts(state, None, options["starts"])
        if isinstance(following, Refusal):
            raise ValueError(f"starts: {following.message}")
        return following
    return state


def dice(state: State) -> tuple[Die, ...]:
    """A tunnel die for each player who may start."""
    faces = tuple(plain(face) for face in rolled_faces(state.edition, "tunnel"))
    return tuple(Die(f"tunnel die of {state.players[seat]}", faces) for seat in state.candidates)


# ------------------------------------------------------------------------------------------------ acting


def act(state: State, action: Action) -> State | Refusal:
    """The table after an action, or why it is not allowed."""
    if action.dice:
        refusal = wrong_roll(action.dice, dice(state))
        return refusal or course.rolled(state, [read_face(value) for value in action.dice])
    if action.seat is not None and action.seat not in state.seats:
        return Refusal("no-such-seat", f"there is no seat {action.seat + 1}; there are {len(state.players)}")
    words = " ".join(action.words.split())
    if other := re.fullmatch(r"([0-9]{1,3}) ?: ?(.+)", words):
        if action.seat is not None:
            return Refusal("table-only", f"only the table types for somebody else; without {other[1]!r} it is your own")
        seat = _seat(state, other[1])
        return seat if isinstance(seat, Refusal) else _said(state, seat, other[2])
    return _said(state, action.seat, words)


def _said(state: State, seat: int | None, words: str) -> State | Refusal:
    verb, _, rest = words.partition(" ")
    verb = verb.lower().rstrip(":,;")
    if verb.removesuffix("s") in TYPES or verb == NOTHING:
        verb, rest = "trove", words
    if verb not in _VERBS:
        known = [*_VERBS, *TYPES]
        said = f"{shown(words)} begins with no word that is known; there are {', '.join(known)}"
        return Refusal("not-understood", said + nearest(verb, known))
    phases, handler = _VERBS[verb]
    if state.phase not in phases:
        return Refusal("game-over" if state.phase == OVER else "not-now", f"{verb!r} is not for now; {_now(state)}")
    return handler(state, seat, rest.strip())


def _now(state: State) -> str:
    """What is waited for, in a few words."""
    awaited = [f"{each.what} ({each.example})" for each in wanted(state) if each.must]
    return "; ".join(awaited) if awaited else "the game is over and nothing is left to do"


def _seat(state: State, words: str) -> int | Refusal:
    """A seat by its number from 1, or by the player's name."""
    if words.isascii() and words.isdecimal() and len(words) < 4 and int(words) - 1 in state.seats:
        return int(words) - 1
    names = [name.casefold() for name in state.players]
    if names.count(words.casefold()) == 1:
        return names.index(words.casefold())
    return Refusal("no-such-seat", f"{shown(words)} is no seat; there are 1 to {len(state.players)}")


def _starts(state: State, _: int | None, words: str) -> State | Refusal:
    seat = _seat(state, words)
    if isinstance(seat, Refusal):
        return seat
    if seat not in state.candidates:
        names = listed([state.players[each] for each in state.candidates], "or")
        return Refusal("not-tied", f"{state.players[seat]} can't start; among equals chance decides: {names}")
    return course.started(state, seat)


def _hero(state: State, seat: int | None, words: str) -> State | Refusal:
    if seat is None:
        return _whose(state)
    name = "-".join(words.lower().replace("-", " ").split())
    known = list(state.rules.heroes)
    found = [hero for hero in known if hero == name] or [hero for hero in known if name and hero.startswith(name)]
    if len(found) != 1:
        return Refusal("no-such-hero", f"{shown(words)} is no hero; there are {', '.join(known)}{nearest(name, known)}")
    return course.take_hero(state, seat, found[0])


def _whose(state: State) -> Refusal:
    return Refusal("which-seat", f"nobody can tell whose this is; the table writes '1: …' for {state.players[0]}")


def _trove(state: State, seat: int | None, words: str) -> State | Refusal:
    if seat is None:
        return _whose(state)
    try:
        trove = parse_trove(words, state.rules.dice.faces)
    except ValueError as wrong:
        return Refusal("not-understood", str(wrong))
    return course.enter(state, seat, trove)


def _count(state: State, _: int | None, words: str) -> State | Refusal:
    return _alone("count", words) or course.scored(state)


def _next(state: State, _: int | None, words: str) -> State | Refusal:
    return _alone("next", words) or course.replenished(state)


def _alone(verb: str, words: str) -> Refusal | None:
    return Refusal("not-understood", f"{shown(words)} after {verb!r}; the word stands alone") if words else None


def _cache(state: State, seat: int | None, words: str) -> State | Refusal:
    if seat is None:
        return _whose(state)
    if not re.fullmatch("[0-9]{1,4}", words):
        return Refusal("not-understood", f"{shown(words)} is no number of dice; write 'cache 2'")
    return course.keep(state, seat, int(words))


def _absent(state: State, seat: int | None, words: str) -> State | Refusal:
    if seat is not None:
        return Refusal("table-only", "only the table says that somebody is absent")
    who = _seat(state, words)
    return who if isinstance(who, Refusal) else course.passed_over(state, who)


_VERBS: dict[str, tuple[tuple[str, ...], Handler]] = {
    "starts": ((START,), _starts),
    "hero": ((HEROES,), _hero),
    "trove": ((ROUND, TIEBREAK), _trove),
    "count": ((ROUND, TIEBREAK), _count),
    "score": ((ROUND, TIEBREAK), _count),
    "cache": ((REPLENISH,), _cache),
    "next": ((REPLENISH,), _next),
    "absent": ((START, HEROES, ROUND, TIEBREAK, REPLENISH), _absent),
}


# ------------------------------------------------------------------------------------------------ what may be done


def wanted(state: State) -> tuple[Wanted, ...]:
    """What may be done now and by whom."""
    if state.phase == START:
        names = listed([state.players[seat] for seat in state.candidates], "or")
        example = f"starts {state.candidates[0] + 1}"
        return (Wanted(None, f"who starts: {names}; each rolls a tunnel die, beer is best", example),)
    if state.phase == HEROES:
        seat = course.hero_turn(state)
        return (Wanted(seat, f"{state.players[seat]} takes a hero", f"hero {course.free_heroes(state)[0]}"),)
    if state.phase in (ROUND, TIEBREAK):
        return _wanted_troves(state)
    if state.phase == REPLENISH:
        rooms = [(seat, course.chest_room(state, seat)) for seat in state.seats]
        notes = [
            Wanted(seat, f"{state.players[seat]} caches up to {counted(room, 'die')}", f"cache {room}", must=False)
            for seat, room in rooms
            if room and state.cached[seat] is None
        ]
        return (*notes, Wanted(None, "roll all other dice again and fill the mountain", "next"))
    return ()


def _wanted_troves(state: State) -> tuple[Wanted, ...]:
    example = "tunnel 1 2 beer; treasure 2; hazard dragon x4; tool chest; magic 1"
    waiting = course.missing(state)
    refusal = course.unscorable(state)
    entries = tuple(
        Wanted(seat, f"{state.players[seat]}'s trove", example, must=seat in waiting or (not waiting and bool(refusal)))
        for seat in course.due(state)
    )
    if waiting:
        return entries
    if refusal:
        return tuple(each._replace(what=f"{each.what}, corrected: {refusal.message}") for each in entries)
    return (*entries, Wanted(None, "everybody's trove is in: count the points", "count"))


def options(state: State, seat: int | None, most: int = 200) -> tuple[Option, ...]:
    """Legal words of a seat; troves are a few of the many that are possible, and absence is left out."""
    found: list[Option] = []
    if state.phase == START:
        found = [Option(f"starts {each + 1}", f"{state.players[each]} starts") for each in state.candidates]
    elif state.phase == HEROES and seat == course.hero_turn(state):
        found = [Option(f"hero {hero}", card(state.rules, hero)) for hero in course.free_heroes(state)]
    elif state.phase in (ROUND, TIEBREAK):
        if course.unscorable(state) is None:
            found = [Option("count", "the troves are scored")]
        if seat is not None:
            troves = samples(state, seat, min(most, 6))
            found += [Option(trove_text(trove), f"for example: {counted(len(trove), 'die')}") for trove in troves]
    elif state.phase == REPLENISH:
        found = [Option("next", "the next round begins")]
        if seat is not None and state.cached[seat] is None:
            rooms = range(course.chest_room(state, seat) + 1)
            found += [Option(f"cache {room}", f"{counted(room, 'die')} stay as they are") for room in rooms]
    return tuple(found[:most])


# ------------------------------------------------------------------------------------------------ what is seen


def round(state: State) -> tuple[int, int]:
    """The round that is played, of how many; how many tiebreaks there will be nobody knows."""
    return course.round_of(state)


def over(state: State) -> bool:
    """Whether somebody has won."""
    return state.phase == OVER


def standings(state: State) -> tuple[Rank, ...]:
    """The ranking by everything that was scored."""
    return dice_miner.judge(course.table(state), state.edition).ranking


def document(state: State) -> dict[str, Any]:
    """The table as a sheet document: heroes and all troves that were scored."""
    sheets: list[dict[str, Any]] = []
    for sheet in course.table(state).sheets:
        rows = {"rounds": sheet.rounds, "tiebreak": sheet.tiebreak}
        named: dict[str, Any] = {"player": sheet.player} | ({"hero": sheet.hero} if sheet.hero else {})
        sheets.append(named | {key: [plain_trove(trove) for trove in troves] for key, troves in rows.items() if troves})
    return {"game": state.edition.game, "players": len(state.players), "sheets": sheets}


def dump(state: State) -> dict[str, Any]:
    """The whole state as plain values."""
    return course.dumped(state)

"""The playing of Dice Miner alone; the mountain is on the table, what is done with it comes in as words.

draft tunnel 3                  a die from the top of the mountain joins the trove
draft treasure 2 cached         … into a chest, which is decided now
draft tunnel beer as 4          … set to another face, as only beer is
spend magic 2                   a magic die leaves the game; as many dice as it shows magic may be recycled at once
recycle hazard dragon x4        one of them, or `recycle 2` for so many, `recycle` for one, `recycle 0` for no more
refill                          the mountain is filled up from the bag
end                             the trove is scored

Case and spaces don't matter. The option `magic` says how many magic dice are rolled at the start.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from pnp.edition import Edition
from pnp.games import _mine_solo as course
from pnp.games import dice_miner_solo
from pnp.games._mine import BEER, TYPES, Face, counted, dice_of, face_text, listed, parse_face, rolled_faces, sequences
from pnp.games._mine_draft import Document, chests, kind_of, rules_of
from pnp.games._mine_solo import CACHED, MINE, OVER, ROLL, State
from pnp.games._mine_words import die_text, parse_die, plain, read_face, wrong_roll
from pnp.games._plain_play import alone, named, placed
from pnp.games._plain_play import entry as entry
from pnp.games._plain_play import last as last
from pnp.games._plain_play import pending as pending
from pnp.games._plain_play import vote as vote
from pnp.games.play import Action, Die, Option, Refusal, SheetMarks, View, Wanted
from pnp.games.verdict import Rank, Score
from pnp.strict import as_name, nearest, shown

join = alone


def open(players: Sequence[str], options: Mapping[str, str], edition: Edition) -> State:
    """The game before the magic dice of the start are rolled."""
    if len(players) != 1:
        raise ValueError(f"{counted(len(players), 'player')}; this is a game for one")
    unknown = [name for name in options if name != "magic"]
    if unknown:
        raise ValueError(f"{shown(unknown[0])} is no option; there is 'magic', the magic dice of the start")
    rules = rules_of(edition)
    allowed = {str(count): count for count in rules.starting_magic}
    magic = options.get("magic", str(rules.starting_magic[0])).strip()
    if magic not in allowed:
        raise ValueError(f"magic: {shown(magic)} is not one of {', '.join(allowed)}")
    trove = Document(as_name(players[0]), refills=0, starting_magic=allowed[magic])
    state = State(edition, rules, dice_of(edition), trove)
    return state if state.start else course.rolled(state, ())


def dice(state: State) -> tuple[Die, ...]:
    """The magic dice of the start, until they are rolled."""
    if state.phase != ROLL:
        return ()
    faces = tuple(plain(face) for face in rolled_faces(state.edition, "magic"))
    return tuple(Die(f"magic die {number}", faces) for number in range(1, state.start + 1))


# ------------------------------------------------------------------------------------------------ acting


def act(state: State, action: Action) -> State | Refusal:
    """The game after an action, or why it is not allowed."""
    if action.dice:
        refusal = wrong_roll(action.dice, dice(state))
        return refusal or course.rolled(state, tuple(read_face(value) for value in action.dice))
    if action.seat not in (None, 0):
        return Refusal("no-such-seat", "this is a game for one; there is seat 1 alone")
    words = " ".join(action.words.lower().split())
    verb, _, rest = words.partition(" ")
    handler = _VERBS.get(verb)
    if handler is None:
        said = f"{shown(action.words)} begins with no word that is known; there are {', '.join(_VERBS)}"
        return Refusal("not-understood", said + nearest(verb, _VERBS))
    if state.phase == OVER:
        return Refusal("game-over", f"{verb!r} is not for now; the game has ended")
    if state.phase == ROLL:
        return Refusal("not-now", f"{verb!r} is not for now; the magic dice of the start are rolled first")
    try:
        return handler(state, rest)
    except ValueError as wrong:
        return Refusal("not-understood", str(wrong))


def _draft(state: State, words: str) -> State | Refusal:
    match = re.fullmatch(r"(.*?)(?: as (.*?))?( cached)?", words)
    assert match is not None
    kind, face = parse_die(match[1], state.dice.faces)
    _, turned = parse_die(f"{kind} {match[2]}", state.dice.faces) if match[2] else (kind, face)
    return course.draft(state, kind, face, turned, bool(match[3]))


def _spend(state: State, words: str) -> State | Refusal:
    kind, face = parse_die(f"magic {words.removeprefix('magic')}", state.dice.faces)
    return course.spend(state, face) if kind == "magic" else _no_magic(words)


def _no_magic(words: str) -> Refusal:
    return Refusal("not-magic", f"{shown(words)} can't be spent; only magic dice are: 'spend magic 2'")


def _recycle(state: State, words: str) -> State | Refusal:
    if not words or re.fullmatch("[0-9]{1,4}", words):
        return course.recycle(state, int(words or 1))
    return course.recycle_die(state, *parse_die(words, state.dice.faces))


def _refill(state: State, words: str) -> State | Refusal:
    return _alone("refill", words) or course.refill(state)


def _end(state: State, words: str) -> State | Refusal:
    return _alone("end", words) or replace(state, phase=OVER, owed=0)


def _alone(verb: str, words: str) -> Refusal | None:
    return Refusal("not-understood", f"{shown(words)} after {verb!r}; the word stands alone") if words else None


def _absent(state: State, words: str) -> Refusal:  # noqa: ARG001
    return Refusal("alone", "nobody waits in a game for one; it goes on when its player is back, or with 'end'")


_VERBS: Mapping[str, Callable[[State, str], State | Refusal]] = {
    "draft": _draft,
    "spend": _spend,
    "recycle": _recycle,
    "refill": _refill,
    "end": _end,
    "absent": _absent,
}


# ------------------------------------------------------------------------------------------------ what may be done


def wanted(state: State) -> tuple[Wanted, ...]:
    """What may be done now."""
    if state.phase == OVER:
        return ()
    if state.phase == ROLL:
        rolled = " ".join(str(plain(face)) for face in rolled_faces(state.edition, "magic")[: state.start])
        return (Wanted(0, f"roll the magic dice of the start, {state.start} of them", rolled),)
    if state.owed:
        return (Wanted(0, f"recycle up to {counted(state.owed, 'die')} from the top of the mountain", "recycle 1"),)
    found = []
    if state.mountain:
        found.append(Wanted(0, "draft a die from the top of the mountain", "draft tunnel 1", must=False))
    if state.trove.magic:
        best = max(state.trove.magic, key=lambda face: 0 if face.symbol else face.count)
        example = f"spend {die_text('magic', best)}"
        found.append(Wanted(0, "spend a magic die to recycle dice", example, must=False))
    if left := state.rules.refills - state.refills:
        found.append(Wanted(0, f"refill the mountain, {left} left", "refill", must=False))
    return (*found, Wanted(0, "end the game", "end", must=not found))


def options(state: State, seat: int | None, most: int = 200) -> tuple[Option, ...]:
    """Legal words, whatever lies on top of the mountain."""
    if state.phase != MINE or seat not in (None, 0):
        return ()
    found: list[Option] = []
    for option, following in _possible(state):
        if len(found) >= most:
            break
        if not isinstance(following(), Refusal):
            found.append(option)
    return tuple(found)


Possible = Iterator[tuple[Option, Callable[[], State | Refusal]]]


def _possible(state: State) -> Possible:
    """Words that may be legal with what they lead to, the shortest first."""
    if state.owed:
        for count in range(state.owed + 1):
            means = f"{counted(count, 'die')} to the bag" if count else "the rest stays on the mountain"
            yield Option(f"recycle {count}", means), partial(course.recycle, state, count)
        for kind, face in _faces(state):
            words = f"recycle {die_text(kind, face)}"
            yield Option(words, "to the bag"), partial(course.recycle_die, state, kind, face)
    yield Option("end", f"score the trove: {_total(state)}"), partial(_end, state, "")
    yield Option("refill", "fill the mountain up again"), partial(course.refill, state)
    for face in dict.fromkeys(state.trove.magic):
        yield (
            Option(f"spend {die_text('magic', face)}", "out of the game, for recycling"),
            partial(course.spend, state, face),
        )
    for kind, face in _faces(state):
        yield from _drafts(state, kind, face)


def _faces(state: State) -> Iterator[tuple[str, Face]]:
    """Every die that may lie on the mountain."""
    return ((kind, face) for kind in TYPES for face in state.dice.faces[kind])


def _drafts(state: State, kind: str, face: Face) -> Possible:
    """The ways to draft a die."""
    for turned in state.dice.faces[kind] if face == BEER else (face,):
        name = die_text(kind, face) + (f" as {face_text(turned)}" if face == BEER else "")
        take = partial(course.draft, state, kind, face, turned)
        yield Option(f"draft {name}", "to the trove"), take
        if kind == kind_of(CACHED):
            yield Option(f"draft {name} {CACHED}", "into a chest"), partial(take, cached=True)


# ------------------------------------------------------------------------------------------------ what is seen


def _total(state: State) -> int:
    return dice_miner_solo.score_trove(state.trove, state.rules).total


def view(state: State, seat: int | None) -> View:  # noqa: ARG001 - there is one player
    """The trove, its score and band, and what the rules allow next."""
    sheet = dice_miner_solo.judge(state.trove, state.edition).sheets[0]
    place = f"mountain {state.refills + 1} of {state.rules.refills + 1}"
    state_of_play = {
        ROLL: f"roll the magic dice of the start, {state.start} of them",
        MINE: f"{place}, {counted(state.mountain, 'die')} on it",
        OVER: "the game is over",
    }
    headline = f"{state_of_play[state.phase]}; {sheet.score.total} points"
    notes = tuple(note.message for note in sheet.notes)
    lines = tuple(f"{line.name}: {line.points} ({line.why})" for line in sheet.score.lines)
    return View(headline, ((state.trove.player, sheet.picture, lines),), (*notes, *_left(state)))


def _left(state: State) -> Iterator[str]:
    """What can be drafted and done as things stand."""
    if state.phase != MINE:
        return
    rules, trove = state.rules, state.trove
    if state.owed:
        yield f"up to {counted(state.owed, 'die')} to recycle"
    ends = sequences(trove.tunnel, rules.straight_start)
    following = {rules.straight_start, *(end + 1 for end in ends if parse_face(end + 1) in rules.dice.faces["tunnel"])}
    yield f"tunnel dice that fit: {listed([str(number) for number in sorted(following)], 'or')}"
    for hazard, tool in rules.neutralizes.items():
        free = sum(face.symbol == tool for face in trove.tool) - sum(face.symbol == hazard for face in trove.hazard)
        if free:
            yield f"{counted(free, tool)} free for a {hazard} die"
    if room := chests(trove) * rules.chest_room - len(trove.cached):
        yield f"room in chests: {counted(room, 'die')} of treasure"
    yield f"refills left: {rules.refills - state.refills}; dice in the bag: {course.bag(state)}"


def round(state: State) -> tuple[int, int]:
    """The mountain that is mined, and how many there can be."""
    return state.refills + 1, state.rules.refills + 1


def over(state: State) -> bool:
    """Whether the player has ended the game."""
    return state.phase == OVER


def standings(state: State) -> tuple[Rank, ...]:
    """The one player with the points of the trove as it lies."""
    return dice_miner_solo.judge(state.trove, state.edition).ranking


def document(state: State) -> dict[str, Any]:
    """The trove as a sheet document."""
    return {"game": state.edition.game, **course.plain_piles(state.trove)}


def dump(state: State) -> dict[str, Any]:
    """The whole state as plain values."""
    return course.dumped(state)


# ------------------------------------------------------------------------------------------------ the one seat


def renamed(state: State, players: Sequence[str]) -> State | Refusal:
    """The game with another name."""
    names = named(players, 1)
    return names if isinstance(names, Refusal) else replace(state, trove=replace(state.trove, player=names[0]))


def lying(state: State) -> tuple[tuple[str, int | str], ...]:
    """The magic dice that are left to spend."""
    return tuple(("magic", plain(face)) for face in state.trove.magic)


def active(state: State) -> int | None:
    """The one player, until the end."""
    return None if state.phase == OVER else 0


def status(state: State, seat: int) -> str:
    """The game waits for its player, once the dice of the start lie there."""
    return "drawing" if state.phase == MINE and seat == 0 else "idle"


def marks(state: State, seat: int | None) -> tuple[SheetMarks, ...]:
    """The score sheet as the trove lies."""
    return placed(dice_miner_solo.marks(state.trove, state.edition), 1, seat)


def scores(state: State) -> tuple[Score, ...]:
    """The score of the trove as it lies."""
    return (dice_miner_solo.score_trove(state.trove, state.rules),)

"""The course of a solo game of Dice Miner: what lies on the mountain by number, and what may be done with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from pnp.edition import Edition
from pnp.errors import Problem
from pnp.games._mine import BEER, TYPES, Dice, Face, counted, face_text, listed, problem, too_many, wrong_faces
from pnp.games._mine_draft import PILES, Document, Rules, draft_problems, kind_of
from pnp.games._mine_words import die_text, plain
from pnp.games.play import Refusal

ROLL, MINE, OVER = "roll", "mine", "over"
CACHED = "cached"


@dataclass(frozen=True, slots=True)
class State:
    """A solo game as it stands; `trove` has the refills so far and the magic dice of the start."""

    edition: Edition = field(compare=False, repr=False)
    rules: Rules = field(compare=False, repr=False)
    dice: Dice = field(compare=False, repr=False)
    """The dice as they lie on the mountain, where each type can show beer."""
    trove: Document
    phase: str = ROLL
    mountain: int = 0
    """So many dice lie on the mountain."""
    box: tuple[Face, ...] = ()
    """Magic dice that were spent and are out of the game."""
    owed: int = 0
    """So many dice may still be recycled for the magic die that was spent last."""

    @property
    def start(self) -> int:
        return self.trove.starting_magic or 0

    @property
    def refills(self) -> int:
        return self.trove.refills or 0


def dumped(state: State) -> dict[str, Any]:
    """A state as plain values."""
    return {
        "game": state.edition.game,
        "phase": state.phase,
        "trove": plain_piles(state.trove),
        "mountain": state.mountain,
        "box": [plain(face) for face in state.box],
        "owed": state.owed,
    }


def plain_piles(trove: Document) -> dict[str, Any]:
    """The keys of a solo document."""
    piles = {name: [plain(face) for face in trove.pile(name)] for name in PILES if trove.pile(name)}
    return {"player": trove.player, **piles, "refills": trove.refills, "starting-magic": trove.starting_magic}


def held(state: State) -> Mapping[str, int]:
    """How many dice of each type are in the trove or out of the game."""
    counts = {kind: sum(len(state.trove.pile(name)) for name in PILES if kind_of(name) == kind) for kind in TYPES}
    return counts | {"magic": counts["magic"] + len(state.box)}


def bag(state: State) -> int:
    """How many dice are in the bag."""
    return sum(state.dice.counts.values()) - sum(held(state).values()) - state.mountain


def filled(state: State) -> State:
    """The same with a full mountain, as far as the bag has dice."""
    room = max(0, state.rules.mountain - state.mountain)
    return replace(state, mountain=state.mountain + min(room, bag(state)))


def rolled(state: State, faces: tuple[Face, ...]) -> State:
    """The game once the magic dice of the start were rolled, with the first mountain."""
    return filled(replace(state, phase=MINE, trove=replace(state.trove, magic=faces)))


def _first(problems: Iterator[Problem]) -> Refusal | None:
    found = next(problems, None)
    return Refusal(found.code, found.message) if found else None


def _from_mountain(state: State, kind: str, face: Face) -> Iterator[Problem]:
    """Why a die can't have been taken from the top of the mountain."""
    if not state.mountain:
        left = state.rules.refills - state.refills
        allowed = f"{counted(left, 'refill')} left" if left else "and no refill is left: the game can only end"
        yield problem("mountain-empty", "mountain", "no die lies there", allowed)
    yield from wrong_faces(kind, kind, [face], state.dice.faces[kind])
    yield from too_many(f"{kind} in trove and box", held(state)[kind] + 1, state.dice.counts[kind])


def recycle_first(state: State) -> Refusal | None:
    """Why nothing else is done while dice may be recycled."""
    if not state.owed:
        return None
    rest = f"{counted(state.owed, 'die')} may still be recycled"
    return Refusal(
        "recycle-first", f"{rest}, at once after magic was spent; 'recycle 0' leaves the rest on the mountain"
    )


def draft(state: State, kind: str, face: Face, shown: Face, cached: bool = False) -> State | Refusal:
    """The game after a die that lay on the mountain with a face was added to the trove showing a face."""
    if refusal := recycle_first(state) or _first(_from_mountain(state, kind, face)) or _wild(state, kind, face, shown):
        return refusal
    if cached and kind != kind_of(CACHED):
        return Refusal("not-treasure", f"a {kind} die can't be cached; only {kind_of(CACHED)} dice go into chests")
    name = CACHED if cached else kind
    grown: dict[str, Any] = {name: (*state.trove.pile(name), shown)}
    trove = replace(state.trove, **grown)
    if refusal := _first(draft_problems(trove, state.rules)):
        return refusal
    return replace(state, trove=trove, mountain=state.mountain - 1)


def _wild(state: State, kind: str, face: Face, shown: Face) -> Refusal | None:
    """Why a die can't be turned to a face: only beer is, and never to beer."""
    if face != BEER:
        stays = f"{die_text(kind, face)} stays as it lies; only beer is set to another face"
        return Refusal("not-beer", stays) if shown != face else None
    sides = [each for each in state.dice.faces[kind] if each != BEER]
    if shown == BEER:
        example = f"'draft {kind} beer as {face_text(sides[0])}'"
        return Refusal("beer-is-wild", f"beer is set to a face of your choice when it is drafted; write {example}")
    if shown not in sides:
        allowed = listed([face_text(each) for each in sides], "or")
        return Refusal("no-such-face", f"beer as {face_text(shown)!r}; a {kind} die can be set to {allowed}")
    return None


def spend(state: State, face: Face) -> State | Refusal:
    """The game after a magic die went to the box: as many dice as it shows magic may be recycled."""
    magic = list(state.trove.magic)
    if refusal := recycle_first(state):
        return refusal
    if face not in magic:
        there = listed([face_text(each) for each in magic]) or "none"
        return Refusal("no-such-die", f"no magic die shows {face_text(face)!r}; in the trove: {there}")
    magic.remove(face)
    symbols = 0 if face.symbol else face.count
    trove = replace(state.trove, magic=tuple(magic))
    return replace(state, trove=trove, box=(*state.box, face), owed=min(symbols, state.mountain))


def _no_recycling(state: State) -> Refusal | None:
    if state.owed:
        return None
    return Refusal("no-magic", "no magic is left to recycle with; a magic die is spent first: 'spend magic 2'")


def recycle(state: State, count: int) -> State | Refusal:
    """The game after some dice went back to the bag; with none the rest of the magic is forgone."""
    if refusal := _no_recycling(state):
        return refusal
    if count > state.owed:
        return Refusal("too-many-recycled", f"{counted(count, 'die')} recycled; at most {state.owed} may be")
    return replace(state, mountain=state.mountain - count, owed=state.owed - count if count else 0)


def recycle_die(state: State, kind: str, face: Face) -> State | Refusal:
    """The game after a named die went back to the bag."""
    return _no_recycling(state) or _first(_from_mountain(state, kind, face)) or recycle(state, 1)


def refill(state: State) -> State | Refusal:
    """The game with a mountain that was filled up again."""
    trove = replace(state.trove, refills=state.refills + 1)
    return recycle_first(state) or _first(draft_problems(trove, state.rules)) or filled(replace(state, trove=trove))

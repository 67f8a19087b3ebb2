"""What a miner alone can do: the dice on the mountain by number, what is drafted from them; and its words.

draft tunnel 3                  a die from the top of the mountain joins the trove
draft treasure 2 cached         … into a chest, which is decided now
draft tunnel beer as 4          … set to another face, as only beer is
spend magic 2                   a magic die leaves the game; as many dice as it shows magic may be recycled at once
recycle hazard dragon x4        one of them, or `recycle 2` for so many, `recycle` for one, `recycle 0` for no more
refill                          the mountain is filled up from the bag
end                             the trove is scored

Case and spaces don't matter.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from pnp.errors import Problem
from pnp.games.dice_miner.both_modes import Move, check_alone
from pnp.games.dice_miner.dice import (
    BEER,
    TYPES,
    Face,
    die_said,
    die_text,
    face_text,
    parse_die,
    plain,
    symbols,
    too_many,
    wrong_faces,
)
from pnp.games.dice_miner.mountain import Mountain, is_place
from pnp.games.dice_miner.solo_rules import SoloRules
from pnp.games.dice_miner.solo_sheet import PILES, kind_of
from pnp.games.rules.document import Document, Sheet
from pnp.games.rules.problems import problems_of
from pnp.games.rules.scope import Scope
from pnp.games.seats import deny, deny_for, doubt
from pnp.strict import shown
from pnp.words import say

ROLL, MINE, OVER = "roll", "mine", "over"
CACHED = "cached"
VERBS = ("draft", "spend", "recycle", "refill", "end", "absent")


class SoloTrove(NamedTuple):
    """The trove of a miner alone, and the refills and magic dice that it took."""

    player: str
    tunnel: tuple[Face, ...] = ()
    hazard: tuple[Face, ...] = ()
    tool: tuple[Face, ...] = ()
    treasure: tuple[Face, ...] = ()
    cached: tuple[Face, ...] = ()
    magic: tuple[Face, ...] = ()
    refills: int | None = None
    starting_magic: int | None = None

    def pile(self, name: str) -> tuple[Face, ...]:
        dice: tuple[Face, ...] = getattr(self, name)
        return dice

    def held(self, kind: str) -> int:
        """How many dice of a type there are."""
        return sum(len(self.pile(pile)) for pile in PILES if kind_of(pile) == kind)

    @property
    def chests(self) -> int:
        """The chests that it shows.

        >>> SoloTrove("Ana", tool=(Face("chest", 2), Face("shield"))).chests
        2
        """
        return symbols(self.tool, "chest")

    @property
    def document(self) -> Document:
        """The document of its sheet."""
        return Document(1, (Sheet(self.player, (self._asdict(),)),))

    def as_document(self) -> dict[str, Any]:
        """The keys of a solo document."""
        piles = {name: [plain(face) for face in dice] for name in PILES if (dice := self.pile(name))}
        return {"player": self.player, **piles, "refills": self.refills, "starting-magic": self.starting_magic}


def problems_with(area: str, trove: SoloTrove, rules: SoloRules) -> Iterator[Problem]:
    """What is wrong with a pile of a trove, or with its refills."""
    scope = scope_of(trove, rules)
    for check in rules.checks[area]:
        yield from problems_of(check, scope)


def scope_of(trove: SoloTrove, rules: SoloRules) -> Scope:
    """A trove as formulas see it."""
    return Scope(rules.declaration, trove._asdict())


class SoloState(NamedTuple):
    """A solo game as it stands; `trove` has the refills so far and the magic dice of the start."""

    rules: SoloRules
    trove: SoloTrove
    phase: str = ROLL
    mountain: int = 0
    """So many dice lie on the mountain."""
    box: tuple[Face, ...] = ()
    """Magic dice that were spent and are out of the game."""
    owed: int = 0
    """So many dice may still be recycled for the magic die that was spent last."""
    lies: Mountain | None = None
    """What lies on the mountain, where that is rolled here."""

    @property
    def start(self) -> int:
        return self.trove.starting_magic or 0

    @property
    def refills(self) -> int:
        return self.trove.refills or 0

    @property
    def refills_left(self) -> int:
        return self.rules.refills - self.refills

    def held(self, kind: str) -> int:
        """How many dice of a type are in the trove or out of the game."""
        return self.trove.held(kind) + (len(self.box) if kind == "magic" else 0)

    @property
    def bag(self) -> int:
        """How many dice are in the bag."""
        return sum(self.rules.dice.counts.values()) - sum(map(self.held, TYPES)) - self.mountain


class Draft(NamedTuple):
    """A die that lay on the mountain with a face, and joins the trove with a face."""

    kind: str
    face: Face
    turned: Face
    cached: bool = False

    @property
    def pile(self) -> str:
        return CACHED if self.cached else self.kind


def text(move: Move) -> str:
    """A move as it is written.

    >>> text(Move("draft", Draft("treasure", BEER, Face("", 3), True))), text(Move("recycle", ("tunnel", BEER)))
    ('draft treasure beer as 3 cached', 'recycle tunnel beer')
    """
    what = move.what
    if isinstance(what, Draft):
        turned = f" as {face_text(what.turned)}" if what.face == BEER or what.turned != what.face else ""
        return f"draft {die_text(what.kind, what.face)}{turned}{' cached' if what.cached else ''}"
    if move.kind == "spend":
        return f"spend {die_text('magic', what)}"
    if isinstance(what, tuple):
        return f"recycle {die_text(*what)}"
    return move.kind if what is None else f"{move.kind} {what}"


def parse(words: str, rules: SoloRules) -> Move:
    """The move that some words mean."""
    kind, _, rest = words.partition(" ")
    dice = rules.dice
    match kind:
        case "draft":
            found = re.fullmatch(r"(.*?)(?: as (.*?))?( cached)?", rest)
            assert found is not None
            _check_no_place(found[1])
            kind, face = parse_die(found[1], dice)
            turned = parse_die(f"{kind} {found[2]}", dice)[1] if found[2] else face
            return Move("draft", Draft(kind, face, turned, bool(found[3])))
        case "spend":
            kind, face = parse_die(f"magic {rest.removeprefix('magic')}", dice)
            if kind != "magic":
                deny("not-magic", words=shown(rest))
            return Move("spend", face)
        case "recycle":
            _check_no_place(rest)
            counted = not rest or re.fullmatch("[0-9]{1,4}", rest)
            return Move("recycle", int(rest or 1) if counted else parse_die(rest, dice))
    check_alone(kind, rest)
    return Move(kind)


def _check_no_place(words: str) -> None:
    """Refuse a place on a mountain that is on the table and not rolled here."""
    if is_place(words):
        deny("not-rolled", word=shown(words))


def made(state: SoloState, move: Move) -> SoloState:
    """The game after a move."""
    match move.kind:
        case "draft":
            return draft(state, move.what)
        case "spend":
            return spend(state, move.what)
        case "recycle":
            return recycle(state, move.what)
        case "refill":
            return refill(state)
        case _:
            return state._replace(phase=OVER, owed=0)


def legal(state: SoloState) -> Iterator[Move]:
    """What may be done, whatever lies on top of the mountain; the shortest words first."""
    room = [kind for kind in TYPES if state.held(kind) < state.rules.dice.counts[kind]]
    faces = state.rules.dice.faces
    if state.owed:
        yield from (Move("recycle", count) for count in range(0 if state.rules.recycle_fewer else 1, state.owed + 1))
        yield from (Move("recycle", (kind, face)) for kind in room for face in faces[kind])
    yield Move("end")
    if state.owed:
        return
    if state.refills_left > 0:
        yield Move("refill")
    yield from (Move("spend", face) for face in dict.fromkeys(state.trove.magic))
    for kind in room if state.mountain else ():
        yield from (Move("draft", die) for die in drafts(state, kind, faces[kind]))


def drafts(state: SoloState, kind: str, shown_faces: Iterable[Face]) -> Iterator[Draft]:
    """The ways in which a die of a type that shows one of some faces could join the trove."""
    piles = [pile for pile in (kind, CACHED) if kind_of(pile) == kind]
    sides = [face for face in state.rules.dice.faces[kind] if face != BEER]
    for face in shown_faces:
        for turned in sides if face == BEER else (face,):
            fitting = (pile for pile in piles if _fits(state.trove, pile, turned, state.rules))
            yield from (Draft(kind, face, turned, pile == CACHED) for pile in fitting)


@lru_cache(maxsize=1024)
def _fits(trove: SoloTrove, pile: str, face: Face, rules: SoloRules) -> bool:
    return next(problems_with(pile, _grown(trove, pile, face), rules), None) is None


def _grown(trove: SoloTrove, pile: str, face: Face) -> SoloTrove:
    grown: dict[str, Any] = {pile: (*trove.pile(pile), face)}
    return trove._replace(**grown)


def rolled(state: SoloState, faces: tuple[Face, ...]) -> SoloState:
    """The game once the magic dice of the start lie in the trove."""
    return filled(state._replace(trove=state.trove._replace(magic=faces), phase=MINE))


def filled(state: SoloState) -> SoloState:
    """The same with a full mountain, as far as the bag has dice."""
    room = max(0, state.rules.mountain - state.mountain)
    return state._replace(mountain=state.mountain + min(room, state.bag))


def _check(problems: Iterable[Problem]) -> None:
    """Refuse what makes a problem."""
    for found in problems:
        deny_for(found)


def _check_on_mountain(state: SoloState, kind: str, face: Face) -> None:
    """Refuse a die that can't have been taken from the top of the mountain."""
    left = state.refills_left
    if not state.mountain:
        doubt("mountain-empty", left=left or None, last=not left)
    _check(wrong_faces(say("at.pile", pile=kind), kind, [face], state.rules.dice.faces[kind]))
    _check(too_many(say("at.used", pile=kind), state.held(kind) + 1, state.rules.dice.counts[kind]))


def _check_recycled(state: SoloState) -> None:
    """Nothing else is done while dice may be recycled."""
    if state.owed:
        deny("recycle-first", n=state.owed)


def draft(state: SoloState, die: Draft) -> SoloState:
    """The game after a die was added to the trove."""
    _check_recycled(state)
    _check_on_mountain(state, die.kind, die.face)
    _check_turned(state, die)
    if die.cached and die.kind != kind_of(CACHED):
        deny("not-treasure", kind=die.kind, treasure=kind_of(CACHED))
    trove = _grown(state.trove, die.pile, die.turned)
    _check(problems_with(die.pile, trove, state.rules))
    return state._replace(trove=trove, mountain=max(0, state.mountain - 1))


def _check_turned(state: SoloState, die: Draft) -> None:
    """Whether a die may be turned to a face: only beer is, and never to beer."""
    if die.face != BEER:
        if die.turned != die.face:
            deny("not-beer", die=die_said(die.kind, die.face))
        return
    sides = [face for face in state.rules.dice.faces[die.kind] if face != BEER]
    if die.turned == BEER:
        deny("beer-is-wild", example=repr(text(Move("draft", die._replace(turned=sides[0], cached=False)))))
    if die.turned not in sides:
        deny("no-such-face.beer", face=repr(face_text(die.turned)), kind=die.kind, faces=tuple(map(face_text, sides)))


def spend(state: SoloState, face: Face) -> SoloState:
    """The game after a magic die went to the box: as many dice as it shows magic may be recycled."""
    _check_recycled(state)
    magic = list(state.trove.magic)
    if face not in magic:
        deny("no-such-die", face=repr(face_text(face)), there=tuple(map(face_text, magic)), none=not magic)
    magic.remove(face)
    trove = state.trove._replace(magic=tuple(magic))
    owed = 0 if face.symbol else min(face.number, state.mountain)
    return state._replace(trove=trove, box=(*state.box, face), owed=owed)


def recycle(state: SoloState, what: int | tuple[str, Face]) -> SoloState:
    """The game after a die or some dice went back to the bag; with none the rest of the magic is forgone."""
    if not state.owed:
        deny("no-magic")
    if isinstance(what, tuple):
        _check_on_mountain(state, *what)
    count = 1 if isinstance(what, tuple) else what
    if count > state.owed:
        deny("too-many-recycled", n=count, most=state.owed)
    if not count and not state.rules.recycle_fewer:
        deny("must-recycle", n=state.owed)
    return state._replace(mountain=state.mountain - count, owed=state.owed - count if count else 0)


def refill(state: SoloState) -> SoloState:
    """The game with a mountain that was filled up again."""
    _check_recycled(state)
    trove = state.trove._replace(refills=state.refills + 1)
    _check(problems_with("refills", trove, state.rules))
    return filled(state._replace(trove=trove))

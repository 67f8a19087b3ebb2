"""What is said at a table of Dice Manor: moves, and the notation that they are written in.

A cell is written `x,y`, a path of cells `0,0>0,1`, several paths with `+` between them.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from pnp.games.dice_manor.tiles import TURNS, Point, cell_text, parse_cell
from pnp.games.dice_manor.tours import Path
from pnp.strict import shown, wrong

Touches = tuple[frozenset[str], ...]
REST = -1
"""As a number of dice: all that are left of the chosen number."""
LONGEST = 300


class Nudge(NamedTuple):
    """A token turns one die to a neighbouring number."""

    old: int
    new: int


class Reroll(NamedTuple):
    """A token rolls dice again; no dice named are all."""

    dice: tuple[int, ...] = ()


class Place(NamedTuple):
    """All dice of a number go to the blueprint, on tours, to advertising, or stand outside as Unhappy Guests."""

    number: int
    blueprint: int = 0
    tours: tuple[Path, ...] = ()
    advertising: int = 0
    unhappy: int = 0


class Build(NamedTuple):
    """A tile that was won is built: with its color and what it touches, or where it lies in the plan."""

    tile: str
    color: str = ""
    touches: Touches = ()
    at: Point | None = None
    turned: int = 0


class Touch(NamedTuple):
    """What a magic room, by its number in the manor, is joined to now."""

    room: int
    touches: Touches


class Leave(NamedTuple):
    """A tile that was won fits nowhere."""

    tile: str


class Done(NamedTuple):
    """Nothing more to build."""


class Tell(NamedTuple):
    """Numbers that are read from the board: `spaces`, `bonus`, `diversity`, `length`."""

    what: str
    numbers: tuple[int, ...]


Move = Nudge | Reroll | Place | Build | Touch | Leave | Done | Tell

_CELL = r"-?\d{1,2},-?\d{1,2}"
_PATH = rf"(?:{_CELL}(?:>{_CELL})*|\d{{1,2}})"
_PLACES = r"(?:(b)(?:lueprints?)?|(t)(?:ours?)?|(a)(?:ds?|dvertis[a-z]*)?|(u)(?:nhappy)?)"
_ITEM = re.compile(rf",? ?{_PLACES}(?: ?({_PATH}(?:\+{_PATH})*))?(?=$|[ ,btau])")
_PLACE = re.compile(r"(?:place )?([1-6]) ?:?(?= ?[btau])(.+)")
_NUDGE = re.compile(r"(?:token )?([1-6]) ?(?:>|to) ?([1-6])")
_REROLL = re.compile(r"(?:token )?reroll(?: all| ([1-6](?:[ ,]?[1-6])*))?")
_TELL = re.compile(r"(spaces|bonus|diversity|length)((?: \d{1,3})*)")
_SIGNS = re.compile(r" ?([,>+/]) ?")


def parse(text: str) -> Move:
    """The move that is meant; a ValueError says what can be said.

    >>> parse(" Place 4: blueprint 2, tour 1, advertise 1")
    Place(number=4, blueprint=2, tours=(1,), advertising=1, unhappy=0)
    >>> parse("token 6 > 1")
    Nudge(old=6, new=1)
    """
    if len(text) > LONGEST:
        wrong("unclear.long", n=len(text), most=LONGEST)
    said = _SIGNS.sub(r"\1", " ".join(text.lower().replace("->", ">").split()))
    if said == "done":
        return Done()
    if found := _NUDGE.fullmatch(said):
        return Nudge(int(found[1]), int(found[2]))
    if found := _REROLL.fullmatch(said):
        return Reroll(tuple(sorted(map(int, re.findall(r"\d", found[1] or "")))))
    if found := _TELL.fullmatch(said):
        return Tell(found[1], tuple(map(int, found[2].split())))
    if found := _PLACE.fullmatch(said):
        return _place(int(found[1]), found[2])
    verb, *rest = said.split() or [""]
    if verb == "build" and rest:
        return _build(rest)
    if verb == "touch" and len(rest) == 2 and re.fullmatch(r"\d{1,2}", rest[0]):
        return Touch(int(rest[0]), _touches(rest[1]))
    if verb == "leave" and len(rest) == 1:
        return Leave(rest[0])
    return wrong("unclear.words", words=shown(text))


def _place(number: int, said: str) -> Place:
    counts: dict[str, tuple[Path, ...]] = {}
    position = 0
    while position < len(said):
        found = _ITEM.match(said, position)
        letter = next(filter(None, found.groups())) if found else ""
        if not found or letter in counts:
            wrong("unclear.place", words=shown(said[position:].strip()))
        counts[letter] = tuple(map(_path, found[5].split("+"))) if found[5] else (REST,)
        position = found.end()
    if sum(paths == (REST,) for paths in counts.values()) > 1:
        wrong("unclear.rest")
    one = {}
    for letter in "bau":
        paths = counts.get(letter, (0,))
        if len(paths) > 1 or not isinstance(paths[0], int):
            wrong("unclear.dice", letter=repr(letter))
        one[letter] = paths[0]
    tours = counts.get("t", ())
    if 0 in tours and tours != (0,):
        wrong("unclear.path")
    return Place(number, one["b"], () if tours == (0,) else tours, one["a"], one["u"])


def _path(said: str) -> Path:
    return tuple(map(parse_cell, said.split(">"))) if "," in said else int(said)


def _build(rest: list[str]) -> Build:
    tile, *more = [word for word in rest if word not in ("at", "turned", "touching")] or [""]
    if more and re.fullmatch(_CELL, more[0]):
        turned = more[1] if len(more) == 2 else "0"
        if len(more) > 2 or turned not in map(str, TURNS):
            wrong("unclear.turn", words=shown(" ".join(more[1:])))
        return Build(tile, at=parse_cell(more[0]), turned=int(turned))
    if not tile or len(more) > 2:
        wrong("unclear.tile", words=shown(" ".join(rest)))
    return Build(tile, more[0] if more else "", _touches(more[1]) if len(more) > 1 else ())


def _touches(said: str) -> Touches:
    """Colors joined by `+`, for each of two rooms with `/` between them; `-` is none.

    >>> [sorted(colors) for colors in _touches("red+blue/-")]
    [['blue', 'red'], []]
    """
    return tuple(frozenset(filter(None, room.replace("-", "").split("+"))) for room in said.split("/"))


def text(move: Move) -> str:
    """A move as it is best written.

    >>> text(Place(4, 2, (3, 1), 1)), text(parse("4 t 0, 0 > 0,1"))
    ('4 b2 t3+1 a1', '4 t0,0>0,1')
    """
    match move:
        case Place():
            return _place_text(move)
        case Nudge():
            return f"token {move.old}>{move.new}"
        case Reroll():
            return " ".join(["token reroll", *(map(str, move.dice) if move.dice else ["all"])])
        case Build() if move.at is not None:
            return f"build {move.tile} {cell_text(move.at)} {move.turned}"
        case Build():
            return " ".join(filter(None, ["build", move.tile, move.color, touches_text(move.touches)]))
        case Touch():
            return f"touch {move.room} {touches_text(move.touches)}"
        case Leave():
            return f"leave {move.tile}"
        case Done():
            return "done"
        case Tell():
            return " ".join([move.what, *map(str, move.numbers)])


def _place_text(place: Place) -> str:
    tours = "+".join(">".join(map(cell_text, path)) if isinstance(path, tuple) else _dice(path) for path in place.tours)
    parts = [f"b{_dice(place.blueprint)}"] if place.blueprint else []
    parts += [f"t{tours}"] if place.tours else []
    parts += [f"a{_dice(place.advertising)}"] if place.advertising else []
    parts += [f"u{_dice(place.unhappy)}"] if place.unhappy else []
    return " ".join([str(place.number), *(parts or ["b0"])])


def _dice(count: int) -> str:
    return "" if count == REST else str(count)


def touches_text(touches: Touches) -> str:
    """What each room touches, as it is written."""
    return "/".join("+".join(sorted(colors)) or "-" for colors in touches)

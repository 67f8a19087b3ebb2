"""What is said at a table of Dice Manor: words to values and back.

A cell is written `x,y`, a path of cells `0,0>0,1`, several paths with `+` between them.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from pnp.games._manor_tiles import TURNS, Point, cell_text, parse_cell
from pnp.strict import shown

Path = int | tuple[Point, ...]
"""A path of a tour: so many dice, or the cells it goes through."""
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
    """Numbers that are read from the board or about seats: `spaces`, `bonus`, `diversity`, `absent`, `back`."""

    what: str
    numbers: tuple[int, ...]


Words = Nudge | Reroll | Place | Build | Touch | Leave | Done | Tell

_CELL = r"-?\d{1,2},-?\d{1,2}"
_PATH = rf"(?:{_CELL}(?:>{_CELL})*|\d{{1,2}})"
_PLACES = r"(?:(b)(?:lueprints?)?|(t)(?:ours?)?|(a)(?:ds?|dvertis[a-z]*)?|(u)(?:nhappy)?)"
_ITEM = re.compile(rf",? ?{_PLACES}(?: ?({_PATH}(?:\+{_PATH})*))?(?=$|[ ,btau])")
_PLACE = re.compile(r"(?:place )?([1-6]) ?:?(?= ?[btau])(.+)")
_NUDGE = re.compile(r"(?:token )?([1-6]) ?(?:>|to) ?([1-6])")
_REROLL = re.compile(r"(?:token )?reroll(?: all| ([1-6](?:[ ,]?[1-6])*))?")
_TELL = re.compile(r"(spaces|bonus|diversity|absent|back)((?: \d{1,3})*)")
_ALLOWED = (
    "write 'token 3>4', 'token reroll 3 3 5', '4 b2 t1 a1', 'build office red', 'touch 1 red+green', 'leave office', "
    "'done', 'spaces 1 4 5', 'bonus 1 1', 'diversity 5', 'absent 2' or 'back 2'"
)


def parse(text: str) -> Words:
    """The value of what was said; a ValueError says what can be said.

    >>> parse(" Place 4: blueprint 2, tour 1, advertise 1")
    Place(number=4, blueprint=2, tours=(1,), advertising=1, unhappy=0)
    >>> parse("token 6 > 1")
    Nudge(old=6, new=1)
    """
    if len(text) > LONGEST:
        raise ValueError(f"{len(text)} characters; at most {LONGEST} are allowed")
    said = " ".join(text.lower().replace("->", ">").split())
    said = re.sub(r" ?([,>+/]) ?", r"\1", said)
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
    raise ValueError(f"{shown(text)} says nothing here; {_ALLOWED}")


def _place(number: int, said: str) -> Place:
    counts: dict[str, tuple[Path, ...]] = {}
    position = 0
    while position < len(said):
        found = _ITEM.match(said, position)
        letter = next(filter(None, found.groups())) if found else ""
        if not found or letter in counts:
            wrong = shown(said[position:].strip())
            raise ValueError(f"{wrong} is no place for dice; b, t, a and u, each once with its dice, are allowed")
        counts[letter] = tuple(map(_path, found[5].split("+"))) if found[5] else (REST,)
        position = found.end()
    if sum(paths == (REST,) for paths in counts.values()) > 1:
        raise ValueError("two places without a number of dice; only one takes what is left")
    one = {}
    for letter in "bau":
        paths = counts.get(letter, (0,))
        if len(paths) > 1 or not isinstance(paths[0], int):
            raise ValueError(f"{letter!r} takes a number of dice; only tours have paths")
        one[letter] = paths[0]
    tours = counts.get("t", ())
    if 0 in tours and tours != (0,):
        raise ValueError("a path of 0 dice; a path has at least one")
    return Place(number, one["b"], () if tours == (0,) else tours, one["a"], one["u"])


def _path(said: str) -> Path:
    return tuple(map(parse_cell, said.split(">"))) if "," in said else int(said)


def _build(rest: list[str]) -> Build:
    tile, *more = [word for word in rest if word not in ("at", "turned", "touching")] or [""]
    if more and re.fullmatch(_CELL, more[0]):
        turned = more[1] if len(more) == 2 else "0"
        if len(more) > 2 or turned not in map(str, TURNS):
            raise ValueError(f"{shown(' '.join(more[1:]))} is no quarter turn; 0, 90, 180 and 270 are allowed")
        return Build(tile, at=parse_cell(more[0]), turned=int(turned))
    if not tile or len(more) > 2:
        raise ValueError(f"{shown(' '.join(rest))} is no tile; write a type, a color and what magic touches")
    return Build(tile, more[0] if more else "", _touches(more[1]) if len(more) > 1 else ())


def _touches(said: str) -> Touches:
    """Colors joined by `+`, for each of two rooms with `/` between them; `-` is none.

    >>> [sorted(colors) for colors in _touches("red+blue/-")]
    [['blue', 'red'], []]
    """
    return tuple(frozenset(filter(None, room.replace("-", "").split("+"))) for room in said.split("/"))


def text(words: Words) -> str:
    """What is said, as it is best written.

    >>> text(Place(4, 2, (3, 1), 1)), text(parse("4 t 0, 0 > 0,1"))
    ('4 b2 t3+1 a1', '4 t0,0>0,1')
    """
    match words:
        case Nudge():
            return f"token {words.old}>{words.new}"
        case Reroll():
            return " ".join(["token reroll", *(map(str, words.dice) if words.dice else ["all"])])
        case Place():
            return _place_text(words)
        case Build():
            where = (
                [cell_text(words.at), str(words.turned)]
                if words.at is not None
                else [words.color, _touches_text(words.touches)]
            )
            return " ".join(filter(None, ["build", words.tile, *where]))
        case Touch():
            return f"touch {words.room} {_touches_text(words.touches)}"
        case Leave():
            return f"leave {words.tile}"
        case Done():
            return "done"
        case Tell():
            return " ".join([words.what, *map(str, words.numbers)])


def _place_text(place: Place) -> str:
    tours = "+".join(">".join(map(cell_text, path)) if isinstance(path, tuple) else _dice(path) for path in place.tours)
    parts = [f"b{_dice(place.blueprint)}"] if place.blueprint else []
    parts += [f"t{tours}"] if place.tours else []
    parts += [f"a{_dice(place.advertising)}"] if place.advertising else []
    parts += [f"u{_dice(place.unhappy)}"] if place.unhappy else []
    return " ".join([str(place.number), *(parts or ["b0"])])


def _dice(count: int) -> str:
    return "" if count == REST else str(count)


def _touches_text(touches: Touches) -> str:
    return "/".join("+".join(sorted(colors)) or "-" for colors in touches)

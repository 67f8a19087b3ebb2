"""The dice of Dice Miner: faces as people write them, and what the edition says there is of each type."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from pnp.edition import Edition
from pnp.errors import InputError, Problem, one_line
from pnp.games.verdict import Cell
from pnp.strict import Table, as_whole, shown

TYPES = ("tunnel", "treasure", "hazard", "tool", "magic")
MOST_DICE = 1000
_LONGEST_FACE = 40
_WORDS = re.compile(r"([a-z][a-z -]*?) ?(?:[x×] ?([0-9]{1,4}))?")

T = TypeVar("T")


@dataclass(frozen=True, slots=True, order=True)
class Face:
    """What a die shows: a bare number, whose symbol is empty, or a symbol and how often it is there."""

    symbol: str
    count: int = 1


BEER = Face("beer")


def parse_face(value: Any) -> Face:
    """A face as somebody wrote it; ValueError for what is neither a number nor a text.

    >>> parse_face("Dragon X4"), parse_face("cave in"), parse_face(3)
    (Face(symbol='dragon', count=4), Face(symbol='cave-in', count=1), Face(symbol='', count=3))
    """
    if not isinstance(value, str):
        if isinstance(value, bool) or not isinstance(value, int):
            raise ValueError(f"{shown(value)} is not a face; a number or a text like 'dragon x4' is allowed")
        return Face("", as_whole(value))
    words = one_line(value, _LONGEST_FACE).lower()
    if words.isascii() and words.isdecimal() and len(words) < 10:
        return Face("", int(words))
    if match := _WORDS.fullmatch(words):
        return Face(re.sub("[ -]+", "-", match[1]), int(match[2] or 1))
    # An empty symbol would make the text a number.
    return Face(words or "nothing")


def face_text(face: Face) -> str:
    """A face as it is written in a document.

    >>> face_text(Face("dragon", 4)), face_text(Face("chest")), face_text(Face("", 2))
    ('dragon x4', 'chest', '2')
    """
    if not face.symbol:
        return str(face.count)
    return face.symbol if face.count == 1 else f"{face.symbol} x{face.count}"


def read_dice(table: Table, key: str) -> tuple[Face, ...]:
    """The dice that stand under a key of a document, none where the key is missing."""
    return tuple(table.items(key, parse_face, [], most=MOST_DICE))


def symbols(dice: Iterable[Face], symbol: str) -> int:
    """How often a symbol is there on some dice.

    >>> symbols([Face("dragon", 4), Face("dragon"), Face("cave-in", 3)], "dragon")
    5
    """
    return sum(face.count for face in dice if face.symbol == symbol)


def numbers(dice: Iterable[Face]) -> list[int]:
    """The bare numbers on some dice, lowest first; a number below 1 counts for nothing.

    >>> numbers([Face("", 3), Face("beer"), Face("", 1)])
    [1, 3]
    """
    return sorted(face.count for face in dice if not face.symbol and face.count > 0)


def sequences(dice: Iterable[Face], start: int = 1) -> list[int]:
    """The last number of each sequence that begins at the start, longest first; no die is in two of them.

    >>> sequences([Face("", n) for n in (1, 2, 2, 3, 1)])
    [3, 2]
    """
    shown_numbers = numbers(dice)
    ends: list[int] = []
    reach, number = shown_numbers.count(start), start
    while reach:
        further = min(reach, shown_numbers.count(number + 1))
        ends += [number] * (reach - further)
        reach, number = further, number + 1
    return ends[::-1]


@dataclass(frozen=True, slots=True)
class Dice:
    """The dice of an edition: how many there are of each type, and the faces that each can show."""

    counts: Mapping[str, int]
    faces: Mapping[str, tuple[Face, ...]]


def dice_of(edition: Edition) -> Dice:
    """The dice an edition is played with.

    >>> from pnp.edition import shipped
    >>> [face_text(face) for face in dice_of(shipped("dice-miner")).faces["treasure"]]
    ['1', '2', '3', 'beer']
    """
    faces = {}
    for kind in TYPES:
        known = edition[f"{kind}-split" if edition.known(f"{kind}-split") else f"{kind}-faces"]
        faces[kind] = tuple(dict.fromkeys(parse_face(face) for face in known))
    return Dice({kind: int(edition["dice"][kind]) for kind in TYPES}, faces)


def rolled_faces(edition: Edition, kind: str) -> tuple[Face, ...]:
    """The six faces that a virtual die of a type is rolled with: the known ones, or else the stand-in.

    >>> from pnp.edition import shipped
    >>> [face_text(face) for face in rolled_faces(shipped("dice-miner"), "tunnel")]
    ['1', '2', '3', '4', '5', 'beer']
    """
    name = f"{kind}-split" if edition.known(f"{kind}-split") else f"{kind}-stand-in"
    return tuple(parse_face(face) for face in edition[name])


def usable(edition: Edition, read: Callable[[Edition], T]) -> T:
    """What is read from an edition, or one line where an owner's entries have another shape."""
    try:
        return read(edition)
    except (TypeError, ValueError, KeyError, AttributeError, IndexError) as error:
        reason = one_line(f"{type(error).__name__}: {error}")
        raise InputError(f"{edition.game}: the edition data can't be used: {reason}") from None


def problem(code: str, where: str, wrong: str, allowed: str) -> Problem:
    """A problem worded as all of them are.

    >>> problem("too-many-dice", "round 1, tool", "8 dice", "7 exist").message
    'round 1, tool: 8 dice; 7 exist'
    """
    return Problem(code, where, f"{where}: {wrong}; {allowed}")


def wrong_faces(place: str, kind: str, dice: Sequence[Face], allowed: Sequence[Face]) -> list[Problem]:
    """A problem for each die that shows what no die of its type can show."""
    rest = f"a {kind} die shows {listed([face_text(face) for face in allowed], 'or')}"
    return [
        problem("no-such-face", f"{place}, die {n}", f"shows {face_text(face)!r}", rest)
        for n, face in enumerate(dice, 1)
        if face not in allowed
    ]


def too_many(place: str, count: int, exist: int) -> list[Problem]:
    """A problem where there are more dice of a type than exist."""
    wrong, allowed = counted(count, "die"), f"there are {exist} of this type in the game"
    return [problem("too-many-dice", place, wrong, allowed)] if count > exist else []


def listed(words: Sequence[str], last: str = "and") -> str:
    """Words in a row as a person says them.

    >>> listed(["Ana", "Bo", "Cy"])
    'Ana, Bo and Cy'
    """
    return f" {last} ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def counted(count: int, word: str) -> str:
    """A number of things.

    >>> counted(1, "gem"), counted(3, "die")
    ('1 gem', '3 dice')
    """
    many = "dice" if word == "die" else f"{word}s"
    return f"{count} {word if count == 1 else many}"


def cells(dice: Sequence[Face], allowed: Sequence[Face], bad: Iterable[int] = ()) -> tuple[Cell, ...]:
    """Dice as cells of a picture, marked where they can't show their face or where an index says so."""
    marked = set(bad)
    return tuple(Cell(face_text(face), face not in allowed or n in marked) for n, face in enumerate(dice))

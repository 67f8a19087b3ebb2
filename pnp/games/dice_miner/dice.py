"""The dice of Dice Miner: faces as people write them, dice by type, and what the edition says there is of each type."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from pnp.edition import Edition
from pnp.errors import Problem, one_line, problem
from pnp.games import table_dice
from pnp.games.verdict import Cell
from pnp.strict import Table, as_whole, near, shown, wrong
from pnp.words import Said, say

TYPES = ("tunnel", "treasure", "hazard", "tool", "magic")
MOST_DICE = 1000
NOTHING = "nothing"
EXAMPLE = "tunnel 1 2 beer; hazard dragon x4"
LONGEST = 2000
"""More characters than any table of dice needs."""
_LONGEST_FACE = 40
_WORDS = re.compile(r"([a-z][a-z -]*?) ?(?:[x×] ?([0-9]{1,4}))?")
_BETWEEN = re.compile(r"[\s;,:]+")
_TIMES = re.compile(r"(?<=[a-z]) ?[x×] ?(?=[0-9])")


class Face(NamedTuple):
    """What a die shows: a bare number, whose symbol is empty, or a symbol and how often it is there."""

    symbol: str
    number: int = 1


BEER = Face("beer")


def parse_face(value: Any) -> Face:
    """A face as somebody wrote it; ValueError for what is neither a number nor a text.

    >>> parse_face("Dragon X4"), parse_face("cave in"), parse_face(3)
    (Face(symbol='dragon', number=4), Face(symbol='cave-in', number=1), Face(symbol='', number=3))
    """
    if isinstance(value, str):
        return _parse_text(value)
    if isinstance(value, bool) or not isinstance(value, int):
        wrong("no-face", value=shown(value))
    return Face("", as_whole(value))


@lru_cache(maxsize=1024)
def _parse_text(text: str) -> Face:
    words = one_line(text, _LONGEST_FACE).lower()
    if words.isascii() and words.isdecimal() and len(words) < 10:
        return Face("", int(words))
    if match := _WORDS.fullmatch(words):
        return Face(re.sub("[ -]+", "-", match[1]), int(match[2] or 1))
    # An empty symbol would make the text a number.
    return Face(words or NOTHING)


def face_text(face: Face) -> str:
    """A face as it is written in a document.

    >>> face_text(Face("dragon", 4)), face_text(Face("chest")), face_text(Face("", 2))
    ('dragon x4', 'chest', '2')
    """
    if not face.symbol:
        return str(face.number)
    return face.symbol if face.number == 1 else f"{face.symbol} x{face.number}"


def plain(face: Face) -> table_dice.Face:
    """A face as a plain value: a number, or the text that a document has."""
    return face_text(face) if face.symbol else face.number


def die_text(kind: str, face: Face) -> str:
    """A die as it is written: its type and what it shows."""
    return f"{kind} {face_text(face)}"


def face_said(face: Face) -> Said | int:
    """A face in words for people."""
    if not face.symbol:
        return face.number
    return say("face", symbol=face.symbol, n=face.number if face.number > 1 else None)


def die_said(kind: str, *faces: Face) -> Said:
    """Dice of a type and what they show, in words for people."""
    return say("dice-shown", kind=kind, faces=tuple(map(face_said, faces)))


def symbols(dice: Iterable[Face], symbol: str) -> int:
    """How often a symbol is there on some dice.

    >>> symbols([Face("dragon", 4), Face("dragon"), Face("cave-in", 3)], "dragon")
    5
    """
    return sum(face.number for face in dice if face.symbol == symbol)


def numbers(dice: Iterable[Face]) -> list[int]:
    """The bare numbers on some dice, lowest first; a number below 1 counts for nothing.

    >>> numbers([Face("", 3), Face("beer"), Face("", 1)])
    [1, 3]
    """
    return sorted(face.number for face in dice if not face.symbol and face.number > 0)


def sequences(dice: Iterable[Face], start: int = 1) -> list[int]:
    """The last number of each sequence that begins at the start, longest first; no die is in two of them.

    >>> sequences([Face("", n) for n in (1, 2, 2, 3, 1)])
    [3, 2]
    """
    found = Counter(numbers(dice))
    ends: list[int] = []
    reach, number = found[start], start
    while reach:
        further = min(reach, found[number + 1])
        ends += [number] * (reach - further)
        reach, number = further, number + 1
    return ends[::-1]


class Trove(NamedTuple):
    """Dice by type: a player's, or the faces on a hero's card."""

    tunnel: tuple[Face, ...] = ()
    treasure: tuple[Face, ...] = ()
    hazard: tuple[Face, ...] = ()
    tool: tuple[Face, ...] = ()
    magic: tuple[Face, ...] = ()

    @property
    def size(self) -> int:
        """How many dice there are."""
        return sum(map(len, self))

    def dice(self, kind: str) -> tuple[Face, ...]:
        """The dice of a type."""
        return self[TYPES.index(kind)]

    def by_type(self) -> Iterator[tuple[str, tuple[Face, ...]]]:
        """The types of which there are dice, with them."""
        return ((kind, dice) for kind, dice in zip(TYPES, self, strict=True) if dice)

    def and_faces(self, hero: Trove | None) -> Trove:
        """These dice together with the faces of a hero."""
        return Trove(*(own + more for own, more in zip(self, hero, strict=True))) if hero else self

    def as_document(self) -> dict[str, list[table_dice.Face]]:
        """The dice as a document has them; types without dice are left out."""
        return {kind: [plain(face) for face in dice] for kind, dice in self.by_type()}


def read_dice(table: Table, key: str) -> tuple[Face, ...]:
    """The dice that stand under a key of a document, none where the key is missing."""
    return tuple(table.items(key, parse_face, [], most=MOST_DICE))


@dataclass(frozen=True, eq=False)
class Dice:
    """The dice of an edition: how many there are of each type, and the faces that each can show."""

    counts: Mapping[str, int]
    faces: Mapping[str, tuple[Face, ...]]

    @cached_property
    def symbols(self) -> tuple[str, ...]:
        """Every symbol that a die can show, longer ones first."""
        found = {face.symbol for faces in self.faces.values() for face in faces if face.symbol}
        return tuple(sorted(found, key=lambda symbol: (-len(symbol), symbol)))

    @cached_property
    def spelling(self) -> re.Pattern[str]:
        """How symbols may be spelled, a group each: `cave-in` as `cave in` or `cavein` too, and any of them with s."""
        each = ("[ -]?".join(map(re.escape, symbol.split("-"))) for symbol in self.symbols)
        return re.compile(rf"\b(?:{'|'.join(f'({one})' for one in each) or '(?!)'})s?\b")


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


@lru_cache(maxsize=64)
def rolled_faces(edition: Edition, kind: str) -> tuple[table_dice.Face, ...]:
    """The six faces that a virtual die of a type is rolled with: the known ones, or else the stand-in.

    >>> from pnp.edition import shipped
    >>> rolled_faces(shipped("dice-miner"), "tunnel")
    (1, 2, 3, 4, 5, 'beer')
    """
    name = f"{kind}-split" if edition.known(f"{kind}-split") else f"{kind}-stand-in"
    return tuple(plain(parse_face(face)) for face in edition[name])


def wrong_faces(place: Said, kind: str, dice: Sequence[Face], allowed: Sequence[Face]) -> list[Problem]:
    """A problem for each die that shows what no die of its type can show."""
    if all(face in allowed for face in dice):
        return []
    faces = tuple(map(face_text, allowed))
    return [
        problem("no-such-face", say("at.die", place=place, die=n), face=repr(face_text(face)), kind=kind, faces=faces)
        for n, face in enumerate(dice, 1)
        if face not in allowed
    ]


def too_many(place: Said, count: int, exist: int) -> list[Problem]:
    """A problem where there are more dice of a type than exist."""
    return [problem("too-many-dice", place, n=count, exist=exist)] if count > exist else []


def cells(dice: Sequence[Face], allowed: Sequence[Face], bad: Iterable[int] = ()) -> tuple[Cell, ...]:
    """Dice as cells of a picture, marked where they can't show their face or where an index says so."""
    marked = set(bad)
    return tuple(Cell(face_text(face), face not in allowed or n in marked) for n, face in enumerate(dice))


def trove_text(trove: Trove) -> str:
    """A trove in one line.

    >>> trove_text(Trove(tunnel=(Face("", 1), Face("beer")), tool=(Face("chest", 2),)))
    'tunnel 1 beer; tool chest x2'
    """
    return "; ".join(f"{kind} {' '.join(map(face_text, dice))}" for kind, dice in trove.by_type()) or NOTHING


def trove_said(trove: Trove) -> tuple[Said, ...]:
    """A trove in words for people, type by type."""
    return tuple(die_said(kind, *dice) for kind, dice in trove.by_type())


def parse_trove(words: str, known: Dice) -> Trove:
    """The trove of one line; ValueError says what in it is not understood.

    Case, blanks, commas, a missing `;`, plurals of the types and `cave in` for `cave-in` are forgiven.

    >>> parse_trove("Tunnels 1, beer TOOL chest X2", Dice({}, {}))
    Trove(tunnel=(Face(symbol='', number=1), Face(symbol='beer', number=1)), treasure=(), hazard=(), \
tool=(Face(symbol='chest', number=2),), magic=())
    """
    tokens = _tokens(words, known)
    if tokens == [NOTHING]:
        return Trove()
    dice: dict[str, list[Face]] = {kind: [] for kind in TYPES}
    pile: list[Face] | None = None
    for token in tokens:
        named = token if token in dice else token.removesuffix("s")
        if named in dice:
            pile = dice[named]
        elif pile is None:
            wrong("unclear.type", word=shown(token), example=repr(EXAMPLE), near=near(token, TYPES))
        else:
            pile.append(_parse_text(token))
    if pile is None:
        wrong("unclear.no-dice", example=repr(EXAMPLE), nothing=repr(NOTHING))
    return Trove(*map(tuple, dice.values()))


def _tokens(words: str, known: Dice) -> list[str]:
    """The words of a line, each face a single one."""
    if len(words) > LONGEST:
        wrong("unclear.long", n=len(words), most=LONGEST)
    text = _TIMES.sub("×", _BETWEEN.sub(" ", words.lower()).strip())
    text = known.spelling.sub(lambda found: known.symbols[(found.lastindex or 1) - 1], text)
    return [token.replace("×", " x") for token in text.split()]


def parse_die(words: str, known: Dice) -> tuple[str, Face]:
    """The one die that some words name, as its type and face; ValueError where they name none or several.

    >>> parse_die("Hazard Cave In x2", Dice({}, {"hazard": (Face("cave-in"),)}))
    ('hazard', Face(symbol='cave-in', number=2))
    """
    found = [(kind, face) for kind, dice in parse_trove(words, known).by_type() for face in dice]
    if len(found) != 1:
        wrong("unclear.one-die", words=shown(words), n=len(found))
    return found[0]

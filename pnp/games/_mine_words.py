"""How miners write their dice: a whole trove in one line, or a single die.

trove   `tunnel 1 1 2 beer; treasure 2 2; hazard dragon x4; tool chest; magic 1`, or `nothing`
die     `hazard dragon x4`

Case, extra spaces, commas, a missing `;`, plurals of the types and `cave in` for `cave-in` are forgiven.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from pnp.games import play
from pnp.games._mine import TYPES, Face, counted, face_text, parse_face
from pnp.games._mine_score import Trove
from pnp.strict import nearest, shown

Faces = Mapping[str, tuple[Face, ...]]
NOTHING = "nothing"
LONGEST = 2000
"""More characters than any table of dice needs."""


def plain(face: Face) -> play.Face:
    """A face as a plain value: a number, or the text that a document has.

    >>> plain(Face("", 3)), plain(Face("dragon", 4))
    (3, 'dragon x4')
    """
    return face_text(face) if face.symbol else face.count


def plain_trove(trove: Trove) -> dict[str, list[play.Face]]:
    """The dice of a trove by type, as a document has them; types without dice are left out."""
    return {kind: [plain(face) for face in trove.dice(kind)] for kind in TYPES if trove.dice(kind)}


def die_text(kind: str, face: Face) -> str:
    """A die as it is written: its type and what it shows.

    >>> die_text("hazard", Face("dragon", 4))
    'hazard dragon x4'
    """
    return f"{kind} {face_text(face)}"


def trove_text(trove: Trove) -> str:
    """A trove in one line.

    >>> trove_text(Trove(tunnel=(Face("", 1), Face("beer")), tool=(Face("chest", 2),)))
    'tunnel 1 beer; tool chest x2'
    """
    parts = [f"{kind} {' '.join(map(face_text, trove.dice(kind)))}" for kind in TYPES if trove.dice(kind)]
    return "; ".join(parts) or NOTHING


def parse_trove(words: str, faces: Faces) -> Trove:
    """The trove of one line; ValueError says what in it is not understood.

    >>> parse_trove("Tunnels 1, beer TOOL chest X2", {})
    Trove(tunnel=(Face(symbol='', count=1), Face(symbol='beer', count=1)), treasure=(), hazard=(), \
tool=(Face(symbol='chest', count=2),), magic=())
    """
    dice: dict[str, list[Face]] = {kind: [] for kind in TYPES}
    tokens = _tokens(words, faces)
    if tokens == [NOTHING]:
        return Trove()
    kind = ""
    for token in tokens:
        named = token.removesuffix("s")
        if token in dice or named in dice:
            kind = token if token in dice else named
        elif not kind:
            raise ValueError(f"{shown(token)} is no type of dice; dice are written {_EXAMPLE}{nearest(token, TYPES)}")
        else:
            dice[kind].append(parse_face(token))
    if not kind:
        raise ValueError(f"there are no dice; they are written {_EXAMPLE}, or {NOTHING!r}")
    return Trove(**{kind: tuple(each) for kind, each in dice.items()})


_EXAMPLE = "'tunnel 1 2 beer; hazard dragon x4'"


def _tokens(words: str, faces: Faces) -> list[str]:
    """The words of a line, each face a single one."""
    if len(words) > LONGEST:
        raise ValueError(f"a line of {len(words)} characters; at most {LONGEST} are read")
    text = " ".join(re.split(r"[\s;,:]+", words.lower())).strip()
    text = re.sub(r"(?<=[a-z]) ?[x×] ?(?=[0-9])", "×", text)
    for symbol in sorted({face.symbol for each in faces.values() for face in each if face.symbol}):
        spelled = "[ -]?".join(map(re.escape, symbol.split("-")))
        text = re.sub(rf"\b{spelled}s?\b", symbol, text)
    return [token.replace("×", " x") for token in text.split()]


def parse_die(words: str, faces: Faces) -> tuple[str, Face]:
    """The one die that some words name, as its type and face; ValueError where they name none or several.

    >>> parse_die("Hazard Cave In x2", {"hazard": (Face("cave-in"),)})
    ('hazard', Face(symbol='cave-in', count=2))
    """
    trove = parse_trove(words, faces)
    found = [(kind, face) for kind in TYPES for face in trove.dice(kind)]
    if len(found) != 1:
        raise ValueError(f"{shown(words)} names {len(found)} dice; one is written like 'hazard dragon x4'")
    return found[0]


def wrong_roll(given: Iterable[play.Face], wanted: tuple[play.Die, ...]) -> play.Refusal | None:
    """Why dice can't be those that were to be rolled: none were, another number of them, or a face they don't have."""
    rolled = tuple(given)
    if len(rolled) != len(wanted):
        allowed = ", ".join(die.name for die in wanted) or "no dice, but words"
        return play.Refusal("wrong-dice", f"{counted(len(rolled), 'die')} given; what is wanted now: {allowed}")
    for value, die in zip(rolled, wanted, strict=True):
        if read_face(value) not in {parse_face(face) for face in die.faces}:
            faces = ", ".join(dict.fromkeys(map(str, die.faces)))
            return play.Refusal("no-such-face", f"{die.name}: {shown(value)} is on no side; it shows {faces}")
    return None


def read_face(value: play.Face) -> Face:
    """A face of a die that was rolled; what is no face at all is one that no die has."""
    try:
        return parse_face(value)
    except ValueError:
        return Face("nothing")

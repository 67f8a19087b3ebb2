"""The trove of a miner alone, as its layout declares it, and what no formula says: straights, stopped hazards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from pnp.edition import Edition
from pnp.games.dice_miner.dice import BEER, Face, cells, face_text, parse_face, sequences
from pnp.games.rules.document import Document
from pnp.games.rules.file_game import FileGame
from pnp.games.verdict import Picture, Verdict
from pnp.paths import LAYOUTS
from pnp.strict import toml
from pnp.words import say

PILES = ("tunnel", "hazard", "tool", "treasure", "cached", "magic")
LAYOUT = LAYOUTS / "dice-miner-solo.toml"


def straights(tunnel: Iterable[Face], start: int, end: int) -> int:
    """How many straights are finished."""
    return sum(last >= end for last in sequences(tunnel, start))


def unsupported(tunnel: Sequence[Face], start: int = 1) -> list[int]:
    """The indexes of the tunnel dice that no straight of their own carries.

    >>> unsupported([Face("", n) for n in (1, 2, 3, 2, 5)])
    [3, 4]
    """
    carried = [number for end in sequences(tunnel, start) for number in range(start, end + 1)]
    alone = []
    for index, face in enumerate(tunnel):
        if not face.symbol and face.number in carried:
            carried.remove(face.number)
        elif not face.symbol:
            alone.append(index)
    return alone


def unmatched(hazard: Sequence[Face], tool: Sequence[Face], neutralizes: Mapping[str, str]) -> list[int]:
    """The indexes of the hazard dice that are left without a tool die of their own.

    >>> unmatched([Face("dragon", 4), Face("dragon")], [Face("shield")], {"dragon": "shield"})
    [1]
    """
    free = [face.symbol for face in tool]
    left = []
    for index, face in enumerate(hazard):
        needed = neutralizes.get(face.symbol)
        if needed in free:
            free.remove(needed)
        elif needed:
            left.append(index)
    return left


def kind_of(pile: str) -> str:
    """The type of the dice in a pile: what is cached are treasure dice."""
    return "treasure" if pile == "cached" else pile


def sides(pile: str, entries: Mapping[str, Any]) -> tuple[str, ...]:
    """What a die of a pile can show; every type can show beer on the mountain, few can in a trove."""
    kind = kind_of(pile)
    return _sides(entries.get(f"{kind}_split") or entries[f"{kind}_faces"], kind in entries["beer_in_trove"])


@lru_cache(maxsize=64)
def _sides(faces: Sequence[int | str], beer: bool) -> tuple[str, ...]:
    return tuple(dict.fromkeys(face_text(face) for face in map(parse_face, faces) if face != BEER or beer))


def highest(kind: str, entries: Mapping[str, Any]) -> int:
    """The highest number on a die, or the most symbols.

    >>> highest("hazard", {"hazard_faces": ("beer", "dragon x4", "cave-in"), "beer_in_trove": ()})
    4
    """
    return max((parse_face(face).number for face in sides(kind, entries)), default=0)


def quoted(face: Face) -> str:
    """A face as it is quoted in a message."""
    return repr(face_text(face))


class SoloSheet(FileGame):
    """The sheet of Dice Miner for one."""

    def __init__(self) -> None:
        functions = (straights, unsupported, unmatched, kind_of, sides, highest, quoted)
        super().__init__(
            str(LAYOUT),
            toml(LAYOUT.read_text(encoding="utf-8")),
            functions={**{function.__name__: function for function in functions}, "text": face_text},
            things={"face": parse_face},
        )

    @property
    def folder(self) -> Path:
        return Path(__file__).parent

    def judge(self, document: Document, edition: Edition) -> Verdict:
        verdict = super().judge(document, edition)
        entries = self.declare(edition).entries
        seats = zip(verdict.sheets, document.sheets, strict=True)
        return verdict._replace(
            sheets=tuple(found._replace(picture=picture(sheet.rounds[0], entries)) for found, sheet in seats)
        )


def picture(piles: Mapping[str, Any], entries: Mapping[str, Any]) -> Picture:
    """The dice of each pile, those marked that can't lie there."""
    room = entries["chests"] * sum(face.number for face in piles["tool"] if face.symbol == "chest")
    bad: dict[str, Sequence[int]] = {
        "tunnel": unsupported(piles["tunnel"], entries["straight_start"]),
        "hazard": unmatched(piles["hazard"], piles["tool"], entries["neutralizes"]),
        "cached": range(room, len(piles["cached"])),
    }
    faces = {name: tuple(map(parse_face, sides(name, entries))) for name in PILES if piles[name]}
    return Picture(
        tuple((say("at.pile", pile=name), cells(piles[name], faces[name], bad.get(name, ()))) for name in faces)
    )


SHEET = SoloSheet()

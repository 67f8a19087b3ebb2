"""A photo of sheets becomes their marks, with what is doubtful."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np

from pnp.errors import InputError
from pnp.games.codec import Mark
from pnp.games.library import SHIPPED, Library
from pnp.read import agreement, features, field_kinds, known_sheets, page_marks, qr, straightening
from pnp.read.field_kinds import Models
from pnp.read.guesses import Guess
from pnp.read.known_sheets import Kind, Named
from pnp.read.page_marks import Group
from pnp.read.straightening import Blank, Flat
from pnp.sheets.ink import Code
from pnp.sheets.sheet import Sheet
from pnp.words import Said, say

Array = np.ndarray[Any, Any]
LIMIT = 0.9
"""A field that is read with less confidence is a doubt."""
_OFF = 0.02
"""How far marks may disagree with a sheet, in shares of its width, before they are another sheet's."""
INKS = ("normal", "black", "low")
SURELY = 0.9
"""A photo that is so much like a print is no other."""
LEAST_ALIKE, LEAST_SHARP, LEAST_LIGHT = 0.5, 0.04, 40

Print = Callable[[Kind, str], Blank]
"""A sheet as it is printed blank, in a mode of ink; whoever has a press gives it."""
Chosen = Callable[[Sheet], Models]
"""The networks for a sheet."""


class Doubt(NamedTuple):
    """A field that may be read otherwise: what is taken for now, how sure that is, what else it may be, and why."""

    field: str
    read: Mark | None
    sure: float
    others: tuple[tuple[Mark | None, float], ...]
    why: Said


class Reading(NamedTuple):
    """A sheet as it was read."""

    kind: Kind
    code: str
    marks: Mapping[str, Mark]
    doubts: tuple[Doubt, ...]
    texts: tuple[str, ...]
    settled: tuple[str, ...]
    guesses: Mapping[str, Guess]
    flat: Flat
    group: Group
    matrix: Array
    ink: str = "normal"

    def as_json(self) -> dict[str, Any]:
        """The reading as plain values."""
        sheet = self.kind.sheet
        corners = [[0, 0], [sheet.width, 0], [sheet.width, sheet.height], [0, sheet.height]]
        there = cv2.perspectiveTransform(np.array([corners], np.float64), self.matrix)[0]
        return {
            "game": sheet.game,
            "sheet": sheet.name,
            "owner": sheet.owner,
            "version": sheet.version,
            "code": self.code,
            "marks": dict(self.marks),
            "doubts": [
                {
                    "field": one.field,
                    "read": one.read,
                    "confidence": round(one.sure, 3),
                    "others": [{"mark": mark, "confidence": round(share, 3)} for mark, share in one.others],
                    "code": one.why.code,
                    "key": one.why.key,
                    "facts": dict(one.why.facts) if not isinstance(one.why.facts, str) else {},
                }
                for one in self.doubts
            ],
            "texts": list(self.texts),
            "settled": list(self.settled),
            "found": {
                "key": sheet.key,
                "marks": len(self.group.corners),
                "corners": [[round(float(x), 1), round(float(y), 1)] for x, y in there],
                "alike": round(self.flat.alike, 3),
                "sharp": round(self.flat.sharp, 3),
            },
        }


def read(
    photo: Array, press: Print, models: Chosen, own: tuple[Path, ...] = (), library: Library = SHIPPED
) -> tuple[list[Reading], list[Said]]:
    """The sheets of a photo, and what can't be read in it and what to do about it."""
    if float(np.percentile(photo[::8, ::8], 95)) < LEAST_LIGHT:
        raise InputError(say("read.dark"))
    coarse = page_marks.resized(photo, page_marks.COARSE)
    whole, few = page_marks.find(photo, coarse)
    texts = [one.scaled(max(photo.shape) / max(coarse.shape)) for one in qr.placed(coarse)]
    if not whole:
        # A sheet without marks, or with small ones, may still have a code that a closer look can read.
        raise InputError(_refusal(coarse, few, texts or qr.placed(photo)))
    readings, troubles = [], [say("read.few-marks", n=len(group.corners)) for group in few if len(group.corners) == 2]
    for group in whole:
        try:
            readings.append(_sheet(photo, group, texts, press, models, own, library))
        except InputError as error:
            troubles.append(error.said if isinstance(error.said, Said) else say("read.failed", why=str(error)))
    if not readings:
        raise InputError(troubles[-1])
    return readings, troubles


def _refusal(coarse: Array, few: Sequence[Group], texts: Sequence[qr.Placed]) -> Said:
    """Why no sheet is found, and what to do."""
    if not texts and straightening.soft(coarse):
        return say("read.blurred")
    if any(len(group.corners) >= 2 for group in few):
        return say("read.few-marks", n=2)
    if names := [name for one in texts if (name := known_sheets.named(one.text))]:
        return say("read.no-marks") if known_sheets.SMALL in names[0].letters else say("read.only-code")
    if few:
        return say("read.few-marks", n=1)
    return say("read.screen" if qr.table_of([one.text for one in texts]) else "read.no-sheet")


def _sheet(
    photo: Array,
    group: Group,
    texts: Sequence[qr.Placed],
    press: Print,
    models: Chosen,
    own: tuple[Path, ...],
    library: Library,
) -> Reading:
    """One sheet of a photo."""
    said = next((name for one in texts if group.holds(one.at) and (name := known_sheets.named(one.text))), None)
    fitting = _fitting([known_sheets.of_name(said, own)] if said else known_sheets.with_marks(group.first, own), group)
    if said is None and fitting and (said := _looked_for(photo, fitting)):
        fitting = _fitting([known_sheets.of_name(said, own)], group)
    if not fitting:
        raise InputError(say("read.other-sheet") if said else say("read.unknown-marks"))
    kind, ink, flat, matrix = _likest(photo, fitting, press)
    code = said.code if said else ""
    if flat.alike < LEAST_ALIKE:
        raise InputError(say("read.unlike", sheet=kind.sheet.key))
    if flat.sharp < LEAST_SHARP:
        raise InputError(say("read.blurred"))
    fields = kind.sheet.fields
    pen = features.pen_of(flat, [field.rect for field in fields])
    cuts = {field.id: features.cut(flat, field.rect, pen) for field in fields}
    guesses = field_kinds.read(fields, cuts, models(kind.sheet))
    return _reading(kind, code, guesses, flat, group, matrix, ink, library)


def _fitting(kinds: Sequence[Kind], group: Group) -> list[tuple[Kind, Array]]:
    """The sheets whose marks lie as they do in the photo, with the projection of each."""
    found = []
    for kind in kinds:
        numbers = {mark.number for mark in kind.sheet.reader_marks}
        if all(group.first + place in numbers for place in group.corners):
            matrix, off = straightening.projection(kind.sheet, group)
            found.append((off / kind.sheet.width, kind, matrix))
    found.sort(key=lambda one: one[0])
    return [(kind, matrix) for off, kind, matrix in found if off < max(_OFF, 1.5 * found[0][0]) and off < 2 * _OFF]


def _looked_for(photo: Array, fitting: Sequence[tuple[Kind, Array]]) -> Named | None:
    """What the QR code of a sheet says, looked for where it is printed."""
    places = {}
    for kind, matrix in fitting:
        places.update(
            {(round(one.x), round(one.y)): (one, matrix) for one in kind.sheet.personal if isinstance(one, Code)}
        )
    for one, matrix in places.values():
        for view in straightening.code_views(photo, matrix, one):
            for found in qr.placed(view):
                if name := known_sheets.named(found.text):
                    return name
    return None


def _likest(photo: Array, fitting: Sequence[tuple[Kind, Array]], press: Print) -> tuple[Kind, str, Flat, Array]:
    """Of the ways in which a sheet may have been printed, the one that the photo is most like."""
    kind, matrix = fitting[0]
    ink, share = "normal", -1.0
    if len(fitting) > 1:
        shares = [straightening.likeness(photo, matrix, press(kind, ink)) for kind, matrix in fitting]
        kind, matrix = fitting[int(np.argmax(shares))]
    for other in INKS:
        likeness = straightening.likeness(photo, matrix, press(kind, other))
        if likeness > share:
            share, ink = likeness, other
        if share > SURELY:
            break
    return kind, ink, straightening.flat(photo, matrix, press(kind, ink)), matrix


def _reading(
    kind: Kind,
    code: str,
    guesses: Mapping[str, Guess],
    flat: Flat,
    group: Group,
    matrix: Array,
    ink: str,
    library: Library,
) -> Reading:
    """What was read, with its doubts: what is unclear and what the sums of the sheet contradict."""
    texts = tuple(id for id, guess in guesses.items() if guess.mark == field_kinds.WRITTEN)
    marks = {id: guess.mark for id, guess in guesses.items() if guess.mark is not None and id not in texts}
    due = agreement.due_of(kind.sheet, library)
    sums = agreement.agreed(guesses, due, LIMIT) if due else agreement.Agreement(frozenset(), {})
    doubts = []
    for id, guess in guesses.items():
        if id in sums.raised:
            doubts.append(_by_sum(id, guess, sums.raised[id]))
        elif guess.sure < LIMIT and id not in sums.settled:
            doubts.append(Doubt(id, guess.mark, guess.sure, guess.ways[1:], say("doubt.unclear")))
    settled = tuple(sorted(sums.settled))
    return Reading(kind, code, marks, tuple(doubts), texts, settled, guesses, flat, group, matrix, ink)


def _by_sum(id: str, guess: Guess, wanted: Mark | None) -> Doubt:
    """A field that a sum puts in doubt; what would make it right stands first of what else it may be."""
    if wanted is None:
        return Doubt(id, guess.mark, guess.sure, guess.ways[1:], say("doubt.part-of-sum"))
    others = ((wanted, dict(guess.ways).get(wanted, 0.0)), *(way for way in guess.ways[1:] if way[0] != wanted))
    return Doubt(id, guess.mark, guess.sure, others, say("doubt.sum", due=wanted))

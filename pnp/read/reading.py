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
LEAST_ALIKE, LEAST_SHARP, LEAST_LIGHT = 0.28, 0.04, 40
LEAST_AHEAD = 2.0
"""How many times as much a sheet must be alike as the next one that has the same marks."""
MOST_NOISE = 0.3
"""Darkness of mere noise, from which on nothing on a sheet is certain; on careful photos it is less than 0.2."""

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
    ink: str
    noisy: bool
    """Whether the pen can't be told from noise, so that every field is a doubt."""

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
        raise InputError(say("photo-dark"))
    coarse = page_marks.resized(photo, page_marks.COARSE)
    whole, few = page_marks.find(photo, coarse)
    texts = [one.scaled(max(photo.shape) / max(coarse.shape)) for one in qr.placed(coarse)]
    if not whole:
        # A sheet without marks, or with small ones, may still have a code that a closer look can read.
        raise InputError(_refusal(coarse, few, texts or qr.placed(photo)))
    readings: list[Reading] = []
    troubles = [say("photo-few-marks", n=len(group.corners)) for group in few if len(group.corners) == 2]
    for group in whole:
        try:
            readings.append(_sheet(photo, group, texts, press, models, own, library))
        except InputError as error:
            troubles.append(error.said if isinstance(error.said, Said) else say("photo-failed", why=str(error)))
    if not readings:
        raise InputError(troubles[-1])
    return readings, [*troubles, *(say("photo-noisy", sheet=one.kind.sheet.key) for one in readings if one.noisy)]


def _refusal(coarse: Array, few: Sequence[Group], texts: Sequence[qr.Placed]) -> Said:
    """Why no sheet is found, and what to do."""
    if not texts and straightening.soft(coarse):
        return say("photo-blurred")
    if any(len(group.corners) >= 2 for group in few):
        return say("photo-few-marks", n=2)
    if names := [name for one in texts if (name := known_sheets.named(one.text))]:
        return say("photo-no-marks") if known_sheets.SMALL in names[0].letters else say("photo-only-code")
    if few:
        return say("photo-few-marks", n=1)
    return say("photo-screen" if qr.table_of([one.text for one in texts]) else "photo-no-sheet")


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
        raise InputError(say("photo-other-sheet") if said else say("photo-unknown-marks"))
    kind, ink, flat, matrix = _identify(photo, fitting, press, coded=said is not None)
    code = said.code if said else ""
    if flat.sharp < LEAST_SHARP:
        raise InputError(say("photo-blurred"))
    fields = kind.sheet.fields
    pen = features.pen_of(flat, [field.rect for field in fields])
    cuts = {field.id: features.cut(flat, field.rect, pen) for field in fields}
    guesses = field_kinds.read(fields, cuts, models(kind.sheet))
    noisy = pen.floor > MOST_NOISE
    doubts, settled = _doubts(kind.sheet, guesses, noisy, library)
    unread = tuple(id for id, guess in guesses.items() if guess.mark == field_kinds.WRITTEN)
    marks = {id: guess.mark for id, guess in guesses.items() if guess.mark is not None and id not in unread}
    return Reading(kind, code, marks, doubts, unread, settled, guesses, flat, group, matrix, ink, noisy)


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


def _identify(
    photo: Array, fitting: Sequence[tuple[Kind, Array]], press: Print, coded: bool
) -> tuple[Kind, str, Flat, Array]:
    """The sheet that the photo shows, laid flat; refused where it shows none of those, or may as well show another."""
    shares = [1.0]
    if len(fitting) > 1:
        shares = [straightening.alike(photo, matrix, press(kind, "normal")) for kind, matrix in fitting]
    kind, matrix = fitting[int(np.argmax(shares))]
    ink = _ink(photo, kind, matrix, press)
    flat = straightening.flat(photo, matrix, press(kind, ink))
    key = kind.sheet.key
    if flat.alike < LEAST_ALIKE:
        raise InputError(say("photo-unlike", sheet=key) if coded else say("photo-unlike-marks", sheet=key))
    for (other, _), share in zip(fitting, shares, strict=True):
        same = (other.sheet.game, other.sheet.name) == (kind.sheet.game, kind.sheet.name)
        if not same and flat.alike < LEAST_AHEAD * share:
            raise InputError(say("photo-which-sheet", sheets=[key, other.sheet.key]))
    return kind, ink, flat, matrix


def _ink(photo: Array, kind: Kind, matrix: Array, press: Print) -> str:
    """The mode of ink in which a sheet was printed, by what the photo is most like."""
    ink, share = "normal", -1.0
    for other in INKS:
        likeness = straightening.likeness(photo, matrix, press(kind, other))
        if likeness > share:
            share, ink = likeness, other
        if share > SURELY:
            break
    return ink


def _doubts(
    sheet: Sheet, guesses: Mapping[str, Guess], noisy: bool, library: Library
) -> tuple[tuple[Doubt, ...], tuple[str, ...]]:
    """What is unclear and what the sums of the sheet contradict, and the fields that the sums settle."""
    due = agreement.due_of(sheet, library)
    sums = agreement.agreed(guesses, due, LIMIT) if due else agreement.Agreement(frozenset(), {})
    settled = frozenset() if noisy else sums.settled
    doubts = []
    for id, guess in guesses.items():
        if id in sums.raised:
            doubts.append(_by_sum(id, guess, sums.raised[id]))
        elif (noisy and guess.mark != field_kinds.WRITTEN) or (guess.sure < LIMIT and id not in settled):
            why = say("doubt.noise") if noisy else say("doubt.unclear")
            doubts.append(Doubt(id, guess.mark, guess.sure, guess.ways[1:], why))
    return tuple(doubts), tuple(sorted(settled))


def _by_sum(id: str, guess: Guess, wanted: Mark | None) -> Doubt:
    """A field that a sum puts in doubt; what would make it right stands first of what else it may be."""
    if wanted is None:
        return Doubt(id, guess.mark, guess.sure, guess.ways[1:], say("doubt.part-of-sum"))
    others = ((wanted, dict(guess.ways).get(wanted, 0.0)), *(way for way in guess.ways[1:] if way[0] != wanted))
    return Doubt(id, guess.mark, guess.sure, others, say("doubt.sum", due=wanted))

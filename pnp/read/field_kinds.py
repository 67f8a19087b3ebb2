"""Fields read by their kind: what stands in each, how sure that is, and what else it might be."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from pnp.games.codec import Mark
from pnp.read import features, numbers
from pnp.read.features import INKED, Cut
from pnp.read.guesses import NOTHING, Guess, amount, likeliest
from pnp.read.network import Network
from pnp.sheets.sheet import Field

Array = np.ndarray[Any, Any]


WRITTEN = "?"
"""The value of a text that nobody reads: something is written."""


class Models(NamedTuple):
    """The networks for crosses and strokes, for digits, and for the drawings of a group of choices."""

    strokes: Network
    digits: Network
    drawings: Callable[[Field], Network | None]


def written(field: Field) -> dict[str, str]:
    """What is written for each choice of a field: a label, or nothing where a picture is drawn."""
    found = {}
    for value, picture in field.choices.items():
        if picture[:1] == "=":
            found[value] = picture[1:]
        elif picture[:8] == "written-":
            found[value] = picture[8:]
        else:
            found[value] = "" if picture else value
    return found


def read(fields: Sequence[Field], cuts: Mapping[str, Cut], models: Models) -> dict[str, Guess]:
    """What stands in each field."""
    found: dict[str, Guess] = {}
    ticks = [field for field in fields if field.kind == "cross" or (field.kind == "tally" and not _many_strokes(field))]
    found.update(_ticks(ticks, cuts, models.strokes))
    found.update(_numbers(fields, cuts, models.digits))
    for field in fields:
        if field.kind == "text":
            found[field.id] = Guess(((WRITTEN, 1.0),)) if amount(cuts[field.id]) > 4 else NOTHING
        elif field.id not in found:
            found[field.id] = _drawn(field, cuts[field.id], models.drawings(field))
    return found


def _ticks(fields: Sequence[Field], cuts: Mapping[str, Cut], network: Network) -> dict[str, Guess]:
    """Crosses and strokes, all of a sheet at once."""
    if not fields:
        return {}
    squares = np.stack([features.square(cuts[field.id].ink) for field in fields])
    found = {}
    for field, shares in zip(fields, network.shares(features.histograms(squares)), strict=True):
        by_name = dict(zip(network.names, shares, strict=True))
        empty, one, two, other = (float(by_name[name]) for name in ("empty", "stroke", "cross", "other"))
        ways: list[tuple[Mark | None, float]]
        if field.kind == "cross" or field.most < 2:
            # One stroke through a box crosses it out as well; a blot may be a mark or a mistake.
            ways = [(None, empty + other / 2), (True if field.kind == "cross" else 1, one + two + other / 2)]
        else:
            ways = [(None, empty), (1, one + other / 2), (2, two + other / 2)]
        found[field.id] = likeliest(ways)
    return found


def _numbers(fields: Sequence[Field], cuts: Mapping[str, Cut], digits: Network) -> dict[str, Guess]:
    """Numbers, and choices that are written as one, all of a sheet at once."""
    by_label = {field.id: written(field) for field in fields if field.kind == "choice"}
    labelled = {id for id, labels in by_label.items() if all(label.isdecimal() for label in labels.values())}
    asked = [one.id for one in fields if one.id in labelled or one.kind == "number" or _many_strokes(one)]
    read = zip(asked, numbers.read([cuts[id] for id in asked], digits), strict=True)
    return {id: _labelled(guess, by_label[id]) if id in labelled else guess for id, guess in read}


def _many_strokes(field: Field) -> bool:
    """Whether a field counts further than strokes are made: a number is written there."""
    return field.kind == "tally" and field.most > 2


def _labelled(guess: Guess, labels: Mapping[str, str]) -> Guess:
    """A number as the choice that is written so; one that is none leaves a doubt."""
    if guess.mark is None:
        return guess
    by_number = {int(label): value for value, label in labels.items()}
    ways = [(by_number[int(mark)], share) for mark, share in guess.ways if mark is not None and int(mark) in by_number]
    return likeliest(ways) if ways else Guess(((None, 0.3),))


def drawing_features(cut: Cut) -> Array:
    """A drawing in numbers: its strokes in its own bounds, where it lies in the field, how much of it there is."""
    ink = np.minimum(cut.ink, 1.0)
    box = bounds(cut)
    x, y, w, h = (round(one) for one in box)
    own = features.square(ink[y : y + h, x : x + w] if w and h else ink)
    whole = features.square(ink)
    r = cut.inner
    place = [(box.x - r.x) / r.w, (box.y - r.y) / r.h, box.w / r.w, box.h / r.h, amount(cut) / 60, box.w / (box.h + 1)]
    dark = whole.reshape(8, 4, 8, 4).mean((1, 3)).ravel()
    return np.concatenate([features.histograms(own[None])[0], dark, np.array(place, np.float32)]).astype(np.float32)


def bounds(cut: Cut) -> Any:
    """Where the ink of a drawing lies in its cut; specks and what runs in from neighbours left out."""
    from pnp.geometry import Rect

    dark = cut.ink > INKED
    edge = round(0.02 * cut.inner.w)
    r = cut.inner
    inner = np.zeros_like(dark)
    top, left = max(0, int(r.y) - edge), max(0, int(r.x) - edge)
    inner[top : int(r.bottom) + edge, left : int(r.right) + edge] = True
    dark &= inner
    rows, columns = dark.sum(1), dark.sum(0)
    ys, xs = np.flatnonzero(rows >= 2), np.flatnonzero(columns >= 2)
    if not len(ys) or not len(xs):
        return Rect(0, 0, 0, 0)
    return Rect(float(xs[0]), float(ys[0]), float(xs[-1] - xs[0] + 1), float(ys[-1] - ys[0] + 1))


def _drawn(field: Field, cut: Cut, network: Network | None) -> Guess:
    """A drawing as one of the choices that this field allows; what looks like none of them leaves a doubt."""
    much = amount(cut)
    if much < 2.5:
        return NOTHING
    if network is None:
        return Guess(((None, 0.3),))
    shares = network.shares(drawing_features(cut)[None])[0]
    by_name = {name: float(share) for name, share in zip(network.names, shares, strict=True)}
    ways: list[tuple[Mark | None, float]] = [(value, by_name.get(value, 0.0)) for value in field.choices]
    ways.append((None, 0.2 if much < 8 else 0.0))
    return likeliest(ways)

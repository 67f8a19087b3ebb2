"""A sheet of a photo laid flat: by its marks, then point by point against the blank print, and what the pen added."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple

import cv2
import numpy as np

from pnp.read.page_marks import Group
from pnp.sheets.ink import Code
from pnp.sheets.sheet import Sheet

Array = np.ndarray[Any, Any]
MARGIN = 2.0
"""Millimetres of paper around the sheet that are looked at too."""
ACROSS = 1520
MOST_DOTS = 16.0
_LOOKS = ((0.3, 3.2), (0.5, 0.9))
"""The sizes at which paper is compared with the print, and how far off the flat sheet that its marks promise it may be
then, in hundredths of the sheet's width."""
_STRAIGHT = 128
"""Dots along a tile of the sheet that is taken for flat."""
_PATCH = 44
_ALIKE, _LEAST_VARIED = 0.55, 0.3
_CONTRAST, _LEAST_STEEP = 40, 0.1
"""Light that something in a picture must differ by, and the share of it that the steepest edge of a sharp one climbs
from dot to dot."""
_UNIT = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float64)


class Blank:
    """A sheet as it is printed before anybody writes on it: dots a millimetre, and its luminance.

    What photos are compared with is worked out once for each size at which it is looked at.
    """

    def __init__(self, sheet: Sheet, dots: float, print: Array) -> None:
        self.sheet, self.dots, self.print = sheet, dots, print
        self._edges: dict[tuple[int, int], Array] = {}
        self._varied: dict[tuple[int, int], Array] = {}

    def edges(self, size: tuple[int, int]) -> Array:
        """The print's own contrast, in so many rows and columns."""
        if size not in self._edges:
            self._edges[size] = _edges(cv2.resize(self.print, size[::-1], interpolation=cv2.INTER_AREA))
        return self._edges[size]

    def varied(self, size: tuple[int, int]) -> Array:
        """How much the contrast varies around each dot, in a patch: paper that is bare has nothing to compare."""
        if size not in self._varied:
            edges = self.edges(size)
            mean = cv2.blur(edges, (_PATCH, _PATCH))
            self._varied[size] = cv2.blur(edges * edges, (_PATCH, _PATCH)) - mean * mean
        return self._varied[size]

    @cached_property
    def steepness(self) -> Array:
        return _steepness(self.print)


class Flat(NamedTuple):
    """A sheet laid flat: its light as if lit evenly, what the pen added, both to 255, and how the print was met."""

    light: Array
    ink: Array
    alike: float
    sharp: float
    dots: float


def dots_of(sheet: Sheet) -> float:
    """The dots a millimetre at which a sheet is looked at."""
    return float(min(MOST_DOTS, ACROSS / sheet.width))


def size_of(sheet: Sheet) -> tuple[int, int]:
    """Width and height of a sheet laid flat, in dots."""
    dots = dots_of(sheet)
    return round((sheet.width + 2 * MARGIN) * dots), round((sheet.height + 2 * MARGIN) * dots)


def projection(sheet: Sheet, group: Group) -> tuple[Array, float]:
    """From millimetres of a sheet to dots of the photo, and by how many millimetres the marks disagree at worst."""
    marks = {mark.number - group.first: mark.rect for mark in sheet.reader_marks}
    ours = np.concatenate(
        [_UNIT * (marks[place].w, marks[place].h) + (marks[place].x, marks[place].y) for place in group.corners]
    )
    theirs = np.concatenate(list(group.corners.values()))
    matrix, _ = cv2.findHomography(ours, theirs, 0)
    if matrix is None or abs(np.linalg.det(matrix)) < 1e-12:
        return np.eye(3), float("inf")
    back = cv2.perspectiveTransform(theirs.reshape(-1, 1, 2), np.linalg.inv(matrix)).reshape(-1, 2)
    return matrix, float(np.abs(back - ours).max())


def flat(photo: Array, matrix: Array, blank: Blank) -> Flat:
    """The sheet laid flat against its blank print."""
    shift, alike = _shifts(photo, matrix, blank)
    light = lit_evenly(_laid(photo, matrix, blank, shift), blank.print)
    ink, sharp = pen(light, blank)
    return Flat(light, ink, alike, sharp, blank.dots)


def alike(photo: Array, matrix: Array, blank: Blank) -> float:
    """The share of all patches of a print that a photo shows where they should be."""
    return _shifts(photo, matrix, blank)[1]


def likeness(photo: Array, matrix: Array, blank: Blank) -> float:
    """How much a photo is like a print, before it is laid flat with care."""
    seen = _laid(photo, matrix, blank, np.zeros((10, 2)), 2.0 / blank.dots)
    ours, theirs = blank.edges(seen.shape), _edges(seen)
    # What the pen added is no fault of the print: dots that are far darker than it count little.
    weight = np.where(theirs < ours - 1.5, 0.1, 1.0)
    return float((weight * ours * theirs).sum() / np.sqrt((weight * ours**2).sum() * (weight * theirs**2).sum() + 1e-9))


def code_views(photo: Array, matrix: Array, code: Code) -> Iterator[Array]:
    """The place of a QR code cut out of the photo, upright: as it is, then sharper and with more contrast."""
    side, edge = 420, 0.14 * code.size
    scale = side / (code.size + 2 * edge)
    place = np.array([[1 / scale, 0, code.x - edge], [0, 1 / scale, code.y - edge], [0, 0, 1]])
    inverse = cv2.WARP_INVERSE_MAP | cv2.INTER_CUBIC
    view = cv2.warpPerspective(photo, matrix @ place, (side, side), flags=inverse, borderMode=cv2.BORDER_REPLICATE)
    yield view
    for spread in (3.0, 5.0):
        soft = cv2.GaussianBlur(view, (0, 0), spread)
        yield cv2.addWeighted(view, 3.2, soft, -2.2, 0)


def _laid(photo: Array, matrix: Array, blank: Blank, shift: Array, step: float = 1.0) -> Array:
    """The sheet as the photo shows it, flat: in tiles so small that what curls is straight in each."""
    height, width = (round(side * step) for side in blank.print.shape)
    xs, ys = (np.array([*range(0, side, _STRAIGHT), side]) for side in (width, height))
    corners = np.stack([one.ravel() for one in np.meshgrid(xs, ys)], 1).astype(np.float64)
    points = (corners + 0.5) / (blank.dots * step) - MARGIN
    points = points + _moved(points, shift, blank.sheet)
    there = cv2.perspectiveTransform(points.reshape(-1, 1, 2), matrix).reshape(len(ys), len(xs), 2).astype(np.float32)
    seen = np.empty((height, width), np.uint8)
    inverse = cv2.WARP_INVERSE_MAP | cv2.INTER_LINEAR
    for row, (top, bottom) in enumerate(pairwise(ys)):
        for column, (left, right) in enumerate(pairwise(xs)):
            w, h = int(right - left), int(bottom - top)
            tile = np.array([[0, 0], [w, 0], [0, h], [w, h]], np.float32)
            place = there[row : row + 2, column : column + 2].reshape(4, 2)
            part = cv2.getPerspectiveTransform(tile, place)
            cv2.warpPerspective(
                photo, part, (w, h), seen[top:bottom, left:right], inverse, borderMode=cv2.BORDER_REPLICATE
            )
    return seen


def _terms(points: Array, sheet: Sheet) -> Array:
    """The terms of a cubic in both directions."""
    u, v = points[:, 0] / sheet.width * 2 - 1, points[:, 1] / sheet.height * 2 - 1
    return np.stack([np.ones_like(u), u, v, u * u, u * v, v * v, u**3, u * u * v, u * v * v, v**3], 1)


def _moved(points: Array, shift: Array, sheet: Sheet) -> Array:
    return np.asarray(_terms(points, sheet) @ shift)


def _shifts(photo: Array, matrix: Array, blank: Blank) -> tuple[Array, float]:
    """How the paper lies off the flat sheet, as a cubic, and how much alike photo and print are then."""
    shift = np.zeros((10, 2))
    alike = 0.0
    for size, reach in _LOOKS:
        dots = blank.dots * size
        seen = _laid(photo, matrix, blank, shift, size)
        matches, patches = _matches(_edges(seen), blank, max(2, round(reach / 100 * blank.sheet.width * dots)))
        if len(matches) < 12:
            return shift, 0.0
        points = (matches[:, :2] + 0.5) / dots - MARGIN
        shift = shift + _fitted(points, matches[:, 2:4] / dots, matches[:, 4], blank.sheet)
        alike = len(matches) / patches
    return shift, alike


def _edges(view: Array) -> Array:
    """Contrast that does not depend on the light: a picture less its surroundings, by how much they vary."""
    small = cv2.GaussianBlur(view, (0, 0), 1.2).astype(np.float32)
    around = cv2.blur(small, (61, 61))
    spread = cv2.blur(np.abs(small - around), (61, 61)) + 6
    return np.asarray((small - around) / spread)


def _matches(seen: Array, blank: Blank, reach: int) -> tuple[Array, int]:
    """Patches of the print found again in the photo, where, how far off, how much alike; and how many it has."""
    height, width = seen.shape
    print, varied = blank.edges(seen.shape), blank.varied(seen.shape)
    matches = []
    patches = 0
    half, step = _PATCH // 2, width // 12
    for y in range(half + reach, height - half - reach, step):
        for x in range(half + reach, width - half - reach, step):
            if varied[y, x] < _LEAST_VARIED:
                continue
            patches += 1
            patch = print[y - half : y + half, x - half : x + half]
            window = seen[y - half - reach : y + half + reach, x - half - reach : x + half + reach]
            scores = cv2.matchTemplate(window, patch, cv2.TM_CCOEFF_NORMED)
            _, best, _, at = cv2.minMaxLoc(scores)
            if best < _ALIKE or not (0 < at[0] < 2 * reach and 0 < at[1] < 2 * reach):
                continue
            around = scores[at[1] - 1 : at[1] + 2, at[0] - 1 : at[0] + 2]
            matches.append((x, y, at[0] - reach + _peak(around[1]), at[1] - reach + _peak(around[:, 1]), best))
    return np.array(matches, np.float64).reshape(-1, 5), patches


def _peak(three: Array) -> float:
    """Where between three values the highest lies."""
    below, at, above = (float(one) for one in three)
    bend = below - 2 * at + above
    return 0.0 if bend >= 0 else float(np.clip((below - above) / (2 * bend), -0.5, 0.5))


def _fitted(points: Array, offs: Array, weights: Array, sheet: Sheet) -> Array:
    """The cubic through what the patches say, those that contradict the rest left out by and by."""
    terms = _terms(points, sheet)
    keep = weights**2
    pull = 0.02 * np.diag([0, 0, 0, 1, 1, 1, 3, 3, 3, 3]) * max(keep.sum(), 1.0)
    fit = np.zeros((10, 2))
    for _ in range(8):
        weighted = terms * keep[:, None]
        fit = np.linalg.solve(terms.T @ weighted + pull + 1e-9 * np.eye(10), weighted.T @ offs)
        left = np.hypot(*(offs - terms @ fit).T)
        limit = max(0.15, 1.5 * float(np.median(left)))
        keep = weights**2 / (1 + (left / limit) ** 2) ** 2
    return fit


def lit_evenly(seen: Array, print: Array) -> Array:
    """The photo as if the paper were white everywhere: its light over that of bare paper around."""
    share = 8
    small = cv2.resize(seen, None, fx=1 / share, fy=1 / share, interpolation=cv2.INTER_AREA).astype(np.float32)
    bare = cv2.resize(print, (small.shape[1], small.shape[0]), interpolation=cv2.INTER_AREA).astype(np.float32)
    # Where the print itself is tinted, paper would be as much brighter.
    weight = (bare > 200).astype(np.float32)
    value = small / np.maximum(bare / 255, 0.3)
    top = cv2.dilate(value * weight, np.ones((9, 9), np.uint8))
    held = (top > 0).astype(np.float32)
    paper = cv2.GaussianBlur(top, (0, 0), 9) / np.maximum(cv2.GaussianBlur(held, (0, 0), 9), 1e-3)
    bright = np.clip(paper, 8, 255).astype(np.uint8)
    whole = cv2.resize(bright, (seen.shape[1], seen.shape[0]), interpolation=cv2.INTER_LINEAR)
    return cv2.divide(seen, whole, scale=255)


def pen(light: Array, blank: Blank) -> tuple[Array, float]:
    """What is darker than the print explains, and how sharp the photo is, from the print's own edges."""
    steep, ideal = _steepness(light), blank.steepness
    where = ideal > 15
    sharp = 0.0
    if where.any():
        sharp = float(np.clip(np.median(steep[where]) / np.median(ideal[where]), 0, 1))
    soft = cv2.GaussianBlur(blank.print, (0, 0), 0.8 + 1.6 * (1 - sharp))
    # A line of the print may lie a dot beside where it should: the darkest dot around counts.
    expected = cv2.erode(soft, np.ones((5, 5), np.uint8))
    return cv2.subtract(expected, light), sharp


def soft(view: Array) -> bool:
    """Whether nothing in a picture has an edge: it is blurred, unless it shows next to nothing."""
    calm = cv2.GaussianBlur(view, (0, 0), 1.2)
    low, high = np.percentile(calm[::2, ::2], (0.1, 99.9))
    slopes = np.hypot(cv2.Sobel(calm, cv2.CV_32F, 1, 0), cv2.Sobel(calm, cv2.CV_32F, 0, 1)) / 8
    return bool(high - low > _CONTRAST and np.percentile(slopes, 99.9) < _LEAST_STEEP * (high - low))


def _steepness(view: Array) -> Array:
    """How quickly the light changes, at every second dot."""
    return np.abs(cv2.Laplacian(cv2.GaussianBlur(view, (0, 0), 1), cv2.CV_16S)[::2, ::2])

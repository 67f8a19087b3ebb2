"""The sheets in a photo by the marks in their corners: which numbers, and where."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

import cv2
import numpy as np

from pnp.sheets.blocks.reader_marks import PATTERNS

Array = np.ndarray[Any, Any]
COARSE = 1700
SIZES = (COARSE, 2600, 0)
"""The longer side at which marks are looked for, coarse first; 0 is the photo as it is."""
LEAST = 3
"""Marks that a sheet must show: two leave its far half to guesswork."""
MOST_SHEETS = 12
_MOST_OFF = 0.35
_UNIT = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float64)


class Corner(NamedTuple):
    """A mark in the photo: its number and its four corners, clockwise from its own top left."""

    number: int
    points: Array


class Group(NamedTuple):
    """The marks of one sheet: the number of the first, and each by its place from 0, clockwise from the top left."""

    first: int
    corners: Mapping[int, Array]

    @property
    def middle(self) -> Array:
        return np.asarray(np.mean([points.mean(0) for points in self.corners.values()], 0))

    @property
    def outline(self) -> Array:
        return cv2.convexHull(np.concatenate(list(self.corners.values())).astype(np.float32)).reshape(-1, 2)

    def holds(self, point: Sequence[float]) -> bool:
        """Whether a point of the photo lies between the marks."""
        return cv2.pointPolygonTest(self.outline, (float(point[0]), float(point[1])), False) >= 0


def resized(photo: Array, longest: int) -> Array:
    """A photo with at most so many dots along its longer side."""
    height, width = photo.shape
    share = longest / max(height, width) if longest else 1.0
    if share >= 1:
        return photo
    size = round(width * share), round(height * share)
    if share < 0.5:
        # Half the size is made far faster than any other share of it.
        photo, share = cv2.resize(photo, (width // 2, height // 2), interpolation=cv2.INTER_AREA), 2 * share
    return cv2.resize(photo, size, interpolation=cv2.INTER_AREA if share < 0.7 else cv2.INTER_LINEAR)


def find(photo: Array, coarse: Array) -> tuple[list[Group], list[Group]]:
    """The sheets of a photo that show enough marks, and those that show too few; its coarse view is looked at first."""
    few: list[Group] = []
    for longest in SIZES:
        view = coarse if longest == COARSE else resized(photo, longest)
        whole, short = grouped(_corners(view, max(photo.shape) / max(view.shape)))
        if whole and not short:
            return whole, []
        few = few if whole or len(few) > len(short) else short
        if whole:
            return whole, short
        if view is photo:
            break
    return [], few


def _corners(view: Array, share: float) -> list[Corner]:
    found, numbers, _ = _detector().detectMarkers(view)
    if numbers is None:
        return []
    # The middle of the first dot is 0 to the finder, and dots are larger in the photo itself.
    return [
        Corner(int(number), (points.reshape(4, 2).astype(np.float64) + 0.5) * share - 0.5)
        for number, points in zip(numbers.flatten(), found, strict=True)
    ]


_made: list[Any] = []


def _detector() -> Any:
    """The finder of marks, made once: of the dictionary only as many as a sheet can have."""
    if not _made:
        whole = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_100)
        ours = cv2.aruco.Dictionary(whole.bytesList[: len(PATTERNS)], 5, whole.maxCorrectionBits)
        how = cv2.aruco.DetectorParameters()
        how.adaptiveThreshWinSizeMin, how.adaptiveThreshWinSizeMax, how.adaptiveThreshWinSizeStep = 5, 45, 20
        how.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
        how.cornerRefinementWinSize = 4
        how.minMarkerPerimeterRate = 0.02
        how.maxMarkerPerimeterRate = 0.8
        how.perspectiveRemovePixelPerCell = 8
        how.polygonalApproxAccuracyRate = 0.05
        how.errorCorrectionRate = 0.7
        how.maxErroneousBitsInBorderRate = 0.4
        _made.append(cv2.aruco.ArucoDetector(ours, how))
    return _made[0]


def grouped(corners: Sequence[Corner]) -> tuple[list[Group], list[Group]]:
    """Marks sorted into sheets, those with enough marks and the rest; a sheet's marks are four numbers in a row."""
    whole: list[Group] = []
    few: list[Group] = []
    for first in sorted({corner.number // 4 * 4 for corner in corners}):
        left = [corner for corner in corners if corner.number // 4 * 4 == first]
        while left:
            best = max(_ways(left, first), key=_fitness)
            (whole if len(best.corners) >= LEAST else few).append(best)
            used = {id(points) for points in best.corners.values()}
            left = [corner for corner in left if id(corner.points) not in used]
            if len(whole) + len(few) >= MOST_SHEETS:
                return whole, few
    return whole, few


def _ways(corners: Sequence[Corner], first: int) -> Iterator[Group]:
    """Every way to take at most one mark for each place."""
    by_place = [[corner.points for corner in corners if corner.number == first + place][:8] for place in range(4)]
    for chosen in product(*([None, *places] for places in by_place)):
        taken = {place: points for place, points in enumerate(chosen) if points is not None}
        if taken:
            yield Group(first, taken)


def _fitness(group: Group) -> tuple[int, float]:
    """How well marks go together: how many do, and how near they lie.

    Marks of two sheets beside each other may fit as well, but never as near.
    """
    if len(group.corners) == 1:
        return 1, 0.0
    fits = _disagreement(group) < _MOST_OFF
    return (len(group.corners) if fits else 0), -float(cv2.contourArea(group.outline))


def _disagreement(group: Group) -> float:
    """How far the edges of each mark point away from where its neighbours lie, in shares of a right angle's sine."""
    middles = {place: points.mean(0) for place, points in group.corners.items()}
    worst = 0.0
    for place, points in group.corners.items():
        for other, middle in middles.items():
            if other == place:
                continue
            across, down = _UNIT[other] - _UNIT[place]
            edges = (
                (points[1] - points[0] + points[2] - points[3]) / 2,
                (points[3] - points[0] + points[2] - points[1]) / 2,
            )
            towards = middle - middles[place]
            share = [float(np.dot(towards, edge) / (np.linalg.norm(towards) * np.linalg.norm(edge))) for edge in edges]
            wanted = [across, down]
            for got, want in zip(share, wanted, strict=True):
                worst = max(worst, -got * want if want else abs(got) - 0.35 if not (across and down) else 0.0)
    sizes = [cv2.contourArea(points.astype(np.float32)) for points in group.corners.values()]
    return worst if max(sizes) < 6 * min(sizes) else 1.0

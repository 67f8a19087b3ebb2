"""A camera that never was: a printed and filled-in page becomes a photo, as phones take them on normal and bad days."""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np

Array = np.ndarray


class Day(NamedTuple):
    """How far things may go wrong: degrees and shares of the page, dots of blur at 4000 dots, grey levels of noise."""

    tilt: float
    roll: float
    curl: float
    shadow: float
    dark: float
    blur: float
    motion: float
    noise: float
    quality: tuple[int, int]
    fill: tuple[float, float]


DAYS = {
    "normal": Day(0.10, 8, 0.004, 0.25, 0.15, 1.3, 3, 5, (75, 92), (0.82, 0.95)),
    "hard": Day(0.22, 16, 0.012, 0.55, 0.45, 2.8, 11, 12, (45, 70), (0.66, 0.86)),
}


def photo(pages: list[Array], day: str, rng: np.random.Generator, long: int = 4000, turn: float = 0.0) -> Array:
    """A photo of pages that lie beside each other on a table, turned clockwise by so many degrees."""
    how = DAYS[day]
    height, width = long, round(long * 0.75)
    if len(pages) > 1:
        height, width = width, height
    table = _table(height, width, rng)
    room = width / len(pages)
    for number, page in enumerate(pages):
        _lay(table, page, (number * room, room), how, rng, turn)
    lit = _lit(table, how, rng)
    return _seen(lit, how, rng, long)


def jpeg(image: Array, day: str, rng: np.random.Generator) -> bytes:
    """The photo as a phone's file."""
    low, high = DAYS[day].quality
    done, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(low, high + 1))])
    assert done
    return bytes(data)


def in_colour(data: bytes, rng: np.random.Generator) -> bytes:
    """A photo as phones keep it: in the colour of a lamp, with grain in light and colour, twice as large a file."""
    light = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_GRAYSCALE)
    height, width = light.shape
    grain = [rng.normal(0, 4, (height // 2, width // 2)).astype(np.float32) for _ in range(2)]
    red, blue = (cv2.resize(one, (width, height)) + tint for one, tint in zip(grain, (136, 118), strict=True))
    fine = light + rng.normal(0, 2, light.shape)
    parts = np.dstack([np.clip(one, 0, 255).astype(np.uint8) for one in (fine, red, blue)])
    done, made = cv2.imencode(".jpg", cv2.cvtColor(parts, cv2.COLOR_YCrCb2BGR), [cv2.IMWRITE_JPEG_QUALITY, 93])
    assert done
    return bytes(made)


def _table(height: int, width: int, rng: np.random.Generator) -> Array:
    """Wood or cloth: a tone with grain along one direction."""
    tone = rng.uniform(60, 170)
    grain = cv2.resize(rng.normal(0, 9, (height // 8, width // 90 + 1)).astype(np.float32), (width, height))
    fine = cv2.resize(rng.normal(0, 4, (height // 3, width // 3)).astype(np.float32), (width, height))
    return np.clip(tone + grain + fine, 10, 230).astype(np.uint8)


def _lay(
    table: Array, page: Array, place: tuple[float, float], how: Day, rng: np.random.Generator, turn: float
) -> None:
    """Lay a page into its part of the table: tilted, turned, shifted and curled."""
    height, (left, room) = table.shape[0], place
    h, w = page.shape
    fill = rng.uniform(*how.fill)
    scale = fill * min(room / w, height / h)
    corners = np.array([[-w / 2, -h / 2], [w / 2, -h / 2], [w / 2, h / 2], [-w / 2, h / 2]]) * scale
    angle = np.radians(turn + rng.uniform(-how.roll, how.roll))
    turned = corners @ np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    lean = rng.uniform(-how.tilt, how.tilt, 2)
    depth = 1 + (turned[:, 0] * lean[0] + turned[:, 1] * lean[1]) / (0.5 * h * scale)
    placed = turned / depth[:, None]
    span = placed.max(0) - placed.min(0)
    placed *= min(1.0, 0.97 * room / span[0], 0.97 * height / span[1])
    placed -= (placed.max(0) + placed.min(0)) / 2
    span = placed.max(0) - placed.min(0)
    slack = np.array([room, height]) - span
    placed += [left + room / 2, height / 2] + rng.uniform(-0.45, 0.45, 2) * slack
    source = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32)
    matrix = cv2.getPerspectiveTransform(placed.astype(np.float32), source)
    low, high = np.floor(placed.min(0)).astype(int), np.ceil(placed.max(0)).astype(int)
    low, high = np.maximum(low, 0), np.minimum(high, [table.shape[1], height])
    across, down = _bent(matrix, low, high, (w, h), how.curl * w, rng)
    # Where the photo has fewer dots than the print, the print is softened first, as a lens does.
    soft = cv2.GaussianBlur(page, (0, 0), max(0.3, 0.42 / scale)) if scale < 1 else page
    seen = cv2.remap(soft, across, down, cv2.INTER_LINEAR, borderValue=255)
    inside = (across > 0) & (across < w - 1) & (down > 0) & (down < h - 1)
    part = table[low[1] : high[1], low[0] : high[0]]
    part[inside] = seen[inside]


def _bent(
    matrix: Array, low: Array, high: Array, size: tuple[int, int], bend: float, rng: np.random.Generator
) -> tuple[Array, Array]:
    """Where each dot of a part of the photo lies on a page that curls; between some points it is straight."""
    w, h = size
    grid_x, grid_y = np.meshgrid(np.linspace(low[0], high[0] - 1, 80), np.linspace(low[1], high[1] - 1, 110))
    points = np.stack([grid_x.ravel(), grid_y.ravel()], 1).reshape(-1, 1, 2)
    there = cv2.perspectiveTransform(points, matrix.astype(np.float64)).reshape(110, 80, 2)
    u, v = there[..., 0] / w * 2 - 1, there[..., 1] / h * 2 - 1
    for axis in (0, 1):
        terms = rng.uniform(-1, 1, 6) * bend / 2
        there[..., axis] += terms[0] * u**2 + terms[1] * v**2 + terms[2] * u * v
        there[..., axis] += terms[3] * u**3 + terms[4] * v**3 + terms[5] * u * v**2
    width, height = int(high[0] - low[0]), int(high[1] - low[1])
    xs = np.linspace(0, 79, width, dtype=np.float32)[None, :].repeat(height, 0)
    ys = np.linspace(0, 109, height, dtype=np.float32)[:, None].repeat(width, 1)
    whole = cv2.remap(there.astype(np.float32), xs, ys, cv2.INTER_LINEAR)
    return whole[..., 0], whole[..., 1]


def _lit(image: Array, how: Day, rng: np.random.Generator) -> Array:
    """Light from a lamp or window, and the shadow of a hand or the phone."""
    small = 64
    ys, xs = np.mgrid[0:small, 0:small] / small
    angle = rng.uniform(0, 2 * np.pi)
    slope = (xs - 0.5) * np.cos(angle) + (ys - 0.5) * np.sin(angle)
    light = 1 - how.shadow * 0.5 * (slope + 0.5) * rng.uniform(0.2, 1)
    if rng.random() < 0.6:
        edge = (xs - rng.uniform(0.1, 0.9)) * np.cos(angle + 1) + (ys - rng.uniform(0.1, 0.9)) * np.sin(angle + 1)
        soft = rng.uniform(0.01, 0.12)
        light *= 1 - how.shadow * rng.uniform(0.3, 1) / (1 + np.exp(-edge / soft))
    light *= (1 - how.dark * rng.random()) * 0.93
    whole = cv2.resize(light.astype(np.float32), image.shape[::-1], interpolation=cv2.INTER_CUBIC)
    return image * whole + np.float32(rng.uniform(0, 12))


def _seen(image: Array, how: Day, rng: np.random.Generator, long: int) -> Array:
    """The lens and the sensor: out of focus, a hand that shakes, grain."""
    share = long / 4000
    sigma = rng.uniform(0.5, how.blur) * share
    image = cv2.GaussianBlur(image, (0, 0), max(sigma, 0.2))
    length = round(rng.uniform(0, how.motion) * share)
    if length > 1:
        kernel = np.zeros((length, length), np.float32)
        kernel[length // 2] = 1 / length
        spin = cv2.getRotationMatrix2D(((length - 1) / 2, (length - 1) / 2), rng.uniform(0, 180), 1)
        kernel = cv2.warpAffine(kernel, spin, (length, length))
        image = cv2.filter2D(image, -1, kernel / max(kernel.sum(), 1e-6))
    strength = rng.uniform(0.3, 1) * how.noise
    noise = rng.standard_normal((image.shape[0] // 2, image.shape[1] // 2), np.float32)
    image += cv2.resize(np.float32(strength) * noise, image.shape[::-1], interpolation=cv2.INTER_LINEAR)
    return np.clip(image, 0, 255).astype(np.uint8)

"""Pictures that are files beside a layout: SVG as shapes, PNG as dots; cleaned, bounded, and never fetched."""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Iterator
from math import cos, radians, sin, sqrt, tan
from pathlib import Path as FilePath
from typing import Any, NamedTuple

from pnp.sheets import svg_path
from pnp.sheets.ink import Image, Ink, Paint, Path, Point, Step
from pnp.strict import WrongError, said_by, shown, wrong
from pnp.words import say

LARGEST = 1_000_000
MOST_SHAPES = 2000
WIDEST = 3000
"""Dots across a PNG picture."""
_NAMES = {
    "black": "#000000", "white": "#ffffff", "red": "#ff0000", "green": "#008000", "blue": "#0000ff",
    "yellow": "#ffff00", "orange": "#ffa500", "purple": "#800080", "brown": "#a52a2a", "pink": "#ffc0cb",
    "gray": "#808080", "grey": "#808080", "silver": "#c0c0c0", "gold": "#ffd700", "navy": "#000080",
    "teal": "#008080", "maroon": "#800000", "olive": "#808000", "lime": "#00ff00", "cyan": "#00ffff",
}  # fmt: skip
_NUMBERS = ("x", "y", "width", "height", "cx", "cy", "r", "x1", "y1", "x2", "y2")
_UNSEEN = {"defs", "title", "desc", "metadata", "script", "symbol", "animate", "animateTransform", "set"}
_GROUPS = {"svg", "g", "a", "switch"}
_SHAPES = {"path", "rect", "circle", "ellipse", "line", "polyline", "polygon"}
_LOOK = {"fill", "stroke", "stroke-width", "opacity", "fill-opacity", "stroke-opacity", "display", "visibility"}
_EFFECTS = {"filter", "mask", "clip-path"}
Matrix = tuple[float, float, float, float, float, float]


def beside(folder: FilePath, name: Any) -> FilePath:
    """A file that a layout names: beside it or in a folder below, and nowhere else."""
    if not isinstance(name, str) or not re.fullmatch(r"[^\x00-\x1f\\:]{1,200}", name):
        wrong("layout.no-file-name", name=shown(name))
    if name.startswith("/") or ".." in name.split("/"):
        wrong("layout.elsewhere", name=shown(name))
    return folder / name


def content(path: FilePath, most: int = LARGEST) -> bytes:
    """The bytes of a file that is not too large; ValueError says why there are none."""
    try:
        with path.open("rb") as file:
            data = file.read(most + 1)
    except OSError as error:
        raise WrongError(say("layout.file-fault", file=str(path), why=error.strerror or str(error))) from None
    if len(data) > most:
        wrong("layout.file-large", file=str(path), most=most // 1000)
    return data


def named(folder: FilePath, name: Any) -> tuple[Ink, ...]:
    """The drawing of a picture file that a layout names."""
    return art(beside(folder, name))


def art(path: FilePath) -> tuple[Ink, ...]:
    """The drawing of a picture file in a square of 100 by 100."""
    data = content(path)
    try:
        if path.suffix.lower() == ".svg":
            return svg(data)
        if path.suffix.lower() == ".png":
            return (png(data),)
    except ValueError as error:
        raise WrongError(say("layout.file-fault", file=str(path), why=said_by(error))) from None
    raise WrongError(say("layout.no-picture-file", file=str(path)))


# ---------------------------------------------------------------- PNG


def png(data: bytes) -> Image:
    """A PNG picture in the middle of the square, with nothing in its file but the picture."""
    if data[:8] != b"\x89PNG\r\n\x1a\n":
        wrong("layout.no-png")
    kept, packed, place = [data[:8]], b"", 8
    while place + 12 <= len(data):
        length, kind = struct.unpack_from(">I4s", data, place)
        chunk = data[place : place + 12 + length]
        if len(chunk) < 12 + length or zlib.crc32(chunk[4:-4]) != struct.unpack(">I", chunk[-4:])[0]:
            wrong("layout.png-damaged")
        if kind in (b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND"):
            kept.append(chunk)
        packed += chunk[8:-4] if kind == b"IDAT" else b""
        place += 12 + length
        if kind == b"IEND":
            break
    head = kept[1][8:21] if len(kept) > 2 and kept[1][4:8] == b"IHDR" and kept[-1][4:8] == b"IEND" else b""
    if len(head) != 13:
        wrong("layout.png-damaged")
    width, height, depth, color = struct.unpack(">IIBB", head[:10])
    if not (1 <= width <= WIDEST and 1 <= height <= WIDEST):
        wrong("layout.png-size", width=width, height=height, most=WIDEST)
    _whole(packed, height * (width * depth * {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}.get(color, 4) // 8 + 2) + 64 * 1024)
    side = max(width, height) / 100
    w, h = width / side, height / side
    return Image(50 - w / 2, 50 - h / 2, w, h, b"".join(kept))


def _whole(packed: bytes, most: int) -> None:
    """See that the dots can be unpacked and are no more than the picture has."""
    unpacking = zlib.decompressobj()
    try:
        size = len(unpacking.decompress(packed, most))
    except zlib.error:
        raise WrongError(say("layout.png-damaged")) from None
    if unpacking.unconsumed_tail or not unpacking.eof or not size:
        wrong("layout.png-damaged")


# ---------------------------------------------------------------- SVG


class _Look(NamedTuple):
    """What a shape inherits from the groups around it."""

    fill: str = "#000000"
    stroke: str = ""
    width: float = 1.0
    matrix: Matrix = (1, 0, 0, 1, 0, 0)


def svg(data: bytes) -> tuple[Ink, ...]:
    """The shapes of an SVG drawing in the square; what leaves no ink is left away, what can't be drawn is refused."""
    from xml.etree import ElementTree

    if b"<!DOCTYPE" in data or b"<!ENTITY" in data:
        data = re.sub(rb"<!DOCTYPE[^>\[]*>", b"", data)
        if b"<!DOCTYPE" in data or b"<!ENTITY" in data:
            wrong("layout.svg-entities")
    try:
        root = ElementTree.fromstring(data)
    except (ElementTree.ParseError, ValueError, LookupError) as error:
        raise WrongError(say("layout.no-svg", why=str(error))) from None
    if _name(root) != "svg":
        wrong("layout.no-svg", why="")
    x, y, w, h = _view(root)
    unit = 100 / max(w, h)
    matrix = (unit, 0.0, 0.0, unit, 50 - unit * (x + w / 2), 50 - unit * (y + h / 2))
    made: list[Ink] = []
    for ink in _drawn(root, _Look(matrix=matrix), 0):
        made.append(ink)
        if len(made) > MOST_SHAPES:
            wrong("layout.svg-shapes", most=MOST_SHAPES)
    if not made:
        wrong("layout.svg-empty")
    return tuple(made)


def _name(element: Any) -> str:
    tag = element.tag if isinstance(element.tag, str) else ""
    space, _, name = tag.rpartition("}")
    return name if space in ("", "{http://www.w3.org/2000/svg") else ""


def _view(root: Any) -> tuple[float, float, float, float]:
    numbers = [float(n) for n in re.findall(r"-?\d+\.?\d*(?:e-?\d+)?", root.get("viewBox", ""))]
    if len(numbers) != 4:
        numbers = [0, 0, _length(root.get("width", "100")), _length(root.get("height", "100"))]
    if not (0 < numbers[2] < 1e6 and 0 < numbers[3] < 1e6):
        wrong("layout.svg-no-size")
    return numbers[0], numbers[1], numbers[2], numbers[3]


def _length(text: str | None, usual: float = 0.0) -> float:
    found = re.match(r"\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,2})?)", text or "")
    return float(found[1]) if found else usual


def _drawn(element: Any, look: _Look, depth: int) -> Iterator[Ink]:
    name = _name(element)
    if depth > 60:
        wrong("layout.svg-deep")
    given = {key: element.get(key) for key in (*_LOOK, *_EFFECTS) if element.get(key) is not None}
    given.update(re.findall(r"([a-z-]+)\s*:\s*([^;]+)", element.get("style", "")))
    if name in _UNSEEN or not name or given.get("display") == "none" or given.get("visibility") == "hidden":
        return
    if effect := next((key for key in _EFFECTS if given.get(key, "none") != "none"), ""):
        wrong("layout.svg-effect", effect=effect)
    if name not in _GROUPS and name not in _SHAPES:
        wrong("layout.svg-element", element=name)
    own = _looks(look, given, element.get("transform", ""))
    if name in _GROUPS:
        for child in element:
            yield from _drawn(child, own, depth + 1)
    elif shape := _steps(name, element):
        det = own.matrix[0] * own.matrix[3] - own.matrix[1] * own.matrix[2]
        width = own.width * sqrt(abs(det))
        paint = Paint(own.fill if name != "line" else "", own.stroke, max(0.2, width), round=True)
        if paint.fill or paint.stroke:
            yield Path(tuple((op, _moved(points, own.matrix)) for op, points in shape), paint)


def _looks(look: _Look, given: dict[str, str], transform: str) -> _Look:
    fill = _color(given["fill"], look.fill) if "fill" in given else look.fill
    stroke = _color(given["stroke"], look.stroke) if "stroke" in given else look.stroke
    unseen = [key for key in ("opacity", "fill-opacity", "stroke-opacity") if _length(given.get(key), 1.0) == 0]
    return _Look(
        "" if "opacity" in unseen or "fill-opacity" in unseen else fill,
        "" if "opacity" in unseen or "stroke-opacity" in unseen else stroke,
        _length(given.get("stroke-width"), look.width),
        _times(look.matrix, _matrix(transform)),
    )


def _color(text: str, around: str) -> str:
    text = text.strip().lower()
    if text in ("none", "transparent"):
        return ""
    if text in ("inherit", ""):
        return around
    if text == "currentcolor":
        return "ink"
    if short := re.fullmatch(r"#([0-9a-f])([0-9a-f])([0-9a-f])", text):
        return "#" + "".join(2 * digit for digit in short.groups())
    if re.fullmatch(r"#[0-9a-f]{6}", text):
        return text
    if parts := re.fullmatch(r"rgb\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\)", text):
        return "#" + "".join(f"{min(255, int(part)):02x}" for part in parts.groups())
    if text in _NAMES:
        return _NAMES[text]
    raise WrongError(say("layout.svg-color", value=shown(text)))


def _steps(name: str, element: Any) -> tuple[Step, ...]:
    n = {
        key: _length(element.get(key)) for key in ("x", "y", "width", "height", "cx", "cy", "r", "x1", "y1", "x2", "y2")
    }
    if name == "path":
        return svg_path.steps(element.get("d", "")) if element.get("d", "").strip() else ()
    if name == "line":
        return ("M", (n["x1"], n["y1"])), ("L", (n["x2"], n["y2"]))
    if name in ("polyline", "polygon"):
        numbers = [float(one) for one in re.findall(r"[+-]?(?:\d+\.?\d*|\.\d+)", element.get("points", ""))]
        text = " ".join(str(one) for one in numbers[: len(numbers) // 2 * 2])
        return svg_path.steps(f"M{text}{'Z' if name == 'polygon' else ''}") if len(numbers) >= 4 else ()
    if name == "rect":
        rx = _length(element.get("rx") or element.get("ry"))
        return _round(n["x"], n["y"], n["width"], n["height"], min(rx, n["width"] / 2, n["height"] / 2))
    rx, ry = (n["r"], n["r"]) if name == "circle" else (_length(element.get("rx")), _length(element.get("ry")))
    x, y = n["cx"], n["cy"]
    return (
        svg_path.steps(f"M{x - rx} {y}A{rx} {ry} 0 1 1 {x + rx} {y}A{rx} {ry} 0 1 1 {x - rx} {y}Z") if rx and ry else ()
    )


def _round(x: float, y: float, w: float, h: float, r: float) -> tuple[Step, ...]:
    if w <= 0 or h <= 0:
        return ()
    if not r:
        return svg_path.steps(f"M{x} {y}h{w}v{h}h{-w}z")
    return svg_path.steps(
        f"M{x + r} {y}h{w - 2 * r}a{r} {r} 0 0 1 {r} {r}v{h - 2 * r}a{r} {r} 0 0 1 {-r} {r}"
        f"h{2 * r - w}a{r} {r} 0 0 1 {-r} {-r}v{2 * r - h}a{r} {r} 0 0 1 {r} {-r}z"
    )


def _matrix(text: str) -> Matrix:
    matrix: Matrix = (1, 0, 0, 1, 0, 0)
    for kind, inner in re.findall(r"(\w+)\s*\(([^)]*)\)", text):
        n = [float(one) for one in re.findall(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,2})?", inner)]
        matrix = _times(matrix, _one_matrix(kind, n))
    return matrix


def _one_matrix(kind: str, n: list[float]) -> Matrix:
    if kind == "matrix" and len(n) == 6:
        return n[0], n[1], n[2], n[3], n[4], n[5]
    if kind == "translate" and n:
        return 1, 0, 0, 1, n[0], n[1] if len(n) > 1 else 0
    if kind == "scale" and n:
        return n[0], 0, 0, n[1] if len(n) > 1 else n[0], 0, 0
    if kind == "rotate" and n:
        c, s = cos(radians(n[0])), sin(radians(n[0]))
        x, y = (n[1], n[2]) if len(n) == 3 else (0.0, 0.0)
        return c, s, -s, c, x - c * x + s * y, y - s * x - c * y
    if kind in ("skewX", "skewY") and n:
        slope = tan(radians(n[0]))
        return (1, 0, slope, 1, 0, 0) if kind == "skewX" else (1, slope, 0, 1, 0, 0)
    raise WrongError(say("layout.svg-transform", value=f"{kind}({', '.join(f'{one:g}' for one in n)})"))


def _times(a: Matrix, b: Matrix) -> Matrix:
    return (
        a[0] * b[0] + a[2] * b[1], a[1] * b[0] + a[3] * b[1], a[0] * b[2] + a[2] * b[3], a[1] * b[2] + a[3] * b[3],
        a[0] * b[4] + a[2] * b[5] + a[4], a[1] * b[4] + a[3] * b[5] + a[5],
    )  # fmt: skip


def _moved(points: tuple[float, ...], m: Matrix) -> tuple[float, ...]:
    pairs: list[Point] = [(points[i], points[i + 1]) for i in range(0, len(points), 2)]
    return tuple(n for x, y in pairs for n in (m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]))

"""Photos that guests hand in: bounded before they are decoded, turned upright, made anew with nothing else left."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Sequence
from io import BytesIO
from typing import Any, TypeVar

from pnp.errors import InputError, PnpError
from pnp.words import say

MOST_BYTES = 12_000_000
MOST_PIXELS, MOST_HEIC, MOST_WHOLE = 60_000_000, 50_000_000, 16_000_000
"""Dots of a JPEG, which is decoded small, of what phones make besides, and of anything else; both are decoded whole."""
LARGEST_PHOTO = 600_000
"""How large a photo may be once it is made anew, in bytes."""
FORMATS = ("JPEG", "PNG", "WEBP", "GIF")
MOST_SCANS = 100
"""Passes in which a JPEG is drawn; cameras need one, a progressive file about ten."""
_MARKER = re.compile(rb"\xff[^\x00\xff\xd0-\xd7]", re.DOTALL)
_JPEGS = ("JPEG", "MPO")
"""A photo with another picture behind it, for bright screens or a second lens, has a name of its own."""
LARGEST_PROFILE = 100_000
LOOKED_AT, MOST_LOOKS = 2400, 6
"""How long a photo is in which codes are looked for, and how often, since one may hide another."""
AROUND = 0.3, 0.25, 0.7
"""What is covered beside, above and below a code, by its side: its letters stand below it."""
_QUALITIES = (86, 78, 68, 56, 44, 32)
_ORIENTATION = 0x0112
_ONE_AT_A_TIME = threading.Lock()
"""A decoded photo takes 400 megabytes at worst; several at once would take the whole machine."""

Made = TypeVar("Made")


Corners = Sequence[tuple[float, float]]
Find = Callable[[int, int, bytes], Sequence[Corners]]


def reencoded(data: bytes, longest: int = 1600, find: Find | None = None) -> bytes:
    """A photo as a fresh JPEG: upright, scaled down, in sRGB, and without anything besides the picture.

    What `find` finds in it, each with four corners of which the first two are its upper ones, is painted over.
    """

    def made(image: Any) -> bytes:
        if find is None:
            return _jpeg(_plain(image, longest, "RGB"))
        # A code is found where it is large; what was not may still be seen in the small picture.
        large = _painted(_plain(image, LOOKED_AT, "RGB"), find, LOOKED_AT)
        return _jpeg(_painted(large, find, longest))

    return _made(data, made)


def gray(data: bytes, longest: int = 2400) -> tuple[int, int, bytes]:
    """A photo as luminance, a byte a dot: its width, its height, its rows from the top."""

    def rows(image: Any) -> tuple[int, int, bytes]:
        plain = _upright_in(image, longest, "L")
        return plain.width, plain.height, plain.tobytes()

    return _made(data, rows)


def _painted(image: Any, find: Find, longest: int) -> Any:
    """The picture, at most so long, without what is found in it."""
    from PIL import Image

    image.thumbnail((longest, longest), Image.Resampling.LANCZOS, reducing_gap=2.0)
    for _ in range(MOST_LOOKS):
        found = find(image.width, image.height, image.convert("L").tobytes())
        if not found:
            return image
        for corners in found:
            _paint(image, corners)
    raise InputError(say("no-photo.codes"))


def _paint(image: Any, corners: Corners) -> None:
    """Paint paper over what lies between four corners, and over what stands around it, most of all below it."""
    from PIL import ImageDraw

    (ax, ay), (bx, by), (cx, cy), (dx, dy) = corners
    right, down = ((bx - ax + cx - dx) / 2, (by - ay + cy - dy) / 2), ((dx - ax + cx - bx) / 2, (dy - ay + cy - by) / 2)
    wide, above, below = AROUND
    steps = (-wide, -above), (wide, -above), (wide, below), (-wide, below)
    outline = [
        (x + across * right[0] + along * down[0], y + across * right[1] + along * down[1])
        for (x, y), (across, along) in zip(corners, steps, strict=True)
    ]
    xs, ys = zip(*outline, strict=True)
    box = max(0, int(min(xs))), max(0, int(min(ys))), min(image.width, int(max(xs))), min(image.height, int(max(ys)))
    if box[2] > box[0] and box[3] > box[1]:
        spots = image.crop(box).resize((8, 8)).tobytes()
        paper = max(zip(spots[::3], spots[1::3], spots[2::3], strict=True), key=sum)
        ImageDraw.Draw(image).polygon(outline, fill=paper)


def _made(data: bytes, make: Callable[[Any], Made]) -> Made:
    """What is made of a photo; whatever is wrong with the file is one line."""
    if not data:
        raise InputError(say("no-photo.empty", heic=_heic_opened()))
    if len(data) > MOST_BYTES:
        raise InputError(say("no-photo.large", size=f"{len(data) / 1e6:.1f}", most=MOST_BYTES // 1_000_000))
    if _is_heic(data) and not _heic_opened():
        raise InputError(say("no-photo.heic"))
    if (scans := _scans(data)) > MOST_SCANS:
        raise InputError(say("no-photo.scans", n=scans, most=MOST_SCANS))
    with _ONE_AT_A_TIME:
        image = _opened(data)
        try:
            with image:
                return make(image)
        except PnpError:
            raise
        except Exception:  # a decoder raises whatever it likes when a file lies
            raise InputError(say("no-photo.damaged")) from None


def _scans(data: bytes) -> int:
    """In how many passes a JPEG is drawn; nothing in its segments is one, nor behind its end, where films may lie."""
    count, at = 0, 0
    while data[:2] == b"\xff\xd8" and (marker := _MARKER.search(data, at)):
        kind, at = data[marker.end() - 1], marker.end()
        if kind == 0xD9:
            break
        count += kind == 0xDA
        if kind not in (0x01, 0xD8):  # all others say how long they are
            at += int.from_bytes(data[at : at + 2], "big")
    return count


def _is_heic(data: bytes) -> bool:
    return data[4:8] == b"ftyp" and data[8:12] in (b"heic", b"heix", b"hevc", b"heim", b"heis", b"mif1", b"msf1")


def _heic_opened() -> bool:
    """Whether photos of iPhones can be decoded here: that is an extra, as its decoder is."""
    try:
        import pillow_heif
    except ImportError:
        return False
    pillow_heif.register_heif_opener(thumbnails=False)
    return True


def _opened(data: bytes) -> Any:
    """The photo with only its header read, and not more dots in it than are allowed."""
    from PIL import Image

    image = None
    try:
        image = Image.open(BytesIO(data), formats=("HEIF",) if _is_heic(data) else FORMATS)
        dots = image.width * image.height
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        dots = MOST_PIXELS + 1
    except Exception:  # as above: a header is a stranger's too
        raise InputError(say("no-photo.damaged") if _is_heic(data) else say("no-photo", heic=_heic_opened())) from None
    format = image.format if image is not None else "JPEG"
    most = MOST_PIXELS if format in _JPEGS else MOST_HEIC if format == "HEIF" else MOST_WHOLE
    if dots > most:
        raise InputError(say("no-photo.dots", most=most // 1_000_000))
    return image


def _plain(image: Any, longest: int, mode: str) -> Any:
    """The first picture of a file, upright, at most so long, in RGB or L; nothing of the file is left with it."""
    from PIL import Image

    image = _upright_in(image, longest, mode)
    fresh = Image.new(mode, image.size)
    fresh.paste(image)
    return fresh


def _upright_in(image: Any, longest: int, mode: str) -> Any:
    """The first picture of a file, upright, at most so long, in RGB or L."""
    from PIL import Image

    profile = image.info.get("icc_profile", b"")
    if image.format in _JPEGS:
        # A JPEG is decoded small at once, which spares most of the work and of the memory.
        image.draft("L" if mode == "L" else None, (2 * longest, 2 * longest))
    image = _opaque(image)
    image.thumbnail((longest, longest), Image.Resampling.LANCZOS, reducing_gap=2.0)
    if mode == "RGB":
        image = _in_srgb(image, profile)
    return _upright(image if image.mode == mode else image.convert(mode), _orientation(image))


def _opaque(image: Any) -> Any:
    """The picture in L, RGB or CMYK, what is transparent in it on white paper."""
    from PIL import Image

    if image.mode in ("L", "RGB", "CMYK"):
        if "transparency" not in image.info:
            return image
    elif image.mode.startswith("I"):
        return image.convert("I").point(lambda value: value / 256).convert("L")
    elif image.mode == "1":
        return image.convert("L")
    clear = image.convert("RGBA")
    paper = Image.new("RGB", clear.size, "white")
    paper.paste(clear, mask=clear.getchannel("A"))
    paper.info = image.info
    return paper


def _in_srgb(image: Any, profile: bytes) -> Any:
    """The picture in the colours that every screen knows; a profile that is no plain one is let be."""
    if image.mode != "RGB" or not profile or len(profile) > LARGEST_PROFILE:
        return image
    from PIL import ImageCms

    try:
        own = ImageCms.getOpenProfile(BytesIO(profile))
        converted = ImageCms.profileToProfile(image, own, ImageCms.createProfile("sRGB"))
    except (ImageCms.PyCMSError, OSError, TypeError, ValueError):
        return image
    return converted if converted is not None else image


def _orientation(image: Any) -> int:
    """How the camera was held, by the file; 1, upright, where what it says makes no sense."""
    try:
        held = image.getexif().get(_ORIENTATION, 1)
    except Exception:  # what a camera writes there is often odd, and the picture is fine without it
        return 1
    return held if isinstance(held, int) else 1


def _upright(image: Any, orientation: int) -> Any:
    from PIL import Image

    turn = Image.Transpose
    turns = {
        2: turn.FLIP_LEFT_RIGHT,
        3: turn.ROTATE_180,
        4: turn.FLIP_TOP_BOTTOM,
        5: turn.TRANSPOSE,
        6: turn.ROTATE_270,
        7: turn.TRANSVERSE,
        8: turn.ROTATE_90,
    }
    how = turns.get(orientation)
    return image if how is None else image.transpose(how)


def _jpeg(image: Any) -> bytes:
    """The picture as a JPEG file that is small enough: coarser, and at last with fewer dots."""
    while True:
        for quality in _QUALITIES:
            out = BytesIO()
            image.save(out, "JPEG", quality=quality, optimize=True)
            if out.tell() <= LARGEST_PHOTO:
                return out.getvalue()
        image = image.reduce(2)

"""QR codes in a photo: their texts, and the sheet or the table that they name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from pnp.errors import CallError
from pnp.sheets import codes

_SHEET = re.compile(r"(?:PNP:|HTTPS?://[^/\s]+(?:/[^\s?#]*?)?/S/)([0-9A-Z-]{9,12})(?:[/?#]\S*)?")
_TABLE = re.compile(rf"HTTPS?://[^/\s]+(?:/[^\s?#]*?)?/T/([{codes.ALPHABET}]{{4,12}})(?:[/?#]\S*)?")


class Placed(NamedTuple):
    """The text of a QR code, and where its middle lies in the picture."""

    text: str
    at: tuple[float, float]

    def scaled(self, by: float) -> Placed:
        return Placed(self.text, (self.at[0] * by, self.at[1] * by))


def placed(view: Any) -> list[Placed]:
    """The QR codes of a picture of luminance, rows of dots, each with its place."""
    import zxingcpp

    wanted = zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode)
    found: dict[tuple[str, int, int], Placed] = {}
    for binarizer in (zxingcpp.Binarizer.LocalAverage, zxingcpp.Binarizer.GlobalHistogram):
        for one in zxingcpp.read_barcodes(view, formats=wanted, binarizer=binarizer):
            corners = [one.position.top_left, one.position.bottom_right]
            x, y = (sum(corner.x for corner in corners) / 2, sum(corner.y for corner in corners) / 2)
            if one.text:
                found[one.text, round(x) // 60, round(y) // 60] = Placed(one.text, (x, y))
        if found:
            break
    return list(found.values())


def texts(width: int, height: int, rows: bytes) -> list[str]:
    """The texts of the QR codes in a picture of 8-bit luminance, row by row from the top; each text once.

    >>> texts(2, 2, bytes(4))
    []
    """
    for _, found in _looks(width, height, rows):
        if read := list(dict.fromkeys(one.text for one in found if one.text)):
            return read
    return []


Point = tuple[float, float]


def places(width: int, height: int, rows: bytes) -> list[tuple[Point, Point, Point, Point]]:
    """Where anything lies that looks like a QR code, whether it can be read or not.

    Its corners as it was printed: top left, top right, bottom right, bottom left; one place may be found several times.

    >>> places(2, 2, bytes(4))
    []
    """
    found = []
    for step, codes_there in _looks(width, height, rows, unread=True):
        for one in codes_there:
            at = one.position
            corners = at.top_left, at.top_right, at.bottom_right, at.bottom_left
            a, b, c, d = ((float(corner.x * step), float(corner.y * step)) for corner in corners)
            found.append((a, b, c, d))
    return found


def _looks(width: int, height: int, rows: bytes, unread: bool = False) -> Iterator[tuple[int, Sequence[Any]]]:
    """The codes that are seen in different ways of looking, with how many dots of the picture are one of that look."""
    import zxingcpp

    wanted = zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode)
    for step, view in _views(width, height, rows):
        # Shadows across the paper want a threshold for each place, blur and noise one for the whole picture.
        for binarizer in (zxingcpp.Binarizer.LocalAverage, zxingcpp.Binarizer.GlobalHistogram):
            yield step, zxingcpp.read_barcodes(view, formats=wanted, binarizer=binarizer, return_errors=unread)


def _views(width: int, height: int, rows: bytes) -> Iterator[tuple[int, memoryview]]:
    """The picture, then coarser ones: in a large photo a soft or grainy code is found where it has fewer dots."""
    for step in (1, 2, 3):
        across, down = len(range(0, width, step)), len(range(0, height, step))
        if step == 1 or min(across, down) >= 200:
            data = (
                rows
                if step == 1
                else b"".join(rows[y * width : (y + 1) * width : step] for y in range(0, height, step))
            )
            yield step, memoryview(data).cast("B", (down, across))


def sheet_code(texts: Iterable[str]) -> str | None:
    """The code of the first sheet that is named, whatever address it was printed for.

    >>> sheet_code(["https://example.org/", "HTTP://10.0.0.5:8000/S/K7Q3MX5T6/HOUSE-OF-DICE/PLAY/1"])
    'K7Q3MX5T6'
    >>> sheet_code(["PNP:K7Q3MX5T6/HOUSE-OF-DICE/PLAY/1"])
    'K7Q3MX5T6'
    """
    for text in texts:
        if named := _SHEET.fullmatch(text.strip().upper()):
            try:
                return codes.parse(named[1])
            except CallError:
                continue
    return None


def table_of(texts: Sequence[str]) -> str | None:
    """The table that a screen's code names.

    >>> table_of(["http://192.168.1.23:8000/t/K7M2QX"])
    'K7M2QX'
    """
    return next((named[1] for text in texts if (named := _TABLE.fullmatch(text.strip().upper()))), None)

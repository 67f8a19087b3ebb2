"""QR codes in a photo: their texts, and the sheet or the table that they name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from pnp.errors import CallError
from pnp.sheets import codes

_SHEET = re.compile(r"(?:PNP:|HTTPS?://[^/\s]+(?:/[^\s?#]*?)?/S/)([0-9A-Z-]{9,12})(?:[/?#]\S*)?")
_TABLE = re.compile(rf"HTTPS?://[^/\s]+(?:/[^\s?#]*?)?/T/([{codes.ALPHABET}]{{4,12}})(?:[/?#]\S*)?")


def texts(width: int, height: int, rows: bytes) -> list[str]:
    """The texts of the QR codes in a picture of 8-bit luminance, row by row from the top; each text once.

    >>> texts(2, 2, bytes(4))
    []
    """
    import zxingcpp

    wanted = zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode)
    for view in _views(width, height, rows):
        # Shadows across the paper want a threshold for each place, blur and noise one for the whole picture.
        for binarizer in (zxingcpp.Binarizer.LocalAverage, zxingcpp.Binarizer.GlobalHistogram):
            found = zxingcpp.read_barcodes(view, formats=wanted, binarizer=binarizer)
            if read := list(dict.fromkeys(one.text for one in found if one.text)):
                return read
    return []


def _views(width: int, height: int, rows: bytes) -> Iterator[memoryview]:
    """The picture, then coarser ones: in a large photo a soft or grainy code is found where it has fewer dots."""
    for step in (1, 2, 3):
        across, down = len(range(0, width, step)), len(range(0, height, step))
        if step == 1 or min(across, down) >= 200:
            data = (
                rows
                if step == 1
                else b"".join(rows[y * width : (y + 1) * width : step] for y in range(0, height, step))
            )
            yield memoryview(data).cast("B", (down, across))


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

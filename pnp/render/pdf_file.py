"""A PDF file as it is written: numbered objects, small ones packed together, streams as they come, a table at the end.

Nothing is kept but where each object lies, so that a hundred thousand pages take no more memory than their places.
"""

from __future__ import annotations

import struct
import zlib
from hashlib import md5
from typing import BinaryIO

PACKED = 200
"""Small objects that are compressed together: many make a small file, few are found quickly."""
_STREAM = b"%d 0 obj\n<<%s/Length %d>>\nstream\n%s\nendstream\nendobj\n"


def pdf_string(text: str) -> bytes:
    r"""A text as a PDF string, whatever its script.

    >>> pdf_string("Ana (2)"), pdf_string("Ł")
    (b'(Ana \\(2\\))', b'<FEFF0141>')
    """
    if text.isascii() and text.isprintable():
        return b"(" + text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)").encode() + b")"
    return b"<" + utf16(text).encode() + b">"


def utf16(text: str) -> str:
    """A text in the hexadecimal digits by which a PDF knows any script."""
    return ("\ufeff" + text).encode("utf-16-be").hex().upper()


def references(numbers: list[int]) -> bytes:
    """Objects as another one names them.

    >>> references([3, 7])
    b'3 0 R 7 0 R'
    """
    return b" ".join([b"%d 0 R" % number for number in numbers])


class PdfFile:
    """Objects on their way into a file."""

    def __init__(self, out: BinaryIO) -> None:
        self._out = out
        self._at = 0
        self._known = md5(usedforsecurity=False)
        # What the table says of each object: 1 and its place, or 2, the pack that it lies in and its number there.
        self._places: list[tuple[int, int, int]] = []
        self._pack: list[tuple[int, bytes]] = []
        self._write(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")

    def _write(self, data: bytes) -> None:
        self._out.write(data)
        self._known.update(data)
        self._at += len(data)

    def reserve(self) -> int:
        """The number of an object that comes later."""
        self._places.append((0, 0, 0))
        return len(self._places)

    def add(self, body: bytes) -> int:
        """The number of a small object."""
        return self.put(self.reserve(), body)

    def put(self, number: int, body: bytes) -> int:
        """A small object whose number was reserved."""
        self._pack.append((number, body))
        if len(self._pack) == PACKED:
            self._flush()
        return number

    def stream(self, head: bytes, data: bytes, number: int = 0) -> int:
        """The number of a stream, which is compressed here."""
        return self.ready(head + b"/Filter/FlateDecode", zlib.compress(data, 9), number)

    def ready(self, head: bytes, data: bytes, number: int = 0) -> int:
        """The number of a stream that is written as it is."""
        number = number or self.reserve()
        self._places[number - 1] = (1, self._at, 0)
        self._write(_STREAM % (number, head, len(data), data))
        return number

    def _flush(self) -> None:
        if not self._pack:
            return
        pack, self._pack = self._pack, []
        places, at = [], 0
        own = self.reserve()
        for index, (number, body) in enumerate(pack):
            self._places[number - 1] = (2, own, index)
            places.append(b"%d %d" % (number, at))
            at += len(body) + 1
        first = b" ".join(places) + b"\n"
        head = b"/Type/ObjStm/N %d/First %d" % (len(pack), len(first))
        self.stream(head, first + b"\n".join([body for _, body in pack]), own)

    def close(self, root: int, info: int) -> None:
        """Write the table of objects; the file is named by what is in it."""
        self._flush()
        table, start, name = self.reserve(), self._at, self._known.hexdigest().upper().encode()
        self._places[table - 1] = (1, start, 0)
        rows = b"".join([struct.pack(">BQH", kind, place, index)[:1] + struct.pack(">QH", place, index)[3:]
                         for kind, place, index in ((0, 0, 65535), *self._places)])  # fmt: skip
        size = b"/Type/XRef/Size %d/W[1 5 2]" % (len(self._places) + 1)
        ends = b"/Root %d 0 R/Info %d 0 R/ID[<%s><%s>]" % (root, info, name, name)
        self.stream(size + ends, rows, table)
        self._write(b"startxref\n%d\n%%%%EOF\n" % start)

"""One QR code as the package `qrcode` makes it: the version that holds a payload, and how its modules are read."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pnp.errors import CallError


def fitted(payload: str) -> Any:
    """A `qrcode.QRCode` at error correction M that holds the payload and has its version."""
    from qrcode.constants import ERROR_CORRECT_M
    from qrcode.exceptions import DataOverflowError
    from qrcode.main import QRCode

    code = QRCode(error_correction=ERROR_CORRECT_M, border=0)
    code.add_data(payload)
    try:
        code.best_fit()
    except (DataOverflowError, ValueError):
        raise CallError(f"{len(payload)} characters are too long for a QR symbol: {payload[:40]}…") from None
    return code


def alphanumeric(payload: str) -> bool:
    """Whether `qrcode` writes the payload as one alphanumeric segment.

    >>> alphanumeric("HTTP://10.0.0.1/S/K7Q3"), alphanumeric("http://10.0.0.1/s/K7Q3"), alphanumeric("1234")
    (True, False, False)
    """
    from qrcode.util import MODE_ALPHA_NUM

    return [segment.mode for segment in fitted(payload).data_list] == [MODE_ALPHA_NUM]


def number(lines: Iterable[Iterable[object]]) -> int:
    """Lines of modules as one integer, the first module most significant.

    >>> bin(number([[True, False], [True, True]]))
    '0b1011'
    """
    return int("".join("1" if module else "0" for line in lines for module in line), 2)

"""Sheet codes: letters that nobody can guess, a check character against misreading, and what the QR code says."""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple
from urllib.parse import SplitResult, urlsplit

from pnp.errors import CallError
from pnp.words import say

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Digits and letters without I, L, O and U, which are misread or make words."""
RANDOM = 8
LENGTH = RANDOM + 1
_MISREAD = str.maketrans("ILOU", "110V")
_FIELD = 0b100101
"""The polynomial of the field of 32 elements in which the check is reckoned."""


def check_character(body: str) -> str:
    """The character that shows any one wrong letter and any two swapped ones.

    >>> check_character("K7Q3MX5T")
    '6'
    """
    check = 0
    for char in body:
        # Each place has its own weight, and none the check character's: else those two could swap unseen.
        check = (check ^ ALPHABET.index(char)) << 1
        check ^= _FIELD if check & 32 else 0
    return ALPHABET[check]


def make(key: bytes, *parts: str) -> str:
    """The code that a key gives to a sheet named by its parts: 40 bits that only the key's owner can foretell.

    >>> make(b"key", "house-of-dice", "play", "Ana")
    'BQKCF9D3W'
    """
    digest = hmac.digest(key, "\x1f".join(parts).encode(), hashlib.sha256)
    number = int.from_bytes(digest[:5], "big")
    body = "".join(ALPHABET[number >> shift & 31] for shift in range(35, -1, -5))
    return body + check_character(body)


def codes(key: bytes, prefix: Iterable[str], names: Iterable[str]) -> Iterator[str]:
    """A code for each name in turn; a name that comes again gets another code."""
    fixed = tuple(prefix)
    seen: dict[str, int] = {}
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        yield make(key, *fixed, name, str(seen[name]))


def of_seat(key: bytes, table: str, sheet: str, person: int) -> str:
    """The code of a sheet of a table: a player's by the player's number there, the table's own by -1."""
    return make(key, "table", table, sheet, str(person))


def shown(code: str) -> str:
    """A code as it is printed, in groups that the eye can hold.

    >>> shown("K7Q3MX5T6")
    'K7Q3-MX5T-6'
    """
    return f"{code[:4]}-{code[4:8]}-{code[8:]}"


def plain(text: str) -> str:
    """Letters and digits as they were meant, whatever case and hyphens they were typed with.

    >>> plain("coo-t7q")
    'C00T7Q'
    """
    return re.sub(r"[\s-]", "", text.upper()).translate(_MISREAD)


def parse(text: str) -> str:
    """The code that somebody typed, forgiving about case, hyphens and letters that look like digits.

    >>> parse("k7q3 mx5t 6")
    'K7Q3MX5T6'
    """
    code = plain(text)
    if len(code) != LENGTH or any(char not in ALPHABET for char in code):
        raise CallError(say("no-sheet-code", text=repr(text), n=LENGTH))
    if check_character(code[:RANDOM]) != code[-1]:
        raise CallError(say("no-sheet-code.misread", text=repr(text)))
    return code


class Address(NamedTuple):
    """What stands before and after the code in a QR code; all capitals, so that the symbol stays small."""

    before: str
    after: str

    def payload(self, code: str) -> str:
        return self.before + code + self.after


def address(sheet_key: str, url: str = "") -> Address:
    """The QR text around a code: the party's address where there is one, and which paper this is.

    >>> address("house-of-dice/play/1", "http://192.168.1.23:8000").payload("K7Q3MX5T6")
    'HTTP://192.168.1.23:8000/S/K7Q3MX5T6/HOUSE-OF-DICE/PLAY/1'
    >>> address("house-of-dice/play/1").payload("K7Q3MX5T6")
    'PNP:K7Q3MX5T6/HOUSE-OF-DICE/PLAY/1'
    """
    after = "/" + sheet_key.upper()
    if not url:
        return Address("PNP:", after)
    parts = _parts(url if "://" in url else f"http://{url}")
    if parts is None:
        raise CallError(say("no-address", url=repr(url)))
    path = parts.path.rstrip("/")
    root = f"{parts.scheme}://{parts.netloc}"
    # A host is the same in capitals, a path is not: with a path the whole text keeps its case and a larger symbol.
    return Address(f"{root}{path}/s/", after.lower()) if path else Address(f"{root}/S/".upper(), after)


def _parts(url: str) -> SplitResult | None:
    """The parts of an address that a phone can open, or None."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        return None
    plain = re.fullmatch(r"https?://[\w.:\[\]-]+(/[\w.~%/-]*)?", url, re.ASCII | re.IGNORECASE)
    return parts if plain and host and port != 0 else None


_ALPHANUMERIC = (20, 38, 61, 90, 122, 154, 178, 221, 262, 311)
_BYTES = (14, 26, 42, 62, 84, 106, 122, 152, 180, 213)


def modules(payload: str) -> int:
    """How many modules wide the QR code of a payload is at error correction M, without its quiet zone.

    >>> modules("PNP:K7Q3MX5T6/HOUSE-OF-DICE/PLAY/1")
    25
    """
    plain = re.fullmatch(r"[0-9A-Z $%*+./:-]*", payload) is not None
    for version, most in enumerate(_ALPHANUMERIC if plain else _BYTES, 1):
        if len(payload.encode()) <= most:
            return 17 + 4 * version
    raise CallError(say("long-address", n=len(payload)))

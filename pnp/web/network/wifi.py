"""The text of a QR code that takes a phone into the Wi-Fi."""

from __future__ import annotations

import re

from pnp.errors import CallError
from pnp.words import say

KINDS = ("WPA", "open")
_LONGEST_NAME = 32
"""Bytes, as the name travels in UTF-8."""


def payload(name: str, password: str = "", kind: str = "WPA", hidden: bool = False, quoted: bool = False) -> str:
    r"""What the code says; `quoted` puts what looks like hexadecimal digits into quotation marks.

    A WPA password of 63 characters or fewer is never taken for a key in hexadecimal digits, and phones take
    the quotation marks for a part of it, so that they are only for readers known to want them.

    >>> payload("Casa Ana", "dice;dice")
    'WIFI:T:WPA;S:Casa Ana;P:dice\\;dice;;'
    >>> payload("guests", kind="open", hidden=True)
    'WIFI:T:nopass;S:guests;H:true;;'
    >>> payload("cafe", "12345678"), payload("cafe", "12345678", quoted=True)
    ('WIFI:T:WPA;S:cafe;P:12345678;;', 'WIFI:T:WPA;S:"cafe";P:"12345678";;')
    >>> payload("Casa Ana", "dice")
    Traceback (most recent call last):
        ...
    pnp.errors.CallError: the Wi-Fi password has 4 characters; a WPA password has 8 to 63
    """
    _check(name, password, kind)
    parts = [f"T:{'WPA' if kind == 'WPA' else 'nopass'}", f"S:{_escaped(name, quoted)}"]
    parts += [f"P:{_escaped(password, quoted)}"] if password else []
    parts += ["H:true"] if hidden else []
    return f"WIFI:{';'.join(parts)};;"


def _check(name: str, password: str, kind: str) -> None:
    """Refuse what no network has; a password is never repeated in a message."""
    if kind not in KINDS:
        raise CallError(say("no-wifi.kind", kind=repr(kind), kinds=KINDS))
    size = len(name.encode("utf-8", "replace"))
    if not 0 < size <= _LONGEST_NAME:
        raise CallError(say("no-wifi.name", n=size, most=_LONGEST_NAME))
    if not (name + password).isprintable():
        raise CallError(say("no-wifi.letters", name=not name.isprintable()))
    if kind == "open" and password:
        raise CallError(say("no-wifi.open"))
    if kind == "WPA" and not 8 <= len(password) <= 63:
        raise CallError(say("no-wifi.password", n=len(password)))


def _escaped(text: str, quoted: bool) -> str:
    if quoted and re.fullmatch(r"[0-9A-Fa-f]+", text):
        return f'"{text}"'
    return re.sub(r'([\\;,:"])', r"\\\1", text)

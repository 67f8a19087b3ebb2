"""The QR codes in a photo: what they say, and the photo without them; done in a process of its own."""

from __future__ import annotations

from pnp.read import qr
from pnp.render import photo


def texts(data: bytes) -> list[str]:
    """The texts of the codes in a photo."""
    return qr.texts(*photo.gray(data))


def covered(data: bytes) -> bytes:
    """A photo made anew that shows no code any more: whoever can read a sheet's code can play and vote with it."""
    return photo.reencoded(data, find=qr.places)

"""What the QR codes in a photo say; done in a process of its own."""

from __future__ import annotations

from pnp.read import qr
from pnp.render import photo


def texts(data: bytes) -> list[str]:
    """The texts of the codes in a photo."""
    return qr.texts(*photo.gray(data))

"""QR codes as drawings of their own, for screens."""

from __future__ import annotations

from pnp.render.qr import runs, symbol

QUIET = 4
"""Light modules on every side, as the standard asks for."""


def svg(payload: str) -> str:
    """A payload's code, black on white with its quiet zone; a unit is a module, and it fills whatever room it gets.

    >>> svg("HI")[:71]
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 29 29" shape-rende'
    """
    made = symbol(payload)
    side = made.size + 2 * QUIET
    dark = "".join(f"M{x + QUIET} {y + QUIET}h{w}v{h}h-{w}z" for x, y, w, h in runs(made))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" shape-rendering="crispEdges">'
        f'<path fill="#fff" d="M0 0h{side}v{side}h-{side}z"/><path d="{dark}"/></svg>\n'
    )

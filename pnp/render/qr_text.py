"""QR codes in the characters of a terminal: two modules a character, one above the other."""

from __future__ import annotations

from pnp.render.qr import symbol

QUIET = 4
"""Light modules on every side, as the standard asks for: an address to join with is then 37 columns wide."""
_DARK = " ▄▀█"
"""What is drawn, by the upper module's bit and the lower one's."""
_BLACK_ON_WHITE, _PLAIN = "\x1b[38;5;16;48;5;231m", "\x1b[0m"


def lines(payload: str, colors: bool = False) -> list[str]:
    """The lines of a payload's code.

    With colours the code is black on white on any terminal. Without, the light modules are drawn: that is right
    where letters are light on dark, and on a light terminal a negative, which most phones read as well.

    >>> lines("HI")[2][:12], len(lines("HI")), len(lines("HI")[0])
    ('████ ▄▄▄▄▄ █', 15, 29)
    """
    made = symbol(payload)
    width = made.size + 2 * QUIET
    rows = [0] * QUIET + [row << QUIET for row in made.rows] + [0] * QUIET
    rows += [0] * (len(rows) % 2)
    drawn = _DARK if colors else _DARK[::-1]
    found = []
    for upper, lower in zip(rows[::2], rows[1::2], strict=True):
        places = range(width - 1, -1, -1)
        text = "".join(drawn[2 * (upper >> place & 1) + (lower >> place & 1)] for place in places)
        found.append(f"{_BLACK_ON_WHITE}{text}{_PLAIN}" if colors else text)
    return found

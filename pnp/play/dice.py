"""Virtual dice that can be checked: a secret is promised before the first roll and shown after the last."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterator, Sequence

from pnp.games.table_dice import Die, Face

SECRET_BYTES = 32


def new_secret() -> bytes:
    """A secret that nobody can guess."""
    return secrets.token_bytes(SECRET_BYTES)


def commitment(secret: bytes) -> str:
    """The promise that is shown before the first roll: it fixes every roll and tells none.

    >>> commitment(bytes(32))[:16]
    '66687aadf862bd77'
    """
    return hashlib.sha256(secret).hexdigest()


def mixed(secret: bytes, numbers: Sequence[str]) -> bytes:
    """The secret with the numbers that phones have added, in any order; without any it is the secret itself.

    >>> mixed(bytes(32), []) == bytes(32), mixed(bytes(32), ["ab", "cd"]) == mixed(bytes(32), ["cd", "ab"])
    (True, True)
    """
    return hmac.digest(secret, " ".join(["numbers", *sorted(numbers)]).encode(), "sha256") if numbers else secret


def roll(secret: bytes, number: int, dice: Sequence[Die]) -> tuple[Face, ...]:
    """The faces of a roll, told by the secret and the roll's number alone, each face equally likely.

    >>> roll(bytes(32), 1, [Die("die", (1, 2, 3, 4, 5, 6))] * 3)
    (4, 4, 4)
    """
    stream, found = _bytes(secret, number), []
    for die in dice:
        faces = die.faces
        # Bytes beyond the last whole multiple of the number of faces are thrown away, else low faces come more often.
        limit = 256 - 256 % len(faces)
        while (byte := next(stream)) >= limit:
            pass
        found.append(faces[byte % len(faces)])
    return tuple(found)


def _bytes(secret: bytes, number: int) -> Iterator[int]:
    block = 0
    while True:
        yield from hmac.digest(secret, f"roll {number} block {block}".encode(), "sha256")
        block += 1

"""Reactions: a handful of faces that phones send and the screen shows for a moment; nothing of them is kept."""

from __future__ import annotations

import json
from collections import deque

FACES = ("heart", "star", "laugh", "wow", "groan")
WITHIN = 10.0
EACH, ALL = 6, 24
"""How many a person, and everybody together, may send within so many seconds."""


class Reactions:
    """Who has reacted when, so that nobody covers the screen with faces."""

    def __init__(self) -> None:
        self._sent: deque[tuple[float, int]] = deque(maxlen=ALL)

    def may(self, person: int, now: float) -> bool:
        """Whether the screen shows one more of somebody; if so, it counts."""
        while self._sent and not now - WITHIN < self._sent[0][0] <= now:  # what is to come: the clock was set back
            self._sent.popleft()
        if len(self._sent) >= ALL or sum(one == person for _, one in self._sent) >= EACH:
            return False
        self._sent.append((now, person))
        return True


def message(seat: int, face: str) -> bytes:
    """A reaction as the stream of hints carries it, to pages that want to know."""
    return f"event: reaction\ndata: {json.dumps({'seat': seat, 'face': face})}\n\n".encode()

"""What is not on this paper."""

from __future__ import annotations

from typing import Any, Final


class UnknownError(Exception):
    """What a formula needs is not on this paper: the number that was written counts instead."""


UNKNOWN: Final[Any] = object()
"""The value of what is not on this paper."""

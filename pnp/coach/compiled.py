"""Loops over rows of numbers made quick by a compiler, where there is one; nobody has to have it."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from functools import cache, partial
from types import FunctionType
from typing import Any

from pnp.games.coaching import Run

WORTH_IT = 5000
"""The games from which on a compiler saves more time than it takes."""


def runner(games: int) -> Run | None:
    """What calls a loop in its compiled form; None where there is no compiler, or too little to do for one."""
    if games < WORTH_IT:
        return None
    try:
        import numba  # noqa: F401
    except ImportError:
        return None
    return run


def run(loop: Callable[..., None], *args: Any) -> None:
    """Call a loop in its compiled form."""
    _compiled(loop)(*map(_taken, args))


def _taken(value: Any) -> Any:
    """A row as the compiled loop takes it, in the same place of memory; a tuple of rows likewise."""
    import numpy

    if isinstance(value, array):
        return numpy.frombuffer(value, dtype=value.typecode)
    return type(value)(*map(_taken, value)) if isinstance(value, tuple) else value


@cache
def _compiled(function: Callable[..., Any], inner: bool = False) -> Any:
    """A function with every function that it calls, kept on disk; one of a single number takes and gives 64 bits.

    What is called becomes part of the loop that calls it: handing it all the rows takes longer than its work.
    """
    import numba

    assert isinstance(function, FunctionType)
    known = function.__globals__
    called = {name: _compiled(known[name], inner=True) for name in _calls(function)}
    linked = FunctionType(function.__code__, {**known, **called}, function.__name__)
    linked.__module__, linked.__qualname__ = function.__module__, function.__qualname__
    bits = "int64(uint64)" if function.__code__.co_argcount == 1 else None
    make = partial(numba.njit, bits, error_model="numpy", forceinline=inner)
    try:
        return make(cache=True)(linked)
    except RuntimeError:  # there is no place to keep it
        return make()(linked)


def _calls(function: FunctionType) -> Iterator[str]:
    return (name for name in function.__code__.co_names if isinstance(function.__globals__.get(name), FunctionType))

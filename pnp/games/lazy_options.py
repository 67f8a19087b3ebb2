"""Options that are made when somebody looks at them: most are never looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Generic, TypeVar, overload

from pnp.games.play import Option

T = TypeVar("T")


class Options(Sequence[Option], Generic[T]):
    """Options that are made of something, such as moves, when somebody looks at them."""

    def __init__(self, found: Sequence[T], option: Callable[[T], Option]) -> None:
        self.found, self.option = found, option

    def __len__(self) -> int:
        return len(self.found)

    @overload
    def __getitem__(self, at: int) -> Option: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Option]: ...
    def __getitem__(self, at: int | slice) -> Option | Sequence[Option]:
        return Options(self.found[at], self.option) if isinstance(at, slice) else self.option(self.found[at])

    def __iter__(self) -> Iterator[Option]:
        return map(self.option, self.found)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    def __repr__(self) -> str:
        return repr(tuple(self))

    __hash__ = None  # type: ignore[assignment]

"""Where the parts of a layout were written: in its own file, or in one that it extends."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path as Folder
from typing import Any, NamedTuple

from pnp.sheets import layout_files, line_numbers
from pnp.strict import Fault, Path


class Origin(NamedTuple):
    """The place at which something was written: a file, its text, and the way to it through its tables."""

    source: str
    text: str
    path: Path
    column: int = 0
    """The character of the text that stands there, from 1; 0 for the place itself."""

    @property
    def spot(self) -> tuple[int, int]:
        """The line and column of the place, or of the nearest thing around it; zeros where nothing is known."""
        if self.column:
            return line_numbers.spot_within(self.text, self.path, self.column)
        return line_numbers.spot_of(self.path, line_numbers.index(self.text))

    def __str__(self) -> str:
        line, column = self.spot
        return f"{self.source}:{line}:{column}" if line else self.source


class Whole(NamedTuple):
    """The tables of a layout with all that it inherits, the origins of its parts, and what is wrong with their mix."""

    data: Mapping[str, Any]
    origins: Mapping[Path, Origin]
    faults: tuple[Fault, ...] = ()

    def origin(self, path: Path, column: int = 0) -> Origin:
        """Where a part was written: what is known of the nearest thing around it goes for all that lies inside."""
        near = next(path[:length] for length in range(len(path), -1, -1) if path[:length] in self.origins)
        origin = self.origins[near]
        return origin._replace(path=(*origin.path, *path[len(near) :]), column=column)

    def folder(self, path: Path) -> Folder:
        """The folder of the file in which a part was written: what it names lies there."""
        return Folder(self.origin(path).source).parent


def as_written(content: bytes, source: str) -> Whole:
    """The tables of a layout file as they stand there."""
    text, data = layout_files.tables(content, source)
    return Whole(data, {(): Origin(source, text, ())})

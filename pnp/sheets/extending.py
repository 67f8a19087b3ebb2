"""Layouts that extend each other: the tables of a file with all that it inherits, and where each part was written."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pnp.errors import InputError
from pnp.paths import LAYOUTS
from pnp.sheets import layout_files
from pnp.sheets.expanding import expanded
from pnp.sheets.inherited_blocks import Block, combined, dropped, named, parts, written
from pnp.sheets.origins import Origin, Whole, as_written
from pnp.strict import Fault, Table, near, place_of, shown
from pnp.strict import Path as Place
from pnp.words import Said, say

OWN = ("game", "title", "version", "extends", "drop")
"""Keys of a file that nobody inherits: they say which paper this is, or what becomes of a base."""
LONGEST = 10
DEPTHS = {"colors": 1, "hatches": 1, "dice": 1, "pictures": 1, "styles": 2, "components": 1, "fonts": 1, "strings": 2}
"""How far down a table is mended key by key; what lies deeper is taken whole, from the one file or the other."""


def whole(content: bytes, source: str, trail: tuple[str, ...] = ()) -> Whole:
    """The tables of a layout file, over those of the file that it extends; `trail` has the files that led here."""
    own = as_written(content, source)
    return extended(own, (*trail, source)) if "extends" in own.data else expanded(own)


def extended(own: Whole, trail: tuple[str, ...]) -> Whole:
    """A layout file that extends another, with what it inherits."""
    base = _base(own, trail)
    return _Extension(base, expanded(own, base.data.get("components"))).whole()


def _base(own: Whole, trail: tuple[str, ...]) -> Whole:
    """What a file extends; one line, with the place that names it, where nothing can be made of that."""
    here = own.origin(("extends",))
    path = _path(own.data["extends"], here)
    if os.path.realpath(path) in map(os.path.realpath, trail):
        raise _base_error(here, say("layout.extends-itself", chain=" extends ".join((*trail, str(path)))))
    if len(trail) > LONGEST:
        raise _base_error(here, say("layout.long-chain", most=LONGEST))
    try:
        base = whole(layout_files.content(path), str(path), trail)
    except InputError as error:
        # Only what is wrong with the base itself needs to be told who asked for it: further down a place is there.
        raise error if isinstance(error, _BaseError) else _base_error(here, error.said) from None
    if base.faults:
        first, more = base.faults[0], len(base.faults) - 1
        said = say("layout.base-faults", why=first.message, more=more, name=str(path)) if more else first.message
        raise _base_error(base.origin(first.path), said)
    return base


class _BaseError(InputError):
    """A base that nothing can be made of, said with the place that is to be mended."""


def _base_error(origin: Origin, message: Said | str) -> _BaseError:
    return _BaseError(say("fault", place=f"{origin}: {place_of(origin.path)}", message=message))


def _path(name: object, here: Origin) -> Path:
    if isinstance(name, str):
        if name in layout_files.names():
            return LAYOUTS / f"{name}.toml"
        if re.fullmatch(r"[^\x00-\x1f]+\.toml", name):
            return Path(here.source).parent / name
    known = tuple(layout_files.names())
    hint = near(name, known) if isinstance(name, str) else ""
    raise _base_error(here, say("layout.no-base", value=shown(name), known=known, near=hint))


class _Extension:
    """A file being put over its base: each part that is taken over is noted with the place it was written at."""

    def __init__(self, base: Whole, own: Whole) -> None:
        self.base, self.own = base, own
        self.origins: dict[Place, Origin] = dict(own.origins)
        self.faults: list[Fault] = []

    def whole(self) -> Whole:
        own, base = dict(self.own.data), {key: value for key, value in self.base.data.items() if key not in OWN}
        if Path(self.base.origin(("rules",)).source).parent == LAYOUTS:
            base.pop("rules", None)  # what another game makes of these sheets has other rules
        sheets, inherited = own.get("sheets", {}), base.get("sheets", {})
        data = self._over(base, own, (), 1)
        for key, depth in DEPTHS.items():
            mended = self._over(base.get(key), own.get(key, {}), (key,), depth)
            if key in own:
                data[key] = mended
        if isinstance(sheets, dict) and isinstance(inherited, dict):
            data["sheets"] = self._sheets(inherited, sheets)
        data.pop("drop", None)
        return Whole(data, self.origins, tuple(self.faults))

    def _over(self, base: Any, own: Any, path: Place, depth: int) -> Any:
        """A table that has the base's value wherever it has none of its own, so far down."""
        if depth == 0 or not isinstance(base, dict) or not isinstance(own, dict):
            return own
        made = {}
        for key, value in base.items():
            if key in own:
                made[key] = self._over(value, own[key], (*path, key), depth - 1)
                continue
            made[key] = value
            self.origins[(*path, key)] = self.base.origin((*path, key))
            if depth > 1:
                self._over(value, {}, (*path, key), depth - 1)
        return {**made, **{key: value for key, value in own.items() if key not in made}}

    def _sheets(self, base: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
        gone = dropped(Table(self.own.data, self.faults), base, "sheet")
        made = {}
        for name in dict.fromkeys((*base, *own)):
            if name in base and name not in gone:
                made[name] = self._sheet(name, base[name], own.get(name))
            elif name in own:
                made[name] = own[name]
                self.faults += [fault for fault in self.own.faults if fault.path[1] == name]
        return made

    def _sheet(self, name: str, base: Any, own: Any) -> Any:
        """A sheet of the base with what the file says of it."""
        path = ("sheets", name)
        if own is None:
            self.origins[path] = self.base.origin(path)
        given = {} if own is None else own
        made = self._over(base, given, path, 1)
        if not isinstance(base, dict) or not isinstance(given, dict):
            return base if own is None else own
        rows, inherited = given.get("blocks", []), base.get("blocks", [])
        if isinstance(rows, list) and isinstance(inherited, list):
            made["blocks"] = self._blocks((*path, "blocks"), named(inherited), rows, Table(given, self.faults, path))
        if "drop" in given:
            del made["drop"]
        return made

    def _blocks(self, path: Place, base: list[Any], own: list[Any], sheet: Table) -> list[Any]:
        old = [Block(row, parts(self.base, (*path, number), row)) for number, row in enumerate(base)]
        gone = dropped(sheet, [block.id for block in old], "block")
        rows = enumerate(named(own, len(base) + 1))
        new = [written(row, parts(self.own, (*path, number), row)) for number, row in rows]
        for fault in self.own.faults:
            if fault.path[:3] == path:
                new[int(fault.path[3])].faults.append((fault.path[4:], fault.message))
        made = combined([block for block in old if block.id not in gone], new)
        for number, block in enumerate(made):
            self.origins.update({(*path, number, *inner): origin for inner, origin in block.origins.items()})
            self.faults += [Fault((*path, number, *inner), message) for inner, message in block.faults]
        return [block.row for block in made]

"""Blocks that stand for several others, repeats, groups and components, written out one by one before they are read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from pnp.sheets import components, repeating
from pnp.sheets.anchors import ACROSS, DOWN
from pnp.sheets.filling import Values, filled
from pnp.sheets.origins import Origin, Whole
from pnp.strict import Fault, Path, said_by, shown, wrong
from pnp.words import Said

MOST = 2000
DEEPEST = 8
_OWN = ("repeat", "use", "blocks", "with")


class Written(NamedTuple):
    """A block that was written out: its table, where it comes from, and what is wrong with it."""

    row: Any
    path: Path
    wrong: Said | str = ""
    key: str = ""


def expanded(whole: Whole, inherited: Any = None) -> Whole:
    """The tables of a file with every block written out; `inherited` has the components of the file that it extends."""
    sheets = whole.data.get("sheets")
    if not isinstance(sheets, dict) or not any(_stands_for_others(sheet) for sheet in sheets.values()):
        return whole
    own = whole.data.get("components", {})
    known = {**(inherited if isinstance(inherited, dict) else {}), **(own if isinstance(own, dict) else {})}
    origins: dict[Path, Origin] = dict(whole.origins)
    faults = list(whole.faults)
    made = dict(sheets)
    for name, sheet in sheets.items():
        if not _stands_for_others(sheet):
            continue
        place = ("sheets", name, "blocks")
        rows = list(_Expansion(known).rows(sheet["blocks"], place, {}))
        for number, one in enumerate(rows):
            origins[(*place, number)] = whole.origin(one.path)
            if one.wrong:
                faults.append(Fault((*place, number, *((one.key,) if one.key else ())), one.wrong))
        made[name] = {**sheet, "blocks": [one.row for one in rows]}
    return Whole({**whole.data, "sheets": made}, origins, tuple(faults))


def _stands_for_others(sheet: Any) -> bool:
    rows = sheet.get("blocks") if isinstance(sheet, dict) else None
    return isinstance(rows, list) and any(isinstance(row, dict) and any(key in row for key in _OWN) for row in rows)


class _Expansion:
    """A list of blocks that is being written out, and how many there are already."""

    def __init__(self, known: Mapping[str, Any]) -> None:
        self.known = known
        self.count = 0
        self.last = ""
        """The id of the component that was used just before, so that `previous` is all of it."""

    def rows(self, rows: list[Any], path: Path, values: Values, depth: int = 0) -> Iterator[Written]:
        for number, row in enumerate(rows):
            place = (*path, number)
            if not isinstance(row, dict):
                yield Written(row, place)
                continue
            try:
                yield from self._row(row, place, values, depth)
            except ValueError as error:
                key = next((name for name in _OWN if name in row), "")
                yield Written({"id": row.get("id", ""), "kind": "area"}, place, said_by(error), key)

    def _row(self, row: Mapping[str, Any], place: Path, values: Values, depth: int) -> Iterator[Written]:
        self.count += 1
        if self.count > MOST:
            wrong("layout.too-many-blocks", most=MOST)
        if depth > DEEPEST:
            wrong("layout.too-deep", most=DEEPEST)
        if "repeat" in row:
            once = {key: value for key, value in row.items() if key != "repeat"}
            for inner in repeating.rounds(row["repeat"], values):
                yield from self._row(once, place, inner, depth + 1)
        elif "use" in row:
            yield from self._component(filled(row, values), place, depth)
        elif "blocks" in row:
            yield from self._group(row, place, values, depth)
        else:
            yield Written(self._after(filled(row, values)), place)
            self.last = ""

    def _group(self, row: Mapping[str, Any], place: Path, values: Values, depth: int) -> Iterator[Written]:
        if set(row) != {"blocks"} or not isinstance(row["blocks"], list):
            wrong("layout.beside-blocks", keys=shown(sorted(set(row) - {"blocks"})))
        yield from self.rows(row["blocks"], (*place, "blocks"), values, depth + 1)

    def _component(self, use: dict[str, Any], place: Path, depth: int) -> Iterator[Written]:
        use = self._after(use)
        component = components.found(use["use"], self.known)
        id = use.get("id") or f"{use['use']}-{self.count}"
        values = components.arguments(component, use.get("with"), id)
        area = components.area(component, use, id, values)
        extra = {key: value for key, value in use.items() if key not in area and key not in ("use", "with")}
        yield Written({**area, **extra}, place)
        body = ("components", use["use"], "blocks")
        self.last = ""
        made = list(self.rows(component.blocks, body, values, depth + 1))
        self.last = id
        inner = {one.row["id"] for one in made if isinstance(one.row, dict) and isinstance(one.row.get("id"), str)}
        for one in made:
            row = components.inside(one.row, id, inner) if isinstance(one.row, dict) else one.row
            yield one._replace(row=row)

    def _after(self, row: dict[str, Any]) -> dict[str, Any]:
        """A block whose places name the component before it by its id."""
        if not self.last:
            return row
        leans = {key: value for key in (*ACROSS, *DOWN) if isinstance(value := row.get(key), str)}
        return {**row, **{key: re.sub(r"^\s*previous\b", self.last, value) for key, value in leans.items()}}

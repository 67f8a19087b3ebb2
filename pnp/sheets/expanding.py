"""Blocks that stand for several others, repeats, groups and components, written out one by one before they are read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from pnp.sheets import components, repeating, rows
from pnp.sheets.anchors import ACROSS, DOWN
from pnp.sheets.filling import Values, filled
from pnp.sheets.origins import Origin, Whole
from pnp.strict import Fault, Path, as_text, said_by, shown, wrong
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
    sources: tuple[tuple[Path, Path], ...] = ()
    """Where each table of a list that was written out stood."""

    def origins(self, whole: Whole) -> dict[Path, Origin]:
        """The places of the tables of its lists."""
        return {made: whole.origin((*self.path, *source)) for made, source in self.sources}


def expanded(whole: Whole, inherited: Any = None) -> Whole:
    """The tables of a file with every block written out; `inherited` has the components of the file that it extends."""
    sheets = whole.data.get("sheets")
    if not isinstance(sheets, dict) or not any(_stands_for_others(sheet) for sheet in sheets.values()):
        return whole
    own = whole.data.get("components", {})
    known = {**(inherited if isinstance(inherited, dict) else {}), **(own if isinstance(own, dict) else {})}
    made = _Sheets(whole, known)
    for name, sheet in sheets.items():
        if _stands_for_others(sheet):
            made.add(name, sheet)
        else:
            made.sheets[name] = sheet
    return Whole({**whole.data, "sheets": made.sheets}, made.origins, tuple(made.faults))


def written_out(rows: list[Any], path: Path, known: Any) -> list[Written]:
    """Blocks that are written at a place, one by one; `known` has the components that they may use."""
    return list(_Expansion(known if isinstance(known, dict) else {}).rows(rows, path, {}))


class _Sheets:
    """The sheets of a file as they are written out: a sheet with rows of data becomes one for each row."""

    def __init__(self, whole: Whole, known: Mapping[str, Any]) -> None:
        self.whole, self.known = whole, known
        self.sheets: dict[str, Any] = {}
        self.origins: dict[Path, Origin] = dict(whole.origins)
        self.faults = list(whole.faults)

    def add(self, name: str, sheet: Mapping[str, Any]) -> None:
        if "rows" not in sheet:
            self._one(name, name, sheet, {})
            return
        try:
            found = rows.read(sheet["rows"], self.whole.folder(("sheets", name, "rows")))
        except ValueError as error:
            self.faults.append(Fault(("sheets", name, "rows"), str(error)))
            self.sheets[name] = {key: value for key, value in sheet.items() if key != "rows"}
            self.sheets[name]["blocks"] = [{"kind": "area", "left": 0, "top": 0, "width": 1, "height": 1}]
            return
        rest = {key: value for key, value in sheet.items() if key != "rows"}
        for number, row in enumerate(found, 1):
            own = {**rest, "deck": name, "count": row.copies, "title": f"{sheet.get('title', name)} {number}"}
            back = self._back(sheet.get("back"), row, number)
            self._one(f"{name}-{number}", name, {**own, **({"back": back} if back else {})}, row.values)

    def _back(self, name: Any, row: rows.Row, number: int) -> str:
        """The back of a card: one of its own where its blocks ask for values of the row."""
        sheet = self.whole.data["sheets"].get(name) if isinstance(name, str) else None
        if not isinstance(sheet, dict) or filled(sheet.get("blocks"), row.values) == sheet.get("blocks"):
            return ""
        own = f"{name}-{number}"
        self._one(own, str(name), {**sheet, "deck": str(name), "count": 0}, row.values)
        return own

    def _one(self, name: str, source: str, sheet: Mapping[str, Any], values: Values) -> None:
        place = ("sheets", name, "blocks")
        self.origins[place[:2]] = self.whole.origin(("sheets", source))
        if not isinstance(sheet.get("blocks"), list):
            self.sheets[name] = sheet
            return
        written = list(_Expansion(self.known).rows(sheet["blocks"], ("sheets", source, "blocks"), values))
        for number, one in enumerate(written):
            self.origins[(*place, number)] = self.whole.origin(one.path)
            self.origins.update({(*place, number, *inner): at for inner, at in one.origins(self.whole).items()})
            if one.wrong:
                self.faults.append(Fault((*place, number, *((one.key,) if one.key else ())), one.wrong))
        self.sheets[name] = {**sheet, "blocks": [one.row for one in written]}


def _stands_for_others(sheet: Any) -> bool:
    if not isinstance(sheet, dict):
        return False
    found = sheet.get("blocks")
    inner = found if isinstance(found, list) else []
    rows = [row for row in inner if isinstance(row, dict)]
    return "rows" in sheet or any(repeating.in_lists(row) or any(key in row for key in _OWN) for row in rows)


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
            lists = {key: value for key, value in row.items() if repeating.in_lists({key: value})}
            made = {key: list(repeating.written_out(value, values)) for key, value in lists.items()}
            sources = [((key, n), (key, *at)) for key, rows in made.items() for n, (_, at) in enumerate(rows)]
            plain = filled({key: value for key, value in row.items() if key not in made}, values)
            whole = {**plain, **{key: [one for one, _ in rows] for key, rows in made.items()}}
            yield Written(self._after(whole), place, sources=tuple(sources))
            self.last = ""

    def _group(self, row: Mapping[str, Any], place: Path, values: Values, depth: int) -> Iterator[Written]:
        if set(row) != {"blocks"} or not isinstance(row["blocks"], list):
            wrong("layout.beside-blocks", keys=shown(sorted(set(row) - {"blocks"})))
        yield from self.rows(row["blocks"], (*place, "blocks"), values, depth + 1)

    def _component(self, use: dict[str, Any], place: Path, depth: int) -> Iterator[Written]:
        use = self._after(use)
        component = components.found(use["use"], self.known)
        id = as_text(use.get("id", f"{use['use']}-{self.count}"))
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

"""Arrangements: a sheet laid out anew for another size of paper, with the same fields and what else fits there.

`[sheets.NAME.arrangements.tall]` changes blocks of the sheet by their ids, drops some or keeps only some, and adds
others. In the tables of a layout each becomes a sheet of its own, `NAME@tall`, so that all that is said of sheets and
blocks goes for it too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pnp.sheets.expanding import written_out
from pnp.sheets.inherited_blocks import Block, combined, dropped, named, parts, written
from pnp.sheets.origins import Origin, Whole
from pnp.strict import Fault, Table
from pnp.strict import Path as Place

NAMES = ("tall", "half", "small")
"""For a page that is longer than the usual one, for half a page, and for a quarter."""


def arranged(whole: Whole) -> Whole:
    """The tables of a layout with a sheet for each arrangement."""
    sheets = whole.data.get("sheets")
    if not isinstance(sheets, dict) or not any(
        isinstance(one, dict) and "arrangements" in one for one in sheets.values()
    ):
        return whole
    made, origins, faults = dict(sheets), dict(whole.origins), list(whole.faults)
    for name, sheet in sheets.items():
        if not isinstance(sheet, dict) or "arrangements" not in sheet:
            continue
        made[name] = {key: value for key, value in sheet.items() if key != "arrangements"}
        table = Table(sheet, faults, ("sheets", name)).table("arrangements")
        for kind in table.data if table else ():
            if table is not None and (kind in NAMES or table.choice(kind, NAMES)) and (row := table.table(kind)):
                made[f"{name}@{kind}"] = _arranged(whole, name, row, origins, faults)
    return Whole({**whole.data, "sheets": made}, origins, tuple(faults))


def _arranged(
    whole: Whole, name: str, row: Table, origins: dict[Place, Origin], faults: list[Fault]
) -> Mapping[str, Any]:
    """The sheet of one arrangement; where each part of it was written is noted."""
    sheet, here = whole.data["sheets"][name], ("sheets", f"{name}@{row.path[-1]}")
    origins[here] = whole.origin(row.path)
    base, own = sheet.get("blocks", []), row.data.get("blocks", [])
    if not isinstance(base, list) or not isinstance(own, list):
        return {**sheet, **row.data}
    old = [Block(one, parts(whole, ("sheets", name, "blocks", number), one)) for number, one in enumerate(named(base))]
    ids = [block.id for block in old]
    gone = dropped(row, ids, "block")
    if "keep" in row:
        kept = dropped(row, ids, "block", "keep")
        gone = [id for id in ids if id not in kept]
    made = written_out(own, (*row.path, "blocks"), whole.data.get("components"))
    rows = zip(named([one.row for one in made], len(base) + 1), made, strict=True)
    new = [written(one, parts(whole, source.path, one) | source.origins(whole)) for one, source in rows]
    for block, source in zip(new, made, strict=True):
        if source.wrong:
            block.faults.append(((source.key,) if source.key else (), source.wrong))
    blocks = combined([block for block in old if block.id not in gone], new)
    for number, block in enumerate(blocks):
        origins.update({(*here, "blocks", number, *inner): origin for inner, origin in block.origins.items()})
        faults += [Fault((*here, "blocks", number, *inner), message) for inner, message in block.faults]
    taken = {key: value for key, value in sheet.items() if key not in ("arrangements", "blocks")}
    given = {key: value for key, value in row.data.items() if key not in ("drop", "keep", "blocks")}
    return {**taken, **given, "blocks": [block.row for block in blocks]}

"""The blocks of a sheet that extends another one: inherited, changed, replaced, dropped, new."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any

from pnp.sheets.origins import Origin, Whole
from pnp.strict import Path, Table, as_text, near, shown, wrong
from pnp.words import Said, say


@dataclass(eq=False)
class Block:
    """A block before it is read: its table, where that and its keys were written, what is wrong with its place."""

    row: Any
    origins: dict[Path, Origin]
    before: Any = None
    faults: list[tuple[Path, Said | str]] = field(default_factory=list)

    @property
    def id(self) -> str:
        found = self.row.get("id") if isinstance(self.row, dict) else None
        return found if isinstance(found, str) else ""

    @property
    def whole(self) -> bool:
        """Whether it stands for itself; a block without a kind only changes another one."""
        return not isinstance(self.row, dict) or "kind" in self.row or not self.id


def named(rows: Sequence[Any], first: int = 1) -> list[Any]:
    """Blocks with the ids that they have without being given one, so that none changes when they move.

    >>> named([{"kind": "text"}, {"id": "qr", "kind": "code"}])
    [{'id': 'text-1', 'kind': 'text'}, {'id': 'qr', 'kind': 'code'}]
    """
    return [
        {"id": f"{row['kind']}-{number}", **row} if isinstance(row, dict) and "kind" in row else row
        for number, row in enumerate(rows, first)
    ]


def parts(whole: Whole, path: Path, row: Any) -> dict[Path, Origin]:
    """The places of a block and of each of its keys."""
    keys = row if isinstance(row, dict) else ()
    return {(): whole.origin(path), **{(key,): whole.origin((*path, key)) for key in keys}}


def dropped(table: Table, known: Collection[str], what: str, key: str = "drop") -> list[str]:
    """What a table drops, or names otherwise, of what it builds upon; a name that isn't there is a fault."""

    def inherited(value: Any) -> str:
        if as_text(value) not in known:
            facts = {"what": what, "value": repr(value), "near": near(value, known)}
            if key == "keep":
                wrong("layout.nothing-to-keep", **facts)
            wrong("layout.nothing-to-drop", **facts)
        return as_text(value)

    return table.items(key, inherited, [])


def written(row: Any, origins: dict[Path, Origin]) -> Block:
    """A block of the file itself; before which other one it stands is for its sheet, not for its kind."""
    if not isinstance(row, dict):
        return Block(row, origins)
    return Block({key: value for key, value in row.items() if key != "before"}, origins, row.get("before"))


def combined(inherited: Sequence[Block], own: Sequence[Block]) -> list[Block]:
    """The blocks of a sheet in the order in which they are drawn."""
    made, seen = list(inherited), set[str]()
    for block in own:
        there = [number for number, other in enumerate(made) if block.id and other.id == block.id]
        if block.id in seen:
            block.faults.append((("id",), say("layout.block-twice", block=repr(block.id))))
        elif not there and not block.whole:
            hint = near(block.id, [other.id for other in made])
            block.faults.append((("id",), say("layout.nothing-to-change", block=repr(block.id), near=hint)))
        if block.faults or not there:
            made.append(block)
        elif block.whole:
            made[there[0]] = block
        else:
            made[there[0]] = _changed(made[there[0]], block)
        seen.update({block.id} - {""})
    return _moved(made)


def _changed(old: Block, new: Block) -> Block:
    return Block({**old.row, **new.row}, {**old.origins, **new.origins}, new.before)


def _moved(blocks: list[Block]) -> list[Block]:
    """Blocks that say before which other one they stand are put there."""
    made = list(blocks)
    for block in blocks:
        if block.before is None:
            continue
        ids = [other.id for other in made if other is not block]
        if block.before in ids and isinstance(block.before, str):
            made.remove(block)
            made.insert(ids.index(block.before), block)
        else:
            hint = near(block.before, ids) if isinstance(block.before, str) else ""
            block.faults.append((("before",), say("layout.no-block", block=shown(block.before), near=hint)))
    return made

"""Components: blocks that a layout describes once, with parameters, and uses wherever it likes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from pnp.sheets.anchors import ACROSS, DOWN, inner_place
from pnp.sheets.filling import Values, filled
from pnp.sheets.repeating import named
from pnp.strict import Table, near, shown, wrong
from pnp.words import say

REQUIRED = "required"


class Component(NamedTuple):
    """A component as it was written: its parameters with their usual values, its size, its blocks."""

    parameters: Mapping[str, Any]
    size: Mapping[str, Any]
    blocks: list[Any]


def read(top: Table) -> None:
    """Look at the components of a file: what they are made of; their blocks are judged where they are used."""
    table = top.table("components")
    for name in table.data if table else ():
        if table and (row := table.table(name)) is not None:
            row.raw("parameters", {}), row.raw("width", None), row.raw("height", None)
            if not row.tables("blocks", most=200):
                row.fault(say("layout.no-blocks"))
            row.close()


def found(name: object, components: Mapping[str, Any]) -> Component:
    """A component by its name; ValueError says what is wrong with it."""
    row = components.get(name) if isinstance(name, str) else None
    if not isinstance(row, dict) or not isinstance(row.get("blocks"), list):
        hint = near(name, components) if isinstance(name, str) else ""
        wrong("layout.no-component", name=shown(name), near=hint)
    parameters = row.get("parameters", {})
    if not isinstance(parameters, dict):
        wrong("layout.wrong-parameters", name=name, value=shown(parameters))
    for key in parameters:
        named(key)
    return Component(parameters, {key: row[key] for key in ("width", "height") if key in row}, row["blocks"])


def arguments(component: Component, given: Any, id: str) -> Values:
    """The values that the blocks of a component are filled with at one use of it."""
    own = {} if given is None else given
    if not isinstance(own, dict):
        wrong("layout.no-parameters", value=shown(given))
    for key in own:
        if key not in component.parameters:
            wrong("layout.no-parameter", name=repr(key), near=near(key, component.parameters))
    values = {**component.parameters, **own}
    for key, value in values.items():
        if value == REQUIRED and key not in own:
            wrong("layout.parameter-missing", name=repr(key))
    return {**values, "id": id}


def area(component: Component, use: Mapping[str, Any], id: str, values: Values) -> dict[str, Any]:
    """The area that a use of a component takes up: an invisible block that its blocks are placed in."""
    placed = {key: value for key, value in use.items() if key in (*ACROSS, *DOWN, "width", "height", "on")}
    sizes = {"width": ("left", "right"), "height": ("top", "bottom")}
    for key, ends in sizes.items():
        if key not in placed and key in component.size and not all(end in placed for end in ends):
            placed[key] = filled(component.size[key], values, key)
    return {"id": id, "kind": "area", **placed}


def inside(row: Mapping[str, Any], id: str, inner: set[str]) -> dict[str, Any]:
    """A block of a component as a block of the sheet: its id and its places belong to this use."""
    made = dict(row)
    if isinstance(own := made.get("id"), str):
        made["id"] = f"{id}-{own}"
    for axis in (ACROSS, DOWN):
        for key in axis:
            if key in made:
                made[key] = inner_place(made[key], axis, id, inner)
    for key in ("on", "from", "to"):
        if key in made:
            made[key] = _renamed(made[key], id, inner)
    return made


def _renamed(value: Any, id: str, inner: set[str]) -> Any:
    if isinstance(value, list):
        return [_renamed(one, id, inner) for one in value]
    name = value.partition(".")[0].partition("[")[0] if isinstance(value, str) else ""
    return f"{id}-{value}" if name in inner else value

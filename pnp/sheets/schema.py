"""A JSON Schema of the layout language, for editors: made by listening to what the readers of layouts ask for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from pnp.sheets import arrangements, blocks, pictures, sheet_plans, theme
from pnp.sheets.anchors import Place
from pnp.sheets.theme import Theme
from pnp.strict import REQUIRED, Table, WrongError

FILLED = {"type": "string", "pattern": r"\{"}
"""A text with a name in braces can stand for a value of any type in a block that repeats."""
REPEATED = {"type": "object", "required": ["repeat"]}
BASE = {"emblem": {"type": "string"}, "extends": {"type": "string"}, "drop": {"type": "array"}}
COMPONENT = {"parameters": {"type": "object"}, "width": True, "height": True}
_PROBES: tuple[tuple[str, Any], ...] = (
    ("string", "x"),
    ("string", "die-1"),
    ("string", "ink"),
    ("number", 20),
    ("array", ["die-1"]),
    ("array", ["x"]),
)


class Listening(Table):
    """A table that has nothing in it, and notes each key that it is asked for as a schema."""

    __slots__ = ("properties", "required")

    def __init__(self) -> None:
        super().__init__({}, [])
        self.properties: dict[str, Any] = {}
        self.required: list[str] = []

    def _note(self, key: str, schema: Mapping[str, Any], default: Any = None) -> None:
        if schema or key not in self.properties:
            self.properties[key] = {**schema, **({"default": default} if _plain(default) else {})}
        if default is REQUIRED and key not in self.required:
            self.required.append(key)

    def __contains__(self, key: str) -> bool:
        self.properties.setdefault(key, {})
        return False

    def raw(self, key: str, default: Any = REQUIRED) -> Any:
        self._note(key, self.properties.get(key, {}), default)
        return None if default is REQUIRED else default

    def text(self, key: str, default: Any = REQUIRED, pattern: str = "", allowed: Any = "") -> str:
        del allowed
        self._note(key, {"type": "string", **({"pattern": f"^({pattern})$"} if pattern else {})}, default)
        return "" if default is REQUIRED else default

    def whole(self, key: str, default: Any = REQUIRED, low: int = -(10**9), high: int = 10**9) -> int:
        self._note(key, {"type": "integer", **_limits(low, high)}, default)
        return low if default is REQUIRED else default

    def number(self, key: str, default: Any = REQUIRED, low: float = -1e9, high: float = 1e9) -> float:
        self._note(key, {"type": "number", **_limits(low, high)}, default)
        return low if default is REQUIRED or default is None else default

    def flag(self, key: str, default: bool = False) -> bool:
        self._note(key, {"type": "boolean"}, default)
        return default

    def choice(self, key: str, allowed: Sequence[str], default: Any = REQUIRED) -> str:
        own = key in ("kind", "owner", "align", "field", "shape", "prints", "lines", "arrow", "route", "cut", "offset")
        self._note(key, {"type": "string", **({"enum": list(allowed)} if own else {})}, default)
        return allowed[0] if default is REQUIRED else default

    def items(self, key: str, read: Callable[[Any], Any], default: Any = REQUIRED, most: int = 100_000) -> list[Any]:
        inner = next(({"type": kind} for kind, probe in _PROBES if _reads(read, probe)), {})
        ranges = [{"type": "string", "pattern": r"\.\."}, FILLED] if key == "inside" else []
        whole = {"type": "array", "items": inner, **({"maxItems": most} if most < 100_000 else {})}
        self._note(key, {"anyOf": [whole, *ranges]} if ranges else whole, default)
        return [] if default is REQUIRED else list(default)

    def table(self, key: str) -> Table | None:
        known = self.properties.get(key)
        self._note(key, known if known and known.get("type") == "object" else {"type": ["object", "string"]})
        return None

    def tables(self, key: str, most: int = 10_000) -> list[Table]:
        inner = Listening()
        self._note(key, {"type": "array", "maxItems": most, "items": {"anyOf": [inner, REPEATED]}})
        return [inner]

    def item(self, value: Any, default: Any, read: Callable[[Any], Any], *keys: Any) -> Any:
        del value, read, keys
        return default

    def fault(self, message: Any, *keys: Any) -> None:
        """Nothing is wrong: nothing is there."""

    def close(self) -> None:
        """All keys are known."""

    def schema(self) -> dict[str, Any]:
        """What was asked for, as a schema of an object."""
        properties = {key: _with_filled(_closed(value)) for key, value in self.properties.items()}
        made: dict[str, Any] = {"type": "object", "additionalProperties": False, "properties": properties}
        return {**made, "required": self.required} if self.required else made


def _closed(value: Any) -> Any:
    if isinstance(value, Listening):
        return value.schema()
    if isinstance(value, dict):
        return {key: _closed(inner) for key, inner in value.items()}
    return [_closed(inner) for inner in value] if isinstance(value, list) else value


def _with_filled(schema: Any) -> Any:
    """A value, or a name in braces that is filled with one."""
    if not isinstance(schema, dict) or schema.get("type") in ("string", None) or "anyOf" in schema:
        return schema
    return {"anyOf": [schema, FILLED]}


def _plain(value: Any) -> bool:
    return isinstance(value, str | int | float) and value is not REQUIRED


def _limits(low: float, high: float) -> dict[str, float]:
    return {**({"minimum": low} if low > -1e9 else {}), **({"maximum": high} if high < 1e9 else {})}


def _reads(read: Callable[[Any], Any], probe: Any) -> bool:
    try:
        read(probe)
    except (ValueError, WrongError, KeyError, TypeError):
        return False
    return True


def _theme() -> Theme:
    return Theme(theme.COLORS, theme.STYLES, pictures.own())


def kinds() -> Iterator[tuple[str, dict[str, Any]]]:
    """The schema of each kind of block."""
    for kind in blocks.kinds():
        table = Listening()
        Place(table, {})
        blocks.load(kind)(table, _theme(), "block")
        made = table.schema()
        places = {key: {"type": ["number", "string"]} for key in ("left", "center", "right", "top", "middle", "bottom")}
        sizes = {key: {"anyOf": [{"type": "number"}, FILLED]} for key in ("width", "height")}
        common = {"kind": {"const": kind}, **{key: {"type": "string"} for key in ("id", "before")}}
        made["properties"].update({**places, **sizes, **common, "on": {"type": "array"}, "repeat": True})
        yield kind, made


def _arrangements(sheet: Mapping[str, Any]) -> dict[str, Any]:
    """The schema of a sheet's arrangements, from the properties of a sheet."""
    keys = {key: sheet[key] for key in ("width", "height", "sizes", "blocks", "drop")}
    one = {"type": "object", "additionalProperties": False, "properties": {**keys, "keep": {"type": "array"}}}
    return {"type": "object", "additionalProperties": False, "properties": dict.fromkeys(arrangements.NAMES, one)}


def schema() -> dict[str, Any]:
    """The schema of a layout file."""
    sheet, style = Listening(), Listening()
    sheet_plans.read("sheet", sheet)
    theme.read_style(style, theme.STYLES["body"], theme.COLORS, {"text": "text"})
    known = dict(kinds())
    others = [{"type": "object", "required": [key]} for key in ("use", "blocks")]
    change = {"type": "object", "required": ["id"], "not": {"required": ["kind"]}}
    known["block"] = {"anyOf": [*({"$ref": f"#/$defs/{kind}"} for kind in known), *others, change]}
    rows = {"type": "array", "items": {"$ref": "#/$defs/block"}}
    one_sheet = sheet.schema()
    one_sheet.pop("required", None)
    one_sheet["properties"].update(blocks=rows, rows=True, drop={"type": "array"})
    one_sheet["properties"]["arrangements"] = _arrangements(one_sheet["properties"])
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "pnp layout",
        "type": "object",
        "required": ["game", "title", "version"],
        "additionalProperties": False,
        "properties": {
            "game": {"type": "string", "pattern": "^[a-z][a-z0-9-]{0,40}$"},
            "title": {"type": "string"},
            "version": {"type": "integer", "minimum": 1, "maximum": 999},
            "language": {"type": "string"},
            "hatches": _by_name({"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 3}),
            **BASE,
            "dice": _by_name({"type": "string"}),
            "colors": _by_name({"type": "string", "pattern": "^#[0-9a-fA-F]{6}$"}),
            "styles": _by_name(style.schema()),
            "fonts": _by_name({"type": "object", "required": ["file", "licence"]}),
            "strings": _by_name(_by_name({"type": ["string", "array"], "items": {"type": "string"}, "minItems": 1})),
            "pictures": _by_name({"type": "object"}),
            "components": _by_name({"type": "object", "properties": {**COMPONENT, "blocks": rows}}),
            "rules": {"type": "object"},
            "sheets": _by_name(one_sheet),
        },
        "$defs": known,
    }


def _by_name(inner: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": "object", "additionalProperties": inner}

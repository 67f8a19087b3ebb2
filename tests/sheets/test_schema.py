"""The schema for editors: generated, kept, and true of every layout there is."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from pnp.paths import LAYOUTS
from pnp.sheets import blocks
from pnp.sheets.schema import schema

ROOT = Path(__file__).parent.parent.parent
FILES = [
    *(path for path in sorted(LAYOUTS.glob("*.toml")) if not path.name.endswith(".edition.toml")),
    *sorted((LAYOUTS / "examples").glob("*.toml")),
    *sorted((ROOT / "docs" / "examples").glob("*.toml")),
    ROOT / "tests" / "cli" / "every-kind.toml",
]
TYPES: dict[str, Any] = {
    "object": dict, "array": list, "string": str, "boolean": bool, "integer": int, "number": (int, float),
}  # fmt: skip
WHOLE = schema()


def is_a(value: Any, name: str) -> bool:
    return isinstance(value, TYPES[name]) and (name == "boolean" or not isinstance(value, bool))


def wrong(value: Any, rule: Any, at: str = "") -> list[str]:
    """What is wrong with a value by a schema, as far as ours goes: every keyword that it uses."""
    if rule is True:
        return []
    if "$ref" in rule:
        return wrong(value, WHOLE["$defs"][rule["$ref"].rpartition("/")[2]], at)
    found: list[str] = []
    if "anyOf" in rule and all(wrong(value, one, at) for one in rule["anyOf"]):
        found.append(f"{at}: none of {len(rule['anyOf'])}: {str(value)[:90]}")
    names = rule.get("type", [])
    names = [names] if isinstance(names, str) else names
    if names and not any(is_a(value, name) for name in names):
        return [f"{at}: {value!r} is no {names}"]
    if "const" in rule and value != rule["const"]:
        found.append(f"{at}: {value!r}")
    if "enum" in rule and value not in rule["enum"]:
        found.append(f"{at}: {value!r} is not one of {rule['enum']}")
    if "pattern" in rule and not re.search(rule["pattern"], value):
        found.append(f"{at}: {value!r} is not like {rule['pattern']}")
    if "not" in rule and not wrong(value, rule["not"], at):
        found.append(f"{at}: not this")
    if isinstance(value, int | float) and not rule.get("minimum", value) <= value <= rule.get("maximum", value):
        found.append(f"{at}: {value} is out of range")
    if isinstance(value, list):
        for number, one in enumerate(value):
            found += wrong(one, rule.get("items", True), f"{at}[{number}]")
    if isinstance(value, dict):
        found += [f"{at}: {key} is missing" for key in rule.get("required", []) if key not in value]
        for key, one in value.items():
            inner = rule.get("properties", {}).get(key, rule.get("additionalProperties", True))
            found += [f"{at}: unknown key {key}"] if inner is False else wrong(one, inner, f"{at}.{key}")
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_layout_is_as_the_schema_says(path: Path) -> None:
    assert wrong(tomllib.loads(path.read_text(encoding="utf-8")), WHOLE) == []


def with_block(**keys: Any) -> dict[str, Any]:
    block = {"kind": "track", "boxes": 3, "left": 0, "top": 0, **keys}
    return {"game": "a", "title": "A", "version": 1, "sheets": {"play": {"title": "P", "blocks": [block]}}}


def test_every_kind_of_block_is_there_and_a_wrong_layout_is_noticed() -> None:
    assert set(WHOLE["$defs"]) == {*blocks.kinds(), "block"}
    assert wrong(with_block(), WHOLE) == []
    for key, value in (("boxes", "three"), ("boxes", 900), ("field", "scribble"), ("bxes", 3), ("kind", "trak")):
        assert wrong(with_block(**{key: value}), WHOLE), key
    assert wrong({**with_block(), "version": 0}, WHOLE) and wrong({**with_block(), "colours": {}}, WHOLE)


def test_the_kept_schema_is_the_one_that_is_made() -> None:
    kept = json.loads((ROOT / "docs" / "layout.schema.json").read_text(encoding="utf-8"))
    assert kept == json.loads(json.dumps(WHOLE)), "make docs writes it anew"

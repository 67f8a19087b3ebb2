"""The table of strings: every language whole, every string used, every word on a page from the table."""

from __future__ import annotations

import re
import tomllib

import pytest

from pnp.web.pages import HERE, LANGUAGES, strings

TABLE = tomllib.loads((HERE / "strings.toml").read_text(encoding="utf-8"))
SCRIPTS = {path.name: path.read_text(encoding="utf-8") for path in sorted((HERE / "static").glob("*.js"))}
ASKED = re.compile(rf"""['"]((?:{"|".join(TABLE)})\.(?!js\b)[\w-]+)['"]""")


@pytest.mark.parametrize("section", list(TABLE))
def test_every_string_is_in_every_language(section: str) -> None:
    for name, row in TABLE[section].items():
        assert set(row) == set(LANGUAGES), f"{section}.{name}"
        assert all(text.strip() for text in row.values()), f"{section}.{name}"
        holes = {frozenset(re.findall(r"\{\w+\}", text)) for text in row.values()}
        assert len(holes) == 1, f"{section}.{name} has other holes in another language"


def test_every_string_that_a_script_asks_for_is_there() -> None:
    known = strings("en")
    asked = {(file, key) for file, text in SCRIPTS.items() for key in ASKED.findall(text)}
    assert len(asked) > 100
    assert sorted(f"{file}: {key}" for file, key in asked if key not in known) == []


def test_every_string_is_used() -> None:
    everything = "\n".join(SCRIPTS.values()) + (HERE / "results.py").read_text(encoding="utf-8")
    begun = set(re.findall(r"`([a-z]+\.[\w-]*)\$\{", everything))
    unused = [key for key in strings("en") if key not in everything and not key.startswith(tuple(begun))]
    assert unused == []

"""Whatever stands in a file, it is judged or refused in one line: nothing else may happen."""

from __future__ import annotations

import copy
import json
import random
import time
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pnp import games
from pnp.errors import PnpError
from pnp.sheets import documents, layout
from pnp.words import english

EXAMPLES = sorted((Path(__file__).parent.parent / "examples").glob("*.toml"))
LAYOUTS = [layout.find("house-of-dice"), layout.find("yacht"), Path(__file__).parent / "every-kind.toml"]
SECONDS = 0.7
"""For each file and each way of spoiling it: some thousands of documents in all."""

ODD: list[Any] = [
    None, True, False, 0, -1, 1, 2, 7, 10**9, 2**63, -(10**30), 0.5, -0.0, 1e308, float("nan"), float("inf"), "", " ",
    "x", "beer", "0", "page.left", "title.bottom + 1", "{die-1}", "{no-such}", "\x00", "\x1b[31m", "a\nb", "\ud800",
    "🎲", "é" * 50, "x" * 500, "=!", "Cathedral=!", "Cathedral=99999999999999999999!", "dragon x0", "dragon x99999",
    "dragon x²", "chest x-1", "!free R45$6", "W32$5", "+7$9", "!", "- -", "!nudge3>9 W42$5", "1 2 3 4 5 6 7", [], {},
    [[]], [{}], {"": 1}, [None], ["x"] * 200, [1] * 200, [[1, 2], [3]], {"a": {"b": {"c": {}}}}, "W11$1 W11$1",
]  # fmt: skip


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every entry of a document as the table or list it is in, and its key."""
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else []
    return [place for key in keys for place in [(value, key), *places(value[key])]]


def spoilt(data: dict[str, Any], others: list[dict[str, Any]], chance: random.Random) -> dict[str, Any]:
    """A document with a few entries deleted, replaced, renamed, repeated or put somewhere else."""
    data = copy.deepcopy(data)
    for _ in range(chance.choice([1, 1, 1, 2, 3, 6])):
        there = places(data)
        if not there:
            break
        inside, key = chance.choice(there)
        match chance.randrange(8):
            case 0:
                del inside[key]
            case 1 | 2 | 3:
                inside[key] = copy.deepcopy(chance.choice(ODD))
            case 4:
                wrong, other = chance.choice(places(chance.choice(others)) or [(data, "game")])
                inside[key] = copy.deepcopy(wrong[other])
            case 5 if isinstance(inside, dict):
                inside[chance.choice(["sheets", "player", "rounds", "written", f"{key}s", ""])] = inside.pop(key)
            case 6 if isinstance(inside, list):
                inside.extend([copy.deepcopy(inside[key])] * chance.choice([1, 2, 30]))
            case _:
                value = inside[key]
                if isinstance(value, int):
                    inside[key] = value + chance.choice([-1, 1, 100, -100, 10**12])
                elif isinstance(value, str):
                    at = chance.randrange(len(value) + 1)
                    inside[key] = value[:at] + chance.choice(["", "x", "W", ".", "\n", "9", "!", "é"]) + value[at + 1 :]
                else:
                    inside[key] = [value]
    return data


def spoilt_text(text: bytes, chance: random.Random) -> bytes:
    """A text with bytes flipped, lines deleted, doubled or swapped, and pieces cut out."""
    lines = text.split(b"\n")
    for _ in range(chance.choice([1, 1, 2, 4])):
        a, b = chance.randrange(len(lines)), chance.randrange(len(lines))
        match chance.randrange(6):
            case 0:
                lines[a], lines[b] = lines[b], lines[a]
            case 1:
                del lines[a:b][:3]
            case 2:
                lines.insert(a, lines[b])
            case 3 if lines[a]:
                at = chance.randrange(len(lines[a]))
                lines[a] = lines[a][:at] + bytes([chance.randrange(256)]) + lines[a][at + 1 :]
            case 4 if lines[a]:
                at = chance.randrange(len(lines[a]))
                lines[a] = (
                    lines[a][:at] + chance.choice([b'"', b"'", b"[", b"]", b"{", b"0x", b"-", b"."]) + lines[a][at:]
                )
            case _:
                lines[a] = lines[a][: len(lines[a]) // 2]
    return b"\n".join(lines)


def rounds(seed: str, least: int = 100) -> Iterator[random.Random]:
    """Chances to spoil something, always the same ones in the same order, for a while."""
    end = time.monotonic() + SECONDS
    number = 0
    while number < least or time.monotonic() < end:
        yield random.Random(f"{seed} {number}")
        number += 1


def judged(load: Callable[[], dict[str, Any]]) -> None:
    """A document is judged, or refused in one printable line."""
    try:
        verdict = documents.judge(load(), "a.toml")
    except PnpError as error:
        assert str(error).startswith("a.toml: ")
        assert str(error).isprintable()
        return
    answer = json.dumps(verdict.as_json(), ensure_ascii=False, allow_nan=False).encode()
    assert json.loads(answer)["game"] == verdict.game
    said = [*verdict.problems, *(one for sheet in verdict.sheets for one in (*sheet.problems, *sheet.notes))]
    words = games.load(verdict.game).words()
    assert all(words.text(one).isprintable() and len(words.text(one)) < 1000 for one in said), said


def looked_at(content: bytes) -> None:
    """A layout is expanded and all that is wrong with it listed, or it is refused in one line."""
    try:
        paper = layout.parse(content, "a.toml")
    except PnpError as error:
        assert str(error).startswith("a.toml: ")
        return
    for name in paper.sheets:
        layout.expand(paper, name, layout.View(0.5, "a5"))
    assert all(problem.where.startswith("a.toml") and english(problem) for problem in layout.problems(paper))


def as_toml(value: Any) -> str:
    """A value in TOML, tables inline."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(str(k))} = {as_toml(v)}" for k, v in value.items() if v is not None) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(as_toml(one) for one in value if one is not None) + "]"
    if isinstance(value, str):
        return json.dumps(value).replace("\\ud800", "?").replace("\x7f", "?")
    return json.dumps(value).replace("Infinity", "inf").replace("NaN", "nan")


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_spoilt_documents_are_judged_or_refused(path: Path) -> None:
    every = [tomllib.loads(one.read_text(encoding="utf-8")) for one in EXAMPLES]
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    for chance in rounds(path.stem):
        broken = spoilt(data, every, chance)
        judged(lambda broken=broken: broken)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_spoilt_texts_of_documents_are_judged_or_refused(path: Path) -> None:
    text = path.read_bytes()
    for chance in rounds(path.stem + " text"):
        broken = spoilt_text(text, chance)
        judged(lambda broken=broken: documents.load(broken, "a.toml"))


@pytest.mark.parametrize("path", LAYOUTS, ids=lambda path: path.stem)
def test_spoilt_layouts_are_looked_at_or_refused(path: Path) -> None:
    every = [tomllib.loads(one.read_text(encoding="utf-8")) for one in LAYOUTS]
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    for chance in rounds(path.stem, 15):
        broken = spoilt(data, every, chance)
        looked_at("".join(f"{json.dumps(key)} = {as_toml(value)}\n" for key, value in broken.items()).encode())


@pytest.mark.parametrize("path", LAYOUTS, ids=lambda path: path.stem)
def test_spoilt_texts_of_layouts_are_looked_at_or_refused(path: Path) -> None:
    text = path.read_bytes()
    for chance in rounds(path.stem + " text", 15):
        looked_at(spoilt_text(text, chance))


def test_spoiling_spoils() -> None:
    """Most of what is tried is no longer what it was, and much of it can still be judged."""
    data = tomllib.loads(EXAMPLES[0].read_text(encoding="utf-8"))
    tried = [spoilt(data, [data], random.Random(n)) for n in range(300)]
    assert sum(one != data for one in tried) > 250
    outcomes = []
    for one in tried:
        try:
            outcomes.append(documents.judge(one, "a.toml").legal)
        except PnpError:
            outcomes.append(None)
    assert {True, None} <= set(outcomes)

"""Documents that can't be judged: each is one line with the file's name, and exit code 2."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import one_line

Run = Callable[..., Any]
Refusal = Callable[[Any], str]

HOUSE = """\
game = "house-of-dice"
players = 4
player = "Ana"
house = \"\"\"
. . . C . .
R R R R . .
W B B W . R
. . W B B .
D G G . W .
F F F . F F
\"\"\"
cost = 17
turns = 24
furniture = 12
bonuses = ["full-roof", "free"]
"""
KEYS = {"game", "players", "player", "house", "cost", "turns", "furniture", "bonuses", "written", "moves", "rolls"}


def house(**changes: Any) -> bytes:
    """The house as JSON, with some keys changed."""
    import tomllib

    return json.dumps({**tomllib.loads(HOUSE), **changes}).encode()


def test_the_house_to_be_broken_is_fine(call: Run, tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(HOUSE)
    (tmp_path / "a.json").write_bytes(house())
    assert call("check", "a.toml", "a.json").code == 0


WRONG_TYPES = [
    (key, value)
    for key in sorted(KEYS)
    for value in (None, True, 1.5, -1, 10**30, {"a": 1}, [[]], [1], "\x07")
    if key != "written" or value != -1
    if key != "bonuses" or value != [1]
]


@pytest.mark.parametrize(("key", "value"), WRONG_TYPES, ids=lambda value: repr(value)[:20])
def test_a_key_of_the_wrong_type_is_one_line(call: Run, refusal: Refusal, tmp_path: Path, key: str, value: Any) -> None:
    (tmp_path / "a.json").write_bytes(house(**{key: value}))
    said = refusal(call("check", "a.json"))
    assert said.startswith("a.json: ")
    assert key in said


GRIDS = [
    ("five rows", "......\n" * 5),
    ("seven rows", "......\n" * 7),
    ("five columns", ".....\n" * 6),
    ("seven columns", ".......\n" * 6),
    ("one long row", "......\n" * 5 + ".......\n"),
    ("an unknown letter", "......\n" * 5 + "..X...\n"),
    ("a wide letter", "......\n" * 5 + "..桜...\n"),
    ("nothing", ""),
    ("blanks", "   \n   \n"),
]


@pytest.mark.parametrize(("what", "grid"), GRIDS, ids=[what for what, _ in GRIDS])
def test_a_house_of_the_wrong_shape_is_one_line(
    call: Run, refusal: Refusal, tmp_path: Path, what: str, grid: str
) -> None:
    del what
    (tmp_path / "a.json").write_bytes(house(house=grid))
    assert refusal(call("check", "a.json")).startswith("a.json: house")


BROKEN = {
    "nothing": ("a.toml", b"", "a.toml: 'game' is missing"),
    "an empty json": ("a.json", b"", "a.json: not readable as JSON: Expecting value"),
    "half a line": ("a.toml", b"game = ", "a.toml: not readable as TOML: Invalid value"),
    "half a table": ("a.json", b'{"game": ', "a.json: not readable as JSON: Expecting value"),
    "a list": ("a.json", b"[1]", "a.json: [1] is not a table; a document has keys such as game and player"),
    "a text": ("a.json", b'"game"', "a.json: 'game' is not a table"),
    "ten megabytes": ("a.toml", b"#" * 10_000_000, "a.toml: larger than 1000 kB; a sheet document is at most that"),
    "deep json": ("a.json", b"[" * 100_000, "a.json: nested too deeply; a sheet document has a few levels"),
    "deep tables": ("a.json", b'{"a":' * 100_000, "a.json: nested too deeply"),
    "deep below a key": (
        "a.json",
        b'{"game": "house-of-dice", "house": ' + b"[" * 100_000,
        "a.json: nested too deeply",
    ),
    "deep toml": ("a.toml", b"a = " + b"[" * 100_000, "a.toml: nested too deeply"),
    "deep inline": ("a.toml", b"a = " + b"{a=" * 100_000, "a.toml: nested too deeply"),
    "a key of many parts": (
        "a.toml",
        b"players" + b".a" * 100_000 + b" = 1",
        "a.toml: not readable as TOML: a key of more",
    ),
    "a header of many parts": ("a.toml", b"[a" + b".a" * 100_000 + b"]", "a.toml: not readable as TOML: a key of more"),
    "a long name": ("a.json", house(player="x" * 1000), "a.json: player: a name of 1000 characters; at most 200 are"),
    "a bell": ("a.json", house(player="A\x07"), r"a.json: player: '\x07' in a name; control characters are not"),
    "an escape": ("a.json", house(player="\x1b[31mA"), r"a.json: player: '\x1b' in a name"),
    "two lines": ("a.json", house(player="A\nna"), r"a.json: player: '\n' in a name"),
    "half a letter": ("a.json", house(player="\ud800"), r"a.json: player: '\ud800' in a name"),
    "no number": ("a.json", house(cost=float("nan")), "a.json: cost: nan is not a whole number"),
    "no number in toml": ("a.toml", HOUSE.replace("17", "nan").encode(), "a.toml: cost: nan is not a whole number"),
    "endless": ("a.toml", HOUSE.replace("17", "inf").encode(), "a.toml: cost: inf is not a whole number"),
    "a huge number": ("a.json", house(cost=10**4000), "a.json: cost: 1000"),
    "a number of 5,000 digits": ("a.json", b'{"cost": ' + b"9" * 5000 + b"}", "a.json: not readable as JSON: Exceeds"),
    "5,000 hex digits": ("a.toml", HOUSE.replace("17", "0x" + "f" * 5000).encode(), "a.toml: cost: a number too large"),
    "hex for a list": (
        "a.toml",
        HOUSE.replace('["full-roof", "free"]', "0x" + "f" * 5000).encode(),
        "a.toml: bonuses: ",
    ),
    "a key twice": ("a.toml", b'game = "a"\ngame = "b"', "a.toml: not readable as TOML: Cannot overwrite a value"),
    "a key twice in json": (
        "a.json",
        b'{"game": "a", "game": "b"}',
        "a.json: not readable as JSON: the key 'game' stands",
    ),
    "no utf-8": (
        "a.toml",
        b'player = "Zo\xeb"',
        "a.toml: byte 12 is not UTF-8; a document is UTF-8 text in TOML or JSON",
    ),
    "utf-16": ("a.toml", HOUSE.encode("utf-16"), "a.toml: byte 0 is not UTF-8"),
    "no game": ("a.toml", b'player = "Ana"', "a.toml: 'game' is missing"),
    "an unknown game": ("a.toml", b'game = "house-of-cards"', "a.toml: game: 'house-of-cards' has no rules; there are"),
    "a game without rules": ("a.toml", b'game = "chess"', "a.toml: game: 'chess' has no rules; there are dice-city"),
    "a game that is a number": ("a.toml", b"game = 3", "a.toml: game: 3 is not a text"),
    "an unknown key": (
        "a.toml",
        HOUSE.encode() + b"furnitur = 1",
        "a.toml: furnitur: unknown key; did you mean 'furniture'?",
    ),
    "an unknown key with an escape": ("a.json", house(**{"\x1b[31m": 1}), "a.json: "),
    "no house": ("a.toml", b'game = "house-of-dice"', "a.toml: 'house' is missing"),
    "many keys": (
        "a.toml",
        HOUSE.encode() + b"".join(b"k%d=1\n" % n for n in range(50_000)),
        "a.toml: k0: unknown key",
    ),
    "a list of 100,000": ("a.json", house(bonuses=["free"] * 100_001), "a.json: bonuses: 100001 items; at most"),
    "too many sheets": (
        "a.json",
        json.dumps({"game": "dice-city", "sheets": [{}] * 101}).encode(),
        "a.json: sheets: 101",
    ),
}


@pytest.mark.parametrize(("name", "content", "said"), BROKEN.values(), ids=BROKEN)
def test_a_broken_document_is_one_line(
    call: Run, refusal: Refusal, tmp_path: Path, name: str, content: bytes, said: str
) -> None:
    (tmp_path / name).write_bytes(content)
    for verb in ("check", "score"):
        line = refusal(call(verb, name))
        assert line.startswith(said)
        assert line.isprintable() and len(line) <= 400


def test_the_nearest_game_is_named(call: Run, refusal: Refusal, tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text('game = "house-of-dise"')
    assert refusal(call("check", "a.toml")).endswith("; did you mean 'house-of-dice'?")


def test_a_folder_and_nothing_are_no_documents(call: Run, refusal: Refusal, tmp_path: Path) -> None:
    assert refusal(call("check", tmp_path)) == f"{tmp_path}: can't be read: Is a directory"
    assert refusal(call("check", "nowhere.toml")) == "nowhere.toml: can't be read: No such file or directory"
    assert refusal(call("check", "x" * 300)).endswith("can't be read: File name too long")


def test_a_file_with_an_odd_name_is_still_one_line(call: Run, refusal: Refusal, tmp_path: Path) -> None:
    (tmp_path / "two\nlines\x1b.toml").write_bytes(b"game = ")
    assert refusal(call("check", "two\nlines\x1b.toml")).startswith(r"two lines\x1b.toml: not readable")


def test_a_bad_document_is_one_line_from_the_real_program(pnp: Run, refusal: Refusal, tmp_path: Path) -> None:
    (tmp_path / "a.json").write_bytes(b"[" * 100_000)
    assert refusal(pnp("check", "--json", "a.json")).startswith("a.json: nested too deeply")
    assert refusal(pnp("check", "--json", "-", input=b"#" * 10_000_000)).startswith("standard input: larger than")


EDITIONS = {
    "nothing": (b"", "'game' is missing"),
    "half": (b"game = ", "can't be read as edition data: Invalid value"),
    "no utf-8": (b"\xff", "byte 0 is not UTF-8; edition data is UTF-8 text in TOML"),
    "no kind": (b'game = "yacht"\n[entries.a]\ntext = "x"\nvalue = 1', "entries, a: 'kind' is missing"),
    "a wrong kind": (
        b'game = "yacht"\n[entries.a]\nkind = "law"\ntext = "x"\nvalue = 1',
        "'law' is not one of rule, fact",
    ),
    "no value": (
        b'game = "house-of-dice"\n[entries.budget]\nkind = "rule"\ntext = "x"',
        "entries, budget: a rule that the game counts with needs a value; only an unknown has",
    ),
    "an unknown key": (b'game = "yacht"\nentrys = 1', "entrys: unknown key; did you mean 'entries'?"),
    "nothing to extend": (b'game = "a"\nextends = "chess"', "'chess' has no edition data that another game can extend"),
    "nothing to drop": (
        b'game = "a"\nextends = "dice-miner"\ndrop = ["heros"]',
        "drop 1: 'heros' is not one of dice, ",
    ),
    "a name too long": (b'game = "a"\nextends = "' + b"x" * 300 + b'"', "has no edition data that another game can"),
}


@pytest.mark.parametrize(("content", "said"), EDITIONS.values(), ids=EDITIONS)
def test_a_broken_edition_is_one_line(call: Run, refusal: Refusal, tmp_path: Path, content: bytes, said: str) -> None:
    (tmp_path / "own.toml").write_bytes(content)
    (tmp_path / "a.toml").write_text(HOUSE)
    line = refusal(call("check", "--edition", "own.toml", "a.toml"))
    assert line.startswith("own.toml: ") and said in line


@pytest.mark.parametrize("value", ["inf", "nan", "1e300", '"many"', "-3"])
def test_an_edition_that_no_game_can_count_with(call: Run, legal: Path, tmp_path: Path, value: str) -> None:
    path = tmp_path / "house-of-dice.edition.toml"
    path.write_text(f'game = "house-of-dice"\n[entries.budget]\nkind = "ruling"\ntext = "ours"\nvalue = {value}\n')
    assert "entries, budget" in one_line(call("check", legal, "--edition", path))
    done = call("lint", path)
    assert done.code == 1 and "entries, budget" in done.out and "Traceback" not in done.err

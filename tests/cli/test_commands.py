"""The commands: exit codes, one JSON document and nothing else, wrong calls in one line."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pnp import games
from pnp.sheets import layout

Run = Callable[..., Any]
Refusal = Callable[[Any], str]
PNP = [sys.executable, "-m", "pnp"]
KINDS = Path(__file__).parent / "every-kind.toml"


def documents_in(text: str) -> list[Any]:
    """The JSON documents of an output, one a line."""
    return [json.loads(line) for line in text.splitlines()]


# ------------------------------------------------------------------------------------------------ the real program


def test_the_program_checks_legal_and_illegal_sheets(pnp: Run, legal: Path, illegal: Path) -> None:
    fine, wrong = pnp("check", legal), pnp("check", illegal)
    assert (fine.code, fine.err) == (0, "") and "39 points" in fine.out
    assert (wrong.code, wrong.err) == (1, "") and "not legal" in wrong.out


def test_the_program_refuses_in_one_line(pnp: Run, refusal: Refusal) -> None:
    assert refusal(pnp("check", "nowhere.toml")) == "nowhere.toml: can't be read: No such file or directory"
    assert refusal(pnp("chek")).startswith(
        "No such command 'chek'. Did you mean 'check'? There are games, rules, print"
    )


def test_the_program_without_words_says_what_it_can(pnp: Run) -> None:
    done = pnp()
    assert (done.code, done.err) == (0, "")
    assert all(verb in done.out for verb in ("games", "rules", "print", "lint", "check", "score"))


def test_the_program_prints_what_it_says(pnp: Run, tmp_path: Path) -> None:
    done = pnp("print", "yacht", "--players", "Ana,Bo")
    assert (done.code, done.out, done.err) == (0, "output/yacht.pdf\n", "")
    assert (tmp_path / "output" / "yacht.pdf").read_bytes().startswith(b"%PDF-")


def test_a_module_is_the_program_too(legal: Path) -> None:
    for module in ("pnp", "pnp.cli"):
        done = subprocess.run(
            [sys.executable, "-m", module, "check", "--json", legal], capture_output=True, check=False
        )
        assert (done.returncode, json.loads(done.stdout)["legal"]) == (0, True)


@pytest.mark.parametrize("env", [{}, {"NO_COLOR": "1"}, {"FORCE_COLOR": "1"}, {"TERM": "xterm-256color"}], ids=str)
def test_what_no_terminal_reads_has_no_colours(pnp: Run, illegal: Path, env: dict[str, str]) -> None:
    for words in (["check", illegal], ["--help"], ["check", "--help"]):
        done = pnp(*words, env=env)
        assert "\x1b" not in done.out + done.err


@pytest.mark.parametrize(
    ("env", "coloured"), [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)], ids=str
)
def test_a_terminal_has_colours_unless_it_wants_none(illegal: Path, env: dict[str, str], coloured: bool) -> None:
    ours, theirs = pty.openpty()
    plain = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "TERM")}
    with subprocess.Popen(
        [*PNP, "check", illegal], stdout=theirs, stderr=theirs, env={**plain, "TERM": "xterm", **env}
    ) as running:
        os.close(theirs)
        said = b""
        while True:
            try:
                part = os.read(ours, 65536)
            except OSError:
                break
            if not part:
                break
            said += part
        running.wait(120)
    os.close(ours)
    assert b"chimney-without-roof" in said
    assert (b"\x1b[" in said) == coloured


def test_standard_input_is_read(pnp: Run, legal: Path, refusal: Refusal) -> None:
    done = pnp("check", "-", "--json", input=legal.read_bytes())
    assert (done.code, json.loads(done.out)["legal"]) == (0, True)
    as_json = b'  {"game": "dice-miner-solo", "tunnel": [1, 2, 3]}'
    assert pnp("check", "-", input=as_json).code == 0
    assert refusal(pnp("check", "-", input=b"\xff")).startswith("standard input: byte 0 is not UTF-8")
    assert refusal(pnp("check", "-", input=b"{")).startswith("standard input: not readable as JSON")


def test_an_output_that_nobody_takes_is_no_traceback() -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run([*PNP, "games"], stdout=full, stderr=subprocess.PIPE, check=False)
    assert (done.returncode, done.stderr) == (2, b"pnp: standard output: No space left on device\n")


def test_letters_that_an_output_lacks_are_escaped(pnp: Run, tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text('game = "dice-miner-solo"\nplayer = "Zoë 桜"\n', encoding="utf-8")
    done = pnp("check", "--json", "a.toml", env={"PYTHONIOENCODING": "ascii"})
    assert json.loads(done.out)["sheets"][0]["player"] == "Zoë 桜"
    assert "Zo? ?" in pnp("check", "a.toml", env={"PYTHONIOENCODING": "ascii"}).out


# ------------------------------------------------------------------------------------------------ json


def test_json_is_one_document_and_nothing_else(call: Run, legal: Path, illegal: Path) -> None:
    for words, code in [
        (["check", legal], 0),
        (["check", illegal], 1),
        (["score", illegal], 1),
        (["games"], 0),
        (["rules", "dice-city"], 0),
        (["lint", KINDS], 0),
        (["print", "yacht", "--count", 3, "--format", "svg"], 0),
    ]:
        done = call(*words, "--json")
        assert (done.code, done.err) == (code, ""), words
        assert len(documents_in(done.out)) == 1


def test_several_files_are_a_document_each_and_a_bad_one_stops_none(
    call: Run, legal: Path, illegal: Path, tmp_path: Path
) -> None:
    (tmp_path / "bad.toml").write_text("game = ")
    for verb in ("check", "score"):
        done = call(verb, "--json", illegal, "bad.toml", legal, "nowhere.toml")
        assert done.code == 2
        assert [answer["game"] for answer in documents_in(done.out)] == ["house-of-dice", "house-of-dice"]
        assert [line.split(": ")[1] for line in done.err.splitlines()] == ["bad.toml", "nowhere.toml"]
    assert call("check", "--json", legal, illegal).code == 1
    assert call("check", "--json", legal, legal).code == 0


def test_the_answer_of_lint_names_every_file(call: Run, tmp_path: Path) -> None:
    (tmp_path / "broken.toml").write_text(KINDS.read_text(encoding="utf-8").replace("cell = 20", "cell = 6"))
    done = call("lint", "--json", KINDS, "broken.toml", "nowhere.toml")
    assert (done.code, done.err) == (2, "pnp: nowhere.toml: can't be read: No such file or directory\n")
    fine, broken = json.loads(done.out)["files"]
    assert (fine["file"], fine["legal"], fine["problems"]) == (str(KINDS), True, [])
    assert (broken["file"], broken["legal"]) == ("broken.toml", False)
    assert re.fullmatch(r"broken.toml:\d+:1: play, block grid", broken["problems"][0]["where"])


LINE = """
game = "lines"
title = "Lines"
version = 1
[colors]
pale = "#fff2a8"
purple = "#6a3d9a"
grey = "#8a8a8a"
[styles.label]
{style}
[sheets.play]
title = "Sheet"
blocks = [
  {{ id = "ground", kind = "panel", fill = "{ground}", left = 0, top = 0, width = 90, height = 20 }},
  {{ id = "line", kind = "text", style = "label", text = "A line", left = 2, top = 2 }},
]
"""


@pytest.mark.parametrize(
    ("style", "ground", "problem", "printed"),
    [
        ("size = 1.58", "paper", "'A line' would be set in 4.5 pt; at least 5 pt are needed", 2),
        ("size = 1.73", "paper", "'A line' would be set in 4.9 pt; at least 5 pt are needed", 2),
        ("size = 1.77", "paper", "", 0),
        ('size = 3\ncolor = "pale"', "paper", "the text 'A line' in #fff2a8 on #ffffff has a contrast of 1.1; it needs at least 4.5", 0),
        ('size = 3\ncolor = "grey"', "purple", "the text 'A line' in #8a8a8a on #6a3d9a has a contrast of 2.2; it needs at least 4.5", 0),
        ('size = 3\ncolor = "grey"', "paper", "the text 'A line' in #8a8a8a on #ffffff has a contrast of 3.5; it needs at least 4.5", 0),
        ('size = 3\ncolor = "pale"', "purple", "", 0),
        ('size = 7\ncolor = "grey"\nface = "display"', "paper", "", 0),
    ],
)  # fmt: skip
def test_text_that_nobody_can_read_is_a_problem(
    call: Run, tmp_path: Path, style: str, ground: str, problem: str, printed: int
) -> None:
    (tmp_path / "lines.toml").write_text(LINE.format(style=style, ground=ground))
    (answer,) = json.loads(call("lint", "lines.toml", "--json").out)["files"]
    assert [one["message"] for one in answer["problems"]] == ([problem] if problem else [])
    assert [one["block"] for one in answer["problems"]] == (["line"] if problem else [])
    assert call("print", "lines.toml", "--count", 1).code == printed


def test_lint_lists_every_problem_for_people(call: Run, tmp_path: Path) -> None:
    assert call("lint", KINDS).out == f"{KINDS}: fine, 1 sheet\n"
    text = KINDS.read_text(encoding="utf-8").replace("cell = 20", "cell = 6").replace("every = 4", "often = 4")
    (tmp_path / "broken.toml").write_text(text)
    done = call("lint", "broken.toml")
    assert (done.code, done.err) == (1, "")
    assert "grid.c1r1 is 6.0 mm; a box to write in is at least 7 mm" in done.out
    assert re.search(r"^broken.toml:\d+:1: play, block paper, often: unknown key", done.out, re.M)


@pytest.mark.parametrize(
    ("first", "other", "free"),
    [("first = 56", None, None), ("", "house-of-dice/play", 48), ("first = 6", "house-of-dice/bonus", 48)],
)
def test_lint_warns_of_marks_that_another_sheet_has_too(
    call: Run, tmp_path: Path, first: str, other: str | None, free: int | None
) -> None:
    call("new", "climb", "--python")
    text = (tmp_path / "climb.toml").read_text(encoding="utf-8")
    (tmp_path / "climb.toml").write_text(text.replace("first = 56", first), encoding="utf-8")
    done = call("lint", "climb.toml", "--rules", "climb.py", "--json")
    (report,) = json.loads(done.out)["files"]
    notes = [(note["code"], note["facts"]["other"], note["facts"]["free"], note["block"]) for note in report["notes"]]
    assert notes == ([("marks-clash", other, free, "corners")] if other else [])
    assert (done.code, report["legal"], done.err.count("take first = 48")) == (0, True, len(notes))
    (tmp_path / "crag.toml").write_text(
        text.replace('"climb"', '"crag"').replace("first = 56", first), encoding="utf-8"
    )
    both = call("lint", "crag.toml", "climb.toml", "--rules", "climb.py").err
    assert both.count(" are on ") == 2


# ------------------------------------------------------------------------------------------------ for people


def test_people_see_the_house_with_its_bad_cells_in_brackets(call: Run, illegal: Path) -> None:
    lines = call("check", illegal).out.splitlines()
    drawn = [line.strip()[:27].rstrip() for line in lines if re.match(r"    [1-6]  ", line)]
    assert drawn == [
        "6  [C]  .   .   C   .   .",
        "5   .   R   .  [R]  .   .",
        "4   W   B   R   R   .   R",
        "3   .   .   W   B  [F]  .",
        "2   D   G   G   .   W   .",
        "1   F   F   F   .   F  [D]",
    ]
    assert sum(line.lstrip().startswith("✗ ") for line in lines) == 8 + 1


def test_people_see_who_won(call: Run, illegal: Path) -> None:
    for verb in ("check", "score"):
        out = call(verb, illegal.with_name("house-table.toml")).out
        ranking = [line.split() for line in out.splitlines() if re.match(r"  \d\.", line)]
        assert ranking == [["1.", "Ana", "39"], ["2.", "Bo", "38"], ["3.", "Cy", "37"]]
    assert "not legal, scored as drawn" in call("score", illegal).out


def test_the_list_of_commands_is_whole(call: Run) -> None:
    told = call("--help").out
    assert "--version" in told and "..." not in told.partition("Commands:")[2], "no summary is cut off"
    assert re.fullmatch(r"pnp \d+\.\d+\.\d+\n", call("--version").out)


def test_games_lists_what_there_is(call: Run) -> None:
    listed = {game["name"]: game for game in json.loads(call("games", "--json").out)["games"]}
    assert set(listed) == {*games.names(), *layout.names()}
    assert listed["house-of-dice"] == {
        "name": "house-of-dice",
        "title": "House of Dice",
        "players": [2, 6],
        "sheets": ["play", "bonus", "summary"],
        "supports": ["print", "check", "score", "play", "party", "coach"],
    }
    assert (listed["yacht"]["players"], listed["yacht"]["sheets"]) == ([1, 6], ["score"])
    assert re.search(
        r"^house-of-dice +2-6 +play, bonus, summary +print, check, score, play, party, coach$", call("games").out, re.M
    )


@pytest.mark.parametrize("game", games.names())
def test_rules_says_how_each_thing_is_known(call: Run, game: str) -> None:
    answer = json.loads(call("rules", game, "--json").out)
    assert answer["game"] == game and answer["entries"]
    assert {entry["kind"] for entry in answer["entries"]} <= {"rule", "fact", "ruling", "unknown"}
    out = call("rules", game).out
    assert all(entry["name"] in out for entry in answer["entries"])
    assert max(map(len, out.splitlines())) <= 160


def test_an_edition_of_ones_own_stands_over_the_shipped_one(call: Run, legal: Path, tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text('game = "house-of-dice"\n[entries.budget]\nkind = "ruling"\ntext = ""\nvalue = 16\n')
    done = call("check", "--json", "--edition", own, legal)
    assert done.code == 1
    assert "over-budget" in done.out
    assert [entry for entry in json.loads(call("rules", "house-of-dice", "--edition", own, "--json").out)["entries"]
            if entry["name"] == "budget"] == [{"name": "budget", "kind": "ruling", "text": "", "value": 16}]  # fmt: skip
    assert re.search(r"^ruling +budget +\[16\]$", call("rules", "house-of-dice", "--edition", own).out, re.M)


# ------------------------------------------------------------------------------------------------ wrong calls

WRONG = [
    (["--colour"], "No such option: --colour"),
    (["check"], "Missing argument 'FILE…'"),
    (["check", "--jsn", "a"], "No such option: --jsn"),
    (["rules"], "Missing argument 'GAME'"),
    (["rules", "house-of-dise"], "did you mean 'house-of-dice'?"),
    (["rules", "chess"], "'chess' is no game that has rules; there are dice-city"),
    (["rules", "house-of-dice", "--edition", "nowhere.toml"], "nowhere.toml: can't be read: No such file"),
    (["lint"], "Missing argument 'FILE…'"),
    (["lint", "yacht"], ""),
    (["print"], "Missing argument 'GAME'"),
    (["print", "yatch"], "'yatch' is no game and no layout file; there are"),
    (["print", "yatch"], "did you mean 'yacht'?"),
    (["print", "x" * 300], "is no game and no layout file"),
    (["print", "nowhere.toml"], "nowhere.toml: can't be read: No such file"),
    (["print", "yacht", "--paper", "a9"], "--paper 'a9' is no paper; a3, a4, letter, universal, a5, a6, or a size in mm"),
    (["print", "yacht", "--paper", "leter"], "did you mean 'letter'?"),
    (["print", "yacht", "--up", "3"], "--up 3 is not one of 1, 2, 4"),
    (["print", "yacht", "--up", "two"], "--up 'two': a whole number is allowed"),
    (["print", "yacht", "--ink", "red"], "--ink 'red' is not one of normal, low, black"),
    (["print", "yacht", "--dress", "up"], "--dress 'up' is not one of play, photo, bare"),
    (["print", "yacht", "--back-shift", "far"], "'far'"),
    (["results", "--db", "nowhere.db"], "nowhere.db: there is no such file; name a database that is there"),
    (["play", "--table", "last", "--db", "nowhere.db"], "nowhere.db: there is no such file"),
    (["event", "list", "--db", "nowhere.db"], "nowhere.db: there is no such file"),
    (["print", "yacht", "--table", "last", "--db", "nowhere.db"], "nowhere.db: there is no such file"),
    (["print", "yacht", "--format", "gif"], "--format 'gif' is not one of pdf, svg, png"),
    (["print", "yacht", "--players", "Ana", "--count", "2"], "--players, --count and --from say the same"),
    (["print", "yacht", "--players", "Ana,,Bo"], "a name is empty; names with commas between them are allowed"),
    (["print", "yacht", "--players", "x" * 201], "--players, name 1: a name of 201 characters; at most 200 are allowed"),
    (["print", "yacht", "--players", "A\x07"], r"'\x07' in a name; control characters are not allowed"),
    (["print", "yacht", "--players", "🎲"], "no font has 🎲 (U+1F3B2)"),
    (["print", "yacht", "--count", "-1"], "--count '-1': a whole number from 1 to 100000 is allowed"),
    (["print", "yacht", "--count", "100001"], "--count '100001': a whole number from 1 to 100000 is allowed"),
    (["print", "yacht", "--count"], "--count needs a value"),
    (["print", "yacht", "--guides=3"], "--guides takes no value"),
    (["party", "yacht", "--workers", "0"], "--workers '0': a whole number from 1 is allowed"),
    (["print", "yacht", "--from", "nowhere.csv"], "nowhere.csv: can't be read: No such file"),
    (["print", "yacht", "--fillable", "--format", "svg"], "--fillable makes a form, and a form is a pdf"),
    (["print", "yacht", "--url", "ftp://a"], "--url 'ftp://a' is no address; one such as http://192.168.1.23:8000"),
    (["print", "yacht", "--url", "http://[::1"], "--url 'http://[::1' is no address"),
    (["print", "yacht", "--url", "http://a/" + "b" * 300], "--url: a QR text of"),
    (["print", "yacht", "--margin", "4"], "--margin '4': one number, or top,right,bottom,left, each from 5 to 60 mm"),
    (["print", "yacht", "--margin", "10,10"], "--margin '10,10': one number, or"),
    (["print", "yacht", "--margin", "nan"], "--margin 'nan': one number, or"),
    (["print", "yacht", "--sheet", "scor"], "there are score; did you mean 'score'?"),
    (["print", "yacht", "--sheet", "score,"], "--sheet '' is not in yacht"),
    (["print", "yacht", "--dpi", "9999", "--format", "png"], "--dpi '9999': a whole number from 30 to 600 is allowed"),
    (["print", "yacht", "--players", "Ana,Bo", "--only", "Bob"], "--only 'Bob': nobody has that name; did you mean 'Bo'?"),
    (["print", "yacht", "--players", "Ana,Bo", "--only", "3"], "--only '3': there are 2 sheets; numbers from 1"),
    (["print", "yacht", "--players", "Ana,Bo", "--only", "2-1"], "--only '2-1': there are 2 sheets"),
    (["print", "yacht", "--only", "9" * 5000], "nobody has that name"),
    (["print", "yacht", "--example", "nowhere.toml"], "nowhere.toml: can't be read"),
    (["print", "house-of-dice", "--paper", "a6", "--up", "4"], "the QR code's squares are 0.25 mm; at least 0.5 mm are needed"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("words", "said"), WRONG, ids=lambda value: " ".join(value)[:60] if isinstance(value, list) else ""
)
def test_a_wrong_call_is_one_line(call: Run, refusal: Refusal, tmp_path: Path, words: list[str], said: str) -> None:
    assert said in refusal(done := call(*words)) or len(done.err) > 400
    assert [path for path in tmp_path.rglob("*") if path.is_file()] in ([], [tmp_path / "data" / "key"])


def test_an_example_of_another_game_is_refused(call: Run, refusal: Refusal, legal: Path) -> None:
    said = refusal(call("print", "yacht", "--example", legal))
    assert said == f"{legal}: it is a document of house-of-dice; yacht was asked for"
    said = refusal(call("print", "house-of-dice", "--example", legal, "--sheet", "bonus"))
    assert said == "--sheet 'bonus': the document fills in no such sheet"


# ------------------------------------------------------------------------------------------------ a new game


def test_a_layout_beside_its_rules_can_extend_another_one(pnp: Run, call: Run, tmp_path: Path) -> None:
    pnp("new", "sea-dice", "--python")
    (tmp_path / "sea-dice.toml").rename(tmp_path / "base.toml")
    head = 'game = "sea-dice"\ntitle = "Sea Dice"\nversion = 1\nextends = "base.toml"\n'
    (tmp_path / "sea-dice.toml").write_text(head)
    rules = ("--rules", "sea_dice.py")
    assert call("lint", "sea-dice.toml", *rules).code == 0
    assert call("print", "sea-dice.toml", *rules, "--out", "file").code == 0
    assert call("print", "sea-dice", *rules, "--out", "name").code == 0
    (tmp_path / "sea-dice.toml").write_text(head + 'drop = ["plai"]\n')
    done = call("lint", "sea-dice.toml", *rules, "--json")
    (problem,) = json.loads(done.out)["files"][0]["problems"]
    assert (done.code, problem["file"], problem["line"], problem["key"]) == (1, "sea-dice.toml", 5, "drop 1")
    (tmp_path / "base.toml").unlink()
    for verb in ("lint", "print"):
        done = call(verb, "sea-dice.toml")
        told = "pnp: sea-dice.toml:4:1: extends: base.toml: can't be read: No such file or directory\n"
        assert (done.code, done.err) == (2, told)


def test_a_layout_without_sheets_is_not_printed(call: Run, refusal: Refusal, tmp_path: Path) -> None:
    (tmp_path / "none.toml").write_text('game = "none"\ntitle = "None"\nversion = 1\n')
    for sheets in ((), ("--sheet", "all"), ("--sheet", "play")):
        said = refusal(call("print", "none.toml", *sheets))
        assert said == "none.toml: there is no sheet; at least one [sheets.NAME] is needed"


def test_a_new_game_in_python_passes_as_it_is(pnp: Run, tmp_path: Path) -> None:
    done = pnp("new", "sea-dice", "--python", "--out", "mine", "--json")
    files = json.loads(done.out)["files"]
    assert files == ["mine/sea-dice.toml", "mine/sea_dice.py", "mine/test_sea_dice.py"]
    assert sorted(str(path.relative_to(tmp_path)) for path in (tmp_path / "mine").iterdir()) == sorted(files)
    assert pnp("lint", files[0], "--rules", files[1]).code == 0
    assert pnp("print", files[0], "--rules", files[1]).code == 0
    test = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", files[2]],
        cwd=tmp_path,
        capture_output=True,
        check=False,
    )
    assert test.returncode == 0, test.stdout.decode()


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Sea", "'Sea' is no name for a game; small letters and digits with hyphens between are allowed"),
        ("../sea", "'../sea' is no name for a game"),
        ("x" * 41, "is no name for a game"),
        ("yacht", "'yacht' is a game already; a name of its own is needed"),
        ("dice-city", "'dice-city' is a game already"),
    ],
)
def test_a_new_game_needs_a_name_of_its_own(call: Run, refusal: Refusal, tmp_path: Path, name: str, said: str) -> None:
    assert refusal(call("new", name)).startswith(said) or len(name) == 41
    assert not list(tmp_path.iterdir())


def test_a_new_game_overwrites_nothing(call: Run, refusal: Refusal, tmp_path: Path) -> None:
    (tmp_path / "sea_dice.py").write_text("mine")
    assert refusal(call("new", "sea-dice", "--python")) == "sea_dice.py is there already; nothing was written"
    assert [path.read_text() for path in tmp_path.iterdir()] == ["mine"]


OWN_RULES = {
    "nowhere": (None, "can't be read"),
    "broken": ("def", "can't be loaded: SyntaxError"),
    "raises": ("1 / 0", "can't be loaded: ZeroDivisionError"),
    "empty": ("", "it lacks TITLE, PLAYERS, fields, read, judge, marks"),
    "players in words": (
        "from pnp.games.game import Game\nclass Sea(Game):\n    PLAYERS = 'two'\ngame = Sea()",
        "PLAYERS is 'two'; the least and the most players are needed, such as (1, 6)",
    ),
}


@pytest.mark.parametrize(("text", "said"), OWN_RULES.values(), ids=OWN_RULES)
def test_rules_of_ones_own_that_cant_be_used_are_one_line(
    call: Run, refusal: Refusal, tmp_path: Path, text: str | None, said: str
) -> None:
    if text is not None:
        (tmp_path / "sea.py").write_text(text)
    (tmp_path / "a.toml").write_text('game = "sea"')
    own = tmp_path / "sea.py"
    assert refusal(call("check", "--rules", own, "a.toml")).startswith(f"{own}: {said}")

"""A table on a terminal: whole games typed by script, what stands on the screen, and what nobody may see."""

from __future__ import annotations

import os
import random
import re
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from memory_store import MemoryStore
from terminal_screen import PATIENCE, TerminalScreen

from pnp import games
from pnp.cli.options_list import listed
from pnp.cli.screen.table_screen import Screen
from pnp.cli.table_bots import seat_bots, with_bots
from pnp.cli.terminal import width
from pnp.errors import InputError
from pnp.play.tables import Tables
from pnp.play.understanding import leaves_open

GOLDEN = Path(__file__).parents[1] / "golden" / "screens"
HOUSE = ("play", "house-of-dice", "--players", "Ana,Bo,Cy", "--dice", "physical")
Start = Callable[..., TerminalScreen]


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Start]:
    made: list[TerminalScreen] = []

    def start(*args: str, size: tuple[int, int] = (80, 24), **env: str) -> TerminalScreen:
        made.append(TerminalScreen(tmp_path, *args, size=size, **env))
        return made[-1]

    yield start
    for one in made:
        one.stop()


def twin(game: str, players: list[str], options: dict[str, str] | None = None) -> Screen:
    """The same table without a terminal."""
    tables = Tables(MemoryStore(), lambda: "2026-01-01T00:00:00+00:00")
    return Screen(tables, tables.open(game, players, options, dice="physical"))


def drawn(screen: Screen, columns: int, rows: int) -> str:
    """The screen as text, with its prompt, as it should stand on a terminal."""
    lines = ["".join(text for _, text in line) for line in screen.lines(columns, rows)]
    text = "\n".join(line.rstrip() for line in [*lines, screen.prompt()])
    first, _, rest = text.partition("\n")
    return re.sub(r" [0-9A-Z]{6}$", " TABLE", first) + "\n" + rest + "\n"


def same(screen: TerminalScreen, other: Screen, size: tuple[int, int]) -> None:
    """Wait until both show the same."""
    end, due = time.monotonic() + PATIENCE, drawn(other, *size)
    while screen.text != due and time.monotonic() < end:
        screen.until("")
    assert screen.text == due


# ---------------------------------------------------------------------------------------- whole games


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["80x24", "120x40"])
def test_a_house_is_built_from_the_first_roll_to_the_vote(terminal: Start, size: tuple[int, int]) -> None:
    """A whole game for three, with what stands on the screen at its turning points."""
    screen = terminal(*HOUSE, size=size)
    seen = {"the start": screen.until("the dice show >")}
    screen.type("135")
    seen["the dice lie there, Ana is called"] = screen.until("Ana, for you alone")
    screen.type("")
    seen["Ana is alone"] = screen.until("Ana >")
    screen.type("window 1")
    seen["several ways to choose from"] = screen.until("can be done in 3 ways")
    screen.type("2")
    seen["Bo is called"] = screen.until("Bo, for you alone")
    screen.type("", "W99$9")
    seen["a move that is refused"] = screen.until("✗")
    screen.type("F3", "", "+5")
    screen.until("can be done in 2 ways")
    screen.type("1")
    seen["the reveal"] = screen.until("Round 1 was played with 1 3 5")
    for number in range(1, 24):
        screen.type("".join(str(1 + (number * step + step) % 6) for step in (1, 2, 5)))
        for _ in range(3):
            screen.type("", "1")
    seen["the last reveal"] = screen.until("Enter shows how the game ended")
    screen.type("", "")
    seen["sheets and score lines, Ana votes"] = screen.until("a vote for the best looking house")
    screen.type("vote b")
    seen["Bo is called to vote"] = screen.until("Bo, for you alone")
    screen.type("", "vote cy", "", "")
    seen["everybody was asked"] = screen.until("Enter says close vote")
    screen.type("")
    seen["the result"] = screen.until("Cy did not vote")
    told = "\n".join(f"===== {name}\n{text}" for name, text in seen.items())
    golden = GOLDEN / f"house-of-dice-{size[0]}x{size[1]}.txt"
    if os.environ.get("PNP_BLESS"):
        golden.parent.mkdir(exist_ok=True)
        golden.write_text(told, encoding="utf-8")
    assert told == golden.read_text(encoding="utf-8")


KINDS = [name for name in games.names() if games.load(name).play is not None]


def by_chance(screen: Screen, rng: random.Random) -> str:
    """The next line of a game that chance plays: dice, Enter at a curtain, a number of the list or what it asks for."""
    if screen.step.kind == "roll":
        return ", ".join(str(rng.choice(die.faces)) for die in screen.table.play.dice(screen.table.state))
    if screen.step.kind != "words":
        return ""
    options = listed(screen.table, screen.step.seat, screen.words).options
    number = rng.randint(1, len(options))
    return options[number - 1].notation if leaves_open(options[number - 1]) else str(number)


@pytest.mark.parametrize(("game", "size"), [(game, ((80, 24), (120, 40))[n % 2]) for n, game in enumerate(KINDS)])
def test_a_whole_game_of_each_kind_is_typed(terminal: Start, game: str, size: tuple[int, int]) -> None:
    """The screen is that of a table that came there without a terminal, on the way and in the end."""
    names = ["Ana", "Bo"][: games.load(game).PLAYERS[1]]
    screen, other = (
        terminal("play", game, "--players", ",".join(names), "--dice", "physical", size=size),
        twin(game, names),
    )
    screen.until(" >")
    rng, number = random.Random(8), 0
    while not (other.table.over and other.step.kind != "pause"):
        typed = by_chance(other, rng)
        other.enter(typed)
        assert other.good, (typed, other.message)
        screen.type(typed)
        number += 1
        if number in (5, 40):
            same(screen, other, size)
    same(screen, other, size)
    assert all(re.search(rf"(?<!\d){row.total}(?!\d)", screen.text) for row in other.table.standings())


# ---------------------------------------------------------------------------------------- what is asked of whom


def test_the_active_player_is_asked_first_and_may_reroll_until_the_reveal() -> None:
    screen = twin("house-of-dice", ["Ana", "Bo", "Cy"])
    for typed in ("135", "", "F3", "", "F3", "", "F3"):
        screen.enter(typed)
    screen.enter("135")
    assert (screen.step.kind, screen.step.seat) == ("curtain", 1)
    screen.enter("")
    screen.enter("F5")
    assert screen.step.seat == 2
    screen.enter("")
    screen.enter("F5")
    assert (screen.step.kind, screen.step.seat) == ("curtain", 0) and "Bo may say reroll" in drawn(screen, 80, 24)
    screen.enter("reroll")
    assert screen.good and screen.step.kind == "roll"
    assert "what Cy had entered is void" in " ".join(drawn(screen, 60, 20).split())
    screen.enter("246")
    assert screen.step.seat == 1 and screen.table.state.entries == (None, None, None)
    for typed in ("", "G42$6", ""):
        screen.enter(typed)
    assert screen.step.seat == 2 and "the one entered for the dice before is void" in drawn(screen, 80, 24)


def test_a_word_for_the_table_is_one_key() -> None:
    screen = twin("house-of-dice", ["Ana", "Bo"], {"reveal": "host"})
    for typed in ("135", "", "F3", "", "F3"):
        screen.enter(typed)
    assert "Enter says reveal" in drawn(screen, 80, 24) and "F31$5" not in drawn(screen, 80, 24)
    screen.enter("")
    assert screen.table.play.round(screen.table.state) == (2, 24)


def test_votes_do_not_overwrite_each_other() -> None:
    screen = twin("house-of-dice", ["Ana", "Bo", "Cy"])
    for typed in ("paper", "", "vote Bo", "", "vote Bo"):
        screen.enter(typed)
    assert not screen.good and "can't vote for their own house" in screen.message
    for typed in ("vote Cy", "", "vote Bo"):
        screen.enter(typed)
    vote = screen.table.play.vote(screen.table.state)
    assert vote and vote.given == (1, 2, 1)
    screen.enter("")
    assert "Bo voted for Cy" in drawn(screen, 80, 24) and "best looking house: Bo, 2 votes" in drawn(screen, 80, 24)


@pytest.mark.parametrize("typed", ["undo -1", "undo x", "Zoe: F3", "free", "7 1 1"])
def test_a_wrong_line_leaves_the_screen_as_it_is(typed: str) -> None:
    screen = twin("house-of-dice", ["Ana", "Bo"])
    before = drawn(screen, 80, 24).splitlines()[:15]
    screen.enter(typed)
    assert not screen.good and drawn(screen, 80, 24).splitlines()[:15] == before


def test_the_ranking_stands_there_once() -> None:
    screen = twin("house-of-dice", ["Ana", "Bo"])
    while not screen.table.over:
        screen.enter("135" if screen.step.kind == "roll" else "" if screen.step.kind == "curtain" else "1")
    for typed in ("", "", "", "", "", ""):
        screen.enter(typed)
    text = drawn(screen, 80, 40)
    assert screen.step.kind == "done"
    assert text.count("  1.  ") == 2 or (text.count("  1.  "), text.count("  2.  ")) == (1, 1)


def test_what_somebody_asks_for_is_a_page_and_enter_goes_back() -> None:
    screen = twin("house-of-dice", ["Ana", "Bo"])
    for typed in ("135", ""):
        screen.enter(typed)
    table = drawn(screen, 80, 24)
    for typed, said in {
        "?": "Draw a part",
        "? nudge": "nudge 1 to 2",
        "help": "How a move is written",
        "log": "dice 1 3 5",
        "score": "1.  Ana",
        "seal": "the log ends with this seal: ",
        "sheet Bo": "Bo",
        "sheet": "Bo",
    }.items():
        screen.enter(typed)
        assert said in drawn(screen, 80, 24) and screen.prompt() == "Enter > "
        screen.enter("")
        assert drawn(screen, 80, 24) == table


def test_a_sheet_that_nobody_has_drawn_shows_its_lines() -> None:
    screen = twin("yacht", ["Ana", "Bo"])
    for typed in ("5 5 5 1 2", "fives"):
        screen.enter(typed)
    screen.enter("1 2 3 4 6")
    screen.enter("ones")
    assert re.search(r"^ fives +15\b", drawn(screen, 80, 24), re.MULTILINE)
    assert re.search(r"Bo +1  1 point; 11 boxes left", drawn(screen, 80, 24))


# ---------------------------------------------------------------------------------------- secrets


def test_nothing_of_a_secret_is_left_for_the_next_player(terminal: Start) -> None:
    """Not on the screen, not in the history of the line, not in what it can undo, not in the clipboard."""
    screen = terminal(*HOUSE)
    screen.until("the dice show >")
    screen.type("135", "")
    screen.until("Ana >")
    screen.type("?", "")
    screen.keys("W13$5\x15")  # typed, and cut to the clipboard
    screen.until("Ana >")
    screen.type("F31$5")
    assert "F31$5" not in screen.until("Bo, for you alone")
    screen.type("")
    screen.until("Bo >")
    for key in ("\x1b[A", "\x1b[A", "\x1bOA", "\x1f", "\x10", "\x19"):
        screen.keys(key)
    screen.keys("x")
    assert screen.until("Bo > x").splitlines()[-1] == "Bo > x"
    assert "F31$5" not in screen.text and "W13$5" not in screen.text


def test_the_arrows_edit_the_line_and_bring_back_public_ones(terminal: Start) -> None:
    screen = terminal(*HOUSE)
    screen.until("the dice show >")
    screen.type("7 1 1")
    screen.until("it shows 1 to 6")
    screen.keys("\x1b[A\x1b[D\x1b[D\x1b[D\x1b[D\x7f2")
    assert screen.until("the dice show > 2 1 1") and "^[" not in screen.text


def test_peeking_is_behind_a_curtain_too() -> None:
    screen = twin("house-of-dice", ["Ana", "Bo"])
    for typed in ("135", "", "F3"):
        screen.enter(typed)
    screen.enter("peek Ana")
    assert "Ana, for you alone" in drawn(screen, 80, 24) and "entered F31$5" not in drawn(screen, 80, 24)
    screen.enter("")
    assert "entered F31$5" in drawn(screen, 80, 24)
    screen.enter("")
    assert "entered F31$5" not in drawn(screen, 80, 24) and screen.step.seat == 1
    for typed in ("peek Ana", "", "nonsense"):
        screen.enter(typed)
    assert screen.shown().look.seat is None, "a line that is typed ends the peeking too"


# ---------------------------------------------------------------------------------------- any terminal


def test_a_small_window_is_told_so_and_a_larger_one_shows_the_table(terminal: Start) -> None:
    screen = terminal(*HOUSE, size=(59, 20))
    assert "This window has 59 x 20 cells" in screen.until("60 x 20")
    screen.resize(60, 20)
    assert "Ana rolls" in screen.until("the dice show >")
    screen.type("135", "")
    screen.until("Ana >")
    screen.resize(100, 30)
    assert screen.until("Ana >").count("┌───────┐") == 3


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40), (200, 60)])
@pytest.mark.parametrize("game", sorted(name for name in games.names() if games.load(name).play is not None))
def test_every_game_fits_any_window(game: str, size: tuple[int, int]) -> None:
    """Each line as wide as the window, as many lines as it has, whatever the names are."""
    from pnp.cli.screen.cells import size as cells

    names = ["Ana", "桜桜桜桜桜桜", "עדי בן־ארי", "Bartłomiej Brzęczyszczykiewicz"][: games.load(game).PLAYERS[1]]
    screen = twin(game, names)
    for typed in ("", "help", "", "??", "", "log", "", "sheet", "", "score", ""):
        lines = screen.lines(*size)
        assert len(lines) == size[1] - 1 and {cells(line) for line in lines} == {size[0]}
        if screen.step.kind == "roll":
            dice = screen.table.play.dice(screen.table.state)
            screen.enter(", ".join(str(die.faces[n % len(die.faces)]) for n, die in enumerate(dice)))
        screen.enter(typed)


def test_wide_and_right_to_left_names_keep_their_columns(terminal: Start) -> None:
    names = ["桜子", "עדי", "Zoë"]
    screen = terminal("play", "house-of-dice", "--players", ",".join(["Ana", *names]), "--dice", "physical")
    screen.until("the dice show >")
    screen.type("135")
    text = screen.until("Ana, for you alone")
    lines = [line for line in text.splitlines() if "  -6  budget" in line]
    assert [name in line for name, line in zip(names, lines, strict=True)] == [True] * 3
    assert len({width(line.partition("-6  budget")[0]) for line in lines}) == 1
    assert "\u200eעדי\u200e" in screen.sent


COLOR = re.compile(r"\x1b\[(?:[0-9]+;)*(?:3[0-7]|9[0-7]|38|48)[;m]")


def test_colours_only_where_they_are_wanted(terminal: Start) -> None:
    city = ("play", "dice-city", "--players", "Ana,Bo", "--dice", "physical")
    plain, painted = terminal(*city), terminal(*city, NO_COLOR="")
    for screen in (plain, painted):
        screen.until("the dice show >")
        screen.type("12345", "12345")
        assert re.search("white +yellow +red +blue +black", screen.until("use a die"))
    assert not COLOR.search(plain.sent) and COLOR.search(painted.sent)


def test_started_bare_it_asks_for_game_and_players(terminal: Start) -> None:
    screen = terminal("play", "--dice", "physical")
    assert "6  house-of-dice" in screen.until("which game: a number or a name >")
    screen.type("dice", "house")
    assert "that may be dice-city, dice-city-solo" in screen.until("with commas between >")
    screen.type("Ana", "Ana, Bo")
    assert "Ana rolls" in screen.until("the dice show >") and "1 name; this game is for 2 to 6" in screen.sent


@pytest.mark.parametrize(("keys", "code"), [("quit\r", 0), ("\x04", 0), ("\x03", 130), ("", 130)])
def test_leaving_saves_and_says_how_to_go_on(terminal: Start, keys: str, code: int) -> None:
    screen = terminal(*HOUSE)
    screen.until("the dice show >")
    screen.type("135")
    screen.until("Ana, for you alone")
    if keys:
        screen.keys(keys)
    else:
        screen.program.send_signal(signal.SIGINT)
    assert screen.end() == code
    assert re.search(r"is saved: pnp play --table [0-9A-Z]{6} goes on", screen.sent) and "Traceback" not in screen.sent
    assert ("pnp: stopped" in screen.sent) == (code == 130)
    again = terminal("play", "--table", "last")
    again.until("Ana, for you alone")
    again.type("close")
    again.until("keep it: it shows that nobody wrote the log anew")
    again.type("quit")
    assert again.end() == 0
    left = again.sent.partition("\x1b[?1049l")[2]
    assert re.search("this seal: [0-9a-f]{32}", left), "it stays when the screen is gone"


def test_json_and_a_dumb_terminal_get_lines(terminal: Start) -> None:
    screen = terminal(*HOUSE, "--json", size=(2000, 24))
    screen.until('"seq": 1')
    assert "\x1b[?1049h" not in screen.sent
    dumb = terminal(*HOUSE, TERM="dumb")
    dumb.until("to roll: 3 dice")
    dumb.type("135\n")
    dumb.until("waiting for Ana, Bo and Cy")
    assert "\x1b" not in dumb.sent


def test_a_screen_ends_before_an_error_is_told() -> None:
    screen, ended = twin("house-of-dice", ["Ana", "Bo"]), []

    class App:
        def exit(self, exception: BaseException | None = None) -> None:
            ended.append(exception)

    def fails(line: str, asked: Any = None) -> Any:
        raise InputError("tables.db: is in use by another program")

    screen._app, screen.hear = App(), fails  # type: ignore[method-assign]
    screen.accept(type("Typed", (), {"text": "135"})())
    assert [str(error) for error in ended] == ["tables.db: is in use by another program"]


def test_the_library_of_the_screen_is_loaded_on_a_terminal_only(call: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    import io

    for name in [name for name in sys.modules if name.startswith("prompt_toolkit")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"135\n"), "utf-8"))
    assert call(*HOUSE).code == 0
    assert not any(name.startswith("prompt_toolkit") for name in sys.modules)


def test_alone_against_bots_there_is_no_curtain_and_the_reveal_is_seen(terminal: Start) -> None:
    """Bots answer at once and roll when it is their turn; what everybody drew is shown before the next dice."""
    screen = terminal("play", "house-of-dice", "--players", "Ana", "--bots", "easy,easy")
    screen.until("Enter rolls >")
    screen.type("")
    assert "for you alone" not in screen.until("Ana >")
    screen.type("1")
    assert "Round 1 was played with" in screen.until("Enter goes on to the dice of the next round")
    screen.type("")
    assert "Round 2 of 24" in screen.until("Ana >")


def test_an_open_box_is_empty_and_a_struck_one_is_nought() -> None:
    screen = twin("yacht", ["Ana", "Bo", "Cy"])
    for _ in range(3):
        for line in ("1 1 2 3 4", "yacht"):
            screen.enter(line)
    lines = drawn(screen, 80, 24).splitlines()
    rows = {name: line[:22] for name in ("ones", "yacht") for line in lines if line.startswith(f" {name} ")}
    assert {name: line.split()[1:] for name, line in rows.items()} == {"ones": [], "yacht": ["0"]}


def test_bots_do_not_vote_and_the_end_is_told_once_on_one_page() -> None:
    """At the end of a game with two bots one person is asked for a vote, and the totals are seen without scrolling."""
    tables = Tables(MemoryStore(), lambda: "2026-01-01T00:00:00+00:00")
    table = tables.open("house-of-dice", ["Ana", "Ada (bot)", "Ben (bot)"], dice="physical")
    seat_bots(tables, table, ["beginner", "beginner"])
    screen = Screen(with_bots(tables, table), table)
    while not table.over:
        for line in ("1 2 3", "1"):
            screen.enter(line)
    screen.enter("")
    asked = []
    while screen.step.kind == "words":
        asked.append(screen.step.seat)
        assert re.search(r"^ total( +-?\d+){3}$", drawn(screen, 80, 24), re.MULTILINE)
        screen.enter("")
    end = drawn(screen, 80, 24)
    assert asked == [0, None] and end.count("vote") == 1 and "nobody voted for a house" in end
    assert "\u2026" not in end and re.search(r"^ total( +-?\d+){3}$", end, re.MULTILINE)

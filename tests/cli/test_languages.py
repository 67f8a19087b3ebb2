"""The language of a call: asked for or the locale's, in what people read and in what programs get."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pnp.edition import told
from pnp.games.library import SHIPPED
from pnp.paths import LAYOUTS

Run = Callable[..., Any]
Refusal = Callable[[Any], str]

COINS = '''
"""Coins: a sheet with coins on it, in two languages."""
from pnp.errors import problem
from pnp.games.game import Game
from pnp.games.play import Option, Play, View, Wanted
from pnp.games.seats import deny
from pnp.games.verdict import Line, Picture, Rank, Score, SheetVerdict, Verdict
from pnp.strict import as_whole, wrong
from pnp.words import say
from typing import NamedTuple


class State(NamedTuple):
    players: tuple
    coins: int = 0


class Table(Play):
    def open(self, players, options, edition):
        if options:
            wrong("no-such-option.none", option=repr(list(options)[0]))
        return State(tuple(players))

    def said(self, state, seat, words):
        if not words.isdecimal():
            deny("unclear.coins", words=repr(words), seat=seat or 0)
        return state._replace(coins=state.coins + int(words))

    def wanted(self, state):
        return (Wanted(0, say("wanted.coins", n=3), "3"),)

    def options(self, state, seat, most=200):
        return (Option("3", say("means.coins", n=3), "take", field="coins", mark=3, price=0, left=7),)

    def view(self, state, seat):
        return View(say("headline.coins", n=state.coins))

    def standings(self, state):
        return tuple(Rank(1, name, state.coins, say("tie.still")) for name in state.players)

    def document(self, state):
        return {"game": "coins"}


class Coins(Game):
    TITLE = "Coins"
    PLAYERS = (1, 3)
    play = Table()
    WORDS = {
        "en": {
            "too-many-coins": "{where}: {n} {n:coin|coins}; at most {most} are allowed",
            "place.purse": "purse",
            "why.coins": "{n} {n:coin|coins}",
            "short": "{left} {left:coin is|coins are} missing",
            "no-coins": "{value} are no coins",
            "unclear.coins": "{seat@player} says {words}; a number of coins is allowed",
            "wanted.coins": "{n} {n:coin|coins}",
            "means.coins": "takes {n} {n:coin|coins}",
            "headline.coins": "{n} {n:coin|coins}",
        },
        "pl": {
            "too-many-coins": "{where}: {n} {n:moneta|monety|monet}; dozwolone najwyżej {most}",
            "place.purse": "sakiewka",
            "why.coins": "{n} {n:moneta|monety|monet}",
            "short": "{left:brakuje|brakują|brakuje} {left} {left:moneta|monety|monet}",
            "no-coins": "{value} to nie monety",
            "unclear.coins": "{seat@player} mówi {words}; można podać liczbę monet",
            "wanted.coins": "{n} {n:moneta|monety|monet}",
            "means.coins": "bierze {n} {n:monetę|monety|monet}",
            "headline.coins": "{n} {n:moneta|monety|monet}",
            "line.coins": "monety",
        },
    }

    def read(self, table, edition):
        return table.item(table.raw("coins", 0), 0, self.coins, "coins")

    def coins(self, value):
        if value == "none":
            wrong("no-coins", value=repr(value))
        return as_whole(value)

    def judge(self, coins, edition):
        most = 10
        problems = (problem("too-many-coins", say("place.purse"), n=coins, most=most),) if coins > most else ()
        notes = (say("short", left=most - coins),) if coins < most else ()
        score = Score((Line("coins", coins, say("why.coins", n=coins)),))
        return Verdict("coins", (SheetVerdict("Ana", problems, notes, score),))


game = Coins()
'''


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    path = tmp_path / "coins.py"
    path.write_text(COINS, encoding="utf-8")
    for name, coins in (("one", 9), ("few", 12), ("many", 25)):
        (tmp_path / f"{name}.toml").write_text(f'game = "coins"\ncoins = {coins}\n')
    return path


@pytest.fixture
def locale(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Set the variables of the locale, and no others."""

    def choose(**names: str) -> None:
        for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
            monkeypatch.setenv(name, names.get(name, ""))

    return choose


def test_a_check_in_polish(call: Run, rules: Path) -> None:
    out = call("check", "--rules", rules, "--language", "pl", "few.toml").out
    assert "few.toml  coins: niezgodne z zasadami" in out
    assert "✗ Ana   12 punktów" in out
    assert "monety  12  12 monet" in out and "razem   12" in out
    assert "too-many-coins  sakiewka: 12 monet; dozwolone najwyżej 10" in out
    assert "· brakuje 1 moneta" in call("check", "--rules", rules, "--language", "pl", "one.toml").out
    assert (
        "niezgodne z zasadami, policzone tak, jak narysowano"
        in call("score", "--rules", rules, "--language=pl", "many.toml").out
    )


def test_messages_follow_the_language_and_codes_and_facts_do_not(call: Run, rules: Path) -> None:
    answers = {
        language: json.loads(call("check", "--json", "--rules", rules, "--language", language, "few.toml").out)
        for language in ("en", "pl")
    }
    (english,), (polish,) = (answer["sheets"][0]["problems"] for answer in answers.values())
    assert english == {
        "code": "too-many-coins",
        "where": "purse",
        "message": "purse: 12 coins; at most 10 are allowed",
        "facts": {"n": 12, "most": 10},
    }
    assert polish == {**english, "where": "sakiewka", "message": "sakiewka: 12 monet; dozwolone najwyżej 10"}


@pytest.mark.parametrize(
    ("names", "polish"),
    [
        ({"LANG": "pl_PL.UTF-8"}, True),
        ({"LANG": "pl"}, True),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "pl_PL"}, True),
        ({"LANG": "pl_PL.UTF-8", "LC_ALL": "C.UTF-8"}, False),
        ({"LANG": "de_DE.UTF-8"}, False),
        ({}, False),
    ],
)
def test_the_locale_chooses_unless_it_is_asked_for(
    call: Run, rules: Path, locale: Callable[..., None], names: dict[str, str], polish: bool
) -> None:
    locale(**names)
    legal, other = ("zgodne z zasadami", "legal") if polish else ("legal", "zgodne z zasadami")
    assert f"coins: {legal}\n" in call("check", "--rules", rules, "one.toml").out
    asked = "en" if polish else "pl"
    assert f"coins: {other}\n" in call("check", "--rules", rules, "--language", asked, "one.toml").out


VERBS = ("check", "score", "play", "rules", "games", "results", "verify", "party", "print", "lint", "doctor", "new")
NEEDED = {
    "check": "a",
    "score": "a",
    "play": "a",
    "rules": "a",
    "verify": "a",
    "party": "a",
    "print": "yacht",
    "lint": "a",
    "new": "a",
}


@pytest.mark.parametrize("verb", VERBS)
def test_a_language_that_is_not_there_is_one_line(call: Run, refusal: Refusal, verb: str) -> None:
    words = [NEEDED[verb]] if verb in NEEDED else []
    # Sheets are there in more languages than the program speaks.
    known = "en, de, pl" if verb == "print" else "en, pl"
    assert refusal(call(verb, *words, "--language", "tlh")) == f"--language 'tlh' is not one of {known}"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["check", "nowhere.toml"], "nowhere.toml: nie da się odczytać: nie ma takiego pliku ani folderu"),
        (["check", "broken.toml"], "broken.toml: nie da się odczytać jako TOML: "),
        (["check", "slip.toml"], "slip.toml: coinz: nieznany klucz; może chodziło o 'coins'? (i jeszcze 1)"),
        (["rules", "chess"], "'chess' to nie gra, która ma reguły; są: coins, dice-city"),
        (["play"], "podaj grę albo stół do wznowienia: "),
        (["play", "coins", "--players", "A,B,C,D"], "coins jest dla 1–3 graczy; podano 4"),
        (["play", "coins", "--players", "A", "--option", "x=1"], "coins: 'x' nie jest opcją; ta gra nie ma żadnych"),
        (["play", "--table", "NOPE11"], "stół 'NOPE11': nie ma takiego stołu"),
        (["results", "NOPE11"], "stół 'NOPE11': nie ma takiego stołu"),
        (["results", "--format", "cvs"], "--format 'cvs': dozwolone są table, csv, json, bgsplay, bgstats, log; może chodziło o 'csv'?"),
        (["print", "chess"], "'chess' to ani gra, ani plik układu; są: "),
        (["verify", "nowhere.log"], "nowhere.log: nie da się odczytać: "),
        (["new", "yacht"], "gra 'yacht' już jest; potrzebna jest inna nazwa"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_call_is_told_in_polish(
    call: Run, refusal: Refusal, rules: Path, tmp_path: Path, words: list[str], said: str
) -> None:
    (tmp_path / "broken.toml").write_text("game = ")
    (tmp_path / "slip.toml").write_text('game = "coins"\ncoinz = 1\ncoins = "none"\n')
    own = ["--rules", rules] if words[0] not in ("print", "new") else []
    assert refusal(call(*words, *own, "--language", "pl")).startswith(said)


def test_what_a_game_says_of_a_document_is_told_in_its_words(
    call: Run, refusal: Refusal, rules: Path, tmp_path: Path
) -> None:
    (tmp_path / "none.toml").write_text('game = "coins"\ncoins = "none"\n')
    said = {"en": "none.toml: coins: 'none' are no coins", "pl": "none.toml: coins: 'none' to nie monety"}
    for language, line in said.items():
        assert refusal(call("check", "none.toml", "--rules", rules, "--language", language)) == line


def test_play_in_polish_in_a_pipe(pnp: Run, rules: Path) -> None:
    lines = "7\nsix\n?\nlog\nhelp\nscore\n? Zoe\n"
    done = pnp("play", "coins", "--players", "Ana,Bo", "--rules", rules, "--language", "pl", input=lines.encode())
    assert (done.code, done.err) == (1, "")
    assert done.out.startswith("Coins, stół ")
    for said in (
        "obietnica kostek: ",
        "\n0 monet\n",
        "  Ana:  3 monety  np. 3",
        "\n7 monet\n",
        "✗ Ana mówi 'six'; można podać liczbę monet",
        "Ana może powiedzieć:\n  1  3  bierze 3 monety\n",
        "  1  otwarto\n  2  Ana: 7\n",
        "cofa o trzy",
        "  1.  Ana  7  nadal remis: ex aequo",
        "✗ nie ma gracza 'Zoe'; są: Ana, Bo",
        " jest zapisany; grę wznawia pnp play --table ",
    ):
        assert said in done.out, said


def test_play_for_programs(pnp: Run, rules: Path) -> None:
    call = ("play", "coins", "--players", "Ana", "--rules", rules, "--json", "--language", "pl")
    greeting, refused, offered = map(json.loads, pnp(*call, input=b"six\n?\n").out.splitlines())
    assert greeting["wanted"] == [{"player": "Ana", "what": "3 monety", "example": "3", "must": True, "secret": False}]
    assert (refused["code"], refused["facts"]) == ("unclear", {"words": "'six'", "seat": 0})
    assert refused["message"] == "Ana mówi 'six'; można podać liczbę monet"
    assert offered["options"] == [
        {
            "words": "3", "notation": "3", "means": "bierze 3 monety", "kind": "take", "field": "coins", "mark": 3,
            "dice": {}, "price": 0, "left": 7, "bonus": "", "turned": None, "first": "", "picks": None,
                "asks": None,
        }
    ]  # fmt: skip


def test_a_log_is_verified_in_polish(call: Run, pnp: Run, rules: Path, tmp_path: Path) -> None:
    own = ("--rules", rules, "--language", "pl")
    table = json.loads(pnp("play", "coins", "--players", "Ana", *own, "--json").out)["table"]
    call("results", table, *own, "--format", "log", "--out", "a.log")
    assert call("verify", "a.log", *own).out.splitlines() == [
        "✓ a.log: 1 zdarzenie, zgodne z zasadami; rzuty wirtualne: 0",
        "· dziennik kończy się przed zamknięciem stołu",
    ]
    (tmp_path / "a.log").write_text((tmp_path / "a.log").read_text().replace("Ana", "Bob"))
    (problem,) = json.loads(call("verify", "a.log", *own, "--json").out)["problems"]
    assert (problem["code"], problem["where"]) == ("wrong-log", "a.log:1")
    assert problem["message"] == "a.log:1: zdarzenie 1 nie jest takie, jak je zapisano: pieczęć się nie zgadza"
    assert problem["facts"] == {"place": "a.log:1", "seq": 1}
    assert table in call("results", *own).out and "stół" in call("results", *own).out.splitlines()[0]
    assert f"Coins, stół {table}, gra trwa, 1 zdarzenie" in call("results", table, *own).out


def test_lists_have_headings_in_polish(call: Run) -> None:
    assert call("games", "--language", "pl").out.split()[:5] == ["gra", "gracze", "arkusze", "pnp", "umie"]
    rules = call("rules", "house-of-dice", "--language", "pl").out
    assert "wpis" in rules.splitlines()[0] and "\nzasada " in rules and "\nrule " not in rules


def test_a_lint_fault_has_a_code_and_facts(call: Run, tmp_path: Path) -> None:
    (tmp_path / "a.edition.toml").write_text('game = "a"\nentrys = 1\n')
    (problem,) = json.loads(call("lint", "a.edition.toml", "--json", "--language", "pl").out)["files"][0]["problems"]
    assert problem["code"] == "unknown-key" and problem["facts"]["near"] == "'entries'"
    assert problem["message"] == "nieznany klucz; może chodziło o 'entries'?"
    assert "w porządku, 1 arkusz" in call("lint", Path(__file__).parent / "every-kind.toml", "--language", "pl").out


@pytest.mark.parametrize("game", [name for name in SHIPPED.names() if SHIPPED.edition(name).entries])
def test_every_entry_of_the_rules_is_told_in_polish(game: str) -> None:
    edition = SHIPPED.edition(game)
    left = [entry.name for entry in edition if told(entry, "pl", game) == entry.text]
    assert left == []
    file = LAYOUTS / f"{game}.edition.pl.json"
    assert json.loads(file.read_text(encoding="utf-8")).keys() <= edition.entries.keys()


def test_rules_of_ones_own_keep_their_own_text(pnp: Run, tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text(
        'game = "yacht"\n[entries.rolls]\nkind = "ruling"\ntext = "Four rolls."\nvalue = 4\n', encoding="utf-8"
    )
    rows = json.loads(pnp("rules", "yacht", "--json", "--language", "pl", "--edition", str(own)).out)["entries"]
    texts = {row["name"]: row["text"] for row in rows}
    assert texts["rolls"] == "Four rolls." and texts["yacht"] == "Pięć jednakowych kostek daje 50 punktów."


BROKEN = """game = "berries"
title = "Berries"
version = 1
[sheets.play]
title = "Play"
[[sheets.play.blocks]]
kind = "squares"
left = 180
top = 10
[[sheets.play.blocks]]
kind = "text"
left = "nowhere.right"
top = 0
text = "Hi {cherry}"
"""


def test_faults_of_a_layout_are_told_in_polish(call: Run, refusal: Refusal, tmp_path: Path) -> None:
    """Places, codes and facts stay; every sentence is the language's, of lint as of print."""
    path = tmp_path / "berries.toml"
    path.write_text(BROKEN, encoding="utf-8")
    there = {
        language: json.loads(call("lint", str(path), "--json", "--language", language).out)["files"][0]["problems"]
        for language in ("en", "pl")
    }
    for one, other in zip(there["en"], there["pl"], strict=True):
        assert (one["code"], one["where"], one["line"]) == (other["code"], other["where"], other["line"])
        assert one["message"] != other["message"] and one["facts"].keys() == other["facts"].keys()
    told = "\n".join(problem["message"] for problem in there["pl"])
    assert "nie ma bloku 'nowhere'" in told and "'cherry' to nie rysunek; są: " in told
    said = refusal(call("print", str(path), "--language", "pl", "--out", str(tmp_path)))
    assert "wymienia je pnp lint" in said


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["check"], "brakuje argumentu 'FILE…'"),
        (["check", "--jsn", "a"], "nie ma opcji --jsn; może chodziło o --json?"),
        (["print", "yacht", "--count", "x"], "--count 'x': dozwolona jest liczba całkowita od 1 do 100000"),
        (["print", "yacht", "--guides=3"], "--guides nie przyjmuje wartości"),
        (["games", "more"], "niespodziewane słowa w wywołaniu: more"),
    ],
)
def test_a_call_that_typer_does_not_understand_is_told_in_polish(
    call: Run, refusal: Refusal, words: list[str], said: str
) -> None:
    assert refusal(call(*words, "--language", "pl")) == said

"""Words that are not exact: what they mean where the rules and the dice leave one way, several, or none."""

from __future__ import annotations

from pathlib import Path

import pytest
from memory_store import MemoryStore

from pnp import games
from pnp.games.seats import RefusedError, seat_of
from pnp.play import understanding
from pnp.play.engine import Table
from pnp.play.tables import Tables
from pnp.sheets import layout
from pnp.words import languages

LAYOUTS = Path(__file__).parents[2] / "layouts"
PLAYED = [name for name in games.names() if games.load(name).play is not None]


@pytest.fixture
def tables() -> Tables:
    return Tables(MemoryStore(), lambda: "2026-01-01T00:00:00+00:00")


def house(tables: Tables, *dice: int) -> Table:
    table = tables.open("house-of-dice", ["Ana", "Bo"], dice="physical")
    tables.roll(table, dice)
    return table


def meant(table: Table, typed: str, seat: int = 0, language: str = "en") -> list[str]:
    return [option.notation for option in table.play.meant(table.state, seat, typed, table.words(language))]


@pytest.mark.parametrize(
    ("typed", "means"),
    [
        ("F3", ["F31$5"]),
        ("fence 3", ["F31$5"]),
        ("Fences in column 3, row 1 for 5", ["F31$5"]),
        ("window 1 2", ["W12$5"]),
        ("w1", ["W12$5", "W13$5", "W14$5"]),
        ("+3", ["+3$1", "+3$5"]),
        ("furniture 3 for 5", ["+3$5"]),
        ("free fence 3", ["!free F31$5"]),
        ("!free F3", ["!free F31$5"]),
        ("3 For nothing: fence 3", ["!free F31$5"]),
        ("for nothing, fence 3", ["!free F31$5"]),
        ("3 fence 3", ["!free F31$5"]),
        ("bonus 3 F3", ["!free F31$5"]),
        ("nudge 3>4 F4", ["!nudge3>4 F41$5"]),
        ("2 one up or down 3 to 4, fence 4", ["!nudge3>4 F41$5"]),
        ("extra F3 W12", ["!extra F31$5 W12$5"]),
        ("1 roll again", ["reroll"]),
        ("3", []),
        ("bogus", []),
        ("F3 and a half", []),
        ("Bob: F3", []),
        ("F", ["F31$5", "F51$3"]),
    ],
)
def test_moves_of_a_house_in_plain_words(tables: Tables, typed: str, means: list[str]) -> None:
    assert meant(house(tables, 1, 3, 5), typed) == means


def test_polish_names_and_printed_english_ones(tables: Tables) -> None:
    table = house(tables, 1, 3, 5)
    assert [meant(table, typed, 0, "pl") for typed in ("płot 3", "okno 1 2", "za nic płot 3", "For nothing F3")] == [
        ["F31$5"], ["W12$5"], ["!free F31$5"], ["!free F31$5"],
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("seat", "typed", "code"),
    [
        (0, "window 3 2", "not-in-dice"),
        (0, "chimney", "not-in-dice"),
        (0, "+6", "not-in-dice"),
        (1, "free", "not-active"),
        (1, "free F3", "not-active"),
        (1, "roll again", "not-active"),
    ],
)
def test_what_can_not_be_is_refused_for_its_reason(tables: Tables, seat: int, typed: str, code: str) -> None:
    table = house(tables, 1, 3, 5)
    done = understanding.said(table, seat, typed, lambda words: tables.say(table, seat, words))
    assert (done.answer.code, done.ways, table.seq) == (code, (), 2)


def test_one_way_is_written_as_the_rules_write_it(tables: Tables) -> None:
    table = house(tables, 1, 3, 5)
    write = lambda words: tables.say(table, 0, words)  # noqa: E731
    several = understanding.said(table, 0, "window 1", write)
    assert (several.answer.code, len(several.ways), table.seq) == ("several-ways", 3, 2)
    assert understanding.said(table, 0, "fence 3", write).answer.ok
    assert table.events[-1].data == {"seat": 0, "words": "F31$5"}


def test_what_is_exact_is_left_alone(tables: Tables) -> None:
    table = house(tables, 1, 3, 5)
    assert understanding.said(table, 0, "f 31 $5", lambda words: tables.say(table, 0, words)).answer.ok
    assert table.events[-1].data["words"] == "f 31 $5"


def test_the_printed_bonuses_are_those_of_the_bonus_sheet(tables: Tables) -> None:
    sheets = layout.load(LAYOUTS / "house-of-dice.toml").whole.data["sheets"]
    (claims,) = [block for block in sheets["bonus"]["blocks"] if block.get("id") == "claims"]
    table, words = house(tables, 1, 3, 5), games.load("house-of-dice").words("en")
    printed = [(row["id"], row["label"]) for row in claims["rows"]]
    numbered = enumerate(table.play.bonuses_left(table.state), 1)
    assert printed == [(bonus, f"{number}   {words.term('printed-bonus', bonus)}") for number, (bonus, _) in numbered]


def test_a_beginning_is_enough_and_a_slip_does_nothing(tables: Tables) -> None:
    table = tables.open("yacht", ["Ana"], dice="physical")
    tables.roll(table, [1, 2, 3, 4, 6])
    assert meant(table, "big") == ["big-straight"] and meant(table, "fo") == [] and meant(table, "four") == ["four"]
    city = tables.open("dice-city", ["Ana", "Bo"], dice="physical")
    for _ in "ab":
        tables.roll(city, [1, 1, 1, 1, 1])
    assert meant(city, "white pa") == ["white pass"]


def test_names_by_any_beginning_that_one_player_has() -> None:
    players = ["Ana", "Anton", "Bo"]
    assert [seat_of(who, players) for who in ("b", "ana", "ant", "2")] == [2, 0, 1, 1]
    with pytest.raises(RefusedError) as two:
        seat_of("an", players)
    with pytest.raises(RefusedError) as none:
        seat_of("Zoe", players)
    assert (two.value.refusal.key, none.value.refusal.key) == ("no-such-player.several", "no-such-player")


@pytest.mark.parametrize("game", PLAYED)
def test_every_game_explains_how_its_moves_are_written(game: str) -> None:
    for language in languages():
        own = games.load(game).words(language).catalogues[0]
        assert len(own[f"help.{game}"].splitlines()) >= 2

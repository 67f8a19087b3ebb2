"""Dice City, by the numbers of its rulebook."""

from __future__ import annotations

import copy
import json
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.edition import Edition, Entry, parse, shipped
from pnp.errors import InputError
from pnp.games import names
from pnp.games.dice_city import game as dice_city
from pnp.games.dice_city.city import Location, completed_rows, location_text, location_vp, parse_location
from pnp.games.dice_city.rules import Place, rules_of
from pnp.games.dice_city.sheet import end_conditions, pile_sizes
from pnp.games.verdict import Verdict
from pnp.sheets.documents import judge, understand

text = dice_city.words().text
EXAMPLES = Path(__file__).parent.parent / "examples"
BOX = rules_of(shipped("dice-city"))
COLOURS = ("white", "yellow", "red", "blue", "black")
EMPTY = ["."] * 6
FULL = ["Manor"] * 6

CHARLES: dict[str, Any] = {
    "player": "Charles",
    "tokens": 9,
    "ships": [5, 5],
    "bandits": [],
    "city": {
        "white": ["Lumber Mill", ".", "Quarry", ".", ".", "."],
        "yellow": [".", "Mine", ".", "Town Hall", ".", "."],
        "red": ["Grand Statue", "Manor", "Great Wall", "Manor", "Small House", "Cathedral=6!"],
        "blue": [".", ".", "Merchant Guild", ".", "Storehouse", "."],
    },
}


def sheet(**keys: Any) -> dict[str, Any]:
    return {"player": "Ana", **keys}


def table(*sheets: dict[str, Any], **keys: Any) -> dict[str, Any]:
    return {"game": "dice-city", "sheets": list(sheets), **keys}


def row(*locations: str) -> list[str]:
    return [*locations, *EMPTY][:6]


def codes(verdict: Verdict) -> list[tuple[str, str]]:
    """Every problem as code and place, those of the table last."""
    found = [p for one in verdict.sheets for p in one.problems]
    return [(p.code, text(p.where)) for p in (*found, *verdict.problems)]


def notes(verdict: Verdict) -> list[str]:
    return [note.code for one in verdict.sheets for note in one.notes]


def judged_city(**rows: list[str]) -> Verdict:
    return judge(table(sheet(city=rows), players=4))


def with_entry(name: str, value: Any, kind: str = "fact") -> Edition:
    return shipped("dice-city").overridden(Edition("dice-city", {name: Entry(name, kind, "", value)}))


# --- the rulebook's scoring example and the example files


def test_charles_has_41() -> None:
    verdict = judge(table(CHARLES, players=3))
    assert verdict.legal
    assert verdict.sheets[0].score.as_json() == {
        "tokens": 9,
        "ships": 10,
        "bandits": 0,
        "locations": 22,
        "total": 41,
    }
    assert notes(verdict) == ["unverified-vp"]


def test_charles_rows_are_0_3_15_4_0() -> None:
    locations = next(line for line in judge(table(CHARLES)).sheets[0].score.lines if line.name == "locations")
    assert text(locations.why) == "white 0, yellow 3, red 15, blue 4, black 0"


@pytest.mark.parametrize("name", ["city-charles"])
def test_example_file(name: str) -> None:
    verdict = judge(tomllib.loads((EXAMPLES / f"{name}.toml").read_text()), name)
    assert_has(verdict.as_json(), json.loads((EXAMPLES / f"{name}.expected.json").read_text()))


def assert_has(got: Any, expected: Any) -> None:
    if isinstance(expected, dict):
        for key, value in expected.items():
            assert_has(got[key], value)
    elif isinstance(expected, list):
        assert len(got) == len(expected)
        for one, other in zip(got, expected, strict=True):
            assert_has(one, other)
    else:
        assert got == expected


@pytest.mark.parametrize(
    ("name", "vp"),
    [
        ("Town Hall", 3),
        ("Merchant Guild", 3),
        ("Storehouse", 1),
        ("Grand Statue", 2),
        ("Manor", 2),
        ("Great Wall", 3),
        ("Small House", 0),
        ("Lumber Mill", 0),
        ("Quarry", 0),
        ("Mine", 0),
        ("Forest", 0),
    ],
)
def test_known_vp(name: str, vp: int) -> None:
    assert location_vp(Location(name), BOX) == vp
    assert judged_city(red=row(name)).sheets[0].score.total == vp
    assert codes(judged_city(red=row(f"{name}={vp + 1}"))) == [("wrong-vp", "red 1")]


@pytest.mark.parametrize(
    ("players", "ships", "bandits"),
    [
        (2, {5: 4, 10: 2, 20: 1}, {2: 4, 3: 4, 4: 4}),
        (3, {5: 5, 10: 3, 20: 1}, {2: 5, 3: 5, 4: 5}),
        (4, {5: 6, 10: 4, 20: 1}, {2: 6, 3: 6, 4: 6}),
    ],
)
def test_piles(players: int, ships: dict[int, int], bandits: dict[int, int]) -> None:
    assert pile_sizes(BOX, players) == {"ships": ships, "bandits": bandits}
    for kind, piles in (("ships", ships), ("bandits", bandits)):
        for vp, size in piles.items():
            assert judge(table(sheet(**{kind: [vp] * size}), players=players)).legal
            over = judge(table(sheet(**{kind: [vp] * (size + 1)}), players=players))
            assert codes(over) == [("too-many-cards", f"{kind} of {vp} VP")]
            assert f"{size + 1} on the sheets; the pile has {size} with {players} players" in message(over)


def message(verdict: Verdict) -> str:
    return text([*(p for one in verdict.sheets for p in one.problems), *verdict.problems][0])


def test_the_box_holds_the_cards_for_four() -> None:
    sizes = pile_sizes(BOX, 4)
    assert sum(sizes["bandits"].values()) == 18
    assert sum(sizes["ships"].values()) == 11
    assert [BOX.card(n).copies for n in ("Lumber Mill", "Quarry", "Mine", "Regular Army")] == [15] * 4  # type: ignore[union-attr]
    assert (BOX.deck, BOX.rows, BOX.columns) == (60, COLOURS, 6)


# --- notation


@pytest.mark.parametrize(
    "written", ["Cathedral=6!", "Cathedral!=6", " cathedral = 6 ! ", "CATHEDRAL ! =6", "Cath edral=06!"]
)
def test_suffixes_in_any_order(written: str) -> None:
    verdict = judged_city(red=row(written))
    assert verdict.legal
    assert verdict.sheets[0].score.total == 6
    assert verdict.sheets[0].picture is not None
    assert verdict.sheets[0].picture.rows[2][1][0].text == "Cathedral 6!"


@pytest.mark.parametrize(
    "written",
    [
        "=6",
        "!",
        "Church=",
        "Church=six",
        "Church=2=3",
        "Church!!",
        ".!",
        ".=2",
        "Church=-1",
        "x" * 81,
        "a\x07",
    ],
)
def test_not_a_location(written: str) -> None:
    with pytest.raises(InputError, match="sheets 1, city, red 1: "):
        judged_city(red=row(written))


names_of_cards = st.text(st.characters(categories=["L", "Nd"]), min_size=1, max_size=20)
locations = st.builds(Location, names_of_cards, st.none() | st.integers(0, 999), st.booleans())


@given(st.none() | locations)
def test_location_round_trip(location: Location | None) -> None:
    assert parse_location(location_text(location)) == location


# --- what is refused


@pytest.mark.parametrize(
    ("document", "said"),
    [
        (
            table(sheet(city={"red": ["Manor"] * 5})),
            "sheets 1, city, red: 5 spaces in a row; exactly 6 are allowed",
        ),
        (table(sheet(city={"red": ["Manor"] * 7})), "sheets 1, city, red: 7 spaces"),
        (table(sheet(city={"rde": EMPTY})), "sheets 1, city, rde: unknown key; did you mean 'red'"),
        (table(sheet(city={"red": "Manor"})), "sheets 1, city, red: 'Manor' is not a list"),
        (table(sheet(city={"red": [1] * 6})), "sheets 1, city, red 1: 1 is not a text"),
        (table(sheet(city=[])), "sheets 1, city: .* is not a table"),
        (table(sheet(token=3)), "sheets 1, token: unknown key; did you mean 'tokens'"),
        (table(sheet(tokens=-1)), "sheets 1, tokens: -1 is too small"),
        (table(sheet(tokens=True)), "sheets 1, tokens: True is not a whole number"),
        (table(sheet(ships=[5, "5"])), "sheets 1, ships 2: '5' is not a whole number"),
        (table(sheet(ships=5)), "sheets 1, ships: 5 is not a list"),
        (table(sheet(written={"location": 1})), "written, location: unknown key; did you mean 'locations'"),
        (table(*[sheet()] * 5), "5 sheets for"),
        (table(sheet(), players=1), "players: 1 is too small"),
        (table(sheet(), players=5), "players: 5 is too large"),
        (table(), "there is no sheet"),
    ],
)
def test_refused(document: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError, match=said):
        judge(document)


# --- problems, each code


def test_no_such_card() -> None:
    verdict = judged_city(red=row(".", "Chruch"))
    assert codes(verdict) == [("no-such-card", "red 2")]
    assert message(verdict) == "red 2: 'Chruch' is no card that is listed; did you mean 'Church'?"
    assert "such as Zeppelin=2" in message(judged_city(red=row("Zeppelin")))


@pytest.mark.parametrize(("kind", "vp", "there"), [("ships", 7, "5, 10, 20"), ("bandits", 5, "2, 3, 4")])
def test_no_such_pile(kind: str, vp: int, there: str) -> None:
    verdict = judge(table(sheet(**{kind: [vp]}), players=4))
    assert codes(verdict) == [("no-such-card", f"{kind} 1")]
    assert message(verdict) == f"{kind} 1: no card is worth {vp} VP; there are {there} VP"
    assert verdict.sheets[0].score.total == vp


def test_unlisted_card_counts_with_a_note() -> None:
    verdict = judged_city(red=row("Zeppelin Dock=4"))
    assert verdict.legal
    assert notes(verdict) == ["unlisted-card"]
    assert verdict.sheets[0].score.total == 4


@pytest.mark.parametrize(
    "name",
    [card.name for card in BOX.cards.values() if card.vp is None],
)
def test_unknown_vp(name: str) -> None:
    verdict = judged_city(black=row(name))
    assert codes(verdict) == [("unknown-vp", "black 1")]
    assert f"such as {name}=2" in message(verdict)
    entered = judged_city(black=row(f"{name}=2"))
    assert entered.legal
    assert notes(entered) == ["unverified-vp"]


def test_cards_whose_vp_nobody_knows() -> None:
    unknown = {card.name for card in BOX.cards.values() if card.vp is None}
    assert {"Barracks", "Blacksmith", "Watchtower", "Cathedral", "Church", "Cemetery"} < unknown
    assert {"Bazaar", "Catapult", "Training Camp", "Mint", "Market Place", "Regular Army"} < unknown
    assert len(unknown) == 12


def test_wrong_vp_is_scored_by_the_card() -> None:
    verdict = judged_city(red=row("Manor=5"))
    assert message(verdict) == "red 1: Manor is entered with 5 VP; it is worth 2"
    assert verdict.sheets[0].score.total == 2
    assert judged_city(red=row("Manor=2")).legal


def test_too_many_cards_of_the_table() -> None:
    verdict = judge(table(sheet(ships=[20]), sheet(player="Bo", ships=[20])))
    assert [(p.code, text(p.where)) for p in verdict.problems] == [("too-many-cards", "ships of 20 VP")]
    assert all(one.legal for one in verdict.sheets)
    assert not verdict.legal


def test_too_many_copies() -> None:
    three = {"white": ["Mine"] * 6, "red": ["Mine"] * 6, "blue": ["Mine"] * 3 + EMPTY[:3]}
    assert judge(table(sheet(city=three), sheet(player="Bo"))).legal
    sixteen = three | {"blue": ["Mine"] * 4 + EMPTY[:2]}
    alone = judge(table(sheet(city=sixteen), players=2))
    assert codes(alone) == [("too-many-copies", "Mine")]
    assert message(alone) == "Mine: 16 on the sheets; there are 15 copies"
    shared = judge(table(sheet(city=three), sheet(player="Bo", city={"red": row("mine")})))
    assert [p.code for p in shared.problems] == ["too-many-copies"]


def test_a_board_has_six_forests() -> None:
    assert judged_city(white=["Forest"] * 6).legal
    assert codes(judged_city(white=["Forest"] * 6, red=row("forest"))) == [("too-many-copies", "Forest")]
    boards = [sheet(player=name, city={"white": ["Forest"] * 6}) for name in "AB"]
    assert judge(table(*boards)).legal


def test_location_deck_has_sixty_cards() -> None:
    full = dict.fromkeys(COLOURS, FULL)
    sixty = [sheet(player=name, city=full) for name in "AB"]
    assert judge(table(*sixty)).legal
    assert codes(judge(table(*sixty, sheet(player="C", city={"red": row("Manor")})))) == [
        ("too-many-copies", "location deck")
    ]
    harvest = sheet(player="C", city={"red": row("Mine", "Regular Army=1", "Small House")})
    assert judge(table(*sixty, harvest)).legal


@pytest.mark.parametrize("line", ["tokens", "ships", "bandits", "locations", "total"])
def test_wrong_sum(line: str) -> None:
    right = {"tokens": 9, "ships": 10, "bandits": 0, "locations": 22, "total": 41}
    assert judge(table(CHARLES | {"written": right}, players=3)).legal
    wrong = right | {line: right[line] - 1}
    assert codes(judge(table(CHARLES | {"written": wrong}, players=3))) == [("wrong-sum", line)]


def test_wrong_sum_says_why() -> None:
    said = [
        message(judge(table(CHARLES | {"written": written}, players=3)))
        for written in ({"locations": 21}, {"ships": 5}, {"bandits": 2}, 40)
    ]
    assert said == [
        "locations: 21 written, 22 by the rules: white 0, yellow 3, red 15, blue 4, black 0",
        "ships: 5 written, 10 by the rules: 2 of 5 VP",
        "bandits: 2 written, 0 by the rules: none taken",
        "total: 40 written, 41 by the rules",
    ]


# --- how many played


def test_a_lone_sheet_is_held_against_the_largest_table() -> None:
    verdict = judge({"game": "dice-city", "player": "Ana", "ships": [5] * 6})
    assert verdict.legal
    assert notes(verdict) == ["players-assumed"]
    assert codes(judge({"game": "dice-city", "ships": [5] * 7})) == [("too-many-cards", "ships of 5 VP")]
    assert notes(judge({"game": "dice-city", "ships": [5] * 4})) == []


# --- the end


def ends(*sheets: dict[str, Any]) -> tuple[str, ...]:
    _, document, _ = understand(table(*sheets), "document")
    return end_conditions(document.sheets, BOX, document.players)


def test_all_bandits_end_the_game() -> None:
    most = [2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4]
    assert ends(sheet(bandits=most), sheet(bandits=[4])) == ("bandits",)
    assert ends(sheet(bandits=most), sheet()) == ()


def test_two_empty_ship_piles_end_the_game() -> None:
    assert ends(sheet(ships=[20, 10]), sheet(ships=[10])) == ("ships",)
    assert ends(sheet(ships=[20, 10]), sheet()) == ()
    assert ends(sheet(ships=[20, 10, 5, 5]), sheet(ships=[10, 5, 5])) == ("ships",)


@pytest.mark.parametrize(
    ("second", "held"),
    [
        (FULL, ("rows",)),
        (["Manor"] * 5 + ["."], ()),
        (["Manor"] * 5 + ["Manor!"], ()),
        (["Manor"] * 5 + ["Small House"], ()),
    ],
)
def test_two_filled_rows_may_end_the_game(second: list[str], held: tuple[str, ...]) -> None:
    assert ends(sheet(city={"red": FULL, "blue": second}), sheet()) == held
    assert ends(sheet(city={"red": FULL}), sheet(city={"blue": second})) == ()


def test_completed_rows_are_named() -> None:
    city = {Place("red", column): Location("Manor") for column in range(1, 7)}
    city |= {Place("black", column): Location("Church", 2) for column in range(1, 7)}
    city[Place("blue", 1)] = Location("Manor")
    assert completed_rows(city, BOX) == ("red", "black")


def test_end_notes() -> None:
    built = sheet(player="Bo", city={"red": FULL, "blue": FULL})
    verdict = judge(table(sheet(ships=[20, 10, 10]), built))
    assert [[n.code for n in one.notes] for one in verdict.sheets] == [["end-condition"], ["end-condition"]]
    assert "ship piles" in text(verdict.sheets[0].notes[0])
    assert "red, blue are filled" in text(verdict.sheets[1].notes[0])
    assert notes(judge(table(sheet(), sheet()))) == ["no-end-condition"]
    assert notes(judge(table(sheet(), sheet(), players=3))) == []


# --- ranking


def ranked(*sheets: dict[str, Any]) -> list[tuple[int, str, str]]:
    return [(r.rank, r.player, text(r.why)) for r in judge(table(*sheets, players=4)).ranking]


def test_ranking_by_total() -> None:
    assert ranked(sheet(player="A", tokens=3), sheet(player="B", tokens=4)) == [(1, "B", ""), (2, "A", "")]


def test_tie_by_location_cards_printed_ones_left_out() -> None:
    printed = sheet(player="A", tokens=2, city={"red": ["Small House"] * 6})
    carded = sheet(player="B", tokens=2, city={"red": row("Mine!")})
    assert ranked(printed, carded) == [(1, "B", "location cards"), (2, "A", "location cards")]


def test_tie_by_ships_and_bandits_together() -> None:
    why = "VP from ships and bandits"
    few = sheet(player="A", tokens=5, ships=[5])
    more = sheet(player="B", tokens=3, ships=[5], bandits=[2])
    assert ranked(few, more) == [(1, "B", why), (2, "A", why)]


def test_tie_by_sheet_order() -> None:
    why = "nearer to the starting player"
    assert ranked(sheet(player="A"), sheet(player="B")) == [(1, "A", why), (2, "B", why)]


# --- another edition, other answers


def test_an_owner_fills_in_a_card() -> None:
    church = with_entry("card-church", {"name": "Church", "vp": 4, "copies": 1})
    document = table(sheet(city={"red": row("church")}), players=2)
    assert judge(document, edition=church).sheets[0].score.total == 4
    document["sheets"][0]["city"]["red"] = row("church=2", "Church")
    assert codes(judge(document, edition=church)) == [("wrong-vp", "red 1"), ("too-many-copies", "Church")]


def test_a_guess_that_is_marked_unknown_judges_nobody() -> None:
    edition = with_entry("card-church", {"name": "Church", "vp": 4}, "unknown")
    verdict = judge(table(sheet(city={"red": row("Church=2")}), players=2), edition=edition)
    assert (verdict.legal, verdict.sheets[0].score.total, notes(verdict)) == (True, 2, ["unverified-vp"])


def test_an_owner_adds_a_card() -> None:
    edition = with_entry("card-zeppelin", {"name": "Zeppelin", "vp": 7})
    verdict = judge(table(sheet(city={"red": row("zeppelin")}), players=2), edition=edition)
    assert (verdict.legal, verdict.sheets[0].score.total, notes(verdict)) == (True, 7, [])


@pytest.mark.parametrize(
    ("name", "value", "document", "found"),
    [
        ("columns", 5, table(sheet(city={"red": ["Manor"] * 5}), players=2), []),
        ("rows", ["green"], table(sheet(city={"green": FULL}), players=2), []),
        (
            "ship-piles",
            [{"vp": 7, "more": 1}],
            table(sheet(ships=[7, 7]), players=2),
            [("too-many-cards", "ships of 7 VP")],
        ),
        ("bandit-piles", [{"vp": 9, "each": 1}], table(sheet(bandits=[9, 9]), players=2), []),
        (
            "location-cards",
            2,
            table(sheet(city={"red": row("Manor", "Manor", "Manor")}), players=2),
            [("too-many-copies", "location deck")],
        ),
        (
            "unlisted-cards",
            False,
            table(sheet(city={"red": row("X=2")}), players=2),
            [("no-such-card", "red 1")],
        ),
        ("piles-run-out", False, table(sheet(ships=[20] * 9), players=2), []),
    ],
)
def test_edition_decides(name: str, value: Any, document: dict[str, Any], found: list[tuple[str, str]]) -> None:
    assert codes(judge(document, edition=with_entry(name, value))) == found
    try:
        assert codes(judge(document)) != found
    except InputError:
        assert found == []


def test_edition_decides_ranking_and_lines() -> None:
    document = table(sheet(tokens=2, city={"red": row("Mine")}), sheet(player="Bo", bandits=[2]))
    first = judge(document).ranking[0].player
    assert (
        first,
        judge(document, edition=with_entry("tiebreaks", ["ships-and-bandits"])).ranking[0].player,
    ) == (
        "Ana",
        "Bo",
    )
    assert judge(document, edition=with_entry("score", ["bandits"])).sheets[0].score.as_json() == {
        "bandits": 0,
        "total": 0,
    }
    printed = sheet(tokens=2, city={"red": [*FULL[:5], "Forest"], "blue": FULL})
    assert "end-condition" not in notes(judge(table(printed)))
    assert "end-condition" in notes(judge(table(printed), edition=with_entry("printed-count-as-cards", True)))
    assert "end-condition" in notes(judge(table(printed), edition=with_entry("end-rows", 1)))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("card-church", None),
        ("card-church", "Church"),
        ("card-church", {"vp": 2}),
        ("card-church", {"name": "!"}),
        ("card-church", {"name": "Church", "vps": 2}),
        ("card-church", {"name": "Church", "cost": {"gold": 2}}),
        ("rows", "red"),
        ("columns", "six"),
        ("ship-piles", []),
        ("tiebreaks", ["beauty"]),
        ("end-rows", 0),
    ],
)
def test_a_wrong_edition_is_named(name: str, value: Any) -> None:
    with pytest.raises(InputError, match=f"dice-city: edition data: {name}"):
        judge(table(sheet()), edition=with_entry(name, value, "unknown"))


def test_an_empty_edition_is_named() -> None:
    with pytest.raises(InputError, match="'rows' is missing"):
        judge(table(sheet()), edition=Edition("dice-city"))


def test_every_entry_says_how_it_is_known() -> None:
    for game in ("dice-city", "dice-city-solo"):
        assert all(entry.text.endswith(".") for entry in shipped(game))
        assert {entry.kind for entry in shipped(game)} == {"rule", "fact", "ruling", "unknown"}


def test_extends_needs_a_game_with_edition_data() -> None:
    for name in ("no-such-game", "mine"):
        _, faults = parse({"game": "mine", "extends": name, "entries": {}})
        assert [fault.path for fault in faults] == [("extends",)]


# --- fields, marks, picture


def test_fields() -> None:
    sheets = dice_city.fields(shipped("dice-city"))
    assert list(sheets) == ["score", "city", "summary"]
    score, city = sheets["score"], sheets["city"]
    assert len(score) == 4 * (1 + 3 + 5 + 1) + (6 + 6 + 6) + (6 + 4 + 1) + 4
    assert {"p4.name", "p1.white", "piles.bandit4.6", "piles.ship10.4", "piles.ship20.1", "ends.deck"} <= set(score)
    assert {"piles.ship20.2", "piles.ship10.5", "p5.name"}.isdisjoint(score)
    assert len(city) == 1 + 30 + 30
    assert (city["city.black.6"].kind, city["off.black.6"].kind) == ("text", "cross")
    assert sheets["summary"] == {}


def marks(document: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    game, found, edition = understand(document, "document")
    return [(name, dict(made)) for name, made in game.marks(found, edition)]


def test_marks_of_charles() -> None:
    (score_name, pad), (city_name, city) = marks(table(CHARLES, players=3))
    assert (score_name, city_name) == ("score", "city")
    assert {k: v for k, v in pad.items() if k.startswith("p1.")} == {
        "p1.name": "Charles",
        "p1.tokens": 9,
        "p1.ships": 10,
        "p1.bandits": 0,
        "p1.white": 0,
        "p1.yellow": 3,
        "p1.red": 15,
        "p1.blue": 4,
        "p1.black": 0,
        "p1.total": 41,
    }
    assert {k for k in pad if not k.startswith("p1.")} == {"piles.ship5.1", "piles.ship5.2"}
    assert (city["city.red.6"], city["off.red.6"], city["city.red.1"]) == (
        "Cathedral=6",
        True,
        "Grand Statue",
    )
    assert [k for k in city if k.startswith("off.")] == ["off.red.6"]


def test_marks_of_the_piles_and_the_end() -> None:
    built = sheet(player="Bo", ships=[20], city={"red": FULL, "blue": FULL})
    pad = marks(table(sheet(ships=[20, 10, 10, 7]), built))[0][1]
    assert {k for k in pad if k.startswith("piles.")} == {
        "piles.ship20.1",
        "piles.ship10.1",
        "piles.ship10.2",
    }
    assert {k for k in pad if k.startswith("ends.")} == {"ends.ships"}


def test_picture_marks_what_is_wrong() -> None:
    picture = judged_city(red=row("manor", "Chruch", "Church=3!")).sheets[0].picture
    assert picture is not None
    assert [label for label, _ in picture.rows] == list(COLOURS)
    assert [(cell.text, cell.bad) for cell in picture.rows[2][1]] == [
        ("Manor 2", False),
        ("Chruch ?", True),
        ("Church 3!", False),
        (".", False),
        (".", False),
        (".", False),
    ]


def test_underscored_modules_are_no_games() -> None:
    assert {"dice-city", "dice-city-solo"} <= set(names())
    assert not [name for name in names() if name.startswith(("_", "-"))]


# --- properties

CARDS = [
    "Manor",
    "town hall",
    "Great Wall",
    "Storehouse",
    "Church=3",
    "Cathedral=9!",
    "Manor!",
    "Small House",
]
cells = st.sampled_from([".", ".", *CARDS])
cities = st.dictionaries(st.sampled_from(COLOURS), st.lists(cells, min_size=6, max_size=6))


@st.composite
def legal_tables(draw: st.DrawFn) -> dict[str, Any]:
    """Tables that break no rule: the piles are dealt out among the players."""
    players = draw(st.integers(2, 4))
    sheets: list[dict[str, Any]] = [
        {"player": name, "tokens": draw(st.integers(0, 30)), "ships": [], "bandits": [], "city": draw(cities)}
        for name in "ABCD"[:players]
    ]
    for kind, piles in pile_sizes(BOX, players).items():
        for vp, size in piles.items():
            for owner in draw(st.lists(st.integers(0, players), max_size=size)):
                if owner < players:
                    sheets[owner][kind].append(vp)
    return table(*sheets)


def copies_fit(document: dict[str, Any]) -> bool:
    cards = [c for s in document["sheets"] for r in s["city"].values() for c in r if c not in (".", "Small House")]
    return len(cards) <= BOX.deck


some = settings(max_examples=60, deadline=None)


@some
@given(legal_tables())
def test_score_is_the_sum_of_its_lines_and_the_ranking_is_total(document: dict[str, Any]) -> None:
    verdict = judge(document)
    assert verdict.legal is copies_fit(document)
    for one, data in zip(verdict.sheets, document["sheets"], strict=True):
        answer = one.score.as_json()
        assert answer["total"] == sum(answer[n] for n in ("tokens", "ships", "bandits", "locations"))
        assert answer["ships"] == sum(data["ships"])
        assert answer["tokens"] == data["tokens"]
    assert [r.rank for r in verdict.ranking] == list(range(1, len(verdict.sheets) + 1))
    assert sorted(r.player for r in verdict.ranking) == sorted(s["player"] for s in document["sheets"])
    totals = [r.total for r in verdict.ranking]
    assert totals == sorted(totals, reverse=True)


@some
@given(legal_tables(), st.randoms(use_true_random=False))
def test_order_on_a_sheet_never_matters(document: dict[str, Any], random: Any) -> None:
    other = copy.deepcopy(document)
    for one in other["sheets"]:
        random.shuffle(one["ships"])
        random.shuffle(one["bandits"])
        rows = list(one["city"].items())
        random.shuffle(rows)
        one["city"] = dict(rows)
    assert judge(other).as_json() == judge(document).as_json()


@some
@given(legal_tables())
def test_marks_are_fields_of_their_sheets(document: dict[str, Any]) -> None:
    fields = dice_city.fields(shipped("dice-city"))
    kinds = {"text": str, "number": int, "cross": bool}
    for name, made in marks(document):
        for field_id, value in made.items():
            assert type(value) is kinds[fields[name][field_id].kind], field_id


MUTATIONS: dict[str, Callable[[dict[str, Any]], object]] = {
    "no-such-card": lambda s: s["ships"].append(6),
    "unknown-vp": lambda s: s["city"].update(red=["Mint", *EMPTY[1:]]),
    "wrong-vp": lambda s: s["city"].update(red=["Manor=3", *EMPTY[1:]]),
    "too-many-cards": lambda s: s["bandits"].extend([3] * 7),
    "too-many-copies": lambda s: s["city"].update({c: ["Quarry"] * 6 for c in COLOURS[:3]}),
    "wrong-sum": lambda s: s.update(written={"tokens": s["tokens"] + 1}),
}


@pytest.mark.parametrize("code", MUTATIONS)
@settings(max_examples=15, deadline=None)
@given(document=legal_tables().filter(copies_fit), data=st.data())
def test_a_mutation_of_a_legal_table_is_found(code: str, document: dict[str, Any], data: st.DataObject) -> None:
    number = data.draw(st.integers(0, len(document["sheets"]) - 1))
    MUTATIONS[code](document["sheets"][number])
    verdict = judge(document)
    assert not verdict.legal
    assert code in {p.code for p in verdict.sheets[number].problems}


# --- fuzz

junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.sampled_from(CARDS),
    lambda inner: st.lists(inner, max_size=7) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=12,
)


def mostly(sound: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.integers(0, 9).flatmap(lambda n: sound if n else junk)


odd_rows = st.lists(mostly(st.sampled_from([".", *CARDS, "Chruch", "Dock=2"])), min_size=6, max_size=6)
odd_sheets = st.fixed_dictionaries(
    {},
    optional={
        "player": mostly(st.text(max_size=8)),
        "tokens": mostly(st.integers(0)),
        "ships": mostly(st.lists(st.integers(0, 30), max_size=9)),
        "bandits": mostly(st.lists(st.integers(0, 5), max_size=9)),
        "city": mostly(st.dictionaries(st.sampled_from(COLOURS), mostly(odd_rows), max_size=2)),
        "written": mostly(st.integers() | st.dictionaries(st.sampled_from(["total", "ships"]), st.integers())),
    },
)
solo_keys = st.fixed_dictionaries(
    {},
    optional={
        "mode": mostly(st.sampled_from(["normal", "hard"])),
        "turns": mostly(st.integers(0, 20)),
        "target": mostly(st.sampled_from([50, 55, 200])),
    },
)
odd_documents = st.one_of(
    st.fixed_dictionaries({"game": st.just("dice-city"), "sheets": st.lists(odd_sheets, max_size=3)}),
    st.builds(lambda one: {"game": "dice-city", **one}, odd_sheets),
    st.builds(lambda one, solo: {"game": "dice-city-solo", **one, **solo}, odd_sheets, solo_keys),
    st.builds(lambda one: {"game": "dice-city-solo", "sheets": one}, junk),
)


@settings(max_examples=400, deadline=None)
@given(odd_documents)
def test_any_document_is_judged_or_refused(document: dict[str, Any]) -> None:
    try:
        verdict = judge(document)
    except InputError as refused:
        assert "\n" not in str(refused)
    else:
        json.dumps(verdict.as_json())
        assert len(marks(document)) == 1 + len(verdict.sheets)

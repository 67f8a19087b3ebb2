"""Dice City played at the table: turns by the rulebook, refusals, random games, a recorded game."""

from __future__ import annotations

import json
import os
import random
import re
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from dumps_dice_city import dump
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.edition import Edition, Entry, shipped
from pnp.games import dice_city
from pnp.games.dice_city import moves
from pnp.games.dice_city.city import Location
from pnp.games.dice_city.notation import parse, text
from pnp.games.dice_city.phrases import Ground
from pnp.games.dice_city.rules import RESOURCES, Place
from pnp.games.play import Action
from pnp.games.seats import Refusal
from pnp.sheets.documents import judge
from pnp.strict import said_by

PLAY: Any = dice_city.game.play
WORDS = dice_city.game.words()
EDITION = shipped("dice-city")
NAMES = ("Ana", "Bea", "Cy", "Dan")
ROWS = ("white", "yellow", "red", "blue", "black")
PLAYS = Path(__file__).parent / "plays"
FOLDER = Path(dice_city.__file__).parent
ROLLED = ["d 3 1 2 4 6", "d 1 1 1 1 1"]
"""The first rolls of Ana and Bea."""
USED = [f"0 {row} use: nothing" for row in ROWS]


def action(line: str) -> Action:
    """An action of a script: `0 red pass` of a seat, `! absent 1` of the table, `d 1 2` for dice."""
    who, _, rest = line.partition(" ")
    if who == "d":
        return Action(None, "", tuple(int(face) for face in rest.split()))
    return Action(None if who == "!" else int(who), rest)


def after(*lines: str, players: int = 2, edition: Edition = EDITION, state: Any = None) -> Any:
    """The table after a script, each line of which has to be allowed."""
    state = state or PLAY.open(NAMES[:players], {}, edition)
    for line in lines:
        following = PLAY.act(state, action(line))
        assert not isinstance(following, Refusal), (line, following)
        state = following
    return state


def turn(*lines: str) -> Any:
    """The table after a script that begins with Ana's first turn."""
    return after(*ROLLED, *lines)


def refused(state: Any, line: str) -> str:
    answer = PLAY.act(state, action(line))
    assert isinstance(answer, Refusal), line
    said = WORDS.of(PLAY.players(state)).text(answer)
    assert said and "\n" not in said and answer.key not in said
    return answer.code


def rolled_by(state: Any) -> list[str]:
    """Whose dice are to be rolled now, and which."""
    return [WORDS.of(NAMES).text(die.name) for die in PLAY.dice(state)]


def gained(*said: str) -> list[str]:
    """A dice step in which the white die brings what is said and the others nothing."""
    return [f"0 white use: {', '.join(said)}", *USED[1:]]


def with_entries(**values: Any) -> Edition:
    changes = {name.replace("_", "-"): value for name, value in values.items()}
    return EDITION.overridden(Edition("dice-city", {n: Entry(n, "fact", "", v) for n, v in changes.items()}))


# --- the rulebook, step by step


def test_dice_are_assigned_at_the_start() -> None:
    state = PLAY.open(NAMES[:3], {}, EDITION)
    assert rolled_by(state) == [f"Ana: {row}" for row in ROWS]
    assert PLAY.dice(state)[0].faces == (1, 2, 3, 4, 5, 6)
    state = after("d 3 1 2 4 6", state=state)
    assert state.seats[0].dice == (3, 1, 2, 4, 6)
    assert rolled_by(state)[0] == "Bea: white"
    state = after("d 1 1 1 1 1", "d 2 2 2 2 2", state=state)
    assert PLAY.dice(state) == () and PLAY.wanted(state)[0].seat == 0


@pytest.mark.parametrize(("players", "bandits", "ships"), [(2, 4, (4, 2, 1)), (3, 5, (5, 3, 1)), (4, 6, (6, 4, 1))])
def test_piles_grow_with_the_players(players: int, bandits: int, ships: tuple[int, ...]) -> None:
    lines = list(map(WORDS.text, PLAY.view(PLAY.open(NAMES[:players], {}, EDITION), None).lines))
    assert lines[0] == f"bandits left: 2 VP: {bandits}, 3 VP: {bandits}, 4 VP: {bandits}"
    assert lines[1] == "ships left: 5 VP: {}, 10 VP: {}, 20 VP: {}".format(*ships)
    assert lines[2] == "display: 8 cards; deck: 52"


USES = {
    "red use: wood 2, vp 1, sword 1, pass 1": ((2, 0, 0), 1, 1, 1),
    "RED  use :  2 wood , 1 stone": ((2, 1, 0), 0, 0, 0),
    "red:, use: wood 2": ((2, 0, 0), 0, 0, 0),
    "red use Forest: wood": ((1, 0, 0), 0, 0, 0),
    "red use: iron 2, pay iron 1, vp 2": ((0, 0, 1), 0, 0, 2),
    "red use: nothing plus swords 2": ((0, 0, 0), 2, 0, 0),
    "red pass": ((0, 0, 0), 0, 1, 0),
}


@pytest.mark.parametrize(("words", "has"), USES.items(), ids=USES)
def test_a_die_brings_what_is_said(words: str, has: tuple[tuple[int, ...], int, int, int]) -> None:
    state = turn(f"0 {words}")
    seat = state.seats[0]
    assert (seat.stock, state.strength, seat.passes, seat.tokens) == has
    assert seat.dice == (3, 1, 0, 4, 6)


def test_a_known_location_gives_what_its_card_says() -> None:
    state = turn(*gained("wood 2"), "0 build Lumber Mill red 2", "0 end", "d 1 1 2 1 1", "! absent 2", "d 1 1 1 1 1")
    assert state.seats[0].stock == (0, 0, 0)
    used = after("0 red use", state=state)
    assert used.seats[0].stock == (2, 0, 0)
    assert after("0 red use: wood 2", state=state).seats[0].stock == used.seats[0].stock
    assert after("0 red use lumbermill plus wood 1", state=state).seats[0].stock == (3, 0, 0)
    assert refused(state, "0 red use: wood 3") == "known-effect"
    assert refused(state, "0 red use Mine") == "wrong-space"


def test_printed_spaces_of_an_edition_give_what_it_says() -> None:
    printed = [
        {"name": "Forest", "vp": 0, "copies": 6, "gives": {"wood": 1}},
        {"name": "Militia", "vp": 0, "swords": 1},
    ]
    places = {row: ["Forest"] * 5 + ["Militia"] for row in ROWS}
    edition = with_entries(printed_spaces=printed, printed_places=places)
    state = after(*ROLLED, "0 red use", "0 black use", edition=edition)
    assert state.seats[0].stock == (1, 0, 0) and state.strength == 1
    assert PLAY.view(state, None).sheets[0][1].rows[0][1][2].text == "Forest ●"
    assert refused(state, "0 white use Militia") == "wrong-space"
    named = after(*ROLLED, "0 red use Forest", edition=with_entries(printed_spaces=printed))
    assert named.seats[0].stock == (1, 0, 0)


def test_a_die_moves_another_one() -> None:
    state = turn("0 red move blue left", "0 black move blue right", "0 white move blue right")
    assert state.seats[0].dice == (0, 1, 0, 5, 0)
    assert refused(state, "0 blue move yellow left") == "edge"
    assert after("0 yellow move blue right", state=state).seats[0].dice == (0, 0, 0, 6, 0)


def test_a_location_deactivates_itself_and_is_reactivated() -> None:
    state = turn(*gained("wood 1"), "0 build Bazaar=2 red 2 cost wood 1", "0 end", "d 3 1 2 4 6", "! absent 2")
    state = after("d 1 1 1 1 1", "0 red use: stone 2, off", state=state)
    assert state.seats[0].city[Place("red", 2)] == Location("Bazaar", 2, off=True)
    assert PLAY.document(state)["sheets"][0]["city"]["red"][1] == "Bazaar=2!"
    assert PLAY.standings(state)[0].total == 2
    state = after("0 white reactivate red 2", state=state)
    assert state.seats[0].city[Place("red", 2)] == Location("Bazaar", 2)


def test_a_barracks_lays_an_army_under_a_die_and_it_is_used() -> None:
    state = turn("0 red use: place Regular Army=1 blue 4", "0 blue use")
    assert state.strength == 2 and state.seats[0].city[Place("blue", 4)] == Location("Regular Army", 1)
    assert dict(state.taken) == {"regulararmy": 1} and state.deck == 52


def test_a_space_may_roll_dice_again() -> None:
    state = turn("0 red use: reroll blue, reroll red")
    assert rolled_by(state) == ["Ana: blue", "Ana: red"]
    assert after("d 2 5", state=state).seats[0].dice == (3, 1, 5, 2, 6)


def test_refresh_takes_four_of_the_deck() -> None:
    assert turn("0 red refresh").deck == 48


def tokens(count: int) -> Any:
    return turn(f"0 red use: pass {count}")


def test_two_tokens_buy_something_as_often_as_there_are_two() -> None:
    state = after("0 tokens wood", "0 tokens sword", state=tokens(5))
    assert (state.seats[0].stock, state.strength, state.seats[0].passes) == ((1, 0, 0), 1, 1)
    assert refused(state, "0 tokens iron") == "no-tokens"
    kept = after(*USED[:2], *USED[3:], "0 end", state=state)
    assert kept.seats[0].passes == 1


def test_tokens_make_all_others_roll_clockwise() -> None:
    state = after("d 1 1 1 1 1", "d 1 1 1 1 1", "d 1 1 1 1 1", "! absent 1", "d 1 1 1 1 1", players=3)
    state = after("1 red use: pass 4", "1 tokens reroll blue", state=state)
    assert rolled_by(state) == ["Cy: blue"]
    state = after("d 6", state=state)
    assert rolled_by(state) == ["Ana: blue"]
    state = after("d 5", "1 tokens reroll ana red, cy black", state=state)
    assert state.rolls == ((2, "black"), (0, "red"))
    state = after("d 3", "d 4", state=state)
    assert (state.seats[0].dice, state.seats[2].dice) == ((1, 1, 4, 5, 1), (1, 1, 1, 6, 3))


def raid(*said: str) -> Any:
    """Bea's attack on Ana, who has a Church of 2 VP on red 2, a Mine on red 3 and one wood and one iron in stock."""
    ana = gained("wood 3", "stone 1", "iron 3")
    built = ["0 build Church=2 red 2 cost wood 2 stone 1", "0 build Mine red 3", "0 end", "d 1 1 1 1 1"]
    bea = [f"1 white use: {', '.join(said)}", *(f"1 {row} use: nothing" for row in ROWS[1:])]
    return turn(*ana, *built, *bea)


def test_army_strength_of_eight_is_spent_attack_by_attack() -> None:
    state = after("1 attack bandit 3 strength 3", state=raid("sword 8"))
    assert (state.strength, state.seats[1].bandits) == (5, (3,))
    state = after("1 attack Ana red 2 strength 3 vp 2", state=state)
    assert (state.strength, state.seats[1].tokens) == (2, 2)
    assert state.seats[0].city[Place("red", 2)] == Location("Church", 2, off=True)
    state = after("1 attack Ana stock wood", state=state)
    assert (state.strength, state.seats[0].stock, state.seats[1].stock) == (0, (0, 0, 1), (1, 0, 0))


def test_two_resources_take_a_strength_of_four() -> None:
    assert refused(raid("sword 3"), "1 attack Ana stock wood 1 iron 1") == "too-weak"
    state = after("1 attack Ana stock wood 1 iron 1", state=raid("sword 4"))
    assert (state.strength, state.seats[0].stock, state.seats[1].stock) == (0, (0, 0, 0), (1, 0, 1))


def test_a_location_without_vp_is_only_deactivated() -> None:
    state = after("1 attack #1 red 3", state=raid("sword 2"))
    assert (state.strength, state.seats[1].tokens) == (0, 0)
    assert state.seats[0].city[Place("red", 3)] == Location("Mine", None, off=True)


def test_a_wall_makes_a_location_harder() -> None:
    state = raid("sword 5")
    assert after("1 attack ana red 3 strength 4", state=state).strength == 1
    assert refused(state, "1 attack ana red 3 strength 1") == "wrong-strength"


def test_what_was_said_of_a_pile_is_known_from_then_on() -> None:
    state = after("1 attack bandit 4 strength 3", "1 attack bandit 4", state=raid("sword 6"))
    assert (state.strength, state.seats[1].bandits) == (0, (4, 4))


def test_an_editions_defence_is_checked() -> None:
    edition = with_entries(bandit_defence={"3": 4})
    state = after(*ROLLED, *gained("sword 4"), edition=edition)
    assert refused(state, "0 attack bandit 3 strength 3") == "wrong-strength"
    assert after("0 attack bandit 3", state=state).strength == 0


def test_two_of_each_resource_make_a_ship_of_five() -> None:
    state = turn(*gained("wood 2", "stone 2", "iron 2"), "0 ship 5")
    assert (state.seats[0].ships, state.seats[0].stock) == ((5,), (0, 0, 0))


def test_a_built_location_lies_on_top_and_the_display_is_filled() -> None:
    state = turn(*gained("wood 4"), "0 build Manor red 2 cost wood 1", "0 build town hall red 2 cost wood 2")
    assert state.seats[0].city[Place("red", 2)] == Location("Town Hall")
    assert (state.deck, state.display, state.seats[0].stock) == (50, (8,), (1, 0, 0))
    assert PLAY.standings(state)[0].total == 3
    assert after("0 build Lumber Mill red 1", state=turn(*gained("wood 2"))).deck == 52


def test_known_vp_may_be_said_and_change_nothing() -> None:
    said, not_said = (turn(*gained("wood 1"), f"0 build {card} red 2 cost wood 1") for card in ("manor = 2", "Manor"))
    assert said == not_said and dump(said) == dump(not_said)


def test_what_is_allowed_once_is_allowed_again_in_the_next_turn() -> None:
    state = turn("0 red pass", "0 blue refresh", "! absent 1", "d 1 1 1 1 1", "! absent 2", "d 1 1 1 1 1")
    assert after("0 red pass", "0 blue refresh", state=state).seats[0].passes == 2


def test_a_grand_statue_brings_tokens_for_what_is_paid_on_top() -> None:
    state = turn(*gained("stone 4", "iron 2"), "0 build Grand Statue red 1 cost stone 4 iron 2: vp 3")
    assert state.seats[0].tokens == 3


def test_a_cathedral_grows() -> None:
    state = turn(*gained("wood 1"), "0 build Cathedral=1 red 6 cost wood 1", "0 end", "d 1 1 1 1 1", "0 worth red 6 4")
    assert PLAY.standings(state)[0].total == 4


def test_one_of_each_resource_stays_and_strength_is_gone() -> None:
    state = turn(*gained("wood 3", "iron 1", "sword 5"), "0 end")
    assert (state.seats[0].stock, state.strength, state.active) == ((1, 0, 1), 0, 1)
    assert rolled_by(state) == [f"Ana: {row}" for row in ROWS]
    assert turn(*gained("wood 3", "iron 1"), "0 end keep iron").seats[0].stock == (0, 0, 1)
    store = turn(*gained("wood 5"), "0 build Storehouse red 1 cost wood 1", "0 end keep wood 3")
    assert store.seats[0].stock == (3, 0, 0)


def test_an_absent_player_takes_no_action() -> None:
    state = turn("0 red use: wood 3", "! absent 1")
    assert (state.active, state.seats[0].stock, state.seats[0].turns) == (1, (1, 0, 0), 1)
    assert len(PLAY.dice(state)) == 5


def bandits(state: Any, seat: int, vp: int, count: int) -> Any:
    dice = [f"{seat} white use: sword {count}", *(f"{seat} {row} use: nothing" for row in ROWS[1:])]
    return after(*dice, *([f"{seat} attack bandit {vp} strength 1"] * count), f"{seat} end", state=state)


def test_the_round_is_played_to_its_end() -> None:
    state = turn()
    for vp in (2, 3):
        state = after("d 1 1 1 1 1", "! absent 2", "d 1 1 1 1 1", state=bandits(state, 0, vp, 4))
    assert state.ending == ()
    state = bandits(state, 0, 4, 4)
    assert state.ending == ("bandits",) and not PLAY.over(state) and state.active == 1
    state = after("d 1 1 1 1 1", "! absent 2", state=state)
    assert PLAY.over(state) and PLAY.wanted(state) == () == PLAY.dice(state) == PLAY.options(state, 0)
    assert [seat.turns for seat in state.seats] == [3, 3]
    assert [(row.player, row.total) for row in PLAY.standings(state)] == [("Ana", 36), ("Bea", 0)]
    assert WORDS.text(PLAY.view(state, 1).headline) == "Ana wins with 36 VP" and PLAY.round(state) == (3, 0)


def test_the_last_in_turn_order_ends_it_at_once() -> None:
    state = after("! absent 1", "d 1 1 1 1 1", state=turn())
    for vp in (2, 3, 4):
        state = bandits(state, 1, vp, 4)
        if vp < 4:
            state = after("d 1 1 1 1 1", "! absent 1", "d 1 1 1 1 1", state=state)
    assert PLAY.over(state)


def test_two_empty_ship_piles_end_it() -> None:
    goods = gained("wood 5")
    state = turn(*goods, "0 ship 20 cost wood 1", "0 ship 10 cost wood 1")
    assert state.ending == ()
    assert after("0 ship 10", state=state).ending == ("ships",)


def test_an_empty_deck_ends_it() -> None:
    state = turn(*gained("wood 52"), *(f"0 build Manor red {1 + n % 6} cost wood 1" for n in range(51)))
    assert (state.deck, state.ending) == (1, ())
    state = after("0 build Manor red 1", state=state)
    assert (state.deck, state.ending, state.display) == (0, ("deck",), (8,))


def full(*rows: str) -> Any:
    spaces = [f"{row} {column}" for row in rows for column in range(1, 7)]
    return turn(*gained("wood 12"), *(f"0 build Manor {space} cost wood 1" for space in spaces))


def test_full_rows_end_it_if_their_player_wants() -> None:
    state = full("red", "blue")
    assert state.ending == () and "call end" in [option.notation for option in PLAY.options(state, 0)]
    assert after("0 call end", state=state).ending == ("rows",)
    assert refused(full("red"), "0 call end") == "rows-not-full"


# --- every refusal


READY = gained("wood 9", "stone 1", "sword 3")
REFUSED: list[tuple[str, list[str], str]] = [
    ("dice-first", [], "0 red pass"),
    ("wrong-dice", [], "d 1 2"),
    ("wrong-face", [], "d 1 2 3 4 7"),
    ("no-roll-now", ROLLED, "d 1"),
    ("unclear", ROLLED, "0 reed use"),
    ("unclear", ROLLED, "0 red fly"),
    ("unclear", ROLLED, "0 red move blue up"),
    ("unclear", ROLLED, "0 red reactivate red 7"),
    ("unclear", ROLLED, "0 red use: gold 1"),
    ("unclear", ROLLED, "0 red use: wood 100"),
    ("unclear", ROLLED, "0 red use:"),
    ("unclear", ROLLED, "0 attack Zoe red 1"),
    ("unclear", ROLLED, "0 build Manor"),
    ("unclear", ROLLED, "0 ship"),
    ("unclear", ROLLED, "0 end now"),
    ("no-such-player", ROLLED, "! absent 3"),
    ("unclear", ROLLED, "0 tokens gold"),
    ("unclear", ROLLED, "0 worth red"),
    ("no-such-seat", ROLLED, "7 red pass"),
    ("player-only", ROLLED, "! red pass"),
    ("table-only", ROLLED, "0 absent 1"),
    ("not-their-turn", ROLLED, "! absent 2"),
    ("not-your-turn", ROLLED, "1 red pass"),
    ("die-used", [*ROLLED, "0 red pass"], "0 red use: wood 1"),
    ("die-used", [*ROLLED, "0 red pass"], "0 blue move red left"),
    ("die-used", [*ROLLED, "0 red pass"], "0 blue use: reroll red"),
    ("same-die", ROLLED, "0 red move red left"),
    ("edge", ROLLED, "0 red move black right"),
    ("say-what", ROLLED, "0 red use"),
    ("wrong-space", ROLLED, "0 red use Manor"),
    ("not-built", ROLLED, "0 red use: off"),
    ("not-built", ROLLED, "0 worth red 1 2"),
    ("not-enough", ROLLED, "0 red use: pay wood 1"),
    ("not-deactivated", ROLLED, "0 red reactivate red 1"),
    ("once-a-turn", [*ROLLED, "0 red pass"], "0 blue pass"),
    ("once-a-turn", [*ROLLED, "0 red refresh"], "0 blue refresh"),
    ("no-tokens", [*ROLLED, "0 red pass"], "0 tokens wood"),
    ("every-rival", [*ROLLED, "0 red use: pass 2"], "0 tokens reroll Ana blue"),
    ("dice-left", [*ROLLED, "0 red pass"], "0 end"),
    ("dice-left", ROLLED, "0 attack bandit 2 strength 1"),
    ("step-over", [*ROLLED, "0 next"], "0 red pass"),
    ("step-over", [*ROLLED, *READY, "0 next", "0 next"], "0 attack bandit 2 strength 1"),
    ("step-over", [*ROLLED, *READY], "0 build Manor red 1 cost wood 1: reroll red"),
    ("last-step", [*ROLLED, "0 next", "0 next"], "0 next"),
    ("say-strength", [*ROLLED, *READY], "0 attack bandit 2"),
    ("wrong-strength", [*ROLLED, *READY], "0 attack bandit 2 strength 0"),
    ("too-weak", [*ROLLED, *READY], "0 attack bandit 2 strength 4"),
    ("no-such-pile", [*ROLLED, *READY], "0 attack bandit 5 strength 1"),
    ("pile-empty", [*ROLLED, *READY, "0 ship 20 cost wood 1"], "0 ship 20"),
    ("no-defence", [*ROLLED, *READY], "0 attack Bea red 1 strength 1"),
    ("own-city", [*ROLLED, *READY], "0 attack Ana red 1 strength 1"),
    ("not-in-stock", [*ROLLED, *READY], "0 attack Bea stock wood 1"),
    ("say-cost", [*ROLLED, *READY], "0 build Manor red 1"),
    ("say-cost", [*ROLLED, *READY], "0 ship 10"),
    ("wrong-cost", [*ROLLED, *READY], "0 build Lumber Mill red 1 cost wood 1"),
    ("not-enough", [*ROLLED, *READY], "0 build Mine red 1"),
    ("not-enough", [*ROLLED, *READY], "0 ship 5"),
    ("not-enough", [*ROLLED, *READY], "0 end keep iron 1"),
    ("keep-too-much", [*ROLLED, *READY], "0 end keep wood 2"),
    ("unknown-vp", [*ROLLED, *READY], "0 build Church red 1 cost wood 1"),
    ("no-such-card", [*ROLLED, *READY], "0 build Castle red 1 cost wood 1"),
    ("wrong-vp", [*ROLLED, *READY], "0 build Manor=3 red 1 cost wood 1"),
    ("wrong-vp", [*ROLLED, *READY, "0 build Manor red 1 cost wood 1"], "0 worth red 1 3"),
    ("not-for-sale", [*ROLLED, *READY], "0 build Forest red 1 cost wood 1"),
    ("no-rows", [*ROLLED, *READY], "0 build Manor red 1 cost wood 1 from top"),
    ("rows-not-full", [*ROLLED, *READY], "0 call end"),
]


@pytest.mark.parametrize(("code", "script", "line"), REFUSED, ids=[f"{code}: {line}" for code, _, line in REFUSED])
def test_what_is_not_allowed_is_refused(code: str, script: list[str], line: str) -> None:
    state = after(*script)
    before = dump(state)
    assert refused(state, line) == code
    assert dump(state) == before


def test_refusals_that_take_longer_to_reach() -> None:
    struck = after("1 attack Ana red 2 strength 3", state=raid("sword 8"))
    assert refused(struck, "1 attack Ana red 2 strength 3") == "deactivated"
    assert refused(raid("sword 8"), "1 attack Ana red 2 strength 3 vp 3") == "wrong-vp"
    back = after("1 end", "d 1 1 1 1 1", state=struck)
    assert refused(after("0 red move white right", state=back), "0 white use: off red 2") == "deactivated"
    mills = turn(*gained("wood 40"), *["0 build Lumber Mill red 1"] * 15)
    assert refused(mills, "0 build Lumber Mill red 1") == "no-copies"
    over = after("0 call end", "0 end", "d 1 1 1 1 1", "! absent 2", state=full("red", "blue"))
    assert refused(over, "0 red pass") == "game-over"
    assert refused(after("0 call end", state=full("red", "blue")), "0 call end") == "already-ending"
    bare = turn(*gained("wood 60"), *["0 build Manor red 1 cost wood 1"] * 60)
    assert (bare.deck, bare.display) == (0, (0,))
    assert refused(bare, "0 build Manor red 1") == "no-cards"
    late = PLAY.join(turn(), "Zoe")
    assert (late.code, WORDS.text(late)) == ("too-late", "the piles are set up for 2 players; Zoe can watch")
    assert isinstance(words := PLAY.act(turn("0 red use: reroll red"), Action(0, "x", (1,))), Refusal)
    assert words.code == "unclear"


def test_a_deactivated_location_is_not_used() -> None:
    state = turn(*gained("wood 1"), "0 build Bazaar=2 red 2 cost wood 1: off", "0 end", "d 3 1 2 4 6", "! absent 2")
    assert refused(after("d 1 1 1 1 1", state=state), "0 red use: stone 2") == "deactivated"


def test_every_code_is_tested() -> None:
    sources = " ".join(path.read_text(encoding="utf-8") for path in FOLDER.glob("*.py"))
    codes = set(re.findall(r'(?:deny|doubt)\(\s*"([a-z-]+)[."]', sources))
    alone = {"no-rivals", "no-call"}  # in the tests of the game alone
    tested = {code for code, _, _ in REFUSED} | {
        "deactivated", "known-effect", "no-copies", "game-over", "already-ending", "no-cards", "too-late", "deck-empty",
        "nothing-hidden",
    }  # fmt: skip
    assert codes - alone <= tested and len(codes) > 40


@pytest.mark.parametrize(
    ("players", "options", "said"),
    [(("Ana",), {}, "1 player;"), (("A",) * 5, {}, "5 players"), (NAMES, {"mode": "hard"}, "'mode' is no option")],
)
def test_a_table_that_cant_be_opened(players: tuple[str, ...], options: dict[str, str], said: str) -> None:
    with pytest.raises(ValueError) as error:
        PLAY.open(players, options, EDITION)
    assert said in WORDS.text(said_by(error.value))


# --- words


GROUND = Ground(("Ana", "Ana red", "Bob, Jr", "stock", "Zoë  Q"), ROWS, 6)
dice = st.sampled_from(ROWS)
spots = st.builds(Place, dice, st.integers(1, 6))
rivals = st.integers(0, 4)
names = st.sampled_from(["Manor", "Market Place", "Re-roll", "Black Market", "Church"])
cards = st.builds(Location, names, st.none() | st.integers(0, 99), st.just(False))
numbers = st.none() | st.integers(0, 99)
amounts = st.dictionaries(st.sampled_from(RESOURCES), st.integers(1, 9), max_size=3).map(
    lambda found: tuple((kind, found[kind]) for kind in RESOURCES if kind in found)
)
gains = st.builds(
    moves.Gain,
    st.sampled_from([*RESOURCES, "vp", "sword", "pass"]),
    st.integers(1, 99) | st.integers(-99, -1),
)
effects = st.lists(
    gains | st.builds(moves.Off, st.none() | spots) | st.builds(moves.Reroll, dice) | st.builds(moves.Put, cards, spots)
).map(tuple)
some_effects = effects.filter(bool)
all_moves = st.one_of(
    st.builds(moves.Use, dice, st.just("") | names, st.none() | effects, st.just(()) | some_effects),
    st.builds(moves.Shift, dice, dice, st.sampled_from([-1, 1])),
    st.builds(moves.Reactivate, dice, spots),
    st.builds(moves.Refresh, dice),
    st.builds(moves.PassDie, dice),
    st.builds(moves.Tokens, st.sampled_from([*RESOURCES, "sword"])),
    dice.map(moves.Force),
    st.dictionaries(rivals, dice, min_size=1).map(lambda each: moves.Force("", tuple(sorted(each.items())))),
    st.builds(moves.AttackBandit, st.integers(0, 99), numbers),
    st.builds(moves.AttackLocation, rivals, spots, numbers, numbers),
    st.builds(moves.AttackStock, rivals, amounts),
    st.builds(moves.Build, cards, spots, st.none() | amounts, st.sampled_from(["", "top", "bottom"]), effects),
    st.builds(moves.Ship, st.integers(0, 99), st.none() | amounts),
    st.builds(moves.Worth, spots, st.integers(0, 99)),
    st.builds(moves.Next),
    st.builds(moves.CallEnd),
    st.builds(moves.End, st.none() | amounts),
)


@given(all_moves, st.sampled_from([str, str.upper, lambda words: f"  {words.replace(' ', '   ')} "]))
@settings(max_examples=400, deadline=None)
def test_words_and_moves_invert_each_other(move: moves.Move, spoken: Callable[[str], str]) -> None:
    words = text(move, GROUND)
    read = parse(words, GROUND)
    assert (type(read), read) == (type(move), move)
    again = parse(spoken(words), GROUND)
    assert type(again) is type(move) and text(again, GROUND).casefold() == words.casefold()


FORGIVEN = {
    "red:, use:wood 2,plus sword 1": "red use: wood 2 plus sword 1",
    "red use plus-wood": "red use plus pay wood 1",
    "attack Zoë Q stockwood": "attack Zoë Q stock wood 1",
    "attack #1 red1": "attack #1 red 1",
    "tokens re-roll stock red , Zoë Q blue": "tokens reroll stock red, Zoë Q blue",
}


@pytest.mark.parametrize(("words", "read"), FORGIVEN.items(), ids=FORGIVEN)
def test_what_is_written_otherwise_is_understood(words: str, read: str) -> None:
    assert text(parse(words, GROUND), GROUND) == read


def test_what_begins_with_no_known_word_is_told_them_all() -> None:
    first = "tokens, attack, build, ship, worth, next, call end, end, absent"
    said = WORDS.text(PLAY.act(turn(), Action(0, "sing")))
    assert said == f"'sing' is not understood; begin with a die's colour or {first}"


def test_a_number_is_a_seat_whatever_others_are_called() -> None:
    ground = GROUND._replace(players=("#2", "Bo"))
    attack = moves.AttackLocation(0, Place("red", 1), None, None)
    assert parse("attack #2 red 1", ground) == attack._replace(seat=1)
    assert text(attack, ground) == "attack #1 red 1" and parse("attack #1 red 1", ground) == attack


def test_a_name_that_could_be_mistaken_is_written_as_a_seat() -> None:
    wood = (("wood", 1),)
    said = [text(moves.AttackStock(seat, wood), GROUND) for seat in range(5)]
    assert [words.removeprefix("attack ").removesuffix(" stock wood 1") for words in said] == [
        "#1", "Ana red", "#3", "stock", "Zoë Q",
    ]  # fmt: skip


@given(st.text(max_size=60))
@settings(max_examples=300, deadline=None)
def test_any_words_are_answered(words: str) -> None:
    state = turn()
    answer = PLAY.act(state, Action(0, words))
    assert isinstance(answer, Refusal | type(state))


# --- random games


def chosen(play: Any, state: Any, rng: random.Random) -> Action:
    """Dice as they fall, or one of the moves that are listed."""
    rolled = play.dice(state)
    if rolled:
        return Action(None, "", tuple(rng.choice(die.faces) for die in rolled))
    seat = play.wanted(state)[0].seat
    return Action(seat, rng.choice(play.options(state, seat)).notation)


def random_game(play: Any, state: Any, seed: int) -> Iterator[tuple[Any, Action, Any]]:
    """The states and actions of a game in which everything is chosen at random."""
    rng = random.Random(seed)
    for _ in range(5000):
        if play.over(state):
            return
        action = chosen(play, state, rng)
        following = play.act(state, action)
        assert not isinstance(following, Refusal), (action, following)
        yield state, action, following
        state = following
    raise AssertionError("the game does not end")


def fair(play: Any, state: Any) -> None:
    """The document is legal and its ranking the standings."""
    verdict = judge(play.document(state))
    assert verdict.legal, verdict
    assert verdict.ranking == play.standings(state)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(3))
def test_random_games_run_to_their_end(players: int, seed: int) -> None:
    first = PLAY.open(NAMES[:players], {}, EDITION)
    actions, dumps = [], []
    for number, (before, action, state) in enumerate(random_game(PLAY, first, seed)):
        if number % 7 == 0:
            kept = dump(before)
            assert PLAY.act(before, action) == state and dump(before) == kept
            fair(PLAY, state)
            PLAY.view(state, 0), PLAY.view(state, None)
        actions.append(action)
        dumps.append(json.dumps(dump(state), sort_keys=True))
    assert PLAY.over(state) and state.ending and PLAY.wanted(state) == ()
    fair(PLAY, state)
    assert len({seat.turns for seat in state.seats}) == 1
    again = first
    for action, made in zip(actions, dumps, strict=True):
        again = PLAY.act(again, action)
        assert json.dumps(dump(again), sort_keys=True) == made
    assert again == state


def test_equal_dumps_are_equal_states() -> None:
    seen: dict[str, Any] = {}
    for seed in range(2):
        for _, _, state in random_game(PLAY, PLAY.open(NAMES[:2], {}, EDITION), seed):
            assert seen.setdefault(json.dumps(dump(state)), state) == state
    states = list(seen.values())
    assert all(one != other for one, other in zip(states, states[1:], strict=False))
    other = PLAY.open(NAMES[:2], {}, with_entries(stock_kept=2))
    assert dump(other) != dump(PLAY.open(NAMES[:2], {}, EDITION))


def worded(state: Any) -> set[str]:
    """Every closed wording there is, whether allowed or not."""
    spaces = [f"{row} {column}" for row in ROWS for column in range(1, 7)]
    found = {f"{row} {what}" for row in ROWS for what in ("pass", "refresh", "use")}
    found |= {f"{row} move {other} {side}" for row in ROWS for other in ROWS for side in ("left", "right")}
    found |= {f"{row} reactivate {space}" for row in ROWS for space in spaces}
    found |= {f"tokens {kind}" for kind in (*RESOURCES, "sword", *(f"reroll {row}" for row in ROWS))}
    found |= {"next", "end", "call end", *(f"ship {vp}" for vp in (5, 10, 20))}
    found |= {f"attack bandit {vp}" for vp in (2, 3, 4)}
    for seat in state.seats:
        found |= {f"attack {seat.name} stock {kind} 1" for kind in RESOURCES}
        found |= {f"attack {seat.name} {space}" for space in spaces}
    listed = ("Lumber Mill", "Quarry", "Mine", "Manor", "Town Hall", "Great Wall")
    return found | {f"build {card} {space}" for card in listed for space in spaces}


def compare_options(state: Any) -> int:
    """How many closed wordings are allowed, after comparing them with what is listed."""
    seat, words = state.active, worded(state)
    allowed = {one for one in words if not isinstance(PLAY.act(state, Action(seat, one)), Refusal)}
    options = {option.notation for option in PLAY.options(state, seat, 10_000)}
    assert options & words == allowed
    assert all(not isinstance(PLAY.act(state, Action(seat, one)), Refusal) for one in options)
    assert len(PLAY.options(state, seat, 5)) == min(5, len(options))
    return len(allowed)


def test_options_are_exactly_what_is_allowed() -> None:
    assert compare_options(turn()) == 43  # 40 moves less 8 over an edge, 5 pass, 5 refresh, next
    assert compare_options(raid("sword 8")) == 5  # next, end, wood or iron of the stock, the Mine
    assert compare_options(full("red", "blue")) == 2  # end and call end: nothing is left to pay with
    assert compare_options(tokens(4)) == 36  # four dice: 24 moves less 6, 4 pass, 4 refresh, next, 9 for tokens
    again = turn("0 red use: reroll black", "d 1", "0 next", "0 end", "d 1 1 2 1 1", "! absent 2", "d 1 1 1 1 1")
    assert compare_options(again) == 36
    assert compare_options(after("0 black pass", state=again)) == 20, "black can't be rolled again, so red is no use"
    compared = 0
    for number, (_, _, state) in enumerate(random_game(PLAY, PLAY.open(NAMES[:3], {}, EDITION), 11)):
        if number % 9 == 0 and not PLAY.dice(state) and not PLAY.over(state):
            compared += compare_options(state) > 5
    assert compared > 5


def chosen_option(state: Any, notation: str) -> Any:
    return next(one for one in PLAY.options(state, state.active, 10_000) if one.notation == notation)


def test_options_are_data() -> None:
    start, spoils = turn(), raid("sword 8")
    use = chosen_option(start, "red use: wood 1")
    assert (use.kind, use.field, use.dice, use.price) == ("use", "city.red.2", {"red": 2}, None)
    shift = chosen_option(start, "red move blue left")
    assert (shift.kind, shift.dice, shift.turned) == ("shift", {"red": 2, "blue": 4}, (4, 3))
    kinds = {"use", "shift", "refresh", "pass-die", "next"}
    assert {one.kind for one in PLAY.options(start, 0)} == kinds
    bandit, stock = (
        chosen_option(spoils, "attack bandit 2 strength 1"),
        chosen_option(spoils, "attack Ana stock wood 1"),
    )
    assert [(one.kind, one.price, one.left) for one in (bandit, stock)] == [("attack", 1, 7), ("attack", 2, 6)]
    mine = chosen_option(spoils, "attack Ana red 3")
    assert (mine.price, mine.left, WORDS.text(mine.means)) == (2, 6, "deactivates Mine for 0 VP")
    bought = chosen_option(tokens(4), "tokens wood")
    assert (bought.kind, bought.price, bought.left) == ("tokens", 2, 2)
    rich = turn(*gained("wood 2", "stone 2", "iron 2"))
    ship, mill = chosen_option(rich, "ship 5"), chosen_option(rich, "build Lumber Mill white 1")
    assert (ship.kind, ship.price, ship.left) == ("ship", 6, 0)
    assert (mill.kind, mill.field, mill.mark, mill.price, mill.left) == ("build", "city.white.1", "Lumber Mill", 2, 4)
    assert WORDS.text(mill.means) == "builds Lumber Mill (wood 2) on white 1"
    unknown = chosen_option(rich, "build Church=1 white 1 cost wood 1")
    assert WORDS.text(unknown.means) == "builds Church with the VP and cost that are printed there on white 1"
    assert (unknown.price, unknown.left) == (None, None)


def test_a_reactivated_location_is_uncrossed_on_the_sheet() -> None:
    state = turn(*gained("wood 1"), "0 build Bazaar=2 red 2 cost wood 1: off", "0 end", "d 3 1 2 4 6", "! absent 2")
    option = chosen_option(after("d 1 1 1 1 1", state=state), "white reactivate red 2")
    assert (option.kind, option.field, option.mark, option.dice) == ("reactivate", "off.red.2", False, {"white": 3})


def test_dice_lie_there_by_their_colours() -> None:
    state = turn("0 red pass")
    assert [(WORDS.text(name), face) for name, face in PLAY.lying(state)] == [
        ("white", 3), ("yellow", 1), ("blue", 4), ("black", 6),
    ]  # fmt: skip
    polish = dice_city.game.words("pl")
    assert [polish.text(name) for name, _ in PLAY.lying(state)] == ["biała", "żółta", "niebieska", "czarna"]


@pytest.mark.parametrize("language", ["en", "pl"])
def test_everything_that_is_told_has_words(language: str) -> None:
    words = dice_city.game.words(language).of(NAMES)
    for number, (_, _, state) in enumerate(random_game(PLAY, PLAY.open(NAMES[:3], {}, EDITION), 5)):
        if number % 5:
            continue
        view = PLAY.view(state, state.active)
        told = [view.headline, *view.lines, *(line for one in view.sheets for line in (*one[1].below, *one[2]))]
        told += [one.means for one in PLAY.options(state, state.active)]
        told += [one.what for one in PLAY.wanted(state)] + [
            line.why for one in PLAY.scores(state) for line in one.lines
        ]
        told += [die.name for die in PLAY.dice(state)] + [row.why for row in PLAY.standings(state)]
        for one in told:
            said = words.text(one)
            assert "…" not in said and "{" not in said and (not one or one.key not in said), one


def test_only_the_active_player_has_options() -> None:
    state = turn()
    assert PLAY.options(state, 1) == ()
    of_table = [option.notation for option in PLAY.options(state, None)]
    assert of_table == ["absent 1", "deck empty", "last round", "reveal"]
    assert all(not isinstance(PLAY.act(state, Action(None, words)), Refusal) for words in of_table)


# --- what really happened


def test_what_a_space_gave_is_known_from_then_on() -> None:
    state = turn()
    assert refused(state, "0 white use") == "say-what"
    state = after("0 white use: wood 2, pass 1", state=state)
    # Bea's white die lies on the same printed space in her turn; hers has not been told for white 1.
    again = state._replace(active=1, seats=(state.seats[0], state.seats[1]._replace(dice=(3, 1, 1, 1, 1))))
    used = after("1 white use", state=again)
    assert used.seats[1].stock == (2, 0, 0) and used.seats[1].passes == 1 and used.notes == again.notes
    uses = [option for option in PLAY.options(again, 1) if option.kind == "use" and "white" in option.dice]
    assert [(one.notation, WORDS.text(one.means)) for one in uses] == [("white use", "white 3 gives wood 2, pass 1")]
    assert refused(again, "1 yellow use") == "say-what"
    # What is said the next time is what holds from then on.
    other = after("1 white use: stone 1", state=again)
    assert other.seats[1].stock == (0, 1, 0) and other.given("white 3") == (moves.Gain("stone", 1),)


def test_the_stock_and_dice_of_whoever_acts_are_shown() -> None:
    state = turn("0 white use: wood 2")
    line = WORDS.of(NAMES).text(PLAY.view(state, None).lines[-1])
    assert line == "Ana has wood 2, stone 0, iron 0; pass tokens: 0; dice on yellow 1, red 2, blue 4, black 6"


def test_the_table_says_that_the_deck_is_empty_or_that_it_is_the_last_round() -> None:
    for words, end in (("deck empty", "deck"), ("last round", "said")):
        state = after(f"! {words}", state=turn(*USED))
        assert state.ending == (end,) and "the last round: " in WORDS.text(PLAY.view(state, None).lines[-2])
        assert refused(state, "! last round") == "already-ending"
        # Everybody has as many turns.
        state = after("0 end", "d 1 1 1 1 1", "1 next", "1 next", state=state)
        assert PLAY.over(after("1 end", state=state))
    assert refused(after("! deck empty", state=turn()), "! deck empty") == "deck-empty"
    assert after("! deck empty").deck == 0  # while dice are to be rolled, too


def test_what_a_location_came_to_is_said_when_it_is_over_too() -> None:
    build = [*gained("wood 1"), "0 build Cathedral=2 red 3 cost wood 1", "! last round", "0 end"]
    state = after(*build, "d 1 1 1 1 1", "1 next", "1 next", "1 end", state=turn())
    assert PLAY.over(state) and PLAY.scores(state)[0].total == 2
    late = after("0 worth red 3 6", state=state)
    assert PLAY.scores(late)[0].total == 6 and PLAY.standings(late)[0].total == 6
    assert refused(late, "0 end") == refused(late, "! worth red 3 6") == refused(late, "0 xyzzy") == "game-over"


def test_nothing_is_lost_when_the_table_is_ended_before_its_time() -> None:
    state = turn("0 white use: vp 3")
    assert PLAY.standings(state)[0].total == 0 and PLAY.last_words(state) == "reveal"
    shown = after("! reveal", state=state)
    assert PLAY.standings(shown)[0].total == 3 and PLAY.document(shown)["sheets"][0]["tokens"] == 3
    assert PLAY.last_words(shown) == "" and refused(shown, "! reveal") == "nothing-hidden"


@pytest.mark.parametrize(
    ("script", "words", "key"),
    [
        (["0 next"] + ["0 attack bandit 4 strength 1"] * 4, "0 attack bandit 4 strength 1", "pile-empty"),
        (["! deck empty"], "0 white refresh", "no-cards"),
    ],
)
def test_a_count_of_cards_is_only_in_doubt(script: list[str], words: str, key: str) -> None:
    state = turn()._replace(strength=9)
    state = after(*script, state=state)
    answer = PLAY.act(state, action(words))
    assert isinstance(answer, Refusal) and answer.key == key and answer.in_doubt
    seat, _, said = words.partition(" ")
    taken, (note,) = PLAY.weighed(state, Action(int(seat), f"anyway {said}"))
    assert note.key == key and taken != state and state.pile_left("bandits", 4) in (0, 4)
    assert taken.pile_left("bandits", 4) == state.pile_left("bandits", 4)


# --- what is hidden


def test_vp_lie_face_down_until_the_end() -> None:
    one = turn("0 red use: vp 1")
    two = turn("0 red use: vp 2")
    assert PLAY.view(one, 1) == PLAY.view(two, 1) and PLAY.view(one, None) == PLAY.view(two, None)
    assert PLAY.document(one) == PLAY.document(two) and PLAY.standings(one) == PLAY.standings(two)
    assert PLAY.view(one, 0) != PLAY.view(two, 0)
    assert "tokens 2" in WORDS.text(PLAY.view(two, 0).sheets[0][2][1])
    taken = after("1 attack bandit 3 strength 3", state=raid("sword 3"))
    assert PLAY.document(taken)["sheets"][1]["bandits"] == []
    assert "3 VP: 3" in WORDS.text(PLAY.view(taken, 0).lines[0])


# --- a recorded game


RECORD = PLAYS / "dice-city.jsonl"


def record(play: Any, first: Any, seed: int, path: Path) -> None:
    """Write a random game: an action a line, and every few lines what the state is."""
    lines = []
    for number, (_, action, state) in enumerate(random_game(play, first, seed), 1):
        lines.append({"seat": action.seat, "words": action.words, "dice": list(action.dice)})
        if number % 5 == 0 or play.over(state):
            lines.append({"dump_sha256": digest(state), "open": [row.total for row in play.standings(state)]})
    path.parent.mkdir(exist_ok=True)
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")


def digest(state: Any) -> str:
    """The state without the digest of the edition, which grows without changing a game."""
    found = {name: value for name, value in dump(state).items() if name != "edition"}
    return sha256(json.dumps(found, sort_keys=True).encode()).hexdigest()


def replayed(play: Any, state: Any, path: Path) -> Any:
    """The last state of a recorded game, after comparing those on the way."""
    compared = 0
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if "dump_sha256" in row:
            assert digest(state) == row["dump_sha256"]
            assert [rank.total for rank in play.standings(state)] == row["open"]
            compared += 1
        else:
            following = play.act(state, Action(row["seat"], row["words"], tuple(row["dice"])))
            assert not isinstance(following, Refusal), (row, following)
            state = following
    assert compared > 10
    return state


def test_the_recorded_game_is_played_as_it_was() -> None:
    first = PLAY.open(NAMES[:3], {}, EDITION)
    if os.environ.get("PNP_BLESS") == "1":
        record(PLAY, first, 2024, RECORD)
    state = replayed(PLAY, first, RECORD)
    assert PLAY.over(state)
    fair(PLAY, state)


def test_checking_a_document_does_not_load_the_playing() -> None:
    import subprocess
    import sys

    program = (
        "import sys; from pnp.games.dice_city import game, solo;"
        "sys.exit('pnp.games.dice_city.table' in sys.modules or 'pnp.games.dice_city.options' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


# --- what only cards tell is asked for in numbers


def answered(state: Any, notation: str, **numbers: int) -> Any:
    """The table after an option whose numbers a phone asked for, the usual ones but for those that are given."""
    asks = option_like(state, notation).asks
    assert {*numbers} <= {one.name for one in asks.amounts}
    for one in asks.amounts:
        number = numbers.get(one.name, one.usual)
        assert one.least <= number <= one.most
        asks = asks._replace(template=asks.template.replace(f"{{{one.name}}}", str(number)))
    return after(f"{state.active} {asks.template}", state=state)


def option_like(state: Any, notation: str) -> Any:
    return next(one for one in PLAY.options(state, state.active, 10_000) if one.notation.startswith(notation))


def test_what_cards_tell_is_asked_for() -> None:
    state = turn("0 white use: iron 3, stone 1")
    paid = answered(state, "yellow use: wood 1", iron=-2, vp=3)
    assert paid.mine.stock == (0, 1, 1) and paid.mine.tokens == 3
    built = after(*USED[1:], "0 build Church=2 red 3 cost iron 1", "0 end", "d 1 1 3 1 1", state=state)
    assert "worth" not in {one.kind for one in PLAY.options(built, 1)}, "it is not Bea's"
    again = after(*(f"1 {row} use: nothing" for row in ROWS), "1 end", "d 1 1 1 1 1", state=built)
    off = answered(again, "red use: wood 1", off=1)
    assert off.mine.city[Place("red", 3)].off
    at_end = after(*(f"0 {row} use: nothing" for row in ROWS), "0 next", "0 next", state=again)
    assert answered(at_end, "worth red 3", vp=7).mine.city[Place("red", 3)].entered == 7
    assert answered(at_end, "worth red 3").mine.city[Place("red", 3)].entered == 2, "as it is, until somebody says more"


def test_what_stays_in_stock_is_asked_for_where_a_card_may_help() -> None:
    state = turn(*gained("wood 4"), "0 build Church=2 red 3 cost wood 1")
    assert answered(state, "end", wood=3).seats[0].stock == (3, 0, 0)
    assert answered(state, "end").seats[0].stock == (1, 0, 0) == after("0 end", state=state).seats[0].stock
    assert option_like(turn(*gained("wood 1")), "end").asks is None


def test_how_much_is_taken_from_a_stock_is_asked_for() -> None:
    state = raid("sword 8")
    assert option_like(state, "attack Ana stock wood").asks is None, "one is all that there is"
    rich = state.with_seat(0, state.seats[0]._replace(stock=(5, 0, 0)))
    taken = answered(rich, "attack Ana stock wood", n=(most := 8 // state.rules.stock_price))
    assert taken.seats[0].stock[0] == 5 - most and taken.strength == 8 - most * state.rules.stock_price

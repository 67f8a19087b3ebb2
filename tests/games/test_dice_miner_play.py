"""Playing Dice Miner for two to four: phases and turns by the rulebook, every refusal, whole games and a recorded one."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import games_of_chance
import pytest
from dumps_dice_miner import dump
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp import games
from pnp.edition import Edition, Entry, shipped
from pnp.games.dice_miner import moves
from pnp.games.dice_miner.dice import (
    TYPES,
    Trove,
    dice_of,
    die_text,
    parse_die,
    parse_face,
    parse_trove,
    plain,
    trove_text,
)
from pnp.games.dice_miner.rules import MOST_TIEBREAKS
from pnp.games.dice_miner.state import State
from pnp.games.play import Action, Option
from pnp.games.seats import Refusal
from pnp.sheets.documents import judge

EDITION = shipped("dice-miner")
DICE = dice_of(EDITION)
FACES = DICE.faces
NAMES = ("Ana", "Bo", "Cy", "Di")
RECORD = Path(__file__).parent / "plays" / "dice-miner.jsonl"
play: Any = games.load("dice-miner").play
text = games.load("dice-miner").words().of(NAMES).text

Said = tuple[int | None, str]
ANYWAY = "; if it really was so, say it again with 'anyway' in front"


def table(players: int = 2, starts: int = 1) -> State:
    return play.open(NAMES[:players], {"starts": str(starts)}, EDITION)  # type: ignore[no-any-return]


def say(state: State, *said: Said) -> State:
    for seat, words in said:
        following = play.act(state, Action(seat, words))
        assert not isinstance(following, Refusal), (words, following)
        state = following
    return state


def refused(state: State, seat: int | None, words: str) -> Refusal:
    answer = play.act(state, Action(seat, words))
    assert isinstance(answer, Refusal), words
    return answer


def told(refusal: Refusal) -> tuple[str, str]:
    return refusal.code, text(refusal)


def roll(state: State, *faces: Any) -> State:
    following = play.act(state, Action(None, "", faces))
    assert not isinstance(following, Refusal), following
    return following  # type: ignore[no-any-return]


def beer(**counts: int) -> str:
    """A trove of nothing but beer, which scores nothing."""
    return "; ".join(f"{kind} {'beer ' * count}" for kind, count in counts.items() if count)


def sha(state: State) -> str:
    return games_of_chance.sha(dump(state))


# Two miners with heroes that change no sum here: Bo has the surveyor's tunnel 1, Ana the engineer's tunnel 2.
HEROES: list[Said] = [(1, "hero treasurer"), (0, "hero engineer")]
ANA = "tunnel 1 1 3 3 beer; treasure 1 1 1; hazard cave-in x4; tool pickaxe"
BO = "tunnel 1 2 2 3; treasure 3; hazard cave-in, dragon x4; tool chest; magic 1 3"
ROUND: list[Said] = [(0, ANA), (1, BO)]
AFTER_ONE = [*HEROES, *ROUND, (None, "score")]
ANA2 = beer(tunnel=11, treasure=3, hazard=4, tool=2)
BO2 = beer(tunnel=11, treasure=2, hazard=4, tool=1, magic=2)
EMPTY3 = [
    beer(tunnel=12, treasure=4, hazard=5, tool=3, magic=6),
    beer(tunnel=15, treasure=4, hazard=5, tool=4, magic=2),
]


BEER_ROUNDS = {
    2: [[(10, 0, 0, 0, 0)] * 2, [(13, 4, 3, 0, 0)] * 2, [(13, 4, 5, 3, 4), (14, 4, 5, 4, 4)]],
    3: [
        [(7, 0, 0, 0, 0), (7, 0, 0, 0, 0), (6, 0, 0, 0, 0)],
        [(9, 2, 3, 0, 0), (9, 2, 2, 0, 0), (9, 2, 2, 0, 0)],
        [(9, 3, 4, 3, 3), (9, 3, 3, 2, 3), (9, 2, 3, 2, 2)],
    ],
}
"""How many dice of each type everybody has after each round."""


def tied_table(players: int = 2) -> State:
    """A table on which nobody has a hero or a point after the last round."""
    state = table(players)
    for _ in range(players):
        state = say(state, (None, f"absent {play.wanted(state)[0].seat + 1}"))
    for number, row in enumerate(BEER_ROUNDS[players]):
        for seat, counts in enumerate(row):
            state = say(state, (seat, beer(**dict(zip(TYPES, counts, strict=True)))))
        state = say(state, (None, "score"))
        if number < 2:
            state = roll(say(state, (None, "next")), *["beer", *[1] * (players - 1)])
    return state


# ------------------------------------------------------------------------------------------------ setup


@pytest.mark.parametrize(
    ("players", "starts", "order"),
    [(2, 1, [1, 0]), (2, 2, [0, 1]), (3, 1, [2, 1, 0]), (4, 1, [3, 2, 1, 0]), (4, 3, [1, 0, 3, 2])],
)
def test_heroes_are_chosen_counterclockwise_and_by_the_starting_player_last(
    players: int, starts: int, order: list[int]
) -> None:
    state, seen = table(players, starts), []
    for hero in list(EDITION["heroes"])[:players]:
        (want,) = play.wanted(state)
        seen.append(want.seat)
        state = say(state, (want.seat, f"hero {hero}"))
    assert seen == order
    assert state.phase == "round"
    assert play.round(state) == (1, 3)


@pytest.mark.parametrize(
    ("faces", "candidates", "starter"),
    [
        ((2, 5, 4), (), 1),
        (("beer", 5, 5), (), 0),
        ((3, 5, 5), (1, 2), None),
        (("beer", 1, "Beer"), (0, 2), None),
        (("1", "1", "1"), (0, 1, 2), None),
    ],
)
def test_the_highest_tunnel_die_starts_and_ties_roll_again(
    faces: tuple[Any, ...], candidates: tuple[int, ...], starter: int | None
) -> None:
    state = play.open(NAMES[:3], {}, EDITION)
    assert [text(die.name) for die in play.dice(state)] == ["tunnel die of Ana", "tunnel die of Bo", "tunnel die of Cy"]
    assert play.dice(state)[0].faces == (1, 2, 3, 4, 5, "beer")
    after = roll(state, *faces)
    assert after.candidates == candidates
    assert after.starters == (() if starter is None else (starter,))
    assert len(play.dice(after)) == len(candidates)
    assert after != state
    assert (
        text(play.view(after, None).lines[-1]).lower()
        == f"rolled for the start: ana {faces[0]}, bo {faces[1]} and cy {faces[2]}".lower()
    )


def test_the_table_may_say_who_starts() -> None:
    opened = play.open(NAMES, {}, EDITION)
    assert say(opened, (None, "starts 3")) == say(opened, (1, "STARTS  cy")) == table(4, 3)


@pytest.mark.parametrize(
    ("players", "options", "said"),
    [
        (("Ana",), {}, "1 player; 2 to 4 can play"),
        (("A", "B", "C", "D", "E"), {}, "5 players; 2 to 4 can play"),
        (NAMES, {"start": "1"}, "'start' is no option; the game has starts, mountain; did you mean 'starts'?"),
        (NAMES, {"starts": "5"}, "starts: '5' is no player; there are 1 Ana, 2 Bo, 3 Cy, 4 Di"),
        (("Ana", "B\n"), {}, "control characters are not allowed"),
    ],
)
def test_a_table_that_cannot_be_opened(players: tuple[str, ...], options: dict[str, str], said: str) -> None:
    with pytest.raises(ValueError) as wrong:
        play.open(players, options, EDITION)
    assert said in text(wrong.value.said)  # type: ignore[attr-defined]


# ------------------------------------------------------------------------------------------------ rounds


def test_a_round_is_scored_as_the_rulebook_says() -> None:
    state = say(table(), *AFTER_ONE)
    ana, bo = judge(play.document(state)).sheets
    # Sequences 1-2-3 with the engineer's 2, and 1; three gems against four; two pickaxes times four cave-ins.
    assert [line.points for line in ana.score.rounds[0]] == [7, 3, 8]
    # 1-2-3, the second 2 forks; 3 gems and the treasurer's one, doubled; cave-in and dragons without tools.
    assert [line.points for line in bo.score.rounds[0]] == [6, 8, -5]
    assert [(rank.player, rank.total) for rank in play.standings(state)] == [("Ana", 18), ("Bo", 9)]
    assert state.phase == "replenish"


def test_a_trove_may_be_changed_until_it_is_scored() -> None:
    state = say(table(), *HEROES, (0, "tunnel 1"), (0, ANA), (1, BO))
    assert state == say(table(), *HEROES, *ROUND)
    assert say(state, (None, "score")) == say(state, (0, "Count"))
    changed = say(state, (1, BO.replace("treasure 3", "treasure 2")), (None, "score"))
    assert [rank.total for rank in play.standings(changed)] == [18, 4]


def test_a_table_that_falls_short_waits_for_a_correction() -> None:
    state = say(table(), *HEROES, (0, ANA), (1, "tunnel 1"))
    assert told(refused(state, None, "score")) == (
        "wrong-mountain",
        "round 1: 11 dice in the troves together; 20 have been mined by then; entered: Ana 10 dice, Bo 1 die" + ANYWAY,
    )
    assert text(play.wanted(state)[1].what).startswith("Bo's trove, corrected: round 1: 11 dice in the troves together")
    assert [(want.seat, want.must) for want in play.wanted(state)] == [(0, True), (1, True), (None, False)]
    assert not any(option.notation == "count" for option in play.options(state, None))
    assert say(state, play_option(state, 1), (None, "score")).phase == "replenish"


def play_option(state: State, seat: int) -> Said:
    return seat, play.options(state, seat)[0].notation


def test_chests_of_trove_and_hero_cache_together() -> None:
    state = say(table(), *AFTER_ONE)
    assert [(w.seat, w.example, w.must) for w in play.wanted(state)] == [(1, "cache 3", False), (None, "next", True)]
    assert [o.notation for o in play.options(state, 1)] == ["next", "cache 0", "cache 1", "cache 2", "cache 3"]
    state = say(state, (1, "cache 3"), (1, "cache 2"), (0, "cache 0"))
    assert state.cached == (0, 2)
    assert "caches 2 of 3" in map(text, play.view(state, 0).sheets[1][2])


def test_the_player_with_the_fewest_points_starts_the_next_round() -> None:
    state = say(table(), *AFTER_ONE, (None, "next"))
    assert (state.phase, state.starters) == ("round", (0, 1))
    assert "Bo starts" in text(play.view(state, None).headline)


def test_equally_few_points_leave_the_start_to_chance() -> None:
    three = say(table(3), *[(2 - n, f"hero {hero}") for n, hero in enumerate(("alchemist", "treasurer", "prospector"))])
    three = say(three, (0, beer(tunnel=7)), (1, beer(tunnel=7)), (2, "tunnel 1 2 beer beer beer beer"), (None, "score"))
    assert [rank.total for rank in play.standings(three)] == [3, 1, 1]
    state = say(three, (None, "next"))
    assert (state.phase, state.candidates, play.round(state)) == ("start", (0, 1), (2, 3))
    assert refused(state, None, "starts 3").code == "not-tied"
    assert roll(roll(state, 2, 2), 2, "beer").starters == say(state, (2, "starts bo")).starters == (0, 1)
    assert roll(state, 2, 1).phase == "round"


def test_three_rounds_end_the_game() -> None:
    state = say(table(), *AFTER_ONE, (None, "next"), (0, ANA2), (1, BO2), (None, "score"), (None, "next"))
    assert state.starters == (0, 1, 1)
    state = say(state, (0, EMPTY3[0]), (1, EMPTY3[1]), (None, "score"))
    assert play.over(state)
    assert play.wanted(state) == play.options(state, 0) == play.dice(state) == ()
    assert text(play.view(state, 1).headline) == "the game is over: Ana wins"
    assert play.round(state) == (3, 3)


# ------------------------------------------------------------------------------------------------ tiebreaks


def test_tied_players_roll_their_whole_troves_until_somebody_wins() -> None:
    state = tied_table(3)
    assert (state.phase, play.round(state)) == ("tiebreak", (4, 0))
    assert [want.seat for want in play.wanted(state)] == [0, 1, 2]
    dice = {seat: trove_text(state.rounds[-1][seat]) for seat in range(3)}
    two = {seat: words.replace("beer", "1", 1) for seat, words in dice.items()}
    state = say(state, (0, two[0]), (1, two[1]), (2, dice[2]), (None, "score"))
    assert [want.seat for want in play.wanted(state)] == [0, 1]
    assert refused(state, 2, dice[2]).code == "not-tied"
    assert refused(state, 0, "tunnel 1").code == "wrong-tiebreak"
    assert judge(play.document(state)).legal
    # Only the gems of those who roll again are compared: one gem leads now.
    state = say(state, (0, dice[0].replace("treasure beer", "treasure 1")), (1, two[1]), (None, "score"))
    assert play.over(state)
    assert [(r.rank, r.player, r.total) for r in play.standings(state)] == [(1, "Ana", 0), (2, "Bo", 0), (3, "Cy", 0)]
    assert judge(play.document(state)).ranking == play.standings(state)
    assert judge(play.document(state)).legal


def test_a_tie_behind_the_winner_is_shared() -> None:
    state = tied_table(3)
    dice = [trove_text(state.rounds[-1][seat]) for seat in range(3)]
    state = say(state, (0, dice[0]), (1, dice[1].replace("beer", "1", 1)), (2, dice[2]), (None, "score"))
    assert play.over(state)
    assert [(r.rank, r.player) for r in play.standings(state)] == [(1, "Bo"), (2, "Ana"), (2, "Cy")]


def test_a_tie_without_end_is_shared() -> None:
    state, steps = tied_table(), 0
    while not play.over(state):
        steps += 1
        state = say(state, (None, "absent 1"), (None, "absent 2"), (None, "score"))
    assert steps == MOST_TIEBREAKS
    assert text(play.view(state, None).headline) == "the game is over: Ana and Bo share the win"
    assert judge(play.document(state)).legal


# ------------------------------------------------------------------------------------------------ refusals

START = play.open(NAMES[:3], {}, EDITION)
OPENED = table()
MINING = say(OPENED, *HEROES)
IN = say(MINING, (0, ANA))
FULL = say(MINING, (0, ANA), (1, BO))
SCORED = say(OPENED, *AFTER_ONE)
SECOND = say(SCORED, (None, "next"))
TIED = tied_table()
OVER = say(
    SECOND, (0, ANA2), (1, BO2), (None, "score"), (None, "next"), (0, EMPTY3[0]), (1, EMPTY3[1]), (None, "score")
)

REFUSALS: list[tuple[State, int | None, str, str, str]] = [
    (OPENED, 2, "hero engineer", "no-such-seat", "there is no seat 3; seats are 1 to 2"),
    (START, None, "starts 4", "no-such-player", "'4' is no player; there are 1 Ana, 2 Bo, 3 Cy"),
    (START, None, "starts", "no-such-player", "nobody is named; there are 1 Ana, 2 Bo, 3 Cy"),
    (MINING, None, "9: tunnel 1", "no-such-player", "'9' is no player; there are 1 Ana, 2 Bo"),
    (MINING, None, "absent Eve", "no-such-player", "'Eve' is no player; there are 1 Ana, 2 Bo"),
    (
        say(START, (None, "absent 1")),
        None,
        "starts 1",
        "not-tied",
        "Ana can't start; among equals chance decides: Bo or Cy",
    ),
    (OPENED, 0, "hero engineer", "not-your-turn", "heroes are chosen counterclockwise; it is Bo's turn"),
    (
        OPENED,
        1,
        "hero wizard",
        "no-such-hero",
        "'wizard' is no hero; there are alchemist, dragon-slayer, engineer, prospector, surveyor, treasurer",
    ),
    (
        OPENED,
        1,
        "hero",
        "no-such-hero",
        "'' is no hero; there are alchemist, dragon-slayer, engineer, prospector, surveyor, treasurer",
    ),
    (
        say(OPENED, (1, "Hero Dragon slayer")),
        0,
        "hero dragon",
        "hero-taken",
        "'dragon-slayer' is taken, and each card is there once; free: alchemist, engineer, prospector, surveyor, treasurer",
    ),
    (OPENED, None, "hero engineer", "which-seat", "nobody can tell whose this is; the table writes '1: …' for Ana"),
    (MINING, None, "tunnel 1", "which-seat", "nobody can tell whose this is; the table writes '1: …' for Ana"),
    (SCORED, None, "cache 1", "which-seat", "nobody can tell whose this is; the table writes '1: …' for Ana"),
    (OPENED, 1, "tunnel 1", "not-now", "'trove' is not for now; Bo takes a hero (hero alchemist)"),
    (SCORED, 1, "score", "not-now", "'score' is not for now; roll all other dice again and fill the mountain (next)"),
    (
        say(START, (None, "absent 1")),
        None,
        "absent 1",
        "not-now",
        "Ana has nothing to roll for; only those who are tied roll",
    ),
    (OVER, 0, ANA, "game-over", "'trove' is not for now; the game is over and nothing is left to do"),
    (OVER, None, "absent 1", "game-over", "the game is over; nothing more is allowed"),
    (
        MINING,
        0,
        "",
        "unclear",
        "'' begins with no word that is known; there are starts, hero, trove, count, score, cache, next, absent, tunnel, treasure, hazard, tool, magic",
    ),
    (
        MINING,
        0,
        "tunel 1",
        "unclear",
        "'tunel 1' begins with no word that is known; there are starts, hero, trove, count, score, cache, next, absent, tunnel, treasure, hazard, tool, magic; did you mean 'tunnel'?",
    ),
    (
        MINING,
        0,
        "trove 1 2",
        "unclear",
        "'1' is no type of dice; dice are written 'tunnel 1 2 beer; hazard dragon x4'",
    ),
    (
        MINING,
        0,
        "trove",
        "unclear",
        "there are no dice; they are written 'tunnel 1 2 beer; hazard dragon x4', or 'nothing'",
    ),
    (MINING, 0, "tunnel " + "1 " * 1500, "unclear", "a line of 3006 characters; at most 2000 are read"),
    (FULL, None, "score now", "unclear", "'now' after 'count'; the word stands alone"),
    (SCORED, None, "next round", "unclear", "'round' after 'next'; the word stands alone"),
    (SCORED, 1, "cache two", "unclear", "'two' is no number of dice; write 'cache 2'"),
    (
        MINING,
        0,
        "tunnel 1 6",
        "no-such-face",
        "round 1, tunnel, die 2: shows '6'; a tunnel die shows 1, 2, 3, 4, 5 or beer",
    ),
    (
        MINING,
        0,
        "hazard dragon x5",
        "no-such-face",
        "round 1, hazard, die 1: shows 'dragon x5'; a hazard die shows beer, cave-in, cave-in x2, cave-in x3, cave-in x4, dragon, dragon x2, dragon x3 or dragon x4",
    ),
    (MINING, 0, beer(tool=8), "too-many-dice", "round 1, tool: 8 dice; there are 7 of this type in the game"),
    (
        IN,
        1,
        beer(tool=7),
        "too-many-dice",
        "round 1, tool: 8 dice; there are 7 of this type in the game; entered so far: Ana 10 dice, Bo 7 dice",
    ),
    (
        IN,
        1,
        beer(tunnel=11),
        "wrong-mountain",
        "round 1: 21 dice in the troves together; 20 have been mined by then; entered so far: Ana 10 dice, Bo 11 dice"
        + ANYWAY,
    ),
    (
        SECOND,
        0,
        "tunnel 1",
        "trove-shrank",
        "round 2: 1 die in the trove after 10; beer is given away only in a turn that takes a die too" + ANYWAY,
    ),
    (
        say(
            SECOND,
            (0, beer(tunnel=12, treasure=3, hazard=3, tool=2)),
            (1, beer(tunnel=14, treasure=1, hazard=3, tool=1, magic=1)),
        ),
        None,
        "score",
        "trove-shrank",
        "round 2, magic: 1 die in the troves together after 2; no die leaves the table; entered: Ana 20 dice, Bo 20 dice"
        + ANYWAY,
    ),
    (IN, None, "score", "troves-missing", "everybody's trove is scored together; missing: Bo"),
    (
        say(IN, (1, "nothing")),
        None,
        "score",
        "wrong-mountain",
        "round 1: 10 dice in the troves together; 20 have been mined by then; entered: Ana 10 dice, Bo 0 dice" + ANYWAY,
    ),
    (
        TIED,
        0,
        "tunnel 1",
        "wrong-tiebreak",
        "tiebreak 1, tunnel: 1 die; the whole trove is rolled again, 13 of this type" + ANYWAY,
    ),
    (SCORED, 0, "cache 1", "no-chest", "Ana shows no chest; without one every die is rolled again"),
    (SCORED, 1, "cache 4", "too-many-cached", "4 dice cached; the chests shown hold at most 3"),
    (MINING, 0, "take c2", "not-rolled", "'take' is for a mountain that is rolled here; yours is on the table"),
    (MINING, 0, "absent 2", "table-only", "absent Bo is for the table to say"),
    (MINING, 0, "2: tunnel 1", "table-only", "only the table types for somebody else; without '2' it is your own"),
    (MINING, None, "1: absent 2", "table-only", "absent Bo is for the table to say"),
]


@pytest.mark.parametrize(("state", "seat", "words", "code", "message"), REFUSALS, ids=lambda value: str(value)[:30])
def test_what_is_refused(state: State, seat: int | None, words: str, code: str, message: str) -> None:
    before = sha(state)
    assert told(refused(state, seat, words)) == (code, message)
    assert sha(state) == before


@pytest.mark.parametrize(
    ("state", "dice", "code", "message"),
    [
        (
            START,
            (1, 2),
            "wrong-dice",
            "2 dice; 3 are to be rolled: tunnel die of Ana, tunnel die of Bo, tunnel die of Cy",
        ),
        (MINING, (1,), "no-roll-now", "no dice are to be rolled now"),
        (OVER, (1,), "game-over", "the game is over; there is nothing to roll for"),
        (START, (1, 2, 6), "wrong-face", "tunnel die of Cy: 6 is no face; it shows 1, 2, 3, 4, 5, beer"),
        (START, (1, True, 5), "wrong-face", "tunnel die of Bo: True is no face; it shows 1, 2, 3, 4, 5, beer"),
    ],
)
def test_dice_that_are_refused(state: State, dice: tuple[Any, ...], code: str, message: str) -> None:
    assert told(play.act(state, Action(None, "", dice))) == (code, message)


def test_every_refusal_is_in_the_table() -> None:
    folder = games.load("dice-miner").folder
    source = "".join((folder / name).read_text() for name in ("table.py", "moves.py", "both_modes.py", "dice.py"))
    codes = set(re.findall(r'(?:deny|refuse|wrong)\(\s*"([a-z-]+)', source))
    assert {"unclear", "not-now", "game-over", "troves-missing", "no-chest"} <= codes
    seen = {code for *_, code, _ in REFUSALS} | {"not-tied", "too-late"}
    assert codes - {"wrong-option", "no-face"} <= seen
    # The codes of the check that an entry can meet.
    assert {"no-such-face", "too-many-dice", "wrong-mountain", "trove-shrank", "wrong-tiebreak"} <= seen


VOCABULARY = [
    "starts",
    "hero",
    "trove",
    "score",
    "cache",
    "next",
    "absent",
    "tunnel",
    "tool",
    "magic",
    "1",
    "2",
    "3",
    "engineer",
    "beer",
    "dragon",
    "x4",
    ":",
    ";",
    ",",
    "nothing",
    "1:",
    "×",
]
sentences = st.text(max_size=12) | st.lists(st.sampled_from(VOCABULARY), max_size=8).map(" ".join)


@given(st.sampled_from([START, OPENED, MINING, FULL, SCORED, TIED, OVER]), st.sampled_from([None, 0, 1, 7]), sentences)
@settings(max_examples=300, deadline=None)
def test_any_words_are_answered(state: State, seat: int | None, words: str) -> None:
    answer = play.act(state, Action(seat, words))
    if isinstance(answer, Refusal):
        assert re.fullmatch("[a-z-]+", answer.code)
        assert text(answer) and "…:" not in text(answer)
        assert "\n" not in text(answer)
    else:
        assert judge(play.document(answer)).legal


# ------------------------------------------------------------------------------------------------ absence


def test_an_absent_player_has_no_roll_no_hero_no_new_dice_and_caches_nothing() -> None:
    assert say(START, (None, "absent 2")).candidates == (0, 2)
    assert say(START, (None, "absent 2"), (None, "absent 1")).starters == (2,)
    assert say(OPENED, (None, "absent 2"), (0, "hero engineer")).heroes == ("engineer", "")
    assert say(MINING, (None, "absent 2")).entries == (None, Trove())
    assert say(SCORED, (None, "absent Bo")).cached == (None, 0)
    second = say(SECOND, (None, "absent 2"))
    assert second.entries[1] == SCORED.rounds[0][1]
    scored = say(second, (0, beer(tunnel=19, treasure=3, hazard=4, tool=4)), (None, "score"))
    assert judge(play.document(scored)).legal


def test_the_table_may_type_for_a_player() -> None:
    assert say(MINING, (None, "2: " + BO)) == say(MINING, (1, BO))
    assert say(OPENED, (None, "2 : hero treasurer")) == say(OPENED, (1, "hero treasurer"))


# ------------------------------------------------------------------------------------------------ notation

troves = st.builds(Trove, **{kind: st.lists(st.sampled_from(FACES[kind]), max_size=9).map(tuple) for kind in TYPES})


@given(troves, st.randoms())
@settings(max_examples=60, deadline=None)
def test_troves_are_read_as_they_are_written(trove: Trove, rng: random.Random) -> None:
    written = trove_text(trove)
    assert parse_trove(written, DICE) == trove
    forgiving = "".join(rng.choice([char.upper(), char]) for char in written).replace(";", rng.choice([";", "", " ;"]))
    forgiving = forgiving.replace(" ", rng.choice(["  ", " "])).replace("-", rng.choice(["-", " "]))
    assert parse_trove(forgiving, DICE) == trove


@pytest.mark.parametrize(
    "words",
    ["hazard dragon x4", "Hazards: Dragons X 4", "hazard dragonx4", "hazard dragon×4", " hazard  dragon  x4 "],
)
def test_a_die_may_be_written_in_many_ways(words: str) -> None:
    assert parse_die(words, DICE) == ("hazard", parse_face("dragon x4"))


def test_every_die_is_read_as_it_is_written() -> None:
    for kind in TYPES:
        for face in FACES[kind]:
            assert parse_die(die_text(kind, face), DICE) == (kind, face)
            assert parse_face(plain(face)) == face


# ------------------------------------------------------------------------------------------------ what is shown


def test_nothing_is_hidden_and_only_what_is_scored_is_in_the_document() -> None:
    views = [play.view(IN, seat) for seat in (None, 0, 1)]
    assert views[0] == views[1] == views[2]
    told = next(line for line in map(text, views[0].sheets[0][2]) if line.startswith("entered: "))
    assert parse_trove(told.removeprefix("entered: "), DICE) == IN.entries[0]
    assert "trove to be entered" in map(text, views[0].sheets[1][2])
    assert text(views[0].sheets[0][1].rows[0][0]) == "round 1, tunnel"
    assert play.document(IN) == play.document(MINING)
    assert not any(want.secret for want in play.wanted(IN))


def test_a_view_shows_points_by_round() -> None:
    shown = play.view(SCORED, 0)
    assert tuple(map(text, shown.sheets[0][2])) == ("round 1: 18 points (tunnel 7, treasure 3, hazard 8)",)
    assert tuple(map(text, shown.lines)) == ("1. Ana: 18", "2. Bo: 9")


def test_the_playing_is_loaded_only_when_it_is_asked_for() -> None:
    program = "import sys\nfrom pnp import games\ng, s = games.load('dice-miner'), games.load('dice-miner-solo')\n"
    program += "before = [n for n in sys.modules if n.endswith('table')]\ng.play.open, s.play.open\nprint(before)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


# ------------------------------------------------------------------------------------------------ options


@pytest.mark.parametrize(
    "state", [START, OPENED, say(OPENED, (1, "hero engineer")), MINING, IN, FULL, SCORED, SECOND, TIED]
)
def test_options_are_exactly_what_is_accepted_where_it_can_be_counted(state: State) -> None:
    words = ["count", "next", *(f"starts {n}" for n in range(6)), *(f"cache {n}" for n in range(12))]
    words += [f"hero {hero}" for hero in EDITION["heroes"]]
    for seat in (None, *state.seats):
        accepted = {each for each in words if not isinstance(play.act(state, Action(seat, each)), Refusal)}
        listed = {option.notation for option in play.options(state, seat)}
        assert accepted == listed & set(words)
        assert len(play.options(state, seat, 1)) == min(1, len(listed))
        for option in listed:
            say(state, (seat, option))


def fields_written(option: Option) -> dict[str, Any]:
    return {option.field: option.mark} if option.field else {}


def test_options_are_data() -> None:
    assert [(o.kind, o.field, o.mark) for o in play.options(START, None)] == [
        *[("starts", "start.r1", str(seat)) for seat in (1, 2, 3)],
        *[("absent", "", seat) for seat in (0, 1, 2)],
    ]
    heroes = {o.notation: o for o in play.options(OPENED, 1)}
    assert {o.kind for o in heroes.values()} == {"hero"}
    slayer = heroes["hero dragon-slayer"]
    assert text(slayer.means) == "tool shield, magic 1"
    assert fields_written(slayer).items() <= play.marks(say(OPENED, (1, slayer.notation)), None)[0][2].items()
    assert [(o.kind, o.price, o.left) for o in play.options(SCORED, 1)] == [
        ("next", None, None),
        *[("cache", count, 3 - count) for count in range(4)],
    ]
    assert [o.kind for o in play.options(MINING, 0)] == ["trove"] * 6
    assert [o.kind for o in play.options(FULL, 0)] == ["count"]
    pad = games.load("dice-miner").fields(EDITION)["score"]
    for state in (START, OPENED, MINING, FULL, SCORED, SECOND, TIED):
        for option in (option for seat in (None, *state.seats) for option in play.options(state, seat)):
            assert all(mark in (pad[id].choices or [mark]) for id, mark in fields_written(option).items())


def test_the_table_is_told_whom_it_may_pass_over() -> None:
    def offered(state: State) -> list[str]:
        return [o.notation for o in play.options(state, None) if o.kind == "absent"]

    assert offered(OPENED) == ["absent 2"]
    assert (offered(MINING), offered(IN), offered(FULL)) == (["absent 1", "absent 2"], ["absent 2"], [])
    assert offered(SCORED) == offered(OVER) == []
    assert [text(o.means) for o in play.options(IN, None)] == ["Bo is not there for this step"]


def test_options_are_a_sequence_that_is_built_when_it_is_looked_at() -> None:
    options = play.options(MINING, 0)
    assert len(options) == 6 and options[1:3] == tuple(options)[1:3] and options[-1] == list(options)[5]
    assert options == play.options(MINING, 0) != play.options(MINING, 1)


def test_moves_are_read_as_they_are_written() -> None:
    for state in (START, OPENED, MINING, FULL, SCORED, SECOND, TIED):
        offered = [option for seat in (None, *state.seats) for option in play.options(state, seat)]
        for option in (option for option in offered if option.kind != "absent"):
            move = moves.parse(*moves.split(option.notation), state.rules, state.players)
            assert (move.kind, moves.text(move)) == (option.kind, option.notation)


def test_sampled_troves_fit_what_the_others_have_entered() -> None:
    greedy = say(MINING, (0, beer(tunnel=19)))
    assert all(parse_trove(option.notation, DICE) for option in play.options(greedy, 1))
    assert {parse_trove(option.notation, DICE).size for option in play.options(greedy, 1)} == {1}
    assert play.options(say(SECOND, (0, beer(tunnel=15, treasure=7, hazard=9))), 1) == ()


# ------------------------------------------------------------------------------------------------ whole games


def driven(players: int, seed: int) -> tuple[list[Action], list[State]]:
    return games_of_chance.driven(play, play.open(NAMES[:players], {}, EDITION), seed, 300)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(4))
def test_games_of_chance_end_and_are_legal_at_every_step(players: int, seed: int) -> None:
    actions, states = driven(players, seed)
    again = play.open(NAMES[:players], {}, EDITION)
    for action, before, after in zip(actions, states, states[1:], strict=False):
        digest = sha(before)
        again = play.act(again, action)
        assert again == after
        assert dump(again) == dump(after) == json.loads(json.dumps(dump(after)))
        assert sha(before) == digest != sha(after)
        verdict = judge(play.document(after))
        assert verdict.legal
        assert verdict.ranking == play.standings(after)
        assert play.view(after, None).headline
        number, most = play.round(after)
        assert 1 <= number <= (most or 53)
    assert len(states[-1].rounds) == 3
    for number, row in enumerate(states[-1].rounds, 1):
        assert sum(trove.size for trove in row) == 20 * number
        held = Counter({kind: sum(len(trove.dice(kind)) for trove in row) for kind in TYPES})
        assert all(held[kind] <= EDITION["dice"][kind] for kind in TYPES)


def test_different_states_have_different_dumps() -> None:
    _, states = driven(3, 7)
    assert len({sha(state) for state in states}) == len(states) == len(set(states))


@pytest.mark.parametrize("language", ["en", "pl"])
def test_everything_that_is_said_has_words(language: str) -> None:
    words = games.load("dice-miner").words(language).of(NAMES)
    said: list[Any] = [play.act(state, Action(seat, line)) for state, seat, line, *_ in REFUSALS]
    for state in (*driven(4, 3)[1], START, TIED, OVER):
        view = play.view(state, None)
        said += [view.headline, *view.lines, *(line for _, _, lines in view.sheets for line in lines)]
        said += [line for _, picture, _ in view.sheets for line in picture.below]
        said += [want.what for want in play.wanted(state)] + [die.name for die in play.dice(state)]
        said += [option.means for seat in (None, *state.seats) for option in play.options(state, seat)]
        said += [line.why for score in play.scores(state) for row in (score.lines, *score.rounds) for line in row]
    texts = {one.key: words.text(one) for one in said if isinstance(one, tuple)}
    assert len(texts) > 60
    assert not [key for key, told in texts.items() if told == key or re.search(r"[{}]|^…|… |\[\[", told)]


def test_rules_come_from_the_edition() -> None:
    heroes = {"miner": {"tool": ["chest"]}}
    own = EDITION.overridden(
        Edition(
            "dice-miner",
            {
                "rounds": Entry("rounds", "rule", "", 1),
                "mountain": Entry("mountain", "rule", "", 3),
                "heroes": Entry("heroes", "rule", "", heroes),
            },
        )
    )
    state = play.open(NAMES[:2], {"starts": "1"}, own)
    state = say(state, (1, "hero miner"))
    assert state.phase == "round"
    state = say(state, (0, "tunnel 1 2"), (1, "tunnel 5"), (None, "score"))
    assert play.over(state)
    assert play.round(state) == (1, 1)


# ------------------------------------------------------------------------------------------------ a recorded game


def facts(state: State) -> Mapping[str, Any]:
    return {"phase": state.phase, "standings": [[rank.player, rank.total] for rank in play.standings(state)]}


def replayed(lines: list[dict[str, Any]]) -> State:
    opened = play.open(NAMES[:3], {}, EDITION)
    return games_of_chance.replayed(play, opened, lines, dump, facts)  # type: ignore[no-any-return]


def test_a_recorded_game() -> None:
    if os.environ.get("PNP_BLESS"):
        RECORD.write_text(_recorded(), encoding="utf-8")
    state = replayed([json.loads(line) for line in RECORD.read_text(encoding="utf-8").splitlines()])
    assert play.over(state)


def _recorded() -> str:
    return games_of_chance.recorded(play, driven(3, 11), Action(0, "hero wizard"), 3, dump, facts)


def test_the_record_can_fail() -> None:
    lines = [json.loads(line) for line in RECORD.read_text(encoding="utf-8").splitlines()]
    marked = next(n for n, line in enumerate(lines) if "dump_sha256" in line)
    lines[marked] = {"dump_sha256": "0" * 64}
    with pytest.raises(AssertionError):
        replayed(lines)


def test_the_state_is_frozen() -> None:
    with pytest.raises(AttributeError):
        MINING.phase = "over"  # type: ignore[misc]
    assert OVER.due == ()

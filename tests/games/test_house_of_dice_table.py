"""House of Dice at the table: rounds, secrets, rerolls, absent players, the vote, and whole games by chance."""

from __future__ import annotations

import copy
import hashlib
import json
import os
import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import permutations, product
from pathlib import Path
from typing import Any

import pytest
from dumps_house_of_dice import dump
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp import edition as editions
from pnp.edition import Edition, Entry
from pnp.games.house_of_dice import game
from pnp.games.house_of_dice.moves import apply
from pnp.games.house_of_dice.notation import PASS, parse_move, text
from pnp.games.house_of_dice.parts import BONUSES
from pnp.games.house_of_dice.rules import rules_of
from pnp.games.house_of_dice.sayings import Saying, parse
from pnp.games.house_of_dice.sayings import text as saying_text
from pnp.games.house_of_dice.sheet import Sheet, empty
from pnp.games.play import Action, Option, Play, View, Vote, Wanted
from pnp.games.seats import Refusal, seat_of
from pnp.games.table_dice import Die
from pnp.games.verdict import Score
from pnp.sheets import documents
from pnp.strict import said_by
from pnp.words import say

EDITION = editions.shipped("house-of-dice")
OLD = EDITION.as_of(1)
RULES = rules_of(EDITION)
TEXT = game.words().text
NAMES = ("Ana", "Bo", "Cy", "Di", "Ed", "Flo")
PLAYS = Path(__file__).parent / "plays" / "house-of-dice.jsonl"
play: Play = game.play


def text_of(state: Any, said: Any) -> str:
    """A sentence in English."""
    return game.words().of(state.players).text(said)


def seen(state: Any, seat: int | None) -> View:
    """What a seat sees, in English."""
    view = play.view(state, seat)
    sheets = tuple((name, picture, tuple(text_of(state, one) for one in lines)) for name, picture, lines in view.sheets)
    return View(text_of(state, view.headline), sheets, tuple(text_of(state, one) for one in view.lines))


def opened(players: int = 2, edition: Edition = EDITION, **options: str) -> Any:
    return play.open(NAMES[:players], options, edition)


def after(state: Any, *said: Any) -> Any:
    """The state after some actions: dice as a number such as 335, words as (seat, words), the table's as words."""
    for one in said:
        result = play.act(state, action(one))
        assert not isinstance(result, Refusal), (one, result)
        state = result
    return state


def action(one: Any) -> Action:
    if isinstance(one, int):
        return Action(None, "", tuple(map(int, str(one))))
    return Action(None, one) if isinstance(one, str) else Action(*one)


def refused(state: Any, one: Any) -> str:
    before = copy.deepcopy(dump(state))
    result = play.act(state, action(one))
    assert isinstance(result, Refusal), one
    assert dump(state) == before
    message = text_of(state, result)
    assert message and "\n" not in message and message[-1] not in ".;", result
    assert "{" not in message and "…" not in message and "Move(" not in message and message != result.key
    return result.code


def finished(players: int = 2, **options: str) -> Any:
    """A table after its last round, in which everybody did the same for nothing."""
    state = opened(players, **options)
    return furnished(state, play.round(state)[1])


def words_of(state: Any, seat: int | None, most: int = 10**6) -> list[str]:
    return [option.notation for option in play.options(state, seat, most)]


# --- a round ---------------------------------------------------------------------------------------


def test_a_round_is_a_roll_secret_moves_and_the_reveal() -> None:
    state = opened()
    assert play.dice(state) == (Die(say("die"), (1, 2, 3, 4, 5, 6)),) * 3
    assert play.wanted(state) == (Wanted(None, say("wanted.roll", n=3, seat=0, again=False), "1 2 3"),)
    assert text_of(state, play.wanted(state)[0].what) == "the 3 dice that Ana rolls"
    assert play.options(state, 0) == ()
    state = after(state, 335)
    assert play.dice(state) == ()
    assert [(w.seat, w.must, w.secret) for w in play.wanted(state)] == [
        (0, False, False),
        (0, True, True),
        (1, True, True),
    ]
    state = after(state, (0, " w 32 $ 5 "))
    assert play.round(state) == (1, 24) and state.sheets[0].cost == 0
    state = after(state, (1, "+3$5"))
    assert play.round(state) == (2, 24) and play.dice(state)
    assert [sheet.cost for sheet in state.sheets] == [2, 2]
    assert play.document(state) == {
        "game": "house-of-dice",
        "players": 2,
        "rolls": ["3 3 5"],
        "sheets": [{"player": "Ana", "moves": ["W32$5"]}, {"player": "Bo", "moves": ["+3$5"]}],
    }
    assert "Bo rolls" in seen(state, None).headline


# Each: the dice, what Ana (active in round 1) may say and what may not be said, with the code of the refusal.
TURNS = [
    (335, "W32$5", "W33$6", "not-in-dice"),
    (335, "W33$5", "W35$3", "not-in-dice"),
    (335, "R35$3", "R32$3", "wrong-row"),
    (246, "G42$6", "B22$6", "wrong-row"),
    (246, "D62$4", "D62$6", "not-in-dice"),
    (246, "+4$2", "+5$2", "not-in-dice"),
    (246, "+6$2", "-", "must-not-pass"),
    (256, "R65$2", "C25$5", "chimney-without-roof"),
    (256, "!free R65$2", "!free -", "must-not-pass"),
    (335, "!nudge3>4 B33$5", "!nudge3>5 W32$5", "not-in-dice"),
    (335, "!nudge5>6 +6$3", "!nudge4>5 W52$3", "not-in-dice"),
    (135, "!extra W12$5 F31$5", "!extra W12$5 W12$5", "cell-taken"),
    (135, "!extra +1$3 R34$1", "!extra R14$3 W15$3", "not-in-dice"),
    (354, "!extra R34$4 B33$5", "!extra R34$4 R35$4", "above-roof"),
    (335, "!full-roof W32$5", "!full-roof W37$5", "wrong-row"),
    (335, "!most-windows W32$5", "!most-doors W32$5", "unclear"),
    (335, "W54$3", "W74$3", "wrong-column"),
    (335, "W54$3", "W54$3 W34$5", "unclear"),
    (335, "w54$3", "window please", "unclear"),
]


@pytest.mark.parametrize(("roll", "fine", "wrong", "code"), TURNS)
def test_a_move_is_judged_at_once(roll: int, fine: str, wrong: str, code: str) -> None:
    state = after(opened(), roll)
    assert refused(state, (0, wrong)) == code
    entered = after(state, (0, fine))
    assert entered.entries[0] == parse_move(fine)
    claims = fine.startswith("!")
    assert not claims or refused(state, (1, fine)) == "not-active"


def test_a_claim_counts_on_both_sheets() -> None:
    state = after(opened(), 335, (0, "!free W32$5"), (1, "+3$3"))
    assert state.sheets[0].cost == 0 and state.sheets[0].bonuses == ("free",)
    assert state.circles_left("free") == 0 and state.circles_left("extra") == 1
    state = after(state, 335)
    assert refused(state, (1, "!free W32$5")) == "bonus-taken"
    assert not any(word.startswith("!free") for word in words_of(state, 1))
    four = after(opened(4), 335, (0, "!free W32$5"), *((seat, "+3$3") for seat in (1, 2, 3)), 335)
    assert after(four, (1, "!free W32$5")).entries[1]


def test_a_player_claims_each_bonus_once_and_three_in_all() -> None:
    state = opened(4)
    for bonus in ("free", "full-roof", "full-fence"):
        state = after(state, 111, (0, f"!{bonus} +1$1"), *((seat, "+1$1") for seat in (1, 2, 3)))
        for _ in range(3):
            if bonus == "free":
                assert play.act(after(state, 111), Action(0, "!free +1$1")).code == "not-active"  # type: ignore[union-attr]
            state = after(state, 111, *((seat, "+1$1") for seat in range(4)))
        if bonus == "free":
            assert refused(after(state, 111), (0, "!free +1$1")) == "bonus-repeated"
    state = after(state, 111)
    assert refused(state, (0, "!most-windows +1$1")) == "too-many-bonuses"
    assert refused(state, (0, "reroll")) == "too-many-bonuses"
    assert not any(word.startswith(("!", "reroll")) for word in words_of(state, 0))


def test_an_entry_can_be_changed_and_withdrawn_until_the_reveal() -> None:
    state = after(opened(), 335, (0, "W32$5"), (0, "W33$5"))
    assert text(state.entries[0]) == "W33$5"
    assert "withdraw" in words_of(state, 0)
    state = after(state, (0, "Withdraw"))
    assert state == after(opened(), 335)
    assert refused(state, (0, "withdraw")) == "no-entry"


def test_the_budget_ends_and_a_pass_is_then_the_only_move() -> None:
    state = opened(edition=OLD)
    for _ in range(12):
        state = after(state, 666, (0, "+6$6"), (1, "+6$6"))
    state = after(state, 666)
    assert words_of(state, 1) == ["-"]
    assert refused(state, (1, "+6$6")) == "over-budget"
    assert "!free +6$6" in words_of(state, 0)
    state = after(state, (0, "pass"), (1, "-"))
    assert state.moves[1][-1] == PASS and state.missed == ((), ())
    assert documents.judge(play.document(state)).legal


# --- reveal by the host, absent players ------------------------------------------------------------


def test_a_host_reveals_when_told_so() -> None:
    state = after(opened(reveal="host"), 335, (0, "W32$5"), (1, "+3$5"))
    assert play.round(state) == (1, 24) and "all are in" in seen(state, None).headline
    assert [w for w in play.wanted(state) if w.must] == [
        Wanted(None, say("wanted.reveal", seats=()), "reveal", only=True)
    ]
    assert words_of(state, None)[0] == "reveal"
    state = after(state, (1, "+5$3"), " REVEAL ")
    assert play.round(state) == (2, 24) and state.sheets[1].furniture == 5


def test_who_enters_nothing_until_the_reveal_misses_the_round() -> None:
    state = after(opened(3), 335)
    assert refused(state, "reveal") == "nobody-entered"
    state = after(state, (0, "W32$5"), "reveal")
    assert state.missed == ((), (1,), (1,)) and state.away == (False,) * 3
    assert play.document(state)["sheets"][1] == {"player": "Bo", "moves": ["-"], "absent": [1]}
    assert documents.judge(play.document(state)).legal
    assert state.sheets[1].turns == 1
    assert "missed round 1" in seen(state, 0).sheets[1][2]


@pytest.mark.parametrize("said", ["absent 2", "Absent bo", "ABSENT  Bo", (1, "absent"), (1, "absent 2")])
def test_the_rounds_of_an_absent_player_are_passes(said: Any) -> None:
    state = after(opened(3), said, 335, (0, "W32$5"), (2, "W32$5"))
    assert play.round(state) == (2, 24) and state.missed[1] == (1,)
    state = after(state, 335)
    assert words_of(state, 1) == ["back"] and refused(state, (1, "W32$5")) == "away"
    assert refused(state, (1, "reroll")) == "away" and refused(state, (1, "withdraw")) == "away"
    assert not any(wanted.seat == 1 and wanted.must for wanted in play.wanted(state))
    assert "back Bo" in words_of(state, None) and "back" in [w.example for w in play.wanted(state)]
    for back in ("back 2", (1, "back")):
        there = after(state, back, (0, "W33$5"), (1, "W33$5"), (2, "W33$5"))
        assert there.missed[1] == (1,) and there.sheets[1].cost == 2


def test_somebody_who_leaves_may_complete_the_round() -> None:
    state = after(opened(3), 335, (0, "W32$5"), (2, "W32$5"))
    assert play.round(after(state, "absent 2")) == (2, 24)
    assert play.round(after(opened(3, reveal="host"), 335, (0, "W32$5"), (2, "W32$5"), "absent 2")) == (1, 24)
    # What was entered before leaving still counts.
    state = after(opened(3), 335, (1, "W32$5"), "absent 2", (0, "W32$5"), (2, "W32$5"))
    assert state.missed == ((), (), ()) and state.sheets[1].cost == 2


def test_somebody_stays() -> None:
    state = after(opened(), "absent 1")
    assert refused(state, "absent 2") == "nobody-left"
    assert words_of(state, None) == ["back Ana", "paper"]
    assert refused(state, "absent 1") == "no-change" and refused(state, "back Bo") == "no-change"


def test_absent_rounds_in_a_document() -> None:
    def problems(**keys: Any) -> list[tuple[str, str]]:
        sheet = {"moves": ["W32$5", "-"], **keys}
        verdict = documents.judge(
            {"game": "house-of-dice", "rolls": ["3 3 5", "3 3 5"], "sheets": [sheet, {"moves": []}]}
        )
        return [(problem.code, TEXT(problem.where)) for problem in verdict.sheets[0].problems]

    assert problems() == [("must-not-pass", "round 2")]
    assert problems(absent=[2]) == []
    assert problems(absent=[2, 2]) == []
    assert problems(absent=[1]) == [("must-not-pass", "round 2"), ("moves-differ", "absent")]
    assert problems(absent=[2, 3]) == [("moves-differ", "absent")]
    assert problems(moves=["!reroll -", "W32$5"], absent=[1]) == []
    assert problems(moves=["!reroll -", "W32$5"]) == [("must-not-pass", "round 1")]
    # Being away excuses a pass and nothing else.
    assert problems(moves=["W32$5", "!free -"], absent=[2]) == [("not-active", "round 2")]
    for wrong in (0, 25, "2", True):
        with pytest.raises(documents.InputError, match="absent"):
            problems(absent=[wrong])


# --- reroll ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("said", ["reroll", "!reroll", " ! Reroll", "RE ROLL"])
def test_a_reroll_is_claimed_alone_and_stands_before_the_move(said: str) -> None:
    state = after(opened(), 335, (0, said))
    assert play.dice(state) and state.roll == () and state.rerolled
    assert "rolls again" in seen(state, 1).headline and "claimed reroll" in seen(state, 1).sheets[0][2][2]
    view = seen(state, 1)
    assert "bonuses 2," in view.sheets[0][2][1] and "bonuses 3," in view.sheets[1][2][1]
    assert view.lines[0].startswith("circles left on the bonus sheet: reroll 0, nudge 1,")
    assert refused(state, (0, "W32$5")) == "dice-first"
    state = after(state, 246)
    assert refused(state, (0, "W32$5")) == "not-in-dice"
    assert refused(state, (0, "!free G42$6")) == "second-bonus"
    assert refused(state, (0, "reroll")) == "second-bonus"
    assert not any("!" in word or "reroll" in word for word in words_of(state, 0))
    for entry in ("G42$6", "!reroll G42$6"):
        there = after(state, (0, entry), (1, "+2$4"))
        assert play.document(there)["sheets"][0]["moves"] == ["!reroll G42$6"]
        assert play.document(there)["rolls"] == ["2 4 6"]
        assert documents.judge(play.document(there)).legal
        assert there.sheets[0].bonuses == ("reroll",) and not there.rerolled
        assert refused(after(there, 335), (1, "reroll")) == "bonus-taken"


def test_a_reroll_is_claimed_until_the_reveal() -> None:
    state = after(opened(3), 335)
    assert refused(state, (0, "!reroll W32$5")) == "reroll-first"
    assert refused(state, (1, "reroll")) == "not-active" and refused(state, (1, "!reroll W32$5")) == "not-active"
    state = after(state, (1, "W32$5"), (0, "W52$3"))
    assert "reroll" in words_of(state, 0) and play.bonuses(state, 0)[0] == "reroll"
    assert text_of(state, play.wanted(state)[0].what) == "the bonus reroll, until the moves are revealed"
    again = after(state, (0, "reroll"))
    assert again.rerolled and again.entries == (None,) * 3 and play.dice(again) and play.entry(again, 1) is None
    # What was entered for the old dice is void, that of the claimer too.
    again = after(again, 246)
    assert [one.seat for one in play.wanted(again) if one.must] == [0, 1, 2]
    assert refused(again, (1, "W32$5")) == "not-in-dice" and refused(again, (0, "reroll")) == "second-bonus"
    done = after(again, (0, "G42$6"), (1, "+2$4"), (2, "+2$4"))
    assert [move.bonus for (move,) in done.moves] == ["reroll", "", ""] and documents.judge(play.document(done)).legal
    assert refused(opened(), (0, "reroll")) == "dice-first"
    host = after(opened(reveal="host"), 335, (0, "W52$3"), (1, "W32$5"))
    assert after(host, (0, "reroll")).rerolled
    assert refused(after(host, "reveal"), (0, "reroll")) == "dice-first"


def test_by_the_rulings_before_a_reroll_comes_before_anybody_draws() -> None:
    state = after(opened(edition=OLD), 335, (1, "W32$5"))
    assert refused(state, (0, "reroll")) == "too-late" and "reroll" not in words_of(state, 0)
    assert "reroll" not in play.bonuses(state, 0)
    state = after(state, (1, "withdraw"))
    assert "reroll" in words_of(state, 0) and after(state, (0, "reroll")).rerolled
    assert text_of(state, play.wanted(state)[0].what) == "the bonus reroll, before anybody draws"


def test_a_reroll_stays_claimed_when_its_player_misses_the_round() -> None:
    state = after(opened(3), 335, (0, "reroll"), "absent 1", 246, (1, "+2$4"), (2, "+2$4"))
    assert play.document(state)["sheets"][0] == {"player": "Ana", "moves": ["!reroll -"], "absent": [1]}
    assert documents.judge(play.document(state)).legal and state.circles_left("reroll") == 0


# --- refusals that belong to no phase --------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "said", "code"),
    [
        ([], (0, "W32$5"), "dice-first"),
        ([], "reveal", "dice-first"),
        ([], (0, "vote 2"), "not-over"),
        ([], "close vote", "not-over"),
        ([335], 246, "no-roll-now"),
        ([], 24, "wrong-dice"),
        ([], 2461, "wrong-dice"),
        ([], 247, "wrong-face"),
        ([], 240, "wrong-face"),
        ([], (None, "", (True, 2, 3)), "wrong-face"),
        ([], (None, "", ("1", 2, 3)), "wrong-face"),
        ([], (None, "W32$5", (1, 2, 3)), "unclear"),
        ([], (None, ""), "unclear"),
        ([335], (0, "wtihdraw"), "unclear"),
        ([], "W32$5", "dice-first"),
        ([335], "W32$5", "player-only"),
        ([335], "reroll", "player-only"),
        ([335], (0, "reveal"), "table-only"),
        ([335], (0, "absent Bo"), "table-only"),
        ([335], "absent 3", "no-such-player"),
        ([335], "absent", "no-such-player"),
        ([335], "back Zoe", "no-such-player"),
        ([335], (2, "W32$5"), "no-such-seat"),
        ([335], (-1, "W32$5"), "no-such-seat"),
    ],
)
def test_what_may_not_be_done_now_is_refused(before: list[Any], said: Any, code: str) -> None:
    assert refused(after(opened(), *before), said) == code


def test_refusals_say_what_is_allowed() -> None:
    state = after(opened(), 335)
    said = {
        (0, "W33$6"): "round 1: the dice 3 3 6 are needed for a window in column 3, row 3, paid with a 6; "
        "there are 3 3 5, each used once",
        (0, "wtihdraw"): "'wtihdraw' is not understood; there are moves such as W32$5 and reroll, withdraw, absent, "
        "back, vote, reveal, close vote, paper; did you mean 'withdraw'?",
    }
    for one, message in said.items():
        result = play.act(state, action(one))
        assert isinstance(result, Refusal) and text_of(state, result) == message
    assert text_of(state, play.act(opened(), action(24))) == "2 dice; 3 are to be rolled"


@pytest.mark.parametrize(
    ("players", "options", "message"),
    [
        (["Ana"], {}, "1 player; 2 to 6"),
        ([*NAMES, "Gus"], {}, "7 players; 2 to 6"),
        (["Ana", " ana "], {}, "a name of their own"),
        (["Ana", " "], {}, "a name of their own"),
        (["Ana", "B\n"], {}, "control characters"),
        (["Ana", "Bo"], {"reveal": "never"}, "reveal: 'never' is not one of auto, host"),
        (["Ana", "Bo"], {"revael": "auto"}, "did you mean 'reveal'"),
    ],
)
def test_a_table_that_can_not_be_opened(players: list[str], options: dict[str, str], message: str) -> None:
    with pytest.raises(ValueError) as refused:
        play.open(players, options, EDITION)
    assert message in game.words().text(said_by(refused.value))


# --- the end and the vote --------------------------------------------------------------------------


def test_after_the_last_round_only_the_vote_is_left() -> None:
    state = finished(3)
    assert play.over(state) and play.round(state) == (24, 24) and play.dice(state) == ()
    for one in (111, (0, "+1$1"), "reveal", "absent 1", (0, "reroll")):
        assert refused(state, one) == "game-over"
    assert "share the victory" in seen(state, None).headline
    assert [(w.seat, w.must) for w in play.wanted(state)] == [(0, False), (1, False), (2, False), (None, False)]
    assert words_of(state, 0) == ["vote Bo", "vote Cy"] and words_of(state, None) == ["close vote"]
    assert refused(state, (0, "vote Ana")) == refused(state, (0, "vote 1")) == "own-house"
    assert refused(state, (0, "vote 4")) == refused(state, (0, "vote")) == "no-such-player"
    assert refused(state, (0, "close vote")) == "table-only" and refused(state, "vote 2") == "player-only"
    closed = after(state, (0, "vote 2"), (1, "vote ana"), (2, "vote 1"), (2, "vote BO"), "close the vote")
    assert dump(closed)["best-houses"] == {"seats": [2], "votes": 2}
    assert play.wanted(closed) == () == play.options(closed, 0) == play.options(closed, None)
    assert "best looking house: Bo, 2 votes" in seen(closed, None).headline
    assert refused(closed, (0, "vote 3")) == refused(closed, "close vote") == "vote-closed"


def test_a_tied_vote_is_declared_and_no_vote_too() -> None:
    tied = after(finished(3), (0, "vote 2"), (1, "vote 1"), "close vote")
    assert dump(tied)["best-houses"] == {"seats": [1, 2], "votes": 1}
    assert "a tie of Ana and Bo, 1 vote each" in seen(tied, None).lines[-2]
    none = after(finished(3), "close")
    assert dump(none)["best-houses"] == {"seats": [], "votes": 0}
    assert "nobody voted" in seen(none, None).headline


def test_votes_are_secret_until_they_are_closed() -> None:
    state = finished(3)
    one, other = after(state, (0, "vote 2")), after(state, (0, "vote 3"))
    for seat in (None, 1, 2):
        assert play.view(one, seat) == play.view(other, seat)
    assert play.view(one, 0) != play.view(other, 0)
    assert dump(one)["best-houses"] is None and dump(one) != dump(other)


def test_the_cheaper_house_wins_a_tie_and_most_counts_at_a_table() -> None:
    state = opened()
    state = after(state, 335, (0, "!most-windows W32$5"), (1, "W52$3"))
    assert [(row.rank, row.player, row.total) for row in play.standings(state)] == [(1, "Ana", -2), (2, "Bo", -5)]
    state = after(state, 335, (0, "W33$5"), (1, "W53$3"), 335, (0, "+3$3"), (1, "W33$5"))
    assert [(row.player, row.total) for row in play.standings(state)] == [("Bo", -3), ("Ana", -4)]
    state = finished()
    tied = play.standings(state._replace(sheets=(state.sheets[0]._replace(cost=1), state.sheets[1])))
    assert [(row.rank, row.player) for row in tied] == [(1, "Bo"), (2, "Ana")]
    assert text_of(state, tied[0].why) == "lowest cost wins the tie"


# --- played on paper -------------------------------------------------------------------------------


def test_a_game_that_was_played_on_paper_is_over_at_once() -> None:
    assert "paper" in words_of(opened(), None)
    assert refused(opened(), (0, "paper")) == "table-only"
    state = after(opened(3), " Paper ")
    assert play.over(state) and play.dice(state) == () and play.round(state) == (24, 24)
    refusal = play.act(state, Action(None, "", (1, 2, 3)))
    assert text_of(state, refusal) == "the game was played on paper; there is nothing to roll for"
    assert refused(state, "paper") == refused(state, (0, "W32$5")) == "game-over"
    assert [(row.rank, row.total) for row in play.standings(state)] == [(1, 0)] * 3
    assert play.scores(state) == (Score(()),) * 3
    empty = [{"player": name, "moves": []} for name in NAMES[:3]]
    assert play.document(state) == {"game": "house-of-dice", "players": 3, "rolls": [], "sheets": empty}
    assert documents.judge(play.document(state)).legal
    assert play.last(state) is None and play.active(state) is None
    assert [marks for _, _, marks in play.marks(state, None)] == [{"name": name} for name in NAMES[:3]] + [{}]
    view = seen(state, None)
    assert view.headline == "The game was played on paper; the vote is open" and "points" not in repr(view)
    assert words_of(state, 0) == ["vote Bo", "vote Cy"] and words_of(state, None) == ["close vote"]
    assert dump(state)["paper"] is True and "paper" not in dump(opened(3))
    closed = after(state, (0, "vote 2"), "close vote")
    assert play.vote(closed) == Vote(False, (1, None, None), (1,), 1)
    assert seen(closed, None).headline.endswith("on paper; best looking house: Bo, 1 vote")


def test_paper_comes_before_the_first_roll() -> None:
    for before in ([335], [335, (0, "reroll")], [335, (0, "W32$5"), (1, "W32$5")]):
        state = after(opened(), *before)
        assert refused(state, "paper") == "begun" and "paper" not in words_of(state, None)


def test_who_comes_to_a_game_on_paper_is_one_of_them_until_the_vote_is_closed() -> None:
    state = after(opened(), "paper")
    later = joined(state, "Cy")
    assert later.joined == (1, 1, 1) and play.over(later) and words_of(later, 2) == ["vote Ana", "vote Bo"]
    assert not_joined(after(state, "close vote"), "Cy") == "too-late"


# --- players who come late -------------------------------------------------------------------------


def joined(state: Any, name: str) -> Any:
    before = copy.deepcopy(dump(state))
    result = play.join(state, name)
    assert not isinstance(result, Refusal), result
    assert dump(state) == before
    return result


def not_joined(state: Any, name: str) -> str:
    result = play.join(state, name)
    assert isinstance(result, Refusal)
    message = text_of(state, result)
    assert "\n" not in message and message[-1] not in ".;" and message != result.key
    return result.code


def furnished(state: Any, rounds: int) -> Any:
    """The table some rounds later, in which everybody furnished for nothing as long as there was room."""
    for _ in range(rounds):
        state = after(state, 111)
        playing = [seat for seat in range(len(state.players)) if state.plays(seat)]
        state = after(state, *((seat, [*plain_words(state, seat), "-"][-2]) for seat in playing))
    return state


def plain_words(state: Any, seat: int) -> list[str]:
    """The moves of a seat that claim nothing; furniture comes last."""
    return [word for word in words_of(state, seat) if word[0] not in "!rw"]


def judged(state: Any) -> None:
    verdict = documents.judge(json.loads(json.dumps(play.document(state))))
    assert verdict.legal, [p for sheet in verdict.sheets for p in sheet.problems] + [*verdict.problems]
    assert verdict.ranking == play.standings(state)


@pytest.mark.parametrize("number", [2, 12, 24])
@pytest.mark.parametrize("with_dice", [False, True])
def test_a_late_player_has_passed_so_far_and_plays_on(number: int, with_dice: bool) -> None:
    state = furnished(opened(), number - 1)
    state = joined(after(state, 335) if with_dice else state, "Cy")
    state = state if with_dice else after(state, 335)
    assert play.round(state) == (number, 24) and state.active == 1
    assert state.sheets[2] == empty(RULES)._replace(turns=number - 1)
    assert play.status(state, 2) == "drawing" and f"joined in round {number}" in seen(state, 2).sheets[2][2]
    state = after(state, (0, "W32$5"), (1, "W32$5"), (2, "W32$5"))
    sheet = play.document(state)["sheets"][2]
    assert sheet == {"player": "Cy", "moves": ["-"] * (number - 1) + ["W32$5"], "joined": number}
    assert dump(state)["sheets"][2]["joined"] == number and "joined" not in dump(state)["sheets"][0]
    judged(state)
    state = furnished(state, 24 - number)
    assert play.over(state) and len(state.rolls) == 24
    judged(after(state, (2, "vote 1"), (0, "vote Cy"), "close vote"))
    assert not_joined(state, "Di") == "too-late"


def test_the_turn_goes_round_with_the_newcomer() -> None:
    def turns(state: Any, count: int) -> list[int]:
        found = []
        for _ in range(count):
            found.append(state.active)
            state = furnished(state, 1)
        return found

    assert turns(opened(3), 6) == [0, 1, 2, 0, 1, 2]
    assert turns(joined(furnished(opened(), 1), "Cy"), 6) == [1, 2, 0, 1, 2, 0]
    # Before the roll the turn comes to the newcomer at once.
    assert turns(joined(furnished(opened(), 2), "Cy"), 6) == [2, 0, 1, 2, 0, 1]
    two_more = joined(joined(furnished(opened(), 3), "Cy"), "Di")
    assert turns(two_more, 6) == [1, 2, 3, 0, 1, 2]


@pytest.mark.parametrize("said", [[335], [335, (0, "reroll")], [335, (0, "reroll"), 335]])
def test_nobody_becomes_active_while_dice_lie_there(said: list[Any]) -> None:
    state = joined(after(furnished(opened(), 2), *said), "Cy")
    assert state.active == 0 and state.joined == (1, 1, 4) and play.status(state, 2) == "idle"
    assert "plays from round 4" in seen(state, None).sheets[2][2]
    state = state if state.roll else after(state, 335)
    assert refused(state, (2, "W32$5")) == refused(state, (2, "withdraw")) == "not-yet"
    assert words_of(state, 2) == [] and not [one for one in play.wanted(state) if one.seat == 2]
    assert refused(after(state, "absent 2"), "absent 1") == "nobody-left"
    state = after(state, (0, "W32$5"), (1, "W32$5"))
    assert play.round(state) == (4, 24) and state.active == 1 and state.missed == ((), (), ())
    judged(state)
    judged(furnished(state, 21))


def test_a_newcomer_claims_bonuses_when_the_turn_is_theirs() -> None:
    state = after(joined(furnished(opened(), 2), "Cy"), 335)
    assert refused(state, (0, "!free W32$5")) == "not-active"
    state = after(state, (2, "!free W32$5"), (0, "W32$5"), (1, "W32$5"))
    assert state.sheets[2].bonuses == ("free",) and state.sheets[2].cost == 0
    judged(state)
    assert refused(after(state, 335), (0, "!free W33$5")) == "bonus-taken"
    # With four the bonus sheet has two circles, so that the same bonus can be claimed once more.
    state = after(joined(state, "Di"), 335)
    assert state.active == 3 and state.circles_left("free") == 1
    state = after(state, (3, "!free W32$5"), *((seat, "+3$5") for seat in range(3)))
    judged(state)


def test_a_fifth_player_makes_the_game_longer_and_a_sixth_shorter() -> None:
    state = furnished(opened(4), 23)
    state = joined(state, "Ed")
    assert play.round(state) == (24, 25)
    six = joined(state, "Flo")
    assert play.round(six) == (24, 24) and len(six.players) == 6
    judged(furnished(six, 1))
    assert not_joined(six, "Gus") == "table-full"
    last = furnished(state, 1)
    assert play.round(last) == (25, 25) and not_joined(last, "Flo") == not_joined(after(last, 111), "Flo") == "too-late"
    judged(furnished(last, 1))


def test_a_seat_that_would_never_play_is_not_taken() -> None:
    state = joined(furnished(opened(4), 22), "Ed")._replace(joined=(1, 1, 1, 1, 25))
    assert not_joined(state, "Flo") == "too-late"


def test_circles_that_are_taken_stay_taken() -> None:
    circles = {"few": {"players": [2], "circles": 1}, "many": {"players": [3, 4, 5, 6], "circles": 0}}
    own = Edition("house-of-dice", {"circles": Entry("circles", "ruling", "", circles)})
    state = after(play.open(NAMES[:2], {}, EDITION.overridden(own)), 335)
    assert joined(state, "Cy").players == ("Ana", "Bo", "Cy")
    for said in ((0, "!free W32$5"), (0, "reroll")):
        assert not_joined(after(state, said), "Cy") == "too-few-circles"


@pytest.mark.parametrize("name", ["ana ", "", "B\n"])
def test_a_newcomer_needs_a_name_of_their_own(name: str) -> None:
    state = after(opened(), 335)
    assert not_joined(state, name) == "wrong-names"
    for names in (["Ana", name], ["Ana"], ["Ana", "Bo", "Cy"]):
        answer = play.renamed(state, names)
        assert isinstance(answer, Refusal) and answer.code == "wrong-names"


def test_a_late_player_in_a_document() -> None:
    def problems(moves: list[str], first: Any, **keys: Any) -> list[tuple[str, str]]:
        sheets = [{"moves": []}, {"moves": []}, {"moves": moves, "joined": first, **keys}]
        verdict = documents.judge({"game": "house-of-dice", "rolls": ["3 3 5"] * 4, "sheets": sheets})
        return [(problem.code, TEXT(problem.where)) for problem in verdict.sheets[2].problems]

    assert problems(["-", "-", "!free W32$5", "W33$5"], 3) == []
    assert problems(["-", "-", "!free W32$5", "W33$5"], 4) == [
        ("not-active", "round 3"),
        ("moves-differ", "joined"),
    ]
    assert problems(["-", "-", "W32$5", "-"], 3) == [("must-not-pass", "round 4")]
    assert problems(["-", "-", "W32$5", "-"], 3, absent=[4]) == []
    assert problems([], 3) == []
    for wrong in (0, 1, 25, "2", True):
        with pytest.raises(documents.InputError, match="joined"):
            problems([], wrong)
    with pytest.raises(documents.InputError, match="somebody has played from round 1"):
        documents.judge({"game": "house-of-dice", "sheets": [{"moves": [], "joined": 2}] * 2})


@pytest.mark.parametrize("seed", range(6))
def test_a_game_by_chance_with_people_who_come_and_are_renamed(seed: int) -> None:
    rng = random.Random(seed)
    state, count = opened(2 + seed % 3, reveal=("auto", "host")[seed % 2]), 0
    while play.wanted(state):
        state = after(state, chosen(state, rng))
        if rng.random() < 0.03 and (state.rolls or state.roll):
            newcomer = play.join(state, f"New {count}")
            if not isinstance(newcomer, Refusal):
                state, count = newcomer, count + 1
                judged(state)
        if rng.random() < 0.02:
            state = play.renamed(state, [f"{name}'" if len(name) < 9 else name[:5] for name in state.players])
    assert count and play.over(state)
    judged(state)
    claims = [bonus for sheet in state.sheets for bonus in sheet.bonuses]
    assert all(claims.count(bonus) <= RULES.circles(len(state.players)) for bonus in claims)


# --- secrets ---------------------------------------------------------------------------------------


def test_an_entry_is_nobody_elses_business() -> None:
    state = after(opened(3), 335)
    one, other = after(state, (0, "W32$5")), after(state, (0, "+3$3"))
    for seat in (None, 1, 2):
        assert play.view(one, seat) == play.view(other, seat)
        assert play.options(one, seat) == play.options(other, seat)
        assert "W32$5" not in repr(play.view(one, seat))
    assert play.wanted(one) == play.wanted(other)
    assert play.document(one) == play.document(other) == play.document(state)
    assert play.standings(one) == play.standings(state)
    assert "W32$5" in repr(play.view(one, 0)) and dump(one) != dump(other)


# --- options ---------------------------------------------------------------------------------------


def test_options_say_what_they_mean() -> None:
    state = after(opened(), 335)
    means = {option.notation: text_of(state, option.means) for option in play.options(state, 0, 10**6)}
    assert means["W32$5"] == "window in column 3, row 2 for 2, 22 left"
    assert means["+5$3"] == "5 furniture spaces for 1, 23 left"
    assert means["!free R34$3"] == "free: roof in column 3, row 4 for 0, 24 left"
    assert means["!nudge3>2 G52$3"] == "nudge 3 to 2: garage in column 5, row 2 for 1, 23 left"
    both = "extra: window in column 3, row 2 for 2 and window in column 5, row 2 for 1, 21 left"
    assert means["!extra W32$5 W52$3"] == both
    assert means["reroll"] == "claims reroll: all dice are rolled again, for everybody"
    assert len(play.options(state, 0, 7)) == 7 and play.options(state, 0, 0) == ()
    assert not any(word.startswith("!extra") for word in words_of(state, 0)[:50])


@pytest.mark.parametrize("seed", range(3))
def test_an_option_is_data_that_can_be_written_down_again(seed: int) -> None:
    rng = random.Random(seed)
    for state in list(rounds(rng, 2 + seed, claims=0.1))[seed::6]:
        for seat in range(len(state.players)):
            for option in play.options(state, seat, 10**6):
                if option.kind == "reroll":
                    assert option == Option("reroll", say("means.reroll"), "reroll", bonus="reroll")
                    continue
                after_it = apply(state.sheets[seat], parse_move(option.notation), RULES)
                assert option.left == 24 - after_it.cost and option.price == after_it.cost - state.sheets[seat].cost
                assert (option.bonus,) == (after_it.bonuses[len(state.sheets[seat].bonuses) :] or ("",))
                if option.kind == "draw":
                    cell = f"house.c{option.dice['column']}r{option.field[-1]}"
                    assert (option.field, RULES.die_of[str(option.mark)]) == (cell, option.dice["part"])
                dice = [*state.roll]
                if option.turned:
                    dice[dice.index(int(option.turned[0]))] = int(option.turned[1])
                assert not Counter(option.dice.values()) - Counter(dice)
                wish = {name: getattr(option, name) for name in ("kind", "field", "mark", "dice", "bonus", "turned")}
                assert play.notation(state, seat, {**wish, "first": option.first}) == option.notation


def test_options_with_a_bonus_are_those_of_the_whole_list() -> None:
    rng = random.Random(5)
    for state in list(rounds(rng, 3, claims=0.1))[1::4]:
        for seat in range(3):
            listed = list(play.options(state, seat, 10**6))
            assert set(play.bonuses(state, seat)) == {one.bonus for one in listed} - {""}
            for bonus in (*BONUSES, "no-such-bonus"):
                assert list(play.options_with(state, seat, bonus)) == [one for one in listed if one.bonus == bonus]
            kinds = ["" if one.kind in ("draw", "furniture", "pass") else one.kind for one in listed if not one.bonus]
            assert kinds == sorted(kinds)
            assert [one.notation for one in play.options(state, seat, 25)] == [one.notation for one in listed[:25]]


@pytest.mark.parametrize(
    ("wish", "written"),
    [
        ({"kind": "draw", "dice": {"part": 3, "column": 3, "cost": 5}}, "W33$5"),  # row 2 is taken
        ({"kind": "draw", "dice": {"part": 2, "column": 4, "cost": 1}}, "D42$1"),
        ({"kind": "draw", "field": "house.c4r2", "dice": {"part": 2, "column": 4, "cost": 1}, "mark": "G"}, "G42$1"),
        ({"kind": "draw", "field": "house.c4r5", "dice": {"part": 6, "column": 4, "cost": 1}}, "C45$1"),
        ({"kind": "draw", "field": "house.c4r1", "dice": {"part": 6, "column": 4, "cost": 1}}, "C41$1"),  # not allowed
        ({"kind": "draw", "dice": {"part": 6, "column": 4, "cost": 1}}, "C45$1"),  # nowhere allowed
        ({"dice": {"part": 3, "column": 5, "cost": 3}, "bonus": "nudge", "turned": [5, 4]}, "!nudge5>4 W52$3"),
        ({"kind": "draw", "dice": {"part": 3, "column": 5, "cost": 3}, "bonus": "extra", "first": "+3$3"}, "!extra +3$3 W52$3"),
        ({"dice": {"part": 3, "column": 5, "cost": 3}, "bonus": "extra", "first": "W52$3"}, "!extra W52$3 W53$3"),
        ({"kind": "furniture", "dice": {"spaces": 4, "cost": 1}}, "+4$1"),
        ({"kind": "furniture", "dice": {"spaces": 4, "cost": 1}, "bonus": "free"}, "!free +4$1"),
        ({"kind": "pass"}, "-"),
        ({"kind": "reroll"}, "reroll"),
        ({"kind": "withdraw"}, "withdraw"),
        ({"kind": "back"}, "back"),
        ({"kind": "vote", "mark": 1}, "vote Bo"),
    ],
)  # fmt: skip
def test_a_wish_of_a_page_is_written_down_legal_or_not(wish: dict[str, Any], written: str) -> None:
    state = after(opened(), 335, (0, "W32$5"), (1, "W32$5"), 335)
    assert play.notation(state, 0, wish) == written
    assert written == "back" or parse(written)


@pytest.mark.parametrize(
    "wish",
    [
        {},
        {"kind": "draw"},
        {"kind": "draw", "field": "house.c9r9", "dice": {"part": 9, "cost": "x"}},
        {"kind": "draw", "field": "score.total", "dice": {"part": 3}},
        {"kind": "furniture"},
        {"kind": "vote", "mark": 7},
        {"kind": "vote"},
        {"dice": {"part": 3, "column": 99, "cost": 5}},
        {"dice": {"part": [3], "column": {}, "cost": None}},
        {"dice": 5, "mark": ["W"], "field": 7},
        {"kind": ["draw"], "bonus": {"free": 1}, "turned": 3, "first": 9},
        {"kind": "draw", "mark": "WZ", "turned": [1], "dice": {"part": 8, "column": 2}},
        {"kind": "vote", "mark": -1},
        {"kind": "vote", "mark": True},
    ],
)
def test_a_wish_that_says_too_little_is_only_refused(wish: dict[str, Any]) -> None:
    state = after(opened(), 335)
    written = play.notation(state, 0, wish)
    assert not written or isinstance(play.act(state, Action(0, written)), Refusal)


def test_what_others_see_of_moves_is_data_too() -> None:
    state = after(opened(3), 335, (0, "!free W32$5"), (1, "+3$5"))
    entry = play.entry(state, 0)
    assert entry is not None and text_of(state, entry.means) == "free: window in column 3, row 2 for 0"
    assert (entry.kind, entry.field, entry.price, entry.bonus) == ("draw", "house.c3r2", 0, "free")
    last = play.last(after(state, "reveal"))
    assert last is not None and (last.round, last.dice) == (1, (3, 3, 5))
    assert [(seat, one.kind, one.notation) for seat, one in last.moves] == [
        (0, "draw", "!free W32$5"),
        (1, "furniture", "+3$5"),
        (2, "missed", "-"),
    ]
    assert text_of(state, last.moves[2][1].means) == "missed the round"


def test_time_that_runs_out_reveals_what_there_is() -> None:
    state = opened()
    assert play.TIMED and play.time_out(state) == play.time_out(after(state, 335)) == ""
    state = after(state, 335, (0, "W32$5"))
    assert play.time_out(state) == "reveal" and play.round(after(state, play.time_out(state))) == (2, 24)


def test_the_options_of_the_table_have_their_kinds() -> None:
    def kinds(state: Any) -> list[tuple[str, Any]]:
        return [(one.kind, one.mark) for one in play.options(state, None)]

    assert kinds(opened()) == [("absent", 0), ("absent", 1), ("paper", "")]
    assert kinds(after(opened(), "absent 2", 335, (0, "W32$5"))) == [("back", 1)]
    assert kinds(after(opened(), 335, (0, "W32$5")))[0] == ("reveal", "")
    assert kinds(finished()) == [("close", "")]
    assert [(one.kind, one.mark) for one in play.options(finished(3), 1)] == [("vote", 0), ("vote", 2)]


def plain_moves(sheet: Sheet, roll: tuple[int, ...]) -> set[str]:
    """The rules of a plain move once more: every deal of the dice, every row."""
    rows = {1: "F", 2: "DGW", 3: "WB", 4: "WBR", 5: "RC", 6: "C"}
    kinds = {1: "F", 2: "DG", 3: "W", 4: "B", 5: "R", 6: "C"}
    costs = {1: 0, 2: 0, 3: 1, 4: 1, 5: 2, 6: 2}
    found = set()
    for part_die, column, cost in permutations(roll):
        if sheet.cost + costs[cost] > 24:
            continue
        if sheet.furniture < 18:
            found.add(f"+{part_die}${cost}")
        stack = [sheet.house[row * 6 + column - 1] for row in range(6)]
        for part, row in product(kinds[part_die], range(1, 7)):
            below, above = stack[: row - 1], [cell for cell in stack[row:] if cell not in ".C"]
            fits = below[-1:] == ["R"] if part == "C" else "R" not in below
            if part in rows[row] and stack[row - 1] == "." and fits and not (part == "R" and above):
                found.add(f"{part}{column}{row}${cost}")
    return found or {"-"}


CANDIDATES = [
    *(f"{p}{c}{r}${d}" for p, c, r, d in product("FDGWBRC", range(1, 7), range(1, 7), range(1, 7))),
    *(f"+{s}${d}" for s, d in product(range(1, 7), range(1, 7))),
    "-",
]


@pytest.mark.parametrize("seed", range(4))
def test_the_plain_options_are_all_moves_and_no_others(seed: int) -> None:
    """Counted three ways: listed, restated, and every text that has the form of a move put to the table."""
    rng = random.Random(seed)
    for state in list(rounds(rng, 2 + seed % 2))[seed::5]:
        for seat in range(len(state.players)):
            listed = [word for word in words_of(state, seat) if word[0] not in "!rw"]
            assert len(listed) == len(set(listed))
            assert set(listed) == plain_moves(state.sheets[seat], state.roll)
        taken = {word for word in CANDIDATES if not isinstance(play.act(state, Action(seat, word)), Refusal)}
        assert set(listed) == taken


def test_the_options_with_a_bonus_are_all_and_no_others() -> None:
    rng = random.Random(8)
    for state in list(rounds(rng, 2, claims=0.05))[2::9]:
        seat, dice = state.active, "".join(map(str, state.roll))
        listed = words_of(state, seat)
        assert len(listed) == len(set(listed))
        nudges = [f"nudge{a}>{b}" for a, b in product(range(1, 7), range(8))]
        for bonus in (*nudges, "free", "full-roof", "full-fence", "most-windows", "most-balconies", "reroll"):
            near = CANDIDATES if bonus == "free" else [c for c in CANDIDATES if rng.random() < 0.1]
            near = near if not bonus.startswith("nudge") or bonus[5] in dice else near[:5]
            for word in (f"!{bonus} {one}" for one in near):
                assert (word in listed) == (not isinstance(play.act(state, Action(seat, word)), Refusal)), word
        first = [c for c in CANDIDATES if c in listed and c != "-"]
        second = [c for c in CANDIDATES if c[-1] in dice and c[1] in dice and c[0] not in "+-"]
        for word in (f"!extra {a} {b}" for a in first for b in second):
            assert (word in listed) == (not isinstance(play.act(state, Action(seat, word)), Refusal)), word


# --- games by chance -------------------------------------------------------------------------------


def rolled(state: Any, rng: random.Random) -> Action:
    return Action(None, "", tuple(rng.choice(die.faces) for die in play.dice(state)))


def chosen(state: Any, rng: random.Random, claims: float = 0.3, absences: float = 0.03) -> Action:
    """An action by chance among everything that is wanted and listed."""
    if play.dice(state):
        return rolled(state, rng)
    if rng.random() < absences and (offered := words_of(state, None)):
        return Action(None, rng.choice(offered))
    if rng.random() < claims / 5 and "reroll" in words_of(state, state.active):
        return Action(state.active, "reroll")
    wanted = [one for one in play.wanted(state) if one.must or (one.seat is not None and rng.random() < 0.05)]
    wanted = wanted or list(play.wanted(state))
    one = rng.choice(wanted)
    if one.seat is None:
        return Action(None, one.example)
    offered = words_of(state, one.seat)
    plain = [word for word in offered if word[0] not in "!rw"]
    if plain and rng.random() >= claims:
        return Action(one.seat, rng.choice(plain))
    kind = rng.choice(sorted({word.partition(" ")[0] for word in offered if word[0] not in "FDGWBRC+"} or {""}))
    return Action(one.seat, rng.choice([word for word in offered if word.startswith(kind)]))


def whole_game(
    seed: int, players: int, edition: Edition = EDITION, **options: str
) -> Iterator[tuple[Action | None, Any]]:
    """A game with its vote: each action and the state after it."""
    rng = random.Random(seed)
    state = opened(players, edition, **options)
    yield None, state
    while play.wanted(state):
        one = chosen(state, rng)
        result = play.act(state, one)
        assert not isinstance(result, Refusal), (one, result)
        state = result
        yield one, state


def rounds(rng: random.Random, players: int, claims: float = 0.3) -> Iterator[Any]:
    """The states of a game right after each roll, with everybody there."""
    state = opened(players)
    while not play.over(state):
        one = chosen(state, rng, claims, 0)
        state = after(state, one)
        if one.dice:
            yield state


GAMES_BY_CHANCE = [(seed, 2 + seed % 5, ("auto", "host")[seed // 5 % 2]) for seed in range(10)]


@pytest.mark.parametrize(("seed", "players", "reveal"), GAMES_BY_CHANCE)
def test_a_game_by_chance_is_legal_all_along(seed: int, players: int, reveal: str) -> None:
    actions, dumps, state, last = [], [], None, None
    for one, state in whole_game(seed, players, reveal=reveal):
        actions.append(one)
        dumps.append(json.dumps(dump(state)))
        assert dump(state) == json.loads(dumps[-1])
        written = play.document(state)
        if written != last:
            last = written
            verdict = documents.judge(json.loads(json.dumps(written)))
            assert verdict.legal, [p for sheet in verdict.sheets for p in sheet.problems] + [*verdict.problems]
            assert not [note for sheet in verdict.sheets for note in sheet.notes]
            assert verdict.ranking == play.standings(state)
            shown = play.view(state, None)
            assert [sheet.picture for sheet in verdict.sheets] == [sheet[1] for sheet in shown.sheets]
    assert state is not None and play.over(state) and play.dice(state) == ()
    assert play.round(state) == ((25, 25) if players == 5 else (24, 24))
    claims = [bonus for sheet in state.sheets for bonus in sheet.bonuses]
    assert claims and all(claims.count(bonus) <= (1 if players < 4 else 2) for bonus in claims)
    # The same actions lead through the same states.
    again = opened(players, reveal=reveal)
    for one, dumped in zip(actions, dumps, strict=True):
        again = again if one is None else play.act(again, one)
        assert json.dumps(dump(again)) == dumped
    assert again == state


def test_act_leaves_its_state_alone_and_equal_states_have_equal_dumps() -> None:
    states = [state for _, state in whole_game(3, 3)]
    before = [json.dumps(dump(state)) for state in states]
    kept = copy.deepcopy([state._replace(rules=None) for state in states])
    for state in states:
        for seat in (None, 0, 1, 2):
            for word in words_of(state, seat)[:5]:
                play.act(state, Action(seat, word))
            play.view(state, seat)
        play.act(state, Action(None, "", (1, 2, 3)))
    assert before == [json.dumps(dump(state)) for state in states]
    assert kept == [state._replace(rules=None) for state in states]
    for one, a in zip(states[::7], before[::7], strict=True):
        for other, b in zip(states, before, strict=True):
            assert (one == other) == (a == b)


def test_every_kind_of_thing_happens_by_chance() -> None:
    said = {str(one.words).split(" ")[0] for seed, players, reveal in GAMES_BY_CHANCE[5:8]
            for one, _ in whole_game(seed, players, reveal=reveal) if one}  # fmt: skip
    assert {"reroll", "withdraw", "reveal", "absent", "back", "vote", "close", "!free", "!extra"} <= said


# --- words -----------------------------------------------------------------------------------------

names = st.text(st.characters(codec="ascii", exclude_characters="\n"), max_size=6).map(lambda t: " ".join(t.split()))
sayings = st.one_of(
    st.sampled_from([Saying(verb) for verb in ("reroll", "withdraw", "reveal", "close vote", "paper")]),
    st.builds(Saying, st.just("vote"), names.filter(bool), st.just(PASS)),
    st.sampled_from(["W32$5", "+4$1", "-", "!free R45$6", "!extra W12$5 F31$5", "!nudge3>4 W42$5"]).map(
        lambda move: Saying("enter", "", parse_move(move))
    ),
)


@settings(max_examples=200, deadline=None)
@given(sayings)
def test_text_and_parse_invert_each_other(said: Saying) -> None:
    assert parse(saying_text(said)) == said
    assert parse(f"  {saying_text(said)} ") == said


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=12) | st.text("vote absnckrl!123$+WFd -", max_size=12), st.sampled_from([None, 0, 1]))
def test_whatever_is_said_is_done_or_refused(said: str, seat: int | None) -> None:
    for state in (opened(), after(opened(), 335)):
        result = play.act(state, Action(seat, said))
        if isinstance(result, Refusal):
            assert result.code and text_of(state, result)
        else:
            dump(result)


def test_a_name_that_is_a_number_is_a_name() -> None:
    players = ["Ana", "3", "Bo"]
    assert [seat_of(who, players) for who in ("1", "2", "3", "bo", "BO")] == [0, 1, 1, 2, 2]


# --- editions, start-up ----------------------------------------------------------------------------


def test_an_edition_of_ones_own_is_played_by() -> None:
    own = Edition(
        "house-of-dice", {"budget": Entry("budget", "ruling", "", 1), "bonuses": Entry("bonuses", "ruling", "", 0)}
    )
    state = play.open(NAMES[:2], {}, EDITION.overridden(own))
    assert dump(state)["rules"] == {"budget": 1, "bonuses": 0}
    assert dump(opened())["rules"] == {}
    state = after(state, 335)
    assert refused(state, (0, "W32$5")) == "over-budget" and refused(state, (0, "reroll")) == "too-many-bonuses"
    assert after(state, (0, "W52$3")).entries[0]
    again = play.open(NAMES[:2], {}, EDITION.overridden(own))
    assert after(again, 335) == state and again != opened()


@pytest.mark.parametrize("edition", [EDITION, OLD], ids=["now", "before"])
def test_a_full_track_takes_no_more_furniture(edition: Edition) -> None:
    state = opened(edition=edition)
    for _ in range(3):
        state = after(state, 266, (0, "+6$2"), (1, "+6$2"))
    state = after(state, 166)
    if edition is OLD:
        assert after(state, (1, "+6$1")).entries[1] and "+1$6" in words_of(state, 1)
    else:
        assert refused(state, (1, "+6$1")) == "furniture-overflow" and plain_words(state, 1) == ["F61$6"]
    # No part, no furniture: a pass that costs nothing, or furniture for nothing but its price.
    state = after(after(state, (0, "F61$6"), (1, "F61$6")), 666)
    assert words_of(state, 1)[:1] == (["+6$6"] if edition is OLD else ["-"])
    done = after(state, (0, words_of(state, 0)[0]), (1, words_of(state, 1)[0]))
    assert [sheet.cost for sheet in done.sheets] == ([4, 4] if edition is OLD else [2, 2])
    assert [sheet.furniture for sheet in done.sheets] == [18, 18]
    judged(done)


@pytest.mark.parametrize(("edition", "points"), [(EDITION, 0), (OLD, 3)], ids=["now", "before"])
@pytest.mark.parametrize(("bonus", "roll", "move"), [("most-windows", 335, "W32$5"), ("most-balconies", 335, "+3$5")])
def test_a_claim_of_the_most_needs_one(edition: Edition, points: int, bonus: str, roll: int, move: str) -> None:
    def claimed(state: Any) -> list[int]:
        return [line.points for score in play.scores(state) for line in score.lines if line.name == "bonuses"]

    state = after(opened(edition=edition), roll, (0, f"!{bonus} +3$3"), (1, "+3$3"))
    assert claimed(state) == [points, 0]
    judged(state)
    state = after(state, roll, (0, move), (1, move))
    assert claimed(state) == [3 if bonus == "most-windows" else points, 0]
    judged(state)


def test_every_code_of_a_refusal_is_seen_here() -> None:
    source = "".join((game.folder / name).read_text(encoding="utf-8") for name in ("rounds.py", "table.py"))
    codes = set(re.findall(r'deny\("([a-z-]+)', source))
    seen_here = set(re.findall(r'"([a-z-]+)"', Path(__file__).read_text(encoding="utf-8")))
    assert len(codes) > 15 and codes <= seen_here, codes - seen_here
    assert source.count("deny(") == len(re.findall(r'deny\("[a-z-]+', source))


def test_checking_a_sheet_does_not_load_the_playing() -> None:
    code = (
        "import sys; from pnp.sheets import documents;"
        "documents.judge({'game': 'house-of-dice', 'moves': ['W32$5']});"
        "assert 'pnp.games.house_of_dice.judge' in sys.modules and 'pnp.games.house_of_dice.table' not in sys.modules;"
        "from pnp.games.house_of_dice import game; assert game.play is game.play;"
        "assert 'pnp.games.house_of_dice.table' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


# --- a game on record ------------------------------------------------------------------------------


def digest(state: Any) -> str:
    return hashlib.sha256(json.dumps(dump(state), sort_keys=True).encode()).hexdigest()


def facts(state: Any) -> dict[str, Any]:
    rows = {row.player: [row.rank, row.total] for row in play.standings(state)}
    return {"round": play.round(state)[0], "headline": seen(state, None).headline, "standings": rows,
            "dump_sha256": digest(state)}  # fmt: skip


def recorded() -> Iterator[dict[str, Any]]:
    """The lines of the record: the opening, each action, and after every reveal what the table looks like."""
    yield {"open": list(NAMES[:4]), "options": {"reveal": "host"}}
    shown = -1
    for one, state in whole_game(85, 4, OLD, reveal="host"):
        if one is not None:
            yield {"seat": one.seat, "words": one.words, "dice": list(one.dice)}
        if len(state.rolls) != shown or play.over(state):
            shown = len(state.rolls)
            yield facts(state)


def test_a_game_on_record_is_played_again() -> None:
    if os.environ.get("PNP_BLESS") == "1":
        PLAYS.parent.mkdir(exist_ok=True)
        PLAYS.write_text("".join(f"{json.dumps(line)}\n" for line in recorded()), encoding="utf-8")
    first, *lines = map(json.loads, PLAYS.read_text(encoding="utf-8").splitlines())
    # It was played by the rulings before, and they go on judging it.
    state = play.open(first["open"], first["options"], OLD)
    compared = 0
    for number, line in enumerate(lines, 2):
        if "dump_sha256" in line:
            assert facts(state) == line, f"line {number}"
            compared += 1
            continue
        state = play.act(state, Action(line["seat"], line["words"], tuple(line["dice"])))
        assert not isinstance(state, Refusal), f"line {number}"
    assert compared > 24 and state.closed

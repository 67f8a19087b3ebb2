"""People at the table of every game: other names, late players, who is waited for, and what each may see of the sheets."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from functools import cache
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

from pnp import edition as editions
from pnp import games
from pnp.games.codec import FieldRule, Mark
from pnp.games.functions import as_play
from pnp.games.game import as_game
from pnp.games.play import STATUS, Action, Last, Option, Wanted
from pnp.games.seats import Refusal
from pnp.sheets import layout
from pnp.strict import WrongError
from pnp.words import say

OLD = ("Xanthippe", "Xerxes", "Xavier", "Ximena", "Xander", "Xenia")
NEW = ("Quentin", "Quirin", "Quinta", "Quilla", "Quendel", "Quade")
OPTIONS = {"dice-manor": {"tiles": "stand-in", "track": "stand-in"}, "house-of-dice": {"reveal": "host"}}
LONGEST_GAME = 1500


class Case(NamedTuple):
    """A game for so many players, with its options."""

    game: str
    players: int
    with_options: bool = False

    def __str__(self) -> str:
        return f"{self.game}-{self.players}{'-options' if self.with_options else ''}"

    @property
    def play(self) -> Any:
        return games.load(self.game).play

    def opened(self) -> Any:
        options = OPTIONS[self.game] if self.with_options else {}
        return self.play.open(OLD[: self.players], options, editions.shipped(self.game))


def cases() -> Iterator[Case]:
    for name in games.names():
        if games.load(name).play is not None:
            low, high = games.load(name).PLAYERS
            yield from (Case(name, count) for count in sorted({low, high}))
            yield from [Case(name, high, True)] * (name in OPTIONS)


CASES = list(cases())
every_game = pytest.mark.parametrize("case", CASES, ids=str)
HOUSE = [case for case in CASES if case.game == "house-of-dice"]


def text(case: Case, said: Any) -> str:
    """A sentence of a game in English."""
    return games.load(case.game).words().text(said)


class Step(NamedTuple):
    """What is done: dice, or the words of a seat by their place among its options; -1 is what the game asks for."""

    seat: int | None
    dice: tuple[Any, ...] = ()
    choice: int = 0


def chosen(play: Any, state: Any, rng: random.Random) -> Step:
    """Something that the game waits for, now and then something else that it offers."""
    if play.dice(state):
        return Step(None, tuple(rng.choice(die.faces) for die in play.dice(state)))
    wanted = play.wanted(state)
    needed = [one for one in wanted if one.must] or wanted
    one = rng.choice(wanted if rng.random() < 0.1 else needed)
    found = play.options(state, one.seat, 60)
    if not found and not one.must:
        one, found = needed[0], play.options(state, needed[0].seat, 60)
    return Step(one.seat, choice=rng.randrange(len(found)) if found else -1)


def done(play: Any, state: Any, step: Step) -> Any:
    if step.dice:
        after = play.act(state, Action(None, "", step.dice))
    else:
        example = next((one.example for one in play.wanted(state) if one.seat == step.seat and one.must), "")
        options = play.options(state, step.seat, 60) if step.choice >= 0 else [Option(example, "")]
        after = play.act(state, Action(step.seat, options[step.choice].notation))
    assert not isinstance(after, Refusal), (step, after)
    return after


@cache
def game(case: Case) -> tuple[tuple[Any, Step | None], ...]:
    """A game by chance: each state, and what was done then; the last one has nothing."""
    play, state, rng = case.play, case.opened(), random.Random(str(case))
    found = []
    for _ in range(LONGEST_GAME):
        if play.over(state) and not play.wanted(state):
            break
        step = chosen(play, state, rng)
        found.append((state, step))
        state = done(play, state, step)
    assert play.over(state)
    return (*found, (state, None))


def seen(play: Any, state: Any, seats: int) -> dict[str, Any]:
    """Everything that the game shows to anybody."""
    everybody = (None, *range(seats))
    return {
        "views": [play.view(state, seat) for seat in everybody],
        "wanted": play.wanted(state),
        "dice": play.dice(state),
        "options": [play.options(state, seat, 60) for seat in everybody],
        "document": play.document(state),
        "standings": play.standings(state),
        "marks": [play.marks(state, seat) for seat in everybody],
        "last": play.last(state),
    }


# --- names -----------------------------------------------------------------------------------------


@every_game
def test_a_game_goes_on_under_other_names_and_is_the_same_game(case: Case) -> None:
    play, names = case.play, NEW[: case.players]
    steps = game(case)
    middle = len(steps) // 2
    other = play.renamed(steps[middle][0], names)
    for number, (state, step) in enumerate(steps[middle:]):
        assert play.renamed(state, names) == other
        if number % 9 == 0 or step is None:
            shown = seen(play, other, case.players)
            assert not [name for name in OLD if name in repr(shown)]
            assert [row.player for row in shown["standings"]] == [
                NEW[OLD.index(row.player)] for row in play.standings(state)
            ]
            back = play.renamed(other, OLD[: case.players])
            assert back == state and seen(play, back, case.players) == seen(play, state, case.players)
        if step is not None:
            other = done(play, other, step)


@every_game
def test_renaming_changes_no_state_that_was(case: Case) -> None:
    for state, _ in game(case)[::40]:
        before = repr(state)
        case.play.renamed(state, NEW[: case.players])
        assert repr(state) == before


@every_game
def test_there_are_as_many_names_as_before(case: Case) -> None:
    for names in ((*NEW[: case.players], "Quito"), NEW[: case.players - 1], ("Q\n", *NEW[1 : case.players])):
        answer = case.play.renamed(case.opened(), names)
        assert isinstance(answer, Refusal) and answer.code == "wrong-names" and text(case, answer)


# --- late players ----------------------------------------------------------------------------------


def test_only_one_game_takes_late_players_and_each_says_why_not() -> None:
    said = {}
    for case in CASES:
        for state, _ in game(case)[1::50]:
            answer = case.play.join(state, "Zoe")
            if case.game == "house-of-dice" and case.players < 6 and not case.play.over(state):
                assert not isinstance(answer, Refusal) and answer.players[-1] == "Zoe"
                continue
            assert isinstance(answer, Refusal) and text(case, answer).endswith("; Zoe can watch")
            assert case.game == "house-of-dice" or answer.code == "too-late"
            said[case.game] = text(case, answer)
    assert len(said) == len({case.game for case in CASES})
    assert said["dice-manor"] == "the boards are set up for 4 players; Zoe can watch"


# --- at every point of a game ----------------------------------------------------------------------


def wrong(mark: Mark, rule: FieldRule) -> bool:
    match rule.kind:
        case "choice":
            return mark not in rule.choices
        case "number":
            return type(mark) is not int
        case "cross":
            return mark is not True
        case "tally":
            return type(mark) is not int or not 1 <= mark <= rule.most
        case _:
            return not isinstance(mark, str) or not mark
    return False


@every_game
def test_every_question_has_an_answer_at_every_point(case: Case) -> None:
    play, seats = case.play, range(case.players)
    fields = games.load(case.game).fields(editions.shipped(case.game))
    statuses = set()
    for state, _ in game(case):
        active = play.active(state)
        assert active is None if play.over(state) else active in (None, *seats)
        for seat in seats:
            statuses.add(play.status(state, seat))
            assert isinstance(play.entry(state, seat), Option | None)
            assert bool(play.entry(state, seat)) == bool(play.pending(state, seat))
        if play.over(state):
            assert {play.status(state, seat) for seat in seats} == {"idle"}
        waits = {one.seat for one in play.wanted(state) if one.must} - {None}
        if not play.dice(state):
            # A lone player may always end it, so that nothing else must be done.
            asked = seats if case.players == 1 and not play.over(state) else waits
            assert [play.status(state, seat) == "drawing" for seat in seats] == [seat in asked for seat in seats]
        scores = play.scores(state)
        assert sorted(score.total for score in scores) == sorted(row.total for row in play.standings(state))
        for name, seat, marks in play.marks(state, None):
            assert seat in (None, *seats)
            bad = {field: mark for field, mark in marks.items() if wrong(mark, fields[name][field])}
            assert not bad, (name, bad)
        assert (play.vote(state) is not None) == (case.game == "house-of-dice" and play.over(state))
        assert case.game == "house-of-dice" or play.last(state) is None
    decided = any(step and not step.dice for _, step in game(case))
    assert {"idle", *(["drawing"] if decided else [])} <= statuses <= set(STATUS)


@every_game
def test_each_sheet_is_of_somebody_or_of_the_table(case: Case) -> None:
    state = game(case)[-1][0]
    everybody = [(name, seat) for name, seat, _ in case.play.marks(state, None)]
    assert len(everybody) == len(set(everybody))
    for seat in range(case.players):
        own = [(name, whose) for name, whose, _ in case.play.marks(state, seat)]
        assert own == [(name, whose) for name, whose in everybody if whose in (None, seat)]
    sheets = layout.load(layout.find(case.game)).sheets
    assert all((sheets[name].owner == "player") == (seat is not None) for name, seat in everybody)


@every_game
def test_in_the_end_the_sheets_are_those_of_the_document(case: Case) -> None:
    state = game(case)[-1][0]
    rules, edition = games.load(case.game), editions.shipped(case.game)
    data = json.loads(json.dumps(case.play.document(state)))
    del data["game"]
    from pnp.strict import Fault, Table

    faults: list[Fault] = []
    filled = rules.marks(rules.read(Table(data, faults), edition), edition)
    assert not faults
    assert [(name, marks) for name, _, marks in case.play.marks(state, None) if name != "bonus"] == filled


def test_what_lies_face_down_in_a_city_is_seen_by_its_owner_alone() -> None:
    case = Case("dice-city", 4)
    play, looked = case.play, 0
    for state, _ in game(case):
        pads = {seat: play.marks(state, seat)[0][2] for seat in (None, 0, 1)}
        for seat, pad in pads.items():
            hidden = [one for one in range(4) if pad[f"p{one + 1}.tokens"] != state.seats[one].tokens]
            looked += len(hidden)
            assert not hidden or (not play.over(state) and seat not in hidden)
            piles = {field for field in pad if field.startswith("piles.ship")}
            assert len(piles) == sum(len(one.ships) for one in state.seats)
    assert looked


def test_troves_that_can_not_lie_there_together_are_waited_for_again() -> None:
    case = Case("dice-miner", 2)
    play, state = case.play, case.opened()
    for one in (Action(None, "starts 1"), Action(1, "hero engineer"), Action(0, "hero dragon"), Action(0, "tunnel 1")):
        assert play.active(state) == (None if one.seat is None else one.seat)
        state = play.act(state, one)
    assert [play.status(state, seat) for seat in (0, 1)] == ["in", "drawing"] and play.active(state) == 0
    few = play.act(state, Action(1, "nothing"))
    assert [play.status(few, seat) for seat in (0, 1)] == ["drawing", "drawing"]


# --- secrets ---------------------------------------------------------------------------------------


def public(play: Any, state: Any, seat: int, seats: int) -> list[object]:
    """Everything about a table that another seat than one may be told."""
    others = [other for other in range(seats) if other != seat]
    return [
        [play.marks(state, other) for other in (None, *others)],
        [play.pending(state, other) for other in others],
        [play.entry(state, other) for other in others],
        [play.status(state, one) for one in range(seats)],
        [play.active(state), play.last(state), play.scores(state), play.vote(state)],
        play.marks(state, seat),
    ]


@pytest.mark.parametrize("case", HOUSE, ids=str)
def test_an_entry_shows_nowhere_but_in_its_own_place(case: Case) -> None:
    play, tried = case.play, 0
    for state, _ in game(case)[::2]:
        for seat in range(case.players):
            words = [one.notation for one in play.options(state, seat, 20) if one.kind in ("draw", "furniture")]
            if play.status(state, seat) != "drawing" or len(words) < 2:
                continue
            one, other = (play.act(state, Action(seat, said)) for said in (words[0], words[-1]))
            if not play.entry(one, seat):
                continue  # the last one to enter: all is revealed
            assert public(play, one, seat, case.players) == public(play, other, seat, case.players)
            assert (
                play.entry(one, seat).notation in (words[0], f"!reroll {words[0]}") and play.status(one, seat) == "in"
            )
            assert play.pending(one, seat) != play.pending(other, seat)
            tried += 1
    assert tried > 10


def entered(*said: Any) -> Any:
    play = HOUSE[0].play
    state = HOUSE[0].opened()
    for one in said:
        state = play.act(state, Action(None, "", one) if isinstance(one, tuple) and len(one) == 3 else Action(*one))
        assert not isinstance(state, Refusal), (one, state)
    return state


def test_what_an_entry_would_add_to_the_sheet() -> None:
    play = HOUSE[0].play
    state = entered((3, 3, 5), (0, "W32$5"))
    assert play.pending(state, 0) == {"house.c3r2": "W", "turns.1": 1, "cost.1": 2}
    assert play.pending(state, 1) == {} and play.entry(state, 1) is None
    assert play.marks(state, 0)[0] == ("play", 0, {"name": OLD[0]})
    state = entered((3, 3, 5), (0, "!free +5$3"))
    crossed = {f"furniture.{space}": True for space in range(1, 6)}
    assert play.pending(state, 0) == {**crossed, "turns.1": 1, "bonuses.1": "free"}
    state = entered((1, 3, 5), (0, "!extra W12$5 F31$5"))
    assert {"house.c1r2": "W", "house.c3r1": "F"}.items() <= play.pending(state, 0).items()
    assert play.entry(state, 0).notation == "!extra W12$5 F31$5"


def test_the_round_that_was_revealed_last() -> None:
    play = HOUSE[0].play
    assert play.last(entered((3, 3, 5), (0, "W32$5"))) is None
    state = entered((3, 3, 5), (0, "!free W32$5"), (1, "+5$3"), (2, 4, 6), (1, "D42$6"), (None, "reveal"))
    number, dice, moves = play.last(state)
    assert (number, dice) == (2, (2, 4, 6))
    assert [(seat, move.notation, move.kind) for seat, move in moves] == [(0, "-", "missed"), (1, "D42$6", "draw")]
    assert [text(HOUSE[0], move.means) for _, move in moves] == ["missed the round", "door in column 4, row 2 for 2"]
    bonus = next(marks for name, _, marks in play.marks(state, None) if name == "bonus")
    assert [field.split(".")[1:] for field in bonus] == [["free", "1"]]


def test_a_vote_tells_who_voted_and_in_the_end_who_is_best() -> None:
    play, (state, _) = HOUSE[0].play, next(one for one in game(HOUSE[0]) if HOUSE[0].play.over(one[0]))
    voted = play.act(state, Action(0, "vote 2"))
    assert play.vote(voted) == (True, (1, None), (), 0)
    assert play.vote(play.act(voted, Action(None, "close vote"))) == (False, (1, None), (1,), 1)


# --- names that are easily mistaken ----------------------------------------------------------------


@every_game
def test_names_may_differ_in_blanks_where_nobody_is_voted_for(case: Case) -> None:
    names = ["Jo Ann", "Jo  Ann", *OLD[2:]][: case.players]
    if case in HOUSE:
        with pytest.raises(WrongError) as wrong:
            case.play.open(names, {}, editions.shipped(case.game))
        assert text(case, wrong.value.said) == "each player needs a name of their own" and str(wrong.value)
        assert case.play.renamed(case.opened(), names).code == "wrong-names"
        late = case.play.join(case.play.renamed(case.opened(), [names[0], *OLD[1 : case.players]]), names[1])
        assert late.code == "wrong-names"
    else:
        assert case.play.players(case.play.open(names, {}, editions.shipped(case.game))) == tuple(names)
        assert case.play.players(case.play.renamed(case.opened(), names)) == tuple(names)


def test_a_number_is_a_seat_even_where_it_is_a_name() -> None:
    miner, city = (games.load(name).play for name in ("dice-miner", "dice-city"))
    names, mined = ["2", "1"], editions.shipped("dice-miner")
    assert miner.open(names, {"starts": "2"}, mined).starters == (1,)
    assert miner.act(miner.open(names, {}, mined), Action(None, "starts 2")).starters == (1,)
    state = city.open(names, {}, editions.shipped("dice-city"))
    while dice := city.dice(state):
        state = city.act(state, Action(None, "", (1,) * len(dice)))
    assert not isinstance(city.act(state, Action(None, "absent 1")), Refusal)
    assert city.act(state, Action(None, "absent 2")).code == "not-their-turn"


@pytest.mark.parametrize("words", ["absent 2", "Absent: 2", " absent,\t2 ", "absent;, 2", "absent Xerxes"])
@pytest.mark.parametrize("case", [case for case in CASES if case.players > 1], ids=str)
def test_who_is_absent_is_told_in_every_game_alike(case: Case, words: str) -> None:
    said = [case.play.act(case.opened(), Action(None, one)) for one in (words, "absent 2")]
    codes = [one.code if isinstance(one, Refusal) else "" for one in said]
    assert codes[0] == codes[1] and codes[0] in ("", "dice-first", "no-absence") and said[0] == said[1]


def test_a_name_may_begin_with_a_colon() -> None:
    state = HOUSE[0].play.open([":)", "Bo"], {}, editions.shipped("house-of-dice"))
    assert HOUSE[0].play.act(state, Action(None, "absent :)")).away == (True, False)


# --- games from elsewhere --------------------------------------------------------------------------


def test_a_game_that_leaves_functions_out_gets_plain_answers() -> None:
    play = HOUSE[0].play
    assert as_play(play) is play
    asked = ("open", "dice", "act", "wanted", "options", "view", "round", "over", "standings", "document")
    lean = as_play(SimpleNamespace(**{name: getattr(play, name) for name in asked}))
    state = lean.act(HOUSE[0].opened(), Action(None, "", (3, 3, 5)))
    assert [lean.status(state, seat) for seat in (0, 1)] == ["drawing", "drawing"] and lean.active(state) == 0
    assert lean.status(HOUSE[0].opened(), 0) == "idle" and lean.active(HOUSE[0].opened()) is None
    assert (lean.entry(state, 0), lean.pending(state, 0), lean.marks(state, None)) == (None, {}, ())
    assert (lean.vote(state), lean.last(state), lean.scores(state)) == (None, None, ())
    assert lean.renamed(state, NEW[:2]).code == "names-stay" and lean.join(state, "Zoe").code == "too-late"
    own = as_play(SimpleNamespace(**{name: getattr(play, name) for name in (*asked, "status")}))
    assert own.status == play.status and own.judged == play.act


def test_functions_may_have_states_and_helpers_of_any_kind() -> None:
    told = Last(1, (6,), ((0, "high", "4 to 6"),))  # type: ignore[arg-type]
    functions: dict[str, Any] = {
        "wanted": lambda state: tuple(Wanted(seat, "a word", "high") for seat in state["waiting"]),
        "options": lambda *_: (Option("high", "4 to 6"), Option("low", "1 to 3")),
        "entry": lambda state, seat: state["said"][seat],
        "last": lambda state: told if state["said"] else None,
        "bonuses": lambda: "its own",
        "players": ("its", "own"),
    }
    play, state = as_play(SimpleNamespace(**functions)), {"waiting": [1], "said": ["low", "", "mid"]}
    assert (play.status(state, 0), play.status(state, 1), play.active(state)) == ("idle", "drawing", 1)
    assert play.renamed(state, NEW[:2]).code == "names-stay" and play.join(state, "Zoe").code == "too-late"
    entries = [Option("low", "1 to 3"), None, Option("mid", "mid")]
    assert [play.entry(state, seat) for seat in range(3)] == entries
    assert play.last(state) == Last(1, (6,), ((0, Option("high", "4 to 6")),))
    assert play.last({"said": []}) is None and play.bonuses(state, 0) == ()


def test_a_module_of_functions_may_have_words_and_sheets_of_its_own() -> None:
    game = as_game(
        SimpleNamespace(TITLE="Go", PLAYERS=(2, 2), words="its own", sheets=[], fields=lambda _: {"play": {}})
    )
    assert game.words().text(say("no-roll-now")) == "no dice are to be rolled now"
    assert game.fields(editions.shipped("go")) == {"play": {}} and game.TITLE == "Go"

"""Every game that can be played, at tables of every size: whole random games, driven only by what the game offers."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from memory_store import MemoryStore
from whole_table import told

from pnp.games.library import Library
from pnp.games.play import Action
from pnp.games.seats import Refusal
from pnp.play import correcting, engine, events, history
from pnp.play.engine import Answer, Table
from pnp.play.tables import Tables
from pnp.play.verify import verify
from pnp.sheets import layout
from pnp.sheets.documents import judge
from pnp.sheets.layout import LAYOUTS
from pnp.sheets.own_rules import library_of

NAMES = ("Ana", "Bo", "Cy", "Di", "Eli", "Fay")
LONGEST_GAME = 3000
LIBRARY = Library()
OPTIONS = {
    "house-of-dice": [{"reveal": "host"}],
    "dice-manor": [{"tiles": "stand-in", "track": "stand-in"}],
}
JUNK = (
    "",
    "?",
    "-1",
    "xyzzy",
    "W99$9",
    "9 b9 t9",
    "hero nobody",
    "trove",
    "vote Nobody",
    "use: wood -4",
    "𝟛 ☃ \x00",
    "a" * 2000,
)


class Case(NamedTuple):
    """A game for so many players, with options."""

    game: str
    players: int
    options: tuple[tuple[str, str], ...] = ()
    own: Path | None = None
    """The layout file of a game that does not come with the program."""

    def __str__(self) -> str:
        return "-".join([self.game, str(self.players), *(f"{name}={value}" for name, value in self.options)])

    @property
    def library(self) -> Library:
        return library_of(self.own)


def cases() -> Iterator[Case]:
    for name in LIBRARY.names():
        game = LIBRARY.load(name)
        if game.play is not None:
            low, high = game.PLAYERS
            yield from (Case(name, count) for count in range(low, high + 1))
            yield from (Case(name, high, tuple(options.items())) for options in OPTIONS.get(name, ()))
    for path in sorted((LAYOUTS / "examples").glob("*.toml")):
        if layout.load(path).rules is not None and (own := library_of(path)).load(path.stem).play is not None:
            low, high = own.load(path.stem).PLAYERS
            yield from (Case(path.stem, count, (), path) for count in {low, min(high, 3)})


CASES = list(cases())
every_game = pytest.mark.parametrize(
    # One process plays a game once for all tests of it.
    "case",
    [pytest.param(case, marks=pytest.mark.xdist_group(str(case)), id=str(case)) for case in CASES],
)


class Clock:
    """A clock that ticks once for every look."""

    def __init__(self) -> None:
        self.ticks = 0

    def __call__(self) -> str:
        self.ticks += 1
        return f"2026-01-01T{self.ticks // 3600:02}:{self.ticks // 60 % 60:02}:{self.ticks % 60:02}+00:00"


def step(tables: Tables, table: Table, rng: random.Random) -> Answer:
    """One thing that the game offers now: the dice, or words of somebody from whom something is wanted."""
    play, state = table.play, table.state
    if play.dice(state):
        return tables.roll(table)
    wanted = play.wanted(state)
    assert wanted, "the game is not over, and waits for nobody"
    needed = [one for one in wanted if one.must] or wanted
    one = rng.choice(wanted if rng.random() < 0.1 else needed)
    found = play.options(state, one.seat)
    if not found and not one.must:
        one, found = needed[0], play.options(state, needed[0].seat)
    # How something is written may be all that the game can tell; where it must be done, that can be done.
    return tables.say(table, one.seat, rng.choice(found).notation if found else one.example)


class Game(NamedTuple):
    """A game that was played to its end: its log and secret, and what the state was after some of its events."""

    id: str
    log: tuple[engine.Record, ...]
    secret: str
    dumps: dict[int, str]


def dumped(table: Table) -> str:
    """The whole table as text."""
    return told(table)


@cache
def played(case: Case) -> Game:
    """A game to its end; seed and dice are told by the case, so that every run plays the same."""
    rng = random.Random(str(case))
    tables = Tables(MemoryStore(), Clock(), case.library)
    table = tables.open(case.game, NAMES[: case.players], dict(case.options))
    secret = rng.randbytes(32).hex()
    first = table.events[0]
    promise = {**first.data, "commitment": engine.virtual.commitment(bytes.fromhex(secret))}
    first = events.sealed(events.FIRST_SEAL, 1, "opened", promise, first.key, first.at)
    tables = Tables(MemoryStore(), tables.now, case.library)
    tables.store.create("GAME", {}, [engine.Record(1, first.key, events.line(first))], secret=secret)
    table = tables.load("GAME")
    dumps = {1: dumped(table)}
    for _ in range(LONGEST_GAME):
        if table.over:
            break
        answer = step(tables, table, rng)
        assert answer.ok, (table.seq, answer)
        if table.seq % 7 == 0 or table.seq < 4 or table.over:
            dumps[table.seq] = dumped(table)
    assert table.over
    return Game(table.id, tuple(tables.store.read(table.id)), secret, dumps)


def seated(case: Case) -> tuple[Tables, Table]:
    """The table of a finished game, in a store of its own."""
    game = played(case)
    tables = Tables(MemoryStore(), Clock(), case.library)
    tables.store.create(game.id, {}, game.log, secret=game.secret)
    return tables, tables.load(game.id)


def everything(tables: Tables, table: Table) -> tuple[object, ...]:
    """All that a refused write must leave as it was."""
    return dumped(table), table.seq, table.head, tuple(table.events), tuple(tables.store.read(table.id))


def test_all_games_are_here() -> None:
    names = {case.game for case in CASES}
    assert names >= {"house-of-dice", "dice-miner", "dice-miner-solo", "dice-manor", "dice-city", "dice-city-solo"}
    assert {case.players for case in CASES if case.game == "house-of-dice"} == {2, 3, 4, 5, 6}


@every_game
def test_the_state_is_the_fold_of_the_log(case: Case) -> None:
    game = played(case)
    log = [events.parse(record.body, "log") for record in game.log]
    table, compared = Table(game.id, log[0], case.library), 0
    for event in log:
        assert event.seq == 1 or table.follow(event) is None
        if event.seq in game.dumps:
            assert dumped(table) == game.dumps[event.seq], event.seq
            compared += 1
    assert compared == len(game.dumps) > 2
    again = engine.replay(log, game.id, case.library)
    assert dumped(again) == game.dumps[len(log)]
    assert again.play.standings(again.state) == table.play.standings(table.state)


@every_game
def test_a_log_is_lines_of_json_with_a_version(case: Case) -> None:
    for seq, record in enumerate(played(case).log, 1):
        assert "\n" not in record.body
        line = json.loads(record.body)
        assert (line["v"], line["seq"], line["key"]) == (events.VERSION, seq, record.key)


@every_game
def test_the_end_is_an_end(case: Case) -> None:
    tables, table = seated(case)
    play, state = table.play, table.state
    assert play.over(state) and not play.dice(state)
    assert not [one for one in play.wanted(state) if one.must]
    refused = tables.roll(table).said
    assert refused and (refused.code, table.text(refused)) == ("no-roll-now", "no dice are to be rolled now")
    ranking = play.standings(state)
    assert sorted(row.player for row in ranking) == sorted(NAMES[: case.players])
    totals = [row.total for row in ranking]
    assert ranking[0].rank == 1 and totals == sorted(totals, reverse=True)
    number, of = play.round(state)
    assert number >= 1 and (not of or number <= of + bool(play.stage(state)))


@every_game
def test_the_end_is_legal_by_the_rules_of_the_sheet(case: Case) -> None:
    _, table = seated(case)
    verdict = judge(json.loads(json.dumps(table.play.document(table.state))), library=case.library)
    assert verdict.legal, [sheet.problems for sheet in verdict.sheets]
    assert len(verdict.sheets) == case.players
    scored = {row.player: row.total for row in table.play.standings(table.state)}
    assert {row.player: row.total for row in verdict.ranking or ()} in ({}, scored)


@every_game
def test_undo_to_anywhere_and_redo_to_the_end(case: Case) -> None:
    tables, table = seated(case)
    game, end = played(case), dumped(table)
    sampled = random.Random(str(case)).sample(sorted(game.dumps), min(4, len(game.dumps)))
    for seq in sorted({1, *sampled}):
        path = table.path()
        if seq == table.head:
            continue
        assert tables.undo(table, len(path) - 1 - path.index(seq), "a test").ok
        assert (table.head, dumped(table)) == (seq, game.dumps[seq])
        while table.head < len(game.log):
            assert tables.redo(table).ok
            assert table.head not in game.dumps or dumped(table) == game.dumps[table.head]
        assert dumped(table) == end
        assert tables.redo(table).code == "nothing-to-redo"
    assert tables.load(table.id).path() == table.path()
    assert dumped(tables.load(table.id)) == end


@every_game
def test_after_an_undo_virtual_dice_fall_as_they_fell(case: Case) -> None:
    tables, table = seated(case)
    rolls = [event for event in table.events if event.kind == "rolled"]
    event = rolls[len(rolls) // 2]
    path = table.path()
    assert tables.undo(table, len(path) - path.index(event.seq)).ok
    assert tables.roll(table).ok
    assert table.events[-1].data == event.data


@every_game
def test_the_exported_log_is_honest(case: Case) -> None:
    tables, table = seated(case)
    assert tables.close(table).ok
    lines = [record.body for record in tables.store.read(table.id)]
    report = verify(lines, "log", case.library)
    assert (report.problems, report.events) == ((), len(lines))
    assert {note.code for note in report.notes} <= {"one-hand"}, "nothing was left unchecked"
    assert report.rolls == sum(event.kind == "rolled" for event in table.events) > 0
    assert report.table is not None and dumped(report.table) == dumped(table)


@every_game
def test_a_roll_that_was_changed_is_found_out(case: Case) -> None:
    tables, table = seated(case)
    tables.close(table)
    rng = random.Random(str(case))
    roll = rng.choice([event for event in table.events if event.kind == "rolled"])
    before = engine.replay(table.events[: roll.seq - 1], "before", case.library)
    die = before.play.dice(before.state)[0]
    face = rng.choice([face for face in die.faces if face != roll.data["dice"][0]])
    seal, lines = events.FIRST_SEAL, []
    for event in table.events:
        data = {**roll.data, "dice": [face, *roll.data["dice"][1:]]} if event == roll else event.data
        made = events.sealed(seal, event.seq, event.kind, data, event.key, event.at)
        seal = made.seal
        lines.append(events.line(made))
    report = verify(lines, "log", case.library)
    (problem,) = map(report.words("en").text, report.problems)
    # Either later moves are not legal with these dice, or the promise tells.
    assert problem.startswith(f"log:{roll.seq}: roll ") or "is against the rules" in problem, problem


@every_game
def test_a_correction_succeeds_or_changes_nothing(case: Case) -> None:
    tables, table = seated(case)
    rng = random.Random(str(case))
    if all(table.events[seq - 1].kind != "said" for seq in table.path()):
        return  # a game of nothing but dice
    fine = refused = 0
    for _ in range(8):
        path = table.path()
        at = rng.choice([n for n, seq in enumerate(path) if table.events[seq - 1].kind == "said"])
        said = correcting.effective(table)[path[at]]
        if said is None:
            continue
        state = table.at(path[at - 1]).state
        others = [one.notation for one in table.play.options(state, said["seat"]) if one.notation != said["words"]]
        words = rng.choice([*others, said["words"]] if at < len(path) - 1 and others else [said["words"], "xyzzy"])
        before = everything(tables, table)
        answer = tables.correct(table, path[at], words, "misheard")
        if answer.ok:
            fine += 1
            assert table.seq > before[1]  # type: ignore[operator]
            assert table.path() == [*path, table.seq] and history.rows(table)[at].words in (words, None)
        else:
            refused += 1
            assert answer.code and table.text(answer.said)
            assert everything(tables, table) == before
        assert dumped(tables.load(table.id)) == dumped(table)
    assert tables.correct(table, path[-1] + 10_000, "x").code == "no-such-event"
    assert tables.correct(table, 1, "x").code == "no-such-event"
    last = [seq for seq in table.path() if table.events[seq - 1].kind == "said"][-1]
    same = correcting.effective(table)[last]["words"]  # type: ignore[index]
    end = dumped(table)
    assert tables.correct(table, last, same).ok and dumped(table) == end
    tables.close(table)
    assert verify([record.body for record in tables.store.read(table.id)], "log", case.library).problems == ()


def states(case: Case, count: int) -> Iterator[tuple[Table, Any]]:
    """Some states of a game on the way, none of which waits for dice."""
    _, table = seated(case)
    open_ones = [seq for seq in table.path() if not table.play.dice(table.at(seq).state)]
    for seq in sorted(random.Random(str(case)).sample(open_ones, min(count, len(open_ones)))):
        yield table, table.at(seq).state


@every_game
def test_what_is_offered_is_legal_and_changes_no_state_that_was(case: Case) -> None:
    tried = 0
    for table, state in states(case, 3):
        before = repr(state), told(table, state)
        for seat in {one.seat for one in table.play.wanted(state)}:
            for option in table.play.options(state, seat, 60):
                after = table.play.act(state, Action(seat, option.notation))
                assert not isinstance(after, Refusal), (option, after)
                assert option.means
                tried += 1
        for one in table.play.wanted(state):
            if one.must and not one.example.isdecimal():
                assert one.example and one.what
        assert (repr(state), told(table, state)) == before
    assert tried or all(event.kind != "said" for event in seated(case)[1].events)


@every_game
def test_whoever_is_waited_for_has_something_to_tap(case: Case) -> None:
    for table, state in states(case, 12):
        for one in table.play.wanted(state):
            # What the table does by itself, such as a count, is offered to it too.
            assert not one.must or table.play.options(state, one.seat, 1) or table.play.over(state), one


@every_game
def test_nonsense_is_refused_with_words(case: Case) -> None:
    for table, state in states(case, 2):
        before = repr(state), told(table, state)
        for words in JUNK:
            for seat in (None, *range(case.players)):
                answer = table.play.act(state, Action(seat, words))
                assert isinstance(answer, Refusal), (seat, words)
                assert answer.code and table.text(answer)
        for dice in ((0,), (99,) * 5, ("",), ("xyzzy",), (1,) * 50):
            assert isinstance(table.play.act(state, Action(None, "", dice)), Refusal)
        assert (repr(state), told(table, state)) == before


def seen_by_others(play: Any, state: Any, seat: int, players: int) -> list[object]:
    """Everything that is shown to anybody else than a seat."""
    others = [play.view(state, other) for other in (None, *range(players)) if other != seat]
    wanted = [one for one in play.wanted(state) if one.seat != seat]
    return [others, wanted, play.document(state), play.standings(state), play.round(state), play.dice(state)]


SECRET = [case for case in CASES if case.game in ("house-of-dice", "four-rows", "clever-five") and case.players > 1]


@pytest.mark.parametrize("case", SECRET, ids=str)
def test_nobody_sees_what_somebody_entered_in_secret(case: Case) -> None:
    tried = 0
    for table, state in states(case, 12):
        play = table.play
        rng = random.Random(str(case))
        for one in (one for one in play.wanted(state) if one.secret):
            words = [option.notation for option in play.options(state, one.seat) if option.field]
            if len(words) < 2:
                continue
            pair = rng.sample(words, 2)
            after = [play.act(state, Action(one.seat, said)) for said in pair]
            if play.over(after[0]) or not [w for w in play.wanted(after[0]) if w.secret and w.seat == one.seat]:
                continue  # the last one to enter: all is revealed
            first, second = (seen_by_others(play, made, one.seat, case.players) for made in after)
            assert first == second, pair
            assert play.view(after[0], one.seat) != play.view(after[1], one.seat)
            tried += 1
    assert tried

"""Rules of somebody's own that were written when a game was a module of functions: they load, judge and play as ever."""

from __future__ import annotations

from pathlib import Path

import pytest
from memory_store import MemoryStore

from pnp.games.game import Papers
from pnp.games.library import Library
from pnp.play.tables import Tables
from pnp.sheets import documents

RULES = """
from types import SimpleNamespace

from pnp.errors import Problem
from pnp.games.document import player_of, players_of, sheets_of, written_of
from pnp.games.game import Counted, FieldRule, Marks, Papers
from pnp.games.play import Action, Option, Refusal, View, Wanted
from pnp.games.table_dice import Die
from pnp.games.verdict import Line, Rank, Score, SheetVerdict, Verdict, ranking, wrong_sums
from pnp.strict import Table, as_whole

TITLE = "Lucky Climb"
PLAYERS = (1, 6)
words = "a name that is its own affair"


def fields(edition):
    return {"play": {"name": FieldRule("text"), "rolls.1": FieldRule("number"), "score.total": FieldRule("number")}}


def read(table, edition):
    rows = sheets_of(table)
    players_of(table, len(rows), *PLAYERS)
    rolls = [row.items("rolls", as_whole, [], most=100) for row in rows]
    return [(player_of(row, n), rolls[n - 1], written_of(row, ("sum",))) for n, row in enumerate(rows, 1)]


def judge(document, edition):
    found = []
    for player, rolls, written in document:
        score = Score((Line("sum", sum(rolls), f"{len(rolls)} rolls"),))
        wrong = [Problem("no-such-roll", "rolls", f"rolls: {roll} can't be rolled") for roll in rolls if roll > 12]
        found.append(SheetVerdict(player, (*wrong, *wrong_sums(written, score)), (), score))
    totals = [(sheet.player, sheet.score.total) for sheet in found]
    return Verdict("lucky-climb", tuple(found), (), ranking(totals, [()] * len(totals), lambda _: ""))


def marks(document, edition):
    return [("play", {"name": player, "score.total": sum(rolls)}) for player, rolls, _ in document]


def count(papers, edition):
    document = [(name, [own["play"]["rolls.1"]], None) for name, own in zip(papers.players, papers.own)]
    return Counted(judge(document, edition), {}, tuple({"play": {}} for _ in document))


def act(state, action):
    if action.dice:
        return {**state, "rolled": action.dice}
    if not state["rolled"] or action.words != "take":
        return Refusal("not-now", f"{action.words!r} is nothing to say now; roll first")
    return {**state, "total": sum(state["rolled"])}


play = SimpleNamespace(
    open=lambda players, options, edition: {"players": tuple(players), "rolled": (), "total": 0},
    dice=lambda state: () if state["rolled"] else (Die("die", (1, 2, 3, 4, 5, 6)),) * 2,
    act=act,
    wanted=lambda state: (Wanted(0, "take the dice", "take"),) if state["rolled"] and not state["total"] else (),
    options=lambda state, seat, most=200: (Option("take", "adds them up"),),
    view=lambda state, seat: View("climbing", (), ()),
    round=lambda state: (1, 1),
    over=lambda state: state["total"] > 0,
    standings=lambda state: tuple(Rank(1, name, state["total"]) for name in state["players"]),
    document=lambda state: {"game": "lucky-climb", "player": state["players"][0], "rolls": list(state["rolled"])},
)
"""


@pytest.fixture
def library(tmp_path: Path) -> Library:
    path = tmp_path / "lucky_climb.py"
    path.write_text(RULES, encoding="utf-8")
    return Library(path)


def test_documents_are_judged(library: Library) -> None:
    verdict = documents.judge({"game": "lucky-climb", "rolls": [3, 13], "written": 15}, library=library)
    words = library.load("lucky-climb").words()
    said = [problem["message"] for problem in verdict.as_json(words)["sheets"][0]["problems"]]
    assert said == ["rolls: 13 can't be rolled", "total: 15 written, 16 by the rules"]
    assert [row.total for row in verdict.ranking] == [16]


def test_paper_is_counted(library: Library) -> None:
    game, edition = library.load("lucky-climb"), library.edition("lucky-climb")
    counted = game.count(Papers(("Ana",), {}, ({"play": {"rolls.1": 7}},)), edition)
    assert counted.verdict.sheets[0].score.total == 7 and "rolls.1" in game.fields(edition)["play"]


def test_it_is_played(library: Library) -> None:
    tables = Tables(MemoryStore(), lambda: "2026-01-01T00:00:00+00:00", library)
    table = tables.open("lucky-climb", ["Ana"], dice="physical")
    refused = tables.say(table, 0, "take")
    assert refused.said and table.text(refused.said) == "'take' is nothing to say now; roll first"
    assert tables.roll(table, [3, 4]).ok and table.play.status(table.state, 0) == "drawing"
    assert not table.takes_players and not tables.write(table, "renamed", {"seat": 0, "name": "Bo"}).ok
    assert tables.say(table, 0, "take").ok and table.over and table.standings()[0].total == 7
    verdict = documents.judge(table.play.document(table.state), library=library)
    assert verdict.legal and verdict.ranking[0].total == 7


def test_a_note_has_its_old_name_too() -> None:
    from pnp.errors import Note
    from pnp.words import english

    assert (Note("late", "it was late").code, english(Note("late", "it was late"))) == ("late", "it was late")

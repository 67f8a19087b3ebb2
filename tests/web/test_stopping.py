"""Stopping a game: it is paused and gone on with, left for another one, and ended before its end, on every page."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient

from pnp.play import events
from pnp.play.standing import Finished, standing
from pnp.play.tables import Tables
from pnp.play.verify import verify
from pnp.web import result_files
from pnp.web.party import Party
from pnp.web.serving.app import app
from tests.web.conftest import SECRET, URL, Evening, Guest, Sit
from tests.web.test_drafts import begun, chosen, moves, time_is_up


def test_a_paused_game_keeps_all_that_was_entered_and_its_time(sit: Sit, evening: Evening, client: TestClient) -> None:
    host, (ana, bo, cy) = begun(sit)
    entered, kept = ana.draw(), chosen(bo)
    evening.clock.now += 20
    assert host.do("pause")["state"]["paused"] == {"left": 40}
    time_is_up(evening, client, host)
    for who in (host, ana, bo, cy):
        state = who.state()
        assert state["paused"] == {"left": 40} and state["deadline"] is None and state["round"] == 1
        assert state["headline"] == "Paused: everything that was entered is kept"
    assert "Przerwa" in client.get(f"{ana.base}/state?lang=pl").json()["headline"]
    words = cy.state()["me"]["options"][0]["notation"]
    for refused in (cy.say(words, 409), host.do("undo", 409), host.do("say", 409, seat=2, words=words)):
        assert refused["code"] == "paused"
    assert client.post(f"{cy.base}/try", json={"words": words}).json()["code"] == "paused"
    assert host.do("pause", 409)["code"] == "paused"

    # The program is started anew.
    party = Party(Tables(evening.store, evening.tables.now), SECRET, URL, clock=evening.clock)
    with TestClient(app(party, guesses=evening.guesses, budgets=evening.budgets), base_url=URL) as again:
        for one in (host, bo, cy):
            one.client = again
        assert host.state()["paused"] == {"left": 40} and bo.state()["me"]["draft"] == kept
        state = host.do("resume")["state"]
        assert state["paused"] is None and state["deadline"] == evening.clock.now + 40
        assert host.do("resume", 409)["code"] == "not-paused"
        bo.say(kept)
        cy.say(words)
        assert moves(host) == {0: entered, 1: kept, 2: words}
        assert host.do("undo")["state"]["round"] == 1, "going back passes over the pause"


@pytest.mark.parametrize("before", ["lobby", "over"])
def test_only_a_game_that_is_played_is_paused(before: str, sit: Sit) -> None:
    host, _ = sit("dice-miner", ("Ana", "Bo"), pad=True)
    if before == "over":
        host.do("start")
        host.do("say", seat=0, words="treasure 1")
        host.do("say", seat=None, words="done")
    assert host.do("pause", 409)["code"] == "no-pause"


@pytest.mark.parametrize("winner", [False, True])
@pytest.mark.parametrize(
    "game, options, sheet, rounds, english, polish",
    [
        ("house-of-dice", {}, "play", 3, "Ended after 3 of 24 rounds", "Zakończono po 3 z 24 rund"),
        ("yacht", {}, "score", 0, "Ended in the first of 12 rounds", "Zakończono w pierwszej z 12 rund"),
        ("dice-miner", {"pad": True}, "score", 1, "Ended after 1 of 3 rounds", "Zakończono po 1 z 3 rund"),
    ],
)
def test_a_game_that_is_ended_early_says_so_everywhere(
    game: str,
    options: dict[str, Any],
    sheet: str,
    rounds: int,
    english: str,
    polish: str,
    winner: bool,
    sit: Sit,
    evening: Evening,
    client: TestClient,
) -> None:
    host, guests = sit(game, ("Ana", "Bo", "Cy", "Dee"), sheet, **options)
    host.do("start")
    play_some(game, host, guests)
    host.do("pause")
    assert host.do("close", 409, expected=1)["code"] == "stale"
    host.do("close", winner=winner, expected=1)
    table = host.state()["table"]
    for who in (f"/t/{table}", guests[0].base, host.base):
        state = client.get(f"{who}/state?lang=en").json()
        assert (state["phase"], state["headline"], state["early"]) == ("closed", english, rounds)
        assert client.get(f"{who}/state?lang=pl").json()["headline"] == polish
        assert [state["ranking"][0][name] for name in ("rank", "won")] == ([1, True] if winner else [None, None])
        assert state["active"] is None and {one["status"] for one in state["people"]} == {"idle"}
    loaded = Tables(evening.store, evening.tables.now).load(table)
    assert verify(map(events.line, loaded.events), "log").problems == ()
    share = result_files.share_of(loaded, evening.tables.library)
    assert share.early == english and (share.rows[0].rank == 1) == winner
    rows = {row.name: row for row in standing([Finished(result_files.result_of(loaded), loaded.players)]).rows}
    assert {row.games for row in rows.values()} == {1} and any(row.wins for row in rows.values()) == winner
    assert not any(row.sheets or row.rounds for row in rows.values())


def play_some(game: str, host: Guest, guests: list[Guest]) -> None:
    """Play a little, so that one leads: rounds of House of Dice, a turn of Yacht, a round of a pad."""
    if game == "dice-miner":
        for seat, treasure in enumerate((4, 3, 2, 1)):
            for words in (f"treasure {treasure}", "hazard 0", "tunnel 3"):
                host.do("say", seat=seat, words=words)
        return
    for _ in range(3 if game == "house-of-dice" else 1):
        host.do("roll")
        for guest in guests:
            if guest.state()["me"]["options"]:
                guest.draw()

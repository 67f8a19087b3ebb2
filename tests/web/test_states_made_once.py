"""A seat's part of a state is made anew only if it would be another one, and never kept when it would."""

from __future__ import annotations

import random
from typing import Any

import pytest

from pnp.games import house_of_dice
from pnp.web import seat_states
from tests.web.conftest import Evening, Guest, Sit

LOOKED_AT = (1, 2, 3, 12, 24)


def is_fresh(evening: Evening, guests: list[Guest]) -> None:
    """What every seat is told now is what it would be told if nothing had been kept."""
    kept = [guest.state()["me"] for guest in guests]
    for hosted in evening.party.hosted.values():
        hosted.cache.clear()
        hosted.own.clear()
    assert [guest.state()["me"] for guest in guests] == kept


def test_what_is_kept_for_a_seat_is_what_would_be_made(evening: Evening, sit: Sit) -> None:
    host, guests = sit()
    rng = random.Random(4)
    is_fresh(evening, guests)
    host.do("start")
    while host.state()["phase"] == "roll":
        host.do("roll")
        is_fresh(evening, guests)
        if guests[0].state()["round"] == 2:
            guests[host.state()["active"]].say("reroll")
            is_fresh(evening, guests)
            host.do("roll")
        for guest in rng.sample(guests, len(guests)):
            words = rng.choice(guest.state()["me"]["options"])["notation"]
            guest.client.post(f"{guest.base}/draft", json={"words": words})
            if looked := guest.state()["round"] in LOOKED_AT:
                is_fresh(evening, guests)
            guest.say(words if words not in ("reroll", "withdraw") else "pass")
            if looked:
                is_fresh(evening, guests)
    guests[0].say("vote Bo")
    is_fresh(evening, guests)
    guests[1].post("paper", sheet="play", marks={"cost.3": 1})
    guests[1].post("name", name="Bob")
    is_fresh(evening, guests)
    host.do("undo", steps=1, reason="a slip")
    is_fresh(evening, guests)


def test_what_others_enter_makes_nothing_of_a_seat_anew(sit: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    host, (ana, bo, cy) = sit()
    host.do("start")
    host.do("roll")
    made: list[int | None] = []

    def noted(hosted: Any, seat: int | None, *rest: Any) -> Any:
        made.append(seat)
        return of_seat(hosted, seat, *rest)

    of_seat = seat_states.of_seat
    for guest in (ana, bo, cy):
        guest.state()
    monkeypatch.setattr(seat_states, "of_seat", noted)
    ana.draw()
    assert [bo.state()["people"][0]["status"], cy.state()["people"][0]["status"]] == ["in", "in"]
    assert made == [0]


def test_where_an_entry_ends_the_reroll_it_is_seen(sit: Sit, evening: Evening) -> None:
    host, (_, bo, _) = sit()
    host.do("start")
    host.do("roll")
    play, (hosted,) = house_of_dice.game.play, evening.party.hosted.values()

    def seen(until: str) -> Any:
        state = hosted.table.state
        return play.seen_by(state._replace(rules=state.rules._replace(reroll_until=until)), 0)

    before = seen("entry"), seen("reveal")
    bo.draw()
    assert seen("entry") != before[0]
    assert seen("reveal") == before[1]

"""Reactions reach the screen at once and nobody else; nobody covers it with them, and the host can switch them off."""

from __future__ import annotations

import asyncio

import pytest

from pnp.web import reactions
from pnp.web.listeners import MOST_SHOUTS, PING, Listener, Listeners, hint
from pnp.web.reactions import ALL, EACH, FACES, WITHIN, Reactions
from tests.web.conftest import Evening, Guest, Sit


def react(guest: Guest, face: str, status: int = 200) -> bool:
    answer = guest.client.post(f"{guest.base}/react", json={"face": face})
    assert answer.status_code == status, answer.text
    return bool(answer.json().get("shown"))


def test_a_person_may_send_a_few_and_all_together_not_many() -> None:
    sent = Reactions()
    assert [sent.may(1, 100.0) for _ in range(EACH + 1)] == [True] * EACH + [False]
    assert sent.may(2, 100.0), "others may still"
    assert not sent.may(1, 100.0 + WITHIN - 0.1) and sent.may(1, 100.1 + WITHIN)
    crowd = Reactions()
    assert sum(crowd.may(person, 5.0) for person in range(1000)) == ALL


def test_a_reaction_is_told_to_screens_alone_and_leaves_nothing(sit: Sit, evening: Evening) -> None:
    host, (ana, _, _) = sit()
    before = host.state()
    hosted = evening.party.hosted[before["table"]]
    screen, phone = Listener(b"", True), Listener(b"")
    hosted.listeners.listening |= {screen, phone}
    assert all(react(ana, face) for face in FACES)
    assert screen.shouts is not None and len(screen.shouts) == len(FACES) and phone.shouts is None
    assert screen.shouts[0] == b'event: reaction\ndata: {"seat": 0, "face": "heart"}\n\n'
    after = host.state()
    assert (after["version"], after["seq"]) == (before["version"], before["seq"]), "no page has to fetch anything"
    hosted.listeners.listening.clear()


def test_the_host_switches_them_off_and_only_known_faces_are_taken(sit: Sit) -> None:
    host, (ana, _, _) = sit()
    react(ana, "<script>", 400)
    host.do("show", name="reactions", on=False)
    assert not react(ana, "heart")


@pytest.mark.parametrize("woken", ["shout", "tell"])
def test_a_slow_screen_gets_the_newest_and_the_hint(woken: str) -> None:
    async def heard() -> bytes:
        all_of_them = Listeners()
        listener = Listener(b"", shouts=True)
        all_of_them.listening.add(listener)
        await listener.next()
        for seat in range(MOST_SHOUTS + 5):
            all_of_them.shout(reactions.message(seat, "wow"))
        if woken == "tell":
            all_of_them.tell("7-abc")
        first = await listener.next()
        listener.wake()
        assert await listener.next() == PING
        return first

    told = asyncio.run(heard())
    assert told.count(b"event: reaction") == MOST_SHOUTS and b'"seat": 16' in told
    assert told.startswith(hint("7-abc")) == (woken == "tell")


def test_a_clock_that_is_set_back_silences_nobody() -> None:
    sent = Reactions()
    assert [sent.may(1, 1000.0) for _ in range(EACH + 1)] == [True] * EACH + [False]
    assert sent.may(1, 400.0)

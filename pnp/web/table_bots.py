"""Bots at the party: they enter through the same events as people, and not before the first of them."""

from __future__ import annotations

import asyncio
from typing import Any

from pnp.coach.seated import SeatedBots, known
from pnp.play.tables import new_key
from pnp.web.serving.threads import in_thread

HostedTable = Any
"""A table at the party, which calls what stands here."""
ROLL_AFTER = 4.0
"""Seconds that a bot leaves people to look at what was revealed before it rolls."""


def seated(hosted: HostedTable) -> SeatedBots | None:
    """The bots that sit at a table now; as long as nobody comes or goes they are the same."""
    table, noted = hosted.table, hosted.meta.get("bots", "")
    if hosted.bots[0] != table.people:
        sitting = {seat: bot for id, bot in known(noted).items() if (seat := hosted.seat_of(id)) is not None}
        made = SeatedBots(table.game, table.edition, sitting, max(2, len(table.people))) if sitting else None
        hosted.bots = table.people, made
    bots: SeatedBots | None = hosted.bots[1]
    return bots


async def answer(hosted: HostedTable) -> None:
    """Say what is the bots' to say, until the table waits for somebody else; then roll, if that is a bot's turn."""
    bots = await in_thread(seated, hosted)
    while bots is not None:
        async with hosted.lock:
            table = hosted.table
            if table.waiting or table.refusal("said"):
                return
            said = await in_thread(bots.due, table.play, table.state, True)
            if said is None:
                break
            event = {"seat": said[0], "words": said[1]}
            if not (await hosted.write(table.seq, f"bot.{new_key()}", [("said", event)])).ok:
                return
    if bots is not None:
        await _roll(hosted, bots)


async def _roll(hosted: HostedTable, bots: SeatedBots) -> None:
    table, seen = hosted.table, hosted.table.seq
    if table.opening.dice != "virtual" or not bots.rolls(table.play, table.state):
        return
    await asyncio.sleep(ROLL_AFTER)
    async with hosted.lock:
        if table.seq == seen and not table.refusal("rolled"):
            roll = {"dice": None, "source": "virtual"}
            await hosted.write(table.seq, f"bot.{new_key()}", [("rolled", roll)])

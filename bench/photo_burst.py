"""Twenty phones send a photo of paper at once while others enter their round: what that costs those who play.

Everything is on loopback, as in `party.py`: the server is `pnp party`, each photo is a simulated one of 12 megapixels
that is really read, and whoever is told to come again does, as the page does.
"""

from __future__ import annotations

import asyncio
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path

from party import NAMES, SPREAD, Served, party, seated
from phones import Host, Wire

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "read"))

TABLES, PHOTOS = 20, 20
LONGEST = 300.0
"""Seconds after which the measurement has failed."""


def photo() -> tuple[bytes, str]:
    """A photo of a filled-in sheet, and the sheet's code."""
    from simulated import printed, shot

    made = shot(printed("house-of-dice", "play"), "normal", 7_990_000)
    return made.data, made.truths[0].code


async def sent(port: int, code: str, content: bytes) -> tuple[int, int, float]:
    """One phone that sends its photo until it is answered: the status, how often it came again, and the seconds."""
    wire, start, again = Wire(port), time.perf_counter(), 0
    while True:
        status, _ = await wire.ask(f"/s/{code}/read", content)
        if status != 503:
            return status, again, time.perf_counter() - start
        again += 1
        await asyncio.sleep(max(2, wire.after))


async def round_of(
    folder: Path, content: bytes, code: str, photos: int
) -> tuple[list[float], list[tuple[int, int, float]]]:
    """How long each entry of a round took with so many photos beside it, and what became of those."""
    server: Served = party(folder, "house-of-dice", "--tables", str(TABLES), "--players", NAMES)
    try:
        hosts, phones = await seated(server, random.Random(3))
        await claimed(server, hosts[0], code)
        sending = [asyncio.ensure_future(sent(server.port, code, content)) for _ in range(photos)]
        await asyncio.gather(*(phone.play() for phone in phones))
        answered = list(await asyncio.wait_for(asyncio.gather(*sending), LONGEST))
    finally:
        server.stop()
    return sorted(phone.waited for phone in phones), answered


async def claimed(server: Served, host: Host, code: str) -> None:
    """Let the sheet of the photo be that of the table's first seat."""
    asked = {"key": "brought-along", "seat": 0, "code": code}
    status, answer = await Wire(server.port).ask(f"/t/{host.table}/claim", asked)
    assert status == 200, answer


def report() -> list[str]:
    content, code = photo()
    rounds = []
    for photos in (0, PHOTOS):
        with tempfile.TemporaryDirectory() as folder:
            rounds.append(asyncio.run(round_of(Path(folder), content, code, photos)))
    (quiet, _), (beside, answered) = rounds
    mine, plain = (statistics.median(waits) for waits in (beside, quiet))
    late, late_plain = (waits[int(len(waits) * 0.95)] for waits in (beside, quiet))
    read = [seconds for status, _, seconds in answered if status == 200]
    again = sum(times for _, times, _ in answered)
    return [
        f"{len(beside)} entries within {SPREAD:.0f} s while {PHOTOS} phones send a photo each: {mine / plain:.2f} times as long as"
        f" without ({mine * 1000:.0f} ms to {plain * 1000:.0f} ms in the median, {late * 1000:.0f} ms to"
        f" {late_plain * 1000:.0f} ms at 95 %)",
        f"  {len(read)} of {PHOTOS} photos were read and answered, the last after {max(read, default=0):.0f} s;"
        f" {again} times a phone was told to come again",
    ]


if __name__ == "__main__":
    sys.stdout.write("\n".join(report()) + "\n")

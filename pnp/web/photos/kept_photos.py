"""Photos of what people drew: kept beside the table, shown to others only without the codes that are in them."""

from __future__ import annotations

import zlib

from pnp.web.hosted_table import HostedTable
from pnp.web.serving.threads import in_darkroom, in_thread

COVERED = "-covered"
"""How the note of a photo ends whose codes nobody can read any more."""


async def keep(hosted: HostedTable, person: int, photo: bytes, again: bool = False) -> None:
    """Keep a photo of somebody's paper: made anew, so that nothing of the phone and no code is left in it.

    One that is there already is made anew `again`, unless its owner has taken it away meanwhile.
    """
    content = await in_darkroom("pnp.web.photos.photo_codes:covered", photo)
    async with hosted.lock:
        if again and await _file(hosted, person) != photo:
            return
        await in_thread(hosted.party.tables.store.keep_file, hosted.table.id, f"photo/{person}", content)
        await hosted.note(f"photo:{person}", f"{zlib.crc32(content):08x}{COVERED}")


async def drop(hosted: HostedTable, person: int) -> None:
    async with hosted.lock:
        # First the photo: whatever ends us in between, what somebody has taken away is not shown again.
        await in_thread(hosted.party.tables.store.drop_file, hosted.table.id, f"photo/{person}")
        await hosted.note(f"photo:{person}", "")


async def shown(hosted: HostedTable, person: int) -> bytes | None:
    """The photo that everybody may see; one that was kept before codes were covered is covered first."""
    content: bytes | None = await _file(hosted, person)
    if content is not None and not hosted.meta.get(f"photo:{person}", "").endswith(COVERED):
        await keep(hosted, person, content, again=True)
        content = await _file(hosted, person)
    return content


async def _file(hosted: HostedTable, person: int) -> bytes | None:
    found: bytes | None = await in_thread(hosted.party.tables.store.file, hosted.table.id, f"photo/{person}")
    return found

"""What would make everybody wait is done beside the loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from pnp import bounded_process

WRITERS = ThreadPoolExecutor(64, "pnp party")
"""Those who wait for the disk: as many as may share one commit."""
DARKROOM = ThreadPoolExecutor(3, "pnp photos")
"""Those who wait for a photo to be decoded, in a process of its own: more than one address may have at work."""
PRESS = ThreadPoolExecutor(1, "pnp results")
"""The one who draws results: whoever asks for many of them makes no writer wait."""


async def in_thread(work: Callable[..., Any], *args: Any) -> Any:
    """What waits for the disk, beside the loop."""
    return await asyncio.get_running_loop().run_in_executor(WRITERS, partial(work, *args))


async def in_darkroom(work: str, photo: bytes) -> Any:
    """What a function makes of a photo in a process of its own, as `bounded_process.call` names it."""
    return await asyncio.get_running_loop().run_in_executor(DARKROOM, partial(bounded_process.call, work, photo))


async def at_press(work: Callable[..., Any], *args: Any) -> Any:
    """What takes long to draw, one after the other."""
    return await asyncio.get_running_loop().run_in_executor(PRESS, partial(work, *args))

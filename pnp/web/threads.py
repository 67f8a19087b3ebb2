"""What would make everybody wait is done beside the loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

WRITERS = ThreadPoolExecutor(64, "pnp party")
"""Those who wait for the disk: as many as may share one commit."""
DARKROOM = ThreadPoolExecutor(1, "pnp photos")
"""The one who decodes photos: each thread that ever did would keep the memory of a large one."""


async def in_thread(work: Callable[..., Any], *args: Any) -> Any:
    """What waits for the disk, beside the loop."""
    return await asyncio.get_running_loop().run_in_executor(WRITERS, partial(work, *args))


async def in_darkroom(work: Callable[..., Any], *args: Any) -> Any:
    """What is made of a photo, one after the other."""
    return await asyncio.get_running_loop().run_in_executor(DARKROOM, partial(work, *args))

"""Whether the packages that read photos are installed: they are an extra, since they are large."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec

from pnp.errors import CallError
from pnp.extras import install_command
from pnp.words import say


@cache
def there() -> bool:
    """Whether photos can be read here."""
    return all(find_spec(name) is not None for name in ("numpy", "cv2"))


def ask() -> None:
    """Refuse with what to install where something is missing."""
    if not there():
        raise CallError(say("read.not-installed", command=install_command("eye")))


def load() -> None:
    """Have them ready; what is there and does not work, made for another Python or cut off, is refused as well."""
    ask()
    try:
        import cv2  # noqa: F401
    except ImportError as error:
        if "map segment" in str(error):  # it is there, and what this process may use is not enough for it
            raise MemoryError from error
        raise CallError(say("read.not-installed", command=install_command("eye"))) from None

"""Where rules are found: those that come with the program, those that are installed beside it, a file of one's own."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import NamedTuple

from pnp import __version__, games
from pnp import edition as editions
from pnp.edition import Edition
from pnp.errors import CallError, InputError, one_line
from pnp.games.game import Game, as_game
from pnp.strict import near
from pnp.words import say

GROUP = "pnp.games"
"""The entry point group under which a package publishes a game: its name, and the module with its rules."""
EDITION = ".edition.toml"
NEEDED = ("TITLE", "PLAYERS", "fields", "read", "judge", "marks")


class Library(NamedTuple):
    """The games that can be played, checked and printed with their rules."""

    own: Path | None = None
    reads: Callable[[Path], tuple[str, Game]] | None = None
    """How a file of one's own is read that is no Python: the name of its game, and the game."""

    @property
    def own_name(self) -> str:
        """The name of the game in one's own file: what it says, or the file's name, with hyphens."""
        if self.own and self.reads:
            return self.reads(self.own)[0]
        return self.own.stem.replace("_", "-") if self.own else ""

    def names(self) -> list[str]:
        """Every game there are rules for."""
        own = [self.own_name] if self.own else []
        return sorted({*games.names(), *_installed(), *own})

    def has(self, name: str) -> bool:
        return name in games.names() or (self.own is not None and name == self.own_name) or name in _installed()

    def load(self, name: str) -> Game:
        """The rules of a game; one's own file comes first, then what is shipped, then what is installed."""
        if self.own is not None and name == self.own_name:
            return self.reads(self.own)[1] if self.reads else _from_file(self.own)
        if name in games.names():
            return games.load(name)
        if name in _installed():
            return _from_package(name, _installed()[name])
        known = tuple(self.names())
        raise CallError(say("no-rules.game", game=repr(name), games=known, near=near(name, known)))

    def stamp(self, name: str) -> str:
        """What tells the rules of a game from earlier ones; nothing for a package, which says nothing of itself."""
        if self.own is not None and name == self.own_name:
            files = (self.own, self.own.parent / f"{name}{EDITION}")
            return " ".join(f"{file.stat().st_mtime_ns}" for file in files if file.is_file())
        return f"pnp {__version__}" if name in games.names() else ""

    def edition(self, name: str) -> Edition:
        """The edition data of a game: shipped, or beside its rules; a game without any has an empty edition."""
        if name in games.names() and name != self.own_name:
            return editions.shipped(name)
        path = self.beside(name, f"{name}{EDITION}")
        return editions.load(path) if path is not None else Edition(name)

    def beside(self, name: str, file: str) -> Path | None:
        """A file that lies beside the rules of a game that did not come with the program."""
        if not self.has(name) or (name in games.names() and name != self.own_name):
            return None
        own = self.own is not None and name == self.own_name
        if own and self.own and self.own.suffix == Path(file).suffix and self.reads and not file.endswith(EDITION):
            return self.own
        path = (self.own.parent if own and self.own else self.load(name).folder) / file
        return path if path.is_file() else None


SHIPPED = Library()


@cache
def _installed() -> dict[str, str]:
    from importlib.metadata import entry_points

    return {point.name: point.value for point in entry_points(group=GROUP)}


@cache
def _from_file(path: Path) -> Game:
    if not path.is_file():
        raise InputError(say("no-module.file", name=str(path)))
    import importlib.util
    import sys

    name = f"pnp_own_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise InputError(say("no-module", name=str(path)))
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    written, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        spec.loader.exec_module(module)
    except Exception as error:  # a stranger's module may raise whatever it likes
        del sys.modules[name]
        why = one_line(f"{type(error).__name__}: {error}")
        raise InputError(say("not-loaded", name=str(path), why=why)) from None
    finally:
        sys.dont_write_bytecode = written
    return _complete(module, str(path))


def _from_package(name: str, module: str) -> Game:
    from importlib import import_module

    try:
        return _complete(import_module(module), f"{name} ({module})")
    except ImportError as error:
        raise InputError(say("not-loaded.package", name=name, why=one_line(str(error)))) from None


def _complete(module: object, source: str) -> Game:
    missing = [name for name in NEEDED if not hasattr(module, name)]
    if missing and not isinstance(getattr(module, "game", None), Game):
        raise InputError(say("no-game", name=source, missing=tuple(missing), needed=NEEDED))
    made = as_game(module)
    match made.PLAYERS:
        case [int(low), int(high)] if 1 <= low <= high:
            return made
    raise InputError(say("no-game.players", name=source, players=repr(made.PLAYERS)))

"""Asking at the terminal which game is played and who plays, where the call does not say it."""

from __future__ import annotations

from contextlib import suppress

from pnp.cli.terminal import columns, show
from pnp.games.forgiving import plain
from pnp.games.library import Library
from pnp.play.playable import can_be_kept
from pnp.words import Words, say


def asked_game(library: Library, words: Words) -> str:
    """The game that somebody chooses from those that can be played: by its number, or any beginning of its name."""
    games = [name for name in library.names() if can_be_kept(library.load(name))]
    rows = []
    for number, name in enumerate(games, 1):
        low, high = library.load(name).PLAYERS
        players = say("players-range", low=low, high=high if high > low else None)
        rows.append([f"  {number}", name, words.text(players)])
    for row in columns(rows):
        show(row)
    while True:
        typed = plain(_answer(words.text(say("ask.game"))))
        if typed.isdecimal() and 1 <= int(typed) <= len(games):
            return games[int(typed) - 1]
        found = games_meant(typed, games, library)
        if len(found) == 1:
            return found[0]
        show(words.text(say("ask.game-which", games=tuple(found)) if found else say("ask.game-again", n=len(games))))


def games_meant(typed: str, games: list[str], library: Library) -> list[str]:
    """The games whose name or title begins as that; the whole name means that game alone."""
    if typed in games:
        return [typed]
    called = {name: (name, plain(library.load(name).TITLE)) for name in games}
    return [name for name, known in called.items() if typed and any(one.startswith(typed) for one in known)]


def asked_players(game: str, library: Library, words: Words) -> str:
    """The names of the players, with commas."""
    low, high = library.load(game).PLAYERS
    while True:
        typed = _answer(words.text(say("ask.players", one=high == 1)))
        count = len([name for name in typed.split(",") if name.strip()])
        if low <= count <= high:
            return ",".join(name.strip() for name in typed.split(",") if name.strip())
        show(words.text(say("ask.players-again", n=count, low=low, high=high if high > low else None)))


def _answer(question: str) -> str:
    """What somebody types, with the arrow keys where the machine has them for lines; the end of the input leaves."""
    with suppress(ImportError):  # a system without it has a terminal that edits lines itself
        import readline  # noqa: F401
    try:
        return input(f"{question} > ").strip()
    except EOFError:
        show()
        raise KeyboardInterrupt from None

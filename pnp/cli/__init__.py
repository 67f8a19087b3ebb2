"""Commands: one module a command; the only room that prints or exits."""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import wraps
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

# A command makes many small values and no cycles: looking for garbage only takes time, even while typer is imported.
gc.set_threshold(200_000)

import typer  # noqa: E402

from pnp import __version__  # noqa: E402
from pnp.cli.language import of_call, spoken  # noqa: E402
from pnp.errors import PnpError, one_line  # noqa: E402
from pnp.words import Said, say  # noqa: E402

VERBS = {
    "games": "The games: players, sheets, what pnp can do with them.",
    "rules": "The rulings in force: rule, fact, ruling or unknown.",
    "print": "Sheets as PDF, SVG or PNG; the path of each file is printed.",
    "lint": "Judge layout files: every problem at once.",
    "check": "Is it legal, what is it worth: documents and photos.",
    "score": "Scores and ranking only.",
    "read": "Photos of filled-in sheets become marks and doubts.",
    "play": "The round in the terminal: dice, turns, who leads.",
    "party": "An evening of games on phones and a big screen.",
    "results": "Tables and seasons: list, show, export, delete.",
    "verify": "Replay a log: every event, every roll.",
    "coach": "The best sheet, a game looked back at, can this sheet be.",
    "simulate": "Bots play many games: scores and wins with their errors.",
    "event": "Many tables: seats, papers, results, standings.",
    "store": "Copy all tables to another database, or check them.",
    "doctor": "Can a party be held here: what is installed and reachable.",
    "new": "A game of your own: a layout, rules and a test to start from.",
}
"""The commands, each with what the list of them says."""

_WRONG_CALL: type[Exception] = next(kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException")
"""What typer raises for a wrong call; it shows several lines, this program one."""


def application(verbs: Iterable[str] = VERBS) -> typer.Typer:
    """The program with some of its verbs; each module has a function `run`."""
    app = typer.Typer(
        name="pnp",
        help="Print-and-play sheets that are exact, and rules that check what was written on them.",
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
    )
    # With a second command typer keeps asking for the command's name, even where only one is loaded.
    app.callback()(_whole_program)
    for verb in verbs:
        app.command(verb, short_help=VERBS[verb])(_telling(import_module(f"pnp.cli.{verb}").run))
    return app


def _version(wanted: bool) -> None:
    if wanted:
        sys.stdout.write(f"pnp {__version__}\n")
        raise typer.Exit


def _whole_program(
    version: Annotated[
        bool, typer.Option("--version", is_eager=True, callback=_version, help="Show the version and exit.")
    ] = False,
) -> None:
    """Options that belong to no command."""


def main() -> None:
    """Run the program; whatever a person can put right is one line and exit code 2."""
    words = sys.argv[1:] or ["--help"]
    _hold_streams()
    if sys.stdout is None:
        sys.exit(_tell(say("output-closed"), words))
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, _terminated)
    # Loading the other verbs would take longer than most calls take in all.
    app = application((words[0],) if words[0] in VERBS else VERBS)
    try:
        code = app(words, standalone_mode=False)
        sys.stdout.flush()
        if code == 130:  # typer makes an exit code of an interrupt, and says nothing
            _tell(say("stopped"), words)
    except PnpError as error:
        code = _tell(error.text(of_call(words)), words)
    except _WRONG_CALL as error:
        from pnp.cli.usage import said_of

        code = _tell(said_of(error, tuple(VERBS)), words)
    except typer.Exit as leaving:
        code = leaving.exit_code
    except (typer.Abort, KeyboardInterrupt):
        code = _tell(say("stopped"), words, 130)
    except (BrokenPipeError, _UnreadError):
        code = _leave_output(141)
    except OSError as error:
        name = error.filename or say("standard-output")
        code = _leave_output(_tell(say("system-trouble", name=name, why=error.strerror or str(error)), words))
    gc.freeze()  # nor is it looked for on the way out
    sys.exit(code if isinstance(code, int) else 0)


class _UnreadError(Exception):
    """Nobody reads what the program says. Of the error itself typer would make exit code 1."""


def _telling(run: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(run)
    def told(*args: Any, **options: Any) -> Any:
        try:
            made = run(*args, **options)
            sys.stdout.flush()
            return made
        except BrokenPipeError:
            raise _UnreadError from None

    return told


def _hold_streams() -> None:
    """Put something in the place of a stream that is closed: else the next file that is opened would take it."""
    for number, mode in enumerate(("r", "w", "w")):
        try:
            os.fstat(number)
        except OSError:
            with suppress(OSError):
                os.open(os.devnull, os.O_RDONLY if mode == "r" else os.O_WRONLY)
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115


def _terminated(*_: Any) -> None:
    """Leave as after any error, so that nothing half written stays behind."""
    sys.exit(143)


def _leave_output(code: int) -> int:
    """Nobody takes the output: closing it again at exit would complain once more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return code


def _tell(said: Said | str, call: list[str], code: int = 2) -> int:
    """One line on standard error, in the language of the call."""
    sys.stderr.write(f"pnp: {one_line(spoken(of_call(call)).text(said))}\n")
    return code

"""`pnp verify LOG`: was everything legal, were the dice honest."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pnp.cli.documents import own_edition
from pnp.cli.options import AsJson, EditionFile, RulesFile
from pnp.cli.terminal import answer, painted, say
from pnp.errors import InputError

LARGEST = 50_000_000


def run(
    log: Annotated[Path, typer.Argument(metavar="LOG", help="A log: pnp results TABLE --format log --out LOG.")],
    as_json: AsJson = False,
    edition: EditionFile = None,
    rules: RulesFile = None,
) -> None:
    """Replay an exported log: every event by the rules, every virtual roll by the promise."""
    from pnp.games.library import Library
    from pnp.play.verify import verify

    library = Library(rules)
    report = verify(_lines(log), str(log), library, own_edition(edition, library))
    if as_json:
        ranking = [row._asdict() for row in report.table.play.standings(report.table.state)] if report.table else []
        answer(
            {
                "log": str(log),
                "legal": not report.problems,
                "events": report.events,
                "rolls": report.rolls,
                "problems": list(report.problems),
                "notes": list(report.notes),
                "ranking": ranking,
            }
        )
    else:
        for problem in report.problems:
            say(f"{painted('✗', 'red')} {problem}")
        if not report.problems:
            say(
                f"{painted('✓', 'green')} {log}: {report.events} events, all by the rules; {report.rolls} virtual rolls"
            )
        for note in report.notes:
            say(f"{painted('·', 'yellow')} {note}")
    raise typer.Exit(1 if report.problems else 0)


def _lines(path: Path) -> list[str]:
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST + 1)
        if len(content) > LARGEST:
            raise InputError(f"{path}: larger than {LARGEST // 1_000_000} MB; a log is at most that large")
        return content.decode("utf-8").splitlines()
    except OSError as error:
        raise InputError(f"{path}: can't be read: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: byte {error.start} is not UTF-8; a log is UTF-8 text") from None

"""`pnp verify LOG`: was everything legal, were the dice honest."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer

from pnp.cli.documents import own_edition
from pnp.cli.language import spoken
from pnp.cli.options import AsJson, EditionFile, Language, RulesFile
from pnp.cli.terminal import answer, painted, show
from pnp.errors import CallError, InputError, not_utf8, unreadable
from pnp.strict import shown
from pnp.words import LANGUAGE, say

LARGEST = 50_000_000
SHORTEST = 16
"""So many digits of a promise or a seal nobody finds again by trying."""


def run(
    log: Annotated[Path, typer.Argument(metavar="LOG", help="A log: pnp results TABLE --format log --out LOG.")],
    promise: Annotated[str, typer.Option(help="The promise of the dice that you kept, or how it begins.")] = "",
    seal: Annotated[str, typer.Option(help="The last seal that you kept, or how it begins.")] = "",
    as_json: AsJson = False,
    edition: EditionFile = None,
    rules: RulesFile = None,
    language: Language = "",
) -> None:
    """Replay an exported log: every event by the rules, every virtual roll by the promise."""
    from pnp.play import results
    from pnp.play.result import result_of
    from pnp.play.verify import Receipt, verify
    from pnp.sheets.own_rules import library_of

    library = library_of(rules)
    kept = Receipt(_kept(promise, "--promise", 64), _kept(seal, "--seal", 32))
    report = verify(_lines(log), str(log), library, own_edition(edition, library), kept)
    words = spoken(language, report.words(language or LANGUAGE))
    if as_json:
        answer(
            {
                "log": str(log),
                "legal": not report.problems,
                "events": report.events,
                "rolls": report.rolls,
                "promise": report.table.opening.commitment if report.table else "",
                "seal": report.table.events[-1].seal if report.table else "",
                "problems": [words.as_json(one) for one in report.problems],
                "notes": [words.as_json(one) for one in report.notes],
                "ranking": results.ranking(result_of(report.table), words) if report.table else [],
            }
        )
    else:
        for problem in report.problems:
            show(f"{painted('✗', 'red')} {words.text(problem)}")
        if not report.problems:
            fine = say("log-fine", name=str(log), events=report.events, rolls=report.rolls)
            show(f"{painted('✓', 'green')} {words.text(fine)}")
        for note in report.notes:
            show(f"{painted('·', 'yellow')} {words.text(note)}")
    raise typer.Exit(1 if report.problems else 0)


def _kept(text: str, option: str, length: int) -> str:
    """What somebody copied from a screen or a phone: blanks and capitals are no matter, too short is no proof."""
    plain = "".join(text.split()).lower()
    if plain and not re.fullmatch(rf"[0-9a-f]{{{SHORTEST},{length}}}", plain):
        raise CallError(say("no-receipt", option=option, value=shown(text), low=SHORTEST, high=length))
    return plain


def _lines(path: Path) -> list[str]:
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST + 1)
        if len(content) > LARGEST:
            raise InputError(say("log-too-large", name=str(path), most=LARGEST // 1_000_000))
        return content.decode("utf-8").splitlines()
    except OSError as error:
        raise unreadable(path, error) from None
    except UnicodeDecodeError as error:
        raise not_utf8(path, error, say("log-is-text")) from None

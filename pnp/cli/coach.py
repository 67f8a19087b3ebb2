"""`pnp coach`: the best sheet for the dice that fell, a game looked back at, whether a sheet can be."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from pnp.cli.coached import Subject, subjects
from pnp.cli.options import AsJson, Database, EditionFile, Language, RulesFile
from pnp.cli.terminal import answer, columns, painted, show
from pnp.errors import CallError
from pnp.strict import near
from pnp.words import Words, say

QUESTIONS = ("par", "review", "audit")


def run(
    question: Annotated[str, typer.Argument(metavar="par|review|audit", help="What is asked.")],
    files: Annotated[
        list[str] | None,
        typer.Argument(metavar="FILE…", help="Documents with dice, or exported logs; - is standard input."),
    ] = None,
    player: Annotated[str, typer.Option(help="Only this seat, by name or number.")] = "",
    bonuses: Annotated[
        bool, typer.Option("--bonuses", help="With --player: with the bonuses that it could claim.")
    ] = False,
    out: Annotated[Path | None, typer.Option(help="With review: a PDF to take home.")] = None,
    table: Annotated[str, typer.Option(help="A table of yours by its name; last is the one played last.")] = "",
    db: Database = "",
    edition: EditionFile = None,
    rules: RulesFile = None,
    as_json: AsJson = False,
    language: Language = "",
) -> None:
    """Ask the coach about a table whose dice are known."""
    if out is not None and out.suffix.lower() != ".pdf":
        raise CallError(say("no-such-choice", option="--out", value=repr(str(out)), allowed=(".pdf",)))
    if question not in QUESTIONS:
        slip = near(question, QUESTIONS)
        raise CallError(say("no-such-question", value=repr(question), allowed=QUESTIONS, near=slip))
    code = 0
    for one in subjects(files or [], table, db, edition, rules, language):
        if question == "audit":
            code = max(code, _audit(one, player, as_json))
        elif question == "review":
            _review(one, player, as_json, out)
        else:
            _par(one, player, bonuses, as_json)
    raise typer.Exit(code)


# ---------------------------------------------------------------------- the best sheet


def _par(subject: Subject, player: str, bonuses: bool, as_json: bool) -> None:
    from pnp.coach.par import rulings

    found: dict[str, Any] = {"name": subject.name, "game": subject.edition.game}
    if player:
        seat = subject.seat(player)
        found |= {"player": subject.players[seat], **_best(subject, seat, bonuses)}
        parts = [found]
    else:
        seats = [{"player": name, **_best(subject, seat, True)} for seat, name in enumerate(subject.players)]
        found |= {"table": _best(subject, None, False), "seats": seats}
        parts = [found["table"], *seats]
    found["rulings"] = rulings(subject.game, subject.edition, subject.words.language)
    if as_json:
        answer(found)
        return
    words = subject.words
    show(painted(f"{subject.game.TITLE}, {subject.name}", "bold"))
    for part in parts:
        _show_best(part, words)
    show(words.text(say("rests-on")))
    for line in columns([[f"  {one['name']}", one["text"]] for one in found["rulings"]]):
        show(painted(line, "dim"))


def _best(subject: Subject, seat: int | None, bonuses: bool) -> dict[str, Any]:
    from pnp.coach.par import par

    best = par(subject.game, subject.document, subject.edition, seat, bonuses)
    return {"par": best.par, "proven": best.proven, "moves": list(best.moves), "house": best.house}


def _show_best(part: dict[str, Any], words: Words) -> None:
    show()
    points, proven = part["par"], part["proven"]
    said = say("par-of", points=points, proven=proven)
    if "player" in part:
        said = say("par-of.seat", player=part["player"], points=points, proven=proven)
    show(f"  {painted(words.text(said), 'bold')}")
    moves = [f"{number:>2} {move}" for number, move in enumerate(part["moves"], 1)]
    rows = part["house"].splitlines()
    step, wide = -(-len(moves) // max(1, len(rows))), max(map(len, moves), default=0)
    for number, row in enumerate(rows):
        here = moves[number * step : (number + 1) * step]
        show(f"    {row}    {'  '.join(move.ljust(wide) for move in here)}".rstrip())
    show()


# ---------------------------------------------------------------------- can this sheet be


def _audit(subject: Subject, player: str, as_json: bool) -> int:
    from pnp.coach.audit import audit

    words = subject.words
    seats = [subject.seat(player)] if player else range(len(subject.players))
    found = [
        (name, audit(subject.game, subject.document, subject.edition, seat)) for seat, name in _named(subject, seats)
    ]
    if as_json:
        sheets = [
            {
                "player": name,
                "possible": one.possible,
                "why": words.as_json(one.why) if one.why else None,
                "moves": list(one.moves),
            }
            for name, one in found
        ]
        answer(
            {
                "name": subject.name,
                "game": subject.edition.game,
                **(sheets[0] if len(sheets) == 1 else {}),
                "sheets": sheets,
            }
        )
    else:
        show(painted(f"{subject.game.TITLE}, {subject.name}", "bold"))
        for name, one in found:
            if one.possible:
                show(f"  {painted('✓', 'green')} {words.text(say('audited', player=name))}")
                show(f"    {'  '.join(one.moves)}")
            else:
                show(f"  {painted('·', 'yellow')} {words.text(say('audited.not', player=name, why=one.why))}")
        show(words.text(say("audit-proves")))
    return int(not all(one.possible for _, one in found))


def _named(subject: Subject, seats: Iterable[int]) -> Iterator[tuple[int, str]]:
    return ((seat, subject.players[seat]) for seat in seats)


# ---------------------------------------------------------------------- a game looked back at


def _review(subject: Subject, player: str, as_json: bool, out: Path | None) -> None:
    from pnp.cli.review_text import lines, write_pdf
    from pnp.coach.par import rulings
    from pnp.coach.review import as_answer, review

    if subject.game.coaching and subject.game.coaching.EXACT:
        _decisions(subject, player, as_json, out)
        return
    seats = [subject.seat(player)] if player else None
    found = review(subject.game, subject.document, subject.edition, _progress(subject.words), seats)
    if out is not None:
        write_pdf(found, subject, out)
    if as_json:
        answer(
            {"name": subject.name, "game": subject.edition.game, **as_answer(found)}
            | {"rulings": rulings(subject.game, subject.edition, subject.words.language)}
        )
        return
    show(painted(f"{subject.game.TITLE}, {subject.name}", "bold"))
    for line in lines(found, subject.words):
        show(line)
    if out is not None:
        show(str(out))


def _decisions(subject: Subject, player: str, as_json: bool, out: Path | None) -> None:
    """The same of a game whose best strategy is known: what each decision cost."""
    from pnp.cli.decision_text import lines, looked_back, write_pdf
    from pnp.coach.decisions import as_answer

    found = looked_back(subject, player)
    if out is not None:
        write_pdf(found, subject, out)
    if as_json:
        answer({"name": subject.name, "game": subject.edition.game, **as_answer(found)})
        return
    show(painted(f"{subject.game.TITLE}, {subject.name}", "bold"))
    for line in (*lines(found, subject.words), *([str(out)] if out else [])):
        show(line)


def _progress(words: Words) -> Callable[[int, int, object], None]:
    """Tells on a terminal how many rounds have been looked at."""

    def tell(done: int, of: int, _: object) -> None:
        if sys.stderr.isatty():
            sys.stderr.write(f"\r{words.text(say('looked-back', done=done, of=of))}\x1b[K" if done < of else "\r\x1b[K")
            sys.stderr.flush()

    return tell

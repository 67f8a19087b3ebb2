"""`pnp simulate GAME`: many games by bots, and what came of them."""

from __future__ import annotations

import csv
import io
import sys
import time
from collections.abc import Callable
from math import sqrt
from pathlib import Path
from typing import Annotated, Any

import typer

from pnp.cli.documents import own_edition
from pnp.cli.language import spoken
from pnp.cli.options import AsJson, Dask, EditionFile, Language, RulesFile, run_of
from pnp.cli.terminal import answer, columns, painted, show
from pnp.errors import CallError
from pnp.words import LANGUAGE, Said, Words, say

FORMATS = ("table", "json", "csv")


def run(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game that can be played.")],
    games: Annotated[int, typer.Option(help="So many games.", min=1, max=100_000_000)] = 1000,
    bots: Annotated[str, typer.Option(help="Levels, such as easy,normal; a number is so many of normal.")] = "",
    seed: Annotated[int, typer.Option(help="Another number gives other dice.", min=0, max=2**63 - 1)] = 1,
    jobs: Annotated[int, typer.Option(help="So many processes at once.", min=1, max=256)] = 1,
    dask: Dask = "",
    format: Annotated[str, typer.Option(help="table, json or csv.")] = "table",
    picture: Annotated[Path | None, typer.Option(help="A file for a picture: .png or .pdf.")] = None,
    edition: EditionFile = None,
    rules: RulesFile = None,
    as_json: AsJson = False,
    language: Language = "",
) -> None:
    """Let bots play many games: scores, parts and wins with their errors; with --edition side by side."""
    from pnp.coach.bots import bot_of, levels_of, named
    from pnp.coach.simulation import Setting, simulate
    from pnp.coach.statistics import report
    from pnp.games.library import Library

    format = "json" if as_json else format
    if format not in FORMATS:
        raise CallError(say("no-such-choice", option="--format", value=repr(format), allowed=FORMATS))
    _check_picture(picture)
    library = Library(rules)
    found = library.load(game)
    levels = named(bots) or [level for level in ("normal", "easy") if level in levels_of(found)][:1] * found.PLAYERS[0]
    own = own_edition(edition, library)
    shipped = library.edition(game)
    if own is not None and own.game != game:
        raise CallError(say("other-game.edition", name=str(edition), game=own.game, asked=game))
    for level in levels:
        bot_of(found, level, 0, len(levels), shipped)
    low, high = found.PLAYERS
    if len(levels) > high or (found.coaching is None and len(levels) < low):
        upper = high if high > low else None
        raise CallError(say("wrong-players.table", game=game, low=low, high=upper, most=high, n=len(levels)))
    results: dict[str, Any] = {"game": game, "games": games, "seed": seed}
    tallies = {}
    for name, one in (("bots", own or shipped), ("shipped", shipped if own else None)):
        if one is not None:
            setting = Setting(game, rules, one, tuple(levels), seed)
            tallies[name] = simulate(setting, games, run_of(jobs, dask), _progress(games, spoken(language)))
            results[name] = report(tallies[name], levels)
    words = spoken(language, found.words(language or LANGUAGE))
    if picture is not None:
        _draw(picture, results, found.TITLE, words)
    if format == "json":
        answer(results)
    elif format == "csv":
        show(_csv(results).rstrip("\n"))
    else:
        _show(results, words)


def _check_picture(path: Path | None) -> None:
    from pnp.render.charts import FORMATS as PICTURES

    if path is not None and path.suffix.lower() not in PICTURES:
        raise CallError(say("no-such-choice", option="--picture", value=repr(str(path)), allowed=PICTURES))


def _progress(games: int, words: Words) -> Callable[[int], None]:
    """Tells on a terminal how many games are done and how long the rest will take."""
    start = time.monotonic()

    def tell(done: int) -> None:
        if sys.stderr.isatty():
            left = (time.monotonic() - start) * (games - done) / done
            said = words.text(say("simulated", done=done, games=games, seconds=round(left)))
            sys.stderr.write(f"\r{said}\x1b[K" if done < games else "\r\x1b[K")
            sys.stderr.flush()

    return tell


def _show(results: dict[str, Any], words: Words) -> None:
    heads = ("bot", "mean", "error", "spread", "low", "middle", "high", "wins")
    show(painted(words.text(say("simulation", n=results["games"], seed=results["seed"])), "bold"))
    for name in ("shipped", "bots"):
        if name in results:
            if by := _by(name, results):
                show(words.text(by))
            rows = [[words.term("simulate", head) for head in heads]]
            for row in results[name]:
                numbers = [f"{row['mean']:.2f}", f"±{row['error']:.2f}", f"{row['deviation']:.1f}"]
                numbers += [str(row[at]) for at in ("low", "middle", "high")]
                wins = f"{100 * row['wins']:.1f} % ±{100 * row['wins_error']:.1f}"
                rows.append([f"{row['seat']} {words.term('bot', row['bot'])}", *map(words.number, (*numbers, wins))])
            for line in columns(rows, right=[1, 2, 3, 4, 5, 6, 7]):
                show(f"  {line}")
    _show_lines(results, words)
    if "shipped" in results:
        for row, before in zip(results["bots"], results["shipped"], strict=True):
            by = row["mean"] - before["mean"]
            error = sqrt(row["error"] ** 2 + before["error"] ** 2)
            facts = {"by": words.number(f"{by:+.2f}"), "error": words.number(f"{error:.2f}")}
            show(words.text(say("difference", bot=row["bot"], seat=row["seat"], **facts)))


def _show_lines(results: dict[str, Any], words: Words) -> None:
    """What stands on the sheets in the mean."""
    names = list(dict.fromkeys(name for row in results["bots"] for name in row["lines"]))
    rows = [["", *(str(row["seat"]) for row in results["bots"])]]
    for name in names:
        label = words.term("line", name)
        label = words.term("bonus", name) if label == name else label
        rows.append([label, *(words.number(f"{row['lines'][name]['mean']:.2f}") for row in results["bots"])])
    show()
    for line in columns(rows, right=range(1, len(results["bots"]) + 1)):
        show(f"  {line}")


def _csv(results: dict[str, Any]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["edition", "seat", "bot", "what", "mean", "error"])
    for name in ("bots", "shipped"):
        for row in results.get(name, ()):
            edition = "own" if name == "bots" and "shipped" in results else "shipped"
            head = [edition, row["seat"], row["bot"]]
            writer.writerow([*head, "total", row["mean"], row["error"]])
            writer.writerow([*head, "wins", row["wins"], row["wins_error"]])
            for line, one in row["lines"].items():
                writer.writerow([*head, line, one["mean"], one["error"]])
    return out.getvalue()


def _by(name: str, results: dict[str, Any]) -> Said | None:
    """Which rules numbers are by, where there are two."""
    if "shipped" not in results:
        return None
    return say("by-shipped") if name == "shipped" else say("by-edition")


def _draw(path: Path, results: dict[str, Any], title: str, words: Words) -> None:
    from pnp.geometry import Rect
    from pnp.paths import write_whole
    from pnp.render.charts import EDGE, HEIGHT, WIDTH, histogram, written
    from pnp.sheets.ink import Ink, Text

    named = [(_by(name, results), row) for name in ("shipped", "bots") for row in results.get(name, ())]
    rows = [row for _, row in named]
    numbers = [{int(number): times for number, times in row["totals"].items()} for row in rows]
    low, high = min(map(min, numbers)), max(map(max, numbers))
    ink: list[Ink] = [Text(EDGE, EDGE + 6, title, "display", 8, "ink", fit=WIDTH - 2 * EDGE, floor=4)]
    step = (HEIGHT - 2 * EDGE - 12) / len(rows)
    for number, ((by, row), found) in enumerate(zip(named, numbers, strict=True)):
        room = Rect(EDGE, EDGE + 12 + number * step, WIDTH - 2 * EDGE, min(60.0, step - 3))
        head = words.number(f"{row['seat']} {words.term('bot', row['bot'])}: {row['mean']:.2f} ±{row['error']:.2f}")
        ink += histogram(f"{head}, {words.text(by)}" if by else head, found, room, low, high)
    write_whole(path, written([ink], title, words.language, path.suffix.lower()))

"""How an event stands, as data, as lines for people, and as files."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pnp.cli.terminal import answer, columns, painted, show
from pnp.errors import CallError
from pnp.paths import write_whole
from pnp.words import Words, say

if TYPE_CHECKING:
    from pnp.convention.desk import Desk

FORMATS = ("table", "csv", "json", "pdf")


def overview(desk: Desk) -> dict[str, Any]:
    """The round that is to be played: its tables, who sits there, what each has come to, and who has a bye."""
    from pnp.convention import seating

    event, number = desk.event, desk.event.current
    planned = [one.seats for one in event.rounds]
    found: dict[str, Any] = {
        "event": desk.name, "game": event.settings.game, "people": len(event.here), "round": number + 1,
        "rounds": event.settings.rounds, "planned": len(planned),
        "repeats": seating.repeats(planned), "fewest_repeats": seating.fewest_repeats(planned),
        "tables": [], "byes": [], "unseated": [event.name(one) for one in event.unseated], "gone": [],
    }  # fmt: skip
    if number < len(event.rounds):
        now = event.rounds[number]
        ids = now.tables or ("",) * len(now.seats.tables)
        known, valid = desk.came_to(number), desk.outcomes(number)
        for place, (people, id) in enumerate(zip(now.seats.tables, ids, strict=True)):
            told, confirmed = known[place], now.confirmed.get(place, ())
            totals = {event.name(one): outcome.total for one, outcome in told.items()} if told else None
            row = {"table": place + 1, "id": id, "people": [event.name(one) for one in people]}
            row |= {"totals": totals if valid[place] else None, "unconfirmed": None if valid[place] else totals}
            found["tables"].append({**row, "confirmed": [event.name(one) for one in people if one in confirmed]})
        found["byes"] = [event.name(one) for one in now.seats.byes]
        seated = [*(one for table in now.seats.tables for one in table), *now.seats.byes]
        found["gone"] = [event.name(one) for one in seated if one not in set(event.here)]
    return found


def standings(desk: Desk) -> dict[str, Any]:
    """Where everybody stands, and by which rule."""
    settings = desk.event.settings
    rows = [
        {"rank": row.rank, "name": desk.event.name(row.person), "score": float(row.score), "wins": row.wins,
         "points": row.points, "best": row.best, "by": row.by, "tied": row.tied,
         "rounds": [None if one is None else float(one) for one in row.rounds]}
        for row in desk.standings()
    ]  # fmt: skip
    return {"event": desk.name, "rule": settings.rule, "seats": settings.seats, "standings": rows}


def lines(do: str, report: dict[str, Any], words: Words) -> list[str]:
    """What a report says to people."""
    if do == "list":
        rows = [
            [one["name"], one["game"], words.text(say("event.people", n=one["people"])), _round(one, words)]
            for one in report["events"]
        ]
        return columns(rows) or [words.text(say("event.none"))]
    return _of_standings(report, words) if do == "standings" else _of_overview(report, words)


def _round(one: dict[str, Any], words: Words) -> str:
    over = one["round"] >= one["rounds"]
    return words.text(say("event.over") if over else say("event.round", n=one["round"] + 1, of=one["rounds"]))


def _of_overview(report: dict[str, Any], words: Words) -> list[str]:
    over = report["round"] > report["rounds"]
    round = say("event.over") if over else say("event.round", n=report["round"], of=report["rounds"])
    people = words.text(say("event.people", n=report["people"]))
    found = [painted(f"{report['event']}, {words.text(round)}, {people}", "bold")]
    met = say("event.repeats", n=report["repeats"], rounds=report["planned"], bound=report["fewest_repeats"])
    found.append(painted(words.text(met), "dim"))
    rows = []
    for one in report["tables"]:
        totals = one["totals"] or one["unconfirmed"]
        came = ", ".join(f"{n} {t}" for n, t in totals.items()) if totals else words.text(say("event.waits"))
        if one["unconfirmed"]:
            came += "; " + words.text(say("event.unconfirmed", names=tuple(one["confirmed"])))
        people = ", ".join(one["people"])
        rows.append([words.text(say("event.table", n=one["table"])), one["id"], people, came])
    found += columns(rows)
    byes, unseated, gone = (tuple(report[what]) for what in ("byes", "unseated", "gone"))
    told = [byes and say("event.byes", names=byes), unseated and say("event.unseated", names=unseated)]
    told += [gone and say("event.gone", names=gone)]
    found += [words.text(one) for one in told if one]
    return found


def _of_standings(report: dict[str, Any], words: Words) -> list[str]:
    rows = [
        [rank, name, score, " ".join(rounds), why]
        for rank, name, score, rounds, why in (standing(one, words) for one in report["standings"])
    ]
    return [painted(rule(report, words), "bold"), *columns(rows, right=[0, 2])]


def rule(report: dict[str, Any], words: Words) -> str:
    """By what people stand where they do."""
    seats = report["seats"] if report["rule"] == "places" else None
    return words.text(say("event.rule", rule=report["rule"], seats=seats))


def standing(one: dict[str, Any], words: Words) -> tuple[str, str, str, list[str], str]:
    """Somebody's standing in words: rank, name, score, what each round gave, and what decided between equals."""
    why = say("event.tied") if one["tied"] else say("event.by", by=one["by"]) if one["by"] else ""
    rounds = ["-" if score is None else f"{score:g}" for score in one["rounds"]]
    return f"{one['rank']}.", one["name"], f"{one['score']:g}", rounds, words.text(why) if why else ""


def export(report: dict[str, Any], format: str, out: Path) -> None:
    """The standings as JSON or CSV: to standard output, or to a file that is named."""
    if format not in FORMATS:
        raise CallError(say("no-such-choice", option="--format", value=repr(format), allowed=FORMATS))
    if format == "json":
        answer(report)
        return
    text = as_csv(report["standings"])
    if out.suffix == ".csv":
        show(str(write_whole(out, text.encode())))
    else:
        show(text.rstrip("\n"))


def as_csv(rows: Sequence[dict[str, Any]]) -> str:
    """Standings as CSV, one row for each person and a column for each round."""
    from pnp.play.results import no_formula

    made = io.StringIO()
    write = csv.writer(made, lineterminator="\n")
    rounds = len(rows[0]["rounds"]) if rows else 0
    head = ["rank", "name", "score", "wins", "points", "best"]
    write.writerow([*head, *(f"round {number + 1}" for number in range(rounds))])
    for row in rows:
        scores = ["" if score is None else f"{score:g}" for score in row["rounds"]]
        name, score = no_formula(row["name"]), f"{row['score']:g}"
        write.writerow([row["rank"], name, score, row["wins"], row["points"], row["best"], *scores])
    return made.getvalue()

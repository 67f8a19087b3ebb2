"""`pnp event print`: what the tables of a round need, in one file in the order of tables."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING

from pnp.cli import print_job
from pnp.cli.print_call import Call
from pnp.convention import papers
from pnp.errors import CallError
from pnp.paths import whole_file
from pnp.play.evening import OF_GUEST
from pnp.render import event_papers, pdf
from pnp.render.event_papers import Badge, Labels, Place
from pnp.render.job import Copy, Job
from pnp.sheets.codes import address, of_seat
from pnp.strict import near
from pnp.words import Words, say

if TYPE_CHECKING:
    from pnp.convention.desk import Desk

PARTS = ("seating", "signs", "sheets", "badges")
NO_MARK = str.maketrans("łøđı", "lodi")
"""Letters whose mark can't be taken off by itself."""


def run(desk: Desk, asked: str, only: str, url: str, paper: str, out: Path, words: Words) -> list[Path]:
    """Print the round that is to be played, or one lost sheet of it."""
    parts = PARTS if asked == "all" else tuple(asked.split(","))
    if wrong := [part for part in parts if part not in PARTS]:
        allowed = ("all", *PARTS)
        raise CallError(
            say("no-such-choice", option="--sheet", value=repr(wrong[0]), allowed=allowed, near=near(wrong[0], allowed))
        )
    desk.begin()
    key = print_job.key_of(Call(desk.event.settings.game), [])
    if only:
        job = papers.lost(desk, only, paper, url, key, words.language)
    else:
        job = _whole(desk, parts, url, paper, words, key)
    differs = ("" if asked == "all" else asked.replace(",", "-"), only, "" if paper == "a4" else paper)
    name = "-".join(filter(None, (desk.name, f"round-{desk.event.current + 1}", *differs)))
    return [_written(job, out, name)]


def standings(desk: Desk, paper: str, out: Path, words: Words) -> list[Path]:
    """Print where everybody stands, as a list to pin up."""
    from pnp.cli import event_text

    report = event_text.standings(desk)
    rows = [event_papers.Standing(*event_text.standing(one, words)) for one in report["standings"]]
    copies = event_papers.standings(rows, event_text.rule(report, words), _labels(desk, words), paper)
    job = Job(desk.name, words.language, tuple(copies), paper, 1, event_papers.margins(paper))
    return [_written(job, out, f"{desk.name}-standings")]


def _written(job: Job, out: Path, name: str) -> Path:
    """The file of a job: the one that is meant, or one of this name in a folder."""
    path = out if out.suffix == ".pdf" else out / f"{name.replace('/', '-')}.pdf"
    with whole_file(path) as file:
        pdf.write(job, file)
    return path


def _whole(desk: Desk, parts: tuple[str, ...], url: str, paper: str, words: Words, key: bytes) -> Job:
    copies = tuple(_of_all(desk, parts, url, paper, words, key))
    margins = event_papers.margins(paper)
    return Job(desk.name, words.language, copies, paper, 1, margins, subject=desk.event.settings.game)


def _of_all(desk: Desk, parts: tuple[str, ...], url: str, paper: str, words: Words, key: bytes) -> list[Copy]:
    """Who sits where, then table by table its sign with the slip and its sheets, then the badges."""
    event = desk.event
    now = event.rounds[event.current]
    labels = _labels(desk, words)
    copies: list[Copy] = []
    if "seating" in parts:
        copies += event_papers.seating(_seating(desk, words), labels, paper)
    tables = zip(now.seats.tables, now.tables, strict=True)
    for number, (people, id) in enumerate(tables, 1):
        if "signs" in parts:
            title = words.text(say("event.table", n=number))
            place = Place(title, id, [event.name(person) for person in people])
            copies.append(event_papers.sign(place, labels, paper, url))
        if "sheets" in parts:
            copies += papers.of_table(desk, id, paper, url, key, words.language)
    if "badges" in parts:
        copies += event_papers.badges(_badges(desk, words, url, key), labels, paper)
    return copies


def _labels(desk: Desk, words: Words) -> Labels:
    round = say("event.round", n=desk.event.current + 1, of=desk.event.settings.rounds)
    keys = [
        round,
        say("event.label.slip"),
        say("event.label.total"),
        say("event.label.signed"),
        say("event.label.scan"),
    ]
    keys += [say("event.label.seating"), say("event.label.signs")]
    keys += [say("event.label.badges"), say("event.label.standings")]
    return Labels(desk.name, *map(words.text, keys))


def _seating(desk: Desk, words: Words) -> list[tuple[str, str]]:
    """Everybody of the round by name, with the table."""
    event = desk.event
    now = event.rounds[event.current]
    rows = [
        (event.name(person), words.text(say("event.table", n=number)))
        for number, people in enumerate(now.seats.tables, 1)
        for person in people
    ]
    rows += [(event.name(person), words.text(say("event.bye"))) for person in now.seats.byes]
    return sorted(rows, key=lambda row: _in_order(row[0]))


def _in_order(name: str) -> list[tuple[int, str]]:
    """A name as people look for it: numbers in it count as numbers, letters with a mark as those without.

    >>> sorted(["Guest 10", "guest 9"], key=_in_order)
    ['guest 9', 'Guest 10']
    >>> sorted(["Zoë", "Łukasz", "Émile", "Marek"], key=_in_order)
    ['Émile', 'Łukasz', 'Marek', 'Zoë']
    """
    plain = "".join(char for char in unicodedata.normalize("NFD", name.casefold()) if not unicodedata.combining(char))
    parts = re.split(r"(\d+)", plain.translate(NO_MARK))
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in parts]


def _badges(desk: Desk, words: Words, url: str, key: bytes) -> list[Badge]:
    """Everybody who is here in the order of tables, with their tables round by round as far as they are known."""
    event = desk.event
    now = event.rounds[event.current]
    order = [*(person for table in now.seats.tables for person in table), *now.seats.byes]
    found = []
    for person in order:
        tables = [one.table_of(person) for one in event.rounds]
        known = [(n, table) for n, table in enumerate(tables, 1) if table is not None]
        places = [words.text(say("event.on-badge", round=n, table=t + 1)) for n, t in known]
        code = of_seat(key, desk.evening.id, OF_GUEST, person)
        found.append(Badge(event.name(person), places, address("", url).before + code if url else ""))
    return found

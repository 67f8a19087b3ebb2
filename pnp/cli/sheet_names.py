"""Who gets a sheet: names from the call, from a file, or none at all."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Sequence
from io import StringIO
from pathlib import Path

from pnp.errors import CallError, InputError, not_utf8, unreadable
from pnp.play.people import looks
from pnp.sheets import typefaces
from pnp.sheets.personal import Person
from pnp.strict import as_name, near, said_by, shown
from pnp.words import Said, say

MOST = 100_000
MOST_PIECES = 10
LARGEST = 20_000_000
_HEADS = ("name", "player", "guest")


def names(players: str, count: int, guests: Path | None) -> tuple[list[str], list[Said]]:
    """The names that a call gives, an empty one for each sheet without a name, and what is wrong with the others.

    >>> names("Ana, Bo", 0, None), names("", 2, None)
    ((['Ana', 'Bo'], []), (['', ''], []))
    """
    if sum((bool(players), bool(count), guests is not None)) > 1:
        raise CallError(say("one-list-of-names"))
    if guests is not None:
        return _proper(_from_file(guests))
    if players:
        given = [name.strip() for name in players.split(",")]
        if not all(given):
            raise CallError(say("name-missing", players=shown(players)))
        return _proper([(name, say("place.name", number=n)) for n, name in enumerate(given, 1)])
    return [""] * max(1, count), []


def of_people(path: Path) -> list[str]:
    """The people of an event, each with a name of their own, from a file with a heading."""
    found = _from_file(path, headed=True)
    good, bad = _proper(found)
    first: dict[str, Said | str] = {}
    for name, where in found:
        before = first.setdefault(looks(name), where)
        if before != where and name:
            bad.append(say("guest-twice", place=where, name=repr(name), first=before))
    if bad:
        more = {"n": len(bad) - 1} if len(bad) > 1 else {}
        raise InputError(say("bad-people", first=bad[0], **more))
    return good


def proper(name: str, where: Said | str) -> str:
    """A name that people can have."""
    try:
        return as_name(name)
    except ValueError as wrong:
        raise InputError(say("fault", place=where, message=said_by(wrong))) from None


def _proper(given: Iterable[tuple[str, Said | str]]) -> tuple[list[str], list[Said]]:
    """The names that can be printed, and for each of the others its place, itself and why it can't."""
    good: list[str] = []
    bad: list[Said] = []
    for name, where in given:
        try:
            known = as_name(name)
            if not typefaces.printable(known):
                typefaces.runs(typefaces.clean(known))
            good.append(known)
        except ValueError as wrong:
            bad.append(say("fault", place=where, message=said_by(wrong)))
        except InputError as error:
            bad.append(say("bad-guest", place=where, name=repr(name), why=error.said))
    return good, bad


def unprinted(texts: Iterable[str]) -> list[Said]:
    """What to say of names that are printed without some of their characters."""
    bare = {text: pieces for text in dict.fromkeys(texts) if (pieces := typefaces.unprintable(text))}
    if not bare:
        return []
    seen = ("".join(filter(str.isprintable, piece)) for some in bare.values() for piece in some)
    pieces = tuple(dict.fromkeys(seen))[:MOST_PIECES]
    more = {"n": len(bare) - 1} if len(bare) > 1 else {}
    return [say("unprinted", name=repr(next(iter(bare))), pieces=pieces, **more)]


def refusal(bad: Sequence[Said], good: int) -> Said:
    """Why a list is refused: its first bad guest, how many more there are, and that the others can be printed."""
    more = {"n": len(bad) - 1} if len(bad) > 1 else {}
    return say("bad-guests", first=bad[0], good=good, **more) if good or more else bad[0]


def by_table(names: list[str], seats: int) -> list[list[str]]:
    """Names as they share pads with so many columns; each sheet without a name is a pad, and so is one without columns.

    >>> by_table(["Ana", "Bo", "Cy"], 2), by_table(["", ""], 4), by_table(["Ana", "Bo"], 0)
    ([['Ana', 'Bo'], ['Cy']], [[], []], [[]])
    """
    if not any(names):
        return [[] for _ in names]
    return [names[start : start + seats] for start in range(0, len(names), seats)] if seats else [[]]


def _from_file(path: Path, headed: bool = False) -> list[tuple[str, Said | str]]:
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST + 1)
    except OSError as error:
        raise unreadable(path, error) from None
    if len(content) > LARGEST:
        raise InputError(say("guests-too-large", name=str(path), most=LARGEST // 1_000_000))
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise not_utf8(path, error, say("guests-are-text")) from None
    return _rows(path, text, headed)


def _rows(path: Path, text: str, headed: bool) -> list[tuple[str, Said | str]]:
    head = text.split("\n", 1)[0]
    mark = max(",;\t", key=head.count)
    try:
        reader = csv.reader(StringIO(text, newline=None), delimiter=mark)
        rows = [(row, reader.line_num) for row in reader if any(cell.strip() for cell in row)]
    except csv.Error as error:
        raise InputError(say("no-document", name=str(path), format="CSV", why=str(error))) from None
    if not rows:
        raise InputError(say("no-guests", name=str(path)))
    heads = [cell.strip().lower() for cell in rows[0][0]]
    column = next((heads.index(word) for word in _HEADS if word in heads), None)
    if column is None and (headed or len(heads) > 1):
        line, slip = f"{path}:{rows[0][1]}", near("name", heads)
        raise InputError(say("no-guests.column", name=line, wanted=_HEADS, heads=tuple(heads), near=slip))
    body = rows if column is None else rows[1:]
    if not body:
        raise InputError(say("no-guests", name=str(path)))
    if len(body) > MOST:
        raise InputError(say("too-many-guests", name=str(path), n=len(body), most=MOST))
    place = column or 0
    return [(row[place].strip() if place < len(row) else "", f"{path}:{line}") for row, line in body]


def selection(people: list[Person], only: str) -> list[int]:
    """The places of those whom a call picks by name or by number, counting from 1.

    >>> selection([Person(n, "") for n in ("Ana", "Bo", "Cy", "Di")], "Ana,3-4")
    [0, 2, 3]
    """
    if not only:
        return list(range(len(people)))
    wanted: set[int] = set()
    for part in (word.strip() for word in only.split(",")):
        if numbers := re.fullmatch(r"(\d{1,9})(?:-(\d{1,9}))?", part):
            first, last = int(numbers[1]), int(numbers[2] or numbers[1])
            if not 1 <= first <= last <= len(people):
                raise CallError(say("only.number", part=repr(part), n=len(people)))
            wanted |= set(range(first - 1, last))
        else:
            found = {n for n, person in enumerate(people) if person.name == part}
            if not found:
                slip = near(part, [person.name for person in people])
                raise CallError(say("only.name", part=repr(part), near=slip))
            wanted |= found
    return sorted(wanted)

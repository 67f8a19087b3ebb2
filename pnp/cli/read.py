"""`pnp read PHOTO…`: photos of filled-in sheets become marks and doubts."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import count
from pathlib import Path
from typing import Annotated, Any

import typer

from pnp.batch import HERE, Run, in_order
from pnp.cli.language import spoken
from pnp.cli.options import AsJson, Dask, Language, run_of
from pnp.cli.terminal import answer, painted, show, warn
from pnp.errors import InputError, Problem, unreadable
from pnp.words import LANGUAGE, Said, Words, of_rooms, say

LARGEST = 60_000_000
"""Bytes: what is larger is no photo."""
OUT = Path("output")

Photos = Annotated[list[Path], typer.Argument(metavar="PHOTO…", help="Photos of sheets: JPEG, PNG, WebP or HEIC.")]
Layouts = Annotated[
    list[Path] | None, typer.Option("--layout", help="A layout file of your own, for sheets that were printed by it.")
]
Made = dict[str, Any]


def run(
    photos: Photos,
    layouts: Layouts = None,
    document: Annotated[bool, typer.Option("--document", help="Write a sheet document that pnp check takes.")] = False,
    pictures: Annotated[bool, typer.Option("--show", help="Write each sheet laid flat, with what was read.")] = False,
    out: Annotated[Path | None, typer.Option(help="A folder for what is written: a JSON file for each photo.")] = None,
    jobs: Annotated[int, typer.Option(help="Photos that are read at once.", min=1, max=64)] = 1,
    dask: Dask = "",
    as_json: AsJson = False,
    language: Language = "",
) -> None:
    """Read photos of filled-in sheets: marks by field, and which of them are doubtful."""
    words = of_rooms(language or LANGUAGE)
    photos = list(dict.fromkeys(photos))
    sheets: list[dict[str, Any]] = []
    problems: list[dict[str, Any]] = []
    code = 0
    names = iter(_names(photos))
    for path, made in read_all(photos, tuple(layouts or ()), words, run_of(jobs, dask), pictures):
        name = next(names)
        if isinstance(made, InputError):
            warn(refusal(made, path).text(words.language))
            problems.append(_problem(made.said, path, words))
            code = 2
            continue
        problems += made["problems"]
        for problem in made["problems"]:
            warn(f"{path}: {problem['message']}")
        written = list(_written(name, made, out, pictures))
        sheets += made["sheets"]
        if not as_json:
            for file in written:
                show(str(file))
            if not written or pictures:
                _show(path, made, words)
    files = list(_documents(sheets, out or OUT, words)) if document else []
    if as_json:
        documents = {"documents": [str(path) for path in files]} if document else {}
        answer({"sheets": sheets, "problems": problems, **documents})
    else:
        for path in files:
            show(str(path))
    raise typer.Exit(code)


def read_all(
    photos: Sequence[Path], layouts: tuple[Path, ...], words: Words, run: Run = HERE, pictures: bool = False
) -> Iterator[tuple[Path, Made | InputError]]:
    """What each photo says, in their order; on a terminal how many are done."""
    found = in_order(partial(_read, layouts, pictures), _Contents(photos), run)
    for done, (path, made) in enumerate(zip(photos, found, strict=True), 1):
        if len(photos) > 1 and sys.stderr.isatty():
            said = words.text(say("photos-done", done=done, photos=len(photos)))
            sys.stderr.write(f"\r{said}\x1b[K" if done < len(photos) else "\r\x1b[K")
            sys.stderr.flush()
        yield path, made if isinstance(made, InputError) else _told(made, path, words)


def refusal(error: InputError, path: Path) -> InputError:
    """Why a photo is not read, with its name: whoever reads the picture knows only its bytes."""
    named = isinstance(error.said, Said) and error.said.code == "unreadable"
    return error if named else InputError(say("photo-refused", name=str(path), why=error.said))


class _Contents(Sequence[Any]):
    """The bytes of photos, each read from its file when its turn comes."""

    def __init__(self, photos: Sequence[Path]) -> None:
        self._photos = photos

    def __len__(self) -> int:
        return len(self._photos)

    def __getitem__(self, number: Any) -> Any:
        try:
            return content_of(self._photos[number])
        except InputError as error:
            return error


def _read(layouts: tuple[Path, ...], pictures: bool, content: bytes | InputError) -> Made | InputError:
    """What a photo says, wherever it is read, or why it can't be."""
    from pnp.web.photos import sheet_photos

    if isinstance(content, InputError):
        return content
    try:
        return sheet_photos.read_bounded(content, layouts, pictures)
    except InputError as error:
        return error


def _told(made: Made, path: Path, words: Words) -> Made:
    """A reading with the sentences of its doubts and problems."""
    for sheet in made["sheets"]:
        del sheet["crops"]
        sheet["photo"] = str(path)
        for doubt in sheet["doubts"]:
            doubt["message"] = words.text(Said(doubt.pop("key"), doubt["facts"]))
    made["problems"] = [_problem(Said(key, facts), path, words) for key, facts in made.pop("troubles")]
    return made


def _problem(said: Said | str, path: Path, words: Words) -> dict[str, Any]:
    """What is wrong with a photo, for programs."""
    key, facts = said if isinstance(said, Said) else ("photo-refused", said)
    return words.as_json(Problem(key, str(path), facts))


def content_of(path: Path) -> bytes:
    """The bytes of a photo's file."""
    try:
        with path.open("rb") as file:
            return file.read(LARGEST + 1)
    except OSError as error:
        raise unreadable(path, error) from None


def _names(photos: Sequence[Path]) -> list[str]:
    """What the files of each photo are called: as the photo is, with a number where several are called alike.

    >>> _names([Path("a.jpg"), Path("b.jpg"), Path("evening/a.heic")])
    ['a', 'b', 'a.2']
    """
    found: list[str] = []
    for path in photos:
        ways = (path.stem if number == 1 else f"{path.stem}.{number}" for number in count(1))
        found.append(next(name for name in ways if name not in found))
    return found


def _written(name: str, made: Made, out: Path | None, pictures: bool) -> Iterator[Path]:
    """Write what was asked for: pictures of the sheets, and the reading as JSON into a folder that was named."""
    from pnp.paths import write_whole

    for number, sheet in enumerate(made["sheets"], 1):
        picture = sheet.pop("picture", None)
        if pictures and picture:
            yield write_whole((out or OUT) / f"{name}-{number}.png", picture)
    if out is not None:
        content = (
            json.dumps({"sheets": made["sheets"], "problems": made["problems"]}, ensure_ascii=False, indent=1).encode()
            + b"\n"
        )
        yield write_whole(out / f"{name}.json", content)


def warn_of_left_out(sheets: Sequence[dict[str, Any]], words: Words) -> None:
    """Say of which sheets another photo counts: they were photographed twice, or are copies of one print."""
    from pnp.read.documents import tables

    kept = [sheet for table in tables(sheets) for sheet in table]
    for sheet in sheets:
        if not any(sheet is one for one in kept):
            warn(words.text(say("photo-twice", name=sheet["photo"], sheet=sheet["sheet"], code=sheet["code"])))


def _documents(sheets: Sequence[dict[str, Any]], folder: Path, words: Words) -> Iterator[Path]:
    """Write a document for each table that was read."""
    from pnp.paths import write_whole
    from pnp.read.documents import document, tables

    warn_of_left_out(sheets, words)
    found: Counter[str] = Counter()
    for table in tables(sheets):
        made = document(table)
        found[made["game"]] += 1
        number = f"-{found[made['game']]}" if found[made["game"]] > 1 else ""
        content = json.dumps(made, ensure_ascii=False, indent=1).encode() + b"\n"
        yield write_whole(folder / f"{made['game']}-read{number}.json", content)


def _show(path: Path, made: Made, words: Words) -> None:
    """What was read, for people: marks, doubts with a question mark and why."""
    told = spoken(words.language)
    for sheet in made["sheets"]:
        facts = {
            "game": sheet["game"],
            "sheet": sheet["sheet"],
            "n": len(sheet["marks"]),
            "doubts": len(sheet["doubts"]),
        }
        show(f"{painted(str(path), 'bold')}  " + told.text(say("photo-read", code=sheet["code"], **facts)))
        doubts = {one["field"]: one for one in sheet["doubts"]}
        for id, mark in {**sheet["marks"], **{id: one["read"] for id, one in doubts.items()}}.items():
            why = f"   {_others(doubts[id])}" if id in doubts else ""
            show(f"  {'?' if id in doubts else ' '} {id}: {mark_text(mark)}{why}")


def mark_text(mark: Any) -> str:
    """A mark in a line of text."""
    return "x" if mark is True else "-" if mark is None else str(mark)


def _others(doubt: dict[str, Any]) -> str:
    """Why a field is in doubt, and what else it may be."""
    others = ", ".join(mark_text(one["mark"]) for one in doubt["others"][:3])
    return painted(doubt["message"] + (f" ({others}?)" if others else ""), "yellow")

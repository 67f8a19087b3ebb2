"""The names of files with a page each: by sheet and player, so that nobody opens ten to find their own."""

from __future__ import annotations

import re
import unicodedata

from pnp.render.job import Copy, Job

LONGEST = 80
"""Characters of a page's own part of the name; file systems take no more than 255 bytes in all."""


def page_names(job: Job, stem: str) -> list[str]:
    """The name of each page's file without its ending; a job of one page needs nothing but its own name."""
    if len(job.pages) == 1:
        return [stem]
    several = len({copy.sheet.name for copy in job.copies}) > 1
    found: list[str] = []
    taken: set[str] = set()
    for members in job.pages:
        copies = [job.copies[member] for member in members]
        parts = [stem, copies[0].sheet.name if several else "", *(_who(copy) for copy in copies)]
        name = "-".join(part for part in parts if part)[: len(stem) + LONGEST]
        number = 1
        # Some systems hold Ana and ana for one file.
        while (unique := name if number == 1 and name != stem else f"{name}-{number}").lower() in taken:
            number += 1
        taken.add(unique.lower())
        found.append(unique)
    return found


def _who(copy: Copy) -> str:
    """Whose sheet it is, in letters that every file system takes; where nobody's, its code."""
    whole = unicodedata.normalize("NFC", copy.person.name)
    name = re.sub("-+", "-", "".join([char if _written(char) else "-" for char in whole])).strip("-_")
    return name[:40] or (copy.person.code if copy.sheet.owner == "player" else "")


def _written(char: str) -> bool:
    """Whether a character may stand in a name of a file: letters, digits, and the marks that belong to letters."""
    return char == "_" or unicodedata.category(char)[0] in "LMN"

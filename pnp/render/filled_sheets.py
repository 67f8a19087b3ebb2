"""Sheets that are filled in, as a print job: what was written on them, and no code that a party could take for one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from pnp.errors import InputError
from pnp.games.codec import Marks
from pnp.render import imposition
from pnp.render.imposition import Margins
from pnp.render.job import Copy, Job
from pnp.sheets import codes, fill_in, layout
from pnp.sheets.codes import Address
from pnp.sheets.ink import Code
from pnp.sheets.layout import Layout
from pnp.sheets.personal import Person
from pnp.sheets.sheet import Sheet
from pnp.strict import as_name

if TYPE_CHECKING:
    from pnp.games.library import Library


def job(made: Layout, sheets: Iterable[tuple[str, Marks]], paper: str = "a4", library: Library | None = None) -> Job:
    """The filled-in sheets of a game, each on a page of its own."""
    space = imposition.margins("", paper)
    copies = [copy(ready(made, name, paper, 1, space, library), marks) for name, marks in sheets]
    return bound(made, copies, paper, 1, space)


def bound(made: Layout, copies: Sequence[Copy], paper: str, up: int, space: Margins, **how: Any) -> Job:
    """Copies of a layout's sheets as a job, with the words that stand in the file's properties."""
    title = f"{made.title}: " + ", ".join(dict.fromkeys(copy.sheet.heading.lower() for copy in copies))
    subject = f"{made.game}, layout version {made.version}"
    return Job(title, made.language, tuple(copies), paper, up, space, subject=subject, **how)


def ready(made: Layout, name: str, paper: str, up: int, space: Margins, library: Library | None = None) -> Sheet:
    """The sheet as it is drawn at the size that this paper gives it."""
    if name not in made.sheets:
        return layout.ready(made, name)
    size = made.sheets[name]
    plan = imposition.plan(size.width, size.height, paper, up, space)
    return layout.ready(made, name, plan.scale, paper, library)


def copy(sheet: Sheet, marks: Marks, address: Address | None = None) -> Copy:
    """A sheet with what was written on it; it is nobody's in a party, so it carries no code."""
    try:
        player = as_name(str(marks.get("name", "")))
    except ValueError as wrong:
        raise InputError(f"player: {wrong}") from None
    code = codes.make(b"example", sheet.key, player)
    shown = sheet._replace(personal=tuple(one for one in sheet.personal if _is_name(one)))
    written = tuple(fill_in.ink_of(sheet, marks))
    return Copy(shown, Person(player, code), address or codes.address(sheet.key), written)


def _is_name(ink: Any) -> bool:
    return not isinstance(ink, Code) and "{code}" not in getattr(ink, "text", "")

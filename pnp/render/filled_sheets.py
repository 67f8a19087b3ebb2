"""Sheets that are filled in, as a print job: what was written on them, and no code that a party could take for one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from pnp.errors import InputError
from pnp.games.codec import Marks
from pnp.geometry import MM
from pnp.render import imposition
from pnp.render.imposition import Margins
from pnp.render.job import Copy, Job
from pnp.sheets import codes, fill_in, layout
from pnp.sheets.codes import Address
from pnp.sheets.ink import Code
from pnp.sheets.layout import Layout, View
from pnp.sheets.pen import LEAST_TEXT, SMALLEST_TEXT
from pnp.sheets.personal import Person
from pnp.sheets.sheet import Sheet
from pnp.sheets.theme import DRESSES
from pnp.sheets.view import ENLARGED
from pnp.strict import as_name

if TYPE_CHECKING:
    from pnp.games.library import Library


LEGIBLE = (LEAST_TEXT * MM, 5.7, 5.4, SMALLEST_TEXT * MM)
"""The sizes in points that small text is tried at."""
HALF, NEARLY_WHOLE, NEARLY_HALF = 0.63, 0.8, 0.9
"""How far the usual arrangement is shrunk, alone and beside others, and one for half a page: it has less to spare."""
FILLED_IN = "bare"
"""The dress of a sheet that is filled in: it is looked at, not photographed."""


class Paper(NamedTuple):
    """What sheets are printed on: which paper, how many a page, inside which margins, in which dress."""

    paper: str
    up: int
    space: Margins
    dress: str = DRESSES[0]
    guides: bool = False


def job(made: Layout, sheets: Iterable[tuple[str, Marks]], paper: str = "a4", library: Library | None = None) -> Job:
    """The filled-in sheets of a game, each on a page of its own."""
    space = imposition.margins("", paper)
    onto = Paper(paper, 1, space, FILLED_IN)
    copies = [copy(ready(made, name, onto, library), marks) for name, marks in sheets]
    return bound(made, copies, onto)


def bound(made: Layout, copies: Sequence[Copy], onto: Paper, **how: Any) -> Job:
    """Copies of a layout's sheets as a job, with the words that stand in the file's properties."""
    if how.get("fillable") and made.rules is not None:
        from pnp.sheets.rules_check import with_script

        sheets = {copy.sheet.key: copy.sheet for copy in copies}
        sheets = {key: with_script(sheet, made.source, made.rules) for key, sheet in sheets.items()}
        copies = [copy._replace(sheet=sheets[copy.sheet.key]) for copy in copies]
    title = f"{made.title}: " + ", ".join(dict.fromkeys(copy.sheet.heading for copy in copies))
    subject = f"{made.game}, layout version {made.version}"
    return Job(title, made.language, tuple(copies), onto.paper, onto.up, onto.space, subject=subject, **how)


def ready(made: Layout, name: str, onto: Paper, library: Library | None = None) -> Sheet:
    """The sheet as it is drawn at the size that this paper gives it, in the arrangement that suits it best."""
    if name not in made.sheets:
        return layout.ready(made, name)
    scale, arrangement = _best(made, name, onto)
    view = View(scale, onto.paper, arrangement, onto.dress)
    if scale < 1:
        view = _legible(made, name, view)
    sheet = layout.ready(made, name, view, library)
    return sheet._replace(variant=sheet.variant + "g") if onto.guides else sheet


def _legible(made: Layout, name: str, view: View) -> View:
    """The view with each style of text comfortable to read, or else as near to that as there is room for."""
    floors = [points / MM / view.scale for points in LEGIBLE]
    seen = made.theme.sized(made.plan(name, view.arrangement).sizes).styles
    small = {style: floors[0] for style, one in seen.items() if one.size < floors[0]}
    if not small or not layout.expand(made, name, view._replace(least=small))[1]:
        return view._replace(least=small)
    for style in small:
        for floor in (one for one in floors if one > seen[style].size):
            more = view._replace(least={**view.least, style: floor})
            if not layout.expand(made, name, more)[1]:
                view = more
                break
    return view


def _best(made: Layout, name: str, onto: Paper) -> tuple[float, str]:
    """The arrangement of a sheet that this paper changes least and that fills it best, and its scale there."""
    # Half a page has no room for marks as large as photos in bad light need: there the usual arrangement is shrunk.
    kinds = [kind for kind in made.arrangements(name) if kind != "half" or onto.dress != "photo"]
    largest = ENLARGED if kinds else 1.0
    best = (-1.0, 0.0, 0.0, 1.0, "")
    for kind in ("", *kinds):
        size = made.plan(name, kind)
        scale = imposition.plan(size.width, size.height, onto.paper, onto.up, onto.space, largest).scale
        # Where there is nothing for half a page, the usual arrangement is shrunk that far.
        least = NEARLY_HALF if kind == "half" else NEARLY_WHOLE if kind or "half" in kinds else HALF
        enlarged = round(max(scale, 1.0), 1)
        found = (1.0 if scale > least else scale, -enlarged, size.width * size.height * scale * scale, scale, kind)
        best = max(best, found, key=lambda one: one[:3])
    return best[3:]


def copy(sheet: Sheet, marks: Marks, address: Address | None = None) -> Copy:
    """A sheet with what was written on it; it is nobody's in a party, so it carries no code."""
    try:
        player = as_name(str(marks.get("name", "")))
    except ValueError as wrong:
        raise InputError(f"player: {wrong}") from None
    code = codes.make(b"example", sheet.key, player)
    named = tuple(one for one in sheet.personal if _is_name(one))
    shown = sheet._replace(personal=named, ink=(*sheet.ink, *sheet.instead), instead=(), variant="f" + sheet.variant)
    written = tuple(fill_in.ink_of(sheet, marks))
    return Copy(shown, Person(player, code), address or codes.address(sheet.key), written)


def _is_name(ink: Any) -> bool:
    return not isinstance(ink, Code) and "{code}" not in getattr(ink, "text", "")

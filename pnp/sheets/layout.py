"""Layout files: TOML that says which blocks a sheet has and where they lie, read strictly and expanded to a sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from pnp import edition as editions
from pnp.edition import Edition
from pnp.errors import CallError, InputError, Problem
from pnp.geometry import Rect
from pnp.paths import LAYOUTS, is_file
from pnp.sheets import arrangements, components, layout_files, placing, sheet_plans, theme, translating
from pnp.sheets.anchors import NOWHERE
from pnp.sheets.expanding import expanded
from pnp.sheets.filling import with_entries
from pnp.sheets.inspection import SMALLEST_BOX, TIGHTEST_BOX, Placed, inspect, unreadable
from pnp.sheets.layout_files import names as names
from pnp.sheets.origins import Whole, as_written
from pnp.sheets.pen import SEPARATOR, Pen
from pnp.sheets.sheet import Sheet
from pnp.sheets.sheet_plans import HEIGHT as HEIGHT
from pnp.sheets.sheet_plans import TITLE, TITLED, SheetPlan
from pnp.sheets.sheet_plans import WIDTH as WIDTH
from pnp.sheets.theme import Theme
from pnp.sheets.view import ENLARGED, USUAL
from pnp.sheets.view import View as View
from pnp.strict import Fault, Table, near, place_of
from pnp.words import english, say

if TYPE_CHECKING:
    from pnp.games.library import Library


class Layout(NamedTuple):
    """A layout file: whose game it is, how it looks, and its sheets."""

    source: str
    game: str
    title: str
    version: int
    language: str
    theme: Theme
    sheets: Mapping[str, SheetPlan]
    faults: tuple[Fault, ...]
    whole: Whole
    languages: tuple[str, ...] = ("en",)
    rules: Mapping[str, Any] | None = None
    """What stands under `[rules]`."""
    arranged: Mapping[str, SheetPlan] = MappingProxyType({})
    edition: Edition | None = None
    """Whose numbers stand in its texts, where they ask for some."""

    def plan(self, name: str, arrangement: str = "") -> SheetPlan:
        """A sheet before it is expanded, in one of its arrangements."""
        return self.arranged[f"{name}@{arrangement}"] if arrangement else self.sheets[name]

    def arrangements(self, name: str) -> tuple[str, ...]:
        """The arrangements of a sheet besides the usual one."""
        return tuple(kind for kind in arrangements.NAMES if f"{name}@{kind}" in self.arranged)

    @property
    def shipped(self) -> bool:
        """Whether it came with the program: then the tests have matched it with its rules."""
        return Path(self.source).parent == LAYOUTS


def find(name: str, beside: Path | None = None) -> Path:
    """The layout file of a game, or the file that is named; a game from elsewhere has it beside its rules.

    >>> find("yacht").name
    'yacht.toml'
    """
    if name in names():
        return LAYOUTS / f"{name}.toml"
    if beside is not None:
        return beside
    path = Path(name)
    if path.suffix == ".toml" or is_file(path):
        return path
    known = tuple(names())
    raise CallError(say("no-layout", name=repr(name), games=known, near=near(name, known)))


def of_game(game: str, library: Library) -> Layout:
    """The layout of a game: shipped, or beside its rules."""
    return load(find(game, None if game in names() else library.beside(game, f"{game}.toml")))


def load(path: Path, language: str = "", edition: Edition | None = None) -> Layout:
    """The layout of a file, in a language that it has strings for, with the numbers of an edition."""
    return parse(layout_files.content(path), str(path), language, edition)


def parse(content: bytes, source: str, language: str = "", edition: Edition | None = None) -> Layout:
    """A layout from the text of its file, with everything that is wrong in it besides its blocks."""
    whole = as_written(content, source)
    if "extends" in whole.data:
        from pnp.sheets import extending

        whole = extending.extended(whole, (source,))
    else:
        whole = expanded(whole)
    whole = expanded(arrangements.arranged(whole))
    if edition is None and any("{edition." in text for text in {origin.text for origin in whole.origins.values()}):
        edition = _edition_of(whole)
    return _read(whole, source, language, edition)


def _edition_of(whole: Whole) -> Edition:
    """The edition data beside the file of a layout or beside one that it extends, or those that come with its game."""
    game = str(whole.data.get("game", ""))
    sources = dict.fromkeys([whole.origins[()].source, *(origin.source for origin in whole.origins.values())])
    beside = (
        Path(source).with_name(f"{name}.edition.toml") for source in sources for name in (game, Path(source).stem)
    )
    found = next((path for path in beside if is_file(path)), None)
    return editions.load(found) if found is not None else editions.shipped(game)


def _read(whole: Whole, source: str, language: str, edition: Edition | None) -> Layout:
    """A layout from its tables."""
    faults = list(whole.faults)
    if edition is not None:
        whole = whole._replace(data=with_entries(whole.data, edition, faults))
    top = Table(whole.data, faults)
    top.raw("extends", None)
    game = top.text("game", pattern=r"[a-z][a-z0-9-]{0,40}", allowed=say("layout.a-name"))
    title = top.text("title", pattern=TITLE, allowed=TITLED)
    version = top.whole("version", low=1, high=999)
    own = top.text("language", "en", translating.LANGUAGE, say("layout.a-language"))
    spoken = translating.languages(whole, own)
    strings = translating.strings(whole, language, edition) if language in spoken[1:] else translating.UNTRANSLATED
    translating.read(top)
    seen = theme.read(top, whole.folder, strings)
    components.read(top)
    rules = top.table("rules")
    if "sums" in top:
        top.fault(say("layout.sums"), "sums")
    plans: dict[str, SheetPlan] = {}
    if sheets := top.table("sheets"):
        for name in sheets.data:
            if (row := sheets.table(name)) is not None:
                plans[name] = sheet_plans.read(name, row, seen.styles)
        sheet_plans.check_backs(plans, sheets)
    arranged = {name: plans.pop(name) for name in list(plans) if "@" in name}
    if not plans:
        top.fault(say("layout.no-sheets"))
    top.close()
    for table in (plans, arranged):
        table.update({name: plan._replace(heading=strings.said(plan.heading)) for name, plan in table.items()})
    known = language if language in spoken else own
    said = strings.said(title)
    declared = rules.data if rules is not None else None
    return Layout(
        source, game, said, version, known, seen, plans, tuple(faults), whole, spoken, declared, arranged, edition
    )


def expand(layout: Layout, name: str, view: View = USUAL) -> tuple[Sheet, list[Fault]]:
    """A sheet with its fields and ink, as it is looked at, and everything that is wrong with its blocks.

    In another language words take the room that they need, if no field moves by it and nothing is wrong.
    """
    made, faults = _expand(layout, name, view)
    if layout.theme.strings is not translating.UNTRANSLATED:
        wider, wrong = _expand(layout, name, view, roomy=True)
        if not wrong and wider.places == made.places:
            return wider, wrong
    return made, faults


def _expand(layout: Layout, name: str, view: View, roomy: bool = False) -> tuple[Sheet, list[Fault]]:
    plan = layout.plan(name, view.arrangement)
    faults: list[Fault] = []
    table = Table(plan.data, faults, ("sheets", plan.name))
    seen = layout.theme._replace(dress=view.dress, scale=view.scale, roomy=roomy).sized(plan.sizes).sized(view.least)
    frame = Rect(0, 0, plan.width, plan.height)
    identity = _identity(layout, plan)
    bleeding = frame.inset(-plan.cut.bleed)
    placed: dict[str, Rect] = {"page": frame, **({"bleed": bleeding} if plan.cut.bleed else {})}
    drawn: list[Placed] = []
    astray = {fault.path[:4] for fault in layout.whole.faults}
    for number, row in enumerate(table.tables("blocks"), 1):
        pen = Pen(seen, view.scale, view.paper, frame, identity)
        one = None if row.path in astray else placing.block(row, number, placed, pen)
        if one is not None:
            drawn.append(one)
            placed.update(one.parts)
        elif isinstance(lost := row.data.get("id"), str):
            placed.setdefault(lost, NOWHERE)
    faults += inspect(drawn, bleeding, TIGHTEST_BOX if view.arrangement == "small" else SMALLEST_BOX)
    # Nobody reads cards at arm's length: their text may be smaller, in print too.
    faults += unreadable(drawn) if plan.owner != "card" else []
    sheet = _sheet(layout, plan, view, seen, drawn)
    if layout.rules is not None and layout.rules.get("sign", True):
        from pnp.sheets.rules_check import with_hints

        sheet = with_hints(sheet, layout.source, layout.rules)
    return sheet, faults


def _sheet(layout: Layout, plan: SheetPlan, view: View, seen: Theme, drawn: Sequence[Placed]) -> Sheet:
    """The sheet that drawn blocks make."""
    pens = [one.pen for one in drawn]
    name = plan.name.partition("@")[0]
    return Sheet(
        layout.game,
        layout.title,
        name,
        plan.heading,
        layout.version,
        layout.language,
        plan.owner,
        plan.width,
        plan.height,
        seen,
        tuple(made._replace(block=one.id) for one in drawn for made in one.pen.fields),
        tuple(one for pen in pens for one in pen.ink),
        tuple(one for pen in pens for one in pen.personal),
        tuple(one for pen in pens for one in pen.guides),
        tuple(one for pen in pens for one in pen.instead),
        tuple(mark for pen in pens for mark in pen.reader_marks),
        {one.id: one.rect for one in drawn},
        {one.id: one.pen.scene for one in drawn if one.pen.scene is not None},
        view.arrangement,
        ENLARGED if layout.arrangements(name) else 1.0,
        "p" if view.dress == "photo" else "",
        plan.cut.bleed,
        beside={id: near for pen in pens for id, near in pen.beside.items()},
        spans=tuple((one.id, len(one.pen.ink)) for one in drawn),
    )


def _identity(layout: Layout, plan: SheetPlan) -> str:
    """The line that says which sheet this is."""
    version = layout.theme.strings.said("layout {version}").replace("{version}", str(layout.version))
    return SEPARATOR.join((layout.title, plan.heading, version))


def problems(layout: Layout, library: Library | None = None) -> list[Problem]:
    """Everything that is wrong with a layout, each with its line and block."""
    found = faults_of(layout, library)
    return [Problem("layout", where(layout, fault), english(fault.message)) for fault in found]


def faults_of(layout: Layout, library: Library | None = None) -> list[Fault]:
    """Everything that is wrong with a layout, in the order of its lines."""
    return lint(layout, library)[0]


def lint(layout: Layout, library: Library | None = None) -> tuple[list[Fault], list[Fault]]:
    """Everything that is wrong with a layout, and what may be meant so, in the order of its lines."""
    from pnp.games.library import SHIPPED
    from pnp.sheets.field_check import mismatches

    faults, notes = list(layout.faults), list[Fault]()
    places: dict[tuple[str, str], Mapping[str, Rect]] = {}
    for name in layout.sheets:
        for arrangement in ("", *layout.arrangements(name)):
            made, found = expand(layout, name, View(arrangement=arrangement))
            faults += found or mismatches(made, library or SHIPPED)
            places[name, arrangement] = made.places
    if not faults and layout.rules is not None:
        from pnp.sheets.rules_check import lint_rules

        # Boxes of a block that can't be drawn are missing too, and it has been told why.
        sheets = [expand(layout, name)[0] for name in layout.sheets]
        found, notes = lint_rules(layout.game, layout.source, layout.rules, sheets)
        faults += found
    if not faults:
        faults += [fault for language in layout.languages[1:] for fault in _in_language(layout, language, places)]
    first, second = (sorted(dict.fromkeys(each), key=lambda fault: _order(layout, fault)) for each in (faults, notes))
    return first, second


def _in_language(layout: Layout, language: str, places: Mapping[tuple[str, str], Mapping[str, Rect]]) -> list[Fault]:
    """What is wrong with a layout only in one of its languages: words that don't fit, fields that move."""
    other = _read(layout.whole, layout.source, language, layout.edition)
    faults: list[Fault] = []
    for (name, arrangement), there in places.items():
        made, found = _expand(other, name, View(arrangement=arrangement), roomy=True)
        if found or made.places != there:
            made, found = _expand(other, name, View(arrangement=arrangement))
        faults += found
        moved = [field.id for field in made.fields if there.get(field.id) != field.rect]
        if moved and not found:
            faults.append(Fault(("sheets", name), say("layout.moved", field=moved[0])))
    strings = other.theme.strings
    faults += [
        Fault(("strings", language, text), say("layout.unused-string", text=repr(text))) for text in strings.unused
    ]
    return [Fault(one.path, say("layout.in-language", language=language, message=one.message)) for one in faults]


def _order(layout: Layout, fault: Fault) -> tuple[bool, str, tuple[int, int]]:
    """The file's own faults come before those that it inherits, each in the order of their lines."""
    origin = layout.whole.origin(fault.path, fault.column)
    return origin.source != layout.source, origin.source, origin.spot


def spot(layout: Layout, fault: Fault) -> dict[str, Any]:
    """The place of a fault for programs: file, line, sheet, block and key, as far as it has them."""
    path = fault.path
    in_sheet = len(path) >= 2 and path[0] == "sheets"
    in_block = in_sheet and len(path) >= 4 and path[2] == "blocks"
    row = layout.whole.data["sheets"][path[1]]["blocks"][path[3]] if in_block else {}
    key = place_of(path[4:] if in_block else path[2:] if in_sheet else path)
    block = row.get("id", "") if isinstance(row, dict) else ""
    origin = layout.whole.origin(path, fault.column)
    line, column = origin.spot
    place = {"file": origin.source, "line": line, "column": column}
    return {**place, "sheet": str(path[1]) if in_sheet else "", "block": block, "key": key}


def where(layout: Layout, fault: Fault) -> str:
    """The place of a fault: file, line and, where it is in a block, the block's id; and who inherits it from there."""
    origin = layout.whole.origin(fault.path, fault.column)
    path = fault.path
    inner = place_of(path)
    if len(path) >= 4 and path[0] == "sheets" and path[2] == "blocks":
        row = layout.whole.data["sheets"][path[1]]["blocks"][path[3]]
        known = row if isinstance(row, dict) else {}
        block = known.get("id") or f"{known.get('kind', 'block')} {int(path[3]) + 1}"
        rest = place_of(path[4:])
        inner = f"{path[1]}, block {block}{', ' + rest if rest else ''}"
    heir = f" (extended by {layout.source})" if origin.source != layout.source else ""
    return (f"{origin}: {inner}" if inner else str(origin)) + heir


def ready(layout: Layout, name: str, view: View = USUAL, library: Library | None = None) -> Sheet:
    """A sheet that has nothing wrong with it; the first problem of one that has is raised."""
    if not layout.sheets:
        raise _refusal(layout, layout.faults)
    if name not in layout.sheets:
        known, slip = tuple(layout.sheets), near(name, layout.sheets)
        raise CallError(say("no-sheet-in-layout", sheet=repr(name), game=layout.game, sheets=known, near=slip))
    sheet, found = expand(layout, name, view)
    if found and view.scale != 1.0 and not layout.faults and not expand(layout, name)[1]:
        facts = {"sheet": f"{layout.game}/{name}", "percent": round(100 * view.scale)}
        raise CallError(say("layout.too-small", **facts, why=found[0].message))
    faults = [*layout.faults, *found]
    if not faults and not layout.shipped:
        from pnp.games.library import SHIPPED
        from pnp.sheets.field_check import mismatches

        faults = mismatches(sheet, library or SHIPPED)
    if faults:
        raise _refusal(layout, faults)
    return sheet


def _refusal(layout: Layout, faults: Sequence[Fault]) -> InputError:
    more = len(faults) - 1 or None
    return InputError(say("layout.refused", place=where(layout, faults[0]), why=faults[0].message, more=more))

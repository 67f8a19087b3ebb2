"""The fillable twin: a form field over every field of a sheet, as it will look when it is written in.

What is typed is set in the sheet's own fonts, in the middle of its box; what stands there already is drawn as on a
sheet that is filled in. Totals that a layout says the parts of are added up by the viewer.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from pnp.games.codec import Mark
from pnp.games.rules.javascript import RUNTIME
from pnp.geometry import MM, Placement, Rect
from pnp.render import pdf_fonts, typeset
from pnp.render.colors import Palette
from pnp.render.job import Copy
from pnp.render.pdf_document import Document
from pnp.render.pdf_file import pdf_string, references
from pnp.render.pdf_operators import Content, n, rgb
from pnp.sheets import fill_in, personal, typefaces
from pnp.sheets.ink import Ink, Text, moved
from pnp.sheets.sheet import Field, Sheet
from pnp.sheets.theme import Theme

SIDE = 0.4
"""Millimetres that a form field keeps from the line of its box."""
ARROW = 5.0
"""Millimetres at the right of a choice over which viewers draw an arrow."""
_PICTURE = re.compile(r"\{([^{}]*)\}")
LONGEST = {"number": 5, "tally": 1, "text": 200}
_SHORT = 'event.value = String(event.value).split(" ")[0];'
"""Where a box has room for a sign only, the name beside it in the list is not shown."""


DIGITS = """function digits(event) {
  var text = String(event.value);
  if (!event.willCommit) text = text.slice(0, event.selStart) + event.change + text.slice(event.selEnd);
  event.rc = /^[-\u2212]?\\d*$/.test(text);
}"""
"""What a viewer does when somebody types into a box of numbers."""
FILL = """function filled(form, code, sheet, prefix, line) {
  return pnp.due(sheet, function (id) { return form.getField(code + id.replace(/\\./g, "_")).value; }, prefix, line);
}"""
"""What a viewer does for boxes that follow from others; it is the same for all of them."""


class Typing(NamedTuple):
    """How what is typed looks: face, size in points, colour, where it stands from side to side (0 left, 1 middle)."""

    face: str
    size: float
    color: str
    side: int = 1


class Form:
    """The form fields of a document."""

    def __init__(self, document: Document, palettes: Mapping[str, Palette]) -> None:
        self._document = document
        self._palettes = palettes
        self._fields: list[int] = []
        self._follow: list[int] = []
        self._sheets: dict[str, str] = {}
        self._drawn: dict[tuple[object, ...], int] = {}
        self._scripts: dict[bytes, int] = {}
        self._faces: dict[str, int] = {}

    def add(
        self, page: int, copy: Copy, placement: Placement, height: float, above: Callable[[str], int]
    ) -> tuple[dict[str, list[int]], list[int]]:
        """Put form fields over the fields of a copy; their parts of the structure by block, and they, come back.

        `above` says below which part of the structure the fields of a block stand.
        """
        structure = self._document.structure
        parts, widgets = dict[str, list[int]](), dict[str, int]()
        for field in in_order(copy.sheet):
            widget = self._document.pdf.reserve()
            part = structure.field(page, widget, above(field.block))
            parts.setdefault(field.block, []).append(part)
            belongs = b"/StructParent %d" % structure.belongs(part)
            self._document.pdf.put(widget, self._widget(page, copy, field, placement, height) + belongs + b">>")
            widgets[field.id] = widget
        self._fields += widgets.values()
        self._follow += [widgets[id] for id in copy.sheet.follows]
        if copy.sheet.follows:
            self._sheets[copy.sheet.key] = copy.sheet.script
        return parts, list(widgets.values())

    def _widget(self, page: int, copy: Copy, field: Field, placement: Placement, height: float) -> bytes:
        room = _room(copy.sheet, field)
        at = placement.rect(room)
        corners = (at.x * MM, (height - at.bottom) * MM, at.right * MM, (height - at.y) * MM)
        box = b"/Rect[%s]" % " ".join([n(one) for one in corners]).encode()
        said = b"/T %s/TU %s" % (pdf_string(field_name(copy, field.id)), pdf_string(_hint(field)))
        head = b"<</Subtype/Widget/F 4/P %d 0 R%s%s" % (page, box, said)
        value = copy.person.name if field.id == "name" else copy.values.get(field.id)
        return head + (
            self._box(copy.sheet, field, room, value, placement.scale)
            if field.kind == "cross"
            else self._line(copy, field, room, value, placement.scale)
        )

    def _box(self, sheet: Sheet, field: Field, room: Rect, value: Mark | None, scale: float) -> bytes:
        """A box to tick, with the cross of a pen."""
        key = (sheet.key, scale, round(room.w, 2), round(room.h, 2))
        on = self._appearance(sheet, room, fill_in.DRAW["cross"](sheet, field, True), scale, key)
        state = b"/Yes" if value else b"/Off"
        off = self._appearance(sheet, Rect(0, 0, 1, 1), (), 1, ("off",))
        states = b"/AP<</N<</Yes %d 0 R/Off %d 0 R>>>>" % (on, off)
        return b"/FT/Btn/V%s/AS%s%s/MK<</CA(8)>>" % (state, state, states)

    def _line(self, copy: Copy, field: Field, room: Rect, value: Mark | None, scale: float) -> bytes:
        """A text, a number, a tally or a choice: what is typed, or picked by its name."""
        sheet = copy.sheet
        how = _typing(sheet, field, room, scale)
        self._faces.setdefault(how.face, 0)
        color = rgb(self._palettes[sheet.key].color(how.color))
        look = b"/Q %d/DA(/Typed-%s %s Tf %s rg)" % (how.side, how.face.encode(), n(how.size).encode(), color.encode())
        # Programs that fill in a form overwrite the appearance that is there: no two fields may share one.
        if value not in (None, ""):
            ink = _written(copy, field, value)
            look += b"/V %s/AP<</N %d 0 R>>" % (pdf_string(str(value)), self._appearance(sheet, room, ink, scale))
        elif field.kind == "choice":
            # Without one, viewers print an arrow on it.
            frame = b"/Subtype/Form/BBox[0 0 %.1f %.1f]" % (room.w * scale * MM, room.h * scale * MM)
            look += b"/AP<</N %d 0 R>>" % self._document.pdf.ready(frame, b"")
        if field.kind == "choice":
            return b"/FT/Ch/Ff 131072/Opt %d 0 R%s%s" % (
                self._options(sheet.theme, field),
                look,
                self._actions(F=_script(field)),
            )
        typed = "digits(event);" if field.kind == "number" else ""
        return b"/FT/Tx/MaxLen %d%s%s" % (LONGEST[field.kind], look, self._actions(K=typed, C=_filled(copy, field.id)))

    def _options(self, theme: Theme, field: Field) -> int:
        """The list that a choice offers: nothing first, then each value by its name in the language of the sheet."""
        key = ("options", tuple(field.choices.items()))
        if key not in self._drawn:
            rows = [b"[()( )]", *(
                b"[%s%s]" % (pdf_string(value), pdf_string(theme.choice_name(value, drawn)))
                for value, drawn in field.choices.items()
            )]  # fmt: skip
            self._drawn[key] = self._document.pdf.add(b"[%s]" % b"".join(rows))
        return self._drawn[key]

    def _actions(self, **scripts: str) -> bytes:
        """What a viewer runs when something happens to a field, by what happens."""
        body = b"".join(
            [b"/%s<</S/JavaScript/JS %s>>" % (when.encode(), pdf_string(js)) for when, js in scripts.items() if js]
        )
        if not body:
            return b""
        if body not in self._scripts:
            self._scripts[body] = self._document.pdf.add(b"<<%s>>" % body)
        return b"/AA %d 0 R" % self._scripts[body]

    def _appearance(
        self, sheet: Sheet, room: Rect, ink: Iterable[Ink], scale: float, key: tuple[object, ...] = ()
    ) -> int:
        """Ink in a field, drawn in points from the field's bottom left corner; with a key once for all alike."""
        if key and key in self._drawn:
            return self._drawn[key]
        content = Content(self._document.fonts, self._palettes[sheet.key], typeset.set_line)
        content.draw([moved(one, -room.x, -room.y) for one in ink])
        unit = scale * MM
        place = f"q {unit:.5f} 0 0 {-unit:.5f} 0 {room.h * unit:.3f} cm"
        frame = Rect(0, 0, room.w * unit, room.h * unit)
        made = self._document.form(frame, f"/Tx BMC {place}\n{content.text()}\nQ EMC")
        if key:
            self._drawn[key] = made
        return made

    def close(self) -> bytes:
        """What the document says of its form."""
        pdf = self._document.pdf
        faces = b"".join([b"/Typed-%s %d 0 R" % (face.encode(), pdf_fonts.typed(pdf, face)) for face in self._faces])
        order = b"/CO[%s]" % references(self._follow) if self._follow else b""
        fields = references(self._fields)
        names = b""
        if self._scripts:
            sheets = [f"pnp.sheets[{json.dumps(key)}]={script};" for key, script in self._sheets.items()]
            script = "\n".join(
                [DIGITS, *([RUNTIME.read_text(encoding="utf-8"), *sheets, FILL] if self._follow else [])]
            )
            action = pdf.add(b"<</S/JavaScript/JS %s>>" % pdf_string(script))
            names = b"/Names<</JavaScript<</Names[(numbers)%d 0 R]>>>>" % action
        return names + b"/AcroForm %d 0 R" % pdf.add(b"<</Fields[%s]/DR<</Font<<%s>>>>%s>>" % (fields, faces, order))


def in_order(sheet: Sheet) -> list[Field]:
    """The fields as one steps through them: block by block, in each from the top and the left."""
    blocks = {name: place for place, name in enumerate(sheet.blocks)}
    return sorted(sheet.fields, key=lambda f: (blocks.get(f.block, 0), round(f.rect.y), f.rect.x))


def field_name(copy: Copy, id: str) -> str:
    """The name of a form field: the sheet's code and the field's id, without the dots that part names in a PDF."""
    return f"{copy.person.code}_{id.replace('.', '_')}"


def _hint(field: Field) -> str:
    """What a form field is called by screen readers and when a pointer rests on it."""
    label = _PICTURE.sub(lambda found: found[1].rpartition("-")[2], field.label) or field.id
    return f"{label}: / 1, X 2" if field.kind == "tally" else label


def _filled(copy: Copy, id: str) -> str:
    """The script that fills in a field that follows from others."""
    if id not in copy.sheet.follows:
        return ""
    how = [field_name(copy, ""), copy.sheet.key, *copy.sheet.follows[id]]
    return f"event.value = filled(this, {', '.join(map(json.dumps, how))});"


def _script(field: Field) -> str:
    return _SHORT if any(drawn[:1] == "=" for drawn in field.choices.values()) else ""


def _name_line(sheet: Sheet, field: Field) -> Text | None:
    """Where the name is printed that stands in a field, if it is a sheet's own."""
    if field.id != "name":
        return None
    return next((one for one in sheet.personal if isinstance(one, Text) and "{name}" in one.text), None)


def _room(sheet: Sheet, field: Field) -> Rect:
    """Where a form field lies on its sheet: in its box; the name's so that what is typed stands on its line."""
    if line := _name_line(sheet, field):
        font = typefaces.face(line.face)
        half = 0.52 * (font.ascent - font.descent) * line.size
        middle = line.y - (font.ascent + font.descent) / 2 * line.size
        return Rect(line.x, middle - half, line.fit or field.rect.right - line.x, 2 * half)
    room = field.room.inset(SIDE)
    if field.kind != "cross":
        return room
    side = min(room.w, room.h)
    return Rect(room.center[0] - side / 2, room.center[1] - side / 2, side, side)


def _typing(sheet: Sheet, field: Field, room: Rect, scale: float) -> Typing:
    """How something is typed into a field: as it would be printed there."""
    style = sheet.theme.styles["number"]
    if line := _name_line(sheet, field):
        return Typing(line.face, line.size * scale * MM, line.color, 0)
    if field.kind == "text":
        seat = field.id.endswith(".name")
        size = min(5.0, 0.5 * field.rect.h)
        return Typing("strong" if seat else "text", size * scale * MM, "ink" if seat else "pen", int(seat))
    size = fill_in.number_size(sheet, field)
    if field.kind == "choice" and not _script(field):
        names = [sheet.theme.choice_name(value, drawn) for value, drawn in field.choices.items()]
        widest = max(typefaces.width(name, style.face, 1.0) for name in names)
        size = min(size, max(0.5 * room.w, room.w - 1 - ARROW / scale) / widest)
    return Typing(style.face, size * scale * MM, style.color)


def _written(copy: Copy, field: Field, value: Mark) -> list[Ink]:
    """The ink of what stands in a field already."""
    if line := _name_line(copy.sheet, field):
        return [line._replace(text=line.text.replace("{name}", typefaces.printable(str(value))))]
    if field.kind == "text" and field.id.endswith(".name"):
        return list(personal.printed(str(value), field))
    return list(fill_in.DRAW[field.kind](copy.sheet, field, value))

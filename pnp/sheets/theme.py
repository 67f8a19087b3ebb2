"""The theme of a layout: its colours, its styles of text and its pictures."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path as Folder
from types import MappingProxyType
from typing import Any, NamedTuple

from pnp.sheets import picture_files, pictures, typefaces
from pnp.sheets.ink import Code, Image, Text
from pnp.sheets.pictures import Picture
from pnp.sheets.translating import UNTRANSLATED, Strings
from pnp.strict import REQUIRED, Path, Table, WrongError, as_number, as_text, near
from pnp.words import Said, say

INLINE = re.compile(r"\{([a-z][a-z0-9-]*)\}")
"""A picture between words: its name in braces."""

COLORS = {
    "ink": "#1f2937",
    "soft": "#5b6472",
    "line": "#9aa3af",
    "faint": "#d5dae1",
    "box": "#7b8594",
    "wash": "#f4f1ea",
    "band": "#334155",
    "accent": "#b4532a",
    "paper": "#ffffff",
    "reverse": "#ffffff",
    "pen": "#1d4ed8",
    "guide": "#7fc7dd",
    "mark": "#000000",
    "small-mark": "#4b5563",
}
"""Every layout has these; `reverse` is for text on a `band` and turns dark where bands are not filled."""


LEAST_GAP = 0.4
DRESSES = ("play", "photo", "bare")
"""What a sheet wears besides what is played on: small marks and a code, large ones for photos, or nothing."""


class Hatch(NamedTuple):
    """How a fill is hatched where there is only black: the angle and the distance of its lines, how wide they are."""

    angle: float
    gap: float
    width: float = 0.15


class Style(NamedTuple):
    """A style of text: face, size and line distance in millimetres, colour."""

    face: str
    size: float
    color: str = "ink"
    leading: float = 1.32


STYLES = {
    "title": Style("display", 10.5, leading=1.1),
    "heading": Style("display", 5.4, leading=1.15),
    "label": Style("strong", 3.5),
    "body": Style("text", 3.7, leading=1.4),
    "small": Style("text", 2.9, "soft"),
    "tiny": Style("text", 2.3, "soft"),
    "number": Style("display", 6.2, "pen"),
    "code": Style("display", 5.0),
}


class Theme(NamedTuple):
    """Colours, styles and pictures by their names; names that a block gives are looked up here or are faults."""

    colors: Mapping[str, str]
    styles: Mapping[str, Style]
    pictures: Mapping[str, Picture]
    strings: Strings = UNTRANSLATED
    dress: str = DRESSES[0]
    hatches: Mapping[str, Hatch] = MappingProxyType({})
    emblem: str = ""
    scale: float = 1.0
    dice: Mapping[str, str] = MappingProxyType({})
    roomy: bool = False
    """Whether words in another language may take more room than those that they stand for."""

    def sized(self, sizes: Mapping[str, float]) -> Theme:
        """The theme with some styles of text in another size, in millimetres."""
        changed = {name: self.styles[name]._replace(size=size) for name, size in sizes.items()}
        return self._replace(styles={**self.styles, **changed}) if changed else self

    def style(self, table: Table, key: str = "style", default: str = "body") -> Style:
        return self.styles[table.choice(key, tuple(self.styles), default)]

    def color(self, table: Table, key: str = "color", default: str = "") -> str:
        return table.choice(key, ("", *(name for name in self.colors if name[:1] != "#")), default)

    def picture(self, table: Table, key: str, default: Any = REQUIRED) -> str:
        """The name of a picture, or an empty name where there may be none."""
        name = table.text(key, default)
        if name and name not in self.pictures:
            table.fault(self._unknown(name), key)
            return ""
        return name

    def as_picture(self, value: Any) -> str:
        """A picture's name from a list of a layout."""
        if as_text(value) not in self.pictures:
            raise WrongError(self._unknown(value))
        return as_text(value)

    def as_words(self, value: Any) -> str:
        """A text from a list of a layout, its pictures between the words all known."""
        text = self.strings.said(as_text(value))
        for name in INLINE.findall(text):
            self.as_picture(name)
        return text

    def words(self, table: Table, key: str, default: Any = REQUIRED) -> str:
        """A text whose pictures between the words are all known."""
        text = self.strings.said(table.text(key, default))
        for name in INLINE.findall(text):
            if name not in self.pictures:
                table.fault(self._unknown(name), key)
                text = text.replace("{" + name + "}", "")
        return text

    def choices(self, table: Table) -> dict[str, str]:
        """The values of a choice with the picture that is drawn for each; `=3` writes 3, nothing writes the value."""
        given = table.table("choices")
        if not given:
            return {}
        found = {value: _label(given.data[value]) or self.picture(given, value, "") for value in given.data}
        for value, drawn in found.items():
            self.choice_name(value, drawn)
        return found

    def choice_name(self, value: str, drawn: str) -> str:
        """What a choice is called: by its own name, or where that is a letter by its picture's; a sign comes before it.

        >>> plain = Theme({}, {}, {})
        >>> [plain.choice_name(*one) for one in (("W", "window"), ("full-roof", "=7"), ("3", "written-3"))]
        ['window', '7 full roof', '3']
        """
        sign, name = (f"{drawn[1:]} ", value) if drawn[:1] == "=" else ("", value)
        if not sign and drawn and len(value) == 1 and value.isalpha():
            name = drawn
        return sign + self.strings.said(name.replace("-", " "))

    def _unknown(self, name: str) -> Said:
        known = tuple(sorted(self.pictures))
        return say("layout.no-picture", name=repr(name), known=known, near=near(name, self.pictures))


def _label(value: Any) -> str:
    """What is written for a choice instead of a picture: a text that begins with =."""
    return value if isinstance(value, str) and re.fullmatch(r"=.{1,12}", value) else ""


def read(top: Table, folder: Callable[[Path], Folder], strings: Strings | None = None) -> Theme:
    """The theme of a layout file: what every layout has, with the file's own put over it.

    `folder` says in which folder the file lies that some part was written in.
    """
    colors = dict(COLORS)
    if table := top.table("colors"):
        for name in table.data:
            colors[name] = table.text(name, "#000000", r"#[0-9a-fA-F]{6}", say("layout.a-color"))
    faces = _fonts(top, folder)
    styles = dict(STYLES)
    if table := top.table("styles"):
        for name in table.data:
            if row := table.table(name):
                styles[name] = read_style(row, styles.get(name, STYLES["body"]), colors, faces)
    hatches = _hatches(top, colors)
    drawn = dict(pictures.own())
    if table := top.table("pictures"):
        for name in table.data:
            if (row := table.table(name)) is None:
                continue
            if "folder" in row:
                found = pictures.in_folder(row, folder(row.path))
                drawn.update({f"{name}-{inner}": picture for inner, picture in found.items()})
            else:
                drawn[name] = pictures.read(row, folder(row.path))
                _check_colors(row, drawn[name], colors)
    made = Theme({**colors, **_colors_of_files(drawn)}, styles, drawn, strings or UNTRANSLATED, hatches=hatches)
    return made._replace(emblem=made.picture(top, "emblem", ""), dice=_dice(top, made))


def _dice(top: Table, made: Theme) -> dict[str, str]:
    """The colours of the sorts of dice, by their names."""
    table = top.table("dice")
    return {name: made.color(table, name) for name in table.data} if table else {}


def _hatches(top: Table, colors: Mapping[str, str]) -> dict[str, Hatch]:
    """How fills of some colours are hatched."""
    hatches = {}
    table = top.table("hatches")
    for name in table.data if table else ():
        numbers = table.items(name, lambda value: as_number(value, 0, 180), most=3) if table else []
        if table and (name not in colors or len(numbers) < 2 or numbers[1] < LEAST_GAP):
            table.fault(say("layout.no-hatch", least=LEAST_GAP), name)
        else:
            hatches[name] = Hatch(*numbers)
    return hatches


def _colors_of_files(drawn: Mapping[str, Picture]) -> dict[str, str]:
    """The colours that picture files bring along, each under its own value."""
    paints = [shape.paint for one in drawn.values() for shape in one.art if not isinstance(shape, Text | Code | Image)]
    return {name: name for paint in paints for name in (paint.fill, paint.stroke) if name[:1] == "#"}


def _fonts(top: Table, folder: Callable[[Path], Folder]) -> dict[str, str]:
    """The names that styles have for faces: those that every layout has, and the fonts beside this one."""
    faces = {name: name for name in ("display", "text", "strong")}
    table = top.table("fonts")
    for name in table.data if table else ():
        if table is None or (row := table.table(name)) is None:
            continue
        row.text("licence", pattern=r"[^\x00-\x1f]{2,200}", allowed=say("layout.a-licence"))
        faces[name] = row.item(row.raw("file"), "text", partial(_face, folder(row.path)), "file")
        row.close()
    return faces


def _face(folder: Folder, file: Any) -> str:
    path = picture_files.beside(folder, file)
    try:
        return typefaces.own(path)
    except OSError as error:
        raise WrongError(say("layout.file-fault", file=str(path), why=error.strerror or str(error))) from None


def read_style(row: Table, base: Style, colors: Mapping[str, str], faces: Mapping[str, str]) -> Style:
    """A style from its table, over one that is there."""
    style = base._replace(
        face=faces[row.choice("face", tuple(faces))] if "face" in row else base.face,
        size=row.number("size", base.size, 1.5, 60),
        color=row.choice("color", tuple(colors), base.color),
        leading=row.number("leading", base.leading, 0.8, 3),
    )
    row.close()
    return style


def _check_colors(row: Table, picture: Picture, colors: Mapping[str, str]) -> None:
    for shape in picture.art:
        for name in () if isinstance(shape, Text | Code | Image) else (shape.paint.fill, shape.paint.stroke):
            if name and name[:1] != "#" and name not in colors:
                row.fault(say("layout.no-color", name=repr(name), known=tuple(colors), near=near(name, colors)))

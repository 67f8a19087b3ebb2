"""The theme of a layout: its colours, its styles of text and its pictures."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from pnp.sheets import pictures
from pnp.sheets.ink import Code, Image, Text
from pnp.sheets.pictures import Picture
from pnp.strict import REQUIRED, Table, WrongError, as_text, near
from pnp.words import Said, say

INLINE = re.compile(r"\{([a-z][a-z0-9-]*)\}")
"""A picture between words: its name in braces."""

COLORS = {
    "ink": "#1f2937",
    "soft": "#5b6472",
    "line": "#9aa3af",
    "faint": "#d5dae1",
    "wash": "#f4f1ea",
    "band": "#334155",
    "accent": "#b4532a",
    "paper": "#ffffff",
    "reverse": "#ffffff",
    "pen": "#1d4ed8",
    "guide": "#7fc7dd",
    "mark": "#000000",
}
"""Every layout has these; `reverse` is for text on a `band` and turns dark where bands are not filled."""


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

    def style(self, table: Table, key: str = "style", default: str = "body") -> Style:
        return self.styles[table.choice(key, tuple(self.styles), default)]

    def color(self, table: Table, key: str = "color", default: str = "") -> str:
        return table.choice(key, ("", *self.colors), default)

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
        for name in INLINE.findall(as_text(value)):
            self.as_picture(name)
        return as_text(value)

    def words(self, table: Table, key: str, default: Any = REQUIRED) -> str:
        """A text whose pictures between the words are all known."""
        text = table.text(key, default)
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
        return {value: _label(given.data[value]) or self.picture(given, value, "") for value in given.data}

    def _unknown(self, name: str) -> Said:
        known = tuple(sorted(self.pictures))
        return say("layout.no-picture", name=repr(name), known=known, near=near(name, self.pictures))


def _label(value: Any) -> str:
    """What is written for a choice instead of a picture: a text that begins with =."""
    return value if isinstance(value, str) and re.fullmatch(r"=.{1,12}", value) else ""


def read(top: Table) -> Theme:
    """The theme of a layout file: what every layout has, with the file's own put over it."""
    colors = dict(COLORS)
    if table := top.table("colors"):
        for name in table.data:
            colors[name] = table.text(name, "#000000", r"#[0-9a-fA-F]{6}", say("layout.a-color"))
    styles = dict(STYLES)
    if table := top.table("styles"):
        for name in table.data:
            if row := table.table(name):
                styles[name] = _style(row, styles.get(name, STYLES["body"]), colors)
    drawn = dict(pictures.own())
    if table := top.table("pictures"):
        for name in table.data:
            if row := table.table(name):
                drawn[name] = pictures.read(row)
                _check_colors(row, drawn[name], colors)
    return Theme(colors, styles, drawn)


def _style(row: Table, base: Style, colors: Mapping[str, str]) -> Style:
    style = base._replace(
        face=row.choice("face", ("display", "text", "strong"), base.face),
        size=row.number("size", base.size, 1.5, 60),
        color=row.choice("color", tuple(colors), base.color),
        leading=row.number("leading", base.leading, 0.8, 3),
    )
    row.close()
    return style


def _check_colors(row: Table, picture: Picture, colors: Mapping[str, str]) -> None:
    for shape in picture.art:
        for name in () if isinstance(shape, Text | Code | Image) else (shape.paint.fill, shape.paint.stroke):
            if name and name not in colors:
                row.fault(say("layout.no-color", name=repr(name), known=tuple(colors), near=near(name, colors)))

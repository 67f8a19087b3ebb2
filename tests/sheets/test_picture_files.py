"""Pictures and fonts in files beside a layout: what is read, what is cleaned away, what is refused."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.paths import FONTS
from pnp.sheets import layout, picture_files, svg_path, typefaces
from pnp.sheets.ink import Image, bounds
from pnp.sheets.ink import Path as Shape
from pnp.words import english

HEAD = 'game = "files"\ntitle = "Files"\nversion = 1\n'
SHEET = '[sheets.play]\ntitle = "Play"\n[[sheets.play.blocks]]\nkind = "icon"\npicture = "it"\nleft = 0\ntop = 0\n'


def drawing(inner: str, head: str = 'viewBox="0 0 50 100"') -> tuple[Shape, ...]:
    made = picture_files.svg(f'<svg xmlns="http://www.w3.org/2000/svg" {head}>{inner}</svg>'.encode())
    assert all(isinstance(one, Shape) for one in made)
    return made  # type: ignore[return-value]


def dots(width: int, height: int, rows: bytes | None = None, extra: bytes = b"") -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    body = zlib.compress(rows if rows is not None else b"\x00" * (height * (width * 3 + 1)))
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + extra + chunk(b"IDAT", body) + chunk(b"IEND", b"")


def comment(text: bytes) -> bytes:
    data = b"tEXt" + text
    return struct.pack(">I", len(text)) + data + struct.pack(">I", zlib.crc32(data))


@pytest.mark.parametrize(
    ("inner", "box"),
    [
        ('<rect width="50" height="100"/>', (25, 0, 50, 100)),
        ('<circle cx="25" cy="50" r="25"/>', (25, 25, 50, 50)),
        ('<g transform="translate(10 0) scale(.5)"><rect width="50" height="100"/></g>', (35, 0, 25, 50)),
        ('<rect width="20" height="10" transform="rotate(90)"/>', (15, 0, 10, 20)),
        ('<path d="M0 0a25 25 0 0150 0"/>', (25, -25, 50, 25)),
        ('<polygon points="0,0 50,0 50,100"/>', (25, 0, 50, 100)),
    ],
)
def test_shapes_lie_in_the_middle_of_the_square(inner: str, box: tuple[float, ...]) -> None:
    (shape,) = drawing(inner)
    assert tuple(bounds(shape)) == pytest.approx(box, abs=0.2)


def test_colours_come_from_attributes_styles_and_groups() -> None:
    drawn = drawing(
        '<g fill="#abc" stroke="red"><rect width="5" height="5"/><rect width="5" height="5" style="fill:none;stroke-width:3"/></g>'
    )
    assert [(one.paint.fill, one.paint.stroke) for one in drawn] == [("#aabbcc", "#ff0000"), ("", "#ff0000")]
    assert drawn[1].paint.width == pytest.approx(3)


def test_what_leaves_no_ink_is_left_away() -> None:
    (shape,) = drawing(
        '<script>alert(1)</script><title>x</title><defs><path d="M0 0h9"/></defs><rect width="5" height="5" onclick="x()"/>'
    )
    assert shape.paint.fill == "#000000"


@pytest.mark.parametrize(
    ("inner", "said"),
    [
        ("<text>hello</text>", "it has <text>; paths"),
        ('<image href="http://example.org/a.png"/>', "it has <image>"),
        ('<rect width="5" height="5" fill="url(#a)"/>', "'url(#a)' is no colour"),
        ('<rect width="5" height="5" filter="url(#a)"/>', "it has a filter"),
        ('<path d="M0 0 X9"/>', "'X' in a path"),
        ("", "there is nothing to draw"),
        ("<g>" * 70 + "</g>" * 70, "too deep"),
        ('<rect width="5" height="5"/>' * 2001, "more than 2000 shapes"),
    ],
)
def test_what_would_look_different_is_refused(inner: str, said: str) -> None:
    with pytest.raises(ValueError) as wrong:
        drawing(inner)
    assert said in str(wrong.value)


def test_entities_are_refused() -> None:
    with pytest.raises(ValueError, match="entities"):
        picture_files.svg(b'<!DOCTYPE svg [<!ENTITY a "aaaa">]><svg xmlns="http://www.w3.org/2000/svg">&a;</svg>')


@given(st.text("MmLlHhVvCcSsQqTtAaZz0123456789.,- ", max_size=40))
def test_any_path_is_drawn_or_refused(text: str) -> None:
    try:
        made = svg_path.steps(text)
    except ValueError:
        return
    assert all(len(points) == {"M": 2, "L": 2, "C": 6, "Z": 0}[op] for op, points in made)


def test_a_png_is_stripped_to_its_dots() -> None:
    made = picture_files.png(dots(20, 10, extra=comment(b"Author\x00somebody")))
    assert isinstance(made, Image) and (made.x, made.y, made.w, made.h) == (0, 25, 100, 50)
    assert b"somebody" not in made.data and made.data == dots(20, 10)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"GIF89a", "this is no PNG file"),
        (dots(5000, 2, b""), "5000 by 2 dots; at most 3000 by 3000 are allowed"),
        (dots(20, 10)[:-20], "the PNG file is damaged"),
        (dots(20, 10, b"\x00" * 5_000_000), "the PNG file is damaged"),
        (dots(20, 10).replace(b"IDAT", b"IDAX"), "the PNG file is damaged"),
    ],
)
def test_a_png_that_is_too_large_or_damaged_is_refused(data: bytes, said: str) -> None:
    with pytest.raises(ValueError) as wrong:
        picture_files.png(data)
    assert said in str(wrong.value)


@pytest.mark.parametrize(
    "name", ["/etc/passwd", "../a.svg", "art/../../a.svg", "http://example.org/a.svg", "c:\\a.svg", 3]
)
def test_a_file_from_elsewhere_is_never_opened(name: object, tmp_path: Path) -> None:
    with pytest.raises(ValueError):
        picture_files.beside(tmp_path, name)


def problems(text: str, folder: Path) -> list[str]:
    made = layout.parse((HEAD + text).encode(), str(folder / "files.toml"))
    return [english(problem) for problem in layout.problems(made)]


def test_a_layout_has_pictures_and_fonts_beside_it(tmp_path: Path) -> None:
    (tmp_path / "art").mkdir()
    (tmp_path / "art" / "Red Fox.svg").write_text(
        '<svg viewBox="0 0 9 9" xmlns="http://www.w3.org/2000/svg"><path fill="#123456" d="M0 0h9v9z"/></svg>'
    )
    (tmp_path / "art" / "ball.png").write_bytes(dots(4, 4))
    (tmp_path / "font.ttf").write_bytes((FONTS / "fredoka" / "Fredoka-SemiBold.ttf").read_bytes())
    font = '[fonts.round]\nfile = "font.ttf"\nlicence = "OFL-1.1"\n[styles.body]\nface = "round"\n'
    art = '[pictures.art]\nfolder = "art"\n'
    text = font + art + SHEET.replace('"it"', '"art-red-fox"')
    assert problems(text, tmp_path) == []
    made = layout.parse((HEAD + text).encode(), str(tmp_path / "files.toml"))
    assert {"art-red-fox", "art-ball"} <= set(made.theme.pictures)
    assert made.theme.colors["#123456"] == "#123456"
    assert typefaces.face(made.theme.styles["body"].face).path == tmp_path / "font.ttf"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[pictures.it]\nfile = "no.svg"\n', "no.svg: No such file or directory"),
        ('[pictures.it]\nfile = "files.txt"\n', "a file that ends with .svg or .png is needed"),
        (
            '[pictures.it]\nart = [{ disc = [1, 1, 1] }]\n[fonts.a]\nfile = "files.txt"\nlicence = "OFL"\n',
            "is no TrueType font",
        ),
        ('[pictures.it]\nart = [{ disc = [1, 1, 1] }]\n[fonts.a]\nfile = "files.txt"\n', "'licence' is missing"),
        (
            '[pictures.it]\nart = [{ disc = [1, 1, 1] }]\n[fonts.a]\nfile = "cut.ttf"\nlicence = "OFL"\n',
            "is damaged or lacks a table",
        ),
        (
            '[pictures.a]\nfolder = "art"\n[pictures.it]\nart = [{ disc = [1, 1, 1] }]\n',
            "has 0 pictures; 1 to 500 files",
        ),
    ],
)
def test_a_file_that_is_missing_or_wrong_is_said(text: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "files.txt").write_text("nothing")
    (tmp_path / "cut.ttf").write_bytes((FONTS / "fredoka" / "Fredoka-SemiBold.ttf").read_bytes()[:300])
    found = problems(text + SHEET, tmp_path)
    assert any(said in one for one in found), found


def test_a_font_beside_a_layout_prints_what_no_other_font_has(tmp_path: Path) -> None:
    """The font has a character of its own where the others have none: an old rune, put into the map of a small font."""
    from fontTools.ttLib import TTFont

    font = TTFont(FONTS / "fredoka" / "Fredoka-SemiBold.ttf")
    for table in font["cmap"].tables:
        table.cmap[0x16A0] = table.cmap[ord("F")]
    font.save(tmp_path / "runes.ttf")
    text = '[fonts.runes]\nfile = "runes.ttf"\nlicence = "OFL-1.1"\n' + SHEET.replace(
        'kind = "icon"\npicture = "it"', 'kind = "text"\ntext = "\u16a0"'
    )
    without = SHEET.replace('kind = "icon"\npicture = "it"', 'kind = "text"\ntext = "\u16a0"')
    before = problems(without, tmp_path)
    assert before == [] or "no font has" in before[0]
    assert problems(text, tmp_path) == []
    assert typefaces.runs("\u16a0")[0][0].startswith("own-")

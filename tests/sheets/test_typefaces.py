"""Faces: glyphs and widths as the font files have them, and a face for every alphabet we promise."""

from __future__ import annotations

import json

import pytest
from fontTools.ttLib import TTFont
from hypothesis import given
from hypothesis import strategies as st

from pnp.errors import InputError
from pnp.paths import FONTS, LAYOUTS
from pnp.sheets import typefaces

LATIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 .,;:!?'\"()-–−·×%&/"
ALPHABETS = {
    "Polish": ("text", "ĄĆĘŁŃÓŚŹŻąćęłńóśźż"),
    "Czech": ("text", "ÁČĎÉĚÍŇÓŘŠŤÚŮÝŽáčďéěíňóřšťúůýž"),
    "Vietnamese": ("text", "ĂÂĐÊÔƠƯăâđêôơưẠẢẤẦẨẪẬẮẰẲẴẶẸẺẼẾỀỂỄỆỈỊỌỎỐỒỔỖỘỚỜỞỠỢỤỦỨỪỬỮỰỲỴỶỸạảấầẩẫậắằẳẵặếềểễệ"),
    "German, French, Turkish": ("text", "ÄÖÜẞäöüßÀÂÇÈÉÊËÎÏÔŒÙÛŸàâçèéêëîïôœùûÿĞİŞğış"),
    "Greek": ("text", "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩαβγδεζηθικλμνξοπρστυφχψωςΆΈΉΊΌΎΏάέήίόύώϊϋΐΰ"),
    "Russian": ("text", "АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдеёжзийклмнопрстуфхцчшщъыьэюя"),
    "Ukrainian": ("text", "ҐЄІЇґєії"),
    "Hebrew": ("hebrew", "אבגדהוזחטיכךלמםנןסעפףצץקרשת"),
    "Arabic": ("arabic", "ابتثجحخدذرزسشصضطظعغفقكلمنهويءآأؤإئىة"),
    "Hindi": ("devanagari", "अआइईउऊऋएऐओऔकखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसहािीुूृेैोौंःँ्"),
    "hiragana": ("japanese", "".join(map(chr, range(0x3041, 0x3097)))),
    "katakana": ("japanese", "".join(map(chr, range(0x30A1, 0x30FB)))),
    "hangul": ("korean", "가나다라마바사아자차카타파하각한국놀이집김이박최정강조윤장임힣"),
    "Han": ("chinese", "的一是不了人我在有他这为之大来以个中上们王李张刘陈杨黄赵周吴徐孙马朱胡林郭何高罗"),
    "Japanese names": ("japanese", "佐藤鈴木高橋田中伊藤渡辺山本中村小林加藤さくら桜"),
}


@pytest.mark.parametrize("name", typefaces.FILES)
def test_glyphs_and_widths_are_those_of_the_font_file(name: str) -> None:
    font = TTFont(FONTS / typefaces.FILES[name], lazy=True)
    cmap, metrics, ids = font.getBestCmap(), font["hmtx"], font.getReverseGlyphMap()
    units = font["head"].unitsPerEm
    face = typefaces.face(name)
    known = sorted(cmap)
    sample = [*known[:: max(1, len(known) // 700)], *known[-20:], *map(ord, LATIN), 0x378, 0x10FFFF]
    for code in sample:
        glyph = cmap.get(code, ".notdef")
        assert face.glyph(chr(code)) == ids[glyph], hex(code)
        assert face.has(chr(code)) == (code in cmap)
        assert face.advance(chr(code)) == pytest.approx(metrics[glyph][0] / units)
    assert (face.ascent, face.descent) == (font["hhea"].ascent / units, font["hhea"].descent / units)
    assert face.cap == font["OS/2"].sCapHeight / units


@pytest.mark.parametrize("language", ALPHABETS)
def test_an_alphabet_has_its_face(language: str) -> None:
    name, letters = ALPHABETS[language]
    assert [char for char in letters if not typefaces.face(name).has(char)] == []
    assert {face for face, _ in typefaces.runs(letters)} == {name}


@pytest.mark.parametrize("name", ["text", "strong", "display"])
def test_every_face_of_a_style_has_plain_letters(name: str) -> None:
    assert [char for char in LATIN if not typefaces.face(name).has(char)] == []


@pytest.mark.parametrize(
    ("text", "runs"),
    [
        ("", []),
        ("Ana", [("text", "Ana")]),
        ("Ana דנה", [("text", "Ana "), ("hebrew", "דנה")]),
        ("דנה כהן", [("hebrew", "דנה כהן")]),
        ("محمد Bo", [("arabic", "محمد "), ("text", "Bo")]),
        ("さくら桜", [("japanese", "さくら桜")]),
        ("김 金", [("korean", "김"), ("text", " "), ("korean", "金")]),
        ("王", [("chinese", "王")]),
    ],
)
def test_a_text_is_runs_of_one_face_each(text: str, runs: list[tuple[str, str]]) -> None:
    assert typefaces.runs(text) == runs


@pytest.mark.parametrize("language", ["pl", "de"])
@pytest.mark.parametrize("name", ["display", "display-medium"])
def test_no_heading_of_a_shipped_language_is_set_in_two_fonts(language: str, name: str) -> None:
    said = json.loads((LAYOUTS / "shared" / f"{language}.json").read_text("utf-8")).values()
    letters = {char for one in said for char in (one if isinstance(one, str) else "".join(one)) if char.isalpha()}
    assert sorted(char for char in letters if not typefaces.face(name).has(char)) == []


def test_a_face_is_preferred_only_where_it_has_the_letter() -> None:
    assert typefaces.runs("Ana Ж", "display") == [("display", "Ana "), ("strong", "Ж")]


@given(st.text(alphabet="".join(letters for _, letters in ALPHABETS.values()) + LATIN, max_size=30))
def test_runs_together_are_the_text_and_have_every_letter(text: str) -> None:
    runs = typefaces.runs(text)
    assert "".join(part for _, part in runs) == text
    assert all(typefaces.face(name).has(char) for name, part in runs for char in part)
    assert all(a[0] != b[0] for a, b in zip(runs, runs[1:], strict=False))
    assert typefaces.width(text, "text", 5) == pytest.approx(sum(typefaces.face(n).width(part, 5) for n, part in runs))


@pytest.mark.parametrize("char", ["🎲", "\u1234", "\x07", "\n", "\ud800", "\U000e0001"])
def test_a_letter_that_no_face_has_is_an_error_and_never_a_blank(char: str) -> None:
    with pytest.raises(InputError, match=rf"no font has .* \(U\+{ord(char):04X}\)"):
        typefaces.runs(f"Ana {char}")


def test_composed_and_decomposed_letters_are_the_same() -> None:
    assert typefaces.clean("Z\u0307o\u0308") == "Żö"

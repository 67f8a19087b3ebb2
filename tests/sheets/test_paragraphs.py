"""Setting text: lines that fit, spaces that stay, pictures between the words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.geometry import Rect
from pnp.sheets import ink, paragraphs, pictures, typefaces
from pnp.sheets.theme import COLORS, STYLES, Style, Theme

THEME = Theme(COLORS, STYLES, pictures.own())
BODY = STYLES["body"]

words = st.text(alphabet="abcdefg,.äßŁ–", min_size=1, max_size=9)
inline = st.sampled_from(["{die-1}", "{pair}", "{cross}"])
several = st.lists(st.one_of(words, inline, st.just(""), st.tuples(words, inline).map("".join)), max_size=25)
texts = st.lists(several.map(" ".join), min_size=1, max_size=3).map("\n".join)
styles = st.sampled_from(sorted(STYLES)).map(STYLES.get)


def said(line: list[paragraphs.Piece]) -> str:
    """A line written out again."""
    return "".join(
        " " * (piece.spaces if i else 0) + (f"{{{piece.text}}}" if piece.is_picture else piece.text)
        for i, piece in enumerate(line)
    )


@given(texts, styles, st.floats(5, 150))
def test_a_line_is_never_wider_than_there_is_room_unless_it_is_one_word(text: str, style: Style, width: float) -> None:
    for line in paragraphs.lines(text, style, width):
        alone = not any(piece.spaces for piece in line[1:])
        assert paragraphs.line_width(line, style) <= width + 0.011 or alone


@given(texts, styles, st.floats(5, 150))
def test_breaking_lines_loses_no_word(text: str, style: Style, width: float) -> None:
    broken = paragraphs.lines(text, style, width)
    assert " ".join(map(said, broken)).split() == typefaces.clean(text).split()


@given(texts, styles)
def test_spaces_inside_a_line_are_kept(text: str, style: Style) -> None:
    kept = [said(line) for line in paragraphs.lines(text, style, 1e9)]
    assert kept == [typefaces.clean(paragraph).strip() for paragraph in text.split("\n")]


@given(texts, styles, st.floats(20, 150))
def test_lines_are_filled_greedily(text: str, style: Style, width: float) -> None:
    """The first word of a line would not have fitted on the line before."""
    for paragraph in text.split("\n"):
        broken = paragraphs.lines(paragraph, style, width)
        for line, following in zip(broken, broken[1:], strict=False):
            first = following[:1]
            for piece in following[1:]:
                if piece.spaces:
                    break
                first.append(piece)
            assert paragraphs.line_width([*line, *first], style) > width


def test_a_picture_sticks_to_its_word() -> None:
    style = Style("text", 4)
    room = paragraphs.widest("one two", style) + 1
    assert [said(line) for line in paragraphs.lines("one two{die-1} three", style, room)] == [
        "one",
        "two{die-1}",
        "three",
    ]


def test_heights_and_widths_are_those_of_the_lines() -> None:
    style = Style("text", 4, leading=1.5)
    assert paragraphs.height("a\nb\nc", style, 100) == pytest.approx(3 * 4 * 1.5)
    assert paragraphs.height("", style, 100) == pytest.approx(6)
    assert paragraphs.widest("a\nlonger\nb", style) == pytest.approx(typefaces.width("longer", "text", 4))
    assert paragraphs.widest("{die-1}", style) == pytest.approx(4 * 1.12)


@pytest.mark.parametrize(("align", "share"), [("left", 0), ("center", 0.5), ("right", 1)])
def test_text_stands_where_it_is_aligned(align: str, share: float) -> None:
    rect = Rect(10, 20, 80, 10)
    (drawn,) = paragraphs.set_text("Yacht", BODY, rect, THEME, align)
    slack = rect.w - typefaces.width("Yacht", BODY.face, BODY.size)
    assert drawn.x == pytest.approx(10 + slack * share)
    assert rect.holds(ink.bounds(drawn))


@given(texts, st.sampled_from(["left", "center", "right"]), st.booleans())
def test_ink_stays_in_a_rectangle_that_is_large_enough(text: str, align: str, middle: bool) -> None:
    rect = Rect(5, 7, max(1, paragraphs.widest(text, BODY)) + 1, paragraphs.height(text, BODY, 1e9))
    drawn = paragraphs.set_text(text, BODY, rect, THEME, align, middle)
    assert all(rect.holds(ink.bounds(one), 0.05) for one in drawn)


def test_pictures_stand_between_the_words_at_their_height() -> None:
    drawn = paragraphs.set_text("roll {die-6} now", BODY, Rect(0, 0, 100, 6), THEME)
    texts = [one for one in drawn if isinstance(one, ink.Text)]
    boxes = [ink.bounds(one) for one in drawn if not isinstance(one, ink.Text)]
    assert [one.text for one in texts] == ["roll", "now"]
    before, after = (ink.bounds(one) for one in texts)
    assert len(boxes) == 7
    assert all(before.right <= box.x and box.right <= after.x + 0.01 for box in boxes)
    middle = texts[0].y - typefaces.face("text").cap * BODY.size / 2
    assert boxes[0].center[1] == pytest.approx(middle)

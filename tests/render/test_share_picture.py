"""The picture to share: any number of players, any names, everything on the page and nothing over anything else."""

from __future__ import annotations

from functools import cache
from io import BytesIO
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from pnp.geometry import Rect
from pnp.render import share_picture, typeset
from pnp.render.lettering import ROSETTE, names
from pnp.render.share_picture import HEIGHT, WIDTH, Drawing, Share, ink_of, picture
from pnp.render.standings import Place
from pnp.sheets import documents, layout
from pnp.sheets.ink import Disc, Ink, Text, bounds
from pnp.sheets.sheet import Sheet
from pnp.sheets.typefaces import printable

EXAMPLE = Path(__file__).parents[1] / "examples" / "house-table.toml"
PEOPLE = ("Zosia", "Michał Śniegocki", "فاطمة الزهراء", "דנה", "Żółcisława Brzęczyszczykiewicz", "さくら", "Ana", "Bo")
LONG = ("Wilhelmina Konstantynopolitańczykowianeczka " * 4).strip()
PAGE = Rect(0, 0, WIDTH, HEIGHT)


@cache
def sheet() -> Sheet:
    return layout.ready(layout.load(layout.find("house-of-dice")), "play")


@cache
def marks() -> tuple[Any, ...]:
    data = documents.load(EXAMPLE.read_bytes(), EXAMPLE.name)
    game, document, edition = documents.understand(data, EXAMPLE.name)
    return tuple(filled for name, filled in game.marks(document, edition) if name == "play")


def shared(people: tuple[str, ...], ranks: tuple[int, ...] = (), **other: Any) -> Share:
    """A share with a house for everybody."""
    places = ranks or tuple(range(1, len(people) + 1))
    rows = tuple(Place(rank, name, 40 - 3 * rank) for rank, name in zip(places, people, strict=True))
    drawings = tuple(Drawing(name, sheet(), marks()[n % 3], "house") for n, name in enumerate(people))
    return Share("House of Dice", "16 November 2026", rows, sheet().theme, **{"drawings": drawings, **other})


def scored(people: tuple[str, ...], lines: int) -> Share:
    """A share with the lines of a score instead of houses."""
    table = tuple((f"line {n} of the score", tuple(n - 3 for _ in people)) for n in range(lines))
    return shared(people, drawings=(), lines=table)


def texts(told: Share) -> list[Text]:
    return [one for one in ink_of(told) if isinstance(one, Text)]


def said(told: Share) -> str:
    return " | ".join(one.text for one in texts(told))


def place_of(text: Text) -> Rect:
    """The rectangle that a text takes once it is set."""
    setting = typeset.set_line(text)
    return Rect(setting.x, setting.y - 0.72 * setting.size, setting.width, 0.72 * setting.size)


SHARES = {
    **{f"{n} houses": shared(PEOPLE[:n]) for n in range(1, 9)},
    **{f"{n} houses, best": shared(PEOPLE[:n], best=PEOPLE[n - 1 : n]) for n in range(1, 7)},
    "all have long names": shared(tuple(f"{LONG} {n}" for n in range(4)), best=(LONG,)),
    "two win": shared(PEOPLE[:3], (1, 1, 3)),
    "six win": shared(PEOPLE[:6], (1,) * 6),
    "it is not over": shared(PEOPLE[:2], over=False),
    "nobody plays": shared(()),
    "a ranking": shared(PEOPLE, drawings=()),
    "a score": scored(PEOPLE[:4], 5),
    "a long score": scored(PEOPLE[:6], 16),
    "a score of one": scored(PEOPLE[:1], 3),
    "a score of eight with long names": scored(tuple(f"{n} {LONG}" for n in range(8)), 8),
}


@pytest.mark.parametrize("told", SHARES.values(), ids=SHARES)
def test_everything_is_on_the_page(told: Share) -> None:
    for one in list(ink_of(told))[1:]:
        rect = place_of(one) if isinstance(one, Text) else bounds(one)
        assert PAGE.holds(rect), one


@pytest.mark.parametrize("told", SHARES.values(), ids=SHARES)
def test_no_text_lies_over_another(told: Share) -> None:
    for (one, first), (other, second) in combinations([(text, place_of(text)) for text in texts(told)], 2):
        assert not first.meets(second), (one.text, other.text)


@pytest.mark.parametrize("told", SHARES.values(), ids=SHARES)
def test_no_number_is_shortened(told: Share) -> None:
    for one in texts(told):
        if one.text.lstrip("−").isdigit():
            assert not typeset.set_line(one).shortened, one


@pytest.mark.parametrize("told", SHARES.values(), ids=SHARES)
def test_everybody_is_there(told: Share) -> None:
    words = said(told).replace(" | ", " ")
    for row in told.rows:
        assert all(part in words for part in row.name.split()), row.name


@pytest.mark.parametrize("name", ["1 houses", "3 houses, best", "6 houses, best", "a long score"])
def test_the_picture_is_a_png_of_its_size(name: str) -> None:
    image = Image.open(BytesIO(picture(SHARES[name])))
    assert (image.format, image.size, image.mode) == ("PNG", (1080, 1350), "RGB")
    pixels = np.asarray(image)
    ground = np.array([0xFB, 0xF6, 0xEC])
    assert (np.abs(pixels[[0, -1]].astype(int) - ground) <= 2).all()
    assert (np.abs(pixels[:, [0, -1]].astype(int) - ground) <= 2).all()
    assert (pixels[250:480, 100:700] != ground).any()


def test_the_winner_is_larger_than_all_others() -> None:
    sizes = {one.text: typeset.set_line(one).size for one in texts(shared(("Ana", "Bo", "Cy"))) if len(one.text) < 4}
    first = max(typeset.set_line(one).size for one in texts(shared(("Ana", "Bo", "Cy"))) if one.text == "Ana")
    assert first > 2 * sizes["Bo"]


def test_those_who_tie_win_together() -> None:
    told = shared(("Ana", "Bo", "Cy"), (1, 1, 3))
    large = [one.text for one in texts(told) if one.color == "reverse"]
    assert large == ["Ana", "Bo"]
    assert "Winners" in said(told)
    assert "Winner" in said(shared(("Ana", "Bo"))).split(" | ")


def test_what_decided_is_told() -> None:
    rows = (Place(1, "Ana", 9, "lowest cost wins the tie"), Place(2, "Bo", 9, "lowest cost wins the tie"))
    assert "Winner · lowest cost wins the tie" in said(shared(("Ana", "Bo"))._replace(rows=rows))


def test_a_game_that_is_not_over_has_no_winner() -> None:
    words = said(shared(("Ana", "Bo"), over=False))
    assert "In the lead" in words
    assert "Winner" not in words


def rosettes(told: Share) -> int:
    gold = [one for one in ink_of(told) if isinstance(one, Disc) and one.paint.fill == "gold"]
    return sum(one.paint.width / one.r == pytest.approx(4.5 / 31) for one in gold)


def test_the_best_house_has_a_rosette() -> None:
    assert ROSETTE.art[1].r == 31
    assert rosettes(shared(("Ana", "Bo", "Cy"))) == 0
    assert rosettes(shared(("Ana", "Bo", "Cy"), best=("Bo",))) == 2
    assert "Best looking: Bo, Cy" in said(shared(("Ana", "Bo", "Cy"), best=("Bo", "Cy")))


def test_a_house_is_drawn_inside_its_frame() -> None:
    frame = Rect(10, 20, 30, 30)
    drawn = share_picture.cropped(sheet(), "house", marks()[0], frame)
    assert all(frame.holds(bounds(one), 0.5) for one in drawn)
    empty = share_picture.cropped(sheet(), "house", {}, frame)
    assert len(drawn) > len(empty) + 20
    outer = [bounds(one) for one in empty]
    assert min(rect.x for rect in outer) == pytest.approx(frame.x, abs=0.3)
    assert max(rect.bottom for rect in outer) == pytest.approx(frame.bottom, abs=0.3)


def test_houses_differ_as_they_were_drawn() -> None:
    one, other = shared(("Ana",)), shared(("Ana",), drawings=(Drawing("Ana", sheet(), marks()[1], "house"),))
    assert picture(one) != picture(other)


def test_a_name_is_set_in_one_face() -> None:
    def faces_of(name: str) -> list[str]:
        drawn: list[Ink] = list(names([name], Rect(0, 0, 60, 10), 5, "ink"))
        return [run.face for one in drawn if isinstance(one, Text) for run in typeset.set_line(one).runs]

    assert faces_of("Ana") == ["display"]
    assert faces_of("Żaneta Brzęk") == ["display"]
    assert set(faces_of("Ştefan Жан")) == {"strong"}


@pytest.mark.parametrize(
    ("text", "kept"), [("Ana 🎲", "Ana"), ("🎲", ""), ("Zoë", "Zoë"), ("محمد", "محمد"), (" a\u200db ", "a\u200db")]
)
def test_what_no_font_has_is_left_out(text: str, kept: str) -> None:
    assert printable(text) == kept


def test_a_name_of_nothing_that_can_be_printed_is_a_question() -> None:
    assert "?" in said(shared(("🎲", "Bo"))).split(" | ")


def test_names_side_by_side_have_one_size_and_a_long_one_is_shortened() -> None:
    for people in (("Ana", "Wilhelmina Oberhuber"), ("Ana", "Bo", "Wilhelmina Oberhuber", "Di")):
        parts = {part for name in people for part in (name, *name.split())}
        shown = [one for one in texts(shared(people)) if one.text in parts][1:]
        assert {row for row in people if row in {one.text for one in shown}} >= {
            name for name in people if " " not in name
        }
        assert len({round(typeset.set_line(one).size, 3) for one in shown}) == 1
        assert [one.text.split()[0] for one in shown if typeset.set_line(one).shortened][:1] == ["Wilhelmina"]

"""Cards and tokens: rows of data, nine on a page, backs behind their fronts, bleed, cut marks, nets to fold."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from pnp.cli.print_call import Call
from pnp.cli.print_job import apart, job_of
from pnp.errors import CallError, InputError
from pnp.render.card_pages import CardJob
from pnp.render.job import Job
from pnp.render.pdf import pdf_bytes
from pnp.render.rasterize import pages
from pnp.sheets import layout
from pnp.sheets.ink import Box, Disc, Line, Text
from pnp.words import english

CARD = """\
game = "beasts"
title = "Beasts"
version = 1
[sheets.card]
title = "Card"
owner = "card"
width = 63
height = 88
back = "back"
rows = "beasts.csv"
[[sheets.card.blocks]]
kind = "text"
text = "{name}"
left = 5
top = 5
[[sheets.card.blocks]]
repeat = "{cost}"
kind = "icon"
picture = "{sign}"
width = 6
left = "{8 * index}"
top = 40
[sheets.back]
title = "Back"
owner = "card"
width = 63
height = 88
[[sheets.back.blocks]]
kind = "panel"
left = 4
top = 4
width = 20
height = 20
"""
BEASTS = "name,Sign,cost,count\nFox,die-1,1,8\nOwl,cross,3,2\n"


def files(folder: Path, text: str = CARD, rows: str = BEASTS, name: str = "beasts.csv") -> str:
    (folder / name).write_text(rows, encoding="utf-8")
    (folder / "beasts.toml").write_text(text, encoding="utf-8")
    return str(folder / "beasts.toml")


def job(game: str, **asked: str) -> Job:
    return job_of(Call(game=game, seed="x", **asked))[0]  # type: ignore[arg-type]


def words(made: Job, page: int) -> list[str]:
    return [one.text for n in made.pages[page] for one in made.copies[n].sheet.ink if isinstance(one, Text)]


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_nine_cards_lie_on_a_page_and_each_row_is_there_as_often_as_it_says(tmp_path: Path, paper: str) -> None:
    made = job(files(tmp_path), duplex="off", paper=paper)
    assert [len(page) for page in made.pages] == [9, 1]
    assert words(made, 0) == ["Fox"] * 8 + ["Owl"] and words(made, 1) == ["Owl"]
    owl = made.copies[9].sheet
    assert sum(isinstance(one, Line | Text) for one in owl.ink) == 1 and len(owl.blocks) == 4


def test_rows_may_be_toml_or_stand_in_the_layout(tmp_path: Path) -> None:
    rows = '[[rows]]\nname = "Fox"\nsign = "die-1"\ncost = 2\ncount = 3\n'
    game = files(tmp_path, CARD.replace("beasts.csv", "beasts.rows.toml"), rows, "beasts.rows.toml")
    assert len(job(game, duplex="off").copies) == 3
    inline = files(tmp_path, CARD.replace('"beasts.csv"', '[{ name = "Elk", sign = "die-2", cost = 2 }]'))
    assert words(job(inline, duplex="off"), 0) == ["Elk"]


@pytest.mark.parametrize(
    ("paper", "duplex", "sideways"), [("a4", "long", True), ("a4", "short", False), ("letter", "long", True)]
)
def test_backs_lie_behind_their_fronts_whichever_edge_the_paper_is_turned_at(
    tmp_path: Path, paper: str, duplex: str, sideways: bool
) -> None:
    made = job(files(tmp_path), paper=paper, duplex=duplex)
    assert [len(page) for page in made.pages] == [9, 9, 1, 1]
    front, back = (made.page_plan(made.copies[made.pages[n][0]].sheet) for n in (0, 1))
    for one, other in zip(front.slots, back.slots, strict=True):
        assert other.piece.x == pytest.approx(front.width - one.piece.right if sideways else one.piece.x)
        assert other.piece.y == pytest.approx(one.piece.y if sideways else front.height - one.piece.bottom)
    box = next(one for one in made.copies[1].sheet.ink if isinstance(one, Box))
    assert (box.x, box.y) == ((4, 4) if sideways else (39, 64))


def test_the_back_of_the_last_card_is_really_printed_behind_it(tmp_path: Path) -> None:
    """A panel at the left of the back lies at the left of the mirrored place, seen from behind."""
    made = job(files(tmp_path))
    *_, last_front, last_back = pages(pdf_bytes(made), 50)
    front, back = (image.convert("L").point(lambda v: 255 * (v < 250)).getbbox() for image in (last_front, last_back))
    unit = 50 / 25.4
    piece = made.page_plan(made.copies[-1].sheet).slots[0].piece
    assert back[0] / unit == pytest.approx(piece.x + 4, abs=1)
    assert piece.x > 120 and front[0] / unit < 40


def test_backs_are_moved_by_what_the_test_print_says(tmp_path: Path) -> None:
    game = files(tmp_path)
    still, moved = (job(game, back_shift=shift) for shift in ("", "0.5,-1"))
    one, other = (made.page_plan(made.copies[1].sheet).slots[0].piece for made in (still, moved))
    assert (other.x - one.x, other.y - one.y) == pytest.approx((0.5, -1))
    with pytest.raises(CallError, match="no shift"):
        job(game, back_shift="a bit")
    test = job_of(Call(game=game, test_print=True))[0]
    assert len(test.pages) == 2 and test.page_plan(test.copies[0].sheet).scale == 1
    crosses = [[(one.x, one.y) for one in copy.sheet.ink if isinstance(one, Disc)] for copy in test.copies]
    assert crosses[0] == [] and len(crosses[1]) == 5


def test_places_that_stay_empty_are_not_outlined(tmp_path: Path) -> None:
    made = job(files(tmp_path, CARD.replace("height = 88\nback", "height = 88\ncorners = 3\nback")), duplex="off")
    plan = made.page_plan(made.copies[0].sheet)
    assert [len(page) for page in made.pages] == [9, 1]
    assert [sum(isinstance(one, Box) for one in plan.marks(len(page))) for page in made.pages] == [9, 1]
    first, last = (np.asarray(page.convert("L")) for page in pages(pdf_bytes(made), 100))
    piece = plan.slots[8].piece
    part = tuple(
        slice(round(a / 0.254), round(b / 0.254)) for a, b in ((piece.y - 1, piece.y + 1), (piece.x + 20, piece.x + 40))
    )
    assert first[part].min() < 250 and last[part].min() > 250


def test_bleed_is_printed_around_the_card_and_cut_marks_stay_outside(tmp_path: Path) -> None:
    text = CARD.replace("height = 88\nback", "height = 88\nbleed = 3\nback").replace(
        'kind = "text"\ntext = "{name}"\nleft = 5',
        'kind = "panel"\nleft = "bleed.left"\nright = "bleed.right"\nbottom = "bleed.bottom"',
    )
    text = text.replace("top = 5", 'top = "bleed.top"', 1).replace("height = 88\n[[", "height = 88\nbleed = 3\n[[")
    text = text.replace("repeat = ", "on = []\nrepeat = ")
    made = job(files(tmp_path, text), duplex="off")
    plan = made.page_plan(made.copies[0].sheet)
    assert len(plan.slots) == 8 and plan.width > plan.height
    first, second = plan.slots[0].piece, plan.slots[1].piece
    assert second.x - first.right == pytest.approx(6)
    lowest = min(one.piece.y for one in plan.slots)
    marks = [one for one in plan.cuts if isinstance(one, Line) and one.x1 == one.x2]
    assert marks and all(one.y2 <= lowest - 3 or one.y1 >= lowest for one in marks)
    assert made.copies[0].sheet.bleeding.w == 69


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("beasts.csv", "no.csv"), "No such file"),
        (('back = "back"', 'back = "bak"'), "there is no sheet 'bak'; did you mean 'back'?"),
        (('picture = "{sign}"', 'picture = "{sgn}"'), "'{sgn}' is no picture"),
        (('owner = "card"', 'owner = "table"'), "only cards have it"),
    ],
)
def test_what_is_wrong_with_cards_is_said(tmp_path: Path, change: tuple[str, str], said: str) -> None:
    made = layout.load(Path(files(tmp_path, CARD.replace(*change, 1))))
    assert any(said in english(problem) for problem in layout.problems(made))


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ("name,name\na,b\n", "two columns have the same name"),
        ("name,sign,cost,count\nFox,die-1,1,900\n", "row 1: 900 is no count; 0 to 200 are allowed"),
        ("name\nFox,die-1\n", "row 1 has 2 values for 1 columns"),
        ("", "is empty"),
    ],
)
def test_what_is_wrong_with_rows_is_said(tmp_path: Path, rows: str, said: str) -> None:
    made = layout.load(Path(files(tmp_path, rows=rows)))
    assert any(said in english(problem) for problem in layout.problems(made))


def test_cards_and_sheets_are_printed_apart_and_a_huge_card_does_not_fit(tmp_path: Path) -> None:
    play = '[sheets.play]\ntitle = "Play"\n[[sheets.play.blocks]]\nkind = "text"\ntext = "x"\nleft = 0\ntop = 0\n'
    game = files(tmp_path, CARD + play)
    assert not isinstance(job(game, sheets="play"), CardJob)
    with pytest.raises(CallError, match="printed apart"):
        job(game, sheets="card,play")
    with pytest.raises(CallError, match="does not fit on a6"):
        job(files(tmp_path, CARD.replace("width = 63", "width = 150")), paper="a6")
    with pytest.raises(InputError):
        job(files(tmp_path, CARD.replace("top = 40", "top = 400")))


def test_a_net_folds_to_a_die_whose_opposite_faces_are_seven() -> None:
    from pnp.sheets.blocks.die_net import FLAPS, PLACES

    places = dict(enumerate(PLACES, 1))
    # In a row of four, faces two apart are opposite; the two that stick out are opposite each other.
    row = {face: column for face, (column, at) in places.items() if at == 1}
    assert abs(row[1] - row[6]) == 2 and abs(row[2] - row[5]) == 2
    assert {places[3], places[4]} == {(1, 0), (1, 2)}
    # Fourteen open edges of the cross meet in seven pairs: one of each pair has a flap.
    assert len(set(FLAPS)) == 7


PAD = '[sheets.pad]\ntitle = "Pad"\n[[sheets.pad.blocks]]\nkind = "track"\nid = "one"\nboxes = 3\nleft = 0\ntop = 0\n'


def test_all_sheets_of_a_layout_with_cards_are_two_files(tmp_path: Path) -> None:
    """Whoever asks for everything gets cards nine on a page, not each on a page of its own."""
    call = Call(files(tmp_path, CARD + PAD), sheets="all", players="Ana")
    parts = apart(call)
    assert [part.sheets for part in parts] == ["pad", "card"]
    sheets, cards = (job_of(part)[0] for part in parts)
    assert len(sheets.pages) == 1 and isinstance(cards, CardJob)
    assert apart(Call(files(tmp_path), sheets="all"))[0].sheets == "all"

"""The fillable twin: a form field over every field, named, in the order it is read, and kept when it is saved."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from io import BytesIO
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pypdf
import pytest

from pnp.errors import CallError
from pnp.geometry import MM, Rect
from pnp.paths import LAYOUTS
from pnp.render.geometry_export import export
from pnp.sheets.ink import Disc, Text, bounds
from tests.render.conftest import Picture

Press = Callable[..., Any]
KINDS = {"text": "/Tx", "number": "/Tx", "tally": "/Tx", "cross": "/Btn", "choice": "/Ch"}
REQUIRED = 2
NAMES = ("Ana", "Bo דנה")


def fillable(printed: Press, game: str, sheet: str, **options: Any) -> Any:
    return printed(game, sheet, **{"players": ",".join(NAMES), "fillable": True, **options})


def widgets(reader: pypdf.PdfReader) -> list[list[dict[str, Any]]]:
    """The form fields of each page in the order in which they are stepped through."""
    return [[one.get_object() for one in page.get("/Annots", [])] for page in reader.pages]


def place(widget: dict[str, Any], page: Any) -> Rect:
    """Where a form field lies, in millimetres from the top left."""
    left, bottom, right, top = (float(number) / MM for number in widget["/Rect"])
    return Rect(left, float(page.mediabox.height) / MM - top, right - left, top - bottom)


def wanted(made: Any) -> list[list[tuple[str, dict[str, Any]]]]:
    """The fields of each page by the geometry export, each with the name its form field should have."""
    return [
        [(f"{one['code']}_{field['id'].replace('.', '_')}", field) for one in page["sheets"] for field in one["fields"]]
        for page in export(made.job)["pages"]
    ]


@pytest.mark.parametrize("options", [{}, {"up": 2}], ids=["a4", "2-up"])
def test_every_field_has_a_form_field_over_it(printed: Press, game: str, sheet: str, options: Any) -> None:
    made = fillable(printed, game, sheet, **options)
    reader = made.reader
    for page, there, fields in zip(reader.pages, widgets(reader), wanted(made), strict=True):
        found = {widget["/T"]: widget for widget in there}
        assert len(found) == len(there)
        assert set(found) == {name for name, _ in fields}
        for name, field in fields:
            assert found[name]["/FT"] == KINDS[field["kind"]]
            rect, box = Rect(field["x"], field["y"], field["w"], field["h"]), place(found[name], page)
            if field["kind"] == "cross":
                # A box to tick is square, as large as fits.
                side = min(rect.w, rect.h)
                rect = Rect(rect.center[0] - side / 2, rect.center[1] - side / 2, side, side)
            if field["id"] == "name":
                # A name stands on its line; where that is has its own test.
                assert rect.meets(box)
                continue
            assert (box.x, box.y, box.w, box.h) == pytest.approx((rect.x, rect.y, rect.w, rect.h), abs=0.9)
            assert (box.x, box.y, box.right, box.bottom) == pytest.approx(
                (rect.x, rect.y, rect.right, rect.bottom), abs=0.5
            )
            assert rect.holds(box)


def test_names_are_unique_in_the_whole_form(printed: Press, game: str) -> None:
    made = fillable(printed, game, "all")
    names = [name for page in wanted(made) for name, _ in page]
    assert len(set(names)) == len(names)
    listed = [one.get_object()["/T"] for one in made.reader.trailer["/Root"]["/AcroForm"]["/Fields"]] if names else []
    assert sorted(listed) == sorted(names)


def test_fields_are_stepped_through_as_they_are_read(printed: Press, game: str, sheet: str) -> None:
    """Block by block; in a block from the top to the bottom, in a row from the left to the right."""
    made = fillable(printed, game, sheet)
    blocks = {field.id.replace(".", "_"): field.block for field in made.job.copies[0].sheet.fields}
    for page, there in zip(made.reader.pages, widgets(made.reader), strict=True):
        assert page["/Tabs"] == "/S"
        order = [blocks[widget["/T"].split("_", 1)[1]] for widget in there]
        runs = [name for name, _ in groupby(order)]
        assert len(runs) == len(set(runs))
        for (before, first), (after, second) in pairwise(zip((place(w, page) for w in there), order, strict=True)):
            if first == second:
                same_row = abs(after.y - before.y) <= 1
                assert after.x > before.x if same_row else after.y > before.y


def test_choices_are_offered(printed: Press, game: str, sheet: str) -> None:
    made = fillable(printed, game, sheet)
    found = {widget["/T"]: widget for page in widgets(made.reader) for widget in page}
    for name, field in (one for page in wanted(made) for one in page):
        if field["kind"] == "choice":
            offered = [option if isinstance(option, str) else option[0] for option in found[name]["/Opt"]]
            assert [option for option in offered if option.strip()] == field["choices"]
            shown = [str(option[1]) for option in found[name]["/Opt"]]
            assert not [one for one in shown if len(one) == 1 and one.isalpha()]


@pytest.mark.parametrize(
    ("language", "part", "bonus"),
    [("en", "window", "7 full roof"), ("de", "Fenster", "7 volles Dach"), ("pl", "okno", "7 pełny dach")],
)
def test_choices_have_names_in_the_language_of_the_sheet(printed: Press, language: str, part: str, bonus: str) -> None:
    made = fillable(printed, "house-of-dice", "play", language=language)
    offered = [[str(one[1]) for one in widget["/Opt"]] for widget in widgets(made.reader)[0] if "/Opt" in widget]
    assert any(part in names for names in offered) and any(bonus in names for names in offered)


def test_a_form_is_empty_and_asks_for_nothing(printed: Press, game: str, sheet: str) -> None:
    for page in widgets(fillable(printed, game, sheet).reader):
        for widget in page:
            known = NAMES if widget["/T"].endswith("_name") else ()
            assert widget.get("/V", "") in ("", "/Off", *known), widget["/T"]
            assert not widget.get("/Ff", 0) & REQUIRED, widget["/T"]
            assert widget["/TU"]


def test_what_is_filled_in_is_kept(printed: Press, game: str, sheet: str) -> None:
    made = fillable(printed, game, sheet, players="Ana")
    fields = dict(wanted(made)[0])
    if not fields:
        assert widgets(made.reader) == [[]]
        return
    values = {name: filled(field) for name, field in fields.items()}
    writer = pypdf.PdfWriter(clone_from=made.reader)
    writer.update_page_form_field_values(writer.pages[0], values)
    out = BytesIO()
    writer.write(out)
    again = pypdf.PdfReader(out).get_fields()
    assert {name: again[name].value for name in values} == values


def filled(field: dict[str, Any]) -> str:
    """Something that may stand in a field."""
    match field["kind"]:
        case "number":
            return "12"
        case "tally":
            return "X"
        case "cross":
            return "/Yes"
        case "choice":
            return field["choices"][-1]
        case _:
            return "Ana"


def test_a_plain_print_has_no_form(printed: Press, game: str, sheet: str) -> None:
    reader = printed(game, sheet, players="Ana").reader
    assert "/AcroForm" not in reader.trailer["/Root"]
    assert widgets(reader) == [[] for _ in reader.pages]


@pytest.mark.parametrize("format", ["svg", "png"])
def test_only_a_pdf_can_be_filled_in(printed: Press, format: str) -> None:
    with pytest.raises(CallError, match="a form is a pdf"):
        printed("yacht", fillable=True, format=format)


@pytest.mark.parametrize("name", ["Ana", "Łucja", "דנה לוי", "محمد علي", "प्रिया", "桜 さくら"])
def test_a_name_in_any_script_is_a_field_and_looks_as_printed(printed: Press, viewed: Press, name: str) -> None:
    made, plain = fillable(printed, "house-of-dice", "play", players=name), printed("house-of-dice", players=name)
    (field,) = (widget for widget in widgets(made.reader)[0] if widget["/T"].endswith("_name"))
    assert field["/V"] == name
    assert name not in made.reader.pages[0].extract_text()
    line = place(field, made.reader.pages[0])
    found, wanted = viewed(made.pdf).ink(line, 128), plain.picture(150).ink(line, 128)
    assert found == wanted
    assert found.w > 5


def test_the_names_of_a_pad_stand_in_its_columns(printed: Press) -> None:
    made = printed("yacht", fillable=True, players="Ana")
    assert "Ana" in {widget.get("/V") for widget in widgets(made.reader)[0]}
    pad = printed("dice-miner", fillable=True, players="Ana,דנה")
    assert [w["/V"] for w in widgets(pad.reader)[0] if w["/T"].endswith("_name") and "/V" in w] == ["Ana", "דנה"]


# --- typed by a viewer -----------------------------------------------------------------------------


def boxes(made: Any) -> dict[str, Rect]:
    """Where the fields of the first sheet lie."""
    fields = export(made.job)["pages"][0]["sheets"][0]["fields"]
    return {one["id"]: Rect(one["x"], one["y"], one["w"], one["h"]) for one in fields}


def test_what_is_typed_stands_in_the_middle_of_its_box(printed: Press, viewed: Press) -> None:
    made = fillable(printed, "dice-miner", "score")
    fields = boxes(made)
    chosen = [fields[id] for id in ("p1.r1.tunnel", "p3.r2.treasure", "p4.total")]
    page = viewed(made.pdf, [(rect, "12") for rect in chosen])
    for rect in chosen:
        ink = page.ink(rect.inset(1), 128)
        assert ink.center == pytest.approx(rect.center, abs=0.5)
        assert ink.h > 0.35 * rect.h


def test_what_is_typed_in_one_field_stands_in_that_one_only(printed: Press, viewed: Press) -> None:
    made = fillable(printed, "dice-miner", "score")
    fields = boxes(made)
    page = viewed(made.pdf, [(fields["p1.r1.tunnel"], "7")])
    assert page.ink(fields["p1.r1.tunnel"].inset(1), 128) is not None
    assert page.ink(fields["p2.r1.tunnel"].inset(1), 128) is None


def test_a_form_has_one_font_a_face_for_typing_and_it_has_the_letters(printed: Press) -> None:
    form = fillable(printed, "dice-miner", "score").reader.trailer["/Root"]["/AcroForm"]
    for name, font in ((name, one.get_object()) for name, one in form["/DR"]["/Font"].items()):
        assert "/FontFile2" in font["/DescendantFonts"][0]["/FontDescriptor"]
        there = font["/ToUnicode"].get_data().decode()
        wanted = "1−Ał" if name == "/Typed-display" else "1−AłřőΩίЮếș"
        assert [char for char in wanted if f"<{ord(char):04x}>\n" not in there] == []


@pytest.mark.parametrize(("layout", "part"), [("dice-miner", "score"), ("house-of-dice", "play")])
def test_each_field_shows_what_another_program_filled_in(printed: Press, viewed: Press, layout: str, part: str) -> None:
    """Every second field is filled in: those have ink, each its own, and no other has."""
    made = fillable(printed, layout, part, count=1, players="")
    fields = {name: field for name, field in wanted(made)[0] if field["kind"] != "cross"}
    values = {}
    for number, (name, field) in enumerate(list(fields.items())[::2]):
        usual = {"choice": filled(field), "text": ("Νίκη", "Łucja", "Юлия", "Nguyễn")[number % 4]}
        values[name] = usual.get(field["kind"], "7" if number % 4 else "-44")
    writer = pypdf.PdfWriter(clone_from=made.reader)
    writer.update_page_form_field_values(writer.pages[0], values, auto_regenerate=False)
    out = BytesIO()
    writer.write(out)
    page, blank = viewed(out.getvalue(), dpi=100), viewed(made.pdf, dpi=100)
    widths: dict[str, set[float]] = {}
    for name, field in fields.items():
        room = Rect(field["x"], field["y"], field["w"], field["h"]).inset(0.5)
        assert (page.at(room) != blank.at(room)).any() == (name in values), name
        if name in values and field["kind"] == "number":
            columns = np.flatnonzero((page.at(room) != blank.at(room)).any(axis=0))
            widths.setdefault(values[name], set()).add(columns[-1] - columns[0])
    if widths:
        assert max(widths["7"]) < min(widths["-44"])


def test_a_number_lies_on_no_sign_in_the_corner_of_its_box(printed: Press, viewed: Press) -> None:
    """What a box says about its sum, and the bonus in a hexagon."""
    for layout, box, sign in (("lantern-walk", "gusts.points", "Σ × −5"), ("harbour-year", "fish.c4r1", "")):
        made = fillable(printed, str(LAYOUTS / "examples" / f"{layout}.toml"), "", count=1, players="")
        sheet = made.job.copies[0].sheet
        place = made.job.page_plan(sheet).slots[0].placement
        room = place.rect(sheet.places[box])
        signs = [place.rect(bounds(one)) for one in sheet.ink if isinstance(one, Text) and one.text == sign]
        coin = [one for one in sheet.ink if isinstance(one, Disc) and one.paint.fill == "brass"]
        signs += [rect for one in coin if room.meets(rect := place.rect(bounds(one))) and not sign]
        before, after = viewed(made.pdf, dpi=300), viewed(made.pdf, [(room, "-10")], dpi=300)
        changed = Picture(np.where(before.pixels == after.pixels, 255, 0), 300).ink(room)
        assert changed.w > 4 and changed.h > 2
        assert signs and not any(changed.meets(one) for one in signs)


@pytest.mark.parametrize(
    ("before", "start", "end", "typed", "committed", "taken"),
    [
        ("", 0, 0, "1", False, True), ("", 0, 0, "-", False, True), ("1", 0, 0, "−", False, True),
        ("12", 0, 2, "-3", False, True), ("1", 1, 1, "", False, True), ("", 0, 0, "x", False, False),
        ("1", 1, 1, "-", False, False), ("1", 1, 1, ".", False, False), ("-", 0, 0, "-", False, False),
        ("-10", -1, -1, "", True, True), ("ten", -1, -1, "", True, False),
    ],
)  # fmt: skip
def test_a_number_field_takes_digits_after_a_minus(
    printed: Press, before: str, start: int, end: int, typed: str, committed: bool, taken: bool
) -> None:
    made = fillable(printed, "dice-miner", "score")
    kinds = dict(wanted(made)[0])
    (script,) = {
        str(widget["/AA"]["/K"]["/JS"]) for widget in widgets(made.reader)[0] if kinds[widget["/T"]]["kind"] == "number"
    }
    assert not [w for w in widgets(made.reader)[0] if "/AA" in w and kinds[w["/T"]]["kind"] != "number"]
    event = {"value": before, "selStart": start, "selEnd": end, "change": typed, "willCommit": committed, "rc": True}
    common = str(made.reader.trailer["/Root"]["/Names"]["/JavaScript"]["/Names"][1].get_object()["/JS"])
    call = ["node", "-e", f"{common}\nconst event = {json.dumps(event)}; {script}\nconsole.log(event.rc);"]
    assert subprocess.run(call, capture_output=True, text=True, check=True).stdout == f"{taken}\n".lower()


def test_hundreds_of_forms_are_a_small_file(printed: Press) -> None:
    made = printed("house-of-dice", count=100, up=4, fillable=True)
    assert len(made.pdf) < 1_200_000


VIEWER = """
const fields = JSON.parse(process.argv[1]), order = JSON.parse(process.argv[2]), scripts = JSON.parse(process.argv[3]);
const event = {};
const form = { getField: (name) => ({ value: name in fields ? fields[name] : (() => { throw name; })() }) };
for (const name of order) {
  event.value = "";
  Function("event", process.argv[4] + ";" + scripts[name]).call(form, event);
  fields[name] = event.value;
}
console.log(JSON.stringify(fields));
"""


def test_totals_follow_from_what_is_typed(printed: Press, tmp_path: Path) -> None:
    """The scripts of the form, run as a viewer would run them after somebody typed."""
    text = (LAYOUTS / "new" / "pad.toml").read_text().format(title="Pad", name="pad")
    (tmp_path / "pad.toml").write_text(text)
    reader = printed(str(tmp_path / "pad.toml"), players="Ana,Bo", fillable=True).reader
    root = reader.trailer["/Root"]
    there = {str(widget["/T"]).split("_", 1)[1]: widget for widget in widgets(reader)[0]}
    code = str(next(iter(there.values()))["/T"]).split("_")[0]
    order = [str(one.get_object()["/T"]) for one in root["/AcroForm"]["/CO"]]
    assert order == [f"{code}_p{seat}_{box}" for box in ("bonus", "total") for seat in (1, 2, 3, 4)]
    typed = {f"{code}_{name}": "" for name in there}
    typed |= {
        f"{code}_{name}": value for name, value in {"p1_r1_coins": "15", "p1_r2_coins": "7", "p1_fails": "3"}.items()
    }
    scripts = {name: str(there[name.split("_", 1)[1]]["/AA"]["/C"]["/JS"]) for name in order}
    common = str(root["/Names"]["/JavaScript"]["/Names"][1].get_object()["/JS"])
    call = ["node", "-e", VIEWER, *map(json.dumps, (typed, order, scripts)), common]
    after = json.loads(subprocess.run(call, capture_output=True, text=True, check=True).stdout)
    assert [after[name] for name in order] == [10, "", "", "", 29, "", "", ""]

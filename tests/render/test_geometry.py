"""Where fields lie: the export is true to the layout, and paper that has been printed is never moved under a field."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pnp.geometry import Rect
from pnp.render.geometry_export import export
from pnp.sheets import layout
from pnp.sheets.sheet import Sheet

Press = Callable[..., Any]
PAPERS = {"a4": (210, 297), "letter": (215.9, 279.4), "universal": (210, 279.4), "a5": (148, 210), "a6": (105, 148)}
CALLS = [{"paper": paper} for paper in PAPERS] + [{"up": 2}, {"up": 4}]
ON_PAPER = pytest.mark.parametrize("options", CALLS, ids=lambda call: "-".join(map(str, call.values())))


def rect_of(place: dict[str, Any]) -> Rect:
    return Rect(place["x"], place["y"], place["w"], place["h"])


def near(rect: Rect) -> Any:
    """What is equal to a rectangle to a few micrometres, which is what three digits leave."""
    return pytest.approx((rect.x, rect.y, rect.w, rect.h), abs=0.005)


@ON_PAPER
def test_every_field_is_exported_where_it_lies(job: Press, game: str, sheet: str, options: Any) -> None:
    made = job(game, sheet, players="Ana,Bo,Cy", **options)
    exported = export(made)
    this = made.copies[0].sheet
    for page in exported["pages"]:
        whole = Rect(0, 0, page["width"], page["height"])
        for one in page["sheets"]:
            frame, scale = rect_of(one["frame"]), one["scale"]
            assert (frame.w, frame.h) == pytest.approx((this.width * scale, this.height * scale), abs=0.01)
            assert [field["id"] for field in one["fields"]] == [field.id for field in this.fields]
            for field, known in zip(one["fields"], this.fields, strict=True):
                found, r = rect_of(field), known.rect
                assert whole.holds(found)
                there = Rect(frame.x + r.x * scale, frame.y + r.y * scale, r.w * scale, r.h * scale)
                assert (found.x, found.y, found.w, found.h) == near(there)
                assert (field["kind"], field["label"]) == (known.kind, known.label)
                assert field.get("choices", []) == list(known.choices)


@pytest.mark.parametrize("paper", PAPERS)
def test_a_single_sheet_lies_in_the_middle_of_its_margins(job: Press, game: str, sheet: str, paper: str) -> None:
    made = job(game, sheet, paper=paper)
    this = made.copies[0].sheet
    (page,) = export(made)["pages"]
    width, height = PAPERS[paper] if this.width <= this.height else sorted(PAPERS[paper], reverse=True)
    if (page["width"], page["height"]) != (width, height):
        width, height = height, width
    margin = 10 if min(width, height) > 150 else 6
    scale = min((width - 2 * margin) / this.width, (height - 2 * margin) / this.height, this.largest)
    w, h = this.width * scale, this.height * scale
    frame = rect_of(page["sheets"][0]["frame"])
    assert (frame.x, frame.y, frame.w, frame.h) == near(Rect((width - w) / 2, (height - h) / 2, w, h))


def test_the_ids_are_those_of_the_layout(job: Press, game: str, sheet: str) -> None:
    (page,) = export(job(game, sheet, players="Ana"))["pages"]
    (one,) = page["sheets"]
    known = layout.ready(layout.load(layout.find(game)), sheet)
    assert {field["id"] for field in one["fields"]} == {field.id for field in known.fields}
    assert (one["game"], one["sheet"], one["version"]) == (known.game, known.name, known.version)


def test_each_player_has_a_sheet_with_a_code_of_its_own(job: Press) -> None:
    made = job("house-of-dice", players="Ana,Bo,Ana", up=2)
    sheets = [one for page in export(made)["pages"] for one in page["sheets"]]
    assert [one["player"] for one in sheets] == ["Ana", "Ana", "Bo"]
    assert len({one["code"] for one in sheets}) == 3


def test_the_export_is_plain_json(job: Press, game: str) -> None:
    exported = export(job(game, "all", players="Ana,דנה"))
    assert json.loads(json.dumps(exported)) == exported


# --- paper can't be patched ------------------------------------------------------------------------


def fingerprint(sheet: Sheet) -> str:
    """What a printed sheet and its reader have to agree on: its size, its fields and its corner marks."""
    fields = [
        [one.id, one.kind, *measures(one.rect), one.round, one.most, sorted(one.choices)]
        for one in sorted(sheet.fields, key=lambda one: one.id)
    ]
    marks = [[mark.number, *measures(mark.rect)] for mark in sheet.reader_marks]
    content = json.dumps([sheet.width, sheet.height, fields, marks])
    return hashlib.sha256(content.encode()).hexdigest()[:16]


def measures(rect: Rect) -> list[float]:
    return [round(number, 2) + 0.0 for number in (rect.x, rect.y, rect.w, rect.h)]


def compared(known: dict[str, dict[str, str]], sheets: list[Sheet], bless: bool) -> list[str]:
    """What is wrong with the versions of sheets; to bless adds those that are new and changes none."""
    wrong = []
    for sheet in sheets:
        arrangement = f"@{sheet.arrangement}" if sheet.arrangement else ""
        name, version = f"{sheet.game}/{sheet.name}{arrangement}", str(sheet.version)
        versions = known.setdefault(name, {})
        print_ = fingerprint(sheet)
        if version not in versions and bless:
            versions[version] = print_
        elif version not in versions:
            wrong.append(f"{name}: version {version} is not known yet; look at the sheet, then run make bless")
        elif versions[version] != print_:
            wrong.append(
                f"{name}: a field or a mark of version {version} has moved, and such sheets are printed already; "
                f"write version = {sheet.version + 1} in layouts/{sheet.game}.toml, then run make bless"
            )
        if any(int(one) > sheet.version for one in versions):
            wrong.append(f"{name}: version {version} is older than one that is known; versions only grow")
    return wrong


def test_no_field_moves_without_a_new_version(golden: Path, bless: bool) -> None:
    path = golden / "versions.json"
    known = json.loads(path.read_text()) if path.exists() else {}
    made = [layout.load(layout.find(name)) for name in layout.names()]
    assert made
    views = [(one, sheet, kind) for one in made for sheet in one.sheets for kind in ("", *one.arrangements(sheet))]
    sheets = [layout.ready(one, sheet, layout.View(arrangement=kind)) for one, sheet, kind in views]
    wrong = compared(known, sheets, bless)
    if bless:
        path.write_text(json.dumps({name: known[name] for name in sorted(known)}, indent=1) + "\n")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    ("old", "new", "moves"),
    [
        ("cell = 23", "cell = 22.9", True),
        ("boxes = 18\nrows = 3\nbox = 11", "boxes = 18\nrows = 3\nbox = 10.9", True),
        ("first = 0", "first = 40", True),
        ('hint = "write the number you claim"', 'hint = "the number you claim"', False),
        ('ink = "#243147"', 'ink = "#000000"', False),
    ],
    ids=["smaller cells", "smaller boxes", "other marks", "another word", "another colour"],
)
def test_a_field_that_moves_is_noticed(old: str, new: str, moves: bool) -> None:
    text = layout.find("house-of-dice").read_text()
    assert old in text
    before, after = (layout.parse(content.encode(), "a.toml") for content in (text, text.replace(old, new, 1)))
    (first, _), (second, _) = layout.expand(before, "play"), layout.expand(after, "play")
    known: dict[str, dict[str, str]] = {}
    assert len(compared(known, [first], bless=False)) == 1
    assert compared(known, [first], bless=True) == []
    kept = json.dumps(known)
    for bless in (False, True):
        wrong = compared(known, [second], bless)
        assert [f"version = {first.version + 1} in layouts/house-of-dice.toml" in one for one in wrong] == [
            True
        ] * moves
    assert json.dumps(known) == kept

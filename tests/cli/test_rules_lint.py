"""What lint says of `[rules]`: every fault at once, at the wrong word."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from pnp.sheets import layout
from tests.cli.conftest import Run

RULES = """[rules]
players = [1, 6]
score = "{}.points"

[rules.areas."rose,amber,moss,dusk"]
order = "right"
may = "at < 11 or count({}) >= 5"

[rules.lets]
full = "whole(rose, 11)"

[rules.lines]
"rose,amber,moss,dusk" = "table(count({}) + full, 1, 3, 6, 10)"
gusts = "-5 * count(gusts)"
"""
WALK = (layout.LAYOUTS / "examples" / "lantern-walk.toml").read_text(encoding="utf-8")
LINES = WALK[: WALK.index("[rules]")].count("\n")


def lint(call: Run, rules: str, edition: str = "") -> list[str]:
    """The faults of the example of streets with other rules: line from `[rules]` on, column and message."""
    path = Path("lantern-walk.toml")
    path.write_text(WALK[: WALK.index("[rules]")] + rules, encoding="utf-8")
    if edition:
        Path("lantern-walk.edition.toml").write_text(edition, encoding="utf-8")
    done = call("lint", "--json", path)
    (report,) = json.loads(done.out)["files"]
    assert done.code == (1 if report["problems"] else 0)
    found = [*report["problems"], *report["notes"]]
    return [f"{fault['line'] - LINES}:{fault['column']} {fault['message']}" for fault in found]


def test_rules_that_are_fine_are_silent(call: Run) -> None:
    assert lint(call, RULES) == []


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("count({}) + full", "cuont({}) + full", "13:33 there is no function 'cuont'; did you mean 'count'?"),
        ("count({}) + full", "count({}) + fulll", "13:45 there is no 'fulll' here; did you mean 'full'?"),
        ("-5 * count(gusts)", "-5 * (count(gusts)", "14:15 '-5 * (count(gusts)' can't be read: '(' was never closed"),
        ("whole(rose, 11)", "whole(rose, 13)", "10:21 there is no '13' here"),
        ("whole(rose, 11)", "rose.gat", "10:14 there is no '.gat' here; did you mean 'gate'?"),
        ("-5 * count(gusts)", "-5 * count()", "14:15 count takes 1 to 2 values in its brackets, not 0"),
        ("-5 * count(gusts)", "-5 ** count(gusts)", "14:13 pow is no part of a formula"),
        ("whole(rose, 11)", "lines.amber", "10:9 full needs itself, by way of amber"),
        ("+ full", "", "10:1 nothing reads 'full'; use it or leave it out"),
        ('gusts = "-5', 'gust = "-5', "14:1 no box shows the line 'gust', though other lines have one"),
        (
            "at < 11 or",
            "at > 11 and",
            "7:8 nothing in 'rose' can ever be marked: on an empty sheet this holds for no box",
        ),
        ('rose,amber,moss,dusk"]', 'rose,amber,mos,dusk"]', "5:1 no block has an area 'mos'; did you mean 'moss'?"),
        ('order = "right"', 'regions = { west = ["1", "x"] }', "6:13 no box is called 'x'"),
        ('order = "right"', "here = { 1 = 2, 99 = 3 }", "6:17 no box is called '99'"),
        ('order = "right"', 'dice = { 1 = "sum(dice)" }', "6:1 boxes without a formula for dice"),
        ("[rules.lets]", '[rules.boxes]\nend = "full"\n[rules.lets]', "10:1 no box is called 'end'"),
        ("[rules.lets]", "[rules.names]\nmost = 3\n[rules.lets]", "10:1 nothing reads 'most'"),
        ("[rules.lets]", '[rules.wrong]\nx = { when = "gust > 3" }\n[rules.lets]', "10:15 there is no 'gust' here"),
        (
            "[rules.lets]",
            '[rules.why]\nrose = "{cuont(rose)} marked"\n[rules.lets]',
            "10:10 there is no function 'cuont'",
        ),
        (
            "[rules.lets]",
            "[rules.dice]\nnumber = 10\nfaces = 20\n[rules.lets]",
            "9:1 dice with 20030010 different rolls",
        ),
    ],
)
def test_a_fault_is_told_at_the_wrong_word(call: Run, old: str, new: str, says: str) -> None:
    assert old in RULES
    found = lint(call, RULES.replace(old, new))
    assert any(line.startswith(says) for line in found), found


def test_everything_that_is_wrong_in_formulas_is_told_at_once(call: Run) -> None:
    rules = RULES.replace("count({}) + full", "cuont({}) + haz(1) + fall").replace("whole(rose, 11)", "whole(roze, 11")
    rules = rules.replace("-5 * count(gusts)", "gust + count(dust)")
    assert [line.partition(" ")[0] for line in lint(call, rules)] == ["10:14", "13:33", "13:45", "14:10", "14:23"]


def test_entries_that_no_rule_reads_are_told_where_they_stand(call: Run) -> None:
    edition = 'game = "lantern-walk"\n' + "".join(
        f'[entries.{name}]\nkind = "rule"\ntext = "{name}"\n{value}\n'
        for name, value in {"gust": "value = -5", "gate": "value = 11", "streets": ""}.items()
    )
    assert lint(call, RULES.replace("-5 *", "gust *"), edition) == []
    done = call("lint", "lantern-walk.edition.toml")
    assert done.code == 1
    assert "entries, gate: no rule of lantern-walk reads it" in done.out and "streets" not in done.out


def test_a_box_alone_has_no_order_and_a_number_that_nothing_reads_is_noted(call: Run) -> None:
    call("new", "coin-rush", "--pad")
    path = Path("coin-rush.toml")
    pad = path.read_text(encoding="utf-8")
    assert "note" not in call("lint", path).out
    path.write_text(
        pad.replace("[rules.lines]", '[rules.areas.fails]\norder = "right"\n[rules.lines]'), encoding="utf-8"
    )
    assert "an order needs two boxes" in call("lint", path).out
    unread = pad.replace('fails = "-fails"', "").replace('rank = ["-fails"]', "")
    path.write_text(re.sub(r"\[rules\.wrong\.too-many-fails\].*?\n\n", "", unread, flags=re.DOTALL), encoding="utf-8")
    done = call("lint", path)
    assert done.code == 0 and "note: no rule reads or fills the boxes of 'fails'" in done.out

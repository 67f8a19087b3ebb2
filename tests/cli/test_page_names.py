"""Pages in files of their own are named by sheet and player."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.batch import Run
from pnp.cli.page_names import page_names
from pnp.cli.print_call import Call
from pnp.cli.print_job import job_of
from pnp.render.pdf import write_file


def names(**call: object) -> list[str]:
    asked = Call(**{"seed": "names", **call})  # type: ignore[arg-type]
    return page_names(job_of(asked)[0], asked.stem)


@pytest.mark.parametrize(
    ("call", "wanted"),
    [
        ({"game": "yacht", "players": "Ana"}, ["yacht"]),
        ({"game": "yacht", "players": "Ana,Bo/../x,Łucja דנה"}, ["yacht-Ana", "yacht-Bo-x", "yacht-Łucja-דנה"]),
        ({"game": "yacht", "players": "प्रिया,Zo\u0308e"}, ["yacht-प्रिया", "yacht-Zöe"]),
        ({"game": "yacht", "players": "Ana,ana,Ana!"}, ["yacht-Ana", "yacht-ana-2", "yacht-Ana-3"]),
        ({"game": "yacht", "players": "Ana,Bo,Cy", "up": 2}, ["yacht-2-up-Ana-Cy", "yacht-2-up-Bo"]),
    ],
)
def test_a_page_is_named_by_its_player(call: dict[str, object], wanted: list[str]) -> None:
    assert names(**call) == wanted


def test_a_page_is_named_by_its_sheet_where_there_are_several() -> None:
    found = names(game="house-of-dice", sheets="all", players="Ana,Bo")
    assert found[:3] == ["house-of-dice-all-play-Ana", "house-of-dice-all-play-Bo", "house-of-dice-all-bonus"]


@pytest.mark.parametrize("count", [300, 600], ids=["with tags", "a very large job"])
def test_several_processes_write_the_same_bytes(tmp_path: Path, count: int) -> None:
    made, _ = job_of(Call("yacht", count=count, seed="many"))
    for processes in (1, 3):
        write_file(made, tmp_path / f"{processes}.pdf", run=Run(processes))
    assert (tmp_path / "1.pdf").read_bytes() == (tmp_path / "3.pdf").read_bytes()

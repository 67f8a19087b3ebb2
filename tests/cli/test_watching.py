"""`pnp print --watch`: anew whenever a file of the layout is saved, whatever is wrong with it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from pnp.cli import watching

KINDS = Path(__file__).parent / "every-kind.toml"


def test_it_prints_at_once_after_every_save_and_not_for_its_own_files(tmp_path: Path) -> None:
    source, out = tmp_path / "game.toml", tmp_path / "output"
    shutil.copy(KINDS, source)
    out.mkdir()
    printed: list[str] = []

    def do() -> None:
        printed.append(source.read_text(encoding="utf-8")[:20])
        (out / "game.png").write_text(str(len(printed)))

    steps = iter(
        [
            lambda: None,
            lambda: source.write_text("# changed once more\n"),
            lambda: None,
            lambda: (tmp_path / "rows.csv").write_text("name\nFox\n"),
            lambda: (tmp_path / "notes.txt").write_text("not part of it"),
            lambda: None,
        ]
    )

    def pause(_: float) -> None:
        try:
            next(steps)()
        except StopIteration:
            raise KeyboardInterrupt from None

    watching.again(source, out, do, pause)
    assert len(printed) == 3
    assert printed[1] == printed[2] == "# changed once more\n"


@pytest.mark.parametrize("name", ["page.png", "."])
def test_pictures_beside_the_layout_do_not_start_it_again(tmp_path: Path, name: str) -> None:
    source = tmp_path / "game.toml"
    shutil.copy(KINDS, source)
    looks = 0
    done = 0

    def do() -> None:
        nonlocal done
        done += 1
        (tmp_path / "page-1.png").write_text(str(done))

    def pause(_: float) -> None:
        nonlocal looks
        looks += 1
        if looks > 4:
            raise KeyboardInterrupt

    watching.again(source, tmp_path / name, do, pause)
    assert done == 1

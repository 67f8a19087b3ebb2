"""Pieces of work: the same outcome wherever they are done, tried again when they fail, gone on with when stopped."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from pnp.batch import Run, in_order
from pnp.cli.print_call import Call
from pnp.cli.print_job import job_of
from pnp.cli.read import read_all
from pnp.coach.simulation import Setting, simulate
from pnp.edition import shipped
from pnp.errors import CallError
from pnp.render.pdf import write_file
from pnp.render.rasterize import png_pages
from pnp.words import of_rooms

pytestmark = pytest.mark.xdist_group("cluster")


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """A cluster of Dask's own making, in this process: what it is given goes through its scheduler all the same."""
    from distributed import LocalCluster

    with LocalCluster(n_workers=1, threads_per_worker=1, processes=False, dashboard_address="127.0.0.1:0") as made:
        yield made.scheduler_address


def square(piece: int) -> int:
    return piece * piece


def logged(folder: Path, piece: int) -> int:
    """A piece that leaves a trace of every try."""
    with (folder / str(piece)).open("a") as file:
        file.write("x")
    return piece


def dying_once(folder: Path, piece: int) -> int:
    """A piece whose process is killed the first time."""
    if piece == 3 and not (folder / "died").exists():
        (folder / "died").touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return piece


def failing_once(folder: Path, piece: int) -> int:
    if piece == 2 and not (folder / "failed").exists():
        (folder / "failed").touch()
        raise ConnectionError("the network is gone")
    return piece


def always_failing(piece: int) -> int:
    raise ValueError(f"no luck with {piece}")


def test_results_come_in_order_wherever_they_are_made(cluster: str) -> None:
    wanted = [number * number for number in range(100)]
    for run in (Run(), Run(2), Run(dask=cluster)):
        assert list(in_order(square, range(100), run)) == wanted


def test_what_fails_is_tried_again(tmp_path: Path, cluster: str) -> None:
    assert list(in_order(partial(dying_once, tmp_path), range(8), Run(2))) == list(range(8))
    for name, run in (("here", Run(2)), ("there", Run(dask=cluster))):
        folder = tmp_path / name
        folder.mkdir()
        assert list(in_order(partial(failing_once, folder), range(8), run)) == list(range(8))
        assert (folder / "failed").exists()
    with pytest.raises(CallError, match="piece 1 of 4 failed several times: ValueError"):
        list(in_order(always_failing, range(4), Run(2)))


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_run_that_was_stopped_goes_on(tmp_path: Path, jobs: int) -> None:
    traces = tmp_path / "traces"
    traces.mkdir()
    run = Run(jobs, keep=tmp_path / "runs")
    work = partial(logged, traces)
    stopped = in_order(work, range(20), run, b"the same")
    assert [next(stopped) for _ in range(10)] == list(range(10))
    stopped.close()
    assert list(in_order(work, range(20), run, b"the same")) == list(range(20))
    assert all((traces / str(piece)).read_text() == "x" for piece in range(10)), "what was finished was not done again"
    assert list((tmp_path / "runs").iterdir()) == [], "nothing stays behind"
    list(in_order(work, range(3), run, b"another"))
    assert (traces / "0").read_text() == "xx"


def test_a_simulation_is_the_same_on_a_cluster(cluster: str) -> None:
    setting = Setting("yacht", None, shipped("yacht"), ("normal", "normal"), 7)
    tallies = [simulate(setting, 8, run, lambda _: None) for run in (Run(), Run(dask=cluster))]
    assert vars(tallies[0]) == vars(tallies[1])


def test_sheets_are_the_same_bytes_on_a_cluster(tmp_path: Path, cluster: str) -> None:
    made, _ = job_of(Call("yacht", count=300, seed="many"))
    for name, run in (("here", Run()), ("there", Run(dask=cluster))):
        write_file(made, tmp_path / name, run=run)
    assert (tmp_path / "here").read_bytes() == (tmp_path / "there").read_bytes()


def test_a_cluster_that_is_not_there_is_said() -> None:
    with pytest.raises(CallError, match="--dask tcp://127.0.0.1:1: no cluster answers there"):
        list(in_order(square, range(3), Run(dask="tcp://127.0.0.1:1")))


def test_photos_say_the_same_on_a_cluster(tmp_path: Path, cluster: str) -> None:
    made, _ = job_of(Call("yacht", players="Ana", seed="one"))
    sheet, nothing = tmp_path / "sheet.png", tmp_path / "nothing.png"
    sheet.write_bytes(next(png_pages(made, 150)))
    nothing.write_bytes(b"no picture")
    photos = [sheet, nothing, tmp_path / "missing.png"]
    here, there = (list(read_all(photos, (), of_rooms("en"), run)) for run in (Run(), Run(dask=cluster)))
    assert [str(one) for _, one in here] == [str(one) for _, one in there]
    assert isinstance(here[0][1], dict) and len(here[0][1]["sheets"]) == 1
    with pytest.raises(CallError, match="no cluster answers there"):
        list(read_all(photos, (), of_rooms("en"), Run(dask="tcp://127.0.0.1:1")))

"""Pieces of work: the same outcome wherever they are done, tried again when they fail, gone on with when stopped."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
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
from tests.cli.conftest import PROGRAM
from tests.processes import PATIENCE, soon, state

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


def always_dying(piece: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
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


@contextmanager
def begun(folder: Path, *words: object) -> Iterator[tuple[subprocess.Popen[str], list[int]]]:
    """A call of the program that two processes work for, and these; the first of a group of processes."""
    env = {**os.environ, "PNP_DATA": str(folder / "data")}
    command = [PROGRAM, *map(str, words), "--jobs", "2"]
    pipe = subprocess.PIPE
    program = subprocess.Popen(
        command, cwd=folder, env=env, stdout=pipe, stderr=pipe, text=True, start_new_session=True
    )
    try:
        soon(lambda: program.poll() is not None or len(children(program)) == 2)
        yield program, children(program)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(program.pid, signal.SIGKILL)


def children(program: subprocess.Popen[str]) -> list[int]:
    return [int(pid) for pid in Path(f"/proc/{program.pid}/task/{program.pid}/children").read_text().split()]


def kill(program: subprocess.Popen[str], worker: int, how: signal.Signals) -> None:
    """Kill a worker that is at work or in the midst of a result, since its parent stands still meanwhile."""
    program.send_signal(signal.SIGSTOP)
    soon(lambda: state(worker) in "SZ")
    os.kill(worker, how)
    program.send_signal(signal.SIGCONT)


@pytest.mark.parametrize(("how", "which"), [(signal.SIGKILL, 0), (signal.SIGKILL, -1), (signal.SIGTERM, 0)])
def test_a_file_is_the_same_whichever_worker_is_killed(tmp_path: Path, how: signal.Signals, which: int) -> None:
    (tmp_path / "names.csv").write_text("name\n" + "".join(f"Guest {number}\n" for number in range(2000)))
    with begun(tmp_path, "print", "house-of-dice", "--from", "names.csv", "--seed", "many") as (program, workers):
        os.kill(workers[which], how)
        soon(lambda: any((tmp_path / "data" / "runs").glob("*/0")))
        kill(program, children(program)[which], how)
        assert (program.communicate(timeout=PATIENCE), program.returncode) == (("output/house-of-dice.pdf\n", ""), 0)
    made, _ = job_of(Call("house-of-dice", guests=tmp_path / "names.csv", seed="many"))
    write_file(made, tmp_path / "undisturbed.pdf")
    assert (tmp_path / "output" / "house-of-dice.pdf").read_bytes() == (tmp_path / "undisturbed.pdf").read_bytes()


def test_a_piece_that_always_kills_its_worker_is_said() -> None:
    with pytest.raises(CallError, match="piece 1 of 4 failed several times: its process ended with exit code -9"):
        list(in_order(always_dying, range(4), Run(2)))


@pytest.mark.parametrize(("how", "code"), [(signal.SIGKILL, -9), (signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_no_worker_outlives_its_parent(tmp_path: Path, how: signal.Signals, code: int) -> None:
    words = ["simulate", "house-of-dice", "--games", 500_000, "--bots", "hard,hard"]
    with begun(tmp_path, *words) as (program, workers):
        if how == signal.SIGINT:  # as Ctrl-C does
            os.killpg(program.pid, how)
        else:
            program.send_signal(how)
        said = program.communicate(timeout=PATIENCE)
        soon(lambda: all(state(worker) in "Z" for worker in workers))
    assert (said, program.returncode) == (("", "pnp: stopped\n" if how == signal.SIGINT else ""), code)


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

"""The key: made once, kept for its owner alone, and never a reason to fail."""

from __future__ import annotations

import secrets
import stat
from pathlib import Path

import pytest

from pnp.sheets import secret_key


def test_a_key_is_made_and_kept_for_its_owner_alone(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    made, kept = secret_key.load(folder)
    assert kept
    assert len(made) == secret_key.LENGTH
    assert (folder / "key").read_bytes() == made
    assert stat.S_IMODE((folder / "key").stat().st_mode) == 0o600
    assert [path.name for path in folder.iterdir()] == ["key"]


def test_the_key_is_the_same_the_next_time(tmp_path: Path) -> None:
    assert secret_key.load(tmp_path) == secret_key.load(tmp_path)


def test_two_folders_have_two_keys(tmp_path: Path) -> None:
    assert secret_key.load(tmp_path / "a") != secret_key.load(tmp_path / "b")


@pytest.mark.parametrize("content", [b"", b"short", b"x" * 33])
def test_a_spoilt_key_is_replaced(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "key").write_bytes(content)
    made, kept = secret_key.load(tmp_path)
    assert kept and len(made) == secret_key.LENGTH
    assert secret_key.load(tmp_path) == (made, True)
    assert stat.S_IMODE((tmp_path / "key").stat().st_mode) == 0o600


def test_whoever_is_first_keeps_the_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = b"1" * secret_key.LENGTH

    def late(length: int) -> bytes:
        (tmp_path / "key").write_bytes(first)
        return b"2" * length

    monkeypatch.setattr(secrets, "token_bytes", late)
    assert secret_key.load(tmp_path) == (first, True)
    assert [path.name for path in tmp_path.iterdir()] == ["key"]


def in_a_file(tmp_path: Path) -> Path:
    (tmp_path / "file").write_text("")
    return tmp_path / "file" / "data"


def with_a_folder_as_key(tmp_path: Path) -> Path:
    (tmp_path / "key").mkdir()
    return tmp_path


@pytest.mark.parametrize("place", [in_a_file, with_a_folder_as_key, lambda _: Path("/proc/nowhere")])
def test_where_nothing_can_be_written_a_key_is_made_but_not_kept(tmp_path: Path, place: object) -> None:
    folder = place(tmp_path)  # type: ignore[operator]
    made, kept = secret_key.load(folder)
    assert not kept
    assert len(made) == secret_key.LENGTH
    assert secret_key.load(folder)[0] != made
    assert not list(tmp_path.glob("**/*.part"))

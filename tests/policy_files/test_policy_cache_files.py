"""Compiled policies are kept for their owner alone, and what is not whole is not used."""

import marshal
import os
from pathlib import Path
from typing import Any

import pytest

from wicket.policy_files import policy_cache_files
from wicket.policy_files.file_digest_and_permissions import sha256
from wicket.policy_files.policy_cache_files import HEADER, entry_path, fetch, store

KEPT: tuple[Any, ...] = ({"rules": [("deny", "rm *")], "n": 1.5}, (), {}, (("/x", "absent"),))


@pytest.fixture
def home(tmp_path: Path) -> str:
    assert store(str(tmp_path / "home"), "key", KEPT)
    return str(tmp_path / "home")


def test_what_was_kept_comes_back(home: str) -> None:
    assert fetch(home, "key") == KEPT
    assert fetch(home, "other") is None
    path = Path(entry_path(home, "key"))
    assert (path.stat().st_mode & 0o777, path.parent.stat().st_mode & 0o777) == (0o600, 0o700)


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620, 0o666])
def test_an_entry_that_others_can_read_or_write_is_not_used(home: str, mode: int) -> None:
    Path(entry_path(home, "key")).chmod(mode)
    assert fetch(home, "key") is None


def test_a_folder_that_others_can_use_is_not_used(home: str) -> None:
    Path(home, "cache").chmod(0o755)
    assert fetch(home, "key") is None
    assert store(home, "key", KEPT)
    assert fetch(home, "key") == KEPT


def test_nothing_is_used_of_a_home_that_others_can_change(home: str) -> None:
    Path(home).chmod(0o777)
    assert (fetch(home, "key"), store(home, "key", KEPT)) == (None, False)
    Path(home).chmod(0o755)
    assert fetch(home, "key") == KEPT


def test_what_is_not_whole_is_not_used(home: str) -> None:
    path = Path(entry_path(home, "key"))
    whole = path.read_bytes()
    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        assert fetch(home, "key") is None
    for at in range(len(whole)):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        assert fetch(home, "key") is None
    path.write_bytes(whole + b"x")
    assert fetch(home, "key") is None
    path.write_bytes(whole)
    assert fetch(home, "key") == KEPT


@pytest.mark.parametrize("payload", [b"", b"nonsense", marshal.dumps([1]), marshal.dumps((1,))[:-1]])
def test_a_whole_entry_of_something_else_is_not_used(home: str, payload: bytes) -> None:
    Path(entry_path(home, "key")).write_bytes(HEADER + sha256(payload).digest() + payload)
    assert fetch(home, "key") is None


def test_neither_symlinks_nor_pipes_nor_folders_are_read(home: str, tmp_path: Path) -> None:
    path = Path(entry_path(home, "key"))
    path.rename(tmp_path / "elsewhere")
    path.symlink_to(tmp_path / "elsewhere")
    assert fetch(home, "key") is None
    path.unlink()
    os.mkfifo(path, 0o600)
    assert fetch(home, "key") is None
    path.unlink()
    path.mkdir(0o700)
    assert fetch(home, "key") is None


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file away")
def test_an_entry_of_another_user_is_not_used(home: str) -> None:
    os.chown(entry_path(home, "key"), 12345, -1)
    assert fetch(home, "key") is None


def test_where_nothing_can_be_kept_nothing_is(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert not store(str(tmp_path / "file"), "key", KEPT)
    assert not store(str(tmp_path / "home"), "key", (object(),))
    assert fetch(str(tmp_path / "file"), "key") is None
    assert fetch("/\0", "key") is None


def test_the_oldest_entries_go_first(home: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policy_cache_files, "MAX_ENTRIES", 2)
    os.utime(entry_path(home, "key"), (1, 1))
    for number, key in enumerate(("a", "b")):
        store(home, key, KEPT)
        os.utime(entry_path(home, key), (number + 2, number + 2))
    assert sorted(os.listdir(f"{home}/cache")) == ["a.policy", "b.policy"]


def test_a_linked_folder_is_neither_read_nor_written_nor_closed(home: str, tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    Path(home, "cache").rename(victim)
    Path(home, "cache").symlink_to(victim)
    assert fetch(home, "key") is None
    victim.chmod(0o755)
    assert not store(home, "other", KEPT)
    assert (victim.stat().st_mode & 0o777, os.listdir(victim)) == (0o755, ["key.policy"])

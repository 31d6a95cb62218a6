"""What a file is, in one short text."""

import hashlib
import os
from pathlib import Path

import pytest

from wicket.policy_files import file_digest_and_permissions
from wicket.policy_files.file_digest_and_permissions import ABSENT, hexdigest, is_open, read, state


def test_a_file_is_its_content_and_whose_it_is(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"hello")
    path.chmod(0o644)
    digest = hashlib.sha256(b"hello").hexdigest()
    assert read(str(path)) == (b"hello", f"own {digest}")
    for mode in (0o664, 0o646, 0o666):
        path.chmod(mode)
        assert state(str(path)) == f"open {digest}"
    path.chmod(0o755)
    assert state(str(path)) == f"own {digest}"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file away")
def test_a_file_of_another_user_is_open(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"")
    os.chown(path, 12345, 12345)
    assert state(str(path)).startswith("open ")


def test_what_has_no_content_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "big").write_bytes(b"x" * 100)
    monkeypatch.setattr(file_digest_and_permissions, "MAX_BYTES", 99)
    assert {
        name: read(f"{tmp_path}/{name}") for name in ("gone", ".", "pipe", "loop", "big", "nul\0", "gone/below")
    } == {
        "gone": (None, ABSENT),
        ".": (None, "folder"),
        "pipe": (None, "special"),
        "loop": (None, "unreadable 40"),
        "big": (None, "large 100"),
        "nul\0": (None, "unreadable 0"),
        "gone/below": (None, ABSENT),
    }


def test_only_what_is_ours_or_not_there_can_be_relied_on() -> None:
    assert [
        is_open(known) for known in ("own x", ABSENT, "open x", "folder", "special", "large 5", "unreadable 13")
    ] == [
        False,
        False,
        *[True] * 5,
    ]


def test_no_two_lists_have_the_same_digest() -> None:
    lists = [[], [""], ["", ""], ["a", "b"], ["ab"], ["a", "b", ""], ["1:a"], ["\udc80"]]
    assert len({hexdigest(each) for each in lists}) == len(lists)

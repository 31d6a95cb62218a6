"""Files of a fleet that only their owner may read."""

import os
import stat
from pathlib import Path

import pytest

from wicket.fleet.errors import BadKey
from wicket.fleet.private_files import read_private, write_private


def test_what_is_written_is_read_and_nobody_else_may(tmp_path: Path) -> None:
    path = tmp_path / "file"
    write_private(path, b"first")
    write_private(path, b"second")
    assert read_private(path, 6) == b"second"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert os.listdir(tmp_path) == ["file"]


def test_a_file_that_is_open_to_others_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "file"
    write_private(path, b"x")
    path.chmod(0o640)
    with pytest.raises(BadKey, match="is open to others; run `chmod 600"):
        read_private(path, 10)


def test_links_large_files_and_none_at_all_are_said(tmp_path: Path) -> None:
    path, link = tmp_path / "file", tmp_path / "link"
    write_private(path, b"12345")
    link.symlink_to(path)
    with pytest.raises(BadKey, match="too large"):
        read_private(path, 4)
    with pytest.raises(BadKey, match="cannot read"):
        read_private(link, 10)
    with pytest.raises(BadKey, match="cannot read .*: No such file"):
        read_private(tmp_path / "other", 10)
    with pytest.raises(BadKey, match="cannot write"):
        write_private(tmp_path / "no" / "file", b"")

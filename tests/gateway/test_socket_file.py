"""How a socket takes its place, and whom it does not push aside."""

import os
import re
import socket
import stat
import threading
from pathlib import Path

import pytest

from bounds import BOUND_S
from wicket.gateway.errors import NotStarted
from wicket.gateway.socket_file import REMEDY, claim, release


@pytest.mark.rule("P-D1")
def test_the_socket_is_private_from_the_first_instant(tmp_path: Path) -> None:
    path = tmp_path / "s"
    modes: list[int] = []
    started = threading.Event()
    over = threading.Event()

    def look() -> None:
        started.set()
        while not (modes or over.is_set()):
            try:
                modes.append(stat.S_IMODE(os.lstat(path).st_mode))
            except FileNotFoundError:
                continue

    watcher = threading.Thread(target=look)
    watcher.start()
    started.wait()
    mask = os.umask(0)
    try:
        listener = claim(path)
        assert os.umask(0) == 0  # it was put back
        watcher.join(BOUND_S)
    finally:
        over.set()
        os.umask(mask)
    assert modes == [0o600]
    listener.close()


@pytest.mark.rule("P-D1")
def test_a_folder_that_others_can_change_is_refused(tmp_path: Path) -> None:
    tmp_path.chmod(0o770)
    with pytest.raises(NotStarted, match="can be changed by others; run `chmod go-w"):
        claim(tmp_path / "s")
    tmp_path.chmod(0o1777)  # as /tmp is: nobody is told to close that
    with pytest.raises(NotStarted) as caught:
        claim(tmp_path / "s")
    assert (
        str(caught.value) == f"{tmp_path} is not yours alone; set XDG_RUNTIME_DIR to a folder of your own, or {REMEDY}"
    )
    with pytest.raises(NotStarted, match="No such file or directory; make it"):
        claim(tmp_path / "no" / "s")


@pytest.mark.rule("P-D2")
def test_a_live_socket_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "s"
    first = claim(path)
    with pytest.raises(NotStarted, match=re.escape(f"already running on {path}")):
        claim(path)
    with socket.socket(socket.AF_UNIX) as client:
        client.connect(str(path))
    first.close()


@pytest.mark.rule("P-D3")
def test_a_stale_socket_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "s"
    claim(path).close()
    assert path.is_socket()
    claim(path).close()


@pytest.mark.rule("P-D3")
def test_what_is_no_socket_is_reported_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "s"
    path.write_text("precious")
    with pytest.raises(NotStarted, match="is there and is no socket"):
        claim(path)
    assert path.read_text() == "precious"
    link = tmp_path / "link"
    link.symlink_to(path)
    with pytest.raises(NotStarted, match="is no socket"):
        claim(link)


def test_a_path_that_no_address_can_hold_is_said_to_be_so(tmp_path: Path) -> None:
    with pytest.raises(NotStarted, match="too long"):
        claim(tmp_path / ("x" * 120))


def test_only_our_own_socket_is_removed(tmp_path: Path) -> None:
    path = tmp_path / "s"
    listener = claim(path)
    inode = path.stat().st_ino
    release(path, inode + 1)
    assert path.exists()
    release(path, inode)
    assert not path.exists()
    release(path, inode)
    listener.close()

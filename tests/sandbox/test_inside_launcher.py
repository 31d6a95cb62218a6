"""Before a command begins, everything has to be mounted as it was ordered: both programs that start it see to that."""

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from bounds import BOUND_S
from wicket import c_programs
from wicket.c_programs import NotBuilt
from wicket.sandbox import inside_launcher
from wicket.sandbox.inside_launcher import misplaced
from wicket.sandbox.launch_orders import Pin, launch_orders
from wicket.sandbox.native_launcher import PROGRAM


def line(path: bytes, options: bytes) -> bytes:
    return b"36 35 98:0 / %s %s - ext4 /dev/root rw" % (path, options)


def pin(path: Path, other: int = 0) -> bytes:
    found = os.lstat(path)
    return b"%d %d %s" % (found.st_dev, found.st_ino + other, os.fsencode(path))


def test_what_is_in_place(tmp_path: Path) -> None:
    mounts = b"\n".join([line(b"/a", b"ro,nodev"), line(b"/x\\040y/\xc3\xa4", b"ro"), line(bytes(tmp_path), b"rw")])
    assert misplaced(mounts, [b"/a", b"/x y/\xc3\xa4"], [pin(tmp_path)]) == b""


@pytest.mark.parametrize(
    "mounts", [b"", line(b"/a", b"rw"), line(b"/a/b", b"ro"), line(b"/a", b"ro") + b"\n" + line(b"/a", b"rw")]
)
def test_what_is_writable_is_not_protected(mounts: bytes) -> None:
    assert misplaced(mounts, [b"/a"], []) == b"/a is not protected"


def test_a_folder_that_was_exchanged_is_noticed(tmp_path: Path) -> None:
    wrong = bytes(tmp_path) + b" is not what it was"
    assert misplaced(line(bytes(tmp_path), b"rw"), [], [pin(tmp_path, 1)]) == wrong
    assert misplaced(b"", [], [pin(tmp_path)]) == wrong


def test_a_link_on_the_way_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("real")
    path = bytes(tmp_path / "link")
    assert misplaced(line(path, b"ro"), [path], []) == path + b" is not protected"


# ── both programs, for real: as whoever starts them sees them ─────────────────


@pytest.fixture(scope="module", params=["c", "python"])
def launcher(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    if request.param == "python":
        return [sys.executable, "-I", "-S", inside_launcher.__file__]
    target = tmp_path_factory.mktemp("launcher") / PROGRAM
    try:
        c_programs.build(str(target), "", os.environ, c_programs.source(PROGRAM))
    except NotBuilt as error:
        pytest.skip(f"the program in C IS NOT TESTED: {error}")
    return [str(target)]


def started(
    launcher: list[str],
    words: list[str],
    env: dict[str, str] | None = None,
    *,
    read_only: tuple[str, ...] = (),
    pinned: tuple[Pin, ...] = (),
) -> tuple[int, str, str]:
    """Start a command as in a sandbox: its code, what it printed, and what was answered."""
    orders = launch_orders(words, words[0], env or {}, read_only=read_only, pinned=pinned, signals=[2])
    ours, theirs = socket.socketpair()
    ordering = os.memfd_create("orders")
    os.write(ordering, orders)
    os.lseek(ordering, 0, os.SEEK_SET)
    own = os.open(os.devnull, os.O_RDONLY)
    told = [str(ordering), str(theirs.fileno()), *([str(own)] if len(launcher) == 1 else [])]
    handed = (ordering, theirs.fileno(), *([own] if len(launcher) == 1 else []))
    process = subprocess.Popen([*launcher, *told], pass_fds=handed, env={}, stdout=subprocess.PIPE, text=True)
    os.close(ordering)
    os.close(own)
    theirs.close()
    ours.settimeout(BOUND_S)
    printed, _ = process.communicate(timeout=BOUND_S)
    answered = b""
    while more := ours.recv(4096):
        answered += more
    ours.close()
    return process.returncode, printed, answered.decode()


def test_it_becomes_the_command(launcher: list[str]) -> None:
    told = "printf '%s|' \"$0\" \"$@\"; echo $A; ls /proc/self/fd | tr '\\n' ' '; exit 7"
    done = started(launcher, ["sh", "-c", told, "a b", "", "\u00e4"], {"A": "b=c", "PATH": os.environ["PATH"]})
    assert done == (7, "a b||\u00e4|b=c\n0 1 2 3 ", "ready\n")


@pytest.mark.parametrize(
    ("word", "path", "errno"),
    [("no-such-program", "/bin:/usr/bin", 2), ("/etc/passwd", "", 13), ("passwd", "/nowhere:/etc", 13)],
)
def test_what_cannot_be_executed(launcher: list[str], word: str, path: str, errno: int) -> None:
    code, printed, answered = started(launcher, [word], {"PATH": path})
    assert (code, printed, answered.partition("errno ")[0]) == (1, "", "ready\n")
    assert int(answered.partition("errno ")[2]) == errno


def test_a_signal_that_was_kept_away_reaches_the_command(launcher: list[str]) -> None:
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT, signal.SIGUSR1])
    try:
        done = started(launcher, ["grep", "SigBlk", "/proc/self/status"])
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    assert done == (0, f"SigBlk:\t{1 << (signal.SIGUSR1 - 1):016x}\n", "ready\n")


def test_without_a_path_programs_are_where_they_always_are(launcher: list[str]) -> None:
    assert started(launcher, ["true"]) == (0, "", "ready\n")


def test_nothing_is_run_where_something_is_not_in_place(launcher: list[str], tmp_path: Path) -> None:
    path = str(tmp_path)
    assert started(launcher, ["true"], read_only=(path,)) == (1, "", f"wrong {path} is not protected")
    found = os.lstat("/proc")
    there, other = ("/proc", found.st_dev, found.st_ino), ("/proc", found.st_dev, found.st_ino + 1)
    assert started(launcher, ["true"], pinned=(there,)) == (0, "", "ready\n")
    assert started(launcher, ["true"], pinned=(other,)) == (1, "", "wrong /proc is not what it was")


def test_a_mount_of_its_own_that_is_read_only(launcher: list[str]) -> None:
    mounts = [line.split() for line in Path("/proc/self/mountinfo").read_text().splitlines()]
    last = {fields[4]: "ro" in fields[5].split(",") for fields in mounts}
    path = next((path for path, closed in last.items() if closed and os.path.realpath(path) == path), None)
    if path is None:
        pytest.skip("nothing is mounted read-only here")
    assert started(launcher, ["true"], read_only=(path,)) == (0, "", "ready\n")

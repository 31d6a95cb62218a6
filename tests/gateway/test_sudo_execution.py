"""Real sudo, with a throw-away user: what runs as root, what it takes, and what is left."""

import contextlib
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from bounds import SOON_S
from gateway.privileged import Person, needs_sudo, person

pytestmark = needs_sudo

NO_PASSWORD = "USER ALL=(ALL:ALL) NOPASSWD: ALL"
PASSWORD = "USER ALL=(ALL:ALL) ALL"
PTY = ["Defaults:USER use_pty", "Defaults:USER !use_pty"]


@pytest.fixture(scope="module", params=PTY, ids=["use_pty", "no_pty"])
def free(request: pytest.FixtureRequest) -> Iterator[Person]:
    """May do everything without a password."""
    with person(request.param, NO_PASSWORD) as someone:
        yield someone


@pytest.fixture(scope="module", params=PTY, ids=["use_pty", "no_pty"])
def asked(request: pytest.FixtureRequest) -> Iterator[Person]:
    """May do everything with a password."""
    with person(request.param, PASSWORD, "Defaults:USER passwd_tries=2") as someone:
        yield someone


def test_a_pipeline_runs_as_root(free: Person) -> None:
    result = free.run(("id", "-un"), ("sh", "-c", "cat; pwd; umask; printf '\\377'; echo err >&2; exit 3"), cwd="/tmp")
    assert result.stdout == b"root\n/tmp\n0077\n\xff"
    assert (result.codes, result.stderr, result.failure) == ([0, 3], [b"", b"err\n"], "")
    assert result.questions == []


def test_stdin_is_empty_and_what_the_request_sets_arrives(free: Person) -> None:
    result = free.run(("sh", "-c", "cat; echo $LC_ALL $HOME"), env={"LC_ALL": "C"})
    assert (result.stdout, result.codes) == (b"C /root\n", [0])


def test_death_by_a_signal_is_seen_through_sudo(free: Person) -> None:
    result = free.run(("sh", "-c", "kill -USR1 $$"))
    assert (result.codes, result.signals) == ([128 + signal.SIGUSR1], [signal.SIGUSR1])


def test_output_is_cut_at_the_cap(free: Person) -> None:
    result = free.run(("head", "-c", "5000", "/dev/zero"), cap_bytes=1000)
    assert (len(result.stdout), result.truncated, result.codes) == (1000, True, [0])


def test_an_endless_producer_is_cut_off(free: Person) -> None:
    result = free.run(("yes",), cap_bytes=1000)
    assert (len(result.stdout), result.truncated, result.failure) == (1000, True, "")
    piped = free.run(("yes",), ("head", "-n", "1"))
    assert (piped.stdout, piped.codes[1], piped.failure) == (b"y\n", 0, "")


@pytest.mark.rule("P-D55")
def test_one_password_is_enough_for_a_pipeline_and_is_forgotten(asked: Person) -> None:
    result = asked.run(("id", "-un"), ("cat",), ("sh", "-c", "cat; id -u"), passwords=[asked.password])
    assert (result.stdout, result.codes, result.failure) == (b"root\n0\n", [0, 0, 0], "")
    assert result.questions == [f"password for {asked.name}: "]
    assert result.wiped
    assert not asked.tickets()
    # Each request asks anew.
    assert len(asked.run(("true",), passwords=[asked.password]).questions) == 1


@pytest.mark.rule("P-D55")
def test_a_wrong_password_may_be_corrected(asked: Person) -> None:
    result = asked.run(("id", "-un"), passwords=["wrong", asked.password], timeout_s=15)
    assert (result.stdout, len(result.questions), result.wiped) == (b"root\n", 2, True)


@pytest.mark.rule("P-D31")
def test_without_the_right_password_nothing_runs(asked: Person, tmp_path: Path) -> None:
    proof = tmp_path / "proof"
    wrong = asked.run(("touch", str(proof)), passwords=["wrong", "wrong"])
    assert (wrong.failure, wrong.codes) == ("sudo did not accept the password", [])
    nobody = asked.run(("touch", str(proof)))
    assert nobody.codes == [1]
    assert b"a password is required" in nobody.stderr[0]
    typed = asked.run(("touch", str(proof)), passwords=["\x03"])
    assert typed.failure == "the password contains a control character, which a terminal would not pass on"
    assert not proof.exists()


@pytest.mark.rule("P-D54")
def test_a_rule_for_one_command_is_enough() -> None:
    with person("USER ALL=(root) NOPASSWD: /usr/bin/id") as someone:
        result = someone.run(("id", "-un"))
        assert (result.stdout, result.codes, result.questions) == (b"root\n", [0], [])
        refused = someone.run(("sh", "-c", "id"))
        assert refused.codes == [1]


def test_a_rule_for_one_command_needs_no_password_where_others_do() -> None:
    with person("USER ALL=(root) NOPASSWD: /usr/bin/id", "USER ALL=(root) /usr/bin/cat") as someone:
        result = someone.run(("id", "-un"))  # asked for one, nobody gives it, and it is not needed
        assert (result.stdout, result.codes) == (b"root\n", [0])


@pytest.mark.rule("P-D53")
@pytest.mark.parametrize("name", ["-u", "LD_PRELOAD=x", "--", "-s"])
def test_a_strange_name_is_a_command_and_nothing_else(free: Person, tmp_path: Path, name: str) -> None:
    # The folder must be one that the user may look into.
    with public_folder() as folder:
        program = folder / name
        program.write_text('#!/bin/sh\necho "ran $0 $1"\n')
        program.chmod(0o755)
        result = free.run((str(program), "-u"))
        assert (result.stdout, result.codes) == (f"ran {program} -u\n".encode(), [0])


@contextlib.contextmanager
def public_folder() -> Iterator[Path]:
    folder = Path("/var/tmp") / f"wicket=a-{os.urandom(4).hex()}"
    folder.mkdir(mode=0o755)
    folder.chmod(0o755)
    try:
        yield folder
    finally:
        for path in folder.iterdir():
            path.unlink()
        folder.rmdir()


@pytest.mark.rule("P-D50")
@pytest.mark.parametrize("ignored", ["", "TERM INT"], ids=["obeys", "ignores"])
def test_a_timeout_ends_what_runs_as_root(free: Person, ignored: str) -> None:
    marker = f"7{os.urandom(3).hex()}"
    trap = f"trap '' {ignored};" if ignored else ""
    started = time.monotonic()
    result = free.run(("sh", "-c", f"{trap} : {marker}; echo partial; while :; do sleep 0.1; done"), timeout_s=3.0)
    assert result.failure == "command timed out after 3s"
    assert (result.stdout, result.left) == (b"partial\n", [])
    assert time.monotonic() - started < SOON_S
    assert running(marker) == []


@pytest.mark.rule("P-D50")
def test_what_nobody_can_end_is_said(free: Person) -> None:
    marker = f"7{os.urandom(3).hex()}"
    result = free.run(
        ("sh", "-c", f"trap '' TERM INT HUP QUIT; : {marker}; while :; do sleep 0.1; done"), timeout_s=3.0
    )
    left = running(marker)
    try:
        assert bool(left) == ("still running, and not to be ended by us" in result.failure)
        assert set(left) <= set(result.left)
    finally:
        for pid in left:
            os.kill(pid, signal.SIGKILL)


def test_a_background_child_of_root_delays_nobody(free: Person) -> None:
    marker = f"7{os.urandom(3).hex()}"
    started = time.monotonic()
    result = free.run(("sh", "-c", f"sh -c ': {marker}; sleep 600' & echo hi"))
    assert (result.stdout, result.failure) == (b"hi\n", "")
    assert time.monotonic() - started < SOON_S
    for pid in running(marker):
        os.kill(pid, signal.SIGKILL)


def running(marker: str) -> list[int]:
    """Find the processes with a marker in their command line."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if marker.encode() in (folder / "cmdline").read_bytes() and int(folder.name) != os.getpid():
                found.append(int(folder.name))
    return found

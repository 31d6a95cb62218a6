"""A verb ends with one line and an exit code, whatever its streams and its folder are."""

import signal
import subprocess
import sys
import time

import pytest

from machine import WAIT_S, Machine, make_extension
from wicket.cli.verb_start_and_exit import main
from wicket.state_files import log_file


def test_an_error_is_one_line_and_an_exit_code(
    machine: Machine, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("WICKET_HOME", "relative")
    with pytest.raises(SystemExit) as caught:
        main(["trust", "--list"])
    sentence = "wicket: WICKET_HOME is 'relative', a relative path; set it to an absolute one\n"
    assert (caught.value.code, *capsys.readouterr()) == (1, "", sentence)


@pytest.mark.parametrize("words", [["check", "ls"], ["exec", "ls"], ["test"], ["init", "--agent", "claude-code"]])
def test_a_folder_that_is_gone_is_said(machine: Machine, words: list[str]) -> None:
    gone = machine.root / "gone"
    gone.mkdir()
    script = 'cd "$1" && rmdir "$1" && shift && exec "$@"'
    done = subprocess.run(
        ["sh", "-c", script, "sh", gone, sys.executable, "-m", "wicket", *words],
        env=machine.environ,
        capture_output=True,
        text=True,
        timeout=WAIT_S,
        check=False,
    )
    said = "wicket: the current folder has been deleted; change to another one\n"
    assert (done.returncode, done.stdout, done.stderr.splitlines(keepends=True)[-1]) == (2, "", said)


def test_closed_streams_do_no_harm(machine: Machine) -> None:
    command = f"exec {sys.executable} -m wicket ext list <&- >&- 2>&-"
    done = subprocess.run(["/bin/sh", "-c", command], cwd=machine.project, env=machine.environ, check=False)
    assert done.returncode == 0


def test_what_is_opened_never_becomes_a_standard_stream(machine: Machine) -> None:
    make_extension(machine.installed, "a")
    command = f"exec {sys.executable} -m wicket ext list <&- >&-"
    done = subprocess.run(
        ["/bin/sh", "-c", command], cwd=machine.project, env=machine.environ, capture_output=True, check=False
    )
    assert (done.returncode, done.stderr) == (1, b"wicket: cannot write: Bad file descriptor\n")


def test_an_encoding_that_lacks_a_character_does_no_harm(machine: Machine) -> None:
    make_extension(machine.installed, "a", description="漢")
    outcome = machine.run("ext", "list", PYTHONIOENCODING="latin-1")
    row = f"enabled  global  a     -        allow       \\u6f22            {machine.installed}/a"
    assert (outcome.code, outcome.out.splitlines()[1]) == (0, row)


def test_a_reader_that_leaves_early_is_no_traceback(machine: Machine) -> None:
    for number in range(50):
        make_extension(machine.installed, f"a{number}", description="x" * 5000)
    command = f"{sys.executable} -m wicket ext list | head -c 1"
    done = subprocess.run(
        ["/bin/sh", "-c", command], cwd=machine.project, env=machine.environ, capture_output=True, check=False
    )
    assert (done.stdout, done.stderr) == (b"s", b"")


@pytest.mark.parametrize(
    "argv", ["--version", "--help", "ext --help", "ext list", "ext list --json", "trust --list --json", "ext logs a"]
)
def test_an_output_that_is_full_is_one_line(machine: Machine, argv: str) -> None:
    make_extension(machine.installed, "a")
    log = log_file(machine.home, "a")
    log.parent.mkdir()
    log.write_text("words\n", encoding="utf-8")
    command = f"exec {sys.executable} -m wicket {argv} > /dev/full"
    done = subprocess.run(
        ["/bin/sh", "-c", command], cwd=machine.project, env=machine.environ, capture_output=True, check=False
    )
    assert (done.returncode, done.stderr) == (1, b"wicket: cannot write: No space left on device\n")


def test_with_nowhere_to_complain_it_still_ends(machine: Machine) -> None:
    command = f"exec {sys.executable} -m wicket ext list --json > /dev/full 2> /dev/full"
    done = subprocess.run(["/bin/sh", "-c", command], cwd=machine.project, env=machine.environ, check=False)
    assert done.returncode == 1


def test_ctrl_c_ends_it_quietly(machine: Machine) -> None:
    folder = make_extension(machine.installed, "a")
    (folder / "run").write_text("#!/bin/sh\ntouch up\nexec sleep 60\n", encoding="utf-8")
    with subprocess.Popen(
        [sys.executable, "-m", "wicket", "ext", "call", "x"],
        cwd=machine.project,
        env=machine.environ,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as child:
        deadline = time.monotonic() + WAIT_S
        while not (folder / "up").exists() and time.monotonic() < deadline:
            time.sleep(0.01)
        child.send_signal(signal.SIGINT)
        assert child.communicate(timeout=WAIT_S) == (b"", b"")
        assert child.returncode == 130

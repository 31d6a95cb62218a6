"""All verbs alike: what is typed wrongly, and Ctrl-C."""

import fcntl
import os
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from bounds import BOUND_S
from cli.test_help import verbs
from machine import Machine
from wicket.cli import wicket

USAGE = 2
INTERRUPTED = 130

# What a protocol says otherwise: `wicket run` becomes its command, whose codes are to be told from ours (P-K6), and
# `wicket ext` answers as zot's does (Z-H59).
RUN_USAGE = 64
UNKNOWN_EXT_VERB = 1

# `wicket audit verifyx` looks for that word in the record, and `wicket fleet audit verifyx` in the archive.
GROUPS = [(), *(path for path, command in verbs() if isinstance(command, click.Group) and path[-1] != "audit")]


def code_of(path: tuple[str, ...]) -> int:
    return RUN_USAGE if path == ("run",) else USAGE


@pytest.mark.parametrize("path", [path for path, _ in verbs()], ids=" ".join)
def test_an_option_that_is_none_is_a_usage_error(path: tuple[str, ...]) -> None:
    done = CliRunner().invoke(wicket, [*path, "--no-such-option"])
    assert (done.exit_code, done.stdout) == (code_of(path), "")
    assert "--no-such-option" in done.stderr.splitlines()[-1]


def misspelled() -> Iterator[tuple[tuple[str, ...], str, str]]:
    """Every long option of every verb, with its last two letters swapped."""
    for path, command in verbs():
        for parameter in command.params:
            for name in parameter.opts if isinstance(parameter, click.Option) and not parameter.hidden else ():
                if name.startswith("--") and len(name) > 5 and name[-1] != name[-2]:
                    yield path, name, name[:-2] + name[-1] + name[-2]


@pytest.mark.parametrize(("path", "meant", "typed"), list(misspelled()), ids=str)
def test_a_misspelled_option_is_told_with_the_one_that_was_meant(path: tuple[str, ...], meant: str, typed: str) -> None:
    done = CliRunner().invoke(wicket, [*path, typed])
    last = done.stderr.splitlines()[-1]
    assert (done.exit_code, typed in last, meant in last) == (code_of(path), True, True), last


@pytest.mark.parametrize("group", GROUPS, ids=lambda path: " ".join(path) or "wicket")
def test_a_misspelled_verb_is_told_with_the_one_that_was_meant(group: tuple[str, ...]) -> None:
    command: click.Command = wicket
    for name in group:
        found = command.get_command(click.Context(command), name) if isinstance(command, click.Group) else None
        assert found is not None
        command = found
    assert isinstance(command, click.Group)
    for meant in command.list_commands(click.Context(command)):
        typed = f"{meant}x"
        done = CliRunner().invoke(wicket, [*group, typed])
        last = str(done.exception) if group == ("ext",) else done.stderr.splitlines()[-1]
        # `wicket ext` raises what the command line then prints.
        assert done.exit_code == (UNKNOWN_EXT_VERB if group == ("ext",) else USAGE)
        assert (typed in last, re.search(f"did you mean [`']{meant}[`']", last, re.IGNORECASE) is None) == (
            True,
            False,
        ), last


# Verbs that wait: their words, and what they are given on standard input before Ctrl-C. None: they say so on standard
# error, in these words.
WAITING: dict[str, tuple[bytes | None, bytes, int]] = {
    "check": (b"git st", b"", INTERRUPTED),
    "shell": (b"git st", b"", INTERRUPTED),
    "validate": (b"{", b"", INTERRUPTED),
    "hook --agent generic": (b"{", b"", 2),  # agents let a call pass if their hook ends in another way
    "zot": (b'{"type":', b"", 0),  # its host has left: no mistake
    "mcp": (b'{"jsonrpc":', b"", 0),
    "serve --port 0": (None, b"token=", 0),  # that is how it is stopped
    "demo --port 0": (None, b"token=", 0),
    "ext repl": (b"/hel", b"", INTERRUPTED),
    "ext dev slow.py": (None, b"running slow", INTERRUPTED),
    "ext call ./slow.py nap": (None, b"is silent; waiting", INTERRUPTED),
}
SLOW = f"""#!{sys.executable}
import time
from wicket.sdk import Extension

ext = Extension("slow", "1.0.0")


@ext.tool
def nap() -> str:
    "Sleeps."
    time.sleep(1000)
    return ""


ext.run()
"""


@pytest.mark.parametrize("words", WAITING)
def test_ctrl_c_ends_a_verb_that_waits_without_an_odd_word(machine: Machine, words: str) -> None:
    given, sign, code = WAITING[words]
    (machine.project / "slow.py").write_text(SLOW)
    (machine.project / "slow.py").chmod(0o755)
    with subprocess.Popen(
        [sys.executable, "-m", "wicket", *words.split()],
        cwd=machine.project,
        env=machine.environ,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        try:
            said = _waits(process, given, sign)
            process.send_signal(signal.SIGINT)
            _, rest = process.communicate(timeout=BOUND_S)
        finally:
            process.kill()
    heard = (said + rest).decode()
    assert (process.returncode, "Traceback" in heard, "KeyboardInterrupt" in heard, "Aborted" in heard) == (
        code,
        False,
        False,
        False,
    ), heard


def _waits(process: "subprocess.Popen[bytes]", given: bytes | None, sign: bytes) -> bytes:
    """See that it waits: it has taken what it was given, or says so. Gives what it has said until then."""
    assert process.stdin is not None
    assert process.stderr is not None
    end = time.monotonic() + BOUND_S
    said = b""
    if given is not None:
        process.stdin.write(given)
        process.stdin.flush()
        while _unread(process.stdin.fileno()):
            assert time.monotonic() < end
            os.sched_yield()
        return said
    while sign not in said:
        assert select.select([process.stderr], [], [], max(0, end - time.monotonic()))[0], said
        data = os.read(process.stderr.fileno(), 65536)
        assert data, said
        said += data
    return said


def _unread(pipe: int) -> int:
    return int(struct.unpack("i", fcntl.ioctl(pipe, termios.FIONREAD, b"\0\0\0\0"))[0])


def test_ctrl_c_while_it_is_loaded_is_quiet(tmp_path: Path) -> None:
    (tmp_path / "wicket_is_interrupted.py").write_text(
        "import sys\n"
        "class Finder:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'wicket.cli.verb_start_and_exit':\n"
        "            raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Finder())\n"
        "from wicket.__main__ import main\n"
        "main()\n"
    )
    argv = [sys.executable, str(tmp_path / "wicket_is_interrupted.py"), "check"]
    done = subprocess.run(argv, capture_output=True, timeout=BOUND_S, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (INTERRUPTED, b"", b"")

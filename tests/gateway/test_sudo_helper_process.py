"""The helper in whose session sudo runs, with a program in sudo's place."""

import json
import os
import pty
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from host.processes import BOUND_S
from wicket.gateway import sudo_helper_process

SUDO = """#!/bin/sh
printf '%s\\n' "$*" >>"$0.log"
case "$1" in
-k) exit 0 ;;
-v) stty -echo </dev/tty; printf '%s' "$3" >/dev/tty; read answer </dev/tty; [ "$answer" = open ] ;;
-n) [ "$2" = -v ] && exit 1; while [ "$1" != -- ]; do shift; done; shift; exec "$@" ;;
esac
"""


class Helper:
    """A helper process and both ends of what it talks through."""

    def __init__(self, folder: Path) -> None:
        self.sudo = folder / "sudo"
        self.sudo.write_text(SUDO)
        self.sudo.chmod(0o755)
        self.terminal, self.slave = pty.openpty()
        self.control, theirs = socket.socketpair()
        self.control.settimeout(BOUND_S)
        self.reader, writer = os.pipe()
        self.process = subprocess.Popen(
            [sys.executable, "-I", "-S", sudo_helper_process.__file__, os.ttyname(self.slave)],
            stdin=theirs.fileno(),
            start_new_session=True,
            pass_fds=[writer],
        )
        theirs.close()
        os.close(writer)
        self.lines = self.control.makefile("r", encoding="utf-8")
        self.writer = writer

    def plan(self, *argv: str) -> None:
        stage = {"argv": ["-n", "--", *argv], "streams": [self.slave_number, self.writer, self.writer]}
        self.say(json.dumps({"sudo": str(self.sudo), "prompt": "open? ", "stages": [stage]}))

    slave_number = 0  # its own standard input will do: nothing reads it

    def say(self, line: str) -> None:
        self.control.sendall(line.encode() + b"\n")

    def hear(self) -> str:
        return self.lines.readline().strip()

    def log(self) -> list[str]:
        return (self.sudo.with_name("sudo.log")).read_text().splitlines()

    def end(self) -> None:
        self.control.shutdown(socket.SHUT_WR)
        self.process.wait(BOUND_S)

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        self.lines.close()
        self.control.close()
        for descriptor in (self.terminal, self.slave, self.reader):
            os.close(descriptor)


@pytest.fixture
def helper(tmp_path: Path) -> Iterator[Helper]:
    running = Helper(tmp_path)
    yield running
    running.close()


def test_it_asks_on_the_terminal_runs_and_forgets(helper: Helper) -> None:
    helper.plan("echo", "hello")
    helper.say("v")
    assert helper.hear() == "v 1"
    helper.say("p")
    assert select.select([helper.terminal], [], [], BOUND_S)[0]
    assert os.read(helper.terminal, 100) == b"open? "
    os.write(helper.terminal, b"open\n")
    assert helper.hear() == "p 0"
    helper.say("r")
    group = int(helper.hear().removeprefix("r "))
    assert helper.hear() == "x 0 0"
    assert os.read(helper.reader, 100) == b"hello\n"
    assert group != helper.process.pid
    helper.end()
    assert helper.log() == ["-n -v", "-v -p open? ", "-n -- echo hello", "-k"]


def test_it_stops_asking_when_told(helper: Helper) -> None:
    helper.plan("true")
    helper.say("p")
    assert select.select([helper.terminal], [], [], BOUND_S)[0]
    helper.say("c")
    assert helper.hear() == "p -15"
    helper.end()
    assert helper.log()[-1] == "-k"


def test_when_the_gateway_is_gone_what_runs_is_ended_and_the_password_forgotten(helper: Helper) -> None:
    helper.plan("sh", "-c", "echo ready; sleep 60")
    helper.say("r")
    assert os.read(helper.reader, 100) == b"ready\n"
    started = time.monotonic()
    helper.end()
    assert time.monotonic() - started < BOUND_S
    assert helper.hear().startswith("r ")
    assert helper.hear() == "x 0 -15"
    assert helper.log()[-1] == "-k"


def test_lines_that_mean_nothing_change_nothing(helper: Helper) -> None:
    helper.plan("true")
    helper.say("hello")
    helper.say("k")
    assert helper.hear() == "k 0"


def test_a_program_that_is_not_there_ends_with_a_code_of_its_own(helper: Helper) -> None:
    plan: dict[str, Any] = {"sudo": "/no/such/sudo", "prompt": "", "stages": []}
    helper.say(json.dumps(plan))
    helper.say("v")
    assert helper.hear() == "v 126"


FORKING = """
import os, signal, sys
sys.path.insert(0, sys.argv[1])
import sudo_helper_process as helper
signal.signal(signal.SIGTERM, signal.SIG_IGN)
reading, writing = os.pipe()
child = helper.fork()
if not child:
    os.read(reading, 1)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGTERM])
    os._exit(0)
os.kill(child, signal.SIGTERM)
os.write(writing, b"x")
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), signal.pthread_sigmask(signal.SIG_BLOCK, []))
"""


def test_a_signal_to_a_child_that_still_ignores_it_is_not_lost() -> None:
    folder = str(Path(sudo_helper_process.__file__).parent)
    words = [sys.executable, "-I", "-S", "-c", FORKING, folder]
    done = subprocess.run(words, capture_output=True, text=True, timeout=BOUND_S, check=True)
    assert done.stdout == f"{-signal.SIGTERM} set()\n"

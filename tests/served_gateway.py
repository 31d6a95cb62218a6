"""A gateway for tests as people run it: `wicket serve` with a home of its own, at a terminal or without one."""

import contextlib
import json
import os
import pty
import select
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import termios
import threading
import time
import uuid
from collections.abc import Iterator, Mapping, Sequence
from fcntl import ioctl
from pathlib import Path
from typing import Any

from machine import AT_TERMINAL, WAIT_S, Machine

__all__ = [
    "Request",
    "Served",
    "Terminal",
    "at_terminal",
    "machine_for_several_users",
    "serving",
    "serving_at_terminal",
    "spelled",
]


def spelled(*stages: str, **fields: Any) -> bytes:
    """Spell a request out, as a client that knows only the specification would."""
    moment = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    pipeline = [stage.split() for stage in stages]
    settings = {"id": str(uuid.uuid4()), "time": moment, "privileged": False, "pipeline": pipeline}
    return json.dumps(settings | fields).encode() + b"\n"


class Request:
    """A request that was put, and its answer when it comes."""

    def __init__(self, path: Path, line: bytes) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(WAIT_S)
        self._socket.connect(str(path))
        self._socket.sendall(line)

    def answer(self) -> dict[str, Any]:
        data = b""
        with self._socket:
            while piece := self._socket.recv(65536):
                data += piece
        found: dict[str, Any] = json.loads(data)
        return found

    def leave(self) -> None:
        self._socket.close()


class Served:
    """A gateway that serves."""

    def __init__(self, machine: Machine, process: "subprocess.Popen[bytes]") -> None:
        self.machine = machine
        self.process = process
        self.path = machine.root / "run" / "wicket.sock"
        self.approver_path = machine.root / "run" / "wicket-approver.sock"
        self.record = machine.home / "ledger.sqlite"
        self.asked: list[Request] = []

    def ask(self, *stages: str, **fields: Any) -> Request:
        self.asked.append(Request(self.path, spelled(*stages, **fields)))
        return self.asked[-1]

    def token(self) -> str:
        return (self.machine.home / "approver.token").read_text().strip()

    def pending(self, count: int = 1) -> list[dict[str, Any]]:
        """See who waits, once so many do."""
        deadline = time.monotonic() + WAIT_S
        while True:
            done = self.machine.run("pending", "--json")
            assert done.code == 0, done.err
            found: list[dict[str, Any]] = json.loads(done.out)
            if len(found) == count or time.monotonic() > deadline:
                return found

    def stop(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(WAIT_S)


def _environ(machine: Machine) -> dict[str, str]:
    run = machine.root / "run"
    run.mkdir(mode=0o700, exist_ok=True)
    machine.environ["XDG_RUNTIME_DIR"] = str(run)
    return machine.environ


def _lean(options: tuple[str, ...]) -> tuple[str, ...]:
    """Leave the console out, which takes a moment to start, unless somebody wants to see it."""
    return options if "--port" in options else ("--no-console", *options)


def _until_ready(machine: Machine, process: "subprocess.Popen[bytes]") -> None:
    deadline = time.monotonic() + WAIT_S
    while not (machine.home / "gateway.json").exists():
        assert process.poll() is None, "it did not start"
        assert time.monotonic() < deadline
        time.sleep(0.01)


@contextlib.contextmanager
def serving(machine: Machine, *options: str, start: Sequence[str] = ("-m", "wicket")) -> Iterator[Served]:
    """Serve without a terminal. `start` is how Python gets there."""
    process = subprocess.Popen(
        [sys.executable, *start, "serve", *_lean(options)],
        cwd=machine.project,
        env=_environ(machine),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        _until_ready(machine, process)
        with _leaving(Served(machine, process)) as served:
            yield served
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
        try:
            process.communicate(timeout=WAIT_S)
        finally:
            process.kill()


@contextlib.contextmanager
def machine_for_several_users() -> Iterator[Machine]:
    """Make a machine in a folder that other users may enter; that of the tests is closed to them, time and again."""
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o711)
        yield Machine(Path(folder))


@contextlib.contextmanager
def _leaving(served: Served) -> Iterator[Served]:
    try:
        yield served
    finally:
        for asked in served.asked:
            asked.leave()


QUIET_S = 0.7  # more than the time in which no key counts


class Terminal:
    """The person's side of a terminal: what is to be seen, and keys to press."""

    def __init__(self, ours: int, theirs: int) -> None:
        self.ours = ours
        self.theirs = theirs
        self.seen = ""
        self._closing = False
        self._more = threading.Condition()
        self._looker = threading.Thread(target=self._look, daemon=True)
        self._looker.start()

    def _look(self) -> None:
        while not self._closing:
            try:
                if not select.select([self.ours], [], [], 0.1)[0]:
                    continue
                data = os.read(self.ours, 65536)
            except (OSError, ValueError):
                return
            with self._more:
                self.seen += data.decode(errors="replace").replace("\r\n", "\n")
                self._more.notify_all()

    def until(self, text: str, count: int = 1) -> str:
        """Wait until a text has been seen so many times; return all that was."""
        with self._more:
            assert self._more.wait_for(lambda: self.seen.count(text) >= count, WAIT_S), self.seen
            return self.seen

    def press(self, keys: str) -> None:
        os.write(self.ours, keys.encode())

    def answer(self, keys: str) -> None:
        """Press keys once they count, and again if they came too early: then nothing is to be seen of them."""
        before = len(self.seen)
        deadline = time.monotonic() + WAIT_S
        while time.monotonic() < deadline:
            time.sleep(QUIET_S)  # the time is what is tested
            self.press(keys)
            with self._more:
                if self._more.wait_for(lambda: len(self.seen) > before, 5 * QUIET_S):
                    return
        raise AssertionError(f"no answer to {keys!r}: {self.seen}")

    def hang_up(self) -> None:
        """Close the person's side, as a terminal window does. Its number stays taken, for whoever closes it later."""
        self._closing = True
        self._looker.join()
        nothing = os.open(os.devnull, os.O_RDWR)
        os.dup2(nothing, self.ours)
        os.close(nothing)

    def finish(self) -> str:
        """Let go of their side, read to the end, and return all that was seen."""
        os.close(self.theirs)
        self.theirs = -1
        self._looker.join(WAIT_S)
        return self.seen

    def close(self) -> None:
        self._closing = True
        self._looker.join(WAIT_S)
        for descriptor in (self.ours, self.theirs):
            if descriptor >= 0:
                os.close(descriptor)

    def modes(self) -> list[Any]:
        return termios.tcgetattr(self.theirs)

    def resize(self, columns: int, lines: int) -> None:
        ioctl(self.theirs, termios.TIOCSWINSZ, struct.pack("4H", lines, columns, 0, 0))


def _start_at(
    terminal: int, machine: Machine, argv: Sequence[str], how: Mapping[str, Any]
) -> "subprocess.Popen[bytes]":
    """Start wicket at a terminal; `how` may name another Python, folder, environment and user."""
    others = {key: value for key, value in how.items() if key not in ("python", "cwd", "environ")}
    return subprocess.Popen(
        [how.get("python", sys.executable), "-c", AT_TERMINAL, *argv],
        cwd=how.get("cwd", machine.project),
        env=_environ(machine) | how.get("environ", {}),
        stdin=terminal,
        stdout=terminal,
        stderr=terminal,
        start_new_session=True,
        **others,
    )


@contextlib.contextmanager
def serving_at_terminal(
    machine: Machine, *options: str, size: tuple[int, int] = (100, 40), **how: Any
) -> Iterator[tuple[Served, Terminal]]:
    """Serve at a terminal of its own."""
    ours, theirs = pty.openpty()
    terminal = Terminal(ours, theirs)
    terminal.resize(*size)
    process = _start_at(theirs, machine, ("serve", *_lean(options)), how)
    try:
        _until_ready(machine, process)
        with _leaving(Served(machine, process)) as served:
            yield served, terminal
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
        try:
            process.wait(WAIT_S)
        finally:
            process.kill()
            terminal.close()


@contextlib.contextmanager
def at_terminal(machine: Machine, *argv: str, **how: Any) -> Iterator[tuple["subprocess.Popen[bytes]", Terminal]]:
    """Run a verb at a terminal of its own."""
    ours, theirs = pty.openpty()
    terminal = Terminal(ours, theirs)
    terminal.resize(100, 40)
    process = _start_at(theirs, machine, argv, how)
    try:
        yield process, terminal
    finally:
        process.kill()
        process.wait()
        terminal.close()

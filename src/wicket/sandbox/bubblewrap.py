"""Runs a command in bubblewrap, as root and as anybody: in the sandbox, or not at all."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from wicket.displayed_text import one_line
from wicket.sandbox import seccomp_filter
from wicket.sandbox.bubblewrap_arguments import bubblewrap_arguments
from wicket.sandbox.confinement import Confinement
from wicket.sandbox.errors import CannotHold
from wicket.sandbox.git_excludes import git_excludes
from wicket.sandbox.launch_orders import launch_orders
from wicket.sandbox.native_launcher import native_launcher
from wicket.sandbox.placeholders import Placeholders
from wicket.sandbox.refused_attempts import Attempts, RefusedAttempts
from wicket.sandbox.told_calls import told_calls

__all__ = ["MAX_COMPLAINT", "Prepared", "Running", "found", "ignore_signals", "needed", "prepare", "start"]

# By the PATH, whoever is contained could choose what contains it.
_FOLDERS = os.pathsep.join(("/usr/bin", "/bin", "/usr/local/bin", "/usr/sbin", "/run/current-system/sw/bin"))

# While the sandbox is built they are ignored: sent by a terminal, they are for the command.
_SIGNALS = (
    *(signal.SIGINT, signal.SIGQUIT, signal.SIGTERM, signal.SIGHUP, signal.SIGUSR1, signal.SIGUSR2),
    *(signal.SIGALRM, signal.SIGVTALRM),
)

_INSTALL = "install bubblewrap (apt, dnf and apk know it by this name)"
MAX_COMPLAINT = 4096


def found() -> str:
    """Give where bubblewrap is.

    Raises:
        CannotHold: it is not there, or not for this machine.
    """
    if sys.platform != "linux":
        raise CannotHold(f"no sandbox can be built on {sys.platform}: bubblewrap is for Linux; run it there")
    program = shutil.which("bwrap", path=_FOLDERS)
    if program is None:
        raise CannotHold(f"no sandbox can be built: there is no bwrap; {_INSTALL}")
    if os.uname().machine not in seccomp_filter.MACHINES:
        raise CannotHold(f"no sandbox can be built on {os.uname().machine}: its system calls are not known")
    return program


def needed() -> tuple[str, ...]:
    """List what has to be readable inside, for the command to be started."""
    return tuple(dict.fromkeys((os.path.realpath(sys.base_prefix), os.path.dirname(_python()))))


def start(
    argv: Sequence[str],
    env: Mapping[str, str],
    confinement: Confinement,
    sources: Mapping[str, str] | None = None,
) -> "Running":
    """Start a command in a sandbox, and see it begin. `sources`: see `bubblewrap_arguments`.

    Raises:
        CannotHold: the sandbox cannot be built. Nothing has been run.
        OSError: it has been built, and the program cannot be executed in it.
    """
    prepared = prepare(argv, env, confinement, sources=sources)
    try:
        process = _popen(prepared)
        prepared.spawned()
        try:
            prepared.confirm()
        except BaseException:
            process.wait()
            raise
    except BaseException:
        prepared.release()
        raise
    return Running(process, prepared)


def prepare(
    argv: Sequence[str],
    env: Mapping[str, str],
    confinement: Confinement,
    executable: str | None = None,
    sources: Mapping[str, str] | None = None,
) -> "Prepared":
    """Prepare a command for somebody else to start: see `Prepared`. `executable` is the file that is run as `argv[0]`.

    Raises:
        CannotHold: the sandbox cannot be built.
    """
    program = found()
    placeholders = Placeholders()
    try:
        placeholders.hold(confinement.protected, confinement.pinned)
        return Prepared(program, argv, env, confinement, executable, placeholders, sources)
    except BaseException:
        placeholders.release()
        raise


class Prepared:
    """A command in its sandbox, ready to be started.

    Whoever starts `command` does so with an empty environment, with `descriptors` and with `ignore_signals`, calls
    `spawned()` at once, then `confirm()`, and `release()` when the command has ended.
    """

    def __init__(
        self,
        program_of_bubblewrap: str,
        argv: Sequence[str],
        env: Mapping[str, str],
        confinement: Confinement,
        executable: str | None,
        placeholders: Placeholders,
        sources: Mapping[str, str] | None = None,
    ) -> None:
        links = {path: os.readlink(path) for path in confinement.readable or () if os.path.islink(path)}
        rules = seccomp_filter.filter_for(os.uname().machine, unix_sockets=confinement.unix_sockets)
        launcher = native_launcher()
        orders = _orders(argv, executable or argv[0], env, confinement, telling=launcher is not None)
        self.confinement = confinement
        self._placeholders = placeholders
        self._attempts: RefusedAttempts | None = None
        self.answers, answering = socket.socketpair()
        self.status, telling = os.pipe()
        filtering, ordering = _held(rules), _held(orders)
        self.descriptors: tuple[int, ...] = (filtering, ordering, answering.detach(), telling)
        self._ours = [self.status]
        told = [str(ordering), str(self.descriptors[2])]
        if launcher is None:
            starting = [_python(), "-I", "-S", "-c", _LAUNCHER, *told]
        else:
            program = _held(launcher)
            self.descriptors = (*self.descriptors, program)
            starting = [f"/proc/self/fd/{program}", *told, str(program)]
        excluded = [(_held(content), path) for path, content in git_excludes(confinement)]
        self.descriptors = (*self.descriptors, *(descriptor for descriptor, _ in excluded))
        self.command = [
            program_of_bubblewrap,
            *bubblewrap_arguments(confinement, links, sources),
            *(word for descriptor, path in excluded for word in ("--ro-bind-data", str(descriptor), path)),
            *("--seccomp", str(filtering), "--json-status-fd", str(telling), "--"),
            *starting,
        ]

    def spawned(self) -> None:
        """Let go of what only the sandbox needs."""
        for descriptor in self.descriptors:
            os.close(descriptor)
        self.descriptors = ()

    def confirm(self) -> None:
        """Wait until the command begins.

        Raises:
            CannotHold: the sandbox could not be built. Nothing has been run.
            OSError: it has been built, and the program cannot be executed in it.
        """
        said = b""
        while len(said) < MAX_COMPLAINT and (more := self.hear()):
            said += more
        self.heed(said)

    def hear(self) -> bytes:
        """Give the next that comes from `answers`; empty: that was all."""
        said, told_by, _, _ = socket.recv_fds(self.answers, MAX_COMPLAINT, 1, socket.MSG_CMSG_CLOEXEC)
        if told_by:
            self._attempts = RefusedAttempts(told_by[0], self.confinement)
        return said

    def heed(self, said: bytes) -> None:
        """Conclude from all that was heard; as `confirm()`."""
        if said == b"ready\n":
            return
        first, _, rest = said.partition(b"\n")
        if first == b"ready" and rest.startswith(b"errno "):
            raise OSError(int(rest[6:]), os.strerror(int(rest[6:])))
        why = first.removeprefix(b"wrong ").decode("utf-8", "replace") or "bubblewrap says above why"
        raise CannotHold(f"sandbox {self.confinement.name} could not be built ({one_line(why, 300)}); nothing was run")

    def attempts(self) -> Attempts:
        """Say what the command, which has ended, tried and was not let do."""
        if self._attempts is None:
            return Attempts()
        self._attempts.ended()
        return self._attempts.found()

    def release(self) -> None:
        """Clean up: the command has ended, or was never started."""
        self.spawned()
        self.answers.close()
        for descriptor in self._ours:
            os.close(descriptor)
        self._ours = []
        self._placeholders.release()


class Running:
    """A command in its sandbox."""

    def __init__(self, process: "subprocess.Popen[bytes]", prepared: Prepared) -> None:
        self._process = process
        self._prepared = prepared
        self.attempts = Attempts()  # what it tried and was not let do, when it has ended
        self._first: int | None = None

    def send_signal(self, number: int) -> None:
        """Send a signal to the command itself, and not to what holds it."""
        for pid in self._commands():
            try:
                os.kill(pid, number)
            except ProcessLookupError:
                continue

    def wait(self) -> int:
        """Wait for its end: its code, or 128 and the number of the signal that ended it."""
        try:
            code = self._process.wait()
            self.attempts = self._prepared.attempts()
        finally:
            self._prepared.release()
        return code if code >= 0 else 128 - code

    def _commands(self) -> list[int]:
        """Give the process that bubblewrap's own first process in the sandbox has started."""
        if self._first is None:
            line = b""
            while not line.endswith(b"\n") and (byte := os.read(self._prepared.status, 1)):
                line += byte
            self._first = int(json.loads(line)["child-pid"])
        try:
            children = Path(f"/proc/{self._first}/task/{self._first}/children").read_text(encoding="ascii")
        except OSError:
            return []  # it has ended
        return [int(pid) for pid in children.split()[:1]]


def ignore_signals() -> None:
    """Ignore signals in what holds the command, before it is executed; the command itself gets them."""
    for number in _SIGNALS:
        signal.signal(number, signal.SIG_IGN)


def _popen(prepared: Prepared) -> "subprocess.Popen[bytes]":
    try:
        # Nothing of our environment is for bubblewrap, which is not contained; the command has it from its launcher.
        return subprocess.Popen(prepared.command, env={}, pass_fds=prepared.descriptors, preexec_fn=ignore_signals)  # noqa: S603
    except OSError as error:
        said = f"{prepared.command[0]} does not start: {error.strerror}"
        raise CannotHold(f"no sandbox can be built: {said}") from None


def _orders(
    argv: Sequence[str], executable: str, env: Mapping[str, str], confinement: Confinement, *, telling: bool
) -> bytes:
    """Say what the launcher is to do. The environment goes this way, for others can read a command line."""
    machine = os.uname().machine
    return launch_orders(
        argv,
        executable,
        env,
        read_only=[*(one.path for one in confinement.protected), *(path for path, _ in confinement.hidden)],
        pinned=[(path, found.st_dev, found.st_ino) for path in confinement.pinned for found in [os.lstat(path)]],
        signals=[number for number in _SIGNALS if signal.getsignal(number) is not signal.SIG_IGN],
        told_of=told_calls(machine, connecting=not confinement.network) if telling else b"",
    )


def _held(content: bytes) -> int:
    """Give a descriptor from which this can be read."""
    descriptor = os.memfd_create("wicket", os.MFD_CLOEXEC)
    os.write(descriptor, content)
    os.lseek(descriptor, 0, os.SEEK_SET)
    return descriptor


def _python() -> str:
    """Name the Python that starts commands inside: not that of a virtual environment, which may lie in the project."""
    return os.path.realpath(sys.executable)


_LAUNCHER = Path(__file__).with_name("inside_launcher.py").read_text(encoding="utf-8")

"""Runs a command in bubblewrap, as root and as anybody: in the sandbox, or not at all."""

import os
import sys
from collections.abc import Mapping, Sequence
from functools import cache

from wicket.sandbox import prepared_command, seccomp_filter
from wicket.sandbox.bubblewrap_arguments import bubblewrap_arguments
from wicket.sandbox.confinement import Confinement
from wicket.sandbox.errors import CannotHold
from wicket.sandbox.git_excludes import git_excludes
from wicket.sandbox.launch_orders import launch_orders
from wicket.sandbox.native_launcher import native_launcher
from wicket.sandbox.placeholders import Placeholders
from wicket.sandbox.prepared_command import Prepared, Running, heeded_signals, held
from wicket.sandbox.system_calls_told_by_kernel import system_calls_told_by_kernel

__all__ = ["found", "needed", "prepare", "start"]

# By the PATH, whoever is contained could choose what contains it.
_FOLDERS = "/usr/bin:/bin:/usr/local/bin:/usr/sbin:/run/current-system/sw/bin"

_INSTALL = "install bubblewrap (apt, dnf and apk know it by this name)"


def found() -> str:
    """Give where bubblewrap is.

    Raises:
        CannotHold: it is not there, or not for this machine.
    """
    if sys.platform != "linux":
        raise CannotHold(f"no sandbox can be built on {sys.platform}: bubblewrap is for Linux; run it there")
    named = (f"{folder}/bwrap" for folder in _FOLDERS.split(":"))
    program = next((path for path in named if os.path.isfile(path) and os.access(path, os.X_OK)), None)
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
) -> Running:
    """Start a command in a sandbox, and see it begin. `sources`: see `bubblewrap_arguments`.

    Raises:
        CannotHold: the sandbox cannot be built. Nothing has been run.
        OSError: it has been built, and the program cannot be executed in it.
    """
    return prepared_command.start(prepare(argv, env, confinement, sources=sources))


def prepare(
    argv: Sequence[str],
    env: Mapping[str, str],
    confinement: Confinement,
    executable: str | None = None,
    sources: Mapping[str, str] | None = None,
) -> Prepared:
    """Prepare a command for somebody else to start: see `Prepared`. `executable` is the file that is run as `argv[0]`.

    Raises:
        CannotHold: the sandbox cannot be built.
    """
    program = found()
    placeholders = Placeholders()
    try:
        placeholders.hold(confinement.protected, confinement.pinned)
        return _prepared(program, argv, env, confinement, executable, placeholders, sources)
    except BaseException:
        placeholders.release()
        raise


def _prepared(
    program: str,
    argv: Sequence[str],
    env: Mapping[str, str],
    confinement: Confinement,
    executable: str | None,
    placeholders: Placeholders,
    sources: Mapping[str, str] | None,
) -> Prepared:
    links = {path: os.readlink(path) for path in confinement.readable or () if os.path.islink(path)}
    rules = seccomp_filter.filter_for(os.uname().machine, unix_sockets=confinement.unix_sockets)
    launcher = native_launcher()
    orders = _orders(argv, executable or argv[0], env, confinement, telling=launcher is not None)
    excludes = git_excludes(confinement)
    content = [rules, orders, *(text for _, text in excludes), *([] if launcher is None else [launcher])]

    def command(answering: int, telling: int, filtering: int, ordering: int, *more: int) -> list[str]:
        told = [str(ordering), str(answering)]
        if launcher is None:
            starting = [_python(), "-I", "-S", "-c", _launcher(), *told]
        else:
            starting = [f"/proc/self/fd/{more[-1]}", *told, str(more[-1])]
        seen = zip(more, excludes, strict=False)  # the launcher is behind them
        return [
            program,
            *bubblewrap_arguments(confinement, links, sources),
            *(word for held_in, (path, _) in seen for word in ("--ro-bind-data", str(held_in), path)),
            *("--seccomp", str(filtering), "--json-status-fd", str(telling), "--"),
            *starting,
        ]

    return Prepared(confinement, command, [held(one) for one in content], placeholders.release, below=True)


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
        signals=heeded_signals(),
        told_of=system_calls_told_by_kernel(machine, connecting=not confinement.network) if telling else b"",
    )


def _python() -> str:
    """Name the Python that starts commands inside: not that of a virtual environment, which may lie in the project."""
    return os.path.realpath(sys.executable)


@cache
def _launcher() -> str:
    with open(os.path.join(os.path.dirname(__file__), "inside_launcher.py"), encoding="utf-8") as file:
        return file.read()

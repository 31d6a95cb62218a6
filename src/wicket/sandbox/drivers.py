"""Which driver holds a command here: bubblewrap where it works, else Landlock where that holds the profile."""

import contextlib
import os
import sys
from collections.abc import Mapping, Sequence
from functools import cache

from wicket.folder_paths import HomeError, state_folder
from wicket.policy_files.file_digest_and_permissions import sha256
from wicket.sandbox import bubblewrap
from wicket.sandbox.confinement import Confinement
from wicket.sandbox.errors import CannotHold
from wicket.sandbox.prepared_command import Prepared
from wicket.state_files import replace_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    from wicket.sandbox.landlock_rules import Rules
else:
    Protocol = object

__all__ = ["Bubblewrap", "Driver", "Landlock", "driver_for", "in_a_sandbox", "tried", "why_not_bubblewrap"]

_TRYING_S = 10.0

# Where bubblewrap has worked, it is not tried each time. If that holds no more, nothing is run, and it says why.
_WORKED = "bubblewrap-works"

# What switches namespaces off for some, and says who they are.
_SETTINGS = (
    *("sys/kernel/random/boot_id", "self/attr/current", "sys/user/max_user_namespaces"),
    *("sys/kernel/unprivileged_userns_clone", "sys/kernel/apparmor_restrict_unprivileged_userns"),
)


class Driver(Protocol):
    """What holds commands. `notes` say what of a profile it does not grant."""

    name: str
    notes: tuple[str, ...]

    def prepare(
        self, argv: Sequence[str], env: Mapping[str, str], confinement: Confinement, executable: str | None = None
    ) -> Prepared:
        """Prepare a command for somebody else to start.

        Raises:
            CannotHold: it cannot be held.
        """


class Bubblewrap:
    """Namespaces and mounts."""

    name = "bubblewrap"
    notes: tuple[str, ...] = ()

    def prepare(
        self, argv: Sequence[str], env: Mapping[str, str], confinement: Confinement, executable: str | None = None
    ) -> Prepared:
        return bubblewrap.prepare(argv, env, confinement, executable)


class Landlock:
    """Rules for one confinement, and a filter of system calls."""

    name = "Landlock"

    def __init__(self, rules: "Rules") -> None:
        self._rules = rules
        self.notes = rules.notes

    def prepare(
        self, argv: Sequence[str], env: Mapping[str, str], confinement: Confinement, executable: str | None = None
    ) -> Prepared:
        from wicket.sandbox import landlock

        return landlock.prepare(argv, env, confinement, self._rules, executable)


def driver_for(confinement: Confinement) -> Driver:
    """Choose the driver.

    Raises:
        CannotHold: none holds this here.
    """
    if not (why := why_not_bubblewrap()):
        return Bubblewrap()
    from wicket.sandbox import landlock  # seldom needed, and it takes its time to be loaded

    try:
        landlock.found()
        return Landlock(landlock.rules_for(confinement))
    except CannotHold as error:
        raise CannotHold(f"{why}. In its place: {error}") from None


@cache
def why_not_bubblewrap() -> str:
    """Say why bubblewrap cannot be used; empty: it can. Where it has worked, that is remembered."""
    try:
        program = bubblewrap.found()
    except CannotHold as error:
        return str(error)
    known, here = _remembered(), _surroundings(program)
    if known is not None and _content(known) == here:
        return ""
    why = tried(program)
    if not why and known is not None:
        from pathlib import Path

        with contextlib.suppress(OSError):  # else it is tried again
            replace_file(Path(known), here, 0o600)
    return why


def tried(program: str) -> str:
    """Try bubblewrap, and say why it cannot be used; empty: it can."""
    import subprocess

    options = ("--unshare-user", "--unshare-pid", "--unshare-net", "--ro-bind", "/", "/", "--dev", "/dev")
    try:
        done = subprocess.run(  # noqa: S603 - it was looked for in the system's folders
            [program, *options, "--proc", "/proc", "--cap-drop", "ALL", program, "--version"],
            env={},
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_TRYING_S,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"bubblewrap does not start: {error}"
    said = next(iter(done.stderr.strip().splitlines()), "it says nothing")
    return f"bubblewrap cannot build a sandbox here ({said})" if done.returncode else ""


def in_a_sandbox() -> bool:
    """Tell whether this process is held itself, by a filter of system calls and without ways to gain privileges."""
    lines = _content("/proc/self/status").splitlines()
    return b"NoNewPrivs:\t1" in lines and b"Seccomp:\t2" in lines


def _remembered() -> str | None:
    try:
        return f"{state_folder(os.environ, sys.platform)}/{_WORKED}"
    except HomeError:
        return None


def _surroundings(program: str) -> bytes:
    """Name all by which it could be otherwise than last time: program, user, boot, namespaces, and what holds us."""
    found = os.stat(program)
    status = _content("/proc/self/status").splitlines()
    held = [line for line in status if line.startswith((b"NoNewPrivs", b"Seccomp", b"Cap"))]
    namespaces = [os.readlink(f"/proc/self/ns/{name}") for name in ("user", "mnt", "pid", "net")]
    settings = [_content(f"/proc/{path}") for path in _SETTINGS]
    known = (found.st_ino, found.st_mtime_ns, os.getuid(), namespaces, held, settings)
    return str(sha256(repr(known).encode()).hexdigest()).encode()


def _content(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return b""

"""The limits of a contained command: of its processes together where control groups can be made, else of each."""

import contextlib
import os
import sys
import time
from collections.abc import Iterable
from functools import cache

from wicket.sandbox.control_groups import Group, groups_here
from wicket.sandbox.errors import CannotHold
from wicket.sandbox.prepared_command import Prepared
from wicket.sandbox.records import Record

__all__ = ["Plan", "limit", "plan"]

_OF_A_PROCESS = {
    "memory": "RLIMIT_AS",
    "processes": "RLIMIT_NPROC",
    "open_files": "RLIMIT_NOFILE",
    "file_size": "RLIMIT_FSIZE",
    "cpu_seconds": "RLIMIT_CPU",
}

_REMOVING_TRIES = 50
_REMOVING_S = 0.01

# bubblewrap or the helper, what starts the command, and what sets the limits.
_OF_OURS = 3


class Plan(Record):
    """What is limited how. `notes` say what is limited in another way than the profile says."""

    groups: tuple[Group, ...] = ()
    of_each: tuple[tuple[int, int], ...] = ()
    notes: tuple[str, ...] = ()


def plan(name: str, limits: Iterable[str]) -> Plan:
    """Plan the limits of sandbox `name`.

    Raises:
        CannotHold: one of them cannot be held here.
    """
    most = {what: int(number) for what, _, number in (limit.partition("=") for limit in limits)}
    if not most:
        return Plan()
    import resource  # few commands have limits

    if "processes" in most:
        most["processes"] += _OF_OURS
    together = {what: number for what, number in most.items() if what in ("memory", "processes")}
    groups = groups_here(together) if together else []
    if groups is None:
        groups, notes = [], list(_alone(name, together))
        if "processes" in most:
            most["processes"] += _running()
    else:
        notes = []
        most = {what: number for what, number in most.items() if what not in together}
    return Plan(
        tuple(groups),
        tuple((getattr(resource, _OF_A_PROCESS[what]), number) for what, number in most.items()),
        tuple(notes),
    )


def _alone(name: str, together: dict[str, int]) -> Iterable[str]:
    """Say what it means that there are no control groups."""
    if "processes" in together:
        if os.getuid() == 0:
            said = f"sandbox {name} limits processes, and those of root can be counted by a control group alone"
            raise CannotHold(f"{said}, which cannot be made here; run it as an ordinary user, or take the limit out")
        yield "all processes of this user count towards its limit, for no control group can be made"
    if "memory" in together:
        yield "memory is limited for each process, and not for all together, for no control group can be made"


def _running() -> int:
    """Count what runs for this user, threads included, as the kernel counts."""
    found = 0
    for entry in os.scandir("/proc"):
        with contextlib.suppress(OSError):
            if entry.name.isdigit() and entry.stat().st_uid == os.getuid():
                found += len(os.listdir(f"{entry.path}/task"))
    return found


def limit(prepared: Prepared, plan: Plan) -> None:
    """Let a prepared command be started with these limits.

    Raises:
        CannotHold: a control group cannot be made after all.
    """
    if not plan.groups and not plan.of_each:
        return
    import secrets

    name = f"wicket-{secrets.token_hex(8)}"
    made: list[str] = []
    descriptors: list[int] = []
    try:
        for group in plan.groups:
            folder = f"{group.parent}/{name}"
            os.mkdir(folder)
            made.append(folder)
            for file, content in group.files:
                with open(f"{folder}/{file}", "w", encoding="ascii") as written:
                    written.write(content)
            descriptors.append(os.open(f"{folder}/cgroup.procs", os.O_WRONLY | os.O_CLOEXEC))
    except OSError as error:
        for descriptor in descriptors:
            os.close(descriptor)
        _remove(made)
        raise CannotHold(f"a control group cannot be made: {error}; nothing was run") from None
    prepared.descriptors = (*prepared.descriptors, *descriptors)
    prepared.finally_(lambda: _remove(made))
    each = [f"{which}={most}" for which, most in plan.of_each]
    starting = [os.path.realpath(sys.executable), "-I", "-S", "-c", _launcher(), *map(str, descriptors)]
    prepared.command = [*starting, "--", *each, "--", *prepared.command]


def _remove(folders: Iterable[str]) -> None:
    """Remove groups. The kernel takes a moment to see that the last process has gone."""
    for folder in folders:
        for _ in range(_REMOVING_TRIES):
            try:
                os.rmdir(folder)
                break
            except FileNotFoundError:
                break
            except OSError:
                time.sleep(_REMOVING_S)


@cache
def _launcher() -> str:
    with open(os.path.join(os.path.dirname(__file__), "limits_launcher.py"), encoding="utf-8") as file:
        return file.read()

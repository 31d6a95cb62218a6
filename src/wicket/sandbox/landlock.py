"""Runs a command behind Landlock and a filter of system calls, where there are no namespaces, or not at all.

A small program in C does it (native/wicket-landlock.c). It needs no rights, and works inside of other sandboxes.
"""

import os
import sys
from collections.abc import Mapping, Sequence

from wicket.sandbox import seccomp_filter
from wicket.sandbox.confinement import Confinement
from wicket.sandbox.disk import RealDisk
from wicket.sandbox.errors import CannotHold
from wicket.sandbox.landlock_filter import filter_beside_landlock
from wicket.sandbox.landlock_orders import landlock_orders
from wicket.sandbox.landlock_rules import READ, WRITE, Rules, landlock_rules
from wicket.sandbox.native_program import native_program
from wicket.sandbox.prepared_command import Prepared, heeded_signals, held
from wicket.sandbox.refused_attempts import would_be_written_outside
from wicket.sandbox.system_calls_told_by_kernel import Attempts

__all__ = ["NEEDED_ABI", "PROGRAM", "abi", "found", "prepare", "rules_for"]

PROGRAM = "wicket-landlock"

# The first that keeps signals in: Linux 6.12.
NEEDED_ABI = 6

_CREATE_RULESET = 444  # on every machine


def found() -> str:
    """Give where the program is that restricts a command.

    Raises:
        CannotHold: it is not there, or the kernel has too little.
    """
    if sys.platform != "linux" or os.uname().machine not in seccomp_filter.MACHINES:
        raise CannotHold(f"there is no Landlock on {sys.platform}, {os.uname().machine}")
    if (there := abi()) < NEEDED_ABI:
        has = f"has ABI {there}" if there else "has none, or it is switched off"
        raise CannotHold(f"Landlock of ABI {NEEDED_ABI} is needed, which Linux 6.12 brought; this kernel {has}")
    program = native_program(PROGRAM)
    if program is None:
        raise CannotHold(f"{PROGRAM} is not there, and there is no C compiler that builds it (cc, gcc or clang)")
    return program


def abi() -> int:
    """Say which ABI of Landlock the kernel has; 0: none, or it is switched off."""
    import ctypes  # it takes long to be loaded, and bubblewrap does without

    found: int = ctypes.CDLL(None).syscall(_CREATE_RULESET, None, ctypes.c_size_t(0), ctypes.c_uint32(1))
    return max(found, 0)


def rules_for(confinement: Confinement) -> Rules:
    """Spell a confinement for Landlock, by what is on the disk now.

    Raises:
        CannotHold: Landlock does not hold it.
    """
    return landlock_rules(confinement, RealDisk(), _terminals())


def prepare(
    argv: Sequence[str],
    env: Mapping[str, str],
    confinement: Confinement,
    rules: Rules,
    executable: str | None = None,
) -> Prepared:
    """Prepare a command for somebody else to start. `executable` is the file that is run as `argv[0]`.

    Raises:
        CannotHold: it cannot be held.
    """
    program = found()
    env, temporary = dict(env), ""
    if confinement.private:
        import tempfile

        temporary = os.path.realpath(tempfile.mkdtemp(prefix="wicket-"))
        env |= {name: temporary for name in ("TMPDIR", "TMP", "TEMP") if name == "TMPDIR" or name in env}
        rules = rules._replace(
            permitted=(*rules.permitted, (temporary, READ | WRITE)), writable=(*rules.writable, temporary)
        )
    machine = os.uname().machine
    orders = landlock_orders(
        argv,
        executable or argv[0],
        env,
        confinement.cwd,
        rules,
        filters=(
            seccomp_filter.filter_for(machine, unix_sockets=False),
            filter_beside_landlock(machine, network=confinement.network),
        ),
        network=confinement.network,
        signals=heeded_signals(),
    )
    return Prepared(
        confinement,
        lambda answering, telling, ordering: [program, str(ordering), str(answering), str(telling)],
        [held(orders)],
        release=lambda: _remove(temporary) if temporary else None,
        understood=_attempts,
    )


def _attempts(told: bytes) -> Attempts:
    """Read what the helper says was tried in vain: the last of it comes first. What ends in no zero byte is cut off."""
    texts = [os.fsdecode(text) for text in told.split(b"\0")[:-1]]
    paths = [text[1:] for text in reversed(texts) if text[:1] == "w" and would_be_written_outside(text[1:])]
    return Attempts(tuple(paths), ("",) if "n" in texts else ())


def _remove(folder: str) -> None:
    import shutil

    shutil.rmtree(folder, ignore_errors=True)


def _terminals() -> list[str]:
    """List the terminals at which we are; each can be opened again by its name."""
    found: list[str] = []
    for descriptor in (0, 1, 2):
        try:
            found.append(os.ttyname(descriptor))
        except OSError:
            continue
    return [path for path in dict.fromkeys(found) if path.startswith("/dev/")]

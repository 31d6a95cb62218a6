"""The calls of a contained command that the kernel tells of, as a program for its filter: those that would write. Pure.

Each of them goes on as if nobody had looked. What is told makes sentences, and nothing is held by it. Being told takes
some 40 µs. Deleting is not told: whoever deletes, deletes many files, and seldom outside of where it may.
"""

from wicket.sandbox.bpf_program import (
    AARCH64,
    ALLOW,
    IF_ANY_BIT,
    MACHINES,
    TELL,
    X86_64,
    Program,
    argument,
    dispatching,
)
from wicket.sandbox.records import Record

__all__ = ["Attempts", "Call", "call_of", "system_calls_told_by_kernel", "writing_calls"]


class Attempts(Record):
    """What was tried in vain: paths that would have been written, and addresses, in the order of the last attempts.

    An address may be empty: it is not known.
    """

    paths: tuple[str, ...] = ()
    addresses: tuple[str, ...] = ()


class Call(Record):
    """Which arguments of a call are paths that it would change, each with that of the folder it starts from, or None.

    `flags` is the argument that says whether it writes at all; None: it always does. A call without paths connects.
    """

    paths: tuple[tuple[int | None, int], ...]
    flags: int | None = None


# fmt: off
_CALLS = {
    "open": Call(((None, 0),), 1), "openat": Call(((0, 1),), 2), "creat": Call(((None, 0),)),
    "openat2": Call(((0, 1),)), "mkdir": Call(((None, 0),)), "mkdirat": Call(((0, 1),)),
    "rename": Call(((None, 0), (None, 1))), "renameat": Call(((0, 1), (2, 3))), "renameat2": Call(((0, 1), (2, 3))),
    "symlink": Call(((None, 1),)), "symlinkat": Call(((1, 2),)), "link": Call(((None, 1),)),
    "linkat": Call(((2, 3),)), "truncate": Call(((None, 0),)), "connect": Call(()),
}
_NUMBERS = {
    X86_64: {
        "open": 2, "connect": 42, "truncate": 76, "rename": 82, "mkdir": 83, "creat": 85, "link": 86, "symlink": 88,
        "openat": 257, "mkdirat": 258, "renameat": 264, "linkat": 265, "symlinkat": 266, "renameat2": 316,
        "openat2": 437,
    },
    AARCH64: {
        "mkdirat": 34, "symlinkat": 36, "linkat": 37, "renameat": 38, "truncate": 45, "openat": 56,
        "connect": 203, "renameat2": 276, "openat2": 437,
    },
}
# fmt: on

# O_WRONLY, O_RDWR, O_CREAT and O_TRUNC.
_WRITES = 0o3 | 0o100 | 0o1000


def system_calls_told_by_kernel(machine: str, *, connecting: bool) -> bytes:
    """Make the filter for a machine; `connecting`: also who is connected to.

    Raises:
        KeyError: nobody has written down the numbers of this machine's system calls.
    """
    architecture = MACHINES[machine]
    parts = writing_calls(architecture, TELL)
    if connecting:
        part = Program()
        part.give(TELL)
        parts[_NUMBERS[architecture]["connect"]] = bytes(part.made)
    return dispatching(architecture, parts)


def writing_calls(architecture: int, told: int) -> dict[int, bytes]:
    """Give, for each call that would write, by its number, what a filter does: it gives `told` where one does write."""
    parts: dict[int, bytes] = {}
    for name, number in _NUMBERS[architecture].items():
        call = _CALLS[name]
        part = Program()
        if call.flags is not None:
            part.load(argument(call.flags))
            part.give_if(IF_ANY_BIT, _WRITES, told)
            part.give(ALLOW)
        else:
            part.give(told)
        if call.paths:
            parts[number] = bytes(part.made)
    return parts


def call_of(machine: str, number: int) -> Call | None:
    """Say what the kernel has told of, by its number."""
    names = {number: name for name, number in _NUMBERS[MACHINES[machine]].items()}
    return _CALLS[names[number]] if number in names else None

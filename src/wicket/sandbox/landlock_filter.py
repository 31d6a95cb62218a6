"""The system calls that a command does not get beside Landlock, as a program for the kernel's filter. Pure.

It stands beside that of `seccomp_filter`, and holds what namespaces would: the network, what processes share by a
number, and what one process may set of another of the same user. And it holds what Landlock does not know of a file:
attributes and flags, which nobody gets, and modes, owners and times, which the helper changes. The helper also hears of
calls that would write, which go on, and of sockets for the network, which are refused.
"""

from wicket.sandbox.bpf_program import (
    AARCH64,
    ALLOW,
    AND,
    ERRNO,
    IF_EQUAL,
    MACHINES,
    TELL,
    X86_64,
    Program,
    argument,
    dispatching,
)
from wicket.sandbox.system_calls_told_by_kernel import writing_calls

__all__ = ["filter_beside_landlock"]

# fmt: off
_NUMBERS = {
    X86_64: {
        "ioctl": 16, "socket": 41,
        "shmget": 29, "shmat": 30, "shmctl": 31, "semget": 64, "semop": 65, "semctl": 66, "msgget": 68, "msgsnd": 69,
        "msgrcv": 70, "msgctl": 71, "semtimedop": 220, "mq_open": 240, "mq_unlink": 241,
        "setxattr": 188, "lsetxattr": 189, "fsetxattr": 190, "removexattr": 197, "lremovexattr": 198,
        "fremovexattr": 199,
        "setpriority": 141, "sched_setparam": 142, "sched_setscheduler": 144, "sched_setaffinity": 203,
        "ioprio_set": 251, "prlimit64": 302, "sched_setattr": 314, "migrate_pages": 256,
        "chmod": 90, "fchmod": 91, "chown": 92, "fchown": 93, "lchown": 94, "utime": 132, "utimes": 235,
        "fchownat": 260, "futimesat": 261, "fchmodat": 268, "utimensat": 280,
    },
    AARCH64: {
        "ioctl": 29, "socket": 198,
        "shmget": 194, "shmat": 196, "shmctl": 195, "semget": 190, "semop": 193, "semctl": 191, "msgget": 186,
        "msgsnd": 189, "msgrcv": 188, "msgctl": 187, "semtimedop": 192, "mq_open": 180, "mq_unlink": 181,
        "setxattr": 5, "lsetxattr": 6, "fsetxattr": 7, "removexattr": 14, "lremovexattr": 15, "fremovexattr": 16,
        "setpriority": 140, "sched_setparam": 118, "sched_setscheduler": 119, "sched_setaffinity": 122,
        "ioprio_set": 30, "prlimit64": 261, "sched_setattr": 274, "migrate_pages": 238,
        "fchmod": 52, "fchmodat": 53, "fchownat": 54, "fchown": 55, "utimensat": 88,
    },
}
# Numbers that all machines share.
_SHARED = {"fchmodat2": 452, "setxattrat": 463, "removexattrat": 466, "file_setattr": 469}

# What processes share by a number, so that anybody may come in.
_SHARING = (
    "shmget", "shmat", "shmctl", "semget", "semop", "semctl", "semtimedop", "msgget", "msgsnd", "msgrcv", "msgctl",
    "mq_open", "mq_unlink",
)
# Without these, programs do as on a file system that has none.
_ATTRIBUTES = (
    "setxattr", "lsetxattr", "fsetxattr", "setxattrat", "removexattr", "lremovexattr", "fremovexattr", "removexattrat",
    "file_setattr",
)
# What can be set of another process, and the first arguments by which a process sets it of itself.
_OF_PROCESSES = {
    "setpriority": (0, 0), "sched_setparam": (0,), "sched_setscheduler": (0,), "sched_setaffinity": (0,),
    "ioprio_set": (1, 0), "prlimit64": (0,), "sched_setattr": (0,), "migrate_pages": (0,),
}
# The helper changes these where the command may write.
_FOR_THE_HELPER = (
    "chmod", "fchmod", "fchmodat", "fchmodat2", "chown", "fchown", "lchown", "fchownat", "utime", "utimes", "futimesat",
    "utimensat",
)
# fmt: on

# Requests by which file systems change a file that is open for reading alone, or make one where Landlock does not look:
# each kind of them with the few that do no harm.
_REQUESTS = {
    0x94: (0x40049409, 0x4020940D, 0xC0189436),  # of btrfs; and copies that share blocks, which need a file to write
    0x58: (0x801C581F,),  # of xfs; and flags that are read
    0x66: (0x80086601, 0x80046601, 0xC020660B),  # of ext4 and others; and flags that are read, and where blocks lie
    0x76: (0x80087601, 0x80047601),  # versions of inodes; and as they are read
    0x72: (0x80047210,),  # of FAT; and attributes that are read
}

_AF_INET, _AF_INET6, _AF_NETLINK = 2, 10, 16
_EPERM, _ENOSYS, _EOPNOTSUPP = 1, 38, 95
_SHIFT_RIGHT = 0x74

# Beside that somebody is told: it is only looked at, and goes on where nobody can be told.
_GOES_ON = 1


def _files() -> Program:
    request = Program()
    request.load(argument(1))
    for harmless in (one for each in _REQUESTS.values() for one in each):
        request.give_if(IF_EQUAL, harmless, ALLOW)
    request.add(_SHIFT_RIGHT, 8)
    request.add(AND, 0xFF)
    for kind in _REQUESTS:
        request.give_if(IF_EQUAL, kind, ERRNO | _EOPNOTSUPP)
    request.give(ALLOW)
    return request


def _no_network() -> Program:
    """Refuse the families that reach the network of the machine; there is no loopback of the command's own either."""
    socket = Program()
    socket.load(argument(0))
    for family in (_AF_INET, _AF_INET6):
        socket.give_if(IF_EQUAL, family, TELL)  # and refused by the helper, which remembers that it was wanted
    socket.give_if(IF_EQUAL, _AF_NETLINK, ERRNO | _EPERM)
    socket.give(ALLOW)
    return socket


def _of_itself(first: tuple[int, ...]) -> Program:
    setting = Program()
    for number, value in enumerate(first):
        setting.load(argument(number))
        setting.give_unless(IF_EQUAL, value, ERRNO | _EPERM)
    setting.give(ALLOW)
    return setting


def _answer(result: int) -> Program:
    made = Program()
    made.give(result)
    return made


def filter_beside_landlock(machine: str, *, network: bool) -> bytes:
    """Make the filter for a machine.

    Raises:
        KeyError: nobody has written down the numbers of this machine's system calls.
    """
    parts = {name: _answer(ERRNO | _ENOSYS) for name in _SHARING}
    parts |= {name: _answer(ERRNO | _EOPNOTSUPP) for name in _ATTRIBUTES}
    parts |= {name: _of_itself(first) for name, first in _OF_PROCESSES.items()}
    parts |= {name: _answer(TELL) for name in _FOR_THE_HELPER}
    parts["ioctl"] = _files()
    if not network:
        parts["socket"] = _no_network()
    architecture = MACHINES[machine]
    numbers = _NUMBERS[architecture] | _SHARED
    made = writing_calls(architecture, TELL | _GOES_ON)
    made |= {numbers[name]: bytes(part.made) for name, part in parts.items() if name in numbers}
    return dispatching(architecture, made)

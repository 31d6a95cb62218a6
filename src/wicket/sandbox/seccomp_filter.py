"""The system calls that a contained command does not get, as a program for the kernel's filter. Pure.

It holds what namespaces and mounts do not: characters pushed into the terminal that a person types at, unix sockets of
the outside (a read-only mount does not keep anybody from connecting), families of sockets that know no namespaces,
rings that do system calls past every filter, keyrings, and namespaces of a command's own.
"""

import struct

__all__ = ["MACHINES", "filter_for"]

# The kernel's number of a machine, and where its system calls differ from the newer, shared numbers.
_X86_64, _AARCH64 = 0xC000003E, 0xC00000B7
MACHINES = {"x86_64": _X86_64, "aarch64": _AARCH64}

# fmt: off
_NUMBERS = {
    _X86_64: {
        "ioctl": 16, "socket": 41, "socketpair": 53, "clone": 56,
        "pivot_root": 155, "chroot": 161, "acct": 163, "mount": 165, "umount2": 166, "swapon": 167, "swapoff": 168,
        "reboot": 169, "init_module": 175, "delete_module": 176, "quotactl": 179, "kexec_load": 246, "add_key": 248,
        "request_key": 249, "keyctl": 250, "unshare": 272, "perf_event_open": 298, "name_to_handle_at": 303,
        "open_by_handle_at": 304, "setns": 308, "finit_module": 313, "kexec_file_load": 320, "bpf": 321,
        "userfaultfd": 323,
    },
    _AARCH64: {
        "ioctl": 29, "socket": 198, "socketpair": 199, "clone": 220,
        "pivot_root": 41, "chroot": 51, "acct": 89, "mount": 40, "umount2": 39, "swapon": 224, "swapoff": 225,
        "reboot": 142, "init_module": 105, "delete_module": 106, "quotactl": 60, "kexec_load": 104, "add_key": 217,
        "request_key": 218, "keyctl": 219, "unshare": 97, "perf_event_open": 241, "name_to_handle_at": 264,
        "open_by_handle_at": 265, "setns": 268, "finit_module": 273, "kexec_file_load": 294, "bpf": 280,
        "userfaultfd": 282,
    },
}
# Numbers that all machines share.
_SHARED = {
    "io_uring_setup": 425, "io_uring_enter": 426, "io_uring_register": 427, "open_tree": 428, "move_mount": 429,
    "fsopen": 430, "fsconfig": 431, "fsmount": 432, "fspick": 433, "clone3": 435, "mount_setattr": 442,
    "quotactl_fd": 443,
}
_REFUSED = (
    "pivot_root", "chroot", "acct", "mount", "umount2", "swapon", "swapoff", "reboot", "init_module", "delete_module",
    "quotactl", "kexec_load", "add_key", "request_key", "keyctl", "unshare", "perf_event_open", "name_to_handle_at",
    "open_by_handle_at", "setns", "finit_module", "kexec_file_load", "bpf", "userfaultfd", "open_tree", "move_mount",
    "fsopen", "fsconfig", "fsmount", "fspick", "mount_setattr", "quotactl_fd",
)
# Programs do without these where the kernel is old; `clone3` hides its flags from a filter.
_UNKNOWN = ("clone3", "io_uring_setup", "io_uring_enter", "io_uring_register")
# fmt: on

_TIOCSTI, _TIOCLINUX = 0x5412, 0x541C
_AF_UNIX, _AF_INET, _AF_INET6, _AF_NETLINK = 1, 2, 10, 16
_SOCK_TYPE, _SOCK_STREAM, _SOCK_SEQPACKET = 0xF, 1, 5
_NAMESPACES = 0x7E020000  # every CLONE_NEW flag that clone takes
_X32 = 0x40000000

_ALLOW, _KILL, _ERRNO = 0x7FFF0000, 0x80000000, 0x00050000
_EPERM, _ENOSYS, _EAFNOSUPPORT = 1, 38, 97

_LOAD, _AND, _RETURN = 0x20, 0x54, 0x06
_IF_EQUAL, _IF_AT_LEAST, _IF_ANY_BIT = 0x15, 0x35, 0x45
_NUMBER, _ARCHITECTURE = 0, 4


def _argument(number: int) -> int:
    return 16 + 8 * number  # its lower half, which is what the kernel takes of an int


class _Program:
    """Instructions; each test falls through or returns."""

    def __init__(self) -> None:
        self.made = bytearray()

    def add(self, code: int, value: int, yes: int = 0, no: int = 0) -> None:
        self.made += struct.pack("<HBBI", code, yes, no, value)

    def load(self, offset: int) -> None:
        self.add(_LOAD, offset)

    def give(self, value: int) -> None:
        self.add(_RETURN, value)

    def give_if(self, code: int, value: int, result: int) -> None:
        self.add(code, value, 0, 1)
        self.give(result)

    def give_unless(self, code: int, value: int, result: int) -> None:
        self.add(code, value, 1, 0)
        self.give(result)


def _refuse(errno: int) -> int:
    return _ERRNO | errno


def _calls(machine: int, unix_sockets: bool) -> dict[int, bytes]:
    """Give for each system call that is not simply allowed what is done about it; each part ends in a return."""
    numbers = _NUMBERS[machine] | _SHARED
    parts: dict[str, _Program] = {}

    def part(name: str) -> _Program:
        return parts.setdefault(name, _Program())

    for name in _REFUSED:
        part(name).give(_refuse(_EPERM))
    for name in _UNKNOWN:
        part(name).give(_refuse(_ENOSYS))
    terminal = part("ioctl")
    terminal.load(_argument(1))
    terminal.give_if(_IF_EQUAL, _TIOCSTI, _refuse(_EPERM))
    terminal.give_if(_IF_EQUAL, _TIOCLINUX, _refuse(_EPERM))
    terminal.give(_ALLOW)
    clone = part("clone")
    clone.load(_argument(0))
    clone.give_if(_IF_ANY_BIT, _NAMESPACES, _refuse(_EPERM))
    clone.give(_ALLOW)
    socket = part("socket")
    socket.load(_argument(0))
    for family in (_AF_INET, _AF_INET6, _AF_NETLINK):
        socket.give_if(_IF_EQUAL, family, _ALLOW)
    socket.give_if(_IF_EQUAL, _AF_UNIX, _ALLOW if unix_sockets else _refuse(_EPERM))
    socket.give(_refuse(_EAFNOSUPPORT))
    if not unix_sockets:
        # Of a pair, one that keeps no connection could still be sent to an address.
        pair = part("socketpair")
        pair.load(_argument(1))
        pair.add(_AND, _SOCK_TYPE)
        pair.give_if(_IF_EQUAL, _SOCK_STREAM, _ALLOW)
        pair.give_if(_IF_EQUAL, _SOCK_SEQPACKET, _ALLOW)
        pair.give(_refuse(_EPERM))
    return {numbers[name]: bytes(made.made) for name, made in parts.items()}


def filter_for(machine: str, *, unix_sockets: bool) -> bytes:
    """Make the filter for a machine, as `bwrap --seccomp` reads it.

    Raises:
        KeyError: nobody has written down the numbers of this machine's system calls.
    """
    architecture = MACHINES[machine]
    made = _Program()
    made.load(_ARCHITECTURE)
    made.give_unless(_IF_EQUAL, architecture, _KILL)
    made.load(_NUMBER)
    if architecture == _X86_64:
        made.give_if(_IF_AT_LEAST, _X32, _KILL)
    for number, part in _calls(architecture, unix_sockets).items():
        made.add(_IF_EQUAL, number, 0, len(part) // 8)
        made.made += part
    made.give(_ALLOW)
    return bytes(made.made)

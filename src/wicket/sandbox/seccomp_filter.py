"""The system calls that a contained command does not get, as a program for the kernel's filter. Pure.

It holds what namespaces and mounts do not: characters pushed into the terminal that a person types at, unix sockets of
the outside (a read-only mount does not keep anybody from connecting), families of sockets that know no namespaces,
rings that do system calls past every filter, keyrings, and namespaces of a command's own.
"""

from wicket.sandbox.bpf_program import (
    AARCH64,
    ALLOW,
    AND,
    ERRNO,
    IF_ANY_BIT,
    IF_EQUAL,
    MACHINES,
    X86_64,
    Program,
    argument,
    dispatching,
)

__all__ = ["MACHINES", "filter_for"]

# Where the system calls of machines differ from the newer, shared numbers.

# fmt: off
_NUMBERS = {
    X86_64: {
        "ioctl": 16, "socket": 41, "socketpair": 53, "clone": 56,
        "pivot_root": 155, "chroot": 161, "acct": 163, "mount": 165, "umount2": 166, "swapon": 167, "swapoff": 168,
        "reboot": 169, "init_module": 175, "delete_module": 176, "quotactl": 179, "kexec_load": 246, "add_key": 248,
        "request_key": 249, "keyctl": 250, "unshare": 272, "perf_event_open": 298, "name_to_handle_at": 303,
        "open_by_handle_at": 304, "setns": 308, "finit_module": 313, "kexec_file_load": 320, "bpf": 321,
        "userfaultfd": 323,
    },
    AARCH64: {
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

_EPERM, _ENOSYS, _EAFNOSUPPORT = 1, 38, 97


def _refuse(errno: int) -> int:
    return ERRNO | errno


def _calls(machine: int, unix_sockets: bool) -> dict[int, bytes]:
    """Give for each system call that is not simply allowed what is done about it; each part ends in a return."""
    numbers = _NUMBERS[machine] | _SHARED
    parts: dict[str, Program] = {}

    def part(name: str) -> Program:
        return parts.setdefault(name, Program())

    for name in _REFUSED:
        part(name).give(_refuse(_EPERM))
    for name in _UNKNOWN:
        part(name).give(_refuse(_ENOSYS))
    terminal = part("ioctl")
    terminal.load(argument(1))
    terminal.give_if(IF_EQUAL, _TIOCSTI, _refuse(_EPERM))
    terminal.give_if(IF_EQUAL, _TIOCLINUX, _refuse(_EPERM))
    terminal.give(ALLOW)
    clone = part("clone")
    clone.load(argument(0))
    clone.give_if(IF_ANY_BIT, _NAMESPACES, _refuse(_EPERM))
    clone.give(ALLOW)
    socket = part("socket")
    socket.load(argument(0))
    for family in (_AF_INET, _AF_INET6, _AF_NETLINK):
        socket.give_if(IF_EQUAL, family, ALLOW)
    socket.give_if(IF_EQUAL, _AF_UNIX, ALLOW if unix_sockets else _refuse(_EPERM))
    socket.give(_refuse(_EAFNOSUPPORT))
    if not unix_sockets:
        # Of a pair, one that keeps no connection could still be sent to an address.
        pair = part("socketpair")
        pair.load(argument(1))
        pair.add(AND, _SOCK_TYPE)
        pair.give_if(IF_EQUAL, _SOCK_STREAM, ALLOW)
        pair.give_if(IF_EQUAL, _SOCK_SEQPACKET, ALLOW)
        pair.give(_refuse(_EPERM))
    return {numbers[name]: bytes(made.made) for name, made in parts.items()}


def filter_for(machine: str, *, unix_sockets: bool) -> bytes:
    """Make the filter for a machine, as `bwrap --seccomp` reads it.

    Raises:
        KeyError: nobody has written down the numbers of this machine's system calls.
    """
    architecture = MACHINES[machine]
    return dispatching(architecture, _calls(architecture, unix_sockets))

"""The filter is run here as the kernel runs it: instruction by instruction."""

import struct

import pytest

from wicket.sandbox.seccomp_filter import MACHINES, filter_for

ALLOW, KILL = 0x7FFF0000, 0x80000000
EPERM, ENOSYS, EAFNOSUPPORT = 0x50001, 0x50026, 0x50061

X86 = {"read": 0, "ioctl": 16, "socket": 41, "socketpair": 53, "clone": 56, "mount": 165, "keyctl": 250, "unshare": 272}
ARM = {
    "read": 63,
    "ioctl": 29,
    "socket": 198,
    "socketpair": 199,
    "clone": 220,
    "mount": 40,
    "keyctl": 219,
    "unshare": 97,
}
NUMBERS = {"x86_64": X86, "aarch64": ARM}
SHARED = {"io_uring_setup": 425, "clone3": 435}


def judged(program: bytes, machine: int, number: int, *arguments: int) -> int:
    """Run a filter over one system call."""
    six = (*arguments, *[0] * (6 - len(arguments)))
    data = struct.pack("<IIQ6Q", number, machine, 0, *six)
    code = [struct.unpack_from("<HBBI", program, at) for at in range(0, len(program), 8)]
    at = register = 0
    for _ in range(4096):
        operation, yes, no, value = code[at]
        at += 1
        if operation == 0x20:
            (register,) = struct.unpack_from("<I", data, value)
        elif operation == 0x54:
            register &= value
        elif operation == 0x74:
            register >>= value
        elif operation == 0x06:
            return int(value)
        else:
            test = {0x15: register == value, 0x35: register >= value, 0x45: bool(register & value)}[operation]
            at += yes if test else no
    raise AssertionError("the filter does not end")


CALLS = [
    ("read", (), ALLOW),
    ("ioctl", (0, 0x5401), ALLOW),
    ("ioctl", (0, 0x5412), EPERM),
    ("ioctl", (0, 0xFFFFFFFF00005412), EPERM),  # the kernel looks at the lower half alone
    ("ioctl", (0, 0x541C), EPERM),
    ("socket", (1, 1), EPERM),
    ("socket", (2, 1), ALLOW),
    ("socket", (10, 2), ALLOW),
    ("socket", (16, 3), ALLOW),
    ("socket", (40, 1), EAFNOSUPPORT),  # vsock, which knows no namespaces
    ("socket", (38, 5), EAFNOSUPPORT),
    ("socketpair", (1, 1), ALLOW),
    ("socketpair", (1, 1 | 0o2000000), ALLOW),
    ("socketpair", (1, 5), ALLOW),
    ("socketpair", (1, 2), EPERM),  # it could be sent to an address
    ("clone", (0x11,), ALLOW),
    ("clone", (0x003D0F00,), ALLOW),  # a thread
    ("clone", (0x10000011,), EPERM),
    ("clone", (0x00020011,), EPERM),
    ("clone3", (), ENOSYS),
    ("io_uring_setup", (), ENOSYS),
    ("unshare", (0x10000000,), EPERM),
    ("mount", (), EPERM),
    ("keyctl", (), EPERM),
]


@pytest.mark.parametrize("machine", sorted(MACHINES))
@pytest.mark.parametrize(("name", "arguments", "expected"), CALLS)
def test_calls(machine: str, name: str, arguments: tuple[int, ...], expected: int) -> None:
    program = filter_for(machine, unix_sockets=False)
    assert judged(program, MACHINES[machine], (NUMBERS[machine] | SHARED)[name], *arguments) == expected


@pytest.mark.parametrize("machine", sorted(MACHINES))
def test_unix_sockets_where_they_are_allowed(machine: str) -> None:
    program = filter_for(machine, unix_sockets=True)
    numbers = NUMBERS[machine]
    assert judged(program, MACHINES[machine], numbers["socket"], 1, 1) == ALLOW
    assert judged(program, MACHINES[machine], numbers["socketpair"], 1, 2) == ALLOW
    assert judged(program, MACHINES[machine], numbers["socket"], 40, 1) == EAFNOSUPPORT


def test_another_machines_calls_end_the_process() -> None:
    program = filter_for("x86_64", unix_sockets=False)
    assert judged(program, 0x40000003, 11) == KILL  # those of 32 bits
    assert judged(program, MACHINES["x86_64"], 0x40000000 | 41, 1, 1) == KILL


def test_a_machine_that_nobody_has_written_down_has_none() -> None:
    with pytest.raises(KeyError):
        filter_for("riscv64", unix_sockets=False)

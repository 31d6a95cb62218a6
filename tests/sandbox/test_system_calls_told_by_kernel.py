"""The kernel tells of calls that would write, and of no others."""

import pytest

from sandbox.test_seccomp_filter import judged
from wicket.sandbox.bpf_program import ALLOW, MACHINES, TELL
from wicket.sandbox.system_calls_told_by_kernel import Call, call_of, system_calls_told_by_kernel

X86 = MACHINES["x86_64"]
ARM = MACHINES["aarch64"]


@pytest.mark.parametrize(
    ("number", "arguments", "result"),
    [
        (2, (0, 0), ALLOW),  # open, to read
        (2, (0, 0o2000000), ALLOW),
        (2, (0, 1), TELL),
        (257, (0, 0, 0), ALLOW),  # openat
        (257, (0, 0, 2), TELL),
        (257, (0, 0, 0o100), TELL),
        (257, (0, 0, 0o1000), TELL),
        (83, (0,), TELL),  # mkdir
        (87, (0,), ALLOW),  # unlink
        (1, (1,), ALLOW),  # write
        (59, (0,), ALLOW),  # execve
        (42, (3,), ALLOW),  # connect, where there is a network
    ],
)
def test_of_what_is_told(number: int, arguments: tuple[int, ...], result: int) -> None:
    assert judged(system_calls_told_by_kernel("x86_64", connecting=False), X86, number, *arguments) == result


def test_who_is_connected_to_is_told_where_there_is_no_network() -> None:
    assert judged(system_calls_told_by_kernel("x86_64", connecting=True), X86, 42, 3) == TELL
    assert judged(system_calls_told_by_kernel("aarch64", connecting=True), ARM, 203, 3) == TELL
    assert judged(system_calls_told_by_kernel("aarch64", connecting=True), ARM, 42, 3) == ALLOW


def test_what_a_number_is() -> None:
    assert call_of("x86_64", 257) == Call(((0, 1),), 2) == call_of("aarch64", 56)
    assert call_of("x86_64", 316) == Call(((0, 1), (2, 3)))
    assert call_of("aarch64", 257) is None

"""What is refused beside Landlock, and what is handed to the helper; everything else goes on."""

import pytest

from sandbox.test_seccomp_filter import ALLOW, ENOSYS, EPERM, judged
from wicket.sandbox.bpf_program import MACHINES, TELL
from wicket.sandbox.landlock_filter import filter_beside_landlock

EOPNOTSUPP = 0x5005F
GOES_ON = TELL | 1

# Names of calls, their numbers on x86-64 and arm64, arguments and what comes of them.
CALLS = [
    ("read", (0, 63), (), ALLOW),
    ("openat to read", (257, 56), (0, 0, 0o2000000), ALLOW),
    ("openat to write", (257, 56), (0, 0, 1), GOES_ON),
    ("mkdirat", (258, 34), (), GOES_ON),
    ("renameat2", (316, 276), (), GOES_ON),
    ("truncate", (76, 45), (), GOES_ON),
    ("connect", (42, 203), (), ALLOW),
    ("socket", (41, 198), (2, 1), TELL),  # the helper refuses it
    ("socket", (41, 198), (10, 2), TELL),
    ("socket", (41, 198), (16, 3), EPERM),
    ("socket", (41, 198), (1, 1), ALLOW),  # the other filter refuses it
    ("shmget", (29, 194), (), ENOSYS),
    ("semtimedop", (220, 192), (), ENOSYS),
    ("msgrcv", (70, 188), (), ENOSYS),
    ("mq_open", (240, 180), (), ENOSYS),
    ("fsetxattr", (190, 7), (), EOPNOTSUPP),
    ("removexattrat", (466, 466), (), EOPNOTSUPP),
    ("file_setattr", (469, 469), (), EOPNOTSUPP),
    ("getxattr", (191, 8), (), ALLOW),
    ("prlimit64", (302, 261), (0, 7), ALLOW),
    ("prlimit64", (302, 261), (4321, 7), EPERM),
    ("setpriority", (141, 140), (0, 0, 5), ALLOW),
    ("setpriority", (141, 140), (0, 4321, 5), EPERM),
    ("setpriority", (141, 140), (2, 0, 5), EPERM),  # all of the user's
    ("ioprio_set", (251, 30), (1, 0), ALLOW),
    ("ioprio_set", (251, 30), (3, 0), EPERM),
    ("sched_setaffinity", (203, 122), (4321,), EPERM),
    ("sched_setattr", (314, 274), (0,), ALLOW),
    ("fchmod", (91, 52), (), TELL),
    ("fchmodat", (268, 53), (), TELL),
    ("fchmodat2", (452, 452), (), TELL),
    ("fchownat", (260, 54), (), TELL),
    ("utimensat", (280, 88), (), TELL),
    ("ioctl TCGETS", (16, 29), (0, 0x5401), ALLOW),
    ("ioctl FIONREAD", (16, 29), (0, 0x541B), ALLOW),
    ("ioctl FS_IOC_GETFLAGS", (16, 29), (0, 0x80086601), ALLOW),
    ("ioctl FS_IOC_SETFLAGS", (16, 29), (0, 0x40086602), EOPNOTSUPP),
    ("ioctl FS_IOC_SETFLAGS, upper half", (16, 29), (0, 0xFFFFFFFF40086602), EOPNOTSUPP),
    ("ioctl FS_IOC_FSSETXATTR", (16, 29), (0, 0x401C5820), EOPNOTSUPP),
    ("ioctl FICLONE", (16, 29), (0, 0x40049409), ALLOW),
    ("ioctl BTRFS_IOC_SUBVOL_CREATE", (16, 29), (0, 0x5000940E), EOPNOTSUPP),
]


@pytest.mark.parametrize("machine", sorted(MACHINES))
@pytest.mark.parametrize(("name", "numbers", "arguments", "expected"), CALLS)
def test_calls(machine: str, name: str, numbers: tuple[int, int], arguments: tuple[int, ...], expected: int) -> None:
    program = filter_beside_landlock(machine, network=False)
    number = numbers[0] if machine == "x86_64" else numbers[1]
    assert judged(program, MACHINES[machine], number, *arguments) == expected, name


def test_older_calls_are_there_on_one_machine_alone() -> None:
    program = filter_beside_landlock("x86_64", network=False)
    assert {judged(program, MACHINES["x86_64"], number) for number in (90, 92, 94, 132, 235, 261)} == {TELL}


def test_with_a_network_sockets_are_as_outside() -> None:
    program = filter_beside_landlock("x86_64", network=True)
    assert [judged(program, MACHINES["x86_64"], 41, family, 1) for family in (2, 10, 16)] == [ALLOW] * 3


def test_a_machine_that_nobody_has_written_down_has_none() -> None:
    with pytest.raises(KeyError):
        filter_beside_landlock("riscv64", network=False)

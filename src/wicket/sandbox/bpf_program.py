"""Programs for the kernel's filter of system calls, written instruction by instruction. Pure."""

from collections.abc import Mapping

__all__ = [
    "AARCH64",
    "ALLOW",
    "AND",
    "ERRNO",
    "IF_ANY_BIT",
    "IF_EQUAL",
    "MACHINES",
    "TELL",
    "X86_64",
    "Program",
    "argument",
    "dispatching",
]

# The kernel's number of a machine.
X86_64, AARCH64 = 0xC000003E, 0xC00000B7
MACHINES = {"x86_64": X86_64, "aarch64": AARCH64}

# What a filter gives: the call goes on, the process ends, an error in the place of the call, somebody is told first.
ALLOW, KILL, ERRNO, TELL = 0x7FFF0000, 0x80000000, 0x00050000, 0x7FC00000

LOAD, AND, RETURN = 0x20, 0x54, 0x06
IF_EQUAL, IF_AT_LEAST, IF_ANY_BIT = 0x15, 0x35, 0x45
NUMBER, ARCHITECTURE = 0, 4

# Calls of x86-64 with this bit are those of another machine with the same name.
X32 = 0x40000000


def argument(number: int) -> int:
    """Say where an argument of a call lies: its lower half, which is what the kernel takes of an int."""
    return 16 + 8 * number


class Program:
    """Instructions; each test falls through or returns."""

    def __init__(self) -> None:
        self.made = bytearray()

    def add(self, code: int, value: int, yes: int = 0, no: int = 0) -> None:
        self.made += code.to_bytes(2, "little") + bytes((yes, no)) + value.to_bytes(4, "little")

    def load(self, offset: int) -> None:
        self.add(LOAD, offset)

    def give(self, value: int) -> None:
        self.add(RETURN, value)

    def give_if(self, code: int, value: int, result: int) -> None:
        self.add(code, value, 0, 1)
        self.give(result)

    def give_unless(self, code: int, value: int, result: int) -> None:
        self.add(code, value, 1, 0)
        self.give(result)


def dispatching(architecture: int, calls: Mapping[int, bytes]) -> bytes:
    """Make the program that looks at some calls, by their numbers, each by instructions of its own; others go on."""
    made = Program()
    made.load(ARCHITECTURE)
    made.give_unless(IF_EQUAL, architecture, KILL)
    made.load(NUMBER)
    if architecture == X86_64:
        made.give_if(IF_AT_LEAST, X32, KILL)
    for number, part in calls.items():
        made.add(IF_EQUAL, number, 0, len(part) // 8)
        made.made += part
    made.give(ALLOW)
    return bytes(made.made)

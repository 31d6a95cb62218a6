"""Calls that are not looked at go on; those of another machine end the process."""

import pytest

from sandbox.test_seccomp_filter import judged
from wicket.sandbox.bpf_program import ALLOW, IF_EQUAL, MACHINES, Program, argument, dispatching


def test_each_call_has_instructions_of_its_own() -> None:
    part = Program()
    part.load(argument(1))
    part.give_if(IF_EQUAL, 5, 7)
    part.give(ALLOW)
    made = dispatching(MACHINES["aarch64"], {3: bytes(part.made), 4: bytes(part.made)})
    machine = MACHINES["aarch64"]
    assert [judged(made, machine, 3, 0, 5), judged(made, machine, 4, 0, 6), judged(made, machine, 5, 0, 5)] == [
        7,
        ALLOW,
        ALLOW,
    ]


@pytest.mark.parametrize(("name", "number"), [("x86_64", 0x40000001), ("x86_64", 1)])
def test_other_machines(name: str, number: int) -> None:
    made = dispatching(MACHINES[name], {})
    assert judged(made, MACHINES["aarch64"], number) == 0x80000000
    assert judged(made, MACHINES[name], number) == (0x80000000 if number >= 0x40000000 else ALLOW)

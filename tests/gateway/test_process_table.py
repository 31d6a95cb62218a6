"""What the process table says of processes that are really there."""

import os
import subprocess

from host.processes import eventually
from wicket.gateway.process_table import descendants, entry, living, members


def test_we_are_in_the_table() -> None:
    found = entry(os.getpid())
    assert found is not None
    assert (found.parent, found.session, found.state) == (os.getppid(), os.getsid(0), "R")


async def test_descendants_are_found_and_told_from_the_dead() -> None:
    child = subprocess.Popen(["sh", "-c", "sleep 60; :"], stdin=subprocess.DEVNULL)  # noqa: ASYNC220
    try:
        await eventually(lambda: len(descendants(child.pid)) == 1)
        family = descendants(child.pid)
        assert child.pid in descendants(os.getpid())
        assert {child.pid, os.getpid()} <= set(members(os.getsid(0)))
        assert living(family) == list(family)
        assert living({pid: started + 1 for pid, started in family.items()}) == []
    finally:
        for pid in [*descendants(child.pid), child.pid]:
            os.kill(pid, 9)
        child.wait()
    await eventually(lambda: living(family) == [])

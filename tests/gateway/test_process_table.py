"""What the process table says of processes that are really there."""

import os
import subprocess
import sys
from textwrap import dedent

from bounds import BOUND_S
from host.processes import eventually
from wicket.gateway.process_table import descendants, entry, living, look_up, members
from wicket.gateway.request_types import Requester


def test_we_are_in_the_table() -> None:
    found = entry(os.getpid())
    assert found is not None
    assert (found.parent, found.session, found.state) == (os.getppid(), os.getsid(0), "R")


def test_a_requester_is_known_by_what_the_kernel_says() -> None:
    with subprocess.Popen(["sleep", "60"], start_new_session=True) as leader:
        assert look_up(leader.pid, 1000).session_leader == leader.pid
        leader.kill()
    someone = look_up(os.getpid(), 1000)
    assert someone.known
    assert (someone.uid, someone.pid, someone.cwd) == (1000, os.getpid(), os.getcwd())
    assert someone.executable == os.path.realpath(sys.executable)
    assert someone.parents[0].pid == os.getppid()
    assert len(someone.parents) <= 8
    assert someone.command_line[0].startswith(("/", "python", sys.executable))


def test_a_session_without_leader_is_known_by_its_eldest() -> None:
    """As under a daemon that forked away, or in a container that was entered from outside."""
    reports = """
        import os, subprocess, sys
        if os.fork():
            os._exit(0)
        while os.path.exists(f"/proc/{os.getsid(0)}/stat"):
            pass
        child = subprocess.Popen(["sleep", "60"])
        sys.path[:] = eval(sys.argv[1])
        from wicket.gateway.process_table import entry, look_up
        child_says, eldest = look_up(child.pid, 7), look_up(os.getpid(), 7)
        child.kill()
        child.wait()
        same = (os.getpid(), entry(os.getpid()).started)
        print((child_says.session_leader, child_says.session_started) == same, eldest.session_leader == os.getpid())
    """
    script = [sys.executable, "-c", dedent(reports), repr(sys.path)]
    with subprocess.Popen(script, start_new_session=True, stdout=subprocess.PIPE, text=True) as leader:
        leader.wait(timeout=BOUND_S)
        assert leader.stdout is not None
        assert leader.stdout.read() == "True True\n"


def test_nobody_is_not_known() -> None:
    assert look_up(2**22 + 1, 7) == Requester(7, 2**22 + 1)
    assert entry(2**22 + 1) is None


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

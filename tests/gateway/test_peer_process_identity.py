"""Who is at the other end of a socket, by what the kernel says of it."""

import os
import subprocess
import sys
from textwrap import dedent

from bounds import BOUND_S
from wicket.gateway.peer_process_identity import look_up
from wicket.gateway.process_table import entry
from wicket.gateway.request_types import Requester


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
        from wicket.gateway.peer_process_identity import look_up
        from wicket.gateway.process_table import entry
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

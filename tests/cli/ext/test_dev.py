"""`wicket ext dev`: typed calls, and saves that are noticed."""

import subprocess
import sys
import threading

from machine import WAIT_S, Machine
from sdk.running import EVERYTHING, write


def test_an_author_sees_the_wire_calls_and_saves(machine: Machine) -> None:
    path = write(machine.project, EVERYTHING)
    child = subprocess.Popen(
        [sys.executable, "-m", "wicket", "ext", "dev", "ext.py"],
        cwd=machine.project,
        env=machine.environ,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    watchdog = threading.Timer(WAIT_S * 2, child.kill)
    watchdog.start()
    assert child.stdin is not None
    assert child.stdout is not None
    shown: list[str] = []

    def see(*wanted: str) -> None:
        """Read on until all of these have been seen, in any order."""
        missing = set(wanted)
        while missing:
            line = child.stdout.readline() if child.stdout is not None else ""
            assert line, shown
            shown.append(line)
            missing = {each for each in missing if each not in line}

    def type_(line: str) -> None:
        assert child.stdin is not None
        child.stdin.write(line + "\n")
        child.stdin.flush()

    try:
        see("watching .; type NAME key=value, /COMMAND", "running ext after ")
        type_("weather city=Berlin")
        see("Berlin: 16°C, fog\n")
        type_("? curl x")
        see("allow\n")
        type_("weather 'x")
        see("No closing quotation; correct the quotes")
        path.write_text("1 / 0\n")
        see("broken: ZeroDivisionError: division by zero")
        write(machine.project, EVERYTHING.replace("16°C", "20°C"))
        see("running ext after ")
        type_("weather city=Oslo")
        see("Oslo: 20°C, fog\n")
        child.stdin.close()
        child.stdin = None
        assert child.wait(WAIT_S) == 0
    finally:
        watchdog.cancel()
        child.kill()
        child.communicate()

"""`wicket ext pack`."""

import subprocess

from bounds import BOUND_S
from machine import Machine, Outcome
from sdk.running import EVERYTHING, write


def test_a_file_is_packed_and_runs(machine: Machine) -> None:
    write(machine.project, EVERYTHING)
    assert machine.run("ext", "pack", "ext.py", "-o", "x") == Outcome(0, "made x of 1 file and the SDK\n")
    assert (
        subprocess.run([machine.project / "x"], stdin=subprocess.DEVNULL, timeout=BOUND_S, check=False).returncode == 0
    )


def test_what_cannot_come_along_is_named(machine: Machine) -> None:
    write(machine.project, "import requests\n")
    refused = machine.run("ext", "pack", "ext.py", "-o", "x")
    assert (refused.code, refused.out) == (1, "")
    assert refused.err.startswith("wicket: ext.py imports requests, and packing brings along only its own folder")
    allowed = machine.run("ext", "pack", "ext.py", "-o", "x", "--allow-missing")
    assert (allowed.code, allowed.err) == (0, "not packed: requests; install them where it runs\n")
    assert machine.run("ext", "pack", "ext.py", "-o", "").code == 2
